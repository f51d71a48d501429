"""The side bets: UR WAY egalites (DCB-U1 to U3?) and 3G8 (DCB-T0 to T3)."""

from typing import Final

import pytest

from tests.clauses.dcb.floor import breaks, floor, holds, keeps
from tests.clauses.table import Row, Ruled

BANCO_WINS: Final = "P 9h B 6c P 9d B 3s"
"""Eight to nine."""
EIGHTS: Final = "P 9h B 6c P 9d B 2s"
"""A tie on eight."""
TIES: Final = (
    "P Th B 3c P Kd B Qs P Jh B 7d",
    "P Th B 3c P Kd B Qs P Ah B 8d",
    "P Th B 3c P Kd B Qs P 2h B 9d",
    "P Th B 3c P Kd B Qs P 3h B Td",
    "P Th B 3c P Kd B Qs P 4h B Ad",
    "P Th B 3c P Kd B Qs P 5h B 2d",
    "P 4h B 2c P 2d B 4s",
    "P 4h B 3c P 3d B 4s",
    EIGHTS,
    "P 5h B 6c P 4d B 3s",
)
"""A tie on each total: up to five banco has three and draws, from six on both hands stand."""
ODDS: Final = (150, 215, 225, 200, 120, 110, 44, 44, 80, 80)
"""What the table has posted for each total."""

NO_ODDS: Final = (("no_posted_odds", "DCB-U3?"),)


def paid_wrong(clause: str) -> tuple[tuple[str, str], ...]:
    return (("wrong_payment", clause),)


UR_WAY: Final = (
    *(
        keeps(
            "DCB-U1",
            f"An UR WAY egalite on {total} wins when both hands have {total}.",
            f"1: bet w1 P1 any_tie 500; bet w2 P1 ur_way 100 total={total}; {cards}; close",
            Ruled(verdict="stands", due={"w1": 5_000, "w2": 100 * (odds + 1)}, cites=("DCB-U1",)),
        )
        for total, (cards, odds) in enumerate(zip(TIES, ODDS, strict=True))
    ),
    keeps(
        "DCB-U1",
        "UR WAY egalites on several totals are settled each alone.",
        f"1: bet w1 P1 any_tie 500; bet w2 P1 ur_way 100 total=7; bet w3 P1 ur_way 200 total=8; {EIGHTS}; close",
        Ruled(due={"w2": 0, "w3": 16_200}),
    ),
    breaks(
        "DCB-U1",
        "An UR WAY egalite on seven does not win on a tie of eight.",
        f"1: bet w1 P1 any_tie 500; bet w2 P1 ur_way 100 total=7; {EIGHTS}; close",
        Ruled(due={"w1": 5_000, "w2": 0}),
    ),
    keeps(
        "DCB-U2",
        "An UR WAY egalite on eight is lost when only one hand has eight.",
        f"1: bet w1 P1 punto 500; bet w2 P1 ur_way 100 total=8; {BANCO_WINS}; close",
        Ruled(verdict="stands", awarded={"w2": 0}, cites=("DCB-U2",)),
    ),
    keeps(
        "DCB-U2",
        "An UR WAY egalite on eight is lost when the hands tie on another total.",
        f"1: bet w1 P1 punto 500; bet w2 P1 ur_way 100 total=8; {TIES[9]}; close",
        Ruled(verdict="stands", awarded={"w2": 0}),
    ),
    breaks(
        "DCB-U2",
        "An UR WAY egalite on eight is not lost when both hands have eight.",
        f"1: bet w1 P1 punto 500; bet w2 P1 ur_way 100 total=8; {EIGHTS}; close",
        Ruled(verdict="stands", awarded={"w2": 8_100}),
    ),
    keeps(
        "DCB-U3?",
        "An UR WAY egalite is paid at the odds that the house has posted for its total.",
        f"1: bet w1 P1 any_tie 500; bet w2 P1 ur_way 100 total=5; {TIES[5]}; pay w1 5000; pay w2 11100; close",
        Ruled(verdict="stands", awarded={"w2": 11_100}, cites=("DCB-U3?",)),
    ),
    keeps(
        "DCB-U3?",
        "Odds posted anew hold from there on.",
        f"table: odds ur_way 45:1 total=6\n1: bet w1 P1 any_tie 500; bet w2 P1 ur_way 100 total=6; {TIES[6]}; close",
        Ruled(due={"w2": 4_600}),
    ),
    *(
        breaks(
            "DCB-U3?",
            f"An UR WAY egalite wins on {total}, for which no odds are posted: nobody can say what is due.",
            f"1: bet w1 P1 any_tie 500; bet w2 P1 ur_way 100 total={total}; {cards}; close",
            Ruled(findings=NO_ODDS, verdict="refer", due={"w1": 5_000, "w2": None}, awarded={"w1": 5_000, "w2": None}),
            before=floor(odds=""),
        )
        for total, cards in enumerate(TIES)
    ),
)

THREE_GIVING_EIGHT: Final = "P Th B 2c P Kd B As P 8h"

G38: Final = (
    keeps(
        "DCB-T1",
        "Banco has three in two cards and punto is given an eight: 3G8 wins.",
        f"1: bet w1 P1 3g8 100; {THREE_GIVING_EIGHT}; close",
        Ruled(verdict="stands", lawful="punto", due={"w1": 18_100}, cites=("DCB-T1",)),
    ),
    keeps(
        "DCB-T1",
        "Punto was entitled to the eight, though the dealer passed it over and laid the eight to banco: 3G8 wins.",
        "1: bet w1 P1 3g8 100; P 2h B 2c P 3d B As B 8s; close",
        Ruled(findings=(("underdraw", "DCB-13"),), hands={"punto": "2h 3d 8s", "banco": "2c As"}, due={"w1": 18_100}),
    ),
    *(
        breaks("DCB-T1", sentence, f"1: bet w1 P1 3g8 100; {cards}; close", Ruled(verdict="stands", due={"w1": 0}))
        for sentence, cards in (
            ("Punto is given a seven: 3G8 is lost.", "P Th B 2c P Kd B As P 7h B 5d"),
            ("Punto is given a nine: 3G8 is lost.", "P Th B 2c P Kd B As P 9h B 5d"),
            ("Banco has two when punto is given an eight: 3G8 is lost.", "P Th B Ac P Kd B As P 8h B 5d"),
            ("Banco has four when punto is given an eight: 3G8 is lost.", "P Th B 2c P Kd B 2s P 8h"),
            ("Banco's three has three cards, its first two were nothing: 3G8 is lost.", "P Th B Tc P Kd B Js P 8h B 3d"),
        )
    ),
    breaks(
        "DCB-T1",
        "Punto stands on six and is given an eight all the same: it was not entitled to it, and 3G8 is lost.",
        "1: bet w1 P1 3g8 100; P 4h B 2c P 2d B As P 8h B 5d; close",
        Ruled(
            findings=(("overdraw", "DCB-13"),),
            hands={"punto": "4h 2d", "banco": "2c As 8h"},
            due={"w1": 0},
        ),
    ),
    keeps(
        "DCB-T2",
        "Punto stands and is given nothing: 3G8 is lost.",
        "1: bet w1 P1 3g8 100; P 4h B 2c P 2d B As B 5d; close",
        Ruled(verdict="stands", awarded={"w1": 0}, cites=("DCB-T2",)),
    ),
    keeps(
        "DCB-T2",
        "Punto's natural ends the coup: 3G8 is lost.",
        "1: bet w1 P1 3g8 100; P 9h B 2c P Kd B As; close",
        Ruled(verdict="stands", awarded={"w1": 0}),
    ),
    breaks(
        "DCB-T2",
        "Banco had three and gave an eight: 3G8 is not lost.",
        f"1: bet w1 P1 3g8 100; {THREE_GIVING_EIGHT}; pay w1 0; close",
        Ruled(findings=paid_wrong("DCB-T1"), verdict="correct", awarded={"w1": 18_100}),
    ),
    keeps(
        "DCB-T3",
        "3G8 wins 180.00 on 1.00.",
        f"1: bet w1 P1 3g8 100; {THREE_GIVING_EIGHT}; pay w1 18100; close",
        Ruled(verdict="stands", awarded={"w1": 18_100}, cites=("DCB-T3",)),
    ),
    breaks(
        "DCB-T3",
        "3G8 is paid 180 for 1, the stake included: 1.00 too little.",
        f"1: bet w1 P1 3g8 100; {THREE_GIVING_EIGHT}; pay w1 18000; close",
        Ruled(findings=paid_wrong("DCB-T3"), verdict="correct", awarded={"w1": 18_100}),
    ),
    keeps(
        "DCB-T0",
        "3G8 stands alone: it needs no other bet.",
        f"1: bet w1 P1 3g8 100; {THREE_GIVING_EIGHT}; close",
        Ruled(verdict="stands", awarded={"w1": 18_100}, cites=("DCB-T0",)),
    ),
    breaks(
        "DCB-T0",
        "What 3G8 may, UR WAY may not: alone it goes back.",
        f"1: bet w1 P1 3g8 100; bet w2 P2 ur_way 100 total=8; {THREE_GIVING_EIGHT}; close",
        Ruled(findings=(("without_main_bet", "DCB-9"),), due={"w1": 18_100, "w2": 100}),
    ),
)

ROWS: Final[tuple[Row, ...]] = (*UR_WAY, *G38)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_side_bets(row: Row) -> None:
    holds(row)
