"""Which acts of a championship are refused, each with one sentence that says why and the clause it rests on."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from ledger.acts.authority import ChampionshipTerms
from ledger.championships.championship import Championship
from ledger.championships.exercises import impossible
from ledger.events import Event
from ledger.events.championships import (
    CasinoNotified,
    ChampionshipCancelled,
    ChampionshipOpened,
    ContestantDisqualified,
    ContestantEntered,
    ContestantInvited,
    ContestantsAdvanced,
    ContestantWithdrew,
    DesigneeRecorded,
    DisputeOpened,
    DisputeSettled,
    DrawnResultFound,
    ExerciseAnswered,
    ExerciseSet,
    PrizeAwarded,
    PrizeListed,
    RoundScheduled,
    RulesAmended,
    ScoresGiven,
    TeamInformed,
)
from ledger.values.wheel_layout import SINGLE_ZERO

WHILE_HELD: Final = (
    DesigneeRecorded,
    DisputeOpened,
    DisputeSettled,
    RulesAmended,
    CasinoNotified,
    TeamInformed,
    ContestantWithdrew,
    ChampionshipCancelled,
)
"""What is no step of the championship, and so may be done while a dispute is open."""


@dataclass(frozen=True, slots=True)
class ActRefusal:
    """Why an act is refused, and the clause that it would break where it is one."""

    sentence: str
    clause: str | None = None


def refusal(championship: Championship, event: Event, terms: ChampionshipTerms) -> ActRefusal | None:
    """Why an act is refused if it is done now; None if it holds."""
    if isinstance(event, ChampionshipOpened):
        return _as_refusal("the championship is open already" if championship.opened else None)
    if championship.opened is None:
        return ActRefusal("there is no championship of this name; open it first")
    if championship.cancelled:
        return ActRefusal(
            f"the championship was cancelled by {championship.cancelled.by}", terms.clause_for(ChampionshipCancelled.WORD)
        )
    return (
        _of_authority(championship, event, terms)
        or _of_dispute(championship, event, terms)
        or _of_state(championship, event, terms)
    )


def _as_refusal(why: ActRefusal | str | None) -> ActRefusal | None:
    return ActRefusal(why) if isinstance(why, str) else why


def _of_authority(championship: Championship, event: Any, terms: ChampionshipTerms) -> ActRefusal | None:
    if not event.NEEDS_AUTHORITY:
        return None
    wanted = terms.roles_for(event.WORD)
    if not wanted:
        return ActRefusal(f"the rulebook gives nobody authority to {_act_words(event.WORD)}")
    others = (event.together_with,) if isinstance(event, RulesAmended) and event.together_with else ()
    for person in (event.by, *others):
        if not championship.offices(person) & set(wanted):
            held = (
                " and ".join(f"is the {_act_words(office)}" for office in sorted(championship.offices(person)))
                or "holds no office"
            )
            holders = " or ".join(f"the {_act_words(office)}" for office in wanted)
            return ActRefusal(f"only {holders} may {_act_words(event.WORD)}; {person} {held}", terms.clause_for(event.WORD))
    return None


def _of_dispute(championship: Championship, event: Event, terms: ChampionshipTerms) -> ActRefusal | None:
    if not championship.open_disputes or isinstance(event, WHILE_HELD):
        return None
    names = " and ".join(championship.open_disputes)
    verb = "is" if len(championship.open_disputes) == 1 else "are"
    return ActRefusal(
        f"dispute {names} {verb} open: nothing goes on until the Director, or a recorded designee, has settled it",
        terms.clause_for(DisputeSettled.WORD),
    )


def _of_state(championship: Championship, event: Event, terms: ChampionshipTerms) -> ActRefusal | None:
    check = _CHECKS.get(type(event))
    return None if check is None else _as_refusal(check(championship, event, terms))


def _act_words(word: str) -> str:
    return word.replace("_", " ")


# Act by act


def _designate(championship: Championship, event: DesigneeRecorded, _: ChampionshipTerms) -> str | None:
    return f"{event.designee} is a designee already" if event.designee in championship.designees else None


def _enter(championship: Championship, event: ContestantEntered, _: ChampionshipTerms) -> str | None:
    return f"{event.contestant} takes part already" if event.contestant in championship.entries else None


def _invite(championship: Championship, event: ContestantInvited, terms: ChampionshipTerms) -> ActRefusal | str | None:
    if event.contestant in championship.entries:
        return f"{event.contestant} takes part already"
    least, clause = terms.least_entries
    left = [name for name in championship.entries if name not in championship.withdrawn]
    if len(left) >= least:
        return ActRefusal(f"{len(left)} take part: contestants are invited only to make {least}", clause)
    return None


def _disqualify(championship: Championship, event: ContestantDisqualified, _: ChampionshipTerms) -> str | None:
    if event.contestant in championship.disqualified:
        return f"{event.contestant} is disqualified already"
    return _unless_entered(championship, event.contestant)


def _withdraw(championship: Championship, event: ContestantWithdrew, _: ChampionshipTerms) -> str | None:
    if (why := _unless_playing(championship, event.contestant)) is not None:
        return why
    casino = championship.entries[event.contestant]
    if event.by not in (event.contestant, casino):
        return f"only the contestant or casino {casino} may withdraw the contestant; {event.by} is neither"
    return None


def _schedule(championship: Championship, event: RoundScheduled, terms: ChampionshipTerms) -> ActRefusal | str | None:
    least, clause = terms.least_entries
    if len(championship.entries) < least:
        return ActRefusal(
            f"{len(championship.entries)} take part, fewer than {least}: cancel, or invite others to make {least}", clause
        )
    if event.round in championship.rounds:
        return f"round {event.round} is scheduled already"
    if event.round != len(championship.rounds) + 1:
        return f"round {len(championship.rounds) + 1} comes next, not round {event.round}"
    if len(set(event.contestants)) < len(event.contestants):
        return f"a contestant is named twice in round {event.round}"
    return next(filter(None, (_unless_playing(championship, name) for name in event.contestants)), None)


def _score(championship: Championship, event: ScoresGiven, _: ChampionshipTerms) -> str | None:
    if (why := _unless_in_round(championship, event.round, event.contestant)) is not None:
        return why
    if event.round in championship.advanced:
        return f"round {event.round} is decided: {_names(championship.advanced[event.round])} went on from it"
    given = (event.round, event.contestant, event.by) in championship.scored
    return f"{event.by} has given {event.contestant} scores for round {event.round} already" if given else None


def _find_drawn(championship: Championship, event: DrawnResultFound, _: ChampionshipTerms) -> str | None:
    if len(set(event.contestants)) < 2:
        return "a drawn result is one between two contestants at least"
    return _unless_all_in_round(championship, event.round, event.contestants)


def _set_exercise(championship: Championship, event: ExerciseSet, terms: ChampionshipTerms) -> ActRefusal | str | None:
    for number, known in championship.exercises.items():
        if known.wagers == event.wagers or (event.seed is not None and event.seed == known.seed):
            return ActRefusal(f"exercise {number} was the same; a further exercise is a new one", terms.repeat_clause)
    if event.exercise in championship.exercises:
        return f"exercise {event.exercise} was set already"
    if len(set(event.contestants)) < 2:
        return "an exercise is for two drawn contestants at least"
    why = _unless_undecided(championship, event.round) or _unless_all_go_on(championship, event.round, event.contestants)
    return why or _unless_answerable(event, terms)


def _unless_answerable(event: ExerciseSet, terms: ChampionshipTerms) -> ActRefusal | None:
    wheels, clause = terms.wheels
    if (event.wheel or SINGLE_ZERO) not in wheels:
        return ActRefusal(f"exercise {event.exercise} is on another wheel than the rules have", clause)
    fault = next(impossible(event), None)
    return (
        None
        if fault is None
        else ActRefusal(f"nobody could answer exercise {event.exercise}: {fault}", terms.exercise_clause)
    )


def _answer(championship: Championship, event: ExerciseAnswered, _: ChampionshipTerms) -> str | None:
    known = championship.exercises.get(event.exercise)
    if known is None:
        return f"exercise {event.exercise} was never set"
    if event.contestant not in known.contestants:
        return f"exercise {event.exercise} is for {_names(known.contestants)}, not for {event.contestant}"
    if (event.exercise, event.contestant) in championship.answered:
        return f"{event.contestant} has answered exercise {event.exercise} already"
    if len(event.payouts) > len(known.wagers):
        return f"exercise {event.exercise} has {len(known.wagers)} wagers, {len(event.payouts)} payouts are stated"
    return _unless_playing(championship, event.contestant)


def _advance(championship: Championship, event: ContestantsAdvanced, _: ChampionshipTerms) -> str | None:
    if (why := _unless_undecided(championship, event.round)) is not None:
        return why
    return _unless_all_go_on(championship, event.round, event.contestants)


def _list_prize(championship: Championship, event: PrizeListed, _: ChampionshipTerms) -> str | None:
    known = championship.prizes.get(event.place)
    return None if known is None else f"the list is published with {known!r} for place {event.place}"


def _award(championship: Championship, event: PrizeAwarded, _: ChampionshipTerms) -> str | None:
    if event.place in championship.awarded:
        return f"the prize for place {event.place} was given to {championship.awarded[event.place]} already"
    return _unless_ranked(championship, event.contestant)


def _amend(championship: Championship, event: RulesAmended, _: ChampionshipTerms) -> str | None:
    return f"there is an amendment {event.amendment} already" if event.amendment in championship.amendments else None


def _notify(championship: Championship, event: CasinoNotified, _: ChampionshipTerms) -> str | None:
    if event.amendment not in championship.amendments:
        return f"there is no amendment {event.amendment}"
    if (event.amendment, event.casino) in championship.notified:
        return f"{event.casino} was informed of {event.amendment} already"
    return _unless_casino(championship, event.casino)


def _inform_team(championship: Championship, event: TeamInformed, _: ChampionshipTerms) -> str | None:
    if event.amendment is not None and event.amendment not in championship.amendments:
        return f"there is no amendment {event.amendment}"
    return _unless_casino(championship, event.casino)


def _dispute(championship: Championship, event: DisputeOpened, _: ChampionshipTerms) -> str | None:
    if event.round is not None and event.round not in championship.rounds:
        return f"round {event.round} is not scheduled"
    return f"there was a dispute {event.dispute} already" if event.dispute in championship.disputes else None


def _settle(championship: Championship, event: DisputeSettled, _: ChampionshipTerms) -> str | None:
    if event.dispute not in championship.disputes:
        return f"there is no dispute {event.dispute}"
    if (event.clause is None) != (event.reading is None):
        return "a decision between readings names the clause and the reading"
    return f"dispute {event.dispute} is settled already" if event.dispute in championship.settled else None


# What several of them ask


def _names(persons: tuple[str, ...]) -> str:
    return ", ".join(persons)


def _unless_casino(championship: Championship, casino: str) -> str | None:
    return None if casino in championship.casinos else f"{casino} does not take part"


def _unless_entered(championship: Championship, contestant: str) -> str | None:
    return None if contestant in championship.entries else f"{contestant} does not take part"


def _unless_ranked(championship: Championship, contestant: str) -> str | None:
    if contestant in championship.disqualified:
        return f"{contestant} is disqualified"
    return _unless_entered(championship, contestant)


def _unless_playing(championship: Championship, contestant: str) -> str | None:
    if contestant in championship.withdrawn:
        return f"{contestant} has withdrawn"
    return _unless_ranked(championship, contestant)


def _unless_in_round(championship: Championship, number: int, contestant: str) -> str | None:
    if number not in championship.rounds:
        return f"round {number} is not scheduled"
    if contestant not in championship.rounds[number].contestants:
        return f"{contestant} does not deal in round {number}"
    return _unless_ranked(championship, contestant)


def _unless_all_in_round(championship: Championship, number: int, contestants: tuple[str, ...]) -> str | None:
    if len(set(contestants)) < len(contestants):
        return "a contestant is named twice"
    return next(filter(None, (_unless_in_round(championship, number, name) for name in contestants)), None)


def _unless_all_go_on(championship: Championship, number: int, contestants: tuple[str, ...]) -> str | None:
    why = _unless_all_in_round(championship, number, contestants)
    return why or next(filter(None, (_unless_playing(championship, name) for name in contestants)), None)


def _unless_undecided(championship: Championship, number: int) -> str | None:
    if number not in championship.rounds:
        return f"round {number} is not scheduled"
    gone = championship.advanced.get(number)
    return None if gone is None else f"round {number} is decided: {_names(gone)} went on from it"


_CHECKS: Final[Mapping[type[Event], Callable[[Championship, Any, ChampionshipTerms], ActRefusal | str | None]]] = {
    DesigneeRecorded: _designate,
    ContestantEntered: _enter,
    ContestantInvited: _invite,
    ContestantDisqualified: _disqualify,
    ContestantWithdrew: _withdraw,
    RoundScheduled: _schedule,
    ScoresGiven: _score,
    DrawnResultFound: _find_drawn,
    ExerciseSet: _set_exercise,
    ExerciseAnswered: _answer,
    ContestantsAdvanced: _advance,
    PrizeListed: _list_prize,
    PrizeAwarded: _award,
    RulesAmended: _amend,
    CasinoNotified: _notify,
    TeamInformed: _inform_team,
    DisputeOpened: _dispute,
    DisputeSettled: _settle,
}
