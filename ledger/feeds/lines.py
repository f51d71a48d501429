"""Lines of a feed, bounded: a line too long to be an event is cut, never held whole in memory."""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import BinaryIO, Final

LONGEST: Final = 1 << 20
KEPT: Final = 1 << 16


@dataclass(frozen=True, slots=True)
class Line:
    """A line without its end. Of an overlong one `raw` is the head; `length` and `digest` are of the whole."""

    number: int
    raw: bytes
    length: int
    digest: str
    whole: bool = True


def lines(stream: BinaryIO) -> Iterator[Line]:
    """All lines that hold something, numbered from 1."""
    number = 0
    while head := stream.readline(LONGEST + 2):
        number += 1
        if len(head) > LONGEST and not head.endswith(b"\n"):
            yield _overlong(stream, head, number)
            continue
        raw = head.rstrip(b"\r\n")
        if raw.strip():
            yield Line(number, raw, len(raw), "sha256:" + sha256(raw).hexdigest())


def _overlong(stream: BinaryIO, head: bytes, number: int) -> Line:
    mark, length, piece = sha256(head), len(head), head
    while not piece.endswith(b"\n") and (piece := stream.readline(LONGEST)):
        mark.update(piece)
        length += len(piece)
    return Line(number, head[:KEPT], length, "sha256:" + mark.hexdigest(), whole=False)
