"""What wagers on a lawful round are worth: CCL-11, 13 to 17, 32 to 35 and the fraction."""

from collections.abc import Iterator
from typing import Final

import pytest

from tests.clauses.ccl.floor import Boxed, breaks, holds, keeps
from tests.clauses.table import Row, Ruled

ONE: Final = "bet w1 P1 main 10000 box=1; nmb"
WRONG: Final = "wrong_payment"


def stood(cards: str, dealer: str, end: str = "close") -> str:
    """One box with its two cards on which its player stands, and the dealer's hand."""
    first, second = cards.split()
    up, *rest = dealer.split()
    drawn = " ".join(f"D {card}" for card in rest)
    return f"1: {ONE}; 1 {first} D {up} 1 {second}; says 1 stand; {drawn}; {end}"


def natural(cards: str, dealer: str, end: str = "close") -> str:
    """One box with a blackjack, of which nothing is asked, and the dealer's hand."""
    return stood(cards, dealer, end).replace("says 1 stand; ", "")


def worth(minor: int, *cites: str) -> Ruled:
    """A round that was dealt by the rules, and what goes back on its wager."""
    return Ruled(verdict="stands", due={"w1": minor}, awarded={"w1": minor}, cites=cites)


PIPS: Final = (  # rank, hand that makes 18 with it, dealer's eighteen
    ("two", "2h 9c 7d", "9h 9d"),
    ("three", "3h 9c 6d", "9h 9d"),
    ("four", "4h 9c 5d", "9h 9d"),
    ("five", "5h 9c 4d", "9h 9d"),
    ("six", "6h 9c 3d", "9h 9d"),
    ("seven", "7h 9c 2d", "9h 9d"),
    ("eight", "8h 7c 3d", "9h 9d"),
    ("nine", "9h 7c 2d", "Th 8d"),
    ("ten", "Th 6c 2d", "9h 9d"),
    ("jack", "Jh 6c 2d", "9h 9d"),
    ("queen", "Qh 6c 2d", "9h 9d"),
    ("king", "Kh 6c 2d", "9h 9d"),
    ("low ace", "Ah 9c 8d", "9h 9d"),
)


def pips() -> Iterator[Row]:
    for rank, hand, dealer in PIPS:
        first, second, third = hand.split()
        up, rest = dealer.split()
        cards = f"1 {first} D {up} 1 {second}; says 1 hit; 1 {third}; says 1 stand; D {rest}"
        yield keeps(
            "CCL-11",
            f"A {rank} with two other cards makes 18: stand-off with the dealer's 18.",
            f"1: {ONE}; {cards}; close",
            worth(10_000, "CCL-11", "CCL-15"),
        )


TOTALS: Final = (
    *pips(),
    keeps(
        "CCL-11",
        "An ace counts eleven with a seven: 18, a stand-off with the dealer's 18.",
        stood("Ah 7c", "9h 9d"),
        worth(10_000),
    ),
    keeps(
        "CCL-11",
        "Two aces and a six are 18, one ace counting eleven and the other one.",
        f"1: {ONE}; 1 Ah D 9h 1 Ad; says 1 hit; 1 6c; says 1 stand; D 9d; close",
        worth(10_000),
    ),
    breaks(
        "CCL-11",
        "Ace, nine and eight are counted as 28 and collected: the ace counts one, it was a stand-off.",
        f"1: {ONE}; 1 Ah D 9h 1 9c; says 1 hit; 1 8d; says 1 stand; D 9d; pay w1 0; close",
        Ruled(
            findings=((WRONG, "CCL-15"),), verdict="correct", due={"w1": 10_000}, awarded={"w1": 10_000}, cites=("CCL-11",)
        ),
    ),
)

DEALER: Final = (
    keeps(
        "CCL-13",
        "The dealer draws on a hard sixteen and passes 21.",
        stood("Th 2c", "Ts 6d Kc"),
        worth(20_000, "CCL-13"),
    ),
    keeps("CCL-13", "The dealer draws on a soft sixteen: 20 beats 19.", stood("Th 9c", "As 5d 4c"), worth(0)),
    keeps("CCL-13", "The dealer stands on a hard seventeen and loses to 18.", stood("Th 8c", "Ts 7d"), worth(20_000)),
    keeps("CCL-13", "The dealer stands on a soft seventeen and loses to 18.", stood("Th 8c", "As 6d"), worth(20_000)),
    keeps("CCL-13", "The dealer stands on a soft seventeen of three cards.", stood("Th 7c", "As 2d 4c"), worth(10_000)),
    keeps("CCL-14", "The dealer passes 21: a box with 12 wins.", stood("Th 2c", "9s 6d Kc"), worth(20_000, "CCL-14")),
    keeps("CCL-14", "A total below the dealer's loses.", stood("Th 7c", "9s 9d"), worth(0)),
    breaks(
        "CCL-14",
        "The dealer passes 21 and a box that had passed it before is paid: it was no longer in the game.",
        """1: bet w1 P1 main 10000 box=1; bet w3 P3 main 20000 box=3; nmb; 1 Th 3 9c D 6s 1 6d 3 9d; says 1 hit; 1 Kd
        1: says 3 stand; D Tc D Ks; pay w1 20000; pay w3 40000; close""",
        Ruled(findings=((WRONG, "CCL-11"),), verdict="correct", due={"w1": 0, "w3": 40_000}),
    ),
    breaks(
        "CCL-14",
        "A box with 17 is paid although the dealer has 18.",
        stood("Th 7c", "9s 9d", "pay w1 20000; close"),
        Ruled(findings=((WRONG, "CCL-14"),), verdict="correct", due={"w1": 0}, awarded={"w1": 0}),
    ),
    keeps("CCL-15", "Equal totals: the stake goes back.", stood("Th 8c", "9s 9d", "pay w1 10000; close"), worth(10_000)),
    keeps("CCL-15", "Two blackjacks are a stand-off.", natural("Ah Kc", "As Qd", "pay w1 10000; close"), worth(10_000)),
    breaks(
        "CCL-15",
        "The stake of a stand-off is collected.",
        stood("Th 8c", "9s 9d", "pay w1 0; close"),
        Ruled(findings=((WRONG, "CCL-15"),), verdict="correct", due={"w1": 10_000}),
    ),
    breaks(
        "CCL-15",
        "A stand-off is paid as if it had won.",
        stood("Th 8c", "9s 9d", "pay w1 20000; close"),
        Ruled(findings=((WRONG, "CCL-15"),), verdict="correct", due={"w1": 10_000}),
    ),
    keeps(
        "CCL-15",
        "The stake of a stand-off is taken away by its player once the dealer's hand is complete, before anything is paid.",
        stood("Th 8c", "9s 9d", "withdraw w1; close"),
        worth(10_000),
    ),
    keeps(
        "CCL-15",
        "The stake of a stand-off is raised, before anything was paid: the raise is the next round's.",
        stood("Th 8c", "9s 9d", "change w1 30000; close"),
        worth(10_000),
    ),
    keeps(
        "CCL-15",
        "The stake of a stand-off is lowered, before anything was paid.",
        stood("Th 8c", "9s 9d", "change w1 4000; close"),
        worth(10_000),
    ),
    keeps(
        "CCL-15",
        "A winner takes the stake up once the dealer's hand is complete, and is paid the winnings.",
        stood("Th 9c", "9s 9d", "withdraw w1; pay w1 10000; close"),
        worth(20_000),
    ),
    breaks(
        "CCL-15",
        "A stake that has lost is taken away once the dealer's hand is complete: it is not the player's.",
        stood("Th 7c", "9s 9d", "withdraw w1; close"),
        Ruled(findings=(("withdrawn_late", "CCL-21"),), verdict="correct", due={"w1": 0}, awarded={"w1": 0}),
    ),
    breaks(
        "CCL-15",
        "A stake that has lost is lowered while the others are being paid: it is not the player's.",
        """1: bet w1 P1 main 10000 box=1; bet w3 P3 main 20000 box=3; nmb; 1 Th 3 9c D 9s 1 7c 3 Td; says 1 stand
        1: says 3 stand; D 9d; pay w3 40000; change w1 4000; pay w1 0; close""",
        Ruled(findings=(("changed_late", "CCL-21"),), verdict="correct", due={"w1": 0, "w3": 40_000}),
    ),
    breaks(
        "CCL-15",
        "The stake of a stand-off is taken away by its player before the dealer's hand is played: it is free only after.",
        f"1: {ONE}; 1 Th D 9s 1 8c; says 1 stand; withdraw w1; D 9d; close",
        Ruled(findings=(("withdrawn_late", "CCL-21"),), due={"w1": 10_000}),
    ),
)

PAID: Final = (
    keeps("CCL-16", "A win is paid even money.", stood("Th 9c", "9s 9d", "pay w1 20000; close"), worth(20_000, "CCL-16")),
    keeps(
        "CCL-16",
        "A blackjack against a six is paid 3 to 2, whatever the dealer comes to.",
        natural("Ah Kc", "6s Td 5c", "pay w1 25000; close"),
        worth(25_000, "CCL-16"),
    ),
    keeps("CCL-16", "A blackjack beats the dealer's 21 of three cards.", natural("Th Ac", "7s 7d 7c"), worth(25_000)),
    keeps(
        "CCL-16",
        "A 21 of three cards is no blackjack and paid even money.",
        f"1: {ONE}; 1 7h D Ts 1 7c; says 1 hit; 1 7d; D 9d; pay w1 20000; close",
        worth(20_000),
    ),
    keeps(
        "CCL-16",
        "A blackjack against a ten is paid after the dealer's second card.",
        natural("Ah Kc", "Ts 9d", "pay w1 25000; close"),
        worth(25_000),
    ),
    breaks(
        "CCL-16",
        "A blackjack against a ten is paid before the dealer's second card, which makes a blackjack too.",
        f"1: {ONE}; 1 Ah D Ts 1 Kc; pay w1 25000; D Ad; close",
        Ruled(findings=(("paid_too_soon", "CCL-16"), (WRONG, "CCL-15")), verdict="correct", due={"w1": 10_000}),
    ),
    *(
        breaks(
            "CCL-16",
            f"A {what} is paid {paid} hellers on 10,000.",
            play.replace("close", f"pay w1 {paid}; close"),
            Ruled(findings=((WRONG, "CCL-16"),), verdict="correct", due={"w1": due}, awarded={"w1": due}),
        )
        for what, play, paid, due in (
            ("win", stood("Th 9c", "9s 9d"), 25_000, 20_000),
            ("win", stood("Th 9c", "9s 9d"), 19_999, 20_000),
            ("win", stood("Th 9c", "9s 9d"), 0, 20_000),
            ("blackjack", natural("Ah Kc", "6s Td 5c"), 20_000, 25_000),
            ("blackjack", natural("Ah Kc", "6s Td 5c"), 30_000, 25_000),
            ("three-card 21", f"1: {ONE}; 1 7h D Ts 1 7c; says 1 hit; 1 7d; D 9d; close", 25_000, 20_000),
        )
    ),
    keeps(
        "CCL-ROUND",
        "A blackjack on 100.01 is owed 250.025: the fraction goes to the player, 250.03.",
        natural("Ah Kc", "6s Td 5c", "pay w1 25003; close").replace("main 10000", "main 10001"),
        Ruled(verdict="stands", due={"w1": 25_003}, awarded={"w1": 25_003}, cites=("CCL-ROUND",)),
    ),
    breaks(
        "CCL-ROUND",
        "A blackjack on 100.01 is paid 250.02: a heller short.",
        natural("Ah Kc", "6s Td 5c", "pay w1 25002; close").replace("main 10000", "main 10001"),
        Ruled(findings=((WRONG, "CCL-16"),), verdict="correct", due={"w1": 25_003}),
    ),
    keeps(
        "CCL-TIPS",
        "A player gives the dealers something.",
        stood("Th 9c", "9s 9d", "pay w1 20000; tip P1 1000; close"),
        worth(20_000),
    ),
)

NONE_LEFT: Final = f"1: {ONE}; 1 Th D 9s 1 6d; says 1 hit; 1 Kd; pay w1 0; clear 1"
A: Final = "CCL-13a?:a"
B: Final = "CCL-13a?:b"

ALONE: Final = (
    keeps(
        "CCL-13a?",
        "All boxes have passed 21 and the dealer draws before the round is closed: idle, or his duty; it moves no money.",
        f"{NONE_LEFT}; D Jd; close",
        Boxed(verdict="stands", branches={"1": {"w1": 0}}, awarded={"w1": 0}, standing={"": None}),
    ),
    keeps(
        "CCL-13a?",
        "All boxes have passed 21 and the round is closed without a card of the dealer's: that moves no money either.",
        f"{NONE_LEFT}; close",
        Boxed(verdict="stands", branches={"1": {"w1": 0}}, awarded={"w1": 0}, draw={"": ""}),
    ),
    keeps(
        "CCL-13a?",
        "The dealer takes two cards for nobody and stops at sixteen: nobody's money hangs on it.",
        f"{NONE_LEFT}; D 4d D 3d; close",
        Ruled(verdict="stands", branches={"1": {"w1": 0}}),
    ),
    breaks(
        "CCL-13a?",
        "The house has resolved that the dealer draws for nobody too, and he does not: his error, and nothing to correct.",
        f"table: resolved CCL-13a? b management\n{NONE_LEFT}; close",
        Boxed(
            findings=(("dealer_stopped", "CCL-13"),),
            verdict="stands",
            branches={"1": {"w1": 0}},
            standing={"": None},
            cites=("CCL-13a?",),
        ),
    ),
    breaks(
        "CCL-13a?",
        "The house has resolved that the dealer draws no card for nobody, and he does: his error, and nothing to correct.",
        f"table: resolved CCL-13a? a management\n{NONE_LEFT}; D Jd; close",
        Boxed(
            findings=(("idle_draw", "CCL-13"),),
            verdict="stands",
            branches={"1": {"w1": 0}},
            standing={"": None},
            cites=("CCL-13a?",),
        ),
    ),
    keeps(
        "CCL-13",
        "The round is broken off before the box has decided: the dealer's draw is not due yet.",
        f"1: {ONE}; 1 Th D 6s 1 9c; close",
        Ruled(due={"w1": None}),
    ),
    keeps(
        "CCL-13",
        "The box has its first card when the round is broken off: of the dealer's draw nothing is said.",
        f"1: {ONE}; 1 Th D 6s; close",
        Ruled(findings=(("skipped_box", "CCL-22"),), due={"w1": None}),
    ),
    breaks(
        "CCL-13a?",
        "A blackjack is left against a six and the dealer does not draw: a player is left, whatever the card would do.",
        f"1: {ONE}; 1 Ah D 6s 1 Kc; pay w1 25000; close",
        Boxed(findings=(("dealer_stopped", "CCL-13"),), verdict="stands", branches={"1": {"w1": 25_000}}),
    ),
    breaks(
        "CCL-13a?",
        "All boxes have passed 21, the dealer has 17 and draws: no reading lets him, and it moves no money.",
        f"{NONE_LEFT}; D 8d D 2h; close",
        Boxed(findings=(("dealer_overdrew", "CCL-13"),), verdict="stands", branches={"1": {"w1": 0}}, standing={"": None}),
    ),
    breaks(
        "CCL-13a?",
        "All boxes have passed 21 and the dealer has drawn while the round is open: the card is over (a), or his duty (b).",
        f"{NONE_LEFT}; D Jd; notice P1 inspector",
        Boxed(
            findings=(("idle_draw", "CCL-13"),),
            due={"w1": 0},
            awarded={"w1": 0},
            standing={A: "reconstruct", B: None},
            moves={f"{A},CCL-25a?:a": "Jd dealer>next", f"{A},CCL-25a?:b": "Jd dealer>burn", B: ""},
            boxes={A: "1 Th 6d Kd / D 9s", B: "1 Th 6d Kd / D 9s Jd"},
            cites=("CCL-13a?",),
        ),
    ),
    keeps(
        "CCL-13a?",
        "All boxes have passed 21 but one is insured: the dealer takes his second card under either reading.",
        """1: bet w1 P1 main 10000 box=1; nmb; 1 Th D As 1 6d; says 1 insurance; bet w1i P1 insurance 5000 box=1 parent=w1
        1: says 1 hit; 1 Kd; pay w1 0; D Kc; pay w1i 15000; close""",
        Ruled(verdict="stands", due={"w1": 0, "w1i": 15_000}, branches={"1": {"w1": 0}}),
    ),
)

ROWS: Final[tuple[Row, ...]] = (*TOTALS, *DEALER, *PAID, *ALONE)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_settlement(row: Row) -> None:
    holds(row)
