"""The bundled gaming day: one simulated baccarat table with a handful of irregularities, made from a seed."""

from collections.abc import Callable, Iterator
from typing import Final

from drill.baccarat.deal import UR_WAY_ODDS, Player, SimulatedBaccaratTable, SimulatedCoup
from ledger.entry import Delivery
from ledger.events import Event
from ledger.events.play import (
    Announced,
    CardDealt,
    CardMoved,
    CorrectionBegun,
    CorrectionCompleted,
    NoticeGiven,
    RoundClosed,
    WagerChanged,
    WagerPlaced,
    WagerReturned,
)
from ledger.events.shoe import CutMade, ShoeClosed, ShoePrepared, ShoeShuffled
from ledger.events.table import DealerChanged, LimitsPosted, OddsPosted, TableClosed, TableOpened, TermsAgreed
from ledger.values.times import format_instant, parse_instant
from replay.editions.loader import shipped_edition

SEED: Final = 20261120
COUPS: Final = 60
DAY: Final = "BAC-1/2026-01-17"
OPENED: Final = "2026-01-17T19:00:00Z"
SOURCE: Final = "table/BAC-1"
PLAYERS: Final = (
    Player("P1", 500, 2500),
    Player("P2", 200, 1000),
    Player("P3", 750, 5000),
    Player("P4", 1000, 20000),
)
LIMITS: Final = {
    "banco": (500, 100_000),
    "punto": (500, 100_000),
    "any_tie": (500, 20_000),
    "ur_way": (100, 5_000),
    "3g8": (100, 5_000),
}
Mishap = Callable[[SimulatedCoup, list[Event]], list[Event] | None]


def day() -> Iterator[Delivery]:
    """Every delivery of the day, in order. Same seed, same bytes."""
    opened = parse_instant(OPENED)
    for number, (subject, event) in enumerate(_day_events(), 1):
        yield Delivery(event, SOURCE, str(number), number, subject, format_instant(opened + number * 4_000_000))


def _day_events() -> Iterator[tuple[str, Event]]:
    table = SimulatedBaccaratTable(shipped_edition("dcb"), PLAYERS, SEED)
    yield from ((DAY, event) for event in _opening_events())
    yield from ((DAY, event) for event in _shoe_events(table))
    mishaps, next_mishap = list(MISHAPS), 7
    while table.coup_count < COUPS:
        if table.is_spent:
            yield DAY, ShoeClosed(shoe=f"S{table.shoe_count}")
            yield from ((DAY, event) for event in _shoe_events(table))
        played = table.deal_coup()
        events = played.events()
        if table.coup_count >= next_mishap:
            for mishap in mishaps:
                changed = mishap(played, events)
                if changed is not None:
                    events, next_mishap = changed, table.coup_count + 5
                    mishaps.remove(mishap)
                    break
        yield from ((f"{DAY}/{table.coup_count}", event) for event in events)
    yield DAY, TableClosed()


def _opening_events() -> Iterator[Event]:
    yield TableOpened(game="baccarat", rulebook="dcb", currency="GBP", seats=9, zone="Europe/London")
    yield DealerChanged(dealer="D7")
    for kind, (least, most) in LIMITS.items():
        yield LimitsPosted(kind=kind, least_minor=least, most_minor=most)
    for total, odds in UR_WAY_ODDS.items():
        yield OddsPosted(kind="ur_way", odds=f"{odds}:1", total=total)
    for player in PLAYERS:
        yield TermsAgreed(player=player.name, tie_share_bp=player.tie_share_bp)


def _shoe_events(table: SimulatedBaccaratTable) -> Iterator[Event]:
    shoe = table.new_shoe()
    yield ShoePrepared(shoe=shoe, decks=8)
    yield ShoeShuffled(shoe=shoe, procedure="riffle", by="D7")
    yield CutMade(shoe=shoe, by="P1", depth=150)


# What goes wrong, one thing a coup. Each returns None for a coup in which it cannot happen.


def _overdraw(simulated_coup: SimulatedCoup, events: list[Event]) -> list[Event] | None:
    """Punto stands on six or seven and is given a card; it is paid so, and a player tells the inspector."""
    if (
        len(simulated_coup.dealt_cards) != 4
        or simulated_coup.result.punto not in (6, 7)
        or events[1:2] != simulated_coup.bets[:1]
    ):
        return None
    extra = simulated_coup.table.cards.pop()
    recorded_events = simulated_coup.with_cards([*simulated_coup.dealt_cards, ("punto", extra)]).events()
    notice = NoticeGiven(by=simulated_coup.bets[0].player, to="inspector")
    put_right = [
        CorrectionBegun(by="inspector"),
        CardMoved(card=extra, origin="punto", place="burn"),
        CorrectionCompleted(by="inspector"),
    ]
    return [*recorded_events[:-1], notice, *put_right, recorded_events[-1]]


def _underdraw(simulated_coup: SimulatedCoup, _: list[Event]) -> list[Event] | None:
    """The last card of the coup is not dealt, and the coup is paid as it lies."""
    if len(simulated_coup.dealt_cards) != 6:
        return None
    simulated_coup.table.cards.append(simulated_coup.dealt_cards[-1][1])
    return simulated_coup.with_cards(simulated_coup.dealt_cards[:-1]).events()


def _late_bet(simulated_coup: SimulatedCoup, events: list[Event]) -> list[Event] | None:
    """A stake is put down once the first cards lie."""
    second = [at for at, event in enumerate(events) if isinstance(event, CardDealt)][1]
    bet = WagerPlaced(wager="w99", player="P4", kind="banco", stake_minor=40_000)
    paid = WagerReturned(wager="w99", amount_minor=simulated_coup.table.return_minor(bet, simulated_coup.result))
    return [*events[: second + 1], bet, *events[second + 1 : -1], paid, events[-1]]


def _raised_late(simulated_coup: SimulatedCoup, events: list[Event]) -> list[Event] | None:
    """A bet is raised while the cards are coming."""
    bet = next((bet for bet in simulated_coup.bets if bet.kind == "punto"), None)
    if bet is None:
        return None
    third = [at for at, event in enumerate(events) if isinstance(event, CardDealt)][2]
    return [*events[: third + 1], WagerChanged(wager=bet.wager, stake_minor=2 * bet.stake_minor), *events[third + 1 :]]


def _short_payment(_: SimulatedCoup, events: list[Event]) -> list[Event] | None:
    """A winner is paid short by five pounds."""
    for at, event in enumerate(events):
        if isinstance(event, WagerReturned) and event.amount_minor > 1000:
            return [*events[:at], event.model_copy(update={"amount_minor": event.amount_minor - 500}), *events[at + 1 :]]
    return None


def _wrong_call(_: SimulatedCoup, events: list[Event]) -> list[Event] | None:
    """The dealer calls the wrong hand, and nothing has been paid yet."""
    wrong = {"banco": "punto", "punto": "banco"}
    for at, event in enumerate(events):
        if isinstance(event, Announced) and event.result in wrong:
            kept = [e for e in events[at + 1 :] if isinstance(e, RoundClosed)]
            return [*events[:at], Announced(result=wrong[event.result]), *kept]
    return None


def _both_sides(simulated_coup: SimulatedCoup, events: list[Event]) -> list[Event] | None:
    """A player bets on the other side as well."""
    bet = next((bet for bet in simulated_coup.bets if bet.kind == "banco"), None)
    if bet is None:
        return None
    other = WagerPlaced(wager="w98", player=bet.player, kind="punto", stake_minor=1000)
    paid = WagerReturned(wager="w98", amount_minor=simulated_coup.table.return_minor(other, simulated_coup.result))
    return [events[0], *events[1:2], other, *events[2:-1], paid, events[-1]]


def _no_main_bet(_: SimulatedCoup, events: list[Event]) -> list[Event] | None:
    """Somebody bets on UR WAY without a main bet."""
    bet = WagerPlaced(wager="w97", player="P9", kind="ur_way", stake_minor=500, total=6)
    return [events[0], bet, *events[1:-1], WagerReturned(wager="w97", amount_minor=0), events[-1]]


MISHAPS: Final[tuple[Mishap, ...]] = (
    _overdraw,
    _underdraw,
    _short_payment,
    _late_bet,
    _wrong_call,
    _raised_late,
    _both_sides,
    _no_main_bet,
)
