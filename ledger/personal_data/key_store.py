"""The keys of persons, in a folder outside the ledger: one file a person, which only its owner can read.

A text is sealed with AES-256-GCM under a fresh nonce, bound to what it is a note of, and filled up to whole blocks so
that its length does not tell a name.
"""

import os
import stat
from base64 import b64decode, b64encode
from contextlib import suppress
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.padding import PKCS7

from ledger.errors import BrokenEvidence, UnusableVault

MAX_TEXT_BYTES: Final = 8000
"""Bytes of a text."""

_KEY_BYTES: Final = 32
_NONCE_BYTES: Final = 12
_BLOCK_BITS: Final = 64 * 8


class KeyStore:
    """A folder of keys. Raises UnusableVault where others could read it, or where a key is missing or none."""

    def __init__(self, folder: Path):
        self._folder = folder

    def create_key(self, person: str) -> None:
        """Makes the person's key, if there is none yet. Who comes second uses the first one's."""
        self._require_private(create=True)
        path = self._key_path(person)
        fresh = path.with_suffix(f".{os.urandom(8).hex()}")
        try:
            with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(AESGCM.generate_key(_KEY_BYTES * 8))
                file.flush()
                os.fsync(file.fileno())
            with suppress(FileExistsError):
                path.hardlink_to(fresh)
            fresh.unlink()
            self._sync_folder()
        except OSError as error:
            raise UnusableVault(f"the vault {self._folder} cannot be written in ({error.strerror})") from error

    def has_key(self, person: str) -> bool:
        """Whether there is a key of the person."""
        return self._key_path(person).exists()

    def seal(self, person: str, text: str, associated_data: bytes) -> str:
        """The text as only the person's key opens it, and only as a note of what `associated_data` says; Base64."""
        padder = PKCS7(_BLOCK_BITS).padder()
        filled = padder.update(text.encode()) + padder.finalize()
        nonce = os.urandom(_NONCE_BYTES)
        return b64encode(nonce + AESGCM(self._read_key(person)).encrypt(nonce, filled, associated_data)).decode()

    def unseal(self, person: str, sealed: str, associated_data: bytes) -> str:
        """The text again. Raises BrokenEvidence where the key does not open it."""
        raw = b64decode(sealed)
        try:
            filled = AESGCM(self._read_key(person)).decrypt(raw[:_NONCE_BYTES], raw[_NONCE_BYTES:], associated_data)
        except InvalidTag as error:
            raise BrokenEvidence(
                f"the vault's key of {person} does not open what is noted; take the vault that belongs to this ledger"
            ) from error
        unpadder = PKCS7(_BLOCK_BITS).unpadder()
        return (unpadder.update(filled) + unpadder.finalize()).decode()

    def destroy_key(self, person: str) -> bool:
        """Destroys the person's key, and what a making that broke off left of it; says whether there was any.

        It is written over before it is taken away.
        """
        found = list(self._folder.glob(f"{self._key_path(person).stem}.*"))
        if not found:
            return False
        self._require_private()
        for path in found:
            try:
                with path.open("r+b") as file:
                    file.write(bytes(_KEY_BYTES))
                    file.flush()
                    os.fsync(file.fileno())
                path.unlink()
            except OSError as error:
                raise UnusableVault(f"the key {path} cannot be destroyed ({error.strerror}); destroy it by hand") from error
        self._sync_folder()
        return True

    def _key_path(self, person: str) -> Path:
        """Some file systems take P1 and p1 for one name."""
        return self._folder / f"{person.encode().hex()}.key"

    def _read_key(self, person: str) -> bytes:
        self._require_private()
        try:
            key = self._key_path(person).read_bytes()
        except OSError as error:
            raise UnusableVault(
                f"the vault {self._folder} has no key of {person} ({error.strerror}); "
                "name the vault that belongs to this ledger with --vault, or restore it"
            ) from error
        if len(key) != _KEY_BYTES or not any(key):
            raise UnusableVault(f"the key of {person} in the vault {self._folder} is none; restore it from a backup")
        return key

    def _require_private(self, *, create: bool = False) -> None:
        try:
            if create:
                self._folder.mkdir(mode=0o700, exist_ok=True)
            mode = self._folder.stat().st_mode
        except OSError as error:
            raise UnusableVault(f"the vault {self._folder} cannot be opened ({error.strerror})") from error
        if mode & (stat.S_IRWXG | stat.S_IRWXO):
            raise UnusableVault(f"the vault {self._folder} is open to others than its owner; `chmod 700` it")

    def _sync_folder(self) -> None:
        """What was made or taken away in the folder is on disk."""
        folder = os.open(self._folder, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
