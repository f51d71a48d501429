#!/usr/bin/env python3
"""Verifies the export package beside which it lies: python3 verify.py KEY.pem [FOLDER]

KEY.pem is the house's public key as it was given to you, and not from this package. Needs Python 3.9 and nothing
else. Prints what does not fit, with its place, and ends with 1; else says what is proven and ends with 0. VERIFY.md
has the same steps by hand, and those that check the signatures of witnesses and persons, which this does not.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import pathlib
import re
import sys
from collections.abc import Iterator, Sequence
from typing import Any

Point = tuple[int, int, int, int]

# Ed25519 (RFC 8032, 5.1.7): checking a signature. Points are (x, y) on -x^2 + y^2 = 1 + d x^2 y^2.

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P


def add(a: Point, b: Point) -> Point:
    """The sum of two points in extended coordinates (X, Y, Z, T)."""
    p, q = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    c, d = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    e, f, g, h = q - p, d - c, d + c, q + p
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(number: int, point: Point) -> Point:
    """A multiple of a point."""
    result = (0, 1, 1, 0)
    while number:
        if number & 1:
            result = add(result, point)
        point, number = add(point, point), number >> 1
    return result


def point_of(data: bytes) -> Point | None:
    """The point that 32 bytes stand for; None where they stand for none."""
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    if (x * x - square) % P or (x == 0 and sign):
        return None
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


BASE_Y = 4 * pow(5, P - 2, P) % P
BASE = point_of(BASE_Y.to_bytes(32, "little"))


def is_signed(key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether a signature of 64 bytes over a message is this key's."""
    public, r = point_of(key), point_of(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if len(signature) != 64 or BASE is None or public is None or r is None or s >= ORDER:
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % ORDER
    left, right = times(s, BASE), add(r, times(k, public))
    return (left[0] * right[2] - right[0] * left[2]) % P == 0 and (left[1] * right[2] - right[1] * left[2]) % P == 0


# The log: a tree of SHA-256 over the entries (RFC 6962).


def joined(left: bytes, right: bytes) -> bytes:
    """The hash of two neighbours."""
    return hashlib.sha256(b"\1" + left + right).digest()


class Edge:
    """The right edge of a tree that grows: the roots of its largest complete subtrees."""

    def __init__(self) -> None:
        self.size = 0
        self.hashes: list[bytes] = []

    def lay(self, node: bytes, height: int) -> None:
        """Lays a complete subtree of 2 ** height leaves at the right."""
        first, self.size = self.size, self.size + (1 << height)
        while first >> height & 1:
            node, height = joined(self.hashes.pop(), node), height + 1
        self.hashes.append(node)

    def root(self) -> bytes:
        """The root of the tree as it is."""
        if not self.hashes:
            return hashlib.sha256(b"").digest()
        root = self.hashes[-1]
        for left in reversed(self.hashes[:-1]):
            root = joined(left, root)
        return root


def heights_between(first: int, last: int) -> Iterator[int]:
    """The heights of the largest complete subtrees over the leaves first to last - 1, from the left."""
    while first < last:
        height = (last - first).bit_length() - 1
        if first:
            height = min(height, (first & -first).bit_length() - 1)
        yield height
        first += 1 << height


def make_root(leaves: Sequence[tuple[int, bytes]], size: int, beside: Sequence[bytes]) -> bytes | None:
    """The root that leaves at (index, hash) make with the subtrees beside and between them; None where these do not fit."""
    edge, given = Edge(), iter(beside)
    for index, leaf in [*leaves, (size, b"")]:
        for height in heights_between(edge.size, index):
            node = next(given, None)
            if node is None:
                return None
            edge.lay(node, height)
        if edge.size != index:
            return None
        if leaf:
            edge.lay(leaf, 0)
    return edge.root() if next(given, None) is None else None


def is_consistent(old: int, new: int, proof: list[bytes], old_root: bytes, new_root: bytes) -> bool:
    """Whether a proof shows that a log of `new` entries grew out of one of `old` (RFC 9162, 2.1.4.2)."""
    if old == new:
        return not proof and old_root == new_root
    path = [old_root, *proof] if old & (old - 1) == 0 else list(proof)
    if not 0 < old < new or not path:
        return False
    place, last = old - 1, new - 1
    while place & 1:
        place, last = place >> 1, last >> 1
    made_old = made_new = path[0]
    for node in path[1:]:
        if last == 0:
            return False
        if place & 1 or place == last:
            made_old, made_new = joined(node, made_old), joined(node, made_new)
            while place and not place & 1:
                place, last = place >> 1, last >> 1
        else:
            made_new = joined(made_new, node)
        place, last = place >> 1, last >> 1
    return last == 0 and (made_old, made_new) == (old_root, new_root)


class ReceivedPackage:
    """A package in a folder, and what of it does not fit."""

    def __init__(self, folder: pathlib.Path, key: bytes) -> None:
        self.folder, self.key = folder, key
        self.faults: list[str] = []
        self.size, self.root, self.streams, self.whole = 0, b"", 0, False

    def fault(self, what: str) -> None:
        """Says what does not fit, and remembers it."""
        self.faults.append(what)
        print("✗", "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in what))

    def read(self, file: str) -> bytes:
        """A small file of the package."""
        return (self.folder / file).read_bytes()

    def verify(self) -> dict[str, Any]:
        """Goes through everything; gives what the package says that it is."""
        self.files()
        contents: dict[str, Any] = json.loads(self.read("data/package.json"))
        self.whole = contents["whole"]
        self.size, self.root = self.checkpoint()
        self.entries()
        for file in sorted((self.folder / "data/checkpoints").glob("*.checkpoint")):
            self.grown(f"data/checkpoints/{file.name}", "data/checkpoint")
        if (self.folder / "data/previous.checkpoint").exists():
            self.grown("data/previous.checkpoint", "data/checkpoint")
        if (self.folder / "data/later.checkpoint").exists():
            self.grown("data/checkpoint", "data/later.checkpoint", "data/later.consistency")
        return contents

    # Every file is as the house signed it

    def files(self) -> None:
        """Whether the manifests are signed and say what there is."""
        manifest = self.read("tagmanifest-sha256.txt")
        if not is_signed(self.key, manifest, self.read("tagmanifest-sha256.txt.sig")):
            self.fault("tagmanifest-sha256.txt or tagmanifest-sha256.txt.sig: not signed by the key that was given")
        listed = {"tagmanifest-sha256.txt", "tagmanifest-sha256.txt.sig"}
        for file in ("tagmanifest-sha256.txt", "manifest-sha256.txt"):
            for line in self.read(file).decode().splitlines():
                digest, name = line.split("  ", 1)
                listed.add(name)
                self.check_digest(name, digest)
        for place, folders, names in os.walk(self.folder):
            here = pathlib.Path(place)
            if not folders and not names:
                self.fault(f"{here.relative_to(self.folder)}: an empty folder")
            for name in names + [each for each in folders if (here / each).is_symlink()]:
                path = here / name
                if path.is_symlink() or str(path.relative_to(self.folder)) not in listed:
                    self.fault(f"{path.relative_to(self.folder)}: listed in no manifest")

    def check_digest(self, name: str, digest: str) -> None:
        """Whether a file has this digest."""
        path, found = self.folder / name, hashlib.sha256()
        if not path.is_file():
            self.fault(f"{name}: missing")
            return
        with path.open("rb") as file:
            while piece := file.read(1 << 20):
                found.update(piece)
        if found.hexdigest() != digest:
            self.fault(f"{name}: not as it was signed")

    # Every entry is in the log, and no stream has a gap

    def note(self, file: str) -> tuple[int, bytes, bytes, list[str]]:
        """The size and the root that a checkpoint says, its text, and its lines of signatures."""
        text, _, signatures = self.read(file).decode().partition("\n\n")
        _, size, root = text.split("\n")[:3]
        return int(size), base64.b64decode(root), (text + "\n").encode(), signatures.splitlines()

    def checkpoint(self) -> tuple[int, bytes]:
        """The size and the root of the log, as the house signed them."""
        size, root, text, lines = self.note("data/checkpoint")
        keys = [self.key]
        for path in sorted((self.folder / "data/keys").glob("*.pem")):  # those before the one that was given
            keys.append(public_key(path.read_text()))
        signatures = [base64.b64decode(line.rsplit(" ", 1)[1])[4:] for line in lines]
        if not any(is_signed(key, text, signature) for key in keys for signature in signatures if len(signature) == 64):
            self.fault("data/checkpoint: no signature of the house")
        return size, root

    def stored(self) -> Iterator[tuple[int, bytes]]:
        """Position, bytes of each entry that is shown."""
        number = 1
        while (lines := self.folder / f"data/events/events-{number:04d}.ndjson").exists():
            with lines.open("rb") as states, (self.folder / f"data/events/positions-{number:04d}.txt").open() as places:
                for state in states:
                    place = places.readline()
                    if not place or not state.endswith(b"\n"):
                        self.fault(f"{lines.name}: lines and positions are not of one length")
                        return
                    yield int(place), state[:-1]
                if places.readline():
                    self.fault(f"{lines.name}: lines and positions are not of one length")
            number += 1

    def covered(self) -> Iterator[tuple[int, bytes, str, int]]:
        """Position, leaf, stream and version of each entry, shown or withheld, in the order of positions."""
        path = self.folder / "data/withheld.ndjson"
        hidden = [json.loads(line) for line in path.read_bytes().splitlines()] if path.exists() else []
        hidden.reverse()
        for position, state in self.stored():
            while hidden and hidden[-1]["position"] < position:
                each = hidden.pop()
                yield each["position"], bytes.fromhex(each["leaf"]), each["stream"], each["version"]
            entry = json.loads(state)
            if json.dumps(entry, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode() != state:
                self.fault(
                    f"position {position}: not spelled as the program writes: a key stands twice, or in another place"
                )
            yield position, hashlib.sha256(b"\0" + state).digest(), entry["stream"], entry["version"]
        for each in reversed(hidden):
            yield each["position"], bytes.fromhex(each["leaf"]), each["stream"], each["version"]

    def blocks(self) -> Iterator[tuple[int, int, list[bytes]]]:
        """First position, number of entries and hashes of each block of proofs."""
        number = 1
        while (path := self.folder / f"data/proofs/proof-{number:04d}.txt").exists():
            with path.open() as lines:
                for line in lines:
                    first, length, *hashes = line.split()
                    yield int(first), int(length), [base64.b64decode(each) for each in hashes]
            number += 1

    def entries(self) -> None:
        """Whether each entry is in the log, behind the one before, and the next of its stream."""
        blocks, last = self.blocks(), 0
        block: list[tuple[int, bytes]] = []
        due: tuple[int, int, list[bytes]] | None = None
        heads: dict[str, tuple[int, int]] = {}
        for position, leaf, stream, version in self.covered():
            if position <= last or (self.whole and position != last + 1):
                self.fault(f"position {position}: does not come behind {last}")
            before = heads.get(stream, (0, 0))[0]
            if version != before + 1:
                self.fault(f"position {position}: version {version} of stream {stream} stands behind {before}")
            heads[stream], last = (version, position), position
            if not block:
                due = next(blocks, None)
            block.append((position - 1, leaf))
            if due and len(block) == due[1]:
                fits = due[0] == block[0][0] + 1
                if not fits or make_root(block, self.size, due[2]) != self.root:
                    self.fault(f"positions {block[0][0] + 1} to {position}: not shown to be in the log")
                block = []
        if block or next(blocks, None) is not None:
            self.fault(f"data/proofs: not the proofs of the entries up to position {last}")
        self.ends(last, heads)

    def ends(self, last: int, heads: dict[str, tuple[int, int]]) -> None:
        """Whether the entries and the streams end where the house says."""
        if last > self.size or (self.whole and last != self.size):
            self.fault(f"the entries end at position {last}, the checkpoint at {self.size}")
        stated = {each["stream"]: (each["version"], each["position"]) for each in json.loads(self.read("data/heads.json"))}
        for stream in sorted({*stated, *heads}):
            if stated.get(stream) != heads.get(stream):
                self.fault(f"stream {stream}: does not end where data/heads.json says")
        self.streams = len(heads)

    # The log grew

    def grown(self, older: str, newer: str, proof_file: str = "") -> None:
        """Whether the log of one checkpoint grew out of that of another."""
        proof_file = proof_file or re.sub("checkpoint$", "consistency", older)
        head, _, checkpoint = self.read(proof_file).partition(b"\n\n")
        old, *hashes = head.decode().splitlines()
        (old_size, old_root, *_), (new_size, new_root, *_) = self.note(older), self.note(newer)
        proof = [base64.b64decode(each) for each in hashes]
        fits = old == f"old {old_size}" and checkpoint == self.read(newer)
        if not fits or not is_consistent(old_size, new_size, proof, old_root, new_root):
            self.fault(f"{older}: not shown to be of the log of {newer}")


def public_key(pem: str) -> bytes:
    """The 32 bytes of an Ed25519 key in PEM."""
    body = re.search("-----BEGIN PUBLIC KEY-----(.*?)-----END PUBLIC KEY-----", pem, re.S)
    der = base64.b64decode(body.group(1)) if body else b""
    if len(der) != 44 or der[:12] != bytes.fromhex("302a300506032b6570032100"):
        sys.exit("the key is no Ed25519 public key in PEM")
    return der[12:]


def main() -> None:
    """Verifies what the command line names."""
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    package = ReceivedPackage(pathlib.Path(sys.argv[2] if len(sys.argv) == 3 else __file__).resolve(), b"")
    if len(sys.argv) == 2:
        package.folder = package.folder.parent
    try:
        package.key = public_key(pathlib.Path(sys.argv[1]).read_text())
        contents = package.verify()
    except (OSError, ValueError, KeyError, TypeError) as error:
        package.fault(f"cannot be read: {error}")
    if package.faults:
        sys.exit(f"{len(package.faults)} things do not fit; this package proves nothing")
    print(f"✓ every file is as the house signed it, and {contents['events']} entries are in the log of {package.size}")
    print(f"✓ none of {package.streams} streams has a gap")
    if package.whole:
        print("✓ no entry of the log is missing")
    print("Not checked here: who signed acts and which witnesses saw the log (VERIFY.md), whether the rulings follow")
    print("from the entries (recoup verify). Nothing shows that the entries are true.")


if __name__ == "__main__":
    main()
