"""Acts signed by a passkey: a virtual authenticator in a real browser signs, we and openssl check."""

import subprocess
import threading
from base64 import b64decode, b64encode
from collections.abc import Iterator
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any, Final

import pytest
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_der_public_key
from playwright.sync_api import Page

from ledger.application import Ledger
from ledger.entry import PasskeyAssertion
from ledger.events.roster import KeyEnrolled, PublicKey
from ledger.mapper import statement
from ledger.roster.passkey import signed_bytes, verify
from tests.ledger.roster.people import begin, confirmed
from tests.ledger.roster.test_signed_acts import faults, played, stands, void_with
from tests.ledgers import opened

BASE64: Final = "(buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)))"
CREATE: Final = f"""async (challenge) => {{
  const base64 = {BASE64};
  const made = await navigator.credentials.create({{publicKey: {{
    challenge: Uint8Array.from(atob(challenge), (c) => c.charCodeAt(0)),
    rp: {{id: "localhost", name: "Recoup"}},
    user: {{id: new Uint8Array([1]), name: "M1", displayName: "M1"}},
    pubKeyCredParams: [{{type: "public-key", alg: -7}}],
    authenticatorSelection: {{userVerification: "required"}},
  }}}});
  return {{credential: base64(made.rawId), public: base64(made.response.getPublicKey())}};
}}"""
SIGN: Final = f"""async ([credential, challenge]) => {{
  const base64 = {BASE64};
  const bytes = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const found = await navigator.credentials.get({{publicKey: {{
    challenge: bytes(challenge),
    allowCredentials: [{{type: "public-key", id: bytes(credential)}}],
    userVerification: "required",
  }}}});
  return {{
    client_data: base64(found.response.clientDataJSON),
    authenticator_data: base64(found.response.authenticatorData),
    signature: base64(found.response.signature),
  }};
}}"""


class EmptyPage(BaseHTTPRequestHandler):
    """A page at localhost, where a browser lets passkeys be used."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>passkey</title>")

    def log_message(self, *_: Any) -> None: ...


class BrowserPasskey:
    """A passkey of a virtual authenticator: a signer whose key never leaves it."""

    def __init__(self, page: Page, origin: str):
        self._page = page
        credential = page.evaluate(CREATE, b64encode(b"enrol").decode())
        self.public = PublicKey(kind="passkey", relying_party="localhost", origin=origin, **credential)

    @property
    def fingerprint(self) -> str:
        return self.public.fingerprint

    def sign(self, statement: bytes) -> dict[str, Any]:
        challenge = b64encode(sha256(statement).digest()).decode()
        return {"passkey": self._page.evaluate(SIGN, [self.public.credential, challenge])}


@pytest.fixture
def passkey(page: Page) -> Iterator[BrowserPasskey]:
    server = HTTPServer(("127.0.0.1", 0), EmptyPage)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        origin = f"http://localhost:{server.server_port}"
        page.goto(origin)
        session = page.context.new_cdp_session(page)
        session.send("WebAuthn.enable")
        options = {"protocol": "ctap2", "transport": "internal", "hasUserVerification": True, "isUserVerified": True}
        session.send("WebAuthn.addVirtualAuthenticator", {"options": {**options, "automaticPresenceSimulation": True}})
        yield BrowserPasskey(page, origin)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def house(sqlite_url: str, passkey: BrowserPasskey) -> Iterator[Ledger]:
    """A house that requires its roster, on which M1 has a passkey besides a key file."""
    with opened(sqlite_url) as ledger:
        played(ledger)
        begin(ledger, required=True)
        assert confirmed(ledger, "M2", KeyEnrolled(by="M2", person="M1", key=passkey.public), "M1").refused is None
        yield ledger


def test_an_act_signed_by_a_passkey_holds_and_verifies(house: Ledger, passkey: BrowserPasskey) -> None:
    decision = void_with(house, "M1", passkey)
    assert decision.refused is None
    assert stands(house) == "void"
    assert faults(house) == []


def test_openssl_verifies_it_and_no_flipped_bit(house: Ledger, passkey: BrowserPasskey, tmp_path: Path) -> None:
    signature = void_with(house, "M1", passkey).entry.delivery.signature
    assert signature is not None
    assert signature.passkey is not None
    public = load_der_public_key(b64decode(passkey.public.public))
    (tmp_path / "key.pem").write_bytes(public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))
    (tmp_path / "signed").write_bytes(signed_bytes(signature.passkey))
    raw = b64decode(signature.passkey.signature)
    assert openssl(tmp_path, raw) == 0
    flipped = bytearray(raw)
    flipped[-1] ^= 1
    assert openssl(tmp_path, bytes(flipped)) != 0
    (tmp_path / "signed").write_bytes(signed_bytes(signature.passkey)[:-1] + b"\0")
    assert openssl(tmp_path, raw) != 0


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"origin": "http://localhost:1"}, "at another address"),
        ({"relying_party": "example.org"}, "at another address"),
    ],
)
def test_a_passkey_of_another_address_signs_nothing(
    house: Ledger, passkey: BrowserPasskey, change: dict[str, str], why: str
) -> None:
    entry = void_with(house, "M1", passkey).entry
    assert entry.delivery.signature is not None
    assertion = entry.delivery.signature.passkey
    assert assertion is not None
    with pytest.raises(ValueError, match=why):
        verify(passkey.public.model_copy(update=change), assertion, signed_statement(house, entry))
    with pytest.raises(ValueError, match="something else"):
        verify(passkey.public, assertion, b"another statement")
    unattended = bytearray(b64decode(assertion.authenticator_data))
    unattended[32] &= ~4  # the owner was not verified
    silent = PasskeyAssertion.model_validate(
        {**assertion.model_dump(), "authenticator_data": b64encode(bytes(unattended)).decode()}
    )
    with pytest.raises(ValueError, match="without its owner"):
        verify(passkey.public, silent, signed_statement(house, entry))


def signed_statement(house: Ledger, entry: Any) -> bytes:
    signature = entry.delivery.signature
    return statement(
        entry.delivery, entry.stream, entry.version, house.roster().ledger, signature.rests_on, signature.covers
    )


def openssl(folder: Path, signature: bytes) -> int:
    (folder / "signature").write_bytes(signature)
    command = ["openssl", "dgst", "-sha256", "-verify", "key.pem", "-signature", "signature", "signed"]
    return subprocess.run(command, cwd=folder, capture_output=True, timeout=60, check=False).returncode
