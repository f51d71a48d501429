"""What was ruled and found of a table's day, in the order of the record: what `recoup history --json` prints."""

from collections.abc import Iterator
from typing import Any, Literal

from pydantic import Field

from ledger.application import Ledger
from ledger.entry import Entry
from ledger.errors import UnknownRound
from ledger.events.rulings import (
    IrregularityFound,
    IrregularityWithdrawn,
    RoundNotRuled,
    RoundRuled,
    RulingsBegun,
    WithdrawalReason,
)
from ledger.values.document import Document, EditionDocument, Position
from ledger.values.subjects import day_error, is_subject, round_of, ruling_stream, table_day
from projections.documents.rulings import FindingDocument, finding_document
from projections.read_models.rows import finding_of
from projections.rulings.difference import DifferenceCause, RulingDifference, is_known_here
from replay.judging.finding import Finding
from replay.ruling.finding_kinds import finding_kinds


class HistoryDocument(Document):
    """Something that was put on record of a round: that it was ruled on or could not be, that something was found or
    withdrawn.
    """

    at: str = Field(description="When it was recorded.")
    position: Position
    round: str
    act: Literal["ruled", "found", "withdrawn", "not ruled"]
    engine: str = Field(description="The engine's name and version.")
    rulebook: str | None = Field(description="Null where nothing of the day was ruled on before.")
    edition: str | None
    verdict: str | None = Field(description="Of a ruling, what is to be done about the round.")
    standing: str | None = Field(description="Of a ruling, how the round stands.")
    kind: str | None = Field(description="The kind of finding.")
    clauses: list[str]
    text: str | None = Field(description="The finding in a sentence.")
    reason: WithdrawalReason | None = Field(description="Why something was withdrawn, or ruled on again.")
    cause: Position | None = Field(description="The entry that brought it about, where it is one.")
    fault: str | None = Field(None, description="Where it could not be ruled on, the kind of error in the program.")


class StandingRulingDocument(Document):
    """The ruling on record, where a fresh one says something else: which findings differ, and why.

    `causes`: another edition is in force (`edition`), another engine rules (`engine`), entries have come since (later);
    unexplained where it is none of these: the record was altered, or the program is at fault.
    """

    at: str = Field(description="When it was recorded.")
    position: Position
    head: Position = Field(description="Up to which position the ledger was known.")
    verdict: str
    standing: str
    engine: str = Field(description="The engine's name and version.")
    edition: EditionDocument
    causes: list[DifferenceCause]
    withdrawn: list[FindingDocument] = Field(description="What was found then and is not found now.")
    added: list[FindingDocument] = Field(description="What is found now and was not found then.")


def standing_ruling_document(differs: RulingDifference) -> StandingRulingDocument:
    """The ruling on record from which a fresh one differs."""
    standing = differs.on_record
    return StandingRulingDocument.from_object(
        standing.event,
        at=standing.entry.recorded_at,
        position=standing.entry.position,
        engine=standing.begun.engine,
        edition=EditionDocument(
            id=standing.begun.rulebook, edition=standing.begun.edition, digest=standing.begun.edition_digest
        ),
        causes=list(differs.causes),
        withdrawn=list(map(_finding_on_record, differs.withdrawn)),
        added=list(map(finding_document, differs.added)),
    )


def _finding_on_record(finding: Finding) -> FindingDocument:
    text = finding.text if is_known_here(finding) else finding.kind
    return FindingDocument.from_object(finding, at=finding.position, under=finding.branch_ids or None, text=text)


def history_documents(ledger: Ledger, subject: str) -> list[HistoryDocument]:
    """What was ruled and found of a round, or of a table's day. Raises UnknownRound where nothing is on record of it."""
    if not is_subject(subject):
        raise UnknownRound(
            day_error(subject) or f"{subject!r} is no round and no day of a table; write TABLE/DAY/ROUND or TABLE/DAY"
        )
    found = list(_history(ledger, subject))
    if not found and not ledger.entries(f"table/{table_day(subject)}", limit=1):
        raise UnknownRound.no_day(table_day(subject), ledger.table_days())
    if not found:
        raise UnknownRound(f"nothing is on record of rulings on {subject}; `recoup follow --once` rules on what there is")
    return found


def _history(ledger: Ledger, subject: str) -> Iterator[HistoryDocument]:
    finding_kinds()  # a sentence is its kind's, and a kind is known once its module is imported
    begun: RulingsBegun | None = None
    irregularities: dict[str, HistoryDocument] = {}
    for entry in ledger.entries(ruling_stream(table_day(subject))):
        event = entry.event
        if isinstance(event, RulingsBegun):
            begun = event
        if round_of(subject) not in (None, entry.subject):
            continue
        match event:
            case RoundRuled():
                what = {"verdict": event.verdict, "standing": event.standing, "reason": event.reason}
                yield _document(entry, begun, act="ruled", **what)
            case RoundNotRuled():
                yield _document(entry, begun, act="not ruled", engine=event.engine, fault=event.fault)
            case IrregularityFound():
                finding = finding_of(event.model_dump(mode="json", exclude_none=True))
                about = {"kind": finding.kind, "clauses": list(finding.clauses), "text": finding.text}
                irregularities[entry.delivery.id] = _document(entry, begun, act="found", **about)
                yield irregularities[entry.delivery.id]
            case IrregularityWithdrawn():
                of = irregularities[event.irregularity]
                why = {"act": "withdrawn", "reason": event.reason, "cause": event.cause}
                yield of.model_copy(update=why | {"at": entry.recorded_at, "position": entry.position})


def _document(entry: Entry, begun: RulingsBegun | None, **particulars: Any) -> HistoryDocument:
    by = {name: getattr(begun, name, None) for name in ("engine", "rulebook", "edition")}
    empty = dict.fromkeys(("verdict", "standing", "kind", "text", "reason", "cause")) | {"clauses": []}
    where = {"at": entry.recorded_at, "position": entry.position, "round": entry.subject}
    return HistoryDocument(**empty | by | where | particulars)
