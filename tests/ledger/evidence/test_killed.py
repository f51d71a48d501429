"""A recorder that is killed at a random instant (SIGKILL), again and again.

What was acknowledged is there, once; a batch that was not is wholly there or wholly absent; the log verifies. The
short form is in every run of the tests, the long one in `make test-nightly`.
"""

import subprocess
import sys
import time
from collections import Counter
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

import pytest
from sqlalchemy import URL

from desk.opening import migrate
from ledger.application import Ledger
from ledger.evidence.checkpoint_publisher import CheckpointPublisher
from ledger.evidence.keys import PrivateKey, keep, new_key
from ledger.verify.verifier import Verifier
from tests.ledger.evidence.recorder import SIZE
from tests.ledgers import new_postgresql, new_sqlite, rows

ROOT: Final = Path(__file__).resolve().parents[3]
SHORT: Final = {"sqlite": 10, "postgresql": 4}
LONG: Final = {"sqlite": 300, "postgresql": 60}
ON_ONE_LEDGER: Final = 20
"""So many recorders are killed on one ledger, then a fresh one is begun."""


@dataclass
class Tally:
    """What the kills left: batches acknowledged and not, events lost and doubled, batches torn, logs that do not verify."""

    kills: int = 0
    acknowledged: int = 0
    unacknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    torn: int = 0
    unverified: int = 0

    @property
    def wrong(self) -> tuple[int, int, int, int]:
        return self.lost, self.doubled, self.torn, self.unverified


def killed(url: str, key_file: Path, run: int, rng: Random) -> int:
    """Lets a recorder work for a moment, kills it, and gives back how many batches it acknowledged."""
    command = [sys.executable, "-m", "tests.ledger.evidence.recorder", url, str(key_file), str(run)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline() == "ready\n"
            time.sleep(rng.uniform(0, 0.4))
        finally:
            process.kill()
        acknowledged = process.stdout.read()
    return acknowledged.count("\n")


def on_one_ledger(url: str, folder: Path, kills: range, tally: Tally) -> None:
    """Kills recorders on one ledger and counts what is wrong after each."""
    key, acknowledged = new_key("casino.example/recoup"), dict[str, int]()
    key_file = folder / f"recoup-{kills.start}.key"
    keep(key, key_file)
    for run in kills:
        acknowledged[f"run-{run}"] = killed(url, key_file, run, Random(run))
        tally.kills += 1
        tally.unverified += not verifies(url, key)
    there = Counter((row["source"], row["delivery_id"]) for row in rows(url) if row["source"] in acknowledged)
    tally.doubled += sum(count - 1 for count in there.values())
    for source, batches in acknowledged.items():
        kept = {int(ident[1:]) for first, ident in there if first == source}
        tally.acknowledged += batches
        tally.lost += len(set(range(batches * SIZE)) - kept)
        beyond = {number for number in kept if number >= batches * SIZE}
        tally.unacknowledged += bool(beyond)
        tally.torn += beyond not in (set(), set(range(batches * SIZE, (batches + 1) * SIZE)))
    with Ledger(url) as ledger, closing(CheckpointPublisher(ledger, key)) as notary:
        notary.checkpoint("command")
    tally.unverified += not verifies(url, key)


def verifies(url: str, key: PrivateKey) -> bool:
    with Ledger(url) as ledger:
        return Verifier(ledger, key.key).run().misfits == []


def fresh(backend: str, folder: Path, request: pytest.FixtureRequest) -> str:
    if backend == "sqlite":
        folder.mkdir()
        url = new_sqlite(folder)
    else:
        server: URL = request.getfixturevalue("postgresql_server")
        url = new_postgresql(server)
    migrate(url)
    return url


@pytest.mark.slow
@pytest.mark.timeout(200)
@pytest.mark.parametrize("backend", SHORT)
def test_what_was_acknowledged_outlives_a_kill(backend: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    tally = Tally()
    on_one_ledger(fresh(backend, tmp_path / "short", request), tmp_path, range(SHORT[backend]), tally)
    assert tally.acknowledged > 0
    assert tally.wrong == (0, 0, 0, 0)


@pytest.mark.nightly
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("backend", LONG)
def test_what_was_acknowledged_outlives_hundreds_of_kills(
    backend: str, tmp_path: Path, request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]
) -> None:
    tally = Tally()
    for first in range(0, LONG[backend], ON_ONE_LEDGER):
        url = fresh(backend, tmp_path / str(first), request)
        on_one_ledger(url, tmp_path, range(first, first + ON_ONE_LEDGER), tally)
    with capsys.disabled():
        print(f"\n{backend}: {tally}")
    assert tally.kills == LONG[backend]
    assert tally.wrong == (0, 0, 0, 0)
