"""A package opened as a ledger that can only be read: its entries, under their own positions, in a database for as long as
it is open.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import orjson

from ledger.as_of import PartLedger
from ledger.errors import BrokenEvidence
from ledger.merkle import leaf_hash
from ledger.package.bag import faults, require_plain
from ledger.package.reader import Package

_OPENING: Final = (
    "PRAGMA journal_mode=OFF",
    "PRAGMA synchronous=OFF",
    "DROP TRIGGER events_append",  # a package of a part has gaps
)


class PackageLedger(PartLedger):
    """A package as a ledger. Raises BrokenEvidence where its files are not as its manifests list them.

    Who signed it is not asked here: opening a ledger for a command and `recoup verify` do that. `make` makes the tables
    of a ledger behind a URL.
    """

    def __init__(self, folder: Path, make: Callable[[str], None]):
        require_plain(folder)
        if wrong := next(faults(folder), None):
            raise BrokenEvidence(
                f"the package {folder} is not as it was made ({wrong}); `recoup verify {folder}` says more"
            )
        package = Package(folder)
        self._room = TemporaryDirectory(prefix="recoup-")
        path = Path(self._room.name) / "package.db"
        make(f"sqlite:///{path}")
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            for statement in _OPENING:
                connection.execute(statement)
            connection.execute("BEGIN")
            numbers: dict[str, int] = {}
            connection.executemany("INSERT INTO events VALUES (?,?,?,?,?,?,?,?)", _rows(package, numbers))
            connection.executemany("INSERT INTO names VALUES (?,?)", [(number, name) for name, number in numbers.items()])
            connection.execute("COMMIT")
        super().__init__(f"sqlite:///{path}", package.contents.size, frozenset(package.contents.days))

    def close(self) -> None:
        super().close()
        self._room.cleanup()


def _rows(package: Package, numbers: dict[str, int]) -> Iterator[tuple[Any, ...]]:
    """Rows of the events table; each name in them that is not among the numbers gets the next."""
    for position, state in package.stored():
        envelope = orjson.loads(state)
        stream, topic, source = (
            numbers.setdefault(envelope[name], len(numbers) + 1) for name in ("stream", "topic", "source")
        )
        yield position, stream, envelope["version"], topic, state, leaf_hash(state), source, envelope["id"]
