"""Who has the say on a box, what co-players may do, what their stakes ride on: SCB-2, 2b?, 8, 11 and 11a?."""

from typing import Final

import pytest

from tests.clauses.ccl.floor import Boxed
from tests.clauses.scb.floor import FLOOR, TABLE, A, B, C, breaks, holds, keeps, paid, seated
from tests.clauses.table import Row, Ruled

CALL: Final = ("not_his_call", "SCB-11")
NOT_FOLLOWED: Final = ("may_not_follow", "SCB-2")
BOX: Final = "1: bet w1 P1 main 2000 box=1; bet w8 P8 main 1000 box=1; nmb"
"""P1's own box, with a stake of P8, who stands."""
STAKES: Final = {"w1": 2000, "w8": 1000}
OPEN: Final = {"w1": None, "w8": None}

SAY: Final = (
    keeps(
        "SCB-11",
        "The seated holder calls the box although a standing player laid first.",
        """1: bet w8 P8 main 1000 box=1; bet w1 P1 main 2000 box=1; nmb; 1 Th D 9s 1 2c; says 1 card P1; 1 8d
        1: says 1 stay P1; D 9d; pay w1 4000; pay w8 2000; close""",
        paid(w1=4000, w8=2000),
    ),
    keeps(
        "SCB-11",
        "The seated holder calls the box although a seated co-player of another box staked more and laid first.",
        """1: bet w2 P2 main 5000 box=1; bet w1 P1 main 2000 box=1; nmb; 1 Th D 9s 1 2c; says 1 card P1; 1 8d
        1: says 1 stay P1; D 9d; close""",
        paid(w1=4000, w2=10_000),
    ),
    keeps(
        "SCB-11",
        "A standing player says the same as the holder: nobody minds.",
        f"{BOX}; 1 Th D 9s 1 2c; says 1 card P1; says 1 card P8; 1 8d; says 1 stay P1; D 9d; close",
        paid(w1=4000, w8=2000),
    ),
    keeps(
        "SCB-11",
        "A player calls a box of one's own and a free one, one after the other.",
        """1: bet w1 P1 main 2000 box=1; bet x P1 main 1000 box=6; nmb; 1 Th 6 Jh D 9s 1 9c 6 6c; says 1 stay P1
        1: says 6 card P1; 6 4d; says 6 stay P1; D 9d; close""",
        paid(w1=4000, x=2000),
    ),
    keeps(
        "SCB-11",
        "On a free box a seated player comes before a standing one who laid first.",
        """1: bet w8 P8 main 2000 box=7; bet w2 P2 main 1000 box=7; nmb; 7 Th D 9s 7 Kc; says 7 stay P2; D 9d; close""",
        paid(w8=4000, w2=2000),
    ),
    keeps(
        "SCB-11",
        "Of standing players on a free box the first there calls it.",
        "1: bet w8 P8 main 1000 box=7; bet w9 P9 main 2000 box=7; nmb; 7 Th D 9s 7 Kc; says 7 stay P8; D 9d; close",
        paid(w8=2000, w9=4000),
    ),
    keeps(
        "SCB-11",
        "Of standing players on a free box the one who came first calls it, who laid second.",
        "1: bet w8 P8 main 1000 box=7; bet w9 P9 main 2000 box=7; nmb; 7 Th D 9s 7 Kc; says 7 stay P9; D 9d; close",
        paid(w8=2000, w9=4000),
        before=f"{FLOOR}; arrives P9 box=7; arrives P8 box=7",
    ),
    keeps(
        "SCB-11",
        "Where it is not known who sits the first at the box calls it.",
        "1: bet w8 P8 main 1000 box=1; bet w1 P1 main 2000 box=1; nmb; 1 Th D 9s 1 Kc; says 1 stay P8; D 9d; close",
        paid(w8=2000, w1=4000),
        before=TABLE,
    ),
    breaks(
        "SCB-11",
        "A standing player's word is taken and the bank plays on: the holder is asked (a), void (b), lost (c).",
        f"{BOX}; 1 Th D 9s 1 6c; says 1 stay P8; D 9d; close",
        Boxed(
            findings=(CALL,),
            verdict="refer",
            authority="direction",
            branches={A: OPEN, B: STAKES, C: {"w1": 0, "w8": 0}},
            verdicts={A: "ask", B: "void"},
            asks={A: "1"},
            moves={A: "9d dealer>next"},
            boxes={A: "1 Th 6c / D 9s"},
        ),
    ),
    breaks(
        "SCB-11",
        "A seated co-player's card is given on another's box: the holder is asked (a), void (b), over 21 (c).",
        """1: bet w1 P1 main 2000 box=1; bet w2 P2 main 1000 box=1; nmb; 1 Th D 9s 1 6c; says 1 card P2; 1 9d; pay w1 0
        1: pay w2 0; close""",
        Boxed(
            findings=(CALL,),
            verdict="refer",
            branches={A: {"w1": None, "w2": None}, B: {"w1": 2000, "w2": 1000}, C: {"w1": 0, "w2": 0}},
            verdicts={A: "ask"},
            asks={A: "1"},
            moves={A: "9d box1>next"},
        ),
    ),
    breaks(
        "SCB-11",
        "A standing player's word is not heeded: the holder's card is given.",
        f"{BOX}; 1 Th D 9s 1 2c; says 1 stay P8; says 1 card P1; 1 8d; says 1 stay P1; D 9d; close",
        Ruled(findings=(CALL,), verdict="stands", awarded={"w1": 4000, "w8": 2000}),
    ),
    breaks(
        "SCB-11",
        "A standing player calls a free box on which a seated one plays.",
        "1: bet w8 P8 main 2000 box=7; bet w2 P2 main 1000 box=7; nmb; 7 Th D 9s 7 Kc; says 7 stay P8; D 9d; close",
        Ruled(
            findings=(CALL,),
            verdict="refer",
            branches={A: {"w8": None, "w2": None}, B: {"w8": 2000, "w2": 1000}, C: {"w8": 4000, "w2": 2000}},
        ),
    ),
    breaks(
        "SCB-11",
        "The dealer establishes a standing player as the one who calls the holder's box.",
        f"{BOX.replace('nmb', 'caller 1 P8; nmb')}; 1 Th D 9s 1 Kc; says 1 stay P1; D 9d; close",
        Ruled(findings=(("wrong_caller", "SCB-11"),), verdict="stands", awarded={"w1": 4000, "w8": 2000}),
    ),
    keeps(
        "SCB-11",
        "The dealer establishes the holder as the one who calls the box.",
        f"{BOX.replace('nmb', 'caller 1 P1; nmb')}; 1 Th D 9s 1 Kc; says 1 stay P1; D 9d; close",
        paid(w1=4000, w8=2000),
    ),
)

BETWEEN: Final = seated("P3 3", "P5 5")


def free(first: str, second: str, caller: str, box: int = 6) -> str:
    """Twenty against eighteen on a free box, on which two players lay one after the other."""
    return (
        f"1: bet w{first} P{first} main 2000 box={box}; bet w{second} P{second} main 1000 box={box}; nmb; "
        f"{box} Th D 9s {box} Kc; says {box} stay P{caller}; D 9d; close"
    )


def either(text: str, other: str, first: str, second: str) -> Ruled:
    """The word was that of the one who has the say under the one reading; under the other it was not."""
    won = {f"w{first}": 4000, f"w{second}": 2000}
    return Ruled(
        findings=(CALL,),
        verdict="refer",
        authority="direction",
        branches={
            f"SCB-11a?:{text}": won,
            f"SCB-11a?:{other},{A}": {f"w{first}": None, f"w{second}": None},
            f"SCB-11a?:{other},{B}": {f"w{first}": 2000, f"w{second}": 1000},
            f"SCB-11a?:{other},{C}": won,
        },
    )


FREE: Final = (
    keeps(
        "SCB-11a?",
        "The nearer seat laid first on the free box: it is its word under either reading.",
        free("5", "4", "5"),
        paid(w5=4000, w4=2000),
    ),
    breaks(
        "SCB-11a?",
        "The farther seat laid first and the nearer one calls: not its word (a), its word (b).",
        free("4", "5", "5"),
        either("b", "a", "4", "5"),
    ),
    breaks(
        "SCB-11a?",
        "The farther seat laid first and calls: its word (a), not its word (b).",
        free("4", "5", "4"),
        either("a", "b", "4", "5"),
    ),
    keeps(
        "SCB-11a?",
        "At the same distance the lower seat laid first: it is its word under either reading.",
        free("3", "5", "3", box=4),
        paid(w3=4000, w5=2000),
        before=BETWEEN,
    ),
    breaks(
        "SCB-11a?",
        "At the same distance the higher seat laid first and calls: its word (a), the lower seat's (b).",
        free("5", "3", "5", box=4),
        either("a", "b", "5", "3"),
        before=BETWEEN,
    ),
    keeps(
        "SCB-11a?",
        "A box whose holder sits there is not free, whoever sits how near.",
        f"{BOX.replace('P8', 'P2').replace('w8', 'w2')}; 1 Th D 9s 1 Kc; says 1 stay P1; D 9d; close",
        paid(w1=4000, w2=2000),
    ),
)

ELEVEN: Final = f"{BOX}; 1 6h D 9s 1 5c"
HOLDER: Final = "says 1 double P1; bet d1 P1 double 2000 box=1 parent=w1"
OTHER: Final = "bet d8 P8 double 1000 box=1 parent=w8"

DOUBLES: Final = (
    keeps(
        "SCB-2",
        "The holder and one co-player double, another does not: all ride on the one card.",
        f"""1: bet w1 P1 main 2000 box=1; bet w8 P8 main 1000 box=1; bet w9 P9 main 1000 box=1; nmb; 1 6h D 9s 1 5c
        1: {HOLDER}; says 1 double P8; {OTHER}; 1 9d; D Kd; close""",
        paid(w1=4000, d1=4000, w8=2000, d8=2000, w9=2000),
    ),
    keeps(
        "SCB-2",
        "The holder doubles and the co-player does not: one card for both, lost by both.",
        f"{ELEVEN}; {HOLDER}; 1 2d; D Kd; close",
        paid(w1=0, d1=0, w8=0),
    ),
    breaks(
        "SCB-2",
        "The holder asks for a card and the co-player doubles: that stake goes back.",
        f"{ELEVEN}; says 1 card P1; {OTHER}; 1 9d; says 1 stay P1; D Kd; close",
        Ruled(findings=(NOT_FOLLOWED,), due={"w1": 4000, "w8": 2000, "d8": 1000}, cites=("SCB-LATE",)),
    ),
    breaks(
        "SCB-2",
        "The co-player says that he doubles, and the holder stands on eleven: that stake goes back.",
        f"{ELEVEN}; says 1 double P8; {OTHER}; says 1 stay P1; D Kd; close",
        Ruled(findings=(CALL, NOT_FOLLOWED), due={"w1": 0, "w8": 0, "d8": 1000}),
    ),
    breaks(
        "SCB-2",
        "The co-player doubles for more than his stake: what is above goes back.",
        f"{ELEVEN}; {HOLDER}; {OTHER.replace('1000', '2000')}; 1 9d; D Kd; close",
        Ruled(
            findings=(("wrong_double_stake", "SCB-2"),),
            verdict="refer",
            due={"w1": 4000, "d1": 4000, "w8": 2000},
            branches={"SCB-EXTRA?:a": {"d8": 3000}, "SCB-EXTRA?:b": {"d8": 2000}},
        ),
    ),
)

SPLIT: Final = f"{BOX}; 1 8h D 9s 1 8c; says 1 split P1; bet s1 P1 split 2000 box=1 hand=2 parent=w1"
PLAYED: Final = "1 Th; says 1 stay P1; 1.2 4d; says 1.2 stay P1; D 8d; close"
"""Eighteen wins on the first hand and twelve loses on the second: the bank has seventeen."""

SPLITS: Final = (
    keeps(
        "SCB-2b?",
        "The co-player follows the split with a stake of his own, which rides on the second hand.",
        f"{SPLIT}; bet s8 P8 split 1000 box=1 hand=2 parent=w8; {PLAYED}",
        paid(w1=4000, s1=0, w8=2000, s8=0),
    ),
    breaks(
        "SCB-2b?",
        "The co-player does not follow the split: his stake wins on the first hand (a), or had to be taken back (b).",
        f"{SPLIT}; {PLAYED}",
        Ruled(
            findings=(("must_follow", "SCB-2b?"),),
            branches={
                "SCB-2b?:a": {"w1": 4000, "s1": 0, "w8": 2000},
                "SCB-2b?:b": {"w1": 4000, "s1": 0, "w8": 1000},
            },
            awarded={"w1": 4000, "s1": 0, "w8": None},
        ),
    ),
    breaks(
        "SCB-2b?",
        "The co-player does not follow and his stake is laid behind the second hand: it rides on the first (a).",
        f"{SPLIT}; shift w8 main hand=2; {PLAYED}",
        Ruled(
            findings=(("must_follow", "SCB-2b?"), ("moved_to_wrong_hand", "SCB-2b?")),
            under={"must_follow": ("SCB-2b?:b",), "moved_to_wrong_hand": ("SCB-2b?:a",)},
            branches={
                "SCB-2b?:a": {"w1": 4000, "s1": 0, "w8": 2000},
                "SCB-2b?:b": {"w1": 4000, "s1": 0, "w8": 1000},
            },
        ),
    ),
    breaks(
        "SCB-11",
        "The co-player splits and the holder stands on the pair: that stake goes back.",
        f"{BOX}; 1 8h D 9s 1 8c; bet s8 P8 split 1000 box=1 hand=2 parent=w8; says 1 stay P1; D 8d; close",
        Ruled(
            findings=(("may_not_follow", "SCB-11"),),
            grounds={"may_not_follow": ("SCB-11",)},
            due={"w1": 0, "w8": 0, "s8": 1000},
        ),
    ),
)

INSURED: Final = (
    keeps(
        "SCB-8",
        "Each player of a box insures for himself: the co-player does, the holder does not.",
        f"""{BOX}; 1 Th D As 1 9c; says 1 no_insurance P1; says 1 insurance P8; bet i8 P8 insurance 500 box=1 parent=w8
        1: says 1 stay P1; D Kd; close""",
        paid(w1=0, w8=0, i8=1500),
    ),
    breaks(
        "SCB-8",
        "The co-player insures for half of the holder's stake: all of his own and not half of it, it goes back.",
        f"""{BOX}; 1 Th D As 1 9c; says 1 insurance P8; bet i8 P8 insurance 1000 box=1 parent=w8
        1: says 1 stay P1; D Kd; close""",
        Ruled(findings=(("insurance_amount", "SCB-8"),), due={"w1": 0, "w8": 0, "i8": 1000}),
    ),
)

ROWS: Final[tuple[Row, ...]] = (*SAY, *FREE, *DOUBLES, *SPLITS, *INSURED)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_shared(row: Row) -> None:
    holds(row)


def test_everybody_sits_at_the_box_of_his_number() -> None:
    assert seated(*(f"P{n} {n}" for n in range(1, 6))) == FLOOR
