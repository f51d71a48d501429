"""What a second worker brings to a bulk re-ruling: the same work by one process and by two, in turn."""

from collections.abc import Iterator
from contextlib import nullcontext
from functools import partial
from itertools import count
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from time import perf_counter
from typing import Any

from bench.corpus import BATCH, COUPS, batched, days
from bench.measure import Beside, Figure, Measured, Span, at_least, waited
from desk.opening import reading, writing
from desk.pool import on_this_machine
from ledger.drafts import one_by_one
from projections.reruling.plan import Question
from projections.reruling.rerun import Rerun
from projections.reruling.unit import Task
from replay import ENGINE
from replay.rulebook import parse, shipped_text


def ruling_again(folder: Path, runs: int, told: int) -> Iterator[Figure]:
    """A figure of ruling again on so many bundled days: 1 is twice as fast with two, the workers' start included.

    Where others use the machine's processors too, the ratio of processor time is the bound: two workers can be no better
    than what they burn beyond one.
    """
    url = f"sqlite:///{folder / 'rerule.db'}"
    with writing(url) as ledger:
        for batch in batched(list(days(told)), BATCH):
            ledger.take_in(one_by_one(batch, "bench"))
    results = list[dict[str, Any]]()
    one, two = (_ruled(url, folder, workers, results) for workers in (1, 2))
    others = {"twice one worker": Beside(lambda: _half(one()), at_least(0.85))}
    (figure,) = waited("rule again, two workers", f"{COUPS * told:,} rounds", two, others, runs)
    assert all(told == results[0] for told in results)
    assert results[0]["rounds"] == COUPS * told
    yield figure


def _half(whole: Span) -> Span:
    """What one worker would take if it were two: half the time by the clock, and the same of the processors."""
    return Span(whole.seconds / 2, whole.processor)


def _ruled(url: str, folder: Path, workers: int, results: list[dict[str, Any]]) -> Measured:
    text = shipped_text("dcb").replace('"banco.odds" = { value = "19:20"', '"banco.odds" = { value = "1:2"')
    held, serial = parse(text), count()
    question = Question(rulebook=held.id, edition=held.name, digest=held.digest, sources=(url,), engine=ENGINE)

    def once() -> Span:
        asked = Rerun(question, (url,), Task(text, reading), folder / f"{workers}-{next(serial)}")
        began, spent = perf_counter(), _of_children()
        results.append(asked.run(partial(on_this_machine, workers, asked.room), lambda *_: nullcontext(lambda _: None)))
        return Span(perf_counter() - began, _of_children() - spent)

    return once


def _of_children() -> float:
    """Seconds of the processors that processes took which this one started and which have ended."""
    spent = getrusage(RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime
