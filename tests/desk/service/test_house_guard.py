"""Who gets in at the served desk, how often and for how long, and what every answer forbids."""

import asyncio
import json
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from sqlalchemy import create_engine

from desk.opening import open_existing
from desk.service.app import served_desk
from desk.service.house_guard import HOUSE_HEADERS, SIGN_INS_BY_ADDRESS, WRITES_BY_SESSION
from desk.service.session_store import CHALLENGE_SECONDS, MICROSECONDS, SessionStore
from desk.service.settings import ServiceSettings
from ledger.application import now
from ledger.events.decisions import AuthorityAct
from ledger.events.desk import MomentNoted, NamesLookedAt, SessionEnded
from ledger.events.roster import KeyEnrolled
from projections.following.read_models import open_read_models
from projections.read_models.round_list import listed_rounds
from tests.desk.service.asking import BROWSER, COOKIE, Passkey, begin_session, holding, signed_in
from tests.desk.service.conftest import (
    Served,
    bind_account,
    enrol_passkey,
    free_port,
    identity_provider,
    provider_settings,
    serving,
)
from tests.desk.service.provider import PASSWORD, USERS
from tests.desk.web import floor
from tests.ledger.roster.people import begin, confirmed

pytestmark = pytest.mark.slow

ROUND: Final = "BJ-1/2026-01-17/1"
VOID: Final = {"words": "void round", "subject": ROUND, "fields": {"role": "management", "reason": "suspicion"}}
WRITING: Final = ("/sign-out", f"/sessions/{'0' * 16}/end", "/roster/begin", "/acts/begin", "/acts/finish")
OPEN_WRITING: Final = (
    *("/sign-in/passkey/begin", "/sign-in/passkey/finish"),
    *("/new-passkey/begin", "/new-passkey/finish"),
)
OWASP: Final = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
    "cross-origin-resource-policy": "same-origin",
    "x-permitted-cross-domain-policies": "none",
    "cache-control": "no-store",
}


class Hands:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.at = now()

    def __call__(self) -> int:
        return self.at

    def wait(self, seconds: float) -> None:
        """Lets time pass."""
        self.at += int(seconds * MICROSECONDS)


def in_a_loop(awaited: Coroutine[Any, Any, None]) -> None:
    """Runs it in a loop of its own, beside that of a browser's driver."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, awaited).result()


@pytest.fixture(scope="module")
def peopled(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The URL of a ledger with the day of `floor` and a roster."""
    url = f"sqlite:///{tmp_path_factory.mktemp('desk') / 'recoup.db'}"
    floor.record(url)
    with open_existing(url) as ledger:
        begin(ledger, [("I7", "investigator"), ("Z7", "administrator"), ("R7", "regulator")])
    return url


@pytest.fixture
def desk(peopled: str) -> Iterator[Served]:
    """The desk on that ledger."""
    with serving(peopled) as served:
        yield served


def passkey_of(desk: Served, person: str) -> Passkey:
    """A passkey of this desk's address that somebody has from now on."""
    created = Passkey(desk.origin, credential=f"{person} {desk.origin}".encode())
    enrol_passkey(desk.ledger, person, created.public)
    return created


def decisions(desk: Served) -> int:
    """How many decisions are on record about the table's day."""
    entries = desk.ledger.entries("table/BJ-1/2026-01-17")
    return sum(isinstance(entry.event, AuthorityAct) for entry in entries)


# What every answer forbids


def answers(desk: Served) -> Iterator[tuple[int, httpx.Response]]:
    """Each kind of answer, and the status that it should have."""
    with desk.client() as nobody, signed_in(desk, "M1") as client, signed_in(desk, "Z7") as keeper:
        yield 200, client.get("/")
        yield 200, nobody.get("/sign-in")
        yield 200, nobody.get("/static/desk.css")
        yield 200, client.get("/api/tables")
        yield 303, nobody.get("/")
        yield 307, client.get("/people/")
        yield 400, nobody.get("/", headers={"Host": "evil.example"})
        yield 401, nobody.get("/api/rounds")
        yield 401, nobody.post("/acts/begin", json={})
        yield 403, keeper.get("/")
        yield 403, client.post("/sign-out", headers={"Origin": "https://evil.example"})
        yield 404, client.get("/nothing")
        yield 404, client.get("/api/rounds/BJ-1/2026-01-17/nothing")
        yield 404, nobody.get("/static/nothing")
        yield 405, client.delete("/")
        yield 413, client.post("/acts/begin", content=b" " * 70_000)
        yield 422, client.post("/acts/begin", json={"words": 3})
        yield 422, client.get("/api/rounds?least=x")
        with client.stream("GET", "/live/events") as stream:
            yield 200, stream
        for _ in range(SIGN_INS_BY_ADDRESS.amount + 1):
            last = nobody.get("/sign-in")
        yield 429, last


def test_every_kind_of_answer_has_the_strict_headers(desk: Served) -> None:
    for status, answer in answers(desk):
        assert answer.status_code == status, answer.url
        for name, value in OWASP.items():
            assert answer.headers[name] == value, (answer.url, name)
        policy = answer.headers["content-security-policy"]
        for part in ("default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"):
            assert part in policy
        assert "unsafe" not in policy
        assert "publickey-credentials-get=(self)" in answer.headers["permissions-policy"]
        assert not {"server", "x-powered-by"} & set(answer.headers), answer.url
    assert {name.lower() for name in HOUSE_HEADERS} >= set(OWASP)


def asgi_client(url: str, app: Any, **options: Any) -> httpx.AsyncClient:
    """A program that asks an application of the desk without a line."""
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    return httpx.AsyncClient(base_url=url, transport=transport, **options)


def test_over_https_the_cookie_is_bound_to_the_host_and_transport_stays_strict(peopled: str) -> None:
    in_a_loop(sign_in_over_https(peopled))


async def sign_in_over_https(peopled: str) -> None:
    """Signs in at a desk behind TLS, and looks at the cookie."""
    origin = "https://desk.house.example"
    settings = ServiceSettings(origin=origin, host="127.0.0.1")
    with open_existing(peopled) as ledger, open_read_models(ledger) as engine:
        created = Passkey(origin, relying_party="desk.house.example", credential=b"over https")
        assert confirmed(ledger, "M1", KeyEnrolled(by="M1", person="M1", key=created.public), "M2").refused is None
        app = served_desk(ledger, engine, settings)
        async with asgi_client(origin, app, headers={"Origin": origin, "User-Agent": BROWSER}) as client:
            asked = (await client.post("/sign-in/passkey/begin")).json()
            entered = await client.post("/sign-in/passkey/finish", json=created.answer(asked))
            assert entered.status_code == 200, entered.text
            assert entered.headers["strict-transport-security"].startswith("max-age=31536000")
            name, *attributes = entered.headers["set-cookie"].split("; ")
            assert name.startswith("__Host-recoup_session=")
            assert {part.lower() for part in attributes} == {"httponly", "path=/", "samesite=strict", "secure"}
            token = name.partition("=")[2]
            assert (await client.get("/me")).status_code == 200
        async with asgi_client(origin, app, headers={"User-Agent": BROWSER}, cookies={COOKIE: token}) as plain:
            assert (await plain.get("/me")).status_code == 303, "a cookie that anybody beside could have set"


def test_a_database_that_is_away_is_said_in_a_sentence(peopled: str, tmp_path: Path) -> None:
    in_a_loop(ask_without_database(peopled, tmp_path))


async def ask_without_database(peopled: str, tmp_path: Path) -> None:
    """Asks a desk whose sessions are in a database that is not there."""
    settings = ServiceSettings(origin="http://localhost:1")
    with open_existing(peopled) as ledger, open_read_models(ledger) as engine:
        away = create_engine(f"sqlite:///{tmp_path / 'none' / 'away.db'}")
        app = served_desk(ledger, engine, settings)
        object.__setattr__(app._accounts.store, "engine", away)
        async with asgi_client(settings.origin, app, headers={"Origin": settings.origin}) as client:
            for answer in (
                await client.get("/", headers={"Cookie": f"{COOKIE}=x"}),
                await client.post("/sign-in/passkey/begin"),
            ):
                assert answer.status_code == 503
                assert "does not answer" in answer.text
                assert "sqlite" not in answer.text.lower()
                assert answer.headers["x-frame-options"] == "DENY"


# Forms of other pages


@pytest.mark.parametrize("path", [*WRITING, *OPEN_WRITING])
def test_nothing_is_written_for_a_page_of_another_address(desk: Served, path: str) -> None:
    with signed_in(desk, "M1") as client:
        for origin in (
            "https://evil.example",
            "null",
            desk.origin.replace("localhost", "127.0.0.1"),
            desk.origin + "/",
            "",
        ):
            answer = client.post(path, json={}, headers={"Origin": origin})
            assert (answer.status_code, answer.json()["detail"]) == (403, "Only the desk's own pages may do that.")
        del client.headers["Origin"]
        assert client.post(path, json={}).status_code == 403
        assert client.get("/me").status_code == 200


@pytest.mark.parametrize("path", WRITING)
def test_nothing_is_written_without_the_session_s_own_token(desk: Served, path: str) -> None:
    token, _ = begin_session(desk, "M1")
    _, other = begin_session(desk, "M1")
    for form_token in ("", "guessed", other.form_token):
        with holding(desk, token, form_token) as client:
            answer = client.post(path, json={})
            assert answer.status_code == 403
            assert "another session" in answer.json()["detail"]
            assert client.get("/me").status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "localhost", "localhost:1", ""])
def test_it_answers_under_its_own_address_only(desk: Served, host: str) -> None:
    with desk.client() as client:
        for path in ("/", "/sign-in", "/static/desk.css", "/api/rounds"):
            assert client.get(path, headers={"Host": host}).status_code == 400
        forwarded = client.get("/sign-in", headers={"X-Forwarded-Host": "evil.example", "X-Forwarded-For": "10.0.0.1"})
        assert "evil.example" not in forwarded.text


@pytest.mark.parametrize(
    "to",
    [
        *("https://evil.example", "//evil.example", "/\\evil.example", "/\t/evil.example", "/\n/evil.example"),
        *(
            "\\\\evil.example",
            "javascript:alert(1)",
            "/ /evil.example",
            "/%09/../sign-in",
            "/sign-in",
            "/\r\n//evil.example",
        ),
    ],
)
def test_signing_in_leads_nowhere_else(desk: Served, to: str) -> None:
    with desk.client() as client:
        html = client.get("/sign-in", params={"to": to}).text
    led = html.partition('data-sign-in="')[2].partition('"')[0]
    assert led == ("/" if not to.startswith("/%09") else to)


# How often


def test_an_address_asks_to_be_let_in_only_so_often_and_whoever_is_inside_goes_on(desk: Served) -> None:
    with desk.client() as nobody, signed_in(desk, "M1") as client:
        answers = [nobody.post("/sign-in/passkey/finish", json={"rawId": "x", "response": {}}) for _ in range(61)]
        assert {answer.status_code for answer in answers[:60]} == {401}
        assert answers[60].status_code == 429
        assert answers[60].headers["retry-after"] == "60"
        assert client.get("/me").status_code == 200


def test_an_account_writes_only_so_often_in_all_its_sessions_together(desk: Served) -> None:
    with signed_in(desk, "M1") as first, signed_in(desk, "M1") as second, signed_in(desk, "M2") as other:
        half = WRITES_BY_SESSION.amount // 2
        statuses = [client.post("/acts/begin", json={}).status_code for client in (first, second) for _ in range(half)]
        assert set(statuses) == {422}
        assert first.post("/acts/begin", json={}).status_code == 429
        assert second.post("/acts/begin", json={}).status_code == 429
        assert other.post("/acts/begin", json={}).status_code == 422
        assert first.get("/me").status_code == 200


def test_a_stranger_asks_only_so_often(desk: Served) -> None:
    with desk.client() as nobody:
        statuses = [nobody.get("/api/rounds").status_code for _ in range(301)]
    assert statuses[:300] == [401] * 300
    assert statuses[300] == 429


# How long


def test_a_session_ends_that_is_not_used_and_any_after_its_longest_time(peopled: str) -> None:
    clock = Hands()
    with serving(peopled, clock, idle_minutes=30, longest_hours=2) as desk, signed_in(desk, "M1", clock=clock) as client:
        for _ in range(5):
            clock.wait(20 * 60)
            assert client.get("/me").status_code == 200
        clock.wait(20 * 60 + 1)
        assert client.get("/me").status_code == 303, "its longest time is over"
        with signed_in(desk, "M1", clock=clock) as idle:
            assert idle.get("/me").status_code == 200
            clock.wait(31 * 60)
            assert idle.get("/api/rounds").status_code == 401


def test_a_cookie_in_another_browser_opens_nothing(desk: Served) -> None:
    token, session = begin_session(desk, "M1")
    with holding(desk, token, session.form_token) as client:
        assert client.get("/me").status_code == 200
        assert client.get("/me", headers={"User-Agent": "another"}).status_code == 303
        assert client.post("/sign-out", headers={"User-Agent": ""}).status_code == 401
        assert client.get("/me").status_code == 200
    for guessed in (session.session, session.form_token, token[:-1], f'"{token}', "", "\\377" * 20):
        with holding(desk, guessed) as client:
            assert client.get("/me").status_code == 303


def test_a_session_that_is_ended_is_out_at_once_also_where_it_listens(desk: Served) -> None:
    token, session = begin_session(desk, "I7")
    with holding(desk, token) as client, signed_in(desk, "Z7") as keeper, signed_in(desk, "R7") as reader:
        with client.stream("GET", "/live/events") as stream:
            heard = stream.iter_text()
            next(heard)
            assert reader.post(f"/sessions/{session.session}/end").status_code == 403
            assert keeper.post(f"/sessions/{session.session}/end").status_code == 200
            assert client.get("/me").status_code == 303
            for _ in heard:
                pass  # it ends
        assert keeper.post(f"/sessions/{session.session}/end").status_code == 404
    ended = [entry.event for entry in desk.ledger.entries("desk") if isinstance(entry.event, SessionEnded)]
    assert (ended[-1].person, ended[-1].ended_by) == ("I7", "Z7")


def test_signing_out_ends_the_session_and_has_the_browser_forget(desk: Served) -> None:
    token, session = begin_session(desk, "M1")
    with holding(desk, token, session.form_token) as client:
        answer = client.post("/sign-out")
        assert answer.status_code == 200
        assert '"storage"' in answer.headers["clear-site-data"]
    with holding(desk, token) as client:
        assert client.get("/me").status_code == 303


# Passkeys


def test_signing_in_gives_another_session_than_the_one_that_was_brought(desk: Served) -> None:
    created = passkey_of(desk, "M1")
    fixed = "chosen-by-somebody-else"
    with holding(desk, fixed) as client:
        answer = client.post("/sign-in/passkey/finish", json=created.answer(client.post("/sign-in/passkey/begin").json()))
        assert answer.json() == {"person": "M1", "first": "/"}
        token = answer.headers["set-cookie"].partition("=")[2].partition(";")[0]
        assert token != fixed
    with holding(desk, token) as client:
        assert client.get("/me").status_code == 200
    with holding(desk, fixed) as client:
        assert client.get("/me").status_code == 303


def test_a_challenge_is_answered_once_in_time_and_for_what_it_was_asked(peopled: str) -> None:
    clock = Hands()
    with serving(peopled, clock) as desk, desk.client() as client:
        client.headers["User-Agent"] = BROWSER
        created = passkey_of(desk, "M1")

        def finish(answer: dict[str, Any]) -> httpx.Response:
            return client.post("/sign-in/passkey/finish", json=answer)

        answer = created.answer(client.post("/sign-in/passkey/begin").json())
        assert finish(answer).status_code == 200
        again = finish(answer)
        assert (again.status_code, "given before" in again.json()["detail"]) == (401, True)
        late = created.answer(client.post("/sign-in/passkey/begin").json())
        clock.wait(CHALLENGE_SECONDS + 1)
        assert finish(late).status_code == 401
        other = created.answer(client.post("/new-passkey/begin", json={"person": "M1"}).json())
        assert finish(other).status_code == 401
        elsewhere = created.answer(client.post("/sign-in/passkey/begin").json(), origin="https://evil.example")
        assert finish(elsewhere).json()["detail"] == "The passkey's signature does not hold here."
        stranger = Passkey(desk.origin, credential=b"nobody's")
        assert "is not on the roster" in finish(stranger.answer(client.post("/sign-in/passkey/begin").json())).text
        forged = Passkey(desk.origin, credential=created.credential)
        assert finish(forged.answer(client.post("/sign-in/passkey/begin").json())).status_code == 401


def test_an_act_is_signed_by_the_session_that_was_asked_once_and_in_time(peopled: str) -> None:
    clock = Hands()
    with (
        serving(peopled, clock) as desk,
        signed_in(desk, "M1", clock=clock) as client,
        signed_in(desk, "M1", clock=clock) as same,
        signed_in(desk, "M2", clock=clock) as other,
    ):
        created, others = passkey_of(desk, "M1"), passkey_of(desk, "M2")
        before = decisions(desk)
        asked = client.post("/acts/begin", json=VOID).json()
        for wrong in (same, other):
            refused = wrong.post("/acts/finish", json=created.answer(asked))
            assert (refused.status_code, "begin again" in refused.json()["detail"]) == (422, True)
        assert client.post("/sign-in/passkey/finish", json=created.answer(asked)).status_code == 401
        assert "not yours" in client.post("/acts/finish", json=others.answer(asked)).json()["detail"]
        asked = client.post("/acts/begin", json=VOID).json()
        clock.wait(CHALLENGE_SECONDS + 1)
        assert client.post("/acts/finish", json=created.answer(asked)).status_code == 422
        asked = client.post("/acts/begin", json=VOID).json()
        elsewhere = client.post("/acts/finish", json=created.answer(asked, origin="https://evil.example"))
        assert (elsewhere.status_code, "another address" in elsewhere.json()["detail"]) == (422, True)
        assert decisions(desk) == before
        asked = client.post("/acts/begin", json=VOID).json()
        taken = client.post("/acts/finish", json=created.answer(asked))
        assert taken.status_code == 200, taken.text
        assert client.post("/acts/finish", json=created.answer(asked)).status_code == 422
        assert decisions(desk) == before + 1


def test_of_two_acts_prepared_at_once_both_land_only_as_they_were_signed(desk: Served) -> None:
    keys = {person: passkey_of(desk, person) for person in ("M1", "M2")}
    eject = {"words": "eject", "subject": "BJ-1/2026-01-17", "fields": {"role": "management", "player": "P1"}}
    before = decisions(desk)
    with signed_in(desk, "M1") as first, signed_in(desk, "M2") as second:
        asked = {first: first.post("/acts/begin", json=eject).json(), second: second.post("/acts/begin", json=eject).json()}
        given = {first: keys["M1"].answer(asked[first]), second: keys["M2"].answer(asked[second])}
        with ThreadPoolExecutor(2) as pool:
            answers = list(pool.map(lambda client: client.post("/acts/finish", json=given[client]), (first, second)))
    assert sorted(answer.status_code for answer in answers) == [200, 422]
    refused = next(answer for answer in answers if answer.status_code == 422)
    assert "the record has changed since you were asked" in refused.json()["detail"]
    assert decisions(desk) == before + 1
    last = desk.ledger.entries("table/BJ-1/2026-01-17")[-1]
    assert last.is_signed
    assert desk.ledger.roster().entry_refusal(last, last.event) is None  # type: ignore[arg-type]


# Odd questions

ODD: Final[list[Any]] = [
    *(None, 0, -1, 10**30, 2**60, 1.5, True, "", "x" * 70, "\ud800", "\0", "../..", "SHA256:", [], [[]], {}, {"a": 1}),
    *([None], ["management"], [{"office": "management"}], [{"office": "x", "since": "2026-01-01"}], "2026-99-99", "\uff19"),
    *(
        {"kind": "passkey", "public": "AAAA"},
        {"kind": "ed25519", "public": "!!"},
        {"kind": []},
        {"x": {"x": {"x": [[[]]]}}},
    ),
]
WORDS: Final = (
    "enrol_person",
    "enrol_key",
    "revoke",
    "confirm_roster",
    "require_roster",
    "bind_account",
    "release_account",
)


@pytest.mark.parametrize("word", [*WORDS, "enrol_source", "roster_act_refused"])
def test_odd_fields_of_an_act_of_the_roster_are_said_to_be_odd(peopled: str, word: str) -> None:
    with serving(peopled) as desk:
        passkey_of(desk, "M1")
        before = desk.ledger.size()
        names = ("person", "offices", "key", "act", "account", "issuer", "source", "role", "by", "reason", "\ud800")
        for at, name in enumerate(names):
            with signed_in(desk, ("M1", "M2", "Z7")[at % 3]) as client:
                for odd in ODD[at % 2 :: 2]:
                    fields = {"person": "I7", "act": 9, name: odd}
                    body = json.dumps({"word": word, "fields": fields})
                    answer = client.post("/roster/begin", content=body, headers={"Content-Type": "application/json"})
                    assert answer.status_code in (200, 422, 429), (name, odd, answer.status_code, answer.text)
                    assert answer.json()
        assert desk.ledger.size() == before


@pytest.mark.parametrize("words", ["void round", "void hand", "void game", "eject", "confirm", "resolve", "account adopt"])
def test_odd_fields_of_a_decision_are_said_to_be_odd(peopled: str, words: str) -> None:
    odd: list[Any] = ["9" * 5000, "9" * 19, "0", "-1", "٣", "\ud800", "\0", "x" * 9999, "a,b", 3, None, [], {}]
    names = ("decision", "box", "role", "reason", "basis", "player", "clause", "reading", "effective_at", "by", "\ud800")
    with serving(peopled) as desk:
        passkey_of(desk, "M1")
        before = desk.ledger.size()
        for at, name in enumerate(names):
            with signed_in(desk, ("M1", "M2", "I7")[at % 3]) as client:
                for value in odd:
                    body = json.dumps({"words": words, "subject": ROUND, "fields": {name: value}})
                    answer = client.post("/acts/begin", content=body, headers={"Content-Type": "application/json"})
                    assert answer.status_code in (200, 404, 422, 429), (name, value, answer.text)
        assert desk.ledger.size() == before


ODD_CLIENT_DATA: Final[list[Any]] = [3, None, "", "AAAA", "W10", "bnVsbA", "é", [], {}]
ODD_ANSWERS: Final[list[Any]] = [
    *({}, [], None, 3, "x", {"rawId": "x", "response": {}}, {"rawId": 3, "response": {}}, {"rawId": "x", "response": []}),
    *({"rawId": "AAAA", "response": {"clientDataJSON": part}} for part in ODD_CLIENT_DATA),
    {"rawId": "\ud800", "response": {"clientDataJSON": "\ud800"}},
    {"rawId": "x", "response": {"clientDataJSON": "e30", "attestationObject": "oA"}},
]


@pytest.mark.parametrize("path", ["/sign-in/passkey/finish", "/new-passkey/finish", "/acts/finish"])
def test_an_odd_answer_of_a_browser_is_none(desk: Served, path: str) -> None:
    passkey_of(desk, "M1")
    with signed_in(desk, "M1") as client:
        bodies: list[str | bytes] = [*map(json.dumps, ODD_ANSWERS), "[" * 30_000, '{"a":' * 9_000, "nul", b"\xff", ""]
        for body in bodies:
            answer = client.post(path, content=body, headers={"Content-Type": "application/json"})
            assert answer.status_code in (400, 401, 422), (body[:80], answer.status_code)


def test_an_answer_with_odd_parts_to_a_challenge_that_was_asked_is_refused(desk: Served) -> None:
    created = passkey_of(desk, "M1")
    odd: tuple[Any, ...] = (None, 3, "", "AA", "A" * 48, [], {}, "é")
    with signed_in(desk, "M1") as client:
        for name in ("authenticatorData", "signature"):
            for part in odd:
                answer = created.answer(client.post("/sign-in/passkey/begin").json())
                answer["response"][name] = part
                assert client.post("/sign-in/passkey/finish", json=answer).status_code in (401, 429)
    with signed_in(desk, "M2") as other:
        passkey = passkey_of(desk, "M2")
        for name in ("authenticatorData", "signature"):
            for part in odd:
                answer = passkey.answer(other.post("/acts/begin", json=VOID).json())
                answer["response"][name] = part
                refused = other.post("/acts/finish", json=answer)
                assert refused.status_code == 422, (name, part, refused.text)


@pytest.mark.parametrize("position", ["0", "-1", "9" * 18, "9" * 40, "9" * 5000, "x", "1e3", "%00"])
def test_a_position_that_is_none_is_not_there(desk: Served, position: str) -> None:
    with signed_in(desk, "M1") as client:
        for path in (f"/acts/{position}", f"/rounds/{ROUND}?at={position}", f"/rounds/{ROUND}?step={position}"):
            answer = client.get(path)
            assert answer.status_code in (200, 404), path
            assert "Traceback" not in answer.text


def test_a_note_is_by_whoever_is_signed_in_and_nobody_else_withdraws_it(desk: Served) -> None:
    at = next(
        entry.position for entry in desk.ledger.entries(f"table/{ROUND.rpartition('/')[0]}") if entry.subject == ROUND
    )
    with signed_in(desk, "M1") as client:
        client.headers["X-Recoup-Form"] = ""
        answer = client.post(f"/rounds/{ROUND}/notes", json={"at": at, "text": "look"})
        assert answer.status_code == 403, "without its form"
    token, session = begin_session(desk, "M1")
    with holding(desk, token, session.form_token) as client:
        assert client.post(f"/rounds/{ROUND}/notes", json={"at": at, "text": "look", "by": "I7"}).status_code == 200
    noted = desk.ledger.entries("notes")[-1]
    assert isinstance(noted.event, MomentNoted)
    assert (noted.event.person, noted.event.session) == ("M1", session.session)
    token, session = begin_session(desk, "I7")
    with holding(desk, token, session.form_token) as client:
        refused = client.post(f"/notes/{noted.position}/withdraw", json={"by": "M1"})
        assert (refused.status_code, "by M1, who alone" in refused.text) == (422, True)
        assert "look" in client.get("/notes").text


def test_a_round_is_typed_by_whoever_is_signed_in_however_many_keys_it_takes(desk: Served) -> None:
    """More keys than a session may write in a minute; a key that fits nowhere is taken back, not the event before it."""
    name = "BJ-1/2026-01-17/typed"
    token, session = begin_session(desk, "I7")
    with holding(desk, token, session.form_token) as client:
        for key in ["o", *["9", "Backspace"] * 40, "e"]:
            answer = client.post(f"/type/{name}/keys", json={"key": key, "by": "M1"})
            assert answer.status_code == 200, answer.text
        assert [line["phrase"] for line in answer.json()["lines"]] == ["open", "close"]
        with signed_in(desk, "M1") as other:
            assert other.post(f"/type/{name}/keys", json={}).json()["lines"] == []
        assert client.post(f"/type/{name}/record", json={}).json() == {"path": f"/rounds/{name}"}
    assert name in {row["round"] for row in listed_rounds(desk.url, None, None, None)}  # ruled on, and in the lists
    day = f"table/{name.rpartition('/')[0]}"
    sources = {entry.source for entry in desk.ledger.entries(day) if entry.subject == name}
    assert sources == {"transcript/I7/BJ-1/2026-01-17"}
    with holding(desk, token, session.form_token) as client:
        # the last event is taken back by a correction; what is typed next takes none of its numbers
        client.post(f"/type/{name}/keys", json={"key": "Backspace"})
        assert client.post(f"/type/{name}/record", json={"reason": "it is not over"}).status_code == 200
        client.post(f"/type/{name}2/keys", json={"key": "o"})
        assert client.post(f"/type/{name}2/record", json={}).json() == {"path": f"/rounds/{name}2"}


def test_whoever_asks_at_once_in_many_threads_is_answered_and_nothing_is_lost(desk: Served) -> None:
    sessions = [begin_session(desk, person) for person in ("M1", "M2", "I7") for _ in range(5)]
    before = desk.ledger.size()

    def look(at: int) -> int:
        token, session = sessions[at % len(sessions)]
        with holding(desk, token, session.form_token) as client:
            return client.get(f"/rounds/BJ-1/2026-01-17/{1 + at % 2}").status_code

    with ThreadPoolExecutor(16) as pool:
        assert set(pool.map(look, range(60))) == {200}
    looked = {
        (entry.event.session, entry.event.about)
        for entry in desk.ledger.entries("desk")
        if isinstance(entry.event, NamesLookedAt)
    }
    asked = {(sessions[at % 15][1].session, f"BJ-1/2026-01-17/{1 + at % 2}") for at in range(60)}
    assert asked <= looked
    assert desk.ledger.size() == before + len(asked), "each once"


def test_of_many_who_answer_one_challenge_at_once_one_is_heard(peopled: str) -> None:
    with open_existing(peopled) as ledger, open_read_models(ledger) as engine:
        store = SessionStore(engine, now, 1800, 43200)
        for at in range(5):
            store.ask(f"c{at}", "act", {"n": at}, "s")
            with ThreadPoolExecutor(8) as pool:
                heard = list(pool.map(lambda _, name=f"c{at}": store.answer(name, "act", "s"), range(8)))
            assert [found for found in heard if found] == [{"n": at}]


# The identity provider


def test_a_provider_that_does_not_answer_is_said_in_a_sentence(peopled: str, tmp_path: Path) -> None:
    settings = provider_settings(tmp_path, f"http://localhost:{free_port()}/o")
    with serving(peopled, provider=settings) as desk, desk.client() as client:
        answer = client.get("/sign-in/provider")
        assert answer.status_code == 503
        assert "identity provider does not answer" in answer.text
        assert "Traceback" not in answer.text
        for path in ("", "?code=x", "?code=x&state=y", "?error=denied&error_description=%3Cscript%3E", "?state=%00"):
            back = client.get(f"/sign-in/provider/callback{path}")
            assert back.status_code == 401, path
            assert "sign in again" in back.text
            assert "<script>" not in back.text
            assert COOKIE not in back.cookies


def test_an_account_lets_in_only_whom_it_is_bound_to_and_its_answer_holds_once(peopled: str, tmp_path: Path) -> None:
    port = free_port()
    settings = provider_settings(tmp_path, f"http://localhost:{port}/o")
    with (
        serving(peopled, provider=settings) as desk,
        identity_provider(tmp_path, f"{desk.origin}/sign-in/provider/callback", port) as issuer,
    ):
        with desk.client() as client:
            back = come_back(client, USERS[1])
            assert back.status_code == 401
            assert "belongs to no person" in back.text
            assert "sha256:" in back.text
        bind_account(desk.ledger, "R7", issuer, "1")
        with desk.client() as client, desk.client() as thief:
            client.headers["User-Agent"] = BROWSER
            back = come_back(client, USERS[0])
            assert back.status_code == 200
            assert client.get("/me").status_code == 200
            assert client.get(str(back.url)).status_code == 401, "the state holds once"
            assert thief.get(str(back.url)).status_code == 401, "and only where it was begun"


def come_back(client: httpx.Client, user: str) -> httpx.Response:
    """Somebody says at the provider who they are and comes back; the desk's answer."""
    page = client.get("/sign-in/provider", follow_redirects=True)
    token = page.text.partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0]
    typed = {"csrfmiddlewaretoken": token, "username": user, "password": PASSWORD}
    address = page.url.scheme + "://" + page.url.netloc.decode()
    return client.post(
        str(page.url), data=typed, headers={"Origin": address, "Referer": str(page.url)}, follow_redirects=True
    )
