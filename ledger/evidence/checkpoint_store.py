"""Checkpoints and cosignatures as they are kept: beside the record, not in it, and append-only like it.

Checkpoints (C2SP tlog-checkpoint): what a log was, in three lines that somebody signed.
"""

import re
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

from eventsourcing.persistence import IntegrityError as NumberTaken
from eventsourcing.persistence import PersistenceError
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError, IntegrityError

from ledger.errors import MalformedNote, UnusableLedger
from ledger.evidence.note import Note, unpacked
from ledger.merkle import HASH_BYTES
from ledger.recorder.database import database_error_text, engine, of_schema
from ledger.recorder.dialects import writing_by
from ledger.recorder.retry import retried


class StoredCheckpoint(NamedTuple):
    """A checkpoint on record: the note's bytes as signed, when by the ledger's clock, and on what occasion."""

    number: int
    size: int
    note: bytes
    made_at: str
    reason: str


class StoredCosignature(NamedTuple):
    """A witness's signature line under a checkpoint, and when it came by the ledger's clock."""

    number: int
    checkpoint: int
    line: bytes
    received_at: str


class CheckpointStore:
    """The checkpoints of a ledger by its URL. Raises UnusableLedger where the database refuses."""

    def __init__(self, url: str):
        self._url = url
        self._engine = engine(url)
        self._of = of_schema(url)

    def close(self) -> None:
        self._engine.dispose()

    @contextmanager
    def _connection(self, *, is_writer: bool = False) -> Iterator[Connection]:
        try:
            with writing_by(self._engine, self._url) if is_writer else self._engine.begin() as connection:
                yield connection
        except IntegrityError:
            raise
        except PersistenceError as error:
            raise UnusableLedger(database_error_text(self._url, error)) from error
        except DBAPIError as error:
            raise UnusableLedger(database_error_text(self._url, error.orig or error)) from error

    def checkpoints(self) -> list[StoredCheckpoint]:
        """All checkpoints, in the order in which they were made."""
        with self._connection() as connection:
            found = connection.execute(
                text(f"SELECT number, size, note, made_at, reason FROM {self._of}checkpoints ORDER BY number")
            )
            return [StoredCheckpoint(row[0], row[1], _bytes(row[2]), row[3], row[4]) for row in found]

    def last(self) -> StoredCheckpoint | None:
        """The checkpoint that was made last."""
        with self._connection() as connection:
            found = connection.execute(
                text(f"SELECT number, size, note, made_at, reason FROM {self._of}checkpoints ORDER BY number DESC LIMIT 1")
            ).first()
            return None if found is None else StoredCheckpoint(found[0], found[1], _bytes(found[2]), found[3], found[4])

    def add(self, number: int, size: int, note: bytes, made_at: str, reason: str) -> StoredCheckpoint:
        """Keeps a checkpoint under the next number. Raises the library's IntegrityError where the number is taken."""
        row = {"number": number, "size": size, "note": note, "at": made_at, "reason": reason}
        try:
            with self._connection(is_writer=True) as connection:
                connection.execute(
                    text(f"INSERT INTO {self._of}checkpoints VALUES (:number, :size, :note, :at, :reason)"), row
                )
        except IntegrityError as error:
            raise NumberTaken(str(error)) from error
        return StoredCheckpoint(number, size, note, made_at, reason)

    def cosignatures(self) -> list[StoredCosignature]:
        """All cosignatures, in the order in which they came."""
        with self._connection() as connection:
            found = connection.execute(
                text(f"SELECT number, checkpoint, line, received_at FROM {self._of}cosignatures ORDER BY number")
            )
            return [StoredCosignature(row[0], row[1], _bytes(row[2]), row[3]) for row in found]

    def add_cosignature(self, checkpoint: int, line: bytes, received_at: str) -> None:
        """Keeps a witness's line under a checkpoint, under the next number; who comes second tries again."""
        next_number = f"SELECT coalesce(max(number), 0) + 1 FROM {self._of}cosignatures"
        insertion = text(f"INSERT INTO {self._of}cosignatures SELECT ({next_number}), :checkpoint, :line, :at")
        row = {"checkpoint": checkpoint, "line": line, "at": received_at}

        def insert() -> None:
            with self._connection(is_writer=True) as connection:
                connection.execute(insertion, row)

        retried(insert, IntegrityError, self._url, "try again")


def _bytes(cell: object) -> bytes:
    """What is kept in a cell for bytes; none where something else stands there, which is then no note and no signature."""
    return bytes(cell) if isinstance(cell, (bytes, memoryview)) else b""


_SIZE: Final = re.compile(r"0|[1-9][0-9]{0,18}")


_BEFORE: Final = "before "
"""What the line begins with that names the checkpoint before."""


class Checkpoint(NamedTuple):
    """A log by its origin, its size in leaves, and its root; and the digest of the checkpoint that was made before."""

    origin: str
    size: int
    root: bytes
    before: str | None = None

    @property
    def text(self) -> str:
        """What is signed."""
        link = f"{_BEFORE}{self.before}\n" if self.before else ""
        return f"{self.origin}\n{self.size}\n{b64encode(self.root).decode()}\n{link}"


def checkpoint_of(note: Note) -> Checkpoint:
    """What a note says of a log; other lines behind the first three are signed but say nothing here.

    Raises MalformedNote.
    """
    lines = note.text.split("\n")[:-1]
    if len(lines) < 3 or not all(lines) or not _SIZE.fullmatch(lines[1]):
        raise MalformedNote(f"{note.text[:80]!r} is no checkpoint: an origin, a size and a root are wanted, a line each")
    root = unpacked(lines[2])
    if len(root) != HASH_BYTES:
        raise MalformedNote(f"the root of the checkpoint has {len(root)} bytes; 32 are wanted")
    links = [line.removeprefix(_BEFORE) for line in lines[3:] if line.startswith(_BEFORE)]
    return Checkpoint(lines[0], int(lines[1]), root, links[0] if links else None)
