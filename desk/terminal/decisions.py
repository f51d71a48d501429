"""Decisions on the terminal: what was decided on a round and by whom, and what a whole shoe comes to."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from desk.terminal.columns import show_columns
from projections.answers.round_answer import RoundAnswer
from projections.messages.catalogue import Catalogue
from projections.reports.decisions import act_words, decision_line, person_and_office, reason_text
from projections.timeline.event_text import amount_formatter
from replay.ruling.ruling import Ruling
from replay.ruling.shoe_totals import MoneyTotals, ShoeTotals


def show_decisions(console: Console, answer: RoundAnswer) -> None:
    """Prints every decision and attempt that concerns a round, one line each."""
    round_ = answer.ruling.round
    for decision in round_.decisions:
        in_force = decision.position in answer.positions_in_force
        style = "red" if decision.refused else "bold" if in_force else "dim"
        line = decision_line(decision, round_.table_opening, Catalogue(), in_force=in_force)
        console.print(Text.assemble("  § ", (line, style), "  ", (decision.clause or "", "cyan")))


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
