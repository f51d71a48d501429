"""The shape of what `recoup championship show --json` prints."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Count = Annotated[int, Field(ge=0)]
Position = Annotated[int, Field(ge=1)]
Digest = Annotated[str, Field(pattern=r"^sha256:[0-9a-f]{64}$")]


class _ChampionshipModel(BaseModel):
    model_config = ConfigDict(extra="forbid")


class RulesShape(_ChampionshipModel):
    """The edition of the championship's rules that is in force."""

    id: str
    edition: str
    digest: Digest


class EntryShape(_ChampionshipModel):
    """A contestant."""

    contestant: str
    casino: str
    invited: bool
    disqualified: bool


class ChampionshipFindingShape(_ChampionshipModel):
    """A finding; `at` is the position of the act or of the entry at a table that it is about."""

    kind: str
    clauses: list[str]
    at: Position
    text: str


class RankingShape(_ChampionshipModel):
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
    findings: list[ChampionshipFindingShape]


class ChampionshipRoundShape(_ChampionshipModel):
    """A round; `advanced` is who went on by the record."""

    round: Position
    contestants: list[str]
    places: Position
    state: Literal["scores", "exercise", "decided", "refer"]
    advanced: list[str] | None
    branches: list[RankingShape]


class ExerciseWagerShape(_ChampionshipModel):
    """A wager of an exercise and what is to be stated, in chips."""

    wager: str
    payout: Count | None


class AnswerShape(_ChampionshipModel):
    """What a contestant stated."""

    contestant: str
    payouts: list[Count]
    marks: Count
    time_ms: Count


class ExerciseShape(_ChampionshipModel):
    """An exercise with its answers."""

    exercise: Position
    round: Position
    contestants: list[str]
    seed: Count | None
    wagers: list[ExerciseWagerShape]
    answers: list[AnswerShape]


class PrizeShape(_ChampionshipModel):
    """A place of the list of prizes; `prize` is None where the list has none."""

    place: Position
    prize: str | None
    awarded_to: str | None


class AmendmentShape(_ChampionshipModel):
    """An amendment, and the casinos that were informed of it."""

    amendment: str
    what: str
    clause: str | None
    effective_at: str
    edition: str | None
    informed: list[str]


class DisputeShape(_ChampionshipModel):
    """A dispute; without a decision it is open."""

    dispute: str
    about: str
    by: str
    round: Position | None
    decision: str | None
    settled_by: str | None


class AttemptShape(_ChampionshipModel):
    """An act that was refused."""

    act: str
    by: str
    at: str
    position: Position
    refused: str
    clause: str | None


class ChampionshipShape(_ChampionshipModel):
    """A championship as far as it has come; `authority` is who decides where readings differ."""

    championship: str
    standing: Literal["open", "held", "cancelled"]
    organiser: str
    director: str
    designees: list[str]
    judges: list[str]
    rulebook: RulesShape
    on_display: bool
    engine: str
    entries: list[EntryShape]
    rounds: list[ChampionshipRoundShape]
    exercises: list[ExerciseShape]
    prizes: list[PrizeShape]
    amendments: list[AmendmentShape]
    disputes: list[DisputeShape]
    attempts: list[AttemptShape]
    findings: list[ChampionshipFindingShape]
    authority: str | None
