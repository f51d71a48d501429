"""Golden bytes: what every topic ever shipped looks like in the store, kept so that it can be read for ever.

A line of `envelopes.ndjson` is never changed: those bytes lie in ledgers. For a new topic run

    .venv/bin/python -m tests.ledger.golden.test_golden

which adds a line for each topic that has none and touches no other. A topic that is retired stays in the file and
gets an upcast in ledger.mapper.
"""

import re
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import orjson
import pytest

from ledger.entry import Delivery, Entry
from ledger.events import REGISTRY, Event
from ledger.events.versions import UPCASTS
from ledger.mapper import canonical, content
from ledger.values.subjects import HOUSE, play_stream
from tests.ledgers import decode, encode

GOLDEN: Final = Path(__file__).parent / "envelopes.ndjson"
LINES: Final = GOLDEN.read_bytes().splitlines() if GOLDEN.exists() else []
TOPICS: Final = [orjson.loads(line)["topic"] for line in LINES]
FROZEN: Final = "10c64ee22b3eb1cc3883be037516319bae0c2302dac2cff04ae7f1ddc7b9dbda"
"""SHA-256 of the lines of the first release. They are not to change; lines are added after them."""
FROZEN_LINES: Final = 39

SAYABLE: Final = (
    "As", "punto", "2026-11-20", "BAC-1/2026-11-20/17", "DCB-21a?", "sha256:" + "0123456789abcdef" * 4,
    "1:12", "17", "CHF", "06:00", "-0.0125", "a", "3-17,20", "house.example/log+0a1b2c3d+" + "A" * 44,
    "9 split 17-20 on 17", "2026-11-20T17:32:31.000000Z", "A" * 124,
    "2026-0001", "2026-11-20T17:32:31.000000Z", "SHA256:" + "A" * 43, "0123456789abcdef" * 2, "recoup/0.1.0",
    "0123456789abcdef", "https://id.house.example", "en", "image/png",
    "card.dealt,round.announced",
)  # fmt: skip
"""Texts of which one fits nearly every pattern of the vocabulary."""


def _example_object(schema: dict[str, Any], parts: dict[str, Any]) -> dict[str, object]:
    values = schema.get("additionalProperties")
    fields = schema.get("properties", {"w1": values} if isinstance(values, dict) else {})
    return {name: example(part, parts) for name, part in fields.items()}


def example(schema: dict[str, Any], parts: dict[str, Any]) -> object:
    """A value of a field, the same whenever it is asked for; `parts` are the definitions that a schema refers to."""
    if "$ref" in schema:
        return example(parts[schema["$ref"].rsplit("/", 1)[1]], parts)
    if "anyOf" in schema:
        return example(schema["anyOf"][0], parts)
    if "enum" in schema:
        return schema["enum"][-1]
    if "const" in schema:
        return schema["const"]
    match schema["type"]:
        case "object":
            return _example_object(schema, parts)
        case "array":
            return [example(part, parts) for part in schema.get("prefixItems", [schema.get("items")])]
        case "boolean":
            return not schema.get("default", False)
        case "integer":
            return min(schema.get("maximum", 7), schema.get("minimum", 0) + 7)
        case "string" if "pattern" in schema:
            return next(text for text in SAYABLE if re.search(schema["pattern"], text))
    return 'Grüße, "quoted"\n\u0000 \U0001f0a1 \u007f'


def envelope(kind: type[Event], version: int) -> bytes:
    """A stored envelope of a topic with every field filled."""
    schema = kind.model_json_schema()
    fields, parts = schema.get("properties", {}), schema.get("$defs", {})
    event = kind.model_validate({name: example(field, parts) for name, field in fields.items()})
    subject = "BAC-1/2026-11-20/17"
    delivery = Delivery(
        event=event,
        source="shoe/7" if kind.FROM_FEEDS else HOUSE,
        id=f"d{version}",
        sequence=version if kind.FROM_FEEDS else None,
        subject=subject,
        time="2026-11-20T17:32:31.000000Z" if kind.FROM_FEEDS else None,
        after=("wheel:1#d1",) if version % 2 else (),
        correlation="c1" if version % 3 else None,
        causation="d0" if version % 5 else None,
    )
    return encode(content(delivery), play_stream(subject), version, "2026-11-20T17:32:32.000001Z")


def add_missing() -> None:
    """Adds a line for each topic that has none; never changes one."""
    missing = [kind for topic, kind in sorted(REGISTRY.items()) if topic not in TOPICS]
    with GOLDEN.open("ab") as file:
        for version, kind in enumerate(missing, len(LINES) + 1):
            file.write(envelope(kind, version) + b"\n")


def read_back(entry: Entry) -> bytes:
    """The bytes of an entry, written anew."""
    return encode(content(entry.delivery), entry.stream, entry.version, entry.recorded_at)


@pytest.mark.parametrize("line", LINES, ids=TOPICS)
def test_a_golden_line_is_still_read_and_written_the_same(line: bytes) -> None:
    entry = decode(1, line)
    topic = orjson.loads(line)["topic"]
    if topic in UPCASTS:
        assert entry.topic != topic
    else:
        assert entry.topic == topic
        assert entry.event == REGISTRY[topic].model_validate(orjson.loads(line)["data"])
    assert read_back(entry) == line


@pytest.mark.parametrize("line", LINES, ids=TOPICS)
def test_a_golden_line_is_canonical(line: bytes) -> None:
    assert canonical(orjson.loads(line)) == line


@pytest.mark.parametrize("topic", sorted(REGISTRY))
def test_every_topic_has_one_golden_line(topic: str) -> None:
    assert TOPICS.count(topic) == 1, "run: .venv/bin/python -m tests.ledger.golden.test_golden"


def test_no_topic_was_ever_dropped() -> None:
    assert [topic for topic in TOPICS if topic not in REGISTRY and topic not in UPCASTS] == []


def test_the_lines_that_were_shipped_are_unchanged() -> None:
    first = b"".join(line + b"\n" for line in LINES[:FROZEN_LINES])
    assert sha256(first).hexdigest() == FROZEN, "stored bytes never change: restore envelopes.ndjson from the history"


if __name__ == "__main__":
    add_missing()
