"""The ledger in a SQLite file: the embedded default."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from typing import Any, Final

import orjson
from eventsourcing.persistence import IntegrityError, InterfaceError, Notification, OperationalError, StoredEvent
from eventsourcing.sqlite import (
    SQLiteApplicationRecorder,
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteCursor,
    SQLiteDatastore,
    SQLiteFactory,
)
from eventsourcing.utils import Environment

from ledger.merkle import Siblings, Subtree
from ledger.recorder.database import LOCK_SECONDS
from ledger.recorder.rows import (
    COLUMNS,
    EVERYTHING,
    STREAMS,
    EventRow,
    EventToStore,
    KnownDelivery,
    StoredEntry,
    check_hashes,
    extend_frontier,
    own_events,
    refused_rows,
    rows,
    unpack_frontier,
)

STATEMENTS: Final = 64
"""So many statements a connection keeps compiled. The library's own keeps one and compiles each statement anew, the guards
with it, which takes a fifth of the time of a single event."""


class SQLiteLedgerPool(SQLiteConnectionPool):
    """The library's pool of connections to a file, whose connections keep their statements."""

    def _create_connection(self) -> SQLiteConnection:
        try:
            connection = sqlite3.connect(
                self.db_name,
                uri=True,
                check_same_thread=False,
                isolation_level=None,
                cached_statements=STATEMENTS,
                timeout=self.lock_timeout or LOCK_SECONDS,
            )
        except sqlite3.Error as error:
            raise InterfaceError(error) from error
        connection.execute("PRAGMA journal_mode=WAL")
        connection.row_factory = sqlite3.Row
        return SQLiteConnection(connection, self.max_age)


class SQLiteLedgerFactory(SQLiteFactory):
    """Connects by such a pool."""

    def __init__(self, env: Environment):
        super().__init__(env)
        pool = self.datastore.pool
        self.datastore.pool = SQLiteLedgerPool(db_name=pool.db_name, lock_timeout=pool.lock_timeout)


class SQLiteLedgerRecorder(SQLiteApplicationRecorder):
    """Appends with a dense position, the leaf hash and the ingest key in the event's own transaction."""

    def __init__(self, datastore: SQLiteDatastore, **_: object):
        super().__init__(datastore, events_table_name="events")
        self.select_max_notification_id_statement = f"SELECT max(position) FROM events WHERE position <= {EVERYTHING}"
        with self._connection(commit=False):
            pass  # the file goes to write-ahead logging now, or refuses now

    def insert_events(self, stored_events: Sequence[StoredEvent], **_: Any) -> Sequence[int] | None:
        first = self.append(own_events(stored_events))
        return list(range(first, first + len(stored_events)))

    @contextmanager
    def _connection(self, *, commit: bool) -> Iterator[SQLiteConnection]:
        try:
            with self.datastore.get_connection(commit=commit) as connection:
                yield connection
        except sqlite3.IntegrityError as error:
            raise IntegrityError(str(error)) from error
        except sqlite3.Error as error:
            raise OperationalError(str(error)) from error

    @contextmanager
    def _write(self) -> Iterator[SQLiteCursor]:
        """The write lock is taken at once: a transaction that reads first and writes later loses under contention."""
        with self._connection(commit=True) as connection:
            cursor = connection.cursor()
            cursor.execute("PRAGMA synchronous=FULL")  # what was acknowledged outlives a power cut
            cursor.execute("BEGIN IMMEDIATE")
            try:
                yield cursor
                connection.commit()
            except BaseException:
                connection.rollback()
                raise

    def append(self, events: Sequence[EventToStore]) -> int:
        with self._write() as c:
            first = (self._max_notification_id(c) or 0) + 1
            event_rows = rows(events, first)
            c.executemany("INSERT INTO events VALUES (?,?,?,?,?,?,?,?,?)", event_rows)
            self._grow(c, first, event_rows)
            if refused := refused_rows(events, first):
                c.executemany("INSERT INTO refused VALUES (?,?)", refused)
            return first

    def _grow(self, c: SQLiteCursor, first: int, event_rows: Sequence[EventRow]) -> None:
        c.execute("SELECT size, hashes FROM frontier")
        frontier = unpack_frontier(*(c.fetchone() or (-1, b"")))
        if done := extend_frontier(frontier, first, [row.leaf for row in event_rows]):
            c.executemany("INSERT INTO subtrees VALUES (?,?,?)", done)
        if event_rows:
            c.execute("UPDATE frontier SET size = ?, hashes = ?", [frontier.size, b"".join(frontier.hashes)])

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[Notification]:
        among = f"AND topic IN ({','.join('?' * len(topics))}) " if topics else ""
        found = self._select(
            "SELECT position, originator_id, originator_version, topic, state FROM events "
            f"WHERE position >= ? AND position <= ? {among}ORDER BY position LIMIT ?",
            [(start or 0) + (not inclusive_of_start), stop if stop is not None else 2**62, *topics, limit],
        )
        return [
            Notification(id=row[0], originator_id=row[1], originator_version=row[2], topic=row[3], state=row[4])
            for row in found
        ]

    def _select(self, statement: str, params: Sequence[Any] = ()) -> list[Any]:
        with self._connection(commit=False) as connection:
            cursor = connection.cursor()
            cursor.execute(statement, params)
            return list(cursor.fetchall())

    def known(self, keys: Sequence[tuple[str, str]]) -> dict[tuple[str, str], KnownDelivery]:
        found = self._select(
            "SELECT source, delivery_id, position, digest FROM events "
            "JOIN json_each(?) AS asked ON source = asked.value ->> 0 AND delivery_id = asked.value ->> 1",
            [orjson.dumps(keys).decode()],
        )
        return {(row[0], row[1]): KnownDelivery(row[2], row[3]) for row in found}

    def head(self, stream: str) -> int:
        return int(
            self._select("SELECT coalesce(max(originator_version), 0) FROM events WHERE originator_id = ?", [stream])[0][0]
        )

    def read(self, stream: str | None = None, *, after: int = 0, limit: int = EVERYTHING) -> list[StoredEntry]:
        if stream is None:
            found = self._select(
                "SELECT position, state FROM events WHERE position > ? ORDER BY position LIMIT ?", [after, limit]
            )
        else:
            found = self._select(
                "SELECT position, state FROM events WHERE originator_id = ? AND position > ? "
                "ORDER BY originator_version LIMIT ?",
                [stream, after, limit],
            )
        return [StoredEntry(row[0], row[1]) for row in found]

    def leaves(self, after: int, upto: int) -> list[bytes]:
        statement = "SELECT leaf FROM events WHERE position > ? AND position <= ? ORDER BY position"
        return check_hashes([row[0] for row in self._select(statement, [after, upto])])

    def subtrees(self, wanted: Sequence[Siblings]) -> list[Subtree]:
        if not wanted:
            return []
        among = " OR ".join(["level = ? AND number >= ? AND number < ?"] * len(wanted))
        statement = f"SELECT level, number, hash FROM subtrees WHERE {among} ORDER BY level, number"
        return list(map(Subtree._make, self._select(statement, list(chain.from_iterable(wanted)))))

    def frontier(self) -> tuple[int, bytes]:
        found = self._select("SELECT size, hashes FROM frontier")
        return (found[0][0], found[0][1]) if found else (-1, b"")

    def scan(self, after: int, upto: int, limit: int) -> list[EventRow]:
        statement = f"SELECT {COLUMNS} FROM events WHERE position > ? AND position <= ? ORDER BY position LIMIT ?"
        with self._connection(commit=False) as connection:
            cursor = connection.cursor()
            cursor.sqlite_cursor.row_factory = None  # plain tuples: whole ledgers are gone through here
            cursor.execute(statement, [after, upto, limit])
            return list(map(EventRow._make, cursor.fetchall()))

    def streams(self, prefix: str) -> list[str]:
        return [row[0] for row in self._select(STREAMS, [prefix, prefix + "\x7f", prefix + "\x7f"])]

    def refused(self, after: int = 0, upto: int = EVERYTHING) -> dict[int, bytes]:
        statement = "SELECT position, bytes FROM refused WHERE position > ? AND position <= ? ORDER BY position"
        return {row[0]: row[1] for row in self._select(statement, [after, upto])}
