"""A championship of dealers: who takes part, what the judges give, how a draw is decided, who decided what.

Everything here is an act of a person in a championship's own stream. An event's WORD is the act that the edition's table
of authorities names.
"""

from typing import Annotated, ClassVar, Final

from pydantic import Field, StrictBool

from ledger.events.base import Act, ActCommand, Asked, Event, RefusedAct, Scope, acts_of
from ledger.events.decisions import ClauseId
from ledger.events.deliveries import Sentence
from ledger.values.money import LARGEST, Count
from ledger.values.offices import Person
from ledger.values.pockets import Pockets
from ledger.values.subjects import Name, TableDayName, Word
from ledger.values.times import Instant

Number = Annotated[int, Field(strict=True, ge=1, le=9999)]
Persons = Annotated[tuple[Person, ...], Field(min_length=1, max_length=999)]
LONGEST_ATTEMPT: Final = 100_000
ExerciseWager = Annotated[
    str,
    Field(
        pattern=r"^[1-9][0-9]{0,5} [a-z][a-z_]{1,31}(?: [0-9]{1,2}(?:-[0-9]{1,2}){0,11})? on [0-9]{1,2}$",
        description="chips, wager, its numbers or which third, the pocket: `9 split 17-20 on 17`, `25 column 2 on 17`",
    ),
]


class ChampionshipActEvent(Act):
    """What every act of a championship says: whose it is. What it asks of its `by` the edition says."""

    SCOPE: ClassVar[Scope] = "championship"
    ORDER: ClassVar = ("required", "by", "optional")

    by: Person = Field(description="Whose act it is.")


class ChampionshipOpened(ChampionshipActEvent, Event):
    """Its organiser opens a championship under an edition of its rules and appoints the Director."""

    TOPIC: ClassVar = "championship.opened.v1"
    WORD: ClassVar = "open_championship"
    FROM_FEEDS: ClassVar = False
    director: Person = Field(description="The Director.")
    rulebook: Name = Field(description="The rules of the championship.")
    edition: Name = Field(description="Their edition.")
    on_display: StrictBool = Field(
        default=False, description="A copy of the rules was to be had, beforehand and at the event."
    )


class DesigneeRecorded(ChampionshipActEvent, Event):
    """The Director names somebody who may act in the Director's place from here on."""

    TOPIC: ClassVar = "championship.designee_recorded.v1"
    WORD: ClassVar = "designate"
    FROM_FEEDS: ClassVar = False
    COMMAND: ClassVar = ActCommand("championship designate", "Record who may act in the Director's place.")
    designee: Person = Field(description="Who may act in the Director's place.")


class JudgesNamed(ChampionshipActEvent, Event):
    """Who judges from here on: they mark the contestants and place the wagers at the tables."""

    TOPIC: ClassVar = "championship.judges_named.v1"
    WORD: ClassVar = "name_judges"
    FROM_FEEDS: ClassVar = False
    COMMAND: ClassVar = ActCommand("championship judges", "Name further judges.")
    judges: Persons = Field(description="The judges; once for each of them.")


class ContestantEntered(ChampionshipActEvent, Event):
    """A casino enters a contestant."""

    TOPIC: ClassVar = "championship.contestant_entered.v1"
    WORD: ClassVar = "enter"
    FROM_FEEDS: ClassVar = False
    DECIDES: ClassVar = False
    NEEDS_AUTHORITY: ClassVar = False
    COMMAND: ClassVar = ActCommand("championship enter", "Enter a casino's contestant.", {"by": Asked(like="casino")})
    contestant: Person = Field(description="The contestant.")
    casino: Name = Field(description="The casino.")


class ContestantInvited(ChampionshipActEvent, Event):
    """The organiser invites a contestant, who takes part from then on, because there were too few entries."""

    TOPIC: ClassVar = "championship.contestant_invited.v1"
    WORD: ClassVar = "invite"
    FROM_FEEDS: ClassVar = False
    COMMAND: ClassVar = ActCommand(
        "championship invite", "Invite a contestant where there are too few entries.", {"invited_as": "--as"}
    )
    contestant: Person = Field(description="The contestant.")
    casino: Name = Field(description="The casino.")
    invited_as: Word = Field("runner_up", description="As what, such as runner_up.")


class ContestantDisqualified(ChampionshipActEvent, Event):
    """A contestant is out, of every ranking from here on."""

    TOPIC: ClassVar = "championship.contestant_disqualified.v1"
    WORD: ClassVar = "disqualify"
    FROM_FEEDS: ClassVar = False
    COMMAND: ClassVar = ActCommand("championship disqualify", "Disqualify a contestant.", order="contestant by reason")
    contestant: Person = Field(description="The contestant.")
    reason: Sentence = Field(description="Why.")


class ContestantWithdrew(ChampionshipActEvent, Event):
    """A contestant takes no further part; the contestant says so, or the casino that entered the contestant."""

    TOPIC: ClassVar = "championship.contestant_withdrew.v1"
    WORD: ClassVar = "withdraw_contestant"
    FROM_FEEDS: ClassVar = False
    DECIDES: ClassVar = False
    NEEDS_AUTHORITY: ClassVar = False
    COMMAND: ClassVar = ActCommand(
        "championship withdraw",
        "Record that a contestant takes no further part.",
        {"by": Asked(like="contestant")},
        order="contestant by reason",
    )
    contestant: Person = Field(description="The contestant.")
    reason: Sentence | None = Field(None, description="Why, where a reason was given.")


class RoundScheduled(ChampionshipActEvent, Event):
    """A round with its contestants, how many of them go on, and the tables (`TABLE/DAY`) at which they deal."""

    TOPIC: ClassVar = "championship.round_scheduled.v1"
    WORD: ClassVar = "schedule"
    FROM_FEEDS: ClassVar = False
    COMMAND: ClassVar = ActCommand(
        "championship schedule", "Schedule the next round.", {"tables": Asked(metavar="TABLE/DAY")}
    )
    round: Number = Field(description="The number of the round.")
    contestants: Persons = Field(description="The contestants; once for each of them.")
    advance: Number = Field(description="How many go on; 1 in the final.")
    tables: tuple[TableDayName, ...] = Field((), description="At which tables, on which gaming days; once for each.")


class ScoresGiven(ChampionshipActEvent, Event):
    """A judge's points for a contestant in a round; `result` where it is another than the sum of the three criteria."""

    TOPIC: ClassVar = "championship.scores_given.v1"
    WORD: ClassVar = "give_scores"
    FROM_FEEDS: ClassVar = False
    DECIDES: ClassVar = False
    COMMAND: ClassVar = ActCommand("championship score", "Record a judge's scores for a contestant.")
    round: Number = Field(description="The number of the round.")
    contestant: Person = Field(description="The contestant.")
    hospitality: Count = Field(description="Points for hospitality.")
    technical: Count = Field(description="Points for technical skill.")
    control: Count = Field(description="Points for control of the game.")
    result: Count | None = Field(None, description="Where it is not the sum.")


class DrawnResultFound(ChampionshipActEvent, Event):
    """A result that decides who goes on was found to be drawn between these contestants."""

    TOPIC: ClassVar = "championship.drawn_result_found.v1"
    WORD: ClassVar = "find_drawn"
    FROM_FEEDS: ClassVar = False
    COMMAND: ClassVar = ActCommand("championship draw", "Record that a result was found to be drawn.")
    round: Number = Field(description="The number of the round.")
    contestants: Persons = Field(description="The contestants; once for each of them.")


class ExerciseSet(ChampionshipActEvent, Event):
    """An exercise for drawn contestants: a series of winning wagers on this wheel, made from a seed where it names one."""

    TOPIC: ClassVar = "championship.exercise_set.v1"
    WORD: ClassVar = "set_exercise"
    FROM_FEEDS: ClassVar = False
    exercise: Number = Field(description="The number of the exercise.")
    round: Number = Field(description="The number of the round.")
    contestants: Persons = Field(description="Those who are drawn.")
    wagers: Annotated[tuple[ExerciseWager, ...], Field(min_length=1, max_length=99)] = Field(
        description="The winning wagers, in order."
    )
    wheel: Pockets | None = Field(None, description="The compartments of the wheel.")
    seed: Annotated[int, Field(strict=True, ge=0, le=LARGEST)] | None = Field(
        None, description="From which the wagers were made."
    )


class ExerciseAnswered(ChampionshipActEvent, Event):
    """What a contestant stated as the winnings of each wager, stake not included, and the time that it took."""

    TOPIC: ClassVar = "championship.exercise_answered.v1"
    WORD: ClassVar = "answer"
    FROM_FEEDS: ClassVar = False
    DECIDES: ClassVar = False
    NEEDS_AUTHORITY: ClassVar = False
    COMMAND: ClassVar = ActCommand(
        "championship answer", "Record what a contestant stated, and in what time.", {"by": Asked(like="contestant")}
    )
    exercise: Number = Field(description="The number of the exercise.")
    contestant: Person = Field(description="The contestant.")
    payouts: Annotated[tuple[Count, ...], Field(max_length=99)] = Field(
        description="In the order of the wagers: `245,153,143`."
    )
    time_ms: Count = Field(description="How long it took, in milliseconds.")


class ContestantsAdvanced(ChampionshipActEvent, Event):
    """These contestants go on from a round; from the final it is the winner."""

    TOPIC: ClassVar = "championship.contestants_advanced.v1"
    WORD: ClassVar = "advance"
    FROM_FEEDS: ClassVar = False
    COMMAND: ClassVar = ActCommand(
        "championship advance", "Record who goes on from a round; from the final it is the winner."
    )
    round: Number = Field(description="The number of the round.")
    contestants: Persons = Field(description="The contestants; once for each of them.")


class PrizeListed(ChampionshipActEvent, Event):
    """A prize of the published list."""

    TOPIC: ClassVar = "championship.prize_listed.v1"
    WORD: ClassVar = "list_prize"
    FROM_FEEDS: ClassVar = False
    COMMAND: ClassVar = ActCommand("championship prize", "Put a prize on the published list, or award it.")
    place: Number = Field(description="The place.")
    prize: Sentence = Field(description="The prize.")


class PrizeAwarded(ChampionshipActEvent, Event):
    """A contestant was given a prize for a place."""

    TOPIC: ClassVar = "championship.prize_awarded.v1"
    WORD: ClassVar = "award"
    FROM_FEEDS: ClassVar = False
    COMMAND: ClassVar = ActCommand("championship prize --contestant", "Who is given it; else it is listed.")
    place: Number = Field(description="The place.")
    contestant: Person = Field(description="Who is given it.")
    prize: Sentence = Field(description="The prize.")


class DisputeOpened(ChampionshipActEvent, Event):
    """Somebody disputes how the rules were applied: nothing goes on until it is settled."""

    TOPIC: ClassVar = "championship.dispute_opened.v1"
    WORD: ClassVar = "dispute"
    FROM_FEEDS: ClassVar = False
    DECIDES: ClassVar = False
    NEEDS_AUTHORITY: ClassVar = False
    COMMAND: ClassVar = ActCommand("championship dispute", "Open a dispute: nothing goes on until it is settled.")
    dispute: Name = Field(description="What you call it.")
    about: Sentence = Field(description="What is disputed.")
    round: Number | None = Field(None, description="The round it is about.")


class DisputeSettled(ChampionshipActEvent, Event):
    """The final word on a dispute; it may say which reading of an ambiguous clause holds from the disputed round on."""

    TOPIC: ClassVar = "championship.dispute_settled.v1"
    WORD: ClassVar = "settle"
    FROM_FEEDS: ClassVar = False
    COMMAND: ClassVar = ActCommand("championship settle", "Settle a dispute.", {"decision": "--outcome --decision"})
    dispute: Name = Field(description="The dispute.")
    decision: Sentence = Field(description="What is decided.")
    clause: ClauseId | None = Field(None, description="The ambiguous clause that it decides.")
    reading: Annotated[str, Field(pattern=r"^[a-z]$")] | None = Field(None, description="The reading that holds.")


class RulesAmended(ChampionshipActEvent, Event):
    """The rules are amended with effect from a time; `rulebook` and `edition` name the text that then holds."""

    TOPIC: ClassVar = "championship.rules_amended.v1"
    WORD: ClassVar = "amend"
    FROM_FEEDS: ClassVar = False
    COMMAND: ClassVar = ActCommand(
        "championship amend",
        "Amend the rules from a time on.",
        {"effective_at": Asked(metavar="TIME"), "together_with": "--with"},
    )
    amendment: Name = Field(description="What you call it.")
    what: Sentence = Field(description="What is amended.")
    effective_at: Instant = Field(description="From when, with its time zone.")
    together_with: Person | None = Field(None, description="Who else amends.")
    clause: ClauseId | None = Field(None, description="The clause that is amended.")
    rulebook: Name | None = Field(None, description="The rulebook whose text then holds; name its edition too.")
    edition: Name | None = Field(None, description="Its edition.")


class CasinoNotified(ChampionshipActEvent, Event):
    """A participating casino was informed of an amendment."""

    TOPIC: ClassVar = "championship.casino_notified.v1"
    WORD: ClassVar = "notify"
    FROM_FEEDS: ClassVar = False
    COMMAND: ClassVar = ActCommand(
        "championship notify", "Record that casinos were informed of an amendment.", {"casino": Asked(each=True)}
    )
    amendment: Name = Field(description="The amendment.")
    casino: Name = Field(description="The casino that was informed; once for each of them.")


class TeamInformed(ChampionshipActEvent, Event):
    """A casino informed its own team of the rules, or of an amendment of them."""

    TOPIC: ClassVar = "championship.team_informed.v1"
    WORD: ClassVar = "inform_team"
    FROM_FEEDS: ClassVar = False
    DECIDES: ClassVar = False
    NEEDS_AUTHORITY: ClassVar = False
    COMMAND: ClassVar = ActCommand(
        "championship inform-team",
        "Record that a casino informed its own team.",
        {"by": Asked(like="casino")},
        order="casino amendment by",
    )
    casino: Name = Field(description="The casino.")
    amendment: Name | None = Field(None, description="Else the rules as a whole.")


class ChampionshipCancelled(ChampionshipActEvent, Event):
    """The organiser cancels the championship."""

    TOPIC: ClassVar = "championship.cancelled.v1"
    WORD: ClassVar = "cancel"
    FROM_FEEDS: ClassVar = False
    COMMAND: ClassVar = ActCommand("championship cancel", "Cancel the championship.", order="by reason")
    reason: Sentence = Field(description="Why.")


class ChampionshipActRefused(RefusedAct, ChampionshipActEvent, Event):
    """Somebody tried an act of the championship and was refused. It changes nothing.

    `attempted` is what the act would have said, as JSON.
    """

    TOPIC: ClassVar = "championship.act_refused.v2"
    WORD: ClassVar = "act_refused"
    FROM_FEEDS: ClassVar = False
    attempted: Annotated[str, Field(max_length=LONGEST_ATTEMPT)] = Field(
        description="What the act would have said, as JSON."
    )
    clause: ClauseId | None = Field(None, description="The clause that it would have broken.")


ACT_KINDS: Final = tuple(kind for kind in acts_of(ChampionshipActEvent) if kind is not ChampionshipActRefused)
"""Everything that somebody can do in a championship."""

ACT_WORDS: Final = frozenset(kind.WORD for kind in ACT_KINDS)
"""Their words: an edition's table of authorities may name each."""
