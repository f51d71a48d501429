"""Whose word and hand are the dealer's: what is the dealer's to say or to do has no effect from anybody else."""

from collections.abc import Iterator

from ledger.events.table import DealerChanged
from ledger.events.wheel import NoSpinCalled
from ledger.values.message import Message, Term
from ledger.values.offices import ROLES, SUPPLIER, Person
from replay.table_day.round import Round, RoundEntry


def is_dealers_act(by: Person | None, round_: Round) -> bool:
    """Return whether an act is the dealer's: nobody is named for it, the dealer, or who decides by the house's document."""
    if by in (None, "dealer", round_.dealer, round_.edition.authority):
        return True
    return any(by == change.dealer for _, change in round_.entries_of(DealerChanged))


def office_of(person: Person, round_: Round) -> str | None:
    """Return the office that somebody holds at the table, as far as the record tells: an id spelt like one stands for its
    holder, others are named by an event. A player holds none, whatever is claimed.
    """
    if person in ROLES:
        return person
    if round_.is_player(person):
        return None
    if person in round_.offices:
        return round_.offices[person]
    acts = (decision.event for decision in round_.decisions if decision.refused is None)
    office: str | None = next((act.role for act in acts if act.by == person and act.role), None)
    if office is not None:
        return office
    dealers = (round_.dealer, *(change.dealer for _, change in round_.entries_of(DealerChanged)))
    return "dealer" if person in dealers else None


def is_house_act(by: Person | None, round_: Round) -> bool:
    """Return whether somebody of the house is named for an act, or who deals for it."""
    return by is not None and (by == SUPPLIER or is_dealers_act(by, round_) or office_of(by, round_) is not None)


def no_spin_calls(round_: Round) -> Iterator[tuple[RoundEntry, NoSpinCalled]]:
    """Yield the dealer's words "no spin"; those of anybody else make no spin invalid."""
    return ((entry, call) for entry, call in round_.entries_of(NoSpinCalled) if is_dealers_act(call.by, round_))


def person_text(person: Person | None) -> Message | str:
    """Return a person as findings name one: a role on duty by its word, anybody else by the id."""
    return Term(f"the {person}") if person in ROLES else person or ""
