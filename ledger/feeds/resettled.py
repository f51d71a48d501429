"""Games that a supplier settles again: the record of them stays, and other payouts become payments of their own."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Final, NamedTuple

from ledger.application import Ledger
from ledger.entry import Delivery
from ledger.events import Event
from ledger.events.play import IrregularityReported, PaymentTakenBack, RoundClosed, WagerPlaced, WagerReturned
from ledger.feeds.reading import FeedItem
from ledger.mapper import content_bytes
from ledger.merkle import leaf_hash
from ledger.values.offices import SUPPLIER
from ledger.values.subjects import play_stream
from ledger.values.times import parse_instant

SEQUENCE_STEPS_PER_GAME: Final = 2000
"""Room for the events of one game in the sequence, which counts the milliseconds of the games' beginnings."""

_AGAIN_FROM: Final = SEQUENCE_STEPS_PER_GAME // 2
"""Where in a millisecond of the sequence a second settlement has its place, behind a game that began in it."""

_MOST_REMEMBERED: Final = 1000
"""So many games may be read before they are on record."""


class _Settlement(NamedTuple):
    """What one reading of a game says of its money: by wager the payout, when, and under which name it goes on record."""

    payouts_minor: dict[str, int]
    settled_at: str | None
    name: str

    @classmethod
    def of(cls, game: Sequence[Delivery]) -> "_Settlement":
        payouts = {event.wager: event.amount_minor for event in _events(game) if isinstance(event, WagerReturned)}
        settled_at = next((each.time for each in game if isinstance(each.event, RoundClosed)), None)
        mark = sha256(repr((sorted(payouts.items()), settled_at)).encode()).hexdigest()[:16]
        return cls(payouts, settled_at, f"{game[0].id.rpartition('.')[0]}.settled-{mark}")


class ResettledGames:
    """Goes along the games of a feed and finds those that are on record with other payouts.

    A supplier hands a game out again under the same id once it was settled again. Its cards and bets are known. What more
    is paid on a wager is a further payment, and what is paid less a payment taken back. A game whose bets are others is
    left as it is: it contradicts the record.
    """

    def __init__(self, ledger: Ledger):
        self._ledger = ledger
        self._unrecorded: dict[tuple[str, str], list[Delivery]] = {}
        """Games of this feed that may not be on record yet."""

    def as_recorded(self, item: FeedItem) -> FeedItem:
        """Return a game with what of it is on record as it stands there, and its new payments; other items as they are."""
        if not item.is_whole_game or not item.deliveries:
            return item
        game = [delivery.whole for delivery in item.deliveries]
        place = game[0].source, game[0].subject
        before = self._unrecorded.get(place) or self._recorded(game)
        reported = _as_recorded(game, before) if before else game
        self._unrecorded.pop(place, None)
        self._unrecorded[place] = list({delivery.id: delivery for delivery in (*before, *reported)}.values())
        if len(self._unrecorded) > _MOST_REMEMBERED:
            self._unrecorded.pop(next(iter(self._unrecorded)))
        return item._replace(deliveries=reported)

    def _recorded(self, game: Sequence[Delivery]) -> list[Delivery]:
        """What the game's source has on record of it, where any of the game is on record otherwise; else nothing."""
        known = self._ledger.recorder.known([delivery.key for delivery in game])
        if all(known[each.key].digest == leaf_hash(content_bytes(each)) for each in game if each.key in known):
            return []
        source, subject = game[0].source, game[0].subject
        entries = self._ledger.entries(play_stream(subject))
        return [entry.delivery for entry in entries if (entry.source, entry.subject) == (source, subject)]


def _as_recorded(game: Sequence[Delivery], before: Sequence[Delivery]) -> list[Delivery]:
    """A game that is on record: what is known of it as it stands there, what differs, and the new payments."""
    by_id = {delivery.id: delivery for delivery in before}
    settlement = _Settlement.of(game)
    if _bets(game) != _bets(before):
        return list(game)
    reported = [_known(each, by_id.get(each.id)) for each in game if not _is_settlement(each.event)]
    again = [each for each in before if each.id.startswith(f"{settlement.name}.")]
    settled = [each for each in before if _is_settlement(each.event) and each not in again]
    return [*reported, *settled, *(again or _settled_again(game, before, settlement))]


def _known(delivery: Delivery, recorded: Delivery | None) -> Delivery:
    """What is on record of a delivery, where that says the same, whenever the game was settled."""
    return recorded if recorded is not None and recorded.event == delivery.event else delivery


def _settled_again(game: Sequence[Delivery], before: Sequence[Delivery], settlement: _Settlement) -> Iterator[Delivery]:
    """The payments by which the record comes to another settlement, and the game's status where that is new.

    Of one that is older than what is on record, only what was taken back of it since is new.
    """
    settled_before = max((each.time for each in before if _is_settlement(each.event) and each.time), default=None)
    is_older = None not in (settlement.settled_at, settled_before) and (settlement.settled_at or "") < (
        settled_before or ""
    )
    transactions = {each.event.wager: each.correlation for each in game if isinstance(each.event, WagerReturned)}
    place = _AgainPlace(game[0], settlement)
    has = _has_minor(before)
    for wager, payout in settlement.payouts_minor.items():
        difference = payout - has.get(wager, 0)
        paid = WagerReturned(wager=wager, amount_minor=max(difference, 0))
        if wager not in has or difference > 0:
            yield place.delivery(f"{wager}.paid", paid, settlement.settled_at, transactions[wager])
        if wager in has and difference and (is_older if difference > 0 else not is_older):
            taken = PaymentTakenBack(wager=wager, amount_minor=abs(difference), by=SUPPLIER)
            when = settled_before if is_older else settlement.settled_at
            yield place.delivery(f"{wager}.taken_back", taken, when, transactions[wager])
    reported = {event.kind for event in _events(before) if isinstance(event, IrregularityReported)}
    for event in _events(game):
        if isinstance(event, IrregularityReported) and event.by == SUPPLIER and event.kind not in reported:
            yield place.delivery(event.kind, event, settlement.settled_at, None)


class _AgainPlace:
    """Where the events of a second settlement stand: when the game was settled again, else behind the game's own."""

    def __init__(self, first: Delivery, settlement: _Settlement):
        self._first, self._name, self._count = first, settlement.name, 0

    def delivery(self, name: str, event: Event, when: str | None, transaction: str | None) -> Delivery:
        self._count += 1
        beginning = (self._first.sequence or 0) // SEQUENCE_STEPS_PER_GAME
        milliseconds = beginning if when is None else max(beginning, parse_instant(when) // 1000)
        sequence = milliseconds * SEQUENCE_STEPS_PER_GAME + _AGAIN_FROM + self._count
        return self._first._replace(
            event=event, id=f"{self._name}.{name}", sequence=sequence, time=when, correlation=transaction
        )


def _is_settlement(event: Event) -> bool:
    """Whether an event says how a game was settled and closed, not how it was played."""
    return isinstance(event, WagerReturned | PaymentTakenBack | RoundClosed) or (
        isinstance(event, IrregularityReported) and event.by == SUPPLIER
    )


def _bets(game: Sequence[Delivery]) -> list[WagerPlaced]:
    return sorted((event for event in _events(game) if isinstance(event, WagerPlaced)), key=lambda event: event.wager)


def _has_minor(game: Sequence[Delivery]) -> dict[str, int]:
    """By wager, what its player has by the record."""
    has: dict[str, int] = {}
    for event in _events(game):
        if isinstance(event, WagerReturned):
            has[event.wager] = has.get(event.wager, 0) + event.amount_minor
        elif isinstance(event, PaymentTakenBack):
            has[event.wager] = has.get(event.wager, 0) - event.amount_minor
    return has


def _events(game: Sequence[Delivery]) -> Iterator[Event]:
    return (delivery.event for delivery in game)
