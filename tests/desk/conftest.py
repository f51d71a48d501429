"""A ledger with something in it for `recoup`, the demo, and files good and bad."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from replay.editions.loader import shipped_text
from tests.commands import Recoup
from tests.desk import floor
from tests.ledgers import as_cloudevents

MAPPING: Final = """\
source = "bank/7"
table = "BAC-7"
day = "2026-01-20"
[opening]
game = "baccarat"
rulebook = "dcb"
currency = "GBP"
[[cards]]
column = "punto"
places = ["punto"]
spelling = "rank suit"
"""

IDLE: Final = """\
[clauses."DCB-30?"]
kind = "R"
title = "New"
text = "New."
[readings."DCB-30?".readings]
a = "one"
b = "the other"
"""
"""An ambiguity that no value of the house turns on."""


@dataclass(frozen=True, slots=True)
class Demo:
    """What `recoup demo` wrote into `folder`, and what it printed."""

    folder: Path
    printed: str


@pytest.fixture(scope="session")
def demo_run(tmp_path_factory: pytest.TempPathFactory) -> Demo:
    """The demo, run once for all tests that only look at what it did."""
    parent = tmp_path_factory.mktemp("demo")
    env = {name: value for name, value in os.environ.items() if name not in ("RECOUP_LEDGER", "COLUMNS")}
    env["PYTHONPATH"] = str(Path(__file__).parents[2])
    command = [sys.executable, "-m", "desk", "demo"]
    ran = subprocess.run(command, cwd=parent, env=env, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    return Demo(parent / "demo-out", ran.stdout)


@pytest.fixture
def demo(demo_run: Demo, tmp_path: Path) -> Demo:
    """A copy of what it wrote, as `demo-out` in the test's own folder."""
    return Demo(shutil.copytree(demo_run.folder, tmp_path / "demo-out"), demo_run.printed)


@pytest.fixture(scope="session")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The URL of a ledger with the day of `floor` in it; nobody writes to it."""
    url = f"sqlite:///{tmp_path_factory.mktemp('recorded') / 'recoup.db'}"
    floor.record(url)
    return url


@pytest.fixture
def busy(recorded: str, monkeypatch: pytest.MonkeyPatch, recoup: Recoup) -> Recoup:
    """`recoup` on that ledger."""
    monkeypatch.setenv("RECOUP_LEDGER", recorded)
    return recoup


@pytest.fixture
def files(tmp_path: Path, recoup: Recoup) -> Recoup:
    """`recoup` in a folder with feeds and editions, good and bad."""
    written = {
        "day.ndjson": as_cloudevents(floor.TRANSCRIPT),
        "camera.ndjson": floor.CAMERA,
        "rows.csv": b"round,punto\n1,A\n",
        "odd.xyz": b"hello",
        "map.toml": MAPPING.encode(),
        "prose.toml": b"nothing of the kind",
        "idle.toml": f"{shipped_text('dcb')}\n{IDLE}".encode(),
        "latin.toml": "größer".encode("latin-1"),
        "dcb.toml": shipped_text("dcb").encode(),
        "prose.db": b"The cards of table 7, as the inspector remembers them. " * 20,
        "empty.db": b"",
    }
    for name, content in written.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "folder").mkdir()
    return recoup


def sqlite(name: str) -> str:
    """The URL of a file in the current folder."""
    return f"sqlite:///{name}"
