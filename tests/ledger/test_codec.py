"""Entries and their bytes: canonical for everybody, and read back as what they were or not at all."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta, timezone
from fractions import Fraction
from typing import Any, Final
from uuid import UUID

import orjson
import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from ledger.entry import Delivery, Entry
from ledger.errors import BrokenEvidence
from ledger.events import REGISTRY, Event, versions
from ledger.events.play import Announced, CardDealt, WagerPlaced
from ledger.mapper import MAPPER, canonical, content, stored_digest
from ledger.merkle import leaf_hash
from ledger.values.money import LARGEST
from ledger.values.times import canonical_instant as canonical_time
from ledger.values.times import format_instant, parse_instant
from tests.ledger.strategies import KINDS, deliveries, events, repeatable, sequences, states, times
from tests.ledgers import decode, encode

AT: Final = "2026-11-20T17:32:31.000000Z"
DEALT: Final = Delivery(CardDealt(card="As", place="punto"), "shoe-7", "d1", 1, "BAC-1/2026-11-20/1", AT)


def tampered(change: Callable[[dict[str, Any]], object]) -> bytes:
    """The stored bytes of a card, changed by somebody."""
    box = orjson.loads(states(DEALT, 1, AT))
    change(box)
    return orjson.dumps(box, option=orjson.OPT_SORT_KEYS)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.TOPIC)
def test_stored_bytes_are_rfc_8785_and_give_the_entry_back(kind: type[Event]) -> None:
    @repeatable(8)
    @given(deliveries(events(kind), sequence=st.none() | sequences), st.integers(1, LARGEST), times)
    def holds(delivery: Delivery, version: int, recorded_at: str) -> None:
        state = states(delivery, version, recorded_at)
        assert state == rfc8785.dumps(orjson.loads(state))
        assert decode(7, state) == Entry(7, f"table/{delivery.subject}", version, recorded_at, delivery)
        assert states(decode(7, state).delivery, version, recorded_at) == state
        stored = MAPPER.to_stored_event(decode(0, state))
        assert stored.state == state
        assert stored_digest(state) == leaf_hash(canonical(content(delivery)))

    holds()


@repeatable(100)
@given(st.datetimes(timezones=st.sampled_from([UTC, timezone(timedelta(0)), timezone(timedelta(hours=-7))])))
def test_a_time_in_utc_is_spelt_as_any_other(at: datetime) -> None:
    for text in (at.isoformat(), at.isoformat().replace("+00:00", "Z"), at.isoformat(timespec="seconds")):
        try:
            plain = format_instant(parse_instant(text))
        except OverflowError:
            continue
        assert canonical_time(text) == plain


@pytest.mark.parametrize(
    "text",
    [
        "2026-11-20T17:32:31.000000Z",
        "0001-01-01T00:00:00.000000Z",
        "2026-W47-5T17:32:31.000000Z",
        "2026-11-20 17:32:31.000000Z",
        "2026-11-20T17:32:31,000000Z",
        "2026-11-20T17:32:31.000000z",
        "2026-11-20T24:00:00.000000Z",
        "2026-02-30T17:32:31.000000Z",
        "2026-11-20T17:32:60.000000Z",
        "2026-11-20T17:32:31.000000Z\n",
        "2026-11-20T17:32:31.00000\u0661Z",
    ],
)
def test_a_time_that_looks_as_stored_is_spelt_or_refused_as_any_other(text: str) -> None:
    try:
        plain = format_instant(parse_instant(text))
    except ValueError:
        with pytest.raises(ValueError, match=r".+"):
            canonical_time(text)
    else:
        assert canonical_time(text) == plain


ASCII: Final = st.text(st.characters(max_codepoint=127), max_size=8)
EXACT: Final = st.recursive(
    st.none() | st.booleans() | st.integers(-LARGEST, LARGEST) | st.text(max_size=20),
    lambda part: st.lists(part, max_size=4) | st.dictionaries(ASCII, part, max_size=4),
    max_leaves=12,
)


@repeatable(200)
@given(EXACT)
def test_canonical_is_rfc_8785_for_all_that_it_takes(value: object) -> None:
    assert canonical(value) == rfc8785.dumps(value)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "value",
    [
        1.0,
        float("nan"),
        {"stake": [{"amount": 0.1}]},
        {1: "a"},
        {None: "a"},
        {"é": 1},
        {"a": {True: 1}},
        LARGEST + 1,
        -LARGEST - 1,
        2**70,
        [2**63],
        "\ud800",
        b"bytes",
        (1, 2),
        {1, 2},
        Fraction(1, 3),
        datetime(2026, 11, 20, tzinfo=UTC),
        UUID(int=0),
        DEALT,
    ],
    ids=repr,
)
def test_what_has_no_exact_form_is_refused(value: object) -> None:
    with pytest.raises(TypeError):
        canonical(value)


@pytest.mark.parametrize("stake", [1.0, 10.5, -1, LARGEST + 1, True, "100", None, float("inf")], ids=repr)
def test_no_event_takes_money_that_is_no_exact_integer(stake: object) -> None:
    with pytest.raises(ValidationError):
        WagerPlaced.model_validate({"wager": "w1", "player": "P1", "kind": "banco", "stake_minor": stake})


def test_an_event_keeps_no_field_that_stored_bytes_cannot_hold_exactly() -> None:
    forms = {part for kind in KINDS for part in _types(kind.model_json_schema())}
    assert "number" not in forms


def _types(schema: object) -> set[str]:
    if isinstance(schema, dict):
        own = {schema["type"]} if isinstance(schema.get("type"), str) else set()
        return own.union(*(_types(part) for part in schema.values()))
    return set().union(*(_types(part) for part in schema)) if isinstance(schema, list) else set()


@pytest.mark.parametrize(
    "state",
    [
        b"",
        b"null",
        b"[]",
        b"{}",
        b"\xff\xfe",
        b"not JSON",
        states(DEALT, 1, AT)[:-1],
        states(DEALT, 1, AT) * 2,
        states(DEALT, 1, AT).replace(b'"card":"As"', b'"card":"\xffs"'),
        b'{"data":' + b"[" * 2000 + b"]" * 2000 + b"}",
    ],
    ids=lambda state: state[:20].decode("ascii", "replace"),
)
def test_bytes_that_are_no_entry_are_broken_evidence(state: bytes) -> None:
    with pytest.raises(
        BrokenEvidence,
        match=r"^position 7 of the ledger cannot be read \(.*\), so it was altered; `recoup verify` says more",
    ):
        decode(7, state)


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (lambda box: box["data"].update(card="Ax"), "card: "),
        (lambda box: box["data"].update(card=7), "card: "),
        (lambda box: box["data"].update(place="sleeve"), "place: "),
        (lambda box: box["data"].update(seen_by="P1"), "seen_by: "),
        (lambda box: box["data"].pop("card"), "card: "),
        (lambda box: box.update(data=["As"]), "data: "),
        (lambda box: box.update(topic=["card.dealt.v1"]), "topic: "),
        (lambda box: box.pop("topic"), "topic: "),
        (lambda box: box.update(sequence="1"), "sequence: "),
        (lambda box: box.update(sequence=1.0), "sequence: "),
        (lambda box: box.update(sequence=-1), "sequence: "),
        (lambda box: box.update(version=0), "version: "),
        (lambda box: box.update(source=None), "source: "),
        (lambda box: box.update(time="yesterday"), "time: "),
        (lambda box: box.update(recorded_at="2026-11-20 17:32"), "recorded_at: "),
        (lambda box: box.update(after="shoe-7#d1"), "after: "),
        (lambda box: box.update(after=[1]), "after.0: "),
        (lambda box: box.update(position=1), "position: "),
    ],
)
def test_tampered_bytes_are_refused_with_the_field_that_is_wrong(
    change: Callable[[dict[str, Any]], object], named: str
) -> None:
    with pytest.raises(BrokenEvidence) as refused:
        decode(7, tampered(change))
    assert f"({named}" in str(refused.value)


@pytest.mark.parametrize("topic", ["card.dealt.v9", "card.teleported.v1"])
def test_an_entry_of_a_newer_version_is_told_apart_from_one_that_was_altered(topic: str) -> None:
    with pytest.raises(BrokenEvidence, match=rf"^position 7 of the ledger is {topic}, .*: a newer one wrote it"):
        decode(7, tampered(lambda box: box.update(topic=topic)))


def test_the_position_is_not_in_the_bytes_and_nothing_unsaid_is() -> None:
    bare = Delivery(Announced(result="punto"), "desk", "d2", None, "BAC-1/2026-11-20/1")
    assert encode(content(bare), "table/BAC-1/2026-11-20", 3, AT) == (
        b'{"data":{"result":"punto"},"id":"d2","recorded_at":"2026-11-20T17:32:31.000000Z","source":"desk",'
        b'"stream":"table/BAC-1/2026-11-20","subject":"BAC-1/2026-11-20/1","topic":"round.announced.v1","version":3}'
    )


class TestUpcasts:
    """An old topic is read as the new one; its bytes stay as they are."""

    OLD: Final = orjson.dumps(
        {
            "data": {"face": "A", "suit": "s", "hand": "player"},
            "id": "d1",
            "recorded_at": AT,
            "source": "shoe-7",
            "stream": "table/BAC-1/2026-11-20",
            "subject": "BAC-1/2026-11-20/1",
            "topic": "card.laid.v1",
            "version": 1,
        },
        option=orjson.OPT_SORT_KEYS,
    )

    @pytest.fixture(autouse=True)
    def _made_up_history(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """card.laid.v1 became card.laid.v2, and that card.dealt.v1."""
        monkeypatch.setitem(
            versions.UPCASTS,
            "card.laid.v1",
            ("card.laid.v2", lambda data: {"card": data["face"] + data["suit"], "hand": data["hand"]}),
        )
        places = {"player": "punto", "bank": "banco"}
        monkeypatch.setitem(
            versions.UPCASTS,
            "card.laid.v2",
            ("card.dealt.v1", lambda data: {"card": data["card"], "place": places[data["hand"]]}),
        )

    def test_an_old_topic_is_read_as_the_newest(self) -> None:
        entry = decode(1, self.OLD)
        assert entry.event == CardDealt(card="As", place="punto")
        assert entry.topic == "card.dealt.v1"

    def test_reading_leaves_the_stored_bytes_alone(self) -> None:
        before = bytes(self.OLD)
        decode(1, self.OLD)
        assert before == self.OLD

    def test_an_upcast_event_is_validated_like_any_other(self) -> None:
        with pytest.raises(BrokenEvidence, match="card: "):
            decode(1, self.OLD.replace(b'"suit":"s"', b'"suit":"x"'))

    @pytest.mark.parametrize(("this", "that"), [(b'"player"', b'"nobody"'), (b'"face"', b'"fade"'), (b'"A"', b"1")])
    def test_data_that_an_upcast_cannot_read_are_broken_evidence(self, this: bytes, that: bytes) -> None:
        with pytest.raises(BrokenEvidence):
            decode(1, self.OLD.replace(this, that))


def forms_of(field: dict[str, Any]) -> Iterator[str | None]:
    """The forms that a field's values have; a list's are those of what is in it."""
    if "$ref" in field:
        yield "a part"
    elif field.get("type") == "array":
        for part in field.get("prefixItems", [field.get("items")]):
            yield from forms_of(part)
    elif field.get("type") == "object" and isinstance(field.get("additionalProperties"), dict):
        yield from forms_of(field["additionalProperties"])
    elif "anyOf" in field:
        for form in field["anyOf"]:
            yield from forms_of(form)
    else:
        yield field.get("type")


FREE: Final = {"particulars"}
"""Fields of what the program finds: numbers, texts, and phrases made of them, by `data_of`."""


@pytest.mark.parametrize("topic", sorted(REGISTRY))
def test_no_event_has_a_field_without_an_exact_form(topic: str) -> None:
    """So the bytes of a content need not be checked again on their way into the ledger."""
    schema = REGISTRY[topic].model_json_schema()
    fields = [field for name, field in schema.get("properties", {}).items() if name not in FREE]
    fields += [field for part in schema.get("$defs", {}).values() for field in part["properties"].values()]
    kinds = {kind for field in fields for kind in forms_of(field)} - {"a part"}
    assert kinds <= {"string", "integer", "boolean", "null"}
