"""Who was at the desk: signing in and out, what somebody looked at that has players' names in it, and notes on moments."""

from typing import Annotated, ClassVar, Final, Literal

from pydantic import Field

from ledger.events.base import Event
from ledger.events.deliveries import Sentence
from ledger.events.roster import Fingerprint
from ledger.values.offices import Person
from ledger.values.subjects import Subject

DESK_STREAM: Final = "desk"
"""The stream of what happens at the desk: no ruling and no list rests on it."""

NOTES_STREAM: Final = "notes"
"""The stream of notes on moments: no ruling and no list rests on it."""

Position = Annotated[int, Field(strict=True, ge=1)]
SignInMethod = Literal["passkey", "provider"]
SessionId = Annotated[str, Field(pattern=r"^[0-9a-f]{16}$", description="names a session at the desk, and opens nothing")]


class SignedIn(Event):
    """Somebody on the roster signed in at the desk."""

    TOPIC: ClassVar = "desk.signed_in.v1"
    FROM_FEEDS: ClassVar = False
    person: Person = Field(description="Who signed in.")
    session: SessionId = Field(description="The session that began.")
    method: SignInMethod = Field(description="By a passkey, or by the house's identity provider.")
    key: Fingerprint | None = Field(None, description="The passkey.")


class SignInRefused(Event):
    """A key or an account of somebody on the roster was shown at the desk and not let in."""

    TOPIC: ClassVar = "desk.sign_in_refused.v1"
    FROM_FEEDS: ClassVar = False
    person: Person = Field(description="Whose key or account it is.")
    method: SignInMethod = Field(description="By a passkey, or by the house's identity provider.")
    refused: Sentence = Field(description="Why it was refused.")


class SessionEnded(Event):
    """A session ended before its time: its person signed out, or somebody revoked it."""

    TOPIC: ClassVar = "desk.session_ended.v1"
    FROM_FEEDS: ClassVar = False
    person: Person = Field(description="Whose session it was.")
    session: SessionId = Field(description="The session.")
    ended_by: Person = Field(description="Who ended it.")


class NamesLookedAt(Event):
    """Somebody looked at something with the players' ids unmasked: once a session for each thing looked at."""

    TOPIC: ClassVar = "desk.names_looked_at.v1"
    FROM_FEEDS: ClassVar = False
    person: Person = Field(description="Who looked.")
    session: SessionId = Field(description="In which session.")
    about: Subject = Field(description="The table's day, or the round.")


class MomentNoted(Event):
    """Somebody noted something at a moment of a round, or only marked it. No ruling rests on it."""

    TOPIC: ClassVar = "moment.noted.v1"
    FROM_FEEDS: ClassVar = False
    person: Person = Field(description="Who noted it.")
    session: SessionId | None = Field(None, description="In which session at the desk; none where it is for one person.")
    about: Subject = Field(description="The round.")
    at: Position = Field(description="The entry at which the moment is.")
    text: Sentence | None = Field(None, description="What was noted; nothing for a bookmark. It names nobody but by id.")


class MomentNoteWithdrawn(Event):
    """Whoever noted something withdrew it."""

    TOPIC: ClassVar = "moment.note_withdrawn.v1"
    FROM_FEEDS: ClassVar = False
    person: Person = Field(description="Who noted it.")
    session: SessionId | None = Field(None, description="In which session at the desk; none where it is for one person.")
    note: Position = Field(description="Where the note stands.")
