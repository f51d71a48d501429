"""Cards exposed, burned in error, face up in the shoe or machine, accepted and refused: ECA-B-I1, I1a?, I2, I2a?."""

from typing import Final

import pytest

from tests.clauses.eca_blackjack.floor import (
    DIRECTOR,
    MACHINE,
    NOTICED,
    Dealt,
    breaks,
    floor,
    holds,
    keeps,
    paid,
    righted,
    seats,
)
from tests.clauses.table import Row, Ruled

NOT_NEXT: Final = ("exposed_not_next", "ECA-B-I2")
BURNED: Final = ("burned_in_error", "ECA-B-I2")
NOT_BURNED: Final = ("face_up_not_burned", "ECA-B-I1")
EXTRA: Final = ("extra_card", "ECA-B-D1")
ASTRAY: Final = ("card_astray", "ECA-B-I4")
OPEN_TWO: Final = {"w1": None, "w2": None}
IN_MACHINE: Final = floor(MACHINE)

DEALT: Final = f"1: {seats(1, 2)}; 1 Th 2 9c D 6s 1 2d 2 3h"
"""Both boxes have twelve, the dealer a six."""
ENDS: Final = "D Tc D 8c; pay w1 4000; pay w2 4000; close"
"""The dealer goes over with twenty-four; two hands are paid."""

OFFERED: Final = (
    keeps(
        "ECA-B-I2",
        "A card shows its face before anybody plays: box 1 takes it as the next card.",
        f"{DEALT}; deal exposed 4s; says 1 hit; move 4s exposed 1; says 1 stand; says 2 hit; 2 8d; says 2 stand; {ENDS}",
        paid(w1=4000, w2=4000),
    ),
    keeps(
        "ECA-B-I2",
        "Box 1 refuses the exposed card and gets no other, box 2 takes it.",
        f"{DEALT}; deal exposed 4s; says 1 refuse_card; says 2 hit; move 4s exposed 2; says 2 stand; {ENDS}",
        paid(w1=4000, w2=4000),
    ),
    keeps(
        "ECA-B-I2",
        "Both boxes refuse the exposed card: it is the dealer's next and makes ten, then twenty; twelve loses twice.",
        f"""{DEALT}; deal exposed 4s; says 1 refuse_card; says 2 refuse_card; move 4s exposed dealer; D Tc
        1: pay w1 0; pay w2 0; close""",
        paid(w1=0, w2=0),
    ),
    keeps(
        "ECA-B-I2",
        "A card is burned in error and dealt as if it were the next one.",
        f"{DEALT}; burn 4s reason=error; says 1 hit; move 4s burn 1; says 1 stand; says 2 hit; 2 8d; says 2 stand; {ENDS}",
        paid(w1=4000, w2=4000),
    ),
    keeps(
        "ECA-B-I2",
        "The dealer's second card came too early, box 1 refuses it, box 2 takes it and has twenty-two.",
        f"""{DEALT} D Kd; {NOTICED}; correcting dealer; move Kd dealer next; says 1 refuse_card; says 2 hit; move Kd next 2
        1: corrected dealer; D Tc D 8c; pay w1 4000; pay w2 0; close""",
        Ruled(
            findings=(EXTRA,),
            verdict="stands",
            due={"w1": 4000, "w2": 0},
            hands={"box1": "Th 2d", "box2": "9c 3h Kd", "dealer": "6s Tc 8c"},
        ),
    ),
    keeps(
        "ECA-B-I2",
        "A card shows its face, is told as exposed, and box 1 takes it as the next card.",
        f"{DEALT}; expose 4s; says 1 hit; move 4s exposed 1; says 1 stand; says 2 hit; 2 8d; says 2 stand; {ENDS}",
        paid(w1=4000, w2=4000),
    ),
    breaks(
        "ECA-B-I2",
        "Box 1 draws and gets a fresh card while the exposed one lies there: the exposed one is box 1's.",
        f"{DEALT}; deal exposed 4s; says 1 hit; 1 7c; {NOTICED}",
        righted(
            NOT_NEXT,
            by="ECA-B-I2",
            hands={"box1": "Th 2d 4s", "box2": "9c 3h", "dealer": "6s"},
            moves="4s exposed>box1, 7c box1>next",
            due=OPEN_TWO,
        ),
    ),
    breaks(
        "ECA-B-I2",
        "Box 1 draws and gets a fresh card after one was burned in error: the burned one is box 1's.",
        f"{DEALT}; burn 4s reason=error; says 1 hit; 1 7c; {NOTICED}",
        righted(
            BURNED,
            by="ECA-B-I2",
            hands={"box1": "Th 2d 4s", "box2": "9c 3h", "dealer": "6s"},
            moves="4s burn>box1, 7c box1>next",
            due=OPEN_TWO,
        ),
    ),
    breaks(  # six, four and ten are twenty; the five is left over
        "ECA-B-I2",
        "Both boxes refuse the exposed card and it is burned: it was the dealer's next, who has twenty and not twenty-one.",
        f"""{DEALT}; deal exposed 4s; says 1 refuse_card; says 2 refuse_card; move 4s exposed burn; D Tc D 5h
        1: pay w1 0; pay w2 0; {NOTICED}""",
        Ruled(
            findings=(NOT_NEXT,),
            verdict="reconstruct",
            hands={"box1": "Th 2d", "box2": "9c 3h", "dealer": "6s 4s Tc"},
            moves={"ECA-B-I3a?:a": "4s burn>dealer, 5h dealer>burn", "ECA-B-I3a?:b": "4s burn>dealer, 5h dealer>next"},
            due={"w1": 0, "w2": 0},
        ),
    ),
    breaks(
        "ECA-B-I2",
        "Box 1 refused the exposed card and gets another later: it may have none, the card is the dealer's.",
        f"""{DEALT}; deal exposed 4s; says 1 refuse_card; says 2 hit; move 4s exposed 2; says 2 stand; says 1 hit; 1 7c
        1: {NOTICED}""",
        righted(
            ("illegal_hit", "ECA-B-I2"),
            hands={"box1": "Th 2d", "box2": "9c 3h 4s", "dealer": "6s 7c"},
            moves="7c box1>dealer",
            draw="dealer",
            due=OPEN_TWO,
        ),
    ),
)

REFUSALS: Final = (
    keeps(  # by right it is box 1's own card; that it lay on box 2 for a moment makes it no offer, or does
        "ECA-B-I2a?",
        "Box 1's card was laid on box 2 and box 1, offered it, refuses: it is bound to it, or stands on twelve.",
        f"{DEALT}; says 1 hit; 2 Kh; {NOTICED}; correcting dealer; says 1 refuse_card",
        Dealt(
            findings=(ASTRAY,),
            branches={"ECA-B-I2a?:a": {"w1": 0, "w2": None}, "ECA-B-I2a?:b": OPEN_TWO},
            authority=DIRECTOR,
            moves={"ECA-B-I2a?:a": "Kh box2>box1", "ECA-B-I2a?:b": "Kh box2>next"},
            boxes={"ECA-B-I2a?:a": {"box1": "Th 2d Kh"}, "ECA-B-I2a?:b": {"box1": "Th 2d"}},
        ),
    ),
    keeps(  # both stood on what they had before the dealer drew
        "ECA-B-I2a?",
        "Box 1's card was laid on box 2, both stood, and box 1 refuses it when it is put right.",
        f"""{DEALT}; says 1 hit; 2 9h; says 1 stand; says 2 stand; {NOTICED}; correcting dealer; says 1 refuse_card""",
        Dealt(
            findings=(ASTRAY,),
            authority=DIRECTOR,
            branches={"ECA-B-I2a?:a": OPEN_TWO, "ECA-B-I2a?:b": OPEN_TWO},
            boxes={"ECA-B-I2a?:a": {"box1": "Th 2d 9h"}, "ECA-B-I2a?:b": {"box1": "Th 2d"}},
        ),
    ),
    breaks(
        "ECA-B-I2a?",
        "The Director has said that a card from a wrong place is no offer: box 1, whose card it is, is bound to it.",
        f"""table: resolved ECA-B-I2a? a {DIRECTOR}
        {DEALT}; says 1 hit; 2 Kh; {NOTICED}; correcting dealer; says 1 refuse_card""",
        Dealt(
            findings=(ASTRAY,),
            branches={"1": {"w1": 0, "w2": None}},
            moves={"": "Kh box2>box1"},
            boxes={"": {"box1": "Th 2d Kh"}},
        ),
    ),
    breaks(
        "ECA-B-I2a?",
        "A card that came out of turn may be refused under either reading.",
        f"{DEALT} D Kd; {NOTICED}; correcting dealer; move Kd dealer next; says 1 refuse_card",
        Dealt(findings=(EXTRA,), branches={"1": OPEN_TWO}, hands={"box1": "Th 2d"}),
    ),
)

NINETEEN: Final = f"1: {seats(1)}; 1 Th D 6s 1 9c; says 1 stand"

FACE_UP: Final = (
    keeps(
        "ECA-B-I1",
        "A card found face up in the shuffling machine is burned, the dealer goes over with the two after it.",
        f"{NINETEEN}; deal burn 4d found=face_up; D Tc D 8d; pay w1 4000; close",
        paid(w1=4000),
        before=IN_MACHINE,
    ),
    breaks(
        "ECA-B-I1",
        "A card found face up in the machine is dealt to box 1 in the second round: box 2's card is box 1's.",
        f"1: {seats(1, 2)}; 1 Th 2 8c D 5s; deal 1 7d found=face_up; 2 Qh; {NOTICED}",
        righted(
            NOT_BURNED,
            hands={"box1": "Th Qh", "box2": "8c", "dealer": "5s"},
            moves="7d box1>burn, Qh box2>box1",
            draw="box2",
            due=OPEN_TWO,
        ),
        before=IN_MACHINE,
    ),
    breaks(
        "ECA-B-I1",
        "A card found face up in the machine is dealt to the dealer, whose hand is twenty by it: a card is still to come.",
        f"{NINETEEN}; deal dealer 4d found=face_up; D Tc; pay w1 0; {NOTICED}",
        righted(
            NOT_BURNED,
            hands={"box1": "Th 9c", "dealer": "6s Tc"},
            moves="4d dealer>burn",
            draw="dealer",
            due={"w1": None},
        ),
        before=IN_MACHINE,
    ),
    keeps(  # (a) six, ten, eight: over; (b) six, four, ten: twenty beats nineteen
        "ECA-B-I1a?",
        "A card found face up in the shoe is burned: rightly, or it was the dealer's and makes him twenty.",
        f"{NINETEEN}; deal burn 4d found=face_up; D Tc D 8d; pay w1 4000; close",
        Dealt(
            findings=(BURNED,),
            verdict="refer",
            authority=DIRECTOR,
            branches={
                "ECA-B-I1a?:a": {"w1": 4000},
                "ECA-B-I1a?:b,ECA-B-I3a?:a": {"w1": 0},
                "ECA-B-I1a?:b,ECA-B-I3a?:b": {"w1": 0},
            },
            verdicts={"ECA-B-I1a?:a": "stands", "ECA-B-I1a?:b,ECA-B-I3a?:b": "reconstruct"},
            boxes={"ECA-B-I1a?:a": {"dealer": "6s Tc 8d"}, "ECA-B-I1a?:b,ECA-B-I3a?:b": {"dealer": "6s 4d Tc"}},
            moves={
                "ECA-B-I1a?:b,ECA-B-I3a?:a": "4d burn>dealer, 8d dealer>burn",
                "ECA-B-I1a?:b,ECA-B-I3a?:b": "4d burn>dealer, 8d dealer>next",
            },
            awarded={"w1": None},
        ),
    ),
    keeps(
        "ECA-B-I2",
        "A player has left the table, and a card shows its face: nothing is certain before the dealer has it.",
        f"1: {seats(1)}; 1 8h D 2c 1 2d; says 1 hit; absent P1; 1 8d; says 1 stand how=rule; D Qd; expose 6h",
        Ruled(due={"w1": None}),
    ),
    keeps(
        "ECA-B-I1a?",
        "A card found face up in the shoe is dealt to the dealer: it should have been burned, or nineteen has lost.",
        f"{NINETEEN}; deal dealer 4d found=face_up; D Tc; pay w1 0; close",
        Dealt(
            findings=(NOT_BURNED,),
            verdict="refer",
            authority=DIRECTOR,
            branches={"ECA-B-I1a?:a": {"w1": None}, "ECA-B-I1a?:b": {"w1": 0}},
            verdicts={"ECA-B-I1a?:a": "reconstruct", "ECA-B-I1a?:b": "stands"},
            moves={"ECA-B-I1a?:a": "4d dealer>burn"},
            draw={"ECA-B-I1a?:a": "dealer"},
        ),
    ),
    breaks(
        "ECA-B-I1a?",
        "In the machine it is no question: the card is burned.",
        f"{NINETEEN}; deal burn 4d found=face_up; D Tc D 8d; close",
        Ruled(verdict="stands", branches={"1": {"w1": 4000}}),
        before=IN_MACHINE,
    ),
)

ROWS: Final[tuple[Row, ...]] = (*OFFERED, *REFUSALS, *FACE_UP)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_faults_offered(row: Row) -> None:
    holds(row)
