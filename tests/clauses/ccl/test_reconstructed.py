"""Who sees to it that cards are put right, which hand is played next, and which sentence a stray card breaks."""

from typing import Final

import pytest

from tests.clauses.ccl.floor import Boxed, breaks, holds, keeps
from tests.clauses.table import Row, Ruled

SHARED: Final = "1: bet w2 P2 main 20000 box=2; bet w4 P4 main 30000 box=4; nmb"
STRAY: Final = f"{SHARED}; 2 9h 3 Jd"
ON: Final = "D 7s 2 Tc 4 8h; says 2 stand; says 4 stand; D Qs; close"
"""19 and 18 beat 17."""
WON: Final = {"w2": 40_000, "w4": 60_000}
EMPTY: Final = ("empty_box", "CCL-26")
ALONE: Final = ("not_supervised", "CCL-26")

SUPERVISED: Final = (
    *(
        keeps(
            "CCL-26",
            f"A card to an empty box is put right by {who}.",
            f"{STRAY}; {done}; {ON}",
            Ruled(findings=(EMPTY,), verdict="stands", awarded=WON),
        )
        for who, done in (
            ("the inspector", "correcting inspector; move Jd 3 4; corrected inspector"),
            ("management", "correcting management; move Jd 3 4; corrected management"),
            ("the dealer until the inspector has come", "correcting dealer; move Jd 3 4; corrected inspector"),
            (
                "the dealer, who has called the inspector",
                "notice P4 inspector; correcting dealer; move Jd 3 4; corrected dealer",
            ),
        )
    ),
    *(
        breaks(
            "CCL-26",
            f"A card to an empty box is put right by {who}.",
            f"{STRAY}; {done}; {ON}",
            Ruled(findings=(EMPTY, ALONE), verdict="stands", awarded=WON),
        )
        for who, done in (
            ("the dealer alone", "correcting dealer; move Jd 3 4; corrected dealer"),
            ("the dealer, whom a player told", "notice P4 dealer; correcting dealer; move Jd 3 4; corrected dealer"),
            ("somebody", "move Jd 3 4"),
        )
    ),
    breaks(
        "CCL-26",
        "A second card to an empty box is put right by the dealer, and the inspector is told of it when all is over.",
        f"""{SHARED}; 2 9h 4 Jd D 7s 2 Tc 3 8h; correcting dealer; move 8h 3 4; corrected dealer; says 2 stand; says 4 stand
        1: D Qs; notice P4 inspector; close""",
        Ruled(findings=(EMPTY, ALONE), verdict="stands", awarded=WON),
    ),
)

SIXES: Final = (
    "1: bet w1 P1 main 10000 box=1; nmb; 1 6h D 9s 1 6d; says 1 split; bet s2 P1 split 10000 box=1 hand=2 parent=w1"
)
AGAIN: Final = f"{SIXES}; 1 6c; says 1 split; bet s3 P1 split 10000 box=1 hand=3 parent=w1; 1 Th; says 1 stand"
THIRD: Final = "1.3 5s; says 1.3 hit; 1.3 Kd; says 1.3 stand"
SECOND: Final = "1.2 Jd; says 1.2 stand"
ONCE_MORE: Final = "1.3 6s; says 1.3 split; bet s4 P1 split 10000 box=1 hand=4 parent=s3; 1.3 Tc; says 1.3 stand"

IN_PLACE: Final = (
    keeps(
        "CCL-32",
        "The new hand is played beside the one that was split again, before the older second hand.",
        f"{AGAIN}; {THIRD}; {SECOND}; D 8d; close",
        Ruled(verdict="stands", awarded={"w1": 0, "s2": 0, "s3": 20_000}),
    ),
    keeps(
        "CCL-32",
        "The new hand is played after the older second hand.",
        f"{AGAIN}; {SECOND}; {THIRD}; D 8d; close",
        Ruled(verdict="stands", awarded={"w1": 0, "s2": 0, "s3": 20_000}),
    ),
    keeps(
        "CCL-32",
        "The new hand, played beside the first, is split once more, and the fourth hand is played beside it.",
        f"{AGAIN}; {ONCE_MORE}; 1.4 Ks; says 1.4 hit; 1.4 4h; says 1.4 stand; {SECOND}; D 8d; close",
        Ruled(verdict="stands", awarded={"w1": 0, "s2": 0, "s3": 0, "s4": 20_000}),
    ),
    breaks(
        "CCL-32",
        "The new hand gets its card while the first one has not decided: they are played one at a time.",
        f"""{SIXES}; 1 6c; says 1 split; bet s3 P1 split 10000 box=1 hand=3 parent=w1; 1 Th; 1.3 5s
        1: notice dealer inspector""",
        Ruled(findings=(("split_order", "CCL-32"),)),
    ),
    breaks(
        "CCL-32",
        "A card goes to the first hand that stood, when the second and the new one are left: either may be next.",
        f"{AGAIN}; 1 9d; notice dealer inspector",
        Ruled(
            findings=(("split_not_filled", "CCL-32"),),
            verdict="refer",
            due={"w1": None, "s2": None, "s3": None},
            outcome={"": "impossible"},
        ),
    ),
    breaks(
        "CCL-25",
        "After hands played in place the dealer's card goes to a hand that stood: only that one is moved.",
        f"{AGAIN}; {THIRD}; {SECOND}; 1.2 8d; notice dealer inspector",
        Boxed(
            findings=(("card_not_asked_for", "CCL-12"),),
            verdict="reconstruct",
            moves={"": "8d box1.2>dealer"},
            boxes={"": "1 6h Th / 1.3 6c 5s Kd / 1.2 6d Jd / D 9s 8d"},
        ),
    ),
)

THREE: Final = "1: bet w1 P1 main 10000 box=1; bet w2 P2 main 10000 box=2; bet w3 P3 main 10000 box=3; nmb"
DEALT: Final = f"{THREE}; 1 9h 2 5c 3 Tc D 8d 1 Td 2 7h 3 9s"

ASTRAY: Final = (
    *(
        breaks(
            "CCL-12",
            f"Box 2 asks for a card, which goes to {where}: it is put where it was asked for.",
            f"{DEALT}; says 1 stand; says 2 hit; {place} 4s; notice P2 dealer",
            Boxed(findings=(("card_astray", "CCL-12"),), verdict="reconstruct", moves={"": f"4s {lies}>box2"}),
        )
        for where, place, lies in (("box 1", "1", "box1"), ("box 3", "3", "box3"), ("the dealer", "D", "dealer"))
    ),
    keeps(
        "CCL-12",
        "Box 2 asks for a card and gets it.",
        f"{DEALT}; says 1 stand; says 2 hit; 2 4s; says 2 stand; says 3 stand; D Ts; close",
        Ruled(verdict="stands", awarded={"w1": 20_000, "w2": 0, "w3": 20_000}),
    ),
    breaks(
        "CCL-22",
        "Box 1's second card goes to box 2, which then gets one of its own: the order of the first cards is broken.",
        f"{THREE}; 1 9h 2 5c 3 Tc D 8d 2 Td 2 7h 3 9s; notice P2 inspector",
        Ruled(findings=(("card_astray", "CCL-22"),)),
    ),
)

ROWS: Final[tuple[Row, ...]] = (*SUPERVISED, *IN_PLACE, *ASTRAY)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_what_is_put_right(row: Row) -> None:
    holds(row)
