"""Signed notes, checkpoints and key files: what is read, what is refused, and what others' programs make of them."""

import stat
import sys
from base64 import b64encode
from pathlib import Path
from typing import Final

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.errors import MalformedNote, UnusableKey
from ledger.evidence.checkpoint_store import Checkpoint, checkpoint_of
from ledger.evidence.keys import Command, PrivateKey, keep, load, new_key, pem_of, public_key
from ledger.evidence.note import COSIGNED, Note, Signature, VerifierKey, cosigned_text, parse, signatures, verifier_key

# The example of the specification of signed notes in the Go module golang.org/x/mod/sumdb/note.
PETER: Final = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
SIGNED: Final = """\
If you think cryptography is the answer to your problem,
then you don't know what your problem is.

\N{EM DASH} PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
"""

OURS: Final = new_key("casino.example/recoup")
TEXT: Final = Checkpoint("casino.example/recoup", 7, bytes(32)).text


def signed(text: str, *signers: PrivateKey) -> Note:
    return Note(text, tuple(private_key.sign(text) for private_key in signers))


def test_another_program_s_note_and_key_are_read() -> None:
    note, key = parse(SIGNED.encode()), verifier_key(PETER)
    assert key.signed(note)
    assert key.written == PETER
    assert note.written == SIGNED
    assert not key.signed(Note(note.text.replace("answer", "reason"), note.signatures))


def test_a_note_is_written_as_it_was_read() -> None:
    note = signed(TEXT, OURS, new_key("other.example/log"))
    assert parse(note.written.encode()) == note
    assert OURS.key.signed(note)
    assert checkpoint_of(note) == Checkpoint("casino.example/recoup", 7, bytes(32))


def test_a_signature_that_only_claims_to_be_the_key_s_spoils_the_note() -> None:
    good = signed(TEXT, OURS)
    forged = Signature(OURS.key.name, OURS.key.id, bytes(64))
    assert not OURS.key.signed(Note(TEXT, (forged,)))
    assert not OURS.key.signed(Note(TEXT, (*good.signatures, forged)))
    assert not OURS.key.signed(Note(TEXT, ()))


def test_signatures_of_strangers_are_passed_over() -> None:
    stranger = new_key(OURS.key.name)
    assert OURS.key.signed(signed(TEXT, stranger, OURS))
    assert not OURS.key.signed(signed(TEXT, stranger))


@pytest.mark.parametrize(
    "written",
    [
        b"",
        b"text\n",
        b"text\n\n",
        TEXT.encode() + b"\n",
        TEXT.encode() + "\n\N{EM DASH} name".encode(),
        TEXT.encode() + "\n\N{EM DASH} name AAAA\n".encode(),
        TEXT.encode() + "\n\N{EM DASH} na me AAAAAAAA\n".encode(),
        TEXT.encode() + "\n\N{EM DASH} name AAAAAA=\n".encode(),
        TEXT.encode() + "\n\N{EM DASH} name AAAAAAB=\n".encode(),
        TEXT.encode() + b"\n- name AAAAAAAA\n",
        b"te\txt\n\n" + "\N{EM DASH} name AAAAAAAA\n".encode(),
        b"te\xffxt\n\n" + "\N{EM DASH} name AAAAAAAA\n".encode(),
        b"text\n\n" + "\N{EM DASH} name AAAAAAAA\n".encode() * 65,
    ],
)
def test_what_is_no_note_is_refused(written: bytes) -> None:
    with pytest.raises(MalformedNote):
        parse(written)


@settings(max_examples=200)
@given(st.binary(max_size=200))
def test_bytes_are_a_note_that_writes_itself_or_none(written: bytes) -> None:
    try:
        note = parse(written)
    except MalformedNote:
        return
    assert note.written.encode() == written


@pytest.mark.parametrize(
    "text",
    [
        "origin\n7\n",
        "origin\n07\n" + b64encode(bytes(32)).decode() + "\n",
        "origin\n-7\n" + b64encode(bytes(32)).decode() + "\n",
        "origin\nseven\n" + b64encode(bytes(32)).decode() + "\n",
        "origin\n7\n" + b64encode(bytes(31)).decode() + "\n",
        "origin\n7\n" + b64encode(bytes(33)).decode() + "\n",
        "\n7\n" + b64encode(bytes(32)).decode() + "\n",
        "origin\n7\nroot\n",
    ],
)
def test_what_is_no_checkpoint_is_refused(text: str) -> None:
    with pytest.raises(MalformedNote):
        checkpoint_of(Note(text, ()))


@pytest.mark.parametrize(
    "written",
    ["", "name", "name+c74f20a3", PETER.replace("c7", "c8"), PETER[:-4], PETER.replace("+A", "+B"), "na me" + PETER[12:]],
)
def test_what_is_no_verifier_key_is_refused(written: str) -> None:
    with pytest.raises(MalformedNote):
        verifier_key(written)


def test_a_cosignature_says_when_and_is_no_plain_signature() -> None:
    private = Ed25519PrivateKey.generate()
    witness = VerifierKey("witness.example/w1", private.public_key().public_bytes_raw(), COSIGNED)
    raw = (1_700_000_000).to_bytes(8) + private.sign(cosigned_text(1_700_000_000, TEXT))
    note = Note(TEXT, (Signature(witness.name, witness.id, raw),))
    assert witness.cosigned_at(note) == 1_700_000_000
    assert witness.signed(note)
    assert verifier_key(witness.written) == witness
    later = Signature(witness.name, witness.id, (1_700_000_001).to_bytes(8) + raw[8:])
    assert witness.cosigned_at(Note(TEXT, (later,))) is None
    plain = VerifierKey(witness.name, witness.public)
    assert plain.id != witness.id
    assert not plain.signed(note)


def test_a_key_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "recoup.key"
    keep(OURS, path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert load(path).key == OURS.key
    assert OURS.key.signed(Note(TEXT, (load(path).sign(TEXT),)))
    with pytest.raises(FileExistsError):
        keep(new_key("x"), path)
    for mode in (0o640, 0o604, 0o660, 0o602, 0o601):
        path.chmod(mode)
        with pytest.raises(UnusableKey, match="open to others than its owner; run `chmod 600"):
            load(path)


@pytest.mark.parametrize(
    "text", ["", "origin: x\n", "origin: a b\n-----BEGIN PRIVATE KEY-----\nAAAA\n", "-----BEGIN X-----"]
)
def test_what_is_no_key_file_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "recoup.key"
    path.write_text(text)
    path.chmod(0o600)
    with pytest.raises(UnusableKey, match="is no key file"):
        load(path)
    with pytest.raises(UnusableKey, match="cannot be read"):
        load(tmp_path / "none")


SIGNER: Final = """\
import sys
from cryptography.hazmat.primitives.serialization import load_pem_private_key
text = open(sys.argv[1], "rb").read()
key = load_pem_private_key(text[text.index(b"-----"):], None)
sys.stdout.buffer.write(key.sign(sys.stdin.buffer.read() + sys.argv[2].encode()))
"""


def test_another_program_may_keep_the_key(tmp_path: Path) -> None:
    """It is given the text and answers with 64 bytes; what is no signature of the key is not taken."""
    keep(OURS, tmp_path / "hsm.key")
    (tmp_path / "sign.py").write_text(SIGNER)
    command = f"{sys.executable} {tmp_path / 'sign.py'} {tmp_path / 'hsm.key'} "
    keep(Command(OURS.key, command + "''"), tmp_path / "recoup.key")
    signer = load(tmp_path / "recoup.key")
    assert "PRIVATE" not in (tmp_path / "recoup.key").read_text()
    assert OURS.key.signed(Note(TEXT, (signer.sign(TEXT),)))
    with pytest.raises(UnusableKey, match="gave no signature of key"):
        Command(OURS.key, command + "else").sign(TEXT)
    with pytest.raises(UnusableKey, match="gave no signature of key"):
        Command(OURS.key, str(tmp_path / "none")).sign(TEXT)


def test_a_public_key_is_read_from_what_the_house_gives_out(tmp_path: Path) -> None:
    (tmp_path / "a").write_text(OURS.key.written + "\n")
    (tmp_path / "b").write_text(f"origin: {OURS.key.name}\n{pem_of(OURS.key)}")
    (tmp_path / "c").write_text(pem_of(OURS.key))
    assert public_key(tmp_path / "a") == public_key(tmp_path / "b") == public_key(tmp_path / "c", OURS.key.name) == OURS.key
    (tmp_path / "d").write_text("nothing of the kind")
    for name in ("c", "d", "none"):
        with pytest.raises(UnusableKey, match="holds no verifier key"):
            public_key(tmp_path / name)


def test_signature_lines_are_read_by_themselves() -> None:
    line = OURS.sign(TEXT)
    assert signatures(line.line) == (line,)
    for lines in ("", line.line[:-1], "\n", line.line * 65):
        with pytest.raises(MalformedNote):
            signatures(lines)
