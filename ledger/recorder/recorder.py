"""The ledger in its database: what the library asks of a recorder, and what the log over the record needs besides.

Following a ledger: every entry after a position, and then each new one as it is recorded.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from contextlib import AbstractContextManager
from itertools import groupby
from operator import itemgetter
from threading import Thread
from typing import Any, Final

from eventsourcing.persistence import (
    ApplicationRecorder,
    ListenNotifySubscription,
    Notification,
    ProcessRecorder,
    StoredEvent,
    Tracking,
)

from ledger.errors import BrokenEvidence
from ledger.mapper import StoredEntry, stored_digest
from ledger.merkle import Frontier, Siblings, Subtree, leaf_hash
from ledger.recorder.dialects import Cursor, Dialect
from ledger.recorder.rows import (
    BEFORE_EVERYTHING,
    EVERYTHING,
    EventRow,
    KnownDelivery,
    Names,
    NumberedRow,
    UnplacedRow,
    check_hashes,
    named_row,
    names_in,
    placed_rows,
    unpack_frontier,
)
from ledger.stretches import FREQUENT, Stretch
from ledger.values.subjects import HOUSE

Listening = Callable[[], AbstractContextManager[Callable[[], bool]]]
"""Opens whatever tells of changes; what it gives waits a while and says whether something was recorded."""


class LedgerSubscription(ListenNotifySubscription[ApplicationRecorder]):
    """The library's subscription, told of changes by PostgreSQL's NOTIFY or by a look at SQLite's file."""

    def __init__(
        self, recorder: ApplicationRecorder, listening: Listening, gt: int | None = None, topics: Sequence[str] = ()
    ):
        super().__init__(recorder=recorder, gt=gt, topics=topics)
        self._open_listening = listening
        self._listening = Thread(target=self._listen)
        self._listening.start()

    def __exit__(self, *args: object, **kwargs: Any) -> None:
        try:
            super().__exit__(*args, **kwargs)
        finally:
            self._listening.join()

    def _listen(self) -> None:
        try:
            with self._open_listening() as has_changed:
                self._has_been_notified.set()  # of what was recorded before this thread listened
                while not self._has_been_stopped and self._thread_error is None:
                    if has_changed():
                        self._has_been_notified.set()
        except BaseException as error:
            if self._thread_error is None:
                self._thread_error = error
            self.stop()


class LedgerRecorder(ProcessRecorder):
    """Appends under dense positions, with leaf, delivery key, the log's edge and tracking in one transaction."""

    def __init__(self, dialect: Dialect, *, is_part: bool = False):
        """`is_part`: only a part of a record is kept here, so gaps are none of its faults."""
        self.dialect = dialect
        self._is_part = is_part
        self._statements = dialect.statements
        self._head = 0  # the log reaches at least to there: it never becomes shorter
        self._names = Names()
        self._names_of = dialect.connections

    # Appending

    def insert_events(
        self,
        stored_events: Sequence[StoredEvent],
        *,
        refused: Mapping[int, bytes] | None = None,
        tracking: Tracking | None = None,
        **_: Any,
    ) -> Sequence[int]:
        """Record all in one transaction and return their positions. Raises IntegrityError as `append` does."""
        return self.append([_row(event) for event in stored_events], refused=refused, tracking=tracking)

    def append(
        self,
        rows: Sequence[UnplacedRow],
        *,
        refused: Mapping[int, bytes] | None = None,
        tracking: Tracking | None = None,
        stretches: Mapping[str, Sequence[Stretch]] | None = None,
    ) -> Sequence[int]:
        """Record rows in one transaction and return their positions.

        `stretches` are those of streams that are new or go on. `refused` holds, by its place in the batch, the bytes of a
        delivery that was not taken in, for the entry that says so. Raises IntegrityError where a stream's version, a
        delivery or the tracking position is taken.
        """
        with self.dialect.writing() as cursor:  # all others wait from here on
            frontier = self._frontier_at_end(cursor)
            first, names, new_names = frontier.size + 1, self._known_names(), dict[str, int]()
            if rows:
                try:
                    placed = placed_rows(rows, first, names.number_by_name)
                except KeyError:
                    new_names = self._number(cursor, names, names_in(rows))
                    placed = placed_rows(rows, first, {**names.number_by_name, **new_names})
                self.dialect.insert_rows(cursor, placed)
            with self.dialect.sending_together(cursor):
                if refused:
                    kept = [{"position": first + at, "bytes": raw} for at, raw in refused.items()]
                    cursor.executemany(self._statements["insert_refused"], kept)
                if rows:
                    self._grow(cursor, frontier, [leaf for _, _, _, _, leaf, _, _ in rows])
                if stretches:
                    numbers = {**names.number_by_name, **new_names}
                    rows_of = ((numbers[stream], *each) for stream, kept in stretches.items() for each in kept)
                    self.dialect.keep_stretches(cursor, list(rows_of))
                if tracking is not None:
                    self._track(cursor, tracking)
                self.dialect.notify(cursor)
        names.add((number, name) for name, number in new_names.items())
        return list(range(first, first + len(rows)))

    def _known_names(self) -> Names:
        """The names as far as they were read over the connections that there are. With a new one the server may be another,
        which took the place of one that was lost, and never heard of the last of them.
        """
        if self._names_of != self.dialect.connections:
            self.forget_names()
        return self._names

    def forget_names(self) -> None:
        """What was read of the names is read again."""
        self._names, self._names_of = Names(), self.dialect.connections

    def _number(self, cursor: Cursor, names: Names, wanted: Set[str]) -> dict[str, int]:
        """Gives numbers to wanted names that have none; they hold once the transaction does."""
        self._read_names(cursor, names)
        new = sorted(wanted - names.number_by_name.keys())
        if new:
            self.dialect.insert_names(cursor, list(enumerate(new, names.last + 1)))
        return {name: number for number, name in enumerate(new, names.last + 1)}

    def _read_names(self, cursor: Cursor, names: Names) -> None:
        """Reads the names that came since they were last read."""
        cursor.execute(self._statements["names"], {"after": names.last})
        names.add(cursor.fetchall())

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
        after, upto = 0 if gt is None else gt, EVERYTHING if lte is None else lte
        most = EVERYTHING if limit is None else limit
        return self._notifications(self._stream_rows(str(originator_id), after, upto, most, desc=desc))

    def stream_states(self, stream: str, after: int, limit: int) -> list[tuple[int, bytes, int]]:
        """Version, stored bytes and position of a stream's entries after a version, in order. Raises BrokenEvidence."""
        rows = self._stream_rows(stream, after, EVERYTHING, limit)
        return [(version, state, position) for _, version, _, state, position in rows]

    def _stream_rows(self, stream: str, after: int, upto: int, limit: int, *, desc: bool = False) -> list[tuple[Any, ...]]:
        """Rows of a stream after a version, up to and with another. Raises BrokenEvidence."""
        number = self._number_of(stream)
        if number is None:
            return []
        statement = "stream_backwards" if desc else "stream"
        rows = self._select(statement, stream=number, limit=limit, gt=after, lte=upto)
        self._check_stream(rows[::-1] if desc else rows, after, is_whole=not desc or len(rows) < limit)
        return rows

    def whole_streams(self, prefix: str) -> list[Notification]:
        """All entries of the streams whose names begin with `prefix`, one stream after the other. Raises BrokenEvidence."""
        numbers = [number for name, number in self._read_on().number_by_name.items() if name.startswith(prefix)]
        rows = self._select("whole_streams", streams=self.dialect.listed(numbers))
        for _, of_stream in groupby(rows, key=itemgetter(0)):
            self._check_stream(list(of_stream), 0, is_whole=True)
        return self._notifications(rows)

    def _number_of(self, name: str) -> int | None:
        """The number of a stream, a topic or a source; None where nothing of it is on record."""
        return self._numbers_by_name([name]).get(name)

    def _numbers_by_name(self, names: Iterable[str]) -> Mapping[str, int]:
        """The numbers by their names, with those of these at least that there are."""
        known, wanted = self._known_names(), set(names)
        if not wanted <= known.number_by_name.keys():
            known = self._read_on()
        return known.number_by_name

    def _read_on(self) -> Names:
        """The names that there are now."""
        with self.dialect.reading() as cursor:
            names = self._known_names()
            self._read_names(cursor, names)
            return names

    def _numbers_of(self, names: Sequence[str]) -> list[int]:
        numbers = self._numbers_by_name(names)
        return [numbers[name] for name in names if name in numbers]

    def _names_by_number(self, numbers: Iterable[Any]) -> Mapping[Any, str]:
        """The names by their numbers, with those of these at least that there are."""
        known, wanted = self._known_names(), set(numbers)
        if not wanted <= known.name_by_number.keys():
            known = self._read_on()
        return known.name_by_number

    def _notifications(self, rows: Sequence[tuple[Any, ...]]) -> list[Notification]:
        """Rows with the names of their streams and topics. Raises BrokenEvidence for a number that names nothing."""
        try:
            names = self._names_by_number(number for stream, _, topic, *_ in rows for number in (stream, topic))
            return [
                Notification(names[stream], version, names[topic], state, position)
                for stream, version, topic, state, position in rows
            ]
        except KeyError as error:
            raise _broken(f"{error.args[0]!r} stands in a row for a name, and nothing has that number") from error

    def _check_stream(self, rows: Sequence[tuple[Any, ...]], gt: int, *, is_whole: bool) -> None:
        """Rows of a stream in order, from behind version `gt` on where they are whole. Raises BrokenEvidence at a gap."""
        if not rows or self._is_part:
            return
        expected, behind = gt + 1 if is_whole else rows[0][1], 0
        for number, version, *_, position in rows:
            if version != expected or version < 1:
                stream = self._names.name_by_number.get(number)
                raise _broken(f"stream {stream} goes on with version {version} where {expected} should come")
            if position <= behind:
                stream = self._names.name_by_number.get(number)
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
            among = self.dialect.listed(self._numbers_of(topics))
            rows = self._select("notifications_of_topics", topics=among, **between)
        else:
            rows = self._select("notifications", **between)
            self._check_positions(rows, after, min(after + limit, upto, head))
        self._check_head(rows[-1][-1] if rows else 0)
        return self._notifications(rows)

    def max_notification_id(self) -> int | None:
        last: int | None = self._select("last_position")[0][0]
        if last is not None:
            self._check_head(last)
        return last

    def stream_version(self, stream: str) -> int:
        """The stream's last version, 0 where there is none."""
        number = self._number_of(stream)
        return 0 if number is None else int(self._select("stream_version", stream=number)[0][0])

    def version_at(self, stream: str, position: int) -> int:
        """The stream's last version up to a position, 0 where there is none."""
        number = self._number_of(stream)
        found = [] if number is None else self._select("version_at", stream=number, upto=position)
        return found[0][0] if found else 0

    def spans(self, stream: str, spans: Sequence[tuple[int, int]]) -> list[tuple[str, int, bytes, int]]:
        """Topic, version, stored bytes and position of a stream's entries in spans of its versions, which do not overlap,
        in order. Raises BrokenEvidence where one is missing.
        """
        rows = self._in_spans("spans", stream, spans)
        names = self._names_by_number(topic for topic, *_ in rows)
        return [(names.get(topic, ""), version, state, position) for topic, version, state, position in rows]

    def span_positions(self, stream: str, spans: Sequence[tuple[int, int]]) -> list[int]:
        """The positions alone."""
        return [position for _, position in self._in_spans("span_positions", stream, spans)]

    def _in_spans(self, statement: str, stream: str, spans: Sequence[tuple[int, int]]) -> list[tuple[Any, ...]]:
        number = self._number_of(stream)
        if number is None or not spans:
            return []
        rows = self._select(statement, stream=number, **self.dialect.spans(spans))
        wanted = sum(last - first + 1 for first, last in spans)
        if len(rows) != wanted or any(row[-1] is None for row in rows):
            raise _broken(f"stream {stream} lacks some of its versions {spans[0][0]} to {spans[-1][1]}")
        return rows

    def stretches_of_none(self, stream: str, last: int, after: int) -> list[Stretch]:
        """Those about no round that do not end before a version, but for refusals."""
        return self._stretches("stretches_of_none", stream, last, after=after)

    def stretches_of(self, stream: str, last: int, rounds: Iterable[str]) -> list[Stretch]:
        """Those of some rounds, in order."""
        return self._stretches("stretches_of", stream, last, rounds=self.dialect.listed(rounds))

    def stretches_beside(self, stream: str, last: int, version: int, most: int, *, later: bool) -> list[Stretch]:
        """Those that begin after a version, or before it and the last one first."""
        if later:
            return self._stretches("stretches_after", stream, last, version=version, limit=most)
        return self._stretches("stretches_before", stream, last, version=min(version, last + 1), limit=most)

    def stretches_showing(self, stream: str, last: int, flags: int, most: int) -> list[Stretch]:
        """The first of those that have any of some flags."""
        statement = "stretches_showing" if flags & FREQUENT else "rare_stretches"
        return self._stretches(statement, stream, last, flags=flags, limit=most)

    def stretches_with_bet(self, stream: str, last: int, version: int, name: str) -> list[Stretch]:
        """The last that begins before a version and in which a bet of this name was placed."""
        return self._stretches("stretches_with_bet", stream, last, version=min(version, last + 1), bet=f" {name} ")

    def _stretches(self, statement: str, stream: str, last: int, **params: object) -> list[Stretch]:
        number = self._number_of(stream)
        if number is None:
            return []
        rows = [row for row in self._select(statement, stream=number, last=last, **params) if row != _NO_STRETCH]
        if not all(map(_is_stretch, rows)):
            raise _broken(f"a stretch of {stream} cannot be read")
        found = (Stretch(*row) for row in rows)
        return [row if row.last <= last else row._replace(last=last) for row in found if row.first <= last]

    def stream_leaf(self, stream: str, version: int) -> bytes:
        """The leaf of an entry by its version in its stream. Raises BrokenEvidence where there is none."""
        found = self.select_events(stream, gt=version - 1, lte=version)
        if not found:
            raise BrokenEvidence(f"version {version} of stream {stream} is gone; run `recoup verify`")
        return leaf_hash(found[0].state)

    def streams(self, prefix: str, upto: int = EVERYTHING) -> list[str]:
        """The names of the streams that begin with `prefix` and had begun at a position, in order."""
        return [row[0] for row in self._select("streams", begin=prefix, end=prefix + "\x7f", upto=upto)]

    def sources(self) -> list[tuple[str, int, int, int]]:
        """Every source on record: its name, how many entries it has, the first and the last position."""
        found = self._select("sources")
        names = self._names_by_number(number for number, *_ in found)
        return sorted((names[number], *counted) for number, *counted in found)

    def count_topics(self, topics: Sequence[str], after: int, upto: int) -> dict[str, int]:
        """How many entries there are of each of these topics, after `after`, up to and with `upto`."""
        among = self.dialect.listed(self._numbers_of(topics))
        found = self._select("count_topics", topics=among, after=after or BEFORE_EVERYTHING, upto=upto)
        names = self._names_by_number(number for number, _ in found)
        return {names[number]: count for number, count in found}

    def known(self, keys: Sequence[tuple[str, str]]) -> dict[tuple[str, str], KnownDelivery]:
        """Which of these (source, id) are on record."""
        numbers = self._numbers_by_name(source for source, _ in keys)
        numbered = [(numbers[source], ident) for source, ident in keys if source in numbers]
        found = self._select("known", **self.dialect.delivery_keys(numbered))
        names = self._names_by_number(source for source, *_ in found)
        return {
            (names[source], ident): KnownDelivery(position, _digest(state, refused))
            for source, ident, position, state, refused in found
        }

    def refused(self, after: int = 0, upto: int = EVERYTHING) -> dict[int, bytes]:
        """The bytes of refused deliveries by position, after `after`, up to and with `upto`."""
        return dict(self._select("refused", after=after, upto=upto))

    def rows(self, after: int, upto: int, limit: int) -> list[EventRow]:
        """Whole rows by position, whatever stands in them."""
        found, names = self.numbered_rows(after, upto, limit)
        return [named_row(row, names) for row in found]

    def numbered_rows(self, after: int, upto: int, limit: int) -> tuple[Sequence[NumberedRow], Mapping[int, str]]:
        """The same as they stand, and the names by their numbers."""
        found = self._select("rows", after=after, upto=upto, limit=limit)
        return found, self._names_by_number(
            {*map(itemgetter(1), found), *map(itemgetter(3), found), *map(itemgetter(6), found)}
        )

    def names(self) -> list[tuple[Any, Any]]:
        """The numbers of all streams, topics and sources, and their names, as they stand."""
        return self._select("names", after=BEFORE_EVERYTHING)

    def walk_names(self) -> list[tuple[Any, Any]]:
        """The same as the index by name leads to them."""
        with self.dialect.reading_by_index() as cursor:
            cursor.execute(self._statements["walk_names"])
            return cursor.fetchall()

    def walk_streams(self, stream: int, version: int, limit: int) -> list[tuple[Any, Any, int]]:
        """Stream, version and position of the rows behind a place in the index by stream, which is by its number."""
        return self._walk("walk_streams", stream, version, limit)

    def walk_deliveries(self, source: int, ident: str, limit: int) -> list[tuple[Any, Any, int]]:
        """Source, id and position of the rows behind a place in the index by delivery; the source is by its number."""
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
        found: list[Subtree] = []
        with self.dialect.reading() as cursor:
            for siblings in wanted:
                cursor.execute(self._statements["subtrees"], siblings._asdict())
                found += (Subtree(*row) for row in cursor.fetchall())
        return sorted(found)

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


def _is_stretch(row: tuple[Any, ...]) -> bool:
    """Whether a row has the values of a stretch, each of its kind."""
    return tuple(map(type, row)) in ((int, int, str, int, str, int, int), (int, int, str, int, str, bool, int))


_NO_STRETCH: Final = (None,) * len(Stretch._fields)
"""What stands for the stretches of a round that has none."""


def _broken(what: str) -> BrokenEvidence:
    return BrokenEvidence(f"{what}: something was put in or taken out past the ledger; run `recoup verify`")


def _digest(state: bytes, refused: bytes | None) -> bytes:
    """What a delivery on record is known by: the hash of what its source said, or of the bytes that were not taken in."""
    if refused is not None:
        return leaf_hash(refused)
    try:
        return stored_digest(state)
    except ValueError:  # altered: whatever comes under its name now says something else
        return leaf_hash(state)


def _row(event: StoredEvent) -> UnplacedRow:
    """The row of an event, without its position; one that the ledger's mapper did not make is the house's own delivery."""
    stream, version = str(event.originator_id), event.originator_version
    source, ident = HOUSE, f"{stream}:{version}"
    if isinstance(event, StoredEntry):
        source, ident = event.source, event.delivery_id
    return stream, version, event.topic, event.state, leaf_hash(event.state), source, ident
