"""What the program has ruled and found about a table's day: a fold of the day's stream of rulings."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from eventsourcing.persistence import Notification

from ledger.entry import Entry
from ledger.errors import BrokenEvidence
from ledger.events.rulings import (
    DecisionWeighed,
    IrregularityFound,
    IrregularityWithdrawn,
    RoundNotRuled,
    RoundRuled,
    RulingsBegun,
    ShoeRuled,
)
from ledger.events.versions import newest_topic, upcast_data
from ledger.readable import readable_envelopes
from projections.read_models.rows import RulingRecord, named_records


def ruling_records(notifications: Iterable[Notification]) -> Iterator[RulingRecord]:
    """What the stored entries of a day say of rulings, without those that cannot be read, or that rest on such."""
    known: set[str] = set()
    for notification, stored in readable_envelopes(notifications):
        record = record_of(notification, stored)
        if record.topic != RoundRuled.TOPIC or known.issuperset(named_records(record)):
            known.add(record.id)
            yield record


def record_of(notification: Notification, stored: Mapping[str, Any]) -> RulingRecord:
    """What a stored entry says of a ruling."""
    return RulingRecord(
        newest_topic(notification.topic),
        stored["subject"],
        stored["id"],
        upcast_data(notification.topic, stored["data"]),
        stored["recorded_at"],
        notification.id,
    )


@dataclass(frozen=True, slots=True)
class StandingRuling:
    """The ruling on a round that stands, where it is on record, and what it says is irregular, by id."""

    entry: Entry
    event: RoundRuled
    begun: RulingsBegun
    irregularities: dict[str, IrregularityFound]


@dataclass(slots=True)
class DayRulings:
    """What stands of a day's rulings."""

    rounds: dict[str, StandingRuling] = field(default_factory=dict)
    failures: dict[str, RoundNotRuled] = field(default_factory=dict)
    """By round, where the program failed on it when it was to rule last: what stands is an earlier ruling, or none."""
    shoes: dict[str, ShoeRuled] = field(default_factory=dict)
    decisions: dict[int, DecisionWeighed] = field(default_factory=dict)
    begun: dict[int, RulingsBegun] = field(default_factory=dict)
    """By number, what rulings go by."""
    version: int = 0
    """Up to which version of the stream this is told."""
    _irregularities: dict[str, dict[str, IrregularityFound]] = field(default_factory=dict)
    """By round and id, those that were not withdrawn."""

    def take(self, entry: Entry) -> None:
        """Take in what stands next in the stream. Raises BrokenEvidence."""
        event = entry.event
        self.version = entry.version
        match event:
            case RulingsBegun():
                self.begun[event.number] = event
            case IrregularityFound():
                self._irregularities.setdefault(entry.subject, {})[entry.delivery.id] = event
            case IrregularityWithdrawn():
                self._irregularities.get(entry.subject, {}).pop(event.irregularity, None)
            case RoundRuled():
                of_round = self._irregularities.get(entry.subject, {})
                found_by_id = {ident: of_round[ident] for ident in event.irregularities or () if ident in of_round}
                if event.by not in self.begun:
                    raise BrokenEvidence(
                        f"the ruling at position {entry.position} goes by number {event.by}, which nothing is"
                    )
                self.rounds[entry.subject] = StandingRuling(entry, event, self.begun[event.by], found_by_id)
                self.failures.pop(entry.subject, None)
            case RoundNotRuled():
                self.failures[entry.subject] = event
            case ShoeRuled():
                self.shoes[event.shoe] = event
            case DecisionWeighed():
                self.decisions[event.decision] = event


def ruling_versions(entries: Iterable[Entry]) -> Iterator[StandingRuling]:
    """Every ruling in a day's stream of rulings, as it stood until another took its place. Raises BrokenEvidence."""
    rulings = DayRulings()
    for entry in entries:
        rulings.take(entry)
        if isinstance(entry.event, RoundRuled):
            yield rulings.rounds[entry.subject]


def day_rulings(entries: Iterable[Entry]) -> DayRulings:
    """What stands after these entries of a day's stream of rulings, in their order. Raises BrokenEvidence."""
    standing = DayRulings()
    for entry in entries:
        standing.take(entry)
    return standing
