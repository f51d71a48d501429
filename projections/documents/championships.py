"""A championship as JSON."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal

from pydantic import Field

from ledger.championships.championship import ChampionshipAct, read
from ledger.events.championships import ContestantInvited, ExerciseAnswered
from ledger.values.document import Document, EditionDocument, Position, is_none
from ledger.values.wheel_layout import layout_of
from replay import ENGINE
from replay.championship.exercise import marks, payout
from replay.championship.judge import JudgedChampionship, JudgedRound, RoundJudgement
from replay.judging.finding import Finding
from replay.rulebooks.edition import Edition
from replay.rulebooks.rules import Branch, Rules

Count = Annotated[int, Field(ge=0)]


class EntryDocument(Document):
    """A contestant."""

    contestant: str
    casino: str
    invited: bool
    disqualified: bool
    withdrawn_at: str | None = Field(
        default=None, exclude_if=is_none, description="When the contestant withdrew; absent where the contestant did not."
    )


class ChampionshipFindingDocument(Document):
    """A finding; `at` is the position of the act or of the entry at a table that it is about."""

    kind: str
    clauses: list[str]
    at: Position
    text: str


def _findings(findings: Iterable[Finding]) -> list[ChampionshipFindingDocument]:
    return [ChampionshipFindingDocument.from_object(finding, at=finding.position) for finding in findings]


class RankingDocument(Document):
    """Who goes on from a round under one choice of readings, and which reviews separated those who were drawn.

    `level` are the contestants whose results were drawn at the line, for so many `level_places`, before any review.
    """

    choices: dict[str, str]
    withdrawn_place: Literal["next", "empty"] | None = Field(
        default=None,
        exclude_if=is_none,
        description="Who has the place of a contestant who withdrew: the next in the ranking, or nobody. Present where the "
        "rules do not say it and it makes a difference.",
    )
    advance: list[str]
    drawn: list[str]
    unscored: list[str]
    decided_by: list[str]
    level: list[str]
    level_places: Count
    clauses: list[str]
    findings: list[ChampionshipFindingDocument]


def _ranking(branch: Branch[RoundJudgement]) -> RankingDocument:
    judgement = branch.outcome
    return RankingDocument.from_object(
        judgement.ranking,
        choices=branch.choices,
        withdrawn_place=judgement.withdrawn_place,
        clauses=sorted(judgement.cited_clauses),
        findings=_findings(judgement.findings),
    )


class ChampionshipRoundDocument(Document):
    """A round; `advanced` is who went on by the record."""

    round: Position
    contestants: list[str]
    places: Position
    state: Literal["scores", "exercise", "decided", "refer"]
    advanced: list[str] | None
    branches: list[RankingDocument]


def _round(judged_round: JudgedRound) -> ChampionshipRoundDocument:
    branches = list(map(_ranking, judged_round.branches))
    record = judged_round.record
    return ChampionshipRoundDocument.from_object(record, round=record.number, state=judged_round.state, branches=branches)


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


def _exercises(judged: JudgedChampionship, roulette: Rules) -> Iterator[ExerciseDocument]:
    rules = Rules(judged.edition)
    answers = [act.event for act in judged.championship.acts if isinstance(act.event, ExerciseAnswered)]
    for number, event in judged.championship.exercises.items():
        layout = layout_of(event.wheel)
        yield ExerciseDocument.from_object(
            event,
            wagers=[
                ExerciseWagerDocument(wager=wager, payout=payout(read(wager), layout, rules, roulette))
                for wager in event.wagers
            ],
            answers=[
                AnswerDocument.from_object(answer, marks=marks(event, answer.payouts, rules, roulette))
                for answer in answers
                if answer.exercise == number
            ],
        )


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
    code: str | None = Field(description="The code of that reason; null where it has none.")
    particulars: dict[str, Any] | None = Field(description="What its sentence says, as data.")
    clause: str | None


def _attempt(act: ChampionshipAct) -> AttemptDocument:
    return AttemptDocument.from_object(act.event, at=act.at, position=act.position)


class ChampionshipDocument(Document):
    """A championship as far as it has come; `authority` is who decides where readings differ."""

    championship: str
    standing: Literal["open", "held", "cancelled"]
    organiser: str
    director: str
    designees: list[str]
    judges: list[str]
    rulebook: EditionDocument = Field(description="The edition of the championship's rules that is in force.")
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


def championship_document(name: str, judged: JudgedChampionship, roulette: Edition) -> ChampionshipDocument:
    """A championship as it is judged; exercises are settled by the odds of the house whose roulette they ask for."""
    championship, edition, opened = judged.championship, judged.edition, judged.championship.opened
    assert opened is not None
    invited = {act.event.contestant for act in championship.acts if isinstance(act.event, ContestantInvited)}
    return ChampionshipDocument.from_object(
        championship,
        championship=name,
        organiser=opened.by,
        director=opened.director,
        rulebook=EditionDocument.from_object(edition, edition=edition.name),
        on_display=opened.on_display,
        engine=ENGINE,
        entries=[
            EntryDocument(
                contestant=contestant,
                casino=casino,
                invited=contestant in invited,
                disqualified=contestant in championship.disqualified,
                withdrawn_at=championship.withdrawn.get(contestant),
            )
            for contestant, casino in championship.entries.items()
        ],
        rounds=list(map(_round, judged.rounds.values())),
        exercises=list(_exercises(judged, Rules(roulette))),
        prizes=[
            PrizeDocument(place=place, prize=championship.prizes.get(place), awarded_to=championship.awarded.get(place))
            for place in sorted({*championship.prizes, *championship.awarded})
        ],
        amendments=[
            AmendmentDocument.from_object(
                amended,
                informed=[casino for casino in championship.casinos if (amendment, casino) in championship.notified],
            )
            for amendment, amended in championship.amendments.items()
        ],
        disputes=[
            DisputeDocument.from_object(
                dispute,
                decision=settled and settled.decision,
                settled_by=settled and settled.by,
            )
            for named, dispute in championship.disputes.items()
            for settled in (championship.settled.get(named),)
        ],
        attempts=list(map(_attempt, championship.attempts)),
        findings=_findings(judged.findings),
        authority=judged.authority,
    )
