"""Attacks on what a reader sees of rows that are there: indexes that leave some out, positions out of reach, a schema that
was changed. Each is mounted on SQLite and on PostgreSQL by the database's owner, and found by `verify`, which reads as the
program reads and past it; reading itself refuses what it can see.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

import psycopg
import pytest

from ledger.errors import BrokenEvidence
from ledger.recorder.database import connect_arguments, sqlite_file
from ledger.verify.verifier import VerificationReport, Verifier
from tests.ledgers import arrivals, deliveries, execute, opened

TABLE_STREAM = "table/BAC-1/2026-11-20"
INDEXES = {
    "sqlite": {"stream": "sqlite_autoindex_events_1", "delivery": "sqlite_autoindex_events_2"},
    "postgresql": {"stream": "events_stream_version", "delivery": "events_delivery"},
}
KEYS = {"stream": "originator_id, originator_version", "delivery": "source, delivery_id"}
LAST = 655


@pytest.fixture
def recorded_url(ledger_url: str) -> str:
    """A ledger with 655 deliveries of one table."""
    with opened(ledger_url) as ledger:
        ledger.ingest(arrivals(deliveries(range(1, LAST + 1))))
    return ledger_url


def verified(url: str) -> VerificationReport:
    with opened(url) as ledger:
        return Verifier(ledger).run()


def kind_of(url: str) -> str:
    return "postgresql" if sqlite_file(url) is None else "sqlite"


@contextmanager
def left_out(url: str, key: str, first: int) -> Iterator[None]:
    """What is recorded inside is left out of the index by this key; the index is then as it was declared.

    In PostgreSQL the owner takes the index out of use meanwhile. In SQLite he gives its name to another that is partial.
    """
    index = INDEXES[kind_of(url)][key]
    if kind_of(url) == "postgresql":
        state = "UPDATE pg_index SET indisready = {0}, indisvalid = {0} WHERE indexrelid = '{1}'::regclass"
        execute(url, state.format("false", index))
        yield
        execute(url, state.format("true", index))
        return
    yield
    file = sqlite_file(url)
    assert file is not None
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute(f"CREATE INDEX partial ON events({KEYS[key]}) WHERE position < {first}")
        connection.execute("PRAGMA writable_schema = ON")
        ours = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", [index]).fetchone()
        theirs = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'partial'").fetchone()
        connection.execute("UPDATE sqlite_schema SET rootpage = ? WHERE name = ?", [*theirs, index])
        connection.execute("UPDATE sqlite_schema SET rootpage = ? WHERE name = 'partial'", ours)
        connection.execute("DELETE FROM sqlite_schema WHERE name = 'partial'")


def test_rows_left_out_of_the_index_of_deliveries_are_found(ledger_url: str) -> None:
    """Without it a feed that comes again is recorded twice."""
    with opened(ledger_url) as ledger:
        ledger.ingest(arrivals(deliveries(range(1, LAST + 1))))
    with left_out(ledger_url, "delivery", LAST + 1), opened(ledger_url) as ledger:
        ledger.ingest(arrivals(deliveries(range(LAST + 1, LAST + 21))))
    report = verified(ledger_url)
    assert [position for by, position in missing(report) if by == "its source and id"] == [656, 657, 658, 659, 660, 661]
    if kind_of(ledger_url) == "sqlite":
        assert any("the database's own check" in str(misfit) for misfit in report.misfits)


def test_rows_left_out_of_the_index_by_stream_are_found(ledger_url: str) -> None:
    with opened(ledger_url) as ledger:
        ledger.ingest(arrivals(deliveries(range(1, 11))))
    with left_out(ledger_url, "stream", 11), opened(ledger_url) as ledger:
        ledger.ingest(arrivals(deliveries([11])))
    with opened(ledger_url) as ledger:
        assert len(ledger.entries()) == 11
        if kind_of(ledger_url) == "sqlite":  # PostgreSQL may read so small a table past its index
            assert len(ledger.entries(TABLE_STREAM)) == 10
    assert missing(verified(ledger_url)) == [("its stream", 11)]


def missing(report: VerificationReport) -> list[tuple[str, int | None]]:
    """By which key which positions are not found."""
    return [
        (
            misfit.what.partition(" it is not found")[0]
            .partition(" more are not")[0]
            .partition("by ")[2]
            .rstrip("0123456789 "),
            misfit.position,
        )
        for misfit in report.misfits
        if "leaves it out" in misfit.what or "leaves them out" in misfit.what
    ]


def test_reading_refuses_a_gap_in_a_stream(ledger_url: str) -> None:
    with opened(ledger_url) as ledger:
        ledger.ingest(arrivals(deliveries(range(1, 11))))
    with left_out(ledger_url, "stream", 11), opened(ledger_url) as ledger:
        ledger.ingest(arrivals(deliveries([11])))
    with unguarded(ledger_url), opened(ledger_url) as ledger:
        ledger._heads[TABLE_STREAM] = 11
        ledger.ingest(arrivals(deliveries([12])))
    by_index = "&options=-c%20enable_seqscan%3Doff" if kind_of(ledger_url) == "postgresql" else ""
    with (
        opened(ledger_url + by_index) as ledger,
        pytest.raises(BrokenEvidence, match="goes on with version 12 where 11 should come"),
    ):
        ledger.entries(TABLE_STREAM)


POSITIONS = {
    "beyond all numbers in use": 2**62 + 7,
    "the largest there is": 2**63 - 1,
    "negative": -5,
    "none": 0,
}


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS)
def test_a_row_at_a_position_that_nobody_asks_for_is_found(ledger_url: str, position: int) -> None:
    with opened(ledger_url) as ledger:
        ledger.ingest(arrivals(deliveries(range(1, 11))))
    with unguarded(ledger_url):
        execute(
            ledger_url,
            f"INSERT INTO events SELECT {position}, originator_id, 11, topic, state, leaf, source, 'd11' "
            "FROM events WHERE position = 10",
        )
    assert position in [misfit.position for misfit in verified(ledger_url).misfits]
    with opened(ledger_url) as ledger, pytest.raises(BrokenEvidence, match="run `recoup verify`"):
        ledger.entries(TABLE_STREAM)
    with opened(ledger_url) as ledger, pytest.raises(BrokenEvidence, match="run `recoup verify`"):
        ledger.entries()


def test_a_hole_in_the_positions_is_refused_in_reading(ledger_url: str) -> None:
    with opened(ledger_url) as ledger:
        ledger.ingest(arrivals(deliveries(range(1, 11))))
    with unguarded(ledger_url):
        execute(ledger_url, "DELETE FROM events WHERE position = 6")
    with opened(ledger_url) as ledger, pytest.raises(BrokenEvidence, match="position 7 comes where 6 should"):
        ledger.entries()
    with opened(ledger_url) as ledger, pytest.raises(BrokenEvidence, match="version 7 where 6 should come"):
        ledger.entries(TABLE_STREAM)


@contextmanager
def unguarded(url: str) -> Iterator[None]:
    """The owner without the guards; they are back behind it."""
    if kind_of(url) == "postgresql":
        execute(url, "ALTER TABLE events DISABLE TRIGGER ALL")
        yield
        execute(url, "ALTER TABLE events ENABLE TRIGGER ALL")
        for trigger in ("events_append", "events_append_only", "events_no_truncate"):
            execute(url, f"ALTER TABLE events ENABLE ALWAYS TRIGGER {trigger}")
        return
    with closing(sqlite3.connect(str(sqlite_file(url)))) as connection:
        triggers = connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
    for name, _ in triggers:
        execute(url, f"DROP TRIGGER {name}")
    yield
    for _, sql in triggers:
        execute(url, sql)


CHANGES = {
    "a trigger dropped": ("DROP TRIGGER events_no_update", "DROP TRIGGER events_append_only ON events"),
    "a trigger of no use": (
        "DROP TRIGGER events_no_update; CREATE TRIGGER events_no_update BEFORE UPDATE ON events BEGIN SELECT 1; END",
        "ALTER TABLE events DISABLE TRIGGER events_append_only",
    ),
    "a function of a trigger": (
        "DROP TRIGGER frontier_grows; CREATE TRIGGER frontier_grows BEFORE UPDATE ON frontier BEGIN SELECT 1; END",
        "CREATE OR REPLACE FUNCTION recoup_append_only() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
    ),
    "a view": (
        "DROP VIEW v_rounds; CREATE VIEW v_rounds AS SELECT * FROM rounds WHERE round <> 'BAC-1/2026-11-20/3'",
        "CREATE OR REPLACE VIEW v_shoes AS SELECT table_name, day, shoe, decks, rounds, cards, findings, standing, "
        "status FROM shoes WHERE shoe <> 'S1'",
    ),
    "an index more": ("CREATE INDEX short ON events(topic)", "CREATE INDEX short ON events(topic)"),
    "a table more": ("CREATE TABLE beside (x)", "CREATE TABLE beside (x text)"),
    "a policy": (
        "CREATE TRIGGER hidden AFTER INSERT ON events BEGIN SELECT 1; END",
        "ALTER TABLE events ENABLE ROW LEVEL SECURITY; ALTER TABLE events FORCE ROW LEVEL SECURITY; "
        "CREATE POLICY seen ON events USING (position <> 5)",
    ),
    "a rule": (
        "DROP VIEW v_events; CREATE VIEW v_events AS SELECT 1 AS position",
        "CREATE RULE quiet AS ON INSERT TO refused DO INSTEAD NOTHING",
    ),
    "a grant": ("CREATE TABLE more (x)", "GRANT UPDATE ON events TO PUBLIC"),
    "a column more": ("ALTER TABLE refused ADD COLUMN x", "ALTER TABLE refused ADD COLUMN x text"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_schema_that_is_not_the_migrations_is_named(ledger_url: str, change: str) -> None:
    with opened(ledger_url) as ledger:
        ledger.ingest(arrivals(deliveries(range(1, 11))))
        assert Verifier(ledger).run().misfits == []
    alter(ledger_url, CHANGES[change][kind_of(ledger_url) == "postgresql"])
    found = [misfit.what for misfit in verified(ledger_url).misfits]
    assert found
    assert any(what.startswith("the schema") for what in found), found


def alter(url: str, statements: str) -> None:
    file = sqlite_file(url)
    if file is not None:
        with closing(sqlite3.connect(file)) as connection:
            connection.executescript(statements)
        return
    with psycopg.connect(**connect_arguments(url), autocommit=True) as connection:
        connection.execute(statements.encode())


def test_a_ledger_that_nobody_touched_fits(recorded_url: str) -> None:
    report = verified(recorded_url)
    assert report.misfits == []
    assert bool(report.skipped) == (kind_of(recorded_url) == "postgresql")
    if report.skipped:
        assert "amcheck is not installed" in report.skipped[0]
