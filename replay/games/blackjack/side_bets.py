"""Side bets at blackjack: what goes back on them, by a box's first two cards or by the dealer's hand."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Final, Literal

from ledger.values.cards import RANKS, SUITS, has_suit, is_known
from ledger.values.money import ratio
from ledger.values.places import DEALER, hand_place
from replay.games.blackjack import parameters
from replay.games.blackjack.procedure import Play
from replay.games.blackjack.table import Hand, Table, is_ten, over, total, two_card_21
from replay.judging.wagers import Bet
from replay.rulebooks.rules import Rules

NOTHING: Final = Fraction(0)
STAKE: Final = Fraction(1)
RED: Final = "hd"

Doubt = Literal["no_posted_odds", "unread_suit"]
"""Why a side bet cannot be settled though the cards have decided it."""

_PLAY: Final = Play()
_TO_THE_END: Final = Play(to_the_end=True)
_Worths = frozenset[Fraction | None]
"""How many times its stake may go back; None where no odds are posted. More than one where a card was not read."""


def back(board: Table, bet: Bet, rules: Rules, *, surrendered: bool = False) -> Fraction | None:
    """What goes back for a side bet, in minor units, stake included, not yet rounded; None while it is not decided.

    None too where it cannot be settled, of which `doubt` says why. `surrendered` says that its player gave up the
    wager on the box; a pair has been decided by then.
    """
    kind = rules.value(parameters.SIDE_BETS)[bet.kind]
    if surrendered and kind != "pair":
        worth = rules.depends(
            parameters.SURRENDERED_SIDES, lambda then: NOTHING if then == "lost" else _TIMES[kind](board, bet, rules)
        )
    else:
        worth = _TIMES[kind](board, bet, rules)
    return None if worth is None else bet.playing_minor * worth


def doubt(board: Table, bet: Bet, rules: Rules) -> Doubt | None:
    """Why a side bet cannot be settled; None where it can, or play has still to decide it."""
    match rules.value(parameters.SIDE_BETS)[bet.kind]:
        case "pair" if len(cards := first_two(board, bet.box)) == 2:
            return rules.depends(parameters.PAIR_BET_OF, lambda of: _doubt(_of_pair(cards, bet, of, rules)))
        case "dealer_blackjack" if len(cards := board.dealer.lying[:2]) == 2:
            return rules.depends(parameters.JACK_LINES, lambda lines: _doubt(_of_blackjack(cards, lines, rules)))
    return None


def _doubt(worths: _Worths) -> Doubt | None:
    if len(worths) > 1:
        return "unread_suit"
    return "no_posted_odds" if None in worths else None


def _certain(worths: _Worths) -> Fraction | None:
    return next(iter(worths)) if len(worths) == 1 else None


def _faces(card: str) -> Iterator[str]:
    """What a card may be, as far as it was read."""
    ranks = card[0] if is_known(card) else RANKS
    return (rank + suit for rank in ranks for suit in (card[1] if has_suit(card) else SUITS))


# A box's first two cards


def first_two(board: Table, box: int | None) -> tuple[str, ...]:
    """The first two cards of a box as they were dealt: the second went to hand 2 if they were split."""
    hand = board.at(hand_place(box or 0))
    if hand is None or not hand.split_from:
        return () if hand is None else hand.lying[:2]
    other = board.at(hand_place(box or 0, 2))
    return (*hand.lying[:1], *(() if other is None else other.lying[:1]))


def pair_line(one: str, two: str, of: str, worth: Mapping[str, int]) -> str | None:
    """Which pair two cards are, `of` the same rank or of the same value; None for no pair that wins."""
    if one == two:
        return "perfect_pair"
    if one[0] != two[0] and (of == "rank" or worth[one[0]] != worth[two[0]]):
        return None
    if (one[1] in RED) != (two[1] in RED):
        return "mixed_pair"
    return "coloured_pair" if one[1] != two[1] else None


def _pair(board: Table, bet: Bet, rules: Rules) -> Fraction | None:
    if board.at(hand_place(bet.box or 0)) is None:
        return STAKE  # no card was due to the box: the bet does not play
    cards = first_two(board, bet.box)
    if len(cards) < 2:
        return None
    return rules.depends(parameters.PAIR_BET_OF, lambda of: _certain(_of_pair(cards, bet, of, rules)))


def _of_pair(cards: tuple[str, ...], bet: Bet, of: str, rules: Rules) -> _Worths:
    rules.value(parameters.PAIR_ODDS)
    worth = rules.value(parameters.POINTS)
    lines = {pair_line(one, two, of, worth) for one, two in product(*map(_faces, cards))}
    return frozenset(NOTHING if line is None else _posted(bet, line) for line in lines)


def _posted(bet: Bet, line: str) -> Fraction | None:
    odds = bet.under.odds.get((line, None))
    return None if odds is None else 1 + ratio(odds)


# The dealer's hand


def jack_line(one: str, two: str, lines: tuple[parameters.JackLine, ...], rules: Rules) -> parameters.JackLine | None:
    """The line on which the dealer's first two cards are paid; None where they are no blackjack, or on no line."""
    if not two_card_21(Hand(DEALER, (one, two)), rules):
        return None
    ace, ten = (one, two) if one[0] == "A" else (two, one)
    return next((line for line in lines if _fits(ace, line.ace) and _fits(ten, line.ten) and ten[0] in line.ranks), None)


def _fits(card: str, colour: str) -> bool:
    return colour == "any" or (card[1] in RED) == (colour == "red")


def _dealer_blackjack(board: Table, bet: Bet, rules: Rules) -> Fraction | None:  # noqa: ARG001 - as all of them
    rules.depends(parameters.JACK_STAKE, lambda _: None)  # the clause on this bet, where its lines rest on another
    cards = board.dealer.lying[:2]
    if len(cards) == 2:
        return rules.depends(parameters.JACK_LINES, lambda lines: _certain(_of_blackjack(cards, lines, rules)))
    can_win = not cards or cards[0][0] in "A?" or is_ten(cards[0], rules)
    return _unfinished(board, rules) if can_win else NOTHING


def _of_blackjack(cards: tuple[str, ...], lines: tuple[parameters.JackLine, ...], rules: Rules) -> _Worths:
    paid = {jack_line(one, two, lines, rules) for one, two in product(*map(_faces, cards))}
    return frozenset(NOTHING if line is None else 1 + ratio(line.odds) for line in paid)


def _dealer_over(board: Table, bet: Bet, rules: Rules) -> Fraction | None:  # noqa: ARG001
    rules.depends(parameters.OVER_BET_STAKE, lambda _: None)  # the clause on this bet, where its odds have readings
    if not _finished(board, rules):
        return _unfinished(board, rules)
    won = over(board.dealer, rules)
    return rules.depends(parameters.OVER_BET_ODDS, lambda odds: 1 + ratio(odds) if won else NOTHING)


def _dealer_total(board: Table, bet: Bet, rules: Rules) -> Fraction | None:  # noqa: ARG001
    if not _finished(board, rules):
        return _unfinished(board, rules)
    won = rules.depends(parameters.TOTAL_BET, lambda wanted: total(board.dealer, rules)[0] == wanted)
    return rules.depends(parameters.TOTAL_BET_ODDS, lambda odds: 1 + ratio(odds) if won else NOTHING)


def _finished(board: Table, rules: Rules) -> bool:
    """Whether the dealer's hand is complete, whoever is left."""
    cards = board.dealer.lying
    return len(cards) >= 2 and all(map(is_known, cards)) and _TO_THE_END.due(board, rules) is None


def _unfinished(board: Table, rules: Rules) -> Fraction | None:
    """A bet on a hand that is not complete: it waits for the cards; where none will come for its sake it goes back."""
    if not all(map(is_known, board.dealer.lying)):
        return None
    if _PLAY.due(board, rules) is not None or _TO_THE_END.due(board, rules) is None:
        return None
    return rules.depends(parameters.SIDE_DRAWS, lambda draws: None if draws else STAKE)


_TIMES: Final[Mapping[str, Callable[[Table, Bet, Rules], Fraction | None]]] = {
    "pair": _pair,
    "dealer_blackjack": _dealer_blackjack,
    "dealer_over": _dealer_over,
    "dealer_total": _dealer_total,
}
