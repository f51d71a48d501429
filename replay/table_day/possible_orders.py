"""The orders in which a round's acts can have happened, where the clocks leave that open and it could matter."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
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
from replay.table_day.builder import Story
from replay.table_day.round import Round

MOST: Final = 32
"""More possible orders of one round than this are not told apart."""

_STAKES: Final = (WagerPlaced, WagerChanged, WagerMoved, WagerWithdrawn, TermsAgreed, OddsPosted)
_NOTICES: Final = (NoticeGiven, CorrectionBegun, CorrectionCompleted)


@dataclass(frozen=True, slots=True)
class Ordering:
    """A round as it looks in one possible order. `doubt` is the pair that lies otherwise than in the first one."""

    round: Round
    label: str
    doubt: tuple[Entry, Entry] | None = None


def orderings(story: Story, name: str) -> list[Ordering]:
    """All orders that could matter to the round, the likeliest first; one where the record leaves no doubt."""
    one = story.rounds[name]
    found = [Ordering(one, "as it stands")]
    nearby = _nearby(story, one) if story.order.several else []
    doubts = _doubts(story, nearby) if len({entry.source for entry in nearby}) > 1 else []
    for line, doubt in _others(story, doubts):
        label = f"{doubt[1].ref} before {doubt[0].ref}"
        found.append(Ordering(story.under(line, name), label, doubt))
    return found


def _doubts(story: Story, nearby: Sequence[Entry]) -> list[tuple[Entry, Entry]]:
    """The pairs of which it matters which came first, and is not known: only of two sources can that be."""
    return [
        (first, second)
        for at, first in enumerate(nearby)
        for second in nearby[at + 1 :]
        if first.source != second.source
        and _matters(first.event, second.event)
        and story.order.before(first, second) is None
    ]


def _nearby(story: Story, one: Round) -> list[Entry]:
    """The round's own entries, the table's, and the first card or spin of the next round, in their line."""
    mine = {told.position for told in one.told} | set(story.common)
    if one.following is not None and one.following.first is not None:
        mine.add(one.following.first.position)
    return [entry for entry in story.order.line if entry.position in mine]


def _matters(one: Event, other: Event) -> bool:
    """Whether a ruling can depend on which of the two came first."""
    return _turns_on(one, other) or _turns_on(other, one)


def _turns_on(act: Event, moment: Event) -> bool:
    if isinstance(moment, CardDealt):
        return isinstance(act, (*_STAKES, *_NOTICES, CardDealt))
    if isinstance(moment, BetsClosed | LimitsPosted | NoSpinCalled):
        return isinstance(act, _STAKES)
    if isinstance(moment, BallRested):
        return isinstance(act, (*_STAKES, BetsClosed, NoSpinCalled))
    return isinstance(moment, RoundOpened) and isinstance(act, AmbiguityResolved | LimitsPosted)


def _others(story: Story, doubts: Sequence[tuple[Entry, Entry]]) -> Iterator[tuple[list[Entry], tuple[Entry, Entry]]]:
    """The whole line with one doubt decided the other way: the later entry, with what it must follow, goes before."""
    for first, second in doubts[: MOST - 1]:
        line = list(story.order.line)
        start, end = line.index(first), line.index(second)
        between = line[start : end + 1]
        follows = [entry for entry in between if entry is first or story.order.before(first, entry)]
        if second in follows:
            continue
        line[start : end + 1] = [*(entry for entry in between if entry not in follows), *follows]
        yield line, (first, second)
