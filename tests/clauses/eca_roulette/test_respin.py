"""What is called a no spin, the re-spin, and the money on both: I3, I7, I8, I8a?, I10?, I11?."""

from typing import Final

import pytest

from tests.clauses.eca_roulette.floor import DIRECTOR, QUIET, SPUN, before, breaks, holds, keeps, paid, played, rests
from tests.clauses.eca_roulette.respun import AGAIN, BET, PAID, STOPPED, respun
from tests.clauses.table import Breach, Row, Ruled

AGAIN_DUE: Final = ("not_spun_again", "ECA-R-I8")

ANNOUNCED: Final = (
    keeps(
        "ECA-R-I7",
        "Called a no spin, the ball comes to rest in 5 all the same; nothing is paid on it, and the re-spin decides.",
        respun("no_spin foreign_object", "rest 5", after=f"{SPUN}; {rests(8)}").replace("pay w1 18000", "pay w1 0"),
        QUIET,
        paid(w1=0),
    ),
    breaks(
        "ECA-R-I7",
        "Called a no spin, the ball comes to rest in 5, which is paid; then 8 comes, and the payment is an error.",
        respun("no_spin foreign_object", "rest 5", "pay w1 18000", after=f"{SPUN}; {rests(8)}").replace(
            "pay w1 18000; close", "close"
        ),
        QUIET,
        paid("correct", ("paid_on_no_spin", "ECA-R-I7"), ("wrong_payment", "ECA-R-I7"), w1=0),
    ),
    keeps("ECA-R-I8", "The ball goes back into 16, where it came from.", respun("no_spin foreign_object"), QUIET, PAID),
    keeps(
        "ECA-R-I8",
        "Two no spins in one round: it is one round, and the third spin decides.",
        respun("no_spin foreign_object", back=f"{STOPPED}; spin cw cw; no_spin with_the_wheel; {STOPPED}"),
        QUIET,
        PAID,
    ),
    keeps(
        "ECA-R-I8",
        "What was called no spin before is not where the ball came from.",
        respun("no_spin foreign_object", "rest 9", back=f"{STOPPED}; spin cw cw; no_spin with_the_wheel; {STOPPED}"),
        QUIET,
        PAID,
    ),
    breaks(
        "ECA-R-I8",
        "The ball goes back into 24.",
        respun("no_spin foreign_object", back="ball_out; ball_in 24"),
        QUIET,
        paid("stands", ("ball_to_wrong_pocket", "ECA-R-I8"), w1=18_000),
    ),
    breaks(
        "ECA-R-I8",
        "The ball is spun again without going back at all.",
        respun("no_spin foreign_object", back="ball_out"),
        QUIET,
        paid("stands", ("ball_not_returned", "ECA-R-I8"), w1=18_000),
    ),
    breaks(
        "ECA-R-I8",
        "The ball is spun again after it rested in 5, without a no spin: 5 had been decided.",
        f"1: open; {BET}; {SPUN}; {rests(5)}; {SPUN}; {rests(8)}; pay w1 0; close",
        paid(
            "correct",
            ("spun_again", "ECA-R-I8"),
            ("wrong_payment", "ECA-R-S1"),
            w1=18_000,
        ),
    ),
    breaks(
        "ECA-R-I8",
        "The ball is taken out and spun again, and nobody says a word.",
        f"{before(16)}\n2: open; {BET}; spin cw ccw; nmb; {STOPPED}; {AGAIN}; close",
        QUIET,
        paid("stands", ("spun_again", "ECA-R-I8"), w1=18_000),
    ),
    breaks(
        "ECA-R-I3",
        "A coin falls into the wheel, and the ball is taken out and spun again without a word: the re-spin decides.",
        f"{before(16)}\n2: open; {BET}; spin cw ccw; nmb; incident foreign_object; {STOPPED}; {AGAIN}; close",
        QUIET,
        paid("stands", ("foreign_object_not_called", "ECA-R-I3"), w1=18_000),
    ),
    keeps(
        "ECA-R-I8",
        '"Place your bets" is called again before the re-spin: it is the same round.',
        respun("no_spin foreign_object", back=f"{STOPPED}; open"),
        QUIET,
        PAID,
    ),
    keeps(
        "ECA-R-I8",
        "The record ends with a no spin, and the round is open: the ball is to be spun again, and may still be.",
        f"{before(16)}\n2: open; {BET}; spin cw ccw; nmb; no_spin foreign_object; ball_out",
        QUIET,
        Ruled(verdict="respin", due={"w1": None}),
    ),
    breaks(
        "ECA-R-I8",
        "The round is closed with a no spin, and the ball was not spun again.",
        f"{before(16)}\n2: open; {BET}; spin cw ccw; nmb; no_spin foreign_object; close",
        QUIET,
        Ruled(findings=(AGAIN_DUE,), verdict="respin", due={"w1": None}),
    ),
    breaks(
        "ECA-R-I8",
        "After a no spin and a second one the next round is opened and played.",
        f"""{before(16)}
2: open; {BET}; spin cw ccw; nmb; no_spin interference; {STOPPED}; spin ccw ccw; no_spin with_the_wheel; ball_out
{played("", 30, name=3)}""",
        QUIET,
        Ruled(findings=(AGAIN_DUE,), verdict="respin", due={"w1": None}),
        QUIET,
    ),
    breaks(
        "ECA-R-I8",
        "The no spin comes when the ball lies in 5, and the round is closed: if it counts, the ball was to be spun again.",
        f"{before(16)}\n2: open; {BET}; spin cw ccw; nmb; rest 5; no_spin interference; close",
        QUIET,
        Ruled(
            findings=(("no_spin_too_late", "ECA-R-I10?"), AGAIN_DUE),
            verdict="refer",
            authority=DIRECTOR,
            verdicts={"ECA-R-I10?:a": "respin", "ECA-R-I10?:b": "stands"},
            branches={"ECA-R-I10?:a": {"w1": None}, "ECA-R-I10?:b": {"w1": 18_000}},
        ),
    ),
)

BETTING: Final = (
    keeps(
        "ECA-R-I8a?",
        "The no spin comes before the call: betting was never closed, and a chip laid before the re-spin plays.",
        respun(
            "no_spin foreign_object",
            spun="spin cw ccw",
            back=f"{STOPPED}; bet w2 P2 straight 500 numbers=5",
            paid="pay w1 18000; pay w2 18000",
        ),
        QUIET,
        Ruled(verdict="stands", branches={"1": {"w1": 18_000, "w2": 18_000}}),
    ),
    keeps(
        "ECA-R-I8a?",
        "The no spin comes after the call, and nobody touches the wagers.",
        respun("no_spin foreign_object"),
        QUIET,
        Ruled(verdict="stands", branches={"1": {"w1": 18_000}}),
    ),
    breaks(
        "ECA-R-I8a?",
        "After the call and the no spin a chip is laid on 5, which comes, and it is paid.",
        respun("no_spin foreign_object", back=f"{STOPPED}; bet w2 P2 straight 500 numbers=5").replace(
            "pay w1 18000", "pay w1 18000; pay w2 18000"
        ),
        QUIET,
        Ruled(
            findings=(("bet_after_call", "ECA-R-W5"), ("wrong_payment", "ECA-R-I8a?")),
            verdict="refer",
            authority=DIRECTOR,
            due={"w1": 18_000},
            verdicts={"ECA-R-I8a?:a": "correct", "ECA-R-I8a?:b": "stands"},
            branches={"ECA-R-I8a?:a": {"w2": 500}, "ECA-R-I8a?:b": {"w2": 18_000}},
        ),
    ),
    breaks(
        "ECA-R-I8a?",
        "After the call and the no spin a chip is moved from 5 to 8; then 5 comes.",
        respun("no_spin foreign_object", back=f"{STOPPED}; shift w1 straight numbers=8"),
        QUIET,
        Ruled(
            findings=(("moved_after_call", "ECA-R-W5"), ("wrong_payment", "ECA-R-I8a?")),
            verdict="refer",
            verdicts={"ECA-R-I8a?:a": "stands", "ECA-R-I8a?:b": "correct"},
            branches={"ECA-R-I8a?:a": {"w1": 18_000}, "ECA-R-I8a?:b": {"w1": 0}},
        ),
    ),
    breaks(
        "ECA-R-I8a?",
        "After the call and the no spin a chip is taken up; then its number comes.",
        respun("no_spin foreign_object", back=f"{STOPPED}; withdraw w1").replace("; pay w1 18000", ""),
        QUIET,
        Ruled(
            findings=(("withdrawn_after_call", "ECA-R-W5"),),
            verdict="refer",
            verdicts={"ECA-R-I8a?:a": "correct", "ECA-R-I8a?:b": "stands"},
            branches={"ECA-R-I8a?:a": {"w1": 18_000}, "ECA-R-I8a?:b": {"w1": 500}},
        ),
    ),
    breaks(
        "ECA-R-I8a?",
        "Chips are laid before each of two re-spins, on a series and on red; zero comes, and nothing is paid yet.",
        f"""{before(16)}
2: open; {BET}; spin cw ccw; nmb; no_spin interference; ball_out; bet w2 P2 zero_game 2000; ball_in 16
2: spin ccw cw; nmb; no_spin no_compartment; ball_out; bet w3 P3 red 50000; ball_in 16; {SPUN}; {rests(0)}; close""",
        QUIET,
        Ruled(
            findings=(("bet_after_call", "ECA-R-W5"), ("bet_after_call", "ECA-R-W5")),
            verdict="refer",
            authority=DIRECTOR,
            due={"w1": 0},
            branches={"ECA-R-I8a?:a": {"w2": 2_000, "w3": 50_000}, "ECA-R-I8a?:b": {"w2": 9_000, "w3": 25_000}},
        ),
    ),
    breaks(
        "ECA-R-I8a?",
        "A chip on red is raised after a no spin; zero comes, and what lies is halved before losers are collected.",
        f"""{before(16)}
2: open; {BET}; bet w2 P2 red 50000; spin cw ccw; nmb; no_spin foreign_object; {STOPPED}; change w2 100000
2: {SPUN}; {rests(0)}; pay w2 50000; pay w1 0; close""",
        QUIET,
        Ruled(
            findings=(("changed_after_call", "ECA-R-W5"), ("wrong_payment", "ECA-R-I8a?")),
            verdict="refer",
            due={"w1": 0},
            verdicts={"ECA-R-I8a?:a": "correct", "ECA-R-I8a?:b": "stands"},
            branches={"ECA-R-I8a?:a": {"w2": 75_000}, "ECA-R-I8a?:b": {"w2": 50_000}},
        ),
    ),
)

CHANGED: Final = ("changed_after_call", "ECA-R-W5")
WITHDRAWN: Final = ("withdrawn_after_call", "ECA-R-W5")
WRONG: Final = ("wrong_payment", "ECA-R-I8a?")
RED: Final = "bet w2 P2 red 150000"
CLOSED: Final = "nmb; revolutions 11 after_call=4"


def red_respun(between: str, pocket: int, *pays: str, stopped: str = "", running: str = "") -> str:
    """A wager of 1,500.00 on red, a no spin, and a re-spin that gives this number; what is done to the wager, and when."""
    first = ("open", RED, "spin cw ccw; nmb", stopped, "no_spin foreign_object", STOPPED)
    again = (between, "spin cw ccw", CLOSED, running, rests(pocket), *pays, "close")
    return f"{before(16)}\n2: " + "; ".join(part for part in (*first, *again) if part)


def by_reading(a: int, b: int, *findings: Breach, verdicts: tuple[str, str], wager: str = "w2", **due: int) -> Ruled:
    """What a wager is worth if the wagers stay as they were at the call, and if betting is open again."""
    return Ruled(
        findings=findings,
        verdict="refer",
        authority=DIRECTOR,
        awarded={wager: None},
        due=due,
        verdicts={"ECA-R-I8a?:a": verdicts[0], "ECA-R-I8a?:b": verdicts[1]},
        branches={"ECA-R-I8a?:a": {wager: a}, "ECA-R-I8a?:b": {wager: b}},
    )


TAKEN_UP: Final = (
    keeps(
        "ECA-R-I8a?",
        "Lowered before the call of a spin that is then none: 1,000.00 are the wager.",
        f"{before(16)}\n2: open; {RED}; change w2 100000; spin cw ccw; nmb; no_spin foreign_object; {STOPPED}; {SPUN}; "
        f"{rests(20)}; pay w2 0; close",
        QUIET,
        Ruled(verdict="stands", branches={"1": {"w2": 0}}),
    ),
    breaks(
        "ECA-R-I8a?",
        "Lowered by 500.00 before the re-spin, and lost: they are owed if the wager stayed, else they are the player's.",
        red_respun("change w2 100000", 20, "pay w2 0"),
        QUIET,
        by_reading(0, 50_000, CHANGED, verdicts=("correct", "stands")),
    ),
    breaks(
        "ECA-R-I8a?",
        "Lowered by 500.00 before the re-spin, and 1,000.00 are paid as won: 1,500.00 had won if the wager stayed.",
        red_respun("change w2 100000", 5, "pay w2 200000"),
        QUIET,
        by_reading(300_000, 250_000, CHANGED, ("wrong_payment", "ECA-R-I8a?"), verdicts=("correct", "stands")),
    ),
    breaks(
        "ECA-R-I8a?",
        "Raised to 2,000.00 and taken up whole before the re-spin; red comes: 1,500.00 more are due if the wager stayed.",
        red_respun("change w2 200000; withdraw w2", 5),
        QUIET,
        by_reading(350_000, 200_000, CHANGED, WITHDRAWN, verdicts=("correct", "stands")),
    ),
    keeps(
        "ECA-R-I8a?",
        "Raised before the re-spin and lowered again to what it was: it is worth the same however one reads it.",
        red_respun("change w2 200000; change w2 150000", 5, "pay w2 300000"),
        QUIET,
        Ruled(
            findings=(CHANGED, CHANGED),
            under={"changed_after_call": ("ECA-R-I8a?:a",)},
            verdict="stands",
            awarded={"w2": 300_000},
        ),
    ),
    breaks(
        "ECA-R-I8a?",
        "Lowered to 1,000.00 and raised to 2,000.00 before the re-spin, and lost: 1,000.00 are no wager, or all are.",
        red_respun("change w2 100000; change w2 200000", 20, "pay w2 0"),
        QUIET,
        by_reading(100_000, 50_000, CHANGED, CHANGED, ("wrong_payment", "ECA-R-I8a?"), verdicts=("correct", "stands")),
    ),
    breaks(
        "ECA-R-I8a?",
        "Lowered by 500.00 before each of two re-spins, and lost: 1,000.00 are owed, or none.",
        f"""{before(16)}
2: open; {RED}; spin cw ccw; nmb; no_spin foreign_object; {STOPPED}; change w2 100000
2: spin cw ccw; nmb; no_spin interference; {STOPPED}; change w2 50000; {SPUN}; {rests(20)}; pay w2 0; close""",
        QUIET,
        by_reading(0, 100_000, CHANGED, CHANGED, verdicts=("correct", "stands")),
    ),
    breaks(
        "ECA-R-I8a?",
        "Lowered before the re-spin and taken up while the ball runs; red comes: 1,500.00, 500.00, 1,000.00 or none won.",
        red_respun("change w2 100000", 5, running="withdraw w2"),
        QUIET,
        Ruled(
            findings=(CHANGED, WITHDRAWN),
            verdict="refer",
            authority=DIRECTOR,
            branches={
                "ECA-R-I8a?:a,ECA-R-W8a?:a": {"w2": 300_000},
                "ECA-R-I8a?:a,ECA-R-W8a?:b": {"w2": 100_000 + 100_000},
                "ECA-R-I8a?:b,ECA-R-W8a?:a": {"w2": 200_000 + 50_000},
                "ECA-R-I8a?:b,ECA-R-W8a?:b": {"w2": 150_000},
            },
        ),
    ),
    breaks(
        "ECA-R-I8a?",
        "Raised in the no spin and again before the re-spin, then lowered while the ball runs: what came last goes first.",
        red_respun("change w2 350000", 5, "pay w2 400000", stopped="change w2 250000", running="change w2 200000"),
        QUIET,
        Ruled(
            findings=(CHANGED, CHANGED, CHANGED, WRONG, WRONG),
            verdict="refer",
            authority=DIRECTOR,
            branches={
                "ECA-R-I8a?:a,ECA-R-W8b?:a": {"w2": 300_000 + 50_000 + 150_000},
                "ECA-R-I8a?:a,ECA-R-W8b?:b": {"w2": 400_000 + 150_000},
                "ECA-R-I8a?:b,ECA-R-W8a?:a": {"w2": 700_000},
                "ECA-R-I8a?:b,ECA-R-W8a?:b": {"w2": 400_000 + 150_000},
            },
        ),
    ),
    breaks(
        "ECA-R-I8a?",
        "Taken up before the re-spin and laid anew by the same name on 8, which comes and is paid.",
        respun("no_spin foreign_object", back=f"{STOPPED}; withdraw w1; bet w1 P1 straight 700 numbers=8")
        .replace(AGAIN, f"{SPUN}; {rests(8)}")
        .replace("pay w1 18000", "pay w1 25200"),
        QUIET,
        Ruled(
            findings=(WITHDRAWN, ("bet_after_call", "ECA-R-W5"), ("wrong_payment", "ECA-R-I8a?")),
            verdict="refer",
            verdicts={"ECA-R-I8a?:a": "correct", "ECA-R-I8a?:b": "stands"},
            branches={"ECA-R-I8a?:a": {"w1": 0, "w1~2": 700}, "ECA-R-I8a?:b": {"w1": 500, "w1~2": 25_200}},
        ),
    ),
    breaks(
        "ECA-R-I8a?",
        "A series is lowered from 40.00 to 20.00 before the re-spin, and zero comes.",
        f"""{before(16)}
2: open; bet w2 P2 zero_game 4000; spin cw ccw; nmb; no_spin interference; {STOPPED}; change w2 2000
2: {SPUN}; {rests(0)}; pay w2 9000; close""",
        QUIET,
        by_reading(18_000, 11_000, CHANGED, ("wrong_payment", "ECA-R-I8a?"), verdicts=("correct", "stands")),
    ),
    breaks(
        "ECA-R-W8b?",
        "Moved to 8 before the re-spin and raised there while the ball runs: what was added lies on 8, the wager may not.",
        respun("no_spin foreign_object", back=f"{STOPPED}; shift w1 straight numbers=8")
        .replace(AGAIN, f"spin cw ccw; {CLOSED}; change w1 1000; {rests(8)}")
        .replace("; pay w1 18000", ""),
        QUIET,
        Ruled(
            findings=(("moved_after_call", "ECA-R-W5"), CHANGED),
            verdict="refer",
            branches={
                "ECA-R-I8a?:a,ECA-R-W8b?:a": {"w1": 500},
                "ECA-R-I8a?:a,ECA-R-W8b?:b": {"w1": 18_000},
                "ECA-R-I8a?:b,ECA-R-W8b?:a": {"w1": 18_500},
                "ECA-R-I8a?:b,ECA-R-W8b?:b": {"w1": 36_000},
            },
        ),
    ),
    breaks(
        "ECA-R-W6",
        "Called in time and put on the layout only before the re-spin: no wager, or one of the re-spin.",
        f"""{before(16)}
2: open; bet w2 P2 straight 500 numbers=5 by=word with_chips=yes; spin cw ccw; nmb; no_spin interference; {STOPPED}
2: laid w2 dealer; {SPUN}; {rests(5)}; pay w2 18000; close""",
        QUIET,
        by_reading(
            500,
            18_000,
            ("no_bet", "ECA-R-W6"),
            ("wrong_payment", "ECA-R-I8a?"),
            verdicts=("correct", "stands"),
        ),
    ),
    breaks(
        "ECA-R-I7",
        "Paid on a no spin and taken up before the re-spin: it was paid on a no spin however one reads what came after.",
        respun(
            "no_spin foreign_object", "rest 5", "pay w1 18000", back="ball_in 16; withdraw w1", after=f"{SPUN}; {rests(8)}"
        )
        .replace("pay w1 18000; close", "close")
        .replace("no_spin foreign_object; rest", "no_spin interference; rest"),
        QUIET,
        Ruled(
            findings=(
                ("paid_on_no_spin", "ECA-R-I7"),
                WITHDRAWN,
                ("wrong_payment", "ECA-R-I8a?"),
                ("wrong_payment", "ECA-R-I8a?"),
            ),
            under={"paid_on_no_spin": ()},
            verdict="refer",
            verdicts={"ECA-R-I8a?:a": "correct", "ECA-R-I8a?:b": "correct"},
            branches={"ECA-R-I8a?:a": {"w1": 0}, "ECA-R-I8a?:b": {"w1": 500}},
        ),
    ),
    breaks(
        "ECA-R-I7",
        "A chip laid after the call is paid on a no spin, and the re-spin gives another number.",
        respun(
            "bet w2 P2 straight 500 numbers=5",
            "no_spin interference",
            "rest 5",
            "pay w2 18000",
            back="ball_in 16",
            after=f"{SPUN}; {rests(5)}",
        ),
        QUIET,
        Ruled(
            findings=(("bet_after_call", "ECA-R-W5"), ("paid_on_no_spin", "ECA-R-I7"), ("wrong_payment", "ECA-R-W8b?")),
            verdict="refer",
            due={"w1": 18_000},
            branches={
                "ECA-R-I8a?:a,ECA-R-W8b?:a": {"w2": 500},
                "ECA-R-I8a?:a,ECA-R-W8b?:b": {"w2": 18_000},
                "ECA-R-I8a?:b": {"w2": 18_000},
            },
        ),
    ),
)

TOO_LATE: Final = (
    keeps(
        "ECA-R-I10?",
        "The no spin is called while the ball runs.",
        respun("incident foreign_object", "no_spin foreign_object"),
        QUIET,
        Ruled(verdict="stands", branches={"1": {"w1": 18_000}}),
    ),
    breaks(
        "ECA-R-I10?",
        "The ball rests in 8, then a no spin is called and 5 comes: it counts, or 8 stands.",
        respun("incident foreign_object", "rest 8", "no_spin foreign_object", back="ball_in 16"),
        QUIET,
        Ruled(
            findings=(
                ("no_spin_too_late", "ECA-R-I10?"),
                ("wrong_payment", "ECA-R-I10?"),
            ),
            verdict="refer",
            authority=DIRECTOR,
            verdicts={"ECA-R-I10?:a": "stands", "ECA-R-I10?:b": "correct"},
            branches={"ECA-R-I10?:a": {"w1": 18_000}, "ECA-R-I10?:b": {"w1": 0}},
        ),
    ),
    keeps(
        "ECA-R-I11?",
        "Called a no spin, the round is closed and nothing was paid: it is spun again.",
        f"{before(16)}\n2: open; {BET}; spin cw ccw; nmb; no_spin foreign_object; rest 5; ball_out; close",
        QUIET,
        Ruled(findings=(AGAIN_DUE,), verdict="respin", branches={"1": {"w1": None}}),
    ),
    breaks(
        "ECA-R-I11?",
        "Called a no spin, 5 is paid all the same and the round closed: taken back, or left with the player.",
        f"{before(16)}\n2: open; {BET}; spin cw ccw; nmb; no_spin foreign_object; rest 5; ball_out; pay w1 18000; close",
        QUIET,
        Ruled(
            findings=(AGAIN_DUE, ("paid_on_no_spin", "ECA-R-I7")),
            verdict="refer",
            authority=DIRECTOR,
            verdicts={"ECA-R-I11?:a": "respin", "ECA-R-I11?:b": "stands"},
            branches={"ECA-R-I11?:a": {"w1": None}, "ECA-R-I11?:b": {"w1": 18_000}},
        ),
    ),
    breaks(
        "ECA-R-I11?",
        "Called a no spin, 5 is paid with 10.00 too much, which come back: what is left is what the player kept.",
        f"{before(16)}\n2: open; {BET}; spin cw ccw; nmb; no_spin foreign_object; rest 5; ball_out; pay w1 19000; "
        "take_back w1 1000 by=dealer; close",
        QUIET,
        Ruled(
            findings=(AGAIN_DUE, ("paid_on_no_spin", "ECA-R-I7")),
            verdict="refer",
            authority=DIRECTOR,
            verdicts={"ECA-R-I11?:a": "respin", "ECA-R-I11?:b": "stands"},
            branches={"ECA-R-I11?:a": {"w1": None}, "ECA-R-I11?:b": {"w1": 18_000}},
        ),
    ),
    breaks(
        "ECA-R-I11?",
        "Called a no spin, 5 is paid all the same, and the next round is dealt: it is over, though nobody closed it.",
        f"""{before(16)}
2: open; {BET}; spin cw ccw; nmb; no_spin foreign_object; rest 5; ball_out; pay w1 18000
{played("", 30, name=3)}""",
        QUIET,
        Ruled(
            findings=(AGAIN_DUE, ("paid_on_no_spin", "ECA-R-I7")),
            verdict="refer",
            authority=DIRECTOR,
            branches={"ECA-R-I11?:a": {"w1": None}, "ECA-R-I11?:b": {"w1": 18_000}},
        ),
        QUIET,
    ),
    breaks(
        "ECA-R-I11?",
        "Of two wagers one was settled on the no spin: if that is left, the other still waits for the ball.",
        f"""{before(16)}
2: open; {BET}; bet w2 P2 orphans 2500; spin cw ccw; nmb; no_spin interference; rest 5; pay w2 0; close""",
        QUIET,
        Ruled(
            findings=(AGAIN_DUE, ("paid_on_no_spin", "ECA-R-I7")),
            verdict="refer",
            authority=DIRECTOR,
            verdicts={"ECA-R-I11?:a": "respin", "ECA-R-I11?:b": "respin"},
            branches={"ECA-R-I11?:a": {"w1": None, "w2": None}, "ECA-R-I11?:b": {"w1": None, "w2": 0}},
        ),
    ),
    breaks(
        "ECA-R-I11?",
        "Called a no spin, a loser is collected all the same and the round closed.",
        f"{before(16)}\n2: open; {BET}; spin cw ccw; nmb; no_spin foreign_object; rest 8; ball_out; pay w1 0; close",
        QUIET,
        Ruled(
            findings=(AGAIN_DUE, ("paid_on_no_spin", "ECA-R-I7")),
            verdict="refer",
            branches={"ECA-R-I11?:a": {"w1": None}, "ECA-R-I11?:b": {"w1": 0}},
        ),
    ),
)

ROWS: Final[tuple[Row, ...]] = (*ANNOUNCED, *BETTING, *TAKEN_UP, *TOO_LATE)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_respin(row: Row) -> None:
    holds(row)
