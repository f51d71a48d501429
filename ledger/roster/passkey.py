"""Signatures by passkeys (WebAuthn assertions): the challenge is the SHA-256 of what is signed."""

from base64 import b64decode
from hashlib import sha256

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.serialization import load_der_public_key
from fido2.cose import CoseKey
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
    try:
        CoseKey.from_cryptography_key(public).verify(signed_bytes(assertion), b64decode(assertion.signature))
    except InvalidSignature:
        raise
    except Exception as error:  # the library's own for a key of another kind
        raise ValueError(f"the passkey's key cannot be used ({type(error).__name__})") from error
