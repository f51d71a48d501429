"""`verify.py` in a package: what it proves and names with Python's own library alone, and that format 1 still verifies."""

import random
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import orjson
import pytest

from ledger.evidence.log import Log
from ledger.package import bag
from ledger.package.format import CONTENTS, PROOFS, proof_of
from ledger.package.reader import Package, inclusion
from tests.projections.export.house import House, inspected
from tests.projections.export.test_forged import ANYBODY, ENTRIES

pytestmark = pytest.mark.slow

SEED: Final = 20261126
CHANGES: Final = 100


def verified(folder: Path, key: Path) -> subprocess.CompletedProcess[str]:
    """Runs the program as whoever receives the package does, with no library of anybody's in reach."""
    command = [sys.executable, "-I", "-S", str(folder / "verify.py"), str(key)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)


def test_it_proves_every_kind_of_package(whole: Path, evening: Path, of_case: Path, house: House) -> None:
    for folder in (whole, evening, of_case):
        done = verified(folder, house.public)
        assert (done.returncode, done.stderr) == (0, ""), done.stdout
        assert ("no entry of the log is missing" in done.stdout) == (folder == whole)


def test_a_key_that_is_not_the_house_s_proves_nothing(evening: Path, tmp_path: Path) -> None:
    other = Path(shutil.copy(next((evening / "data/keys").glob("*.pem")), tmp_path / "other.pem"))
    text = other.read_text()
    at = text.index("\n") + 30
    other.write_text(text[:at] + ("A" if text[at] != "A" else "B") + text[at + 1 :])
    done = verified(evening, other)
    assert done.returncode == 1
    assert "not signed by the key that was given" in done.stdout


@pytest.mark.parametrize("number", range(CHANGES))
def test_a_change_by_somebody_is_named_by_its_file(number: int, evening: Path, house: House, tmp_path: Path) -> None:
    """Whatever is flipped, cut off, put in, exchanged or taken away."""
    chance = random.Random(SEED + number)
    copy = tmp_path / "package"
    shutil.copytree(evening, copy)
    before = {path: path.read_bytes() for path in copy.rglob("*") if path.is_file()}
    program = (copy / "verify.py").read_bytes()
    chance.choice(ANYBODY)(copy, chance)
    touched = [path for path in {*before, *(each for each in copy.rglob("*") if each.is_file())}
               if before.get(path) != (path.read_bytes() if path.is_file() else None)]  # fmt: skip
    own = tmp_path / "verify.py"  # the one that was received with an earlier package
    own.write_bytes(program)
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(own), str(house.public), str(copy)],
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 1
    assert not touched or any(str(path.relative_to(copy)) in done.stdout for path in touched), done.stdout


@pytest.mark.parametrize("number", range(len(ENTRIES) * 5))
@pytest.mark.parametrize("of", ["whole", "evening"])
def test_a_change_by_the_house_is_named_by_its_positions(
    number: int, of: str, request: pytest.FixtureRequest, house: House, tmp_path: Path
) -> None:
    """The house signs what it changed: every file fits, and the log does not."""
    copy = tmp_path / "package"
    shutil.copytree(request.getfixturevalue(of), copy)
    ENTRIES[number % len(ENTRIES)](copy, random.Random(SEED + number))
    bag.close(copy, {}, house.signer)
    done = verified(copy, house.public)
    assert done.returncode == 1
    assert "position" in done.stdout
    assert inspected(copy, house).misfits


def as_format_1(folder: Path, house: House) -> None:
    """Writes a package as it was in format 1: a file for the proof of each entry of a part."""
    package = Package(folder)
    checkpoint, _, state = package.checkpoint()
    positions = [stored.position for stored in package.stored()] + [each.position for each in package.withheld()]
    shutil.rmtree(folder / PROOFS)
    (folder / "verify.py").unlink()
    if not package.contents.whole:
        with house.opened() as ledger:
            for position in positions:
                path = folder / proof_of(position)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(inclusion(position - 1, Log(ledger).inclusion(position, state.size), checkpoint))
    contents = orjson.loads((folder / CONTENTS).read_bytes()) | {"format": "recoup-package/1"}
    (folder / CONTENTS).write_bytes(orjson.dumps(contents))
    bag.close(folder, {}, house.signer)


@pytest.mark.parametrize("of", ["whole", "evening", "of_case"])
def test_format_1_still_verifies(of: str, request: pytest.FixtureRequest, house: House, tmp_path: Path) -> None:
    copy = tmp_path / "package"
    shutil.copytree(request.getfixturevalue(of), copy)
    as_format_1(copy, house)
    assert inspected(copy, house).misfits == []
    ENTRIES[0](copy, random.Random(SEED))
    bag.close(copy, {}, house.signer)
    assert inspected(copy, house).misfits
