"""The tree, the checkpoints and the cosignatures are kept as the record is; who may read may only read."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import URL, make_url, text
from sqlalchemy.exc import DBAPIError

from desk.opening import migrate
from ledger.application import Ledger
from ledger.errors import BrokenEvidence
from ledger.evidence.checkpoint_publisher import CheckpointPublisher
from ledger.evidence.checkpoint_store import CheckpointStore
from ledger.evidence.keys import new_key
from ledger.evidence.log import Log
from ledger.merkle import Siblings, root_of
from ledger.verify.verifier import Verifier
from tests.ledger.store.old_ledgers import copy_record, old_ledger
from tests.ledgers import arrivals, deliveries, execute, new_postgresql, new_sqlite, opened, owner_engine, rows

KEY = new_key("casino.example/recoup")
LEVELS = [Siblings(level, 0, 999) for level in (1, 2, 3)]
TABLES = ("subtrees", "checkpoints", "cosignatures", "frontier")
REFUSED = [
    *(f"DELETE FROM {table}" for table in TABLES),
    *(
        f"UPDATE {table} SET {column} = {column}"
        for table, column in zip(TABLES[:3], ("hash", "note", "line"), strict=True)
    ),
    "UPDATE frontier SET size = size",
    "UPDATE frontier SET size = 1",
    "INSERT INTO checkpoints SELECT number, size, note, made_at, reason FROM checkpoints",
    "INSERT INTO subtrees SELECT * FROM subtrees",
    "INSERT INTO cosignatures SELECT * FROM cosignatures",
    "INSERT INTO frontier SELECT * FROM frontier",
]
REPLACED = [f"INSERT OR REPLACE INTO {table} SELECT * FROM {table}" for table in TABLES]
TRUNCATED = [f"TRUNCATE {table} CASCADE" for table in TABLES]


def filled(url: str) -> str:
    """A ledger of some three hundred entries with a checkpoint and a cosignature."""
    migrate(url)
    with opened(url) as ledger, closing(CheckpointPublisher(ledger, KEY)) as notary, closing(CheckpointStore(url)) as seals:
        ledger.ingest(arrivals(deliveries(range(300))))
        seals.add_cosignature(notary.checkpoint("command").number, b"a line", "now")
    return url


@pytest.fixture(scope="module")
def sqlite_record(tmp_path_factory: pytest.TempPathFactory) -> str:
    return filled(new_sqlite(tmp_path_factory.mktemp("guards")))


@pytest.fixture(scope="module")
def postgresql_record(postgresql_server: URL) -> str:
    return filled(new_postgresql(postgresql_server))


def kept(url: str) -> list[object]:
    engine_ = owner_engine(url)
    try:
        with engine_.connect() as connection:
            return [tuple(row) for table in TABLES for row in connection.execute(text(f"SELECT * FROM {table}"))]
    finally:
        engine_.dispose()


def assert_refused(url: str, statement: str, sentence: str, by: str | None = None) -> None:
    before = kept(url)
    with pytest.raises(DBAPIError, match=sentence):
        execute(by or url, statement)
    assert kept(url) == before


@pytest.mark.parametrize("statement", [*REFUSED, *REPLACED])
def test_sqlite_keeps_the_evidence(sqlite_record: str, statement: str) -> None:
    assert_refused(sqlite_record, statement, "refused: ")


@pytest.mark.parametrize("statement", [*REFUSED, *TRUNCATED])
def test_postgresql_keeps_the_evidence(postgresql_record: str, statement: str) -> None:
    assert_refused(postgresql_record, statement, "refused: |duplicate key")


def login(url: str, role: str) -> str:
    """The same database for a login that is a member of this role and nothing else."""
    name = f"{role}_{make_url(url).database}"
    execute(url, f"CREATE ROLE {name} LOGIN IN ROLE recoup_{role}")
    return make_url(url).set(username=name).render_as_string(hide_password=False)


def test_the_application_s_role_makes_checkpoints_and_verifies(postgresql_url: str) -> None:
    filled_by = login(postgresql_url, "application")
    with opened(filled_by) as ledger, closing(CheckpointPublisher(ledger, KEY)) as notary:
        ledger.ingest(arrivals(deliveries(range(300))))
        notary.checkpoint("command")
        assert Verifier(ledger, KEY.key).run().misfits == []
    for statement in (
        "DELETE FROM checkpoints",
        "TRUNCATE subtrees",
        "UPDATE checkpoints SET note = ''",
        "DROP TABLE frontier",
    ):
        assert_refused(postgresql_url, statement, "permission denied|must be owner", filled_by)


def test_the_reader_s_role_reads_and_does_nothing_else(postgresql_record: str) -> None:
    reader = login(postgresql_record, "reader")
    with opened(reader) as ledger:
        assert ledger.size() == 301
        assert Verifier(ledger, KEY.key).run().size == 301
    for table in ("events", "names", "refused", *TABLES, "tracking", "rounds", "findings", "shoes"):
        assert_refused(postgresql_record, f"DELETE FROM {table}", "permission denied", reader)
        assert_refused(postgresql_record, f"INSERT INTO {table} SELECT * FROM {table}", "permission denied", reader)
    execute(reader, "SELECT * FROM v_events", "SELECT * FROM v_rounds", "SELECT * FROM v_findings", "SELECT * FROM v_shoes")


@pytest.fixture
def bypassed(sqlite_url: str) -> Iterator[Ledger]:
    """A ledger into which a row was put past the program, by a statement that every guard lets in."""
    with opened(sqlite_url) as ledger:
        ledger.ingest(arrivals(deliveries(range(3))))
        execute(
            sqlite_url,
            "INSERT INTO events SELECT 4, 98, 1, topic, state, leaf, 98, 'd' FROM events WHERE position = 1",
        )
        yield ledger


def test_nothing_is_recorded_behind_a_row_that_was_put_in_past_the_ledger(bypassed: Ledger) -> None:
    with pytest.raises(BrokenEvidence, match="the record ends at position 4 and the log over it at 3"):
        bypassed.ingest(arrivals(deliveries([7])))
    assert len(rows(bypassed.url)) == 4
    assert Verifier(bypassed).run().misfits[0].position == 4


def test_a_ledger_of_an_older_migration_is_taken_into_the_tree(sqlite_url: str, tmp_path: Path) -> None:
    """What is on record as the first migrations left it: the tree over it is that over the same record of now."""
    old = f"sqlite:///{tmp_path / 'old.db'}"
    old_ledger(old, "r0003")
    with opened(sqlite_url) as ledger:
        for first in range(0, 4200, 700):
            ledger.ingest(arrivals(deliveries(range(first, first + 700))))
        before = ledger.recorder.frontier(), ledger.recorder.subtrees(LEVELS)
        assert [subtree.level for subtree in before[1]] == [1] * 262 + [2] * 16 + [3]
        copy_record(ledger, old, has_tree=False)
    migrate(old)
    with opened(old) as ledger:
        assert (ledger.recorder.frontier(), ledger.recorder.subtrees(LEVELS)) == before
        assert Log(ledger).root(4200) == root_of(ledger.recorder.leaves(0, 4200))
        assert Verifier(ledger).run().misfits == []
