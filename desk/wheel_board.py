"""A round of roulette on the terminal: its steps, and what the wagers on the layout came to."""

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from desk.ruling import show_findings
from desk.walk import Step, walk
from ledger.layout import Layout, layout_of
from replay.rulings import Ruling

_STYLES = {"red": "bold white on red", "black": "bold white on black", "green": "bold white on green"}


def show_spins(console: Console, ruling: Ruling, at: int | None) -> None:
    """Prints the round up to step `at`, and the layout with the number that won."""
    one, steps = ruling.round, walk(ruling)
    console.print(
        Text(f"{one.name}  ·  {ruling.edition.sheet.edition.document}, edition {ruling.edition.name}", style="bold")
    )
    console.print(Text(f"account {one.account}, {len(steps)} steps", style="dim"))
    console.print(_steps(steps[: at or None]))
    if at is None or at >= len(steps):
        layout = layout_of(one.opening.wheel)
        console.print(_drawn(layout, ruling.branches[0].outcome.lawful))
        show_findings(console, ruling)


def _steps(steps: Sequence[Step]) -> Table:
    shown = Table("", "", "then due", box=None, pad_edge=False, header_style="dim")
    for step in steps:
        bad = bool(step.findings)
        text = Text(("✗ " if bad else "  ") + step.text, style="bold red" if bad else "")
        shown.add_row(Text(f"{step.number}", style="dim"), text, Text(step.due or "", style="dim"))
    return shown


def _drawn(layout: Layout, won: str | None) -> Text:
    """The numbers as they lie on the layout, the third column uppermost; the one that won stands in brackets."""
    drawn = Text()
    for line in reversed(range(3)):
        drawn.append("".join(_cell(zero, won) for zero in layout.zeros) if line == 1 else "    " * len(layout.zeros))
        for row in layout.rows:
            drawn.append(_cell(row[line], won), style=_STYLES[layout.colour(row[line])])
        drawn.append("\n")
    return drawn


def _cell(pocket: str, won: str | None) -> str:
    return f"[{pocket:>2}]" if pocket == won else f" {pocket:>2} "
