"""`recoup drill`: simulate rounds, inject faults, rule on them, and count what was found."""

from typing import Annotated, Final

import typer
from rich.table import Table
from rich.text import Text

from desk.commands.rulebooks import edition
from desk.terminal import DEFAULT, NO, WRONG_USE, Json, LedgerUrl, bar, console, print_json
from replay.baccarat.drill import drill as drill_baccarat
from replay.drill import Tally

GAMES: Final = {"baccarat": ("dcb", drill_baccarat)}
COUNTS: Final = (
    "injected",
    "undetectable",
    "found",
    "restored",
    "drawn",
    "impossible",
    "missed",
    "invented",
    "wrong_money",
)


def drill(
    game: Annotated[str, typer.Option("--game", help="Which game.")] = "baccarat",
    rulebook: Annotated[str | None, typer.Option("--rulebook", help="Which house; else the game's own.")] = None,
    rounds: Annotated[int, typer.Option("--rounds", min=1, help="How many rounds.")] = 1000,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Same seed, same drill.")] = 1,
    ledger: LedgerUrl = DEFAULT,
    as_json: Json = False,
) -> None:
    """Simulate rounds with faults, rule on them, and count. Exits 1 if anything was missed, invented or miscounted."""
    if game not in GAMES:
        typer.echo(f"recoup: there is no drill for {game!r}; there is one for {', '.join(GAMES)}", err=True)
        raise typer.Exit(WRONG_USE)
    house, run = GAMES[game]
    with bar(f"drilling {game}", rounds) as progress:
        tally = run(edition(rulebook or house, ledger), rounds, seed, progress=progress)
    if as_json:
        print_json(tally.document())
    else:
        _show(tally)
    if tally.failed:
        raise typer.Exit(NO)


def _show(tally: Tally) -> None:
    shown = Table("fault", *(name.replace("_", " ") for name in COUNTS), box=None, pad_edge=False)
    for column in shown.columns[1:]:
        column.justify = "right"
    for fault, counts in sorted(tally.by_fault.items()):
        shown.add_row(fault.replace("_", " "), *(f"{counts[name]:,}" if counts[name] else "" for name in COUNTS))
    shown.add_row("rounds with a fault", *(f"{getattr(tally, name):,}" for name in COUNTS), style="bold")
    console().print(Text(f"{tally.rounds:,} rounds from seed {tally.seed}", style="bold"))
    console().print(shown)
    for example in tally.examples:
        console().print(Text(example, style="red"))
