"""A database that cannot be used is refused in one sentence that names it and says what to do."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from eventsourcing.persistence import IntegrityError
from sqlalchemy import MetaData, inspect, make_url

import ledger.application
import ledger.recorder.database
from desk.opening import migrate
from ledger.application import Ledger
from ledger.errors import UnusableLedger
from ledger.recorder import tables
from ledger.recorder.database import SCHEMA, migration_of, require_ledger
from ledger.recorder.dialects import APPEND_LOCK
from projections.read_models.tables import METADATA
from tests.ledgers import arrivals, deliveries, everything, execute, opened, owner_engine

SECRET = "s3cret-w0rd"


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waits for a lock one second only."""
    monkeypatch.setattr(ledger.recorder.database, "LOCK_SECONDS", 1)
    monkeypatch.setattr("ledger.recorder.retry.WAIT_SECONDS", 1)


def refused(act: Callable[[str], object], url: str) -> str:
    """The sentence in which the act refuses the database."""
    with pytest.raises(UnusableLedger) as refused:
        act(url)
    sentence = str(refused.value)
    assert "\n" not in sentence
    assert SECRET not in sentence
    return sentence


def test_a_database_that_fails_while_it_is_read_is_said_in_a_sentence(ledger_url: str) -> None:
    """Also where a command asks the recorder itself: a server can end at any statement."""

    def ask(url: str) -> None:
        with opened(url) as ledger:
            execute(url, "DROP TABLE tracking")
            ledger.recorder.max_tracking_id("rounds")

    assert "cannot be used" in refused(ask, ledger_url)


def file_of(url: str) -> Path:
    return Path(str(make_url(url).database))


def name_of(url: str) -> str:
    return str(make_url(url).database)


@contextmanager
def locked(url: str) -> Iterator[None]:
    """Another program keeps the SQLite file to itself."""
    with closing(sqlite3.connect(file_of(url), isolation_level=None)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        yield
        connection.execute("ROLLBACK")


def test_a_migrated_database_is_opened(ledger_url: str) -> None:
    require_ledger(ledger_url)
    assert migration_of(ledger_url) == SCHEMA
    with opened(ledger_url) as fresh:
        assert (fresh.size(), fresh.entries(), fresh.table_days(), fresh.quarantine()) == (0, [], [], [])


def test_migrating_again_changes_nothing(ledger_url: str) -> None:
    with opened(ledger_url) as fresh:
        fresh.ingest(arrivals(deliveries([1, 2])))
    before = everything(ledger_url)
    migrate(ledger_url)
    assert everything(ledger_url) == before


def test_a_missing_file_is_named_and_not_made(blank_sqlite: str) -> None:
    sentence = refused(Ledger, blank_sqlite)
    assert f"there is no ledger at {blank_sqlite}" in sentence
    assert "record something first, or name another with --ledger" in sentence
    assert not file_of(blank_sqlite).exists()


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    sentence = refused(migrate, f"sqlite:///{tmp_path / 'none' / 'recoup.db'}")
    assert f"the folder {tmp_path / 'none'} does not exist; make it" in sentence


@pytest.mark.parametrize("act", [Ledger, migrate])
def test_a_file_that_is_no_database_is_refused_and_left_alone(blank_sqlite: str, act: Callable[[str], object]) -> None:
    file_of(blank_sqlite).write_bytes(b"The cards of table 7, as the inspector remembers them. " * 20)
    before = file_of(blank_sqlite).read_bytes()
    sentence = refused(act, blank_sqlite)
    assert sentence.startswith(f"{blank_sqlite} is not a ledger's database")
    assert "restore it from a backup, or name another with --ledger" in sentence
    assert file_of(blank_sqlite).read_bytes() == before


def test_an_empty_file_holds_no_ledger(blank_sqlite: str) -> None:
    file_of(blank_sqlite).touch()
    assert f"run `recoup migrate --ledger {blank_sqlite}`" in refused(Ledger, blank_sqlite)


def test_an_empty_postgresql_database_holds_no_ledger(blank_postgresql: str) -> None:
    sentence = refused(Ledger, blank_postgresql)
    assert f"/{name_of(blank_postgresql)}?" in sentence
    assert "holds no ledger; run `recoup migrate --ledger " in sentence


def test_an_older_ledger_is_to_be_migrated(ledger_url: str) -> None:
    execute(ledger_url, "UPDATE alembic_version SET version_num = 'r0001'")
    sentence = refused(Ledger, ledger_url)
    assert name_of(ledger_url) in sentence
    assert "is of the older migration r0001; run `recoup migrate --ledger " in sentence


@pytest.mark.parametrize("act", [Ledger, migrate])
def test_a_newer_ledger_asks_for_a_newer_version(ledger_url: str, act: Callable[[str], object]) -> None:
    execute(ledger_url, "UPDATE alembic_version SET version_num = 'r9999'")
    sentence = refused(act, ledger_url)
    assert name_of(ledger_url) in sentence
    assert f"is of migration r9999, newer than this version ({SCHEMA}); upgrade recoup" in sentence


@pytest.mark.parametrize("act", [Ledger, migrate])
def test_another_program_s_database_is_refused_and_left_alone(blank_url: str, act: Callable[[str], object]) -> None:
    execute(blank_url, "CREATE TABLE alembic_version (version_num TEXT)", "INSERT INTO alembic_version VALUES ('1a2b3c')")
    sentence = refused(act, blank_url)
    assert name_of(blank_url) in sentence
    assert "is another program's database; name a ledger with --ledger" in sentence
    engine_ = owner_engine(blank_url)
    assert inspect(engine_).get_table_names() == ["alembic_version"]
    engine_.dispose()


@pytest.mark.slow
@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("act", [Ledger, migrate])
def test_a_locked_file_is_refused(sqlite_url: str, act: Callable[[str], object]) -> None:
    with locked(sqlite_url):
        sentence = refused(act, sqlite_url)
    assert sentence.startswith(f"{sqlite_url} is locked by another program")
    assert sentence.endswith("wait until it is done, then try again")


@pytest.mark.slow
@pytest.mark.usefixtures("impatient")
def test_a_file_locked_under_an_open_ledger_is_refused_and_taken_up_again(sqlite_url: str) -> None:
    with opened(sqlite_url) as fresh:
        with locked(sqlite_url):
            sentence = refused(lambda _: fresh.ingest(arrivals(deliveries([1]))), sqlite_url)
            assert sentence.startswith(f"{sqlite_url} is locked by another program")
            assert fresh.size() == 0
        assert fresh.ingest(arrivals(deliveries([1]))) == ["recorded"]


@pytest.mark.slow
@pytest.mark.usefixtures("impatient")
def test_a_held_append_lock_is_refused_and_taken_up_again(postgresql_url: str) -> None:
    with opened(postgresql_url) as fresh:
        with psycopg.connect(postgresql_url) as other:
            other.execute("SELECT pg_advisory_xact_lock(%s)", [APPEND_LOCK])
            sentence = refused(lambda _: fresh.ingest(arrivals(deliveries([1]))), postgresql_url)
            assert f"{name_of(postgresql_url)}?" in sentence
            assert "is locked by another program" in sentence
        assert fresh.ingest(arrivals(deliveries([1]))) == ["recorded"]


@pytest.mark.parametrize("act", [Ledger, migrate])
@pytest.mark.parametrize(
    "url",
    [
        f"postgresql://floor:{SECRET}@127.0.0.1:1/recoup",
        f"postgresql://floor:{SECRET}@/recoup?host=/no/such/folder",
        f"postgresql://floor@127.0.0.1:1/recoup?password={SECRET}",
        f"postgresql://floor@127.0.0.1:1/recoup?sslpassword={SECRET}",
    ],
)
def test_an_unreachable_postgresql_is_refused(url: str, act: Callable[[str], object]) -> None:
    sentence = refused(act, url)
    assert "/recoup" in sentence
    assert "cannot be reached" in sentence
    assert sentence.endswith("start the database or correct the address, then try again")


@pytest.mark.parametrize(
    "url",
    [
        f"postgresql://floor:{SECRET}@host:port/recoup",
        f"postgresql//floor:{SECRET}@host/recoup",
        f"mysql://floor:{SECRET}@host/recoup",
        f"nosuch://floor:{SECRET}@host/recoup",
        "recoup.db",
        "",
    ],
)
def test_what_is_no_address_is_refused(url: str) -> None:
    assert "write sqlite:///FILE or postgresql://…" in refused(Ledger, url)


def test_what_never_stops_being_written_to_is_refused_without_its_password(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def conflict(*_: object, **__: object) -> None:
        raise IntegrityError

    with opened(sqlite_url) as fresh:
        monkeypatch.setattr(fresh.recorder, "append", conflict)
        fresh.url = f"postgresql://floor:{SECRET}@host/recoup"
        sentence = refused(lambda _: fresh.ingest(arrivals(deliveries([1]))), fresh.url)
    assert "postgresql+psycopg://floor:***@host/recoup is being written to" in sentence


def test_the_recorder_connects_with_all_that_the_url_says(postgresql_url: str) -> None:
    url = make_url(postgresql_url).update_query_dict({"application_name": "pit-desk", "port": "5432"})
    with opened(url.render_as_string(hide_password=False)) as fresh, fresh.recorder.dialect.reading() as cursor:
        cursor.execute("SHOW application_name")
        assert cursor.fetchone() == ("pit-desk",)


def test_sqlite_writes_ahead_and_syncs_every_commit(sqlite_url: str) -> None:
    with opened(sqlite_url) as fresh:
        with fresh.recorder.dialect.reading() as cursor:
            cursor.execute("PRAGMA synchronous = OFF")
        with fresh.recorder.dialect.writing() as cursor:
            settings = []
            for name in ("journal_mode", "synchronous"):
                cursor.execute(f"PRAGMA {name}")
                settings.append(cursor.fetchone()[0])
    assert settings == ["wal", 2]


def test_a_migration_that_breaks_off_leaves_nothing_behind(blank_url: str) -> None:
    execute(blank_url, "CREATE TABLE v_findings (number INTEGER)")
    assert "already exists" in refused(migrate, blank_url)
    engine_ = owner_engine(blank_url)
    assert inspect(engine_).get_table_names() == ["v_findings"]
    engine_.dispose()
    execute(blank_url, "DROP TABLE v_findings")
    migrate(blank_url)
    require_ledger(blank_url)


@pytest.mark.parametrize("metadata", [tables.METADATA, METADATA], ids=["ledger", "read models"])
def test_the_migrated_tables_are_those_of_the_program(ledger_url: str, metadata: MetaData) -> None:
    engine_ = owner_engine(ledger_url)
    try:
        with engine_.connect() as connection:
            context = MigrationContext.configure(
                connection,
                opts={
                    "compare_type": True,
                    "compare_server_default": True,
                    "include_name": lambda name, kind, _: kind != "table" or name in metadata.tables,
                },
            )
            assert compare_metadata(context, metadata) == []
        found = inspect(engine_)
        for table in metadata.sorted_tables:
            primary = [column.name for column in table.primary_key]
            assert found.get_pk_constraint(table.name)["constrained_columns"] == primary
    finally:
        engine_.dispose()


def test_the_recorder_meets_the_same_columns_on_both_databases(ledger_url: str) -> None:
    engine_ = owner_engine(ledger_url)
    found = inspect(engine_)
    events = [column["name"] for column in found.get_columns("events")]
    unique = {tuple(key["column_names"]) for key in found.get_unique_constraints("events")}
    engine_.dispose()
    assert " ".join(events) == "position originator_id originator_version topic state leaf source delivery_id"
    assert unique == {("originator_id", "originator_version"), ("source", "delivery_id")}
