"""A first look at a page of rows: most need no more. It vouches for no row of which the close look says otherwise."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Final, NamedTuple

from ledger.events.deliveries import DeliveryConflicted, DeliveryQuarantined
from ledger.events.versions import topics_of
from ledger.readable import plain_fields, unreadable_events
from ledger.recorder.rows import NumberedRow

KEEPING: Final = topics_of(DeliveryQuarantined, DeliveryConflicted)
"""Topics beside whose entries the bytes of what was refused are kept."""
_KEEPING: Final = frozenset(map(str.encode, KEEPING))


class PageCheck(NamedTuple):
    """What a page of rows shows: dense positions from `first` on, and in each stream dense versions, first and last.

    `leaves` are as they stand in the rows; `doubted` counts from 0 which of the rows want a close look.
    """

    first: int
    leaves: list[bytes]
    versions: dict[str, tuple[int, int]]
    doubted: list[int]


def check_page(page: Sequence[NumberedRow], names: Mapping[int, str]) -> PageCheck | None:
    """A first look at rows in the order of their positions; `names` are those of streams, topics and sources.

    None where positions or versions are not dense, a number names nothing, or a cell holds a value of another kind than
    its column's.
    """
    positions, streams, versions, topics, states, leaves, sources, idents = zip(*page, strict=True)
    first = positions[0]
    if {*map(type, positions), *map(type, streams), *map(type, versions)} != {int} or {*map(type, leaves)} != {bytes}:
        return None
    if positions != tuple(range(first, first + len(page))):
        return None
    try:
        fields = list(map(plain_fields, states))
        hashed = tuple([sha256(b"\0" + state).digest() for state in states])
        encoded = {number: names[number].encode() for number in {*streams, *topics, *sources}}
        named = [list(map(encoded.__getitem__, numbers)) for numbers in (sources, streams, topics)]
        expected = [list(map(str.encode, idents)), *named, list(map(b"%d".__mod__, versions))]
        runs = _runs(streams, versions)
    except (TypeError, ValueError, LookupError, AttributeError):
        return None
    if runs is None or len({names[stream] for stream in runs}) < len(runs):
        return None
    data, idents_, sources_, streams_, _, topics_, versions_ = zip(*fields, strict=True)
    doubted = {at for at, leaf in enumerate(hashed) if leaf != leaves[at]} if hashed != leaves else set[int]()
    for stored, row in zip((idents_, sources_, streams_, topics_, versions_), expected, strict=True):
        doubted |= {at for at, (each, other) in enumerate(zip(stored, row, strict=True)) if each != other}
    events = list(zip(topics_, data, strict=True))
    if unreadable := unreadable_events(set(events)):
        doubted |= {at for at, event in enumerate(events) if event in unreadable}
    if not _KEEPING.isdisjoint(topics_):
        doubted |= {at for at, topic in enumerate(topics_) if topic in _KEEPING}
    return PageCheck(first, list(leaves), {names[stream]: run for stream, run in runs.items()}, sorted(doubted))


def _runs(streams: Sequence[int], versions: Sequence[int]) -> dict[int, tuple[int, int]] | None:
    """The first and the last version of each stream, where all are dense."""
    begun: dict[int, int] = {}
    last: dict[int, int] = {}
    for stream, version in zip(streams, versions, strict=True):
        before = last.get(stream)
        if before is None:
            begun[stream] = version
        elif version != before + 1:
            return None
        last[stream] = version
    return {stream: (version, last[stream]) for stream, version in begun.items()}
