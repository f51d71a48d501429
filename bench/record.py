"""Recording in SQLite: from a line of CloudEvents to a committed entry.

Beside it: `executemany` of the same bytes into a bare table; of the same rows into the ledger's own table with its keys
and guards, which is what the database alone costs; and the `eventsourcing` library's aggregates, one a day of a table.
"""

from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import Final
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from bench.corpus import BATCH, Ledgers, batched, evenings, forget_checked
from bench.measure import Beside, Figure, Measured, Span, Stopwatch, at_least, waited
from bench.raw import Raw, opened, write_events
from ledger.application import Ledger
from ledger.feeds import cloudevents, intake
from ledger.feeds.formats import format_named
from ledger.ingest import IncomingDelivery
from ledger.recorder.rows import NumberedRow
from replay.games.registry import GAMES

SINGLY: Final = 200
"""So many events are recorded in a transaction of their own."""


class Day(Aggregate):
    """A table's day as the library would keep it."""

    @event("Recorded")
    def record(self, state: str) -> None:
        """Something happened."""


def recording(folder: Path, runs: int, count: int) -> Iterator[Figure]:
    """Figures of recording `count` evenings of twenty tables."""
    deliveries = list(evenings(count))
    lines = [cloudevents.write(delivery) for delivery in deliveries]
    ledgers = Ledgers(folder)
    with ledgers.holding(deliveries) as ledger:
        rows, names = ledger.recorder.numbered_rows(ledger.size() - len(deliveries), ledger.size(), len(deliveries))
        states = [(names[row[1]], row[4]) for row in rows]
    size = f"{len(lines):,} events"
    others = {
        "raw executemany": Beside(raw(folder, states, BATCH), at_least(0.12)),
        "executemany into the ledger's own table": Beside(into_the_table(ledgers, rows)),
        "the library's aggregates": Beside(aggregates(folder, states), at_least(1.3)),
    }
    yield from waited(f"record, {BATCH:,} a transaction", size, fed(ledgers, lines), others, runs)
    alone = {"raw executemany": Beside(raw(folder, states[:SINGLY], 1), at_least(0.5))}
    what = "record, one a transaction"
    yield from waited(what, f"{SINGLY} events", singly(ledgers, lines[:SINGLY]), alone, runs)


def fed(ledgers: Ledgers, lines: Sequence[bytes]) -> Measured:
    """The whole way of a file, in batches."""
    text = b"".join(line + b"\n" for line in lines)

    def once() -> Span:
        path = ledgers.fresh()
        forget_checked()
        with Ledger(f"sqlite:///{path}") as ledger, Stopwatch() as watch:
            intake.ingest_stream(ledger, BytesIO(text), "bench", format_named("cloudevents").reader(Path("bench")), GAMES)
        path.unlink()
        return watch.span

    return once


def singly(ledgers: Ledgers, lines: Sequence[bytes]) -> Measured:
    """The way of a device that is told at once that its event is on record."""

    def once() -> Span:
        path = ledgers.fresh()
        forget_checked()
        with Ledger(f"sqlite:///{path}") as ledger:
            gate = intake.Gate(ledger, GAMES)
            with Stopwatch() as watch:
                for number, line in enumerate(lines, 1):
                    delivery = cloudevents.read_plain(line)
                    gate.admit([delivery])
                    ledger.ingest([IncomingDelivery(delivery, line, "bench", number)])
        path.unlink()
        return watch.span

    return once


def raw(folder: Path, states: Sequence[tuple[str, bytes]], size: int) -> Measured:
    """The same bytes into a bare table."""

    def once() -> Span:
        bare = Raw(folder / "raw.db")
        with Stopwatch() as watch:
            bare.record(states, size)
        bare.connection.close()
        return watch.span

    return once


def into_the_table(ledgers: Ledgers, rows: Sequence[NumberedRow]) -> Measured:
    """The same rows into a ledger's table, without anything that reads, checks or hashes them."""

    def once() -> Span:
        path = ledgers.fresh()
        connection = opened(path)
        with Stopwatch() as watch:
            write_events(connection, rows, BATCH)
        connection.close()
        path.unlink()
        return watch.span

    return once


def aggregates(folder: Path, states: Sequence[tuple[str, bytes]]) -> Measured:
    """The same bytes as events of the library's aggregates, through its mapper and its recorder."""
    texts = [state.decode() for _, state in states]

    def once() -> Span:
        path = folder / "aggregates.db"
        env = {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(path)}
        application = Application[UUID](env=env)
        with Stopwatch() as watch:
            for batch in batched(texts, BATCH):
                day = Day()
                for text in batch:
                    day.record(text)
                application.save(day)
        application.close()
        for left in folder.glob("aggregates.db*"):
            left.unlink()
        return watch.span

    return once
