"""The read models as a follower of the ledger: they follow the rulings on record, and judge nothing."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from operator import itemgetter
from typing import Any, Final

from eventsourcing.persistence import Notification, PersistenceError
from sqlalchemy import Connection, Delete, Dialect, Engine, Insert, Table, bindparam, delete, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from ledger.application import Ledger
from ledger.errors import UnusableLedger
from ledger.events import REGISTRY
from ledger.events.cases import CaseworkAct
from ledger.events.shoe import ShoeClosed
from ledger.events.versions import topics_of
from ledger.readable import readable_envelopes
from ledger.recorder.database import database_error_text, schema_of
from ledger.recorder.database import engine as engine_of
from ledger.recorder.dialects import writing_by
from ledger.recorder.retry import retried
from ledger.recorder.tables import TRACKING
from ledger.values.subjects import HOUSE, table_day
from projections.answers.case_answer import CaseLookup
from projections.answers.recorded import RecordedAnswer, answer_without_play
from projections.following import follower
from projections.following.follower import Progress
from projections.read_models.answered import (
    ANSWER_COLUMNS,
    answer_columns,
    answered_day,
    answers_with_play,
    closed_shoes,
    shoe_columns,
)
from projections.read_models.round_list import READ_MODEL
from projections.read_models.rows import (
    OF_RULINGS,
    DayRows,
    RoundRows,
    Row,
    RowFold,
    RuledRound,
    RulingRecord,
    shoe_totals,
)
from projections.read_models.tables import DECISIONS, FINDINGS, PLAYERS, ROUNDS, SHOES
from projections.rulings import process
from projections.rulings.on_record import record_of, ruling_records
from projections.rulings.ruled_day import RuledDay, ruled_day, what_is_not_ruled_on


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


_OF_CASES: Final = topics_of(*(kind for kind in REGISTRY.values() if issubclass(kind, CaseworkAct)))
_OF_SHOES: Final = topics_of(ShoeClosed)


class ReadModels:
    """The follower that keeps rounds, findings, players, shoes and decisions in tables: the rows that rulings change, and
    those of rounds and shoes by what cases did and by whether a shoe was closed.
    """

    name = READ_MODEL
    topics = (*OF_RULINGS, *_OF_CASES, *_OF_SHOES)

    def process(self, ledger: Ledger, batch: Sequence[Notification], upto: int) -> Callable[[Connection], None]:
        fold = RowFold(partial(_record_of, ledger))
        cases, closed = dict[str, None](), set[tuple[str, str]]()
        for notification, entry in readable_envelopes(batch):
            if notification.topic in _OF_CASES:
                cases[str(notification.originator_id).removeprefix("case/")] = None
            elif notification.topic in _OF_SHOES:
                closed.add((table_day(entry["subject"]), entry["data"]["shoe"]))
            else:
                fold.take(record_of(notification, entry))
        answers = _answers(ledger, [rows.ruled for rows in fold.rounds.values()], cases, upto)
        return partial(_write, _Changes(ledger, upto, fold, answers, closed))


def _answers(
    ledger: Ledger, rounds: Sequence[RuledRound], numbers: Iterable[str], upto: int
) -> Mapping[str, RecordedAnswer]:
    """The answers on rounds that were ruled on, and on those of the days on which some cases are."""
    found = {round_.name: answer_without_play(round_) for round_ in rounds}
    days = {table_day(name): None for name, answer in found.items() if answer is None}
    for case in CaseLookup(ledger, upto).cases(numbers):
        days[case.opened.day] = None
    answers = {name: answer for name, answer in found.items() if answer is not None}
    for day in days:
        answers |= answers_with_play(ledger, day, upto)
    return answers


@dataclass(frozen=True, slots=True)
class _Changes:
    """What a batch changes: rows by rulings, answers by what cases did, and the shoes that were closed."""

    ledger: Ledger
    upto: int
    fold: RowFold
    answers: Mapping[str, RecordedAnswer]
    closed: Set[tuple[str, str]]
    """By the table's day and the shoe."""


READ_MODELS: Final = ReadModels()

_UPDATE_ANSWER: Final = (
    update(ROUNDS).where(ROUNDS.c.round == bindparam("of_round")).values({name: bindparam(name) for name in ANSWER_COLUMNS})
)
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
    return catch_up_lists(ledger, engine)


def catch_up_lists(ledger: Ledger, engine: Engine, progress: Progress = lambda _: None) -> int:
    """Bring the read models up to the last entry by the rulings on record, and judge nothing; return their position."""
    return follower.catch_up(ledger, engine, READ_MODELS, progress)


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
        day = stream.removeprefix("ruling/")
        rows.extend(answered_day(ledger, RuledDay(day, ruling_records(stored)), upto))
        days.append(_day_key(day))
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
            _insert_rows(connection, answered_day(package, ruled_day(package, day)))


def _insert_rows(connection: Connection, rows: DayRows) -> None:
    for table, found in (
        (ROUNDS, rows.rounds),
        (FINDINGS, rows.findings),
        (PLAYERS, rows.players),
        (SHOES, rows.shoes),
        (DECISIONS, rows.decisions),
    ):
        _run(connection, _INSERT[table], found)


def _record_of(ledger: Ledger, ident: str) -> RulingRecord | None:
    """What is on record under an id; None where it cannot be read. Raises UnusableLedger where nothing is."""
    known = ledger.recorder.known([(HOUSE, ident)]).get((HOUSE, ident))
    if known is None:
        raise UnusableLedger(f"a ruling on record names {ident}, which is not on record; run `recoup verify`")
    at = known.position
    return next(ruling_records(ledger.recorder.select_notifications(at, 1, at)), None)


def _write(changes: _Changes, connection: Connection) -> None:
    fold = changes.fold
    shoes = _shoes_of(connection, fold.rounds)
    _write_rounds(connection, list(fold.rounds.values()), changes.answers)
    shoes |= {(table_day(name), shoe) for name, rows in fold.rounds.items() if (shoe := rows.ruled.row["shoe"])}
    _write_shoes(connection, changes, shoes | changes.closed)
    if fold.decisions:
        positions = [{"position": position} for position in fold.decisions]
        _run(connection, _DELETE_DECISION, positions)
        _run(connection, _INSERT[DECISIONS], list(fold.decisions.values()))


def _write_rounds(connection: Connection, rounds: Sequence[RoundRows], answers: Mapping[str, RecordedAnswer]) -> None:
    names = [{"round": rows.ruled.name} for rows in rounds]
    ruled = {rows.ruled.name for rows in rounds}
    for table, found in (
        (ROUNDS, [rows.ruled.row | answer_columns(answers[rows.ruled.name]) for rows in rounds]),
        (FINDINGS, [row for of_round in rounds for row in of_round.findings]),
        (PLAYERS, [row for of_round in rounds for row in of_round.players]),
    ):
        _run(connection, _DELETE_OF_ROUND[table], names)
        _run(connection, _INSERT[table], found)
    for name, answer in answers.items():
        if name not in ruled:
            connection.execute(_UPDATE_ANSWER, {"of_round": name} | answer_columns(answer))


def _run(connection: Connection, statement: Delete | Insert, rows: Sequence[Row]) -> None:
    """A statement for each of many rows, by the driver's own executemany: Core spells each row out anew."""
    if not rows:
        return
    columns = tuple(rows[0]) if isinstance(statement, Insert) else None
    text, names = _spelt(statement, connection.dialect, schema_of(connection), columns)
    connection.exec_driver_sql(text, rows if names is None else list(map(_in_order(names), rows)))


def _in_order(names: Sequence[str]) -> Callable[[Row], tuple[Any, ...]]:
    if len(names) == 1:
        (name,) = names
        return lambda row: (row[name],)
    return itemgetter(*names)


@lru_cache(maxsize=64)
def _spelt(
    statement: Delete | Insert, dialect: Dialect, schema: str | None, columns: tuple[str, ...] | None
) -> tuple[str, Sequence[str] | None]:
    """A statement's text and, where its parameters have no names, which they are in their order."""
    placed: dict[str, Any] = {"schema_translate_map": {None: schema}, "render_schema_translate": True} if schema else {}
    compiled = statement.compile(dialect=dialect, column_keys=columns and list(columns), **placed)
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


def _write_shoes(connection: Connection, changes: _Changes, of_rounds: set[tuple[str, str]]) -> None:
    """The shoes of which something was ruled, or that were closed, with what their rounds come to now."""
    fold, closed = changes.fold, cache(partial(closed_shoes, changes.ledger, upto=changes.upto))
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
        columns = shoe_totals(map(dict, rounds)) | shoe_columns(row, is_closed=shoe in closed(day))
        _run(connection, _INSERT[SHOES], [row | columns])
