"""The same acts in a ledger of ten thousand entries and in ever larger ones, on both databases: append, open a round, find,
prove, follow, export a day.

The large ledgers' days are one recorded day's rows under other names, appended as they are: to check and judge millions of
events would take longer than all else together. Their read models are that day's under the same names.
"""

import multiprocessing
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, nullcontext
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from eventsourcing.persistence import Tracking
from sqlalchemy import Connection, delete, insert, make_url, select

from bench.corpus import days
from bench.measure import Beside, Figure, Measured, Span, Stopwatch, at_most, most_memory, timed, waited
from bench.postgresql import BLANK, database, started_server
from desk.opening import open_or_create
from ledger.application import Ledger
from ledger.events.evidence import ExportScope
from ledger.evidence.keys import keep, load, new_key
from ledger.evidence.log import Log
from ledger.ingest import incoming_deliveries
from ledger.merkle import leaf_hash
from ledger.recorder.rows import UnplacedRow
from ledger.recorder.tables import TRACKING
from projections.documents.rulings import ruling_documents
from projections.export.exporting import Export
from projections.following.read_models import catch_up, open_read_models
from projections.read_models.round_list import READ_MODEL
from projections.read_models.search import RoundFilter, search
from projections.read_models.tables import FINDINGS, PLAYERS, ROUNDS, SHOES
from projections.rulings import process
from projections.table_days import TableDays

SMALL: Final = 10_000
DOUBLINGS: Final = 3
"""So many times a ledger is doubled before it has its full size."""
RUNS: Final = 15
TARGET: Final = at_most(1.5)
COLD_TARGET: Final = at_most(2)
TOGETHER: Final = 100
"""So many events are appended at a time: few, so that the small ledger stays small."""
OF_A_ROUND: Final = 17
"""About so many events has a round of the bundled day."""
DAYS_AT_ONCE: Final = 10
FIRST_COMING: Final = 10**6
"""The number of the first day of which something comes while something is measured: more days no ledger has."""
BYTES_AN_EVENT: Final = 600
"""More than an event takes in the database's file."""
FIRST: Final = ("BAC-0/2025-01-01", "bench/0")
"""The name of the bundled day's first copy, and the source that tells it."""

_EXPORTS: Final = count(1)
_MODELS: Final = (ROUNDS, PLAYERS, FINDINGS, SHOES)


class Recorded(NamedTuple):
    """A day as it was recorded, and its rows in the read models."""

    rows: list[UnplacedRow]
    models: dict[str, list[dict[str, Any]]]


class Opened:
    """A ledger of the bundled day again and again, and what is done in it."""

    def __init__(self, url: str, day: Recorded, folder: Path):
        """In the folder are the log's key and what is exported."""
        self.ledger = open_or_create(url)
        self.url = url
        self._day, self._folder = day, folder
        self._key = folder / f"{Path(make_url(url).database or '').stem}.key"
        if not self._key.exists():
            keep(new_key("bench.example/recoup"), self._key)
        grown_days = (
            name for name in self.ledger.table_days() if int(name[len("BAC-") : name.index("/")]) < FIRST_COMING // 336
        )
        self._number = sum(1 for _ in grown_days)
        """So many days are on record, but for what comes while something is measured."""
        self._coming = days(10**6, first=FIRST_COMING)
        self._random = Random(1)
        self._open = ExitStack()
        self._engine = self._open.enter_context(open_read_models(self.ledger))

    def grow(self, events: int, *, has_read_models: bool = True) -> None:
        """Appends days until so many events are on record."""
        first = self._number
        while self._number * len(self._day.rows) < events:
            numbers = range(self._number, self._number + DAYS_AT_ONCE)
            self.ledger.recorder.append([row for number in numbers for row in _renamed_rows(self._day.rows, number)])
            self._number += DAYS_AT_ONCE
        last = self.ledger.size()
        self.ledger.recorder.insert_tracking(Tracking(process.RULING_PROCESS, last))
        with self._engine.begin() as connection:
            if has_read_models:
                _copy_read_models(connection, self._day, range(first, self._number))
            connection.execute(delete(TRACKING).where(TRACKING.c.name == READ_MODEL))
            leaf = self.ledger.recorder.leaves(last - 1, last)[0]
            connection.execute(insert(TRACKING).values(name=READ_MODEL, position=last, leaf=leaf))

    def close(self) -> None:
        self._open.close()
        self.ledger.close()

    def _append(self, number: int) -> None:
        self.ledger.ingest(incoming_deliveries((next(self._coming) for _ in range(number)), "bench"))

    def acts(self, *, has_read_models: bool = True) -> dict[str, Measured]:
        """What is measured, by name."""
        acts: dict[str, Callable[[], object]] = {
            f"append {TOGETHER} events": lambda: self._append(TOGETHER),
            "append an event": lambda: self._append(1),
            "open a round": lambda: list(ruling_documents(TableDays(self.ledger), [self._some_round()])),
            "make a proof": self._proof,
        }
        if has_read_models:
            acts["list what needs attention"] = lambda: self._found(RoundFilter())
            acts["find a table's rounds of a player"] = lambda: self._found(
                RoundFilter(table_name=self._some_round().partition("/")[0], player="P1")
            )
        measured = {name: timed(act) for name, act in acts.items()}
        if self.url.startswith("sqlite"):
            measured["make a proof, pages cold"] = self._cold_proof
        return {**measured, "follow a round": self._followed, "export a day": self._exported}

    def _some_round(self) -> str:
        return f"{_day_of(self._random.randrange(self._number))}/{self._random.randint(1, 60)}"

    def _found(self, round_filter: RoundFilter) -> object:
        with self._engine.connect() as connection:
            return search(connection, round_filter)

    def _proof(self) -> None:
        size = self.ledger.size()
        Log(self.ledger).inclusion(self._random.randint(1, size), size)

    def _cold_proof(self) -> Span:
        """By a program that has just opened the ledger, of which the machine has nothing in memory."""
        size = self.ledger.size()
        file = os.open(self.url.removeprefix("sqlite:///"), os.O_RDONLY)
        os.fsync(file)
        os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
        os.close(file)
        with Ledger(self.url) as ledger, Stopwatch() as watch:
            Log(ledger).inclusion(self._random.randint(1, size), size)
        return watch.span

    def _followed(self) -> Span:
        process.catch_up(self.ledger)
        self._append(OF_A_ROUND)
        with Stopwatch() as watch:
            process.catch_up(self.ledger)
        return watch.span

    def _exported(self) -> Span:
        table, day = _day_of(self._random.randrange(self._number)).split("/")
        folder = self._folder / f"export-{next(_EXPORTS)}"
        scope = ExportScope(table=table, since=day, until=day)
        key = load(self._key)
        with Stopwatch() as watch:
            Export(self.ledger, key, scope, folder, {}, reports=False).run(lambda _, __: nullcontext(lambda _: None))
        shutil.rmtree(folder)
        return watch.span


def _day_of(number: int) -> str:
    table, date = divmod(number, 336)
    return f"BAC-{table}/2025-{date // 28 + 1:02d}-{date % 28 + 1:02d}"


def _renamed_rows(rows: list[UnplacedRow], number: int) -> Iterator[UnplacedRow]:
    """The rows of the first day as those of another."""
    (first_day, first_source), day, source = FIRST, _day_of(number), f"bench/{number}"
    old_day, new_day = first_day.encode(), day.encode()
    old_source, new_source = f'"{first_source}"'.encode(), f'"{source}"'.encode()
    stream = f"table/{day}"
    for _, version, topic, state, _, _, ident in rows:
        renamed = state.replace(old_day, new_day).replace(old_source, new_source)
        yield stream, version, topic, renamed, leaf_hash(renamed), source, ident


def _copy_read_models(connection: Connection, day: Recorded, numbers: range) -> None:
    """The first day's rows under the names of others."""
    for model in _MODELS:
        for at in range(numbers.start, numbers.stop, 100):
            several = range(at, min(at + 100, numbers.stop))
            rows = [_renamed(row, _day_of(number)) for number in several for row in day.models[model.name]]
            if rows:
                connection.execute(insert(model), rows)


def _renamed(row: Mapping[str, Any], name: str) -> dict[str, Any]:
    table, day = name.split("/")
    values = {"round": str(row.get("round", "")).replace(FIRST[0], name), "table_name": table, "day": day}
    return {**row, **{column: value for column, value in values.items() if column in row}}


def recorded_day(folder: Path) -> Recorded:
    """The bundled day as it is recorded and ruled on."""
    with open_or_create(f"sqlite:///{folder / 'day.db'}") as ledger, open_read_models(ledger) as engine:
        before = ledger.size()
        ledger.ingest(incoming_deliveries(days(1), "bench"))
        size = ledger.size()
        rows = [row[1:] for row in ledger.recorder.rows(before, size, size)]
        catch_up(ledger, engine)
        with engine.connect() as connection:
            models = {model.name: [dict(row) for row in connection.execute(select(model)).mappings()] for model in _MODELS}
    return Recorded(rows, models)


def growing(folder: Path, events: int, most: int) -> Iterator[Figure]:
    """Figures of each act on both databases, at every doubling up to so many events; on SQLite also at `most`, where the
    disk has room for it. None where no large ledger is asked for.
    """
    if not events:
        return
    day, sizes = recorded_day(folder), [events >> times for times in range(DOUBLINGS, -1, -1)]
    small, large = (f"sqlite:///{folder / name}" for name in ("small.db", "large.db"))
    yield from _compared("SQLite", small, large, day, folder, sizes)
    ours, other = (_memory(url, day, folder) for url in (large, small))
    times = ours / other
    beside, size = f"the same in a ledger of {SMALL:,}", f"{events:,} events"
    yield Figure("memory, all of these once", beside, size, ours, other, times, times, times, 1, "memory", TARGET)
    (folder / "large.db").unlink()
    with started_server() as running:
        at = make_url(running.get_uri())
        with open_or_create(database(at, BLANK)):
            pass
        beside_large, grown = (database(at, copied=BLANK) for _ in range(2))
        yield from _compared("PostgreSQL", beside_large, grown, day, folder, sizes)
    if most and shutil.disk_usage(folder).free > most * BYTES_AN_EVENT:
        beside_largest, largest = (f"sqlite:///{folder / name}" for name in ("beside.db", "largest.db"))
        yield from _compared("SQLite", beside_largest, largest, day, folder, [most], has_read_models=False)


def _compared(
    name: str,
    small_url: str,
    large_url: str,
    day: Recorded,
    folder: Path,
    sizes: list[int],
    *,
    has_read_models: bool = True,
) -> Iterator[Figure]:
    small, large = Opened(small_url, day, folder), Opened(large_url, day, folder)
    small.grow(SMALL)
    beside = f"the same in a ledger of {SMALL:,}"
    theirs = small.acts()
    for events in sizes:
        large.grow(events, has_read_models=has_read_models)
        for what, act in large.acts(has_read_models=has_read_models).items():
            others = {beside: Beside(theirs[what], COLD_TARGET if what.endswith("cold") else TARGET)}
            yield from waited(f"{what}: {name}, {events:,}", f"{events:,} events", act, others, RUNS)
    small.close()
    large.close()


def _memory(url: str, day: Recorded, folder: Path) -> float:
    """The most bytes that a process of its own held while it did everything once."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(_peak, (url, day, folder))


def _peak(url: str, day: Recorded, folder: Path) -> float:
    opened = Opened(url, day, folder)
    for act in opened.acts().values():
        act()
    opened.close()
    return most_memory()
