"""What binds a ledger to the key and the witnesses outside its database: the last head that the key signed, checkpoints
that name the one before them, and the list of witnesses. Each attack is mounted on SQLite and on PostgreSQL.
"""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import make_url

from ledger.application import Ledger
from ledger.errors import BrokenEvidence, UnusableKey
from ledger.events.evidence import WitnessNamed
from ledger.evidence.checkpoint_publisher import CheckpointPublisher
from ledger.evidence.checkpoint_store import CheckpointStore, StoredCheckpoint, checkpoint_of
from ledger.evidence.keys import Signer, keep, load, new_key
from ledger.evidence.log import witnesses
from ledger.evidence.note import parse
from ledger.evidence.witness import pin, unpinned
from ledger.merkle import digest
from ledger.recorder.database import connect_arguments, sqlite_file
from ledger.verify.verifier import Verifier
from tests.ledger.evidence import forger
from tests.ledgers import arrivals, deliveries, opened

ORIGIN = "house.example/recoup"


@pytest.fixture
def signer(tmp_path: Path) -> Signer:
    """The house's key, in its file."""
    keep(new_key(ORIGIN), tmp_path / "recoup.key")
    return load(tmp_path / "recoup.key")


def sealed(url: str, signer: Signer, *batches: range) -> None:
    """Records batch after batch, with a checkpoint over each."""
    with opened(url) as ledger, closing(CheckpointPublisher(ledger, signer)) as notary:
        for batch in batches:
            ledger.ingest(arrivals(deliveries(batch)))
            notary.checkpoint("command")


def checkpoints(url: str) -> list[StoredCheckpoint]:
    with closing(CheckpointStore(url)) as store:
        return store.checkpoints()


def misfits(url: str, signer: Signer, tolerance: int = 1000) -> list[str]:
    with opened(url) as ledger:
        return [str(misfit) for misfit in Verifier(ledger, signer.key, tolerance=tolerance).run().misfits]


@contextmanager
def put_back(url: str) -> Iterator[None]:
    """The database as it was before, once what is done inside is done."""
    file = sqlite_file(url)
    if file is not None:
        before = file.read_bytes()
        yield
        for leftover in file.parent.glob(f"{file.name}-*"):
            leftover.unlink()
        file.write_bytes(before)
        return
    server = make_url(url)
    name, copy = server.database, f"{server.database}_before"
    with psycopg.connect(**connect_arguments(_elsewhere(url)), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {copy} TEMPLATE {name}".encode())
    yield
    with psycopg.connect(**connect_arguments(_elsewhere(url)), autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())
        connection.execute(f"ALTER DATABASE {copy} RENAME TO {name}".encode())


def _elsewhere(url: str) -> str:
    return make_url(url).set(database="postgres").render_as_string(hide_password=False)


def test_each_checkpoint_names_the_one_before(ledger_url: str, signer: Signer) -> None:
    sealed(ledger_url, signer, range(1, 5), range(5, 9), range(9, 12))
    first, second, third = checkpoints(ledger_url)
    assert [checkpoint_of(parse(each.note)).before for each in (first, second, third)] == [
        None,
        digest(first.note),
        digest(second.note),
    ]
    assert misfits(ledger_url, signer) == []


def test_what_is_unchanged_has_one_checkpoint(ledger_url: str, signer: Signer) -> None:
    sealed(ledger_url, signer, range(1, 5), range(0), range(0))
    assert len(checkpoints(ledger_url)) == 1


def test_a_checkpoint_that_was_taken_out_is_missed(ledger_url: str, signer: Signer) -> None:
    sealed(ledger_url, signer, range(1, 5), range(5, 9), range(9, 12))
    first, _, third = checkpoints(ledger_url)
    exchange_checkpoints(ledger_url, [first, third._replace(number=2)])
    assert any("names another checkpoint before it" in what for what in misfits(ledger_url, signer))


def exchange_checkpoints(url: str, kept: list[StoredCheckpoint]) -> None:
    """The owner leaves these checkpoints alone, and the guards as they were."""
    statement = "INSERT INTO checkpoints VALUES (%s, %s, %s, %s, %s)"
    file = sqlite_file(url)
    if file is not None:
        with forger.owner(file) as connection:
            connection.execute("DELETE FROM checkpoints")
            connection.executemany(statement.replace("%s", "?"), kept)
        return
    with psycopg.connect(**connect_arguments(url), autocommit=True) as server:
        cursor = server.cursor()
        cursor.execute("ALTER TABLE checkpoints DISABLE TRIGGER ALL")
        cursor.execute("DELETE FROM checkpoints")
        cursor.executemany(statement, kept)
        cursor.execute("ALTER TABLE checkpoints ENABLE TRIGGER ALL")
        for trigger in ("checkpoints_append_only", "checkpoints_no_truncate"):
            cursor.execute(f"ALTER TABLE checkpoints ENABLE ALWAYS TRIGGER {trigger}".encode())


def test_a_history_without_checkpoints_is_vouched_for_by_nobody(ledger_url: str, signer: Signer) -> None:
    """Whoever rewrites it without the key has to delete them: what is left is covered by none."""
    sealed(ledger_url, signer, range(1, 5))
    exchange_checkpoints(ledger_url, [])
    [what] = misfits(ledger_url, signer)
    assert "no checkpoint of key" in what
    with opened(ledger_url) as ledger:
        assert Verifier(ledger).run().misfits == []  # without the key from outside nobody can tell


def test_a_tail_that_no_checkpoint_covers_is_named_beyond_the_tolerance(ledger_url: str, signer: Signer) -> None:
    sealed(ledger_url, signer, range(1, 5), range(5, 30))
    exchange_checkpoints(ledger_url, checkpoints(ledger_url)[:1])
    assert misfits(ledger_url, signer, tolerance=25) == []
    [what] = misfits(ledger_url, signer, tolerance=24)
    assert what == (
        f"position 6: the last 25 entries are covered by no checkpoint of key {signer.key.id.hex()} of {ORIGIN}; "
        "24 may be (--tolerance)"
    )


def test_a_key_signs_nothing_that_does_not_extend_what_it_signed_last(ledger_url: str, signer: Signer) -> None:
    """The tail is cut with its checkpoints, by an older copy that is put back: the database alone cannot tell."""
    sealed(ledger_url, signer, range(1, 5))
    with put_back(ledger_url):
        sealed(ledger_url, signer, range(5, 9))
    assert misfits(ledger_url, signer) == []
    with opened(ledger_url) as ledger, closing(CheckpointPublisher(ledger, signer)) as notary:
        ledger.ingest(arrivals(deliveries(range(20, 40))))
        with pytest.raises(
            BrokenEvidence, match=r"the log is not what the last head in .*recoup\.key\.head says of its first 9"
        ):
            notary.checkpoint("command")


def test_a_head_that_cannot_be_read_is_a_reason_to_sign_nothing(sqlite_url: str, signer: Signer, tmp_path: Path) -> None:
    (tmp_path / "recoup.key.head").write_text("nothing of the kind", encoding="utf-8")
    with (
        opened(sqlite_url) as ledger,
        closing(CheckpointPublisher(ledger, signer)) as notary,
        pytest.raises(UnusableKey, match="sign nothing until then"),
    ):
        notary.checkpoint("command")


def test_a_copy_from_before_the_first_witness_is_told_by_the_list_beside_the_key(ledger_url: str, tmp_path: Path) -> None:
    named = WitnessNamed(name="notary", address=str(tmp_path))
    with put_back(ledger_url), opened(ledger_url) as ledger:
        ledger.record(named, "witness:1", "evidence")
        pin(tmp_path / "recoup.witnesses", named)
        assert list(unpinned(tmp_path / "recoup.witnesses", witnesses(ledger))) == []
    with opened(ledger_url) as ledger:
        assert list(unpinned(tmp_path / "recoup.witnesses", witnesses(ledger))) == [
            f"{tmp_path / 'recoup.witnesses'} names the witness notary, and the ledger does not"
        ]


def test_a_witness_under_another_address_is_told(sqlite_url: str, tmp_path: Path) -> None:
    pin(tmp_path / "recoup.witnesses", WitnessNamed(name="notary", address="/mnt/notary"))
    with Ledger(sqlite_url) as ledger:
        ledger.record(WitnessNamed(name="notary", address="/tmp"), "witness:1", "evidence")
        ledger.record(WitnessNamed(name="friend", address="/tmp"), "witness:2", "evidence")
        assert list(unpinned(tmp_path / "recoup.witnesses", witnesses(ledger))) == [
            f"the ledger names the witness friend, and {tmp_path / 'recoup.witnesses'} does not",
            f"the witness notary has another address or key in {tmp_path / 'recoup.witnesses'} than in the ledger",
        ]
