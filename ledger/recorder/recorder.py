"""The ledger in its database: what the library asks of a recorder, and what the log over the record needs besides."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from eventsourcing.persistence import Notification, ProcessRecorder, StoredEvent, Tracking

from ledger.errors import BrokenEvidence
from ledger.mapper import StoredEntry
from ledger.merkle import Frontier, Siblings, Subtree, leaf_hash
from ledger.recorder.dialects import Cursor, Dialect
from ledger.recorder.rows import BEFORE_EVERYTHING, EVERYTHING, EventRow, KnownDelivery, check_hashes, unpack_frontier
from ledger.recorder.subscription import LedgerSubscription
from ledger.values.subjects import HOUSE


class LedgerRecorder(ProcessRecorder):
    """Appends under dense positions, with leaf, delivery key, the log's edge and tracking in one transaction."""

    def __init__(self, dialect: Dialect, *, is_part: bool = False):
        """`is_part`: only a part of a record is kept here, so gaps are none of its faults."""
        self.dialect = dialect
        self._is_part = is_part
        self._statements = dialect.statements
        self._head = 0  # the log reaches at least to there: it never becomes shorter

    # Appending

    def insert_events(
        self,
        stored_events: Sequence[StoredEvent],
        *,
        refused: Mapping[int, bytes] | None = None,
        tracking: Tracking | None = None,
        **_: Any,
    ) -> Sequence[int]:
        """Record all in one transaction and return their positions.

        `refused` holds, by its place in the batch, the bytes of a delivery that was not taken in, for the entry that says
        so. Raises IntegrityError where a stream's version, a delivery or the tracking position is taken.
        """
        refused = refused or {}
        rows = [_row(event, refused.get(at)) for at, event in enumerate(stored_events)]
        with self.dialect.writing() as cursor:  # all others wait from here on
            frontier = self._frontier_at_end(cursor)
            first = frontier.size + 1
            if rows:
                self.dialect.insert_rows(cursor, ((position, *row) for position, row in enumerate(rows, first)))
            with self.dialect.sending_together(cursor):
                if refused:
                    kept = [{"position": first + at, "bytes": raw} for at, raw in refused.items()]
                    cursor.executemany(self._statements["insert_refused"], kept)
                if rows:
                    self._grow(cursor, frontier, [row.leaf for row in rows])
                if tracking is not None:
                    self._track(cursor, tracking)
                self.dialect.notify(cursor)
        return list(range(first, first + len(rows)))

    def _frontier_at_end(self, cursor: Cursor) -> Frontier:
        """The edge of the log, where record and log end together. Raises BrokenEvidence where they do not."""
        last, size, hashes = self._one(cursor, "log_end")
        last, frontier = last or 0, unpack_frontier(-1 if size is None else size, hashes or b"")
        if frontier.size != last:
            raise BrokenEvidence(
                f"the record ends at position {last} and the log over it at {frontier.size}: something was put in or "
                "taken out past the ledger; run `recoup verify`, and record nothing until it is explained"
            )
        return frontier

    def _grow(self, cursor: Cursor, frontier: Frontier, leaves: Sequence[bytes]) -> None:
        """Takes the next leaves into the tree, from its edge on."""
        if subtrees := frontier.extend(leaves):
            self.dialect.insert_subtrees(cursor, subtrees)
        edge = {"size": frontier.size, "hashes": b"".join(frontier.hashes)}
        cursor.execute(self._statements["set_frontier"], edge)

    def _track(self, cursor: Cursor, tracking: Tracking) -> None:
        place = {"follower": tracking.application_name, "position": tracking.notification_id}
        if self._one(cursor, "move_tracking", place) is None:
            cursor.execute(self._statements["insert_tracking"], place)

    # Following

    def insert_tracking(self, tracking: Tracking) -> None:
        with self.dialect.writing() as cursor:
            self._track(cursor, tracking)

    def max_tracking_id(self, application_name: str) -> int | None:
        found = self._select("tracking", follower=application_name)
        return found[0][0] if found else None

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> LedgerSubscription:
        return LedgerSubscription(self, self.dialect.listening, gt, topics)

    # Reading

    def select_events(
        self,
        originator_id: object,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> list[Notification]:
        versions = {"gt": 0 if gt is None else gt, "lte": EVERYTHING if lte is None else lte}
        statement = "stream_backwards" if desc else "stream"
        most = EVERYTHING if limit is None else limit
        rows = self._select(statement, stream=originator_id, limit=most, **versions)
        self._check_stream(rows[::-1] if desc else rows, versions["gt"], is_whole=not desc or len(rows) < most)
        return [Notification(*row) for row in rows]

    def _check_stream(self, rows: Sequence[tuple[Any, ...]], gt: int, *, is_whole: bool) -> None:
        """Rows of a stream in order, from behind version `gt` on where they are whole. Raises BrokenEvidence at a gap."""
        if not rows or self._is_part:
            return
        expected, behind = gt + 1 if is_whole else rows[0][1], 0
        for stream, version, *_, position in rows:
            if version != expected or version < 1:
                raise _broken(f"stream {stream} goes on with version {version} where {expected} should come")
            if position <= behind:
                raise _broken(f"stream {stream} has version {version} at position {position}, where it cannot stand")
            expected, behind = expected + 1, position
        self._check_head(behind)

    def _check_positions(self, rows: Sequence[tuple[Any, ...]], after: int, upto: int) -> None:
        """Rows behind a position, at least up to another. Raises BrokenEvidence at a gap."""
        if self._is_part:
            return
        for expected, (*_, position) in enumerate(rows, after + 1):
            if position != expected:
                raise _broken(f"position {position} comes where {expected} should")
        if after + len(rows) < upto:
            raise _broken(f"nothing is at position {after + len(rows) + 1}, and the log goes on to {upto}")

    def _check_head(self, position: int) -> None:
        """Raises BrokenEvidence where the log does not reach to a position that was read."""
        if position <= self._head or self._is_part:
            return
        self._head = max(self._head, unpack_frontier(*self.frontier()).size)
        if position > self._head:
            raise _broken(f"position {position} is on record, and the log over it ends at {self._head}")

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> list[Notification]:
        after = max((start or 0) - inclusive_of_start, 0)
        upto = EVERYTHING if stop is None else stop
        between = {"after": after or BEFORE_EVERYTHING, "upto": upto, "limit": limit}
        head = self._head
        if topics:
            among = self.dialect.texts(topics)
            rows = self._select("notifications_of_topics", topics=among, **between)
        else:
            rows = self._select("notifications", **between)
            self._check_positions(rows, after, min(after + limit, upto, head))
        self._check_head(rows[-1][-1] if rows else 0)
        return [Notification(*row) for row in rows]

    def max_notification_id(self) -> int | None:
        last: int | None = self._select("last_position")[0][0]
        if last is not None:
            self._check_head(last)
        return last

    def stream_version(self, stream: str) -> int:
        """The stream's last version, 0 where there is none."""
        return int(self._select("stream_version", stream=stream)[0][0])

    def stream_leaf(self, stream: str, version: int) -> bytes:
        """The leaf of an entry by its version in its stream. Raises BrokenEvidence where there is none."""
        found = self.select_events(stream, gt=version - 1, lte=version)
        if not found:
            raise BrokenEvidence(f"version {version} of stream {stream} is gone; run `recoup verify`")
        return leaf_hash(found[0].state)

    def streams(self, prefix: str) -> list[str]:
        """The names of the streams that begin with `prefix`, in order."""
        return [row[0] for row in self._select("streams", begin=prefix, end=prefix + "\x7f")]

    def sources(self) -> list[tuple[str, int, int, int]]:
        """Every source on record: its name, how many entries it has, the first and the last position."""
        return [(source, count, first, last) for source, count, first, last in self._select("sources")]

    def count_topics(self, topics: Sequence[str], after: int, upto: int) -> dict[str, int]:
        """How many entries there are of each of these topics, after `after`, up to and with `upto`."""
        among = self.dialect.texts(topics)
        return dict(self._select("count_topics", topics=among, after=after or BEFORE_EVERYTHING, upto=upto))

    def known(self, keys: Sequence[tuple[str, str]]) -> dict[tuple[str, str], KnownDelivery]:
        """Which of these (source, id) are on record."""
        found = self._select("known", **self.dialect.delivery_keys(keys))
        return {(source, delivery_id): KnownDelivery(position, digest) for source, delivery_id, position, digest in found}

    def refused(self, after: int = 0, upto: int = EVERYTHING) -> dict[int, bytes]:
        """The bytes of refused deliveries by position, after `after`, up to and with `upto`."""
        return dict(self._select("refused", after=after, upto=upto))

    def rows(self, after: int, upto: int, limit: int) -> list[EventRow]:
        """Whole rows by position, whatever stands in them."""
        return [EventRow(*row) for row in self._select("rows", after=after, upto=upto, limit=limit)]

    def walk_streams(self, stream: str, version: int, limit: int) -> list[tuple[Any, Any, int]]:
        """Stream, version and position of the rows behind a place in the index by stream."""
        return self._walk("walk_streams", stream, version, limit)

    def walk_deliveries(self, source: str, ident: str, limit: int) -> list[tuple[Any, Any, int]]:
        """Source, id and position of the rows behind a place in the index by delivery."""
        return self._walk("walk_deliveries", source, ident, limit)

    def _walk(self, statement: str, first: object, second: object, limit: int) -> list[tuple[Any, Any, int]]:
        with self.dialect.reading_by_index() as cursor:
            cursor.execute(self._statements[statement], {"first": first, "second": second, "limit": limit})
            return cursor.fetchall()

    def leaves(self, after: int, upto: int) -> list[bytes]:
        """Leaf hashes of the positions after `after`, up to and with `upto`. Raises BrokenEvidence where one is none."""
        return check_hashes([leaf for (leaf,) in self._select("leaves", after=after, upto=upto)])

    def subtrees(self, wanted: Sequence[Siblings]) -> list[Subtree]:
        """Those of the wanted complete subtrees that are kept, by level and number (levels from 1)."""
        found = (row for siblings in wanted for row in self._select("subtrees", **siblings._asdict()))
        return sorted(Subtree(*row) for row in found)

    def frontier(self) -> tuple[int, bytes]:
        """Size and right edge of the tree, as they are kept: 32 bytes a hash."""
        found = self._select("frontier")
        return found[0] if found else (-1, b"")

    def _select(self, statement: str, **params: object) -> list[tuple[Any, ...]]:
        with self.dialect.reading() as cursor:
            cursor.execute(self._statements[statement], params)
            return cursor.fetchall()

    def _one(self, cursor: Cursor, statement: str, params: Mapping[str, object] | None = None) -> Any:
        cursor.execute(self._statements[statement], params or {})
        return cursor.fetchone()


class _Unplaced(NamedTuple):
    """An `EventRow` that has no position yet."""

    stream: str
    version: int
    topic: str
    state: bytes
    leaf: bytes
    source: str
    id: str
    digest: bytes


def _broken(what: str) -> BrokenEvidence:
    return BrokenEvidence(f"{what}: something was put in or taken out past the ledger; run `recoup verify`")


def _row(event: StoredEvent, refused: bytes | None) -> _Unplaced:
    """The row of an event, without its position; one that the ledger's mapper did not make is the house's own delivery."""
    stream, version, leaf = str(event.originator_id), event.originator_version, leaf_hash(event.state)
    source, delivery_id, digest = HOUSE, f"{stream}:{version}", leaf
    if isinstance(event, StoredEntry):
        source, delivery_id, digest = event.source, event.delivery_id, event.digest
    if refused is not None:
        digest = leaf_hash(refused)
    return _Unplaced(stream, version, event.topic, event.state, leaf, source, delivery_id, digest)
