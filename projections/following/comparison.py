"""Whether the read models say what the rulings on record say: each day's are folded anew, in memory, and compared."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from sqlalchemy import Connection, Engine, Table, func, select

from ledger.application import Ledger
from ledger.errors import RecoupError
from ledger.events.rulings import RoundNotRuled, RoundRuled
from ledger.recorder.tables import TRACKING
from projections.read_models.answered import answered_day
from projections.read_models.round_list import READ_MODEL
from projections.read_models.rows import RulingRecord
from projections.read_models.tables import DECISIONS, FINDINGS, PLAYERS, ROUNDS, SHOES
from projections.rulings.on_record import ruling_records
from projections.rulings.process import RULING_PROCESS
from projections.rulings.ruled_day import RuledDay

REBUILD_HINT: Final = "`recoup projections rebuild` makes the read models anew"

Progress = Callable[[int], None]


def differences(ledger: Ledger, engine: Engine, progress: Progress = lambda _: None) -> Iterator[str]:
    """What of the read models is not what the rulings on record say, as of the position up to which they tell.

    `progress` hears of each day.
    """
    with engine.connect() as connection:
        upto, wrong = _tracking_state(ledger, connection)
        yield from wrong
        days = [stream.removeprefix("ruling/") for stream in ledger.streams("ruling/")]
        for day in days:
            yield from _day_differences(connection, ledger, day, upto)
            progress(1)
        yield from _orphan_rows(connection, set(days))


def _tracking_state(ledger: Ledger, connection: Connection) -> tuple[int, list[str]]:
    """Up to which position the read models tell, and what is wrong with how they and the rulings say so."""
    rows = connection.execute(select(TRACKING.c.name, TRACKING.c.position, TRACKING.c.leaf)).all()
    followers = (READ_MODEL, RULING_PROCESS)
    strange = (row.name for row in rows if row.name not in followers)
    wrong = [f"the tracking table speaks of {name!r}, which is no follower" for name in strange]
    upto = 0
    for row in (row for row in rows if row.name in followers):
        if not isinstance(row.position, int):
            wrong.append(f"the tracking table says no position of {row.name} that can be read; {REBUILD_HINT}")
            continue
        leaves = ledger.recorder.leaves(row.position - 1, row.position)
        if not leaves or row.leaf != leaves[0]:
            wrong.append(
                f"the tracking table says position {row.position:,} of {row.name}, whose leaf is not the one it names; "
                f"{REBUILD_HINT}"
            )
        if row.name == READ_MODEL:
            upto = row.position
    if upto and not any(row.name == RULING_PROCESS for row in rows):
        wrong.append("the tracking table does not say how far rulings have come; `recoup follow` judges anew")
    return upto, wrong


def _day_differences(connection: Connection, ledger: Ledger, day: str, upto: int) -> Iterator[str]:
    try:
        stored = ledger.recorder.select_events(f"ruling/{day}")
        records = list(ruling_records(stored))
        known = [record for record in records if record.position <= upto]
        day_rows = answered_day(ledger, RuledDay(day, known), upto)
    except (RecoupError, KeyError, ValueError) as error:
        yield f"the rulings on {day} cannot be read ({error})"
        return
    yield from _failures(records)
    yield from _contradicted(records)
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


def _failures(records: Iterable[RulingRecord]) -> Iterator[str]:
    """The rounds on which the program failed when it was to rule last."""
    last = {record.subject: record for record in records if record.topic in (RoundRuled.TOPIC, RoundNotRuled.TOPIC)}
    for name, record in last.items():
        if record.topic == RoundNotRuled.TOPIC:
            fault = f"{record.data['engine']}, {record.data['fault']}"
            yield f"{name} could not be ruled on by the program ({fault}), and has no ruling as of now; please report it"


def _contradicted(records: Iterable[RulingRecord]) -> Iterator[str]:
    """The rulings on record that the entries did not give, each with the one that took its place."""
    for record in records:
        if record.topic == RoundRuled.TOPIC and record.data.get("reason") == "contradicted":
            yield (
                f"position {record.data['supersedes']:,}: the ruling on {record.subject} was not what the entries gave; "
                f"the ruling at position {record.position:,} takes its place. Find out who could write to the database"
            )


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
