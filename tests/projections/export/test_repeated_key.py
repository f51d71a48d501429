"""A key twice in stored bytes, with leaf, tree, proofs and manifests that fit: two readers could take it for two things."""

import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from desk.terminal.console import NO
from ledger.entry import Delivery, Entry
from ledger.events.play import WagerReturned
from ledger.evidence.checkpoint_publisher import CheckpointPublisher
from ledger.mapper import MAPPER
from tests.commands import Recoup
from tests.projections.export.house import OTHER, House, inspected

pytestmark = pytest.mark.slow

PAID: bytes = b'"amount_minor":2000'
TWICE: bytes = b'"amount_minor":100,"amount_minor":2000'


def put_in(house: House) -> int:
    """A payment that says two amounts, put in past the program with a leaf and a tree that fit; its position."""
    with house.opened() as ledger, closing(CheckpointPublisher(ledger, house.signer)) as publisher:
        stream = f"table/{OTHER}"
        version = ledger.recorder.stream_version(stream) + 1
        paid = Delivery(WagerReturned(wager="w1", amount_minor=2000), "table/BAC-2", "again", None, f"{OTHER}/1")
        stored = MAPPER.to_stored_event(Entry(0, stream, version, "2026-01-21T22:00:00.000000Z", paid))
        assert PAID in stored.state
        ledger.recorder.insert_events([replace(stored, state=stored.state.replace(PAID, TWICE))])
        publisher.checkpoint("command")
        return ledger.size()


def test_a_package_with_a_key_twice_is_named_by_verify_and_by_its_own_program(
    own_house: House, tmp_path: Path, recoup: Recoup
) -> None:
    position, package = put_in(own_house), tmp_path / "package"
    own_house.export(package, anew=True)
    assert TWICE in b"".join(path.read_bytes() for path in sorted((package / "data/events").glob("*.ndjson")))
    [misfit] = inspected(package, own_house).misfits
    assert misfit.startswith(
        f"position {position}: the stored bytes are not spelled as the program writes them: a key stands twice"
    )
    ran = recoup("verify", str(package), "--key", str(own_house.public), "--no-read-models")
    assert (ran.code, f"DOES NOT FIT: {misfit}" in ran.out) == (NO, True)
    for ledger in (own_house.url, str(package)):
        assert f"position {position}" in recoup("verify", "--ledger", ledger, "--no-read-models").out
    program = [sys.executable, "-I", "-S", str(package / "verify.py"), str(own_house.public)]
    found = subprocess.run(program, capture_output=True, text=True, check=False)
    assert found.returncode == 1
    assert found.stdout.splitlines() == [
        f"✗ position {position}: not spelled as the program writes: a key stands twice, or in another place"
    ]
    assert "1 things do not fit" in found.stderr
