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
from ledger.recorder.rows import LedgerRecorder, StoredEntry
from projections.export.coverage import Coverage
from projections.export.writing import open_whole, pretty_json, write_whole

SEGMENT_SIZE: Final = 100_000
"""Entries in a segment: one of them is what a killed export must at most write again."""
_STREAM_PAGE_SIZE: Final = 256
_LEDGER_PAGE_SIZE: Final = 4096

Progress = Callable[[int], None]


def read_entries(recorder: LedgerRecorder, streams: Iterable[str] | None, after: int, upto: int) -> Iterator[StoredEntry]:
    """Entries by position, behind `after` and up to `upto`, of these streams or of all."""
    if streams is None:
        return _read_pages(recorder, None, after, upto)
    return heapq.merge(
        *(_read_pages(recorder, stream, after, upto) for stream in sorted(streams)),
        key=lambda stored_entry: stored_entry.position,
    )


def _read_pages(recorder: LedgerRecorder, stream: str | None, after: int, upto: int) -> Iterator[StoredEntry]:
    """A stream's first entry is read alone: most streams of a long period have not begun yet, or are done."""
    limit = 1
    while page := recorder.read(stream, after=after, limit=limit):
        for stored_entry in page:
            if stored_entry.position > upto:
                return
            yield stored_entry
        after, limit = page[-1].position, _LEDGER_PAGE_SIZE if stream is None else _STREAM_PAGE_SIZE


class EntryTotals(NamedTuple):
    """How many entries a package shows and withholds, and the first and the last position that it shows."""

    shown: int
    withheld: int
    first: int
    last: int


class EntryWriter:
    """Writes the entries of a coverage, as of a size, into a bag; what was written before a kill is kept.

    `work` is a folder beside the bag: a file a segment says where it ended.
    """

    def __init__(self, ledger: Ledger, coverage: Coverage, size: int, checkpoint: bytes, bag: Path, work: Path):
        self._recorder, self._coverage, self._size = ledger.store, coverage, size
        self._checkpoint, self._bag, self._work = checkpoint, bag, work
        self._tree = Tree(_CachedHashes(Log(ledger)))
        self._state: dict[str, Any] = {"after": 0, "shown": 0, "withheld": 0, "first": 0, "last": 0, "heads": {}}

    def write(self, progress: Progress = lambda _: None) -> EntryTotals:
        """Writes all that is not written yet, and says how much there is."""
        number = 1
        while (done := self._work / f"segment-{number:04d}.json").exists():
            self._state = orjson.loads(done.read_bytes())
            number += 1
        progress(self._state["shown"] + self._state["withheld"])
        while self._write_segment(number, progress):
            write_whole(self._work / f"segment-{number:04d}.json", pretty_json(self._state))
            number += 1
        heads = [{"stream": name, "version": v, "position": p} for name, (v, p) in sorted(self._state["heads"].items())]
        write_whole(self._bag / HEADS, pretty_json(heads))
        self._join_parts(WITHHELD)
        self._join_parts(REFUSED)
        return EntryTotals(*(self._state[name] for name in EntryTotals._fields))

    def _write_segment(self, number: int, progress: Progress) -> bool:
        found = read_entries(self._recorder, self._coverage.streams, self._state["after"], self._size)
        page = islice(found, SEGMENT_SIZE)
        first = next(page, None)
        if first is None:
            return False
        states, places = (self._bag / name for name in segment_of(number))
        with (
            open_whole(states) as shown,
            open_whole(places) as positions,
            open_whole(self._part_path(WITHHELD, number)) as withheld,
            open_whole(self._part_path(REFUSED, number)) as kept,
        ):
            self._write_entry(first, shown, positions, withheld)
            for stored_entry in page:
                self._write_entry(stored_entry, shown, positions, withheld)
                progress(1)
            progress(1)
            self._write_rejected(first.position, kept)
        return True

    def _write_entry(
        self, stored_entry: StoredEntry, shown_file: IO[bytes], positions_file: IO[bytes], withheld_file: IO[bytes]
    ) -> None:
        envelope = orjson.loads(stored_entry.state)
        discretion = self._coverage.redaction
        if discretion is not None and discretion.hides(stored_entry):
            leaf = leaf_hash(stored_entry.state).hex()
            hidden = {
                "position": stored_entry.position,
                "stream": envelope["stream"],
                "version": envelope["version"],
                "leaf": leaf,
            }
            withheld_file.write(canonical(hidden) + b"\n")
            self._state["withheld"] += 1
        else:
            shown_file.write(stored_entry.state + b"\n")
            positions_file.write(b"%d\n" % stored_entry.position)
            self._state["shown"] += 1
            self._state["first"], self._state["last"] = self._state["first"] or stored_entry.position, stored_entry.position
        self._state["heads"][envelope["stream"]] = (envelope["version"], stored_entry.position)
        self._state["after"] = stored_entry.position
        if self._coverage.streams is not None:
            proof = inclusion(
                stored_entry.position - 1, self._tree.inclusion(stored_entry.position - 1, self._size), self._checkpoint
            )
            write_whole(self._bag / proof_of(stored_entry.position), proof)

    def _write_rejected(self, first_position: int, rejected_file: IO[bytes]) -> None:
        """The bytes of deliveries that this segment says were refused; a case's package leaves them out."""
        if self._coverage.redaction is not None:
            return
        there = self._recorder.refused(first_position - 1, self._state["after"])
        streams = self._coverage.streams
        for position, raw in there.items():
            if streams is None or self._stream_at(position) in streams:
                rejected_file.write(canonical({"position": position, "bytes": b64encode(raw).decode()}) + b"\n")

    def _stream_at(self, position: int) -> str:
        return self._recorder.scan(position - 1, position, 1)[0].stream

    def _part_path(self, file: str, number: int) -> Path:
        return self._work / f"{Path(file).stem}-{number:04d}.part"

    def _join_parts(self, file: str) -> None:
        """Parts of a file, one a segment, put together; where nothing is in them there is no file."""
        parts = sorted(self._work.glob(f"{Path(file).stem}-*.part"))
        if not any(part.stat().st_size for part in parts):
            return
        with open_whole(self._bag / file) as whole:
            for part in parts:
                whole.write(part.read_bytes())


class _CachedHashes:
    """A log's kept hashes, the last ones read remembered: neighbours have most of their proof in common."""

    def __init__(self, log: Log):
        self._cached_hashes = lru_cache(maxsize=64)(lambda siblings: log.hashes([siblings]))

    def hashes(self, wanted: Sequence[Siblings]) -> Mapping[tuple[int, int], bytes]:
        return {place: hash_ for siblings in wanted for place, hash_ in self._cached_hashes(siblings).items()}
