"""The wagers of an exercise as they are written, and whether anybody could answer them on the exercise's own wheel."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from ledger.events.championships import ExerciseSet
from ledger.values.message import Message
from ledger.values.pockets import pockets_of
from ledger.values.wheel_layout import EVEN_CHANCES, INDEXED_KINDS, NUMBERED_KINDS, THIRDS, Layout, Numbers, layout_of

KINDS: Final = (*NUMBERED_KINDS, *INDEXED_KINDS, *EVEN_CHANCES)
"""What an exercise can be made of."""


@dataclass(frozen=True, slots=True)
class Wager:
    """A wager of an exercise: so many chips on a place, and the pocket that wins."""

    chips: int
    kind: str
    numbers: str | None
    index: int | None
    pocket: str

    def __str__(self) -> str:
        where = self.numbers if self.numbers is not None else self.index
        return f"{self.chips} {self.kind}{'' if where is None else f' {where}'} on {self.pocket}"


def read(written: str) -> Wager:
    """`9 split 17-20 on 17`, `25 column 2 on 17`, `65 black on 17`."""
    placed, pocket = written.split(" on ")
    chips, kind, *where = placed.split(" ")
    if kind in INDEXED_KINDS and where and where[0].isdigit():
        return Wager(int(chips), kind, None, int(where[0]), pocket)
    return Wager(int(chips), kind, where[0] if where else None, None, pocket)


def impossible(event: ExerciseSet) -> Iterator[str]:
    """What in an exercise nobody could answer: a wager that cannot lie so on its wheel, or that does not win."""
    layout = layout_of(event.wheel)
    faults = list(layout.faults())
    yield from faults
    for wager in map(read, event.wagers) if not faults else ():
        why = _why(wager, layout)
        if why is not None:
            yield Message("`{wager}`: {why}", wager=wager, why=why)


def _why(wager: Wager, layout: Layout) -> str | None:
    if wager.pocket not in layout.wheel:
        return Message("the wheel has no compartment {pocket}", pocket=wager.pocket)
    misplaced = wager.numbers is not None and wager.kind not in NUMBERED_KINDS
    if wager.kind not in KINDS or misplaced or (wager.index is not None and wager.index not in THIRDS):
        kind = str(wager).split(" ", 1)[1].rpartition(" on ")[0]
        return Message("there is no wager {kind} in an exercise", kind=kind)
    return layout.placement_error(wager.kind, wager.numbers, wager.index, None, None) or (
        None if wager.pocket in _covered(wager, layout) else Message("that does not win")
    )


def _covered(wager: Wager, layout: Layout) -> Numbers:
    if wager.numbers is not None:
        return frozenset(pockets_of(wager.numbers))
    return layout.even_chance_numbers(wager.kind) if wager.index is None else layout.third_numbers(wager.kind, wager.index)
