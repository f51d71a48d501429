"""What is done to one bet around a no spin, several things one after the other."""

from typing import Final

from drill.oracles.roulette_respin import BetAct, BetPhase, BetStep, Places
from drill.roulette.deal import SimulatedRouletteTable
from drill.roulette.expected_money import chips_of, clause_of, is_settled_as
from drill.roulette.faults.laying import add_wager, is_free, is_inside, is_outside
from drill.roulette.faults.spins import Fault
from drill.roulette.scenario import RouletteScenario, ScenarioWager
from ledger.events import Event
from ledger.events.play import WagerChanged, WagerMoved, WagerWithdrawn
from replay.games.roulette import parameters

_FINDINGS: Final[dict[BetAct, str]] = {
    "placed": "bet_after_call",
    "moved": "moved_after_call",
    "withdrawn": "withdrawn_after_call",
    "raised": "changed_after_call",
    "lowered": "changed_after_call",
}
OPEN_QUESTIONS: Final = (parameters.BEFORE_RESPIN, parameters.SETTLED_AT, parameters.LATE_AT_REST)


class _HandledBet:
    """A bet while things are done to it."""

    def __init__(self, wager: ScenarioWager, table: SimulatedRouletteTable, unit_minor: int):
        self.wager, self.table, self.unit_minor = wager, table, unit_minor
        self.steps: list[BetStep] = []
        self.lies_minor = 0
        self.events: list[tuple[BetPhase, Event]] = []

    def possible_acts(self, phase: BetPhase) -> list[BetAct]:
        """What may be done now so that the documents' readings say what comes of it."""
        if not self.lies_minor:
            return []
        acts, placed = {step.act for step in self.steps}, self.steps[0].phase
        if phase == "between" and any(step.phase == "stopped" and step.act in ("placed", "raised") for step in self.steps):
            return ["raised"]
        possible: list[BetAct] = ["withdrawn"]
        if self.lies_minor > self.unit_minor:
            possible.append("lowered")
        if "lowered" not in acts and not (phase == "running" and ("moved" in acts or placed == "between")):
            possible.append("raised")
        if is_inside(self.wager.event) and "lowered" not in acts:
            possible.append("moved")
        return possible

    def apply(self, phase: BetPhase, act: BetAct, places: Places = (), moved: WagerMoved | None = None) -> None:
        """Do it, and record it."""
        name, unit, lies = self.wager.event.wager, self.unit_minor, self.lies_minor
        rng, amount = self.table.rng, 0
        event: Event | None = None
        match act:
            case "placed":
                amount = self.wager.event.stake_minor
                self.lies_minor = amount
            case "raised":
                amount = unit * rng.randint(1, 2)
                self.lies_minor += amount
                event = WagerChanged(wager=name, stake_minor=self.lies_minor)
            case "lowered":
                amount = unit * rng.randint(1, lies // unit - 1)
                self.lies_minor -= amount
                event = WagerChanged(wager=name, stake_minor=self.lies_minor)
            case "moved":
                event = moved
            case "withdrawn":
                self.lies_minor = 0
                event = WagerWithdrawn(wager=name)
        self.steps.append(BetStep(phase, act, amount, places))
        if event is not None:
            self.events.append((phase, event))


def _handled(name: str, placed: BetPhase, *phases: BetPhase) -> Fault:
    """A bet is placed in one phase, and something is done to it in each of the others."""

    def put(scenario: RouletteScenario, table: SimulatedRouletteTable) -> bool:
        outside = table.rng.randrange(3) == 0
        wager = add_wager(scenario, table, is_outside if outside else is_inside)
        if wager is None:
            return False
        unit = 50_000 if outside else 500
        wager.event = wager.event.model_copy(update={"stake_minor": unit * table.rng.randint(1, 4)})
        bet = _HandledBet(wager, table, unit)
        bet.apply(placed, "placed", wager.chips)
        for phase in phases:
            possible = bet.possible_acts(phase)
            if not possible:
                scenario.wagers.remove(wager)
                return False
            act = table.rng.choice(possible)
            if act == "moved" and not _move(scenario, table, bet, phase):
                scenario.wagers.remove(wager)
                return False
            if act != "moved":
                bet.apply(phase, act)
        wager.phase, wager.steps, wager.later_events = placed, tuple(bet.steps), list(bet.events)
        _require_findings(scenario, table, bet)
        if placed in ("betting", "between") and {*phases} == {"between"} and _is_open_by_rule(table):
            scenario.lawful_faults.add(name)
        scenario.open_clauses |= {clause_of(question, table.edition) for question in OPEN_QUESTIONS}
        return True

    return put


def _move(scenario: RouletteScenario, table: SimulatedRouletteTable, bet: _HandledBet, phase: BetPhase) -> bool:
    kind = table.rng.choice(sorted(table.places_by_kind))
    numbers = table.rng.choice(table.places_by_kind[kind])
    other = bet.wager.event.model_copy(update={"kind": kind, "numbers": numbers})
    chips = chips_of(other, scenario.wheel, table.edition)
    if not is_free(scenario, chips):
        return False
    bet.wager.moved_chips = (*bet.wager.moved_chips, *chips)
    bet.apply(phase, "moved", chips, WagerMoved(wager=bet.wager.event.wager, kind=kind, numbers=numbers))
    return True


def _require_findings(scenario: RouletteScenario, table: SimulatedRouletteTable, bet: _HandledBet) -> None:
    events = [bet.wager.event, *(event for _, event in bet.events)]
    in_time = {"betting", "between"} if _is_open_by_rule(table) else {"betting"}
    for step, event in zip(bet.steps, events, strict=True):
        if step.phase not in in_time:
            scenario.require_finding(_FINDINGS[step.act], event)


def _is_open_by_rule(table: SimulatedRouletteTable) -> bool:
    """Whether the house has said that betting is open again after a no spin."""
    return is_settled_as(parameters.BEFORE_RESPIN, "open", table.edition)


_PHASES: Final[dict[str, tuple[BetPhase, ...]]] = {
    "changed_before_respin": ("betting", "between"),
    "changed_twice_before_respin": ("betting", "between", "between"),
    "changed_before_respin_and_after_the_call": ("betting", "between", "running"),
    "changed_before_respin_and_after_the_rest": ("betting", "between", "rested"),
    "changed_in_a_no_spin_and_before_respin": ("betting", "stopped", "between"),
    "changed_in_a_no_spin_and_after_the_call": ("betting", "stopped", "running"),
    "changed_three_times_around_a_no_spin": ("betting", "stopped", "between", "running"),
    "placed_before_respin_and_changed": ("between", "between"),
    "placed_before_respin_and_changed_after_the_call": ("between", "running"),
    "placed_in_a_no_spin_and_changed_after_the_call": ("stopped", "running"),
}
RESPIN_FAULTS: Final[dict[str, Fault]] = {name: _handled(name, *phases) for name, phases in _PHASES.items()}
"""What is done to a bet around a no spin, one thing after the other."""
