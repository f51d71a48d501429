"""Tables at which a case is staged: rounds dealt from a given order of cards, or typed as a transcript."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from random import Random
from textwrap import dedent
from typing import Final

from drill.baccarat.deal import Player, SimulatedBaccaratTable
from drill.blackjack.deal import SimulatedBlackjackTable
from drill.blackjack.recording import RoundRecording
from drill.blackjack.rounds import lawful_scenario
from ledger.entry import Delivery, Entry
from ledger.events.base import Event
from ledger.events.play import CardDealt
from ledger.events.shoe import ShoeClosed, ShoePrepared
from ledger.events.table import TableOpened
from ledger.feeds.notation import Transcript
from ledger.values.cards import RANKS, SUITS
from replay.editions.loader import shipped_edition
from replay.rulebooks.edition import Edition
from replay.ruling.grounds import build_table_day
from replay.table_day.builder import TableDay

DAY: Final = "CASE/2026-01-01"
_PLAYERS: Final = (Player("P1", 500, 10_000), Player("P2", 500, 5_000))
_LEFT_BEHIND: Final = 20
"""So many cards are left in the shoe at least: those behind the cut card, and room for a round."""


def decks(number: int) -> list[str]:
    """The cards of complete decks."""
    return [rank + suit for rank in RANKS for suit in SUITS] * number


def new_deck() -> list[str]:
    """A deck as it leaves the maker: two suits upwards, two downwards."""
    upwards = [rank + suit for suit in SUITS[:2] for rank in RANKS]
    return upwards + [rank + suit for suit in SUITS[2:] for rank in reversed(RANKS)]


def shuffled(cards: Iterable[str], chance: Random) -> list[str]:
    """The cards, well shuffled."""
    pile = list(cards)
    chance.shuffle(pile)
    return pile


def without(cards: Iterable[str], missing: Iterable[str]) -> list[str]:
    """The cards but for these."""
    left = list(cards)
    for card in missing:
        left.remove(card)
    return left


def picked_up(dealt: Sequence[tuple[str, str, str]]) -> list[str]:
    """Cards, each with its round and place, as they are picked up: round by round, and place by place."""
    order: dict[tuple[str, str], list[str]] = {}
    for round_, place, card in dealt:
        order.setdefault((round_, place), []).append(card)
    rounds = dict.fromkeys(round_ for round_, _, _ in dealt)
    return [card for name in rounds for (round_, _), cards in order.items() if round_ == name for card in cards]


@dataclass(slots=True)
class StagedTable:
    """What happened at one table, as it goes on."""

    edition: Edition
    chance: Random
    events: list[tuple[str, Event]] = field(default_factory=list)
    dealt: list[tuple[str, str, str]] = field(default_factory=list)
    """Each card of the last shoe with its round and its place."""
    round_count: int = 0
    shoe_count: int = 0

    def __post_init__(self) -> None:
        self.events.append((DAY, TableOpened(game=self.edition.game, rulebook=self.edition.id, currency="EUR")))

    def deal_shoe(self, cards: Sequence[str], rounds: int | None = None, number_of_decks: int | None = None) -> None:
        """Deals lawful rounds from a shoe in this order: so many, or as many as it gives."""
        self.shoe_count += 1
        self.dealt = []
        name, deck_count = f"S{self.shoe_count}", number_of_decks or (len(cards) + 26) // 52
        self.events.append((DAY, ShoePrepared(shoe=name, decks=deck_count, device="shoe")))
        deal = self._baccarat_rounds if self.edition.game == "baccarat" else self._blackjack_rounds
        for played in deal(list(cards), rounds):
            self.round_count += 1
            self.events += [(f"{DAY}/{self.round_count}", event) for event in played]
            cards_dealt = [event for event in played if isinstance(event, CardDealt)]
            self.dealt += [(str(self.round_count), event.place, event.card) for event in cards_dealt]
        self.events.append((DAY, ShoeClosed(shoe=name)))

    def _baccarat_rounds(self, cards: list[str], rounds: int | None) -> Iterable[list[Event]]:
        table = SimulatedBaccaratTable(self.edition, _PLAYERS, self.chance.randrange(10**6))
        table.cards = cards[::-1]
        while not table.is_spent and (rounds is None or table.coup_count < rounds):
            yield table.deal_coup().events()

    def _blackjack_rounds(self, cards: list[str], rounds: int | None) -> Iterable[list[Event]]:
        table = SimulatedBlackjackTable(self.edition, self.chance.randrange(10**6))
        table.cards, table.device, behind = cards, "shoe", len(cards) // 4
        number = 0
        while len(table.cards) > max(behind, _LEFT_BEHIND) and (rounds is None or number < rounds):
            number += 1
            scenario = lawful_scenario(table)
            yield [event for event, _ in RoundRecording(scenario).events()]
            out = scenario.cards_out
            table.remove_cards(len(out), [scenario.card_names.get(n, card) for n, card in enumerate(out)])

    def table_day(self) -> TableDay:
        """The day as it is told."""
        return day_of(self.events, self.edition)


def day_of(events: Iterable[tuple[str, Event]], edition: Edition) -> TableDay:
    """A day out of its events."""
    deliveries = (Delivery(event, "docket", str(n), n, subject) for n, (subject, event) in enumerate(events, 1))
    entries = [Entry(n, f"table/{DAY}", n, "", delivery) for n, delivery in enumerate(deliveries, 1)]
    return build_table_day(entries, lambda *_: edition)


def typed(text: str, edition: str | Edition) -> TableDay:
    """A day out of a transcript: a line for each round, by its number, and for the table; lines further in go on."""
    transcript = Transcript("docket")
    events = []
    for line in re.sub(r"\n {3,}", " ", dedent(text)).strip().splitlines():
        name, _, phrases = line.strip().partition(": ")
        subject = DAY if name == "table" else f"{DAY}/{name}"
        events += [(delivery.subject, delivery.event) for delivery in transcript.read(f"{subject}: {phrases}")]
    return day_of(events, shipped_edition(edition) if isinstance(edition, str) else edition)
