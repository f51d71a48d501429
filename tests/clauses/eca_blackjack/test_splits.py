"""Splits and the dealer's own draw: ECA-B-SP1 to SP6, DL1, DL3."""

from typing import Final

import pytest

from tests.clauses.eca_blackjack.floor import (
    DIRECTOR,
    NOTICED,
    breaks,
    double,
    holds,
    insurance,
    keeps,
    paid,
    righted,
    seats,
    split,
)
from tests.clauses.table import Row, Ruled

SPLIT: Final = ("illegal_split", "ECA-B-SP1")
ACE_HIT: Final = ("illegal_hit", "ECA-B-SP4")

EIGHTS: Final = f"1: {seats(1)}; 1 8s D 6c 1 8h; says 1 split; {split(1, 2)}"
"""Box 1 splits eights against a six."""
ACES: Final = f"1: {seats(1)}; 1 As D 6c 1 Ah; says 1 split; {split(1, 2)}"
AGAIN: Final = f"1 8d; says 1 split; {split(1, 3)}"
"""The first hand gets a further eight and is split again."""
OVER: Final = "D Tc D Kd"
"""The dealer goes over with 26."""
BOTH: Final = {"w1": 4000, "w1.2": 4000}


def unlawful(**due: int) -> Ruled:
    """The stake of the split goes back and the Director decides; what the first hand is worth is not said."""
    return Ruled(findings=(SPLIT,), verdict="refer", authority=DIRECTOR, due={"w1.2": 2000, **due}, awarded={"w1.2": None})


SPLITS: Final = (
    keeps(
        "ECA-B-SP1",
        "Two eights are split for an equal wager and both hands win.",
        f"{EIGHTS}; 1 Td; says 1 stand; 1.2 9d; says 1.2 stand; {OVER}; close",
        paid(**BOTH),
    ),
    keeps(
        "ECA-B-SP1",
        "A ten and a king are identical in value and are split.",
        f"""1: {seats(1)}; 1 Ts D 6c 1 Kh; says 1 split; {split(1, 2)}; 1 9d; says 1 stand; 1.2 9h; says 1.2 stand
        1: {OVER}; close""",
        paid(**BOTH),
    ),
    keeps(
        "ECA-B-SP1",
        "A pair need not be split: two eights stand.",
        f"1: {seats(1)}; 1 8s D 6c 1 8h; says 1 stand; {OVER}; close",
        paid(w1=4000),
    ),
    breaks(
        "ECA-B-SP1",
        "Nine and eight are no pair: the stake of the split goes back.",
        f"""1: {seats(1)}; 1 9s D 6c 1 8h; says 1 split; {split(1, 2)}; 1 Td; says 1 stand; 1.2 9d; says 1.2 stand
        1: {OVER}; close""",
        unlawful(),
    ),
    breaks(
        "ECA-B-SP1",
        "Ace and king are a blackjack and no pair.",
        f"1: {seats(1)}; 1 As D 6c 1 Kh; says 1 split; {split(1, 2)}; {NOTICED}",
        Ruled(findings=(SPLIT,), verdict="refer", authority=DIRECTOR, due={"w1.2": 2000}),
    ),
    keeps(
        "ECA-B-SP2",
        "The first hand draws to its end before the second gets a card.",
        f"{EIGHTS}; 1 2d; says 1 hit; 1 9d; says 1 stand; 1.2 9h; says 1.2 stand; {OVER}; close",
        paid(**BOTH),
    ),
    keeps(
        "ECA-B-SP2",
        "The first hand is split again, and the new hand next to it is finished before the older second one.",
        f"""{EIGHTS}; {AGAIN}; 1 Td; says 1 stand; 1.3 9d; says 1.3 stand; 1.2 9h; says 1.2 stand
        1: {OVER}; close""",
        paid(**BOTH, **{"w1.3": 4000}),
    ),
    keeps(
        "ECA-B-SP2",
        "The first hand is split again, and the older second hand is finished before the new one.",
        f"""{EIGHTS}; {AGAIN}; 1 Td; says 1 stand; 1.2 9h; says 1.2 stand; 1.3 9d; says 1.3 stand
        1: {OVER}; close""",
        paid(**BOTH, **{"w1.3": 4000}),
    ),
    keeps(
        "ECA-B-SP2",
        "The first hand is split twice more: the first of the new hands is played next to it, the other one at the end.",
        f"""{EIGHTS}; {AGAIN}; 1 8c; says 1 split; {split(1, 4)}; 1 Td; says 1 stand; 1.3 9d; says 1.3 stand
        1: 1.2 9h; says 1.2 stand; 1.4 Ts; says 1.4 stand; {OVER}; close""",
        paid(**BOTH, **{"w1.3": 4000, "w1.4": 4000}),
    ),
    breaks(
        "ECA-B-SP2",
        "The first hand is split again, and the new hand is not finished when the older second one gets its card.",
        f"""{EIGHTS}; {AGAIN}; 1 Td; says 1 stand; 1.3 9d; 1.2 9h; says 1.3 stand; says 1.2 stand; {OVER}; close""",
        Ruled(findings=(("split_order", "ECA-B-SP2"),), due=BOTH),
    ),
    breaks(
        "ECA-B-SP2",
        "A card goes to the first hand that stood, when the second and the new one are left: either may be next.",
        f"{EIGHTS}; {AGAIN}; 1 Td; says 1 stand; 1 9d; {NOTICED}",
        Ruled(
            findings=(("split_not_filled", "ECA-B-SP2"),),
            verdict="refer",
            due={"w1": None, "w1.2": None, "w1.3": None},
            outcome={"": "impossible"},
        ),
    ),
    breaks(
        "ECA-B-SP2",
        "The second hand gets its card first: it belongs to the first hand.",
        f"{EIGHTS}; 1.2 3d; {NOTICED}",
        righted(
            ("split_order", "ECA-B-SP2"),
            hands={"box1": "8s 3d", "box1.2": "8h", "dealer": "6c"},
            moves="3d box1.2>box1",
            due={"w1": None, "w1.2": None},
        ),
    ),
    breaks(  # eleven hit: 5h was its card, and 6h is the next
        "ECA-B-SP2",
        "Both hands are filled at once and the first draws: its card was the one that lies on the second.",
        f"{EIGHTS}; 1 3d 1.2 5h; says 1 hit; 1 6h; {NOTICED}",
        righted(
            ("split_order", "ECA-B-SP2"),
            hands={"box1": "8s 3d 5h", "box1.2": "8h", "dealer": "6c"},
            moves="5h box1.2>box1, 6h box1>next",
            due={"w1": None, "w1.2": None},
        ),
    ),
    breaks(
        "ECA-B-SP2",
        "Both hands are filled at once and the first stands: each card lies where it belongs.",
        f"{EIGHTS}; 1 Td 1.2 9h; says 1 stand; says 1.2 stand; {OVER}; close",
        Ruled(findings=(("split_order", "ECA-B-SP2"),), due=BOTH, hands={"box1": "8s Td", "box1.2": "8h 9h"}),
    ),
    breaks(
        "ECA-B-SP2",
        "The second hand never gets its card and the dealer draws: the dealer's first card belongs to it.",
        f"{EIGHTS}; 1 Td; says 1 stand; D Tc D 4d; pay w1 0; pay w1.2 0; close; {NOTICED}",
        righted(  # ten and eight on the second hand, on which nobody was asked; the four is over as long as it is not
            ("split_not_filled", "ECA-B-SP2"),
            ("not_asked", "ECA-B-P1"),
            hands={"box1": "8s Td", "box1.2": "8h Tc", "dealer": "6c"},
            moves="Tc dealer>box1.2, 4d dealer>next",
            ask="box1.2",
            due={"w1": None, "w1.2": None},
        ),
    ),
    breaks(
        "ECA-B-DB1",
        "The doubled second hand gets one card too many, with which its stakes are collected: the card is the dealer's.",
        f"""{EIGHTS}; 1 Td; says 1 stand; 1.2 3h; says 1.2 double; {double(1, 2)}; 1.2 5c; 1.2 9d; pay w1.2 0; pay w1.2d 0
        1: {NOTICED}""",
        righted(
            ("card_on_double", "ECA-B-DB1"),
            hands={"box1": "8s Td", "box1.2": "8h 3h 5c", "dealer": "6c 9d"},
            moves="9d box1.2>dealer",
            draw="dealer",
            due={"w1": None, "w1.2": None, "w1.2d": None},
        ),
    ),
    keeps(
        "ECA-B-SP3",
        "A split hand of eleven is doubled and wins both its stakes.",
        f"{EIGHTS}; 1 3d; says 1 double; {double(1)}; 1 9d; 1.2 9h; says 1.2 stand; {OVER}; close",
        paid(**BOTH, w1d=4000),
    ),
    keeps(
        "ECA-B-SP3",
        "The second hand of a split is doubled.",
        f"{EIGHTS}; 1 Td; says 1 stand; 1.2 3h; says 1.2 double; {double(1, 2)}; 1.2 9h; {OVER}; close",
        paid(**{**BOTH, "w1.2d": 4000}),
    ),
    keeps(
        "ECA-B-SP3",
        "A split hand gets a third eight and is split again.",
        f"""{EIGHTS}; 1 8d; says 1 split; {split(1, 3)}; 1 Td; says 1 stand; 1.2 9h; says 1.2 stand; 1.3 Kh
        1: says 1.3 stand; {OVER}; close""",
        paid(**BOTH, **{"w1.3": 4000}),
    ),
    breaks(
        "ECA-B-SP3",
        "A split hand of eight and nine is split again: the cards are not identical.",
        f"""{EIGHTS}; 1 9d; says 1 split; {split(1, 3)}; 1 Td; says 1 stand; 1.2 9h; says 1.2 stand; 1.3 Kh
        1: says 1.3 stand; {OVER}; close""",
        Ruled(
            findings=(SPLIT,), verdict="refer", authority=DIRECTOR, due={"w1.3": 2000}, awarded={"w1": None, "w1.3": None}
        ),
    ),
    breaks(
        "ECA-B-SP3",
        "A split hand of twelve is doubled: that stake goes back and the hand is asked, the split stays as it is.",
        f"{EIGHTS}; 1 4d; says 1 double; {double(1)}; 1 9d; 1.2 9h; says 1.2 stand; {OVER}; close",
        Ruled(
            findings=(("illegal_double", "ECA-B-SP3"),),
            verdict="refer",
            authority=DIRECTOR,
            due={"w1": None, "w1.2": None, "w1d": 2000},
            awarded={"w1": None, "w1.2": None, "w1d": None},
            moves={"": "9d box1>next, 9h box1.2>next, Tc dealer>next, Kd dealer>next"},
        ),
    ),
    keeps("ECA-B-SP4", "Split aces get a card each and are done.", f"{ACES}; 1 9d 1.2 8d; {OVER}; close", paid(**BOTH)),
    keeps(
        "ECA-B-SP4",
        "A split ace gets a further ace and is split again.",
        f"{ACES}; 1 Ad; says 1 split; {split(1, 3)}; 1 9d 1.2 8d 1.3 7d; {OVER}; close",
        paid(**BOTH, **{"w1.3": 4000}),
    ),
    keeps(
        "ECA-B-SP4",
        "A split ace gets a further ace and stands on twelve.",
        f"{ACES}; 1 Ad; says 1 stand; 1.2 8d; {OVER}; close",
        paid(**BOTH),
    ),
    breaks(
        "ECA-B-SP4",
        "A split ace with three asks for a card and gets one: it belongs to the second ace.",
        f"{ACES}; 1 3d; says 1 hit; 1 7h; {NOTICED}",
        righted(
            ACE_HIT,
            hands={"box1": "As 3d", "box1.2": "Ah 7h", "dealer": "6c"},
            moves="7h box1>box1.2",
            draw="dealer",
            due={"w1": None, "w1.2": None},
        ),
    ),
    breaks(
        "ECA-B-SP4",
        "A split ace gets a second card that nobody asked for: it belongs to the second ace.",
        f"{ACES}; 1 3d 1 7h; {NOTICED}",
        righted(
            ("card_on_split_aces", "ECA-B-SP4"),
            hands={"box1": "As 3d", "box1.2": "Ah 7h", "dealer": "6c"},
            moves="7h box1>box1.2",
            draw="dealer",
            due={"w1": None, "w1.2": None},
        ),
    ),
    breaks(
        "ECA-B-SP4",
        "A split ace with nine, twenty or ten, is doubled: a split ace gets one card, so both stakes cannot play.",
        f"{ACES}; 1 9d; says 1 double; {double(1)}; {NOTICED}",
        Ruled(findings=(("illegal_double", "ECA-B-SP4"),), authority=DIRECTOR, due={"w1d": 2000}, awarded={"w1d": None}),
    ),
    keeps(
        "ECA-B-SP6",
        "Eights are split to five hands, and all win.",
        f"""{EIGHTS}; 1 8d; says 1 split; {split(1, 3)}; 1 8c; says 1 split; {split(1, 4)}; 1 8s; says 1 split
        1: {split(1, 5)}; 1 Td; says 1 stand; 1.2 9h; says 1.2 stand; 1.3 9s; says 1.3 stand; 1.4 9c; says 1.4 stand
        1: 1.5 9d; says 1.5 stand; {OVER}; close""",
        paid(**BOTH, **{"w1.3": 4000, "w1.4": 4000, "w1.5": 4000}),
    ),
    breaks(
        "ECA-B-SP6",
        "The fourth hand is split off a pair of eight and seven, which is none.",
        f"""{EIGHTS}; 1 8d; says 1 split; {split(1, 3)}; 1 7c; says 1 split; {split(1, 4)}; {NOTICED}""",
        Ruled(findings=(SPLIT,), authority=DIRECTOR, due={"w1.4": 2000}, awarded={"w1": None, "w1.4": None}),
    ),
)

EIGHTEEN: Final = f"1: {seats(1)}; 1 Th"
STANDS: Final = "says 1 stand"
IDLE: Final = ("idle_draw", "ECA-B-DL3")
OVERDREW: Final = ("dealer_overdrew", "ECA-B-DL1")

DEALER: Final = (
    keeps("ECA-B-DL1", "Sixteen draws.", f"{EIGHTEEN} D 9s 1 8c; {STANDS}; D 7d D 5h; close", paid(w1=0)),
    keeps("ECA-B-DL1", "A soft sixteen draws.", f"{EIGHTEEN} D As 1 8c; {STANDS}; D 5d D 5h; close", paid(w1=0)),
    keeps("ECA-B-DL1", "Seventeen stands.", f"{EIGHTEEN} D 9s 1 8c; {STANDS}; D 8d; close", paid(w1=4000)),
    keeps("ECA-B-DL1", "A soft seventeen stands.", f"{EIGHTEEN} D As 1 8c; {STANDS}; D 6d; close", paid(w1=4000)),
    keeps(
        "ECA-B-DL1",
        "The round is closed before the box has decided: the dealer's further cards are not due yet.",
        f"{EIGHTEEN} D 9s 1 8c; close",
        Ruled(due={"w1": None}),
    ),
    keeps(
        "ECA-B-DL1",
        "The round is closed before box 2 is asked: that is the dealer's fault, and not that he did not draw.",
        f"1: {seats(1, 2)}; 1 Th 2 9c D 9s 1 8c 2 8h; {STANDS}; close",
        Ruled(findings=(("not_asked", "ECA-B-P1"),), due={"w1": None, "w2": None}),
    ),
    breaks(
        "ECA-B-DL1",
        "The dealer stops at a soft sixteen and collects: a card is still to come.",
        f"{EIGHTEEN} D As 1 5c; {STANDS}; D 5d; pay w1 0; close; {NOTICED}",
        righted(
            ("dealer_stopped", "ECA-B-DL1"),
            hands={"box1": "Th 5c", "dealer": "As 5d"},
            draw="dealer",
            due={"w1": None},
        ),
    ),
    breaks(
        "ECA-B-DL1",
        "The dealer draws on a soft seventeen: the card is burned and eighteen wins.",
        f"{EIGHTEEN} D As 1 8c; {STANDS}; D 6d D 4h; {NOTICED}",
        righted(OVERDREW, hands={"box1": "Th 8c", "dealer": "As 6d"}, moves="4h dealer>burn", due={"w1": 4000}),
    ),
    keeps(
        "ECA-B-DL3",
        "Every hand is over: the dealer draws nothing.",
        f"1: {seats(1)}; 1 Th D 6s 1 6c; says 1 hit; 1 Kd; pay w1 0; close",
        paid(w1=0),
    ),
    keeps(
        "ECA-B-DL3",
        "Only a blackjack against a six is left: it is paid, the dealer draws nothing.",
        f"1: {seats(1, 2)}; 1 Ah 2 Th D 6s 1 Kc 2 6c; pay w1 5000; clear 1; says 2 hit; 2 Kd; pay w2 0; close",
        paid(w1=5000, w2=0),
    ),
    keeps(
        "ECA-B-DL3",
        "Only a blackjack against a ten is left: the second card is a five, the third would change nothing.",
        f"1: {seats(1, 2)}; 1 Ah 2 Th D Ts 1 Kc 2 6c; says 2 hit; 2 Kd; pay w2 0; D 5d; pay w1 5000; close",
        paid(w1=5000, w2=0),
    ),
    keeps(
        "ECA-B-DL3",
        "Only an insurance is left: the second card decides it, soft sixteen draws no further.",
        f"1: {seats(1)}; 1 Th D As 1 6c; {insurance(1)}; says 1 hit; 1 Kd; pay w1 0; D 5d; pay i1 0; close",
        paid(w1=0, i1=0),
    ),
    keeps(
        "ECA-B-DL3",
        "Only a blackjack paid even money was in play: the dealer draws nothing.",
        f"1: {seats(1)}; 1 Ah D As 1 Kc; says 1 even_money; pay w1 4000; close",
        paid(w1=4000),
    ),
    breaks(
        "ECA-B-DL3",
        "The only hand is over and the dealer draws all the same: the card is burned, no money changes.",
        f"1: {seats(1)}; 1 Th D 6s 1 6c; says 1 hit; 1 Kd; pay w1 0; D 4d; {NOTICED}",
        Ruled(findings=(IDLE,), hands={"dealer": "6s"}, surplus={"": "4d>burn"}, due={"w1": 0}),
    ),
    breaks(
        "ECA-B-DL3",
        "Only a paid blackjack was left and the dealer draws to a six: the card is burned.",
        f"1: {seats(1)}; 1 Ah D 6s 1 Kc; pay w1 5000; D 4d; {NOTICED}",
        Ruled(findings=(IDLE,), hands={"dealer": "6s"}, surplus={"": "4d>burn"}, due={"w1": 5000}),
    ),
    breaks(
        "ECA-B-DL3",
        "Only an insurance was left; after the five that decided it the dealer draws again: that card is burned.",
        f"1: {seats(1)}; 1 Th D As 1 6c; {insurance(1)}; says 1 hit; 1 Kd; pay w1 0; D 5d D 4d; {NOTICED}",
        Ruled(findings=(IDLE,), hands={"dealer": "As 5d"}, surplus={"": "4d>burn"}, due={"w1": 0, "i1": 0}),
    ),
    breaks(
        "ECA-B-DL3",
        "The only hand is over, the dealer draws all the same and the round is closed: his error, nothing is put right.",
        f"1: {seats(1)}; 1 Th D 6s 1 6c; says 1 hit; 1 Kd; pay w1 0; D 4d; close",
        Ruled(findings=(IDLE,), verdict="stands", standing={"": None}, due={"w1": 0}),
    ),
    breaks(
        "ECA-B-DL3",
        "Sixteen stood and is still in: the dealer draws nothing to his six, and a card is still due to him.",
        f"1: {seats(1)}; 1 Th D 6s 1 6c; {STANDS}; pay w1 0; close; {NOTICED}",
        righted(("dealer_stopped", "ECA-B-DL1"), hands={"dealer": "6s"}, draw="dealer", due={"w1": None}),
    ),
)

ROWS: Final[tuple[Row, ...]] = (*SPLITS, *DEALER)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_splits(row: Row) -> None:
    holds(row)
