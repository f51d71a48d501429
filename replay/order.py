"""What came before what, when several sources tell of one table. The position in the ledger never decides."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from ledger.entry import Entry
from ledger.times import instant

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
    """The order of entries. Where `after` and the clocks contradict each other, `after` holds."""
    chains: dict[str, list[Entry]] = {}
    for entry in entries:
        chains.setdefault(entry.source, []).append(entry)
    for chain in chains.values():
        chain.sort(key=lambda entry: (entry.delivery.sequence or 0, entry.delivery.id))
    rank = {entry.position: at for chain in chains.values() for at, entry in enumerate(chain)}
    if len(chains) == 1:
        return Order(tuple(next(iter(chains.values()))), {position: {} for position in rank}, rank)
    spans = {source: _spans(chain, uncertainty_us.get(source, UNTOLD_US)) for source, chain in chains.items()}
    said = _links(chains)
    return _merged(chains, rank, said, spans) or _merged(chains, rank, said, {}) or _told_in_a_ring(chains, rank)


def _told_in_a_ring(chains: Mapping[str, Sequence[Entry]], rank: Mapping[int, int]) -> Order:
    """Sources that each say they came after the other: only the order within each is left."""
    order = _merged(chains, rank, {}, {})
    assert order is not None, "chains without links cannot wait for each other"
    return order


def _links(chains: Mapping[str, Sequence[Entry]]) -> dict[int, list[tuple[str, int]]]:
    """Per entry, the entries of other sources that it says it came after."""
    at = {entry.ref: (source, n) for source, chain in chains.items() for n, entry in enumerate(chain)}
    return {
        entry.position: [at[ref] for ref in entry.delivery.after if ref in at and at[ref][0] != entry.source]
        for chain in chains.values()
        for entry in chain
        if entry.delivery.after
    }


@dataclass(frozen=True, slots=True)
class _Spans:
    """Earliest and latest instants of a chain's entries, each bounded by its neighbours in sequence."""

    earliest: list[int]
    latest: list[int]


def _spans(chain: Sequence[Entry], uncertainty_us: int) -> _Spans:
    times = [None if entry.delivery.time is None else instant(entry.delivery.time) for entry in chain]
    low = [-_NEVER if time is None else time - uncertainty_us for time in times]
    high = [_NEVER if time is None else time + uncertainty_us for time in times]
    return _Spans(list(accumulate(low, max)), list(accumulate(reversed(high), min))[::-1])


def _merged(
    chains: Mapping[str, Sequence[Entry]],
    rank: Mapping[int, int],
    said: Mapping[int, list[tuple[str, int]]],
    spans: Mapping[str, _Spans],
) -> Order | None:
    """Takes the earliest head whose predecessors are all taken; None if they wait for each other in a ring."""
    taken = dict.fromkeys(chains, 0)
    last: dict[str, dict[str, int]] = {source: {} for source in chains}
    seen: dict[int, dict[str, int]] = {}
    known: dict[tuple[str, int], dict[str, int]] = {}
    line: list[Entry] = []
    while len(line) < len(rank):
        ready = []
        for source, chain in chains.items():
            if taken[source] < len(chain):
                entry = chain[taken[source]]
                wanted = _wanted(entry, rank[entry.position], said, spans)
                if all(taken[other] > at for other, at in wanted):
                    ready.append((_likely(spans, source, taken[source]), source, wanted))
        if not ready:
            return None
        _, source, wanted = min(ready)
        entry = chains[source][taken[source]]
        clock = dict(last[source])
        for other, at in wanted:
            for name, n in (*known[other, at].items(), (other, at)):
                clock[name] = max(clock.get(name, -1), n)
        seen[entry.position] = last[source] = known[source, taken[source]] = clock
        taken[source] += 1
        line.append(entry)
    return Order(tuple(line), seen, rank)


def _wanted(
    entry: Entry, at: int, said: Mapping[int, list[tuple[str, int]]], spans: Mapping[str, _Spans]
) -> list[tuple[str, int]]:
    """What must have come before: what the entry says, and the last of each source that was certainly earlier."""
    wanted = list(said.get(entry.position, ()))
    if entry.source in spans:
        earliest = spans[entry.source].earliest[at]
        for other, span in spans.items():
            if other != entry.source and (upto := bisect_left(span.latest, earliest)):
                wanted.append((other, upto - 1))
    return wanted


def _likely(spans: Mapping[str, _Spans], source: str, at: int) -> int:
    """Where on the clock an entry is put when nothing else decides: as early as it can have been."""
    if source not in spans:
        return 0
    low, high = spans[source].earliest[at], spans[source].latest[at]
    return low if low > -_NEVER else high
