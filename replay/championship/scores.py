"""What is played at a championship's tables: whose wagers and rounds they are, tips, and the scores that come of it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from ledger.championships.championship import Championship
from ledger.events.championships import (
    ContestantDisqualified,
    ContestantsAdvanced,
    ContestantWithdrew,
    DisputeOpened,
    DisputeSettled,
    ExerciseAnswered,
    ExerciseSet,
    JudgesNamed,
    RoundScheduled,
    ScoresGiven,
)
from ledger.events.play import RoundOpened, TipGiven, WagerPlaced
from ledger.values.money import format_minor
from ledger.values.wheel_layout import SINGLE_ZERO
from replay.championship import parameters
from replay.championship.checks import rule_finding
from replay.championship.exercise import exercise_faults, marks
from replay.judging.finding import Finding, Phase, declare
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round, RoundEntry

declare(
    __name__,
    Phase.CHAMPIONSHIP,
    "record",
    {
        "played_in_dispute": "Round {round} was played while dispute {dispute} was open.",
        "not_by_judge": "Wager {wager} in round {round} was placed by {player}, who is not a judge.",
    },
)


def table_findings(championship: Championship, rounds: Iterable[Round], rules: Rules) -> Iterator[Finding]:
    """The findings that the championship's own rules make on rounds at its tables, besides those of the game."""
    for dealt in rounds:
        for round_entry in dealt.entries:
            match round_entry.event:
                case WagerPlaced():
                    yield from _placement_findings(championship, dealt, round_entry, rules)
                case TipGiven():
                    amount = format_minor(round_entry.event.amount_minor, dealt.table_opening.minor_digits)
                    about = {"player": round_entry.event.player, "amount": amount, "round": dealt.name}
                    yield from rule_finding("tip", round_entry.position, rules, **about)
                case RoundOpened():
                    yield from _dispute_findings(championship, dealt, round_entry, rules)


def _placement_findings(
    championship: Championship, round_: Round, round_entry: RoundEntry, rules: Rules
) -> Iterator[Finding]:
    """Whose hand put the wager down, where that is told; else the player whose wager it is."""
    wager: Any = round_entry.event
    person = wager.placed_by or wager.player
    if rules.value(parameters.WAGERS_BY) == "judges" and person not in judges_at(championship, _entry_time(round_entry)):
        about = {"wager": wager.wager, "player": person, "round": round_.name}
        for finding in rule_finding("not_by_judge", round_entry.position, rules, **about):
            yield replace(finding, wagers=(wager.wager,))


def judges_at(championship: Championship, time: str) -> frozenset[str]:
    """Who judged at a time."""
    named = (act.event for act in championship.acts if isinstance(act.event, JudgesNamed) and act.at <= time)
    return frozenset(judge for event in named for judge in event.judges)


def _dispute_findings(
    championship: Championship, round_: Round, round_entry: RoundEntry, rules: Rules
) -> Iterator[Finding]:
    at = _entry_time(round_entry)
    settled = {act.event.dispute: act.at for act in championship.acts if isinstance(act.event, DisputeSettled)}
    for act in championship.acts:
        if isinstance(act.event, DisputeOpened) and act.at <= at:
            name = act.event.dispute
            if name not in settled or at < settled[name]:
                yield from rule_finding("played_in_dispute", round_entry.position, rules, round=round_.name, dispute=name)


def _entry_time(round_entry: RoundEntry) -> str:
    return round_entry.entry.delivery.time or round_entry.entry.recorded_at


@dataclass(frozen=True, slots=True)
class Points:
    """A contestant's points, of all judges together. `given` is the result as the judges give it."""

    hospitality: int = 0
    technical: int = 0
    control: int = 0
    given_result: int = 0

    @property
    def sum(self) -> int:
        """The three criteria together."""
        return self.hospitality + self.technical + self.control

    def __add__(self, other: "Points") -> "Points":
        return Points(
            self.hospitality + other.hospitality,
            self.technical + other.technical,
            self.control + other.control,
            self.given_result + other.given_result,
        )


NO_POINTS: Final = Points()


@dataclass(frozen=True, slots=True)
class SatExercise:
    """An exercise as it was sat: who answered how many wagers rightly, in how many milliseconds."""

    number: int
    contestants: tuple[str, ...]
    marks: Mapping[str, int]
    times_ms: Mapping[str, int]
    position: int
    wheel: str
    impossible_wagers: tuple[str, ...] = ()
    """What in it nobody could answer."""


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """A round with what was given in it up to the moment at which it was decided, or until now."""

    number: int
    contestants: tuple[str, ...]
    """Those who were not disqualified by then."""
    places: int
    points: Mapping[str, Points]
    points_so_far: Mapping[str, Points]
    """The points of this round and of all before it."""
    exercises: tuple[SatExercise, ...]
    advanced: tuple[str, ...] | None
    """Who went on by the record, None where that is not decided."""
    withdrawn: Mapping[str, int]
    """Those of them who withdrew by then, with the position of each withdrawal."""
    scheduled_at: int
    advanced_at: int | None
    played_at: str
    """When the round was played: the time of its first scores, else of its scheduling."""


def round_record(championship: Championship, number: int, rules: Rules, roulette: Rules) -> RoundRecord:
    """What is on record of a scheduled round. Raises LookupError where there is none."""
    scheduled = next(
        act for act in championship.acts if isinstance(act.event, RoundScheduled) and act.event.round == number
    )
    gone = next(
        (act for act in championship.acts if isinstance(act.event, ContestantsAdvanced) and act.event.round == number), None
    )
    acts = [act for act in championship.acts if gone is None or act.position <= gone.position]
    out = {act.event.contestant for act in acts if isinstance(act.event, ContestantDisqualified)}
    given = [act for act in acts if isinstance(act.event, ScoresGiven)]
    own = [act for act in given if act.event.round == number]
    return RoundRecord(
        number=number,
        contestants=tuple(name for name in scheduled.event.contestants if name not in out),
        places=scheduled.event.advance,
        points=_points([act.event for act in own]),
        points_so_far=_points([act.event for act in given if act.event.round <= number]),
        exercises=tuple(
            _sat_exercise(championship, act.event, act.position, rules, roulette)
            for act in acts
            if isinstance(act.event, ExerciseSet) and act.event.round == number
        ),
        advanced=None if gone is None else gone.event.contestants,
        withdrawn=withdrawals(championship, acts[-1].position),
        scheduled_at=scheduled.position,
        advanced_at=None if gone is None else gone.position,
        played_at=min((act.at for act in own), default=scheduled.at),
    )


def withdrawals(championship: Championship, position: int) -> dict[str, int]:
    """Return who had withdrawn at a position, with the position of each withdrawal."""
    return {
        act.event.contestant: act.position
        for act in championship.acts
        if isinstance(act.event, ContestantWithdrew) and act.position <= position
    }


def _points(all_scores: list[ScoresGiven]) -> dict[str, Points]:
    found: dict[str, Points] = {}
    for scores in all_scores:
        three = (scores.hospitality, scores.technical, scores.control)
        more = Points(*three, given_result=sum(three) if scores.result is None else scores.result)
        found[scores.contestant] = found.get(scores.contestant, NO_POINTS) + more
    return found


def _sat_exercise(
    championship: Championship, exercise: ExerciseSet, position: int, rules: Rules, roulette: Rules
) -> SatExercise:
    answers = [
        act.event
        for act in championship.acts
        if isinstance(act.event, ExerciseAnswered) and act.event.exercise == exercise.exercise
    ]
    return SatExercise(
        exercise.exercise,
        exercise.contestants,
        {answer.contestant: marks(exercise, answer.payouts, rules, roulette) for answer in answers},
        {answer.contestant: answer.time_ms for answer in answers},
        position,
        exercise.wheel or SINGLE_ZERO,
        tuple(exercise_faults(exercise, rules, roulette)),
    )
