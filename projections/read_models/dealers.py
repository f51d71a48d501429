"""Who dealt: at each moment of a table's day, and each of its rounds."""

from ledger.events.table import DealerChanged
from ledger.values.subjects import round_of
from replay.table_day.builder import TableDay


def dealer_by_position(table_day: TableDay) -> dict[int, str]:
    """By the position of an entry, who was dealing then, as far as the day's record tells."""
    dealer, found = None, dict[int, str]()
    for entry in table_day.order.entries:
        if isinstance(entry.event, DealerChanged):
            dealer = entry.event.dealer
        if dealer is not None:
            found[entry.position] = dealer
    return found


def dealer_by_round(table_day: TableDay) -> dict[str, str]:
    """Who dealt each round, as far as the day's record tells: whoever did when it began."""
    working, found = dealer_by_position(table_day), dict[str, str]()
    for entry in table_day.order.entries:
        if (name := round_of(entry.subject)) is not None and entry.position in working:
            found.setdefault(name, working[entry.position])
    return found
