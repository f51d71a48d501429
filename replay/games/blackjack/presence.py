"""Who is at the table when: a player who was absent is there again as soon as something shows it."""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from ledger.events import Event
from ledger.events.play import (
    DecisionMade,
    IrregularityReported,
    NoticeGiven,
    PlayerAbsent,
    TipGiven,
    WagerChanged,
    WagerPlaced,
    WagerWithdrawn,
)
from ledger.values.places import box_of
from replay.games.blackjack.settlement import MAIN
from replay.games.blackjack.table import ABSENT, PRESENT, Absences
from replay.procedure.procedure import TableAct
from replay.table_day.round import Round, RoundEntry

TABLE: Final = "table"
"""The place of an act by which nothing happens to a hand."""


class PresenceChange(NamedTuple):
    """A player was found absent, or is there again; `place` is where in the line, `position` that of the entry."""

    player: str
    is_present: bool
    place: int
    position: int

    @property
    def act(self) -> TableAct:
        return TableAct(TABLE, PRESENT if self.is_present else ABSENT, self.position, "act", self.player)


def presence_changes(round_: Round) -> tuple[PresenceChange, ...]:
    """When players of a round were found absent, and when they were there again, in the order of the line."""
    ruled = any(event.how == "rule" for _, event in round_.entries_of(DecisionMade))
    if not ruled and not round_.entries_of(PlayerAbsent):
        return ()
    return tuple(_Attendance().changes(round_))


def presence_acts(changes: Sequence[PresenceChange]) -> dict[int, list[TableAct]]:
    """These changes as what is done at the table, by their place in the line."""
    acts: dict[int, list[TableAct]] = {}
    for change in changes:
        acts.setdefault(change.place, []).append(change.act)
    return acts


def absences_after(changes: Sequence[PresenceChange]) -> Absences:
    """Who is absent after these changes, each with the position of the entry that says so."""
    return presence_states(changes)[-1]


def presence_states(changes: Sequence[PresenceChange]) -> tuple[Absences, ...]:
    """Who was absent at first and after each of these changes."""
    return tuple(accumulate(changes, _changed, initial=frozenset()))


def absent_at(round_: Round, place: int) -> frozenset[str]:
    """The players who were absent at a place in the line."""
    changes = [change for change in presence_changes(round_) if change.place <= place]
    return frozenset(player for player, _ in absences_after(changes))


def _changed(absences: Absences, change: PresenceChange) -> Absences:
    others = frozenset(absence for absence in absences if absence[0] != change.player)
    return others if change.is_present else others | {(change.player, change.position)}


class _Attendance:
    """Goes along a round and notes who leaves and who shows that he is there."""

    def __init__(self) -> None:
        self.arrivals_by_absentee: dict[str, int] = {}
        """Per absent player, how many arrivals at the table were on record then."""
        self.players_by_box: dict[int, list[str]] = {}

    def changes(self, round_: Round) -> Iterator[PresenceChange]:
        for round_entry in round_.entries:
            event = round_entry.event
            for player in [player for player in self.arrivals_by_absentee if self._is_shown(player, round_entry)]:
                del self.arrivals_by_absentee[player]
                yield PresenceChange(player, True, round_entry.index, round_entry.position)  # noqa: FBT003 - a fact about him
            for player in self._leaving_players(event):
                self.arrivals_by_absentee[player] = len(round_entry.terms.arrivals)
                yield PresenceChange(player, False, round_entry.index, round_entry.position)  # noqa: FBT003
            if isinstance(event, WagerPlaced) and event.kind == MAIN and event.box is not None:
                self.players_by_box.setdefault(event.box, []).append(event.player)

    def _is_shown(self, player: str, round_entry: RoundEntry) -> bool:
        """Whether a player acts at the table, or came to it since he was found absent."""
        since = round_entry.terms.arrivals[self.arrivals_by_absentee[player] :]
        return player in _acting_persons(round_entry.event) or any(who == player for who, _ in since)

    def _leaving_players(self, event: Event) -> list[str]:
        """Who is found absent; where a hand is played by the house's rule, all of its players of whom nothing is said."""
        if isinstance(event, PlayerAbsent):
            return [event.player]
        if not isinstance(event, DecisionMade) or event.how != "rule":
            return []
        players = list(dict.fromkeys(self.players_by_box.get(box_of(event.place) or 0, ())))
        return [] if any(player in self.arrivals_by_absentee for player in players) else players


def _acting_persons(event: Event) -> tuple[str | None, ...]:
    """Whom an event shows to be at the table."""
    match event:
        case WagerPlaced(placed_by=None) | TipGiven():
            return (event.player,)
        case WagerPlaced(placed_by=by) | DecisionMade(by=by) | NoticeGiven(by=by):
            return (by,)
        case WagerChanged(by=by) | WagerWithdrawn(by=by):
            return (by,)
        case IrregularityReported(about=about):
            return (about,)
    return ()
