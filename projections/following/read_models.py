"""Keeps the read models up with the ledger.

Pulls what is new, retells the days concerned, and writes rows and position in one transaction.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

from eventsourcing.persistence import PersistenceError
from sqlalchemy import Connection, Engine, delete, func, insert, select
from sqlalchemy.exc import DBAPIError

from ledger.application import Ledger
from ledger.errors import UnknownRulebook, UnusableLedger
from ledger.events.decisions import SHOE_DECISION_TOPICS
from ledger.merkle import leaf_hash
from ledger.recorder.database import database_error_text
from ledger.recorder.database import engine as engine_of
from ledger.recorder.tables import TRACKING
from projections.read_models.round_list import READ_MODEL
from projections.read_models.rows import rows_of_day
from projections.read_models.tables import DECISIONS, FINDINGS, PLAYERS, ROUNDS, SHOES
from projections.table_days import SHOE_LOOKBACK_DAYS, TableDays

PULL: Final = 20_000
"""Entries pulled at a time: one pull is one transaction."""

Progress = Callable[[int], None]


@contextmanager
def open_read_models(ledger: Ledger) -> Iterator[Engine]:
    """The database of a ledger's read models, for as long as it is used. Raises UnusableLedger where it refuses."""
    engine = engine_of(ledger.url)
    try:
        yield engine
    except (DBAPIError, PersistenceError) as error:
        raise UnusableLedger(database_error_text(ledger.url, getattr(error, "orig", error))) from error
    finally:
        engine.dispose()


def tracked_position(engine: Engine) -> int:
    """Up to which position the read models tell."""
    with engine.connect() as connection:
        return int(connection.scalar(select(func.max(TRACKING.c.position)).where(TRACKING.c.name == READ_MODEL)) or 0)


def catch_up(ledger: Ledger, engine: Engine, progress: Progress = lambda _: None) -> int:
    """Brings the read models up to the ledger's last entry and says which that is. `progress` hears of entries taken."""
    at = tracked_position(engine)
    while new := _pull_entries(ledger, at):
        archive = TableDays(ledger, new.last_position)
        days = new.days | {earlier for day in new.shoe_decision_days for earlier in _earlier_days(archive, day)}
        if at:
            days.update(archive.days_to_rejudge(at))
        with engine.begin() as connection:
            _rewrite_days(connection, archive, days)
            connection.execute(delete(TRACKING).where(TRACKING.c.name == READ_MODEL))
            connection.execute(insert(TRACKING).values(name=READ_MODEL, position=new.last_position, leaf=new.leaf))
        progress(new.last_position - at)
        at = new.last_position
    return at


class _NewEntries(NamedTuple):
    """What came to the ledger: up to where, the leaf there, the days concerned, those that decide on a shoe."""

    last_position: int
    leaf: bytes
    days: set[str]
    shoe_decision_days: set[str]


def _pull_entries(ledger: Ledger, after: int) -> _NewEntries | None:
    """What came after a position, so much of it as is pulled at a time; None where nothing did."""
    found = ledger.recorder.select_notifications(after, PULL, inclusive_of_start=False)
    if not found:
        return None
    notifications = [(str(notification.originator_id).removeprefix("table/"), notification) for notification in found]
    days = {day for day, notification in notifications if day != str(notification.originator_id)}
    decided = {day for day, notification in notifications if notification.topic in SHOE_DECISION_TOPICS}
    return _NewEntries(found[-1].id, leaf_hash(found[-1].state), days, decided)


def rebuild(ledger: Ledger, engine: Engine, progress: Progress = lambda _: None) -> int:
    """Throws the read models away and tells everything again."""
    with engine.begin() as connection:
        for table in (FINDINGS, PLAYERS, SHOES, ROUNDS, DECISIONS, TRACKING):
            connection.execute(delete(table))
    return catch_up(ledger, engine, progress)


def _earlier_days(table_days: TableDays, day: str) -> list[str]:
    """The days whose shoe may have been carried into this one: what is decided on it now changes them too."""
    return [earlier for earlier in table_days.days(day.partition("/")[0]) if earlier < day][-SHOE_LOOKBACK_DAYS:]


def _rewrite_days(connection: Connection, table_days: TableDays, days: Iterable[str]) -> None:
    """Writes the rows of these days, and of the days after them into which a shoe of theirs may have been carried."""
    concerned = set(days)
    for day in days:
        table = day.partition("/")[0]
        concerned.update([later for later in table_days.days(table) if later > day][:SHOE_LOOKBACK_DAYS])
    for day in sorted(concerned):
        _write_day(connection, table_days, day)


def _write_day(connection: Connection, table_days: TableDays, day: str) -> None:
    table, date = day.split("/")
    of_this_day = select(ROUNDS.c.round).where(ROUNDS.c.table_name == table, ROUNDS.c.day == date)
    for model in (FINDINGS, PLAYERS):
        connection.execute(delete(model).where(model.c.round.in_(of_this_day)))
    connection.execute(delete(ROUNDS).where(ROUNDS.c.table_name == table, ROUNDS.c.day == date))
    for model in (SHOES, DECISIONS):
        connection.execute(delete(model).where(model.c.table_name == table, model.c.day == date))
    if not table_days.entries(day) or not table_days.is_complete(day):
        return
    try:
        rows = rows_of_day(table_days.get(day))
    except UnknownRulebook:
        return  # nothing can be said of the day until an edition is adopted that was in force
    rows_by_table = (
        (ROUNDS, rows.rounds),
        (PLAYERS, rows.players),
        (FINDINGS, rows.findings),
        (SHOES, rows.shoes),
        (DECISIONS, rows.decisions),
    )
    for model, found in rows_by_table:
        if found:
            connection.execute(insert(model), found)
