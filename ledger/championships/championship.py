"""How a championship stands: a fold over its acts, those that were not refused.

The wagers of an exercise as they are written, and whether anybody could answer them on the exercise's own wheel.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, TypeVar

from ledger.acts.roster import Roster
from ledger.entry import Entry
from ledger.events import Event
from ledger.events.base import Act
from ledger.events.championships import (
    CasinoNotified,
    ChampionshipActRefused,
    ChampionshipCancelled,
    ChampionshipOpened,
    ContestantDisqualified,
    ContestantEntered,
    ContestantInvited,
    ContestantsAdvanced,
    ContestantWithdrew,
    DesigneeRecorded,
    DisputeOpened,
    DisputeSettled,
    ExerciseAnswered,
    ExerciseSet,
    JudgesNamed,
    PrizeAwarded,
    PrizeListed,
    RoundScheduled,
    RulesAmended,
    ScoresGiven,
)
from ledger.events.deliveries import EntryUnreadable
from ledger.values.message import Message
from ledger.values.offices import Office, Role
from ledger.values.pockets import pockets_of
from ledger.values.wheel_layout import EVEN_CHANCES, INDEXED_KINDS, NUMBERED_KINDS, THIRDS, Layout, Numbers, layout_of

Standing = Literal["open", "held", "cancelled"]
K = TypeVar("K")
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class ChampionshipAct:
    """An act on record: what was done, when, and at which position."""

    event: Any
    """One of the events of a championship."""
    at: str
    position: int


@dataclass(frozen=True, slots=True)
class Championship:
    """A championship after what has been done so far; None where it has not been opened. Never changed, only replaced."""

    opened: ChampionshipOpened | None = None
    designees: tuple[str, ...] = ()
    judges: tuple[str, ...] = ()
    entries: Mapping[str, str] = field(default_factory=dict)
    """Contestants with the casino of each, in the order in which they entered."""
    disqualified: tuple[str, ...] = ()
    withdrawn: Mapping[str, str] = field(default_factory=dict)
    """Contestants who withdrew, with the time of each withdrawal."""
    rounds: Mapping[int, RoundScheduled] = field(default_factory=dict)
    scored: frozenset[tuple[int, str, str]] = frozenset()
    """Round, contestant and judge of all scores given."""
    advanced: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    exercises: Mapping[int, ExerciseSet] = field(default_factory=dict)
    answered: frozenset[tuple[int, str]] = frozenset()
    prizes: Mapping[int, str] = field(default_factory=dict)
    awarded: Mapping[int, str] = field(default_factory=dict)
    amendments: Mapping[str, RulesAmended] = field(default_factory=dict)
    notified: frozenset[tuple[str, str]] = frozenset()
    disputes: Mapping[str, DisputeOpened] = field(default_factory=dict)
    settled: Mapping[str, DisputeSettled] = field(default_factory=dict)
    cancelled: ChampionshipCancelled | None = None
    acts: tuple[ChampionshipAct, ...] = ()
    """All acts that hold, in order."""
    attempts: tuple[ChampionshipAct, ...] = ()
    """All acts that were refused, in order."""
    version: int = 0
    """Of its stream."""

    @property
    def open_disputes(self) -> tuple[str, ...]:
        """The disputes that hold the championship up, in the order in which they were opened."""
        return tuple(name for name in self.disputes if name not in self.settled)

    @property
    def standing(self) -> Standing:
        """Whether it goes on, is held up by a dispute, or was cancelled."""
        return "cancelled" if self.cancelled else "held" if self.open_disputes else "open"

    @property
    def casinos(self) -> tuple[str, ...]:
        """The participating casinos, each once, in the order in which they entered."""
        return tuple(dict.fromkeys(self.entries.values()))

    def offices(self, person: str) -> frozenset[Role | Office]:
        """The offices that a person holds in this championship."""
        held: dict[Role | Office, bool] = {
            "organiser": self.opened is not None and person == self.opened.by,
            "championship_director": self.opened is not None and person == self.opened.director,
            "designee": person in self.designees,
            "judge": person in self.judges,
        }
        return frozenset(office for office, holds in held.items() if holds)

    def edition(self, at: str) -> tuple[str, str]:
        """The rulebook and edition in force at a time: the one it opened under, or the last amended one.

        Raises LookupError where it has not been opened.
        """
        if self.opened is None:
            raise LookupError("the championship has not been opened")
        new = [event for event in self.amendments.values() if event.edition and event.rulebook == self.opened.rulebook]
        since = [event for event in new if event.effective_at <= at]
        last = max(since, key=lambda event: event.effective_at, default=None)
        return self.opened.rulebook, self.opened.edition if last is None or last.edition is None else last.edition

    def after(self, event: Event, at: str = "", position: int = 0) -> "Championship":
        """The championship after an act that was not refused, or with an attempt on record."""
        act = ChampionshipAct(event, at, position)
        if isinstance(event, ChampionshipActRefused):
            return replace(self, attempts=(*self.attempts, act))
        return replace(self._changed(event, at), acts=(*self.acts, act))

    def _changed(self, event: Event, at: str) -> "Championship":
        match event:
            case ChampionshipOpened():
                return replace(self, opened=event)
            case DesigneeRecorded():
                return replace(self, designees=(*self.designees, event.designee))
            case JudgesNamed():
                return replace(self, judges=tuple(dict.fromkeys((*self.judges, *event.judges))))
            case ContestantEntered() | ContestantInvited():
                return replace(self, entries=_with(self.entries, event.contestant, event.casino))
            case ContestantDisqualified():
                return replace(self, disqualified=(*self.disqualified, event.contestant))
            case ContestantWithdrew():
                return replace(self, withdrawn=_with(self.withdrawn, event.contestant, at))
            case ChampionshipCancelled():
                return replace(self, cancelled=event)
            case RulesAmended():
                return replace(self, amendments=_with(self.amendments, event.amendment, event))
            case CasinoNotified():
                return replace(self, notified=self.notified | {(event.amendment, event.casino)})
        return self._went_on(event)

    def _went_on(self, event: Event) -> "Championship":
        match event:
            case RoundScheduled():
                return replace(self, rounds=_with(self.rounds, event.round, event))
            case ScoresGiven():
                return replace(self, scored=self.scored | {(event.round, event.contestant, event.by)})
            case ContestantsAdvanced():
                return replace(self, advanced=_with(self.advanced, event.round, event.contestants))
            case ExerciseSet():
                return replace(self, exercises=_with(self.exercises, event.exercise, event))
            case ExerciseAnswered():
                return replace(self, answered=self.answered | {(event.exercise, event.contestant)})
            case PrizeListed():
                return replace(self, prizes=_with(self.prizes, event.place, event.prize))
            case PrizeAwarded():
                return replace(self, awarded=_with(self.awarded, event.place, event.contestant))
            case DisputeOpened():
                return replace(self, disputes=_with(self.disputes, event.dispute, event))
            case DisputeSettled():
                return replace(self, settled=_with(self.settled, event.dispute, event))
        return self


def project_championship(
    championship: Championship | None, entries: Iterable[Entry], roster: Roster
) -> Championship | None:
    """A championship after these entries, of which those hold that the roster lets; None where there is none. The library's
    projector of its stream.
    """
    for entry in entries:
        at, event = entry.delivery.time or entry.recorded_at, entry.event
        championship = championship or NOT_OPENED
        if isinstance(event, EntryUnreadable):
            continue
        if not isinstance(event, Act) or roster.entry_refusal(entry, event) is None:
            championship = championship.after(event, at, entry.position)
        championship = replace(championship, version=entry.version)
    return championship


NOT_OPENED: Final = Championship()
"""What there is before it is opened."""


def _with(known: Mapping[K, V], key: K, value: V) -> dict[K, V]:
    return {**known, key: value}


KINDS: Final = (*NUMBERED_KINDS, *INDEXED_KINDS, *EVEN_CHANCES)
"""What an exercise can be made of."""


@dataclass(frozen=True, slots=True)
class Wager:
    """A wager of an exercise: so many chips on a place, and the pocket that wins."""

    chips: int
    kind: str
    numbers: str | None
    index: int | None
    pocket: str

    def __str__(self) -> str:
        where = self.numbers if self.numbers is not None else self.index
        return f"{self.chips} {self.kind}{'' if where is None else f' {where}'} on {self.pocket}"


def read(written: str) -> Wager:
    """`9 split 17-20 on 17`, `25 column 2 on 17`, `65 black on 17`."""
    placed, pocket = written.split(" on ")
    chips, kind, *where = placed.split(" ")
    if kind in INDEXED_KINDS and where and where[0].isdigit():
        return Wager(int(chips), kind, None, int(where[0]), pocket)
    return Wager(int(chips), kind, where[0] if where else None, None, pocket)


def impossible(event: ExerciseSet) -> Iterator[str]:
    """What in an exercise nobody could answer: a wager that cannot lie so on its wheel, or that does not win."""
    layout = layout_of(event.wheel)
    faults = list(layout.faults())
    yield from faults
    for wager in map(read, event.wagers) if not faults else ():
        why = _why(wager, layout)
        if why is not None:
            yield Message("`{wager}`: {why}", wager=wager, why=why)


def _why(wager: Wager, layout: Layout) -> str | None:
    if wager.pocket not in layout.wheel:
        return Message("the wheel has no compartment {pocket}", pocket=wager.pocket)
    misplaced = wager.numbers is not None and wager.kind not in NUMBERED_KINDS
    if wager.kind not in KINDS or misplaced or (wager.index is not None and wager.index not in THIRDS):
        kind = str(wager).split(" ", 1)[1].rpartition(" on ")[0]
        return Message("there is no wager {kind} in an exercise", kind=kind)
    return layout.placement_error(wager.kind, wager.numbers, wager.index, None, None) or (
        None if wager.pocket in _covered(wager, layout) else Message("that does not win")
    )


def _covered(wager: Wager, layout: Layout) -> Numbers:
    if wager.numbers is not None:
        return frozenset(pockets_of(wager.numbers))
    return layout.even_chance_numbers(wager.kind) if wager.index is None else layout.third_numbers(wager.kind, wager.index)
