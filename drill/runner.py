"""Work given to others: processes on this machine, or a Dask cluster by its address."""

import os
import tempfile
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context, parent_process
from pathlib import Path
from threading import Thread
from typing import Final, TypeVar

from ledger.errors import UnusableRerun

Unit = TypeVar("Unit")
Result = TypeVar("Result")
CONNECT_TIMEOUT_S: Final = 30
"""Seconds within which a cluster must be reached."""
_RESUME_HINT: Final = "what is finished is kept; the same command goes on from there"


@contextmanager
def worker_processes(workers: int, temp_dir: Path | None = None) -> Iterator[ProcessPoolExecutor]:
    """So many processes, which end when this one is killed; `temp_dir` is where they put temporary files."""
    given = (str(temp_dir) if temp_dir else None,)
    with ProcessPoolExecutor(workers, get_context("spawn"), _start_worker, given) as pool:
        try:
            yield pool
        finally:
            pool.shutdown(cancel_futures=True)


def run_locally(workers: int, temp_dir: Path, work: Callable[[Unit], Result], units: Iterable[Unit]) -> Iterator[Result]:
    """What so many processes make of the units, as it comes. Raises UnusableRerun where one of them is killed."""
    coming = iter(units)
    with worker_processes(workers, temp_dir) as pool:
        running: set[Future[Result]] = set()
        while True:
            running |= {pool.submit(work, unit) for unit in islice(coming, 4 * workers - len(running))}
            if not running:
                return
            ready, running = wait(running, return_when=FIRST_COMPLETED)
            try:
                yield from (future.result() for future in ready)
            except BrokenProcessPool as error:
                raise UnusableRerun(f"a worker was killed; {_RESUME_HINT}") from error


def run_on_cluster(address: str, work: Callable[[Unit], Result], units: Iterable[Unit]) -> Iterator[Result]:
    """What the workers of a Dask cluster make of the units, as it comes; what a lost worker had is done again by others.

    Raises UnusableRerun where there is no such cluster, or it is lost.
    """
    try:
        from distributed import Client, as_completed  # noqa: PLC0415 - an extra, and slow to load
        from distributed.client import FutureCancelledError  # noqa: PLC0415
        from distributed.scheduler import KilledWorker  # noqa: PLC0415
    except ImportError as error:
        raise UnusableRerun("Dask is not installed here; `pip install recoup[dask]` brings it") from error
    try:
        client = Client(address, timeout=CONNECT_TIMEOUT_S, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise UnusableRerun(f"the cluster at {address} cannot be reached ({error}); {_RESUME_HINT}") from error
    with client:
        common = client.submit(_identity, work, pure=False)
        given = client.map(_work_on, list(units), work=common, pure=False)
        try:
            for _, results in as_completed(given, loop=client.loop, with_results=True):  # type: ignore[no-untyped-call]
                yield results
        except (OSError, KilledWorker, FutureCancelledError) as error:
            raise UnusableRerun(f"the cluster at {address} was lost ({error}); {_RESUME_HINT}") from error


def _identity(value: Result) -> Result:
    return value


def _work_on(unit: Unit, work: Callable[[Unit], Result]) -> Result:
    return work(unit)


def _start_worker(temp_dir: str | None) -> None:
    """A worker's first act: it will end when the command was killed, and nobody waits for it any more."""
    tempfile.tempdir = temp_dir or tempfile.tempdir

    def watch() -> None:
        parent = parent_process()
        if parent is not None:
            parent.join()
            os._exit(1)

    Thread(target=watch, daemon=True).start()
