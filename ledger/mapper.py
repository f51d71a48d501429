"""Entries to the bytes that are stored, and back. The bytes are canonical JSON (RFC 8785) and never rewritten.

Salts: what keeps an entry that is not shown from being guessed by its leaf.
"""

import re
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from secrets import token_bytes
from typing import Annotated, Any, Final, cast

import orjson
from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import Mapper, Notification, StoredEvent, Transcoder
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ledger.entry import ActSignature, AnyDelivery, Delivery, DroppedExtensions, Entry, PlainDelivery
from ledger.errors import BrokenEvidence
from ledger.events import REGISTRY, Event
from ledger.events.deliveries import EntryUnreadable
from ledger.events.versions import (
    ADDED_FIELDS,
    kind_of,
    newest_topic,
    upcast_data,
    written_topic,
)
from ledger.merkle import digest, leaf_hash
from ledger.values.money import Count
from ledger.values.refusals import Refusal
from ledger.values.subjects import DELIVERY_ID, HOUSE, SOURCE, SUBJECT, table_day
from ledger.values.times import Instant, is_instant

Salt = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{22}$")]
"""132 random bits as signs of Base64 for addresses (RFC 4648, section 5); older ones have 128."""

_SIGNS: Final = 24
"""Of so many signs, 18 bytes, 22 are used: so a salt is a part of one long text."""


def draw_salts(count: int) -> list[str]:
    """New salts, from the operating system's source of secrets."""
    drawn = urlsafe_b64encode(token_bytes(_SIGNS * 3 // 4 * count)).decode()
    return [drawn[at : at + 22] for at in range(0, len(drawn), _SIGNS)]


_READ_PAST_BEFORE: Final = frozenset({"ball.spun.v2"})
"""Topics whose added fields are in a feed's bytes that earlier programs read without them."""

_Text = Annotated[str, Field(min_length=1)]


LEDGERS_OWN: Final = ("recorded_at", "salt", "stream", "version")
"""What an envelope has besides what the source said."""
_CAME_ALONG: Final = ("dropped_extensions", "extensions")
"""What an envelope has of the attributes that came with an event. They differ from one transmission to the next."""
_NOT_CONTENT: Final = frozenset({*LEDGERS_OWN, *_CAME_ALONG})


@dataclass(frozen=True)
class StoredEntry(StoredEvent):
    """An entry as it goes on record: its place in its stream, its bytes, and the delivery under which it is filed."""

    source: str
    delivery_id: str


class _Envelope(BaseModel):
    """What is stored. Entries are read far more often than written, by programs that trust them: all is checked again."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    topic: str
    data: dict[str, Any]
    source: _Text
    id: _Text
    subject: _Text
    stream: _Text
    version: Annotated[Count, Field(ge=1)]
    recorded_at: Instant
    salt: Salt | None = None
    sequence: Count | None = None
    time: Instant | None = None
    after: tuple[str, ...] = ()
    correlation: str | None = None
    causation: str | None = None
    signature: ActSignature | None = None
    extensions: dict[str, str | int | bool] | None = None
    dropped_extensions: DroppedExtensions | None = None


def stored_topic(delivery: AnyDelivery) -> str:
    """Return the topic under which a delivery is stored; that of a plain one is written as it was sent."""
    return delivery.topic if isinstance(delivery, PlainDelivery) else written_topic(delivery.event)


def canonical(value: Any) -> bytes:
    """Canonical JSON of str, bool, None, lists, dicts with ASCII keys, and integers within 2^53 - 1.

    Raises TypeError for anything else. Within these bounds sorted compact JSON is RFC 8785.
    """
    _require_exact(value)
    return _dumped(value)


_EXACTLY: Final = orjson.OPT_SORT_KEYS | orjson.OPT_STRICT_INTEGER


def _dumped(value: Any) -> bytes:
    return orjson.dumps(value, _fields_present, _EXACTLY)


def _fields_present(form: object) -> dict[str, Any]:
    """The fields of a form that something is said of, as `model_dump` gives them, forms within it still whole."""
    if isinstance(form, BaseModel):
        return {name: value for name, value in form.__dict__.items() if value is not None}
    raise TypeError(f"{type(form).__name__} has no exact form in stored bytes")


def _require_exact(value: Any) -> None:
    """Floats, times and more would be written too, but not as other programs write them."""
    kind = type(value)
    if kind is dict:
        for name, part in value.items():
            if type(name) is not str or not name.isascii():
                raise TypeError(f"{name!r} is no ASCII key")
            if type(part) is not str:
                _require_exact(part)
    elif kind is list:
        for part in value:
            _require_exact(part)
    elif value is not None and kind not in (int, bool) and not isinstance(value, str):
        raise TypeError(f"{kind.__name__} has no exact form in stored bytes")


def _content(delivery: Delivery, data: object) -> dict[str, Any]:
    fields = {
        "data": data,
        "id": delivery.id,
        "source": delivery.source,
        "subject": delivery.subject,
        "topic": written_topic(delivery.event),
    }
    if delivery.sequence is not None:
        fields["sequence"] = delivery.sequence
    if delivery.time is not None:
        fields["time"] = delivery.time
    if delivery.after:
        fields["after"] = list(delivery.after)
    if delivery.correlation is not None:
        fields["correlation"] = delivery.correlation
    if delivery.causation is not None:
        fields["causation"] = delivery.causation
    if delivery.signature is not None:
        fields["signature"] = delivery.signature.model_dump(mode="json", exclude_none=True)
    return fields


def event_text(event: Event) -> str:
    """An event's data in the spelling that is stored."""
    return _dumped(event).decode()


@lru_cache(4096)
def _place(source: str, stream: str, subject: str) -> str:
    """What stands in the envelope of a source and a stream, between sequence and time."""
    return f',"source":"{source}","stream":"{stream}","subject":"{subject}"'


def _plain_state(delivery: PlainDelivery, stream: str, version: int, recorded_at: str, salt: str | None) -> bytes:
    """The same as of any delivery, put together from texts that need no escape."""
    topic, data, source, ident, sequence, subject, time = delivery
    salted = "" if salt is None else f'","salt":"{salt}'
    timed = "" if time is None else f',"time":"{time}"'
    return (
        f'{{"data":{data},"id":"{ident}","recorded_at":"{recorded_at}{salted}","sequence":{sequence}'
        f'{_place(source, stream, subject)}{timed},"topic":"{topic}","version":{version}}}'
    ).encode()


def content(delivery: Delivery) -> dict[str, Any]:
    """What the source said, without what the ledger adds: the same delivery has the same content for ever."""
    return _content(delivery, delivery.event.model_dump(mode="json", exclude_none=True))


def statement(
    delivery: Delivery, stream: str, version: int, ledger: str, rests_on: str | None, covers: tuple[str, ...] | None
) -> bytes:
    """What the signature under an act is over: the entry without position, recording time, salt and signature; the ledger's
    id; the leaf of the stream's entry before; the digests of what else the act enters. Canonical JSON.
    """
    entry = {**content(delivery._replace(signature=None)), "stream": stream, "version": version}
    fields: dict[str, Any] = {"entry": entry, "ledger": ledger}
    if rests_on is not None:
        fields["rests_on"] = rests_on
    if covers is not None:
        fields["covers"] = list(covers)
    return canonical(fields)


def content_bytes(delivery: AnyDelivery) -> bytes:
    """Canonical bytes of `content`, without the copy that a dump makes of every event."""
    delivery = delivery.whole
    return _dumped(_content(delivery, delivery.event))


def earlier_content_bytes(delivery: AnyDelivery) -> bytes | None:
    """Return the `content_bytes` that an earlier program made of the same bytes of a feed; None where they are the same."""
    topic = stored_topic(delivery)
    if topic not in _READ_PAST_BEFORE:
        return None
    whole = delivery.whole
    read_past = dict.fromkeys(ADDED_FIELDS[topic])
    return content_bytes(whole._replace(event=whole.event.model_copy(update=read_past)))


def is_canonical(stored: bytes) -> bool:
    """Return whether JSON is spelled as the program writes it: sorted, compact, and no key twice. Raises ValueError."""
    return _dumped(orjson.loads(stored)) == stored


def has_canonical_event(topic: str, data: bytes) -> bool:
    """Return whether the data of a topic, as they are stored, are an event that this version reads, and spelled so."""
    try:
        fields = orjson.loads(data)
        kind_of(topic).model_validate(upcast_data(topic, fields))
    except UNREADABLE:
        return False
    return _dumped(fields) == data


def stored_digest(state: bytes) -> bytes:
    """What a delivery on record is known by: the hash of its `content_bytes`, which its stored bytes hold.

    Raises ValueError where the bytes are no envelope.
    """
    envelope = orjson.loads(state)
    try:
        fields = {name: value for name, value in envelope.items() if name not in _NOT_CONTENT}
    except AttributeError as error:
        raise ValueError("the stored bytes are no envelope") from error
    return leaf_hash(_dumped(fields))


def replacement_digest(deliveries: Iterable[Delivery]) -> str:
    """The digest over the contents of deliveries, by which a correction of a typed account names what it brings."""
    return digest(b"\n".join(map(content_bytes, deliveries)))


class CanonicalJSONTranscoder(Transcoder):
    """Fields to canonical JSON (RFC 8785), and back into a checked envelope.

    The vocabulary's forms have bounded what is written: no event has a float.
    """

    def encode(self, obj: Any) -> bytes:
        return _dumped(obj)

    def decode(self, data: bytes) -> _Envelope:
        return _Envelope.model_validate_json(data)


class LedgerMapper(Mapper[str]):
    """Entries to what is stored of them, and back. The stored bytes are the whole envelope, without the position: that is
    the leaf's place in the log.
    """

    transcoder: CanonicalJSONTranscoder

    def __init__(self) -> None:
        super().__init__(CanonicalJSONTranscoder())

    def to_stored_event(self, domain_event: DomainEventProtocol[str]) -> StoredEntry:
        entry = cast("Entry", domain_event)
        delivery, stream, version = entry.delivery, entry.stream, entry.version
        if isinstance(entry.event, EntryUnreadable):
            event = entry.event
            return StoredEntry(stream, version, event.named, event.stored, event.source or "", event.delivery or "")
        state = self.state(delivery, stream, version, entry.recorded_at, entry.salt)
        return StoredEntry(stream, version, stored_topic(delivery), state, delivery.source, delivery.id)

    def state(self, delivery: AnyDelivery, stream: str, version: int, recorded_at: str, salt: str | None) -> bytes:
        """The bytes that are stored of a delivery."""
        if isinstance(delivery, PlainDelivery):
            return _plain_state(delivery, stream, version, recorded_at, salt)
        fields = _content(delivery, _fields_present(delivery.event))
        fields["stream"], fields["version"], fields["recorded_at"] = stream, version, recorded_at
        if salt is not None:
            fields["salt"] = salt
        if delivery.extensions:
            fields["extensions"] = dict(delivery.extensions)
        if delivery.dropped_extensions is not None:
            fields["dropped_extensions"] = delivery.dropped_extensions.model_dump(mode="json")
        return self.transcoder.encode(fields)

    def to_domain_event(self, stored_event: StoredEvent) -> Entry:
        """The entry, validated again; an `EntryUnreadable` in its place where this version cannot read the bytes."""
        position = stored_event.id if isinstance(stored_event, Notification) else 0
        try:
            return self.entry_of(position, stored_event.state)
        except UNREADABLE as error:
            return _unreadable_entry(position, stored_event, error)

    def entry(self, position: int, state: bytes) -> Entry:
        """The entry at a position, from its stored bytes. Raises BrokenEvidence."""
        try:
            return self.entry_of(position, state)
        except UNREADABLE as error:
            raise BrokenEvidence(unreadable_reason(position, state, error)) from error

    def entry_of(self, position: int, state: bytes) -> Entry:
        """The same; raises one of `UNREADABLE`."""
        box = self.transcoder.decode(state)
        event = kind_of(box.topic).model_validate(upcast_data(box.topic, box.data))
        delivery = Delivery(
            event,
            box.source,
            box.id,
            box.sequence,
            box.subject,
            box.time,
            box.after,
            box.correlation,
            box.causation,
            box.signature,
            () if box.extensions is None else tuple(box.extensions.items()),
            box.dropped_extensions,
        )
        return Entry(position, box.stream, box.version, box.recorded_at, delivery, box.salt)


UNREADABLE: Final = (ValueError, TypeError, LookupError, AttributeError)
"""What reading stored bytes as an entry can raise."""

_TOPIC: Final = re.compile(r"[a-z_]+\.[a-z_]+\.v[0-9]+")
_UNKNOWN_TIME: Final = "1970-01-01T00:00:00.000000Z"


def unreadable_reason(position: int, state: bytes, error: Exception) -> Refusal:
    """Return why this version cannot read the bytes at a position: a newer one wrote them, or they were altered."""
    topic = _envelope_fields(state).get("topic")
    if isinstance(topic, str) and _TOPIC.fullmatch(topic) and newest_topic(topic) not in REGISTRY:
        return Refusal("entry_of_newer_version", position=position, topic=topic)
    if isinstance(error, ValidationError):
        first = error.errors(include_url=False, include_input=False)[0]
        why = f"{'.'.join(str(part) for part in first['loc']) or 'the bytes'}: {first['msg'][:100]}"
    else:
        why = f"{type(error).__name__}: {str(error)[:100]}"
    return Refusal("entry_altered", position=position, why=why)


def _envelope_fields(state: bytes) -> dict[str, Any]:
    """What can be read of stored bytes that are no entry."""
    try:
        found = orjson.loads(state)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _unreadable_entry(position: int, stored: StoredEvent, error: Exception) -> Entry:
    """What takes the place of an entry that cannot be read: of its source and round, where these can be read."""
    stream, fields = str(stored.originator_id), _envelope_fields(stored.state)
    why = unreadable_reason(position, stored.state, error)
    about, sequence, at = fields.get("subject"), fields.get("sequence"), fields.get("recorded_at")
    place = stream.removeprefix("table/")
    is_about_round = isinstance(about, str) and SUBJECT.fullmatch(about) and table_day(about) == place
    event = EntryUnreadable.model_construct(
        digest=digest(stored.state),
        length=len(stored.state),
        reason=str(why),
        code=why.code,
        particulars=why.data,
        feed="ledger",
        line=position,
        source=_text(fields.get("source"), SOURCE),
        delivery=_text(fields.get("id"), DELIVERY_ID),
        sequence=sequence if type(sequence) is int and sequence >= 0 else None,
        about=about if is_about_round else None,
        kept=None,
        named=stored.topic,
        stored=stored.state,
    )
    subject = about if isinstance(about, str) and is_about_round else place
    recorded_at = at if isinstance(at, str) and is_instant(at) else _UNKNOWN_TIME
    delivery = Delivery(event, HOUSE, f"unreadable:{position}", None, subject)
    return Entry(position, stream, stored.originator_version, recorded_at, delivery)


def _text(value: object, pattern: re.Pattern[str]) -> str | None:
    return value if isinstance(value, str) and pattern.fullmatch(value) else None


MAPPER: Final = LedgerMapper()
"""It keeps nothing, so one is enough."""
