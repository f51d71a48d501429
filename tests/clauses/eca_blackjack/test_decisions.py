"""Decisions of the Championship Director on a round: ECA-B-I4c, ECA-G3 and ECA-G8."""

from typing import Final

import pytest

from tests.clauses.eca_blackjack.floor import DIRECTOR, NOTICED, breaks, holds, keeps, seats
from tests.clauses.eca_blackjack.test_beyond_repair import ASIDE, DOWN, EMPTY, UNREAD
from tests.clauses.table import Row, Ruled

WON: Final = f"1: {seats(1)}; 1 Th D 7s 1 9c; says 1 stand; D Td; pay w1 4000; close"
"""Nineteen against seventeen, paid."""
MIXED: Final = f"{ASIDE}; says 1 stand; says 2 stand; mixed ??; {NOTICED}"
"""A card that nobody saw went astray and was mixed away: every effort fails."""
LOST: Final = (EMPTY, DOWN, UNREAD)
BACK: Final = {"w1": 2000, "w2": 2000}

ROWS: Final = (
    keeps(
        "ECA-B-I4c",
        "The Director authorises that a round beyond repair is void: the wagers go back, and nobody is asked any more.",
        f"{MIXED}; void_round {DIRECTOR} reason=card_mixed_away",
        Ruled(
            findings=LOST,
            verdict="void",
            authority=DIRECTOR,
            due=BACK,
            awarded=BACK,
            stands_as="void",
            in_force=("void_round",),
            attempts=(),
            cites=("ECA-B-I4c",),
        ),
    ),
    keeps(
        "ECA-B-I4c",
        "A designee acts as Director and voids a round beyond repair.",
        f"{MIXED}\n1: void_round D9 role={DIRECTOR}",
        Ruled(findings=LOST, verdict="void", due=BACK, awarded=BACK, stands_as="void", in_force=("void_round",)),
    ),
    keeps(
        "ECA-B-I4c",
        "A round beyond repair, of which a wager was collected before the dealer drew, is void: that one goes back too.",
        f"{MIXED}; pay w1 0; void_round {DIRECTOR} reason=card_mixed_away",
        Ruled(findings=(*LOST, ("dealer_stopped", "ECA-B-DL1")), verdict="void", due=BACK, awarded=BACK, stands_as="void"),
    ),
    breaks(
        "ECA-B-I4c",
        "The Director voids a round that was dealt and paid by the rules: there was nothing to put right.",
        f"{WON}\n1: void_round {DIRECTOR}",
        Ruled(verdict="stands", due={"w1": 4000}, awarded={"w1": 4000}, stands_as="closed", attempts=("void_round",)),
    ),
    breaks(
        "ECA-B-I4c",
        "The Director voids a round in which a card lies one hand too far: it can be put right, so it is.",
        f"1: {seats(1, 2)}; 1 Th 2 9c D 7s 1 9d 1 8h; {NOTICED}; void_round {DIRECTOR}",
        Ruled(
            findings=(("extra_card", "ECA-B-D1"),),
            verdict="reconstruct",
            authority=DIRECTOR,
            stands_as="open",
            in_force=(),
            attempts=("void_round",),
        ),
    ),
    breaks(
        "ECA-B-I4c",
        "The dealer declares a round beyond repair void: it waits for the Director as before.",
        f"{MIXED}; void_round dealer",
        Ruled(
            findings=LOST,
            verdict="void",
            authority=DIRECTOR,
            awarded={"w1": None, "w2": None},
            stands_as="open",
            in_force=(),
            attempts=("void_round",),
        ),
    ),
    breaks(
        "ECA-B-I4c",
        "Management, which has no say in the championship, voids a round: it stands.",
        f"{WON}\n1: void_round management",
        Ruled(verdict="stands", due={"w1": 4000}, stands_as="closed", attempts=("void_round",)),
    ),
    keeps(
        "ECA-G8",
        "The Director takes back that a round beyond repair is void: it waits again.",
        f"{MIXED}\n1: void_round {DIRECTOR}; reverse_void_round {DIRECTOR}",
        Ruled(findings=LOST, verdict="void", awarded={"w1": None}, stands_as="open", in_force=(), attempts=()),
    ),
    breaks(
        "ECA-G8",
        "A judge takes back what the Director decided: the round stays void.",
        f"{MIXED}\n1: void_round {DIRECTOR}; reverse_void_round J1",
        Ruled(
            findings=LOST,
            verdict="void",
            due=BACK,
            awarded=BACK,
            stands_as="void",
            in_force=("void_round",),
            attempts=("reverse_void_round",),
        ),
    ),
    keeps(
        "ECA-G3",
        "A contestant disputes a round and the Director settles that it stands.",
        f"{WON}\n1: notice J1 inspector; settle_round stands {DIRECTOR}",
        Ruled(verdict="stands", due={"w1": 4000}, stands_as="stands", attempts=()),
    ),
    breaks(
        "ECA-G3",
        "An inspector settles the dispute: it is under dispute as before.",
        f"{WON}\n1: notice J1 inspector; settle_round stands inspector",
        Ruled(verdict="stands", due={"w1": 4000}, stands_as="disputed", attempts=("settle_round",)),
    ),
)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_row(row: Row) -> None:
    holds(row)
