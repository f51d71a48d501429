"""Splits for money: FBJ-25, 25a?, 27 to 29, 31."""

from typing import Final

import pytest

from tests.clauses.ccl.floor import Boxed
from tests.clauses.fbj.floor import TOLD, A, C, astray, bets, breaks, chosen, further, holds, keeps, paid
from tests.clauses.table import Row, Ruled

NO_SPLIT: Final = ("illegal_split", "FBJ-25")
NO_DOUBLE: Final = ("illegal_double", "FBJ-36")
DENOMINATION: Final = "FBJ-25a?"

EIGHTS: Final = f"1: {bets(1)}; 1 8s D 9c 1 8h; {chosen('split', new=2)}"
MIXED: Final = f"1: {bets(1)}; 1 Ts D 9c 1 Kh; {chosen('split', new=2)}; 1 9d; says 1 stand; 1.2 9h; says 1.2 stand"
AGAIN: Final = f"1 8d; {chosen('split', new=3)}"
THRICE: Final = f"1 8c; {chosen('split', new=4)}"
"""The first hand gets a further eight and is split again, and once more."""
ACES: Final = f"1: {bets(1)}; 1 As D 9c 1 Ah; {chosen('split', new=2)}"

SPLITS: Final = (
    keeps(
        "FBJ-25",
        "Two kings are split for an equal stake and both win.",
        f"""1: {bets(1)}; 1 Ks D 9c 1 Kh; {chosen("split", new=2)}; 1 9d; says 1 stand; 1.2 9h; says 1.2 stand; D 8d
        1: pay w1 4000; pay w1s2 4000; close""",
        paid(w1=4000, w1s2=4000),
    ),
    keeps(
        "FBJ-25",
        "A pair need not be split.",
        f"1: {bets(1)}; 1 8s D 9c 1 8h; says 1 stand; D 8d; pay w1 0; close",
        paid(w1=0),
    ),
    breaks(
        "FBJ-25",
        "A nine and an eight are split: the second stake goes back, and the box decides again.",
        f"1: {bets(1)}; 1 9s D 9c 1 8h; {chosen('split', new=2)}",
        Ruled(findings=(NO_SPLIT,), verdict="ask", due={"w1": None, "w1s2": 2000}),
    ),
    breaks(
        "FBJ-25",
        "The second hand of a split is staked with 10 beside 20.",
        f"""1: {bets(1)}; 1 8s D 9c 1 8h; {chosen("split", new=2, minor=1000)}; 1 Kd; says 1 stand; 1.2 Kh
        1: says 1.2 stand; D 8d; close""",
        Ruled(
            findings=(("wrong_split_stake", "FBJ-25"),),
            verdict="refer",
            due={"w1": 4000},
            branches={"FBJ-EXTRA?:a": {"w1s2": 2000}, "FBJ-EXTRA?:b": {"w1s2": 1000}},
        ),
    ),
    breaks(
        "FBJ-25",
        "The second hand of a split is staked with 30 beside 20: 10 go back.",
        f"""1: {bets(1)}; 1 8s D 9c 1 8h; {chosen("split", new=2, minor=3000)}; 1 Kd; says 1 stand; 1.2 Kh
        1: says 1.2 stand; D 8d; close""",
        Ruled(
            findings=(("wrong_split_stake", "FBJ-25"),),
            verdict="refer",
            due={"w1": 4000},
            branches={"FBJ-EXTRA?:a": {"w1s2": 5000}, "FBJ-EXTRA?:b": {"w1s2": 3000}},
        ),
    ),
    keeps(
        DENOMINATION,
        "A ten and a king are split and both hands win: no pair of one rank (a), or one of one value (b).",
        f"{MIXED}; D 8d; close",
        Ruled(
            findings=(NO_SPLIT,),
            branches={
                f"{DENOMINATION}:a,FBJ-ERR?:a": {"w1": None, "w1s2": 2000},
                f"{DENOMINATION}:a,FBJ-ERR?:b": {"w1": 2000, "w1s2": 2000},
                f"{DENOMINATION}:a,FBJ-ERR?:c": {"w1": 4000, "w1s2": 2000},
                f"{DENOMINATION}:b": {"w1": 4000, "w1s2": 4000},
            },
            awarded={"w1": None, "w1s2": None},
        ),
    ),
    keeps(
        DENOMINATION,
        "A ten and a king are split, and the second hand loses: its stake goes back (a), or is lost (b).",
        f"{MIXED.replace('1.2 9h', '1.2 6h')}; D 8d; close",
        Ruled(
            findings=(NO_SPLIT,),
            branches={
                f"{DENOMINATION}:a,FBJ-ERR?:a": {"w1": None, "w1s2": 2000},
                f"{DENOMINATION}:a,FBJ-ERR?:b": {"w1": 2000, "w1s2": 2000},
                f"{DENOMINATION}:a,FBJ-ERR?:c": {"w1": 4000, "w1s2": 2000},
                f"{DENOMINATION}:b": {"w1": 4000, "w1s2": 0},
            },
        ),
    ),
    breaks(
        DENOMINATION,
        "Two kings are a pair under either reading.",
        f"{MIXED.replace('1 Ts', '1 Ks')}; D 8d; close",
        Ruled(verdict="stands", branches={"1": {"w1": 4000, "w1s2": 4000}}),
    ),
    keeps(
        "FBJ-27",
        "The first hand is drawn to its end before the second gets a card.",
        f"""{EIGHTS}; 1 2d; says 1 hit; 1 9d; says 1 stand; 1.2 Kh; says 1.2 stand; D 8d
        1: pay w1 4000; pay w1s2 4000; close""",
        paid(w1=4000, w1s2=4000),
    ),
    keeps(
        "FBJ-27",
        "The first hand is split again, and the new hand next to it is drawn to its end before the older second one.",
        f"""{EIGHTS}; {AGAIN}; 1 Td; says 1 stand; 1.3 9d; says 1.3 stand; 1.2 9h; says 1.2 stand
        1: D 8d; pay w1 4000; pay w1s3 2000; pay w1s2 2000; close""",
        paid(w1=4000, w1s3=2000, w1s2=2000),
    ),
    keeps(
        "FBJ-27",
        "The first hand is split again, and the older second hand is drawn to its end before the new one.",
        f"""{EIGHTS}; {AGAIN}; 1 Td; says 1 stand; 1.2 9h; says 1.2 stand; 1.3 9d; says 1.3 stand
        1: D 8d; pay w1 4000; pay w1s3 2000; pay w1s2 2000; close""",
        paid(w1=4000, w1s3=2000, w1s2=2000),
    ),
    keeps(
        "FBJ-27",
        "The first hand is split twice more: the last of the new hands is played next to it, the other one at the end.",
        f"""{EIGHTS}; {AGAIN}; {THRICE}; 1 Td; says 1 stand; 1.4 Ts; says 1.4 stand; 1.2 9h; says 1.2 stand; 1.3 9d
        1: says 1.3 stand; D 8d; pay w1 4000; pay w1s4 4000; pay w1s3 2000; pay w1s2 2000; close""",
        paid(w1=4000, w1s4=4000, w1s3=2000, w1s2=2000),
    ),
    keeps(
        "FBJ-27",
        "The first hand is split again and the new hand is played next, and so is the hand that comes of it in its turn.",
        f"""{EIGHTS}; {AGAIN}; 1 Td; says 1 stand; 1.3 8c; {chosen("split", hand=3, new=4)}; 1.3 9d; says 1.3 stand
        1: 1.4 Ts; says 1.4 stand; 1.2 9h; says 1.2 stand; D 8d; pay w1 4000; pay w1s4 4000; pay w1s3 2000; pay w1s2 2000
        1: close""",
        paid(w1=4000, w1s4=4000, w1s3=2000, w1s2=2000),
    ),
    keeps(
        "FBJ-27",
        "Field 1 plays its new hand next, field 2 plays its own last: each way keeps to the next hand.",
        f"""1: {bets(1, 2)}; 1 8s 2 9s D 9c 1 8h 2 9h; {chosen("split", new=2)}; {AGAIN}; 1 Td; says 1 stand; 1.3 9d
        1: says 1.3 stand; 1.2 9h; says 1.2 stand; {chosen("split", new=2, box=2)}; 2 9d; {chosen("split", new=3, box=2)}
        1: 2 Td; says 2 stand; 2.2 Th; says 2.2 stand; 2.3 8s; says 2.3 stand; D 8d
        1: pay w1 4000; pay w1s3 2000; pay w1s2 2000; pay w2 4000; pay w2s2 4000; pay w2s3 2000; close""",
        paid(w1=4000, w1s3=2000, w1s2=2000, w2=4000, w2s2=4000, w2s3=2000),
    ),
    keeps(
        "FBJ-27",
        "A card is asked for before the new hand has its second one, which it gets anyhow, and asked for again.",
        f"""{EIGHTS}; {AGAIN}; 1 Td; says 1 stand; says 1.3 card; 1.3 6d; says 1.3 card; 1.3 5s; says 1.3 stand; 1.2 9h
        1: says 1.2 stand; D 8d; pay w1 4000; pay w1s3 4000; pay w1s2 2000; close""",
        paid(w1=4000, w1s3=4000, w1s2=2000),
    ),
    breaks(
        "FBJ-27",
        "The first hand is split twice more, and the first of the new hands is played at the very end: in no order it is.",
        f"""{EIGHTS}; {AGAIN}; {THRICE}; 1 Td; says 1 stand; 1.2 9h; says 1.2 stand; 1.4 Ts; says 1.4 stand; 1.3 9d
        1: says 1.3 stand; D 8d; {TOLD}; close""",
        Boxed(findings=(("split_order", "FBJ-27"), ("out_of_turn", "FBJ-DEAL"))),
    ),
    breaks(
        "FBJ-27",
        "Field 2 is passed over when the cards are dealt, field 1 plays its new hand next: only the deal is in error.",
        f"""1: {bets(1, 2)}; 1 8s D 9c 1 8h 2 9h; {chosen("split", new=2)}; {AGAIN}; 1 Td; says 1 stand; 1.3 9d
        1: says 1.3 stand; 1.2 9s; says 1.2 stand; {TOLD}""",
        Boxed(findings=(("skipped_box", "FBJ-DEAL"),)),
    ),
    breaks(
        "FBJ-27",
        "A card goes to the first hand that stood, when the second and the third are left: either may be next.",
        f"{EIGHTS}; {AGAIN}; 1 Td; says 1 stand; 1 9d; {TOLD}",
        Ruled(
            findings=(("split_not_filled", "FBJ-27"),),
            verdict="refer",
            branches={
                A: {"w1": None, "w1s2": None, "w1s3": None},
                "FBJ-ERR?:b": {"w1": 2000, "w1s2": 2000, "w1s3": 2000},
                C: {"w1": 0, "w1s2": None, "w1s3": None},
            },
            outcome={A: "impossible"},
            verdicts={A: "refer"},
        ),
    ),
    keeps(
        "FBJ-27",
        "The game is broken off when the second and the third hand are left: it is finished, in either order.",
        f"{EIGHTS}; {AGAIN}; 1 Td; says 1 stand; interrupted supervisor",
        Ruled(
            verdict="refer",
            branches={
                "FBJ-44?:a": {"w1": None, "w1s2": None, "w1s3": None},
                "FBJ-44?:b": {"w1": 2000, "w1s2": 2000, "w1s3": 2000},
            },
            verdicts={"FBJ-44?:a": "reconstruct", "FBJ-44?:b": "void"},
            draw={"FBJ-44?:a": ""},
        ),
    ),
    breaks(
        "FBJ-27",
        "The second hand gets its card first: the card is the first hand's.",
        f"{EIGHTS}; 1.2 3d; {TOLD}",
        astray(
            ("split_order", "FBJ-27"),
            moves="3d box1.2>box1",
            boxes="1 8s 3d / 1.2 8h / D 9c",
            right={"w1": None, "w1s2": None},
            void={"w1": 2000, "w1s2": 2000},
            dealt={"w1": None, "w1s2": None},
            hands="1 8s / 1.2 8h 3d / D 9c",
        ),
    ),
    breaks(  # eleven asked for a card: 5h was its, and 6h is the next one
        "FBJ-27",
        "Both hands are filled at once and the first draws: its card was the one that lies on the second.",
        f"{EIGHTS}; 1 3d 1.2 5h; says 1 hit; 1 6h; {TOLD}",
        astray(
            ("split_order", "FBJ-27"),
            moves="5h box1.2>box1, 6h box1>next",
            boxes="1 8s 3d 5h / 1.2 8h / D 9c",
            right={"w1": None, "w1s2": None},
            void={"w1": 2000, "w1s2": 2000},
            dealt={"w1": None, "w1s2": None},
        ),
    ),
    breaks(
        "FBJ-27",
        "The second hand never gets its card and the croupier draws: that card belongs to it.",
        f"{EIGHTS}; 1 Kd; says 1 stand; D Tc; pay w1 0; pay w1s2 0; close; {TOLD}",
        Boxed(
            findings=(("split_not_filled", "FBJ-27"), ("not_asked", "FBJ-8")),
            verdict="refer",
            boxes={A: "1 8s Kd / 1.2 8h Tc / D 9c", C: "1 8s Kd / 1.2 8h / D 9c Tc"},
            moves={A: "Tc dealer>box1.2"},
        ),
    ),
    keeps(
        "FBJ-28",
        "A split hand of twelve is doubled, gets one card and wins both its stakes.",
        f"""{EIGHTS}; 1 4d; {chosen("double")}; 1 9d; 1.2 Kh; says 1.2 stand; D 8d
        1: pay w1 4000; pay w1d1 4000; pay w1s2 4000; close""",
        paid(w1=4000, w1d1=4000, w1s2=4000),
    ),
    keeps(
        "FBJ-28",
        "The second hand of a split is doubled for money.",
        f"""{EIGHTS}; 1 Kd; says 1 stand; 1.2 4d; says 1.2 double; {further("double", 2, parent="w1s2")}; 1.2 9h; D 8d
        1: pay w1 4000; pay w1s2 4000; pay w1d2 4000; close""",
        Ruled(verdict="stands", awarded={"w1": 4000, "w1s2": 4000, "w1d2": 4000}, cites=("FBJ-28",)),
    ),
    keeps(
        "FBJ-28",
        "The hand of a free split is doubled for money and wins: the chip pays 20, the double 40.",
        f"""1: {bets(1)}; 1 8s D 9c 1 8h; {chosen("free_split", new=2)}; 1 Kd; says 1 stand; 1.2 4d; says 1.2 double
        1: {further("double", 2, parent="w1f2")}; 1.2 9h; D 8d; pay w1 4000; pay w1f2 2000; pay w1d2 4000; close""",
        paid(w1=4000, w1f2=2000, w1d2=4000),
    ),
    breaks(
        "FBJ-28",
        "A split hand of three cards is doubled: that was not open, and the stake goes back.",
        f"{EIGHTS}; 1 2d; says 1 hit; 1 2h; {chosen('double')}",
        Ruled(findings=(NO_DOUBLE,), due={"w1d1": 2000}),
    ),
    breaks(
        "FBJ-28",
        "A split hand was doubled and gets a second further card: it is the second hand's.",
        f"{EIGHTS}; 1 4d; {chosen('double')}; 1 5d 1 3h; {TOLD}",
        astray(
            ("card_on_double", "FBJ-36"),
            moves="3h box1>box1.2",
            boxes="1 8s 4d 5d / 1.2 8h 3h / D 9c",
            right={"w1": None, "w1d1": None, "w1s2": None},
            void={"w1": 2000, "w1d1": 2000, "w1s2": 2000},
            dealt={"w1": None, "w1d1": None, "w1s2": None},
            hands="1 8s 4d 5d 3h / 1.2 8h / D 9c",
        ),
    ),
    keeps(
        "FBJ-29",
        "Three splits for money make four hands, which all win.",
        f"""{EIGHTS}; 1 8d; {chosen("split", new=3)}; 1 8c; {chosen("split", new=4)}; 1 Kd; says 1 stand
        1: 1.2 Kh; says 1.2 stand; 1.3 Ks; says 1.3 stand; 1.4 Kc; says 1.4 stand; D 8d
        1: pay w1 4000; pay w1s2 4000; pay w1s3 4000; pay w1s4 4000; close""",
        Ruled(verdict="stands", awarded={"w1": 4000, "w1s2": 4000, "w1s3": 4000, "w1s4": 4000}, cites=("FBJ-29",)),
    ),
    keeps(
        "FBJ-29",
        "A free split and a split for money follow each other.",
        f"""{EIGHTS}; 1 8d; {chosen("free_split", new=3)}; 1 Kd; says 1 stand; 1.2 Kh; says 1.2 stand; 1.3 Ks
        1: says 1.3 stand; D 8d; pay w1 4000; pay w1s2 4000; pay w1f3 2000; close""",
        paid(w1=4000, w1s2=4000, w1f3=2000),
    ),
    keeps(
        "FBJ-29",
        "Aces are split three times.",
        f"""{ACES}; 1 Ad; {chosen("split", new=3)}; 1 Ac; {chosen("split", new=4)}; 1 9d 1.2 9h 1.3 9s 1.4 8c; D 9s
        1: pay w1 4000; pay w1s2 4000; pay w1s3 4000; pay w1s4 4000; close""",
        Ruled(verdict="stands", awarded={"w1": 4000, "w1s2": 4000, "w1s3": 4000, "w1s4": 4000}, cites=("FBJ-29",)),
    ),
    breaks(
        "FBJ-29",
        "A fourth split makes a fifth hand: its stake goes back.",
        f"""{EIGHTS}; 1 8d; {chosen("split", new=3)}; 1 8c; {chosen("split", new=4)}; 1 8h; {chosen("split", new=5)}""",
        Ruled(
            findings=(("illegal_split", "FBJ-29"),),
            due={"w1": None, "w1s2": None, "w1s3": None, "w1s4": None, "w1s5": 2000},
        ),
    ),
    keeps(
        "FBJ-31",
        "Split aces get a card each and are done.",
        f"{ACES}; 1 3d 1.2 9d; D 8c; pay w1 0; pay w1s2 4000; close",
        paid(w1=0, w1s2=4000),
    ),
    breaks(
        "FBJ-31",
        "A split ace with a three asks for a further card.",
        f"{ACES}; 1 3d; says 1 hit",
        Ruled(findings=(("illegal_hit", "FBJ-31"),), due={"w1": None, "w1s2": None}),
    ),
    breaks(
        "FBJ-31",
        "A split ace gets a second card that nobody asked for: it is the second ace's.",
        f"{ACES}; 1 3d 1 7h; {TOLD}",
        astray(
            ("card_on_split_aces", "FBJ-31"),
            moves="7h box1>box1.2",
            boxes="1 As 3d / 1.2 Ah 7h / D 9c",
            draw="dealer",
            right={"w1": None, "w1s2": None},
            void={"w1": 2000, "w1s2": 2000},
            dealt={"w1": None, "w1s2": None},
            hands="1 As 3d 7h / 1.2 Ah / D 9c",
        ),
    ),
    breaks(
        "FBJ-31",
        "A split ace gets another ace, and a further card that nobody asked for: the pair may be split, and not drawn to.",
        f"{ACES}; 1 3d 1.2 Ad 1.2 5h; {TOLD}",
        astray(
            ("card_on_split_aces", "FBJ-31"),
            moves="5h box1.2>next",
            boxes="1 As 3d / 1.2 Ah Ad / D 9c",
            right={"w1": None, "w1s2": None},
            void={"w1": 2000, "w1s2": 2000},
            dealt={"w1": None, "w1s2": None},
            hands="1 As 3d / 1.2 Ah Ad 5h / D 9c",
        ),
    ),
    breaks(
        "FBJ-31",
        "A split ace with a nine is doubled: a split ace gets one card, and the stake goes back.",
        f"{ACES}; 1 9d; {chosen('double')}",
        Ruled(findings=(("illegal_double", "FBJ-31"),), due={"w1d1": 2000}),
    ),
)

ROWS: Final[tuple[Row, ...]] = SPLITS


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_splits(row: Row) -> None:
    holds(row)
