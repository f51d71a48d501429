"""How a stored event becomes a row: what both databases share."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, Protocol

from eventsourcing.persistence import StoredEvent

from ledger.evidence.leaf import leaf_hash
from ledger.evidence.merkle import Siblings, Subtree

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


class Filing(NamedTuple):
    """Under which delivery a stored event is filed, with the digest of what was delivered.

    `refused` holds the bytes of a delivery that was not taken in, for the event that says so.
    """

    source: str
    id: str
    digest: bytes
    refused: bytes | None = None


class Known(NamedTuple):
    """A delivery that is on record."""

    position: int
    digest: bytes


class Stored(NamedTuple):
    """Stored bytes at their position."""

    position: int
    state: bytes


class Row(NamedTuple):
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

    def insert_events(self, stored_events: Sequence[StoredEvent], **kwargs: Any) -> Sequence[int] | None: ...

    def known(self, keys: Sequence[tuple[str, str]]) -> dict[tuple[str, str], Known]:
        """Which of these (source, id) are on record."""
        ...

    def head(self, stream: str) -> int:
        """The stream's highest version, 0 where there is none."""
        ...

    def read(self, stream: str | None = None, *, after: int = 0, limit: int = EVERYTHING) -> list[Stored]:
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

    def scan(self, after: int, upto: int, limit: int) -> list[Row]:
        """Whole rows by position."""
        ...

    def streams(self, prefix: str) -> list[str]:
        """The names of the streams that begin with `prefix`."""
        ...

    def refused(self, after: int = 0, upto: int = EVERYTHING) -> dict[int, bytes]:
        """The bytes of refused deliveries by position, after `after`, up to and with `upto`."""
        ...


def rows(events: Sequence[StoredEvent], first: int, filings: Sequence[Filing] | None) -> list[Row]:
    """Rows for the events table, from position `first` on. An event without a filing is the house's own."""
    made: list[Row] = []
    for position, event in enumerate(events, first):
        stream = str(event.originator_id)
        leaf = leaf_hash(event.state)
        filing = (
            Filing(HOUSE, f"{stream}:{event.originator_version}", leaf) if filings is None else filings[position - first]
        )
        made.append(
            Row(
                position,
                stream,
                event.originator_version,
                event.topic,
                event.state,
                leaf,
                filing.source,
                filing.id,
                filing.digest,
            )
        )
    return made


def refused_rows(first: int, filings: Sequence[Filing] | None) -> list[tuple[int, bytes]]:
    """Rows for the table of refused bytes."""
    return [(first + n, filing.refused) for n, filing in enumerate(filings or ()) if filing.refused is not None]
