"""A round of roulette on the terminal: its steps, and what the wagers on the layout came to."""

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from desk.ruling import flagged, show_findings
from desk.wheel_layout import drawing
from projections.walk import Step, walk
from replay.ruling.ruling import Ruling


def show_spins(console: Console, ruling: Ruling, at: int | None) -> None:
    """Prints the round up to step `at`, and the layout with the number that won."""
    one, steps = ruling.round, walk(ruling)
    console.print(
        Text(f"{one.name}  ·  {ruling.edition.sheet.edition.document}, edition {ruling.edition.name}", style="bold")
    )
    console.print(Text(f"account {one.account}, {len(steps)} steps", style="dim"))
    console.print(_steps(steps[: at or None]))
    if at is None or at >= len(steps):
        for drawn in drawing(ruling):
            console.print(drawn)
        show_findings(console, ruling)


def _steps(steps: Sequence[Step]) -> Table:
    shown = Table("step", "what happened", "then due", box=None, pad_edge=False, header_style="dim")
    for step in steps:
        shown.add_row(Text(f"{step.number}", style="dim"), flagged(step), Text(step.due or "", style="dim"))
    return shown
