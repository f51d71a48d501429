"""Cards that come again in the order in which they came out of an earlier shoe, and how likely that is by chance.

By chance: a shoe of D decks, well shuffled, has N = 52 D cards in an order that is as likely as any other. That L cards
from a given place on are a given run is as likely as at most D^L / (N (N-1) ... (N-L+1)): of each card D copies are there
at first, and fewer later. There are N-L+1 places, and M-L+1 runs of L cards among M of an earlier shoe; the sum over all
places, runs and earlier shoes is an upper bound, exact as a fraction, of the chance of any run that long.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import perm
from typing import Final

SELDOM: Final = Fraction(1, 1_000_000)
"""A run is told of that comes, by chance, in fewer than one of so many shoes."""


def chance_of(length: int, decks: int, earlier: Iterable[int]) -> Fraction:
    """The chance, at most, that a shuffled shoe repeats any run of so many cards of earlier shoes of these lengths."""
    cards = 52 * decks
    if length > cards:
        return Fraction(0)
    places = cards - length + 1
    runs = sum(max(0, number - length + 1) for number in earlier)
    return min(Fraction(1), Fraction(places * runs * decks**length, perm(cards, length)))


def common_run(one: Sequence[str | None], other: Sequence[str | None]) -> tuple[int, int, int]:
    """The longest run that both have: its length, and the index of its last element in `other` and in `one`.

    What is None equals nothing. In time proportional to the two lengths.
    """
    runs = _Runs()
    for at, card in enumerate(one):
        runs.add(("unread", at) if card is None else card, at)
    best, state, length = (0, -1, -1), 0, 0
    for at, card in enumerate(other):
        while state and card not in runs.onward[state]:
            state = runs.shorter[state]
            length = runs.longest[state]
        if card is not None and card in runs.onward[state]:
            state, length = runs.onward[state][card], length + 1
        else:
            state, length = 0, 0
        if length > best[0]:
            best = length, at, runs.ends[state]
    return best


@dataclass(slots=True)
class _Runs:
    """All runs of a sequence: a suffix automaton, whose states are sets of runs that end at the same places."""

    onward: list[dict[object, int]] = field(default_factory=lambda: [{}])
    shorter: list[int] = field(default_factory=lambda: [-1])
    longest: list[int] = field(default_factory=lambda: [0])
    ends: list[int] = field(default_factory=lambda: [-1])
    _whole: int = 0

    def add(self, card: object, at: int) -> None:
        """The sequence goes on with this card."""
        new, state = self._state({}, self.longest[self._whole] + 1, at), self._whole
        while state != -1 and card not in self.onward[state]:
            self.onward[state][card] = new
            state = self.shorter[state]
        self.shorter[new] = 0 if state == -1 else self._parted(state, card)
        self._whole = new

    def _parted(self, state: int, card: object) -> int:
        """The state of the runs that end in this card here and elsewhere, parted from longer ones where need be."""
        then = self.onward[state][card]
        if self.longest[then] == self.longest[state] + 1:
            return then
        copy = self._state(dict(self.onward[then]), self.longest[state] + 1, self.ends[then])
        self.shorter[copy] = self.shorter[then]
        while state != -1 and self.onward[state].get(card) == then:
            self.onward[state][card] = copy
            state = self.shorter[state]
        self.shorter[then] = copy
        return copy

    def _state(self, onward: dict[object, int], longest: int, end: int) -> int:
        self.onward.append(onward)
        self.shorter.append(-1)
        self.longest.append(longest)
        self.ends.append(end)
        return len(self.onward) - 1
