"""What cards count and what hands are paid: FBJ-13, 15 to 17, 20 to 22, 30, 46, ROUND."""

from collections.abc import Iterator
from typing import Final

import pytest

from tests.clauses.fbj.floor import SUPERVISOR, WRONG, bets, breaks, chosen, holds, keeps, paid
from tests.clauses.table import Row, Ruled

SEVENTEENS: Final = (
    # rank, what it counts, first two cards of field 1, its third, the croupier's two: seventeen on both sides
    ("two", 2, "Th 5c", "2h", "9s 8d"),
    ("three", 3, "Th 4c", "3h", "9s 8d"),
    ("four", 4, "Th 3c", "4h", "9s 8d"),
    ("five", 5, "Th 2c", "5h", "9s 8d"),
    ("six", 6, "9h 2c", "6h", "Ts 7d"),
    ("seven", 7, "8h 2c", "7h", "9s 8d"),
    ("eight", 8, "7h 2c", "8h", "Ts 7d"),
    ("nine", 9, "6h 2c", "9h", "Ts 7d"),
    ("ten", 10, "3h 4c", "Th", "9s 8d"),
    ("jack", 10, "3h 4c", "Jh", "9s 8d"),
    ("queen", 10, "3h 4c", "Qh", "9s 8d"),
    ("king", 10, "3h 4c", "Kh", "9s 8d"),
    ("ace beside sixteen", 1, "Th 6c", "Ah", "9s 8d"),
    ("ace beside six", 11, "4h 2c", "Ah", "9s 8d"),
)


def seventeens() -> Iterator[Row]:
    """Each rank makes seventeen, and stands off against seventeen: one pip more would win, one less lose."""
    for name, counts, cards, third, dealer in SEVENTEENS:
        (low, high), (first, second) = cards.split(), dealer.split()
        yield keeps(
            "FBJ-13",
            f"The {name} counts {counts}: seventeen stands off against seventeen.",
            f"1: {bets(1)}; 1 {low} D {first} 1 {high}; says 1 hit; 1 {third}; says 1 stand; D {second}; close",
            paid(w1=2000),
        )


NINETEEN: Final = f"1: {bets(1)}; 1 Th D 9s 1 9c; says 1 stand"
BLACKJACK: Final = f"1: {bets(1, 2)}; 1 Ah 2 Th D 9s 1 Kc 2 9d; says 2 stand"
"""Field 1 has a blackjack, field 2 nineteen."""
AGAINST_TEN: Final = f"1: {bets(1, 2)}; 1 Ah 2 Th D Ts 1 Kc 2 9d; says 2 stand"
TWENTY_ONE: Final = f"1: {bets(1)}; 1 7h D Ts 1 7c; says 1 hit; 1 7d"
TWENTY_TWO: Final = "D 5d D Th"
"""After a seven: the croupier has 22."""

TOTALS: Final = (
    *seventeens(),
    breaks(
        "FBJ-13",
        "An ace is counted eleven beside sixteen and the bet collected: with one it makes seventeen and stands off.",
        f"1: {bets(1)}; 1 Th D 9s 1 6c; says 1 hit; 1 Ah; says 1 stand; D 8d; pay w1 0; close",
        paid("correct", (WRONG, "FBJ-13"), w1=2000),
    ),
    keeps("FBJ-15", "Nineteen beats eighteen.", f"{NINETEEN}; D 9d; pay w1 4000; close", paid(w1=4000)),
    keeps("FBJ-15", "Nineteen loses to twenty.", f"{NINETEEN}; D 2d D 9d; pay w1 0; close", paid(w1=0)),
    keeps("FBJ-15", "Nineteen against nineteen is a tie.", f"{NINETEEN}; D Td; pay w1 2000; close", paid(w1=2000)),
    breaks(
        "FBJ-15",
        "A tie is collected: 20 too little.",
        f"{NINETEEN}; D Td; pay w1 0; close",
        paid("correct", (WRONG, "FBJ-15"), w1=2000),
    ),
    breaks(
        "FBJ-15",
        "Nineteen against twenty is paid: it has lost.",
        f"{NINETEEN}; D 2d D 9d; pay w1 4000; close",
        paid("correct", (WRONG, "FBJ-15"), w1=0),
    ),
    keeps(
        "FBJ-17",
        "A field that draws to 24 loses, though the croupier passes 21 with 23 afterwards.",
        f"""1: {bets(1, 2)}; 1 9s 2 Tc D 7c 1 5h 2 8d; says 1 hit; 1 Qc; pay w1 0; says 2 stand; D 6d D Th
        1: pay w2 4000; close""",
        paid(w1=0, w2=4000),
    ),
    keeps(
        "FBJ-17",
        "A field that draws to 24 loses, and the croupier's 22 does not bring it back.",
        f"""1: {bets(1, 2)}; 1 9s 2 Tc D 7c 1 5h 2 8d; says 1 hit; 1 Qc; pay w1 0; says 2 stand; {TWENTY_TWO}
        1: pay w2 2000; close""",
        paid(w1=0, w2=2000),
    ),
    breaks(
        "FBJ-17",
        "A field with 24 gets its bet back on the croupier's 22: it had lost.",
        f"""1: {bets(1, 2)}; 1 9s 2 Tc D 7c 1 5h 2 8d; says 1 hit; 1 Qc; says 2 stand; {TWENTY_TWO}
        1: pay w1 2000; pay w2 2000; close""",
        paid("correct", (WRONG, "FBJ-17"), w1=0, w2=2000),
    ),
)

SEVEN: Final = f"1: {bets(1, 2)}; 1 Ah 2 Th D 7s 1 Kc 2 8d; says 2 stand"
"""A blackjack and eighteen against a seven."""


def beyond() -> Iterator[Row]:
    """Above 22 the croupier is over, and every hand that is not is paid."""
    for has, second in ((23, "6d"), (24, "7d"), (25, "8d"), (26, "9d")):
        yield keeps(
            "FBJ-16",
            f"The croupier has {has}: eighteen is paid.",
            f"{SEVEN}; D {second} D Th; pay w1 5000; pay w2 4000; close",
            paid(w1=5000, w2=4000),
        )


PUSHES: Final = (
    keeps(
        "FBJ-16",
        "The croupier has 22: eighteen stays and is not paid, a blackjack is paid 3 to 2.",
        f"{SEVEN}; {TWENTY_TWO}; pay w1 5000; pay w2 2000; close",
        paid(w1=5000, w2=2000),
    ),
    keeps(
        "FBJ-16",
        "The croupier has 22: a 21 of three cards is no blackjack and stays.",
        f"1: {bets(1)}; 1 7h D 7s 1 7c; says 1 hit; 1 7d; {TWENTY_TWO}; pay w1 2000; close",
        paid(w1=2000),
    ),
    keeps(
        "FBJ-16",
        "The croupier has 22: twelve stays as well.",
        f"1: {bets(1)}; 1 7h D 7s 1 5c; says 1 stand; {TWENTY_TWO}; pay w1 2000; close",
        paid(w1=2000),
    ),
    keeps(
        "FBJ-16",
        "The croupier has 22 and a split ace 21: that is no blackjack and stays.",
        f"""1: {bets(1)}; 1 As D 7s 1 Ah; {chosen("split", new=2)}; 1 Kd 1.2 8d; {TWENTY_TWO}
        1: pay w1 2000; pay w1s2 2000; close""",
        paid(w1=2000, w1s2=2000),
    ),
    keeps(
        "FBJ-16",
        "The croupier has 22 and field 1 has doubled: both its stakes stay.",
        f"1: {bets(1)}; 1 Th D 7s 1 2c; {chosen('double')}; 1 5c; {TWENTY_TWO}; pay w1 2000; pay w1d1 2000; close",
        paid(w1=2000, w1d1=2000),
    ),
    *beyond(),
    keeps(
        "FBJ-16",
        "The croupier has 22 with a ten as first card: a blackjack is paid 3 to 2 all the same.",
        f"{AGAINST_TEN}; D 2d D Kd; pay w1 5000; pay w2 2000; close",
        paid(w1=5000, w2=2000),
    ),
    breaks(
        "FBJ-16",
        "The croupier has 22 and eighteen is paid: 20 too much.",
        f"{SEVEN}; {TWENTY_TWO}; pay w1 5000; pay w2 4000; close",
        paid("correct", (WRONG, "FBJ-16"), w1=5000, w2=2000),
    ),
    breaks(
        "FBJ-16",
        "The croupier has 22 and a blackjack is only given back.",
        f"{SEVEN}; {TWENTY_TWO}; pay w1 2000; pay w2 2000; close",
        paid("correct", (WRONG, "FBJ-22"), w1=5000, w2=2000),
    ),
    breaks(
        "FBJ-16",
        "The croupier has 22 and collects a twelve.",
        f"1: {bets(1)}; 1 7h D 7s 1 5c; says 1 stand; {TWENTY_TWO}; pay w1 0; close",
        paid("correct", (WRONG, "FBJ-16"), w1=2000),
    ),
    breaks(
        "FBJ-16",
        "The croupier has 23 and gives eighteen only its stake: it has won.",
        f"{SEVEN}; D 6d D Th; pay w1 5000; pay w2 2000; close",
        paid("correct", (WRONG, "FBJ-20"), w1=5000, w2=4000),
    ),
)

PAYMENTS: Final = (
    keeps(
        "FBJ-20",
        "A win pays 1 to 1, and a doubled one on both its stakes.",
        f"""1: {bets(1, 2)}; 1 Th 2 5h D 9s 1 9c 2 6c; says 1 stand; {chosen("double", box=2)}; 2 Td; D 9d
        1: pay w1 4000; pay w2 4000; pay w2d1 4000; close""",
        paid(w1=4000, w2=4000, w2d1=4000),
    ),
    keeps(
        "FBJ-20",
        "Both hands of a split win 1 to 1.",
        f"""1: {bets(1)}; 1 Ks D 9s 1 Kh; {chosen("split", new=2)}; 1 9d; says 1 stand; 1.2 Td; says 1.2 stand; D 8d
        1: pay w1 4000; pay w1s2 4000; close""",
        paid(w1=4000, w1s2=4000),
    ),
    breaks(
        "FBJ-20",
        "A win is paid 3 to 2: 10 too much.",
        f"{NINETEEN}; D 9d; pay w1 5000; close",
        paid("correct", (WRONG, "FBJ-20"), w1=4000),
    ),
    breaks(
        "FBJ-20",
        "Of a double that wins only the first stake is paid.",
        f"1: {bets(1)}; 1 5h D 9s 1 6c; {chosen('double')}; 1 Td; D 9d; pay w1 4000; pay w1d1 2000; close",
        paid("correct", (WRONG, "FBJ-20"), w1=4000, w1d1=4000),
    ),
    keeps(
        "FBJ-21",
        "A blackjack beats the croupier's 21 of three cards, to which nineteen loses.",
        f"{AGAINST_TEN}; D 5d D 6d; pay w1 5000; pay w2 0; close",
        paid(w1=5000, w2=0),
    ),
    keeps(
        "FBJ-21",
        "The croupier's blackjack beats a 21 of three cards.",
        f"{TWENTY_ONE}; D Ad; pay w1 0; close",
        paid(w1=0),
    ),
    keeps(
        "FBJ-21",
        "The croupier's blackjack beats a doubled 21, both stakes of it.",
        f"1: {bets(1)}; 1 5h D Ts 1 6c; {chosen('double')}; 1 Td; D Ad; pay w1 0; pay w1d1 0; close",
        paid(w1=0, w1d1=0),
    ),
    keeps(
        "FBJ-21",
        "A 21 of three cards stands off against the croupier's 21 of three cards.",
        f"{TWENTY_ONE}; D 5d D 6d; pay w1 2000; close",
        paid(w1=2000),
    ),
    breaks(
        "FBJ-21",
        "A 21 of three cards is given back against the croupier's blackjack: it has lost.",
        f"{TWENTY_ONE}; D Ad; pay w1 2000; close",
        paid("correct", (WRONG, "FBJ-21"), w1=0),
    ),
    breaks(
        "FBJ-21",
        "A blackjack is only given back against the croupier's 21 of three cards.",
        f"{AGAINST_TEN}; D 5d D 6d; pay w1 2000; pay w2 0; close",
        paid("correct", (WRONG, "FBJ-22"), w1=5000, w2=0),
    ),
    keeps(
        "FBJ-22",
        "A blackjack is paid 3 to 2.",
        f"{BLACKJACK}; D 9h; pay w1 5000; pay w2 4000; close",
        paid(w1=5000, w2=4000),
    ),
    keeps(
        "FBJ-22",
        "Blackjack against blackjack is a stand-off.",
        f"{AGAINST_TEN}; D Ad; pay w1 2000; pay w2 0; close",
        paid(w1=2000, w2=0),
    ),
    breaks(
        "FBJ-22",
        "A blackjack is paid 1 to 1: 10 are missing.",
        f"{BLACKJACK}; D 9h; pay w1 4000; pay w2 4000; close",
        paid("correct", (WRONG, "FBJ-22"), w1=5000, w2=4000),
    ),
    breaks(
        "FBJ-22",
        "A 21 of three cards is paid 3 to 2: it is no blackjack and wins 1 to 1.",
        f"{TWENTY_ONE}; D 9d; pay w1 5000; close",
        paid("correct", (WRONG, "FBJ-20"), w1=4000),
    ),
    breaks(
        "FBJ-22",
        "Blackjack against blackjack is paid 3 to 2.",
        f"{AGAINST_TEN}; D Ad; pay w1 5000; pay w2 0; close",
        Ruled(
            findings=((WRONG, "FBJ-22"),),
            grounds={WRONG: ("FBJ-13", "FBJ-17", "FBJ-18", "FBJ-22")},
            verdict="correct",
            due={"w1": 2000, "w2": 0},
        ),
    ),
    breaks(
        "FBJ-22",
        "Blackjack against blackjack is collected as if it had lost.",
        f"{AGAINST_TEN}; D Ad; pay w1 0; pay w2 0; close",
        paid("correct", (WRONG, "FBJ-22"), w1=2000, w2=0),
    ),
    keeps(
        "FBJ-ROUND",
        "A blackjack on 20.01 comes to 50.025: 50.03 are due.",
        f"1: {bets(1, stake=2001)}; 1 Ah D 9s 1 Kc; D 9h; pay w1 5003; close",
        Ruled(verdict="stands", awarded={"w1": 5003}, cites=("FBJ-ROUND",)),
    ),
    breaks(
        "FBJ-ROUND",
        "A blackjack on 20.01 is paid 50.02: a cent is missing.",
        f"1: {bets(1, stake=2001)}; 1 Ah D 9s 1 Kc; D 9h; pay w1 5002; close",
        paid("correct", (WRONG, "FBJ-22"), w1=5003),
    ),
    keeps(
        "FBJ-46",
        "A bet off the limits is for the internal supervisor to decide.",
        f"1: {bets(1, stake=500)}; 1 Th D 9s 1 9c; says 1 stand; D 9d; close",
        Ruled(findings=(("off_limits", "FBJ-2"),), verdict="refer", authority=SUPERVISOR, awarded={"w1": None}),
    ),
)

ACES: Final = f"1: {bets(1)}; 1 Ah D 9s 1 Ac; {chosen('split', new=2)}; 1 Kd 1.2 8d"
"""Split aces: 21 and nineteen."""
TENS: Final = f"1: {bets(1)}; 1 Th D 9s 1 Tc; {chosen('split', new=2)}; 1 Ad 1.2 9d; says 1.2 stand"
"""Split tens: 21 and nineteen."""

AFTER_SPLIT: Final = (
    keeps("FBJ-30", "A split ace with a king is paid 1 to 1.", f"{ACES}; D 8c; close", paid(w1=4000, w1s2=4000)),
    keeps("FBJ-30", "A split ten with an ace is paid 1 to 1.", f"{TENS}; D 8c; close", paid(w1=4000, w1s2=4000)),
    keeps(
        "FBJ-30",
        "A split ace with a king stands off against the croupier's 21 of three cards.",
        f"{ACES}; D 4c D 8c; close",
        paid(w1=2000, w1s2=0),
    ),
    keeps(
        "FBJ-30",
        "A split ten with an ace stands off against the croupier's 21 of three cards.",
        f"{TENS}; D 4c D 8c; close",
        paid(w1=2000, w1s2=0),
    ),
    keeps(
        "FBJ-30",
        "A split ace with a king loses to the croupier's blackjack.",
        f"{ACES.replace('D 9s', 'D Ts')}; D As; close",
        paid(w1=0, w1s2=0),
    ),
    breaks(
        "FBJ-30",
        "A split ace with a king is paid 3 to 2.",
        f"{ACES}; D 8c; pay w1 5000; pay w1s2 4000; close",
        paid("correct", (WRONG, "FBJ-30"), w1=4000, w1s2=4000),
    ),
    breaks(
        "FBJ-30",
        "A split ten with an ace is paid 3 to 2.",
        f"{TENS}; D 8c; pay w1 5000; pay w1s2 4000; close",
        paid("correct", (WRONG, "FBJ-30"), w1=4000, w1s2=4000),
    ),
)

ROWS: Final[tuple[Row, ...]] = (*TOTALS, *PUSHES, *PAYMENTS, *AFTER_SPLIT)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_settlement(row: Row) -> None:
    holds(row)
