"""What a case needs that the product is to do in a later milestone: such a case is run, and expected to fail."""

from collections.abc import Mapping
from typing import Any, Final

CUSTODY: Final = "the custody of the shoe comes later"

_OF_CUSTODY: Final = frozenset({"shoe", "shuffle", "cut", "cutting", "burn", "burns", "composition", "custody", "exchange"})
"""Words in the topics of cases about the shoe."""
_CUSTODY: Final = frozenset({"cutting_card", "cut_card_placed", "dealer_change", "exchange"})
"""Events that are told for the sake of the shoe's custody."""


_DECIDED: Final = frozenset(
    {"void_shoe", "reverse_void_shoe", "invalid_hand", "void_round", "invalid_stakes", "invalid_game", "terminate_game"}
)
"""Decisions of management: such a case is about them, though it tells the shoe's custody too."""


def waits_for(told: Mapping[str, Any]) -> str | None:
    """The reason why a blackjack case has to wait; None if it holds or fails today."""
    if any(one["t"] in _DECIDED for one in told["events"]):
        return None
    topic = set(str(told.get("topic", "")).split())
    if topic & _OF_CUSTODY or any(one["t"] in _CUSTODY for one in told["events"]):
        return CUSTODY
    return None
