"""Under which readings a finding holds: what hangs on one is found there and nowhere else."""

from typing import Any, Final

import pytest

from tests.clauses.eca_roulette.floor import OPENED, SPUN, before, breaks, house, played, rests
from tests.clauses.eca_roulette.respun import respun
from tests.clauses.table import Ruled, judged

NUMBERS: Final = "bet w1 P1 straight 500 numbers=5"

CASES: Final[tuple[tuple[str, str, tuple[list[str] | None, ...]], ...]] = (
    (
        respun("no_spin interference", back="ball_out; bet w2 P2 red 50000; ball_in 16"),
        "bet_after_call",
        (["ECA-R-I8a?:a"],),
    ),
    (
        respun("no_spin interference", back="ball_out; change w1 1000; ball_in 16"),
        "changed_after_call",
        (["ECA-R-I8a?:a"],),
    ),
    (
        respun("shift w1 straight numbers=8", "no_spin interference"),
        "moved_after_call",
        (None,),
    ),
    (
        played("bet w1 P1 corner 50000 numbers=4-5-7-8", 5, "pay w1 450000"),
        "wrong_payment",
        (["ECA-C6a?:a"], ["ECA-C6a?:b"]),
    ),
    (
        played("bet w1 P1 street 40000 numbers=4-5-6", 5, "pay w1 400000"),
        "wrong_payment",
        (["ECA-C6a?:a"], ["ECA-C6a?:b"], ["ECA-C6a?:c"]),
    ),
    (
        played("bet w1 P1 street 40000 numbers=4-5-6", 5, "pay w1 400000"),
        "off_limits_inside",
        (None,),
    ),
    (
        played("", 5, "pay w1 9000", spun="spin cw ccw; nmb; bet w1 P1 split 500 numbers=5-8"),
        "wrong_payment",
        (["ECA-R-W8b?:a"],),
    ),
    (
        played(f"{NUMBERS}; bet w2 P2 odd 50000", 5, "pay w2 100000", spun="spin cw ccw; nmb; withdraw w1; revolutions 9"),
        "unpaid",
        (["ECA-R-W8a?:a"],),
    ),
    (
        f"{before(16)}\n2: open; {NUMBERS}; spin cw ccw; nmb; rest 5; no_spin interference; close",
        "not_spun_again",
        (["ECA-R-I10?:a"],),
    ),
    (
        f"{before(16)}\n2: open; {NUMBERS}; spin cw ccw; nmb; no_spin interference; close",
        "not_spun_again",
        (None,),
    ),
    (
        f"1: open; {NUMBERS}; {SPUN}; incident foreign_object; rest 5; call 8; dolly 5; pay w1 18000; close",
        "wrong_number_called",
        (["ECA-R-I9?:b"],),
    ),
    (
        f"1: open; {NUMBERS}; {SPUN}; incident foreign_object; dolly 5; rest 5; call 5; pay w1 18000; close",
        "dolly_too_soon",
        (None,),
    ),
    (
        f"1: open; {NUMBERS}; {SPUN}; incident foreign_object; {rests(5)}; pay w1 18000; close",
        "foreign_object_not_called",
        (None,),
    ),
)
"""A round, a kind of finding, and for each finding of it the branches in which it holds; None for all of them."""


def found(rounds: str, kind: str) -> list[dict[str, Any]]:
    """The findings of a kind in the last of these rounds."""
    row = breaks("ECA-R-W8", "Any.", rounds, Ruled(), opened=OPENED)
    return [finding for finding in judged(row, house())[-1]["findings"] if finding["kind"] == kind]


@pytest.mark.parametrize(("rounds", "kind", "under"), CASES, ids=[f"{kind}-{n}" for n, (_, kind, _) in enumerate(CASES)])
def test_a_finding_says_under_what_it_holds(rounds: str, kind: str, under: tuple[list[str] | None, ...]) -> None:
    findings = found(rounds, kind)
    assert [finding["under"] for finding in findings] == list(under)
    for finding in findings:
        assert finding["text"].startswith("Under ") == (finding["under"] is not None)
