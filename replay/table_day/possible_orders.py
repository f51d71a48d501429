"""The orders in which a round's acts can have happened, where the clocks leave that open and it could matter."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ledger.entry import Entry
from ledger.events import Event
from ledger.events.play import (
    BetsClosed,
    CardDealt,
    CorrectionBegun,
    CorrectionCompleted,
    NoticeGiven,
    RoundOpened,
    WagerChanged,
    WagerMoved,
    WagerPlaced,
    WagerWithdrawn,
)
from ledger.events.table import AmbiguityResolved, LimitsPosted, OddsPosted, TermsAgreed
from ledger.events.wheel import BallRested, NoSpinCalled
from ledger.values.subjects import round_of
from replay.table_day.builder import TableDay
from replay.table_day.round import Round
from replay.table_day.table_terms import posting_key
from replay.table_day.version_lines import VersionLine

MOST_ORDERS: Final = 32
"""More possible orders of one round than this are not told apart."""

_STAKE_EVENTS: Final = (WagerPlaced, WagerChanged, WagerMoved, WagerWithdrawn, TermsAgreed, OddsPosted)
_NOTICE_EVENTS: Final = (NoticeGiven, CorrectionBegun, CorrectionCompleted)


@dataclass(frozen=True, slots=True)
class PossibleOrder:
    """A round as it looks in one possible order. `doubt` is the pair that lies otherwise than in the first one."""

    round: Round
    label: str
    doubtful_pair: tuple[Entry, Entry] | None = None


def possible_orders(table_day: TableDay, round_: Round) -> list[PossibleOrder]:
    """All orders that could matter to a version of a round, the likeliest first; one where the record leaves no doubt."""
    found = [PossibleOrder(round_, "as it stands")]
    if not table_day.order.has_several_sources:
        return found
    line = table_day.line_of(round_)
    nearby = _nearby_entries(table_day, line, round_)
    doubts = _doubtful_pairs(table_day, line, nearby) if len({entry.source for entry in nearby}) > 1 else []
    for other_line, doubt in _other_orders(table_day, line, doubts):
        label = f"{doubt[1].ref} before {doubt[0].ref}"
        found.append(PossibleOrder(table_day.round_in_order(replace(line, entries=other_line), round_), label, doubt))
    return found


def _doubtful_pairs(table_day: TableDay, line: VersionLine, nearby: Sequence[Entry]) -> list[tuple[Entry, Entry]]:
    """The pairs of which it matters which came first, and is not known: only of two sources can that be."""
    return [
        (first, second)
        for at, first in enumerate(nearby)
        for second in nearby[at + 1 :]
        if first.source != second.source
        and _does_order_matter(first.event, second.event)
        and table_day.order.came_before(first, second) is None
        and not _is_beyond_doubt(table_day, line, first, second)
    ]


def _is_beyond_doubt(table_day: TableDay, line: VersionLine, first: Entry, second: Entry) -> bool:
    """Whether a fact of the table and something of the round are in the only order that there is reason to believe in.

    A fact goes by its own source where that has the round too. Otherwise it holds for the round, unless something else was
    posted of the same that may hold for it as well.
    """
    if first.position in line.added or second.position in line.added:
        return True
    facts = [entry for entry in (first, second) if round_of(entry.subject) is None]
    if len(facts) != 1:
        return len(facts) == 2
    (fact,) = facts
    moment = second if fact is first else first
    if fact.position not in line.aligned:
        return False
    if any(entry.source == fact.source and entry.subject == moment.subject for entry in table_day.order.entries):
        return True
    return not any(
        entry.event != fact.event
        and posting_key(entry.event) == posting_key(fact.event)
        and table_day.order.came_before(entry, moment) is not False
        for entry in line.entries
        if type(entry.event) is type(fact.event)
    )


def _nearby_entries(table_day: TableDay, line: VersionLine, round_: Round) -> list[Entry]:
    """The round's own entries, the table's, and the first card or spin of the next round, in their line."""
    mine = {round_entry.position for round_entry in round_.entries} | set(table_day.table_positions)
    if round_.following is not None and round_.following.first_draw is not None:
        mine.add(round_.following.first_draw.position)
    return [entry for entry in line.entries if entry.position in mine]


def _does_order_matter(first: Event, second: Event) -> bool:
    """Whether a ruling can depend on which of the two came first."""
    return _is_sensitive_to(first, second) or _is_sensitive_to(second, first)


def _is_sensitive_to(act: Event, moment: Event) -> bool:
    if isinstance(moment, CardDealt):
        return isinstance(act, (*_STAKE_EVENTS, *_NOTICE_EVENTS, CardDealt))
    if isinstance(moment, BetsClosed | LimitsPosted | NoSpinCalled):
        return isinstance(act, _STAKE_EVENTS)
    if isinstance(moment, BallRested):
        return isinstance(act, (*_STAKE_EVENTS, BetsClosed, NoSpinCalled))
    return isinstance(moment, RoundOpened) and isinstance(act, AmbiguityResolved | LimitsPosted)


def _other_orders(
    table_day: TableDay, version: VersionLine, doubts: Sequence[tuple[Entry, Entry]]
) -> Iterator[tuple[list[Entry], tuple[Entry, Entry]]]:
    """The whole line with one doubt decided the other way: the later entry, with what it must follow, goes before."""
    for first, second in doubts[: MOST_ORDERS - 1]:
        line = list(version.entries)
        start, end = line.index(first), line.index(second)
        between = line[start : end + 1]
        follows = [entry for entry in between if entry is first or table_day.order.came_before(first, entry)]
        if second in follows:
            continue
        line[start : end + 1] = [*(entry for entry in between if entry not in follows), *follows]
        yield line, (first, second)
