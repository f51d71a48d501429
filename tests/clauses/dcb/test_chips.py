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

CORRECTED: Final = ("payment_corrected", "DCB-15")
BANCO_100: Final = f"bet w1 P1 banco 10000; P 9h {BANCO_WINS}; call banco"
"""By hand: 100.00 on banco wins 95.00 at 19 to 20, so that 195.00 is due."""

GIVEN_BACK: Final = (
    breaks(
        "DCB-15",
        "The bank is paid even money and 5.00 is taken back before the coup is closed: corrected at the table.",
        f"1: {BANCO_100}; pay w1 20000; take_back w1 500 by=dealer; close",
        Ruled(findings=(CORRECTED,), verdict="stands", awarded={"w1": 19_500}),
    ),
    breaks(
        "DCB-15",
        "The bank is paid even money and 10.00 is taken back: 5.00 too much.",
        f"1: {BANCO_100}; pay w1 20000; take_back w1 1000; close",
        Ruled(findings=(("wrong_payment", "DCB-15"),), verdict="correct", awarded={"w1": 19_500}),
    ),
    breaks(
        "DCB-15",
        "Of 20.00 too much 5.00 is taken back, and then 15.00: the two add up to it.",
        f"1: {BANCO_100}; pay w1 21500; take_back w1 500; take_back w1 1500; close",
        Ruled(findings=(CORRECTED,), verdict="stands", awarded={"w1": 19_500}),
    ),
    breaks(
        "DCB-15",
        "A payment is taken back whole and made again, rightly.",
        f"1: {BANCO_100}; pay w1 20000; take_back w1 20000; pay w1 19500; close",
        Ruled(findings=(CORRECTED,), verdict="stands", awarded={"w1": 19_500}),
    ),
    breaks(
        "DCB-10",
        "A bet that lost was paid, and all of it is taken back.",
        "1: bet w1 P1 punto 10000; P 9h B 6c P 9d B 3s; call banco; pay w1 20000; take_back w1 20000; close",
        Ruled(findings=(("payment_corrected", "DCB-10"),), verdict="stands", awarded={"w1": 0}),
    ),
    breaks(
        "DCB-10",
        "From a bet that lost and was not paid 10.00 is taken back: the player is owed it.",
        "1: bet w1 P1 punto 10000; P 9h B 6c P 9d B 3s; call banco; pay w1 0; take_back w1 1000; close",
        Ruled(
            findings=(("wrong_payment", "DCB-10"), ("taken_back_beyond", "DCB-10")), verdict="correct", awarded={"w1": 0}
        ),
    ),
    breaks(
        "DCB-15",
        "What was paid too much is taken back when the next coup is being dealt: the money is right, and it was late.",
        f"""1: {BANCO_100}; pay w1 20000; close
        2: P 9h
        1: take_back w1 500
        2: B 6c P 9d B 3s; close""",
        Ruled(findings=(("taken_back_late", "DCB-15"),), verdict="stands", awarded={"w1": 19_500}),
        Ruled(),
    ),
    keeps(
        "DCB-15",
        "The bank is paid 19 to 20, and nothing is taken back.",
        f"1: {BANCO_100}; pay w1 19500; close",
        Ruled(verdict="stands", awarded={"w1": 19_500}),
    ),
    breaks(
        "DCB-15",
        "5.00 is taken back from a bet that nobody placed.",
        f"1: {BANCO_100}; pay w1 19500; take_back w9 500; close",
        Ruled(findings=(("taken_back_without_wager", ""),), verdict="stands", awarded={"w1": 19_500}),
    ),
)

LIMIT: Final = ("off_limits", "DCB-19")
BY_THE_HOUSE: Final = (
    breaks(
        "DCB-19",
        "A bet of 2,500.00 is above the 1,000.00 of the table; after the first card the dealer cuts it to the limit, and "
        "so it is settled.",
        f"1: bet w1 P1 banco 250000; P 9h; change w1 100000 by=dealer; {BANCO_WINS}; call banco; pay w1 195000; close",
        Ruled(findings=(LIMIT,), verdict="stands", awarded={"w1": 195_000}),
    ),
    keeps(
        "DCB-19",
        "The dealer cuts a bet to the limit before the first card: it lies within the limits when the betting ends.",
        f"1: bet w1 P1 banco 250000; change w1 100000 by=dealer; P 9h; {BANCO_WINS}; call banco; pay w1 195000; close",
        Ruled(verdict="stands", awarded={"w1": 195_000}),
    ),
    breaks(
        "DCB-3",
        "A player raises a bet after the first card and the dealer pushes the raise back: one breach, and the bet plays.",
        f"1: bet w1 P1 banco 10000; P 9h; change w1 20000; change w1 10000 by=dealer; {BANCO_WINS}; pay w1 19500; close",
        Ruled(findings=(CHANGED,), verdict="stands", awarded={"w1": 19_500}),
    ),
    breaks(
        "DCB-3",
        "A bet that came after the first card is pushed back by the dealer: it is late, and nobody has taken it back.",
        f"1: bet w2 P2 banco 500; P 9h; bet w1 P1 banco 10000; withdraw w1 by=dealer; {BANCO_WINS}; pay w2 975; close",
        Ruled(findings=(("late_bet", "DCB-3"),), verdict="stands", awarded={"w2": 975}),
    ),
    breaks(
        "DCB-3",
        "The dealer halves a bet that was within the limits after the first card: it plays as it was.",
        f"1: bet w1 P1 banco 10000; P 9h; change w1 5000 by=dealer; {BANCO_WINS}; pay w1 14500; close",
        Ruled(findings=(CHANGED,), verdict="stands", awarded={"w1": 19_500}),
    ),
    breaks(
        "DCB-3",
        "P2 takes P1's bet off the table after the first card: that has no effect.",
        f"1: bet w1 P1 banco 10000; P 9h; withdraw w1 by=P2; {BANCO_WINS}; call banco; pay w1 19500; close",
        Ruled(findings=(("handled_by_another", "DCB-3"),), verdict="stands", awarded={"w1": 19_500}),
    ),
)

ROWS: Final[tuple[Row, ...]] = (*TAKEN_UP, *NOT_PAID, *FITS_NOTHING, *GIVEN_BACK, *BY_THE_HOUSE)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_chips(row: Row) -> None:
    holds(row)
