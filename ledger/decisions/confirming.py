"""The second pair of eyes on a decision that one person took at the table: another person, in the same authority."""

from typing import Final

from ledger.events.decisions import DecisionConfirmed, Taken
from ledger.people import ROLES

NO_DECISION: Final = "no decision that needs authority was taken there"
CONFIRMED: Final = "that is confirmed already"


def an_office(by: str) -> str:
    """What is said to an office that acts where a person must be known."""
    return f"{by} is an office; two persons answer for this, each with an id and a role"


def not_another(first: Taken, event: DecisionConfirmed) -> str | None:
    """Why a confirmation is not by another person than the decision; None if it is."""
    if event.by.casefold() in ROLES:
        return an_office(event.by)
    if first.by.casefold() in ROLES:
        return f"{first.by} took it as an office, and nobody can say that {event.by} is another person"
    if first.by.casefold() == event.by.casefold():
        return f"{event.by} took the decision; another person must confirm it"
    return None
