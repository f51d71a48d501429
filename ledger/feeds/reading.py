"""What every reader of a feed does: cut lines within bounds, read a JSON list item by item, and say why it refuses."""

import json
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from io import SEEK_CUR
from typing import BinaryIO, Final, NamedTuple, Protocol, TypedDict

from pydantic import ValidationError

from ledger.entry import Delivery
from ledger.errors import MalformedDelivery
from ledger.events import REGISTRY, Event
from ledger.values.subjects import unknown_day


class FeedItem(NamedTuple):
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

    def __call__(self, stream: BinaryIO) -> Iterator[FeedItem]: ...


def accepted_item(number: int, raw: bytes, deliveries: Sequence[Delivery]) -> FeedItem:
    """A piece that tells deliveries, maybe none."""
    return FeedItem(number, raw, len(raw), deliveries=deliveries)


def refused_item(number: int, raw: bytes, why: MalformedDelivery) -> FeedItem:
    """A piece that is refused, with all its bytes."""
    return FeedItem(number, raw, len(raw), refused=why)


def digest_of(raw: bytes) -> str:
    """The digest under which bytes of a feed are known."""
    return "sha256:" + sha256(raw).hexdigest()


_MESSAGES = {
    "missing": "is missing",
    "extra_forbidden": "is not a field of this event",
    "int_type": "must be an integer",
    "string_type": "must be text",
    "bool_type": "must be true or false",
    "dict_type": "must be an object",
}


class Glimpse(TypedDict, total=False):
    """What can be told of a refused line: which delivery it would have been, about which round."""

    source: str
    id: str
    sequence: int
    subject: str


class MalformedLine(MalformedDelivery):
    """A refused line of which something can be told, so that its round and its source's sequence know of it."""

    def __init__(self, why: str, seen: Glimpse):
        super().__init__(why)
        self.seen = seen


def glimpse_of(deliveries: Sequence[Delivery]) -> Glimpse:
    """What refused deliveries would have been; of several, the first."""
    if not deliveries:
        return {}
    first = deliveries[0]
    seen: Glimpse = {"source": first.source, "id": first.id, "subject": first.subject}
    return seen if first.sequence is None else {**seen, "sequence": first.sequence}


def event_of(topic: object, data: object) -> Event:
    """The event of that topic with that data. Raises MalformedDelivery with all that is wrong with it."""
    kind = REGISTRY.get(topic) if isinstance(topic, str) else None
    if kind is None or not isinstance(topic, str):
        raise MalformedDelivery(f"{str(topic)[:40]!r} is no topic of this ledger; `recoup schema` lists them")
    if not kind.FROM_FEEDS:
        raise MalformedDelivery(f"{topic} is entered by the ledger itself and cannot come from a feed")
    try:
        return kind.model_validate(data)
    except ValidationError as error:
        raise MalformedDelivery(f"{topic}: {error_sentences(error)}") from error


def error_sentences(error: ValidationError) -> str:
    """Every field that is wrong and why."""
    said = []
    for wrong in error.errors(include_url=False, include_input=True):
        field = ".".join(_printable(str(part)[:40]) for part in wrong["loc"]) or "the data"
        message = _MESSAGES.get(wrong["type"], "")
        if not message and wrong["type"] == "string_pattern_mismatch":
            message = f"{str(wrong['input'])[:24]!r} is not of its form"
            if field == "card" and str(wrong["input"]).startswith("10"):
                message += "; ten is T"
            if field in ("subject", "day") and unknown_day(str(wrong["input"])):
                message = "names no day of the calendar"
        if wrong["type"] == "value_error":
            message = str(wrong["ctx"]["error"])
        said.append(f"{field} {message or wrong['msg'][:1].lower() + wrong['msg'][1:]}")
    return "; ".join(said)


def _printable(text: str) -> str:
    """A refusal is printed on terminals: nothing in it may steer one."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)


LONGEST: Final = 1 << 20
KEPT: Final = 1 << 16


class RawLine(NamedTuple):
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


ReadLine = Callable[[RawLine, str], list[Delivery]]
"""What a line tells, given as bytes and as text. Raises MalformedDelivery where it is refused."""


def line_by_line(read: ReadLine, glimpse: Callable[[bytes], Glimpse] = lambda _: {}) -> Reader:
    """A reader of a format of lines; `glimpse` sees what can be told of a line that is refused."""

    def pieces(stream: BinaryIO) -> Iterator[FeedItem]:
        for line in lines(stream):
            deliveries: Sequence[Delivery] = ()
            why = None
            try:
                deliveries = _deliveries(line, read)
            except MalformedLine as error:
                why = error
            except MalformedDelivery as error:
                why = MalformedLine(str(error), glimpse(line.raw) if line.whole else {})
            yield FeedItem(line.number, line.raw, line.length, line.of_whole, deliveries, why)

    return pieces


def _deliveries(line: RawLine, read: ReadLine) -> list[Delivery]:
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


def _text(line: RawLine) -> tuple[str, str | None]:
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


def lines(stream: BinaryIO) -> Iterator[RawLine]:
    """All lines that hold something, numbered from 1."""
    number, most = 0, LONGEST + len(b"\r\n")
    while head := stream.readline(most):
        number += 1
        raw = head.rstrip(b"\r\n")
        if len(raw) > LONGEST or (len(head) == most and not head.endswith(b"\n")):
            yield _overlong(stream, head, number)
        elif raw.strip():
            yield RawLine(number, raw, len(raw))


def _overlong(stream: BinaryIO, head: bytes, number: int) -> RawLine:
    mark, length, piece, end = sha256(), 0, head, b""
    while piece:
        text = end + piece
        said = text.removesuffix(b"\n").removesuffix(b"\r")
        mark.update(said)
        length, end = length + len(said), text[len(said) :]
        piece = b"" if piece.endswith(b"\n") else stream.readline(LONGEST)
    return RawLine(number, head[:KEPT], length, "sha256:" + mark.hexdigest())


LARGEST: Final = 1 << 26
"""A list is held whole; what is longer must come one item a line."""

NO_JSON: Final = (ValueError, RecursionError)
"""What text that is no JSON raises; nesting without end is none."""

_PEEKED: Final = 256
_BOM: Final = b"\xef\xbb\xbf"
_BLANKS: Final = (" ", "\t", "\r", "\n")


def _no_number(word: str) -> object:
    raise ValueError(f"{word} is no JSON")


EXACT: Final = json.JSONDecoder(parse_float=str, parse_int=str, parse_constant=_no_number)
"""Reads numbers as the text they are written in: a float does not hold every amount."""


def is_list(stream: BinaryIO) -> bool:
    """Whether a file begins with a bracket; it is left at its beginning."""
    head = stream.read(_PEEKED)
    stream.seek(-len(head), SEEK_CUR)
    return head.removeprefix(_BOM).lstrip().startswith(b"[")


def item_by_item(read: Callable[[object], list[Delivery]]) -> Reader:
    """A reader of a list: each item is taken or refused alone, up to where the list breaks off."""

    def pieces(stream: BinaryIO) -> Iterator[FeedItem]:
        raw = stream.read(LARGEST + 1)
        if len(raw) > LARGEST:
            yield _too_long(raw, stream)
            return
        try:
            text = raw.removeprefix(_BOM).decode()
        except UnicodeDecodeError as error:
            yield _cut(1, raw, f"the list is not UTF-8 (byte {error.start + 1}); save the file as UTF-8")
            return
        yield from _items(text, read)

    return pieces


def _items(text: str, read: Callable[[object], list[Delivery]]) -> Iterator[FeedItem]:
    at, number = _past_blanks(text, _past_blanks(text, 0) + 1), 1
    while text[at : at + 1] != "]":
        try:
            told, end = EXACT.raw_decode(text, at)
        except NO_JSON as error:
            yield _cut(number, text[at:].encode(), f"from here on the list is not JSON ({str(error)[:80]})")
            return
        raw = text[at:end].encode()
        try:
            yield accepted_item(number, raw, read(told))
        except MalformedDelivery as error:
            yield refused_item(number, raw, error)
        number, at = number + 1, _past_blanks(text, end)
        if text[at : at + 1] == ",":
            at = _past_blanks(text, at + 1)
        elif text[at : at + 1] != "]":
            yield _cut(number, text[at:].encode(), "the list breaks off")
            return
    if rest := text[at + 1 :].strip():
        yield _cut(number, rest.encode(), "something stands after the list's end")


def _past_blanks(text: str, at: int) -> int:
    while text[at : at + 1] in _BLANKS:
        at += 1
    return at


def _cut(number: int, raw: bytes, why: str) -> FeedItem:
    return FeedItem(number, raw[:KEPT], len(raw), digest_of(raw), refused=MalformedDelivery(why))


def _too_long(head: bytes, stream: BinaryIO) -> FeedItem:
    mark, length = sha256(head), len(head)
    while more := stream.read(LONGEST):
        mark.update(more)
        length += len(more)
    why = f"the list has {length:,} bytes, more than are read at once; write one item a line: `jq -c '.[]' FILE`"
    return FeedItem(1, head[:KEPT], length, f"sha256:{mark.hexdigest()}", refused=MalformedDelivery(why))
