"""What a wager is owed, on the cards that count: what goes back, stake included, as an exact fraction."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from ledger.values.message import Message, Term
from ledger.values.money import odds_ratio
from replay.games.baccarat import parameters
from replay.games.baccarat.coup import CoupHands, Tableau, points, total
from replay.rulebooks.rules import Rules

NOTHING: Final = Fraction(0)


@dataclass(frozen=True, slots=True)
class Result:
    """All of a coup that any wager turns on."""

    punto: int
    banco: int
    banco_two_cards: int
    third_by_right: int | None
    """What punto's third card counts, if punto was entitled to one."""


@dataclass(frozen=True, slots=True)
class Stake:
    """A wager as it counts for settling: `share_bp` is the player's agreed share on a tie, `posted` the table's odds."""

    kind: str
    stake_minor: int
    total: int | None = None
    share_bp: int | None = None
    posted_odds: Mapping[tuple[str, int | None], str] | None = None


_WAGER_NAMES: Final = {"any_tie": "any tie", "ur_way": "UR WAY", "3g8": "3G8"}


def wager_name(kind: str, on_total: int | None = None) -> str:
    """A kind of wager as it is said at the table: `UR WAY 6`."""
    name = Term(_WAGER_NAMES.get(kind, kind))
    return name if on_total is None else Message("{kind} {total}", kind=name, total=on_total)


def coup_result(board: CoupHands, rules: Rules) -> Result:
    """What the hands come to. The third card counts for 3G8 by right, not by where a card was laid."""
    entitled = len(board.punto) > 2 and Tableau().draws_third(CoupHands(board.punto[:2], board.banco[:2]), "punto", rules)
    return Result(
        punto=total(board.punto, rules),
        banco=total(board.banco, rules),
        banco_two_cards=total(board.banco[:2], rules),
        third_by_right=points(board.punto[2], rules) if entitled else None,
    )


def winner(result: Result, rules: Rules) -> str:
    """`banco`, `punto` or `egalite`: nearest to nine wins."""
    nine = rules.value(parameters.NEAREST_TO)
    punto, banco = abs(nine - result.punto), abs(nine - result.banco)
    return "egalite" if punto == banco else "punto" if punto < banco else "banco"


def called_result(announced: str, kind: str) -> Result | None:
    """A result that the dealer's word stands for, for a wager that turns on nothing but the winner; else None."""
    totals = {"banco": (0, 9), "punto": (9, 0), "egalite": (0, 0)}.get(announced)
    if totals is None or kind not in ("banco", "punto", "any_tie"):
        return None
    return Result(*totals, banco_two_cards=totals[1], third_by_right=None)


def settle(result: Result, stake: Stake, rules: Rules) -> Fraction | None:
    """What goes back for a wager, in minor units, not yet rounded; None where the house has posted no odds for it."""
    return _SETTLE[stake.kind](result, stake, rules)


def _winning_return(stake: Stake, odds: str) -> Fraction:
    return stake.stake_minor * (1 + odds_ratio(odds))


def _main_bet(side: str) -> Callable[[Result, Stake, Rules], Fraction]:
    def settled(outcome: Result, stake: Stake, rules: Rules) -> Fraction:
        won = winner(outcome, rules)
        if won == "egalite":
            return _tie_return(stake, rules)
        if won != side:
            return NOTHING
        return _winning_return(stake, rules.value(parameters.BANCO_ODDS if side == "banco" else parameters.PUNTO_ODDS))

    return settled


def _tie_return(stake: Stake, rules: Rules) -> Fraction:
    pays = rules.value(parameters.TIE_PAYS)
    if pays != "agreed_share":
        return Fraction(stake.stake_minor if pays == "push" else 0)
    share = Fraction(stake.stake_minor * tie_share_bp(stake, rules), 10_000)
    return rules.evaluate(parameters.TIE_STAKE, lambda then: share + stake.stake_minor if then == "kept" else share)


def tie_share_bp(stake: Stake, rules: Rules) -> int:
    """The share that is paid on a tie: the agreed one, else what the house pays without an agreement."""
    if stake.share_bp is not None:
        return stake.share_bp
    least = rules.value(parameters.TIE_WITHOUT_AGREEMENT) == "least_and_refer"
    return rules.value(parameters.TIE_LEAST_BP if least else parameters.TIE_MOST_BP)


def _any_tie(result: Result, stake: Stake, rules: Rules) -> Fraction:
    if winner(result, rules) != "egalite":
        return NOTHING
    usual = rules.value(parameters.ANY_TIE_ODDS)
    return _winning_return(stake, (stake.posted_odds or {}).get(("any_tie", None), usual))


def _ur_way(result: Result, stake: Stake, rules: Rules) -> Fraction | None:
    on_it = stake.total in rules.value(parameters.UR_WAY_TOTALS) and result.punto == result.banco == stake.total
    if not on_it:
        return Fraction(stake.stake_minor if rules.value(parameters.UR_WAY_ELSE) == "returned" else 0)
    usual = rules.value(parameters.UR_WAY_ODDS).get(stake.total or 0)
    odds = (stake.posted_odds or {}).get(("ur_way", stake.total), usual)
    return _winning_return(stake, odds) if odds else None


def _3g8(result: Result, stake: Stake, rules: Rules) -> Fraction:
    three = result.banco_two_cards == rules.value(parameters.G38_BANCO)
    if three and result.third_by_right == rules.value(parameters.G38_THIRD):
        return _winning_return(stake, rules.value(parameters.G38_ODDS))
    return Fraction(stake.stake_minor if rules.value(parameters.G38_ELSE) == "returned" else 0)


_SETTLE: Final[Mapping[str, Callable[[Result, Stake, Rules], Fraction | None]]] = {
    "banco": _main_bet("banco"),
    "punto": _main_bet("punto"),
    "any_tie": _any_tie,
    "ur_way": _ur_way,
    "3g8": _3g8,
}
WAGER_KINDS: Final = frozenset(_SETTLE)
