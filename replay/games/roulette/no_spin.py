"""The spins of a round: which of them is valid, what made the others no spin, and what nobody announced."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ledger.events.play import BetsClosed
from ledger.events.wheel import (
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
from replay.games.roulette import parameters
from replay.judging.composition import breach
from replay.judging.finding import Finding, cited
from replay.rulebooks.rules import Rules
from replay.table_day.round import Round, Told


@dataclass(frozen=True, slots=True)
class Attempt:
    """One spin of a round, from the ball's launch to its rest or to the next launch."""

    spun: Told | None = None
    ball: Direction | None = None
    wheel: Direction | None = None
    total: int | None = None
    after_call: int | None = None
    disturbed: tuple[tuple[Ground, Told], ...] = ()
    stopped: Told | None = None
    """The dealer's word "no spin"."""
    rest: Told | None = None
    pocket: str = ""
    other_pocket: str = ""
    """Where the same account says that the ball rested besides."""
    removed: bool = False
    """Whether the dealer took the ball out of the wheel, before its rest or after it."""
    last: Told | None = None

    @property
    def stopped_late(self) -> bool:
        """Whether "no spin" was called only after the ball had come to rest."""
        return self.stopped is not None and self.rest is not None and self.stopped.index > self.rest.index

    @property
    def first(self) -> Told:
        """Where it is found that something was wrong with it."""
        told = self.spun or self.rest or self.stopped or self.last
        assert told is not None
        return told


def attempts(one: Round) -> tuple[Attempt, ...]:
    """The spins of a round, in order."""
    found: list[Attempt] = []
    now: Attempt | None = None
    for told in one.told:
        if isinstance(told.event, BallSpun):
            found += [now] if now is not None and now.spun is not None else []
            begun = now if now is not None and now.spun is None else Attempt()
            now = replace(begun, spun=told, ball=told.event.ball, wheel=told.event.wheel, last=told)
        else:
            now = _with(now, told)
    return tuple(found) if now is None else (*found, now)


def _with(now: Attempt | None, told: Told) -> Attempt | None:
    spin = now or Attempt()
    match told.event:
        case RevolutionsCounted() as counted:
            return replace(spin, total=counted.total, after_call=counted.after_call, last=told)
        case SpinDisturbed() as disturbed:
            return replace(spin, disturbed=(*spin.disturbed, (disturbed.what, told)), last=told)
        case BallRemoved() | WheelReported(warning="ball_removed"):
            return replace(spin, removed=True)
        case WheelReported(warning="wrong_ball_direction"):
            return replace(spin, disturbed=(*spin.disturbed, ("with_the_wheel", told)), last=told)
        case NoSpinCalled() if spin.stopped is None:
            return replace(spin, stopped=told, last=told)
        case BallRested(pocket=pocket) if spin.rest is None:
            return replace(spin, rest=told, pocket=pocket, last=told)
        case BallRested(pocket=pocket) if pocket != spin.pocket:
            return replace(spin, other_pocket=pocket)
    return now


def is_ground(what: Ground, rules: Rules) -> bool:
    """Whether this makes a spin no spin in the house."""
    keys = {
        "with_the_wheel": parameters.WITH_THE_WHEEL,
        "too_few_revolutions": parameters.TOO_FEW,
        "foreign_object": parameters.FOREIGN,
        "no_compartment": parameters.NO_COMPARTMENT,
        "left_the_wheel": parameters.LEFT,
        "interference": parameters.INTERFERENCE,
    }
    return what in keys and rules.value(keys[what])


def grounds(spin: Attempt, rules: Rules) -> Iterator[tuple[Ground, Told]]:
    """What occurred that makes the spin no spin, whether or not anybody announced it."""
    seen = dict(reversed(spin.disturbed))
    if spin.ball is not None and spin.ball == spin.wheel and rules.value(parameters.AGAINST):
        seen.setdefault("with_the_wheel", spin.first)
    if spin.total is not None and spin.rest is not None and spin.total < rules.value(parameters.LEAST_REVOLUTIONS):
        seen.setdefault("too_few_revolutions", spin.first)
    for what, told in seen.items():
        if is_ground(what, rules):
            yield what, told


def too_few_after_call(spin: Attempt, rules: Rules) -> bool:
    """Whether the ball fell too soon after "no more bets"."""
    return spin.after_call is not None and spin.after_call < rules.value(parameters.AFTER_CALL)


def counted(spins: Sequence[Attempt], rules: Rules) -> Attempt | None:
    """The first spin that is valid and came to its end, under the readings that hold."""
    return next((spin for spin in spins if _valid(spin, rules)), None)


def _valid(spin: Attempt, rules: Rules) -> bool:
    if spin.stopped is not None:
        late = spin.stopped_late
        if rules.value(parameters.NO_SPIN) == "invalid" and not late:
            return False
        return not late or rules.depends(parameters.AFTER_REST, lambda then: then == "too_late")
    if spin.rest is None:
        return False
    stands = True
    if any(grounds(spin, rules)):
        stands = rules.depends(parameters.UNANNOUNCED, lambda then: then == "stands")
    if too_few_after_call(spin, rules):
        stands &= rules.depends(parameters.TOO_FEW_AFTER, lambda then: then == "stands")
    return stands


_UNANNOUNCED = {
    "with_the_wheel": "ran_with_the_wheel",
    "too_few_revolutions": "too_few_revolutions",
    "foreign_object": "foreign_object_not_called",
    "no_compartment": "no_compartment_not_called",
    "left_the_wheel": "ball_left_not_called",
    "interference": "interference_not_called",
}


_LEFT_IN = {
    "with_the_wheel": "with_the_wheel_left_in",
    "too_few_revolutions": "too_few_left_in",
    "foreign_object": "foreign_object_left_in",
}
"""Grounds upon which the dealer also tries to take the ball out before it rests."""


def findings(one: Round, spins: Sequence[Attempt], settled_by: Attempt | None, rules: Rules) -> Iterator[Finding]:
    """What was wrong with the spins."""
    for spin in spins:
        if spin.stopped is None:
            yield from _not_announced(spin, rules)
        elif spin.stopped_late:
            yield from breach(rules, "no_spin_too_late", spin.stopped.position, {"pocket": spin.pocket})
        else:
            yield from _left_in(spin.stopped, spin, rules)
        if too_few_after_call(spin, rules) and (spin.stopped is None or spin.stopped_late):
            told: dict[str, str | int] = {"number": spin.after_call or 0, "least": rules.value(parameters.AFTER_CALL)}
            yield from breach(rules, "too_few_after_call", _call(one, spin).position, told)
        if spin.other_pocket and spin.rest is not None:
            both = {"one": spin.pocket, "other": spin.other_pocket}
            clause = rules.conduct("two_pockets")
            yield Finding("two_pockets", (clause,) if clause else (), spin.rest.position, both)
    last = spins[-1] if spins else None
    if one.closed and settled_by is None and last is not None and last.stopped is not None:
        yield from breach(rules, "not_spun_again", last.stopped.position, {})


def _left_in(stopped: Told, spin: Attempt, rules: Rules) -> Iterator[Finding]:
    """A no spin in which the ball came to rest, and nobody tried to take it out."""
    kind = _LEFT_IN.get(stopped.event.ground) if isinstance(stopped.event, NoSpinCalled) else None
    if kind is not None and spin.rest is not None and not spin.removed:
        yield from breach(rules, kind, spin.rest.position, {"pocket": spin.pocket})


def _not_announced(spin: Attempt, rules: Rules) -> Iterator[Finding]:
    """A ground for a no spin that nobody announced: it rests on the rule of the spin and on that of the ground."""
    with rules.scope():
        occurred, least = list(grounds(spin, rules)), rules.value(parameters.LEAST_REVOLUTIONS)
    for what, told in occurred:
        clause = rules.conduct(_UNANNOUNCED[what])
        with rules.scope() as cites:
            is_ground(what, rules)
        if clause is not None:
            about = {"number": "too few" if spin.total is None else spin.total, "least": least}
            yield Finding(_UNANNOUNCED[what], cited({clause, *cites}), told.position, about)


def _call(one: Round, spin: Attempt) -> Told:
    """The last call "no more bets" before the ball rested."""
    until = spin.rest.index if spin.rest is not None else spin.first.index
    calls = [told for told in one.told if isinstance(told.event, BetsClosed) and told.index < until]
    return calls[-1] if calls else spin.first


def previous_pocket(one: Round) -> str | None:
    """The winning compartment before this round: where the ball last rested without a no spin, as far as is on record."""
    earlier = one.previous
    while earlier is not None:
        rested = [spin.pocket for spin in attempts(earlier) if spin.rest is not None and spin.stopped is None]
        if rested:
            return rested[-1]
        earlier = earlier.previous
    return None
