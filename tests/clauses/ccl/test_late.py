"""Faults noticed once the round was paid or the next one dealt."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import pytest

from tests.clauses.ccl.faults import AGAIN, CARRY, TWO, A, B, C, Put
from tests.clauses.ccl.floor import Boxed, Money, breaks, holds, keeps
from tests.clauses.table import Row, Ruled

TOLD: Final = "notice P3 management"
NEXT: Final = "2: bet n P1 main 10000 box=1; nmb; 1 Th D 9s 1 9h; says 1 stand; D 8h; pay n 20000; close"
NEXT_STANDS: Final = Ruled(verdict="stands", awarded={"n": 20_000})
STAKES: Final[Money] = {"w1": 10_000, "w3": 20_000}
STILL: Final = "CCL-26b?:a"
TOO_LATE: Final = "CCL-26b?:b"
EMPTY: Final = ("empty_box", "CCL-26")
UNASKED: Final = ("card_not_asked_for", "CCL-12")


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A round with a fault, played to its end and paid as the cards lie. `over` says that the round put right has cards
    left for which it has no use; `again` how it is put right if all decisions are asked again.
    """

    clause: str
    about: str
    play: str
    findings: tuple[tuple[str, str], ...]
    put: Put
    paid: Money
    hands: str
    again: Put | None = None
    over: bool = False
    stakes: Money
    bets: str = TWO

    @property
    def coup(self) -> str:
        """The round up to the payment."""
        money = "; ".join(f"pay {wager} {minor}" for wager, minor in self.paid.items())
        return f"1: {self.bets}; {self.play}; {money}; close"


ORDER: Final = Played(
    clause="CCL-ERR?",
    about="Box 3 had its second card before box 1",  # 12 and 20 to 18 as dealt; 18 and 14 by the rules, asked again
    play="1 8h 3 Tc D 6s 3 Td 1 4c; says 1 stand; says 3 stand; D Kd D 2c",
    findings=(("out_of_order", "CCL-22"),),
    put=Put(
        moves="Td box3>box1, 4c box1>box3, Kd dealer>next, 2c dealer>next", boxes="1 8h Td / 3 Tc 4c / D 6s", asks="1 3"
    ),
    paid={"w1": 0, "w3": 40_000},
    hands="1 8h 4c / 3 Tc Td / D 6s Kd 2c",
    stakes=STAKES,
)
GIVEN: Final = Played(
    clause="CCL-ERR?",
    about="Box 3 had stood and was given a card that was the dealer's",  # 18 and 21 to 21 as dealt; 18 and 19 to 18
    play="1 8h 3 Tc D 6s 1 Td 3 9c; says 1 stand; says 3 stand; 3 2d; D Kd D 5c",
    findings=(UNASKED,),
    put=Put(moves="2d box3>dealer, 5c dealer>", boxes="1 8h Td / 3 Tc 9c / D 6s 2d Kd", due={"w1": 10_000, "w3": 40_000}),
    paid={"w1": 0, "w3": 20_000},
    hands="1 8h Td / 3 Tc 9c 2d / D 6s Kd 5c",
    over=True,
    stakes=STAKES,
)
BOX_TWO: Final = Played(
    clause="CCL-26",
    about="Box 2, without a wager, had a card",  # 18 to 19 as dealt; box 1's hit makes 21, to 20
    play="1 8h D 5d 1 4c 2 9h; says 1 hit; 1 6d; says 1 stand; D 9c D 5h",
    findings=(EMPTY,),
    put=Put(moves="9h box2>box1, 6d box1>dealer, 5h dealer>", boxes="1 8h 4c 9h / D 5d 6d 9c", due={"w1": 20_000}),
    again=Put(
        moves="9h box2>next, 6d box1>next, 9c dealer>next, 5h dealer>next",
        boxes="1 8h 4c / D 5d",
        asks="1",
        due={"w1": None},
    ),
    paid={"w1": 0},
    hands="1 8h 4c 6d / D 5d 9c 5h",
    over=True,
    stakes={"w1": 10_000},
    bets="bet w1 P1 main 10000 box=1; nmb",
)
LATER: Final = (ORDER, GIVEN, BOX_TWO)


def ways(played: Played, *, reading: str = A, collected: bool = False) -> dict[str, Put]:
    """How the round can be put right, by its readings."""
    carried = reading if played.again is None else _key(CARRY, reading)
    places = {"CCL-25a?:a": "next", "CCL-25a?:b": "burn"} if played.over and not collected else {"": ""}
    puts = {_key(clause, carried): _over(played.put, place) for clause, place in places.items()}
    return puts if played.again is None else {**puts, _key(AGAIN, reading): played.again}


def _key(*parts: str) -> str:
    return ",".join(part for part in parts if part)


def _over(put: Put, place: str) -> Put:
    moves = ", ".join(move + place if move.endswith(">") else move for move in put.moves.split(", "))
    return Put(moves=moves, boxes=put.boxes, draw=put.draw, asks=put.asks, due=put.due)


def after_payout(played: Played) -> Row:
    """P3 tells management after the payment, before anything of the next round."""
    regulated = played.clause != "CCL-ERR?"
    puts = ways(played, reading=STILL if regulated else A)
    branches = {key: put.due for key, put in puts.items()}
    verdicts = {key: "ask" if put.asks else "reconstruct" for key, put in puts.items()}
    dealt = TOO_LATE if regulated else C
    branches |= {dealt: played.paid} if regulated else {B: played.stakes, C: played.paid}
    verdicts |= {dealt: "stands"} if regulated else {B: "void", C: "stands"}
    return breaks(
        "CCL-26b?" if regulated else played.clause,
        f"{played.about}: told after the payment.",
        f"{played.coup}\n1: {TOLD}",
        Boxed(
            findings=played.findings,
            verdict="refer",
            authority="management",
            branches=branches,
            verdicts=verdicts,
            boxes={key: put.boxes for key, put in puts.items()} | {dealt: played.hands},
            moves={key: put.moves for key, put in puts.items()},
            asks={key: put.asks for key, put in puts.items()},
            surplus={key: put.surplus for key, put in puts.items()},
        ),
    )


def after_the_next(played: Played) -> Row:
    """P3 tells management when the next round was dealt and paid: the cards are gone, and the document is silent."""
    regulated = played.clause != "CCL-ERR?"
    still = STILL if regulated else A
    puts = ways(played, reading=still, collected=True)
    dealt = TOO_LATE if regulated else C
    void: dict[str, Money] = {} if regulated else {B: played.stakes}
    return breaks(
        "CCL-26b?" if regulated else "CCL-ERR?",
        f"{played.about}: told once the next round is dealt, which stands.",
        f"{played.coup}\n{NEXT}\n1: {TOLD}",
        Boxed(
            findings=played.findings,
            verdict="refer",
            authority="management",
            branches={**{key: put.due for key, put in puts.items()}, **void, dealt: played.paid},
            verdicts={**dict.fromkeys(void, "void"), dealt: "stands"},
            standing={still: "reconstruct", **dict.fromkeys(void, "void"), dealt: "as_dealt"},
            moves={"": ""},
        ),
        NEXT_STANDS,
    )


STOOD: Final = "1 Th 3 Tc D 7s 1 9d 3 8c; says 1 stand; says 3 stand; D Kd"
OVERDREW: Final = ("dealer_overdrew", "CCL-13")
STOPPED: Final = ("dealer_stopped", "CCL-13")
WON: Final[Money] = {"w1": 20_000, "w3": 40_000}
LOST: Final[Money] = {"w1": 0, "w3": 0}


def dealers() -> Iterator[Row]:
    """The dealer's last card was not his: nothing lies on top of it."""
    drew = f"1: {TWO}; {STOOD} D 4c; pay w1 0; pay w3 0; close"
    yield breaks(
        "CCL-13",
        "The dealer drew to 17 and collected with 21: told after the payment, 17 stands and both boxes are paid.",
        f"{drew}\n1: {TOLD}",
        Boxed(
            findings=(OVERDREW,),
            verdict="reconstruct",
            branches={"CCL-25a?:a": WON, "CCL-25a?:b": WON},
            awarded=WON,
            boxes={"": "1 Th 9d / 3 Tc 8c / D 7s Kd"},
        ),
    )
    yield breaks(
        "CCL-ERR?",
        "The dealer drew to 17 and collected with 21: told once the next round is dealt, no rule says what then.",
        f"{drew}\n{NEXT}\n1: {TOLD}",
        Boxed(
            findings=(OVERDREW,),
            verdict="refer",
            branches={A: WON, B: STAKES, C: LOST},
            verdicts={C: "stands", B: "void"},
        ),
        NEXT_STANDS,
    )
    stopped = f"1: {TWO}; {STOOD.replace('D 7s', 'D 6s')}; pay w1 20000; pay w3 40000; close"
    yield breaks(
        "CCL-ERR?",
        "The dealer stopped at 16 and paid: told once the next round is dealt, no rule says what then.",
        f"{stopped}\n{NEXT}\n1: {TOLD}",
        Boxed(
            findings=(STOPPED,),
            verdict="refer",
            branches={A: {"w1": None, "w3": None}, B: STAKES, C: WON},
            verdicts={C: "stands", B: "void"},
        ),
        NEXT_STANDS,
    )


PASSED: Final = f"1: {TWO}; 1 8h 3 Tc D Ts 1 3h 3 9c; expose 5d; says 1 hit; 1 7d; says 1 stand; says 3 stand; D 7h"
"""The five that showed its face was box 1's: sixteen, on which it has not decided. As dealt 18 and 19 beat 17."""
NOT_NEXT: Final = ("exposed_not_next", "CCL-25")

LIGHT: Final = (
    keeps(
        "CCL-26b?",
        "Box 2, without a wager, had a card, which is noticed before the round is closed: it is put right.",
        f"1: {BOX_TWO.bets}; {BOX_TWO.play}; {TOLD}; pay w1 0; close",
        Boxed(
            findings=(EMPTY,),
            verdict="refer",
            branches={
                "CCL-25a?:a,CCL-26a?:a": {"w1": 20_000},
                "CCL-25a?:b,CCL-26a?:a": {"w1": 20_000},
                "CCL-26a?:b": {"w1": None},
            },
        ),
    ),
    breaks(
        "CCL-25",
        "A card shows its face and box 1 is given the one behind it: found when the next round is dealt.",
        f"{PASSED}; pay w1 20000; pay w3 40000; close\n{NEXT}",
        Boxed(
            findings=(NOT_NEXT,),
            verdict="refer",
            authority="management",
            branches={STILL: {"w1": None, "w3": None}, TOO_LATE: WON},
            verdicts={STILL: "ask", TOO_LATE: "stands"},
            asks={STILL: "1"},
            boxes={STILL: "1 8h 3h 5d / 3 Tc 9c / D Ts"},
            moves={"": ""},
        ),
        NEXT_STANDS,
    ),
    breaks(
        "CCL-25",
        "A card shows its face and box 1 is given the one behind it: told before the round is closed, it is box 1's.",
        f"{PASSED}; {TOLD}; pay w1 20000; pay w3 40000; close",
        Boxed(
            findings=(NOT_NEXT,),
            verdict="ask",
            branches={"1": {"w1": None, "w3": None}},
            moves={"": "5d exposed>box1, 7d box1>next, 7h dealer>next"},
            asks={"": "1"},
        ),
    ),
    breaks(
        "CCL-25",
        "The card that was passed over is used for the dealer in the end: the order of the shoe was another all the same.",
        f"{PASSED.replace('D 7h', 'D 5d')}; D 6c; {TOLD}",
        Boxed(
            findings=(NOT_NEXT,),
            verdict="ask",
            moves={"": "5d dealer>box1, 7d box1>next, 6c dealer>next"},
            asks={"": "1"},
        ),
    ),
)

LAID_ASIDE: Final = "1: bet w1 P1 main 10000 box=1; nmb; 1 Th D 6s 1 9d; says 1 stand; D Kh D 8c"
"""Nineteen against twenty-four: the round has no use for a further card."""
AFTERWARDS: Final = "2: bet n P1 main 10000 box=1; nmb; 1 4c D 9s 1 Th; says 1 stand; D 8h; pay n 0; close"
"""The next round begins with the four of clubs."""
NEVER: Final = "2: bet n P1 main 10000 box=1; nmb; 1 Td D 9s 1 9h; says 1 stand; D 8h; pay n 20000; close"
PAID_OUT: Final = "pay w1 20000; close"
LOST_NEXT: Final = Ruled(verdict="stands", awarded={"n": 0})

LATE_CARDS: Final = (
    keeps(
        "CCL-25a?",
        "The house has resolved that a card that comes too late is the next one, and it opens the next round.",
        f"table: resolved CCL-25a? a management\n{LAID_ASIDE}; expose 4c; move 4c exposed next; {PAID_OUT}\n{AFTERWARDS}",
        Ruled(verdict="stands", branches={"1": {"w1": 20_000}}, cites=("CCL-25a?",)),
        LOST_NEXT,
    ),
    keeps(
        "CCL-25a?",
        "The same card, told in the next round as one that is moved from where it waited.",
        f"""table: resolved CCL-25a? a management
        {LAID_ASIDE}; expose 4c; {PAID_OUT}
        {AFTERWARDS.replace("1 4c", "move 4c exposed 1;")}""",
        Ruled(verdict="stands", branches={"1": {"w1": 20_000}}),
        LOST_NEXT,
    ),
    keeps(
        "CCL-25a?",
        "The house has resolved that such a card is burned, and it is.",
        f"table: resolved CCL-25a? b management\n{LAID_ASIDE}; expose 4c; move 4c exposed burn; {PAID_OUT}\n{NEVER}",
        Ruled(verdict="stands", branches={"1": {"w1": 20_000}}, cites=("CCL-25a?",)),
        NEXT_STANDS,
    ),
    breaks(
        "CCL-25a?",
        "The house has resolved that such a card is the next one, and the next round begins with another.",
        f"table: resolved CCL-25a? a management\n{LAID_ASIDE}; expose 4c; {PAID_OUT}\n{NEVER}",
        Ruled(findings=(NOT_NEXT,), verdict="stands", branches={"1": {"w1": 20_000}}),
        NEXT_STANDS,
    ),
    breaks(
        "CCL-25a?",
        "The house has resolved that such a card is burned, and the next round begins with it.",
        f"table: resolved CCL-25a? b management\n{LAID_ASIDE}; expose 4c; {PAID_OUT}\n{AFTERWARDS}",
        Ruled(findings=(("late_card_used", "CCL-25a?"),), verdict="stands", branches={"1": {"w1": 20_000}}),
        LOST_NEXT,
    ),
    breaks(
        "CCL-25a?",
        "Nothing is resolved and the next round begins with the card: right (a), or it should have been burned (b).",
        f"{LAID_ASIDE}; expose 4c; {PAID_OUT}\n{AFTERWARDS}",
        Ruled(
            findings=(("late_card_used", "CCL-25a?"),),
            verdict="stands",
            branches={"CCL-25a?:a": {"w1": 20_000}, "CCL-25a?:b": {"w1": 20_000}},
            moves={"": ""},
        ),
        LOST_NEXT,
    ),
    breaks(
        "CCL-25a?",
        "Nothing is resolved and a card that was burned in error comes too late: the next one (a), or it lies right (b).",
        f"{LAID_ASIDE}; burn 4c reason=error; {PAID_OUT}\n{NEVER}",
        Ruled(
            findings=(("burned_in_error", "CCL-25"),),
            verdict="stands",
            branches={"CCL-25a?:a": {"w1": 20_000}, "CCL-25a?:b": {"w1": 20_000}},
        ),
        NEXT_STANDS,
    ),
    breaks(
        "CCL-25",
        "The dealer stops at sixteen although a card lies there that had shown its face: it was his next.",
        f"{LAID_ASIDE.replace(' D 8c', '')}; expose 4c; {PAID_OUT}; {TOLD}",
        Boxed(findings=(NOT_NEXT,), moves={STILL: "4c exposed>dealer"}),
    ),
)

ROWS: Final[tuple[Row, ...]] = (
    *LIGHT,
    *LATE_CARDS,
    *(after_payout(played) for played in LATER),
    *(after_the_next(played) for played in LATER),
    *dealers(),
)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_late(row: Row) -> None:
    holds(row)
