"""Server-sent events (`text/event-stream`, WHATWG HTML, section 9.2): the messages of a stream, with their ids.

Comments and empty events keep the connection alive and bring nothing. An event that the stream's end cuts off is left out:
it comes again, whole.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Protocol

from ledger.feeds.reading import MAX_LINE_BYTES

EVENT_STREAM: Final = "text/event-stream"

_PIECE_BYTES: Final = 1 << 16
_MOST_BYTES: Final = MAX_LINE_BYTES + 1
"""Of a message that is longer so much is kept: enough for it to be refused as too long."""

_LONGEST_LINE: Final = len(b"data: ") + _MOST_BYTES

_LINE_END: Final = re.compile(rb"\r\n|\r|\n")
_BOM: Final = b"\xef\xbb\xbf"
_DIGITS: Final = re.compile(rb"[0-9]{1,9}")
_KEEP_ALIVES: Final = frozenset({b"ping", b"heartbeat", b"keepalive"})
"""The types of events that bring nothing, in small letters and without signs between."""


class Pieces(Protocol):
    """What a stream's bytes are read from, as they come."""

    def read1(self, limit: int, /) -> bytes: ...


class StreamMessage(NamedTuple):
    """A message of a stream as one line with its end, and its id in the stream. The line of a keep-alive is blank."""

    line: bytes
    id: str | None


@dataclass(slots=True)
class EventStream:
    """Reads server-sent events; `retry_seconds` is how long to wait before the stream is asked for again, as it asked."""

    stream: Pieces
    retry_seconds: float | None = None
    _id: str | None = None
    _data: bytearray = field(default_factory=bytearray)
    _type: bytes = b""
    _has_news: bool = False
    """Whether a field of the event that is being read says anything."""

    def messages(self) -> Iterator[StreamMessage]:
        """The events of the stream, each as one line: JSON has no line's end within a text. Raises OSError."""
        for number, line in enumerate(lines_of(self.stream)):
            if line:
                self._take(line.removeprefix(_BOM) if number == 0 else line)
                continue
            if self._has_news:
                yield self._message()
            self._data.clear()
            self._type, self._has_news = b"", False

    def _message(self) -> StreamMessage:
        is_keep_alive = re.sub(b"[^a-z]", b"", self._type.lower()) in _KEEP_ALIVES
        return StreamMessage(b"\n" if is_keep_alive else bytes(self._data) + b"\n", self._id)

    def _take(self, line: bytes) -> None:
        name, _, value = line.partition(b":")
        value = value.removeprefix(b" ")
        match name:
            case b"data":
                self._data += (b" " if self._data else b"") + value
                del self._data[_MOST_BYTES:]
                self._has_news = True
            case b"event":
                self._type = value
            case b"id" if b"\0" not in value:
                self._id = value.decode("utf-8", "replace") or None
                self._has_news = True
            case b"retry" if _DIGITS.fullmatch(value):
                self.retry_seconds = int(value) / 1000


def lines_of(stream: Pieces) -> Iterator[bytes]:
    """The lines of a stream that end in LF, CR or both, without their ends; one that the stream's end cuts off is left out.

    Of a line that is longer than a message may be, the rest is left out.
    """
    held, ended_in_cr = bytearray(), False
    while piece := stream.read1(_PIECE_BYTES):
        text = piece[1:] if ended_in_cr and piece.startswith(b"\n") else piece
        ended_in_cr = text.endswith(b"\r")
        *whole, rest = _LINE_END.split(text)
        for part in whole:
            yield bytes(held + part)[:_LONGEST_LINE]
            held.clear()
        held += rest[: _LONGEST_LINE - len(held)]
