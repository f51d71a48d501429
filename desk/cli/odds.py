"""`recoup odds`: exact probabilities and edges, and the advice in writing that follows from them."""

from contextlib import nullcontext
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from desk.cli.completion import complete_rulebook
from desk.cli.rulebooks import edition
from desk.terminal.console import DEFAULT, WRONG_USE, Json, LedgerUrl, console, print_json
from ledger.values.terminal import say
from replay.editions.loader import CHAMPIONSHIP
from replay.games.registry import GAME_NAMES, load_odds
from replay.judging.odds import OddsReport, OddsTable

Share = Annotated[
    int | None, typer.Option("--advise", metavar="BP", min=0, max=10_000, help="The edge for an agreed tie share.")
]


def odds(
    name: Annotated[str, typer.Argument(metavar="RULEBOOK", autocompletion=complete_rulebook)],
    wager: Annotated[str | None, typer.Option("--wager", help="Only this wager.")] = None,
    share: Share = None,
    ledger: LedgerUrl = DEFAULT,
    as_json: Json = False,
) -> None:
    """Exact odds by walking every hand through the procedure and the settlement that rule on disputes."""
    edition_ = edition(name, ledger)
    if edition_.game == CHAMPIONSHIP:
        say(f"recoup: {name} is of a championship; ask for the odds of the rulebook of a game", err=True)
        raise typer.Exit(WRONG_USE)
    game_odds = load_odds(edition_.game)
    if game_odds.advice is None and (share is not None or wager is not None):
        games = " and ".join(game for game in GAME_NAMES if load_odds(game).advice is not None)
        say(f"recoup: {name} is {edition_.game}; --advise and --wager are for {games}", err=True)
        raise typer.Exit(WRONG_USE)
    with nullcontext() if as_json else console().status(game_odds.doing):
        advice = None if share is None or game_odds.advice is None else game_odds.advice(edition_, share)
        report = None if advice is not None else game_odds.report(edition_, wager)
    if advice is not None:
        say(advice)
    elif report is None:
        say(f"recoup: {name} has no wager {wager!r}", err=True)
        raise typer.Exit(WRONG_USE)
    elif as_json:
        print_json(report.document)
    else:
        _show(report)


def _show(report: OddsReport) -> None:
    console().print(Text(report.title, style="bold"))
    for part in report.parts:
        console().print(_shown_table(part) if isinstance(part, OddsTable) else part)


def _shown_table(table: OddsTable) -> Table:
    shown = Table(*table.heads, box=None, pad_edge=False)
    for column in table.right:
        shown.columns[column].justify = "right"
    for row in table.rows:
        shown.add_row(*(Text(cell, style="dim") if column in table.dim else cell for column, cell in enumerate(row)))
    return shown
