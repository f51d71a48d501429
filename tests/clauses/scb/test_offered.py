"""Decisions that the house does not offer: SCB-2, 3 and 8 list what it does."""

from typing import Final

import pytest

from tests.clauses.scb.floor import breaks, holds, keeps
from tests.clauses.table import Row, Ruled

SIXTEEN: Final = "1: bet w1 P1 main 2000 box=1; nmb; 1 8h D 9c 1 8d"
LOST: Final = "says 1 stay P1; D Td; pay w1 0; close"
ELEVEN: Final = "1: bet w1 P1 main 2000 box=1; nmb; 1 6h D 9c 1 5s"
WON: Final = "says 1 card P1; 1 9d; says 1 stay P1; D Td; pay w1 4000; close"

ROWS: Final = (
    keeps(
        "SCB-2",
        "Eleven is drawn to and not doubled.",
        f"{ELEVEN}; {WON}",
        Ruled(verdict="stands", due={"w1": 4000}),
    ),
    breaks(
        "SCB-2",
        "A guest says free double with eleven, and draws when the dealer does not heed it.",
        f"{ELEVEN}; says 1 free_double P1; {WON}",
        Ruled(findings=(("illegal_free_double", "SCB-2"),), verdict="stands", due={"w1": 4000}),
    ),
    breaks(
        "SCB-3",
        "A guest says free split with two eights, and stays when the dealer does not heed it.",
        f"{SIXTEEN}; says 1 free_split P1; {LOST}",
        Ruled(findings=(("illegal_free_split", "SCB-3"),), verdict="stands", due={"w1": 0}),
    ),
    breaks(
        "SCB-8",
        "A guest asks for even money with a blackjack against an ace, where only insurance is offered.",
        "1: bet w1 P1 main 2000 box=1; nmb; 1 Ah D Ac 1 Kd; says 1 even_money P1; D 9d; pay w1 5000; close",
        Ruled(findings=(("even_money_not_open", "SCB-8"),), verdict="stands", due={"w1": 5000}),
    ),
    breaks(
        "SCB-8",
        "A guest asks for insurance against a nine and stakes nothing.",
        f"{SIXTEEN}; says 1 insurance P1; {LOST}",
        Ruled(findings=(("insurance_not_open", "SCB-8"),), verdict="stands", due={"w1": 0}),
    ),
)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_what_is_not_offered(row: Row) -> None:
    holds(row)
