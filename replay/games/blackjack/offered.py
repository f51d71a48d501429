"""What a house offers its players, and the clause that says so: nothing else may be decided."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from replay.games.blackjack import parameters
from replay.rulebooks.parameter import Parameter
from replay.rulebooks.rules import Rules

_OFFERED: Final[Mapping[str, Callable[[Rules], bool]]] = {
    "double": lambda rules: bool(rules.value(parameters.DOUBLE_ON)),
    "split": lambda rules: rules.value(parameters.MOST_SPLIT_HANDS) > 1,
    "free_double": lambda rules: bool(rules.value(parameters.FREE_DOUBLE)),
    "free_split": lambda rules: bool(rules.value(parameters.FREE_SPLIT)),
    "surrender": lambda rules: rules.value(parameters.SURRENDER) != "none",
}


@dataclass(frozen=True, slots=True)
class _Listing:
    """Where a document lists what it offers: with the finding of this kind, otherwise with a value of the house."""

    kind: str
    parameter: Parameter[Any]


_LISTINGS: Final[Mapping[str, _Listing]] = {
    "double": _Listing("not_asked", parameters.DOUBLE_ON),
    "split": _Listing("not_asked", parameters.MOST_SPLIT_HANDS),
    "free_double": _Listing("illegal_double", parameters.DOUBLE_ON),
    "free_split": _Listing("illegal_split", parameters.MOST_SPLIT_HANDS),
    "surrender": _Listing("not_asked", parameters.SIGNALS),
}
"""By what is decided. A document that has no word for it lists what it offers instead."""


def is_offered(decision: str, rules: Rules) -> bool:
    """Whether a house has a decision at all, whatever the hand."""
    offers = _OFFERED.get(decision)
    return offers is None or offers(rules)


def clause_of_offer(decision: str, rules: Rules) -> str:
    """The clause that lists what a house offers, where this decision is not among it."""
    listing = _LISTINGS[decision]
    named = rules.clause_of(f"illegal_{decision}") or rules.clause_of(listing.kind)
    return named or rules.clause_of_value(listing.parameter)
