"""Streams, topics and sources by their numbers: what a ledger of before becomes, and names that others gave meanwhile."""

from contextlib import suppress
from pathlib import Path

import psycopg
import pytest
from eventsourcing.persistence import IntegrityError, PersistenceError
from sqlalchemy import URL, make_url

from desk.opening import migrate
from ledger.application import Ledger
from ledger.errors import BrokenEvidence
from ledger.verify.verifier import Verifier
from tests.ledger.evidence.test_onlookers import UNGUARDED
from tests.ledger.store.old_ledgers import copy_record, old_ledger
from tests.ledger.store.test_behaviour import interleaved, stored
from tests.ledgers import arrivals, deliveries, delivery, everything, execute, new_postgresql, new_sqlite, opened, refusal
from tests.ledgers import rows as rows_of


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_ledger_of_before_keeps_all_that_is_on_record(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    server: URL | None = request.getfixturevalue("postgresql_server") if kind == "postgresql" else None
    (tmp_path / "new").mkdir()
    urls = [new_sqlite(folder) if server is None else new_postgresql(server) for folder in (tmp_path, tmp_path / "new")]
    before, url = urls
    migrate(before)
    with opened(before) as ledger:
        ledger.ingest([*arrivals(interleaved()), refusal(b"refused bytes")])
        old_ledger(url, "r0008")
        copy_record(ledger, url)
    migrate(url)
    assert everything(url) == everything(before)
    with opened(url) as ledger:
        assert Verifier(ledger).run().misfits == []
        changed = delivery(3, event=interleaved()[0].event)
        again = [*interleaved()[:3], changed, *deliveries([7])]
        assert ledger.ingest(arrivals(again)) == ["known", "known", "known", "conflicting", "recorded"]
        assert ledger.ingest([refusal(b"refused bytes")]) == ["quarantined"]
        assert ledger.size() == len(interleaved()) + 3
        assert Verifier(ledger).run().misfits == []


def test_names_that_another_recorder_gave_meanwhile_are_found(ledger: Ledger) -> None:
    ledger.ingest(arrivals(deliveries([1])))
    with opened(ledger.url) as other:
        other.ingest(arrivals(deliveries([1, 2], table="BAC-9", source="cam-9")))
        ledger.ingest(arrivals(deliveries([3], table="BAC-9", source="cam-9")))
        assert ledger.ingest(arrivals(deliveries([2], table="BAC-9", source="cam-9"))) == ["known"]
        assert [entry.delivery.id for entry in other.entries("table/BAC-9/2026-11-20")] == ["d1", "d2", "d3"]
    assert len(rows_of(ledger.url)) == 4


def test_names_of_what_was_not_recorded_are_given_to_others(ledger: Ledger) -> None:
    """A batch that is refused leaves no names behind, neither on record nor in the program."""
    ledger.recorder.insert_events([stored("a", 1)])
    with pytest.raises(IntegrityError):
        ledger.recorder.insert_events([stored("b", 1, topic="t2"), stored("a", 1)])
    with opened(ledger.url) as other:
        other.recorder.insert_events([stored("c", 1, topic="t3")])
    ledger.recorder.insert_events([stored("b", 1, topic="t2")])
    found = [(row["originator_id"], row["topic"]) for row in rows_of(ledger.url)]
    assert found == [("a", "round.opened.v1"), ("c", "t3"), ("b", "t2")]
    assert [(event.originator_id, event.topic) for event in ledger.recorder.select_notifications(1, 9)] == found


def test_a_number_that_names_nothing_is_refused_in_reading(ledger: Ledger) -> None:
    ledger.ingest(arrivals(deliveries([1])))
    execute(ledger.url, *UNGUARDED[ledger.recorder.dialect.name], "UPDATE events SET topic = 77")
    with opened(ledger.url) as other, pytest.raises(BrokenEvidence, match=r"77 stands in a row for a name"):
        other.recorder.select_notifications(1, 1)


def test_a_name_that_was_changed_is_named_by_verify_wherever_it_stands(sqlite_url: str) -> None:
    with opened(sqlite_url) as ledger:
        ledger.ingest(arrivals(deliveries([1, 2])))
    execute(sqlite_url, "DROP TRIGGER names_no_update", "UPDATE names SET name = 'another' WHERE name = 'shoe-7'")
    with opened(sqlite_url) as ledger:
        found = [misfit for misfit in Verifier(ledger).run().misfits if "source" in misfit.what]
    assert [(misfit.position, misfit.what) for misfit in found] == [
        (position, "the row's source is not what its stored bytes say") for position in (1, 2)
    ]


def test_names_are_those_of_the_server_that_took_the_others_place(postgresql_server: URL) -> None:
    """A server that was lost takes the names of its last transactions with it; the one in its place gives their numbers
    to others.
    """
    admin, url, beside = postgresql_server, new_postgresql(postgresql_server), new_postgresql(postgresql_server)
    migrate(url)
    migrate(beside)
    with opened(beside) as other:
        other.recorder.insert_events([stored("a", 1), stored("c", 1), stored("d", 1)])
    with opened(url) as ledger:
        ledger.recorder.insert_events([stored("a", 1), stored("b", 1)])
        lost, found = (make_url(each).database for each in (url, beside))
        with psycopg.connect(admin.render_as_string(hide_password=False), autocommit=True) as connection:
            connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [lost])
            connection.execute(f'ALTER DATABASE "{lost}" RENAME TO "{lost}_lost"'.encode())
            connection.execute(f'ALTER DATABASE "{found}" RENAME TO "{lost}"'.encode())
        for _ in range(3):  # a connection that was lost is noticed when it is used
            with suppress(PersistenceError):
                ledger.recorder.select_events("a")
        ledger.recorder.insert_events([stored("b", 1), stored("c", 2)])
        kept = ledger.recorder.select_notifications(1, 9)
        assert [event.originator_id for event in kept] == ["a", "c", "d", "b", "c"]
        assert [len(ledger.recorder.select_events(stream)) for stream in "abcd"] == [1, 1, 2, 1]
