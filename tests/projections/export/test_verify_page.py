"""VERIFY.md as it stands, run by a shell that knows nothing of this project: openssl, sha256sum, bagit and the page."""

import importlib.metadata
import os
import random
import re
import shutil
import subprocess
from pathlib import Path

import bagit
import pytest

from ledger.evidence.keys import new_key
from ledger.package import bag
from tests.projections.export.house import ORIGIN, House
from tests.projections.export.test_forged import add, empty, flip, link, remove

pytestmark = pytest.mark.skipif(shutil.which("openssl") is None, reason="there is no openssl on this machine")


def clean(folder: Path) -> dict[str, str]:
    """An environment with the system's commands and the library bagit, and nothing of this project."""
    place = folder / "bagit"
    if not place.exists():
        place.mkdir(parents=True)
        shutil.copy(bagit.__file__, place)
        for file in importlib.metadata.files("bagit") or ():
            if ".dist-info" in str(file):
                target = place / file
                target.parent.mkdir(exist_ok=True)
                shutil.copy(str(file.locate()), target)
    system = os.pathsep.join(directory for directory in ("/usr/bin", "/bin", "/usr/local/bin") if Path(directory).is_dir())
    return {"PATH": system, "PYTHONPATH": str(place), "PYTHONDONTWRITEBYTECODE": "1", "TMPDIR": str(folder)}


def verified(package: Path, public: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs every command of the page, one after the other, in one shell."""
    page = (package / "VERIFY.md").read_text(encoding="utf-8") if (package / "VERIFY.md").exists() else ""
    commands = "\n".join(re.findall(r"^```sh\n(.*?)^```", page, re.M | re.S)) or "false"
    env = clean(folder) | {"KEY": str(public)}
    return subprocess.run(["sh", "-eu", "-c", commands], cwd=package, env=env, capture_output=True, text=True, check=False)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["whole", "evening", "of_case"])
def test_a_package_verifies_by_its_own_page(
    name: str, house: House, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """The house's signature, its checkpoint's, and those of the witness; and what he saw."""
    done = verified(request.getfixturevalue(name), house.public, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("Signature Verified Successfully\n") == 2 + done.stdout.count("witness.example/w1 saw")
    assert "witness.example/w1 saw" in done.stdout


@pytest.mark.parametrize("change", [flip, remove, add, empty, link], ids=lambda change: str(change.__name__))
def test_the_page_finds_what_was_changed(change: object, evening: Path, house: House, tmp_path: Path) -> None:
    copy = tmp_path / "package"
    shutil.copytree(evening, copy)
    change(copy / "data" if change in (flip, remove) else copy, random.Random(7))  # type: ignore[operator]
    assert verified(copy, house.public, tmp_path).returncode != 0


def test_the_page_finds_a_forger_who_signs_himself(evening: Path, house: House, tmp_path: Path) -> None:
    copy = tmp_path / "package"
    shutil.copytree(evening, copy)
    (copy / "data/LIMITS.md").write_text("Nothing at all.\n", encoding="utf-8")
    bag.close(copy, {}, new_key(ORIGIN))
    done = verified(copy, house.public, tmp_path)
    assert done.returncode != 0
    assert "Signature Verification Failure" in done.stdout + done.stderr
