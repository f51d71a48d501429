"""Rounds judged again for casework, and how the rulings on record differ."""

from collections.abc import Callable, Mapping, Sequence

from ledger.application import Ledger
from ledger.cases.rounds import JudgedRuling
from ledger.errors import RecoupError, UnknownRound, UnknownRulebook
from projections.messages.catalogue import Catalogue
from projections.rulings.difference import difference_from, difference_sentences, fresh_ruling, standing_ruling
from projections.table_days import TableDays
from replay.table_day.builder import TableDay


class LedgerJudge:
    """Judges rounds of a ledger from their entries. What was judged is kept until something is recorded.

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
        self._days: dict[tuple[str, int], tuple[TableDays, TableDay | None]] = {}
        self._rulings: dict[tuple[str, int], JudgedRuling | None] = {}

    def judge(self, day: str, rounds: Sequence[str], shoe: str | None, upto: int) -> Mapping[str, JudgedRuling]:
        """Judge rounds of a table's day as known at a position: the rounds named, else all of a shoe, else all."""
        size = self._ledger.size()
        if size != self._size:
            self._size = size
            self._days.clear()
            self._rulings.clear()
        table_days, story = self._day(day, min(upto, size))
        if story is None:
            return {}
        names = rounds or [name for name, round_ in story.rounds.items() if shoe is None or round_.shoe == shoe]
        judged = {name: self._judged(table_days, story, name, min(upto, size)) for name in names if name in story.rounds}
        return {name: ruling for name, ruling in judged.items() if ruling is not None}

    def _day(self, day: str, upto: int) -> tuple[TableDays, TableDay | None]:
        if (day, upto) not in self._days:
            table_days = TableDays(self._ledger, upto)
            try:
                story = self._story_at(day, upto) if self._story_at else table_days.get(day)
            except (UnknownRound, UnknownRulebook):
                return table_days, None
            self._days[day, upto] = table_days, story
        return self._days[day, upto]

    def _judged(self, table_days: TableDays, story: TableDay, name: str, upto: int) -> JudgedRuling | None:
        if (name, upto) not in self._rulings:
            self._rulings[name, upto] = self._judge_now(table_days, story, name, is_now=upto == self._size)
        return self._rulings[name, upto]

    def _judge_now(self, table_days: TableDays, story: TableDay, name: str, *, is_now: bool) -> JudgedRuling | None:
        try:
            fresh = fresh_ruling(story, name)
        except RecoupError:
            raise
        except Exception:
            return None
        standing = standing_ruling(self._ledger, name) if is_now else None
        if standing is None:
            return JudgedRuling(fresh.event, fresh.findings)
        differs = difference_from(self._ledger, table_days, fresh.ruling, standing)
        if differs is None:
            return JudgedRuling(fresh.event, fresh.findings, standing.entry.position)
        return JudgedRuling(fresh.event, fresh.findings, None, tuple(difference_sentences(differs, self._words)))
