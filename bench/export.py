"""What an export costs: time beside a bare copy of the same bytes with SHA-256, and the memory it takes.

`python -m bench.export [ENTRIES]` records simulated days until there are so many entries (a million, if nothing is said),
exports them whole in a process of its own, without reports, and verifies the package.
"""

import resource
import sys
import tempfile
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter
from typing import Final

from desk import sample
from desk.opening import writing
from ledger.application import Ledger
from ledger.drafts import one_by_one
from ledger.entry import Delivery
from ledger.events.evidence import ExportScope
from ledger.evidence.keys import new_key
from ledger.package.inspection import inspect
from projections.export.exporting import Export

ENTRIES: Final = 1_000_000
MOST_MEGABYTES: Final = 300


def recorded(url: str, entries: int) -> int:
    """Records the sample day under a date of its own again and again, until there are so many entries."""
    told = list(sample.day())
    with writing(url) as ledger:
        for number in count():
            if ledger.size() >= entries:
                break
            day = f"BAC-{number // 28}/2026-01-{number % 28 + 1:02d}"
            ledger.take_in(one_by_one([_on(day, f"bench/{number}", delivery) for delivery in told], "bench"))
        return ledger.size()


def _on(day: str, source: str, one: Delivery) -> Delivery:
    return Delivery(one.event, source, one.id, one.sequence, one.subject.replace(sample.DAY, day), one.time)


def copied(ledger: Ledger, out: Path) -> float:
    """Seconds of a bare copy of the stored bytes, a line each, with a hash over them."""
    began, mark = perf_counter(), sha256()
    with out.open("wb") as file:
        at = 0
        while page := ledger.store.read(after=at, limit=4096):
            for one in page:
                line = one.state + b"\n"
                mark.update(line)
                file.write(line)
            at = page[-1].position
    return perf_counter() - began


def exported(url: str, out: str, answers: object) -> None:
    """Exports in this process and tells the seconds, and the most memory in megabytes."""
    began = perf_counter()
    key = new_key("bench.example/recoup")
    with Ledger(url) as ledger:
        export = Export(ledger, key, ExportScope(), Path(out), {}, reports=False)
        export.run(lambda _, __: nullcontext(lambda _: None))
    spent, most = perf_counter() - began, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    answers.put((spent, most, key.key))  # type: ignore[attr-defined]


@dataclass(frozen=True, slots=True)
class Exported:
    """What an export of so many entries took: seconds of it, of a bare copy and of verifying; the most memory."""

    entries: int
    copied: float
    exported: float
    megabytes: float
    verified: float


def measured(folder: Path, entries: int) -> Exported:
    """Exports a ledger of so many entries, the sample day again and again, and verifies the package."""
    fresh = get_context("spawn")
    url = f"sqlite:///{folder / 'bench.db'}"
    size = recorded(url, entries)
    with Ledger(url) as ledger:
        beside = copied(ledger, folder / "bare.ndjson")
    answers = fresh.Queue()
    process = fresh.Process(target=exported, args=(url, str(folder / "package"), answers))
    process.start()
    spent, most, key = answers.get()
    process.join()
    began = perf_counter()
    found = inspect(folder / "package", key)
    checked = perf_counter() - began
    assert found.misfits == []
    return Exported(size, beside, spent, most, checked)


def exporting(folder: Path, entries: int) -> Iterator[tuple[str, float, float, float, None]]:
    """The export and its verification beside a bare copy of the same bytes with SHA-256; one run."""
    one = measured(folder, entries)
    yield f"export {one.entries:,} entries, ruled on / bare copy", one.exported, one.copied, one.copied / one.exported, None
    yield "verify the package / bare copy", one.verified, one.copied, one.copied / one.verified, None


def main(entries: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        one = measured(Path(name), entries)
    print(f"{one.entries:,} entries: a bare copy with SHA-256 {one.copied:,.1f} s, export {one.exported:,.1f} s,", end=" ")
    print(f"ratio {one.copied / one.exported:.3f}")
    print(f"most memory of the export {one.megabytes:,.0f} MB, where {MOST_MEGABYTES} MB are the most that it may take")
    print(f"verified in {one.verified:,.1f} s: {one.copied / one.verified:.2f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else ENTRIES)
