"""What a player may decide on a hand alone: SCB-1 to 7, 12 and 19."""

from typing import Final

import pytest

from tests.clauses.ccl.floor import Boxed
from tests.clauses.scb.floor import TOLD, Fault, breaks, holds, keeps, paid, wrongly
from tests.clauses.table import Row, Ruled

ONE: Final = "1: bet w1 P1 main 2000 box=1; nmb"
DOUBLE: Final = "says 1 double; bet w1d P1 double 2000 box=1 parent=w1"
SPLIT: Final = "says 1 split; bet s2 P1 split 2000 box=1 hand=2 parent=w1"
HIT: Final = ("illegal_hit", "SCB-19")
DOUBLED: Final = ("illegal_double", "SCB-2")
SPLIT_ILL: Final = ("illegal_split", "SCB-3")
EQUAL: Final = "SCB-EXTRA?:a"
NO_BET: Final = "SCB-EXTRA?:b"

BLACKJACKS: Final = (
    keeps("SCB-1", "A blackjack beats 19.", f"{ONE}; 1 Ah D 9s 1 Kc; D Kd; close", paid(w1=5000)),
    keeps(
        "SCB-1",
        "A blackjack beats a bank's 21 of three cards.",
        f"{ONE}; 1 Ah D 8s 1 Kc; D 6d D 7h; close",
        paid(w1=5000),
    ),
    keeps(
        "SCB-1",
        "A bank's blackjack beats a 21 of three cards.",
        f"{ONE}; 1 Th D As 1 5c; says 1 hit; 1 6d; D Kd; pay w1 0; close",
        paid(w1=0),
    ),
    breaks(
        "SCB-1",
        "A 21 of three cards is given back its stake against a bank's blackjack.",
        f"{ONE}; 1 Th D As 1 5c; says 1 hit; 1 6d; D Kd; pay w1 2000; close",
        wrongly("SCB-1", w1=0),
    ),
    breaks(
        "SCB-1",
        "A 21 of three cards is paid as a blackjack.",
        f"{ONE}; 1 Th D 9s 1 5c; says 1 hit; 1 6d; D Kd; pay w1 5000; close",
        wrongly("SCB-22", w1=4000),
    ),
)

COUNTS: Final = (
    keeps("SCB-12", "Queen and king make twenty.", f"{ONE}; 1 Qh D 9s 1 Kc; says 1 stand; D Jd; close", paid(w1=4000)),
    keeps(
        "SCB-12",
        "An ace counts one where eleven would be too much: 20 beats 19.",
        f"{ONE}; 1 Ah D 9s 1 5c; says 1 hit; 1 8d; says 1 hit; 1 6d; says 1 stand; D Kd; close",
        paid(w1=4000),
    ),
    keeps(
        "SCB-12",
        "An ace counts eleven: ace and eight stand off against 19.",
        f"{ONE}; 1 Ah D 9s 1 8c; says 1 stand; D Kd; close",
        paid(w1=2000),
    ),
    breaks(
        "SCB-12",
        "An ace that counts one is taken for eleven and the hand of 20 is collected.",
        f"{ONE}; 1 Ah D 9s 1 5c; says 1 hit; 1 8d; says 1 hit; 1 6d; says 1 stand; D Kd; pay w1 0; close",
        wrongly("SCB-12", w1=4000),
    ),
    keeps(
        "SCB-7",
        "A player knocks for a card and waves for none.",
        f"{ONE}; 1 7h D 9s 1 5c; says 1 card P1 signal=hand; 1 8d; says 1 stay P1 signal=hand; D Kd; close",
        paid(w1=4000),
    ),
)

PLAYING: Final = (
    keeps(
        "SCB-19",
        "Boxes are played in their order, one that passes 21 is collected at once.",
        """1: bet w1 P1 main 2000 box=1; bet w3 P3 main 2000 box=3; nmb; 1 Th 3 8h D 9s 1 6c 3 7c; says 1 card; 1 9d
        1: pay w1 0; clear 1; says 3 card; 3 5h; says 3 stay; D Kd; pay w3 4000; close""",
        paid(w1=0, w3=4000),
    ),
    keeps(
        "SCB-19",
        "A player stands on four and wins because the bank passes 21.",
        f"{ONE}; 1 2h D 9s 1 2c; says 1 stay; D 7d D Kc; close",
        paid(w1=4000),
    ),
    keeps(
        "SCB-19",
        "A player takes cards up to 21 and is given no further one.",
        f"{ONE}; 1 6h D 9s 1 5c; says 1 card; 1 3d; says 1 card; 1 7h; D Kd; close",
        paid(w1=4000),
    ),
    breaks(
        "SCB-19",
        "A player with a soft 21 asks for a card, which is not given.",
        f"{ONE}; 1 Ah D 9s 1 5c; says 1 card; 1 5d; says 1 card; D Kd; pay w1 4000; close",
        Ruled(findings=(HIT,), verdict="stands", due={"w1": 4000}),
    ),
    breaks(
        "SCB-19",
        "A player with 21 asks for a card and gets it: the bank's (a), the stake back (b), or over 21 (c).",
        f"{ONE}; 1 6h D 9s 1 8c; says 1 card; 1 7d; says 1 card; 1 Kd; {TOLD}",
        Fault(
            findings=(HIT,),
            moves="Kd box1>dealer",
            boxes="1 6h 8c 7d / D 9s Kd",
            hands="1 6h 8c 7d Kd / D 9s",
            stakes={"w1": 2000},
            due={"w1": 4000},
            dealt={"w1": 0},
        ).ruled,
    ),
    breaks(
        "SCB-19",
        "Box 3 stands before box 1 was asked: no card is out of place.",
        """1: bet w1 P1 main 2000 box=1; bet w3 P3 main 2000 box=3; nmb; 1 Th 3 8h D 9s 1 Kc 3 Kh; says 3 stay; says 1 stay
        1: D 9d; close""",
        Ruled(findings=(("out_of_turn", "SCB-19"),), verdict="stands", awarded={"w1": 4000, "w3": 2000}),
    ),
    breaks(
        "SCB-19",
        "A hand that passed 21 is given back its stake.",
        f"{ONE}; 1 Th D 9s 1 6c; says 1 card; 1 9d; pay w1 2000; close",
        wrongly("SCB-19", w1=0),
    ),
)


def doubled(cards: str, third: str = "9d", end: str = "D Kd; close") -> str:
    first, second = cards.split()
    return f"{ONE}; 1 {first} D 9s 1 {second}; {DOUBLE}; 1 {third}; {end}"


DOUBLES: Final = (
    keeps("SCB-2", "A hard eleven is doubled and wins twice.", doubled("6h 5c"), paid(w1=4000, w1d=4000)),
    keeps("SCB-2", "A hard twenty is doubled and wins twice.", doubled("Th Tc", "Ad"), paid(w1=4000, w1d=4000)),
    keeps("SCB-2", "A hard four is doubled and loses twice.", doubled("2h 2c"), paid(w1=0, w1d=0)),
    keeps("SCB-2", "A soft nineteen is doubled and wins twice.", doubled("Ah 8c", "Ad"), paid(w1=4000, w1d=4000)),
    keeps("SCB-2", "A doubled hand stands off: both stakes go back.", doubled("6h 5c", "8d"), paid(w1=2000, w1d=2000)),
    breaks(
        "SCB-2",
        "A hand of three cards is doubled: it is asked with ten (a), the round is void (b), or twenty wins once (c).",
        f"{ONE}; 1 2h D 9s 1 3c; says 1 hit; 1 5d; {DOUBLE}; 1 Td; D Kd; close",
        Fault(
            findings=(DOUBLED,),
            moves="Td box1>next, Kd dealer>next",
            boxes="1 2h 3c 5d / D 9s",
            asks="1",
            stakes={"w1": 2000, "w1d": 2000},
            due={"w1": None, "w1d": 2000},
            dealt={"w1": 4000, "w1d": 2000},
        ).ruled,
    ),
    *(
        breaks(
            "SCB-2",
            f"A double is staked {side} the wager.",
            doubled("6h 5c").replace("double 2000", f"double {minor}"),
            Ruled(
                findings=(("wrong_double_stake", "SCB-2"),),
                verdict="refer",
                authority="direction",
                branches={EQUAL: {"w1": 4000, "w1d": due}, NO_BET: {"w1": 4000, "w1d": minor}},
                awarded={"w1": 4000, "w1d": None},
            ),
        )
        for side, minor, due in (("below", 1500, 3000), ("above", 3000, 5000))
    ),
    keeps(
        "SCB-EXTRA?",
        "A double is staked below the wager and stands off: it goes back either way, and nobody is asked.",
        doubled("6h 5c", "8d").replace("double 2000", "double 1500"),
        Ruled(
            findings=(("wrong_double_stake", "SCB-2"),),
            verdict="stands",
            branches={"1": {"w1": 2000, "w1d": 1500}},
        ),
    ),
    breaks(
        "SCB-EXTRA?",
        "A double is staked below the wager and loses: it is lost, or it was no bet and goes back.",
        doubled("6h 5c", "2d").replace("double 2000", "double 1500"),
        Ruled(
            findings=(("wrong_double_stake", "SCB-2"),),
            verdict="refer",
            authority="direction",
            branches={EQUAL: {"w1": 0, "w1d": 0}, NO_BET: {"w1": 0, "w1d": 1500}},
        ),
    ),
    breaks(
        "SCB-2",
        "A doubled hand is given a second card: it is the bank's (a), the round is void (b), or the hand is over 21 (c).",
        f"{ONE}; 1 6h D 9s 1 5c; {DOUBLE}; 1 9d 1 Td; {TOLD}",
        Fault(
            findings=(("card_on_double", "SCB-2"),),
            moves="Td box1>dealer",
            boxes="1 6h 5c 9d / D 9s Td",
            hands="1 6h 5c 9d Td / D 9s",
            stakes={"w1": 2000, "w1d": 2000},
            due={"w1": 4000, "w1d": 4000},
            dealt={"w1": 0, "w1d": 0},
        ).ruled,
    ),
    keeps(
        "SCB-2a?",
        "A soft twenty may be doubled under either reading, as it is no blackjack.",
        doubled("Ah 9c", "Ad"),
        paid(w1=4000, w1d=4000),
        unresolved=("SCB-2a?",),
    ),
    breaks(
        "SCB-2a?",
        "A blackjack is doubled, which is noticed before a card: the second stake goes back, the blackjack is paid.",
        f"{ONE}; 1 Ah D 9s 1 Kc; {DOUBLE}; {TOLD}; D Kd; pay w1 5000; pay w1d 2000; close",
        Ruled(findings=(DOUBLED,), verdict="stands", due={"w1": 5000, "w1d": 2000}),
    ),
    breaks(
        "SCB-2a?",
        "A blackjack is doubled and gets a five: a blackjack all the same (a), or 16, which loses twice (b).",
        f"{ONE}; 1 Ah D 9s 1 Kc; {DOUBLE}; 1 5d; D Kd; close",
        Ruled(
            findings=(DOUBLED,),
            verdict="refer",
            branches={
                "SCB-2a?:a,SCB-ERR?:a": {"w1": 5000, "w1d": 2000},
                "SCB-2a?:a,SCB-ERR?:b": {"w1": 2000, "w1d": 2000},
                "SCB-2a?:a,SCB-ERR?:c": {"w1d": 2000},
                "SCB-2a?:b": {"w1": 0, "w1d": 0},
            },
        ),
        unresolved=("SCB-2a?",),
    ),
)

EIGHTS: Final = f"{ONE}; 1 8h D 9s 1 8c; {SPLIT}"
ACES: Final = f"{ONE}; 1 Ah D 9s 1 Ac; {SPLIT}"
TENS: Final = f"{ONE}; 1 Kh D 9s 1 Tc; {SPLIT}"


def again(hand: int, place: str = "1") -> str:
    """The stake of one more split."""
    return f"says {place} split; bet s{hand} P1 split 2000 box=1 hand={hand} parent=w1"


FIVE: Final = (
    f"{EIGHTS}; 1 8d; {again(3)}; 1 8s; {again(4)}; 1 8h; {again(5)}; 1 Th; says 1 stand; 1.2 Td; says 1.2 stand; "
    "1.3 Ts; says 1.3 stand; 1.4 Tc; says 1.4 stand; 1.5 Jh; says 1.5 stand; D 8h; close"
)

SPLITS: Final = (
    keeps(
        "SCB-3",
        "A pair is split four times: five hands of 18 beat 17.",
        FIVE,
        Boxed(
            verdict="stands",
            awarded={"w1": 4000, "s2": 4000, "s3": 4000, "s4": 4000, "s5": 4000},
            boxes={"": "1 8h Th / 1.2 8c Td / 1.3 8d Ts / 1.4 8s Tc / 1.5 8h Jh / D 9s 8h"},
        ),
    ),
    keeps(
        "SCB-3",
        "King and ten have the same value and are split: 17 loses, 19 wins against 18.",
        f"{TENS}; 1 7h; says 1 stand; 1.2 9d; says 1.2 stand; D 9c; close",
        paid(w1=0, s2=4000),
    ),
    keeps(
        "SCB-3",
        "A split hand is split again, and the new hand is played beside it, before the older one.",
        f"""{EIGHTS}; 1 8d; says 1 split; bet s3 P1 split 2000 box=1 hand=3 parent=w1; 1 Th; says 1 stand; 1.3 9d
        1: says 1.3 stand; 1.2 Kc; says 1.2 stand; D 8h; close""",
        paid(w1=4000, s2=4000, s3=2000),
    ),
    keeps(
        "SCB-3",
        "A card goes to a third hand that stood, when only the second is left: it belongs there.",
        f"""{EIGHTS}; 1 8d; says 1 split; bet s3 P1 split 2000 box=1 hand=3 parent=w1; 1 Th; says 1 stand; 1.3 9d
        1: says 1.3 stand; 1.3 9c; {TOLD}""",
        Ruled(
            findings=(("split_not_filled", "SCB-3"),),
            verdict="refer",
            branches={
                "SCB-ERR?:a": {"w1": None, "s2": None, "s3": None},
                "SCB-ERR?:b": {"w1": 2000, "s2": 2000, "s3": 2000},
                "SCB-ERR?:c": {"w1": None, "s2": None, "s3": 0},
            },
            moves={"SCB-ERR?:a": "9c box1.3>box1.2"},
        ),
    ),
    breaks(
        "SCB-3",
        "A card goes to the first hand that stood, when the second and the third are left: either may be next.",
        f"""{EIGHTS}; 1 8d; says 1 split; bet s3 P1 split 2000 box=1 hand=3 parent=w1; 1 Th; says 1 stand; 1 9d
        1: {TOLD}""",
        Ruled(
            findings=(("split_not_filled", "SCB-3"),),
            verdict="refer",
            branches={
                "SCB-ERR?:a": {"w1": None, "s2": None, "s3": None},
                "SCB-ERR?:b": {"w1": 2000, "s2": 2000, "s3": 2000},
                "SCB-ERR?:c": {"w1": 0, "s2": None, "s3": None},
            },
            outcome={"SCB-ERR?:a": "impossible"},
            verdicts={"SCB-ERR?:a": "refer"},
        ),
    ),
    keeps(
        "SCB-3",
        "Split hands get any number of cards: 21 of four cards wins, 22 is lost.",
        f"{EIGHTS}; 1 2h; says 1 card; 1 3d; says 1 card; 1 8s; 1.2 4d; says 1.2 card; 1.2 Kc; D Kd; close",
        paid(w1=4000, s2=0),
    ),
    breaks(
        "SCB-3",
        "Nine and eight are split: that stake goes back, and what becomes of the cards is for the direction to say.",
        f"{ONE}; 1 9h D 9s 1 8c; {SPLIT}; 1 Th; says 1 stand; 1.2 Td; says 1.2 stand; D 8h; close",
        Ruled(
            findings=(SPLIT_ILL,),
            verdict="refer",
            branches={
                "SCB-ERR?:a": {"w1": None, "s2": 2000},
                "SCB-ERR?:b": {"w1": 2000, "s2": 2000},
                "SCB-ERR?:c": {"w1": 4000, "s2": 2000},
            },
            awarded={"w1": None, "s2": 2000},
            cites=("SCB-LATE",),
        ),
    ),
    *(
        breaks(
            "SCB-3",
            f"A split is staked {side} the wager.",
            f"{EIGHTS.replace('split 2000', f'split {minor}')}; 1 Th; says 1 stand; 1.2 Td; says 1.2 stand; D 8h; close",
            Ruled(
                findings=(("wrong_split_stake", "SCB-3"),),
                verdict="refer",
                branches={EQUAL: {"w1": 4000, "s2": due}, NO_BET: {"w1": 4000, "s2": minor}},
            ),
        )
        for side, minor, due in (("below", 1500, 3000), ("above", 3000, 5000))
    ),
    breaks(
        "SCB-3",
        "The second split hand never gets its card and the bank takes one: it is that hand's (a).",
        f"{EIGHTS}; 1 Th; says 1 stand; D Kd; {TOLD}",
        Fault(
            findings=(("split_not_filled", "SCB-3"),),
            moves="Kd dealer>box1.2",
            boxes="1 8h Th / 1.2 8c Kd / D 9s",
            stakes={"w1": 2000, "s2": 2000},
            dealt={"w1": None, "s2": None},
        ).ruled,
    ),
    breaks(
        "SCB-19",
        "The second split hand is given its card first: it is the first hand's (a).",
        f"{EIGHTS}; 1.2 Th; {TOLD}",
        Fault(
            findings=(("split_order", "SCB-19"),),
            moves="Th box1.2>box1",
            boxes="1 8h Th / 1.2 8c / D 9s",
            stakes={"w1": 2000, "s2": 2000},
            dealt={"w1": None, "s2": None},
        ).ruled,
    ),
    keeps(
        "SCB-4",
        "Split aces get one card each, and are not asked again.",
        f"{ACES}; 1 5h 1.2 9d; D 8h; pay w1 0; pay s2 4000; close",
        paid(w1=0, s2=4000),
    ),
    breaks(
        "SCB-4",
        "A split ace is given a second card: it is the other ace's (a), the round is void (b), or the hand is played (c).",
        f"{ACES}; 1 5h 1 7d; {TOLD}",
        Fault(
            findings=(("card_on_split_aces", "SCB-4"),),
            moves="7d box1>box1.2",
            boxes="1 Ah 5h / 1.2 Ac 7d / D 9s",
            draw="dealer",
            stakes={"w1": 2000, "s2": 2000},
            dealt={"w1": None, "s2": None},
        ).ruled,
    ),
    breaks(
        "SCB-4",
        "A split ace with five asks for a card: it is not given.",
        f"{ACES}; 1 5h; says 1 hit; 1.2 7d; D 8h; close",
        Ruled(findings=(("illegal_hit", "SCB-4"),), due={"w1": 0, "s2": 4000}),
    ),
    keeps(
        "SCB-4a?",
        "Split aces that get no further ace have one card each under either reading.",
        f"{ACES}; 1 9h; 1.2 8d; D 9c; close",
        paid(w1=4000, s2=4000),
    ),
    breaks(
        "SCB-4a?",
        "A further ace on a split ace is split again: three hands win (a), or the third is an error of the deal (b).",
        f"{ACES}; 1 Ad; {again(3)}; 1 9h; 1.2 8d; 1.3 9d; D 9c; close",
        Ruled(
            findings=(SPLIT_ILL,),
            branches={
                "SCB-4a?:a": {"w1": 4000, "s2": 4000, "s3": 4000},
                "SCB-4a?:b,SCB-ERR?:a": {"w1": 0, "s2": 4000, "s3": 2000},
                "SCB-4a?:b,SCB-ERR?:b": {"w1": 2000, "s2": 2000, "s3": 2000},
                "SCB-4a?:b,SCB-ERR?:c": {"w1": 4000, "s2": 4000, "s3": 2000},
            },
            awarded={"w1": None, "s2": None, "s3": None},
        ),
    ),
    keeps(
        "SCB-5",
        "A ten on a split ace makes 21 and is paid 1 to 1.",
        f"{ACES}; 1 Kh 1.2 7d; D 8h; pay w1 4000; pay s2 4000; close",
        paid(w1=4000, s2=4000),
    ),
    keeps(
        "SCB-5",
        "A bank's blackjack beats the 21 of a split ace with a ten.",
        f"{ACES.replace('D 9s', 'D Ts')}; 1 Kh 1.2 7d; D As; close",
        paid(w1=0, s2=0),
    ),
    breaks(
        "SCB-5",
        "A ten on a split ace is paid 3 to 2.",
        f"{ACES}; 1 Kh 1.2 7d; D 8h; pay w1 5000; pay s2 4000; close",
        wrongly("SCB-5", w1=4000, s2=4000),
    ),
    keeps(
        "SCB-5a?",
        "A three-card 21 of a split ten is no blackjack under either reading.",
        f"{TENS}; 1 5h; says 1 hit; 1 6h; 1.2 7d; says 1.2 stand; D 9c; close",
        paid(w1=4000, s2=0),
    ),
    breaks(
        "SCB-5a?",
        "An ace on a split king is paid 3 to 2: too much (a), or right (b).",
        f"{TENS}; 1 Ah; 1.2 7d; says 1.2 stand; D 9c; pay w1 5000; pay s2 0; close",
        Ruled(
            findings=(("wrong_payment", "SCB-5a?"),),
            verdict="refer",
            authority="direction",
            verdicts={"SCB-5a?:a": "correct", "SCB-5a?:b": "stands"},
            branches={"SCB-5a?:a": {"w1": 4000, "s2": 0}, "SCB-5a?:b": {"w1": 5000, "s2": 0}},
        ),
    ),
    breaks(
        "SCB-5a?",
        "Against a bank's blackjack an ace on a split king loses (a), or stands off (b).",
        f"{TENS.replace('D 9s', 'D Ts')}; 1 Ah; 1.2 7d; says 1.2 stand; D As; close",
        Ruled(branches={"SCB-5a?:a": {"w1": 0, "s2": 0}, "SCB-5a?:b": {"w1": 2000, "s2": 0}}),
    ),
    keeps(
        "SCB-6",
        "A split hand is doubled and wins twice, the other loses.",
        f"""{EIGHTS}; 1 3h; says 1 double; bet d P1 double 2000 box=1 hand=1 parent=w1; 1 Th; 1.2 Td; says 1.2 stand
        1: D Kd; close""",
        Ruled(verdict="stands", awarded={"w1": 4000, "d": 4000, "s2": 0}, cites=("SCB-6",)),
    ),
    breaks(
        "SCB-6",
        "A doubled split hand is given a second card: it is the other split hand's (a).",
        f"""{EIGHTS}; 1 3h; says 1 double; bet d P1 double 2000 box=1 hand=1 parent=w1; 1 6h 1 Td
        1: {TOLD}""",
        Fault(
            findings=(("card_on_double", "SCB-2"),),
            moves="Td box1>box1.2",
            boxes="1 8h 3h 6h / 1.2 8c Td / D 9s",
            stakes={"w1": 2000, "s2": 2000, "d": 2000},
            dealt={"w1": 0, "s2": None, "d": 0},
        ).ruled,
    ),
    breaks(
        "SCB-6",
        "A split hand of three cards is doubled: that stake goes back, and the hand is asked with thirteen (a).",
        f"""{EIGHTS}; 1 2h; says 1 card; 1 3d; says 1 double; bet d P1 double 2000 box=1 hand=1 parent=w1; 1 7h
        1: 1.2 Td; says 1.2 stand; D Kd; close""",
        Fault(
            findings=(DOUBLED,),
            moves="7h box1>next, Td box1.2>next, Kd dealer>next",
            boxes="1 8h 2h 3d / 1.2 8c / D 9s",
            asks="1 1.2",
            stakes={"w1": 2000, "d": 2000, "s2": 2000},
            due={"w1": None, "d": 2000, "s2": None},
            dealt={"w1": 4000, "d": 2000, "s2": 0},
        ).ruled,
    ),
)

ROWS: Final[tuple[Row, ...]] = (*BLACKJACKS, *COUNTS, *PLAYING, *DOUBLES, *SPLITS)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_hands(row: Row) -> None:
    holds(row)
