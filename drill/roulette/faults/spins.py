"""What goes wrong with the ball, the wheel and the dealer's calls. Each is put into a round, or says that it cannot be."""

from collections.abc import Callable
from typing import Any, Final, get_args

from drill.roulette.deal import LAYOUT, Floor, paying
from drill.roulette.expected_money import chips_of, clause_of, due
from drill.roulette.scenario import Script, Tried
from ledger.events import Event
from ledger.events.play import Announced, BetsClosed, RoundOpened
from ledger.events.wheel import (
    BallExamined,
    BallRemoved,
    BallRested,
    BallReturned,
    BallSpun,
    DeviceWarning,
    DisplayShown,
    DollyPlaced,
    Ground,
    NoSpinCalled,
    RevolutionsCounted,
    SpinDisturbed,
    WheelReported,
)
from replay.games.roulette import parameters

Fault = Callable[[Script, Floor], bool]
GROUNDS: Final[tuple[Ground, ...]] = (
    "with_the_wheel",
    "too_few_revolutions",
    "foreign_object",
    "no_compartment",
    "left_the_wheel",
    "interference",
)
IN_PLACE: Final[tuple[Ground, ...]] = tuple(ground for ground in GROUNDS if ground != "left_the_wheel")
"""Grounds after which the ball need not be brought back first."""

_FINDINGS: Final = {
    "with_the_wheel": "ran_with_the_wheel",
    "too_few_revolutions": "too_few_revolutions",
    "foreign_object": "foreign_object_not_called",
    "no_compartment": "no_compartment_not_called",
    "left_the_wheel": "ball_left_not_called",
    "interference": "interference_not_called",
}


_LEFT_IN: Final = {
    "with_the_wheel": "with_the_wheel_left_in",
    "too_few_revolutions": "too_few_left_in",
    "foreign_object": "foreign_object_left_in",
}


def last(line: list[Event], kind: type[Event]) -> int:
    """Where the last event of a kind is."""
    return max(at for at, event in enumerate(line) if isinstance(event, kind))


def _one(line: list[Event], kind: type[Event]) -> bool:
    return sum(isinstance(event, kind) for event in line) == 1


def nothing(script: Script, floor: Floor) -> bool:  # noqa: ARG001 - of the faults' form
    """What leaves the record as it is."""
    return True


def wrong_wheel(script: Script, floor: Floor) -> bool:
    """Two numbers have changed places in the wheel, so that two of one colour lie side by side."""
    wheel = list(LAYOUT.wheel)
    at = floor.rng.randrange(1, len(wheel) - 2)
    wheel[at], wheel[at + 1] = wheel[at + 1], wheel[at]
    script.wheel = tuple(wheel)
    for one in script.wagers:
        one.chips = chips_of(one.event, script.wheel, floor.edition)
    script.want("wrong_wheel")
    return True


def another_incident(script: Script, floor: Floor) -> bool:  # noqa: ARG001 - of the faults' form
    """Something happens by the wheel that is no ground for a no spin."""
    script.line.insert(last(script.line, BetsClosed) + 1, SpinDisturbed(what="other"))
    return True


def not_announced(ground: Ground) -> Fault:
    """A ground for a no spin occurs, and nobody calls it."""

    def put(script: Script, floor: Floor) -> bool:
        line, rng = script.line, floor.rng
        after = last(line, BetsClosed) + 1
        if ground == "with_the_wheel":
            at = last(line, BallSpun)
            spun = line[at]
            assert isinstance(spun, BallSpun)
            if rng.randrange(2):
                line[at] = spun.model_copy(update={"ball": spun.wheel})
            else:
                at = after
                line.insert(after, WheelReported(warning="wrong_ball_direction"))
                script.want("wheel_warned", line[at])
        elif ground == "too_few_revolutions":
            at = last(line, BallSpun)
            line.insert(after, RevolutionsCounted(total=rng.randint(4, 6), after_call=rng.choice((None, 3))))
        else:
            at = after
            line.insert(after, SpinDisturbed(what=ground))
        script.spins[-1].ground = True
        script.want(_FINDINGS[ground], line[at])
        script.questions.add(clause_of(parameters.UNANNOUNCED, floor.edition))
        return True

    return put


def announced_late(script: Script, floor: Floor) -> bool:
    """The call "no spin" comes when the ball has come to rest; then it is spun again, or not."""
    rng = floor.rng
    rested = last(script.line, BallRested)
    script.line[rested + 1 :] = [NoSpinCalled(ground=rng.choice(IN_PLACE))]
    script.spins[-1].stopped = "late"
    if rng.randrange(3):
        won = rng.choice(LAYOUT.wheel)
        again = [BallSpun(ball="cw", wheel="ccw"), BetsClosed(), BallRested(pocket=won), Announced(result=won)]
        script.line += [BallReturned(pocket=script.previous), *again, DollyPlaced(pocket=won)]
        script.spins.append(Tried(won))
    script.wanted.add("no_spin_too_late")
    script.questions.add(clause_of(parameters.AFTER_REST, floor.edition))
    return True


def invalid_spin_paid(script: Script, floor: Floor) -> bool:
    """The ball comes to rest after the call "no spin", and the dealer settles by it."""
    rng, edition = floor.rng, floor.edition
    stopped = last(script.line, NoSpinCalled)
    pocket = rng.choice(LAYOUT.wheel)
    amounts = {one.event.wager: due(one, pocket, edition, {}) or 0 for one in script.wagers}
    if all(amounts[one.event.wager] == one.event.stake_minor for one in script.wagers):
        return False
    rested = BallRested(pocket=pocket)
    paid = [rested, *paying(script, pocket, amounts, edition)]
    called = script.line[stopped]
    if isinstance(called, NoSpinCalled) and called.ground in _LEFT_IN:
        if rng.randrange(2):
            script.line.insert(stopped + 1, BallRemoved())
            stopped += 1
        else:
            script.want(_LEFT_IN[called.ground], rested)
    respun = script.line[stopped + 1 :] if rng.randrange(3) == 0 else []
    script.line[stopped + 1 :] = [*paid, *respun]
    if not respun:
        script.spins.pop()
        script.closed = rng.randrange(4) > 0
    script.paid_on_no_spin = True
    script.wanted.add("paid_on_no_spin")
    script.questions.add(clause_of(parameters.ONCE_PAID, edition))
    return True


def few_after_call(script: Script, floor: Floor) -> bool:
    """Fewer than three revolutions follow the call."""
    counted = RevolutionsCounted(total=floor.rng.randint(7, 12), after_call=floor.rng.randrange(3))
    called = last(script.line, BetsClosed)
    script.line.insert(called + 1, counted)
    script.spins[-1].few_after_call = True
    script.want("too_few_after_call", script.line[called])
    script.questions.add(clause_of(parameters.TOO_FEW_AFTER_CALL, floor.edition))
    return True


def _without(kind: type[Event], finding: str) -> Fault:
    def put(script: Script, floor: Floor) -> bool:  # noqa: ARG001 - of the faults' form
        script.line.pop(last(script.line, kind))
        script.wanted.add(finding)
        return True

    return put


def ball_to_wrong_pocket(script: Script, floor: Floor) -> bool:
    """The ball goes back into another compartment than the last that won."""
    if not script.known:
        return False
    others = [pocket for pocket in LAYOUT.wheel if pocket != script.previous]
    script.line[last(script.line, BallReturned)] = BallReturned(pocket=floor.rng.choice(others))
    script.wanted.add("ball_to_wrong_pocket")
    return True


def spun_again(script: Script, floor: Floor) -> bool:
    """The ball is spun a second time, though nobody called a no spin: before its rest, or after it."""
    line = script.line
    times = floor.rng.choice((1, 1, 2))
    again = [event for _ in range(times) for event in (BallSpun(ball="cw", wheel="ccw"), BetsClosed())]
    if floor.rng.randrange(2):
        at = last(line, BallRested)
        line[at:at] = again
        script.spins[-1:-1] = [Tried() for _ in range(times)]
    else:
        won = floor.rng.choice(LAYOUT.wheel)
        line += [*again, BallRested(pocket=won)]
        script.spins += [*(Tried() for _ in range(times - 1)), Tried(won)]
    script.wanted.add("spun_again")
    return True


def _called(where: str) -> Fault:
    def put(script: Script, floor: Floor) -> bool:  # noqa: ARG001 - of the faults' form
        line = script.line
        if not _one(line, BetsClosed):
            return False
        called = line.pop(last(line, BetsClosed))
        if where == "before_spin":
            line.insert(last(line, BallSpun), called)
        elif where == "after_rest":
            line.insert(last(line, BallRested) + 1, called)
        script.wanted.add("not_called" if where == "never" else f"called_{where}")
        return True

    return put


def no_hand_motion(script: Script, floor: Floor) -> bool:  # noqa: ARG001 - of the faults' form
    """No motion of the hand goes with the call."""
    script.line[last(script.line, BetsClosed)] = called = BetsClosed(motion=False)
    script.want("no_hand_motion", called)
    return True


def opened_late(script: Script, floor: Floor) -> bool:  # noqa: ARG001 - of the faults' form
    """The call "place your bets" comes when the ball runs already."""
    first, opened = next(at for at, event in enumerate(script.line) if isinstance(event, BallSpun)), RoundOpened()
    script.line[: first + 1] = [script.line[first], opened]
    script.wanted.add("opened_late")
    return True


def two_pockets(script: Script, floor: Floor) -> bool:
    """The record has the ball at rest in two compartments."""
    at = last(script.line, BallRested)
    rested = script.line[at]
    assert isinstance(rested, BallRested)
    other = floor.rng.choice([pocket for pocket in LAYOUT.wheel if pocket != rested.pocket])
    script.line.insert(at + 1, BallRested(pocket=other))
    script.two_pockets = True
    script.wanted.add("two_pockets")
    return True


def device_warned(script: Script, floor: Floor) -> bool:
    """The wheel's own device has a doubt about the spin."""
    warnings = [one for one in get_args(DeviceWarning) if one != "wrong_ball_direction"]
    said: Any = floor.rng.choice(warnings)
    reported = WheelReported(warning=said)
    script.line.insert(last(script.line, BetsClosed) + 1, reported)
    script.want("wheel_contradicts" if said == "winning_line_contradicts" else "wheel_warned", reported)
    return True


def second_number(script: Script, floor: Floor) -> bool:
    """The wheel's own device names another number besides the one that won."""
    said: Any = floor.rng.choice(("winning_line_contradicts", "winning_line_doubled"))
    reported = WheelReported(warning=said, pocket=_other(script, floor))
    script.line.insert(last(script.line, BallRested) + 1, reported)
    script.want("wheel_contradicts", reported)
    return True


# The number


def _other(script: Script, floor: Floor) -> str:
    return floor.rng.choice([pocket for pocket in LAYOUT.wheel if pocket != script.spins[-1].pocket])


def wrong_call(script: Script, floor: Floor) -> bool:
    """The dealer announces another number than the compartment."""
    script.line[last(script.line, Announced)] = said = Announced(result=_other(script, floor))
    script.want("wrong_number_called", said)
    return True


def wrong_dolly(script: Script, floor: Floor) -> bool:
    """The dolly stands on another number, and now and then it is paid by."""
    other = _other(script, floor)
    script.line[last(script.line, DollyPlaced)] = dolly = DollyPlaced(pocket=other)
    script.paid_by = other if floor.rng.randrange(2) else None
    script.want("wrong_dolly", dolly)
    return True


def wrong_display(script: Script, floor: Floor) -> bool:
    """The display shows another number than the dolly marks."""
    script.line.append(shown := DisplayShown(pocket=_other(script, floor)))
    script.want("wrong_display", shown)
    return True


def _corrected(kind: type[Announced] | type[DollyPlaced], finding: str) -> Fault:
    """Another number is given first, or two others one after the other, and then the right one."""

    def put(script: Script, floor: Floor) -> bool:
        at = last(script.line, kind)
        wrong = floor.rng.sample([p for p in LAYOUT.wheel if p != script.spins[-1].pocket], floor.rng.choice((1, 1, 2)))
        given = [_sign(kind, pocket) for pocket in wrong]
        script.line[at:at] = given
        for one in given:
            script.want(finding, one)
        return True

    return put


def _sign(kind: type[Announced] | type[DollyPlaced], pocket: str) -> Event:
    return Announced(result=pocket) if kind is Announced else DollyPlaced(pocket=pocket)


def _too_soon(kind: type[Announced] | type[DollyPlaced], finding: str, wrong: str) -> Fault:
    """The number is given before the ball rests, and now and then it is another one."""

    def put(script: Script, floor: Floor) -> bool:
        won = script.spins[-1].pocket or ""
        guessed = _other(script, floor) if not floor.rng.randrange(3) else won
        given = _sign(kind, guessed)
        script.line.pop(last(script.line, kind))
        script.line.insert(last(script.line, BallRested), given)
        script.want(finding, given)
        if guessed != won:
            script.want(wrong, given)
        return True

    return put


def _left_out(kind: type[Event], finding: str) -> Fault:
    """The number is not announced, or not marked."""

    def put(script: Script, floor: Floor) -> bool:  # noqa: ARG001 - of the faults' form
        script.line.pop(last(script.line, kind))
        script.want(finding, script.line[last(script.line, BallRested)])
        return True

    return put


def no_respin(script: Script, floor: Floor) -> bool:
    """After the no spin the round is closed, or is left as it is; the ball is not spun again."""
    del script.line[last(script.line, NoSpinCalled) + 1 :]
    script.spins.pop()
    script.closed = floor.rng.randrange(5) > 0
    if not script.closed:
        script.lawful.add("no_respin")
    return True


NUMBER_FAULTS: Final[dict[str, Fault]] = {
    "wrong_number_called": wrong_call,
    "dolly_on_another_number": wrong_dolly,
    "display_on_another_number": wrong_display,
    "call_corrected": _corrected(Announced, "call_corrected"),
    "dolly_corrected": _corrected(DollyPlaced, "dolly_corrected"),
    "announced_too_soon": _too_soon(Announced, "announced_too_soon", "wrong_number_called"),
    "dolly_too_soon": _too_soon(DollyPlaced, "dolly_too_soon", "wrong_dolly"),
    "not_announced": _left_out(Announced, "not_announced"),
    "not_marked": _left_out(DollyPlaced, "not_marked"),
}
AFTER_NO_SPIN: Final[dict[str, Fault]] = {
    **{f"no_spin_{ground}": nothing for ground in GROUNDS},
    "no_respin": no_respin,
    "invalid_spin_paid": invalid_spin_paid,
    "ball_not_returned": _without(BallReturned, "ball_not_returned"),
    "ball_not_examined": _without(BallExamined, "ball_not_examined"),
    "ball_to_wrong_pocket": ball_to_wrong_pocket,
}
"""What comes after a no spin that was called."""

SPIN_FAULTS: Final[dict[str, Fault]] = {
    "wrong_wheel": wrong_wheel,
    "another_incident": another_incident,
    **{f"{ground}_not_announced": not_announced(ground) for ground in GROUNDS},
    **AFTER_NO_SPIN,
    "no_spin_after_the_rest": announced_late,
    "few_after_call": few_after_call,
    "spun_again": spun_again,
    "called_before_spin": _called("before_spin"),
    "called_after_rest": _called("after_rest"),
    "not_called": _called("never"),
    "no_hand_motion": no_hand_motion,
    "opened_late": opened_late,
    "two_pockets": two_pockets,
    "device_warned": device_warned,
    "second_number": second_number,
    "unseen_ground": nothing,
}
