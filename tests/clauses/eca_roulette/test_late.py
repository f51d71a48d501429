"""What is done after the call: W5, W8a?, W8b? and LATE."""

from typing import Final

import pytest

from tests.clauses.eca_roulette.floor import (
    DIRECTOR,
    breaks,
    holds,
    keeps,
    open_question,
    paid,
    played,
    rests,
)
from tests.clauses.table import Breach, Row, Ruled

INSIDE: Final = ("off_limits_inside", "ECA-C5")
LATE: Final = ("bet_after_call", "ECA-R-W5")
MOVED: Final = ("moved_after_call", "ECA-R-W5")
CHANGED: Final = ("changed_after_call", "ECA-R-W5")
WITHDRAWN: Final = ("withdrawn_after_call", "ECA-R-W5")


def late_chips(back: int, wager: int, *findings: Breach, verdicts: tuple[str, str] | None = None) -> Ruled:
    """What w1 is worth if chips that were laid too late are none, and if they are a wager where they lay at the rest."""
    return Ruled(
        findings=findings,
        verdict="refer",
        authority=DIRECTOR,
        awarded={"w1": None},
        verdicts={} if verdicts is None else {"ECA-R-W8b?:a": verdicts[0], "ECA-R-W8b?:b": verdicts[1]},
        branches={"ECA-R-W8b?:a": {"w1": back}, "ECA-R-W8b?:b": {"w1": wager}},
    )


AFTER_THE_CALL: Final = (
    keeps(
        "ECA-R-W5",
        "A wager is laid, raised and moved while the ball runs, before the call.",
        played(
            "", 5, spun="spin cw ccw; bet w1 P1 straight 500 numbers=4; change w1 1000; shift w1 straight numbers=5; nmb"
        ),
        paid(w1=36_000),
    ),
    breaks(
        "ECA-R-W5",
        "A chip is laid on zero after the call and lies there when the ball rests in 5: a breach, whatever it is worth.",
        played("", 5, spun="spin cw ccw; nmb; bet w1 P1 straight 500 numbers=0"),
        Ruled(findings=(LATE,), grounds={"bet_after_call": ("ECA-R-W5",)}),
    ),
    breaks(
        "ECA-R-W5",
        "A chip is laid when the ball lies in its number, where nobody had called.",
        "1: open; rest 5; bet w1 P1 straight 500 numbers=5; call 5; dolly 5; pay w1 18000; close",
        paid("correct", LATE, ("wrong_payment", "ECA-LATE"), w1=500),
    ),
    breaks(
        "ECA-R-W5",
        "A late chip is taken up again: it is with its player.",
        played("", 5, spun="spin cw ccw; nmb; bet w1 P1 straight 500 numbers=5; withdraw w1"),
        paid("stands", LATE, WITHDRAWN, w1=500),
    ),
    keeps(
        "ECA-R-W8a?",
        "A chip moved after the call from one losing number to another loses both ways.",
        played("", 14, spun="bet w1 P1 straight 500 numbers=17; spin cw ccw; nmb; shift w1 straight numbers=20"),
        Ruled(findings=(MOVED,), verdict="stands", branches={"1": {"w1": 0}}),
    ),
    breaks(
        "ECA-R-W8a?",
        "Moved after the call from 17 to 14, on which it wins.",
        played(
            "", 14, "pay w1 0", spun="bet w1 P1 straight 500 numbers=17; spin cw ccw; nmb; shift w1 straight numbers=14"
        ),
        Ruled(
            findings=(MOVED, ("wrong_payment", "ECA-R-W8a?")),
            verdict="refer",
            authority=DIRECTOR,
            verdicts={"ECA-R-W8a?:a": "stands", "ECA-R-W8a?:b": "correct"},
            branches={"ECA-R-W8a?:a": {"w1": 0}, "ECA-R-W8a?:b": {"w1": 18_000}},
        ),
    ),
    breaks(
        "ECA-R-W8a?",
        "Taken up between the call and the rest, and its number wins.",
        played("", 17, spun="bet w1 P1 straight 500 numbers=17; spin cw ccw; nmb; withdraw w1 by=P1"),
        open_question(
            WITHDRAWN,
            verdicts={"ECA-R-W8a?:a": "correct", "ECA-R-W8a?:b": "stands"},
        ),
    ),
    breaks(
        "ECA-R-W8a?",
        "Half of a chip that loses is taken up between the call and the rest.",
        played("", 14, spun="bet w1 P1 straight 1000 numbers=17; spin cw ccw; nmb; change w1 500"),
        Ruled(
            findings=(CHANGED,),
            verdicts={"ECA-R-W8a?:a": "correct", "ECA-R-W8a?:b": "stands"},
            branches={"ECA-R-W8a?:a": {"w1": 0}, "ECA-R-W8a?:b": {"w1": 500}},
        ),
    ),
    breaks(
        "ECA-R-W5",
        "Half of a chip that has lost is taken up when the ball lies there, and the others are settled: it is the house's.",
        "1: open; bet w1 P1 straight 1000 numbers=17; bet w2 P2 straight 500 numbers=14; spin cw ccw; nmb; rest 14; "
        "change w1 500; call 14; dolly 14; pay w2 18000; close",
        paid("correct", CHANGED, w1=0, w2=18_000),
    ),
    keeps(
        "ECA-LATE",
        "A wager raised before the call plays at its new whole.",
        played("", 5, spun="bet w1 P1 straight 500 numbers=5; spin cw ccw; change w1 1000; nmb"),
        paid(w1=36_000),
    ),
    breaks(
        "ECA-LATE",
        "A wager raised when the ball lies in its number: 5.00 play and win, the 5.00 that were added go back.",
        f"1: open; bet w1 P1 straight 500 numbers=5; spin cw ccw; nmb; rest 5; change w1 1000; {rests(5)[8:]}; close",
        paid("stands", CHANGED, w1=18_500),
    ),
    breaks(
        "ECA-LATE",
        "A chip laid when the ball lies in its number is paid as a winner.",
        f"1: open; spin cw ccw; nmb; rest 5; bet w1 P1 straight 500 numbers=5; {rests(5)[8:]}; pay w1 18000; close",
        paid("correct", LATE, ("wrong_payment", "ECA-LATE"), w1=500),
    ),
    keeps(
        "ECA-R-W8b?",
        "A chip laid on 5 and another raised on 5 before the call, while the ball runs.",
        played(
            "bet w1 P1 straight 500 numbers=5",
            5,
            spun="spin cw ccw; bet w2 P2 straight 500 numbers=5; change w1 1000; nmb",
        ),
        Ruled(verdict="stands", branches={"1": {"w1": 36_000, "w2": 18_000}}),
    ),
    keeps(
        "ECA-R-W8b?",
        "A chip laid after the call is taken up again before the ball rests: it lay nowhere then, and is with its player.",
        played("", 5, spun="spin cw ccw; nmb; bet w1 P1 straight 500 numbers=5; withdraw w1"),
        Ruled(findings=(LATE, WITHDRAWN), verdict="stands", branches={"1": {"w1": 500}}),
    ),
    breaks(
        "ECA-R-W8b?",
        "A chip laid on 5 after the call lies there when 5 comes: 5.00 go back, or it wins 175.00.",
        played("", 5, spun="spin cw ccw; nmb; bet w1 P1 straight 500 numbers=5"),
        late_chips(500, 18_000, LATE),
    ),
    breaks(
        "ECA-R-W8b?",
        "A chip laid on 8 after the call lies there when 5 comes: 5.00 go back, or it has lost.",
        played("", 5, spun="spin cw ccw; nmb; bet w1 P1 straight 500 numbers=8"),
        late_chips(500, 0, LATE),
    ),
    breaks(
        "ECA-R-W8b?",
        "500.00 laid on red after the call, and zero comes: they go back, or half of them.",
        played("", 0, spun="spin cw ccw; nmb; bet w1 P1 red 50000"),
        late_chips(50_000, 25_000, LATE),
    ),
    breaks(
        "ECA-R-W8b?",
        "A chip laid too late is paid as a winner: the payment is wrong if it was no wager.",
        played("", 5, "pay w1 18000", spun="spin cw ccw; nmb; bet w1 P1 straight 500 numbers=5"),
        late_chips(500, 18_000, LATE, ("wrong_payment", "ECA-R-W8b?"), verdicts=("correct", "stands")),
    ),
    breaks(
        "ECA-R-W8b?",
        "A wager is raised after the call from 5.00 to 10.00 and wins: the 5.00 that were added go back, or win too.",
        played("", 5, spun="bet w1 P1 straight 500 numbers=5; spin cw ccw; nmb; change w1 1000"),
        late_chips(18_500, 36_000, CHANGED),
    ),
    breaks(
        "ECA-R-W8b?",
        "A wager that loses is raised after the call: the 5.00 that were added go back, or are lost too.",
        played("", 8, spun="bet w1 P1 straight 500 numbers=5; spin cw ccw; nmb; change w1 1000"),
        late_chips(500, 0, CHANGED),
    ),
    breaks(
        "ECA-R-W8b?",
        "Laid late on 8 and then moved to 5: if it is a wager it is one where it lay when the ball rested.",
        played("", 5, spun="spin cw ccw; nmb; bet w1 P1 straight 500 numbers=8; shift w1 straight numbers=5"),
        late_chips(500, 18_000, LATE, MOVED),
    ),
    breaks(
        "ECA-R-W8b?",
        "Ten laid late on 5, and half of it taken up: 5.00 are in the player's hand, the others go back or win.",
        played("", 5, spun="spin cw ccw; nmb; bet w1 P1 straight 1000 numbers=5; change w1 500"),
        late_chips(1000, 18_500, LATE, CHANGED),
    ),
    breaks(
        "ECA-R-W8b?",
        "150.00 laid late on 5: if they are a wager they are above the limit, which is a question of its own.",
        played("", 5, spun="spin cw ccw; nmb; bet w1 P1 straight 15000 numbers=5"),
        Ruled(
            findings=(LATE, INSIDE),
            verdict="refer",
            branches={
                "ECA-R-W8b?:a": {"w1": 15_000},
                "ECA-C6a?:a,ECA-R-W8b?:b": {"w1": 365_000},
                "ECA-C6a?:b,ECA-R-W8b?:b": {"w1": 15_000},
                "ECA-C6a?:c,ECA-R-W8b?:b": {"w1": 540_000},
            },
        ),
    ),
    breaks(
        "ECA-R-W8b?",
        "Moved after the call from 17 to 14 and raised there: two questions, of the moved chips and of the others.",
        played(
            "", 14, spun="bet w1 P1 straight 500 numbers=17; spin cw ccw; nmb; shift w1 straight numbers=14; change w1 1000"
        ),
        Ruled(
            findings=(MOVED, CHANGED),
            verdict="refer",
            branches={
                "ECA-R-W8a?:a,ECA-R-W8b?:a": {"w1": 500},
                "ECA-R-W8a?:a,ECA-R-W8b?:b": {"w1": 18_000},
                "ECA-R-W8a?:b,ECA-R-W8b?:a": {"w1": 18_500},
                "ECA-R-W8a?:b,ECA-R-W8b?:b": {"w1": 36_000},
            },
        ),
    ),
)

MOVED_ABOVE: Final = (
    breaks(
        "ECA-R-W8a?",
        "150.00 are moved after the call from a split to one number, which comes: a split may have them, a number may not.",
        played("", 14, spun="bet w1 P1 split 15000 numbers=14-17; spin cw ccw; nmb; shift w1 straight numbers=14"),
        Ruled(
            findings=(MOVED, INSIDE),
            verdict="refer",
            branches={
                "ECA-R-W8a?:a": {"w1": 270_000},
                "ECA-C6a?:a,ECA-R-W8a?:b": {"w1": 365_000},
                "ECA-C6a?:b,ECA-R-W8a?:b": {"w1": 15_000},
                "ECA-C6a?:c,ECA-R-W8a?:b": {"w1": 540_000},
            },
        ),
    ),
)

IN_5: Final = "bet w1 P1 straight 500 numbers=5"
LATE_IN_5: Final = f"spin cw ccw; nmb; {IN_5}"

PUSHED_BACK: Final = (
    keeps(
        "ECA-R-W5",
        "A chip laid on 5 after the call is pushed back by the dealer, and 5 comes: the player was late, the dealer right.",
        played("", 5, spun=f"{LATE_IN_5}; withdraw w1 by=dealer"),
        paid("stands", LATE, w1=500),
    ),
    keeps(
        "ECA-R-W5",
        "Two players are late, and the dealer pushes back the chips of both.",
        played(
            "",
            5,
            spun=f"{LATE_IN_5}; bet w2 P2 split 500 numbers=5-8; withdraw w1 by=dealer; withdraw w2 by=dealer",
        ),
        paid("stands", LATE, LATE, w1=500, w2=500),
    ),
    keeps(
        "ECA-R-W5",
        "A chip laid when the ball lies in its number is pushed back by the dealer.",
        f"1: open; spin cw ccw; nmb; rest 5; {IN_5}; withdraw w1 by=dealer; {rests(5)[8:]}; close",
        paid("stands", LATE, w1=500),
    ),
    keeps(
        "ECA-R-W5",
        "A chip that a player moves after the call from 17 to 14 is put back by the dealer: it lies on 17, and 14 comes.",
        played(
            "",
            14,
            spun="bet w1 P1 straight 500 numbers=17; spin cw ccw; nmb; shift w1 straight numbers=14 by=P1; "
            "shift w1 straight numbers=17 by=dealer",
        ),
        Ruled(findings=(MOVED,), verdict="stands", branches={"1": {"w1": 0}}),
    ),
    keeps(
        "ECA-R-W5",
        "A wager is raised after the call, and the dealer pushes back what was added: the wager plays as it was.",
        played("", 5, spun=f"{IN_5}; spin cw ccw; nmb; change w1 1000; change w1 500 by=dealer"),
        Ruled(findings=(CHANGED,), verdict="stands", branches={"1": {"w1": 18_000}}),
    ),
    keeps(
        "ECA-R-W5",
        "Of 10.00 laid after the call the dealer pushes back 5.00, and the others are left lying.",
        played("", 5, spun="spin cw ccw; nmb; bet w1 P1 straight 1000 numbers=5; change w1 500 by=dealer"),
        late_chips(1000, 18_500, LATE),
    ),
    breaks(
        "ECA-R-W5",
        "The dealer pushes back more than was added after the call: 2.00 of the wager itself.",
        played("", 14, "pay w1 0", spun=f"{IN_5}; spin cw ccw; nmb; change w1 1000; change w1 300 by=dealer"),
        Ruled(
            findings=(CHANGED, CHANGED),
            verdict="refer",
            verdicts={"ECA-R-W8a?:a": "correct", "ECA-R-W8a?:b": "stands"},
            branches={"ECA-R-W8a?:a": {"w1": 0}, "ECA-R-W8a?:b": {"w1": 200}},
        ),
    ),
    breaks(
        "ECA-R-W5",
        "A chip that was laid in time is pushed back by the dealer after the call, and its number comes.",
        played("", 5, spun=f"{IN_5}; spin cw ccw; nmb; withdraw w1 by=dealer"),
        Ruled(
            findings=(WITHDRAWN,),
            verdict="refer",
            verdicts={"ECA-R-W8a?:a": "correct", "ECA-R-W8a?:b": "stands"},
            branches={"ECA-R-W8a?:a": {"w1": 18_000}, "ECA-R-W8a?:b": {"w1": 500}},
        ),
    ),
    breaks(
        "ECA-R-W5",
        "A chip moved by a player from 17 to 14 is put on 20 by the dealer, where it never lay in time.",
        played(
            "",
            14,
            spun="bet w1 P1 straight 500 numbers=17; spin cw ccw; nmb; shift w1 straight numbers=14 by=P1; "
            "shift w1 straight numbers=20 by=dealer",
        ),
        Ruled(findings=(MOVED, MOVED), verdict="stands", due={"w1": 0}),
    ),
    breaks(
        "ECA-R-W8b?",
        "A late chip on 5 is pushed back only when the ball lies in 5: if it was a wager, 175.00 are still due.",
        f"1: open; {LATE_IN_5}; rest 5; withdraw w1 by=dealer; {rests(5)[8:]}; close",
        late_chips(500, 18_000, LATE, verdicts=("stands", "correct")),
    ),
)

HANDLED: Final = ("handled_by_another", "ECA-R-W7")

STRANGERS: Final = (
    breaks(
        "ECA-R-W7",
        "Another player takes P1's chip from the layout before the call: it is P1's wager, and wins.",
        played("", 5, "pay w1 18000", spun=f"{IN_5}; spin cw ccw; withdraw w1 by=P2; nmb"),
        paid("stands", HANDLED, w1=18_000),
    ),
    breaks(
        "ECA-R-W7",
        "Another player pushes P1's chip from 5 to 8 after the call: it is no act of P1's, and 5 wins.",
        played("", 5, "pay w1 18000", spun=f"{IN_5}; spin cw ccw; nmb; shift w1 straight numbers=8 by=P2"),
        Ruled(findings=(HANDLED,), verdict="stands", branches={"1": {"w1": 18_000}}),
    ),
    breaks(
        "ECA-R-W7",
        "Another player puts a chip more to P1's after the call: it is no act of P1's, and 5.00 win.",
        played("", 5, "pay w1 18000", spun=f"{IN_5}; spin cw ccw; nmb; change w1 1000 by=P2"),
        Ruled(findings=(HANDLED,), verdict="stands", branches={"1": {"w1": 18_000}}),
    ),
    keeps(
        "ECA-R-W7",
        "The player moves the chip, with the dealer's help, before the call.",
        played("", 8, "pay w1 18000", spun=f"{IN_5}; spin cw ccw; shift w1 straight numbers=8 by=dealer; nmb"),
        paid(w1=18_000),
    ),
    keeps(
        "ECA-R-W7",
        "A judge at the table takes back the wager of another before the call.",
        played("", 5, spun=f"{IN_5}; spin cw ccw; withdraw w1 by=judge; nmb"),
        paid(w1=500),
    ),
    breaks(
        "ECA-R-W6",
        "Another player puts a called wager on the layout: the dealer did not, and it is no bet.",
        played("", 5, spun=f"{IN_5} by=word with_chips=yes; spin cw ccw; laid w1 P2; nmb"),
        paid("stands", HANDLED, ("no_bet", "ECA-R-W6"), w1=500),
    ),
    keeps(
        "ECA-R-W6",
        "The player who called it puts the chips down in time.",
        played("", 5, "pay w1 18000", spun=f"{IN_5} by=word with_chips=yes; spin cw ccw; laid w1 P1; nmb"),
        paid(w1=18_000),
    ),
)

AGAIN: Final = (
    keeps(
        "ECA-R-W5",
        "Taken back before the call and laid anew by the same name on 8, where it is paid.",
        played("", 8, "pay w1 25200", spun=f"{IN_5}; withdraw w1; bet w1 P1 straight 700 numbers=8; spin cw ccw; nmb"),
        paid(w1=25_200),
    ),
    keeps(
        "ECA-R-W5",
        "Taken back before the call and raised from nothing before it: it plays at its new whole.",
        played("", 5, "pay w1 25200", spun=f"{IN_5}; withdraw w1; change w1 700; spin cw ccw; nmb"),
        paid(w1=25_200),
    ),
)

ROWS: Final[tuple[Row, ...]] = (*AFTER_THE_CALL, *MOVED_ABOVE, *PUSHED_BACK, *STRANGERS, *AGAIN)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_late(row: Row) -> None:
    holds(row)
