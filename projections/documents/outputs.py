"""Everything that `--json` prints, by name: `recoup schema NAME` prints the JSON Schema of each."""

from functools import reduce
from operator import or_
from typing import Any, Final

from pydantic import TypeAdapter

from ledger.events import REGISTRY
from ledger.feeds.cloudevents import CloudEvent
from ledger.mapper import UPCASTS, earlier_fields, kind_of
from ledger.package.format import Contents
from projections.documents.answers import AnsweredRulingDocument
from projections.documents.cases import CaseDeadlineDocument, CaseDocument, CaseLineDocument, RegisteredActDocument
from projections.documents.championships import ChampionshipDocument
from projections.documents.compliance import RequirementDocument
from projections.documents.decks import DecksDocument
from projections.documents.drills import DrillDocument, PlantedBugDocument, PublishedCaseDocument
from projections.documents.evidence import (
    CheckpointDocument,
    KeyDocument,
    PackageVerifyDocument,
    SeriesVerifyDocument,
    VerifyDocument,
    WitnessDocument,
)
from projections.documents.examined import ExaminedTableDocument
from projections.documents.footage import ClipDocument
from projections.documents.history import HistoryDocument
from projections.documents.persons import PersonalDataAccessDocument, PersonNoteDocument
from projections.documents.recognised import RecognisedRoundDocument
from projections.documents.recording import FeedAnswer, ProjectionDocument, QuarantineDocument
from projections.documents.register import RegisteredDecisionDocument
from projections.documents.replays import ReplayDocument
from projections.documents.rerulings import EngineRerunDocument, RerunDocument
from projections.documents.returns import ComplaintRecordDocument, MgaReturnDocument
from projections.documents.roster import RosterDocument, SourcesDocument
from projections.documents.rounds import RoundDocument
from projections.documents.rulebooks import ClauseDocument, RulebookDocument
from projections.documents.ruled import RuledDocument
from projections.documents.settlements import SettlementDocument
from projections.documents.shoes import ShoeDocument
from projections.office_reports.report import OfficeReport
from projections.reports.championship_report import ChampionshipReportDocument
from projections.reports.letter import Letter
from projections.reports.report_data import CaseReportDocument
from projections.reports.round_report import RoundReportDocument
from replay.games.registry import GAME_NAMES, load_odds

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
