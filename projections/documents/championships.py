"""The shape of what `recoup championship show --json` prints."""

from typing import Annotated, Literal

from pydantic import Field

from projections.documents.document import Document, EditionDocument, Position

Count = Annotated[int, Field(ge=0)]


class EntryDocument(Document):
    """A contestant."""

    contestant: str
    casino: str
    invited: bool
    disqualified: bool


class ChampionshipFindingDocument(Document):
    """A finding; `at` is the position of the act or of the entry at a table that it is about."""

    kind: str
    clauses: list[str]
    at: Position
    text: str


class RankingDocument(Document):
    """Who goes on from a round under one choice of readings, and which reviews separated those who were drawn.

    `level` are the contestants whose results were drawn at the line, for so many `level_places`, before any review.
    """

    choices: dict[str, str]
    advance: list[str]
    drawn: list[str]
    unscored: list[str]
    decided_by: list[str]
    level: list[str]
    level_places: Count
    clauses: list[str]
    findings: list[ChampionshipFindingDocument]


class ChampionshipRoundDocument(Document):
    """A round; `advanced` is who went on by the record."""

    round: Position
    contestants: list[str]
    places: Position
    state: Literal["scores", "exercise", "decided", "refer"]
    advanced: list[str] | None
    branches: list[RankingDocument]


class ExerciseWagerDocument(Document):
    """A wager of an exercise and what is to be stated, in chips."""

    wager: str
    payout: Count | None


class AnswerDocument(Document):
    """What a contestant stated."""

    contestant: str
    payouts: list[Count]
    marks: Count
    time_ms: Count


class ExerciseDocument(Document):
    """An exercise with its answers."""

    exercise: Position
    round: Position
    contestants: list[str]
    seed: Count | None
    wagers: list[ExerciseWagerDocument]
    answers: list[AnswerDocument]


class PrizeDocument(Document):
    """A place of the list of prizes; `prize` is None where the list has none."""

    place: Position
    prize: str | None
    awarded_to: str | None


class AmendmentDocument(Document):
    """An amendment, and the casinos that were informed of it."""

    amendment: str
    what: str
    clause: str | None
    effective_at: str
    edition: str | None
    informed: list[str]


class DisputeDocument(Document):
    """A dispute; without a decision it is open."""

    dispute: str
    about: str
    by: str
    round: Position | None
    decision: str | None
    settled_by: str | None


class AttemptDocument(Document):
    """An act that was refused."""

    act: str
    by: str
    at: str
    position: Position
    refused: str
    clause: str | None


class ChampionshipDocument(Document):
    """A championship as far as it has come; `authority` is who decides where readings differ."""

    championship: str
    standing: Literal["open", "held", "cancelled"]
    organiser: str
    director: str
    designees: list[str]
    judges: list[str]
    rulebook: EditionDocument
    on_display: bool
    engine: str
    entries: list[EntryDocument]
    rounds: list[ChampionshipRoundDocument]
    exercises: list[ExerciseDocument]
    prizes: list[PrizeDocument]
    amendments: list[AmendmentDocument]
    disputes: list[DisputeDocument]
    attempts: list[AttemptDocument]
    findings: list[ChampionshipFindingDocument]
    authority: str | None
