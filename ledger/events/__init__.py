"""The vocabulary: everything that can be on record, one module per part of the floor."""

from ledger.events import cases, championship, decisions, evidence, house, person, play, shoe, table, wheel
from ledger.events.base import REGISTRY, Event

__all__ = [
    "REGISTRY",
    "Event",
    "cases",
    "championship",
    "decisions",
    "evidence",
    "house",
    "person",
    "play",
    "shoe",
    "table",
    "wheel",
]
