"""What a case needs that the product is to do in a later milestone: such a case is run, and expected to fail."""

from collections.abc import Mapping
from itertools import takewhile
from typing import Any, Final

CUSTODY: Final = "the custody of the shoe comes later"
SHARED: Final = "shared boxes come later"

_OF_CUSTODY: Final = frozenset(
    {"shoe", "shuffle", "cut", "cutting", "burn", "burns", "invalid", "composition", "custody", "exchange"}
)
"""Words in the topics of cases about the shoe."""
_OF_SHARED: Final = frozenset({"shared", "sharing", "caller", "callers"})
_CUSTODY: Final = frozenset({"cutting_card", "dealer_change", "exchange", "invalid_hand", "void_shoe"})
"""Events that are told for the sake of the shoe's custody."""


def waits_for(told: Mapping[str, Any]) -> str | None:
    """The reason why a blackjack case has to wait; None if it holds or fails today."""
    topic = set(str(told.get("topic", "")).split())
    if topic & _OF_CUSTODY or any(one["t"] in _CUSTODY for one in told["events"]):
        return CUSTODY
    if topic & _OF_SHARED or _shares(told["events"]):
        return SHARED
    return None


def _shares(events: list[Mapping[str, Any]]) -> bool:
    """Whether several players' wagers lie on a box before a round's first card: a later one is no wager on it."""
    starts = [n for n, one in enumerate(events) if one["t"] == "place_your_bets"]
    for start in starts:
        before = takewhile(lambda one: one["t"] != "card", events[start:])
        mains = {(one["box"], one["player"]) for one in before if one.get("kind") == "main"}
        if len({box for box, _ in mains}) < len(mains):
            return True
    return False
