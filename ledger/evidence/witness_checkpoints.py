"""A folder in which somebody else keeps checkpoints: plain files, read as they are, never written over."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from ledger.errors import MalformedNote, UnusableWitness
from ledger.evidence.checkpoint import Checkpoint, checkpoint_of
from ledger.evidence.note import Note, parse
from ledger.files import open_plain

SUFFIX: Final = ".checkpoint"
_LONGEST: Final = 64 * 1024


class WitnessCheckpoint(NamedTuple):
    """A checkpoint that somebody else keeps, in a file of this name."""

    file: str
    note: Note
    checkpoint: Checkpoint


def checkpoints_in(folder: Path) -> list[WitnessCheckpoint]:
    """All checkpoints in a folder, the smaller logs first. Raises UnusableWitness where it or a file cannot be read."""
    try:
        files = sorted(path for path in folder.iterdir() if path.suffix == SUFFIX)
        found = [_read_checkpoint(path) for path in files]
    except OSError as error:
        raise UnusableWitness(f"{error.filename or folder} cannot be read ({error.strerror})") from error
    return sorted(found, key=lambda witness_checkpoint: witness_checkpoint.checkpoint.size)


def _read_checkpoint(path: Path) -> WitnessCheckpoint:
    with open_plain(path) as file:
        written = file.read(_LONGEST + 1)
    try:
        note = parse(written)
        return WitnessCheckpoint(path.name, note, checkpoint_of(note))
    except MalformedNote as error:
        raise UnusableWitness(f"{path} is no checkpoint ({error}); mend it or take it away, then ask again") from error


def put(folder: Path, note: Note) -> str:
    """Adds a checkpoint to a folder, under its size and root, and says under which name. Raises UnusableWitness."""
    checkpoint = checkpoint_of(note)
    path = folder / f"{checkpoint.size:012d}-{checkpoint.root.hex()[:16]}{SUFFIX}"
    for number in range(2, 1000):
        try:
            with path.open("xb") as file:
                file.write(note.written.encode())
            path.chmod(0o644)  # it is for somebody else to read
            return path.name
        except FileExistsError:
            if path.read_bytes() == note.written.encode():
                return path.name
            path = path.with_name(f"{checkpoint.size:012d}-{checkpoint.root.hex()[:16]}-{number}{SUFFIX}")
        except OSError as error:
            raise UnusableWitness(
                f"{path} cannot be written ({error.strerror}); give this user the right to add files"
            ) from error
    raise UnusableWitness(f"{folder} has a thousand files of one checkpoint; clear it up")


def of_origin(found: Sequence[WitnessCheckpoint], origin: str) -> list[WitnessCheckpoint]:
    """The checkpoints of one log."""
    return [witness_checkpoint for witness_checkpoint in found if witness_checkpoint.checkpoint.origin == origin]
