"""Signed requests (RFC 9421) as an attacker alters them, over a line: each is refused, and nothing is recorded."""

import http.client
import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Final

import httpx
import orjson
import pytest

from desk.opening import open_or_create
from desk.service.intake import STRUCTURED
from ledger.events.roster import SourceEnrolled
from tests.desk.service.conftest import Served, serving
from tests.desk.service.test_feeds import COVERED, EVENTS, signed_request
from tests.ledger.roster.people import begin, confirmed, key_of
from tests.ledgers import rows

pytestmark = pytest.mark.slow

SOURCE: Final = "shoe/7"
PATH: Final = f"/feeds/{SOURCE}"
EVENT: Final = orjson.dumps(orjson.loads(EVENTS[0]) | {"source": SOURCE})
Headers = list[tuple[str, str]]
Change = Callable[[Headers], Headers]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A service at which two sources may deliver that sign their requests; one has, as it should."""
    url = f"sqlite:///{tmp_path_factory.mktemp('signed') / 'recoup.db'}"
    with open_or_create(url) as ledger:
        begin(ledger)
        for source, key in ((SOURCE, "shoe"), ("shoe/8", "wheel")):
            enrolled = SourceEnrolled(by="M1", source=source, since="2026-01-01", key=key_of(key).public)
            assert confirmed(ledger, "M1", enrolled, "M2").refused is None
    with serving(url) as served:
        assert (
            answered(served, headers_of(signed_request(EVENT, {"Content-Type": STRUCTURED}, origin=served.origin))) == 200
        )
        yield served


def in_input(pattern: str, by: str) -> Change:
    """A change of what the signature says of itself."""
    return lambda headers: [
        (name, re.sub(pattern, by, value) if name == "signature-input" else value) for name, value in headers
    ]


def with_header(name: str, value: str) -> Change:
    return lambda headers: [(other, value if other == name else old) for other, old in headers]


def added(name: str, value: str) -> Change:
    return lambda headers: [*headers, (name, value)]


def without(name: str) -> Change:
    return lambda headers: [each for each in headers if each[0] != name]


CHANGES: Final[dict[str, Change]] = {
    "no signature": without("signature"),
    "no signature input": without("signature-input"),
    "no digest": without("content-digest"),
    "a digest of another body": with_header("content-digest", "sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:"),
    "a digest by an algorithm that there is none of": with_header("content-digest", "md5=:1B2M2Y8AsgTpgAmY7PhCfg==:"),
    "a digest that is none": with_header("content-digest", "sha-256"),
    "a signature of nothing": with_header("signature", "pyhms=::"),
    "a signature that is no field": with_header("signature", "pyhms=:not base64"),
    "a signature with another label": with_header("signature", "other=:AAAA:"),
    "an input that is no field": with_header("signature-input", 'pyhms=("@method"'),
    "an input without components": in_input(r"\(.*?\)", "()"),
    "an input of 500 labels": with_header("signature-input", ", ".join(f'a{n}=("@method")' for n in range(500))),
    "another algorithm": in_input("ed25519", "hmac-sha256"),
    "no algorithm that there is": in_input("ed25519", "none"),
    "the key of another source": in_input(r'keyid="[^"]*"', f'keyid="{key_of("wheel").fingerprint}"'),
    "a key that is not known": in_input(r'keyid="[^"]*"', 'keyid="SHA256:x"'),
    "no key": in_input(r';keyid="[^"]*"', ""),
    "made in the year 1": in_input(r"created=\d+", "created=-62135596800"),
    "made beyond all years": in_input(r"created=\d+", "created=999999999999999"),
    "made at a fraction": in_input(r"created=\d+", "created=1.5"),
    "made at a text": in_input(r"created=\d+", 'created="now"'),
    "made twice": in_input(r"(created=\d+)", r"\1;created=1"),
    "over": in_input(r"(created=\d+)", r"\1;expires=1"),
    "a component left out": in_input('"@authority" ', ""),
    "components in another order": in_input('"@method" "@authority"', '"@authority" "@method"'),
    "a component twice": in_input('"@method"', '"@method" "@method"'),
    "a component of the answer": in_input('"@method"', '"@method";req'),
    "a component that there is none of": in_input('"@method"', '"@method" "@nothing"'),
    "a header that is not there": in_input('"@method"', '"@method" "x-none"'),
    "another type": with_header("content-type", "application/cloudevents-batch+json"),
    "an attribute that is not signed": added("ce-id", "other"),
    "a second signature": added("signature", "pyhms=:AAAA:"),
    "a second input": added("signature-input", 'pyhms=("@method");created=1'),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_changed_request_is_refused(change: Change, house: Served) -> None:
    signed = signed_request(EVENT, {"Content-Type": STRUCTURED}, origin=house.origin)
    assert answered(house, change(headers_of(signed))) in (400, 401)
    assert recorded(house) == 1


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("PUT", PATH),
        ("POST", "/feeds/shoe/8"),
        ("POST", "/feeds//shoe/7"),
        ("POST", "/feeds/shoe%2F7"),
        ("POST", "/feeds/x/../shoe/7"),
        ("POST", "/feeds/SHOE/7"),
        ("POST", f"{PATH}/"),
    ],
)
def test_a_signature_is_for_one_address(method: str, path: str, house: Served) -> None:
    signed = signed_request(EVENT, {"Content-Type": STRUCTURED}, origin=house.origin)
    assert answered(house, headers_of(signed), method=method, path=path) in (400, 401, 404, 405, 429)
    assert recorded(house) == 1


@pytest.mark.parametrize("age", [timedelta(minutes=6), timedelta(days=-1), timedelta(seconds=-30)])
def test_a_signature_is_for_a_moment(age: timedelta, house: Served) -> None:
    signed = signed_request(EVENT, {"Content-Type": STRUCTURED}, age=age, origin=house.origin)
    assert answered(house, headers_of(signed)) in (401, 429)
    assert recorded(house) == 1


def test_what_is_signed_alone_counts_of_a_binary_event(house: Served) -> None:
    """Its attributes are headers: one that is signed and another that takes its place."""
    event = orjson.loads(EVENT)
    data = orjson.dumps(event.pop("data"))
    headers = {"Content-Type": "application/json", **{f"ce-{name}": str(value) for name, value in event.items()}}
    names = tuple(name for name in headers if name.startswith("ce-"))
    signed = headers_of(signed_request(data, headers, (*COVERED, *names), origin=house.origin))
    for change in (with_header("ce-id", "other"), with_header("ce-type", "card.burned.v1"), without("ce-subject")):
        assert answered(house, change(signed), body=data) in (400, 401, 429)
    assert recorded(house) == 1


def headers_of(request: httpx.Request) -> Headers:
    kept = ("content-type", "content-digest", "signature", "signature-input")
    return [(name, value) for name, value in request.headers.items() if name in kept or name.startswith("ce-")]


def answered(house: Served, headers: Headers, *, method: str = "POST", path: str = PATH, body: bytes = EVENT) -> int:
    """The status of the answer to a request that is sent as it stands."""
    connection = http.client.HTTPConnection(house.origin.removeprefix("http://"), timeout=30)
    connection.putrequest(method, path, skip_accept_encoding=True)
    for name, value in (*headers, ("content-length", str(len(body)))):
        connection.putheader(name, value)
    connection.endheaders(body)
    with connection.getresponse() as answer:
        status, text = answer.status, answer.read().decode()
    connection.close()
    assert "Traceback" not in text
    return status


def recorded(house: Served) -> int:
    """How many entries there are of the source: the one that was sent as it should."""
    return sum(row["source"] == SOURCE for row in rows(house.url))
