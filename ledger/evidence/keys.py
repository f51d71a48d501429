"""The house's key, kept outside the database: a file that only its owner can read, or a program that signs.

The file begins with `origin: NAME`. Behind that stands the private key in PEM (PKCS #8), which openssl reads as it is;
or, where the private key is kept elsewhere, `signer: COMMAND` and the public key in PEM. The command is given the text
to be signed on its standard input and answers with the signature's 64 bytes, or with their Base64.
"""

import os
import shlex
import stat
import subprocess
from base64 import b64decode
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
    load_pem_public_key,
)

from ledger.errors import MalformedNote, UnusableKey
from ledger.evidence.note import Signature, VerifierKey, verifier_key
from ledger.evidence.signed_head import head_file
from ledger.files import read_plain

_SIGNER_SECONDS: Final = 30
_SIGNATURE_BYTES: Final = 64


class Signer(Protocol):
    """Whoever can sign with the house's key."""

    @property
    def key(self) -> VerifierKey: ...

    @property
    def head_file(self) -> Path | None:
        """Where the last head that was signed with the key is remembered; None for a key that is in no file."""
        ...

    def sign(self, text: str) -> Signature:
        """Signs a note's text. Raises UnusableKey."""
        ...


@dataclass(frozen=True, slots=True)
class PrivateKey:
    """A signer that holds the key itself."""

    key: VerifierKey
    private: Ed25519PrivateKey
    head_file: Path | None = None

    def sign(self, text: str) -> Signature:
        return Signature(self.key.name, self.key.id, self.private.sign(text.encode()))


@dataclass(frozen=True, slots=True)
class Command:
    """A signer that asks another program; what it answers is verified before it is used."""

    key: VerifierKey
    command: str
    head_file: Path | None = None

    def sign(self, text: str) -> Signature:
        try:
            done = subprocess.run(
                shlex.split(self.command), input=text.encode(), capture_output=True, timeout=_SIGNER_SECONDS, check=True
            )
            raw = done.stdout if len(done.stdout) == _SIGNATURE_BYTES else b64decode(done.stdout.strip(), validate=True)
            Ed25519PublicKey.from_public_bytes(self.key.public).verify(raw, text.encode())
        except Exception as error:
            raise UnusableKey(
                f"the signer {self.command!r} gave no signature of key {self.key.id.hex()} "
                f"({type(error).__name__}); see that it runs, and that the key file has its public key"
            ) from error
        return Signature(self.key.name, self.key.id, raw)


def new_key(origin: str) -> PrivateKey:
    """A fresh key for a log of this origin."""
    private = Ed25519PrivateKey.generate()
    return PrivateKey(VerifierKey(origin, private.public_key().public_bytes_raw()), private)


def pem_of(key: VerifierKey) -> str:
    """The public key in PEM, as openssl takes it."""
    return (
        Ed25519PublicKey.from_public_bytes(key.public)
        .public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
        .decode()
    )


def published(key: VerifierKey) -> str:
    """The public half as others are given it, in a file: origin, verifier key, PEM."""
    return f"origin: {key.name}\nkey: {key.written}\n{pem_of(key)}"


def keep(signer: PrivateKey | Command, path: Path) -> None:
    """Writes a key file that only its owner can read. Raises FileExistsError rather than write over one."""
    text = f"origin: {signer.key.name}\n"
    if isinstance(signer, Command):
        text += f"signer: {signer.command}\n{pem_of(signer.key)}"
    else:
        text += signer.private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


def load(path: Path) -> Signer:
    """The signer of a key file. Raises UnusableKey where others could read or change the file, or it is none."""
    try:
        found = path.stat()
        text = read_plain(path).decode()
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise UnusableKey(f"the key file {path} cannot be read ({why})") from error
    if found.st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise UnusableKey(
            f"the key file {path} is open to others than its owner; run `chmod 600 {path}`, or rotate the key"
        )
    head, _, pem = text.partition("-----BEGIN ")
    headers = dict(line.split(": ", 1) for line in head.splitlines() if ": " in line)
    try:
        if "signer" in headers:
            return Command(VerifierKey(headers["origin"], _public(pem)), headers["signer"], head_file(path))
        private = _private(pem)
        public = private.public_key().public_bytes_raw()
        return PrivateKey(VerifierKey(headers["origin"], public), private, head_file(path))
    except (KeyError, ValueError, TypeError, UnsupportedAlgorithm, MalformedNote) as error:
        raise UnusableKey(f"{path} is no key file; `recoup keys new` makes one") from error


def public_key(path: Path, origin: str | None = None) -> VerifierKey:
    """A public key from a file: a verifier key, or PEM, for which the origin must be known. Raises UnusableKey."""
    try:
        text = read_plain(path).decode()
        if "-----BEGIN " not in text:
            return verifier_key(text)
        head, _, pem = text.partition("-----BEGIN ")
        if pem.startswith("PRIVATE"):
            return load(path).key
        headers = dict(line.split(": ", 1) for line in head.splitlines() if ": " in line)
        return VerifierKey(headers.get("origin", origin or ""), _public(pem))
    except (OSError, ValueError, TypeError, UnsupportedAlgorithm, MalformedNote) as error:
        raise UnusableKey(f"{path} holds no verifier key (NAME+ID+BASE64) and no public key in PEM") from error


def _private(pem: str) -> Ed25519PrivateKey:
    private = load_pem_private_key(b"-----BEGIN " + pem.encode(), password=None)
    if not isinstance(private, Ed25519PrivateKey):
        raise TypeError("not Ed25519")
    return private


def _public(pem: str) -> bytes:
    public = load_pem_public_key(b"-----BEGIN " + pem.encode())
    if not isinstance(public, Ed25519PublicKey):
        raise TypeError("not Ed25519")
    return public.public_bytes_raw()
