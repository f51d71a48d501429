"""What a player may decide on a hand, doubles and splits: CCL-12, 29 to 32, 35 and the stakes behind them."""

from typing import Final

import pytest

from tests.clauses.ccl.floor import Boxed, breaks, holds, house, keeps
from tests.clauses.table import Row, Ruled, judged

ONE: Final = "1: bet w1 P1 main 10000 box=1; nmb"
DOUBLE: Final = "says 1 double; bet w1d P1 double 10000 box=1 parent=w1"
SPLIT: Final = "says 1 split; bet s2 P1 split 10000 box=1 hand=2 parent=w1"
HIT: Final = ("illegal_hit", "CCL-35")
DOUBLED: Final = ("illegal_double", "CCL-29")
SPLIT_ILL: Final = ("illegal_split", "CCL-30")
DOUBLE_STAKE: Final = "wrong_double_stake"
EQUAL: Final = "CCL-EXTRA?:a"
NO_BET: Final = "CCL-EXTRA?:b"
SPLIT_STAKE: Final = "wrong_split_stake"

DRAWING: Final = (
    keeps(
        "CCL-12",
        "A player stands on two twos and wins because the dealer passes 21.",
        f"{ONE}; 1 2h D 9s 1 2c; says 1 stand; D 7d D Kc; close",
        Ruled(verdict="stands", awarded={"w1": 20_000}),
    ),
    keeps(
        "CCL-12",
        "A player draws to 20 and makes 21 with an ace.",
        f"{ONE}; 1 Th D 9s 1 Tc; says 1 hit; 1 Ad; D Kd; close",
        Ruled(verdict="stands", awarded={"w1": 20_000}),
    ),
    keeps(
        "CCL-12",
        "A player says with the hand only that he stands.",
        f"{ONE}; 1 Th D 9s 1 Tc; says 1 stand P1 signal=hand; D Kd; close",
        Ruled(verdict="stands", awarded={"w1": 20_000}),
    ),
    keeps(
        "CCL-12",
        "A player draws to a soft 20 and passes nothing: 14 loses to 19.",
        f"{ONE}; 1 Ah D 9s 1 9c; says 1 hit; 1 4d; says 1 stand; D Kd; close",
        Ruled(verdict="stands", awarded={"w1": 0}),
    ),
    breaks(
        "CCL-12",
        "A player asks for a card on a blackjack: it is not given, and the blackjack is paid.",
        f"{ONE}; 1 Ah D 9s 1 Kc; says 1 hit; says 1 stand; D Kd; pay w1 25000; close",
        Ruled(findings=(HIT,), verdict="stands", due={"w1": 25_000}),
    ),
    keeps(
        "CCL-35",
        "A player with a hard 21 is given no further card.",
        f"{ONE}; 1 7h D 9s 1 7c; says 1 hit; 1 7d; D Kd; close",
        Ruled(verdict="stands", awarded={"w1": 20_000}),
    ),
    breaks(
        "CCL-35",
        "A player with a hard 21 asks for a card and gets it: noticed at once, the card is the dealer's.",
        f"{ONE}; 1 7h D 9s 1 7c; says 1 hit; 1 7d; says 1 hit; 1 5d; notice dealer inspector",
        Boxed(
            findings=(HIT,),
            verdict="reconstruct",
            moves={"": "5d box1>dealer"},
            draw={"": "dealer"},
            boxes={"": "1 7h 7c 7d / D 9s 5d"},
            due={"w1": None},
        ),
    ),
    breaks(
        "CCL-35",
        "A player with a soft 21 asks for a card and gets it: noticed at once, the card is the dealer's.",
        f"{ONE}; 1 Ah D 9s 1 4c; says 1 hit; 1 6d; says 1 hit; 1 8d; notice dealer inspector",
        Boxed(
            findings=(HIT,),
            verdict="reconstruct",
            moves={"": "8d box1>dealer"},
            draw={"": ""},
            boxes={"": "1 Ah 4c 6d / D 9s 8d"},
            due={"w1": 20_000},
        ),
    ),
)


def doubled(cards: str, third: str = "9d", dealer: str = "D 9s", end: str = "D Kd; close") -> str:
    first, second = cards.split()
    return f"{ONE}; 1 {first} {dealer} 1 {second}; {DOUBLE}; 1 {third}; {end}"


WON: Final = Ruled(verdict="stands", awarded={"w1": 20_000, "w1d": 20_000})

DOUBLES: Final = (
    keeps("CCL-29", "A hard eleven is doubled and wins twice.", doubled("6h 5c"), WON),
    keeps("CCL-29", "A hard twelve is doubled and wins twice.", doubled("6h 6c"), WON),
    keeps("CCL-29", "A hard four is doubled and loses twice.", doubled("2h 2c"), Ruled(awarded={"w1": 0, "w1d": 0})),
    keeps("CCL-29", "A hard twenty is doubled and wins twice.", doubled("Th Tc", "Ad"), WON),
    keeps("CCL-29", "A soft thirteen is doubled and wins twice.", doubled("Ah 2c", "7d"), WON),
    keeps("CCL-29", "A soft nineteen is doubled and wins twice.", doubled("Ah 8c", "Ad"), WON),
    keeps(
        "CCL-29",
        "A doubled hand stands off: both stakes go back.",
        doubled("6h 5c", "8d"),
        Ruled(awarded={"w1": 10_000, "w1d": 10_000}),
    ),
    keeps(
        "CCL-29",
        "A doubled hand passes 21: both stakes are lost, although the dealer passes 21 too for the other box.",
        f"""1: bet w1 P1 main 10000 box=1; bet w3 P3 main 20000 box=3; nmb; 1 8h 3 Th D 9s 1 7c 3 2c; {DOUBLE}; 1 9d
        1: says 3 stand; D 5d D Kd; close""",
        Ruled(verdict="stands", awarded={"w1": 0, "w1d": 0, "w3": 40_000}),
    ),
    breaks(
        "CCL-29",
        "A hand of three cards is doubled: it is asked with ten (a), the round is void (b), or twenty wins once (c).",
        f"{ONE}; 1 2h D 9s 1 3c; says 1 hit; 1 5d; {DOUBLE}; 1 Td; D Kd; close",
        Boxed(
            findings=(DOUBLED,),
            verdict="refer",
            authority="management",
            branches={
                "CCL-ERR?:a": {"w1": None, "w1d": 10_000},
                "CCL-ERR?:b": {"w1": 10_000, "w1d": 10_000},
                "CCL-ERR?:c": {"w1": 20_000, "w1d": 10_000},
            },
            moves={"CCL-ERR?:a": "Td box1>next, Kd dealer>next"},
            asks={"CCL-ERR?:a": "1"},
            awarded={"w1": None, "w1d": 10_000},
            cites=("CCL-LATE",),
        ),
    ),
    breaks(
        "CCL-29",
        "A blackjack is doubled, which is noticed before a card: the second stake goes back, the blackjack is paid.",
        f"{ONE}; 1 Ah D 9s 1 Kc; {DOUBLE}; notice dealer inspector; D Kd; pay w1 25000; pay w1d 10000; close",
        Ruled(findings=(DOUBLED,), due={"w1": 25_000, "w1d": 10_000}),
    ),
    breaks(
        "CCL-29",
        "A double is staked below the wager.",
        doubled("6h 5c").replace("double 10000", "double 9999"),
        Ruled(findings=((DOUBLE_STAKE, "CCL-29"),)),
    ),
    breaks(
        "CCL-29",
        "A double is staked above the wager: what is above goes back.",
        doubled("6h 5c").replace("double 10000", "double 15000"),
        Ruled(
            findings=((DOUBLE_STAKE, "CCL-29"),),
            verdict="refer",
            branches={EQUAL: {"w1": 20_000, "w1d": 25_000}, NO_BET: {"w1": 20_000, "w1d": 15_000}},
            awarded={"w1": 20_000, "w1d": None},
        ),
    ),
    keeps(
        "CCL-EXTRA?",
        "A double is staked below the wager and stands off: it goes back either way, and nobody is asked.",
        f"{ONE}; 1 6h D 9s 1 5c; says 1 double; bet w1d P1 double 6000 box=1 parent=w1; 1 8d; D Kd; close",
        Ruled(
            findings=((DOUBLE_STAKE, "CCL-29"),),
            verdict="stands",
            branches={"1": {"w1": 10_000, "w1d": 6_000}},
        ),
    ),
    breaks(
        "CCL-EXTRA?",
        "A double is staked below the wager and loses: it is lost, or it was no bet and goes back; the cards stand.",
        f"""{ONE}; 1 6h D 9s 1 5c; says 1 double; bet w1d P1 double 6000 box=1 parent=w1; 1 7d; D Kd
        1: pay w1 0; pay w1d 0; close""",
        Ruled(
            findings=((DOUBLE_STAKE, "CCL-29"), ("wrong_payment", "CCL-EXTRA?")),
            verdict="refer",
            authority="management",
            branches={EQUAL: {"w1": 0, "w1d": 0}, NO_BET: {"w1": 0, "w1d": 6_000}},
            verdicts={EQUAL: "stands", NO_BET: "correct"},
        ),
    ),
    breaks(
        "CCL-EXTRA?",
        "A second hand is staked with half and is doubled for as much: neither is a bet under the second reading.",
        f"""{ONE}; 1 8h D 9s 1 8c; says 1 split; bet w1s P1 split 5000 box=1 hand=2 parent=w1; 1 Td; says 1 stand; 1.2 3d
        1: says 1.2 double; bet w1t P1 double 5000 box=1 hand=2 parent=w1s; 1.2 9h; D 9d; close""",
        Ruled(
            findings=(("wrong_split_stake", "CCL-30"),),
            verdict="refer",
            branches={
                EQUAL: {"w1": 10_000, "w1s": 10_000, "w1t": 10_000},
                NO_BET: {"w1": 10_000, "w1s": 5_000, "w1t": 5_000},
            },
        ),
    ),
    breaks(
        "CCL-29",
        "A double is laid after its card, without a decision: the stake is late and goes back.",
        f"{ONE}; 1 6h D 9s 1 5c; says 1 hit; 1 9d; bet w1d P1 double 10000 box=1 parent=w1; says 1 stand; D Kd; close",
        Ruled(findings=(("late_bet", "CCL-21"),), due={"w1": 20_000, "w1d": 10_000}),
    ),
    breaks(
        "CCL-29",
        "A doubled hand is given a second card, noticed at once: it is the dealer's.",
        f"{ONE}; 1 6h D 9s 1 5c; {DOUBLE}; 1 9d 1 Td; notice dealer inspector",
        Boxed(
            findings=(("card_on_double", "CCL-29"),),
            verdict="reconstruct",
            moves={"": "Td box1>dealer"},
            boxes={"": "1 6h 5c 9d / D 9s Td"},
            branches={"1": {"w1": 20_000, "w1d": 20_000}},
        ),
    ),
)

EIGHTS: Final = f"{ONE}; 1 8h D 9s 1 8c; {SPLIT}"
SECOND: Final = "says 1 split; bet s3 P1 split 10000 box=1 hand=3 parent=w1"
THIRD: Final = "says 1 split; bet s4 P1 split 10000 box=1 hand=4 parent=w1"
FOUR: Final = (
    f"{EIGHTS}; 1 8d; {SECOND}; 1 8s; {THIRD}; 1 Th; says 1 stand; 1.2 Td; says 1.2 stand; 1.3 Ts; says 1.3 stand; "
    "1.4 Tc; says 1.4 stand; D 8h; close"
)
ACES: Final = f"{ONE}; 1 Ah D 9s 1 Ac; {SPLIT}"

SPLITS: Final = (
    keeps(
        "CCL-30",
        "A pair is split three times: four hands of 18 beat 17.",
        FOUR,
        Boxed(
            verdict="stands",
            awarded={"w1": 20_000, "s2": 20_000, "s3": 20_000, "s4": 20_000},
            boxes={"": "1 8h Th / 1.2 8c Td / 1.3 8d Ts / 1.4 8s Tc / D 9s 8h"},
        ),
    ),
    breaks(
        "CCL-30",
        "A pair is split a fourth time: that stake goes back.",
        f"""{EIGHTS}; 1 8d; {SECOND}; 1 8s; {THIRD}; 1 8h
        1: says 1 split; bet s5 P1 split 10000 box=1 hand=5 parent=w1; 1 Th; says 1 stand; 1.2 Td; says 1.2 stand
        1: 1.3 Ts; says 1.3 stand; 1.4 Tc; says 1.4 stand; 1.5 Jh; says 1.5 stand; D 8h; close""",
        Ruled(findings=(SPLIT_ILL,), due={"s5": 10_000}),
    ),
    breaks(
        "CCL-30",
        "Nine and eight are split: that stake goes back, and what becomes of the cards is for management to say.",
        f"{ONE}; 1 9h D 9s 1 8c; {SPLIT}; 1 Th; says 1 stand; 1.2 Td; says 1.2 stand; D 8h; close",
        Ruled(
            findings=(SPLIT_ILL,),
            verdict="refer",
            branches={
                "CCL-ERR?:a": {"w1": None, "s2": 10_000},
                "CCL-ERR?:b": {"w1": 10_000, "s2": 10_000},
                "CCL-ERR?:c": {"w1": 20_000, "s2": 10_000},
            },
            awarded={"w1": None, "s2": 10_000},
            cites=("CCL-LATE",),
        ),
    ),
    breaks(
        "CCL-30",
        "Three cards with a pair among them are split, which is noticed at once.",
        f"{ONE}; 1 2h D 9s 1 3c; says 1 hit; 1 3d; {SPLIT}; notice dealer inspector",
        Ruled(findings=(SPLIT_ILL,), due={"s2": 10_000}),
    ),
    *(
        breaks(
            "CCL-30",
            f"A split is staked {side} the wager.",
            f"{EIGHTS.replace('split 10000', f'split {minor}')}; 1 Th; says 1 stand; 1.2 Td; says 1.2 stand; D 8h; close",
            Ruled(findings=((SPLIT_STAKE, "CCL-30"),), due={"w1": 20_000}),
        )
        for side, minor in (("below", 9_999), ("above", 10_001))
    ),
    keeps(
        "CCL-31",
        "A split hand is doubled and wins twice, the other loses.",
        f"""{EIGHTS}; 1 3h; says 1 double; bet d P1 double 10000 box=1 hand=1 parent=w1; 1 Th; 1.2 Td; says 1.2 stand
        1: D Kd; close""",
        Ruled(verdict="stands", awarded={"w1": 20_000, "d": 20_000, "s2": 0}, cites=("CCL-31",)),
    ),
    breaks(
        "CCL-31",
        "A doubled split hand is given a second card, noticed at once: it is the other split hand's.",
        f"""{EIGHTS}; 1 3h; says 1 double; bet d P1 double 10000 box=1 hand=1 parent=w1; 1 6h 1 Td
        1: notice dealer inspector""",
        Boxed(
            findings=(("card_on_double", "CCL-29"),),
            verdict="reconstruct",
            moves={"": "Td box1>box1.2"},
            boxes={"": "1 8h 3h 6h / 1.2 8c Td / D 9s"},
        ),
    ),
    keeps(
        "CCL-32",
        "The first split hand is played to its end before the second gets its card.",
        f"{EIGHTS}; 1 3h; says 1 hit; 1 Th; 1.2 4d; says 1.2 hit; 1.2 Kc; D Kd; close",
        Ruled(verdict="stands", awarded={"w1": 20_000, "s2": 0}, cites=("CCL-32",)),
    ),
    keeps(
        "CCL-32",
        "A card is asked for before the second split hand has its second one, which it gets anyhow.",
        f"{EIGHTS}; 1 Th; says 1 stand; says 1.2 hit; 1.2 3d; says 1.2 hit; 1.2 9d; says 1.2 stand; D Kd; close",
        Ruled(verdict="stands", awarded={"w1": 0, "s2": 20_000}),
    ),
    breaks(
        "CCL-32",
        "The second split hand never gets its card and the dealer takes one, noticed at once: it is that hand's.",
        f"{EIGHTS}; 1 Th; says 1 stand; D Kd; notice dealer inspector",
        Boxed(
            findings=(("split_not_filled", "CCL-32"),),
            verdict="reconstruct",
            moves={"": "Kd dealer>box1.2"},
            boxes={"": "1 8h Th / 1.2 8c Kd / D 9s"},
        ),
    ),
    breaks(
        "CCL-32",
        "The second split hand is given its card first, noticed at once: the card is the first hand's.",
        f"{EIGHTS}; 1.2 Th; notice dealer inspector",
        Boxed(
            findings=(("split_order", "CCL-32"),),
            verdict="reconstruct",
            moves={"": "Th box1.2>box1"},
            draw={"": ""},
            boxes={"": "1 8h Th / 1.2 8c / D 9s"},
        ),
    ),
    keeps(
        "CCL-32",
        "Split aces get one card each; with a ten one is 21 and is paid even money.",
        f"{ACES}; 1 Kh 1.2 7d; D 8h; pay w1 20000; pay s2 20000; close",
        Ruled(verdict="stands", awarded={"w1": 20_000, "s2": 20_000}, cites=("CCL-32",)),
    ),
    breaks(
        "CCL-32",
        "A ten on a split ace is paid 3 to 2.",
        f"{ACES}; 1 Kh 1.2 7d; D 8h; pay w1 25000; pay s2 20000; close",
        Ruled(findings=(("wrong_payment", "CCL-32"),), verdict="correct", due={"w1": 20_000, "s2": 20_000}),
    ),
    keeps(
        "CCL-32",
        "A dealer's blackjack beats the 21 of a split ace with a ten.",
        f"{ONE}; 1 Ah D Ts 1 Ac; {SPLIT}; 1 Kh 1.2 7d; D As; close",
        Ruled(verdict="stands", awarded={"w1": 0, "s2": 0}),
    ),
    keeps(
        "CCL-32",
        "A dealer's blackjack beats a 21 of three cards.",
        f"{ONE}; 1 7h D Ts 1 7c; says 1 hit; 1 7d; D As; pay w1 0; close",
        Ruled(verdict="stands", awarded={"w1": 0}, cites=("CCL-32",)),
    ),
    breaks(
        "CCL-32",
        "A 21 of three cards is given back its stake against a dealer's blackjack.",
        f"{ONE}; 1 7h D Ts 1 7c; says 1 hit; 1 7d; D As; pay w1 10000; close",
        Ruled(findings=(("wrong_payment", "CCL-32"),), verdict="correct", due={"w1": 0}),
    ),
    breaks(
        "CCL-32",
        "A split ace is given a second card, noticed at once: it is the other ace's.",
        f"{ACES}; 1 5h 1 7d; notice dealer inspector",
        Boxed(
            findings=(("card_on_split_aces", "CCL-32"),),
            verdict="reconstruct",
            moves={"": "7d box1>box1.2"},
            draw={"": "dealer"},
            boxes={"": "1 Ah 5h / 1.2 Ac 7d / D 9s"},
        ),
    ),
    breaks(
        "CCL-32",
        "A split ace with five asks for a card: it is not given.",
        f"{ACES}; 1 5h; says 1 hit; 1.2 7d; D 8h; close",
        Ruled(findings=(("illegal_hit", "CCL-32"),), due={"w1": 0, "s2": 20_000}),
    ),
)

TENS: Final = f"{ONE}; 1 Kh D 9s 1 Tc; {SPLIT}; 1 7h; says 1 stand; 1.2 9d; says 1.2 stand; D 9c; close"
KINGS: Final = f"{ONE}; 1 Kh D 9s 1 Kc; {SPLIT}; 1 Ah"

READ: Final = (
    breaks(
        "CCL-30a?",
        "King and ten are split: no pair, an error of the deal (a), or two hands of 17 and 19 against 18 (b).",
        TENS,
        Ruled(
            findings=(SPLIT_ILL,),
            branches={
                "CCL-30a?:a,CCL-ERR?:a": {"w1": None, "s2": 10_000},
                "CCL-30a?:a,CCL-ERR?:b": {"w1": 10_000, "s2": 10_000},
                "CCL-30a?:a,CCL-ERR?:c": {"w1": 0, "s2": 10_000},
                "CCL-30a?:b": {"w1": 0, "s2": 20_000},
            },
            awarded={"w1": None, "s2": None},
        ),
    ),
    keeps(
        "CCL-30a?",
        "Two kings are a pair under either reading.",
        TENS.replace("1 Tc", "1 Kc"),
        Ruled(verdict="stands", branches={"1": {"w1": 0, "s2": 20_000}}),
    ),
    breaks(
        "CCL-32a?",
        "A further ace on a split ace is split again: three hands win (a), or the third is an error of the deal (b).",
        f"""{ACES}; 1 Ad; {SECOND}; 1 9h; 1.2 8d; 1.3 9d; D 9c; close""",
        Ruled(
            findings=(SPLIT_ILL,),
            branches={
                "CCL-32a?:a": {"w1": 20_000, "s2": 20_000, "s3": 20_000},
                "CCL-25a?:a,CCL-26a?:a,CCL-32a?:b,CCL-ERR?:a": {"w1": 0, "s2": 20_000, "s3": 10_000},
                "CCL-25a?:b,CCL-26a?:a,CCL-32a?:b,CCL-ERR?:a": {"w1": 0, "s2": 20_000, "s3": 10_000},
                "CCL-26a?:b,CCL-32a?:b,CCL-ERR?:a": {"w1": None, "s2": None, "s3": 10_000},
                "CCL-32a?:b,CCL-ERR?:b": {"w1": 10_000, "s2": 10_000, "s3": 10_000},
                "CCL-32a?:b,CCL-ERR?:c": {"w1": 20_000, "s2": 20_000, "s3": 10_000},
            },
            awarded={"w1": None, "s2": None, "s3": None},
        ),
    ),
    keeps(
        "CCL-32a?",
        "Split aces that get no further ace have one card each under either reading.",
        f"{ACES}; 1 9h; 1.2 8d; D 9c; close",
        Ruled(verdict="stands", branches={"1": {"w1": 20_000, "s2": 20_000}}),
    ),
    keeps(
        "CCL-32b?",
        "An ace on a split king is 21, paid even money (a), or a blackjack, 3 to 2 (b).",
        f"{KINGS}; 1.2 7d; says 1.2 stand; D 9c; close",
        Ruled(
            branches={"CCL-32b?:a": {"w1": 20_000, "s2": 0}, "CCL-32b?:b": {"w1": 25_000, "s2": 0}},
            awarded={"w1": None, "s2": 0},
        ),
    ),
    breaks(
        "CCL-32b?",
        "An ace on a split king is paid 3 to 2: too much (a), or right (b).",
        f"{KINGS}; 1.2 7d; says 1.2 stand; D 9c; pay w1 25000; pay s2 0; close",
        Ruled(
            findings=(("wrong_payment", "CCL-32b?"),),
            verdict="refer",
            authority="management",
            verdicts={"CCL-32b?:a": "correct", "CCL-32b?:b": "stands"},
            branches={"CCL-32b?:a": {"w1": 20_000, "s2": 0}, "CCL-32b?:b": {"w1": 25_000, "s2": 0}},
        ),
    ),
    keeps(
        "CCL-32b?",
        "Against a dealer's blackjack an ace on a split king loses (a), or stands off (b).",
        f"{KINGS.replace('D 9s', 'D Ts')}; 1.2 7d; says 1.2 stand; D As; close",
        Ruled(branches={"CCL-32b?:a": {"w1": 0, "s2": 0}, "CCL-32b?:b": {"w1": 10_000, "s2": 0}}),
    ),
    keeps(
        "CCL-32b?",
        "A three-card 21 of a split ten is no blackjack under either reading.",
        f"{KINGS.replace('1 Ah', '1 5h')}; says 1 hit; 1 6h; 1.2 7d; says 1.2 stand; D 9c; close",
        Ruled(verdict="stands", branches={"1": {"w1": 20_000, "s2": 0}}),
    ),
)

ROWS: Final[tuple[Row, ...]] = (*DRAWING, *DOUBLES, *SPLITS, *READ)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_hands(row: Row) -> None:
    holds(row)


def test_the_stake_of_a_double_rests_on_the_clause_of_doubles() -> None:
    """And not on that of splits (CCL-30), of which there were none."""
    (ruling,) = judged(DOUBLES[0], house())
    assert "CCL-29" in ruling["clauses"]
    assert "CCL-30" not in ruling["clauses"]
