"""What goes wrong with wagers. Each fault puts a wager of its own on places where no other chips lie."""

from collections.abc import Callable
from typing import Any, Final

from ledger.events.play import (
    TipGiven,
    WagerChanged,
    WagerLaid,
    WagerMoved,
    WagerPlaced,
    WagerWithdrawn,
)
from ledger.layout import BY_INDEX, BY_NUMBERS, EVEN_CHANCES
from replay.roulette import values
from replay.roulette.faults.money import chips_of, clause_of, permits
from replay.roulette.faults.script import Act, Chips, Laid, Script, When
from replay.roulette.faults.spins import Fault
from replay.roulette.simulation import GROUPS, PLAYERS, Floor

_LATE: Final[dict[Act, str]] = {
    "placed": "bet_after_call",
    "moved": "moved_after_call",
    "withdrawn": "withdrawn_after_call",
    "raised": "changed_after_call",
    "lowered": "changed_after_call",
}


def _places(chips: tuple[Chips, ...]) -> set[tuple[str, frozenset[str]]]:
    return {(one.paid_as, one.numbers) for one in chips}


def _free(script: Script, chips: tuple[Chips, ...]) -> bool:
    taken = {place for one in script.wagers for place in _places((*one.chips, *one.other_chips))}
    return taken.isdisjoint(_places(chips))


def _new(script: Script, floor: Floor, fits: Callable[[WagerPlaced], bool] = lambda _: True) -> Laid | None:
    """A further wager of value chips on the layout, where no others lie; None if there is no room for it."""
    for _ in range(60):
        one = floor.wager(script, f"w{len(script.wagers) + 1}")
        plain = {"on": None, "by": "chips", "with_chips": None, "chips": None, "chip_count": None, "chip_value_minor": None}
        one.event, one.acts = one.event.model_copy(update=plain), []
        if fits(one.event) and _free(script, one.chips):
            script.wagers.append(one)
            return one
    return None


def _with(script: Script, one: Laid | None, *wanted: str, **update: Any) -> bool:
    if one is not None:
        one.event = one.event.model_copy(update=update)
        script.wanted.update(wanted)
    return one is not None


def _is_single(bet: WagerPlaced) -> bool:
    return bet.kind in BY_NUMBERS


def _is_outside(bet: WagerPlaced) -> bool:
    return bet.kind in (*BY_INDEX, *EVEN_CHANCES)


def _late(what: Act, when: When) -> Fault:
    """Something is done to a wager after the call."""

    def put(script: Script, floor: Floor) -> bool:
        one = _new(script, floor, _is_single if what == "moved" else lambda _: True)
        if one is None:
            return False
        one.late = (what, when)
        if not _done(script, floor, one):
            return False
        if when == "between" and permits(values.BEFORE_RESPIN, "open", floor.edition):
            script.lawful |= BETWEEN_FAULTS.keys()
            return True
        script.wanted.add(_LATE[what])
        if when == "running" and what in ("moved", "withdrawn", "lowered"):
            script.questions.add(clause_of(values.SETTLED_AT, floor.edition))
        if when == "between":
            script.questions.add(clause_of(values.BEFORE_RESPIN, floor.edition))
        return True

    return put


def _done(script: Script, floor: Floor, one: Laid) -> bool:
    """What is done to the wager is told when it is done."""
    assert one.late is not None
    (what, when), name, stake = one.late, one.event.wager, one.event.stake_minor
    match what:
        case "placed":
            one.when, one.fate = when, "goes back"
        case "moved":
            return _moved(script, floor, one, when)
        case "withdrawn":
            one.acts.append((when, WagerWithdrawn(wager=name)))
        case "raised" | "lowered":
            one.other_minor = stake * 2 if what == "raised" else stake // 2
            one.acts.append((when, WagerChanged(wager=name, stake_minor=one.other_minor)))
    return True


def _moved(script: Script, floor: Floor, one: Laid, when: When) -> bool:
    kind = floor.rng.choice(BY_NUMBERS)
    numbers = floor.rng.choice(GROUPS[kind])
    other = one.event.model_copy(update={"kind": kind, "numbers": numbers})
    chips = chips_of(other, script.wheel, floor.edition)
    if not _free(script, chips):
        script.wagers.remove(one)
        return False
    one.other_chips = chips
    one.acts.append((when, WagerMoved(wager=one.event.wager, kind=kind, numbers=numbers)))
    return True


# By word


def spoken_without_chips(script: Script, floor: Floor) -> bool:
    """A player calls a wager, and no chips come with it."""
    one = _new(script, floor)
    if one is not None:
        one.fate = "nothing"
    return _with(script, one, "no_bet", by="word", with_chips=False)


def spoken_too_late(script: Script, floor: Floor) -> bool:
    """A called wager with chips is put on the layout after the call, or never."""
    one = _new(script, floor)
    if one is not None:
        one.fate = "goes back"
        if floor.rng.randrange(2):
            one.acts.append(("running", WagerLaid(wager=one.event.wager, by="dealer")))
    return _with(script, one, "no_bet", by="word", with_chips=True)


# Limits


def _limit(bet: WagerPlaced, floor: Floor) -> int:
    if _is_outside(bet):
        return int(floor.edition.values[values.OUTSIDE.name][0].most) * 100
    return int(floor.edition.values[values.INSIDE_MOST.name][0][bet.kind]) * 100


def _off(script: Script, floor: Floor, one: Laid | None, stake: int, over: int) -> bool:
    """The wager with a stake that is off the limits."""
    if one is None:
        return False
    one.over_minor = over
    script.questions.add(clause_of(values.OFF_LIMITS, floor.edition))
    kind = "off_limits_outside" if _is_outside(one.event) else "off_limits_inside"
    return _with(script, one, kind, stake_minor=stake)


def above_limit(script: Script, floor: Floor) -> bool:
    """A wager is above the maximum of its place."""
    one = _new(script, floor, lambda bet: _is_single(bet) or _is_outside(bet))
    if one is None:
        return False
    over = floor.rng.randint(1, 3) * (50_000 if _is_outside(one.event) else 500)
    return _off(script, floor, one, _limit(one.event, floor) + over, over)


def below_limit(script: Script, floor: Floor) -> bool:
    """A wager is below the minimum."""
    one = _new(script, floor, lambda bet: _is_single(bet) or _is_outside(bet))
    if one is None:
        return False
    stake = floor.rng.choice((10_000, 49_900) if _is_outside(one.event) else (100, 450))
    return _off(script, floor, one, stake, 0)


def not_in_units(script: Script, floor: Floor) -> bool:
    """A wager outside is no whole number of units."""
    one = _new(script, floor, _is_outside)
    over = floor.rng.choice((5_000, 12_300, 25_001))
    return one is not None and _off(script, floor, one, 100_000 + over, over)


def above_together(script: Script, floor: Floor) -> bool:
    """Two players together have more on a place than its maximum, and neither of them alone."""
    first = _new(script, floor, lambda bet: _is_single(bet) or _is_outside(bet))
    if first is None:
        return False
    most = _limit(first.event, floor)
    over = 50_000 if _is_outside(first.event) else 500
    first.event = first.event.model_copy(update={"stake_minor": most})
    name = f"w{len(script.wagers) + 1}"
    player = floor.rng.choice([one for one in PLAYERS if one != first.event.player])
    second = Laid(first.event.model_copy(update={"wager": name, "player": player}), first.chips, over_for_all=True)
    script.wagers.append(second)
    script.questions.add(clause_of(values.MOST_IS_OF, floor.edition))
    if permits(values.MOST_IS_OF, "player", floor.edition):
        script.lawful.add("above_limit_together")
        second.event = second.event.model_copy(update={"stake_minor": over})
        return True
    return _off(script, floor, second, over, over)


def above_with_pieces(script: Script, floor: Floor) -> bool:
    """A piece of a call bet counts with the player's own chips on the same place."""
    first = _new(script, floor, lambda bet: bet.kind == "neighbours")
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
    return _off(script, floor, second, _limit(bet, floor), piece)


# Chips


def too_many_colour_chips(script: Script, floor: Floor) -> bool:
    """A player has more colour chips inside than are permitted."""
    player = floor.rng.choice(sorted(script.colours))
    value, most = 10, floor.edition.values[values.COLOUR_CHIPS.name][0]
    script.colours[player] = value
    for one in script.wagers:
        if one.event.player == player and one.event.chips == "colour":
            number = one.event.stake_minor // value
            one.event = one.event.model_copy(update={"chip_value_minor": value, "chip_count": number})
    further = _new(script, floor, _is_single)
    stake = (most + 1) * value
    update = {"player": player, "chips": "colour", "chip_count": most + 1, "chip_value_minor": value}
    return _with(script, further, "too_many_colour_chips", stake_minor=stake, **update)


def colour_outside(script: Script, floor: Floor) -> bool:
    """Colour chips lie outside."""
    one = _new(script, floor, _is_outside)
    return _with(script, one, "colour_chips_outside", chips="colour")


def wrong_colour_value(script: Script, floor: Floor) -> bool:
    """A colour chip is taken for another value than its marker button shows."""
    player = floor.rng.choice(sorted(script.colours))
    right = script.colours[player]
    one = _new(script, floor, _is_single)
    if one is None or any(
        other is not one and other.event.player == player and other.event.chips for other in script.wagers
    ):
        return False
    wrong = floor.rng.choice((right * 2, right + 50))
    said: dict[str, Any] = {"chip_value_minor": wrong} if floor.rng.randrange(2) else {}
    update = {"player": player, "chips": "colour", "chip_count": 10, "stake_minor": wrong * 10, **said}
    return _with(script, one, "wrong_colour_value", **update)


def in_cash(script: Script, floor: Floor) -> bool:
    """A wager is put down in cash."""
    return _with(script, _new(script, floor), "not_in_chips", by="cash")


def not_for_the_print(script: Script, floor: Floor) -> bool:
    """A wager lies on the print that is for neighbours and series alone."""
    return _with(script, _new(script, floor, _is_single), "not_for_the_print", on="print")


def not_offered(script: Script, floor: Floor) -> bool:
    """Neighbours in more pieces than the house offers, or a wager that it does not know."""
    one = _new(script, floor)
    if one is None:
        return False
    one.fate, one.chips = "referred", ()
    if floor.rng.randrange(2):
        return _with(script, one, "not_offered", kind="neighbours", of="26", pieces=9, numbers=None, index=None)
    return _with(script, one, "unknown_wager", kind="final_4", numbers=None, index=None, of=None, pieces=None)


def tip(script: Script, floor: Floor) -> bool:
    """A player gives the dealers something."""
    script.line.append(TipGiven(player=floor.rng.choice(PLAYERS), amount_minor=500))
    script.wanted.add("tip")
    return True


# What looks like a fault and is none


def misplaced(script: Script, floor: Floor) -> bool:
    """The dealer put a wager on other numbers than its player had asked for: its position decides all the same."""
    one = _new(script, floor, _is_single)
    instructed = None if one is None else floor.rng.choice(GROUPS[one.event.kind])
    return _with(script, one, placed_by="dealer", instructed=instructed)


def changed_in_time(script: Script, floor: Floor) -> bool:
    """A wager is raised before the call."""
    one = _new(script, floor, _is_outside)
    if one is None:
        return False
    raised, now = WagerChanged(wager=one.event.wager, stake_minor=150_000), 150_000
    one.told = one.event
    one.event = one.event.model_copy(update={"stake_minor": now})
    one.acts.append(("betting", raised))
    return True


def withdrawn_in_time(script: Script, floor: Floor) -> bool:
    """A wager is taken back before the call."""
    one = _new(script, floor)
    if one is None:
        return False
    one.fate = "goes back"
    one.acts.append(("betting", WagerWithdrawn(wager=one.event.wager)))
    return True


LATE_FAULTS: Final[dict[str, Fault]] = {
    "late_bet": _late("placed", "running"),
    "bet_after_the_rest": _late("placed", "rested"),
    "late_move": _late("moved", "running"),
    "moved_after_the_rest": _late("moved", "rested"),
    "late_withdrawal": _late("withdrawn", "running"),
    "withdrawn_after_the_rest": _late("withdrawn", "rested"),
    "late_raise": _late("raised", "running"),
    "raised_after_the_rest": _late("raised", "rested"),
    "late_lowering": _late("lowered", "running"),
    "lowered_after_the_rest": _late("lowered", "rested"),
    "spoken_too_late": spoken_too_late,
}
BETWEEN_FAULTS: Final[dict[str, Fault]] = {
    "bet_before_respin": _late("placed", "between"),
    "moved_before_respin": _late("moved", "between"),
    "withdrawn_before_respin": _late("withdrawn", "between"),
}
"""What is done to wagers between a no spin and the re-spin."""

WAGER_FAULTS: Final[dict[str, Fault]] = {
    **LATE_FAULTS,
    **BETWEEN_FAULTS,
    "spoken_without_chips": spoken_without_chips,
    "above_limit": above_limit,
    "below_limit": below_limit,
    "not_in_units": not_in_units,
    "above_limit_together": above_together,
    "above_limit_with_pieces": above_with_pieces,
    "too_many_colour_chips": too_many_colour_chips,
    "colour_chips_outside": colour_outside,
    "wrong_colour_value": wrong_colour_value,
    "in_cash": in_cash,
    "not_for_the_print": not_for_the_print,
    "not_offered": not_offered,
    "tip": tip,
    "misplaced": misplaced,
    "changed_in_time": changed_in_time,
    "withdrawn_in_time": withdrawn_in_time,
}
