"""What an export costs: time beside a bare copy of the same bytes with SHA-256, and with every round ruled on; its memory.

Everything is exported, without reports, in a process of its own, and the package is verified; one run.
"""

from collections.abc import Iterator
from contextlib import nullcontext
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path
from time import process_time
from typing import Any, Final

from bench.corpus import grown
from bench.measure import SHARE, Figure, at_least, at_most, most_memory
from desk.opening import open_or_create
from ledger.application import Ledger
from ledger.events.evidence import ExportScope
from ledger.evidence.keys import new_key
from ledger.evidence.note import VerifierKey
from ledger.package.inspection import inspect
from projections.documents.rulings import ruling_documents
from projections.export.exporting import Export
from projections.rulings import process
from projections.table_days import TableDays

MOST_BYTES: Final = 300_000_000


def exporting(folder: Path, entries: int) -> Iterator[Figure]:
    """Figures of exporting so many entries, of verifying the package, and of the memory that the export took."""
    url, package = f"sqlite:///{folder / 'bench.db'}", folder / "package"
    with open_or_create(url) as ledger:
        grown(ledger, entries)
        process.catch_up(ledger)
        size, beside = f"{ledger.size():,} entries", _copied(ledger, folder / "bare.ndjson")
    key, spent, most = _apart(url, package)
    judged = _judged(url, folder / "judged.ndjson")
    began = process_time()
    assert inspect(package, key).misfits == []
    checked = process_time() - began
    yield _once("export", size, spent, beside)
    faster = (spent + judged) / spent
    with_ruling = "the same, with every round ruled on and written"
    yield Figure("export", with_ruling, size, spent, spent + judged, faster, faster, faster, 1, "processor", at_least(4))
    yield _once("verify the package", size, checked, beside)
    part = most / MOST_BYTES
    beside_most = "the most that it may take"
    yield Figure("memory of the export", beside_most, size, most, MOST_BYTES, part, part, part, 1, "memory", at_most(1))


def _once(what: str, size: str, ours: float, beside: float) -> Figure:
    share = beside / ours
    return Figure(what, "bare copy with SHA-256", size, ours, beside, share, share, share, 1, "processor", SHARE)


def _copied(ledger: Ledger, out: Path) -> float:
    """Seconds of the processor of a bare copy of the stored bytes, a line each, with a hash over them."""
    began, mark = process_time(), sha256()
    with out.open("wb") as file:
        at = 0
        while page := ledger.recorder.select_notifications(at, 4096, inclusive_of_start=False):
            for notification in page:
                line = notification.state + b"\n"
                mark.update(line)
                file.write(line)
            at = page[-1].id
    return process_time() - began


def _judged(url: str, out: Path) -> float:
    """Seconds of the processor to rule on every round, and to write the whole ruling on it."""
    began = process_time()
    with Ledger(url) as ledger, out.open("wb") as lines:
        table_days = TableDays(ledger)
        for day in table_days.days():
            for document in ruling_documents(table_days, table_days.get(day).rounds):
                lines.write(document.canonical + b"\n")
    return process_time() - began


def _apart(url: str, package: Path) -> tuple[VerifierKey, float, float]:
    """Exports in a process of its own: the log's key, its seconds of the processor, the most bytes of memory."""
    fresh = get_context("spawn")
    answers = fresh.Queue()
    apart = fresh.Process(target=_exported, args=(url, package, answers))
    apart.start()
    key, spent, most = answers.get()
    apart.join()
    return key, spent, most


def _exported(url: str, package: Path, answers: Any) -> None:
    began, key = process_time(), new_key("bench.example/recoup")
    with Ledger(url) as ledger:
        export = Export(ledger, key, ExportScope(), package, {}, reports=False)
        export.run(lambda _, __: nullcontext(lambda _: None))
    answers.put((key.key, process_time() - began, most_memory()))
