"""The bank's hand, what is paid, insurance: SCB-8, 8a, 20, 20b?, 21, 21a, 22 and ROUND."""

from typing import Final

import pytest

from tests.clauses.scb.floor import TOLD, Fault, breaks, holds, keeps, paid, wrongly
from tests.clauses.table import Row, Ruled

TWO: Final = "1: bet w1 P1 main 2000 box=1; bet w3 P3 main 4000 box=3; nmb"
HALF: Final = "SCB-8b?"
STOPPED: Final = ("dealer_stopped", "SCB-20")
OVERDREW: Final = ("dealer_overdrew", "SCB-20")


def hand(cards: str, dealer: str, end: str = "close", stake: int = 2000) -> str:
    """Box 1 stands on two cards against the bank's."""
    first, second = cards.split()
    up, *drawn = dealer.split()
    rest = " ".join(f"D {card}" for card in drawn)
    return f"1: bet w1 P1 main {stake} box=1; nmb; 1 {first} D {up} 1 {second}; says 1 stand; {rest}; {end}"


BANK: Final = (
    keeps("SCB-20", "The bank draws on 16 and makes 20.", hand("Th 9c", "Ts 6d 4h"), paid(w1=0)),
    keeps("SCB-20", "The bank stands on a hard 17.", hand("Th 8c", "Ts 7d"), paid(w1=4000)),
    keeps("SCB-20", "The bank draws on a soft 16 and makes 18.", hand("Th 9c", "As 5d 2h"), paid(w1=4000)),
    keeps("SCB-20", "The bank draws on as often as it has 16 or less.", hand("Th 9c", "2s 3d 4h 5c 2d 4c"), paid(w1=0)),
    keeps(
        "SCB-20",
        "Every box has passed 21, so the bank takes no second card.",
        "1: bet w1 P1 main 2000 box=1; nmb; 1 Th D 9s 1 6c; says 1 card; 1 9d; pay w1 0; close",
        paid(w1=0),
    ),
    keeps(
        "SCB-20",
        "The round is closed before the box has decided: the bank's second card is not due yet.",
        "1: bet w1 P1 main 2000 box=1; nmb; 1 Th D 9s 1 6c; close",
        Ruled(),
    ),
    keeps(
        "SCB-20",
        "The round is closed before box 2 is asked: of the bank's draw nothing is said.",
        """1: bet w1 P1 main 2000 box=1; bet w2 P2 main 2000 box=2; nmb; 1 Th 2 9c D 9s 1 8c 2 8h; says 1 stay P1
        1: close""",
        Ruled(findings=(("not_asked", "SCB-19"),)),
    ),
    breaks(
        "SCB-20",
        "The bank stops at 16 and pays: it must draw (a), the stake goes back (b), 19 has won (c).",
        hand("Th 9c", "Ts 6d", f"pay w1 4000; close; {TOLD}"),
        Fault(
            findings=(STOPPED,),
            moves="",
            boxes="1 Th 9c / D Ts 6d",
            draw="dealer",
            stakes={"w1": 2000},
            dealt={"w1": 4000},
        ).ruled,
    ),
    breaks(
        "SCB-20",
        "The bank draws on 17 and makes 20: 17 stands (a), the stake goes back (b), 20 has won (c).",
        hand("Th 9c", "Ts 7d 3h", TOLD),
        Fault(
            findings=(OVERDREW,),
            moves="3h dealer>next",
            boxes="1 Th 9c / D Ts 7d",
            hands="1 Th 9c / D Ts 7d 3h",
            stakes={"w1": 2000},
            due={"w1": 4000},
            dealt={"w1": 0},
        ).ruled,
    ),
    breaks(
        "SCB-20",
        "The bank takes its second card while box 3 is undecided: it is the next card (a).",
        f"{TWO}; 1 8h 3 Tc D 6s 1 4d 3 5c; says 1 stand; D 9d; {TOLD}",
        Fault(
            findings=(("dealer_too_soon", "SCB-20"),),
            moves="9d dealer>next",
            boxes="1 8h 4d / 3 Tc 5c / D 6s",
            hands="1 8h 4d / 3 Tc 5c / D 6s 9d",
            stakes={"w1": 2000, "w3": 4000},
            dealt={"w1": None, "w3": None},
        ).ruled,
    ),
    breaks(
        "SCB-20",
        "The bank draws although every box has passed 21: no card was due (a).",
        f"1: bet w1 P1 main 2000 box=1; nmb; 1 Th D 9s 1 6c; says 1 card; 1 9d; D Kd; {TOLD}",
        Fault(
            findings=(("idle_draw", "SCB-20"),),
            moves="Kd dealer>next",
            boxes="1 Th 6c 9d / D 9s",
            stakes={"w1": 2000},
            due={"w1": 0},
            dealt={"w1": 0},
        ).ruled,
    ),
    keeps(
        "SCB-20",
        "Every box has passed 21 and the bank takes a card before the round is closed: that is nothing.",
        "1: bet w1 P1 main 2000 box=1; nmb; 1 Th D 9s 1 6c; says 1 card; 1 9d; pay w1 0; D Kd; close",
        paid(w1=0),
    ),
    keeps(
        "SCB-20b?", "The bank stands on ace and six: 18 wins, as the trade has it.", hand("Th 8c", "As 6d"), paid(w1=4000)
    ),
    keeps(
        "SCB-20b?",
        "The bank stands on a soft 18 under either reading.",
        hand("Th 9c", "As 7d"),
        paid(w1=4000),
        unresolved=("SCB-20b?",),
    ),
    breaks(
        "SCB-20b?",
        "The bank draws on ace and six and makes 20: 17 stands (a, put right), or it was due and 19 has lost (b).",
        hand("Th 9c", "As 6d 3h", TOLD),
        Ruled(
            findings=(OVERDREW,),
            verdict="refer",
            branches={
                "SCB-20b?:a,SCB-ERR?:a": {"w1": 4000},
                "SCB-20b?:a,SCB-ERR?:b": {"w1": 2000},
                "SCB-20b?:a,SCB-ERR?:c": {"w1": 0},
                "SCB-20b?:b": {"w1": 0},
            },
        ),
        unresolved=("SCB-20b?",),
    ),
)

COMPARED: Final = (
    keeps("SCB-21", "The bank passes 21 and pays all who remain.", hand("2h 2c", "Ts 6d Kh"), paid(w1=4000)),
    keeps("SCB-21", "A total that is lower than the bank's loses.", hand("Th 8c", "Ts 9d"), paid(w1=0)),
    keeps("SCB-21", "Equal totals are a stand-off.", hand("Th 8c", "Ts 8d", "pay w1 2000; close"), paid(w1=2000)),
    keeps(
        "SCB-21",
        "A box that has passed 21 has lost although the bank passes it too.",
        f"{TWO}; 1 Th 3 8h D 6s 1 6c 3 7c; says 1 card; 1 9d; says 3 stay; D Kd D Qd; close",
        paid(w1=0, w3=8000),
    ),
    keeps(
        "SCB-21",
        "Two blackjacks are a stand-off.",
        "1: bet w1 P1 main 2000 box=1; nmb; 1 Ah D Ts 1 Kc; D Ad; close",
        paid(w1=2000),
    ),
    breaks("SCB-21", "A stand-off is collected.", hand("Th 8c", "Ts 8d", "pay w1 0; close"), wrongly("SCB-21", w1=2000)),
    breaks(
        "SCB-21",
        "A blackjack is paid against a ten before the bank's second card, which makes a stand-off of it.",
        "1: bet w1 P1 main 2000 box=1; nmb; 1 Ah D Ts 1 Kc; pay w1 5000; D Ad; close",
        Ruled(
            findings=(("wrong_payment", "SCB-21"), ("paid_too_soon", "SCB-21")),
            verdict="correct",
            due={"w1": 2000},
        ),
    ),
    keeps(
        "SCB-21a",
        "Twenty loses to a bank's 21 of three cards.",
        hand("Th Kc", "Ts 5d 6h", "pay w1 0; close"),
        paid(w1=0),
    ),
    keeps(
        "SCB-21a",
        "A 21 of three cards stands off against the bank's 21 of three cards.",
        "1: bet w1 P1 main 2000 box=1; nmb; 1 Th D Ts 1 5c; says 1 card; 1 6d; D 5d D 6h; close",
        paid(w1=2000),
    ),
    breaks(
        "SCB-21a",
        "Twenty against a bank's 21 is given back its stake.",
        hand("Th Kc", "Ts 5d 6h", "pay w1 2000; close"),
        wrongly("SCB-21", w1=0),
    ),
    keeps("SCB-22", "A better hand wins 1 to 1.", hand("Th 9c", "Ts 8d", "pay w1 4000; close"), paid(w1=4000)),
    keeps(
        "SCB-22",
        "A blackjack wins 3 to 2.",
        "1: bet w1 P1 main 2000 box=1; nmb; 1 Ah D 9s 1 Tc; D Kd; pay w1 5000; close",
        paid(w1=5000),
    ),
    breaks(
        "SCB-22", "A better hand is paid 3 to 2.", hand("Th 9c", "Ts 8d", "pay w1 5000; close"), wrongly("SCB-22", w1=4000)
    ),
    breaks(
        "SCB-22",
        "A blackjack is paid 2 to 1.",
        "1: bet w1 P1 main 2000 box=1; nmb; 1 Ah D 9s 1 Tc; D Kd; pay w1 6000; close",
        wrongly("SCB-22", w1=5000),
    ),
    keeps(
        "SCB-ROUND",
        "Three to two of 10.01 francs is 15.015: the player gets 15.02 besides the stake.",
        "1: bet w1 P1 main 1001 box=1; nmb; 1 Ah D 9s 1 Kc; D Kd; pay w1 2503; close",
        Ruled(verdict="stands", awarded={"w1": 2503}, cites=("SCB-ROUND",)),
    ),
    breaks(
        "SCB-ROUND",
        "Of 15.015 the half centime is kept by the house.",
        "1: bet w1 P1 main 1001 box=1; nmb; 1 Ah D 9s 1 Kc; D Kd; pay w1 2502; close",
        wrongly("SCB-22", w1=2503),
    ),
)


def insured(minor: int, second: str, up: str = "As", end: str = "close", cards: str = "Th 9c") -> str:
    """A wager of 2000 on two cards, insured, and the bank's second card."""
    first, other = cards.split()
    stands = "" if cards == "Ah Kc" else "says 1 stand; "
    return (
        f"1: bet w1 P1 main 2000 box=1; nmb; 1 {first} D {up} 1 {other}; says 1 insurance; "
        f"bet i P1 insurance {minor} box=1 parent=w1; {stands}D {second}; {end}"
    )


INSURANCE: Final = (
    keeps(
        "SCB-8",
        "Half the stake is insured and is paid 2 to 1.",
        insured(1000, "Kd", end="pay w1 0; pay i 3000; close"),
        paid(w1=0, i=3000),
    ),
    keeps(
        "SCB-8",
        "Half the stake is insured and collected: the bank has no blackjack.",
        insured(1000, "7d", end="pay w1 4000; pay i 0; close"),
        paid(w1=4000, i=0),
    ),
    keeps(
        "SCB-8", "A blackjack is insured: its stake stands off.", insured(1000, "Kd", cards="Ah Kc"), paid(w1=2000, i=3000)
    ),
    keeps("SCB-8", "The bank's 21 of three cards is no blackjack.", insured(1000, "4d D 6c"), paid(w1=0, i=0)),
    breaks(
        "SCB-8",
        "A lost insurance is given back.",
        insured(1000, "7d", end="pay w1 4000; pay i 1000; close"),
        wrongly("SCB-8", i=0),
    ),
    breaks(
        "SCB-8",
        "An insurance that wins is paid 1 to 1.",
        insured(1000, "Kd", end="pay w1 0; pay i 2000; close"),
        wrongly("SCB-8", w1=0, i=3000),
    ),
    breaks(
        "SCB-8",
        "An insurance of 1500 on a wager of 2000 is more than half of it, and goes back.",
        insured(1500, "Kd"),
        Ruled(findings=(("insurance_amount", "SCB-8"),), due={"w1": 0, "i": 1500}),
    ),
    keeps(
        HALF,
        "An insurance of exactly half wins: the readings do not differ.",
        insured(1000, "Kd"),
        paid(w1=0, i=3000),
    ),
    keeps(
        HALF,
        "An insurance of a quarter, 500 on 2000, is no insurance and goes back (a), or wins 2 to 1 (b).",
        insured(500, "Kd"),
        Ruled(
            findings=(("insurance_amount", HALF),),
            grounds={"insurance_amount": ("SCB-8", HALF)},
            under={"insurance_amount": (f"{HALF}:a",)},
            branches={f"{HALF}:a": {"w1": 0, "i": 500}, f"{HALF}:b": {"w1": 0, "i": 1500}},
            awarded={"w1": 0, "i": None},
        ),
    ),
    breaks(
        HALF,
        "An insurance of a quarter is collected, for the bank has no blackjack: rightly (b), or it was none (a).",
        insured(500, "7d", end="pay w1 4000; pay i 0; close"),
        Ruled(
            findings=(("insurance_amount", HALF), ("wrong_payment", HALF)),
            under={"insurance_amount": (f"{HALF}:a",), "wrong_payment": (f"{HALF}:a",)},
            branches={f"{HALF}:a": {"w1": 4000, "i": 500}, f"{HALF}:b": {"w1": 4000, "i": 0}},
        ),
    ),
    *(
        breaks(
            "SCB-8",
            f"An insurance against {name} goes back.",
            insured(1000, second, up),
            Ruled(findings=(("insurance_not_open", "SCB-8"),), due={"w1": due, "i": 1000}),
        )
        for name, up, second, due in (
            *((name, f"{name[2].upper()}s", "Ad", 0) for name in ("a ten", "a jack", "a queen", "a king")),
            ("a 9", "9s", "9d", 4000),
            *((f"a {rank}", f"{rank}s", "Td", 4000) for rank in (7, 8)),
            *((f"a {rank}", f"{rank}s", "Td D Kc", 4000) for rank in (3, 4, 5, 6)),
            ("a 2", "2s", "Kd D 7c", 2000),
        )
    ),
    *(
        breaks(
            "SCB-8",
            f"A player asks for even money for a blackjack against {name}, which this house does not know.",
            f"1: bet w1 P1 main 2000 box=1; nmb; 1 Ah D {up} 1 Kc; says 1 even_money; D {second}; close",
            Ruled(findings=(("even_money_not_open", "SCB-8"),), due={"w1": 5000}),
        )
        for name, up, second in (
            ("an ace", "As", "7d"),
            *((name, f"{name[2].upper()}s", "9d") for name in ("a ten", "a jack", "a queen", "a king")),
            *((f"a {rank}", f"{rank}s", "Td") for rank in (7, 8, 9)),
            *((f"a {rank}", f"{rank}s", "Td D Kc") for rank in (2, 3, 4, 5, 6)),
        )
    ),
    keeps(
        "SCB-8a",
        "An insurance is laid when box 1 has stood and no further card has come: it wins.",
        """1: bet w1 P1 main 2000 box=1; bet w3 P3 main 4000 box=3; nmb; 1 Th 3 8h D As 1 9c 3 Tc; says 1 stand
        1: says 3 insurance; bet i P3 insurance 2000 box=3 parent=w3; says 3 stand; D Kd; close""",
        paid(w1=0, w3=0, i=6000),
    ),
    breaks(
        "SCB-8a",
        "An insurance is laid when the box has drawn: it goes back.",
        """1: bet w1 P1 main 2000 box=1; nmb; 1 Th D As 1 2c; says 1 hit; 1 7d; says 1 insurance
        1: bet i P1 insurance 1000 box=1 parent=w1; says 1 stand; D 8d; close""",
        Ruled(findings=(("late_insurance", "SCB-8a"),), due={"w1": 2000, "i": 1000}, cites=("SCB-LATE",)),
    ),
    breaks(
        "SCB-8a",
        "An insurance is laid when the bank has shown its blackjack: it goes back.",
        """1: bet w1 P1 main 2000 box=1; nmb; 1 Th D As 1 9c; says 1 stand; D Kd
        1: bet i P1 insurance 1000 box=1 parent=w1; close""",
        Ruled(findings=(("late_insurance", "SCB-8a"),), due={"w1": 0, "i": 1000}),
    ),
)

ROWS: Final[tuple[Row, ...]] = (*BANK, *COMPARED, *INSURANCE)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_settlement(row: Row) -> None:
    holds(row)
