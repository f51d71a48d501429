"""A table's day as the rulings on record tell it, and how far those have come. Nothing is judged here."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final

from ledger.application import Ledger
from ledger.errors import UnusableLedger
from ledger.events.rulings import RoundRuled
from ledger.values.subjects import ruling_stream, table_day
from projections.read_models.rows import DayRows, Row, RuledRound, RulingRecord, finding_of, rows_of_day
from projections.rulings.on_record import ruling_records
from projections.rulings.process import ruled_position, rulings_behind
from replay.judging.finding import Finding

_RULING_PREFIX: Final = "ruling/"


class RuledDay:
    """What is on record of the rulings on a table's day."""

    def __init__(self, day: str, records: Iterable[RulingRecord]):
        self.day = day
        self.records = list(records)

    @cached_property
    def rows(self) -> DayRows:
        """The day as the read models have it."""
        return rows_of_day(self.records)

    @cached_property
    def rounds(self) -> list[RuledRound]:
        """The rulings that stand, in the order of play."""
        records = {record.id: record for record in self.records}
        last = {record.subject: record for record in self.records if record.topic == RoundRuled.TOPIC}
        return [self._round(row, last[row["round"]], records) for row in self.rows.rounds]

    def findings_in(self, name: str) -> Sequence[Finding]:
        """What was found in a round; nothing where it is not ruled on."""
        return next((round_.findings for round_ in self.rounds if round_.name == name), ())

    def _round(self, row: Row, ruled: RulingRecord, records: Mapping[str, RulingRecord]) -> RuledRound:
        begun = records[f"rulings:{table_day(ruled.subject)}:{ruled.data['by']}"].data
        found = (records[ident].data for ident in ruled.data.get("irregularities", ()))
        return RuledRound(row, ruled, begun, tuple(map(finding_of, found)))


def day_records(
    ledger: Ledger, day: str, *, upto: int | None = None, change: Callable[[RulingRecord], RulingRecord] | None = None
) -> list[RulingRecord]:
    """What is on record of the rulings on a table's day, up to a position, each record changed where that is asked for."""
    stored = ledger.recorder.select_events(ruling_stream(day))
    records = ruling_records(notification for notification in stored if upto is None or notification.id <= upto)
    return list(records if change is None else map(change, records))


def ruled_day(ledger: Ledger, day: str, *, upto: int | None = None) -> RuledDay:
    """The rulings on a table's day as they are on record, up to a position where one is given."""
    return RuledDay(day, day_records(ledger, day, upto=upto))


def what_is_not_ruled_on(ledger: Ledger) -> str | None:
    """How far rulings are behind, and what to do about it, in a sentence; None where they are not.

    Raises UnusableLedger where nothing has been ruled on, though rounds may be on record.
    """
    if not any(map(ledger.is_complete, ledger.table_days())):
        return None
    if not ledger.streams(_RULING_PREFIX):
        if ledger.is_part:
            raise UnusableLedger("no rulings are on record in this package; `recoup rule --all` rules on its rounds")
        if not ruled_position(ledger):
            raise UnusableLedger("nothing has been ruled on yet; run `recoup follow --once`, then try again")
    if ledger.is_part:
        return None
    behind = rulings_behind(ledger)
    return f"{behind:,} entries are not ruled on yet; `recoup follow --once` rules on them" if behind else None
