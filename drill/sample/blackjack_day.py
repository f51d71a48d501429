"""The bundled blackjack table: a dozen simulated rounds, the last of them misdealt and still on the table."""

from collections.abc import Iterator
from random import Random
from typing import Final

from drill.blackjack.deal import Floor
from drill.blackjack.faults.cards import CARD_FAULTS
from drill.blackjack.recording import Telling
from drill.blackjack.scenario import Script
from ledger.entry import Delivery
from ledger.events import Event
from ledger.events.play import DecisionMade, NoticeGiven
from ledger.events.shoe import CardBurned, CutMade, CutOffered, ShoePrepared, ShoeShuffled
from ledger.events.table import DealerChanged, LimitsPosted, TableOpened
from ledger.values.times import instant, written
from replay.editions.loader import shipped
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
    opened = instant(OPENED)
    for number, (subject, event) in enumerate(_happenings(), 1):
        yield Delivery(event, SOURCE, str(number), number, subject, written(opened + number * 4_000_000))


def _happenings() -> Iterator[tuple[str, Event]]:
    floor, rng = Floor(shipped("ccl"), SEED), Random(SEED)  # noqa: S311 - play that can be repeated, no secret
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
        script = _script(floor)
        yield from ((f"{DAY}/{number}", event) for event, _ in Telling(script).events())
        floor.out(len(script.line.cards), script.line.cards)
    script = _script(floor)
    while len(script.mains) < 3 or not CARD_FAULTS["card_to_empty_box"](script, rng):
        script = _script(floor)
    yield from ((MISDEALT, event) for event in _until_noticed(script))


def _script(floor: Floor) -> Script:
    return Script(floor.rules, floor.bets(), tuple(floor.cards[:78]), "shoe", limits=floor.limits)


def _until_noticed(script: Script) -> Iterator[Event]:
    """The round up to its first decision: there a player speaks up, and nothing more has happened yet."""
    for event, _ in Telling(script).events():
        if isinstance(event, DecisionMade):
            break
        yield event
    yield NoticeGiven(by=next(iter(script.mains.values())).player, to="inspector")
