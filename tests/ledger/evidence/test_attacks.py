"""The attack matrix: what an owner of the file can do, each at a hundred random places.

What is done clumsily is found from the ledger alone. What is done with everything worked out again, and signed with the
house's own key, is not: the ledger alone verifies. It is found with a checkpoint that somebody else kept. That is why
there are witnesses.
"""

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from itertools import count
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import pytest

from desk.opening import migrate
from ledger.application import Ledger
from ledger.evidence.checkpoint_publisher import CheckpointPublisher
from ledger.evidence.checkpoint_store import checkpoint_of
from ledger.evidence.keys import PrivateKey, new_key
from ledger.evidence.note import parse
from ledger.evidence.witness import WitnessCheckpoint
from ledger.ingest import IncomingDelivery, RejectedDelivery
from ledger.verify.verifier import VerificationReport, Verifier
from tests.ledger.evidence import forger
from tests.ledger.evidence.forger import IDENT, SOURCE, STREAM, TOPIC, Row, hashed, otherwise, renumbered
from tests.ledgers import AT, arrivals, deliveries, refusal

PLACES: Final = 100
KEY: Final = new_key("house.example/recoup")


class Past(NamedTuple):
    """A ledger as it was after each batch, and what a witness kept on the way."""

    backups: list[bytes]
    sizes: list[int]
    held: list[WitnessCheckpoint]


@pytest.fixture(scope="module")
def past(tmp_path_factory: pytest.TempPathFactory) -> Past:
    """Some seven hundred entries of three tables in a hundred and twenty batches, with a refusal here and there."""
    path = tmp_path_factory.mktemp("attacks") / "recoup.db"
    migrate(f"sqlite:///{path}")
    clock, rng, kept = count(AT, 1_000_000), Random(5), Past([], [], [])
    with Ledger(f"sqlite:///{path}", clock=lambda: next(clock)) as ledger:
        notary = CheckpointPublisher(ledger, KEY, every=60, seconds=10**6)
        for number in range(120):
            ledger.ingest(batch(number, rng))
            if not number:
                notary.checkpoint("command")
            kept.sizes.append(ledger.size())
            kept.backups.append(copied(path))
        last = notary.checkpoint("command")
        kept.backups.append(copied(path))
        kept.sizes.append(ledger.size())
        notary.close()
    note = parse(last.note)
    kept.held.append(WitnessCheckpoint("last.checkpoint", note, checkpoint_of(note)))
    return kept


def batch(number: int, rng: Random, source: str = "shoe") -> list[IncomingDelivery | RejectedDelivery]:
    table, first = f"BAC-{number % 3}", number * 10
    given = arrivals(deliveries(range(first, first + rng.randint(2, 9)), table=table, source=f"{source}-{number % 3}"))
    return [*given, refusal(b"no event %d" % number)] if number % 15 == 4 else given


def copied(path: Path) -> bytes:
    with closing(sqlite3.connect(path)) as connection:
        return connection.serialize()


@pytest.fixture
def ledger_file(past: Past, tmp_path: Path) -> Callable[[int], Path]:
    """The ledger's file as it was after a batch."""

    def put(number: int) -> Path:
        path = tmp_path / "recoup.db"
        for leftover in tmp_path.glob("recoup.db*"):
            leftover.unlink()
        path.write_bytes(past.backups[number])
        return path

    return put


def verified(path: Path, held: Sequence[WitnessCheckpoint] = ()) -> VerificationReport:
    with Ledger(f"sqlite:///{path}") as ledger:
        return Verifier(ledger, KEY.key, held).run()


Attack = Callable[[list[Row], int, Random], list[Row]]


def modify(rows: list[Row], at: int, _: Random) -> list[Row]:
    return [*rows[:at], otherwise(rows[at]), *rows[at + 1 :]]


def modify_and_hash(rows: list[Row], at: int, _: Random) -> list[Row]:
    return [*rows[:at], hashed(otherwise(rows[at])), *rows[at + 1 :]]


def remove(rows: list[Row], at: int, _: Random) -> list[Row]:
    return [*rows[:at], *rows[at + 1 :]]


def remove_and_close_up(rows: list[Row], at: int, _: Random) -> list[Row]:
    return renumbered(remove(rows, at, _))


def insert(rows: list[Row], at: int, rng: Random) -> list[Row]:
    fresh = hashed(otherwise(rng.choice(rows), id=f"forged-{at}"))
    return renumbered([*rows[:at], fresh, *rows[at:]])


def swap(rows: list[Row], at: int, rng: Random) -> list[Row]:
    other = rng.choice([n for n in range(len(rows)) if n != at])
    out = [list(row) for row in rows]
    out[at][1:], out[other][1:] = rows[other][1:], rows[at][1:]
    return out


def swap_neighbours(rows: list[Row], at: int, _: Random) -> list[Row]:
    other = at - 1 if at else 1
    out = [list(row) for row in rows]
    out[at][1:], out[other][1:] = rows[other][1:], rows[at][1:]
    return renumbered(out)


def rekey(rows: list[Row], at: int, rng: Random) -> list[Row]:
    out = [list(row) for row in rows]
    column, value = rng.choice(
        [(SOURCE, "cam-9"), (IDENT, f"other-{at}"), (TOPIC, "card.burned.v1"), (STREAM, "table/X/2026-11-20")]
    )
    out[at][column] = value
    return out


FOUND_ALONE: Final[tuple[Attack, ...]] = (
    modify,
    modify_and_hash,
    remove,
    remove_and_close_up,
    insert,
    swap,
    swap_neighbours,
    rekey,
)


@pytest.mark.slow
@pytest.mark.parametrize("attack", FOUND_ALONE, ids=lambda attack: attack.__name__)
def test_what_is_done_clumsily_is_found_from_the_ledger_alone(
    attack: Attack, past: Past, ledger_file: Callable[[int], Path]
) -> None:
    rng = Random(attack.__name__)
    for number in range(PLACES):
        path = ledger_file(rng.randrange(60, len(past.backups)))
        with forger.owner(path) as connection:
            rows = forger.rows_of(connection)
            at = len(rows) - 1 if number == 0 else rng.randrange(len(rows))
            forger.write(connection, attack(rows, at, rng))
        report = verified(path)
        assert report.misfits, (attack, at)
        first = report.misfits[0]
        assert first.position is not None
        if attack in (modify, rekey):
            assert first.position == at + 1
            assert attack is rekey or first.stream == rows[at][STREAM]
        elif attack is remove:
            edge = len(rows) & -len(rows)  # behind the last row nothing shows a gap: the edge's last subtree is named
            assert first.position == (at + 2 if at + 1 < len(rows) else len(rows) - edge + 1), (first, at)
        assert first.position <= at + 2, (first, at)


def test_bytes_of_a_refusal_that_are_changed_are_found(ledger_file: Callable[[int], Path]) -> None:
    for number in range(10, PLACES, 10):
        path = ledger_file(number)
        with forger.owner(path) as connection:
            [(position,)] = connection.execute("SELECT position FROM refused ORDER BY random() LIMIT 1")
            if number % 20:
                connection.execute("UPDATE refused SET bytes = ? WHERE position = ?", [b"forged", position])
            else:
                connection.execute("DELETE FROM refused WHERE position = ?", [position])
        assert [misfit.position for misfit in verified(path).misfits] == [position]


# With everything worked out again and signed with the house's own key


def rewrite(path: Path, at: int) -> None:
    """Another entry at a place, and all behind it hashed and signed again."""
    with forger.owner(path) as connection:
        rows = forger.rows_of(connection)
        forger.write(connection, modify_and_hash(rows, at, Random(at)))
        forger.reseal(connection, KEY)


def truncate(path: Path, at: int) -> None:
    """Nothing from a place on was ever there."""
    with forger.owner(path) as connection:
        forger.write(connection, forger.rows_of(connection)[:at])
        forger.reseal(connection, KEY)


def assert_only_a_witness_finds(path: Path, held: Sequence[WitnessCheckpoint], at: int) -> VerificationReport:
    alone = verified(path)
    assert alone.misfits == [], (at, alone.misfits)
    report = verified(path, held)
    assert report.misfits, at
    assert "last.checkpoint" in str(report.misfits[0])
    return report


def plain(path: Path, rng: Random) -> int:
    """A place whose entry neither refuses something nor names the key."""
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT position FROM v_events WHERE source LIKE 'shoe%' AND position > 1").fetchall()
    return int(rng.choice(rows)[0]) - 1


@pytest.mark.slow
def test_a_suffix_rewritten_with_all_hashes_is_found_with_a_witness(past: Past, ledger_file: Callable[[int], Path]) -> None:
    rng = Random(1)
    for _ in range(PLACES):
        path = ledger_file(-1)
        at = plain(path, rng)
        rewrite(path, at)
        report = assert_only_a_witness_finds(path, past.held, at)
        assert report.misfits[0].position is not None
        assert report.misfits[0].position <= at + 1


@pytest.mark.slow
def test_a_record_cut_short_is_found_with_a_witness(past: Past, ledger_file: Callable[[int], Path]) -> None:
    rng = Random(2)
    for _ in range(PLACES):
        path = ledger_file(-1)
        at = rng.randrange(past.sizes[0], past.sizes[-1])
        truncate(path, at)
        report = assert_only_a_witness_finds(path, past.held, at)
        assert report.misfits[0].position == at + 1


@pytest.mark.slow
def test_a_backup_put_back_is_found_with_a_witness(past: Past, ledger_file: Callable[[int], Path]) -> None:
    for number in range(PLACES):
        report = assert_only_a_witness_finds(ledger_file(number), past.held, number)
        assert report.misfits[0].position == past.sizes[number] + 1


@pytest.mark.slow
def test_a_fork_is_found_with_a_witness(past: Past, ledger_file: Callable[[int], Path]) -> None:
    """Back to an old copy, and on from there otherwise, with the house's own program and key."""
    for number in range(PLACES):
        path, rng = ledger_file(number), Random(number)
        with (
            Ledger(f"sqlite:///{path}", clock=lambda: AT) as ledger,
            closing(CheckpointPublisher(ledger, KEY, every=10**6)) as notary,
        ):
            ledger.ingest([item for n in range(500, 630) for item in batch(n, rng, "cam")])
            assert ledger.size() > past.sizes[-1]
            notary.checkpoint("command")
        report = assert_only_a_witness_finds(path, past.held, number)
        assert report.misfits[0].position is not None
        assert report.misfits[0].position <= past.sizes[number] + 1


def test_a_forger_without_the_key_is_found_from_the_ledger_alone(ledger_file: Callable[[int], Path]) -> None:
    other: PrivateKey = new_key(KEY.key.name)
    path = ledger_file(-1)
    rng = Random(3)
    with forger.owner(path) as connection:
        rows = forger.rows_of(connection)
        forger.write(connection, modify_and_hash(rows, plain(path, rng), rng))
        forger.reseal(connection, other)
    assert "is not signed with the log's key of its time" in str(verified(path).misfits[0])


def test_the_ledger_as_it_is_verifies(past: Past, ledger_file: Callable[[int], Path]) -> None:
    for number in (0, 57, -1):
        report = verified(ledger_file(number))
        assert (report.misfits, report.size) == ([], past.sizes[number])
    report = verified(ledger_file(-1), past.held)
    assert (report.misfits, report.held, report.covered) == ([], 1, past.sizes[-1])
    assert report.checkpoints > 8
