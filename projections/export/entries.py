"""The entries of a package: stored bytes in segments, positions beside them, proofs, and where the streams end."""

import heapq
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import IO, Any, Final, NamedTuple

import orjson
from eventsourcing.persistence import Notification

from ledger.application import Ledger
from ledger.evidence.log import Log
from ledger.mapper import canonical
from ledger.merkle import Siblings, Tree, leaf_hash
from ledger.package.format import HEADS, REFUSED, WITHHELD, blocks_of, segment_of
from ledger.package.reader import ProofBlock
from ledger.recorder.recorder import LedgerRecorder
from projections.export.coverage import Coverage
from projections.export.writing import open_whole, pretty_json, write_whole

SEGMENT_SIZE: Final = 100_000
"""Entries in a segment: one of them is what a killed export must at most write again."""
BLOCK_SIZE: Final = 1024
"""Entries that are shown together to be in the log: where they are not, it is said of so many."""
_STREAM_PAGE_SIZE: Final = 256
_LEDGER_PAGE_SIZE: Final = 4096

Progress = Callable[[int], None]


def read_entries(
    recorder: LedgerRecorder, streams: Iterable[str] | None, after: int, heads: Mapping[str, Sequence[int]], upto: int
) -> Iterator[Notification]:
    """Stored entries by position, behind `after` and up to `upto`, of these streams or of all.

    `heads` are the versions, and the positions, at which the streams stand at `after`.
    """
    if streams is None:
        return _read_ledger(recorder, after, upto)
    return heapq.merge(
        *(_read_stream(recorder, stream, heads.get(stream, (0, 0))[0], upto) for stream in sorted(streams)),
        key=lambda notification: notification.id,
    )


def _read_ledger(recorder: LedgerRecorder, after: int, upto: int) -> Iterator[Notification]:
    while page := recorder.select_notifications(after, _LEDGER_PAGE_SIZE, upto, inclusive_of_start=False):
        yield from page
        after = page[-1].id


def _read_stream(recorder: LedgerRecorder, stream: str, after: int, upto: int) -> Iterator[Notification]:
    """A stream's first entry is read alone: most streams of a long period have not begun yet, or are done."""
    limit = 1
    while page := recorder.select_events(stream, gt=after, limit=limit):
        for notification in page:
            if notification.id > upto:
                return
            yield notification
        after, limit = page[-1].originator_version, _STREAM_PAGE_SIZE


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

    def __init__(self, ledger: Ledger, coverage: Coverage, size: int, bag: Path, work: Path):
        self._recorder, self._coverage, self._size = ledger.recorder, coverage, size
        self._bag, self._work = bag, work
        self._covered: list[int] = []
        """Positions since the last block of proofs."""
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
        after, heads = self._state["after"], self._state["heads"]
        found = read_entries(self._recorder, self._coverage.streams, after, heads, self._size)
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
            open_whole(self._bag / blocks_of(number)) as proofs,
        ):
            self._write_entry(first, shown, positions, withheld, proofs)
            for notification in page:
                self._write_entry(notification, shown, positions, withheld, proofs)
                progress(1)
            progress(1)
            self._write_rejected(first.id, kept)
            self._write_block(proofs)
        return True

    def _write_entry(
        self,
        notification: Notification,
        shown_file: IO[bytes],
        positions_file: IO[bytes],
        withheld_file: IO[bytes],
        proofs_file: IO[bytes],
    ) -> None:
        envelope = orjson.loads(notification.state)
        discretion = self._coverage.redaction
        if discretion is not None and discretion.hides(notification.state):
            hidden = {"position": notification.id, "leaf": leaf_hash(notification.state).hex()}
            hidden |= {name: envelope[name] for name in ("stream", "version")}
            withheld_file.write(canonical(hidden) + b"\n")
            self._state["withheld"] += 1
        else:
            shown_file.write(notification.state + b"\n")
            positions_file.write(b"%d\n" % notification.id)
            self._state["shown"] += 1
            self._state["first"], self._state["last"] = self._state["first"] or notification.id, notification.id
        self._state["heads"][envelope["stream"]] = (envelope["version"], notification.id)
        self._state["after"] = notification.id
        self._covered.append(notification.id)
        if len(self._covered) == BLOCK_SIZE:
            self._write_block(proofs_file)

    def _write_block(self, proofs_file: IO[bytes]) -> None:
        """What shows that the entries since the last block are in the log."""
        if not self._covered:
            return
        hashes = self._tree.beside([position - 1 for position in self._covered], self._size)
        proofs_file.write(ProofBlock(self._covered[0], len(self._covered), tuple(hashes)).line)
        self._covered.clear()

    def _write_rejected(self, first_position: int, rejected_file: IO[bytes]) -> None:
        """The bytes of deliveries that this segment says were refused; a case's package leaves them out."""
        if self._coverage.redaction is not None:
            return
        there = self._recorder.refused(first_position - 1, self._state["after"])
        streams = self._coverage.streams
        for position, raw in there.items():
            if streams is None or self._recorder.rows(position - 1, position, 1)[0].stream in streams:
                rejected_file.write(canonical({"position": position, "bytes": b64encode(raw).decode()}) + b"\n")

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
