"""What is noted about persons, who looked at it, and how a person is forgotten."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from ledger.acts.adoptions import BY_THE_HOUSE, house_roles
from ledger.acts.refusal import refused_act, role_refusal
from ledger.acts.roster import NEXT_POSITION, Roster
from ledger.application import Ledger
from ledger.entry import Delivery, Entry
from ledger.errors import MalformedDecision, UnknownPerson, UnusableVault
from ledger.events import Event
from ledger.events.personal_data import (
    AboutPerson,
    ForgettingProposed,
    Ground,
    NoteKind,
    PersonActRefused,
    PersonForgotten,
    PersonLookedAt,
    PersonNoted,
)
from ledger.ingest import PendingEntry
from ledger.mapper import canonical
from ledger.personal_data.key_store import MAX_TEXT_BYTES, KeyStore
from ledger.values.message import Message
from ledger.values.refusals import Refusal
from ledger.values.subjects import HOUSE
from ledger.values.times import format_instant

STREAM_PREFIX: Final = "person/"
"""Each person has a stream: this, and the id."""
PROPOSED: Final = Message("proposed it")


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
        return self.enter(self.seal(act, kind, text, about))

    def seal(self, act: AboutPerson, kind: NoteKind, text: str, about: str | None = None) -> PersonNoted:
        """What would be noted, sealed with the person's key; nothing is on record yet."""
        person = act.person
        entries = self._entries(person)
        if self._is_forgotten(entries):
            raise UnknownPerson(f"{person} was forgotten; whoever comes again needs another id")
        if not text.strip() or len(text.encode()) > MAX_TEXT_BYTES:
            raise MalformedDecision(f"what is noted about {person} must be a text of at most {MAX_TEXT_BYTES:,} bytes")
        if not self._key_store.has_key(person) and any(isinstance(entry.event, PersonNoted) for entry in entries):
            raise UnusableVault(f"the vault has no key of {person}, of whom something is noted; restore it first")
        self._key_store.create_key(person)
        sealed = self._key_store.seal(person, text, _associated_data(person, kind, about))
        return PersonNoted(**act.model_dump(), kind=kind, sealed=sealed, about=about)

    def enter(self, noted: PersonNoted, ident: str | None = None) -> PersonNoted:
        """Puts on record what was sealed; `ident` tells it from acts that say the same, and is drawn if not given."""
        self._require_not_forgotten_meanwhile(noted.person)
        self._record(noted, lambda _act, _entries: None, ident)
        self._require_not_forgotten_meanwhile(noted.person)
        return noted

    def _require_not_forgotten_meanwhile(self, person: str) -> None:
        """Raises UnknownPerson, and destroys the key, where somebody else forgot the person since the text was sealed."""
        if self._is_forgotten(self._entries(person)):
            self._key_store.destroy_key(person)
            raise UnknownPerson(f"{person} was forgotten while this was noted; nobody can read it any more")

    def read_notes(self, act: AboutPerson, ident: str | None = None) -> list[PersonalNote]:
        """Everything noted about a person. That somebody looked is on record before anything is opened."""
        person = act.person
        if not self._entries(person):
            raise UnknownPerson(f"nothing is on record about {person}")
        self._record(PersonLookedAt(**act.model_dump()), partial(_role_refusal, "look_at_person"), ident)
        entries = self._entries(person)  # read after the look: a forgetting that came between holds
        if self._is_forgotten(entries):
            raise UnknownPerson(f"{person} was forgotten; nobody can read any more what was noted")
        return [self._open_note(entry, entry.event) for entry in entries if isinstance(entry.event, PersonNoted)]

    def has_name(self, person: str) -> bool:
        """Whether a name of the person is noted, and the person was not forgotten."""
        entries = self._entries(person)
        noted = any(isinstance(entry.event, PersonNoted) and entry.event.kind == "name" for entry in entries)
        return noted and not self._is_forgotten(entries)

    def forget(self, act: AboutPerson, ground: Ground) -> bool:
        """Forgets a person, and says whether it is done: the first asks for it, and another person does it.

        Then an entry says so and the key is destroyed. Once more destroys a key that came back.
        """
        entries = self._entries(act.person)
        if not entries:
            raise UnknownPerson(f"nothing is on record about {act.person}")
        if not self._is_forgotten(entries):
            proposal = _proposal(entries, self._ledger.roster())
            if proposal is None:
                self._record(ForgettingProposed(**act.model_dump(), ground=ground), partial(_role_refusal, "forget_person"))
                return False
            forgotten = PersonForgotten(**act.model_dump(), ground=ground, proposal=proposal.position)
            self._record(forgotten, self._second_refusal)
        self._key_store.destroy_key(act.person)
        return True

    def destroy_restored_keys(self) -> list[str]:
        """Destroys keys of forgotten persons that are in the vault again, as after a restore; says whose."""
        streams = self._ledger.streams(STREAM_PREFIX)
        gone = [name.removeprefix(STREAM_PREFIX) for name in streams if self._is_forgotten(self._ledger.entries(name))]
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

    def _record(
        self, event: AboutPerson, refusal: Callable[[AboutPerson, list[Entry]], str | None], ident: str | None = None
    ) -> None:
        """Takes an act, signed where somebody signs; each is one of its own, though another says the same, so its id is
        drawn. Raises MalformedDecision for one that is refused, once the attempt is on record.
        """
        stream, ident = STREAM_PREFIX + event.person, ident or os.urandom(16).hex()

        def decide() -> tuple[list[PendingEntry], dict[str, int]]:
            entries = self._ledger.entries(stream)
            when = format_instant(self._ledger.clock())
            refused = self._ledger.roster_refusal(event, when) or refusal(event, entries)
            entered = event if refused is None else refused_act(PersonActRefused, event, refused)
            assert isinstance(entered, Event)
            delivery = Delivery(entered, HOUSE, f"{entered.WORD}:{ident}", None, stream, when)
            return [PendingEntry(delivery, stream)], {stream: len(entries)}

        taken = self._ledger.take_act(decide, "do that again").event
        if isinstance(taken, PersonActRefused):
            raise MalformedDecision(Message("that is refused: {why}; the attempt is on record", why=taken.why))

    def _second_refusal(self, event: AboutPerson, entries: list[Entry]) -> str | None:
        """Why somebody is not the second person who forgets; None for whoever is."""
        return _forgetting_refusal(event, entries, self._ledger.roster())

    def _is_forgotten(self, entries: list[Entry]) -> bool:
        """Whether somebody forgot the person who could."""
        if not any(isinstance(entry.event, PersonForgotten) for entry in entries):
            return False
        roster = self._ledger.roster()
        return any(
            isinstance(event := entry.event, PersonForgotten)
            and roster.entry_refusal(entry, event) is None
            and (
                (event.proposal is None and not roster.is_required(entry.position))  # before two persons were asked for
                or _forgetting_refusal(event, entries[:at], roster, entry.position) is None
            )
            for at, entry in enumerate(entries)
        )

    def _open_note(self, entry: Entry, noted: PersonNoted) -> PersonalNote:
        text = self._key_store.unseal(noted.person, noted.sealed, _associated_data(noted.person, noted.kind, noted.about))
        return PersonalNote(entry.position, entry.recorded_at, noted.by, noted.kind, noted.about, text)


def _proposal(entries: list[Entry], roster: Roster, position: int = NEXT_POSITION) -> Entry | None:
    """The first wish that the person be forgotten that the roster lets stand, and lets be seconded at a position."""
    proposals = ((entry, entry.event) for entry in entries if isinstance(entry.event, ForgettingProposed))
    return next(
        (
            entry
            for entry, event in proposals
            if roster.entry_refusal(entry, event) is None
            and roster.unsigned_refusal(entry, event.by, PROPOSED, position) is None
        ),
        None,
    )


def _forgetting_refusal(
    event: AboutPerson, before: list[Entry], roster: Roster, position: int = NEXT_POSITION
) -> str | None:
    """Why somebody is not the second person who forgets, at a position; None for whoever is."""
    proposal = _proposal(before, roster, position)
    if proposal is None or not isinstance(proposal.event, ForgettingProposed):
        return Refusal("nothing_proposed")
    second = roster.second_person_refusal(proposal, proposal.event, event.by, PROPOSED, position, Message("do it"))
    return second or _role_refusal("forget_person", event, before)


def _role_refusal(act: str, event: AboutPerson, _entries: list[Entry]) -> str | None:
    return role_refusal(event, house_roles()[act], BY_THE_HOUSE)


def _associated_data(person: str, kind: NoteKind, about: str | None) -> bytes:
    return canonical({"about": about, "kind": kind, "person": person, "topic": PersonNoted.TOPIC})
