"""`make bench`: records, replays and rules on simulated coups, beside raw SQLite and bare decoding of the same bytes."""

import platform
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TypeVar

import orjson
from rich.console import Console
from rich.table import Table

from bench.desk import opening
from bench.evidence import appending, met, verifying
from bench.reports import setting
from desk import sample
from desk.opening import writing
from ledger.application import Ledger
from ledger.codec import decode
from ledger.drafts import Arrival
from ledger.entry import Delivery
from ledger.feeds import cloudevents, intake
from ledger.store.filing import Stored
from projections.archive import Archive
from replay.rulings import rule
from replay.story import tell

RUNS = 5
BATCH = 1000
T = TypeVar("T")


def batched(rows: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """Pieces of a sequence (itertools has this from Python 3.12 on)."""
    return (rows[at : at + size] for at in range(0, len(rows), size))


def timed(act: Callable[[], object]) -> float:
    """Seconds of one run."""
    began = perf_counter()
    act()
    return perf_counter() - began


def ratio(ours: Callable[[], object], theirs: Callable[[], object]) -> tuple[float, float, float]:
    """Medians of both, run in turn, and how fast ours is as a part of theirs (1 is as fast)."""
    pairs = [(timed(ours), timed(theirs)) for _ in range(RUNS)]
    return median(a for a, _ in pairs), median(b for _, b in pairs), median(b / a for a, b in pairs)


def days(count: int) -> Iterator[Delivery]:
    """The sample day again and again, each under a date of its own."""
    for number in range(count):
        for delivery in sample.day():
            day = f"2026-01-{number % 28 + 1:02d}"
            subject = delivery.subject.replace(sample.DAY, f"BAC-{number // 28}/{day}")
            yield Delivery(delivery.event, f"bench/{number}", delivery.id, delivery.sequence, subject, delivery.time)


class Raw:
    """Plain sqlite3 with the same durability: one table, one transaction a batch."""

    def __init__(self, path: Path):
        path.unlink(missing_ok=True)
        self.connection = sqlite3.connect(path, isolation_level=None)
        self.connection.execute("PRAGMA journal_mode=WAL")
        self.connection.execute("PRAGMA synchronous=FULL")
        self.connection.execute("CREATE TABLE e (position INTEGER PRIMARY KEY, stream TEXT, state BLOB)")

    def record(self, rows: list[tuple[str, bytes]], size: int) -> None:
        for batch in batched(rows, size):
            self.connection.execute("BEGIN IMMEDIATE")
            self.connection.executemany("INSERT INTO e (stream, state) VALUES (?, ?)", batch)
            self.connection.execute("COMMIT")

    def read(self) -> list[object]:
        return [orjson.loads(row[0]) for row in self.connection.execute("SELECT state FROM e ORDER BY position")]


def stored(folder: Path, deliveries: list[Delivery]) -> tuple[Ledger, list[Stored]]:
    """A ledger with these deliveries, and their bytes as stored."""
    ledger = writing(f"sqlite:///{folder / 'bench.db'}")
    feed(ledger, deliveries)
    return ledger, ledger.store.read()


def feed(ledger: Ledger, deliveries: list[Delivery]) -> None:
    """The whole way: CloudEvents lines to committed events."""
    lines = b"".join(cloudevents.write(delivery) + b"\n" for delivery in deliveries)
    intake.record(ledger, BytesIO(lines), "bench", intake.reader(Path("bench"), "cloudevents", None))


def main() -> None:
    out = Console()
    out.print(
        f"{platform.python_implementation()} {platform.python_version()}, SQLite {sqlite3.sqlite_version}, {RUNS} runs"
    )
    shown = Table("what", "ours", "beside it", "ours / beside it", "target", box=None)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        deliveries = list(days(10))
        ledger, kept = stored(folder, deliveries)
        with ledger:
            for what, a, b, r in (*recording(folder, deliveries, kept), *judging(ledger, kept)):
                shown.add_row(what, f"{a * 1000:,.1f} ms", f"{b * 1000:,.1f} ms", f"{r:.2f}", "")
        many = list(days(40))
        (folder / "more").mkdir()
        more, _ = stored(folder / "more", many)
        with more:
            for what, a, b, r, target in (appending(folder, many, RUNS), *verifying(more, RUNS), setting(folder, RUNS)):
                shown.add_row(what, f"{a * 1000:,.1f} ms", f"{b * 1000:,.1f} ms", f"{r:.2f}", met(r, target))
        what, a, b, r, target = opening(folder, RUNS)
        shown.add_row(what, f"{a * 1000:,.1f} ms", f"{b * 1000:,.1f} ms", f"{r:.2f}", met(r, target))
    out.print(shown)


def recording(folder: Path, deliveries: list[Delivery], kept: list[Stored]) -> Iterator[tuple[str, float, float, float]]:
    rows = [("table", one.state) for one in kept]
    lines = [cloudevents.write(delivery) for delivery in deliveries]
    fresh = iter(range(10**6))

    def ours(count: int, size: int) -> Callable[[], None]:
        def run() -> None:
            with writing(f"sqlite:///{folder / f'ours-{next(fresh)}.db'}") as ledger:
                gate = intake.Gate(ledger)
                began = perf_counter()
                for batch in batched(lines[:count], size):
                    arrivals = []
                    for line in batch:
                        delivery = cloudevents.read(line)
                        gate.admit([delivery])
                        arrivals.append(Arrival(delivery, line, "bench", 1))
                    ledger.take_in(arrivals)
                spent.append(perf_counter() - began)

        return run

    for count, size in ((len(lines), BATCH), (300, 1)):
        spent: list[float] = []
        beside = []
        for _ in range(RUNS):
            ours(count, size)()
            raw = Raw(folder / "raw.db")
            beside.append(timed(lambda raw=raw, n=count, s=size: raw.record(rows[:n], s)))  # type: ignore[misc]
            raw.connection.close()
        share = median(b / a for a, b in zip(spent, beside, strict=True))
        yield f"record {count:,} events, {size} a transaction / raw executemany", median(spent), median(beside), share


def judging(ledger: Ledger, kept: list[Stored]) -> Iterator[tuple[str, float, float, float]]:
    archive = Archive(ledger)
    day = archive.days()[0]
    states = [one.state for one in ledger.store.read(f"table/{day}")]
    path = Path(ledger.url.removeprefix("sqlite:///")).with_name("read.db")
    raw = Raw(path)
    raw.record([("table", state) for state in states], BATCH)
    yield (
        f"replay a stream of {len(states):,} / raw SELECT and orjson",
        *ratio(lambda: ledger.entries(f"table/{day}"), raw.read),
    )
    raw.connection.close()

    def decoding() -> None:
        for one in kept:
            decode(one.position, one.state)

    yield (
        f"decode {len(kept):,} entries, validated / orjson",
        *ratio(decoding, lambda: [orjson.loads(k.state) for k in kept]),
    )
    entries = archive.entries(day)
    bare = [(n, state) for n, state in enumerate(states, 1)]
    story = tell(entries, archive.edition)

    def judged() -> None:
        told = tell(entries, archive.edition)
        for name in told.rounds:
            rule(told, name)

    what = f"tell and rule on {len(story.rounds)} coups / bare decode of the same entries"
    yield what, *ratio(judged, lambda: [decode(n, state) for n, state in bare])


if __name__ == "__main__":
    main()
