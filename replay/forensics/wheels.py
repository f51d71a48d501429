"""Whether a wheel favours a pocket or a sector, and whether a dealer's ball lands at a distance from where it lay before.

The bets are that an arc of the wheel has more than its part of the spins: each arc of several widths, by each of several
shares. Each is a forecast of every spin, so that it may be looked at every night. What it comes to depends on how many
spins there were and how many fell into the arc, and is reckoned by logarithms to the base 2 in parts of 2^-40, rounded down
by less than 2^-30 a spin, as is the power of two that they stand for: what is rounded away is lost to the bet. The evidence
is the mean of all bets.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import accumulate
from typing import Final, NamedTuple

from replay.forensics.evidence import UNIT, one_in
from replay.forensics.logarithms import log2_of, power_of_two

_WIDTHS: Final = (1, 2, 3, 5, 9, 18)
"""So many pockets side by side."""
_SHARES_MORE: Final = tuple(Fraction(*share) for share in ((1, 16), (1, 8), (1, 5), (2, 5), (4, 5), (2, 1)))
"""So much more than its part of the spins."""
_LAP: Final = 37
"""The bets are looked at after so many spins."""


class Arc(NamedTuple):
    """Pockets side by side, clockwise from one on, with the spins that fell into them, of how many."""

    first: int
    width: int
    hits: int
    spins: int


@dataclass(slots=True)
class ArcBets:
    """The bets that some arc of places on a circle comes up more than it should."""

    places: int
    counts: list[int] = field(init=False)
    spins: int = 0
    highest: int = UNIT
    """The evidence at its highest, with `UNIT` for one."""
    highest_at: Arc | None = None

    def __post_init__(self) -> None:
        self.counts = [0] * self.places

    def add(self, place: int) -> None:
        """The ball fell at a place."""
        self.counts[place] += 1
        self.spins += 1
        if self.spins % _LAP == 0:
            self.look()

    def look(self) -> None:
        """Weigh all bets as they stand."""
        sums, bets = [0, *accumulate(self.counts * 2)], _bets(self.places)
        total, best, best_arc = 0, 0, None
        for width, on, off in bets:
            for first in range(self.places):
                hits = sums[first + width] - sums[first]
                value = power_of_two(hits * on + (self.spins - hits) * off)
                total += value
                if value > best:
                    best, best_arc = value, Arc(first, width, hits, self.spins)
        if total // (len(bets) * self.places) > self.highest:
            self.highest, self.highest_at = total // (len(bets) * self.places), best_arc

    @property
    def one_in(self) -> int:
        """How rarely a fair wheel ever comes to what was seen: once in so many at most."""
        return one_in(self.highest)


@cache
def _bets(places: int) -> Sequence[tuple[int, int, int]]:
    """For each width and share the logarithms of what a spin into the arc, and one past it, does to the bet."""
    found = []
    for width in _WIDTHS:
        for more in _SHARES_MORE:
            part = Fraction(width, places) * (1 + more)
            if part < 1:
                found.append((width, log2_of(1 + more), log2_of((1 - part) / (1 - Fraction(width, places)))))
    return tuple(found)
