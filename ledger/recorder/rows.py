"""Rows of the ledger's tables, and what is checked of the log's before anything rests on it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from ledger.errors import BrokenEvidence
from ledger.merkle import HASH_BYTES, Frontier

COLUMNS: Final = "position, originator_id, originator_version, topic, state, leaf, source, delivery_id"
"""Of the events table, in the order of an `EventRow`; stream, topic and source are numbers there."""

EVERYTHING: Final = 2**63 - 1
"""The largest number that a position can be."""

BEFORE_EVERYTHING: Final = -(2**63)
"""The smallest: a reader who begins here sees rows that stand where none can."""


class KnownDelivery(NamedTuple):
    """A delivery that is on record."""

    position: int
    digest: bytes


class EventRow(NamedTuple):
    """A row of the events table, with the names of its stream, topic and source."""

    position: int
    stream: str
    version: int
    topic: str
    state: bytes
    leaf: bytes
    source: str
    id: str


UnplacedRow = tuple[str, int, str, bytes, bytes, str, str]
"""An `EventRow` that has no position yet."""

NumberedRow = tuple[int, int, int, int, bytes, bytes, int, str]
"""A row of the events table as it stands: stream, topic and source by their numbers."""


def placed_rows(rows: Iterable[UnplacedRow], first: int, numbers: Mapping[str, int]) -> list[NumberedRow]:
    """Rows from a position on. Raises KeyError where a name has no number."""
    return [
        (position, numbers[stream], version, numbers[topic], state, leaf, numbers[source], ident)
        for position, (stream, version, topic, state, leaf, source, ident) in enumerate(rows, first)
    ]


def names_in(rows: Iterable[UnplacedRow]) -> set[str]:
    """What stands in the table by its number: streams, topics and sources."""
    return {name for stream, _, topic, _, _, source, _ in rows for name in (stream, topic, source)}


def named_row(row: NumberedRow, names: Mapping[int, str]) -> EventRow:
    """A row with names; None stands where a number names nothing."""
    position, stream, version, topic, state, leaf, source, ident = row
    of_stream, of_topic, of_source = (names.get(number) for number in (stream, topic, source))
    return EventRow(position, of_stream, version, of_topic, state, leaf, of_source, ident)  # type: ignore[arg-type]


class Names:
    """The numbers of streams, topics and sources, as far as they were read. None ever changes, and new ones follow."""

    def __init__(self) -> None:
        self.number_by_name: dict[str, int] = {}
        self.name_by_number: dict[int, str] = {}
        self.last = 0
        """The highest number that was read."""

    def add(self, rows: Iterable[tuple[int, str]]) -> None:
        """Takes rows of the table of names, in the order of their numbers. Raises BrokenEvidence where one is none."""
        named = list(rows)
        if {(type(number), type(name)) for number, name in named} - {(int, str)}:
            raise BrokenEvidence("a name of a stream, a topic or a source cannot be read: run `recoup verify`")
        self.name_by_number.update(named)
        self.number_by_name.update((name, number) for number, name in named)
        if named:
            self.last = max(self.last, named[-1][0])


def unpack_frontier(size: int, packed: bytes) -> Frontier:
    """The right edge of the tree as it is kept. Raises BrokenEvidence where it is none."""
    if type(size) is not int or type(packed) is not bytes:
        raise BrokenEvidence("the log's frontier cannot be read: a value of another kind stands there; run `recoup verify`")
    try:
        return Frontier(size, [packed[at : at + HASH_BYTES] for at in range(0, len(packed), HASH_BYTES)])
    except ValueError as error:
        raise BrokenEvidence(f"the log's frontier cannot be read ({error}); run `recoup verify`") from error


def check_hashes(hashes: Sequence[Any]) -> list[bytes]:
    """Kept hashes. Raises BrokenEvidence where one is none."""
    if all(type(hash_) is bytes and len(hash_) == HASH_BYTES for hash_ in hashes):
        return list(hashes)
    raise BrokenEvidence("a hash of the log cannot be read: a value of another kind stands there; run `recoup verify`")
