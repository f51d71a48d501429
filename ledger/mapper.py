"""Entries to the bytes that are stored, and back. The bytes are canonical JSON (RFC 8785) and never rewritten."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final, NamedTuple

import orjson
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ledger.entry import Delivery, Entry
from ledger.errors import BrokenEvidence
from ledger.events import REGISTRY
from ledger.values.money import Count
from ledger.values.times import Instant

Upcast = Callable[[dict[str, Any]], dict[str, Any]]
UPCASTS: Final[dict[str, tuple[str, Upcast]]] = {}
"""Old topic to (next topic, data of the one to data of the other): applied at reading, in turn, never stored."""

_Text = Annotated[str, Field(min_length=1)]


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
    sequence: Count | None = None
    time: Instant | None = None
    after: tuple[str, ...] = ()
    correlation: str | None = None
    causation: str | None = None


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
    elif value is not None and kind not in (str, int, bool):
        raise TypeError(f"{kind.__name__} has no exact form in stored bytes")


class CanonicalDelivery(NamedTuple):
    """Canonical bytes of a content, in the three pieces between which the ledger sets what it adds."""

    upto_id: bytes
    upto_source: bytes
    rest: bytes

    @property
    def content(self) -> bytes:
        """What the source said."""
        return b"{%b,%b,%b}" % self

    def sealed(self, stream: str, version: int, recorded_at: str) -> bytes:
        """The stored bytes, as `encode` writes them."""
        return b'{%b,"recorded_at":%b,%b,"stream":%b,%b,"version":%d}' % (
            self.upto_id,
            _dumped(recorded_at),
            self.upto_source,
            _dumped(stream),
            self.rest,
            version,
        )


def _content_parts(delivery: Delivery, data: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """What the source said, cut where `recorded_at` and `stream` stand in the envelope."""
    upto_id: dict[str, Any] = {"data": data, "id": delivery.id}
    upto_source: dict[str, Any] = {"source": delivery.source}
    rest: dict[str, Any] = {"subject": delivery.subject, "topic": delivery.event.TOPIC}
    if delivery.sequence is not None:
        upto_source["sequence"] = delivery.sequence
    if delivery.time is not None:
        rest["time"] = delivery.time
    if delivery.after:
        upto_id["after"] = list(delivery.after)
    if delivery.correlation is not None:
        upto_id["correlation"] = delivery.correlation
    if delivery.causation is not None:
        upto_id["causation"] = delivery.causation
    return upto_id, upto_source, rest


def canonical_delivery(delivery: Delivery) -> CanonicalDelivery:
    """Canonical bytes of a content, whose parts the vocabulary's forms have already bounded (no event has a float).

    They are those of `content`, without the copy that a dump makes of every event.
    """
    upto_id, upto_source, rest = _content_parts(delivery, _fields_present(delivery.event))
    return CanonicalDelivery(_dumped(upto_id)[1:-1], _dumped(upto_source)[1:-1], _dumped(rest)[1:-1])


def content(delivery: Delivery) -> dict[str, Any]:
    """What the source said, without what the ledger adds: the same delivery has the same content for ever."""
    upto_id, upto_source, rest = _content_parts(delivery, delivery.event.model_dump(mode="json", exclude_none=True))
    return {**upto_id, **upto_source, **rest}


def encode(content_fields: Mapping[str, Any], stream: str, version: int, recorded_at: str) -> bytes:
    """The stored bytes: the whole envelope of a content.

    The position is not in it, it is the leaf's place in the log.
    """
    return _dumped({**content_fields, "stream": stream, "version": version, "recorded_at": recorded_at})


def decode(position: int, state: bytes) -> Entry:
    """An entry from its stored bytes, validated again.

    Raises BrokenEvidence where the bytes are no entry of this vocabulary.
    """
    try:
        box = _Envelope.model_validate_json(state)
        topic, data = box.topic, box.data
        while topic in UPCASTS:
            topic, upcast = UPCASTS[topic]
            data = upcast(data)
        delivery = Delivery(
            event=REGISTRY[topic].model_validate(data),
            source=box.source,
            id=box.id,
            sequence=box.sequence,
            subject=box.subject,
            time=box.time,
            after=box.after,
            correlation=box.correlation,
            causation=box.causation,
        )
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        raise BrokenEvidence(
            f"position {position} does not hold an entry that this version can read ({_reason_unreadable(error)}); "
            "verify the ledger against a backup before anything rests on it"
        ) from error
    return Entry(position, box.stream, box.version, box.recorded_at, delivery)


def _reason_unreadable(error: Exception) -> str:
    """What is wrong with stored bytes, in a few words."""
    if not isinstance(error, ValidationError):
        return f"{type(error).__name__}: {str(error)[:100]}"
    first = error.errors(include_url=False, include_input=False)[0]
    return f"{'.'.join(str(part) for part in first['loc']) or 'the bytes'}: {first['msg'][:100]}"
