"""Decisions of the supervisor on a round: FBJ-43, FBJ-46."""

from typing import Final

import pytest

from tests.clauses.fbj.floor import TOLD, bets, breaks, holds, keeps
from tests.clauses.table import Row, Ruled

WON: Final = "1: open; bet w1 P1 main 2000 box=1; nmb; 1 Th D 8d 1 Kc; says 1 stand P1; D Js; pay w1 4000; close"
"""Twenty against eighteen, paid."""

ASTRAY: Final = f"1: {bets(1, 2)}; 1 8h 3 6s; {TOLD}"
"""A card went to field 3, on which there is no bet; the supervisor was told."""
EMPTY: Final = (("empty_box", "FBJ-DEAL"),)
BACK: Final = {"w1": 2000, "w2": 2000}

ROWS: Final = (
    keeps(
        "FBJ-46",
        "The supervisor declares a misdealt round void, as one reading has it: the wagers go back.",
        f"{ASTRAY}; void_round supervisor",
        Ruled(
            findings=EMPTY,
            verdict="void",
            authority="supervisor",
            due=BACK,
            awarded=BACK,
            stands_as="void",
            in_force=("void_round",),
            cites=("FBJ-46",),
        ),
    ),
    keeps(
        "FBJ-46",
        "A misdealt round that was played and paid is declared void: the wager alone is the player's, not its win.",
        f"1: {bets(1)}; 1 8h 3 6s D 9d 1 Kd; says 1 stand; D 8c; pay w1 4000; close; void_round supervisor",
        Ruled(
            findings=EMPTY,
            verdict="void",
            due={"w1": 2000},
            awarded={"w1": 2000},
            stands_as="void",
        ),
    ),
    breaks(
        "FBJ-46",
        "An inspector declares the misdealt round void: the supervisor is asked as before.",
        f"{ASTRAY}; void_round inspector",
        Ruled(findings=EMPTY, verdict="refer", in_force=(), attempts=("void_round",)),
    ),
    breaks(
        "FBJ-46",
        "The supervisor declares a round void that was played and paid by the rules: no sentence gives that to anybody.",
        f"{WON}; void_round supervisor",
        Ruled(
            verdict="stands",
            due={"w1": 4000},
            awarded={"w1": 4000},
            stands_as="closed",
            in_force=(),
            attempts=("void_round",),
        ),
    ),
    breaks(
        "FBJ-46",
        "The house has resolved that a misdealt round is put right: the supervisor voids none any more.",
        f"table: resolved FBJ-ERR? a supervisor\n{ASTRAY}; void_round supervisor",
        Ruled(findings=EMPTY, verdict="reconstruct", in_force=(), attempts=("void_round",)),
    ),
    keeps(
        "FBJ-46",
        "The supervisor takes back that a misdealt round is void: it waits again.",
        f"{ASTRAY}; void_round supervisor; reverse_void_round supervisor",
        Ruled(findings=EMPTY, verdict="refer", awarded={"w1": None}, in_force=(), attempts=()),
    ),
    keeps(
        "FBJ-43",
        "The supervisor interrupts the game before the croupier's second card, then says that the round is void.",
        "1: open; bet w1 P1 main 2000 box=1; nmb; 1 Th D 8d 1 Kc; interrupted supervisor; void_round supervisor",
        Ruled(verdict="void", due={"w1": 2000}, awarded={"w1": 2000}, stands_as="void", attempts=()),
    ),
    breaks(
        "FBJ-43",
        "The dealer interrupts the game, which is not a dealer's to do: that gives the supervisor nothing to void.",
        "1: open; bet w1 P1 main 2000 box=1; nmb; 1 Th D 8d 1 Kc; says 1 stand P1; interrupted D1; "
        "D Js; pay w1 4000; void_round supervisor; close",
        Ruled(
            findings=(("interrupted_by_another", "FBJ-43"),),
            verdict="stands",
            due={"w1": 4000},
            attempts=("interrupt_game", "void_round"),
        ),
    ),
    keeps(
        "FBJ-46",
        "A player disputes the round and the supervisor settles that it was corrected.",
        f"{WON}; notice P1 inspector; settle_round corrected supervisor",
        Ruled(verdict="stands", due={"w1": 4000}, stands_as="corrected", attempts=()),
    ),
    breaks(
        "FBJ-46",
        "The house has no void shoe: not even the supervisor can announce one.",
        f"{WON}\n    table: void_shoe S1 supervisor",
        Ruled(verdict="stands", due={"w1": 4000}, stands_as="closed", in_force=(), attempts=("void_shoe",)),
    ),
)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_row(row: Row) -> None:
    holds(row)
