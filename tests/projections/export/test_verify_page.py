"""VERIFY.md as it stands, run by a shell that knows nothing of this project: openssl, sha256sum, bagit and the page."""

import importlib.metadata
import os
import random
import re
import shutil
import subprocess
from base64 import b64decode
from pathlib import Path

import bagit
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from ledger.evidence.keys import new_key
from ledger.package import bag
from ledger.roster import sshsig
from ledger.roster.key_file import signer_of_key
from tests.ledger.roster.people import begin
from tests.projections.export.house import ORIGIN, House
from tests.projections.export.test_forged import add, empty, flip, link, remove, retell

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


def commands_of(package: Path) -> str:
    page = (package / "VERIFY.md").read_text(encoding="utf-8") if (package / "VERIFY.md").exists() else ""
    return "\n".join(re.findall(r"^```sh\n(.*?)^```", page, re.M | re.S)) or "false"


def verified(package: Path, public: Path, folder: Path, shell: str = "-eu") -> subprocess.CompletedProcess[str]:
    """Runs every command of the page, one after the other, in one shell; with `-u` all of them, as typed by a person."""
    env = clean(folder) | {"KEY": str(public)}
    command = ["sh", shell, "-c", commands_of(package)]
    return subprocess.run(command, cwd=package, env=env, capture_output=True, text=True, check=False)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["whole", "evening", "of_case"])
def test_a_package_verifies_by_its_own_page(
    name: str, house: House, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """The house's signature, its checkpoint's, and those of the witness; and what he saw."""
    done = verified(request.getfixturevalue(name), house.public, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("Signature Verified Successfully\n") == 2 + done.stdout.count("witness.example/w1 saw")
    assert "yes: witness.example/w1 saw" in done.stdout
    assert "NO:" not in done.stdout


@pytest.mark.parametrize("name", ["whole", "evening", "of_case"])
def test_the_steps_by_hand_run_no_program_of_the_package(name: str, request: pytest.FixtureRequest) -> None:
    commands = commands_of(request.getfixturevalue(name))
    assert re.findall(r"[a-z]+\.py", commands) == ["verify.py"]
    assert "manifest-sha256.txt tagmanifest-sha256.txt tagmanifest-sha256.txt.sig verify.py " in commands


@pytest.mark.parametrize("change", [add, empty, link], ids=lambda change: str(change.__name__))
def test_a_person_who_types_the_steps_sees_what_was_added(
    change: object, whole: Path, house: House, tmp_path: Path
) -> None:
    copy = tmp_path / "package"
    shutil.copytree(whole, copy)
    change(copy, random.Random(7))  # type: ignore[operator]
    done = verified(copy, house.public, tmp_path, "-u")
    assert "NO:" in done.stdout


def test_a_program_of_the_package_does_not_take_the_place_of_bagit(whole: Path, house: House, tmp_path: Path) -> None:
    copy = tmp_path / "package"
    shutil.copytree(whole, copy)
    ran = tmp_path / "ran"
    (copy / "bagit.py").write_text(f"open({str(ran)!r}, 'w')\n", encoding="utf-8")
    done = verified(copy, house.public, tmp_path, "-u")
    assert not ran.exists()
    assert "NO: no file lies beside these" in done.stdout


def test_the_page_finds_an_entry_that_the_house_itself_changed(evening: Path, house: House, tmp_path: Path) -> None:
    """Of a part of the log: by its proof, which the page checks without `verify.py`."""
    copy = tmp_path / "package"
    shutil.copytree(evening, copy)
    retell(copy, random.Random(7))
    bag.close(copy, {}, house.signer)
    done = verified(copy, house.public, tmp_path)
    assert done.returncode != 0
    assert "on are in the log" in done.stdout.partition("NO: ")[2]


@pytest.fixture
def signed(own_house: House, tmp_path: Path) -> Path:
    """A package with acts that M1 and M2 signed."""
    with own_house.opened() as ledger:
        begin(ledger)
    own_house.export(tmp_path / "package", anew=True)
    return tmp_path / "package"


def test_the_page_names_the_tool_that_checks_acts(signed: Path, whole: Path) -> None:
    prose = re.sub(r"^```sh\n.*?^```", "", (signed / "VERIFY.md").read_text(encoding="utf-8"), flags=re.M | re.S)
    assert "`ssh-keygen` of OpenSSH 8.2 or later for step 8" in prose
    assert "ssh-keygen" not in (whole / "VERIFY.md").read_text(encoding="utf-8")


def test_the_page_checks_whose_keys_signed(signed: Path, own_house: House, tmp_path: Path) -> None:
    done = verified(signed, own_house.public, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count('Good "recoup" signature for M') == 3
    assert {"yes: the roster has this key of M1", "yes: the roster has this key of M2"} <= set(done.stdout.splitlines())


def test_the_page_finds_a_key_that_the_house_gave_to_another(signed: Path, own_house: House, tmp_path: Path) -> None:
    """The house exchanges who is who in `signers` and signs the package: each signature is good, of the wrong person."""
    signers = signed / "data/acts/signers"
    exchanged = {"M1": "M2", "M2": "M1"}
    names = re.sub("^M[12]", lambda found: exchanged[found[0]], signers.read_text(encoding="utf-8"), flags=re.M)
    signers.write_text(names, encoding="utf-8")
    bag.close(signed, {}, own_house.signer)
    done = verified(signed, own_house.public, tmp_path, "-u")
    assert "NO: the roster has this key of M1" in done.stdout


def test_the_page_finds_a_signature_that_is_not_the_entry_s(signed: Path, own_house: House, tmp_path: Path) -> None:
    """The house signs an act again with a key of its own that it puts in the place of M1's."""
    act = next(iter(sorted((signed / "data/acts").glob("*.sig"))))
    other = signer_of_key(Ed25519PrivateKey.generate())
    signature = other.sign(act.with_suffix(".json").read_bytes())
    act.write_text(sshsig.armoured(b64decode(signature["sshsig"])), encoding="utf-8")
    signers = signed / "data/acts/signers"
    lines = signers.read_text(encoding="utf-8")
    signers.write_text(f'M1 namespaces="recoup" ssh-ed25519 {other.public.public}\n{lines}', encoding="utf-8")
    bag.close(signed, {}, own_house.signer)
    done = verified(signed, own_house.public, tmp_path, "-u")
    assert f"NO: data/acts/{act.name} is not the entry's signature" in done.stdout


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
