"""A program that takes a first look at ranges of a ledger's rows. It is asked on its input and answers on its output.

It is started as `python -m ledger.verify.worker` and imports little, so that it is there at once.
"""

import pickle
import sqlite3
import sys
from importlib import import_module
from typing import Any, BinaryIO

from ledger.recorder.rows import COLUMNS, NumberedRow
from ledger.sweeping import gc_paused
from ledger.verify.fast_check import PageCheck, check_page


def main(asked: BinaryIO, answers: BinaryIO) -> None:
    """Hears how to connect, then of one range after the other; says of each what is seen, None where that is not clear."""
    connection = _connected(**pickle.load(asked))  # noqa: S301 - from the program that started this one
    names: dict[int, str] = dict(connection.execute("SELECT id, name FROM names").fetchall())
    while (given := pickle.load(asked)) is not None:  # noqa: S301
        after, upto = given
        pickle.dump(_look(connection, names, after, upto), answers, pickle.HIGHEST_PROTOCOL)
        answers.flush()


def _connected(sqlite: str | None = None, **postgresql: Any) -> Any:
    if sqlite is not None:
        return sqlite3.connect(sqlite, uri=True)
    return import_module("psycopg").connect(**postgresql, autocommit=True)


@gc_paused()
def _look(connection: Any, names: dict[int, str], after: int, upto: int) -> PageCheck | None:
    among = f"position > {after:d} AND position <= {upto:d}"
    page: list[NumberedRow] = connection.execute(f"SELECT {COLUMNS} FROM events WHERE {among} ORDER BY position").fetchall()
    return check_page(page, names) if len(page) == upto - after else None


if __name__ == "__main__":
    main(sys.stdin.buffer, sys.stdout.buffer)
