"""Many who record at once: nobody ends before all that they recorded is ruled on and listed, whoever is killed."""

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

import psycopg
import pytest

from desk.opening import is_absent, open_or_create
from desk.terminal.console import DONE
from ledger.application import Ledger
from ledger.events.rulings import RoundRuled
from ledger.evidence.checkpoint_publisher import uncovered_entries
from ledger.evidence.keys import keep, new_key
from ledger.feeds import intake
from ledger.feeds.formats import format_named
from ledger.recorder.database import sqlite_file
from ledger.recorder.dialects import FOLLOWER_LOCK
from projections.read_models.round_list import listed_rounds
from projections.rulings.process import RULING_PROCESS, rulings_behind
from replay.games.registry import GAMES
from tests.commands import Recoup
from tests.conftest import BACKENDS
from tests.desk.test_many_at_once import MANY, RECOUP, write_feeds
from tests.ledgers import new_postgresql, new_sqlite

ROUNDS: Final = 31
TIMES: Final = 10
KILLED: Final = 3
"""So many who hold the lock of the ruling process are killed one after the other."""
OPEN_FILES: Final = "/proc/{}/fd"


class Recorded(NamedTuple):
    """How somebody who recorded a table's feed ended, how many of its rounds were listed then, and what was said."""

    code: int
    listed: int
    complaint: str = ""


@contextmanager
def recorders(url: str, folder: Path, feeds: Sequence[Path]) -> Iterator[list[subprocess.Popen[str]]]:
    """Somebody who records each of these feeds, all at the same time."""
    processes = [
        subprocess.Popen(
            [*RECOUP, "record", str(feed), "--ledger", url],
            cwd=folder,
            env=os.environ | {"PGAPPNAME": feed.name},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for feed in feeds
    ]
    try:
        yield processes
    finally:
        for process in processes:
            process.kill()
            process.communicate()


def ended(process: subprocess.Popen[str], url: str, table: str | None) -> Recorded:
    """Waits for somebody to end, and looks at once at what is listed."""
    _, err = process.communicate(timeout=280)
    listed = len(listed_rounds(url, table, None, None))
    lines = [line for line in err.splitlines() if "; waiting " not in line and "covered by no checkpoint" not in line]
    return Recorded(process.returncode, listed, "\n".join(lines))


def all_ended(processes: Sequence[subprocess.Popen[str]], url: str, tables: Sequence[str | None]) -> list[Recorded]:
    with ThreadPoolExecutor(len(processes)) as pool:
        return list(pool.map(lambda process, table: ended(process, url, table), processes, tables))


def feeds_of(folder: Path, rounds: int = ROUNDS) -> tuple[list[str], list[Path]]:
    """Each table's name, and its feed."""
    feeds = write_feeds(folder, rounds)
    return [day.partition("/")[0] for day in feeds], list(feeds.values())


def recorded_at_once(url: str, folder: Path) -> None:
    """MANY make the ledger and record a feed each, at the same time."""
    tables, feeds = feeds_of(folder)
    with recorders(url, folder, feeds) as processes:
        assert all_ended(processes, url, tables) == [Recorded(DONE, ROUNDS)] * MANY
    assert len(listed_rounds(url, None, None, None)) == MANY * ROUNDS == 248
    with Ledger(url) as ledger:
        assert rulings_behind(ledger) == 0


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_nobody_who_records_ends_before_it_is_ruled_on(blank_url: str, tmp_path: Path) -> None:
    keep(new_key("house.example/recoup"), tmp_path / "recoup.key")  # with checkpoints; the other tests have none
    recorded_at_once(blank_url, tmp_path)
    with Ledger(blank_url) as ledger:
        assert uncovered_entries(ledger) == 0


def rulings_of(url: str) -> Counter[str | None]:
    """How many rulings are on record on each round."""
    with Ledger(url) as ledger:
        return Counter(entry.subject for entry in ledger.entries() if isinstance(entry.event, RoundRuled))


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_who_waits_goes_on_where_whoever_rules_is_killed(blank_url: str, tmp_path: Path) -> None:
    """The ruling process has written some of its rulings and holds its lock; eight wait for it, and it is killed."""
    tables, feeds = feeds_of(tmp_path)
    ruler = subprocess.Popen(
        [sys.executable, "-m", "tests.desk.stuck_ruler", blank_url, str(feeds[0])], stdout=subprocess.PIPE, text=True
    )
    try:
        assert ruler.stdout is not None
        assert ruler.stdout.readline() == "ruling\n"
        with recorders(blank_url, tmp_path, feeds) as processes:
            for process in processes:
                assert process.stdout is not None
                assert " recorded, " in process.stdout.readline()
            time.sleep(1)
            assert [process.poll() for process in processes] == [None] * MANY
            assert 0 < rulings_of(blank_url).total() <= ROUNDS
            assert listed_rounds(blank_url, None, None, None) == []
            ruler.kill()
            ruler.wait(60)
            found = all_ended(processes, blank_url, tables)
        assert [(each.code, each.listed) for each in found] == [(DONE, ROUNDS)] * MANY, found
    finally:
        ruler.kill()
        ruler.communicate()
    assert len(listed_rounds(blank_url, None, None, None)) == MANY * ROUNDS
    assert set(rulings_of(blank_url).values()) == {1}


@pytest.mark.slow
def test_whoever_records_next_rules_on_what_was_left_out(recoup: Recoup, blank_url: str, tmp_path: Path) -> None:
    """As a ledger of before has it, of which only what was recorded first was ruled on."""
    _, feeds = feeds_of(tmp_path, 3)
    assert recoup("record", str(feeds[0]), "--ledger", blank_url).code == DONE
    with open_or_create(blank_url) as ledger:
        for feed in feeds[1:]:
            with feed.open("rb") as stream:
                intake.ingest_stream(ledger, stream, feed.stem, format_named("notation").reader(feed), GAMES)
        assert rulings_behind(ledger) > 0
    assert len(listed_rounds(blank_url, None, None, None)) == 3
    again = recoup("record", str(feeds[0]), "--ledger", blank_url)
    assert (again.code, again.out[:12]) == (DONE, "0 recorded, ")
    assert len(listed_rounds(blank_url, None, None, None)) == MANY * 3


def test_where_the_program_fails_in_ruling_that_is_said_in_a_sentence(
    recoup: Recoup, blank_sqlite: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ValueError("no such shoe")

    _, feeds = feeds_of(tmp_path, 1)
    monkeypatch.setattr("projections.table_days.TableDays.open", broken)
    ran = recoup("record", str(feeds[0]), "--ledger", blank_sqlite)
    sentence = (
        "recoup: what was recorded is not ruled on yet (the program failed: ValueError: no such shoe); please report it"
    )
    assert (ran.code, ran.err.splitlines()[0]) == (DONE, sentence)


def who_rules(url: str, processes: Sequence[subprocess.Popen[str]], feeds: Sequence[Path]) -> int | None:
    """Who of them holds the lock of the ruling process: the one that has its file open, whose session has it."""
    file = sqlite_file(url)
    if file is not None:
        lock = str(file.with_name(f"{file.name}-{RULING_PROCESS}"))
        return next((at for at, process in enumerate(processes) if lock in open_files(process.pid)), None)
    with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as connection:
        rows = connection.execute(
            "SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid) "
            "WHERE locktype = 'advisory' AND granted AND classid = %s AND datname = current_database()",
            [FOLLOWER_LOCK],
        ).fetchall()
    return next((at for at, feed in enumerate(feeds) if (feed.name,) in rows), None)


def open_files(pid: int) -> set[str]:
    found = set[str]()
    with suppress(OSError):  # it has ended
        for descriptor in Path(OPEN_FILES.format(pid)).iterdir():
            with suppress(OSError):
                found.add(str(descriptor.readlink()))
    return found


def killed_in_turn(url: str, folder: Path) -> None:
    """KILLED of those who record are killed while they rule; the others end with all of theirs ruled on."""
    tables, feeds = feeds_of(folder)
    with recorders(url, folder, feeds) as processes:
        killed = set[int]()
        while len(killed) < KILLED and any(process.poll() is None for process in processes):
            time.sleep(0.02)
            at = None if is_absent(url) else who_rules(url, processes, feeds)
            if at is not None and at not in killed:
                processes[at].send_signal(signal.SIGKILL)
                processes[at].wait(60)
                killed.add(at)
        assert len(killed) == KILLED
        left = [at for at in range(MANY) if at not in killed]
        found = all_ended([processes[at] for at in left], url, [tables[at] for at in left])
        assert found == [Recorded(DONE, ROUNDS)] * len(left)
    again = [feeds[at] for at in killed]
    with recorders(url, folder, again) as processes:
        assert {each.code for each in all_ended(processes, url, [None] * len(again))} == {DONE}
    assert len(listed_rounds(url, None, None, None)) == MANY * ROUNDS


def fresh(backend: str, folder: Path, request: pytest.FixtureRequest) -> str:
    folder.mkdir()
    return new_sqlite(folder) if backend == "sqlite" else new_postgresql(request.getfixturevalue("postgresql_server"))


@pytest.mark.nightly
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("backend", BACKENDS)
def test_ten_times_in_a_row_everything_is_ruled_on(backend: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    for number in range(TIMES):
        folder = tmp_path / str(number)
        recorded_at_once(fresh(backend, folder, request), folder)


@pytest.mark.nightly
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.skipif(not Path(OPEN_FILES.format("self")).is_dir(), reason="who has a file open cannot be seen")
def test_however_many_of_those_who_rule_are_killed(backend: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    for number in range(TIMES):
        folder = tmp_path / str(number)
        killed_in_turn(fresh(backend, folder, request), folder)
