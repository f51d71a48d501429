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
    from sqlalchemy import URL, Engine

SCHEMA: Final = "r0011"
"""The migration that this version works with."""

LOCK_SECONDS: Final = 5

_MIGRATION: Final = re.compile(r"r[0-9]{4}\Z")


_SQLITE: Final = "sqlite:///"

_HAS_MIGRATIONS: Final = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'alembic_version'"


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
        engine_ = create_engine(parse_url(url), connect_args=_connect_args(url))
    except (NoSuchModuleError, ImportError) as error:
        raise UnusableLedger(f"{error}; for PostgreSQL install recoup[postgres]") from error
    if engine_.dialect.name == "sqlite":
        event.listen(engine_, "connect", lambda connection, _: connection.execute("PRAGMA foreign_keys=ON"))
    return engine_


def connect_arguments(url: str) -> dict[str, Any]:
    """What a database's own library wants to connect: of SQLite the file, of PostgreSQL all that the URL says."""
    file = sqlite_file(url)
    if file is not None:
        return {"sqlite": sqlite_uri(file)}
    parts = parse_url(url)
    _, arguments = parts.get_dialect()().create_connect_args(parts)
    return {"connect_timeout": LOCK_SECONDS, **arguments}


def _connect_args(url: str) -> dict[str, object]:
    return {"connect_timeout": LOCK_SECONDS} if sqlite_file(url) is None else {"timeout": LOCK_SECONDS}


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
    from sqlalchemy import inspect, text
    from sqlalchemy.exc import DBAPIError

    server = engine(url)
    try:
        with server.connect() as connection:
            if not inspect(connection).has_table("alembic_version"):
                return None
            return connection.scalar(text("SELECT version_num FROM alembic_version"))
    except DBAPIError as error:
        raise UnusableLedger(database_error_text(url, error.orig or error)) from error
    finally:
        server.dispose()


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
