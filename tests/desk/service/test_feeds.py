"""Feeds over HTTP, as the house's devices send them: who may, what becomes of each event, and what a monitor sees of it."""

import asyncio
import gzip
import json
import logging
import re
import shutil
import subprocess
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import httpx
import orjson
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from http_message_signatures import HTTPMessageSigner, HTTPSignatureKeyResolver, algorithms
from prometheus_client.parser import text_string_to_metric_families

from desk.opening import open_or_create
from desk.service import intake
from desk.service.app import served_application
from desk.service.intake import BATCH, STRUCTURED, FeedQueue, QueueFull
from desk.service.observing import REQUEST_ID, log_as_json
from desk.service.settings import ServiceSettings
from ledger.acts.roster import SourceProof
from ledger.application import Ledger
from ledger.errors import UnusableLedger
from ledger.events.roster import SourceEnrolled, SourceRevoked
from ledger.feeds.cloudevents_http import read_event
from ledger.feeds.intake import ItemAnswer, SentItems
from ledger.ingest import IngestOutcome
from ledger.merkle import digest
from projections.following.read_models import open_read_models
from tests.desk import floor
from tests.desk.service.test_house_guard import in_a_loop
from tests.ledger.roster.people import begin, confirmed, key_of
from tests.ledgers import as_cloudevents, everything

ORIGIN: Final = "http://localhost:1"
TABLE: Final = "table/BAC-1"
TOKEN: Final = "the table's token, which nobody guesses"
EVENTS: Final = [line for line in as_cloudevents(floor.TRANSCRIPT).splitlines() if orjson.loads(line)["source"] == TABLE]
BEARER: Final = {"Authorization": f"Bearer {TOKEN}"}
ADDRESS: Final = ("127.0.0.1", 50_000)

Asking = Callable[[httpx.AsyncClient], Coroutine[Any, Any, None]]


@pytest.fixture
def house(ledger_url: str) -> str:
    """A ledger whose table is enrolled with a token, and a second source with a key."""
    with open_or_create(ledger_url) as ledger:
        begin(ledger)
        for enrolled in (
            SourceEnrolled(by="M1", source=TABLE, since="2026-01-01", tables=("BAC-1",), token=digest(TOKEN.encode())),
            SourceEnrolled(by="M1", source="shoe/7", since="2026-01-01", key=key_of("shoe").public),
            SourceEnrolled(by="M1", source="late/1", since="2099-01-01", token=digest(TOKEN.encode())),
        ):
            assert confirmed(ledger, "M1", enrolled, "M2").refused is None
    return ledger_url


@contextmanager
def service(url: str, **settings: Any) -> Iterator[Any]:
    """The service on a ledger."""
    with open_or_create(url) as ledger, open_read_models(ledger) as engine:
        yield served_application(ledger, engine, ServiceSettings(origin=ORIGIN, **settings))


def ask(url: str, asking: Asking, address: tuple[str, int] = ADDRESS, **settings: Any) -> None:
    """Asks the service without a line."""

    async def with_client(app: Any) -> None:
        transport = httpx.ASGITransport(app, raise_app_exceptions=False, client=address)
        async with httpx.AsyncClient(base_url=ORIGIN, transport=transport) as client:
            await asking(client)

    with service(url, **settings) as app:
        in_a_loop(with_client(app))


def batch(events: list[bytes]) -> bytes:
    return b"[" + b",".join(events) + b"]"


def outcomes(answer: httpx.Response) -> list[str]:
    assert answer.status_code == 200, answer.text
    return [each["outcome"] for each in answer.json()["outcomes"]]


def test_each_event_is_answered_for_itself_in_every_mode(house: str) -> None:
    async def asking(client: httpx.AsyncClient) -> None:
        first = await client.post(f"/feeds/{TABLE}", content=EVENTS[0], headers={**BEARER, "Content-Type": STRUCTURED})
        assert first.json() == {"outcomes": [{"id": orjson.loads(EVENTS[0])["id"], "outcome": "recorded", "reason": None}]}
        changed = orjson.loads(EVENTS[0]) | {"time": "2026-01-17T18:00:00Z"}
        mixed = [EVENTS[0], *EVENTS[1:5], orjson.dumps(changed), b'{"no": "event"}']
        answer = await client.post(f"/feeds/{TABLE}", content=batch(mixed), headers={**BEARER, "Content-Type": BATCH})
        assert outcomes(answer) == ["known", *["recorded"] * 4, "conflicting", "quarantined"]
        assert "stays" in answer.json()["outcomes"][5]["reason"]
        assert "not a CloudEvent" in answer.json()["outcomes"][6]["reason"]
        event = orjson.loads(EVENTS[5])
        data = orjson.dumps(event.pop("data"))
        headers = {
            **BEARER,
            "Content-Type": "application/json",
            **{f"ce-{name}": str(value) for name, value in event.items()},
        }
        headers = {name: value for name, value in headers.items() if name != "ce-datacontenttype"}
        assert outcomes(await client.post(f"/feeds/{TABLE}", content=data, headers=headers)) == ["recorded"]
        again = await client.post(f"/feeds/{TABLE}", content=batch(EVENTS), headers={**BEARER, "Content-Type": BATCH})
        assert set(outcomes(again)[:6]) == {"known"}

    ask(house, asking)
    events, refused = everything(house)
    assert len([row for row in events if row["source"] == TABLE]) == len(EVENTS)
    assert [row["bytes"] for row in refused][1] == b'{"no": "event"}'


def test_what_was_sent_over_http_is_on_record_as_if_it_came_in_a_file(house: str) -> None:
    async def asking(client: httpx.AsyncClient) -> None:
        for event in EVENTS:
            answer = await client.post(f"/feeds/{TABLE}", content=event, headers={**BEARER, "Content-Type": STRUCTURED})
            assert outcomes(answer) == ["recorded"]

    ask(house, asking)
    stored = [orjson.loads(row["state"]) for row in everything(house)[0] if row["source"] == TABLE]
    sent = [orjson.loads(event) for event in EVENTS]
    assert [entry["id"] for entry in stored] == [event["id"] for event in sent]
    assert [entry["data"] for entry in stored] == [event["data"] for event in sent]


def test_nobody_feeds_without_showing_that_they_are_the_source(house: str) -> None:
    async def asking(client: httpx.AsyncClient) -> None:
        for source, headers in (
            (TABLE, {}),
            (TABLE, {"Authorization": "Bearer of something else"}),
            (TABLE, {"Authorization": f"Basic {TOKEN}"}),
            ("camera/3", BEARER),
            ("shoe/7", BEARER),
            ("", BEARER),
        ):
            answer = await client.post(
                f"/feeds/{source}", content=EVENTS[0], headers={**headers, "Content-Type": STRUCTURED}
            )
            assert (answer.status_code, "www-authenticate" in answer.headers) == (401, True), source
            assert TOKEN not in answer.text

    ask(house, asking)
    assert everything(house)[1] == []


def test_who_guesses_tokens_is_told_to_wait(house: str) -> None:
    async def asking(client: httpx.AsyncClient) -> None:
        answers = [await client.post(f"/feeds/{TABLE}", headers={"Authorization": f"Bearer {n}"}) for n in range(70)]
        assert {answer.status_code for answer in answers[:60]} == {401}
        assert (answers[-1].status_code, answers[-1].headers["retry-after"]) == (429, "60")
        good = await client.post(f"/feeds/{TABLE}", content=EVENTS[0], headers={**BEARER, "Content-Type": STRUCTURED})
        assert outcomes(good) == ["recorded"], "whoever has the token is not kept out by others"

    ask(house, asking)


def test_outside_its_remit_a_source_is_quarantined(house: str) -> None:
    async def asking(client: httpx.AsyncClient) -> None:
        other = orjson.loads(EVENTS[0]) | {"subject": "BAC-9/2026-01-17", "id": "x", "sequence": "900"}
        other.pop("table", None)
        of_another = orjson.loads(EVENTS[0]) | {"source": "shoe/7"}
        content = batch([orjson.dumps(other), orjson.dumps(of_another), *EVENTS[:2]])
        answer = await client.post(f"/feeds/{TABLE}", content=content, headers={**BEARER, "Content-Type": BATCH})
        assert outcomes(answer) == ["quarantined", "quarantined", "recorded", "recorded"]
        assert "enrolled for BAC-1, not for BAC-9" in answer.json()["outcomes"][0]["reason"]
        assert "table/BAC-1 delivers here" in answer.json()["outcomes"][1]["reason"]
        with Ledger(house) as ledger:
            filed = [(entry.subject, getattr(entry.event, "source", None)) for entry, _ in ledger.quarantine()]
        assert filed == [("refusals", "table/BAC-1")] * 2, "under its sender, and no word of the table that it names"
        early = orjson.loads(EVENTS[0]) | {"source": "late/1"}
        answer = await client.post(
            "/feeds/late/1", content=orjson.dumps(early), headers={**BEARER, "Content-Type": STRUCTURED}
        )
        assert outcomes(answer) == ["quarantined"]
        assert "enrolled from 2099-01-01" in answer.json()["outcomes"][0]["reason"]

    ask(house, asking)


def test_a_revoked_source_is_out_at_once(house: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(intake, "SOURCES_SECONDS", 3600)

    async def asking(client: httpx.AsyncClient) -> None:
        headers = {**BEARER, "Content-Type": STRUCTURED}
        assert outcomes(await client.post(f"/feeds/{TABLE}", content=EVENTS[0], headers=headers)) == ["recorded"]
        with open_or_create(house) as ledger:
            assert confirmed(ledger, "M1", SourceRevoked(by="M1", source=TABLE), "M2").refused is None
        answer = await client.post(f"/feeds/{TABLE}", content=EVENTS[1], headers=headers)
        assert outcomes(answer) == ["quarantined"]
        assert "it was revoked" in answer.json()["outcomes"][0]["reason"]
        monkeypatch.setattr(intake, "SOURCES_SECONDS", -1)
        assert (await client.post(f"/feeds/{TABLE}", content=EVENTS[1], headers=headers)).status_code == 401

    ask(house, asking)


def test_a_table_s_opening_may_come_later_in_the_same_batch_and_else_in_another(house: str) -> None:
    async def asking(client: httpx.AsyncClient) -> None:
        headers = {**BEARER, "Content-Type": BATCH}
        early = await client.post(f"/feeds/{TABLE}", content=batch(EVENTS[3:5]), headers=headers)
        assert outcomes(early) == ["quarantined", "quarantined"]
        assert "never opened" in early.json()["outcomes"][0]["reason"]
        turned = await client.post(f"/feeds/{TABLE}", content=batch([EVENTS[2], EVENTS[0], EVENTS[1]]), headers=headers)
        assert outcomes(turned) == ["recorded"] * 3
        again = await client.post(f"/feeds/{TABLE}", content=batch(EVENTS[3:5]), headers=headers)
        assert outcomes(again) == ["recorded"] * 2

    ask(house, asking)


class _Signing(HTTPSignatureKeyResolver):
    """A device's own key."""

    def resolve_private_key(self, key_id: str) -> Ed25519PrivateKey:  # noqa: ARG002 - the library names it
        return key_of("shoe").private

    def resolve_public_key(self, key_id: str) -> Ed25519PublicKey:
        raise NotImplementedError


COVERED: Final = ("@method", "@authority", "@path", "content-type", "content-digest")


def signed_request(
    content: bytes,
    headers: dict[str, str],
    covered: tuple[str, ...] = COVERED,
    *,
    age: timedelta = timedelta(0),
    origin: str = ORIGIN,
) -> httpx.Request:
    """What a device sends that signs its requests by RFC 9421."""
    request = httpx.Request("POST", f"{origin}/feeds/shoe/7", content=content, headers=headers)
    HTTPMessageSigner(signature_algorithm=algorithms.ED25519, key_resolver=_Signing()).sign(
        request,
        key_id=key_of("shoe").fingerprint,
        covered_component_ids=covered,
        created=datetime.now(UTC) - age,
        body=content if "content-digest" in covered else None,
    )
    return request


def test_a_source_with_a_key_signs_its_requests(house: str) -> None:
    async def asking(client: httpx.AsyncClient) -> None:
        opening = await client.post(f"/feeds/{TABLE}", content=EVENTS[0], headers={**BEARER, "Content-Type": STRUCTURED})
        assert outcomes(opening) == ["recorded"]
        event = orjson.loads(EVENTS[1]) | {"source": "shoe/7"}
        structured = {"Content-Type": STRUCTURED}
        sent = signed_request(orjson.dumps(event), structured)
        assert outcomes(await client.send(sent)) == ["recorded"]
        assert outcomes(await client.send(sent)) == ["known"], "who sends it again does no harm"
        changed = signed_request(orjson.dumps(event), structured)
        other = httpx.Request("POST", changed.url, content=orjson.dumps(event | {"id": "other"}), headers=changed.headers)
        other.headers["Content-Length"] = str(len(other.content))
        for refused in (
            other,
            signed_request(orjson.dumps(event), structured, ("@method", "@path", "content-type")),
            signed_request(orjson.dumps(event), structured, age=timedelta(minutes=10)),
            httpx.Request("POST", changed.url, content=orjson.dumps(event), headers=structured),
        ):
            assert (await client.send(refused)).status_code == 401
        data = orjson.dumps(event.pop("data"))
        event.pop("datacontenttype", None)
        attributes = {f"ce-{name}": str(value) for name, value in (event | {"id": "binary", "sequence": "77"}).items()}
        headers = {"Content-Type": "application/json", **attributes}
        assert (await client.send(signed_request(data, headers))).status_code == 401, "the attributes are not signed"
        assert outcomes(await client.send(signed_request(data, headers, (*COVERED, *attributes)))) == ["recorded"]

    ask(house, asking)


def test_what_is_signed_for_another_house_or_at_another_time_is_refused(house: str) -> None:
    """With the header of this house or of the other one; and a device whose clock is ahead, or that says no time."""
    event = orjson.dumps(orjson.loads(EVENTS[0]) | {"source": "shoe/7"})
    structured = {"Content-Type": STRUCTURED}

    async def asking(client: httpx.AsyncClient) -> None:
        for elsewhere in ("http://other.example", "http://localhost:2"):
            captured = signed_request(event, structured, origin=elsewhere)
            relayed = httpx.Request("POST", f"{ORIGIN}/feeds/shoe/7", content=event, headers=captured.headers)
            assert relayed.headers["host"] == elsewhere.removeprefix("http://")
            assert (await client.send(relayed)).status_code == 401
            relayed.headers["host"] = ORIGIN.removeprefix("http://")
            assert (await client.send(relayed)).status_code == 401
        for missing in ("@method", "@authority", "@path"):
            left = tuple(name for name in COVERED if name != missing)
            assert (await client.send(signed_request(event, structured, left))).status_code == 401, missing
        for age in (timedelta(minutes=6), timedelta(seconds=-30)):
            assert (await client.send(signed_request(event, structured, age=age))).status_code == 401, age
        timeless = signed_request(event, structured)
        signature_input = timeless.headers["signature-input"]
        timeless.headers["signature-input"] = re.sub(r";created=[0-9]+", "", signature_input)
        assert (await client.send(timeless)).status_code == 401
        assert outcomes(await client.send(signed_request(event, structured))) == ["recorded"]

    ask(house, asking)


def test_a_signed_request_that_is_sent_again_in_its_time_adds_nothing(house: str) -> None:
    async def asking(client: httpx.AsyncClient) -> None:
        sent = signed_request(orjson.dumps(orjson.loads(EVENTS[0]) | {"source": "shoe/7"}), {"Content-Type": STRUCTURED})
        malformed = signed_request(b"not json", {"Content-Type": STRUCTURED})
        assert [outcomes(await client.send(sent)) for _ in range(3)] == [["recorded"], ["known"], ["known"]]
        assert {outcomes(await client.send(malformed))[0] for _ in range(3)} == {"quarantined"}

    ask(house, asking)
    events, refused = everything(house)
    assert len([row for row in events if row["source"] == "shoe/7"]) == 1
    assert len(refused) == 1


@pytest.mark.parametrize(
    ("content", "kind", "status", "kept"),
    [
        (b"not json", STRUCTURED, 200, 1),
        (b"\xff\xfe", STRUCTURED, 200, 1),
        (b"{}", BATCH, 200, 1),
        (b"[{}, {", BATCH, 200, 2),
        (b"[1,2", BATCH, 200, 3),
        (b"[" * 100_000, BATCH, 200, 1),
        (b"{}", "text/plain", 415, 0),
        (b"{}", "application/json", 415, 0),
        (b"[" + b"{}," * 1000 + b"{}]", BATCH, 413, 0),
        (b" " * (4 << 20) + b"{}", STRUCTURED, 413, 0),
        (b'"' + b"x" * (2 << 20) + b'"', STRUCTURED, 200, 1),
        (b"[]", BATCH, 200, 0),
        (b"", STRUCTURED, 200, 1),
    ],
)
def test_malformed_bodies_are_kept_or_refused_in_a_sentence(
    house: str, content: bytes, kind: str, status: int, kept: int
) -> None:
    async def asking(client: httpx.AsyncClient) -> None:
        answer = await client.post(f"/feeds/{TABLE}", content=content, headers={**BEARER, "Content-Type": kind})
        assert answer.status_code == status
        if status == 200:
            assert outcomes(answer) == ["quarantined"] * kept
        else:
            assert answer.json()["detail"].startswith("send ")

    ask(house, asking)
    assert len(everything(house)[1]) == kept


def test_under_pressure_a_source_is_asked_to_come_again(house: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(intake, "MOST_WAITING_ITEMS", 3)

    async def asking(client: httpx.AsyncClient) -> None:
        headers = {**BEARER, "Content-Type": BATCH}
        full = await client.post(f"/feeds/{TABLE}", content=batch(EVENTS[:4]), headers=headers)
        assert (full.status_code, full.headers["retry-after"]) == (429, "1")
        assert (
            outcomes(await client.post(f"/feeds/{TABLE}", content=batch(EVENTS[:3]), headers=headers)) == ["recorded"] * 3
        )

    ask(house, asking)


def test_what_waits_is_recorded_together_and_what_is_too_much_waits_outside() -> None:
    """A recorder that is held up: nine more requests come meanwhile, and all go into one transaction."""
    gate, calls = threading.Event(), list[int]()

    def take_in(sent: list[SentItems]) -> list[list[ItemAnswer]]:
        calls.append(len(sent))
        gate.wait(10)
        recorded: IngestOutcome = "recorded"
        return [[ItemAnswer("x", recorded)] for _ in sent]

    async def run() -> None:
        queue = FeedQueue(take_in)  # type: ignore[arg-type]
        sent = SentItems(TABLE, SourceProof(), [read_event(EVENTS[0])])
        first = asyncio.create_task(queue.record(sent))
        await asyncio.sleep(0.05)
        others = [asyncio.create_task(queue.record(sent)) for _ in range(9)]
        await asyncio.sleep(0.05)
        assert queue.items == 10
        others[3].cancel()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(intake, "MOST_WAITING_BYTES", 10 * len(EVENTS[0]))
            with pytest.raises(QueueFull):
                await queue.record(sent)
        gate.set()
        found = await asyncio.gather(first, *others, return_exceptions=True)
        assert sum(isinstance(each, list) for each in found) == 9
        assert queue.items == 0
        queue.close()

    in_a_loop(run())
    assert calls == [1, 9]


def test_without_a_database_nothing_is_acknowledged(house: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise UnusableLedger("the disk is full")

    async def asking(client: httpx.AsyncClient) -> None:
        headers = {**BEARER, "Content-Type": STRUCTURED}
        with monkeypatch.context() as patch:
            patch.setattr(Ledger, "ingest", fails)
            answer = await client.post(f"/feeds/{TABLE}", content=EVENTS[0], headers=headers)
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "30")
        assert answer.json()["detail"] == "nothing is acknowledged: the disk is full"
        assert outcomes(await client.post(f"/feeds/{TABLE}", content=EVENTS[0], headers=headers)) == ["recorded"]

    ask(house, asking)


def test_without_a_database_nobody_is_taken_for_a_stranger(house: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which sources are enrolled cannot be read either: the device is asked to come again, and told no fault of its own."""

    async def asking(client: httpx.AsyncClient) -> None:
        monkeypatch.setattr(Ledger, "roster", unusable)
        answer = await client.post(f"/feeds/{TABLE}", content=batch(EVENTS[:1]), headers=BEARER | {"Content-Type": BATCH})
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "30")
        assert answer.json()["detail"] == "nothing is acknowledged: the server is away"

    def unusable(*_: object) -> None:
        raise UnusableLedger("the server is away")

    ask(house, asking)


def test_a_monitor_reads_the_figures_with_a_client_of_prometheus(house: str) -> None:
    async def asking(client: httpx.AsyncClient) -> None:
        content = batch([*EVENTS, EVENTS[0], b"{}"])
        await client.post(f"/feeds/{TABLE}", content=content, headers={**BEARER, "Content-Type": BATCH})
        await client.post("/feeds/nobody", headers=BEARER)
        await client.request("MADE-UP", "/feeds/nobody")
        assert (await client.get("/healthz")).text == "ok\n"
        assert (await client.get("/readyz")).text == "ready\n"
        answer = await client.get("/metrics")
        families = {family.name: family for family in text_string_to_metric_families(answer.text)}
        samples = {
            (sample.name, *sample.labels.values()): sample.value
            for family in families.values()
            for sample in family.samples
        }
        assert samples["recoup_ledger_up",] == 1
        assert samples["recoup_feed_events_total", "recorded"] == len(EVENTS)
        assert samples["recoup_feed_events_total", "known"] == 1
        assert samples["recoup_feed_events_total", "quarantined"] == 1
        assert samples["recoup_feed_requests_refused_total", "unauthorised"] == 1
        assert samples["recoup_quarantined_total", "delivery.quarantined.v2"] == 1
        assert samples["recoup_entries_total",] == len(everything(house)[0])
        assert samples["recoup_entries_not_ruled_on",] > 0
        assert samples["recoup_request_seconds_count", "POST", "/feeds/{source:path}", "200"] == 1
        assert "process_cpu_seconds_total" in answer.text
        assert "MADE-UP" not in answer.text
        assert answer.headers["x-content-type-options"] == "nosniff"
        if shutil.which("promtool"):
            checked = subprocess.run(
                ["promtool", "check", "metrics"], input=answer.content, capture_output=True, check=False
            )
            assert (checked.returncode, checked.stdout + checked.stderr) == (0, b"")

    ask(house, asking)


def test_figures_are_for_monitors_and_health_for_everybody(house: str) -> None:
    async def from_elsewhere(client: httpx.AsyncClient) -> None:
        assert (await client.get("/metrics")).status_code == 403
        assert (await client.get("/healthz")).status_code == 200

    async def from_the_monitor(client: httpx.AsyncClient) -> None:
        assert (await client.get("/metrics")).status_code == 200

    ask(house, from_elsewhere, ("10.1.2.3", 1))
    ask(house, from_the_monitor, ("10.1.2.3", 1), monitors=["10.1.0.0/16"])


def test_every_request_leaves_a_line_with_its_id_and_nothing_of_its_query(
    house: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = logging.root.handlers[:]

    async def asking(client: httpx.AsyncClient) -> None:
        answer = await client.get("/?player=P-1", headers={REQUEST_ID: "proxy-17"})
        assert answer.headers[REQUEST_ID] == "proxy-17"
        assert len((await client.get("/sign-in", headers={REQUEST_ID: "no {id}"})).headers[REQUEST_ID]) == 32
        await client.get("/healthz")

    try:
        log_as_json()
        ask(house, asking)
        lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    finally:
        logging.root.handlers[:] = before
    lines = [line for line in lines if line["logger"] == "recoup.requests"]
    assert [(line["request"], line["path"], line["status"]) for line in lines][:1] == [("proxy-17", "/", 303)]
    assert len(lines) == 2, "a probe leaves no line"
    assert "P-1" not in str(lines)


def test_a_service_whose_ledger_is_away_lives_and_is_not_ready(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'recoup.db'}"
    with open_or_create(url) as ledger:
        begin(ledger)

    async def asking(client: httpx.AsyncClient) -> None:
        assert (await client.get("/readyz")).status_code == 200
        for file in tmp_path.glob("recoup.db*"):
            file.rename(file.with_suffix(".away"))
        assert (await client.get("/healthz")).status_code == 200
        assert (await client.get("/readyz")).status_code == 503

    ask(url, asking)


def test_a_request_that_says_in_two_ways_where_it_ends_is_refused(house: str) -> None:
    async def asking(client: httpx.AsyncClient) -> None:
        good = {**BEARER, "Content-Type": STRUCTURED}
        for more in ([("Content-Length", "5"), ("Transfer-Encoding", "chunked")], [("Content-Length", "5")] * 2):
            for path in (f"/feeds/{TABLE}", "/sign-in"):
                answer = await client.post(path, content=EVENTS[0], headers=[*good.items(), *more])
                assert (answer.status_code, answer.headers["connection"]) == (400, "close")
                assert answer.json()["detail"].startswith("a request says in one way where it ends")

    ask(house, asking)
    assert everything(house)[0] == [row for row in everything(house)[0] if row["source"] != TABLE]


def test_an_encoded_body_is_refused(house: str) -> None:
    async def asking(client: httpx.AsyncClient) -> None:
        for encoding, status in (("gzip", 415), ("x-gzip", 415), ("identity", 200)):
            body = gzip.compress(EVENTS[0]) if "gzip" in encoding else EVENTS[0]
            headers = {**BEARER, "Content-Type": STRUCTURED, "Content-Encoding": encoding}
            answer = await client.post(f"/feeds/{TABLE}", content=body, headers=headers)
            assert answer.status_code == status
        assert answer.json()["outcomes"][0]["outcome"] == "recorded"

    ask(house, asking)
    assert everything(house)[1] == [], "nothing of it is kept as if it were malformed"


def test_what_stands_in_a_request_twice_is_refused(house: str) -> None:
    """By name, also where the name is written in another way, and nested; a key in two objects is no repeated one."""

    async def asking(client: httpx.AsyncClient) -> None:
        headers = {**BEARER, "Content-Type": STRUCTURED}
        event, ident = EVENTS[0], orjson.dumps(orjson.loads(EVENTS[0])["id"])
        for twice, key in (
            (event[:-1] + b',"id":' + ident + b"}", "id"),
            (event[:-1] + b', "\\u0069d" : "other"}', "id"),
            (event.replace(b'"data":{', b'"data":{"game":"roulette",'), "game"),
        ):
            for body, kind in ((twice, STRUCTURED), (batch([twice]), BATCH)):
                answer = await client.post(f"/feeds/{TABLE}", content=body, headers={**headers, "Content-Type": kind})
                assert outcomes(answer) == ["quarantined"]
                assert answer.json()["outcomes"][0]["reason"] == f"the event has the key {key} twice"
        attributes_and_data = orjson.loads(event)
        data = orjson.dumps(attributes_and_data.pop("data"))
        attributes_and_data.pop("datacontenttype", None)
        attributes = [(f"ce-{name}", str(value)) for name, value in attributes_and_data.items()]
        plain = [*BEARER.items(), ("Content-Type", "application/json"), *attributes]
        twice = data[:-1] + b',"game":"roulette"}'
        answer = await client.post(f"/feeds/{TABLE}", content=twice, headers=plain)
        assert answer.json()["outcomes"][0]["reason"] == "the event has the key game twice"
        answer = await client.post(f"/feeds/{TABLE}", content=data, headers=[*plain, ("CE-ID", "other")])
        assert (answer.status_code, answer.json()) == (400, {"detail": "send the header ce-id once; it comes twice"})
        assert outcomes(await client.post(f"/feeds/{TABLE}", content=data, headers=plain)) == ["recorded"]

    ask(house, asking)


def test_a_message_says_by_its_type_and_headers_in_which_mode_it_is(house: str) -> None:
    """A type of the specification with any parameters and in any case; none at all is JSON; others have no mode."""
    event = orjson.loads(EVENTS[0])
    data = orjson.dumps(event.pop("data"))
    event.pop("datacontenttype", None)
    attributes = {f"ce-{name}": str(value) for name, value in event.items()}
    modes: list[tuple[str | None, dict[str, str], bytes, int, list[str]]] = [
        ("application/cloudevents+json; charset=UTF-8", {}, EVENTS[0], 200, ["recorded"]),
        ("Application/CloudEvents+JSON", {}, EVENTS[0], 200, ["known"]),
        (STRUCTURED, {"ce-id": "other", "ce-type": "other"}, EVENTS[0], 200, ["known"]),
        ("application/cloudevents-batch+json; charset=utf-8", {}, batch(EVENTS[:2]), 200, ["known", "recorded"]),
        ("application/json; charset=utf-8", attributes, data, 200, ["known"]),
        ("application/vnd.maker+json", attributes, data, 200, ["known"]),
        (None, attributes, data, 200, ["known"]),
        ("text/plain", attributes, data, 200, ["quarantined"]),
        (None, attributes | {"ce-ext": "%C0%A0"}, data, 200, ["quarantined"]),
        (None, attributes | {"ce-id": '"%41"', "ce-sequence": "900"}, data, 200, ["recorded"]),
        (None, {}, EVENTS[0], 200, ["known"]),
        ("application/json", {}, EVENTS[0], 200, ["known"]),
        ("application/json", {}, batch(EVENTS[:2]), 200, ["known", "known"]),
        ("application/cloudevents+avro", attributes, data, 415, []),
        ("application/cloudevents-batch+xml", {}, data, 415, []),
        (None, {}, b"{}", 415, []),
        ("text/plain", {}, EVENTS[0], 415, []),
    ]

    async def asking(client: httpx.AsyncClient) -> None:
        for media_type, headers, body, status, found in modes:
            typed = {} if media_type is None else {"Content-Type": media_type}
            answer = await client.post(f"/feeds/{TABLE}", content=body, headers={**BEARER, **typed, **headers})
            assert answer.status_code == status, (media_type, answer.text)
            assert status != 200 or outcomes(answer) == found, (media_type, answer.text)
        twice = [*BEARER.items(), *attributes.items(), ("Content-Type", "application/json"), ("Content-Type", "text/json")]
        answer = await client.post(f"/feeds/{TABLE}", content=data, headers=twice)
        assert (answer.status_code, answer.json()["detail"]) == (400, "send the header content-type once; it comes twice")

    ask(house, asking)
    assert "A" in [row["delivery_id"] for row in everything(house)[0]]


def test_a_source_with_a_key_signs_a_message_without_a_type(house: str) -> None:
    """Nothing may be added to it on its way either: a type that it did not sign would say otherwise what its body is."""
    event = orjson.loads(EVENTS[0]) | {"source": "shoe/7"}
    data = orjson.dumps(event.pop("data"))
    event.pop("datacontenttype", None)
    attributes = {f"ce-{name}": str(value) for name, value in event.items()}
    covered = ("@method", "@authority", "@path", "content-digest", *attributes)

    async def asking(client: httpx.AsyncClient) -> None:
        sent = signed_request(data, attributes, covered)
        assert "content-type" not in sent.headers
        typed = httpx.Request("POST", sent.url, content=data, headers=[*sent.headers.items(), ("Content-Type", STRUCTURED)])
        assert (await client.send(typed)).status_code == 401
        assert outcomes(await client.send(sent)) == ["recorded"]

    ask(house, asking)
