"""The vocabulary: everything that can be on record, one module per part of the floor."""

from ledger.events import (
    cases,
    championships,
    decisions,
    decks,
    deliveries,
    desk,
    evidence,
    footage,
    house,
    personal_data,
    play,
    policies,
    roster,
    rulings,
    shoe,
    table,
    wheel,
)
from ledger.events.base import REGISTRY, Event

__all__ = [
    "REGISTRY",
    "Event",
    "cases",
    "championships",
    "decisions",
    "decks",
    "deliveries",
    "desk",
    "evidence",
    "footage",
    "house",
    "personal_data",
    "play",
    "policies",
    "roster",
    "rulings",
    "shoe",
    "table",
    "wheel",
]
