"""What is missing from the record of a round: numbers that a source skipped, deliveries that were refused or in conflict.

Nobody knows what it was, but for what of a refused delivery could be read. It may have been what was due.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain as joined
from typing import TYPE_CHECKING, Final, Literal

from ledger.entry import Entry
from ledger.events import Event, shoe, table, wheel
from ledger.events.base import REGISTRY, topic_stem
from ledger.events.deliveries import DeliveryConflicted, DeliveryQuarantined, EntryUnreadable
from ledger.events.play import (
    BetsClosed,
    CardDealt,
    CardExposed,
    CardMixed,
    CardMoved,
    CardsCollected,
    CorrectionBegun,
    CorrectionCompleted,
    DecisionMade,
    IrregularityReported,
    NoticeGiven,
    PaymentTakenBack,
    PlayerAbsent,
    RoundClosed,
    RoundInterrupted,
    RoundOpened,
    TipGiven,
    WagerPlaced,
    WagerReturned,
)
from ledger.events.wheel import BallRested, BallSpun
from ledger.values.subjects import round_of

if TYPE_CHECKING:
    from replay.table_day.round import Round

MOST_NUMBERS: Final = 10_000
"""A gap of more numbers than this is looked at as one of so many."""

OBJECTIONS: Final[tuple[type[Event], ...]] = (NoticeGiven, CorrectionBegun, CorrectionCompleted)
NOTICES: Final[tuple[type[Event], ...]] = (*OBJECTIONS, CardMoved)
"""Events by which an error is brought to attention, or corrected."""

_AFTER_THE_CLOSE: Final = frozenset({WagerReturned, PaymentTakenBack, IrregularityReported, TipGiven, *NOTICES})
"""What can still come of a round that its source has closed."""

_OF_TABLE: Final = (table.__name__, shoe.__name__)
"""The modules of the events that come before a round is opened."""

_OF_CARDS: Final = frozenset({CardDealt, CardExposed, CardMoved, DecisionMade})
"""What no round is told by that a wheel decides."""

_DURING_THE_DEAL: Final = _OF_CARDS | {
    *(CardMixed, CardsCollected, PlayerAbsent, RoundInterrupted, CorrectionBegun, CorrectionCompleted),
}
"""What does not come before the first card."""

_WRONG_TIMES: Final = frozenset({"not_a_time", "not_a_leap_second"})
"""The codes of refusals that concern no more than the time of an event; their particulars have its topic."""

What = Literal["gap", "refused", "conflicting", "unreadable"]


@dataclass(frozen=True, slots=True)
class MissingPart:
    """A part of a round's record that is missing, or may be.

    `first` and `last` are the numbers that its source gave it, None where that is not known. `position` is of the entry
    that shows that it is missing, `reason` why it was refused. `topics`, `places` and `wagers` are what of it could be
    read: none where nothing could.
    """

    what: What
    source: str
    position: int
    first: int | None = None
    last: int | None = None
    reason: str | None = None
    topics: frozenset[str] = frozenset()
    places: frozenset[str] = frozenset()
    wagers: frozenset[str] = frozenset()
    is_of_table: bool = False
    """Whether it was about the table or its shoe, not about a round."""
    conflicts_with: int | None = None
    """The position of the entry that stands although another delivery had its number and said something else."""
    is_known_act: bool = False
    """Whether it is known that something of its topics happened, and only not all about it."""
    next_round: Literal["opened", "dealt"] | None = None
    """How far its source had gone on with the next round before; None where it had not, or may not have."""

    def may_be(self, kind: type[Event], round_: "Round", wagers: Collection[str] = ()) -> bool:
        """Whether it may have been such an event of this round, on one of these wagers where some are named."""
        if self.topics and topic_stem(kind.TOPIC) not in self.topics:
            return False
        if self.wagers and wagers and self.wagers.isdisjoint(wagers):
            return False
        if kind.__module__ in _OF_TABLE:
            return True
        if self.is_of_table or self._is_before_opening(round_) or _is_of_other_games(kind, round_):
            return False
        if kind in _DURING_THE_DEAL and self._is_before_deal(round_):
            return False
        return kind in _AFTER_THE_CLOSE or (self.next_round is None and not self._is_after_closing(round_))

    def bounds(self, round_: "Round") -> tuple[int, int | None]:
        """Between which places of the line it came, by the other entries of its source in this round."""
        if self.conflicts_with is not None:
            at = next((entry.index for entry in round_.entries if entry.position == self.conflicts_with), None)
            return (-1, None) if at is None else (at - 1, at + 1)
        if self.first is None:
            return -1, None
        last = self.first if self.last is None else self.last
        own = [
            (entry.entry.delivery.sequence, entry.index) for entry in round_.entries if entry.entry.source == self.source
        ]
        before = [index for number, index in own if number is not None and number < self.first]
        behind = (index for number, index in own if number is not None and number > last)
        if self.next_round == "dealt" and round_.later_round_index is not None:
            before.append(round_.later_round_index)
        return max(before, default=-1), min(behind, default=None)

    def lies_between(self, round_: "Round", after: int, before: int | None) -> bool:
        """Whether it may have come behind one place of the line and before another."""
        low, high = self.bounds(round_)
        return (before is None or low < before) and (high is None or high > after)

    def is_within(self, round_: "Round") -> bool:
        """Whether it is of this round by all appearance: refused or contradicted there, or skipped before it was closed."""
        if self.what != "gap":
            return not self.is_of_table
        if self.next_round is not None:
            return False
        low, _ = self.bounds(round_)
        return low >= 0 and not self._is_after_closing(round_)

    def _is_after_closing(self, round_: "Round") -> bool:
        """Whether its source had closed the round before."""
        low, _ = self.bounds(round_)
        closings = (e.index for e, _ in round_.entries_of(RoundClosed) if e.entry.source == self.source)
        return any(index <= low for index in closings)

    def _is_before_opening(self, round_: "Round") -> bool:
        """Whether its source opened the round, and said nothing of it, before."""
        _, high = self.bounds(round_)
        openings = [e.index for e, _ in round_.entries_of(RoundOpened) if e.entry.source == self.source]
        first = min((e.index for e in round_.entries if e.entry.source == self.source), default=None)
        return self.what == "gap" and high is not None and high == first and high in openings

    def _is_before_deal(self, round_: "Round") -> bool:
        """Whether it came before the bets were down, or closed, that were so before a card was dealt."""
        low, high = self.bounds(round_)
        first = min((entry.index for entry in round_.card_entries), default=None)
        before = [e for e in round_.entries if isinstance(e.event, BetsClosed | WagerPlaced)]
        last = max((e.index for e in before if first is not None and e.index < first), default=-1)
        is_closed = any(isinstance(e.event, BetsClosed) and e.index <= low for e in before)
        return high is not None and high <= last and not is_closed


def _is_of_other_games(kind: type[Event], round_: "Round") -> bool:
    """Whether a round in which there are cards, or a ball, has no such event."""
    if kind.__module__ == wheel.__name__:
        return bool(round_.card_entries)
    return kind in _OF_CARDS and any(type(entry.event).__module__ == wheel.__name__ for entry in round_.entries)


Gap = tuple[str, int, Entry, tuple[Sequence[Entry], Sequence[Entry]]]
"""A source, the last number before and the first entry after, and the source's entries after and before by nearness."""


def gap_parts(
    gaps: Iterable[Gap], filled: Collection[tuple[str | None, int | None]]
) -> Iterator[tuple[MissingPart, tuple[str, ...]]]:
    """The gaps of sources, each with the rounds that it may touch: those of the nearest entries before and after it, and
    the one that its source told before these, which may have been settled, or objected to, only then.
    """
    for source, last, entry, (following, before) in gaps:
        number = entry.delivery.sequence or 0
        numbers = range(last + 1, min(number, last + MOST_NUMBERS))
        if any((source, missing) not in filled for missing in numbers):
            part = MissingPart("gap", source, entry.position, last + 1, number - 1)
            nearest = _nearest_rounds(following, before)
            yield part, nearest
            yield from _part_of_round_before(part, before, nearest)


def _part_of_round_before(
    part: MissingPart, before: Iterable[Entry], nearest: Collection[str]
) -> Iterator[tuple[MissingPart, tuple[str, ...]]]:
    """A gap as what is missing of the round that its source told before the nearest ones."""
    next_round: Literal["opened", "dealt"] = "opened"
    for entry in before:
        name = round_of(entry.subject)
        if name is not None and name not in nearest:
            yield replace(part, next_round=next_round), (name,)
            return
        if isinstance(entry.event, CardDealt | BallSpun | BallRested):
            next_round = "dealt"


def refused_part(entry: Entry, chain: Sequence[Entry]) -> tuple[MissingPart, tuple[str, ...]] | None:
    """A refused or conflicting delivery, with the rounds that it may touch; None where it may be about none.

    `chain` are its source's entries, by their numbers; of an entry that cannot be read those of all sources, by position.
    """
    event = entry.event
    if isinstance(event, DeliveryConflicted):
        first = next((other for other in chain if other.position == event.first_position), None)
        known = first.delivery if first is not None else None
        part = MissingPart(
            "conflicting",
            event.source,
            entry.position,
            known.sequence if known else None,
            known.sequence if known else None,
            topics=frozenset({topic_stem(known.event.TOPIC)} if known else ()),
            places=_named(known.event, "place") if known else frozenset(),
            wagers=_named(known.event, "wager") if known else frozenset(),
            conflicts_with=event.first_position,
        )
        return (part, (entry.subject,)) if round_of(entry.subject) is not None else None
    assert isinstance(event, DeliveryQuarantined)
    if isinstance(event, EntryUnreadable):
        return _unreadable_part(entry, event, chain)
    first_number = event.sequence
    following = [other for other in chain if first_number is not None and (other.delivery.sequence or 0) > first_number]
    last = (following[0].delivery.sequence or 0) - 1 if following else first_number
    is_one = bool(following) and last == first_number
    is_of_round = round_of(entry.subject) is not None
    topics = _topics_of(event) if is_one else frozenset[str]()
    part = MissingPart(
        "refused",
        event.source or "",
        entry.position,
        first_number,
        last,
        event.why,
        topics,
        is_of_table=not is_of_round,
        is_known_act=bool(topics),
    )
    if is_of_round:
        return part, (entry.subject,)
    if first_number is None:
        return None
    before = [other for other in chain if (other.delivery.sequence or 0) < first_number][::-1]
    return part, _nearest_rounds(following, before)


def _unreadable_part(
    entry: Entry, event: EntryUnreadable, entries: Sequence[Entry]
) -> tuple[MissingPart, tuple[str, ...]] | None:
    """An entry that cannot be read: of its round where that much can be read, else of the rounds recorded around it."""
    part = MissingPart(
        "unreadable",
        event.source or "",
        entry.position,
        event.sequence,
        event.sequence,
        event.why,
        is_of_table=event.about is not None and round_of(event.about) is None,
    )
    if round_of(entry.subject) is not None:
        return part, (entry.subject,)
    before = [other for other in entries if other.position < entry.position][::-1]
    return part, _nearest_rounds((other for other in entries if other.position > entry.position), before)


def _topics_of(event: DeliveryQuarantined) -> frozenset[str]:
    """The topic of what was refused: the reason begins with it where no more than a field could not be read."""
    topic = (event.particulars or {}).get("topic") if event.code in _WRONG_TIMES else event.reason.partition(":")[0]
    stem = topic_stem(str(topic))
    return frozenset({stem} if stem in map(topic_stem, REGISTRY) else ())


def _named(event: Event, field: str) -> frozenset[str]:
    value = getattr(event, field, None)
    return frozenset({value}) if isinstance(value, str) else frozenset()


def _nearest_rounds(following: Iterable[Entry], before: Iterable[Entry]) -> tuple[str, ...]:
    nearest = (next(filter(None, (round_of(entry.subject) for entry in side)), None) for side in (before, following))
    return tuple(dict.fromkeys(name for name in nearest if name is not None))


def note_missing_parts(
    gaps: Iterable[Gap],
    filled: Collection[tuple[str | None, int | None]],
    refused: Iterable[Entry],
    entries: Sequence[Entry],
    rounds_of: Callable[[str], Mapping[str, "Round"]],
) -> None:
    """Each round is told of the parts of its record that are missing. `rounds_of` are the rounds as a source tells them."""
    refused = list(refused)
    sources = {getattr(entry.event, "source", None) for entry in refused}
    chains: dict[str, list[Entry]] = {}
    for entry in entries if refused else ():
        if entry.source in sources:
            chains.setdefault(entry.source, []).append(entry)
    for chain in chains.values():
        chain.sort(key=lambda entry: entry.delivery.sequence or 0)
    by_position = sorted(entries, key=lambda entry: entry.position) if refused else []
    parts = (
        refused_part(
            entry,
            by_position
            if isinstance(entry.event, EntryUnreadable)
            else chains.get(getattr(entry.event, "source", None) or "", ()),
        )
        for entry in refused
    )
    unreadable = {entry.position: entry for entry in refused if isinstance(entry.event, EntryUnreadable)}
    for part, names in joined(filter(None, parts), gap_parts(gaps, filled)):
        rounds = rounds_of(part.source)
        for name in names:
            if name in rounds:
                rounds[name].missing_parts.append(part)
                if part.what == "unreadable" and unreadable[part.position].subject != name:
                    rounds[name].refused_entries.append(unreadable[part.position])
