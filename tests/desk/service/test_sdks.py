"""Producers that are written with the published CloudEvents SDKs: `recoup serve` takes what their defaults send."""

import http.client
import json
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import httpx
import orjson
import pytest
from cloudevents.core.bindings.http import HTTPMessage, to_binary_event, to_structured_event
from cloudevents.core.formats.json import JSONFormat
from cloudevents.core.v1.event import CloudEvent
from cloudevents.v1.conversion import to_binary as to_binary_v1
from cloudevents.v1.conversion import to_structured as to_structured_v1
from cloudevents.v1.http import CloudEvent as CloudEventV1

from desk.service.intake import BATCH
from ledger.feeds.cloudevents import read, write
from ledger.verify.verifier import Verifier
from tests.desk.service.conftest import Served, serving
from tests.desk.service.devices import Device, enrol
from tests.ledgers import rows

pytestmark = pytest.mark.slow

ROOT: Final = Path(__file__).parents[3]
DEVICE: Final = Device("BAC-1", [])
DAY: Final = "BAC-1/2026-01-17"
TRACE: Final = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
ROUND: Final[list[dict[str, Any]]] = [
    {"type": "table.opened.v1", "subject": DAY, "data": {"game": "baccarat", "rulebook": "dcb", "currency": "EUR"}},
    {"type": "round.opened.v1", "subject": f"{DAY}/1"},
    {
        "type": "wager.placed.v1",
        "subject": f"{DAY}/1",
        "data": {"wager": "w1", "player": "P-1", "kind": "punto", "stake_minor": 2500},
    },
    {"type": "round.bets_closed.v1", "subject": f"{DAY}/1", "data": {}},
    {"type": "card.dealt.v1", "subject": f"{DAY}/1", "data": {"card": "8h", "place": "punto"}, "traceparent": TRACE},
    {"type": "card.dealt.v1", "subject": f"{DAY}/1", "data": {"card": "9s", "place": "banco"}, "partitionkey": "BAC 1 €"},
]
EVENTS: Final = [event | {"source": DEVICE.source, "sequence": str(number)} for number, event in enumerate(ROUND, 1)]
"""What a producer must say itself; id, time and version are the SDK's."""
EXTENSIONS: Final = [None, None, None, None, {"traceparent": TRACE}, {"partitionkey": "BAC 1 €"}]

Send = Callable[[Served, Mapping[str, str], bytes], dict[str, Any]]


@pytest.fixture
def house(blank_sqlite: str) -> Iterator[Served]:
    """A service at which the table may deliver."""
    enrol(blank_sqlite, [DEVICE])
    with serving(blank_sqlite) as served:
        yield served


def by_httpx(served: Served, headers: Mapping[str, str], body: bytes) -> dict[str, Any]:
    answer = httpx.post(f"{served.origin}/feeds/{DEVICE.source}", content=body, headers=signed_in(headers))
    assert answer.status_code == httpx.codes.OK, answer.text
    answered: dict[str, Any] = answer.json()
    return answered


def by_the_standard_library(served: Served, headers: Mapping[str, str], body: bytes) -> dict[str, Any]:
    connection = http.client.HTTPConnection(served.origin.removeprefix("http://"), timeout=30)
    connection.request("POST", f"/feeds/{DEVICE.source}", body, signed_in(headers))
    with connection.getresponse() as answer:
        answered: dict[str, Any] = json.loads(answer.read())
    connection.close()
    return answered


def signed_in(headers: Mapping[str, str]) -> dict[str, str]:
    return {**headers, "Authorization": f"Bearer {DEVICE.token}"}


def check_recorded(served: Served, answers: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the entries: each event was recorded as it was sent, with what came along, and the record verifies."""
    assert [each["outcome"] for answer in answers for each in answer["outcomes"]] == ["recorded"] * len(EVENTS), answers
    stored = [orjson.loads(row["state"]) for row in rows(served.url) if row["source"] == DEVICE.source]
    assert [entry["topic"] for entry in stored] == [event["type"] for event in EVENTS]
    assert [entry["subject"] for entry in stored] == [event["subject"] for event in EVENTS]
    assert [entry["sequence"] for entry in stored] == list(range(1, len(EVENTS) + 1))
    for entry, event in zip(stored, EVENTS, strict=True):
        assert entry["data"].items() >= event.get("data", {}).items()
    assert [entry.get("extensions") for entry in stored] == EXTENSIONS
    assert all(entry["time"].endswith("Z") for entry in stored)
    assert len({entry["id"] for entry in stored}) == len(EVENTS)
    assert Verifier(served.ledger).run().misfits == []
    return stored


def _core_binary(attributes: dict[str, Any], data: Any) -> HTTPMessage:
    return to_binary_event(CloudEvent(attributes, data))


def _core_structured(attributes: dict[str, Any], data: Any) -> HTTPMessage:
    return to_structured_event(CloudEvent(attributes, data))


def _v1_binary(attributes: dict[str, Any], data: Any) -> HTTPMessage:
    return HTTPMessage(*to_binary_v1(CloudEventV1(attributes, data)))


def _v1_structured(attributes: dict[str, Any], data: Any) -> HTTPMessage:
    return HTTPMessage(*to_structured_v1(CloudEventV1(attributes, data)))


@pytest.mark.parametrize("send", [by_httpx, by_the_standard_library])
@pytest.mark.parametrize("make_message", [_core_binary, _core_structured])
def test_the_python_sdk_with_its_defaults(
    house: Served, make_message: Callable[[dict[str, Any], Any], HTTPMessage], send: Send
) -> None:
    messages = [make_message(*apart(event)) for event in EVENTS]
    assert all("content-type" not in each.headers for each in messages) == (make_message is _core_binary)
    answers = [send(house, each.headers, each.body) for each in messages]
    check_recorded(house, answers)
    again = [send(house, each.headers, each.body) for each in messages]
    assert [each["outcome"] for answer in again for each in answer["outcomes"]] == ["known"] * len(EVENTS)


@pytest.mark.parametrize("make_message", [_v1_binary, _v1_structured])
def test_the_python_sdk_s_earlier_interface(
    house: Served, make_message: Callable[[dict[str, Any], Any], HTTPMessage]
) -> None:
    messages = [make_message(*apart(event)) for event in EVENTS if "partitionkey" not in event]
    answers = [by_httpx(house, each.headers, each.body) for each in messages]
    assert [each["outcome"] for answer in answers for each in answer["outcomes"]] == ["recorded"] * (len(EVENTS) - 1)


@pytest.mark.parametrize("make_message", [_core_binary, _core_structured])
def test_the_python_sdk_with_attributes_and_bytes_of_one_s_own(
    house: Served, make_message: Callable[[dict[str, Any], Any], HTTPMessage]
) -> None:
    """A time with an offset, a media type with a character set, a schema, and data that are bytes already."""
    own = {
        "id": "17",
        "time": datetime(2026, 1, 17, 20, 0, 0, 250_000, tzinfo=UTC),
        "datacontenttype": "application/vnd.maker+json; charset=utf-8",
        "dataschema": "https://maker.example/schemas/table.json",
    }
    attributes, data = apart(EVENTS[0])
    message = make_message({**attributes, **own}, orjson.dumps(data))
    assert by_httpx(house, message.headers, message.body)["outcomes"] == [
        {"id": "17", "outcome": "recorded", "reason": None}
    ]
    (stored,) = [orjson.loads(row["state"]) for row in rows(house.url) if row["source"] == DEVICE.source]
    assert stored["time"] == "2026-01-17T20:00:00.250000Z"
    assert stored["data"].items() >= data.items()


def apart(event: dict[str, Any]) -> tuple[dict[str, Any], Any]:
    """An event's attributes, and its data or None."""
    return {name: value for name, value in event.items() if name != "data"}, event.get("data")


def test_a_batch_of_the_python_sdk_s_events(house: Served) -> None:
    batch = b"[" + b",".join(JSONFormat().write(CloudEvent(*apart(event))) for event in EVENTS) + b"]"
    check_recorded(house, [by_httpx(house, {"Content-Type": BATCH}, batch)])


def test_the_python_sdk_reads_what_the_ledger_writes() -> None:
    delivery = read(orjson.dumps({"specversion": "1.0", "id": "1", "time": "2026-01-17T20:00:00Z", **EVENTS[4]}))
    event = JSONFormat().read(None, write(delivery))
    assert (event.get_type(), event.get_source(), event.get_subject()) == ("card.dealt.v1", DEVICE.source, f"{DAY}/1")
    assert orjson.loads(write(delivery))["data"] == event.get_data()
    assert (event.get_extension("traceparent"), event.get_extension("sequence")) == (TRACE, "5")
    assert event.get_time() == datetime(2026, 1, 17, 20, tzinfo=UTC)


@pytest.mark.parametrize("mode", ["default", "BINARY", "STRUCTURED", "BATCH"])
def test_the_javascript_sdk_with_its_defaults(house: Served, mode: str) -> None:
    """Its binary mode writes values into headers as they are, so what is not ASCII is encoded by the producer there."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node")
    if not (ROOT / "node_modules" / "cloudevents").is_dir():
        pytest.skip("the JavaScript SDK is not installed; `make scripts` installs it")
    key = "BAC 1 €" if mode in ("STRUCTURED", "BATCH") else '"BAC 1 %E2%82%AC"'
    events = [event | ({"partitionkey": key} if "partitionkey" in event else {}) for event in EVENTS]
    url = f"{house.origin}/feeds/{DEVICE.source}"
    asked = json.dumps({"url": url, "token": DEVICE.token, "mode": mode, "events": events})
    script = Path(__file__).with_name("sdk_events.js")
    ran = subprocess.run([node, script], input=asked, capture_output=True, text=True, check=False, timeout=60)
    assert (ran.returncode, ran.stderr) == (0, "")
    check_recorded(house, [json.loads(answer) for answer in ran.stdout.splitlines()])
