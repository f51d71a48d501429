"""The local times of a feed, placed by the order of the times around them before anything is recorded."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, Generic, NamedTuple, TypeVar

from ledger.values.local_times import Instants, in_order

MOST_HELD: Final = 50_000
"""So many pieces of a feed may wait for a time that is one instant; both passes of an hour of a wheel's log fit in."""

LARGEST_STEP_BACK_US: Final = 30 * 60 * 1_000_000
"""A clock that is further back was not merely adjusted."""

T = TypeVar("T")


class Timed(NamedTuple, Generic[T]):
    """A piece of a feed with the time that a clock showed; `instants` is None where it showed none."""

    piece: T
    clock: str = ""
    instants: Instants | None = None


class Placed(NamedTuple, Generic[T]):
    """A piece of a feed with its instant, in microseconds; `is_open` where its time occurs twice and its order decides
    neither.
    """

    piece: T
    instant: int | None
    is_open: bool = False


@dataclass(slots=True)
class _Clock:
    """What is known of one clock: its last instant, how far it went back, and the times that wait."""

    last: int | None = None
    largest_step_back: int = 0
    waiting: list[Instants] = field(default_factory=list)

    @property
    def is_waiting(self) -> bool:
        """Whether the last of its times may be two instants."""
        return bool(self.waiting) and len(self.waiting[-1]) > 1

    def show(self, instant: int) -> None:
        step_back = 0 if self.last is None else self.last - instant
        if 0 < step_back <= LARGEST_STEP_BACK_US:
            self.largest_step_back = max(self.largest_step_back, step_back)
        self.last = instant

    def release(self, silence_us: int | None) -> Iterator[int | None]:
        """The instants of the times that waited."""
        waiting, self.waiting = self.waiting, []
        before = [] if self.last is None else [(self.last,)]
        found = in_order([*before, *waiting], self.largest_step_back, silence_us)[len(before) :]
        for instants, placed in zip(waiting, found, strict=True):
            instant = instants[0] if len(instants) == 1 else placed
            if instant is not None:
                self.show(instant)
            yield instant


def placed_in_time(pieces: Iterable[Timed[T]], silence_us: int | None = None) -> Iterator[Placed[T]]:
    """All pieces of a feed in their order, each with its instant; each clock is followed by itself.

    A piece whose time occurs twice waits for one whose time does not. `silence_us` is as in `in_order`.
    """
    clocks: dict[str, _Clock] = {}
    held: list[Timed[T]] = []
    for piece in pieces:
        instants = piece.instants or ()
        clock = clocks.setdefault(piece.clock, _Clock())
        if not held and len(instants) < 2:
            if instants:
                clock.show(instants[0])
            yield Placed(piece.piece, instants[0] if instants else None)
            continue
        held.append(piece)
        if instants:
            clock.waiting.append(instants)
        if len(held) >= MOST_HELD or not any(each.is_waiting for each in clocks.values()):
            yield from _released(held, clocks, silence_us)
            held = []
    yield from _released(held, clocks, silence_us)


def _released(held: Iterable[Timed[T]], clocks: dict[str, _Clock], silence_us: int | None) -> Iterator[Placed[T]]:
    placed = {name: iter(list(clock.release(silence_us))) for name, clock in clocks.items()}
    for piece in held:
        instant = next(placed[piece.clock]) if piece.instants else None
        yield Placed(piece.piece, instant, is_open=bool(piece.instants) and instant is None)
