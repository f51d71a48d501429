"""Insurance and even money: FBJ-23, 23a?, 38, 39, 39b?, 40, 41."""

from collections.abc import Iterator
from typing import Final

import pytest

from tests.clauses.fbj.floor import (
    PAIR,
    SEATED,
    TRIO,
    WRONG,
    bets,
    breaks,
    chosen,
    further,
    holds,
    insured,
    keeps,
    paid,
)
from tests.clauses.table import Row, Ruled

NOT_OPEN: Final = ("insurance_not_open", "FBJ-38")
AMOUNT: Final = ("insurance_amount", "FBJ-40")
LATE: Final = ("late_insurance", "FBJ-39")
NOT_EVEN: Final = ("even_money_not_open", "FBJ-23")
SOON: Final = ("paid_before_dealer", "FBJ-24")
FURTHER: Final = "FBJ-39b?"
WHEN: Final = "FBJ-23a?"

NINETEEN: Final = f"1: {bets(1)}; 1 Th D As 1 9h"
"""Nineteen against an ace."""
TWO: Final = f"1: {bets(1, 2)}; 1 Th 2 Tc D As 1 9h 2 5c"
"""Nineteen and fifteen against an ace."""


def off_step(counts: int, back: int) -> Ruled:
    """What follows an insurance off its step is not said: what is due where it counts, and where it was no bet."""
    return Ruled(
        findings=(AMOUNT,),
        verdict="refer",
        due={"w1": 0},
        branches={"FBJ-40a?:a": {"i1": counts}, "FBJ-40a?:b": {"i1": back}},
        awarded={"w1": 0, "i1": None},
    )


def of(minor: int, stake: int = 2000) -> str:
    """A bet with nineteen, insured for so much, and a croupier's blackjack."""
    return f"1: {bets(1, stake=stake)}; 1 Th D As 1 9h; {insured(minor)}; says 1 stand; D Kd; close"


def closed() -> Iterator[Row]:
    """Against no card but an ace is insurance open, and against no low card even money."""
    for rank in "23456789TJQK":
        yield breaks(
            "FBJ-38",
            f"Nineteen is insured against the croupier's {rank}: that was not open and goes back.",
            f"1: {bets(1)}; 1 Th D {rank}s 1 9h; {insured()}",
            Ruled(findings=(NOT_OPEN,), due={"i1": 1000, "w1": None}),
        )
        if rank not in "TJQK":
            yield breaks(
                "FBJ-23",
                f"A blackjack asks for even money against the croupier's {rank}: it is paid 3 to 2.",
                f"1: {bets(1, 2)}; 1 Ah 2 Th D {rank}s 1 Kh 2 8c; says 1 even_money",
                Ruled(findings=(NOT_EVEN,), due={"w1": 5000}),
            )


INSURANCE: Final = (
    *closed(),
    keeps(
        "FBJ-39",
        "The box is passed over in the first round and has one card when it is insured: none was drawn since.",
        f"1: {bets(1)}; D Ah 1 6h; {insured()}; notice inspector management",
        Ruled(findings=(("skipped_box", "FBJ-DEAL"),)),
    ),
    keeps(
        "FBJ-38",
        "Half the bet is insured against an ace, and the croupier has a blackjack: 2 to 1.",
        f"{NINETEEN}; {insured()}; says 1 stand; D Kd; pay i1 3000; pay w1 0; close",
        paid(i1=3000, w1=0),
    ),
    keeps(
        "FBJ-38",
        "An insurance is lost when the croupier has no blackjack.",
        f"{NINETEEN}; {insured()}; says 1 stand; D 7d; pay i1 0; pay w1 4000; close",
        paid(i1=0, w1=4000),
    ),
    keeps(
        "FBJ-38",
        "The croupier's 21 of three cards is no blackjack of two: the insurance is lost.",
        f"{NINETEEN}; {insured()}; says 1 stand; D 4d D 6d; pay i1 0; pay w1 0; close",
        paid(i1=0, w1=0),
    ),
    keeps(
        "FBJ-38",
        "On a shared field each insures for oneself: P2 does, P1 does not.",
        f"""1: {PAIR}; 3 Th D As 3 9h; says 3 no_insurance P1; {insured(1500, of=2, box=3)}; says 3 stand P1; D Kd
        1: pay w1 0; pay w2 0; pay i2 4500; close""",
        paid(w1=0, w2=0, i2=4500),
        before=SEATED,
    ),
    breaks(
        "FBJ-38",
        "An insurance that wins is paid 1 to 1.",
        f"{NINETEEN}; {insured()}; says 1 stand; D Kd; pay i1 2000; pay w1 0; close",
        paid("correct", (WRONG, "FBJ-38"), i1=3000, w1=0),
    ),
    breaks(
        "FBJ-38",
        "An insurance is paid against the croupier's 21 of three cards.",
        f"{NINETEEN}; {insured()}; says 1 stand; D 4d D 6d; pay i1 3000; pay w1 0; close",
        paid("correct", (WRONG, "FBJ-38"), i1=0, w1=0),
    ),
    breaks(
        "FBJ-38",
        "An insurance that is lost is given back.",
        f"{NINETEEN}; {insured()}; says 1 stand; D 7d; pay i1 1000; pay w1 4000; close",
        paid("correct", (WRONG, "FBJ-38"), i1=0, w1=4000),
    ),
    keeps(
        "FBJ-39",
        "An insurance is laid before the third round of cards.",
        f"{TWO}; {insured()}; says 1 stand; says 2 hit; 2 4d; says 2 stand; D Kd; close",
        paid(i1=3000, w1=0, w2=0),
    ),
    keeps(
        "FBJ-39",
        "Field 1 has stood and field 2 insures: no card of the third round has come, so it is in time.",
        f"{TWO}; says 1 stand; {insured(of=2)}; says 2 hit; 2 4d; says 2 stand; D Kd; close",
        paid(i2=3000, w1=0, w2=0),
    ),
    breaks(
        "FBJ-39",
        "An insurance is laid when field 2 has drawn: it is late and goes back.",
        f"{TWO}; says 1 stand; says 2 hit; 2 4d; {insured()}; says 2 stand; D Kd; close",
        Ruled(findings=(LATE,), due={"i1": 1000, "w1": 0, "w2": 0}),
    ),
    breaks(
        "FBJ-39",
        "An insurance is laid when the croupier has shown his blackjack.",
        f"{NINETEEN}; says 1 stand; D Kd; {insured()}; close",
        Ruled(findings=(LATE,), due={"i1": 1000, "w1": 0}),
    ),
    keeps("FBJ-40", "Half of 20 is insured.", of(1000), paid(i1=3000, w1=0)),
    keeps("FBJ-40", "A quarter of 20 is insured: 5, half the minimum.", of(500), paid(i1=1500, w1=0)),
    keeps("FBJ-40", "Half of 30 is insured: three times half the minimum.", of(1500, 3000), paid(i1=4500, w1=0)),
    keeps("FBJ-40", "Ten of a bet of 25 are insured: twice half the minimum.", of(1000, 2500), paid(i1=3000, w1=0)),
    breaks(
        "FBJ-40",
        "Fifteen of 20 are insured: 10 count, 5 go back.",
        of(1500),
        Ruled(findings=(AMOUNT,), due={"i1": 3500, "w1": 0}),
    ),
    breaks("FBJ-40", "Four are insured, less than half the minimum.", of(400), off_step(1200, 400)),
    breaks("FBJ-40", "Seven are insured, no multiple of half the minimum.", of(700), off_step(2100, 700)),
    breaks(
        "FBJ-40a?",
        "Thirteen are insured of a bet of twenty, more than half and off the step: ten count, or it was no bet.",
        of(1300),
        off_step(3300, 1300),
    ),
    keeps(
        "FBJ-40a?",
        "Seven are insured when field 1 has drawn, which is too late: they go back either way, and nobody is asked.",
        f"1: {bets(1)}; 1 5h D As 1 9h; says 1 hit; 1 5d; {insured(700)}; says 1 stand; D 9d; pay i1 700; pay w1 0; close",
        Ruled(findings=(AMOUNT, LATE), verdict="stands", branches={"1": {"i1": 700, "w1": 0}}),
    ),
    breaks(
        "FBJ-40a?",
        "Seven are insured and the croupier has no blackjack: they are lost, or were no bet and go back.",
        f"{NINETEEN}; {insured(700)}; says 1 stand; D 9d; close",
        Ruled(
            findings=(AMOUNT,),
            verdict="refer",
            authority="supervisor",
            branches={"FBJ-40a?:a": {"i1": 0, "w1": 0}, "FBJ-40a?:b": {"i1": 700, "w1": 0}},
        ),
    ),
    breaks(
        "FBJ-40",
        "P2 insures half of all that lies on the field, more than half of the own bet: 15 count, 10 go back.",
        f"1: {PAIR}; 3 Th D As 3 9h; {insured(2500, of=2, box=3)}; says 3 stand P1; D Kd; close",
        Ruled(findings=(AMOUNT,), due={"w1": 0, "w2": 0, "i2": 5500}),
        before=SEATED,
    ),
    keeps(
        "FBJ-41",
        "A blackjack is insured: it ties with the croupier's blackjack, and the insurance wins.",
        f"1: {bets(1)}; 1 Ah D As 1 Kh; {insured()}; D Kd; pay i1 3000; pay w1 2000; close",
        paid(i1=3000, w1=2000),
    ),
    keeps(
        "FBJ-41",
        "A blackjack is insured and the croupier has none: the insurance is lost, the blackjack paid.",
        f"1: {bets(1)}; 1 Ah D As 1 Kh; {insured()}; D 7d; pay i1 0; pay w1 5000; close",
        paid(i1=0, w1=5000),
    ),
    breaks(
        "FBJ-41",
        "The insurance of a blackjack is only given back against the croupier's blackjack.",
        f"1: {bets(1)}; 1 Ah D As 1 Kh; {insured()}; D Kd; pay i1 1000; pay w1 2000; close",
        paid("correct", (WRONG, "FBJ-38"), i1=3000, w1=2000),
    ),
    keeps(
        FURTHER,
        "A double is insured besides when it has its card: too late (a), or allowed for a double (b).",
        f"""1: {bets(1)}; 1 5h D As 1 6h; {insured()}; {chosen("double")}; 1 8d
        1: bet i2 P1 insurance 1000 box=1 parent=w1d1; D Kd; close""",
        Ruled(
            findings=(LATE,),
            branches={
                f"{FURTHER}:a": {"w1": 0, "w1d1": 0, "i1": 3000, "i2": 1000},
                f"{FURTHER}:b": {"w1": 0, "w1d1": 0, "i1": 3000, "i2": 3000},
            },
            awarded={"i1": 3000, "i2": None},
        ),
    ),
    keeps(
        FURTHER,
        "A split's second hand is insured besides and the croupier has no blackjack: back (a), or lost (b).",
        f"""1: {bets(1)}; 1 8h D As 1 8d; {insured()}; {chosen("split", new=2)}; 1 Kd
        1: bet i2 P1 insurance 1000 box=1 parent=w1s2; says 1 stand; 1.2 Kh; says 1.2 stand; D 6d; close""",
        Ruled(
            findings=(LATE,),
            branches={
                f"{FURTHER}:a": {"w1": 4000, "w1s2": 4000, "i1": 0, "i2": 1000},
                f"{FURTHER}:b": {"w1": 4000, "w1s2": 4000, "i1": 0, "i2": 0},
            },
        ),
    ),
    breaks(
        FURTHER,
        "A bet that was neither doubled nor split is insured before the third round under either reading.",
        of(1000),
        Ruled(verdict="stands", branches={"1": {"i1": 3000, "w1": 0}}),
    ),
    breaks(
        FURTHER,
        "The original bet is insured when the double has its card: it is late under either reading.",
        f"1: {bets(1)}; 1 5h D As 1 6h; {chosen('double')}; 1 8d; {insured()}; D Kd; close",
        Ruled(findings=(LATE,), branches={"1": {"w1": 0, "w1d1": 0, "i1": 1000}}),
    ),
)


def taken(rank: str, second: str, end: str) -> str:
    """Field 1 takes even money for a blackjack, field 2 stands on eighteen; all are paid in the end."""
    return f"1: {bets(1, 2)}; 1 Ah 2 Tc D {rank}s 1 Kh 2 8c; says 1 even_money; says 2 stand; D {second}; {end}; close"


def against() -> Iterator[Row]:
    """Even money against each card against which it is open, with and without a croupier's blackjack."""
    for rank in "ATJQK":
        half = "Kd" if rank == "A" else "Ad"
        yield keeps(
            "FBJ-23",
            f"A blackjack takes even money against the croupier's {rank}, and he has a blackjack.",
            taken(rank, half, "pay w1 4000; pay w2 0"),
            paid(w1=4000, w2=0),
        )
        yield keeps(
            "FBJ-23",
            f"A blackjack takes even money against the croupier's {rank}, and he has none.",
            taken(rank, "7d", "pay w1 4000; pay w2 " + ("2000" if rank == "A" else "4000")),
            paid(w1=4000, w2=2000 if rank == "A" else 4000),
        )


SHARED: Final = "3 As 5 Td D Ts 3 Kc 5 8h"
"""A blackjack on the shared field, eighteen on field 5, against a ten."""
FIFTH: Final = "; bet w5 P5 main 1000 box=5; nmb"
FIRST: Final = "; bet w4 P4 main 1000 box=1; nmb"

EVEN: Final = (
    *against(),
    keeps(
        "FBJ-23",
        "The croupier passed himself over and drew on twenty; even money for the blackjack that was dealt was open.",
        f"1: {bets(1)}; 1 Ah 1 Jh D Qs; says 1 even_money; D Qd D 2h; pay w1 4000; close",
        Ruled(
            findings=(("skipped_dealer", "FBJ-DEAL"),),
            verdict="refer",
            branches={"FBJ-ERR?:a": {"w1": 5000}, "FBJ-ERR?:b": {"w1": 2000}, "FBJ-ERR?:c": {"w1": 4000}},
        ),
    ),
    keeps(
        "FBJ-23",
        "Two share a blackjack against a ten: P1 takes even money, P2 waits, and the croupier has a blackjack.",
        f"""1: {PAIR.replace("; nmb", FIFTH)}; {SHARED}; says 3 even_money P1; says 5 stand P5; D Ad
        1: pay w1 4000; pay w2 3000; pay w5 0; close""",
        paid(w1=4000, w2=3000, w5=0),
        before=SEATED,
    ),
    keeps(
        "FBJ-23",
        "Two share a blackjack against a ten: P2 takes even money, the owner waits, and the croupier has none.",
        f"""1: {PAIR.replace("; nmb", FIFTH)}; {SHARED}; says 3 even_money P2; says 5 stand P5; D 7d
        1: pay w1 5000; pay w2 6000; pay w5 2000; close""",
        paid(w1=5000, w2=6000, w5=2000),
        before=SEATED,
    ),
    keeps(
        "FBJ-23",
        "Of three on a blackjack against an ace one takes even money, one insures, one does neither.",
        f"""1: {TRIO}; 3 As D Ah 3 Kc; says 3 even_money P3; {insured(1500, of=2, box=3)}; D Kd
        1: pay w1 2000; pay w2 3000; pay i2 4500; pay w3 2000; close""",
        paid(w1=2000, w2=3000, i2=4500, w3=2000),
        before=SEATED,
    ),
    keeps(
        "FBJ-23",
        "Field 1 has drawn and field 2 takes even money in its own turn; the croupier has a blackjack.",
        f"""1: {bets(1, 2)}; 1 5h 2 As D Ad 1 8s 2 Kh; says 1 hit; 1 6c; says 1 stand; says 2 even_money; D Td
        1: pay w1 0; pay w2 4000; close""",
        paid(w1=0, w2=4000),
    ),
    keeps(
        "FBJ-23",
        "The last field takes even money when all others have drawn, its co-player waits, and the croupier has none.",
        f"""1: {PAIR.replace("; nmb", FIRST)}; 1 5h 3 As D Ts 1 8s 3 Kc; says 1 hit; 1 6c; says 1 stand
        1: says 3 even_money P2; D 8d; pay w1 5000; pay w2 6000; pay w4 2000; close""",
        paid(w1=5000, w2=6000, w4=2000),
        before=SEATED,
    ),
    breaks(
        "FBJ-23",
        "Field 2 has drawn when field 1 asks for even money: its turn is over, and the blackjack is paid 3 to 2.",
        f"""1: {bets(1, 2)}; 1 Ah 2 5h D As 1 Kh 2 8c; says 2 hit; 2 6c; says 1 even_money; says 2 stand; D 7d
        1: pay w1 5000; pay w2 4000; close""",
        paid("stands", NOT_EVEN, w1=5000, w2=4000),
    ),
    breaks(
        "FBJ-23",
        "The croupier has drawn when a field asks for even money: it is too late, and both blackjacks tie.",
        f"1: {bets(1)}; 1 Ah D As 1 Kh; D Kd; says 1 even_money; pay w1 4000; close",
        paid("correct", NOT_EVEN, (WRONG, "FBJ-22"), w1=2000),
    ),
    breaks(
        "FBJ-23",
        "The player of another field asks for even money: it is for the field's own players, and both blackjacks tie.",
        f"""1: {bets(1, 2)}; 1 Ah 2 Tc D Ts 1 Kh 2 8c; says 1 even_money P2; says 2 stand; D Ad
        1: pay w1 2000; pay w2 0; close""",
        paid("stands", ("not_his_call", "FBJ-9"), w1=2000, w2=0),
    ),
    breaks(
        "FBJ-23",
        "P1 alone took even money and P2 is paid even money too: the blackjack tied, and 30 were due.",
        f"""1: {PAIR.replace("; nmb", FIFTH)}; {SHARED}; says 3 even_money P1; says 5 stand P5; D Ad
        1: pay w1 4000; pay w2 6000; pay w5 0; close""",
        paid("correct", (WRONG, "FBJ-22"), w1=4000, w2=3000, w5=0),
        before=SEATED,
    ),
    breaks(
        "FBJ-23",
        "Even money was taken and 3 to 2 is paid.",
        taken("T", "7d", "pay w1 5000; pay w2 4000"),
        paid("correct", (WRONG, "FBJ-23"), w1=4000, w2=4000),
    ),
    breaks(
        "FBJ-23",
        "Even money is asked for twenty, which is no blackjack and plays on.",
        f"1: {bets(1)}; 1 Kh D Ts 1 Kc; says 1 even_money; says 1 stand; D 7d; pay w1 4000; close",
        paid("stands", NOT_EVEN, w1=4000),
    ),
    breaks(
        "FBJ-23",
        "P1 took even money for the shared blackjack and P2, still in, doubles: that is not open, the stake goes back.",
        f"""1: {PAIR.replace("; nmb", FIFTH)}; {SHARED}; says 3 even_money P1; says 3 double P2
        1: {further("double", 1, of=2, minor=3000, box=3)}""",
        Ruled(findings=(("illegal_double", "FBJ-36"),), due={"w1": 4000, "w2d1": 3000}),
        before=SEATED,
    ),
    breaks(
        "FBJ-23",
        "P1 stands and P2 lays the stake of a double all the same: it goes back.",
        f"""1: {PAIR}; 3 6s D 9s 3 6c; says 3 stand P1; {further("double", 1, of=2, minor=3000, box=3)}; D 8d
        1: pay w1 0; pay w2 0; close""",
        Ruled(findings=(("may_not_follow", "FBJ-23"),), due={"w1": 0, "w2": 0, "w2d1": 3000}),
        before=SEATED,
    ),
    keeps(
        WHEN,
        "Even money against a ten is paid before the croupier's second card: right (a), or too soon (b).",
        f"""1: {bets(1, 2)}; 1 Ah 2 Tc D Ts 1 Kh 2 8c; says 1 even_money; pay w1 4000; says 2 stand; D 7d
        1: pay w2 4000; close""",
        Ruled(findings=(SOON,), branches={f"{WHEN}:a": {"w1": 4000, "w2": 4000}, f"{WHEN}:b": {"w1": 4000, "w2": 4000}}),
    ),
    breaks(
        WHEN,
        "The house has said that even money waits for the croupier's hand, and it is paid before: too soon.",
        f"""table: resolved {WHEN} b supervisor
        1: {bets(1, 2)}; 1 Ah 2 Tc D Ts 1 Kh 2 8c; says 1 even_money; pay w1 4000; says 2 stand; D 7d
        1: pay w2 4000; close""",
        paid("stands", SOON, w1=4000, w2=4000),
    ),
    breaks(
        WHEN,
        "Even money is paid with the other wins, when the croupier's hand is finished.",
        taken("T", "7d", "pay w1 4000; pay w2 4000"),
        paid(w1=4000, w2=4000),
    ),
)

ROWS: Final[tuple[Row, ...]] = (*INSURANCE, *EVEN)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_insurance(row: Row) -> None:
    holds(row)
