"""Free splits and free doubles: FBJ-32 to 35, 45."""

from collections.abc import Iterator
from typing import Final

import pytest

from tests.clauses.fbj.floor import WRONG, bets, breaks, chosen, further, holds, keeps, paid
from tests.clauses.table import Row, Ruled

NO_SPLIT: Final = ("illegal_free_split", "FBJ-32")
NO_DOUBLE: Final = ("illegal_free_double", "FBJ-34")
SIZE: Final = ("wrong_free_bet", "FBJ-33")
NAMES: Final = {"A": "aces", "T": "tens", "J": "jacks", "Q": "queens", "K": "kings"}
FREE: Final = chosen("free_split", new=2)
FIRST: Final = "FBJ-34a?"


def pairs() -> Iterator[Row]:
    """Which pairs may be split free, asked as soon as they lie."""
    for rank in "A23456789TJQK":
        name = NAMES.get(rank, f"{rank}s")
        split = f"1: {bets(1)}; 1 {rank}s D 6c 1 {rank}h; {FREE}"
        if rank in "TJQK":
            yield breaks(
                "FBJ-32",
                f"Two {name} are split free, which tens may not be: the chip is worth nothing.",
                split,
                Ruled(findings=(NO_SPLIT,), due={"w1": None, "w1f2": 0}),
            )
        else:
            yield keeps("FBJ-32", f"Two {name} may be split free.", split, Ruled(due={"w1": None, "w1f2": None}))


def doubles() -> Iterator[Row]:
    """Which first two cards may be doubled free, asked as soon as they lie."""
    for total, cards in (
        (9, "2s 7h"),
        (9, "3s 6h"),
        (9, "4s 5h"),
        (10, "2s 8h"),
        (10, "3s 7h"),
        (10, "4s 6h"),
        (10, "5s 5h"),
        (11, "2s 9h"),
        (11, "3s 8h"),
        (11, "4s 7h"),
        (11, "5s 6h"),
    ):
        first, two = cards.split()
        yield keeps(
            "FBJ-34",
            f"{first[0]} and {two[0]}, {total}, may be doubled free.",
            f"1: {bets(1)}; 1 {first} D 6c 1 {two}; {chosen('free_double')}",
            Ruled(due={"w1": None, "w1x1": None}),
        )
    for has, cards in (
        ("4", "2s 2h"),
        ("5", "2s 3h"),
        ("6", "2s 4h"),
        ("7", "2s 5h"),
        ("8", "2s 6h"),
        ("12", "5s 7h"),
        ("13", "5s 8h"),
        ("14", "5s 9h"),
        ("15", "6s 9h"),
        ("16", "7s 9h"),
        ("17", "8s 9h"),
        ("18", "9s 9h"),
        ("19", "9s Th"),
        ("20", "Ts Kh"),
        ("9 or 19, has an ace and", "8s Ah"),
        ("10 or 20, has an ace and", "9s Ah"),
    ):
        first, two = cards.split()
        yield breaks(
            "FBJ-34",
            f"{first[0]} and {two[0]}, {has}, may not be doubled free: the chip is worth nothing.",
            f"1: {bets(1)}; 1 {first} D 6c 1 {two}; {chosen('free_double')}",
            Ruled(findings=(NO_DOUBLE,), due={"w1x1": 0}),
        )


EIGHTS: Final = f"1: {bets(1)}; 1 8s D 9c 1 8h; {FREE}"
"""Field 1 splits eights free against a nine."""
TWO_HANDS: Final = f"{EIGHTS}; 1 Kd; says 1 stand; 1.2 3d; says 1.2 hit; 1.2 9h; says 1.2 stand"
"""Eighteen with the original bet, twenty with the chip."""

SPLITS: Final = (
    *pairs(),
    keeps(
        "FBJ-32",
        "Eights are split free and both hands win: 40 for the original bet, 20 for the chip.",
        f"{TWO_HANDS}; D 8d; pay w1 4000; pay w1f2 2000; close",
        paid(w1=4000, w1f2=2000),
    ),
    keeps(
        "FBJ-32",
        "Aces are split free and get a card each.",
        f"1: {bets(1)}; 1 As D 9c 1 Ah; {FREE}; 1 9d 1.2 8d; D 8c; pay w1 4000; pay w1f2 2000; close",
        paid(w1=4000, w1f2=2000),
    ),
    keeps(
        "FBJ-32",
        "A free split is split free again, to four hands: one bet and three chips.",
        f"""{EIGHTS}; 1 8d; {chosen("free_split", new=3)}; 1 8c; {chosen("free_split", new=4)}; 1 Kd; says 1 stand
        1: 1.2 Kh; says 1.2 stand; 1.3 Ks; says 1.3 stand; 1.4 Kc; says 1.4 stand; D 8d
        1: pay w1 4000; pay w1f2 2000; pay w1f3 2000; pay w1f4 2000; close""",
        paid(w1=4000, w1f2=2000, w1f3=2000, w1f4=2000),
    ),
    keeps(
        "FBJ-32",
        "A pair that might be split free is split for money: both hands have a stake.",
        f"""1: {bets(1)}; 1 8s D 9c 1 8h; {chosen("split", new=2)}; 1 Kd; says 1 stand; 1.2 Kh; says 1.2 stand; D 8d
        1: pay w1 4000; pay w1s2 4000; close""",
        paid(w1=4000, w1s2=4000),
    ),
    breaks(
        "FBJ-32",
        "Kings are split free and played to the end: the chip of the second hand, which wins, is worth nothing.",
        f"""1: {bets(1)}; 1 Ks D 9c 1 Kh; {FREE}; 1 9d; says 1 stand; 1.2 9h; says 1.2 stand; D 8d
        1: pay w1 4000; pay w1f2 2000; close""",
        Ruled(findings=(NO_SPLIT, (WRONG, "FBJ-LATE")), due={"w1f2": 0}),
    ),
    breaks(
        "FBJ-32",
        "A nine and an eight are split free: they are no pair.",
        f"1: {bets(1)}; 1 9s D 9c 1 8h; {FREE}",
        Ruled(findings=(NO_SPLIT,), due={"w1f2": 0}),
    ),
    breaks(
        "FBJ-32",
        "A fifth hand is split free off the first: four bets are the most.",
        f"""{EIGHTS}; 1 8d; {chosen("free_split", new=3)}; 1 8c; {chosen("free_split", new=4)}; 1 8h
        1: {chosen("free_split", new=5)}""",
        Ruled(findings=(NO_SPLIT,), due={"w1f2": None, "w1f3": None, "w1f4": None, "w1f5": 0}),
    ),
    keeps(
        "FBJ-33",
        "The hand with the chip loses and the one with the original bet wins: the chip is collected.",
        f"{EIGHTS}; 1 Kd; says 1 stand; 1.2 8d; says 1.2 stand; D 8c; pay w1 4000; pay w1f2 0; close",
        paid(w1=4000, w1f2=0),
    ),
    keeps(
        "FBJ-33",
        "Both hands tie: the original bet stays, the chip is collected.",
        f"{EIGHTS}; 1 Kd; says 1 stand; 1.2 Kh; says 1.2 stand; D 9h; pay w1 2000; pay w1f2 0; close",
        paid(w1=2000, w1f2=0),
    ),
    keeps(
        "FBJ-33",
        "Both hands lose: the original bet and the chip are collected.",
        f"{EIGHTS}; 1 Kd; says 1 stand; 1.2 Kh; says 1.2 stand; D Th; pay w1 0; pay w1f2 0; close",
        paid(w1=0, w1f2=0),
    ),
    breaks(
        "FBJ-33",
        "A tied chip is given its value as if it were a stake: 20 too much.",
        f"{EIGHTS}; 1 Kd; says 1 stand; 1.2 Kh; says 1.2 stand; D 9h; pay w1 2000; pay w1f2 2000; close",
        paid("correct", (WRONG, "FBJ-33"), w1=2000, w1f2=0),
    ),
    breaks(
        "FBJ-33",
        "A winning chip is paid with a stake that was never laid: 20 too much.",
        f"{TWO_HANDS}; D 8d; pay w1 4000; pay w1f2 4000; close",
        paid("correct", (WRONG, "FBJ-33"), w1=4000, w1f2=2000),
    ),
    breaks(
        "FBJ-33",
        "A winning chip is collected and nothing paid for it.",
        f"{TWO_HANDS}; D 8d; pay w1 4000; pay w1f2 0; close",
        paid("correct", (WRONG, "FBJ-33"), w1=4000, w1f2=2000),
    ),
    breaks(
        "FBJ-33",
        "A chip that stands for 30 beside a bet of 20: it pays as much as the original bet.",
        f"""1: {bets(1)}; 1 8s D 9c 1 8h; {chosen("free_split", new=2, minor=3000)}; 1 Kd; says 1 stand; 1.2 Kh
        1: says 1.2 stand; D 8d; close""",
        Ruled(findings=(SIZE,), due={"w1": 4000, "w1f2": 2000}),
    ),
    breaks(
        "FBJ-33",
        "A chip that stands for 10 beside a bet of 20: it pays as much as the original bet.",
        f"""1: {bets(1)}; 1 8s D 9c 1 8h; {chosen("free_split", new=2, minor=1000)}; 1 Kd; says 1 stand; 1.2 Kh
        1: says 1.2 stand; D 8d; pay w1 4000; pay w1f2 1000; close""",
        paid("correct", SIZE, (WRONG, "FBJ-33"), w1=4000, w1f2=2000),
    ),
    breaks(
        "FBJ-35",
        "A free double's chip stands for 10 beside a bet of 20 and is paid 20, as the original bet is.",
        f"""1: {bets(1)}; 1 6s D 9c 1 5h; {chosen("free_double", minor=1000)}; 1 Kd; D 8d
        1: pay w1 4000; pay w1x1 2000; close""",
        paid("stands", SIZE, w1=4000, w1x1=2000),
    ),
    breaks(
        "FBJ-35",
        "The chip of a free split stands for 10, that of the double upon it for 20, as the original bet: it is right.",
        f"""1: {bets(1)}; 1 8s D 9c 1 8h; {chosen("free_split", new=2, minor=1000)}; 1 Kd; says 1 stand; 1.2 3h
        1: says 1.2 free_double; {further("free_double", 2, parent="w1f2")}; 1.2 Kh; D 8d
        1: pay w1 4000; pay w1f2 2000; pay w1x2 2000; close""",
        paid("stands", SIZE, w1=4000, w1f2=2000, w1x2=2000),
    ),
    keeps(
        "FBJ-33a",
        "The hand with the original bet loses and the chip wins: each for itself.",
        f"{EIGHTS}; 1 7d; says 1 stand; 1.2 Kh; says 1.2 stand; D 8d; pay w1 0; pay w1f2 2000; close",
        paid(w1=0, w1f2=2000),
    ),
    breaks(
        "FBJ-33a",
        "One hand wins and the other loses, and both are taken for a tie.",
        f"{EIGHTS}; 1 7d; says 1 stand; 1.2 Kh; says 1.2 stand; D 8d; pay w1 2000; pay w1f2 0; close",
        paid("correct", (WRONG, "FBJ-15"), (WRONG, "FBJ-33"), w1=0, w1f2=2000),
    ),
    keeps(
        "FBJ-45",
        "The croupier has 22: the original bet stays and the chip is collected.",
        f"{TWO_HANDS.replace('D 9c', 'D 7c')}; D 5d D Th; pay w1 2000; pay w1f2 0; close",
        paid(w1=2000, w1f2=0),
    ),
    keeps(
        "FBJ-45",
        "The croupier has 22 and field 1 doubled free: the original bet stays, the chip is collected.",
        f"1: {bets(1)}; 1 5s D 7c 1 6h; {chosen('free_double')}; 1 Kd; D 5d D Th; pay w1 2000; pay w1x1 0; close",
        paid(w1=2000, w1x1=0),
    ),
    breaks(
        "FBJ-45",
        "The croupier has 22 and the chip is paid.",
        f"{TWO_HANDS.replace('D 9c', 'D 7c')}; D 5d D Th; pay w1 2000; pay w1f2 2000; close",
        paid("correct", (WRONG, "FBJ-16"), w1=2000, w1f2=0),
    ),
    breaks(
        "FBJ-45",
        "The croupier has 22 and takes the original bet with the chip.",
        f"{TWO_HANDS.replace('D 9c', 'D 7c')}; D 5d D Th; pay w1 0; pay w1f2 0; close",
        paid("correct", (WRONG, "FBJ-16"), w1=2000, w1f2=0),
    ),
)

ELEVEN: Final = f"1: {bets(1)}; 1 5s D 9c 1 6h; {chosen('free_double')}"
"""Field 1 doubles eleven free against a nine."""
ON_THE_FIRST: Final = f"{EIGHTS}; 1 3d; {chosen('free_double')}; 1 Kd; 1.2 Kh; says 1.2 stand"
"""The hand that keeps the original bet is doubled free: 21 and eighteen."""
ON_THE_SECOND: Final = f"""{EIGHTS}; 1 Kd; says 1 stand; 1.2 3d; says 1.2 free_double
        1: {further("free_double", 2, parent="w1f2")}; 1.2 Kh"""
"""The hand of the chip is doubled free: eighteen and 21."""

DOUBLES: Final = (
    *doubles(),
    keeps(
        "FBJ-34",
        "Eleven is doubled free, gets one card and wins: 40 and 20.",
        f"{ELEVEN}; 1 8d; D 9d; pay w1 4000; pay w1x1 2000; close",
        paid(w1=4000, w1x1=2000),
    ),
    keeps(
        "FBJ-34",
        "A hand that a split for money made is doubled free.",
        f"""1: {bets(1)}; 1 8s D 9c 1 8h; {chosen("split", new=2)}; 1 Kd; says 1 stand; 1.2 3d; says 1.2 free_double
        1: {further("free_double", 2, parent="w1s2")}; 1.2 Kh; D 8d; pay w1 4000; pay w1s2 4000; pay w1x2 2000; close""",
        paid(w1=4000, w1s2=4000, w1x2=2000),
    ),
    keeps(
        "FBJ-34",
        "The hand of a free split is doubled free: two chips on one hand, each paid as the original bet.",
        f"{ON_THE_SECOND}; D 8d; pay w1 4000; pay w1f2 2000; pay w1x2 2000; close",
        paid(w1=4000, w1f2=2000, w1x2=2000),
    ),
    breaks(
        "FBJ-34",
        "Nine of three cards is doubled free: it is open to two cards only.",
        f"1: {bets(1)}; 1 2s D 9c 1 3h; says 1 hit; 1 4d; {chosen('free_double')}",
        Ruled(findings=(NO_DOUBLE,), due={"w1x1": 0}),
    ),
    keeps(
        "FBJ-35",
        "A free double loses: the original bet and the chip are collected.",
        f"{ELEVEN}; 1 6d; D 9d; pay w1 0; pay w1x1 0; close",
        paid(w1=0, w1x1=0),
    ),
    keeps(
        "FBJ-35",
        "A free double ties: the original bet stays, the chip is collected.",
        f"{ELEVEN}; 1 7d; D 9d; pay w1 2000; pay w1x1 0; close",
        paid(w1=2000, w1x1=0),
    ),
    breaks(
        "FBJ-35",
        "A free double that wins is paid as if the chip had been a stake: 20 too much.",
        f"{ELEVEN}; 1 8d; D 9d; pay w1 4000; pay w1x1 4000; close",
        paid("correct", (WRONG, "FBJ-35"), w1=4000, w1x1=2000),
    ),
    breaks(
        "FBJ-35",
        "A free double that ties is given the value of the chip.",
        f"{ELEVEN}; 1 7d; D 9d; pay w1 2000; pay w1x1 2000; close",
        paid("correct", (WRONG, "FBJ-15"), w1=2000, w1x1=0),
    ),
    keeps(
        FIRST,
        "The hand that keeps the original bet is doubled free and wins: the chip pays 20, as the house reads it.",
        f"{ON_THE_FIRST}; D 8d; pay w1 4000; pay w1f2 2000; pay w1x1 2000; close",
        paid(w1=4000, w1f2=2000, w1x1=2000),
    ),
    keeps(
        FIRST,
        "The hand that keeps the original bet is doubled free and wins: the chip pays 20 (a), or was not open (b).",
        f"{ON_THE_FIRST}; D 8d; close",
        Ruled(
            findings=(NO_DOUBLE,),
            branches={
                f"{FIRST}:a": {"w1": 4000, "w1f2": 2000, "w1x1": 2000},
                f"{FIRST}:b,FBJ-ERR?:a": {"w1": None, "w1f2": None, "w1x1": 0},
                f"{FIRST}:b,FBJ-ERR?:b": {"w1": 2000, "w1f2": 0, "w1x1": 0},
                f"{FIRST}:b,FBJ-ERR?:c": {"w1": 4000, "w1f2": 2000, "w1x1": 0},
            },
            awarded={"w1": None, "w1f2": None, "w1x1": None},
        ),
        unresolved=(FIRST,),
    ),
    breaks(
        FIRST,
        "The hand that the free split made may be doubled free under either reading.",
        f"{ON_THE_SECOND}; D 8d; close",
        Ruled(verdict="stands", branches={"1": {"w1": 4000, "w1f2": 2000, "w1x2": 2000}}),
        unresolved=(FIRST,),
    ),
    breaks(
        FIRST,
        "A hand that was never split may be doubled free under either reading.",
        f"{ELEVEN}; 1 8d; D 9d; close",
        Ruled(verdict="stands", branches={"1": {"w1": 4000, "w1x1": 2000}}),
        unresolved=(FIRST,),
    ),
)

ROWS: Final[tuple[Row, ...]] = (*SPLITS, *DOUBLES)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_free(row: Row) -> None:
    holds(row)
