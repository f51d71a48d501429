"""The wagers of baccarat, and what each is owed on the cards that count: an exact fraction, stake included."""

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

from ledger.values.cards import RANKS
from ledger.values.message import Message, Term
from ledger.values.money import odds_ratio
from replay.games.baccarat import parameters
from replay.games.baccarat.coup import CoupHands, Tableau, points, total
from replay.rulebooks.parameter import Parameter
from replay.rulebooks.rules import Rules

NOTHING: Final = Fraction(0)


class Result(NamedTuple):
    """All of a coup that any wager turns on."""

    punto: int
    banco: int
    banco_two_cards: int
    third_by_right: int | None
    """What punto's third card counts, if punto was entitled to one."""


@dataclass(frozen=True, slots=True)
class Stake:
    """A wager as it counts for settling: `share_bp` is the player's agreed share on a tie, `posted_odds` the table's."""

    kind: str
    stake_minor: int
    total: int | None = None
    share_bp: int | None = None
    posted_odds: Mapping[tuple[str, int | None], str] | None = None


@dataclass(frozen=True, slots=True)
class WagerKind:
    """All that sets a kind of wager apart from the others."""

    name: Term
    """What it is called at the table."""
    settle: Callable[[Result, Stake, Rules], Fraction | None]
    needs: Parameter[frozenset[str]] | None = None
    """The bets of which a player needs one beside it; None for a main bet, which every house has."""
    is_by_winner: bool = False
    """Whether it turns on nothing but which hand wins."""
    turns_on: Callable[[Result], Hashable] = lambda result: result
    """All of a result that it can turn on."""


def has_wager(kind: str, rules: Rules) -> bool:
    """Whether a house takes bets of this kind."""
    wager = WAGERS.get(kind)
    return wager is not None and (wager.needs is None or rules.has(wager.needs))


def wager_name(kind: str, on_total: int | None = None) -> str:
    """A kind of wager as it is said at the table: `UR WAY 6`."""
    name = WAGERS[kind].name if kind in WAGERS else Term(kind)
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


def distinct_faces(rules: Rules) -> dict[str, int]:
    """A card without suit for all that are worth the same to every wager, with the number of their ranks."""
    ranks: dict[Hashable, list[str]] = {}
    for rank in RANKS:
        ranks.setdefault(points(rank, rules), []).append(rank)
    return {alike[0] + "?": len(alike) for alike in ranks.values()}


def hand_key(cards: Sequence[str], rules: Rules) -> tuple[Hashable, ...]:
    """All of a hand, whole or not, that what is due next and any wager turns on."""
    return len(cards), total(cards[:2], rules), *(points(card, rules) for card in cards[2:])


def winner(result: Result, rules: Rules) -> str:
    """`banco`, `punto` or `egalite`: nearest to nine wins."""
    return _nearest(result, rules.value(parameters.NEAREST_TO))


def distinct_results(results: Iterable[Result], kind: str, rules: Rules) -> Collection[Result]:
    """One result of all those on which a kind of wager is owed the same."""
    if WAGERS[kind].is_by_winner:
        nine = rules.value_uncited(parameters.NEAREST_TO)
        return {_nearest(result, nine): result for result in results}.values()
    return {WAGERS[kind].turns_on(result): result for result in results}.values()


def _nearest(result: Result, nine: int) -> str:
    punto, banco = abs(nine - result.punto), abs(nine - result.banco)
    return "egalite" if punto == banco else "punto" if punto < banco else "banco"


def called_result(announced: str, kind: str) -> Result | None:
    """A result that the dealer's word stands for, for a wager that turns on nothing but the winner; else None."""
    totals = {"banco": (0, 9), "punto": (9, 0), "egalite": (0, 0)}.get(announced)
    if totals is None or not WAGERS[kind].is_by_winner:
        return None
    return Result(*totals, banco_two_cards=totals[1], third_by_right=None)


def settle(result: Result, stake: Stake, rules: Rules) -> Fraction | None:
    """What goes back for a wager, in minor units, not yet rounded; None where the house has posted no odds for it."""
    return WAGERS[stake.kind].settle(result, stake, rules)


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
    if pays != parameters.AGREED_SHARE:
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


MAIN_BETS: Final = ("banco", "punto")
WAGERS: Final[Mapping[str, WagerKind]] = {
    "banco": WagerKind(Term("banco"), _main_bet("banco"), is_by_winner=True),
    "punto": WagerKind(Term("punto"), _main_bet("punto"), is_by_winner=True),
    "any_tie": WagerKind(Term("any tie"), _any_tie, parameters.ANY_TIE_NEEDS, is_by_winner=True),
    "3g8": WagerKind(
        Term("3G8"), _3g8, parameters.G38_NEEDS, turns_on=lambda result: (result.banco_two_cards, result.third_by_right)
    ),
    "ur_way": WagerKind(
        Term("UR WAY"), _ur_way, parameters.UR_WAY_NEEDS, turns_on=lambda result: (result.punto, result.banco)
    ),
}
"""Every kind that a house can have, in the order in which odds are told; `3g8.odds` is the key for the odds of `3g8`."""
