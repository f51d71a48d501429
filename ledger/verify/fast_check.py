"""A first look at a page of rows: most need no more. It vouches for no row of which the close look says otherwise."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Final, NamedTuple

from orjson import loads

from ledger.recorder.rows import NumberedRow

KEEPING: Final = ("delivery.quarantined.v1", "delivery.conflicted.v1")
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
    first = page[0][0]
    try:
        versions = _versions(page, first)
        doubted = [] if versions is None else _doubtful(page, names)
        named = {names[stream]: run for stream, run in versions.items()} if versions else {}
    except (TypeError, AttributeError, ValueError, LookupError):
        return None
    leaves = [row[5] for row in page]
    if versions is None or len(named) < len(versions) or set(map(type, leaves)) != {bytes}:
        return None
    return PageCheck(first, leaves, named, doubted)


def _versions(page: Sequence[NumberedRow], first: int) -> dict[int, tuple[int, int]] | None:
    """The first and the last version of each stream, where all are dense like the positions."""
    begun: dict[int, int] = {}
    last: dict[int, int] = {}
    for expected, row in enumerate(page, first):
        position, stream, version = row[:3]
        before = last.get(stream)
        if before is None:
            begun[stream] = version
        elif version != before + 1:
            return None
        if position != expected or type(version) is not int or type(position) is not int or type(stream) is not int:
            return None
        last[stream] = version
    return {stream: (version, last[stream]) for stream, version in begun.items()}


def _doubtful(page: Sequence[NumberedRow], names: Mapping[int, str]) -> list[int]:
    """Which rows do not say what their stored bytes say, or have more to look at."""
    found: list[int] = []
    for at, (_, stream, version, topic, state, leaf, source, ident) in enumerate(page):
        said = loads(state)
        if (
            sha256(b"\0" + state).digest() != leaf
            or said["id"] != ident
            or said["version"] != version
            or said["stream"] != names[stream]
            or said["source"] != names[source]
            or said["topic"] != names[topic]
            or said["topic"] in KEEPING
        ):
            found.append(at)
    return found
