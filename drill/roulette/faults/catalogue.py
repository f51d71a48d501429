"""All faults of the drill for roulette, in the order in which they come, and which of them go together."""

from collections.abc import Mapping
from typing import Final

from drill.roulette.faults.limits import LIMIT_FAULTS, POSTED_FAULTS
from drill.roulette.faults.settling import AMOUNTS, SETTLING_FAULTS
from drill.roulette.faults.spins import AFTER_NO_SPIN, GROUNDS, IN_PLACE, NUMBER_FAULTS, SPIN_FAULTS, Fault
from drill.roulette.faults.wagers import BETWEEN_FAULTS, LATE_FAULTS, STOPPED_FAULTS, WAGER_FAULTS

BEFORE: Final[dict[str, Fault]] = {**SPIN_FAULTS, **WAGER_FAULTS, **NUMBER_FAULTS}
"""Faults that come before the money."""

FAULTS: Final[dict[str, Fault]] = {**BEFORE, **SETTLING_FAULTS}
LAWFUL: Final = frozenset(
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

UNDETECTABLE: Final = frozenset({"unseen_ground"})
"""What nobody recorded."""

OF_THE_MONEY: Final = frozenset({*AMOUNTS, "winner_never_paid", "call_bet_paid_as_called"})
OF_THE_NUMBER: Final = frozenset(
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

OF_THE_CALL: Final = frozenset({"bet_after_call", "moved_after_call", "changed_after_call", "withdrawn_after_call"})
"""Findings of what was done to a wager after the call."""

_MOVES_THE_CALL: Final = frozenset({"called_before_spin", "called_after_rest", "not_called"})
_SEVERAL_RESTS: Final = frozenset({"no_spin_after_the_rest", "spun_again", "invalid_spin_paid", "two_pockets", "no_respin"})


_OF_THE_DOLLY: Final = frozenset({"dolly_corrected", "dolly_too_soon"})
_PIECE_BY_PIECE: Final = frozenset({"call_bet_on_wrong_pieces", "call_bet_paid_as_called"})
"""Faults that put more chips on places that may be at a limit already."""

_OF_THE_STAKE: Final = frozenset(
    {
        "late_raise",
        "raised_after_the_rest",
        "raised_before_respin",
        "raised_in_a_no_spin",
        "late_lowering",
        "lowered_after_the_rest",
    }
)
"""Faults by which a wager is for a time above or below what it lay at, and so perhaps beyond a limit."""

_WITH_NO_SPIN: Final = frozenset({*BETWEEN_FAULTS, *STOPPED_FAULTS})
"""Faults with wagers that need a no spin."""


OPENING: Final[Mapping[str, tuple[str, ...]]] = {
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


def grounds_for(names: tuple[str, ...]) -> tuple[str, ...]:
    """The no spins that must come first: one of these grounds each; empty where none is needed."""
    for name in names:
        if name.startswith("no_spin_") and name in AFTER_NO_SPIN:
            return (name.removeprefix("no_spin_"),)
    if "ball_not_examined" in names:
        return ("left_the_wheel",)
    return IN_PLACE if any(name in AFTER_NO_SPIN or name in _WITH_NO_SPIN for name in names) else ()


def go_together(one: str, other: str) -> bool:
    """Whether two faults can be in one round, so that what is right is known of both."""
    groups = (SPIN_FAULTS, WAGER_FAULTS, NUMBER_FAULTS, SETTLING_FAULTS)
    at, then = (next(n for n, group in enumerate(groups) if name in group) for name in (one, other))
    both = {one, other}
    if both & POSTED_FAULTS.keys() and both & {*LIMIT_FAULTS, "too_many_colour_chips", "wrong_colour_value"}:
        return False
    if both <= POSTED_FAULTS.keys() or (both & POSTED_FAULTS.keys() and both & _OF_THE_STAKE):
        return False
    if both == {"paid_before_collected", "call_bet_paid_as_called"}:  # who was paid first may not have won
        return False
    if both & _PIECE_BY_PIECE and both & {*LIMIT_FAULTS, *POSTED_FAULTS}:
        return False
    if at == then:
        return at == 1
    if both & _OF_THE_DOLLY and "dolly_after_payment" in both:
        return False
    if both & _SEVERAL_RESTS or both & {"ball_not_examined"}:
        return False
    late = both & {*LATE_FAULTS, *_WITH_NO_SPIN}
    spins = both & set(SPIN_FAULTS)
    if both & _WITH_NO_SPIN and spins:
        return False
    return not (late and both & _MOVES_THE_CALL)
