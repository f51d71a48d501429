"""`python -m bench [quick|long] [PART…]`: measures the parts, or all, and writes `docs/benchmarks.md`."""

import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.table import Table

from bench import table
from bench.corpus import Ledgers, days
from bench.desk import opening
from bench.evidence import appending, verifying
from bench.export import exporting
from bench.judging import judging, rebuilding, replaying
from bench.measure import Figure, as_told, at_least
from bench.postgresql import recording_in_postgresql
from bench.record import recording
from bench.reports import setting
from bench.rerule import TARGET, efficiency
from bench.scale import growing


@dataclass(frozen=True, slots=True)
class Form:
    """How much is measured: so many runs, bundled days, rounds of each game; and the large ledger's events, if any."""

    runs: int
    days: int
    rounds: int
    large: int = 0


FORMS: Final = {"quick": Form(runs=5, days=5, rounds=20), "long": Form(runs=11, days=40, rounds=100, large=1_000_000)}

Part = Callable[[Path, Form], Iterable[Figure]]
"""Measures in a folder of its own."""


def _evidence(folder: Path, form: Form) -> Iterator[Figure]:
    many = list(days(4 * form.days))
    yield as_told(appending(folder, many, form.runs), form.runs)
    with Ledgers(folder).holding(many) as ledger:
        yield from (as_told(told, form.runs) for told in verifying(ledger, form.runs))


def _reports(folder: Path, form: Form) -> Iterator[Figure]:
    yield as_told(setting(folder, form.runs), form.runs, "processor")


def _desk(folder: Path, form: Form) -> Iterator[Figure]:
    yield as_told(opening(folder, form.runs, form.large or 30_000), form.runs)


def _export(folder: Path, form: Form) -> Iterator[Figure]:
    yield from (as_told(told, 1) for told in exporting(folder, form.large or 20_000))


def _ruling_again(folder: Path, form: Form) -> Iterator[Figure]:
    found = efficiency(folder, form.days, form.runs // 2)
    size, target = f"{found.rounds:,} rounds", at_least(TARGET)
    share = found.by_clock
    yield Figure(
        "rule again, two workers",
        "twice one worker",
        size,
        found.two.clock,
        found.one.clock / 2,
        share,
        share,
        share,
        found.runs,
        "clock",
        target,
        found.by_processor,
    )


PARTS: Final[Mapping[str, Part]] = {
    "Recording, SQLite": lambda folder, form: recording(folder, form.runs, form.days),
    "Recording, PostgreSQL": lambda _, form: recording_in_postgresql(form.runs, form.days),
    "Replaying a stream": lambda folder, form: replaying(folder, 5 * form.runs),
    "Judging": lambda _, form: judging(form.runs, form.rounds),
    "Read models": lambda folder, form: rebuilding(folder, form.runs, form.days // 2),
    "Evidence": _evidence,
    "Reports": _reports,
    "The desk": _desk,
    "Export": _export,
    "Ruling again": _ruling_again,
    "A large ledger beside a small one": lambda folder, form: growing(folder, form.large),
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
    shown = Table(name, "beside it", "ours / beside it", "ratio", "target", box=None)
    for one in figures:
        shown.add_row(one.what, one.beside, one.both, f"{one.ratio:.2f} {one.verdict}", str(one.target))
    return shown


if __name__ == "__main__":
    main(*sys.argv[1:])
