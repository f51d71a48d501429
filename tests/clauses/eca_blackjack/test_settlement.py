"""What cards count and what hands are paid: ECA-B-E2, E5, F1 to F5a?, SP5, SP8, DB3 and the fractions."""

from collections.abc import Iterator
from typing import Final

import pytest

from tests.clauses.eca_blackjack.floor import DIRECTOR, breaks, double, floor, holds, keeps, paid, seats, split
from tests.clauses.table import Row, Ruled

WRONG: Final = "wrong_payment"
TOLD: Final = ("wrong_total", "ECA-B-E5")

SEVENTEENS: Final = (
    # rank, first two cards of box 1, its third, the dealer's two: seventeen on both sides
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
            "ECA-B-E2",
            f"The {name} counts {counts}: seventeen stands off against seventeen.",
            f"1: {seats(1)}; 1 {low} D {first} 1 {high}; says 1 hit; 1 {third}; says 1 stand; D {second}; close",
            paid(w1=2000),
        )


def round_announced(first: str, total: str) -> str:
    """A round in which box 1 stands on a nine and `first` after it was told that this is `total`; the dealer has 19."""
    return f"1: {seats(1)}; 1 9h D Ts 1 {first}; total 1 {total}; says 1 stand; D 9d"


CARDS: Final = (
    *seventeens(),
    breaks(
        "ECA-B-E2",
        "An ace is counted eleven beside sixteen and the wager collected: with one it makes seventeen and stands off.",
        f"1: {seats(1)}; 1 Th D 9s 1 6c; says 1 hit; 1 Ah; says 1 stand; D 8d; pay w1 0; close",
        paid("correct", (WRONG, "ECA-B-E2"), w1=2000),
    ),
    keeps("ECA-B-E5", "A total told rightly.", f"{round_announced('8c', '17')}; pay w1 0; close", paid(w1=0)),
    keeps("ECA-B-E5", "Ace and nine told as 20, its higher count.", f"{round_announced('As', '20')}; close", paid(w1=4000)),
    keeps("ECA-B-E5", "Ace and nine told as 10, its lower count.", f"{round_announced('As', '10')}; close", paid(w1=4000)),
    breaks(
        "ECA-B-E5",
        "Seventeen is told as twenty and stands on the dealer's word: it loses to nineteen, the word binds nobody.",
        f"{round_announced('8c', '20')}; pay w1 0; close",
        paid("stands", TOLD, w1=0),
    ),
    breaks(
        "ECA-B-E5",
        "Seventeen is told as twenty and paid as twenty: the cards count, 40 went back and nothing is due.",
        f"{round_announced('8c', '20')}; pay w1 4000; close",
        paid("correct", TOLD, (WRONG, "ECA-B-F3"), w1=0),
    ),
    breaks(
        "ECA-B-E5",
        "The dealer tells his own seventeen as eighteen: the player's eighteen wins all the same.",
        f"1: {seats(1)}; 1 9h D Ts 1 9c; says 1 stand; D 7d; total D 18; pay w1 4000; close",
        paid("stands", TOLD, w1=4000),
    ),
    breaks(
        "ECA-B-E5",
        "After a third card fifteen is told as sixteen.",
        f"1: {seats(1)}; 1 2h D Ts 1 9c; total 1 11; says 1 hit; 1 4c; total 1 16; says 1 stand; D 9d; pay w1 0; close",
        paid("stands", TOLD, w1=0),
    ),
)

NINETEEN: Final = f"1: {seats(1)}; 1 Th D 9s 1 9c; says 1 stand"
BLACKJACK: Final = f"1: {seats(1)}; 1 Ah D 9s 1 Kc"
TWENTY_ONE: Final = f"1: {seats(1)}; 1 7h D Ts 1 7c; says 1 hit; 1 7d"

PAYMENTS: Final = (
    keeps("ECA-B-F1", "A blackjack is paid 3 to 2.", f"{BLACKJACK}; pay w1 5000; close", paid(w1=5000)),
    keeps(
        "ECA-B-F1",
        "A blackjack beats a dealer's 21 of three cards.",
        f"""1: {seats(1, 2)}; 1 Ah 2 9h D Ts 1 Kc 2 9c; says 2 stand; D 5d D 6d; pay w1 5000; pay w2 0; close""",
        paid(w1=5000, w2=0),
    ),
    breaks(
        "ECA-B-F1",
        "A blackjack is paid 1 to 1: 10 are missing.",
        f"{BLACKJACK}; pay w1 4000; close",
        paid("correct", (WRONG, "ECA-B-F1"), w1=5000),
    ),
    breaks(
        "ECA-B-F1",
        "A 21 of three cards is paid 3 to 2: it is no blackjack and wins 1 to 1.",
        f"{TWENTY_ONE}; D 9d; pay w1 5000; close",
        paid("correct", (WRONG, "ECA-B-F3"), w1=4000),
    ),
    keeps(
        "ECA-B-F2",
        "The dealer goes over with 26: twelve and twenty-one win 1 to 1, a hand that went over before has lost.",
        f"""1: {seats(1, 2, 3)}; 1 Th 2 7h 3 Tc D 7s 1 2c 2 7c 3 6h; says 1 stand; says 2 hit; 2 7d; says 3 hit; 3 Td
        1: pay w3 0; clear 3; D 9d D Jd; pay w1 4000; pay w2 4000; close""",
        paid(w1=4000, w2=4000, w3=0),
    ),
    breaks(
        "ECA-B-F2",
        "The dealer goes over and collects a twelve.",
        f"1: {seats(1)}; 1 Th D 7s 1 2c; says 1 stand; D 9d D Jd; pay w1 0; close",
        paid("correct", (WRONG, "ECA-B-F2"), w1=4000),
    ),
    keeps("ECA-B-F3", "Nineteen beats eighteen.", f"{NINETEEN}; D 9d; pay w1 4000; close", paid(w1=4000)),
    keeps("ECA-B-F3", "Nineteen loses to twenty.", f"{NINETEEN}; D 2d D 9d; pay w1 0; close", paid(w1=0)),
    breaks(
        "ECA-B-F3",
        "Nineteen against eighteen is paid only its stake.",
        f"{NINETEEN}; D 9d; pay w1 2000; close",
        paid("correct", (WRONG, "ECA-B-F3"), w1=4000),
    ),
    breaks(
        "ECA-B-F3",
        "Nineteen against twenty is paid: it has lost.",
        f"{NINETEEN}; D 2d D 9d; pay w1 4000; close",
        paid("correct", (WRONG, "ECA-B-F3"), w1=0),
    ),
    keeps("ECA-B-F5", "Nineteen stands off against nineteen.", f"{NINETEEN}; D Td; pay w1 2000; close", paid(w1=2000)),
    keeps(
        "ECA-B-F5",
        "Blackjack stands off against blackjack.",
        f"1: {seats(1)}; 1 Ah D Ts 1 Kc; D Ad; pay w1 2000; close",
        paid(w1=2000),
    ),
    breaks(
        "ECA-B-F5",
        "Nineteen against nineteen is collected.",
        f"{NINETEEN}; D Td; pay w1 0; close",
        paid("correct", (WRONG, "ECA-B-F5"), w1=2000),
    ),
    breaks(
        "ECA-B-F5",
        "Blackjack against blackjack is paid 3 to 2.",
        f"1: {seats(1)}; 1 Ah D Ts 1 Kc; D Ad; pay w1 5000; close",
        paid("correct", (WRONG, "ECA-B-F5"), w1=2000),
    ),
    keeps(
        "ECA-B-F5a?",
        "Twenty-one of three cards against a dealer's blackjack: it loses, or stands off.",
        f"{TWENTY_ONE}; D Ad; close",
        Ruled(
            verdict="refer",
            branches={"ECA-B-F5a?:a": {"w1": 0}, "ECA-B-F5a?:b": {"w1": 2000}},
            awarded={"w1": None},
        ),
    ),
    keeps(
        "ECA-B-F5a?",
        "Twenty-one was collected against a dealer's blackjack: right, or 20 too little, and the Director says which.",
        f"{TWENTY_ONE}; D Ad; pay w1 0; close",
        Ruled(
            findings=((WRONG, "ECA-B-F5"),),
            verdict="refer",
            authority=DIRECTOR,
            branches={"ECA-B-F5a?:a": {"w1": 0}, "ECA-B-F5a?:b": {"w1": 2000}},
            verdicts={"ECA-B-F5a?:a": "stands", "ECA-B-F5a?:b": "correct"},
        ),
    ),
    breaks(
        "ECA-B-F5a?",
        "Twenty of three cards loses to a dealer's blackjack, however the question is read.",
        f"1: {seats(1)}; 1 7h D Ts 1 7c; says 1 hit; 1 6d; says 1 stand; D Ad; close",
        Ruled(verdict="stands", branches={"1": {"w1": 0}}),
    ),
    breaks(
        "ECA-B-F5a?",
        "Twenty-one of three cards stands off against a dealer's 21 of three cards.",
        f"{TWENTY_ONE}; D 5d D 6d; close",
        Ruled(verdict="stands", branches={"1": {"w1": 2000}}),
    ),
    keeps(
        "ECA-ROUND",
        "A blackjack on 15.01, off the limits and by a resolution settled whole, comes to 37.525: 37.53 are due.",
        f"1: {seats(1, stake=1501)}; 1 Ah D 9s 1 Kc; pay w1 3753; close",
        Ruled(findings=(("off_limits", "ECA-C3"),), branches={"1": {"w1": 3753}}),
        before=floor(more="resolved ECA-C3b? c championship_director"),
    ),
    breaks(
        "ECA-ROUND",
        "A blackjack on 15.01 is paid 37.52: a cent is missing.",
        f"1: {seats(1, stake=1501)}; 1 Ah D 9s 1 Kc; pay w1 3752; close",
        Ruled(findings=(("off_limits", "ECA-C3"), (WRONG, "ECA-B-F1")), branches={"1": {"w1": 3753}}),
        before=floor(more="resolved ECA-C3b? c championship_director"),
    ),
)

ACES: Final = f"1: {seats(1)}; 1 Ah D 9s 1 Ac; says 1 split; {split(1, 2)}; 1 Kd 1.2 8d"
TENS: Final = f"1: {seats(1)}; 1 Th D 9s 1 Kc; says 1 split; {split(1, 2)}; 1 Ad; 1.2 8d; says 1.2 stand"
BOTH_WIN: Final = {"w1": 4000, "w1.2": 4000}
BOTH_LOSE: Final = {"w1": 0, "w1.2": 0}

AFTER_SPLIT: Final = (
    keeps("ECA-B-SP5", "Split ace and king is no blackjack: 1 to 1.", f"{ACES}; D 8c; close", paid(**BOTH_WIN)),
    keeps("ECA-B-SP5", "Split king and ace is no blackjack: 1 to 1.", f"{TENS}; D 8c; close", paid(**BOTH_WIN)),
    keeps(
        "ECA-B-SP5",
        "Split ace and king stands off against the dealer's 21 of three cards.",
        f"{ACES}; D 4c D 8c; close",
        paid(**{"w1": 2000, "w1.2": 0}),
    ),
    keeps(
        "ECA-B-SP5",
        "Split ten and ace stands off against the dealer's 21 of three cards.",
        f"{TENS}; D 4c D 8c; close",
        paid(**{"w1": 2000, "w1.2": 0}),
    ),
    breaks(
        "ECA-B-SP5",
        "Split ace and king is paid 3 to 2.",
        f"{ACES}; D 8c; pay w1 5000; pay w1.2 4000; close",
        paid("correct", (WRONG, "ECA-B-SP5"), **BOTH_WIN),
    ),
    breaks(
        "ECA-B-SP5",
        "Split ten and ace is paid 3 to 2.",
        f"{TENS}; D 8c; pay w1 5000; pay w1.2 4000; close",
        paid("correct", (WRONG, "ECA-B-SP5"), **BOTH_WIN),
    ),
    keeps(
        "ECA-B-SP8",
        "The dealer has a blackjack: both hands of a split are lost.",
        f"""1: {seats(1)}; 1 8h D Ts 1 8c; says 1 split; {split(1, 2)}; 1 Td; says 1 stand; 1.2 9d; says 1.2 stand
        1: D Ad; close""",
        paid(**BOTH_LOSE),
    ),
    keeps(  # the clause takes the whole wager: F5a? is no question here
        "ECA-B-SP8",
        "A split hand with 21 is lost to the dealer's blackjack as well, which takes all.",
        f"1: {seats(1)}; 1 Ah D Ts 1 Ac; says 1 split; {split(1, 2)}; 1 Kd 1.2 8d; D Ad; close",
        Ruled(verdict="stands", branches={"1": BOTH_LOSE}, awarded=BOTH_LOSE, cites=("ECA-B-SP8",)),
    ),
    breaks(
        "ECA-B-SP8",
        "The dealer has a blackjack and gives the stake of the second hand back.",
        f"""1: {seats(1)}; 1 8h D Ts 1 8c; says 1 split; {split(1, 2)}; 1 Td; says 1 stand; 1.2 9d; says 1.2 stand; D Ad
        1: pay w1 0; pay w1.2 2000; close""",
        Ruled(findings=((WRONG, "ECA-B-SP8"),), verdict="correct", due=BOTH_LOSE, awarded=BOTH_LOSE),
    ),
    keeps(
        "ECA-B-DB3",
        "The dealer has a blackjack: a doubled twenty loses both stakes.",
        f"1: {seats(1)}; 1 5h D Ts 1 6c; says 1 double; {double(1)}; 1 9d; D Ad; close",
        paid(w1=0, w1d=0),
    ),
    keeps(
        "ECA-B-DB3",
        "A doubled 21 is lost to the dealer's blackjack as well, which takes all.",
        f"1: {seats(1)}; 1 5h D Ts 1 6c; says 1 double; {double(1)}; 1 Td; D Ad; close",
        Ruled(
            verdict="stands",
            branches={"1": {"w1": 0, "w1d": 0}},
            awarded={"w1": 0, "w1d": 0},
            cites=("ECA-B-DB3",),
        ),
    ),
    breaks(
        "ECA-B-DB3",
        "The dealer has a blackjack and gives the stake of a double back.",
        f"1: {seats(1)}; 1 5h D Ts 1 6c; says 1 double; {double(1)}; 1 9d; D Ad; pay w1 0; pay w1d 2000; close",
        Ruled(findings=((WRONG, "ECA-B-DB3"),), verdict="correct", due={"w1": 0, "w1d": 0}),
    ),
)

ROWS: Final[tuple[Row, ...]] = (*CARDS, *PAYMENTS, *AFTER_SPLIT)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_settlement(row: Row) -> None:
    holds(row)
