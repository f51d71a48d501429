"""Faults noticed once the round was paid or the next one dealt, and cards that nobody read."""

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
    again=Put(moves="2d box3>next, Kd dealer>next, 5c dealer>next", boxes="1 8h Td / 3 Tc 9c / D 6s", asks="1 3"),
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


def ways(one: Played, *, reading: str = A, collected: bool = False) -> dict[str, Put]:
    """How the round can be put right, by its readings."""
    if one.again is None:
        return {reading: one.put}
    carried = _key(CARRY, reading)
    if collected or not one.over:
        return {carried: one.put, _key(AGAIN, reading): one.again}
    places = {"CCL-25a?:a": "next", "CCL-25a?:b": "burn"}
    first = {_key(clause, carried): _over(one.put, place) for clause, place in places.items()}
    return {**first, _key(AGAIN, reading): one.again}


def _key(*parts: str) -> str:
    return ",".join(part for part in parts if part)


def _over(put: Put, place: str) -> Put:
    moves = ", ".join(move + place if move.endswith(">") else move for move in put.moves.split(", "))
    return Put(moves=moves, boxes=put.boxes, draw=put.draw, asks=put.asks, due=put.due)


def after_payout(one: Played) -> Row:
    """P3 tells management after the payment, before anything of the next round."""
    regulated = one.clause != "CCL-ERR?"
    puts = ways(one, reading="" if regulated else A)
    branches = {key: put.due for key, put in puts.items()}
    verdicts = {key: "ask" if put.asks else "reconstruct" for key, put in puts.items()}
    if not regulated:
        branches |= {B: one.stakes, C: one.paid}
        verdicts |= {B: "void", C: "stands"}
    return breaks(
        one.clause,
        f"{one.about}: told after the payment.",
        f"{one.coup}\n1: {TOLD}",
        Boxed(
            findings=one.findings,
            verdict="refer",
            authority="management",
            branches=branches,
            verdicts=verdicts,
            boxes={key: put.boxes for key, put in puts.items()} | ({} if regulated else {C: one.hands}),
            moves={key: put.moves for key, put in puts.items()},
            asks={key: put.asks for key, put in puts.items()},
            surplus={key: put.surplus for key, put in puts.items()},
        ),
    )


def after_the_next(one: Played) -> Row:
    """P3 tells management when the next round was dealt and paid: the cards are gone, and the document is silent."""
    puts = ways(one, collected=True)
    return breaks(
        "CCL-ERR?",
        f"{one.about}: told once the next round is dealt, which stands.",
        f"{one.coup}\n{NEXT}\n1: {TOLD}",
        Boxed(
            findings=one.findings,
            verdict="refer",
            authority="management",
            branches={**{key: put.due for key, put in puts.items()}, B: one.stakes, C: one.paid},
            verdicts={B: "void", C: "stands"},
            standing={A: "reconstruct", B: "void", C: "as_dealt"},
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


UNREAD: Final = ("unread_card", "")
ONE: Final = "1: bet w1 P1 main 10000 box=1; nmb"

FACES: Final = (
    keeps(
        "CCL-ERR?",
        "A card of box 1 was not read but the dealer passes 21: five and any card win without a blackjack.",
        f"{ONE}; 1 5h D Ts 1 ??; says 1 stand; D 6d D Kc; close",
        Ruled(findings=(UNREAD,), verdict="stands", due={"w1": 20_000}, awarded={"w1": 20_000}),
    ),
    keeps(
        "CCL-ERR?",
        "A card's suit was not read: it counts all the same.",
        f"{ONE}; 1 Th D 9s 1 9?; says 1 stand; D 9d; close",
        Ruled(verdict="stands", awarded={"w1": 20_000}),
    ),
    breaks(
        "CCL-ERR?",
        "A card of box 1 was not read and decides: management must say what it was.",
        f"{ONE}; 1 Th D 9s 1 ??; says 1 stand; D 9d; close",
        Ruled(findings=(UNREAD,), verdict="refer", authority="management", due={"w1": None}, awarded={"w1": None}),
    ),
    breaks(
        "CCL-ERR?",
        "The dealer's last card was not read and decides: management must say what it was.",
        f"{ONE}; 1 Th D 9s 1 9c; says 1 stand; D ??; close",
        Ruled(findings=(UNREAD,), verdict="refer", due={"w1": None}),
    ),
)

ROWS: Final[tuple[Row, ...]] = (
    *(after_payout(one) for one in LATER),
    *(after_the_next(one) for one in LATER),
    *dealers(),
    *FACES,
)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_late(row: Row) -> None:
    holds(row)
