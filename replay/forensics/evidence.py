"""What a suspicion is, and how the suspicions of a shoe share the level of false alarms."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from ledger.values.cards import RANKS, SUITS

UNIT: Final = 1 << 64
"""The stake of a bet: 1, as a whole number."""

FACES: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
CODES: Final[Mapping[str, int]] = {face: code for code, face in enumerate(FACES)}
"""A face as a number: the suits one after the other, each from the ace to the king."""
NO_CARD: Final = 63
"""Stands where no card was read."""

SHARES: Final[Mapping[str, Fraction]] = {
    "cards_missing": Fraction(12, 64),
    "cards_surplus": Fraction(4, 64),
    "deck_order": Fraction(4, 64),
    "repeated_deck": Fraction(4, 64),
    "repeated_run": Fraction(16, 64),
    "poor_shuffle": Fraction(24, 64),
}
"""The suspicions of a shoe, and the share of the level that each has. What shows soon needs little of it."""

MACHINE_SHARES: Final[Mapping[str, Fraction]] = {
    "deck_order": Fraction(1, 4),
    "repeated_deck": Fraction(1, 4),
    "early_return": Fraction(1, 2),
}
"""The same of a machine that takes the cards back after every round."""


_RAREST: Final = 10**15
"""What is rarer is said to be as rare as this."""


@dataclass(frozen=True, slots=True)
class Suspicion:
    """Something that a fair shoe comes to so rarely that somebody should look.

    `number` is that of the card with which the level was reached, among those that left the shoe; `one_in` says how rarely:
    once in so many fair shoes at most, for all suspicions and all looks together.
    """

    kind: str
    number: int
    one_in: int | None
    """None where a complete shoe cannot come to it at all."""
    first_number: int = 1
    """Of an order: the number of the first card of it."""
    shoes: int = 1
    """Of missing or surplus cards: out of how many shoes in a row, this one the last."""
    faces: tuple[str, ...] = ()
    """Of missing or surplus cards: which they are, likeliest, a face as often as copies of it."""
    earlier_shoe: int | None = None
    """Of an order of an earlier shoe: how many shoes ago it was dealt."""
    earlier_number: int | None = None
    """The number, in that shoe, of the card which came again first."""
    order: str = ""
    """Of an order of an earlier shoe: `dealt` or `by_hand`, with `_backwards` where it came so."""
    lag: int | None = None
    """Of an order repeated within the shoe: how many cards later it comes again."""
    riffles: int | None = None
    """Of too little shuffling: how many riffles explain it best."""


def one_in(evidence: int, share: Fraction = Fraction(1)) -> int:
    """How rarely chance comes to this evidence of a suspicion that has this share: once in so many, at most."""
    return min(max(1, evidence * share.numerator // (share.denominator * UNIT)), _RAREST)
