"""What goes wrong under a recorder, but for its being killed: the disk, the file, the lock, the connection, the clock.

After each fault what was acknowledged is there, once; a batch that was not is wholly there or wholly absent; the log
verifies; and what was not acknowledged can be fed again.
"""

import re
import resource
import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random
from subprocess import PIPE
from typing import Any, Final

import psycopg
import pytest

from ledger.application import Ledger
from ledger.entry import Delivery
from ledger.errors import UnusableLedger
from ledger.evidence.checkpoint_publisher import CheckpointPublisher
from ledger.evidence.checkpoint_store import CheckpointStore
from ledger.evidence.keys import keep, new_key
from ledger.ingest import IngestOutcome
from ledger.recorder import database
from ledger.recorder.pinned import PinnedConnection
from ledger.verify.verifier import Verifier
from tests.ledger.evidence.recorder import SIZE
from tests.ledger.evidence.test_killed import ROOT
from tests.ledgers import AT, arrivals, deliveries, opened, rows

pytestmark = pytest.mark.slow

COMMAND: Final = (sys.executable, "-m", "tests.ledger.evidence.recorder")
OTHER: Final = "another-program"
DELIVERED: Final = range(40)


def batches(given: Sequence[Delivery], size: int = SIZE) -> Iterator[Sequence[Delivery]]:
    return (given[at : at + size] for at in range(0, len(given), size))


def on_record(url: str) -> Counter[str]:
    """How often each delivery of the source under test is there."""
    return Counter(str(row["delivery_id"]) for row in rows(url) if row["source"] == "shoe-7")


def require_whole(url: str, acknowledged: set[str], size: int = SIZE) -> None:
    """All that was acknowledged, once; of a batch all or nothing; and a log that verifies."""
    there = on_record(url)
    assert set(there.values()) <= {1}
    assert acknowledged <= set(there)
    beyond = Counter(int(ident[1:]) // size for ident in set(there) - acknowledged)
    assert set(beyond.values()) <= {size}
    with opened(url) as ledger:
        assert Verifier(ledger).run().misfits == []


def fed_in_spite(ledger: Ledger, given: Sequence[Delivery]) -> tuple[set[str], int]:
    """Feeds batches until each is acknowledged; gives back what was acknowledged and how often a batch was refused."""
    acknowledged, refused = set[str](), 0
    for batch in batches(given):
        for _ in range(100):
            try:
                ledger.ingest(arrivals(batch))
                break
            except UnusableLedger:
                refused += 1
        else:
            pytest.fail("the ledger never recovered")
        acknowledged |= {delivery.id for delivery in batch}
    return acknowledged, refused


@pytest.mark.parametrize("seed", range(4))
def test_a_disk_that_is_full(seed: int, sqlite_url: str, tmp_path: Path) -> None:
    """A limit on the size of files does to the recorder what a full disk does: its next write fails, somewhere."""
    keep(new_key("casino.example/recoup"), tmp_path / "recoup.key")
    most = Random(seed).randrange(150_000, 600_000)

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    done = subprocess.run(
        [*COMMAND, sqlite_url, str(tmp_path / "recoup.key"), "0"],
        cwd=ROOT, capture_output=True, text=True, timeout=60, preexec_fn=limited, check=False,
    )  # fmt: skip
    assert re.search(r"UnusableLedger: .*recoup\.db cannot (grow|be used) \(.*(disk|full).*\); ", done.stderr)
    acknowledged = {f"d{n}" for n in range((done.stdout.count("\n") - 1) * SIZE)}
    assert acknowledged
    there = Counter(str(row["delivery_id"]) for row in rows(sqlite_url) if row["source"] == "run-0")
    assert set(there.values()) == {1}
    assert acknowledged <= set(there)
    assert len(set(there) - acknowledged) in (0, SIZE)
    with Ledger(sqlite_url) as ledger:
        assert Verifier(ledger).run().misfits == []
        following = deliveries(range(len(there), len(there) + SIZE), source="run-0")
        assert ledger.ingest(arrivals(following)) == ["recorded"] * SIZE


@pytest.mark.slow
def test_a_database_that_another_program_holds_for_a_while(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ledger.recorder.retry.WAIT_SECONDS", 0)
    path = sqlite_url.removeprefix("sqlite:///")
    with opened(sqlite_url) as ledger, closing(sqlite3.connect(path, isolation_level=None)) as other:
        acknowledged, _ = fed_in_spite(ledger, deliveries(DELIVERED[:20]))
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(UnusableLedger, match="locked by another program"):
            ledger.ingest(arrivals(deliveries(DELIVERED[20:25])))
        require_whole(sqlite_url, acknowledged)
        other.execute("ROLLBACK")
        acknowledged |= fed_in_spite(ledger, deliveries(DELIVERED[20:]))[0]
    require_whole(sqlite_url, acknowledged)
    assert len(acknowledged) == len(DELIVERED)


def test_a_file_that_can_suddenly_only_be_read(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection is told so itself: for root a file's permissions bind nobody."""
    with opened(sqlite_url) as ledger:
        acknowledged, _ = fed_in_spite(ledger, deliveries(DELIVERED[:20]))
    with monkeypatch.context() as patch:
        patch.setattr(database, "sqlite_uri", lambda file: f"file:{file}?mode=ro")
        with opened(sqlite_url) as ledger, pytest.raises(UnusableLedger, match="can only be read"):
            ledger.ingest(arrivals(deliveries(DELIVERED[20:25])))
    require_whole(sqlite_url, acknowledged)
    with opened(sqlite_url) as ledger:
        acknowledged |= fed_in_spite(ledger, deliveries(DELIVERED))[0]
    require_whole(sqlite_url, acknowledged)


def cut_off(url: str) -> int:
    """Ends every other connection to the database; says how many there were."""
    with psycopg.connect(url.replace("postgresql+psycopg", "postgresql"), autocommit=True) as connection:
        found = connection.execute(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
        ).fetchone()
    return int(found[0]) if found else 0


def test_a_postgresql_connection_that_is_lost_between_batches(postgresql_url: str) -> None:
    with opened(postgresql_url) as ledger:
        acknowledged, _ = fed_in_spite(ledger, deliveries(DELIVERED[:20]))
        assert cut_off(postgresql_url) > 0
        acknowledged |= fed_in_spite(ledger, deliveries(DELIVERED[20:]))[0]
    require_whole(postgresql_url, acknowledged)
    assert len(acknowledged) == len(DELIVERED)


def test_a_postgresql_connection_that_is_lost_while_the_ledger_is_opened(
    postgresql_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever opens it is told so in one sentence, and can open it the next moment."""

    connect = PinnedConnection.connect

    def connect_and_cut(conninfo: str = "", **kwargs: Any) -> PinnedConnection:
        connection = connect(conninfo, **kwargs)
        cut_off(postgresql_url)
        return connection

    with monkeypatch.context() as patch:
        patch.setattr(PinnedConnection, "connect", connect_and_cut)
        with pytest.raises(UnusableLedger, match=r"cannot be (reached|used)"):
            opened(postgresql_url)
    with opened(postgresql_url) as ledger:
        acknowledged, refused = fed_in_spite(ledger, deliveries(DELIVERED))
    assert refused == 0
    require_whole(postgresql_url, acknowledged)


def test_a_postgresql_connection_that_is_lost_at_any_instant(postgresql_url: str) -> None:
    given, done, rng = deliveries(range(2400)), threading.Event(), Random(5)
    cuts: list[int] = []

    def cutting() -> None:
        while not done.is_set():
            time.sleep(0.005 * 100 ** rng.random())  # up to half a second, so that a slow machine too gets a batch through
            cuts.append(cut_off(postgresql_url))

    thread = threading.Thread(target=cutting)
    with opened(postgresql_url) as ledger:  # before the first cut: that an opening can be cut off too is another test's
        thread.start()
        try:
            acknowledged, refused = fed_in_spite(ledger, given)
        finally:
            done.set()
            thread.join()
    assert sum(cuts) > 0
    assert refused > 0, "no cut was noticed: the test shows nothing"
    require_whole(postgresql_url, acknowledged)
    assert len(acknowledged) == len(given)


def first_lines(recorder: subprocess.Popen[str]) -> tuple[str, str]:
    """What a recorder says when it begins, and its first acknowledgement."""
    assert recorder.stdout is not None
    return recorder.stdout.readline(), recorder.stdout.readline()


def rest_of(recorder: subprocess.Popen[str]) -> str:
    assert recorder.stdout is not None
    return recorder.stdout.read()


@pytest.mark.slow
def test_two_recorders_of_one_feed_are_killed_on_one_ledger(ledger_url: str, tmp_path: Path) -> None:
    """Both are given the same deliveries: whoever comes second is told that they are known."""
    key = new_key("casino.example/recoup")
    keep(key, tmp_path / "recoup.key")
    command = [*COMMAND, ledger_url, str(tmp_path / "recoup.key"), "0"]
    with ExitStack() as stack:
        both = [stack.enter_context(subprocess.Popen(command, cwd=ROOT, stdout=PIPE, text=True)) for _ in range(2)]
        try:
            assert [first_lines(popen) for popen in both] == [("ready\n", "0\n")] * 2
            time.sleep(0.7)
        finally:
            for popen in both:
                popen.kill()
        items = [1 + rest_of(popen).count("\n") for popen in both]
    there = Counter(str(row["delivery_id"]) for row in rows(ledger_url) if row["source"] == "run-0")
    assert set(there.values()) == {1}
    assert len(there) // SIZE - max(items) in (0, 1)
    assert set(there) == {f"d{n}" for n in range(len(there))}
    with Ledger(ledger_url) as ledger:
        assert Verifier(ledger, key.key).run().misfits == []


def test_a_clock_that_jumps_back(ledger_url: str) -> None:
    """Positions go on as things were recorded; the times are the clock's, and nobody sorts by them."""
    key, hours = new_key("casino.example/recoup"), iter((3, 2, 5, 1, 1, 0, 4, 4))
    at = [AT]
    with (
        Ledger(ledger_url, clock=lambda: at[0]) as ledger,
        closing(CheckpointPublisher(ledger, key, every=10**6)) as notary,
    ):
        for batch in batches(deliveries(DELIVERED)):
            at[0] = AT + next(hours) * 3_600_000_000
            assert ledger.ingest(arrivals(batch)) == ["recorded"] * SIZE
        assert notary.trouble is None
        notary.finish()
        entries = ledger.entries("table/BAC-1/2026-11-20")
        assert [entry.delivery.id for entry in entries] == [f"d{n}" for n in DELIVERED]
        assert [entry.position for entry in entries] == sorted(entry.position for entry in entries)
        assert [entry.recorded_at for entry in entries] != sorted(entry.recorded_at for entry in entries)
        assert Verifier(ledger, key.key).run().misfits == []
    with closing(CheckpointStore(ledger_url)) as seals:
        sizes = [checkpoint.size for checkpoint in seals.checkpoints()]
    assert sizes == sorted(sizes)
    assert len(sizes) > 3, "a jump of an hour, either way, makes a checkpoint due"


@pytest.mark.parametrize("seed", range(5))
def test_everything_twice_and_in_any_order(seed: int, ledger: Ledger) -> None:
    rng = Random(seed)
    given = deliveries(DELIVERED) * 2
    rng.shuffle(given)
    fates = Counter[IngestOutcome]()
    while given:
        batch, given = given[: (size := rng.randint(1, 9))], given[size:]
        fates.update(ledger.ingest(arrivals(batch)))
    assert fates == {"recorded": len(DELIVERED), "known": len(DELIVERED)}
    require_whole(ledger.url, {f"d{n}" for n in DELIVERED})
