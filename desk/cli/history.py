"""`recoup history`: what was ruled and found of a round, when, and what was withdrawn since."""

from typing import Annotated

import typer

from desk.cli.completion import complete_round
from desk.opening import open_existing
from desk.terminal.console import DEFAULT, Json, LedgerUrl, console, print_json
from desk.terminal.history import show_history
from projections.documents.history import history_documents


def history(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="TABLE/DAY/ROUND, or TABLE/DAY", autocompletion=complete_round)
    ],
    ledger: LedgerUrl = DEFAULT,
    as_json: Json = False,
) -> None:
    """See what was ruled and found, when, by which edition and engine, and what was withdrawn since."""
    with open_existing(ledger) as opened:
        found = history_documents(opened, name)
    if as_json:
        print_json(found)
    else:
        show_history(console(), found)
