"""Errors told late, faces that nobody knows, cards mixed away: ECA-B-I4b? and I4c."""

from typing import Final

import pytest

from tests.clauses.eca_blackjack.floor import (
    DIRECTOR,
    NOTICED,
    Dealt,
    breaks,
    double,
    holds,
    insurance,
    keeps,
    righted,
    seats,
)
from tests.clauses.table import Row, Ruled

OVERDREW: Final = ("dealer_overdrew", "ECA-B-DL1")
STOPPED: Final = ("dealer_stopped", "ECA-B-DL1")
ORDER: Final = ("out_of_order", "ECA-B-D1")
EMPTY: Final = ("empty_box", "ECA-B-D1")
DOWN: Final = ("face_down", "ECA-B-E3")
UNREAD: Final = ("unread_card", "")

NEXT: Final = f"2: {seats(1)}; 1 Th D 7s 1 9c; says 1 stand; D Td; pay w1 4000; close"
"""A round that is dealt by the rules: nineteen against seventeen."""
NEXT_STANDS: Final = Ruled(verdict="stands", due={"w1": 4000}, awarded={"w1": 4000})

OVER: Final = f"1: {seats(1, 2)}; 1 Th 2 9h D 7h 1 6d 2 Td; says 1 stand; says 2 stand; D Tc D 9s; pay w1 4000; pay w2 4000"
"""Sixteen and nineteen stand; the dealer has seventeen, draws a nine and pays both."""
HIGHER: Final = f"1: {seats(1)}; 1 Th D 7h 1 6d; says 1 stand; D Tc D 4s; pay w1 0"
"""Sixteen loses to seventeen, and to the twenty-one that the dealer drew in error."""

LATE: Final = (
    keeps(  # by right seventeen: sixteen has lost, nineteen has won
        "ECA-B-I4b?",
        "The dealer drew on seventeen, went over and paid both; noticed in the next round: put right in money, or left.",
        f"{OVER}; close\n{NEXT}\n1: {NOTICED}",
        Dealt(
            findings=(OVERDREW,),
            verdict="refer",
            authority=DIRECTOR,
            branches={"ECA-B-I4b?:a": {"w1": 0, "w2": 4000}, "ECA-B-I4b?:b": {"w1": 4000, "w2": 4000}},
            awarded={"w1": None, "w2": 4000},
            standing={"ECA-B-I4b?:a": "reconstruct", "ECA-B-I4b?:b": "as_dealt"},
            moves={"": ""},
            boxes={"ECA-B-I4b?:a": {"dealer": "7h Tc"}, "ECA-B-I4b?:b": {"dealer": "7h Tc 9s"}},
        ),
        NEXT_STANDS,
    ),
    keeps(
        "ECA-B-I4b?",
        "The dealer drew on seventeen and went over; nobody noticed before the next round, and nobody does: the same.",
        f"{OVER}; close\n{NEXT}",
        Ruled(
            findings=(OVERDREW,),
            verdict="refer",
            authority=DIRECTOR,
            branches={"ECA-B-I4b?:a": {"w1": 0, "w2": 4000}, "ECA-B-I4b?:b": {"w1": 4000, "w2": 4000}},
        ),
        NEXT_STANDS,
    ),
    keeps(
        "ECA-B-I4b?",
        "The dealer stopped at sixteen and paid seventeen: the missing card was never drawn, or the payment is left.",
        f"""1: {seats(1)}; 1 Th D 7h 1 7d; says 1 stand; D 9c; pay w1 4000; close
        {NEXT}
        1: {NOTICED}""",
        Ruled(
            findings=(STOPPED,),
            verdict="refer",
            authority=DIRECTOR,
            standing={"ECA-B-I4b?:a": "reconstruct", "ECA-B-I4b?:b": "as_dealt"},
            awarded={"w1": None},
        ),
        NEXT_STANDS,
    ),
    breaks(
        "ECA-B-I4b?",
        "The same card noticed before the next round began: sixteen has lost, and 40 are asked back.",
        f"{OVER}; {NOTICED}",
        righted(
            OVERDREW,
            hands={"box1": "Th 6d", "box2": "9h Td", "dealer": "7h Tc"},
            moves="9s dealer>burn",
            due={"w1": 0, "w2": 4000},
        ),
    ),
    breaks(  # the readings cannot differ in money here: seventeen beats sixteen, and so does twenty-one
        "ECA-B-I4b?",
        "The dealer drew on seventeen, noticed in the next round, and no money hangs on it: no question.",
        f"{HIGHER}; close\n{NEXT}\n1: {NOTICED}",
        Ruled(findings=(OVERDREW,), branches={"1": {"w1": 0}}, awarded={"w1": 0}),
        NEXT_STANDS,
    ),
)

SOON: Final = (
    f"1: {seats(1, 2)}; 1 Tc 2 Th D 8h 1 Qd 2 6c D Ks; {NOTICED}; correcting inspector; move Ks D next; "
    "corrected inspector; says 1 stand; says 2 hit; move Ks next 2; pay w2 0"
)
"""The dealer's card, drawn before anybody had decided, is put right and is area 2's: twenty-six."""

AFTER: Final = (
    keeps(
        "ECA-B-DL1",
        "An error is put right, and the dealer stands on eighteen: that is all.",
        f"{SOON}; D Jd; pay w1 4000; close",
        Ruled(findings=(("extra_card", "ECA-B-D1"),), verdict="stands", due={"w1": 4000, "w2": 0}),
    ),
    breaks(  # twenty against eighteen by right, twenty against twenty as it was dealt: collected wrongly on either
        "ECA-B-DL1",
        "An error is put right, and then the dealer draws on eighteen: a fault of its own, and nothing was given back.",
        f"{SOON}; D Jd; D 2d; pay w1 0; close",
        Ruled(
            findings=(
                ("extra_card", "ECA-B-D1"),
                OVERDREW,
                ("wrong_payment", "ECA-B-F3"),
                ("mispaid_as_dealt", "ECA-B-F5"),
            ),
            due={"w1": 4000, "w2": 0},
        ),
    ),
    keeps(
        "ECA-B-I4",
        "Area 1's card went to area 2 and is put right, but to the dealer: the correction is wrong, and said to be.",
        f"1: {seats(1, 2)}; 1 6h 2 Th D 5d 1 7s 2 8c; says 1 hit; 2 7d; {NOTICED}; correcting inspector; move 7d 2 D; "
        "corrected inspector",
        Ruled(findings=(("card_astray", "ECA-B-P2"), ("wrong_correction", "ECA-B-I4"))),
    ),
)

DOUBLED: Final = f"1: {seats(1)}; 1 5h D Ts 1 4c; says 1 double; {double(1)}; 1 ??"
"""A doubled nine whose third card nobody read: at most twenty."""
ASIDE: Final = f"1: {seats(1, 2)}; 1 Th 2 8c; deal 3 ?? face=down; D 5s 1 Qh 2 9h"
"""The dealer's first card went face down to a box without a wager."""

UNKNOWN: Final = (
    keeps(
        "ECA-B-I4c",
        "The dealer's first card went unseen to an empty box and was mixed away: the round is void, the wagers go back.",
        f"{ASIDE}; says 1 stand; says 2 hit; 2 Kd; clear 2; mixed ??; mixed 8c; mixed 9h; mixed Kd; {NOTICED}",
        Ruled(
            findings=(EMPTY, DOWN, UNREAD),
            verdict="void",
            authority=DIRECTOR,
            due={"w1": 2000, "w2": 2000},
            awarded={"w1": None, "w2": None},
            standing={"": "void"},
            outcome={"": "impossible"},
        ),
    ),
    keeps(
        "ECA-B-I4c",
        "A void for an unseen card that was mixed away rests on the clause that allows it.",
        f"{ASIDE}; says 1 stand; says 2 stand; mixed ??; {NOTICED}",
        Ruled(findings=(EMPTY, DOWN, UNREAD), verdict="void", authority=DIRECTOR, cites=("ECA-B-I4c",)),
    ),
    breaks(
        "ECA-B-I4c",
        "The card in the empty box was a four, seen by all: every effort succeeds and the round is no void one.",
        f"{ASIDE.replace('??', '4h')}; {NOTICED}",
        righted(
            EMPTY,
            DOWN,
            hands={"box1": "Th 5s", "box2": "8c Qh", "dealer": "4h"},
            moves="4h box3>dealer, 5s dealer>box1, Qh box1>box2, 9h box2>next",
            due={"w1": None, "w2": None},
        ),
    ),
    breaks(  # nine and any card are at most twenty; ten, five and six are twenty-one
        "ECA-B-I4c",
        "Nobody read the card of a doubled nine, and the dealer has 21: whatever it was, both stakes are lost.",
        f"{DOUBLED}; D 5d D 6d; pay w1 0; pay w1d 0; close",
        Ruled(findings=(UNREAD,), verdict="stands", due={"w1": 0, "w1d": 0}, awarded={"w1": 0, "w1d": 0}),
    ),
    breaks(  # from the shoe: Td ?? 6c 8s 9h; no place hangs on the face
        "ECA-B-I4c",
        "Area 2 was passed over, and the card that moves to it was not read: it is put right as any other is.",
        f"1: {seats(1, 2)}; 1 Td; deal D ??; 1 6c 2 8s; {NOTICED}",
        righted(
            ("skipped_box", "ECA-B-D1"),
            UNREAD,
            hands={"box1": "Td 8s", "box2": "??", "dealer": "6c"},
            moves="?? dealer>box2, 6c box1>dealer, 8s box2>box1",
            draw="box2",
            due={"w1": None, "w2": None},
        ),
    ),
    breaks(
        "ECA-B-I4c",
        "The unread card lies on the dealer's complete hand: it is burned whatever it was, and nineteen beats seventeen.",
        f"1: {seats(1)}; 1 Th D 7h 1 9d; says 1 stand; D Tc D ??; {NOTICED}",
        righted(
            OVERDREW,
            UNREAD,
            hands={"box1": "Th 9d", "dealer": "7h Tc"},
            moves="?? dealer>burn",
            due={"w1": 4000},
        ),
    ),
    breaks(  # nothing was dealt wrongly, so there is nothing to void: the record is short of a face
        "ECA-B-I4c",
        "Nobody read the card of a doubled nine, and the dealer has nineteen: the Director says what it was.",
        f"{DOUBLED}; D 9d; pay w1 0; pay w1d 0; close",
        Ruled(findings=(UNREAD,), verdict="refer", authority=DIRECTOR, due={"w1": None, "w1d": None}),
    ),
    keeps(  # with a ten the dealer would have stopped at sixteen: it hangs on the face whether anything went wrong
        "ECA-B-I4c",
        "Nobody read the dealer's third card: the insurance was lost with the five, twenty hangs on the face.",
        f"1: {seats(1)}; 1 Th D Ac 1 Kh; {insurance(1)}; says 1 stand; D 5s; pay i1 0; D ??; close",
        Ruled(
            findings=(UNREAD,),
            verdict="refer",
            authority=DIRECTOR,
            due={"i1": 0, "w1": None},
            awarded={"i1": 0, "w1": None},
        ),
    ),
    breaks(
        "ECA-B-I4c",
        "Nobody read the dealer's second card: the insurance hangs on it as well.",
        f"1: {seats(1)}; 1 Th D Ac 1 Kh; {insurance(1)}; says 1 stand; D ??; D 5s; close",
        Ruled(
            findings=(UNREAD,),
            verdict="refer",
            authority=DIRECTOR,
            due={"i1": None, "w1": None},
            awarded={"i1": None, "w1": None},
        ),
    ),
    breaks(  # three aces would have lost, three sevens won
        "ECA-B-I4c",
        "A hand of three cards went into the discard before anybody read it: what it was paid is not said to be wrong.",
        f"""1: {seats(1)}; 1 ?? D 7h 1 ??; says 1 hit; 1 ??; says 1 stand; D Tc; pay w1 4000; clear 1
        1: mixed ??; mixed ??; mixed ??; close""",
        Ruled(
            findings=(UNREAD, UNREAD, UNREAD),
            verdict="refer",
            authority=DIRECTOR,
            due={"w1": None},
            outcome={"": "impossible"},
        ),
    ),
    breaks(  # the faces are on record although the cards cannot be told apart any more
        "ECA-B-I4c",
        "Box 1's card took box 2 over and was mixed into the discard with box 2's: the faces are known, it is put right.",
        f"""1: {seats(1, 2)}; 1 Th 2 9c D 6s 1 4d 2 3h; says 1 hit; 2 Kd; pay w2 0; clear 2; mixed 9c; mixed 3h; mixed Kd
        1: says 1 stand; {NOTICED}""",
        Ruled(
            findings=(("card_astray", "ECA-B-I4"),),
            verdict="reconstruct",
            authority=DIRECTOR,
            hands={"box1": "Th 4d Kd", "box2": "9c 3h", "dealer": "6s"},
            due={"w1": 0, "w2": None},
        ),
    ),
    breaks(
        "ECA-B-I4c",
        "Two second cards lie in the wrong order, and a hand that has nothing to do with it was mixed away.",
        f"""1: {seats(1, 2, 3)}; 1 Th 2 9c 3 5h D 6s 1 6d 3 8h 2 2s; says 1 hit; 1 Kd; pay w1 0; clear 1
        1: mixed Th; mixed 6d; mixed Kd; {NOTICED}""",
        Ruled(
            findings=(ORDER,),
            verdict="reconstruct",
            hands={"box1": "Th 6d Kd", "box2": "9c 8h", "box3": "5h 2s", "dealer": "6s"},
            moves={"": "8h box3>box2, 2s box2>box3"},
            due={"w1": 0, "w2": None, "w3": None},
        ),
    ),
)

ROWS: Final[tuple[Row, ...]] = (*LATE, *AFTER, *UNKNOWN)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_beyond_repair(row: Row) -> None:
    holds(row)
