"""Which acts of a championship are refused, each with one sentence that says why and the clause it rests on."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from ledger.acts.authority import ChampionshipTerms
from ledger.championships.championship import Championship, impossible
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
from ledger.values.message import Message, Term, both, either
from ledger.values.refusals import Refusal
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
        return _as_refusal(Refusal("championship_open") if championship.opened else None)
    if championship.opened is None:
        return ActRefusal(Refusal("championship_unknown"))
    if championship.cancelled:
        why = Refusal("championship_cancelled", by=championship.cancelled.by)
        return ActRefusal(why, terms.clause_for(ChampionshipCancelled.WORD))
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
        return ActRefusal(Refusal("no_authority_in_rulebook", act=Term(event.WORD)))
    others = (event.together_with,) if isinstance(event, RulesAmended) and event.together_with else ()
    for person in (event.by, *others):
        if not championship.offices(person) & set(wanted):
            who = {"roles": either(_role_words(wanted)), "act": Term(event.WORD), "person": person}
            held = both(_role_words(sorted(championship.offices(person))))
            why = Refusal("championship_other_role", **who, held=held) if held else Refusal("championship_no_role", **who)
            return ActRefusal(why, terms.clause_for(event.WORD))
    return None


def _of_dispute(championship: Championship, event: Event, terms: ChampionshipTerms) -> ActRefusal | None:
    if not championship.open_disputes or isinstance(event, WHILE_HELD):
        return None
    code = "dispute_open" if len(championship.open_disputes) == 1 else "disputes_open"
    why = Refusal(code, disputes=both(championship.open_disputes))
    return ActRefusal(why, terms.clause_for(DisputeSettled.WORD))


def _of_state(championship: Championship, event: Event, terms: ChampionshipTerms) -> ActRefusal | None:
    check = _CHECKS.get(type(event))
    return None if check is None else _as_refusal(check(championship, event, terms))


def _role_words(roles: Iterable[str]) -> list[str]:
    return [Message("the {role}", role=Term(role)) for role in roles]


# Act by act


def _designate(championship: Championship, event: DesigneeRecorded, _: ChampionshipTerms) -> str | None:
    return Refusal("designee_already", person=event.designee) if event.designee in championship.designees else None


def _enter(championship: Championship, event: ContestantEntered, _: ChampionshipTerms) -> str | None:
    return Refusal("contestant_already", player=event.contestant) if event.contestant in championship.entries else None


def _invite(championship: Championship, event: ContestantInvited, terms: ChampionshipTerms) -> ActRefusal | str | None:
    if event.contestant in championship.entries:
        return Refusal("contestant_already", player=event.contestant)
    least, clause = terms.least_entries
    left = [name for name in championship.entries if name not in championship.withdrawn]
    if len(left) >= least:
        return ActRefusal(Refusal("contestants_enough", number=len(left), least=least), clause)
    return None


def _disqualify(championship: Championship, event: ContestantDisqualified, _: ChampionshipTerms) -> str | None:
    if event.contestant in championship.disqualified:
        return Refusal("disqualified_already", player=event.contestant)
    return _unless_entered(championship, event.contestant)


def _withdraw(championship: Championship, event: ContestantWithdrew, _: ChampionshipTerms) -> str | None:
    if (why := _unless_playing(championship, event.contestant)) is not None:
        return why
    casino = championship.entries[event.contestant]
    if event.by not in (event.contestant, casino):
        return Refusal("withdrawn_by_another", casino=casino, by=event.by)
    return None


def _schedule(championship: Championship, event: RoundScheduled, terms: ChampionshipTerms) -> ActRefusal | str | None:
    least, clause = terms.least_entries
    if len(championship.entries) < least:
        return ActRefusal(Refusal("contestants_too_few", number=len(championship.entries), least=least), clause)
    if event.round in championship.rounds:
        return Refusal("round_scheduled_already", round=event.round)
    if event.round != len(championship.rounds) + 1:
        return Refusal("round_out_of_turn", next=len(championship.rounds) + 1, round=event.round)
    if len(set(event.contestants)) < len(event.contestants):
        return Refusal("contestant_twice_in_round", round=event.round)
    return next(filter(None, (_unless_playing(championship, name) for name in event.contestants)), None)


def _score(championship: Championship, event: ScoresGiven, _: ChampionshipTerms) -> str | None:
    if (why := _unless_in_round(championship, event.round, event.contestant)) is not None:
        return why
    if event.round in championship.advanced:
        return _decided(event.round, championship.advanced[event.round])
    given = (event.round, event.contestant, event.by) in championship.scored
    return Refusal("scored_already", by=event.by, player=event.contestant, round=event.round) if given else None


def _find_drawn(championship: Championship, event: DrawnResultFound, _: ChampionshipTerms) -> str | None:
    if len(set(event.contestants)) < 2:
        return Refusal("drawn_alone")
    return _unless_all_in_round(championship, event.round, event.contestants)


def _set_exercise(championship: Championship, event: ExerciseSet, terms: ChampionshipTerms) -> ActRefusal | str | None:
    for number, known in championship.exercises.items():
        if known.wagers == event.wagers or (event.seed is not None and event.seed == known.seed):
            return ActRefusal(Refusal("exercise_repeated", exercise=number), terms.repeat_clause)
    if event.exercise in championship.exercises:
        return Refusal("exercise_set_already", exercise=event.exercise)
    if len(set(event.contestants)) < 2:
        return Refusal("exercise_for_one")
    why = _unless_undecided(championship, event.round) or _unless_all_go_on(championship, event.round, event.contestants)
    return why or _unless_answerable(event, terms)


def _unless_answerable(event: ExerciseSet, terms: ChampionshipTerms) -> ActRefusal | None:
    wheels, clause = terms.wheels
    if (event.wheel or SINGLE_ZERO) not in wheels:
        return ActRefusal(Refusal("exercise_on_other_wheel", exercise=event.exercise), clause)
    fault = next(impossible(event), None)
    if fault is None:
        return None
    return ActRefusal(Refusal("exercise_unanswerable", exercise=event.exercise, fault=fault), terms.exercise_clause)


def _answer(championship: Championship, event: ExerciseAnswered, _: ChampionshipTerms) -> str | None:
    known = championship.exercises.get(event.exercise)
    if known is None:
        return Refusal("exercise_unknown", exercise=event.exercise)
    if event.contestant not in known.contestants:
        return Refusal(
            "exercise_of_others", exercise=event.exercise, players=_names(known.contestants), player=event.contestant
        )
    if (event.exercise, event.contestant) in championship.answered:
        return Refusal("answered_already", player=event.contestant, exercise=event.exercise)
    if len(event.payouts) > len(known.wagers):
        return Refusal("payouts_too_many", exercise=event.exercise, wagers=len(known.wagers), payouts=len(event.payouts))
    return _unless_playing(championship, event.contestant)


def _advance(championship: Championship, event: ContestantsAdvanced, _: ChampionshipTerms) -> str | None:
    if (why := _unless_undecided(championship, event.round)) is not None:
        return why
    return _unless_all_go_on(championship, event.round, event.contestants)


def _list_prize(championship: Championship, event: PrizeListed, _: ChampionshipTerms) -> str | None:
    known = championship.prizes.get(event.place)
    return None if known is None else Refusal("prize_listed_already", prize=repr(known), place=event.place)


def _award(championship: Championship, event: PrizeAwarded, _: ChampionshipTerms) -> str | None:
    if event.place in championship.awarded:
        return Refusal("prize_given_already", place=event.place, player=championship.awarded[event.place])
    return _unless_ranked(championship, event.contestant)


def _amend(championship: Championship, event: RulesAmended, _: ChampionshipTerms) -> str | None:
    return Refusal("amendment_already", amendment=event.amendment) if event.amendment in championship.amendments else None


def _notify(championship: Championship, event: CasinoNotified, _: ChampionshipTerms) -> str | None:
    if event.amendment not in championship.amendments:
        return Refusal("amendment_unknown", amendment=event.amendment)
    if (event.amendment, event.casino) in championship.notified:
        return Refusal("casino_informed_already", casino=event.casino, amendment=event.amendment)
    return _unless_casino(championship, event.casino)


def _inform_team(championship: Championship, event: TeamInformed, _: ChampionshipTerms) -> str | None:
    if event.amendment is not None and event.amendment not in championship.amendments:
        return Refusal("amendment_unknown", amendment=event.amendment)
    return _unless_casino(championship, event.casino)


def _dispute(championship: Championship, event: DisputeOpened, _: ChampionshipTerms) -> str | None:
    if event.round is not None and event.round not in championship.rounds:
        return Refusal("round_not_scheduled", round=event.round)
    return Refusal("dispute_already", dispute=event.dispute) if event.dispute in championship.disputes else None


def _settle(championship: Championship, event: DisputeSettled, _: ChampionshipTerms) -> str | None:
    if event.dispute not in championship.disputes:
        return Refusal("dispute_unknown", dispute=event.dispute)
    if (event.clause is None) != (event.reading is None):
        return Refusal("reading_without_clause")
    return Refusal("dispute_settled_already", dispute=event.dispute) if event.dispute in championship.settled else None


# What several of them ask


def _names(persons: tuple[str, ...]) -> str:
    return ", ".join(persons)


def _unless_casino(championship: Championship, casino: str) -> str | None:
    return None if casino in championship.casinos else Refusal("casino_not_taking_part", casino=casino)


def _unless_entered(championship: Championship, contestant: str) -> str | None:
    return None if contestant in championship.entries else Refusal("contestant_unknown", player=contestant)


def _unless_ranked(championship: Championship, contestant: str) -> str | None:
    if contestant in championship.disqualified:
        return Refusal("disqualified", player=contestant)
    return _unless_entered(championship, contestant)


def _unless_playing(championship: Championship, contestant: str) -> str | None:
    if contestant in championship.withdrawn:
        return Refusal("withdrawn", player=contestant)
    return _unless_ranked(championship, contestant)


def _unless_in_round(championship: Championship, number: int, contestant: str) -> str | None:
    if number not in championship.rounds:
        return Refusal("round_not_scheduled", round=number)
    if contestant not in championship.rounds[number].contestants:
        return Refusal("not_in_round", player=contestant, round=number)
    return _unless_ranked(championship, contestant)


def _unless_all_in_round(championship: Championship, number: int, contestants: tuple[str, ...]) -> str | None:
    if len(set(contestants)) < len(contestants):
        return Refusal("contestant_twice")
    return next(filter(None, (_unless_in_round(championship, number, name) for name in contestants)), None)


def _unless_all_go_on(championship: Championship, number: int, contestants: tuple[str, ...]) -> str | None:
    why = _unless_all_in_round(championship, number, contestants)
    return why or next(filter(None, (_unless_playing(championship, name) for name in contestants)), None)


def _unless_undecided(championship: Championship, number: int) -> str | None:
    if number not in championship.rounds:
        return Refusal("round_not_scheduled", round=number)
    gone = championship.advanced.get(number)
    return None if gone is None else _decided(number, gone)


def _decided(number: int, gone: tuple[str, ...]) -> str:
    return Refusal("round_decided", round=number, players=_names(gone))


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
