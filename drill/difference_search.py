"""The smallest round whose money differs under two editions: searched among drilled rounds, then made smaller.

The search finds rounds that a house may meet, played under either edition, faults among them; it proves no equality.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count, islice
from typing import Final, NamedTuple

from drill.games import load_drill
from drill.tally import Tally
from ledger.entry import Entry
from ledger.events.play import BetsClosed, RoundClosed, RoundOpened
from ledger.events.table import TableOpened
from ledger.feeds.notation import write
from replay.rulebooks.edition import Edition
from replay.ruling.grounds import build_table_day
from replay.ruling.ruling import Ruling, rule
from replay.table_day.builder import TableDay
from replay.table_day.shoe_record import Shoe

_SOURCE: Final = "table/1"
_ROUNDS_AT_ONCE: Final = 40
_KEPT: Final = (TableOpened, RoundOpened, BetsClosed, RoundClosed)
"""What a round has, however small it is."""

WagerMoney = tuple[int | None, int | None, tuple[int | None, ...]]
"""What is awarded, what would be on a claim, and what is due in each way in which the round can be read; minor units."""


class DifferingRound(NamedTuple):
    """A round whose money differs: in the notation, and by wager under each edition. `searched` rounds were tried."""

    transcript: str
    before: dict[str, WagerMoney]
    after: dict[str, WagerMoney]
    searched: int


@dataclass(frozen=True)
class _DrilledTable:
    """A table's day as a drill plays it, with the shoe that it was handed."""

    entries: tuple[Entry, ...]
    carried: Shoe | None


class _Captured(Exception):
    """A drilled round, before it is judged."""

    def __init__(self, table_day: TableDay, name: str):
        self.table_day, self.name = table_day, name


def search(
    before: Edition, after: Edition, rounds: int, seed: int, progress: Callable[[int], None] = lambda _: None
) -> DifferingRound | None:
    """The smallest round found whose money differs under two editions of a game; None where none of so many differs.

    One in which both editions settle a wager, each with another amount, is sought first; else one that they leave open.
    """
    pair, doubtful = _Pair(before, after), list[tuple[_DrilledTable, str]]()
    for number, (table_day, name) in enumerate(islice(_drilled_rounds((before, after), seed), rounds), 1):
        progress(1)
        table = _DrilledTable(_of_round(table_day.entries, name), table_day.carried_shoe)
        if pair.settles_otherwise(table, name):
            return _made_smaller(table, name, pair, pair.settles_otherwise, number)
        if not doubtful and pair.differs(table, name):
            doubtful.append((table, name))
    return next((_made_smaller(table, name, pair, pair.differs, rounds) for table, name in doubtful), None)


def _made_smaller(
    table: _DrilledTable, name: str, pair: "_Pair", differs: Callable[[_DrilledTable, str], bool], searched: int
) -> DifferingRound:
    smallest = _smallest(table, name, pair, differs)
    story = write((entry.delivery for entry in smallest.entries), _SOURCE)
    return DifferingRound(story, *pair.money(smallest, name), searched)


def _drilled_rounds(editions: Sequence[Edition], seed: int) -> Iterator[tuple[TableDay, str]]:
    """Rounds played by turns under each edition, without end."""
    for number in count():
        for edition in editions:
            for scored in load_drill(edition.game).scored_rounds(edition, seed, number, _ROUNDS_AT_ONCE):
                try:
                    scored(Tally(seed), _capture)
                except _Captured as captured:
                    yield captured.table_day, captured.name


def _capture(table_day: TableDay, name: str) -> Ruling:
    raise _Captured(table_day, name)


def _of_round(entries: Sequence[Entry], name: str) -> tuple[Entry, ...]:
    """The table's own entries and a round's, told anew by one source."""
    return _told_anew([entry for entry in entries if entry.subject.count("/") == 1 or entry.subject == name])


def _told_anew(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Entries counted anew, so that what was left out leaves no gap."""
    return tuple(
        replace(
            entry,
            position=number,
            version=number,
            delivery=entry.delivery._replace(source=_SOURCE, id=str(number), sequence=number),
        )
        for number, entry in enumerate(entries, 1)
    )


def _ruled(table: _DrilledTable, name: str, edition: Edition) -> Ruling:
    return rule(build_table_day(table.entries, lambda _, __: edition, table.carried), name)


def _money(ruling: Ruling) -> dict[str, WagerMoney]:
    """By wager, what its player gets."""
    due: dict[str, set[int | None]] = {}
    for branch in ruling.branches:
        for wager in branch.outcome.wagers_due:
            due.setdefault(wager.wager, set()).add(wager.due_minor)
    ordered = {wager: tuple(sorted(amounts, key=lambda amount: (amount is None, amount))) for wager, amounts in due.items()}
    return {
        award.wager_due.wager: (award.awarded_minor, award.if_claimed_minor, ordered.get(award.wager_due.wager, ()))
        for award in ruling.awards
    }


class _Pair:
    """The two editions, and what each rules on a round."""

    def __init__(self, before: Edition, after: Edition):
        self._editions = before, after

    def money(self, table: _DrilledTable, name: str) -> tuple[dict[str, WagerMoney], dict[str, WagerMoney]]:
        """The money of a round under each."""
        before, after = (_money(_ruled(table, name, edition)) for edition in self._editions)
        return before, after

    def differs(self, table: _DrilledTable, name: str) -> bool:
        """Whether any money is another, or is open in another way."""
        before, after = self.money(table, name)
        return before != after

    def settles_otherwise(self, table: _DrilledTable, name: str) -> bool:
        """Whether both settle a wager, each with another amount."""
        before, after = self.money(table, name)
        return any(
            None not in (before[wager][0], after[wager][0]) and before[wager][0] != after[wager][0]
            for wager in before.keys() & after.keys()
        )

    def findings(self, table: _DrilledTable, name: str) -> set[str]:
        """The kinds of what either finds."""
        return {finding.kind for edition in self._editions for finding in _ruled(table, name, edition).findings}


def _smallest(table: _DrilledTable, name: str, pair: _Pair, differs: Callable[[_DrilledTable, str], bool]) -> _DrilledTable:
    """The round without whatever can be left out: the money still differs, and nothing is found that was not before."""
    found = pair.findings(table, name)

    def holds(smaller: _DrilledTable) -> bool:
        try:
            return differs(smaller, name) and pair.findings(smaller, name) <= found
        except (LookupError, ValueError, AssertionError):
            return False  # what is left is no round

    for wager in sorted({wager for entry in table.entries for wager in _wagers_of(entry)}):
        rest = [entry for entry in table.entries if wager not in _wagers_of(entry)]
        if holds(smaller := _DrilledTable(_told_anew(rest), table.carried)):
            table = smaller
    at = len(table.entries) - 1
    while at >= 0:
        rest = [*table.entries[:at], *table.entries[at + 1 :]]
        if not isinstance(table.entries[at].event, _KEPT) and holds(
            smaller := _DrilledTable(_told_anew(rest), table.carried)
        ):
            table, at = smaller, len(rest)
        at -= 1
    return table


def _wagers_of(entry: Entry) -> set[str]:
    """The wagers that an entry is about."""
    return {wager for name in ("wager", "parent") if (wager := getattr(entry.event, name, None))}
