"""`python -m bench [quick|long] [PART…]`: measures the parts, or all, and writes `docs/benchmarks.md`.

`python -m bench house` counts instead: the lines of the house, and the work of four commands.
"""

import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.table import Table

from bench import house, table
from bench.corpus import Ledgers, evenings
from bench.desk import opening, stepping
from bench.devices import being_watched, taking_in
from bench.evidence import appending, verifying
from bench.export import exporting
from bench.following import following
from bench.judging import judging, rebuilding, replaying
from bench.many import many_at_once
from bench.measure import Figure
from bench.month import packing
from bench.one_round import ruling_on_one
from bench.postgresql import recording_in_postgresql
from bench.record import recording
from bench.reports import listing, setting
from bench.rerule import ruling_again
from bench.scale import growing
from bench.served import serving
from bench.signing import signing
from bench.start import starting


@dataclass(frozen=True, slots=True)
class Form:
    """How much is measured.

    So many runs; evenings of twenty tables to record; bundled days to rule on again; rounds of each game; events of the
    ledger that the desk opens and that is exported, of the one with signed acts, which are a hundredth of them; seconds of
    load; events of the large ledger and of the largest, and of the month that is packed.
    """

    runs: int
    evenings: int
    days: int
    rounds: int
    ruled_again: int
    ledger: int
    signed: int
    load_seconds: int
    large: int = 0
    largest: int = 0
    month: int = 0


FORMS: Final = {
    "quick": Form(runs=3, evenings=1, days=4, rounds=20, ruled_again=16, ledger=10_000, signed=2_000, load_seconds=6),
    "long": Form(
        runs=11,
        evenings=4,
        days=40,
        rounds=100,
        ruled_again=256,
        ledger=1_000_000,
        signed=100_000,
        load_seconds=1800,
        large=10_000_000,
        largest=50_000_000,
        month=9_000_000,
    ),
}

Part = Callable[[Path, Form], Iterable[Figure]]
"""Measures in a folder of its own."""


def _evidence(folder: Path, form: Form) -> Iterator[Figure]:
    many = list(evenings(form.evenings))
    yield from appending(folder, many, form.runs)
    with Ledgers(folder).holding(many) as ledger:
        yield from verifying(ledger, form.runs)


def _desk(folder: Path, form: Form) -> Iterator[Figure]:
    yield from opening(folder, form.runs, form.ledger)
    yield from stepping(folder, 30 * form.runs)


def _reports(folder: Path, form: Form) -> Iterator[Figure]:
    yield from setting(folder, form.runs)
    if form.large:
        yield from listing(folder)


PARTS: Final[Mapping[str, Part]] = {
    "Starting": lambda folder, form: starting(folder, form.runs),
    "Recording, SQLite": lambda folder, form: recording(folder, form.runs, form.evenings),
    "Recording, PostgreSQL": lambda _, form: recording_in_postgresql(form.runs, form.evenings),
    "Many at once": lambda folder, form: many_at_once(folder, max(1, form.runs // 2), form.days // 2),
    "Replaying a stream": lambda folder, form: replaying(folder, 5 * form.runs),
    "Judging": lambda _, form: judging(form.runs, form.rounds),
    "Ruling on one round": lambda folder, form: ruling_on_one(folder, form.runs // 2 + 1, 200 * form.rounds),
    "Read models": lambda folder, form: rebuilding(folder, form.runs, form.evenings),
    "Following": lambda folder, form: following(folder, form.runs // 2 + 1, 2 * form.runs),
    "Evidence": _evidence,
    "Signed acts": lambda folder, form: signing(folder, form.runs // 2, form.signed, form.signed // 100),
    "Reports": _reports,
    "The desk": _desk,
    "The desk of several people": lambda _, form: serving(2 * form.runs, form.ledger // 2),
    "Devices over HTTP": lambda folder, form: taking_in(folder, form.load_seconds),
    "People who watch": lambda _, form: being_watched(form.runs - 1, form.days),
    "Export": lambda folder, form: exporting(folder, form.ledger),
    "A month for a regulator": lambda folder, form: packing(folder, form.month),
    "Ruling again": lambda folder, form: ruling_again(
        folder, max(1, form.runs // 4), form.ruled_again, has_cluster=bool(form.large)
    ),
    "A large ledger beside a small one": lambda folder, form: growing(folder, form.large, form.largest),
}
"""Every part of the benchmarks, in the order of the page."""


def main(form: str = "quick", *names: str) -> None:
    """Measures the parts of these names, or all, prints and keeps what was measured."""
    out = Console()
    for name in names or PARTS:
        with tempfile.TemporaryDirectory() as folder:
            figures = list(PARTS[name](Path(folder), FORMS[form]))
        if figures:
            out.print(_printed(name, figures))
            table.keep(form, name, figures)
            table.write(tuple(PARTS))
    out.print(f"written to {table.PAGE}")


def _printed(name: str, figures: Iterable[Figure]) -> Table:
    columns = (name, "beside it", "ours / beside it", "ratio", "spread", "target")
    shown = Table(*columns, box=None, caption=table.machine()["load"], caption_justify="left")
    for figure in figures:
        ratio, spread = f"{figure.ratio:.2f} {figure.verdict}", f"{figure.lowest:.2f} to {figure.highest:.2f}"
        shown.add_row(figure.what, figure.beside, figure.both, ratio, spread, str(figure.target))
    return shown


if __name__ == "__main__":
    if sys.argv[1:] == ["house"]:
        house.main()
    else:
        main(*sys.argv[1:])
