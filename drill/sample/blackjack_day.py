"""The bundled blackjack table: a dozen simulated rounds, the last of them misdealt and still on the table."""

from collections.abc import Iterator
from random import Random
from typing import Final

from drill.blackjack.deal import SimulatedBlackjackTable
from drill.blackjack.faults.cards import CARD_FAULTS
from drill.blackjack.recording import RoundRecording
from drill.blackjack.scenario import BlackjackScenario
from ledger.entry import Delivery
from ledger.events import Event
from ledger.events.play import DecisionMade, NoticeGiven
from ledger.events.shoe import CardBurned, CutMade, CutOffered, ShoePrepared, ShoeShuffled
from ledger.events.table import DealerChanged, LimitsPosted, TableOpened
from ledger.values.times import format_instant, parse_instant
from replay.editions.loader import shipped_edition
from replay.games.blackjack.settlement import MAIN

SEED: Final = 20261121
ROUNDS: Final = 12
DAY: Final = "BJ-1/2026-01-17"
OPENED: Final = "2026-01-17T20:00:00Z"
SOURCE: Final = "table/BJ-1"
MISDEALT: Final = f"{DAY}/{ROUNDS}"
"""The round in which a box without a wager is dealt a card, noticed when the first cards lie."""


def day() -> Iterator[Delivery]:
    """Every delivery of the table's evening, in order. Same seed, same bytes."""
    opened = parse_instant(OPENED)
    for number, (subject, event) in enumerate(_day_events(), 1):
        yield Delivery(event, SOURCE, str(number), number, subject, format_instant(opened + number * 4_000_000))


def _day_events() -> Iterator[tuple[str, Event]]:
    floor, rng = SimulatedBlackjackTable(shipped_edition("ccl"), SEED), Random(SEED)  # noqa: S311 - play that can be repeated, no secret
    least, most, unit = floor.limits
    yield DAY, TableOpened(game="blackjack", rulebook="ccl", currency="CZK", seats=7, zone="Europe/Prague")
    yield DAY, DealerChanged(dealer="D3")
    yield DAY, LimitsPosted(kind=MAIN, least_minor=least, most_minor=most, unit_minor=unit)
    yield DAY, ShoePrepared(shoe="S1", decks=floor.decks, device="shoe")
    yield DAY, ShoeShuffled(shoe="S1", procedure="chemmy", by="D3")
    yield DAY, ShoeShuffled(shoe="S1", procedure="riffle", by="D3")
    yield DAY, CutOffered(shoe="S1", to="P1")
    yield DAY, CutMade(shoe="S1", by="P1", depth=104)
    yield DAY, CutMade(shoe="S1", by="D3")
    yield from ((DAY, CardBurned(card="??")) for _ in range(3))
    for number in range(1, ROUNDS):
        script = _deal_scenario(floor)
        yield from ((f"{DAY}/{number}", event) for event, _ in RoundRecording(script).events())
        floor.remove_cards(len(script.line.cards), script.line.cards)
    script = _deal_scenario(floor)
    while len(script.main_bets) < 3 or not CARD_FAULTS["card_to_empty_box"](script, rng):
        script = _deal_scenario(floor)
    yield from ((MISDEALT, event) for event in _events_until_notice(script))


def _deal_scenario(table: SimulatedBlackjackTable) -> BlackjackScenario:
    return BlackjackScenario(table.rules, table.main_bets(), tuple(table.cards[:78]), "shoe", limits=table.limits)


def _events_until_notice(scenario: BlackjackScenario) -> Iterator[Event]:
    """The round up to its first decision: there a player speaks up, and nothing more has happened yet."""
    for event, _ in RoundRecording(scenario).events():
        if isinstance(event, DecisionMade):
            break
        yield event
    yield NoticeGiven(by=next(iter(scenario.main_bets.values())).player, to="inspector")
