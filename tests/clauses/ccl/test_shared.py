"""Several players on a box: CCL-2, 20, 37, 37a?, 38, 38a? and 39."""

from typing import Final

import pytest

from tests.clauses.ccl.floor import FLOOR, breaks, holds, keeps
from tests.clauses.table import Row, Ruled

CALL: Final = ("not_his_call", "CCL-37")
ALONE: Final = ("may_not_follow", "CCL-37")
BEHIND: Final = ("moved_to_wrong_hand", "CCL-37")
OVER: Final = ("over_box_maximum", "CCL-38")
WON: Final = "1 Th D 9s 1 9c; says 1 stand P1; D 8d; close"
"""Nineteen against seventeen."""


def laid(*minors: int, box: int = 1) -> str:
    """Wagers of P1, P2 and so on, who came in this order, on one box; and the call."""
    bets = (f"bet w{n} P{n} main {minor} box={box}" for n, minor in enumerate(minors, 1))
    return "; ".join((*bets, "nmb"))


CALLS: Final = (
    keeps(
        "CCL-37",
        "Who came first calls the cards although the other staked five times as much.",
        f"1: {laid(10_000, 50_000)}; 1 Th D 9s 1 4c; says 1 hit P1; 1 5d; says 1 stand P1; D 8d; close",
        Ruled(verdict="stands", awarded={"w1": 20_000, "w2": 100_000}),
    ),
    keeps(
        "CCL-37",
        "The other says after the owner what the owner said: nothing follows from it.",
        f"1: {laid(10_000, 10_000)}; 1 Th D 9s 1 9c; says 1 stand P1; says 1 stand P2; D 8d; close",
        Ruled(verdict="stands", awarded={"w1": 20_000, "w2": 20_000}),
    ),
    keeps(
        "CCL-37",
        "Who came to the box first calls although the other laid a wager first.",
        """1: bet w2 P2 main 10000 box=1; bet w1 P1 main 10000 box=1; nmb
        1: 1 Th D 9s 1 4c; says 1 hit P1; 1 5d; says 1 stand P1; D 8d; close""",
        Ruled(verdict="stands", awarded={"w1": 20_000, "w2": 20_000}),
        before=f"{FLOOR}; arrives P1 box=1; arrives P2 box=1",
    ),
    breaks(
        "CCL-37",
        "The owner stands, the other asks for a card and gets it; it is noticed at once and is the dealer's.",
        f"""1: {laid(10_000, 50_000)}; 1 Th D 9s 1 6c; says 1 stand P1; says 1 hit P2; 1 5d
        1: notice P1 dealer""",
        Ruled(
            findings=(CALL,),
            verdict="reconstruct",
            hands={"box1": "Th 6c", "dealer": "9s 5d"},
            moves={"": "5d box1>dealer"},
        ),
    ),
    breaks(
        "CCL-37",
        "The owner stands, the other asks for a card; the dealer heeds only the owner.",
        f"1: {laid(10_000, 50_000)}; 1 Th D 9s 1 9c; says 1 stand P1; says 1 hit P2; D 8d; close",
        Ruled(findings=(CALL,), verdict="stands", awarded={"w1": 20_000, "w2": 100_000}),
    ),
    # The card of the other's call is the dealer's by right: 9 3 4 5 are twenty-one and beat sixteen.
    breaks(
        "CCL-37",
        "The other's call is heeded and the round is dealt to its end: what becomes of it is not regulated.",
        f"""1: {laid(10_000, 50_000)}; 1 Th D 9s 1 6c; says 1 stand P1; says 1 hit P2; 1 3d; says 1 stand P1
        1: D 4d D 5d; close""",
        Ruled(
            findings=(CALL,),
            verdict="refer",
            branches={
                "CCL-ERR?:a": {"w1": 0, "w2": 0},
                "CCL-ERR?:b": {"w1": 10_000, "w2": 50_000},
                "CCL-ERR?:c": {"w1": 20_000, "w2": 100_000},
            },
        ),
    ),
)

CAME: Final = f"{FLOOR}; arrives P2; arrives P1; arrives P1 box=1; arrives P2 box=1"
"""P1 was the first of the two at the box, P2 at the table."""
DREW: Final = "1 Th D 9s 1 4c; says 1 hit {0}; 1 5d; says 1 stand {0}; D 8d; close"

FIRST: Final = (
    keeps(
        "CCL-37a?",
        "The first at the box calls, though the other was the first at the table: settled so.",
        f"1: {laid(10_000, 10_000)}; {DREW.format('P1')}",
        Ruled(verdict="stands", branches={"1": {"w1": 20_000, "w2": 20_000}}, cites=("CCL-37a?",)),
        before=CAME,
    ),
    keeps(
        "CCL-37a?",
        "Whoever is the first at the box and at the table calls: the readings do not differ.",
        f"1: {laid(10_000, 10_000)}; {DREW.format('P1')}",
        Ruled(verdict="stands", branches={"1": {"w1": 20_000, "w2": 20_000}}),
        unresolved=("CCL-37a?",),
        before=f"{FLOOR}; arrives P1; arrives P2; arrives P1 box=1; arrives P2 box=1",
    ),
    breaks(
        "CCL-37a?",
        "The first at the table stands, the first at the box does not: the word of one of them is not heeded.",
        f"""1: {laid(10_000, 10_000)}; 1 Th D 9s 1 9c; says 1 stand P2; says 1 stand P1; D 8d; close""",
        Ruled(findings=(CALL,), verdict="stands", branches={"1": {"w1": 20_000, "w2": 20_000}}),
        before=CAME,
    ),
    # By reading a P1 asked for 3d and beats eighteen. By reading b it is the dealer's, who comes to twenty-one.
    breaks(
        "CCL-37a?",
        "The first at the table stands and the first at the box asks for a card, which is given.",
        f"""1: {laid(10_000, 10_000)}; 1 Th D 9s 1 6c; says 1 stand P2; says 1 hit P1; 1 3d; says 1 stand
        1: D 4d D 5d; close""",
        Ruled(
            findings=(CALL, CALL),
            verdict="refer",
            branches={
                "CCL-37a?:a": {"w1": 20_000, "w2": 20_000},
                "CCL-37a?:b,CCL-ERR?:a": {"w1": 0, "w2": 0},
                "CCL-37a?:b,CCL-ERR?:b": {"w1": 10_000, "w2": 10_000},
                "CCL-37a?:b,CCL-ERR?:c": {"w1": 20_000, "w2": 20_000},
            },
        ),
        unresolved=("CCL-37a?",),
        before=CAME,
    ),
)

PAIR: Final = "1 8h D 6s 1 8d"
OWN_SPLIT: Final = "says 1 split P1; bet w1s P1 split 20000 box=1 hand=2 parent=w1"
PLAYED: Final = "1 Td; says 1 stand P1; 1.2 2c; says 1.2 hit P1; 1.2 9c; says 1.2 stand P1; D Th D 2d; close"
"""The first hand comes to 18, the second to 19, the dealer's to 18."""
ELEVEN: Final = "1 6h D 9s 1 5c"
OWN_DOUBLE: Final = "says 1 double P1; bet w1d P1 double 20000 box=1 parent=w1"
OTHER_DOUBLE: Final = "says 1 double P2; bet w2d P2 double 10000 box=1 parent=w2"

EXTRAS: Final = (
    keeps(
        "CCL-37",
        "The owner splits, the other does not: that stake stays on the first hand, which wins.",
        f"1: {laid(20_000, 10_000)}; {PAIR}; {OWN_SPLIT}; {PLAYED.replace('2d', 'Ad')}",
        Ruled(verdict="stands", awarded={"w1": 40_000, "w1s": 40_000, "w2": 20_000}),
    ),
    keeps(
        "CCL-37",
        "The owner splits and the other follows: each has a stake on either hand.",
        f"""1: {laid(20_000, 10_000)}; {PAIR}; {OWN_SPLIT}; says 1 split P2
        1: bet w2s P2 split 10000 box=1 hand=2 parent=w2; {PLAYED}""",
        Ruled(verdict="stands", awarded={"w1": 20_000, "w1s": 40_000, "w2": 10_000, "w2s": 20_000}),
    ),
    breaks(
        "CCL-37",
        "The owner splits, the other does not, and the stake is laid behind the second hand: it rides on the first.",
        f"1: {laid(20_000, 10_000)}; {PAIR}; {OWN_SPLIT}; shift w2 main hand=2; {PLAYED}",
        Ruled(findings=(BEHIND,), verdict="stands", awarded={"w1": 20_000, "w1s": 40_000, "w2": 10_000}),
    ),
    breaks(
        "CCL-37",
        "The owner stands on a pair, the other would split it and lays a stake, which goes back.",
        f"""1: {laid(20_000, 10_000)}; {PAIR}; says 1 stand P1; says 1 split P2
        1: bet w2s P2 split 10000 box=1 hand=2 parent=w2; D Th D 2d; close""",
        Ruled(findings=(CALL, ALONE), verdict="stands", awarded={"w1": 0, "w2": 0, "w2s": 10_000}),
    ),
    keeps(
        "CCL-37",
        "The owner doubles, one follows and one does not: the box gets one card, and each wins what lies there.",
        f"1: {laid(20_000, 10_000, 10_000)}; {ELEVEN}; {OWN_DOUBLE}; {OTHER_DOUBLE}; 1 9d; D 8d; close",
        Ruled(verdict="stands", awarded={"w1": 40_000, "w1d": 40_000, "w2": 20_000, "w2d": 20_000, "w3": 20_000}),
    ),
    breaks(
        "CCL-37",
        "The owner draws, the other doubles: the double goes back and the card was the owner's.",
        f"1: {laid(20_000, 10_000)}; {ELEVEN}; says 1 hit P1; {OTHER_DOUBLE}; 1 9d; says 1 stand P1; D 8d; close",
        Ruled(findings=(CALL, ALONE), verdict="stands", awarded={"w1": 40_000, "w2": 20_000, "w2d": 10_000}),
    ),
    breaks(
        "CCL-37",
        "The other lays a double without a word, and the owner draws: it goes back.",
        f"""1: {laid(20_000, 10_000)}; {ELEVEN}; says 1 hit P1; bet w2d P2 double 10000 box=1 parent=w2
        1: 1 9d; says 1 stand P1; D 8d; close""",
        Ruled(findings=(ALONE,), verdict="stands", awarded={"w1": 40_000, "w2": 20_000, "w2d": 10_000}),
    ),
    keeps(
        "CCL-37",
        "The owner does not insure, the other does: insurance is each player's own, and the dealer has a blackjack.",
        f"""1: {laid(20_000, 10_000)}; 1 Th D As 1 9c; says 1 insurance P2; bet i2 P2 insurance 5000 box=1 parent=w2
        1: says 1 stand P1; D Kd; close""",
        Ruled(verdict="stands", awarded={"w1": 0, "w2": 0, "i2": 15_000}),
    ),
    keeps(
        "CCL-37",
        "Of two players with a blackjack against an ace one is paid even money, the other waits and stands off.",
        f"""1: {laid(20_000, 10_000)}; 1 Th D As 1 Ac; says 1 even_money P1; pay w1 40000; D Kd; pay w2 10000; close""",
        Ruled(verdict="stands", awarded={"w1": 40_000, "w2": 10_000}),
    ),
)

LIMITS: Final = (
    keeps(
        "CCL-2",
        "A player has the minimum in two wagers on a box: it is the player's.",
        f"1: bet w1 P1 main 5000 box=1; bet w2 P1 main 5000 box=1; nmb; {WON}",
        Ruled(verdict="stands", awarded={"w1": 10_000, "w2": 10_000}),
    ),
    keeps(
        "CCL-38",
        "Three players on a box, each with the minimum, and one of them on a second box.",
        f"""1: bet w4 P1 main 10000 box=3; {laid(10_000, 10_000, 10_000)}
        1: 1 Th 3 Jh D 9s 1 9c 3 9h; says 1 stand P1; says 3 stand P1; D 8d; close""",
        Ruled(verdict="stands", awarded={"w1": 20_000, "w2": 20_000, "w3": 20_000, "w4": 20_000}),
    ),
    keeps(
        "CCL-38",
        "Two players have the maximum together, and doubles beyond it are none of its concern.",
        f"""1: {laid(300_000, 200_000)}; {ELEVEN}; says 1 double P1; bet w1d P1 double 300000 box=1 parent=w1
        1: 1 9d; D 8d; close""",
        Ruled(verdict="stands", awarded={"w1": 600_000, "w1d": 600_000, "w2": 400_000}),
    ),
    breaks(
        "CCL-38",
        "Four players on a box are one too many, and so are four wagers.",
        f"1: {laid(10_000, 10_000, 10_000, 10_000)}; {WON}",
        Ruled(
            findings=(("too_many_wagers", "CCL-20"), ("too_many_players", "CCL-38")),
            verdict="refer",
            due={"w1": 20_000, "w4": 20_000},
            awarded={"w4": None},
        ),
    ),
    breaks(
        "CCL-38",
        "The second player's stake is 500 crowns too much for the box: that much goes back, the rest wins.",
        f"1: {laid(300_000, 250_000)}; {WON}",
        Ruled(findings=(OVER,), due={"w1": 600_000, "w2": 450_000}),
    ),
    breaks(
        "CCL-38",
        "The owner came second with the wager: the other reduces all the same.",
        f"1: bet w2 P2 main 250000 box=1; bet w1 P1 main 300000 box=1; nmb; {WON}",
        Ruled(findings=(OVER,), due={"w1": 600_000, "w2": 450_000}),
        before=f"{FLOOR}; arrives P1 box=1; arrives P2 box=1",
    ),
    breaks(
        "CCL-38",
        "The owner alone is above the maximum: the other takes back everything, and the owner's stake is off the limits.",
        f"1: {laid(500_001, 10_000)}; {WON}",
        Ruled(findings=(OVER, ("off_limits", "CCL-1")), verdict="refer", due={"w2": 10_000}, awarded={"w1": None}),
    ),
    keeps(
        "CCL-38a?",
        "Only one other player is there to reduce: the readings do not differ.",
        f"1: {laid(300_000, 250_000)}; {WON}",
        Ruled(findings=(OVER,), branches={"1": {"w1": 600_000, "w2": 450_000}}),
    ),
    # The box has 500 crowns too much: the last to bet has just 500, in proportion it is 400 of 2,000 and 100 of 500.
    breaks(
        "CCL-38a?",
        "Of two others either the last to bet reduces, or both in proportion.",
        f"1: {laid(300_000, 200_000, 50_000)}; {WON}",
        Ruled(
            findings=(OVER, OVER),
            verdict="refer",
            branches={
                "CCL-38a?:a": {"w1": 600_000, "w2": 400_000, "w3": 50_000},
                "CCL-38a?:b": {"w1": 600_000, "w2": 360_000, "w3": 90_000},
            },
        ),
    ),
    keeps("CCL-39", "Nobody uses an appliance.", f"1: {laid(10_000)}; {WON}", Ruled(verdict="stands", due={"w1": 20_000})),
    breaks(
        "CCL-39",
        "An appliance is seen with a player: it is noted, what follows is for management to say.",
        f"1: {laid(10_000)}; irregular appliance inspector about=P1; {WON}",
        Ruled(findings=(("appliance", "CCL-39"),), due={"w1": 20_000}),
    ),
)

ROWS: Final[tuple[Row, ...]] = (*CALLS, *FIRST, *EXTRAS, *LIMITS)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_shared(row: Row) -> None:
    holds(row)
