"""Bets that are changed around a no spin, worked out by hand."""

from typing import Final

import pytest

from drill.oracles.roulette import DEFAULT_TERMS, RouletteTerms, placed_chips
from drill.oracles.roulette_respin import BetStep, RespinReading, follow_bet, late_steps, reading_of

RED: Final = placed_chips("red")
FIVE: Final = placed_chips("straight", "5")
EIGHT: Final = placed_chips("straight", "8")


def under(letters: str) -> RespinReading:
    """The readings of I8a?, W8a? and W8b? by their letters."""
    return reading_of(RouletteTerms(readings=dict(zip(("ECA-R-I8a?", "ECA-R-W8a?", "ECA-R-W8b?"), letters, strict=True))))


LOWERED: Final = (BetStep("betting", "placed", 150_000, RED), BetStep("between", "lowered", 50_000))
"""Red for 1,500.00, of which 500.00 are taken up before the re-spin."""
RAISED: Final = (
    BetStep("betting", "placed", 800, FIVE),
    BetStep("between", "raised", 100),
    BetStep("running", "withdrawn"),
)
"""8.00 straight up, 9.00 before the re-spin, all of it taken up after the last call."""
LATE: Final = (BetStep("betting", "placed", 800, FIVE), BetStep("running", "raised", 100))
MOVED: Final = (BetStep("betting", "placed", 800, FIVE), BetStep("between", "moved", places=EIGHT))
STOPPED: Final = (BetStep("betting", "placed", 800, FIVE), BetStep("stopped", "moved", places=EIGHT))
IN_PART: Final = (*RAISED[:2], BetStep("running", "lowered", 300))
"""8.00, raised by 1.00 before the re-spin; 3.00 are taken up after the last call."""


@pytest.mark.parametrize(
    ("steps", "letters", "pocket", "given", "owed", "outstanding"),
    [
        # "the wagers stay": 1,500.00 are lost, 500.00 of it are in the player's hand
        (LOWERED, "aaa", "20", 0, 0, -50_000),
        # "betting is open again": 1,000.00 are lost; the 500.00 are the player's by right
        (LOWERED, "baa", "20", 0, 50_000, 0),
        (LOWERED, "aaa", "5", 200_000, 300_000, 50_000),
        (LOWERED, "baa", "5", 200_000, 250_000, 0),
        # zero takes half of 1,500.00, or half of 1,000.00
        (LOWERED, "aaa", "0", None, 75_000, None),
        (LOWERED, "baa", "0", None, 100_000, None),
        # 9.00 are in the hand: 8.00 of it lost at the call, or 9.00, or nothing at the rest
        (RAISED, "aaa", "25", None, 100, -800),
        (RAISED, "aba", "25", None, 900, 0),
        (RAISED, "baa", "25", None, 0, -900),
        (RAISED, "bba", "25", None, 900, 0),
        # the number comes: 8.00 or 9.00 at 35 to 1
        (RAISED, "aaa", "5", None, 800 * 36 + 100, 800 * 36 - 800),
        (RAISED, "baa", "5", None, 900 * 36, 900 * 36 - 900),
        # of 9.00 there lie 6.00 at the rest: 1.00 was no bet where the bets stay, and is taken up first
        (IN_PART, "aaa", "5", 0, 800 * 36 + 100, 800 * 36 - 200),
        (IN_PART, "aba", "5", 0, 600 * 36 + 300, 600 * 36),
        (IN_PART, "baa", "5", 0, 900 * 36, 900 * 36 - 300),
        (IN_PART, "bba", "5", 0, 600 * 36 + 300, 600 * 36),
        # W8b?: what came too late goes back, or plays
        (LATE, "aaa", "5", 28_900, 28_900, 0),
        (LATE, "aab", "5", 28_900, 900 * 36, 900 * 36 - 28_900),
        (LATE, "aab", "8", 0, 0, 0),
        (MOVED, "aba", "5", None, 28_800, None),
        (MOVED, "baa", "5", None, 0, None),
        (STOPPED, "aaa", "8", None, 0, None),
        (STOPPED, "aba", "8", None, 28_800, None),
        (STOPPED, "baa", "8", None, 28_800, None),
    ],
)
def test_a_bet_gives(
    steps: tuple[BetStep, ...], letters: str, pocket: str, given: int | None, owed: int, outstanding: int | None
) -> None:
    bet = follow_bet(steps, under(letters))
    assert bet.owed_minor(pocket, DEFAULT_TERMS) == owed
    assert bet.outstanding_minor(pocket, given, DEFAULT_TERMS) == outstanding


def test_chips_laid_before_the_respin_are_late_only_where_the_bets_stay() -> None:
    laid = (BetStep("between", "placed", 500, FIVE), BetStep("between", "raised", 500))
    assert (late_steps(laid, under("aaa")), late_steps(laid, under("baa"))) == (laid, ())
    assert follow_bet(laid, under("aab")).at_stake_minor == 0
    assert follow_bet(laid, under("baa")).at_stake_minor == 1000


def test_what_lies_there_when_betting_is_open_again_is_a_bet() -> None:
    """A bet placed after the first call is none where the bets stay, unless it lies there at the rest (W8b?)."""
    steps = (BetStep("stopped", "placed", 500, FIVE),)
    stakes = {letters: follow_bet(steps, under(letters)).at_stake_minor for letters in ("aaa", "aab", "baa")}
    assert stakes == {"aaa": 0, "aab": 500, "baa": 500}
    assert late_steps(steps, under("baa")) == steps


def test_chips_taken_up_after_the_rest_were_at_stake() -> None:
    bet = follow_bet((*LOWERED, BetStep("rested", "withdrawn")), under("bba"))
    assert (bet.at_stake_minor, bet.taken_up_minor, bet.is_gone) == (100_000, 150_000, True)
    assert bet.outstanding_minor("20", None, DEFAULT_TERMS) == -100_000
