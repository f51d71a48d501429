"""Tables on the terminal: where one is too wide it goes on below, so that no heading and no amount is cut."""

from collections.abc import Collection, Iterator, Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

_GAP = 2
_WRAPPED = 16
"""Down to this many characters a column is narrowed whose cells may go over several lines."""

Cell = str | Text


def show_columns(
    console: Console,
    heads: Sequence[str],
    rows: Sequence[Sequence[Cell]],
    *,
    styles: Sequence[str] = (),
    indent: int = 0,
    wraps: Collection[int] = (),
    right: Collection[int] = (),
    part_at: int = 0,
) -> None:
    """Prints a table; one that is too wide in several, one below the other, each beginning with the first column.

    `wraps` are the numbers of the columns whose cells may go over several lines, `right` of those that end flush, `part_at`
    that of the column before which a table is parted first.
    """
    widths = [max(len(head), _cells_width([row[at] for row in rows], wraps=at in wraps)) for at, head in enumerate(heads)]
    room = console.width - indent
    whole = sum(widths) + _GAP * (len(widths) - 1) <= room
    for columns in _pieces(widths, room, None if whole else part_at):
        shown = Table(box=None, pad_edge=False, header_style="dim")
        for at in columns:
            first = " " * indent if at == 0 else ""
            justify = "right" if at in right else "left"
            shown.add_column(first + heads[at], justify=justify, no_wrap=at not in wraps, min_width=widths[at])  # type: ignore[arg-type]
        for number, row in enumerate(rows):
            cells = [Text(" " * indent).append(row[at]) if at == 0 else row[at] for at in columns]
            shown.add_row(*cells, style=styles[number] if styles else "")
        console.print(shown)


def _cells_width(cells: Sequence[Cell], *, wraps: bool) -> int:
    """How wide a column must be for its cells."""
    widest = max((cell_len(line) for cell in cells for line in str(cell).splitlines()), default=0)
    return min(widest, _WRAPPED) if wraps else widest


def _pieces(widths: Sequence[int], room: int, part_at: int | None) -> Iterator[list[int]]:
    """The columns that have room beside each other."""
    piece, taken = [0], widths[0]
    for at, width in enumerate(widths[1:], 1):
        if (at == part_at or taken + _GAP + width > room) and len(piece) > 1:
            yield piece
            piece, taken = [0], widths[0]
        piece.append(at)
        taken += _GAP + width
    yield piece
