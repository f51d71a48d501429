"""What a program that looks at a table's cards says it saw: faces with how far it trusts each."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

MILLION: Final = 1_000_000
"""Confidences and rates are counted in millionths."""


class Sighting(NamedTuple):
    """What was seen where a card lies: card number so many of its place, from 1.

    Each face has its confidence in millionths; what the candidates leave falls on all other faces alike. `7?` is a seven of
    any suit.
    """

    place: str
    number: int
    candidates: Mapping[str, int]


class SeenRound(NamedTuple):
    """A round as a recogniser saw it, with what the dealer called: hands' totals by place, and the result."""

    subject: str
    sightings: tuple[Sighting, ...]
    totals: Mapping[str, int] = MappingProxyType({})
    result: str | None = None
    shoe: str | None = None


class SightingRates(NamedTuple):
    """How often eyes and hands fail, in millionths.

    `missed`: nothing is seen where a card lies. `invented`: a card is seen where none lies. `unlawful`: the deal is not the
    one that the cards require. `miscalled`: what the dealer says is not so.
    """

    missed: int = 20_000
    invented: int = 1_000
    unlawful: int = 5_000
    miscalled: int = 5_000
