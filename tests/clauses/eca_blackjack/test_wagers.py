"""Wagers, limits, tips: ECA-C3, C3a?, C8, W1, W2, SP7 and LATE, with one wager on a box."""

from typing import Final

import pytest

from tests.clauses.eca_blackjack.floor import DIRECTOR, Money, breaks, double, holds, keeps, paid, seats, split
from tests.clauses.table import Row, Ruled

LIMIT: Final = ("off_limits", "ECA-C3")
LATE: Final = ("late_bet", "ECA-B-W1")
CHANGED: Final = ("changed_late", "ECA-B-W2")
WITHDRAWN: Final = ("withdrawn_late", "ECA-B-W2")
WRONG: Final = "wrong_payment"

WON: Final = "1 Th D 7s 1 9c; says 1 stand; D Td"
"""Nineteen against seventeen."""
LOST: Final = "1 Th D 9s 1 8c; says 1 stand; D Td"
"""Eighteen against nineteen."""


def off(up_to: int, back: int, whole: int, *more: tuple[str, str]) -> Ruled:
    """What follows a wager outside the limits is not said: what is due under each reading. The Director decides on it."""
    branches: dict[str, Money] = {"ECA-C3b?:a": {"w1": up_to}, "ECA-C3b?:b": {"w1": back}, "ECA-C3b?:c": {"w1": whole}}
    return Ruled(
        findings=(LIMIT, *more),
        verdict="refer",
        authority=DIRECTOR,
        branches=branches,
        verdicts=dict.fromkeys(branches, "stands"),
        awarded={"w1": None},
    )


LIMITS: Final = (
    keeps(
        "ECA-C3",
        "Ten is the least and plays: nineteen beats seventeen.",
        f"1: {seats(1, stake=1000)}; {WON}; close",
        paid(w1=2000),
    ),
    keeps("ECA-C3", "Five hundred is the most and plays.", f"1: {seats(1, stake=50_000)}; {WON}; close", paid(w1=100_000)),
    keeps("ECA-C3", "Thirty is a whole number of units.", f"1: {seats(1, stake=3000)}; {WON}; close", paid(w1=6000)),
    breaks("ECA-C3", "Nine is below the minimum.", f"1: {seats(1, stake=900)}; {WON}; close", off(1800, 900, 1800)),
    breaks(
        "ECA-C3", "Fifteen is no whole number of units.", f"1: {seats(1, stake=1500)}; {WON}; close", off(2500, 1500, 3000)
    ),
    breaks(
        "ECA-C3",
        "Five hundred and ten is too much.",
        f"1: {seats(1, stake=51_000)}; {WON}; close",
        off(101_000, 51_000, 102_000),
    ),
    breaks(
        "ECA-C3",
        "Five hundred and one is too much, and no whole number of units either.",
        f"1: {seats(1, stake=50_100)}; {WON}; close",
        off(100_100, 50_100, 100_200, LIMIT),
    ),
    breaks(
        "ECA-C3",
        "A wager off the limits does not hold up its neighbour, who is paid.",
        f"1: bet w1 J1 main 900 box=1; {seats(2)}; 1 Th 2 Tc D 7s 1 9c 2 8c; says 1 stand; says 2 stand; D Td; close",
        Ruled(findings=(LIMIT,), verdict="refer", due={"w2": 4000}, awarded={"w1": None, "w2": 4000}),
    ),
    keeps(
        "ECA-C3a?",
        "One player's 500 on a box is allowed whether the maximum is the box's or the player's.",
        f"1: {seats(1, stake=50_000)}; {WON}; close",
        Ruled(verdict="stands", branches={"1": {"w1": 100_000}}),
        unresolved=("ECA-C3a?",),
    ),
    breaks(
        "ECA-C3a?",
        "One player's 510 on a box is too much whether the maximum is the box's or the player's.",
        f"1: {seats(1, stake=51_000)}; {WON}; close",
        off(101_000, 51_000, 102_000),
        unresolved=("ECA-C3a?",),
    ),
    keeps(
        "ECA-C3b?",
        "A wager of 15 stands off: it goes back under each reading, and nobody is asked.",
        f"1: {seats(1, stake=1500)}; 1 Th D 9s 1 8c; says 1 stand; D 9d; pay w1 1500; close",
        Ruled(findings=(LIMIT,), verdict="stands", branches={"1": {"w1": 1500}}),
    ),
    breaks(
        "ECA-C3b?",
        "A wager of 510 wins and is paid up to the 500: right, or too much, or too little.",
        f"1: {seats(1, stake=51_000)}; {WON}; pay w1 101000; close",
        Ruled(
            findings=(LIMIT, (WRONG, "ECA-C3b?"), (WRONG, "ECA-C3b?")),
            verdict="refer",
            authority=DIRECTOR,
            branches={"ECA-C3b?:a": {"w1": 101_000}, "ECA-C3b?:b": {"w1": 51_000}, "ECA-C3b?:c": {"w1": 102_000}},
            verdicts={"ECA-C3b?:a": "stands", "ECA-C3b?:b": "correct", "ECA-C3b?:c": "correct"},
        ),
    ),
    keeps("ECA-C8", "Nobody tips.", f"1: {seats(1)}; {WON}; pay w1 4000; close", paid(w1=4000)),
    breaks(
        "ECA-C8",
        "A judge gives a tip during the game: an irregularity, no money of the round changes.",
        f"1: {seats(1)}; {WON}; pay w1 4000; tip J1 500; close",
        paid("stands", ("tip", "ECA-C8"), w1=4000),
    ),
)

TIMES: Final = (
    keeps("ECA-B-W1", "A wager laid before the first card plays.", f"1: {seats(1)}; {WON}; close", paid(w1=4000)),
    keeps(
        "ECA-B-W1",
        "A wager laid after the call but before the first card plays: the card closes the betting.",
        f"1: {seats(1)}; bet w2 J2 main 2000 box=2; 1 Th 2 Tc D 7s 1 9c 2 8c; says 1 stand; says 2 stand; D Td; close",
        paid(w1=4000, w2=4000),
    ),
    breaks(
        "ECA-B-W1",
        "A wager laid on a box of its own after the first card is late: the box is not served and the stake goes back.",
        f"1: {seats(1)}; 1 Th; bet w2 J2 main 2000 box=2; D 7s 1 9c; says 1 stand; D Td; close",
        paid("stands", LATE, w1=4000, w2=2000),
    ),
    breaks(
        "ECA-B-W1",
        "After the first card J1 lays a second wager on the own box: it is late and goes back, the first one wins.",
        f"1: {seats(1)}; 1 Th; bet w2 J1 main 3000 box=1; D 7s 1 9c; says 1 stand; D Td; close",
        paid("stands", LATE, w1=4000, w2=3000),
    ),
    breaks(
        "ECA-LATE1?",
        "A box wagered on after the first card is served: its cards are the others', or it plays.",
        f"1: {seats(1)}; 1 9c; bet w2 J2 main 2000 box=2; 2 Qd D 6s 1 4s 2 8c; notice inspector dealer",
        Ruled(  # (a) in the order of the shoe: 9c for box 1, Qd for the dealer, 6s for box 1
            findings=(LATE, ("empty_box", "ECA-B-D1"), ("empty_box", "ECA-B-D1")),
            verdict="refer",
            authority=DIRECTOR,
            branches={"ECA-LATE1?:a": {"w1": None, "w2": 2000}, "ECA-LATE1?:b": {"w1": None, "w2": None}},
            awarded={"w1": None, "w2": None},
        ),
    ),
    keeps(
        "ECA-LATE1?",
        "A late stake on a box that had one in time got no card of its own: it goes back.",
        f"1: {seats(1)}; 1 9c; bet w2 J2 main 2000 box=1; D 6s 1 9s; says 1 stand; D Td D 9h; close",
        Ruled(findings=(LATE,), branches={"1": {"w1": 4000, "w2": 2000}}),
    ),
    keeps(
        "ECA-B-W2",
        "A wager raised before the first card plays at its new whole.",
        f"1: {seats(1)}; change w1 4000; {WON}; close",
        paid(w1=8000),
    ),
    keeps(
        "ECA-B-W2",
        "A wager may be taken back before the first card, and its box is not served.",
        f"1: {seats(1, 2)}; withdraw w2; {WON}; close",
        paid(w1=4000),
    ),
    keeps(
        "ECA-B-W2",
        "The stake of a double comes after the first card, as the rules provide.",
        f"1: {seats(1)}; 1 6h D 7s 1 5c; says 1 double; {double(1)}; 1 9c; D Td; close",
        paid(w1=4000, w1d=4000),
    ),
    keeps(
        "ECA-B-W2",
        "A wager that stands off is taken back once the dealer's hand is complete: nothing was to be paid on it.",
        f"1: {seats(1)}; 1 Th D 9s 1 8c; says 1 stand; D 9d; withdraw w1; close",
        paid(w1=2000),
    ),
    keeps(
        "ECA-B-W2",
        "A blackjack against a nine is decided with the deal: its wager is taken up and its winnings are paid.",
        f"1: {seats(1, 2)}; 1 Ah 2 Th D 9s 1 Kc 2 8c; withdraw w1; pay w1 3000; says 2 stand; D 9d; pay w2 2000; close",
        paid(w1=5000, w2=2000),
    ),
    breaks(
        "ECA-B-W2",
        "A wager that lost is taken back once the dealer's hand is complete: it is the house's.",
        f"1: {seats(1)}; 1 Th D 9s 1 7c; says 1 stand; D 9d; withdraw w1; close",
        paid("correct", WITHDRAWN, w1=0),
    ),
    breaks(
        "ECA-B-W2",
        "A hand is over 21 and its wager is taken back before it is collected: it is the house's.",
        f"""1: {seats(1, 2)}; 1 Th 2 Ts D 9s 1 6c 2 9h; says 1 hit; 1 Kd; withdraw w1; says 2 stand; D Kh
        1: pay w2 2000; close""",
        paid("correct", WITHDRAWN, w1=0, w2=2000),
    ),
    breaks(
        "ECA-B-W2",
        "A wager of 20 is raised to 40 after the first card: 20 play and win, the raise goes back.",
        f"1: {seats(1)}; 1 Th; change w1 4000; D 7s 1 9c; says 1 stand; D Td; close",
        paid("stands", CHANGED, w1=6000),
    ),
    breaks(
        "ECA-B-W2",
        "A wager of 40 is lowered to 10 after the first card and loses whole: 30 are in the player's hand.",
        f"1: {seats(1, stake=4000)}; 1 Th; change w1 1000; D 9s 1 8c; says 1 stand; D Td; close",
        paid("correct", CHANGED, w1=0),
    ),
    breaks(
        "ECA-B-W2",
        "A wager taken back after the first card plays on, and loses.",
        f"1: {seats(1)}; 1 Th; withdraw w1; D 9s 1 8c; says 1 stand; D Td; close",
        paid("correct", WITHDRAWN, w1=0),
    ),
    keeps(
        "ECA-LATE",
        "A late wager goes back although the round was won.",
        f"1: {seats(1)}; 1 Th; bet w2 J2 main 2000 box=2; D 7s 1 9c; says 1 stand; D Td; pay w1 4000; pay w2 2000; close",
        paid("stands", LATE, w1=4000, w2=2000),
    ),
    keeps(
        "ECA-LATE",
        "The late part of a raised wager goes back although the wager is lost.",
        f"1: {seats(1)}; 1 Th; change w1 5000; D 9s 1 8c; says 1 stand; D Td; pay w1 3000; close",
        paid("stands", CHANGED, w1=3000),
    ),
    breaks(
        "ECA-LATE",
        "The late part of a raised wager is paid as if it had played: 80 went back where 60 are due.",
        f"1: {seats(1)}; 1 Th; change w1 4000; D 7s 1 9c; says 1 stand; D Td; pay w1 8000; close",
        paid("correct", CHANGED, (WRONG, "ECA-B-F3"), w1=6000),
    ),
    breaks(
        "ECA-LATE",
        "A late wager is collected: it was no wager of this round and goes back.",
        f"1: {seats(1)}; 1 Th; bet w2 J2 main 2000 box=2; D 7s 1 9c; says 1 stand; D Td; pay w1 4000; pay w2 0; close",
        Ruled(findings=(LATE, (WRONG, "ECA-LATE")), verdict="correct", due={"w1": 4000, "w2": 2000}),
    ),
)

SPLITS: Final = (
    keeps(
        "ECA-B-SP7",
        "Each new hand of a split has a stake equal to the wager: eighteen wins, seventeen stands off.",
        f"""1: {seats(1)}; 1 8s D 7c 1 8h; says 1 split; {split(1, 2)}; 1 Td; says 1 stand; 1.2 9d; says 1.2 stand; D Tc
        1: pay w1 4000; pay w1.2 2000; close""",
        paid(**{"w1": 4000, "w1.2": 2000}),
    ),
    breaks(
        "ECA-B-SP7",
        "The stake of the new hand is 30 on a wager of 20: 20 of it play and win, 10 go back.",
        f"""1: {seats(1)}; 1 8s D 7c 1 8h; says 1 split; {split(1, 2, 3000)}; 1 Td; says 1 stand; 1.2 Kd; says 1.2 stand
        1: D Tc; close""",
        Ruled(
            findings=(("wrong_split_stake", "ECA-B-SP1"),),
            verdict="refer",
            due={"w1": 4000},
            branches={"ECA-B-EXTRA?:a": {"w1.2": 5000}, "ECA-B-EXTRA?:b": {"w1.2": 3000}},
        ),
    ),
)

ROWS: Final[tuple[Row, ...]] = (*LIMITS, *TIMES, *SPLITS)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_wagers(row: Row) -> None:
    holds(row)
