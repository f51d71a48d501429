"""What is noted about persons, who looked at it, and how a person is forgotten."""

import os
from dataclasses import dataclass
from typing import Final

from ledger.application import Ledger
from ledger.entry import Entry
from ledger.errors import MalformedDecision, UnknownPerson, UnusableVault
from ledger.events import Event
from ledger.events.personal_data import AboutPerson, NoteKind, PersonForgotten, PersonLookedAt, PersonNoted
from ledger.mapper import canonical
from ledger.personal_data.key_store import MAX_TEXT_BYTES, KeyStore

STREAM_PREFIX: Final = "person/"
"""Each person has a stream: this, and the id."""


@dataclass(frozen=True, slots=True)
class PersonalNote:
    """Something noted about a person, opened."""

    position: int
    noted_at: str
    by: str
    kind: NoteKind
    about: str | None
    text: str


class PersonalData:
    """The persons of a ledger, with the vault that has their keys.

    Raises UnknownPerson about whom nothing is on record or who was forgotten, MalformedDecision for a text that cannot
    be noted, UnusableVault, UnusableLedger.
    """

    def __init__(self, ledger: Ledger, key_store: KeyStore):
        self._ledger, self._key_store = ledger, key_store

    def note(self, act: AboutPerson, kind: NoteKind, text: str, about: str | None = None) -> PersonNoted:
        """Notes a name or a text, sealed; the ledger is given nothing else of it than what is answered."""
        person = act.person
        entries = self._entries(person)
        if _is_forgotten(entries):
            raise UnknownPerson(f"{person} was forgotten; whoever comes again needs another id")
        if not text.strip() or len(text.encode()) > MAX_TEXT_BYTES:
            raise MalformedDecision(f"what is noted about {person} must be a text of at most {MAX_TEXT_BYTES:,} bytes")
        if not self._key_store.has_key(person) and any(isinstance(entry.event, PersonNoted) for entry in entries):
            raise UnusableVault(f"the vault has no key of {person}, of whom something is noted; restore it first")
        self._key_store.create_key(person)
        sealed = self._key_store.seal(person, text, _associated_data(person, kind, about))
        noted = PersonNoted(**act.model_dump(), kind=kind, sealed=sealed, about=about)
        self._record(noted)
        if _is_forgotten(self._entries(person)):  # by somebody else, meanwhile
            self._key_store.destroy_key(person)
            raise UnknownPerson(f"{person} was forgotten while this was noted; nobody can read it any more")
        return noted

    def read_notes(self, act: AboutPerson) -> list[PersonalNote]:
        """Everything noted about a person. That somebody looked is on record before anything is opened."""
        person = act.person
        if not self._entries(person):
            raise UnknownPerson(f"nothing is on record about {person}")
        self._record(PersonLookedAt(**act.model_dump()))
        entries = self._entries(person)  # read after the look: a forgetting that came between holds
        if _is_forgotten(entries):
            raise UnknownPerson(f"{person} was forgotten; nobody can read any more what was noted")
        return [self._open_note(entry, entry.event) for entry in entries if isinstance(entry.event, PersonNoted)]

    def forget(self, act: AboutPerson) -> None:
        """Forgets a person: an entry says so, then the key is destroyed. A second time destroys a key that came back."""
        entries = self._entries(act.person)
        if not entries:
            raise UnknownPerson(f"nothing is on record about {act.person}")
        if not _is_forgotten(entries):
            self._record(PersonForgotten(**act.model_dump()))
        self._key_store.destroy_key(act.person)

    def destroy_restored_keys(self) -> list[str]:
        """Destroys keys of forgotten persons that are in the vault again, as after a restore; says whose."""
        gone = [entry.event.person for entry in self._all_entries() if isinstance(entry.event, PersonForgotten)]
        return [person for person in gone if self._key_store.destroy_key(person)]

    def access_entries(self, person: str | None = None) -> list[Entry]:
        """Who looked at whom, when and why, in the order of the record."""
        entries = self._all_entries() if person is None else self._entries(person)
        return [entry for entry in entries if isinstance(entry.event, PersonLookedAt)]

    def _entries(self, person: str) -> list[Entry]:
        return self._ledger.entries(STREAM_PREFIX + person)

    def _all_entries(self) -> list[Entry]:
        streams = self._ledger.recorder.streams(STREAM_PREFIX)
        return sorted((entry for name in streams for entry in self._ledger.entries(name)), key=lambda entry: entry.position)

    def _record(self, event: Event) -> None:
        """Each act is one of its own, though another says the same: so its id is drawn."""
        assert isinstance(event, AboutPerson)
        self._ledger.record(event, f"{event.WORD}:{os.urandom(16).hex()}", STREAM_PREFIX + event.person)

    def _open_note(self, entry: Entry, noted: PersonNoted) -> PersonalNote:
        text = self._key_store.unseal(noted.person, noted.sealed, _associated_data(noted.person, noted.kind, noted.about))
        return PersonalNote(entry.position, entry.recorded_at, noted.by, noted.kind, noted.about, text)


def _is_forgotten(entries: list[Entry]) -> bool:
    return any(isinstance(entry.event, PersonForgotten) for entry in entries)


def _associated_data(person: str, kind: NoteKind, about: str | None) -> bytes:
    return canonical({"about": about, "kind": kind, "person": person, "topic": PersonNoted.TOPIC})
