"""Decisions of the direction on a round: SCB-24."""

from typing import Final

import pytest

from tests.clauses.scb.floor import breaks, holds, keeps
from tests.clauses.table import Row, Ruled

WON: Final = "1: open; bet w1 P1 main 2000 box=1; nmb; 1 Th D 8d 1 Kc; says 1 stand P1; D Js; pay w1 4000; close"
"""Twenty against eighteen, paid."""

INSURED: Final = """1: bet w1 P1 main 10000 box=1; nmb; 1 Th D As 1 9h; bet i P1 insurance 3000 box=1 parent=w1
    1: says 1 stand; D Kd; pay w1 0; pay i 9000; close"""
"""The house has left SCB-8b? open: exactly half of the stake may be insured (a), or anything up to it (b)."""
UNDER_A: Final = (("insurance_amount", "SCB-8"), ("wrong_payment", "SCB-8"))

ROWS: Final = (
    keeps(
        "SCB-24",
        "The direction declares a round void: the wager goes back, and what was won on it is not due.",
        f"{WON}; void_round direction",
        Ruled(
            verdict="void",
            authority="direction",
            due={"w1": 2000},
            awarded={"w1": 2000},
            stands_as="void",
            in_force=("void_round",),
            cites=("SCB-24",),
        ),
    ),
    breaks(
        "SCB-24",
        "An inspector declares the round void: it stands.",
        f"{WON}; void_round inspector",
        Ruled(verdict="stands", due={"w1": 4000}, stands_as="closed", in_force=(), attempts=("void_round",)),
    ),
    keeps(
        "SCB-24",
        "The direction takes back that a round is void: it stands again.",
        f"{WON}; void_round direction; reverse_void_round direction",
        Ruled(verdict="stands", due={"w1": 4000}, stands_as="closed", in_force=(), attempts=()),
    ),
    keeps(
        "SCB-24",
        "A player disputes the round and the direction settles that it was corrected.",
        f"{WON}; notice P1 inspector; settle_round corrected direction",
        Ruled(verdict="stands", due={"w1": 4000}, stands_as="corrected", attempts=()),
    ),
    keeps(
        "SCB-24",
        "An insurance of 30 beside 100 was paid, which only one reading gives: the direction lets it stand.",
        f"{INSURED}; settle_round stands direction",
        Ruled(
            findings=UNDER_A,
            verdict="stands",
            branches={"SCB-8b?:a": {"w1": 0, "i": 3000}, "SCB-8b?:b": {"w1": 0, "i": 9000}},
            awarded={"w1": 0, "i": 9000},
            stands_as="stands",
            in_force=("settle_round",),
        ),
    ),
    breaks(
        "SCB-24",
        "An inspector would let the insurance stand: it is still for the direction to decide.",
        f"{INSURED}; settle_round stands inspector",
        Ruled(
            findings=UNDER_A,
            verdict="refer",
            authority="direction",
            awarded={"w1": 0, "i": None},
            attempts=("settle_round",),
        ),
    ),
    breaks(
        "SCB-24",
        "The house has no void shoe: not even the direction can announce one.",
        f"{WON}\n    table: void_shoe S1 direction",
        Ruled(verdict="stands", due={"w1": 4000}, stands_as="closed", in_force=(), attempts=("void_shoe",)),
    ),
)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_row(row: Row) -> None:
    holds(row)
