"""The log over a ledger: its tree, and whose signatures it goes under."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeVar

from ledger.application import Ledger
from ledger.errors import BrokenEvidence
from ledger.events.evidence import KeyAdopted, WitnessNamed
from ledger.evidence.note import VerifierKey, verifier_key
from ledger.merkle import Siblings, Tree
from ledger.recorder.rows import check_hashes, unpack_frontier

EVIDENCE: Final = "evidence"
"""The stream of adopted keys and named witnesses."""

T = TypeVar("T")


class Log:
    """Roots and proofs of a ledger's log. Sizes count entries; the leaf of position p has the index p - 1.

    Raises BrokenEvidence where a hash that must be kept is missing.
    """

    def __init__(self, ledger: Ledger):
        self._recorder = ledger.recorder
        self._tree = Tree(self)

    def hashes(self, wanted: Sequence[Siblings]) -> Mapping[tuple[int, int], bytes]:
        subtrees = self._recorder.subtrees([siblings for siblings in wanted if siblings.level])
        check_hashes([subtree.hash for subtree in subtrees])
        kept = {(subtree.level, subtree.number): subtree.hash for subtree in subtrees}
        for _, first, last in (siblings for siblings in wanted if not siblings.level):
            leaves = self._recorder.leaves(first, last)
            if len(leaves) == last - first:
                kept |= {(0, number): leaf for number, leaf in enumerate(leaves, first)}
        return kept

    def root(self, size: int) -> bytes:
        """The root of the log as it was at this size."""
        return _kept(lambda: self._tree.root(size))

    def inclusion(self, position: int, size: int) -> list[bytes]:
        """The proof that the entry at a position is in the log of this size."""
        kept_size, packed = self._recorder.frontier()
        edge = unpack_frontier(kept_size, packed).hashes if kept_size == size else ()
        return _kept(lambda: self._tree.inclusion(position - 1, size, edge))

    def beside(self, positions: Sequence[int], size: int) -> list[bytes]:
        """What makes the root of the log of this size together with the entries at these positions."""
        return _kept(lambda: self._tree.beside([position - 1 for position in positions], size))

    def consistency(self, old: int, new: int) -> list[bytes]:
        """The proof that the log of size `new` grew out of that of size `old`."""
        return _kept(lambda: self._tree.consistency(old, new))


def _kept(prove: Callable[[], T]) -> T:
    try:
        return prove()
    except LookupError as error:
        raise BrokenEvidence(f"{error}; run `recoup verify`") from error


def keys(ledger: Ledger) -> list[tuple[int, VerifierKey]]:
    """The keys that the log names for itself, each from its position on."""
    entries = ledger.entries(EVIDENCE)
    return [(entry.position, verifier_key(entry.event.key)) for entry in entries if isinstance(entry.event, KeyAdopted)]


def witnesses(ledger: Ledger) -> list[WitnessNamed]:
    """The witnesses on record; one that was named again is where it was named last."""
    entries = ledger.entries(EVIDENCE)
    named = {entry.event.name: entry.event for entry in entries if isinstance(entry.event, WitnessNamed)}
    return list(named.values())
