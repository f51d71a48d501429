"""A provider at the house's own address that lies, or whose answers somebody on the way makes up."""

import json
import time
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

import pytest
from joserfc import jwt
from joserfc.jwk import RSAKey

from desk.opening import open_existing
from desk.service import oidc
from tests.desk.service.asking import BROWSER, COOKIE
from tests.desk.service.conftest import bind_account, provider_settings, serving
from tests.desk.service.provider import CLIENT
from tests.desk.web import floor
from tests.ledger.roster.people import begin

pytestmark = pytest.mark.slow

KEY: Final = RSAKey.generate_key(2048, {"kid": "a"})
ELSEWHERE: Final = "https://login.house.example"


@pytest.fixture(scope="module")
def peopled(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The URL of a ledger with a roster, on which an account elsewhere is bound to somebody."""
    url = f"sqlite:///{tmp_path_factory.mktemp('desk') / 'recoup.db'}"
    floor.record(url)
    with open_existing(url) as ledger:
        begin(ledger, [("I7", "investigator"), ("R7", "regulator")])
        bind_account(ledger, "I7", ELSEWHERE, "1")
    return url


@dataclass(slots=True)
class Lies:
    """What the provider says otherwise than an honest one."""

    metadata: dict[str, Any] = field(default_factory=dict)
    claims: dict[str, Any] = field(default_factory=dict)
    answer: dict[str, Any] = field(default_factory=dict)
    is_unsigned: bool = False
    is_slow: bool = False


LIES: Final = {
    "it offers tokens without a signature": Lies({"id_token_signing_alg_values_supported": ["none"]}, is_unsigned=True),
    "it says that it is another": Lies({"issuer": ELSEWHERE}, {"iss": ELSEWHERE}),
    "its token is of another": Lies(claims={"iss": ELSEWHERE}),
    "an account is a number": Lies(claims={"sub": 1}),
    "an account is a list": Lies(claims={"sub": ["1"]}),
    "it names an account without a token": Lies(answer={"id_token": None, "userinfo": {"iss": ELSEWHERE, "sub": "1"}}),
}


@contextmanager
def lying(lies: Lies) -> Iterator[tuple[str, list[str]]]:
    """Such a provider on this machine: its issuer, and the nonce that it is to answer with, once it is known."""
    nonce: list[str] = []

    class Provider(BaseHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """Says nothing."""

        def do_GET(self) -> None:
            if self.path.endswith("/jwks"):
                self._say({"keys": [KEY.as_dict(private=False)]})
                return
            if lies.is_slow:
                self._drip()
                return
            ends = {"authorization_endpoint": "auth", "token_endpoint": "token", "jwks_uri": "jwks"}
            self._say({"issuer": issuer, **{name: f"{issuer}/{path}" for name, path in ends.items()}, **lies.metadata})

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            at = int(time.time())
            claims = {
                "iss": issuer,
                "sub": "1",
                "aud": CLIENT,
                "iat": at,
                "exp": at + 60,
                "nonce": nonce[-1],
                **lies.claims,
            }
            token = unsigned(claims) if lies.is_unsigned else jwt.encode({"alg": "RS256", "kid": "a"}, claims, KEY)
            response = {"access_token": "x", "token_type": "Bearer", "id_token": token, **lies.answer}
            self._say({name: value for name, value in response.items() if value is not None})

        def _drip(self) -> None:
            self.send_response(200)
            self.end_headers()
            with suppress(OSError):
                for _ in range(100):
                    self.wfile.write(b" ")
                    time.sleep(0.1)

        def _say(self, document: dict[str, Any]) -> None:
            body = json.dumps(document).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    with ThreadingHTTPServer(("127.0.0.1", 0), Provider) as served:
        issuer = f"http://localhost:{served.server_port}/o"
        thread = Thread(target=served.serve_forever)
        thread.start()
        try:
            yield issuer, nonce
        finally:
            served.shutdown()
            thread.join()


def unsigned(claims: dict[str, Any]) -> str:
    parts = (json.dumps({"alg": "none"}), json.dumps(claims))
    return ".".join(urlsafe_b64encode(part.encode()).decode().rstrip("=") for part in parts) + "."


def signed_in(peopled: str, folder: Path, lies: Lies) -> bool:
    """Whether somebody who comes back from it is let in; its first account is R7's."""
    with lying(lies) as (issuer, nonce), serving(peopled, provider=provider_settings(folder, issuer)) as desk:
        bind_account(desk.ledger, "R7", issuer, "1")
        with desk.client() as client:
            client.headers["User-Agent"] = BROWSER
            began = client.get("/sign-in/provider")
            asked = parse_qs(urlsplit(began.headers.get("Location", "")).query)
            nonce.extend(asked.get("nonce", []))
            state = asked.get("state", [""])[0]
            back = client.get("/sign-in/provider/callback", params={"code": "x", "state": state})
            assert back.status_code in (200, 401)
            assert (back.status_code == 200) == any(COOKIE in cookie for cookie in back.headers.get_list("set-cookie"))
            return back.status_code == 200


def test_an_honest_provider_lets_in(peopled: str, tmp_path: Path) -> None:
    assert signed_in(peopled, tmp_path, Lies())


@pytest.mark.parametrize("lies", LIES.values(), ids=LIES)
def test_a_provider_that_lies_lets_nobody_in(peopled: str, tmp_path: Path, lies: Lies) -> None:
    assert not signed_in(peopled, tmp_path, lies)


def test_a_provider_that_answers_a_byte_at_a_time_is_given_up(
    peopled: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(oidc, "ANSWER_SECONDS", 1)
    with (
        lying(Lies(is_slow=True)) as (issuer, _),
        serving(peopled, provider=provider_settings(tmp_path, issuer)) as desk,
        desk.client() as client,
    ):
        began = time.monotonic()
        assert client.get("/sign-in/provider").status_code == 503
        assert time.monotonic() - began < 5
