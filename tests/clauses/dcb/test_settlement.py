"""Who wins and what the sides and any tie are paid: DCB-10, 15 to 18, and fractions of a penny (ROUND)."""

from typing import Final

import pytest

from tests.clauses.dcb.floor import breaks, floor, holds, keeps
from tests.clauses.table import Row, Ruled

BANCO_WINS: Final = "P 9h B 6c P 9d B 3s"
"""Eight to nine."""
PUNTO_WINS: Final = "P 9h B 6c P Kd B 2s"
"""Nine to eight."""
EIGHTS: Final = "P 9h B 6c P 9d B 2s"
"""A tie on eight."""
NOTHINGS: Final = "P Th B 3c P Kd B Qs P Jh B 7d"
"""A tie on nothing."""
NO_SHARE: Final = (("no_agreed_share", "DCB-17"),)
OUT_OF_RANGE: Final = (("share_out_of_range", "DCB-17"),)
CALL: Final = (("wrong_announcement", "DCB-10"),)


def paid_wrong(clause: str) -> tuple[tuple[str, str], ...]:
    return (("wrong_payment", clause),)


WINNERS: Final = (
    keeps(
        "DCB-10",
        "Nine is nearer to nine than eight: banco wins, and the dealer says so.",
        f"1: bet w1 P1 banco 10000; bet w2 P2 punto 10000; {BANCO_WINS}; call banco; close",
        Ruled(
            verdict="stands",
            declared="banco",
            dealt="banco",
            lawful="banco",
            due={"w1": 19_500, "w2": 0},
            cites=("DCB-10",),
        ),
    ),
    keeps(
        "DCB-10",
        "Seven is nearer to nine than six: punto wins.",
        "1: bet w1 P1 banco 10000; bet w2 P2 punto 10000; P 4h B 2c P 3d B 4s; call punto; close",
        Ruled(verdict="stands", lawful="punto", due={"w1": 0, "w2": 20_000}),
    ),
    keeps(
        "DCB-10",
        "The winner is known when all required cards are drawn: punto's two cards made five, its three make nothing.",
        "1: bet w1 P1 banco 10000; bet w2 P2 punto 10000; P 2h B 3c P 3d B As P 5h B Jd; call banco; close",
        Ruled(verdict="stands", lawful="banco", due={"w1": 19_500, "w2": 0}),
    ),
    breaks(
        "DCB-10",
        "The dealer calls punto although banco's nine beats punto's eight: the money is to be corrected.",
        f"1: bet w1 P1 banco 10000; bet w2 P2 punto 10000; {BANCO_WINS}; call punto; close",
        Ruled(
            findings=CALL, verdict="correct", declared="punto", dealt="banco", lawful="banco", due={"w1": 19_500, "w2": 0}
        ),
    ),
    breaks(
        "DCB-10",
        "The dealer calls banco although both hands have eight.",
        f"1: bet w1 P1 banco 10000; {EIGHTS}; call banco; close",
        Ruled(findings=CALL, verdict="correct", declared="banco", lawful="egalite", due={"w1": 10_500}),
    ),
)

SIDES: Final = (
    keeps(
        "DCB-15",
        "The bank wins 95.00 on 100.00, 19 to 20.",
        f"1: bet w1 P1 banco 10000; {BANCO_WINS}; call banco; pay w1 19500; close",
        Ruled(verdict="stands", awarded={"w1": 19_500}, cites=("DCB-15",)),
    ),
    breaks(
        "DCB-15",
        "The bank is paid even money: 5.00 too much on 100.00.",
        f"1: bet w1 P1 banco 10000; {BANCO_WINS}; call banco; pay w1 20000; close",
        Ruled(findings=paid_wrong("DCB-15"), verdict="correct", awarded={"w1": 19_500}),
    ),
    breaks(
        "DCB-15",
        "A bet with the bank is lost when punto wins.",
        f"1: bet w1 P1 banco 10000; {PUNTO_WINS}; call punto; pay w1 0; close",
        Ruled(verdict="stands", awarded={"w1": 0}),
    ),
    keeps(
        "DCB-16",
        "Punto wins 100.00 on 100.00, even money.",
        f"1: bet w1 P1 punto 10000; {PUNTO_WINS}; call punto; pay w1 20000; close",
        Ruled(verdict="stands", awarded={"w1": 20_000}, cites=("DCB-16",)),
    ),
    breaks(
        "DCB-16",
        "Punto is paid 19 to 20 as if it were the bank: 5.00 too little on 100.00.",
        f"1: bet w1 P1 punto 10000; {PUNTO_WINS}; call punto; pay w1 19500; close",
        Ruled(findings=paid_wrong("DCB-16"), verdict="correct", awarded={"w1": 20_000}),
    ),
    breaks(
        "DCB-16",
        "A bet with punto is lost when the bank wins.",
        f"1: bet w1 P1 punto 10000; {BANCO_WINS}; call banco; pay w1 0; close",
        Ruled(verdict="stands", awarded={"w1": 0}),
    ),
)

DOUBLE_CHANCE: Final = (
    keeps(
        "DCB-17",
        "On a tie bank and punto bets are paid what was agreed with their players, 5% and 2%, and keep the stake.",
        f"1: bet w1 P1 banco 10000; bet w2 P2 punto 10000; {EIGHTS}; call egalite; pay w1 10500; pay w2 10200; close",
        Ruled(verdict="stands", lawful="egalite", awarded={"w1": 10_500, "w2": 10_200}, cites=("DCB-17",)),
    ),
    keeps(
        "DCB-17",
        "The least that can be agreed is 2%, the most is 10%.",
        f"1: bet w1 P2 banco 10000; bet w2 P4 punto 10000; {EIGHTS}; close",
        Ruled(verdict="stands", due={"w1": 10_200, "w2": 11_000}),
    ),
    keeps(
        "DCB-17",
        "Without a tie no agreement is needed.",
        f"1: bet w1 P3 banco 10000; {BANCO_WINS}; close",
        Ruled(verdict="stands", due={"w1": 19_500}),
    ),
    keeps(
        "DCB-17",
        "A share that is agreed before the first card holds for the coup.",
        f"1: bet w1 P3 banco 10000\ntable: terms P3 300\n1: {EIGHTS}; close",
        Ruled(due={"w1": 10_300}),
    ),
    breaks(
        "DCB-17",
        "Nothing was agreed with the player when both hands tie.",
        f"1: bet w1 P3 banco 10000; {EIGHTS}; close",
        Ruled(findings=NO_SHARE, verdict="refer", awarded={"w1": None}),
    ),
    breaks(
        "DCB-17",
        "A share that is agreed after the first card was not agreed previously.",
        "1: bet w1 P3 banco 10000; P 9h\ntable: terms P3 300\n1: B 6c P 9d B 2s; close",
        Ruled(findings=NO_SHARE, verdict="refer", awarded={"w1": None}),
    ),
    breaks(
        "DCB-17",
        "A share of 1.99% lies below what the document offers.",
        f"1: bet w1 P3 banco 10000; {EIGHTS}; close",
        Ruled(findings=OUT_OF_RANGE, due={"w1": 10_199}),
        before=floor(terms="table: terms P3 199"),
    ),
    breaks(
        "DCB-17",
        "A share of 10.01% lies above what the document offers.",
        f"1: bet w1 P3 punto 10000; {EIGHTS}; close",
        Ruled(findings=OUT_OF_RANGE, due={"w1": 11_001}),
        before=floor(terms="table: terms P3 1001"),
    ),
    keeps(
        "DCB-17a?",
        "On a tie the stake comes back together with the percentage.",
        f"1: bet w1 P1 banco 10000; {EIGHTS}; call egalite; pay w1 10500; close",
        Ruled(verdict="stands", awarded={"w1": 10_500}, cites=("DCB-17a?",)),
    ),
    breaks(
        "DCB-17a?",
        "On a tie the dealer pays the percentage and collects the stake: 100.00 too little.",
        f"1: bet w1 P1 banco 10000; {EIGHTS}; call egalite; pay w1 500; close",
        Ruled(findings=paid_wrong("DCB-17a?"), verdict="correct", awarded={"w1": 10_500}),
    ),
    breaks(
        "DCB-17a?",
        "As long as the house has left it open, the stake may have been lost beside the percentage.",
        f"1: bet w1 P1 banco 10000; {EIGHTS}; close",
        Ruled(branches={"DCB-17a?:a": {"w1": 10_500}, "DCB-17a?:b": {"w1": 500}}, if_claimed={"w1": 10_500}),
        unresolved=("DCB-17a?",),
    ),
)

ANY_TIE: Final = (
    keeps(
        "DCB-18",
        "Any tie wins 45.00 on 5.00, 9 to 1, whatever the total.",
        f"1: bet w1 P1 any_tie 500; {EIGHTS}; pay w1 5000; close\n2: bet w2 P1 any_tie 500; {NOTHINGS}; pay w2 5000; close",
        Ruled(verdict="stands", awarded={"w1": 5_000}, cites=("DCB-18",)),
        Ruled(verdict="stands", awarded={"w2": 5_000}),
    ),
    keeps(
        "DCB-18",
        "Where the house has specified 8 to 1, any tie is paid 8 to 1.",
        f"table: odds any_tie 8:1\n1: bet w1 P1 any_tie 500; {EIGHTS}; pay w1 4500; close",
        Ruled(verdict="stands", awarded={"w1": 4_500}),
    ),
    breaks(
        "DCB-18",
        "Any tie is paid 8 to 1 although the house has specified nothing: 5.00 too little.",
        f"1: bet w1 P1 any_tie 500; {EIGHTS}; pay w1 4500; close",
        Ruled(findings=paid_wrong("DCB-18"), verdict="correct", awarded={"w1": 5_000}),
    ),
    breaks(
        "DCB-18",
        "Any tie is lost when the hands differ by one.",
        f"1: bet w1 P1 any_tie 500; {BANCO_WINS}; close",
        Ruled(due={"w1": 0}),
    ),
)

FRACTIONS: Final = (
    keeps(
        "DCB-ROUND",
        "19 to 20 on 10.01 is 9.5095: the player is paid 9.51.",
        f"1: bet w1 P1 banco 1001; {BANCO_WINS}; pay w1 1952; close",
        Ruled(verdict="stands", awarded={"w1": 1_952}, cites=("DCB-ROUND",)),
    ),
    keeps(
        "DCB-ROUND",
        "5% of 10.01 is 0.5005: the player is paid 0.51.",
        f"1: bet w1 P1 punto 1001; {EIGHTS}; close",
        Ruled(verdict="stands", due={"w1": 1_052}),
    ),
    keeps(
        "DCB-ROUND",
        "Two bets of 10.01 are rounded each on its own.",
        f"1: bet w1 P1 banco 1001; bet w2 P1 banco 1001; {BANCO_WINS}; close",
        Ruled(due={"w1": 1_952, "w2": 1_952}),
    ),
    breaks(
        "DCB-ROUND",
        "The dealer keeps the fraction of a penny.",
        f"1: bet w1 P1 banco 1001; {BANCO_WINS}; pay w1 1951; close",
        Ruled(findings=paid_wrong("DCB-ROUND"), verdict="correct", awarded={"w1": 1_952}),
    ),
)

ROWS: Final[tuple[Row, ...]] = (*WINNERS, *SIDES, *DOUBLE_CHANCE, *ANY_TIE, *FRACTIONS)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_settlement(row: Row) -> None:
    holds(row)
