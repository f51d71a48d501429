"""Notes and bookmarks on moments of rounds: who noted what, where, and what was withdrawn since."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock

from ledger.application import Ledger
from ledger.entry import Entry
from ledger.errors import MalformedDecision
from ledger.events.base import Event
from ledger.events.desk import NOTES_STREAM, MomentNoted, MomentNoteWithdrawn
from ledger.values.subjects import table_day


@dataclass(frozen=True, slots=True)
class MomentNote:
    """A note; a bookmark where it has no text."""

    position: int
    person: str
    round: str
    at: int
    """The position of the entry at which the moment is."""
    text: str
    noted_at: str

    @property
    def day(self) -> str:
        """The table's day."""
        return table_day(self.round)


@dataclass(slots=True)
class Notes:
    """The notes of a ledger as of now; it reads what has come since it was asked last."""

    ledger: Ledger
    _standing: dict[int, MomentNote] = field(default_factory=dict)
    _version: int = 0
    _lock: Lock = field(default_factory=Lock)

    def of_round(self, name: str) -> list[MomentNote]:
        """The notes on a round, in its order."""
        return sorted((note for note in self.all() if note.round == name), key=lambda note: (note.at, note.position))

    def all(self) -> list[MomentNote]:
        """All notes, in the order in which they were made."""
        with self._lock:
            for entry in self.ledger.entries(NOTES_STREAM, after=self._version):
                self._take(entry)
                self._version += 1
            return list(self._standing.values())

    def note(self, noted: MomentNoted) -> None:
        """Puts a note on record."""
        self._record(noted, f"note:{secrets.token_hex(12)}")

    def withdraw(self, withdrawn: MomentNoteWithdrawn, sees: Callable[[str], bool] = lambda _: True) -> None:
        """Puts on record that a note is withdrawn, of a table that is seen.

        Raises MalformedDecision where it is somebody else's, or none.
        """
        note = next((each for each in self.all() if each.position == withdrawn.note), None)
        if note is None or not sees(note.round.partition("/")[0]):
            raise MalformedDecision(f"no note stands at position {withdrawn.note}; it may have been withdrawn already")
        if note.person != withdrawn.person:
            raise MalformedDecision(f"the note at position {withdrawn.note} is by {note.person}, who alone can withdraw it")
        self._record(withdrawn, f"note-withdrawn:{withdrawn.note}")

    def _record(self, event: Event, ident: str) -> None:
        self.ledger.record(event, ident, NOTES_STREAM)

    def _take(self, entry: Entry) -> None:
        match entry.event:
            case MomentNoted() as noted:
                self._standing[entry.position] = MomentNote(
                    entry.position, noted.person, noted.about, noted.at, noted.text or "", entry.recorded_at
                )
            case MomentNoteWithdrawn() as withdrawn:
                self._standing.pop(withdrawn.note, None)
