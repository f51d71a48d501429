"""Wagers at the limits of the layout, and beyond them."""

from collections import Counter
from typing import Final, Literal

from drill.roulette.deal import PLAYERS, Floor
from drill.roulette.expected_money import chips_of, clause_of, permits
from drill.roulette.faults.laying import another, is_outside, is_single, with_this
from drill.roulette.faults.spins import Fault
from drill.roulette.scenario import Laid, Script
from ledger.events.play import WagerPlaced
from ledger.events.table import LimitsPosted
from ledger.values.wheel_layout import BY_INDEX, EVEN_CHANCES
from replay.games.roulette import parameters


def limit_minor(bet: WagerPlaced, floor: Floor) -> int:
    if is_outside(bet):
        return int(floor.edition.values[parameters.OUTSIDE_LIMITS.name][0].most) * 100
    return int(floor.edition.values[parameters.INSIDE_MOST.name][0][bet.kind]) * 100


def _off(script: Script, floor: Floor, one: Laid | None, stake: int, over: int) -> bool:
    """The wager with a stake that is off the limits."""
    if one is None:
        return False
    one.over_minor = over
    script.questions.add(clause_of(parameters.OFF_LIMITS, floor.edition))
    kind = "off_limits_outside" if is_outside(one.event) else "off_limits_inside"
    return with_this(script, one, kind, stake_minor=stake)


def _of_some_kind(script: Script, floor: Floor) -> Laid | None:
    """A further wager of one place, of any kind with a maximum of its own as often as of another."""
    kind = floor.rng.choice((*floor.groups, "outside"))
    return another(script, floor, lambda bet: is_outside(bet) if kind == "outside" else bet.kind == kind)


def above_limit(script: Script, floor: Floor) -> bool:
    """A wager is above the maximum of its place."""
    one = _of_some_kind(script, floor)
    if one is None:
        return False
    over = floor.rng.choice((1, 50_000, 62_300, 12_300) if is_outside(one.event) else (1, 50, 500, 1_500))
    return _off(script, floor, one, limit_minor(one.event, floor) + over, over)


def below_limit(script: Script, floor: Floor) -> bool:
    """A wager is below the minimum."""
    one = _of_some_kind(script, floor)
    if one is None:
        return False
    stake = floor.rng.choice((10_000, 49_900, 49_999) if is_outside(one.event) else (100, 450, 499))
    return _off(script, floor, one, stake, 0)


def not_in_units(script: Script, floor: Floor) -> bool:
    """A wager outside is no whole number of units."""
    one = another(script, floor, is_outside)
    over = floor.rng.choice((5_000, 12_301, 25_001))
    return one is not None and _off(script, floor, one, 100_000 + over, over)


def above_together(script: Script, floor: Floor) -> bool:
    """Two players together have more on a place than its maximum, and neither of them alone."""
    first = _of_some_kind(script, floor)
    if first is None:
        return False
    most = limit_minor(first.event, floor)
    over = 50_000 if is_outside(first.event) else 500
    first.event = first.event.model_copy(update={"stake_minor": most})
    name = f"w{len(script.wagers) + 1}"
    player = floor.rng.choice([one for one in PLAYERS if one != first.event.player])
    second = Laid(first.event.model_copy(update={"wager": name, "player": player}), first.chips, over_for_all=True)
    script.wagers.append(second)
    script.questions.add(clause_of(parameters.MOST_IS_OF, floor.edition))
    if permits(parameters.MOST_IS_OF, "player", floor.edition):
        script.lawful.add("above_limit_together")
        second.event = second.event.model_copy(update={"stake_minor": over})
        return True
    return _off(script, floor, second, over, over)


def at_limit(script: Script, floor: Floor) -> bool:
    """A wager is as high as its place permits, or as low."""
    one = _of_some_kind(script, floor)
    if one is None:
        return False
    least = int(floor.edition.values[parameters.INSIDE_LEAST.name][0]) if is_single(one.event) else 0
    outside = int(floor.edition.values[parameters.OUTSIDE_LIMITS.name][0].least)
    return with_this(script, one, stake_minor=floor.rng.choice((limit_minor(one.event, floor), (least or outside) * 100)))


def call_bet_above(script: Script, floor: Floor) -> bool:
    """A piece of a call bet comes on a place on which its player has the most that may lie there."""
    second = another(script, floor, lambda bet: bet.kind == "neighbours")
    if second is None:
        return False
    script.wagers.remove(second)
    number, name = second.event.of, f"w{len(script.wagers) + 2}"
    bet = WagerPlaced(wager=second.event.wager, player=second.event.player, kind="straight", stake_minor=1, numbers=number)
    most = bet.model_copy(update={"stake_minor": limit_minor(bet, floor)})
    script.wagers += [Laid(most, chips_of(bet, script.wheel, floor.edition)), second]
    second.event = second.event.model_copy(update={"wager": name})
    second.kept = tuple(chips for chips in second.chips if chips.numbers != {number})
    stake = second.event.stake_minor
    return _off(script, floor, second, stake, stake // (second.event.pieces or 1))


def above_with_pieces(script: Script, floor: Floor) -> bool:
    """A piece of a call bet counts with the player's own chips on the same place."""
    first = another(script, floor, lambda bet: bet.kind == "neighbours")
    if first is None:
        return False
    piece = first.event.stake_minor // (first.event.pieces or 1)
    bet = WagerPlaced(
        wager=f"w{len(script.wagers) + 1}",
        player=first.event.player,
        kind="straight",
        stake_minor=1,
        numbers=first.event.of,
    )
    second = Laid(bet, chips_of(bet, script.wheel, floor.edition))
    script.wagers.append(second)
    return _off(script, floor, second, limit_minor(bet, floor), piece)


def _names(kind: str) -> tuple[str, str, str]:
    """By what names a table can post limits for a place of this kind, the most particular first."""
    outside = kind in (*BY_INDEX, *EVEN_CHANCES)
    return kind, "even_chance" if kind in EVEN_CHANCES else kind, "outside" if outside else "inside"


def _totals(script: Script, name: str) -> tuple[list[int], list[int]]:
    """What each player has on the places that a posted limit is for, and what all have there together."""
    own, all_of_them = Counter[object](), Counter[object]()
    for one in script.wagers:
        for chips in {*one.chips, *one.other_chips}:
            if name in _names(chips.paid_as):
                minor = int(chips.share * max(one.event.stake_minor, one.other_minor))
                own[one.event.player, chips.paid_as, chips.numbers] += minor
                all_of_them[chips.paid_as, chips.numbers] += minor
    return [*own.values()], [*all_of_them.values()]


def _posted(script: Script, floor: Floor, how: Literal["above", "below", "at"]) -> bool:
    """The table posts limits of its own, which all keep but for one further wager."""
    one, rng = _of_some_kind(script, floor), floor.rng
    if one is None:
        return False
    script.wagers.remove(one)
    outside = is_outside(one.event)
    name = rng.choice(_names(one.event.kind))
    own, together = _totals(script, name)
    least = min((rng.choice((10_000, 25_000, 100_000) if outside else (200, 500, 2_000)), *own))
    unit = rng.choice((None, 5_000)) if outside and not any(minor % 5_000 for minor in own) else None
    house = int(floor.edition.values[parameters.OUTSIDE_LIMITS.name][0].unit) * 100
    step = unit or (house if outside and least % house == 0 else 1)
    if least % step or any(minor % step for minor in own):
        return False
    most = max((least, *together)) // step * step + rng.choice((0, 1, 3)) * max(step, 500)
    if most < max((least, *together)):
        most += step
    if name not in ("inside", "outside") and rng.randrange(2):  # what is posted for more of the layout gives way
        script.posted.append(LimitsPosted(kind=_names(one.event.kind)[2], least_minor=1, most_minor=10**9))
    script.posted.append(LimitsPosted(kind=name, least_minor=least, most_minor=most, unit_minor=unit))
    script.wagers.append(one)
    over = rng.choice((1, 2, 5)) * step
    match how:
        case "above":
            return _off(script, floor, one, most + over, over)
        case "below":
            return least > 1 and _off(script, floor, one, rng.choice((least - 1, least // 2)), 0)
    return with_this(script, one, stake_minor=rng.choice((least, most)))


def above_posted(script: Script, floor: Floor) -> bool:
    """A wager is above the maximum that the table has posted."""
    return _posted(script, floor, "above")


def below_posted(script: Script, floor: Floor) -> bool:
    """A wager is below the minimum that the table has posted."""
    return _posted(script, floor, "below")


def at_posted(script: Script, floor: Floor) -> bool:
    """A wager is just as high or low as the table has posted."""
    return _posted(script, floor, "at")


LIMIT_FAULTS: Final[dict[str, Fault]] = {
    "above_limit": above_limit,
    "below_limit": below_limit,
    "not_in_units": not_in_units,
    "above_limit_together": above_together,
    "above_limit_with_pieces": above_with_pieces,
    "call_bet_above_limit": call_bet_above,
    "at_limit": at_limit,
}
POSTED_FAULTS: Final[dict[str, Fault]] = {
    "above_posted_limit": above_posted,
    "below_posted_limit": below_posted,
    "at_posted_limit": at_posted,
}
"""Wagers under limits that the table has posted."""
