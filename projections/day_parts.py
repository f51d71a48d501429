"""The part of a table's day in a ledger that is enough to rule on some of its rounds."""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from functools import cache, cached_property, reduce
from itertools import islice
from operator import attrgetter, or_
from typing import Final, NamedTuple

from ledger.application import Ledger
from ledger.entry import Entry
from ledger.errors import BrokenEvidence
from ledger.events.versions import kind_of
from ledger.mapper import MAPPER, UNREADABLE
from ledger.recorder.rows import EVERYTHING
from ledger.stretches import (
    KEPT_KINDS,
    REFUSED,
    UNCLEAR,
    EntryOutline,
    Stretch,
    StretchTail,
    stored_outline,
)
from ledger.values.subjects import play_stream
from projections.needed_entries import Span, UnreadableOutline, needed_entries

PAGE: Final = 4096


class DayPart(NamedTuple):
    """Entries of a day that are enough to rule on some of its rounds, and the positions of what else is about the table."""

    entries: Sequence[Entry]
    left_out: Sequence[int]


class DayInParts:
    """A table's day as it was up to a position, of which parts can be read."""

    def __init__(self, ledger: Ledger, day: str, upto: int):
        self.recorder, self.stream = ledger.recorder, play_stream(day)
        self.last = self.recorder.version_at(self.stream, upto)
        """The last version of its stream."""
        self._day, self._prefix = day, f"{day}/"

    @cached_property
    def _stretches(self) -> "KeptStretches | GivenStretches":
        """Its stretches: those that are kept, or where these are not whole, those that its entries give."""
        with suppress(BrokenEvidence):
            kept = KeptStretches(self)
            if kept.are_whole():
                return kept
        return self._given_stretches()

    def _given_stretches(self) -> "GivenStretches":
        tail = StretchTail()
        try:
            for first in range(1, self.last + 1, PAGE):
                for outline in self.outlines((first, min(first + PAGE - 1, self.last))):
                    tail.take(*outline)
        except UnreadableOutline:
            return GivenStretches(self, [Stretch(1, self.last, "", UNCLEAR)])
        return GivenStretches(self, tail.taken())

    def outlines(self, span: Span) -> list[EntryOutline]:
        """What the entries of some versions say. Raises UnreadableOutline for one that is unreadable, or of another day."""
        try:
            found = [stored_outline(version, state) for _, version, state, _ in self.recorder.spans(self.stream, [span])]
        except UNREADABLE as error:
            raise UnreadableOutline from error
        if not all(self._is_of_day(outline.subject) for outline in found):
            raise UnreadableOutline
        return found

    def part(self, rounds: Collection[str]) -> DayPart | None:
        """What is enough to rule on these rounds; None where all of the day is needed, or an entry is unreadable."""
        try:
            needed = needed_entries(self._stretches, rounds)
        except BrokenEvidence:  # in what is kept of its stretches
            self._stretches = self._given_stretches()
            needed = needed_entries(self._stretches, rounds)
        if needed is None:
            return None
        found: dict[int, tuple[int, bytes]] = {}
        for topic, version, state, position in self.recorder.spans(self.stream, self._within(needed.kept)):
            if _is_kept(topic):
                found[version] = position, state
        for _, version, state, position in self.recorder.spans(self.stream, self._within(needed.whole)):
            found[version] = position, state
        try:
            entries = [MAPPER.entry_of(position, state) for _, (position, state) in sorted(found.items())]
        except UNREADABLE:
            return None
        if not all(self._is_of_day(entry.subject) for entry in entries):
            return None
        spans = [(max(first, needed.end + 1), last) for first, last, *_ in self._stretches.of_none(needed.end)]
        return DayPart(entries, self.recorder.span_positions(self.stream, spans))

    def _is_of_day(self, subject: str) -> bool:
        return subject == self._day or subject.startswith(self._prefix)

    def _within(self, spans: Iterable[Span]) -> list[Span]:
        return [(first, min(last, self.last)) for first, last in spans if first <= self.last]


@cache
def _is_kept(topic: str) -> bool:
    """Whether entries of a topic are needed where what is about the table is; one that is not known is not passed over."""
    try:
        return kind_of(topic) in KEPT_KINDS
    except LookupError:
        return True


class KeptStretches:
    """The stretches of a day as they are kept beside the record."""

    def __init__(self, day: DayInParts):
        self._recorder, self._stream, self._last = day.recorder, day.stream, day.last
        self._end = next(iter(self.beside(day.last + 1, 1, later=False)), Stretch(0, 0, "", 0))
        self.outlines = day.outlines

    def are_whole(self) -> bool:
        """Whether they are of every entry."""
        return bool(self._end.is_whole) and self._end.last == self._last

    def flags(self) -> int:
        return self._end.shown

    def of(self, rounds: Collection[str]) -> list[Stretch]:
        return self._recorder.stretches_of(self._stream, self._last, rounds)

    def beside(self, version: int, most: int, *, later: bool) -> list[Stretch]:
        return self._recorder.stretches_beside(self._stream, self._last, version, most, later=later)

    def showing(self, flags: int, *, upto: int = EVERYTHING, most: int = EVERYTHING) -> list[Stretch]:
        return self._recorder.stretches_showing(self._stream, min(upto, self._last), flags, most)

    def with_bet(self, name: str, version: int) -> list[Stretch]:
        return self._recorder.stretches_with_bet(self._stream, self._last, version, name)

    def of_none(self, after: int) -> list[Stretch]:
        """Those about no round that do not end before a version, but for refusals."""
        return self._recorder.stretches_of_none(self._stream, self._last, after)


class GivenStretches:
    """The stretches of a day as its entries give them."""

    def __init__(self, day: DayInParts, stretches: Sequence[Stretch]):
        self._stretches = stretches
        self.outlines = day.outlines

    @cached_property
    def _by_round(self) -> dict[str, list[Stretch]]:
        found: dict[str, list[Stretch]] = {}
        for stretch in self._stretches:
            found.setdefault(stretch.round, []).append(stretch)
        return found

    def flags(self) -> int:
        return reduce(or_, (stretch.flags for stretch in self._stretches), 0)

    def of(self, rounds: Collection[str]) -> list[Stretch]:
        return sorted(stretch for name in rounds for stretch in self._by_round.get(name, ()))

    def beside(self, version: int, most: int, *, later: bool) -> Sequence[Stretch]:
        if later:
            at = bisect_right(self._stretches, version, key=attrgetter("first"))
            return self._stretches[at : at + most]
        at = bisect_left(self._stretches, version, key=attrgetter("first"))
        return self._stretches[max(0, at - most) : at][::-1]

    def showing(self, flags: int, *, upto: int = EVERYTHING, most: int = EVERYTHING) -> list[Stretch]:
        found = (stretch for stretch in self._stretches if stretch.first <= upto and stretch.flags & flags)
        return list(islice(found, min(most, len(self._stretches))))

    def with_bet(self, name: str, version: int) -> list[Stretch]:
        at = bisect_left(self._stretches, version, key=attrgetter("first"))
        return list(islice((each for each in reversed(self._stretches[:at]) if each.has_bet(name)), 1))

    def of_none(self, after: int) -> list[Stretch]:
        """As of those that are kept."""
        return [each for each in self._by_round.get("", ()) if each.last > after and not each.flags & REFUSED]
