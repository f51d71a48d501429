"""In whose favour a doubt is decided, and what becomes of bets against the rules: DCB-2, 2a?, 2b? and BETS."""

from typing import Final

import pytest

from tests.clauses.dcb.floor import breaks, holds, keeps
from tests.clauses.table import Row, Ruled

BANCO_WINS: Final = "P 9h B 6c P 9d B 3s; close"
EIGHTS: Final = "P 9h B 6c P 9d B 2s; close"
STAKE: Final = ("DCB-17a?",)
"""Whether the stake comes back on a tie, left open: 105.00 or 5.00 on a stake of 100.00 at 5%."""
NO_SHARE: Final = (("no_agreed_share", "DCB-17"),)
LATE: Final = (("late_bet", "DCB-3"),)
CHANGED: Final = (("changed_late", "DCB-3"),)
WITHDRAWN: Final = (("withdrawn_late", "DCB-3"),)
BOTH: Final = (("both_sides", "DCB-7"),)
NO_MAIN: Final = (("without_main_bet", "DCB-9"),)
LIMIT: Final = (("off_limits", "DCB-19"),)

UNPAID: Final = (("unpaid", "DCB-17"),)
"""The player gave notice, and no payment of the coup is told: a finding for each amount that may be due."""

DOUBTS: Final = (
    keeps(
        "DCB-2",
        "A player who disputes an open doubt gets the better reading; another is shown it as if he claimed.",
        f"1: bet w1 P1 banco 10000; bet w2 P2 punto 10000; {EIGHTS}; notice P1 dealer",
        Ruled(
            findings=UNPAID * 2,
            branches={"DCB-17a?:a": {"w1": 10_500, "w2": 10_200}, "DCB-17a?:b": {"w1": 500, "w2": 200}},
            awarded={"w1": 10_500, "w2": None},
            if_claimed={"w1": None, "w2": 10_200},
            cites=("DCB-2", "DCB-17a?"),
        ),
        unresolved=STAKE,
    ),
    keeps(
        "DCB-2",
        "A notice by the inspector is no player's dispute.",
        f"1: bet w1 P1 banco 10000; {EIGHTS}; notice inspector management",
        Ruled(awarded={"w1": None}, if_claimed={"w1": 10_500}),
        unresolved=STAKE,
    ),
    breaks(
        "DCB-2",
        "The house has the worse reading in mind, and a player who disputes gets the better one all the same.",
        f"1: bet w1 P1 punto 10000; {EIGHTS}; notice P1 inspector",
        Ruled(
            findings=UNPAID * 2,
            branches={"DCB-17a?:a": {"w1": 10_500}, "DCB-17a?:b": {"w1": 500}},
            awarded={"w1": 10_500},
            cites=("DCB-2", "DCB-17a?"),
        ),
        unresolved=STAKE,
    ),
    breaks(
        "DCB-2",
        "The house has resolved the doubt before the coup, to the worse reading: nothing is left to favour.",
        f"table: resolved DCB-17a? b management\n1: bet w1 P1 banco 10000; {EIGHTS}; notice P1 dealer",
        Ruled(
            findings=UNPAID,
            verdict="correct",
            due={"w1": 500},
            awarded={"w1": 500},
            if_claimed={"w1": None},
            cites=("DCB-17a?",),
        ),
        unresolved=STAKE,
    ),
    breaks(
        "DCB-2",
        "The doubt does not touch a coup without a tie.",
        f"1: bet w1 P1 banco 10000; {BANCO_WINS}; notice P1 dealer",
        Ruled(findings=(("unpaid", "DCB-15"),), verdict="correct", awarded={"w1": 19_500}, if_claimed={"w1": None}),
        unresolved=STAKE,
    ),
    keeps(
        "DCB-2a?",
        "A resolution holds for the coups after it.",
        f"""1: bet w1 P1 banco 10000; {BANCO_WINS}
        table: resolved DCB-17a? b management
        2: bet w2 P1 banco 10000; {EIGHTS}; notice P1 dealer""",
        Ruled(),
        Ruled(findings=UNPAID, due={"w2": 500}, awarded={"w2": 500}),
        unresolved=STAKE,
    ),
    breaks(
        "DCB-2a?",
        "A resolution does not reach back to the coup that gave rise to it.",
        f"""1: bet w1 P1 banco 10000; {EIGHTS}; notice P1 dealer
        table: resolved DCB-17a? b management""",
        Ruled(
            findings=UNPAID * 2,
            branches={"DCB-17a?:a": {"w1": 10_500}, "DCB-17a?:b": {"w1": 500}},
            awarded={"w1": 10_500},
            cites=("DCB-2a?",),
        ),
        unresolved=STAKE,
    ),
    breaks(
        "DCB-2a?",
        "A resolution does not reach a coup whose bets were already called for.",
        f"""1: open; bet w1 P1 banco 10000
        table: resolved DCB-17a? b management
        1: {EIGHTS}; notice P1 dealer""",
        Ruled(findings=UNPAID * 2, awarded={"w1": 10_500}),
        unresolved=STAKE,
    ),
    keeps(
        "DCB-2b?",
        "One reading decides all of the disputing player's bets in the coup.",
        f"1: bet w1 P1 banco 10000; bet w2 P1 any_tie 500; {EIGHTS}; notice P1 dealer",
        Ruled(
            findings=(*UNPAID * 2, ("unpaid", "DCB-18")),
            branches={"DCB-17a?:a": {"w1": 10_500, "w2": 5_000}, "DCB-17a?:b": {"w1": 500, "w2": 5_000}},
            awarded={"w1": 10_500, "w2": 5_000},
        ),
        unresolved=STAKE,
    ),
    breaks(
        "DCB-2b?",
        "The favour goes player by player: one player's dispute does not award another's bets.",
        f"1: bet w1 P1 banco 10000; bet w2 P2 banco 10000; {EIGHTS}; notice P2 dealer",
        Ruled(findings=UNPAID * 2, awarded={"w1": None, "w2": 10_200}, if_claimed={"w1": 10_500, "w2": None}),
        unresolved=STAKE,
    ),
)

AGAINST_THE_RULES: Final = (
    keeps(
        "DCB-BETS",
        "A bet laid in time plays, and one laid late goes back although it would have won.",
        "1: bet w1 P1 banco 10000; P 9h; bet w2 P2 banco 10000; B 6c P 9d B 3s; close",
        Ruled(findings=LATE, due={"w1": 19_500, "w2": 10_000}, awarded={"w1": 19_500, "w2": 10_000}, cites=("DCB-BETS",)),
    ),
    breaks(
        "DCB-BETS",
        "Nothing is on record as paid: by the call the bet in time is paid and the late one goes back, and so it stands.",
        "1: bet w1 P1 banco 10000; P 9h; bet w2 P2 banco 5000; B 6c P 9d; change w1 12000; B 3s; call banco; close",
        Ruled(findings=(*LATE, *CHANGED), verdict="stands", due={"w1": 21_500, "w2": 5_000}),
    ),
    breaks(
        "DCB-BETS",
        "A late bet goes back although it would have lost.",
        "1: P 9h; bet w1 P1 punto 10000; B 6c P 9d B 3s; close",
        Ruled(findings=LATE, due={"w1": 10_000}),
    ),
    keeps(
        "DCB-BETS",
        "Of a bet that is raised late only the late part goes back.",
        "1: bet w1 P1 banco 10000; P 9h; change w1 15000; B 6c P 9d B 3s; close",
        Ruled(findings=CHANGED, due={"w1": 24_500}),
    ),
    breaks(
        "DCB-BETS",
        "The late part of a raised bet goes back when the bet is lost.",
        "1: bet w1 P1 punto 10000; P 9h; change w1 15000; B 6c P 9d B 3s; close",
        Ruled(findings=CHANGED, due={"w1": 5_000}),
    ),
    breaks(
        "DCB-BETS",
        "A bet that is taken back late plays all the same.",
        "1: bet w1 P1 banco 10000; P 9h; withdraw w1; B 6c P 9d B 3s; close",
        Ruled(findings=WITHDRAWN, due={"w1": 19_500}),
    ),
    breaks(
        "DCB-BETS",
        "An UR WAY egalite without a main bet goes back although both hands tie on its total.",
        f"1: bet w1 P1 ur_way 100 total=8; {EIGHTS}",
        Ruled(findings=NO_MAIN, due={"w1": 100}),
    ),
    breaks(
        "DCB-BETS",
        "A bet over the limit is settled as it lies and management decides; the other bets of the coup do not wait for it.",
        f"1: bet w1 P1 banco 100001; bet w2 P2 banco 10000; {BANCO_WINS}",
        Ruled(
            findings=LIMIT,
            verdict="refer",
            authority="management",
            due={"w1": 195_002, "w2": 19_500},
            awarded={"w1": None, "w2": 19_500},
        ),
    ),
    breaks(
        "DCB-BETS",
        "Bets on both sides are settled as they lie and management decides.",
        f"1: bet w1 P1 banco 10000; bet w2 P1 punto 10000; {BANCO_WINS}",
        Ruled(
            findings=BOTH,
            verdict="refer",
            authority="management",
            due={"w1": 19_500, "w2": 0},
            awarded={"w1": None, "w2": None},
        ),
    ),
    breaks(
        "DCB-BETS",
        "On a tie without an agreement the least, 2%, is due, and management decides.",
        f"1: bet w1 P3 banco 10000; {EIGHTS}",
        Ruled(findings=NO_SHARE, verdict="refer", authority="management", due={"w1": 10_200}, awarded={"w1": None}),
    ),
)

ROWS: Final[tuple[Row, ...]] = (*DOUBTS, *AGAINST_THE_RULES)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_disputes(row: Row) -> None:
    holds(row)
