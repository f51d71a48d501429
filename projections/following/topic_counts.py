"""How many entries of some topics are on record, kept up without counting any twice."""

from collections.abc import Iterable, Mapping
from threading import Lock

from ledger.application import Ledger


class TopicCounts:
    """The entries of some topics behind a position; whoever only asks whether any have come begins at the ledger's end."""

    def __init__(self, ledger: Ledger, topics: Iterable[str], after: int = 0):
        self._ledger = ledger
        self._counted_to = after
        self._counts = dict.fromkeys(topics, 0)
        self._lock = Lock()

    def by_topic(self) -> Mapping[str, int]:
        """As of now."""
        with self._lock:
            size = self._ledger.size()
            for topic, count in self._ledger.recorder.count_topics(list(self._counts), self._counted_to, size).items():
                self._counts[topic] += count
            self._counted_to = size
            return dict(self._counts)

    def total(self) -> int:
        """Of all these topics together, as of now."""
        return sum(self.by_topic().values())
