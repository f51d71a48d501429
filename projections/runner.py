"""Keeps the read models up with the ledger.

Pulls what is new, retells the days concerned, and writes rows and position in one transaction.
"""

from collections.abc import Callable, Iterable
from typing import Final

from sqlalchemy import Connection, Engine, delete, func, insert, select
from sqlalchemy.exc import DBAPIError

from ledger.application import Ledger
from ledger.errors import UnusableLedger
from ledger.store.opening import unreadable
from projections.archive import DAYS_BACK, Archive
from projections.rows import of_day
from projections.tables import FINDINGS, ROUNDS, SHOES, TRACKING

NAME: Final = "rounds"
PULL: Final = 20_000
"""Entries pulled at a time: one pull is one transaction."""

Progress = Callable[[int], None]


def position(engine: Engine) -> int:
    """Up to which position the read models tell."""
    with engine.connect() as connection:
        return int(connection.scalar(select(func.max(TRACKING.c.position)).where(TRACKING.c.name == NAME)) or 0)


def catch_up(ledger: Ledger, engine: Engine, progress: Progress = lambda _: None) -> int:
    """Brings the read models up to the ledger's last entry and says which that is. `progress` hears of entries taken.

    Raises UnusableLedger where the database refuses.
    """
    try:
        at = position(engine)
        while found := ledger.recorder.select_notifications(at, PULL, inclusive_of_start=False):
            upto = found[-1].id
            days = {str(n.originator_id).removeprefix("table/") for n in found if str(n.originator_id).startswith("table/")}
            with engine.begin() as connection:
                _retell(connection, Archive(ledger, upto), days)
                connection.execute(delete(TRACKING).where(TRACKING.c.name == NAME))
                connection.execute(insert(TRACKING).values(name=NAME, position=upto))
            progress(upto - at)
            at = upto
        return at
    except DBAPIError as error:
        raise UnusableLedger(unreadable(ledger.url, error.orig or error)) from error


def rebuild(ledger: Ledger, engine: Engine, progress: Progress = lambda _: None) -> int:
    """Throws the read models away and tells everything again."""
    try:
        with engine.begin() as connection:
            for table in (FINDINGS, SHOES, ROUNDS, TRACKING):
                connection.execute(delete(table))
    except DBAPIError as error:
        raise UnusableLedger(unreadable(ledger.url, error.orig or error)) from error
    return catch_up(ledger, engine, progress)


def _retell(connection: Connection, archive: Archive, days: Iterable[str]) -> None:
    """Writes the rows of these days, and of the days after them into which a shoe of theirs may have been carried."""
    concerned = set(days)
    for day in days:
        table = day.partition("/")[0]
        concerned.update([later for later in archive.days(table) if later > day][:DAYS_BACK])
    for day in sorted(concerned):
        _write_day(connection, archive, day)


def _write_day(connection: Connection, archive: Archive, day: str) -> None:
    table, date = day.split("/")
    of_this_day = select(ROUNDS.c.round).where(ROUNDS.c.table_name == table, ROUNDS.c.day == date)
    connection.execute(delete(FINDINGS).where(FINDINGS.c.round.in_(of_this_day)))
    connection.execute(delete(ROUNDS).where(ROUNDS.c.table_name == table, ROUNDS.c.day == date))
    connection.execute(delete(SHOES).where(SHOES.c.table_name == table, SHOES.c.day == date))
    if not archive.entries(day):
        return
    rows = of_day(archive.story(day))
    for model, found in ((ROUNDS, rows.rounds), (FINDINGS, rows.findings), (SHOES, rows.shoes)):
        if found:
            connection.execute(insert(model), found)
