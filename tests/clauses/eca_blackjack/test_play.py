"""The players' decisions: ECA-B-P1 to P3, DB1, DB1a?, DB1b."""

from collections.abc import Iterator
from typing import Final

import pytest

from tests.clauses.eca_blackjack.floor import DIRECTOR, NOTICED, Dealt, breaks, double, holds, keeps, paid, righted, seats
from tests.clauses.table import Row, Ruled

WRONG: Final = "wrong_payment"
SIGNAL: Final = ("missing_signal", "ECA-B-P1")
TURN: Final = ("out_of_turn", "ECA-B-P1")
NOT_ASKED: Final = ("not_asked", "ECA-B-P1")
HIT: Final = ("illegal_hit", "ECA-B-P2")
DOUBLE: Final = ("illegal_double", "ECA-B-DB1")
STAKE: Final = ("wrong_double_stake", "ECA-B-DB1")


def unequal(up_to_it: int, back: int, of_wager: int = 4000) -> Ruled:
    """What follows a double that is not equal to the wager is not said: what is due under each reading."""
    return Ruled(
        findings=(STAKE,),
        verdict="refer",
        authority=DIRECTOR,
        due={"w1": of_wager},
        branches={"ECA-B-EXTRA?:a": {"w1d": up_to_it}, "ECA-B-EXTRA?:b": {"w1d": back}},
        awarded={"w1": of_wager, "w1d": None},
    )


DECISIONS: Final = (
    keeps(
        "ECA-B-P1",
        "Box 1 stands and box 2 draws, each by hand and by voice, from the left.",
        f"1: {seats(1, 2)}; 1 Th 2 2c D 7s 1 8c 2 9h; says 1 stand; says 2 hit; 2 9d; says 2 stand; D Tc; close",
        paid(w1=4000, w2=4000),
    ),
    breaks(
        "ECA-B-P1",
        "Box 1 stands by hand without a word: a fault of form, eighteen wins.",
        f"1: {seats(1)}; 1 Th D 7s 1 8c; says 1 stand signal=hand; D Tc; close",
        paid("stands", SIGNAL, w1=4000),
    ),
    breaks(
        "ECA-B-P1",
        "Box 1 asks for a card by word without a sign of the hand.",
        f"1: {seats(1)}; 1 Th D 7s 1 2c; says 1 hit signal=voice; 1 8d; says 1 stand; D Tc; close",
        paid("stands", SIGNAL, w1=4000),
    ),
    breaks(
        "ECA-B-P1",
        "Box 2 stands before box 1 was asked: out of turn, no card would have gone elsewhere.",
        f"1: {seats(1, 2)}; 1 Th 2 9c D 7s 1 8c 2 9h; says 2 stand; says 1 stand; D Tc; close",
        paid("stands", TURN, w1=4000, w2=4000),
    ),
    breaks(  # box 1 was first and should have had 5c, on which nobody asked it
        "ECA-B-P1",
        "Box 2 draws before box 1: the first card goes to box 1, which is asked again on it.",
        f"""1: {seats(1, 2)}; 1 Th 2 9c D 6s 1 3d 2 2h; says 2 hit; 2 5c; says 2 stand; says 1 hit; 1 6h; says 1 stand
        1: D Tc D 8c; {NOTICED}""",
        righted(
            TURN,
            hands={"box1": "Th 3d 5c", "box2": "9c 2h", "dealer": "6s"},
            moves="5c box2>box1, 6h box1>next, Tc dealer>next, 8c dealer>next",
            ask="box1",
            due={"w1": None, "w2": None},
        ),
    ),
    breaks(
        "ECA-B-P1",
        "Box 2 was never asked and the dealer drew: box 2 decides first, the dealer's card is the next one.",
        f"1: {seats(1, 2)}; 1 Th 2 9c D 6s 1 8d 2 3h; says 1 stand; D Tc D 9h; pay w1 4000; close; {NOTICED}",
        Ruled(
            findings=(NOT_ASKED,),
            authority=DIRECTOR,
            hands={"box1": "Th 8d", "box2": "9c 3h", "dealer": "6s"},
            moves={"": "Tc dealer>next, 9h dealer>next"},
            due={"w1": None, "w2": None},
        ),
    ),
    keeps(
        "ECA-B-P2",
        "A hand of twenty may draw, and goes over.",
        f"1: {seats(1)}; 1 Th D 7s 1 Kc; says 1 hit; 1 2d; pay w1 0; close",
        paid(w1=0),
    ),
    keeps(
        "ECA-B-P2",
        "A soft twenty may draw: ace, nine and five are fifteen.",
        f"1: {seats(1)}; 1 Ah D 7s 1 9c; says 1 hit; 1 5d; says 1 stand; D Td; pay w1 0; close",
        paid(w1=0),
    ),
    breaks(
        "ECA-B-P2",
        "A hard 21 asks for a card and gets one: the card is the dealer's next.",
        f"1: {seats(1)}; 1 7h D 9s 1 7c; says 1 hit; 1 7d; says 1 hit; 1 2d; {NOTICED}",
        righted(
            HIT,
            hands={"box1": "7h 7c 7d", "dealer": "9s 2d"},
            moves="2d box1>dealer",
            draw="dealer",
            due={"w1": None},
        ),
    ),
    breaks(
        "ECA-B-P2",
        "A soft 21 asks for a card and gets one: the card is the dealer's next, and makes him nineteen.",
        f"1: {seats(1)}; 1 Ah D 9s 1 4c; says 1 hit; 1 6d; says 1 hit; 1 Td; {NOTICED}",
        righted(HIT, hands={"box1": "Ah 4c 6d", "dealer": "9s Td"}, moves="Td box1>dealer", due={"w1": 4000}),
    ),
    breaks(
        "ECA-B-P2",
        "A blackjack against a ten asks for a card and gets one: the card is the dealer's second.",
        f"1: {seats(1)}; 1 Ah D Ts 1 Kc; says 1 hit; 1 6d; {NOTICED}",
        righted(HIT, hands={"box1": "Ah Kc", "dealer": "Ts 6d"}, moves="6d box1>dealer", due={"w1": 5000}),
    ),
    breaks(
        "ECA-B-P2",
        "A 21 asks for a card and gets none: nothing has moved.",
        f"1: {seats(1)}; 1 7h D 9s 1 7c; says 1 hit; 1 7d; says 1 hit; says 1 stand; D Td; pay w1 4000; close",
        Ruled(findings=(HIT,), verdict="stands", due={"w1": 4000}, awarded={"w1": 4000}, hands={"box1": "7h 7c 7d"}),
    ),
    keeps(
        "ECA-B-P3",
        "Twenty-two loses and is collected at once, and the dealer goes over later with box 2 still in.",
        f"""1: {seats(1, 2)}; 1 Th 2 Tc D 6s 1 6c 2 2c; says 1 hit; 1 6d; pay w1 0; clear 1; says 2 stand; D Td D 9d
        1: pay w2 4000; close""",
        paid(w1=0, w2=4000),
    ),
    keeps(
        "ECA-B-P3",
        "Twenty-one of four cards is not over.",
        f"1: {seats(1)}; 1 5h D 7s 1 6c; says 1 hit; 1 4d; says 1 hit; 1 6d; D Td; pay w1 4000; close",
        paid(w1=4000),
    ),
    breaks(
        "ECA-B-P3",
        "Twenty-two is given its stake back when the dealer goes over too.",
        f"""1: {seats(1, 2)}; 1 Th 2 Tc D 6s 1 6c 2 2c; says 1 hit; 1 6d; says 2 stand; D Td D 9d; pay w1 2000; pay w2 4000
        1: close""",
        paid("correct", (WRONG, "ECA-B-P3"), w1=0, w2=4000),
    ),
)

HARD: Final = {
    4: "2h 2c", 5: "2h 3c", 6: "2h 4c", 7: "3h 4c", 8: "3h 5c", 12: "Th 2c", 13: "Th 3c", 14: "Th 4c",
    15: "Th 5c", 16: "Th 6c", 17: "Th 7c", 18: "Th 8c", 19: "Th 9c", 20: "Th Kc",
}  # fmt: skip
"""Two cards to each hard total that may not be doubled."""


def unlawful(hand: str, *moves: str) -> Dealt:
    """The stake of the double goes back, what was dealt upon it is next, the box is asked, and the Director decides."""
    return Dealt(
        findings=(DOUBLE,),
        verdict="refer",
        authority=DIRECTOR,
        branches={"1": {"w1": None, "w1d": 2000}},
        awarded={"w1": None, "w1d": None},
        hands={"box1": hand, "dealer": "7s"},
        moves={"": ", ".join(f"{move}>next" for move in moves)},
        ask={"": "box1"},
    )


def doubles() -> Iterator[Row]:
    """A double on every total of two cards, against a seven."""
    for has, cards in ((9, "4h 5c"), (10, "4h 6c"), (11, "5h 6c")):
        first, two = cards.split()
        yield keeps(
            "ECA-B-DB1",
            f"Two cards of {has} are doubled, get a ten and win both stakes.",
            f"1: {seats(1)}; 1 {first} D 7s 1 {two}; says 1 double; {double(1)}; 1 Td; D Tc; pay w1 4000; pay w1d 4000; "
            "close",
            paid(w1=4000, w1d=4000),
        )
    for has, cards in HARD.items():
        first, two = cards.split()
        dealer, drew = ("D Tc; ", ["Tc dealer"]) if has + 2 <= 21 else ("", [])
        yield breaks(
            "ECA-B-DB1",
            f"Two cards of {has} are doubled, which is not open: the second stake goes back, and box 1 is asked.",
            f"1: {seats(1)}; 1 {first} D 7s 1 {two}; says 1 double; {double(1)}; 1 2d; {dealer}close",
            unlawful(cards, "2d box1", *drew),
        )


def soft(other: str, card: str, b: int, sentence: str, dealer: str) -> Row:
    """A double on ace and `other`: the second stake goes back and box 1 is asked (a), or each is worth `b`."""
    return keeps(
        "ECA-B-DB1a?",
        sentence,
        f"1: {seats(1)}; 1 Ah D {dealer} 1 {other}; says 1 double; {double(1)}; 1 {card}; D Tc; close",
        Ruled(
            findings=(DOUBLE,),
            verdict="refer",
            authority=DIRECTOR,
            branches={"ECA-B-DB1a?:a": {"w1": None, "w1d": 2000}, "ECA-B-DB1a?:b": {"w1": b, "w1d": b}},
            awarded={"w1": None, "w1d": None},
        ),
    )


DOUBLES: Final = (
    *doubles(),
    breaks(
        "ECA-B-DB1",
        "Nine of three cards is doubled: only the first two cards may be.",
        f"1: {seats(1)}; 1 2h D 7s 1 3c; says 1 hit; 1 4d; says 1 double; {double(1)}; 1 Td; D Tc; close",
        unlawful("2h 3c 4d", "Td box1", "Tc dealer"),
    ),
    breaks(
        "ECA-B-DB1",
        "A blackjack is doubled: it is complete, the card is the dealer's next and the second stake goes back.",
        f"1: {seats(1)}; 1 Ah D Ts 1 Kc; says 1 double; {double(1)}; 1 9d; {NOTICED}",
        Ruled(
            findings=(DOUBLE,),
            authority=DIRECTOR,
            branches={"1": {"w1": 5000, "w1d": 2000}},
            hands={"box1": "Ah Kc", "dealer": "Ts 9d"},
            moves={"": "9d box1>dealer"},
        ),
    ),
    breaks(
        "ECA-B-DB1",
        "A double of 30 on a wager of 20: 20 of it play and win, 10 go back.",
        f"1: {seats(1)}; 1 5h D 7s 1 6c; says 1 double; {double(1, stake=3000)}; 1 9d; D Tc; close",
        unequal(5000, 3000),
    ),
    breaks(  # what becomes of the smaller stake is not said
        "ECA-B-DB1",
        "A double of 10 on a wager of 20 is not equal to it.",
        f"1: {seats(1)}; 1 5h D 7s 1 6c; says 1 double; {double(1, stake=1000)}; 1 9d; D Tc; close",
        unequal(2000, 1000),
    ),
    keeps(
        "ECA-B-EXTRA?",
        "A double of 10 on a wager of 20 stands off: it goes back either way, and nobody is asked.",
        f"1: {seats(1)}; 1 5h D 7s 1 6c; says 1 double; {double(1, stake=1000)}; 1 6d; D Tc; close",
        Ruled(findings=(STAKE,), verdict="stands", branches={"1": {"w1": 2000, "w1d": 1000}}),
    ),
    breaks(
        "ECA-B-EXTRA?",
        "A double of 10 on a wager of 20 loses to a blackjack: all is collected, or the double was no wager and goes back.",
        f"1: {seats(1)}; 1 5h D Ts 1 6c; says 1 double; {double(1, stake=1000)}; 1 Td; D Ac; close",
        unequal(0, 1000, of_wager=0),
    ),
    breaks(
        "ECA-B-DB1",
        "A double wins and only one of the stakes is paid.",
        f"1: {seats(1)}; 1 5h D 7s 1 6c; says 1 double; {double(1)}; 1 9d; D Tc; pay w1 4000; pay w1d 0; close",
        Ruled(findings=((WRONG, "ECA-B-F3"),), verdict="correct", due={"w1": 4000, "w1d": 4000}),
    ),
    soft("8c", "2d", 4000, "Ace and eight are doubled and win with 21: the double is void, or is paid.", "7s"),
    soft("8c", "5d", 0, "Ace and eight are doubled and lose with fourteen: the double is void, or is lost.", "7s"),
    soft("9c", "Td", 4000, "Ace and nine are doubled and win with twenty: the double is void, or is paid.", "7s"),
    breaks(
        "ECA-B-DB1a?",
        "Ace and seven, 18 or 8, may be doubled under neither reading.",
        f"1: {seats(1)}; 1 Ah D 7s 1 7c; says 1 double; {double(1)}; 1 2d; D Tc; close",
        unlawful("Ah 7c", "2d box1", "Tc dealer"),
    ),
    breaks(
        "ECA-B-DB1a?",
        "Five and four, a hard nine, may be doubled under either reading.",
        f"1: {seats(1)}; 1 5h D 7s 1 4c; says 1 double; {double(1)}; 1 Td; D Tc; close",
        Ruled(verdict="stands", branches={"1": {"w1": 4000, "w1d": 4000}}),
    ),
    keeps(
        "ECA-B-DB1b",
        "After a double on twelve the second stake was given back, as it should be; nobody asked for the hand of twenty.",
        f"1: {seats(1)}; 1 Th D 7s 1 2c; says 1 double; {double(1)}; 1 8d; D Tc; pay w1 4000; pay w1d 2000; close",
        unlawful("Th 2c", "8d box1", "Tc dealer"),
    ),
    breaks(
        "ECA-B-DB1b",
        "After a double on twelve the second stake was paid as if it had played.",
        f"1: {seats(1)}; 1 Th D 7s 1 2c; says 1 double; {double(1)}; 1 8d; D Tc; pay w1 4000; pay w1d 4000; close",
        Ruled(findings=(DOUBLE, (WRONG, "ECA-B-DB1b")), verdict="refer", due={"w1": None, "w1d": 2000}),
    ),
    breaks(
        "ECA-B-DB1b",
        "After a double on twelve that went over the second stake was collected.",
        f"1: {seats(1)}; 1 Th D 7s 1 2c; says 1 double; {double(1)}; 1 Kd; pay w1 0; pay w1d 0; close",
        Ruled(findings=(DOUBLE, (WRONG, "ECA-B-DB1b")), verdict="refer", due={"w1": None, "w1d": 2000}),
    ),
)

ROWS: Final[tuple[Row, ...]] = (*DECISIONS, *DOUBLES)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_play(row: Row) -> None:
    holds(row)
