"""Several judges on one playing area, and one judge on several: ECA-C3a?, W1, W3 to W6, DB2 and SP7."""

from typing import Final

import pytest

from tests.clauses.eca_blackjack.floor import DIRECTOR, breaks, floor, holds, keeps, paid, righted
from tests.clauses.table import Row, Ruled

CALL: Final = ("not_his_call", "ECA-B-W4")
UNNAMED: Final = ("caller_not_named", "ECA-B-W5")
MISNAMED: Final = ("wrong_caller", "ECA-B-W4")
BEHIND: Final = ("caller_behind", "ECA-B-W5")
ALONE: Final = ("may_not_follow", "ECA-B-DB2")

SEATED: Final = floor(more="sits J1 1")
WON: Final = "1 Th D 7s 1 9c; says 1 stand; D Td; close"
"""Nineteen against seventeen."""
DREW: Final = "1 Th D 7s 1 4c; says 1 hit {0}; 1 5d; says 1 stand {0}; D Td; close"
"""Nineteen against seventeen too, on the word of one player."""


def area(caller: str, *minors: int) -> str:
    """Wagers of J1, J2 and so on, the first nearest the dealer, and who is named to call."""
    bets = (f"bet w{n} J{n} main {minor} box=1 spot={n}" for n, minor in enumerate(minors, 1))
    return "; ".join((*([f"caller 1 {caller}"] if caller else ()), *bets, "nmb"))


NUMBERS: Final = (
    keeps(
        "ECA-B-W3",
        "Four players wager on one area.",
        f"1: {area('J1', 2000, 2000, 2000, 2000)}; {WON}",
        paid(w1=4000, w2=4000, w3=4000, w4=4000),
    ),
    keeps(
        "ECA-B-W3",
        "Two players have five wagers on one area: the players are counted.",
        f"""1: caller 1 J1; bet w1 J1 main 2000 box=1 spot=1; bet w2 J1 main 2000 box=1; bet w3 J1 main 2000 box=1
        1: bet w4 J2 main 2000 box=1 spot=2; bet w5 J2 main 2000 box=1; nmb; {WON}""",
        paid(w1=4000, w2=4000, w3=4000, w4=4000, w5=4000),
    ),
    breaks(
        "ECA-B-W3",
        "A fifth player wagers on an area: the Director decides on that wager.",
        f"1: {area('J1', 2000, 2000, 2000, 2000, 2000)}; {WON}",
        Ruled(
            findings=(("too_many_players", "ECA-B-W3"),),
            verdict="refer",
            authority=DIRECTOR,
            due={"w1": 4000, "w5": 4000},
            awarded={"w1": 4000, "w5": None},
        ),
    ),
    breaks(
        "ECA-C3a?",
        "Two players have 300 each on one area: too much for a box, not for a player.",
        f"1: {area('J1', 30_000, 30_000)}; {WON}",
        Ruled(
            findings=(("off_limits", "ECA-C3"),),
            verdict="refer",
            branches={
                "ECA-C3a?:a,ECA-C3b?:a": {"w1": 60_000, "w2": 50_000},
                "ECA-C3a?:a,ECA-C3b?:b": {"w1": 60_000, "w2": 30_000},
                "ECA-C3a?:a,ECA-C3b?:c": {"w1": 60_000, "w2": 60_000},
                "ECA-C3a?:b": {"w1": 60_000, "w2": 60_000},
            },
        ),
        unresolved=("ECA-C3a?",),
    ),
    breaks(
        "ECA-C3a?",
        "Two players have 300 each on one area, which has 500: the last wager is off the limit.",
        f"1: {area('J1', 30_000, 30_000)}; {WON}",
        Ruled(
            findings=(("off_limits", "ECA-C3"),),
            verdict="refer",
            branches={
                "ECA-C3b?:a": {"w1": 60_000, "w2": 50_000},
                "ECA-C3b?:b": {"w1": 60_000, "w2": 30_000},
                "ECA-C3b?:c": {"w1": 60_000, "w2": 60_000},
            },
            awarded={"w1": 60_000, "w2": None},
        ),
    ),
    breaks(
        "ECA-B-W1",
        "A wager of notes is laid on the area: not by means of chips.",
        f"1: bet w1 J1 main 2000 box=1 by=cash; nmb; {WON}",
        paid("stands", ("not_in_chips", "ECA-B-W1"), w1=4000),
    ),
)

CALLS: Final = (
    keeps(
        "ECA-B-W4",
        "The seated player calls, though another has the higher wager and laid it first.",
        f"""1: caller 1 J1; bet w2 J2 main 4000 box=1 spot=2; bet w1 J1 main 2000 box=1 spot=1; nmb
        1: {DREW.format("J1")}""",
        paid(w1=4000, w2=8000),
        before=SEATED,
    ),
    keeps(
        "ECA-B-W4",
        "Nobody sits at the area: the highest wager calls, though it lies behind the other, where it should not.",
        f"1: {area('J2', 2000, 4000)}; {DREW.format('J2')}",
        paid("stands", BEHIND, w1=4000, w2=8000),
    ),
    keeps(
        "ECA-B-W4",
        "Somebody sits, but at another area: the highest wager calls.",
        f"""1: caller 1 J2; bet w1 J1 main 2000 box=1 spot=2; bet w2 J2 main 4000 box=1 spot=1; nmb
        1: {DREW.format("J2")}""",
        paid(w1=4000, w2=8000),
        before=floor(more="sits J1 2"),
    ),
    keeps(
        "ECA-B-W4",
        "At equal wagers the one nearest the dealer calls, though it was laid last.",
        f"""1: caller 1 J1; bet w2 J2 main 2000 box=1 spot=2; bet w1 J1 main 2000 box=1 spot=1; nmb
        1: {DREW.format("J1")}""",
        paid(w1=4000, w2=4000),
    ),
    breaks(
        "ECA-B-W4",
        "The seated player stands, the higher wager asks and is given a card; noticed at once it is the dealer's.",
        f"""1: {area("J1", 2000, 4000)}; 1 Th D 7s 1 6c; says 1 stand J1; says 1 hit J2; 1 5d; notice J1 dealer""",
        righted(CALL, hands={"box1": "Th 6c", "dealer": "7s 5d"}, moves="5d box1>dealer", draw="dealer"),
        before=SEATED,
    ),
    breaks(
        "ECA-B-W4",
        "The highest wager stands, the lower one nearer the dealer asks and is given a card.",
        f"1: {area('J2', 2000, 4000)}; 1 Th D 7s 1 6c; says 1 stand J2; says 1 hit J1; 1 5d; notice J2 dealer",
        righted(CALL, BEHIND, hands={"box1": "Th 6c", "dealer": "7s 5d"}, moves="5d box1>dealer", draw="dealer"),
    ),
    breaks(
        "ECA-B-W4",
        "At equal wagers the one behind asks for a card; the dealer does not heed it.",
        f"1: {area('J1', 2000, 2000)}; 1 Th D 7s 1 9c; says 1 stand J1; says 1 hit J2; D Td; close",
        paid("stands", CALL, w1=4000, w2=4000),
    ),
    breaks(
        "ECA-B-W4",
        "The dealer names the higher wager where the other player is seated.",
        f"1: {area('J2', 2000, 4000)}; {DREW.format('J1')}",
        paid("stands", MISNAMED, w1=4000, w2=8000),
        before=SEATED,
    ),
)

THREE: Final = """caller 1 {0}; bet w1 J1 main 4000 box=1 spot=3; bet w2 J2 main 2000 box=1 spot=1
1: bet w3 J3 main 4000 box=1 spot=2; nmb"""
"""J1 and J3 have the highest wagers, J3 of the two is nearer the dealer, and J2 the nearest of all."""

AMONG: Final = (
    keeps(
        "ECA-B-W4a?",
        "Of two equally the highest of three wagers the one nearer the dealer calls: settled so.",
        f"1: {THREE.format('J3')}; {DREW.format('J3')}",
        Ruled(
            findings=(BEHIND,),
            verdict="stands",
            branches={"1": {"w1": 8000, "w2": 4000, "w3": 8000}},
            cites=("ECA-B-W4a?",),
        ),
    ),
    keeps(
        "ECA-B-W4a?",
        "One of three wagers is the highest: the readings do not differ.",
        f"1: {area('J3', 2000, 2000, 4000)}; {DREW.format('J3')}",
        Ruled(findings=(BEHIND,), verdict="stands", branches={"1": {"w1": 4000, "w2": 4000, "w3": 8000}}),
        unresolved=("ECA-B-W4a?",),
    ),
    keeps(
        "ECA-B-W4a?",
        "One of the three is seated and calls, though another has the highest wager: the readings do not differ.",
        f"1: {area('J2', 4000, 2000, 6000)}; {DREW.format('J2')}",
        Ruled(findings=(BEHIND,), verdict="stands", branches={"1": {"w1": 8000, "w2": 4000, "w3": 12_000}}),
        unresolved=("ECA-B-W4a?",),
        before=floor(more="sits J2 1"),
    ),
    keeps(
        "ECA-B-W4a?",
        "All three are equal: the one nearest the dealer calls by either reading.",
        f"""1: caller 1 J3; bet w1 J1 main 2000 box=1 spot=3; bet w2 J2 main 2000 box=1 spot=2
        1: bet w3 J3 main 2000 box=1 spot=1; nmb; {DREW.format("J3")}""",
        Ruled(verdict="stands", branches={"1": {"w1": 4000, "w2": 4000, "w3": 4000}}),
        unresolved=("ECA-B-W4a?",),
    ),
    breaks(
        "ECA-B-W4a?",
        "The nearest of all asks for a card after one of the two highest, the nearer of them, has stood: not heeded.",
        f"1: {THREE.format('J3')}; 1 Th D 7s 1 9c; says 1 stand J3; says 1 hit J2; D Td; close",
        paid("stands", CALL, BEHIND, w1=8000, w2=4000, w3=8000),
    ),
    # By reading a the five makes nineteen against eighteen. By reading b it is the dealer's: 7 5 5 beat fourteen.
    breaks(
        "ECA-B-W4a?",
        "The nearest of all stands, then the nearer of the two highest asks for a card and gets it.",
        f"""1: {THREE.format("J3")}; 1 Th D 7s 1 4c; says 1 stand J2; says 1 hit J3; 1 5d; says 1 stand; D 5c D 6c
        1: close""",
        Ruled(
            findings=(CALL, CALL, MISNAMED, BEHIND),
            verdict="refer",
            branches={
                "ECA-B-W4a?:a": {"w1": 8000, "w2": 4000, "w3": 8000},
                "ECA-B-I3a?:a,ECA-B-W4a?:b": {"w1": 0, "w2": 0, "w3": 0},
                "ECA-B-I3a?:b,ECA-B-W4a?:b": {"w1": 0, "w2": 0, "w3": 0},
            },
        ),
        unresolved=("ECA-B-W4a?",),
    ),
)

NAMED: Final = (
    keeps(
        "ECA-B-W5",
        "Before the round the dealer finds out who calls the shared area.",
        f"1: {area('J1', 2000, 2000)}; {WON}",
        paid(w1=4000, w2=4000),
    ),
    keeps(
        "ECA-B-W5",
        "One player alone on an area: there is nothing to find out.",
        f"1: {area('', 2000)}; {WON}",
        paid(w1=4000),
    ),
    breaks(
        "ECA-B-W5",
        "Nobody was named to call the shared area.",
        f"1: {area('', 2000, 2000)}; {WON}",
        paid("stands", UNNAMED, w1=4000, w2=4000),
    ),
    breaks(
        "ECA-B-W5",
        "Who calls was found out when the area had its first card.",
        f"1: {area('', 2000, 2000)}; 1 Th D 7s; caller 1 J1; 1 9c; says 1 stand; D Td; close",
        paid("stands", UNNAMED, w1=4000, w2=4000),
    ),
    keeps(
        "ECA-B-W5",
        "The caller's two wagers lie on the third and the first place from the dealer, the other's between them.",
        f"""1: caller 1 J1; bet w1 J1 main 2000 box=1 spot=3; bet w2 J2 main 3000 box=1 spot=2
        1: bet w3 J1 main 2000 box=1 spot=1; nmb; {WON}""",
        paid(w1=4000, w2=6000, w3=4000),
    ),
    keeps(
        "ECA-B-W5",
        "Only of the caller's wager is it known where it lies: that another lies before it is not on record.",
        f"1: caller 1 J1; bet w1 J1 main 5000 box=1 spot=2; bet w2 J2 main 3000 box=1; nmb; {WON}",
        paid(w1=10_000, w2=6000),
    ),
    breaks(
        "ECA-B-W5",
        "The seated player calls, and another's wager lies nearer the dealer.",
        f"""1: caller 1 J1; bet w2 J2 main 4000 box=1 spot=1; bet w1 J1 main 2000 box=1 spot=2; nmb
        1: {DREW.format("J1")}""",
        paid("stands", BEHIND, w1=4000, w2=8000),
        before=SEATED,
    ),
    breaks(
        "ECA-B-W5",
        "The caller's wager and another's lie side by side: they are to lie in line, the caller's first.",
        f"1: caller 1 J1; bet w1 J1 main 6000 box=1 spot=1; bet w2 J2 main 3000 box=1 spot=1; nmb; {WON}",
        paid("stands", BEHIND, w1=12_000, w2=6000),
    ),
    keeps(
        "ECA-B-W6",
        "A judge wagers on two areas and calls both.",
        """1: bet w1 J1 main 2000 box=1; bet w2 J1 main 2000 box=2; nmb
        1: 1 Th 2 Tc D 7s 1 9c 2 8c; says 1 stand J1; says 2 stand J1; D Td; close""",
        paid(w1=4000, w2=4000),
        before=SEATED,
    ),
    breaks(
        "ECA-B-W6",
        "A judge wagers on a second area too and calls it, where another one is seated: that is not for him to do.",
        """1: caller 2 J2; bet w1 J1 main 2000 box=1; bet w2 J2 main 2000 box=2 spot=1; bet w3 J1 main 4000 box=2 spot=2
        1: nmb; 1 Th 2 Tc D 7s 1 9c 2 8c; says 1 stand J1; says 2 stand J2; says 2 hit J1; D Td; close""",
        paid("stands", CALL, w1=4000, w2=4000, w3=8000),
        before=floor(more="sits J1 1; sits J2 2"),
    ),
)

ELEVEN: Final = "1 6h D 9s 1 5c"
OWN: Final = "says 1 double J1; bet w1d J1 double 2000 box=1 parent=w1"
OTHER: Final = "says 1 double J2; bet w2d J2 double 4000 box=1 parent=w2"
PAIR: Final = "1 8h D 6s 1 8d"
OWN_SPLIT: Final = "says 1 split J1; bet w1s J1 split 2000 box=1 hand=2 parent=w1"
OTHER_SPLIT: Final = "bet w2s J2 split 4000 box=1 hand=2 parent=w2"
PLAYED: Final = "1 Td; says 1 stand J1; 1.2 2c; says 1.2 hit J1; 1.2 9c; says 1.2 stand J1; D Th D 2d; close"
"""The first hand comes to 18, the second to 19, the dealer's to 18."""

EXTRAS: Final = (
    keeps(
        "ECA-B-DB2",
        "The caller doubles and another does too before the card: all ride on the one card.",
        f"1: {area('J1', 2000, 4000, 2000)}; {ELEVEN}; {OWN}; {OTHER}; 1 9d; D 8d; close",
        paid(w1=4000, w1d=4000, w2=8000, w2d=8000, w3=4000),
        before=SEATED,
    ),
    keeps(
        "ECA-B-W4",
        "The seated caller draws once and is gone: nobody else is left but the other player, who goes on.",
        f"""1: {area("J1", 2000, 4000)}; 1 Th D 9c 1 2d; says 1 hit J1; 1 3d; absent J1; says 1 hit J2; 1 5s
        1: says 1 stand J2; D Td; close""",
        Ruled(due={"w1": 4000, "w2": 8000}),
        before=SEATED,
    ),
    breaks(
        "ECA-B-W4",
        "The seated caller was away, is back and draws, and the other player then stands for the area.",
        f"""1: {area("J1", 2000, 4000)}; 1 Th D 9c 1 2d; absent J1; says 1 hit J2; 1 3d; says 1 hit J1; 1 2s
        1: says 1 stand J2; notice J1 inspector""",
        Ruled(findings=(CALL,)),
        before=SEATED,
    ),
    breaks(
        "ECA-B-DB2",
        "The caller draws and another doubles: the double goes back.",
        f"1: {area('J1', 2000, 4000)}; {ELEVEN}; says 1 hit J1; {OTHER}; 1 9d; says 1 stand J1; D 8d; close",
        Ruled(findings=(CALL, ALONE), due={"w1": 4000, "w2": 8000, "w2d": 4000}),
        before=SEATED,
    ),
    breaks(
        "ECA-B-DB2",
        "Another doubles when the one card has come already: that double is too late and goes back.",
        f"""1: {area("J1", 2000, 4000)}; {ELEVEN}; {OWN}; 1 9d; bet w2d J2 double 4000 box=1 parent=w2; D 8d
        1: close""",
        Ruled(findings=(("late_bet", "ECA-B-W1"),), due={"w1": 4000, "w1d": 4000, "w2": 8000, "w2d": 4000}),
        before=SEATED,
    ),
    keeps(
        "ECA-B-SP7",
        "The caller splits, another keeps the wager on the first hand, which wins.",
        f"1: {area('J1', 2000, 4000)}; {PAIR}; {OWN_SPLIT}; {PLAYED.replace('2d', 'Ad')}",
        paid(w1=4000, w1s=4000, w2=8000),
        before=SEATED,
    ),
    keeps(
        "ECA-B-SP7",
        "The caller splits and another adds an equal wager for the new hand.",
        f"1: {area('J1', 2000, 4000)}; {PAIR}; {OWN_SPLIT}; {OTHER_SPLIT}; {PLAYED}",
        paid(w1=2000, w1s=4000, w2=4000, w2s=8000),
        before=SEATED,
    ),
    breaks(
        "ECA-B-SP7",
        "Another's wager is laid behind the second hand, which wins: it rides on the first.",
        f"1: {area('J1', 2000, 4000)}; {PAIR}; {OWN_SPLIT}; shift w2 main hand=2; {PLAYED}",
        paid("stands", ("moved_to_wrong_hand", "ECA-B-SP7"), w1=2000, w1s=4000, w2=4000),
        before=SEATED,
    ),
    breaks(
        "ECA-B-SP7",
        "The caller stands on a pair and another lays a wager for a split that there is not: it goes back.",
        f"1: {area('J1', 2000, 4000)}; {PAIR}; says 1 stand J1; {OTHER_SPLIT}; D Th D 2d; close",
        Ruled(
            findings=(("may_not_follow", "ECA-B-SP7"),),
            grounds={"may_not_follow": ("ECA-B-SP7",)},
            due={"w1": 0, "w2": 0, "w2s": 4000},
        ),
        before=SEATED,
    ),
)

ROWS: Final[tuple[Row, ...]] = (*NUMBERS, *CALLS, *AMONG, *NAMED, *EXTRAS)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_areas(row: Row) -> None:
    holds(row)
