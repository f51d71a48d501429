"""A Merkle tree over leaves that only ever grow in number (RFC 6962, section 2.1; RFC 9162, section 2.1).

Hashes are SHA-256, 32 bytes; an inner node is hashed behind 0x01. Sizes count leaves; an index counts from 0.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Final, NamedTuple, Protocol

HASH_BYTES: Final = 32
EMPTY_ROOT: Final = sha256(b"").digest()

WIDTH: Final = 16
"""Complete subtrees are kept of 16 leaves, and of 16 times as many again and again: 256, 4,096, 65,536, … leaves.

A proof hashes a few of each level, so that one over many millions of leaves takes hardly longer than one over thousands.
"""

_Span = tuple[int, int]
"""Leaves from the first on, up to but without the last."""

_HEIGHT: Final = WIDTH.bit_length() - 1


def leaves_of(level: int) -> int:
    """How many leaves a kept subtree of a level has: 1, 16, 256, …; level 0 is the leaves."""
    return 1 << level * _HEIGHT


class Subtree(NamedTuple):
    """The root of a complete subtree of `leaves_of(level)` leaves, the number-th from the left."""

    level: int
    number: int
    hash: bytes


class Siblings(NamedTuple):
    """The complete subtrees first to last - 1 of `leaves_of(level)` leaves, side by side below one node."""

    level: int
    first: int
    last: int


class Kept(Protocol):
    """Where a tree's hashes are kept."""

    def hashes(self, wanted: Sequence[Siblings]) -> Mapping[tuple[int, int], bytes]:
        """Roots of complete subtrees by level and number. What is not kept is not among them."""
        ...


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of an inner node."""
    return sha256(b"\x01" + left + right).digest()


def root_of(hashes: Sequence[bytes]) -> bytes:
    """The root over leaves, or over complete subtrees of one size, the last of which may be smaller."""
    if not hashes:
        return EMPTY_ROOT
    row = list(hashes)
    while len(row) > 1:
        odd = row[-1:] if len(row) % 2 else []
        row = [sha256(b"\x01" + left + right).digest() for left, right in zip(row[::2], row[1::2], strict=False)] + odd
    return row[0]


class Frontier:
    """The right edge of a tree: the roots of its largest complete subtrees, from the left. All that growing needs."""

    def __init__(self, size: int = 0, hashes: Iterable[bytes] = ()):
        self.size = size
        self.hashes = list(hashes)
        if size < 0 or len(self.hashes) != size.bit_count() or any(len(hash_) != HASH_BYTES for hash_ in self.hashes):
            raise ValueError(f"{len(self.hashes)} hashes are no frontier of a tree of {size} leaves")

    def extend(self, leaves: Sequence[bytes]) -> list[Subtree]:
        """Adds leaves on the right; gives back the subtrees that are complete by it, the lower ones first."""
        done: list[Subtree] = []
        single = min(-self.size % WIDTH, len(leaves))
        whole = (len(leaves) - single) // WIDTH * WIDTH
        for leaf in leaves[:single]:
            self._put(leaf, 0, done)
        groups: Sequence[bytes] = leaves[single : single + whole]
        for _ in range(_HEIGHT):
            groups = [
                sha256(b"\x01" + left + right).digest() for left, right in zip(groups[::2], groups[1::2], strict=True)
            ]
        for group in groups:
            done.append(Subtree(1, self.size // WIDTH, group))
            self._put(group, _HEIGHT, done)
        for leaf in leaves[single + whole :]:
            self._put(leaf, 0, done)
        return done

    def lay(self, node: bytes, height: int) -> None:
        """Lays a complete subtree of 2 ** height leaves at the right. Raises ValueError where none can stand."""
        if self.size & ((1 << height) - 1):
            raise ValueError(f"no subtree of {1 << height} leaves begins behind {self.size}")
        self._put(node, height, [])

    def _put(self, node: bytes, height: int, done: list[Subtree]) -> None:
        """Lays a complete subtree of 2 ** height leaves at the right and joins what is complete."""
        first = self.size
        self.size += 1 << height
        while first >> height & 1:
            node = node_hash(self.hashes.pop(), node)
            height += 1
            if height % _HEIGHT == 0:
                done.append(Subtree(height // _HEIGHT, first >> height, node))
        self.hashes.append(node)

    def root(self) -> bytes:
        """The root of the tree as it is."""
        return root_of_edge(self.hashes)


def root_of_edge(hashes: Sequence[bytes]) -> bytes:
    """The root over complete subtrees, each smaller than the one to its left."""
    if not hashes:
        return EMPTY_ROOT
    root = hashes[-1]
    for left in reversed(hashes[:-1]):
        root = node_hash(left, root)
    return root


class Tree:
    """Roots and proofs out of kept hashes, all that one needs read at once.

    Raises LookupError where a hash that must be kept is missing.
    """

    def __init__(self, kept: Kept):
        self._kept = kept

    def root(self, size: int) -> bytes:
        """The root of the first `size` leaves."""
        return self._roots([(0, size)], size)[0] if size else EMPTY_ROOT

    def frontier(self, size: int) -> Frontier:
        """The right edge of the first `size` leaves."""
        return Frontier(size, self._roots(list(_pieces(0, size)), size))

    def inclusion(self, index: int, size: int, edge: Sequence[bytes] = ()) -> list[bytes]:
        """The proof that the leaf at this index is in the tree of this size. Raises ValueError where it is not.

        `edge` is the tree's right edge at this size, for whoever has it: half of what a proof needs is there.
        """
        if not 0 <= index < size:
            raise ValueError(f"there is no leaf {index} in a tree of {size}")
        beside, first, last = list[_Span](), 0, size
        while last - first > 1:
            middle = first + _split(last - first)
            if index < middle:
                beside.append((middle, last))
                last = middle
            else:
                beside.append((first, middle))
                first = middle
        return self._roots(beside[::-1], size, edge)

    def beside(self, leaves: Sequence[int], size: int) -> list[bytes]:
        """What together with the leaves at these ascending indices makes the root: the subtrees beside and between them,
        from the left, as `subtrees_between` divides them.
        """
        edges = zip((-1, *leaves), (*leaves, size), strict=True)
        pieces = (piece for left, right in edges for piece in subtrees_between(left + 1, right))
        return self._roots([(first, first + (1 << height)) for first, height in pieces], size)

    def consistency(self, old: int, new: int) -> list[bytes]:
        """The proof that the tree of size `new` grew out of that of size `old`. Raises ValueError for other sizes."""
        if not 0 < old <= new:
            raise ValueError(f"no tree of {new} leaves can be shown to have grown out of one of {old}")
        beside, first, last = list[_Span](), 0, new
        while old != last:
            middle = first + _split(last - first)
            if old <= middle:
                beside.append((middle, last))
                last = middle
            else:
                beside.append((first, middle))
                first = middle
        if first:
            beside.append((first, last))
        return self._roots(beside[::-1], new)

    def _roots(self, spans: Sequence[_Span], size: int, edge: Sequence[bytes] = ()) -> list[bytes]:
        """The roots over spans of the first `size` leaves; each begins at a place at which the tree is divided. What is in
        the `edge` of these leaves is not asked for.
        """
        at_edge = dict(zip(_pieces(0, size), edge, strict=False))
        pieces = [list(_pieces(*span)) for span in spans]
        asked = {_with_siblings(_parts(*piece), size) for span in pieces for piece in span if piece not in at_edge}
        kept = self._kept.hashes(sorted(asked))
        return [root_of_edge([at_edge.get(piece) or _joined(kept, _parts(*piece)) for piece in span]) for span in pieces]


def subtrees_between(first: int, last: int) -> Iterator[tuple[int, int]]:
    """The largest complete subtrees over the leaves first to last - 1, wherever these begin, from the left: the first leaf
    of each, and its height.
    """
    while first < last:
        height = (last - first).bit_length() - 1
        if first:
            height = min(height, (first & -first).bit_length() - 1)
        yield first, height
        first += 1 << height


def includes_all(leaves: Sequence[tuple[int, bytes]], size: int, beside: Sequence[bytes], root: bytes) -> bool:
    """Whether leaves at ascending indices make the tree of this size and root with what is beside and between them."""
    if not _are_hashes(root, *beside, *(leaf for _, leaf in leaves)):
        return False
    frontier, given = Frontier(), iter(beside)
    try:
        for index, leaf in (*leaves, (size, b"")):
            for _, height in subtrees_between(frontier.size, index):
                frontier.lay(next(given), height)
            if frontier.size != index:
                return False
            if leaf:
                frontier.lay(leaf, 0)
    except StopIteration:
        return False
    return next(given, None) is None and frontier.size == size and frontier.root() == root


def _pieces(first: int, last: int) -> Iterator[_Span]:
    """The complete subtrees over the leaves first to last - 1, from the left."""
    for height in reversed(range((last - first).bit_length())):
        if (last - first) >> height & 1:
            yield first, first + (1 << height)
            first += 1 << height


def _parts(first: int, last: int) -> Siblings:
    """The largest kept subtrees that a complete subtree consists of."""
    level = ((last - first).bit_length() - 1) // _HEIGHT
    unit = leaves_of(level)
    return Siblings(level, first // unit, last // unit)


def _with_siblings(part: Siblings, size: int) -> Siblings:
    """Those parts and all that stands beside them below one node, as far as a tree of this size has it."""
    begin = part.first - part.first % WIDTH
    return Siblings(part.level, begin, min(begin + WIDTH, size // leaves_of(part.level)))


def _joined(kept: Mapping[tuple[int, int], bytes], part: Siblings) -> bytes:
    """The root of the complete subtree that consists of these."""
    level, first, last = part
    try:
        return root_of([kept[level, number] for number in range(first, last)])
    except KeyError as error:
        unit = leaves_of(level)
        raise LookupError(f"of the leaves {first * unit} to {last * unit - 1} not all hashes are kept") from error


def _split(count: int) -> int:
    """The largest power of two below a count."""
    return 1 << (count - 1).bit_length() - 1


def includes(leaf: bytes, index: int, size: int, proof: Sequence[bytes], root: bytes) -> bool:
    """Whether the proof shows that the leaf is at this index of the tree with this size and root (RFC 9162, 2.1.3.2)."""
    if not 0 <= index < size or not _are_hashes(leaf, root, *proof):
        return False
    place, last, node = index, size - 1, leaf
    for beside in proof:
        if last == 0:
            return False
        if place & 1 or place == last:
            node = node_hash(beside, node)
            place, last = _up(place, last)
        else:
            node = node_hash(node, beside)
        place, last = place >> 1, last >> 1
    return last == 0 and node == root


def consistent(old: int, new: int, proof: Sequence[bytes], old_root: bytes, new_root: bytes) -> bool:
    """Whether the proof shows that one tree grew out of the other (RFC 9162, 2.1.4.2).

    From an empty tree everything could have grown, so nothing is shown: False. Of equal sizes the roots are compared
    as they are; a published vector has roots there that are no hashes.
    """
    if old == new > 0:
        return not proof and old_root == new_root
    if not 0 < old < new or not _are_hashes(old_root, new_root, *proof):
        return False
    path = [old_root, *proof] if old & (old - 1) == 0 else list(proof)
    if not path:
        return False
    place, last = old - 1, new - 1
    while place & 1:
        place, last = place >> 1, last >> 1
    made_old = made_new = path[0]
    for beside in path[1:]:
        if last == 0:
            return False
        if place & 1 or place == last:
            made_old, made_new = node_hash(beside, made_old), node_hash(beside, made_new)
            place, last = _up(place, last)
        else:
            made_new = node_hash(made_new, beside)
        place, last = place >> 1, last >> 1
    return last == 0 and (made_old, made_new) == (old_root, new_root)


def _up(place: int, last: int) -> tuple[int, int]:
    """Past the levels at which a node at the right edge has no neighbour."""
    while place and not place & 1:
        place, last = place >> 1, last >> 1
    return place, last


def _are_hashes(*given: bytes) -> bool:
    return all(len(hash_) == HASH_BYTES for hash_ in given)


def leaf_hash(stored: bytes) -> bytes:
    """RFC 6962, section 2.1: the hash of a leaf is over 0x00 and the exact stored bytes."""
    return sha256(b"\x00" + stored).digest()


def digest(data: bytes) -> str:
    """A plain SHA-256, written `sha256:` and 64 hex digits."""
    return "sha256:" + sha256(data).hexdigest()
