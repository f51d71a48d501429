"""Chips that are in somebody's hand, and money that nobody paid: DCB-3, 6, 10, 15 and 16."""

from typing import Final

import pytest

from tests.clauses.dcb.floor import breaks, holds, keeps
from tests.clauses.dcb.misdraws import NEXT, NEXT_STANDS, ON_SIX
from tests.clauses.dcb.window import FOUND, STANDS, A, B, C
from tests.clauses.table import Row, Ruled

WITHDRAWN: Final = ("withdrawn_late", "DCB-3")
CHANGED: Final = ("changed_late", "DCB-3")
BANCO_WINS: Final = "B 6c P 9d B 3s"
"""After punto's 9h: eight to nine."""

TAKEN_UP: Final = (
    breaks(
        "DCB-3",
        "A bet on punto is taken back after the first card and lost: the player holds 100.00 that are the house's.",
        f"1: bet w1 P1 punto 10000; bet w2 P2 banco 500; P 9h; withdraw w1; {BANCO_WINS}; call banco; pay w2 975; close",
        Ruled(findings=(WITHDRAWN,), verdict="correct", awarded={"w1": 0, "w2": 975}),
    ),
    breaks(
        "DCB-3",
        "A bet on banco is taken back after the first card and wins: with 95.00 handed over nothing is missing.",
        f"1: bet w1 P1 banco 10000; P 9h; withdraw w1; {BANCO_WINS}; call banco; pay w1 9500; close",
        Ruled(findings=(WITHDRAWN,), verdict="stands", awarded={"w1": 19_500}),
    ),
    breaks(
        "DCB-3",
        "A bet on banco is taken back after the first card, wins, and is paid in full: the stake has gone back twice.",
        f"1: bet w1 P1 banco 10000; P 9h; withdraw w1; {BANCO_WINS}; call banco; pay w1 19500; close",
        Ruled(findings=(WITHDRAWN, ("wrong_payment", "DCB-15")), verdict="correct", awarded={"w1": 19_500}),
    ),
    breaks(
        "DCB-3",
        "Of a bet on 3G8 half is taken back after the first card, and it is lost: the half is in the player's hand.",
        f"1: bet w1 P1 3g8 1000; bet w2 P2 banco 500; P 9h; change w1 500; {BANCO_WINS}; pay w1 0; pay w2 975; close",
        Ruled(findings=(CHANGED,), verdict="correct", awarded={"w1": 0, "w2": 975}),
    ),
    breaks(
        "DCB-3",
        "Of a bet on 3G8 half is taken back after the first card, it is lost, and nothing is told of it: the half is owed.",
        f"1: bet w1 P1 3g8 1000; bet w2 P2 banco 500; P 9h; change w1 500; {BANCO_WINS}; pay w2 975; close",
        Ruled(findings=(CHANGED,), verdict="correct", awarded={"w1": 0, "w2": 975}),
    ),
    breaks(
        "DCB-3",
        "Half of a bet on punto is taken back after the first card, and it is lost, in a feed that tells no payments.",
        f"1: bet w1 P1 punto 10000; P 9h; change w1 5000; {BANCO_WINS}; call banco; close",
        Ruled(findings=(CHANGED,), verdict="correct", awarded={"w1": 0}),
    ),
    breaks(
        "DCB-3",
        "Half of a bet on banco is taken back after the first card, and it wins, in a feed that tells no payments.",
        f"1: bet w1 P1 banco 10000; P 9h; change w1 5000; {BANCO_WINS}; close",
        Ruled(findings=(CHANGED,), verdict="stands", awarded={"w1": 19_500}),
    ),
    breaks(
        "DCB-3",
        "The same, and the dealer calls punto: by that word the house keeps what lies there.",
        f"1: bet w1 P1 banco 10000; P 9h; change w1 5000; {BANCO_WINS}; call punto; close",
        Ruled(findings=(CHANGED, ("wrong_announcement", "DCB-10")), verdict="correct", awarded={"w1": 19_500}),
    ),
    breaks(
        "DCB-3",
        "Half of a bet on banco is taken back after the first card, it wins, and only another is paid: 145.00 are owed.",
        f"1: bet w1 P1 banco 10000; bet w2 P2 banco 500; P 9h; change w1 5000; {BANCO_WINS}; pay w2 975; close",
        Ruled(findings=(CHANGED, ("unpaid", "DCB-15")), verdict="correct", awarded={"w1": 19_500, "w2": 975}),
    ),
    keeps(
        "DCB-3",
        "A bet that was paid is no bet any more: its chips may be taken from the table.",
        f"1: bet w1 P1 banco 10000; P 9h {BANCO_WINS}; call banco; pay w1 19500; withdraw w1; close",
        Ruled(verdict="stands", awarded={"w1": 19_500}),
    ),
)

NOT_PAID: Final = (
    breaks(
        "DCB-15",
        "Two bets have won, one of them was paid: nobody paid the other.",
        f"1: bet w1 P1 banco 10000; bet w2 P2 banco 2000; P 9h {BANCO_WINS}; call banco; pay w1 19500; close",
        Ruled(findings=(("unpaid", "DCB-15"),), verdict="correct", awarded={"w1": 19_500, "w2": 3_900}),
    ),
    breaks(
        "DCB-16",
        "Only one bet lay there and won, and its player told the inspector: nobody paid it.",
        f"1: bet w0 P1 any_tie 500; P 9h {BANCO_WINS}; pay w0 0; close\n"
        "2: bet w1 P1 punto 10000; P 9h B 6c P Kd B 2s; call punto; notice P1 inspector; close",
        Ruled(due={"w0": 0}),
        Ruled(findings=(("unpaid", "DCB-16"),), verdict="correct", awarded={"w1": 20_000}),
    ),
    keeps(
        "DCB-16",
        "A feed that tells no payments at all leaves nobody unpaid.",
        "1: bet w1 P1 punto 10000; P 9h B 6c P Kd B 2s; call punto; close",
        Ruled(verdict="stands", awarded={"w1": 20_000}),
    ),
    keeps(
        "DCB-10",
        "A bet that was lost need not be collected on record, though the others of the coup were settled.",
        f"1: bet w1 P1 banco 10000; bet w2 P2 punto 2000; P 9h {BANCO_WINS}; call banco; pay w1 19500; close",
        Ruled(verdict="stands", awarded={"w1": 19_500, "w2": 0}),
    ),
    breaks(
        "DCB-6",
        "Of two bets that won one is left to lie for the next coup, and is collected when that one is lost.",
        f"""1: bet w1 P1 banco 10000; bet w2 P2 banco 2000; P 9h {BANCO_WINS}; call banco; pay w1 19500; close
        2: P 9h B 6c P Kd B 2s; call punto; pay w2 0; close""",
        Ruled(findings=(("carried_over", "DCB-6"), ("wrong_payment", "DCB-15")), verdict="correct", awarded={"w2": 3_900}),
        Ruled(),
    ),
)

FITS_NOTHING: Final = (
    breaks(
        "DCB-21a?",
        "Banco was paid even money for a coup that stands as dealt for punto, is banco's again, or is void: none of it.",
        f"1: bet b P1 banco 10000; {ON_SIX.cards}; call punto; pay b 20000; close\n2: {NEXT}",
        Ruled(
            findings=(
                *FOUND,
                *(("wrong_payment", clause) for clause in ("DCB-10", "DCB-15", "DCB-21a?")),
                ("mispaid_as_dealt", "DCB-10"),
            ),
            verdict="refer",
            authority="management",
            branches={A: {"b": 0}, B: {"b": 19_500}, C: {"b": 10_000}},
            awarded={"b": None},
            if_claimed={"b": 19_500},
        ),
        STANDS,
    ),
    breaks(
        "DCB-21a?",
        "Banco was paid what it has if the coup is decided again: that the payment fits one reading decides nothing.",
        f"1: bet b P1 banco 10000; {ON_SIX.cards}; call punto; pay b 19500; close\n2: {NEXT}",
        Ruled(
            findings=(*FOUND, *(("wrong_payment", clause) for clause in ("DCB-10", "DCB-21a?"))),
            verdict="refer",
            authority="management",
            awarded={"b": None},
        ),
        Ruled(due=NEXT_STANDS),
    ),
)

ROWS: Final[tuple[Row, ...]] = (*TAKEN_UP, *NOT_PAID, *FITS_NOTHING)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_chips(row: Row) -> None:
    holds(row)
