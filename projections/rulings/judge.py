"""Rounds judged again for casework, and how the rulings on record differ."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from ledger.application import Ledger
from ledger.cases.rounds import JudgedRuling
from ledger.errors import RecoupError, UnknownRound, UnknownRulebook
from projections.messages.catalogue import Catalogue
from projections.rulings.difference import difference_from, difference_sentences, fresh_ruling, standing_ruling
from projections.table_days import TableDays
from replay.table_day.builder import TableDay

LOOKED_AT: Final = 1_000
"""Where more than so many entries have come, nothing is kept of what was judged before."""

_OF_A_TABLE: Final = ("table", "ruling")
_ASIDE: Final = ("desk", "notes", "footage")
"""Streams on which no ruling rests."""


class LedgerJudge:
    """Judges rounds of a ledger from their entries. What was judged is kept until something comes that can change it: an
    entry about the same table, or one of the house, its editions, its persons or its cases.

    `story_at` gives a table's day as of a position, where the caller keeps them.
    """

    def __init__(
        self,
        ledger: Ledger,
        words: Catalogue | None = None,
        story_at: Callable[[str, int], TableDay] | None = None,
    ):
        self._ledger = ledger
        self._story_at = story_at
        self._words = words or Catalogue()
        self._size = 0
        self._table_days: dict[int | None, TableDays] = {}
        """By position; under None as of now."""
        self._days: dict[tuple[str, int | None, frozenset[str]], TableDay | None] = {}
        """By the day, the position and the rounds that are told, none where it is all of the day."""
        self._rulings: dict[tuple[str, int | None], JudgedRuling | None] = {}

    def judge(self, day: str, rounds: Sequence[str], shoe: str | None, upto: int) -> Mapping[str, JudgedRuling | None]:
        """Judge rounds of a table's day as known at a position: the rounds named, else all of a shoe, else all.

        None stands for a round on which the engine fails.
        """
        self._forget_changed()
        at = None if upto >= self._size else upto
        judged = {name: self._rulings[name, at] for name in rounds if (name, at) in self._rulings}
        if rounds and len(judged) == len(set(rounds)):
            return judged
        story = self._day(day, at, frozenset(rounds))
        if story is None:
            return {}
        names = rounds or [name for name, round_ in story.rounds.items() if shoe is None or round_.shoe == shoe]
        return {name: self._judged(story, name, at) for name in names if name in story.rounds}

    def _forget_changed(self) -> None:
        """Forget what was judged of the tables about which something has come; all where it may be about every table."""
        before, self._size = self._size, self._ledger.size()
        if before == self._size:
            return
        self._table_days.pop(None, None)
        tables = _tables_changed(self._ledger, before, self._size) if self._size - before <= LOOKED_AT else None
        if tables is None:
            self._table_days.clear()
            self._days.clear()
            self._rulings.clear()
            return
        self._days = {key: day for key, day in self._days.items() if key[0].partition("/")[0] not in tables}
        self._rulings = {key: found for key, found in self._rulings.items() if key[0].partition("/")[0] not in tables}

    def _days_at(self, at: int | None) -> TableDays:
        if at not in self._table_days:
            self._table_days[at] = TableDays(self._ledger, self._size if at is None else at)
        return self._table_days[at]

    def _day(self, day: str, at: int | None, rounds: frozenset[str]) -> TableDay | None:
        """A table's day as far as these rounds need it, or all of it; None where nothing of it can be judged."""
        key = day, at, rounds
        if key not in self._days:
            try:
                self._days[key] = self._told(day, at, rounds)
            except (UnknownRound, UnknownRulebook):
                self._days[key] = None
        return self._days[key]

    def _told(self, day: str, at: int | None, rounds: frozenset[str]) -> TableDay:
        if self._story_at is not None:
            return self._story_at(day, self._size if at is None else at)
        return self._days_at(at).around(day, rounds) if rounds else self._days_at(at).get(day)

    def _judged(self, story: TableDay, name: str, at: int | None) -> JudgedRuling | None:
        if (name, at) not in self._rulings:
            self._rulings[name, at] = self._judge_now(story, name, at)
        return self._rulings[name, at]

    def _judge_now(self, story: TableDay, name: str, at: int | None) -> JudgedRuling | None:
        try:
            fresh = fresh_ruling(story, name)
        except RecoupError:
            raise
        except Exception:  # the engine is at fault: casework refuses what would rest on the round
            return None
        standing = standing_ruling(self._ledger, name) if at is None else None
        if standing is None:
            return JudgedRuling(fresh.event, fresh.findings)
        differs = difference_from(self._ledger, self._days_at(at), fresh.ruling, standing)
        if differs is None:
            return JudgedRuling(fresh.event, fresh.findings, standing.entry.position)
        return JudgedRuling(fresh.event, fresh.findings, None, tuple(difference_sentences(differs, self._words)))


def _tables_changed(ledger: Ledger, after: int, upto: int) -> set[str] | None:
    """The tables about which something was recorded between two positions; None where it may be about every table."""
    found = ledger.recorder.select_notifications(after, upto - after, upto, inclusive_of_start=False)
    return _tables_of(str(notification.originator_id) for notification in found)


def _tables_of(streams: Iterable[str]) -> set[str] | None:
    tables: set[str] = set()
    for stream in set(streams):
        kind, _, place = stream.partition("/")
        if kind in _OF_A_TABLE:
            tables.add(place.partition("/")[0])
        elif kind not in _ASIDE:
            return None
    return tables
