"""A ledger as it was at a position: what was recorded later is not there, and nothing can be added."""

from collections.abc import Collection, Sequence
from typing import Final, NoReturn

from eventsourcing.persistence import Tracking

from ledger.application import AggregateT, Ledger, Projector
from ledger.entry import Entry
from ledger.errors import UnusableLedger
from ledger.events import Event
from ledger.ingest import PendingEntry
from ledger.recorder.rows import EVERYTHING

_TABLE: Final = "table/"


class LedgerAsOf(Ledger):
    """Reads a ledger up to and with a position, and refuses to record. `url` is that of the ledger itself."""

    def __init__(self, url: str, upto: int):
        super().__init__(url)
        self._upto = upto
        self._named: dict[str, list[str]] = {}

    def entries(self, stream: str | None = None, *, after: int = 0, limit: int = EVERYTHING) -> list[Entry]:
        found = super().entries(stream, after=after, limit=limit)
        return [entry for entry in found if entry.position <= self._upto]

    def entries_of_streams(self, prefix: str) -> list[Entry]:
        return [entry for entry in super().entries_of_streams(prefix) if entry.position <= self._upto]

    def counting_entries(
        self, day: str, rounds: Collection[str] = (), kinds: Collection[type[Event]] = ()
    ) -> Sequence[Entry]:
        found = super().counting_entries(day, rounds, kinds)
        return [entry for entry in found if entry.position <= self._upto]

    def aggregate(self, stream: str, projector: Projector[AggregateT]) -> AggregateT | None:
        """As it stood then: the library's repository knows nothing of the position."""
        return projector(None, self.entries(stream))

    def streams(self, prefix: str) -> list[str]:
        """The names of the streams that had begun, in order; asked of the database once, for they stay what they are."""
        if prefix not in self._named:
            with self._database_errors():
                self._named[prefix] = self.recorder.streams(prefix, self._upto)
        return self._named[prefix]

    def table_days(self, table: str | None = None) -> list[str]:
        found = self.streams(f"{_TABLE}{table}/" if table else _TABLE)
        return [stream.removeprefix(_TABLE) for stream in found]

    def size(self) -> int:
        return min(super().size(), self._upto)

    def append(self, drafts: Sequence[PendingEntry], tracking: Tracking | None = None) -> NoReturn:  # noqa: ARG002
        raise UnusableLedger("this ledger can only be read; record in the house's own")


class PartLedger(LedgerAsOf):
    """A part of a ledger: entries under their own positions, with gaps between, of which these days are whole."""

    is_part = True

    def __init__(self, url: str, upto: int, whole_days: frozenset[str]):
        super().__init__(url, upto)
        self._whole_days = whole_days

    def is_complete(self, day: str) -> bool:
        return day in self._whole_days
