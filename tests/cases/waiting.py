"""What a case needs that the product is to do in a later milestone: such a case is run, and expected to fail."""

from collections.abc import Mapping
from typing import Any, Final

DECISIONS: Final = "decisions of management come later"

_DECISIONS: Final = frozenset({"invalid_hand", "void_shoe"})
"""What management decides on a shoe or a hand."""


def waits_for(told: Mapping[str, Any]) -> str | None:
    """The reason why a blackjack case has to wait; None if it holds or fails today."""
    if any(one["t"] in _DECISIONS for one in told["events"]):
        return DECISIONS
    return None
