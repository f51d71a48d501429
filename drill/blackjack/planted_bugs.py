"""Bugs in what a round of blackjack comes to: totals, odds, extra and side wagers, and how a round stands."""

from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from drill.planted.planting import BrokenFunction, planted_bug
from replay.games.blackjack import parameters
from replay.games.blackjack.table import BlackjackTable, Hand, is_bust, is_two_card_21, total
from replay.judging.judgement import Judgement, WagerDue
from replay.judging.wagers import Bet
from replay.rulebooks.rules import Branch, Rules
from replay.ruling.shoe_totals import MoneyTotals

GAME: Final = "blackjack"
SETTLEMENT: Final = "replay.games.blackjack.settlement"
Back = Fraction | None


# Totals


@planted_bug("replay.games.blackjack.table:total", GAME)
def ace_is_always_one(original: BrokenFunction, hand: Hand, rules: Rules) -> tuple[int, bool]:
    """An ace counts one in a hand of three cards or more, even where eleven would do."""
    has, soft = original(hand, rules)
    return (has - 10, False) if soft and len(hand.all_cards) > 2 else (has, soft)


@planted_bug(f"{SETTLEMENT}:stake_multiple", GAME)
def bust_hand_is_saved_by_the_dealer(original: BrokenFunction, board: BlackjackTable, hand: Hand, rules: Rules) -> Back:
    """A hand that is over 21 stands off where the dealer's is over too."""
    worth: Back = original(board, hand, rules)
    return Fraction(1) if worth == 0 and is_bust(hand, rules) and is_bust(board.dealer, rules) else worth


@planted_bug(f"{SETTLEMENT}:_compared_multiple", GAME)
def dealer_over_beats_low_hands(original: BrokenFunction, board: BlackjackTable, hand: Hand, rules: Rules) -> Back:
    """The dealer's hand wins though it is over 21."""
    worth: Back = original(board, hand, rules)
    return worth if worth is None or not is_bust(board.dealer, rules) else Fraction(0)


# Odds


@planted_bug(f"{SETTLEMENT}:_blackjack_multiple", GAME)
def blackjack_is_paid_6_to_5(original: BrokenFunction, board: BlackjackTable, rules: Rules) -> Back:
    """A blackjack is paid 6 to 5, not 3 to 2."""
    worth: Back = original(board, rules)
    return Fraction(11, 5) if worth == Fraction(5, 2) else worth


@planted_bug(f"{SETTLEMENT}:_multiple_against_blackjack", GAME)
def blackjack_loses_to_blackjack(original: BrokenFunction, rules: Rules) -> Fraction:
    """A blackjack loses against the dealer's, instead of a stand-off."""
    return Fraction(0)


@planted_bug(f"{SETTLEMENT}:_compared_multiple", GAME)
def any_21_equals_blackjack(original: BrokenFunction, board: BlackjackTable, hand: Hand, rules: Rules) -> Back:
    """A 21 of three cards or more stands off against the dealer's blackjack."""
    worth: Back = original(board, hand, rules)
    equal = is_two_card_21(board.dealer, rules) and total(hand, rules)[0] == rules.value(parameters.MOST_POINTS)
    return Fraction(1) if worth is not None and equal else worth


@planted_bug(f"{SETTLEMENT}:_equal_totals_multiple", GAME)
def equal_hands_lose(original: BrokenFunction, rules: Rules) -> Fraction:
    """Equal totals are lost, instead of a stand-off."""
    return Fraction(0)


@planted_bug(f"{SETTLEMENT}:_compared_multiple", GAME)
def win_is_paid_twice(original: BrokenFunction, board: BlackjackTable, hand: Hand, rules: Rules) -> Back:
    """A hand that wins is paid 2 to 1."""
    worth: Back = original(board, hand, rules)
    return Fraction(3) if worth == 2 else worth


@planted_bug(f"{SETTLEMENT}:stake_multiple", GAME)
def split_hand_is_a_blackjack(original: BrokenFunction, board: BlackjackTable, hand: Hand, rules: Rules) -> Back:
    """An ace and a ten of a split pair are paid as a blackjack."""
    worth: Back = original(board, hand, rules)
    won = worth == 2 and hand.split_from and is_two_card_21(hand, rules)
    return Fraction(5, 2) if won else worth


# Extra wagers


@planted_bug(f"{SETTLEMENT}:_extra_return", GAME)
def double_never_loses(original: BrokenFunction, board: BlackjackTable, bet: Bet, parent: Bet | None, rules: Rules) -> Back:
    """What was laid for a double or a split goes back where the hand loses."""
    back: Back = original(board, bet, parent, rules)
    return Fraction(bet.playing_minor) if back == 0 else back


@planted_bug(f"{SETTLEMENT}:_extra_return", GAME)
def double_plays_above_the_wager(
    original: BrokenFunction, board: BlackjackTable, bet: Bet, parent: Bet | None, rules: Rules
) -> Back:
    """A double or a split plays with all that was laid, though that is more than the wager."""
    above = parent and replace(parent, playing_minor=max(parent.playing_minor, bet.playing_minor))
    back: Back = original(board, bet, above, rules)
    return back


@planted_bug(f"{SETTLEMENT}:_dealer_card_return", GAME)
def insurance_is_paid_evens(original: BrokenFunction, board: BlackjackTable, stake: Fraction, rules: Rules) -> Back:
    """An insurance is paid 1 to 1, not 2 to 1."""
    back: Back = original(board, stake, rules)
    return back and 2 * stake


@planted_bug(f"{SETTLEMENT}:_dealer_card_return", GAME)
def insurance_is_never_lost(original: BrokenFunction, board: BlackjackTable, stake: Fraction, rules: Rules) -> Back:
    """An insurance goes back where the dealer has no blackjack."""
    back: Back = original(board, stake, rules)
    return stake if back == 0 else back


@planted_bug("replay.games.blackjack.box_checks:reductions", GAME)
def box_has_no_maximum(original: BrokenFunction, *args: object) -> dict[str, int]:
    """What a box has above its maximum plays too."""
    return {}


@planted_bug(f"{SETTLEMENT}:with_late_part", GAME)
def late_chips_are_kept(original: BrokenFunction, bet: Bet, *args: Any) -> Back:
    """What was laid too late is kept by the house."""
    back: Back = original(bet, *args)
    return back and back - bet.late_minor


# One house's own


@planted_bug(f"{SETTLEMENT}:_main_return", GAME, house="scb")
def surrender_gives_nothing_back(original: BrokenFunction, board: BlackjackTable, bet: Bet, *args: Any) -> Back:
    """A hand that was given up loses its whole stake, not half of it."""
    back: Back = original(board, bet, *args)
    return Fraction(0) if board.exit_of(bet.box, bet.player) == "surrendered" else back


@planted_bug("replay.games.blackjack.side_bets:pair_line", GAME, house="scb")
def every_pair_is_mixed(original: BrokenFunction, *args: Any) -> str | None:
    """A pair of one colour, and a perfect one, are paid as a mixed one."""
    line: str | None = original(*args)
    return line and "mixed_pair"


@planted_bug(f"{SETTLEMENT}:_free_return", GAME, house="fbj")
def free_bet_comes_back(original: BrokenFunction, board: BlackjackTable, bet: Bet, *args: Any) -> Back:
    """A free bet that wins gives back a stake that its player never laid."""
    back: Back = original(board, bet, *args)
    return back and back + bet.value_in_play_minor


@planted_bug(f"{SETTLEMENT}:_compared_multiple", GAME, house="fbj")
def dealer_22_pays(original: BrokenFunction, board: BlackjackTable, hand: Hand, rules: Rules) -> Back:
    """Hands win against the dealer's 22, instead of a stand-off."""
    worth: Back = original(board, hand, rules)
    pushes = total(board.dealer, rules)[0] in rules.value(parameters.PUSHES_ON)
    return Fraction(2) if worth is not None and pushes else worth


# How a round stands


@planted_bug("replay.games.blackjack.judge:BlackjackJudge._remedy_parameter", GAME)
def always_as_if_seen_at_once(original: BrokenFunction, judging: object) -> object:
    """Every error is put right as one that is seen at once, though the next round has begun."""
    return parameters.NOTICED_AT_ONCE


@planted_bug("replay.games.blackjack.judge:BlackjackJudge._standing_as_played", GAME)
def errors_stand_as_dealt(original: BrokenFunction, judging: object) -> str | None:
    """A round that was dealt wrongly is settled by the cards as they lie."""
    how: str | None = original(judging)
    return "as_dealt" if how in ("reconstruct", "void") else how


# A shoe that is announced void


@planted_bug("replay.ruling.decided_effects:_apply_voids", GAME, house="ccl")
def void_shoe_changes_nothing(original: BrokenFunction, judgement: Judgement, *given: object) -> Judgement:
    """A round of a void shoe is settled as if nobody had announced it void."""
    return judgement


@planted_bug("replay.ruling.decided_effects:_is_after", GAME, house="ccl")
def payments_after_the_void_count(original: BrokenFunction, *given: object) -> bool:
    """What is paid after a shoe was announced void counts as paid before."""
    return False


@planted_bug("replay.ruling.decided_effects:_withheld_due", GAME, house="ccl")
def void_stakes_always_go_back(original: BrokenFunction, wager_due: WagerDue, *given: object) -> int:
    """In a void shoe every stake goes back, also where it was collected and stays so."""
    return wager_due.stake_minor


@planted_bug("replay.ruling.decided_effects:_unpaid_winnings", GAME, house="ccl")
def nothing_is_withheld(original: BrokenFunction, *given: object, **named: object) -> int:
    """The winnings that a void shoe keeps back are not shown."""
    return 0


@planted_bug("replay.ruling.shoe_totals:_totals_by_player", GAME, house="ccl")
def a_shoe_has_one_player(original: BrokenFunction, branch: Branch[Judgement]) -> dict[str, MoneyTotals]:
    """The money of a void shoe is added up for its first player alone."""
    totals: dict[str, MoneyTotals] = original(branch)
    return dict(list(totals.items())[:1])
