"""The days that a paper is about, told and ruled on, with persons as they are called in it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from ledger.application import Ledger
from ledger.entry import Entry
from ledger.errors import UnknownRound
from ledger.events.table import TableOpened
from projections.messages.catalogue import Words
from projections.office_reports.report import Amount
from projections.read_models.dealers import at_work
from projections.read_models.rows import DayRows, of_day
from projections.reports.masking import Names, masked, names
from projections.reports.readings import when
from projections.table_days import Archive
from replay.ruling.ruling import Ruling, rule
from replay.table_day.builder import TableDay


@dataclass(frozen=True, slots=True)
class Period:
    """Gaming days from the first to the last, both included, and the table, where only one is asked for."""

    first: date | None = None
    last: date | None = None
    table: str | None = None

    def covers(self, day: str) -> bool:
        """Whether a gaming day lies in it."""
        at = date.fromisoformat(day)
        return (self.first is None or self.first <= at) and (self.last is None or at <= self.last)

    def told(self, words: Words) -> str:
        """The period in words."""
        first, last = self.first and self.first.isoformat(), self.last and self.last.isoformat()
        if first and last:
            return first if first == last else words.say("paper.from_to", first=first, last=last)
        if first or last:
            return words.say("paper.since" if first else "paper.until", day=first or last)
        return words.say("paper.all_days")


@dataclass(frozen=True)
class DayTold:
    """A table's day: its story and the rulings on its rounds."""

    table: str
    day: str
    story: TableDay
    rulings: tuple[Ruling, ...]

    @property
    def name(self) -> str:
        return f"{self.table}/{self.day}"

    @cached_property
    def rows(self) -> DayRows:
        """The day as the read models have it."""
        return of_day(self.story, self.rulings)

    @cached_property
    def entries(self) -> dict[int, Entry]:
        """The day's entries by their positions."""
        return {entry.position: entry for entry in self.story.entries}

    @cached_property
    def dealers(self) -> dict[int, str]:
        """By the position of an entry, who was dealing."""
        return at_work(self.story)

    @cached_property
    def opening(self) -> TableOpened | None:
        """The table's opening, where it is on record."""
        return next((entry.event for entry in self.story.entries if isinstance(entry.event, TableOpened)), None)

    @property
    def recorded_at(self) -> str:
        """When the day's last entry was recorded."""
        return max(entry.recorded_at for entry in self.story.entries)

    def at(self, position: int) -> str:
        """When the entry at a position happened, else when it was recorded."""
        entry = self.entries.get(position)
        return "" if entry is None else told_at(entry)

    def amount(self, minor: int) -> Amount:
        """An amount in the table's currency."""
        assert self.opening is not None
        return Amount(minor=minor, currency=self.opening.currency, digits=self.opening.minor_digits)


class Called(Archive):
    """Tells tables' days with persons as they are called: on every day of a paper the same."""

    def __init__(self, ledger: Ledger, called: Names):
        super().__init__(ledger)
        self._called = called

    def entries(self, day: str) -> list[Entry]:
        """Everything of a table's day."""
        return list(masked(super().entries(day), self._called))


def told_at(entry: Entry) -> str:
    """When an entry happened by its device's clock, else when it was recorded."""
    return when(entry.delivery.time or entry.recorded_at)


def archive_of(ledger: Ledger, words: Words, table: str | None, *, hide: bool) -> Archive:
    """The archive that a paper about a table, or about all, is told from."""
    if not hide:
        return Archive(ledger)
    return Called(ledger, Names(names(_everything(ledger, table), words)))


def _everything(ledger: Ledger, table: str | None) -> Iterator[Entry]:
    """The entries of all days, since a shoe that is carried brings with it what was decided on another day."""
    for day in ledger.table_days(table):
        yield from ledger.entries(f"table/{day}")


def days_told(archive: Archive, period: Period) -> Iterator[DayTold]:
    """The days of a period, day by day and table by table. Raises UnknownRound where there are none."""
    found = [day.split("/") for day in archive.days(period.table) if archive.tells(day)]
    wanted = sorted((day, table) for table, day in found if period.covers(day))
    if not wanted:
        raise UnknownRound("nothing is on record for these days; `recoup rounds` lists what is")
    for day, table in wanted:
        yield day_told(archive, f"{table}/{day}")


def day_told(archive: Archive, name: str) -> DayTold:
    """A table's day. Raises UnknownRound where nothing is on record."""
    story = archive.story(name)
    table, day = name.split("/")
    return DayTold(table, day, story, tuple(rule(story, one) for one in story.rounds))


def last_recorded(days: Iterable[DayTold]) -> str:
    """When the last entry of these days was recorded."""
    return max(day.recorded_at for day in days)
