"""Files that are none: pipes, devices, links, holes, text that is nested without end. Each is refused in a sentence."""

import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from desk.terminal.console import DONE, UNUSABLE, WRONG_USE
from ledger.errors import BrokenEvidence
from ledger.package.bag import require_plain
from tests.commands import Recoup
from tests.desk import floor

REPOSITORY = Path(__file__).parents[2]

READING = {
    "a person's note": ("person", "note", "P1", "--by", "I7", "--file", "odd"),
    "an edition": ("rulebook", "check", "odd"),
    "a key": ("keys", "show", "--key-file", "odd"),
    "a public key": ("verify", "--key", "odd"),
    "a token": ("record", "day.ndjson", "--token", "odd"),
    "one's own key": ("record", "day.ndjson", "--sign", "odd"),
    "a list of witnesses": ("verify", "--witnesses", "odd"),
    "a feed": ("record", "odd", "--format", "notation"),
    "a mapping": ("record", "rows.csv", "--map", "odd"),
}


@pytest.mark.slow
@pytest.mark.parametrize("args", READING.values(), ids=READING)
@pytest.mark.parametrize("kind", ["fifo", "device"])
def test_a_pipe_or_a_device_is_no_file_and_nobody_waits_for_it(
    files: Recoup, tmp_path: Path, args: tuple[str, ...], kind: str
) -> None:
    assert files("record", "day.ndjson").code == DONE
    if kind == "fifo":
        os.mkfifo(tmp_path / "odd")
    else:
        (tmp_path / "odd").symlink_to("/dev/zero")
    command = [sys.executable, "-m", "desk", *args]
    env = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
    ran = subprocess.run(
        command, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=30, check=False, stdin=subprocess.DEVNULL
    )
    assert ran.returncode in (WRONG_USE, UNUSABLE)
    assert ran.stderr.startswith("recoup: ")
    assert ran.stderr.count("\n") == 1


WRITING = {
    "a report": ("report", floor.CLEAN, "--format", "json", "-o", "link"),
    "a paper": ("report", floor.CLEAN, "--format", "html", "-o", "link"),
    "a checkpoint": ("checkpoint", "-o", "link"),
    "an export": ("export", "--day", floor.DAY.split("/")[1], "--key", "recoup.key", "-o", "folder_link"),
}


@pytest.mark.slow
@pytest.mark.parametrize("args", WRITING.values(), ids=WRITING)
def test_nothing_is_written_through_a_link(files: Recoup, tmp_path: Path, args: tuple[str, ...]) -> None:
    files("keys", "new", "--origin", "casino.example/recoup")
    assert files("record", "day.ndjson").code == DONE
    (tmp_path / "precious").write_text("precious", encoding="utf-8")
    (tmp_path / "link").symlink_to("precious")
    (tmp_path / "folder_link").symlink_to("treasury")
    ran = files(*args)
    assert ran.code != DONE
    assert "an output is never written through one" in ran.complaint
    assert (tmp_path / "precious").read_text(encoding="utf-8") == "precious"
    assert not (tmp_path / "treasury").exists()


@pytest.mark.slow
def test_what_is_made_is_for_whoever_makes_it(files: Recoup, tmp_path: Path) -> None:
    os.umask(0o000)
    try:
        files("keys", "new", "--origin", "casino.example/recoup")
        assert files("record", "day.ndjson").code == DONE
        files("person", "note", "P1", "--by", "I7", "--file", "dcb.toml")
        files("report", floor.CLEAN, "--format", "json", "-o", "report.json")
        files("export", "--day", floor.DAY.split("/")[1], "--key", "recoup.key", "-o", "package")
    finally:
        os.umask(0o022)
    written = [path for name in ("recoup.*", "report.json", "package") for path in tmp_path.glob(name)]
    written += list((tmp_path / "package").rglob("*"))
    assert len(written) > 20
    assert [path.name for path in written if stat.S_IMODE(path.stat().st_mode) & 0o077] == []


def test_toml_that_is_nested_without_end_is_refused(files: Recoup, tmp_path: Path) -> None:
    (tmp_path / "deep.toml").write_text("a = " + "[" * 100_000 + "]" * 100_000, encoding="utf-8")
    assert files("rulebook", "check", "deep.toml").complaint
    assert files("record", "rows.csv", "--map", "deep.toml").complaint


def sparse(path: Path) -> None:
    path.touch()
    os.truncate(path, 30 << 30)


ODD: dict[str, Callable[[Path], None]] = {
    "a pipe": os.mkfifo,
    "a link": lambda path: path.symlink_to("/etc/hostname"),
    "a link to a folder": lambda path: path.symlink_to("/etc"),
    "thirty gigabytes of nothing": sparse,
}


@pytest.mark.parametrize("what", ODD)
def test_a_package_with_what_is_no_file_is_refused_before_anything_is_read(tmp_path: Path, what: str) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "bagit.txt").write_text("BagIt-Version: 1.0\n", encoding="utf-8")
    require_plain(tmp_path)
    ODD[what](tmp_path / "data" / "odd")
    with pytest.raises(
        BrokenEvidence, match=r"data/odd (is no plain|says it has 32,212,254,720 bytes and is mostly holes)"
    ):
        require_plain(tmp_path)
