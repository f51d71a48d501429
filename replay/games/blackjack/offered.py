"""What a house offers its players, and the clause that says so: nothing else may be decided."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from replay.games.blackjack import parameters
from replay.judging.finding import Finding
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
    """Where a document lists what it offers: with the findings of these kinds, otherwise with a value of the house."""

    kinds: tuple[str, ...]
    parameter: Parameter[Any]


_LISTINGS: Final[Mapping[str, _Listing]] = {
    "illegal_hit": _Listing((), parameters.NO_DRAW_AT),
    "illegal_double": _Listing((), parameters.DOUBLE_ON),
    "illegal_free_double": _Listing(("illegal_double",), parameters.DOUBLE_ON),
    "illegal_split": _Listing((), parameters.MOST_SPLIT_HANDS),
    "illegal_free_split": _Listing(("illegal_split",), parameters.MOST_SPLIT_HANDS),
    "illegal_surrender": _Listing(("not_asked",), parameters.SIGNALS),
    "insurance_not_open": _Listing((), parameters.INSURED_AGAINST),
    "even_money_not_open": _Listing((), parameters.EVEN_MONEY),
}
"""By the kind of finding for what is not open. A document that has no word for it lists what is open instead."""


def is_offered(decision: str, rules: Rules) -> bool:
    """Whether a house has a decision at all, whatever the hand."""
    offers = _OFFERED.get(decision)
    return offers is None or offers(rules)


def clause_of_offer(kind: str, rules: Rules) -> str | None:
    """Return the clause that a decision of a player breaks that was not open; None where the house has no such breach."""
    listing = _LISTINGS.get(kind)
    named = (rules.clause_of(like) for like in (kind, *(listing.kinds if listing else ())))
    clause = next((clause for clause in named if clause is not None), None)
    return clause or (rules.clause_of_value(listing.parameter) if listing else None)


def offer_breach(
    rules: Rules, kind: str, position: int, particulars: Mapping[str, str | int], *wagers: str
) -> Iterator[Finding]:
    """A finding for what was not open: in every house, with the clause that lists what is."""
    clause = clause_of_offer(kind, rules)
    if clause is not None:
        yield Finding(kind, (clause,), position, particulars, wagers)
