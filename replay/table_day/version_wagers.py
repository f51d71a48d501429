"""The bets of a round as one source's version has them, and which bets of two versions are the same."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ledger.events import Event
from ledger.events.play import (
    PaymentTakenBack,
    WagerChanged,
    WagerMoved,
    WagerPlaced,
    WagerReturned,
    WagerWithdrawn,
)
from replay.table_day.round import Round


@dataclass(slots=True)
class VersionWager:
    """A bet as it was at last, with what was paid on it; the positions are of the entries that say so."""

    placed: WagerPlaced
    kind: str
    stake_minor: int
    position: int
    is_withdrawn: bool = False
    paid_minor: int | None = None
    returned_minor: int = 0
    """What of the payment came back from the player."""
    paid_position: int = 0

    @property
    def wager(self) -> str:
        """Its name in its version."""
        return self.placed.wager

    @property
    def place(self) -> tuple[object, ...]:
        """Whose bet it is and where it was placed."""
        bet = self.placed
        return bet.player, bet.kind, bet.total, bet.box, bet.hand, bet.numbers, bet.index, bet.of

    def apply(self, event: Event, position: int) -> None:
        """What was done to it next."""
        match event:
            case WagerChanged():
                self.stake_minor, self.position = event.stake_minor, position
            case WagerMoved():
                self.kind, self.position = event.kind, position
            case WagerWithdrawn():
                self.is_withdrawn, self.position = True, position
            case WagerReturned():
                self.paid_minor, self.paid_position = (self.paid_minor or 0) + event.amount_minor, position
            case PaymentTakenBack():
                self.returned_minor, self.paid_position = self.returned_minor + event.amount_minor, position


def version_wagers(round_: Round) -> list[VersionWager]:
    """The bets of a round, in the order in which they were placed."""
    found: list[VersionWager] = []
    latest: dict[str, VersionWager] = {}
    for round_entry in round_.entries:
        match round_entry.event:
            case WagerPlaced() as event:
                bet = VersionWager(event, event.kind, event.stake_minor, round_entry.position)
                found.append(bet)
                latest[event.wager] = bet
            case WagerChanged(wager=wager) | WagerMoved(wager=wager) | WagerWithdrawn(wager=wager) as event:
                if wager in latest:
                    latest[wager].apply(event, round_entry.position)
            case WagerReturned(wager=wager) | PaymentTakenBack(wager=wager) as event if wager in latest:
                latest[wager].apply(event, round_entry.position)
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
        same = next((other for other in left if other.place == bet.place), None)
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


def names_in(mine: Round, theirs: Round) -> Mapping[str, str]:
    """Their names of bets that are named otherwise here; a bet that is only theirs keeps its name where it is free."""
    taken = {bet.wager for bet in version_wagers(mine)}
    names: dict[str, str] = {}
    for bet, other in paired_wagers(version_wagers(mine), version_wagers(theirs)):
        if other is not None and bet is not None and bet.wager != other.wager:
            names[other.wager] = bet.wager
        elif other is not None and bet is None and other.wager in taken:
            names[other.wager] = f"{other.wager}~{theirs.account}"
    return names
