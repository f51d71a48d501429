"""Cards that come again in the order in which they came out of an earlier shoe, and how likely that is by chance.

By chance: a shoe of D decks, well shuffled, has N = 52 D cards in an order that is as likely as any other. That L cards
from a given place on are a given run is as likely as at most D^L / (N (N-1) ... (N-L+1)): of each card D copies are there
at first, and fewer later. There are N-L+1 places, and M-L+1 runs of L cards among M of an earlier shoe; the sum over all
places, runs and earlier shoes is an upper bound, exact as a fraction, of the chance of any run that long.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from math import perm
from typing import Final

IMPROBABLE_CHANCE: Final = Fraction(1, 1_000_000)
"""A run is told of that comes, by chance, in fewer than one of so many shoes."""


def chance_of_run(length: int, decks: int, earlier: Iterable[int]) -> Fraction:
    """The chance, at most, that a shuffled shoe repeats any run of so many cards of earlier shoes of these lengths."""
    cards = 52 * decks
    if length > cards:
        return Fraction(0)
    places = cards - length + 1
    runs = sum(max(0, number - length + 1) for number in earlier)
    return min(Fraction(1), Fraction(places * runs * decks**length, perm(cards, length)))


def runs_of(cards: Iterable[str | None]) -> "SuffixAutomaton":
    """All runs of these cards, to be looked for in later ones; what is None equals nothing."""
    runs = SuffixAutomaton()
    for at, card in enumerate(cards):
        runs.add(("unread", at) if card is None else card, at)
    return runs


@dataclass(slots=True)
class RunSearch:
    """Looks for the longest run of earlier cards in a sequence that may go on."""

    runs: "SuffixAutomaton"
    best: tuple[int, int, int] = (0, -1, -1)
    """The length of the longest so far, and the index of its last card in the sequence and in the earlier one."""
    number: int = 0
    """How many cards were looked at."""
    _state: int = 0
    _length: int = 0

    def extend(self, cards: Iterable[str | None]) -> None:
        """The sequence goes on with these cards."""
        runs, state, length = self.runs, self._state, self._length
        for card in cards:
            while state and card not in runs.transitions[state]:
                state = runs.suffix_links[state]
                length = runs.lengths[state]
            if card is not None and card in runs.transitions[state]:
                state, length = runs.transitions[state][card], length + 1
            else:
                state, length = 0, 0
            if length > self.best[0]:
                self.best = length, self.number, runs.end_positions[state]
            self.number += 1
        self._state, self._length = state, length


@dataclass(slots=True)
class SuffixAutomaton:
    """All runs of a sequence: a suffix automaton, whose states are sets of runs that end at the same places."""

    transitions: list[dict[object, int]] = field(default_factory=lambda: [{}])
    suffix_links: list[int] = field(default_factory=lambda: [-1])
    lengths: list[int] = field(default_factory=lambda: [0])
    end_positions: list[int] = field(default_factory=lambda: [-1])
    _last_state: int = 0

    def add(self, card: object, position: int) -> None:
        """The sequence goes on with this card."""
        new, state = self._new_state({}, self.lengths[self._last_state] + 1, position), self._last_state
        while state != -1 and card not in self.transitions[state]:
            self.transitions[state][card] = new
            state = self.suffix_links[state]
        self.suffix_links[new] = 0 if state == -1 else self._cloned_state(state, card)
        self._last_state = new

    def _cloned_state(self, state: int, card: object) -> int:
        """The state of the runs that end in this card here and elsewhere, parted from longer ones where need be."""
        then = self.transitions[state][card]
        if self.lengths[then] == self.lengths[state] + 1:
            return then
        copy = self._new_state(dict(self.transitions[then]), self.lengths[state] + 1, self.end_positions[then])
        self.suffix_links[copy] = self.suffix_links[then]
        while state != -1 and self.transitions[state].get(card) == then:
            self.transitions[state][card] = copy
            state = self.suffix_links[state]
        self.suffix_links[then] = copy
        return copy

    def _new_state(self, transitions: dict[object, int], length: int, end: int) -> int:
        self.transitions.append(transitions)
        self.suffix_links.append(-1)
        self.lengths.append(length)
        self.end_positions.append(end)
        return len(self.transitions) - 1
