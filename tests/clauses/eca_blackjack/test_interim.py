"""Between the deal and the play: blackjacks paid at once, even money, insurance: ECA-B-S1 to S3, N1, N1a?, F4, DL2."""

from collections.abc import Iterator
from typing import Final

import pytest

from tests.clauses.eca_blackjack.floor import DIRECTOR, breaks, holds, insurance, keeps, paid, righted, seats
from tests.clauses.table import Row, Ruled

WRONG: Final = "wrong_payment"
LATE: Final = ("not_paid_at_once", "ECA-B-S1")
SOON: Final = ("paid_too_soon", "ECA-B-S3")
NOT_EVEN: Final = ("even_money_not_open", "ECA-B-S2")
NOT_OPEN: Final = ("insurance_not_open", "ECA-B-N1")
AMOUNT: Final = ("insurance_amount", "ECA-B-N1")
TOO_LATE: Final = ("late_insurance", "ECA-B-N1")
COLLECTED: Final = ("insurance_not_collected", "ECA-B-DL2")


def upcards() -> Iterator[Row]:
    """What a blackjack is worth as soon as the first cards lie, against every card of the dealer's."""
    for rank in "23456789":
        yield keeps(
            "ECA-B-S1",
            f"A blackjack against the dealer's {rank} is worth 50 as soon as it lies.",
            f"1: {seats(1)}; 1 As D {rank}c 1 Kh",
            Ruled(due={"w1": 5000}),
        )
    for rank in "TJQK":
        yield keeps(
            "ECA-B-S3",
            f"A blackjack against the dealer's {rank} is worth nothing certain before the second card.",
            f"1: {seats(1)}; 1 As D {rank}c 1 Kh",
            Ruled(due={"w1": None}),
        )


def closed_upcards() -> Iterator[Row]:
    """Neither insurance nor even money is open against any card but an ace."""
    for rank in "23456789TJQK":
        yield breaks(
            "ECA-B-N1",
            f"Eighteen is insured against the dealer's {rank}: that was not open and goes back.",
            f"1: {seats(1)}; 1 Th D {rank}c 1 8h; {insurance(1)}",
            Ruled(findings=(NOT_OPEN,), due={"i1": 1000, "w1": None}),
        )
        yield breaks(
            "ECA-B-S2",
            f"A blackjack asks for even money against the dealer's {rank}: that was not open.",
            f"1: {seats(1)}; 1 As D {rank}c 1 Kh; says 1 even_money",
            Ruled(findings=(NOT_EVEN,), due={"w1": None if rank in "TJQK" else 5000}),
        )


TWO: Final = f"1: {seats(1, 2)}; 1 As 2 Tc"
"""Box 1 is going to have a blackjack, box 2 nineteen."""

INTERIM: Final = (
    *upcards(),
    *closed_upcards(),
    keeps(
        "ECA-B-S1",
        "A blackjack against a six is paid and its cards are taken away before box 2 plays.",
        f"{TWO} D 6c 1 Kh 2 9d; pay w1 5000; clear 1; says 2 stand; D 9s D 8s; pay w2 4000; close",
        paid(w1=5000, w2=4000),
    ),
    breaks(
        "ECA-B-S1",
        "A blackjack against a six is paid only when box 2 has played: the money is right, the time is not.",
        f"{TWO} D 6c 1 Kh 2 9d; says 2 stand; pay w1 5000; D 9s D 8s; pay w2 4000; close",
        paid("stands", LATE, w1=5000, w2=4000),
    ),
    breaks(
        "ECA-B-S1",
        "A blackjack against a nine is paid with all the others.",
        f"{TWO} D 9c 1 Kh 2 9d; says 2 stand; D 8s; pay w1 5000; pay w2 4000; close",
        paid("stands", LATE, w1=5000, w2=4000),
    ),
    keeps(
        "ECA-B-S3",
        "A blackjack against a ten waits and is paid once the dealer's second card is a nine.",
        f"{TWO} D Jc 1 Kh 2 9d; says 2 stand; D 9s; pay w1 5000; pay w2 2000; close",
        paid(w1=5000, w2=2000),
    ),
    breaks(
        "ECA-B-S3",
        "A blackjack against a ten is paid before the outcome, which proves it right.",
        f"{TWO} D Jc 1 Kh 2 9d; pay w1 5000; says 2 stand; D 9s; pay w2 2000; close",
        paid("stands", SOON, w1=5000, w2=2000),
    ),
    breaks(
        "ECA-B-S3",
        "A blackjack against a ten is paid too soon and the dealer's second card is an ace: only the stake was due.",
        f"{TWO} D Jc 1 Kh 2 9d; pay w1 5000; says 2 stand; D Ad; pay w2 0; close",
        paid("correct", SOON, (WRONG, "ECA-B-F5"), w1=2000, w2=0),
    ),
    keeps(
        "ECA-B-S2",
        "A blackjack takes even money against an ace, and the dealer has a blackjack.",
        f"{TWO} D Ac 1 Kh 2 9d; says 1 even_money; pay w1 4000; clear 1; says 2 stand; D Kc; pay w2 0; close",
        paid(w1=4000, w2=0),
    ),
    keeps(
        "ECA-B-S2",
        "A blackjack takes even money against an ace, and the dealer has none.",
        f"{TWO} D Ac 1 Kh 2 9d; says 1 even_money; pay w1 4000; clear 1; says 2 stand; D 7c; pay w2 4000; close",
        paid(w1=4000, w2=4000),
    ),
    keeps(
        "ECA-B-S2",
        "Even money makes the insurance void: it goes back although the dealer has a blackjack.",
        f"""{TWO} D Ac 1 Kh 2 9d; {insurance(1)}; says 1 even_money; pay w1 4000; pay i1 1000; clear 1
        1: says 2 stand; D Kc; pay w2 0; close""",
        paid(w1=4000, i1=1000, w2=0),
    ),
    keeps(
        "ECA-B-S2",
        "Even money makes the insurance void: it goes back although the dealer has no blackjack.",
        f"""{TWO} D Ac 1 Kh 2 9d; {insurance(1)}; says 1 even_money; pay w1 4000; pay i1 1000; clear 1
        1: says 2 stand; D 7c; pay w2 4000; close""",
        paid(w1=4000, i1=1000, w2=4000),
    ),
    keeps(
        "ECA-B-S2",
        "A blackjack that asks for no even money stands off against the dealer's blackjack.",
        f"{TWO} D Ac 1 Kh 2 9d; says 2 stand; D Kc; pay w1 2000; pay w2 0; close",
        paid(w1=2000, w2=0),
    ),
    keeps(
        "ECA-B-S2",
        "A blackjack that asks for no even money is paid 3 to 2 when the dealer has no blackjack.",
        f"{TWO} D Ac 1 Kh 2 9d; says 2 stand; D 7c; pay w1 5000; pay w2 4000; close",
        paid(w1=5000, w2=4000),
    ),
    breaks(
        "ECA-B-S2",
        "After even money the void insurance is paid 2 to 1 as well.",
        f"""{TWO} D Ac 1 Kh 2 9d; {insurance(1)}; says 1 even_money; pay w1 4000; clear 1
        1: says 2 stand; D Kc; pay i1 3000; pay w2 0; close""",
        paid("correct", (WRONG, "ECA-B-S2"), w1=4000, i1=1000, w2=0),
    ),
    breaks(
        "ECA-B-S2",
        "Even money is given against a ten: it was not open, and the outcome would have paid 3 to 2.",
        f"{TWO} D Jc 1 Kh 2 9d; says 1 even_money; says 2 stand; D 9s; pay w1 4000; pay w2 2000; close",
        paid("correct", NOT_EVEN, (WRONG, "ECA-B-F1"), w1=5000, w2=2000),
    ),
    breaks(
        "ECA-B-S2",
        "Even money is asked for a hand of twenty, which is no blackjack and plays on.",
        f"1: {seats(1)}; 1 Th D Ac 1 Kh; says 1 even_money; says 1 stand; D 7s; pay w1 4000; close",
        paid("stands", NOT_EVEN, w1=4000),
    ),
    breaks(
        "ECA-B-S2",
        "Box 1 has stood and box 2 asks for even money in its turn: the subsequent deal has begun, and 50 are due.",
        f"""1: {seats(1, 2)}; 1 Th 2 As D Ac 1 8h 2 Kh; says 1 stand; says 2 even_money; D 7s
        1: pay w1 2000; pay w2 5000; close""",
        paid("stands", NOT_EVEN, w1=2000, w2=5000),
    ),
    breaks(
        "ECA-B-S2",
        "Even money is asked for when box 2 has drawn a card already: too late, the outcome counts, 50 are due.",
        f"{TWO} D Ac 1 Kh 2 3d; says 2 hit; 2 6d; says 2 stand; says 1 even_money; D 7s; pay w1 4000; pay w2 4000; close",
        paid("correct", NOT_EVEN, (WRONG, "ECA-B-F1"), w1=5000, w2=4000),
    ),
)

TWENTY: Final = f"1: {seats(1)}; 1 Th D Ac 1 Kh"
"""Box 1 has twenty against the dealer's ace."""

INSURANCE: Final = (
    keeps(
        "ECA-B-N1",
        "Half the wager is insured against an ace and the dealer's second card counts ten: 2 to 1, the wager is lost.",
        f"{TWENTY}; {insurance(1)}; says 1 stand; D Qs; pay i1 3000; pay w1 0; close",
        paid(i1=3000, w1=0),
    ),
    keeps(
        "ECA-B-N1",
        "The half of an odd multiple of ten is insured: 15 of 30.",
        f"1: {seats(1, stake=3000)}; 1 Th D Ac 1 Kh; {insurance(1, 1500)}; says 1 stand; D Qs; pay i1 4500; close",
        paid(i1=4500, w1=0),
    ),
    keeps(
        "ECA-B-N1",
        "A blackjack is insured: it stands off and the insurance wins.",
        f"1: {seats(1)}; 1 Ah D Ac 1 Kh; {insurance(1)}; D Qs; pay i1 3000; pay w1 2000; close",
        paid(i1=3000, w1=2000),
    ),
    breaks(
        "ECA-B-N1",
        "An insurance is taken against a ten: it was not open and goes back, though the dealer has a blackjack.",
        f"1: {seats(1)}; 1 Th D Kc 1 Kh; {insurance(1)}; says 1 stand; D Ad; close",
        paid("stands", NOT_OPEN, i1=1000, w1=0),
    ),
    breaks(
        "ECA-B-N1",
        "An insurance is taken against a nine: it was not open and goes back.",
        f"1: {seats(1)}; 1 Th D 9c 1 Kh; {insurance(1)}; says 1 stand; D 8d; close",
        paid("stands", NOT_OPEN, i1=1000, w1=4000),
    ),
    breaks(  # more than half is no insurance of the rule under either reading of N1a?
        "ECA-B-N1",
        "Fifteen of twenty are insured: more than half is no insurance and goes back.",
        f"{TWENTY}; {insurance(1, 1500)}; says 1 stand; D Qs; close",
        Ruled(findings=(AMOUNT,), branches={"1": {"i1": 1500, "w1": 0}}),
    ),
    breaks(
        "ECA-B-N1",
        "An insurance that is laid when the subsequent deal has begun is late.",
        f"1: {seats(1)}; 1 Th D Ac 1 5h; says 1 hit; 1 4c; {insurance(1)}; says 1 stand; D 7s; close",
        Ruled(findings=(TOO_LATE,), due={"w1": 4000}),
    ),
    breaks(
        "ECA-B-N1",
        "An insurance is laid when the subsequent deal has begun: it is late and goes back.",
        f"1: {seats(1)}; 1 Th D Ac 1 5h; says 1 hit; 1 4c; {insurance(1)}; says 1 stand; D Qs; close",
        paid("stands", TOO_LATE, i1=1000, w1=0),
    ),
    breaks(
        "ECA-B-N1",
        "A late insurance that would have lost goes back as well.",
        f"1: {seats(1)}; 1 Th D Ac 1 5h; says 1 hit; 1 4c; {insurance(1)}; says 1 stand; D 7s; close",
        paid("stands", TOO_LATE, i1=1000, w1=4000),
    ),
    keeps(
        "ECA-B-N1a?",
        "A quarter of the wager is insured and the dealer has a blackjack: void and back, or paid 2 to 1.",
        f"{TWENTY}; {insurance(1, 500)}; says 1 stand; D Qs; close",
        Ruled(
            findings=(AMOUNT,),
            branches={"ECA-B-N1a?:a": {"i1": 500, "w1": 0}, "ECA-B-N1a?:b": {"i1": 1500, "w1": 0}},
            awarded={"i1": None, "w1": 0},
        ),
    ),
    keeps(
        "ECA-B-N1a?",
        "A quarter of the wager was insured and paid 15: right, or 10 too much, and the Director says which.",
        f"{TWENTY}; {insurance(1, 500)}; says 1 stand; D Qs; pay i1 1500; pay w1 0; close",
        Ruled(
            findings=(AMOUNT, (WRONG, "ECA-B-N1a?")),
            verdict="refer",
            authority=DIRECTOR,
            branches={"ECA-B-N1a?:a": {"i1": 500, "w1": 0}, "ECA-B-N1a?:b": {"i1": 1500, "w1": 0}},
            verdicts={"ECA-B-N1a?:a": "correct", "ECA-B-N1a?:b": "stands"},
        ),
    ),
    keeps(
        "ECA-B-N1a?",
        "A quarter of the wager is insured and the dealer has no blackjack: void and back, or lost.",
        f"{TWENTY}; {insurance(1, 500)}; says 1 stand; D 7s; close",
        Ruled(
            findings=(AMOUNT,),
            branches={"ECA-B-N1a?:a": {"i1": 500, "w1": 4000}, "ECA-B-N1a?:b": {"i1": 0, "w1": 4000}},
        ),
    ),
    breaks(
        "ECA-B-N1a?",
        "Exactly half is right under either reading.",
        f"{TWENTY}; {insurance(1)}; says 1 stand; D 7s; close",
        Ruled(verdict="stands", branches={"1": {"i1": 0, "w1": 4000}}),
    ),
    keeps(
        "ECA-B-F4",
        "An insurance is paid 2 to 1.",
        f"1: {seats(1)}; 1 Th D Ac 1 9h; {insurance(1)}; says 1 stand; D Ts; pay i1 3000; pay w1 0; close",
        paid(i1=3000, w1=0),
    ),
    breaks(
        "ECA-B-F4",
        "An insurance is paid 1 to 1.",
        f"{TWENTY}; {insurance(1)}; says 1 stand; D Qs; pay i1 2000; pay w1 0; close",
        paid("correct", (WRONG, "ECA-B-F4"), i1=3000, w1=0),
    ),
    breaks(
        "ECA-B-F4",
        "An insurance is paid against a dealer's 21 of three cards, which is no blackjack.",
        f"{TWENTY}; {insurance(1)}; says 1 stand; D 2s D 8s; pay i1 3000; pay w1 0; close",
        Ruled(findings=((WRONG, "ECA-B-F4"),), verdict="correct", due={"i1": 0, "w1": 0}),
    ),
    keeps(
        "ECA-B-DL2",
        "A lost insurance is collected as soon as the dealer's second card is a five.",
        f"{TWENTY}; {insurance(1)}; says 1 stand; D 5s; pay i1 0; D 3s; pay w1 4000; close",
        paid(i1=0, w1=4000),
    ),
    breaks(
        "ECA-B-DL2",
        "A lost insurance is collected only after the dealer's third card.",
        f"{TWENTY}; {insurance(1)}; says 1 stand; D 5s D 3s; pay i1 0; pay w1 4000; close",
        paid("stands", COLLECTED, i1=0, w1=4000),
    ),
    breaks(
        "ECA-B-DL2",
        "A lost insurance is collected only after the third card, paid in error, and the payment is taken back.",
        f"""{TWENTY}; {insurance(1)}; says 1 stand; D 5s D 3s; pay i1 0; pay i1 500; take_back i1 500 by=dealer; pay w1 4000
        1: close""",
        paid("stands", COLLECTED, ("payment_corrected", "ECA-B-N1"), i1=0, w1=4000),
    ),
    keeps(
        "ECA-B-DL2",
        "The dealer's second card came in error before anybody insured: there was nothing to collect with it.",
        f"""1: {seats(1, 2)}; 1 Th 2 9c D As 1 Ks D 5s 2 8h; {insurance(1)}; says 1 stand; says 2 stand; D 3s
        1: pay w1 4000; pay w2 0; pay i1 0; close""",
        righted(
            ("extra_card", "ECA-B-D1"),
            hands={"box1": "Th Ks", "box2": "9c 5s", "dealer": "As"},
            moves="5s dealer>box2, 8h box2>next, 3s dealer>next",
            ask="box1 box2",
            due={"w1": None, "w2": None, "i1": None},
        ),
    ),
    breaks(
        "ECA-B-DL2",
        "The dealer draws the second card before box 1 is asked, and collects the lost insurance after the third.",
        f"{TWENTY}; {insurance(1)}; D 5s; says 1 stand; D 3s; pay w1 4000; pay i1 0; close",
        righted(
            ("extra_card", "ECA-B-D1"),
            COLLECTED,
            hands={"box1": "Th Kh", "dealer": "Ac"},
            moves="5s dealer>next, 3s dealer>next",
            ask="box1",
            due={"w1": None, "i1": None},
        ),
    ),
    breaks(
        "ECA-B-DL2",
        "A lost insurance is given back when the dealer's second card is a seven.",
        f"{TWENTY}; {insurance(1)}; says 1 stand; D 7s; pay i1 1000; pay w1 4000; close",
        Ruled(findings=((WRONG, "ECA-B-DL2"),), verdict="correct", due={"i1": 0, "w1": 4000}),
    ),
)

ROWS: Final[tuple[Row, ...]] = (*INTERIM, *INSURANCE)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_interim(row: Row) -> None:
    holds(row)
