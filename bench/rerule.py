"""What a second worker brings to a bulk re-ruling: the same work by one process and by two, in turn."""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from time import perf_counter
from typing import Any, Final, NamedTuple

from desk import sample
from desk.opening import reading, writing
from desk.pool import on_this_machine
from ledger.drafts import one_by_one
from ledger.entry import Delivery
from projections.reruling.plan import Question
from projections.reruling.rerun import Rerun
from projections.reruling.unit import Task
from replay import ENGINE
from replay.rulebook import parse, shipped_text

TARGET: Final = 0.85


class Span(NamedTuple):
    """What a run took: seconds by the clock, and seconds of its workers' processors."""

    clock: float
    processor: float


class Efficiency(NamedTuple):
    """Medians of runs by one worker and by two. 1 is twice as fast with two, start-up of the workers included.

    `by_clock` says it where the machine is free. Where others use its processors too the clock says more of them than of
    the work; `by_processor` is then the bound: two workers can be no better than what they burn beyond one.
    """

    rounds: int
    one: Span
    two: Span
    by_clock: float
    by_processor: float
    runs: int


def efficiency(folder: Path, days: int, runs: int) -> Efficiency:
    """Rules on so many days of the bundled table again, by one worker and by two in turn."""
    url = f"sqlite:///{folder / 'rerule.db'}"
    with writing(url) as ledger:
        for day in _days(days):
            ledger.take_in(one_by_one(list(day), "bench"))
    pairs, told = list[tuple[Span, Span]](), dict[str, Any]()
    for run in range(runs):
        one, told = _run(url, folder / f"{run}-one", 1)
        two, same = _run(url, folder / f"{run}-two", 2)
        assert told == same
        pairs.append((one, two))
    return Efficiency(
        told["rounds"],
        Span(*(median(one[at] for one, _ in pairs) for at in (0, 1))),
        Span(*(median(two[at] for _, two in pairs) for at in (0, 1))),
        median(one.clock / (2 * two.clock) for one, two in pairs),
        median(one.processor / two.processor for one, two in pairs),
        runs,
    )


def _run(url: str, out: Path, workers: int) -> tuple[Span, dict[str, Any]]:
    text = shipped_text("dcb").replace('"banco.odds" = { value = "19:20"', '"banco.odds" = { value = "1:2"')
    held = parse(text)
    question = Question(rulebook=held.id, edition=held.name, digest=held.digest, sources=(url,), engine=ENGINE)
    asked = Rerun(question, (url,), Task(text, reading), out)
    began, spent = perf_counter(), _of_children()
    told = asked.run(partial(on_this_machine, workers, asked.room), lambda *_: nullcontext(lambda _: None))
    return Span(perf_counter() - began, _of_children() - spent), told


def _of_children() -> float:
    """Seconds of the processors that processes took which this one started and which have ended."""
    spent = getrusage(RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def _days(count: int) -> Iterator[Iterator[Delivery]]:
    """The bundled day again and again, each under a date of its own."""
    told = list(sample.day())
    for number in range(count):
        day = f"BAC-{number // 336}/2025-{number // 28 % 12 + 1:02}-{number % 28 + 1:02}"
        yield (replace(one, source=f"bench/{number}", subject=one.subject.replace(sample.DAY, day)) for one in told)


def main() -> None:
    """`python -m bench.rerule DAYS RUNS` prints the figures."""
    days, runs = map(int, sys.argv[1:] or ("48", "3"))
    with tempfile.TemporaryDirectory() as folder:
        found = efficiency(Path(folder), days, runs)
    print(found, "met" if found.by_clock >= TARGET else "missed")


if __name__ == "__main__":
    main()
