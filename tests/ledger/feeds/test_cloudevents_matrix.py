"""One good event in every form that CloudEvents 1.0.2 gives it: core specification, JSON format, HTTP binding, batches.

The cases follow the specification's rules and examples and the cases of its conformance suite, told of an event of this
ledger: where a case is legal the event is read, and what it says is the same; where it is not, it is refused with a reason.
"""

from base64 import b64encode
from typing import Any, Final

import orjson
import pytest

from ledger.entry import Delivery, DroppedExtensions
from ledger.errors import MalformedDelivery
from ledger.events.play import CardDealt, RoundOpened
from ledger.feeds.cloudevents import read
from ledger.feeds.cloudevents_http import read_batch, read_binary, read_event
from ledger.feeds.reading import FeedItem

DATA: Final = {"card": "8h", "place": "punto"}
EVENT: Final[dict[str, Any]] = {
    "specversion": "1.0",
    "type": "card.dealt.v1",
    "source": "shoe/BAC-1",
    "id": "4",
    "subject": "BAC-1/2026-01-20/1",
    "sequence": "4",
    "data": DATA,
}
OPENED: Final[dict[str, Any]] = {name: value for name, value in EVENT.items() if name != "data"} | {
    "type": "round.opened.v1"
}
READ: Final = Delivery(CardDealt(card="8h", place="punto"), "shoe/BAC-1", "4", 4, "BAC-1/2026-01-20/1")
ROUND: Final = READ._replace(event=RoundOpened())
TRACE: Final = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"


def line(**changes: object) -> bytes:
    """The event with some attributes changed; `...` leaves one out."""
    return orjson.dumps({name: value for name, value in {**EVENT, **changes}.items() if value is not ...})


def base64(value: object, codec: str = "utf-8") -> str:
    return b64encode(orjson.dumps(value).decode().encode(codec)).decode()


def at(time: str) -> Delivery:
    return READ._replace(time=time)


def along(**extensions: str | int | bool) -> Delivery:
    return READ._replace(extensions=tuple(sorted(extensions.items())))


def without(*names: str, **kept: str | int | bool) -> Delivery:
    dropped = DroppedExtensions(number=len(names), names=tuple(sorted(names)[:16]))
    return along(**kept)._replace(dropped_extensions=dropped)


LEGAL: Final[list[tuple[str, bytes, Delivery]]] = [
    ("the attributes that are needed", line(), READ),
    ("all optional attributes null", line(time=None, dataschema=None, datacontenttype=None, table=None, after=None), READ),
    ("an extension that is null", line(unsetextension=None), READ),
    ("members in another order", orjson.dumps(dict(reversed(EVENT.items()))), READ),
    ("blanks and lines between members", orjson.dumps(EVENT, option=orjson.OPT_INDENT_2), READ),
    ("a name in escapes", line().replace(b'"type"', rb'"\u0074ype"'), READ),
    # time: RFC 3339
    ("time in UTC", line(time="2026-01-20T22:14:07Z"), at("2026-01-20T22:14:07.000000Z")),
    ("a tenth of a second", line(time="2026-01-20T22:14:07.2Z"), at("2026-01-20T22:14:07.200000Z")),
    ("nanoseconds", line(time="2026-01-20T22:14:07.123456789Z"), at("2026-01-20T22:14:07.123456Z")),
    ("forty digits of a second", line(time=f"2026-01-20T22:14:07.{'1' * 40}Z"), at("2026-01-20T22:14:07.111111Z")),
    ("an offset to the east", line(time="2026-01-20T22:14:07.25+01:00"), at("2026-01-20T21:14:07.250000Z")),
    ("an offset to the west", line(time="2026-01-20T22:14:07-01:30"), at("2026-01-20T23:44:07.000000Z")),
    ("an unknown local offset", line(time="2026-01-20T22:14:07-00:00"), at("2026-01-20T22:14:07.000000Z")),
    ("the largest offset", line(time="2026-01-20T22:14:07+23:59"), at("2026-01-19T22:15:07.000000Z")),
    ("lower-case letters", line(time="2026-01-20t22:14:07z"), at("2026-01-20T22:14:07.000000Z")),
    ("a blank between day and time", line(time="2026-01-20 22:14:07Z"), at("2026-01-20T22:14:07.000000Z")),
    ("a leap second in June", line(time="2026-06-30T23:59:60Z"), at("2026-06-30T23:59:59.999999Z")),
    ("a leap second with six digits", line(time="2016-12-31T23:59:60.000000Z"), at("2016-12-31T23:59:59.999999Z")),
    ("a leap second in the west", line(time="1998-12-31T15:59:60.5-08:00"), at("1998-12-31T23:59:59.999999Z")),
    # datacontenttype, dataschema
    ("JSON", line(datacontenttype="application/json"), READ),
    ("a character set", line(datacontenttype="application/json; charset=utf-8"), READ),
    ("a character set in quotation marks", line(datacontenttype='application/json;charset="UTF-8"'), READ),
    ("a type in capitals", line(datacontenttype="Application/JSON"), READ),
    ("text that is JSON", line(datacontenttype="text/json"), READ),
    ("a type that ends in +json", line(datacontenttype="application/vnd.maker.card+json; version=1"), READ),
    ("the schema of another maker", line(dataschema="https://maker.example/schemas/card.json"), READ),
    ("a long schema", line(dataschema="https://maker.example/" + "s" * 600), READ),
    ("a schema of the ledger", line(dataschema="urn:recoup:schema:card.dealt.v1"), READ),
    # data
    ("Base64", line(data=..., data_base64=base64(DATA)), READ),
    ("Base64 with a type", line(data=..., data_base64=base64(DATA), datacontenttype="text/json; charset=utf-8"), READ),
    (
        "Base64 of UTF-16",
        line(data=..., data_base64=base64(DATA, "utf-16"), datacontenttype="a/json; charset=utf-16"),
        READ,
    ),
    ("Base64 beside null", line(data=None, data_base64=base64(DATA)), READ),
    ("Base64 that is null", line(data_base64=None), READ),
    ("no data where none are needed", orjson.dumps(OPENED), ROUND),
    ("null for data where none are needed", orjson.dumps(OPENED | {"data": None}), ROUND),
    ("no data, and a type of some", orjson.dumps(OPENED | {"datacontenttype": "text/plain"}), ROUND),
    ("Base64 of nothing in it", orjson.dumps(OPENED | {"data_base64": base64({})}), ROUND),
    # sequence
    ("a sequence as a number", line(sequence=4), READ),
    ("a padded sequence", line(sequence="00000000000000000004"), READ),
    ("a sequence with its type", line(sequencetype="Integer"), along(sequencetype="Integer")),
    # extensions: every type, and those that are documented
    ("an integer", line(extinteger=10), along(extinteger=10)),
    ("a negative integer", line(extinteger=-2_147_483_648), along(extinteger=-2_147_483_648)),
    ("a boolean", line(extboolean=True), along(extboolean=True)),
    ("text", line(extstring="text"), along(extstring="text")),
    ("an empty text", line(extstring=""), along(extstring="")),
    ("text of all the world", line(extstring="Euro € 😀"), along(extstring="Euro € 😀")),
    ("a URI", line(exturi="https://cloudevents.io"), along(exturi="https://cloudevents.io")),
    ("a reference", line(exturiref="//authority/path"), along(exturiref="//authority/path")),
    ("a time", line(exttimestamp="2023-03-31T15:12:00Z"), along(exttimestamp="2023-03-31T15:12:00Z")),
    ("bytes", line(extbinary="TWE="), along(extbinary="TWE=")),
    ("names that programs have a use for", line(json="a", copy="b", dict="c"), along(json="a", copy="b", dict="c")),
    ("a name that begins with a digit", line(**{"3d": "x"}), along(**{"3d": "x"})),
    ("a name of more than twenty letters", line(comexampleextensionnumber1="x"), along(comexampleextensionnumber1="x")),
    ("a trace", line(traceparent=TRACE, tracestate="a=1,b=2"), along(traceparent=TRACE, tracestate="a=1,b=2")),
    ("a partition", line(partitionkey="BAC-1"), along(partitionkey="BAC-1")),
    ("when it was recorded", line(recordedtime="2026-01-20T22:14:07Z"), along(recordedtime="2026-01-20T22:14:07Z")),
    ("when it arrived", line(knativearrivaltime="2026-01-20T22:14:07Z"), along(knativearrivaltime="2026-01-20T22:14:07Z")),
    ("when it expires", line(expirytime="2026-01-21T00:00:00Z"), along(expirytime="2026-01-21T00:00:00Z")),
    ("a sampled rate", line(sampledrate=29), along(sampledrate=29)),
    ("a severity", line(severitytext="INFO", severitynumber=9), along(severitytext="INFO", severitynumber=9)),
    ("who caused it", line(authtype="system", authid="svc-1"), along(authtype="system", authid="svc-1")),
    (
        "ids of the ledger's form",
        line(correlationid="c1", causationid="e1"),
        READ._replace(correlation="c1", causation="e1"),
    ),
    ("ids of another form", line(correlationid="order 17; #3"), along(correlationid="order 17; #3")),
    ("an id that is a number", line(causationid=17), along(causationid=17)),
    # extensions that are not kept
    ("a value that is too long", line(big="x" * 513, partitionkey="k"), without("big", partitionkey="k")),
    ("a value of too many bytes", line(big="é" * 257), without("big")),
    ("a fraction", line(confidence=0.97), without("confidence")),
    ("an object", line(vendor={"a": [1]}), without("vendor")),
    ("a list", line(vendor=["a"]), without("vendor")),
    ("a control character", line(vendor="a\u0007b"), without("vendor")),
    ("a noncharacter", line(vendor="a\ufffeb"), without("vendor")),
    ("an integer that is not exact everywhere", line(vendor=2**53), without("vendor")),
    ("a name that is too long", line(**{"n" * 41: "x"}), without("n" * 40)),
    (
        "too many",
        line(traceparent=TRACE, **{f"a{n:02}": n for n in range(20)}),
        without(*(f"a{n:02}" for n in range(15, 20)), traceparent=TRACE, **{f"a{n:02}": n for n in range(15)}),
    ),
    (
        "too much together",
        line(traceparent=TRACE, **dict.fromkeys("abcde", "x" * 500)),
        without("d", "e", traceparent=TRACE, a="x" * 500, b="x" * 500, c="x" * 500),
    ),
]

NOT: Final = "not a CloudEvent of this ledger: "
ILLEGAL: Final[list[tuple[str, bytes, str]]] = [
    *((f"no {name}", line(**{name: ...}), f"{NOT}{name} is missing") for name in ("specversion", "id", "type", "source")),
    *((f"null for {name}", line(**{name: None}), f"{NOT}{name} is missing") for name in ("specversion", "id", "source")),
    ("an empty specversion", line(specversion=""), NOT + "specversion"),
    ("an earlier specversion", line(specversion="0.3"), NOT + "specversion"),
    ("an unknown specversion", line(specversion="0.9"), NOT + "specversion"),
    ("an empty id", line(id=""), NOT + "id"),
    ("an empty type", line(type=""), "'' is no topic"),
    ("an empty source", line(source=""), NOT + "source"),
    ("an empty subject", line(subject=""), NOT + "subject"),
    ("a number for an id", line(id=25), NOT + "id must be text"),
    ("an object for an id", line(id={"xyz": "abc"}), NOT + "id must be text"),
    ("an empty schema", line(dataschema=""), NOT + "dataschema"),
    ("an empty type of data", line(datacontenttype=""), NOT + "datacontenttype is not a JSON media type"),
    ("a type of data that is none", line(datacontenttype="xyz"), NOT + "datacontenttype is not a JSON media type"),
    (
        "a type of data that is none, without data",
        orjson.dumps(OPENED | {"datacontenttype": "xyz"}),
        NOT + "datacontenttype",
    ),
    ("data of another type", line(datacontenttype="application/xml", data='<much wow="xml"/>'), NOT + "datacontenttype"),
    ("a name with capitals", line(MyExtension="bad"), NOT + "MyExtension is not the name of an attribute"),
    ("a name with a dot", line(**{"my.extension": "bad"}), NOT + "my.extension is not the name of an attribute"),
    ("a name with an underscore", line(my_extension="bad"), NOT + "my_extension is not the name of an attribute"),
    ("an empty name", line(**{"": "bad"}), NOT + " is not the name of an attribute"),
    ("a fraction under such a name", line(**{"my.extension": 1.5}), NOT + "my.extension is not the name of an attribute"),
    ("data twice", line(data_base64=base64(DATA)), "the event has both data and data_base64"),
    ("Base64 that is none", line(data=..., data_base64="no Base64"), "the event's data_base64 is not Base64 text"),
    ("Base64 that breaks off", line(data=..., data_base64=base64(DATA)[:-1]), "the event's data_base64 is not Base64 text"),
    ("Base64 as a number", line(data=..., data_base64=7), "the event's data_base64 is not Base64 text"),
    ("Base64 of no JSON", line(data=..., data_base64=b64encode(b"{").decode()), "the event's data are not JSON ("),
    (
        "Base64 of a key twice",
        line(data=..., data_base64=b64encode(b'{"card":"8h","card":"8h"}').decode()),
        "the event has the",
    ),
    (
        "Base64 of another type",
        line(data=..., data_base64=base64(DATA), datacontenttype="image/png"),
        NOT + "datacontenttype",
    ),
    (
        "Base64 in an unknown character set",
        line(data=..., data_base64=base64(DATA), datacontenttype="a/json; charset=x-y"),
        "the charset 'x-y' is not read",
    ),
    (
        "Base64 in another character set",
        line(data=..., data_base64="/w==", datacontenttype="a/json; charset=us-ascii"),
        "the bytes are not in the charset us-ascii",
    ),
    ("JSON as text", line(data='{"card":"8h","place":"punto"}'), NOT + "data must be an object"),
    ("no data where some are needed", line(data=...), "card.dealt.v1: card is missing"),
    ("data that do not fit", line(data={"card": "8h", "place": "bar"}), "card.dealt.v1: place"),
    ("an attribute twice", line().replace(b'"id":"4"', b'"id":"4","id":"5"'), "the event has the key id twice"),
    ("the same attribute twice", line().replace(b'"id":"4"', b'"id":"4","id":"4"'), "the event has the key id twice"),
    (
        "an extension twice",
        line(ext="a").replace(b'"ext":"a"', b'"ext":"a", "ext" : "b"'),
        "the event has the key ext twice",
    ),
    ("a field twice", line().replace(b'"card":"8h"', b'"card":"8h","card":"9h"'), "the event has the key card twice"),
    (
        "an attribute twice, once in escapes",
        line().replace(b'"id":"4"', rb'"id":"4","\u0069d":"4"'),
        "the event has the key id",
    ),
    ("a sequence in letters", line(sequence="01ARZ3NDEKTSV4RRFFQ69G5FAV"), NOT + "sequence must be an integer"),
    *(
        (f"time {time!r}", line(time=time), f"time {time!r} is no RFC 3339 time with a zone")
        for time in (
            "",
            "lunchtime",
            "2026-01-20T22:14Z",
            "2026-01-20T22:14:07X",
            "2026-01-20T22:14:07+25:00",
            "2026-01-20T22:14:07+xx:00",
            "2026-01-20T22:14:07+05",
            "2026-01-20T22:14:07+0100",
            "2026-01-20T22:14:07",
            "2026-01-20T22:14:07.250GMT",
            "2026-01-20",
            "20260120T221407Z",
            "2026-W04-2T22:14:07Z",
            "2026-01-20T24:00:00Z",
            "2026-01-20T22:14:07,5Z",
            "2026-02-30T22:14:07Z",
            "2026-01-20_22:14:07Z",
            "2026-01-20T22:14:07.Z",
            "2026-01-20T22:14:07+01:00:30",
            "1768947247",
        )
    ),
    *(
        (
            f"a leap second at {time}",
            line(time=time),
            f"time {time!r} has a leap second, which can only be at the end of a month",
        )
        for time in ("2026-01-20T22:14:60Z", "2026-06-29T23:59:60Z", "2026-06-30T23:59:60+01:00")
    ),
]


@pytest.mark.parametrize(("raw", "expected"), [row[1:] for row in LEGAL], ids=[row[0] for row in LEGAL])
def test_a_legal_form_of_an_event_is_read(raw: bytes, expected: Delivery) -> None:
    assert read(raw) == expected
    assert taken(read_event(raw)) == expected
    assert [taken(item) for item in read_batch(b"[" + raw + b",\n" + raw + b"]")] == [expected] * 2


@pytest.mark.parametrize(("raw", "sentence"), [row[1:] for row in ILLEGAL], ids=[row[0] for row in ILLEGAL])
def test_an_illegal_form_of_an_event_is_refused(raw: bytes, sentence: str) -> None:
    with pytest.raises(MalformedDelivery) as refused:
        read(raw)
    assert str(refused.value).startswith(sentence)
    items = [read_event(raw), *read_batch(b"[" + raw + b"]")]
    assert [str(item.refused) for item in items] == [str(refused.value)] * 2


def taken(item: FeedItem) -> Delivery:
    assert item.refused is None, item.refused
    (delivery,) = item.deliveries
    return delivery.whole


HEADERS: Final = {name: str(value) for name, value in EVENT.items() if name != "data"}
BODY: Final = orjson.dumps(DATA)
JSON: Final = "application/json"
BINARY: Final[list[tuple[str, dict[str, str], bytes, str | None, Delivery]]] = [
    ("JSON", {}, BODY, JSON, READ),
    ("a character set", {}, BODY, "application/json; charset=utf-8", READ),
    ("a type that ends in +json", {}, BODY, "application/vnd.maker.card+json", READ),
    ("no type", {}, BODY, None, READ),
    ("a type among the attributes alone", {"datacontenttype": "text/json"}, BODY, None, READ),
    ("a byte order mark", {}, b"\xef\xbb\xbf" + BODY, JSON, READ),
    ("UTF-16", {}, BODY.decode().encode("utf-16"), "application/json; charset=UTF-16", READ),
    ("Latin-1", {}, BODY, "application/json; charset=iso-8859-1", READ),
    ("a time", {"time": "2018-04-05T03:56:24Z"}, BODY, JSON, at("2018-04-05T03:56:24.000000Z")),
    ("a padded sequence", {"sequence": "0000000004"}, BODY, JSON, READ),
    ("no data", {"type": "round.opened.v1"}, b"", JSON, ROUND),
    ("no data and no type", {"type": "round.opened.v1"}, b"", None, ROUND),
    ("no data of another type", {"type": "round.opened.v1"}, b"", "application/octet-stream", ROUND),
    ("null", {"type": "round.opened.v1"}, b"null", JSON, ROUND),
    ("an extension", {"comexampleothervalue": "5"}, BODY, JSON, along(comexampleothervalue="5")),
    ("percent-encoding", {"ext": "Euro%20%E2%82%AC%20%F0%9F%98%80"}, BODY, JSON, along(ext="Euro € 😀")),
    ("percent-encoding in lower case", {"ext": "Euro%20%e2%82%ac"}, BODY, JSON, along(ext="Euro €")),
    ("percent-encoding that is not needed", {"subject": "BAC-1%2F2026-01-20%2f1", "id": "%34"}, BODY, JSON, READ),
    ("a percent sign", {"ext": "100%25"}, BODY, JSON, along(ext="100%")),
    ("one round of decoding", {"ext": "%2541"}, BODY, JSON, along(ext="%41")),
    ("quotation marks", {"id": '"4"', "ext": '"a b"'}, BODY, JSON, along(ext="a b")),
    ("a backslash in quotation marks", {"ext": r'"a \"b\" \\ c"'}, BODY, JSON, along(ext=r'a "b" \ c')),
    ("percent-encoding in quotation marks", {"ext": '"%E2%82%AC 5"'}, BODY, JSON, along(ext="€ 5")),
    ("a part in quotation marks", {"ext": 'a "b c" d'}, BODY, JSON, along(ext="a b c d")),
    ("an extension that is too long", {"ext": "x" * 600}, BODY, JSON, without("ext")),
]
ILL_ENCODED: Final = "the header ce-ext is not percent-encoded UTF-8"
BINARY_REFUSED: Final[list[tuple[str, dict[str, str], bytes, str | None, str]]] = [
    ("an overlong blank", {"ext": "%C0%A0"}, BODY, JSON, ILL_ENCODED),
    ("half a character", {"ext": "%E2%82"}, BODY, JSON, ILL_ENCODED),
    ("a surrogate", {"ext": "%ED%A0%80"}, BODY, JSON, ILL_ENCODED),
    ("no hexadecimal digits", {"ext": "%G1"}, BODY, JSON, ILL_ENCODED),
    ("one digit", {"ext": "100%4"}, BODY, JSON, ILL_ENCODED),
    ("a percent sign alone", {"ext": "100%"}, BODY, JSON, ILL_ENCODED),
    ("bytes that are not ASCII", {"ext": "Euro \xe2\x82\xac"}, BODY, JSON, ILL_ENCODED),
    ("one quotation mark", {"ext": '"a b'}, BODY, JSON, ILL_ENCODED),
    ("a quotation mark behind a backslash", {"ext": r'"a b\"'}, BODY, JSON, ILL_ENCODED),
    ("an id that is so encoded", {"id": "%zz"}, BODY, JSON, "the header ce-id is not percent-encoded UTF-8"),
    ("data in a header", {"data": "x"}, BODY, JSON, "the header ce-data"),
    ("a type in both places", {"datacontenttype": JSON}, BODY, JSON, "the event has the key datacontenttype twice"),
    ("a name with a hyphen", {"my-ext": "x"}, BODY, JSON, NOT + "my-ext is not the name of an attribute"),
    ("an empty name", {"": "x"}, BODY, JSON, NOT + " is not the name of an attribute"),
    ("text", {}, BODY, "text/plain", NOT + "datacontenttype is not a JSON media type"),
    ("a form", {}, BODY, "application/x-www-form-urlencoded", NOT + "datacontenttype is not a JSON media type"),
    ("no JSON", {}, b"{", JSON, "the event's data are not JSON ("),
    ("a key twice", {}, b'{"card":"8h","card":"8h","place":"punto"}', JSON, "the event has the key card twice"),
    ("an unknown character set", {}, BODY, "application/json; charset=ebcdic", "the charset 'ebcdic' is not read"),
    ("no id", {"id": ""}, BODY, JSON, NOT + "id"),
    ("an earlier version", {"specversion": "0.3"}, BODY, JSON, NOT + "specversion"),
    ("no data", {}, b"", JSON, "card.dealt.v1: card is missing"),
]


@pytest.mark.parametrize(
    ("headers", "body", "media_type", "expected"), [row[1:] for row in BINARY], ids=[row[0] for row in BINARY]
)
def test_a_legal_message_in_binary_mode_is_read(
    headers: dict[str, str], body: bytes, media_type: str | None, expected: Delivery
) -> None:
    assert taken(read_binary({**HEADERS, **headers}.items(), body, media_type)) == expected


@pytest.mark.parametrize(
    ("headers", "body", "media_type", "sentence"),
    [row[1:] for row in BINARY_REFUSED],
    ids=[row[0] for row in BINARY_REFUSED],
)
def test_an_illegal_message_in_binary_mode_is_refused(
    headers: dict[str, str], body: bytes, media_type: str | None, sentence: str
) -> None:
    item = read_binary({**HEADERS, **headers}.items(), body, media_type)
    assert str(item.refused).startswith(sentence)
    assert body in item.raw


def test_a_header_that_comes_twice_is_refused() -> None:
    item = read_binary([*HEADERS.items(), ("id", "5")], BODY, JSON)
    assert str(item.refused) == "the event has the key id twice"


@pytest.mark.parametrize(
    ("raw", "media_type", "found"),
    [
        (b"[]", None, []),
        (b"[" + line() + b"]", "application/cloudevents-batch+json; charset=UTF-8", [READ]),
        (b"[" + line(specversion="0.9") + b"," + line() + b"]", None, [NOT + "specversion", READ]),
        (b'["not an object",' + line() + b"]", None, ["the line is JSON, but not one CloudEvent", READ]),
        (b"[" + line(id=...) + b"]", None, [NOT + "id is missing"]),
        (line(), None, ["a batch is a JSON list of CloudEvents"]),
        (b"[" + line() + b",", None, [READ, "from here on the list is not JSON"]),
        (b"[]", "application/cloudevents-batch+json; charset=ebcdic", ["the charset 'ebcdic' is not read"]),
        ("[]".encode("utf-16"), "application/cloudevents-batch+json; charset=utf-16", []),
    ],
)
def test_each_event_of_a_batch_is_taken_or_refused_alone(
    raw: bytes, media_type: str | None, found: list[Delivery | str]
) -> None:
    items = read_batch(raw, media_type)
    assert len(items) == len(found)
    for item, expected in zip(items, found, strict=True):
        if isinstance(expected, str):
            assert str(item.refused).startswith(expected)
        else:
            assert taken(item) == expected


@pytest.mark.parametrize(
    ("codec", "media_type"),
    [("utf-8", None), ("utf-8", "application/cloudevents+json; charset=utf-8"), ("utf-16", "a/json; charset=utf-16")],
)
def test_an_event_comes_in_the_character_set_of_its_message(codec: str, media_type: str | None) -> None:
    raw = line(ext="€").decode().encode(codec)
    assert taken(read_event(raw, media_type)) == along(ext="€")


def test_the_matrix_is_large_and_each_case_has_a_name_of_its_own() -> None:
    names = [
        [row[0] for row in LEGAL],
        [row[0] for row in ILLEGAL],
        [row[0] for row in BINARY],
        [row[0] for row in BINARY_REFUSED],
    ]
    assert sum(map(len, names)) >= 60
    assert all(len(set(cases)) == len(cases) for cases in names)
