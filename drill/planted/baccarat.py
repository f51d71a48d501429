"""Bugs in what a coup of baccarat comes to: totals, odds, standings, and what players are given."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import floor
from typing import Final

from drill.planted.planting import Wrong, bug
from ledger.values.money import ratio
from replay.games.baccarat import parameters
from replay.games.baccarat.checks import BaccaratCheckContext
from replay.games.baccarat.coup import CoupHands
from replay.games.baccarat.settlement import Result, Stake, winner
from replay.judging.judgement import WagerDue
from replay.judging.wagers import Bet
from replay.rulebooks.edition import Edition
from replay.rulebooks.rules import Rules
from replay.ruling.awards import FavouredAward
from replay.table_day.round import Round

GAME: Final = "baccarat"
SETTLEMENT: Final = "replay.games.baccarat.settlement"
WINDOW: Final = "replay.games.baccarat.reconstruction"
Back = Fraction | None


# Totals


@bug("replay.games.baccarat.coup:total", GAME)
def tens_are_kept(sound: Wrong, cards: Sequence[str], rules: Rules) -> int:
    """A hand of ten or more keeps its tens."""
    points = rules.value(parameters.POINTS)
    return sum(points.get(card[0], 0) for card in cards)


@bug(f"{SETTLEMENT}:result", GAME)
def third_card_is_forgotten(sound: Wrong, board: CoupHands, rules: Rules) -> Result:
    """Banco's third card does not count when the hands are compared."""
    outcome: Result = sound(board, rules)
    return replace(outcome, banco=outcome.banco_two_cards)


@bug(f"{SETTLEMENT}:winner", GAME)
def bank_wins_ties(sound: Wrong, outcome: Result, rules: Rules) -> str:
    """An égalité is won by banco."""
    won: str = sound(outcome, rules)
    return "banco" if won == "egalite" else won


@bug("replay.games.baccarat.deal:result_of", GAME)
def fourth_card_counts(sound: Wrong, hands: CoupHands, rules: Rules) -> Result | None:
    """A fourth card that was laid to a hand counts for it as dealt."""
    outcome: Result | None = sound(hands, rules)
    if outcome is None:
        return None
    points = rules.value(parameters.POINTS)
    punto, banco = (sum(points.get(card[0], 0) for card in hand) % 10 for hand in (hands.punto, hands.banco))
    return replace(outcome, punto=punto, banco=banco)


# Odds


@bug(f"{SETTLEMENT}:settle", GAME)
def bank_is_paid_evens(sound: Wrong, outcome: Result, stake: Stake, rules: Rules) -> Back:
    """A win of banco is paid 1 to 1, not 19 to 20."""
    won = stake.kind == "banco" and winner(outcome, rules) == "banco"
    back: Back = Fraction(2 * stake.stake_minor) if won else sound(outcome, stake, rules)
    return back


@bug(f"{SETTLEMENT}:settle", GAME)
def punto_is_paid_as_bank(sound: Wrong, outcome: Result, stake: Stake, rules: Rules) -> Back:
    """A win of punto is paid 19 to 20, not 1 to 1."""
    won = stake.kind == "punto" and winner(outcome, rules) == "punto"
    back: Back = stake.stake_minor * (1 + ratio("19:20")) if won else sound(outcome, stake, rules)
    return back


@bug(f"{SETTLEMENT}:settle", GAME)
def any_tie_is_paid_8_to_1(sound: Wrong, outcome: Result, stake: Stake, rules: Rules) -> Back:
    """A bet on any tie is paid 8 to 1, not 9 to 1."""
    won = stake.kind == "any_tie" and winner(outcome, rules) == "egalite"
    back: Back = Fraction(9 * stake.stake_minor) if won else sound(outcome, stake, rules)
    return back


@bug(f"{SETTLEMENT}:settle", GAME)
def ur_way_wins_without_a_tie(sound: Wrong, outcome: Result, stake: Stake, rules: Rules) -> Back:
    """UR WAY is won where only punto has the total."""
    tied = replace(outcome, banco=outcome.punto) if stake.kind == "ur_way" else outcome
    back: Back = sound(tied, stake, rules)
    return back


@bug(f"{SETTLEMENT}:_3g8", GAME)
def three_without_an_eight_wins(sound: Wrong, outcome: Result, stake: Stake, rules: Rules) -> Back:
    """3G8 is won wherever banco's first two cards make three."""
    back: Back = sound(replace(outcome, third_by_right=rules.value(parameters.G38_THIRD)), stake, rules)
    return back


@bug(f"{SETTLEMENT}:_tie", GAME)
def tie_takes_the_stake(sound: Wrong, stake: Stake, rules: Rules) -> Fraction:
    """On a tie a main bet has the agreed share and loses its stake."""
    back: Fraction = sound(stake, rules)
    return back - stake.stake_minor


@bug(f"{SETTLEMENT}:tie_share_bp", GAME)
def least_share_for_everybody(sound: Wrong, stake: Stake, rules: Rules) -> int:
    """On a tie everybody has the least share, whatever was agreed."""
    return rules.value(parameters.TIE_LEAST_BP)


# What plays


@bug("replay.judging.wagers:round_to_minor", GAME)
def fraction_to_the_house(sound: Wrong, amount: Fraction | int, rules: Rules) -> int:
    """A fraction of the smallest unit goes to the house."""
    return floor(amount)


@bug("replay.games.baccarat.wagers_due:stake_of", GAME)
def late_chips_win_too(sound: Wrong, bet: Bet, *given: object) -> Stake:
    """What was laid after the first card goes back and plays besides."""
    stake: Stake = sound(bet, *given)
    return replace(stake, stake_minor=stake.stake_minor + bet.late_minor)


@bug("replay.games.baccarat.checks:missing_main_kinds", GAME)
def ur_way_plays_alone(sound: Wrong, facts: BaccaratCheckContext, bet: Bet, rules: Rules) -> frozenset[str]:
    """UR WAY plays without a bet that it needs."""
    return frozenset()


# How a coup stands


@bug(f"{WINDOW}:_Misdraw._standing", GAME)
def never_too_late(sound: Wrong, misdraw: object, chosen: object) -> str:
    """A misdealt coup is put right however late that is seen."""
    how: str = sound(misdraw, chosen)
    return "reconstruct" if how in ("as_dealt", "decided_again", "void") else how


@bug(f"{WINDOW}:_Misdraw._standing", GAME)
def always_too_late(sound: Wrong, misdraw: object, chosen: object) -> str:
    """A misdealt coup stands as dealt though it was noticed in time."""
    how: str = sound(misdraw, chosen)
    return "as_dealt" if how == "reconstruct" else how


@bug(f"{WINDOW}:exposed", GAME)
def later_coups_are_always_protected(sound: Wrong, coup: Round, rules: Rules) -> None:
    """A coup that was dealt over a noticed error is not referred to anybody."""


# Who gets what


@bug("replay.ruling.awards:favoured_award", GAME)
def favour_of_the_house(
    sound: Wrong, edition: Edition, columns: Sequence[Sequence[WagerDue]], at: int
) -> FavouredAward | None:
    """What is left open is decided by the reading that is worst for the player."""
    found: FavouredAward | None = sound(edition, columns, at)
    return None if found is None else replace(found, amount_minor=min(claims[at].due_minor or 0 for claims in columns))
