"""Faults in the play of the hands and of the dealer: CCL-12, 13, 25, 25a?, 26a?, 29, 32, ERR0 and ERR?."""

from typing import Final

import pytest

from tests.clauses.ccl.faults import OPEN, TOLD, TWO, Fault, Put, rows
from tests.clauses.ccl.floor import Boxed, Money, breaks, holds, keeps
from tests.clauses.table import Row, Ruled

ONE: Final = "bet w1 P1 main 10000 box=1; nmb"
MISSED: Final = ("hit_not_given", "CCL-12")
ASTRAY: Final = ("card_astray", "CCL-12")
UNASKED: Final = ("card_not_asked_for", "CCL-12")
SOON: Final = ("dealer_too_soon", "CCL-22")
STOPPED: Final = ("dealer_stopped", "CCL-13")
OVERDREW: Final = ("dealer_overdrew", "CCL-13")
EXPOSED: Final = ("exposed_not_next", "CCL-25")
TWELVE: Final = "1 8h 3 Tc D 6s 1 4d 3 5c"
"""Box 1 has 12, box 3 has 15, the dealer a six."""
STOOD: Final = "1 Th 3 Tc D 6s 1 9d 3 8c; says 1 stand; says 3 stand"
"""Box 1 has 19, box 3 has 18, the dealer a six."""

HANDS: Final = (
    Fault(
        clause="CCL-12",
        about="Box 1 asks for a card, box 3 is asked first: the hit that was not given is given.",
        play=f"{TWELVE}; says 1 hit; says 3 stand; {TOLD}",
        findings=(MISSED,),
        put=Put(moves="", boxes="1 8h 4d / 3 Tc 5c / D 6s", draw="box1"),
    ),
    Fault(
        clause="CCL-12",
        about="Box 1's hit is not given and box 3 is given its own, noticed at once: the card is box 1's, both hits stand.",
        play=f"{TWELVE}; says 1 hit; says 3 hit; 3 9d; {TOLD}",
        findings=(MISSED,),
        put=Put(moves="9d box3>box1", boxes="1 8h 4d 9d / 3 Tc 5c / D 6s", draw="box3"),
    ),
    Fault(
        clause="CCL-ERR0",
        about="The card that box 1 asked for is given to box 3, noticed at once.",
        play=f"{TWELVE}; says 1 hit; 3 9d; {TOLD}",
        findings=(ASTRAY,),
        put=Put(moves="9d box3>box1", boxes="1 8h 4d 9d / 3 Tc 5c / D 6s"),
    ),
    Fault(
        clause="CCL-ERR?",
        about="The card that box 1 asked for goes to box 3 and box 1 is given the following one.",
        play=f"{TWELVE}; says 1 hit; 3 9d; 1 7c; says 1 stand; {TOLD}",
        findings=(ASTRAY,),
        put=Put(moves="9d box3>box1, 7c box1>next", boxes="1 8h 4d 9d / 3 Tc 5c / D 6s"),
        again=Put(moves="9d box3>next, 7c box1>next", boxes="1 8h 4d / 3 Tc 5c / D 6s", asks="1"),
        dealt={"w1": None, "w3": 0},
        hands="1 8h 4d 7c / 3 Tc 5c 9d / D 6s",
    ),
    Fault(
        clause="CCL-ERR?",
        about="The card that box 1 asked for goes to box 3, makes 21 there, and the dealer plays on.",
        play=f"1 8h 3 Tc D 6s 1 4d 3 2c; says 1 hit; 3 9d; D Kd D 5c; {TOLD}",
        findings=(("card_astray", "CCL-12"),),
        put=Put(moves="9d box3>box1, Kd dealer>next, 5c dealer>next", boxes="1 8h 4d 9d / 3 Tc 2c / D 6s"),
        dealt={"w1": 0, "w3": 20_000},
        hands="1 8h 4d / 3 Tc 2c 9d / D 6s Kd 5c",
    ),
    Fault(
        clause="CCL-ERR?",
        about="Box 3 is never asked and the dealer plays on to 21.",
        play=f"{TWELVE}; says 1 stand; D Kd D 5d; {TOLD}",
        findings=(("not_asked", "CCL-12"),),
        put=Put(moves="Kd dealer>next, 5d dealer>next", boxes="1 8h 4d / 3 Tc 5c / D 6s", asks="3"),
        dealt={"w1": 0, "w3": 0},
        hands="1 8h 4d / 3 Tc 5c / D 6s Kd 5d",
    ),
    Fault(
        clause="CCL-ERR0",
        about="Box 1 has stood and is given a card, noticed at once: it is the next card.",
        play=f"{TWELVE}; says 1 stand; 1 9d; {TOLD}",
        findings=(UNASKED,),
        put=Put(moves="9d box1>next", boxes="1 8h 4d / 3 Tc 5c / D 6s"),
    ),
    Fault(
        clause="CCL-26a?",
        about="Box 1 has stood and is given a card, then box 3's hit follows: it carries (a), or box 3 is asked again (b).",
        play=f"{TWELVE}; says 1 stand; 1 2d; says 3 hit; 3 4h; {TOLD}",
        findings=(UNASKED,),
        put=Put(moves="2d box1>box3, 4h box3>next", boxes="1 8h 4d / 3 Tc 5c 2d / D 6s"),
        again=Put(moves="2d box1>next, 4h box3>next", boxes="1 8h 4d / 3 Tc 5c / D 6s", asks="3"),
        dealt=OPEN,
        hands="1 8h 4d 2d / 3 Tc 5c 4h / D 6s",
    ),
    Fault(
        clause="CCL-ERR?",
        about="The second split hand is given its card before the first.",
        play=f"1 8h D 9s 1 8c; says 1 split; bet s2 P1 split 10000 box=1 hand=2 parent=w1; 1.2 Th 1 5h; {TOLD}",
        findings=(("split_order", "CCL-32"),),
        put=Put(moves="Th box1.2>box1, 5h box1>next", boxes="1 8h Th / 1.2 8c / D 9s", due={"w1": None, "s2": None}),
        again=Put(moves="Th box1.2>next, 5h box1>next", boxes="1 8h 8c / D 9s", asks="1", due={"w1": None, "s2": None}),
        dealt={"w1": None, "s2": None},
        stakes={"w1": 10_000, "s2": 10_000},
        bets=ONE,
    ),
    Fault(
        clause="CCL-ERR0",
        about="The dealer takes a card while box 3 is undecided, noticed at once: it is the next card.",
        play=f"{TWELVE}; says 1 stand; D 9d; {TOLD}",
        findings=(SOON,),
        put=Put(moves="9d dealer>next", boxes="1 8h 4d / 3 Tc 5c / D 6s"),
    ),
    Fault(
        clause="CCL-ERR?",
        about="The dealer takes a card while box 3 is undecided, then gives box 3's hit, decided on two dealer's cards.",
        play=f"1 8h 3 Tc D 6s 1 4d 3 2c; says 1 stand; D 9d; says 3 hit; 3 4h; {TOLD}",
        findings=(SOON,),
        put=Put(moves="9d dealer>next, 4h box3>next", boxes="1 8h 4d / 3 Tc 2c / D 6s", asks="3"),
        dealt=OPEN,
        hands="1 8h 4d / 3 Tc 2c 4h / D 6s 9d",
    ),
    Fault(
        clause="CCL-25",
        about="A card is laid aside before box 1's hit, which is given the following one: the first is box 1's.",
        play=f"{TWELVE}; deal exposed 9d; says 1 hit; 1 7c; {TOLD}",
        findings=(EXPOSED,),
        put=Put(moves="9d exposed>box1, 7c box1>next", boxes="1 8h 4d 9d / 3 Tc 5c / D 6s"),
    ),
    Fault(
        clause="CCL-26a?",
        about="A card to box 2 without a wager, noticed when box 1 has drawn: its hit carries and makes 21, or not.",
        play=f"1 8h 3 Tc D 5d 1 4c 2 7h 3 9h; says 1 hit; 1 6d; says 1 stand; {TOLD}",
        findings=(("empty_box", "CCL-26"),),
        put=Put(moves="7h box2>box3, 9h box3>box1, 6d box1>next", boxes="1 8h 4c 9h / 3 Tc 7h / D 5d"),
        again=Put(moves="7h box2>box3, 9h box3>next, 6d box1>next", boxes="1 8h 4c / 3 Tc 7h / D 5d", asks="1"),
    ),
)

STOP: Final = Fault(
    clause="CCL-ERR0",
    about="The dealer stops at 16 and pays: he must draw, whatever was paid.",
    play=f"{STOOD}; D Kd; pay w1 20000; pay w3 40000; close; {TOLD}",
    findings=(STOPPED,),
    put=Put(moves="", boxes="1 Th 9d / 3 Tc 8c / D 6s Kd", draw="dealer"),
)
WON: Final[Money] = {"w1": 20_000, "w3": 40_000}


def over_by(cards: str, boxes: str, text: str = TOLD) -> Row:
    """The dealer draws a card more than he may, which is noticed before another card."""
    *_, last = cards.split()
    hand = "soft 17" if "As" in cards or "Ad" in cards else "17"
    return breaks(
        "CCL-13",
        f"The dealer draws to {hand} and it is noticed before another card: the card is the next one or burned.",
        f"1: bet w1 P1 main 10000 box=1; bet w3 P3 main 20000 box=3; nmb; {cards}; {text}",
        Boxed(
            findings=(OVERDREW,),
            verdict="reconstruct",
            branches={"CCL-25a?:a": WON, "CCL-25a?:b": WON},
            moves={"CCL-25a?:a": f"{last} dealer>next", "CCL-25a?:b": f"{last} dealer>burn"},
            surplus={"CCL-25a?:a": f"{last}>next", "CCL-25a?:b": f"{last}>burn"},
            boxes={"": boxes},
            cites=("CCL-25a?",),
        ),
    )


TWICE: Final = "1 Th 3 Tc D 7s 1 9d 3 7c; says 1 stand; says 3 stand; D Kd D 2c D 5h"
THREE: Final = {f"{p},CCL-ERR?:a": {"w1": 20_000, "w3": 20_000} for p in ("CCL-25a?:a", "CCL-25a?:b")}

DEALER: Final = (
    over_by(f"{STOOD.replace('D 6s', 'D 7s')}; D Kd D 4c", "1 Th 9d / 3 Tc 8c / D 7s Kd"),
    over_by(f"{STOOD}; D Ad D 4c", "1 Th 9d / 3 Tc 8c / D 6s Ad"),
    breaks(
        "CCL-ERR?",
        "The dealer draws twice on 17 and passes 21: 17 stands (a), void (b), over 21 (c).",
        f"1: bet w1 P1 main 10000 box=1; bet w3 P3 main 20000 box=3; nmb; {TWICE}; {TOLD}",
        Boxed(
            findings=(OVERDREW, OVERDREW),
            verdict="refer",
            branches={
                **THREE,
                "CCL-ERR?:b": {"w1": 10_000, "w3": 20_000},
                "CCL-ERR?:c": WON,
            },
            verdicts={"CCL-ERR?:a": "reconstruct"},
            boxes={
                "CCL-ERR?:a": "1 Th 9d / 3 Tc 7c / D 7s Kd",
                "CCL-ERR?:c": "1 Th 9d / 3 Tc 7c / D 7s Kd 2c 5h",
            },
            moves={
                "CCL-25a?:a,CCL-ERR?:a": "2c dealer>next, 5h dealer>next",
                "CCL-25a?:b,CCL-ERR?:a": "2c dealer>burn, 5h dealer>burn",
            },
        ),
    ),
    keeps(
        "CCL-25a?",
        "A card that is laid aside while the round can still use it is no late one: it is the dealer's.",
        f"1: bet w1 P1 main 10000 box=1; bet w3 P3 main 20000 box=3; nmb; {STOOD}; deal exposed Kd; move Kd exposed D; "
        "D 5d; close",
        Ruled(verdict="stands", branches={"1": {"w1": 0, "w3": 0}}),
    ),
    breaks(
        "CCL-25a?",
        "A card is laid aside when the dealer has 17 already: the next round's first (a), or burned (b); no error of play.",
        f"1: bet w1 P1 main 10000 box=1; bet w3 P3 main 20000 box=3; nmb; {STOOD}; D Ad; deal exposed 4c; {TOLD}; close",
        Boxed(
            branches={"CCL-25a?:a": WON, "CCL-25a?:b": WON},
            moves={"CCL-25a?:a": "4c exposed>next", "CCL-25a?:b": "4c exposed>burn"},
        ),
    ),
    keeps(
        "CCL-26a?",
        "Cards to box 2 without a wager, box 1 has stood: its own two cards stay, so does its decision, box 3 is new.",
        f"1: {TWO}; 1 8h 3 Tc D 5d 1 Ts 2 7h 3 9h; says 1 stand; says 3 stand; D Kh D 2c; {TOLD}",
        Boxed(
            findings=(("empty_box", "CCL-26"),),
            verdict="ask",
            branches={"1": OPEN},
            boxes={"": "1 8h Ts / 3 Tc 7h / D 5d"},
            moves={"": "7h box2>box3, 9h box3>next, Kh dealer>next, 2c dealer>next"},
            asks={"": "3"},
        ),
    ),
    breaks(
        "CCL-26a?",
        "A card to box 2 without a wager in the first round: the dealer's first card is another, everybody is asked.",
        f"1: {TWO}; 1 8h 2 7h 3 Tc D 5d 1 Ts 3 9h; says 1 stand; says 3 stand; D Kh; {TOLD}",
        Boxed(findings=(("empty_box", "CCL-26"),), verdict="ask", branches={"1": OPEN}, asks={"": "1 3"}),
    ),
    keeps(
        "CCL-26a?",
        "A card to box 2 without a wager before anybody decided: there is nothing to carry.",
        f"1: bet w1 P1 main 10000 box=1; nmb; 1 8h D 5d 1 4c 2 7h; {TOLD}",
        Boxed(
            findings=(("empty_box", "CCL-26"),),
            verdict="reconstruct",
            branches={"1": {"w1": None}},
            moves={"": "7h box2>next"},
        ),
    ),
)

ROWS: Final[tuple[Row, ...]] = (*rows(HANDS), STOP.row(), *DEALER)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_misplays(row: Row) -> None:
    holds(row)
