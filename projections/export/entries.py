"""The entries of a package: stored bytes in segments, positions beside them, proofs, and where the streams end."""

import heapq
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import IO, Any, Final, NamedTuple

import orjson

from ledger.application import Ledger
from ledger.evidence.log import Log
from ledger.mapper import canonical
from ledger.merkle import Siblings, Tree, leaf_hash
from ledger.package.format import HEADS, REFUSED, WITHHELD, proof_of, segment_of
from ledger.package.proofs import inclusion
from ledger.recorder.rows import LedgerRecorder, Stored
from projections.export.coverage import Coverage
from projections.export.writing import opened, pretty, put

SEGMENT: Final = 100_000
"""Entries in a segment: one of them is what a killed export must at most write again."""
_PAGE: Final = 256
_READ: Final = 4096

Progress = Callable[[int], None]


def entries_of(store: LedgerRecorder, streams: Iterable[str] | None, after: int, upto: int) -> Iterator[Stored]:
    """Entries by position, behind `after` and up to `upto`, of these streams or of all."""
    if streams is None:
        return _pages(store, None, after, upto)
    return heapq.merge(*(_pages(store, stream, after, upto) for stream in sorted(streams)), key=lambda one: one.position)


def _pages(store: LedgerRecorder, stream: str | None, after: int, upto: int) -> Iterator[Stored]:
    """A stream's first entry is read alone: most streams of a long period have not begun yet, or are done."""
    limit = 1
    while page := store.read(stream, after=after, limit=limit):
        for one in page:
            if one.position > upto:
                return
            yield one
        after, limit = page[-1].position, _READ if stream is None else _PAGE


class Written(NamedTuple):
    """How many entries a package shows and withholds, and the first and the last position that it shows."""

    shown: int
    withheld: int
    first: int
    last: int


class Entries:
    """Writes the entries of a coverage, as of a size, into a bag; what was written before a kill is kept.

    `work` is a folder beside the bag: a file a segment says where it ended.
    """

    def __init__(self, ledger: Ledger, covered: Coverage, size: int, checkpoint: bytes, bag: Path, work: Path):
        self._store, self._covered, self._size = ledger.store, covered, size
        self._checkpoint, self._bag, self._work = checkpoint, bag, work
        self._tree = Tree(_Remembering(Log(ledger)))
        self._told: dict[str, Any] = {"after": 0, "shown": 0, "withheld": 0, "first": 0, "last": 0, "heads": {}}

    def write(self, progress: Progress = lambda _: None) -> Written:
        """Writes all that is not written yet, and says how much there is."""
        number = 1
        while (done := self._work / f"segment-{number:04d}.json").exists():
            self._told = orjson.loads(done.read_bytes())
            number += 1
        progress(self._told["shown"] + self._told["withheld"])
        while self._segment(number, progress):
            put(self._work / f"segment-{number:04d}.json", pretty(self._told))
            number += 1
        heads = [{"stream": name, "version": v, "position": p} for name, (v, p) in sorted(self._told["heads"].items())]
        put(self._bag / HEADS, pretty(heads))
        self._join(WITHHELD)
        self._join(REFUSED)
        return Written(*(self._told[name] for name in Written._fields))

    def _segment(self, number: int, progress: Progress) -> bool:
        found = entries_of(self._store, self._covered.streams, self._told["after"], self._size)
        page = islice(found, SEGMENT)
        first = next(page, None)
        if first is None:
            return False
        states, places = (self._bag / name for name in segment_of(number))
        with (
            opened(states) as shown,
            opened(places) as positions,
            opened(self._part(WITHHELD, number)) as withheld,
            opened(self._part(REFUSED, number)) as kept,
        ):
            self._one(first, shown, positions, withheld)
            for one in page:
                self._one(one, shown, positions, withheld)
                progress(1)
            progress(1)
            self._refused(first.position, kept)
        return True

    def _one(self, one: Stored, shown: IO[bytes], positions: IO[bytes], withheld: IO[bytes]) -> None:
        told = orjson.loads(one.state)
        discretion = self._covered.discretion
        if discretion is not None and discretion.hides(one):
            leaf = leaf_hash(one.state).hex()
            hidden = {"position": one.position, "stream": told["stream"], "version": told["version"], "leaf": leaf}
            withheld.write(canonical(hidden) + b"\n")
            self._told["withheld"] += 1
        else:
            shown.write(one.state + b"\n")
            positions.write(b"%d\n" % one.position)
            self._told["shown"] += 1
            self._told["first"], self._told["last"] = self._told["first"] or one.position, one.position
        self._told["heads"][told["stream"]] = (told["version"], one.position)
        self._told["after"] = one.position
        if self._covered.streams is not None:
            proof = inclusion(one.position - 1, self._tree.inclusion(one.position - 1, self._size), self._checkpoint)
            put(self._bag / proof_of(one.position), proof)

    def _refused(self, first: int, kept: IO[bytes]) -> None:
        """The bytes of deliveries that this segment says were refused; a case's package leaves them out."""
        if self._covered.discretion is not None:
            return
        there = self._store.refused(first - 1, self._told["after"])
        streams = self._covered.streams
        for position, raw in there.items():
            if streams is None or self._stream_at(position) in streams:
                kept.write(canonical({"position": position, "bytes": b64encode(raw).decode()}) + b"\n")

    def _stream_at(self, position: int) -> str:
        return self._store.scan(position - 1, position, 1)[0].stream

    def _part(self, file: str, number: int) -> Path:
        return self._work / f"{Path(file).stem}-{number:04d}.part"

    def _join(self, file: str) -> None:
        """Parts of a file, one a segment, put together; where nothing is in them there is no file."""
        parts = sorted(self._work.glob(f"{Path(file).stem}-*.part"))
        if not any(part.stat().st_size for part in parts):
            return
        with opened(self._bag / file) as whole:
            for part in parts:
                whole.write(part.read_bytes())


class _Remembering:
    """A log's kept hashes, the last ones read remembered: neighbours have most of their proof in common."""

    def __init__(self, log: Log):
        self._read = lru_cache(maxsize=64)(lambda siblings: log.hashes([siblings]))

    def hashes(self, wanted: Sequence[Siblings]) -> Mapping[tuple[int, int], bytes]:
        return {place: one for siblings in wanted for place, one in self._read(siblings).items()}
