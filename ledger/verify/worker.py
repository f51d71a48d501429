"""A program that takes a first look at ranges of a ledger's rows. It is asked on its input and answers on its output.

It is started as `python -m ledger.verify.worker` and imports little, so that it is there at once.
"""

import pickle
import sqlite3
import sys
from importlib import import_module
from typing import Any, BinaryIO

from ledger.recorder.database import schema_named
from ledger.recorder.rows import COLUMNS, NumberedRow
from ledger.sweeping import gc_paused
from ledger.verify.fast_check import PageCheck, check_page


def main(asked: BinaryIO, answers: BinaryIO) -> None:
    """Hears how to connect, then of one range after the other; says of each what is seen, None where that is not clear."""
    connection, schema = _connected(**pickle.load(asked))  # noqa: S301 - from the program that started this one
    names: dict[int, str] = dict(connection.execute(f"SELECT id, name FROM {schema}names").fetchall())
    while (given := pickle.load(asked)) is not None:  # noqa: S301
        after, upto = given
        pickle.dump(_look(connection, schema, names, after, upto), answers, pickle.HIGHEST_PROTOCOL)
        answers.flush()


def _connected(sqlite: str | None = None, **postgresql: Any) -> tuple[Any, str]:
    """A connection, and what is written before the name of a table."""
    if sqlite is not None:
        return sqlite3.connect(sqlite, uri=True), ""
    pinned = import_module("ledger.recorder.pinned").PinnedConnection
    return pinned.connect(**postgresql, autocommit=True), f'"{schema_named(postgresql.get("options"))}".'


@gc_paused()
def _look(connection: Any, schema: str, names: dict[int, str], after: int, upto: int) -> PageCheck | None:
    among = f"position > {after:d} AND position <= {upto:d}"
    statement = f"SELECT {COLUMNS} FROM {schema}events WHERE {among} ORDER BY position"
    page: list[NumberedRow] = connection.execute(statement).fetchall()
    return check_page(page, names) if len(page) == upto - after else None


if __name__ == "__main__":
    main(sys.stdin.buffer, sys.stdout.buffer)
