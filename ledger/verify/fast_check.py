"""A first look at a page of rows: most need no more. It vouches for no row of which the close look says otherwise."""

import re
from collections.abc import Collection, Sequence
from hashlib import sha256
from typing import Final, NamedTuple

from orjson import dumps

from ledger.recorder.rows import EventRow

KEEPING: Final = ("delivery.quarantined.v1", "delivery.conflicted.v1")
"""Topics beside whose entries the bytes of what was refused are kept."""

_AT: Final = b',"recorded_at":"'
_STAMP: Final = re.compile(rb',"recorded_at":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z"')
_LONG: Final = len(',"recorded_at":"2026-11-20T20:00:00.000000Z"')
_SALT: Final = re.compile(rb',"salt":"[A-Za-z0-9_-]{22}"')
_SALT_LONG: Final = len(',"salt":"3q2-7wAAAAAAAAAAAAAAAA"')
_NEVER: Final = b"\n"
"""In canonical JSON there is no bare end of a line: this is found nowhere."""


class PageCheck(NamedTuple):
    """What a page of rows shows: dense positions from `first` on, and in each stream dense versions, first and last.

    `leaves` are as they stand in the rows; `doubted` counts from 0 which of the rows want a close look.
    """

    first: int
    leaves: list[bytes]
    versions: dict[str, tuple[int, int]]
    doubted: list[int]


def check_page(page: Sequence[EventRow]) -> PageCheck | None:
    """A first look at whole rows in the order of their positions.

    None where positions or versions are not dense, or a cell holds a value of another kind than its column's.
    """
    first = page[0][0]
    try:
        leaves = [sha256(b"\0" + row[4]).digest() for row in page]
        versions = _versions(page, first)
        doubted = [] if versions is None else is_doubtful(page, leaves)
    except (TypeError, AttributeError, ValueError):
        return None
    if versions is None or any(type(page[at][5]) is not bytes for at in doubted):
        return None
    return PageCheck(first, [row[5] for row in page], versions, doubted)


def _versions(page: Sequence[EventRow], first: int) -> dict[str, tuple[int, int]] | None:
    """The first and the last version of each stream, where all are dense like the positions."""
    begun: dict[str, int] = {}
    last: dict[str, int] = {}
    for expected, row in enumerate(page, first):
        position, stream, version = row[:3]
        before = last.get(stream)
        if before is None:
            begun[stream] = version
        elif version != before + 1:
            return None
        if position != expected or type(version) is not int or type(position) is not int:
            return None
        last[stream] = version
    return {stream: (version, last[stream]) for stream, version in begun.items()}


def is_doubtful(page: Sequence[EventRow], leaves: Sequence[bytes], refused: Collection[int] = ()) -> list[int]:
    """Which rows of a page do not say at first sight what their stored bytes say: for `amiss` to look at closely.

    `leaves` are those of the stored bytes, `refused` the positions beside which bytes are kept. Of every other row
    `amiss` would say that nothing is wrong: here the same is asked without reading the JSON.

    Between the delivery's id and the end the envelope has recorded_at, salt, sequence, source, stream, subject, time,
    topic, version: a quotation mark inside a text is always escaped, so the pieces sought can only be the envelope's own.
    What the source said is what is left without the ledger's own pieces, behind a zero byte.
    """
    found: list[int] = []
    places: dict[tuple[str, str], tuple[bytes, bytes]] = {}
    endings: dict[str, tuple[bytes, bytes]] = {}
    stamp = _NEVER
    for at, (position, stream, version, topic, state, leaf, source, ident, mark) in enumerate(page):
        placed, kept = places.get((source, stream)) or places.setdefault((source, stream), _place(source, stream))
        ending, end = endings.get(topic) or endings.setdefault(topic, _ending(topic))
        cut = state.rfind(_AT)
        behind = cut + _LONG
        front, written = state[:cut], state[cut:behind]
        if _SALT.match(state, behind):
            behind += _SALT_LONG
        if written != stamp and _STAMP.fullmatch(written):
            stamp = written
        before, _, rest = state[behind:].partition(placed)
        last = ending % version
        if (
            written != stamp
            or not rest.endswith(last)
            or not front.endswith(b'"id":' + dumps(ident))
            or sha256(b"\0" + front + before + kept + rest[: -len(last)] + end).digest() != mark
            or leaves[at] != leaf
            or position in refused
        ):
            found.append(at)
    return found


def _place(source: str, stream: str) -> tuple[bytes, bytes]:
    """What stands in the envelope around a stream's name, and the same without it.

    Names that are written otherwise in JSON are found nowhere.
    """
    by, there = source.encode(), stream.encode()
    if dumps([source, stream]) != b'["%b","%b"]' % (by, there):
        return _NEVER, b""
    return b'"source":"%b","stream":"%b","subject":"' % (by, there), b'"source":"%b","subject":"' % by


def _ending(topic: str) -> tuple[bytes, bytes]:
    """What stands at the envelope's end, to be completed with the version, and the same without the version.

    A topic whose rows have more to look at, or that is written otherwise in JSON, is found nowhere.
    """
    of = topic.encode()
    if topic in KEEPING or b"%" in of or dumps(topic) != b'"%b"' % of:
        return _NEVER + b"%d", b""
    return b'","topic":"%b","version":%%d}' % of, b'","topic":"%b"}' % of
