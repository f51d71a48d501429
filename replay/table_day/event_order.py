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
from ledger.values.times import instant
from replay.table_day.round import Round

UNTOLD_US: Final = 1_000_000
"""How far the clock of a source may be off that has not declared it."""

_NEVER: Final = 2**62


@dataclass(frozen=True)
class Order:
    """A partial order of entries: by sequence within a source; between sources by `after`, else by time where the
    uncertainties of the clocks do not overlap.
    """

    line: tuple[Entry, ...]
    """All entries in one order that keeps everything that is known."""

    _seen: Mapping[int, Mapping[str, int]]
    _rank: Mapping[int, int]

    @property
    def several(self) -> bool:
        """Whether there are several sources, so that the order can be open at all."""
        return bool(self._seen)

    def before(self, one: Entry, other: Entry) -> bool | None:
        """Whether one came before the other; None where that is not established."""
        if self._follows(other, one):
            return True
        return False if self._follows(one, other) else None

    def _follows(self, later: Entry, earlier: Entry) -> bool:
        if later.source == earlier.source:
            return self._rank[later.position] > self._rank[earlier.position]
        return self._seen[later.position].get(earlier.source, -1) >= self._rank[earlier.position]


def ordered(entries: Iterable[Entry], uncertainty_us: Mapping[str, int]) -> Order:
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
        return Order(tuple(line), {}, {entry.position: at for at, entry in enumerate(line)})
    spans = {source: _spans(chain, uncertainty_us.get(source, UNTOLD_US)) for source, chain in chains.items()}
    return _Merge(chains, _links(chains), spans).order()


Link = tuple[str, int]
"""A source, and how far along its chain."""


def _links(chains: Mapping[str, Sequence[Entry]]) -> dict[Link, list[Link]]:
    """Per entry, the entries of other sources that it says it came after."""
    at = {entry.ref: (source, n) for source, chain in chains.items() for n, entry in enumerate(chain)}
    return {
        (source, n): [at[ref] for ref in entry.delivery.after if ref in at and at[ref][0] != source]
        for source, chain in chains.items()
        for n, entry in enumerate(chain)
        if entry.delivery.after
    }


@dataclass(frozen=True, slots=True)
class _Spans:
    """Earliest and latest instants of a chain's entries, each bounded by its neighbours in sequence."""

    earliest: list[int]
    latest: list[int]

    def likely(self, at: int) -> int:
        """Where on the clock an entry is put when nothing else decides: twice the middle of its span."""
        low, high = self.earliest[at], self.latest[at]
        return low + high if low > -_NEVER and high < _NEVER else 2 * (low if low > -_NEVER else high)


def _spans(chain: Sequence[Entry], uncertainty_us: int) -> _Spans:
    """A clock that ran backwards along the sequence was off by more than it is said to be: while it did, each entry
    may lie anywhere between the instants that it contradicts.
    """
    times = [None if entry.delivery.time is None else instant(entry.delivery.time) for entry in chain]
    low = _rising([-_NEVER if time is None else time - uncertainty_us for time in times])
    high = _bounded([_NEVER if time is None else time + uncertainty_us for time in times])
    back = [early > late for early, late in zip(low, high, strict=True)]
    return _Spans(
        _rising([late - 2 * uncertainty_us if off else early for early, late, off in zip(low, high, back, strict=True)]),
        _bounded([early + 2 * uncertainty_us if off else late for early, late, off in zip(low, high, back, strict=True)]),
    )


def _rising(earliest: Iterable[int]) -> list[int]:
    return list(accumulate(earliest, max))


def _bounded(latest: Sequence[int]) -> list[int]:
    return list(accumulate(reversed(latest), min))[::-1]


class _Merge:
    """Takes from the chains, one by one, the earliest head whose predecessors are all taken."""

    def __init__(self, chains: Mapping[str, Sequence[Entry]], said: dict[Link, list[Link]], spans: Mapping[str, _Spans]):
        self._chains = chains
        self._said = said
        self._spans = spans
        self._taken = dict.fromkeys(chains, 0)
        self._known: dict[Link, dict[str, int]] = {}
        """Per entry taken, how far along each other chain everything is known to have come before it."""

    def order(self) -> Order:
        line: list[Entry] = []
        while heads := [(source, at) for source, at in self._taken.items() if at < len(self._chains[source])]:
            source, at = self._next(heads)
            self._known[source, at] = self._clock((source, at))
            self._taken[source] = at + 1
            line.append(self._chains[source][at])
        seen = {self._chains[source][at].position: clock for (source, at), clock in self._known.items()}
        rank = {entry.position: at for chain in self._chains.values() for at, entry in enumerate(chain)}
        return Order(tuple(line), seen, rank)

    def _next(self, heads: Sequence[Link]) -> Link:
        """The likeliest of the heads that wait for nothing; else of those that wait only on account of a clock."""
        while not (told := [head for head in heads if not self._missing(self._said.get(head, ()))]):
            self._break_ring(heads[0])
        timed = [head for head in told if not self._missing(self._timed_before(head))]
        return min(timed or told, key=lambda head: (self._spans[head[0]].likely(head[1]), head))

    def _missing(self, links: Iterable[Link]) -> list[Link]:
        return [(other, at) for other, at in links if self._taken[other] <= at]

    def _timed_before(self, head: Link) -> list[Link]:
        """The last entry of each other source that was certainly earlier by the clocks."""
        earliest = self._spans[head[0]].earliest[head[1]]
        upto = ((other, bisect_left(span.latest, earliest)) for other, span in self._spans.items() if other != head[0])
        return [(other, number - 1) for other, number in upto if number]

    def _break_ring(self, head: Link) -> None:
        """From a head to one that it waits for, until one comes again: what these say of each other cannot be."""
        path: list[Link] = []
        while head not in path:
            path.append(head)
            other, _ = self._missing(self._said[head])[0]
            head = (other, self._taken[other])
        ring = path[path.index(head) :]
        sources = {source for source, _ in ring}
        for link in ring:
            self._said[link] = [(other, at) for other, at in self._said[link] if other not in sources]

    def _clock(self, head: Link) -> dict[str, int]:
        """What is known to have come before a head; clocks that were overruled speak only of what is taken."""
        source, at = head
        clock = dict(self._known[source, at - 1]) if at else {}
        for other, far in (*self._said.get(head, ()), *self._timed_before(head)):
            reached = min(far, self._taken[other] - 1)
            if reached >= 0:
                for name, n in (*self._known[other, reached].items(), (other, reached)):
                    clock[name] = max(clock.get(name, -1), n)
        clock.pop(source, None)
        return clock


def note_losses(
    rounds: Mapping[str, Round],
    played: Iterable[Entry],
    everything: Iterable[Entry],
    declared: Mapping[str, SourceDeclared],
) -> None:
    """Gaps in the sequence of a source that counts, unless what was refused fills them; and what was refused."""
    refused = [entry for entry in everything if type(entry.event) in (DeliveryQuarantined, DeliveryConflicted)]
    filled = {(e.event.source, e.event.sequence) for e in refused if isinstance(e.event, DeliveryQuarantined)}
    on_record = {entry.delivery.key for entry in played} if refused else set()
    for source, last, entry, nearby in _jumps(played, declared):
        number = entry.delivery.sequence or 0
        one = next((rounds[near.subject] for near in nearby if near.subject in rounds), None)
        if one and any((source, missing) not in filled for missing in range(last + 1, min(number, last + 10_000))):
            one.lost.append((source, last, number, entry.position))
    for entry in refused:
        event = entry.event
        assert isinstance(event, DeliveryQuarantined | DeliveryConflicted)
        mended = isinstance(event, DeliveryQuarantined) and (event.source or "", event.delivery or "") in on_record
        if entry.subject in rounds and not mended:
            rounds[entry.subject].refused.append(entry)


def _jumps(
    played: Iterable[Entry], declared: Mapping[str, SourceDeclared]
) -> Iterator[tuple[str, int, Entry, Iterator[Entry]]]:
    """Where numbers are missing: the source, the last number before and the first entry after, and the source's
    entries by nearness. What was lost may have been about the round that follows, else about the one before.
    """
    chains: dict[str, list[Entry]] = {}
    uncounted = {source for source, event in declared.items() if not event.counted}
    for entry in played:
        if entry.delivery.sequence is not None and entry.source not in uncounted:
            chains.setdefault(entry.source, []).append(entry)
    for source, chain in chains.items():
        chain.sort(key=lambda entry: entry.delivery.sequence or 0)
        for at, (one, following) in enumerate(pairwise(chain), 1):
            last = one.delivery.sequence or 0
            if (following.delivery.sequence or 0) > last + 1:
                yield source, last, following, joined(chain[at:], reversed(chain[:at]))
