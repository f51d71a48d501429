"""A person's key in a file: Ed25519 in OpenSSH's form, under a passphrase, which only its owner can read."""

import os
import stat
from base64 import b64decode, b64encode
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    PrivateFormat,
    load_ssh_private_key,
)

from ledger.errors import UnusableKey
from ledger.events.roster import PublicKey
from ledger.files import read_plain
from ledger.roster import sshsig

SHORTEST_PASSPHRASE: Final = 8
_PUBLIC_FIELDS: Final = 2


@dataclass(frozen=True, slots=True)
class KeyFileSigner:
    """A person's key, unlocked."""

    private: Ed25519PrivateKey
    public: PublicKey

    @property
    def fingerprint(self) -> str:
        """What names the key on the roster."""
        return self.public.fingerprint

    def sign(self, statement: bytes) -> dict[str, str]:
        """The signature's own fields in the signature of an act."""
        return {"sshsig": b64encode(sshsig.sign(self.private, statement)).decode()}


def signer_of_key(private: Ed25519PrivateKey) -> KeyFileSigner:
    """A signer with a key that is at hand."""
    wire = sshsig.wire_key(private.public_key().public_bytes_raw())
    return KeyFileSigner(private, PublicKey(kind="ed25519", public=b64encode(wire).decode()))


def create_key_file(path: Path, passphrase: str) -> KeyFileSigner:
    """Make a key; write it to `path`, and its public half beside it with the suffix `.pub`.

    Raises UnusableKey for a short passphrase, and rather than write over a file.
    """
    if len(passphrase) < SHORTEST_PASSPHRASE:
        raise UnusableKey(f"a passphrase has at least {SHORTEST_PASSPHRASE} characters")
    private = Ed25519PrivateKey.generate()
    signer = signer_of_key(private)
    pem = private.private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, BestAvailableEncryption(passphrase.encode()))
    public = path.with_name(f"{path.name}.pub")
    for file, content, mode in ((path, pem, 0o600), (public, f"ssh-ed25519 {signer.public.public}\n".encode(), 0o644)):
        try:
            with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as out:
                out.write(content)
                out.flush()
                os.fsync(out.fileno())
        except OSError as error:
            raise UnusableKey(f"the key cannot be written to {file} ({error.strerror})") from error
    return signer


def load_key_file(path: Path, passphrase: str) -> KeyFileSigner:
    """The signer of a key file. Raises UnusableKey where others can read it, where it has no passphrase or another one, or
    where it is no Ed25519 key in OpenSSH's form.
    """
    try:
        mode = path.stat().st_mode
        content = read_plain(path)
    except OSError as error:
        raise UnusableKey(f"the key {path} cannot be read ({error.strerror})") from error
    if mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise UnusableKey(f"the key {path} is open to others than its owner; run `chmod 600 {path}`, or have it revoked")
    if _loaded(content, None) is not None:
        raise UnusableKey(f"the key {path} has no passphrase; give it one with `ssh-keygen -p -f {path}`")
    private = _loaded(content, passphrase.encode())
    if private is None:
        raise UnusableKey(f"{path} does not open; the passphrase is another, or it is no Ed25519 key in OpenSSH's form")
    return signer_of_key(private)


def read_public_key(path: Path) -> PublicKey:
    """A public key from a file as ssh-keygen writes it, or from the JSON of a passkey. Raises UnusableKey."""
    try:
        text = read_plain(path).decode().strip()
        if text.startswith("{"):
            return PublicKey.model_validate_json(text)
        kind, public = text.split()[:_PUBLIC_FIELDS]
        sshsig.raw_key(b64decode(public, validate=True))
        if kind == "ssh-ed25519":
            return PublicKey(kind="ed25519", public=public)
    except (OSError, ValueError):
        pass
    raise UnusableKey(f"{path} holds no public key: `ssh-ed25519 AAAA…` as ssh-keygen writes it, or a passkey's JSON")


def _loaded(content: bytes, passphrase: bytes | None) -> Ed25519PrivateKey | None:
    try:
        private = load_ssh_private_key(content, passphrase)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        return None
    return private if isinstance(private, Ed25519PrivateKey) else None
