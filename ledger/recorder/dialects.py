"""What the two databases do each in its own way: connect, begin to write, insert many rows, tell others of it."""

import sqlite3
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from fcntl import LOCK_EX, LOCK_NB, flock
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol
from weakref import WeakSet

import orjson
from eventsourcing.persistence import IntegrityError, InterfaceError, OperationalError
from eventsourcing.sqlite import SQLiteConnection, SQLiteConnectionPool

from ledger.merkle import Subtree
from ledger.recorder import database
from ledger.recorder.retry import NOTICE_SECONDS, waited
from ledger.recorder.statements import POSTGRESQL, SQLITE

if TYPE_CHECKING:
    import psycopg
    from sqlalchemy import Connection, Engine

KEPT_STATEMENTS: Final = 64
"""So many statements a connection to SQLite keeps compiled. The library's own keeps one and compiles each statement anew,
the guards with it, which takes a fifth of the time of a single event."""

_MOST_FAULTS: Final = 20
"""So many faults SQLite's own check names."""

POLL_MILLISECONDS: Final = 10
"""How often a follower of a ledger in SQLite looks whether something was written."""

LISTEN_MILLISECONDS: Final = 100
"""How long a follower of a ledger in PostgreSQL listens before it looks whether it is still wanted."""

APPEND_LOCK: Final = 0x5265_636F_7570
"""The advisory lock under which PostgreSQL gives positions: a role with INSERT and SELECT alone may take it."""

MIGRATION_LOCK: Final = 0x5265_636F_7571
"""The advisory lock under which a database on a server is migrated: the first to use it makes it, the others wait."""

FOLLOWER_LOCK: Final = 0x5265_636F
"""The first half of the advisory lock under which a follower is alone; the other is its name's."""

_KEEPALIVES: Final = b"SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3"
"""A follower says nothing to the server while it works: where its machine is gone, the lock is free after a minute."""

CHANNEL: Final = "recoup_events"
"""Where PostgreSQL tells listeners that something was recorded."""


_SQLITE_SCHEMA: Final = """
SELECT type, name, coalesce(sql, '') FROM sqlite_schema
WHERE NOT (type = 'table' AND name IN ('sqlite_stat1', 'sqlite_stat4'))
"""
"""Statistics, which `ANALYZE` makes, choose the way to an answer and not the answer."""

_EVENTS: Final = f"{database.SCHEMA_MARK}.events"
_INSERT_NAMES: Final = f"INSERT INTO {database.SCHEMA_MARK}.names SELECT * FROM unnest(%(ids)s::int[], %(names)s::text[])"
_INSERT_SUBTREES: Final = (
    f"INSERT INTO {database.SCHEMA_MARK}.subtrees "
    "SELECT * FROM unnest(%(level)s::int[], %(number)s::bigint[], %(hash)s::bytea[])"
)


_KEEP_STRETCHES: Final = (
    "ON CONFLICT (stream, first_version) DO UPDATE "
    "SET last_version = excluded.last_version, flags = excluded.flags, bets = excluded.bets, is_whole = excluded.is_whole, "
    "shown = excluded.shown"
)
"""Of a stretch that goes on."""
_INSERT_STRETCHES: Final = (
    f"INSERT INTO {database.SCHEMA_MARK}.stretches VALUES (%s, %s, %s, %s, %s, %s, %s, %s) {_KEEP_STRETCHES}"
)


class DatabaseLocked(OperationalError):
    """Others write, and have not done yet."""


class Cursor(Protocol):
    """A database driver's cursor."""

    def execute(self, statement: str, params: Mapping[str, object] = ..., /) -> object: ...
    def executemany(self, statement: str, params: Iterable[Any], /) -> object: ...
    def fetchone(self) -> Any: ...
    def fetchall(self) -> list[Any]: ...


class Dialect(ABC):
    """A ledger's database. Raises the library's errors: IntegrityError for a key that is taken, PersistenceError."""

    name: str
    statements: Mapping[str, str]
    connections = 0
    """How many connections to a server were made by now."""

    @abstractmethod
    def reading(self) -> AbstractContextManager[Cursor]:
        """A cursor to read with."""

    @abstractmethod
    def reading_by_index(self) -> AbstractContextManager[Cursor]:
        """A cursor that goes through an index wherever there is one that fits."""

    @abstractmethod
    def count_rows(self) -> tuple[int, Any, Any]:
        """How many rows the events table itself holds, the first position and the last: no index is asked."""

    @abstractmethod
    def integrity_faults(self) -> tuple[list[str], str | None]:
        """What the database's own check of its tables and indexes finds; and why it was not made, where it was not."""

    @abstractmethod
    def schema(self) -> dict[str, str]:
        """All that is declared in the ledger's schema, by name: tables, indexes, triggers, views, policies, grants."""

    @abstractmethod
    def writing(self) -> AbstractContextManager[Cursor]:
        """A cursor in a transaction that alone may append; committed at the end, rolled back where something is raised."""

    @abstractmethod
    def insert_rows(self, cursor: Cursor, rows: Iterable[tuple[Any, ...]]) -> None:
        """Write rows of the events table, in the order of its columns."""

    @abstractmethod
    def insert_names(self, cursor: Cursor, names: Sequence[tuple[int, str]]) -> None:
        """Write names with their numbers."""

    @abstractmethod
    def insert_subtrees(self, cursor: Cursor, subtrees: Sequence[Subtree]) -> None:
        """Write complete subtrees of the log."""

    @abstractmethod
    def keep_stretches(self, cursor: Cursor, stretches: Sequence[tuple[Any, ...]]) -> None:
        """Write stretches of days, or how far they go now: stream by its number, and each."""

    def sending_together(self, cursor: Cursor) -> AbstractContextManager[object]:  # noqa: ARG002
        """Statements in it are sent without waiting for the answer to each, where there is a way to a server."""
        return nullcontext()

    @abstractmethod
    def delivery_keys(self, keys: Sequence[tuple[int, str]]) -> Mapping[str, object]:
        """The parameters of the statement for known deliveries: sources by their numbers, and ids."""

    @abstractmethod
    def listed(self, values: Iterable[int | str]) -> object:
        """Numbers or texts as one parameter."""

    @abstractmethod
    def spans(self, spans: Sequence[tuple[int, int]]) -> Mapping[str, object]:
        """The parameters of `spans`: the first and the last version of each."""

    @abstractmethod
    def notify(self, cursor: Cursor) -> None:
        """Tell listeners, once the transaction is committed, that something was recorded."""

    @abstractmethod
    def listening(self) -> AbstractContextManager[Callable[[], bool]]:
        """A function that waits for a moment and says whether something was recorded since it was last called."""

    @abstractmethod
    def alone(self, follower: str) -> AbstractContextManager[bool]:
        """Whether nobody else is this follower meanwhile; the lock ends with the process, however that ends."""

    @abstractmethod
    def close(self) -> None:
        """Close all connections."""


class _SQLitePool(SQLiteConnectionPool):
    """The library's pool of connections to a file, whose connections keep their statements and give plain rows."""

    def __init__(self, file: Path):
        self.url = f"sqlite:///{file}"
        super().__init__(db_name=database.sqlite_uri(file), lock_timeout=database.LOCK_SECONDS)

    def _create_connection(self) -> SQLiteConnection:
        try:
            connection = sqlite3.connect(
                self.db_name,
                uri=True,
                check_same_thread=False,
                isolation_level=None,
                cached_statements=KEPT_STATEMENTS,
                timeout=self.lock_timeout or 0,
            )
        except sqlite3.Error as error:
            raise InterfaceError(error) from error
        if self.db_name.endswith("mode=rw"):
            # in a file that is new this needs it alone, and SQLite itself does not wait for that
            waited(partial(_execute, connection, "PRAGMA journal_mode=WAL"), DatabaseLocked, self.url)
        return SQLiteConnection(connection, self.max_age)


class SQLite(Dialect):
    """A ledger in a file: the embedded default."""

    name = "sqlite"
    statements = SQLITE

    def __init__(self, file: Path):
        self._file = file
        self._pool = _SQLitePool(file)
        with self.reading():
            pass  # the file goes to write-ahead logging now, or refuses now

    @contextmanager
    def _connection(self, *, is_writer: bool) -> Iterator[sqlite3.Connection]:
        try:
            pooled = self._pool.get_connection(is_writer=is_writer)
            try:
                yield pooled._sqlite_conn  # noqa: SLF001 - the library hides the driver's connection, which it only wraps
            finally:
                self._pool.put_connection(pooled)
        except sqlite3.IntegrityError as error:
            raise IntegrityError(str(error)) from error
        except sqlite3.Error as error:
            raise OperationalError(str(error)) from error

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Cursor]:
        with self._connection(is_writer=False) as connection:
            yield connection.cursor()

    def reading_by_index(self) -> AbstractContextManager[sqlite3.Cursor]:
        return self.reading()

    def count_rows(self) -> tuple[int, Any, Any]:
        with self.reading() as cursor:
            cursor.execute("SELECT count(*), min(position), max(position) FROM events NOT INDEXED")
            count, first, last = cursor.fetchone()
            return count, first, last

    def integrity_faults(self) -> tuple[list[str], str | None]:
        with self.reading() as cursor:
            cursor.execute(f"PRAGMA integrity_check({_MOST_FAULTS})")
            return [text for (text,) in cursor.fetchall() if text != "ok"], None

    def schema(self) -> dict[str, str]:
        with self.reading() as cursor:
            cursor.execute(_SQLITE_SCHEMA)
            declared = {f"{kind} {name}": sql for kind, name, sql in cursor.fetchall()}
            cursor.execute("PRAGMA encoding")
            return declared | {"encoding of text": cursor.fetchone()[0]}

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Cursor]:
        """The write lock is taken at once: a transaction that reads first and writes later loses under contention."""
        with self._connection(is_writer=True) as connection:
            cursor = connection.cursor()
            cursor.execute("PRAGMA synchronous=FULL")  # what was acknowledged outlives a power cut
            begin_immediate(connection, self._pool.url)
            try:
                yield cursor
                connection.commit()
            except BaseException:
                connection.rollback()
                raise

    def insert_rows(self, cursor: Cursor, rows: Iterable[tuple[Any, ...]]) -> None:
        cursor.executemany("INSERT INTO events VALUES (?,?,?,?,?,?,?,?)", rows)

    def insert_names(self, cursor: Cursor, names: Sequence[tuple[int, str]]) -> None:
        cursor.executemany("INSERT INTO names VALUES (?,?)", names)

    def insert_subtrees(self, cursor: Cursor, subtrees: Sequence[Subtree]) -> None:
        cursor.executemany("INSERT INTO subtrees VALUES (?,?,?)", subtrees)

    def keep_stretches(self, cursor: Cursor, stretches: Sequence[tuple[Any, ...]]) -> None:
        cursor.executemany(f"INSERT INTO stretches VALUES (?,?,?,?,?,?,?,?) {_KEEP_STRETCHES}", stretches)

    def delivery_keys(self, keys: Sequence[tuple[int, str]]) -> Mapping[str, object]:
        return {"keys": orjson.dumps(keys).decode()}

    def listed(self, values: Iterable[int | str]) -> str:
        return orjson.dumps(list(values)).decode()

    def spans(self, spans: Sequence[tuple[int, int]]) -> Mapping[str, object]:
        return {"spans": orjson.dumps(spans).decode()}

    def notify(self, cursor: Cursor) -> None:
        """Listeners see for themselves that the file has changed."""

    @contextmanager
    def listening(self) -> Iterator[Callable[[], bool]]:
        with self._connection(is_writer=False) as connection:

            def version() -> int:
                return int(connection.execute("PRAGMA data_version").fetchone()[0])

            seen = version()

            def has_changed() -> bool:
                nonlocal seen
                time.sleep(POLL_MILLISECONDS / 1000)
                before, seen = seen, version()
                return seen != before

            yield has_changed

    @contextmanager
    def alone(self, follower: str) -> Iterator[bool]:
        try:
            with self._file.with_name(f"{self._file.name}-{follower}").open("ab") as lock:
                try:
                    flock(lock, LOCK_EX | LOCK_NB)
                except BlockingIOError:
                    yield False
                    return
                yield True
        except OSError as error:
            raise OperationalError(f"no lock for {follower} can be taken ({error.strerror})") from error

    def close(self) -> None:
        self._pool.close()


class PostgreSQL(Dialect):
    """A ledger on a server. Needs the extra `recoup[postgres]`."""

    name = "postgresql"

    def __init__(self, url: str):
        from eventsourcing.postgres import PostgresDatastore

        from ledger.recorder.pinned import PinnedConnection

        self._url = url
        self._schema = database.ledger_schema(url)
        self.statements = {name: self._placed(statement) for name, statement in POSTGRESQL.items()}
        self._seen = WeakSet["psycopg.Connection[Any]"]()
        seconds = database.LOCK_SECONDS
        self._datastore = PostgresDatastore("", "", "", "", "", connect_timeout=seconds, pool_size=1, max_overflow=14)
        # all that the URL says: a socket's folder, `sslmode`, …
        self._datastore.pool.kwargs = database.connect_arguments(url)
        self._datastore.pool.connection_class = PinnedConnection

    def _placed(self, statement: str) -> str:
        return database.in_schema(statement, self._schema)

    @contextmanager
    def reading(self) -> "Iterator[psycopg.Cursor[Any]]":
        with self._datastore.get_connection() as connection, connection.cursor() as cursor:
            self._note(connection)
            yield cursor

    def _note(self, connection: "psycopg.Connection[Any]") -> None:
        """Counts a connection that was not seen yet."""
        if connection not in self._seen:
            self._seen.add(connection)
            self.connections += 1

    @contextmanager
    def _planned(self, *settings: str) -> "Iterator[psycopg.Cursor[Any]]":
        """A cursor for statements that are planned under these settings."""
        with self._datastore.transaction(commit=False) as cursor:
            for setting in settings:
                cursor.execute(f"SET LOCAL {setting} = off".encode())
            yield cursor

    def reading_by_index(self) -> "AbstractContextManager[psycopg.Cursor[Any]]":
        return self._planned("enable_seqscan", "enable_bitmapscan", "enable_sort")

    def count_rows(self) -> tuple[int, Any, Any]:
        with self._planned("enable_indexscan", "enable_indexonlyscan", "enable_bitmapscan") as cursor:
            cursor.execute(self._placed(f"SELECT count(*), min(position), max(position) FROM {_EVENTS}").encode())
            found = cursor.fetchone()
            assert found is not None
            return found[0], found[1], found[2]

    def integrity_faults(self) -> tuple[list[str], str | None]:
        from ledger.recorder import catalogue

        return catalogue.integrity_faults(self.reading, self._schema)

    def schema(self) -> dict[str, str]:
        from ledger.recorder import catalogue

        with self.reading() as cursor:
            return catalogue.schema(cursor, self._schema, is_named=database.names_path(self._url))

    @contextmanager
    def writing(self) -> "Iterator[psycopg.Cursor[Any]]":
        with ExitStack() as transaction:
            yield waited(partial(self._begin, transaction), DatabaseLocked, self._url)

    def _begin(self, transaction: ExitStack) -> "psycopg.Cursor[Any]":
        """Begins to append, in a transaction that ends with what is handed over. Raises DatabaseLocked after a second."""
        from psycopg.errors import LockNotAvailable

        with ExitStack() as attempt:
            cursor = attempt.enter_context(self._datastore.transaction(commit=True))
            self._note(cursor.connection)
            try:
                cursor.execute(_taking_lock(APPEND_LOCK))
            except LockNotAvailable as error:
                raise DatabaseLocked(str(error)) from error
            transaction.enter_context(attempt.pop_all())
            return cursor

    def insert_rows(self, cursor: Any, rows: Iterable[tuple[Any, ...]]) -> None:
        copy_rows(cursor, rows, self._schema)

    def insert_names(self, cursor: Cursor, names: Sequence[tuple[int, str]]) -> None:
        columns = {"ids": [number for number, _ in names], "names": [name for _, name in names]}
        cursor.execute(self._placed(_INSERT_NAMES), columns)

    def insert_subtrees(self, cursor: Cursor, subtrees: Sequence[Subtree]) -> None:
        columns = dict(zip(Subtree._fields, map(list, zip(*subtrees, strict=True)), strict=True))
        cursor.execute(self._placed(_INSERT_SUBTREES), columns)

    def keep_stretches(self, cursor: Cursor, stretches: Sequence[tuple[Any, ...]]) -> None:
        cursor.executemany(self._placed(_INSERT_STRETCHES), stretches)

    def sending_together(self, cursor: Any) -> AbstractContextManager[object]:
        pipeline: AbstractContextManager[object] = cursor.connection.pipeline()
        return pipeline

    def delivery_keys(self, keys: Sequence[tuple[int, str]]) -> Mapping[str, object]:
        return {"sources": [source for source, _ in keys], "ids": [delivery_id for _, delivery_id in keys]}

    def listed(self, values: Iterable[int | str]) -> list[int | str]:
        return list(values)

    def spans(self, spans: Sequence[tuple[int, int]]) -> Mapping[str, object]:
        return {"firsts": [first for first, _ in spans], "lasts": [last for _, last in spans]}

    def notify(self, cursor: Cursor) -> None:
        cursor.execute(f"NOTIFY {CHANNEL}")

    @contextmanager
    def listening(self) -> Iterator[Callable[[], bool]]:
        with self._datastore.get_connection() as connection:
            connection.execute(f"LISTEN {CHANNEL}".encode())

            def has_changed() -> bool:
                return any(True for _ in connection.notifies(timeout=LISTEN_MILLISECONDS / 1000, stop_after=1))

            try:
                yield has_changed
            finally:
                connection.execute(f"UNLISTEN {CHANNEL}".encode())

    @contextmanager
    def alone(self, follower: str) -> Iterator[bool]:
        with self._datastore.get_connection() as connection, connection.cursor() as cursor:
            cursor.execute(b"SELECT pg_try_advisory_lock(%s, hashtext(%s))", [FOLLOWER_LOCK, follower])
            found = cursor.fetchone()
            is_alone = found is not None and bool(next(iter(found.values())) if isinstance(found, dict) else found[0])
            try:
                if is_alone:
                    cursor.execute(_KEEPALIVES)
                yield is_alone
            finally:
                if is_alone:
                    cursor.execute(b"SELECT pg_advisory_unlock(%s, hashtext(%s))", [FOLLOWER_LOCK, follower])

    def close(self) -> None:
        self._datastore.close()


def _taking_lock(lock: int) -> bytes:
    """Statements that wait for an advisory lock, up to NOTICE_SECONDS, and hold it to the transaction's end."""
    wait = "SET LOCAL lock_timeout = '{}s'"
    statements = wait.format(NOTICE_SECONDS), f"SELECT pg_advisory_xact_lock({lock})", wait.format(database.LOCK_SECONDS)
    return "; ".join(statements).encode()


def _execute(connection: sqlite3.Connection, statement: str) -> None:
    """Raises DatabaseLocked where others write, OperationalError where the file refuses."""
    try:
        connection.execute(statement)
    except sqlite3.Error as error:
        is_locked = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
        raise (DatabaseLocked if is_locked else OperationalError)(str(error)) from error


def begin_immediate(connection: sqlite3.Connection, url: str) -> None:
    """Begins a transaction that alone may write, once others have done. Raises DatabaseLocked where they never have.

    It waits by itself: SQLite would say nothing, and look only every tenth of a second in the end.
    """
    connection.execute("PRAGMA busy_timeout=0")
    try:
        waited(partial(_execute, connection, "BEGIN IMMEDIATE"), DatabaseLocked, url)
    finally:
        connection.execute(f"PRAGMA busy_timeout={1000 * database.LOCK_SECONDS}")


@contextmanager
def writing_by(engine: "Engine", url: str, *, is_migration: bool = False) -> "Iterator[Connection]":
    """A connection of SQLAlchemy's in a transaction that may write beside the record, begun once others have done.

    Raises SQLAlchemy's DBAPIError, and the library's PersistenceError where it cannot begin.
    """
    with engine.begin() as connection:
        driver: Any = connection.connection.driver_connection
        if engine.dialect.name == "sqlite":
            begin_immediate(driver, url)
        elif is_migration:
            driver.execute(b"SELECT 1")  # the transaction begins
            waited(partial(_begin_migration, driver), DatabaseLocked, url)
        yield connection


def _begin_migration(connection: "psycopg.Connection[Any]") -> None:
    from psycopg.errors import LockNotAvailable

    try:
        with connection.transaction():
            connection.execute(_taking_lock(MIGRATION_LOCK))
    except LockNotAvailable as error:
        raise DatabaseLocked(str(error)) from error


def copy_rows(cursor: Any, rows: Iterable[tuple[Any, ...]], schema: str) -> None:
    """Write rows into PostgreSQL's events table by COPY, which takes a third of the time of inserts."""
    with cursor.copy(database.in_schema(f"COPY {_EVENTS} FROM STDIN (FORMAT BINARY)", schema)) as copy:
        copy.set_types(["int8", "int4", "int8", "int4", "bytea", "bytea", "int4", "text"])
        for row in rows:
            copy.write_row(row)


def dialect_of(url: str) -> Dialect:
    """The database behind a ledger's URL."""
    file = database.sqlite_file(url)
    return PostgreSQL(url) if file is None else SQLite(file)
