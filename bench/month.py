"""A month of thirty tables for a regulator: what a package of it takes, and what proving a table of it took in format 1.

Every table deals the bundled rounds again and again, all tables in turn, a round each. What is recorded is not ruled
on, which other parts measure. Each step is done once, in a process of its own.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from itertools import groupby, islice
from multiprocessing import get_context
from pathlib import Path
from runpy import run_path
from time import process_time
from typing import Final, NamedTuple

from bench.corpus import BATCH
from bench.measure import SHARE, Figure, at_most, most_memory
from desk.opening import open_or_create
from drill.sample import evening
from ledger.application import Ledger
from ledger.entry import Delivery
from ledger.events.evidence import ExportScope
from ledger.evidence.keys import keep, load, new_key, pem_of
from ledger.evidence.log import Log
from ledger.ingest import incoming_deliveries
from ledger.package.format import EVENTS, PROOFS, proof_of
from ledger.package.inspection import inspect
from ledger.package.reader import inclusion
from ledger.values.subjects import play_stream
from projections.export.exporting import Export

TABLES: Final = 30
DAYS: Final = 30
MOST_BYTES: Final = 1_000_000_000
PROOF_SHARE: Final = 0.1
PROVEN_BEFORE: Final = 5_000
"""Of so many entries a proof each is made, as in format 1."""


class Taken(NamedTuple):
    """What a step took: seconds of the processor, and the most bytes of memory."""

    seconds: float
    memory: float


def month_of(entries: int) -> Iterator[Delivery]:
    """Deliveries of thirty days, one day after the other, all tables in turn within it; `entries` of them at least."""
    rounds = [(subject, list(found)) for subject, found in groupby(evening.deliveries("baccarat"), lambda d: d.subject)]
    opening, played = rounds[0], [found for found in rounds if found[0].count("/") == 2]
    times = max(1, entries // (TABLES * DAYS * sum(len(found) for _, found in played)))
    for date in range(1, DAYS + 1):
        names = [f"BAC-{table}/2026-03-{date:02d}" for table in range(1, TABLES + 1)]
        for name in names:
            yield from _renamed(opening[1], name, name, 0)
        for time in range(times):
            for place, (_, found) in enumerate(played):
                number = time * len(played) + place + 1
                for name in names:
                    yield from _renamed(found, name, f"{name}/{number}", time + 1)


def _renamed(deliveries: list[Delivery], day: str, subject: str, time: int) -> Iterator[Delivery]:
    for delivery in deliveries:
        yield Delivery(
            delivery.event,
            f"table/{day}",
            f"{time}-{delivery.id}",
            time * 10_000 + (delivery.sequence or 0),
            subject,
            delivery.time,
        )


def packing(folder: Path, entries: int) -> Iterator[Figure]:
    """Figures of the package of a month of thirty tables, and of one of its tables; none where no month is asked for."""
    if not entries:
        return
    url, key_file, package = f"sqlite:///{folder / 'month.db'}", folder / "recoup.key", folder / "package"
    keep(new_key("bench.example/recoup"), key_file)
    (folder / "key.pem").write_text(pem_of(load(key_file).key), encoding="utf-8")
    with open_or_create(url) as ledger:
        coming = month_of(entries)
        while batch := list(islice(coming, BATCH)):
            ledger.ingest(incoming_deliveries(batch, "bench"))
        size = f"{ledger.size():,} entries"
        before = _proven_before(ledger, folder / "before")
    written = _apart(_export, url, key_file, package, ExportScope())
    verified = _apart(_inspect, key_file, package)
    alone = _apart(_verify_alone, folder / "key.pem", package)
    for what, taken in (("write", written), ("recoup verify", verified), ("verify.py", alone)):
        yield _memory(f"{what}, {taken.seconds / 60:.1f} minutes", size, taken)
    yield _proofs("proofs of the whole month", size, package)
    table = folder / "table"
    _apart(_export, url, key_file, table, ExportScope(table="BAC-1"))
    yield _proofs("proofs of one table of thirty", f"{_lines(table):,} entries", table)
    entries_of_table = _lines(table)
    proven, proven_before = _bytes(table, PROOFS), before * entries_of_table
    smaller = proven_before / proven
    there = sum(1 for path in table.rglob("*") if path.is_file())
    files = f"{there:,} files instead of {there + entries_of_table:,}"
    yield Figure(
        "proofs of one table of thirty",
        "format 1",
        files,
        proven,
        proven_before,
        smaller,
        smaller,
        smaller,
        1,
        "memory",
        SHARE,
    )


def _proven_before(ledger: Ledger, folder: Path) -> float:
    """Bytes of a file with the proof of an entry, as format 1 had one for each; on average over some of one table."""
    size, log = ledger.size(), Log(ledger)
    streams = ledger.recorder.select_events(play_stream("BAC-1/2026-03-01"), limit=PROVEN_BEFORE)
    written = 0
    for notification in streams:
        path = folder / proof_of(notification.id)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(inclusion(notification.id - 1, log.inclusion(notification.id, size), b""))
        written += path.stat().st_size
    return written / len(streams)


def _memory(what: str, size: str, taken: Taken) -> Figure:
    part = taken.memory / MOST_BYTES
    return Figure(
        f"memory: {what}", "a gigabyte", size, taken.memory, MOST_BYTES, part, part, part, 1, "memory", at_most(1)
    )


def _proofs(what: str, size: str, package: Path) -> Figure:
    proofs, events = _bytes(package, PROOFS), _bytes(package, EVENTS)
    share = proofs / events
    return Figure(what, "the entries", size, proofs, events, share, share, share, 1, "memory", at_most(PROOF_SHARE))


def _bytes(package: Path, part: str) -> float:
    return float(sum(path.stat().st_size for path in (package / part).glob("*") if path.name[0] in "ep"))


def _lines(package: Path) -> int:
    return sum(path.read_bytes().count(b"\n") for path in (package / EVENTS).glob("positions-*.txt"))


def _apart(act: Callable[..., None], *args: object) -> Taken:
    """Does something in a process of its own."""
    with get_context("spawn").Pool(1) as pool:
        return pool.apply(_timed, (act, args))


def _timed(act: Callable[..., None], args: tuple[object, ...]) -> Taken:
    began = process_time()
    act(*args)
    return Taken(process_time() - began, most_memory())


def _export(url: str, key_file: Path, package: Path, scope: ExportScope) -> None:
    with Ledger(url) as ledger:
        Export(ledger, load(key_file), scope, package, {}, reports=False).run(lambda _, __: nullcontext(lambda _: None))


def _inspect(key_file: Path, package: Path) -> None:
    assert inspect(package, load(key_file).key).misfits == []


def _verify_alone(key: Path, package: Path) -> None:
    """By the package's own program, which runs here so that its memory is this process's."""
    program = package / "verify.py"
    sys.argv = [str(program), str(key), str(package)]
    try:
        run_path(str(program), run_name="__main__")
    except SystemExit as ended:
        raise AssertionError(ended.code) from ended
