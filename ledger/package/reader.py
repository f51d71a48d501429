"""A package as it lies on disk, read piece by piece: nothing here is believed, `inspection` says what holds.

Proofs as files: of inclusion (C2SP tlog-proof), of blocks of entries, and of consistency (the body of C2SP tlog-witness,
add-checkpoint).
"""

import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

from pydantic import TypeAdapter

from ledger.entry import Entry
from ledger.errors import BrokenEvidence, MalformedNote
from ledger.evidence.checkpoint_store import Checkpoint, checkpoint_of
from ledger.evidence.log import EVIDENCE
from ledger.evidence.note import Note, parse, unpacked
from ledger.mapper import MAPPER
from ledger.merkle import HASH_BYTES
from ledger.package.bag import require_plain
from ledger.package.format import (
    CHECKPOINT,
    CONSISTENCY,
    EARLIER,
    HEADS,
    LATER,
    NOTE,
    PREVIOUS,
    REFUSED,
    WITHHELD,
    Contents,
    Head,
    KeptBytes,
    Withheld,
    blocks_of,
    contents_of,
    proof_of,
    segment_of,
)

_FORM: Final = "c2sp.org/tlog-proof@v1"
_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,18}")
_LONGEST: Final = 63
"""No tree of fewer than 2 ** 63 leaves has a longer proof of inclusion."""


class Proof(NamedTuple):
    """An index or an old size, the hashes, and the checkpoint that they lead to, as it is written."""

    number: int
    hashes: tuple[bytes, ...]
    checkpoint: bytes


class ProofBlock(NamedTuple):
    """What shows that so many entries of a package, from this position on, are in the log: the roots of the subtrees beside
    and between them, from the left.
    """

    first: int
    length: int
    hashes: tuple[bytes, ...]

    @property
    def line(self) -> bytes:
        """The block as a line of its file."""
        hashes = (b64encode(hash_).decode() for hash_ in self.hashes)
        return " ".join([str(self.first), str(self.length), *hashes]).encode() + b"\n"


def parse_block(line: bytes) -> ProofBlock:
    """A block from its line. Raises MalformedNote."""
    first, _, rest = line.decode("ascii", "replace").removesuffix("\n").partition(" ")
    count, *hashes = rest.split(" ")
    if not _NUMBER.fullmatch(first) or not _NUMBER.fullmatch(count):
        raise MalformedNote("a block begins with its first position and the number of its entries")
    return ProofBlock(int(first), int(count), tuple(map(unpacked, hashes)))


def inclusion(index: int, hashes: Sequence[bytes], checkpoint: bytes) -> bytes:
    """A proof of inclusion, as a file."""
    return _written([_FORM, f"index {index}"], hashes, checkpoint)


def consistency(old: int, hashes: Sequence[bytes], checkpoint: bytes) -> bytes:
    """A proof that the log of the checkpoint grew out of that of `old` entries, as a file."""
    return _written([f"old {old}"], hashes, checkpoint)


def parse_inclusion(written: bytes) -> Proof:
    """A proof of inclusion from its file. Raises MalformedNote."""
    return _parsed(written, (_FORM,), "index ")


def parse_consistency(written: bytes) -> Proof:
    """A proof of consistency from its file. Raises MalformedNote."""
    return _parsed(written, (), "old ")


def _written(head: Sequence[str], hashes: Sequence[bytes], checkpoint: bytes) -> bytes:
    lines = [*head, *(b64encode(hash_).decode() for hash_ in hashes), ""]
    return "".join(f"{line}\n" for line in lines).encode() + checkpoint


def _parsed(written: bytes, head: tuple[str, ...], named: str) -> Proof:
    proof, parted, checkpoint = written.partition(b"\n\n")
    lines = proof.decode("utf-8", "replace").split("\n")
    at = len(head)
    if not parted or tuple(lines[:at]) != head or len(lines) <= at or not lines[at].startswith(named):
        raise MalformedNote(f"a proof begins with {' and '.join((*head, named.strip()))!r}; this one does not")
    number = lines[at].removeprefix(named)
    hashes = tuple(unpacked(line) for line in lines[at + 1 :])
    if not _NUMBER.fullmatch(number) or len(hashes) > _LONGEST + 1 or any(len(hash_) != HASH_BYTES for hash_ in hashes):
        raise MalformedNote("the proof's number or one of its hashes is none")
    return Proof(int(number), hashes, checkpoint)


_HEADS: Final = TypeAdapter(tuple[Head, ...])
_LONGEST_SMALL: Final = 1 << 20


class PackedEntry(NamedTuple):
    """The stored bytes of an entry, and its position."""

    position: int
    state: bytes


class ProvenCheckpoint(NamedTuple):
    """A checkpoint beside the one as of which the package tells, in this file, with a proof that leads from one to the
    other.
    """

    file: str
    note: Note
    checkpoint: Checkpoint
    proof: Proof


class Package:
    """A package in a folder. What cannot be read raises BrokenEvidence, naming the file."""

    def __init__(self, folder: Path):
        require_plain(folder)
        self.folder = folder
        self.contents: Contents = contents_of(folder)

    def stored(self) -> Iterator[PackedEntry]:
        """The entries of the package, in the order of its files."""
        for number in count(1):
            lines, places = (self.folder / name for name in segment_of(number))
            if not lines.exists() and not places.exists():
                return
            try:
                with lines.open("rb") as states, places.open("rb") as positions:
                    for state, position in zip(states, positions, strict=True):
                        yield PackedEntry(int(position), _whole(state))
            except (OSError, ValueError) as error:
                raise BrokenEvidence(f"{segment_of(number)[0]} and its positions cannot be read together") from error

    def entries(self, stream: str) -> list[Entry]:
        """The entries of one stream that are shown."""
        begins = f'"stream":"{stream}"'.encode()
        found = (MAPPER.entry(*packed) for packed in self.stored() if begins in packed.state)
        return [entry for entry in found if entry.stream == stream]

    def evidence(self) -> list[Entry]:
        """The entries about keys and witnesses."""
        return self.entries(EVIDENCE)

    def checkpoint(self) -> tuple[bytes, Note, Checkpoint]:
        """The checkpoint as of which everything is told: its bytes, the note, what it says."""
        try:
            written = self._read(CHECKPOINT)
            note = parse(written)
            return written, note, checkpoint_of(note)
        except MalformedNote as error:
            raise BrokenEvidence(f"{CHECKPOINT} is no checkpoint ({error})") from error

    def earlier(self) -> Iterator[ProvenCheckpoint]:
        """The checkpoints before it, the smaller logs first, each with its proof."""
        for path in sorted((self.folder / EARLIER).glob(f"*{NOTE}")):
            yield self._proven(f"{EARLIER}/{path.name}")

    def previous(self) -> ProvenCheckpoint | None:
        """The checkpoint of the package before in a series, and the proof that this one's log grew out of it."""
        return self._proven(PREVIOUS + NOTE) if (self.folder / (PREVIOUS + NOTE)).exists() else None

    def later(self) -> ProvenCheckpoint | None:
        """The checkpoint after it that somebody else signed; its proof is that it grew out of this one."""
        return self._proven(LATER + NOTE) if (self.folder / (LATER + NOTE)).exists() else None

    def _proven(self, file: str) -> ProvenCheckpoint:
        try:
            note = parse(self._read(file))
            proof = parse_consistency(self._read(file.removesuffix(NOTE) + CONSISTENCY))
            return ProvenCheckpoint(file, note, checkpoint_of(note), proof)
        except MalformedNote as error:
            raise BrokenEvidence(f"{file} or its proof cannot be read ({error})") from error

    def proof(self, position: int) -> Proof:
        """The proof that the entry at a position is in the log."""
        try:
            return parse_inclusion(self._read(proof_of(position)))
        except MalformedNote as error:
            raise BrokenEvidence(f"{proof_of(position)} is no proof ({error})") from error

    def blocks(self) -> Iterator[ProofBlock]:
        """The blocks of proofs, in the order of their positions."""
        for number in count(1):
            file = blocks_of(number)
            if not (self.folder / file).exists():
                return
            for at, line in enumerate(self._lines(file), 1):
                try:
                    yield parse_block(line)
                except MalformedNote as error:
                    raise BrokenEvidence(f"{file}, line {at}, is no block of proofs ({error})") from error

    def heads(self) -> tuple[Head, ...]:
        """Where the streams end, as the house says."""
        try:
            return _HEADS.validate_json(self._read(HEADS))
        except ValueError as error:
            raise BrokenEvidence(f"{HEADS} cannot be read") from error

    def withheld(self) -> Iterator[Withheld]:
        """The entries that are not shown, by position."""
        for line in self._lines(WITHHELD):
            yield Withheld.model_validate_json(line)

    def refused(self) -> Iterator[KeptBytes]:
        """The bytes of what was refused."""
        for line in self._lines(REFUSED):
            yield KeptBytes.model_validate_json(line)

    def _lines(self, file: str) -> Iterator[bytes]:
        path = self.folder / file
        if not path.exists():
            return
        try:
            with path.open("rb") as lines:
                yield from lines
        except (OSError, ValueError) as error:
            raise BrokenEvidence(f"{file} cannot be read") from error

    def _read(self, file: str) -> bytes:
        try:
            with (self.folder / file).open("rb") as opened:
                return opened.read(_LONGEST_SMALL + (1 << 30 if file == HEADS else 0))
        except OSError as error:
            raise BrokenEvidence(f"{file} cannot be read ({error.strerror})") from error


def _whole(line: bytes) -> bytes:
    if not line.endswith(b"\n"):
        raise ValueError("the last line is cut off")
    return line[:-1]
