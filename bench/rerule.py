"""What a second worker brings to a bulk re-ruling: the same work by one and by two, in turn.

Processes are started for each run, as the command does it; a Dask cluster's workers, over TCP, are there before.
"""

from collections.abc import Iterator
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from time import perf_counter

import dask
from distributed import LocalCluster

from bench.corpus import COUPS, days, record
from bench.measure import Beside, Figure, Span, at_least, waited
from desk.opening import open_existing, open_or_create
from drill.runner import run_locally, run_on_cluster
from projections.documents.rerulings import EngineRerunDocument, RerunDocument
from projections.reruling.plan import RerunQuestion
from projections.reruling.rerun import Dispatch, Rerun
from projections.reruling.unit import Task
from replay import ENGINE
from replay.editions.loader import parse_edition, shipped_text


def ruling_again(folder: Path, runs: int, day_count: int, *, has_cluster: bool) -> Iterator[Figure]:
    """Figures of ruling again on so many bundled days: 1 is twice as fast with two; with a cluster, by its workers too.

    Where others use the machine's processors too, the ratio of processor time is the bound: two can be no better than
    what they burn beyond one.
    """
    url = f"sqlite:///{folder / 'rerule.db'}"
    with open_or_create(url) as ledger:
        record(ledger, days(day_count))
    ruled, size = _Ruled(url, folder), f"{COUPS * day_count:,} rounds"
    one_worker, two = (partial(ruled.once, partial(run_locally, workers, folder)) for workers in (1, 2))
    others = {"twice one": Beside(lambda: _half(one_worker()), at_least(0.85))}
    yield from waited("rule again, two processes", size, two, others, runs)
    if has_cluster:
        yield from _on_cluster(ruled, size, runs)
    assert ruled.results == [ruled.results[0]] * len(ruled.results)
    assert ruled.results[0].rounds == COUPS * day_count


def _on_cluster(ruled: "_Ruled", size: str, runs: int) -> Iterator[Figure]:
    with _cluster(1) as lonely, _cluster(2) as both:
        alone, together = (partial(ruled.once, partial(run_on_cluster, at.scheduler_address)) for at in (lonely, both))
        for unmeasured in (alone, together):
            unmeasured()  # each worker loads the program once
        others = {"twice one": Beside(lambda: _half(alone()), at_least(0.85))}
        yield from waited("rule again, a Dask cluster of two", size, together, others, runs, here=False)


def _half(whole: Span) -> Span:
    """What one would take if it were two: half the time by the clock, and the same of the processors."""
    return Span(whole.seconds / 2, whole.processor)


def _cluster(workers: int) -> LocalCluster:
    """So many workers of one thread, without Dask's own watching of where they spend their time."""
    dask.config.set({"distributed.worker.profile.enabled": False})
    cluster = LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=workers, threads_per_worker=1, processes=True, host="127.0.0.1", protocol="tcp", dashboard_address=None
    )
    cluster.wait_for_workers(workers)
    return cluster


class _Ruled:
    """The same question again and again, and what came out each time."""

    def __init__(self, url: str, folder: Path):
        text = shipped_text("dcb").replace('"banco.odds" = { value = "19:20"', '"banco.odds" = { value = "1:2"')
        held = parse_edition(text)
        self._question = RerunQuestion(
            rulebook=held.id, edition=held.name, digest=held.digest, sources=(url,), engine=ENGINE
        )
        self._url, self._folder, self._task = url, folder, Task(text, open_existing)
        self.results = list[RerunDocument | EngineRerunDocument]()

    def once(self, hand_out: Dispatch) -> Span:
        asked = Rerun(self._question, (self._url,), self._task, self._folder / f"ruled-{len(self.results)}")
        began, spent = perf_counter(), _of_children()
        self.results.append(asked.run(hand_out, lambda *_: nullcontext(lambda _: None)))
        return Span(perf_counter() - began, _of_children() - spent)


def _of_children() -> float:
    """Seconds of the processors that processes took which this one started and which have ended."""
    spent = getrusage(RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime
