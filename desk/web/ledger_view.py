"""What the pages ask: the ledger as of now, told and judged once as long as nothing is added to it."""

import asyncio
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from copy import copy
from functools import lru_cache, partial
from threading import Lock, Thread
from typing import Any, Final, Generic, Self, TypeVar

from eventsourcing.persistence import PersistenceError
from sqlalchemy import Connection, Engine
from starlette.concurrency import run_in_threadpool

from desk.web.live_board import LiveBoard
from desk.web.round_view import footage_sentences, readable_json
from ledger.application import Ledger
from ledger.entry import Entry
from ledger.errors import UnknownRound, did_you_mean
from ledger.events import REGISTRY
from ledger.events.desk import DESK_STREAM, NOTES_STREAM
from ledger.events.versions import topics_of
from ledger.feeds import cloudevents
from ledger.house import house_zone
from ledger.recorder.recorder import LedgerSubscription
from ledger.values.message import Message
from ledger.values.subjects import day_error, is_subject, table_day
from projections.answers.round_answer import Answers, RoundAnswer
from projections.following.topic_counts import TopicCounts
from projections.messages.catalogue import Catalogue
from projections.moments import RoundMoments, round_moments
from projections.notes import Notes
from projections.read_models.round_list import MOST_COUNTED, entries_behind_in
from projections.read_models.rows import OF_RULINGS
from projections.reports.masking import MaskedTableDays, mask_difference, mask_record, masking
from projections.reports.person_names import PersonNames
from projections.rulings.difference import difference, difference_sentences
from projections.rulings.judge import LedgerJudge
from projections.rulings.ruled_day import RuledDay, day_records, ruled_day
from projections.table_days import SHOE_LOOKBACK_DAYS, TableDays, entries_in_order
from projections.timeline.timeline import Step, formatter_for, timeline_steps
from replay.ruling.ruling import Ruling, rule
from replay.table_day.builder import TableDay

LOOK_AGAIN_SECONDS: Final = 15
"""After so long a page looks for itself: the database may have been away, and its subscription with it."""


REST_SECONDS: Final = 1
"""A page that has just heard of something hears of the next no sooner."""


class LedgerWatch:
    """Follows a ledger, or its entries of some topics, for as long as somebody listens."""

    def __init__(self, ledger: Ledger, state: Callable[[], int], topics: Sequence[str] = ()):
        self._ledger, self._state, self._topics = ledger, state, topics
        self._listeners: set[asyncio.Event] = set()
        self._subscription: LedgerSubscription | None = None

    async def states(self) -> AsyncIterator[int]:
        """The ledger's state, and again whenever it has changed."""
        has_grown, state = asyncio.Event(), -1
        self._listeners.add(has_grown)
        try:
            while True:
                if self._subscription is None:
                    self._follow()
                before, state = state, await run_in_threadpool(self._state)
                if state != before:
                    yield state
                    await asyncio.sleep(REST_SECONDS)
                with suppress(TimeoutError):
                    await asyncio.wait_for(has_grown.wait(), LOOK_AGAIN_SECONDS)
                has_grown.clear()
        finally:
            self._listeners.discard(has_grown)
            if not self._listeners and self._subscription is not None:
                self._subscription.stop()
                self._subscription = None  # whoever listens next does not wait for its thread to end

    def _follow(self) -> None:
        self._subscription = self._ledger.recorder.subscribe(self._ledger.size(), self._topics)
        Thread(target=self._tell_listeners, args=(self._subscription, asyncio.get_running_loop()), daemon=True).start()

    def _tell_listeners(self, subscription: LedgerSubscription, loop: asyncio.AbstractEventLoop) -> None:
        with suppress(PersistenceError), subscription:
            for _ in subscription:
                for listener in tuple(self._listeners):
                    loop.call_soon_threadsafe(listener.set)
        if self._subscription is subscription:
            self._subscription = None


_CACHED_DAYS = 32
_CACHED_RULED_DAYS = 256
_CACHED_RULINGS = 64
_CACHED_ZONES = 4096

Names = Catalogue | None
"""The language in which persons have other names where these are masked; None where they keep theirs."""


CASE_TOPICS: Final = tuple(topics_of(*(kind for topic, kind in REGISTRY.items() if topic.startswith("case."))))


HOUSE_TOPICS: Final = tuple(
    topics_of(
        *(
            kind
            for topic, kind in REGISTRY.items()
            if not kind.FROM_FEEDS and topic not in OF_RULINGS and not topic.startswith(("desk.", "moment.", "delivery."))
        )
    )
)
"""What the house does itself: editions, persons, settings, cases, footage; and what people decide at its tables."""

Value = TypeVar("Value")


class Latest(Generic[Value]):
    """What was made last for each key, for as long as the state holds of which it was made; so many at the most."""

    def __init__(self, most: int):
        self._most = most
        self._kept: OrderedDict[Hashable, tuple[Hashable, Value]] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, state: Hashable, make: Callable[[], Value]) -> Value:
        """What is kept for a key and made of this state, or made now; what was asked for least recently goes."""
        with self._lock:
            kept = self._kept.get(key)
            if kept is not None and kept[0] == state:
                self._kept.move_to_end(key)
                return kept[1]
        value = make()
        with self._lock:
            self._kept[key] = state, value
            self._kept.move_to_end(key)
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return value


class LedgerView:
    """A ledger and its read models, as the desk looks at them. It keeps what it told last, per state of the ledger."""

    def __init__(self, ledger: Ledger, models: Engine):
        self.ledger, self.words, self.watch = ledger, Catalogue(), LedgerWatch(ledger, self._state)
        size = ledger.size()
        self.case_watch = LedgerWatch(ledger, TopicCounts(ledger, CASE_TOPICS, size).total, CASE_TOPICS)
        self.notes = Notes(ledger)
        self.board = LiveBoard(ledger)
        self._models_engine = models
        self._house_acts = TopicCounts(ledger, HOUSE_TOPICS, size)
        self._latest_table_days = Latest[TableDays](4)
        self._latest_days = Latest[TableDay](_CACHED_DAYS)
        self._latest_entries = Latest[list[Entry]](_CACHED_DAYS)
        self._latest_ruled_days = Latest[RuledDay](_CACHED_RULED_DAYS)
        self._latest_rulings = Latest[Ruling](_CACHED_RULINGS)
        self._latest_moments = Latest[RoundMoments](_CACHED_RULINGS)
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
        """How many entries are not ruled on yet, or not told in the read models; of more than MOST_COUNTED one more."""
        with self.connect_models() as connection:
            return entries_behind_in(connection, MOST_COUNTED + 1)

    def _state(self) -> int:
        """Differs once anything has come that is shown: who looks at the desk and what they note changes nothing of it."""
        aside = sum(map(self.ledger.recorder.stream_version, (DESK_STREAM, NOTES_STREAM)))
        return self.ledger.size() - aside

    def _day_state(self, day: str) -> Hashable:
        """Differs once anything has come that a table's day rests on: of the day itself, of the days beside it from which a
        shoe may have come or to which it may go, or of the house's own acts.
        """
        days, version = self.ledger.table_days(day.partition("/")[0]), self.ledger.recorder.stream_version
        at = bisect_left(days, day)
        beside = days[max(0, at - SHOE_LOOKBACK_DAYS) : at + SHOE_LOOKBACK_DAYS + 1]
        return self._house_acts.total(), tuple((other, version(f"table/{other}")) for other in beside)

    def entries_in_order(self, day: str, *, masked: bool = False) -> list[Entry]:
        """What was told of a table's day as of now, in the order in which it happened."""
        names = self._names(masked=masked)
        return self._latest_entries.get(
            (day, names), self._day_state(day), lambda: entries_in_order(self.table_days(masked=masked).entries(day))
        )

    def ruled_day(self, day: str, *, masked: bool = False) -> RuledDay:
        """The rulings on a table's day that are on record now."""
        names = self._names(masked=masked)
        state = self.ledger.recorder.stream_version(f"ruling/{day}"), names and self._day_state(day)
        return self._latest_ruled_days.get((day, names), state, partial(self._read_ruled_day, day, names))

    def table_days(self, *, masked: bool = False) -> TableDays:
        """The archive as of now."""
        names = self._names(masked=masked)
        return self._latest_table_days.get(names, self._house_acts.total(), partial(self._open_table_days, names))

    def table_day(self, day: str, *, masked: bool = False) -> TableDay:
        """A table's day as of now. Raises UnknownRound where nothing is on record."""
        return self._latest_days.get(
            (day, self._names(masked=masked)), self._day_state(day), lambda: self.table_days(masked=masked).get(day)
        )

    def ruling(self, name: str, *, masked: bool = False) -> Ruling:
        """The ruling on a round as of now. Raises UnknownRound."""
        if not is_subject(name):
            raise UnknownRound(day_error(name) or f"{name} is no round; a round is named TABLE/DAY/ROUND")
        return self._latest_rulings.get(
            (name, self._names(masked=masked)),
            self._day_state(table_day(name)),
            partial(self._rule_on_round, name, masked=masked),
        )

    def answers(self, *, masked: bool = False) -> Answers:
        """Makes answers from rulings, with the cases as of now."""
        return Answers(self.ledger, self.table_days(masked=masked))

    def answer(self, name: str, *, masked: bool = False) -> RoundAnswer:
        """The answer on a round as of now. Raises UnknownRound."""
        return self.answers(masked=masked).of(self.ruling(name, masked=masked))

    def moments(self, name: str, *, masked: bool = False) -> RoundMoments:
        """All moments of a round as of now, as they are told and drawn. Raises UnknownRound."""
        ruling, footage = (
            self.ruling(name, masked=masked),
            self.ledger.recorder.stream_version(f"footage/{table_day(name)}"),
        )
        return self._latest_moments.get(
            (name, self._names(masked=masked), self.words),
            (self._day_state(table_day(name)), footage),
            partial(self._tell_moments, ruling, masked=masked),
        )

    def difference_on_record(self, name: str, *, masked: bool = False) -> list[str]:
        """How the ruling on a round differs from the one on record, in sentences; empty where it does not."""
        differs = difference(self.ledger, TableDays(self.ledger), self.ruling(name))
        if differs is None:
            return []
        if masked:
            differs = mask_difference(differs, self._names_of(table_day(name), self.words))
        return difference_sentences(differs, self.words)

    def judge(self) -> LedgerJudge:
        """Judges rounds for casework, with the table days that are kept here."""
        return LedgerJudge(self.ledger, self.words, self._table_day_at)

    def _table_day_at(self, day: str, upto: int) -> TableDay:
        if upto >= self.ledger.size():
            return self.table_day(day)
        return self._latest_days.get((day, upto), None, lambda: TableDays(self.ledger, upto).get(day))

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

    def _read_ruled_day(self, day: str, names: Names) -> RuledDay:
        if names is None:
            return ruled_day(self.ledger, day, upto=self.ledger.size())
        change = partial(mask_record, person_names=self._names_of(day, names))
        return RuledDay(day, day_records(self.ledger, day, upto=self.ledger.size(), change=change))

    def _open_table_days(self, names: Names) -> TableDays:
        return TableDays(self.ledger) if names is None else MaskedTableDays(self.ledger, names)

    def _tell_moments(self, ruling: Ruling, *, masked: bool) -> RoundMoments:
        days, words = self.table_days(masked=masked), self.words
        names = self._names_of(table_day(ruling.round.name), words) if masked else None

        def event(step: Step) -> str:
            entry = step.round_entry.entry
            if names is None:
                return readable_json(days.stored_bytes([entry.position])[0])
            shown = entry.delivery._replace(id=names.apply_to_label(entry.delivery.id))
            return readable_json(cloudevents.write(shown))

        steps = timeline_steps(ruling, formatter_for(ruling, words))
        return round_moments(ruling, steps, words, event, partial(footage_sentences, self.ledger, ruling, words))

    def _rule_on_round(self, name: str, *, masked: bool) -> Ruling:
        story = self.table_day(table_day(name), masked=masked)
        if name not in story.rounds:
            raise UnknownRound(
                Message(
                    "round {name} is not on record; {near}the day's page lists those that are",
                    name=name,
                    near=did_you_mean(name, story.rounds),
                )
            )
        return rule(story, name)
