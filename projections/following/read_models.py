"""The read models as a follower of the ledger: they follow the rulings on record, and judge nothing."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache, partial
from operator import itemgetter
from typing import Any, Final

from eventsourcing.persistence import Notification, PersistenceError
from sqlalchemy import Connection, Delete, Dialect, Engine, Insert, Table, bindparam, delete, insert, select
from sqlalchemy.exc import DBAPIError, IntegrityError

from ledger.application import Ledger
from ledger.errors import UnusableLedger
from ledger.recorder.database import database_error_text
from ledger.recorder.database import engine as engine_of
from ledger.recorder.dialects import writing_by
from ledger.recorder.retry import retried
from ledger.recorder.tables import TRACKING
from ledger.values.subjects import HOUSE, table_day
from projections.following import follower
from projections.following.follower import Progress
from projections.read_models.round_list import READ_MODEL
from projections.read_models.rows import (
    OF_RULINGS,
    DayRows,
    RoundRows,
    Row,
    RowFold,
    RulingRecord,
    rows_of_day,
    shoe_totals,
)
from projections.read_models.tables import DECISIONS, FINDINGS, PLAYERS, ROUNDS, SHOES
from projections.rulings import process
from projections.rulings.on_record import record_of
from projections.rulings.ruled_day import ruled_day, what_is_not_ruled_on


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
    """The follower that keeps rounds, findings, players, shoes and decisions in tables: the rows that rulings change."""

    name = READ_MODEL
    topics = OF_RULINGS

    def process(self, ledger: Ledger, batch: Sequence[Notification]) -> Callable[[Connection], None]:
        fold = RowFold(partial(_record_of, ledger))
        for notification in batch:
            fold.take(record_of(notification))
        return partial(_write, fold)


READ_MODELS: Final = ReadModels()

_INSERT: Final = {table: insert(table) for table in (ROUNDS, FINDINGS, PLAYERS, SHOES, DECISIONS)}
_DELETE_OF_ROUND: Final = {
    table: delete(table).where(table.c.round == bindparam("round")) for table in (ROUNDS, FINDINGS, PLAYERS)
}
_DELETE_OF_DAY: Final = {
    table: delete(table).where(table.c.table_name == bindparam("table_name"), table.c.day == bindparam("day"))
    for table in (ROUNDS, SHOES, DECISIONS)
}
_DELETE_DECISION: Final = delete(DECISIONS).where(DECISIONS.c.position == bindparam("position"))

ASKED_AT_ONCE: Final = 500
"""Rounds that are looked up in one statement."""
REPLACED_AT_ONCE: Final = 2_000
"""Rounds after which a transaction of a rebuild ends."""


def tracked_position(engine: Engine) -> int:
    """Up to which position the read models tell."""
    return follower.tracked_position(engine, READ_MODEL)


def catch_up(ledger: Ledger, engine: Engine, progress: Progress = lambda _: None, *, is_live: bool = False) -> int:
    """See to it that everything on record is ruled on, and bring the read models up to the ledger's last entry; return its
    position. Where another process rules, this one waits for it. `progress` hears of entries taken.
    """
    process.catch_up(ledger, progress, is_live=is_live)
    return follower.catch_up(ledger, engine, READ_MODELS)


def rebuild(ledger: Ledger, engine: Engine, progress: Progress = lambda _: None) -> int:
    """Make the read models anew from the rulings on record; return their position. `progress` hears of entries taken.

    Each day is replaced within one transaction: whoever reads sees it as it was or as it is now. A transaction has no more
    days than it can replace while whoever records hardly waits. Only where nobody can say how far the read models had come
    are they thrown away first.
    """
    if not _is_tracking_sound(ledger, engine):
        with writing_by(engine, ledger.url) as connection:
            for table in (FINDINGS, PLAYERS, SHOES, ROUNDS, DECISIONS):
                connection.execute(delete(table))
            connection.execute(delete(TRACKING).where(TRACKING.c.name == READ_MODEL))
        return follower.catch_up(ledger, engine, READ_MODELS, progress)
    follower.catch_up(ledger, engine, READ_MODELS, progress)
    left: Sequence[str] = ledger.streams("ruling/")
    while left:
        step = partial(_replace_days, ledger, engine, left, progress)
        left = retried(step, IntegrityError, ledger.url, "rebuild them later")
    retried(partial(_delete_orphans, ledger, engine), IntegrityError, ledger.url, "rebuild them later")
    return tracked_position(engine)


def _is_tracking_sound(ledger: Ledger, engine: Engine) -> bool:
    """Whether the tracking says a position of the read models, and the leaf that is there."""
    with engine.connect() as connection:
        row = connection.execute(select(TRACKING).where(TRACKING.c.name == READ_MODEL)).first()
    if row is None or type(row.position) is not int:
        return False
    return ledger.recorder.leaves(row.position - 1, row.position) == [row.leaf]


def _replace_days(ledger: Ledger, engine: Engine, streams: Sequence[str], progress: Progress) -> Sequence[str]:
    """Replaces the first of these days, so many as one transaction bears, and returns the others.

    Raises IntegrityError where another process has followed meanwhile.
    """
    upto, days, rows, taken = tracked_position(engine), list[Row](), DayRows(), 0
    for stream in streams:
        stored = [notification for notification in ledger.recorder.select_events(stream) if notification.id <= upto]
        rows.extend(rows_of_day(map(record_of, stored)))
        days.append(_day_key(stream.removeprefix("ruling/")))
        taken += len(stored)
        if len(rows.rounds) >= REPLACED_AT_ONCE:
            break
    rounds = [{"round": row["round"]} for row in rows.rounds]
    with follower.following(ledger, engine, READ_MODEL, upto, upto) as connection:
        for statement in _DELETE_OF_DAY.values():
            _run(connection, statement, days)
        for of_rounds in (FINDINGS, PLAYERS):
            _run(connection, _DELETE_OF_ROUND[of_rounds], rounds)
        _insert_rows(connection, rows)
    progress(taken)
    return streams[len(days) :]


def _day_key(day: str) -> Row:
    table, date = day.split("/")
    return {"table_name": table, "day": date}


def _delete_orphans(ledger: Ledger, engine: Engine) -> None:
    """Deletes rows of days, and of rounds, that are not on record."""
    upto = tracked_position(engine)
    days = {stream.removeprefix("ruling/") for stream in ledger.streams("ruling/")}
    orphan_days, orphan_rounds = list[Row](), list[tuple[Table, list[Row]]]()
    with engine.connect() as connection:
        for of_days in (ROUNDS, SHOES, DECISIONS):
            kept = connection.execute(select(of_days.c.table_name, of_days.c.day).distinct()).mappings()
            orphan_days += [dict(row) for row in kept if f"{row['table_name']}/{row['day']}" not in days]
        for of_rounds in (FINDINGS, PLAYERS):
            lone = select(of_rounds.c.round).where(of_rounds.c.round.not_in(select(ROUNDS.c.round))).distinct()
            orphan_rounds.append((of_rounds, [{"round": name} for name in connection.scalars(lone)]))
    if not orphan_days and not any(names for _, names in orphan_rounds):
        return
    with follower.following(ledger, engine, READ_MODEL, upto, upto) as connection:
        for statement in _DELETE_OF_DAY.values():
            _run(connection, statement, orphan_days)
        for of_rounds, names in orphan_rounds:
            _run(connection, _DELETE_OF_ROUND[of_rounds], names)


def follow(ledger: Ledger, engine: Engine, reached: Callable[[int], None] = lambda _: None) -> None:
    """Rule on what is recorded, and keep the read models up with it, until the program is interrupted.

    `reached` hears up to which position the read models tell.
    """
    ruling_process = process.RulingProcess(ledger, is_live=True)

    def follow_on() -> int:
        ruling_process.catch_up()
        position = follower.catch_up(ledger, engine, READ_MODELS)
        reached(position)
        return position

    done = follow_on()
    with ledger.recorder.subscribe(done) as subscription:
        for notification in subscription:
            if notification.id > done:
                done = follow_on()


def tell_package(package: Ledger, engine: Engine) -> None:
    """Writes the rows of a package's days from the rulings on record in it. Raises UnusableLedger where it has none."""
    what_is_not_ruled_on(package)
    with engine.begin() as connection:
        for day in filter(package.is_complete, package.table_days()):
            _insert_rows(connection, ruled_day(package, day).rows)


def _insert_rows(connection: Connection, rows: DayRows) -> None:
    for table, found in (
        (ROUNDS, rows.rounds),
        (FINDINGS, rows.findings),
        (PLAYERS, rows.players),
        (SHOES, rows.shoes),
        (DECISIONS, rows.decisions),
    ):
        _run(connection, _INSERT[table], found)


def _record_of(ledger: Ledger, ident: str) -> RulingRecord:
    """What is on record under an id. Raises UnusableLedger where nothing is."""
    known = ledger.recorder.known([(HOUSE, ident)]).get((HOUSE, ident))
    if known is None:
        raise UnusableLedger(f"a ruling on record names {ident}, which is not on record; run `recoup verify`")
    at = known.position
    return record_of(ledger.recorder.select_notifications(at, 1, at)[0])


def _write(fold: RowFold, connection: Connection) -> None:
    shoes = _shoes_of(connection, fold.rounds)
    _write_rounds(connection, list(fold.rounds.values()))
    shoes |= {(table_day(name), rows.round["shoe"]) for name, rows in fold.rounds.items() if rows.round["shoe"]}
    _write_shoes(connection, fold, shoes)
    if fold.decisions:
        positions = [{"position": position} for position in fold.decisions]
        _run(connection, _DELETE_DECISION, positions)
        _run(connection, _INSERT[DECISIONS], list(fold.decisions.values()))


def _write_rounds(connection: Connection, rounds: Sequence[RoundRows]) -> None:
    names = [{"round": rows.round["round"]} for rows in rounds]
    for table, found in (
        (ROUNDS, [of_round.round for of_round in rounds]),
        (FINDINGS, [row for of_round in rounds for row in of_round.findings]),
        (PLAYERS, [row for of_round in rounds for row in of_round.players]),
    ):
        _run(connection, _DELETE_OF_ROUND[table], names)
        _run(connection, _INSERT[table], found)


def _run(connection: Connection, statement: Delete | Insert, rows: Sequence[Row]) -> None:
    """A statement for each of many rows, by the driver's own executemany: Core spells each row out anew."""
    if not rows:
        return
    text, names = _spelt(statement, connection.dialect, tuple(rows[0]) if isinstance(statement, Insert) else None)
    connection.exec_driver_sql(text, rows if names is None else list(map(_in_order(names), rows)))


def _in_order(names: Sequence[str]) -> Callable[[Row], tuple[Any, ...]]:
    if len(names) == 1:
        (name,) = names
        return lambda row: (row[name],)
    return itemgetter(*names)


@lru_cache(maxsize=64)
def _spelt(
    statement: Delete | Insert, dialect: Dialect, columns: tuple[str, ...] | None
) -> tuple[str, Sequence[str] | None]:
    """A statement's text and, where its parameters have no names, which they are in their order."""
    compiled = statement.compile(dialect=dialect, column_keys=columns and list(columns))
    return str(compiled), compiled.positiontup


def _shoes_of(connection: Connection, names: Iterable[str]) -> set[tuple[str, str]]:
    """The shoes of these rounds, as the read models have them: the table's day and the shoe."""
    found: set[tuple[str, str]] = set()
    left = list(names)
    while left:
        some, left = left[:ASKED_AT_ONCE], left[ASKED_AT_ONCE:]
        rows = connection.execute(select(ROUNDS.c.round, ROUNDS.c.shoe).where(ROUNDS.c.round.in_(some)))
        found |= {(table_day(row.round), row.shoe) for row in rows if row.shoe is not None}
    return found


def _write_shoes(connection: Connection, fold: RowFold, of_rounds: set[tuple[str, str]]) -> None:
    """The shoes of which something was ruled, with what their rounds come to now."""
    for day, shoe in sorted(of_rounds | fold.shoes.keys()):
        table, date = day.split("/")
        of_shoe = SHOES.c.table_name == table, SHOES.c.day == date, SHOES.c.shoe == shoe
        row = fold.shoes.get((day, shoe))
        if row is None:
            stored = connection.execute(select(SHOES).where(*of_shoe)).mappings().first()
            if stored is None:
                continue  # no ruling on it yet: the one that comes brings its rounds along
            row = dict(stored)
        of_its_rounds = ROUNDS.c.shoe == shoe, ROUNDS.c.table_name == table, ROUNDS.c.day == date
        rounds = connection.execute(select(ROUNDS.c.drawn, ROUNDS.c.findings).where(*of_its_rounds)).mappings()
        connection.execute(delete(SHOES).where(*of_shoe))
        _run(connection, _INSERT[SHOES], [row | shoe_totals(map(dict, rounds))])
