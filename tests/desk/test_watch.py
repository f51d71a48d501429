"""A folder that devices write into: what comes is recorded once it stands, and whatever comes again is known."""

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import orjson
import pytest
from sqlalchemy.exc import SQLAlchemyError

from desk.cli.watching import WatchedFolder
from desk.opening import open_or_create
from desk.terminal.console import DONE, WRONG_USE
from ledger.acts.roster import SourceProof
from ledger.errors import UnusableLedger
from tests.commands import Recoup
from tests.desk import floor
from tests.ledgers import as_cloudevents, rows

pytestmark = pytest.mark.slow

EVENTS = as_cloudevents(floor.TRANSCRIPT).splitlines(keepends=True)


def test_what_is_there_is_recorded_and_files_stay(files: Recoup) -> None:
    incoming = Path("incoming")
    incoming.mkdir()
    (incoming / "day.ndjson").write_bytes(b"".join(EVENTS))
    (incoming / "half.ndjson.part").write_bytes(EVENTS[0][:40])
    (incoming / "notes.xyz").write_bytes(b"what nobody reads")
    ran = files("watch", "incoming", "--once")
    assert ran.code == DONE
    assert f"day.ndjson: {len(EVENTS)} recorded, 0 already known, 0 conflicting, 0 quarantined" in ran.out
    assert "notes.xyz has no suffix that tells its format" in ran.err
    again = files("watch", "incoming", "--once")
    assert f"day.ndjson: 0 recorded, {len(EVENTS)} already known" in again.out
    assert (incoming / "day.ndjson").read_bytes() == b"".join(EVENTS)
    assert files("watch", "nowhere").code == WRONG_USE


def test_a_file_is_read_when_it_stands_still_and_again_when_it_has_grown(blank_sqlite: str, tmp_path: Path) -> None:
    incoming = tmp_path / "incoming"
    incoming.mkdir()
    file = incoming / "day.ndjson"
    watched = WatchedFolder(incoming, None, None, SourceProof())
    with open_or_create(blank_sqlite) as ledger:
        before = ledger.size()
        file.write_bytes(b"".join(EVENTS[:3]))
        watched.look(ledger)
        assert ledger.size() == before, "it may still be written to"
        watched.look(ledger)
        assert ledger.size() == before + 3
        with file.open("ab") as more:
            more.write(b"".join(EVENTS[3:]))
        watched.look(ledger)
        watched.look(ledger)
        assert ledger.size() == before + len(EVENTS)
        size = ledger.size()
        file.unlink()
        watched.look(ledger)
        watched.look(ledger)
        assert ledger.size() == size


def test_what_cannot_be_recorded_now_is_tried_again(
    blank_sqlite: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "day.ndjson").write_bytes(b"".join(EVENTS))
    watched = WatchedFolder(tmp_path, None, None, SourceProof())

    def fails(*_: object) -> None:
        raise UnusableLedger("the disk is full")

    with open_or_create(blank_sqlite) as ledger:
        before = ledger.size()
        with monkeypatch.context() as patch:
            patch.setattr(type(ledger), "ingest", fails)
            watched.look(ledger)
            watched.look(ledger)
        assert "day.ndjson is not recorded yet: the disk is full" in capsys.readouterr().err
        watched.look(ledger)
        assert ledger.size() == before, "not at once"
        monkeypatch.setattr(watched, "_not_before", 0)
        watched.look(ledger)
        assert ledger.size() == before + len(EVENTS)


def test_it_goes_on_until_it_is_stopped_and_a_kill_loses_nothing(blank_sqlite: str, tmp_path: Path) -> None:
    incoming = tmp_path / "incoming"
    incoming.mkdir()
    command = [sys.executable, "-m", "desk", "watch", str(incoming), "--ledger", blank_sqlite]
    lines = iter(EVENTS)
    for end in (signal.SIGKILL, signal.SIGINT):
        file = incoming / f"{end.name}.ndjson"
        with subprocess.Popen(
            command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        ) as process:
            (incoming / "new.part").write_bytes(b"".join(line for line, _ in zip(lines, range(10), strict=False)))
            (incoming / "new.part").rename(file)
            wait_for(partial(is_recorded, blank_sqlite, file))
            process.send_signal(end)
            process.wait(30)


def is_recorded(url: str, file: Path) -> bool:
    """Whether all events of a file are on record."""
    wanted = {orjson.loads(line)["id"] for line in file.read_bytes().splitlines()}
    try:
        return wanted <= {row["delivery_id"] for row in rows(url)}
    except SQLAlchemyError:  # the ledger is being created
        return False


def wait_for(happened: Callable[[], bool]) -> None:
    ends_at = time.monotonic() + 60
    while not happened():
        assert time.monotonic() < ends_at
        time.sleep(0.1)
