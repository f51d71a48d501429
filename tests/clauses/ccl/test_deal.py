"""Faults in the first cards: CCL-22, 23, 25, 26, ERR0 and ERR?."""

from typing import Final

import pytest

from tests.clauses.ccl.faults import OPEN, TOLD, TWO, Fault, Put, rows
from tests.clauses.ccl.floor import FLOOR, breaks, holds, keeps
from tests.clauses.table import Row, Ruled

BOX: Final = ("skipped_box", "CCL-22")
ORDER: Final = ("out_of_order", "CCL-22")
DEALER: Final = ("skipped_dealer", "CCL-22")
EXTRA: Final = ("extra_card", "CCL-22")
EMPTY: Final = ("empty_box", "CCL-26")
EXPOSED: Final = ("exposed_not_next", "CCL-25")
BURNED: Final = ("burned_in_error", "CCL-25")

AT_ONCE: Final = (
    Fault(
        clause="CCL-ERR0",
        about="Box 3 is skipped in the first round, noticed at the dealer's card: that card is the next one, box 3's.",
        play=f"1 8h D 6s; {TOLD}",
        findings=(BOX,),
        put=Put(moves="6s dealer>box3", boxes="1 8h / 3 6s / D", draw="dealer"),
    ),
    Fault(
        clause="CCL-ERR0",
        about="Box 1 is skipped in the first round, noticed at box 3's card.",
        play=f"3 8h; {TOLD}",
        findings=(BOX,),
        put=Put(moves="8h box3>box1", boxes="1 8h / 3 / D", draw="box3"),
    ),
    Fault(
        clause="CCL-ERR0",
        about="Box 1 is skipped in the second round, noticed at box 3's card.",
        play=f"1 8h 3 Tc D 6s 3 4c; {TOLD}",
        findings=(BOX,),
        put=Put(moves="4c box3>box1", boxes="1 8h 4c / 3 Tc / D 6s", draw="box3"),
    ),
    Fault(
        clause="CCL-ERR0",
        about="Box 3 is skipped in the second round, noticed when box 1 has drawn: the card is box 3's, the hit stands.",
        play=f"1 8h 3 Tc D 6s 1 3d; says 1 hit; 1 5c; {TOLD}",
        findings=(BOX,),
        put=Put(moves="5c box1>box3", boxes="1 8h 3d / 3 Tc 5c / D 6s", draw="box1"),
    ),
    Fault(
        clause="CCL-22",
        about="Box 1 is dealt two cards in the first round, noticed at once.",
        play=f"1 8h 1 6s; {TOLD}",
        findings=(EXTRA,),
        put=Put(moves="6s box1>box3", boxes="1 8h / 3 6s / D", draw="dealer"),
    ),
    Fault(
        clause="CCL-ERR0",
        about="Box 1 is dealt two cards in the second round, noticed at once.",
        play=f"1 8h 3 Tc D 6s 1 4c 1 5d; {TOLD}",
        findings=(EXTRA,),
        put=Put(moves="5d box1>box3", boxes="1 8h 4c / 3 Tc 5d / D 6s"),
    ),
    Fault(
        clause="CCL-ERR0",
        about="The dealer skips himself, noticed at box 1's second card.",
        play=f"1 8h 3 Tc 1 5d; {TOLD}",
        findings=(DEALER,),
        put=Put(moves="5d box1>dealer", boxes="1 8h / 3 Tc / D 5d", draw="box1"),
    ),
    Fault(
        clause="CCL-ERR0",
        about="The dealer takes a second card after his first, noticed at once.",
        play=f"1 8h 3 Tc D 6s D 9d; {TOLD}",
        findings=(EXTRA,),
        put=Put(moves="9d dealer>box1", boxes="1 8h 9d / 3 Tc / D 6s", draw="box3"),
    ),
    Fault(
        clause="CCL-22",
        about="The dealer takes a second card when the boxes have two, noticed at once: it is the next card.",
        play=f"1 8h 3 Tc D 6s 1 8d 3 4c D 9d; {TOLD}",
        findings=(EXTRA,),
        put=Put(moves="9d dealer>next", boxes="1 8h 8d / 3 Tc 4c / D 6s"),
    ),
    Fault(
        clause="CCL-25",
        about="A card is burned in the deal and noticed at once: it is the next card, the dealer's.",
        play=f"1 8h 3 Tc; burn 9d reason=error; {TOLD}",
        findings=(BURNED,),
        put=Put(moves="9d burn>dealer", boxes="1 8h / 3 Tc / D 9d", draw="box1"),
    ),
    Fault(
        clause="CCL-25",
        about="A card is exposed in the deal and the dealer is given another: the exposed one is his, the other box 1's.",
        play=f"1 8h 3 Tc; expose 9d; D 6s; {TOLD}",
        findings=(EXPOSED,),
        put=Put(moves="9d exposed>dealer, 6s dealer>box1", boxes="1 8h 6s / 3 Tc / D 9d", draw="box3"),
    ),
    Fault(
        clause="CCL-25",
        about="A card is laid aside in the deal and the dealer is given another: the first is his, the other box 1's.",
        play=f"1 8h 3 Tc; deal exposed 9d; D 6s; {TOLD}",
        findings=(EXPOSED,),
        put=Put(moves="9d exposed>dealer, 6s dealer>box1", boxes="1 8h 6s / 3 Tc / D 9d", draw="box3"),
    ),
    Fault(
        clause="CCL-25",
        about="A card is burned in the deal and the dealer is given another: the burned one is his, the other box 1's.",
        play=f"1 8h 3 Tc; burn 9d reason=error; D 6s; {TOLD}",
        findings=(BURNED,),
        put=Put(moves="9d burn>dealer, 6s dealer>box1", boxes="1 8h 6s / 3 Tc / D 9d", draw="box3"),
    ),
    Fault(
        clause="CCL-26",
        about="A card goes to box 2, on which there is no wager, noticed at once.",
        play=f"1 8h 2 6s; {TOLD}",
        findings=(EMPTY,),
        put=Put(moves="6s box2>box3", boxes="1 8h / 3 6s / D", draw="dealer"),
    ),
    Fault(
        clause="CCL-26",
        about="A card goes to box 2, on which there is no wager, in the first round; the deal goes on to its end.",
        play=f"1 8h 2 6s 3 Tc D 5d 1 4c 3 9h; {TOLD}",
        findings=(EMPTY,),
        put=Put(
            moves="6s box2>box3, Tc box3>dealer, 5d dealer>box1, 4c box1>box3, 9h box3>next",
            boxes="1 8h 5d / 3 6s 4c / D Tc",
        ),
    ),
    Fault(
        clause="CCL-26",
        about="A card goes to box 2, on which there is no wager, in the second round; the deal goes on to its end.",
        play=f"1 8h 3 Tc D 5d 1 4c 2 7h 3 9h; {TOLD}",
        findings=(EMPTY,),
        put=Put(moves="7h box2>box3, 9h box3>next", boxes="1 8h 4c / 3 Tc 7h / D 5d"),
    ),
    Fault(
        clause="CCL-26",
        about="Box 2, on which there is no wager, is dealt two cards.",
        play=f"1 8h 2 6s 3 Tc D 5d 1 4c 2 7h 3 9h; {TOLD}",
        findings=(EMPTY, EMPTY),
        put=Put(
            moves="6s box2>box3, Tc box3>dealer, 5d dealer>box1, 4c box1>box3, 7h box2>next, 9h box3>next",
            boxes="1 8h 5d / 3 6s 4c / D Tc",
        ),
    ),
    Fault(
        clause="CCL-26",
        about="Box 2, on which there is no wager, is dealt two cards and somebody stands on it: nobody heeds that.",
        play=f"1 8h 2 6s 3 Tc D 5d 1 4c 2 7h 3 9h; says 2 stand; {TOLD}",
        findings=(EMPTY, EMPTY),
        put=Put(
            moves="6s box2>box3, Tc box3>dealer, 5d dealer>box1, 4c box1>box3, 7h box2>next, 9h box3>next",
            boxes="1 8h 5d / 3 6s 4c / D Tc",
        ),
    ),
    Fault(
        clause="CCL-26",
        about="A card goes to box 2 without a wager and the dealer takes his second card early: all cards are dealt again.",
        play=f"1 8h 2 6s 3 Tc D 5d D 7h 1 4c 3 9h; {TOLD}",
        findings=(EMPTY, EXTRA),
        put=Put(
            moves="6s box2>box3, Tc box3>dealer, 5d dealer>box1, 7h dealer>box3, 4c box1>next, 9h box3>next",
            boxes="1 8h 5d / 3 6s 7h / D Tc",
        ),
    ),
)

LATER: Final = (
    Fault(
        clause="CCL-ERR?",
        about="Box 3 is skipped in the first round and the deal goes on to its end.",
        play=f"1 8h D 6s 1 8d 3 4c; {TOLD}",
        findings=(BOX,),
        put=Put(moves="6s dealer>box3, 8d box1>dealer, 4c box3>box1", boxes="1 8h 4c / 3 6s / D 8d", draw="box3"),
        dealt=OPEN,
        hands="1 8h 8d / 3 4c / D 6s",
    ),
    Fault(
        clause="CCL-ERR?",
        about="Box 1 is skipped in the first round and the deal goes on to its end.",
        play=f"3 8h D 6s 1 8d 3 4c; {TOLD}",
        findings=(BOX,),
        put=Put(
            moves="8h box3>box1, 6s dealer>box3, 8d box1>dealer, 4c box3>box1", boxes="1 8h 4c / 3 6s / D 8d", draw="box3"
        ),
        dealt=OPEN,
        hands="1 8d / 3 8h 4c / D 6s",
    ),
    Fault(
        clause="CCL-ERR?",
        about="Box 1 is skipped in the second round and box 3 draws: box 3 sees other cards and is asked again.",
        play=f"1 8h 3 Tc D 6s 3 4c; says 3 hit; 3 5d; {TOLD}",
        findings=(BOX, ("out_of_turn", "CCL-22a")),
        put=Put(moves="4c box3>box1", boxes="1 8h 4c / 3 Tc 5d / D 6s", asks="3"),
        dealt=OPEN,
    ),
    Fault(
        clause="CCL-ERR?",
        about="Box 3 is skipped in the second round and both boxes draw: box 1's hit carries (a), its stand does not.",
        play=f"1 8h 3 Tc D 6s 1 3d; says 1 hit; 1 5c; says 1 stand; says 3 hit; 3 9d; {TOLD}",
        findings=(BOX,),
        put=Put(moves="5c box1>box3, 9d box3>box1", boxes="1 8h 3d 9d / 3 Tc 5c / D 6s", asks="1 3"),
        again=Put(moves="5c box1>box3, 9d box3>next", boxes="1 8h 3d / 3 Tc 5c / D 6s", asks="1 3"),
        dealt=OPEN,
        hands="1 8h 3d 5c / 3 Tc 9d / D 6s",
    ),
    Fault(
        clause="CCL-ERR?",
        about="Box 1 is dealt two cards in the first round and the deal goes on to its end.",
        play=f"1 8h 1 6s 3 Tc D 5d 1 4c 3 9h; {TOLD}",
        findings=(EXTRA,),
        put=Put(
            moves="6s box1>box3, Tc box3>dealer, 5d dealer>box1, 4c box1>box3, 9h box3>next",
            boxes="1 8h 5d / 3 6s 4c / D Tc",
        ),
        dealt=OPEN,
    ),
    Fault(
        clause="CCL-ERR?",
        about="Box 1 is dealt two cards in the second round and stands: on other cards, so it is asked again.",
        play=f"1 8h 3 Tc D 6s 1 4c 1 5d 3 9h; says 1 stand; {TOLD}",
        findings=(EXTRA,),
        put=Put(moves="5d box1>box3, 9h box3>next", boxes="1 8h 4c / 3 Tc 5d / D 6s", asks="1"),
        dealt=OPEN,
        hands="1 8h 4c 5d / 3 Tc 9h / D 6s",
    ),
    Fault(
        clause="CCL-ERR?",
        about="The dealer skips himself and the deal goes on to its end.",
        play=f"1 8h 3 Tc 1 5d 3 9h; {TOLD}",
        findings=(DEALER,),
        put=Put(moves="5d box1>dealer, 9h box3>box1", boxes="1 8h 9h / 3 Tc / D 5d", draw="box3"),
        dealt=OPEN,
        hands="1 8h 5d / 3 Tc 9h / D",
    ),
    Fault(
        clause="CCL-ERR?",
        about="The dealer takes a second card after his first and the deal goes on to its end.",
        play=f"1 8h 3 Tc D 6s D 9d 1 8d 3 4c; {TOLD}",
        findings=(EXTRA,),
        put=Put(moves="9d dealer>box1, 8d box1>box3, 4c box3>next", boxes="1 8h 9d / 3 Tc 8d / D 6s"),
        dealt=OPEN,
        hands="1 8h 8d / 3 Tc 4c / D 6s 9d",
    ),
    Fault(
        clause="CCL-ERR?",
        about="Box 3 is dealt its first card before box 1.",
        play=f"3 8h 1 6s D 5d; {TOLD}",
        findings=(ORDER,),
        put=Put(moves="8h box3>box1, 6s box1>box3", boxes="1 8h / 3 6s / D 5d", draw="box1"),
        dealt=OPEN,
        hands="1 6s / 3 8h / D 5d",
    ),
    Fault(
        clause="CCL-ERR?",
        about="Box 3 is dealt its second card before box 1.",
        play=f"1 8h 3 Tc D 6s 3 8d 1 4c; {TOLD}",
        findings=(ORDER,),
        put=Put(moves="8d box3>box1, 4c box1>box3", boxes="1 8h 8d / 3 Tc 4c / D 6s"),
        dealt=OPEN,
        hands="1 8h 4c / 3 Tc 8d / D 6s",
    ),
    Fault(
        clause="CCL-ERR?",
        about="The dealer's first card is dealt before box 3's.",
        play=f"1 8h D Tc 3 6s 1 8d 3 4c; {TOLD}",
        findings=(ORDER,),
        put=Put(moves="Tc dealer>box3, 6s box3>dealer", boxes="1 8h 8d / 3 Tc 4c / D 6s"),
        dealt=OPEN,
        hands="1 8h 8d / 3 6s 4c / D Tc",
    ),
    Fault(
        clause="CCL-ERR?",
        about="Box 3 is skipped in the first round and box 1 is dealt two cards in the second.",
        play=f"1 8h D 6s 1 8d 1 4c 3 5d; {TOLD}",
        findings=(BOX, EXTRA),
        put=Put(moves="6s dealer>box3, 8d box1>dealer", boxes="1 8h 4c / 3 6s 5d / D 8d"),
        dealt=OPEN,
        hands="1 8h 8d 4c / 3 5d / D 6s",
    ),
)

LAWFUL: Final = "1 8h 3 Tc D 6s 1 Td 3 9c; says 1 stand; says 3 stand; D Kd D 2c; close"
WINS: Final = Ruled(verdict="stands", awarded={"w1": 10_000, "w3": 40_000}, branches={"1": {"w1": 10_000}})
THIRD: Final = "bet w2 P2 main 10000 box=2"

SINGLE: Final = (
    keeps(
        "CCL-22",
        "A card to each box, one to the dealer, a second to each box: 18 stands off, 19 wins against 18.",
        f"1: {TWO}; {LAWFUL}",
        WINS,
    ),
    keeps(
        "CCL-22a",
        "Three boxes are dealt and played from the dealer's left, whatever the order of the wagers.",
        """1: bet w3 P3 main 20000 box=3; bet w2 P2 main 10000 box=2; bet w1 P1 main 10000 box=1; nmb
        1: 1 8h 2 7d 3 Tc D 6s 1 Td 2 Jc 3 9c; says 1 stand; says 2 stand; says 3 stand; D Kd D 2c; close""",
        Ruled(verdict="stands", awarded={"w1": 10_000, "w2": 0, "w3": 40_000}),
    ),
    breaks(
        "CCL-22a",
        "Box 3 stands before box 1 was asked: no card is out of place, the money stands.",
        f"1: {TWO}; {LAWFUL.replace('says 1 stand; says 3 stand', 'says 3 stand; says 1 stand')}",
        Ruled(findings=(("out_of_turn", "CCL-22a"),), verdict="stands", awarded={"w1": 10_000, "w3": 40_000}),
    ),
    keeps("CCL-23", "All cards are dealt face up.", f"1: {TWO}; {LAWFUL}", WINS),
    breaks(
        "CCL-23",
        "Box 1 is dealt its second card face down: the card counts.",
        f"1: {TWO}; {LAWFUL.replace(' 1 Td 3 9c', '; deal 1 Td face=down; 3 9c')}",
        Ruled(findings=(("face_down", "CCL-23"),), verdict="stands", awarded={"w1": 10_000, "w3": 40_000}),
    ),
    keeps(
        "CCL-25",
        "A card is exposed in the deal and used as the next one.",
        f"1: {TWO}; {LAWFUL.replace(' D 6s ', '; expose 6s; move 6s exposed D; ')}",
        WINS,
    ),
    keeps(
        "CCL-25",
        "A card is laid aside in the deal and used as the next one.",
        f"1: {TWO}; {LAWFUL.replace(' D 6s ', '; deal exposed 6s; move 6s exposed D; ')}",
        WINS,
    ),
    keeps(
        "CCL-25",
        "A card lies face up in the shoe and is dealt in its turn.",
        f"1: {TWO}; {LAWFUL.replace(' 1 Td 3 9c', '; deal 1 Td found=face_up; 3 9c')}",
        WINS,
    ),
    keeps(
        "CCL-25",
        "A card lies face up in a shuffling machine and is dealt in its turn.",
        f"1: {TWO}; {LAWFUL.replace(' 1 Td 3 9c', '; deal 1 Td found=face_up; 3 9c')}",
        WINS,
        before=f"{FLOOR} device=machine",
    ),
    breaks(
        "CCL-25",
        "A card lies face up in the shoe and is burned although it was box 1's: it is put there and the other goes on.",
        f"1: {TWO}; 1 8h 3 Tc D 6s; deal burn Td found=face_up; 1 9c; {TOLD}",
        Ruled(findings=(BURNED,), verdict="reconstruct", moves={"": "Td burn>box1, 9c box1>box3"}),
    ),
    keeps("CCL-26", "Cards go to the boxes with a wager only.", f"1: {TWO}; {LAWFUL}", WINS),
    keeps("CCL-ERR0", "A deal without a fault is not touched.", f"1: {TWO}; {LAWFUL}", WINS),
    keeps("CCL-ERR?", "A deal without a fault has no readings.", f"1: {TWO}; {LAWFUL}", WINS),
    breaks(
        "CCL-LATE1?",
        "A wager is laid on box 2 after the first card and dealt to: it goes back and all is dealt again, or it plays.",
        f"1: {TWO}; 1 8h; {THIRD}; 2 6s 3 Tc D 5d 1 4c 2 7h 3 9h; {TOLD}",
        Ruled(
            findings=(("late_bet", "CCL-21"), EMPTY, EMPTY),
            verdict="refer",
            branches={
                "CCL-LATE1?:a": {"w1": None, "w2": 10_000, "w3": None},
                "CCL-LATE1?:b": {"w1": None, "w2": None, "w3": None},
            },
            moves={
                "CCL-LATE1?:a": "6s box2>box3, Tc box3>dealer, 5d dealer>box1, 4c box1>box3, 7h box2>next, 9h box3>next",
            },
        ),
    ),
    keeps(
        "CCL-LATE1?",
        "A late wager on box 1, which had one in time, got no card of its own: it goes back.",
        "1: bet w1 P1 main 10000 box=1; nmb; 1 8h; bet w2 P2 main 10000 box=1; D 5d 1 Tc; says 1 stand; D Td D 9h; close",
        Ruled(findings=(("late_bet", "CCL-21"),), branches={"1": {"w1": 20_000, "w2": 10_000}}),
    ),
)

ROWS: Final[tuple[Row, ...]] = (*rows(AT_ONCE), *rows(LATER), *SINGLE)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_deal(row: Row) -> None:
    holds(row)
