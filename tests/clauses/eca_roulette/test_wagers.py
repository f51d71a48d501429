"""How wagers are laid, and when: C4, C5, C6, C6a?, C6b?, C8, W4 to W8, W8a? and LATE."""

from typing import Final

import pytest

from tests.clauses.eca_roulette.floor import (
    DIRECTOR,
    OPENED,
    breaks,
    holds,
    keeps,
    open_question,
    paid,
    played,
    rests,
)
from tests.clauses.table import Row, Ruled

INSIDE: Final = ("off_limits_inside", "ECA-C5")
OUTSIDE: Final = ("off_limits_outside", "ECA-C6")
LATE: Final = ("bet_after_call", "ECA-R-W5")
MOVED: Final = ("moved_after_call", "ECA-R-W5")
CHANGED: Final = ("changed_after_call", "ECA-R-W5")
WITHDRAWN: Final = ("withdrawn_after_call", "ECA-R-W5")
NO_BET: Final = ("no_bet", "ECA-R-W6")

GREEN: Final = f"{OPENED}; colour P1 green 100; colour P2 pink 100"


def colour(name: str, player: str, number: int, chips: int, kind: str = "straight") -> str:
    """So many colour chips of 1.00 on one number."""
    return f"bet {name} {player} {kind} {chips * 100} numbers={number} chips=colour chip_count={chips} chip_value_minor=100"


FIVE: Final = "; ".join(colour(f"w{n}", "P1", n, 20) for n in (5, 10, 15, 25, 30))
"""A hundred colour chips on five numbers."""


def off(kind: tuple[str, str], a: int, b: int, c: int) -> Ruled:
    """What a wager outside the limits is worth, reading by reading."""
    by_letter = {"a": a, "b": b, "c": c}
    branches = {f"ECA-C6a?:{letter}": {"w1": due} for letter, due in by_letter.items()}
    return Ruled(findings=(kind,), branches=branches, awarded={"w1": None})


LIMITS: Final = (
    keeps(
        "ECA-C5",
        "Five is the least inside, and the most of each kind plays.",
        played(
            "bet w1 P1 straight 500 numbers=8; bet w2 P2 straight 10000 numbers=5; bet w3 P3 split 20000 numbers=5-6; "
            "bet w4 P4 street 30000 numbers=4-5-6; bet w5 P5 corner 40000 numbers=1-2-4-5; "
            "bet w6 P6 six_line 60000 numbers=1-2-3-4-5-6; bet w7 P7 first_four 40000 numbers=0-1-2-3",
            5,
        ),
        paid(w1=0, w2=360_000, w3=360_000, w4=360_000, w5=360_000, w6=360_000, w7=0),
    ),
    breaks(
        "ECA-C5",
        "4.99 on a number is below the minimum: nothing is over a limit, so it goes back or is settled whole.",
        played("bet w1 P1 straight 499 numbers=5", 5),
        off(INSIDE, 17_964, 499, 17_964),
    ),
    *(
        breaks(
            "ECA-C5",
            f"{kind.replace('_', ' ').capitalize()} a cent above {most // 100} is too much.",
            played(f"bet w1 P1 {kind} {most + 1} numbers={numbers}", 2),
            off(INSIDE, most * (odds + 1) + 1, most + 1, (most + 1) * (odds + 1)),
        )
        for kind, numbers, most, odds in (
            ("straight", "2", 10_000, 35),
            ("split", "1-2", 20_000, 17),
            ("street", "1-2-3", 30_000, 11),
            ("corner", "1-2-4-5", 40_000, 8),
            ("first_four", "0-1-2-3", 40_000, 8),
            ("six_line", "1-2-3-4-5-6", 60_000, 5),
        )
    ),
    keeps(
        "ECA-C6",
        "500 and 5,000 are lawful outside, and so is 1,500.",
        played("bet w1 P1 red 50000; bet w2 P2 odd 500000; bet w3 P3 dozen 150000 index=1", 5),
        paid(w1=100_000, w2=1_000_000, w3=450_000),
    ),
    breaks(
        "ECA-C6",
        "400 on red is below the minimum.",
        played("bet w1 P1 red 40000", 5),
        off(OUTSIDE, 80_000, 40_000, 80_000),
    ),
    breaks(
        "ECA-C6",
        "499.99 on red is below the minimum.",
        played("bet w1 P1 red 49999", 5),
        off(OUTSIDE, 99_998, 49_999, 99_998),
    ),
    breaks(
        "ECA-C6",
        "5,500 on red is above the maximum: up to 5,000 it wins, 500 go back.",
        played("bet w1 P1 red 550000", 5),
        off(OUTSIDE, 1_050_000, 550_000, 1_100_000),
    ),
    breaks(
        "ECA-C6",
        "750 on red are no whole number of units: 250 of them are too much.",
        played("bet w1 P1 red 75000", 5),
        off(OUTSIDE, 125_000, 75_000, 150_000),
    ),
    breaks(
        "ECA-C6",
        "Colour chips on red: they are for the inside.",
        played("bet w1 P1 red 50000 chips=colour chip_count=500 chip_value_minor=100", 5),
        paid("stands", ("colour_chips_outside", "ECA-C6"), w1=100_000),
        opened=GREEN,
    ),
    keeps(
        "ECA-C6a?",
        "100.00 on a number are within the limit: nothing hangs on the reading.",
        played("bet w1 P1 straight 10000 numbers=5", 5, "pay w1 360000"),
        Ruled(verdict="stands", branches={"1": {"w1": 360_000}}),
    ),
    breaks(
        "ECA-C6a?",
        "150.00 on a number were paid whole: 3,650.00, 150.00 or 5,400.00 are due, and the Director says which.",
        played("bet w1 P1 straight 15000 numbers=5", 5, "pay w1 540000"),
        Ruled(
            findings=(INSIDE, *[("wrong_payment", "ECA-C6a?")] * 2),
            verdict="refer",
            authority=DIRECTOR,
            verdicts={"ECA-C6a?:a": "correct", "ECA-C6a?:b": "correct", "ECA-C6a?:c": "stands"},
            branches={"ECA-C6a?:a": {"w1": 365_000}, "ECA-C6a?:b": {"w1": 15_000}, "ECA-C6a?:c": {"w1": 540_000}},
        ),
    ),
    keeps(
        "ECA-C6b?",
        "Two players with 50.00 each on a number are within the limit however it counts.",
        played("bet w1 P1 straight 5000 numbers=5; bet w2 P2 straight 5000 numbers=5", 5),
        Ruled(verdict="stands", branches={"1": {"w1": 180_000, "w2": 180_000}}),
    ),
    breaks(
        "ECA-C6b?",
        "Two players with 60.00 each on a number: over the limit only if it is the place's; the later chips are over.",
        played("bet w1 P1 straight 6000 numbers=5; bet w2 P2 straight 6000 numbers=5", 5, "pay w1 216000; pay w2 216000"),
        Ruled(
            findings=(INSIDE, *[("wrong_payment", "ECA-C6a?")] * 2),
            verdict="refer",
            authority=DIRECTOR,
            due={"w1": 216_000},
            verdicts={"ECA-C6b?:a": "stands", "ECA-C6a?:a,ECA-C6b?:b": "correct", "ECA-C6a?:c,ECA-C6b?:b": "stands"},
            branches={
                "ECA-C6b?:a": {"w2": 216_000},
                "ECA-C6a?:a,ECA-C6b?:b": {"w2": 146_000},
                "ECA-C6a?:b,ECA-C6b?:b": {"w2": 6000},
                "ECA-C6a?:c,ECA-C6b?:b": {"w2": 216_000},
            },
        ),
    ),
    breaks(
        "ECA-C6b?",
        "A player's 80.00 on 26 and the 25.00 of the neighbours there are 105.00: pieces count with the player's own.",
        played("bet w1 P1 straight 8000 numbers=26; bet w2 P1 neighbours 7500 of=26 pieces=3", 26),
        Ruled(
            findings=(INSIDE,),
            due={"w1": 288_000},
            branches={
                "ECA-C6a?:a": {"w2": 72_500},
                "ECA-C6a?:b": {"w2": 7500},
                "ECA-C6a?:c": {"w2": 90_000},
            },
        ),
    ),
    keeps(
        "ECA-C4",
        "A hundred colour chips inside, and a value chip beside them.",
        played(f"{FIVE}; bet w6 P1 straight 500 numbers=7", 5),
        paid(w5=72_000, w10=0, w6=0),
        opened=GREEN,
    ),
    breaks(
        "ECA-C4",
        "A hundred and one colour chips are one too many; what becomes of it is not said.",
        played(f"{FIVE.replace('2000', '2100', 1).replace('count=20', 'count=21', 1)}; {colour('w7', 'P2', 7, 20)}", 10),
        paid("stands", ("too_many_colour_chips", "ECA-C4"), w10=72_000, w5=0, w7=0),
        opened=GREEN,
    ),
    keeps("ECA-C8", "Nobody tips.", played("bet w1 P1 straight 500 numbers=5", 5, "pay w1 18000"), paid(w1=18_000)),
    breaks(
        "ECA-C8",
        "The winner tips the dealer.",
        played("bet w1 P1 straight 500 numbers=5", 5, "pay w1 18000", "tip P1 500"),
        paid("stands", ("tip", "ECA-C8"), w1=18_000),
    ),
)

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
        "A chip is pushed onto the number after the ball has come to rest there.",
        "1: open; bet w1 P1 straight 500 numbers=17; spin cw ccw; nmb; rest 14; shift w1 straight numbers=14; close",
        paid("stands", MOVED, w1=0),
    ),
    keeps(
        "ECA-R-W5",
        "A wager is laid, raised and moved while the ball runs, before the call.",
        played(
            "", 5, spun="spin cw ccw; bet w1 P1 straight 500 numbers=4; change w1 1000; shift w1 straight numbers=5; nmb"
        ),
        paid(w1=36_000),
    ),
    breaks(
        "ECA-R-W5",
        "A chip is laid after the call: it goes back.",
        played("", 5, spun="spin cw ccw; nmb; bet w1 P1 straight 500 numbers=5"),
        paid("stands", LATE, w1=500),
    ),
    breaks(
        "ECA-R-W5",
        "A chip is laid when the ball lies in its number, where nobody had called.",
        "1: open; rest 5; bet w1 P1 straight 500 numbers=5; call 5; dolly 5; pay w1 18000; close",
        paid("correct", LATE, ("wrong_payment", "ECA-LATE"), w1=500),
    ),
    breaks(
        "ECA-R-W5",
        "A late chip is taken up again: it is with its player.",
        played("", 5, spun="spin cw ccw; nmb; bet w1 P1 straight 500 numbers=5; withdraw w1"),
        paid("stands", LATE, WITHDRAWN, w1=500),
    ),
    keeps(
        "ECA-R-W8a?",
        "A chip moved after the call from one losing number to another loses both ways.",
        played("", 14, spun="bet w1 P1 straight 500 numbers=17; spin cw ccw; nmb; shift w1 straight numbers=20"),
        Ruled(findings=(MOVED,), verdict="stands", branches={"1": {"w1": 0}}),
    ),
    breaks(
        "ECA-R-W8a?",
        "Moved after the call from 17 to 14, on which it wins.",
        played(
            "", 14, "pay w1 0", spun="bet w1 P1 straight 500 numbers=17; spin cw ccw; nmb; shift w1 straight numbers=14"
        ),
        Ruled(
            findings=(MOVED, ("wrong_payment", "ECA-R-W8a?")),
            verdict="refer",
            authority=DIRECTOR,
            verdicts={"ECA-R-W8a?:a": "stands", "ECA-R-W8a?:b": "correct"},
            branches={"ECA-R-W8a?:a": {"w1": 0}, "ECA-R-W8a?:b": {"w1": 18_000}},
        ),
    ),
    breaks(
        "ECA-R-W8a?",
        "Taken up between the call and the rest, and its number wins.",
        played("", 17, spun="bet w1 P1 straight 500 numbers=17; spin cw ccw; nmb; withdraw w1 by=P1"),
        open_question(
            WITHDRAWN,
            verdicts={"ECA-R-W8a?:a": "correct", "ECA-R-W8a?:b": "stands"},
        ),
    ),
    breaks(
        "ECA-R-W8a?",
        "Half of a chip that loses is taken up between the call and the rest.",
        played("", 14, spun="bet w1 P1 straight 1000 numbers=17; spin cw ccw; nmb; change w1 500"),
        Ruled(findings=(CHANGED,), branches={"ECA-R-W8a?:a": {"w1": 0}, "ECA-R-W8a?:b": {"w1": 500}}),
    ),
    keeps(
        "ECA-LATE",
        "A wager raised before the call plays at its new whole.",
        played("", 5, spun="bet w1 P1 straight 500 numbers=5; spin cw ccw; change w1 1000; nmb"),
        paid(w1=36_000),
    ),
    breaks(
        "ECA-LATE",
        "A wager raised after the call: 5.00 play and win, the 5.00 that were added go back.",
        played("", 5, spun="bet w1 P1 straight 500 numbers=5; spin cw ccw; nmb; change w1 1000"),
        paid("stands", CHANGED, w1=18_500),
    ),
    breaks(
        "ECA-LATE",
        "A chip laid too late is paid as a winner.",
        played("", 5, "pay w1 18000", spun="spin cw ccw; nmb; bet w1 P1 straight 500 numbers=5"),
        paid("correct", LATE, ("wrong_payment", "ECA-LATE"), w1=500),
    ),
)

ROWS: Final[tuple[Row, ...]] = (*LIMITS, *CHIPS, *POSITION)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_wagers(row: Row) -> None:
    holds(row)
