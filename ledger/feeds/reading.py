"""What every reader of a feed does: cut lines within bounds, read a JSON list item by item, and say why it refuses."""

import json
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from hashlib import sha256
from io import SEEK_CUR, BufferedReader
from typing import Any, BinaryIO, Final, NamedTuple, Protocol, TypedDict

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from ledger.entry import AnyDelivery
from ledger.errors import MalformedDelivery
from ledger.events import Event
from ledger.events.versions import earlier_fields, kind_of, upcast_data
from ledger.values.message import Message, in_turn
from ledger.values.refusals import Refusal
from ledger.values.subjects import day_error
from ledger.values.times import INSTANT_PATTERN, NoLeapSecond, rfc3339_instant


class FeedItem(NamedTuple):
    """A line, a frame of a device, a game of a list: its place in the stream, its bytes, and what they tell.

    Of an overlong one `raw` is the head; `length` and `digest` are of the whole. `refused` says why nothing is told.
    """

    number: int
    raw: bytes
    length: int
    of_whole: str | None = None
    """The digest of an overlong one."""
    deliveries: Sequence[AnyDelivery] = ()
    refused: MalformedDelivery | None = None
    is_whole_game: bool = False
    """Whether it is a game with its settlement, which the source may hand out again once it was settled otherwise."""
    game: str | None = None
    """The game that it is about, where a source has several at one table."""

    @property
    def digest(self) -> str:
        """The digest under which the bytes are known; it is asked for only where they are refused."""
        return self.of_whole or digest_of(self.raw)


class Reader(Protocol):
    """Reads one stream of one format, from its beginning; a reader that counts is made anew for the next one."""

    def __call__(self, stream: BinaryIO) -> Iterator[FeedItem]: ...


def accepted_item(number: int, raw: bytes, deliveries: Sequence[AnyDelivery]) -> FeedItem:
    """A piece that tells deliveries, maybe none."""
    return FeedItem(number, raw, len(raw), deliveries=deliveries)


def refused_item(number: int, raw: bytes, error: MalformedDelivery) -> FeedItem:
    """A piece that is refused, with all its bytes."""
    return FeedItem(number, raw, len(raw), refused=error)


def digest_of(raw: bytes) -> str:
    """The digest under which bytes of a feed are known."""
    return "sha256:" + sha256(raw).hexdigest()


_FAULTS: Final = {
    "missing": "{field} is missing",
    "extra_forbidden": "{field} is not a field of this event",
    "int_type": "{field} must be an integer",
    "string_type": "{field} must be text",
    "bool_type": "{field} must be true or false",
    "dict_type": "{field} must be an object",
    "greater_than_equal": "{field} input should be greater than or equal to {ge}",
    "less_than_equal": "{field} input should be less than or equal to {le}",
    "literal_error": "{field} input should be {expected}",
    "media_type": "{field} is not a JSON media type, such as application/json",
}
"""What can be wrong with a field, by the kind of fault."""


class PartialDelivery(TypedDict, total=False):
    """What can be told of a refused line: which delivery it would have been, about which round."""

    source: str
    id: str
    sequence: int
    subject: str


class MalformedLine(MalformedDelivery):
    """A refused line of which something can be told, so that its round and its source's sequence know of it."""

    def __init__(self, why: Refusal, partial: PartialDelivery):
        super().__init__(why)
        self.partial = partial


def partial_delivery_of(deliveries: Sequence[AnyDelivery]) -> PartialDelivery:
    """What refused deliveries would have been; of several, the first."""
    if not deliveries:
        return {}
    first = deliveries[0]
    seen: PartialDelivery = {"source": first.source, "id": first.id, "subject": first.subject}
    return seen if first.sequence is None else {**seen, "sequence": first.sequence}


def event_of(topic: object, data: object) -> Event:
    """The event of that topic with that data. Raises MalformedDelivery with all that is wrong with it."""
    kind = kind_of_topic(topic)
    if kind is None or not isinstance(topic, str):
        raise MalformedDelivery("topic_unknown", topic=repr(str(topic)[:40]))
    if not kind.FROM_FEEDS:
        raise MalformedDelivery("topic_of_ledger", topic=topic)
    if isinstance(data, dict):
        if later := sorted(earlier_fields(topic) & data.keys()):
            faults = in_turn([Message(_FAULTS["extra_forbidden"], field=name) for name in later])
            raise MalformedDelivery("fields_wrong", topic=topic, faults=faults)
        data = _with_stored_instants(kind, upcast_data(topic, data))
    try:
        return kind.model_validate(data)
    except ValidationError as error:
        raise MalformedDelivery("fields_wrong", topic=topic, faults=describe_errors(error)) from error


def _with_stored_instants(kind: type[Event], data: dict[str, Any]) -> dict[str, Any]:
    """The data of an event with its times in the spelling that is stored. Raises MalformedDelivery for one that is none."""
    times = {name: data[name] for name in _instant_fields(kind) if isinstance(data.get(name), str)}
    return {**data, **{name: instant_text(text, name) for name, text in times.items()}} if times else data


@cache
def _instant_fields(kind: type[Event]) -> tuple[str, ...]:
    """The fields of an event that are instants."""
    fields = kind.model_json_schema().get("properties", {})
    return tuple(
        name
        for name, field in fields.items()
        if any(part.get("pattern") == INSTANT_PATTERN for part in (field, *field.get("anyOf", ())))
    )


def instant_text(text: str, field: str = "time") -> str:
    """A time in the spelling that is stored, from any of RFC 3339. Raises MalformedDelivery where it is none."""
    try:
        return rfc3339_instant(text)
    except NoLeapSecond as error:
        raise MalformedDelivery("not_a_leap_second", field=field, text=repr(text[:40])) from error
    except (ValueError, OverflowError) as error:
        raise MalformedDelivery("not_a_time", field=field, text=repr(text[:40])) from error


def kind_of_topic(topic: object) -> type[Event] | None:
    """Return the kind of event that a topic, of any version, is read as; None where it is not a topic."""
    try:
        return kind_of(topic) if isinstance(topic, str) else None
    except LookupError:
        return None


def describe_errors(error: ValidationError, most: int | None = None) -> str:
    """Every field that is wrong and why, or the first `most` of them."""
    return in_turn([_field_fault(wrong) for wrong in error.errors(include_url=False, include_input=True)[:most]])


def not_json_type() -> MalformedDelivery:
    """Return the refusal of data whose media type is not JSON."""
    return MalformedDelivery("not_a_cloudevent", faults=Message(_FAULTS["media_type"], field="datacontenttype"))


def _field_fault(wrong: ErrorDetails) -> str:
    field = ".".join(printable(str(part)[:40]) for part in wrong["loc"]) or Message("the data")
    if wrong["type"] in _FAULTS:
        return Message(_FAULTS[wrong["type"]], field=field, **wrong.get("ctx", {}))
    if wrong["type"] == "string_pattern_mismatch":
        text = str(wrong["input"])
        if field in ("subject", "day") and day_error(text):
            return Message("{field} names no day of the calendar", field=field)
        if field == "card" and text.startswith("10"):
            return Message("{field} {text} is not of its form; ten is T", field=field, text=repr(text[:24]))
        return Message("{field} {text} is not of its form", field=field, text=repr(text[:24]))
    fault = wrong["msg"][:1].lower() + wrong["msg"][1:]
    return Message(
        "{field} {fault}", field=field, fault=str(wrong["ctx"]["error"]) if wrong["type"] == "value_error" else fault
    )


def printable(text: str) -> str:
    """Return a text that cannot steer a terminal, on which a refusal is printed."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)


MAX_LINE_BYTES: Final = 1 << 20
KEPT_HEAD_BYTES: Final = 1 << 16


class FeedLine(NamedTuple):
    """A line without its end. Of an overlong one `raw` is the head; `length` and `digest` are of the whole."""

    number: int
    raw: bytes
    length: int
    of_whole: str | None = None
    """The digest of an overlong one."""

    @property
    def is_whole(self) -> bool:
        return self.of_whole is None

    @property
    def digest(self) -> str:
        return self.of_whole or digest_of(self.raw)


ReadLine = Callable[[FeedLine, str], Sequence[AnyDelivery]]
"""What a line tells, given as bytes and as text. Raises MalformedDelivery where it is refused."""


def line_by_line(read: ReadLine, read_partial: Callable[[bytes], PartialDelivery] = lambda _: {}) -> Reader:
    """A reader of a format of lines; `read_partial` sees what can be told of a line that is refused."""
    return lambda stream: (item_of_line(line, read, read_partial) for line in read_lines(stream))


def item_of_line(line: FeedLine, read: ReadLine, read_partial: Callable[[bytes], PartialDelivery]) -> FeedItem:
    """What a line tells, or why it is refused."""
    deliveries: Sequence[AnyDelivery] = ()
    why = None
    try:
        deliveries = _read_line(line, read)
    except MalformedLine as error:
        why = error
    except MalformedDelivery as error:
        why = MalformedLine(error.refusal, read_partial(line.raw) if line.is_whole else {})
    return FeedItem(line.number, line.raw, line.length, line.of_whole, deliveries, why)


def _read_line(line: FeedLine, read: ReadLine) -> Sequence[AnyDelivery]:
    """The deliveries on a line. A reader that counts sees also the lines that are refused for their bytes."""
    text, wrong = _decode(line)
    try:
        deliveries = read(line, text)
    except MalformedLine as error:
        raise MalformedLine(wrong or error.refusal, error.partial) from error
    except MalformedDelivery as error:
        raise MalformedDelivery(wrong or error.refusal) from error
    if wrong and deliveries:
        raise MalformedLine(wrong, partial_delivery_of(deliveries))
    if wrong:
        raise MalformedDelivery(wrong)
    return deliveries


def _decode(line: FeedLine) -> tuple[str, Refusal | None]:
    """A line as text, as far as it is any, and what is wrong with its bytes."""
    spelling = "utf-8-sig" if line.number == 1 else "utf-8"
    wrong = None if line.is_whole else Refusal("line_too_long", length=f"{line.length:,}")
    try:
        return line.raw.decode(spelling), wrong
    except UnicodeDecodeError:
        return line.raw.decode(spelling, errors="replace"), wrong or _encoding_error(line.raw)


def _encoding_error(raw: bytes) -> Refusal | None:
    try:
        raw.decode()
    except UnicodeDecodeError as error:
        return Refusal("line_not_utf8", byte=error.start + 1)
    return None


def read_lines(stream: BinaryIO) -> Iterator[FeedLine]:
    """All lines that hold something, numbered from 1."""
    number, most = 0, MAX_LINE_BYTES + len(b"\r\n")
    while head := stream.readline(most):
        number += 1
        raw = head.rstrip(b"\r\n")
        if len(raw) > MAX_LINE_BYTES or (len(head) == most and not head.endswith(b"\n")):
            yield _read_overlong(stream, head, number)
        elif raw and not raw.isspace():
            yield FeedLine(number, raw, len(raw))


def _read_overlong(stream: BinaryIO, head: bytes, number: int) -> FeedLine:
    mark, length, piece, end = sha256(), 0, head, b""
    while piece:
        text = end + piece
        line_text = text.removesuffix(b"\n").removesuffix(b"\r")
        mark.update(line_text)
        length, end = length + len(line_text), text[len(line_text) :]
        piece = b"" if piece.endswith(b"\n") else stream.readline(MAX_LINE_BYTES)
    return FeedLine(number, head[:KEPT_HEAD_BYTES], length, "sha256:" + mark.hexdigest())


MAX_LIST_BYTES: Final = 1 << 26
"""A list is held whole; what is longer must come one item a line."""

JSON_ERRORS: Final = (ValueError, RecursionError)
"""What text that is no JSON raises; nesting without end is none."""

_PEEK_BYTES: Final = 256
_BOM: Final = b"\xef\xbb\xbf"
_JSON_WHITESPACE: Final = (" ", "\t", "\r", "\n")


def _refuse_constant(word: str) -> object:
    raise ValueError(f"{word} is no JSON")


EXACT_JSON: Final = json.JSONDecoder(parse_float=str, parse_int=str, parse_constant=_refuse_constant)
"""Reads numbers as the text they are written in: a float does not hold every amount."""


def is_list(stream: BinaryIO) -> bool:
    """Whether a file begins with a bracket; it is left at its beginning."""
    if isinstance(stream, BufferedReader):  # a pipe cannot be set back
        head = stream.peek(_PEEK_BYTES)[:_PEEK_BYTES]
    else:
        head = stream.read(_PEEK_BYTES)
        stream.seek(-len(head), SEEK_CUR)
    return head.removeprefix(_BOM).lstrip().startswith(b"[")


ReadItem = Callable[[object, bytes], Sequence[AnyDelivery]]
"""What an item of a list tells, given as a value and as bytes. Raises MalformedDelivery where it is refused."""


def item_by_item(read: ReadItem) -> Reader:
    """A reader of a list: each item is taken or refused alone, up to where the list breaks off."""

    def pieces(stream: BinaryIO) -> Iterator[FeedItem]:
        raw = stream.read(MAX_LIST_BYTES + 1)
        if len(raw) > MAX_LIST_BYTES:
            yield _oversized_list(raw, stream)
            return
        try:
            text = raw.removeprefix(_BOM).decode()
        except UnicodeDecodeError as error:
            yield _broken_item(1, raw, Refusal("list_not_utf8", byte=error.start + 1))
            return
        yield from _list_items(text, read)

    return pieces


def _list_items(text: str, read: ReadItem) -> Iterator[FeedItem]:
    at, number = _skip_whitespace(text, _skip_whitespace(text, 0) + 1), 1
    while text[at : at + 1] != "]":
        try:
            value, end = EXACT_JSON.raw_decode(text, at)
        except JSON_ERRORS as error:
            yield _broken_item(number, text[at:].encode(), Refusal("list_not_json", error=str(error)[:80]))
            return
        raw = text[at:end].encode()
        try:
            yield accepted_item(number, raw, read(value, raw))
        except MalformedDelivery as error:
            yield refused_item(number, raw, error)
        number, at = number + 1, _skip_whitespace(text, end)
        if text[at : at + 1] == ",":
            at = _skip_whitespace(text, at + 1)
        elif text[at : at + 1] != "]":
            yield _broken_item(number, text[at:].encode(), Refusal("list_breaks_off"))
            return
    if rest := text[at + 1 :].strip():
        yield _broken_item(number, rest.encode(), Refusal("list_goes_on"))


def _skip_whitespace(text: str, at: int) -> int:
    while text[at : at + 1] in _JSON_WHITESPACE:
        at += 1
    return at


def _broken_item(number: int, raw: bytes, why: Refusal) -> FeedItem:
    return FeedItem(number, raw[:KEPT_HEAD_BYTES], len(raw), digest_of(raw), refused=MalformedDelivery(why))


def _oversized_list(head: bytes, stream: BinaryIO) -> FeedItem:
    mark, length = sha256(head), len(head)
    while more := stream.read(MAX_LINE_BYTES):
        mark.update(more)
        length += len(more)
    why = MalformedDelivery("list_too_long", length=f"{length:,}")
    return FeedItem(1, head[:KEPT_HEAD_BYTES], length, f"sha256:{mark.hexdigest()}", refused=why)
