"""Cards that nobody read: what hangs on their faces, and what does not."""

from typing import Final

import pytest

from tests.clauses.ccl.faults import TWO
from tests.clauses.ccl.floor import breaks, holds, keeps
from tests.clauses.table import Row, Ruled

UNREAD: Final = ("unread_card", "")
ONE: Final = "1: bet w1 P1 main 10000 box=1; nmb"
THREE: Final = "1: bet w1 P1 main 10000 box=1; bet w3 P3 main 20000 box=3; bet w4 P4 main 10000 box=4; nmb"

ROWS: Final[tuple[Row, ...]] = (
    keeps(
        "CCL-ERR?",
        "A card of box 1 was not read but the dealer passes 21: five and any card win without a blackjack.",
        f"{ONE}; 1 5h D Ts 1 ??; says 1 stand; D 6d D Kc; close",
        Ruled(findings=(UNREAD,), verdict="stands", due={"w1": 20_000}, awarded={"w1": 20_000}),
    ),
    keeps(
        "CCL-ERR?",
        "A card's suit was not read: it counts all the same.",
        f"{ONE}; 1 Th D 9s 1 9?; says 1 stand; D 9d; close",
        Ruled(verdict="stands", awarded={"w1": 20_000}),
    ),
    breaks(
        "CCL-ERR?",
        "A card of box 1 was not read and decides: management must say what it was.",
        f"{ONE}; 1 Th D 9s 1 ??; says 1 stand; D 9d; close",
        Ruled(findings=(UNREAD,), verdict="refer", authority="management", due={"w1": None}, awarded={"w1": None}),
    ),
    keeps(  # with an ace the dealer would have stopped at sixteen: it hangs on the face whether anything went wrong
        "CCL-ERR?",
        "The dealer's last card was not read: a paid blackjack and a hand over 21 do not hang on it, eighteen does.",
        f"""{THREE}; 1 As 3 Td 4 9h D 5c 1 Qd 3 4h 4 9c; pay w1 25000; says 3 hit; 3 Kc; pay w3 0; says 4 stand
        1: D Tc D ??; close""",
        Ruled(
            findings=(UNREAD,),
            verdict="refer",
            authority="management",
            due={"w1": 25_000, "w3": 0, "w4": None},
            awarded={"w1": 25_000, "w3": 0, "w4": None},
        ),
    ),
    breaks(
        "CCL-ERR?",
        "The dealer's last card was not read: twenty hangs on it as eighteen does.",
        f"{THREE}; 1 As 3 Td 4 9h D 5c 1 Qd 3 Kh 4 9c; pay w1 25000; says 3 stand; says 4 stand; D Tc D ??; close",
        Ruled(
            findings=(UNREAD,),
            verdict="refer",
            due={"w1": 25_000, "w3": None, "w4": None},
            awarded={"w1": 25_000, "w3": None, "w4": None},
        ),
    ),
    breaks(
        "CCL-ERR?",
        "The dealer's last card was not read and decides: management must say what it was.",
        f"{ONE}; 1 Th D 9s 1 9c; says 1 stand; D ??; close",
        Ruled(findings=(UNREAD,), verdict="refer", due={"w1": None}),
    ),
    breaks(
        "CCL-ERR?",
        "The dealer's first card went unseen to an empty box and was mixed away: put right (a) it can be no more.",
        f"{ONE}; 1 Th; deal 3 ?? face=down; D 5s 1 9c; says 1 stand; mixed ??; notice P1 dealer",
        Ruled(
            findings=(UNREAD, ("empty_box", "CCL-26"), ("face_down", "CCL-23")),
            verdict="refer",
            authority="management",
            outcome={"CCL-ERR?:a": "impossible"},
            awarded={"w1": None},
        ),
    ),
    breaks(
        "CCL-ERR?",
        "A card of box 3 was not read: box 1 has lost to twenty whatever it was, and no more than box 3 is open.",
        f"1: {TWO}; 1 Th 3 9c D Td 1 8h; deal 3 ??; says 1 stand; says 3 stand; D Kh; pay w1 0; pay w3 0; close",
        Ruled(findings=(UNREAD,), verdict="refer", due={"w1": 0, "w3": None}, awarded={"w1": 0, "w3": None}),
    ),
)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_unread(row: Row) -> None:
    holds(row)
