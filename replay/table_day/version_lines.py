"""A source's version of a table's day in one line: what it has itself, and the facts of the table that other sources have.

What was posted at a table holds for every version of a round that was played after it. Where no clock says when that was,
a fact goes by its own source: it comes before all that its source has after it, of the same round or the same card.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ledger.entry import Entry
from ledger.events import REGISTRY
from ledger.events.decisions import AuthorityDecision, DecisionConfirmed
from ledger.events.play import (
    Announced,
    BetsClosed,
    CardDealt,
    RoundClosed,
    RoundOpened,
    WagerPlaced,
    WagerReturned,
)
from ledger.events.table import TableClosed, TableOpened
from ledger.events.wheel import BallRested, BallSpun, NoSpinCalled
from ledger.values.subjects import round_of
from replay.table_day.event_order import EventOrder
from replay.table_day.shoe_record import CUSTODY_EVENTS
from replay.table_day.version_wagers import place_of

DECISION_EVENTS: Final = frozenset(kind for kind in REGISTRY.values() if issubclass(kind, AuthorityDecision))
"""What people with authority decided: no play."""

RECORDED_ONCE: Final = CUSTODY_EVENTS | {TableOpened, TableClosed}
"""Facts that would count twice: of these kinds a line has its own version's, or else those of one other version."""

_MILESTONES: Final = (
    *(RoundOpened, WagerPlaced, BetsClosed, CardDealt, BallSpun, BallRested, NoSpinCalled),
    *(Announced, WagerReturned, RoundClosed),
)
"""Events by which two versions of a round are laid side by side."""

_PLAY: Final = (CardDealt, BallSpun, BallRested, WagerPlaced, WagerReturned)
"""Events by which a source has a version of a round, and not only remarks on it."""


Mark = tuple[str | int, ...]
"""An entry of which another line of the day has the same: by its position, or by what it is the how-manieth of."""
_ENTRY: Final = "entry"
_BEGINNING: Final = "beginning"
_END: Final = "end"


@dataclass(frozen=True, slots=True)
class VersionLine:
    """A version of a day.

    `aligned` are the positions of the facts that no clock has put in their places, `added` of what was taken from the
    version that is used, where this one is silent.
    """

    entries: list[Entry]
    aligned: Collection[int] = ()
    added: Collection[int] = ()


def version_line(order: EventOrder, version: str, version_by_source: Mapping[str, str]) -> VersionLine:
    """The line of a version, given the day's order and the version to which each source belongs."""
    entries = [entry for entry in order.entries if is_play(entry)]
    if not order.has_several_sources:
        return VersionLine(entries)
    chains: dict[str, list[Entry]] = {}
    for entry in entries:
        chains.setdefault(entry.source, []).append(entry)
    timed = {source for source, chain in chains.items() if any(entry.delivery.time is not None for entry in chain)}
    own = {source for source in chains if version_by_source[source] == version}
    guests = {source for source in own - timed if all(_is_fact(entry) for entry in chains[source])}
    own = own - guests or own
    facts = _wanted_facts(entries, own, version, version_by_source)
    by_clock = timed if own <= timed else set()
    is_linked = bool(own & timed) or any(entry.delivery.after for entry in entries)
    line = [e for e in entries if e.source in own or (e.position in facts and e.source in by_clock)]
    places = {
        fact.position: place
        for source, chain in chains.items()
        if source not in own and source not in by_clock
        for fact, place in _aligned_places(line, chain, order if is_linked else None)
        if fact.position in facts
    }
    if not places:
        return VersionLine(line)
    inserted: dict[int, list[Entry]] = {}
    for entry in entries:
        if entry.position in places:
            inserted.setdefault(places[entry.position], []).append(entry)
    merged = [e for at, entry in enumerate([*line, None]) for e in (*inserted.get(at, ()), entry) if e is not None]
    return VersionLine(merged, places.keys())


def is_play(entry: Entry) -> bool:
    """Whether an entry is of the play; what people decided about it is none, and holds for every version."""
    return type(entry.event) not in DECISION_EVENTS or type(entry.event) is DecisionConfirmed


def _is_fact(entry: Entry) -> bool:
    """Whether an entry is about the table itself, and not about a round."""
    return round_of(entry.subject) is None


def _wanted_facts(
    entries: Sequence[Entry], own: Collection[str], version: str, version_by_source: Mapping[str, str]
) -> set[int]:
    """The positions of the facts of other sources that a version goes by."""
    versions = {version_by_source[entry.source] for entry in entries if isinstance(entry.event, _PLAY)} - {version}
    supplier = {type(entry.event): version for entry in entries if version_by_source[entry.source] == version}
    for entry in sorted(entries, key=lambda entry: entry.position):
        if _is_fact(entry) and version_by_source[entry.source] in versions:
            supplier.setdefault(type(entry.event), version_by_source[entry.source])
    return {
        entry.position
        for entry in entries
        if _is_fact(entry)
        and entry.source not in own
        and (
            type(entry.event) not in RECORDED_ONCE
            or version_by_source[entry.source] not in versions
            or supplier[type(entry.event)] == version_by_source[entry.source]
        )
    }


def _aligned_places(line: Sequence[Entry], chain: Sequence[Entry], order: EventOrder | None) -> Iterator[tuple[Entry, int]]:
    """The facts of a source's chain, each with its place in a line: behind what both have before it, and before all else.

    An order is given where it can know of some that they came earlier or later.
    """
    marks = Marks(line)
    place = 0
    for entry, keys in marked(chain):
        if _is_fact(entry):
            yield entry, place if order is None else _within_order(place, entry, line, order)
        place = max(place, marks.place_behind(keys))


def _within_order(place: int, fact: Entry, line: Sequence[Entry], order: EventOrder) -> int:
    """The place nearest to one at which a fact comes behind and before all that it is known to come behind and before."""
    known = [order.came_before(entry, fact) for entry in line]
    least = max((at + 1 for at, before in enumerate(known) if before), default=0)
    most = min((at for at, before in enumerate(known) if before is False), default=len(line))
    return min(max(place, least), most)


class Marks:
    """By what the entries of a line are found in another line of the same day."""

    def __init__(self, line: Sequence[Entry]):
        self._size = len(line)
        self._before = {key: at for at, (_, keys) in enumerate(marked(line)) for key in keys}

    def place_behind(self, keys: Iterable[Mark]) -> int:
        """The first place behind all that these marks are of; behind a round's beginning is any place from there on."""
        known = [(key, self._before[key]) for key in keys if key in self._before]
        return max((at if key[-1] == _BEGINNING else at + 1 for key, at in known), default=0)

    def place_before(self, keys: Iterable[Mark]) -> int:
        """The last place before all that these marks are of; before a round's end is any place up to there."""
        known = [(key, self._before[key]) for key in keys if key in self._before]
        return min((at + 1 if key[-1] == _END else at for key, at in known), default=self._size)


def marked(line: Sequence[Entry]) -> Iterator[tuple[Entry, Sequence[Mark]]]:
    """The entries of a line, each with the marks by which it is found in another line."""
    last = {entry.subject: at for at, entry in enumerate(line)}
    seen = Counter[Mark]()
    for at, entry in enumerate(line):
        subject = entry.subject
        marks: list[Mark] = [(subject, entry.position, _ENTRY)]
        if _is_fact(entry):
            seen[what := (entry.topic, entry.event.model_dump_json())] += 1
            marks.append((*what, seen[what]))
        else:
            if (subject,) not in seen:
                marks.append((subject, _BEGINNING))
            if last[subject] == at:
                marks.append((subject, _END))
            seen[subject,] += 1
            if isinstance(entry.event, _MILESTONES):
                place = str(place_of(entry.event)) if type(entry.event) is WagerPlaced else ""
                seen[which := (subject, entry.topic, place)] += 1
                marks.append((*which, seen[which]))
        yield entry, marks
