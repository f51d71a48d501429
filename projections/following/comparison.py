"""Whether the read models say what the ledger says: each day is told anew, in memory, and compared."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from sqlalchemy import Connection, Engine, Table, func, select

from ledger.application import Ledger
from ledger.errors import RecoupError, UnknownRulebook
from ledger.recorder.tables import TRACKING
from projections.read_models.round_list import READ_MODEL
from projections.read_models.rows import DayRows, rows_of_day
from projections.read_models.tables import DECISIONS, FINDINGS, PLAYERS, ROUNDS, SHOES
from projections.table_days import TableDays

REBUILD_HINT: Final = "`recoup projections rebuild` makes the read models anew"

Progress = Callable[[int], None]


def differences(ledger: Ledger, engine: Engine, progress: Progress = lambda _: None) -> Iterator[str]:
    """What of the read models is not what the ledger says, as of the position up to which they tell.

    `progress` hears of each day. A record that cannot be judged is no difference of the read models.
    """
    with engine.connect() as connection:
        upto, wrong = _tracking_state(ledger, connection)
        yield from wrong
        try:
            archive = TableDays(ledger, upto)
            days = [day for day in archive.days() if archive.entries(day)]
        except RecoupError as error:
            yield f"the read models cannot be compared ({error})"
            return
        for day in days:
            yield from _day_differences(connection, archive, day)
            progress(1)
        yield from _orphan_rows(connection, set(days))


def _tracking_state(ledger: Ledger, connection: Connection) -> tuple[int, list[str]]:
    """Up to which position the read models tell, and what is wrong with how they say so."""
    rows = connection.execute(select(TRACKING.c.name, TRACKING.c.position, TRACKING.c.leaf)).all()
    wrong = [f"the tracking table speaks of {row.name!r}, which is no read model" for row in rows if row.name != READ_MODEL]
    known = next((row for row in rows if row.name == READ_MODEL), None)
    if known is None:
        return 0, wrong
    if not isinstance(known.position, int):
        return 0, [*wrong, f"the tracking table says no position that can be read; {REBUILD_HINT}"]
    leaves = ledger.recorder.leaves(known.position - 1, known.position)
    if not leaves or known.leaf != leaves[0]:
        wrong.append(
            f"the tracking table says position {known.position:,}, whose leaf is not the one it names; {REBUILD_HINT}"
        )
    return known.position, wrong


def _day_differences(connection: Connection, table_days: TableDays, day: str) -> Iterator[str]:
    try:
        day_rows = rows_of_day(table_days.get(day))
    except UnknownRulebook:
        day_rows = DayRows()  # nothing is said of the day until an edition is adopted that was in force
    except RecoupError as error:
        yield f"{day} cannot be told again ({error})"
        return
    for table, rows, key in (
        (ROUNDS, day_rows.rounds, ("round",)),
        (FINDINGS, day_rows.findings, ("round", "number")),
        (PLAYERS, day_rows.players, ("round", "player")),
        (SHOES, day_rows.shoes, ("shoe",)),
        (DECISIONS, day_rows.decisions, ("position",)),
    ):
        kept = {tuple(row[name] for name in key): row for row in _stored_rows(connection, table, day)}
        rows_by_key = {tuple(row[name] for name in key): row for row in rows}
        for ident in sorted({*kept, *rows_by_key}, key=str):
            if kept.get(ident) != rows_by_key.get(ident):
                named = " ".join(map(str, ident))
                yield f"the read model {table.name} of {day} does not say of {named} what the ledger says; {REBUILD_HINT}"


def _stored_rows(connection: Connection, table: Table, day: str) -> list[dict[str, Any]]:
    name, date = day.split("/")
    if table in (FINDINGS, PLAYERS):
        theirs = select(table).where(func.substr(table.c.round, 1, len(day) + 1) == f"{day}/")
        return [dict(row) for row in connection.execute(theirs).mappings()]
    ours = select(table).where(table.c.table_name == name, table.c.day == date)
    return [dict(row) for row in connection.execute(ours).mappings()]


def _orphan_rows(connection: Connection, days: set[str]) -> Iterator[str]:
    """Rows of days that are not on record."""
    for table in (ROUNDS, SHOES, DECISIONS):
        rows = connection.execute(select(table.c.table_name, table.c.day).distinct())
        for day in sorted({f"{row.table_name}/{row.day}" for row in rows} - days):
            yield f"the read model {table.name} tells of {day}, of which nothing is on record; {REBUILD_HINT}"
    for table in (FINDINGS, PLAYERS):
        for name in connection.scalars(select(table.c.round).distinct()):
            if str(name).rpartition("/")[0] not in days:
                yield f"the read model {table.name} tells of {name}, of which nothing is on record; {REBUILD_HINT}"
