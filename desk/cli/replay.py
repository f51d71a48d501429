"""`recoup replay`: see a round again."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from desk.cli.completion import RoundName
from desk.opening import open_existing
from desk.terminal.board import show_replay
from desk.terminal.console import DEFAULT, Json, LedgerUrl, console, print_json
from desk.terminal.ruling import show_difference
from ledger.files import write_plain
from ledger.values.terminal import say
from projections.answers.round_answer import Answers
from projections.rulings.difference import difference
from projections.table_days import TableDays


def replay(
    name: RoundName,
    ledger: LedgerUrl = DEFAULT,
    at: Annotated[int | None, typer.Option("--at", help="Stop after this step.", min=1)] = None,
    show: Annotated[Literal["dealt", "lawful", "both"], typer.Option("--as", help="Which board to show.")] = "both",
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write the replay as one HTML page that needs no network."),
    ] = None,
    masked: Annotated[bool, typer.Option("--masked", help="Persons by letters instead of their ids, in a page.")] = False,
    as_json: Json = False,
) -> None:
    """See a round again, step by step, and where it left the rules."""
    if output is not None:
        _write_page(ledger, name, output, masked=masked)
        return
    with open_existing(ledger) as opened:
        table_days = TableDays(opened)
        ruling = next(table_days.rulings([name]))
        answer = Answers(opened, table_days).of(ruling)
        differs = None if as_json or opened.is_part else difference(opened, table_days, ruling)
    if as_json:
        from projections.documents.replays import replay_document

        print_json(replay_document(answer, at))
    else:
        show_replay(console(), answer, at, show)
        if differs is not None:
            show_difference(console(), differs)


def _write_page(ledger: str, name: str, output: Path, *, masked: bool) -> None:
    from desk.web.ledger_view import LedgerView
    from desk.web.replay_page import standalone_replay
    from projections.following.read_models import open_read_models

    with open_existing(ledger) as opened, open_read_models(opened) as models:
        page = standalone_replay(LedgerView(opened, models), name, masked=masked)
    written = page.encode()
    write_plain(output, written)
    say(f"{output}: {len(written):,} bytes")
