"""The days that a paper is about, told and ruled on, with persons as they are called in it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from ledger.application import Ledger
from ledger.entry import Entry
from ledger.errors import UnknownRound
from ledger.events.table import TableOpened
from projections.messages.catalogue import Catalogue
from projections.office_reports.report import MoneyAmount
from projections.read_models.dealers import dealer_by_position
from projections.read_models.rows import DayRows, rows_of_day
from projections.reports.masking import PersonNames, mask_entries, masked_names
from projections.reports.readings import readable_time
from projections.rulings.day_draft import records_of
from projections.table_days import TableDays
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

    def in_words(self, words: Catalogue) -> str:
        """The period in words."""
        first, last = self.first and self.first.isoformat(), self.last and self.last.isoformat()
        if first and last:
            return first if first == last else words.say("paper.from_to", first=first, last=last)
        if first or last:
            return words.say("paper.since" if first else "paper.until", day=first or last)
        return words.say("paper.all_days")


@dataclass(frozen=True)
class JudgedDay:
    """A table's day: its story and the rulings on its rounds."""

    table: str
    day: str
    table_day: TableDay
    rulings: tuple[Ruling, ...]

    @property
    def name(self) -> str:
        return f"{self.table}/{self.day}"

    @cached_property
    def read_model_rows(self) -> DayRows:
        """The day as the read models have it."""
        return rows_of_day(records_of(self.table_day, self.rulings))

    @cached_property
    def entries_by_position(self) -> dict[int, Entry]:
        """The day's entries by their positions."""
        return {entry.position: entry for entry in self.table_day.entries}

    @cached_property
    def dealers_by_position(self) -> dict[int, str]:
        """By the position of an entry, who was dealing."""
        return dealer_by_position(self.table_day)

    @cached_property
    def opening(self) -> TableOpened | None:
        """The table's opening, where it is on record."""
        return next((entry.event for entry in self.table_day.entries if isinstance(entry.event, TableOpened)), None)

    @property
    def recorded_at(self) -> str:
        """When the day's last entry was recorded."""
        return max(entry.recorded_at for entry in self.table_day.entries)

    def time_at(self, position: int) -> str:
        """When the entry at a position happened, else when it was recorded."""
        entry = self.entries_by_position.get(position)
        return "" if entry is None else entry_time(entry)

    def money_amount(self, minor: int) -> MoneyAmount:
        """An amount in the table's currency."""
        assert self.opening is not None
        return MoneyAmount(minor=minor, currency=self.opening.currency, digits=self.opening.minor_digits)


class RenamedTableDays(TableDays):
    """Tells tables' days with persons as they are called: on every day of a paper the same."""

    def __init__(self, ledger: Ledger, person_names: PersonNames):
        super().__init__(ledger)
        self._person_names = person_names

    def entries(self, day: str) -> list[Entry]:
        """Everything of a table's day."""
        return list(mask_entries(super().entries(day), self._person_names))


def entry_time(entry: Entry) -> str:
    """When an entry happened by its device's clock, else when it was recorded."""
    return readable_time(entry.delivery.time or entry.recorded_at)


def table_days_for(ledger: Ledger, words: Catalogue, table: str | None, *, mask_names: bool) -> TableDays:
    """The archive that a paper about a table, or about all, is told from."""
    if not mask_names:
        return TableDays(ledger)
    return RenamedTableDays(ledger, PersonNames(masked_names(_entries_of_all_days(ledger, table), words)))


def _entries_of_all_days(ledger: Ledger, table: str | None) -> Iterator[Entry]:
    """The entries of all days, since a shoe that is carried brings with it what was decided on another day."""
    for day in ledger.table_days(table):
        yield from ledger.entries(f"table/{day}")


def judged_days(table_days: TableDays, period: Period) -> Iterator[JudgedDay]:
    """The days of a period, day by day and table by table. Raises UnknownRound where there are none."""
    found = [day.split("/") for day in table_days.days(period.table) if table_days.is_complete(day)]
    wanted = sorted((day, table) for table, day in found if period.covers(day))
    if not wanted:
        raise UnknownRound("nothing is on record for these days; `recoup rounds` lists what is")
    for day, table in wanted:
        yield judged_day(table_days, f"{table}/{day}")


def judged_day(table_days: TableDays, name: str) -> JudgedDay:
    """A table's day. Raises UnknownRound where nothing is on record."""
    story = table_days.get(name)
    table, day = name.split("/")
    return JudgedDay(table, day, story, tuple(rule(story, round_) for round_ in story.rounds))


def last_recorded_at(days: Iterable[JudgedDay]) -> str:
    """When the last entry of these days was recorded."""
    return max(day.recorded_at for day in days)
