"""The bag around a package: its manifests, its signature, and whether every file is what they say."""

import logging
import os
import re
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import bagit
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from ledger.errors import BrokenEvidence
from ledger.evidence.keys import Signer
from ledger.evidence.note import VerifierKey
from ledger.package.format import BAGIT, MANIFEST, SIGNATURE, TAG_MANIFEST

_MANY_BYTES: Final = 1 << 26
_DECLARATION: Final = "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n"
logging.getLogger("bagit").addHandler(logging.NullHandler())  # what is wrong is told by `faults`, once


def close(folder: Path, info: Mapping[str, str], signer: Signer) -> bytes:
    """Writes the manifests of what lies in the folder, and signs the tag manifest; gives back its bytes.

    The library reads every file once more. Its tag manifest follows the order of the folder on disk, with one blank;
    it is written sorted, with the two that `sha256sum -c` wants. Raises UnusableKey.
    """
    for left in (TAG_MANIFEST, SIGNATURE, MANIFEST):
        (folder / left).unlink(missing_ok=True)
    (folder / BAGIT).write_text(_DECLARATION, encoding="utf-8")
    (folder / MANIFEST).touch()
    bag = bagit.Bag(str(folder))
    bag.info.update(info)
    bag.save(manifests=True)
    listed = (line.split(maxsplit=1) for line in (folder / TAG_MANIFEST).read_text(encoding="utf-8").splitlines())
    manifest_text = "".join(f"{digest}  {name}\n" for digest, name in sorted(listed, key=lambda pair: pair[1]))
    (folder / TAG_MANIFEST).write_text(manifest_text, encoding="utf-8")
    (folder / SIGNATURE).write_bytes(signer.sign(manifest_text).raw)
    return manifest_text.encode()


def signed_by(folder: Path, key: VerifierKey) -> bool:
    """Whether the signature over the tag manifest is of this key."""
    try:
        raw, manifest = (folder / SIGNATURE).read_bytes(), (folder / TAG_MANIFEST).read_bytes()
        Ed25519PublicKey.from_public_bytes(key.public).verify(raw, manifest)
    except (InvalidSignature, OSError):
        return False
    return True


def require_plain(folder: Path) -> None:
    """Looks at what lies in a folder without opening it, before anything is read, let alone hashed.

    Raises BrokenEvidence for a link, a pipe, a device, a file that is mostly holes, and for far more bytes than the package
    says it has.
    """
    payload = 0
    for place, folders, names in os.walk(folder):
        for name in (*folders, *names):
            path = Path(place, name)
            found = path.lstat()
            if stat.S_ISDIR(found.st_mode):
                continue
            if not stat.S_ISREG(found.st_mode):
                kind = "folder" if name in folders else "file"
                raise BrokenEvidence(f"{path.relative_to(folder)} is no plain {kind}")
            if found.st_size > _MANY_BYTES and found.st_blocks * 512 * 2 < found.st_size:
                raise BrokenEvidence(f"{path.relative_to(folder)} says it has {found.st_size:,} bytes and is mostly holes")
            payload += found.st_size
    declared = _payload_bytes(folder)
    if declared is not None and payload > 2 * declared + _MANY_BYTES:
        raise BrokenEvidence(f"the package says that it holds {declared:,} bytes, and {payload:,} are in it")


def _payload_bytes(folder: Path) -> int | None:
    """How many bytes a package says that it holds; None where it does not say so in a small file."""
    path = folder / "bag-info.txt"
    if not path.is_file() or path.stat().st_size > _MANY_BYTES:
        return None
    found = re.search(rb"^Payload-Oxum: ([0-9]{1,15})\.", path.read_bytes(), re.MULTILINE)
    return int(found[1]) if found else None


def faults(folder: Path) -> Iterator[str]:
    """What of the files is not as the manifests list it, whoever wrote these."""
    try:
        bag = bagit.Bag(str(folder))
        bag.info.pop("Payload-Oxum", None)  # else a file of another length is not named
        bag.validate()
    except bagit.BagValidationError as error:
        yield from (str(detail) for detail in error.details) if error.details else (str(error),)
    except (bagit.BagError, OSError, ValueError, LookupError) as error:
        yield f"the folder is no bag ({error})"
        return
    if bag.algorithms != ["sha256"] or (folder / "fetch.txt").exists():
        yield "the bag has manifests or files beside those of a package"
    if (folder / BAGIT).read_bytes() != _DECLARATION.encode():
        yield f"{BAGIT} declares another bag than a package is"
    yield from _strays(folder, {*bag.entries, TAG_MANIFEST, SIGNATURE})


def _strays(folder: Path, listed: set[str]) -> Iterator[str]:
    """What lies in the folder and in no manifest: a bag may have further tag files, a package has none."""
    for place, folders, files in os.walk(folder):
        here = Path(place)
        for name in files:
            path = here / name
            if path.is_symlink() or not path.is_file():
                yield f"{path.relative_to(folder)} is no plain file"
            elif str(path.relative_to(folder)) not in listed:
                yield f"{path.relative_to(folder)} is listed in no manifest"
        yield from (
            f"{(here / link).relative_to(folder)} is no plain folder" for link in folders if (here / link).is_symlink()
        )
        if not files and not folders:
            yield f"{here.relative_to(folder)} is an empty folder"
