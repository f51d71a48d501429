"""Too little shuffling: the shoe before, after so few riffles that its order shows through (Gilbert, Shannon, Reeds).

After r riffles the cards are 2^r stretches of the old order, laid into each other; the next card comes from each stretch
about as often. The bet keeps, for each place of the old order, how likely it is that a stretch goes on from there, and
forecasts by that; of stretches that have not shown yet it forecasts what a fair shoe does. It weighs each place by
itself, which is not the best forecast, but a proper one: what it gives all cards together is never more than one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from replay.forensics.evidence import NO_CARD, UNIT

_LOST: Final = UNIT >> 13
"""A bet that has come down to this is not carried on."""
_UNKNOWN: Final = 50
"""At least one part in so many is left to stretches that have not shown."""

Places = Mapping[int, Sequence[int]]


def places_by_card(cards: Sequence[int]) -> Places:
    """Where each face stands in an order of cards."""
    places: dict[int, list[int]] = {}
    for place, card in enumerate(cards):
        if card != NO_CARD:
            places.setdefault(card, []).append(place)
    return places


@dataclass(slots=True)
class RiffleBet:
    """The bet that a shoe is an order of old cards after so many riffles."""

    riffles: int
    places: Places
    last_place: int
    decks: int
    value: int = UNIT
    is_lost: bool = False
    _weights: dict[int, int] = field(default_factory=dict)
    """By place, how likely a stretch goes on from there, in parts of `_unit`."""
    _total: int = 0
    _unit: int = UNIT
    """Grows with every card, so that what is not drawn becomes less likely to be a stretch."""

    def follow(self, card: int, copies_left: int, cards_left: int) -> None:
        """Takes in the next card."""
        places, weights = self.places.get(card, ()), self._weights
        self._unit += self._unit >> self.riffles + 3
        whole = self._unit << self.riffles
        known = min(self._total, whole - whole // _UNKNOWN)
        drawn = [weights.get(place, 0) for place in places]
        if known < self._total:
            drawn = [weight * known // self._total for weight in drawn]
        fresh = (whole - known) * copies_left // cards_left
        forecast = sum(drawn) + fresh
        self.value = self.value * forecast * cards_left // (whole * copies_left)
        if self.value < _LOST:
            self.is_lost = True
            return
        for place, weight in zip(places, drawn, strict=True):
            if weight:
                self._move(place, -min(weight * self._unit // forecast, weights[place]))
            if place < self.last_place:
                self._move(place + 1, (weight + fresh // self.decks) * self._unit // forecast)

    def _move(self, place: int, weight: int) -> None:
        self._weights[place] = self._weights.get(place, 0) + weight
        self._total += weight
