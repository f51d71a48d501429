"""Who dealt, at each moment of a table's day."""

from collections.abc import Iterable

from ledger.entry import Entry
from ledger.events.table import DealerChanged


def dealer_by_position(entries: Iterable[Entry]) -> dict[int, str]:
    """By the position of an entry of a day, in the order in which they happened, who was dealing, as far as they tell."""
    dealer, found = None, dict[int, str]()
    for entry in entries:
        if isinstance(entry.event, DealerChanged):
            dealer = entry.event.dealer
        if dealer is not None:
            found[entry.position] = dealer
    return found
