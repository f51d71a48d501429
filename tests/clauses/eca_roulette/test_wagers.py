"""How wagers are laid, and where they lie: W4, W6, W7 and W8."""

from typing import Final

import pytest

from tests.clauses.eca_roulette.floor import (
    DIRECTOR,
    GREEN,
    SPUN,
    breaks,
    colour,
    holds,
    keeps,
    paid,
    played,
    rests,
)
from tests.clauses.table import Row, Ruled

MOVED: Final = ("moved_after_call", "ECA-R-W5")
WITHDRAWN: Final = ("withdrawn_after_call", "ECA-R-W5")
NO_BET: Final = ("no_bet", "ECA-R-W6")

CHIPS: Final = (
    keeps(
        "ECA-R-W4",
        "Value chips and colour chips on the layout, neighbours and a series on the print.",
        played(
            f"{colour('w1', 'P1', 5, 20)}; bet w2 P3 neighbours 2500 of=5 pieces=5 on=print; "
            "bet w3 P4 series_5_8 3000 on=print",
            5,
            "from_print w2; from_print w3",
        ),
        paid(w1=72_000, w2=18_000, w3=9000),
        opened=GREEN,
    ),
    breaks(
        "ECA-R-W4",
        "A straight up lies on the print.",
        played("bet w1 P1 straight 500 numbers=5 on=print", 5, "from_print w1"),
        paid("stands", ("not_for_the_print", "ECA-R-W4"), w1=18_000),
    ),
    breaks(
        "ECA-R-W4",
        "Twenty green chips of 1.00 are not 50.00.",
        played("bet w1 P1 straight 5000 numbers=5 chips=colour chip_count=20 chip_value_minor=100", 5),
        paid("stands", ("wrong_colour_value", "ECA-R-W4"), w1=180_000),
        opened=GREEN,
    ),
    breaks(
        "ECA-R-W4",
        "Green is worth 1.00 by its marker, and is counted at 2.50.",
        played("bet w1 P1 straight 5000 numbers=5 chips=colour chip_count=20 chip_value_minor=250", 5),
        paid("stands", ("wrong_colour_value", "ECA-R-W4"), w1=180_000),
        opened=GREEN,
    ),
    breaks(
        "ECA-R-W4",
        "A note is laid on a number.",
        played("bet w1 P1 straight 500 numbers=5 by=cash", 5),
        paid("stands", ("not_in_chips", "ECA-R-W4"), w1=18_000),
    ),
    keeps(
        "ECA-R-W6",
        "A split is called with chips, and the dealer puts it down while there is time.",
        played("", 17, spun="bet w1 P1 split 500 numbers=14-17 by=word with_chips=yes; spin cw ccw; laid w1 dealer; nmb"),
        paid(w1=9000),
    ),
    breaks(
        "ECA-R-W6",
        "A split is called without chips: no bet, nothing is due though its number wins.",
        played("bet w1 P1 split 500 numbers=14-17 by=word with_chips=no", 17),
        paid("stands", NO_BET, w1=0),
    ),
    breaks(
        "ECA-R-W6",
        "Called without chips, put down, and paid: no bet.",
        played("bet w1 P1 split 500 numbers=14-17 by=word with_chips=no; laid w1 dealer", 17, "pay w1 9000"),
        paid("correct", NO_BET, ("wrong_payment", "ECA-R-W6"), w1=0),
    ),
    breaks(
        "ECA-R-W6",
        "The dealer has no time to put it down before the call: no bet, the chips go back.",
        played("bet w1 P1 split 500 numbers=14-17 by=word with_chips=yes", 17, "pay w1 500"),
        paid("stands", NO_BET, w1=500),
    ),
    breaks(
        "ECA-R-W6",
        "The dealer puts it down after the call.",
        played("", 17, spun="spin cw ccw; bet w1 P1 split 500 numbers=14-17 by=word; nmb; laid w1 dealer"),
        paid("stands", NO_BET, w1=500),
    ),
)

POSITION: Final = (
    keeps(
        "ECA-R-W7",
        "The dealer put down 17-18 where 14-17 was asked for: the position decides, and 14 loses.",
        played(
            "bet w1 P1 split 500 numbers=17-18 placed_by=dealer instructed=14-17", 14, "pay w1 0", "notice P1 inspector"
        ),
        paid(w1=0),
    ),
    breaks(
        "ECA-R-W7",
        "It is paid as the player had asked for it.",
        played("bet w1 P1 split 500 numbers=17-18 placed_by=dealer instructed=14-17", 14, "pay w1 9000"),
        paid("correct", ("wrong_payment", "ECA-R-W7"), w1=0),
    ),
    keeps(
        "ECA-R-W8",
        "Moved from 17 to 14 before the call, it is settled on 14.",
        played("", 14, spun="bet w1 P1 straight 500 numbers=17; spin cw ccw; shift w1 straight numbers=14; nmb"),
        paid(w1=18_000),
    ),
    keeps(
        "ECA-R-W8",
        "Taken back before the call, it is the player's again.",
        played("", 14, spun="bet w1 P1 straight 500 numbers=14; spin cw ccw; withdraw w1; nmb"),
        paid(w1=500),
    ),
    breaks(
        "ECA-R-W8",
        "A chip that lost is taken up after the ball has come to rest: where it lay then decides.",
        f"1: open; bet w1 P1 straight 500 numbers=17; spin cw ccw; nmb; rest 14; withdraw w1 by=P1; {rests(14)[9:]}; close",
        paid("correct", WITHDRAWN, w1=0),
    ),
    breaks(
        "ECA-R-W8",
        "A chip is moved off its number after the ball has come to rest there, and what it won is not paid.",
        f"1: open; bet w1 P1 straight 500 numbers=14; spin cw ccw; nmb; rest 14; shift w1 straight numbers=17; "
        f"{rests(14)[9:]}; pay w1 0; close",
        Ruled(
            findings=(MOVED, ("wrong_payment", "ECA-R-W8")),
            grounds={"wrong_payment": ("ECA-R-S1", "ECA-R-W1", "ECA-R-W8")},
            verdict="correct",
            due={"w1": 18_000},
        ),
    ),
    keeps(
        "ECA-R-W8",
        "A winner is paid, and then its player takes the chip and lays it elsewhere: it is no wager any more.",
        f"1: open; bet w1 P1 straight 500 numbers=14; {SPUN}; {rests(14)}; pay w1 18000; withdraw w1 by=P1; close",
        paid(w1=18_000),
    ),
    breaks(
        "ECA-R-W8",
        "One account has the ball at rest in 14 and in 17: whose position decides is for the Director.",
        f"1: open; bet w1 P1 straight 500 numbers=14; {SPUN}; rest 14; rest 17; call 14; dolly 14; pay w1 18000; close",
        Ruled(findings=(("two_pockets", "ECA-R-W8"),), verdict="refer", authority=DIRECTOR, awarded={"w1": None}),
    ),
    breaks(
        "ECA-R-W8",
        "A chip is pushed onto the number after the ball has come to rest there.",
        "1: open; bet w1 P1 straight 500 numbers=17; spin cw ccw; nmb; rest 14; shift w1 straight numbers=14; close",
        paid("stands", MOVED, w1=0),
    ),
)

ROWS: Final[tuple[Row, ...]] = (*CHIPS, *POSITION)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_wagers(row: Row) -> None:
    holds(row)
