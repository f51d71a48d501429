"""No spins: I1 to I11?, with a round before in which the ball came to rest in 16."""

from typing import Final

import pytest

from tests.clauses.eca_roulette.floor import (
    DIRECTOR,
    QUIET,
    SPUN,
    before,
    breaks,
    holds,
    keeps,
    paid,
    played,
    rests,
)
from tests.clauses.table import Breach, Row, Ruled

BET: Final = "bet w1 P1 straight 500 numbers=5"
STOPPED: Final = "ball_out; ball_in 16"
AGAIN: Final = f"{SPUN}; {rests(5)}"
"""The re-spin, and 5."""


def respun(*acts: str, spun: str = "spin cw ccw; nmb", back: str = STOPPED, after: str = AGAIN) -> str:
    """A round before, and one whose first spin is no spin and whose second gives 5."""
    return f"{before(16)}\n2: " + "; ".join((f"open; {BET}", spun, *acts, back, after, "pay w1 18000", "close"))


def unannounced(incident: str, spun: str = "spin cw ccw; nmb") -> str:
    """Something occurs, nobody calls a no spin, and 5 is paid."""
    return played(BET, 5, "pay w1 18000", spun="; ".join(part for part in (spun, incident) if part))


def stands_or_not(*findings: Breach, rests_on: tuple[str, ...] = ()) -> Ruled:
    """The spin was never valid, or it stands; the finding rests on these clauses, on its own alone where none is named."""
    (kind, clause), *_ = findings
    return Ruled(
        findings=findings,
        grounds={kind: rests_on or (clause,)},
        verdict="refer",
        authority=DIRECTOR,
        verdicts={"ECA-R-I9?:a": "respin", "ECA-R-I9?:b": "stands"},
        branches={"ECA-R-I9?:a": {"w1": None}, "ECA-R-I9?:b": {"w1": 18_000}},
    )


PAID: Final = paid(w1=18_000)
"""The re-spin decided, and was paid."""

GROUNDS: Final = (
    keeps(
        "ECA-R-I1",
        "The ball runs with the wheel, the dealer calls a no spin and spins again.",
        respun("no_spin with_the_wheel", spun="spin cw cw"),
        QUIET,
        PAID,
    ),
    breaks(
        "ECA-R-I1",
        "The ball runs with the wheel and nobody calls a no spin.",
        unannounced("", "spin cw cw; nmb"),
        stands_or_not(("ran_with_the_wheel", "ECA-R-I1"), rests_on=("ECA-R-I1", "ECA-R-P2")),
    ),
    breaks(
        "ECA-R-I1",
        "The wheel's own device says that the ball runs with the wheel, and nobody calls a no spin.",
        unannounced("wheel wrong_ball_direction"),
        stands_or_not(("ran_with_the_wheel", "ECA-R-I1"), ("wheel_warned", ""), rests_on=("ECA-R-I1", "ECA-R-P2")),
    ),
    keeps(
        "ECA-R-I2",
        "The dealer sees that there will not be seven revolutions, and calls a no spin after four.",
        respun("revolutions 4", "no_spin too_few_revolutions"),
        QUIET,
        PAID,
    ),
    breaks(
        "ECA-R-I2",
        "The ball falls after six revolutions, and nobody calls a no spin.",
        unannounced("revolutions 6 after_call=3"),
        stands_or_not(("too_few_revolutions", "ECA-R-I2"), rests_on=("ECA-R-I2", "ECA-R-P2")),
    ),
    keeps(
        "ECA-R-I3",
        "A coin falls into the wheel, and the dealer calls a no spin.",
        respun("incident foreign_object", "no_spin foreign_object"),
        QUIET,
        PAID,
    ),
    breaks(
        "ECA-R-I3",
        "A coin falls into the wheel, nobody calls a no spin, and 5 is paid.",
        unannounced("incident foreign_object"),
        stands_or_not(("foreign_object_not_called", "ECA-R-I3")),
    ),
    keeps(
        "ECA-R-I4",
        "The ball sticks between two compartments: no spin.",
        respun("incident no_compartment", "no_spin no_compartment"),
        QUIET,
        PAID,
    ),
    breaks(
        "ECA-R-I4",
        "The ball sticks, is pushed into 5, and 5 is paid.",
        unannounced("incident no_compartment"),
        stands_or_not(("no_compartment_not_called", "ECA-R-I4")),
    ),
    keeps(
        "ECA-R-I5",
        "The ball leaves the wheel, is brought back, examined, put into 16 and spun again.",
        respun("incident left_the_wheel", "no_spin left_the_wheel", back="ball_back; ball_examined by=dealer; ball_in 16"),
        QUIET,
        PAID,
    ),
    breaks(
        "ECA-R-I5",
        "The ball that had left the wheel goes back unexamined.",
        respun("no_spin left_the_wheel", back="ball_back; ball_in 16"),
        QUIET,
        paid("stands", ("ball_not_examined", "ECA-R-I5"), w1=18_000),
    ),
    breaks(
        "ECA-R-I5",
        "The ball leaves the wheel, comes back by itself into 5, and 5 is paid.",
        unannounced("incident left_the_wheel"),
        stands_or_not(("ball_left_not_called", "ECA-R-I5")),
    ),
    keeps(
        "ECA-R-I6",
        "A player touches the wheel, and the dealer calls a no spin.",
        respun("incident interference by=P4", "no_spin interference"),
        QUIET,
        PAID,
    ),
    breaks(
        "ECA-R-I6",
        "A player touches the wheel, nobody calls a no spin, and 5 is paid.",
        unannounced("incident interference by=P4"),
        stands_or_not(("interference_not_called", "ECA-R-I6")),
    ),
    keeps(
        "ECA-R-I9?",
        "Nothing occurred: the spin stands under every reading.",
        unannounced(""),
        Ruled(verdict="stands", branches={"1": {"w1": 18_000}}),
    ),
    breaks(
        "ECA-R-I9?",
        "A coin fell into the wheel and nobody said so: whether 5 was ever valid is the Director's to say.",
        unannounced("incident foreign_object"),
        stands_or_not(("foreign_object_not_called", "ECA-R-I3")),
    ),
)

ANNOUNCED: Final = (
    keeps(
        "ECA-R-I7",
        "Called a no spin, the ball comes to rest in 5 all the same; nothing is paid on it, and the re-spin decides.",
        respun("no_spin foreign_object", "rest 5", back="ball_in 16", after=f"{SPUN}; {rests(8)}").replace(
            "pay w1 18000", "pay w1 0"
        ),
        QUIET,
        paid(w1=0),
    ),
    breaks(
        "ECA-R-I7",
        "Called a no spin, the ball comes to rest in 5, which is paid; then 8 comes, and the payment is an error.",
        respun("no_spin foreign_object", "rest 5", "pay w1 18000", back="ball_in 16", after=f"{SPUN}; {rests(8)}").replace(
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
        respun("no_spin foreign_object", "rest 9", back=f"ball_in 16; spin cw cw; no_spin with_the_wheel; {STOPPED}"),
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
    breaks(
        "ECA-R-I8",
        "The record ends with a no spin: the ball is to be spun again.",
        f"{before(16)}\n2: open; {BET}; spin cw ccw; nmb; no_spin foreign_object; close",
        QUIET,
        Ruled(verdict="respin", due={"w1": None}),
    ),
)

BETTING: Final = (
    keeps(
        "ECA-R-I8a?",
        "The no spin comes before the call: betting was never closed, and a chip laid before the re-spin plays.",
        respun("no_spin foreign_object", spun="spin cw ccw", back=f"{STOPPED}; bet w2 P2 straight 500 numbers=5"),
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
        f"{before(16)}\n2: open; {BET}; spin cw ccw; nmb; no_spin foreign_object; rest 5; close",
        QUIET,
        Ruled(verdict="respin", branches={"1": {"w1": None}}),
    ),
    breaks(
        "ECA-R-I11?",
        "Called a no spin, 5 is paid all the same and the round closed: taken back, or left with the player.",
        f"{before(16)}\n2: open; {BET}; spin cw ccw; nmb; no_spin foreign_object; rest 5; pay w1 18000; close",
        QUIET,
        Ruled(
            findings=(("paid_on_no_spin", "ECA-R-I7"),),
            verdict="refer",
            authority=DIRECTOR,
            verdicts={"ECA-R-I11?:a": "respin", "ECA-R-I11?:b": "stands"},
            branches={"ECA-R-I11?:a": {"w1": None}, "ECA-R-I11?:b": {"w1": 18_000}},
        ),
    ),
    breaks(
        "ECA-R-I11?",
        "Called a no spin, a loser is collected all the same and the round closed.",
        f"{before(16)}\n2: open; {BET}; spin cw ccw; nmb; no_spin foreign_object; rest 8; pay w1 0; close",
        QUIET,
        Ruled(
            findings=(("paid_on_no_spin", "ECA-R-I7"),),
            verdict="refer",
            branches={"ECA-R-I11?:a": {"w1": None}, "ECA-R-I11?:b": {"w1": 0}},
        ),
    ),
)

ROWS: Final[tuple[Row, ...]] = (*GROUNDS, *ANNOUNCED, *BETTING, *TOO_LATE)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_no_spin(row: Row) -> None:
    holds(row)
