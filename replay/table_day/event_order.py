"""What came before what, when several sources tell of one table. The position in the ledger never decides."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from itertools import chain as joined
from typing import Final

from ledger.entry import Entry
from ledger.events.deliveries import DeliveryConflicted, DeliveryQuarantined
from ledger.events.table import SourceDeclared
from ledger.values.times import parse_instant
from replay.table_day.round import Round

DEFAULT_UNCERTAINTY_US: Final = 1_000_000
"""How far the clock of a source may be off that has not declared it."""

_UNBOUNDED_US: Final = 2**62


@dataclass(frozen=True)
class EventOrder:
    """A partial order of entries: by sequence within a source; between sources by `after`, else by time where the
    uncertainties of the clocks do not overlap.
    """

    entries: tuple[Entry, ...]
    """All entries in one order that keeps everything that is known."""

    _vector_clocks: Mapping[int, Mapping[str, int]]
    _chain_indexes: Mapping[int, int]

    @property
    def has_several_sources(self) -> bool:
        """Whether there are several sources, so that the order can be open at all."""
        return bool(self._vector_clocks)

    def came_before(self, earlier: Entry, later: Entry) -> bool | None:
        """Whether one came before the other; None where that is not established."""
        if self._is_known_later(later, earlier):
            return True
        return False if self._is_known_later(earlier, later) else None

    def _is_known_later(self, later: Entry, earlier: Entry) -> bool:
        if later.source == earlier.source:
            return self._chain_indexes[later.position] > self._chain_indexes[earlier.position]
        return self._vector_clocks[later.position].get(earlier.source, -1) >= self._chain_indexes[earlier.position]


def order_entries(entries: Iterable[Entry], uncertainty_us: Mapping[str, int]) -> EventOrder:
    """The order of entries. Where `after` and the clocks contradict each other, `after` holds, there and only there;
    where sources say of each other in a ring that they came after, none of them is believed in that.
    """
    chains: dict[str, list[Entry]] = {}
    for entry in entries:
        chains.setdefault(entry.source, []).append(entry)
    for chain in chains.values():
        chain.sort(key=lambda entry: (entry.delivery.sequence or 0, entry.delivery.id))
    if len(chains) == 1:
        (line,) = chains.values()
        return EventOrder(tuple(line), {}, {entry.position: at for at, entry in enumerate(line)})
    spans = {
        source: _time_spans(chain, uncertainty_us.get(source, DEFAULT_UNCERTAINTY_US)) for source, chain in chains.items()
    }
    return _ChainMerge(chains, _declared_predecessors(chains), spans).merge()


ChainPosition = tuple[str, int]
"""A source, and how far along its chain."""


def _declared_predecessors(chains: Mapping[str, Sequence[Entry]]) -> dict[ChainPosition, list[ChainPosition]]:
    """Per entry, the entries of other sources that it says it came after."""
    at = {entry.ref: (source, n) for source, chain in chains.items() for n, entry in enumerate(chain)}
    return {
        (source, n): [at[ref] for ref in entry.delivery.after if ref in at and at[ref][0] != source]
        for source, chain in chains.items()
        for n, entry in enumerate(chain)
        if entry.delivery.after
    }


@dataclass(frozen=True, slots=True)
class _TimeSpans:
    """Earliest and latest instants of a chain's entries, each bounded by its neighbours in sequence."""

    earliest: list[int]
    latest: list[int]

    def sort_time(self, index: int) -> int:
        """Where on the clock an entry is put when nothing else decides: twice the middle of its span."""
        low, high = self.earliest[index], self.latest[index]
        return low + high if low > -_UNBOUNDED_US and high < _UNBOUNDED_US else 2 * (low if low > -_UNBOUNDED_US else high)


def _time_spans(chain: Sequence[Entry], uncertainty_us: int) -> _TimeSpans:
    """A clock that ran backwards along the sequence was off by more than it is said to be: while it did, each entry
    may lie anywhere between the instants that it contradicts.
    """
    times = [None if entry.delivery.time is None else parse_instant(entry.delivery.time) for entry in chain]
    low = _running_maximum([-_UNBOUNDED_US if time is None else time - uncertainty_us for time in times])
    high = _running_minimum([_UNBOUNDED_US if time is None else time + uncertainty_us for time in times])
    back = [early > late for early, late in zip(low, high, strict=True)]
    return _TimeSpans(
        _running_maximum(
            [late - 2 * uncertainty_us if off else early for early, late, off in zip(low, high, back, strict=True)]
        ),
        _running_minimum(
            [early + 2 * uncertainty_us if off else late for early, late, off in zip(low, high, back, strict=True)]
        ),
    )


def _running_maximum(earliest: Iterable[int]) -> list[int]:
    return list(accumulate(earliest, max))


def _running_minimum(latest: Sequence[int]) -> list[int]:
    return list(accumulate(reversed(latest), min))[::-1]


class _ChainMerge:
    """Takes from the chains, one by one, the earliest head whose predecessors are all taken."""

    def __init__(
        self,
        chains: Mapping[str, Sequence[Entry]],
        predecessors: dict[ChainPosition, list[ChainPosition]],
        spans: Mapping[str, _TimeSpans],
    ):
        self._chains = chains
        self._predecessors = predecessors
        self._spans = spans
        self._taken_counts = dict.fromkeys(chains, 0)
        self._vector_clocks: dict[ChainPosition, dict[str, int]] = {}
        """Per entry taken, how far along each other chain everything is known to have come before it."""

    def merge(self) -> EventOrder:
        line: list[Entry] = []
        while heads := [(source, at) for source, at in self._taken_counts.items() if at < len(self._chains[source])]:
            source, at = self._next_head(heads)
            self._vector_clocks[source, at] = self._vector_clock((source, at))
            self._taken_counts[source] = at + 1
            line.append(self._chains[source][at])
        seen = {self._chains[source][at].position: clock for (source, at), clock in self._vector_clocks.items()}
        rank = {entry.position: at for chain in self._chains.values() for at, entry in enumerate(chain)}
        return EventOrder(tuple(line), seen, rank)

    def _next_head(self, heads: Sequence[ChainPosition]) -> ChainPosition:
        """The likeliest of the heads that wait for nothing; else of those that wait only on account of a clock."""
        while not (free_heads := [head for head in heads if not self._not_taken(self._predecessors.get(head, ()))]):
            self._break_cycle(heads[0])
        timed = [head for head in free_heads if not self._not_taken(self._clock_predecessors(head))]
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
        clock = dict(self._vector_clocks[source, at - 1]) if at else {}
        for other, far in (*self._predecessors.get(head, ()), *self._clock_predecessors(head)):
            reached = min(far, self._taken_counts[other] - 1)
            if reached >= 0:
                for name, n in (*self._vector_clocks[other, reached].items(), (other, reached)):
                    clock[name] = max(clock.get(name, -1), n)
        clock.pop(source, None)
        return clock


def note_sequence_gaps(
    rounds: Mapping[str, Round],
    play_entries: Iterable[Entry],
    all_entries: Iterable[Entry],
    declarations: Mapping[str, SourceDeclared],
) -> None:
    """Gaps in the sequence of a source that counts, unless what was refused fills them; and what was refused of a source
    that is heard at the table: of a stranger's word nobody knows that it is about the round.
    """
    refused = [entry for entry in all_entries if type(entry.event) in (DeliveryQuarantined, DeliveryConflicted)]
    filled = {(e.event.source, e.event.sequence) for e in refused if isinstance(e.event, DeliveryQuarantined)}
    on_record = {entry.delivery.key for entry in play_entries} if refused else set()
    heard = {entry.source for entry in play_entries} if refused else set()
    for source, last, entry, nearby in _sequence_gaps(play_entries, declarations):
        number = entry.delivery.sequence or 0
        round_ = next((rounds[near.subject] for near in nearby if near.subject in rounds), None)
        if round_ and any((source, missing) not in filled for missing in range(last + 1, min(number, last + 10_000))):
            round_.sequence_gaps.append((source, last, number, entry.position))
    for entry in refused:
        event = entry.event
        assert isinstance(event, DeliveryQuarantined | DeliveryConflicted)
        mended = isinstance(event, DeliveryQuarantined) and (event.source or "", event.delivery or "") in on_record
        if entry.subject in rounds and not mended and event.source in heard:
            rounds[entry.subject].refused_entries.append(entry)


def _sequence_gaps(
    play_entries: Iterable[Entry], declarations: Mapping[str, SourceDeclared]
) -> Iterator[tuple[str, int, Entry, Iterator[Entry]]]:
    """Where numbers are missing: the source, the last number before and the first entry after, and the source's
    entries by nearness. What was lost may have been about the round that follows, else about the one before.
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
            if (following.delivery.sequence or 0) > last + 1:
                yield source, last, following, joined(chain[at:], reversed(chain[:at]))
