"""Events, deliveries and entries of every kind, made from the schemas: a new event class is covered as it is written."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from hypothesis import settings
from hypothesis import strategies as st
from pydantic import ValidationError

from ledger.entry import Delivery
from ledger.events import REGISTRY, Event
from ledger.mapper import content
from ledger.values.money import LARGEST
from ledger.values.subjects import is_subject
from ledger.values.times import INSTANT_PATTERN, format_instant
from tests.ledgers import encode

KINDS: Final[Sequence[type[Event]]] = sorted(REGISTRY.values(), key=lambda kind: kind.TOPIC)
FED: Final[Sequence[type[Event]]] = [kind for kind in KINDS if kind.FROM_FEEDS]
"""The kinds that a feed may tell."""

NO_PARTS: Final[Mapping[str, Any]] = {}
_MICROSECONDS: Final = (-62_135_596_800_000_000, 253_402_300_799_999_999)
_DELIVERY_ID: Final = r"[!$-:<-~]{1,20}"
_NAME: Final = r"[A-Za-z0-9][A-Za-z0-9_.-]{0,8}"
_SOURCE: Final = r"[A-Za-z0-9][A-Za-z0-9_.:/-]{0,12}"


def repeatable(max_examples: int) -> settings:
    """The same examples in every run, so that a failure is nobody's luck."""
    return settings(derandomize=True, database=None, deadline=None, max_examples=max_examples)


def fully(pattern: str) -> st.SearchStrategy[str]:
    """Texts that a pattern describes from end to end; of an instant's those that are one."""
    if pattern == INSTANT_PATTERN:
        return st.integers(*_MICROSECONDS).map(format_instant)
    return st.from_regex(pattern.removeprefix("^").removesuffix("$"), fullmatch=True)


PARTICULARS: Final = st.recursive(
    st.integers(-LARGEST, LARGEST) | st.text(max_size=9),
    lambda part: st.fixed_dictionaries({"message": st.just("{a}"), "of": st.fixed_dictionaries({"a": part})}),
    max_leaves=3,
)
"""What a finding says, as data."""


def described(schema: Mapping[str, Any], parts: Mapping[str, Any] = NO_PARTS) -> st.SearchStrategy[Any]:
    """Values of a field's JSON schema, whose references are to `parts`. A form that is not known here fails the test."""
    if "$ref" in schema or schema.get("type") in ("object", "array"):
        return composed(schema, parts)
    if "const" in schema:
        return st.just(schema["const"])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if "anyOf" in schema:
        return st.one_of(*(described(part, parts) for part in schema["anyOf"]))
    match schema.get("type"):
        case "null":
            return st.none()
        case "boolean":
            return st.booleans()
        case "integer":
            return st.integers(schema.get("minimum", -LARGEST), schema.get("maximum", LARGEST))
        case "string" if "pattern" in schema:
            longest = schema.get("maxLength", 1_000_000)
            return fully(schema["pattern"]).filter(lambda text: len(text) <= longest)
        case "string":
            return st.text(min_size=schema.get("minLength", 0), max_size=min(schema.get("maxLength", 60), 60))
    raise NotImplementedError(f"no values are made yet for {schema}")


def composed(schema: Mapping[str, Any], parts: Mapping[str, Any]) -> st.SearchStrategy[Any]:
    """Lists, objects, and what a schema refers to."""
    if "$ref" in schema:
        return described(parts[schema["$ref"].rsplit("/", 1)[1]], parts)
    if schema["type"] == "object":
        return whole(schema, parts) if "properties" in schema else mapped(schema, parts)
    if "prefixItems" in schema:
        return st.tuples(*(described(part, parts) for part in schema["prefixItems"])).map(list)
    most = min(schema.get("maxItems", 5), 5)
    return st.lists(described(schema["items"], parts), min_size=schema.get("minItems", 0), max_size=most)


def mapped(schema: Mapping[str, Any], parts: Mapping[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Objects whose keys are names; of those that may hold anything, phrases with their parts."""
    values = schema["additionalProperties"]
    held = PARTICULARS if values is True else described(values, parts)
    return st.dictionaries(st.text("abcdefghij", min_size=1, max_size=5), held, max_size=3)


def whole(schema: Mapping[str, Any], parts: Mapping[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Objects of a schema, fields with a default now and then left out."""
    fields = {name: described(part, parts) for name, part in schema.get("properties", {}).items()}
    needed = schema.get("required", ())
    return st.fixed_dictionaries(
        {name: fields[name] for name in fields if name in needed},
        optional={name: fields[name] for name in fields if name not in needed},
    )


@cache
def events(kind: type[Event]) -> st.SearchStrategy[Event]:
    """Events of one kind, fields with a default now and then left out."""
    schema = kind.model_json_schema()
    data = whole(schema, schema.get("$defs", {}))
    return data.filter(lambda fields: _fits(kind, fields)).map(kind.model_validate)


def _fits(kind: type[Event], data: dict[str, Any]) -> bool:
    """Some fields ask for more than a pattern can say, such as a day of the calendar."""
    try:
        kind.model_validate(data)
    except ValidationError:
        return False
    return True


names = fully(_NAME)
sources = fully(_SOURCE)
delivery_ids = fully(_DELIVERY_ID)
days = st.dates().map(str)
subjects = st.one_of(
    st.builds("{}/{}".format, names, days),
    st.builds("{}/{}/{}".format, names, days, names),
).filter(is_subject)
sequences = st.one_of(st.integers(0, 20), st.integers(0, LARGEST))
times = st.integers(*_MICROSECONDS).map(format_instant)
refs = st.builds("{}#{}".format, sources, delivery_ids)


def deliveries(
    event: st.SearchStrategy[Event],
    subject: st.SearchStrategy[str] = subjects,
    source: st.SearchStrategy[str] = sources,
    sequence: st.SearchStrategy[int | None] = sequences,
) -> st.SearchStrategy[Delivery]:
    """Deliveries of these events with everything that a delivery can say."""
    return st.builds(
        Delivery,
        event=event,
        source=source,
        id=delivery_ids,
        sequence=sequence,
        subject=subject,
        time=st.none() | times,
        after=st.lists(refs, max_size=3).map(tuple),
        correlation=st.none() | delivery_ids,
        causation=st.none() | delivery_ids,
        signature=st.none(),
        extensions=st.just(()),
        dropped_extensions=st.none(),
    )


def states(delivery: Delivery, version: int, recorded_at: str) -> bytes:
    """The bytes that are stored for a delivery."""
    return encode(content(delivery), f"table/{delivery.subject}", version, recorded_at)
