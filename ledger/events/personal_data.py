"""What is on record about persons: sealed with a key of the person's own, so that it can be forgotten."""

from typing import Annotated, ClassVar, Literal

from pydantic import BaseModel, Field

from ledger.events.base import Event
from ledger.events.decisions import Reason
from ledger.values.offices import CaseRole, Person
from ledger.values.subjects import Subject

NoteKind = Literal["name", "claim", "account", "remark"]
"""A name; a claim in the person's own words; what a witness says; anything else about the person."""

Sealed = Annotated[
    str,
    Field(pattern=r"^[A-Za-z0-9+/]{123,}={0,2}$", max_length=16_000, description="nonce and ciphertext in Base64"),
]


class AboutPerson(BaseModel):
    """Whom it is about, and who did it, in which office, why. Ids and words of a list only: never a name."""

    person: Person
    by: Person
    role: CaseRole | None = None
    reason: Reason | None = None


class PersonNoted(AboutPerson, Event):
    """A name, or a text about a person, which only the person's key opens; `about` is the round it concerns."""

    TOPIC: ClassVar = "person.noted.v1"
    WORD: ClassVar = "note_person"
    SAID: ClassVar = ("person", "kind", "by")
    FROM_FEEDS: ClassVar = False
    kind: NoteKind
    sealed: Sealed
    about: Subject | None = None


class PersonLookedAt(AboutPerson, Event):
    """Somebody asked to see what is noted about a person. It is on record before anything is shown."""

    TOPIC: ClassVar = "person.looked_at.v1"
    WORD: ClassVar = "look_at_person"
    SAID: ClassVar = ("person", "by")
    FROM_FEEDS: ClassVar = False


class PersonForgotten(AboutPerson, Event):
    """The person's key is destroyed: what was noted stays as it was sealed, and nobody can read it any more."""

    TOPIC: ClassVar = "person.forgotten.v1"
    WORD: ClassVar = "forget_person"
    SAID: ClassVar = ("person", "by")
    FROM_FEEDS: ClassVar = False
