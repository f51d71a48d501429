"""A game that is interrupted: FBJ-43, 44?."""

from typing import Final

import pytest

from tests.clauses.ccl.floor import Boxed
from tests.clauses.fbj.floor import FLOOR, SUPERVISOR, WRONG, A, bets, breaks, holds, keeps, paid
from tests.clauses.table import Row, Ruled

STOPPED: Final = ("dealer_stopped", "FBJ-19")
BY_ANOTHER: Final = ("interrupted_by_another", "FBJ-43")
AFTER: Final = "FBJ-44?"

BEGUN: Final = f"1: {bets(1, 2)}; 1 Th 2 9h D 9s 1 8c 2 5c"
"""Eighteen and fourteen against a nine."""
BACK: Final = {"w1": 2000, "w2": 2000}
DONE: Final = f"{BEGUN}; says 1 stand; says 2 stand; D 8d; pay w1 4000; pay w2 0"

ROWS: Final = (
    keeps(
        "FBJ-43",
        "The supervisor interrupts the game while field 2 is undecided, which is the supervisor's to do.",
        f"{BEGUN}; says 1 stand; interrupted supervisor",
        Ruled(awarded={"w1": None, "w2": None}),
    ),
    keeps("FBJ-43", "Nobody interrupts the game.", f"{DONE}; close", paid(w1=4000, w2=0)),
    breaks(
        "FBJ-43",
        "The dealer interrupts the game, which is the supervisor's to do.",
        f"{BEGUN}; says 1 stand; interrupted D1",
        Ruled(findings=(BY_ANOTHER,)),
    ),
    breaks(
        "FBJ-43",
        "The inspector interrupts the game, which is the supervisor's to do.",
        f"{BEGUN}; says 1 stand; interrupted inspector",
        Ruled(findings=(BY_ANOTHER,)),
    ),
    keeps(
        AFTER,
        "A round is interrupted when both fields have their cards: it is finished (a), or void (b).",
        f"{BEGUN}; interrupted supervisor",
        Ruled(
            verdict="refer",
            authority=SUPERVISOR,
            branches={f"{AFTER}:a": {"w1": None, "w2": None}, f"{AFTER}:b": {"w1": 2000, "w2": 2000}},
        ),
    ),
    keeps(
        AFTER,
        "A round is interrupted when field 1 was over 21: lost (a), or void and back (b).",
        f"1: {bets(1, 2)}; 1 Th 2 9h D 9s 1 6c 2 5c; says 1 hit; 1 Kd; interrupted supervisor",
        Ruled(
            branches={f"{AFTER}:a": {"w1": 0, "w2": None}, f"{AFTER}:b": {"w1": 2000, "w2": 2000}},
        ),
    ),
    keeps(
        AFTER,
        "A round with a free bet is interrupted: the original bet goes back under (b), and nothing for the chip.",
        f"""1: {bets(1, 2)}; 1 5h 2 9h D 9s 1 6c 2 5c; says 1 free_double
        1: bet w1x1 P1 free_double 0 nominal_minor=2000 box=1 hand=1 parent=w1; interrupted supervisor""",
        Ruled(
            branches={
                f"{AFTER}:a": {"w1": None, "w1x1": None, "w2": None},
                f"{AFTER}:b": {"w1": 2000, "w1x1": 0, "w2": 2000},
            },
        ),
    ),
    keeps(
        "FBJ-43",
        "The supervisor interrupts before the croupier's second card and closes: the croupier broke nothing by stopping.",
        f"{BEGUN}; says 1 stand; says 2 stand; interrupted supervisor; close",
        Boxed(
            verdict="refer",
            authority=SUPERVISOR,
            branches={f"{AFTER}:a": {"w1": None, "w2": None}, f"{AFTER}:b": {"w1": 2000, "w2": 2000}},
            verdicts={f"{AFTER}:a": "reconstruct", f"{AFTER}:b": "void"},
            standing={f"{AFTER}:a": "to_finish", f"{AFTER}:b": "called_off"},
            draw={f"{AFTER}:a": "dealer"},
        ),
    ),
    breaks(
        "FBJ-43",
        "The inspector interrupts before the croupier's second card and closes: nobody may, so a card was due.",
        f"{BEGUN}; says 1 stand; says 2 stand; interrupted inspector; close",
        Boxed(
            findings=(BY_ANOTHER, STOPPED),
            verdict="refer",
            branches={
                A: {"w1": None, "w2": None},
                "FBJ-ERR?:b": {"w1": 2000, "w2": 2000},
                "FBJ-ERR?:c": {"w1": None, "w2": None},
            },
            draw={A: "dealer"},
        ),
    ),
    keeps(
        AFTER,
        "A round is interrupted with both fields undecided and closed: their players decide (a), or it is void (b).",
        f"{BEGUN}; interrupted supervisor; close",
        Boxed(
            verdict="refer",
            branches={f"{AFTER}:a": {"w1": None, "w2": None}, f"{AFTER}:b": {"w1": 2000, "w2": 2000}},
            verdicts={f"{AFTER}:a": "ask", f"{AFTER}:b": "void"},
            asks={f"{AFTER}:a": "1 2", f"{AFTER}:b": ""},
        ),
    ),
    keeps(
        AFTER,
        "A round is interrupted between the asking for a card and the card: field 2 gets it (a), or it is void (b).",
        f"{BEGUN}; says 1 stand; says 2 hit; interrupted supervisor; close",
        Boxed(
            branches={f"{AFTER}:a": {"w1": None, "w2": None}, f"{AFTER}:b": {"w1": 2000, "w2": 2000}},
            draw={f"{AFTER}:a": "box2"},
            asks={f"{AFTER}:a": ""},
        ),
    ),
    keeps(
        AFTER,
        "A round is interrupted while the first cards are dealt, and the next one is dealt: its cards are no more there.",
        f"""1: {bets(1, 2)}; 1 Th 2 9h D 9s; interrupted supervisor
        2: bet v1 P1 main 2000 box=1; nmb; 1 Tc D 9d 1 Kc; says 1 stand; D Th; pay v1 4000; close""",
        Boxed(
            branches={f"{AFTER}:a": {"w1": None, "w2": None}, f"{AFTER}:b": {"w1": 2000, "w2": 2000}},
            draw={f"{AFTER}:a": "box1"},
        ),
        paid(v1=4000),
    ),
    keeps(
        AFTER,
        "A bet was over and collected before the game was interrupted: it is lost, and the other one's is open.",
        f"1: {bets(1, 2)}; 1 Th 2 9h D 9s 1 6c 2 5c; says 1 hit; 1 Kd; pay w1 0; interrupted supervisor; close",
        Ruled(
            verdict="refer",
            branches={f"{AFTER}:a": {"w1": 0, "w2": None}, f"{AFTER}:b": {"w1": 0, "w2": 2000}},
            awarded={"w1": 0, "w2": None},
        ),
    ),
    keeps(
        AFTER,
        "The house has resolved that an interrupted round is void, and both stakes went back: nothing is left to do.",
        f"{BEGUN}; says 1 stand; interrupted supervisor; pay w1 2000; pay w2 2000; close",
        Ruled(verdict="void", branches={"1": BACK}, awarded=BACK, standing={"": "called_off"}, outcome={"": None}),
        before=f"{FLOOR}; resolved {AFTER} b supervisor",
    ),
    breaks(
        AFTER,
        "The house has resolved that an interrupted round is void, and field 1 was paid as if it had won.",
        f"{BEGUN}; says 1 stand; interrupted supervisor; pay w1 4000; pay w2 2000; close",
        Ruled(findings=((WRONG, AFTER),), verdict="void", branches={"1": BACK}),
        before=f"{FLOOR}; resolved {AFTER} b supervisor",
    ),
    keeps(
        AFTER,
        "The house has resolved that an interrupted round is finished: field 2 is asked.",
        f"{BEGUN}; says 1 stand; interrupted supervisor; close",
        Boxed(verdict="ask", branches={"1": {"w1": None, "w2": None}}, asks={"": "2"}),
        before=f"{FLOOR}; resolved {AFTER} a supervisor",
    ),
    keeps(
        AFTER,
        "Every box is bust and collected when the supervisor interrupts: nothing is left to finish, or to give back.",
        "1: bet w1 P1 main 2000 box=1; nmb; 1 5h D 9s 1 Th; says 1 hit; 1 Kd; pay w1 0; interrupted supervisor",
        Ruled(verdict="stands", awarded={"w1": 0}),
    ),
    keeps(
        AFTER,
        "After the interruption play goes on and is finished by the rules: so it counts (a), or it was void (b).",
        f"{BEGUN}; says 1 stand; interrupted supervisor; says 2 stand; D 8d; pay w1 4000; pay w2 0; close",
        Ruled(
            findings=((WRONG, AFTER), (WRONG, AFTER)),
            verdict="refer",
            branches={f"{AFTER}:a": {"w1": 4000, "w2": 0}, f"{AFTER}:b": BACK},
            standing={f"{AFTER}:a": None},
        ),
    ),
    breaks(
        AFTER,
        "After the interruption play goes on, and the croupier stops at fourteen: he was to finish by the rules.",
        f"{BEGUN}; says 1 stand; interrupted supervisor; says 2 stand; D 5d; close",
        Ruled(findings=(STOPPED,), verdict="refer", standing={f"{AFTER}:b": "called_off"}),
    ),
    keeps(
        AFTER,
        "A card lies on a field without a bet and the supervisor interrupts: void (b), else as such an error is (a).",
        f"1: {bets(1, 2)}; 1 Th 2 9h 4 5d; interrupted supervisor; close",
        Ruled(
            findings=(("empty_box", "FBJ-DEAL"),),
            verdict="refer",
            verdicts={f"{AFTER}:b": "void"},
            standing={f"{AFTER}:a,{A}": "reconstruct", f"{AFTER}:b": "called_off"},
            moves={f"{AFTER}:a,{A}": "5d box4>dealer"},
        ),
    ),
    keeps(
        AFTER,
        "After the interruption P1 takes the bet up: too early (a), or it was P1's to take (b).",
        f"{BEGUN}; says 1 stand; interrupted supervisor; withdraw w1; close",
        Ruled(
            findings=(("withdrawn_late", "FBJ-12"),),
            under={"withdrawn_late": (f"{AFTER}:a",)},
            branches={f"{AFTER}:a": {"w1": None, "w2": None}, f"{AFTER}:b": {"w1": 2000, "w2": 2000}},
        ),
    ),
    breaks(
        AFTER,
        "The game is interrupted when the round is decided and paid: there is nothing to finish or to void.",
        f"{DONE}; close; interrupted supervisor",
        Ruled(verdict="stands", branches={"1": {"w1": 4000, "w2": 0}}),
    ),
)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_interrupted(row: Row) -> None:
    holds(row)
