"""The same acts in a small and in a large ledger: append, open a round, list what needs attention, make a proof.

The large ledger's days are recorded as any feed is. Its read models are made for the first days and copied to the names of
the others, since all days are alike: to judge millions of rounds would take longer than all else together.
"""

import multiprocessing
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, Final

from sqlalchemy import Connection, delete, insert, select, update

from bench.corpus import BATCH, days
from bench.measure import Beside, Figure, at_most, most_memory, timed, waited
from desk.opening import open_or_create
from ledger.application import Ledger
from ledger.evidence.log import Log
from ledger.ingest import incoming_deliveries
from ledger.recorder.tables import TRACKING
from projections.documents.rulings import ruling_documents
from projections.following.read_models import catch_up, open_read_models
from projections.read_models.round_list import READ_MODEL
from projections.read_models.search import RoundFilter, search
from projections.read_models.tables import FINDINGS, PLAYERS, ROUNDS, SHOES
from projections.table_days import TableDays

SMALL: Final = 10_000
RUNS: Final = 25
TARGET: Final = at_most(1.5)
TOGETHER: Final = 100
"""So many events are appended at a time: few, so that the small ledger stays small."""


class Opened:
    """A ledger of the bundled day again and again, with its read models, and what is done in it."""

    def __init__(self, path: Path):
        self.ledger = open_or_create(f"sqlite:///{path}")
        self._coming = islice(days(10**9), self.ledger.size() - len(self.ledger.rulebooks()), None)
        self._random = Random(1)
        self._open = ExitStack()
        self._engine = self._open.enter_context(open_read_models(self.ledger))

    def grow(self, events: int) -> None:
        """Records until so many events are on record. The first day's rounds are judged, the others are as it was."""
        self._append(2 * BATCH)
        catch_up(self.ledger, self._engine)
        while (missing := events - self.ledger.size()) > 0:
            self._append(min(BATCH, missing))
        with self._engine.begin() as connection:
            _copied(connection, self.ledger)

    def close(self) -> None:
        self._open.close()
        self.ledger.close()

    def _append(self, count: int) -> None:
        self.ledger.ingest(incoming_deliveries(islice(self._coming, count), "bench"))

    def acts(self) -> dict[str, Callable[[], object]]:
        """What is measured, by name."""
        whole = self.ledger.table_days()[:-1]
        return {
            f"append {TOGETHER} events": lambda: self._append(TOGETHER),
            "append an event": lambda: self._append(1),
            "open a round": lambda: self._opened(f"{self._random.choice(whole)}/{self._random.randint(1, 60)}"),
            "list what needs attention": self._attention,
            "make a proof": self._proof,
        }

    def _opened(self, name: str) -> object:
        return list(ruling_documents(TableDays(self.ledger), [name]))

    def _attention(self) -> object:
        with self._engine.connect() as connection:
            return search(connection, RoundFilter())

    def _proof(self) -> object:
        size = self.ledger.size()
        return Log(self.ledger).inclusion(self._random.randint(1, size), size)


def _copied(connection: Connection, ledger: Ledger) -> None:
    """The first day's rows under the names of all the others."""
    names = ledger.table_days()
    first = names[0]
    for model in (ROUNDS, PLAYERS, FINDINGS, SHOES):
        model_rows = [dict(row) for row in connection.execute(select(model)).mappings()]
        kept = [
            row
            for row in model_rows
            if first in (row.get("round", "")[: len(first)], f"{row.get('table_name')}/{row.get('day')}")
        ]
        connection.execute(delete(model))
        for at in range(0, len(names), 100):
            rows = [_renamed(row, first, name) for name in names[at : at + 100] for row in kept]
            if rows:
                connection.execute(insert(model), rows)
    last = ledger.size()
    leaf = ledger.recorder.leaves(last - 1, last)[0]
    connection.execute(update(TRACKING).where(TRACKING.c.name == READ_MODEL).values(position=last, leaf=leaf))


def _renamed(row: dict[str, Any], first: str, name: str) -> dict[str, Any]:
    table, day = name.split("/")
    values = {"round": str(row.get("round", "")).replace(first, name), "table_name": table, "day": day}
    return row | {column: value for column, value in values.items() if column in row}


def growing(folder: Path, events: int) -> Iterator[Figure]:
    """Figures of each act, none where no large ledger is asked for."""
    if not events:
        return
    small, large = Opened(folder / "small.db"), Opened(folder / "large.db")
    small.grow(SMALL)
    large.grow(events)
    beside, size = f"the same in a ledger of {SMALL:,}", f"{events:,} events"
    theirs = small.acts()
    for name, act in large.acts().items():
        others = {beside: Beside(timed(theirs[name]), TARGET)}
        yield from waited(name, size, timed(act), others, RUNS)
    small.close()
    large.close()
    ours, other = (_memory(folder / name) for name in ("large.db", "small.db"))
    times = ours / other
    what = "memory, all of these once"
    yield Figure(what, beside, size, ours, other, times, times, times, 1, "memory", TARGET)


def _memory(path: Path) -> float:
    """The most bytes that a process of its own held while it did everything once."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(_peak, (path,))


def _peak(path: Path) -> float:
    opened = Opened(path)
    for act in opened.acts().values():
        act()
    opened.close()
    return most_memory()
