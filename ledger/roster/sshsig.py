"""Signatures in OpenSSH's form (PROTOCOL.sshsig), Ed25519 only: `ssh-keygen -Y verify` checks them."""

from base64 import b64encode
from hashlib import sha512
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

NAMESPACE: Final = "recoup"
"""What a signature is for: one made for another purpose is none here."""


def _string(value: bytes) -> bytes:
    return len(value).to_bytes(4, "big") + value


_MAGIC: Final = b"SSHSIG"
_ALGORITHM: Final = b"ssh-ed25519"
_PURPOSE: Final = _string(NAMESPACE.encode()) + _string(b"") + _string(b"sha512")
"""Namespace, a reserved field, and the digest that is signed."""

_KEY_BYTES: Final = 32
_SIGNATURE_BYTES: Final = 64
_COLUMNS: Final = 70


def wire_key(raw: bytes) -> bytes:
    """A public key of 32 bytes as OpenSSH writes it."""
    return _string(_ALGORITHM) + _string(raw)


def raw_key(wire: bytes) -> bytes:
    """The 32 bytes of a public key as OpenSSH writes it. Raises ValueError for any other key."""
    raw = wire[-_KEY_BYTES:]
    if wire != wire_key(raw):
        raise ValueError("no Ed25519 key in OpenSSH's form")
    return raw


def sign(private: Ed25519PrivateKey, message: bytes) -> bytes:
    """The signature of a message, without armour."""
    raw = private.public_key().public_bytes_raw()
    return _enclose(raw, private.sign(_signed_bytes(message)))


def verify(wire: bytes, signature: bytes, message: bytes) -> None:
    """Raises ValueError for what is no signature in this form, InvalidSignature where it is not the key's."""
    raw = raw_key(wire)
    inner = signature[-_SIGNATURE_BYTES:]
    if signature != _enclose(raw, inner):
        raise ValueError("no signature of this key in OpenSSH's form")
    Ed25519PublicKey.from_public_bytes(raw).verify(inner, _signed_bytes(message))


def armoured(signature: bytes) -> str:
    """The signature as `ssh-keygen -Y verify -s` reads it from a file."""
    text = b64encode(signature).decode()
    lines = [text[at : at + _COLUMNS] for at in range(0, len(text), _COLUMNS)]
    return "\n".join(["-----BEGIN SSH SIGNATURE-----", *lines, "-----END SSH SIGNATURE-----", ""])


def _enclose(raw: bytes, inner: bytes) -> bytes:
    version = (1).to_bytes(4, "big")
    return _MAGIC + version + _string(wire_key(raw)) + _PURPOSE + _string(_string(_ALGORITHM) + _string(inner))


def _signed_bytes(message: bytes) -> bytes:
    return _MAGIC + _PURPOSE + _string(sha512(message).digest())
