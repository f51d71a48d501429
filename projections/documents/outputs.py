"""The shapes of what `--json` prints: `recoup schema NAME` prints the JSON Schema of each."""

from typing import Annotated, Any, Final, Literal

from pydantic import Field, TypeAdapter

from ledger.events import REGISTRY
from ledger.feeds.cloudevents import CloudEvent
from ledger.package.format import Contents
from ledger.table_standing import RoundStanding
from projections.documents.cases import CaseDeadlineShape, CaseLineShape, CaseShape, RegisteredActShape
from projections.documents.championships import ChampionshipShape
from projections.documents.drills import DrillShape, PlantedBugShape
from projections.documents.evidence import (
    CheckpointShape,
    KeyShape,
    PackageVerifyShape,
    PersonalDataAccessShape,
    PersonNoteShape,
    VerifyShape,
    WitnessShape,
)
from projections.documents.odds import DealerOddsShape, OddsShape, WheelOddsShape
from projections.documents.parts import (
    DecisionShape,
    Digest,
    FindingShape,
    Minor,
    Position,
    RegisteredDecisionShape,
    Shape,
    ShoeTotalsShape,
)
from projections.documents.rerulings import RerunShape
from projections.documents.shoes import ShoeShape
from projections.office_reports.report import OfficeReport
from projections.reports.case_report import CaseReport
from projections.reports.letter import Letter
from projections.reports.report import RoundReport
from replay.games.registry import GAMES
from replay.judging.judgement import Outcome, Verdict


class RulebookRef(Shape):
    """The edition that a ruling was made under."""

    id: str
    edition: str
    digest: Digest


class ResultShape(Shape):
    """What the dealer called, what the cards on the table say, what the lawful cards say."""

    declared: str | None
    dealt: str | None
    lawful: str | None


class MoveShape(Shape):
    """A card that goes to another place."""

    card: str
    origin: Annotated[str, Field(alias="from")]
    to: str


class SurplusShape(Shape):
    """A card that is not needed."""

    card: str
    goes: str


class AskShape(Shape):
    """A decision that is to be asked again."""

    place: str
    who: str
    why: str


class ReconstructionShape(Shape):
    """How the cards are put where they belong."""

    outcome: Outcome
    moves: list[MoveShape]
    draw: list[str]
    ask: list[AskShape]
    surplus: list[SurplusShape]
    why: str | None


class MisdrawWindowShape(Shape):
    """The time within which a misdraw can be put right, in positions of the ledger."""

    state: Literal["open", "noticed", "put_right", "closed", "not_told"]
    opened_at: Position
    noticed_at: Position | None
    put_right_at: Position | None
    closed_at: Position | None


class OutcomeShape(Shape):
    """What several branches come to alike: money, cards to move, decisions to ask. `under` are the readings that lead
    there, null where there is no other outcome.
    """

    id: str
    branches: list[str]
    under: list[dict[str, list[str]]] | None
    verdict: Verdict
    reconstruction: ReconstructionShape | None
    due_minor: dict[str, Minor | None]


class BranchShape(Shape):
    """The round under one choice of readings, or one order of events."""

    id: str
    choices: dict[str, str]
    verdict: Verdict
    result: ResultShape
    hands: dict[str, list[str]]
    reconstruction: ReconstructionShape | None
    standing: str | None
    window: MisdrawWindowShape | None
    due_minor: dict[str, Minor | None]
    as_dealt_minor: dict[str, Minor | None]
    withheld_minor: dict[str, Minor | None]
    settled_minor: dict[str, Minor]


class MoneyShape(Shape):
    """The money of one wager; amounts that go back include the stake."""

    wager: str
    parent: str | None
    player: str
    kind: str
    stake_minor: Minor
    nominal_minor: Minor
    paid_minor: Minor | None
    awarded_minor: Minor | None
    if_claimed_minor: Minor | None


class BasisShape(Shape):
    """The entries that a ruling rests on, and a digest of their leaves."""

    ranges: list[tuple[Position, Position]]
    leaves_digest: Digest


class ReadingShape(Shape):
    """One way to read an ambiguous clause."""

    reading: str
    text: str


class ResolvedReadingShape(Shape):
    """A reading that a ruling rests on and that was resolved beforehand: by whom, from what source, and how else.

    `by` is `trade` or `house` where the edition says it, else a person; then it holds `since` and stands `at` a position.
    """

    clause: str
    reading: str
    text: str
    by: str
    source: str
    since: str | None
    at: int | None
    alternatives: list[ReadingShape]


class RulingShape(Shape):
    """A ruling on a round; `totals` only where a whole shoe is ruled on."""

    round: str
    table: str
    shoe: str | None
    game: Annotated[str, Field(json_schema_extra={"enum": list(GAMES)})]
    account: str
    rulebook: RulebookRef
    engine: str
    findings: list[FindingShape]
    outcomes: list[OutcomeShape]
    branches: list[BranchShape]
    verdict: Verdict
    money: list[MoneyShape]
    authority: str | None
    clauses: list[str]
    resolved: list[ResolvedReadingShape]
    basis: BasisShape
    standing: RoundStanding
    decisions: list[DecisionShape]
    totals: list[ShoeTotalsShape] | None


class RoundShape(Shape):
    """A round in a list; `attention` is 4 for a disputed round, 3 where somebody must decide, 2 where money is to be
    corrected, 1 where anything was found, else 0.
    """

    round: str
    table: str
    day: str
    shoe: str | None
    game: str
    rulebook: str
    edition: str
    account: str
    standing: RoundStanding
    verdict: Verdict
    findings: int
    wagers: int
    staked_minor: Minor
    first_position: Position
    last_position: Position
    opened_at: str
    dealer: str | None
    currency: str
    minor_digits: int
    attention: Annotated[int, Field(ge=0, le=4)]


class StepShape(Shape):
    """One entry of a round, with the table as it then stood and what was due next."""

    step: int
    position: Position
    source: str
    time: str | None
    topic: str
    data: dict[str, Any]
    text: str
    hands: dict[str, list[str]]
    due: str | None
    findings: list[str]


class ReplayShape(Shape):
    """A round step by step."""

    round: str
    account: str
    rulebook: RulebookRef
    steps: list[StepShape]
    dealt: dict[str, list[str]]
    lawful: dict[str, list[str]]
    settled: dict[str, Minor]
    findings: list[FindingShape]
    standing: RoundStanding
    decisions: list[DecisionShape]


class QuarantineShape(Shape):
    """A delivery that was refused, or that contradicts one on record. `bytes` are base64; `length` is of the whole."""

    position: Position
    fate: Literal["quarantined", "conflicting"]
    reason: str
    feed: str
    line: int
    source: str | None
    id: str | None
    sequence: int | None
    subject: str | None
    digest: Digest
    length: int
    bytes: str


class RulebookShape(Shape):
    """An edition of a rulebook."""

    id: str
    edition: str
    game: str
    document: str
    digest: Digest
    in_force: str


class ClauseShape(Shape):
    """A clause of a house's document, and what implements it."""

    id: str
    document: str
    kind: Literal["R", "E", "P", "S", "N"]
    title: str
    text: str
    rulebooks: list[str]
    implemented_by: list[str]


class ProjectionShape(Shape):
    """How far a read model has come."""

    name: str
    position: int
    last: int


OUTPUTS: Final[dict[str, Any]] = {
    "ruling": RulingShape,
    "rule": list[RulingShape],
    "rounds": list[RoundShape],
    "replay": ReplayShape,
    "shoe": list[ShoeShape],
    "quarantine": list[QuarantineShape],
    "rulebooks": list[RulebookShape],
    "clauses": list[ClauseShape],
    "odds": OddsShape | DealerOddsShape | WheelOddsShape,
    "drill": DrillShape,
    "drill-planted": list[PlantedBugShape],
    "rerule": RerunShape,
    "decisions": list[RegisteredDecisionShape],
    "case": CaseShape,
    "cases": list[CaseLineShape],
    "cases-due": list[CaseDeadlineShape],
    "case-register": list[RegisteredActShape],
    "projections": list[ProjectionShape],
    "key": KeyShape,
    "checkpoint": CheckpointShape,
    "witnesses": list[WitnessShape],
    "verify": VerifyShape,
    "verify-package": PackageVerifyShape,
    "package": Contents,
    "report": RoundReport,
    "case_report": CaseReport,
    "letter": Letter,
    "paper": OfficeReport,
    "championship": ChampionshipShape,
    "person": list[PersonNoteShape],
    "looks": list[PersonalDataAccessShape],
    "cloudevent": CloudEvent,
    **REGISTRY,
}
"""By the name that `recoup schema` takes."""


def schema(name: str) -> dict[str, Any]:
    """The JSON Schema of an output, of the CloudEvents envelope, or of an event's data by its topic."""
    json_schema = TypeAdapter(OUTPUTS[name]).json_schema()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": f"urn:recoup:schema:{name}", **json_schema}
