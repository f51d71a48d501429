"""The bets of a round as one source's version has them, and which bets of two versions are the same."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from ledger.entry import Entry
from ledger.events import Event
from ledger.events.play import (
    BetsClosed,
    CardDealt,
    PaymentTakenBack,
    WagerChanged,
    WagerMoved,
    WagerPlaced,
    WagerReturned,
    WagerWithdrawn,
)
from ledger.events.wheel import BallRested
from replay.table_day.round import RoundEntry


class BetState(NamedTuple):
    """A bet as it was from an entry on."""

    stake_minor: int
    kind: str
    position: int
    is_withdrawn: bool = False


class VersionPayment(NamedTuple):
    """What was paid on a bet, or taken back of it, by one entry."""

    amount_minor: int
    is_taken_back: bool
    position: int


@dataclass(slots=True)
class VersionWager:
    """A bet as it was when bets closed and after each change since, and what was paid on it."""

    placed: WagerPlaced
    states: list[BetState]
    payments: list[VersionPayment] = field(default_factory=list)

    @property
    def paid_minor(self) -> int | None:
        """What was paid in all; None where nothing is on record."""
        paid = [payment.amount_minor for payment in self.payments if not payment.is_taken_back]
        return sum(paid) if paid else None

    @property
    def returned_minor(self) -> int:
        """What of it came back from the player."""
        return sum(payment.amount_minor for payment in self.payments if payment.is_taken_back)

    @property
    def wager(self) -> str:
        """Its name in its version."""
        return self.placed.wager

    def apply(self, event: Event, position: int, *, is_closed: bool) -> None:
        """What was done to it next."""
        state = self.states[-1]._replace(position=position)
        match event:
            case WagerReturned() | PaymentTakenBack():
                self.payments.append(VersionPayment(event.amount_minor, isinstance(event, PaymentTakenBack), position))
                return
            case WagerChanged():
                state = state._replace(stake_minor=event.stake_minor)
            case WagerMoved():
                state = state._replace(kind=event.kind)
            case WagerWithdrawn():
                state = state._replace(is_withdrawn=True)
        self.states[-1 if not is_closed else len(self.states) :] = [state]


def place_of(bet: WagerPlaced) -> tuple[object, ...]:
    """Whose bet it is and where it was placed: by that it is known in another version."""
    return bet.player, bet.kind, bet.total, bet.box, bet.hand, bet.numbers, bet.index, bet.of


def version_wagers(entries: Iterable[RoundEntry | Entry]) -> list[VersionWager]:
    """The bets of a round, given its entries in a version, in the order in which they were placed."""
    found: list[VersionWager] = []
    latest: dict[str, VersionWager] = {}
    is_closed = False
    for entry in entries:
        match entry.event:
            case BetsClosed() | CardDealt() | BallRested():
                is_closed = True
            case WagerPlaced() as event:
                bet = VersionWager(event, [BetState(event.stake_minor, event.kind, entry.position)])
                found.append(bet)
                latest[event.wager] = bet
            case WagerChanged(wager=wager) | WagerMoved(wager=wager) | WagerWithdrawn(wager=wager) as event:
                if wager in latest:
                    latest[wager].apply(event, entry.position, is_closed=is_closed)
            case WagerReturned(wager=wager) | PaymentTakenBack(wager=wager) as event if wager in latest:
                latest[wager].apply(event, entry.position, is_closed=is_closed)
    return found


def paired_wagers(
    mine: Iterable[VersionWager], theirs: Iterable[VersionWager]
) -> Iterator[tuple[VersionWager | None, VersionWager | None]]:
    """The bets of two versions in pairs: of the same player on the same place, else of the same name; None where one of
    them has no such bet.
    """
    left = list(theirs)
    alone: list[VersionWager] = []
    for bet in mine:
        same = next((other for other in left if place_of(other.placed) == place_of(bet.placed)), None)
        if same is None:
            alone.append(bet)
        else:
            left.remove(same)
            yield bet, same
    for bet in alone:
        named = next((other for other in left if other.wager == bet.wager), None)
        if named is not None:
            left.remove(named)
        yield bet, named
    yield from ((None, other) for other in left)


def names_in(mine: Iterable[Entry], theirs: Iterable[Entry], version: str) -> Mapping[str, str]:
    """Their names of bets that are named otherwise here, given the entries of a round in two versions.

    A bet that is only theirs keeps its name where that is free, and is named after their version where it is not.
    """
    own = version_wagers(mine)
    taken = {bet.wager for bet in own}
    names: dict[str, str] = {}
    for bet, other in paired_wagers(own, version_wagers(theirs)):
        if other is not None and bet is not None and bet.wager != other.wager:
            names[other.wager] = bet.wager
        elif other is not None and bet is None and other.wager in taken:
            names[other.wager] = f"{other.wager}~{version}"
    return names


def renamed(entry: Entry, names: Mapping[str, str]) -> Entry:
    """An entry of a round with the bets' names of another version."""
    event = entry.event
    wanted = {field: names.get(str(getattr(event, field, None))) for field in ("wager", "parent")}
    update = {field: name for field, name in wanted.items() if name is not None}
    return replace(entry, delivery=entry.delivery._replace(event=event.model_copy(update=update))) if update else entry
