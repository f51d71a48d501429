"""The stretches of a table's day: runs of entries about one round, and what each run shows without being read.

They are kept beside the record, so that the entries on which one round rests are found without going through its day. They
are no evidence: a day of which they are not whole is gone through.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

import orjson

from ledger.entry import AnyDelivery, Delivery
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
from ledger.events.wheel import BallRested, BallSpun, ColourValued, DollyPlaced, NoSpinCalled
from ledger.mapper import kind_of
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
"""It names a player or a shoe that the entries just before did not."""
UNPLACED: Final = 1 << 15
"""A payment is on a bet that the entries just before did not place in its round."""
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

NEAR: Final = 2000
"""How many entries back a name is remembered."""

_REFUSALS: Final = frozenset({DeliveryQuarantined, DeliveryConflicted})
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
    spaces.
    """

    first: int
    last: int
    round: str
    flags: int
    bets: str = ""

    def has_bet(self, name: str) -> bool:
        """Return whether a bet of this name was placed in it."""
        return f" {name} " in self.bets


class EntryOutline(NamedTuple):
    """What an entry of a table's day says of its place. `data` gives its fields where they are asked for."""

    version: int
    kind: type[Event]
    source: str
    subject: str
    sequence: int | None
    time: str | None
    recorded_at: str
    is_linked: bool
    """Whether it says that it came after entries of other sources."""
    data: Callable[[], Mapping[str, Any]]


def is_of_source(entry: EntryOutline) -> bool:
    """Return whether a table's source tells it, and it was taken in."""
    return entry.source != HOUSE and entry.kind not in _REFUSALS


def delivery_outline(delivery: AnyDelivery, version: int, recorded_at: str) -> EntryOutline:
    """The outline of a delivery that is about to be recorded."""
    if isinstance(delivery, Delivery):
        event, source, _, sequence, subject, time, after, *_ = delivery
        return EntryOutline(
            version, type(event), source, subject, sequence, time, recorded_at, bool(after), lambda: vars(event)
        )
    topic, data, source, _, sequence, subject, time = delivery
    return EntryOutline(
        version,
        REGISTRY[topic],
        source,
        subject,
        sequence,
        time,
        recorded_at,
        is_linked=False,
        data=lambda: orjson.loads(data),
    )


def stored_outline(version: int, state: bytes) -> EntryOutline:
    """The outline of an entry on record, from its stored bytes. Raises one of `UNREADABLE`."""
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
        lambda: stored["data"],
    )


@cache
def _kind(topic: str) -> type[Event]:
    return kind_of(topic)


class StretchTail:
    """The end of a day's stretches, where the next entries are added."""

    def __init__(self, before: Iterable[EntryOutline] | None = ()):
        """`before` are the last entries on record, from the last one of a source on: none where the day begins, None where
        one cannot be read.
        """
        self.last = 0
        """The version that was taken last."""
        self._is_unclear = before is None
        self._open: Stretch | None = None
        self._new: list[Stretch] = []
        self._source: str | None = None
        self._sequence = 0
        self._time: str | None = None
        self._recorded_at = ""
        self._near: dict[tuple[str, ...], int] = {}
        for entry in before or ():
            self.take(entry)
        self._open, self._new = None, []

    def take(self, entry: EntryOutline) -> None:
        """Add the next entry."""
        self.last = entry.version
        name, flags, bet = round_of(entry.subject) or "", _FLAGS[entry.kind], ""
        if entry.kind in _REFUSALS:
            flags = REFUSED if name else REFUSED | UNCLEAR
        elif entry.source == HOUSE:
            flags = flags & (LASTING | UNCLEAR) | HOUSE_ACTS | self._pass_of_recording(entry)
            flags |= BACK if entry.time is None else 0
        else:
            flags |= self._pass_of_recording(entry) | self._pass_of_source(entry)
            flags = (flags | self._shown_in_round(entry, name)) if name else flags & ~OPENS
            bet = str(entry.data().get("wager")) if name and entry.kind is WagerPlaced else ""
        flags |= UNCLEAR if entry.is_linked or self._is_unclear else 0
        self._add(Stretch(entry.version, entry.version, name, flags, f" {bet} " if bet else ""))

    def taken(self) -> list[Stretch]:
        """The stretches that are new or longer since this was asked last."""
        new, self._new = self._new, []
        return [*new, self._open] if self._open is not None else new

    def _add(self, new: Stretch) -> None:
        before, kinds = self._open, HOUSE_ACTS | REFUSED
        if before is not None and before.round == new.round and before.flags & kinds == new.flags & kinds:
            bets = before.bets + new.bets.lstrip() if before.bets else new.bets
            self._open = Stretch(before.first, new.last, before.round, before.flags | new.flags, bets)
            return
        if before is not None:
            self._new.append(before)
        self._open = new

    def _pass_of_recording(self, entry: EntryOutline) -> int:
        before, self._recorded_at = self._recorded_at, entry.recorded_at
        return BACK if entry.recorded_at < before else 0

    def _pass_of_source(self, entry: EntryOutline) -> int:
        """What the numbers and times of its source show."""
        number, is_first = entry.sequence or 0, self._source is None
        # what a feed's reader declares before its source's first number may have none
        is_numbered = entry.sequence is not None or (is_first and entry.kind is SourceTopicsDeclared)
        if not is_numbered or (not is_first and (entry.source != self._source or number <= self._sequence)):
            return UNCLEAR
        flags = 0
        if not is_first:
            if (entry.time is None) != (self._time is None) or (entry.time or "") < (self._time or ""):
                flags |= BACK
            if number > self._sequence + 1:
                flags |= GAP
        self._source, self._sequence, self._time = entry.source, number, entry.time
        return flags

    def _shown_in_round(self, entry: EntryOutline, name: str) -> int:
        """What the fields of an entry of a round show."""
        kind = entry.kind
        if kind is WagerPlaced:
            data = entry.data()
            self._is_near(entry.version, "wager", name, str(data.get("wager")))
            return 0 if self._is_near(entry.version, "player", str(data.get("player"))) else NEWCOMER
        if kind is WagerReturned or kind is PaymentTakenBack:
            return 0 if self._knows(entry.version, "wager", name, str(entry.data().get("wager"))) else UNPLACED
        if kind is RoundOpened and (found := entry.data().get("shoe")) is not None:
            return 0 if self._is_near(entry.version, "shoe", str(found)) else NEWCOMER
        if kind is CardMoved and entry.data().get("origin") in ("exposed", "next"):
            return DEALS
        return 0

    def _is_near(self, version: int, *key: str) -> bool:
        """Whether a name came before, not too far back; it is remembered from here on."""
        is_near = self._knows(version, *key)
        if len(self._near) > NEAR:
            self._near = {near: at for near, at in self._near.items() if at > version - NEAR}
        self._near[key] = version
        return is_near

    def _knows(self, version: int, *key: str) -> bool:
        return self._near.get(key, -NEAR) > version - NEAR
