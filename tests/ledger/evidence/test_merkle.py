"""The tree: the published vectors, another program's trees and proofs, and proofs that are a little wrong."""

import json
from base64 import b64decode
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pymerkle import InmemoryTree

from ledger.merkle import EMPTY_ROOT, WIDTH, Frontier, Siblings, Tree, consistent, includes, node_hash, root_of

VECTORS: Final = Path(__file__).resolve().parents[4] / "shared" / "vectors"
LARGEST: Final = 10_000


def cases(kind: str) -> list[Any]:
    """The published vectors of a kind; one that is skipped, saying so, where they are absent."""
    found = sorted((VECTORS / kind).rglob("*.json"))
    if not found:
        return [pytest.param(None, marks=pytest.mark.skip(reason="../shared/vectors is absent"))]
    return [pytest.param(json.loads(path.read_text()), id=str(path.relative_to(VECTORS))) for path in found]


def hashes(given: Sequence[str] | None) -> list[bytes]:
    return [b64decode(item) for item in given or ()]


@pytest.mark.parametrize("vector", cases("inclusion"))
def test_a_published_inclusion_vector(vector: dict[str, Any]) -> None:
    leaf, root = hashes([vector["leafHash"], vector["root"]])
    shown = includes(leaf, vector["leafIdx"], vector["treeSize"], hashes(vector["proof"]), root)
    assert shown is not vector["wantErr"], vector["desc"]


@pytest.mark.parametrize("vector", cases("consistency"))
def test_a_published_consistency_vector(vector: dict[str, Any]) -> None:
    old, new = hashes([vector["root1"], vector["root2"]])
    shown = consistent(vector["size1"], vector["size2"], hashes(vector["proof"]), old, new)
    assert shown is not vector["wantErr"], vector["desc"]


class Kept:
    """Leaves and the subtrees that a frontier completed, in lists."""

    def __init__(self, leaves: Sequence[bytes], pieces: Sequence[int] = ()):
        self.frontier, self.rows = Frontier(), {0: list(leaves)}
        at = 0
        for length in (*pieces, len(leaves)):
            for done in self.frontier.extend(leaves[at : at + length]):
                row = self.rows.setdefault(done.level, [])
                assert done.number == len(row), "subtrees are completed from the left"
                row.append(done.hash)
            at += length

    def hashes(self, wanted: Sequence[Siblings]) -> Mapping[tuple[int, int], bytes]:
        return {
            (level, number): hash_
            for level, first, last in wanted
            for number, hash_ in enumerate(self.rows.get(level, [])[first:last], first)
        }


class Counting(Kept):
    """How many hashes were asked for."""

    read = 0

    def hashes(self, wanted: Sequence[Siblings]) -> Mapping[tuple[int, int], bytes]:
        found = super().hashes(wanted)
        self.read += len(found)
        return found


def leaf(number: int) -> bytes:
    return sha256(b"\x00" + b"entry %d" % number).digest()


@cache
def theirs() -> InmemoryTree:
    tree = InmemoryTree(algorithm="sha256")
    for number in range(LARGEST):
        tree.append_entry(b"entry %d" % number)
    return tree


@cache
def ours() -> Tree:
    return Tree(Kept([leaf(number) for number in range(LARGEST)]))


def sizes(seed: int, count: int) -> list[int]:
    return [1, 2, 3, 255, 256, 257, 511, 512, LARGEST, *Random(seed).sample(range(1, LARGEST), count)]


def test_roots_are_another_program_s_roots() -> None:
    for size in sizes(1, 60):
        assert ours().root(size) == theirs().get_root(size)
        assert root_of([leaf(number) for number in range(size)]) == theirs().get_root(size)
        assert ours().frontier(size).root() == theirs().get_root(size)


def test_inclusion_proofs_are_another_program_s_proofs() -> None:
    rng = Random(2)
    for size in sizes(2, 40):
        for index in {0, size - 1, rng.randrange(size)}:
            proof = ours().inclusion(index, size)
            path = theirs().prove_inclusion(index + 1, size).serialize()["path"]
            assert [item.hex() for item in proof] == path[1:], (index, size)
            assert ours().inclusion(index, size, ours().frontier(size).hashes) == proof
            assert includes(leaf(index), index, size, proof, ours().root(size))


def test_consistency_proofs_say_what_another_program_s_trees_say() -> None:
    rng = Random(3)
    for new in sizes(3, 60):
        for old in {1, new, rng.randint(1, new), 1 << new.bit_length() - 1}:
            proof = ours().consistency(old, new)
            assert consistent(old, new, proof, theirs().get_root(old), theirs().get_root(new)), (old, new)
            assert len(proof) <= 2 * new.bit_length()


def test_proofs_of_a_high_tree_need_few_hashes() -> None:
    """What is shown holds, out of sixteen hashes of each level on the way down, and along the edge."""
    high, rng = Counting([leaf(number) for number in range(70_000)]), Random(4)
    tree, root = Tree(high), high.frontier.root()
    assert root == root_of(high.rows[0])
    assert [len(high.rows[level]) for level in (1, 2, 3, 4)] == [4375, 273, 17, 1]
    for index in (0, 65_535, 65_536, 69_999, *rng.sample(range(70_000), 20)):
        high.read = 0
        assert includes(leaf(index), index, 70_000, tree.inclusion(index, 70_000), root)
        assert high.read <= 2 * 5 * 16
        high.read = 0
        assert includes(leaf(index), index, 70_000, tree.inclusion(index, 70_000, high.frontier.hashes), root)
        assert high.read <= 5 * 16
    for old in (1, 4096, 65_536, 65_537, *rng.sample(range(1, 70_000), 20)):
        assert consistent(old, 70_000, tree.consistency(old, 70_000), tree.root(old), root)


def test_a_kept_hash_that_is_missing_is_named() -> None:
    kept = Kept([leaf(number) for number in range(5_000)])
    kept.rows[1].pop()
    with pytest.raises(LookupError, match="of the leaves 4864 to 4991 not all hashes are kept"):
        Tree(kept).inclusion(0, 5_000)


@settings(deadline=None, max_examples=150)
@given(st.integers(1, 700), st.data())
def test_a_tree_is_the_same_in_whatever_pieces_it_grew(size: int, data: st.DataObject) -> None:
    pieces = data.draw(st.lists(st.integers(0, 400), max_size=6))
    leaves = [leaf(number) for number in range(size)]
    kept = Kept(leaves, pieces)
    assert kept.frontier.size == size
    assert kept.frontier.root() == ours().root(size)
    assert len(kept.rows.get(1, [])) == size // WIDTH
    assert Frontier(size, kept.frontier.hashes).root() == kept.frontier.root()


@settings(deadline=None, max_examples=300)
@given(st.data())
def test_a_proof_that_is_changed_anywhere_shows_nothing(data: st.DataObject) -> None:
    new = data.draw(st.integers(2, 600))
    old = data.draw(st.integers(1, new - 1))
    index = data.draw(st.integers(0, new - 1))
    proof, path = ours().consistency(old, new), ours().inclusion(index, new)
    roots = ours().root(old), ours().root(new)
    assert not consistent(old, new, changed(proof, data), *roots)
    assert not includes(leaf(index), index, new, changed(path, data), roots[1])
    other = data.draw(st.integers(0, new - 1).filter(lambda n: n != index))
    assert not includes(leaf(index), other, new, path, roots[1])


def changed(proof: Sequence[bytes], data: st.DataObject) -> list[bytes]:
    """The proof with one hash altered, dropped, doubled, cut short or lengthened."""
    out = list(proof)
    at = data.draw(st.integers(0, len(out) - 1))
    match data.draw(st.sampled_from(["alter", "drop", "double", "cut", "lengthen"])):
        case "alter":
            bit = data.draw(st.integers(0, 255))
            flipped = int.from_bytes(out[at]) ^ 1 << bit
            out[at] = flipped.to_bytes(32)
        case "drop":
            del out[at]
        case "double":
            out.insert(at, out[at])
        case "cut":
            out[at] = out[at][:-1]
        case _:
            out[at] += b"\x00"
    return out


ONE, TWO = leaf(0), leaf(1)
BOTH = node_hash(ONE, TWO)


@pytest.mark.parametrize(
    ("old", "new", "proof", "roots"),
    [
        (0, 0, [], (EMPTY_ROOT, EMPTY_ROOT)),
        (0, 2, [], (EMPTY_ROOT, BOTH)),
        (0, 2, [BOTH], (EMPTY_ROOT, BOTH)),
        (-1, 2, [], (ONE, BOTH)),
        (2, 1, [], (BOTH, ONE)),
        (2, 2, [TWO], (BOTH, BOTH)),
        (2, 2, [], (BOTH, ONE)),
        (1, 2, [], (ONE, BOTH)),
        (1, 2, [TWO, TWO], (ONE, BOTH)),
        (1, 2, [TWO[:-1]], (ONE, BOTH)),
        (1, 2, [TWO], (ONE[:-1], BOTH)),
        (1, 2, [TWO], (ONE, BOTH + b"\x00")),
    ],
)
def test_a_classic_miss_of_consistency_is_refused(
    old: int, new: int, proof: list[bytes], roots: tuple[bytes, bytes]
) -> None:
    assert consistent(1, 2, [TWO], ONE, BOTH)
    assert not consistent(old, new, proof, *roots)


def test_a_hash_split_elsewhere_is_refused() -> None:
    """31 and 33 bytes hash to the same node as 32 and 32: only their lengths tell them apart."""
    left, right = ONE[:31], ONE[31:] + TWO
    assert sha256(b"\x01" + left + right).digest() == BOTH
    assert includes(ONE, 0, 2, [TWO], BOTH)
    assert not includes(left, 0, 2, [right], BOTH)


@pytest.mark.parametrize(("index", "size"), [(0, 0), (-1, 2), (2, 2), (1, 1)])
def test_no_leaf_is_shown_where_the_tree_has_none(index: int, size: int) -> None:
    assert not includes(ONE, index, size, [TWO], BOTH)
    with pytest.raises(ValueError, match="there is no leaf"):
        ours().inclusion(index, size)


@pytest.mark.parametrize(("old", "new"), [(0, 5), (6, 5), (-1, 5)])
def test_no_proof_is_made_of_what_cannot_be_shown(old: int, new: int) -> None:
    with pytest.raises(ValueError, match="grown out of"):
        ours().consistency(old, new)


def test_hashes_that_are_not_kept_are_missed() -> None:
    with pytest.raises(LookupError, match="not all hashes are kept"):
        Tree(Kept([ONE])).root(2)


@pytest.mark.parametrize(("size", "given"), [(1, []), (2, [ONE, TWO]), (-1, []), (1, [b"short"])])
def test_what_is_no_frontier_is_refused(size: int, given: list[bytes]) -> None:
    with pytest.raises(ValueError, match="no frontier"):
        Frontier(size, given)


def test_the_empty_tree_has_the_root_of_nothing() -> None:
    assert Frontier().root() == root_of([]) == Tree(Kept([])).root(0) == sha256(b"").digest()


def test_the_other_program_is_no_part_of_the_product() -> None:
    """Its licence is not ours: the tests alone may use it."""
    root = Path(__file__).resolve().parents[3]
    shipped = [
        path
        for part in ("ledger", "replay", "drill", "projections", "desk", "migrations")
        for path in (root / part).rglob("*.py")
    ]
    assert len(shipped) > 100
    assert [path for path in shipped if "pymerkle" in path.read_text(encoding="utf-8")] == []
