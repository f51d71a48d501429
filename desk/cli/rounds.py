"""`recoup rounds`: find a round."""

from collections.abc import Mapping
from datetime import datetime
from operator import itemgetter
from pathlib import Path
from typing import Annotated, Any

import typer

from desk.cli.completion import OnlyShoe, OnlyTable
from desk.opening import open_existing
from desk.terminal.columns import show_columns
from desk.terminal.console import DEFAULT, Json, LedgerUrl, console, print_json
from ledger.application import Ledger
from ledger.errors import did_you_mean
from ledger.values.terminal import say
from projections.messages.catalogue import Catalogue
from projections.read_models.round_list import entries_behind, listed_rounds, names_beginning

Since = Annotated[
    datetime | None, typer.Option("--from", formats=["%Y-%m-%d"], metavar="YYYY-MM-DD", help="From this gaming day on.")
]
Until = Annotated[
    datetime | None, typer.Option("--to", formats=["%Y-%m-%d"], metavar="YYYY-MM-DD", help="Up to this gaming day.")
]
Day = Annotated[
    datetime | None, typer.Option("--day", formats=["%Y-%m-%d"], metavar="YYYY-MM-DD", help="Only this gaming day.")
]


def rounds(
    ledger: LedgerUrl = DEFAULT,
    table: OnlyTable = None,
    shoe: OnlyShoe = None,
    day: Day = None,
    findings: Annotated[
        bool,
        typer.Option(
            "--findings", help="Only rounds that need action or in which something was found, the most urgent first."
        ),
    ] = False,
    as_json: Json = False,
) -> None:
    """List rounds with status, money in question and findings."""
    with open_existing(ledger) as opened:
        if Path(ledger).is_dir():
            _tell_read_models(opened)
        listed_rows = listed_rounds(opened.url, table, shoe, day and day.date())
        near = did_you_mean(table or "", names_beginning(opened.url, "table_name", ""))
        behind = 0 if opened.is_part else entries_behind(opened.url)
    found = [row for row in listed_rows if row["findings"] or row["urgency"]] if findings else listed_rows
    if findings:
        found.sort(key=itemgetter("urgency"), reverse=True)
    if behind:
        say(f"{behind:,} entries are not told in this list; `recoup follow --once` brings it up", err=True)
    if as_json:
        from projections.documents.rulings import round_document

        print_json([round_document(row).in_order(last=("table",)) for row in found])
        return
    if not found:
        console().print(f"No such rounds are on record{(near and '; ' + near.strip()) or '.'}")
        return
    heads = ("round", "shoe", "rulebook", "status", "in question", "found", "bets")
    cells = [_cells(row) for row in found]
    styles = ["bold" if row["findings"] else "" for row in found]
    show_columns(console(), heads, cells, styles=styles, wraps=(1, 2, 3), right=(4, 5, 6))


def _cells(row: Mapping[str, Any]) -> tuple[str, ...]:
    words = Catalogue()
    status = ", ".join((words.say(f"status_word.{row['status']}"), *row["cases"].split()))
    counts = str(row["findings"] or ""), str(row["wagers"])
    return row["round"], row["shoe"] or "", row["rulebook"], status, _money_in_question(row), *counts


def _money_in_question(row: Mapping[str, Any]) -> str:
    """What players are owed at most, otherwise what they were paid too much at most; empty where it is nothing."""
    minor = row["in_question_minor"] or row["overpaid_minor"]
    if not minor:
        return ""
    amount = f"{Catalogue().money(minor, row['minor_digits'])} {row['currency']}"
    return amount if row["in_question_minor"] else f"{amount} overpaid"


def _tell_read_models(package: Ledger) -> None:
    """A package has none; `recoup record` keeps those of a ledger up, `recoup projections rebuild` makes them anew."""
    from projections.following.read_models import open_read_models, tell_package

    with open_read_models(package) as engine:
        tell_package(package, engine)
