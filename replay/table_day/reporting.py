"""What the sources of a version can report. Where none of them can report something, its absence shows nothing."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from ledger.entry import Entry
from ledger.events import Event, shoe, table
from ledger.events.base import topic_stem
from ledger.events.table import SourceTopicsDeclared
from ledger.values.subjects import HOUSE

Topics = frozenset[str]
"""Topics without their versions."""

_OF_TABLE: Final = (table.__name__, shoe.__name__)
"""The modules of the events that are about the table and the shoe: any source of the day may report these."""


class DeclaredTopics(NamedTuple):
    """The topics that a source can report, and those of them of which it does not report the order."""

    topics: Topics
    unordered: Topics = frozenset()


@dataclass(frozen=True, slots=True)
class _Reach:
    """The topics that are declared of some sources, those of them whose order some source reports, and whether there is a
    source of which nothing is declared.
    """

    declared: Topics = frozenset()
    ordered: Topics = frozenset()
    is_open: bool = True

    def with_sources_of(self, other: "_Reach") -> "_Reach":
        """The topics of these and the other's sources."""
        return _Reach(self.declared | other.declared, self.ordered | other.ordered, self.is_open or other.is_open)


@dataclass(frozen=True, slots=True)
class Reporting:
    """The kinds of events that the sources of a version can report, as far as that is declared.

    What happens in a round is reported by the version's own sources, what is about the table or the shoe by any source of
    the day.
    """

    of_rounds: _Reach = _Reach()
    of_table: _Reach = _Reach()

    def with_sources_of(self, other: "Reporting") -> "Reporting":
        """What the sources of two versions can report together."""
        return Reporting(self.of_rounds.with_sources_of(other.of_rounds), self.of_table.with_sources_of(other.of_table))

    def can_report(self, kind: type[Event]) -> bool:
        """Whether some source can report this kind of event, so that its absence says something."""
        reach = self._reach(kind)
        return reach.is_open or topic_stem(kind.TOPIC) in reach.declared

    def reports_order_of(self, kind: type[Event]) -> bool:
        """Whether some source can report in what order events of this kind came."""
        reach = self._reach(kind)
        return reach.is_open or topic_stem(kind.TOPIC) in reach.ordered

    def is_recorded(self, kind: type[Event], *, is_told: bool) -> bool:
        """Whether this kind would be on record if it had happened: it is declared, or `is_told` where nothing is."""
        reach = self._reach(kind)
        return topic_stem(kind.TOPIC) in reach.declared or (reach.is_open and is_told)

    def _reach(self, kind: type[Event]) -> _Reach:
        return self.of_table if kind.__module__ in _OF_TABLE else self.of_rounds


EVERY_KIND: Final = Reporting()
"""What sources can report of which nothing is declared."""


def declared_topics(entries: Iterable[Entry]) -> dict[str, DeclaredTopics]:
    """By source, the topics that it can report by the last declaration about it."""
    events = (entry.event for entry in entries)
    return {
        event.about: DeclaredTopics(_stems(event.topics), _stems(event.unordered))
        for event in events
        if isinstance(event, SourceTopicsDeclared)
    }


def _stems(joined: str | None) -> Topics:
    return frozenset(joined.split(",") if joined else ())


def reporting_of(sources: Iterable[str], all_sources: Iterable[str], declared: Mapping[str, DeclaredTopics]) -> Reporting:
    """What the sources of a version can report; `all_sources` are all sources that reported something of the day."""
    return Reporting(_reach_of(sources, declared), _reach_of((s for s in all_sources if s != HOUSE), declared))


def _reach_of(sources: Iterable[str], declared: Mapping[str, DeclaredTopics]) -> _Reach:
    named = list(sources)
    known = [declared[source] for source in named if source in declared]
    topics = Topics().union(*(own.topics for own in known))
    ordered = Topics().union(*(own.topics - own.unordered for own in known))
    return _Reach(topics, ordered, is_open=len(known) < len(named) or not named)
