"""Decisions on the terminal: what was decided on a round and by whom, and what a whole shoe comes to."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from desk.terminal.columns import show_columns
from projections.answers.round_answer import RoundAnswer
from projections.documents.history import HistoryDocument
from projections.messages.catalogue import Catalogue
from projections.reports.decisions import act_words, decision_line, person_and_office, reason_text
from projections.reports.money import shoe_money
from projections.reports.readings import readable_time
from replay.ruling.ruling import Ruling
from replay.ruling.shoe_totals import ShoeTotals


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
    opening, heads = ruling.round.table_opening, ("player", "staked", "went back", "due", "withheld", "still to give")
    named = f"Shoe {ruling.round.shoe} of {ruling.round.name.split('/')[0]}, in {opening.currency}"
    for chosen, lines in shoe_money(totals, opening.minor_digits, Catalogue()):
        console.print(Text.assemble((named, "bold"), " under " if chosen else "", (chosen, "cyan")))
        styles = [*("" for _ in lines[1:]), "bold"]
        show_columns(console, heads, lines, styles=styles, indent=2, right=range(1, len(heads)), part_at=3)
        console.print()


_STYLES = {"ruled": "", "found": "bold", "withdrawn": "dim", "not ruled": "bold"}


def show_history(console: Console, documents: Sequence[HistoryDocument]) -> None:
    """Prints when what was ruled, found and withdrawn, and why."""
    heads = ("recorded", "position", "round", "what", "")
    rows = [
        (
            readable_time(document.at),
            f"{document.position:,}",
            document.round.rpartition("/")[2],
            document.act,
            Text(_sentence(document, Catalogue())),
        )
        for document in documents
    ]
    show_columns(console, heads, rows, styles=[_STYLES[document.act] for document in documents], wraps=(4,), right=(1,))


def _sentence(document: HistoryDocument, words: Catalogue) -> str:
    why = document.reason and words.say(f"on_record.reason_{document.reason}")
    if document.act == "ruled":
        verdict = words.say(f"verdict_word.{document.verdict}")
        standing = words.say(f"round_standing.{document.standing}")
        edition = f"{document.rulebook} {document.edition}"
        state = ", ".join(dict.fromkeys((verdict, standing)))
        return words.say("on_record.ruled", state=state, edition=edition) + (f" ({why})" if why else "")
    if document.act == "not ruled":
        return words.say("on_record.not_ruled", engine=document.engine, fault=document.fault)
    return (f"{why}: " if why else "") + f"{document.text} {' '.join(document.clauses)}".rstrip()
