"""CloudEvents: every event goes out and comes in unchanged; whatever else comes in is refused with a sentence."""

import re
from contextlib import suppress
from typing import Any, Final

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.entry import Delivery
from ledger.errors import MalformedDelivery
from ledger.events import REGISTRY, Event
from ledger.events.deliveries import DeliveryConflicted
from ledger.events.play import CardDealt, WagerPlaced
from ledger.events.versions import topics_of, written_topic
from ledger.feeds.cloudevents import CloudEvent, read, read_partial, write
from ledger.values.money import LARGEST
from ledger.values.subjects import HOUSE
from tests.ledger.strategies import FED, KINDS, deliveries, events, repeatable

pytestmark = pytest.mark.slow

CARD: Final[dict[str, Any]] = {
    "specversion": "1.0",
    "type": "card.dealt.v1",
    "source": "shoe/7",
    "id": "d1",
    "subject": "BAC-1/2026-11-20/17",
    "table": "BAC-1",
    "sequence": "12",
    "time": "2026-11-20T17:32:31Z",
    "datacontenttype": "application/json",
    "dataschema": "urn:recoup:schema:card.dealt.v1",
    "data": {"card": "As", "place": "punto"},
}
BET: Final[dict[str, Any]] = {
    **CARD,
    "type": "wager.placed.v1",
    "dataschema": "urn:recoup:schema:wager.placed.v1",
    "data": {"wager": "w1", "player": "P1", "kind": "banco", "stake_minor": 5000},
}


def line(box: dict[str, Any], **changes: object) -> bytes:
    """The line of a CloudEvent with some attributes changed; `...` leaves one out."""
    return orjson.dumps({name: value for name, value in {**box, **changes}.items() if value is not ...})


def bet(**changes: object) -> bytes:
    """The line of a wager with some of its data changed."""
    return line(BET, data={**BET["data"], **changes})


@pytest.mark.parametrize("kind", FED, ids=lambda kind: kind.TOPIC)
def test_every_event_comes_in_as_it_went_out(kind: type[Event]) -> None:
    @repeatable(8)
    @given(deliveries(events(kind)))
    def holds(delivery: Delivery) -> None:
        assert read(write(delivery)) == delivery

    holds()


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.TOPIC)
def test_what_goes_out_is_a_cloudevent_with_the_attributes_of_the_contract(kind: type[Event]) -> None:
    @repeatable(5)
    @given(deliveries(events(kind)))
    def holds(delivery: Delivery) -> None:
        written = write(delivery)
        assert b"\n" not in written
        box = orjson.loads(written)
        topic = written_topic(delivery.event)
        assert topic in topics_of(kind)
        assert (box["specversion"], box["type"], box["source"], box["id"]) == (
            "1.0",
            topic,
            delivery.source,
            delivery.id,
        )
        assert (box["subject"], box["table"]) == (delivery.subject, delivery.subject.split("/")[0])
        assert (box["sequence"], box["dataschema"]) == (str(delivery.sequence), f"urn:recoup:schema:{topic}")
        assert box["datacontenttype"] == "application/json"
        assert isinstance(box["data"], dict)
        assert all(re.fullmatch("[a-z0-9]{1,20}", name) for name in box)
        assert all(isinstance(value, str) and value for name, value in box.items() if name != "data")
        assert box.get("after", "").split() == list(delivery.after)

    holds()


def test_what_the_ledger_entered_goes_out_without_a_sequence_and_a_table_of_its_own() -> None:
    entered = DeliveryConflicted(
        digest="sha256:" + "0" * 64, length=1, feed="f", line=1, source="a", delivery="b", first_position=1
    )
    box = orjson.loads(write(Delivery(entered, HOUSE, "conflict:1", None, "refusals")))
    assert "sequence" not in box
    assert "table" not in box
    assert box["subject"] == "refusals"


@pytest.mark.parametrize("sequence", [12, "12", "000012"])
def test_a_sequence_is_a_number_or_its_digits(sequence: object) -> None:
    assert read(line(CARD, sequence=sequence)).sequence == 12


@pytest.mark.parametrize("name", ["table", "time", "datacontenttype", "dataschema"])
def test_what_may_be_left_out(name: str) -> None:
    assert read(line(CARD, **{name: ...})).event == CardDealt(card="As", place="punto")


def test_a_byte_order_mark_is_passed_over() -> None:
    assert read(b"\xef\xbb\xbf" + line(CARD)) == read(line(CARD))


@pytest.mark.parametrize(
    ("time", "stored"),
    [
        ("2026-11-20T17:32:31Z", "2026-11-20T17:32:31.000000Z"),
        ("2026-11-20T18:32:31.5+01:00", "2026-11-20T17:32:31.500000Z"),
        ("0999-01-01T00:00:00Z", "0999-01-01T00:00:00.000000Z"),
    ],
)
def test_times_are_stored_in_one_spelling(time: str, stored: str) -> None:
    assert read(line(CARD, time=time)).time == stored


HALF: Final = line(CARD)[: len(line(CARD)) // 2]
NOT_A_CLOUDEVENT: Final = "not a CloudEvent of this ledger: "
BAD: Final[list[tuple[str, bytes, str]]] = [
    ("truncated", HALF, "the line is not JSON ("),
    ("empty", b"", "the line is not JSON ("),
    ("not UTF-8", line(CARD).replace(b"As", b"\xe9s"), "the line is not JSON ("),
    ("UTF-16", line(CARD).decode().encode("utf-16"), "the line is not JSON ("),
    ("NUL bytes", line(CARD).replace(b"As", b"A\x00"), "the line is not JSON ("),
    ("two events", line(CARD) + line(CARD), "the line is not JSON ("),
    ("NaN", line(CARD).replace(b'"12"', b"NaN"), "the line is not JSON ("),
    ("nested too deep", b"[" * 5000, "the line is not JSON ("),
    ("half a surrogate", line(CARD).replace(b'"As"', rb'"\ud800"'), "the line is not JSON ("),
    ("array", b"[" + line(CARD) + b"]", "the line is JSON, but not one CloudEvent as an object"),
    ("text", b'"As"', "the line is JSON, but not one CloudEvent as an object"),
    ("null", b"null", "the line is JSON, but not one CloudEvent as an object"),
    ("nothing in it", b"{}", NOT_A_CLOUDEVENT + "specversion is missing; type is missing; source is missing"),
    *((f"no {n}", line(CARD, **{n: ...}), f"{NOT_A_CLOUDEVENT}{n} is missing")
      for n in ("specversion", "type", "source", "id", "subject", "sequence")),
    ("no data", line(CARD, data=...), "card.dealt.v1: card is missing; place is missing"),
    ("steering a terminal", line(CARD, **{"\x1b[2J\n": 1}), NOT_A_CLOUDEVENT + "?[2J? is not the name of an attribute"),
    ("older version", line(CARD, specversion="0.3"), NOT_A_CLOUDEVENT + "specversion input should be '1.0'"),
    ("version as number", line(CARD, specversion=1.0), NOT_A_CLOUDEVENT + "specversion input should be '1.0'"),
    ("XML inside", line(CARD, datacontenttype="text/xml"), NOT_A_CLOUDEVENT + "datacontenttype is not a JSON"),
    ("data as text", line(CARD, data="As"), NOT_A_CLOUDEVENT + "data must be an object"),
    ("data as list", line(CARD, data=["As"]), NOT_A_CLOUDEVENT + "data must be an object"),
    ("id as number", line(CARD, id=1), NOT_A_CLOUDEVENT + "id must be text"),
    ("id empty", line(CARD, id=""), NOT_A_CLOUDEVENT + "id '' is not of its form"),
    ("id with blank", line(CARD, id="a b"), NOT_A_CLOUDEVENT + "id 'a b' is not of its form"),
    ("id with line end", line(CARD, id="a\n"), NOT_A_CLOUDEVENT + "id 'a\\n' is not of its form"),
    ("id too long", line(CARD, id="a" * 129), NOT_A_CLOUDEVENT + "id 'aaaaaaaaaaaaaaaaaaaaaaaa' is not of its form"),
    ("source with blank", line(CARD, source="shoe 7"), NOT_A_CLOUDEVENT + "source 'shoe 7' is not of its form"),
    ("subject nonsense", line(CARD, subject="round 17"), NOT_A_CLOUDEVENT + "subject 'round 17' is not of its form"),
    ("subject too deep", line(CARD, subject="A/2026-11-20/1/2"), NOT_A_CLOUDEVENT + "subject 'A/2026-11-20/1/2' is not"),
    ("subject upwards", line(CARD, subject="../2026-11-20/1"), NOT_A_CLOUDEVENT + "subject '../2026-11-20/1' is not of"),
    ("subject without day", line(CARD, subject="BAC-1/17"), NOT_A_CLOUDEVENT + "subject 'BAC-1/17' is not of its form"),
    ("no such day", line(CARD, subject="BAC-1/2026-02-30/1"), NOT_A_CLOUDEVENT + "subject names no day of the calendar"),
    ("no such month", line(CARD, subject="BAC-1/2026-13-45"), NOT_A_CLOUDEVENT + "subject names no day of the calendar"),
    ("the year nought", line(CARD, subject="BAC-1/0000-01-01"), NOT_A_CLOUDEVENT + "subject names no day of the calendar"),
    ("another table", line(CARD, table="BAC-2"), "table BAC-2 is not the table of the subject BAC-1/2026-11-20/17"),
    ("sequence huge", line(CARD, sequence="9" * 16), NOT_A_CLOUDEVENT + "sequence input should be less than or equal to"),
    ("sequence beyond", line(CARD, sequence=LARGEST + 1), NOT_A_CLOUDEVENT + "sequence input should be less than or eq"),
    ("sequence endless", line(CARD, sequence="9" * 5000), NOT_A_CLOUDEVENT + "sequence must be an integer"),
    ("sequence negative", line(CARD, sequence=-1), NOT_A_CLOUDEVENT + "sequence input should be greater than or equal"),
    ("sequence as float", line(CARD, sequence=1.0), NOT_A_CLOUDEVENT + "sequence must be an integer"),
    ("sequence in words", line(CARD, sequence="one"), NOT_A_CLOUDEVENT + "sequence must be an integer"),
    ("sequence in other digits", line(CARD, sequence="\u0661"), NOT_A_CLOUDEVENT + "sequence must be an integer"),
    ("sequence true", line(CARD, sequence=True), NOT_A_CLOUDEVENT + "sequence must be an integer"),
    ("sequence null", line(CARD, sequence=None), NOT_A_CLOUDEVENT + "sequence is missing"),
    ("time without zone", line(CARD, time="2026-11-20T17:32:31"), "time '2026-11-20T17:32:31' is no RFC 3339 time with a"),
    ("time nonsense", line(CARD, time="noon"), "time 'noon' is no RFC 3339 time with a zone"),
    ("time of day 25", line(CARD, time="2026-11-20T25:00:00Z"), "time '2026-11-20T25:00:00Z' is no RFC 3339 time with a"),
    ("before all time", line(CARD, time="0001-01-01T00:00:00+14:00"), "time '0001-01-01T00:00:00+14:00' is no RFC 3339"),
    ("after all time", line(CARD, time="9999-12-31T23:59:59-14:00"), "time '9999-12-31T23:59:59-14:00' is no RFC 3339"),
    ("time as number", line(CARD, time=1_763_659_951), NOT_A_CLOUDEVENT + "time must be text"),
    ("after nonsense", line(CARD, after="d1"), "after must list deliveries as source#id"),
    ("after as list", line(CARD, after=["shoe/7#d1"]), NOT_A_CLOUDEVENT + "after must be text"),
    ("unknown topic", line(CARD, type="card.eaten.v1", dataschema=...), "'card.eaten.v1' is no topic of this ledger; "),
    ("topic as class", line(CARD, type="ledger.events.play:CardDealt", dataschema=...), "'ledger.events.play:CardDealt'"),
    ("another schema", line(CARD, dataschema="urn:recoup:schema:x.v1"), "dataschema is not urn:recoup:schema:card."),
    ("a seventh suit", line(CARD, data={"card": "Ax", "place": "punto"}), "card.dealt.v1: card 'Ax' is not of its form"),
    ("a fourteenth rank", line(CARD, data={"card": "1s", "place": "punto"}), "card.dealt.v1: card '1s' is not of its form"),
    ("two things wrong", line(CARD, data={"card": "Ax", "seen": 1}),
     "card.dealt.v1: card 'Ax' is not of its form; place is missing; seen is not a field of this event"),
    ("amount beyond", bet(stake_minor=LARGEST + 1), "wager.placed.v1: stake_minor input should be less than or equal to"),
    ("amount of 30 digits", line(BET).replace(b"5000", b"1" * 30), "wager.placed.v1: stake_minor must be an integer"),
    ("amount as float", bet(stake_minor=50.5), "wager.placed.v1: stake_minor must be an integer"),
    ("amount as whole float", bet(stake_minor=5000.0), "wager.placed.v1: stake_minor must be an integer"),
    ("amount as text", bet(stake_minor="5000"), "wager.placed.v1: stake_minor must be an integer"),
    ("amount true", bet(stake_minor=True), "wager.placed.v1: stake_minor must be an integer"),
    ("amount negative", bet(stake_minor=-1), "wager.placed.v1: stake_minor input should be greater than or equal to 0"),
    ("a name for a person", bet(player="Jane Doe"), "wager.placed.v1: player 'Jane Doe' is not of its form"),
    ("yes for true",
     line(CARD, type="shoe.cut_offered.v1", dataschema=..., data={"shoe": "S7", "to": "P1", "refused": "yes"}),
     "shoe.cut_offered.v1: refused must be true or false"),
]  # fmt: skip


@pytest.mark.parametrize(("raw", "sentence"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
def test_what_is_malformed_is_refused_with_a_sentence(raw: bytes, sentence: str) -> None:
    with pytest.raises(MalformedDelivery) as refused:
        read(raw)
    assert str(refused.value).startswith(sentence)
    assert str(refused.value).isprintable()


@pytest.mark.parametrize("topic", sorted(topic for topic, kind in REGISTRY.items() if not kind.FROM_FEEDS))
def test_what_only_the_ledger_may_say_cannot_come_from_a_feed(topic: str) -> None:
    with pytest.raises(MalformedDelivery, match=f"^{topic} is entered by the ledger itself and cannot come from a feed$"):
        read(line(CARD, type=topic, dataschema=..., data={}))


@pytest.mark.parametrize(
    ("raw", "seen"),
    [
        (line(CARD, data={}), {"source": "shoe/7", "id": "d1", "sequence": 12, "subject": "BAC-1/2026-11-20/17"}),
        (line(CARD, sequence=12), {"source": "shoe/7", "id": "d1", "sequence": 12, "subject": "BAC-1/2026-11-20/17"}),
        (line(CARD, subject="x", id=7), {"source": "shoe/7", "sequence": 12}),
        (line(CARD, source=None, sequence=True), {"id": "d1", "subject": "BAC-1/2026-11-20/17"}),
        (b"[]", {}),
        (HALF, {}),
        (b"\xff", {}),
    ],
)
def test_what_can_be_told_of_a_refused_line(raw: bytes, seen: dict[str, Any]) -> None:
    assert read_partial(raw) == seen


MUTATIONS: Final = st.lists(
    st.tuples(st.sampled_from(["flip", "cut", "double", "drop", "put"]), st.integers(0, 10_000), st.integers(0, 255)),
    min_size=1,
    max_size=4,
)


def mutated(raw: bytes, how: str, at: int, value: int) -> bytes:
    """A line to which something happened on its way."""
    at %= len(raw) + 1
    match how:
        case "flip":
            return raw[:at] + bytes(sign ^ (value or 1) for sign in raw[at : at + 1]) + raw[at + 1 :]
        case "cut":
            return raw[:at]
        case "double":
            return raw[:at] + raw[at : at + value] * 2 + raw[at + value :]
        case "drop":
            return raw[:at] + raw[at + value % 16 :]
    return raw[:at] + bytes([value]) + raw[at:]


@pytest.mark.slow
@repeatable(2000)
@given(st.sampled_from([line(CARD), line(BET)]), MUTATIONS)
def test_a_line_that_was_damaged_is_refused_or_still_a_delivery(raw: bytes, damage: list[tuple[str, int, int]]) -> None:
    for how, at, value in damage:
        raw = mutated(raw, how, at, value)
    read_partial(raw)
    with suppress(MalformedDelivery):
        delivery = read(raw)
        assert read(write(delivery)) == delivery


JSON: Final = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=12),
    lambda part: st.lists(part, max_size=3) | st.dictionaries(st.text(max_size=6), part, max_size=3),
    max_leaves=6,
)


@pytest.mark.slow
@repeatable(500)
@given(st.dictionaries(st.sampled_from([*CloudEvent.model_fields, "other"]), JSON, max_size=4), JSON)
def test_any_json_in_any_attribute_is_refused_or_read(changes: dict[str, Any], card: object) -> None:
    box = {**CARD, "data": {**CARD["data"], "card": card}, **changes}
    with suppress(MalformedDelivery):
        raw = orjson.dumps(box)
        read_partial(raw)
        assert read(write(read(raw))) == read(raw)


def test_a_wager_comes_in_whole() -> None:
    assert read(line(BET, after="wheel:1#a desk#b", correlationid="c", causationid="e")) == Delivery(
        event=WagerPlaced(wager="w1", player="P1", kind="banco", stake_minor=5000),
        source="shoe/7",
        id="d1",
        sequence=12,
        subject="BAC-1/2026-11-20/17",
        time="2026-11-20T17:32:31.000000Z",
        after=("wheel:1#a", "desk#b"),
        correlation="c",
        causation="e",
    )
