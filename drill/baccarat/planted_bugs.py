"""Bugs in what a coup of baccarat comes to: totals, odds, standings, and what players are given."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import floor
from typing import Final

from drill.planted.planting import BrokenFunction, planted_bug
from ledger.values.money import odds_ratio
from replay.games.baccarat import parameters
from replay.games.baccarat.checks import BaccaratCheckContext
from replay.games.baccarat.coup import CoupHands
from replay.games.baccarat.settlement import Result, Stake, winner
from replay.judging.judgement import WagerDue
from replay.judging.wagers import Bet
from replay.rulebooks.edition import Edition
from replay.rulebooks.rules import Consulted, Rules
from replay.ruling.awards import FavouredAward
from replay.table_day.round import Round

GAME: Final = "baccarat"
SETTLEMENT: Final = "replay.games.baccarat.settlement"
WINDOW: Final = "replay.games.baccarat.reconstruction"
Back = Fraction | None


# Totals


@planted_bug("replay.games.baccarat.coup:total", GAME)
def tens_are_kept(original: BrokenFunction, cards: Sequence[str], rules: Rules) -> int:
    """A hand of ten or more keeps its tens."""
    points = rules.value(parameters.POINTS)
    return sum(points.get(card[0], 0) for card in cards)


@planted_bug(f"{SETTLEMENT}:coup_result", GAME)
def third_card_is_forgotten(original: BrokenFunction, board: CoupHands, rules: Rules) -> Result:
    """Banco's third card does not count when the hands are compared."""
    outcome: Result = original(board, rules)
    return outcome._replace(banco=outcome.banco_two_cards)


@planted_bug(f"{SETTLEMENT}:winner", GAME)
def bank_wins_ties(original: BrokenFunction, result: Result, rules: Rules) -> str:
    """An égalité is won by banco."""
    won: str = original(result, rules)
    return "banco" if won == "egalite" else won


@planted_bug("replay.games.baccarat.deal:result_of", GAME)
def fourth_card_counts(original: BrokenFunction, hands: CoupHands, rules: Rules) -> Result | None:
    """A fourth card that was laid to a hand counts for it as dealt."""
    outcome: Result | None = original(hands, rules)
    if outcome is None:
        return None
    points = rules.value(parameters.POINTS)
    punto, banco = (sum(points.get(card[0], 0) for card in hand) % 10 for hand in (hands.punto, hands.banco))
    return outcome._replace(punto=punto, banco=banco)


# Odds


@planted_bug(f"{SETTLEMENT}:settle", GAME)
def bank_is_paid_evens(original: BrokenFunction, result: Result, stake: Stake, rules: Rules) -> Back:
    """A win of banco is paid 1 to 1, not 19 to 20."""
    won = stake.kind == "banco" and winner(result, rules) == "banco"
    back: Back = Fraction(2 * stake.stake_minor) if won else original(result, stake, rules)
    return back


@planted_bug(f"{SETTLEMENT}:settle", GAME)
def punto_is_paid_as_bank(original: BrokenFunction, result: Result, stake: Stake, rules: Rules) -> Back:
    """A win of punto is paid 19 to 20, not 1 to 1."""
    won = stake.kind == "punto" and winner(result, rules) == "punto"
    back: Back = stake.stake_minor * (1 + odds_ratio("19:20")) if won else original(result, stake, rules)
    return back


@planted_bug(f"{SETTLEMENT}:settle", GAME)
def any_tie_is_paid_8_to_1(original: BrokenFunction, result: Result, stake: Stake, rules: Rules) -> Back:
    """A bet on any tie is paid 8 to 1, not 9 to 1."""
    won = stake.kind == "any_tie" and winner(result, rules) == "egalite"
    back: Back = Fraction(9 * stake.stake_minor) if won else original(result, stake, rules)
    return back


@planted_bug(f"{SETTLEMENT}:settle", GAME)
def ur_way_wins_without_a_tie(original: BrokenFunction, result: Result, stake: Stake, rules: Rules) -> Back:
    """UR WAY is won where only punto has the total."""
    tied = result._replace(banco=result.punto) if stake.kind == "ur_way" else result
    back: Back = original(tied, stake, rules)
    return back


@planted_bug(f"{SETTLEMENT}:_3g8", GAME)
def three_without_an_eight_wins(original: BrokenFunction, result: Result, stake: Stake, rules: Rules) -> Back:
    """3G8 is won wherever banco's first two cards make three."""
    back: Back = original(result._replace(third_by_right=rules.value(parameters.G38_THIRD)), stake, rules)
    return back


@planted_bug(f"{SETTLEMENT}:_tie_return", GAME)
def tie_takes_the_stake(original: BrokenFunction, stake: Stake, rules: Rules) -> Fraction:
    """On a tie a main bet has the agreed share and loses its stake."""
    back: Fraction = original(stake, rules)
    return back - stake.stake_minor


@planted_bug(f"{SETTLEMENT}:tie_share_bp", GAME)
def least_share_for_everybody(original: BrokenFunction, stake: Stake, rules: Rules) -> int:
    """On a tie everybody has the least share, whatever was agreed."""
    return rules.value(parameters.TIE_LEAST_BP)


# What plays


@planted_bug("replay.judging.wagers:round_to_minor", GAME)
def fraction_to_the_house(original: BrokenFunction, amount: Fraction | int, rules: Rules) -> int:
    """A fraction of the smallest unit goes to the house."""
    return floor(amount)


@planted_bug("replay.games.baccarat.wagers_due:stake_of", GAME)
def late_chips_win_too(original: BrokenFunction, bet: Bet, *args: object) -> Stake:
    """What was laid after the first card goes back and plays besides."""
    stake: Stake = original(bet, *args)
    return replace(stake, stake_minor=stake.stake_minor + bet.late_minor)


@planted_bug("replay.games.baccarat.checks:missing_main_kinds", GAME)
def ur_way_plays_alone(original: BrokenFunction, context: BaccaratCheckContext, bet: Bet, rules: Rules) -> frozenset[str]:
    """UR WAY plays without a bet that it needs."""
    return frozenset()


# How a coup stands


@planted_bug(f"{WINDOW}:_Misdraw._standing", GAME)
def never_too_late(original: BrokenFunction, misdraw: object, chosen: object) -> str:
    """A misdealt coup is put right however late that is seen."""
    how: str = original(misdraw, chosen)
    return "reconstruct" if how in ("as_dealt", "decided_again", "void") else how


@planted_bug(f"{WINDOW}:_Misdraw._standing", GAME)
def always_too_late(original: BrokenFunction, misdraw: object, chosen: object) -> str:
    """A misdealt coup stands as dealt though it was noticed in time."""
    how: str = original(misdraw, chosen)
    return "as_dealt" if how == "reconstruct" else how


@planted_bug(f"{WINDOW}:unprotecting_coup", GAME)
def later_coups_are_always_protected(original: BrokenFunction, coup: Round, rules: Rules) -> None:
    """A coup that was dealt over a noticed error is not referred to anybody."""


# Who gets what


@planted_bug("replay.ruling.awards:favoured_award", GAME)
def favour_of_the_house(
    original: BrokenFunction,
    edition: Edition,
    columns: Sequence[Sequence[WagerDue]],
    wager_index: int,
    consulted: Consulted,
) -> FavouredAward | None:
    """What is left open is decided by the reading that is worst for the player."""
    found: FavouredAward | None = original(edition, columns, wager_index, consulted)
    return (
        None
        if found is None
        else replace(found, amount_minor=min(claims[wager_index].due_minor or 0 for claims in columns))
    )
