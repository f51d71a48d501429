"""What an export costs: time beside a bare copy of the same bytes with SHA-256, and the memory it takes.

Everything is exported, without reports, in a process of its own, and the package is verified; one run.
"""

from collections.abc import Iterator
from contextlib import nullcontext
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from bench.corpus import grown
from bench.measure import SHARE, Figure, at_most, most_memory
from desk.opening import open_or_create
from ledger.application import Ledger
from ledger.events.evidence import ExportScope
from ledger.evidence.keys import new_key
from ledger.evidence.note import VerifierKey
from ledger.package.inspection import inspect
from projections.export.exporting import Export

MOST_BYTES: Final = 300_000_000


def exporting(folder: Path, entries: int) -> Iterator[Figure]:
    """Figures of exporting so many entries, of verifying the package, and of the memory that the export took."""
    url, package = f"sqlite:///{folder / 'bench.db'}", folder / "package"
    with open_or_create(url) as ledger:
        grown(ledger, entries)
        size, beside = f"{ledger.size():,} entries", _copied(ledger, folder / "bare.ndjson")
    key, spent, most = _apart(url, package)
    began = perf_counter()
    assert inspect(package, key).misfits == []
    checked = perf_counter() - began
    yield _once("export, ruled on", size, spent, beside)
    yield _once("verify the package", size, checked, beside)
    part = most / MOST_BYTES
    beside_most = "the most that it may take"
    yield Figure("memory of the export", beside_most, size, most, MOST_BYTES, part, part, part, 1, "memory", at_most(1))


def _once(what: str, size: str, ours: float, beside: float) -> Figure:
    share = beside / ours
    return Figure(what, "bare copy with SHA-256", size, ours, beside, share, share, share, 1, "clock", SHARE)


def _copied(ledger: Ledger, out: Path) -> float:
    """Seconds of a bare copy of the stored bytes, a line each, with a hash over them."""
    began, mark = perf_counter(), sha256()
    with out.open("wb") as file:
        at = 0
        while page := ledger.recorder.select_notifications(at, 4096, inclusive_of_start=False):
            for notification in page:
                line = notification.state + b"\n"
                mark.update(line)
                file.write(line)
            at = page[-1].id
    return perf_counter() - began


def _apart(url: str, package: Path) -> tuple[VerifierKey, float, float]:
    """Exports in a process of its own: the log's key, the seconds, the most bytes of memory."""
    fresh = get_context("spawn")
    answers = fresh.Queue()
    process = fresh.Process(target=_exported, args=(url, package, answers))
    process.start()
    key, spent, most = answers.get()
    process.join()
    return key, spent, most


def _exported(url: str, package: Path, answers: Any) -> None:
    began, key = perf_counter(), new_key("bench.example/recoup")
    with Ledger(url) as ledger:
        export = Export(ledger, key, ExportScope(), package, {}, reports=False)
        export.run(lambda _, __: nullcontext(lambda _: None))
    answers.put((key.key, perf_counter() - began, most_memory()))
