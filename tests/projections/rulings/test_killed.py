"""The ruling process, killed at a random instant and at each commit: nothing is found twice, and nothing is missed."""

import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from sqlalchemy import URL, make_url

from desk.opening import migrate
from ledger.application import Ledger
from ledger.events.rulings import IrregularityFound, IrregularityWithdrawn, RoundRuled
from ledger.ingest import incoming_deliveries
from projections.following.comparison import differences
from projections.following.read_models import catch_up, open_read_models, rebuild
from projections.rulings.events import document_digest
from projections.rulings.on_record import day_rulings
from projections.rulings.process import rulings_behind
from projections.table_days import TableDays
from replay.editions.loader import shipped_text
from replay.ruling.ruling import rule
from tests.ledgers import new_postgresql, new_sqlite, rows
from tests.projections.rulings.worker import COUPS, TABLES, feed, pieces

ROOT: Final = Path(__file__).resolve().parents[3]
SHORT: Final = {"sqlite": 6, "postgresql": 3}
LONG: Final = {"sqlite": 200, "postgresql": 40}
ON_ONE_LEDGER: Final = 10


@dataclass
class Tally:
    """What the kills left: deliveries lost and doubled, irregularities on record twice, rulings that are missing or wrong,
    and what of the read models is not what a rebuild makes.
    """

    kills: int = 0
    lost: int = 0
    doubled: int = 0
    found_twice: int = 0
    missed: int = 0
    differing: int = 0

    @property
    def wrong(self) -> tuple[int, int, int, int, int]:
        return self.lost, self.doubled, self.found_twice, self.missed, self.differing


def fresh(backend: str, folder: Path, request: pytest.FixtureRequest) -> str:
    if backend == "sqlite":
        folder.mkdir()
        url = new_sqlite(folder)
    else:
        server: URL = request.getfixturevalue("postgresql_server")
        url = new_postgresql(server)
    migrate(url)
    with Ledger(url) as ledger:
        ledger.adopt("dcb", "2026.2", shipped_text("dcb"))
    return url


def kill(url: str, what: str, seed: int) -> None:
    command = [sys.executable, "-m", "tests.projections.rulings.worker", what, url, str(seed)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline() == "ready\n"
            time.sleep(Random(seed).uniform(0, 0.5))
        finally:
            process.kill()


def taken_stock_of(url: str, tally: Tally) -> None:
    """Records and rules on whatever is left, and counts what is wrong."""
    with Ledger(url) as ledger, open_read_models(ledger) as engine:
        for piece in pieces(feed(), Random(1)):
            ledger.ingest(incoming_deliveries(piece, "feed"))
        catch_up(ledger, engine)
        there = Counter((row["source"], row["delivery_id"]) for row in rows(url))
        tally.doubled += sum(count - 1 for count in there.values())
        tally.lost += len({delivery.key for delivery in feed()} - there.keys())
        days = TableDays(ledger)
        for table in TABLES:
            day = f"{table}/2026-01-17"
            entries: list[Any] = ledger.entries(f"ruling/{day}")
            standing = day_rulings(entries)
            found = {entry.delivery.id: entry for entry in entries if isinstance(entry.event, IrregularityFound)}
            withdrawn = [entry.event.irregularity for entry in entries if isinstance(entry.event, IrregularityWithdrawn)]
            left = [found[ident] for ident in found if ident not in withdrawn]
            standing_twice = Counter((entry.subject, entry.event.model_dump_json()) for entry in left)
            tally.found_twice += sum(count - 1 for count in standing_twice.values()) + len(withdrawn) - len(set(withdrawn))
            ruled = [ruled for of_round in standing.rounds.values() for ruled in of_round.irregularities]
            tally.missed += len({entry.delivery.id for entry in left} ^ set(ruled))
            story = days.get(day)
            assert len(story.rounds) == COUPS
            for name in story.rounds:
                now = document_digest(rule(story, name))
                tally.missed += name not in standing.rounds or standing.rounds[name].event.document_digest != now
            again = Counter(entry.delivery.id for entry in entries if isinstance(entry.event, RoundRuled))
            tally.found_twice += sum(count - 1 for count in again.values())
        tally.missed += rulings_behind(ledger)
        tally.differing += len(list(differences(ledger, engine)))
        rebuild(ledger, engine)
        tally.differing += len(list(differences(ledger, engine)))


def killed_again_and_again(url: str, seeds: range, tally: Tally) -> None:
    for seed in seeds:
        kill(url, "record" if seed % 2 else "follow", seed)
        tally.kills += 1
    taken_stock_of(url, tally)


@pytest.mark.slow
@pytest.mark.timeout(200)
@pytest.mark.parametrize("backend", SHORT)
def test_killed_anywhere_it_goes_on(backend: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    tally = Tally()
    killed_again_and_again(fresh(backend, tmp_path / "short", request), range(1, SHORT[backend] + 1), tally)
    assert tally.wrong == (0, 0, 0, 0, 0)


@pytest.mark.nightly
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("backend", LONG)
def test_killed_hundreds_of_times_it_goes_on(
    backend: str, tmp_path: Path, request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]
) -> None:
    tally = Tally()
    for first in range(1, LONG[backend] + 1, ON_ONE_LEDGER):
        url = fresh(backend, tmp_path / str(first), request)
        killed_again_and_again(url, range(first, first + ON_ONE_LEDGER), tally)
    with capsys.disabled():
        print(f"\n{backend}: {tally}")
    assert tally.kills == LONG[backend]
    assert tally.wrong == (0, 0, 0, 0, 0)


def crash(server: Any, url: str, seed: int, tally: Tally) -> None:
    """Ends the server at once while somebody records and somebody follows, and counts what was acknowledged and is gone."""
    worker = [sys.executable, "-m", "tests.projections.rulings.worker"]
    quiet: dict[str, Any] = {"cwd": ROOT, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "text": True}
    with (
        subprocess.Popen([*worker, "record", url, str(seed)], **quiet) as recorder,
        subprocess.Popen([*worker, "follow", url, str(seed)], **quiet) as follower,
    ):
        assert recorder.stdout is not None
        assert follower.stdout is not None
        try:
            assert (recorder.stdout.readline(), follower.stdout.readline()) == ("ready\n", "ready\n")
            time.sleep(Random(seed).uniform(0, 0.25))
            postmaster = server.get_postmaster_info().process
            postmaster.send_signal(signal.SIGQUIT)  # no checkpoint, no farewell: it recovers from its log
            postmaster.wait(30)
        finally:
            recorder.kill()
            follower.kill()
        acknowledged = recorder.stdout.read().split()
    server.ensure_postgres_running()
    there = {(row["source"], row["delivery_id"]) for row in rows(url)}
    given = pieces(feed(), Random(seed))
    tally.lost += sum(delivery.key not in there for number in acknowledged for delivery in given[int(number)])
    tally.kills += 1


def crashed_again_and_again(server: Any, count: int) -> Tally:
    """Two crashes a ledger: behind them all is on record."""
    tally = Tally()
    for first in range(1, count + 1, 2):
        url = new_postgresql(make_url(server.get_uri()))
        migrate(url)
        with Ledger(url) as ledger:
            ledger.adopt("dcb", "2026.2", shipped_text("dcb"))
        for seed in (first, first + 1):
            crash(server, url, seed, tally)
        taken_stock_of(url, tally)
    return tally


@pytest.mark.timeout(200)
def test_a_server_that_is_killed_has_lost_nothing_that_it_acknowledged(postgresql_to_kill: Any) -> None:
    assert crashed_again_and_again(postgresql_to_kill, 2) == Tally(kills=2)


@pytest.mark.nightly
@pytest.mark.timeout(1800)
def test_a_server_that_is_killed_dozens_of_times_has_lost_nothing(postgresql_to_kill: Any) -> None:
    assert crashed_again_and_again(postgresql_to_kill, 40) == Tally(kills=40)


class PowerCutError(Exception): ...


@pytest.mark.slow
@pytest.mark.parametrize("moment", ["before the commit", "after the commit"])
def test_a_power_cut_at_each_commit_leaves_nothing_twice_and_nothing_out(
    moment: str, ledger_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is written next is cut off, one commit further each time, recording and ruling alike."""
    monkeypatch.setattr("projections.rulings.process.WRITTEN_AT_ONCE", 5)
    left: list[int] = []
    append = Ledger.append

    def cut(ledger: Ledger, *given: Any) -> Sequence[int]:
        left[0] -= 1
        if left[0] == 0 and moment == "before the commit":
            raise PowerCutError
        positions = append(ledger, *given)
        if left[0] == 0:
            raise PowerCutError
        return positions

    with Ledger(ledger_url) as ledger:
        ledger.adopt("dcb", "2026.2", shipped_text("dcb"))
    monkeypatch.setattr(Ledger, "append", cut)
    given, cuts = pieces(feed(), Random(7)), 0
    for commit in range(1, 12):
        left[:] = [commit]
        try:
            with Ledger(ledger_url) as ledger, open_read_models(ledger) as engine:
                for piece in given:
                    ledger.ingest(incoming_deliveries(piece, "feed"))
                    catch_up(ledger, engine, is_live=True)
        except PowerCutError:
            cuts += 1
    assert cuts > 5
    left[:] = [10**9]
    tally = Tally()
    taken_stock_of(ledger_url, tally)
    assert tally.wrong == (0, 0, 0, 0, 0)
