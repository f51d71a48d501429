"""All faults of the drill for roulette, in the order in which they come, and which of them go together."""

from collections.abc import Mapping
from typing import Final

from drill.roulette.faults.limits import LIMIT_FAULTS, POSTED_FAULTS
from drill.roulette.faults.respins import RESPIN_FAULTS
from drill.roulette.faults.settling import AMOUNTS, SETTLING_FAULTS
from drill.roulette.faults.spins import AFTER_NO_SPIN, GROUNDS, IN_PLACE, NUMBER_FAULTS, SPIN_FAULTS, Fault
from drill.roulette.faults.wagers import BETWEEN_FAULTS, LATE_FAULTS, STOPPED_FAULTS, WAGER_FAULTS

ALL_WAGER_FAULTS: Final[dict[str, Fault]] = {**WAGER_FAULTS, **RESPIN_FAULTS}
FAULTS_BEFORE_MONEY: Final[dict[str, Fault]] = {**SPIN_FAULTS, **ALL_WAGER_FAULTS, **NUMBER_FAULTS}
"""Faults that come before the money."""

FAULTS: Final[dict[str, Fault]] = {**FAULTS_BEFORE_MONEY, **SETTLING_FAULTS}
LAWFUL_FAULTS: Final = frozenset(
    {
        "misplaced",
        "changed_in_time",
        "withdrawn_in_time",
        "at_limit",
        "at_posted_limit",
        "call_bet_on_wrong_pieces",
        "another_incident",
        *(f"no_spin_{ground}" for ground in GROUNDS),
    }
)
"""What merely looks like a fault, or was dealt with as it should be."""

UNDETECTABLE_FAULTS: Final = frozenset({"unseen_ground"})
"""What nobody recorded."""

MONEY_FAULTS: Final = frozenset({*AMOUNTS, "winner_never_paid", "call_bet_paid_as_called"})
NUMBER_FINDINGS: Final = frozenset(
    {
        "wrong_number_called",
        "wrong_dolly",
        "wrong_display",
        "call_corrected",
        "dolly_corrected",
        "not_announced",
        "not_marked",
    }
)
"""Findings of a number that was shown and is not that of the spin that counts."""

CALL_FINDINGS: Final = frozenset({"bet_after_call", "moved_after_call", "changed_after_call", "withdrawn_after_call"})
"""Findings of what was done to a wager after the call."""

_CALL_TIMING_FAULTS: Final = frozenset({"called_before_spin", "called_after_rest", "not_called"})
_SEVERAL_REST_FAULTS: Final = frozenset(
    {"no_spin_after_the_rest", "spun_again", "invalid_spin_paid", "two_pockets", "no_respin"}
)


_DOLLY_FAULTS: Final = frozenset({"dolly_corrected", "dolly_too_soon"})
_PIECE_FAULTS: Final = frozenset({"call_bet_on_wrong_pieces", "call_bet_paid_as_called"})
"""Faults that put more chips on places that may be at a limit already."""

_STAKE_FAULTS: Final = frozenset(
    {
        "late_raise",
        "raised_after_the_rest",
        "raised_before_respin",
        "raised_in_a_no_spin",
        "late_lowering",
        "lowered_after_the_rest",
        *RESPIN_FAULTS,
    }
)
"""Faults by which a wager is for a time above or below what it lay at, and so perhaps beyond a limit."""

_NO_SPIN_WAGER_FAULTS: Final = frozenset({*BETWEEN_FAULTS, *STOPPED_FAULTS, *RESPIN_FAULTS})
"""Faults with wagers that need a no spin."""


OPENING_FAULTS: Final[Mapping[str, tuple[str, ...]]] = {
    "payment_fits_no_reading": (
        "above_limit",
        "late_bet",
        "late_move",
        "late_raise",
        "late_lowering",
        "call_bet_above_limit",
    )
}
"""Faults that turn on a question which another one leaves open."""


def required_grounds(faults: tuple[str, ...]) -> tuple[str, ...]:
    """The no spins that must come first: one of these grounds each; empty where none is needed."""
    for name in faults:
        if name.startswith("no_spin_") and name in AFTER_NO_SPIN:
            return (name.removeprefix("no_spin_"),)
    if "ball_not_examined" in faults:
        return ("left_the_wheel",)
    return IN_PLACE if any(name in AFTER_NO_SPIN or name in _NO_SPIN_WAGER_FAULTS for name in faults) else ()


def are_compatible(fault: str, other_fault: str) -> bool:
    """Whether two faults can be in one round, so that what is right is known of both."""
    groups = (SPIN_FAULTS, ALL_WAGER_FAULTS, NUMBER_FAULTS, SETTLING_FAULTS)
    at, then = (next(n for n, group in enumerate(groups) if name in group) for name in (fault, other_fault))
    both = {fault, other_fault}
    if both & POSTED_FAULTS.keys() and both & {*LIMIT_FAULTS, "too_many_colour_chips", "wrong_colour_value"}:
        return False
    if both <= POSTED_FAULTS.keys() or (both & POSTED_FAULTS.keys() and both & _STAKE_FAULTS):
        return False
    if both in (  # who was paid first may not have won
        {"paid_before_collected", "call_bet_paid_as_called"},
        {"paid_to_another_player", "call_bet_paid_as_called"},
    ):
        return False
    if both & _PIECE_FAULTS and both & {*LIMIT_FAULTS, *POSTED_FAULTS}:
        return False
    if at == then:
        return at == 1
    if both & _DOLLY_FAULTS and "dolly_after_payment" in both:
        return False
    if both & _SEVERAL_REST_FAULTS or both & {"ball_not_examined"}:
        return False
    late = both & {*LATE_FAULTS, *_NO_SPIN_WAGER_FAULTS}
    spins = both & set(SPIN_FAULTS)
    if both & _NO_SPIN_WAGER_FAULTS and spins:
        return False
    return not (late and both & _CALL_TIMING_FAULTS)
