"""Side bets at blackjack: what goes back on them, by a box's first two cards or by the dealer's hand."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Final, Literal

from ledger.values.cards import RANKS, SUITS, has_suit, is_known
from ledger.values.money import odds_ratio
from ledger.values.places import DEALER, hand_place
from replay.games.blackjack import parameters
from replay.games.blackjack.procedure import Play
from replay.games.blackjack.table import BlackjackTable, Hand, is_bust, is_ten, is_two_card_21, total
from replay.judging.wagers import Bet
from replay.rulebooks.rules import Rules

NOTHING: Final = Fraction(0)
STAKE_BACK: Final = Fraction(1)
RED_SUITS: Final = "hd"

UnsettledReason = Literal["no_posted_odds", "unread_suit"]
"""Why a side bet cannot be settled though the cards have decided it."""

_PLAY: Final = Play()
_TO_THE_END: Final = Play(to_the_end=True)
_PossibleReturns = frozenset[Fraction | None]
"""How many times its stake may go back; None where no odds are posted. More than one where a card was not read."""


def side_bet_return(board: BlackjackTable, bet: Bet, rules: Rules, *, surrendered: bool = False) -> Fraction | None:
    """What goes back for a side bet, in minor units, stake included, not yet rounded; None while it is not decided.

    None too where it cannot be settled. `surrendered` says that its player gave up the
    wager on the box; a pair has been decided by then.
    """
    kind = rules.value(parameters.SIDE_BETS)[bet.kind]
    if surrendered and kind != "pair":
        worth = rules.evaluate(
            parameters.SURRENDERED_SIDES,
            lambda then: NOTHING if then == "lost" else _RETURN_BY_KIND[kind](board, bet, rules),
        )
    else:
        worth = _RETURN_BY_KIND[kind](board, bet, rules)
    return None if worth is None else bet.playing_minor * worth


def unsettled_reason(board: BlackjackTable, bet: Bet, rules: Rules) -> UnsettledReason | None:
    """Why a side bet cannot be settled; None where it can, or play has still to decide it."""
    match rules.value(parameters.SIDE_BETS)[bet.kind]:
        case "pair" if len(cards := first_two(board, bet.box)) == 2:
            return rules.evaluate(
                parameters.PAIR_BET_OF, lambda of: _reason_of(_possible_pair_returns(cards, bet, of, rules))
            )
        case "dealer_blackjack" if len(cards := board.dealer.all_cards[:2]) == 2:
            return rules.evaluate(
                parameters.JACK_LINES, lambda lines: _reason_of(_possible_blackjack_returns(cards, lines, rules))
            )
    return None


def _reason_of(returns: _PossibleReturns) -> UnsettledReason | None:
    if len(returns) > 1:
        return "unread_suit"
    return "no_posted_odds" if None in returns else None


def _sole_return(returns: _PossibleReturns) -> Fraction | None:
    return next(iter(returns)) if len(returns) == 1 else None


def _possible_faces(card: str) -> Iterator[str]:
    """What a card may be, as far as it was read."""
    ranks = card[0] if is_known(card) else RANKS
    return (rank + suit for rank in ranks for suit in (card[1] if has_suit(card) else SUITS))


# A box's first two cards


def first_two(board: BlackjackTable, box: int | None) -> tuple[str, ...]:
    """The first two cards of a box as they were dealt: the second went to hand 2 if they were split."""
    hand = board.hand_at(hand_place(box or 0))
    if hand is None or not hand.split_from:
        return () if hand is None else hand.all_cards[:2]
    other = board.hand_at(hand_place(box or 0, 2))
    return (*hand.all_cards[:1], *(() if other is None else other.all_cards[:1]))


def pair_line(first: str, second: str, pair_of: str, points: Mapping[str, int]) -> str | None:
    """Which pair two cards are, `of` the same rank or of the same value; None for no pair that wins."""
    if first == second:
        return "perfect_pair"
    if first[0] != second[0] and (pair_of == "rank" or points[first[0]] != points[second[0]]):
        return None
    if (first[1] in RED_SUITS) != (second[1] in RED_SUITS):
        return "mixed_pair"
    return "coloured_pair" if first[1] != second[1] else None


def _pair_return(board: BlackjackTable, bet: Bet, rules: Rules) -> Fraction | None:
    if board.hand_at(hand_place(bet.box or 0)) is None:
        return STAKE_BACK  # no card was due to the box: the bet does not play
    cards = first_two(board, bet.box)
    if len(cards) < 2:
        return None
    return rules.evaluate(parameters.PAIR_BET_OF, lambda of: _sole_return(_possible_pair_returns(cards, bet, of, rules)))


def _possible_pair_returns(cards: tuple[str, ...], bet: Bet, pair_of: str, rules: Rules) -> _PossibleReturns:
    rules.value(parameters.PAIR_ODDS)
    worth = rules.value(parameters.POINTS)
    lines = {pair_line(first_card, two, pair_of, worth) for first_card, two in product(*map(_possible_faces, cards))}
    return frozenset(NOTHING if line is None else _posted_return(bet, line) for line in lines)


def _posted_return(bet: Bet, line: str) -> Fraction | None:
    odds = bet.terms.odds.get((line, None))
    return None if odds is None else 1 + odds_ratio(odds)


# The dealer's hand


def jack_line(first: str, second: str, lines: tuple[parameters.JackLine, ...], rules: Rules) -> parameters.JackLine | None:
    """The line on which the dealer's first two cards are paid; None where they are no blackjack, or on no line."""
    if not is_two_card_21(Hand(DEALER, (first, second)), rules):
        return None
    ace, ten = (first, second) if first[0] == "A" else (second, first)
    return next(
        (line for line in lines if _is_of_colour(ace, line.ace) and _is_of_colour(ten, line.ten) and ten[0] in line.ranks),
        None,
    )


def _is_of_colour(card: str, colour: str) -> bool:
    return colour == "any" or (card[1] in RED_SUITS) == (colour == "red")


def _dealer_blackjack_return(board: BlackjackTable, bet: Bet, rules: Rules) -> Fraction | None:  # noqa: ARG001 - as all of them
    rules.evaluate(parameters.JACK_STAKE, lambda _: None)  # the clause on this bet, where its lines rest on another
    cards = board.dealer.all_cards[:2]
    if len(cards) == 2:
        return rules.evaluate(
            parameters.JACK_LINES, lambda lines: _sole_return(_possible_blackjack_returns(cards, lines, rules))
        )
    can_win = not cards or cards[0][0] in "A?" or is_ten(cards[0], rules)
    return _unfinished_return(board, rules) if can_win else NOTHING


def _possible_blackjack_returns(
    cards: tuple[str, ...], lines: tuple[parameters.JackLine, ...], rules: Rules
) -> _PossibleReturns:
    paid = {jack_line(first_card, two, lines, rules) for first_card, two in product(*map(_possible_faces, cards))}
    return frozenset(NOTHING if line is None else 1 + odds_ratio(line.odds) for line in paid)


def _dealer_over_return(board: BlackjackTable, bet: Bet, rules: Rules) -> Fraction | None:  # noqa: ARG001
    rules.evaluate(parameters.OVER_BET_STAKE, lambda _: None)  # the clause on this bet, where its odds have readings
    if not _is_dealer_finished(board, rules):
        return _unfinished_return(board, rules)
    won = is_bust(board.dealer, rules)
    return rules.evaluate(parameters.OVER_BET_ODDS, lambda odds: 1 + odds_ratio(odds) if won else NOTHING)


def _dealer_total_return(board: BlackjackTable, bet: Bet, rules: Rules) -> Fraction | None:  # noqa: ARG001
    if not _is_dealer_finished(board, rules):
        return _unfinished_return(board, rules)
    won = rules.evaluate(parameters.TOTAL_BET, lambda wanted: total(board.dealer, rules)[0] == wanted)
    return rules.evaluate(parameters.TOTAL_BET_ODDS, lambda odds: 1 + odds_ratio(odds) if won else NOTHING)


def _is_dealer_finished(board: BlackjackTable, rules: Rules) -> bool:
    """Whether the dealer's hand is complete, whoever is left."""
    cards = board.dealer.all_cards
    return len(cards) >= 2 and all(map(is_known, cards)) and _TO_THE_END.due(board, rules) is None


def _unfinished_return(board: BlackjackTable, rules: Rules) -> Fraction | None:
    """A bet on a hand that is not complete: it waits for the cards; where none will come for its sake it goes back."""
    if not all(map(is_known, board.dealer.all_cards)):
        return None
    if _PLAY.due(board, rules) is not None or _TO_THE_END.due(board, rules) is None:
        return None
    return rules.evaluate(parameters.SIDE_DRAWS, lambda draws: None if draws else STAKE_BACK)


_RETURN_BY_KIND: Final[Mapping[str, Callable[[BlackjackTable, Bet, Rules], Fraction | None]]] = {
    "pair": _pair_return,
    "dealer_blackjack": _dealer_blackjack_return,
    "dealer_over": _dealer_over_return,
    "dealer_total": _dealer_total_return,
}
