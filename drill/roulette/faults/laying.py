"""A further wager in a round of the drill, on places where no other chips lie."""

from collections.abc import Callable
from typing import Any, Final

from drill.roulette.deal import SimulatedRouletteTable
from drill.roulette.scenario import Chips, RouletteScenario, ScenarioWager
from ledger.events.play import WagerPlaced
from ledger.values.wheel_layout import EVEN_CHANCES, INDEXED_KINDS, NUMBERED_KINDS

TRIES: Final = 60


def _covered_places(chips: tuple[Chips, ...]) -> set[tuple[str, frozenset[str]]]:
    return {(piece.paid_as, piece.numbers) for piece in chips}


def is_free(scenario: RouletteScenario, chips: tuple[Chips, ...]) -> bool:
    """Whether nobody has chips on any of these places."""
    taken = {place for wager in scenario.wagers for place in _covered_places((*wager.chips, *wager.moved_chips))}
    return taken.isdisjoint(_covered_places(chips))


def add_wager(
    scenario: RouletteScenario, table: SimulatedRouletteTable, fits: Callable[[WagerPlaced], bool] = lambda _: True
) -> ScenarioWager | None:
    """A further wager of value chips on the layout, where no others lie; None if there is no room for it.

    In every second round it is one that wins, if there is such a place.
    """
    winning = table.rng.randrange(2) > 0
    for tried in range(TRIES):
        wager = table.random_wager(scenario, f"w{len(scenario.wagers) + 1}")
        plain = {"on": None, "by": "chips", "with_chips": None, "chips": None, "chip_count": None, "chip_value_minor": None}
        wager.event, wager.later_events = wager.event.model_copy(update=plain), []
        wins = any(scenario.spins[-1].pocket in chips.numbers for chips in wager.chips)
        if fits(wager.event) and is_free(scenario, wager.chips) and (wins or not winning or tried > TRIES // 2):
            scenario.wagers.append(wager)
            return wager
    return None


def alter_wager(scenario: RouletteScenario, wager: ScenarioWager | None, *findings: str, **update: Any) -> bool:
    """Whether there is such a wager: then it is told like this, and these findings there must be."""
    if wager is not None:
        wager.event = wager.event.model_copy(update=update)
        scenario.required_findings.update(findings)
    return wager is not None


def is_inside(bet: WagerPlaced) -> bool:
    """Whether it lies on one place inside."""
    return bet.kind in NUMBERED_KINDS


def is_outside(bet: WagerPlaced) -> bool:
    """Whether it lies outside."""
    return bet.kind in (*INDEXED_KINDS, *EVEN_CHANCES)


def random_stake(wager: ScenarioWager | None, table: SimulatedRouletteTable) -> int:
    """Of a wager that does not play it is no matter whether it is within the limits."""
    stake = 1 if wager is None else wager.event.stake_minor
    return stake * 60 if not table.rng.randrange(3) else stake
