"""A house that has set everything up: a roster that acts need, enrolled sources, a key, a witness, a complaint that was
answered and paid, a package that was handed out.
"""

from contextlib import closing, nullcontext
from pathlib import Path
from typing import Any, Final

from desk.opening import open_existing
from ledger.application import Ledger
from ledger.cases.casework import Casework, Complaint
from ledger.events import cases as acts
from ledger.events.decisions import ShoeVoided
from ledger.events.desk import SignedIn
from ledger.events.evidence import ExportScope
from ledger.events.roster import RosterRequired, SourceEnrolled
from ledger.evidence.checkpoint_publisher import CheckpointPublisher
from ledger.evidence.checkpoint_store import CheckpointStore
from ledger.evidence.keys import Signer, new_key
from ledger.evidence.log import EVIDENCE
from ledger.evidence.witness import WitnessClient, witness_of
from ledger.merkle import digest
from ledger.values.subjects import HOUSE
from projections.export.exporting import Export
from projections.following.read_models import catch_up, open_read_models
from projections.read_models.cases import ruling_taken
from tests.desk.service import night
from tests.ledger.evidence.witnesses import Witness, serving
from tests.ledger.roster.people import confirmed, key_of
from tests.ledgers import NOTHING_JUDGED

ORIGIN: Final = "casino.example/recoup"


def record(folder: Path) -> str:
    """The URL of the house's ledger."""
    url = f"sqlite:///{folder / 'recoup.db'}"
    night.record(url)
    signer = new_key(ORIGIN)
    with open_existing(url) as ledger, open_read_models(ledger) as engine:
        night.feed(ledger, f"{night.DAY}: close")  # no word for a table's day: it is kept as refused
        night.feed(ledger, f"!source pit/1\n{night.DAY}: table_closed")
        for source in {name for name, *_ in ledger.recorder.sources() if name != HOUSE}:
            enrolled = SourceEnrolled(by="M1", source=source, since="2026-01-01", token=digest(b"of the shoe"))
            assert confirmed(ledger, "M1", enrolled, "M2").refused is None
        assert confirmed(ledger, "M1", RosterRequired(by="M1"), "M2").refused is None
        ledger.record(SignedIn(person="E1", session="0123456789abcdef", method="passkey"), "signed-in:1", "desk")
        _void_a_shoe(ledger)
        _answer_a_complaint(ledger)
        catch_up(ledger, engine)
        _seal_and_hand_out(ledger, signer, folder)
        catch_up(ledger, engine)
        with closing(CheckpointPublisher(ledger, signer)) as publisher:
            publisher.checkpoint("command")
    return url


def _void_a_shoe(ledger: Ledger) -> None:
    ledger.signer = key_of("M1")
    ledger.decide(night.OTHER.rsplit("/", 1)[0], ShoeVoided(shoe="S1", by="M1", role="management", reason="card_missing"))
    ledger.signer = None


def _answer_a_complaint(ledger: Ledger) -> None:
    """P1 was paid 50.00 instead of 100.00 in the second coup."""
    work = Casework(ledger, NOTHING_JUDGED)

    def act(by: str, role: str, kind: Any, **fields: object) -> None:
        ledger.signer = key_of(by)
        taken = work.act(number, kind.model_validate({"by": by, "role": role, **fields}))
        assert taken.refused is None, taken.refused

    ledger.signer = key_of("I7")
    complaint = Complaint("I7", "investigator", night.DAY, (night.SHORT_P1,), jurisdiction="uk")
    number = work.open(complaint)
    investigator, manager = ("I7", "investigator"), ("E1", "dispute_manager")
    act(*investigator, acts.ClaimStated, player="P1", amount_minor=5000, language="en", reason="underpaid")
    span = {"begins_at": "2026-01-20T20:00:00.000000Z", "ends_at": "2026-01-20T21:00:00.000000Z", "camera": "C1"}
    act(*investigator, acts.EvidenceAttached, evidence="overhead", **span)
    act(*investigator, acts.HoldPlaced, reason="dispute")
    taken = ruling_taken(ledger, night.SHORT_P1, "I7", "investigator")
    ledger.signer = key_of("I7")
    assert work.act(number, taken).refused is None
    awards = [{"round": night.SHORT_P1, "wager": "w3", "due_minor": 10000}]
    answer = {"player": "P1", "outcome": "upheld", "pay_minor": 5000, "awards": awards, "clauses": ["DCB-2"]}
    act(*manager, acts.RulingProposed, answers=[answer], rulings=[taken.digest])
    proposal = work.case(number).digest
    act("A7", "approver", acts.RulingApproved, proposal=proposal)
    act(*manager, acts.CaseSettled, proposal=proposal)
    act(*manager, acts.LetterSent, player="P1", letter="final", digest="sha256:" + 64 * "0")
    act(*manager, acts.PlayerPaid, player="P1", amount_minor=5000)
    ledger.signer = None


def _seal_and_hand_out(ledger: Ledger, signer: Signer, folder: Path) -> None:
    witness = Witness(ORIGIN, signer.key.public)
    with serving(witness) as address, closing(CheckpointPublisher(ledger, signer)) as publisher:
        named = witness_of(None, address, witness.verifier_key)
        ledger.record(named, "witness:1", EVIDENCE)
        with closing(CheckpointStore(ledger.url)) as store:
            WitnessClient(ledger, store).ask(named, publisher.checkpoint("command"))
            export = Export(ledger, signer, ExportScope(), folder / "package", {}, reports=False)
            export.run(lambda *_: nullcontext(lambda _: None))
