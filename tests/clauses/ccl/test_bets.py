"""Limits, late and withdrawn stakes, the packs: CCL-1, 2, 4, 19 to 21 and LATE."""

from typing import Final

import pytest

from tests.clauses.ccl.floor import FLOOR, Boxed, breaks, holds, keeps
from tests.clauses.table import Row, Ruled

WON: Final = "1 Th D 9s 1 9c; says 1 stand; D 9d; close"
"""Box 1 wins with 19 against 18."""
BOTH_WON: Final = "1 Th 3 Jh D 9s 1 9c 3 9h; says 1 stand; says 3 stand; D 9d; close"
LIMIT: Final = (("off_limits", "CCL-1"),)
LATE: Final = (("late_bet", "CCL-21"),)
CHANGED: Final = (("changed_late", "CCL-21"),)
WITHDRAWN: Final = (("withdrawn_late", "CCL-21"),)


TIED: Final = "1 Th D 9s 1 8c; says 1 stand; D 9d"
SHOWN: Final = WON.removesuffix("; close")
UP_TO: Final = "CCL-1a?:a"
BACK: Final = "CCL-1a?:b"
WHOLE: Final = "CCL-1a?:c"


def bet(minor: int, rest: str = WON) -> str:
    return f"1: bet w1 P1 main {minor} box=1; nmb; {rest}"


LIMITS: Final = (
    keeps("CCL-1", "A stake of exactly the minimum.", bet(10_000), Ruled(due={"w1": 20_000}, awarded={"w1": 20_000})),
    keeps("CCL-1", "A stake of exactly the maximum.", bet(500_000), Ruled(awarded={"w1": 1_000_000})),
    keeps(
        "CCL-1",
        "A stake that was laid too small is raised to the minimum before the call.",
        f"1: bet w1 P1 main 9999 box=1; change w1 10000; nmb; {WON}",
        Ruled(awarded={"w1": 20_000}),
    ),
    keeps(
        "CCL-1",
        "Where no limits were posted a stake breaks none.",
        bet(9_999),
        Ruled(awarded={"w1": 19_998}),
        before=FLOOR.replace(" limits main 10000 500000;", ""),
    ),
    *(
        breaks(
            "CCL-1",
            f"A stake of a heller {side} wins: whole, or up to the limit, or not at all, and management decides.",
            bet(minor),
            Ruled(
                findings=LIMIT,
                verdict="refer",
                authority="management",
                branches={UP_TO: {"w1": up_to}, BACK: {"w1": minor}, WHOLE: {"w1": 2 * minor}},
                verdicts=dict.fromkeys((UP_TO, BACK, WHOLE), "stands"),
                awarded={"w1": None},
            ),
        )
        for side, minor, up_to in (("under the minimum", 9_999, 19_998), ("over the maximum", 500_001, 1_000_001))
    ),
    keeps(
        "CCL-1a?",
        "A stake over the maximum stands off: it goes back under each reading, and nobody is asked.",
        f"1: bet w1 P1 main 600000 box=1; nmb; {TIED}; pay w1 600000; close",
        Ruled(findings=LIMIT, verdict="stands", branches={"1": {"w1": 600_000}}, awarded={"w1": 600_000}),
    ),
    keeps(
        "CCL-1a?",
        "Management has resolved that such a stake is settled whole, and it is paid so.",
        f"table: resolved CCL-1a? c management\n1: bet w1 P1 main 600000 box=1; nmb; {SHOWN}; pay w1 1200000; close",
        Ruled(findings=LIMIT, verdict="stands", branches={"1": {"w1": 1_200_000}}, cites=("CCL-1a?",)),
    ),
    breaks(
        "CCL-1a?",
        "A stake over the maximum wins and is paid up to it, the rest given back: right, or too much, or too little.",
        f"1: bet w1 P1 main 600000 box=1; nmb; {SHOWN}; pay w1 1100000; close",
        Ruled(
            findings=(*LIMIT, ("wrong_payment", "CCL-1a?"), ("wrong_payment", "CCL-1a?")),
            verdict="refer",
            branches={UP_TO: {"w1": 1_100_000}, BACK: {"w1": 600_000}, WHOLE: {"w1": 1_200_000}},
            verdicts={UP_TO: "stands", BACK: "correct", WHOLE: "correct"},
            awarded={"w1": None},
        ),
    ),
    breaks(
        "CCL-1a?",
        "A stake over the maximum is doubled for as much and wins: the double plays for what counts of the wager.",
        """1: bet w1 P1 main 600000 box=1; nmb; 1 6h D 9s 1 5c; says 1 double; bet w1d P1 double 600000 box=1 parent=w1
        1: 1 9d; D 9d; close""",
        Ruled(
            findings=LIMIT,
            verdict="refer",
            branches={
                UP_TO: {"w1": 1_100_000, "w1d": 1_100_000},
                BACK: {"w1": 600_000, "w1d": 600_000},
                WHOLE: {"w1": 1_200_000, "w1d": 1_200_000},
            },
        ),
    ),
    breaks(
        "CCL-1a?",
        "A stake over the maximum is doubled for the maximum, which is not what was laid: two questions.",
        """1: bet w1 P1 main 600000 box=1; nmb; 1 6h D 9s 1 5c; says 1 double; bet w1d P1 double 500000 box=1 parent=w1
        1: 1 9d; D 9d; close""",
        Ruled(
            findings=(*LIMIT, ("wrong_double_stake", "CCL-29")),
            verdict="refer",
            branches={
                f"{UP_TO},CCL-EXTRA?:a": {"w1": 1_100_000, "w1d": 1_000_000},
                f"{UP_TO},CCL-EXTRA?:b": {"w1": 1_100_000, "w1d": 500_000},
                BACK: {"w1": 600_000, "w1d": 500_000},
                f"{WHOLE},CCL-EXTRA?:a": {"w1": 1_200_000, "w1d": 1_000_000},
                f"{WHOLE},CCL-EXTRA?:b": {"w1": 1_200_000, "w1d": 500_000},
            },
        ),
    ),
    keeps(
        "CCL-2",
        "Two players with the minimum each on one box.",
        f"1: bet w1 P1 main 10000 box=1; bet w2 P2 main 10000 box=1; nmb; {WON}",
        Ruled(awarded={"w1": 20_000, "w2": 20_000}),
    ),
    keeps(
        "CCL-2",
        "Two players together have the maximum on one box.",
        f"1: bet w1 P1 main 250000 box=1; bet w2 P2 main 250000 box=1; nmb; {WON}",
        Ruled(awarded={"w1": 500_000, "w2": 500_000}),
    ),
    keeps(
        "CCL-2",
        "A player has the maximum on each of two boxes: it is the box's.",
        f"1: bet w1 P1 main 500000 box=1; bet w3 P1 main 500000 box=3; nmb; {BOTH_WON}",
        Ruled(awarded={"w1": 1_000_000, "w3": 1_000_000}),
    ),
    breaks(
        "CCL-2",
        "The second player on a box is under the minimum although the box is above it.",
        f"1: bet w1 P1 main 10000 box=1; bet w2 P2 main 9999 box=1; nmb; {WON}",
        Ruled(
            findings=LIMIT,
            grounds={"off_limits": ("CCL-1", "CCL-2")},
            verdict="refer",
            awarded={"w1": 20_000, "w2": None},
        ),
    ),
    breaks(
        "CCL-2",
        "Two players on one box are each under the maximum and together over it.",
        f"1: bet w1 P1 main 250001 box=1; bet w2 P2 main 250000 box=1; nmb; {WON}",
        Ruled(
            findings=(("over_box_maximum", "CCL-38"),),
            grounds={"over_box_maximum": ("CCL-2", "CCL-38")},
            due={"w1": 500_002, "w2": 499_999},
        ),
    ),
    keeps(
        "CCL-19",
        "A double beyond the maximum is none of the box's limit: the wager lies within it.",
        """1: bet w1 P1 main 500000 box=1; nmb; 1 6h D 9s 1 5c; says 1 double; bet w1d P1 double 500000 box=1 parent=w1
        1: 1 9d; D 9d; close""",
        Ruled(awarded={"w1": 1_000_000, "w1d": 1_000_000}),
    ),
    breaks(
        "CCL-19",
        "The bet in one of two boxes is off the limits: the other box is settled all the same.",
        f"1: bet w1 P1 main 9000 box=1; bet w3 P3 main 20000 box=3; nmb; {BOTH_WON}",
        Ruled(findings=LIMIT, verdict="refer", awarded={"w1": None, "w3": 40_000}),
    ),
    keeps(
        "CCL-20",
        "Three bets on a box.",
        f"1: bet w1 P1 main 10000 box=1; bet w2 P2 main 10000 box=1; bet w3 P3 main 10000 box=1; nmb; {WON}",
        Ruled(awarded={"w1": 20_000, "w2": 20_000, "w3": 20_000}),
    ),
    breaks(
        "CCL-20",
        "Four bets on a box.",
        """1: bet w1 P1 main 10000 box=1; bet w2 P2 main 10000 box=1; bet w3 P3 main 10000 box=1
        1: bet w4 P3 main 10000 box=1; nmb; """
        + WON,
        Ruled(findings=(("too_many_wagers", "CCL-20"),), verdict="refer", awarded={"w4": None}),
    ),
    breaks(
        "CCL-20",
        "Three bets on a box are together over the maximum.",
        f"1: bet w1 P1 main 200000 box=1; bet w2 P1 main 200000 box=1; bet w3 P1 main 100001 box=1; nmb; {WON}",
        Ruled(findings=LIMIT, verdict="refer", awarded={"w3": None}),
    ),
)

TIMES: Final = (
    keeps(
        "CCL-21",
        "Before the call a bet may be laid, raised, lowered and taken back.",
        f"""1: bet w1 P1 main 10000 box=1; change w1 30000; bet w3 P3 main 40000 box=3; change w3 20000
        1: bet w5 P5 main 10000 box=5; withdraw w5; nmb; {BOTH_WON}""",
        Ruled(verdict="stands", awarded={"w1": 60_000, "w3": 40_000}),
    ),
    breaks(
        "CCL-21",
        "A bet laid on box 3 after the first card goes back: the box is dealt no card.",
        "1: bet w1 P1 main 10000 box=1; nmb; 1 Th; bet w3 P3 main 20000 box=3; D 9s 1 9c; says 1 stand; D 9d; close",
        Ruled(findings=LATE, due={"w1": 20_000, "w3": 20_000}, cites=("CCL-LATE",)),
    ),
    breaks(
        "CCL-21",
        "A bet laid after the first card is late although nobody recorded the call, whatever closes the bets.",
        "1: bet w1 P1 main 10000 box=1; 1 Th; bet w3 P3 main 20000 box=3; D 9s 1 9c; says 1 stand; D 9d; close",
        Ruled(findings=LATE, due={"w1": 20_000, "w3": 20_000}),
    ),
    breaks(
        "CCL-21",
        "A bet lowered after the first card was changed too late: all of it lost.",
        "1: bet w1 P1 main 20000 box=1; nmb; 1 Th; change w1 10000; D 9s 1 7c; says 1 stand; D 9d; pay w1 0; close",
        Ruled(findings=CHANGED, verdict="correct", awarded={"w1": 0}),
    ),
    breaks(
        "CCL-21",
        "A bet lowered after the first card is lost, and nothing is told of it: what was taken up is the house's.",
        "1: bet w1 P1 main 20000 box=1; nmb; 1 Th; change w1 10000; D 9s 1 7c; says 1 stand; D 9d; close",
        Ruled(findings=CHANGED, verdict="correct", awarded={"w1": 0}),
    ),
    breaks(
        "CCL-21",
        "A bet lowered after the first card wins, in a feed that tells no payments: nobody has too much.",
        "1: bet w1 P1 main 20000 box=1; nmb; 1 Th; change w1 10000; D 9s 1 9c; says 1 stand; D 9d; close",
        Ruled(findings=CHANGED, verdict="stands", awarded={"w1": 40_000}),
    ),
    breaks(
        "CCL-21",
        "A bet taken back after the first card plays: it has won.",
        "1: bet w1 P1 main 20000 box=1; nmb; 1 Th; withdraw w1; D 9s 1 9c; says 1 stand; D 9d; close",
        Ruled(findings=WITHDRAWN, due={"w1": 40_000}, cites=("CCL-21",)),
    ),
    breaks(
        "CCL-21",
        "A bet taken back after the first card plays: it has lost, and the stake that its player got is too much.",
        "1: bet w1 P1 main 20000 box=1; nmb; 1 Th; withdraw w1; D 9s 1 7c; says 1 stand; D 9d; pay w1 20000; close",
        Ruled(findings=(*WITHDRAWN, ("wrong_payment", "CCL-13")), verdict="correct", due={"w1": 0}),
    ),
    keeps(
        "CCL-LATE",
        "A stake raised before the call plays whole.",
        f"1: bet w1 P1 main 10000 box=1; change w1 15000; nmb; {WON}",
        Ruled(awarded={"w1": 30_000}),
    ),
    breaks(
        "CCL-LATE",
        "Of a stake raised from 100 to 150 after the first card 50 go back and 100 win.",
        "1: bet w1 P1 main 10000 box=1; nmb; 1 Th; change w1 15000; D 9s 1 9c; says 1 stand; D 9d; close",
        Ruled(findings=CHANGED, due={"w1": 25_000}, cites=("CCL-LATE",)),
    ),
    breaks(
        "CCL-LATE",
        "Of a stake raised from 100 to 150 after the first card 50 go back and 100 lose.",
        "1: bet w1 P1 main 10000 box=1; nmb; 1 Th; change w1 15000; D 9s 1 7c; says 1 stand; D 9d; pay w1 5000; close",
        Ruled(findings=CHANGED, verdict="stands", due={"w1": 5_000}),
    ),
    breaks(
        "CCL-LATE",
        "A second bet laid late on a box goes back whole; it is no part of the box's maximum.",
        """1: bet w1 P1 main 500000 box=1; nmb; 1 Th; bet w2 P2 main 10000 box=1; D 9s 1 7c; says 1 stand; D 9d
        1: pay w1 0; pay w2 10000; close""",
        Ruled(findings=LATE, verdict="stands", due={"w1": 0, "w2": 10_000}),
    ),
)

A: Final = "CCL-21a?:a"
B: Final = "CCL-21a?:b"
LATE_A: Final = "CCL-21a?:b,CCL-LATE1?:a"
LATE_B: Final = "CCL-21a?:b,CCL-LATE1?:b"
TO_THREE: Final = "1 Th 3 5c D 9s 1 9c 3 2d; notice dealer inspector"

CLOSING: Final = (
    breaks(
        "CCL-21a?",
        "A bet laid between the call and the first card plays and wins (a), or is late and goes back (b).",
        f"1: bet w1 P1 main 10000 box=1; nmb; bet w2 P2 main 10000 box=1; {WON}",
        Ruled(
            findings=LATE,
            branches={A: {"w1": 20_000, "w2": 20_000}, B: {"w1": 20_000, "w2": 10_000}},
            awarded={"w1": 20_000, "w2": None},
            cites=("CCL-21a?",),
        ),
    ),
    breaks(
        "CCL-21a?",
        "A stake raised between the call and the first card plays whole (a), or its raise goes back (b).",
        f"1: bet w1 P1 main 10000 box=1; nmb; change w1 20000; {WON}",
        Ruled(findings=CHANGED, branches={A: {"w1": 40_000}, B: {"w1": 30_000}}, awarded={"w1": None}),
    ),
    breaks(
        "CCL-21a?",
        "A bet taken back between the call and the first card is off (a), or still plays (b); the other bet wins anyway.",
        f"1: bet w1 P1 main 10000 box=1; bet w2 P2 main 20000 box=1; nmb; withdraw w1; {WON}",
        Ruled(
            findings=WITHDRAWN,
            branches={A: {"w2": 40_000}, B: {"w1": 20_000, "w2": 40_000}},
            awarded={"w2": 40_000},
        ),
    ),
    breaks(
        "CCL-21a?",
        "Box 3, betted on after the call, is dealt two cards: rightly (a), or with a late stake (b).",
        f"1: bet w1 P1 main 10000 box=1; nmb; bet w3 P3 main 20000 box=3; {TO_THREE}",
        Boxed(
            findings=(*LATE, ("empty_box", "CCL-26"), ("empty_box", "CCL-26")),
            verdict="refer",
            branches={
                A: {"w1": None, "w3": None},
                LATE_A: {"w1": None, "w3": 20_000},
                LATE_B: {"w1": None, "w3": None},
            },
            verdicts={A: "stands", LATE_A: "reconstruct", LATE_B: "stands"},
            standing={A: None, LATE_A: "reconstruct", LATE_B: None},
            boxes={A: "1 Th 9c / 3 5c 2d / D 9s", LATE_A: "1 Th 9s / D 5c", LATE_B: "1 Th 9c / 3 5c 2d / D 9s"},
            moves={LATE_A: "5c box3>dealer, 9s dealer>box1, 9c box1>next, 2d box3>next"},
            surplus={LATE_A: "9c>next, 2d>next"},
        ),
    ),
    keeps(
        "CCL-21a?",
        "A bet laid before the call plays, whatever closes the bets.",
        f"1: bet w1 P1 main 10000 box=1; bet w2 P2 main 10000 box=1; nmb; {WON}",
        Ruled(verdict="stands", branches={"1": {"w1": 20_000, "w2": 20_000}}),
    ),
)

BURNED: Final = "; ".join(["burn ?? reason=other"] * 308)
COPIES: Final = "table: burn 9d reason=other; burn 9d; burn 9d; burn 9d; burn 9d"
PACKS: Final = (
    keeps("CCL-4", "Six packs.", bet(10_000), Ruled(verdict="stands", awarded={"w1": 20_000})),
    *(
        breaks(
            "CCL-4",
            f"A shoe of {packs} packs: what its rounds are worth, management decides.",
            bet(10_000),
            Ruled(findings=(("wrong_decks", "CCL-4"),), verdict="refer", due={"w1": 20_000}, awarded={"w1": None}),
            before=FLOOR.replace("shoe S1 6", f"shoe S1 {packs}"),
        )
        for packs in (5, 7, 8)
    ),
    keeps("CCL-4", "A sixth copy of a card.", bet(10_000), Ruled(verdict="stands"), before=f"{FLOOR}\n{COPIES}"),
    breaks(
        "CCL-4",
        "A seventh copy of a card.",
        bet(10_000),
        Ruled(findings=(("one_copy_too_many", "CCL-4"),), verdict="refer", awarded={"w1": None}),
        before=f"{FLOOR}\n{COPIES}; burn 9d",
    ),
    keeps(
        "CCL-4",
        "The 312th card comes out of the shoe.",
        bet(10_000),
        Ruled(awarded={"w1": 20_000}),
        before=f"{FLOOR}\ntable: {BURNED}",
    ),
    breaks(
        "CCL-4",
        "A 313th card comes out of a shoe of 312.",
        bet(10_000),
        Ruled(findings=(("too_many_cards", "CCL-4"),), verdict="refer", awarded={"w1": None}),
        before=f"{FLOOR}\ntable: {BURNED}; burn ??",
    ),
)

ROWS: Final[tuple[Row, ...]] = (*LIMITS, *TIMES, *CLOSING, *PACKS)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_bets(row: Row) -> None:
    holds(row)
