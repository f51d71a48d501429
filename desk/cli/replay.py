"""`recoup replay`: see a round again."""

from typing import Annotated, Literal

import typer

from desk.cli.completion import RoundName
from desk.opening import open_existing
from desk.terminal.board import show_replay
from desk.terminal.console import DEFAULT, Json, LedgerUrl, console, print_json
from desk.terminal.ruling import show_difference
from projections.rulings.difference import difference
from projections.table_days import TableDays


def replay(
    name: RoundName,
    ledger: LedgerUrl = DEFAULT,
    at: Annotated[int | None, typer.Option("--at", help="Stop after this step.", min=1)] = None,
    show: Annotated[Literal["dealt", "lawful", "both"], typer.Option("--as", help="Which board to show.")] = "both",
    as_json: Json = False,
) -> None:
    """See a round again, step by step, and where it left the rules."""
    with open_existing(ledger) as opened:
        ruling = next(TableDays(opened).rulings([name]))
        differs = None if as_json or opened.is_part else difference(opened, TableDays(opened), ruling)
    if as_json:
        from projections.documents.replays import replay_document

        print_json(replay_document(ruling, at))
    else:
        show_replay(console(), ruling, at, show)
        if differs is not None:
            show_difference(console(), differs)
