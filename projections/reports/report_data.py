"""Reports as data: ids, integers in minor units, ISO times. What is set from them in type stands apart."""

from typing import Any, Literal

from pydantic import Field

from ledger.evidence.checkpoint_store import Checkpoint, StoredCheckpoint
from ledger.values.document import Digest, Document, Minor, Position, is_none
from ledger.values.refusals import refusal_fields
from projections.documents.cases import CaseDocument, case_document
from projections.documents.rulings import RulingDocument, position_ranges
from projections.messages.catalogue import Catalogue
from projections.reports.case_file import CaseFile
from projections.reports.case_money import WagerAmounts, amounts_of_players
from projections.reports.masking import mask_event
from projections.reports.reasons import Paragraph, Part, reasons


class ParagraphSourceDocument(Document):
    """What a paragraph rests on."""

    round: str | None
    entry: Position | None
    last_entry: Position | None = Field(description="The last of several entries, of which `entry` is the first.")
    evidence: str | None
    at: str | None


class ParagraphDocument(Document):
    """A numbered paragraph of the reasons. `players` are those whom it is about; none where it is about all."""

    number: int
    part: Part
    text: str = Field(description="In the language of the report.")
    players: list[str]
    clauses: list[str]
    quote: str | None = Field(description="The rule document's own words.")
    source: ParagraphSourceDocument | None


def _paragraph_document(paragraph: Paragraph) -> ParagraphDocument:
    return ParagraphDocument.from_object(
        paragraph,
        players=sorted(paragraph.players),
        clauses=list(paragraph.clauses),
        quote=paragraph.quote or None,
        source=paragraph.source and ParagraphSourceDocument.from_object(paragraph.source),
    )


class WagerAmountsDocument(Document):
    """The money of a wager, stake included; null is what is not on record, or not decided."""

    round: str
    wager: str
    kind: str
    stake_minor: Minor
    paid_minor: Minor | None = Field(description="What the table paid, whatever was taken back of it later.")
    taken_back_minor: Minor | None = Field(
        None, description="What the player gave back of it at the table; absent where nothing.", exclude_if=is_none
    )
    due_minor: Minor | None
    answered: bool = Field(description="Whether the answer names what is due; else it is what the ruling gives.")


def _wager_document(wager: WagerAmounts) -> WagerAmountsDocument:
    return WagerAmountsDocument.from_object(
        wager.bet,
        wager=wager.bet.bet,
        round=wager.ruling.round.name,
        paid_minor=None if wager.paid_minor is None else wager.bet.paid_minor or 0,
        taken_back_minor=wager.bet.taken_back_minor or None,
        due_minor=wager.due_minor,
        answered=wager.bet.is_settled,
    )


class PlayerAmountsDocument(Document):
    """What a player asks, what is given, and what was paid of it."""

    player: str
    claimed_minor: Minor | None
    outcome: Literal["rejected", "partly_upheld", "upheld"] | None
    pay_minor: Minor = Field(description="What the answer gives beyond what the table paid.")
    ex_gratia_minor: Minor
    ask_back_minor: Minor
    paid_minor: Minor = Field(description="What of the answer was paid.")
    outstanding_minor: int = Field(description="What of it is still to be paid.")
    wagers: list[WagerAmountsDocument]


class CoveringCheckpointDocument(Document):
    """The first signed checkpoint over all entries of a report."""

    number: Position
    made_at: str
    origin: str
    size: Position
    root: Digest


def _checkpoint_document(sealed: StoredCheckpoint, log: Checkpoint) -> CoveringCheckpointDocument:
    return CoveringCheckpointDocument.from_object(sealed, origin=log.origin, size=log.size, root=f"sha256:{log.root.hex()}")


class TakenRulingDocument(Document):
    """A ruling that the case took in, and whether the record as it was then gives the same today."""

    position: Position
    round: str
    digest: Digest
    engine: str
    reproduced: bool


class CaseReportDocument(Document):
    """The report on a case as data."""

    language: str
    masked: bool
    house: dict[str, Any] | None = Field(description="The house's settings on record.")
    currency: str
    minor_digits: int
    zone: str = Field(description="In which the table tells the time.")
    case: CaseDocument
    decided: bool = Field(description="Whether the answers are given; else reasons and amounts are those proposed.")
    reasons: list[ParagraphDocument]
    amounts: list[PlayerAmountsDocument]
    rulings: list[RulingDocument]
    rulings_taken: list[TakenRulingDocument]
    entries: list[tuple[Position, Position]] = Field(description="From which position to which.")
    leaves: Digest
    recorded_at: str
    checkpoint: CoveringCheckpointDocument | None
    events: str | None = Field(description="The stored bytes of the entries, one a line; null in a masked report.")


def case_report_document(file: CaseFile, words: Catalogue, events: str | None) -> CaseReportDocument:
    """The report on a case as data. Without the stored bytes where names are masked."""
    masked = file.person_names.are_given
    document = CaseReportDocument(
        language=words.language,
        masked=events is None,
        house=file.house and file.house.model_dump(mode="json", exclude_none=True),
        currency=file.opening.currency,
        minor_digits=file.opening.minor_digits,
        zone=file.zone,
        case=case_document(file.case, file.opening),
        decided=file.is_decided,
        reasons=list(map(_paragraph_document, reasons(file, words))),
        amounts=[
            PlayerAmountsDocument.from_object(
                amounts,
                player=amounts.name,
                outcome=amounts.answer and amounts.answer.outcome,
                wagers=list(map(_wager_document, amounts.wagers)),
            )
            for amounts in amounts_of_players(file).values()
        ],
        rulings=list(file.documents),
        rulings_taken=[
            TakenRulingDocument.from_object(taken.event, position=taken.position, reproduced=taken.is_reproduced)
            for taken in file.case_rulings
        ],
        entries=position_ranges(file.positions),
        leaves=file.leaves_digest,
        recorded_at=file.recorded_at,
        checkpoint=_checkpoint_document(*file.first_checkpoint) if file.first_checkpoint else None,
        events=events,
    )
    if not masked:
        return document
    return document.model_copy(update={"case": _masked_case(file)})


def _masked_case(file: CaseFile) -> CaseDocument:
    """The case with persons as they are called."""
    case, names = case_document(file.case, file.opening), file.person_names
    acts = [
        act.model_copy(
            update={
                "by": names.name_of(act.by),
                "refused": (refused := held.refused and names.apply_to_refusal(held.refused)),
                **refusal_fields(refused),
                "data": mask_event(held.event, names).model_dump(mode="json", exclude_none=True),
            }
        )
        for act, held in zip(case.acts, file.case.taken, strict=True)
    ]
    changed: dict[str, Any] = {
        "acts": acts,
        "owed": {names.name_of(player): owed for player, owed in case.owed.items()},
        "approved_by": case.approved_by and names.name_of(case.approved_by),
    }
    for answers in ("proposal", "settled"):
        rows = getattr(case, answers)
        changed[answers] = rows and [mask_event(answer, names) for answer in rows]
    return case.model_copy(update=changed)
