"""Decisions that the house does not offer: a request or a refusal of a card is all that FBJ-8 has answered."""

from typing import Final

import pytest

from tests.clauses.fbj.floor import breaks, holds, keeps
from tests.clauses.table import Row, Ruled

NINETEEN: Final = "1: bet w1 P1 main 2000 box=1; nmb; 1 Th D 9c 1 9d"
TIED: Final = "says 1 stand P1; D Tc; pay w1 2000; close"
SURRENDER: Final = ("illegal_surrender", "FBJ-8")

ROWS: Final = (
    keeps(
        "FBJ-8",
        "A player refuses a card to nineteen.",
        f"{NINETEEN}; {TIED}",
        Ruled(verdict="stands", due={"w1": 2000}),
    ),
    breaks(
        "FBJ-8",
        "A player says surrender, which the house does not offer, and then refuses a card.",
        f"{NINETEEN}; says 1 surrender P1; {TIED}",
        Ruled(findings=(SURRENDER,), verdict="stands", due={"w1": 2000}),
    ),
    breaks(
        "FBJ-38",
        "A player asks for insurance against a nine and stakes nothing.",
        f"{NINETEEN}; says 1 insurance P1; {TIED}",
        Ruled(findings=(("insurance_not_open", "FBJ-38"),), verdict="stands", due={"w1": 2000}),
    ),
    breaks(
        "FBJ-ERR?",
        "A surrender of nineteen is accepted, and the croupier draws to 21: left so (c) the bet loses, void (b) goes back.",
        "1: bet w1 P1 main 2000 box=1; nmb; 1 Th D 6c 1 9d; says 1 surrender; says 1 stand; D Tc D 5h; pay w1 0; close",
        Ruled(
            findings=(SURRENDER,),
            verdict="refer",
            branches={"FBJ-ERR?:a": {"w1": None}, "FBJ-ERR?:b": {"w1": 2000}, "FBJ-ERR?:c": {"w1": 0}},
        ),
    ),
)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_what_is_not_offered(row: Row) -> None:
    holds(row)
