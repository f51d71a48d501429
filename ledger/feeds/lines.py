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
    number, most = 0, LONGEST + len(b"\r\n")
    while head := stream.readline(most):
        number += 1
        raw = head.rstrip(b"\r\n")
        if len(raw) > LONGEST or (len(head) == most and not head.endswith(b"\n")):
            yield _overlong(stream, head, number)
        elif raw.strip():
            yield Line(number, raw, len(raw), "sha256:" + sha256(raw).hexdigest())


def _overlong(stream: BinaryIO, head: bytes, number: int) -> Line:
    mark, length, piece, end = sha256(), 0, head, b""
    while piece:
        text = end + piece
        said = text.removesuffix(b"\n").removesuffix(b"\r")
        mark.update(said)
        length, end = length + len(said), text[len(said) :]
        piece = b"" if piece.endswith(b"\n") else stream.readline(LONGEST)
    return Line(number, head[:KEPT], length, "sha256:" + mark.hexdigest(), whole=False)
