"""The stretches of a table's day: runs of entries about one round, and what each run shows without being read.

They are kept beside the record, so that the entries on which one round rests are found without going through its day. They
are no evidence: a day of which they are not whole is gone through.
"""

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

import orjson

from ledger.entry import AnyDelivery, PlainDelivery
from ledger.events import REGISTRY, Event, shoe, table
from ledger.events.base import Act
from ledger.events.decisions import AuthorityDecision
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
from ledger.events.shoe import CardExchanged, CardSetAside, CutCardPlaced, CutMade, CutOffered, ShoePrepared, ShoeShuffled
from ledger.events.table import (
    AccountCorrected,
    SeatTaken,
    SourceDeclared,
    SourceTopicsDeclared,
    TableClosed,
    TableOpened,
)
from ledger.events.versions import kind_of
from ledger.events.wheel import BallRested, BallSpun, ColourValued, DollyPlaced, NoSpinCalled
from ledger.values.subjects import HOUSE, round_of

OPENS: Final = 1
"""Something was played or told of the round: the first such stretch opens it."""
DEALS: Final = 1 << 1
"""A card came to its place, or the ball was spun or came to rest."""
CARDS: Final = 1 << 2
LASTING: Final = 1 << 3
"""Something bears on all of the day: what the table and its sources are, what was decided, a card exchanged."""
SHOE_BEGINS: Final = 1 << 4
NOTICED: Final = 1 << 5
CALLED: Final = 1 << 6
DOLLY: Final = 1 << 7
DECIDED: Final = 1 << 8
"""A player's decision is on record."""
RESTED: Final = 1 << 9
NO_SPIN: Final = 1 << 10
ACTS: Final = 1 << 11
"""Somebody decided something, as a source tells it."""
HOUSE_ACTS: Final = 1 << 12
"""The house put it on record, not a source."""
REFUSED: Final = 1 << 13
"""A delivery that was not taken in is about it."""
NEWCOMER: Final = 1 << 14
"""It names a player or a shoe that is not among the names remembered."""
UNPLACED: Final = 1 << 15
"""A payment is on a bet that is not among those remembered of its round."""
GAP: Final = 1 << 16
"""The source left numbers out before one of its entries."""
BACK: Final = 1 << 17
"""The source's clock, or that of recording, ran backwards."""
PASSING: Final = 1 << 18
"""Something about the table, its shoes or its people bears on what comes after it."""
SEATED: Final = 1 << 19
PREPARED: Final = 1 << 20
"""A shoe was shuffled, or cut."""
UNCLEAR: Final = 1 << 21
"""The order of the day, or what counts in it, cannot be told from its stretches."""

FREQUENT: Final = OPENS | DEALS | CARDS | CALLED | DOLLY | DECIDED | RESTED
"""What most rounds show."""
RARE: Final = (UNCLEAR << 1) - 1 - FREQUENT
"""All else: stretches that show any of it are found by an index of their own."""

NEAR: Final = 64
"""The bets of so many rounds are remembered."""

APART: Final = HOUSE_ACTS | REFUSED
"""Stretches that are not told by the table's source, and are no part of a run of a round's entries."""
_REFUSALS: Final = frozenset({DeliveryQuarantined, DeliveryConflicted})
_READ: Final = frozenset({WagerPlaced, CardMoved, RoundOpened, WagerReturned, PaymentTakenBack})
"""Kinds of which the fields show something."""
_SHOWS: Final[Mapping[type[Event], int]] = {
    CardDealt: DEALS | CARDS,
    BallSpun: DEALS,
    BallRested: DEALS | RESTED,
    NoSpinCalled: NO_SPIN,
    NoticeGiven: NOTICED,
    Announced: CALLED,
    DollyPlaced: DOLLY,
    DecisionMade: DECIDED,
    ShoePrepared: SHOE_BEGINS,
    ShoeShuffled: PREPARED,
    CutOffered: PREPARED,
    CutMade: PREPARED,
    CutCardPlaced: PREPARED,
    SeatTaken: SEATED,
    AccountCorrected: UNCLEAR,
}
_LASTING: Final = frozenset({TableOpened, TableClosed, SourceDeclared, SourceTopicsDeclared, CardExchanged, CardSetAside})


def _shown_by(kind: type[Event]) -> int:
    """What an entry of a kind shows, whatever it says."""
    is_passing = kind is ColourValued or kind.__module__ in (table.__name__, shoe.__name__)
    about = LASTING if issubclass(kind, Act) or kind in _LASTING else PASSING if is_passing else 0
    return (
        _SHOWS.get(kind, 0)
        | about
        | (ACTS if issubclass(kind, Act) else 0)
        | (0 if issubclass(kind, AuthorityDecision) else OPENS)
    )


_FLAGS: Final = {kind: _shown_by(kind) for kind in REGISTRY.values()}
KEPT_KINDS: Final = frozenset(kind for kind, flags in _FLAGS.items() if flags & (LASTING | PASSING | CARDS))
"""Events about the table and its shoes, decisions, and each card of a shoe."""


class Stretch(NamedTuple):
    """A run of entries of a stream, in the order of the record: the first and the last version, the round that they are
    about, empty where they are about none, and what they show. `bets` are the names of the bets placed, each between
    spaces; `is_whole`: with those before it, it has each entry of the day up to its last, and `shown` is what they show in
    all.
    """

    first: int
    last: int
    round: str
    flags: int
    bets: str = ""
    is_whole: bool = True
    shown: int = 0

    def has_bet(self, name: str) -> bool:
        """Return whether a bet of this name was placed in it."""
        return f" {name} " in self.bets


class EntryOutline(NamedTuple):
    """What an entry of a table's day says of its place, and its fields, which may still be JSON."""

    version: int
    kind: type[Event]
    source: str
    subject: str
    sequence: int | None
    time: str | None
    recorded_at: str
    is_linked: bool
    """Whether it says that it came after entries of other sources."""
    data: Mapping[str, Any] | str

    def field(self, name: str) -> str:
        """Return a field as text."""
        fields = orjson.loads(self.data) if isinstance(self.data, str) else self.data
        return str(fields.get(name))


def is_of_source(entry: EntryOutline) -> bool:
    """Return whether a table's source tells it, and it was taken in."""
    return entry.source != HOUSE and entry.kind not in _REFUSALS


def stored_outline(version: int, state: bytes) -> EntryOutline:
    """The outline of an entry on record, from its stored bytes. Raises an error of the mapper where they cannot be read."""
    stored = orjson.loads(state)
    return EntryOutline(
        version,
        _kind(stored["topic"]),
        stored["source"],
        stored["subject"],
        stored.get("sequence"),
        stored.get("time"),
        stored["recorded_at"],
        "after" in stored,
        stored["data"],
    )


@lru_cache(4096)
def _fields_of(data: str) -> Mapping[str, Any]:
    """The fields of an event as they are stored; devices tell the same ones again and again."""
    fields: dict[str, Any] = orjson.loads(data)
    return fields


@cache
def _kind(topic: str) -> type[Event]:
    return kind_of(topic)


class StretchTail:
    """The end of a day's stretches, where the next entries are added."""

    def __init__(self, before: Iterable[EntryOutline] | None = (), last: Stretch | None = None, version: int = 0):
        """`before` are the last entries on record, from the last one of a source on: none where the day begins, None where
        one cannot be read. `last` is the last stretch that is kept, `version` that of the last entry.
        """
        self.last = 0
        """The version that was taken last."""
        self._always = UNCLEAR if before is None else 0
        self._new: list[Stretch] = []
        self._first = 0
        """Where the open stretch begins; 0 where none is open."""
        self._round, self._flags, self._bets = "", 0, ""
        self._subject, self._subject_round = "", ""
        self._open_subject = ""
        """The subject of the open stretch, where a source tells it."""
        self._source: str | None = None
        self._sequence = 0
        self._time: str | None = None
        self._recorded_at = ""
        self._named: dict[str, set[str]] = {"player": set(), "shoe": set()}
        """The players and shoes that were named, as far as they are remembered."""
        self._bets_before: dict[str, str] = {}
        """By round, the bets of its earlier stretches; of the last rounds."""
        self._is_whole, self._shown = version == 0 or bool(last and last.is_whole and last.last == version), 0
        """Of the stretches before the open one, whether they have each entry, and what they show."""
        for entry in before or ():
            self.take(*entry)
        self._first, self._open_subject, self._new = 0, "", []
        self._shown = last.shown if last else 0

    def take(
        self,
        version: int,
        kind: type[Event],
        source: str,
        subject: str,
        sequence: int | None,
        time: str | None,
        recorded_at: str,
        is_linked: bool,  # noqa: FBT001 - in the order of an `EntryOutline`
        data: Mapping[str, Any] | str,
    ) -> None:
        """Add the next entry, by its outline."""
        if subject != self._subject:
            self._subject, self._subject_round = subject, round_of(subject) or ""
        name, flags = self._subject_round, _FLAGS[kind]
        if kind in _REFUSALS:
            flags = REFUSED if name else REFUSED | UNCLEAR
        elif source == HOUSE:
            flags = (
                flags & (LASTING | UNCLEAR) | HOUSE_ACTS | (BACK if time is None or recorded_at < self._recorded_at else 0)
            )
            self._recorded_at = recorded_at
        else:
            flags |= self._pass(kind, source, sequence, time, recorded_at)
            if not name:
                flags &= ~OPENS
        flags |= UNCLEAR if is_linked else self._always
        if not self._first or name != self._round or (flags ^ self._flags) & APART:
            self._close()
            self._first, self._round, self._flags, self._bets = version, name, flags, ""
            self._open_subject = "" if flags & (APART | UNCLEAR) else subject
        if kind in _READ and name and not flags & APART:
            flags |= self._shown_in_round(kind, name, data)
        self._flags |= flags
        self.last = version

    def take_deliveries(self, version: int, deliveries: Iterable[AnyDelivery], recorded_at: str) -> None:
        """Add deliveries that are about to be recorded after a version."""
        for place, delivery in enumerate(deliveries, version + 1):
            if not isinstance(delivery, PlainDelivery):
                event, source, _, sequence, subject, time, after, *_ = delivery
                self.take(place, type(event), source, subject, sequence, time, recorded_at, bool(after), event.__dict__)
                continue
            topic, data, source, _, number, subject, time = delivery
            kind = _kind(topic)
            if (
                subject != self._open_subject
                or number != self._sequence + 1
                or time is None
                or self._time is None
                or time < self._time
                or source != self._source
                or recorded_at != self._recorded_at
            ):
                self.take(place, kind, source, subject, number, time, recorded_at, False, data)  # noqa: FBT003
                continue
            self._sequence, self._time, self.last = number, time, place  # the run goes on, as most do
            if not self._round:
                self._flags |= _FLAGS[kind] & ~OPENS
            elif kind in _READ:
                self._flags |= _FLAGS[kind] | self._shown_in_round(kind, self._round, data)
            else:
                self._flags |= _FLAGS[kind]

    def taken(self) -> list[Stretch]:
        """The stretches that are new or longer since this was asked last."""
        new, self._new = self._new, []
        return [*new, self._opened()] if self._first else new

    def _opened(self) -> Stretch:
        """The open stretch as it is now."""
        shown = self._shown | self._flags
        return Stretch(self._first, self.last, self._round, self._flags, self._bets, self._is_whole, shown)

    def _close(self) -> None:
        if not self._first:
            return
        self._new.append(self._opened())
        self._shown |= self._flags
        if self._bets:
            self._bets_before[self._round] = self._bets_before.pop(self._round, "") + self._bets
            if len(self._bets_before) > NEAR:
                del self._bets_before[next(iter(self._bets_before))]

    def _pass(self, kind: type[Event], source: str, sequence: int | None, time: str | None, recorded_at: str) -> int:
        """What the numbers and times of its source show."""
        flags = BACK if recorded_at < self._recorded_at else 0
        self._recorded_at = recorded_at
        if source == self._source and sequence is not None and sequence > self._sequence:
            before = self._time
            if (time is not before) if time is None or before is None else time < before:
                flags |= BACK
            if sequence > self._sequence + 1:
                flags |= GAP
        # what a feed's reader declares before its source's first number may have none
        elif self._source is not None or (sequence is None and kind is not SourceTopicsDeclared):
            return flags | UNCLEAR
        self._source, self._sequence, self._time = source, sequence or 0, time
        return flags

    def _shown_in_round(self, kind: type[Event], name: str, data: Mapping[str, Any] | str) -> int:
        """What the fields of an entry of the open stretch show."""
        fields = _fields_of(data) if isinstance(data, str) else data
        if kind is WagerPlaced:
            self._bets += f"{fields.get('wager')} " if self._bets else f" {fields.get('wager')} "
            return 0 if self._is_known("player", str(fields.get("player"))) else NEWCOMER
        if kind is CardMoved:
            return DEALS if fields.get("origin") in ("exposed", "next") else 0
        if kind is RoundOpened:
            return 0 if fields.get("shoe") is None or self._is_known("shoe", fields["shoe"]) else NEWCOMER
        bet = f" {fields.get('wager')} "
        return 0 if bet in self._bets or bet in self._bets_before.get(name, "") else UNPLACED

    def _is_known(self, what: str, name: str) -> bool:
        """Whether a player or a shoe was named before; it is remembered from here on."""
        if name in self._named[what]:
            return True
        self._named[what].add(name)
        return False
