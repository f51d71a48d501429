"""What goes wrong with wagers. Each fault puts a wager of its own on places where no other chips lie."""

from typing import Any, Final

from drill.roulette.deal import PLAYERS, SimulatedRouletteTable
from drill.roulette.expected_money import chips_of, clause_of, is_settled_as
from drill.roulette.faults.laying import add_wager, alter_wager, is_free, is_inside, is_outside, random_stake
from drill.roulette.faults.limits import LIMIT_FAULTS, POSTED_FAULTS
from drill.roulette.faults.spins import Fault
from drill.roulette.scenario import Phase, RouletteScenario, ScenarioWager, WagerActKind
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

_LATE_FINDINGS: Final[dict[type[Event], str]] = {
    WagerPlaced: "bet_after_call",
    WagerMoved: "moved_after_call",
    WagerWithdrawn: "withdrawn_after_call",
    WagerChanged: "changed_after_call",
}
"""What it is to do this after the call."""


def _late_act(act_kind: WagerActKind, phase: Phase) -> Fault:
    """Something is done to a wager after the call."""

    def put(script: RouletteScenario, floor: SimulatedRouletteTable) -> bool:
        wager = add_wager(script, floor, is_inside if act_kind == "moved" else lambda _: True)
        if wager is None:
            return False
        wager.late_act = (act_kind, phase)
        if not _apply_late_act(script, floor, wager):
            return False
        if phase == "between" and is_settled_as(parameters.BEFORE_RESPIN, "open", floor.edition):
            script.lawful_faults |= BETWEEN_FAULTS.keys()
            return True
        placed = [wager.recorded_event or wager.event] if act_kind == "placed" else []
        for event in (*placed, *(event for _, event in wager.later_events)):
            script.require_finding(_LATE_FINDINGS[type(event)], event)
        if phase in ("stopped", "running") and act_kind in ("moved", "withdrawn", "lowered"):
            script.open_clauses.add(clause_of(parameters.SETTLED_AT, floor.edition))
        if phase in ("stopped", "running") and act_kind in ("placed", "raised"):
            script.open_clauses.add(clause_of(parameters.LATE_AT_REST, floor.edition))
        if phase in ("stopped", "between"):
            script.open_clauses.add(clause_of(parameters.BEFORE_RESPIN, floor.edition))
        return True

    return put


def _apply_late_act(scenario: RouletteScenario, table: SimulatedRouletteTable, wager: ScenarioWager) -> bool:
    """What is done to the wager is told when it is done."""
    assert wager.late_act is not None
    (what, when), name, stake = wager.late_act, wager.event.wager, wager.event.stake_minor
    match what:
        case "placed":
            wager.phase, wager.treatment = when, "goes back"
            if when == "running" and not table.rng.randrange(3):
                _raise_late_bet(wager)
        case "moved":
            return _move_wager(scenario, table, wager, when)
        case "withdrawn":
            wager.later_events.append((when, WagerWithdrawn(wager=name)))
        case "raised" | "lowered":
            wager.changed_minor = stake * 2 if what == "raised" else stake // 2
            if not table.rng.randrange(3):  # higher first, and that is taken down again
                wager.later_events.append((when, WagerChanged(wager=name, stake_minor=stake * 3)))
            wager.later_events.append((when, WagerChanged(wager=name, stake_minor=wager.changed_minor)))
    return True


def _raise_late_bet(wager: ScenarioWager) -> None:
    """What was bet too late is raised besides."""
    wager.recorded_event = wager.event
    wager.event = wager.event.model_copy(update={"stake_minor": wager.event.stake_minor * 2})
    wager.later_events.append(("running", WagerChanged(wager=wager.event.wager, stake_minor=wager.event.stake_minor)))


def _move_wager(scenario: RouletteScenario, table: SimulatedRouletteTable, wager: ScenarioWager, phase: Phase) -> bool:
    kind = table.rng.choice(sorted(table.places_by_kind))
    numbers = table.rng.choice(table.places_by_kind[kind])
    other = wager.event.model_copy(update={"kind": kind, "numbers": numbers})
    chips = chips_of(other, scenario.wheel, table.edition)
    if not is_free(scenario, chips):
        scenario.wagers.remove(wager)
        return False
    wager.moved_chips = chips
    wager.later_events.append((phase, WagerMoved(wager=wager.event.wager, kind=kind, numbers=numbers)))
    return True


# By word


def spoken_without_chips(scenario: RouletteScenario, table: SimulatedRouletteTable) -> bool:
    """A player calls a wager, and no chips come with it."""
    wager = add_wager(scenario, table)
    if wager is not None:
        wager.treatment = "nothing"
    return alter_wager(scenario, wager, "no_bet", by="word", with_chips=False, stake_minor=random_stake(wager, table))


def spoken_too_late(scenario: RouletteScenario, table: SimulatedRouletteTable) -> bool:
    """A called wager with chips is put on the layout after the call, or never."""
    wager = add_wager(scenario, table)
    if wager is not None:
        wager.treatment = "goes back"
        if table.rng.randrange(2):
            wager.later_events.append(("running", WagerLaid(wager=wager.event.wager, by="dealer")))
    return alter_wager(scenario, wager, "no_bet", by="word", with_chips=True)


# Chips


def too_many_colour_chips(scenario: RouletteScenario, table: SimulatedRouletteTable) -> bool:
    """A player has more colour chips inside than are permitted."""
    player = table.rng.choice(sorted(scenario.colour_values))
    value, most = 10, table.edition.values[parameters.COLOUR_CHIPS.name][0]
    scenario.colour_values[player] = value
    for wager in scenario.wagers:
        if wager.event.player == player and wager.event.chips == "colour":
            number = wager.event.stake_minor // value
            wager.event = wager.event.model_copy(update={"chip_value_minor": value, "chip_count": number})
    further = add_wager(scenario, table, is_inside)
    stake = (most + 1) * value
    update = {"player": player, "chips": "colour", "chip_count": most + 1, "chip_value_minor": value}
    return alter_wager(scenario, further, "too_many_colour_chips", stake_minor=stake, **update)


def colour_outside(scenario: RouletteScenario, table: SimulatedRouletteTable) -> bool:
    """Colour chips lie outside."""
    wager = add_wager(scenario, table, is_outside)
    return alter_wager(scenario, wager, "colour_chips_outside", chips="colour")


def wrong_colour_value(scenario: RouletteScenario, table: SimulatedRouletteTable) -> bool:
    """A colour chip is taken for another value than its marker button shows."""
    player = table.rng.choice(sorted(scenario.colour_values))
    right = scenario.colour_values[player]
    wager = add_wager(scenario, table, is_inside)
    if wager is None or any(
        other is not wager and other.event.player == player and other.event.chips for other in scenario.wagers
    ):
        return False
    wrong = table.rng.choice((right * 2, right + 50))
    fields: dict[str, Any] = {"chip_value_minor": wrong} if table.rng.randrange(2) else {}
    update = {"player": player, "chips": "colour", "chip_count": 10, "stake_minor": wrong * 10, **fields}
    return alter_wager(scenario, wager, "wrong_colour_value", **update)


def in_cash(scenario: RouletteScenario, table: SimulatedRouletteTable) -> bool:
    """A wager is put down in cash."""
    return alter_wager(scenario, add_wager(scenario, table), "not_in_chips", by="cash")


def not_for_the_print(scenario: RouletteScenario, table: SimulatedRouletteTable) -> bool:
    """A wager lies on the print that is for neighbours and series alone."""
    return alter_wager(scenario, add_wager(scenario, table, is_inside), "not_for_the_print", on="print")


def not_offered(scenario: RouletteScenario, table: SimulatedRouletteTable) -> bool:
    """Neighbours in more pieces than the house offers, or a wager that it does not know."""
    wager = add_wager(scenario, table)
    if wager is None:
        return False
    wager.treatment, wager.chips = "referred", ()
    if table.rng.randrange(2):
        offered = table.edition.values[parameters.NEIGHBOURS.name][0]
        pieces = table.rng.choice([number for number in (1, 3, 5, 7, 9, 11, 13) if number not in offered])
        about = {"kind": "neighbours", "of": "26", "pieces": pieces, "numbers": None, "index": None}
        return alter_wager(scenario, wager, "not_offered", **about)
    kind, numbers = "final_4", None
    if table.edition.values[parameters.ZERO_PLACEMENTS.name][0] == "none" and table.rng.randrange(2):
        kind, numbers = "split", table.rng.choice(("0-1", "0-2", "0-3"))
    return alter_wager(scenario, wager, "unknown_wager", kind=kind, numbers=numbers, index=None, of=None, pieces=None)


def tip(scenario: RouletteScenario, table: SimulatedRouletteTable) -> bool:
    """A player gives the dealers something."""
    scenario.spin_events.append(given := TipGiven(player=table.rng.choice(PLAYERS), amount_minor=500))
    scenario.require_finding("tip", given)
    return True


def call_bet_on_wrong_pieces(scenario: RouletteScenario, table: SimulatedRouletteTable) -> bool:
    """The dealer puts the pieces of a call bet down one by one, and one of them on another place than was called."""
    return _piece_by_piece(scenario, table, as_called=False)


def call_bet_paid_as_called(scenario: RouletteScenario, table: SimulatedRouletteTable) -> bool:
    """And pays them as if they all lay where they were called."""
    return _piece_by_piece(scenario, table, as_called=True)


def _piece_by_piece(scenario: RouletteScenario, table: SimulatedRouletteTable, *, as_called: bool) -> bool:
    rng, by_instruction = table.rng, table.edition.values[parameters.SETTLED_BY.name][0] == "instruction"
    bets = [list(listed) for listed in table.edition.values[parameters.CALL_BETS.name][0].values()]
    pieces = rng.choice(
        [bet for bet in bets if all(piece.numbers in table.places_by_kind.get(piece.kind, ()) for piece in bet)]
    )
    player, wrong = rng.choice(PLAYERS), rng.randrange(len(pieces))
    winning = [n for n, piece in enumerate(pieces) if scenario.spins[-1].pocket in piece.numbers.split("-")]
    wrong = rng.choice(winning) if winning and rng.randrange(3) else wrong
    for n, piece in enumerate(pieces):
        about: dict[str, Any] = {"kind": piece.kind, "numbers": piece.numbers, "placed_by": "dealer"}
        if n == wrong:
            others = [place for place in table.places_by_kind[piece.kind] if place != piece.numbers]
            about |= {"numbers": rng.choice(others), "instructed": piece.numbers}
        name = f"w{len(scenario.wagers) + 1}"
        bet = WagerPlaced(wager=name, player=player, stake_minor=500 * piece.pieces, **about)
        called = chips_of(bet.model_copy(update={"numbers": piece.numbers}), scenario.wheel, table.edition)
        lies = called if by_instruction else chips_of(bet, scenario.wheel, table.edition)
        scenario.wagers.append(ScenarioWager(bet, lies, chips_paid_as=called if as_called and n == wrong else None))
    return True


# What looks like a fault and is none


def misplaced(scenario: RouletteScenario, table: SimulatedRouletteTable) -> bool:
    """The dealer put a wager on other numbers than its player had asked for: its position decides all the same."""
    wager = add_wager(scenario, table, is_inside)
    if wager is None:
        return False
    instructed = table.rng.choice(table.places_by_kind[wager.event.kind])
    if table.edition.values[parameters.SETTLED_BY.name][0] == "instruction":
        asked = wager.event.model_copy(update={"numbers": instructed})
        wager.chips = chips_of(asked, scenario.wheel, table.edition)
    return alter_wager(scenario, wager, placed_by="dealer", instructed=instructed)


def changed_in_time(scenario: RouletteScenario, table: SimulatedRouletteTable) -> bool:
    """A wager is raised before the call."""
    wager = add_wager(scenario, table, is_outside)
    if wager is None:
        return False
    raised, now = WagerChanged(wager=wager.event.wager, stake_minor=150_000), 150_000
    wager.recorded_event = wager.event
    wager.event = wager.event.model_copy(update={"stake_minor": now})
    wager.later_events.append(("betting", raised))
    return True


def withdrawn_in_time(scenario: RouletteScenario, table: SimulatedRouletteTable) -> bool:
    """A wager is taken back before the call."""
    wager = add_wager(scenario, table)
    if wager is None:
        return False
    wager.treatment = "goes back"
    wager.later_events.append(("betting", WagerWithdrawn(wager=wager.event.wager)))
    return alter_wager(scenario, wager, stake_minor=random_stake(wager, table))


LATE_FAULTS: Final[dict[str, Fault]] = {
    "late_bet": _late_act("placed", "running"),
    "bet_after_the_rest": _late_act("placed", "rested"),
    "late_move": _late_act("moved", "running"),
    "moved_after_the_rest": _late_act("moved", "rested"),
    "late_withdrawal": _late_act("withdrawn", "running"),
    "withdrawn_after_the_rest": _late_act("withdrawn", "rested"),
    "late_raise": _late_act("raised", "running"),
    "raised_after_the_rest": _late_act("raised", "rested"),
    "late_lowering": _late_act("lowered", "running"),
    "lowered_after_the_rest": _late_act("lowered", "rested"),
    "spoken_too_late": spoken_too_late,
}
BETWEEN_FAULTS: Final[dict[str, Fault]] = {
    "bet_before_respin": _late_act("placed", "between"),
    "moved_before_respin": _late_act("moved", "between"),
    "withdrawn_before_respin": _late_act("withdrawn", "between"),
    "raised_before_respin": _late_act("raised", "between"),
}
"""What is done to wagers between a no spin and the re-spin."""

STOPPED_FAULTS: Final[dict[str, Fault]] = {
    "bet_in_a_no_spin": _late_act("placed", "stopped"),
    "moved_in_a_no_spin": _late_act("moved", "stopped"),
    "withdrawn_in_a_no_spin": _late_act("withdrawn", "stopped"),
    "raised_in_a_no_spin": _late_act("raised", "stopped"),
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
