"""The shuffle and the cut: FBJ-6, FBJ-7, FBJ-7a?."""

from typing import Final

import pytest

from tests.clauses.fbj.floor import breaks, holds, keeps
from tests.clauses.table import Breach, Row, Ruled

SEATS: Final = "table: table blackjack fbj EUR; limits main 1000 50000; sits P1 1; sits P2 3; sits P3 6"
"""P1 sits on the extreme left, then P2, then P3."""

STANDS: Final = Ruled(verdict="stands", awarded={"w1": 4000, "w2": 0})
CUT: Final = "cut_offered S1 P1; cut S1 P1 120"


def ready(cut: str = CUT, shuffled: str = "shuffled S1 manual", seats: str = SEATS) -> str:
    """The table with a shoe of six decks, shuffled and cut as told."""
    return "; ".join(filter(None, (seats, "shoe S1 6", shuffled, cut)))


def round_of(number: int = 1, cards: str = "1 Th 3 9c D 8d 1 Kc 3 8s") -> str:
    """Field 1 has 20 and field 3 has 17 against the croupier's 18."""
    bets = "bet w1 P1 main 2000 box=1; bet w2 P2 main 2000 box=3; nmb"
    return f"{number}: {bets}; {cards}; says 1 stand; says 3 stand; D Jc; pay w1 4000; pay w2 0; close"


ONE: Final = round_of()
TWO: Final = round_of(2, "1 Ks 3 9d D 8h 1 Jh 3 8c")


def later(cut: str, place: str = "3 8s") -> str:
    """Two rounds; in the first the cut card comes before this card, and the next shoe is cut as told."""
    out = ONE.replace(place, f"; cut_card_out S1; {place}").replace(" ; ", "; ")
    return f"{out}\ntable: shoe_closed S1; shoe S2 6; shuffled S2 manual; {cut}\n{TWO}"


def found(*findings: Breach, **grounds: tuple[str, ...]) -> Ruled:
    """A breach of custody moves neither cards nor money."""
    return Ruled(findings=findings, grounds=grounds, verdict="stands", awarded={"w1": 4000, "w2": 0})


WHO: Final = ("wrong_cutter", "FBJ-7")
SHORT: Final = ("short_cut", "FBJ-7")
ASTRAY: Final = ("cut_card_astray", "FBJ-7")
NO: Final = "refused=yes"

SHUFFLES: Final = (
    keeps("FBJ-6", "The cards are shuffled by hand.", ONE, STANDS, before=ready()),
    keeps(
        "FBJ-6", "A machine shuffles, and nothing is told of it.", ONE, STANDS, before=f"{SEATS}; shoe S1 6 device=machine"
    ),
    keeps("FBJ-6", "Nothing is told of how the shoe was made ready.", ONE, STANDS, before=f"{SEATS}; shoe S1 6"),
    breaks(
        "FBJ-6",
        "The cards are cut and nothing is told of a shuffle.",
        ONE,
        found(("shuffle_missing", "FBJ-6")),
        before=ready(shuffled=""),
    ),
    breaks(
        "FBJ-6",
        "The decks have 311 cards when they are counted at the end.",
        f"{ONE}\ntable: shoe_closed S1 counted=311",
        found(("wrong_count", "FBJ-6")),
        before=ready(),
    ),
    breaks(
        "FBJ-6",
        "All cards of the second shoe come as in the first.",
        later("cut_offered S2 P2; cut S2 P2 120").replace(TWO, f"2: {ONE[3:]}"),
        STANDS,
        found(("repeated_run", "FBJ-6")),
        before=ready(),
    ),
)

CUTS: Final = (
    keeps("FBJ-7", "At the start the player on the extreme left cuts.", ONE, STANDS, before=ready()),
    keeps("FBJ-7", "Exactly one deck is cut.", ONE, STANDS, before=ready("cut_offered S1 P1; cut S1 P1 52")),
    keeps("FBJ-7", "All but a few cards are cut.", ONE, STANDS, before=ready("cut_offered S1 P1; cut S1 P1 300")),
    keeps(
        "FBJ-7",
        "He refuses, and the next to the right cuts.",
        ONE,
        STANDS,
        before=ready(f"cut_offered S1 P1 {NO}; cut_offered S1 P2; cut S1 P2 120"),
    ),
    keeps(
        "FBJ-7",
        "All refuse, and the supervisor cuts.",
        ONE,
        STANDS,
        before=ready(f"cut_offered S1 P1 {NO}; cut_offered S1 P2 {NO}; cut_offered S1 P3 {NO}; cut S1 supervisor 120"),
    ),
    keeps(
        "FBJ-7",
        "In the course of the game the player cuts who was dealt the cut card.",
        later("cut_offered S2 P2; cut S2 P2 120"),
        STANDS,
        STANDS,
        before=ready(),
    ),
    keeps(
        "FBJ-7",
        "He refuses; so does the next to the right; then the players are asked from the left.",
        later(f"cut_offered S2 P2 {NO}; cut_offered S2 P3 {NO}; cut_offered S2 P1; cut S2 P1 120"),
        STANDS,
        STANDS,
        before=ready(),
    ),
    keeps(
        "FBJ-7",
        "The cut card came to the croupier: it is not said who cuts then.",
        later("cut_offered S2 P3; cut S2 P3 120", "D 8d"),
        STANDS,
        STANDS,
        before=ready(),
    ),
    keeps(
        "FBJ-7",
        "The record tells to whom the cut card came.",
        later("cut_offered S2 P3; cut S2 P3 120").replace("cut_card_out S1", "cut_card_out S1 player=P3"),
        STANDS,
        STANDS,
        before=ready(),
    ),
    breaks(
        "FBJ-7",
        "At the start another player is asked than the one on the extreme left.",
        ONE,
        found(WHO),
        before=ready("cut_offered S1 P2; cut S1 P2 120"),
    ),
    breaks(
        "FBJ-7",
        "Who came first does not cut: who sits on the extreme left does.",
        ONE,
        found(WHO),
        before=ready(
            "cut_offered S1 P3; cut S1 P3 120",
            seats=SEATS.replace("sits P1 1; sits P2 3; sits P3 6", "sits P3 6; sits P1 1; sits P2 3"),
        ),
    ),
    breaks(
        "FBJ-7",
        "He refuses, and the next to the right is passed over.",
        ONE,
        found(WHO),
        before=ready(f"cut_offered S1 P1 {NO}; cut_offered S1 P3; cut S1 P3 120"),
    ),
    breaks(
        "FBJ-7",
        "The supervisor cuts and one player has not been asked.",
        ONE,
        found(WHO),
        before=ready(f"cut_offered S1 P1 {NO}; cut_offered S1 P2 {NO}; cut S1 supervisor 120"),
    ),
    breaks(
        "FBJ-7",
        "All refuse, and an inspector cuts.",
        ONE,
        found(WHO),
        before=ready(f"cut_offered S1 P1 {NO}; cut_offered S1 P2 {NO}; cut_offered S1 P3 {NO}; cut S1 inspector 120"),
    ),
    breaks(
        "FBJ-7",
        "In the course of the game the player on the extreme left cuts, and another one was dealt the cut card.",
        later("cut_offered S2 P1; cut S2 P1 120"),
        STANDS,
        found(WHO),
        before=ready(),
    ),
    breaks(
        "FBJ-7",
        "The croupier cuts after the player: the document does not have that.",
        ONE,
        found(WHO),
        before=ready(f"{CUT}; cut S1 dealer 120"),
    ),
    breaks("FBJ-7", "Less than a deck is cut.", ONE, found(SHORT), before=ready("cut_offered S1 P1; cut S1 P1 51")),
    breaks("FBJ-7", "Nobody cuts.", ONE, found(("not_cut", "FBJ-7")), before=ready("")),
    breaks(
        "FBJ-7",
        "A player refuses and nobody cuts.",
        ONE,
        found(("not_cut", "FBJ-7")),
        before=ready(f"cut_offered S1 P1 {NO}"),
    ),
    *(
        keeps(
            "FBJ-7",
            f"The cut card is put in {312 - depth} cards from the back, {what}.",
            ONE,
            STANDS,
            before=ready(f"{CUT}; cut_card S1 {depth}"),
        )
        for depth, what in ((234, "one and a half decks"), (156, "three decks"))
    ),
    *(
        breaks(
            "FBJ-7",
            f"The cut card is put in {312 - depth} cards from the back, {what}.",
            ONE,
            found(ASTRAY),
            before=ready(f"{CUT}; cut_card S1 {depth}"),
        )
        for depth, what in ((235, "a card less than one and a half decks"), (155, "a card more than three decks"))
    ),
    keeps(
        "FBJ-7a?",
        "The cut card is put in 212 cards from the front: 100 are left undealt, and these are counted.",
        ONE,
        Ruled(verdict="stands", cites=("FBJ-7a?",)),
        before=ready(f"{CUT}; cut_card S1 212"),
    ),
    breaks(
        "FBJ-7a?",
        "The cut card is put in 100 cards from the front: 212 are left undealt.",
        ONE,
        found(ASTRAY, cut_card_astray=("FBJ-7", "FBJ-7a?")),
        before=ready(f"{CUT}; cut_card S1 100"),
    ),
    breaks(
        "FBJ-7a?",
        "Where it is open from which end one counts, 100 cards from the front are a breach under (a) alone.",
        ONE,
        Ruled(
            findings=(ASTRAY,),
            verdict="stands",
            branches={"FBJ-7a?:a": {"w1": 4000, "w2": 0}, "FBJ-7a?:b": {"w1": 4000, "w2": 0}},
        ),
        before=ready(f"{CUT}; cut_card S1 100"),
        unresolved=("FBJ-7a?",),
    ),
)

ROWS: Final[tuple[Row, ...]] = (*SHUFFLES, *CUTS)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_custody(row: Row) -> None:
    holds(row)
