"""Keys, checkpoints, witnesses and verifications as JSON."""

from base64 import b64encode
from collections.abc import Iterable, Mapping
from pathlib import Path

from pydantic import Field

from ledger.events.evidence import WitnessNamed
from ledger.evidence.checkpoint_store import StoredCheckpoint, checkpoint_of
from ledger.evidence.keys import pem_of
from ledger.evidence.note import VerifierKey, parse
from ledger.package.inspection import InspectionReport
from ledger.package.series import Series
from ledger.values.document import Document
from ledger.verify.verifier import VerificationReport
from projections.documents.history import StandingRulingDocument, standing_ruling_document
from projections.rulings.judged_again import RulingsCheck


class KeyDocument(Document):
    """The house's key, as others are given it: a verifier key (C2SP signed-note) and PEM."""

    origin: str
    id: str
    key: str
    pem: str


def key_document(key: VerifierKey) -> KeyDocument:
    """The public half of a key."""
    return KeyDocument(origin=key.name, id=key.id.hex(), key=key.written, pem=pem_of(key))


class CheckpointDocument(Document):
    """A checkpoint as it was signed."""

    number: int
    origin: str
    size: int
    root: str
    made_at: str
    reason: str
    note: str


def checkpoint_document(stored_checkpoint: StoredCheckpoint) -> CheckpointDocument:
    """A checkpoint with its note; the root is base64."""
    checkpoint = checkpoint_of(parse(stored_checkpoint.note))
    return CheckpointDocument.from_object(
        stored_checkpoint,
        origin=checkpoint.origin,
        size=checkpoint.size,
        root=b64encode(checkpoint.root).decode(),
        note=stored_checkpoint.note.decode(),
    )


class WitnessDocument(Document):
    """A witness, and what it saw last: how many entries, and when by its own clock. A folder has neither key nor clock."""

    name: str
    address: str
    key: str | None
    size: int | None
    at: str | None


def witness_document(event: WitnessNamed, size: int | None, at: str | None) -> WitnessDocument:
    """A witness, and how many entries it saw last."""
    return WitnessDocument.from_object(event, size=size, at=at)


class DiscrepancyDocument(Document):
    """Something that does not fit. `position` and `stream` are null where it is not about an entry."""

    position: int | None
    stream: str | None
    what: str
    since: str | None


class WitnessedSizeDocument(Document):
    """How much of the log a witness saw, and when by its own clock."""

    name: str
    size: int
    at: str


def _witnessed_sizes(seen: Iterable[tuple[str, int, str]]) -> list[WitnessedSizeDocument]:
    return [WitnessedSizeDocument(name=name, size=size, at=at) for name, size, at in seen]


class DifferingRulingDocument(Document):
    """A ruling on record that judging again does not come to. `fits`: another edition or engine, or entries that are not
    ruled on yet, account for it.
    """

    round: str
    fits: bool
    ruling: StandingRulingDocument


class RulingsCheckDocument(Document):
    """The rulings that were judged again: all, or a sample drawn by a seed."""

    share: str = Field(description="`all`, or a percentage.")
    seed: int | None = Field(description="By which the sample was drawn.")
    on_record: int = Field(description="How many rulings stand.")
    judged: int = Field(description="How many of them were judged again.")
    rested_on: int = Field(
        0, description="How many rulings on which answers of cases rest were judged again, old ones too."
    )
    differing: list[DifferingRulingDocument]


class VerifyDocument(Document):
    """What was gone through and what does not fit, the first position first; `more` were found and are not listed.

    `acts_signed` are by keys of the roster; of `acts_claimed` whoever is named is only claimed. `unattested`
    are the sources that nobody ever enrolled; `skipped` is what was not looked at, and why. `warnings` are not faults:
    where the witness policy was weakened, and acts about it without effect.
    """

    verified: bool
    size: int
    root: str
    checkpoints: int
    covered: int
    held: int
    acts_signed: int
    acts_claimed: int
    unattested: list[str]
    skipped: list[str]
    warnings: list[str]
    seen: list[WitnessedSizeDocument]
    misfits: list[DiscrepancyDocument]
    more: int
    rulings: RulingsCheckDocument | None = Field(None, description="The rulings judged again, where that was asked for.")


def verify_document(report: VerificationReport, rulings: RulingsCheck | None = None) -> VerifyDocument:
    """What the verification of a ledger found; the root is base64."""
    return VerifyDocument.from_object(
        report,
        verified=not report.misfits,
        root=b64encode(report.root).decode(),
        seen=_witnessed_sizes(report.seen),
        misfits=list(map(DiscrepancyDocument.from_object, report.misfits)),
        rulings=rulings and _rulings_check(rulings),
    )


def _rulings_check(check: RulingsCheck) -> RulingsCheckDocument:
    return RulingsCheckDocument.from_object(
        check,
        differing=[
            DifferingRulingDocument.from_object(differing, ruling=standing_ruling_document(differing.difference))
            for differing in check.differing
        ],
    )


class PackageVerifyDocument(Document):
    """What verifying a package found: what does not fit, what is proven and what is not. `pinned`: the key was given;
    `ruled`: the rulings were made again. `warnings` are not faults: where the witness policy was weakened, and acts
    about it without effect.
    """

    verified: bool
    events: int
    withheld: int
    size: int
    root: str
    whole: bool
    pinned: bool
    ruled: bool
    acts_signed: int
    acts_claimed: int
    seen: list[WitnessedSizeDocument]
    misfits: list[str]
    more: int
    warnings: list[str]
    proven: list[str]
    unproven: list[str]


def package_verify_document(report: InspectionReport) -> PackageVerifyDocument:
    """What the verification of a package found; the root is base64."""
    return PackageVerifyDocument.from_object(
        report,
        verified=not report.misfits,
        root=b64encode(report.root).decode(),
        seen=_witnessed_sizes(report.seen),
        proven=[] if report.misfits else list(report.proven),
        unproven=list(report.unproven),
    )


class ReplacedPackageDocument(Document):
    """A package whose place another one takes, why, and how many entries of each kind came since."""

    folder: str
    by: str
    reason: str | None
    added: dict[str, int]


class SeriesVerifyDocument(Document):
    """A series of packages: each by itself, by its folder, and what does not fit between them."""

    packages: dict[str, PackageVerifyDocument]
    replaced: list[ReplacedPackageDocument]
    misfits: list[str]
    since: str | None = Field(description="The first gaming day; null where a package does not fit by itself.")
    until: str | None = Field(description="Its last gaming day.")


def series_verify_document(reports: Mapping[Path, InspectionReport], series: Series | None) -> SeriesVerifyDocument:
    """What was found of a series."""
    return SeriesVerifyDocument(
        packages={str(folder): package_verify_document(report) for folder, report in reports.items()},
        replaced=[
            ReplacedPackageDocument(
                folder=str(old.folder),
                by=str(new.folder),
                reason=new.contents.replaces.reason,
                added=new.contents.replaces.added,
            )
            for old, new in (series.replaced if series else ())
            if new.contents.replaces
        ],
        misfits=list(series.misfits) if series else [],
        since=series.standing[0].since.isoformat() if series and series.standing else None,
        until=series.standing[-1].until.isoformat() if series and series.standing else None,
    )
