"""The register: what people decided at tables, in cases and in championships, and what they tried and were refused."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from typing import Any, Final

from sqlalchemy import Engine, select

from ledger.acts.authority import AT_THE_TABLE, MOVES_MONEY, in_force
from ledger.application import Ledger
from ledger.championships.commands import Championships
from ledger.events.championships import ActRefused
from ledger.events.decisions import DecisionConfirmed
from ledger.events.deliveries import RulebookAdopted
from ledger.events.table import TableOpened
from projections.read_models import cases
from projections.read_models.tables import DECISIONS

Row = dict[str, Any]

CONFIRM: Final = "confirm"
CONFIRMABLE: Final = (
    MOVES_MONEY | AT_THE_TABLE | {"reverse_void_shoe", "reverse_void_round", "reinstate_game", "settle_round"}
)
"""What one person decides at a table, and another may confirm."""
ENTERED: Final = frozenset({"enter", "answer", "dispute", "inform_team", "give_scores"})
"""What is put on record in a championship without deciding anything."""
FIRST: Final = 50
"""Among so many entries a table's day says that it opened."""


def register(ledger: Ledger, made: Engine, wanted: Mapping[str, str | None] = {}) -> list[Row]:
    """All decisions and attempts in the order of the record; only those that agree with every value wanted.

    What was decided at tables is as the read models tell it.
    """
    with made.connect() as connection:
        told = [{str(n): v for n, v in row.items()} for row in connection.execute(select(DECISIONS)).mappings()]
    rows = everywhere(ledger, told)
    asked = {name: value for name, value in wanted.items() if value is not None}
    found = (row for row in rows if all(row[name] == value for name, value in asked.items()))
    return list(found)


def everywhere(ledger: Ledger, at_tables: Sequence[Row]) -> list[Row]:
    """All decisions and attempts in the order of the record; those at tables are given as the read model has them."""
    rows = [*_at_tables(ledger, at_tables), *_in_cases(ledger), *_in_championships(ledger)]
    return sorted(rows, key=lambda row: row["position"])


def _at_tables(ledger: Ledger, told: Sequence[Row]) -> Iterator[Row]:
    by = dict(_confirmed(ledger, row["position"], row["taken_by"]) for row in told if _holds(row, CONFIRM))
    eyes = _Eyes(ledger)
    for row in told:
        confirmed_by = by.get(row["position"])
        named = {"table": row.pop("table_name"), "by": row.pop("taken_by"), "role": row.pop("office")}
        yield (
            row
            | named
            | {
                "case": None,
                "championship": None,
                "status": _status(row, confirmed_by, eyes.needed(f"{named['table']}/{row['day']}", row["act"])),
                "confirmed_by": confirmed_by,
            }
        )


def _holds(row: Row, act: str) -> bool:
    return row["act"] == act and row["refused"] is None


def _confirmed(ledger: Ledger, position: int, by: str) -> tuple[int, str]:
    """The position of the decision that the entry at a position confirms, and who confirms it."""
    (entry,) = ledger.entries(after=position - 1, limit=1)
    assert isinstance(entry.event, DecisionConfirmed)
    return entry.event.decision, by


def _status(row: Row, confirmed_by: str | None, eyes: int) -> str:
    if row["refused"] is not None:
        return "refused"
    if row["act"] not in CONFIRMABLE:
        return "stands"
    return "confirmed" if confirmed_by else "waits" if eyes > 1 else "unconfirmed"


class _Eyes:
    """How many persons a house asks of an act, by the edition in force on a table's day."""

    def __init__(self, ledger: Ledger):
        self._ledger = ledger
        self._adopted = [e.event for e in ledger.rulebooks() if isinstance(e.event, RulebookAdopted)]
        self._authorities = cache(self._of_day)

    def needed(self, day: str, act: str) -> int:
        row = self._authorities(day).get(act)
        return row.eyes if row else 1

    def _of_day(self, day: str) -> Mapping[str, Any]:
        first = self._ledger.entries(f"table/{day}", limit=FIRST)
        opened = next((entry.event for entry in first if isinstance(entry.event, TableOpened)), None)
        own = (event for event in self._adopted if opened is not None and event.rulebook == opened.rulebook)
        return in_force(own, date.fromisoformat(day.split("/")[1]))


def _in_cases(ledger: Ledger) -> Iterator[Row]:
    for row in cases.register(ledger):
        table, day = row["day"].split("/") if row["day"] else (None, None)
        named = {"table": table, "day": day, "case": row["case"] or None, "reason": row["data"].get("reason")}
        yield _elsewhere(row) | named | {"role": row["role"], "decided_at": row["decided_at"]}


def _in_championships(ledger: Ledger) -> Iterator[Row]:
    found = Championships(ledger)
    for name in found.names():
        championship = found.told(name)
        for act in sorted((*championship.acts, *championship.attempts), key=lambda act: act.position):
            event = act.event
            refused = isinstance(event, ActRefused)
            word = event.act if refused else event.WORD
            if word not in ENTERED or refused:
                said = {"position": act.position, "act": word, "by": event.by, "clause": getattr(event, "clause", None)}
                why = event.refused if refused else None
                yield _elsewhere(said | {"refused": why}) | {"championship": name, "decided_at": act.at}


def _elsewhere(said: Mapping[str, Any]) -> Row:
    """A row of what was not decided at a table."""
    kept = {name: said[name] for name in ("position", "act", "by", "clause", "refused")}
    empty = ("table", "day", "round", "shoe", "case", "championship", "scope", "role", "reason", "basis", "confirmed_by")
    return dict.fromkeys(empty) | kept | {"status": "refused" if said["refused"] else "stands"}
