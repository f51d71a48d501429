"""How a stored event becomes a row, and how the tree grows with the rows: what both databases share."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, Protocol

from eventsourcing.persistence import StoredEvent

from ledger.errors import BrokenEvidence
from ledger.merkle import HASH_BYTES, Frontier, Siblings, Subtree, leaf_hash

COLUMNS: Final = "position, originator_id, originator_version, topic, state, leaf, source, delivery_id, digest"
"""Of the events table, in the order of a `Row`."""

EVERYTHING: Final = 2**62
"""A limit that no ledger reaches."""

HOUSE: Final = "recoup"
"""The source of what the ledger itself enters."""


STREAMS: Final = (
    "WITH RECURSIVE found (name) AS (SELECT min(originator_id) FROM events WHERE originator_id >= ? AND originator_id < ? "
    "UNION ALL SELECT (SELECT min(originator_id) FROM events WHERE originator_id > found.name AND originator_id < ?) "
    "FROM found WHERE found.name IS NOT NULL) SELECT name FROM found WHERE name IS NOT NULL"
)
"""The names of streams in order, from one on and below another: one look into the index for each, however long they are."""


class EventToStore(NamedTuple):
    """An event as it goes on record: its place in its stream, its bytes, and the delivery under which it is filed.

    `refused` holds the bytes of a delivery that was not taken in, for the event that says so.
    """

    stream: str
    version: int
    topic: str
    state: bytes
    source: str
    id: str
    digest: bytes
    refused: bytes | None = None


class KnownDelivery(NamedTuple):
    """A delivery that is on record."""

    position: int
    digest: bytes


class StoredEntry(NamedTuple):
    """Stored bytes at their position."""

    position: int
    state: bytes


class EventRow(NamedTuple):
    """A row of the events table."""

    position: int
    stream: str
    version: int
    topic: str
    state: bytes
    leaf: bytes
    source: str
    id: str
    digest: bytes


class LedgerRecorder(Protocol):
    """What the ledger asks of a database, beside what the eventsourcing library asks."""

    def append(self, events: Sequence[EventToStore]) -> int:
        """Records all in one transaction and gives the first position. Raises IntegrityError where a key is taken."""
        ...

    def known(self, keys: Sequence[tuple[str, str]]) -> dict[tuple[str, str], KnownDelivery]:
        """Which of these (source, id) are on record."""
        ...

    def head(self, stream: str) -> int:
        """The stream's highest version, 0 where there is none."""
        ...

    def read(self, stream: str | None = None, *, after: int = 0, limit: int = EVERYTHING) -> list[StoredEntry]:
        """Stored bytes by position, of one stream or of all."""
        ...

    def leaves(self, after: int, upto: int) -> list[bytes]:
        """Leaf hashes of the positions after `after`, up to and with `upto`."""
        ...

    def subtrees(self, wanted: Sequence[Siblings]) -> list[Subtree]:
        """Those of the wanted complete subtrees that are kept, by level and number (levels from 1)."""
        ...

    def frontier(self) -> tuple[int, bytes]:
        """Size and right edge of the tree, as they are kept: 32 bytes a hash."""
        ...

    def scan(self, after: int, upto: int, limit: int) -> list[EventRow]:
        """Whole rows by position."""
        ...

    def streams(self, prefix: str) -> list[str]:
        """The names of the streams that begin with `prefix`."""
        ...

    def refused(self, after: int = 0, upto: int = EVERYTHING) -> dict[int, bytes]:
        """The bytes of refused deliveries by position, after `after`, up to and with `upto`."""
        ...


def rows(events: Sequence[EventToStore], first: int) -> list[EventRow]:
    """Rows for the events table, from position `first` on."""
    return [
        EventRow(
            at,
            event_to_store.stream,
            event_to_store.version,
            event_to_store.topic,
            event_to_store.state,
            leaf_hash(event_to_store.state),
            event_to_store.source,
            event_to_store.id,
            event_to_store.digest,
        )
        for at, event_to_store in enumerate(events, first)
    ]


def refused_rows(events: Sequence[EventToStore], first: int) -> list[tuple[int, bytes]]:
    """Rows for the table of refused bytes."""
    return [
        (at, event_to_store.refused)
        for at, event_to_store in enumerate(events, first)
        if event_to_store.refused is not None
    ]


def own_events(events: Sequence[StoredEvent]) -> list[EventToStore]:
    """What the library gives to record by itself: nobody delivered it."""
    return [
        EventToStore(stream, at, event.topic, event.state, HOUSE, f"{stream}:{at}", leaf_hash(event.state))
        for event in events
        for stream, at in [(str(event.originator_id), event.originator_version)]
    ]


def unpack_frontier(size: int, packed: bytes) -> Frontier:
    """The right edge of the tree as it is kept. Raises BrokenEvidence where it is none."""
    if type(size) is not int or type(packed) is not bytes:
        raise BrokenEvidence("the log's frontier cannot be read: a value of another kind stands there; run `recoup verify`")
    try:
        return Frontier(size, [packed[at : at + HASH_BYTES] for at in range(0, len(packed), HASH_BYTES)])
    except ValueError as error:
        raise BrokenEvidence(f"the log's frontier cannot be read ({error}); run `recoup verify`") from error


def check_hashes(found: Sequence[Any]) -> list[bytes]:
    """Kept hashes. Raises BrokenEvidence where one is none."""
    if all(type(hash_) is bytes and len(hash_) == HASH_BYTES for hash_ in found):
        return list(found)
    raise BrokenEvidence("a hash of the log cannot be read: a value of another kind stands there; run `recoup verify`")


def extend_frontier(frontier: Frontier, first: int, leaves: Sequence[bytes]) -> list[Subtree]:
    """Takes the leaves from position `first` on into the tree; gives back the subtrees that they complete.

    Raises BrokenEvidence where the tree and the record do not end at the same place.
    """
    if frontier.size != first - 1:
        raise BrokenEvidence(
            f"the record ends at position {first - 1} and the log over it at {frontier.size}: something was put in or "
            "taken out past the ledger; run `recoup verify`, and record nothing until it is explained"
        )
    return frontier.extend(leaves)
