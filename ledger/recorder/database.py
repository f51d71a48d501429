"""A ledger's database by its URL: `sqlite:///recoup.db`, `postgresql://user:secret@host/database`."""

import re
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from sqlalchemy import URL, Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from ledger.errors import UnusableLedger

SCHEMA: Final = "r0006"
"""The migration that this version works with."""

LOCK_SECONDS: Final = 5

_MIGRATION: Final = re.compile(r"r[0-9]{4}\Z")


def address(url: str) -> URL:
    """The URL in parts. Raises UnusableLedger where it is no address of a ledger."""
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


def shown(url: str) -> str:
    """The URL as a sentence may have it: without its passwords."""
    parts = address(url)
    hidden = {name: "***" for name in parts.query if "password" in name}
    return parts.update_query_dict(hidden).render_as_string(hide_password=True)


def engine(url: str) -> Engine:
    """An SQLAlchemy engine for read models and migrations."""
    try:
        made = create_engine(address(url), connect_args=_connect_args(url))
    except (NoSuchModuleError, ImportError) as error:
        raise UnusableLedger(f"{error}; for PostgreSQL install recoup[postgres]") from error
    if made.dialect.name == "sqlite":
        event.listen(made, "connect", lambda connection, _: connection.execute("PRAGMA foreign_keys=ON"))
    return made


def connecting(url: str) -> dict[str, Any]:
    """What a database's own library wants to connect: of SQLite the file, of PostgreSQL all that the URL says."""
    parts = address(url)
    if parts.get_backend_name() == "sqlite":
        return {"sqlite": f"file:{quote(str(Path(parts.database or '').absolute()))}?mode=rw"}
    _, arguments = parts.get_dialect()().create_connect_args(parts)
    return {"connect_timeout": LOCK_SECONDS, **arguments}


def _connect_args(url: str) -> dict[str, object]:
    if address(url).get_backend_name() == "sqlite":
        return {"timeout": LOCK_SECONDS}
    return {"connect_timeout": LOCK_SECONDS}


def require(url: str) -> None:
    """Raises UnusableLedger unless the ledger is there and of this version's migration."""
    parts, plain = address(url), shown(url)
    if parts.get_backend_name() == "sqlite" and not Path(parts.database or "").is_file():
        raise UnusableLedger(f"there is no ledger at {plain}; record something first, or name another with --ledger")
    found = migration(url)
    if found is None:
        raise UnusableLedger(f"{plain} holds no ledger; run `recoup migrate --ledger {plain}` to make one")
    if found < SCHEMA:
        raise UnusableLedger(f"{plain} is of the older migration {found}; run `recoup migrate --ledger {plain}`")


def migration(url: str) -> str | None:
    """The migration that the database is at, None where it holds no ledger.

    Raises UnusableLedger if it cannot be read, is another program's, or is newer than this version.
    """
    made = engine(url)
    try:
        with made.connect() as connection:
            if not inspect(connection).has_table("alembic_version"):
                return None
            found = connection.scalar(text("SELECT version_num FROM alembic_version"))
    except DBAPIError as error:
        raise UnusableLedger(unreadable(url, error.orig or error)) from error
    finally:
        made.dispose()
    if found is not None and not (isinstance(found, str) and _MIGRATION.match(found)):
        raise UnusableLedger(f"{shown(url)} is another program's database; name a ledger with --ledger")
    if found is not None and found > SCHEMA:
        raise UnusableLedger(f"{shown(url)} is of migration {found}, newer than this version ({SCHEMA}); upgrade recoup")
    return found


def unreadable(url: str, error: BaseException) -> str:
    """One sentence for a database that refuses."""
    plain = shown(url)
    said = " ".join(str(error).split())[:200]
    if "locked" in said or "lock timeout" in said:
        return f"{plain} is locked by another program ({said}); wait until it is done, then try again"
    if "readonly" in said or "read-only" in said:
        return f"{plain} can only be read ({said}); give this user the right to write, or use a copy"
    if "not a database" in said or "malformed" in said:
        return f"{plain} is not a ledger's database ({said}); restore it from a backup, or name another with --ledger"
    if "No space" in said or "disk is full" in said:
        return f"{plain} cannot grow ({said}); free some space, then feed again what was not acknowledged"
    if "connect" in said:
        return f"{plain} cannot be reached ({said}); start the database or correct the address, then try again"
    return f"{plain} cannot be used ({said}); put that right, then try again"
