"""Management decides on a shoe, a hand, stakes, payments and the game: CCL-7, 7a?, 7b?, 10, 18, 18a?, 24, 36, 39, 40."""

from typing import Final

import pytest

from tests.clauses.ccl.floor import Money, breaks, holds, keeps
from tests.clauses.table import Row, Ruled

PAID: Final = """1: open; bet w1 P1 main 10000 box=1; bet w2 P2 main 20000 box=2; nmb; 1 Th 2 5c D 8d 1 Kc 2 Tc
    1: says 1 stand; says 2 stand; D Jc; pay w1 20000; pay w2 0; close"""
"""Box 1 has 20, box 2 has 15, the dealer 18: w1 is paid, w2 collected."""
WON: Final = "2: open; bet w3 P1 main 10000 box=1; nmb; 1 Th D 8h 1 Kd; says 1 stand; D Js"
"""20 against 18: w3 has won 100.00, and nobody has been paid."""
OVERDRAWN: Final = """1: open; bet w1 P1 main 10000 box=1; nmb; 1 8h D 6s 1 4d; says 1 stand; 1 9d; D Kd D 5c"""
"""Box 1 stands and is given a card, and the dealer draws: what is right then is not regulated (CCL-ERR?)."""
UNDECIDED: Final = "3: open; bet w4 P2 main 20000 box=2; nmb; 2 9h D 7h 2 5d"
"""14 against a seven, and box 2 has not spoken yet."""
TWO: Final = """1: open; bet w1 P1 main 10000 box=1; bet w2 P2 main 20000 box=2; nmb; 1 Th 2 Tc D 8d 1 Kc 2 9c
    1: says 1 stand; says 2 stand; D Jc"""
"""20 and 19 against 18: both have won, and nobody has been paid."""

A: Final = "CCL-7a?:a"
B: Final = "CCL-7a?:b"
BACK: Final = "CCL-7b?:a"
KEPT: Final = "CCL-7b?:b"
MANAGEMENT: Final = "M1 role=management"
VOID: Final = f"table: void_shoe S1 {MANAGEMENT} reason=no_riffle"


def void(branches: dict[str, Money], *acts: str, clause: str, stands_as: str = "void", **withheld: int | None) -> Ruled:
    """A round that management has voided, with its money under each reading."""
    return Ruled(
        verdict="void",
        authority="management",
        branches=branches,
        awarded={wager: None for dues in branches.values() for wager in dues},
        stands_as=stands_as,
        in_force=acts,
        attempts=(),
        withheld=withheld,
        cites=(clause,),
    )


def untouched(attempt: str, stands_as: str = "closed", **due: int | None) -> Ruled:
    """A round in which somebody tried to decide what was not for him to decide."""
    return Ruled(verdict="stands", due=due, stands_as=stands_as, in_force=(), attempts=(attempt,))


SHOE: Final = (
    keeps(
        "CCL-7",
        "Management announces the shoe void: all of its rounds are, from the first card, the paid and the unpaid.",
        f"{PAID}\n{WON}\n{UNDECIDED}\n{VOID}",
        void({A: {"w1": 20_000, "w2": 0}, B: {"w1": 10_000, "w2": 20_000}}, "void_shoe", clause="CCL-7", w1=0, w2=0),
        void({BACK: {"w3": 10_000}, KEPT: {"w3": 0}}, "void_shoe", clause="CCL-7", w3=10_000),
        void({BACK: {"w4": 20_000}, KEPT: {"w4": 0}}, "void_shoe", clause="CCL-7", w4=0),
    ),
    keeps(
        "CCL-7",
        "The shoe is void before box 1 has decided, and the round is closed: nobody was to decide or to draw any more.",
        f"1: open; bet w1 P1 main 10000 box=1; nmb; 1 Tc D 9c 1 8c\n{VOID}\n1: close",
        void({BACK: {"w1": 10_000}, KEPT: {"w1": 0}}, "void_shoe", clause="CCL-7"),
    ),
    keeps(
        "CCL-7",
        "Management takes back that the shoe is void: its rounds are worth again what the cards say.",
        f"{PAID}\n{WON}\n{VOID}\ntable: reverse_void_shoe S1 {MANAGEMENT}",
        Ruled(verdict="stands", due={"w1": 20_000, "w2": 0}, stands_as="closed", in_force=(), attempts=()),
        Ruled(verdict="stands", due={"w3": 20_000}, stands_as="open", in_force=(), attempts=()),
    ),
    keeps(
        "CCL-7",
        "Management voids the shoe, takes it back and voids it again: it is void.",
        f"{PAID}\n{VOID}\ntable: reverse_void_shoe S1 {MANAGEMENT}\n{VOID}",
        void({A: {"w1": 20_000, "w2": 0}, B: {"w1": 10_000, "w2": 20_000}}, "void_shoe", clause="CCL-7"),
    ),
    breaks(
        "CCL-7",
        "A dealer announces the shoe void: that is an attempt and changes nothing.",
        f"{PAID}\n{WON}\ntable: void_shoe S1 dealer",
        untouched("void_shoe", w1=20_000, w2=0),
        untouched("void_shoe", stands_as="open", w3=20_000),
    ),
    breaks(
        "CCL-7",
        "A person whose office nobody has told announces the shoe void.",
        f"{PAID}\ntable: void_shoe S1 M1",
        untouched("void_shoe", w1=20_000, w2=0),
    ),
    breaks(
        "CCL-7",
        "A dealer calls himself management: an id that is spelt like an office stands for that office.",
        f"{PAID}\ntable: void_shoe S1 dealer role=management",
        untouched("void_shoe", w1=20_000, w2=0),
    ),
    breaks(
        "CCL-7",
        "Management takes back the voiding of a shoe that is not void.",
        f"{PAID}\ntable: reverse_void_shoe S1 {MANAGEMENT}",
        untouched("reverse_void_shoe", w1=20_000, w2=0),
    ),
    breaks(
        "CCL-7",
        "Another shoe than the one that was dealt from is void.",
        f"{PAID}\ntable: shoe S2 6; void_shoe S2 {MANAGEMENT}",
        Ruled(verdict="stands", due={"w1": 20_000, "w2": 0}, stands_as="closed", in_force=(), attempts=()),
    ),
    keeps(
        "CCL-7a?",
        "What was paid and collected in a void shoe stays so (a), or stakes go back and winnings are reclaimed (b).",
        f"{PAID}\n{VOID}",
        void({A: {"w1": 20_000, "w2": 0}, B: {"w1": 10_000, "w2": 20_000}}, "void_shoe", clause="CCL-7a?", w1=0, w2=0),
    ),
    breaks(
        "CCL-7a?",
        "The dealer pays after the announcement: that payment was to be withheld, and it is not one that stays paid.",
        f"{WON}\n{VOID}\n2: pay w3 20000; close",
        void(
            {BACK: {"w3": 10_000}, KEPT: {"w3": 0}},
            "void_shoe",
            clause="CCL-7b?",
            w3=10_000,
        ),
    ),
    breaks(
        "CCL-7a?",
        "One payment comes before the announcement and stays or is reversed; one comes after it, and was to be withheld.",
        f"{PAID.replace('pay w1 20000; pay w2 0; close', 'pay w1 15000; pay w2 0')}\n{VOID}\n1: pay w1 5000; close",
        void({A: {"w1": 15_000, "w2": 0}, B: {"w1": 10_000, "w2": 20_000}}, "void_shoe", clause="CCL-7", w1=5_000, w2=0),
    ),
    keeps(
        "CCL-7",
        "A round that is dealt from the void shoe later is void too: its win is not paid, and its stake is open.",
        f"{PAID}\n{VOID}\n{WON}; close",
        void({A: {"w1": 20_000, "w2": 0}, B: {"w1": 10_000, "w2": 20_000}}, "void_shoe", clause="CCL-7", w1=0, w2=0),
        void({BACK: {"w3": 10_000}, KEPT: {"w3": 0}}, "void_shoe", clause="CCL-7", w3=10_000),
    ),
    breaks(
        "CCL-7a?",
        "Nobody has been paid in the void shoe, so that there is nothing to reverse.",
        f"{WON}\n{VOID}",
        void({BACK: {"w3": 10_000}, KEPT: {"w3": 0}}, "void_shoe", clause="CCL-7b?", w3=10_000),
    ),
    keeps(
        "CCL-7b?",
        "The stake of an undecided round goes back (a) or is withheld (b); a late stake never played and goes back.",
        f"{UNDECIDED}; bet w5 P1 main 10000 box=2\n{VOID}",
        Ruled(
            findings=(("late_bet", "CCL-21"),),
            verdict="void",
            branches={BACK: {"w4": 20_000, "w5": 10_000}, KEPT: {"w4": 0, "w5": 10_000}},
            awarded={"w4": None, "w5": 10_000},
        ),
    ),
    breaks(
        "CCL-7b?",
        "All wagers of the void shoe were paid or collected, so that no stake is open.",
        f"{PAID}\n{VOID}",
        void({A: {"w1": 20_000, "w2": 0}, B: {"w1": 10_000, "w2": 20_000}}, "void_shoe", clause="CCL-7a?"),
    ),
)

HAND_A: Final = "CCL-18a?:a"
HAND_B: Final = "CCL-18a?:b"
HANDS: Final = (
    keeps(
        "CCL-18",
        "Management declares the only hand invalid before it is paid: its winnings are withheld.",
        f"{WON}; invalid_hand {MANAGEMENT} box=1 reason=collusion",
        void({BACK: {"w3": 10_000}, KEPT: {"w3": 0}}, "invalid_hand", clause="CCL-18", stands_as="open", w3=10_000),
    ),
    breaks(
        "CCL-18",
        "An inspector declares the hand invalid.",
        f"{WON}; invalid_hand inspector box=1 reason=collusion",
        untouched("invalid_hand", stands_as="open", w3=20_000),
    ),
    breaks(
        "CCL-18",
        "The same hand is declared invalid once more.",
        f"{WON}; invalid_hand {MANAGEMENT} box=1; invalid_hand {MANAGEMENT} box=1",
        Ruled(verdict="void", in_force=("invalid_hand",), attempts=("invalid_hand",)),
    ),
    keeps(
        "CCL-18a?",
        "Box 1's hand is invalid and nobody says how far that goes: the hand of the box (a), or the whole round (b).",
        f"{TWO}; invalid_hand {MANAGEMENT} box=1",
        void(
            {
                f"{HAND_A},{BACK}": {"w1": 10_000, "w2": 40_000},
                f"{HAND_A},{KEPT}": {"w1": 0, "w2": 40_000},
                f"{HAND_B},{BACK}": {"w1": 10_000, "w2": 20_000},
                f"{HAND_B},{KEPT}": {"w1": 0, "w2": 0},
            },
            "invalid_hand",
            clause="CCL-18a?",
            stands_as="open",
            w1=10_000,
            w2=20_000,
        ),
    ),
    breaks(
        "CCL-18a?",
        "Management says that the hand of the box is meant: the other box is settled by the cards.",
        f"{TWO}; invalid_hand {MANAGEMENT} box=1 scope=hand",
        Ruled(
            verdict="void",
            branches={BACK: {"w1": 10_000, "w2": 40_000}, KEPT: {"w1": 0, "w2": 40_000}},
            awarded={"w1": None, "w2": 40_000},
            stands_as="open",
        ),
    ),
    breaks(
        "CCL-18a?",
        "Management says that the whole round is meant: it is void.",
        f"{TWO}; invalid_hand {MANAGEMENT} box=1 scope=round",
        void(
            {BACK: {"w1": 10_000, "w2": 20_000}, KEPT: {"w1": 0, "w2": 0}},
            "invalid_hand",
            clause="CCL-18",
            w1=10_000,
            w2=20_000,
        ),
    ),
)

GAME: Final = (
    keeps(
        "CCL-24",
        "Management suspects marked cards and does not honour the payment of a wager.",
        f"{TWO}; withhold_payment {MANAGEMENT} wager=w2 reason=marked_cards",
        Ruled(
            verdict="void",
            branches={BACK: {"w1": 20_000, "w2": 20_000}, KEPT: {"w1": 20_000, "w2": 0}},
            in_force=("withhold_payment",),
            withheld={"w2": 20_000},
            cites=("CCL-24",),
        ),
    ),
    breaks(
        "CCL-24",
        "A dealer withholds a payment.",
        f"{TWO}; withhold_payment dealer wager=w2 reason=marked_cards",
        untouched("withhold_payment", stands_as="open", w1=20_000, w2=40_000),
    ),
    keeps(
        "CCL-36",
        "Staff is suspected of having advised P2: management treats the stakes of P2, and nobody else's, as not valid.",
        f"{TWO}; invalid_stakes {MANAGEMENT} player=P2 reason=advised_by_the_dealer",
        Ruled(
            verdict="void",
            branches={BACK: {"w1": 20_000, "w2": 20_000}, KEPT: {"w1": 20_000, "w2": 0}},
            awarded={"w1": 20_000, "w2": None},
            in_force=("invalid_stakes",),
            withheld={"w2": 20_000},
            cites=("CCL-36",),
        ),
    ),
    breaks(
        "CCL-36",
        "An inspector treats the stakes as not valid.",
        f"{TWO}; invalid_stakes inspector player=P2",
        untouched("invalid_stakes", stands_as="open", w1=20_000, w2=40_000),
    ),
    keeps(
        "CCL-39",
        "Management suspects a device and declares the game invalid: every round of the table's day.",
        f"{PAID}\n{WON}\ntable: invalid_game {MANAGEMENT} reason=device_suspected",
        void({A: {"w1": 20_000, "w2": 0}, B: {"w1": 10_000, "w2": 20_000}}, "invalid_game", clause="CCL-39"),
        void({BACK: {"w3": 10_000}, KEPT: {"w3": 0}}, "invalid_game", clause="CCL-39", w3=10_000),
    ),
    breaks(
        "CCL-39",
        "A supervisor, whom the document does not know, declares the game invalid.",
        f"{PAID}\ntable: invalid_game supervisor",
        untouched("invalid_game", w1=20_000, w2=0),
    ),
    keeps(
        "CCL-40",
        "Management ends the game and pronounces this round of it invalid, and no other.",
        f"{PAID}\n{WON}; terminate_game {MANAGEMENT} scope=round",
        Ruled(verdict="stands", due={"w1": 20_000, "w2": 0}, stands_as="closed", in_force=()),
        void({BACK: {"w3": 10_000}, KEPT: {"w3": 0}}, "terminate_game", clause="CCL-40", w3=10_000),
    ),
    keeps(
        "CCL-40",
        "Management ends the game and pronounces invalid what was dealt from one shoe.",
        f"{PAID}\ntable: shoe S2 6\n{WON}\ntable: terminate_game {MANAGEMENT} scope=shoe shoe=S2",
        Ruled(verdict="stands", due={"w1": 20_000, "w2": 0}, stands_as="closed", in_force=()),
        void({BACK: {"w3": 10_000}, KEPT: {"w3": 0}}, "terminate_game", clause="CCL-40", w3=10_000),
    ),
    keeps(
        "CCL-40",
        "Management ends the game and pronounces the hand of box 2 invalid.",
        f"{TWO}; terminate_game {MANAGEMENT} scope=hand box=2",
        Ruled(
            verdict="void",
            branches={BACK: {"w1": 20_000, "w2": 20_000}, KEPT: {"w1": 20_000, "w2": 0}},
            in_force=("terminate_game",),
            stands_as="open",
            cites=("CCL-40",),
        ),
    ),
    keeps(
        "CCL-40",
        "Management pronounces the whole game invalid and takes that back.",
        f"{PAID}\ntable: terminate_game {MANAGEMENT}; reinstate_game {MANAGEMENT}",
        Ruled(verdict="stands", due={"w1": 20_000, "w2": 0}, stands_as="closed", in_force=(), attempts=()),
    ),
    breaks(
        "CCL-40",
        "A croupier ends the game and pronounces it invalid.",
        f"{PAID}\ntable: terminate_game dealer",
        untouched("terminate_game", w1=20_000, w2=0),
    ),
    keeps(
        "CCL-40",
        "A player disputes a round and management settles that it stands.",
        f"{PAID}; notice P2 inspector; settle_round stands {MANAGEMENT}",
        Ruled(verdict="stands", due={"w1": 20_000, "w2": 0}, stands_as="stands", attempts=()),
    ),
    breaks(
        "CCL-40",
        "An inspector settles the dispute: it stays one.",
        f"{PAID}; notice P2 inspector; settle_round stands inspector",
        untouched("settle_round", stands_as="disputed", w1=20_000, w2=0),
    ),
    keeps(
        "CCL-40",
        "Management declares a round void: the wagers go back, and what was paid is reversed.",
        f"{PAID}; void_round {MANAGEMENT} reason=suspicion",
        Ruled(
            verdict="void",
            due={"w1": 10_000, "w2": 20_000},
            awarded={"w1": 10_000, "w2": 20_000},
            stands_as="void",
            in_force=("void_round",),
            cites=("CCL-40",),
        ),
    ),
    keeps(
        "CCL-40",
        "Management takes back what it declared of a round, the void round and the invalid hand alike.",
        f"{PAID}; invalid_hand {MANAGEMENT} box=1; void_round {MANAGEMENT} clause=CCL-40; reverse_void_round {MANAGEMENT}",
        Ruled(verdict="stands", due={"w1": 20_000, "w2": 0}, stands_as="closed", in_force=(), attempts=()),
    ),
    breaks(
        "CCL-40",
        "Management declares a lawful round void and says no reason to believe that the rules were compromised.",
        f"{PAID}; void_round {MANAGEMENT}",
        untouched("void_round", w1=20_000, w2=0),
    ),
    keeps(
        "CCL-40",
        "Management names no reason, but it is void under a reading: box 1 was given a card that it had not asked for.",
        f"{OVERDRAWN}; void_round {MANAGEMENT}; close",
        Ruled(
            findings=(("card_not_asked_for", "CCL-12"),),
            verdict="void",
            due={"w1": 10_000},
            stands_as="void",
            in_force=("void_round",),
            attempts=(),
        ),
    ),
    breaks(
        "CCL-40",
        "A dealer declares a round void.",
        f"{PAID}; void_round dealer",
        untouched("void_round", w1=20_000, w2=0),
    ),
    keeps(
        "CCL-18",
        "Management names the clause on which it declares a hand invalid.",
        f"{WON}; invalid_hand {MANAGEMENT} box=1 clause=CCL-18",
        Ruled(verdict="void", in_force=("invalid_hand",), attempts=(), cites=("CCL-18",)),
    ),
    breaks(
        "CCL-18",
        "Management declares a hand invalid on a clause by which nobody may: that is an attempt.",
        f"{WON}; invalid_hand {MANAGEMENT} box=1 clause=CCL-16",
        untouched("invalid_hand", stands_as="open", w3=20_000),
    ),
)

EJECTED: Final = (
    keeps(
        "CCL-10",
        "Management asks a player to leave for counting cards: what was wagered before is settled as ever.",
        f"{PAID}; eject P1 {MANAGEMENT} reason=card_counting",
        Ruled(
            verdict="stands",
            due={"w1": 20_000, "w2": 0},
            stands_as="closed",
            in_force=("eject",),
            attempts=(),
        ),
    ),
    breaks(
        "CCL-10",
        "A dealer asks a player to leave: that is an attempt.",
        f"{PAID}; eject P1 dealer reason=card_counting",
        untouched("eject", w1=20_000, w2=0),
    ),
    breaks(
        "CCL-10",
        "An inspector asks a player to leave.",
        f"{PAID}; eject P1 I1 role=inspector reason=card_counting",
        untouched("eject", w1=20_000, w2=0),
    ),
    breaks(
        "CCL-10",
        "A player who was asked to leave is asked once more.",
        f"{PAID}; eject P1 {MANAGEMENT}; eject P1 {MANAGEMENT}",
        Ruled(verdict="stands", in_force=("eject",), attempts=("eject",)),
    ),
)

ROWS: Final = (*SHOE, *HANDS, *GAME, *EJECTED)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_row(row: Row) -> None:
    holds(row)
