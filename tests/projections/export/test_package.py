"""What is in a package, and what verifying it says."""

from pathlib import Path
from typing import Final

import orjson
import pytest
from jsonschema import Draft202012Validator

from ledger.application import Ledger
from ledger.errors import UnknownCase, UnknownRound
from ledger.events.evidence import ExportScope
from ledger.evidence.checkpoint_store import checkpoint_of
from ledger.evidence.keys import new_key
from ledger.evidence.note import parse
from ledger.package.inspection import inspect
from ledger.package.reader import Package
from ledger.recorder.rows import EVERYTHING
from replay.editions.loader import shipped_text
from tests.ledgers import decode
from tests.projections.export.house import FIRST, ORIGIN, SECOND, House, inspected

pytestmark = pytest.mark.slow

PROVEN: Final = "was on record"


def test_a_whole_package_holds_every_entry_as_it_is_stored(whole: Path, house: House) -> None:
    with house.opened() as ledger:
        stored = [(row.position, row.state) for row in ledger.recorder.rows(0, Package(whole).contents.size, EVERYTHING)]
    assert list(Package(whole).stored()) == stored
    assert [(block.first, block.length) for block in Package(whole).blocks()] == [(1, len(stored))]
    found = inspected(whole, house)
    assert (found.misfits, found.events, found.whole) == ([], len(stored), True)


def test_a_part_holds_its_streams_and_what_judging_them_needs(evening: Path, house: House) -> None:
    """The second evening was dealt from the shoe of the first; the other table is no part of it."""
    package = Package(evening)
    streams = {head.stream for head in package.heads()}
    assert streams == {
        f"table/{SECOND}",
        f"ruling/{SECOND}",
        f"table/{FIRST}",
        "rulebook/dcb",
        "evidence",
        "engine",
    }
    assert package.contents.days == (SECOND,)
    assert not package.contents.whole
    assert sum(block.length for block in package.blocks()) == package.contents.events
    proofs = sum(path.stat().st_size for path in (evening / "data/proofs").iterdir())
    events = sum(path.stat().st_size for path in (evening / "data/events").iterdir())
    assert proofs * 10 < events, "at most a tenth of what they prove"
    assert inspected(evening, house).misfits == []


def test_who_saw_it_and_by_when_is_told(evening: Path, whole: Path, house: House) -> None:
    """The witness saw the first evening, and the checkpoint after the second; a clock of his own each time."""
    [(_, small, early), (_, large, late)] = inspected(evening, house).seen
    assert (early, late) == ("2027-01-15T08:00:00.000000Z", "2027-01-15T08:10:00.000000Z")
    assert small < Package(evening).contents.size < large
    assert (evening / "data/later.checkpoint").exists()
    lines = list(inspected(whole, house).proven)
    assert any(line.startswith(f"{small} positions were on record by {early}") for line in lines)


def test_without_a_witness_that_is_said(house: House, tmp_path: Path) -> None:
    house.export(tmp_path / "one", ExportScope(table="BAC-2"))
    limits = (tmp_path / "one/data/LIMITS.md").read_text(encoding="utf-8")
    assert "No witness's signature" not in limits
    assert "Where a stream ended" in limits


def test_the_checkpoint_is_the_first_that_covers_what_is_asked_for(house: House, tmp_path: Path) -> None:
    """The second evening ends at the second checkpoint; what was recorded behind it is not in the package."""
    house.export(tmp_path / "one", ExportScope(since="2026-01-21", table="BAC-1"))
    with house.opened() as ledger:
        last = ledger.entries(f"ruling/{SECOND}")[-1].position
    checkpoint = checkpoint_of(parse((tmp_path / "one/data/checkpoint").read_bytes()))
    assert (checkpoint.origin, checkpoint.size) == (ORIGIN, last)


def test_editions_schemas_reports_and_rulings_go_with_it(evening: Path) -> None:
    assert (evening / "data/editions/dcb-2026.2.toml").read_text(encoding="utf-8") == shipped_text("dcb")
    ruled = [orjson.loads(line) for line in (evening / f"data/rulings/{SECOND}.ndjson").read_bytes().splitlines()]
    assert [ruling["round"] for ruling in ruled] == [f"{SECOND}/1", f"{SECOND}/2"]
    schema = orjson.loads((evening / "data/schemas/ruled.json").read_bytes())
    for ruling in ruled:
        Draft202012Validator(schema).validate(ruling)
    underdrawn = (evening / f"data/reports/{SECOND}/2.pdf").read_bytes()
    assert underdrawn.startswith(b"%PDF-")
    assert not (evening / f"data/reports/{SECOND}/1.pdf").exists()
    for position, state in Package(evening).stored():
        entry = decode(position, state)
        event = orjson.loads((evening / f"data/schemas/{entry.topic}.json").read_bytes())
        Draft202012Validator(event).validate(orjson.loads(state)["data"])


def test_what_was_refused_goes_with_its_bytes(whole: Path, house: House) -> None:
    with house.opened() as ledger:
        kept = [raw for _, raw in ledger.quarantine()]
    assert len(list(Package(whole).refused())) == len(kept) > 0


def test_a_signature_that_is_not_the_house_s_stops_before_any_file_is_hashed(
    whole: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hashed: list[Path] = []

    def hash_files(folder: Path) -> list[str]:
        hashed.append(folder)
        return []

    monkeypatch.setattr("ledger.package.inspection.faults", hash_files)
    inspect(whole, new_key(ORIGIN).key)
    assert hashed == []
    inspect(whole, None)
    assert hashed == [whole]


def test_another_house_s_key_proves_nothing(whole: Path, house: House) -> None:
    stranger = new_key(ORIGIN).key
    found = inspect(whole, stranger)
    assert "the signature over the tag manifest is not of the house's key" in found.misfits
    unpinned = inspect(whole, None)
    assert unpinned.misfits == []
    assert "that the house made it: no key was given (--key)" in unpinned.unproven
    assert inspected(whole, house).pinned


@pytest.mark.parametrize(
    ("scope", "error"),
    [
        (ExportScope(table="BAC-7"), UnknownRound),
        (ExportScope(since="2027-01-01"), UnknownRound),
        (ExportScope(shoe="S9"), UnknownRound),
        (ExportScope(case="2026-0009"), UnknownCase),
    ],
    ids=lambda value: getattr(value, "__name__", "scope"),
)
def test_what_is_not_on_record_is_not_exported(
    scope: ExportScope, error: type[Exception], house: House, tmp_path: Path
) -> None:
    with pytest.raises(error):
        house.export(tmp_path / "none", scope)
    assert not (tmp_path / "none").exists()


def test_an_export_is_on_record_and_only_once(own_house: House, tmp_path: Path) -> None:
    result = own_house.export(tmp_path / "one")
    own_house.export(tmp_path / "two")
    with Ledger(own_house.url) as ledger:
        [entry] = ledger.entries("exports")
    fields = entry.event.model_dump(exclude_none=True)
    assert (fields["size"], fields["events"], fields["manifest"], fields["scope"]) == (
        result.size,
        result.events,
        result.manifest,
        {},
    )
