"""What an administrator installs: the container's file, the units, and the locked versions that both bring."""

import re
import shutil
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path
from typing import Final

import pytest

from desk.cli.main import COMMANDS

ROOT: Final = Path(__file__).resolve().parents[2]
DEPLOY: Final = ROOT / "deploy"
UNITS: Final = sorted((DEPLOY / "systemd").iterdir())
CONTAINERFILE: Final = DEPLOY / "Containerfile"
_MISSING_HERE: Final = "is not executable: No such file or directory"


def unit(path: Path) -> ConfigParser:
    """A unit as it is written; a key that is given twice keeps its last value."""
    parser = ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string(path.read_text("utf-8"))
    return parser


def test_the_container_s_file_has_no_fault_that_its_linter_knows() -> None:
    linter = Path(sys.executable).with_name("hadolint")
    ran = subprocess.run([str(linter), str(CONTAINERFILE)], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


def test_the_container_runs_as_nobody_in_particular_and_names_no_registry() -> None:
    lines = CONTAINERFILE.read_text("utf-8").splitlines()
    users = [line.split()[1] for line in lines if line.startswith("USER")]
    assert users == ["10001:10001"]
    after_user = lines[lines.index("USER 10001:10001") :]
    assert not [line for line in after_user if line.startswith(("RUN", "COPY", "ADD"))]
    images = [line.split()[1] for line in lines if line.startswith("FROM")]
    assert all(re.fullmatch(r"[a-z]+:[a-z-]+", image) and not image.endswith(":latest") for image in images)


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.name)
def test_a_unit_has_no_fault_that_systemd_knows(path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not installed here; tests of the units' own lines go on")
    ran = subprocess.run(["systemd-analyze", "verify", str(path)], capture_output=True, text=True, check=False)
    faults = [line for line in ran.stderr.splitlines() if path.stem in line and _MISSING_HERE not in line]
    assert faults == []


@pytest.mark.parametrize("path", [path for path in UNITS if path.suffix == ".service"], ids=lambda path: path.name)
def test_a_service_runs_commands_that_there_are_and_writes_only_where_it_may(path: Path) -> None:
    service = unit(path)["Service"]
    for command in re.findall(r"recoup ([a-z]+)", service["ExecStart"]):
        assert command in COMMANDS
    assert service["User"] == "recoup"
    assert (service["ProtectSystem"], service["NoNewPrivileges"], service["CapabilityBoundingSet"]) == ("strict", "yes", "")
    places = [folder.lstrip("-") for folder in service["ReadWritePaths"].split()]
    assert all(place.startswith(("/var/lib/recoup", "/var/backups/recoup")) for place in places)
    if service["Type"] == "oneshot":
        assert path.with_suffix(".timer") in UNITS
    else:
        assert service["Restart"] == "on-failure"


def test_what_is_installed_is_what_was_tested() -> None:
    """The service's lock is a part of the project's, version by version and file by file."""
    tested, installed = (locked(path) for path in (ROOT / "requirements.lock", DEPLOY / "requirements.lock"))
    assert installed
    assert installed.items() <= tested.items()
    assert "pytest" not in installed


def locked(path: Path) -> dict[str, tuple[str, ...]]:
    """The pinned distributions of a lock, each with its version and hashes."""
    entries = (entry for entry in re.split(r"\n(?=[a-z0-9])", path.read_text("utf-8")) if "==" in entry)
    return {entry.partition("==")[0]: tuple(re.findall(r"(?<===)[^ ;]+|sha256:[0-9a-f]+", entry)) for entry in entries}


@pytest.mark.nightly
@pytest.mark.timeout(1800)
def test_the_image_is_built_from_the_distribution_s_packages_and_runs_without_writing(tmp_path: Path) -> None:
    """A root file system of the distribution, with what the Containerfile does in it."""
    if shutil.which("debootstrap") is None:
        pytest.skip("debootstrap is not installed here")
    root = tmp_path / "root"
    subprocess.run(["debootstrap", "--variant=minbase", "bookworm", str(root)], check=True, capture_output=True)
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in filter(None, listed.split("\0")):
        target = root / "src" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, target)
    for name in ("etc/resolv.conf", "etc/pip.conf"):
        if Path("/", name).exists():
            shutil.copy(Path("/", name), root / name)
    trusted = Path("usr/local/share/ca-certificates")  # what this machine trusts besides
    if Path("/", trusted).is_dir():
        shutil.copytree(Path("/", trusted), root / trusted, dirs_exist_ok=True)
    command = ["chroot", str(root), "/src/deploy/install", "/src"]
    built = subprocess.run(command, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr[-2000:]
    shutil.rmtree(root / "src")
    ran = in_root(root, "recoup migrate && recoup rulebook list && recoup verify && ! touch /opt/recoup/x 2>/dev/null")
    assert ran.returncode == 0, ran.stderr
    assert "everything fits" in ran.stdout


def in_root(root: Path, command: str) -> "subprocess.CompletedProcess[str]":
    """Runs a command in a root file system that is only read but for its own folder, as the image's user."""
    inside = (
        f"mount --bind {root} {root} && mount -o remount,bind,ro {root} && mount -t tmpfs -o uid=10001,gid=10001 none "
        f"{root}/var/lib/recoup && exec chroot --userspec=10001:10001 {root} /bin/sh -c "
        f"'cd /var/lib/recoup && export PATH=/opt/recoup/bin:/usr/bin:/bin PYTHONDONTWRITEBYTECODE=1 HOME=/var/lib/recoup "
        f"RECOUP_LEDGER=sqlite:////var/lib/recoup/recoup.db && {command}'"
    )
    return subprocess.run(["unshare", "--mount", "/bin/sh", "-c", inside], capture_output=True, text=True, check=False)
