"""Entries that are shown together to be in a log: what is beside and between them makes the root, and nothing else does."""

from collections.abc import Mapping, Sequence
from hashlib import sha256

from hypothesis import given
from hypothesis import strategies as st

from ledger.merkle import Frontier, Siblings, Tree, includes_all, leaf_hash, leaves_of, root_of


class Leaves:
    """Every hash of a tree, worked out from its leaves."""

    def __init__(self, leaves: Sequence[bytes]):
        self.leaves = leaves

    def hashes(self, wanted: Sequence[Siblings]) -> Mapping[tuple[int, int], bytes]:
        return {
            (level, number): root_of(self.leaves[number * leaves_of(level) : (number + 1) * leaves_of(level)])
            for level, first, last in wanted
            for number in range(first, last)
        }


@given(st.integers(1, 700), st.data())
def test_any_entries_are_shown_and_no_others(size: int, data: st.DataObject) -> None:
    leaves = [leaf_hash(b"%d" % number) for number in range(size)]
    frontier = Frontier()
    frontier.extend(leaves)
    root = frontier.root()
    shown = sorted(data.draw(st.sets(st.integers(0, size - 1), max_size=40)))
    beside = Tree(Leaves(leaves)).beside(shown, size)
    block = [(index, leaves[index]) for index in shown]
    assert includes_all(block, size, beside, root)

    assert not includes_all(block, size, [*beside, root], root)
    for at in range(len(beside)):
        assert not includes_all(block, size, beside[:at] + beside[at + 1 :], root)
    if block:
        at = data.draw(st.integers(0, len(block) - 1))
        other = [*block[:at], (block[at][0], sha256(b"other").digest()), *block[at + 1 :]]
        assert not includes_all(other, size, beside, root)
        assert not includes_all([*block[:at], *block[at + 1 :]], size, beside, root) or len(set(leaves)) < size
