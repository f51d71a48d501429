"""The table that `recoup drill --planted` prints."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from rich.table import Table

from desk.drill_shapes import PlantedShape
from desk.terminal import console, print_json
from drill.planted.planting import PlantedBug
from drill.planted.table import Caught, caught
from replay.rulebooks.edition import Edition


def tried(
    bugs: Sequence[PlantedBug],
    editions: Mapping[str, Edition],
    usual: str,
    rounds: int,
    seed: int,
    progress: Callable[[int], None],
) -> Iterator[Caught]:
    """Each bug planted by itself, under its own house or else the usual one."""
    for bug in bugs:
        yield caught(bug, editions[bug.house or usual], rounds, seed)
        progress(1)


def show_planted(table: Sequence[Caught], *, as_json: bool) -> None:
    """One row a bug."""
    if as_json:
        print_json([_document(row) for row in table])
        return
    shown = Table("bug", "what it does wrong", "rulebook", "rounds", "caught as", box=None, pad_edge=False)
    shown.columns[0].no_wrap = True
    shown.columns[2].no_wrap = True
    shown.columns[3].justify = "right"
    for row in table:
        as_what = ", ".join(row.counted).replace("_", " ") or "[red]not caught[/red]"
        shown.add_row(row.bug.name, row.bug.does, row.house, f"{row.rounds:,}", as_what)
    console().print(shown)


def _document(row: Caught) -> dict[str, object]:
    told = PlantedShape(
        name=row.bug.name, does=row.bug.does, rulebook=row.house, rounds=row.rounds, counted=list(row.counted)
    )
    return told.model_dump()
