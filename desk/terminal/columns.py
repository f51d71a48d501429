"""Tables on the terminal, of which no heading, no amount and no name is cut, however narrow it is."""

from collections.abc import Collection, Iterator, Sequence

from rich.cells import cell_len
from rich.console import Console, JustifyMethod
from rich.table import Table
from rich.text import Text

from ledger.values.terminal import harmless

_GAP = 2
_WRAPPED = 16
"""Down to this many characters a column is narrowed whose cells may go over several lines, before a table is parted."""

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
    part_at: int | None = None,
) -> None:
    """Prints a table; `wraps` are the numbers of the columns whose cells may go over several lines, `right` of those that
    end flush. One that is too wide is parted before column `part_at`, and wherever else it must be, into tables one below
    the other that each begin with the first column; a list, which has no `part_at`, is not.
    """
    rows = [[harmless(cell) if isinstance(cell, str) else cell for cell in row] for row in rows]
    room = console.width - indent
    widths = [max(len(head), _widest([row[at] for row in rows], wraps=at in wraps)) for at, head in enumerate(heads)]
    whole = part_at is None or sum(widths) + _GAP * (len(widths) - 1) <= room
    for columns in [list(range(len(heads)))] if whole else _pieces(widths, room, part_at):
        shown = Table(box=None, pad_edge=False, header_style="dim")
        words = {at: _longest_word([heads[at], *(row[at] for row in rows)]) for at in columns if at in wraps}
        fixed = sum(widths[at] for at in columns if at not in wraps) + _GAP * (len(columns) - 1)
        most = next((n for n in range(_WRAPPED, 0, -1) if fixed + sum(min(n, word) for word in words.values()) <= room), 1)
        for at in columns:
            head = " " * indent + heads[at] if at == 0 else heads[at]
            least = min(words[at], most) if at in wraps else widths[at]
            justify: JustifyMethod = "right" if at in right else "left"
            shown.add_column(head, justify=justify, min_width=least, no_wrap=at not in wraps, overflow="fold")
        for number, row in enumerate(rows):
            cells = [Text(" " * indent).append(row[at]) if at == 0 else row[at] for at in columns]
            shown.add_row(*cells, style=styles[number] if styles else "")
        console.print(shown)


def _widest(cells: Sequence[Cell], *, wraps: bool) -> int:
    """How wide a column must be for its cells."""
    widest = max((cell_len(line) for cell in cells for line in str(cell).splitlines()), default=0)
    return min(widest, _WRAPPED) if wraps else widest


def _longest_word(cells: Sequence[Cell]) -> int:
    """How wide a column must be, so that no word is broken."""
    return max((cell_len(word) for cell in cells for word in str(cell).split()), default=0)


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
