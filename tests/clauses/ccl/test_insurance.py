"""Insurance and even money: CCL-17, 33, 33a?, 34 and 34a?."""

from typing import Final

import pytest

from tests.clauses.ccl.floor import breaks, holds, keeps
from tests.clauses.table import Row, Ruled

NOT_OPEN: Final = (("insurance_not_open", "CCL-33"),)
AMOUNT: Final = (("insurance_amount", "CCL-33"),)
A: Final = "CCL-33a?:a"
B: Final = "CCL-33a?:b"


def insured(minor: int, second: str, up: str = "As", end: str = "close") -> str:
    """A wager of 10,000 with nineteen, insured, and the dealer's second card."""
    return (
        f"1: bet w1 P1 main 10000 box=1; nmb; 1 Th D {up} 1 9c; says 1 insurance; "
        f"bet i P1 insurance {minor} box=1 parent=w1; says 1 stand; D {second}; {end}"
    )


INSURANCE: Final = (
    keeps(
        "CCL-17",
        "An insurance that wins is paid 2 to 1.",
        insured(5_000, "Kd", end="pay w1 0; pay i 15000; close"),
        Ruled(verdict="stands", awarded={"w1": 0, "i": 15_000}, cites=("CCL-17",)),
    ),
    *(
        breaks(
            "CCL-17",
            f"An insurance of 5,000 that wins is given back {paid}.",
            insured(5_000, "Kd", end=f"pay w1 0; pay i {paid}; close"),
            Ruled(findings=(("wrong_payment", "CCL-17"),), verdict="correct", due={"i": 15_000}),
        )
        for paid in (10_000, 20_000, 0)
    ),
    keeps(
        "CCL-33",
        "Half the stake is insured against an ace and lost when the dealer makes no blackjack.",
        insured(5_000, "7d", end="pay w1 20000; pay i 0; close"),
        Ruled(verdict="stands", awarded={"w1": 20_000, "i": 0}, cites=("CCL-33",)),
    ),
    keeps(
        "CCL-33",
        "Less than half the stake is insured and wins.",
        insured(2_000, "Kd"),
        Ruled(verdict="stands", awarded={"w1": 0, "i": 6_000}),
    ),
    keeps(
        "CCL-33",
        "A dealer's 21 of three cards is no blackjack: the insurance is lost, collected in the end.",
        insured(5_000, "4d D 6c", end="pay w1 0; pay i 0; close"),
        Ruled(verdict="stands", awarded={"w1": 0, "i": 0}),
    ),
    breaks(
        "CCL-33",
        "A lost insurance is given back.",
        insured(5_000, "7d", end="pay w1 20000; pay i 5000; close"),
        Ruled(findings=(("wrong_payment", "CCL-33"),), verdict="correct", due={"i": 0}),
    ),
    *(
        breaks(
            "CCL-33",
            f"An insurance against {name} goes back.",
            insured(5_000, second, up),
            Ruled(findings=NOT_OPEN, due={"w1": due, "i": 5_000}, cites=("CCL-33",)),
        )
        for name, up, second, due in (
            ("a ten", "Ts", "Ad", 0),
            ("a king", "Ks", "Ad", 0),
            ("a nine", "9s", "9d", 20_000),
            ("a two", "2s", "Kd D 7c", 10_000),
            ("a seven", "7s", "Td", 20_000),
            ("a jack", "Js", "Ad", 0),
            ("a queen", "Qs", "Ad", 0),
            ("an eight", "8s", "Td", 20_000),
            ("a six", "6s", "Td D Kc", 20_000),
            ("a five", "5s", "Td D Kc", 20_000),
            ("a four", "4s", "Td D Kc", 20_000),
            ("a three", "3s", "Td D Kc", 20_000),
        )
    ),
    breaks(
        "CCL-33",
        "An insurance is laid when the box has drawn: it is late.",
        """1: bet w1 P1 main 10000 box=1; nmb; 1 Th D As 1 2c; says 1 hit; 1 7d; says 1 insurance
        1: bet i P1 insurance 5000 box=1 parent=w1; says 1 stand; D 8d; close""",
        Ruled(findings=(("late_insurance", "CCL-33"),), due={"w1": 10_000, "i": 5_000}, cites=("CCL-LATE",)),
    ),
    breaks(
        "CCL-33",
        "A box drew without a word on record, is bust and collected, and insures then: it is late and goes back.",
        """1: bet w1 P1 main 10000 box=1; nmb; 1 9h D As 1 Qc; 1 Qd; pay w1 0; says 1 insurance
        1: bet i P1 insurance 5000 box=1 parent=w1; D Kd; pay i 5000; close""",
        Ruled(findings=(("late_insurance", "CCL-33"),), due={"w1": 0, "i": 5_000}),
    ),
    breaks(
        "CCL-33",
        "An insurance is laid when the dealer has shown his blackjack: it is late and goes back.",
        """1: bet w1 P1 main 10000 box=1; nmb; 1 Th D As 1 9c; says 1 stand; D Kd
        1: bet i P1 insurance 5000 box=1 parent=w1; close""",
        Ruled(findings=(("late_insurance", "CCL-33"),), due={"w1": 0, "i": 5_000}),
    ),
    breaks(
        "CCL-33a?",
        "Of an insurance of 6,000 on 10,000 that wins 5,000 count and 1,000 go back (a), or all goes back (b).",
        insured(6_000, "Kd"),
        Ruled(findings=AMOUNT, branches={A: {"w1": 0, "i": 16_000}, B: {"w1": 0, "i": 6_000}}, awarded={"i": None}),
    ),
    breaks(
        "CCL-33a?",
        "Of an insurance of 6,000 on 10,000 that loses 1,000 go back (a), or all (b).",
        insured(6_000, "7d"),
        Ruled(findings=AMOUNT, branches={A: {"w1": 20_000, "i": 1_000}, B: {"w1": 20_000, "i": 6_000}}),
    ),
    keeps(
        "CCL-33a?",
        "An insurance of exactly half counts whole under either reading.",
        insured(5_000, "Kd"),
        Ruled(verdict="stands", branches={"1": {"w1": 0, "i": 15_000}}),
    ),
)


def even(up: str, second: str, end: str = "close", cards: str = "Ah Kc") -> str:
    """A wager of 10,000 on a box whose player asks for even money."""
    first, other = cards.split()
    return f"1: bet w1 P1 main 10000 box=1; nmb; 1 {first} D {up} 1 {other}; says 1 even_money; {second}; {end}"


EVEN: Final = (
    keeps(
        "CCL-34",
        "The dealer has a card too early; while that is being corrected, even money is still open.",
        """1: bet w4 P4 main 20000 box=4; bet w5 P5 main 160000 box=5; nmb; 4 9h 5 Ac D Ah 4 Kc 5 Tc; D Td
        1: notice inspector management; correcting inspector; says 5 even_money P5; pay w5 320000; says 4 stand P4
        1: corrected inspector; pay w4 0; close""",
        Ruled(findings=(("extra_card", "CCL-11"),), verdict="stands", awarded={"w4": 0, "w5": 320_000}),
    ),
    keeps(
        "CCL-34",
        "Even money stands although the dealer makes a blackjack for the other box.",
        """1: bet w1 P1 main 10000 box=1; bet w3 P3 main 20000 box=3; nmb; 1 Ah 3 Th D As 1 Kc 3 9c; says 1 even_money
        1: pay w1 20000; says 3 stand; D Kd; pay w3 0; close""",
        Ruled(verdict="stands", awarded={"w1": 20_000, "w3": 0}),
    ),
    keeps(
        "CCL-34",
        "A blackjack against an ace without even money stands off with the dealer's blackjack.",
        even("As", "D Kd").replace("says 1 even_money; ", "says 1 no_insurance; "),
        Ruled(verdict="stands", awarded={"w1": 10_000}),
    ),
    breaks(
        "CCL-34",
        "Even money was taken and 3 to 2 is paid.",
        """1: bet w1 P1 main 10000 box=1; bet w3 P3 main 20000 box=3; nmb; 1 Ah 3 Th D As 1 Kc 3 9c; says 1 even_money
        1: pay w1 25000; says 3 stand; D 7d; pay w3 40000; close""",
        Ruled(findings=(("wrong_payment", "CCL-34"),), verdict="correct", due={"w1": 20_000}, awarded={"w3": 40_000}),
    ),
    keeps(
        "CCL-13a?",
        "The only box has taken even money and the dealer does not draw: nobody's money hangs on it.",
        even("As", "pay w1 20000"),
        Ruled(verdict="stands", branches={"1": {"w1": 20_000}}, standing={"": None}, awarded={"w1": 20_000}),
    ),
    *(
        breaks(
            "CCL-34",
            f"Even money is asked for against {name}: it is not open, the blackjack is paid 3 to 2.",
            even(up, second),
            Ruled(findings=(("even_money_not_open", "CCL-34"),), due={"w1": 25_000}),
        )
        for name, up, second in (
            ("a ten", "Ts", "D 9d"),
            ("a king", "Ks", "D 9d"),
            ("a nine", "9s", "D 9d"),
            ("a jack", "Js", "D 9d"),
            ("a queen", "Qs", "D 9d"),
            ("an eight", "8s", "D 9d"),
            ("a seven", "7s", "D Td"),
            ("a six", "6s", "D Td D 5c"),
            ("a five", "5s", "D Td D 5c"),
            ("a four", "4s", "D Td D 5c"),
            ("a three", "3s", "D Td D 5c"),
            ("a two", "2s", "D Td D 5c"),
        )
    ),
    breaks(
        "CCL-34",
        "Even money is asked for on 20 against an ace: it is not open, the box loses to a blackjack.",
        even("As", "says 1 stand; D Kd", cards="Th Tc"),
        Ruled(findings=(("even_money_not_open", "CCL-34"),), due={"w1": 0}),
    ),
    breaks(
        "CCL-34",
        "Even money is asked for on a split ace with a ten: that is no blackjack.",
        """1: bet w1 P1 main 10000 box=1; nmb; 1 Ah D As 1 Ac; says 1 split; bet s P1 split 10000 box=1 hand=2 parent=w1
        1: 1 Kh; says 1 even_money; 1.2 7d; D 8h; close""",
        Ruled(findings=(("even_money_not_open", "CCL-34"),), due={"w1": 20_000, "s": 0}),
    ),
)

UNTIL: Final = "CCL-34a?"
"""Until when even money may be asked for."""
TWO: Final = "1: bet w1 P1 main 10000 box=1; bet w2 P2 main 20000 box=2; nmb"

IN_TURN: Final = (
    keeps(
        UNTIL,
        "Box 1 has drawn and box 2 asks for even money in its turn, against a blackjack: a tie (a), or 40,000 are due (b).",
        f"{TWO}; 1 5h 2 Ah D As 1 8s 2 Kc; says 1 hit; 1 6c; says 1 stand; says 2 even_money; D Kd; close",
        Ruled(
            findings=(("even_money_not_open", "CCL-34"),),
            under={"even_money_not_open": (f"{UNTIL}:a",)},
            verdict="refer",
            authority="management",
            branches={f"{UNTIL}:a": {"w1": 0, "w2": 20_000}, f"{UNTIL}:b": {"w1": 0, "w2": 40_000}},
        ),
    ),
    keeps(
        UNTIL,
        "Box 1 asks for even money before box 2 has decided: it is open under either reading.",
        f"{TWO}; 1 Ah 2 5h D As 1 Kc 2 8s; says 1 even_money; says 2 hit; 2 6c; says 2 stand; D Kd; close",
        Ruled(verdict="stands", branches={"1": {"w1": 20_000, "w2": 0}}),
    ),
    breaks(
        UNTIL,
        "Box 2 has drawn when box 1 asks for even money: its turn is over, too late under either reading.",
        f"{TWO}; 1 Ah 2 5h D As 1 Kc 2 8s; says 2 hit; 2 6c; says 1 even_money; says 2 stand; D Kd; close",
        Ruled(findings=(("even_money_not_open", "CCL-34"),), branches={"1": {"w1": 10_000, "w2": 0}}),
    ),
)

ROWS: Final[tuple[Row, ...]] = (*INSURANCE, *EVEN, *IN_TURN)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_insurance(row: Row) -> None:
    holds(row)
