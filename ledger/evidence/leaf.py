"""The leaves of the log."""

from hashlib import sha256


def leaf_hash(stored: bytes) -> bytes:
    """RFC 6962, section 2.1: the hash of a leaf is over 0x00 and the exact stored bytes."""
    return sha256(b"\x00" + stored).digest()


def digest(data: bytes) -> str:
    """A plain SHA-256, written `sha256:` and 64 hex digits."""
    return "sha256:" + sha256(data).hexdigest()
