"""Decks that stay together, as they stand: where they are, what was done with them, and what is out of order with that."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, cast

from ledger.acts.refusal import refused_act
from ledger.application import Ledger
from ledger.entry import Delivery, Entry
from ledger.errors import MalformedDecision, did_you_mean
from ledger.events import Event
from ledger.events.decks import (
    DECKS_PREFIX,
    DecksAct,
    DecksCounted,
    DecksDestroyed,
    DecksInspected,
    DecksIssued,
    DecksPulled,
    DecksReceived,
)
from ledger.events.house import HouseActRefused
from ledger.ingest import PendingEntry
from ledger.values.message import Message
from ledger.values.subjects import HOUSE
from ledger.values.times import format_instant

Where = Literal["in_store", "at_table", "destroyed"]
_DECK: Final = 52


@dataclass(slots=True)
class Decks:
    """Decks that stay together, given what was done with them."""

    received: DecksReceived
    entries: list[Entry] = field(default_factory=list)
    """What was done with them, in order."""

    @property
    def name(self) -> str:
        return self.received.decks

    @property
    def cards(self) -> int:
        """How many cards they have when they are complete."""
        return _DECK * self.received.number

    @property
    def where(self) -> Where:
        """Where they are."""
        moves = [e.event for e in self.entries if isinstance(e.event, DecksIssued | DecksPulled | DecksDestroyed)]
        last = moves[-1] if moves else None
        if isinstance(last, DecksDestroyed):
            return "destroyed"
        return "at_table" if isinstance(last, DecksIssued) else "in_store"

    def issued_as(self, day: str, shoe: str) -> Entry | None:
        """The entry by which they came to a table's day as this shoe."""
        for entry in self.entries:
            if isinstance(entry.event, DecksIssued) and (entry.event.table_day, entry.event.shoe) == (day, shoe):
                return entry
        return None

    def irregularities(self) -> Iterator[tuple[int, str]]:
        """What is out of order with them: the position, and in words."""
        is_inspected, is_sealed = False, self.received.seal is not None
        for entry in self.entries:
            match entry.event:
                case DecksInspected(faulty=faulty, reason=reason):
                    is_inspected = True
                    if faulty:
                        yield entry.position, f"the inspection found them faulty{f': {reason}' if reason else ''}"
                case DecksIssued(seal_broken=seal_broken):
                    if not is_inspected:
                        yield entry.position, "they came to a table without having been inspected"
                    if seal_broken or not is_sealed:
                        yield entry.position, "they came to a table without a whole seal"
                case DecksCounted() as counted:
                    yield from ((entry.position, text) for text in _count_faults(counted, self.cards))
            is_sealed = getattr(entry.event, "seal", None) is not None


def _count_faults(counted: DecksCounted, cards: int) -> Iterator[str]:
    if counted.counted != cards:
        yield f"{counted.counted} cards were counted; they should be {cards}"
    if counted.missing:
        yield f"missing: {' '.join(counted.missing)}"
    if counted.extra:
        yield f"too many: {' '.join(counted.extra)}"


def decks_of(entries: Iterable[Entry]) -> Decks | None:
    """The decks whose stream this is; None where nothing is on record of them."""
    found: Decks | None = None
    for entry in entries:
        if isinstance(entry.event, DecksReceived) and found is None:
            found = Decks(entry.event)
        if found is not None and isinstance(entry.event, DecksAct):
            found.entries.append(entry)
    return found


def all_decks(ledger: Ledger) -> dict[str, Decks]:
    """All decks on record, by what they are called."""
    found = (decks_of(ledger.entries(stream)) for stream in ledger.streams(DECKS_PREFIX))
    return {decks.name: decks for decks in found if decks is not None}


def act_on_decks(ledger: Ledger, event: DecksAct) -> Entry:
    """Puts on record what somebody does with decks. Raises MalformedDecision where that cannot be, and where the roster
    refuses the person, which is recorded as an attempt.
    """
    stream = DECKS_PREFIX + event.decks
    refused: str | None = None

    def decide() -> tuple[Sequence[PendingEntry], Mapping[str, int]]:
        nonlocal refused
        entries, when = ledger.entries(stream), format_instant(ledger.clock())
        _require_possible(ledger, decks_of(entries), event)
        refused = ledger.roster_refusal(event, when)
        entered = event if refused is None else refused_act(HouseActRefused, event, refused)
        delivery = Delivery(cast("Event", entered), HOUSE, f"{stream}:{len(entries) + 1:010}", None, HOUSE, when)
        return [PendingEntry(delivery, stream)], {stream: len(entries)}

    ledger.take_act(decide, "do it again")
    if refused is not None:
        raise MalformedDecision(refused)
    return ledger.entries(stream)[-1]


def _require_possible(ledger: Ledger, decks: Decks | None, event: DecksAct) -> None:
    """Only what cannot be is refused; what is against the rules is recorded, and stands among the irregularities."""
    if isinstance(event, DecksReceived):
        if decks is not None:
            raise MalformedDecision(Message("decks {decks} are on record already; call these otherwise", decks=event.decks))
        return
    if decks is None:
        near = did_you_mean(event.decks, all_decks(ledger))
        raise MalformedDecision(f"there are no decks {event.decks!r}; {near}`recoup decks list` shows what there are")
    if decks.where == "destroyed":
        raise MalformedDecision(Message("decks {decks} are destroyed", decks=decks.name))
    if isinstance(event, DecksIssued | DecksDestroyed) and decks.where == "at_table":
        raise MalformedDecision(
            Message("decks {decks} are at a table; `recoup decks pull` takes them from it", decks=decks.name)
        )
    if isinstance(event, DecksPulled) and decks.where != "at_table":
        raise MalformedDecision(Message("decks {decks} are at no table", decks=decks.name))
