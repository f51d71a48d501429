"""Persons by id only: who they are is kept elsewhere, never in a play event."""

from typing import Annotated, Final, Literal

from pydantic import Field

Person = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$", description="an id, never a name")]
Role = Literal["dealer", "inspector", "management", "supervisor", "direction", "championship_director"]
ROLES: Final = ("dealer", "inspector", "management", "supervisor", "direction", "championship_director")
"""The offices that the rule documents name; an id spelt like one stands for its holder on duty."""

SUPPLIER: Final = "supplier"
"""Who deals a live game for the house, settles it, and reports what its history says of the game as a whole."""

Office = Literal["organiser", "designee", "judge"]
"""The offices of a championship besides its Director's: who appoints the Director, whom the Director sends, who marks."""

DeskRole = Literal["investigator", "dispute_manager", "approver", "regulator", "administrator"]
DESK_ROLES: Final = ("investigator", "dispute_manager", "approver", "regulator", "administrator")
"""The roles of casework, which no rule document names: a regulator reads, an administrator decides nothing."""
CaseRole = Role | DeskRole
AuthorityRole = Role | Office | DeskRole
"""Everything that an edition may give authority to."""


def is_office(person: str) -> bool:
    """Whether an id is spelt like an office, so that nobody can say whose it is."""
    return _plain_id(person) in _OFFICE_IDS


def is_same_person(person: str, other: str) -> bool:
    """Whether two ids may be one person's: E7, e7, E-7 and E_7 are not told apart where two must act."""
    return _plain_id(person) == _plain_id(other)


def _plain_id(person: str) -> str:
    return person.casefold().replace("-", "").replace("_", "")


_OFFICE_IDS: Final = frozenset(map(_plain_id, (*ROLES, *DESK_ROLES)))
