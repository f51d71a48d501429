"""What stood in a typed account before it was corrected: what was superseded, and what was told instead."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ledger.events import Event
from ledger.values.subjects import table_day
from projections.timeline.event_text import EventFormatter, describe_event
from projections.timeline.timeline import terminal_formatter_for
from replay.ruling.ruling import Ruling


@dataclass(frozen=True, slots=True)
class ToldEvent:
    """An event of a typed account that stands, or stood once."""

    position: int
    text: str


@dataclass(frozen=True, slots=True)
class AccountMend:
    """What one correction changed of a round: at `at`, in UTC."""

    position: int
    at: str
    by: str
    reason: str
    before: tuple[ToldEvent, ...]
    instead: tuple[ToldEvent, ...]


def account_mends(ruling: Ruling, formatter: EventFormatter | None = None) -> list[AccountMend]:
    """What was corrected of a round and of its table, in the order of the record; in English where no spelling is given."""
    return list(_account_mends(ruling, formatter or terminal_formatter_for(ruling)))


def _account_mends(ruling: Ruling, formatter: EventFormatter) -> Iterator[AccountMend]:
    about = (ruling.round.name, table_day(ruling.round.name))
    for correction in ruling.round.corrections:
        act = correction.entry
        yield AccountMend(
            act.position,
            act.delivery.time or act.recorded_at,
            correction.event.by,
            correction.event.reason,
            *(
                _told(((entry.position, entry.event) for entry in entries if entry.subject in about), formatter)
                for entries in (correction.superseded, correction.replacements)
            ),
        )


def _told(events: Iterable[tuple[int, Event]], formatter: EventFormatter) -> tuple[ToldEvent, ...]:
    return tuple(ToldEvent(position, describe_event(event, formatter)) for position, event in events)
