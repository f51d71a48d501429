"""The first cards, faults on which the document is silent, late notices: SCB-18, 19 and ERR?."""

from typing import Final

import pytest

from tests.clauses.ccl.floor import Boxed, Money
from tests.clauses.scb.floor import TABLE, TOLD, A, B, C, Fault, breaks, holds, keeps, paid
from tests.clauses.table import Row, Ruled

TWO: Final = "1: bet w1 P1 main 2000 box=1; bet w3 P3 main 4000 box=3; nmb"
STAKES: Final[Money] = {"w1": 2000, "w3": 4000}
OPEN: Final[Money] = {"w1": None, "w3": None}
LAWFUL: Final = "1 8h 3 Tc D 6s 1 Td 3 9c; says 1 stay; says 3 stay; D Kd D 2c; close"
BOX: Final = ("skipped_box", "SCB-18")
EXTRA: Final = ("extra_card", "SCB-18")
EMPTY: Final = ("empty_box", "SCB-18")


def fault(
    about: str,
    play: str,
    *findings: tuple[str, str],
    moves: str,
    boxes: str,
    draw: str = "",
    asks: str = "",
    clause: str = "SCB-18",
    hands: str = "",
    dealt: Money | None = None,
) -> Row:
    """A fault on two boxes before anything is decided, told before anything further."""
    ruled = Fault(
        findings=findings,
        moves=moves,
        boxes=boxes,
        draw=draw,
        asks=asks,
        hands=hands,
        stakes=STAKES,
        dealt=dealt or OPEN,
    ).ruled
    return breaks(clause, about, f"{TWO}; {play}; {TOLD}", ruled)


DEAL: Final = (
    keeps(
        "SCB-18",
        "A card to each box, one to the bank, a second to each box: 18 stands off, 19 wins against 18.",
        f"{TWO}; {LAWFUL}",
        paid(w1=2000, w3=8000),
    ),
    fault(
        "Box 3 is skipped in the first round, noticed at the bank's card: it is box 3's (a).",
        "1 8h D 6s",
        BOX,
        moves="6s dealer>box3",
        boxes="1 8h / 3 6s / D",
        draw="dealer",
    ),
    fault(
        "Box 3 is skipped in the first round and the deal goes on to its end.",
        "1 8h D 6s 1 8d 3 4c",
        BOX,
        moves="6s dealer>box3, 8d box1>dealer, 4c box3>box1",
        boxes="1 8h 4c / 3 6s / D 8d",
        draw="box3",
        hands="1 8h 8d / 3 4c / D 6s",
    ),
    fault(
        "The bank skips itself and the deal goes on to its end.",
        "1 8h 3 Tc 1 5d 3 9h",
        ("skipped_dealer", "SCB-18"),
        moves="5d box1>dealer, 9h box3>box1",
        boxes="1 8h 9h / 3 Tc / D 5d",
        draw="box3",
    ),
    fault(
        "Box 1 is dealt two cards in the second round, noticed at once: the card is box 3's (a).",
        "1 8h 3 Tc D 6s 1 4c 1 5d",
        EXTRA,
        moves="5d box1>box3",
        boxes="1 8h 4c / 3 Tc 5d / D 6s",
    ),
    fault(
        "The bank takes a second card with the boxes' second ones: it is the next card (a).",
        "1 8h 3 Tc D 6s 1 8d 3 4c D 9d",
        EXTRA,
        moves="9d dealer>next",
        boxes="1 8h 8d / 3 Tc 4c / D 6s",
    ),
    fault(
        "Box 3 is dealt its first card before box 1: they change places (a).",
        "3 8h 1 6s D 5d",
        ("out_of_order", "SCB-18"),
        moves="8h box3>box1, 6s box1>box3",
        boxes="1 8h / 3 6s / D 5d",
        draw="box1",
        hands="1 6s / 3 8h / D 5d",
    ),
    fault(
        "A card goes to box 2, on which there is no stake, in the second round; the deal goes on to its end.",
        "1 8h 3 Tc D 5d 1 4c 2 7h 3 9h",
        EMPTY,
        moves="7h box2>box3, 9h box3>next",
        boxes="1 8h 4c / 3 Tc 7h / D 5d",
    ),
    fault(
        "A card goes to box 2, on which there is no stake, noticed at once.",
        "1 8h 2 6s",
        EMPTY,
        moves="6s box2>box3",
        boxes="1 8h / 3 6s / D",
        draw="dealer",
    ),
    breaks(
        "SCB-18",
        "Box 1 is dealt its second card face down: the card counts.",
        f"{TWO}; {LAWFUL.replace(' 1 Td 3 9c', '; deal 1 Td face=down; 3 9c')}",
        Ruled(findings=(("face_down", "SCB-18"),), verdict="stands", awarded={"w1": 2000, "w3": 8000}),
    ),
    fault(
        "A card is exposed in the deal and the bank is given another: the exposed one is the bank's (a).",
        "1 8h 3 Tc; expose 9d; D 6s",
        ("exposed_not_next", "SCB-18"),
        moves="9d exposed>dealer, 6s dealer>box1",
        boxes="1 8h 6s / 3 Tc / D 9d",
        draw="box3",
    ),
    fault(
        "A card is burned in the deal and the bank is given another: the burned one is the bank's (a).",
        "1 8h 3 Tc; burn 9d reason=error; D 6s",
        ("burned_in_error", "SCB-18"),
        moves="9d burn>dealer, 6s dealer>box1",
        boxes="1 8h 6s / 3 Tc / D 9d",
        draw="box3",
    ),
    fault(
        "Box 3's first card is burned and the deal goes on to its end: it is box 3's (a).",
        "1 8h; burn 9d reason=error; D 6s 1 8d 3 4c",
        ("burned_in_error", "SCB-18"),
        moves="9d burn>box3",
        boxes="1 8h 8d / 3 9d 4c / D 6s",
    ),
)

TWELVE: Final = "1 8h 3 Tc D 6s 1 4d 3 5c"

PLAY: Final = (
    fault(
        "The card that box 1 asked for is given to box 3, noticed at once: it is box 1's (a).",
        f"{TWELVE}; says 1 card; 3 9d",
        ("card_astray", "SCB-19"),
        moves="9d box3>box1",
        boxes="1 8h 4d 9d / 3 Tc 5c / D 6s",
        dealt={"w1": None, "w3": 0},
        clause="SCB-19",
    ),
    fault(
        "Box 1 asks for a card and box 3 is asked first: the card that was not given is given (a).",
        f"{TWELVE}; says 1 card; says 3 stay",
        ("hit_not_given", "SCB-19"),
        moves="",
        boxes="1 8h 4d / 3 Tc 5c / D 6s",
        draw="box1",
        clause="SCB-19",
    ),
    fault(
        "Box 1 has stood and is given a card, noticed at once: it is the next card (a).",
        f"{TWELVE}; says 1 stay; 1 7d",
        ("card_not_asked_for", "SCB-19"),
        moves="7d box1>next",
        boxes="1 8h 4d / 3 Tc 5c / D 6s",
        clause="SCB-19",
    ),
    breaks(
        "SCB-19",
        "Box 3 is never asked and the bank plays on to 21: it is asked (a), void (b), lost (c).",
        f"{TWO}; {TWELVE}; says 1 stay; D Kd D 5d; {TOLD}",
        Fault(
            findings=(("not_asked", "SCB-19"),),
            moves="Kd dealer>next, 5d dealer>next",
            boxes="1 8h 4d / 3 Tc 5c / D 6s",
            asks="3",
            stakes=STAKES,
            dealt={"w1": 0, "w3": 0},
        ).ruled,
    ),
)

ORDER: Final = "1 8h 3 Tc D 6s 3 Td 1 4c; says 1 stay; says 3 stay; D Kd D 2c; pay w1 0; pay w3 8000; close"
NEXT: Final = "2: bet n P1 main 2000 box=1; nmb; 1 Th D 9s 1 9h; says 1 stay; D 8h; pay n 4000; close"

SILENT: Final = (
    keeps("SCB-ERR?", "A deal without a fault has no readings.", f"{TWO}; {LAWFUL}", paid(w1=2000, w3=8000)),
    keeps(
        "SCB-ERR?",
        "A card is exposed in the deal and used as the next one.",
        f"{TWO}; {LAWFUL.replace(' D 6s ', '; expose 6s; move 6s exposed D; ')}",
        paid(w1=2000, w3=8000),
    ),
    *(
        keeps(
            "SCB-ERR?",
            f"A card lies face up in the {device} and is dealt in its turn.",
            f"{TWO}; {LAWFUL.replace(' 1 Td 3 9c', '; deal 1 Td found=face_up; 3 9c')}",
            paid(w1=2000, w3=8000),
            before=f"{TABLE} device={device}",
        )
        for device in ("shoe", "machine")
    ),
    keeps(
        "SCB-ERR?",
        "A card's suit was not read: it counts all the same.",
        "1: bet w1 P1 main 2000 box=1; nmb; 1 Th D 9s 1 9?; says 1 stay; D 9d; close",
        paid(w1=4000),
    ),
    breaks(
        "SCB-ERR?",
        "A card of box 1 was not read and decides: the direction must say what it was.",
        "1: bet w1 P1 main 2000 box=1; nmb; 1 Th D 9s 1 ??; says 1 stay; D 9d; close",
        Ruled(
            findings=(("unread_card", ""),),
            verdict="refer",
            authority="direction",
            due={"w1": None},
            verdicts={"": "refer"},
        ),
    ),
    breaks(
        "SCB-ERR?",
        "The bank drew on 17 a card that nobody read: it goes (a), void (b), or the direction says what it was (c).",
        f"1: bet w1 P1 main 2000 box=1; nmb; 1 Th D Ts 1 9c; says 1 stay; D 7d D ??; {TOLD}",
        Ruled(
            findings=(("unread_card", ""), ("dealer_overdrew", "SCB-20")),
            verdict="refer",
            branches={A: {"w1": 4000}, B: {"w1": 2000}, C: {"w1": None}},
            verdicts={A: "reconstruct", B: "void", C: "refer"},
        ),
    ),
    breaks(
        "SCB-ERR?",
        "The bank's first card went unseen to an empty box and was mixed away: put right (a) it can be no more.",
        f"1: bet w1 P1 main 2000 box=1; nmb; 1 Th; deal 3 ?? face=down; D 5s 1 9c; says 1 stay; mixed ??; {TOLD}",
        Ruled(
            findings=(("unread_card", ""), ("empty_box", "SCB-18"), ("face_down", "SCB-18")),
            verdict="refer",
            authority="direction",
            verdicts={A: "refer", B: "void"},
            outcome={A: "impossible"},
        ),
    ),
    breaks(
        "SCB-ERR?",
        "Box 2 was passed over, and a card that moves was not read: every place is known without its face (a).",
        f"1: bet w1 P1 main 2000 box=1; bet w2 P2 main 2000 box=2; nmb; 1 Th; deal D ??; 1 8c 2 9d; {TOLD}",
        Ruled(
            findings=(("unread_card", ""), ("skipped_box", "SCB-18")),
            verdict="refer",
            moves={A: "?? dealer>box2, 8c box1>dealer, 9d box2>box1"},
            draw={A: "box2"},
            branches={A: {"w1": None, "w2": None}, B: {"w1": 2000, "w2": 2000}, C: {"w1": None, "w2": None}},
        ),
    ),
    keeps(
        "SCB-ERR?",
        "A card that went astray was put right before anything further.",
        f"{TWO}; 1 8h D 6s; {TOLD}; correcting inspector; move 6s D 3; corrected inspector; D 5d 1 Td 3 9c; says 1 stay; "
        "says 3 card; 3 5h; says 3 stay; D Kd D 2c; close",
        Ruled(findings=(BOX,), due={"w1": 4000, "w3": 8000}, standing={"": "put_right"}),
    ),
    breaks(
        "SCB-ERR?",
        "A card that went astray is put to a wrong box in the correction.",
        f"{TWO}; 1 8h D 6s; {TOLD}; correcting inspector; move 6s D 1; corrected inspector",
        Ruled(findings=(BOX, ("wrong_correction", "SCB-ERR?")), verdict="refer", moves={A: "6s box1>box3"}),
    ),
    breaks(
        "SCB-ERR?",
        "Box 3 had its second card before box 1, noticed once all was paid: asked again (a), void (b), as dealt (c).",
        f"{TWO}; {ORDER.replace('close', TOLD + '; close')}",
        Boxed(
            findings=(("out_of_order", "SCB-18"),),
            verdict="refer",
            authority="direction",
            branches={A: OPEN, B: STAKES, C: {"w1": 0, "w3": 8000}},
            verdicts={A: "ask", B: "void", C: "stands"},
            asks={A: "1 3"},
        ),
    ),
    breaks(
        "SCB-ERR?",
        "Box 3 had its second card before box 1, noticed once the next round was dealt.",
        f"{TWO}; {ORDER}\n{NEXT}",
        Boxed(
            findings=(("out_of_order", "SCB-18"),),
            verdict="refer",
            branches={A: OPEN, B: STAKES, C: {"w1": 0, "w3": 8000}},
            verdicts={B: "void", C: "stands"},
        ),
        Ruled(verdict="stands", awarded={"n": 4000}),
    ),
)

ROWS: Final[tuple[Row, ...]] = (*DEAL, *PLAY, *SILENT)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_deal(row: Row) -> None:
    holds(row)
