"""What is done once the cards were put right: it is held against the rules as all else is."""

from typing import Final

import pytest

from tests.clauses.eca_blackjack.floor import NOTICED, breaks, holds, keeps, seats
from tests.clauses.eca_blackjack.test_faults_deal import EXTRA, ORDER, WRONG_ORDER
from tests.clauses.table import Row, Ruled

UNASKED: Final = f"1: {seats(1, 2)}; 1 Th 2 6c D 8c 1 7d 2 5s"
"""Seventeen and eleven against an eight, before anybody is asked; the dealer then ends on 24."""
NOT_DUE: Final = ("card_not_asked_for", "ECA-B-P1")
BOTH_WIN: Final = {"w1": 4000, "w2": 4000}

ROWS: Final[tuple[Row, ...]] = (
    keeps(
        "ECA-B-I4a",
        "Box 2 has a card before anybody was asked, and both stand while it lies there: it is the dealer's.",
        f"""{UNASKED}; 2 2s; {NOTICED}; correcting inspector; says 1 stand; says 2 stand; move 2s 2 dealer
        1: D 6d D Td; corrected inspector; pay w1 4000; pay w2 4000; close""",
        Ruled(findings=(NOT_DUE,), verdict="stands", due=BOTH_WIN),
    ),
    keeps(
        "ECA-B-I4a",
        "Box 2 has a card before anybody was asked, and takes it as the one that it asks for: nothing is moved.",
        f"""{UNASKED}; 2 2s; {NOTICED}; correcting inspector; says 1 stand; says 2 hit; says 2 stand
        1: D 6d D Td; corrected inspector; pay w1 4000; pay w2 4000; close""",
        Ruled(findings=(NOT_DUE,), verdict="stands", due=BOTH_WIN),
    ),
    breaks(
        "ECA-B-I4a",
        "The dealer has his second card before anybody was asked and keeps it: no card was shown and not used.",
        f"""{UNASKED}; D 2s; {NOTICED}; correcting inspector; says 1 stand; says 2 stand
        1: D 6d D Td; corrected inspector; pay w1 4000; pay w2 4000; close""",
        Ruled(findings=(EXTRA,), verdict="stands", due=BOTH_WIN),
    ),
    breaks(
        "ECA-B-I2",
        "A card in error is burned, though it was the next card: it is box 2's, who then has 21, and the dealer has 17.",
        f"""1: {seats(1, 2)}; 1 Tc 2 Ts D 9h 1 9d 2 5c; says 1 stand; 1 6d; {NOTICED}; correcting inspector; move 6d 1 burn
        1: corrected inspector; says 2 hit; 2 8d; pay w2 0; D Td; pay w1 2000; close""",
        Ruled(
            findings=(NOT_DUE, ("wrong_correction", "ECA-B-I4"), ("exposed_not_next", "ECA-B-I2")),
            due=BOTH_WIN,
            moves={"ECA-B-I3a?:a": "6d burn>box2, 8d box2>dealer, Td dealer>burn"},
        ),
    ),
    breaks(  # the deuce was box 2's, who then has thirteen and not the twenty on which he stood
        "ECA-B-I4a",
        "A card is put right and a right one moved with it; a stand on the wrong twenty is no decision on thirteen.",
        f"""1: {seats(1, 2)}; 1 Th 2 6c D 8c 1 7d 2 5s; says 1 stand; says 2 hit; 1 2s; {NOTICED}; correcting inspector
        1: move 2s 1 2; move 7d 1 2; corrected inspector; says 2 stand; D Td; close""",
        Ruled(findings=(("card_astray", "ECA-B-I4"), ("wrong_correction", "ECA-B-I4")), due={"w2": None}),
    ),
    breaks(
        "ECA-B-DL1",
        "Two second cards are exchanged as they should be, and then the dealer draws on seventeen: that card is burned.",
        f"""{WRONG_ORDER}; correcting dealer; move 7d 2 1; move 8h 1 2; corrected dealer; says 1 stand; says 2 stand
        1: D Tc D Ah D 4d; pay w1 0; pay w2 0; {NOTICED}""",
        Ruled(
            findings=(
                ORDER,
                ("dealer_overdrew", "ECA-B-DL1"),
            ),
            due={"w1": 2000, "w2": 2000},
            moves={"": "4d dealer>burn"},
        ),
    ),
    breaks(
        "ECA-B-P1",
        "Two second cards are exchanged as they should be, and then box 1, which stood, is given the dealer's card.",
        f"""{WRONG_ORDER}; correcting dealer; move 7d 2 1; move 8h 1 2; corrected dealer; says 1 stand; says 2 stand
        1: 1 2c; {NOTICED}""",
        Ruled(findings=(ORDER, ("card_not_asked_for", "ECA-B-P1")), moves={"": "2c box1>dealer"}),
    ),
)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_corrections(row: Row) -> None:
    holds(row)
