"""Faults in the first two rounds of cards: ECA-B-D1 and I4. Every card by the order in which it left the shoe."""

from typing import Final

import pytest

from tests.clauses.eca_blackjack.floor import NOTICED, breaks, holds, insurance, keeps, paid, righted, seats
from tests.clauses.table import Row, Ruled

SKIPPED: Final = ("skipped_box", "ECA-B-D1")
NO_DEALER: Final = ("skipped_dealer", "ECA-B-D1")
EXTRA: Final = ("extra_card", "ECA-B-D1")
EMPTY: Final = ("empty_box", "ECA-B-D1")
ORDER: Final = ("out_of_order", "ECA-B-D1")
"""Of two that changed places the first was passed over, and was given its card late."""
OPEN_TWO: Final = {"w1": None, "w2": None}
OPEN_THREE: Final = {"w1": None, "w2": None, "w3": None}

KEPT: Final = (
    keeps(
        "ECA-B-D1",
        "A card to each box and one to the dealer, then a second to each box and none to the dealer.",
        f"""1: {seats(1, 2, 3)}; 1 Th 2 9c 3 5h D 7s 1 9d 2 8h 3 Ts; says 1 stand; says 2 stand; says 3 hit; 3 4d
        1: says 3 stand; D Tc; pay w1 4000; pay w2 2000; pay w3 4000; close""",
        paid(w1=4000, w2=2000, w3=4000),
    ),
    keeps(
        "ECA-B-D1",
        "Only boxes with a wager get cards: the first, the third and the seventh.",
        f"1: {seats(1, 3, 7)}; 1 Th 3 9c 7 Tc D 7s 1 9d 3 8h 7 Ts; says 1 stand; says 3 stand; says 7 stand; D Tc; close",
        paid(w1=4000, w3=2000, w7=4000),
    ),
)

FIRST_ROUND: Final = (
    breaks(
        "ECA-B-D1",
        "Box 1 is skipped in the first round and noticed when box 2 has two cards.",
        f"1: {seats(1, 2)}; 2 Th D 6s 1 8c 2 7d; {NOTICED}",
        righted(
            SKIPPED,
            hands={"box1": "Th 7d", "box2": "6s", "dealer": "8c"},
            moves="Th box2>box1, 6s dealer>box2, 8c box1>dealer, 7d box2>box1",
            draw="box2",
            due=OPEN_TWO,
        ),
    ),
    breaks(
        "ECA-B-D1",
        "Box 1 is skipped in the first round and gets a second card at the end: all hands are full, all wrong.",
        f"1: {seats(1, 2)}; 2 Th D 6s 1 8c 2 7d 1 5h; {NOTICED}",
        righted(
            SKIPPED,
            hands={"box1": "Th 7d", "box2": "6s 5h", "dealer": "8c"},
            moves="Th box2>box1, 6s dealer>box2, 8c box1>dealer, 7d box2>box1, 5h box1>box2",
            due=OPEN_TWO,
        ),
    ),
    breaks(
        "ECA-B-D1",
        "Box 2 of three is skipped in the first round.",
        f"1: {seats(1, 2, 3)}; 1 Th 3 9c D 6s 1 7d 2 8h 3 5s; {NOTICED}",
        righted(
            SKIPPED,
            hands={"box1": "Th 8h", "box2": "9c 5s", "box3": "6s", "dealer": "7d"},
            moves="9c box3>box2, 6s dealer>box3, 7d box1>dealer, 8h box2>box1, 5s box3>box2",
            draw="box3",
            due=OPEN_THREE,
        ),
    ),
    breaks(
        "ECA-B-D1",
        "Box 1 is dealt twice in the first round: box 2's second card is over and is the next one.",
        f"1: {seats(1, 2)}; 1 Th 1 9c 2 6s D 8h 1 7d 2 5s; {NOTICED}",
        righted(
            EXTRA,
            hands={"box1": "Th 8h", "box2": "9c 7d", "dealer": "6s"},
            moves="9c box1>box2, 6s box2>dealer, 8h dealer>box1, 7d box1>box2, 5s box2>next",
            due=OPEN_TWO,
        ),
    ),
    breaks(
        "ECA-B-D1",
        "A box without a wager gets a card in the first round: the dealer's first card is an ace, insurance is open.",
        f"1: {seats(1, 3)}; 1 9c 2 Qd 3 As D 4s 1 Tc 3 8c; {NOTICED}",
        righted(
            EMPTY,
            hands={"box1": "9c 4s", "box3": "Qd Tc", "dealer": "As"},
            moves="Qd box2>box3, As box3>dealer, 4s dealer>box1, Tc box1>box3, 8c box3>next",
            due={"w1": None, "w3": None},
        ),
    ),
    breaks(
        "ECA-B-D1",
        "A box without a wager gets a card in both rounds.",
        f"1: {seats(1, 3)}; 1 9c 2 Qd 3 5s D 4s 1 Tc 2 6h 3 8c; {NOTICED}",
        righted(
            EMPTY,
            EMPTY,
            hands={"box1": "9c 4s", "box3": "Qd Tc", "dealer": "5s"},
            moves="Qd box2>box3, 5s box3>dealer, 4s dealer>box1, Tc box1>box3, 6h box2>next, 8c box3>next",
            due={"w1": None, "w3": None},
        ),
    ),
    breaks(
        "ECA-B-D1",
        "The dealer is skipped in the first round: box 1's second card is the dealer's.",
        f"1: {seats(1, 2)}; 1 Th 2 6s 1 9c 2 5d; {NOTICED}",
        righted(
            NO_DEALER,
            hands={"box1": "Th 5d", "box2": "6s", "dealer": "9c"},
            moves="9c box1>dealer, 5d box2>box1",
            draw="box2",
            due=OPEN_TWO,
        ),
    ),
    breaks(
        "ECA-B-D1",
        "Box 2 gets its first card before box 1: the two cards change places.",
        f"1: {seats(1, 2)}; 2 9c 1 Th D 6s 1 7d 2 8h; {NOTICED}",
        righted(
            ORDER,
            hands={"box1": "9c 7d", "box2": "Th 8h", "dealer": "6s"},
            moves="9c box2>box1, Th box1>box2",
            due=OPEN_TWO,
        ),
    ),
    breaks(
        "ECA-B-D1",
        "The dealer gets his card before box 2: the two cards change places.",
        f"1: {seats(1, 2)}; 1 Th D 9c 2 6s 1 7d 2 8h; {NOTICED}",
        righted(
            ORDER,
            hands={"box1": "Th 7d", "box2": "9c 8h", "dealer": "6s"},
            moves="9c dealer>box2, 6s box2>dealer",
            due=OPEN_TWO,
        ),
    ),
)

SECOND_ROUND: Final = (
    breaks(
        "ECA-B-D1",
        "Box 2, the last, is skipped in the second round; box 1 has stood: nothing moves, the card is drawn now.",
        f"1: {seats(1, 2)}; 1 Th 2 9c D 6s 1 7d; says 1 stand; {NOTICED}",
        righted(SKIPPED, hands={"box1": "Th 7d", "box2": "9c", "dealer": "6s"}, draw="box2", due=OPEN_TWO),
    ),
    breaks(
        "ECA-B-D1",
        "Box 2 of three is skipped in the second round: box 3's card is box 2's.",
        f"1: {seats(1, 2, 3)}; 1 Th 2 9c 3 5h D 6s 1 7d 3 8s; {NOTICED}",
        righted(
            SKIPPED,
            hands={"box1": "Th 7d", "box2": "9c 8s", "box3": "5h", "dealer": "6s"},
            moves="8s box3>box2",
            draw="box3",
            due=OPEN_THREE,
        ),
    ),
    breaks(
        "ECA-B-D1",
        "Box 2 of three is skipped in the second round and has drawn on nine: box 1's stand holds, box 2 is asked again.",
        f"1: {seats(1, 2, 3)}; 1 Th 2 9c 3 5h D 6s 1 7d 3 8s; says 1 stand; says 2 hit; 2 2c; {NOTICED}",
        righted(
            SKIPPED,
            hands={"box1": "Th 7d", "box2": "9c 8s", "box3": "5h 2c", "dealer": "6s"},
            moves="8s box3>box2, 2c box2>box3",
            ask="box2",
            due=OPEN_THREE,
        ),
    ),
    breaks(
        "ECA-B-D1",
        "Box 1 is dealt twice in the second round.",
        f"1: {seats(1, 2)}; 1 Th 2 9c D 6s 1 7d 1 8h 2 5s; {NOTICED}",
        righted(
            EXTRA,
            hands={"box1": "Th 7d", "box2": "9c 8h", "dealer": "6s"},
            moves="8h box1>box2, 5s box2>next",
            due=OPEN_TWO,
        ),
    ),
    breaks(
        "ECA-B-D1",
        "A box without a wager gets a card at the end of the second round: it is the next card.",
        f"1: {seats(1, 3)}; 1 9c 3 Qd D 6s 1 4s 3 Tc 4 8c; {NOTICED}",
        righted(
            EMPTY,
            hands={"box1": "9c 4s", "box3": "Qd Tc", "dealer": "6s"},
            moves="8c box4>next",
            due={"w1": None, "w3": None},
        ),
    ),
    breaks(
        "ECA-B-D1",
        "The dealer gets a card in the middle of the second round: it is box 2's, and box 2's is the next.",
        f"1: {seats(1, 2)}; 1 Th 2 9c D 6s 1 7d D 8h 2 Kd; {NOTICED}",
        righted(
            EXTRA,
            hands={"box1": "Th 7d", "box2": "9c 8h", "dealer": "6s"},
            moves="8h dealer>box2, Kd box2>next",
            due=OPEN_TWO,
        ),
    ),
    breaks(  # "none to the dealer" stands in the clause of the deal
        "ECA-B-D1",
        "The dealer gets his second card at the end of the second round: it is the next card.",
        f"1: {seats(1, 2)}; 1 Th 2 9c D 6s 1 7d 2 8h D Kd; {NOTICED}",
        righted(
            ("extra_card", "ECA-B-D1"),
            hands={"box1": "Th 7d", "box2": "9c 8h", "dealer": "6s"},
            moves="Kd dealer>next",
            due=OPEN_TWO,
        ),
    ),
    breaks(
        "ECA-B-D1",
        "Box 2 gets its second card before box 1: the two cards change places.",
        f"1: {seats(1, 2)}; 1 Th 2 9c D 6s 2 7d 1 8h; {NOTICED}",
        righted(
            ORDER,
            hands={"box1": "Th 7d", "box2": "9c 8h", "dealer": "6s"},
            moves="7d box2>box1, 8h box1>box2",
            due=OPEN_TWO,
        ),
    ),
)

WRONG_ORDER: Final = f"1: {seats(1, 2)}; 1 Th 2 9c D 6s 2 7d 1 8h"

REPAIRED: Final = (
    keeps(
        "ECA-B-I4",
        "Two second cards in the wrong order are exchanged before anybody plays; both boxes win on the right cards.",
        f"""{WRONG_ORDER}; {NOTICED}; correcting dealer; move 7d 2 1; move 8h 1 2; corrected dealer; says 1 stand
        1: says 2 stand; D Tc D 9h; pay w1 4000; pay w2 4000; close""",
        Ruled(
            findings=(ORDER,),
            verdict="stands",
            due={"w1": 4000, "w2": 4000},
            awarded={"w1": 4000, "w2": 4000},
            standing={"": "put_right"},
            hands={"box1": "Th 7d", "box2": "9c 8h", "dealer": "6s Tc 9h"},
        ),
    ),
    keeps(
        "ECA-B-I4",
        "They were exchanged, and then box 1's seventeen was paid as if it had kept its eighteen: 17 is the dealer's too.",
        f"""{WRONG_ORDER}; correcting dealer; move 7d 2 1; move 8h 1 2; corrected dealer; says 1 stand; says 2 stand
        1: D Tc D Ah; pay w1 4000; pay w2 2000; close""",
        Ruled(
            findings=(ORDER, ("wrong_payment", "ECA-B-F5")),
            verdict="correct",
            due={"w1": 2000, "w2": 2000},
            standing={"": "put_right"},
        ),
    ),
    breaks(  # box 1 stood on 18, box 2 on 16: both see other cards when the two are exchanged
        "ECA-B-I4",
        "They were not exchanged and the round was played and paid: both boxes are asked again.",
        f"""{WRONG_ORDER}; says 1 stand; says 2 stand; D Tc D 9h; pay w1 4000; pay w2 4000; {NOTICED}""",
        righted(
            ORDER,
            hands={"box1": "Th 7d", "box2": "9c 8h", "dealer": "6s"},
            moves="7d box2>box1, 8h box1>box2, Tc dealer>next, 9h dealer>next",
            ask="box1 box2",
            due=OPEN_TWO,
        ),
    ),
)

AFTER_IT: Final = (
    breaks(
        "ECA-B-I4",
        "Only one of two exchanged cards was moved back: the other is still to be moved.",
        f"{WRONG_ORDER}; correcting dealer; move 7d 2 1; corrected dealer; {NOTICED}",
        righted(
            ORDER,
            ("wrong_correction", "ECA-B-I4"),
            hands={"box1": "Th 7d", "box2": "9c 8h", "dealer": "6s"},
            moves="8h box1>box2",
            due=OPEN_TWO,
        ),
    ),
    breaks(  # by right the ace is box 2's and the dealer shows a six
        "ECA-B-I4",
        "Box 1 insured against an ace that was box 2's by right: against a six no insurance is open, it goes back.",
        f"1: {seats(1, 2)}; 1 Th D As 2 6s 1 7d 2 8h; {insurance(1)}; {NOTICED}",
        righted(
            ORDER,
            hands={"box1": "Th 7d", "box2": "As 8h", "dealer": "6s"},
            moves="As dealer>box2, 6s box2>dealer",
            due={"w1": None, "i1": 1000, "w2": None},
        ),
    ),
    breaks(  # box 2 is none: nobody is asked there and nothing said there is heeded
        "ECA-B-I4",
        "A box without a wager gets a card in both rounds and stands: its cards and its word count for nothing.",
        f"1: {seats(1)}; 1 9c 2 Qd D 5s 1 4s 2 6h; says 1 stand; says 2 stand; {NOTICED}",
        Ruled(
            findings=(EMPTY, EMPTY),
            hands={"box1": "9c 5s", "dealer": "Qd"},
            due={"w1": None},
            authority="championship_director",
        ),
    ),
)

LEFT_BEFORE: Final = f"1: {seats(1, 2, 3)}; 1 Th 2 9c 3 5h D 6s"
"""Boxes 2 and 3 are going to get their second cards in the wrong order."""

CARRIED: Final = (
    keeps(
        "ECA-B-I4a",
        "Box 1 stood on cards that do not change: its stand holds though boxes 2 and 3 change theirs.",
        f"{LEFT_BEFORE} 1 7d 3 8h 2 2s; says 1 stand; {NOTICED}",
        righted(
            ORDER,
            hands={"box1": "Th 7d", "box2": "9c 8h", "box3": "5h 2s", "dealer": "6s"},
            moves="8h box3>box2, 2s box2>box3",
            due=OPEN_THREE,
        ),
    ),
    keeps(
        "ECA-B-I4a",
        "Two cards of one face change places: every decision was made on the same cards and holds, as does the money.",
        f"""1: {seats(1, 2)}; 1 Th 2 9c D 6s 2 8h 1 8h; says 1 stand; says 2 stand; D Tc D 9h
        1: pay w1 4000; pay w2 4000; {NOTICED}""",
        Ruled(findings=(ORDER,), due={"w1": 4000, "w2": 4000}, hands={"box1": "Th 8h", "box2": "9c 8h"}),
    ),
    breaks(
        "ECA-B-I4a",
        "Boxes 2 and 3 change cards after box 2 stood: box 1's stand holds, box 2 is asked again.",
        f"{LEFT_BEFORE} 1 7d 3 2s 2 8h; says 1 stand; says 2 stand; {NOTICED}",
        righted(
            ORDER,
            hands={"box1": "Th 7d", "box2": "9c 2s", "box3": "5h 8h", "dealer": "6s"},
            moves="2s box3>box2, 8h box2>box3",
            ask="box2",
            due=OPEN_THREE,
        ),
    ),
    breaks(
        "ECA-B-I4a",
        "The dealer's card changes: everybody who has decided is asked again.",
        f"1: {seats(1, 2)}; 1 Th D 9c 2 6s 1 7d 2 8h; says 1 stand; says 2 hit; 2 5d; {NOTICED}",
        righted(
            ORDER,
            hands={"box1": "Th 7d", "box2": "9c 8h", "dealer": "6s"},
            moves="9c dealer>box2, 6s box2>dealer, 5d box2>next",
            ask="box1 box2",
            due=OPEN_TWO,
        ),
    ),
    keeps(
        "ECA-B-I4a",
        "An insured hand drew and went over before boxes 2 and 3 were put in order: its draw holds and its wager is lost.",
        f"""1: {seats(1, 2, 3)}; 1 Th 2 9c 3 5h D As 1 6d 3 8h 2 2s; {insurance(1)}; says 1 hit; 1 Kd; {NOTICED}""",
        righted(
            ORDER,
            hands={"box1": "Th 6d Kd", "box2": "9c 8h", "box3": "5h 2s", "dealer": "As"},
            moves="8h box3>box2, 2s box2>box3",
            due={"w1": 0, "i1": None, "w2": None, "w3": None},
        ),
    ),
    keeps(
        "ECA-B-I4a",
        "Even money was taken before boxes 2 and 3 were put in order: it stays taken.",
        f"1: {seats(1, 2, 3)}; 1 Th 2 9c 3 5h D As 1 Ad 3 8h 2 2s; says 1 even_money; pay w1 4000; {NOTICED}",
        righted(
            ORDER,
            hands={"box1": "Th Ad", "box2": "9c 8h", "box3": "5h 2s", "dealer": "As"},
            moves="8h box3>box2, 2s box2>box3",
            due={"w1": 4000, "w2": None, "w3": None},
        ),
    ),
)

ROWS: Final[tuple[Row, ...]] = (*KEPT, *FIRST_ROUND, *SECOND_ROUND, *REPAIRED, *AFTER_IT, *CARRIED)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_faults_of_the_deal(row: Row) -> None:
    holds(row)
