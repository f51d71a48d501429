"""The ruling process: it follows the ledger, judges what something has come to, and puts its rulings on record."""

from collections.abc import Callable, Iterator
from typing import Final

from eventsourcing.persistence import IntegrityError, Notification, Tracking

from ledger.acts.roster import ROSTER
from ledger.application import Ledger
from ledger.entry import Delivery
from ledger.errors import UnknownRulebook
from ledger.events import REGISTRY
from ledger.events.decisions import SHOE_DECISION_TOPICS, AuthorityAct
from ledger.events.rulings import EngineUsed
from ledger.ingest import PendingEntry
from ledger.recorder.retry import retried
from ledger.values.subjects import HOUSE
from projections.rulings.day_draft import DayDraft
from projections.rulings.engine import engine_digest
from projections.rulings.events import names_asked_of
from projections.rulings.on_record import ENGINE_STREAM, day_rulings, ruling_stream
from projections.table_days import SHOE_LOOKBACK_DAYS, TableDays
from replay import ENGINE
from replay.rulebooks.edition import Edition
from replay.ruling.ruling import rule

RULING_PROCESS: Final = "rulings"
"""The name under which the tracking table says how far the rulings have come."""

READ_AT_ONCE: Final = 20_000
"""Entries looked through at a time for the days that they concern."""

WRITTEN_AT_ONCE: Final = 500
"""Entries after which what was ruled is written, in one transaction: whoever records waits for no more."""

_DECISION_TOPICS: Final = tuple(topic for topic, kind in REGISTRY.items() if issubclass(kind, AuthorityAct))

Progress = Callable[[int], None]


def ruled_position(ledger: Ledger) -> int:
    """Up to which position of the ledger rulings are on record."""
    return ledger.recorder.max_tracking_id(RULING_PROCESS) or 0


def rulings_behind(ledger: Ledger) -> int:
    """How many entries have come since that no ruling knows of; rulings themselves do not count."""
    after = ruled_position(ledger)
    size = ledger.size()
    return (
        0 if size == after else sum(1 for notification in _since(ledger, after, size) if not _is_of_rulings(notification))
    )


def catch_up(ledger: Ledger, progress: Progress = lambda _: None, *, is_live: bool = False) -> bool:
    """Rule on whatever something has come to since the last time, and put it on record; whether this process could.

    Only one process does so at a time: where another one is at it, nothing is done and False is returned. With `is_live`
    a round that is still being dealt is ruled on only once something is found in it. `progress` hears of entries processed.
    """
    with ledger.recorder.dialect.alone(RULING_PROCESS) as is_alone:
        if not is_alone:
            return False
        while retried(lambda: _pass(ledger, progress, is_live=is_live), IntegrityError, ledger.url, "follow it later"):
            pass
    return True


def _pass(ledger: Ledger, progress: Progress, *, is_live: bool) -> bool:
    """Rules on everything up to the ledger's end; whether there was anything. A day is written whole or not at all."""
    after, head = ruled_position(ledger), ledger.size()
    if head == after:
        return False
    table_days = TableDays(ledger, head)
    days = sorted(_days_concerned(ledger, table_days, after, head))
    drafts: list[PendingEntry] = []
    engines = _EnginesUsed(ledger)
    for number, day in enumerate(days, 1):
        draft = _drafted(ledger, table_days, day, head, is_live=is_live)
        if draft is not None:
            drafts += draft.drafts
            for edition in draft.editions:
                engines.note(edition)
        if len(drafts) >= WRITTEN_AT_ONCE:
            ledger.append([*engines.drafts(), *drafts])
            drafts = []
        progress((head - after) * number // len(days) - (head - after) * (number - 1) // len(days))
    ledger.append([*engines.drafts(), *drafts], Tracking(RULING_PROCESS, head))
    if not days:
        progress(head - after)
    return True


def _drafted(ledger: Ledger, table_days: TableDays, day: str, head: int, *, is_live: bool) -> DayDraft | None:
    """What is new of a day's rulings; None where the day cannot be judged here."""
    if not table_days.entries(day) or not table_days.is_complete(day):
        return None
    try:
        story = table_days.get(day)
    except UnknownRulebook:
        return None  # nothing can be said until an edition is adopted that was in force
    draft = DayDraft(story, day_rulings(ledger.entries(ruling_stream(day))), head)
    for name in story.rounds:
        ruling = rule(story, name)
        if not (is_live and draft.is_unremarkable(ruling)):
            draft.add(ruling)
    draft.add_shoes_and_decisions()
    return draft


def _since(ledger: Ledger, after: int, head: int) -> Iterator[Notification]:
    while batch := ledger.recorder.select_notifications(after, READ_AT_ONCE, head, inclusive_of_start=False):
        yield from batch
        after = batch[-1].id


def _is_of_rulings(notification: Notification) -> bool:
    stream = str(notification.originator_id)
    return stream.startswith("ruling/") or stream == ENGINE_STREAM


def _days_concerned(ledger: Ledger, table_days: TableDays, after: int, head: int) -> set[str]:
    """The days that what was recorded can bear on, and those into which a shoe of theirs may have been carried."""
    days, is_roster_touched = set[str](), False
    for notification in _since(ledger, after, head):
        stream = str(notification.originator_id)
        if stream.startswith("table/"):
            day = stream.removeprefix("table/")
            days.add(day)
            if notification.topic in SHOE_DECISION_TOPICS:
                days.update(_earlier_days(table_days, day))
        is_roster_touched = is_roster_touched or stream == ROSTER
    if after:
        days.update(table_days.days_to_rejudge(after))
        if is_roster_touched:
            decided = ledger.recorder.select_notifications(0, head, head, _DECISION_TOPICS)
            streams = {str(notification.originator_id) for notification in decided}
            days.update(stream.removeprefix("table/") for stream in streams if stream.startswith("table/"))
    for day in tuple(days):
        later = [other for other in table_days.days(day.partition("/")[0]) if other > day]
        days.update(later[:SHOE_LOOKBACK_DAYS])
    return days


def _earlier_days(table_days: TableDays, day: str) -> list[str]:
    """The days whose shoe may have been carried into this one: what is decided on it now changes them too."""
    return [earlier for earlier in table_days.days(day.partition("/")[0]) if earlier < day][-SHOE_LOOKBACK_DAYS:]


class _EnginesUsed:
    """Which engine rules by which edition, on record; what is new of it."""

    def __init__(self, ledger: Ledger):
        used = (entry.event for entry in ledger.entries(ENGINE_STREAM))
        self._last = {event.edition_digest: event.engine_digest for event in used if isinstance(event, EngineUsed)}
        self._new: list[EngineUsed] = []
        self._version = ledger.recorder.stream_version(ENGINE_STREAM)

    def note(self, edition: Edition) -> None:
        """That this engine rules by an edition from here on."""
        if self._last.get(edition.digest) == engine_digest():
            return
        self._last[edition.digest] = engine_digest()
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

    def drafts(self) -> list[PendingEntry]:
        """What is not on record yet of it."""
        found, self._new = self._new, []
        drafts = []
        for event in found:
            self._version += 1
            delivery = Delivery(event, HOUSE, f"{ENGINE_STREAM}:{self._version}", None, ENGINE_STREAM)
            drafts.append(PendingEntry(delivery, ENGINE_STREAM))
        return drafts
