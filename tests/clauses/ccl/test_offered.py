"""Decisions that the house does not offer: CCL-12, 29, 30 and 33 list what it does."""

from typing import Final

import pytest

from tests.clauses.ccl.floor import breaks, holds, keeps
from tests.clauses.table import Row, Ruled

SIXTEEN: Final = "1: bet w1 P1 main 10000 box=1; nmb; 1 Th D 9c 1 6d"
LOST: Final = "says 1 stand P1; D Kh; pay w1 0; close"
ELEVEN: Final = "1: bet w1 P1 main 10000 box=1; bet w2 P2 main 10000 box=1; nmb; 1 6h D 6c 1 5s"
WON: Final = "says 1 card P1; 1 9d; says 1 stand P1; D Td D 2h; pay w1 20000; pay w2 20000"
CHIP: Final = "bet f1 P1 free_double 0 nominal_minor=10000 box=1 parent=w1"
SURRENDER: Final = ("illegal_surrender", "CCL-12")
FREE_DOUBLE: Final = ("illegal_free_double", "CCL-29")

ROWS: Final = (
    keeps(
        "CCL-12",
        "A player who would rather give up stands on sixteen, as the house offers.",
        f"{SIXTEEN}; {LOST}",
        Ruled(verdict="stands", due={"w1": 0}),
    ),
    breaks(
        "CCL-12",
        "A player says surrender, which the house does not offer, and stands when the dealer does not heed it.",
        f"{SIXTEEN}; says 1 surrender P1; {LOST}",
        Ruled(findings=(SURRENDER,), verdict="stands", due={"w1": 0}),
    ),
    breaks(
        "CCL-12",
        "A player says surrender before the second card has come to the box.",
        f"1: bet w1 P1 main 10000 box=1; nmb; 1 Th D 9c; says 1 surrender P1; 1 6d; {LOST}",
        Ruled(findings=(SURRENDER,), verdict="stands", due={"w1": 0}),
    ),
    breaks(
        "CCL-12",
        "The second player of a box says surrender and gets half the stake: 50.00 too much.",
        f"""1: bet w1 P1 main 10000 box=1; bet w2 P2 main 10000 box=1; nmb; 1 Th D 9c 1 6d; says 1 surrender P2
        1: pay w2 5000; {LOST}""",
        Ruled(findings=(SURRENDER, ("wrong_payment", "CCL-14")), verdict="correct", due={"w1": 0, "w2": 0}),
    ),
    keeps(
        "CCL-29",
        "Eleven is not doubled but drawn to, and wins.",
        f"{ELEVEN}; {WON}; close",
        Ruled(verdict="stands", due={"w1": 20_000, "w2": 20_000}),
    ),
    breaks(
        "CCL-29",
        "The second player of the box says free double, which is nobody's to say here.",
        f"{ELEVEN}; says 1 free_double P2; {WON}; close",
        Ruled(findings=(FREE_DOUBLE,), verdict="stands", due={"w1": 20_000, "w2": 20_000}),
    ),
    breaks(
        "CCL-29",
        "A free bet chip is laid for a double, though nobody says so: it is worth nothing here.",
        f"{ELEVEN}; {CHIP}; {WON}; pay f1 0; close",
        Ruled(findings=(FREE_DOUBLE,), verdict="stands", due={"w1": 20_000, "f1": 0}),
    ),
    breaks(
        "CCL-30",
        "A player says free split with two eights, and stands on sixteen when the dealer does not heed it.",
        f"1: bet w1 P1 main 10000 box=1; nmb; 1 8h D 9c 1 8d; says 1 free_split P1; {LOST}",
        Ruled(findings=(("illegal_free_split", "CCL-30"),), verdict="stands", due={"w1": 0}),
    ),
    keeps(
        "CCL-33",
        "A player asks for insurance against an ace and stakes nothing.",
        "1: bet w1 P1 main 10000 box=1; nmb; 1 Th D Ac 1 9d; says 1 insurance P1; says 1 stand P1; D Kh; pay w1 0; close",
        Ruled(verdict="stands", due={"w1": 0}),
    ),
    breaks(
        "CCL-33",
        "A player asks for insurance against a king and stakes nothing.",
        "1: bet w1 P1 main 10000 box=1; nmb; 1 Th D Kc 1 9d; says 1 insurance P1; says 1 stand P1; D Kh; pay w1 0; close",
        Ruled(findings=(("insurance_not_open", "CCL-33"),), verdict="stands", due={"w1": 0}),
    ),
)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_what_is_not_offered(row: Row) -> None:
    holds(row)
