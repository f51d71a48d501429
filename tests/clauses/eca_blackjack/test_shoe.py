"""The cards themselves: ECA-B-E1, E3, E4."""

from typing import Final

import pytest

from tests.clauses.eca_blackjack.floor import DIRECTOR, MACHINE, breaks, floor, holds, keeps, paid, seats
from tests.clauses.table import Row, Ruled

COPY: Final = ("one_copy_too_many", "ECA-B-E1")
TOO_MANY: Final = ("too_many_cards", "ECA-B-E1")
DECKS: Final = ("wrong_decks", "ECA-B-E1")
TOUCH: Final = ("card_touched", "ECA-B-E4")
DOWN: Final = ("face_down", "ECA-B-E3")

NO_DOUBT: Final = Ruled(verdict="stands", due={"w1": 4000}, awarded={"w1": 4000})
HELD_UP: Final = {"w1": None}


def wrong(*findings: tuple[str, str]) -> Ruled:
    """What a shoe that cannot be right makes of a round is not said: the Director decides, nothing is awarded."""
    return Ruled(findings=findings, verdict="refer", authority=DIRECTOR, awarded=HELD_UP)


FOUR: Final = f"{seats(1)}; 1 8h D 8h 1 8h; says 1 stand; D 8h D 9c; close"
"""Four eights of hearts; the dealer goes over."""
PLAIN: Final = f"{seats(1)}; 1 Th D 7s 1 9c; says 1 stand; D Td; close"
"""Five cards; nineteen against seventeen."""


def out(cards: int, card: str = "??") -> str:
    """A shoe from which so many cards have come before the first round, unread or read in part."""
    return floor(more="; ".join([f"burn {card}"] * cards))


SHOE: Final = (
    keeps("ECA-B-E1", "The shoe has six decks.", f"1: {PLAIN}", NO_DOUBT),
    keeps("ECA-B-E1", "The machine has six decks.", f"1: {PLAIN}", NO_DOUBT, before=floor(MACHINE)),
    breaks("ECA-B-E1", "The shoe has eight decks.", f"1: {PLAIN}", wrong(DECKS), before=floor("shoe S1 8")),
    breaks("ECA-B-E1", "The shoe has five decks.", f"1: {PLAIN}", wrong(DECKS), before=floor("shoe S1 5")),
    keeps(
        "ECA-B-E1",
        "Six eights of hearts come out of six decks in two rounds.",
        f"1: {FOUR}\n2: {seats(1)}; 1 8h D 7s 1 8h; says 1 hit; 1 3d; says 1 stand; D Td; close",
        NO_DOUBT,
        NO_DOUBT,
    ),
    breaks(
        "ECA-B-E1",
        "A seventh eight of hearts comes out of the shoe in the second round.",
        f"1: {FOUR}\n2: {seats(1)}; 1 8h D 8h 1 8h; says 1 stand; D Td; close",
        NO_DOUBT,
        wrong(COPY),
    ),
    keeps(
        "ECA-B-E1",
        "Eight eights of hearts come out of a machine in two rounds: it takes the cards of the first back.",
        f"1: {FOUR}\n2: {FOUR}",
        NO_DOUBT,
        NO_DOUBT,
        before=floor(MACHINE),
    ),
    breaks(
        "ECA-B-E1",
        "Seven eights of hearts come out of a machine in one round: they were out together.",
        f"1: {seats(1, 2, 3)}; 1 8h 2 8h 3 8h D 8h 1 8h 2 8h 3 8h; says 1 stand; says 2 stand; says 3 stand; D 9c; close",
        wrong(COPY),
        before=floor(MACHINE),
    ),
    keeps("ECA-B-E1", "Three hundred and twelve cards come out.", f"1: {PLAIN}", NO_DOUBT, before=out(308)),
    breaks("ECA-B-E1", "A card more than 312 comes out.", f"1: {PLAIN}", wrong(TOO_MANY), before=out(309)),
    keeps(
        "ECA-B-E1",
        "The cards are counted when the shoe is closed, 312.",
        f"1: {PLAIN}\ntable: shoe_closed S1 counted=312",
        NO_DOUBT,
    ),
    *(
        breaks(
            "ECA-B-E1",
            f"The cards are counted when the shoe is closed, and there are {number}: that moves no money of the round.",
            f"1: {PLAIN}\ntable: shoe_closed S1 counted={number}",
            paid("stands", ("wrong_count", "ECA-B-E1"), w1=4000),
        )
        for number in (311, 313)
    ),
    keeps("ECA-B-E1", "A twenty-fourth nine comes.", f"1: {PLAIN}", NO_DOUBT, before=out(23, "9?")),
    breaks(
        "ECA-B-E1",
        "A twenty-fifth nine comes, though the suits of the others were not read.",
        f"1: {PLAIN}",
        wrong(("too_many_of_rank", "ECA-B-E1")),
        before=out(24, "9?"),
    ),
    keeps("ECA-B-E3", "Every card lies face up.", f"1: {PLAIN}", NO_DOUBT),
    breaks(
        "ECA-B-E3",
        "Box 1's second card is dealt face down: an irregularity, it counts as what it is.",
        f"1: {seats(1)}; 1 Th D 7s; deal 1 9c face=down; says 1 stand; D Td; close",
        paid("stands", DOWN, w1=4000),
    ),
    breaks(
        "ECA-B-E3",
        "The dealer's second card is dealt face down.",
        f"1: {seats(1)}; 1 Th D 7s 1 9c; says 1 stand; deal dealer Td face=down; close",
        paid("stands", DOWN, w1=4000),
    ),
    keeps("ECA-B-E4", "Nobody touches a card.", f"1: {PLAIN}", NO_DOUBT),
    breaks(
        "ECA-B-E4",
        "A judge touches a card: an irregularity, no money changes.",
        f"1: {seats(1)}; 1 Th D 7s 1 9c; irregular touch dealer about=J1; says 1 stand; D Td; close",
        paid("stands", TOUCH, w1=4000),
    ),
    breaks(
        "ECA-B-E4",
        "The player of box 2 touches box 1's cards: both hands are settled as they lie.",
        f"""1: {seats(1, 2)}; 1 Th 2 Tc D 7s 1 9c 2 8h; says 1 stand; irregular touch dealer about=J2; says 2 stand; D Td
        1: pay w1 4000; pay w2 4000; close""",
        paid("stands", TOUCH, w1=4000, w2=4000),
    ),
)

ROWS: Final[tuple[Row, ...]] = SHOE


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_shoe(row: Row) -> None:
    holds(row)
