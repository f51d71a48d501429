"""Which entries of a table's day are enough to rule on some of its rounds as from all of them.

A round is judged by its own entries, by all that is about the table and its shoes, by all that people decided, by the
rounds that were opened, dealt and recorded around it, and by what the whole day shows: whether a kind of event is recorded
at all, whose bets there were, which errors were noticed. For each of these a part of the day has the rounds that show it.

Where a part cannot be enough, all of the day is needed: several sources, an account that was corrected, a refusal about the
table or the round, a gap beside the round, decisions on a day on which a clock ran backwards.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from ledger.events import REGISTRY, Event, shoe, table
from ledger.events.base import Act
from ledger.events.deliveries import DeliveryConflicted, DeliveryQuarantined
from ledger.events.play import (
    Announced,
    CardDealt,
    CardMoved,
    DecisionMade,
    NoticeGiven,
    PaymentTakenBack,
    RoundOpened,
    WagerPlaced,
    WagerReturned,
)
from ledger.events.table import AccountCorrected, SourceTopicsDeclared
from ledger.events.wheel import BallRested, BallSpun, DollyPlaced, NoSpinCalled
from ledger.values.subjects import HOUSE, round_of
from replay.table_day.table_terms import TERMS_EVENTS
from replay.table_day.version_lines import DECISION_EVENTS

BEFORE: Final = 24
"""So many rounds before a round are needed: no edition looks at more than twenty that were dealt running."""
BESIDE: Final = 3
"""So many rounds on each side of one are needed, in the order of dealing and of the record: a gap touches two before it."""

KEPT_KINDS: Final = TERMS_EVENTS | {
    kind
    for kind in REGISTRY.values()
    if issubclass(kind, Act) or kind is CardDealt or kind.__module__ in (table.__name__, shoe.__name__)
}
"""Events that are needed whichever round they are of: about the table and its shoes, decisions, and each card of a shoe."""

_REFUSALS: Final = frozenset({DeliveryQuarantined, DeliveryConflicted})
_ACTS: Final = frozenset(kind for kind in REGISTRY.values() if issubclass(kind, Act))
_DEALING: Final = frozenset({CardDealt, BallSpun, BallRested})
_SHOWN: Final[Mapping[type[Event], int]] = {DecisionMade: 1, Announced: 2, DollyPlaced: 2}
"""Kinds of which the day shows whether they are recorded, and in how many of its rounds that must be seen."""


class EntryOutline(NamedTuple):
    """What an entry of a table's day says of its place, without being read as an event."""

    version: int
    kind: type[Event]
    source: str
    subject: str
    sequence: int | None
    time: str | None
    recorded_at: str
    is_linked: bool
    """Whether it says that it came after entries of other sources."""
    data: Mapping[str, Any]


class DayOutline:
    """A table's day as its entries outline it, taken in the order of the record."""

    def __init__(self) -> None:
        self.is_whole_needed = False
        """Whether nothing less than all of the day is enough for any round of it."""
        self._is_house_heard = False
        self._is_in_time = True
        """Whether the source's times, and those of recording, never went back."""
        self._source: str | None = None
        self._last_sequence = 0
        self._last_source_version = 0
        self._last_time: str | None = None
        self._last_recorded_at = ""
        self._gaps: list[tuple[int, int]] = []
        """The versions between which its source left numbers out."""
        self._last_round: str | None = None
        """The round of the entry before, None where it was about none."""
        self._runs: list[tuple[str, int, int]] = []
        """Stretches of entries of one round: its name, the first and the last version."""
        self._opened: dict[str, int] = {}
        """The rounds in the order of their first entries, each with its place."""
        self._dealt: dict[str, int] = {}
        """The same in the order of their first cards or spins."""
        self._refused: set[str] = set()
        self._decided: dict[str, None] = {}
        self._noticed: dict[str, None] = {}
        self._shown: dict[type[Event], dict[str, None]] = {}
        self._shown_first: dict[tuple[str, str], str] = {}
        """By `shoe` or `player` and a name, the round that names it first."""
        self._rested: set[str] = set()
        self._not_spun: set[str] = set()
        self._placed: set[tuple[str, str]] = set()
        self._last_placed: dict[str, str] = {}
        self._foreign_payments: list[tuple[str, str, str]] = []
        """Payments on bets that their round does not have: the bet, the round, and the round that had such a bet last."""

        self._takers: Mapping[type[Event], Callable[[str, Mapping[str, Any]], None]] = {
            WagerPlaced: self._take_bet,
            WagerReturned: self._take_payment,
            PaymentTakenBack: self._take_payment,
            RoundOpened: self._take_opening,
            NoticeGiven: self._take_notice,
            BallRested: self._take_rest,
            NoSpinCalled: self._take_no_spin,
        }
        """By kind, what an entry of a round shows besides its place."""

    def take(self, entry: EntryOutline) -> bool:
        """Take in the next entry, and return whether it is needed whichever round is ruled on."""
        name, kind = round_of(entry.subject), entry.kind
        if kind in _REFUSALS:
            self.is_whole_needed |= name is None
            self._refused.add(entry.subject)
            return False
        self.is_whole_needed |= kind is AccountCorrected or entry.is_linked
        self._is_in_time &= entry.recorded_at >= self._last_recorded_at
        self._last_recorded_at = entry.recorded_at
        if entry.source == HOUSE:
            self._is_house_heard = True
            self._is_in_time &= entry.time is not None
            self._decided.update(dict.fromkeys(filter(None, (name, self._last_round))))
            return True
        self._take_of_source(entry)
        self._last_round = name
        if name is not None:
            self._take_of_round(entry, name)
        return name is None or kind in KEPT_KINDS

    def _take_of_source(self, entry: EntryOutline) -> None:
        number = entry.sequence or 0  # what a feed's reader declares before its source's first number may have none
        is_first = self._source is None
        is_numbered = entry.sequence is not None or (is_first and entry.kind is SourceTopicsDeclared)
        if not is_numbered or (not is_first and (entry.source != self._source or number <= self._last_sequence)):
            self.is_whole_needed = True
            return
        if not is_first:
            is_timed_alike = (entry.time is None) == (self._last_time is None)
            self._is_in_time &= is_timed_alike and (entry.time or "") >= (self._last_time or "")
            if number > self._last_sequence + 1:
                self._gaps.append((self._last_source_version, entry.version))
        self._source, self._last_sequence, self._last_time = entry.source, number, entry.time
        self._last_source_version = entry.version

    def _take_of_round(self, entry: EntryOutline, name: str) -> None:
        kind, data = entry.kind, entry.data
        if self._runs and self._runs[-1][0] == name:
            self._runs[-1] = name, self._runs[-1][1], entry.version
        else:
            self._runs.append((name, entry.version, entry.version))
        if kind not in DECISION_EVENTS:
            self._opened.setdefault(name, len(self._opened))
        if kind in _ACTS:
            self._decided[name] = None
        if kind in _DEALING or (kind is CardMoved and data.get("origin") in ("exposed", "next")):
            self._dealt.setdefault(name, len(self._dealt))
        if kind in _SHOWN:
            rounds = self._shown.setdefault(kind, {})
            if len(rounds) < _SHOWN[kind]:
                rounds[name] = None
        elif kind in self._takers:
            self._takers[kind](name, data)

    def _take_bet(self, name: str, data: Mapping[str, Any]) -> None:
        wager = str(data.get("wager"))
        self._placed.add((name, wager))
        self._last_placed[wager] = name
        self._shown_first.setdefault(("player", str(data.get("player"))), name)

    def _take_payment(self, name: str, data: Mapping[str, Any]) -> None:
        wager = str(data.get("wager"))
        if (name, wager) not in self._placed:
            self._foreign_payments.append((wager, name, self._last_placed.get(wager, name)))

    def _take_opening(self, name: str, data: Mapping[str, Any]) -> None:
        if "shoe" in data:
            self._shown_first.setdefault(("shoe", str(data["shoe"])), name)

    def _take_notice(self, name: str, _: Mapping[str, Any]) -> None:
        self._noticed[name] = None

    def _take_rest(self, name: str, _: Mapping[str, Any]) -> None:
        self._rested.add(name)

    def _take_no_spin(self, name: str, _: Mapping[str, Any]) -> None:
        self._not_spun.add(name)

    def needed(self, rounds: Collection[str]) -> list[tuple[int, int]] | None:
        """The first and last versions of the stretches needed to rule on these rounds, besides what all rounds need;
        None where all of the day is needed.
        """
        if self.is_whole_needed or (self._is_house_heard and not self._is_in_time):
            return None
        if not self._opened.keys() >= set(rounds) or not self._refused.isdisjoint(rounds):
            return None
        places = [at for at, run in enumerate(self._runs) if run[0] in rounds]
        if any(self._has_gap_beside(at) for at in places):
            return None
        chosen = {run[0] for at in places for run in self._runs[max(0, at - BESIDE) : at + BESIDE + 1]}
        opened, dealt = list(self._opened), list(self._dealt)
        chosen.update(self._around(rounds, opened, dealt))
        chosen.update(*(self._beside(name, opened, dealt) for name in self._noticed))
        chosen.update(self._decided, *self._shown.values(), self._shown_first.values())
        for wager, name, owner in self._foreign_payments:
            if not chosen.isdisjoint((name, owner)) or any((other, wager) in self._placed for other in rounds):
                chosen.update((name, owner))
        return [(first, last) for name, first, last in self._runs if name in chosen]

    def _has_gap_beside(self, at: int) -> bool:
        """Whether numbers were left out so near to a stretch of a round that they may have been about the round."""
        first = self._runs[at - BESIDE][1] if at > BESIDE else 0
        last = self._runs[at + BESIDE][2] if at + BESIDE < len(self._runs) - 1 else self._last_source_version
        return any(after < last and before >= first for after, before in self._gaps)

    def _around(self, rounds: Iterable[str], opened: Sequence[str], dealt: Sequence[str]) -> Iterator[str]:
        """The rounds opened before each, as far back as it may look, and those dealt and opened beside it."""
        for name in rounds:
            at = self._opened[name]
            first = max(0, at - BEFORE)
            if self._rested:
                while first and not any(map(self._is_spun, opened[first:at])):
                    first -= 1
            yield from opened[first:at]
            yield from self._beside(name, opened, dealt)

    def _is_spun(self, name: str) -> bool:
        """Whether the ball certainly came to rest in it in a spin that counts."""
        return name in self._rested and name not in self._not_spun

    def _beside(self, name: str, opened: Sequence[str], dealt: Sequence[str]) -> Iterator[str]:
        """The round and those opened and dealt just before and after it."""
        yield name
        for order, places in ((opened, self._opened), (dealt, self._dealt)):
            if name in places:
                yield from order[max(0, places[name] - BESIDE) : places[name] + BESIDE + 1]
