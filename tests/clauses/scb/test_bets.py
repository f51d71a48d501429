"""Limits, late stakes, chips, boxes, packs: SCB-9, 10, 17, 26, LATE and DECKS."""

from typing import Final

import pytest

from tests.clauses.scb.floor import FLOOR, TABLE, breaks, holds, keeps, paid
from tests.clauses.table import Row, Ruled

WON: Final = "1 Th D 9s 1 9c; says 1 stand; D 9d; close"
"""Box 1 wins with 19 against 18."""
LIMIT: Final = ("off_limits", "SCB-9")
LATE: Final = ("late_bet", "SCB-17")
CHANGED: Final = ("changed_late", "SCB-17")

UP_TO: Final = "SCB-9a?:a"
BACK: Final = "SCB-9a?:b"
WHOLE: Final = "SCB-9a?:c"


def bet(minor: int, rest: str = WON) -> str:
    return f"1: bet w1 P1 main {minor} box=1; nmb; {rest}"


LIMITS: Final = (
    keeps("SCB-9", "A stake of exactly the minimum.", bet(1000), paid(w1=2000)),
    keeps("SCB-9", "A stake of exactly the maximum.", bet(20_000), paid(w1=40_000)),
    keeps(
        "SCB-9",
        "Where no limits are posted a stake breaks none.",
        bet(999),
        paid(w1=1998),
        before=TABLE.replace(" limits main 1000 20000;", ""),
    ),
    keeps(
        "SCB-9",
        "Three players have the maximum together on a box.",
        f"1: bet w1 P1 main 10000 box=1; bet w2 P2 main 5000 box=1; bet w8 P8 main 5000 box=1; nmb; {WON}",
        paid(w1=20_000, w2=10_000, w8=10_000),
    ),
    breaks(
        "SCB-9",
        "A stake of a centime under the minimum: the direction decides.",
        bet(999),
        Ruled(
            findings=(LIMIT,),
            verdict="refer",
            authority="direction",
            branches={UP_TO: {"w1": 1998}, BACK: {"w1": 999}, WHOLE: {"w1": 1998}},
            verdicts=dict.fromkeys((UP_TO, BACK, WHOLE), "stands"),
            awarded={"w1": None},
        ),
    ),
    keeps(
        "SCB-9a?",
        "A stake over the maximum stands off: it goes back under each reading, and nobody is asked.",
        "1: bet w1 P1 main 30000 box=1; nmb; 1 Th D 9s 1 8c; says 1 stand; D 9d; pay w1 30000; close",
        Ruled(findings=(LIMIT,), verdict="stands", branches={"1": {"w1": 30_000}}),
    ),
    breaks(
        "SCB-9a?",
        "A stake over the maximum wins and is paid up to it, the rest given back: right, or too much, or too little.",
        "1: bet w1 P1 main 30000 box=1; nmb; 1 Th D 9s 1 9c; says 1 stand; D 9d; pay w1 50000; close",
        Ruled(
            findings=(LIMIT, ("wrong_payment", "SCB-9a?"), ("wrong_payment", "SCB-9a?")),
            verdict="refer",
            branches={UP_TO: {"w1": 50_000}, BACK: {"w1": 30_000}, WHOLE: {"w1": 60_000}},
            verdicts={UP_TO: "stands", BACK: "correct", WHOLE: "correct"},
        ),
    ),
    breaks(
        "SCB-9",
        "A co-player's stake is under the minimum, the holder's is not: the holder is paid.",
        f"1: bet w1 P1 main 2000 box=1; bet w8 P8 main 999 box=1; nmb; {WON}",
        Ruled(findings=(LIMIT,), verdict="refer", awarded={"w1": 4000, "w8": None}),
    ),
    breaks(
        "SCB-9",
        "A player alone is above the maximum of the box.",
        bet(20_001),
        Ruled(findings=(LIMIT,), verdict="refer", awarded={"w1": None}),
    ),
    breaks(
        "SCB-9",
        "Holder and co-player are together a centime above the maximum: it is the co-player's stake that is too high.",
        f"1: bet w8 P8 main 10001 box=1; bet w1 P1 main 10000 box=1; nmb; {WON}",
        Ruled(
            findings=(LIMIT,),
            verdict="refer",
            awarded={"w1": 20_000, "w8": None},
            branches={UP_TO: {"w8": 20_001}, BACK: {"w8": 10_001}, WHOLE: {"w8": 20_002}},
        ),
    ),
    breaks(
        "SCB-9",
        "The holder and two co-players are above the maximum: it is the last one's stake that is too high.",
        f"1: bet w1 P1 main 10000 box=1; bet w2 P2 main 5000 box=1; bet w8 P8 main 6000 box=1; nmb; {WON}",
        Ruled(
            findings=(LIMIT,),
            verdict="refer",
            awarded={"w1": 20_000, "w2": 10_000, "w8": None},
            branches={UP_TO: {"w8": 11_000}, BACK: {"w8": 6_000}, WHOLE: {"w8": 12_000}},
        ),
    ),
    keeps(
        "SCB-10",
        "Box 7 is the last.",
        "1: bet w7 P5 main 2000 box=7; nmb; 7 Th D 9s 7 9c; says 7 stand; D 9d; close",
        paid(w7=4000),
    ),
    breaks(
        "SCB-10",
        "A stake lies on an eighth box, which the table does not have: the direction decides on it.",
        """1: bet w1 P1 main 2000 box=1; bet w5 P5 main 1000 box=8; nmb; 1 Th 8 Jh D 9s 1 9c 8 9h; says 1 stand
        1: says 8 stand; D 9d; close""",
        Ruled(
            findings=(("no_such_box", "SCB-10"),),
            verdict="refer",
            authority="direction",
            awarded={"w1": 4000, "w5": None},
        ),
    ),
    breaks(
        "SCB-10",
        "A stake lies on an eighth box and gets no card: none was due there, and the direction decides on the stake.",
        "1: bet w1 P1 main 2000 box=1; bet w5 P5 main 1000 box=8; nmb; 1 Th D 9s 1 9c; says 1 stand; D 9d; close",
        Ruled(
            findings=(("no_such_box", "SCB-10"),),
            verdict="refer",
            branches={"1": {"w1": 4000, "w5": 1000}},
            awarded={"w1": 4000, "w5": None},
        ),
    ),
)

TIMES: Final = (
    keeps(
        "SCB-17",
        "Between Place your bets and No more bets stakes are laid, raised, lowered and taken back.",
        f"""1: open; bet w1 P1 main 1000 box=1; change w1 3000; bet w2 P2 main 4000 box=1; change w2 2000
        1: bet w5 P5 main 1000 box=5; withdraw w5; nmb; {WON}""",
        paid(w1=6000, w2=4000),
    ),
    breaks(
        "SCB-17",
        "A stake laid on the box after the call, before the first card, is late and goes back.",
        f"1: bet w1 P1 main 2000 box=1; nmb; bet w2 P2 main 1000 box=1; {WON}",
        Ruled(findings=(LATE,), due={"w1": 4000, "w2": 1000}, cites=("SCB-LATE",)),
    ),
    breaks(
        "SCB-17",
        "A stake laid after the first card is late although nobody recorded the call.",
        "1: bet w1 P1 main 2000 box=1; 1 Th; bet w3 P3 main 1000 box=3; D 9s 1 9c; says 1 stand; D 9d; close",
        Ruled(findings=(LATE,), due={"w1": 4000, "w3": 1000}),
    ),
    breaks(
        "SCB-17",
        "A stake taken back after the call plays: it has lost, and what its player got is too much.",
        "1: bet w1 P1 main 2000 box=1; nmb; withdraw w1; 1 Th D 9s 1 7c; says 1 stand; D 9d; pay w1 2000; close",
        Ruled(
            findings=(("withdrawn_late", "SCB-17"), ("wrong_payment", "SCB-21")),
            verdict="correct",
            due={"w1": 0},
            cites=("SCB-17",),
        ),
    ),
    keeps(
        "SCB-21",
        "A stake that stands off is taken back once the bank's hand is complete: the player keeps it.",
        "1: bet w1 P1 main 2000 box=1; nmb; 1 Th D 9s 1 8c; says 1 stand; D 9d; withdraw w1; close",
        paid(w1=2000),
    ),
    keeps(
        "SCB-14",
        "A wager is given up, and its player takes up the half that is due before the bank draws.",
        """1: bet w1 P1 main 2000 box=1; bet w3 P3 main 1000 box=3; nmb; 1 Th 3 Ts D 9s 1 6c 3 9c; says 1 surrender P1
        1: change w1 1000; pay w1 0; says 3 stand; D 8d; pay w3 2000; close""",
        paid(w1=1000, w3=2000),
    ),
    breaks(
        "SCB-21",
        "A stake that has lost is taken back once the bank's hand is complete: it is not the player's.",
        "1: bet w1 P1 main 2000 box=1; nmb; 1 Th D 9s 1 7c; says 1 stand; D 9d; withdraw w1; close",
        Ruled(findings=(("withdrawn_late", "SCB-17"),), verdict="correct", due={"w1": 0}),
    ),
    keeps(
        "SCB-LATE",
        "A stake raised before the call plays whole.",
        f"1: bet w1 P1 main 1000 box=1; change w1 1500; nmb; {WON}",
        paid(w1=3000),
    ),
    breaks(
        "SCB-LATE",
        "Of a stake raised from 10 to 15 after the call 5 go back and 10 win.",
        f"1: bet w1 P1 main 1000 box=1; nmb; change w1 1500; {WON}",
        Ruled(findings=(CHANGED,), due={"w1": 2500}, cites=("SCB-LATE",)),
    ),
    breaks(
        "SCB-LATE",
        "A late stake goes back whole and is no part of the box's maximum.",
        f"1: bet w1 P1 main 20000 box=1; nmb; bet w2 P2 main 1000 box=1; {WON}",
        Ruled(findings=(LATE,), due={"w1": 40_000, "w2": 1000}),
    ),
    keeps(
        "SCB-LATE1?",
        "A late stake on a box that has one in time got no card of its own: it goes back.",
        f"1: bet w1 P1 main 2000 box=1; nmb; bet w2 P2 main 1000 box=1; {WON}",
        Ruled(findings=(LATE,), branches={"1": {"w1": 4000, "w2": 1000}}),
    ),
    breaks(
        "SCB-LATE1?",
        "The only stake of the round is late and dealt to, and 20 meets 24: it goes back (a), or it plays and wins (b).",
        "1: nmb; bet w1 P1 main 2000 box=1; 1 Th D 6s 1 Td; says 1 stand; D Jh D 8c; close",
        Ruled(
            findings=(LATE, ("empty_box", "SCB-18"), ("empty_box", "SCB-18")),
            verdict="refer",
            branches={"SCB-LATE1?:a": {"w1": 2000}, "SCB-LATE1?:b": {"w1": 4000}},
            awarded={"w1": None},
        ),
    ),
    breaks(
        "SCB-LATE1?",
        "The only stake is late and dealt to, six cards in all: it goes back (a), or 16 loses to 19 (b).",
        """1: nmb; bet w1 P1 main 2000 box=1; 1 2h D Ts 1 3d; says 1 card; 1 2c; says 1 card; 1 3s; says 1 card; 1 2s
        1: says 1 card; 1 4h; says 1 stand; D 9d; close""",
        Ruled(
            findings=(LATE, *(("empty_box", "SCB-18") for _ in range(6))),
            verdict="refer",
            branches={"SCB-LATE1?:a": {"w1": 2000}, "SCB-LATE1?:b": {"w1": 0}},
        ),
    ),
    breaks(
        "SCB-LATE1?",
        "The only stake is late and dealt to, and is taken back before the settlement: it has lost all the same (b).",
        "1: nmb; bet w1 P1 main 2000 box=1; 1 Th D 9s 1 8d; says 1 stand; withdraw w1; D Jh; close",
        Ruled(
            findings=(LATE, ("withdrawn_late", "SCB-17"), ("empty_box", "SCB-18"), ("empty_box", "SCB-18")),
            branches={"SCB-LATE1?:a": {}, "SCB-LATE1?:b": {"w1": 0}},
        ),
    ),
)

CHIPS: Final = (
    keeps("SCB-26", "A stake is laid in chips.", f"1: bet w1 P1 main 2000 box=1 by=chips; nmb; {WON}", paid(w1=4000)),
    breaks(
        "SCB-26",
        "A banknote is laid on the box.",
        f"1: bet w1 P1 main 2000 box=1 by=cash; nmb; {WON}",
        Ruled(findings=(("not_in_chips", "SCB-26"),), due={"w1": 4000}),
    ),
    breaks(
        "SCB-26",
        "A banknote is laid on a side bet.",
        f"1: bet w1 P1 main 2000 box=1; bet b1 P1 bust 1000 by=cash; nmb; {WON}",
        Ruled(findings=(("not_in_chips", "SCB-26"),), due={"w1": 4000, "b1": 0}),
    ),
)

COPIES: Final = "table: burn 9d reason=other; burn 9d; burn 9d; burn 9d; burn 9d"
BURNED: Final = "; ".join(["burn ?? reason=other"] * 308)
PACKS: Final = (
    keeps("SCB-DECKS", "Six packs.", bet(1000), paid(w1=2000)),
    *(
        breaks(
            "SCB-DECKS",
            f"A shoe of {packs} packs: what its rounds are worth, the direction decides.",
            bet(1000),
            Ruled(findings=(("wrong_decks", "SCB-DECKS"),), verdict="refer", due={"w1": 2000}, awarded={"w1": None}),
            before=FLOOR.replace("shoe S1 6", f"shoe S1 {packs}"),
        )
        for packs in (5, 7)
    ),
    keeps("SCB-DECKS", "A sixth copy of a card.", bet(1000), paid(w1=2000), before=f"{FLOOR}\n{COPIES}"),
    breaks(
        "SCB-DECKS",
        "A seventh copy of a card.",
        bet(1000),
        Ruled(findings=(("one_copy_too_many", "SCB-DECKS"),), verdict="refer", awarded={"w1": None}),
        before=f"{FLOOR}\n{COPIES}; burn 9d",
    ),
    breaks(
        "SCB-DECKS",
        "A 313th card comes out of a shoe of 312.",
        bet(1000),
        Ruled(findings=(("too_many_cards", "SCB-DECKS"),), verdict="refer", awarded={"w1": None}),
        before=f"{FLOOR}\ntable: {BURNED}; burn ??",
    ),
)

ROWS: Final[tuple[Row, ...]] = (*LIMITS, *TIMES, *CHIPS, *PACKS)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_bets(row: Row) -> None:
    holds(row)
