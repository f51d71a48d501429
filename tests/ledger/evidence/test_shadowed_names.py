"""Attacks on what a name means in PostgreSQL, by the database's owner: `verify` names what could shadow an operator, a
function or a table, or alter what a session gives. In SQLite nothing is between the file's own schema and the reader.
"""

import sqlite3
from contextlib import closing
from random import Random
from typing import Final

import psycopg
import pytest
from sqlalchemy import make_url

from desk.opening import migrate
from ledger.errors import UnusableLedger
from ledger.recorder.database import connect_to_file, engine, sqlite_file
from ledger.recorder.pinned import SETTINGS, PinnedConnection
from ledger.verify.verifier import Verifier
from tests.ledger.evidence.test_hidden_rows import alter, unguarded
from tests.ledgers import arrivals, deliveries, execute, opened, refusal, rows

COMPARE: Final = (
    "CREATE FUNCTION {schema}.seen({left}, {right}) RETURNS boolean LANGUAGE sql IMMUTABLE "
    "AS 'SELECT $1::text OPERATOR(pg_catalog.>=) $2::text'; "
    "CREATE OPERATOR {schema}.>= (LEFTARG = {left}, RIGHTARG = {right}, FUNCTION = {schema}.seen)"
)
ADDED: Final = {
    "operator": (COMPARE.format(schema="public", left="text", right="text"), "operator public.>=(text,text)"),
    "operator of other types": (
        COMPARE.format(schema="public", left="text", right="varchar"),
        "operator public.>=(text,character varying)",
    ),
    "operator among the server's": (
        COMPARE.format(schema="pg_catalog", left="text", right="varchar"),
        "operator >=(text,character varying)",
    ),
    "function": (
        "CREATE FUNCTION public.max(bigint) RETURNS bigint LANGUAGE sql AS 'SELECT $1'",
        "function max(bigint)",
    ),
    "function among the server's": (
        "CREATE FUNCTION pg_catalog.convert_from(bytea, text) RETURNS text LANGUAGE sql AS 'SELECT $2'",
        "function pg_catalog.convert_from(bytea, text)",
    ),
    "cast": (
        "CREATE FUNCTION public.as_number(text) RETURNS bigint LANGUAGE sql AS 'SELECT 1::bigint'; "
        "CREATE CAST (text AS bigint) WITH FUNCTION public.as_number(text) AS IMPLICIT",
        "cast text to bigint",
    ),
    "collation": ("CREATE COLLATION public.\"C\" (locale = 'POSIX')", "collation public.C"),
    "collation of a column": ('ALTER TABLE refused ADD COLUMN x text COLLATE public."C"', "column refused.x"),
    "type": ("CREATE DOMAIN public.bytea AS pg_catalog.bytea", "type public.bytea"),
    "conversion": (
        "CREATE CONVERSION public.latin FOR 'UTF8' TO 'LATIN1' FROM pg_catalog.utf8_to_iso8859_1",
        "conversion public.latin",
    ),
    "rule": ("CREATE RULE quiet AS ON INSERT TO events DO INSTEAD NOTHING", "rule events quiet"),
    "foreign table": (
        "CREATE FOREIGN DATA WRAPPER nothing; CREATE SERVER nowhere FOREIGN DATA WRAPPER nothing; "
        "CREATE FOREIGN TABLE public.elsewhere (x text) SERVER nowhere",
        "table elsewhere",
    ),
    "event trigger": (
        "CREATE FUNCTION public.quiet() RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN END'; "
        "CREATE EVENT TRIGGER quiet ON ddl_command_end EXECUTE FUNCTION public.quiet()",
        "event trigger quiet",
    ),
    "inheritance": (
        "CREATE SCHEMA beside; CREATE TABLE beside.more () INHERITS (public.events)",
        "inheritance beside.more of public.events",
    ),
    "partition": (
        "CREATE TABLE beside.whole (LIKE public.tracking) PARTITION BY LIST (name); "
        "ALTER TABLE beside.whole ATTACH PARTITION public.tracking DEFAULT",
        "inheritance public.tracking of beside.whole",
    ),
    "setting of the database": (
        "ALTER DATABASE {database} SET search_path = public, pg_catalog",
        "setting search_path=public, pg_catalog of the database for every role",
    ),
    "setting of a role": (
        "CREATE ROLE looker_{database} LOGIN IN ROLE recoup_reader; ALTER ROLE looker_{database} SET search_path = beside",
        "setting search_path=beside of every database for looker_{database}",
    ),
    "setting of a role in the database": (
        "ALTER ROLE recoup_reader IN DATABASE {database} SET session_replication_role = replica",
        "setting session_replication_role=replica of the database for recoup_reader",
    ),
}
"""What is added, by its kind, and what `verify` names."""


def filled(url: str) -> str:
    with opened(url) as ledger:
        ledger.ingest(arrivals(deliveries(range(1, 11))))
    return url


def named(url: str) -> list[str]:
    with opened(url) as ledger:
        return [misfit.what for misfit in Verifier(ledger).run().misfits]


def test_what_could_shadow_or_alter_a_name_is_named(postgresql_url: str) -> None:
    """All at once: each is named."""
    filled(postgresql_url)
    database = str(make_url(postgresql_url).database)
    for statements, _ in ADDED.values():
        alter(postgresql_url, statements.replace("{database}", database))
    found = named(postgresql_url)
    execute(postgresql_url, f"DROP ROLE looker_{database}")
    for kind, (_, name) in ADDED.items():
        wanted = name.replace("{database}", database)
        assert any(f" {wanted}" in what for what in found), (kind, found)


def test_an_operator_of_the_server_s_that_does_otherwise_is_named(postgresql_url: str) -> None:
    """A superuser has the server's own operators compare the other way round."""
    alter(
        filled(postgresql_url),
        "UPDATE pg_operator SET oprcode = 'text_lt'::regproc WHERE oprname = '>=' AND oprleft = 'text'::regtype",
    )
    body = "SELECT $1 OPERATOR(pg_catalog.=) $2"
    alter(
        postgresql_url,
        "CREATE OR REPLACE FUNCTION pg_catalog.int8ne(bigint, bigint) RETURNS boolean LANGUAGE sql STRICT IMMUTABLE "
        f"AS '{body}'",
    )
    found = named(postgresql_url)
    for operator in (">=(text,text)", "<>(bigint,bigint)"):
        assert f"the schema has an operator {operator}, which no migration makes" in found


def test_what_an_extension_claims_is_named_all_the_same(postgresql_url: str) -> None:
    """An owner who makes an operator a part of an extension does not hide it."""
    alter(filled(postgresql_url), COMPARE.format(schema="public", left="text", right="text"))
    alter(postgresql_url, "ALTER EXTENSION plpgsql ADD OPERATOR public.>= (text, text)")
    assert "operator public.>=(text,text)" in str(named(postgresql_url))


def test_a_role_with_more_rights_is_named(postgresql_url: str) -> None:
    execute(filled(postgresql_url), "ALTER ROLE recoup_reader BYPASSRLS")
    try:
        found = named(postgresql_url)
    finally:
        execute(postgresql_url, "ALTER ROLE recoup_reader NOBYPASSRLS")
    assert found == ["the database's role recoup_reader is not what the migrations make"]


def test_every_connection_is_pinned_whatever_the_database_and_the_login_set(postgresql_url: str) -> None:
    """Also the one that SQLAlchemy opens, before it asks anything itself."""
    database = make_url(postgresql_url).database
    opposite = {"search_path": "public", "row_security": "on", "transform_null_equals": "on", "DateStyle": "'German'"}
    opposite |= {"session_replication_role": "replica", "bytea_output": "'escape'", "TimeZone": "'Asia/Tokyo'"}
    execute(postgresql_url, *(f"ALTER DATABASE {database} SET {name} = {value}" for name, value in opposite.items()))
    engine_ = engine(postgresql_url)
    with engine_.connect() as connection, PinnedConnection.connect(postgresql_url) as own:
        for name, value in (*SETTINGS.items(), ("session_replication_role", "origin")):
            shown = connection.exec_driver_sql(f"SHOW {name}").scalar_one(), own.execute(f"SHOW {name}").fetchone()
            assert shown == (value.strip("'"), (value.strip("'"),))
        assert own.execute("SELECT count(*) FROM pg_prepared_statements").fetchone() == (0,)
    engine_.dispose()


def test_a_session_that_plays_a_replica_and_cannot_stop_is_refused(postgresql_url: str) -> None:
    name = f"floor_{make_url(postgresql_url).database}"
    execute(postgresql_url, f"CREATE ROLE {name} LOGIN IN ROLE recoup_application")
    execute(postgresql_url, f"ALTER ROLE {name} SET session_replication_role = replica")
    url = make_url(postgresql_url).set(username=name).render_as_string(hide_password=False)
    with pytest.raises(UnusableLedger, match="session_replication_role"):
        opened(url)
    execute(postgresql_url, f"DROP ROLE {name}")


def test_a_policy_that_hides_a_row_from_a_login_is_an_error_and_no_gap(postgresql_url: str) -> None:
    name = f"looker_{make_url(postgresql_url).database}"
    execute(filled(postgresql_url), f"CREATE ROLE {name} LOGIN IN ROLE recoup_reader")
    alter(
        postgresql_url,
        "ALTER TABLE events ENABLE ROW LEVEL SECURITY; CREATE POLICY seen ON events USING (position <> 10)",
    )
    url = make_url(postgresql_url).set(username=name).render_as_string(hide_password=False)
    with opened(url) as ledger, pytest.raises(Exception, match=r"row-level security policy for table .?events"):
        ledger.entries()
    found = named(url)
    assert any(what.startswith("the schema has a policy events seen") for what in found), found


def test_a_path_to_another_schema_leads_no_login_to_other_tables(postgresql_url: str) -> None:
    database = make_url(postgresql_url).database
    with opened(filled(postgresql_url)) as ledger:
        before = ledger.entries()
    tables = ("alembic_version", "events", "refused", "names", "frontier", "tracking")
    copies = "; ".join(f"CREATE TABLE beside.{table} AS SELECT * FROM public.{table}" for table in tables)
    alter(postgresql_url, f"CREATE SCHEMA beside; {copies}; DELETE FROM beside.events WHERE position > 3")
    execute(postgresql_url, f"ALTER DATABASE {database} SET search_path = beside, public")
    with opened(postgresql_url) as ledger:
        assert ledger.entries() == before


def test_a_ledger_in_another_schema_is_named_in_the_address(blank_postgresql: str) -> None:
    execute(blank_postgresql, "CREATE SCHEMA casino", "REVOKE ALL ON SCHEMA public FROM PUBLIC")
    named = f"{blank_postgresql}&options=-csearch_path%3Dcasino"
    migrate(named)
    with opened(filled(named)) as ledger:
        assert Verifier(ledger).run().misfits == []
    with pytest.raises(UnusableLedger, match="keeps its ledger in the schema casino, not in public"):
        migrate(blank_postgresql)


def test_a_long_value_that_is_stored_apart_is_checked_like_any_other(postgresql_url: str) -> None:
    """Bytes of some length are in the table's TOAST, in pieces: the leaf is over all of them."""
    with opened(postgresql_url) as ledger:
        ledger.ingest([refusal(Random(7).randbytes(60_000))])
    with psycopg.connect(postgresql_url) as connection:
        apart = connection.execute(
            "SELECT pg_relation_size(reltoastrelid) FROM pg_class WHERE relname = 'refused'"
        ).fetchone()
    assert apart is not None
    assert apart[0] > 0
    with unguarded(postgresql_url):
        execute(
            postgresql_url,
            "ALTER TABLE refused DISABLE TRIGGER ALL",
            "UPDATE refused SET bytes = set_byte(bytes, 59000, 1)",
        )
    with opened(postgresql_url) as ledger:
        assert [misfit.position for misfit in Verifier(ledger).run().misfits if misfit.position] == [1]


def test_a_guard_that_swallows_what_is_written_cannot_be_called_statistics(sqlite_url: str) -> None:
    """SQLite's own tables of statistics are the only ones that are passed over, and nothing of a name like theirs."""
    filled(sqlite_url)
    alter(
        sqlite_url,
        "CREATE TRIGGER sqlite0stat1 BEFORE INSERT ON tracking BEGIN SELECT RAISE(IGNORE); END; ANALYZE",
    )
    assert named(sqlite_url) == ["the schema has a trigger sqlite0stat1, which no migration makes"]


def test_nothing_but_the_file_is_attached_and_no_function_is_added(sqlite_url: str) -> None:
    file = sqlite_file(sqlite_url)
    assert file is not None
    with closing(connect_to_file(file)) as plain, closing(sqlite3.connect(":memory:")) as own, opened(sqlite_url) as ledger:
        functions = "SELECT name, narg FROM pragma_function_list WHERE builtin = 0 ORDER BY name, narg"
        with ledger.recorder.dialect.reading() as cursor:
            cursor.execute("SELECT name FROM pragma_database_list")
            assert cursor.fetchall() == [("main",)]
            cursor.execute(functions)
            assert cursor.fetchall() == plain.execute(functions).fetchall() == own.execute(functions).fetchall()


def test_a_journal_that_is_planted_beside_the_file_is_not_rolled_back_into_it(sqlite_url: str) -> None:
    """Rows as they were before come back at most as the file's own: what does not fit is named."""
    file = sqlite_file(filled(sqlite_url))
    assert file is not None
    before = rows(sqlite_url)
    file.with_name(f"{file.name}-journal").write_bytes(b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + bytes(600))
    assert rows(sqlite_url) == before
    with opened(sqlite_url) as ledger:
        assert Verifier(ledger).run().misfits == []
