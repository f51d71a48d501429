"""Limits, posted or printed, colour chips and tips: C4, C5, C6, C6a?, C6b? and C8."""

from dataclasses import replace
from typing import Final

import pytest

from tests.clauses.eca_roulette.floor import (
    DIRECTOR,
    GREEN,
    OPENED,
    SPUN,
    breaks,
    colour,
    holds,
    keeps,
    paid,
    played,
    rests,
)
from tests.clauses.table import Breach, Row, Ruled

INSIDE: Final = ("off_limits_inside", "ECA-C5")
OUTSIDE: Final = ("off_limits_outside", "ECA-C6")

WRONG: Final = ("wrong_payment", "ECA-C6a?")

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
        "ECA-C5",
        "The table has posted 50.00 as its maximum on a number, and 50.00 lie there.",
        played("bet w1 P1 straight 5000 numbers=5", 5),
        paid(w1=180_000),
        opened=f"{OPENED}; limits straight 500 5000",
    ),
    breaks(
        "ECA-C5",
        "The table has posted 50.00 as its maximum on a number, and 80.00 lie there.",
        played("bet w1 P1 straight 8000 numbers=5", 5),
        off(INSIDE, 183_000, 8_000, 288_000),
        opened=f"{OPENED}; limits straight 500 5000",
    ),
    breaks(
        "ECA-C5",
        "The table has posted 10.00 as the least of all bets inside, and 5.00 lie on a split.",
        played("bet w1 P1 split 500 numbers=5-6", 5),
        off(INSIDE, 9_000, 500, 9_000),
        opened=f"{OPENED}; limits inside 1000 10000",
    ),
    keeps(
        "ECA-C5",
        "The table has posted 200.00 as its maximum on a number, above the rules': 150.00 may lie there.",
        played("bet w1 P1 straight 15000 numbers=5", 5),
        paid(w1=540_000),
        opened=f"{OPENED}; limits straight 500 20000",
    ),
    breaks(
        "ECA-C5",
        "A piece of a call bet and the player's own chips count together against the posted maximum too.",
        played("bet w1 P1 neighbours 7500 of=26 pieces=3; bet w2 P1 straight 3000 numbers=26", 26),
        Ruled(
            findings=(INSIDE,),
            due={"w1": 90_000},
            branches={"ECA-C6a?:a": {"w2": 90_500}, "ECA-C6a?:b": {"w2": 3_000}, "ECA-C6a?:c": {"w2": 108_000}},
        ),
        opened=f"{OPENED}; limits straight 500 5000",
    ),
    breaks(
        "ECA-C5",
        "Limits posted when the round is open hold from the next one on.",
        f"""1: open
table: limits straight 500 5000
1: bet w1 P1 straight 8000 numbers=5; {SPUN}; {rests(8)}; close
{played("bet w2 P1 straight 8000 numbers=5", 8, name=2)}""",
        paid(w1=0),
        Ruled(
            findings=(INSIDE,),
            verdict="refer",
            branches={"ECA-C6a?:a": {"w2": 3_000}, "ECA-C6a?:b": {"w2": 8_000}, "ECA-C6a?:c": {"w2": 0}},
        ),
    ),
    keeps(
        "ECA-C6",
        "The table has posted 100.00 to 1,000.00 in units of 100.00 on red, and 300.00 lie there.",
        played("bet w1 P1 red 30000", 5),
        paid(w1=60_000),
        opened=f"{OPENED}; limits red 10000 100000 unit_minor=10000",
    ),
    keeps(
        "ECA-C6",
        "The table has posted 100.00 as the least of even chances, which is none of the rules' units: any amount will do.",
        played("bet w1 P1 black 15000", 17),
        paid(w1=30_000),
        opened=f"{OPENED}; limits even_chance 10000 500000",
    ),
    breaks(
        "ECA-C6",
        "The table has posted 1,000.00 as its maximum outside, and 1,500.00 lie on the first dozen.",
        played("bet w1 P1 dozen 150000 index=1", 5),
        off(OUTSIDE, 350_000, 150_000, 450_000),
        opened=f"{OPENED}; limits outside 50000 100000",
    ),
    breaks(
        "ECA-C6",
        "The table has posted units of 100.00 on red, and 250.00 lie there.",
        played("bet w1 P1 red 25000", 5),
        off(OUTSIDE, 45_000, 25_000, 50_000),
        opened=f"{OPENED}; limits red 10000 100000 unit_minor=10000",
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

CHANGED: Final = ("changed_after_call", "ECA-R-W5")
RED: Final = "bet w1 P1 red 550000; spin cw ccw; nmb"


def cut(a: int, b: int, c: int, *findings: Breach, verdicts: str = "") -> Ruled:
    """What a wager outside the limits is worth, of which the dealer pushed something back after the call."""
    expected = off(OUTSIDE, a, b, c)
    readings = {f"ECA-C6a?:{letter}": verdict for letter, verdict in zip("abc", verdicts.split(), strict=False)}
    return replace(expected, findings=(*expected.findings, *findings), verdicts=readings)


def changed_above(due: dict[str, int]) -> Ruled:
    """5,500.00 on red, of which something was taken up after the call, and lost: at the rest no more lay there than may."""
    branches = {branch: {"w1": minor} for branch, minor in due.items()}
    return Ruled(findings=(OUTSIDE, CHANGED, WRONG), verdict="refer", branches=branches)


PUSHED_BACK: Final = (
    keeps(
        "ECA-C6a?",
        "After the call the dealer pushes back the 500.00 above the maximum of 5,000.00, and pays the others, which won.",
        played("", 5, "pay w1 1000000", spun=f"{RED}; change w1 500000 by=dealer"),
        cut(1_050_000, 550_000, 1_100_000, WRONG, WRONG, verdicts="stands correct correct"),
    ),
    keeps(
        "ECA-C6a?",
        "After the call the dealer pushes back 3.00 on a number, which is below the minimum, and the number wins.",
        played("", 5, spun="bet w1 P1 straight 300 numbers=5; spin cw ccw; nmb; withdraw w1 by=dealer"),
        replace(
            off(INSIDE, 10_800, 300, 10_800),
            verdicts={"ECA-C6a?:a": "correct", "ECA-C6a?:b": "stands", "ECA-C6a?:c": "correct"},
        ),
    ),
    breaks(
        "ECA-C6a?",
        "After the call the dealer pushes back 1,000.00 where 500.00 are above the maximum: that changes the wager.",
        played("", 20, "pay w1 0", spun=f"{RED}; change w1 450000 by=dealer"),
        changed_above(
            {
                "ECA-C6a?:a,ECA-R-W8a?:a": 50_000,
                "ECA-C6a?:b,ECA-R-W8a?:a": 550_000,
                "ECA-C6a?:c,ECA-R-W8a?:a": 0,
                "ECA-R-W8a?:b": 100_000,
            }
        ),
    ),
    breaks(
        "ECA-C6a?",
        "After the call the player takes up the 500.00 above the maximum: nobody may change a wager then.",
        played("", 20, "pay w1 0", spun=f"{RED}; change w1 500000"),
        changed_above(
            {
                "ECA-C6a?:a": 50_000,
                "ECA-C6a?:b,ECA-R-W8a?:a": 550_000,
                "ECA-C6a?:b,ECA-R-W8a?:b": 50_000,
                "ECA-C6a?:c,ECA-R-W8a?:a": 0,
                "ECA-C6a?:c,ECA-R-W8a?:b": 50_000,
            }
        ),
    ),
    keeps(
        "ECA-C6",
        "Before the call the dealer pushes back the 500.00 above the maximum: 5,000.00 are the wager.",
        played("", 5, "pay w1 1000000", spun="bet w1 P1 red 550000; change w1 500000 by=dealer; spin cw ccw; nmb"),
        paid(w1=1_000_000),
    ),
)

ROWS: Final[tuple[Row, ...]] = (*LIMITS, *PUSHED_BACK)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_limits(row: Row) -> None:
    holds(row)
