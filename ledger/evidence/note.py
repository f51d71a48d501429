"""Signed notes (C2SP signed-note) and the Ed25519 keys that sign them, as logs and as witnesses do.

A note is text, an empty line, and signature lines: `— NAME BASE64`. A verifier key is written
`NAME+ID+BASE64`, the first byte of whose Base64 says how it signs.
"""

from base64 import b64decode, b64encode
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from ledger.errors import MalformedNote

PLAIN: Final = 1
"""A log's signature: over the text."""
COSIGNED: Final = 4
"""A witness's signature (C2SP tlog-cosignature): over a time and the text."""

_DASH: Final = "\N{EM DASH} "
_MOST_SIGNATURES: Final = 64
_ID_BYTES: Final = 4
_TIME_BYTES: Final = 8


class Signature(NamedTuple):
    """A signature line: whose, by which key, and the bytes."""

    name: str
    id: bytes
    raw: bytes

    @property
    def line(self) -> str:
        """As it stands in a note, with the newline."""
        return f"{_DASH}{self.name} {b64encode(self.id + self.raw).decode()}\n"


class Note(NamedTuple):
    """A text and who signed it. The text ends with a newline."""

    text: str
    signatures: tuple[Signature, ...]

    @property
    def written(self) -> str:
        return self.text + "\n" + "".join(signature.line for signature in self.signatures)


def parse(written: bytes) -> Note:
    """A note from its bytes. Raises MalformedNote."""
    try:
        decoded = written.decode()
    except UnicodeDecodeError as error:
        raise MalformedNote("the note is not UTF-8") from error
    if any(sign < " " and sign != "\n" for sign in decoded):
        raise MalformedNote("the note has control characters in it")
    text, parted, lines = decoded.rpartition("\n\n")
    if not parted or not text or not lines.endswith("\n"):
        raise MalformedNote("the note has no signature lines behind an empty line")
    return Note(text + "\n", signatures(lines))


def signatures(lines: str) -> tuple[Signature, ...]:
    """Signature lines, each with its newline. Raises MalformedNote."""
    rows = lines.split("\n")
    if rows.pop() or not 0 < len(rows) <= _MOST_SIGNATURES:
        raise MalformedNote("the signature lines are none, too many, or do not end with a newline")
    return tuple(map(_signature, rows))


def _signature(row: str) -> Signature:
    parts = row.removeprefix(_DASH).split(" ")
    if not row.startswith(_DASH) or len(parts) != 2 or not _is_name(parts[0]):
        raise MalformedNote(f"{row[:80]!r} is no signature line")
    raw = unpacked(parts[1])
    if len(raw) <= _ID_BYTES:
        raise MalformedNote(f"{row[:80]!r} is no signature line")
    return Signature(parts[0], raw[:_ID_BYTES], raw[_ID_BYTES:])


def unpacked(text: str) -> bytes:
    """The bytes of Base64 in its one spelling. Raises MalformedNote."""
    try:
        raw = b64decode(text, validate=True)
    except ValueError as error:
        raise MalformedNote(f"{text[:80]!r} is not Base64") from error
    if b64encode(raw).decode() != text:
        raise MalformedNote(f"{text[:80]!r} is not the one spelling of its Base64")
    return raw


def _is_name(text: str) -> bool:
    return bool(text) and "+" not in text and not any(sign.isspace() for sign in text)


@dataclass(frozen=True, slots=True)
class VerifierKey:
    """A public Ed25519 key with its name; `kind` says what its signatures are over."""

    name: str
    public: bytes
    kind: int = PLAIN

    def __post_init__(self) -> None:
        if not _is_name(self.name) or len(self.public) != 32 or self.kind not in (PLAIN, COSIGNED):
            raise MalformedNote(f"{self.name!r} names no Ed25519 key; a name has neither blanks nor `+`")

    @property
    def id(self) -> bytes:
        """Four bytes by which a signature line names the key."""
        return sha256(self.name.encode() + b"\n" + bytes([self.kind]) + self.public).digest()[:_ID_BYTES]

    @property
    def written(self) -> str:
        """As others are given it: `NAME+ID+BASE64`."""
        return f"{self.name}+{self.id.hex()}+{b64encode(bytes([self.kind]) + self.public).decode()}"

    def renamed(self, name: str) -> "VerifierKey":
        """The same key under another name."""
        return VerifierKey(name, self.public, self.kind)

    def signed(self, note: Note) -> bool:
        """Whether the note has a signature of this key, and all that claim to be are."""
        if self.kind != PLAIN:
            return self.cosigned_at(note) is not None
        claimed = self._claimed(note.signatures)
        return bool(claimed) and all(self._holds(signature.raw, note.text.encode()) for signature in claimed)

    def cosigned_at(self, note: Note) -> int | None:
        """When this witness says that it saw the note, in seconds since 1970; the earliest, None where it never did."""
        times = []
        for signature in self._claimed(note.signatures):
            at = int.from_bytes(signature.raw[:_TIME_BYTES])
            if self._holds(signature.raw[_TIME_BYTES:], cosigned_text(at, note.text)):
                times.append(at)
        return min(times, default=None)

    def _claimed(self, given: Iterable[Signature]) -> list[Signature]:
        return [signature for signature in given if (signature.name, signature.id) == (self.name, self.id)]

    def _holds(self, raw: bytes, message: bytes) -> bool:
        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(raw, message)
        except InvalidSignature:
            return False
        return True


def cosigned_text(at: int, text: str) -> bytes:
    """What a witness signs (C2SP tlog-cosignature, Ed25519); `at` in seconds since 1970."""
    return f"cosignature/v1\ntime {at}\n{text}".encode()


def verifier_key(written: str) -> VerifierKey:
    """A verifier key from `NAME+ID+BASE64`. Raises MalformedNote."""
    parts = written.strip().split("+", 2)
    if len(parts) != 3:
        raise MalformedNote(f"{written[:80]!r} is no verifier key; it is written NAME+ID+BASE64")
    material = unpacked(parts[2])
    key = VerifierKey(parts[0], material[1:], material[0] if material else 0)
    if key.id.hex() != parts[1]:
        raise MalformedNote(f"the verifier key of {parts[0]!r} has the wrong id {parts[1]!r}; it is {key.id.hex()}")
    return key
