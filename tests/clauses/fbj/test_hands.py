"""What a player may and must decide on a hand: FBJ-8, 18, 18a?, 36, 36a?."""

from collections.abc import Iterator
from typing import Final

import pytest

from tests.clauses.ccl.floor import Boxed
from tests.clauses.fbj.floor import TOLD, WRONG, A, B, C, astray, bets, breaks, chosen, holds, keeps, paid
from tests.clauses.table import Row, Ruled

NO_STAND: Final = ("illegal_stand", "FBJ-18")
NO_HIT: Final = ("illegal_hit", "FBJ-18")
NO_DOUBLE: Final = ("illegal_double", "FBJ-36")
SOFT: Final = "FBJ-18a?"
NATURAL: Final = "FBJ-36a?"
TWO_CARDS: Final = {
    4: "2s 2h",
    5: "2s 3h",
    6: "2s 4h",
    7: "2s 5h",
    8: "2s 6h",
    9: "2s 7h",
    10: "2s 8h",
    11: "2s 9h",
    12: "5s 7h",
    13: "5s 8h",
    14: "5s 9h",
    15: "6s 9h",
    16: "7s 9h",
    17: "8s 9h",
    18: "9s 9h",
    19: "9s Th",
    20: "Ts Kh",
}
"""Two cards without an ace for every total."""


def unequal(up_to_it: int, back: int, of_bet: int = 4000) -> Ruled:
    """What becomes of a double that is not equal to the bet is not said: what is due under each reading."""
    return Ruled(
        findings=(("wrong_double_stake", "FBJ-36"),),
        verdict="refer",
        authority="supervisor",
        due={"w1": of_bet},
        branches={"FBJ-EXTRA?:a": {"w1d1": up_to_it}, "FBJ-EXTRA?:b": {"w1d1": back}},
        awarded={"w1": of_bet, "w1d1": None},
    )


def stands() -> Iterator[Row]:
    """From which total on two cards may stand, asked as soon as they do."""
    for total, cards in TWO_CARDS.items():
        first, two = cards.split()
        stood = f"1: {bets(1)}; 1 {first} D 6c 1 {two}; says 1 stand"
        if total <= 11:
            yield breaks(
                "FBJ-18",
                f"{total} stands, but must take a card.",
                stood,
                Ruled(findings=(NO_STAND,), due={"w1": None}),
            )
        else:
            yield keeps("FBJ-18", f"{total} may stand.", stood, Ruled(due={"w1": None}))


def doubled() -> Iterator[Row]:
    """Any two cards may be doubled for money."""
    for total, cards in TWO_CARDS.items():
        first, two = cards.split()
        yield keeps(
            "FBJ-36",
            f"{total} may be doubled.",
            f"1: {bets(1)}; 1 {first} D 6c 1 {two}; {chosen('double')}",
            Ruled(due={"w1": None, "w1d1": None}),
        )


ELEVEN: Final = f"1: {bets(1)}; 1 6c D 8h 1 5d; says 1 stand"
SEVENTEEN: Final = f"1: {bets(1)}; 1 As D 8h 1 6c; says 1 stand"
"""Ace and six, soft seventeen, stands."""

DRAWING: Final = (
    *stands(),
    keeps(
        "FBJ-18",
        "Eleven takes a card, then sixteen stands and loses to eighteen.",
        f"1: {bets(1)}; 1 6c D 8h 1 5d; says 1 hit; 1 5s; says 1 stand; D Kd; pay w1 0; close",
        paid(w1=0),
    ),
    keeps(
        "FBJ-18",
        "Twenty-one is not asked any more.",
        f"1: {bets(1)}; 1 6c D 8h 1 5d; says 1 hit; 1 Ts; D Kd; pay w1 4000; close",
        paid(w1=4000),
    ),
    keeps(
        "FBJ-18",
        "Soft thirteen stands: the better total counts.",
        f"1: {bets(1)}; 1 As D 6c 1 2h; says 1 stand; D Kd D 9d; pay w1 4000; close",
        paid(w1=4000),
    ),
    keeps(
        "FBJ-18",
        "Twenty may take a card, if it likes.",
        f"1: {bets(1)}; 1 Ks D 8h 1 Kc; says 1 hit; 1 As; D Kd; pay w1 4000; close",
        paid(w1=4000),
    ),
    breaks(
        "FBJ-18",
        "Eleven stands and the croupier draws: eleven had to be asked again before him.",
        f"{ELEVEN}; D 4s D 6h; pay w1 0; close",
        astray(NO_STAND, moves=None, asks="1", right={"w1": None}, void={"w1": 2000}, dealt={"w1": 0}),
    ),
    breaks(
        "FBJ-18",
        "Twenty-one of three cards asks for a further one.",
        f"1: {bets(1, 2)}; 1 6c 2 Th D 8h 1 5d 2 9h; says 1 hit; 1 Ts; says 1 hit",
        Ruled(findings=(NO_HIT,), due={"w1": None}),
    ),
    breaks(
        "FBJ-18",
        "A blackjack asks for a further card.",
        f"1: {bets(1, 2)}; 1 As 2 Th D 8h 1 Kd 2 9h; says 1 hit",
        Ruled(findings=(NO_HIT,)),
    ),
    keeps(
        SOFT,
        "Soft seventeen stands and ties with seventeen, as the house reads it.",
        f"{SEVENTEEN}; D 9d; pay w1 2000; close",
        paid(w1=2000),
    ),
    keeps(
        SOFT,
        "Soft seventeen stands: it may (a), or counts seven and must be asked again, and the croupier's card waits (b).",
        f"{SEVENTEEN}; D 9d; pay w1 2000; close",
        Boxed(
            findings=(NO_STAND,),
            verdict="refer",
            branches={
                f"{SOFT}:a": {"w1": 2000},
                f"{SOFT}:b,{A}": {"w1": None},
                f"{SOFT}:b,{B}": {"w1": 2000},
                f"{SOFT}:b,{C}": {"w1": 2000},
            },
            verdicts={f"{SOFT}:a": "stands", f"{SOFT}:b,{A}": "ask"},
            asks={f"{SOFT}:b,{A}": "1"},
        ),
        unresolved=(SOFT,),
    ),
    breaks(
        SOFT,
        "Ace, six and ten are a hard seventeen, which may stand under either reading.",
        f"1: {bets(1)}; 1 As D 8h 1 6c; says 1 hit; 1 Td; says 1 stand; D 9d; pay w1 2000; close",
        Ruled(verdict="stands", branches={"1": {"w1": 2000}}),
        unresolved=(SOFT,),
    ),
    breaks(
        SOFT,
        "Eleven without an ace must draw under either reading.",
        f"1: {bets(1)}; 1 6c D 8h 1 5d; says 1 stand",
        Ruled(findings=(NO_STAND,), branches={"1": {"w1": None}}),
        unresolved=(SOFT,),
    ),
)

BLACKJACK: Final = f"1: {bets(1, 2)}; 1 As 2 Th D 9c 1 Kh 2 9h; {chosen('double')}"

DOUBLES: Final = (
    *doubled(),
    keeps(
        "FBJ-36",
        "Eight and two are doubled and get an ace: 21, the better total, which beats twenty.",
        f"1: {bets(1)}; 1 8s D Tc 1 2h; {chosen('double')}; 1 Ad; D Td; pay w1 4000; pay w1d1 4000; close",
        paid(w1=4000, w1d1=4000),
    ),
    keeps(
        "FBJ-36",
        "Soft seventeen is doubled and gets a ten: seventeen all the same.",
        f"1: {bets(1)}; 1 As D 9c 1 6h; {chosen('double')}; 1 Td; D 8d; pay w1 2000; pay w1d1 2000; close",
        paid(w1=2000, w1d1=2000),
    ),
    breaks(
        "FBJ-36",
        "Eight and two are doubled, get an ace and are collected as eleven.",
        f"1: {bets(1)}; 1 8s D Tc 1 2h; {chosen('double')}; 1 Ad; D Td; pay w1 0; pay w1d1 0; close",
        paid("correct", (WRONG, "FBJ-13"), (WRONG, "FBJ-13"), w1=4000, w1d1=4000),
    ),
    breaks(
        "FBJ-36",
        "Twelve of three cards is doubled: the stake goes back.",
        f"1: {bets(1)}; 1 2s D 9c 1 6h; says 1 hit; 1 4d; {chosen('double')}",
        Ruled(findings=(NO_DOUBLE,), due={"w1d1": 2000}),
    ),
    breaks(
        "FBJ-36",
        "A double is staked with half of the original bet.",
        f"1: {bets(1)}; 1 5s D 9c 1 6h; {chosen('double', minor=1000)}; 1 9d; D 8d; close",
        unequal(2000, 1000),
    ),
    breaks(
        "FBJ-36",
        "A double is staked with more than the original bet: the rest goes back.",
        f"1: {bets(1)}; 1 5s D 9c 1 6h; {chosen('double', minor=3000)}; 1 9d; D 8d; close",
        unequal(5000, 3000),
    ),
    keeps(
        "FBJ-EXTRA?",
        "A double is staked with half of the original bet and ties: it goes back either way, and nobody is asked.",
        f"1: {bets(1)}; 1 5s D 9c 1 6h; {chosen('double', minor=1000)}; 1 6d; D 8d; pay w1 2000; pay w1d1 1000; close",
        Ruled(findings=(("wrong_double_stake", "FBJ-36"),), verdict="stands", branches={"1": {"w1": 2000, "w1d1": 1000}}),
    ),
    breaks(
        "FBJ-EXTRA?",
        "A double is staked with half of the original bet and loses: it is lost, or was no bet and goes back.",
        f"1: {bets(1)}; 1 5s D 9c 1 6h; {chosen('double', minor=1000)}; 1 2d; D 8d; close",
        unequal(0, 1000, of_bet=0),
    ),
    keeps(
        NATURAL,
        "A blackjack is doubled, which it may not be, as the house reads it: the stake goes back.",
        BLACKJACK,
        Ruled(findings=(NO_DOUBLE,), due={"w1d1": 2000}),
    ),
    keeps(
        NATURAL,
        "A blackjack is doubled: the stake goes back (a), or it plays on for both stakes (b).",
        BLACKJACK,
        Ruled(
            findings=(NO_DOUBLE,),
            branches={f"{NATURAL}:a": {"w1d1": 2000}, f"{NATURAL}:b": {"w1": None, "w1d1": None}},
        ),
        unresolved=(NATURAL,),
    ),
    breaks(
        NATURAL,
        "The house has said that a blackjack may be doubled: it plays on for both stakes.",
        f"table: resolved {NATURAL} b supervisor\n{BLACKJACK}",
        Ruled(branches={"1": {"w1": None, "w1d1": None, "w2": None}}),
    ),
    breaks(
        NATURAL,
        "Twenty may be doubled under either reading.",
        BLACKJACK.replace("1 As", "1 Qs"),
        Ruled(branches={"1": {"w1": None, "w1d1": None}}),
        unresolved=(NATURAL,),
    ),
)

THREE: Final = f"1: {bets(1, 2)}; 1 8h 2 Tc D 6s 1 4d 2 5c"
"""Field 1 has twelve, field 2 fifteen, the croupier a six."""
OPEN: Final = {"w1": None, "w2": None}
STAKES: Final = {"w1": 2000, "w2": 2000}

REQUESTS: Final = (
    keeps(
        "FBJ-8",
        "Everybody asks for a card or refuses it clearly.",
        f"{THREE}; says 1 hit; 1 9d; says 2 stand; D Kd D 9c; pay w1 4000; pay w2 4000; close",
        paid(w1=4000, w2=4000),
    ),
    breaks(
        "FBJ-8",
        "Field 1 asks for a card, and field 2 is asked instead: the card is still to be given.",
        f"{THREE}; says 1 hit; says 2 stand; {TOLD}",
        astray(
            ("hit_not_given", "FBJ-8"),
            boxes="1 8h 4d / 2 Tc 5c / D 6s",
            draw="box1",
            right=OPEN,
            void=STAKES,
            dealt=OPEN,
        ),
    ),
    breaks(
        "FBJ-8",
        "Field 1 has refused a card and is given one: it is the next one.",
        f"{THREE}; says 1 stand; 1 9d; {TOLD}",
        astray(
            ("card_not_asked_for", "FBJ-8"),
            moves="9d box1>next",
            boxes="1 8h 4d / 2 Tc 5c / D 6s",
            right=OPEN,
            void=STAKES,
            dealt=OPEN,
            hands="1 8h 4d 9d / 2 Tc 5c / D 6s",
        ),
    ),
    breaks(
        "FBJ-8",
        "Field 1 is passed over and the croupier draws after field 2: field 1 is still to be asked.",
        f"{THREE}; says 2 stand; D Kd; {TOLD}",
        Boxed(
            findings=(("not_asked", "FBJ-8"),),
            boxes={A: "1 8h 4d / 2 Tc 5c / D 6s"},
            moves={A: "Kd dealer>next"},
            asks={A: "1"},
        ),
    ),
)

ROWS: Final[tuple[Row, ...]] = (*DRAWING, *DOUBLES, *REQUESTS)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_hands(row: Row) -> None:
    holds(row)
