"""The ruling process: it follows the ledger, judges what something has come to, and puts its rulings on record."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from eventsourcing.persistence import IntegrityError, Notification, Tracking

from ledger.acts.adoptions import ENGINE_STREAM, EngineAdoptions, project_engine_adoptions
from ledger.acts.roster import ROSTER, Roster
from ledger.application import Ledger
from ledger.entry import Delivery, Entry
from ledger.errors import RecoupError, UnknownRulebook
from ledger.events import REGISTRY
from ledger.events.decisions import SHOE_DECISION_TOPICS, AuthorityAct
from ledger.events.desk import MomentNoted, MomentNoteWithdrawn, NamesLookedAt, SessionEnded, SignedIn, SignInRefused
from ledger.events.house import HOUSE_STREAM, EngineAdoptionCarriedOut
from ledger.events.rulings import RULING_EVENTS, EngineUsed
from ledger.events.shoe import ShoePrepared
from ledger.events.table import AccountCorrected
from ledger.events.versions import UPCASTS, topics_of
from ledger.ingest import PendingEntry
from ledger.mapper import MAPPER
from ledger.recorder.retry import LONGEST_WAIT_FOR_WORK_MS, Wait, retried
from ledger.values.subjects import HOUSE, ruling_stream
from ledger.values.terminal import say
from projections.rulings.day_draft import DayDraft
from projections.rulings.difference import is_contradicted
from projections.rulings.events import engine_digest, names_asked_of
from projections.rulings.on_record import DayRulings
from projections.table_days import SHOE_LOOKBACK_DAYS, TableDays
from replay import ENGINE
from replay.rulebooks.edition import Edition
from replay.ruling.ruling import rule
from replay.table_day.builder import OpenTableDay, TableDay

RULING_PROCESS: Final = "rulings"
"""The name under which the tracking table says how far the rulings have come."""

READ_AT_ONCE: Final = 20_000
"""Entries looked through at a time for the days that they concern."""

WRITTEN_AT_ONCE: Final = 500
"""Entries after which what was ruled is written, in one transaction: whoever records waits for no more."""

KEPT_IN_MEMORY: Final = 300_000
"""Entries of days that are being played, with the rulings on them, that a process keeps at most: some 600 MB."""

NOTICE_SECONDS: Final = 10
"""After how long a wait for another process that rules is spoken of on standard error."""

_OF_RULINGS: Final = topics_of(*RULING_EVENTS, EngineUsed, EngineAdoptionCarriedOut)
_OF_A_DAY: Final = tuple(topics_of(*RULING_EVENTS))
_OF_THE_DESK: Final = frozenset(
    kind.TOPIC for kind in (SignedIn, SignInRefused, SessionEnded, NamesLookedAt, MomentNoted, MomentNoteWithdrawn)
)
_BEARING_TOPICS: Final = tuple({*REGISTRY, *UPCASTS} - _OF_RULINGS - _OF_THE_DESK)
"""What a ruling can rest on: not on other rulings, nor on who looks at them or what they note."""

_DECISION_TOPICS: Final = tuple(topics_of(*(kind for kind in REGISTRY.values() if issubclass(kind, AuthorityAct))))

Progress = Callable[[int], None]


def ruled_position(ledger: Ledger) -> int:
    """Up to which position of the ledger rulings are on record."""
    after, size = _tracked_position(ledger), ledger.size()
    return size if _is_ruled_on(ledger, after, size) else after


def rulings_behind(ledger: Ledger) -> int:
    """How many entries have come since that no ruling knows of; rulings themselves do not count."""
    after, size = _tracked_position(ledger), ledger.size()
    return 0 if size == after else sum(1 for _ in _since(ledger, after, size))


def _tracked_position(ledger: Ledger) -> int:
    return ledger.recorder.max_tracking_id(RULING_PROCESS) or 0


def _is_ruled_on(ledger: Ledger, tracked: int, upto: int) -> bool:
    """Whether nothing that a ruling can rest on came behind where the rulings have come, up to a position."""
    if tracked >= upto:
        return True
    return not ledger.recorder.select_notifications(tracked, 1, upto, _BEARING_TOPICS, inclusive_of_start=False)


def catch_up(ledger: Ledger, progress: Progress = lambda _: None, *, is_live: bool = False) -> None:
    """See to it that everything on record is ruled on, as `RulingProcess.catch_up` does."""
    RulingProcess(ledger, is_live=is_live).catch_up(progress)


@dataclass(slots=True)
class _FollowedDay:
    """A day that is being played: its rounds, and the rulings on them that stand."""

    open_day: OpenTableDay
    has_shoe_decisions: bool
    """Whether anything was decided on it that can be about a shoe; where something comes of that it is opened anew."""
    standing: DayRulings = field(default_factory=DayRulings)

    @property
    def size(self) -> int:
        """How many entries it keeps in memory."""
        return self.open_day.entry_count + self.standing.version


class RulingProcess:
    """Rules on what is recorded. Only one process does so at a time.

    With `is_live` it keeps the days that are being played in memory and carries them on, and a round that is still being
    dealt is ruled on only once something is found in it.
    """

    def __init__(self, ledger: Ledger, *, is_live: bool = False):
        self._ledger = ledger
        self._is_live = is_live
        self._followed_days: dict[str, _FollowedDay] = {}
        """The day that was carried on last comes last."""
        self._position: int | None = None
        """Up to where everything is ruled on by this process; None where another may have been at it."""
        self._own: frozenset[int] = frozenset()
        """Where the entries stand that this process made last."""
        self._complained_of: set[str] = set()
        self._engines: _EnginesUsed
        self._adoptions: EngineAdoptions
        self._table_days: TableDays | None = None
        """Those that were asked last: they know the house's editions and persons."""

    def catch_up(self, progress: Progress = lambda _: None) -> None:
        """See to it that everything is ruled on that is on record now; `progress` hears of entries processed.

        Where another process is at it, this one waits until that one has come so far. What came after the other began it
        may leave out, and it may fail or be killed: whoever waits looks for itself, and rules as soon as nobody else does.
        """
        upto, seen = self._ledger.size(), _tracked_position(self._ledger)
        notice = f"another process is ruling; waiting until everything up to position {upto:,} is ruled on"
        wait = Wait(notice, NOTICE_SECONDS, LONGEST_WAIT_FOR_WORK_MS)
        while not self.rule_if_alone(progress):
            before, seen = seen, _tracked_position(self._ledger)
            progress(seen - before)
            if _is_ruled_on(self._ledger, seen, upto):
                return
            wait.pause()

    def rule_if_alone(self, progress: Progress = lambda _: None) -> bool:
        """Rule on whatever something has come to since the last time, and put it on record; whether this process could.

        Where another one is at it, nothing is done and False is returned.
        """
        with self._ledger.recorder.dialect.alone(RULING_PROCESS) as is_alone:
            if not is_alone:
                return False
            retried(lambda: self._pass(progress), IntegrityError, self._ledger.url, "follow it later")
        return True

    def _pass(self, progress: Progress) -> None:
        """Rules on everything up to the ledger's end as it is now."""
        after, head = _tracked_position(self._ledger), self._ledger.size()
        is_known = after == self._position
        if is_known and head == after:
            return
        self._position = None  # until all of it is written
        foreign = self._foreign_rulings(after, head)
        for day in foreign:
            self._followed_days.pop(day, None)
        news = _News(self._ledger, after, head, self._followed_days if is_known else {}, foreign)
        if not is_known or news.concerns_house:
            self._followed_days.clear()
            self._table_days = None
            on_record = self._ledger.entries(ENGINE_STREAM)
            self._engines = _EnginesUsed(on_record)
            self._adoptions = _engine_adoptions(self._ledger, on_record, head)
        since = self._adoptions.first_day_to_go_through(engine_digest()) if self._adoptions.rows else None
        is_news = since is not None or not news.is_empty
        if is_news:
            news.drop_tables_with_other_days(self._followed_days)
            after = self._rule(news, since, progress)
            self._let_go()
        self._position = after

    def _foreign_rulings(self, after: int, head: int) -> dict[str, set[int]]:
        """By table's day, where entries of rulings stand after a position that this process did not make.

        Another process may have made them that was ended on its way, or somebody put them into the database.
        """
        found = dict[str, set[int]]()
        for notification in _of_topics(self._ledger, after, head, _OF_A_DAY):
            if notification.id not in self._own:
                day = str(notification.originator_id).removeprefix("ruling/")
                found.setdefault(day, set()).add(notification.id)
        return found

    def _rule(self, news: "_News", since: str | None, progress: Progress) -> int:
        """Rules on the days that something bears on, and on all from `since` on, and returns how far the rulings have come.

        A day is written whole or not at all.
        """
        drafts, own = list[PendingEntry](), set[int]()
        if self._table_days is None:
            self._table_days = TableDays(self._ledger, news.head)
        table_days = self._table_days
        table_days.move_to(news.head)
        concerned, size = news.days_concerned(table_days), news.head - news.after
        if since is not None:
            concerned.update(day for day in table_days.days() if day.partition("/")[2] >= since)
        days = sorted(concerned)
        for number, day in enumerate(days, 1):
            draft = self._drafted(day, news, table_days)
            if draft is not None:
                drafts += draft.drafts
                for edition in draft.editions:
                    self._engines.note(edition)
            if len(drafts) >= WRITTEN_AT_ONCE:
                own.update(self._ledger.append([*self._engines.drafts(), *drafts]))
                drafts = []
            progress(size * number // len(days) - size * (number - 1) // len(days))
        self._engines.note_carried_out(self._adoptions, len(days))
        tracking = Tracking(RULING_PROCESS, news.head) if size else None
        own.update(self._ledger.append([*self._engines.drafts(), *drafts], tracking))
        self._own = frozenset(own)
        if since is not None:
            self._adoptions = _engine_adoptions(self._ledger, self._ledger.entries(ENGINE_STREAM), self._ledger.size())
        if not days:
            progress(size)
        last = max(own, default=news.head)
        if len(own) < last - news.head or not own:
            return news.head
        self._ledger.append([], Tracking(RULING_PROCESS, last))  # nothing else came meanwhile
        return last

    def _drafted(self, day: str, news: "_News", table_days: TableDays) -> DayDraft | None:
        """What is new of a day's rulings; None where the day cannot be judged here."""
        followed, names = self._followed_days.pop(day, None), None
        if followed is not None and day in news.entries_by_day:
            names = followed.open_day.carry_on(news.entries_by_day[day])
        if followed is None or names is None:
            followed = _opened(table_days, day)
            if followed is None:
                return None
        stream = ruling_stream(day)
        for entry in self._ledger.entries(stream, after=followed.standing.version):
            followed.standing.take(entry)
        story = followed.open_day.table_day
        foreign = news.foreign.get(day, ())
        draft = DayDraft(
            story,
            followed.standing,
            news.head,
            self._adoptions,
            self._story_as_of(day),
            lambda standing: standing.entry.position in foreign and is_contradicted(self._ledger, standing),
        )
        in_play = list(story.rounds) if names is None else [name for name in story.rounds if name in names]
        for name in in_play:
            self._add_ruling(story, name, draft)
        draft.add_shoes(in_play)
        if names is None:
            draft.add_decisions()
        if self._is_live and (names is not None or not _later_days(table_days, day)):
            self._followed_days[day] = followed
        return draft

    def _add_ruling(self, story: TableDay, name: str, draft: DayDraft) -> None:
        """Rules on a round: a fault of the program in it keeps back no other, and is put on record."""
        try:
            ruling = rule(story, name)
        except RecoupError:
            raise
        except Exception as error:
            self._complain(name, error)
            draft.add_failure(name, error)
        else:
            if not (self._is_live and draft.is_unremarkable(ruling)):
                draft.add(ruling)

    def _complain(self, name: str, error: Exception) -> None:
        """Says on standard error, once, that a round could not be ruled on."""
        if name not in self._complained_of:
            self._complained_of.add(name)
            text = (
                f"recoup: {name} could not be ruled on, the others are ({type(error).__name__}: {error}); please report it"
            )
            say(text, err=True)

    def _story_as_of(self, day: str) -> Callable[[int], TableDay]:
        return lambda known: TableDays(self._ledger, known).get(day)

    def _let_go(self) -> None:
        """Forget the days that were carried on longest ago, as far as there are too many entries in memory."""
        size = sum(followed.size for followed in self._followed_days.values())
        while size > KEPT_IN_MEMORY and len(self._followed_days) > 1:
            size -= self._followed_days.pop(next(iter(self._followed_days))).size


def _opened(table_days: TableDays, day: str) -> _FollowedDay | None:
    entries = table_days.entries(day)
    if not entries or not table_days.is_complete(day):
        return None
    try:
        return _FollowedDay(table_days.open(day), any(entry.topic in SHOE_DECISION_TOPICS for entry in entries))
    except UnknownRulebook:
        return None  # nothing can be said until an edition is adopted that was in force


class _News:
    """What was recorded after a position, and the days that it can bear on."""

    def __init__(
        self,
        ledger: Ledger,
        after: int,
        head: int,
        followed_days: Mapping[str, _FollowedDay],
        foreign: Mapping[str, Collection[int]],
    ):
        self._ledger = ledger
        self.foreign = foreign
        """By day, where entries of rulings stand that the process did not make."""
        self._followed_days = followed_days
        self.after = after
        self.head = head
        self.is_empty = not foreign
        self.entries_by_day: dict[str, list[Entry]] = {}
        """Of the days that are followed and to which something came, what came."""
        self._days = set(foreign)
        self._days_decided_on: set[str] = set()
        """Those on which something was decided that can be about the shoe of an earlier day."""
        self._days_with_new_shoe: set[str] = set()
        self._is_rulebook_touched = self._is_roster_touched = False
        self._is_engine_touched = self._are_settings_touched = False
        for notification in _since(ledger, after, head):
            self._add(notification)

    @property
    def concerns_house(self) -> bool:
        """Whether something came of the house's editions, persons, engine or settings, on which any day may rest."""
        return self._is_rulebook_touched or self._is_roster_touched or self._is_engine_touched or self._are_settings_touched

    def _add(self, notification: Notification) -> None:
        stream = str(notification.originator_id)
        self.is_empty = False
        self._is_roster_touched |= stream == ROSTER
        self._is_rulebook_touched |= stream.startswith("rulebook/")
        self._is_engine_touched |= stream == ENGINE_STREAM
        self._are_settings_touched |= stream == HOUSE_STREAM
        if not stream.startswith("table/"):
            return
        day = stream.removeprefix("table/")
        self._days.add(day)
        if notification.topic in SHOE_DECISION_TOPICS:
            self._days_decided_on.add(day)
        if notification.topic in (ShoePrepared.TOPIC, AccountCorrected.TOPIC):
            self._days_with_new_shoe.add(day)
        if day in self._followed_days:
            self.entries_by_day.setdefault(day, []).append(MAPPER.to_domain_event(notification))

    def drop_tables_with_other_days(self, followed_days: dict[str, "_FollowedDay"]) -> None:
        """Follow no day of a table of which something came of another: a shoe may have been carried between them."""
        tables = {day.partition("/")[0] for day in self._days - followed_days.keys()}
        for day in [day for day in followed_days if day.partition("/")[0] in tables]:
            del followed_days[day]
            self.entries_by_day.pop(day, None)

    def days_concerned(self, table_days: TableDays) -> set[str]:
        """The days that it can bear on, and those into which a shoe of theirs may have been carried."""
        days = set(self._days)
        for day in self._days:
            if self._can_bear_on_earlier_days(day, table_days):
                days.update(_earlier_days(table_days, day))
        if self.after and self._is_rulebook_touched:
            days.update(table_days.days_to_rejudge(self.after))
        if self.after and self._is_roster_touched:
            decided = self._ledger.recorder.select_notifications(0, self.head, self.head, _DECISION_TOPICS)
            streams = {str(notification.originator_id) for notification in decided}
            days.update(stream.removeprefix("table/") for stream in streams if stream.startswith("table/"))
        for day in days - self.entries_by_day.keys():  # a day that is followed is its table's last
            days.update(_later_days(table_days, day)[:SHOE_LOOKBACK_DAYS])
        return days

    def _can_bear_on_earlier_days(self, day: str, table_days: TableDays) -> bool:
        """Whether the shoe that an earlier day left in play may stand otherwise for what came to this one: something was
        decided, a shoe was made, or unmade by a correction, behind which a name means another one, or a day came between.
        """
        if day in self._days_decided_on:
            return True
        later = _later_days(table_days, day)
        if later and table_days.entries(day)[0].position > self.after:
            return True
        following = [day, *later[:SHOE_LOOKBACK_DAYS]] if day in self._days_with_new_shoe else []
        return any(map(self._has_shoe_decisions, following))

    def _has_shoe_decisions(self, day: str) -> bool:
        if (followed := self._followed_days.get(day)) is not None:
            return followed.has_shoe_decisions
        return any(stored.topic in SHOE_DECISION_TOPICS for stored in self._ledger.recorder.select_events(f"table/{day}"))


def _engine_adoptions(ledger: Ledger, entries: Sequence[Entry], head: int) -> EngineAdoptions:
    """The engines that the house has adopted, as of a position; the roster is read where there are any."""
    known = [entry for entry in entries if not isinstance(entry.event, EngineUsed) and entry.position <= head]
    return project_engine_adoptions(known, ledger.roster() if known else Roster())


def _since(ledger: Ledger, after: int, head: int) -> Iterator[Notification]:
    return _of_topics(ledger, after, head, _BEARING_TOPICS)


def _of_topics(ledger: Ledger, after: int, head: int, topics: Sequence[str]) -> Iterator[Notification]:
    while batch := ledger.recorder.select_notifications(after, READ_AT_ONCE, head, topics, inclusive_of_start=False):
        yield from batch
        after = batch[-1].id


def _later_days(table_days: TableDays, day: str) -> list[str]:
    return [later for later in table_days.days(day.partition("/")[0]) if later > day]


def _earlier_days(table_days: TableDays, day: str) -> list[str]:
    """The days whose shoe may have been carried into this one: what is decided on it now changes them too."""
    return [earlier for earlier in table_days.days(day.partition("/")[0]) if earlier < day][-SHOE_LOOKBACK_DAYS:]


class _EnginesUsed:
    """Which engine rules by which edition, on record; what is new of it."""

    def __init__(self, entries: Sequence[Entry]):
        used = (entry.event for entry in entries)
        self._last = {
            event.edition_digest: (event.engine_digest, event.names) for event in used if isinstance(event, EngineUsed)
        }
        self._new: list[EngineUsed | EngineAdoptionCarriedOut] = []
        self._version = entries[-1].version if entries else 0

    def note(self, edition: Edition) -> None:
        """That this engine rules by an edition from here on, and what it may ask of it."""
        used = engine_digest(), names_asked_of(edition)
        if self._last.get(edition.digest) == used:
            return
        self._last[edition.digest] = used
        self._new.append(
            EngineUsed(
                engine=ENGINE,
                engine_digest=engine_digest(),
                rulebook=edition.id,
                edition=edition.name,
                edition_digest=edition.digest,
                names=names_asked_of(edition),
            )
        )

    def note_carried_out(self, adoptions: EngineAdoptions, days: int) -> None:
        """That all rulings have been gone through that adoptions of this engine ask for."""
        for row in adoptions.ruling_anew(engine_digest()):
            if not row.is_carried_out:
                self._new.append(EngineAdoptionCarriedOut(adoption=row.entry.position, days=days))

    def drafts(self) -> list[PendingEntry]:
        """What is not on record yet of it."""
        found, self._new = self._new, []
        drafts = []
        for event in found:
            self._version += 1
            delivery = Delivery(event, HOUSE, f"{ENGINE_STREAM}:{self._version}", None, ENGINE_STREAM)
            drafts.append(PendingEntry(delivery, ENGINE_STREAM))
        return drafts
