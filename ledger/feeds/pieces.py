"""What a reader makes of a stream, whatever its format: pieces, each taken or refused as a whole."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import BinaryIO, Protocol

from ledger.entry import Delivery
from ledger.errors import MalformedDelivery


@dataclass(frozen=True, slots=True)
class Piece:
    """A line, a frame of a device, a game of a list: its place in the stream, its bytes, and what they tell.

    Of an overlong one `raw` is the head; `length` and `digest` are of the whole. `refused` says why nothing is told.
    """

    number: int
    raw: bytes
    length: int
    digest: str
    deliveries: Sequence[Delivery] = ()
    refused: MalformedDelivery | None = None


class Reader(Protocol):
    """Reads one stream of one format, from its beginning; a reader that counts is made anew for the next one."""

    def __call__(self, stream: BinaryIO) -> Iterator[Piece]: ...


def taken(number: int, raw: bytes, deliveries: Sequence[Delivery]) -> Piece:
    """A piece that tells deliveries, maybe none."""
    return Piece(number, raw, len(raw), digest_of(raw), deliveries)


def refused(number: int, raw: bytes, why: MalformedDelivery) -> Piece:
    """A piece that is refused, with all its bytes."""
    return Piece(number, raw, len(raw), digest_of(raw), refused=why)


def digest_of(raw: bytes) -> str:
    """The digest under which bytes of a feed are known."""
    return "sha256:" + sha256(raw).hexdigest()
