"""Ledgers to test with, what is delivered to them, and their rows as another program sees them."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import psycopg
from sqlalchemy import URL, Engine, create_engine, make_url, text

from ledger.application import Ledger
from ledger.cases.rounds import JudgedRuling
from ledger.entry import Delivery, Entry
from ledger.events import Event
from ledger.events.play import Announced, CardDealt, RoundOpened, WagerPlaced
from ledger.feeds.cloudevents import write
from ledger.feeds.notation import Transcript
from ledger.ingest import IncomingDelivery, RejectedDelivery, incoming_deliveries
from ledger.mapper import MAPPER, canonical
from ledger.recorder.database import engine
from ledger.values.times import parse_instant

DAY: Final = "2026-11-20"
RECORDED_AT: Final = "2026-11-20T20:00:00.000000Z"
AT: Final = parse_instant(RECORDED_AT)
_NUMBERS: Final = count(1)


class _NothingJudged:
    """Judges no round: what acts of a case give is weighed against no ruling."""

    def judge(self, *_: object) -> dict[str, JudgedRuling]:
        return {}


NOTHING_JUDGED: Final = _NothingJudged()


def new_sqlite(folder: Path) -> str:
    """The URL of a file that is not there yet."""
    return f"sqlite:///{folder / 'recoup.db'}"


def new_postgresql(server: URL) -> str:
    """The URL of an empty database in which everybody may create tables, as up to PostgreSQL 14."""
    url = _create_database(server, "template1")
    execute(url, "GRANT CREATE ON SCHEMA public TO PUBLIC")
    return url


def copy_of(template: str) -> str:
    """The URL of a copy of a database in PostgreSQL that nobody is connected to."""
    server = make_url(template)
    return _create_database(server.set(database="postgres"), str(server.database))


def _create_database(server: URL, template: str) -> str:
    name = f"recoup_{next(_NUMBERS)}"
    with psycopg.connect(server.render_as_string(hide_password=False), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}".encode())
    return server.set(database=name).render_as_string(hide_password=False)


def opened(url: str) -> Ledger:
    """The ledger behind a URL, with a clock that stands still."""
    return Ledger(url, clock=lambda: AT)


def delivery(number: int, *, table: str = "BAC-1", source: str = "shoe-7", event: Event | None = None) -> Delivery:
    """Delivery `number` of a source at a table."""
    event_ = event or RoundOpened(shoe="S1")
    return Delivery(event_, source, f"d{number}", number, f"{table}/{DAY}/{number}", "2026-11-20T19:30:00.000000Z")


def deliveries(numbers: Iterable[int], *, table: str = "BAC-1", source: str = "shoe-7") -> list[Delivery]:
    """Deliveries of a source at a table, of various events."""
    events = (
        RoundOpened(shoe="S1"),
        WagerPlaced(wager="w1", player="P-1", kind="punto", stake_minor=2500),
        CardDealt(card="8s", place="punto"),
        Announced(result="punto"),
    )
    return [delivery(n, table=table, source=source, event=events[n % len(events)]) for n in numbers]


def arrivals(given: Iterable[Delivery]) -> list[IncomingDelivery | RejectedDelivery]:
    """Deliveries as they arrive."""
    return list(incoming_deliveries(given, "feed.ndjson"))


def as_cloudevents(text: str, source: str = "transcript/night") -> bytes:
    """What the lines of a transcript say, as the devices that it names send it."""
    transcript = Transcript(source)
    return b"".join(write(delivery) + b"\n" for line in text.splitlines() for delivery in transcript.read(line))


def refusal(raw: bytes, *, subject: str | None = f"BAC-1/{DAY}/3") -> RejectedDelivery:
    """A refused delivery with these bytes."""
    mark = "sha256:" + sha256(raw).hexdigest()
    return RejectedDelivery(raw, len(raw), mark, "feed.ndjson", 3, "time is missing", "shoe-7", "d3", 3, subject)


NAMED_EVENTS: Final = """
(SELECT position, streams.name AS originator_id, originator_version, topics.name AS topic, state, leaf,
sources.name AS source, delivery_id FROM events LEFT JOIN names AS streams ON streams.id = originator_id
LEFT JOIN names AS topics ON topics.id = events.topic LEFT JOIN names AS sources ON sources.id = events.source) AS named
"""
"""The table of events with the names of streams, topics and sources."""


def owner_engine(url: str) -> Engine:
    """The database as its owner's own programs see it: on a server under the path that the database and the login set."""
    return engine(url) if url.startswith("sqlite") else create_engine(make_url(url).set(drivername="postgresql+psycopg"))


def rows(url: str, table: str = NAMED_EVENTS) -> list[dict[str, Any]]:
    """All rows of a table by position, past the product's own recorder."""
    engine_ = owner_engine(url)
    try:
        with engine_.connect() as connection:
            found = connection.execute(text(f"SELECT * FROM {table} ORDER BY position")).mappings().all()
            return [{name: _plain(value) for name, value in row.items()} for row in found]
    finally:
        engine_.dispose()


def everything(url: str) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Both guarded tables as they stand."""
    return rows(url), rows(url, "refused")


def execute(url: str, *statements: str) -> None:
    """Runs statements as the URL's user and commits them."""
    engine_ = owner_engine(url)
    try:
        with engine_.begin() as connection:
            for statement in statements:
                connection.exec_driver_sql(statement)
    finally:
        engine_.dispose()


def _plain(value: object) -> object:
    return bytes(value) if isinstance(value, (bytes, memoryview)) else value


def encode(content_fields: Mapping[str, Any], stream: str, version: int, recorded_at: str) -> bytes:
    """The stored bytes of a content, the plain way."""
    return canonical({**content_fields, "stream": stream, "version": version, "recorded_at": recorded_at})


def decode(position: int, state: bytes) -> Entry:
    """The entry that stored bytes hold."""
    return MAPPER.entry(position, state)


@contextmanager
def counted_salts() -> Iterator[None]:
    """What is recorded meanwhile has salts that are the same each time."""
    numbers = count(1)
    with patch("ledger.application.draw_salts", lambda drawn: [f"{next(numbers):022d}" for _ in range(drawn)]):
        yield


@contextmanager
def without_salts() -> Iterator[None]:
    """What is recorded meanwhile has no salts, like everything from before there were any."""
    with patch("ledger.application.draw_salts", lambda count: [None] * count):
        yield
