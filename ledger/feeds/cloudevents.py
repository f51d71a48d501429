"""CloudEvents 1.0.2: structured JSON, one event a line or a list of them, the interchange in and out."""

import binascii
import json
import re
from collections.abc import Callable, Iterator, Mapping, Set
from functools import cache, lru_cache
from typing import Annotated, Any, BinaryIO, Final, Literal

import orjson
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationError,
    create_model,
)
from pydantic_core import PydanticCustomError

from ledger.entry import AnyDelivery, Delivery, PlainDelivery
from ledger.errors import MalformedDelivery
from ledger.events import REGISTRY, Event
from ledger.events.versions import kind_of, upcast_data, written_topic
from ledger.feeds.content_types import is_json_type, is_media_type, utf8_of
from ledger.feeds.extensions import MOST, MOST_TOTAL_BYTES, bounded_extensions
from ledger.feeds.format_facts import FormatFacts, Handling, Unknown, UnknownPart
from ledger.feeds.formats import Format
from ledger.feeds.reading import (
    FeedItem,
    MalformedLine,
    PartialDelivery,
    describe_errors,
    event_of,
    instant_text,
    is_list,
    item_by_item,
    item_of_line,
    kind_of_topic,
    read_lines,
)
from ledger.mapper import event_text
from ledger.values.money import Count
from ledger.values.refusals import Refusal
from ledger.values.subjects import DELIVERY_ID, REF, SUBJECT, TRANSCRIPT, DeliveryId, Name, Source, Subject
from ledger.values.times import STORED_PATTERN, existing_instant, rfc3339_instant

SCHEMA: Final = "urn:recoup:schema:"
_BOM: Final = b"\xef\xbb\xbf"
_DIGITS: Final = re.compile(r"0*[0-9]{1,16}\Z")
_LONGEST_SEQUENCE: Final = 100


def _sequence_number(value: object) -> object:
    """The Sequence extension writes numbers as text, maybe padded; many programs write them as numbers."""
    is_number = isinstance(value, str) and len(value) <= _LONGEST_SEQUENCE and _DIGITS.match(value)
    return int(value) if isinstance(value, str) and is_number else value


def _require_json_type(media_type: str) -> str:
    if not is_json_type(media_type):
        raise PydanticCustomError("media_type", "is not a JSON media type")
    return media_type


Sequence = Annotated[Count, BeforeValidator(_sequence_number, json_schema_input_type=str | int)]
_PARTIAL_FIELDS: Final[dict[Literal["source", "id", "sequence", "subject"], TypeAdapter[Any]]] = {
    "source": TypeAdapter(Source),
    "id": TypeAdapter(DeliveryId),
    "sequence": TypeAdapter(Sequence),
    "subject": TypeAdapter(Subject),
}


_LONGEST_TIME: Final = 100


class CloudEvent(BaseModel):
    """The attributes of an event as they stand on the wire. `sequence` orders the events of one source; `after`
    lists, separated by blanks, events of other sources as `source#id` that are known to have come before. All other
    attributes are extensions.
    """

    model_config = ConfigDict(frozen=True, extra="allow")

    specversion: Literal["1.0"]
    type: Annotated[str, Field(max_length=100)]
    source: Source
    id: DeliveryId
    subject: Subject
    sequence: Sequence
    table: Name | None = None
    time: Annotated[str, Field(max_length=_LONGEST_TIME)] | None = None
    after: Annotated[str, Field(max_length=100_000)] | None = None
    correlationid: Any = None
    causationid: Any = None
    datacontenttype: Annotated[str, AfterValidator(_require_json_type)] | None = None
    dataschema: Annotated[str, Field(pattern=r"^\S+$")] | None = None
    data: dict[str, Any] | None = {}
    data_base64: str | None = None


_PLAIN: Final = frozenset(CloudEvent.model_fields) - {"after", "correlationid", "causationid", "data_base64"}
"""The attributes of an event without anything unusual."""
_ANY: Final[dict[str, Any]] = {
    "specversion": "1.0", "type": "any", "source": "any", "id": "1", "subject": "any/2026-01-20", "sequence": 1, "data": {}
}  # fmt: skip
_SHORT_NUMBER: Final = re.compile(r"[0-9]{1,15}\Z")
_LONGEST_PLAIN: Final = 1024
"""Bytes of the longest line of which anything is remembered: with the number of lines that bounds the memory."""

_ID, _SEQUENCE = b'"id":"', b'"sequence":"'
_SEQUENCE_AND_TIME: Final = re.compile(
    rb'([0-9]{1,15})","time":"(?:(%s)"|([0-9TtZz:.+-]{1,%d})")' % (STORED_PATTERN.encode(), _LONGEST_TIME)
)
"""A number, and a time that is spelled as it is stored, or otherwise."""
_BEFORE_ID: Final = frozenset({"specversion", "type", "source", "id"})
_BEFORE_SEQUENCE: Final = frozenset({"subject", "sequence"})
_AFTER_TIME: Final = frozenset({"data"})


@cache
def _event_validator(kind: type[Event]) -> Callable[[object], Any]:
    """Checks a CloudEvent with this event as its data.

    That takes half as long as a check of the attributes and then one of the data. What it takes those two take too, and
    give the same; what it refuses is theirs to judge and to speak of.
    """
    return create_model(kind.TOPIC, __base__=CloudEvent, data=(kind, ...)).__pydantic_validator__.validate_python


def read(line: bytes) -> Delivery:
    """The delivery on a line. Raises MalformedDelivery where the line is none."""
    return read_plain(line).whole


def read_plain(line: bytes) -> AnyDelivery:
    """The same, with its event only where there is something unusual about it. Raises MalformedDelivery."""
    return _usual_line(line) or _unusual_line(line)


def _unusual_line(line: bytes) -> Delivery:
    """The delivery on a line of which all is looked at. Raises MalformedDelivery."""
    box = parsed_json(line, "line_not_json")
    if not isinstance(box, dict):
        raise MalformedDelivery("not_one_event")
    return _read_in_one_pass(box) or _read_stepwise(box)


def parsed_json(raw: bytes, code: str) -> Any:
    """Return the value of JSON text. Raises MalformedDelivery: of this code where it is not JSON, else for a key that comes
    twice, of which one reader takes the first and another the last.
    """
    raw = raw.removeprefix(_BOM)
    try:
        value = orjson.loads(raw)
        if not _has_no_more_keys(raw, value):
            json.loads(raw, object_pairs_hook=_each_once, parse_int=str, parse_float=str)
    except (ValueError, RecursionError) as error:
        raise MalformedDelivery(code, error=str(error)[:80]) from error
    return value


def _has_no_more_keys(raw: bytes, value: object) -> bool:
    """Return whether JSON text has exactly the keys and texts that were read of it; False where that takes a closer look.

    Without a backslash every quotation mark begins or ends a text, and a key that comes twice would leave two over.
    """
    if b"\\" in raw:
        return False
    try:
        return raw.count(b'"') == orjson.dumps(value).count(b'"')
    except TypeError:
        return False


def _has_only_texts(raw: bytes, attributes: dict[str, Any], data: bytes | None = None) -> bool:
    """Return the same of an object whose attributes are texts, but for its data, which are given as JSON."""
    of_data = 0 if data is None else data.count(b'"') - 2
    return b"\\" not in raw and raw.count(b'"') == 4 * len(attributes) + of_data


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read = dict(pairs)
    if len(read) < len(pairs):
        names = [name for name, _ in pairs]
        raise MalformedDelivery("key_twice", key=next(name for name in names if names.count(name) > 1)[:60])
    return read


def _usual_line(line: bytes) -> PlainDelivery | None:
    """The delivery on a line without anything unusual; None where there is something, or it is none."""
    if len(line) > _LONGEST_PLAIN:
        return None
    if (plain := _plain_line(line)) is not None:
        return plain
    try:
        box = orjson.loads(line)
    except orjson.JSONDecodeError:
        return None
    return _plain_delivery(box, line) if isinstance(box, dict) else None


def _plain_delivery(attributes: dict[str, Any], line: bytes | None = None) -> PlainDelivery | None:
    """The delivery of an object, on a line, that is like thousands before it; None where it is not, and must be looked at.

    What devices tell is alike again and again: the same cards and calls, about the same round. What was checked once and
    found right is not checked again.
    """
    if not attributes.keys() <= _PLAIN:
        return None
    try:
        topic, source, subject = attributes["type"], attributes["source"], attributes["subject"]
        ident, sequence, time = attributes["id"], attributes["sequence"], attributes.get("time")
        data, given = orjson.dumps(attributes["data"]), attributes.get
        if (
            not _is_plain_kind(topic, attributes["specversion"], given("datacontenttype"), given("dataschema"))
            or not _is_plain_place(source, subject, given("table"))
            or not _are_plain(ident, sequence, time)
            or (line is not None and not _has_only_texts(line, attributes, data))
        ):
            return None
        instant = None if time is None else rfc3339_instant(time)
        return PlainDelivery(topic, _checked_data(topic, data), source, ident, int(sequence), subject, instant)
    except (KeyError, TypeError, ValueError, OverflowError):
        return None


def _is_plain_id(ident: str) -> bool:
    return DELIVERY_ID.match(ident) is not None and "\\" not in ident


def _are_plain(ident: str, sequence: str, time: str | None) -> bool:
    """Whether what is another in each delivery is as it should be, but for what the time says."""
    return (
        _is_plain_id(ident) and _SHORT_NUMBER.match(sequence) is not None and (time is None or len(time) <= _LONGEST_TIME)
    )


def _plain_line(line: bytes) -> PlainDelivery | None:
    """The delivery on a line that is like thousands before it, without reading all of it again.

    Id, sequence and time are cut out, each of them the whole text of its attribute. Each piece that is left was checked
    once, as an object of its own with the attributes that it should have: so together they are the one on the line.
    """
    try:
        ident_at = line.index(_ID) + len(_ID)
        ident_end = line.index(b'"', ident_at)
        sequence_at = line.index(_SEQUENCE, ident_end) + len(_SEQUENCE)
        found, ident = _SEQUENCE_AND_TIME.match(line, sequence_at), line[ident_at:ident_end].decode()
        if found is None or not _is_plain_id(ident):
            return None
        topic, source = _topic_and_source(line[:ident_at])
        subject = _subject(source, line[ident_end:sequence_at])
        data = _stored_data(topic, line[found.end() - 1 :])
        sequence, stored, other = found.groups()
        time = rfc3339_instant(other.decode()) if stored is None else existing_instant(stored.decode())
        return PlainDelivery(topic, data, source, ident, int(sequence), subject, time)
    except (KeyError, TypeError, ValueError, OverflowError):
        return None


@lru_cache(maxsize=1024)
def _topic_and_source(piece: bytes) -> tuple[str, str]:
    """Topic and source. Raises ValueError where the piece is not as it should be, as those do that follow."""
    given = _attributes(piece + b'"}', _BEFORE_ID)
    topic, source = given["type"], given["source"]
    if not _is_plain_kind(topic, given["specversion"], None, None) or not _is_plain_place(source, _ANY["subject"], None):
        raise ValueError("something is unusual")
    return topic, source


@lru_cache(maxsize=4096)
def _subject(source: str, piece: bytes) -> str:
    """The subject."""
    given = _attributes(_opened(piece) + b'"}', _BEFORE_SEQUENCE, "table")
    subject: str = given["subject"]
    if not _is_plain_place(source, subject, given.get("table")):
        raise ValueError("something is unusual")
    return subject


@lru_cache(maxsize=16_384)
def _stored_data(topic: str, piece: bytes) -> str:
    """The data as they are stored."""
    given = _attributes(_opened(piece), _AFTER_TIME, "datacontenttype", "dataschema")
    if not _is_plain_kind(topic, "1.0", given.get("datacontenttype"), given.get("dataschema")):
        raise ValueError("something is unusual")
    return _stored_text(topic, given["data"])


def _opened(piece: bytes) -> bytes:
    """A piece that follows the text of an attribute as an object that begins behind it."""
    if not piece.startswith(b'",'):
        raise ValueError("the next attribute does not follow at once")
    return b"{" + piece[2:]


def _attributes(piece: bytes, needed: Set[str], *possible: str) -> dict[str, Any]:
    """The attributes of a piece of an object with its ends. Raises ValueError where they are others."""
    given: dict[str, Any] = orjson.loads(piece)
    data = orjson.dumps(given["data"]) if "data" in given else None
    if given.keys() - possible != needed or not _has_only_texts(piece, given, data):
        raise ValueError("attributes stand at other places")
    return given


@lru_cache(maxsize=1024)
def _is_plain_kind(topic: str, specversion: str, datacontenttype: str | None, dataschema: str | None) -> bool:
    """Whether what says of what kind an event is, is as it should be, of an event that feeds may tell."""
    kind = kind_of_topic(topic)
    given = {"type": topic, "specversion": specversion, "datacontenttype": datacontenttype, "dataschema": dataschema}
    return kind is not None and kind.FROM_FEEDS and _fits(given)


@lru_cache(maxsize=4096)
def _is_plain_place(source: str, subject: str, table: str | None) -> bool:
    """Whether what says who tells an event, and of what, is as it should be, of a device."""
    return _fits({"source": source, "subject": subject, "table": table}) and not source.startswith(TRANSCRIPT)


def _fits(given: Mapping[str, str | None]) -> bool:
    """Whether attributes are as they should be in an event whose others are."""
    try:
        _check_names(CloudEvent.model_validate({**_ANY, **given}))
    except (ValidationError, MalformedDelivery):
        return False
    return True


@lru_cache(maxsize=16_384)
def _checked_data(topic: str, data: bytes) -> str:
    """The data of an event as they are stored. Raises ValueError where they are none."""
    return _stored_text(topic, orjson.loads(data))


def _stored_text(topic: str, data: dict[str, Any]) -> str:
    event = kind_of(topic).model_validate(upcast_data(topic, data))
    if written_topic(event) != topic:
        raise ValueError("it is written as another version")
    return event_text(event)


def _read_in_one_pass(attributes: dict[str, Any]) -> Delivery | None:
    """The delivery of an object without a fault, None where there is one."""
    topic = attributes.get("type")
    kind = REGISTRY.get(topic) if isinstance(topic, str) else None
    if kind is None or not kind.FROM_FEEDS or "data_base64" in attributes:
        return None
    try:
        whole = _event_validator(kind)(attributes)
    except ValidationError:
        return None
    return _delivery(whole, whole.data)


def _read_stepwise(fields: dict[str, Any]) -> Delivery:
    """The delivery of an object: first its attributes are looked at, then its data."""
    try:
        attributes = CloudEvent.model_validate(_with_data(fields))
    except ValidationError as error:
        raise MalformedDelivery("not_a_cloudevent", faults=describe_errors(error)) from error
    return _delivery(attributes)


def _with_data(fields: dict[str, Any]) -> dict[str, Any]:
    """Return the attributes that are set, with the data as an object wherever they were: none are an empty one.

    Raises MalformedDelivery where the data are there twice, or their bytes are not JSON.
    """
    fields = {name: value for name, value in fields.items() if value is not None}
    media_type = fields.get("datacontenttype")
    if "data_base64" in fields:
        if "data" in fields:
            raise MalformedDelivery("data_twice")
        fields["data"] = _decoded_data(fields.pop("data_base64"), media_type)
    elif "data" not in fields and isinstance(media_type, str) and is_media_type(media_type):
        del fields["datacontenttype"]
    return fields


def _decoded_data(text: object, media_type: object) -> Any:
    """Return the JSON value of data in Base64. Of another media type they stay text, which is refused for that type."""
    if not isinstance(text, str):
        raise MalformedDelivery("data_not_base64")
    try:
        raw = binascii.a2b_base64(text, strict_mode=True)
    except ValueError as error:
        raise MalformedDelivery("data_not_base64") from error
    declared = media_type if isinstance(media_type, str) else None
    if declared is not None and not is_json_type(declared):
        return text
    return parsed_json(utf8_of(raw, declared), "data_not_json")


def _check_names(event: CloudEvent) -> None:
    """Raises MalformedDelivery where what the attributes name does not belong together."""
    if event.table is not None and not event.subject.startswith(event.table + "/"):
        raise MalformedDelivery("other_table", table=event.table, subject=event.subject)
    if event.dataschema is not None and event.dataschema.startswith(SCHEMA) and event.dataschema != SCHEMA + event.type:
        raise MalformedDelivery("other_schema", schema=f"{SCHEMA}{event.type[:60]}")


def _delivery(event: CloudEvent, payload: Event | None = None) -> Delivery:
    _check_names(event)
    after = tuple(event.after.split()) if event.after else ()
    if not all(map(REF.match, after)):
        raise MalformedDelivery("after_not_references")
    came_along = {name: value for name, value in (event.model_extra or {}).items() if value is not None}
    correlation = _id_or_extension("correlationid", event.correlationid, came_along)
    causation = _id_or_extension("causationid", event.causationid, came_along)
    extensions, dropped = bounded_extensions(came_along) if came_along else ((), None)
    return Delivery(
        event=event_of(event.type, event.data) if payload is None else payload,
        source=event.source,
        id=event.id,
        sequence=event.sequence,
        subject=event.subject,
        time=_time_of(event),
        after=after,
        correlation=correlation,
        causation=causation,
        extensions=extensions,
        dropped_extensions=dropped,
    )


def _time_of(event: CloudEvent) -> str | None:
    """The time of an event as it is stored. Raises MalformedDelivery, which knows the topic of what is refused."""
    try:
        return None if event.time is None else instant_text(event.time)
    except MalformedDelivery as error:
        known = Refusal(error.refusal.code, **error.refusal.particulars, topic=event.type)
        raise MalformedDelivery(known) from error


def _id_or_extension(name: str, value: object, came_along: dict[str, Any]) -> str | None:
    """Return the id of another event, or None and put it among the extensions where it is not of the ledger's form."""
    if value is None or (isinstance(value, str) and DELIVERY_ID.match(value)):
        return value
    came_along[name] = value
    return None


def write(delivery: Delivery) -> bytes:
    """The line for a delivery, without its end. What the ledger itself entered has no sequence and may have no table."""
    topic = written_topic(delivery.event)
    box: dict[str, Any] = {
        "specversion": "1.0",
        "type": topic,
        "source": delivery.source,
        "id": delivery.id,
        "subject": delivery.subject,
        "table": delivery.subject.split("/")[0] if SUBJECT.match(delivery.subject) else None,
        "sequence": None if delivery.sequence is None else str(delivery.sequence),
        "time": delivery.time,
        "after": " ".join(delivery.after) or None,
        "correlationid": delivery.correlation,
        "causationid": delivery.causation,
        "datacontenttype": "application/json",
        "dataschema": SCHEMA + topic,
        "data": delivery.event.model_dump(exclude_none=True),
    }
    given = {name: value for name, value in box.items() if value is not None}
    return orjson.dumps({**dict(delivery.extensions), **given} if delivery.extensions else given)


def read_partial(line: bytes) -> PartialDelivery:
    """What can be read of a refused line: source, id, sequence and subject, where each is well-formed."""
    try:
        box = orjson.loads(line.removeprefix(_BOM))
    except orjson.JSONDecodeError:
        return {}
    seen: PartialDelivery = {}
    for name, form in _PARTIAL_FIELDS.items():
        try:
            seen[name] = form.validate_python(box.get(name) if isinstance(box, dict) else None)
        except ValidationError:
            continue
    return seen


def read_item(_: object, raw: bytes) -> list[AnyDelivery]:
    """Return the delivery of one event as an object. Raises MalformedLine."""
    try:
        return [read_plain(raw)]
    except MalformedDelivery as error:
        raise MalformedLine(error.refusal, read_partial(raw)) from error


def _read_lines(stream: BinaryIO) -> Iterator[FeedItem]:
    """A reader of one event a line, or of a list of events."""
    if is_list(stream):
        yield from item_by_item(read_item)(stream)
        return
    for line in read_lines(stream):
        plain = _usual_line(line.raw) if line.of_whole is None else None
        if plain is not None:
            yield FeedItem(line.number, line.raw, line.length, None, (plain,))
        else:
            yield item_of_line(line, lambda line, _: [_unusual_line(line.raw)], read_partial)


FORMAT: Final = Format(
    "cloudevents",
    lambda _path, _mapping: _read_lines,
    suffixes=(".ndjson", ".jsonl", ".json"),
    facts=FormatFacts(
        title="CloudEvents",
        guide="feeds.md#cloudevents",
        specification="CloudEvents 1.0.2 with its JSON format, its batches and its HTTP binding (structured, batch and "
        "binary mode), and the extension Sequence. The data are Recoup's own topics; `recoup schema TOPIC` prints their "
        "JSON Schemas.",
        times="RFC 3339 with an offset, in [every form](feeds.md#times); may be absent. `source.declared.v1` declares "
        "how far a source's clock may be off, one second where nothing is declared.",
        tables="The subject: `TABLE/DAY/ROUND`, or `TABLE/DAY`.",
        currencies="That of `table.opened.v1`. Amounts are integers in minor units.",
        unknown=(
            Unknown(
                UnknownPart.FIELD,
                "an extension attribute",
                Handling.KEPT,
                f"up to {MOST} of them and {MOST_TOTAL_BYTES:,} bytes; the entry names those that are dropped",
            ),
            Unknown(UnknownPart.FIELD, "a `dataschema` of another maker", Handling.READ_PAST),
            Unknown(UnknownPart.FIELD, "a field of the data that the topic does not have", Handling.REFUSED),
            Unknown(UnknownPart.WORD, "a kind of bet", Handling.OWN_WORD),
            Unknown(UnknownPart.WORD, "a place, a card, a decision or another word with a fixed list", Handling.REFUSED),
            Unknown(UnknownPart.MESSAGE, "a topic, or a version of one", Handling.REFUSED),
            Unknown(UnknownPart.MESSAGE, "a `specversion` other than 1.0, data that are not JSON", Handling.REFUSED),
        ),
    ),
)
