"""A championship of dealers: who takes part, what the judges give, how a draw is decided, who decided what.

Everything here is an act of a person in a championship's own stream. An event's WORD is the act that the edition's table
of authorities names.
"""

from typing import Annotated, ClassVar, Final

from pydantic import BaseModel, Field, StrictBool

from ledger.events.base import Event
from ledger.events.decisions import ClauseId
from ledger.events.deliveries import Sentence
from ledger.values.money import LARGEST, Count
from ledger.values.offices import Person
from ledger.values.pockets import Pockets
from ledger.values.subjects import Name, Subject, Word
from ledger.values.times import Instant

Number = Annotated[int, Field(strict=True, ge=1, le=9999)]
Persons = Annotated[tuple[Person, ...], Field(min_length=1, max_length=999)]
ExerciseWager = Annotated[
    str,
    Field(
        pattern=r"^[1-9][0-9]{0,5} [a-z][a-z_]{1,31}(?: [0-9]{1,2}(?:-[0-9]{1,2}){0,11})? on [0-9]{1,2}$",
        description="chips, wager, its numbers or which third, the pocket: `9 split 17-20 on 17`, `25 column 2 on 17`",
    ),
]


class ChampionshipActEvent(BaseModel):
    """What every act of a championship says: whose it is. What it asks of its `by` the edition says."""

    by: Person


class ChampionshipOpened(ChampionshipActEvent, Event):
    """Its organiser opens a championship under an edition of its rules and appoints the Director."""

    TOPIC: ClassVar = "championship.opened.v1"
    WORD: ClassVar = "open_championship"
    FROM_FEEDS: ClassVar = False
    director: Person
    rulebook: Name
    edition: Name
    on_display: StrictBool = False
    """Whether a copy of the rules was to be had beforehand and at the event."""


class DesigneeRecorded(ChampionshipActEvent, Event):
    """The Director names somebody who may act in the Director's place from here on."""

    TOPIC: ClassVar = "championship.designee_recorded.v1"
    WORD: ClassVar = "designate"
    FROM_FEEDS: ClassVar = False
    designee: Person


class JudgesNamed(ChampionshipActEvent, Event):
    """Who judges from here on: they mark the contestants and place the wagers at the tables."""

    TOPIC: ClassVar = "championship.judges_named.v1"
    WORD: ClassVar = "name_judges"
    FROM_FEEDS: ClassVar = False
    judges: Persons


class ContestantEntered(ChampionshipActEvent, Event):
    """A casino enters a contestant."""

    TOPIC: ClassVar = "championship.contestant_entered.v1"
    WORD: ClassVar = "enter"
    FROM_FEEDS: ClassVar = False
    contestant: Person
    casino: Name


class ContestantInvited(ChampionshipActEvent, Event):
    """The organiser invites a contestant, who takes part from then on, because there were too few entries."""

    TOPIC: ClassVar = "championship.contestant_invited.v1"
    WORD: ClassVar = "invite"
    FROM_FEEDS: ClassVar = False
    contestant: Person
    casino: Name
    invited_as: Word = "runner_up"


class ContestantDisqualified(ChampionshipActEvent, Event):
    """A contestant is out, of every ranking from here on."""

    TOPIC: ClassVar = "championship.contestant_disqualified.v1"
    WORD: ClassVar = "disqualify"
    FROM_FEEDS: ClassVar = False
    contestant: Person
    reason: Sentence


class RoundScheduled(ChampionshipActEvent, Event):
    """A round with its contestants, how many of them go on, and the tables (`TABLE/DAY`) at which they deal."""

    TOPIC: ClassVar = "championship.round_scheduled.v1"
    WORD: ClassVar = "schedule"
    FROM_FEEDS: ClassVar = False
    round: Number
    contestants: Persons
    advance: Number
    tables: tuple[Subject, ...] = ()


class ScoresGiven(ChampionshipActEvent, Event):
    """A judge's points for a contestant in a round; `result` where it is another than the sum of the three criteria."""

    TOPIC: ClassVar = "championship.scores_given.v1"
    WORD: ClassVar = "give_scores"
    FROM_FEEDS: ClassVar = False
    round: Number
    contestant: Person
    hospitality: Count
    technical: Count
    control: Count
    result: Count | None = None


class DrawnResultFound(ChampionshipActEvent, Event):
    """A result that decides who goes on was found to be drawn between these contestants."""

    TOPIC: ClassVar = "championship.drawn_result_found.v1"
    WORD: ClassVar = "find_drawn"
    FROM_FEEDS: ClassVar = False
    round: Number
    contestants: Persons


class ExerciseSet(ChampionshipActEvent, Event):
    """An exercise for drawn contestants: a series of winning wagers on this wheel, made from a seed where it names one."""

    TOPIC: ClassVar = "championship.exercise_set.v1"
    WORD: ClassVar = "set_exercise"
    FROM_FEEDS: ClassVar = False
    exercise: Number
    round: Number
    contestants: Persons
    wagers: Annotated[tuple[ExerciseWager, ...], Field(min_length=1, max_length=99)]
    wheel: Pockets | None = None
    seed: Annotated[int, Field(strict=True, ge=0, le=LARGEST)] | None = None


class ExerciseAnswered(ChampionshipActEvent, Event):
    """What a contestant stated as the winnings of each wager, stake not included, and the time that it took."""

    TOPIC: ClassVar = "championship.exercise_answered.v1"
    WORD: ClassVar = "answer"
    FROM_FEEDS: ClassVar = False
    exercise: Number
    contestant: Person
    payouts: Annotated[tuple[Count, ...], Field(max_length=99)]
    time_ms: Count


class ContestantsAdvanced(ChampionshipActEvent, Event):
    """These contestants go on from a round; from the final it is the winner."""

    TOPIC: ClassVar = "championship.contestants_advanced.v1"
    WORD: ClassVar = "advance"
    FROM_FEEDS: ClassVar = False
    round: Number
    contestants: Persons


class PrizeListed(ChampionshipActEvent, Event):
    """A prize of the published list."""

    TOPIC: ClassVar = "championship.prize_listed.v1"
    WORD: ClassVar = "list_prize"
    FROM_FEEDS: ClassVar = False
    place: Number
    prize: Sentence


class PrizeAwarded(ChampionshipActEvent, Event):
    """A contestant was given a prize for a place."""

    TOPIC: ClassVar = "championship.prize_awarded.v1"
    WORD: ClassVar = "award"
    FROM_FEEDS: ClassVar = False
    place: Number
    contestant: Person
    prize: Sentence


class RulesAmended(ChampionshipActEvent, Event):
    """The rules are amended with effect from a time; `rulebook` and `edition` name the text that then holds."""

    TOPIC: ClassVar = "championship.rules_amended.v1"
    WORD: ClassVar = "amend"
    FROM_FEEDS: ClassVar = False
    amendment: Name
    what: Sentence
    effective_at: Instant
    together_with: Person | None = None
    clause: ClauseId | None = None
    rulebook: Name | None = None
    edition: Name | None = None


class CasinoNotified(ChampionshipActEvent, Event):
    """A participating casino was informed of an amendment."""

    TOPIC: ClassVar = "championship.casino_notified.v1"
    WORD: ClassVar = "notify"
    FROM_FEEDS: ClassVar = False
    amendment: Name
    casino: Name


class TeamInformed(ChampionshipActEvent, Event):
    """A casino informed its own team of the rules, or of an amendment of them."""

    TOPIC: ClassVar = "championship.team_informed.v1"
    WORD: ClassVar = "inform_team"
    FROM_FEEDS: ClassVar = False
    casino: Name
    amendment: Name | None = None


class DisputeOpened(ChampionshipActEvent, Event):
    """Somebody disputes how the rules were applied: nothing goes on until it is settled."""

    TOPIC: ClassVar = "championship.dispute_opened.v1"
    WORD: ClassVar = "dispute"
    FROM_FEEDS: ClassVar = False
    dispute: Name
    about: Sentence
    round: Number | None = None


class DisputeSettled(ChampionshipActEvent, Event):
    """The final word on a dispute; it may say which reading of an ambiguous clause holds from the disputed round on."""

    TOPIC: ClassVar = "championship.dispute_settled.v1"
    WORD: ClassVar = "settle"
    FROM_FEEDS: ClassVar = False
    dispute: Name
    decision: Sentence
    clause: ClauseId | None = None
    reading: Annotated[str, Field(pattern=r"^[a-z]$")] | None = None


class ChampionshipCancelled(ChampionshipActEvent, Event):
    """The organiser cancels the championship."""

    TOPIC: ClassVar = "championship.cancelled.v1"
    WORD: ClassVar = "cancel"
    FROM_FEEDS: ClassVar = False
    reason: Sentence


class ChampionshipActRefused(ChampionshipActEvent, Event):
    """Somebody tried an act of the championship and was refused. It changes nothing.

    `attempted` is what the act would have said, as JSON.
    """

    TOPIC: ClassVar = "championship.act_refused.v1"
    WORD: ClassVar = "act_refused"
    FROM_FEEDS: ClassVar = False
    act: Word
    refused: Sentence
    attempted: Annotated[str, Field(max_length=100_000)]
    clause: ClauseId | None = None


ACT_KINDS: Final[tuple[type[ChampionshipActEvent], ...]] = (
    ChampionshipOpened,
    DesigneeRecorded,
    JudgesNamed,
    ContestantEntered,
    ContestantInvited,
    ContestantDisqualified,
    RoundScheduled,
    ScoresGiven,
    DrawnResultFound,
    ExerciseSet,
    ExerciseAnswered,
    ContestantsAdvanced,
    PrizeListed,
    PrizeAwarded,
    RulesAmended,
    CasinoNotified,
    TeamInformed,
    DisputeOpened,
    DisputeSettled,
    ChampionshipCancelled,
)
"""Everything that somebody can do in a championship."""

ACT_WORDS: Final = frozenset(str(getattr(kind, "WORD", "")) for kind in ACT_KINDS)
"""Their words: an edition's table of authorities may name each."""
