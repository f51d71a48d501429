"""The ledger as the eventsourcing library sees it: its own test classes as they are, and its read path over our streams."""

from itertools import islice
from pathlib import Path
from typing import ClassVar
from uuid import UUID

import pytest
from eventsourcing.persistence import IntegrityError, Tracking
from eventsourcing.tests.persistence import ProcessRecorderTestCase, TrackingRecorderTestCase

from ledger.application import Ledger
from ledger.recorder import statements
from ledger.recorder.recorder import LedgerRecorder
from ledger.recorder.tables import module_text
from tests.ledger.store.test_behaviour import interleaved, stored
from tests.ledgers import DAY, arrivals, deliveries, everything, opened

FIRST, SECOND = f"table/BAC-1/{DAY}", f"table/BAC-2/{DAY}"


class _OnSQLite:
    ledger: ClassVar[Ledger]

    @pytest.fixture(autouse=True)
    def _fresh(self, sqlite_url: str) -> None:
        type(self).ledger = opened(sqlite_url)

    def create_recorder(self) -> LedgerRecorder:
        return self.ledger.recorder


class _OnPostgreSQL(_OnSQLite):
    @pytest.fixture(autouse=True)
    def _fresh(self, postgresql_url: str) -> None:
        type(self).ledger = opened(postgresql_url)


class TestTrackingInSQLite(_OnSQLite, TrackingRecorderTestCase): ...


class TestTrackingInPostgreSQL(_OnPostgreSQL, TrackingRecorderTestCase): ...


class _NamedStreams(ProcessRecorderTestCase):
    def new_originator_id(self) -> UUID | str:
        return str(super().new_originator_id())

    def test_performance(self) -> None:
        """Not here: the bench measures."""


class TestProcessInSQLite(_OnSQLite, _NamedStreams): ...


class TestProcessInPostgreSQL(_OnPostgreSQL, _NamedStreams): ...


del TrackingRecorderTestCase, ProcessRecorderTestCase, _NamedStreams  # pytest would run them by themselves


def test_the_library_s_event_store_gives_the_entries_of_a_stream(ledger: Ledger) -> None:
    ledger.ingest(arrivals(interleaved()))
    assert list(ledger.events.get(FIRST)) == ledger.entries(FIRST)
    assert [entry.position for entry in ledger.entries(FIRST)] == [1, 3, 5, 7, 9, 11]
    some = list(ledger.events.get(SECOND, gt=1, lte=4, desc=True, limit=2))
    assert [(event.originator_id, event.originator_version) for event in some] == [(SECOND, 4), (SECOND, 3)]
    assert list(ledger.events.get("table/none/2026-01-01")) == []


def test_the_library_s_notification_log_gives_the_whole_record(ledger: Ledger) -> None:
    ledger.ingest(arrivals(interleaved()))
    section = ledger.notification_log["1,10"]
    assert [notification.id for notification in section.items] == list(range(1, 11))
    assert section.next_id == "11,20"


def test_events_and_their_tracking_are_recorded_together_or_not_at_all(ledger: Ledger) -> None:
    ledger.recorder.insert_events([stored("a", 1)], tracking=Tracking("follower", 1))
    before = everything(ledger.url)
    with pytest.raises(IntegrityError):
        ledger.recorder.insert_events([stored("a", 2)], tracking=Tracking("follower", 1))
    assert everything(ledger.url) == before
    with pytest.raises(IntegrityError):
        ledger.recorder.insert_events([stored("a", 1)], tracking=Tracking("follower", 2))
    assert everything(ledger.url) == before
    assert ledger.recorder.max_tracking_id("follower") == 1


def test_a_subscription_gives_what_was_recorded_and_then_what_is_recorded_meanwhile(ledger_url: str) -> None:
    with opened(ledger_url) as ledger, opened(ledger_url) as another:
        ledger.ingest(arrivals(deliveries(range(1, 4))))
        with ledger.recorder.subscribe(gt=1) as subscription:
            assert [notification.id for notification in islice(subscription, 2)] == [2, 3]
            for number in range(4, 9):
                another.ingest(arrivals(deliveries([number])))
                assert next(subscription).id == number
            ledger.ingest(arrivals(deliveries([9, 10])))
            assert [notification.id for notification in islice(subscription, 2)] == [9, 10]


def test_a_subscription_gives_the_topics_that_were_asked_for(ledger: Ledger) -> None:
    ledger.recorder.insert_events([stored("a", n, topic=f"t{n % 2}") for n in range(1, 7)])
    with ledger.recorder.subscribe(topics=["t0"]) as subscription:
        assert [notification.id for notification in islice(subscription, 3)] == [2, 4, 6]


def test_the_statements_are_those_of_the_tables() -> None:
    assert Path(statements.__file__).read_text(encoding="utf-8") == module_text(), "run python -m ledger.recorder.tables"
