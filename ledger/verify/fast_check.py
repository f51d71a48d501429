"""A first look at a page of rows: most need no more. It vouches for no row of which the close look says otherwise."""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from operator import itemgetter
from typing import Final, NamedTuple

from orjson import loads

from ledger.events.deliveries import DeliveryConflicted, DeliveryQuarantined
from ledger.mapper import topics_of
from ledger.recorder.rows import NumberedRow

KEEPING: Final = topics_of(DeliveryQuarantined, DeliveryConflicted)
"""Topics beside whose entries the bytes of what was refused are kept."""


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
        envelopes = list(map(loads, states))
        hashed = tuple([sha256(b"\0" + state).digest() for state in states])
        here = [list(map(names.__getitem__, numbers)) for numbers in (streams, topics, sources)]
        there = [list(map(itemgetter(name), envelopes)) for name in ("stream", "topic", "source", "id", "version")]
        runs = _runs(streams, versions)
    except (TypeError, ValueError, LookupError):
        return None
    named = {} if runs is None else {names[stream]: run for stream, run in runs.items()}
    if runs is None or len(named) < len(runs):
        return None
    expected = [*here, list(idents), list(versions)]
    doubted = {at for at, topic in enumerate(there[1]) if topic in KEEPING}
    if hashed != leaves or there != expected:
        doubted |= {at for at, leaf in enumerate(hashed) if leaf != leaves[at]}
        doubted |= {at for stored, stands in zip(there, expected, strict=True) for at in _differing(stored, stands)}
    return PageCheck(first, list(leaves), named, sorted(doubted))


def _differing(stored: Sequence[object], stands: Sequence[object]) -> Iterator[int]:
    return (at for at, (each, other) in enumerate(zip(stored, stands, strict=True)) if each != other)


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
