"""A new key between two exports, ledgers in PostgreSQL, and proofs that are none."""

from base64 import b64encode
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from ledger.errors import MalformedNote
from ledger.events.evidence import ExportScope
from ledger.evidence.checkpoint_publisher import CheckpointPublisher
from ledger.evidence.keys import keep, load, new_key
from ledger.package.inspection import inspect
from ledger.package.reader import consistency, inclusion, parse_consistency, parse_inclusion
from tests.desk import floor
from tests.projections.export.house import FIRST, ORIGIN, House

pytestmark = pytest.mark.slow

HASHES = [bytes([n]) * 32 for n in range(3)]
NOTE = b"casino.example/recoup\n3\nroot\n\nsignature\n"


def test_whoever_has_the_old_key_can_go_on_to_the_new_one(own_house: House, tmp_path: Path) -> None:
    """The checkpoint that both signed is in the package; what was exported before is still signed with the key of then."""
    old, fresh = own_house.signer, new_key(ORIGIN)
    own_house.export(tmp_path / "before", ExportScope(table="BAC-1"))
    with own_house.opened() as ledger, closing(CheckpointPublisher(ledger, old)) as notary:
        notary.rotate(fresh)
    keep(fresh, tmp_path / "fresh.key")
    after = replace(own_house, key_file=tmp_path / "fresh.key")
    after.record(f"!source night/5\n{FIRST}/1: notice P-2 inspector\n")
    after.export(tmp_path / "after")
    for key in (old.key, fresh.key):
        assert inspect(tmp_path / "after", key).misfits == []
    after.export(tmp_path / "again", ExportScope(table="BAC-1"))
    assert inspect(tmp_path / "again", fresh.key).misfits == []
    assert inspect(tmp_path / "again", old.key).misfits == ["the signature over the tag manifest is not of the house's key"]
    before, again = ((tmp_path / name / "manifest-sha256.txt").read_text() for name in ("before", "again"))
    assert before == again
    assert inspect(tmp_path / "after", new_key(ORIGIN).key).misfits


@pytest.mark.slow
def test_a_ledger_in_postgresql_is_exported_too(blank_postgresql: str, own_house: House, tmp_path: Path) -> None:
    floor.record(blank_postgresql)
    keep(new_key(ORIGIN), tmp_path / "second.key")
    house = replace(own_house, url=blank_postgresql, key_file=tmp_path / "second.key")
    for number, scope in enumerate((ExportScope(), ExportScope(since="2026-01-20"))):
        house.export(tmp_path / str(number), scope)
        found = inspect(tmp_path / str(number), load(house.key_file).key)
        assert (found.misfits, found.whole) == ([], number == 0)


def test_a_proof_is_read_back_as_it_was_written() -> None:
    assert inclusion(7, HASHES, NOTE).startswith(b"c2sp.org/tlog-proof@v1\nindex 7\n" + b64encode(HASHES[0]) + b"\n")
    assert parse_inclusion(inclusion(7, HASHES, NOTE)) == (7, tuple(HASHES), NOTE)
    assert parse_inclusion(inclusion(0, [], NOTE)) == (0, (), NOTE)
    assert parse_consistency(consistency(7, HASHES, NOTE)) == (7, tuple(HASHES), NOTE)


@pytest.mark.parametrize(
    "written",
    [
        b"",
        b"index 7\n\n" + NOTE,
        inclusion(7, HASHES, NOTE).replace(b"index 7", b"index 07"),
        inclusion(7, HASHES, NOTE).replace(b"index 7", b"index -7"),
        inclusion(7, [b"short"], NOTE),
        inclusion(7, HASHES * 30, NOTE),
        inclusion(7, HASHES, NOTE).replace(b64encode(HASHES[1]), b"no Base64"),
        b"c2sp.org/tlog-proof@v1\n\n" + NOTE,
        consistency(7, HASHES, NOTE),
    ],
)
def test_what_is_no_proof_is_not_read_as_one(written: bytes) -> None:
    with pytest.raises(MalformedNote):
        parse_inclusion(written)
