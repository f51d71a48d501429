"""People who ask a served desk without a browser: their sessions, and passkeys that are nothing but a key in memory."""

import json
from base64 import b64encode
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Final

import httpx
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, EllipticCurvePrivateKey, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from fido2.utils import websafe_decode, websafe_encode

from desk.opening import open_existing
from desk.service.house_guard import FORM_HEADER
from desk.service.session_store import Session, SessionStore
from ledger.application import Clock, now
from ledger.events.roster import PublicKey
from projections.following.read_models import open_read_models
from tests.desk.service.conftest import Served
from tests.ledger.roster.people import key_of

COOKIE: Final = "recoup_session"
BROWSER: Final = "a browser of the tests"
PRESENT_AND_VERIFIED: Final = 0b101


@dataclass(frozen=True, slots=True)
class Passkey:
    """A passkey of one address."""

    origin: str
    relying_party: str = "localhost"
    credential: bytes = b"a credential of the tests"
    private: EllipticCurvePrivateKey = field(default_factory=lambda: generate_private_key(SECP256R1()))

    @property
    def public(self) -> PublicKey:
        """What the roster is given."""
        der = self.private.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        return PublicKey(
            kind="passkey",
            public=b64encode(der).decode(),
            credential=b64encode(self.credential).decode(),
            relying_party=self.relying_party,
            origin=self.origin,
        )

    def answer(self, asked: dict[str, Any], *, origin: str | None = None) -> dict[str, Any]:
        """What a browser at an address says to what the desk asks it."""
        client = {
            "type": "webauthn.get",
            "challenge": asked["publicKey"]["challenge"],
            "origin": origin or self.origin,
            "crossOrigin": False,
        }
        client_data = json.dumps(client).encode()
        authenticator = sha256(self.relying_party.encode()).digest() + bytes([PRESENT_AND_VERIFIED]) + bytes(4)
        signature = self.private.sign(authenticator + sha256(client_data).digest(), ECDSA(SHA256()))
        response = {
            "clientDataJSON": websafe_encode(client_data),
            "authenticatorData": websafe_encode(authenticator),
            "signature": websafe_encode(signature),
        }
        name = websafe_encode(self.credential)
        return {"id": name, "rawId": name, "type": "public-key", "response": response, "clientExtensionResults": {}}


def begin_session(desk: Served, person: str, *, clock: Clock = now, proof: str | None = None) -> tuple[str, Session]:
    """A session of somebody whose key of the tests lets them in."""
    with open_existing(desk.url) as ledger, open_read_models(ledger) as engine:
        store = SessionStore(engine, clock, 1800, 12 * 3600)
        return store.begin(person, "passkey", proof or key_of(person).fingerprint, BROWSER)


def signed_in(desk: Served, person: str, *, clock: Clock = now, proof: str | None = None) -> httpx.Client:
    """A program that asks in somebody's session as the desk's own pages do."""
    token, session = begin_session(desk, person, clock=clock, proof=proof)
    return holding(desk, token, session.form_token)


def holding(desk: Served, token: str, form_token: str = "") -> httpx.Client:
    """A program that has a session's token."""
    client = desk.client(cookies={COOKIE: token})
    client.headers.update({"User-Agent": BROWSER, FORM_HEADER: form_token})
    return client


def challenge_of(answer: dict[str, Any]) -> bytes:
    """What was asked, as bytes."""
    return websafe_decode(answer["publicKey"]["challenge"])
