"""A roulette layout as it follows from its wheel: which pockets there are, and every placement that is possible on it.

The numbers lie in rows of three, the zeros above the first row. `0` faces all of that row where it is the only zero; where
there are two, `0` faces its first and second number and `00` its second and third.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from typing import Final

from ledger.values.message import Message, Term
from ledger.values.pockets import pockets_of

Numbers = frozenset[str]

SINGLE_ZERO: Final = "0-32-15-19-4-21-2-25-17-34-6-27-13-36-11-30-8-23-10-5-24-16-33-1-20-14-31-9-22-18-29-7-28-12-35-3-26"
"""The compartments of the wheel with one zero, clockwise: the wheel of a table that names no other."""

ZEROS: Final = ("0", "00")
RED_NUMBERS: Final[Numbers] = frozenset(pockets_of("1-3-5-7-9-12-14-16-18-19-21-23-25-27-30-32-34-36"))
"""The red numbers, on the wheel and on the layout."""

NUMBERS_PER_ROW: Final = 3
THIRDS: Final = (1, 2, 3)
"""The numbers of a dozen, and of a column."""

NUMBERED_KINDS: Final = ("straight", "split", "street", "corner", "first_four", "six_line")
INDEXED_KINDS: Final = ("dozen", "column")
EVEN_CHANCES: Final = ("low", "high", "even", "odd", "red", "black")


@dataclass(frozen=True)
class Layout:
    """The layout that belongs to a wheel, whose compartments are named clockwise."""

    wheel: tuple[str, ...]

    def faults(self) -> Iterator[str]:
        """What makes it no wheel that a layout belongs to."""
        if len(set(self.wheel)) < len(self.wheel):
            yield Message("a compartment is named twice")
        if "0" not in self.wheel:
            yield Message("it has no zero")
        numbered = sorted(int(pocket) for pocket in self.wheel if pocket not in ZEROS)
        if numbered != list(range(1, len(numbered) + 1)) or not numbered or len(numbered) % (2 * NUMBERS_PER_ROW):
            yield Message("its numbers do not run from 1 to a multiple of six, as rows of three and two halves need")

    @cached_property
    def zeros(self) -> tuple[str, ...]:
        return tuple(zero for zero in ZEROS if zero in self.wheel)

    @cached_property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """The numbers in rows of three, the lowest first."""
        last = len(self.wheel) - len(self.zeros)
        return tuple(tuple(str(first + n) for n in range(NUMBERS_PER_ROW)) for first in range(1, last + 1, NUMBERS_PER_ROW))

    @cached_property
    def placements(self) -> Mapping[str, frozenset[Numbers]]:
        """By the kinds that name their numbers, the groups on which a chip can lie."""
        rows = self.rows
        side_by_side = [pair for row in rows for pair in pairwise(row)]
        below = [pair for row, other in pairwise(rows) for pair in zip(row, other, strict=True)]
        corners = [(*left, *right) for row, other in pairwise(rows) for left, right in _adjacent_pairs(row, other)]
        lines = [(*row, *other) for row, other in pairwise(rows)]
        streets = [*rows, *self._streets_of_zero()]
        four = [("0", *rows[0])] if len(self.zeros) == 1 else []
        return {
            "straight": _number_groups((pocket,) for pocket in self.wheel),
            "split": _number_groups([*side_by_side, *below, *self._splits_of_zero()]),
            "street": _number_groups(streets),
            "corner": _number_groups(corners),
            "first_four": _number_groups(four),
            "six_line": _number_groups(lines),
        }

    def _splits_of_zero(self) -> Iterator[tuple[str, ...]]:
        first = self.rows[0]
        if len(self.zeros) == 1:
            yield from (("0", number) for number in first)
            return
        yield from (ZEROS, ("0", first[0]), ("0", first[1]), ("00", first[1]), ("00", first[2]))

    def _streets_of_zero(self) -> Iterator[tuple[str, ...]]:
        first, two, three = self.rows[0]
        if len(self.zeros) == 1:
            yield from (("0", first, two), ("0", two, three))
            return
        yield from (("0", first, two), ("0", "00", two), ("00", two, three))

    def third_numbers(self, kind: str, index: int) -> Numbers:
        """The numbers of the first, second or third dozen or column."""
        if kind == "column":
            return frozenset(row[index - 1] for row in self.rows)
        rows = len(self.rows) // len(THIRDS)
        return frozenset(number for row in self.rows[(index - 1) * rows : index * rows] for number in row)

    def even_chance_numbers(self, kind: str) -> Numbers:
        """The numbers of an even chance; zeros belong to none."""
        numbers = [number for row in self.rows for number in row]
        half = len(numbers) // 2
        chosen = {
            "low": lambda n: int(n) <= half,
            "high": lambda n: int(n) > half,
            "even": lambda n: int(n) % 2 == 0,
            "odd": lambda n: int(n) % 2 == 1,
            "red": RED_NUMBERS.__contains__,
            "black": lambda n: n not in RED_NUMBERS,
        }[kind]
        return frozenset(filter(chosen, numbers))

    def neighbours_of(self, pocket: str, pieces: int) -> tuple[str, ...]:
        """So many compartments of the wheel with `pocket` in their middle, clockwise."""
        at, side = self.wheel.index(pocket), pieces // 2
        return tuple(self.wheel[(at + step) % len(self.wheel)] for step in range(-side, side + 1))

    def colour(self, pocket: str) -> str:
        """`red`, `black`, or `green` for a zero."""
        return "green" if pocket in ZEROS else "red" if pocket in RED_NUMBERS else "black"

    def placement_error(
        self, kind: str, numbers: str | None, index: int | None, centre: str | None, pieces: int | None
    ) -> str | None:
        """Why no chip can lie so, None where one can. Of a kind that the layout does not have it says nothing."""
        if kind in NUMBERED_KINDS:
            if numbers is None:
                return Message("a {kind} names its numbers, as numbers={example}", kind=Term(kind), example=_EXAMPLES[kind])
            named = pockets_of(numbers)
            if frozenset(named) not in self.placements[kind] or len(set(named)) < len(named):
                size = len(self.wheel)
                return Message(
                    "{numbers} is no {kind} on a layout of {size} numbers", numbers=numbers, kind=Term(kind), size=size
                )
        elif kind in INDEXED_KINDS and index is None:
            return Message("a {kind} is the first, second or third, as index=2", kind=Term(kind))
        elif kind == "neighbours":
            if centre is None or pieces is None:
                return Message("neighbours are so many pieces around a number, as of=26 pieces=5")
            if centre not in self.wheel:
                return Message("the wheel has no compartment {pocket}", pocket=centre)
            if pieces % 2 == 0 or pieces > len(self.wheel):
                return Message("{pieces} pieces are no number with as many neighbours on either side", pieces=pieces)
        return None


def position_text(
    kind: str, numbers: str | None = None, index: int | None = None, centre: str | None = None, pieces: int | None = None
) -> str:
    """Where a wager lies, as it is said at the table: `split 14-17`, `dozen 2`, `5 neighbours of 26`."""
    if kind == "neighbours":
        return Message("{pieces} neighbours of {number}", pieces=pieces, number=centre)
    where = numbers if numbers is not None else index
    if where is None:
        return Term(kind)
    return Message(_POSITIONS[kind], where=where) if kind in _POSITIONS else f"{_kind_text(kind)} {where}"


_POSITIONS: Final = {
    "straight": "straight {where}",
    "split": "split {where}",
    "street": "street {where}",
    "corner": "corner {where}",
    "first_four": "first four {where}",
    "six_line": "six line {where}",
    "dozen": "dozen {where}",
    "column": "column {where}",
}


_EXAMPLES: Final = {
    "straight": "17",
    "split": "14-17",
    "street": "13-14-15",
    "corner": "13-14-16-17",
    "first_four": "0-1-2-3",
    "six_line": "13-14-15-16-17-18",
}


def _kind_text(kind: str) -> str:
    return kind.replace("_", " ")


def _number_groups(groups: Iterable[Iterable[str]]) -> frozenset[Numbers]:
    return frozenset(frozenset(group) for group in groups)


def _adjacent_pairs(row: tuple[str, ...], next_row: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    yield from zip(pairwise(row), pairwise(next_row), strict=True)


@cache
def layout_of(wheel: str | None) -> Layout:
    """The layout of a wheel as a table's opening names it; of the wheel with one zero where it names none."""
    return Layout(pockets_of(wheel or SINGLE_ZERO))
