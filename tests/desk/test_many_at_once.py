"""Many processes at one ledger, its making included: everything is on record once, and every one of them ends well."""

import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from desk.terminal.console import DONE, UNUSABLE
from tests.ledgers import rows

MANY: Final = 8
DAY: Final = "2026-01-20"
RECOUP: Final = (sys.executable, "-m", "desk")
BY: Final = ("--by", "M1", "--role", "management")
LINES: Final = """{name}: table blackjack ccl CZK; limits main 10000 500000
{name}: shoe S1 6; shoe S2 6; shoe S3 6; shoe S4 6; shoe S5 6
"""
ROUND: Final = """{name}/{n}: open; bet w{n} P1 main 10000 box=1; nmb; 1 Th D 8d 1 Kc
{name}/{n}: says 1 stand; D Jc; pay w{n} 20000; close
"""


class Ended(NamedTuple):
    """How a process ended."""

    code: int
    out: str
    err: str


def together(commands: Sequence[Sequence[str]], folder: Path) -> list[Ended]:
    """Runs `recoup` once with each of these arguments, all at the same time."""
    processes = [
        subprocess.Popen([*RECOUP, *command], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for command in commands
    ]
    outputs = [process.communicate(timeout=280) for process in processes]
    return [Ended(process.returncode, *output) for process, output in zip(processes, outputs, strict=True)]


def write_feeds(folder: Path, rounds: int) -> dict[str, Path]:
    """A feed of a day for each of MANY tables."""
    feeds: dict[str, Path] = {}
    for number in range(MANY):
        name = f"BJ-{number}/{DAY}"
        feeds[name] = folder / f"{number}.txt"
        feeds[name].write_text(
            LINES.format(name=name) + "".join(ROUND.format(name=name, n=n) for n in range(1, rounds + 1)), encoding="utf-8"
        )
    return feeds


def recorded_by_many(url: str, folder: Path, rounds: int) -> None:
    """MANY make the ledger and record different feeds; then the same feeds again."""
    feeds = write_feeds(folder, rounds)
    commands = [("record", str(path), "--ledger", url) for path in feeds.values()]
    first = together(commands, folder)
    assert [ended.code for ended in first] == [DONE] * MANY, first
    counts = {ended.out.splitlines()[0] for ended in first}
    assert len(counts) == 1
    count = next(iter(counts))
    assert count.endswith(" recorded, 0 already known, 0 conflicting, 0 quarantined")
    on_record = rows(url)
    assert [row["position"] for row in on_record] == list(range(1, len(on_record) + 1))
    streams = Counter(row["originator_id"] for row in on_record if row["originator_id"].startswith("table/"))
    assert streams == {f"table/{name}": int(count.split()[0].replace(",", "")) for name in feeds}
    assert max(Counter((row["source"], row["delivery_id"]) for row in on_record).values()) == 1
    again = together(commands, folder)
    assert [ended.code for ended in again] == [DONE] * MANY, again
    assert all(ended.out.startswith("0 recorded, ") for ended in again)
    assert sum(row["originator_id"].startswith("table/") for row in rows(url)) == streams.total()


def decided_by_many(url: str, folder: Path) -> None:
    """MANY decide at one table: five void a shoe each, and three open a case."""
    day = f"BJ-0/{DAY}"
    commands: list[tuple[str, ...]] = [("void", "shoe", day, f"S{n}", *BY, "--ledger", url) for n in range(1, 6)]
    manager = ("--by", "D1", "--role", "dispute_manager")
    commands += [("case", "open", day, "--round", f"{day}/{n}", *manager, "--ledger", url) for n in (1, 2, 3)]
    ended = together(commands, folder)
    assert [process.code for process in ended] == [DONE] * MANY, ended
    topics = Counter(row["topic"] for row in rows(url))
    assert (topics["shoe.voided.v1"], topics["case.opened.v1"]) == (5, 3)
    assert sorted(line for process in ended[5:] for line in process.out.splitlines()) == [
        f"Case 2026-{n:04} is open." for n in (1, 2, 3)
    ]


@pytest.mark.slow
def test_many_record_and_decide_from_the_first_moment_on(blank_url: str, tmp_path: Path) -> None:
    recorded_by_many(blank_url, tmp_path, 4)
    decided_by_many(blank_url, tmp_path)


@pytest.mark.slow
def test_nobody_who_records_is_refused_while_others_follow_and_rebuild(blank_url: str, tmp_path: Path) -> None:
    feeds = [str(path) for path in write_feeds(tmp_path, 6).values()][:4]
    (begun,) = together([("record", feeds[0], "--ledger", blank_url)], tmp_path)
    assert begun.code == DONE, begun
    follower = subprocess.Popen([*RECOUP, "follow", "--ledger", blank_url], cwd=tmp_path, stdout=subprocess.DEVNULL)
    try:
        commands = [("record", feed, "--ledger", blank_url) for feed in feeds[1:]]
        ended = together([*commands, ("projections", "rebuild", "--ledger", blank_url)], tmp_path)
    finally:
        follower.terminate()
        follower.wait(60)
    assert [(process.code, process.err) for process in ended] == [(DONE, "")] * len(ended)
    assert {process.out.splitlines()[0] for process in ended[:-1]} == {begun.out.splitlines()[0]}


@pytest.mark.nightly
@pytest.mark.timeout(1800)
def test_many_record_long_feeds_and_decide(blank_url: str, tmp_path: Path) -> None:
    recorded_by_many(blank_url, tmp_path, 300)
    decided_by_many(blank_url, tmp_path)


@pytest.mark.slow
def test_who_waits_says_so_and_gives_up_in_a_sentence(sqlite_url: str, tmp_path: Path) -> None:
    feed = next(iter(write_feeds(tmp_path, 1).values()))
    program = (
        "import sys; from ledger.recorder import retry; retry.WAIT_SECONDS = 2; from desk.cli.main import main; "
        f"sys.argv = ['recoup', 'record', {str(feed)!r}, '--ledger', {sqlite_url!r}]; main()"
    )
    with closing(sqlite3.connect(sqlite_url.removeprefix("sqlite:///"), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        ran = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ran.returncode == UNUSABLE
    waiting, refusal = ran.stderr.splitlines()
    assert waiting == f"recoup: others are writing to {sqlite_url}; waiting for them, for 2 seconds at the most"
    assert refusal.startswith(f"recoup: {sqlite_url} is locked by another program (database is locked); wait until")
