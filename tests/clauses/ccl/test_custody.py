"""How a shoe is made ready: the shuffles, the cut, the burned cards. CCL-5, 6, 8, 9, 27, 28."""

from typing import Final

import pytest

from tests.clauses.ccl.floor import breaks, holds, keeps
from tests.clauses.table import Breach, Row, Ruled

SEATED: Final = "table: table blackjack ccl CZK; limits main 10000 500000; sits P1 1; sits P2 3"
"""P1 came first and sits at box 1, P2 at box 3."""

SHUFFLED: Final = "shuffled S1 chemmy; shuffled S1 riffle"
CUT: Final = "cut_offered S1 P1; cut S1 P1 104"
THREE: Final = "burn ??; burn ??; burn ??"

STANDS: Final = Ruled(verdict="stands", awarded={"w1": 20_000, "w2": 0})


def ready(shuffled: str = SHUFFLED, cut: str = CUT, burned: str = THREE) -> str:
    """The table with a shoe of six packs, shuffled, cut and burned from as told; one who does not tell leaves it out."""
    return "; ".join(filter(None, (SEATED, "shoe S1 6", shuffled, cut, burned)))


def round_of(number: int = 1, cards: str = "1 Th 3 9c D 8d 1 Kc 3 7s", more: str = "") -> str:
    """Box 1 has 20 and box 3 has 16 against the dealer's 18."""
    bets = "bet w1 P1 main 10000 box=1; bet w2 P2 main 10000 box=3; nmb"
    return f"{number}: {bets}; {more}{cards}; says 1 stand; says 3 stand; D Jc; pay w1 20000; pay w2 0; close"


ONE: Final = round_of()
TWO: Final = round_of(2, "1 Ks 3 9d D 8h 1 Jh 3 7d")


def found(*findings: Breach) -> Ruled:
    """A breach of custody moves neither cards nor money."""
    return Ruled(findings=findings, verdict="stands", awarded={"w1": 20_000, "w2": 0})


CHEMMY: Final = ("shuffle_missing", "CCL-5")
RIFFLE: Final = ("shuffle_missing", "CCL-6")
AFTER: Final = ("shuffle_out_of_order", "CCL-6")
NOT_CUT: Final = ("not_cut", "CCL-8")
WHO: Final = ("wrong_cutter", "CCL-8")
SHORT: Final = ("short_cut", "CCL-8")
BURN: Final = ("wrong_burn", "CCL-27")
SEEN: Final = ("burned_face_up", "CCL-27")
NEW: Final = ("new_dealer_burn", "CCL-28")
LATE_NEW: Final = ("idle_burn", "CCL-28")

SECOND: Final = "cut_offered S2 P1; cut S2 P1 150; burn ??; burn ??; burn ??"
"""A second shoe, from its cut on; nobody knows where the first one's cutting card came out."""

SHUFFLES: Final = (
    keeps("CCL-5", "The packs are mixed with a chemmy shuffle before gaming starts.", ONE, STANDS, before=ready()),
    keeps("CCL-5", "The record tells nothing of how the shoe was made ready.", ONE, STANDS, before=f"{SEATED}; shoe S1 6"),
    keeps(
        "CCL-5",
        "A chemmy shuffle is due before gaming, and not again before the second shoe.",
        f"{ONE}\ntable: shoe_closed S1; shoe S2 6; shuffled S2 riffle; {SECOND}\n{TWO}",
        STANDS,
        STANDS,
        before=ready(),
    ),
    keeps(
        "CCL-5",
        "The day goes on with a shoe of which the record does not have the beginning.",
        f"{ONE}\ntable: shoe S2 6; shuffled S2 riffle; {SECOND}\n{TWO}",
        STANDS,
        STANDS,
        before=SEATED,
    ),
    breaks("CCL-5", "The first shoe is riffled only.", ONE, found(CHEMMY), before=ready("shuffled S1 riffle")),
    breaks(
        "CCL-5",
        "The first shoe is cut and nothing is told of a shuffle.",
        ONE,
        found(CHEMMY, RIFFLE),
        before=ready(shuffled=""),
    ),
    keeps(
        "CCL-6",
        "The first shoe is riffled three times after the chemmy shuffle.",
        ONE,
        STANDS,
        before=ready(f"{SHUFFLED}; shuffled S1 riffle; shuffled S1 riffle by=D1"),
    ),
    keeps(
        "CCL-6",
        "The packs are riffled at the end of the first shoe, before the second one is made of them.",
        f"{ONE}\ntable: shuffled S1 riffle; shoe_closed S1; shoe S2 6; {SECOND}\n{TWO}",
        STANDS,
        STANDS,
        before=ready(),
    ),
    keeps(
        "CCL-6",
        "A shuffling machine needs no riffle.",
        f"{ONE}\ntable: shoe_closed S1; shoe S2 6 device=machine\n{TWO}",
        STANDS,
        STANDS,
        before=ready(),
    ),
    breaks("CCL-6", "The first shoe has its chemmy shuffle only.", ONE, found(RIFFLE), before=ready("shuffled S1 chemmy")),
    breaks(
        "CCL-6",
        "The riffle comes before the chemmy shuffle.",
        ONE,
        found(AFTER),
        before=ready("shuffled S1 riffle; shuffled S1 chemmy"),
    ),
    breaks(
        "CCL-6",
        "The second shoe is not riffled.",
        f"{ONE}\ntable: shoe_closed S1; shoe S2 6; {SECOND}\n{TWO}",
        STANDS,
        found(RIFFLE),
        before=ready(),
    ),
    breaks(
        "CCL-6",
        "The second shoe is riffled after its first card: too late.",
        f"{ONE}\ntable: shoe_closed S1; shoe S2 6; {SECOND}\n{TWO}\ntable: shuffled S2 riffle",
        STANDS,
        found(RIFFLE),
        before=ready(),
    ),
)


def cut(text: str) -> str:
    return ready(cut=text)


def later(text: str, place: str = "cut_card_out S1") -> tuple[str, str]:
    """Two rounds, the cutting card before box 3's second card in the first one, and the cut of the second shoe."""
    out = ONE.replace("3 7s", f"; {place}; 3 7s").replace(" ; ", "; ")
    return f"{out}\ntable: shoe_closed S1; shoe S2 6; shuffled S2 riffle; {text}; {THREE}\n{TWO}", ready()


CUTS: Final = (
    keeps("CCL-8", "The cut is offered to the first player at the table.", ONE, STANDS, before=cut(CUT)),
    keeps(
        "CCL-8",
        "Who came first sits at box 3, and is asked before the player of box 1.",
        ONE,
        STANDS,
        before=cut("cut_offered S1 P2; cut S1 P2 104").replace("sits P1 1; sits P2 3", "sits P2 3; sits P1 1"),
    ),
    keeps("CCL-8", "Exactly 52 cards lie in front of the cut.", ONE, STANDS, before=cut("cut_offered S1 P1; cut S1 P1 52")),
    keeps("CCL-8", "Exactly 52 cards lie behind the cut.", ONE, STANDS, before=cut("cut_offered S1 P1; cut S1 P1 260")),
    keeps("CCL-8", "How deep it was cut is not on record.", ONE, STANDS, before=cut("cut_offered S1 P1; cut S1 P1")),
    keeps(
        "CCL-8",
        "A cut of 30 cards is not accepted, and offered again.",
        ONE,
        STANDS,
        before=cut("cut_offered S1 P1; cut S1 P1 30; cut_offered S1 P1; cut S1 P1 104"),
    ),
    keeps(
        "CCL-8",
        "The first player refuses: the document does not say who is next.",
        ONE,
        STANDS,
        before=cut("cut_offered S1 P1 refused=yes; cut_offered S1 P2; cut S1 P2 104"),
    ),
    keeps(
        "CCL-8",
        "The second shoe is cut by the player on whose box the cutting card came out.",
        later("cut_offered S2 P2; cut S2 P2 150")[0],
        STANDS,
        STANDS,
        before=ready(),
    ),
    keeps(
        "CCL-8",
        "The cutting card came out before a card of the dealer's: it is not said who cuts.",
        later("cut_offered S2 P1; cut S2 P1 150", "cut_card_out S1 place=dealer")[0],
        STANDS,
        STANDS,
        before=ready(),
    ),
    keeps(
        "CCL-8",
        "Who had the cutting card has left the table since.",
        later("rises P2; cut_offered S2 P1; cut S2 P1 150")[0],
        STANDS,
        STANDS,
        before=ready(),
    ),
    breaks(
        "CCL-8",
        "When the game begins the cut is offered to the second player.",
        ONE,
        found(WHO),
        before=cut("cut_offered S1 P2; cut S1 P2 104"),
    ),
    breaks(
        "CCL-8",
        "The cut is offered to the first player, and another one makes it.",
        ONE,
        found(WHO),
        before=cut("cut_offered S1 P1; cut S1 P2 104"),
    ),
    breaks("CCL-8", "Another player cuts and nobody was asked.", ONE, found(WHO), before=cut("cut S1 P2 104")),
    breaks("CCL-8", "A cut of 51 cards.", ONE, found(SHORT), before=cut("cut_offered S1 P1; cut S1 P1 51")),
    breaks(
        "CCL-8", "A cut that leaves 51 cards behind.", ONE, found(SHORT), before=cut("cut_offered S1 P1; cut S1 P1 261")
    ),
    breaks(
        "CCL-8",
        "A cut that is made again is too short again.",
        ONE,
        found(SHORT),
        before=cut("cut_offered S1 P1; cut S1 P1 30; cut_offered S1 P1; cut S1 P1 300"),
    ),
    breaks("CCL-8", "Nobody cuts.", ONE, found(NOT_CUT), before=cut("")),
    breaks(
        "CCL-8",
        "The cards are cut and then riffled again: that is no cut.",
        ONE,
        found(NOT_CUT),
        before=cut(f"{CUT}; shuffled S1 riffle"),
    ),
    breaks(
        "CCL-8",
        "The second shoe is offered to the first player, who has that right only when the game begins.",
        later("cut_offered S2 P1; cut S2 P1 150")[0],
        STANDS,
        found(WHO),
        before=ready(),
    ),
    breaks(
        "CCL-8",
        "The cutting card is told to have come when box 3 was served, and the player of box 1 cuts.",
        later("cut S2 P1 150", "cut_card_out S1 place=box3")[0],
        STANDS,
        found(WHO),
        before=ready(),
    ),
    keeps(
        "CCL-9",
        "After the player's cut the dealer cuts the cards, as deep as may be, and loads the shoe.",
        ONE,
        Ruled(verdict="stands", awarded={"w1": 20_000}, cites=("CCL-9",)),
        before=cut(f"{CUT}; cut S1 dealer 20"),
    ),
    keeps(
        "CCL-9",
        "The dealer who cuts is told by name.",
        ONE,
        Ruled(verdict="stands", cites=("CCL-9",)),
        before=ready(cut=f"{CUT}; cut S1 D7 20").replace("; shoe S1", "; dealer D7; shoe S1"),
    ),
    breaks(
        "CCL-9",
        "The dealer cuts before the player does.",
        ONE,
        found(WHO),
        before=cut(f"cut S1 dealer 120; {CUT}"),
    ),
)

BURNS: Final = (
    keeps("CCL-27", "Three cards are burned after the shuffle, face down.", ONE, STANDS, before=ready()),
    keeps(
        "CCL-27",
        "That they lay face down is on record.",
        ONE,
        STANDS,
        before=ready(burned="burn ?? face=down; burn ?? face=down; burn ?? face=down"),
    ),
    keeps(
        "CCL-27",
        "The three are burned after the bets were made and before the first card.",
        f"1: bet w1 P1 main 10000 box=1; bet w2 P2 main 10000 box=3; nmb\ntable: {THREE}\n1: {ONE.partition('nmb; ')[2]}",
        STANDS,
        before=ready(burned=""),
    ),
    breaks("CCL-27", "Two cards are burned.", ONE, found(BURN), before=ready(burned="burn ??; burn ??")),
    breaks("CCL-27", "Four cards are burned.", ONE, found(BURN), before=ready(burned=f"{THREE}; burn ??")),
    breaks("CCL-27", "No card is burned.", ONE, found(BURN), before=ready(burned="")),
    breaks(
        "CCL-27",
        "Three cards are burned before the shuffle, none after it.",
        ONE,
        found(BURN),
        before=f"{SEATED}; shoe S1 6; {THREE}; {SHUFFLED}; {CUT}",
    ),
    breaks(
        "CCL-27",
        "The third card is burned after the first round: too late.",
        f"{ONE}\ntable: burn ??\n{TWO}",
        found(BURN),
        found(("idle_burn", "CCL-27")),
        before=ready(burned="burn ??; burn ??"),
    ),
    breaks(
        "CCL-27",
        "The third card is burned face up.",
        ONE,
        found(SEEN),
        before=ready(burned="burn ??; burn ??; burn 4s face=up"),
    ),
    breaks(
        "CCL-27",
        "The second shoe is dealt without a burned card.",
        f"{ONE}\ntable: shoe_closed S1; shoe S2 6; shuffled S2 riffle; cut_offered S2 P1; cut S2 P1 150\n{TWO}",
        STANDS,
        found(BURN),
        before=ready(),
    ),
    keeps(
        "CCL-28",
        "A new dealer burns a card in mid-shoe.",
        f"{ONE}\ntable: dealer D2; burn ?? reason=dealer_change\n{TWO}",
        STANDS,
        STANDS,
        before=ready(),
    ),
    keeps(
        "CCL-28",
        "He burns it after the bets were made.",
        f"{ONE}\ntable: dealer D2\n2: open\ntable: burn ?? reason=dealer_change\n{TWO}",
        STANDS,
        STANDS,
        before=ready(),
    ),
    keeps(
        "CCL-28",
        "The dealer changes between two shoes.",
        f"{ONE}\ntable: shoe_closed S1; dealer D2; shoe S2 6; shuffled S2 riffle; {SECOND}\n{TWO}",
        STANDS,
        STANDS,
        before=ready(),
    ),
    keeps(
        "CCL-28",
        "It is told twice that the same dealer deals.",
        f"{ONE}\ntable: dealer D1\n{TWO}",
        STANDS,
        STANDS,
        before=ready().replace("; shoe S1", "; dealer D1; shoe S1"),
    ),
    keeps(
        "CCL-28",
        "The record tells of dealers, and of no card that was ever burned.",
        f"{ONE}\ntable: dealer D2\n{TWO}",
        STANDS,
        STANDS,
        before=f"{SEATED}; shoe S1 6",
    ),
    breaks("CCL-28", "A new dealer burns none.", f"{ONE}\ntable: dealer D2\n{TWO}", STANDS, found(NEW), before=ready()),
    breaks(
        "CCL-28",
        "A new dealer burns two.",
        f"{ONE}\ntable: dealer D2; burn ?? reason=dealer_change; burn ?? reason=dealer_change\n{TWO}",
        STANDS,
        found(NEW),
        before=ready(),
    ),
    breaks(
        "CCL-28",
        "A new dealer burns his card when the round is over: too late.",
        f"{ONE}\ntable: dealer D2\n{TWO}\ntable: burn ?? reason=dealer_change",
        STANDS,
        found(NEW, LATE_NEW),
        before=ready(),
    ),
    breaks(
        "CCL-28",
        "A new dealer shows the card that he burns.",
        f"{ONE}\ntable: dealer D2; burn 4s reason=dealer_change face=up\n{TWO}",
        STANDS,
        found(("burned_face_up", "CCL-28")),
        before=ready(),
    ),
    breaks(
        "CCL-28",
        "A card is burned as for a new dealer, and nobody took over.",
        f"{ONE}\ntable: burn ?? reason=dealer_change\n{TWO}",
        STANDS,
        found(LATE_NEW),
        before=ready(),
    ),
)


ROWS: Final[tuple[Row, ...]] = (*SHUFFLES, *CUTS, *BURNS)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_custody(row: Row) -> None:
    holds(row)
