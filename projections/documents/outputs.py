"""Everything that `--json` prints, by name: `recoup schema NAME` prints the JSON Schema of each.

The register of decisions as JSON.

What a ledger shows of the requirements of authorities, as `recoup compliance --json` prints it.

What is noted of persons, and who looked, as JSON.

What a drill counted, as JSON.

Decks as JSON: where they are, what was done with them, what is out of order with that.
"""

from collections.abc import Iterable, Iterator
from functools import reduce
from operator import or_
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from ledger.decks import Decks
from ledger.entry import Entry
from ledger.events import REGISTRY
from ledger.events.decisions import Reach
from ledger.events.decks import DecksIssued, DecksReceived
from ledger.events.personal_data import AboutPerson
from ledger.events.versions import UPCASTS, earlier_fields, kind_of
from ledger.feeds.cloudevents import CloudEvent
from ledger.package.format import Contents
from ledger.personal_data.records import PersonalNote
from ledger.values.document import Document, Position
from projections.compliance.requirements import ComplianceRow, Status
from projections.documents.answers import AnsweredRulingDocument
from projections.documents.cases import CaseDeadlineDocument, CaseDocument, CaseLineDocument, RegisteredActDocument
from projections.documents.championships import ChampionshipDocument
from projections.documents.evidence import (
    CheckpointDocument,
    KeyDocument,
    PackageVerifyDocument,
    SeriesVerifyDocument,
    VerifyDocument,
    WitnessDocument,
)
from projections.documents.examined import ExaminedTableDocument
from projections.documents.feed_trials import FeedTrialDocument
from projections.documents.footage import ClipDocument
from projections.documents.history import HistoryDocument
from projections.documents.recording import FeedAnswer, ProjectionDocument, QuarantineDocument
from projections.documents.replays import ReplayDocument
from projections.documents.rerulings import EngineRerunDocument, RerunDocument
from projections.documents.returns import ComplaintRecordDocument, MgaReturnDocument
from projections.documents.roster import RosterDocument, SourcesDocument
from projections.documents.rulebooks import ClauseDocument, RulebookDocument
from projections.documents.ruled import RuledDocument
from projections.documents.rulings import RecognisedRoundDocument, RoundDocument
from projections.documents.settlements import SettlementDocument
from projections.documents.shoes import ShoeDocument
from projections.office_reports.report import OfficeReport
from projections.reports.championship_report import ChampionshipReportDocument
from projections.reports.letter import Letter
from projections.reports.readings import readable_time
from projections.reports.report_data import CaseReportDocument
from projections.reports.round_report import RoundReportDocument
from replay.games.registry import GAME_NAMES, load_odds

_FIELDS: Final = ("seal", "procedure", "counted", "missing", "extra", "reason")


class DeckStepDocument(Document):
    """Something that was done with decks."""

    position: Position
    at: str
    act: str
    by: str
    text: str
    irregularities: list[str]


class DecksDocument(Document):
    """Decks that stay together."""

    decks: str
    number: int
    carton: str
    maker: str | None
    backs: str | None
    where: Literal["in_store", "at_table", "destroyed"]
    steps: list[DeckStepDocument]


def deck_steps(decks: Decks) -> Iterator[DeckStepDocument]:
    """What was done with them, in order."""
    wrong: dict[int, list[str]] = {}
    for position, text in decks.irregularities():
        wrong.setdefault(position, []).append(text)
    for entry in decks.entries:
        yield DeckStepDocument(
            position=entry.position,
            at=readable_time(entry.delivery.time or entry.recorded_at),
            act=entry.event.WORD,
            by=getattr(entry.event, "by", ""),
            text=_text(entry),
            irregularities=wrong.get(entry.position, []),
        )


def decks_document(decks: Decks) -> DecksDocument:
    """Decks as JSON for others."""
    return DecksDocument.from_object(decks.received, where=decks.where, steps=list(deck_steps(decks)))


def _text(entry: Entry) -> str:
    event = entry.event
    words = [event.WORD.removesuffix("_decks")]
    if isinstance(event, DecksReceived):
        words.append(f"{event.number} decks, carton {event.carton}")
    if isinstance(event, DecksIssued):
        words.append(f"to {event.table_day} as shoe {event.shoe}")
    for name in _FIELDS:
        value = getattr(event, name, None)
        if value:
            words.append(f"{name} {' '.join(value) if isinstance(value, tuple) else value}")
    return f"{', '.join(words)}, by {getattr(event, 'by', '')}"


class DrillDocument(Document):
    """What a drill counted; `examples` tells the first rounds that went wrong."""

    rounds: int
    injected: int
    two_faults: int
    lawful: int
    noop: int
    undetectable: int
    found: int
    dealing_faults: int
    restored: int
    drawn: int
    asked: int
    impossible: int
    missed: int
    invented: int
    wrong_money: int
    seed: int
    by_fault: dict[str, dict[str, int]]
    by_circumstance: dict[str, dict[str, int]]
    examples: list[str]


class PlantedBugDocument(Document):
    """A planted bug of the engine, and after how many rounds the drill caught it as what: as nothing if it did not."""

    name: str
    does: str
    rulebook: str
    rounds: int
    counted: list[Literal["missed", "invented", "wrong_money"]]


class StagedFindingDocument(Document):
    """Something that was found in a staged incident, after how many of its rounds; `text` is the finding in words."""

    kind: str
    after_rounds: int | None
    text: str


class StagedIncidentDocument(Document):
    """An incident as it was staged: over how many rounds, what was found, and what else there is to say."""

    incident: str
    rounds: int
    found: list[StagedFindingDocument]
    notes: list[str]


class PublishedCaseDocument(Document):
    """A published case: its source and how certain that is, what was decided, and what the program makes of it.

    `differs` says where that is another than the decision, and why; `missing` what would be needed to stage it.
    """

    case: str
    title: str
    source: str
    certainty: Literal["primary", "court", "press"]
    facts: str
    decided: str
    incidents: list[StagedIncidentDocument]
    differs: str
    missing: str


class PersonNoteDocument(Document):
    """Something noted about a person, opened."""

    position: int
    at: str
    by: str
    kind: str
    about: str | None
    text: str


def person_note_document(note: PersonalNote) -> PersonNoteDocument:
    """A note, opened."""
    return PersonNoteDocument.from_object(note, at=note.noted_at)


class PersonalDataAccessDocument(Document):
    """Somebody looked at what is noted about a person."""

    position: int
    at: str
    person: str
    by: str
    role: str | None
    reason: str | None


def access_document(entry: Entry) -> PersonalDataAccessDocument:
    """Who looked at what is noted about whom, when and why."""
    assert isinstance(entry.event, AboutPerson)
    return PersonalDataAccessDocument.from_object(entry.event, position=entry.position, at=entry.recorded_at)


class RequirementDocument(BaseModel):
    """A requirement, where it stands, and what the ledger shows of it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Field(description="The requirement's id here.")
    regime: str = Field(description="Whose requirement it is.")
    source: str = Field(description="The text that it stands in.")
    address: str = Field(description="Where that text is published.")
    place: str = Field(description="Where in the text.")
    verified: bool = Field(description="Whether the place in the text was read; else its heading or a report of it was.")
    asks: str = Field(description="What it asks for, in other words than the text's.")
    check: str | None = Field(description="The check that shows it; null where there is none.")
    status: Status = Field(description="Whether it is met; not shown where nothing is on record yet.")
    shown: str = Field(description="What shows it, or what is missing.")


def requirement_documents(rows: Iterable[ComplianceRow]) -> list[RequirementDocument]:
    """Rows as JSON for others."""
    return [
        RequirementDocument(
            id=row.requirement.id,
            regime=row.regime,
            source=row.source.title,
            address=row.source.address,
            place=row.requirement.place,
            verified=row.requirement.verified,
            asks=row.requirement.asks,
            check=row.requirement.check,
            status=row.status,
            shown=row.what,
        )
        for row in rows
    ]


class RegisteredDecisionDocument(Document):
    """A decision in the register, in force or taken back since; `refused` says why an attempt did not hold.

    It was taken at a table, in a case, in a championship, or about an edition of a rulebook or the engine. `status`:
    `confirmed` by another person, `unconfirmed`, `waits` for a confirmation without which it does not hold, `refused`;
    `stands` where nobody else need confirm it. `claimed`: nobody signed it, and whoever is named is only claimed.
    """

    position: Position
    table: str | None
    day: str | None
    round: str | None
    shoe: str | None
    case: str | None
    championship: str | None
    rulebook: str | None
    engine: str | None
    act: str
    scope: Reach | None
    by: str
    role: str | None
    reason: str | None
    clause: str | None
    basis: str | None
    decided_at: str
    refused: str | None
    code: str | None = Field(description="The code of that reason; null where it has none.")
    particulars: dict[str, Any] | None = Field(description="What its sentence says, as data.")
    status: Literal["stands", "unconfirmed", "waits", "confirmed", "refused"]
    confirmed_by: str | None
    claimed: bool


OUTPUTS: Final[dict[str, Any]] = {
    "ruling": AnsweredRulingDocument,
    "ruled": RuledDocument,
    "rule": list[AnsweredRulingDocument],
    "rounds": list[RoundDocument],
    "history": list[HistoryDocument],
    "replay": ReplayDocument,
    "shoe": list[ShoeDocument],
    "examine": ExaminedTableDocument,
    "quarantine": list[QuarantineDocument],
    "feed-answer": FeedAnswer,
    "feed-try": FeedTrialDocument,
    "rulebooks": list[RulebookDocument],
    "clauses": list[ClauseDocument],
    "odds": reduce(or_, dict.fromkeys(load_odds(game).document for game in GAME_NAMES)),
    "decks": list[DecksDocument],
    "docket": list[PublishedCaseDocument],
    "drill": DrillDocument,
    "drill-planted": list[PlantedBugDocument],
    "rerule": RerunDocument,
    "rerule-engine": EngineRerunDocument,
    "decisions": list[RegisteredDecisionDocument],
    "case": CaseDocument,
    "cases": list[CaseLineDocument],
    "cases-due": list[CaseDeadlineDocument],
    "case-register": list[RegisteredActDocument],
    "case-settlements": list[SettlementDocument],
    "projections": list[ProjectionDocument],
    "key": KeyDocument,
    "checkpoint": CheckpointDocument,
    "witnesses": list[WitnessDocument],
    "verify": VerifyDocument,
    "verify-package": PackageVerifyDocument,
    "verify-series": SeriesVerifyDocument,
    "package": Contents,
    "round-report": RoundReportDocument,
    "case-report": CaseReportDocument,
    "championship-report": ChampionshipReportDocument,
    "letter": Letter,
    "paper": OfficeReport,
    "return-mga": MgaReturnDocument,
    "return-nl": ComplaintRecordDocument,
    "championship": ChampionshipDocument,
    "person": list[PersonNoteDocument],
    "roster": RosterDocument,
    "sources": SourcesDocument,
    "compliance": list[RequirementDocument],
    "clips": list[ClipDocument],
    "recognised": list[RecognisedRoundDocument],
    "looks": list[PersonalDataAccessDocument],
    "cloudevent": CloudEvent,
    **REGISTRY,
    **{topic: kind_of(topic) for topic in UPCASTS},
}
"""By the name that `recoup schema` takes."""


def schema(name: str) -> dict[str, Any]:
    """The JSON Schema of an output, of the CloudEvents envelope, or of an event's data by its topic."""
    json_schema = TypeAdapter(OUTPUTS[name]).json_schema()
    for field in earlier_fields(name):
        del json_schema["properties"][field]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": f"urn:recoup:schema:{name}", **json_schema}
