"""Keys in files, and signatures that other programs check: ssh-keygen, openssl."""

import subprocess
from base64 import b64decode, b64encode
from pathlib import Path
from shutil import which
from typing import Final

import pytest
from cryptography.exceptions import InvalidSignature

from ledger.errors import UnusableKey
from ledger.roster import sshsig
from ledger.roster.key_file import create_key_file, load_key_file, read_public_key
from tests.ledger.roster.people import key_of

PASSPHRASE: Final = "correct horse"
STATEMENT: Final = b'{"entry":{},"ledger":"x"}'
needs_ssh_keygen = pytest.mark.skipif(which("ssh-keygen") is None, reason="ssh-keygen is not installed")


def test_a_key_file_is_locked_and_private(tmp_path: Path) -> None:
    path = tmp_path / "m1.key"
    signer = create_key_file(path, PASSPHRASE)
    assert path.stat().st_mode & 0o777 == 0o600
    assert load_key_file(path, PASSPHRASE).fingerprint == signer.fingerprint
    assert read_public_key(tmp_path / "m1.key.pub") == signer.public


def test_a_key_file_is_refused_by_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "m1.key"
    create_key_file(path, PASSPHRASE)
    with pytest.raises(UnusableKey, match="cannot be written"):
        create_key_file(path, PASSPHRASE)
    with pytest.raises(UnusableKey, match="at least 8"):
        create_key_file(tmp_path / "short", "1234567")
    with pytest.raises(UnusableKey, match="does not open"):
        load_key_file(path, "another one")
    path.chmod(0o644)
    with pytest.raises(UnusableKey, match="chmod 600"):
        load_key_file(path, PASSPHRASE)
    with pytest.raises(UnusableKey, match="cannot be read"):
        load_key_file(tmp_path / "absent", PASSPHRASE)
    with pytest.raises(UnusableKey, match="no public key"):
        read_public_key(path)


@needs_ssh_keygen
@pytest.mark.slow
def test_a_key_of_ssh_keygen_is_used_and_one_without_passphrase_refused(tmp_path: Path) -> None:
    for name, passphrase in (("locked", PASSPHRASE), ("bare", "")):
        run("ssh-keygen", "-q", "-t", "ed25519", "-f", name, "-N", passphrase, cwd=tmp_path)
    signer = load_key_file(tmp_path / "locked", PASSPHRASE)
    assert read_public_key(tmp_path / "locked.pub") == signer.public
    shown = run("ssh-keygen", "-l", "-f", "locked.pub", cwd=tmp_path)
    assert signer.fingerprint in shown
    with pytest.raises(UnusableKey, match="no passphrase"):
        load_key_file(tmp_path / "bare", "")


@needs_ssh_keygen
@pytest.mark.slow
def test_ssh_keygen_verifies_what_is_signed_here_and_nothing_else(tmp_path: Path) -> None:
    key = key_of("M1")
    (tmp_path / "signers").write_text(f'M1 namespaces="recoup" ssh-ed25519 {key.public.public}\n')
    signature = b64decode(key.sign(STATEMENT)["sshsig"])
    (tmp_path / "act.sig").write_text(sshsig.armoured(signature))
    verify = ("ssh-keygen", "-Y", "verify", "-f", "signers", "-I", "M1", "-n", "recoup", "-s", "act.sig")
    assert "Good" in run(*verify, cwd=tmp_path, stdin=STATEMENT)
    with pytest.raises(subprocess.CalledProcessError):
        run(*verify, cwd=tmp_path, stdin=STATEMENT.replace(b"x", b"y"))


@needs_ssh_keygen
@pytest.mark.slow
def test_what_ssh_keygen_signs_is_verified_here(tmp_path: Path) -> None:
    run("ssh-keygen", "-q", "-t", "ed25519", "-f", "key", "-N", "", cwd=tmp_path)
    (tmp_path / "act").write_bytes(STATEMENT)
    run("ssh-keygen", "-q", "-Y", "sign", "-f", "key", "-n", "recoup", "act", cwd=tmp_path)
    lines = (tmp_path / "act.sig").read_text().splitlines()
    wire = b64decode(read_public_key(tmp_path / "key.pub").public)
    sshsig.verify(wire, b64decode("".join(lines[1:-1])), STATEMENT)


def test_every_flipped_bit_of_a_signature_is_refused() -> None:
    key = key_of("M1")
    wire, signature = b64decode(key.public.public), b64decode(key.sign(STATEMENT)["sshsig"])
    sshsig.verify(wire, signature, STATEMENT)
    for at in range(len(signature) * 8):
        flipped = bytearray(signature)
        flipped[at // 8] ^= 1 << at % 8
        with pytest.raises((ValueError, InvalidSignature)):
            sshsig.verify(wire, bytes(flipped), STATEMENT)
    assert sshsig.armoured(signature).splitlines()[1][:8] == b64encode(b"SSHSIG").decode()


def run(*command: str, cwd: Path, stdin: bytes = b"") -> str:
    done = subprocess.run(command, cwd=cwd, input=stdin, capture_output=True, timeout=60, check=True)
    return (done.stdout + done.stderr).decode()
