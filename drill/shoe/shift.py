"""The drill's nights at a table: shoes made ready as the house has it, and a few lawful rounds dealt from each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final, Protocol

from ledger.entry import Delivery, Entry
from ledger.events import Event
from ledger.events.play import CardDealt, WagerPlaced
from ledger.events.shoe import (
    CardBurned,
    CardExchanged,
    CutCardPlaced,
    CutCardReached,
    CutMade,
    CutOffered,
    ShoeClosed,
    ShoePrepared,
    ShoeShuffled,
)
from ledger.events.table import DealerChanged, SeatTaken, TableOpened
from ledger.values.cards import RANKS, SUITS
from ledger.values.places import box_of
from replay.rulebooks.common_parameters import (
    ANY_STEP,
    BURN_NEW_DEALER,
    BURN_SHUFFLED,
    CUT_BY_DEALER,
    CUT_BY_NOBODY,
    CUT_CARD_LEAST,
    CUT_CARD_MOST,
    CUT_FIRST,
    CUT_LATER,
    CUT_LEAST,
    CUT_MEASURED,
    CUT_REFUSED,
    DECKS,
    EXCHANGED_BY,
    SHUFFLE_ALWAYS,
    SHUFFLE_FIRST,
)
from replay.rulebooks.edition import Edition
from replay.rulebooks.rules import Rules

DAY: Final = "DRILL/2026-01-01"
LEAST_CARDS_DEALT: Final = 18
"""So many cards are dealt from a shoe at least: a run of an earlier one fits in, and a copy too many comes out."""


class RoundSource(Protocol):
    """A game's lawful rounds, dealt from cards that the night gives it."""

    edition: Edition
    cards: list[str]
    """The cards of the shoe, the next one first."""

    def opening_events(self) -> Sequence[Event]:
        """What the table posts and agrees before the first round."""
        ...

    def next_round(self) -> Sequence[Event]:
        """The next round, as it happened."""
        ...


@dataclass
class ShoeScenario:
    """One shoe of a night: what is done with it before, between its rounds and after, and the cards as they lie in it."""

    name: str
    is_new_game: bool
    decks: int
    cards: list[str]
    rightful_cutter: str | None
    """Who is to be asked first to cut."""
    shuffles: list[str] = field(default_factory=list)
    cut_events: list[Event] = field(default_factory=list)
    shuffles_after_cut: list[str] = field(default_factory=list)
    cut_card_depth: int | None = None
    burns: list[CardBurned] = field(default_factory=list)
    late_burns: list[CardBurned] = field(default_factory=list)
    new_dealer: str | None = None
    new_dealer_burns: int = 0
    exchange: CardExchanged | None = None
    counted_cards: int | None = None
    fault: str = ""
    required_findings: tuple[str, ...] = ()
    """The findings that its fault must lead to."""
    as_good_findings: Mapping[str, str] = field(default_factory=dict)
    """By such a finding, another one that explains the same cards and may be made instead."""
    dealt_cards: list[str] = field(default_factory=list)
    """The cards that came after the first one, as they are on record."""
    cut_card_player: str | None = None
    """The player on whose box the cut card came."""


@dataclass
class Shift:
    """A table's night. Same seed, same night."""

    round_source: RoundSource
    random: Random
    players: tuple[str, ...]
    """Who sits at the table, by seat from the left."""
    players_by_arrival: tuple[str, ...] = ()
    """The same players as they came."""
    shoes: list[ShoeScenario] = field(default_factory=list)
    events: list[tuple[str, Event]] = field(default_factory=list)
    round_count: int = 0

    def __post_init__(self) -> None:
        edition = self.round_source.edition
        self.rules = Rules(edition)
        self.players_by_arrival = tuple(self.random.sample(self.players, len(self.players)))
        opening = TableOpened(game=edition.sheet.edition.game, rulebook=edition.id, currency="EUR")
        seats = [SeatTaken(player=player, seat=self.players.index(player) + 1) for player in self.players_by_arrival]
        self._record(opening, *seats, *self.round_source.opening_events())

    def next_shoe(self) -> ShoeScenario:
        """A shoe with all that is due, shuffled and not told yet."""
        decks, rng, rules = self.rules.value(DECKS), self.random, self.rules
        cards = [rank + suit for rank in RANKS for suit in SUITS] * decks
        rng.shuffle(cards)
        first = not self.shoes
        shoe = ShoeScenario(f"S{len(self.shoes) + 1}", first, decks, cards, self._rightful_cutter())
        steps = (*(rules.value(SHUFFLE_FIRST) if first else ()), *rules.value(SHUFFLE_ALWAYS))
        shoe.shuffles = [rng.choice(("riffle", "wash")) if step == ANY_STEP else step for step in steps]
        shoe.cut_events = self._lawful_cut(shoe)
        if rules.value(CUT_CARD_LEAST):
            least, most = rules.value(CUT_CARD_LEAST), rules.value(CUT_CARD_MOST)
            from_back = rng.choice((least, most, rng.randint(least, most)))
            shoe.cut_card_depth = len(cards) - from_back
        shoe.burns = [CardBurned(card="??") for _ in range(rules.value(BURN_SHUFFLED))]
        if rng.randrange(2):
            shoe.new_dealer, shoe.new_dealer_burns = f"D{len(self.shoes) + 2}", rules.value(BURN_NEW_DEALER)
        if rng.randrange(3) == 0:
            office = rules.value(EXCHANGED_BY)
            by = rng.choice(("inspector", "management")) if office == "not_said" else office
            shoe.exchange = CardExchanged(shoe=shoe.name, card=rng.choice(cards), by=by)
        shoe.counted_cards = len(cards) if rng.randrange(2) else None
        return shoe

    def _rightful_cutter(self) -> str | None:
        """Who is to cut, as far as the house says and the night knows."""
        if self.shoes:
            return self.shoes[-1].cut_card_player if self.rules.value(CUT_LATER) == "at_cut_card" else None
        return {"first_player": self.players_by_arrival[0], "leftmost_seat": self.players[0]}.get(
            self.rules.value(CUT_FIRST)
        )

    def _lawful_cut(self, shoe: ShoeScenario) -> list[Event]:
        """The cut as it should be: who refuses it, one that is made again, the dealer's own after it."""
        rng, rules = self.random, self.rules
        asked = shoe.rightful_cutter or rng.choice(self.players)
        events: list[Event] = []
        if rules.value(CUT_REFUSED) == "next_to_the_right" and rng.randrange(2) and shoe.rightful_cutter is not None:
            at = self.players.index(asked)
            circle = [*self.players[at:], *self.players[:at]]
            refusing = rng.randint(1, len(circle))
            events += [CutOffered(shoe=shoe.name, to=player, refused=True) for player in circle[:refusing]]
            asked = circle[refusing] if refusing < len(circle) else rules.value(CUT_BY_NOBODY)
        if rng.randrange(3) == 0 and rules.value(CUT_LEAST):
            events += [
                CutOffered(shoe=shoe.name, to=asked),
                CutMade(shoe=shoe.name, by=asked, depth=self.short_depth(shoe)),
            ]
        events += [CutOffered(shoe=shoe.name, to=asked), CutMade(shoe=shoe.name, by=asked, depth=self.lawful_depth(shoe))]
        if rules.value(CUT_BY_DEALER) and rng.randrange(2):
            events.append(CutMade(shoe=shoe.name, by="dealer", depth=rng.randrange(52 * shoe.decks)))
        return events

    def lawful_depth(self, shoe: ShoeScenario) -> int:
        """A depth at which the cards may be cut."""
        least = self.rules.value(CUT_LEAST)
        most = 52 * shoe.decks - (least if self.rules.value(CUT_MEASURED) == "either_end" else 1)
        return self.random.choice((least, most, self.random.randint(least, most)))

    def short_depth(self, shoe: ShoeScenario) -> int:
        """A depth at which they may not."""
        least = self.rules.value(CUT_LEAST)
        short = self.random.choice((least - 1, self.random.randrange(least)))
        back = self.rules.value(CUT_MEASURED) == "either_end" and self.random.randrange(2)
        return 52 * shoe.decks - short if back else short

    # Telling

    def _record(self, *events: Event, subject: str = DAY) -> None:
        self.events += [(subject, event) for event in events]

    def deal(self, shoe: ShoeScenario) -> None:
        """The shoe is made ready and dealt from, and told so."""
        self.shoes.append(shoe)
        self._record(ShoePrepared(shoe=shoe.name, decks=shoe.decks))
        self._record(*(ShoeShuffled(shoe=shoe.name, procedure=step) for step in shoe.shuffles), *shoe.cut_events)
        self._record(*(ShoeShuffled(shoe=shoe.name, procedure=step) for step in shoe.shuffles_after_cut))
        if shoe.cut_card_depth is not None:
            self._record(CutCardPlaced(shoe=shoe.name, depth=shoe.cut_card_depth))
        self.round_source.cards = list(shoe.cards)
        self._burn(shoe.burns)
        first = self.round_count
        while len(shoe.dealt_cards) < LEAST_CARDS_DEALT or self.round_count < first + 2:
            round_events = self._deal_round(shoe)
            self._act_between_rounds(shoe)
        self._reach_cut_card(shoe, round_events)
        self._record(ShoeClosed(shoe=shoe.name, counted=shoe.counted_cards))

    def _deal_round(self, shoe: ShoeScenario) -> int:
        """A round; where in the line it begins."""
        self.round_count += 1
        begins, events = len(self.events), list(self.round_source.next_round())
        shoe.dealt_cards += [event.card for event in events if isinstance(event, CardDealt)]
        self._record(*events, subject=f"{DAY}/{self.round_count}")
        return begins

    def _act_between_rounds(self, shoe: ShoeScenario) -> None:
        """What is done once, after the first round: another dealer takes over, a card is exchanged."""
        if shoe.new_dealer is not None:
            self._record(DealerChanged(dealer=shoe.new_dealer))
            self._burn([CardBurned(card="??", reason="dealer_change") for _ in range(shoe.new_dealer_burns)])
            shoe.dealt_cards += ["??"] * shoe.new_dealer_burns
            shoe.new_dealer = None
        elif shoe.late_burns:
            self._burn(shoe.late_burns)
            shoe.dealt_cards += ["??"] * len(shoe.late_burns)
            shoe.late_burns = []
        if shoe.exchange is not None and shoe.exchange not in (event for _, event in self.events):
            self._record(shoe.exchange)

    def _burn(self, burns: Sequence[CardBurned]) -> None:
        """Cards are burned; nobody reads them."""
        self._record(*burns)
        del self.round_source.cards[: len(burns)]

    def _reach_cut_card(self, shoe: ShoeScenario, start: int) -> None:
        """In the last round the cut card comes before some card; the player of that box is to cut next."""
        round_events = self.events[start:]
        cards = [n for n, (_, event) in enumerate(round_events, start) if isinstance(event, CardDealt)]
        at = self.random.choice(cards)
        dealt = self.events[at][1]
        box = box_of(dealt.place) if isinstance(dealt, CardDealt) else None
        bets = [event for _, event in round_events if isinstance(event, WagerPlaced)]
        on_box = next((bet.player for bet in bets if bet.box == box and bet.kind == "main"), None)
        shoe.cut_card_player = on_box if box is not None else None
        self.events.insert(at, (DAY, CutCardReached(shoe=shoe.name)))

    def entries(self) -> list[Entry]:
        """The night as one source tells it."""
        return [
            Entry(n, f"table/{DAY}", n, "", Delivery(event, "drill", str(n), n, subject))
            for n, (subject, event) in enumerate(self.events, 1)
        ]
