"""Passkeys (WebAuthn): making one, signing in with one, and having one sign an act."""

import secrets
import struct
from base64 import b64decode, b64encode
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey, EllipticCurvePublicNumbers
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_der_public_key
from fido2.cose import ES256, CoseKey, EdDSA
from fido2.server import Fido2Server
from fido2.utils import websafe_decode, websafe_encode
from fido2.webauthn import (
    Aaguid,
    AttestedCredentialData,
    AuthenticationResponse,
    CollectedClientData,
    PublicKeyCredentialDescriptor,
    PublicKeyCredentialParameters,
    PublicKeyCredentialRpEntity,
    PublicKeyCredentialType,
    PublicKeyCredentialUserEntity,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from desk.service.session_store import SessionStore
from ledger.acts.roster import Roster
from ledger.entry import PasskeyAssertion
from ledger.errors import UnusableKey
from ledger.events.roster import PublicKey
from ledger.values.message import Message

SIGNS_BY: Final = (ES256.ALGORITHM, EdDSA.ALGORITHM)
"""What the ledger verifies."""

UNREADABLE: Final = (
    *(ValueError, LookupError, TypeError, AttributeError, AssertionError, ArithmeticError, RecursionError),
    *(struct.error, InvalidSignature, UnsupportedAlgorithm),
)
"""What is raised by whoever reads what a browser says of a passkey and finds something else."""

NOT_ANSWERED: Final = Message("the passkey's answer came too late, or was given before; begin again")


class KnownPasskey(NamedTuple):
    """A passkey of the roster."""

    person: str
    key: PublicKey
    is_held: bool
    """False of one that was revoked."""


class Passkeys:
    """The passkeys of one address."""

    def __init__(self, origin: str, relying_party: str, store: SessionStore):
        self._origin, self._relying_party, self._store = origin, relying_party, store
        self._server = Fido2Server(
            PublicKeyCredentialRpEntity(id=relying_party, name="Recoup"), verify_origin=lambda named: named == origin
        )
        self._server.allowed_algorithms = [
            PublicKeyCredentialParameters(type=PublicKeyCredentialType.PUBLIC_KEY, alg=number) for number in SIGNS_BY
        ]

    # Making one

    def ask_for_new(self, person: str) -> dict[str, Any]:
        """What a browser is asked, so that it makes a passkey for a person."""
        user = PublicKeyCredentialUserEntity(id=secrets.token_bytes(32), name=person, display_name=person)
        options, state = self._server.register_begin(
            user,
            resident_key_requirement=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.REQUIRED,
        )
        self._store.ask(state["challenge"], "new_passkey", state)
        return dict(options)

    def new_key(self, answer: Mapping[str, Any]) -> PublicKey:
        """The public half of a passkey that was made. Raises UnusableKey."""
        try:
            state = self._store.answer(_challenge(answer), "new_passkey")
            if state is None:
                raise UnusableKey(NOT_ANSWERED)
            created = self._server.register_complete(state, answer).credential_data
            assert created is not None
            public = _public_key(created.public_key).public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
            return PublicKey(
                kind="passkey",
                public=b64encode(public).decode(),
                credential=b64encode(created.credential_id).decode(),
                relying_party=self._relying_party,
                origin=self._origin,
            )
        except UNREADABLE as error:
            raise UnusableKey(Message("that is not a passkey made at {origin}", origin=self._origin)) from error

    # Signing in

    def ask_who(self) -> dict[str, Any]:
        """What a browser is asked, so that somebody says by a passkey who they are."""
        options, state = self._server.authenticate_begin(user_verification=UserVerificationRequirement.REQUIRED)
        self._store.ask(state["challenge"], "sign_in", state)
        return dict(options)

    def who(self, answer: Mapping[str, Any], roster: Roster) -> KnownPasskey:
        """Whose passkey has answered, held or revoked. Raises UnusableKey where it is nobody's or has not signed."""
        known = self.known(answer, roster)
        if known is None:
            raise UnusableKey(Message("this passkey is not on the roster; a keeper of the roster can enrol it"))
        try:
            state = self._store.answer(_challenge(answer), "sign_in")
            if state is None:
                raise UnusableKey(NOT_ANSWERED)
            self._server.authenticate_complete(state, [_credential(known.key)], answer)
        except UNREADABLE as error:
            raise UnusableKey(Message("the passkey's signature does not hold here")) from error
        return known

    def known(self, answer: Mapping[str, Any], roster: Roster) -> KnownPasskey | None:
        """The passkey of the roster that a browser's answer names."""
        try:
            named = b64encode(websafe_decode(str(answer["rawId"]))).decode()
        except (KeyError, ValueError):
            return None
        found = (known for known in self._passkeys(roster) if known.key.credential == named)
        return max(found, key=lambda known: known.is_held, default=None)

    # Signing an act

    def held_by(self, person: str, roster: Roster) -> list[PublicKey]:
        """The passkeys with which a person signs at this address."""
        return [known.key for known in self._passkeys(roster) if known.person == person and known.is_held]

    def ask_to_sign(self, challenge: bytes, keys: list[PublicKey]) -> dict[str, Any]:
        """What a browser is asked, so that one of these passkeys signs a statement's digest."""
        options, _ = self._server.authenticate_begin(
            [_descriptor(key) for key in keys], UserVerificationRequirement.REQUIRED, challenge
        )
        return dict(options)

    def _passkeys(self, roster: Roster) -> list[KnownPasskey]:
        return [
            KnownPasskey(member.person, term.key, term.until is None)
            for member in roster.members.values()
            for term in member.keys.values()
            if term.key.kind == "passkey" and term.key.origin == self._origin
        ]


def challenge_text(challenge: bytes) -> str:
    """A challenge as browsers write it."""
    return websafe_encode(challenge)


def challenge_answered(answer: Mapping[str, Any]) -> str:
    """The challenge that a browser has answered. Raises UnusableKey."""
    try:
        return _challenge(answer)
    except UNREADABLE as error:
        raise UnusableKey(Message("that is not a passkey's answer")) from error


def assertion_of(answer: Mapping[str, Any]) -> PasskeyAssertion:
    """What a passkey has signed, as the ledger keeps it. Raises UnusableKey."""
    try:
        response = AuthenticationResponse.from_dict(answer).response
        parts = (response.client_data, response.authenticator_data, response.signature)
        client, authenticator, signature = (b64encode(bytes(part)).decode() for part in parts)
        return PasskeyAssertion(client_data=client, authenticator_data=authenticator, signature=signature)
    except UNREADABLE as error:
        raise UnusableKey(Message("that is not a passkey's answer")) from error


def _challenge(answer: Mapping[str, Any]) -> str:
    return websafe_encode(CollectedClientData(websafe_decode(answer["response"]["clientDataJSON"])).challenge)


def _public_key(cose: CoseKey) -> EllipticCurvePublicKey | Ed25519PublicKey:
    """A key as WebAuthn writes it: Ed25519, or a point of P-256."""
    first: bytes = cose[-2]
    if isinstance(cose, EdDSA):
        return Ed25519PublicKey.from_public_bytes(first)
    x, y = int.from_bytes(first, "big"), int.from_bytes(cose[-3], "big")
    return EllipticCurvePublicNumbers(x, y, SECP256R1()).public_key()


def _credential(key: PublicKey) -> AttestedCredentialData:
    public: Any = load_der_public_key(b64decode(key.public))
    signs_by: Any = EdDSA if isinstance(public, Ed25519PublicKey) else ES256
    credential, cose = b64decode(key.credential or ""), signs_by.from_cryptography_key(public)
    return AttestedCredentialData.create(Aaguid.NONE, credential, cose)


def _descriptor(key: PublicKey) -> PublicKeyCredentialDescriptor:
    return PublicKeyCredentialDescriptor(type=PublicKeyCredentialType.PUBLIC_KEY, id=b64decode(key.credential or ""))
