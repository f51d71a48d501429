"""What goes wrong with the ball, the wheel and the dealer's calls. Each is put into a round, or says that it cannot be."""

from collections.abc import Callable
from typing import Any, Final, get_args

from drill.roulette.deal import LAYOUT, SimulatedRouletteTable, payment_events
from drill.roulette.expected_money import chips_of, clause_of, due_minor
from drill.roulette.scenario import RouletteScenario, ScenarioSpin
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

Fault = Callable[[RouletteScenario, SimulatedRouletteTable], bool]
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


_LEFT_IN_FINDINGS: Final = {
    "with_the_wheel": "with_the_wheel_left_in",
    "too_few_revolutions": "too_few_left_in",
    "foreign_object": "foreign_object_left_in",
}


def last_index(line: list[Event], kind: type[Event]) -> int:
    """Where the last event of a kind is."""
    return max(at for at, event in enumerate(line) if isinstance(event, kind))


def _has_single(line: list[Event], kind: type[Event]) -> bool:
    return sum(isinstance(event, kind) for event in line) == 1


def change_nothing(scenario: RouletteScenario, table: SimulatedRouletteTable) -> bool:  # noqa: ARG001 - of the faults' form
    """What leaves the record as it is."""
    return True


def wrong_wheel(scenario: RouletteScenario, table: SimulatedRouletteTable) -> bool:
    """Two numbers have changed places in the wheel, so that two of one colour lie side by side."""
    wheel = list(LAYOUT.wheel)
    at = table.rng.randrange(1, len(wheel) - 2)
    wheel[at], wheel[at + 1] = wheel[at + 1], wheel[at]
    scenario.wheel = tuple(wheel)
    for wager in scenario.wagers:
        wager.chips = chips_of(wager.event, scenario.wheel, table.edition)
    scenario.require_finding("wrong_wheel")
    return True


def another_incident(scenario: RouletteScenario, table: SimulatedRouletteTable) -> bool:  # noqa: ARG001 - of the faults' form
    """Something happens by the wheel that is no ground for a no spin."""
    scenario.spin_events.insert(last_index(scenario.spin_events, BetsClosed) + 1, SpinDisturbed(what="other"))
    return True


def not_announced(ground: Ground) -> Fault:
    """A ground for a no spin occurs, and nobody calls it."""

    def put(script: RouletteScenario, floor: SimulatedRouletteTable) -> bool:
        line, rng = script.spin_events, floor.rng
        after = last_index(line, BetsClosed) + 1
        if ground == "with_the_wheel":
            at = last_index(line, BallSpun)
            spun = line[at]
            assert isinstance(spun, BallSpun)
            if rng.randrange(2):
                line[at] = spun.model_copy(update={"ball": spun.wheel})
            else:
                at = after
                line.insert(after, WheelReported(warning="wrong_ball_direction"))
                script.require_finding("wheel_warned", line[at])
        elif ground == "too_few_revolutions":
            at = last_index(line, BallSpun)
            line.insert(after, RevolutionsCounted(total=rng.randint(4, 6), after_call=rng.choice((None, 3))))
        else:
            at = after
            line.insert(after, SpinDisturbed(what=ground))
        script.spins[-1].has_uncalled_ground = True
        script.require_finding(_FINDINGS[ground], line[at])
        script.open_clauses.add(clause_of(parameters.UNANNOUNCED, floor.edition))
        return True

    return put


def announced_late(scenario: RouletteScenario, table: SimulatedRouletteTable) -> bool:
    """The call "no spin" comes when the ball has come to rest; then it is spun again, or not."""
    rng = table.rng
    rested = last_index(scenario.spin_events, BallRested)
    scenario.spin_events[rested + 1 :] = [NoSpinCalled(ground=rng.choice(IN_PLACE))]
    scenario.spins[-1].no_spin_call = "late"
    if rng.randrange(3):
        won = rng.choice(LAYOUT.wheel)
        again = [BallSpun(ball="cw", wheel="ccw"), BetsClosed(), BallRested(pocket=won), Announced(result=won)]
        scenario.spin_events += [BallReturned(pocket=scenario.previous_pocket), *again, DollyPlaced(pocket=won)]
        scenario.spins.append(ScenarioSpin(won))
    scenario.required_findings.add("no_spin_too_late")
    scenario.open_clauses.add(clause_of(parameters.AFTER_REST, table.edition))
    return True


def invalid_spin_paid(scenario: RouletteScenario, table: SimulatedRouletteTable) -> bool:
    """The ball comes to rest after the call "no spin", and the dealer settles by it."""
    rng, edition = table.rng, table.edition
    stopped = last_index(scenario.spin_events, NoSpinCalled)
    pocket = rng.choice(LAYOUT.wheel)
    amounts = {wager.event.wager: due_minor(wager, pocket, edition, {}) or 0 for wager in scenario.wagers}
    if all(amounts[wager.event.wager] == wager.event.stake_minor for wager in scenario.wagers):
        return False
    rested = BallRested(pocket=pocket)
    paid = [rested, *payment_events(scenario, pocket, amounts, edition)]
    called = scenario.spin_events[stopped]
    if isinstance(called, NoSpinCalled) and called.ground in _LEFT_IN_FINDINGS:
        if rng.randrange(2):
            scenario.spin_events.insert(stopped + 1, BallRemoved())
            stopped += 1
        else:
            scenario.require_finding(_LEFT_IN_FINDINGS[called.ground], rested)
    respun = scenario.spin_events[stopped + 1 :] if rng.randrange(3) == 0 else []
    scenario.spin_events[stopped + 1 :] = [*paid, *respun]
    if not respun:
        scenario.spins.pop()
        scenario.is_closed = rng.randrange(4) > 0
    scenario.is_paid_on_no_spin = True
    scenario.required_findings.add("paid_on_no_spin")
    scenario.open_clauses.add(clause_of(parameters.ONCE_PAID, edition))
    return True


def few_after_call(scenario: RouletteScenario, table: SimulatedRouletteTable) -> bool:
    """Fewer than three revolutions follow the call."""
    counted = RevolutionsCounted(total=table.rng.randint(7, 12), after_call=table.rng.randrange(3))
    called = last_index(scenario.spin_events, BetsClosed)
    scenario.spin_events.insert(called + 1, counted)
    scenario.spins[-1].has_few_after_call = True
    scenario.require_finding("too_few_after_call", scenario.spin_events[called])
    scenario.open_clauses.add(clause_of(parameters.TOO_FEW_AFTER_CALL, table.edition))
    return True


def _event_missing(kind: type[Event], finding: str) -> Fault:
    def put(script: RouletteScenario, floor: SimulatedRouletteTable) -> bool:  # noqa: ARG001 - of the faults' form
        script.spin_events.pop(last_index(script.spin_events, kind))
        script.required_findings.add(finding)
        return True

    return put


def ball_to_wrong_pocket(scenario: RouletteScenario, table: SimulatedRouletteTable) -> bool:
    """The ball goes back into another compartment than the last that won."""
    if not scenario.is_previous_known:
        return False
    others = [pocket for pocket in LAYOUT.wheel if pocket != scenario.previous_pocket]
    scenario.spin_events[last_index(scenario.spin_events, BallReturned)] = BallReturned(pocket=table.rng.choice(others))
    scenario.required_findings.add("ball_to_wrong_pocket")
    return True


def spun_again(scenario: RouletteScenario, table: SimulatedRouletteTable) -> bool:
    """The ball is spun a second time, though nobody called a no spin: before its rest, or after it."""
    line = scenario.spin_events
    times = table.rng.choice((1, 1, 2))
    again = [event for _ in range(times) for event in (BallSpun(ball="cw", wheel="ccw"), BetsClosed())]
    if table.rng.randrange(2):
        at = last_index(line, BallRested)
        line[at:at] = again
        scenario.spins[-1:-1] = [ScenarioSpin() for _ in range(times)]
    else:
        won = table.rng.choice(LAYOUT.wheel)
        line += [*again, BallRested(pocket=won)]
        scenario.spins += [*(ScenarioSpin() for _ in range(times - 1)), ScenarioSpin(won)]
    scenario.required_findings.add("spun_again")
    return True


def _call_moved(moment: str) -> Fault:
    def put(script: RouletteScenario, floor: SimulatedRouletteTable) -> bool:  # noqa: ARG001 - of the faults' form
        line = script.spin_events
        if not _has_single(line, BetsClosed):
            return False
        called = line.pop(last_index(line, BetsClosed))
        if moment == "before_spin":
            line.insert(last_index(line, BallSpun), called)
        elif moment == "after_rest":
            line.insert(last_index(line, BallRested) + 1, called)
        script.required_findings.add("not_called" if moment == "never" else f"called_{moment}")
        return True

    return put


def no_hand_motion(scenario: RouletteScenario, table: SimulatedRouletteTable) -> bool:  # noqa: ARG001 - of the faults' form
    """No motion of the hand goes with the call."""
    scenario.spin_events[last_index(scenario.spin_events, BetsClosed)] = called = BetsClosed(motion=False)
    scenario.require_finding("no_hand_motion", called)
    return True


def opened_late(scenario: RouletteScenario, table: SimulatedRouletteTable) -> bool:  # noqa: ARG001 - of the faults' form
    """The call "place your bets" comes when the ball runs already."""
    first, opened = next(at for at, event in enumerate(scenario.spin_events) if isinstance(event, BallSpun)), RoundOpened()
    scenario.spin_events[: first + 1] = [scenario.spin_events[first], opened]
    scenario.required_findings.add("opened_late")
    return True


def two_pockets(scenario: RouletteScenario, table: SimulatedRouletteTable) -> bool:
    """The record has the ball at rest in two compartments."""
    at = last_index(scenario.spin_events, BallRested)
    rested = scenario.spin_events[at]
    assert isinstance(rested, BallRested)
    other = table.rng.choice([pocket for pocket in LAYOUT.wheel if pocket != rested.pocket])
    scenario.spin_events.insert(at + 1, BallRested(pocket=other))
    scenario.has_two_pockets = True
    scenario.required_findings.add("two_pockets")
    return True


def device_warned(scenario: RouletteScenario, table: SimulatedRouletteTable) -> bool:
    """The wheel's own device has a doubt about the spin."""
    warnings = [get_arg for get_arg in get_args(DeviceWarning) if get_arg != "wrong_ball_direction"]
    warning: Any = table.rng.choice(warnings)
    reported = WheelReported(warning=warning)
    scenario.spin_events.insert(last_index(scenario.spin_events, BetsClosed) + 1, reported)
    scenario.require_finding("wheel_contradicts" if warning == "winning_line_contradicts" else "wheel_warned", reported)
    return True


def second_number(scenario: RouletteScenario, table: SimulatedRouletteTable) -> bool:
    """The wheel's own device names another number besides the one that won."""
    warning: Any = table.rng.choice(("winning_line_contradicts", "winning_line_doubled"))
    reported = WheelReported(warning=warning, pocket=_other_pocket(scenario, table))
    scenario.spin_events.insert(last_index(scenario.spin_events, BallRested) + 1, reported)
    scenario.require_finding("wheel_contradicts", reported)
    return True


# The number


def _other_pocket(scenario: RouletteScenario, table: SimulatedRouletteTable) -> str:
    return table.rng.choice([pocket for pocket in LAYOUT.wheel if pocket != scenario.spins[-1].pocket])


def wrong_call(scenario: RouletteScenario, table: SimulatedRouletteTable) -> bool:
    """The dealer announces another number than the compartment."""
    scenario.spin_events[last_index(scenario.spin_events, Announced)] = event = Announced(
        result=_other_pocket(scenario, table)
    )
    scenario.require_finding("wrong_number_called", event)
    return True


def wrong_dolly(scenario: RouletteScenario, table: SimulatedRouletteTable) -> bool:
    """The dolly stands on another number, and now and then it is paid by."""
    other = _other_pocket(scenario, table)
    scenario.spin_events[last_index(scenario.spin_events, DollyPlaced)] = dolly = DollyPlaced(pocket=other)
    scenario.paid_by_number = other if table.rng.randrange(2) else None
    scenario.require_finding("wrong_dolly", dolly)
    return True


def wrong_display(scenario: RouletteScenario, table: SimulatedRouletteTable) -> bool:
    """The display shows another number than the dolly marks."""
    scenario.spin_events.append(shown := DisplayShown(pocket=_other_pocket(scenario, table)))
    scenario.require_finding("wrong_display", shown)
    return True


def _number_corrected(kind: type[Announced] | type[DollyPlaced], finding: str) -> Fault:
    """Another number is given first, or two others one after the other, and then the right one."""

    def put(script: RouletteScenario, floor: SimulatedRouletteTable) -> bool:
        at = last_index(script.spin_events, kind)
        wrong = floor.rng.sample([p for p in LAYOUT.wheel if p != script.spins[-1].pocket], floor.rng.choice((1, 1, 2)))
        given = [_number_event(kind, pocket) for pocket in wrong]
        script.spin_events[at:at] = given
        for event in given:
            script.require_finding(finding, event)
        return True

    return put


def _number_event(kind: type[Announced] | type[DollyPlaced], pocket: str) -> Event:
    return Announced(result=pocket) if kind is Announced else DollyPlaced(pocket=pocket)


def _number_too_soon(kind: type[Announced] | type[DollyPlaced], finding: str, wrong_finding: str) -> Fault:
    """The number is given before the ball rests, and now and then it is another one."""

    def put(script: RouletteScenario, floor: SimulatedRouletteTable) -> bool:
        won = script.spins[-1].pocket or ""
        guessed = _other_pocket(script, floor) if not floor.rng.randrange(3) else won
        given = _number_event(kind, guessed)
        script.spin_events.pop(last_index(script.spin_events, kind))
        script.spin_events.insert(last_index(script.spin_events, BallRested), given)
        script.require_finding(finding, given)
        if guessed != won:
            script.require_finding(wrong_finding, given)
        return True

    return put


def _number_missing(kind: type[Event], finding: str) -> Fault:
    """The number is not announced, or not marked."""

    def put(script: RouletteScenario, floor: SimulatedRouletteTable) -> bool:  # noqa: ARG001 - of the faults' form
        script.spin_events.pop(last_index(script.spin_events, kind))
        script.require_finding(finding, script.spin_events[last_index(script.spin_events, BallRested)])
        return True

    return put


def no_respin(scenario: RouletteScenario, table: SimulatedRouletteTable) -> bool:
    """After the no spin the round is closed, or is left as it is; the ball is not spun again."""
    del scenario.spin_events[last_index(scenario.spin_events, NoSpinCalled) + 1 :]
    scenario.spins.pop()
    scenario.is_closed = table.rng.randrange(5) > 0
    if not scenario.is_closed:
        scenario.lawful_faults.add("no_respin")
    return True


NUMBER_FAULTS: Final[dict[str, Fault]] = {
    "wrong_number_called": wrong_call,
    "dolly_on_another_number": wrong_dolly,
    "display_on_another_number": wrong_display,
    "call_corrected": _number_corrected(Announced, "call_corrected"),
    "dolly_corrected": _number_corrected(DollyPlaced, "dolly_corrected"),
    "announced_too_soon": _number_too_soon(Announced, "announced_too_soon", "wrong_number_called"),
    "dolly_too_soon": _number_too_soon(DollyPlaced, "dolly_too_soon", "wrong_dolly"),
    "not_announced": _number_missing(Announced, "not_announced"),
    "not_marked": _number_missing(DollyPlaced, "not_marked"),
}
AFTER_NO_SPIN: Final[dict[str, Fault]] = {
    **{f"no_spin_{ground}": change_nothing for ground in GROUNDS},
    "no_respin": no_respin,
    "invalid_spin_paid": invalid_spin_paid,
    "ball_not_returned": _event_missing(BallReturned, "ball_not_returned"),
    "ball_not_examined": _event_missing(BallExamined, "ball_not_examined"),
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
    "called_before_spin": _call_moved("before_spin"),
    "called_after_rest": _call_moved("after_rest"),
    "not_called": _call_moved("never"),
    "no_hand_motion": no_hand_motion,
    "opened_late": opened_late,
    "two_pockets": two_pockets,
    "device_warned": device_warned,
    "second_number": second_number,
    "unseen_ground": change_nothing,
}
