"""The vocabulary: everything that can be on record, one module per part of the floor."""

from ledger.events import decisions, house, play, shoe, table
from ledger.events.base import REGISTRY, Event

__all__ = ["REGISTRY", "Event", "decisions", "house", "play", "shoe", "table"]
