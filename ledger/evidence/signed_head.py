"""The last head that a key signed, kept beside the key: whoever exchanges the database does not exchange this."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ledger.errors import MalformedNote, UnusableKey
from ledger.evidence.checkpoint_store import Checkpoint, checkpoint_of
from ledger.evidence.note import Note, parse
from ledger.files import read_plain


def head_file(key_file: Path) -> Path:
    """Where the heads that a key signed are remembered; a key that is about to follow another one shares its file."""
    return key_file.with_name(f"{key_file.name.removesuffix('.next')}.head")


class SignedHead:
    """The head in a file, while nobody else signs with the key."""

    def __init__(self, path: Path):
        self._path = path

    def last(self) -> Checkpoint | None:
        """What was signed last, None where nothing was. Raises UnusableKey where the file is none."""
        try:
            return checkpoint_of(parse(read_plain(self._path))) if self._path.exists() else None
        except (OSError, MalformedNote) as error:
            raise UnusableKey(
                f"{self._path} should hold the last checkpoint that was signed with the key beside it ({error}); put back "
                "the one that was there, and sign nothing until then"
            ) from error

    def keep(self, note: Note) -> None:
        """Remembers a checkpoint, before anybody else has it. Raises UnusableKey where it cannot be written."""
        fresh = self._path.with_name(f"{self._path.name}.new")
        try:
            with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600), "wb") as file:
                file.write(note.written.encode())
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(self._path)
        except OSError as error:
            raise _unwritable(self._path, error) from error


@contextmanager
def signing_alone(path: Path | None) -> Iterator[SignedHead | None]:
    """The head in this file, while no other process signs with the key; None for a key that is in no file."""
    if path is None:
        yield None
        return
    try:
        lock = os.open(path.with_name(f"{path.name}.lock"), os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
    except OSError as error:
        raise _unwritable(path, error) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield SignedHead(path)
    finally:
        os.close(lock)


def _unwritable(path: Path, error: OSError) -> UnusableKey:
    return UnusableKey(
        f"{path} cannot be written ({error.strerror}): what a key signs is remembered beside it; give this user the right"
    )
