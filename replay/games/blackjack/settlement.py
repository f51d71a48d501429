"""What a wager at blackjack is owed on a table: what goes back, stake included, as an exact fraction."""

from collections.abc import Callable
from fractions import Fraction
from typing import Final

from ledger.values.money import odds_ratio
from ledger.values.places import hand_place
from replay.games.blackjack import parameters
from replay.games.blackjack.procedure import Play, is_insurance_open, may_still_insure
from replay.games.blackjack.table import BlackjackTable, Hand, is_bust, is_ten, is_two_card_21, total
from replay.judging.wagers import Bet
from replay.procedure.procedure import Due
from replay.rulebooks.common_parameters import LATE_BET, LATE_RAISE
from replay.rulebooks.rules import Rules

NOTHING: Final = Fraction(0)
MAIN: Final = "main"
FREE_KINDS: Final = ("free_double", "free_split")
"""Wagers that the house lays for a player: they have no stake, and only what they win goes back."""

EXTRA_KINDS: Final = ("double", "split", *FREE_KINDS, "insurance")
"""Wagers of their own that hang on a main wager and are laid in the course of play."""

WAGER_KINDS: Final = frozenset({MAIN, *EXTRA_KINDS})
SEVENS: Final = "777"
_PLAY: Final = Play()


def settle(board: BlackjackTable, bet: Bet, parent: Bet | None, rules: Rules) -> Fraction | None:
    """What goes back for a wager, in minor units, not yet rounded; None while play has not decided it.

    `parent` is the wager that a double, a split, a free bet or an insurance hangs on.
    """
    return with_late_part(bet, rules, lambda: _SETTLE[bet.kind](board, bet, parent, rules))


def with_late_part(bet: Bet, rules: Rules, value_in_play: Callable[[], Fraction | None]) -> Fraction | None:
    """What goes back for any wager: what came too late, and what the rest of it is worth."""
    if bet.late_minor:
        rules.value(LATE_BET if bet.late else LATE_RAISE)
        if not bet.playing_minor:
            return Fraction(bet.late_minor)
    back = value_in_play()
    return back if back is None else bet.late_minor + back


def _main_return(board: BlackjackTable, bet: Bet, _: Bet | None, rules: Rules) -> Fraction | None:
    hand = board.hand_at(hand_place(bet.box or 0, bet.hand))
    if hand is None:
        return Fraction(bet.playing_minor)  # no card was due to the box: the wager does not play
    how = board.exit_of(bet.box, bet.player)
    if how == "surrendered" and (share := rules.value(parameters.SURRENDER)) != "none":
        return bet.playing_minor * _parse_share(share)
    if how == "paid":
        return bet.playing_minor * (1 + odds_ratio(rules.value(parameters.EVEN_ODDS)))
    return rules.evaluate(parameters.DRAW_OTHERS, lambda others: _return_on_hand(board, hand, bet, others, rules))


def _return_on_hand(board: BlackjackTable, hand: Hand, bet: Bet, others: str, rules: Rules) -> Fraction | None:
    """A wager on a hand; on as many of its cards as were there when its player followed no further, where that counts."""
    stayed = board.cards_when_stayed(hand.place, bet.player)
    if stayed is not None and others == "stay":
        hand = Hand(hand.place, hand.all_cards[:stayed], hand.due_cards[:stayed], "stood")
        board = board.with_hand(hand)
    worth = stake_multiple(board, hand, rules)
    return None if worth is None else bet.playing_minor * worth


def _free_return(board: BlackjackTable, bet: Bet, parent: Bet | None, rules: Rules) -> Fraction | None:
    """Return the winnings of a double or split that the house lays: those of the original bet, and never a stake."""
    hand = board.hand_at(hand_place(bet.box or (parent.box if parent and parent.box else 0), bet.hand))
    if parent is None or hand is None or not _is_lawful(board, bet, hand):
        if parent is not None and _may_still_come(board, bet, parent, rules):
            return None
        if hand is None or rules.value(parameters.UNLAWFUL_EXTRA) != "plays":
            return NOTHING
    worth = stake_multiple(board, hand, rules)
    if worth is None:
        return None
    odds = odds_ratio(rules.value(parameters.FREE_DOUBLE_ODDS if bet.kind == "free_double" else parameters.FREE_SPLIT_ODDS))
    original = bet if parent is None else parent
    return original.value_in_play_minor * odds if worth > 1 else NOTHING


def _extra_return(board: BlackjackTable, bet: Bet, parent: Bet | None, rules: Rules) -> Fraction | None:
    """A double or a split: it plays as far as the rules let it, and what is over goes back."""
    hand = board.hand_at(hand_place(bet.box or (parent.box if parent and parent.box else 0), bet.hand))
    if parent is None or not _is_lawful(board, bet, hand):
        return (
            None
            if parent is not None and _may_still_come(board, bet, parent, rules)
            else _unlawful_return(bet, hand, board, rules)
        )
    assert hand is not None
    worth = stake_multiple(board, hand, rules)
    if worth is None:
        return None
    if bet.kind == "double":
        rules.value(parameters.DOUBLE_ON)
    else:
        rules.value(parameters.EACH_STAKE)
    plays = min(bet.playing_minor, parent.value_in_play_minor)
    return plays * worth + (bet.playing_minor - plays)


def _is_lawful(board: BlackjackTable, bet: Bet, hand: Hand | None) -> bool:
    """Whether the table has the double or the split that the wager stands for, and it was open."""
    if hand is None or hand.box is None:
        return False
    is_doubled_or_split = hand.doubled if bet.kind.endswith("double") else bool(hand.split_from)
    return is_doubled_or_split and not any(
        place == hand.place and _is_same_kind(what, bet.kind) for place, what in board.unlawful_decisions
    )


def _is_same_kind(decision: str, kind: str) -> bool:
    """Whether a decision and a wager are of one kind, be they free or not."""
    return decision.removeprefix("free_") == kind.removeprefix("free_")


def _may_still_come(board: BlackjackTable, bet: Bet, parent: Bet, rules: Rules) -> bool:
    """Whether the box has not been played to its end, so that it may still be doubled or split."""
    own_place = hand_place(parent.box or 0, bet.hand)
    if any(_is_same_kind(what, bet.kind) and place == own_place for place, what in board.unlawful_decisions):
        return False
    own = board.hand_at(own_place)
    hands = (own,) if bet.kind.endswith("double") and own is not None else board.hands_of(parent.box)
    return any(_PLAY.is_hand_open(board, hand, rules) for hand in hands)


def _unlawful_return(bet: Bet, hand: Hand | None, board: BlackjackTable, rules: Rules) -> Fraction | None:
    if rules.value(parameters.UNLAWFUL_EXTRA) != "plays" or hand is None:
        return Fraction(bet.playing_minor)
    worth = stake_multiple(board, hand, rules)
    return None if worth is None else bet.playing_minor * worth


def _insurance_return(board: BlackjackTable, bet: Bet, parent: Bet | None, rules: Rules) -> Fraction | None:
    if board.exit_of(bet.box, bet.player) == "paid":
        rules.value(parameters.EVEN_MONEY)
        return Fraction(bet.playing_minor)  # even money was taken: the insurance is void
    if parent is not None and parent.kind != MAIN:
        return rules.evaluate(
            parameters.INSURED_EXTRAS, lambda may: _extra_insurance_return(board, bet, parent, rules, is_allowed=may)
        )
    if parent is None or not board.is_insured(bet.box, bet.player):
        if (
            parent is not None
            and is_insurance_open(board, rules)
            and may_still_insure(board, rules)
            and len(board.dealer.all_cards) == 1
        ):
            return None  # it may still be taken
        rules.value(parameters.UNLAWFUL_EXTRA)
        return Fraction(bet.playing_minor)
    return _insured_return(board, bet, parent, rules)


def _extra_insurance_return(
    board: BlackjackTable, bet: Bet, parent: Bet, rules: Rules, *, is_allowed: bool
) -> Fraction | None:
    """An insurance of a double or a split."""
    insured = is_allowed and is_insurance_open(board, rules)
    return _insured_return(board, bet, parent, rules) if insured else Fraction(bet.playing_minor)


def _insured_return(board: BlackjackTable, bet: Bet, parent: Bet, rules: Rules) -> Fraction | None:
    share = parent.value_in_play_minor * _parse_share(rules.value(parameters.INSURANCE_SHARE))
    stake = Fraction(bet.playing_minor)
    if stake > share:
        return rules.evaluate(
            parameters.INSURANCE_OVER, lambda then: _over_insured_return(board, stake, share, then, rules)
        )
    if stake < share:
        return rules.evaluate(
            parameters.INSURANCE_AMOUNT, lambda how: stake if how == "exactly" else _dealer_card_return(board, stake, rules)
        )
    return _dealer_card_return(board, stake, rules)


def _over_insured_return(
    board: BlackjackTable, stake: Fraction, share: Fraction, rule: str, rules: Rules
) -> Fraction | None:
    """An insurance above the share that may be insured."""
    if rule == "void":
        return stake
    back = _dealer_card_return(board, share, rules)
    return None if back is None else back + stake - share


def _dealer_card_return(board: BlackjackTable, stake: Fraction, rules: Rules) -> Fraction | None:
    """An insurance on the dealer's second card."""
    if len(board.dealer.all_cards) < 2:
        return None
    odds = rules.value(parameters.INSURANCE_ODDS)
    if is_two_card_21(_first_two(board.dealer), rules):
        return stake * (1 + odds_ratio(odds))
    rules.value(parameters.INSURANCE_LOST)
    return NOTHING


def _parse_share(share: str) -> Fraction:
    part, whole = share.split(":")
    return Fraction(int(part), int(whole))


def stake_multiple(board: BlackjackTable, hand: Hand, rules: Rules) -> Fraction | None:
    """How many times its stake goes back for a hand; None while the dealer's hand has not decided it."""
    if len(hand.all_cards) < 2 or _PLAY.is_hand_open(board, hand, rules):
        return None
    if is_bust(hand, rules):
        return NOTHING
    if _is_three_sevens(hand, rules):
        return _three_sevens_multiple(board, hand, rules)
    if not is_two_card_21(hand, rules):
        return _compared_multiple(board, hand, rules)
    if not hand.split_from:
        return _blackjack_multiple(board, rules)
    key = parameters.SPLIT_ACES_BJ if hand.split_from == "A" else parameters.SPLIT_TENS_BJ
    return rules.evaluate(
        key, lambda counts: _blackjack_multiple(board, rules) if counts else _compared_multiple(board, hand, rules)
    )


def _is_three_sevens(hand: Hand, rules: Rules) -> bool:
    """Whether a hand is three sevens that the house pays for."""
    if "".join(card[0] for card in hand.all_cards) != SEVENS or rules.value(parameters.SEVENS) == "none":
        return False
    return not hand.split_from or rules.evaluate(parameters.SEVENS_SPLIT, bool)


def _three_sevens_multiple(board: BlackjackTable, hand: Hand, rules: Rules) -> Fraction | None:
    """They are paid for themselves; the stake plays on against the dealer, or lies for the next round."""
    odds = odds_ratio(rules.value(parameters.SEVENS))

    def with_stake(then: str) -> Fraction | None:
        on = Fraction(1) if then == "lies_for_the_next" else _compared_multiple(board, hand, rules)
        return None if on is None else odds + on

    return rules.evaluate(parameters.SEVENS_STAKE, with_stake)


def _blackjack_multiple(board: BlackjackTable, rules: Rules) -> Fraction | None:
    """A blackjack: it waits for the dealer's second card only where that can make one too."""
    first = board.dealer.all_cards[:1]
    if not first:
        return None
    if not any(card[0] == "A" or is_ten(card, rules) for card in first):
        rules.value(parameters.PAID_AT_ONCE)
        return 1 + odds_ratio(rules.value(parameters.BLACKJACK_ODDS))
    if len(board.dealer.all_cards) < 2:
        return None
    if is_two_card_21(_first_two(board.dealer), rules):
        return _multiple_against_blackjack(rules)
    return 1 + odds_ratio(rules.value(parameters.BLACKJACK_ODDS))


def _compared_multiple(board: BlackjackTable, hand: Hand, rules: Rules) -> Fraction | None:
    if _due(board, rules) is not None or len(board.dealer.all_cards) < 2:
        return None
    has, dealer = total(hand, rules)[0], total(board.dealer, rules)[0]
    if is_bust(board.dealer, rules):
        if dealer in rules.value(parameters.PUSHES_ON):
            return Fraction(1)
        return 1 + odds_ratio(rules.value(parameters.DEALER_OVER))
    if is_two_card_21(board.dealer, rules) and _is_taken_by_blackjack(hand, rules):
        return NOTHING
    if has > dealer:
        return 1 + odds_ratio(rules.value(parameters.WIN_ODDS))
    if has < dealer:
        return NOTHING if rules.value(parameters.LOWER_TOTAL) == "lost" else Fraction(1)
    if is_two_card_21(board.dealer, rules):
        return rules.evaluate(parameters.BEATS_21, lambda beats: NOTHING if beats else _equal_totals_multiple(rules))
    return _equal_totals_multiple(rules)


def _due(board: BlackjackTable, rules: Rules) -> Due | None:
    """What is still due on a table; the same for every wager on it."""
    due, _ = rules.memoize(("due", id(board)), lambda: (_PLAY.due(board, rules), board))  # with the table, its id is kept
    return due


def _is_taken_by_blackjack(hand: Hand, rules: Rules) -> bool:
    """Whether a dealer's blackjack takes a hand because it was doubled or split."""
    doubled = hand.doubled and rules.value(parameters.DOUBLE_LOST)
    return doubled or (bool(hand.split_from) and rules.value(parameters.SPLIT_LOST))


def _equal_totals_multiple(rules: Rules) -> Fraction:
    return Fraction(1) if rules.value(parameters.EQUAL_TOTALS) == "stand_off" else NOTHING


def _multiple_against_blackjack(rules: Rules) -> Fraction:
    """A blackjack against the dealer's."""
    becomes = rules.value(parameters.AGAINST_BLACKJACK)
    if becomes == "as_equal_totals":
        return _equal_totals_multiple(rules)
    return Fraction(1) if becomes == "stand_off" else NOTHING


def _first_two(dealer: Hand) -> Hand:
    return Hand(dealer.place, dealer.all_cards[:2])


_SETTLE: Final[dict[str, Callable[[BlackjackTable, Bet, Bet | None, Rules], Fraction | None]]] = {
    "main": _main_return,
    "double": _extra_return,
    "split": _extra_return,
    "free_double": _free_return,
    "free_split": _free_return,
    "insurance": _insurance_return,
}
