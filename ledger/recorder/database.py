"""A ledger's database by its URL: `sqlite:///recoup.db`, `postgresql://user:secret@host/database`."""

import os
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from ledger.errors import UnusableLedger

if TYPE_CHECKING:
    from sqlalchemy import URL, Connection, Engine

SCHEMA: Final = "r0012"
"""The migration that this version works with."""

LOCK_SECONDS: Final = 5

SCHEMA_MARK: Final = "ledger_schema"
"""What statements for PostgreSQL have in place of the ledger's schema."""

_MIGRATION: Final = re.compile(r"r[0-9]{4}\Z")


_SQLITE: Final = "sqlite:///"

_SEARCH_PATH: Final = re.compile(r"(?:-c\s*|--)search[_-]path=(\S+)")

_SCHEMA_NAME: Final = re.compile(r"[a-z_][a-z0-9_]*\Z")

_HAS_MIGRATIONS: Final = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'alembic_version'"


_SCHEMAS: Final = b"""
SELECT nspname::text, count(*) = 3 FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
WHERE relname IN ('alembic_version', 'events', 'refused') AND nspname NOT LIKE 'pg\\_%'
GROUP BY nspname HAVING bool_or(relname = 'alembic_version') ORDER BY nspname"""
"""The schemas that migrations were run in, and whether what a ledger has is there."""


def sqlite_file(url: str) -> Path | None:
    """The file of a ledger in SQLite, None for one in PostgreSQL. Raises UnusableLedger for another address."""
    if _is_plain_sqlite(url):
        return Path(url.removeprefix(_SQLITE))
    parts = parse_url(url)
    return Path(parts.database or "") if parts.get_backend_name() == "sqlite" else None


def is_write_protected(file: Path) -> bool:
    """Whether this user can read a file and not write to it, or to the folder in which SQLite keeps its log beside it."""
    return file.exists() and not (os.access(file, os.W_OK) and os.access(file.absolute().parent, os.W_OK))


def sqlite_uri(file: Path) -> str:
    """How SQLite is to open a ledger's file. One that is write-protected is read as it lies there.

    Raises UnusableLedger where a log beside such a file holds entries and nobody has the ledger open.
    """
    uri = f"file:{quote(str(file.absolute()))}"
    if not is_write_protected(file):
        return f"{uri}?mode=rw"
    log, shared = (file.with_name(f"{file.name}-{kind}") for kind in ("wal", "shm"))
    if shared.exists():
        return f"{uri}?mode=ro"  # somebody has it open
    if log.exists() and log.stat().st_size:
        raise UnusableLedger(
            f"{file} is write-protected and has a log {log.name} beside it that is not taken into it yet; copy both to "
            "where this user can write, or let its owner run `recoup verify`, then copy it again"
        )
    return f"{uri}?mode=ro&immutable=1"


def connect_to_file(file: Path) -> sqlite3.Connection:
    """A connection to a ledger's file, to read with."""
    return sqlite3.connect(sqlite_uri(file), uri=True, timeout=LOCK_SECONDS, check_same_thread=False)


def _is_plain_sqlite(url: str) -> bool:
    """Whether the address says no more than a file, so that SQLAlchemy need not be loaded to read it."""
    return url.startswith(_SQLITE) and url != _SQLITE and "?" not in url


def parse_url(url: str) -> "URL":
    """The URL in parts. Raises UnusableLedger where it is no address of a ledger."""
    from sqlalchemy import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        parts = make_url(url)
        name = parts.get_backend_name()
    except (ArgumentError, ValueError) as error:
        begun = url.partition(":")[0]  # what follows may hold a password
        raise UnusableLedger(f"{begun!r} is no address of a ledger; write sqlite:///FILE or postgresql://…") from error
    if name == "sqlite" and (parts.host or not parts.database):
        raise UnusableLedger(f"{url!r} is no address of a ledger; write sqlite:///FILE, with three strokes")
    if name == "sqlite":
        return parts
    if name == "postgresql":
        return parts.set(drivername="postgresql+psycopg")
    raise UnusableLedger(f"a ledger cannot be kept in {name!r}; write sqlite:///FILE or postgresql://…")


def url_without_password(url: str) -> str:
    """The URL as a sentence may have it: without its passwords."""
    if _is_plain_sqlite(url):
        return url
    parts = parse_url(url)
    hidden = {name: "***" for name in parts.query if "password" in name}
    return parts.update_query_dict(hidden).render_as_string(hide_password=True)


def engine(url: str) -> "Engine":
    """An SQLAlchemy engine for read models and migrations."""
    from sqlalchemy import create_engine, event
    from sqlalchemy.exc import NoSuchModuleError
    from sqlalchemy.pool import QueuePool

    try:
        file = sqlite_file(url)
        if file is not None and is_write_protected(file):
            return create_engine("sqlite://", creator=lambda: connect_to_file(file), poolclass=QueuePool)
        if file is None:
            return _engine_on_server(url)
    except (NoSuchModuleError, ImportError) as error:
        raise UnusableLedger(f"{error}; for PostgreSQL install recoup[postgres]") from error
    engine_ = create_engine(parse_url(url), connect_args={"timeout": LOCK_SECONDS})
    event.listen(engine_, "connect", lambda connection, _: connection.execute("PRAGMA foreign_keys=ON"))
    return engine_


def _engine_on_server(url: str) -> "Engine":
    """An engine whose connections are pinned, and whose statements name each table with the ledger's schema."""
    from sqlalchemy import create_engine, event

    from ledger.recorder.pinned import PinnedConnection

    options = {"schema_translate_map": {None: ledger_schema(url)}}
    engine_ = create_engine(parse_url(url), connect_args={"connect_timeout": LOCK_SECONDS}, execution_options=options)
    event.listen(
        engine_, "do_connect", lambda _dialect, _record, args, parameters: PinnedConnection.connect(*args, **parameters)
    )
    return engine_


def connect_arguments(url: str) -> dict[str, Any]:
    """What a database's own library wants to connect: of SQLite the file, of PostgreSQL all that the URL says."""
    file = sqlite_file(url)
    if file is not None:
        return {"sqlite": sqlite_uri(file)}
    parts = parse_url(url)
    _, arguments = parts.get_dialect()().create_connect_args(parts)
    return {"connect_timeout": LOCK_SECONDS, **arguments}


def ledger_schema(url: str) -> str:
    """The schema of a ledger on a server. Raises UnusableLedger where the address names one that no ledger can be in."""
    return schema_named(connect_arguments(url).get("options"))


def names_path(url: str) -> bool:
    """Whether the address of a ledger on a server says itself in which schema it is."""
    return bool(_paths(connect_arguments(url).get("options")))


def _paths(options: str | None) -> list[str]:
    return _SEARCH_PATH.findall(options if options is not None else os.environ.get("PGOPTIONS", ""))


def of_schema(url: str) -> str:
    """What a statement has before the name of a ledger's table: the schema on a server, nothing in a file."""
    return f'"{ledger_schema(url)}".' if sqlite_file(url) is None else ""


def schema_of(connection: "Connection") -> str | None:
    """The ledger's schema on the server of a connection; None in a file."""
    schemas = connection.get_execution_options().get("schema_translate_map")
    return str(schemas[None]) if schemas else None


def in_schema(statement: str, schema: str) -> str:
    """A statement whose tables are marked with `SCHEMA_MARK`, on those of a ledger."""
    return statement.replace(f"{SCHEMA_MARK}.", f'"{schema}".')


def schema_named(options: str | None) -> str:
    """The schema that a connection's options name first in `search_path`, else `public`. What the database or a login sets
    as its path is not asked: it could lead to tables of other people.
    """
    given = _paths(options)
    name = given[-1].partition(",")[0] if given else "public"
    if not _SCHEMA_NAME.match(name):
        raise UnusableLedger(
            f"{name!r} is not a schema's name for a ledger; write it in small letters, as search_path=recoup"
        )
    return str(name)


def require_ledger(url: str) -> None:
    """Raises UnusableLedger unless the ledger is there and of this version's migration."""
    file, plain = sqlite_file(url), url_without_password(url)
    if file is not None and not file.is_file():
        raise UnusableLedger(f"there is no ledger at {plain}; record something first, or name another with --ledger")
    found = migration_of(url)
    if found is None:
        raise UnusableLedger(f"{plain} holds no ledger; run `recoup migrate --ledger {plain}` to make one")
    if found < SCHEMA:
        raise UnusableLedger(f"{plain} is of the older migration {found}; run `recoup migrate --ledger {plain}`")


def migration_of(url: str) -> str | None:
    """The migration that the database is at, None where it holds no ledger.

    Raises UnusableLedger if it cannot be read, is another program's, or is newer than this version.
    """
    file = sqlite_file(url)
    found = _migration_on_server(url) if file is None else _migration_in_file(url, file)
    if found is not None and not (isinstance(found, str) and _MIGRATION.match(found)):
        raise UnusableLedger(f"{url_without_password(url)} is another program's database; name a ledger with --ledger")
    if found is not None and found > SCHEMA:
        raise UnusableLedger(
            f"{url_without_password(url)} is of migration {found}, newer than this version ({SCHEMA}); upgrade recoup"
        )
    return found


def _migration_in_file(url: str, file: Path) -> object:
    if not file.exists():
        return None
    try:
        with closing(connect_to_file(file)) as connection:
            if connection.execute(_HAS_MIGRATIONS).fetchone() == (0,):
                return None
            row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.Error as error:
        raise UnusableLedger(database_error_text(url, error)) from error
    return row and row[0]


def _migration_on_server(url: str) -> object:
    import psycopg
    from psycopg.sql import SQL, Identifier

    from ledger.recorder.pinned import PinnedConnection

    schema = ledger_schema(url)
    try:
        with PinnedConnection.connect(**connect_arguments(url), autocommit=True) as connection:
            schemas = dict(connection.execute(_SCHEMAS).fetchall())
            if schema in schemas:
                row = connection.execute(SQL("SELECT version_num FROM {}").format(Identifier(schema, "alembic_version")))
                return (row.fetchone() or (None,))[0]
    except psycopg.Error as error:
        raise UnusableLedger(database_error_text(url, error)) from error
    if elsewhere := [name for name, has_ledger in schemas.items() if has_ledger]:
        raise UnusableLedger(
            f"{url_without_password(url)} keeps its ledger in the schema {elsewhere[0]}, not in {schema}; name it in the "
            f"address: options=-csearch_path%3D{elsewhere[0]}"
        )
    return None


def database_error_text(url: str, error: BaseException) -> str:
    """One sentence for a database that refuses."""
    plain = url_without_password(url)
    sentence = " ".join(str(error).split())[:200]
    if "locked" in sentence or "lock timeout" in sentence:
        return f"{plain} is locked by another program ({sentence}); wait until it is done, then try again"
    if "readonly" in sentence or "read-only" in sentence:
        return f"{plain} can only be read ({sentence}); give this user the right to write, or use a copy"
    if "not a database" in sentence or "malformed" in sentence:
        return f"{plain} is not a ledger's database ({sentence}); restore it from a backup, or name another with --ledger"
    if "No space" in sentence or "disk is full" in sentence:
        return f"{plain} cannot grow ({sentence}); free some space, then feed again what was not acknowledged"
    if "connect" in sentence:
        return f"{plain} cannot be reached ({sentence}); start the database or correct the address, then try again"
    return f"{plain} cannot be used ({sentence}); put that right, then try again"
