"""A copy that nobody can write to is read, ruled on and verified; a reader never needs to write.

For root the permissions of a file hold only where the right to pass them by is given up.
"""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.desk import floor

REPOSITORY = Path(__file__).parents[2]
PASS_BY = ("setpriv", "--bounding-set=-dac_override")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        os.geteuid() == 0 and shutil.which("setpriv") is None, reason="root passes by permissions, and there is no setpriv"
    ),
]


@pytest.fixture
def protected(recorded: str, tmp_path: Path) -> Iterator[Path]:
    """A copy with mode 444 in a folder with mode 555."""
    folder = tmp_path / "copy"
    folder.mkdir()
    file = folder / "recoup.db"
    with closing(sqlite3.connect(recorded.removeprefix("sqlite:///"))) as connection:
        connection.execute("VACUUM INTO ?", [str(file)])
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
    file.chmod(0o444)
    folder.chmod(0o555)
    yield file
    folder.chmod(0o755)


def run(file: Path, *args: str) -> subprocess.CompletedProcess[str]:
    command = [
        *(PASS_BY if os.geteuid() == 0 else ()),
        sys.executable,
        "-m",
        "desk",
        *args,
        "--ledger",
        f"sqlite:///{file}",
    ]
    return subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False, timeout=120)


@pytest.mark.parametrize(
    "args",
    [
        ("verify",),
        ("rule", floor.CLEAN),
        ("replay", floor.CLEAN),
        ("rounds",),
        ("decisions",),
        ("quarantine",),
        ("case", "list"),
    ],
    ids=lambda args: args[0],
)
def test_a_write_protected_copy_is_read_ruled_on_and_verified(protected: Path, args: tuple[str, ...]) -> None:
    ran = run(protected, *args)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout
    assert [path.name for path in protected.parent.iterdir()] == ["recoup.db"]


def test_what_would_write_says_that_it_cannot(protected: Path) -> None:
    ran = run(protected, "void", "round", floor.CLEAN, "--by", "M1", "--role", "management", "--reason", "error")
    assert (ran.returncode, ran.stdout) == (4, "")
    assert "can only be read" in ran.stderr


def test_a_copy_with_entries_beside_it_is_refused_in_a_sentence(protected: Path) -> None:
    protected.parent.chmod(0o755)
    protected.with_name("recoup.db-wal").write_bytes(b"entries")
    protected.parent.chmod(0o555)
    ran = run(protected, "verify")
    assert ran.returncode == 4
    assert "has a log recoup.db-wal beside it" in ran.stderr
