"""Lines of a feed, bounded: a line too long to be an event is cut, never held whole in memory."""

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from typing import BinaryIO, Final, NamedTuple

from ledger.entry import Delivery
from ledger.errors import MalformedDelivery
from ledger.feeds.pieces import Piece, Reader, digest_of
from ledger.feeds.refusing import Glimpse, MalformedLine, glimpse_of

LONGEST: Final = 1 << 20
KEPT: Final = 1 << 16


class Line(NamedTuple):
    """A line without its end. Of an overlong one `raw` is the head; `length` and `digest` are of the whole."""

    number: int
    raw: bytes
    length: int
    of_whole: str | None = None
    """The digest of an overlong one."""

    @property
    def whole(self) -> bool:
        return self.of_whole is None

    @property
    def digest(self) -> str:
        return self.of_whole or digest_of(self.raw)


ReadLine = Callable[[Line, str], list[Delivery]]
"""What a line tells, given as bytes and as text. Raises MalformedDelivery where it is refused."""


def line_by_line(read: ReadLine, glimpse: Callable[[bytes], Glimpse] = lambda _: {}) -> Reader:
    """A reader of a format of lines; `glimpse` sees what can be told of a line that is refused."""

    def pieces(stream: BinaryIO) -> Iterator[Piece]:
        for line in lines(stream):
            deliveries: Sequence[Delivery] = ()
            why = None
            try:
                deliveries = _deliveries(line, read)
            except MalformedLine as error:
                why = error
            except MalformedDelivery as error:
                why = MalformedLine(str(error), glimpse(line.raw) if line.whole else {})
            yield Piece(line.number, line.raw, line.length, line.of_whole, deliveries, why)

    return pieces


def _deliveries(line: Line, read: ReadLine) -> list[Delivery]:
    """The deliveries on a line. A reader that counts sees also the lines that are refused for their bytes."""
    text, wrong = _text(line)
    try:
        deliveries = read(line, text)
    except MalformedLine as error:
        raise MalformedLine(wrong or str(error), error.seen) from error
    except MalformedDelivery as error:
        raise MalformedDelivery(wrong or str(error)) from error
    if wrong and deliveries:
        raise MalformedLine(wrong, glimpse_of(deliveries))
    if wrong:
        raise MalformedDelivery(wrong)
    return deliveries


def _text(line: Line) -> tuple[str, str | None]:
    """A line as text, as far as it is any, and what is wrong with its bytes."""
    spelling = "utf-8-sig" if line.number == 1 else "utf-8"
    wrong = (
        None if line.whole else f"the line has {line.length:,} bytes, more than an event can have; its first part is kept"
    )
    try:
        return line.raw.decode(spelling), wrong
    except UnicodeDecodeError:
        return line.raw.decode(spelling, errors="replace"), wrong or _not_text(line.raw)


def _not_text(raw: bytes) -> str | None:
    try:
        raw.decode()
    except UnicodeDecodeError as error:
        return f"the line is not UTF-8 (byte {error.start + 1}); save the file as UTF-8"
    return None


def lines(stream: BinaryIO) -> Iterator[Line]:
    """All lines that hold something, numbered from 1."""
    number, most = 0, LONGEST + len(b"\r\n")
    while head := stream.readline(most):
        number += 1
        raw = head.rstrip(b"\r\n")
        if len(raw) > LONGEST or (len(head) == most and not head.endswith(b"\n")):
            yield _overlong(stream, head, number)
        elif raw.strip():
            yield Line(number, raw, len(raw))


def _overlong(stream: BinaryIO, head: bytes, number: int) -> Line:
    mark, length, piece, end = sha256(), 0, head, b""
    while piece:
        text = end + piece
        said = text.removesuffix(b"\n").removesuffix(b"\r")
        mark.update(said)
        length, end = length + len(said), text[len(said) :]
        piece = b"" if piece.endswith(b"\n") else stream.readline(LONGEST)
    return Line(number, head[:KEPT], length, "sha256:" + mark.hexdigest())
