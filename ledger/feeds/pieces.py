"""What a reader makes of a stream, whatever its format: pieces, each taken or refused as a whole."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import BinaryIO, NamedTuple, Protocol

from ledger.entry import Delivery
from ledger.errors import MalformedDelivery


class Piece(NamedTuple):
    """A line, a frame of a device, a game of a list: its place in the stream, its bytes, and what they tell.

    Of an overlong one `raw` is the head; `length` and `digest` are of the whole. `refused` says why nothing is told.
    """

    number: int
    raw: bytes
    length: int
    of_whole: str | None = None
    """The digest of an overlong one."""
    deliveries: Sequence[Delivery] = ()
    refused: MalformedDelivery | None = None

    @property
    def digest(self) -> str:
        """The digest under which the bytes are known; it is asked for only where they are refused."""
        return self.of_whole or digest_of(self.raw)


class Reader(Protocol):
    """Reads one stream of one format, from its beginning; a reader that counts is made anew for the next one."""

    def __call__(self, stream: BinaryIO) -> Iterator[Piece]: ...


def taken(number: int, raw: bytes, deliveries: Sequence[Delivery]) -> Piece:
    """A piece that tells deliveries, maybe none."""
    return Piece(number, raw, len(raw), deliveries=deliveries)


def refused(number: int, raw: bytes, why: MalformedDelivery) -> Piece:
    """A piece that is refused, with all its bytes."""
    return Piece(number, raw, len(raw), refused=why)


def digest_of(raw: bytes) -> str:
    """The digest under which bytes of a feed are known."""
    return "sha256:" + sha256(raw).hexdigest()
