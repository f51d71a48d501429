"""Who dealt: at each moment of a table's day, and each of its rounds."""

from collections.abc import Iterable

from ledger.entry import Entry
from ledger.events.table import DealerChanged
from ledger.values.subjects import round_of
from replay.table_day.builder import TableDay


def dealer_by_position(entries: Iterable[Entry]) -> dict[int, str]:
    """By the position of an entry of a day, in the order in which they happened, who was dealing, as far as they tell."""
    dealer, found = None, dict[int, str]()
    for entry in entries:
        if isinstance(entry.event, DealerChanged):
            dealer = entry.event.dealer
        if dealer is not None:
            found[entry.position] = dealer
    return found


def dealer_by_round(table_day: TableDay) -> dict[str, str]:
    """Who dealt each round, as far as the day's record tells: whoever did when it began."""
    working, found = dealer_by_position(table_day.order.entries), dict[str, str]()
    for entry in table_day.order.entries:
        if (name := round_of(entry.subject)) is not None and entry.position in working:
            found.setdefault(name, working[entry.position])
    return found
