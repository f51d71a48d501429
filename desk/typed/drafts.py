"""Drafts of rounds that somebody types beside the footage: kept on every key, put on record in one act."""

import os
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

from ledger.values.offices import Person
from ledger.values.subjects import TRANSCRIPT, Subject, table_day

_FOLDER: Final = "drafts"
MOST_EVENTS: Final = 500
MOST_KEYS: Final = 400


class TypedEvent(BaseModel):
    """An event as it was typed, in the notation, and the frame of the clip that was shown then."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    phrase: Annotated[str, Field(max_length=MOST_KEYS)]
    frame: Annotated[int, Field(ge=0)] | None = None


class Draft(BaseModel):
    """A round as somebody has typed it so far, and the keys of the event that is not whole yet.

    `at` is the event that the next one takes the place of; None where it is put at the end.
    """

    model_config = ConfigDict(extra="forbid")

    round: Subject
    person: Person
    goes_through: bool = False
    """Whether the account of the table's devices is gone through, event by event."""
    events: list[TypedEvent] = []
    keys: str = ""
    frame: int | None = None
    """The frame that was shown at the first of these keys."""
    at: int | None = None
    was_refused: bool = False
    """Whether the last key fitted nowhere: taking a key back then takes back that one, and nothing else."""

    @property
    def source(self) -> str:
        """Who tells it: the transcript of whoever types, for each table's day one, as its events are numbered through."""
        return f"{TRANSCRIPT}{self.person}/{table_day(self.round)}"

    def before(self, at: int | None) -> "Draft":
        """The draft as it was before one of its events; as it is where none is named."""
        return self if at is None else self.model_copy(update={"events": self.events[:at]})

    def take(self, phrase: str) -> None:
        """An event is whole."""
        event = TypedEvent(phrase=phrase, frame=self.frame)
        if self.at is None:
            self.events.append(event)
        else:
            self.events[self.at] = event
        self.keys, self.frame, self.at = "", None, None


class Drafts:
    """The drafts of everybody, a file each."""

    def __init__(self, files: Path):
        self._folder = files / _FOLDER

    def read(self, name: str, person: str) -> Draft | None:
        """The draft of a round by a person; None where there is none."""
        path = self._path(name, person)
        return Draft.model_validate_json(path.read_bytes()) if path.is_file() else None

    def keep(self, draft: Draft) -> None:
        """Keeps a draft as it is now, whatever happens to the desk after that."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = self._path(draft.round, draft.person)
        partial = path.with_suffix(f".{os.getpid()}.part")
        with partial.open("wb") as file:
            file.write(draft.model_dump_json().encode())
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)

    def drop(self, draft: Draft) -> None:
        """Takes a draft away, once it is on record."""
        self._path(draft.round, draft.person).unlink(missing_ok=True)

    def _path(self, name: str, person: str) -> Path:
        return self._folder / f"{sha256(f'{name} {person}'.encode()).hexdigest()}.json"
