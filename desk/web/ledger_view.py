"""What the pages ask: the ledger as of now, told and judged once as long as nothing is added to it."""

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from functools import lru_cache, partial
from threading import Lock
from typing import Any, Final, Self

from sqlalchemy import Connection, Engine

from desk.web.ledger_watch import LedgerWatch
from desk.web.round_view import footage_sentences, readable_json
from ledger.application import Ledger
from ledger.entry import Entry
from ledger.errors import UnknownRound, did_you_mean
from ledger.events import REGISTRY
from ledger.events.desk import DESK_STREAM, NOTES_STREAM
from ledger.feeds import cloudevents
from ledger.house import house_zone
from ledger.values.subjects import day_error, is_subject, table_day
from projections.messages.catalogue import Catalogue
from projections.moments import RoundMoments, round_moments
from projections.notes import Notes
from projections.read_models.round_list import entries_behind_in
from projections.reports.masking import MaskedTableDays, mask_difference, mask_record, masking
from projections.reports.person_names import PersonNames
from projections.rulings.difference import difference, difference_sentences
from projections.rulings.ruled_day import RuledDay, ruled_day, ruling_records
from projections.table_days import TableDays, entries_in_order
from projections.timeline.timeline import Step, formatter_for, timeline_steps
from replay.ruling.ruling import Ruling, rule
from replay.table_day.builder import TableDay

_CACHED_DAYS = 32
_CACHED_RULINGS = 64
_CACHED_ZONES = 4096

Names = Catalogue | None
"""The language in which persons have other names where these are masked; None where they keep theirs."""


CASE_TOPICS: Final = tuple(topic for topic in REGISTRY if topic.startswith("case."))


class TopicCount:
    """How many entries of some topics are on record; what was counted is not counted again."""

    def __init__(self, ledger: Ledger, topics: Sequence[str]):
        self._ledger, self._topics = ledger, topics
        self._counted_to, self._count = 0, 0
        self._lock = Lock()

    def so_far(self) -> int:
        """As of now."""
        with self._lock:
            size = self._ledger.size()
            self._count += sum(self._ledger.recorder.count_topics(self._topics, self._counted_to, size).values())
            self._counted_to = size
            return self._count


class LedgerView:
    """A ledger and its read models, as the desk looks at them. It keeps what it told last, per state of the ledger."""

    def __init__(self, ledger: Ledger, models: Engine):
        self.ledger, self.words, self.watch = ledger, Catalogue(), LedgerWatch(ledger, self._state)
        self.case_watch = LedgerWatch(ledger, TopicCount(ledger, CASE_TOPICS).so_far, CASE_TOPICS)
        self.notes = Notes(ledger)
        self._models_engine = models
        self._cached_table_days: Callable[[int, Names], TableDays] = lru_cache(4)(self._open_table_days)
        self._cached_days: Callable[[int, str, Names], TableDay] = lru_cache(_CACHED_DAYS)(self._read_table_day)
        self._cached_entries: Callable[[int, str, Names], list[Entry]] = lru_cache(_CACHED_DAYS)(self._read_entries)
        self._cached_ruled_days: Callable[[int, str, Names], RuledDay] = lru_cache(_CACHED_DAYS)(self._read_ruled_day)
        self._cached_rulings: Callable[[int, str, Names], Ruling] = lru_cache(_CACHED_RULINGS)(self._rule_on_round)
        self._cached_moments: Callable[[int, str, Names, Catalogue], RoundMoments] = lru_cache(_CACHED_RULINGS)(
            self._tell_moments
        )
        self._cached_zones: Callable[[str], str] = lru_cache(_CACHED_ZONES)(self._read_zone)

    def in_language(self, language: str) -> Self:
        """The same ledger, told in another language."""
        if language == self.words.language:
            return self
        view = copy(self)
        view.words = Catalogue(language)
        return view

    def _names(self, *, masked: bool) -> Names:
        return self.words if masked else None

    def connect_models(self) -> Connection:
        """A connection to the read models."""
        return self._models_engine.connect()

    def entries_behind(self) -> int:
        """How many entries are not ruled on yet, or not told in the read models."""
        with self.connect_models() as connection:
            return entries_behind_in(connection)

    def _state(self) -> int:
        """Differs once anything has come that is shown: who looks at the desk and what they note changes nothing of it."""
        aside = sum(map(self.ledger.recorder.stream_version, (DESK_STREAM, NOTES_STREAM)))
        return self.ledger.size() - aside

    def entries_in_order(self, day: str, *, masked: bool = False) -> list[Entry]:
        """What was told of a table's day as of now, in the order in which it happened."""
        return self._cached_entries(self._state(), day, self._names(masked=masked))

    def ruled_day(self, day: str, *, masked: bool = False) -> RuledDay:
        """The rulings on a table's day that are on record now."""
        return self._cached_ruled_days(self._state(), day, self._names(masked=masked))

    def table_days(self, *, masked: bool = False) -> TableDays:
        """The archive as of now."""
        return self._cached_table_days(self._state(), self._names(masked=masked))

    def table_day(self, day: str, *, masked: bool = False) -> TableDay:
        """A table's day as of now. Raises UnknownRound where nothing is on record."""
        return self._cached_days(self._state(), day, self._names(masked=masked))

    def ruling(self, name: str, *, masked: bool = False) -> Ruling:
        """The ruling on a round as of now. Raises UnknownRound."""
        return self._cached_rulings(self._state(), name, self._names(masked=masked))

    def moments(self, name: str, *, masked: bool = False) -> RoundMoments:
        """All moments of a round as of now, as they are told and drawn. Raises UnknownRound."""
        return self._cached_moments(self._state(), name, self._names(masked=masked), self.words)

    def difference_on_record(self, name: str, *, masked: bool = False) -> list[str]:
        """How the ruling on a round differs from the one on record, in sentences; empty where it does not."""
        differs = difference(self.ledger, TableDays(self.ledger), self.ruling(name))
        if differs is None:
            return []
        if masked:
            differs = mask_difference(differs, self._names_of(table_day(name), self.words))
        return difference_sentences(differs, self.words)

    def zone(self, day: str) -> str:
        """The time zone of a table's day; the house's where the table did not say."""
        return self._cached_zones(day)

    def zone_of_row(self, row: Mapping[str, Any]) -> str:
        """The time zone of a row of a list; the house's where it is about no table."""
        table = row.get("table_name") or row.get("table")
        return self.zone(f"{table}/{row['day']}") if table else self.house_zone()

    def house_zone(self) -> str:
        """The time zone of what is about no table."""
        return house_zone(self.ledger)

    def _names_of(self, day: str, words: Catalogue) -> PersonNames:
        """What persons are called on a day's masked pages."""
        return masking(self.ledger.entries(f"table/{day}"), words)

    def _read_zone(self, day: str) -> str:
        opening = self.ledger.table_opening(day)
        return self.house_zone() if opening is None else opening.zone

    def _read_entries(self, state: int, day: str, names: Names) -> list[Entry]:
        return entries_in_order(self._cached_table_days(state, names).entries(day))

    def _read_ruled_day(self, state: int, day: str, names: Names) -> RuledDay:  # noqa: ARG002 - a key of what is kept
        if names is None:
            return ruled_day(self.ledger, day, upto=self.ledger.size())
        change = partial(mask_record, person_names=self._names_of(day, names))
        return RuledDay(day, ruling_records(self.ledger, day, upto=self.ledger.size(), change=change))

    def _open_table_days(self, state: int, names: Names) -> TableDays:  # noqa: ARG002 - as above
        return TableDays(self.ledger) if names is None else MaskedTableDays(self.ledger, names)

    def _read_table_day(self, state: int, day: str, names: Names) -> TableDay:
        return self._cached_table_days(state, names).get(day)

    def _tell_moments(self, state: int, name: str, names: Names, words: Catalogue) -> RoundMoments:
        ruling, days = self._cached_rulings(state, name, names), self._cached_table_days(state, names)

        def event(step: Step) -> str:
            entry = step.round_entry.entry
            return readable_json(
                days.stored_bytes([entry.position])[0] if names is None else cloudevents.write(entry.delivery)
            )

        steps = timeline_steps(ruling, formatter_for(ruling, words))
        return round_moments(ruling, steps, words, event, partial(footage_sentences, self.ledger, ruling, words))

    def _rule_on_round(self, state: int, name: str, names: Names) -> Ruling:
        if not is_subject(name):
            raise UnknownRound(day_error(name) or f"{name} is no round; a round is named TABLE/DAY/ROUND")
        story = self._cached_days(state, table_day(name), names)
        if name not in story.rounds:
            raise UnknownRound(
                f"round {name} is not on record; {did_you_mean(name, story.rounds)}the day's page lists those that are"
            )
        return rule(story, name)
