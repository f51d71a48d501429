"""The read models as a follower of the ledger: the days that something came to are told anew."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from eventsourcing.persistence import Notification, PersistenceError
from sqlalchemy import Connection, Engine, delete, insert, select
from sqlalchemy.exc import DBAPIError

from ledger.application import Ledger
from ledger.errors import UnknownRulebook, UnusableLedger
from ledger.events.decisions import SHOE_DECISION_TOPICS
from ledger.recorder.database import database_error_text
from ledger.recorder.database import engine as engine_of
from ledger.recorder.tables import TRACKING
from projections.following import follower
from projections.following.follower import Progress
from projections.read_models.round_list import READ_MODEL
from projections.read_models.rows import rows_of_day
from projections.read_models.tables import DECISIONS, FINDINGS, PLAYERS, ROUNDS, SHOES
from projections.table_days import SHOE_LOOKBACK_DAYS, TableDays


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


class ReadModels:
    """The follower that keeps rounds, findings, players, shoes and decisions in tables: each day that something came to is
    told anew.
    """

    name = READ_MODEL

    def process(self, connection: Connection, ledger: Ledger, batch: Sequence[Notification], after: int) -> None:
        table_days = TableDays(ledger, batch[-1].id)
        days = {day for notification in batch if (day := _day_of(notification))}
        decided = {_day_of(notification) for notification in batch if notification.topic in SHOE_DECISION_TOPICS}
        days |= {earlier for day in decided if day for earlier in _earlier_days(table_days, day)}
        if after:
            days.update(table_days.days_to_rejudge(after))
        _rewrite_days(connection, table_days, days)


READ_MODELS: Final = ReadModels()


def _day_of(notification: Notification) -> str | None:
    """The table's day whose stream an entry stands in."""
    stream = str(notification.originator_id)
    return stream.removeprefix("table/") if stream.startswith("table/") else None


def tracked_position(engine: Engine) -> int:
    """Up to which position the read models tell."""
    return follower.tracked_position(engine, READ_MODEL)


def catch_up(ledger: Ledger, engine: Engine, progress: Progress = lambda _: None) -> int:
    """Bring the read models up to the ledger's last entry; return its position. `progress` hears of entries taken."""
    return follower.catch_up(ledger, engine, READ_MODELS, progress)


def rebuild(ledger: Ledger, engine: Engine, progress: Progress = lambda _: None) -> int:
    """Throws the read models away and tells everything again."""
    with engine.begin() as connection:
        for table in (FINDINGS, PLAYERS, SHOES, ROUNDS, DECISIONS):
            connection.execute(delete(table))
        connection.execute(delete(TRACKING).where(TRACKING.c.name == READ_MODEL))
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
