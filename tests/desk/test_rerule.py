"""`recoup rerule`: by processes, by a Dask cluster, broken off and gone on with, always the same result."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

import orjson
import pytest

from desk.terminal.console import DONE, WRONG_USE
from drill import runner
from tests.commands import Recoup
from tests.desk.test_outputs import validator
from tests.projections.reruling.house import PUNTO_BANCO, amended, nights, record

pytestmark = pytest.mark.slow

DAYS: Final = 16
COUPS: Final = 20
PATIENCE: Final = 240
"""Seconds: other work may keep the processors busy."""
RECOUP: Final = (sys.executable, "-m", "desk")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A ledger of many days, an amended edition, and what an unbroken run by two processes makes of them."""
    folder = tmp_path_factory.mktemp("rerule")
    record(folder, nights(DAYS, COUPS))
    (folder / "new.toml").write_text(amended("dcb", *PUNTO_BANCO), encoding="utf-8")
    with rerule(folder, "unbroken", "--workers", "2") as running:
        assert running.wait(PATIENCE) == DONE
    return folder


@contextmanager
def rerule(folder: Path, out: str, *options: str) -> Iterator[subprocess.Popen[bytes]]:
    """The command in a process of its own."""
    asked = ("rerule", "--edition", "new.toml", "-o", out, *options)
    with started([*RECOUP, *asked], folder) as running:
        yield running


@contextmanager
def started(command: list[str], folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A process that is there no longer than it is needed."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("RECOUP_")}
    with subprocess.Popen(command, cwd=folder, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as running:
        try:
            yield running
        finally:
            running.kill()


def until(what: Callable[[], Any]) -> None:
    """Waits for something that another process does."""
    ends = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < ends, "it never came"
        time.sleep(0.02)


def units(folder: Path, out: str) -> dict[str, int]:
    """The units that are finished, each with when it was."""
    return {path.name: path.stat().st_mtime_ns for path in (folder / f"{out}.partial/units").glob("*.json")}


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.slow
def test_the_sums_are_those_of_the_single_coups(folder: Path) -> None:
    """A day's odd coups cost Banco's player 1,950 - 1,500 each, its even ones bring Punto's 3,000 - 2,000."""
    summary = orjson.loads((folder / "unbroken/summary.json").read_bytes())
    half = DAYS * COUPS // 2
    assert [(row["on_clauses"], row["wagers"], row["more_minor"], row["less_minor"]) for row in summary["clauses"]] == [
        (["DCB-16"], half, half * 1000, 0),
        (["DCB-15"], half, 0, half * 450),
    ]
    assert (summary["rounds"], summary["wagers"]) == (DAYS * COUPS, 2 * DAYS * COUPS)


@pytest.mark.slow
def test_killed_and_gone_on_with_it_comes_to_the_same(folder: Path) -> None:
    """What was finished when the command was killed is not done again, and its workers end with it."""
    with rerule(folder, "killed", "--workers", "2") as running:
        until(lambda: len(units(folder, "killed")) >= 3)
        running.send_signal(signal.SIGKILL)
        assert running.wait(PATIENCE) == -signal.SIGKILL
    finished = units(folder, "killed")
    assert 3 <= len(finished) < DAYS
    assert not (folder / "killed").exists()
    with rerule(folder, "killed", "--workers", "1") as running:
        until(lambda: len(units(folder, "killed")) > len(finished) or (folder / "killed").exists())
        now = units(folder, "killed")
        assert not now or {name: now[name] for name in finished} == finished
        assert running.wait(PATIENCE) == DONE
    assert contents(folder / "killed") == contents(folder / "unbroken")
    assert not (folder / "killed.partial").exists()


@contextmanager
def cluster(folder: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A Dask scheduler and two worker processes on this machine, over TCP."""
    path = folder / "scheduler.json"
    scheduler = ["--host", "127.0.0.1", "--port", "0", "--dashboard-address", ":0", "--scheduler-file", str(path)]
    worker = ["--scheduler-file", str(path), "--nthreads", "1", "--no-nanny", "--no-dashboard"]
    python = [sys.executable, "-m"]
    with ExitStack() as stack:
        stack.enter_context(started([*python, "distributed.cli.dask_scheduler", *scheduler], folder))
        until(lambda: path.exists() and path.read_bytes().strip().endswith(b"}"))
        command = [*python, "distributed.cli.dask_worker", *worker, "--local-directory", str(folder)]
        workers = [stack.enter_context(started(command, folder)) for _ in range(2)]
        yield orjson.loads(path.read_bytes())["address"], workers


@pytest.mark.slow
def test_a_cluster_that_loses_a_worker_comes_to_the_same(folder: Path, tmp_path: Path) -> None:
    with cluster(tmp_path) as (address, workers), rerule(folder, "dask", "--dask", address) as running:
        assert address.startswith("tcp://127.0.0.1:")
        until(lambda: len(units(folder, "dask")) >= 3)
        os.kill(workers[0].pid, signal.SIGKILL)
        assert len(units(folder, "dask")) < DAYS
        assert running.wait(PATIENCE) == DONE
        assert workers[0].wait(PATIENCE) == -signal.SIGKILL
        assert workers[1].poll() is None
    assert contents(folder / "dask") == contents(folder / "unbroken")


# On the command line


def test_what_is_printed_is_what_the_schema_says(busy: Recoup, tmp_path: Path) -> None:
    (tmp_path / "new.toml").write_text(amended("dcb", *PUNTO_BANCO), encoding="utf-8")
    summary = busy("rerule", "--edition", "new.toml", "--rulebook", "dcb", "--workers", "1", "-o", "out", "--json").json
    validator(busy, "rerule").validate(summary)
    assert summary == orjson.loads((tmp_path / "out/summary.json").read_bytes())
    assert summary["rulebook"]["edition"] == "2027.1"


def test_the_terminal_says_whose_money_changes(folder: Path, recoup: Recoup, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    printed = recoup("rerule", "--edition", "new.toml", "--to", "2026-01-01", "--workers", "1", "-o", "first_day").out
    lines = [line.split() for line in printed.splitlines()]
    assert ["DCB-16", "10", "0", "0", "0", "100.00", "0.00", "GBP"] in lines
    assert ["DCB-15", "10", "0", "0", "0", "0.00", "45.00", "GBP"] in lines
    assert ["B-0", "10", "0", "0", "0", "0.00", "45.00", "GBP"] in lines
    assert "20 rounds of 1 tables' days ruled on again, 40 wagers" in printed


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (("--edition", "2026.2"), "name one with --rulebook"),
        (("--edition", "1999.1", "--rulebook", "dcb"), "there is no edition '1999.1' of dcb"),
        (("--edition", "new.toml", "--rulebook", "ccl"), "new.toml is an edition of dcb, not of ccl"),
        (("--edition", "nowhere.toml"), "nowhere.toml cannot be read"),
        (("--edition", "new.toml", "--table", "BAC-9"), "nothing is on record for this"),
        (("--edition", "new.toml", "--workers", "2", "--dask", "tcp://127.0.0.1:1"), "leave out --workers or --dask"),
        (("--edition", "new.toml", "--dask", "tcp://127.0.0.1:1"), "the cluster at tcp://127.0.0.1:1 cannot be reached"),
        (("--edition", "new.toml", "--dask", "nonsense://here"), "the cluster at nonsense://here cannot be reached"),
    ],
)
def test_what_cannot_be_done_is_said(
    busy: Recoup, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...], complaint: str
) -> None:
    monkeypatch.setattr(runner, "CONNECT_TIMEOUT_S", 1)
    (tmp_path / "new.toml").write_text(amended("dcb", *PUNTO_BANCO), encoding="utf-8")
    ran = busy("rerule", "-o", "out", *options)
    assert ran.code == WRONG_USE
    assert complaint in ran.complaint
    assert not (tmp_path / "out").exists()
