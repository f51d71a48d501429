"""The days that a paper is about: what is on record of their rulings, and their own entries, persons as they are called.

Who dealt, at each moment of a table's day.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any

from eventsourcing.persistence import Notification

from ledger.application import Ledger
from ledger.entry import Entry
from ledger.errors import UnknownRound
from ledger.events.table import DealerChanged, TableOpened
from ledger.readable import readable_envelopes
from ledger.values.subjects import round_of
from projections.answers.recorded import RecordedAnswer, RecordedAnswers
from projections.messages.catalogue import Catalogue
from projections.office_reports.report import MoneyAmount
from projections.read_models.rows import RulingRecord
from projections.reports.masking import mask_entries, mask_record, masking
from projections.reports.person_names import PersonNames
from projections.reports.readings import readable_time
from projections.rulings.ruled_day import RuledDay, day_records
from projections.table_days import TableDays, entries_in_order


def dealer_by_position(entries: Iterable[Entry]) -> dict[int, str]:
    """By the position of an entry of a day, in the order in which they happened, who was dealing, as far as they tell."""
    dealer, found = None, dict[int, str]()
    for entry in entries:
        if isinstance(entry.event, DealerChanged):
            dealer = entry.event.dealer
        if dealer is not None:
            found[entry.position] = dealer
    return found


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
class OfficeDay:
    """A table's day as a paper tells it. What it reads of the ledger it reads once it is asked for."""

    ledger: Ledger
    name: str
    person_names: PersonNames

    @property
    def table(self) -> str:
        return self.name.split("/")[0]

    @property
    def day(self) -> str:
        return self.name.split("/")[1]

    @cached_property
    def ruled(self) -> RuledDay:
        """What is on record of its rulings."""
        return RuledDay(self.name, day_records(self.ledger, self.name, change=self._masked_record))

    @cached_property
    def answers(self) -> Mapping[str, RecordedAnswer]:
        """The answers on its rounds, by name."""
        return RecordedAnswers(self.ledger, self.ruled, self.envelopes, self.person_names.name_of).by_round

    def _masked_record(self, record: RulingRecord) -> RulingRecord:
        return mask_record(record, self.person_names)

    @cached_property
    def entries(self) -> list[Entry]:
        """Everything of the day, in the order of the record."""
        found = self.ledger.entries(f"table/{self.name}")
        return list(mask_entries(found, self.person_names)) if self.person_names.are_given else found

    @cached_property
    def entries_in_order(self) -> list[Entry]:
        """What was told of the day, in the order in which it happened."""
        return entries_in_order(self.entries)

    @cached_property
    def envelopes(self) -> dict[int, Mapping[str, Any]]:
        """The stored entries of the day as JSON, by their positions: what does for times and subjects."""
        return {notification.id: envelope for notification, envelope in readable_envelopes(self._stored)}

    @cached_property
    def _stored(self) -> list[Notification]:
        return self.ledger.recorder.select_events(f"table/{self.name}")

    @cached_property
    def dealers_by_position(self) -> dict[int, str]:
        """By the position of an entry, who was dealing."""
        return dealer_by_position(self.entries_in_order)

    @cached_property
    def opening(self) -> TableOpened | None:
        """The table's opening, where it is on record."""
        return self.ledger.table_opening(self.name)

    @property
    def recorded_at(self) -> str:
        """When the day's last entry was recorded."""
        return max(str(stored["recorded_at"]) for stored in self.envelopes.values())

    def time_at(self, position: int) -> str:
        """When the entry at a position happened by its device's clock, else when it was recorded."""
        stored = self.envelopes.get(position)
        return "" if stored is None else readable_time(stored.get("time") or stored["recorded_at"])

    def money_amount(self, minor: int) -> MoneyAmount:
        """An amount in the table's currency."""
        assert self.opening is not None
        return MoneyAmount(minor=minor, currency=self.opening.currency, digits=self.opening.minor_digits)

    def require_rulings(self) -> None:
        """Raises UnknownRulebook where the day cannot be ruled on: no edition of its rulebook was in force."""
        if not self.ruled.rounds and any(round_of(stored["subject"]) for stored in self.envelopes.values()):
            with suppress(UnknownRound):  # a table that never opened has no rounds
                TableDays(self.ledger).edition_of(self.name)


def entry_time(entry: Entry) -> str:
    """When an entry happened by its device's clock, else when it was recorded."""
    return readable_time(entry.delivery.time or entry.recorded_at)


def person_names(ledger: Ledger, words: Catalogue, table: str | None, *, mask_names: bool) -> PersonNames:
    """What persons are called in a paper about a table, or about all: on every day of it the same."""
    return masking(_entries_of_all_days(ledger, table), words) if mask_names else PersonNames({})


def _entries_of_all_days(ledger: Ledger, table: str | None) -> Iterator[Entry]:
    """The entries of all days, since a shoe that is carried brings with it what was decided on another day."""
    for day in ledger.table_days(table):
        yield from ledger.entries(f"table/{day}")


def office_days(ledger: Ledger, period: Period, names: PersonNames) -> Iterator[OfficeDay]:
    """The days of a period, day by day and table by table, each read when it is its turn.

    Raises UnknownRound where there are none, UnknownRulebook for a day that cannot be ruled on.
    """
    found = [day.split("/") for day in ledger.table_days(period.table) if ledger.is_complete(day)]
    wanted = sorted((day, table) for table, day in found if period.covers(day))
    if not wanted:
        raise UnknownRound("nothing is on record for these days; `recoup rounds` lists what is")
    for day, table in wanted:
        office_day = OfficeDay(ledger, f"{table}/{day}", names)
        office_day.require_rulings()
        yield office_day


def office_day(ledger: Ledger, name: str, names: PersonNames) -> OfficeDay:
    """A table's day. Raises UnknownRound where nothing is on record, or only a part is here; UnknownRulebook as above."""
    if not ledger.is_complete(name):
        raise UnknownRound.of_a_part(name)
    day = OfficeDay(ledger, name, names)
    if not day.envelopes:
        raise UnknownRound.no_day(name, ledger.table_days())
    day.require_rulings()
    return day
