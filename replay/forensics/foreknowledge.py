"""Whether somebody's bets follow what nobody could know: the next card, or where the ball lies already.

Each bet is a trial whose chance without foreknowledge is known exactly. The bets on foreknowledge are that its holder is
right in so many of the cases, by several shares; their mean is the evidence.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from replay.forensics.evidence import UNIT, one_in

_RIGHT: Final = tuple(Fraction(*share) for share in ((11, 20), (3, 5), (7, 10), (4, 5), (9, 10), (63, 64)))
"""In such shares of the cases somebody who knows is right."""


@dataclass(slots=True)
class ForeknowledgeBets:
    """The bets on one player's foreknowledge, as the trials come."""

    values: list[int] = field(default_factory=lambda: [UNIT] * len(_RIGHT))
    trials: int = 0
    hits: int = 0
    expected: Fraction = Fraction(0)
    """How many hits there would be by chance."""
    highest: int = UNIT

    def follow_sign(self, *, happened: bool, chance: Fraction, predicted: bool) -> None:
        """A trial in which a bet predicted that something would happen, or would not; it has this chance."""
        right = chance if predicted else 1 - chance
        forecasts = []
        for share in _RIGHT:
            meant = share if predicted else 1 - share
            forecasts.append(meant * chance / (meant * chance + (1 - meant) * (1 - chance)))
        self._take(forecasts, happened=happened, chance=chance)
        self._count(hit=happened == predicted, chance=right)

    def follow_win(self, *, won: bool, chance: Fraction) -> None:
        """A trial in which a bet was laid that wins with this chance; whoever knows wins more."""
        self._take([chance + (2 * share - 1) * (1 - chance) for share in _RIGHT], happened=won, chance=chance)
        self._count(hit=won, chance=chance)

    def _take(self, forecasts: list[Fraction], *, happened: bool, chance: Fraction) -> None:
        for number, forecast in enumerate(forecasts):
            gain = forecast / chance if happened else (1 - forecast) / (1 - chance)
            self.values[number] = self.values[number] * gain.numerator // gain.denominator
        self.highest = max(self.highest, sum(self.values) // len(self.values))

    def _count(self, *, hit: bool, chance: Fraction) -> None:
        self.trials += 1
        self.hits += hit
        self.expected += chance

    @property
    def one_in(self) -> int:
        """How rarely somebody without foreknowledge ever comes to this: once in so many at most."""
        return one_in(self.highest)
