"""Surrender and who takes over the box, three sevens: SCB-14, 14a?, 14b?, 23, 23a? and 23b?."""

from typing import Final

import pytest

from tests.clauses.ccl.floor import Boxed
from tests.clauses.scb.floor import A, B, C, breaks, holds, keeps, paid, wrongly
from tests.clauses.table import Row, Ruled

ONE: Final = "1: bet w1 P1 main 2000 box=1; nmb"
THREE: Final = "1: bet w1 P1 main 2000 box=1; bet w8 P8 main 1000 box=1; bet w9 P9 main 1000 box=1; nmb"
ILLEGAL: Final = ("illegal_surrender", "SCB-14")
CALL: Final = ("not_his_call", "SCB-11")

GIVEN_UP: Final = (
    keeps(
        "SCB-14",
        "A player gives up sixteen against a ten and gets half the stake.",
        f"{ONE}; 1 Th D Ks 1 6c; says 1 surrender P1; pay w1 1000; close",
        paid(w1=1000),
    ),
    keeps(
        "SCB-14",
        "A player gives up against an ace and gets half although the bank makes a blackjack for another box.",
        """1: bet w1 P1 main 2000 box=1; bet w3 P3 main 2000 box=3; nmb; 1 Th 3 Jh D As 1 6c 3 9c; says 1 surrender P1
        1: says 3 stay P3; D Kd; close""",
        paid(w1=1000, w3=0),
    ),
    keeps(
        "SCB-ROUND",
        "Half of 10.01 francs is 5.005: the player gets 5.01.",
        "1: bet w1 P1 main 1001 box=1; nmb; 1 Th D Ks 1 6c; says 1 surrender P1; pay w1 501; close",
        paid(w1=501),
    ),
    keeps(
        "SCB-14",
        "The holder gives up, the second stake's player has the say and draws, the third rides along.",
        f"""{THREE}; 1 9h D Td 1 7d; says 1 surrender P1; pay w1 1000; says 1 card P8; 1 4c; says 1 stay P8; D 9d
        1: pay w8 2000; pay w9 2000; close""",
        paid(w1=1000, w8=2000, w9=2000),
    ),
    keeps(
        "SCB-14",
        "A standing player with the second stake has the say before a seated one with the third.",
        """1: bet w1 P1 main 2000 box=1; bet w8 P8 main 1000 box=1; bet w2 P2 main 1000 box=1; nmb; 1 9h D Td 1 7d
        1: says 1 surrender P1; says 1 card P8; 1 4c; says 1 stay P8; D 9d; close""",
        paid(w1=1000, w8=2000, w2=2000),
    ),
    keeps(
        "SCB-14",
        "A co-player gives up alone and the holder plays on.",
        f"{THREE}; 1 9h D Td 1 7d; says 1 surrender P8; says 1 card P1; 1 4c; says 1 stay P1; D 9d; close",
        paid(w1=4000, w8=500, w9=2000),
    ),
    keeps(
        "SCB-2b?",
        "The holder gives up, the second splits and the third follows: the holder has nothing left that could follow.",
        f"""{THREE}; 1 8h D 9s 1 8c; says 1 surrender P1; pay w1 1000; says 1 split P8
        1: bet s8 P8 split 1000 box=1 hand=2 parent=w8; bet s9 P9 split 1000 box=1 hand=2 parent=w9
        1: 1 Th; says 1 stay P8; 1.2 4d; says 1.2 stay P8; D 8d; pay w8 2000; pay s8 0; pay w9 2000; pay s9 0; close""",
        paid(w1=1000, w8=2000, s8=0, w9=2000, s9=0),
    ),
    breaks(
        "SCB-ERR?",
        "The second's card goes to the bank: put right, the holder's surrender holds and the second is asked on (a).",
        """1: bet w1 P1 main 2000 box=1; bet w8 P8 main 1000 box=1; bet w3 P3 main 2000 box=3; nmb
        1: 1 Th 3 Td D Js 1 6c 3 9c; says 1 surrender P1; says 1 card P8; says 3 stay P3; D 2d D 8h; close
        1: notice P8 management""",
        Ruled(
            findings=(("hit_not_given", "SCB-19"),),
            branches={
                A: {"w1": 1000, "w8": None, "w3": None},
                B: {"w1": 2000, "w8": 1000, "w3": 2000},
                C: {"w1": 1000, "w8": 0, "w3": 0},
            },
            verdicts={A: "ask", B: "void"},
        ),
    ),
    keeps(
        "SCB-14",
        "Holder and second give up, the third has the say.",
        f"""{THREE}; 1 9h D Td 1 7d; says 1 surrender P1; says 1 surrender P8; says 1 card P9; 1 4c; says 1 stay P9
        1: D 9d; close""",
        paid(w1=1000, w8=500, w9=2000),
    ),
    keeps(
        "SCB-14",
        "All players of a box give up: it is not played, and the bank plays on against the other.",
        f"""{THREE.replace("nmb", "bet w3 P3 main 2000 box=3; nmb")}; 1 9h 3 Th D Td 1 7d 3 Kc; says 1 surrender P1
        1: says 1 surrender P8; says 1 surrender P9; says 3 stay P3; D 9d; close""",
        paid(w1=1000, w8=500, w9=500, w3=4000),
    ),
    breaks(
        "SCB-14",
        "A stake that was given up is given back whole.",
        f"{ONE}; 1 Th D Ks 1 6c; says 1 surrender P1; pay w1 2000; close",
        wrongly("SCB-14", w1=1000),
    ),
    breaks(
        "SCB-14",
        "A stake that was given up is collected.",
        f"{ONE}; 1 Th D Ks 1 6c; says 1 surrender P1; pay w1 0; close",
        wrongly("SCB-14", w1=1000),
    ),
    breaks(
        "SCB-14",
        "The holder gives up and the third calls instead of the second, who is asked (a); void (b); they have won (c).",
        f"{THREE}; 1 Th D 9s 1 Kc; says 1 surrender P1; says 1 stay P9; D 9d; close",
        Boxed(
            findings=(CALL,),
            verdict="refer",
            branches={
                A: {"w1": 1000, "w8": None, "w9": None},
                B: {"w1": 2000, "w8": 1000, "w9": 1000},
                C: {"w1": 1000, "w8": 2000, "w9": 2000},
            },
            asks={A: "1"},
        ),
    ),
    breaks(
        "SCB-14",
        "The holder insures and gives up, and the third calls instead of the second, who is asked all the same (a).",
        f"""{THREE}; 1 5d D As 1 Tc; says 1 insurance P1; bet i1 P1 insurance 1000 box=1 parent=w1
        1: says 1 surrender P1; says 1 stay P9; D Kd; close""",
        Boxed(
            findings=(CALL,),
            verdict="refer",
            branches={
                A: {"w1": 1000, "i1": None, "w8": None, "w9": None},
                B: {"w1": 2000, "i1": 1000, "w8": 1000, "w9": 1000},
                C: {"w1": 1000, "i1": 3000, "w8": 0, "w9": 0},
            },
            asks={A: "1"},
        ),
    ),
    breaks(
        "SCB-14",
        "The holder gives up and has the say no more.",
        f"{THREE}; 1 Th D 9s 1 Kc; says 1 surrender P1; says 1 card P1; says 1 stay P8; D 9d; close",
        Ruled(findings=(CALL,), verdict="stands", awarded={"w1": 1000, "w8": 2000, "w9": 2000}),
    ),
    breaks(
        "SCB-14",
        "A player who has taken a card gives up and gets half: asked again (a), void (b), half (c).",
        f"{ONE}; 1 Th D 9s 1 6c; says 1 card P1; 1 2d; says 1 surrender P1; pay w1 1000; close",
        Boxed(
            findings=(ILLEGAL,),
            verdict="refer",
            branches={A: {"w1": None}, B: {"w1": 2000}, C: {"w1": 1000}},
            verdicts={A: "ask", B: "void", C: "stands"},
            asks={A: "1"},
            boxes={A: "1 Th 6c 2d / D 9s"},
        ),
    ),
    breaks(
        "SCB-14",
        "A player who has taken a card gives up, which is not heeded: the hand stands at 18 and stands off.",
        f"{ONE}; 1 Th D 9s 1 6c; says 1 card P1; 1 2d; says 1 surrender P1; says 1 stay P1; D 9d; pay w1 2000; close",
        Ruled(findings=(ILLEGAL,), verdict="stands", due={"w1": 2000}),
    ),
    breaks(
        "SCB-14",
        "A split hand is given up, which is not heeded.",
        f"""{ONE}; 1 8h D 9s 1 8c; says 1 split P1; bet s P1 split 2000 box=1 hand=2 parent=w1; 1 Th; says 1 surrender P1
        1: says 1 stay P1; 1.2 Jh; says 1.2 stay P1; D 8d; pay w1 4000; pay s 4000; close""",
        Ruled(findings=(ILLEGAL,), verdict="stands", due={"w1": 4000, "s": 4000}),
    ),
)

TWO: Final = "1: bet w1 P1 main 2000 box=1; bet w3 P3 main 4000 box=3; nmb"
UNTIL: Final = (
    keeps(
        "SCB-14a?",
        "Box 3 gives up before anybody has decided: open under either reading.",
        f"{TWO}; 1 Th 3 Jh D 9s 1 9c 3 6c; says 3 surrender P3; says 1 stay P1; D 9d; close",
        paid(w1=4000, w3=2000),
    ),
    breaks(
        "SCB-14a?",
        "Box 3 gives up when box 1 has stood: open (a), or too late (b), and box 3 is asked again.",
        f"{TWO}; 1 Th 3 Jh D 9s 1 9c 3 6c; says 1 stay P1; says 3 surrender P3; D 9d; close",
        Ruled(
            findings=(ILLEGAL,),
            verdict="refer",
            authority="direction",
            branches={
                "SCB-14a?:a": {"w1": 4000, "w3": 2000},
                f"SCB-14a?:b,{A}": {"w3": None},
                f"SCB-14a?:b,{B}": {"w1": 2000, "w3": 4000},
                f"SCB-14a?:b,{C}": {"w1": 4000},
            },
            verdicts={f"SCB-14a?:b,{A}": "ask"},
        ),
    ),
)

SEVENS: Final = f"{ONE}; 1 7c D 9h 1 7d; says 1 card P1; 1 7s"

THREE_SEVENS: Final = (
    breaks(
        "SCB-23b?",
        "Three sevens win besides their own payment (a), or the stake lies for the next round (b).",
        f"{SEVENS}; D Td; close",
        Ruled(branches={"SCB-23b?:a": {"w1": 6000}, "SCB-23b?:b": {"w1": 4000}}, awarded={"w1": None}),
        unresolved=("SCB-23b?",),
    ),
    breaks(
        "SCB-23b?",
        "Three sevens are paid and lose to the bank's blackjack (a), or the stake lies for the next round (b).",
        f"{SEVENS.replace('D 9h', 'D Th')}; D Ad; close",
        Ruled(branches={"SCB-23b?:a": {"w1": 2000}, "SCB-23b?:b": {"w1": 4000}}),
        unresolved=("SCB-23b?",),
    ),
    keeps(
        "SCB-23b?",
        "Three sevens are paid at once, play on in this round and win.",
        f"{SEVENS}; pay w1 2000; D Td; pay w1 4000; close",
        paid(w1=6000),
    ),
    breaks(
        "SCB-23b?",
        "Three sevens are paid, and the stake is left to the next round although it has lost to a blackjack.",
        f"{SEVENS.replace('D 9h', 'D Th')}; pay w1 2000; D Ad; pay w1 2000; close",
        wrongly("SCB-23b?", w1=2000),
    ),
    keeps(
        "SCB-23b?",
        "Three sevens stand off against the bank's 21: paid once and the stake kept under either reading.",
        f"{SEVENS}; D 5d D 7h; pay w1 4000; close",
        paid(w1=4000),
        unresolved=("SCB-23b?",),
    ),
    keeps(
        "SCB-23",
        "Three sevens are paid 1 to 1 besides, for each player of the box.",
        """1: bet w1 P1 main 2000 box=1; bet w8 P8 main 1000 box=1; nmb; 1 7c D 9h 1 7d; says 1 card P1; 1 7s; pay w1 2000
        1: pay w8 1000; D 5d D 7h; pay w1 2000; pay w8 1000; close""",
        paid(w1=4000, w8=2000),
    ),
    breaks(
        "SCB-23",
        "Three sevens are paid nothing for themselves against the bank's 21.",
        f"{SEVENS}; D 5d D 7h; pay w1 2000; close",
        wrongly("SCB-23", w1=4000),
    ),
    breaks(
        "SCB-23",
        "Six, seven and eight make 21 and are paid as three sevens.",
        f"{ONE}; 1 6c D 9h 1 7d; says 1 card P1; 1 8s; D Td; pay w1 6000; close",
        wrongly("SCB-22", w1=4000),
    ),
    keeps(
        "SCB-23a?",
        "A split hand without three sevens has none under either reading.",
        f"""{ONE}; 1 7h D 9s 1 7c; says 1 split; bet s P1 split 2000 box=1 hand=2 parent=w1; 1 Th; says 1 stay; 1.2 Jd
        1: says 1.2 stay; D Kd; close""",
        paid(w1=0, s=0),
    ),
    breaks(
        "SCB-23a?",
        "A split hand has three sevens and stands off with the bank's 21: no payment for them (a), or one (b).",
        f"""{ONE}; 1 7h D 9s 1 7c; says 1 split; bet s P1 split 2000 box=1 hand=2 parent=w1; 1 7d; says 1 card; 1 7s
        1: 1.2 Td; says 1.2 stay; D 5d D 7h; close""",
        Ruled(branches={"SCB-23a?:a": {"w1": 2000, "s": 0}, "SCB-23a?:b": {"w1": 4000, "s": 0}}, awarded={"s": 0}),
    ),
)

JACK: Final = "1: bet w1 P1 main 2000 box=1; bet j1 P1 swiss_jack 1000; bet w3 P3 main 2000 box=3; nmb"

SIDES: Final = (
    breaks(
        "SCB-14b?",
        "A player who gave up has a bet on the bank's blackjack, which comes: alive (a), or lost with the hand (b).",
        f"{JACK}; 1 Th 3 9h D As 1 6c 3 9c; says 1 surrender P1; says 3 stay P3; D Kd; close",
        Ruled(
            branches={
                "SCB-14b?:a": {"w1": 1000, "j1": 11_000, "w3": 0},
                "SCB-14b?:b": {"w1": 1000, "j1": 0, "w3": 0},
            },
            awarded={"j1": None, "w3": 0},
        ),
    ),
    keeps(
        "SCB-14b?",
        "The bank makes no blackjack: the side bet is lost under either reading.",
        f"{JACK}; 1 Th 3 9h D As 1 6c 3 9c; says 1 surrender P1; says 3 stay P3; D 8d; close",
        paid(w1=1000, j1=0, w3=0),
    ),
    keeps(
        "SCB-14b?",
        "Another player's side bet lives on whatever becomes of those of the one who gave up.",
        f"{JACK.replace('j1 P1', 'j3 P3')}; 1 Th 3 9h D As 1 6c 3 9c; says 1 surrender P1; says 3 stay P3; D Kd; close",
        paid(w1=1000, j3=11_000, w3=0),
    ),
)

ASKED: Final = """table: sits P1 1; sits P3 3; resolved SCB-14a? a direction
1: bet w1 P1 main 3000 box=1; bet w3 P3 main 5000 box=3; nmb; 1 5h 3 Tc D 9d 1 7c 3 6s; says 1 card P1"""

FORGOTTEN: Final = (
    breaks(
        "SCB-19",
        "Box 1 asked for a card and got none, box 3 gives up, and the inspector is told: box 1's card is still to come.",
        f"{ASKED}; says 3 surrender P3; notice inspector direction",
        Ruled(findings=(("hit_not_given", "SCB-19"),), verdict="refer"),
    ),
    keeps(
        "SCB-19",
        "Box 3 gives up aloud while box 1 waits for the card that it asked for, and then gets.",
        f"{ASKED}; says 3 surrender P3; 1 9h; says 1 stay; D Td; notice dealer inspector; pay w1 6000; pay w3 2500; close",
        Ruled(verdict="stands", due={"w1": 6000, "w3": 2500}),
    ),
    breaks(
        "SCB-14",
        "A guest gave up, speaks up because his half has not come, and the round is closed over that.",
        f"{ASKED}; says 3 surrender P3; 1 9h; says 1 stay P1; D Td; notice P3 inspector; close",
        Ruled(findings=(("unpaid", "SCB-14"),), verdict="correct", due={"w1": 6000, "w3": 2500}),
    ),
    keeps(
        "SCB-19",
        "Box 1 asked for a card and box 3 gives up, and nobody has spoken of an error: the card is still to come.",
        f"{ASKED}; says 3 surrender P3",
        Ruled(verdict="stands"),
    ),
)

ROWS: Final[tuple[Row, ...]] = (*GIVEN_UP, *UNTIL, *THREE_SEVENS, *SIDES, *FORGOTTEN)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_surrender(row: Row) -> None:
    holds(row)
