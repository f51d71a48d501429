"""Decisions on the terminal: what was decided on a round and by whom, and what a whole shoe comes to."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from desk.terminal.columns import show_columns
from ledger.events.decisions import DecisionConfirmed, PlayerEjected, RoundSettled
from ledger.events.table import AccountAdopted, AccountDecided, AmbiguityResolved
from ledger.table_standing import Decision
from projections.answers.round_answer import RoundAnswer
from projections.messages.catalogue import Catalogue
from projections.reports.decisions import act_words, person_and_office, reason_text
from projections.timeline.event_text import amount_formatter
from replay.ruling.ruling import Ruling
from replay.ruling.shoe_totals import MoneyTotals, ShoeTotals


def show_decisions(console: Console, answer: RoundAnswer) -> None:
    """Prints every decision and attempt that concerns a round, one line each."""
    for decision in answer.ruling.round.decisions:
        in_force = decision.position in answer.positions_in_force
        style = "red" if decision.refused else "bold" if in_force else "dim"
        clause = Text(decision.clause or "", style="cyan")
        console.print(Text.assemble("  § ", (decision_line(decision, in_force=in_force), style), "  ", clause))


def decision_line(decision: Decision, *, in_force: bool) -> str:
    """A decision in a sentence: what, by whom, in which office, why, and whether it holds."""
    event = decision.event
    what = decision.act.replace("_", " ") + (f" {decision.shoe}" if decision.shoe else "") + _of_table(event)
    if case := getattr(event, "case", None):
        what += f" (case {case})"
    office = event.office and event.office.replace("_", " ")
    who = event.by if office in (None, event.by.replace("_", " ")) else f"{event.by} ({office})"
    why = f", {event.reason.replace('_', ' ')}" if event.reason else ""
    at = f"position {decision.position}, claimed" if decision.is_claimed else f"position {decision.position}"
    if decision.refused:
        return f"{who} tried to {what}{why} ({at}): refused, {decision.refused}"
    return f"{who} decided: {what}{why} ({at})" + (", in force" if in_force else "")


def _of_table(event: Any) -> str:
    """Whom or what a decision about the table itself is about, and how a dispute was settled."""
    if isinstance(event, RoundSettled):
        return f", {'it stands' if event.outcome == 'stands' else 'it is corrected'}"
    if isinstance(event, PlayerEjected):
        return f" {event.player}"
    if isinstance(event, DecisionConfirmed):
        return f" position {event.decision}"
    if isinstance(event, AccountAdopted | AccountDecided):
        return f" {event.account}"
    if isinstance(event, AmbiguityResolved):
        since = f", from {event.effective_at}" if event.effective_at else ""
        return f" {event.clause} as ({event.reading}){since}"
    return ""


def show_register(console: Console, rows: Sequence[Mapping[str, Any]]) -> None:
    """Prints the register, one line a decision or attempt."""
    if not rows:
        console.print("Nothing was decided.")
        return
    heads = ("position", "on", "decision", "by", "why", "clause", "status")
    words, rows_of_cells, styles = Catalogue(), [], []
    for row in rows:
        by = person_and_office(row["by"], row["role"], words, claimed=row["claimed"])
        act = act_words(row["act"], words, refused=row["refused"] is not None)
        why = reason_text(row["reason"], words) if row["reason"] else ""
        more = f": {row['refused']}" if row["refused"] else f" by {row['confirmed_by']}" if row["confirmed_by"] else ""
        status = words.named("status", row["status"]) + more
        rows_of_cells.append((str(row["position"]), _about(row), act, by, why, row["clause"] or "", status))
        styles.append("red" if row["refused"] else "yellow" if row["status"] in ("unconfirmed", "waits") else "")
    show_columns(console, heads, rows_of_cells, styles=styles, wraps=(1, 2, 3, 4, 6))


def _about(row: Mapping[str, Any]) -> str:
    if row["case"] or row["championship"]:
        return f"case {row['case']}" if row["case"] else f"championship {row['championship']}"
    if row["rulebook"]:
        return f"rulebook {row['rulebook']}"
    if row["engine"]:
        return f"engine {row['engine']}"
    return row["round"] or f"{row['table']}/{row['day']}" + (f" shoe {row['shoe']}" if row["shoe"] else "")


def show_totals(console: Console, ruling: Ruling, totals: Sequence[ShoeTotals]) -> None:
    """Prints what a shoe comes to, player by player; one table for each choice among the readings."""
    opening = ruling.round.table_opening
    money = amount_formatter(opening.minor_digits, opening.currency)

    def cell(minor: int | None) -> str:
        return "open" if minor is None else money(minor) if minor >= 0 else f"-{money(-minor)}"

    def row(name: str, sums: MoneyTotals) -> tuple[str, ...]:
        taken_back = (sums.taken_back_minor,) if is_taken_back else ()
        amounts = (sums.stake_minor, sums.paid_minor, *taken_back, sums.due_minor, sums.withheld_minor, sums.balance_minor)
        return name, *map(cell, amounts)

    is_taken_back = any(reckoning.total.taken_back_minor for reckoning in totals)
    named = f"Shoe {ruling.round.shoe} of {ruling.round.name.split('/')[0]}"
    for reckoning in totals:
        chosen = ", ".join(f"{clause} ({letter})" for clause, letter in reckoning.choices.items())
        console.print(Text.assemble((named, "bold"), " under " if chosen else "", (chosen, "cyan")))
        paid = ("went back", "taken back") if is_taken_back else ("went back",)
        heads = ("player", "staked", *paid, "due", "withheld", "still to give")
        rows = [row(player, sums) for player, sums in (*reckoning.players.items(), ("all", reckoning.total))]
        styles = [*("" for _ in reckoning.players), "bold"]
        show_columns(console, heads, rows, styles=styles, indent=2, right=range(1, len(heads)), part_at=3)
        console.print()
