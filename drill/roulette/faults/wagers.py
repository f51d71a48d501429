"""What goes wrong with wagers. Each fault puts a wager of its own on places where no other chips lie."""

from typing import Any, Final

from drill.roulette.deal import PLAYERS, Floor
from drill.roulette.expected_money import chips_of, clause_of, permits
from drill.roulette.faults.laying import another, any_stake, is_free, is_outside, is_single, with_this
from drill.roulette.faults.limits import LIMIT_FAULTS, POSTED_FAULTS
from drill.roulette.faults.spins import Fault
from drill.roulette.scenario import Act, Laid, Script, When
from ledger.events import Event
from ledger.events.play import (
    TipGiven,
    WagerChanged,
    WagerLaid,
    WagerMoved,
    WagerPlaced,
    WagerWithdrawn,
)
from replay.games.roulette import parameters

_LATE: Final[dict[type[Event], str]] = {
    WagerPlaced: "bet_after_call",
    WagerMoved: "moved_after_call",
    WagerWithdrawn: "withdrawn_after_call",
    WagerChanged: "changed_after_call",
}
"""What it is to do this after the call."""


def _late(what: Act, when: When) -> Fault:
    """Something is done to a wager after the call."""

    def put(script: Script, floor: Floor) -> bool:
        one = another(script, floor, is_single if what == "moved" else lambda _: True)
        if one is None:
            return False
        one.late = (what, when)
        if not _done(script, floor, one):
            return False
        if when == "between" and permits(parameters.BEFORE_RESPIN, "open", floor.edition):
            script.lawful |= BETWEEN_FAULTS.keys()
            return True
        placed = [one.told or one.event] if what == "placed" else []
        for event in (*placed, *(event for _, event in one.acts)):
            script.want(_LATE[type(event)], event)
        if when in ("stopped", "running") and what in ("moved", "withdrawn", "lowered"):
            script.questions.add(clause_of(parameters.SETTLED_AT, floor.edition))
        if when in ("stopped", "running") and what in ("placed", "raised"):
            script.questions.add(clause_of(parameters.LATE_AT_REST, floor.edition))
        if when in ("stopped", "between"):
            script.questions.add(clause_of(parameters.BEFORE_RESPIN, floor.edition))
        return True

    return put


def _done(script: Script, floor: Floor, one: Laid) -> bool:
    """What is done to the wager is told when it is done."""
    assert one.late is not None
    (what, when), name, stake = one.late, one.event.wager, one.event.stake_minor
    match what:
        case "placed":
            one.when, one.fate = when, "goes back"
            if when == "running" and not floor.rng.randrange(3):
                _raised_too(one)
        case "moved":
            return _moved(script, floor, one, when)
        case "withdrawn":
            one.acts.append((when, WagerWithdrawn(wager=name)))
        case "raised" | "lowered":
            one.other_minor = stake * 2 if what == "raised" else stake // 2
            if not floor.rng.randrange(3):  # higher first, and that is taken down again
                one.acts.append((when, WagerChanged(wager=name, stake_minor=stake * 3)))
            one.acts.append((when, WagerChanged(wager=name, stake_minor=one.other_minor)))
    return True


def _raised_too(one: Laid) -> None:
    """What was bet too late is raised besides."""
    one.told = one.event
    one.event = one.event.model_copy(update={"stake_minor": one.event.stake_minor * 2})
    one.acts.append(("running", WagerChanged(wager=one.event.wager, stake_minor=one.event.stake_minor)))


def _moved(script: Script, floor: Floor, one: Laid, when: When) -> bool:
    kind = floor.rng.choice(sorted(floor.groups))
    numbers = floor.rng.choice(floor.groups[kind])
    other = one.event.model_copy(update={"kind": kind, "numbers": numbers})
    chips = chips_of(other, script.wheel, floor.edition)
    if not is_free(script, chips):
        script.wagers.remove(one)
        return False
    one.other_chips = chips
    one.acts.append((when, WagerMoved(wager=one.event.wager, kind=kind, numbers=numbers)))
    return True


# By word


def spoken_without_chips(script: Script, floor: Floor) -> bool:
    """A player calls a wager, and no chips come with it."""
    one = another(script, floor)
    if one is not None:
        one.fate = "nothing"
    return with_this(script, one, "no_bet", by="word", with_chips=False, stake_minor=any_stake(one, floor))


def spoken_too_late(script: Script, floor: Floor) -> bool:
    """A called wager with chips is put on the layout after the call, or never."""
    one = another(script, floor)
    if one is not None:
        one.fate = "goes back"
        if floor.rng.randrange(2):
            one.acts.append(("running", WagerLaid(wager=one.event.wager, by="dealer")))
    return with_this(script, one, "no_bet", by="word", with_chips=True)


# Chips


def too_many_colour_chips(script: Script, floor: Floor) -> bool:
    """A player has more colour chips inside than are permitted."""
    player = floor.rng.choice(sorted(script.colours))
    value, most = 10, floor.edition.values[parameters.COLOUR_CHIPS.name][0]
    script.colours[player] = value
    for one in script.wagers:
        if one.event.player == player and one.event.chips == "colour":
            number = one.event.stake_minor // value
            one.event = one.event.model_copy(update={"chip_value_minor": value, "chip_count": number})
    further = another(script, floor, is_single)
    stake = (most + 1) * value
    update = {"player": player, "chips": "colour", "chip_count": most + 1, "chip_value_minor": value}
    return with_this(script, further, "too_many_colour_chips", stake_minor=stake, **update)


def colour_outside(script: Script, floor: Floor) -> bool:
    """Colour chips lie outside."""
    one = another(script, floor, is_outside)
    return with_this(script, one, "colour_chips_outside", chips="colour")


def wrong_colour_value(script: Script, floor: Floor) -> bool:
    """A colour chip is taken for another value than its marker button shows."""
    player = floor.rng.choice(sorted(script.colours))
    right = script.colours[player]
    one = another(script, floor, is_single)
    if one is None or any(
        other is not one and other.event.player == player and other.event.chips for other in script.wagers
    ):
        return False
    wrong = floor.rng.choice((right * 2, right + 50))
    said: dict[str, Any] = {"chip_value_minor": wrong} if floor.rng.randrange(2) else {}
    update = {"player": player, "chips": "colour", "chip_count": 10, "stake_minor": wrong * 10, **said}
    return with_this(script, one, "wrong_colour_value", **update)


def in_cash(script: Script, floor: Floor) -> bool:
    """A wager is put down in cash."""
    return with_this(script, another(script, floor), "not_in_chips", by="cash")


def not_for_the_print(script: Script, floor: Floor) -> bool:
    """A wager lies on the print that is for neighbours and series alone."""
    return with_this(script, another(script, floor, is_single), "not_for_the_print", on="print")


def not_offered(script: Script, floor: Floor) -> bool:
    """Neighbours in more pieces than the house offers, or a wager that it does not know."""
    one = another(script, floor)
    if one is None:
        return False
    one.fate, one.chips = "referred", ()
    if floor.rng.randrange(2):
        offered = floor.edition.values[parameters.NEIGHBOURS.name][0]
        pieces = floor.rng.choice([number for number in (1, 3, 5, 7, 9, 11, 13) if number not in offered])
        about = {"kind": "neighbours", "of": "26", "pieces": pieces, "numbers": None, "index": None}
        return with_this(script, one, "not_offered", **about)
    kind, numbers = "final_4", None
    if floor.edition.values[parameters.ZERO_PLACEMENTS.name][0] == "none" and floor.rng.randrange(2):
        kind, numbers = "split", floor.rng.choice(("0-1", "0-2", "0-3"))
    return with_this(script, one, "unknown_wager", kind=kind, numbers=numbers, index=None, of=None, pieces=None)


def tip(script: Script, floor: Floor) -> bool:
    """A player gives the dealers something."""
    script.line.append(given := TipGiven(player=floor.rng.choice(PLAYERS), amount_minor=500))
    script.want("tip", given)
    return True


def call_bet_on_wrong_pieces(script: Script, floor: Floor) -> bool:
    """The dealer puts the pieces of a call bet down one by one, and one of them on another place than was called."""
    return _piece_by_piece(script, floor, as_called=False)


def call_bet_paid_as_called(script: Script, floor: Floor) -> bool:
    """And pays them as if they all lay where they were called."""
    return _piece_by_piece(script, floor, as_called=True)


def _piece_by_piece(script: Script, floor: Floor, *, as_called: bool) -> bool:
    rng, by_instruction = floor.rng, floor.edition.values[parameters.SETTLED_BY.name][0] == "instruction"
    bets = [list(listed) for listed in floor.edition.values[parameters.CALL_BETS.name][0].values()]
    pieces = rng.choice([bet for bet in bets if all(one.numbers in floor.groups.get(one.kind, ()) for one in bet)])
    player, wrong = rng.choice(PLAYERS), rng.randrange(len(pieces))
    winning = [n for n, piece in enumerate(pieces) if script.spins[-1].pocket in piece.numbers.split("-")]
    wrong = rng.choice(winning) if winning and rng.randrange(3) else wrong
    for n, piece in enumerate(pieces):
        about: dict[str, Any] = {"kind": piece.kind, "numbers": piece.numbers, "placed_by": "dealer"}
        if n == wrong:
            others = [place for place in floor.groups[piece.kind] if place != piece.numbers]
            about |= {"numbers": rng.choice(others), "instructed": piece.numbers}
        name = f"w{len(script.wagers) + 1}"
        bet = WagerPlaced(wager=name, player=player, stake_minor=500 * piece.pieces, **about)
        called = chips_of(bet.model_copy(update={"numbers": piece.numbers}), script.wheel, floor.edition)
        lies = called if by_instruction else chips_of(bet, script.wheel, floor.edition)
        script.wagers.append(Laid(bet, lies, paid_as=called if as_called and n == wrong else None))
    return True


# What looks like a fault and is none


def misplaced(script: Script, floor: Floor) -> bool:
    """The dealer put a wager on other numbers than its player had asked for: its position decides all the same."""
    one = another(script, floor, is_single)
    if one is None:
        return False
    instructed = floor.rng.choice(floor.groups[one.event.kind])
    if floor.edition.values[parameters.SETTLED_BY.name][0] == "instruction":
        asked = one.event.model_copy(update={"numbers": instructed})
        one.chips = chips_of(asked, script.wheel, floor.edition)
    return with_this(script, one, placed_by="dealer", instructed=instructed)


def changed_in_time(script: Script, floor: Floor) -> bool:
    """A wager is raised before the call."""
    one = another(script, floor, is_outside)
    if one is None:
        return False
    raised, now = WagerChanged(wager=one.event.wager, stake_minor=150_000), 150_000
    one.told = one.event
    one.event = one.event.model_copy(update={"stake_minor": now})
    one.acts.append(("betting", raised))
    return True


def withdrawn_in_time(script: Script, floor: Floor) -> bool:
    """A wager is taken back before the call."""
    one = another(script, floor)
    if one is None:
        return False
    one.fate = "goes back"
    one.acts.append(("betting", WagerWithdrawn(wager=one.event.wager)))
    return with_this(script, one, stake_minor=any_stake(one, floor))


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
    "raised_before_respin": _late("raised", "between"),
}
"""What is done to wagers between a no spin and the re-spin."""

STOPPED_FAULTS: Final[dict[str, Fault]] = {
    "bet_in_a_no_spin": _late("placed", "stopped"),
    "moved_in_a_no_spin": _late("moved", "stopped"),
    "withdrawn_in_a_no_spin": _late("withdrawn", "stopped"),
    "raised_in_a_no_spin": _late("raised", "stopped"),
}
"""What is done to wagers after "no more bets" in a spin that is then called a no spin."""

WAGER_FAULTS: Final[dict[str, Fault]] = {
    **LATE_FAULTS,
    **BETWEEN_FAULTS,
    **STOPPED_FAULTS,
    "spoken_without_chips": spoken_without_chips,
    **LIMIT_FAULTS,
    "too_many_colour_chips": too_many_colour_chips,
    "colour_chips_outside": colour_outside,
    "wrong_colour_value": wrong_colour_value,
    "in_cash": in_cash,
    "not_for_the_print": not_for_the_print,
    "not_offered": not_offered,
    "tip": tip,
    "misplaced": misplaced,
    "call_bet_on_wrong_pieces": call_bet_on_wrong_pieces,
    "call_bet_paid_as_called": call_bet_paid_as_called,
    "changed_in_time": changed_in_time,
    "withdrawn_in_time": withdrawn_in_time,
    **POSTED_FAULTS,
}
