"""How a case may go from one state to the next. What is not in the table is refused."""

from collections.abc import Mapping
from typing import Final, Literal, get_args

CaseState = Literal["open", "proposed", "approved", "settled", "appealed", "closed"]
STATES: Final[tuple[CaseState, ...]] = get_args(CaseState)

CASE: Final[Mapping[tuple[CaseState, str], CaseState]] = {
    ("open", "propose_ruling"): "proposed",
    ("open", "close_case"): "closed",
    ("proposed", "alter_ruling"): "proposed",
    ("proposed", "approve_ruling"): "approved",
    ("proposed", "reject_ruling"): "open",
    ("approved", "alter_ruling"): "proposed",
    ("approved", "reject_ruling"): "open",
    ("approved", "settle_case"): "settled",
    ("settled", "pay_player"): "settled",
    ("settled", "appeal_case"): "appealed",
    ("settled", "reopen_case"): "open",
    ("settled", "close_case"): "closed",
    ("appealed", "pay_player"): "appealed",
    ("appealed", "reopen_case"): "open",
    ("appealed", "close_case"): "closed",
    ("closed", "appeal_case"): "appealed",
    ("closed", "reopen_case"): "open",
}
"""A decision in a case, and the state it leads to."""

AT_ANY_TIME: Final = frozenset({"add_note", "hold_evidence", "release_hold", "name_person", "attempt_resolution"})
"""What is put on record in any state and changes none."""

OF_SUBSTANCE: Final = frozenset({"state_claim", "withdraw_claim", "attach_evidence", "take_ruling"})
"""What an answer rests on: it may come until the case is closed, and an approval given before it is void."""


def state_after(state: CaseState, act: str) -> CaseState | None:
    """The state of a case after an act; None where the act is not open to it."""
    if act in AT_ANY_TIME:
        return state
    if act in OF_SUBSTANCE:
        return None if state == "closed" else "proposed" if state == "approved" else state
    return CASE.get((state, act))
