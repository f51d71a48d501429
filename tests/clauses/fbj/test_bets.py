"""Bets, limits and conduct: FBJ-1 to 3, 5, 12, 42, LATE, TIPS."""

from typing import Final

import pytest

from tests.clauses.fbj.floor import (
    FLOOR,
    PAIR,
    SEATED,
    SUPERVISOR,
    TRIO,
    WRONG,
    Money,
    bets,
    breaks,
    chosen,
    holds,
    keeps,
    paid,
)
from tests.clauses.table import Row, Ruled

LIMIT: Final = ("off_limits", "FBJ-2")
LATE: Final = ("late_bet", "FBJ-1")
CHANGED: Final = ("changed_late", "FBJ-1")
TAKEN: Final = ("withdrawn_late", "FBJ-12")
FOUR: Final = ("too_many_players", "FBJ-3")
NOTED: Final = ("noted_irregularity", "")
EARLY: Final = ("chips_taken_early", "FBJ-12")

WON: Final = "1 Th D 7s 1 9c; says 1 stand; D Td"
"""Nineteen against seventeen."""
SHARED: Final = "3 Th D 7s 3 9c; says 3 stand P1; D Td"


def off(up_to: int, back: int, whole: int) -> Ruled:
    """What becomes of a bet off the limits is not said: what is due under each reading. The supervisor decides on it."""
    branches: dict[str, Money] = {"FBJ-2a?:a": {"w1": up_to}, "FBJ-2a?:b": {"w1": back}, "FBJ-2a?:c": {"w1": whole}}
    return Ruled(
        findings=(LIMIT,),
        verdict="refer",
        authority=SUPERVISOR,
        branches=branches,
        verdicts=dict.fromkeys(branches, "stands"),
        awarded={"w1": None},
    )


LIMITS: Final = (
    keeps("FBJ-1", "A bet laid before the first card plays.", f"1: {bets(1)}; {WON}; close", paid(w1=4000)),
    keeps(
        "FBJ-1",
        "A bet laid after the call but before the first card plays.",
        f"1: {bets(1)}; bet w2 P2 main 2000 box=2; 1 Th 2 Tc D 7s 1 9c 2 8c; says 1 stand; says 2 stand; D Td; close",
        paid(w1=4000, w2=4000),
    ),
    breaks(
        "FBJ-1",
        "A bet laid after the first card is late, its field is not served, and it goes back.",
        f"1: {bets(1)}; 1 Th; bet w2 P2 main 2000 box=2; D 7s 1 9c; says 1 stand; D Td; close",
        paid("stands", LATE, w1=4000, w2=2000),
    ),
    breaks(
        "FBJ-1",
        "A bet on the croupier's 22 is laid after the first card and goes back.",
        f"1: {bets(1)}; 1 Th; bet p1 P1 push22 1000 box=1; D 7s 1 9c; says 1 stand; D 5d D Th; close",
        paid("stands", LATE, w1=2000, p1=1000),
    ),
    breaks(
        "FBJ-1",
        "A bet below the minimum does not let its player join.",
        f"1: {bets(1, stake=900)}; {WON}; close",
        off(1800, 900, 1800),
    ),
    keeps("FBJ-2", "The minimum of 10 plays.", f"1: {bets(1, stake=1000)}; {WON}; close", paid(w1=2000)),
    keeps("FBJ-2", "The maximum of 500 plays.", f"1: {bets(1, stake=50_000)}; {WON}; close", paid(w1=100_000)),
    keeps(
        "FBJ-2",
        "Two players with 300 each on one field: the maximum is that of a player's bet.",
        f"1: {TRIO.replace('2000', '30000').replace('3000 ', '30000 ')}; {SHARED}; close",
        paid(w1=60_000, w2=60_000, w3=2000),
        before=SEATED,
    ),
    keeps(
        "FBJ-2",
        "A double takes a bet of 400 above the maximum, which is one of bets.",
        f"1: {bets(1, stake=40_000)}; 1 5h D 7s 1 6c; {chosen('double', minor=40_000)}; 1 9d; D Td; close",
        paid(w1=80_000, w1d1=80_000),
    ),
    keeps(
        "FBJ-2",
        "Where no limits are posted, 5 and 10,000 are within them.",
        f"""1: {bets(1, stake=500)}; bet w2 P2 main 1000000 box=2; 1 Th 2 Tc D 7s 1 9c 2 9d
        1: says 1 stand; says 2 stand; D Td; close""",
        paid(w1=1000, w2=2_000_000),
        before="table: table blackjack fbj EUR; shoe S1 6",
    ),
    breaks("FBJ-2", "Nine is below the minimum.", f"1: {bets(1, stake=900)}; {WON}; close", off(1800, 900, 1800)),
    breaks(
        "FBJ-2", "501 is above the maximum.", f"1: {bets(1, stake=50_100)}; {WON}; close", off(100_100, 50_100, 100_200)
    ),
    keeps(
        "FBJ-2a?",
        "A bet of 501 ties: it goes back under each reading, and nobody is asked.",
        f"1: {bets(1, stake=50_100)}; 1 Th D 9s 1 8c; says 1 stand; D 9d; pay w1 50100; close",
        Ruled(findings=(LIMIT,), verdict="stands", branches={"1": {"w1": 50_100}}),
    ),
    breaks(
        "FBJ-2a?",
        "A bet of 60 on the croupier's 22, of which 50 are the most, wins: up to the limit, not at all, or whole.",
        f"1: {bets(1)}; bet p1 P1 push22 6000 box=1; 1 Th D 7s 1 9c; says 1 stand; D 5d D Th; close",
        Ruled(
            findings=(LIMIT,),
            verdict="refer",
            authority=SUPERVISOR,
            branches={
                "FBJ-2a?:a": {"w1": 2000, "p1": 11_000},
                "FBJ-2a?:b": {"w1": 2000, "p1": 6000},
                "FBJ-2a?:c": {"w1": 2000, "p1": 12_000},
            },
            awarded={"w1": 2000, "p1": None},
        ),
        before=f"{FLOOR}; limits push22 500 5000",
    ),
    breaks(
        "FBJ-2a?",
        "A bet of 600 is doubled free, of which 500 are the most: the chip pays what counts of it.",
        f"""1: {bets(1, stake=60_000)}; 1 6s D 9c 1 5h; {chosen("free_double", minor=60_000)}; 1 Kd; D 8d; close""",
        Ruled(
            findings=(LIMIT,),
            verdict="refer",
            branches={
                "FBJ-2a?:a": {"w1": 110_000, "w1x1": 50_000},
                "FBJ-2a?:b": {"w1": 60_000, "w1x1": 0},
                "FBJ-2a?:c": {"w1": 120_000, "w1x1": 60_000},
            },
        ),
    ),
    breaks(
        "FBJ-2",
        "One of three on a field bets less than the minimum: the others are paid.",
        f"1: {TRIO.replace('1000', '500')}; {SHARED}; close",
        Ruled(
            findings=(LIMIT,),
            verdict="refer",
            branches={
                "FBJ-2a?:a": {"w3": 1000},
                "FBJ-2a?:b": {"w3": 500},
                "FBJ-2a?:c": {"w3": 1000},
            },
            awarded={"w1": 4000, "w2": 6000, "w3": None},
        ),
        before=SEATED,
    ),
    keeps(
        "FBJ-3",
        "Three players are on one field.",
        f"1: {TRIO}; {SHARED}; close",
        paid(w1=4000, w2=6000, w3=2000),
        before=SEATED,
    ),
    breaks(
        "FBJ-3",
        "A fourth player bets on a field.",
        f"1: {TRIO.replace('; nmb', '; bet w4 P4 main 1000 box=3 spot=4; nmb')}; {SHARED}; close",
        Ruled(findings=(FOUR,), verdict="refer", due={"w1": 4000, "w2": 6000, "w3": 2000}),
        before=SEATED,
    ),
    keeps("FBJ-5", "Nobody was seen to join forces.", f"1: {TRIO}; {SHARED}; close", paid(w1=4000), before=SEATED),
    breaks(
        "FBJ-5",
        "The dealer notes that P1 and P2 bet together above the maximum: a person decides on it.",
        f"1: {TRIO}; {SHARED}; irregular partnership D1 about=P2; close",
        Ruled(findings=(("partnership", "FBJ-5"),), due={"w1": 4000, "w2": 6000, "w3": 2000}),
        before=SEATED,
    ),
)

MANNERS: Final = (
    keeps(
        "FBJ-12",
        "The players take their chips when the field is paid.",
        f"1: {TRIO}; {SHARED}; pay w1 4000; pay w2 6000; pay w3 2000; close",
        paid(w1=4000, w2=6000, w3=2000),
        before=SEATED,
    ),
    breaks(
        "FBJ-12",
        "P1 takes chips while the others on the field are still to be paid.",
        f"1: {TRIO}; {SHARED}; pay w1 4000; irregular takes_chips D1 about=P1; pay w2 6000; pay w3 2000; close",
        paid("stands", EARLY, w1=4000, w2=6000, w3=2000),
        before=SEATED,
    ),
    keeps(
        "FBJ-12",
        "The field ties, the other one is collected: the players take their bets, of which nothing had to be paid.",
        f"""1: {PAIR.replace("; nmb", "; bet w5 P5 main 1000 box=5; nmb")}; 3 Th 5 9h D Ts 3 9c 5 8c; says 3 stand P1
        1: says 5 stand P5; D 9d; pay w5 0; withdraw w1; irregular takes_chips D1 about=P2; withdraw w2; close""",
        Ruled(findings=(NOTED,), verdict="stands", due={"w1": 2000, "w2": 3000, "w5": 0}),
        before=SEATED,
    ),
    breaks(
        "FBJ-12",
        "P1 was paid and takes bet and win while P2 on the same field is still to be paid.",
        f"1: {TRIO}; {SHARED}; pay w1 4000; withdraw w1; pay w2 6000; pay w3 2000; close",
        paid("stands", EARLY, w1=4000, w2=6000, w3=2000),
        before=SEATED,
    ),
    keeps(
        "FBJ-12",
        "P1 takes bet and win when the own field is paid, while another field is still to be paid.",
        f"""1: {PAIR.replace("; nmb", "; bet w5 P5 main 1000 box=5; nmb")}; 3 Th 5 9h D Ts 3 9c 5 Tc; says 3 stand P1
        1: says 5 stand P5; D 8d; pay w1 4000; pay w2 6000; withdraw w1; withdraw w2; pay w5 2000; close""",
        paid(w1=4000, w2=6000, w5=2000),
        before=SEATED,
    ),
    breaks(
        "FBJ-12",
        "P2 takes the winning bet up before its win is paid, while the croupier pays the field.",
        f"1: {TRIO}; {SHARED}; pay w1 4000; withdraw w2; pay w3 2000; close",
        Ruled(findings=(EARLY, ("unpaid", "FBJ-20")), verdict="correct", due={"w1": 4000, "w2": 6000, "w3": 2000}),
        before=SEATED,
    ),
    keeps(
        "FBJ-12",
        "A bet that ties is taken once the croupier's hand is complete: nothing on its field was to be paid.",
        f"1: {bets(1)}; 1 Th D 9s 1 8c; says 1 stand; D 9d; withdraw w1; close",
        paid(w1=2000),
    ),
    keeps(
        "FBJ-12",
        "A winner takes the bet in a round of which no payment is recorded: nobody can say that it was too early.",
        f"1: {bets(1)}; {WON}; withdraw w1; close",
        Ruled(due={"w1": 4000}),
    ),
    breaks(
        "FBJ-12",
        "A winner lowers the bet before the win is paid: chips are taken before the field is paid.",
        f"1: {bets(1)}; {WON}; change w1 1000; pay w1 3000; close",
        paid("stands", EARLY, w1=4000),
    ),
    breaks(
        "FBJ-12",
        "A bet that has lost is taken before it is collected: it is not the player's.",
        f"1: {bets(1)}; 1 Th D 9s 1 7c; says 1 stand; D 9d; withdraw w1; close",
        paid("correct", TAKEN, w1=0),
    ),
    breaks(
        "FBJ-12",
        "A bet is taken back after the first card: it plays on and wins.",
        f"1: {bets(1)}; 1 Th; withdraw w1; D 7s 1 9c; says 1 stand; D Td; close",
        paid("correct", TAKEN, w1=4000),
    ),
    breaks(
        "FBJ-12",
        "A bet is taken back after the first card: it plays on and loses.",
        f"1: {bets(1)}; 1 Th; withdraw w1; D 9s 1 8c; says 1 stand; D Td; close",
        paid("correct", TAKEN, w1=0),
    ),
    keeps("FBJ-42", "Nobody uses an appliance.", f"1: {bets(1)}; {WON}; pay w1 4000; close", paid(w1=4000)),
    breaks(
        "FBJ-42",
        "P1 is seen with an appliance.",
        f"1: {bets(1)}; {WON}; irregular appliance D1 about=P1; pay w1 4000; close",
        Ruled(findings=(("appliance", "FBJ-42"),), due={"w1": 4000}),
    ),
    keeps(
        "FBJ-42",
        "P1 is seen with an appliance and is led out by the supervisor.",
        f"1: {bets(1)}; {WON}; irregular appliance D1 about=P1; pay w1 4000; close; eject P1 supervisor reason=appliance",
        Ruled(findings=(("appliance", "FBJ-42"),), due={"w1": 4000}, in_force=("eject",), attempts=()),
    ),
    breaks(
        "FBJ-42",
        "The dealer wants to lead P1 out: that is the supervisor's to do.",
        f"1: {bets(1)}; {WON}; irregular appliance D1 about=P1; pay w1 4000; close; eject P1 dealer reason=appliance",
        Ruled(findings=(("appliance", "FBJ-42"),), due={"w1": 4000}, in_force=(), attempts=("eject",)),
    ),
    keeps("FBJ-TIPS", "P1 tips out of a win.", f"1: {bets(1)}; {WON}; pay w1 4000; tip P1 500; close", paid(w1=4000)),
)

LATER: Final = (
    keeps(
        "FBJ-LATE",
        "A bet of 20 is raised to 40 after the first card: 20 win, the raise goes back.",
        f"1: {bets(1)}; 1 Th; change w1 4000; D 7s 1 9c; says 1 stand; D Td; pay w1 6000; close",
        paid("stands", CHANGED, w1=6000),
    ),
    keeps(
        "FBJ-LATE",
        "A bet of 20 is raised to 40 after the first card: 20 lose, the raise goes back.",
        f"1: {bets(1)}; 1 Th; change w1 4000; D 9s 1 8c; says 1 stand; D Td; pay w1 2000; close",
        paid("stands", CHANGED, w1=2000),
    ),
    breaks(
        "FBJ-LATE",
        "A late raise is paid as if it had played: 20 too much.",
        f"1: {bets(1)}; 1 Th; change w1 4000; D 7s 1 9c; says 1 stand; D Td; pay w1 8000; close",
        paid("correct", CHANGED, (WRONG, "FBJ-20"), w1=6000),
    ),
    breaks(
        "FBJ-LATE",
        "A late bet is collected: it was none of this round and goes back.",
        f"1: {bets(1)}; 1 Th; bet w2 P2 main 2000 box=2; D 7s 1 9c; says 1 stand; D Td; pay w1 4000; pay w2 0; close",
        Ruled(findings=(LATE, (WRONG, "FBJ-LATE")), verdict="correct", due={"w1": 4000, "w2": 2000}),
    ),
    keeps(
        "FBJ-LATE1?",
        "A late bet on a field that has one in time got no card of its own: it goes back.",
        f"1: {bets(1)}; 1 Th; bet w2 P2 main 2000 box=1; D 7s 1 9c; says 1 stand; D Td; close",
        Ruled(findings=(LATE,), branches={"1": {"w1": 4000, "w2": 2000}}),
    ),
    breaks(
        "FBJ-LATE1?",
        "The only bet is laid after the first card and dealt to, and 20 meets 24: it goes back (a), or it wins (b).",
        "1: open; 1 Th; bet w1 P1 main 2000 box=1; D 6s 1 Td; says 1 stand; D Jh D 8c; close",
        Ruled(
            findings=(LATE, ("empty_box", "FBJ-DEAL"), ("empty_box", "FBJ-DEAL")),
            verdict="refer",
            authority=SUPERVISOR,
            branches={"FBJ-LATE1?:a": {"w1": 2000}, "FBJ-LATE1?:b": {"w1": 4000}},
            awarded={"w1": None},
        ),
    ),
)

ROWS: Final[tuple[Row, ...]] = (*LIMITS, *MANNERS, *LATER)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_bets(row: Row) -> None:
    holds(row)
