"""What recording is held against: the same bytes with the same durability, and nothing else."""

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import orjson

from bench.corpus import batched

_EVENTS: Final = "INSERT INTO events VALUES (?,?,?,?,?,?,?,?)"


class Raw:
    """Plain sqlite3: one table of bytes, one transaction a batch."""

    def __init__(self, path: Path):
        path.unlink(missing_ok=True)
        self.connection = opened(path)
        self.connection.execute("CREATE TABLE e (position INTEGER PRIMARY KEY, stream TEXT, state BLOB)")

    def record(self, rows: Sequence[tuple[str, bytes]], size: int) -> None:
        """Writes these rows, so many a transaction."""
        write(self.connection, "INSERT INTO e (stream, state) VALUES (?, ?)", rows, size)

    def read(self) -> list[Any]:
        """All rows with their JSON read."""
        return [orjson.loads(row[0]) for row in self.connection.execute("SELECT state FROM e ORDER BY position")]


def opened(path: Path) -> sqlite3.Connection:
    """A connection as durable as the ledger's."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    return connection


def write(connection: sqlite3.Connection, statement: str, rows: Sequence[Sequence[Any]], size: int) -> None:
    """Runs a statement for all rows, so many a transaction."""
    for batch in batched(rows, size):
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany(statement, batch)
        connection.execute("COMMIT")


def write_events(connection: sqlite3.Connection, rows: Sequence[Sequence[Any]], size: int) -> None:
    """Writes whole rows into the ledger's own table, with its keys and guards."""
    write(connection, _EVENTS, rows, size)
