"""Whether a reader who goes through an index finds every row, as one who goes by position does."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from ledger.recorder.recorder import LedgerRecorder

PAGE: Final = 4096

_NAMED: Final = 5
"""So many missing positions are named; the others are counted."""

Walk = Callable[[Any, Any, int], list[tuple[Any, Any, int]]]


def index_faults(recorder: LedgerRecorder, size: int) -> Iterator[tuple[int | None, str]]:
    """Where the indexes do not lead to the rows of the first `size` positions, and what is wrong there."""
    yield from _faults(recorder.walk_streams, (0, 0), size, "its stream", has_dense_versions=True)
    yield from _faults(recorder.walk_deliveries, (0, ""), size, "its source and id", has_dense_versions=False)


def has_readable_names(recorder: LedgerRecorder) -> bool:
    """Whether all names of streams, topics and sources are text: where one is not, no entry can be read by its name."""
    return all(type(number) is int and type(name) is str for number, name in recorder.names())


def name_faults(recorder: LedgerRecorder) -> Iterator[str]:
    """What is wrong with the names of streams, topics and sources."""
    names = recorder.names()
    known = set(names)  # what others name meanwhile is passed over
    if [number for number, _ in names] != list(range(1, len(names) + 1)) or any(type(name) is not str for _, name in names):
        yield "the names of streams, topics and sources are not counted from 1 without a gap, or one is no text"
    elif len({name for _, name in names}) < len(names):
        yield "two numbers have the same name: of a stream, a topic or a source not all is found by its name"
    elif [row for row in recorder.walk_names() if row in known] != sorted(names, key=lambda row: row[1]):
        yield "an index leaves out names of streams, topics or sources, or leads to them in another order"


def _faults(
    walk: Walk, start: tuple[Any, Any], size: int, by: str, *, has_dense_versions: bool
) -> Iterator[tuple[int | None, str]]:
    seen = bytearray(size + 1)
    last, behind = start, 0
    while page := walk(*last, PAGE):
        for first, second, position in page:
            if type(position) is not int or type(first) is not type(start[0]) or type(second) is not type(start[1]):
                yield None, f"by {by} a row is found that holds a value of another kind"
                return
            follows = first == last[0] and last != start
            if has_dense_versions and second != (last[1] + 1 if follows else 1):
                yield position, f"by {by} it comes as version {second}, where {last[1] + 1 if follows else 1} should"
            if has_dense_versions and follows and position <= behind:
                yield position, f"by {by} it comes behind position {behind}"
            if 0 < position <= size:
                if seen[position]:
                    yield position, f"by {by} it is found twice"
                seen[position] = 1
            last, behind = (first, second), position
    missing = [position for position in range(1, size + 1) if not seen[position]]
    for position in missing[:_NAMED]:
        yield position, f"by {by} it is not found: an index leaves it out"
    if more := missing[_NAMED:]:
        yield more[0], f"by {by} {len(more)} more are not found: an index leaves them out"
