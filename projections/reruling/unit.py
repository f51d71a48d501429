"""The unit of work of a bulk re-ruling: one table's day, read from its source, ruled on twice, given back as files."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from functools import cache, lru_cache
from io import BytesIO
from itertools import groupby, islice
from threading import local
from typing import Final, Literal, NamedTuple

from ledger.application import Ledger
from ledger.errors import MixedVersions, UnknownRulebook
from ledger.values.subjects import ruling_stream
from projections.reruling.compared import (
    MONEY,
    ROUNDS,
    ComparedRound,
    ParquetTable,
    RerulingRows,
    Row,
    compare_rulings,
    rows_of,
)
from projections.reruling.recorded import MONEY_ON_RECORD, ROUNDS_ON_RECORD, compare_with_record
from projections.reruling.untouched import RecordedDay, RecordedRulings, amended_names, recorded_rulings
from projections.rulings.on_record import day_rulings
from projections.table_days import TableDays
from replay import ENGINE
from replay.editions.amendment import amended_clauses, without_amendment
from replay.editions.loader import parse_edition
from replay.rulebooks.edition import Edition
from replay.table_day.builder import TableDay

OpenLedger = Callable[[str], Ledger]
"""Opens a ledger by its address, or a package by its folder, to read in it."""
State = Literal["ruled", "another rulebook", "never opened", "no edition in force", "not ruled on"]


class Source(NamedTuple):
    """A ledger or a package: where it is, whose it is, and up to which position it is read."""

    address: str
    house: str
    size: int


class Task(NamedTuple):
    """What is asked of every day: the other edition's text, how a source is opened, by which engine.

    Without a text each day is held against the rulings on record.
    """

    edition_text: str | None
    open_ledger: OpenLedger
    engine: str = ENGINE


class Unit(NamedTuple):
    """A table's day in a source."""

    number: int
    source: Source
    day: str


class UnitResult(NamedTuple):
    """A unit's rows as Parquet, how many they are, and their digest."""

    number: int
    state: State
    rounds: bytes
    money: bytes
    counts: tuple[int, int]
    digest: str


UnitBatch = tuple[Unit, ...]
"""Days in a row, which one worker does: neighbours read the same days around them, and it reads them once."""


MAX_BATCH_LENGTH: Final = 4
MIN_BATCHES: Final = 32


def unit_batches(units: Sequence[Unit]) -> Iterator[UnitBatch]:
    """The units, up to four in a row and of one source each; shorter where there are few, so that all workers have some."""
    length = max(1, min(MAX_BATCH_LENGTH, len(units) // MIN_BATCHES))
    for _, own in groupby(units, lambda unit: unit.source):
        while stretch := tuple(islice(own, length)):
            yield stretch


def rerule_batch(task: Task, batch: UnitBatch) -> tuple[UnitResult, ...]:
    """Rules on the days of a stretch again, in their order."""
    return tuple(rerule_unit(task, unit) for unit in batch)


def rerule_unit(task: Task, unit: Unit) -> UnitResult:
    """Rules on a day again. Raises MixedVersions where this is another engine than the one that asks."""
    if task.engine != ENGINE:
        raise MixedVersions(f"a worker has {ENGINE} and the command is {task.engine}; give all of them the same version")
    archive = _open_source.table_days(unit.source, task.open_ledger)
    if task.edition_text is None:
        state, reruling_rows = _compare_day(_open_source.ledger, archive, unit)
    else:
        state, reruling_rows = _rerule_day(archive, unit, _cached_edition(task.edition_text))
    house, (rounds, money) = unit.source.house, tables_of(is_edition=task.edition_text is not None)
    return UnitResult(
        unit.number,
        state,
        _as_parquet(rounds, reruling_rows.rounds, house),
        _as_parquet(money, reruling_rows.money, house),
        (len(reruling_rows.rounds), len(reruling_rows.money)),
        reruling_rows.digest,
    )


def tables_of(*, is_edition: bool) -> tuple[ParquetTable, ParquetTable]:
    """The tables of rounds and of money: of two editions, or of the record and this engine."""
    return (ROUNDS, MONEY) if is_edition else (ROUNDS_ON_RECORD, MONEY_ON_RECORD)


def _compare_day(ledger: Ledger, table_days: TableDays, unit: Unit) -> tuple[State, RerulingRows]:
    entries = ledger.entries(ruling_stream(unit.day))
    standing = day_rulings(entry for entry in entries if entry.position <= unit.source.size).rounds
    if not standing:
        return "not ruled on", RerulingRows((), ())
    try:
        story = table_days.get(unit.day)
    except UnknownRulebook:
        return "no edition in force", RerulingRows((), ())
    return "ruled", compare_with_record(ledger, table_days, story, standing)


def _rerule_day(table_days: TableDays, unit: Unit, amended_edition: Edition) -> tuple[State, RerulingRows]:
    day, nothing = unit.day, RerulingRows((), ())
    recorded_day = RecordedDay(_open_source.ledger, _open_source.recorded, day, unit.source.size)
    untouched: Mapping[str, ComparedRound] = {}
    if recorded_day.rulebook == amended_edition.id:
        with suppress(UnknownRulebook):
            before = table_days.edition(amended_edition.id, date.fromisoformat(day.partition("/")[2]))
            untouched = recorded_day.untouched(before, amended_edition, _open_source.amended_names(before, amended_edition))
        names = recorded_day.rounds_in_order() if untouched else None
        if names and untouched.keys() == set(names):
            return "ruled", rows_of(untouched[name] for name in names)
    opening = table_days.table_opening(day)
    if opening is None:
        return "never opened", nothing
    if opening.rulebook != amended_edition.id:
        return "another rulebook", nothing
    try:
        story = table_days.get(day)
        before = table_days.edition_of(day)
    except UnknownRulebook:
        return "no edition in force", nothing

    @cache
    def without(clause: str) -> TableDay | None:
        other = without_amendment(amended_edition, before, clause)
        return None if other is None else table_days.get(day, lambda _, __: other)

    amended_day = table_days.get(day, lambda _, __: amended_edition)
    clauses = amended_clauses(before, amended_edition)
    return "ruled", compare_rulings(story, amended_day, clauses, without, untouched)


def _as_parquet(parquet_table: ParquetTable, rows: tuple[Row, ...], house: str) -> bytes:
    file = BytesIO()
    parquet_table.write(file, [{"house": house, **row} for row in rows])
    return file.getvalue()


@lru_cache(maxsize=4)
def _cached_edition(text: str) -> Edition:
    return parse_edition(text)


class _OpenSource(local):
    """The source that a worker has open: units come source by source, so one is enough."""

    def __init__(self) -> None:
        self._source: Source | None = None
        self._ledger: Ledger | None = None
        self._table_days: TableDays | None = None
        self._recorded = RecordedRulings(is_usable=False, days_out_of_the_ordinary=frozenset())
        self._after: Edition | None = None
        self._names: dict[str, frozenset[str] | None] = {}

    def amended_names(self, before: Edition, after: Edition) -> frozenset[str] | None:
        """What of an edition in force another one amends; of each the answer is kept, as long as the other is the same."""
        if after is not self._after:
            self._after, self._names = after, {}
        if before.digest not in self._names:
            self._names[before.digest] = amended_names(before, after)
        return self._names[before.digest]

    @property
    def recorded(self) -> RecordedRulings:
        """What may be taken from its record."""
        return self._recorded

    @property
    def ledger(self) -> Ledger:
        """The source that is open."""
        assert self._ledger is not None
        return self._ledger

    def table_days(self, source: Source, open_ledger: OpenLedger) -> TableDays:
        """The source's archive, as of the position up to which it is read."""
        if self._table_days is None or source != self._source:
            if self._ledger is not None:
                self._ledger.close()
            self._source, self._ledger = source, open_ledger(source.address)
            self._table_days = TableDays(self._ledger, source.size)
            self._recorded = recorded_rulings(self._ledger, source.size)
        return self._table_days


_open_source = _OpenSource()
