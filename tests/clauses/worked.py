"""The worked rounds of each rulebook's book, chosen from the rows of the clause tables: `python -m tests.clauses.worked`.

Of each clause the first row on each side is taken, and before those in which the house has left something open.
"""

from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Final

import orjson

from replay.rulebooks import worked
from tests.clauses.table import Row

HOUSES: Final = {
    "ccl": "ccl",
    "dcb": "dcb",
    "eca-blackjack": "eca_blackjack",
    "eca-roulette": "eca_roulette",
    "fbj": "fbj",
    "scb": "scb",
}
FOLDER: Final = Path(worked.__file__).with_name("worked_rounds")


def chosen(rows: Iterable[Row]) -> list[Row]:
    """The rows that the book shows."""
    best: dict[tuple[str, str], Row] = {}
    for row in rows:
        key = row.clause, row.side
        if key not in best or (best[key].unresolved and not row.unresolved):
            best[key] = row
    return sorted(best.values(), key=lambda row: (row.clause, row.side == "breaks"))


def written(house: str) -> bytes:
    """The file of a rulebook's worked rounds, a row a line."""
    rows = chosen(import_module(f"tests.clauses.{HOUSES[house]}.rows").ROWS)
    fields = ("clause", "side", "sentence", "transcript")
    lines = ({**{name: getattr(row, name) for name in fields}, "unresolved": list(row.unresolved)} for row in rows)
    return b"".join(orjson.dumps(line) + b"\n" for line in lines)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in HOUSES:
        (FOLDER / f"{name}.ndjson").write_bytes(written(name))
