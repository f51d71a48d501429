"""What a wager is owed on the cards that count: what goes back, stake included, as an exact fraction."""

from fractions import Fraction
from typing import Final, Literal

from replay.games.casino_war import parameters
from replay.games.casino_war.deal import WarTable, compare

from ledger.values.money import odds_ratio
from ledger.values.places import DEALER, hand_place
from replay.rulebooks.rules import Rules

WAGER_KINDS: Final = ("main", "tie", "war")
BoxResult = Literal["won", "lost", "tie", "open"]
WarResult = Literal["won", "lost", "void", "open"]


def box_result(table: WarTable, box: int, rules: Rules) -> BoxResult:
    """What the first cards come to."""
    own, dealer = table.hand(hand_place(box)), table.hand(DEALER)
    if not own or not dealer:
        return "open"
    difference = compare(own[0], dealer[0], rules)
    return "tie" if difference == 0 else "won" if difference > 0 else "lost"


def war_result(table: WarTable, box: int, rules: Rules, *, is_over: bool) -> WarResult:
    """What a war comes to; one that was not dealt, or not after the burn, can be void."""
    own, dealer = table.hand(hand_place(box)), table.hand(DEALER)
    if len(own) < 2 or len(dealer) < 2:
        return "void" if is_over and rules.value(parameters.NOT_DEALT) == "void" else "open"
    if table.is_burn_omitted and rules.value(parameters.WITHOUT_BURN) == "void":
        return "void"
    difference = compare(own[1], dealer[1], rules)
    if difference == 0:
        return "won" if rules.value(parameters.WAR_TIE) == "player" else "lost"
    return "won" if difference > 0 else "lost"


def settle(kind: str, stake_minor: int, table: WarTable, box: int, rules: Rules, *, is_over: bool) -> Fraction | None:
    """What goes back for a wager, not yet rounded; None as long as that is open."""
    result = box_result(table, box, rules)
    if result == "open":
        return None
    if kind == "tie":
        return _won(stake_minor, rules.value(parameters.TIE_ODDS)) if result == "tie" else Fraction(0)
    if result != "tie":
        if kind == "war":
            return Fraction(stake_minor)  # there was no war to lay it for
        return _won(stake_minor, rules.value(parameters.MAIN_ODDS)) if result == "won" else Fraction(0)
    match dict(table.decisions).get(box):
        case "surrender" if kind == "main":
            return Fraction(stake_minor * rules.value(parameters.SURRENDER_BP), 10_000)
        case "war":
            return _war_return(kind, stake_minor, war_result(table, box, rules, is_over=is_over), rules)
    return None


def _war_return(kind: str, stake_minor: int, result: WarResult, rules: Rules) -> Fraction | None:
    match result:
        case "open":
            return None
        case "lost":
            return Fraction(0)
        case "void":
            return Fraction(stake_minor)
        case "won":
            return _won(stake_minor, rules.value(parameters.WAR_ODDS)) if kind == "war" else Fraction(stake_minor)


def _won(stake_minor: int, odds: str) -> Fraction:
    return stake_minor * (1 + odds_ratio(odds))
