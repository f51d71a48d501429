"""Checkpoints (C2SP tlog-checkpoint): what a log was, in three lines that somebody signed."""

import re
from base64 import b64encode
from typing import Final, NamedTuple

from ledger.errors import MalformedNote
from ledger.evidence.note import Note, unpacked
from ledger.merkle import HASH_BYTES

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
