"""Perfect Pairs, Swiss Casinos Jack, Bust: SCB-13 to 13b?, 15, 15a, 16 to 16b? and 20a?."""

from typing import Final

import pytest

from tests.clauses.scb.floor import FLOOR, TABLE, A, B, C, breaks, holds, house, keeps, paid, wrongly
from tests.clauses.table import Row, Ruled, judged

POSTED: Final = f"{FLOOR}; odds mixed_pair 6:1; odds coloured_pair 12:1; odds perfect_pair 25:1"
STAKE: Final = ("side_bet_stake", "SCB-15")
SEAT: Final = ("side_bet_without_seat", "SCB-15")


def pair(first: str, second: str, end: str = "close", says: str = "says 1 stay; ") -> str:
    """Perfect Pairs on box 1, which then loses to twenty."""
    return (
        f"1: bet w1 P1 main 2000 box=1; bet p1 P1 perfect_pairs 1000 box=1; nmb; 1 {first} D Ts 1 {second}; "
        f"{says}D Kd; {end}"
    )


PAIRS: Final = (
    keeps("SCB-13", "A black and a red five are a mixed pair.", pair("5s", "5d"), paid(w1=0, p1=7000), before=POSTED),
    keeps(
        "SCB-13",
        "Two black fives of two suits are a coloured pair.",
        pair("5s", "5c"),
        paid(w1=0, p1=13_000),
        before=POSTED,
    ),
    keeps(
        "SCB-13", "Two red fives of two suits are a coloured pair.", pair("5h", "5d"), paid(w1=0, p1=13_000), before=POSTED
    ),
    keeps("SCB-13", "Two fives of spades are a perfect pair.", pair("5s", "5s"), paid(w1=0, p1=26_000), before=POSTED),
    keeps("SCB-13", "Five and six of spades are no pair.", pair("5s", "6s"), paid(w1=0, p1=0), before=POSTED),
    keeps(
        "SCB-13",
        "The pair of a box that is split is that of its first two cards.",
        """1: bet w1 P1 main 2000 box=1; bet p1 P1 perfect_pairs 1000 box=1; nmb; 1 8s D 9s 1 8d; says 1 split
        1: bet s P1 split 2000 box=1 hand=2 parent=w1; 1 Th; says 1 stay; 1.2 Jd; says 1.2 stay; D 8h; close""",
        paid(w1=4000, s=4000, p1=7000),
        before=POSTED,
    ),
    keeps(
        "SCB-13",
        "The pair comes only with the third card: the bet is lost.",
        pair("5s", "6d", says="says 1 card; 1 5d; says 1 stay; "),
        paid(w1=0, p1=0),
        before=POSTED,
    ),
    keeps(
        "SCB-13",
        "Players bet on the pair of one box, each for himself.",
        """1: bet w1 P1 main 2000 box=1; bet p1 P1 perfect_pairs 1000 box=1; bet w8 P8 main 1000 box=1
        1: bet p8 P8 perfect_pairs 2000 box=1; nmb; 1 5s D Ts 1 5c; says 1 stay P1; D Kd; close""",
        paid(w1=0, w8=0, p1=13_000, p8=26_000),
        before=POSTED,
    ),
    breaks(
        "SCB-13",
        "A coloured pair is paid as a mixed one.",
        pair("5s", "5c", end="pay w1 0; pay p1 7000; close"),
        wrongly("SCB-13", w1=0, p1=13_000),
        before=POSTED,
    ),
    breaks(
        "SCB-13",
        "Two cards of one suit that are no pair are paid as a perfect pair.",
        pair("5s", "6s", end="pay w1 0; pay p1 26000; close"),
        wrongly("SCB-13", w1=0, p1=0),
        before=POSTED,
    ),
    keeps("SCB-13a?", "The bet is lost at a table without posted odds.", pair("5s", "6s"), paid(w1=0, p1=0)),
    breaks(
        "SCB-13a?",
        "A mixed pair wins at a table without posted odds: the direction says what it is paid.",
        pair("5s", "5d"),
        Ruled(
            findings=(("no_posted_odds", "SCB-13a?"),),
            verdict="refer",
            authority="direction",
            due={"w1": 0, "p1": None},
            awarded={"w1": 0, "p1": None},
        ),
    ),
    breaks(
        "SCB-13a?",
        "Only the odds of a mixed pair are posted and a perfect one comes.",
        pair("5s", "5s"),
        Ruled(findings=(("no_posted_odds", "SCB-13a?"),), verdict="refer", awarded={"w1": 0, "p1": None}),
        before=f"{FLOOR}; odds mixed_pair 6:1",
    ),
    breaks(
        "SCB-13b?",
        "A black king and a red ten: no pair (a), or a mixed one (b); twenty stands off.",
        pair("Ks", "Th"),
        Ruled(branches={"SCB-13b?:a": {"w1": 2000, "p1": 0}, "SCB-13b?:b": {"w1": 2000, "p1": 7000}}),
        before=POSTED,
    ),
    breaks(
        "SCB-13b?",
        "King of spades and ten of clubs: no pair (a), or a coloured one (b).",
        pair("Ks", "Tc"),
        Ruled(branches={"SCB-13b?:a": {"w1": 2000, "p1": 0}, "SCB-13b?:b": {"w1": 2000, "p1": 13_000}}),
        before=POSTED,
    ),
    # A coloured pair is of different suits and a perfect one of the same card, so that these two are neither.
    keeps(
        "SCB-13b?",
        "King and ten of spades are no pair that is paid, under either reading.",
        pair("Ks", "Ts"),
        paid(w1=2000, p1=0),
        before=POSTED,
    ),
    keeps(
        "SCB-13b?",
        "A black and a red king are a mixed pair under either reading.",
        pair("Ks", "Kh"),
        paid(w1=2000, p1=7000),
        before=POSTED,
    ),
)

ONE: Final = "1: bet w1 P1 main 2000 box=1; bet j1 P1 swiss_jack 1000; nmb"


def jack(up: str, second: str, end: str = "close", bets: str = ONE) -> str:
    """A bet on the bank's blackjack, beside nineteen on box 1."""
    return f"{bets}; 1 Th D {up} 1 9c; says 1 stay P1; D {second}; {end}"


JACKS: Final = (
    keeps("SCB-15", "A black jack with a black ace pays 50 to 1.", jack("As", "Jc"), paid(w1=0, j1=51_000)),
    keeps("SCB-15", "A black jack with a red ace pays 50 to 1.", jack("Js", "Ah"), paid(w1=0, j1=51_000)),
    keeps("SCB-15", "A red ace with a red ten pays 25 to 1.", jack("Ad", "Th"), paid(w1=0, j1=26_000)),
    keeps("SCB-15", "A red king with a red ace pays 25 to 1.", jack("Kh", "Ad"), paid(w1=0, j1=26_000)),
    keeps("SCB-15", "A black queen with a red ace pays 10 to 1.", jack("Qs", "Ad"), paid(w1=0, j1=11_000)),
    keeps("SCB-15", "The bank makes 21 with three cards: the bet is lost.", jack("As", "4d D 6c"), paid(w1=0, j1=0)),
    keeps("SCB-15", "A red jack with a red ace pays 25 to 1.", jack("Jh", "Ad"), paid(w1=0, j1=26_000)),
    keeps("SCB-15", "A red ace with a red queen pays 25 to 1.", jack("Ah", "Qd"), paid(w1=0, j1=26_000)),
    keeps("SCB-15", "A black ten with a red ace pays 10 to 1.", jack("Tc", "Ah"), paid(w1=0, j1=11_000)),
    keeps("SCB-15", "A black ten with a black ace pays 10 to 1.", jack("Ts", "Ac"), paid(w1=0, j1=11_000)),
    keeps("SCB-15", "A black king with a red ace pays 10 to 1.", jack("Ad", "Ks"), paid(w1=0, j1=11_000)),
    keeps("SCB-15", "A black king with a black ace pays 10 to 1.", jack("As", "Kc"), paid(w1=0, j1=11_000)),
    keeps("SCB-15", "The bank makes seventeen: the bet is lost.", jack("9s", "8d"), paid(w1=4000, j1=0)),
    keeps(
        "SCB-15",
        "A seated player bets on it without a box.",
        jack("As", "Kd", bets="1: bet w1 P1 main 2000 box=1; bet j5 P5 swiss_jack 1000; nmb"),
        paid(w1=0, j5=11_000),
    ),
    keeps(
        "SCB-15",
        "Where it is not known who sits anybody may have bet on it.",
        jack("As", "Kd", bets="1: bet w1 P1 main 2000 box=1; bet j8 P8 swiss_jack 1000; nmb"),
        paid(w1=0, j8=11_000),
        before=TABLE,
    ),
    keeps(
        "SCB-15",
        "It is laid after the call and before the first card, in time for this bet.",
        jack("As", "Kd", bets="1: bet w1 P1 main 2000 box=1; nmb; bet j1 P1 swiss_jack 1000"),
        paid(w1=0, j1=11_000),
    ),
    breaks(
        "SCB-15",
        "It is laid after the first card: late, and it goes back.",
        "1: bet w1 P1 main 2000 box=1; nmb; 1 Th; bet j1 P1 swiss_jack 1000; D As 1 9c; says 1 stay P1; D Kd; close",
        Ruled(findings=(("late_bet", "SCB-15"),), due={"w1": 0, "j1": 1000}, cites=("SCB-LATE",)),
    ),
    *(
        breaks(
            "SCB-15",
            f"It is laid with {minor}, which is not the minimum of the table.",
            jack("9s", "8d", bets=ONE.replace("jack 1000", f"jack {minor}")),
            Ruled(findings=(STAKE,), verdict="refer", authority="direction", awarded={"w1": 4000, "j1": None}),
        )
        for minor in (500, 1500)
    ),
    breaks(
        "SCB-15",
        "A standing player bets on it.",
        jack("9s", "8d", bets="1: bet w1 P1 main 2000 box=1; bet w8 P8 main 1000 box=1; bet j8 P8 swiss_jack 1000; nmb"),
        Ruled(findings=(SEAT,), verdict="refer", awarded={"w1": 4000, "w8": 2000, "j8": None}),
    ),
    breaks(
        "SCB-15",
        "A player bets on it who has given up the seat.",
        jack("9s", "8d"),
        Ruled(findings=(SEAT,), verdict="refer", awarded={"w1": 4000, "j1": None}),
        before=f"{FLOOR}\ntable: rises P1",
    ),
    keeps(
        "SCB-15a",
        "One bet plays the lines: a black jack with a red ace is paid on the first, not on the second.",
        jack("Ah", "Js", end="pay w1 0; pay j1 51000; close"),
        paid(w1=0, j1=51_000),
    ),
    breaks(
        "SCB-15a",
        "A black ace with a red king is paid as the second line.",
        jack("As", "Kh", end="pay w1 0; pay j1 26000; close"),
        Ruled(
            findings=(("wrong_payment", "SCB-15a"),),
            grounds={"wrong_payment": ("SCB-12", "SCB-15", "SCB-15a", "SCB-19")},
            verdict="correct",
            due={"w1": 0, "j1": 11_000},
        ),
    ),
    breaks(
        "SCB-15a",
        "A red jack with a black ace is paid as the first line.",
        jack("As", "Jh", end="pay w1 0; pay j1 51000; close"),
        wrongly("SCB-15", w1=0, j1=11_000),
    ),
)

BUST: Final = "1: bet w1 P1 main 2000 box=1; bet b1 P1 bust 1000; nmb"


def bust(dealer: str, bets: str = BUST, end: str = "close") -> str:
    """A bet that the bank passes 21, beside nineteen on box 1."""
    up, *drawn = dealer.split()
    return f"{bets}; 1 Th D {up} 1 9c; says 1 stay P1; {' '.join(f'D {card}' for card in drawn)}; {end}"


BUSTED: Final = {"SCB-16a?:a": {"w1": 4000, "b1": 3500}, "SCB-16a?:b": {"w1": 4000, "b1": 2500}}
BOX_OVER: Final = f"{BUST}; 1 Th D 9s 1 6c; says 1 card; 1 9d"

BUSTS: Final = (
    breaks(
        "SCB-16a?",
        "The bank passes 21: two and a half times the stake besides it (a), or in all (b).",
        bust("9s 7d Kc"),
        Ruled(branches=BUSTED, awarded={"w1": 4000, "b1": None}),
    ),
    keeps("SCB-16a?", "The bank makes eighteen: the bet is lost under either reading.", bust("9s 9d"), paid(w1=4000, b1=0)),
    keeps("SCB-16", "The bank makes 21: the bet is lost.", bust("9s 5d 7c"), paid(w1=0, b1=0)),
    keeps(
        "SCB-16",
        "The minimum of the table is the highest stake.",
        bust("9s 9d"),
        Ruled(verdict="stands", awarded={"w1": 4000, "b1": 0}, cites=("SCB-16",)),
    ),
    keeps("SCB-16", "Less than the minimum may be bet.", bust("9s 9d", BUST.replace("1000", "500")), paid(w1=4000, b1=0)),
    breaks(
        "SCB-16",
        "A centime more than the minimum of the table is bet.",
        bust("9s 9d", BUST.replace("1000", "1001")),
        Ruled(
            findings=(("side_bet_stake", "SCB-16"),),
            verdict="refer",
            authority="direction",
            awarded={"w1": 4000, "b1": None},
        ),
    ),
    breaks(
        "SCB-16",
        "A bet on Bust is paid although the bank made twenty.",
        bust("9s Ad", end="pay w1 0; pay b1 3500; close"),
        wrongly("SCB-16", w1=0, b1=0),
    ),
    keeps(
        "SCB-16b?",
        "A seated player bets on it, as he may under either reading.",
        bust("9s 9d", BUST.replace("b1 P1", "b5 P5")),
        paid(w1=4000, b5=0),
    ),
    breaks(
        "SCB-16b?",
        "A standing player bets on it and wins nothing: as he may (a), or without the seat that it needs (b).",
        bust("9s 9d", BUST.replace("b1 P1", "b8 P8")),
        Ruled(
            findings=(("side_bet_without_seat", "SCB-16b?"),),
            branches={"SCB-16b?:a": {"w1": 4000, "b8": 0}, "SCB-16b?:b": {"w1": 4000}},
            awarded={"w1": 4000},
        ),
    ),
)

LAST: Final = (
    keeps(
        "SCB-20a?",
        "The box has passed 21 and no side bet is open: the bank does not draw under either reading.",
        f"{BOX_OVER.replace('bet b1 P1 bust 1000; ', '')}; close",
        paid(w1=0),
    ),
    breaks(
        "SCB-20a?",
        "Only Bust is left and the bank does not draw: it stopped too early (a), or the bet goes back (b).",
        f"{BOX_OVER}; close",
        Ruled(
            findings=(("dealer_stopped", "SCB-20"),),
            verdict="refer",
            authority="direction",
            branches={
                f"SCB-20a?:a,{A}": {"w1": 0, "b1": None},
                f"SCB-20a?:a,{B}": {"w1": 2000, "b1": 1000},
                f"SCB-20a?:a,{C}": {"w1": 0, "b1": None},
                "SCB-20a?:b": {"w1": 0, "b1": 1000},
            },
        ),
    ),
    breaks(
        "SCB-20a?",
        "Only Bust is left and the bank draws eighteen: the bet is lost (a), or no card was due and it goes back (b).",
        f"{BOX_OVER}; D 9h; close",
        Ruled(
            findings=(("idle_draw", "SCB-20"),),
            verdict="refer",
            branches={
                "SCB-20a?:a": {"w1": 0, "b1": 0},
                f"SCB-20a?:b,{A}": {"w1": 0, "b1": 1000},
                f"SCB-20a?:b,{B}": {"w1": 2000, "b1": 1000},
                f"SCB-20a?:b,{C}": {"w1": 0, "b1": 0},
            },
        ),
    ),
    breaks(
        "SCB-20a?",
        "Only Swiss Casinos Jack is left against an ace and the bank draws no card: too early (a), or it goes back (b).",
        f"{BOX_OVER.replace('b1 P1 bust', 'j1 P1 swiss_jack').replace('D 9s', 'D As')}; close",
        Ruled(
            findings=(("dealer_stopped", "SCB-20"),),
            verdict="refer",
            branches={
                f"SCB-20a?:a,{A}": {"w1": 0, "j1": None},
                f"SCB-20a?:a,{B}": {"w1": 2000, "j1": 1000},
                f"SCB-20a?:a,{C}": {"w1": 0, "j1": None},
                "SCB-20a?:b": {"w1": 0, "j1": 1000},
            },
        ),
    ),
    keeps(
        "SCB-20a?",
        "Only Swiss Casinos Jack is left, against a nine: no card can win it, so it is open no more, and is lost.",
        f"{BOX_OVER.replace('b1 P1 bust', 'j1 P1 swiss_jack')}; close",
        paid(w1=0, j1=0),
    ),
    keeps(
        "SCB-20a?",
        "The same, and the bank draws its second card for nobody: the bet is lost all the same.",
        f"{BOX_OVER.replace('b1 P1 bust', 'j1 P1 swiss_jack')}; D 8d; close",
        paid(w1=0, j1=0),
    ),
)

ROWS: Final[tuple[Row, ...]] = (*PAIRS, *JACKS, *BUSTS, *LAST)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_side_bets(row: Row) -> None:
    holds(row)


MIX, RED, JACK = 11_000, 26_000, 51_000
BLACK_ACE: Final = {"T": (MIX, MIX, MIX, MIX), "J": (JACK, MIX, MIX, JACK), "Q": (MIX,) * 4, "K": (MIX,) * 4}
RED_ACE: Final = {
    "T": (MIX, RED, RED, MIX),
    "J": (JACK, RED, RED, JACK),
    "Q": (MIX, RED, RED, MIX),
    "K": (MIX, RED, RED, MIX),
}
"""Per rank what goes back of ten francs with spades, hearts, diamonds and clubs."""

BLACKJACKS: Final = [
    (ace, f"{rank}{suit}", back)
    for ace, table in (("As", BLACK_ACE), ("Ah", RED_ACE), ("Ad", RED_ACE), ("Ac", BLACK_ACE))
    for rank, row in table.items()
    for suit, back in zip("shdc", row, strict=True)
]


@pytest.mark.parametrize(("ace", "ten", "back"), BLACKJACKS)
def test_each_blackjack_of_the_bank_is_paid_on_one_line(ace: str, ten: str, back: int) -> None:
    rounds = (jack(ace, ten), jack(ten, ace).replace("1:", "2:", 1))
    row = keeps("SCB-15a", f"{ace} {ten}.", "\n".join(rounds), Ruled(), Ruled())
    awarded = [{item["wager"]: item["awarded_minor"] for item in ruling["money"]} for ruling in judged(row, house())]
    assert awarded == [{"w1": 0, "j1": back}] * 2
