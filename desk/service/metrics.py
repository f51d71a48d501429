"""What the service counts and measures, for Prometheus."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from eventsourcing.persistence import PersistenceError
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from ledger.application import Ledger
from ledger.errors import RecoupError
from ledger.events import REGISTRY
from ledger.events.base import topic_stem
from ledger.events.deliveries import DeliveryConflicted, DeliveryQuarantined
from ledger.events.versions import topics_of
from ledger.evidence.checkpoint_publisher import uncovered_entries
from ledger.feeds.intake import ItemAnswer
from projections.following.topic_counts import TopicCounts
from projections.read_models.round_list import entries_behind_in

REFUSED_TOPICS: Final = topics_of(*(kind for topic, kind in REGISTRY.items() if topic_stem(topic).endswith("refused")))
"""The topics of acts and sign-ins that were attempted and refused."""

_QUARANTINE: Final = topics_of(DeliveryQuarantined, DeliveryConflicted)
_UNREACHABLE: Final = (RecoupError, PersistenceError, SQLAlchemyError)


class ServiceMetrics:
    """What one process of the service has seen since it began."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self._seconds = Histogram(
            "recoup_request_seconds",
            "Time to answer a request; a live page counts until it is left.",
            ["method", "route", "status"],
            registry=self.registry,
        )
        self._answers = Counter(
            "recoup_feed_events", "Events that sources sent, by what became of them.", ["outcome"], registry=self.registry
        )
        self._refused = Counter(
            "recoup_feed_requests_refused", "Requests of sources that were not taken in.", ["why"], registry=self.registry
        )
        self._waiting = Gauge("recoup_feed_events_waiting", "Events that wait to be recorded.", registry=self.registry)

    def watch_queue(self, waiting: Callable[[], int]) -> None:
        """How many events wait is asked of this."""
        self._waiting.set_function(waiting)

    def watch_ledger(self, ledger: Ledger, models: Engine) -> None:
        """What is on record is asked of this ledger."""
        self.registry.register(_LedgerCollector(ledger, models))

    def observe(self, method: str, route: str, status: int, seconds: float) -> None:
        """A request was answered."""
        self._seconds.labels(method, route, str(status)).observe(seconds)

    def count_answers(self, answers: Iterable[ItemAnswer]) -> None:
        """A source was answered."""
        for answer in answers:
            self._answers.labels(answer.outcome).inc()

    def count_refused(self, why: str) -> None:
        """A source's request was not taken in."""
        self._refused.labels(why).inc()


class _LedgerCollector(Collector):
    """What is on record, looked up when it is asked for. What was counted before is not counted again."""

    def __init__(self, ledger: Ledger, models: Engine):
        self._ledger, self._models = ledger, models
        self._counts = TopicCounts(ledger, (*_QUARANTINE, *REFUSED_TOPICS))

    def describe(self) -> Iterable[GaugeMetricFamily]:
        return ()  # the ledger is not asked before somebody asks for its figures

    def collect(self) -> Iterator[GaugeMetricFamily | CounterMetricFamily]:
        try:
            found = list(self._figures())
        except _UNREACHABLE:
            found = []
        yield GaugeMetricFamily("recoup_ledger_up", "Whether the ledger's database answers.", value=bool(found))
        yield from found

    def _figures(self) -> Iterator[GaugeMetricFamily | CounterMetricFamily]:
        with self._models.connect() as connection:
            behind = entries_behind_in(connection)
        uncovered = uncovered_entries(self._ledger)
        yield CounterMetricFamily("recoup_entries", "Entries on record.", value=self._ledger.size())
        yield GaugeMetricFamily("recoup_entries_not_ruled_on", "Entries that no ruling knows of yet.", value=behind)
        yield GaugeMetricFamily("recoup_entries_without_checkpoint", "Entries behind the last checkpoint.", value=uncovered)
        quarantined = CounterMetricFamily("recoup_quarantined", "Deliveries kept apart, by why.", labels=["topic"])
        attempts = CounterMetricFamily("recoup_attempts_refused", "Acts and sign-ins refused.", labels=["topic"])
        for topic, count in self._counts.by_topic().items():
            (quarantined if topic in _QUARANTINE else attempts).add_metric([topic], count)
        yield from (quarantined, attempts)
