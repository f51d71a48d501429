"""What a shape's records are made of, from a package's tables: sessions at a table, complaints, cancellations."""

from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

import pyarrow.parquet as pq

from ledger.errors import UnusableExport
from ledger.package.format import TABLES

Record = dict[str, Any]
"""Values by name; a list of further records where one has several of something."""


class PackageTables:
    """The tables of a package, read as they are asked for. Raises UnusableExport where one is not there."""

    def __init__(self, folder: Path):
        self._folder = folder / TABLES

    def rows(self, name: str) -> list[Record]:
        """The rows of a table, in its order."""
        file = self._folder / f"{name}.parquet"
        if not file.is_file():
            raise UnusableExport(f"{file} is not there: a shape is made from a package of days, not of a case")
        rows: list[Record] = pq.read_table(file).to_pylist()
        return rows


def sessions(tables: PackageTables) -> Iterator[Record]:
    """One record for each player and table's day: from the first bet to the end of the last round with one.

    A round counts as won where more went back than was staked. What the record does not say went back counts as nothing.
    """
    rounds = {row["round"]: row for row in tables.rows("rounds")}
    found: dict[tuple[str, str], list[Record]] = {}
    for wager in tables.rows("wagers"):
        round_ = rounds[wager["round"]]
        found.setdefault((f"{round_['table_name']}/{round_['day']}", wager["player"]), []).append(wager)
    for (day, player), wagers in sorted(found.items()):
        played = [rounds[name] for name in dict.fromkeys(wager["round"] for wager in wagers)]
        times = [
            row[at] for row, at in [*((w, "placed_at") for w in wagers), *((r, "opened_at") for r in played)] if row[at]
        ]
        by_round = {row["round"]: [wager for wager in wagers if wager["round"] == row["round"]] for row in played}
        yield {
            "session": f"{day}/{player}",
            "player": player,
            "table_name": played[0]["table_name"],
            "day": played[0]["day"],
            "game": played[0]["game"],
            "rulebook": played[0]["rulebook"],
            "started_at": min(times, default=None),
            "ended_at": max(times, default=None),
            "rounds": len(played),
            "rounds_won": sum(_returned(own) > _staked(own) for own in by_round.values()),
            "staked_minor": _staked(wagers),
            "returned_minor": _returned(wagers),
            "currency": played[0]["currency"],
            "minor_digits": played[0]["minor_digits"],
            "wagers": [{"wager": f"{w['round']}/{w['wager']}", "player": player} for w in wagers],
        }


def _staked(wagers: list[Record]) -> int:
    return sum(wager["stake_minor"] for wager in wagers if not wager["withdrawn"])


def _returned(wagers: list[Record]) -> int:
    return sum(
        (wager["returned_minor"] or 0) - (wager.get("taken_back_minor") or 0) for wager in wagers if not wager["withdrawn"]
    )


def complaints(tables: PackageTables) -> Iterator[Record]:
    """One record for each claim that stands, with the answers that the player was given."""
    answers: dict[tuple[str, str], list[Record]] = {}
    for row in tables.rows("settlements"):
        answers.setdefault((row["case"], row["player"]), []).append(row)
    for claim in tables.rows("claims"):
        if claim["status"] == "stands":
            given = answers.get((claim["case"], claim["player"]), [])
            yield {**claim, "reason": claim["reason"] or "not stated", "answers": [_answer(row) for row in given]}


def _answer(row: Record) -> Record:
    paid = (
        f"{Decimal(row['pay_minor']).scaleb(-row['minor_digits']):f} {row['currency']}" if row["pay_minor"] else "nothing"
    )
    reason = f"; {row['reason']}" if row["reason"] else ""
    return {**row, "description": f"{row['outcome']}: {paid} on {row['clauses'] or 'no clause'}{reason}"[:1024]}


def cancellations(tables: PackageTables) -> Iterator[Record]:
    """One record for each claim that was withdrawn after it was stated."""
    return (claim for claim in tables.rows("claims") if claim["status"] == "withdrawn")


RECORDS: Final[Mapping[str, Callable[[PackageTables], Iterator[Record]]]] = {
    "sessions": sessions,
    "complaints": complaints,
    "cancellations": cancellations,
}
"""By the name that a mapping calls them by."""
