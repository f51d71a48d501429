"""What is on record can be neither changed, replaced nor taken away: each way is tried on both databases."""

import sqlite3
from contextlib import closing, suppress

import pytest
from sqlalchemy import URL, make_url
from sqlalchemy.exc import DBAPIError

from desk.opening import migrate
from tests.ledgers import arrivals, deliveries, everything, execute, new_postgresql, new_sqlite, opened, refusal, rows

UPDATES = [
    "UPDATE events SET state = leaf",
    "UPDATE events SET position = 9 WHERE position = 1",
    "UPDATE refused SET bytes = substr(bytes, 2)",
    "UPDATE refused SET position = 1",
    "DELETE FROM refused",
    "DELETE FROM events WHERE position = 1",
    "UPDATE names SET name = 'another' WHERE id = 1",
    "UPDATE names SET id = 99 WHERE id = 1",
    "DELETE FROM names WHERE id = 1",
]


def insert(position: str, stream: str = "98", version: str = "1", source: str = "98", delivery: str = "'d'") -> str:
    """An INSERT of a forged row; each key may be an expression over the first row on record."""
    return (
        f"INTO events SELECT {position}, {stream}, {version}, topic, leaf, leaf, {source}, {delivery} "
        "FROM events WHERE position = 1"
    )


SAME_POSITION = insert("1")
SAME_VERSION = insert("4", stream="originator_id", version="originator_version")
SAME_DELIVERY = insert("4", source="source", delivery="delivery_id")
SAME_BYTES = "INTO refused SELECT position, substr(bytes, 2) FROM refused"
SAME_NUMBER = "INTO names SELECT 1, 'another' FROM names WHERE id = 1"
SAME_NAME = "INTO names SELECT 99, name FROM names WHERE id = 1"
FORGED = [SAME_POSITION, SAME_VERSION, SAME_DELIVERY, SAME_BYTES, SAME_NUMBER, SAME_NAME]
KEYS = ["position", "originator_id, originator_version", "source, delivery_id"]
UPSERTS = [
    *(
        f"INSERT {forged} {where} ON CONFLICT ({key}) DO UPDATE SET state = excluded.state"
        for forged, where, key in zip(FORGED[:3], ["AND true"] * 3, KEYS, strict=True)
    ),
    f"INSERT {SAME_BYTES} WHERE true ON CONFLICT (position) DO UPDATE SET bytes = excluded.bytes",
    f"INSERT {SAME_NUMBER} ON CONFLICT (id) DO UPDATE SET name = excluded.name",
    f"INSERT {SAME_NAME} ON CONFLICT (name) DO UPDATE SET id = excluded.id",
]
MISPLACED = [
    "INSERT " + insert("5"),
    "INSERT " + insert("0"),
    "INSERT " + insert("-1"),
    "INSERT " + insert("NULL"),
    "INSERT " + insert("4", version="2"),
    "INSERT " + insert("4", version="0"),
    "INSERT " + insert("4", stream="originator_id", version="9"),
    f"INSERT {insert('4')} UNION ALL SELECT 6, 97, 1, topic, leaf, leaf, 97, 'd' FROM events WHERE position = 1",
    "INSERT INTO refused SELECT 9, bytes FROM refused",
]
SQLITE_ONLY = [
    *(f"{verb} {forged}" for verb in ("REPLACE", "INSERT OR REPLACE", "INSERT OR ROLLBACK") for forged in FORGED),
    "UPDATE OR REPLACE events SET position = 1 WHERE position = 2",
    "UPDATE OR REPLACE events SET source = 1, delivery_id = 'y'",
    "UPDATE OR REPLACE names SET id = 2 WHERE id = 1",
    "UPDATE OR IGNORE refused SET bytes = x'00'",
    "UPDATE events SET rowid = rowid + 10",
    "INSERT INTO events (rowid, originator_id) VALUES (1, 9)",
]
POSTGRESQL_ONLY = [
    "TRUNCATE events, refused",
    "TRUNCATE events CASCADE",
    "TRUNCATE refused",
    "TRUNCATE names",
    "MERGE INTO events USING refused ON events.position = refused.position WHEN MATCHED THEN DELETE",
    "MERGE INTO refused USING events ON events.position = refused.position "
    "WHEN MATCHED THEN UPDATE SET bytes = events.state",
]
DEFINITIONS = [
    *(
        statement.format(table=table)
        for table in ("events", "refused", "names")
        for statement in (
            "ALTER TABLE {table} ADD COLUMN more text",
            "ALTER TABLE {table} ALTER COLUMN position TYPE numeric",
            "ALTER TABLE {table} RENAME TO other",
            "DROP TABLE {table} CASCADE",
            "DROP TRIGGER {table}_append_only ON {table}",
            "DROP TRIGGER {table}_no_truncate ON {table}",
            "ALTER TABLE {table} DISABLE TRIGGER {table}_append_only",
            "ALTER TABLE {table} DISABLE TRIGGER {table}_no_truncate",
            "ALTER TABLE {table} DISABLE TRIGGER ALL",
            "CREATE TRIGGER mine BEFORE INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION recoup_append_only()",
            "CREATE RULE mine AS ON INSERT TO {table} DO INSTEAD NOTHING",
            "CREATE TABLE mine () INHERITS ({table})",
            "COPY {table} TO PROGRAM 'true'",
        )
    ),
    "DROP TRIGGER events_append ON events",
    "ALTER TABLE events DISABLE TRIGGER events_append",
    "ALTER TABLE refused DROP CONSTRAINT refused_position",
    "CREATE OR REPLACE FUNCTION recoup_append_only() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
    "DROP FUNCTION recoup_append() CASCADE",
    "CREATE TABLE mine (position bigint)",
    "CREATE TABLE public.mine (position bigint)",
    "CREATE VIEW mine AS SELECT 1",
    "CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
    "SET session_replication_role = replica",
    "UPDATE alembic_version SET version_num = 'r9999'",
    "DROP SCHEMA public CASCADE",
]


def filled(url: str) -> str:
    """A new ledger behind the URL with three entries on record, the last a refusal."""
    migrate(url)
    with opened(url) as ledger:
        ledger.ingest([*arrivals(deliveries([1, 2])), refusal(b"refused bytes")])
    return url


def application_login(url: str) -> str:
    """The same ledger for a login that is a member of recoup_application and nothing else."""
    name = f"floor_{make_url(url).database}"
    execute(url, f"CREATE ROLE {name} LOGIN IN ROLE recoup_application")
    return make_url(url).set(username=name).render_as_string(hide_password=False)


def assert_refused(url: str, *statements: str, text: str, by: str | None = None) -> None:
    """The last statement, after the others, is refused in these words, and every row stays as it was."""
    before = everything(url)
    assert len(before[0]) == 3
    with pytest.raises(DBAPIError, match=text):
        execute(by or url, *statements)
    assert everything(url) == before


@pytest.fixture(scope="module")
def sqlite_record(tmp_path_factory: pytest.TempPathFactory) -> str:
    return filled(new_sqlite(tmp_path_factory.mktemp("guards")))


@pytest.fixture(scope="module")
def postgresql_record(postgresql_server: URL) -> str:
    return filled(new_postgresql(postgresql_server))


@pytest.fixture(params=["sqlite", "postgresql"])
def record(request: pytest.FixtureRequest) -> str:
    """A ledger with three entries; all attempts of this module are made on it, one after the other."""
    return str(request.getfixturevalue(f"{request.param}_record"))


@pytest.fixture(scope="module")
def application_url(postgresql_record: str) -> str:
    return application_login(postgresql_record)


@pytest.mark.parametrize("statement", UPDATES)
def test_nothing_on_record_is_updated_or_deleted(record: str, statement: str) -> None:
    assert_refused(record, statement, text="refused: the ledger is append-only")


@pytest.mark.parametrize("statement", UPSERTS)
def test_an_upsert_over_a_row_on_record_is_refused(record: str, statement: str) -> None:
    assert_refused(record, statement, text="refused: ")


@pytest.mark.parametrize("forged", FORGED)
def test_an_insert_over_a_key_on_record_is_refused(record: str, forged: str) -> None:
    assert_refused(record, f"INSERT {forged}", text=r"refused: |duplicate key")


@pytest.mark.parametrize("statement", MISPLACED)
def test_an_insert_out_of_place_is_refused(record: str, statement: str) -> None:
    assert_refused(record, statement, text=r"refused: |not-null|foreign key")


@pytest.mark.parametrize("forged", FORGED)
def test_an_insert_that_ignores_conflicts_changes_nothing(record: str, forged: str) -> None:
    before = everything(record)
    condition = "WHERE true" if forged == SAME_BYTES else "AND true"
    with suppress(DBAPIError):
        execute(record, f"INSERT {forged} {condition} ON CONFLICT DO NOTHING")
    assert everything(record) == before


def test_a_row_that_continues_the_record_is_let_in(blank_url: str) -> None:
    execute(filled(blank_url), "INSERT " + insert("4"), "INSERT " + insert("5", version="2", delivery="'e'"))
    assert [row["position"] for row in rows(blank_url)] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("statement", SQLITE_ONLY)
def test_sqlite_replaces_nothing(sqlite_record: str, statement: str) -> None:
    assert_refused(sqlite_record, statement, text=r"refused: ")


@pytest.mark.parametrize("statement", [*UPDATES[:1], *(f"REPLACE {forged}" for forged in FORGED)])
def test_sqlite_refuses_a_plain_connection_with_recursive_triggers_too(sqlite_record: str, statement: str) -> None:
    before = everything(sqlite_record)
    with closing(sqlite3.connect(str(make_url(sqlite_record).database))) as connection:
        connection.execute("PRAGMA recursive_triggers = ON")
        with pytest.raises(sqlite3.IntegrityError, match="refused: "):
            connection.execute(statement)
        connection.commit()
    assert everything(sqlite_record) == before


@pytest.mark.parametrize("statement", POSTGRESQL_ONLY)
def test_postgresql_s_own_ways_are_refused(postgresql_record: str, statement: str) -> None:
    assert_refused(postgresql_record, statement, text="refused: the ledger is append-only")


@pytest.mark.parametrize("statement", [*UPDATES, *UPSERTS, *MISPLACED[:1], *MISPLACED[4:7], *POSTGRESQL_ONLY])
def test_a_session_that_plays_a_replica_is_refused_too(postgresql_record: str, statement: str) -> None:
    assert_refused(postgresql_record, "SET session_replication_role = replica", statement, text="refused: ")


@pytest.mark.slow
def test_a_table_of_one_s_own_name_does_not_deceive_the_guard(postgresql_record: str) -> None:
    shadow = "CREATE TEMP TABLE events AS SELECT 8 AS position, 98 AS originator_id, 1 AS originator_version"
    forged = "INSERT INTO public.events SELECT 9, 98, 1, 98, '', '', 98, 'd'"
    assert_refused(postgresql_record, shadow, forged, text="position refused")


@pytest.mark.parametrize("statement", [*UPDATES, *UPSERTS, *POSTGRESQL_ONLY, *DEFINITIONS])
def test_the_application_s_role_may_not(postgresql_record: str, application_url: str, statement: str) -> None:
    assert_refused(postgresql_record, statement, by=application_url, text="permission denied|must be owner")


@pytest.mark.parametrize("statement", [*(f"INSERT {forged}" for forged in FORGED), *MISPLACED])
def test_the_application_s_role_is_held_to_the_order(postgresql_record: str, application_url: str, statement: str) -> None:
    text = "refused: |duplicate key|not-null|foreign key"
    assert_refused(postgresql_record, statement, by=application_url, text=text)


def test_the_application_s_role_records_and_reads(postgresql_url: str) -> None:
    with opened(application_login(postgresql_url)) as ledger:
        fates = ledger.ingest([*arrivals(deliveries([1, 2])), refusal(b"refused bytes")])
        assert fates == ["recorded", "recorded", "quarantined"]
        assert ledger.ingest(arrivals(deliveries([2, 3]))) == ["known", "recorded"]
        assert [entry.position for entry in ledger.entries()] == [1, 2, 3, 4]
        assert [kept for _, kept in ledger.quarantine()] == [b"refused bytes"]
        assert ledger.table_days() == ["BAC-1/2026-11-20"]
    assert len(rows(postgresql_url)) == 4


def test_the_application_s_role_may_write_the_read_models(postgresql_url: str) -> None:
    login, kept = application_login(postgresql_url), ["tracking", "rounds", "shoes", "findings"]
    execute(login, "INSERT INTO tracking VALUES ('rounds', 7)", "UPDATE tracking SET position = 8")
    assert rows(postgresql_url, "tracking") == [{"name": "rounds", "position": 8, "leaf": None}]
    execute(login, *(f"DELETE FROM {table}" for table in kept), "SELECT * FROM v_events")
    assert rows(postgresql_url, "tracking") == []
