"""SQLite keeps any value in any cell. Whatever stands there, `verify` answers with a sentence and the exit code for it.

The owner of the file has made its tables anew, without types and without constraints, so that nothing refuses.
"""

import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from desk.terminal.console import DONE, NO, UNUSABLE
from ledger.evidence.keys import public_key
from tests.commands import Ran, Recoup
from tests.desk import floor
from tests.ledger.evidence.witnesses import Witness, serving
from tests.ledgers import as_cloudevents

ORIGIN: Final = "casino.example/recoup"
KINDS: Final = {
    "null": "NULL",
    "integer": "7",
    "the largest integer": "9223372036854775807",
    "real": "1.5",
    "text": "'text'",
    "text that is no UTF-8": "CAST(x'ff' AS TEXT)",
    "bytes": "x'00ff'",
    "no bytes": "x''",
}
"""What stands in a cell instead, as SQL writes it."""
TYPES: Final = ("null", "integer", "real", "text", "bytes")
READ_MODELS: Final = ("rounds", "findings", "players", "shoes", "decisions")

TABLES: Final = (
    "events", "names", "refused", "subtrees", "frontier", "checkpoints", "cosignatures", "tracking", "alembic_version",
    "rounds", "findings", "players", "shoes", "decisions",
)  # fmt: skip
"""Every table of a ledger that is evidence or told from it."""

NO_EVIDENCE: Final = {"desk_sessions", "desk_challenges", "stretches"}
"""Tables in which there is no evidence, and that `verify` does not read."""

UNPROVEN: Final = {
    ("checkpoints", "made_at"), ("checkpoints", "reason"), ("cosignatures", "number"), ("cosignatures", "received_at"),
    ("frontier", "id"), ("subtrees", "level"), ("subtrees", "number"),
}  # fmt: skip
"""What the house notes for itself and nothing is read by, and where a root is kept that nobody asks for."""

BESIDE: Final = {
    "decisions": f"VALUES (1, 'BAC-1', '2026-01-20', '{floor.CLEAN}', NULL, 'void', 'round', 'M1', NULL, NULL, NULL, NULL, "
    "'2026-01-20T20:00:00.000000Z', NULL, NULL, NULL)",
    "subtrees": "SELECT 1, 9, leaf FROM events LIMIT 1",
}
"""Rows for tables that a small ledger has none in."""


@pytest.fixture
def house(recoup: Recoup, tmp_path: Path) -> Recoup:
    """A house that recorded two rounds, and a line that nobody can read, before a witness."""
    (tmp_path / "day.ndjson").write_bytes(as_cloudevents("\n".join(floor.TRANSCRIPT.splitlines()[:6])))
    (tmp_path / "torn.ndjson").write_bytes(b"no line of any feed\n")
    recoup("keys", "new", "--origin", ORIGIN)
    recoup("record", "day.ndjson")
    recoup("record", "torn.ndjson", "--format", "cloudevents")
    witness = Witness(ORIGIN, public_key(tmp_path / "recoup.pub").public)
    with serving(witness) as address:
        assert recoup("witness", "add", address, "--key", witness.verifier_key).code == DONE
        assert recoup("witness", "ask").code == DONE
    return recoup


def loosened(path: Path, table: str) -> bytes:
    """The file with tables that take any value, and with something in this one."""
    with closing(sqlite3.connect(path)) as connection, connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        for name in TABLES:
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({name})")]
            kept = connection.execute(f"SELECT * FROM {name}").fetchall()
            connection.execute(f"DROP TABLE {name}")
            connection.execute(f"CREATE TABLE {name} ({', '.join(columns)})")
            connection.executemany(f"INSERT INTO {name} VALUES ({', '.join('?' * len(columns))})", kept)
        if table in BESIDE:
            connection.execute(f"INSERT INTO {table} {BESIDE[table]}")
        found = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
        assert found == {*TABLES, *NO_EVIDENCE}
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    return path.read_bytes()


def confused(path: Path, whole: bytes, table: str, kinds: Iterable[str]) -> Iterator[tuple[str, str]]:
    """One cell after the other, of a row in the table's middle, with a value of each kind."""
    with closing(sqlite3.connect(path)) as connection:
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
    for column in columns:
        for kind in kinds:
            path.write_bytes(whole)
            with closing(sqlite3.connect(path, isolation_level=None)) as connection:
                connection.text_factory = bytes  # what is written is not always UTF-8
                middle = f"(SELECT rowid FROM {table} LIMIT 1 OFFSET (SELECT count(*) / 2 FROM {table}))"
                before = connection.execute(
                    f"SELECT typeof({column}), {column} FROM {table} WHERE rowid = {middle}"
                ).fetchone()
                connection.execute(f"UPDATE {table} SET {column} = {KINDS[kind]} WHERE rowid = {middle}")
                after = connection.execute(
                    f"SELECT typeof({column}), {column} FROM {table} WHERE rowid = {middle}"
                ).fetchone()
            if after != before:
                yield column, kind


def misfits(ran: Ran) -> list[str]:
    """What does not fit besides the loosened tables themselves."""
    found = re.findall(r"^DOES NOT FIT: (\S.{15,})", ran.out, re.MULTILINE)
    return [what for what in found if not what.startswith("the schema")]


def assert_told(ran: Ran) -> None:
    """Either what does not fit is listed, or one sentence says why the ledger cannot be used."""
    if ran.code == NO:
        assert ran.err == ""
        assert misfits(ran)
    else:
        assert ran.code == UNUSABLE
        assert len(ran.complaint) > 15


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES)
def test_a_cell_of_any_table_may_hold_a_value_of_any_type(table: str, house: Recoup, tmp_path: Path) -> None:
    require_told(table, ("null", "bytes") if table in READ_MODELS else TYPES, house, tmp_path)


@pytest.mark.nightly
@pytest.mark.parametrize("table", TABLES)
def test_a_cell_of_any_table_may_hold_anything(table: str, house: Recoup, tmp_path: Path) -> None:
    require_told(table, KINDS, house, tmp_path)


def require_told(table: str, kinds: Iterable[str], house: Recoup, tmp_path: Path) -> None:
    """Of a value of each of these kinds in each of a table's columns verify tells as it should."""
    path = tmp_path / "recoup.db"
    whole = loosened(path, table)
    before = house("verify")
    assert bool(misfits(before)) == (table in BESIDE), "of the tables alone only the schema is said"
    for column, kind in confused(path, whole, table, kinds):
        ran = house("verify")
        if (table, column) in UNPROVEN and ran.code == NO and not misfits(ran):
            continue
        try:
            assert_told(ran)
        except AssertionError as error:
            raise AssertionError(f"{table}.{column} holds {kind}: {ran}") from error
