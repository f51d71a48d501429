"""Errors that somebody put right at the table: under whose eyes, where the cards went, and what came after it."""

from typing import Final

import pytest

from tests.clauses.ccl.faults import TWO
from tests.clauses.ccl.floor import breaks, holds, keeps
from tests.clauses.table import Row, Ruled

EMPTY: Final = ("empty_box", "CCL-26")
UNASKED: Final = ("card_not_asked_for", "CCL-12")
STOOD_BOTH: Final = "says 1 stand; says 3 stand; D Kh; pay w1 0; pay w3 0; close"
"""Eighteen and sixteen lose to the dealer's nineteen."""

ROWS: Final[tuple[Row, ...]] = (
    keeps(
        "CCL-25",
        "Box 3 has a card before anybody was asked and splits its aces: it is the first ace's, the next the second's.",
        f"1: {TWO}; 1 Kh 3 Ad D 4d 1 6c 3 As 3 8c; notice inspector management; correcting inspector; says 1 stand\n"
        "1: says 3 split; bet s3 P3 split 20000 box=3 hand=2 parent=w3; 3.2 6s; D 5h D 4c D Ts; corrected inspector\n"
        "1: pay w1 20000; pay w3 40000; pay s3 40000; close",
        Ruled(findings=(UNASKED,), verdict="stands", due={"w1": 20_000, "w3": 40_000, "s3": 40_000}),
    ),
    keeps(
        "CCL-26",
        "A card on box 2, on which there is no wager, is put right under the inspector, and the round is played on.",
        f"1: {TWO}; 1 8h 2 6s; correcting inspector; move 6s 2 3; corrected inspector; D 9d 1 Td 3 Kc; {STOOD_BOTH}",
        Ruled(findings=(EMPTY,), verdict="stands", standing={"": "put_right"}, due={"w1": 0, "w3": 0}),
    ),
    keeps(
        "CCL-26",
        "It is put right under I7, who is on record as the inspector.",
        f"1: {TWO}; 1 8h 2 6s; correcting I7; move 6s 2 3; corrected I7; D 9d 1 Td 3 Kc; {STOOD_BOTH}\n"
        "table: suspect_shoe S1 I7 role=inspector",
        Ruled(findings=(EMPTY,), verdict="stands", standing={"": "put_right"}, due={"w1": 0, "w3": 0}),
    ),
    breaks(
        "CCL-26",
        "A player says that the card was put right: that is for the house, and the inspector was not there.",
        f"1: {TWO}; 1 8h 2 6s; correcting P1; move 6s 2 3; corrected P1; D 9d 1 Td 3 Kc; {STOOD_BOTH}",
        Ruled(
            findings=(EMPTY, ("corrected_by_another", ""), ("not_supervised", "CCL-26")),
            verdict="stands",
            due={"w1": 0, "w3": 0},
        ),
    ),
    breaks(
        "CCL-26",
        "A card on box 2, on which there is no wager, is put right by the dealer alone.",
        f"1: {TWO}; 1 8h 2 6s; correcting dealer; move 6s 2 3; corrected dealer; D 9d 1 Td 3 Kc; {STOOD_BOTH}",
        Ruled(
            findings=(EMPTY, ("not_supervised", "CCL-26")),
            verdict="stands",
            standing={"": "put_right"},
            due={"w1": 0, "w3": 0},
        ),
    ),
    breaks(
        "CCL-25",
        "The card that had gone to box 2 is put to box 1 and not to box 3, where it belongs.",
        f"1: {TWO}; 1 8h 2 6s; correcting inspector; move 6s 2 1; corrected inspector",
        Ruled(
            findings=(EMPTY, ("wrong_correction", "CCL-25")),
            verdict="reconstruct",
            moves={"": "6s box1>box3"},
        ),
    ),
    breaks(
        "CCL-25",
        "The card that had gone to box 2 is put to box 1 and then to box 3: the first move is named, the round is right.",
        f"1: {TWO}; 1 8h 2 6s; correcting inspector; move 6s 2 1; corrected inspector; correcting inspector; move 6s 1 3; "
        f"corrected inspector; D 9d 1 Td 3 Kc; {STOOD_BOTH}",
        Ruled(
            findings=(EMPTY, ("wrong_correction", "CCL-25")),
            verdict="stands",
            standing={"": "put_right"},
            due={"w1": 0, "w3": 0},
        ),
    ),
    breaks(
        "CCL-25",
        "Of two cards alike at box 1 the one that it did not ask for is given to box 3, which asks: the other stays.",
        f"1: {TWO}; 1 8h 3 5c D 9d 1 Td 3 6c; says 1 stand; 1 Td; correcting inspector; says 3 hit; move Td 1 3; "
        "corrected inspector; D Kd; close",
        Ruled(findings=(UNASKED,), standing={"": "put_right"}, due={"w1": 0, "w3": 40_000}),
    ),
    breaks(
        "CCL-25",
        "A card that box 1 did not ask for is put to the dealer, and then given to box 3, which asks for one.",
        f"1: {TWO}; 1 8h 3 5c D 9d 1 Td 3 6c; says 1 stand; 1 7h; correcting inspector; move 7h 1 D; corrected inspector; "
        "correcting inspector; says 3 hit; move 7h D 3; says 3 stand; corrected inspector; D Kd; close",
        Ruled(
            findings=(UNASKED, ("wrong_correction", "CCL-25")),
            standing={"": "put_right"},
            due={"w1": 0, "w3": 0},
        ),
    ),
    keeps(
        "CCL-25",
        "The dealer draws before box 3 is asked: the card is laid with the exposed ones, and is box 3's, which asks.",
        f"1: {TWO}; 1 Th 3 5s D 9c 1 9d 3 7d; says 1 stand; D 8h; correcting inspector; move 8h D exposed; "
        "corrected inspector; says 3 hit; move 8h exposed 3; says 3 stand; D Kd; pay w1 10000; pay w3 40000; close",
        Ruled(findings=(("dealer_too_soon", "CCL-22"),), verdict="stands", due={"w1": 10_000, "w3": 40_000}),
    ),
    breaks(
        "CCL-25",
        "The card is laid with the exposed ones, and box 3, which asks, is given the one behind it.",
        f"1: {TWO}; 1 Th 3 5s D 9c 1 9d 3 7d; says 1 stand; D 8h; correcting inspector; move 8h D exposed; "
        "corrected inspector; says 3 hit; 3 7c; says 3 stand; D Kd; notice inspector management",
        Ruled(
            findings=(("dealer_too_soon", "CCL-22"), ("exposed_not_next", "CCL-25")),
            verdict="ask",
            moves={"": "8h exposed>box3, 7c box3>next, Kd dealer>next"},
        ),
    ),
    breaks(
        "CCL-13",
        "The cards are put right, and then the dealer draws on seventeen: that is an error of its own.",
        f"1: {TWO}; 1 8h 2 6s; correcting inspector; move 6s 2 3; corrected inspector; D 9d 1 Td 3 Kc; says 1 stand; "
        "says 3 stand; D 8c; D 2h; notice inspector dealer",
        Ruled(
            findings=(EMPTY, ("dealer_overdrew", "CCL-13")),
            branches={"CCL-25a?:a": {"w1": 20_000, "w3": 0}, "CCL-25a?:b": {"w1": 20_000, "w3": 0}},
            moves={"CCL-25a?:a": "2h dealer>next", "CCL-25a?:b": "2h dealer>burn"},
        ),
    ),
)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_corrections(row: Row) -> None:
    holds(row)
