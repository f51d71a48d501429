"""The croupier's hand, fields before it, and the bet on his 22: FBJ-8, 14, 19, 19a?, 24, 37, 37a?, 37c."""

from collections.abc import Iterator
from typing import Final

import pytest

from tests.clauses.ccl.floor import Boxed
from tests.clauses.fbj.floor import PAIR, SEATED, TOLD, WRONG, A, B, C, astray, bets, breaks, holds, keeps, paid
from tests.clauses.table import Row, Ruled

STOPPED: Final = ("dealer_stopped", "FBJ-19")
OVERDREW: Final = ("dealer_overdrew", "FBJ-19")
SOFT: Final = ("dealer_overdrew", "FBJ-14")
IDLE: Final = ("idle_draw", "FBJ-19a?")
SOON: Final = ("paid_before_dealer", "FBJ-24")
CORRECTED: Final = "payment_corrected"
NOBODY: Final = "FBJ-19a?"
FOR_22: Final = "FBJ-37a?"
A_BET: Final = ("side_bet_without_box", "FBJ-37c")

EIGHTEEN: Final = f"1: {bets(1)}; 1 Th"
STANDS: Final = "1 8c; says 1 stand"

DRAWS: Final = (
    keeps("FBJ-14", "Ace and six stand.", f"{EIGHTEEN} D As {STANDS}; D 6d; pay w1 4000; close", paid(w1=4000)),
    keeps("FBJ-14", "Six and ace stand.", f"{EIGHTEEN} D 6s {STANDS}; D Ad; pay w1 4000; close", paid(w1=4000)),
    keeps(
        "FBJ-14",
        "Ace, two and five are eighteen and stand.",
        f"{EIGHTEEN} D As {STANDS}; D 2d D 5h; pay w1 2000; close",
        paid(w1=2000),
    ),
    keeps(
        "FBJ-14",
        "Ace, five and ten are sixteen and draw on: the ace counts 1 there.",
        f"{EIGHTEEN} D As {STANDS}; D 5d D Th D 3c; pay w1 0; close",
        paid(w1=0),
    ),
    breaks(
        "FBJ-14",
        "The croupier draws on ace and six: the card is over and eighteen wins, or void, or it ties.",
        f"{EIGHTEEN} D As {STANDS}; D 6d D Ah; {TOLD}",
        astray(
            SOFT,
            moves="Ah dealer>next",
            boxes="1 Th 8c / D As 6d",
            right={"w1": 4000},
            void={"w1": 2000},
            dealt={"w1": 2000},
            hands="1 Th 8c / D As 6d Ah",
        ),
    ),
    keeps("FBJ-19", "Sixteen draws.", f"{EIGHTEEN} D 9s {STANDS}; D 7d D 5h; pay w1 0; close", paid(w1=0)),
    keeps("FBJ-19", "A soft sixteen draws.", f"{EIGHTEEN} D As {STANDS}; D 5d D 5h; pay w1 0; close", paid(w1=0)),
    keeps("FBJ-19", "Seventeen stands.", f"{EIGHTEEN} D 9s {STANDS}; D 8d; pay w1 4000; close", paid(w1=4000)),
    keeps(
        "FBJ-19",
        "The round is closed before the field has decided: the croupier's second card is not due yet.",
        "1: bet w1 P1 main 2000 box=1; nmb; 1 Th D 9s 1 6c; close",
        Ruled(),
    ),
    keeps(
        "FBJ-19",
        "The round is closed before field 2 is asked: of the croupier's draw nothing is said.",
        f"1: {bets(1, 2)}; 1 Th 2 9c D 9s 1 8c 2 8h; says 1 stand P1; close",
        Ruled(findings=(("not_asked", "FBJ-8"),)),
    ),
    breaks(
        "FBJ-8",
        "Field 1 is not given its card, and the round is closed: it was not yet the turn of field 2.",
        f"1: {bets(1, 2)}; 1 Th 2 9c D 6d 1 3c 2 4c; says 1 card P1; close; {TOLD}",
        Ruled(findings=(("hit_not_given", "FBJ-18"),), verdict="refer", awarded={"w1": None, "w2": None}),
    ),
    breaks(
        "FBJ-19",
        "The croupier stops at sixteen and pays: a card is still to come.",
        f"{EIGHTEEN} D 9s {STANDS}; D 7d; pay w1 4000; close; {TOLD}",
        astray(
            STOPPED,
            boxes="1 Th 8c / D 9s 7d",
            draw="dealer",
            right={"w1": None},
            void={"w1": 2000},
            dealt={"w1": 4000},
            hands="1 Th 8c / D 9s 7d",
        ),
    ),
    breaks(
        "FBJ-19",
        "The croupier draws on seventeen and makes nineteen: that card is over.",
        f"{EIGHTEEN} D 9s {STANDS}; D 8d D 2h; {TOLD}",
        astray(
            OVERDREW,
            moves="2h dealer>next",
            boxes="1 Th 8c / D 9s 8d",
            right={"w1": 4000},
            void={"w1": 2000},
            dealt={"w1": 0},
            hands="1 Th 8c / D 9s 8d 2h",
        ),
    ),
    breaks(
        "FBJ-19",
        "The croupier draws twice on seventeen, to 22: seventeen counts, or void, or eighteen stays on 22.",
        f"{EIGHTEEN} D 9s {STANDS}; D 8d D 2h D 3h; {TOLD}",
        astray(
            OVERDREW,
            OVERDREW,
            moves="2h dealer>next, 3h dealer>next",
            boxes="1 Th 8c / D 9s 8d",
            right={"w1": 4000},
            void={"w1": 2000},
            dealt={"w1": 2000},
        ),
    ),
    breaks(
        "FBJ-19",
        "The croupier draws before field 2 was asked: the card is the next one.",
        f"1: {bets(1, 2)}; 1 Th 2 9h D 6s 1 8c 2 5c; says 1 stand; D 9d; {TOLD}",
        astray(
            ("dealer_too_soon", "FBJ-19"),
            moves="9d dealer>next",
            boxes="1 Th 8c / 2 9h 5c / D 6s",
            right={"w1": None, "w2": None},
            void={"w1": 2000, "w2": 2000},
            dealt={"w1": None, "w2": None},
        ),
    ),
)

NONE_LEFT: Final = f"1: {bets(1)}; 1 Th D 9s 1 6d; says 1 hit; 1 Kd; pay w1 0"

ALONE: Final = (
    keeps(
        NOBODY,
        "No hand is left and the croupier draws: for nobody, or his duty; nobody's money hangs on it.",
        f"{NONE_LEFT}; D Jd; close",
        Boxed(verdict="stands", branches={"1": {"w1": 0}}, standing={"": None}),
    ),
    keeps(
        NOBODY,
        "No hand is left and the croupier does not draw: right, or he stopped too early; it moves no money.",
        f"{NONE_LEFT}; close",
        Boxed(verdict="stands", branches={"1": {"w1": 0}}, draw={"": ""}),
    ),
    breaks(
        NOBODY,
        "The house has resolved that the croupier draws for nobody too, and he does not: his error, nothing to correct.",
        f"table: resolved FBJ-19a? b supervisor\n{NONE_LEFT}; close",
        Boxed(findings=(STOPPED,), verdict="stands", branches={"1": {"w1": 0}}, standing={"": None}, cites=(NOBODY,)),
    ),
    breaks(
        NOBODY,
        "No hand is left and the croupier has drawn while the round is open: the card is over (a), or it was his duty (b).",
        f"{NONE_LEFT}; D Jd; {TOLD}",
        Boxed(
            findings=(IDLE,),
            branches={
                f"{NOBODY}:a,{A}": {"w1": 0},
                f"{NOBODY}:a,{B}": {"w1": 2000},
                f"{NOBODY}:a,{C}": {"w1": 0},
                f"{NOBODY}:b": {"w1": 0},
            },
            standing={f"{NOBODY}:a,{A}": "reconstruct", f"{NOBODY}:b": None},
            moves={f"{NOBODY}:a,{A}": "Jd dealer>next", f"{NOBODY}:b": ""},
            boxes={f"{NOBODY}:a,{A}": "1 Th 6d Kd / D 9s", f"{NOBODY}:b": "1 Th 6d Kd / D 9s Jd"},
            cites=(NOBODY,),
        ),
    ),
    breaks(
        NOBODY,
        "A blackjack is left against a six and the croupier does not draw: a hand is left, whatever the card would do.",
        f"1: {bets(1)}; 1 Ah D 6s 1 Kc; pay w1 5000; close",
        Boxed(findings=(STOPPED,), verdict="stands", branches={"1": {"w1": 5000}}),
    ),
    breaks(
        NOBODY,
        "One hand is left: the croupier draws under either reading.",
        f"""1: {bets(1, 2)}; 1 Th 2 Tc D 9s 1 6d 2 9d; says 1 hit; 1 Kd; pay w1 0; says 2 stand; D Jd
        1: pay w2 2000; close""",
        Ruled(verdict="stands", branches={"1": {"w1": 0, "w2": 2000}}),
    ),
)


def winners() -> Iterator[Row]:
    """A blackjack that is paid before the croupier has his second card, against every card of his."""
    for rank in "A23456789TJQK":
        opening = f"1: {bets(1, 2)}; 1 Ah 2 Tc D {rank}s 1 Kh 2 8c"
        if rank in "ATJQK":
            second = "7d" if rank == "A" else "8d"
            yield breaks(
                "FBJ-24",
                f"A blackjack against the croupier's {rank} is paid before his hand is finished.",
                f"{opening}; pay w1 5000; says 2 stand; D {second}; pay w2 2000; close",
                paid("stands", SOON, w1=5000, w2=2000),
            )
        else:
            yield keeps(
                "FBJ-24",
                f"A blackjack against the croupier's {rank} may be paid before his hand is finished.",
                f"{opening}; pay w1 5000",
                Ruled(due={"w1": 5000, "w2": None}),
            )


ORDER: Final = (
    *winners(),
    keeps(
        "FBJ-24",
        "A hand over 21 is paid in error against the croupier's ten, and all of it is taken back: no winner was paid.",
        f"""1: {bets(1, 2)}; 1 Th 2 Tc D Ts 1 6d 2 8c; says 1 hit; 1 Kd; pay w1 4000; take_back w1 4000 by=dealer
        1: says 2 stand; D 8d; pay w2 2000; close""",
        paid("stands", (CORRECTED, "FBJ-17"), w1=0, w2=2000),
    ),
    breaks(
        "FBJ-24",
        "A blackjack is paid 10.00 too much before the croupier's second card, and only the 10.00 are taken back.",
        f"""1: {bets(1, 2)}; 1 Ah 2 Tc D Ts 1 Kh 2 8c; pay w1 6000; take_back w1 1000 by=dealer; says 2 stand; D 8d
        1: pay w2 2000; close""",
        paid("stands", SOON, (CORRECTED, "FBJ-22"), w1=5000, w2=2000),
    ),
    keeps(
        "FBJ-24",
        "With an ace first the croupier finishes his hand, and then everybody is paid.",
        f"1: {bets(1, 2)}; 1 Ah 2 Tc D As 1 Kh 2 9c; says 2 stand; D 7d; pay w1 5000; pay w2 4000; close",
        paid(w1=5000, w2=4000),
    ),
    keeps(
        "FBJ-24",
        "With a ten first a hand over 21 is collected before the croupier's hand: that is no payout.",
        f"""1: {bets(1, 2)}; 1 Th 2 Tc D Ts 1 6h 2 9c; says 1 hit; 1 Kd; pay w1 0; says 2 stand; D 8d
        1: pay w2 4000; close""",
        paid(w1=0, w2=4000),
    ),
    breaks(
        "FBJ-24",
        "A blackjack is paid before the croupier's second card, which makes a blackjack: only the stake was due.",
        f"1: {bets(1, 2)}; 1 Ah 2 Tc D Ts 1 Kh 2 9c; pay w1 5000; says 2 stand; D Ad; pay w2 0; close",
        paid("correct", SOON, (WRONG, "FBJ-22"), w1=2000, w2=0),
    ),
)

PUSH: Final = f"1: {bets(1).replace('; nmb', '; bet p1 P1 push22 1000 box=1; nmb')}; 1 Th D 7s 1 8c; says 1 stand"
"""Field 1 has eighteen and 10 on the croupier's 22."""
ONLY_PUSH: Final = PUSH.replace("1 8c; says 1 stand", "1 6c; says 1 hit; 1 Kd; pay w1 0")
"""Field 1 is over 21, and its 10 on the croupier's 22 are left."""

PUSH_22: Final = (
    keeps("FBJ-37", "The croupier has 22.", f"{PUSH}; D 5d D Th; pay w1 2000; pay p1 2000; close", paid(w1=2000, p1=2000)),
    keeps("FBJ-37", "The croupier has 23.", f"{PUSH}; D 6d D Th; pay w1 4000; pay p1 0; close", paid(w1=4000, p1=0)),
    keeps("FBJ-37", "The croupier has 21.", f"{PUSH}; D 4d D Th; pay w1 0; pay p1 0; close", paid(w1=0, p1=0)),
    keeps(
        "FBJ-37",
        "The croupier has 22 of five cards.",
        f"{PUSH}; D 2d D 3h D 4c D 6c; pay w1 2000; pay p1 2000; close",
        paid(w1=2000, p1=2000),
    ),
    keeps(
        "FBJ-37",
        "On a shared field P2 alone bets on 22, and wins on it while both bets on the field stay.",
        f"""1: {PAIR.replace("; nmb", "; bet p2 P2 push22 1000 box=3; nmb")}; 3 Th D 7s 3 8c; says 3 stand P1; D 5d D Th
        1: pay w1 2000; pay w2 3000; pay p2 2000; close""",
        paid(w1=2000, w2=3000, p2=2000),
        before=SEATED,
    ),
    breaks(
        "FBJ-37",
        "A bet on 22 that wins is paid 11 to 1, as the trade does: 1 to 1 is printed.",
        f"{PUSH}; D 5d D Th; pay w1 2000; pay p1 12000; close",
        paid("correct", (WRONG, "FBJ-37"), w1=2000, p1=2000),
    ),
    breaks(
        "FBJ-37",
        "A bet on 22 is taken for a push and only given back.",
        f"{PUSH}; D 5d D Th; pay w1 2000; pay p1 1000; close",
        paid("correct", (WRONG, "FBJ-37"), w1=2000, p1=2000),
    ),
    breaks(
        "FBJ-37",
        "A bet on 22 is paid when the croupier has 23.",
        f"{PUSH}; D 6d D Th; pay w1 4000; pay p1 2000; close",
        paid("correct", (WRONG, "FBJ-37"), w1=4000, p1=0),
    ),
    keeps(
        FOR_22,
        "Only a bet on 22 is left: the croupier must draw (37a? a, or 19a? b), or the bet goes back.",
        ONLY_PUSH,
        Ruled(
            branches={
                f"{NOBODY}:a,{FOR_22}:a": {"w1": 0, "p1": None},
                f"{NOBODY}:a,{FOR_22}:b": {"w1": 0, "p1": 1000},
                f"{NOBODY}:b": {"w1": 0, "p1": None},
            }
        ),
    ),
    keeps(
        FOR_22,
        "Only a bet on 22 is left and the croupier draws to 22: it wins, or both cards were drawn for nobody.",
        f"{ONLY_PUSH}; D 5d D Th; pay p1 2000; close",
        Boxed(
            findings=(IDLE, IDLE),
            standing={f"{NOBODY}:a,{FOR_22}:a": None, f"{NOBODY}:a,{FOR_22}:b,{A}": "reconstruct", f"{NOBODY}:b": None},
            verdicts={f"{NOBODY}:a,{FOR_22}:a": "stands", f"{NOBODY}:b": "stands"},
            moves={f"{NOBODY}:a,{FOR_22}:b,{A}": "5d dealer>next, Th dealer>next"},
        ),
    ),
    breaks(
        FOR_22,
        "A hand is left besides: the croupier draws under either reading.",
        f"{PUSH}; D 5d D Th; close",
        Ruled(verdict="stands", branches={"1": {"w1": 2000, "p1": 2000}}),
    ),
    keeps(
        "FBJ-37c",
        "A bet on 22 lies beside a bet on the field.",
        f"{PUSH}; D 9d D Th; pay w1 4000; pay p1 0; close",
        paid(w1=4000, p1=0),
    ),
    breaks(
        "FBJ-37c",
        "A bet on 22 lies on a field on which its player has no other.",
        f"1: bet p1 P1 push22 1000 box=1; {bets(2)}; 2 Th D 9s 2 8c; says 2 stand; D 8d; pay w2 4000; close",
        Ruled(findings=(A_BET,), due={"w2": 4000}, awarded={"w2": 4000}),
    ),
    breaks(
        "FBJ-37c",
        "P5 bets on 22 at the field of P1 and P2, and has a bet on another one only.",
        f"""1: {PAIR.replace("; nmb", "; bet w5 P5 main 1000 box=5; bet p5 P5 push22 1000 box=3; nmb")}; 3 Th 5 Tc D 9s 3 8c
        1: 5 8h; says 3 stand P1; says 5 stand P5; D 8d; close""",
        Ruled(findings=(A_BET,), due={"w1": 4000, "w2": 6000, "w5": 2000}),
        before=SEATED,
    ),
)

ROWS: Final[tuple[Row, ...]] = (*DRAWS, *ALONE, *ORDER, *PUSH_22)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_dealer(row: Row) -> None:
    holds(row)
