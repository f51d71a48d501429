"""What the evidence costs: appending with the tree and without, and `verify` beside a bare scan of the same bytes."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from hashlib import sha256
from pathlib import Path
from statistics import median
from time import perf_counter
from unittest.mock import patch

from desk.opening import migrate
from ledger.application import Ledger
from ledger.drafts import one_by_one
from ledger.entry import Delivery
from ledger.evidence.keys import new_key
from ledger.evidence.notary import EVERY, Notary
from ledger.evidence.scrutiny import Scrutiny
from ledger.store.sqlite import SQLiteLedgerRecorder

BATCH = EVERY
APPEND_TARGET = 0.6
VERIFY_TARGET = 0.5
Measured = tuple[str, float, float, float, float | None]
"""What is measured; seconds of ours and of what is beside it; the ratio; the least that it should be."""


def bare() -> ExitStack:
    """While it is open, appending hashes no leaf and grows no tree."""
    stack = ExitStack()
    stack.enter_context(patch("ledger.store.filing.leaf_hash", lambda _: bytes(32)))
    stack.enter_context(patch.object(SQLiteLedgerRecorder, "_grow", lambda *_: None))
    return stack


def appended(path: Path, deliveries: Sequence[Delivery], *, evidence: bool) -> float:
    """Seconds of recording these in batches of 1,000, with leaves, tree and a signed checkpoint a batch, or without."""
    url = f"sqlite:///{path}"
    migrate(url)
    batches = [one_by_one(deliveries[at : at + BATCH], "bench") for at in range(0, len(deliveries), BATCH)]
    given = [list(batch) for batch in batches]
    with Ledger(url) as ledger:
        notary = Notary(ledger, new_key("bench.example/recoup"), seconds=10**6) if evidence else None
        began = perf_counter()
        for batch in given:
            ledger.take_in(batch)
        spent = perf_counter() - began
        if notary is not None:
            notary.close()
    path.unlink()
    return spent


def appending(folder: Path, deliveries: Sequence[Delivery], runs: int) -> Measured:
    """The same append with evidence and without, in turn, each into a fresh ledger."""
    pairs = []
    for number in range(runs):
        ours = appended(folder / f"with-{number}.db", deliveries, evidence=True)
        with bare():
            pairs.append((ours, appended(folder / f"bare-{number}.db", deliveries, evidence=False)))
    return f"append {len(deliveries):,} with evidence, {BATCH:,} a batch / without", *medians(pairs), APPEND_TARGET


def verifying(ledger: Ledger, runs: int) -> Iterator[Measured]:
    """The pass of `verify` over the record, beside scans that hash the stored bytes and do nothing else."""
    path = ledger.url.removeprefix("sqlite:///")

    def scan(columns: str) -> float:
        began = perf_counter()
        with closing(sqlite3.connect(path)) as connection:
            for row in connection.execute(f"SELECT {columns} FROM events ORDER BY position"):
                sha256(b"\0" + row[0]).digest()
        return perf_counter() - began

    def verified() -> float:
        began = perf_counter()
        assert Scrutiny(ledger).run().misfits == []
        return perf_counter() - began

    told = [(verified(), scan("state"), scan("state, *")) for _ in range(runs)]
    what = f"verify {ledger.size():,} entries / bare scan"
    yield f"{what} of the bytes with SHA-256", *medians([(ours, bare) for ours, bare, _ in told]), VERIFY_TARGET
    yield f"{what} of whole rows with SHA-256", *medians([(ours, whole) for ours, _, whole in told]), None


def medians(pairs: Sequence[tuple[float, float]]) -> tuple[float, float, float]:
    """Medians of both, and of how fast ours is as a part of what is beside it."""
    return median(a for a, _ in pairs), median(b for _, b in pairs), median(b / a for a, b in pairs)


def met(ratio: float, target: float | None) -> str:
    """A target, and whether it is met."""
    return "" if target is None else f"{target:.1f} {'met' if ratio >= target else 'missed'}"
