"""Fields that several players share: FBJ-4, 9, 9a?, 17, 26, 32a?."""

from typing import Final

import pytest

from tests.clauses.ccl.floor import Boxed
from tests.clauses.fbj.floor import (
    PAIR,
    SEATED,
    TOLD,
    TRIO,
    WRONG,
    A,
    C,
    astray,
    breaks,
    further,
    holds,
    keeps,
    paid,
)
from tests.clauses.table import Row, Ruled

NOT_HIS: Final = ("not_his_call", "FBJ-9")
MAY_NOT: Final = ("may_not_follow", "FBJ-23")
MOVED: Final = ("moved_to_wrong_hand", "FBJ-26")
SIZE: Final = ("wrong_free_bet", "FBJ-33")
DRAW: Final = "FBJ-9a?"
FREE_FOR: Final = "FBJ-32a?"
OPEN: Final = {"w1": None, "w2": None}
STAKES: Final = {"w1": 2000, "w2": 3000}

FOURTEEN: Final = f"1: {PAIR}; 3 Th D 6s 3 4c"
"""The shared field has fourteen against a six."""
NINE: Final = FOURTEEN.replace("D 6s", "D 9s")
"""The same against a nine."""
FIVE: Final = PAIR.replace("; nmb", "; bet w5 P5 main 1000 box=5; nmb")
"""The shared field, and P5's bet of 10 on field 5."""
OVER: Final = "D Kd D 9c"
"""After a six: 25."""
ALL_WIN: Final = "pay w1 4000; pay w2 6000; close"

SAY: Final = (
    keeps(
        "FBJ-4",
        "The player who sits at the field calls, though P2 bet first and more.",
        f"""1: {PAIR.removesuffix("; nmb").partition("; ")[2]}; bet w1 P1 main 2000 box=3 spot=1; nmb; 3 Th D 6s 3 4c
        1: says 3 hit P1; 3 5d; says 3 stand P1; {OVER}; {ALL_WIN}""",
        paid(w1=4000, w2=6000),
        before=SEATED,
    ),
    keeps(
        "FBJ-4",
        "The player who sits at the field calls, though P2's bet lies on the first spot.",
        f"""1: {PAIR.replace("spot=2", "spot=9").replace("spot=1", "spot=2").replace("spot=9", "spot=1")}; 3 Th D 6s 3 4c
        1: says 3 stand P1; {OVER}; {ALL_WIN}""",
        paid(w1=4000, w2=6000),
        before=SEATED,
    ),
    keeps(
        "FBJ-4",
        "A field at which nobody sits is called by the guest who bets there alone.",
        f"1: bet w2 P2 main 3000 box=4; nmb; 4 Th D 6s 4 4c; says 4 stand P2; {OVER}; pay w2 6000; close",
        paid(w2=6000),
        before=SEATED,
    ),
    breaks(
        "FBJ-4",
        "P2, who bet more, stands for the owner, and the croupier draws: the owner is to be asked.",
        f"{FOURTEEN}; says 3 stand P2; D Kd; {TOLD}",
        astray(
            NOT_HIS,
            moves="Kd dealer>next",
            boxes="3 Th 4c / D 6s",
            asks="3",
            right=OPEN,
            void=STAKES,
            dealt=OPEN,
            hands="3 Th 4c / D 6s Kd",
        ),
        before=SEATED,
    ),
    breaks(
        "FBJ-4",
        "P2 is named to call the field at which P1 sits.",
        f"1: caller 3 P2; {PAIR}; 3 Th D 6s 3 4c; says 3 stand P1; {OVER}; {ALL_WIN}",
        Ruled(findings=(("wrong_caller", "FBJ-9"),), due={"w1": 4000, "w2": 6000}),
        before=SEATED,
    ),
    keeps(
        "FBJ-9",
        "The owner draws, P2 says so too, and both ride on the card.",
        f"{FOURTEEN}; says 3 hit P1; says 3 hit P2; 3 5d; says 3 stand P1; {OVER}; {ALL_WIN}",
        paid(w1=4000, w2=6000),
        before=SEATED,
    ),
    keeps(
        "FBJ-9",
        "Three share the field: the owner stands, and all win.",
        f"1: {TRIO}; 3 Th D 6s 3 4c; says 3 stand P1; {OVER}; pay w1 4000; pay w2 6000; pay w3 2000; close",
        paid(w1=4000, w2=6000, w3=2000),
        before=SEATED,
    ),
    keeps(
        "FBJ-9",
        "The owner doubles, P2 does not follow and rides on the one card all the same.",
        f"""1: {PAIR}; 3 6h D 9s 3 6c; says 3 double P1; {further("double", 1, box=3)}; 3 8d; D 9d
        1: pay w1 4000; pay w1d1 4000; pay w2 6000; close""",
        paid(w1=4000, w1d1=4000, w2=6000),
        before=SEATED,
    ),
    keeps(
        "FBJ-9",
        "The owner doubles and P2 follows, P3 does not.",
        f"""1: {TRIO}; 3 6h D 9s 3 6c; says 3 double P1; {further("double", 1, box=3)}; says 3 double P2
        1: {further("double", 1, of=2, minor=3000, box=3)}; 3 8d; D 9d
        1: pay w1 4000; pay w1d1 4000; pay w2 6000; pay w2d1 6000; pay w3 2000; close""",
        paid(w1=4000, w1d1=4000, w2=6000, w2d1=6000, w3=2000),
        before=SEATED,
    ),
    breaks(
        "FBJ-9",
        "P2 asks for a card and is given one: the owner is to be asked, and the card is the next one.",
        f"{FOURTEEN}; says 3 hit P2; 3 5d; {TOLD}",
        astray(
            NOT_HIS,
            moves="5d box3>next",
            boxes="3 Th 4c / D 6s",
            asks="3",
            right=OPEN,
            void=STAKES,
            dealt=OPEN,
            hands="3 Th 4c 5d / D 6s",
        ),
        before=SEATED,
    ),
    breaks(
        "FBJ-9",
        "P2 asks for a card and nobody heeds it: the owner stands, and nothing changes.",
        f"{FOURTEEN}; says 3 hit P2; says 3 stand P1; {OVER}; {ALL_WIN}",
        paid("stands", NOT_HIS, w1=4000, w2=6000),
        before=SEATED,
    ),
    breaks(
        "FBJ-9",
        "P2 doubles eleven and is given the card: the owner is to be asked.",
        f"1: {PAIR}; 3 6h D 9s 3 5c; says 3 double P2; {further('double', 1, of=2, minor=3000, box=3)}; 3 8d; {TOLD}",
        Boxed(
            findings=(NOT_HIS, MAY_NOT),
            verdict="refer",
            boxes={A: "3 6h 5c / D 9s", C: "3 6h 5c 8d / D 9s"},
            moves={A: "8d box3>next"},
            asks={A: "3"},
        ),
        before=SEATED,
    ),
    breaks(
        "FBJ-9",
        "P2's stake of a double is less than P2's bet, which the owner's double lets it follow.",
        f"""1: {PAIR}; 3 6h D 9s 3 6c; says 3 double P1; {further("double", 1, box=3)}; says 3 double P2
        1: {further("double", 1, of=2, box=3)}; 3 8d; D 9d; close""",
        Ruled(
            findings=(("wrong_double_stake", "FBJ-36"),),
            verdict="refer",
            due={"w1": 4000, "w1d1": 4000, "w2": 6000},
            branches={"FBJ-EXTRA?:a": {"w2d1": 4000}, "FBJ-EXTRA?:b": {"w2d1": 2000}},
        ),
        before=SEATED,
    ),
    # what P2 says of the owner's draw is P2's right (FBJ-9) and no breach; it changes nothing under (a)
    keeps(
        DRAW,
        "The owner draws to nineteen and P2 does not follow: P2's bet is paid on nineteen, rightly (a) or wrongly (b).",
        f"{NINE}; says 3 hit P1; says 3 stand P2; 3 5d; says 3 stand P1; D 9d; {ALL_WIN}",
        Ruled(
            findings=((WRONG, DRAW),),
            under={WRONG: (f"{DRAW}:b",)},
            verdict="refer",
            branches={f"{DRAW}:a": {"w1": 4000, "w2": 6000}, f"{DRAW}:b": {"w1": 4000, "w2": 0}},
            awarded={"w1": 4000, "w2": None},
        ),
        before=SEATED,
    ),
    keeps(
        DRAW,
        "The house has resolved that a bet rides on the cards as drawn: P2's wins on nineteen.",
        f"{NINE}; says 3 hit P1; says 3 stand P2; 3 5d; says 3 stand P1; D 9d; {ALL_WIN}",
        paid(w1=4000, w2=6000),
        before=f"{SEATED}; resolved {DRAW} a supervisor",
    ),
    keeps(
        DRAW,
        "The owner doubles fourteen against a nine and P2 does not follow: on the card (a), or on fourteen (b).",
        f"""{NINE}; says 3 double P1; {further("double", 1, box=3)}; says 3 stand P2; 3 5d; D 9d; close""",
        Ruled(
            branches={
                f"{DRAW}:a": {"w1": 4000, "w1d1": 4000, "w2": 6000},
                f"{DRAW}:b": {"w1": 4000, "w1d1": 4000, "w2": 0},
            },
        ),
        before=SEATED,
    ),
    keeps(
        DRAW,
        "The owner goes over, P2 did not follow, nobody else is left: the croupier draws for P2 (b), or for nobody (a).",
        f"{FOURTEEN}; says 3 hit P1; says 3 stand P2; 3 Td; pay w1 0; D Kd D 9c; pay w2 6000; close",
        Ruled(
            findings=((WRONG, DRAW),),
            branches={f"{DRAW}:a": {"w1": 0, "w2": 0}, f"{DRAW}:b": {"w1": 0, "w2": 6000}},
        ),
        before=SEATED,
    ),
    keeps(
        DRAW,
        "The owner draws to nineteen and P2 does not follow: P2's bet wins on nineteen (a), or loses on fourteen (b).",
        f"{NINE}; says 3 hit P1; says 3 stand P2; 3 5d; says 3 stand P1; D 9d; close",
        Ruled(
            branches={f"{DRAW}:a": {"w1": 4000, "w2": 6000}, f"{DRAW}:b": {"w1": 4000, "w2": 0}},
            awarded={"w1": 4000, "w2": None},
        ),
        before=SEATED,
    ),
    keeps(
        DRAW,
        "The owner draws to 24 and P2 does not follow: P2's bet is lost with the field (a), or waits on fourteen (b).",
        f"1: {FIVE}; 3 Th 5 Tc D 6s 3 4c 5 9c; says 3 hit P1; says 3 stand P2; 3 Td; says 5 stand P5; D Kd D 9c; close",
        Ruled(
            branches={f"{DRAW}:a": {"w1": 0, "w2": 0, "w5": 2000}, f"{DRAW}:b": {"w1": 0, "w2": 6000, "w5": 2000}},
            awarded={"w1": 0, "w2": None, "w5": 2000},
        ),
        before=SEATED,
    ),
    breaks(
        DRAW,
        "P2 follows the owner's draw: nineteen is theirs under either reading.",
        f"{NINE}; says 3 hit P1; says 3 hit P2; 3 5d; says 3 stand P1; D 9d; close",
        Ruled(verdict="stands", branches={"1": {"w1": 4000, "w2": 6000}}),
        before=SEATED,
    ),
    keeps(
        "FBJ-17",
        "A shared field with 24 takes the bets of all on it; another field wins.",
        f"""1: {FIVE}; 3 Th 5 Tc D 6s 3 4c 5 9c; says 3 hit P1; 3 Td
        1: pay w1 0; pay w2 0; says 5 stand P5; {OVER}; pay w5 2000; close""",
        paid(w1=0, w2=0, w5=2000),
        before=SEATED,
    ),
    breaks(
        "FBJ-17",
        "On a shared field with 24 P2 is given the bet back, because the owner called the card.",
        f"""1: {FIVE}; 3 Th 5 Tc D 6s 3 4c 5 9c; says 3 hit P1; 3 Td
        1: pay w1 0; pay w2 3000; says 5 stand P5; {OVER}; pay w5 2000; close""",
        paid("correct", (WRONG, "FBJ-17"), w1=0, w2=0, w5=2000),
        before=SEATED,
    ),
)

EIGHTS: Final = f"1: {PAIR}; 3 8s D 9c 3 8h; says 3 split P1; {further('split', 2, box=3)}"
"""The owner splits eights for money."""
FREE: Final = f"1: {PAIR}; 3 8s D 9c 3 8h; says 3 free_split P1; {further('free_split', 2, box=3)}"
"""The owner splits eights free."""
FIRST_WINS: Final = "3 Kd; says 3 stand P1; 3.2 8d; says 3.2 stand P1; D 8c"
"""Eighteen on the first hand, sixteen on the second, against seventeen."""
SECOND_WINS: Final = "3 7d; says 3 stand P1; 3.2 Kd; says 3.2 stand P1; D 8c"
"""Fifteen on the first hand, eighteen on the second, against seventeen."""
CHIP: Final = further("free_split", 2, of=2, minor=3000, box=3)

SPLITS: Final = (
    keeps(
        "FBJ-26",
        "The owner splits and P2 does not: P2's bet is moved behind the first hand, which wins.",
        f"{EIGHTS}; shift w2 main hand=1; {FIRST_WINS}; pay w1 4000; pay w1s2 0; pay w2 6000; close",
        paid(w1=4000, w1s2=0, w2=6000),
        before=SEATED,
    ),
    keeps(
        "FBJ-26",
        "The owner splits and P2 does not: P2's bet lies behind the first hand, which loses.",
        f"{EIGHTS}; {SECOND_WINS}; pay w1 0; pay w1s2 4000; pay w2 0; close",
        paid(w1=0, w1s2=4000, w2=0),
        before=SEATED,
    ),
    keeps(
        "FBJ-26",
        "The owner splits and P2 follows with a stake on the second hand.",
        f"""{EIGHTS}; says 3 split P2; {further("split", 2, of=2, minor=3000, box=3)}; {SECOND_WINS}
        1: pay w1 0; pay w1s2 4000; pay w2 0; pay w2s2 6000; close""",
        paid(w1=0, w1s2=4000, w2=0, w2s2=6000),
        before=SEATED,
    ),
    keeps(
        "FBJ-26",
        "The owner splits twice and P2 follows the first split only: P2's bets are on the first two hands.",
        f"""{EIGHTS}; {further("split", 2, of=2, minor=3000, box=3)}; 3 8c; says 3 split P1; {further("split", 3, box=3)}
        1: 3 Kd; says 3 stand P1; 3.2 7d; says 3.2 stand P1; 3.3 Kh; says 3.3 stand P1; D 8c
        1: pay w1 4000; pay w1s2 0; pay w1s3 4000; pay w2 6000; pay w2s2 0; close""",
        paid(w1=4000, w1s2=0, w1s3=4000, w2=6000, w2s2=0),
        before=SEATED,
    ),
    keeps(
        "FBJ-26",
        "The owner splits free, and P2 follows with a stake of money on the second hand.",
        f"""{FREE}; {further("split", 2, of=2, minor=3000, box=3)}; {SECOND_WINS}
        1: pay w1 0; pay w1f2 2000; pay w2 0; pay w2s2 6000; close""",
        paid(w1=0, w1f2=2000, w2=0, w2s2=6000),
        before=SEATED,
    ),
    keeps(
        "FBJ-26",
        "The owner splits free and P2 follows neither free nor for money: P2's bet is on the first hand.",
        f"{FREE}; shift w2 main hand=1; {FIRST_WINS}; pay w1 4000; pay w1f2 0; pay w2 6000; close",
        paid(w1=4000, w1f2=0, w2=6000),
        before=SEATED,
    ),
    breaks(
        "FBJ-26",
        "P2 does not follow the split, and the bet is moved behind the second hand: it rides on the first, which loses.",
        f"{EIGHTS}; shift w2 main hand=2; {SECOND_WINS}; close",
        Ruled(findings=(MOVED,), due={"w1": 0, "w1s2": 4000, "w2": 0}),
        before=SEATED,
    ),
    breaks(
        "FBJ-26",
        "P2 does not follow the split, and the bet behind the first hand is collected with the second, which loses.",
        f"{EIGHTS}; {FIRST_WINS}; pay w1 4000; pay w1s2 0; pay w2 0; close",
        paid("correct", (WRONG, "FBJ-20"), w1=4000, w1s2=0, w2=6000),
        before=SEATED,
    ),
    breaks(
        "FBJ-26",
        "P2 lays a stake for a split that the owner did not make: it goes back.",
        f"""1: {PAIR}; 3 8s D 9c 3 8h; says 3 stand P1; {further("split", 2, of=2, minor=3000, box=3)}; D 8c
        1: pay w1 0; pay w2 0; close""",
        Ruled(findings=(MAY_NOT,), due={"w1": 0, "w2": 0, "w2s2": 3000}),
        before=SEATED,
    ),
    keeps(
        FREE_FOR,
        "The owner splits free and P2 has a chip too, on a hand that wins: worth P2's own bet (a), or nothing (b).",
        f"{FREE}; {CHIP}; {SECOND_WINS}; close",
        Ruled(
            findings=(MAY_NOT,),
            under={"may_not_follow": (f"{FREE_FOR}:b",)},
            branches={
                f"{FREE_FOR}:a": {"w1": 0, "w1f2": 2000, "w2": 0, "w2f2": 3000},
                f"{FREE_FOR}:b": {"w1": 0, "w1f2": 2000, "w2": 0, "w2f2": 0},
            },
            awarded={"w1f2": 2000, "w2f2": None},
        ),
        before=SEATED,
    ),
    keeps(
        FREE_FOR,
        "The owner doubles eleven free and P2 has a chip too: worth P2's own bet (a), or nothing (b).",
        f"""1: {PAIR}; 3 5s D 9c 3 6h; says 3 free_double P1; {further("free_double", 1, box=3)}
        1: {further("free_double", 1, of=2, minor=3000, box=3)}; 3 9d; D 9d; close""",
        Ruled(
            findings=(MAY_NOT,),
            branches={
                f"{FREE_FOR}:a": {"w1": 4000, "w1x1": 2000, "w2": 6000, "w2x1": 3000},
                f"{FREE_FOR}:b": {"w1": 4000, "w1x1": 2000, "w2": 6000, "w2x1": 0},
            },
        ),
        before=SEATED,
    ),
    breaks(
        FREE_FOR,
        "The owner splits free and P2 has no chip: the owner's is worth 20 under either reading.",
        f"{FREE}; {SECOND_WINS}; close",
        Ruled(verdict="stands", branches={"1": {"w1": 0, "w1f2": 2000, "w2": 0}}),
        before=SEATED,
    ),
    breaks(
        FREE_FOR,
        "The owner doubles eleven free and P2 follows for money: both readings let P2.",
        f"""1: {PAIR}; 3 5s D 9c 3 6h; says 3 free_double P1; {further("free_double", 1, box=3)}; says 3 double P2
        1: {further("double", 1, of=2, minor=3000, box=3)}; 3 9d; D 9d; close""",
        Ruled(verdict="stands", branches={"1": {"w1": 4000, "w1x1": 2000, "w2": 6000, "w2d1": 6000}}),
        before=SEATED,
    ),
    breaks(
        FREE_FOR,
        "P2's chip stands for the owner's 20 and not for P2's 30, for which it is worth under (a).",
        f"{FREE}; {further('free_split', 2, of=2, box=3)}; {FIRST_WINS}; close",
        Ruled(findings=(SIZE, MAY_NOT), due={"w1": 4000, "w1f2": 0, "w2": 6000, "w2f2": 0}),
        before=SEATED,
    ),
)

ROWS: Final[tuple[Row, ...]] = (*SAY, *SPLITS)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_fields(row: Row) -> None:
    holds(row)
