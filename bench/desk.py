"""How long the desk takes to open a round, in a small ledger and in a large one."""

from collections.abc import Iterator
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import Final

from starlette.testclient import TestClient

from bench.corpus import grown
from bench.measure import Beside, Figure, Measured, Span, Stopwatch, at_most, waited
from desk.opening import open_or_create
from desk.service.app import application
from desk.service.sessions import ENTER_PATH, DeskSession
from projections.following.read_models import open_read_models

SMALL: Final = 10_000
DAYS: Final = 9
"""So many whole days are in the small one."""

ROUND: Final = "7"
"""The misdealt one of the sample day."""


def opening(folder: Path, runs: int, events: int) -> Iterator[Figure]:
    """A figure of opening a round that nobody opened before, by the desk's whole answer."""
    runs = min(runs, DAYS - 1)
    with ExitStack() as stack:
        small, large = (_opened(stack, folder / f"{size}.db", size, runs) for size in (SMALL, events))
        others = {f"the same in a ledger of {SMALL:,}": Beside(small, at_most(1.5))}
        yield from waited("open a round at the desk", f"{events:,} events", large, others, runs)


def _opened(stack: ExitStack, path: Path, events: int, runs: int) -> Measured:
    """A round of another table's day at each run, so that nothing of it was told before."""
    ledger = stack.enter_context(open_or_create(f"sqlite:///{path}"))
    grown(ledger, events)
    keys, coming = DeskSession(), islice(ledger.table_days(), runs + 1)
    client = TestClient(application(ledger, stack.enter_context(open_read_models(ledger)), keys, ["testserver"]))
    client.get(f"{ENTER_PATH}{keys.link}", follow_redirects=False)

    def once() -> Span:
        with Stopwatch() as watch:
            answer = client.get(f"/rounds/{next(coming)}/{ROUND}?step=10")
        assert answer.status_code == 200, answer.text
        return watch.span

    once()  # the first one loads the templates
    return once
