"""The move of a ledger from a file in SQLite to PostgreSQL: stored bytes, leaves and checkpoints stay as they are."""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Connection, Table, func, insert, select, update
from sqlalchemy.exc import DBAPIError

from ledger.errors import UnusableBackup, UnusableLedger
from ledger.recorder.database import (
    database_error_text,
    engine,
    ledger_schema,
    require_ledger,
    sqlite_file,
    url_without_password,
)
from ledger.recorder.dialects import copy_rows, writing_by
from ledger.recorder.rows import unpack_frontier
from ledger.recorder.tables import (
    CHECKPOINTS,
    COSIGNATURES,
    EVENTS,
    FRONTIER,
    NAMES,
    REFUSED,
    STRETCHES,
    SUBTREES,
    TRACKING,
)

if TYPE_CHECKING:
    import psycopg

_ROWS: Final = 5000
_BY_ROWS: Final = (NAMES, REFUSED, SUBTREES, STRETCHES, CHECKPOINTS, COSIGNATURES)

Progress = Callable[[int], None]


def move(source: str, target: str, followers: Sequence[str], progress: Progress = lambda _: None) -> int:
    """Copy a ledger into a migrated, empty one on a server, in one transaction; return the number of entries.

    Nothing is recorded in the source meanwhile, and it stays as it is. `followers` are those whose place goes with the
    record. Raises UnusableBackup where the databases are not of these kinds, or something is in the target; UnusableLedger.
    """
    if sqlite_file(source) is None or sqlite_file(target) is not None:
        raise UnusableBackup(
            "a ledger is moved from a file in SQLite to a server with PostgreSQL; from server to server, back it up and "
            "restore it"
        )
    require_ledger(source)
    require_ledger(target)
    from_engine, to_engine = engine(source), engine(target)
    try:
        with writing_by(from_engine, source) as from_connection, to_engine.begin() as to_connection:
            return _copy(from_connection, to_connection, target, followers, progress)
    except DBAPIError as error:
        refusing = target if "psycopg" in type(error.orig).__module__ else source
        raise UnusableLedger(database_error_text(refusing, error.orig or error)) from error
    finally:
        from_engine.dispose()
        to_engine.dispose()


def _copy(
    from_connection: Connection, to_connection: Connection, target: str, followers: Sequence[str], progress: Progress
) -> int:
    if to_connection.scalar(select(func.count()).select_from(EVENTS)):
        raise UnusableBackup(f"{url_without_password(target)} has entries already; name a database without a ledger in it")
    driver: psycopg.Connection[Any] = to_connection.connection.driver_connection  # type: ignore[assignment]
    for page in _pages(from_connection, EVENTS):
        with driver.cursor() as cursor:
            copy_rows(cursor, page, ledger_schema(target))
        progress(len(page))
    for table in _BY_ROWS:
        for page in _pages(from_connection, table):
            to_connection.execute(insert(table), [row._asdict() for row in page])
    edge = from_connection.execute(select(FRONTIER)).one()
    if edge.size:
        to_connection.execute(update(FRONTIER).values(size=edge.size, hashes=edge.hashes))
    places = from_connection.execute(select(TRACKING).where(TRACKING.c.name.in_(followers))).all()
    if places:
        to_connection.execute(insert(TRACKING), [row._asdict() for row in places])
    return unpack_frontier(edge.size, edge.hashes).size


def _pages(connection: Connection, table: Table) -> Iterator[Sequence[Any]]:
    rows = connection.execution_options(yield_per=_ROWS).execute(select(table).order_by(*table.primary_key.columns))
    return iter(rows.partitions())
