"""Rounds with a no spin and a re-spin, after one in which the ball came to rest in 16."""

from typing import Final

from tests.clauses.eca_roulette.floor import SPUN, before, paid, rests

BET: Final = "bet w1 P1 straight 500 numbers=5"
STOPPED: Final = "ball_out; ball_in 16"
AGAIN: Final = f"{SPUN}; {rests(5)}"
"""The re-spin, and 5."""


def respun(
    *acts: str, spun: str = "spin cw ccw; nmb", back: str = STOPPED, after: str = AGAIN, paid: str = "pay w1 18000"
) -> str:
    """A round before, and one whose first spin is no spin and whose second gives 5."""
    return f"{before(16)}\n2: " + "; ".join((f"open; {BET}", spun, *acts, back, after, paid, "close"))


PAID: Final = paid(w1=18_000)
"""The re-spin decided, and was paid."""
