"""How long the desk takes to open a round, in a small ledger and in a large one."""

from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from statistics import median
from time import perf_counter

from starlette.testclient import TestClient

from desk import sample
from desk.opening import writing
from desk.web.app import application
from desk.web.keys import ENTER, Keys
from ledger.application import Ledger
from ledger.drafts import one_by_one
from ledger.entry import Delivery
from projections.runner import models

SMALL = 10_000
LARGE = 1_000_000
ROUND = "7"
"""The misdealt one of the sample day."""
BATCH = 5_000


def opening(folder: Path, runs: int, large: int = LARGE) -> tuple[str, float, float, float, float]:
    """Medians of opening a round that nobody opened before, by the desk's whole answer, and how they compare."""
    with _grown(folder / "small.db", SMALL) as small, _grown(folder / "large.db", large) as other:
        pairs = list(zip(_opened(small, runs), _opened(other, runs), strict=True))
    what = f"open a round at the desk, ledger of {SMALL:,} / of {large:,} events"
    here, there = median(a for a, _ in pairs), median(b for _, b in pairs)
    return what, here, there, here / there, 1 / 1.5


def _grown(path: Path, events: int) -> Ledger:
    """A ledger with the sample day again and again, until it has so many events."""
    ledger = writing(f"sqlite:///{path}")
    left = islice(_days(), events - ledger.size())
    while batch := list(islice(left, BATCH)):
        ledger.take_in(one_by_one(batch, "bench"))
    return ledger


def _days() -> Iterator[Delivery]:
    """The sample day under ever new dates of one table."""
    told = list(sample.day())
    for number in count():
        name = f"BAC-1/{2000 + number // 336}-{number // 28 % 12 + 1:02d}-{number % 28 + 1:02d}"
        for one in told:
            subject = one.subject.replace(sample.DAY, name)
            yield Delivery(one.event, f"bench/{number}", one.id, one.sequence, subject, one.time)


def _opened(ledger: Ledger, runs: int) -> Iterator[float]:
    """Seconds of each opening, each of another table's day, so that nothing was told before."""
    days = ledger.table_days()[: runs + 1]
    keys = Keys()
    with models(ledger) as made:
        client = TestClient(application(ledger, made, keys, ["testserver"]))
        client.get(f"{ENTER}{keys.link}", follow_redirects=False)
        for number, day in enumerate(days):
            began = perf_counter()
            answer = client.get(f"/rounds/{day}/{ROUND}?step=10")
            spent = perf_counter() - began
            assert answer.status_code == 200, answer.text
            if number:  # the first one loads the templates
                yield spent
