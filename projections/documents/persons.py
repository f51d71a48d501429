"""What is noted of persons, and who looked, as JSON."""

from ledger.entry import Entry
from ledger.events.personal_data import AboutPerson
from ledger.personal_data.records import PersonalNote
from ledger.values.document import Document


class PersonNoteDocument(Document):
    """Something noted about a person, opened."""

    position: int
    at: str
    by: str
    kind: str
    about: str | None
    text: str


def person_note_document(note: PersonalNote) -> PersonNoteDocument:
    """A note, opened."""
    return PersonNoteDocument.from_object(note, at=note.noted_at)


class PersonalDataAccessDocument(Document):
    """Somebody looked at what is noted about a person."""

    position: int
    at: str
    person: str
    by: str
    role: str | None
    reason: str | None


def access_document(entry: Entry) -> PersonalDataAccessDocument:
    """Who looked at what is noted about whom, when and why."""
    assert isinstance(entry.event, AboutPerson)
    return PersonalDataAccessDocument.from_object(entry.event, position=entry.position, at=entry.recorded_at)
