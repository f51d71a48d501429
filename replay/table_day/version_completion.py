"""A version of a day with what it does not tell taken from another: its silence denies nothing.

What is taken are the rounds that it does not have, and of a round of which it has the bets or the cards alone the kinds of
events that are missing. A version that has both is complete: what it does not have of the round did not happen in it.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from ledger.entry import Entry
from ledger.events import Event
from ledger.events.play import (
    Announced,
    BetsClosed,
    CardDealt,
    CardExposed,
    CardMixed,
    CardMoved,
    CardsCollected,
    DecisionMade,
    PaymentTakenBack,
    RoundClosed,
    RoundOpened,
    StakeDeclined,
    TipGiven,
    WagerChanged,
    WagerLaid,
    WagerMoved,
    WagerPlaced,
    WagerReturned,
    WagerWithdrawn,
)
from ledger.events.wheel import BallRested, BallSpun, DisplayShown, DollyPlaced
from ledger.values.subjects import round_of
from replay.table_day.round import Round
from replay.table_day.version_lines import Marks, VersionLine, marked
from replay.table_day.version_wagers import names_in, renamed

_DRAWS: Final[frozenset[type[Event]]] = frozenset({CardDealt, BallSpun, BallRested})
_CARDS: Final[frozenset[type[Event]]] = frozenset({CardDealt, CardExposed, CardMoved, CardMixed, CardsCollected})
_BETS: Final[frozenset[type[Event]]] = frozenset(
    {WagerPlaced, WagerLaid, WagerChanged, WagerMoved, WagerWithdrawn, StakeDeclined, TipGiven}
)
_PAYMENTS: Final[frozenset[type[Event]]] = frozenset({WagerReturned, PaymentTakenBack})

_PHASES: Final[Mapping[type[Event], int]] = {
    RoundOpened: 0,
    WagerPlaced: 1,
    BallSpun: 2,
    BetsClosed: 3,
    **dict.fromkeys((*_CARDS, BallRested, DecisionMade), 4),
    **dict.fromkeys((Announced, DollyPlaced, DisplayShown), 5),
    **dict.fromkeys(_PAYMENTS, 6),
    RoundClosed: 7,
}

Kinds = frozenset[type[Event]]


def completed_line(line: VersionLine, used: VersionLine, version: str) -> VersionLine:
    """The line of a version with what it lacks taken from the line of the version that is used, bets named as there."""
    own, theirs = _by_round(line.entries), _by_round(used.entries)
    silent = {name: _silent_kinds(entries, theirs.get(name, ())) for name, entries in own.items()}
    apart = [name for name, entries in own.items() if not _are_draws_shared(entries, theirs.get(name, ()))]
    phases = {name: _Phases(line.entries, name) for name in apart if silent[name]}
    marks, bound = Marks(line.entries), len(line.entries)
    added: dict[int, list[Entry]] = {}
    for entry, keys in reversed([*marked(used.entries)]):
        name = round_of(entry.subject)
        if name is not None and (name not in own or type(entry.event) in silent[name]):
            if name in phases:
                bound = min(bound, phases[name].place_before_later(entry))
            added.setdefault(bound, []).insert(0, entry)
        bound = min(bound, marks.place_before(keys))
    names = {name: names_in(theirs[name], entries, version) for name, entries in own.items() if name in theirs}
    if not added and not any(names.values()):
        return line
    merged: list[Entry] = []
    for at, entry in enumerate(line.entries):
        merged += (*added.get(at, ()), renamed(entry, names.get(entry.subject, {})))
    merged += added.get(len(line.entries), ())
    return VersionLine(merged, line.aligned, {entry.position for entries in added.values() for entry in entries})


def _are_draws_shared(entries: Sequence[Entry], theirs: Sequence[Entry]) -> bool:
    """Whether both versions of a round have cards or spins, by which they can be laid side by side."""
    return bool(_kinds(entries) & _DRAWS and _kinds(theirs) & _DRAWS)


class _Phases:
    """Where the phases of a round are in a line: what two versions do not share comes in the order of a lawful round."""

    def __init__(self, line: Sequence[Entry], name: str):
        self._places = [(at, _phase(entry)) for at, entry in enumerate(line) if entry.subject == name]

    def place_before_later(self, entry: Entry) -> int:
        """The last place before all of the round that belongs to a later phase than an entry."""
        phase = _phase(entry)
        later = (at for at, other in self._places if phase is not None and other is not None and other > phase)
        return next(later, self._places[-1][0] + 1)


def _phase(entry: Entry) -> int | None:
    event = entry.event
    if type(event) is WagerPlaced and event.parent is not None:
        return _PHASES[CardDealt]
    return _PHASES.get(type(event))


def _by_round(line: Sequence[Entry]) -> dict[str, list[Entry]]:
    found: dict[str, list[Entry]] = {}
    for entry in line:
        name = round_of(entry.subject)
        if name is not None:
            found.setdefault(name, []).append(entry)
    return found


def is_whole(round_: Round) -> bool:
    """Whether a version of a round has both what was dealt or spun and bets."""
    return bool(round_.entries_of(WagerPlaced)) and _has_draws(round_)


def completes(round_: Round, other: Round) -> bool:
    """Whether another version of a round has what this one lacks, the bets or what was dealt or spun."""
    has_bets, other_has_bets = bool(round_.entries_of(WagerPlaced)), bool(other.entries_of(WagerPlaced))
    return (other_has_bets and not has_bets) or (_has_draws(other) and not _has_draws(round_))


def _has_draws(round_: Round) -> bool:
    return any(round_.entries_of(kind) for kind in _DRAWS)


def _silent_kinds(entries: Sequence[Entry], used: Sequence[Entry]) -> Kinds:
    """The kinds of events of a round that a version leaves to another one: none where it has cards and bets."""
    own, theirs = _kinds(entries), _kinds(used)
    has_draws, has_bets = bool(own & _DRAWS), WagerPlaced in own
    if has_draws and has_bets:
        return frozenset()
    left = theirs - own
    if has_draws:
        left -= _CARDS
    if has_bets:
        left -= _BETS | _PAYMENTS
    elif own & _PAYMENTS:
        left -= _PAYMENTS
    return left


def _kinds(entries: Sequence[Entry]) -> Kinds:
    return frozenset(type(entry.event) for entry in entries)
