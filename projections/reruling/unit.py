"""The unit of work of a bulk re-ruling: one table's day, read from its source, ruled on twice, given back as files."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from io import BytesIO
from itertools import groupby, islice
from threading import local
from typing import Final, Literal, NamedTuple

from ledger.application import Ledger
from ledger.errors import MixedVersions, UnknownRulebook
from projections.reruling.compared import MONEY, ROUNDS, Columns, Reruled, Row, reruled
from projections.table_days import Archive
from replay import ENGINE
from replay.editions.amendment import amended_clauses, without_amendment
from replay.editions.loader import parse_edition
from replay.rulebooks.edition import Edition
from replay.table_day.builder import TableDay

Opening = Callable[[str], Ledger]
"""Opens a ledger by its address, or a package by its folder, to read in it."""
State = Literal["ruled", "another rulebook", "never opened", "no edition in force"]


class Source(NamedTuple):
    """A ledger or a package: where it is, whose it is, and up to which position it is read."""

    address: str
    house: str
    size: int


class Task(NamedTuple):
    """What is asked of every day: the other edition's text, how a source is opened, by which engine."""

    text: str
    opening: Opening
    engine: str = ENGINE


class Unit(NamedTuple):
    """A table's day in a source."""

    number: int
    source: Source
    day: str


class Done(NamedTuple):
    """A unit's rows as Parquet, how many they are, and their digest."""

    number: int
    state: State
    rounds: bytes
    money: bytes
    counts: tuple[int, int]
    digest: str


Stretch = tuple[Unit, ...]
"""Days in a row, which one worker does: neighbours read the same days around them, and it reads them once."""


LONGEST: Final = 4
FEWEST: Final = 32


def in_stretches(units: Sequence[Unit]) -> Iterator[Stretch]:
    """The units, up to four in a row and of one source each; shorter where there are few, so that all workers have some."""
    length = max(1, min(LONGEST, len(units) // FEWEST))
    for _, own in groupby(units, lambda unit: unit.source):
        while stretch := tuple(islice(own, length)):
            yield stretch


def all_done(task: Task, stretch: Stretch) -> tuple[Done, ...]:
    """Rules on the days of a stretch again, in their order."""
    return tuple(done(task, unit) for unit in stretch)


def done(task: Task, unit: Unit) -> Done:
    """Rules on a day again. Raises MixedVersions where this is another engine than the one that asks."""
    if task.engine != ENGINE:
        raise MixedVersions(f"a worker has {ENGINE} and the command is {task.engine}; give all of them the same version")
    archive = _at_hand.archive(unit.source, task.opening)
    state, told = _told(archive, unit.day, _parsed(task.text))
    house = unit.source.house
    return Done(
        unit.number,
        state,
        _parquet(ROUNDS, told.rounds, house),
        _parquet(MONEY, told.money, house),
        (len(told.rounds), len(told.money)),
        told.digest,
    )


def _told(archive: Archive, day: str, under: Edition) -> tuple[State, Reruled]:
    nothing = Reruled((), ())
    opening = archive.opening(day)
    if opening is None:
        return "never opened", nothing
    if opening.rulebook != under.id:
        return "another rulebook", nothing
    try:
        story = archive.story(day)
        before = archive.edition_of(day)
    except UnknownRulebook:
        return "no edition in force", nothing

    @cache
    def without(clause: str) -> TableDay | None:
        other = without_amendment(under, before, clause)
        return None if other is None else archive.story(day, lambda _, __: other)

    return "ruled", reruled(story, archive.story(day, lambda _, __: under), amended_clauses(before, under), without)


def _parquet(columns: Columns, rows: tuple[Row, ...], house: str) -> bytes:
    file = BytesIO()
    columns.write(file, [{"house": house, **row} for row in rows])
    return file.getvalue()


@lru_cache(maxsize=4)
def _parsed(text: str) -> Edition:
    return parse_edition(text)


class _AtHand(local):
    """The source that a worker has open: units come source by source, so one is enough."""

    def __init__(self) -> None:
        self._source: Source | None = None
        self._ledger: Ledger | None = None
        self._archive: Archive | None = None

    def archive(self, source: Source, opening: Opening) -> Archive:
        """The source's archive, as of the position up to which it is read."""
        if self._archive is None or source != self._source:
            if self._ledger is not None:
                self._ledger.close()
            self._source, self._ledger = source, opening(source.address)
            self._archive = Archive(self._ledger, source.size)
        return self._archive


_at_hand = _AtHand()
