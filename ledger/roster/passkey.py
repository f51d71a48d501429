"""Signatures by passkeys (WebAuthn assertions): the challenge is the SHA-256 of what is signed."""

from base64 import b64decode
from hashlib import sha256

from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, EllipticCurvePublicKey
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import load_der_public_key
from fido2.webauthn import AuthenticatorData, CollectedClientData

from ledger.entry import PasskeyAssertion
from ledger.events.roster import PublicKey


def signed_bytes(assertion: PasskeyAssertion) -> bytes:
    """What the passkey's signature is over: its own data and the digest of the page's."""
    return b64decode(assertion.authenticator_data) + sha256(b64decode(assertion.client_data)).digest()


def verify(key: PublicKey, assertion: PasskeyAssertion, statement: bytes) -> None:
    """Raises ValueError where the assertion is about something else or nobody was there, InvalidSignature where it is not
    the key's.
    """
    client = CollectedClientData(b64decode(assertion.client_data))
    authenticator = AuthenticatorData(b64decode(assertion.authenticator_data))
    if client.type != "webauthn.get" or client.challenge != sha256(statement).digest():
        raise ValueError("the passkey was asked to sign something else")
    if client.origin != key.origin or authenticator.rp_id_hash != sha256((key.relying_party or "").encode()).digest():
        raise ValueError("the passkey signed at another address")
    if not authenticator.is_user_present() or not authenticator.is_user_verified():
        raise ValueError("the passkey signed without its owner having been asked")
    public = load_der_public_key(b64decode(key.public))
    signature = b64decode(assertion.signature)
    match public:
        case EllipticCurvePublicKey(curve=SECP256R1()):
            public.verify(signature, signed_bytes(assertion), ECDSA(SHA256()))
        case Ed25519PublicKey():
            public.verify(signature, signed_bytes(assertion))
        case _:
            raise ValueError("a passkey signs by ES256 or Ed25519")
