"""The ledger in PostgreSQL. Needs the extra `recoup[postgres]`."""

from collections.abc import Sequence
from itertools import chain
from typing import Any, Final

import orjson
from eventsourcing.persistence import Notification, StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore, PostgresFactory
from eventsourcing.utils import Environment
from psycopg import Cursor
from psycopg.rows import dict_row, tuple_row

from ledger.merkle import Siblings, Subtree
from ledger.recorder.rows import (
    COLUMNS,
    EVERYTHING,
    STREAMS,
    EventRow,
    EventToStore,
    KnownDelivery,
    StoredEntry,
    extend_frontier,
    own_events,
    refused_rows,
    rows,
    unpack_frontier,
)

APPEND_LOCK: Final = 0x5265_636F_7570
"""The advisory lock under which positions are given: a role with INSERT and SELECT alone may take it."""


class PostgresLedgerFactory(PostgresFactory):
    """Connects with all that the ledger's URL says: a socket's folder, `sslmode`, and the rest."""

    def __init__(self, env: Environment):
        super().__init__(env)
        self.datastore.pool.kwargs = {"row_factory": dict_row, **orjson.loads(env["POSTGRES_CONNECT_ARGS"])}


def copy_rows(cursor: Cursor[Any], event_rows: Sequence[EventRow]) -> None:
    """Writes rows into the events table by COPY."""
    with cursor.copy(f"COPY events ({COLUMNS}) FROM STDIN (FORMAT BINARY)".encode()) as copy:
        copy.set_types(["int8", "text", "int8", "text", "bytea", "bytea", "text", "text", "bytea"])
        for row in event_rows:
            copy.write_row(row)


class PostgresLedgerRecorder(PostgresApplicationRecorder):
    """Appends with a dense position, the leaf hash and the ingest key in the event's own transaction."""

    def __init__(self, datastore: PostgresDatastore, **_: object):
        super().__init__(datastore, events_table_name="events")

    def insert_events(self, stored_events: Sequence[StoredEvent], **_: Any) -> Sequence[int] | None:
        first = self.append(own_events(stored_events))
        return list(range(first, first + len(stored_events)))

    def append(self, events: Sequence[EventToStore]) -> int:
        with self.datastore.transaction(commit=True) as cursor:
            cursor.execute(f"SET LOCAL lock_timeout = '{int(self.datastore.lock_timeout or 5)}s'")
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [APPEND_LOCK])
            cursor.execute("SELECT coalesce(max(position), 0) + 1 AS first FROM events")
            first: int = (cursor.fetchone() or {"first": 1})["first"]
            event_rows = rows(events, first)
            copy_rows(cursor, event_rows)
            if refused := refused_rows(events, first):
                cursor.executemany("INSERT INTO refused (position, bytes) VALUES (%s, %s)", refused)
            self._grow(cursor, first, event_rows)
        return first

    def _grow(self, cursor: Cursor[dict[str, Any]], first: int, event_rows: Sequence[EventRow]) -> None:
        cursor.execute("SELECT size, hashes FROM frontier")
        kept = cursor.fetchone() or {"size": -1, "hashes": b""}
        frontier = unpack_frontier(kept["size"], bytes(kept["hashes"]))
        if done := extend_frontier(frontier, first, [row.leaf for row in event_rows]):
            cursor.executemany("INSERT INTO subtrees (level, number, hash) VALUES (%s, %s, %s)", done)
        if event_rows:
            cursor.execute("UPDATE frontier SET size = %s, hashes = %s", [frontier.size, b"".join(frontier.hashes)])

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[Notification]:
        found = self._select(
            "SELECT position, originator_id, originator_version, topic, state FROM events "
            "WHERE position >= %s AND position <= %s AND (%s::text[] IS NULL OR topic = ANY(%s)) "
            "ORDER BY position LIMIT %s",
            [
                (start or 0) + (not inclusive_of_start),
                stop if stop is not None else 2**62,
                list(topics) or None,
                list(topics) or None,
                limit,
            ],
        )
        return [
            Notification(id=row[0], originator_id=row[1], originator_version=row[2], topic=row[3], state=bytes(row[4]))
            for row in found
        ]

    def max_notification_id(self) -> int | None:
        found = self._select("SELECT max(position) FROM events")[0][0]
        return None if found is None else int(found)

    def _select(self, statement: str, params: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        with self.datastore.get_connection() as connection, connection.cursor(row_factory=tuple_row) as cursor:
            return cursor.execute(statement.encode(), params).fetchall()

    def known(self, keys: Sequence[tuple[str, str]]) -> dict[tuple[str, str], KnownDelivery]:
        found = self._select(
            "SELECT source, delivery_id, position, digest FROM events "
            "JOIN unnest(%s::text[], %s::text[]) AS asked (s, d) ON source = s AND delivery_id = d",
            [[source for source, _ in keys], [delivery for _, delivery in keys]],
        )
        return {(row[0], row[1]): KnownDelivery(row[2], bytes(row[3])) for row in found}

    def head(self, stream: str) -> int:
        return int(
            self._select("SELECT coalesce(max(originator_version), 0) FROM events WHERE originator_id = %s", [stream])[0][0]
        )

    def read(self, stream: str | None = None, *, after: int = 0, limit: int = EVERYTHING) -> list[StoredEntry]:
        if stream is None:
            found = self._select(
                "SELECT position, state FROM events WHERE position > %s ORDER BY position LIMIT %s", [after, limit]
            )
        else:
            found = self._select(
                "SELECT position, state FROM events WHERE originator_id = %s AND position > %s "
                "ORDER BY originator_version LIMIT %s",
                [stream, after, limit],
            )
        return [StoredEntry(row[0], bytes(row[1])) for row in found]

    def leaves(self, after: int, upto: int) -> list[bytes]:
        return [
            bytes(row[0])
            for row in self._select(
                "SELECT leaf FROM events WHERE position > %s AND position <= %s ORDER BY position", [after, upto]
            )
        ]

    def subtrees(self, wanted: Sequence[Siblings]) -> list[Subtree]:
        if not wanted:
            return []
        among = " OR ".join(["level = %s AND number >= %s AND number < %s"] * len(wanted))
        statement = f"SELECT level, number, hash FROM subtrees WHERE {among} ORDER BY level, number"
        return [
            Subtree(row[0], row[1], bytes(row[2])) for row in self._select(statement, list(chain.from_iterable(wanted)))
        ]

    def frontier(self) -> tuple[int, bytes]:
        found = self._select("SELECT size, hashes FROM frontier")
        return (found[0][0], bytes(found[0][1])) if found else (-1, b"")

    def scan(self, after: int, upto: int, limit: int) -> list[EventRow]:
        found = self._select(
            f"SELECT {COLUMNS} FROM events WHERE position > %s AND position <= %s ORDER BY position LIMIT %s",
            [after, upto, limit],
        )
        return list(map(EventRow._make, found))

    def streams(self, prefix: str) -> list[str]:
        return [row[0] for row in self._select(STREAMS.replace("?", "%s"), [prefix, prefix + "\x7f", prefix + "\x7f"])]

    def refused(self, after: int = 0, upto: int = EVERYTHING) -> dict[int, bytes]:
        statement = "SELECT position, bytes FROM refused WHERE position > %s AND position <= %s ORDER BY position"
        return {row[0]: bytes(row[1]) for row in self._select(statement, [after, upto])}
