"""Which lines of a transcript are on record already, as they were first typed or as they were mended since."""

from collections.abc import Iterable, Sequence

from ledger.application import Ledger
from ledger.corrections import as_mended, chain_key
from ledger.entry import Delivery
from ledger.feeds.reading import FeedItem
from ledger.mapper import content_bytes
from ledger.values.subjects import TRANSCRIPT, table_day


def words_of(delivery: Delivery) -> bytes:
    """What a delivery tells, whatever it is called: two that tell the same have the same."""
    return content_bytes(delivery._replace(source="", id="", sequence=None))


class TypedLines:
    """Goes along the lines of a feed and finds those of typed accounts on the record of a ledger."""

    def __init__(self, ledger: Ledger):
        self._ledger = ledger
        self._accounts: dict[tuple[str, str], _Account] = {}

    def as_recorded(self, item: FeedItem) -> FeedItem:
        """A line with its deliveries as they are on record, where all of it is.

        Of one that contradicts the record the first delivery is left that does: no part of a changed line is taken in.
        """
        if not item.deliveries or not item.deliveries[0].source.startswith(TRANSCRIPT):
            return item
        deliveries = [delivery.whole for delivery in item.deliveries]
        source, day = deliveries[0].source, table_day(deliveries[0].subject)
        if (source, day) not in self._accounts:
            entries = self._ledger.entries(f"table/{day}")
            typed = [entry.delivery for entry in entries if entry.source == source]
            mended = [entry.delivery for entry in as_mended(entries) if entry.source == source]
            self._accounts[source, day] = _Account(typed, sorted(mended, key=chain_key))
        return item._replace(deliveries=self._accounts[source, day].as_recorded(deliveries))


class _Account:
    """What a source tells of a table's day: all that it ever told, and what counts of that, in its order."""

    def __init__(self, typed: Iterable[Delivery], mended: Sequence[Delivery]):
        self._words_by_id = {delivery.id: words_of(delivery) for delivery in typed}
        self._mended = mended
        self._words = [words_of(delivery) for delivery in mended]
        self._next = 0

    def as_recorded(self, deliveries: Sequence[Delivery]) -> Sequence[Delivery]:
        words = [words_of(delivery) for delivery in deliveries]
        pairs = zip(deliveries, words, strict=True)
        differing = next((known for known, now in pairs if self._words_by_id.get(known.id, now) != now), None)
        if differing is None:
            return deliveries
        for first in (*range(self._next, len(self._words)), *range(self._next)):
            if self._words[first : first + len(words)] == words:
                self._next = first + len(words)
                return self._mended[first : self._next]
        return (differing,)
