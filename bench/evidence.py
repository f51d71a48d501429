"""What the evidence costs: appending with the tree and without, and `verify` beside a bare scan of the same bytes."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

from bench.corpus import Ledgers, batched
from bench.measure import Beside, Figure, Measured, Span, Stopwatch, at_least, timed, waited
from ledger.application import Ledger
from ledger.entry import Delivery
from ledger.evidence.checkpoint_publisher import EVERY, CheckpointPublisher
from ledger.evidence.keys import new_key
from ledger.ingest import incoming_deliveries
from ledger.recorder.dialects import Cursor
from ledger.recorder.recorder import LedgerRecorder
from ledger.verify.verifier import Verifier


def appending(folder: Path, deliveries: Sequence[Delivery], runs: int) -> Iterator[Figure]:
    """A figure of recording these with leaves, tree and a signed checkpoint a batch, each time into a fresh ledger."""
    ledgers, size = Ledgers(folder), f"{len(deliveries):,} entries"
    others = {"the same without": Beside(_appended(ledgers, deliveries, evidence=False), at_least(0.6))}
    ours = _appended(ledgers, deliveries, evidence=True)
    yield from waited(f"append with evidence, {EVERY:,} a batch", size, ours, others, runs)


def verifying(ledger: Ledger, runs: int) -> Iterator[Figure]:
    """Figures of the pass of `verify` over the record, beside scans that hash the stored bytes and do nothing else."""
    path = ledger.url.removeprefix("sqlite:///")

    def scan(columns: str) -> None:
        with closing(sqlite3.connect(path)) as connection:
            for row in connection.execute(f"SELECT {columns} FROM events ORDER BY position"):
                sha256(b"\0" + row[0]).digest()

    def verify() -> None:
        assert Verifier(ledger).run().misfits == []

    others = {
        "bare scan of whole rows with SHA-256": Beside(timed(lambda: scan("state, *")), at_least(0.45)),
        "bare scan of the bytes with SHA-256": Beside(timed(lambda: scan("state"))),
    }
    yield from waited("verify a ledger", f"{ledger.size():,} entries", timed(verify), others, runs)


def _appended(ledgers: Ledgers, deliveries: Sequence[Delivery], *, evidence: bool) -> Measured:
    batches, key = (
        [incoming_deliveries(batch, "bench") for batch in batched(deliveries, EVERY)],
        new_key("bench.example/recoup"),
    )

    def once() -> Span:
        path = ledgers.fresh()
        with ExitStack() as stack:
            ledger = stack.enter_context(Ledger(f"sqlite:///{path}"))
            if evidence:
                stack.callback(CheckpointPublisher(ledger, key, seconds=10**6).close)
            else:
                _without(stack)
            with Stopwatch() as watch:
                for batch in batches:
                    ledger.ingest(batch)
        path.unlink()
        return watch.span

    return once


def _without(stack: ExitStack) -> None:
    """Until the stack is left, appending hashes no leaf and grows no tree."""
    stack.enter_context(patch("ledger.recorder.recorder.leaf_hash", lambda _: bytes(32)))
    stack.enter_context(patch.object(LedgerRecorder, "_grow", lambda *_: None))
    stack.enter_context(patch.object(LedgerRecorder, "_frontier_at_end", _end_of_record))


def _end_of_record(recorder: LedgerRecorder, cursor: Cursor) -> SimpleNamespace:
    """Where the record ends, where no log is asked whether it ends there too."""
    cursor.execute(recorder.dialect.statements["last_position"])
    return SimpleNamespace(size=cursor.fetchone()[0] or 0)
