"""Who may bet what, until when, and how much: DCB-3, 6, 7, 8, 9, 19 and 20."""

from typing import Final

import pytest

from tests.clauses.dcb.floor import breaks, holds, keeps
from tests.clauses.table import Row, Ruled

CLEAN: Final = Ruled()
LATE: Final = (("late_bet", "DCB-3"),)
CHANGED: Final = (("changed_late", "DCB-3"),)
WITHDRAWN: Final = (("withdrawn_late", "DCB-3"),)
BOTH: Final = (("both_sides", "DCB-7"),)
NO_MAIN: Final = (("without_main_bet", "DCB-9"),)
LIMIT: Final = (("off_limits", "DCB-19"),)
PARTNERS: Final = (("partnership", "DCB-20"),)

TIMES: Final = (
    keeps(
        "DCB-3",
        "A bet laid before the first card plays.",
        "1: bet w1 P1 banco 10000; P 9h B 6c P 9d B 3s; close",
        Ruled(verdict="stands", lawful="banco", due={"w1": 19_500}, awarded={"w1": 19_500}, cites=("DCB-3",)),
    ),
    keeps(
        "DCB-3",
        "A bet laid after the call but before the first card plays: the cards close the betting, not the call.",
        "1: nmb; bet w1 P1 banco 10000; P 9h B 6c P 9d B 3s; close",
        Ruled(due={"w1": 19_500}, awarded={"w1": 19_500}),
    ),
    keeps(
        "DCB-3",
        "A bet may be raised before the first card and plays at its new whole.",
        "1: bet w1 P1 banco 10000; change w1 20000; P 9h B 6c P 9d B 3s; close",
        Ruled(due={"w1": 39_000}),
    ),
    keeps(
        "DCB-3",
        "A bet may be moved from banco to punto before the first card and then lies on punto.",
        "1: bet w1 P1 banco 10000; shift w1 punto; P 9h B 6c P 9d B 3s; close",
        Ruled(due={"w1": 0}),
    ),
    keeps(
        "DCB-3",
        "A bet may be taken back before the first card.",
        "1: bet w1 P1 banco 10000; bet w2 P1 any_tie 500; withdraw w1; P 9h B 6c P 9d B 3s; close",
        Ruled(due={"w2": 0}),
    ),
    breaks(
        "DCB-3",
        "A bet laid after the first card is late and goes back.",
        "1: P 9h; bet w1 P1 banco 10000; B 6c P 9d B 3s; close",
        Ruled(findings=LATE, due={"w1": 10_000}),
    ),
    breaks(
        "DCB-3",
        "A bet raised after the first card was changed too late: the raise of 50.00 does not play.",
        "1: bet w1 P1 banco 10000; P 9h; change w1 15000; B 6c P 9d B 3s; close",
        Ruled(findings=CHANGED, due={"w1": 24_500}),
    ),
    breaks(
        "DCB-3",
        "A bet lowered after the first card was changed too late.",
        "1: bet w1 P1 punto 10000; P 9h; change w1 4000; B 6c P 9d B 3s; close",
        Ruled(findings=CHANGED),
    ),
    breaks(
        "DCB-3",
        "A bet moved from punto to banco after the first card was changed too late and still lies on punto.",
        "1: bet w1 P1 punto 10000; P 9h; shift w1 banco; B 6c P 9d B 3s; close",
        Ruled(findings=CHANGED, due={"w1": 0}),
    ),
    breaks(
        "DCB-3",
        "A bet taken back after the first card was taken back too late.",
        "1: bet w1 P1 punto 10000; P 9h; withdraw w1; B 6c P 9d B 3s; close",
        Ruled(findings=WITHDRAWN),
    ),
)

ONE_COUP: Final = (
    keeps(
        "DCB-6",
        "A bet is settled in its own coup, before a card of the next is dealt.",
        """1: bet w1 P1 banco 10000; P 9h B 6c P 9d B 3s; call banco; pay w1 19500; close
        2: P 9h B 6c P 9d B 3s; close""",
        Ruled(verdict="stands", due={"w1": 19_500}, cites=("DCB-6",)),
        CLEAN,
    ),
    keeps(
        "DCB-6",
        "A payment that was too small is made up after the next coup's first card: that corrects, it carries nothing over.",
        """1: bet w1 P1 banco 10000; P 9h B 6c P 9d B 3s; pay w1 10000; close
        2: P 9h
        1: pay w1 9500
        2: B 6c P 9d B 3s; close""",
        Ruled(due={"w1": 19_500}),
        CLEAN,
    ),
    breaks(
        "DCB-6",
        "A winning bet is left to lie and is paid only when the next coup is being dealt.",
        """1: bet w1 P1 banco 10000; P 9h B 6c P 9d B 3s; close
        2: P 9h
        1: pay w1 19500
        2: B 6c P 9d B 3s; close""",
        Ruled(findings=(("carried_over", "DCB-6"),), due={"w1": 19_500}),
        CLEAN,
    ),
    breaks(
        "DCB-6",
        "A bet is left on banco for a second coup and collected when that one is lost: 195.00 is due of its own coup.",
        """1: bet w1 P1 banco 10000; P 9h B 6c P 9d B 3s; close
        2: P 9h B 6c P Kd B 2s; call punto; pay w1 0; close""",
        Ruled(findings=(("carried_over", "DCB-6"), ("wrong_payment", "DCB-15")), verdict="correct", due={"w1": 19_500}),
        CLEAN,
    ),
)

SIDES: Final = (
    keeps(
        "DCB-7",
        "One player bets with the bank and another against it.",
        "1: bet w1 P1 banco 10000; bet w2 P2 punto 10000; P 9h B 6c P 9d B 3s; close",
        Ruled(verdict="stands", due={"w1": 19_500, "w2": 0}, awarded={"w1": 19_500, "w2": 0}, cites=("DCB-7",)),
    ),
    keeps(
        "DCB-7",
        "Any tie, UR WAY and 3G8 are no sides: with them a player is on one side only.",
        """1: bet w1 P1 banco 10000; bet w2 P1 any_tie 500; bet w3 P1 ur_way 100 total=8; bet w4 P1 3g8 100
        1: bet w5 P2 punto 10000; bet w6 P2 any_tie 500; bet w7 P2 ur_way 100 total=8; bet w8 P2 3g8 100
        1: P 9h B 6c P 9d B 3s; close""",
        Ruled(awarded={"w1": 19_500, "w2": 0, "w3": 0, "w4": 0, "w5": 0, "w6": 0, "w7": 0, "w8": 0}),
    ),
    keeps(
        "DCB-7",
        "A player may change sides from one coup to the next.",
        """1: bet w1 P1 banco 10000; P 9h B 6c P 9d B 3s; close
        2: bet w2 P1 punto 10000; P 9h B 6c P 9d B 3s; close""",
        CLEAN,
        CLEAN,
    ),
    breaks(
        "DCB-7",
        "A player bets on both sides of a coup: the bets are settled as they lie, and management decides.",
        "1: bet w1 P1 banco 10000; bet w2 P1 punto 10000; P 9h B 6c P 9d B 3s; close",
        Ruled(findings=BOTH, due={"w1": 19_500, "w2": 0}),
    ),
)

STANDING_ALONE: Final = (
    keeps(
        "DCB-8",
        "A bet on any tie needs no other bet and wins when both hands have eight.",
        "1: bet w1 P1 any_tie 500; P 9h B 6c P 9d B 2s; close",
        Ruled(verdict="stands", lawful="egalite", due={"w1": 5_000}, awarded={"w1": 5_000}, cites=("DCB-8",)),
    ),
    breaks(
        "DCB-8",
        "An UR WAY egalite does not stand alone as a bet on any tie does: it goes back, and the tie is paid.",
        "1: bet w1 P1 any_tie 500; bet w2 P2 ur_way 100 total=7; P 9h B 6c P 8d B As; close",
        Ruled(findings=(("without_main_bet", "DCB-9"),), due={"w1": 5000, "w2": 100}),
    ),
    breaks(
        "DCB-8",
        "A bet on any tie is not saved by the punto bet that wins beside it.",
        "1: bet w1 P1 any_tie 500; bet w2 P1 punto 10000; P 9h B 6c P Kd B 2s; close",
        Ruled(lawful="punto", due={"w1": 0, "w2": 20_000}),
    ),
    keeps(
        "DCB-9",
        "A player with a bank bet may bet on an UR WAY egalite.",
        "1: bet w1 P1 banco 500; bet w2 P1 ur_way 100 total=7; P 9h B 6c P 9d B 2s; close",
        Ruled(due={"w1": 525, "w2": 0}, awarded={"w2": 0}, cites=("DCB-9",)),
    ),
    keeps(
        "DCB-9",
        "A player with a punto bet may bet on an UR WAY egalite.",
        "1: bet w1 P1 punto 500; bet w2 P1 ur_way 100 total=7; P 9h B 6c P 9d B 2s; close",
        Ruled(due={"w1": 525, "w2": 0}, awarded={"w2": 0}),
    ),
    keeps(
        "DCB-9",
        "A player with an any-tie bet may bet on an UR WAY egalite.",
        "1: bet w1 P1 any_tie 500; bet w2 P1 ur_way 100 total=7; P 9h B 6c P 9d B 2s; close",
        Ruled(due={"w1": 5_000, "w2": 0}, awarded={"w2": 0}),
    ),
    breaks(
        "DCB-9",
        "An UR WAY egalite laid alone goes back.",
        "1: bet w1 P1 ur_way 100 total=8; P 9h B 6c P 9d B 2s; close",
        Ruled(findings=NO_MAIN, due={"w1": 100}),
    ),
    breaks(
        "DCB-9",
        "3G8 is not one of the bets that open the UR WAY egalites.",
        "1: bet w1 P1 ur_way 100 total=8; bet w2 P1 3g8 100; P 9h B 6c P 9d B 2s; close",
        Ruled(findings=NO_MAIN, due={"w1": 100, "w2": 0}),
    ),
    breaks(
        "DCB-9",
        "Another player's bank bet does not open the UR WAY egalites.",
        "1: bet w1 P1 ur_way 100 total=8; bet w2 P2 banco 500; P 9h B 6c P 9d B 2s; close",
        Ruled(findings=NO_MAIN, due={"w1": 100}),
    ),
    breaks(
        "DCB-9",
        "A bank bet that is taken back before the first card opens no UR WAY egalite.",
        "1: bet w1 P1 banco 500; bet w2 P1 ur_way 100 total=8; withdraw w1; P 9h B 6c P 9d B 2s; close",
        Ruled(findings=NO_MAIN, due={"w2": 100}),
    ),
    breaks(
        "DCB-9",
        "A bank bet laid after the first card opens no UR WAY egalite.",
        "1: bet w1 P1 ur_way 100 total=8; P 9h; bet w2 P1 banco 500; B 6c P 9d B 2s; close",
        Ruled(findings=(*LATE, *NO_MAIN), due={"w1": 100, "w2": 500}),
    ),
)

AMOUNTS: Final = (
    keeps(
        "DCB-19",
        "Every bet may be exactly the posted minimum.",
        """1: bet w1 P1 banco 500; bet w2 P1 any_tie 500; bet w3 P1 ur_way 100 total=8; bet w4 P1 3g8 100
        1: bet w5 P2 punto 500; P 9h B 6c P 9d B 3s; close""",
        Ruled(awarded={"w1": 975, "w2": 0, "w3": 0, "w4": 0, "w5": 0}, cites=("DCB-19",)),
    ),
    keeps(
        "DCB-19",
        "Every bet may be exactly the posted maximum.",
        """1: bet w1 P1 banco 100000; bet w2 P1 any_tie 20000; bet w3 P1 ur_way 5000 total=8; bet w4 P1 3g8 5000
        1: bet w5 P2 punto 100000; P 9h B 6c P 9d B 3s; close""",
        Ruled(awarded={"w1": 195_000, "w2": 0, "w3": 0, "w4": 0, "w5": 0}),
    ),
    keeps(
        "DCB-19",
        "A bet that was laid too small is raised to the minimum before the first card.",
        "1: bet w1 P1 banco 499; change w1 500; P 9h B 6c P 9d B 3s; close",
        Ruled(due={"w1": 975}),
    ),
    *(
        breaks(
            "DCB-19",
            f"A bet on {kind} of a penny {side} is off the limits: it is settled as it lies, and management decides.",
            f"1: bet w1 P1 {kind} {stake}; P 9h B 6c P 9d B 3s; close",
            Ruled(findings=LIMIT, verdict="refer", authority="management", due={"w1": back}, awarded={"w1": None}),
        )
        for kind, side, stake, back in (
            ("banco", "under the minimum", 499, 974),  # 499 x 19/20 is 474.05: the fraction goes to the player, 475
            ("banco", "over the maximum", 100_001, 195_002),  # 95,000.95: 95,001
            ("punto", "under the minimum", 499, 0),
            ("punto", "over the maximum", 100_001, 0),
            ("any_tie", "under the minimum", 499, 0),
            ("any_tie", "over the maximum", 20_001, 0),
            ("3g8", "under the minimum", 99, 0),
            ("3g8", "over the maximum", 5_001, 0),
        )
    ),
    *(
        breaks(
            "DCB-19",
            f"An UR WAY egalite of a penny {side} is off the limits, although the punto bet beside it is within.",
            f"1: bet w1 P1 punto 500; bet w2 P1 ur_way {stake} total=8; P 9h B 6c P 9d B 3s; close",
            Ruled(findings=LIMIT, due={"w1": 0, "w2": 0}),
        )
        for side, stake in (("under the minimum", 99), ("over the maximum", 5_001))
    ),
    breaks(
        "DCB-19",
        "A bet is raised over the maximum before the first card.",
        "1: bet w1 P1 punto 90000; change w1 100001; P 9h B 6c P 9d B 3s; close",
        Ruled(findings=LIMIT, due={"w1": 0}),
    ),
)

BANCO_WINS: Final = "P 9h B 6c P 9d B 3s; close"
TOGETHER: Final = "bet a{0} P1 {1} 60000; bet b{0} P2 {1} 60000; " + BANCO_WINS

JOINTLY: Final = (
    keeps(
        "DCB-20",
        "Two players are on one side together above the maximum for two coups, then part.",
        f"""1: {TOGETHER.format(1, "banco")}
        2: {TOGETHER.format(2, "banco")}
        3: bet a3 P1 banco 60000; bet b3 P2 punto 60000; {BANCO_WINS}""",
        Ruled(cites=("DCB-20",)),
        CLEAN,
        CLEAN,
    ),
    keeps(
        "DCB-20",
        "Two players move together for three coups, but together they never exceed the maximum.",
        "\n".join(f"{n}: bet a{n} P1 banco 50000; bet b{n} P2 banco 50000; {BANCO_WINS}" for n in (1, 2, 3)),
        CLEAN,
        CLEAN,
        CLEAN,
    ),
    breaks(
        "DCB-20",
        "Two players are on one side for three coups running, each time together above the maximum.",
        "\n".join(f"{n}: {TOGETHER.format(n, 'banco')}" for n in (1, 2, 3)),
        CLEAN,
        CLEAN,
        Ruled(findings=PARTNERS),
    ),
    breaks(
        "DCB-20",
        "Two players change sides together, three coups running above the maximum.",
        f"""1: {TOGETHER.format(1, "banco")}
        2: {TOGETHER.format(2, "punto")}
        3: {TOGETHER.format(3, "banco")}""",
        CLEAN,
        CLEAN,
        Ruled(findings=PARTNERS),
    ),
)

ROWS: Final[tuple[Row, ...]] = (*TIMES, *ONE_COUP, *SIDES, *STANDING_ALONE, *AMOUNTS, *JOINTLY)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_bets(row: Row) -> None:
    holds(row)
