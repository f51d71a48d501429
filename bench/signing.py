"""What signatures cost: a ledger of feed events and signed acts beside the same with acts that are only claimed."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from bench.corpus import Ledgers, days, record
from bench.measure import Beside, Figure, Measured, Span, Stopwatch, at_most, waited
from drill.sample import people
from drill.sample.cases import INVESTIGATOR
from ledger.application import Ledger
from ledger.cases.casework import Casework, Complaint
from ledger.events.cases import EvidenceAttached
from ledger.roster.key_file import KeyFileSigner
from ledger.verify.act_check import ActCheck, check_acts
from ledger.verify.verifier import Verifier
from projections.rulings.judge import LedgerJudge

ACTS_PER_CASE = 10


def signing(folder: Path, runs: int, events: int, acts: int) -> Iterator[Figure]:
    """Figures of recording and of verifying so many events and acts, with the key unlocked once."""
    ledgers, size = Ledgers(folder), f"{events:,} events and {acts:,} acts"
    with Ledgers(folder).holding([]) as ledger:
        key = people.enrol(ledger, folder / "people")[INVESTIGATOR]
    (folder / "signed").mkdir()
    (folder / "claimed").mkdir()
    limit = at_most(1.3)
    claimed = _recorded(ledgers, events, acts, None, folder)
    yield from waited(
        "record, acts signed",
        size,
        _recorded(ledgers, events, acts, key, folder),
        {"acts claimed": Beside(claimed, limit)},
        runs,
    )
    signed_path, claimed_path = (_filled(ledgers, events, acts, signer, folder) for signer in (key, None))
    yield from waited(
        "verify, acts signed", size, _verified(signed_path), {"acts claimed": Beside(_verified(claimed_path), limit)}, runs
    )


def _recorded(ledgers: Ledgers, events: int, acts: int, signer: KeyFileSigner | None, folder: Path) -> Measured:
    def once() -> Span:
        with Stopwatch() as watch:
            path = _filled(ledgers, events, acts, signer, folder)
        path.unlink()
        return watch.span

    return once


def _filled(ledgers: Ledgers, events: int, acts: int, signer: KeyFileSigner | None, folder: Path) -> Path:
    """A ledger with events of a feed, and cases on their days."""
    path = ledgers.fresh()
    with Ledger(f"sqlite:///{path}") as ledger:
        people.enrol(ledger, folder / "people")
        record(ledger, islice(days(10**9), events))
        ledger.signer = signer
        work = Casework(ledger, LedgerJudge(ledger))
        names = ledger.table_days()
        for number in range(acts // ACTS_PER_CASE):
            case = work.open(Complaint(INVESTIGATOR, "investigator", names[number % len(names)], ()))
            for at in range(1, ACTS_PER_CASE):
                seen = EvidenceAttached(by=INVESTIGATOR, role="investigator", evidence=f"E{at}")
                work.act(case, seen)
    return path


def _verified(path: Path) -> Measured:
    def once() -> Span:
        with Ledger(f"sqlite:///{path}") as ledger, Stopwatch() as watch:
            assert Verifier(ledger).run().misfits == []
            assert list(check_acts(ledger, ActCheck(ledger.roster()))) == []
        return watch.span

    return once
