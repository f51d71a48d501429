"""Rows of the ledger's tables, and what is checked of the log's before anything rests on it."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from ledger.errors import BrokenEvidence
from ledger.merkle import HASH_BYTES, Frontier

COLUMNS: Final = "position, originator_id, originator_version, topic, state, leaf, source, delivery_id, digest"
"""Of the events table, in the order of an `EventRow`."""

EVERYTHING: Final = 2**63 - 1
"""The largest number that a position can be."""

BEFORE_EVERYTHING: Final = -(2**63)
"""The smallest: a reader who begins here sees rows that stand where none can."""


class KnownDelivery(NamedTuple):
    """A delivery that is on record."""

    position: int
    digest: bytes


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
