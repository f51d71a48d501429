"""Entries to the bytes that are stored, and back. The bytes are canonical JSON (RFC 8785) and never rewritten."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import orjson
from pydantic import ValidationError

from ledger.entry import Delivery, Entry
from ledger.errors import BrokenEvidence
from ledger.events import REGISTRY

Upcast = Callable[[dict[str, Any]], dict[str, Any]]
UPCASTS: Final[dict[str, tuple[str, Upcast]]] = {}
"""Old topic to (next topic, data of the one to data of the other): applied at reading, in turn, never stored."""


def canonical(value: Any) -> bytes:
    """Canonical JSON of str, bool, None, lists, dicts with ASCII keys, and integers within 2^53 - 1.

    Raises TypeError for anything else. Within these bounds sorted compact JSON is RFC 8785.
    """
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS | orjson.OPT_STRICT_INTEGER)


def content(delivery: Delivery) -> dict[str, Any]:
    """What the source said, without what the ledger adds: the same delivery has the same content for ever."""
    said: dict[str, Any] = {
        "data": delivery.event.model_dump(exclude_none=True),
        "id": delivery.id,
        "source": delivery.source,
        "subject": delivery.subject,
        "topic": delivery.event.TOPIC,
    }
    if delivery.sequence is not None:
        said["sequence"] = delivery.sequence
    if delivery.time is not None:
        said["time"] = delivery.time
    if delivery.after:
        said["after"] = list(delivery.after)
    if delivery.correlation is not None:
        said["correlation"] = delivery.correlation
    if delivery.causation is not None:
        said["causation"] = delivery.causation
    return said


def encode(said: Mapping[str, Any], stream: str, version: int, recorded_at: str) -> bytes:
    """The stored bytes: the whole envelope. The position is not in it, it is the leaf's place in the log."""
    return canonical({**said, "stream": stream, "version": version, "recorded_at": recorded_at})


def decode(position: int, state: bytes) -> Entry:
    """An entry from its stored bytes, validated again.

    Raises BrokenEvidence where the bytes are no entry of this vocabulary.
    """
    try:
        box = orjson.loads(state)
        topic, data = box["topic"], box["data"]
        while topic in UPCASTS:
            topic, upcast = UPCASTS[topic]
            data = upcast(data)
        event = REGISTRY[topic].model_validate(data)
        delivery = Delivery(
            event=event,
            source=box["source"],
            id=box["id"],
            sequence=box.get("sequence"),
            subject=box["subject"],
            time=box.get("time"),
            after=tuple(box.get("after", ())),
            correlation=box.get("correlation"),
            causation=box.get("causation"),
        )
        return Entry(position, box["stream"], box["version"], box["recorded_at"], delivery)
    except (orjson.JSONDecodeError, KeyError, TypeError, ValidationError) as error:
        raise BrokenEvidence(
            f"position {position} does not hold an entry that this version can read ({type(error).__name__}: "
            f"{str(error).splitlines()[0]}); verify the ledger against a backup before anything rests on it"
        ) from error
