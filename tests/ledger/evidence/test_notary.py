"""When checkpoints are made, what they cover, and what is never signed. On both databases."""

from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from threading import Thread

import pytest

from ledger.application import Ledger
from ledger.errors import BrokenEvidence, UnusableKey
from ledger.events.table import TableClosed
from ledger.evidence.checkpoint_publisher import CheckpointPublisher, enter_key
from ledger.evidence.checkpoint_store import CheckpointStore, StoredCheckpoint, checkpoint_of
from ledger.evidence.keys import PrivateKey, new_key
from ledger.evidence.log import Log, keys
from ledger.evidence.note import Signature, VerifierKey, parse
from ledger.merkle import consistent, includes, leaf_hash, root_of
from ledger.recorder.rows import EVERYTHING
from ledger.verify.verifier import Verifier
from tests.ledgers import AT, DAY, arrivals, deliveries, delivery

KEY = new_key("casino.example/recoup")


class Clock:
    """A clock that is set by hand, in seconds after the tests' hour."""

    def __init__(self) -> None:
        self.seconds = 0

    def __call__(self) -> int:
        return AT + self.seconds * 1_000_000


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def timed(ledger_url: str, clock: Clock) -> Iterator[Ledger]:
    with Ledger(ledger_url, clock=clock) as ledger:
        yield ledger


def published(ledger: Ledger) -> list[StoredCheckpoint]:
    with closing(CheckpointStore(ledger.url)) as seals:
        return seals.checkpoints()


def occasions(ledger: Ledger) -> list[tuple[int, str]]:
    return [(checkpoint.size, checkpoint.reason) for checkpoint in published(ledger)]


def feed(ledger: Ledger, first: int, last: int) -> None:
    ledger.ingest(arrivals(deliveries(range(first, last))))


def test_a_checkpoint_is_due_by_number_by_time_and_at_the_day_s_end(timed: Ledger, clock: Clock) -> None:
    with closing(CheckpointPublisher(timed, KEY, every=10, seconds=60)) as notary:
        feed(timed, 1, 6)
        assert occasions(timed) == []
        feed(timed, 6, 10)
        assert occasions(timed) == [(10, "count")]  # the key's adoption is the first entry
        clock.seconds = 59
        feed(timed, 10, 12)
        clock.seconds = 60
        feed(timed, 12, 13)
        assert occasions(timed)[1:] == [(13, "time")]
        timed.ingest(arrivals([delivery(99, event=TableClosed())]))
        assert occasions(timed)[2:] == [(14, "day_end")]
        feed(timed, 13, 15)
        notary.finish()
        assert occasions(timed)[3:] == [(16, "recorded")]
        clock.seconds = -3600  # a clock that jumps back makes one too many rather than one too few
        feed(timed, 15, 16)
        assert occasions(timed)[4:] == [(17, "time")]
        assert notary.trouble is None
    assert Verifier(timed, KEY.key).run().misfits == []


def test_checkpoints_are_of_one_growing_log(timed: Ledger) -> None:
    with closing(CheckpointPublisher(timed, KEY, every=7)):
        for first in range(1, 640, 5):
            feed(timed, first, first + 5)
    log, states = Log(timed), [row.state for row in timed.recorder.rows(0, EVERYTHING, EVERYTHING)]
    checkpoints = [checkpoint_of(parse(checkpoint.note)) for checkpoint in published(timed)]
    assert len(checkpoints) > 50
    for checkpoint in checkpoints:
        assert checkpoint.root == root_of([leaf_hash(state) for state in states[: checkpoint.size]])
    for old, new in pairwise(checkpoints):
        assert consistent(old.size, new.size, log.consistency(old.size, new.size), old.root, new.root)
    last = checkpoints[-1]
    for position in (1, 255, 256, 257, last.size):
        assert includes(
            leaf_hash(states[position - 1]), position - 1, last.size, log.inclusion(position, last.size), last.root
        )


def test_an_unchanged_log_has_one_checkpoint(timed: Ledger, clock: Clock) -> None:
    with closing(CheckpointPublisher(timed, KEY)) as notary:
        feed(timed, 1, 3)
        first = notary.checkpoint("command")
        clock.seconds = 5
        assert notary.checkpoint("export") == first
        assert len(published(timed)) == 1


def test_what_was_taken_in_before_there_was_a_key_is_covered(timed: Ledger) -> None:
    feed(timed, 1, 300)
    with closing(CheckpointPublisher(timed, KEY)) as notary:
        assert notary.checkpoint("command").size == 300
    assert keys(timed) == [(300, KEY.key)]
    assert Verifier(timed, KEY.key).run().misfits == []


def test_the_log_s_key_is_not_changed_by_another_file(timed: Ledger) -> None:
    CheckpointPublisher(timed, KEY).close()
    other = new_key(KEY.key.name)
    with pytest.raises(UnusableKey, match="the log goes by key") as refused:
        CheckpointPublisher(timed, other)
    assert KEY.key.id.hex() in str(refused.value)
    assert "recoup keys rotate" in str(refused.value)


def test_a_rotation_is_an_entry_under_both_keys(timed: Ledger) -> None:
    fresh = new_key(KEY.key.name)
    with closing(CheckpointPublisher(timed, KEY)) as notary:
        feed(timed, 1, 4)
        notary.checkpoint("command")
        sealed = notary.rotate(fresh)
        feed(timed, 4, 6)
        last = notary.checkpoint("command")
        with pytest.raises(UnusableKey, match="does not come back"):
            notary.rotate(KEY)
    both = parse(sealed.note)
    assert KEY.key.signed(both)
    assert fresh.key.signed(both)
    assert fresh.key.signed(parse(last.note))
    assert not KEY.key.signed(parse(last.note))
    assert [key for _, key in keys(timed)] == [KEY.key, fresh.key]
    for pinned in (None, KEY.key, fresh.key):
        assert Verifier(timed, pinned).run().misfits == []
    stranger = new_key(KEY.key.name).key
    assert "does not name the key" in str(Verifier(timed, stranger).run().misfits[0])


def test_a_rotation_that_broke_off_is_gone_on_with(timed: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    fresh = new_key(KEY.key.name)
    with closing(CheckpointPublisher(timed, KEY)) as notary, monkeypatch.context() as patch:
        feed(timed, 1, 4)
        patch.setattr(CheckpointPublisher, "_seal", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            notary.rotate(fresh)
    with pytest.raises(UnusableKey):
        CheckpointPublisher(timed, KEY)
    with closing(CheckpointPublisher(timed, KEY, following=fresh)) as again:
        again.rotate(fresh)
    assert Verifier(timed, KEY.key).run().misfits == []


def test_a_key_that_nobody_vouches_for_proves_nothing(timed: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """The entry of an adoption alone is not enough: whoever can write to the ledger could have made it."""
    thief = new_key(KEY.key.name)
    with closing(CheckpointPublisher(timed, KEY)) as notary:
        notary.checkpoint("command")
    monkeypatch.setattr("ledger.evidence.checkpoint_publisher.keys", lambda _: [(1, thief.key)])
    with closing(CheckpointPublisher(timed, thief)) as notary:
        enter_key(timed, thief, replaces=KEY)
        notary.checkpoint("command")
    report = Verifier(timed, KEY.key).run()
    assert any("without the signature of key" in misfit.what for misfit in report.misfits)


class Silent:
    """A signer that cannot be reached."""

    def __init__(self, of: PrivateKey):
        self._of = of

    @property
    def key(self) -> VerifierKey:
        return self._of.key

    @property
    def head_file(self) -> Path | None:
        return None

    def sign(self, text: str) -> Signature:
        raise UnusableKey(f"the signer is not there for {len(text)} characters")


def test_what_was_recorded_stays_recorded_when_nobody_can_sign(timed: Ledger) -> None:
    with closing(CheckpointPublisher(timed, Silent(KEY), every=3)) as notary:
        assert timed.ingest(arrivals(deliveries(range(1, 9)))) == ["recorded"] * 8
        assert isinstance(notary.trouble, UnusableKey)
    assert timed.size() == 9
    with closing(CheckpointPublisher(timed, KEY, every=3)) as notary:
        notary.finish()
        assert (notary.trouble, occasions(timed)) == (None, [(9, "recorded")])


def test_a_log_that_is_not_the_one_signed_before_is_not_signed(timed: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(CheckpointPublisher(timed, KEY)) as notary:
        feed(timed, 1, 30)
        notary.checkpoint("command")
        feed(timed, 30, 40)
        monkeypatch.setattr(timed.recorder, "leaves", lambda after, upto: [bytes(32)] * (upto - after))
        with pytest.raises(BrokenEvidence, match="run `recoup verify`"):
            notary.checkpoint("command")
        assert len(published(timed)) == 1


def test_two_notaries_at_once_number_their_checkpoints_without_a_gap(ledger_url: str) -> None:
    with Ledger(ledger_url) as ledger:
        CheckpointPublisher(ledger, KEY).close()

    def run(name: str) -> None:
        with Ledger(ledger_url) as ledger, closing(CheckpointPublisher(ledger, KEY, every=5)) as notary:
            for n in range(20):
                ledger.ingest(arrivals(deliveries(range(n * 5, n * 5 + 5), table=f"T-{name}", source=name)))
            assert notary.trouble is None

    threads = [Thread(target=run, args=(name,)) for name in ("x", "y")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with Ledger(ledger_url) as ledger:
        sealed = published(ledger)
        assert [checkpoint.number for checkpoint in sealed] == list(range(1, len(sealed) + 1))
        assert Verifier(ledger, KEY.key).run().misfits == []


def test_a_ledger_is_verified_while_others_record(ledger_url: str) -> None:
    with Ledger(ledger_url) as ledger, closing(CheckpointPublisher(ledger, KEY)) as notary:
        notary.checkpoint("command")
    done: list[bool] = []

    def record() -> None:
        with Ledger(ledger_url) as ledger, closing(CheckpointPublisher(ledger, KEY, every=50)):
            for n in range(150):
                ledger.ingest(arrivals(deliveries(range(n * 9, n * 9 + 9))))
        done.append(True)

    thread = Thread(target=record)
    thread.start()
    with Ledger(ledger_url) as ledger:
        while not done:
            assert Verifier(ledger, KEY.key).run().misfits == []
        thread.join()
        report = Verifier(ledger, KEY.key).run()
        assert (report.size, report.misfits) == (1351, [])


def test_the_day_s_stream_is_untouched_by_evidence(timed: Ledger) -> None:
    CheckpointPublisher(timed, KEY).close()
    feed(timed, 1, 4)
    assert timed.table_days() == [f"BAC-1/{DAY}"]
    assert [entry.stream for entry in timed.entries(limit=1)] == ["evidence"]
