"""The ledger in its database: what the library asks of a recorder, and what the log over the record needs besides."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from eventsourcing.persistence import Notification, ProcessRecorder, StoredEvent, Tracking

from ledger.errors import BrokenEvidence
from ledger.mapper import StoredEntry
from ledger.merkle import Siblings, Subtree, leaf_hash
from ledger.recorder.dialects import Cursor, Dialect
from ledger.recorder.rows import EVERYTHING, EventRow, KnownDelivery, check_hashes, unpack_frontier
from ledger.recorder.subscription import LedgerSubscription
from ledger.values.subjects import HOUSE

TO_THE_END: Final = {"upto": EVERYTHING}
"""Of a position cell that holds anything but a number nothing is said here; `recoup verify` says it."""


class LedgerRecorder(ProcessRecorder):
    """Appends under dense positions, with leaf, delivery key, the log's edge and tracking in one transaction."""

    def __init__(self, dialect: Dialect):
        self.dialect = dialect
        self._statements = dialect.statements

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
        with self.dialect.writing() as cursor:
            first = (self._one(cursor, "last_position", TO_THE_END)[0] or 0) + 1
            rows = [_row(first + at, event, refused.get(at)) for at, event in enumerate(stored_events)]
            self.dialect.insert_rows(cursor, rows)
            if refused:
                kept = [{"position": first + at, "bytes": raw} for at, raw in refused.items()]
                cursor.executemany(self._statements["insert_refused"], kept)
            if rows:
                self._grow(cursor, first, [row.leaf for row in rows])
            if tracking is not None:
                self._track(cursor, tracking)
            self.dialect.notify(cursor)
        return [row.position for row in rows]

    def _grow(self, cursor: Cursor, first: int, leaves: Sequence[bytes]) -> None:
        """Takes the leaves from position `first` on into the tree."""
        frontier = unpack_frontier(*(self._one(cursor, "frontier") or (-1, b"")))
        if frontier.size != first - 1:
            raise BrokenEvidence(
                f"the record ends at position {first - 1} and the log over it at {frontier.size}: something was put in or "
                "taken out past the ledger; run `recoup verify`, and record nothing until it is explained"
            )
        if subtrees := frontier.extend(leaves):
            cursor.executemany(self._statements["insert_subtree"], [subtree._asdict() for subtree in subtrees])
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
        return [Notification(*row) for row in self._select(statement, stream=originator_id, limit=most, **versions)]

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> list[Notification]:
        after = (start or 0) - inclusive_of_start
        between = {"after": after, "upto": EVERYTHING if stop is None else stop, "limit": limit}
        if topics:
            among = self.dialect.texts(topics)
            rows = self._select("notifications_of_topics", topics=among, **between)
        else:
            rows = self._select("notifications", **between)
        return [Notification(*row) for row in rows]

    def max_notification_id(self) -> int | None:
        last: int | None = self._select("last_position", **TO_THE_END)[0][0]
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


def _row(position: int, event: StoredEvent, refused: bytes | None) -> EventRow:
    """The row of an event; one that the ledger's mapper did not make was delivered by nobody but the house."""
    stream, version, leaf = str(event.originator_id), event.originator_version, leaf_hash(event.state)
    source, delivery_id, digest = HOUSE, f"{stream}:{version}", leaf
    if isinstance(event, StoredEntry):
        source, delivery_id, digest = event.source, event.delivery_id, event.digest
    if refused is not None:
        digest = leaf_hash(refused)
    return EventRow(position, stream, version, event.topic, event.state, leaf, source, delivery_id, digest)
