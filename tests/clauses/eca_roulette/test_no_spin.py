"""Grounds of a no spin, called or not: I1 to I6 and I9?."""

from typing import Final

import pytest

from tests.clauses.eca_roulette.floor import DIRECTOR, OPENED, QUIET, SPUN, before, breaks, holds, keeps, paid, played
from tests.clauses.eca_roulette.respun import AGAIN, BET, PAID, STOPPED, respun
from tests.clauses.table import Breach, Row, Ruled


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
        "ECA-R-I1",
        "The ball runs with the wheel and a no spin is called; it comes to rest in 30, and nobody tried to take it out.",
        respun("no_spin with_the_wheel", "rest 30", spun="spin cw cw", back="ball_in 16"),
        QUIET,
        paid("stands", ("with_the_wheel_left_in", "ECA-R-I1"), w1=18_000),
    ),
    breaks(
        "ECA-R-I2",
        "The dealer calls a no spin after four revolutions, and watches the ball come to rest in 30.",
        respun("revolutions 4", "no_spin too_few_revolutions", "rest 30", back="ball_in 16"),
        QUIET,
        paid("stands", ("too_few_left_in", "ECA-R-I2"), w1=18_000),
    ),
    breaks(
        "ECA-R-I3",
        "A coin is in the wheel and a no spin is called; nobody tries to take the ball out, and it comes to rest in 30.",
        respun("incident foreign_object", "no_spin foreign_object", "rest 30", back="ball_in 16"),
        QUIET,
        paid("stands", ("foreign_object_left_in", "ECA-R-I3"), w1=18_000),
    ),
    keeps(
        "ECA-R-I3",
        "The dealer reaches for the ball too late: it lay in 30 when it was taken out, and it is a no spin all the same.",
        respun("incident foreign_object", "no_spin foreign_object", "rest 30", back=STOPPED),
        QUIET,
        PAID,
    ),
    keeps(
        "ECA-R-I6",
        "After an interference the ball comes to rest: of that ground no attempt to take it out is asked for.",
        respun("incident interference by=P4", "no_spin interference", "rest 30", back="ball_in 16"),
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

LEFT: Final = "incident left_the_wheel"
BACK: Final = "ball_back; ball_in 16"
NOT_EXAMINED: Final = ("ball_not_examined", "ECA-R-I5")

WHATEVER_IT_WAS_CALLED: Final = (
    keeps(
        "ECA-R-I5",
        "The ball leaves the wheel and the dealer calls it a foreign object; it is examined before it goes back.",
        respun(LEFT, "no_spin foreign_object", back="ball_back; ball_examined; ball_in 16"),
        QUIET,
        PAID,
    ),
    breaks(
        "ECA-R-I5",
        "The ball leaves the wheel and the dealer calls it a foreign object; it goes back unexamined.",
        respun(LEFT, "no_spin foreign_object", back=BACK),
        QUIET,
        paid("stands", NOT_EXAMINED, w1=18_000),
    ),
    breaks(
        "ECA-R-I5",
        "After a no spin because of an interference the ball leaves the wheel, and goes back unexamined.",
        respun("no_spin interference", LEFT, back=BACK),
        QUIET,
        paid("stands", NOT_EXAMINED, w1=18_000),
    ),
    breaks(
        "ECA-R-I5",
        "The record has only that the ball was brought back after another no spin: it had left the wheel.",
        respun("no_spin interference", back=BACK),
        QUIET,
        paid("stands", NOT_EXAMINED, w1=18_000),
    ),
    breaks(
        "ECA-R-I5",
        "The ball leaves the wheel, nobody calls a no spin, and it is spun again unexamined.",
        f"{before(16)}\n2: open; {BET}; spin cw ccw; nmb; {LEFT}; {BACK}; {AGAIN}; pay w1 18000; close",
        QUIET,
        paid("stands", ("ball_left_not_called", "ECA-R-I5"), NOT_EXAMINED, w1=18_000),
    ),
    keeps(
        "ECA-R-I5",
        "The ball leaves the wheel, comes back and is examined before the dealer calls the no spin.",
        respun(LEFT, "ball_back", "ball_examined by=dealer", "no_spin left_the_wheel", back="ball_in 16"),
        QUIET,
        PAID,
    ),
    keeps(
        "ECA-R-I5",
        "A coin falls into the wheel and the dealer says that the ball left: it never did, and is not to be examined.",
        respun("incident foreign_object", "no_spin left_the_wheel"),
        QUIET,
        PAID,
    ),
    breaks(
        "ECA-R-I5",
        "The ball that had left the wheel is examined by a player: that is the dealer's to do.",
        respun("no_spin left_the_wheel", back="ball_back; ball_examined by=P4; ball_in 16"),
        QUIET,
        paid("stands", NOT_EXAMINED, ("ball_examined_by_another", "ECA-R-I5"), w1=18_000),
    ),
    breaks(
        "ECA-R-I3",
        "A coin is in the wheel, and the dealer calls it an interference; nobody tries to take the ball out in time.",
        respun("incident foreign_object", "no_spin interference", "rest 30", back="ball_in 16"),
        QUIET,
        paid("stands", ("foreign_object_left_in", "ECA-R-I3"), w1=18_000),
    ),
    keeps(
        "ECA-R-I6",
        "A player touches the wheel, and the dealer calls it a foreign object: the ball need not be taken out.",
        respun("incident interference by=P4", "no_spin foreign_object", "rest 30", back="ball_in 16"),
        QUIET,
        PAID,
    ),
)

ANOTHERS_WORD: Final = ("no_spin_by_another", "ECA-R-I7")

WHOSE_WORD: Final = (
    breaks(
        "ECA-R-I7",
        "A player calls a no spin, the dealer does not: 5 counts, and is paid.",
        unannounced("no_spin interference by=P3"),
        paid("stands", ANOTHERS_WORD, w1=18_000),
    ),
    breaks(
        "ECA-R-I7",
        "A player calls a no spin when the ball lies in 5: that is no word that comes too late, but none.",
        f"1: open; {BET}; {SPUN}; rest 5; no_spin interference by=P3; call 5; dolly 5; pay w1 18000; close",
        paid("stands", ANOTHERS_WORD, w1=18_000),
    ),
    breaks(
        "ECA-R-I7",
        "A player calls a no spin, and a chip is moved: the spin goes on, and so does what W5 says of the chip.",
        unannounced("no_spin interference by=P3; shift w1 straight numbers=8").replace("; pay w1 18000", ""),
        Ruled(
            findings=(ANOTHERS_WORD, ("moved_after_call", "ECA-R-W5")),
            verdict="refer",
            branches={"ECA-R-W8a?:a": {"w1": 18_000}, "ECA-R-W8a?:b": {"w1": 0}},
        ),
    ),
    breaks(
        "ECA-R-I7",
        "An inspector calls a no spin: the document knows none.",
        unannounced("no_spin interference by=inspector"),
        paid("stands", ANOTHERS_WORD, w1=18_000),
    ),
    breaks(
        "ECA-R-I7",
        "The dealer of the table is E7, and E8 calls a no spin.",
        unannounced("no_spin interference by=E8"),
        paid("stands", ANOTHERS_WORD, w1=18_000),
        opened=f"{OPENED}; dealer E7",
    ),
    keeps(
        "ECA-R-I7",
        "The dealer of the table is E7, who calls a no spin.",
        respun("no_spin interference by=E7", "rest 5", back="ball_in 16"),
        QUIET,
        PAID,
        opened=f"{OPENED}; dealer E7",
    ),
    keeps(
        "ECA-R-I7",
        "A player calls a no spin, and then the dealer: the dealer's word counts.",
        respun("no_spin interference by=P3", "no_spin interference by=dealer"),
        QUIET,
        paid("stands", ANOTHERS_WORD, w1=18_000),
    ),
    keeps(
        "ECA-R-I7",
        "The Championship Director, who has the overall control, calls a no spin.",
        respun("no_spin interference by=championship_director"),
        QUIET,
        PAID,
    ),
)

ROWS: Final[tuple[Row, ...]] = (*GROUNDS, *WHATEVER_IT_WAS_CALLED, *WHOSE_WORD)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_no_spin(row: Row) -> None:
    holds(row)
