"""Decisions of the direction on a round: SCB-24."""

from typing import Final

import pytest

from tests.clauses.scb.floor import breaks, holds, keeps
from tests.clauses.table import Row, Ruled

WON: Final = "1: open; bet w1 P1 main 2000 box=1; nmb; 1 Th D 8d 1 Kc; says 1 stand P1; D Js; pay w1 4000; close"
"""Twenty against eighteen, paid."""

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
