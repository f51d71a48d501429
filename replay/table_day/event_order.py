"""What came before what, when several sources tell of one table. The position in the ledger never decides."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from itertools import chain as joined
from typing import Final

from ledger.corrections import Correction
from ledger.entry import Entry
from ledger.events.deliveries import DeliveryConflicted, DeliveryQuarantined, EntryUnreadable
from ledger.events.table import SourceDeclared, SourceTopicsDeclared
from ledger.values.times import DEFAULT_UNCERTAINTY_US, parse_instant
from replay.table_day.missing import Gap, note_missing_parts
from replay.table_day.round import Round

_UNBOUNDED_US: Final = 2**62


@dataclass(frozen=True)
class EventOrder:
    """A partial order of entries: by sequence within a source; between sources by `after`, else by time where the
    uncertainties of the clocks do not overlap.
    """

    entries: tuple[Entry, ...]
    """All entries in one order that keeps everything that is known."""

    _chain_indexes: dict[int, int]
    _merge: "_ChainMerge | None" = None
    """How the chains of several sources were merged; None where there is one source."""

    @property
    def has_several_sources(self) -> bool:
        """Whether there are several sources, so that the order can be open at all."""
        return self._merge is not None

    def came_before(self, earlier: Entry, later: Entry) -> bool | None:
        """Whether one came before the other; None where that is not established."""
        if self._is_known_later(later, earlier):
            return True
        return False if self._is_known_later(earlier, later) else None

    def _is_known_later(self, later: Entry, earlier: Entry) -> bool:
        if later.source == earlier.source or self._merge is None:
            return self._chain_indexes[later.position] > self._chain_indexes[earlier.position]
        clock = self._merge.vector_clocks[later.source, self._chain_indexes[later.position]]
        return clock.get(earlier.source, -1) >= self._chain_indexes[earlier.position]

    def carried_on(self, entries: Iterable[Entry]) -> "EventOrder | None":
        """The order with these entries behind all others; None where it is not certain that they belong there.

        What this order knew is used up: it is not asked again.
        """
        new, indexes = list(entries), dict[int, int]()
        last = self.entries[-1]
        for entry in new:
            if self._merge is not None:
                index = self._merge.carry_on(entry)
                if index is None:
                    return None
                indexes[entry.position] = index
            elif entry.source != last.source or _chain_key(entry) <= _chain_key(last):
                return None
            else:
                last = entry
                indexes[entry.position] = len(self.entries) + len(indexes)
        self._chain_indexes.update(indexes)
        return EventOrder((*self.entries, *new), self._chain_indexes, self._merge)


def order_entries(entries: Iterable[Entry], uncertainty_us: Mapping[str, int]) -> EventOrder:
    """The order of entries. Where `after` and the clocks contradict each other, `after` holds, there and only there;
    where sources say of each other in a ring that they came after, none of them is believed in that.
    """
    chains: dict[str, list[Entry]] = {}
    for entry in entries:
        chains.setdefault(entry.source, []).append(entry)
    for chain in chains.values():
        chain.sort(key=_chain_key)
    if len(chains) == 1:
        (line,) = chains.values()
        return EventOrder(tuple(line), {entry.position: at for at, entry in enumerate(line)})
    uncertainties = {source: uncertainty_us.get(source, DEFAULT_UNCERTAINTY_US) for source in chains}
    return _ChainMerge(chains, uncertainties).merge()


def _chain_key(entry: Entry) -> tuple[int, str]:
    return entry.delivery.sequence or 0, entry.delivery.id


ChainPosition = tuple[str, int]
"""A source, and how far along its chain."""


@dataclass(slots=True)
class _TimeSpans:
    """Earliest and latest instants of a chain's entries, each bounded by its neighbours in sequence."""

    earliest: list[int]
    latest: list[int]
    last_time: int
    """The latest time that any of them tells."""

    def sort_time(self, index: int) -> int:
        """Where on the clock an entry is put when nothing else decides: twice the middle of its span."""
        low, high = self.earliest[index], self.latest[index]
        return low + high if low > -_UNBOUNDED_US and high < _UNBOUNDED_US else 2 * (low if low > -_UNBOUNDED_US else high)

    def ends_before(self, time: int) -> bool:
        """Whether something of another chain, or told next in this one, comes behind all entries if it has this time."""
        return self.latest[-1] < _UNBOUNDED_US and self.earliest[-1] < time and self.sort_time(-1) < 2 * time


def _time_spans(chain: Sequence[Entry], uncertainty_us: int) -> _TimeSpans:
    """A clock that ran backwards along the sequence was off by more than it is said to be: while it did, each entry
    may lie anywhere between the instants that it contradicts.
    """
    times = [None if entry.delivery.time is None else parse_instant(entry.delivery.time) for entry in chain]
    low = _running_maximum([-_UNBOUNDED_US if time is None else time - uncertainty_us for time in times])
    high = _running_minimum([_UNBOUNDED_US if time is None else time + uncertainty_us for time in times])
    back = [early > late for early, late in zip(low, high, strict=True)]
    return _TimeSpans(
        last_time=max((time for time in times if time is not None), default=-_UNBOUNDED_US),
        earliest=_running_maximum(
            [late - 2 * uncertainty_us if off else early for early, late, off in zip(low, high, back, strict=True)]
        ),
        latest=_running_minimum(
            [early + 2 * uncertainty_us if off else late for early, late, off in zip(low, high, back, strict=True)]
        ),
    )


def _running_maximum(earliest: Iterable[int]) -> list[int]:
    return list(accumulate(earliest, max))


def _running_minimum(latest: Sequence[int]) -> list[int]:
    return list(accumulate(reversed(latest), min))[::-1]


class _ChainMerge:
    """Takes from the chains, one by one, the earliest head whose predecessors are all taken."""

    def __init__(self, chains: Mapping[str, list[Entry]], uncertainties: Mapping[str, int]):
        self._chains = chains
        self._uncertainties = uncertainties
        self._spans = {source: _time_spans(chain, uncertainties[source]) for source, chain in chains.items()}
        self._places = {entry.ref: (source, n) for source, chain in chains.items() for n, entry in enumerate(chain)}
        self._awaited: set[str] = set()
        """What entries say they came after and is not here."""
        self._predecessors = {
            (source, n): self._declared_predecessors(entry)
            for source, chain in chains.items()
            for n, entry in enumerate(chain)
            if entry.delivery.after
        }
        self._taken_counts = dict.fromkeys(chains, 0)
        self._is_contradictory = False
        """Whether clocks, sequences and what entries say they came after could not all be kept."""
        self.vector_clocks: dict[ChainPosition, dict[str, int]] = {}
        """Per entry taken, how far along each other chain everything is known to have come before it."""

    def _declared_predecessors(self, entry: Entry) -> list[ChainPosition]:
        """The entries of other sources that an entry says it came after."""
        self._awaited.update(ref for ref in entry.delivery.after if ref not in self._places)
        places = (self._places[ref] for ref in entry.delivery.after if ref in self._places)
        return [place for place in places if place[0] != entry.source]

    def merge(self) -> EventOrder:
        line: list[Entry] = []
        while heads := [(source, at) for source, at in self._taken_counts.items() if at < len(self._chains[source])]:
            line.append(self._take(self._next_head(heads)))
        rank = {entry.position: at for chain in self._chains.values() for at, entry in enumerate(chain)}
        return EventOrder(tuple(line), rank, self)

    def _take(self, head: ChainPosition) -> Entry:
        source, at = head
        self.vector_clocks[head] = self._vector_clock(head)
        self._taken_counts[source] = at + 1
        return self._chains[source][at]

    def carry_on(self, entry: Entry) -> int | None:
        """Take an entry that came when all others were taken, and return its index in its chain.

        None where it may belong before one of them, by what it says, by its number or by the clocks: then the chains must
        be merged anew.
        """
        chain, spans = self._chains.get(entry.source), self._spans.get(entry.source)
        if chain is None or spans is None or entry.delivery.time is None or self._is_contradictory:
            return None
        if _chain_key(entry) <= _chain_key(chain[-1]) or entry.ref in self._awaited:
            return None
        time, uncertainty = parse_instant(entry.delivery.time), self._uncertainties[entry.source]
        if time < spans.last_time or not all(span.ends_before(time) for span in self._spans.values()):
            return None
        at = len(chain)
        chain.append(entry)
        spans.earliest.append(time - uncertainty)
        spans.latest.append(time + uncertainty)
        spans.last_time = time
        self._places[entry.ref] = entry.source, at
        if entry.delivery.after:
            self._predecessors[entry.source, at] = self._declared_predecessors(entry)
        self._take((entry.source, at))
        return at

    def _next_head(self, heads: Sequence[ChainPosition]) -> ChainPosition:
        """The likeliest of the heads that wait for nothing; else of those that wait only on account of a clock."""
        while not (free_heads := [head for head in heads if not self._not_taken(self._predecessors.get(head, ()))]):
            self._is_contradictory = True
            self._break_cycle(heads[0])
        timed = [head for head in free_heads if not self._not_taken(self._clock_predecessors(head))]
        self._is_contradictory |= not timed
        return min(timed or free_heads, key=lambda head: (self._spans[head[0]].sort_time(head[1]), head))

    def _not_taken(self, links: Iterable[ChainPosition]) -> list[ChainPosition]:
        return [(other, at) for other, at in links if self._taken_counts[other] <= at]

    def _clock_predecessors(self, head: ChainPosition) -> list[ChainPosition]:
        """The last entry of each other source that was certainly earlier by the clocks."""
        earliest = self._spans[head[0]].earliest[head[1]]
        upto = ((other, bisect_left(span.latest, earliest)) for other, span in self._spans.items() if other != head[0])
        return [(other, number - 1) for other, number in upto if number]

    def _break_cycle(self, head: ChainPosition) -> None:
        """From a head to one that it waits for, until one comes again: what these say of each other cannot be."""
        path: list[ChainPosition] = []
        while head not in path:
            path.append(head)
            other, _ = self._not_taken(self._predecessors[head])[0]
            head = (other, self._taken_counts[other])
        ring = path[path.index(head) :]
        sources = {source for source, _ in ring}
        for link in ring:
            self._predecessors[link] = [(other, at) for other, at in self._predecessors[link] if other not in sources]

    def _vector_clock(self, head: ChainPosition) -> dict[str, int]:
        """What is known to have come before a head; clocks that were overruled speak only of what is taken."""
        source, at = head
        clock = dict(self.vector_clocks[source, at - 1]) if at else {}
        for other, far in (*self._predecessors.get(head, ()), *self._clock_predecessors(head)):
            reached = min(far, self._taken_counts[other] - 1)
            if reached >= 0:
                for name, n in (*self.vector_clocks[other, reached].items(), (other, reached)):
                    clock[name] = max(clock.get(name, -1), n)
        clock.pop(source, None)
        return clock


def note_sequence_gaps(
    rounds: Mapping[str, Round],
    rounds_of: Callable[[str], Mapping[str, Round]],
    play_entries: Sequence[Entry],
    all_entries: Iterable[Entry],
    declarations: Mapping[str, SourceDeclared],
    corrections: Sequence[Correction] = (),
) -> set[str]:
    """Gaps in the sequence of a source that counts, unless what was refused or superseded fills them; and what was refused
    of a source that is heard at the table: of a stranger's word nobody knows that it is about the round. `rounds_of` are
    the rounds as a source tells them: these are told what is missing there.

    Returns the sources that have told of no round since a gap: it may be about the one that they tell of next.
    """
    refused = [entry for entry in all_entries if isinstance(entry.event, DeliveryQuarantined | DeliveryConflicted)]
    filled = {(e.event.source, e.event.sequence) for e in refused if isinstance(e.event, DeliveryQuarantined)}
    filled |= {(entry.source, entry.delivery.sequence) for correction in corrections for entry in correction.superseded}
    on_record = {entry.delivery.key for entry in play_entries} if refused else set()
    heard = {entry.source for entry in play_entries} if refused else set()
    waiting: set[str] = set()
    gaps = list(_sequence_gaps(play_entries, declarations))
    for source, last, entry, (following, before) in gaps:
        number = entry.delivery.sequence or 0
        round_ = next((rounds[near.subject] for near in joined(following, before) if near.subject in rounds), None)
        if not any(near.subject in rounds for near in following):
            waiting.add(source)
        if round_ and any((source, missing) not in filled for missing in range(last + 1, min(number, last + 10_000))):
            round_.sequence_gaps.append((source, last, number, entry.position))
    lost: list[Entry] = []
    for entry in refused:
        event = entry.event
        assert isinstance(event, DeliveryQuarantined | DeliveryConflicted)
        if isinstance(event, DeliveryQuarantined):
            mended = (event.source or "", event.delivery or "") in on_record
        else:
            mended = any(correction.settles(entry) for correction in corrections)
        if not mended and (event.source in heard or isinstance(event, EntryUnreadable)):
            lost.append(entry)
            if entry.subject in rounds:
                rounds[entry.subject].refused_entries.append(entry)
    note_missing_parts(gaps, filled, lost, play_entries, lambda source: rounds_of(source) if source else rounds)
    return waiting


def _is_readers(entry: Entry) -> bool:
    """Whether the reader of a feed entered it for its source, before the source's own first number."""
    return type(entry.event) is SourceTopicsDeclared and not entry.delivery.sequence


def _sequence_gaps(play_entries: Iterable[Entry], declarations: Mapping[str, SourceDeclared]) -> Iterator[Gap]:
    """Where numbers are missing: the source, the last number before and the first entry after, and the source's entries
    after and before by nearness. What was lost may have been about the round that follows, else about the one before.
    """
    chains: dict[str, list[Entry]] = {}
    uncounted = {source for source, event in declarations.items() if not event.counted}
    for entry in play_entries:
        if entry.delivery.sequence is not None and entry.source not in uncounted:
            chains.setdefault(entry.source, []).append(entry)
    for source, chain in chains.items():
        chain.sort(key=lambda entry: entry.delivery.sequence or 0)
        for at, (earlier, following) in enumerate(pairwise(chain), 1):
            last = earlier.delivery.sequence or 0
            if (following.delivery.sequence or 0) > last + 1 and not _is_readers(earlier):
                yield source, last, following, (chain[at:], chain[:at][::-1])
