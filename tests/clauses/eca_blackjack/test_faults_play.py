"""Faults while hands are played: ECA-B-P1, P2, DB1, SP4, DL1, DL3, I3, I4. Every card in the order of the shoe."""

from typing import Final

import pytest

from tests.clauses.eca_blackjack.floor import DIRECTOR, NOTICED, breaks, double, holds, keeps, paid, righted, seats
from tests.clauses.table import Row, Ruled

NOT_GIVEN: Final = ("hit_not_given", "ECA-B-P2")
NOT_ASKED_FOR: Final = ("card_not_asked_for", "ECA-B-P1")
ASTRAY: Final = ("card_astray", "ECA-B-I4")
ON_DOUBLE: Final = ("card_on_double", "ECA-B-DB1")
TOO_SOON: Final = ("dealer_too_soon", "ECA-B-DL1")
STOPPED: Final = ("dealer_stopped", "ECA-B-DL1")
OVERDREW: Final = ("dealer_overdrew", "ECA-B-DL1")
SKIPPED: Final = ("skipped_box", "ECA-B-D1")
OPEN_TWO: Final = {"w1": None, "w2": None}

FOURTEEN: Final = f"1: {seats(1, 2)}; 1 Th 2 9c D 6s 1 4d 2 8h"
"""Box 1 has fourteen, box 2 seventeen, the dealer a six."""
TWELVE: Final = f"1: {seats(1, 2)}; 1 Th 2 9c D 6s 1 4d 2 3h"
"""Box 1 has fourteen, box 2 twelve, the dealer a six."""

HITS: Final = (
    keeps(
        "ECA-B-P2",
        "Box 1 asks for a card and gets it before box 2 is asked.",
        f"{FOURTEEN}; says 1 hit; 1 5d; says 1 stand; says 2 stand; D 9h D 3c; pay w1 4000; pay w2 0; close",
        paid(w1=4000, w2=0),
    ),
    breaks(  # fourteen and nine are over; six and five are eleven, and the dealer draws on
        "ECA-B-P2",
        "Box 1 asks for a card and gets none; the dealer's first card is box 1's and takes it over.",
        f"{FOURTEEN}; says 1 hit; says 2 stand; D 9h D 5c; {NOTICED}",
        righted(
            NOT_GIVEN,
            hands={"box1": "Th 4d 9h", "box2": "9c 8h", "dealer": "6s 5c"},
            moves="9h dealer>box1",
            draw="dealer",
            due={"w1": 0, "w2": None},
        ),
    ),
    breaks(
        "ECA-B-P2",
        "Box 1 asks for a card and gets none; box 2's card is box 1's, and box 2 draws another.",
        f"{TWELVE}; says 1 hit; says 2 hit; 2 Kd; {NOTICED}",
        righted(
            NOT_GIVEN,
            hands={"box1": "Th 4d Kd", "box2": "9c 3h", "dealer": "6s"},
            moves="Kd box2>box1",
            draw="box2",
            due={"w1": 0, "w2": None},
        ),
    ),
    breaks(
        "ECA-B-I4",
        "Box 1's card is laid on box 2 and noticed at once: it goes back to box 1.",
        f"{FOURTEEN}; says 1 hit; 2 5c; {NOTICED}",
        righted(
            ASTRAY,
            hands={"box1": "Th 4d 5c", "box2": "9c 8h", "dealer": "6s"},
            moves="5c box2>box1",
            due=OPEN_TWO,
        ),
    ),
    breaks(
        "ECA-B-I4",
        "Box 1's card is laid on box 2; both stand on what they have, the dealer draws: both are asked again.",
        f"{TWELVE}; says 1 hit; 2 5c; says 1 stand; says 2 stand; D 9h D 3c; {NOTICED}",
        righted(
            ASTRAY,
            hands={"box1": "Th 4d 5c", "box2": "9c 3h", "dealer": "6s"},
            moves="5c box2>box1, 9h dealer>next, 3c dealer>next",
            ask="box1 box2",
            due=OPEN_TWO,
        ),
    ),
    breaks(  # 5c makes nineteen, on which box 1 has never been asked; it went over with the king
        "ECA-B-P1",
        "Box 1's card is laid on box 2 and it goes over with the next one: in the round that is over both are to decide.",
        f"{TWELVE}; says 1 hit; 2 5c; 1 Kd; pay w1 0; says 2 stand; D Tc D 2h; pay w2 0; close",
        righted(
            ASTRAY,
            hands={"box1": "Th 4d 5c", "box2": "9c 3h", "dealer": "6s"},
            moves="5c box2>box1, Kd box1>next, Tc dealer>next, 2h dealer>next",
            ask="box1 box2",
            due=OPEN_TWO,
        ),
    ),
    breaks(  # box 2 drew on eleven, and does so still: 2d and not 5c
        "ECA-B-P1",
        "Box 1 stands and gets a card all the same: it is box 2's, which drew on eleven and is asked again on thirteen.",
        f"""1: {seats(1, 2)}; 1 Th 2 7c D 6d 1 9s 2 4h; says 1 stand; 1 2d; says 2 hit; 2 5c; says 2 stand
        1: D Tc D 4s; {NOTICED}""",
        righted(
            NOT_ASKED_FOR,
            hands={"box1": "Th 9s", "box2": "7c 4h 2d", "dealer": "6d"},
            moves="2d box1>box2, 5c box2>next, Tc dealer>next, 4s dealer>next",
            ask="box2",
            due=OPEN_TWO,
        ),
    ),
    breaks(
        "ECA-B-P1",
        "Box 1 stands and gets a card all the same, box 2 is still to be asked: the card is the next one.",
        f"{TWELVE}; says 1 stand; 1 2d; {NOTICED}",
        righted(
            NOT_ASKED_FOR,
            hands={"box1": "Th 4d", "box2": "9c 3h", "dealer": "6s"},
            moves="2d box1>next",
            due=OPEN_TWO,
        ),
    ),
    breaks(
        "ECA-B-P1",
        "Box 1 is over and gets another card: it is the next one.",
        f"{TWELVE}; says 1 hit; 1 Kd; 1 5c; {NOTICED}",
        righted(
            NOT_ASKED_FOR,
            hands={"box1": "Th 4d Kd", "box2": "9c 3h", "dealer": "6s"},
            moves="5c box1>next",
            due={"w1": 0, "w2": None},
        ),
    ),
)

ELEVEN: Final = f"1: {seats(1, 2)}; 1 6h 2 9c D 6s 1 5d 2 8h; says 1 double; {double(1)}; 1 4c"
"""Box 1 has doubled eleven and has fifteen; box 2 has seventeen."""

EXTRA: Final = (
    keeps(
        "ECA-B-DB1",
        "A double gets its one card and no other.",
        f"{ELEVEN}; says 2 stand; D Tc D 9h; pay w1 4000; pay w1d 4000; pay w2 4000; close",
        paid(w1=4000, w1d=4000, w2=4000),
    ),
    breaks(
        "ECA-B-DB1",
        "A double gets a second card, box 2 is still to be asked: it is the next card.",
        f"{ELEVEN} 1 7h; {NOTICED}",
        righted(
            ON_DOUBLE,
            hands={"box1": "6h 5d 4c", "box2": "9c 8h", "dealer": "6s"},
            moves="7h box1>next",
            due={"w1": None, "w1d": None, "w2": None},
        ),
    ),
    breaks(
        "ECA-B-DB1",
        "A double gets a second card and box 2 draws: the second card takes box 2 over, box 2's is the dealer's.",
        f"{ELEVEN} 1 7h; says 2 hit; 2 2c; {NOTICED}",
        righted(
            ON_DOUBLE,
            hands={"box1": "6h 5d 4c", "box2": "9c 8h 7h", "dealer": "6s 2c"},
            moves="7h box1>box2, 2c box2>dealer",
            draw="dealer",
            due={"w1": None, "w1d": None, "w2": 0},
        ),
    ),
)

STOOD: Final = f"1: {seats(1, 2)}; 1 Th 2 8c D 7h 1 7d 2 5c; says 1 stand; says 2 stand"
"""Box 1 stands on seventeen, box 2 on thirteen, the dealer has a seven."""
NINETEEN: Final = f"1: {seats(1)}; 1 Th D 7h 1 9d; says 1 stand"

DEALER: Final = (
    breaks(
        "ECA-B-DL1",
        "The dealer stops at sixteen, pays and collects: a card is still to come, nobody is asked again.",
        f"{STOOD}; D 9c; pay w1 4000; pay w2 0; {NOTICED}",
        righted(
            STOPPED,
            hands={"box1": "Th 7d", "box2": "8c 5c", "dealer": "7h 9c"},
            draw="dealer",
            due=OPEN_TWO,
        ),
    ),
    breaks(
        "ECA-B-DL1",
        "The dealer draws nothing at all, has collected the box that was over, and the round is closed: it is not settled.",
        f"1: {seats(1, 2)}; 1 Th 2 8c D 7h 1 7d 2 5c; says 1 stand; says 2 hit; 2 Kd; pay w2 0; close; {NOTICED}",
        righted(
            STOPPED,
            hands={"box1": "Th 7d", "box2": "8c 5c Kd", "dealer": "7h"},
            draw="dealer",
            due={"w1": None, "w2": 0},
        ),
    ),
    breaks(
        "ECA-B-DL1",
        "Box 2 is still to be asked when the dealer draws: his card is the next one.",
        f"1: {seats(1, 2)}; 1 Th 2 8c D 7h 1 7d 2 5c; says 1 stand; D 9c; {NOTICED}",
        righted(
            TOO_SOON,
            hands={"box1": "Th 7d", "box2": "8c 5c", "dealer": "7h"},
            moves="9c dealer>next",
            due=OPEN_TWO,
        ),
    ),
    breaks(  # it saw seven and nine where it should have seen a seven
        "ECA-B-DL1",
        "The dealer draws before box 2, which then draws in view of sixteen: box 2 is asked again.",
        f"1: {seats(1, 2)}; 1 Th 2 8c D 7h 1 7d 2 5c; says 1 stand; D 9c; says 2 hit; 2 4h; {NOTICED}",
        righted(
            TOO_SOON,
            hands={"box1": "Th 7d", "box2": "8c 5c", "dealer": "7h"},
            moves="9c dealer>next, 4h box2>next",
            ask="box2",
            due=OPEN_TWO,
        ),
    ),
    keeps(
        "ECA-B-I3",
        "Seventeen is complete: the ten that the dealer drew to it is burned and nineteen wins.",
        f"{NINETEEN}; D Tc D 4s; {NOTICED}",
        righted(OVERDREW, hands={"box1": "Th 9d", "dealer": "7h Tc"}, moves="4s dealer>burn", due={"w1": 4000}),
    ),
    keeps(
        "ECA-B-I3",
        "Noticed after nineteen was collected against twenty-one: the card is burned and 40 are due.",
        f"{NINETEEN}; D Tc D 4s; pay w1 0; close; notice J1 inspector",
        righted(OVERDREW, hands={"box1": "Th 9d", "dealer": "7h Tc"}, moves="4s dealer>burn", due={"w1": 4000}),
    ),
    keeps(
        "ECA-B-I3",
        "The card was burned at once and nineteen paid.",
        f"{NINETEEN}; D Tc D 4s; correcting dealer; move 4s dealer burn; corrected dealer; pay w1 4000; close",
        Ruled(findings=(OVERDREW,), verdict="stands", due={"w1": 4000}, standing={"": "put_right"}),
    ),
    keeps(
        "ECA-B-I3",
        "The card was put into the discard rack at once, which is to burn it, and nineteen paid.",
        f"{NINETEEN}; D Tc D 4s; move 4s dealer discard; pay w1 4000; close",
        Ruled(findings=(OVERDREW,), verdict="stands", due={"w1": 4000}, standing={"": "put_right"}),
    ),
    breaks(
        "ECA-B-I2",
        "A card is put into the discard rack before box 1 is asked: it was the dealer's, who is over with it.",
        f"{NINETEEN.replace('; says', '; deal discard 7c; says')}; D Tc; pay w1 4000; close",
        Ruled(
            findings=(("burned_in_error", "ECA-B-I2"),),
            verdict="stands",
            moves={"": "7c discard>dealer"},
            hands={"box1": "Th 9d", "dealer": "7h 7c Tc"},
            due={"w1": 4000},
        ),
    ),
    breaks(
        "ECA-B-I3",
        "The dealer's hand was not complete: the card that came too soon is the next one and is not burned.",
        f"{TWELVE}; says 1 stand; D 4s; {NOTICED}",
        righted(TOO_SOON, hands={"dealer": "6s"}, moves="4s dealer>next", due=OPEN_TWO),
    ),
    breaks(
        "ECA-B-I3",
        "Sixteen is not complete: the dealer's third card is his by right.",
        f"{NINETEEN}; D 9c D 4s; pay w1 0; close",
        paid(w1=0),
    ),
    keeps(
        "ECA-B-I3a?",
        "The dealer's hand was complete as it lay: the ten that came to it is burned under either reading.",
        f"{NINETEEN}; D Tc D Ts; {NOTICED}",
        Ruled(findings=(OVERDREW,), branches={"1": {"w1": 4000}}, moves={"": "Ts dealer>burn"}),
    ),
    breaks(  # the ten was the dealer's: seven and ten are seventeen, which is complete
        "ECA-B-I3a?",
        "Nineteen is given a ten: it was the dealer's, and the two cards at his hand are burned (a) or the next ones (b).",
        f"{NINETEEN}; 1 Tc; D 5c D 6s; {NOTICED}",
        Ruled(
            findings=(NOT_ASKED_FOR, ("idle_draw", "ECA-B-DL3"), ("idle_draw", "ECA-B-DL3")),
            verdict="reconstruct",
            authority=DIRECTOR,
            hands={"box1": "Th 9d", "dealer": "7h Tc"},
            branches={"ECA-B-I3a?:a": {"w1": 4000}, "ECA-B-I3a?:b": {"w1": 4000}},
            moves={
                "ECA-B-I3a?:a": "Tc box1>dealer, 5c dealer>burn, 6s dealer>burn",
                "ECA-B-I3a?:b": "Tc box1>dealer, 5c dealer>next, 6s dealer>next",
            },
            awarded={"w1": 4000},
        ),
    ),
    breaks(
        "ECA-B-I2",
        "Nineteen is given two cards: the second is left over at no dealer's hand, and is the next one.",
        f"{NINETEEN}; 1 Tc; 1 5c; {NOTICED}",
        Ruled(findings=(NOT_ASKED_FOR, NOT_ASKED_FOR), moves={"": "Tc box1>dealer, 5c box1>next"}, due={"w1": 4000}),
    ),
)

TWO_FAULTS: Final = (
    breaks(  # Th, 6s, 7d, 8h, 2c: ten and eight for box 1, six and two for box 2, seven for the dealer
        "ECA-B-I4",
        "Box 2 is skipped in the first round, and box 1 gets a card after it stood: two faults, one order of the shoe.",
        f"1: {seats(1, 2)}; 1 Th D 6s 1 7d 2 8h; says 1 stand; 1 2c; {NOTICED}",
        righted(
            SKIPPED,
            NOT_ASKED_FOR,
            hands={"box1": "Th 8h", "box2": "6s 2c", "dealer": "7d"},
            moves="6s dealer>box2, 7d box1>dealer, 8h box2>box1, 2c box1>box2",
            ask="box1",
            due=OPEN_TWO,
        ),
    ),
    breaks(  # 9h to box 1, which is over; 5c and 9d are the dealer's: twenty; 2s is one too many
        "ECA-B-I4",
        "Box 1's card is not given, and the dealer draws to a complete hand: the one goes to box 1, the other is burned.",
        f"{FOURTEEN}; says 1 hit; says 2 stand; D 9h D 5c D 9d; {NOTICED}",
        Ruled(
            verdict="reconstruct",
            hands={"box1": "Th 4d 9h", "box2": "9c 8h", "dealer": "6s 5c 9d"},
            findings=(NOT_GIVEN, OVERDREW),
            moves={"": "9h dealer>box1"},
            due={"w1": 0, "w2": 0},
        ),
    ),
)

ROWS: Final[tuple[Row, ...]] = (*HITS, *EXTRA, *DEALER, *TWO_FAULTS)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_faults_of_the_play(row: Row) -> None:
    holds(row)
