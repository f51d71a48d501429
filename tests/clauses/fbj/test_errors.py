"""The cards, and errors of the deal, on which the document is silent: FBJ-6, DEAL and ERR?."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import pytest

from tests.clauses.ccl.floor import Boxed
from tests.clauses.fbj.floor import FLOOR, SUPERVISOR, TOLD, A, B, C, astray, bets, breaks, holds, keeps, paid
from tests.clauses.table import Breach, Row, Ruled

TWO: Final = bets(1, 2)
BOX: Final = ("skipped_box", "FBJ-DEAL")
DEALER: Final = ("skipped_dealer", "FBJ-DEAL")
EXTRA: Final = ("extra_card", "FBJ-DEAL")
ORDER: Final = ("out_of_order", "FBJ-DEAL")
EMPTY: Final = ("empty_box", "FBJ-DEAL")
ASTRAY: Final = ("card_astray", "FBJ-8")
EXPOSED: Final = ("exposed_not_next", "FBJ-ERR?")
BURNED: Final = ("burned_in_error", "FBJ-ERR?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """A fault of which no bet is decided: how it is put right, and the hands as they lie."""

    about: str
    play: str
    findings: tuple[Breach, ...]
    boxes: str
    moves: str = ""
    draw: str = ""
    asks: str = ""
    hands: str | None = None
    clause: str = "FBJ-ERR?"


def rows(faults: tuple[Fault, ...]) -> Iterator[Row]:
    """A row for each fault: void gives both bets back, put right or as dealt nobody knows yet."""
    for fault in faults:
        expected = astray(
            *fault.findings,
            moves=fault.moves,
            boxes=fault.boxes,
            draw=fault.draw,
            asks=fault.asks,
            right={"w1": None, "w2": None},
            void={"w1": 2000, "w2": 2000},
            dealt={"w1": None, "w2": None},
            hands=fault.hands,
        )
        yield breaks(fault.clause, fault.about, f"1: {TWO}; {fault.play}; {TOLD}", expected)


FAULTS: Final = (
    Fault(
        clause="FBJ-DEAL",
        about="Field 2 is skipped in the first round, noticed at the croupier's card, which is field 2's.",
        play="1 8h D 6s",
        findings=(BOX,),
        moves="6s dealer>box2",
        boxes="1 8h / 2 6s / D",
        draw="dealer",
        hands="1 8h / 2 / D 6s",
    ),
    Fault(
        clause="FBJ-DEAL",
        about="Field 1 is skipped in the second round, noticed at field 2's card.",
        play="1 8h 2 Tc D 6s 2 4c",
        findings=(BOX,),
        moves="4c box2>box1",
        boxes="1 8h 4c / 2 Tc / D 6s",
        draw="box2",
    ),
    Fault(
        clause="FBJ-DEAL",
        about="Field 1 is dealt two cards in the first round.",
        play="1 8h 1 6s",
        findings=(EXTRA,),
        moves="6s box1>box2",
        boxes="1 8h / 2 6s / D",
        draw="dealer",
    ),
    Fault(
        clause="FBJ-DEAL",
        about="The croupier skips himself, noticed at field 1's second card.",
        play="1 8h 2 Tc 1 5d",
        findings=(DEALER,),
        moves="5d box1>dealer",
        boxes="1 8h / 2 Tc / D 5d",
        draw="box1",
    ),
    Fault(
        clause="FBJ-DEAL",
        about="The croupier takes his second card before the fields are played: he has only one until then.",
        play="1 8h 2 Tc D 6s 1 8d 2 4c D 9d",
        findings=(EXTRA,),
        moves="9d dealer>next",
        boxes="1 8h 8d / 2 Tc 4c / D 6s",
        hands="1 8h 8d / 2 Tc 4c / D 6s 9d",
    ),
    Fault(
        clause="FBJ-DEAL",
        about="A card goes to field 3, on which there is no bet.",
        play="1 8h 3 6s",
        findings=(EMPTY,),
        moves="6s box3>box2",
        boxes="1 8h / 2 6s / D",
        draw="dealer",
    ),
    Fault(
        about="A card goes to field 3, on which there is no bet, and the deal goes on to its end.",
        play="1 8h 2 Tc 3 6s D 5d 1 4c 2 9h",
        findings=(EMPTY,),
        moves="6s box3>dealer, 5d dealer>box1, 4c box1>box2, 9h box2>next",
        boxes="1 8h 5d / 2 Tc 4c / D 6s",
    ),
    Fault(
        about="Field 2 is skipped in the first round and the deal goes on to its end.",
        play="1 8h D 6s 1 8d 2 4c",
        findings=(BOX,),
        moves="6s dealer>box2, 8d box1>dealer, 4c box2>box1",
        boxes="1 8h 4c / 2 6s / D 8d",
        draw="box2",
        hands="1 8h 8d / 2 4c / D 6s",
    ),
    Fault(
        about="Field 2 is dealt its first card before field 1.",
        play="2 8h 1 6s D 5d",
        findings=(ORDER,),
        moves="8h box2>box1, 6s box1>box2",
        boxes="1 8h / 2 6s / D 5d",
        draw="box1",
        hands="1 6s / 2 8h / D 5d",
    ),
    Fault(
        about="Field 1 is dealt two cards in the second round and stands: on other cards, so it is asked again.",
        play="1 8h 2 Tc D 6s 1 4c 1 5d 2 9h; says 1 stand",
        findings=(EXTRA,),
        moves="5d box1>box2, 9h box2>next",
        boxes="1 8h 4c / 2 Tc 5d / D 6s",
        asks="1",
        hands="1 8h 4c 5d / 2 Tc 9h / D 6s",
    ),
    Fault(
        about="The card that field 1 asked for is given to field 2.",
        play="1 8h 2 Tc D 6s 1 4d 2 5c; says 1 hit; 2 2d",
        findings=(ASTRAY,),
        moves="2d box2>box1",
        boxes="1 8h 4d 2d / 2 Tc 5c / D 6s",
    ),
    Fault(
        about="A card is burned in the deal and noticed at once: it is the next one, the croupier's.",
        play="1 8h 2 Tc; burn 9d reason=error",
        findings=(BURNED,),
        moves="9d burn>dealer",
        boxes="1 8h / 2 Tc / D 9d",
        draw="box1",
    ),
    Fault(
        about="A card is exposed in the deal and the croupier is given another: the exposed one is his.",
        play="1 8h 2 Tc; expose 9d; D 6s",
        findings=(EXPOSED,),
        moves="9d exposed>dealer, 6s dealer>box1",
        boxes="1 8h 6s / 2 Tc / D 9d",
        draw="box2",
    ),
    Fault(
        about="A card is laid aside before field 1's card, which is the following one: the first is field 1's.",
        play="1 8h 2 Tc D 6s 1 4d 2 5c; deal exposed 2d; says 1 hit; 1 7c",
        findings=(EXPOSED,),
        moves="2d exposed>box1, 7c box1>next",
        boxes="1 8h 4d 2d / 2 Tc 5c / D 6s",
    ),
)

LAWFUL: Final = "1 8h 2 Tc D 6s 1 Td 2 9c; says 1 stand; says 2 stand; D Kd D 2c"
"""Eighteen and nineteen against eighteen."""

SINGLE: Final = (
    keeps(
        "FBJ-DEAL",
        "A card to each field, one to the croupier, a second to each field: eighteen ties, nineteen wins.",
        f"1: {TWO}; {LAWFUL}; pay w1 2000; pay w2 4000; close",
        paid(w1=2000, w2=4000),
    ),
    keeps(
        "FBJ-DEAL",
        "The fields are dealt and played from the croupier's left, whatever the order of the bets.",
        f"1: bet w2 P2 main 2000 box=2; bet w1 P1 main 2000 box=1; nmb; {LAWFUL}; close",
        paid(w1=2000, w2=4000),
    ),
    breaks(
        "FBJ-DEAL",
        "Field 2 stands before field 1 was asked: no card is out of place, and the money stands.",
        f"1: {TWO}; {LAWFUL.replace('says 1 stand; says 2 stand', 'says 2 stand; says 1 stand')}; close",
        paid("stands", ("out_of_turn", "FBJ-DEAL"), w1=2000, w2=4000),
    ),
    keeps(
        "FBJ-ERR?",
        "A deal without an error has no readings.",
        f"1: {TWO}; {LAWFUL}; close",
        Ruled(verdict="stands", branches={"1": {"w1": 2000, "w2": 4000}}),
    ),
    keeps(
        "FBJ-ERR?",
        "A card that was exposed is used as the next one: no error.",
        f"1: {TWO}; {LAWFUL.replace(' D 6s ', '; expose 6s; move 6s exposed D; ')}; close",
        Ruled(verdict="stands", branches={"1": {"w1": 2000, "w2": 4000}}),
    ),
    keeps(
        "FBJ-ERR?",
        "A card that lay face up in the shoe is dealt in its turn.",
        f"1: {TWO}; {LAWFUL.replace(' 1 Td 2 9c', '; deal 1 Td found=face_up; 2 9c')}; close",
        Ruled(verdict="stands", branches={"1": {"w1": 2000, "w2": 4000}}),
    ),
    keeps(
        "FBJ-ERR?",
        "A card that lay face up in a shuffling machine is dealt in its turn.",
        f"1: {TWO}; {LAWFUL.replace(' 1 Td 2 9c', '; deal 1 Td found=face_up; 2 9c')}; close",
        Ruled(verdict="stands", branches={"1": {"w1": 2000, "w2": 4000}}),
        before=f"{FLOOR} device=machine",
    ),
    breaks(
        "FBJ-ERR?",
        "A card that was dealt to the croupier instead of field 2 is put to field 1 in the correction.",
        f"1: {TWO}; 1 8h D 6s; correcting supervisor; move 6s D 1; corrected supervisor",
        Ruled(
            findings=(("skipped_box", "FBJ-DEAL"), ("wrong_correction", "FBJ-ERR?")),
            verdict="refer",
            moves={A: "6s box1>box2"},
        ),
    ),
    breaks(
        "FBJ-ERR?",
        "An error is found when the next round has begun: put right on the record, void, or as dealt.",
        f"""1: {TWO}; 1 8h 2 Tc D 9s 1 Td 2 9c; says 1 stand; says 2 stand; D 8d D 4h; pay w1 0; pay w2 0; close
        2: {TWO}; 1 8h; {TOLD}""",
        Boxed(
            findings=(("dealer_overdrew", "FBJ-19"),),
            verdict="refer",
            branches={
                A: {"w1": 4000, "w2": 4000},
                B: {"w1": 2000, "w2": 2000},
                C: {"w1": 0, "w2": 0},
            },
            boxes={A: "1 8h Td / 2 Tc 9c / D 9s 8d"},
        ),
        Ruled(),
    ),
)

PLAIN: Final = f"{bets(1)}; 1 Th D 7s 1 9c; says 1 stand; D Td; close"
"""Four cards; nineteen against seventeen."""
SEVENTH: Final = (
    bets(1, 2, 3) + "; 1 8h 2 8h 3 8h D 8h 1 8h 2 8h 3 8h; says 1 stand; says 2 stand; says 3 stand; D 9c; close"
)


def doubtful(kind: str) -> Ruled:
    """What a shoe that cannot be right makes of a round is not said: the supervisor decides, nothing is awarded."""
    return Ruled(findings=((kind, "FBJ-6"),), verdict="refer", authority=SUPERVISOR, awarded={"w1": None})


def out(cards: int) -> str:
    """A shoe from which so many unread cards have come before the first round."""
    return f"{FLOOR}\ntable: " + "; ".join(["burn ??"] * cards)


SHOE: Final = (
    keeps("FBJ-6", "The shoe has six decks.", f"1: {PLAIN}", paid(w1=4000)),
    keeps("FBJ-6", "Three hundred and twelve cards come out.", f"1: {PLAIN}", paid(w1=4000), before=out(308)),
    breaks(
        "FBJ-6",
        "The shoe has eight decks.",
        f"1: {PLAIN}",
        doubtful("wrong_decks"),
        before=FLOOR.replace("shoe S1 6", "shoe S1 8"),
    ),
    breaks("FBJ-6", "A card more than 312 comes out.", f"1: {PLAIN}", doubtful("too_many_cards"), before=out(309)),
    breaks("FBJ-6", "A seventh eight of hearts comes out.", f"1: {SEVENTH}", doubtful("one_copy_too_many")),
    breaks(
        "FBJ-ERR?",
        "The croupier's second card was not read, and every face that it can have comes to something else.",
        f"1: {bets(1)}; 1 Th D 9s 1 9c; says 1 stand; D ??; close",
        Ruled(findings=(("unread_card", ""),), verdict="refer", authority=SUPERVISOR, awarded={"w1": None}),
    ),
    breaks(
        "FBJ-ERR?",
        "The croupier's first card went unseen to an empty field and was mixed away: put right (a) it can be no more.",
        f"1: {bets(1)}; 1 Th; deal 3 ?? face=down; D 5s 1 9c; says 1 stand; mixed ??; notice P1 dealer",
        Ruled(
            findings=(("unread_card", ""), ("empty_box", "FBJ-DEAL")),
            verdict="refer",
            authority=SUPERVISOR,
            outcome={"FBJ-ERR?:a": "impossible"},
            awarded={"w1": None},
        ),
    ),
    breaks(  # with an ace the croupier would have stopped at sixteen, and (b) the round be void
        "FBJ-ERR?",
        "The croupier's last card was not read: a blackjack does not hang on it (a), (c), unless an error voids it (b).",
        f"1: {bets(1, 2)}; 1 Ah 2 Tc D 5d 1 Kc 2 Kh; says 2 stand; D Ts D ??; pay w1 5000; close",
        Ruled(
            findings=(("unread_card", ""),),
            verdict="refer",
            authority=SUPERVISOR,
            branches={
                "FBJ-ERR?:a": {"w1": 5000, "w2": None},
                "FBJ-ERR?:b": {"w1": None, "w2": None},
                "FBJ-ERR?:c": {"w1": 5000, "w2": None},
            },
            awarded={"w1": None, "w2": None},
        ),
    ),
    breaks(
        "FBJ-ERR?",
        "A card of field 2 was not read: field 1 has a stand-off whatever it was, and no more than field 2 is open.",
        f"1: {bets(1, 2)}; 1 Th 2 Tc D 9d 1 9h; deal 2 ??; says 1 stand; says 2 stand; D Th; pay w1 2000; pay w2 0; close",
        Ruled(
            findings=(("unread_card", ""),),
            verdict="refer",
            due={"w1": 2000, "w2": None},
            awarded={"w1": 2000, "w2": None},
        ),
    ),
)

ROWS: Final[tuple[Row, ...]] = (*rows(FAULTS), *SINGLE, *SHOE)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_errors(row: Row) -> None:
    holds(row)
