"""Wagers at the limits of the layout, and beyond them."""

from collections import Counter
from typing import Final, Literal

from drill.roulette.deal import PLAYERS, SimulatedRouletteTable
from drill.roulette.expected_money import chips_of, clause_of, is_settled_as
from drill.roulette.faults.laying import add_wager, alter_wager, is_inside, is_outside
from drill.roulette.faults.spins import Fault
from drill.roulette.scenario import RouletteScenario, ScenarioWager
from ledger.events.play import WagerPlaced
from ledger.events.table import LimitsPosted
from ledger.values.wheel_layout import EVEN_CHANCES, INDEXED_KINDS
from replay.games.roulette import parameters


def most_minor(bet: WagerPlaced, table: SimulatedRouletteTable) -> int:
    if is_outside(bet):
        return int(table.edition.values[parameters.OUTSIDE_LIMITS.name][0].most) * 100
    return int(table.edition.values[parameters.INSIDE_MOST.name][0][bet.kind]) * 100


def _set_off_limits(
    scenario: RouletteScenario,
    table: SimulatedRouletteTable,
    wager: ScenarioWager | None,
    stake_minor: int,
    over_minor: int,
) -> bool:
    """The wager with a stake that is off the limits."""
    if wager is None:
        return False
    wager.above_limit_minor = over_minor
    scenario.open_clauses.add(clause_of(parameters.OFF_LIMITS, table.edition))
    kind = "off_limits_outside" if is_outside(wager.event) else "off_limits_inside"
    return alter_wager(scenario, wager, kind, stake_minor=stake_minor)


def _add_random_wager(scenario: RouletteScenario, table: SimulatedRouletteTable) -> ScenarioWager | None:
    """A further wager of one place, of any kind with a maximum of its own as often as of another."""
    kind = table.rng.choice((*table.places_by_kind, "outside"))
    return add_wager(scenario, table, lambda bet: is_outside(bet) if kind == "outside" else bet.kind == kind)


def above_limit(scenario: RouletteScenario, table: SimulatedRouletteTable) -> bool:
    """A wager is above the maximum of its place."""
    wager = _add_random_wager(scenario, table)
    if wager is None:
        return False
    over = table.rng.choice((1, 50_000, 62_300, 12_300) if is_outside(wager.event) else (1, 50, 500, 1_500))
    return _set_off_limits(scenario, table, wager, most_minor(wager.event, table) + over, over)


def below_limit(scenario: RouletteScenario, table: SimulatedRouletteTable) -> bool:
    """A wager is below the minimum."""
    wager = _add_random_wager(scenario, table)
    if wager is None:
        return False
    stake = table.rng.choice((10_000, 49_900, 49_999) if is_outside(wager.event) else (100, 450, 499))
    return _set_off_limits(scenario, table, wager, stake, 0)


def not_in_units(scenario: RouletteScenario, table: SimulatedRouletteTable) -> bool:
    """A wager outside is no whole number of units."""
    wager = add_wager(scenario, table, is_outside)
    over = table.rng.choice((5_000, 12_301, 25_001))
    return wager is not None and _set_off_limits(scenario, table, wager, 100_000 + over, over)


def above_together(scenario: RouletteScenario, table: SimulatedRouletteTable) -> bool:
    """Two players together have more on a place than its maximum, and neither of them alone."""
    first = _add_random_wager(scenario, table)
    if first is None:
        return False
    most = most_minor(first.event, table)
    over = 50_000 if is_outside(first.event) else 500
    first.event = first.event.model_copy(update={"stake_minor": most})
    name = f"w{len(scenario.wagers) + 1}"
    player = table.rng.choice([player for player in PLAYERS if player != first.event.player])
    second = ScenarioWager(
        first.event.model_copy(update={"wager": name, "player": player}), first.chips, is_above_together=True
    )
    scenario.wagers.append(second)
    scenario.open_clauses.add(clause_of(parameters.MOST_IS_OF, table.edition))
    if is_settled_as(parameters.MOST_IS_OF, "player", table.edition):
        scenario.lawful_faults.add("above_limit_together")
        second.event = second.event.model_copy(update={"stake_minor": over})
        return True
    return _set_off_limits(scenario, table, second, over, over)


def at_limit(scenario: RouletteScenario, table: SimulatedRouletteTable) -> bool:
    """A wager is as high as its place permits, or as low."""
    wager = _add_random_wager(scenario, table)
    if wager is None:
        return False
    least = int(table.edition.values[parameters.INSIDE_LEAST.name][0]) if is_inside(wager.event) else 0
    outside = int(table.edition.values[parameters.OUTSIDE_LIMITS.name][0].least)
    return alter_wager(
        scenario, wager, stake_minor=table.rng.choice((most_minor(wager.event, table), (least or outside) * 100))
    )


def call_bet_above_limit(scenario: RouletteScenario, table: SimulatedRouletteTable) -> bool:
    """A piece of a call bet comes on a place on which its player has the most that may lie there."""
    second = add_wager(scenario, table, lambda bet: bet.kind == "neighbours")
    if second is None:
        return False
    scenario.wagers.remove(second)
    number, name = second.event.of, f"w{len(scenario.wagers) + 2}"
    bet = WagerPlaced(wager=second.event.wager, player=second.event.player, kind="straight", stake_minor=1, numbers=number)
    most = bet.model_copy(update={"stake_minor": most_minor(bet, table)})
    scenario.wagers += [ScenarioWager(most, chips_of(bet, scenario.wheel, table.edition)), second]
    second.event = second.event.model_copy(update={"wager": name})
    second.chips_within_limits = tuple(chips for chips in second.chips if chips.numbers != {number})
    stake = second.event.stake_minor
    return _set_off_limits(scenario, table, second, stake, stake // (second.event.pieces or 1))


def above_with_pieces(scenario: RouletteScenario, table: SimulatedRouletteTable) -> bool:
    """A piece of a call bet counts with the player's own chips on the same place."""
    first = add_wager(scenario, table, lambda bet: bet.kind == "neighbours")
    if first is None:
        return False
    piece = first.event.stake_minor // (first.event.pieces or 1)
    bet = WagerPlaced(
        wager=f"w{len(scenario.wagers) + 1}",
        player=first.event.player,
        kind="straight",
        stake_minor=1,
        numbers=first.event.of,
    )
    second = ScenarioWager(bet, chips_of(bet, scenario.wheel, table.edition))
    scenario.wagers.append(second)
    return _set_off_limits(scenario, table, second, most_minor(bet, table), piece)


def _limit_names(kind: str) -> tuple[str, str, str]:
    """By what names a table can post limits for a place of this kind, the most particular first."""
    outside = kind in (*INDEXED_KINDS, *EVEN_CHANCES)
    return kind, "even_chance" if kind in EVEN_CHANCES else kind, "outside" if outside else "inside"


def _stakes_under_limit(scenario: RouletteScenario, limit_name: str) -> tuple[list[int], list[int]]:
    """What each player has on the places that a posted limit is for, and what all have there together."""
    own, all_of_them = Counter[object](), Counter[object]()
    for wager in scenario.wagers:
        for chips in {*wager.chips, *wager.moved_chips}:
            if limit_name in _limit_names(chips.paid_as):
                minor = int(chips.share * max(wager.event.stake_minor, wager.changed_minor))
                own[wager.event.player, chips.paid_as, chips.numbers] += minor
                all_of_them[chips.paid_as, chips.numbers] += minor
    return [*own.values()], [*all_of_them.values()]


def _post_limits(
    scenario: RouletteScenario, table: SimulatedRouletteTable, position: Literal["above", "below", "at"]
) -> bool:
    """The table posts limits of its own, which all keep but for one further wager."""
    wager, rng = _add_random_wager(scenario, table), table.rng
    if wager is None:
        return False
    scenario.wagers.remove(wager)
    outside = is_outside(wager.event)
    name = rng.choice(_limit_names(wager.event.kind))
    own, together = _stakes_under_limit(scenario, name)
    least = min((rng.choice((10_000, 25_000, 100_000) if outside else (200, 500, 2_000)), *own))
    unit = rng.choice((None, 5_000)) if outside and not any(minor % 5_000 for minor in own) else None
    house = int(table.edition.values[parameters.OUTSIDE_LIMITS.name][0].unit) * 100
    step = unit or (house if outside and least % house == 0 else 1)
    if least % step or any(minor % step for minor in own):
        return False
    most = max((least, *together)) // step * step + rng.choice((0, 1, 3)) * max(step, 500)
    if most < max((least, *together)):
        most += step
    if name not in ("inside", "outside") and rng.randrange(2):  # what is posted for more of the layout gives way
        scenario.posted_limits.append(LimitsPosted(kind=_limit_names(wager.event.kind)[2], least_minor=1, most_minor=10**9))
    scenario.posted_limits.append(LimitsPosted(kind=name, least_minor=least, most_minor=most, unit_minor=unit))
    scenario.wagers.append(wager)
    over = rng.choice((1, 2, 5)) * step
    match position:
        case "above":
            return _set_off_limits(scenario, table, wager, most + over, over)
        case "below":
            return least > 1 and _set_off_limits(scenario, table, wager, rng.choice((least - 1, least // 2)), 0)
    return alter_wager(scenario, wager, stake_minor=rng.choice((least, most)))


def above_posted(scenario: RouletteScenario, table: SimulatedRouletteTable) -> bool:
    """A wager is above the maximum that the table has posted."""
    return _post_limits(scenario, table, "above")


def below_posted(scenario: RouletteScenario, table: SimulatedRouletteTable) -> bool:
    """A wager is below the minimum that the table has posted."""
    return _post_limits(scenario, table, "below")


def at_posted(scenario: RouletteScenario, table: SimulatedRouletteTable) -> bool:
    """A wager is just as high or low as the table has posted."""
    return _post_limits(scenario, table, "at")


LIMIT_FAULTS: Final[dict[str, Fault]] = {
    "above_limit": above_limit,
    "below_limit": below_limit,
    "not_in_units": not_in_units,
    "above_limit_together": above_together,
    "above_limit_with_pieces": above_with_pieces,
    "call_bet_above_limit": call_bet_above_limit,
    "at_limit": at_limit,
}
POSTED_FAULTS: Final[dict[str, Fault]] = {
    "above_posted_limit": above_posted,
    "below_posted_limit": below_posted,
    "at_posted_limit": at_posted,
}
"""Wagers under limits that the table has posted."""
