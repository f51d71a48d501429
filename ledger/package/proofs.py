"""Proofs as files: of inclusion (C2SP tlog-proof), of blocks of entries, and of consistency (the body of C2SP tlog-witness,
add-checkpoint).
"""

import re
from base64 import b64encode
from collections.abc import Sequence
from typing import Final, NamedTuple

from ledger.errors import MalformedNote
from ledger.evidence.note import unpacked
from ledger.merkle import HASH_BYTES

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
