"""What is played at a championship's tables: whose wagers and rounds they are, tips, and the scores that come of it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from ledger.championships.championship import Championship
from ledger.events.championships import (
    ContestantDisqualified,
    ContestantsAdvanced,
    DisputeOpened,
    DisputeSettled,
    ExerciseAnswered,
    ExerciseSet,
    JudgesNamed,
    RoundScheduled,
    ScoresGiven,
)
from ledger.events.play import RoundOpened, TipGiven, WagerPlaced
from ledger.values.money import pounds_and_pence
from ledger.values.wheel_layout import SINGLE_ZERO
from replay.championship import parameters
from replay.championship.checks import found
from replay.championship.exercise import faults, marks
from replay.judging.finding import Finding
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round, Told


def at_tables(one: Championship, rounds: Iterable[Round], rules: Rules) -> Iterator[Finding]:
    """The findings that the championship's own rules make on rounds at its tables, besides those of the game."""
    for dealt in rounds:
        for told in dealt.told:
            match told.event:
                case WagerPlaced():
                    yield from _placed(one, dealt, told, rules)
                case TipGiven():
                    amount = pounds_and_pence(told.event.amount_minor, dealt.opening.minor_digits)
                    about = {"player": told.event.player, "amount": amount, "round": dealt.name}
                    yield from found("tip", told.position, rules, **about)
                case RoundOpened():
                    yield from _in_dispute(one, dealt, told, rules)


def _placed(one: Championship, dealt: Round, told: Told, rules: Rules) -> Iterator[Finding]:
    """Whose hand put the wager down, where that is told; else the player whose wager it is."""
    wager: Any = told.event
    person = wager.placed_by or wager.player
    if rules.value(parameters.WAGERS_BY) == "judges" and person not in judges(one, _when(told)):
        about = {"wager": wager.wager, "player": person, "round": dealt.name}
        for finding in found("not_by_judge", told.position, rules, **about):
            yield replace(finding, wagers=(wager.wager,))


def judges(one: Championship, at: str) -> frozenset[str]:
    """Who judged at a time."""
    named = (act.event for act in one.acts if isinstance(act.event, JudgesNamed) and act.at <= at)
    return frozenset(judge for event in named for judge in event.judges)


def _in_dispute(one: Championship, dealt: Round, told: Told, rules: Rules) -> Iterator[Finding]:
    at = _when(told)
    settled = {act.event.dispute: act.at for act in one.acts if isinstance(act.event, DisputeSettled)}
    for act in one.acts:
        if isinstance(act.event, DisputeOpened) and act.at <= at:
            name = act.event.dispute
            if name not in settled or at < settled[name]:
                yield from found("played_in_dispute", told.position, rules, round=dealt.name, dispute=name)


def _when(told: Told) -> str:
    return told.entry.delivery.time or told.entry.recorded_at


@dataclass(frozen=True, slots=True)
class Points:
    """A contestant's points, of all judges together. `given` is the result as the judges give it."""

    hospitality: int = 0
    technical: int = 0
    control: int = 0
    given: int = 0

    @property
    def sum(self) -> int:
        """The three criteria together."""
        return self.hospitality + self.technical + self.control

    def __add__(self, other: "Points") -> "Points":
        return Points(
            self.hospitality + other.hospitality,
            self.technical + other.technical,
            self.control + other.control,
            self.given + other.given,
        )


NONE: Final = Points()


@dataclass(frozen=True, slots=True)
class Sat:
    """An exercise as it was sat: who answered how many wagers rightly, in how many milliseconds."""

    number: int
    contestants: tuple[str, ...]
    marks: Mapping[str, int]
    times_ms: Mapping[str, int]
    position: int
    wheel: str
    impossible: tuple[str, ...] = ()
    """What in it nobody could answer."""


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """A round with what was given in it up to the moment at which it was decided, or until now."""

    number: int
    contestants: tuple[str, ...]
    """Those who were not disqualified by then."""
    places: int
    points: Mapping[str, Points]
    so_far: Mapping[str, Points]
    """The points of this round and of all before it."""
    exercises: tuple[Sat, ...]
    advanced: tuple[str, ...] | None
    """Who went on by the record, None where that is not decided."""
    scheduled_at: int
    advanced_at: int | None
    played: str
    """When the round was played: the time of its first scores, else of its scheduling."""


def round_record(one: Championship, number: int, rules: Rules, roulette: Rules) -> RoundRecord:
    """What is on record of a scheduled round. Raises LookupError where there is none."""
    scheduled = next(act for act in one.acts if isinstance(act.event, RoundScheduled) and act.event.round == number)
    gone = next((act for act in one.acts if isinstance(act.event, ContestantsAdvanced) and act.event.round == number), None)
    acts = [act for act in one.acts if gone is None or act.position <= gone.position]
    out = {act.event.contestant for act in acts if isinstance(act.event, ContestantDisqualified)}
    given = [act for act in acts if isinstance(act.event, ScoresGiven)]
    own = [act for act in given if act.event.round == number]
    return RoundRecord(
        number=number,
        contestants=tuple(name for name in scheduled.event.contestants if name not in out),
        places=scheduled.event.advance,
        points=_points([act.event for act in own]),
        so_far=_points([act.event for act in given if act.event.round <= number]),
        exercises=tuple(
            _sat(one, act.event, act.position, rules, roulette)
            for act in acts
            if isinstance(act.event, ExerciseSet) and act.event.round == number
        ),
        advanced=None if gone is None else gone.event.contestants,
        scheduled_at=scheduled.position,
        advanced_at=None if gone is None else gone.position,
        played=min((act.at for act in own), default=scheduled.at),
    )


def _points(given: list[ScoresGiven]) -> dict[str, Points]:
    found: dict[str, Points] = {}
    for scores in given:
        three = (scores.hospitality, scores.technical, scores.control)
        more = Points(*three, given=sum(three) if scores.result is None else scores.result)
        found[scores.contestant] = found.get(scores.contestant, NONE) + more
    return found


def _sat(one: Championship, exercise: ExerciseSet, position: int, rules: Rules, roulette: Rules) -> Sat:
    answers = [
        act.event for act in one.acts if isinstance(act.event, ExerciseAnswered) and act.event.exercise == exercise.exercise
    ]
    return Sat(
        exercise.exercise,
        exercise.contestants,
        {answer.contestant: marks(exercise, answer.payouts, rules, roulette) for answer in answers},
        {answer.contestant: answer.time_ms for answer in answers},
        position,
        exercise.wheel or SINGLE_ZERO,
        tuple(faults(exercise, rules, roulette)),
    )
