"""Time and witnesses that are not the house's: RFC 3161 stamps by openssl, cosignatures under a stated policy, and receipts
in COSE, each verified by tools that know nothing of Recoup.
"""

import shutil
import subprocess
import sys
from base64 import b64decode
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Final

import cbor2
import pytest
from pycose.keys.okp import OKPKey
from pycose.messages.sign1message import Sign1Message

from ledger.errors import UnusableWitness
from ledger.events.evidence import PolicyStated
from ledger.evidence.checkpoint_publisher import CheckpointPublisher
from ledger.evidence.checkpoint_store import CheckpointStore
from ledger.evidence.log import EVIDENCE
from ledger.evidence.note import Note, parse
from ledger.evidence.policy import MalformedPolicy, parse_policy
from ledger.evidence.timestamps import TimestampKey
from ledger.evidence.witness import WitnessClient, witness_of
from ledger.package import bag
from projections.export.proof_bundle import cosigned_note
from tests.commands import Recoup
from tests.ledger.evidence.authority import Authority, stamping
from tests.ledger.evidence.witnesses import Witness, serving
from tests.projections.export.house import ORIGIN, House, inspected

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("openssl") is None, reason="there is no openssl on this machine"),
]
AUTHORITY: Final = "time.example"


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    return Authority(tmp_path / "authority")


def stamped(house: House, authority: Authority) -> Note:
    """The house's last checkpoint with a time stamp of the authority."""
    with (
        stamping(authority) as address,
        house.opened() as ledger,
        closing(CheckpointPublisher(ledger, house.signer)) as publisher,
        closing(CheckpointStore(house.url)) as store,
    ):
        named = witness_of(AUTHORITY, address, None, authority.root.read_text())
        ledger.record(named, "witness:time", EVIDENCE)
        sealed = publisher.checkpoint("command")
        answer = WitnessClient(ledger, store).ask(named, sealed)
        assert answer.startswith("stamped at 20")
        return cosigned_note(sealed, store.cosignatures())


def openssl_verifies(stamp: bytes, text: str, root: Path, folder: Path) -> bool:
    """What openssl says of a time stamp over a text."""
    (folder / "stamp.tsr").write_bytes(stamp)
    (folder / "body").write_text(text, encoding="utf-8")
    asked = ["openssl", "ts", "-verify", "-data", "body", "-in", "stamp.tsr", "-CAfile", str(root)]
    return subprocess.run(asked, cwd=folder, capture_output=True, check=False).returncode == 0


# Time


def test_openssl_verifies_the_stamp_under_a_checkpoint_and_refuses_it_under_another(
    own_house: House, authority: Authority, tmp_path: Path
) -> None:
    note = stamped(own_house, authority)
    [stamp] = [line.raw for line in note.signatures if line.name == AUTHORITY]
    assert openssl_verifies(stamp, note.text, authority.root, tmp_path)
    assert not openssl_verifies(stamp, note.text + "x\n", authority.root, tmp_path)
    assert not openssl_verifies(stamp, note.text, Authority(tmp_path / "other").root, tmp_path)


def test_a_stamp_holds_for_its_text_and_its_authority_alone(own_house: House, authority: Authority, tmp_path: Path) -> None:
    note = stamped(own_house, authority)
    key = TimestampKey(AUTHORITY, authority.root.read_text())
    assert key.cosigned_at(note) is not None
    assert key.cosigned_at(Note(note.text + "x\n", note.signatures)) is None
    stranger = TimestampKey(AUTHORITY, Authority(tmp_path / "other").root.read_text())
    [line] = [line for line in note.signatures if line.name == AUTHORITY]
    assert stranger.cosigned_at(Note(note.text, (stranger.line(line.raw),))) is None
    for at in range(0, len(line.raw), 97):
        flipped = line.raw[:at] + bytes([line.raw[at] ^ 1]) + line.raw[at + 1 :]
        later = key.cosigned_at(Note(note.text, (key.line(flipped),)))
        assert later in (None, key.cosigned_at(note)), at


def test_a_package_carries_the_stamp_and_its_own_page_verifies_it(
    own_house: House, authority: Authority, tmp_path: Path
) -> None:
    stamped(own_house, authority)
    package = tmp_path / "package"
    own_house.export(package, anew=True)
    found = inspected(package, own_house)
    assert found.misfits == []
    assert AUTHORITY in [name for name, *_ in found.seen]
    page = (package / "VERIFY.md").read_text(encoding="utf-8")
    steps = "\n".join(part.split("```")[0] for part in page.split("```sh\n")[1:])
    run = subprocess.run(
        ["bash", "-ec", steps],
        cwd=package,
        env={"KEY": str(own_house.public), "PATH": f"{Path(sys.executable).parent}:/usr/local/bin:/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Verification: OK" in run.stdout + run.stderr, run.stderr


def test_what_answers_no_time_stamp_is_refused_in_a_sentence(
    own_house: House, authority: Authority, tmp_path: Path
) -> None:
    other = Authority(tmp_path / "other")
    with (
        stamping(other) as address,
        own_house.opened() as ledger,
        closing(CheckpointPublisher(ledger, own_house.signer)) as publisher,
        closing(CheckpointStore(own_house.url)) as store,
    ):
        named = witness_of(AUTHORITY, address, None, authority.root.read_text())
        ledger.record(named, "witness:time", EVIDENCE)
        with pytest.raises(UnusableWitness, match="answered with no time stamp that its certificate vouches for"):
            WitnessClient(ledger, store).ask(named, publisher.checkpoint("command"))
        assert not any(AUTHORITY.encode() in line.line for line in store.cosignatures())
    with pytest.raises(UnusableWitness, match="that is no certificate in PEM"):
        witness_of(AUTHORITY, "http://time.example/", None, "no certificate")


# The policy


def test_no_package_is_made_until_the_policy_s_witnesses_have_signed(own_house: House, tmp_path: Path) -> None:
    witnesses = [Witness(ORIGIN, own_house.key.public, name) for name in ("one.example/w", "two.example/w")]
    lines = [f"witness {name} {each.verifier_key}" for name, each in zip(("one", "two"), witnesses, strict=True)]
    text = "\n".join([f"log {own_house.key.written}", *lines, "group both all one two", "quorum both", ""])
    with own_house.opened() as ledger, serving(witnesses[0]) as first, serving(witnesses[1]) as second:
        named = [witness_of(None, at, each.verifier_key) for at, each in zip((first, second), witnesses, strict=True)]
        for number, each in enumerate(named):
            ledger.record(each, f"witness:p{number}", EVIDENCE)
        ledger.record(PolicyStated(text=text), "policy:1", EVIDENCE)
        with closing(CheckpointPublisher(ledger, own_house.signer)) as publisher:
            sealed = publisher.checkpoint("command")
        with pytest.raises(UnusableWitness, match="one, two have not signed"):
            own_house.export(tmp_path / "package", anew=True)
        with closing(CheckpointStore(own_house.url)) as store:
            asking = WitnessClient(ledger, store)
            asking.ask(named[0], sealed)
            with pytest.raises(UnusableWitness, match="this: two have not signed"):
                own_house.export(tmp_path / "package", anew=True)
            asking.ask(named[1], sealed)
        own_house.export(tmp_path / "package", anew=True)
    assert inspected(tmp_path / "package", own_house).misfits == []
    assert len(parse((tmp_path / "package/data/checkpoint").read_bytes()).signatures) == 3
    _without_a_cosignature(tmp_path / "package", own_house)


def _without_a_cosignature(package: Path, house: House) -> None:
    """Even the house itself cannot pass off a checkpoint that its own policy does not let out."""
    file = package / "data/checkpoint"
    note = parse(file.read_bytes())
    fewer = Note(note.text, tuple(line for line in note.signatures if line.name != "two.example/w"))
    written = fewer.written.encode()
    for proof in (package / "data").rglob("*.consistency"):
        proof.write_bytes(proof.read_bytes().replace(file.read_bytes(), written))
    file.write_bytes(written)
    bag.close(package, {}, house.signer)
    [misfit] = inspected(package, house).misfits
    assert misfit == "data/checkpoint lacks cosignatures that the house's policy asks for: of two"


KEY: Final = Witness("x", bytes(32)).verifier_key


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "names no quorum"),
        ("quorum none\nquorum none", "line 2"),
        (f"witness one {KEY}\nwitness one {KEY}\nquorum one", "line 2 of the policy: one is named twice"),
        ("quorum one", "one is neither a witness nor a group"),
        (f"witness one {KEY}\ngroup all 2 one\nquorum all", "2 of 1 members can never be a quorum"),
        (f"witness one {KEY}\ngroup g many one\nquorum g", "line 2"),
        ("witness one one+00000000+AAAA\nquorum one", "line 1"),
        (f"log {KEY}\nquorum none", "is the key of a witness"),
        ("watch one", "`watch one` is no line of a policy"),
    ],
    ids=["nothing", "two quorums", "twice", "unknown", "too many", "no number", "no key", "log's key", "no line"],
)
def test_a_text_that_is_no_policy_is_refused_by_its_line(text: str, why: str) -> None:
    with pytest.raises(MalformedPolicy, match=why):
        parse_policy(text)


# Receipts


def joined(left: bytes, right: bytes) -> bytes:
    return sha256(b"\1" + left + right).digest()


def root_by(entry: bytes, size: int, index: int, path: list[bytes]) -> bytes:
    """The root that an entry and its inclusion path make (RFC 9162, 2.1.3.2)."""
    node, last = sha256(b"\0" + entry).digest(), size - 1
    for sibling in path:
        if index & 1 or index == last:
            node = joined(sibling, node)
            while not index & 1 and index:
                index, last = index >> 1, last >> 1
        else:
            node = joined(node, sibling)
        index, last = index >> 1, last >> 1
    assert last == 0
    return node


def test_a_library_that_is_not_ours_verifies_the_receipt(own_house: House, recoup: Recoup, tmp_path: Path) -> None:
    with own_house.opened() as ledger, closing(CheckpointPublisher(ledger, own_house.signer)) as publisher:
        size = publisher.checkpoint("command").size
    for position in (1, 17, size):
        file = tmp_path / f"{position}.cose"
        done = recoup(
            "receipt", str(position), "-o", str(file), "--ledger", own_house.url, "--key-file", str(own_house.key_file)
        )
        assert done.code == 0, done.complaint
        message = Sign1Message.decode(file.read_bytes())
        [proof] = cbor2.loads(file.read_bytes()).value[1][396][-1]
        tree, index, path = cbor2.loads(proof)
        assert (tree, index) == (size, position - 1)
        entry = file.with_suffix(".entry").read_bytes()
        message.key = OKPKey(crv="ED25519", x=own_house.key.public)
        assert message.verify_signature(detached_payload=root_by(entry, tree, index, path))
        assert not message.verify_signature(detached_payload=root_by(entry[:-1] + b" ", tree, index, path))


def test_a_receipt_beyond_the_last_checkpoint_is_refused(own_house: House, recoup: Recoup, tmp_path: Path) -> None:
    out = str(tmp_path / "x.cose")
    ran = recoup("receipt", "9999", "-o", out, "--ledger", own_house.url, "--key-file", str(own_house.key_file))
    assert ran.code == 4
    assert "make a checkpoint over it first" in ran.complaint


def test_the_root_of_a_receipt_is_that_of_the_checkpoint(own_house: House, recoup: Recoup, tmp_path: Path) -> None:
    with own_house.opened() as ledger, closing(CheckpointPublisher(ledger, own_house.signer)) as publisher:
        sealed = publisher.checkpoint("command")
    file = tmp_path / "3.cose"
    recoup("receipt", "3", "-o", str(file), "--ledger", own_house.url, "--key-file", str(own_house.key_file))
    [proof] = cbor2.loads(file.read_bytes()).value[1][396][-1]
    root = root_by(file.with_suffix(".entry").read_bytes(), *cbor2.loads(proof))
    assert root == b64decode(sealed.note.split(b"\n")[2])
