"""The latest day of every table, kept up with the ledger entry by entry: what the live page shows of it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock
from typing import Final

from ledger.application import Ledger
from ledger.entry import Entry
from ledger.events.decisions import AuthorityAct
from ledger.events.table import TableClosed, TableOpened
from ledger.mapper import MAPPER
from ledger.values.subjects import round_of
from projections.reports.masking import NamedInEntries
from replay.table_day.builder import NOT_PLAYED

ROUNDS_SHOWN: Final = 3
"""How many rounds of each table are shown."""

_PAGE: Final = 5_000
_PLAY: Final = "table/"


@dataclass(slots=True)
class LiveDay:
    """A table's latest day: its opening, and its last rounds, each with the entry that came last, the oldest first."""

    day: str
    opening: TableOpened | None = None
    is_closed: bool = False
    last_entries: dict[str, Entry] = field(default_factory=dict)
    earlier: set[str] = field(default_factory=set)
    """The rounds before the last ones: what comes of them late does not bring them back."""
    named: NamedInEntries = field(default_factory=NamedInEntries)

    def take(self, entry: Entry) -> None:
        """Goes on by one entry."""
        self.named.take(entry)
        event = entry.event
        if isinstance(event, TableOpened) and self.opening is None:
            self.opening = event
        self.is_closed = self.is_closed or isinstance(event, TableClosed)
        name = round_of(entry.subject)
        if name is None or name in self.earlier or isinstance(event, AuthorityAct) or type(event) in NOT_PLAYED:
            return
        self.last_entries[name] = entry
        if len(self.last_entries) > ROUNDS_SHOWN:
            oldest = next(iter(self.last_entries))
            del self.last_entries[oldest]
            self.earlier.add(oldest)


class LiveBoard:
    """The open tables. Each entry is read once, however many look and however often."""

    def __init__(self, ledger: Ledger):
        self._ledger = ledger
        self._latest: dict[str, LiveDay] = {}
        self._read_to = 0
        self._lock = Lock()

    @contextmanager
    def open_days(self) -> Iterator[list[LiveDay]]:
        """The tables whose latest day on record is not closed, by their names, as of now; they stand still meanwhile."""
        with self._lock:
            if not self._read_to:
                self._begin()
            else:
                self._go_on()
            found = [self._latest[table] for table in sorted(self._latest)]
            yield [day for day in found if day.opening is not None and not day.is_closed and day.last_entries]

    def _begin(self) -> None:
        """Reads the latest day of each table; of earlier days nothing."""
        size = self._ledger.size()
        latest = {day.partition("/")[0]: day for day in self._ledger.table_days()}
        for day in latest.values():
            for entry in self._ledger.entries(f"{_PLAY}{day}"):
                if entry.position <= size:
                    self._take(day, entry)
        self._read_to = size

    def _go_on(self) -> None:
        recorder = self._ledger.recorder
        while found := recorder.select_notifications(self._read_to, _PAGE, inclusive_of_start=False):
            for notification in found:
                stream = str(notification.originator_id)
                if stream.startswith(_PLAY):
                    self._take(stream.removeprefix(_PLAY), MAPPER.to_domain_event(notification))
            self._read_to = found[-1].id

    def _take(self, day: str, entry: Entry) -> None:
        table = day.partition("/")[0]
        known = self._latest.get(table)
        if known is None or known.day < day:
            known = self._latest[table] = LiveDay(day)
        if known.day == day:
            known.take(entry)
