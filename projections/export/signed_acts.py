"""The signed acts of a package as files that ssh-keygen and openssl check: what was signed, and the signature."""

from base64 import b64decode
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_der_public_key

from ledger.acts.roster import Roster, allowed_signers
from ledger.entry import Entry
from ledger.mapper import statement
from ledger.package.format import ACTS
from ledger.roster import passkey, sshsig
from ledger.roster.signing import ledger_id
from projections.export.writing import write_whole


class SignedActs(NamedTuple):
    """How many acts of a package are signed by a key in a file, and by a passkey."""

    key_files: int
    passkeys: int


def write_signed_acts(entries: Iterable[Entry], roster: Roster, bag: Path) -> SignedActs:
    """Writes what each signed act was signed over, its signature, and the roster's keys."""
    key_files = passkeys = 0
    for entry in entries:
        signature = entry.delivery.signature
        if signature is None:
            continue
        place = f"{ACTS}/{entry.position:09d}"
        ledger = ledger_id(roster, entry.delivery)
        signed = statement(entry.delivery, entry.stream, entry.version, ledger, signature.rests_on, signature.covers)
        write_whole(bag / f"{place}.json", signed)
        if signature.sshsig is not None:
            key_files += 1
            write_whole(bag / f"{place}.sig", sshsig.armoured(b64decode(signature.sshsig)).encode())
        elif signature.passkey is not None:
            passkeys += 1
            write_whole(bag / f"{place}.client.json", b64decode(signature.passkey.client_data))
            write_whole(bag / f"{place}.signed", passkey.signed_bytes(signature.passkey))
            write_whole(bag / f"{place}.der", b64decode(signature.passkey.signature))
            write_whole(bag / f"{place}.pem", _public_pem(roster, signature.key))
    if key_files:
        write_whole(bag / f"{ACTS}/signers", allowed_signers(roster).encode())
    return SignedActs(key_files, passkeys)


def _public_pem(roster: Roster, fingerprint: str) -> bytes:
    key = roster.public_key(fingerprint)
    assert key is not None
    public = load_der_public_key(b64decode(key.public))
    return public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
