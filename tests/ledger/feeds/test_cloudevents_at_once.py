"""A CloudEvent is checked in one go where it has no fault. What that takes is what the two checks in turn take, attributes
first and data afterwards; whatever those two refuse, that refuses or leaves to them. One that is like thousands before it
is not checked again; what is stored of it is the same to the byte.
"""

from collections.abc import Callable
from typing import Any, Final

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.entry import Delivery
from ledger.errors import MalformedDelivery
from ledger.events import Event
from ledger.events.versions import UPCASTS
from ledger.feeds.cloudevents import (
    CloudEvent,
    _plain_delivery,
    _read_in_one_pass,
    _read_stepwise,
    parsed_json,
    read,
    write,
)
from ledger.mapper import MAPPER
from ledger.values.money import LARGEST
from ledger.values.subjects import play_stream
from tests.ledger.feeds.test_cloudevents import BAD, BET, CARD, JSON, bet, line
from tests.ledger.strategies import FED, deliveries, events, repeatable

pytestmark = pytest.mark.slow

DAMAGE: Final = (
    JSON
    | st.sampled_from([LARGEST, LARGEST + 1, 2**63, 2**64 - 1, 1, 0, 5.0, "5", "005", "5.0", " 5", "1_0", "+5", "\u0661"])
    | st.sampled_from([True, False, None, "", "1.0", "yes", "true", [], {}, [[]], {"a": None}, "2026-02-30", "\x00"])
)


def checked(box: dict[str, Any]) -> tuple[str, str | None]:
    """What comes of an object checked in turn, and checked at once; None where that is left to the other."""
    return _said(_read_stepwise, box) or "", _said(_read_in_one_pass, box)


def _said(check: Callable[[Any], Delivery | None], value: object) -> str | None:
    """The delivery with the types of all that is in it, or the sentence of the refusal."""
    try:
        found = check(value)
    except MalformedDelivery as error:
        return str(error)
    return found and repr(found)


def parsed(raw: bytes) -> tuple[Any, str | None]:
    """The value of a line, or the sentence of its refusal."""
    try:
        return parsed_json(raw, "line_not_json"), None
    except MalformedDelivery as error:
        return None, str(error)


def holds(box: dict[str, Any]) -> None:
    """The check at once never says anything else, and no more than the two in turn take; nor does what is remembered."""
    in_turn, at_once = checked(box)
    assert at_once in (in_turn, None)
    for _ in range(2):
        assert_plain_is(box, in_turn)


def assert_plain_is(box: dict[str, Any], in_turn: str) -> bool:
    """What is read of an object the short way, if anything is, is what it says, and is stored in the same bytes."""
    plain = _plain_delivery(box)
    if plain is None:
        return False
    assert repr(plain.whole) == in_turn
    for salt in (None, "3q2-7wAAAAAAAAAAAAAAAA"):
        placed = play_stream(plain.subject), 7, "2026-11-20T20:00:00.000000Z", salt
        assert MAPPER.state(plain, *placed) == MAPPER.state(plain.whole, *placed)
    return True


@pytest.mark.parametrize("kind", FED, ids=lambda kind: kind.TOPIC)
def test_every_event_without_a_fault_is_taken_at_once(kind: type[Event]) -> None:
    @repeatable(6)
    @given(deliveries(events(kind)))
    def same(delivery: Delivery) -> None:
        in_turn, at_once = checked(box := orjson.loads(write(delivery)))
        assert in_turn == repr(delivery)
        assert at_once == (None if box["type"] in UPCASTS else in_turn)
        assert_plain_is(box, in_turn)

    same()


@pytest.mark.slow
@pytest.mark.parametrize("kind", FED, ids=lambda kind: kind.TOPIC)
def test_an_event_with_damaged_data_comes_to_the_same(kind: type[Event]) -> None:
    @repeatable(20)
    @given(deliveries(events(kind)), st.sampled_from([*kind.model_fields, "other"]), DAMAGE)
    def same(delivery: Delivery, field: str, damage: object) -> None:
        box = orjson.loads(write(delivery))
        holds({**box, "data": {**box["data"], field: damage}})
        holds({**box, "data": {name: value for name, value in box["data"].items() if name != field}})

    same()


@pytest.mark.slow
@repeatable(1000)
@given(
    st.sampled_from([CARD, BET]),
    st.dictionaries(st.sampled_from([*CloudEvent.model_fields, "other"]), DAMAGE, max_size=3),
    st.sets(st.sampled_from([*CloudEvent.model_fields]), max_size=2),
)
def test_damaged_attributes_come_to_the_same(box: dict[str, Any], changes: dict[str, Any], lost: set[str]) -> None:
    holds({name: value for name, value in {**box, **changes}.items() if name not in lost})


DEALT: Final = line(CARD)
ODD: Final[dict[str, bytes]] = {
    "an attribute twice": DEALT.replace(b'"id":"d1"', b'"id":"d0","id":"d1"'),
    "a topic twice": DEALT.replace(b'"type":', b'"type":"wager.placed.v1","type":'),
    "a field twice": DEALT.replace(b'"card":"As"', b'"card":"Kh","card":"As"'),
    "data twice": DEALT.replace(b'"data":', b'"data":{"card":"Kh","place":"banco"},"data":'),
    "another topic within data": DEALT.replace(b'"data":{', b'"data":{"type":"wager.placed.v1",'),
    "data first": b'{"data":{"card":"As","place":"punto"},'
    + DEALT.replace(b',"data":{"card":"As","place":"punto"}', b"")[1:],
    "the topic in escapes": DEALT.replace(b'"card.dealt', rb'"\u0063ard.dealt'),
    "a name in escapes": DEALT.replace(b'"type"', rb'"\u0074ype"'),
    "blanks around": b" \t" + DEALT.replace(b",", b" ,\t") + b" \r",
    "a byte order mark": b"\xef\xbb\xbf" + DEALT,
    "two byte order marks": b"\xef\xbb\xbf\xef\xbb\xbf" + DEALT,
    "a number with an exponent": line(BET).replace(b"5000", b"5e3"),
    "a number beyond all": line(BET).replace(b"5000", b"1e400"),
    "an endless number": line(BET).replace(b"5000", b"Infinity"),
    "a number of nought": line(BET).replace(b"5000", b"-0"),
    "a number of two noughts": line(BET).replace(b"5000", b"00"),
    "a whole float": bet(stake_minor=5000.0),
    "2 to the 64th": line(BET).replace(b"5000", b"18446744073709551616"),
    "a pair of surrogates": line(CARD, id="\U0001f0a1").replace("\U0001f0a1".encode(), rb"\ud83c\udca1"),
    "a control character": DEALT.replace(b'"d1"', b'"d\x011"'),
    "deep data": line(CARD, data={"card": "As", "place": "punto", "seen": [[[[[{}]]]]]}),
    "nothing at all": b"{}",
}


@pytest.mark.parametrize("name", ["an attribute twice", "a topic twice", "a field twice", "data twice"])
def test_an_event_with_a_key_twice_is_refused_wherever_the_key_is(name: str) -> None:
    with pytest.raises(MalformedDelivery, match=r"^the event has the key (id|type|card|data) twice$"):
        read(ODD[name])


def test_most_of_what_devices_tell_is_plain() -> None:
    assert assert_plain_is(CARD, repr(read(line(CARD))))
    assert assert_plain_is(BET, repr(read(line(BET))))
    assert not assert_plain_is({**CARD, "source": "transcript/night"}, "")
    assert not assert_plain_is({**CARD, "after": "cam#1"}, "")
    assert not assert_plain_is({**CARD, "id": "d\\1"}, "")


@pytest.mark.parametrize("raw", [*ODD.values(), *(row[1] for row in BAD)], ids=[*ODD, *(row[0] for row in BAD)])
def test_an_odd_line_is_read_as_it_is_checked_in_turn(raw: bytes) -> None:
    box, refusal = parsed(raw)
    if refusal is not None:
        assert _said(read, raw) == refusal
    if isinstance(box, dict):
        assert _said(read, raw) == _said(_read_stepwise, box)
        holds(box)
