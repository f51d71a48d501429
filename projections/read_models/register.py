"""The register: what people decided at tables, in cases and in championships, and what they tried and were refused."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from typing import Any, cast

import orjson
from sqlalchemy import Engine, select

from ledger.acts.adoptions import Adoption, EngineAdoption
from ledger.acts.authority import TABLE_ACTS
from ledger.acts.refusal import act_of
from ledger.application import Ledger
from ledger.championships.commands import Championships
from ledger.entry import Entry
from ledger.events.base import Act
from ledger.events.championships import ChampionshipActRefused
from ledger.events.decisions import DecisionConfirmed
from ledger.events.house import EditionAct, EditionActRefused, EditionAdopted, EngineAct, EngineActRefused
from ledger.events.policies import PolicyAct, PolicyActRefused, PolicyAdopted
from ledger.evidence.policies import PolicyRow, policies_of
from ledger.values.refusals import refusal_fields, stored_refusal
from projections.read_models import cases
from projections.read_models.tables import DECISIONS

Row = dict[str, Any]

"""Among so many entries a table's day says that it opened."""


def register(ledger: Ledger, engine: Engine, filters: Mapping[str, str | None] = {}) -> list[Row]:
    """All decisions and attempts in the order of the record; only those that agree with every value wanted.

    What was decided at tables is as the read models tell it.
    """
    with engine.connect() as connection:
        decision_rows = [{str(n): v for n, v in row.items()} for row in connection.execute(select(DECISIONS)).mappings()]
    rows = merge_decisions(ledger, decision_rows)
    asked = {name: value for name, value in filters.items() if value is not None}
    found = (row for row in rows if all(row[name] == value for name, value in asked.items()))
    return list(found)


def merge_decisions(ledger: Ledger, table_rows: Sequence[Row]) -> list[Row]:
    """All decisions and attempts in the order of the record; those at tables are given as the read model has them."""
    rows = [
        *_table_decisions(ledger, table_rows),
        *_case_decisions(ledger),
        *_championship_decisions(ledger),
        *_edition_decisions(ledger),
        *_engine_decisions(ledger),
        *_policy_decisions(ledger),
    ]
    empty = {"code": None, "particulars": None}
    rows = [
        row | empty | refusal_fields(row["refused"]) | {"claimed": not _is_signed(ledger, row["position"])} for row in rows
    ]
    return sorted(rows, key=lambda row: row["position"])


def refused_in_row(row: Mapping[str, Any]) -> str | None:
    """Why the decision of a row does not hold; None where it does."""
    if row["refused"] is None:
        return None
    particulars = row.get("particulars")
    return stored_refusal(row["refused"], row.get("code"), orjson.loads(particulars) if particulars else None)


def _is_signed(ledger: Ledger, position: int) -> bool:
    """Whether somebody on the roster signed the act at a position; whoever is named by any other act is only claimed."""
    found = ledger.entries(after=position - 1, limit=1)
    return any(entry.position == position and isinstance(entry.event, Act) and entry.is_signed for entry in found)


def _table_decisions(ledger: Ledger, table_rows: Sequence[Row]) -> Iterator[Row]:
    by = dict(_confirmation(ledger, row["position"], row["taken_by"]) for row in table_rows if _is_confirmation(row))
    eyes = _RequiredPersons(ledger)
    for stored in table_rows:
        row = stored | {"refused": refused_in_row(stored)}
        confirmed_by = by.get(row["position"])
        named = {"table": row.pop("table_name"), "by": row.pop("taken_by"), "role": row.pop("office")}
        yield (
            row
            | named
            | {
                "case": None,
                "championship": None,
                "rulebook": None,
                "engine": None,
                "status": _status(row, confirmed_by, eyes.count(f"{named['table']}/{row['day']}", row["act"])),
                "confirmed_by": confirmed_by,
            }
        )


def _is_confirmation(row: Row) -> bool:
    return row["act"] == DecisionConfirmed.WORD and row["refused"] is None


def _confirmation(ledger: Ledger, position: int, by: str) -> tuple[int, str]:
    """The position of the decision that the entry at a position confirms, and who confirms it."""
    (entry,) = ledger.entries(after=position - 1, limit=1)
    return entry.event.decision if isinstance(entry.event, DecisionConfirmed) else 0, by  # it may not be readable any more


def _status(row: Row, confirmed_by: str | None, required_persons: int) -> str:
    if row["refused"] is not None:
        return "refused"
    if row["act"] not in TABLE_ACTS:
        return "stands"
    return "confirmed" if confirmed_by else "waits" if required_persons > 1 else "unconfirmed"


class _RequiredPersons:
    """How many persons a house asks of an act, by the edition in force on a table's day."""

    def __init__(self, ledger: Ledger):
        self._ledger = ledger
        self._adoptions = ledger.adoptions()
        self._authorities = cache(self._authorities_of_day)

    def count(self, day: str, act: str) -> int:
        row = self._authorities(day).get(act)
        return row.eyes if row else 1

    def _authorities_of_day(self, day: str) -> Mapping[str, Any]:
        opened = self._ledger.table_opening(day)
        if opened is None:
            return {}
        return self._adoptions.authorities(opened.rulebook, date.fromisoformat(day.split("/")[1]))


def _case_decisions(ledger: Ledger) -> Iterator[Row]:
    for row in cases.case_register(ledger):
        table, day = row.day.split("/") if row.day else (None, None)
        named = {"table": table, "day": day, "case": row.case or None, "reason": row.data.get("reason")}
        yield _row_outside_table(dict(row)) | named | {"role": row.role, "decided_at": row.decided_at}


def _championship_decisions(ledger: Ledger) -> Iterator[Row]:
    found = Championships(ledger)
    for name in found.names():
        championship = found.get(name)
        for act in sorted((*championship.acts, *championship.attempts), key=lambda act: act.position):
            event = act.event
            refused = isinstance(event, ChampionshipActRefused)
            if refused or event.DECIDES:
                word = event.act if refused else event.WORD
                fields = {"position": act.position, "act": word, "by": event.by, "clause": getattr(event, "clause", None)}
                why = event.why if refused else None
                yield _row_outside_table(fields | {"refused": why}) | {"championship": name, "decided_at": act.at}


def _edition_decisions(ledger: Ledger) -> Iterator[Row]:
    adoptions = ledger.adoptions()
    for adoption in adoptions.rows:
        if isinstance(adoption.event, EditionAdopted):
            named = {"rulebook": f"{adoption.event.rulebook} {adoption.event.edition}"}
            yield _house_row(adoption.entry, adoption.event, adoption.refused) | _adoption_status(adoption) | named
    for entry, why in adoptions.refused_acts:
        named = {"rulebook": entry.stream.removeprefix("rulebook/")}
        yield _house_row(entry, cast("EditionAct", entry.event), why) | named


def _engine_decisions(ledger: Ledger) -> Iterator[Row]:
    adoptions = ledger.engine_adoptions()
    engines = {adoption.entry.position: adoption.event.engine for adoption in adoptions.rows}
    for adoption in adoptions.rows:
        named = {"engine": adoption.event.engine}
        yield _house_row(adoption.entry, adoption.event, adoption.refused) | _adoption_status(adoption) | named
    for entry, why in adoptions.refused_acts:
        event = cast("EngineAct", entry.event)
        engine = getattr(event, "engine", None) or engines.get(getattr(event, "adoption", 0))
        yield _house_row(entry, event, why) | {"engine": engine or "unknown"}


def _policy_decisions(ledger: Ledger) -> Iterator[Row]:
    policies = policies_of(ledger)
    for row in policies.rows:
        if isinstance(row.event, PolicyAdopted):
            yield _house_row(row.entry, row.event, row.refused) | _adoption_status(row)
    for entry, why in policies.refused_acts:
        yield _house_row(entry, cast("PolicyAct", entry.event), why)


def _adoption_status(adoption: Adoption | EngineAdoption | PolicyRow) -> Row:
    waits = adoption.position is None and adoption.refused is None
    status = "refused" if adoption.refused else "waits" if waits else "confirmed" if adoption.confirmed_by else "stands"
    return {"status": status, "confirmed_by": adoption.confirmed_by}


def _house_row(entry: Entry, event: EditionAct | EngineAct | PolicyAct, refused: str | None) -> Row:
    act = event.act if isinstance(event, EditionActRefused | EngineActRefused | PolicyActRefused) else act_of(event)
    fields = {"position": entry.position, "act": act, "by": event.by, "clause": None, "refused": refused}
    more = {"role": event.role, "reason": event.reason, "decided_at": entry.delivery.time or entry.recorded_at}
    return _row_outside_table(fields) | more


def _row_outside_table(act_fields: Mapping[str, Any]) -> Row:
    """A row of what was not decided at a table."""
    kept = {name: act_fields[name] for name in ("position", "act", "by", "clause", "refused")}
    empty = (
        "table",
        "day",
        "round",
        "shoe",
        "case",
        "championship",
        "rulebook",
        "engine",
        "scope",
        "role",
        "reason",
        "basis",
        "confirmed_by",
    )
    return dict.fromkeys(empty) | kept | {"status": "refused" if act_fields["refused"] else "stands"}
