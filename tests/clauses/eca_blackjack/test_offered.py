"""Decisions that the championship does not offer: ECA-B-P1 lists double, split, stand and draw."""

from typing import Final

import pytest

from tests.clauses.eca_blackjack.floor import breaks, holds, keeps
from tests.clauses.table import Row, Ruled

SIXTEEN: Final = "1: caller 1 J1; bet w1 J1 main 4000 box=1; nmb; 1 Th D 9c 1 6d"
LOST: Final = "says 1 stand J1; D Td; pay w1 0; close"
ELEVEN: Final = "1: caller 1 J1; bet w1 J1 main 4000 box=1; nmb; 1 6h D 9c 1 5s"
WON: Final = "says 1 card J1; 1 9d; says 1 stand J1; D Td; pay w1 8000; close"

ROWS: Final = (
    keeps(
        "ECA-B-P1",
        "A player stands on sixteen, by hand and voice.",
        f"{SIXTEEN}; {LOST}",
        Ruled(verdict="stands", due={"w1": 0}),
    ),
    breaks(
        "ECA-B-P1",
        "A player says surrender, which is not among what a player may indicate, and then stands.",
        f"{SIXTEEN}; says 1 surrender J1; {LOST}",
        Ruled(findings=(("illegal_surrender", "ECA-B-P1"),), verdict="stands", due={"w1": 0}),
    ),
    breaks(
        "ECA-B-DB1",
        "A player says free double with eleven, where a double takes an equal wager, and then draws.",
        f"{ELEVEN}; says 1 free_double J1; {WON}",
        Ruled(findings=(("illegal_free_double", "ECA-B-DB1"),), verdict="stands", due={"w1": 8000}),
    ),
    breaks(
        "ECA-B-SP1",
        "A player says free split with two eights, where a split takes an equal wager, and then stands.",
        f"1: caller 1 J1; bet w1 J1 main 4000 box=1; nmb; 1 8h D 9c 1 8d; says 1 free_split J1; {LOST}",
        Ruled(findings=(("illegal_free_split", "ECA-B-SP1"),), verdict="stands", due={"w1": 0}),
    ),
    breaks(
        "ECA-B-N1",
        "A player asks for insurance against a nine and stakes nothing.",
        f"{SIXTEEN}; says 1 insurance J1; {LOST}",
        Ruled(findings=(("insurance_not_open", "ECA-B-N1"),), verdict="stands", due={"w1": 0}),
    ),
)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_what_is_not_offered(row: Row) -> None:
    holds(row)
