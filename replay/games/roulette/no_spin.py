"""The spins of a round: which of them is valid, what made the others no spin, and what nobody announced."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from ledger.events.play import BetsClosed
from ledger.events.wheel import (
    BallExamined,
    BallRemoved,
    BallRested,
    BallSpun,
    Direction,
    Ground,
    NoSpinCalled,
    RevolutionsCounted,
    SpinDisturbed,
    WheelReported,
)
from ledger.values.message import Term
from replay.games.roulette import parameters
from replay.judging.composition import breach
from replay.judging.finding import Absence, Finding, Phase, declare, sorted_clauses
from replay.judging.house_acts import is_dealers_act, person_text
from replay.rulebooks.parameter import Parameter
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round, RoundEntry

declare(
    __name__,
    Phase.WHEEL,
    "record",
    {
        "two_pockets": "The same account has the ball resting in {one} and in {other}; a person must examine it.",
    },
)
declare(
    __name__,
    Phase.WHEEL,
    "dealing",
    {
        "ran_with_the_wheel": "The ball was spun in the direction of the wheel, and no spin was not called.",
        "too_few_revolutions": "The ball made {number} {number:revolution|revolutions} where at least {least} are "
        "required, and no spin was not called.",
        "foreign_object_not_called": "A foreign object entered the wheel, and no spin was not called.",
        "no_compartment_not_called": "The ball fell into no compartment, and no spin was not called.",
        "ball_left_not_called": "The ball left the wheel, and no spin was not called.",
        "interference_not_called": "Somebody interfered with the ball or the wheel, and no spin was not called.",
        "no_spin_too_late": 'The dealer called "no spin" only after the ball had come to rest in {pocket}.',
        "with_the_wheel_left_in": "A no spin was called because the ball ran with the wheel; it came to rest in"
        " {pocket}, and no attempt to take it out is on record.",
        "too_few_left_in": "A no spin was called because the ball would not make its revolutions; it came to "
        "rest in {pocket}, and no attempt to take it out is on record.",
        "foreign_object_left_in": "A no spin was called because of a foreign object; the ball came to rest in "
        "{pocket}, and no attempt to take it out is on record.",
        "no_spin_without_ground": 'The dealer called "no spin" on the ground “{ground}”, which the house does not have.',
        "ball_examined_by_another": "The ball was examined by {by}; the dealer is to examine it.",
        "not_spun_again": "After the no spin the ball was not spun again before the round was closed.",
        "too_few_after_call": 'The ball made {number} {number:revolution|revolutions} after "no more bets"; at '
        "least {least} are required.",
    },
    {
        "ran_with_the_wheel": Absence((NoSpinCalled,)),
        "too_few_revolutions": Absence((NoSpinCalled,)),
        "foreign_object_not_called": Absence((NoSpinCalled,)),
        "no_compartment_not_called": Absence((NoSpinCalled,)),
        "ball_left_not_called": Absence((NoSpinCalled,)),
        "interference_not_called": Absence((NoSpinCalled,)),
        "with_the_wheel_left_in": Absence((BallRemoved,)),
        "too_few_left_in": Absence((BallRemoved,)),
        "foreign_object_left_in": Absence((BallRemoved,)),
        "not_spun_again": Absence((BallSpun,), "after"),
    },
    holds_anyhow=("no_spin_without_ground", "ball_examined_by_another"),
)
declare(
    __name__,
    Phase.WHEEL,
    "players",
    {
        "no_spin_by_another": 'The words "no spin" came from {by}: only the dealer makes a spin no spin by them.',
    },
    holds_anyhow=("no_spin_by_another",),
)


class SpinAttempt(NamedTuple):
    """One spin of a round, from the ball's launch to its rest or to the next launch."""

    launch: RoundEntry | None = None
    ball_direction: Direction | None = None
    wheel_direction: Direction | None = None
    revolutions: int | None = None
    revolutions_after_call: int | None = None
    disturbances: tuple[tuple[Ground, RoundEntry], ...] = ()
    no_spin_call: RoundEntry | None = None
    """The dealer's word "no spin"."""
    rest: RoundEntry | None = None
    pocket: str = ""
    other_pocket: str = ""
    """Where the same account says that the ball rested besides."""
    is_ball_removed: bool = False
    """Whether the dealer took the ball out of the wheel, before its rest or after it."""
    last_entry: RoundEntry | None = None

    @property
    def is_called_late(self) -> bool:
        """Whether "no spin" was called only after the ball had come to rest."""
        return self.no_spin_call is not None and self.rest is not None and self.no_spin_call.index > self.rest.index

    @property
    def first_entry(self) -> RoundEntry:
        """Where it is found that something was wrong with it."""
        round_entry = self.launch or self.rest or self.no_spin_call or self.last_entry
        assert round_entry is not None
        return round_entry


def spin_attempts(round_: Round) -> tuple[SpinAttempt, ...]:
    """The spins of a round, in order."""
    found: list[SpinAttempt] = []
    now: SpinAttempt | None = None
    for round_entry in round_.entries:
        event = round_entry.event
        if type(event) is BallSpun:
            is_under_way = now is not None and (now.launch or now.no_spin_call or now.rest) is not None
            found += [now] if now is not None and is_under_way else []
            begun = SpinAttempt() if now is None or is_under_way else now
            now = begun._replace(
                launch=round_entry, ball_direction=event.ball, wheel_direction=event.wheel, last_entry=round_entry
            )
        elif type(event) in _SPIN_EVENTS and not is_word_of_another(round_entry, round_):
            now = _after_entry(now, round_entry)
    return tuple(found) if now is None else (*found, now)


def is_word_of_another(round_entry: RoundEntry, round_: Round) -> bool:
    """Return whether somebody called "no spin" who is not the dealer: that is no word on a spin."""
    return isinstance(round_entry.event, NoSpinCalled) and not is_dealers_act(round_entry.event.by, round_)


_SPIN_EVENTS: Final = frozenset({RevolutionsCounted, SpinDisturbed, BallRemoved, WheelReported, NoSpinCalled, BallRested})
"""Events besides its launch that tell of a spin."""


def _after_entry(current: SpinAttempt | None, round_entry: RoundEntry) -> SpinAttempt | None:
    spin = current or SpinAttempt()
    match round_entry.event:
        case RevolutionsCounted() as counted:
            return spin._replace(
                revolutions=counted.total, revolutions_after_call=counted.after_call, last_entry=round_entry
            )
        case SpinDisturbed() as disturbed:
            return spin._replace(disturbances=(*spin.disturbances, (disturbed.what, round_entry)), last_entry=round_entry)
        case BallRemoved() | WheelReported(warning="ball_removed"):
            return spin._replace(is_ball_removed=True, last_entry=spin.last_entry or round_entry)
        case WheelReported(warning="wrong_ball_direction"):
            return spin._replace(disturbances=(*spin.disturbances, ("with_the_wheel", round_entry)), last_entry=round_entry)
        case NoSpinCalled() if spin.no_spin_call is None:
            return spin._replace(no_spin_call=round_entry, last_entry=round_entry)
        case BallRested(pocket=pocket) if spin.rest is None:
            return spin._replace(rest=round_entry, pocket=pocket, last_entry=round_entry)
        case BallRested(pocket=pocket) if pocket != spin.pocket:
            return spin._replace(other_pocket=pocket)
    return current


_GROUND_PARAMETERS: Final[Mapping[Ground, Parameter[bool]]] = {
    "with_the_wheel": parameters.WITH_THE_WHEEL,
    "too_few_revolutions": parameters.TOO_FEW_REVOLUTIONS,
    "foreign_object": parameters.FOREIGN_OBJECT,
    "no_compartment": parameters.NO_COMPARTMENT,
    "left_the_wheel": parameters.LEFT_THE_WHEEL,
    "interference": parameters.INTERFERENCE,
}


def is_ground(ground: Ground, rules: Rules) -> bool:
    """Whether this makes a spin no spin in the house."""
    return ground in _GROUND_PARAMETERS and rules.value(_GROUND_PARAMETERS[ground])


def no_spin_grounds(spin: SpinAttempt, rules: Rules) -> Iterator[tuple[Ground, RoundEntry]]:
    """What occurred that makes the spin no spin, whether or not anybody announced it."""
    seen = dict(reversed(spin.disturbances))
    if (
        spin.ball_direction is not None
        and spin.ball_direction == spin.wheel_direction
        and rules.value(parameters.AGAINST_THE_WHEEL)
    ):
        seen.setdefault("with_the_wheel", spin.first_entry)
    if (
        spin.revolutions is not None
        and spin.rest is not None
        and spin.revolutions < rules.value(parameters.LEAST_REVOLUTIONS)
    ):
        seen.setdefault("too_few_revolutions", spin.first_entry)
    for what, round_entry in seen.items():
        if is_ground(what, rules):
            yield what, round_entry


def is_too_few_after_call(spin: SpinAttempt, rules: Rules) -> bool:
    """Whether the ball fell too soon after "no more bets"."""
    return spin.revolutions_after_call is not None and spin.revolutions_after_call < rules.value(
        parameters.REVOLUTIONS_AFTER_CALL
    )


def counted_spin(spins: Sequence[SpinAttempt], rules: Rules) -> SpinAttempt | None:
    """The first spin that is valid and came to its end, under the readings that hold."""
    return next((spin for spin in spins if _is_valid(spin, rules)), None)


def _is_valid(spin: SpinAttempt, rules: Rules) -> bool:
    if spin.no_spin_call is not None:
        late = spin.is_called_late
        if rules.value(parameters.NO_SPIN) == "invalid" and not late:
            return False
        return not late or rules.evaluate(parameters.AFTER_REST, lambda then: then == "too_late")
    if spin.rest is None:
        return False
    stands = True
    if any(no_spin_grounds(spin, rules)):
        stands = rules.evaluate(parameters.UNANNOUNCED, lambda then: then == "stands")
    if is_too_few_after_call(spin, rules):
        stands &= rules.evaluate(parameters.TOO_FEW_AFTER_CALL, lambda then: then == "stands")
    return stands


_UNANNOUNCED_KINDS = {
    "with_the_wheel": "ran_with_the_wheel",
    "too_few_revolutions": "too_few_revolutions",
    "foreign_object": "foreign_object_not_called",
    "no_compartment": "no_compartment_not_called",
    "left_the_wheel": "ball_left_not_called",
    "interference": "interference_not_called",
}


_LEFT_IN_KINDS = {
    "with_the_wheel": "with_the_wheel_left_in",
    "too_few_revolutions": "too_few_left_in",
    "foreign_object": "foreign_object_left_in",
}
"""Grounds upon which the dealer also tries to take the ball out before it rests."""


def acts_of_others(round_: Round, rules: Rules) -> Iterator[Finding]:
    """What is the dealer's to say or to do, and was said or done by somebody else: it has no effect."""
    for round_entry, call in round_.entries_of(NoSpinCalled):
        if is_word_of_another(round_entry, round_):
            clause, by = rules.clause_of_value(parameters.NO_SPIN), person_text(call.by)
            yield Finding("no_spin_by_another", (clause,), round_entry.position, {"by": by})
    for round_entry, examined in round_.entries_of(BallExamined):
        if not is_dealers_act(examined.by, round_) and rules.value_uncited(parameters.BALL_IS_EXAMINED):
            clause, by = rules.clause_of_value(parameters.BALL_IS_EXAMINED), person_text(examined.by)
            yield Finding("ball_examined_by_another", (clause,), round_entry.position, {"by": by})


def spin_findings(
    round_: Round, spins: Sequence[SpinAttempt], counted_attempt: SpinAttempt | None, rules: Rules
) -> Iterator[Finding]:
    """What was wrong with the spins."""
    yield from acts_of_others(round_, rules)
    for spin in spins:
        if spin.no_spin_call is None:
            yield from _unannounced_findings(spin, rules)
        elif spin.is_called_late:
            yield from breach(rules, "no_spin_too_late", spin.no_spin_call.position, {"pocket": spin.pocket})
        else:
            yield from _left_in_findings(spin, rules)
        if spin.no_spin_call is not None:
            yield from _groundless_findings(spin.no_spin_call, rules)
        if is_too_few_after_call(spin, rules) and (spin.no_spin_call is None or spin.is_called_late):
            particulars: dict[str, str | int] = {
                "number": spin.revolutions_after_call or 0,
                "least": rules.value(parameters.REVOLUTIONS_AFTER_CALL),
            }
            yield from breach(rules, "too_few_after_call", _closing_call(round_, spin).position, particulars)
        if spin.other_pocket and spin.rest is not None:
            both = {"one": spin.pocket, "other": spin.other_pocket}
            clause = rules.clause_of("two_pockets")
            yield Finding("two_pockets", (clause,) if clause else (), spin.rest.position, both)
    last = spins[-1] if spins else None
    if round_.is_over and counted_attempt is None and last is not None and last.no_spin_call is not None:
        yield from breach(rules, "not_spun_again", last.no_spin_call.position, {})


def _left_in_findings(spin: SpinAttempt, rules: Rules) -> Iterator[Finding]:
    """A no spin in which the ball came to rest, and nobody tried to take it out."""
    if spin.rest is None or spin.is_ball_removed:
        return
    for kind in dict.fromkeys(
        _LEFT_IN_KINDS[ground] for ground in stopping_grounds(spin, rules) if ground in _LEFT_IN_KINDS
    ):
        yield from breach(rules, kind, spin.rest.position, {"pocket": spin.pocket})


def stopping_grounds(spin: SpinAttempt, rules: Rules) -> Sequence[Ground]:
    """What happened in a spin that was called no spin; what the dealer called it, where nothing else is on record."""
    with rules.scope():
        occurred = [ground for ground, _ in no_spin_grounds(spin, rules)]
    call = spin.no_spin_call.event if spin.no_spin_call is not None else None
    return occurred or ([call.ground] if isinstance(call, NoSpinCalled) else [])


def _groundless_findings(no_spin_call: RoundEntry, rules: Rules) -> Iterator[Finding]:
    """A no spin on a ground that the house's rules do not have."""
    ground = no_spin_call.event.ground if isinstance(no_spin_call.event, NoSpinCalled) else "other"
    if ground not in _GROUND_PARAMETERS or rules.value_uncited(_GROUND_PARAMETERS[ground]):
        return
    with rules.scope() as cites:
        is_ground(ground, rules)
    yield Finding("no_spin_without_ground", sorted_clauses(cites), no_spin_call.position, {"ground": Term(ground)})


def _unannounced_findings(spin: SpinAttempt, rules: Rules) -> Iterator[Finding]:
    """A ground for a no spin that nobody announced: it rests on the rule of the spin and on that of the ground."""
    with rules.scope():
        occurred, least = list(no_spin_grounds(spin, rules)), rules.value(parameters.LEAST_REVOLUTIONS)
    for what, round_entry in occurred:
        clause = rules.clause_of(_UNANNOUNCED_KINDS[what])
        with rules.scope() as cites:
            is_ground(what, rules)
        if clause is not None:
            about = {"number": Term("too few") if spin.revolutions is None else spin.revolutions, "least": least}
            yield Finding(_UNANNOUNCED_KINDS[what], sorted_clauses({clause, *cites}), round_entry.position, about)


def _closing_call(round_: Round, spin: SpinAttempt) -> RoundEntry:
    """The last call "no more bets" before the ball rested."""
    until = spin.rest.index if spin.rest is not None else spin.first_entry.index
    calls = [
        round_entry
        for round_entry in round_.entries
        if isinstance(round_entry.event, BetsClosed) and round_entry.index < until
    ]
    return calls[-1] if calls else spin.first_entry


def previous_pocket(round_: Round) -> str | None:
    """The winning compartment before this round: where the ball last rested without a no spin, as far as is on record."""
    earlier = round_.previous
    while earlier is not None:
        rested = [spin.pocket for spin in spin_attempts(earlier) if spin.rest is not None and spin.no_spin_call is None]
        if rested:
            return rested[-1]
        earlier = earlier.previous
    return None
