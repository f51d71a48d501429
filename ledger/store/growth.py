"""How the tree grows with the record: what is written beside the rows, in their own transaction."""

from collections.abc import Sequence
from typing import Any

from ledger.errors import BrokenEvidence
from ledger.evidence.merkle import HASH_BYTES, Frontier, Subtree


def frontier_of(size: int, packed: bytes) -> Frontier:
    """The right edge of the tree as it is kept. Raises BrokenEvidence where it is none."""
    if type(size) is not int or type(packed) is not bytes:
        raise BrokenEvidence("the log's frontier cannot be read: a value of another kind stands there; run `recoup verify`")
    try:
        return Frontier(size, [packed[at : at + HASH_BYTES] for at in range(0, len(packed), HASH_BYTES)])
    except ValueError as error:
        raise BrokenEvidence(f"the log's frontier cannot be read ({error}); run `recoup verify`") from error


def hashes_of(found: Sequence[Any]) -> list[bytes]:
    """Kept hashes. Raises BrokenEvidence where one is none."""
    if all(type(one) is bytes and len(one) == HASH_BYTES for one in found):
        return list(found)
    raise BrokenEvidence("a hash of the log cannot be read: a value of another kind stands there; run `recoup verify`")


def grown(frontier: Frontier, first: int, leaves: Sequence[bytes]) -> list[Subtree]:
    """Takes the leaves from position `first` on into the tree; gives back the subtrees that they complete.

    Raises BrokenEvidence where the tree and the record do not end at the same place.
    """
    if frontier.size != first - 1:
        raise BrokenEvidence(
            f"the record ends at position {first - 1} and the log over it at {frontier.size}: something was put in or "
            "taken out past the ledger; run `recoup verify`, and record nothing until it is explained"
        )
    return frontier.extend(leaves)
