"""What is on record about persons: sealed with a key of the person's own, so that it can be forgotten."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from ledger.events.base import Act, Event, RefusedAct, Scope
from ledger.events.decisions import Position, Reason
from ledger.values.offices import CaseRole, Person
from ledger.values.subjects import Subject

NoteKind = Literal["name", "claim", "account", "remark"]
"""A name; a claim in the person's own words; what a witness says; anything else about the person."""

Sealed = Annotated[
    str,
    Field(pattern=r"^[A-Za-z0-9+/]{123,}={0,2}$", max_length=16_000, description="nonce and ciphertext in Base64"),
]


Ground = Literal["no_longer_needed", "consent_withdrawn", "objection", "unlawful", "legal_obligation"]
"""On which ground a person is forgotten, as in article 17(1) of the General Data Protection Regulation."""


class AboutPerson(Act):
    """Whom it is about, and who did it, in which office, why. Ids and words of a list only: never a name."""

    SCOPE: ClassVar[Scope] = "person"
    ORDER: ClassVar = ("required", "by", "role", "reason", "optional")

    person: Person = Field(description="Whom it is about: an id, never a name.")
    role: CaseRole | None = Field(None, description="In which office.")
    reason: Reason | None = Field(None, description="Why, in a word.")

    @property
    def office(self) -> str | None:
        """The office in which it was done."""
        return self.role


class PersonNoted(AboutPerson, Event):
    """A name, or a text about a person, which only the person's key opens; `about` is the round it concerns."""

    TOPIC: ClassVar = "person.noted.v1"
    WORD: ClassVar = "note_person"
    SAID: ClassVar = ("person", "kind", "by")
    FROM_FEEDS: ClassVar = False
    kind: NoteKind = Field(description="What is noted.")
    sealed: Sealed = Field(description="The text, as it is sealed.")
    about: Subject | None = Field(None, description="The round or day that it concerns.")


class PersonLookedAt(AboutPerson, Event):
    """Somebody asked to see what is noted about a person. It is on record before anything is shown."""

    TOPIC: ClassVar = "person.looked_at.v1"
    WORD: ClassVar = "look_at_person"
    SAID: ClassVar = ("person", "by")
    FROM_FEEDS: ClassVar = False


class ForgettingProposed(AboutPerson, Event):
    """Somebody with the authority wants a person forgotten. It is done once another person with the authority does too."""

    TOPIC: ClassVar = "person.forgetting_proposed.v1"
    WORD: ClassVar = "propose_forgetting"
    ACT: ClassVar = "forget_person"
    SAID: ClassVar = ("person", "by")
    FROM_FEEDS: ClassVar = False
    ground: Ground = Field(description="On which ground.")


class PersonForgotten(AboutPerson, Event):
    """The person's key is destroyed: what was noted stays as it was sealed, and nobody can read it any more.

    `proposal` is the position at which another person proposed it.
    """

    TOPIC: ClassVar = "person.forgotten.v1"
    WORD: ClassVar = "forget_person"
    SAID: ClassVar = ("person", "by")
    FROM_FEEDS: ClassVar = False
    ground: Ground | None = Field(None, description="On which ground.")
    proposal: Position | None = Field(None, description="Where another person proposed it.")


class PersonActRefused(RefusedAct, AboutPerson, Event):
    """Somebody tried to see or to do something about a person and was refused. Nothing was shown, nothing changed."""

    TOPIC: ClassVar = "person.act_refused.v2"
    WORD: ClassVar = "person_act_refused"
    FROM_FEEDS: ClassVar = False
