"""The drill's nights at a table: shoes made ready as the house has it, and a few lawful rounds dealt from each."""

from collections.abc import Sequence
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
ENOUGH: Final = 18
"""So many cards are dealt from a shoe at least: a run of an earlier one fits in, and a copy too many comes out."""


class Dealing(Protocol):
    """A game's lawful rounds, dealt from cards that the night gives it."""

    edition: Edition
    cards: list[str]
    """The cards of the shoe, the next one first."""

    def posted(self) -> Sequence[Event]:
        """What the table posts and agrees before the first round."""
        ...

    def round(self) -> Sequence[Event]:
        """The next round, as it happened."""
        ...


@dataclass
class Held:
    """One shoe of a night: what is done with it before, between its rounds and after, and the cards as they lie in it."""

    name: str
    new_game: bool
    decks: int
    cards: list[str]
    right: str | None
    """Who is to be asked first to cut."""
    shuffles: list[str] = field(default_factory=list)
    cut: list[Event] = field(default_factory=list)
    shuffled_after_the_cut: list[str] = field(default_factory=list)
    cut_card: int | None = None
    burned: list[CardBurned] = field(default_factory=list)
    burned_late: list[CardBurned] = field(default_factory=list)
    new_dealer: str | None = None
    burned_by_him: int = 0
    exchanged: CardExchanged | None = None
    counted: int | None = None
    fault: str = ""
    wanted: tuple[str, ...] = ()
    """The findings that its fault must lead to."""
    dealt: list[str] = field(default_factory=list)
    """The cards that came after the first one, as they are on record."""
    cut_card_at: str | None = None
    """The player on whose box the cut card came."""


@dataclass
class Night:
    """A table's night. Same seed, same night."""

    dealing: Dealing
    random: Random
    players: tuple[str, ...]
    """Who sits at the table, by seat from the left."""
    came: tuple[str, ...] = ()
    """The same players as they came."""
    shoes: list[Held] = field(default_factory=list)
    line: list[tuple[str, Event]] = field(default_factory=list)
    rounds: int = 0

    def __post_init__(self) -> None:
        edition = self.dealing.edition
        self.rules = Rules(edition)
        self.came = tuple(self.random.sample(self.players, len(self.players)))
        opening = TableOpened(game=edition.sheet.edition.game, rulebook=edition.id, currency="EUR")
        seats = [SeatTaken(player=player, seat=self.players.index(player) + 1) for player in self.came]
        self._say(opening, *seats, *self.dealing.posted())

    def next_shoe(self) -> Held:
        """A shoe with all that is due, shuffled and not told yet."""
        decks, rng, rules = self.rules.value(DECKS), self.random, self.rules
        cards = [rank + suit for rank in RANKS for suit in SUITS] * decks
        rng.shuffle(cards)
        first = not self.shoes
        shoe = Held(f"S{len(self.shoes) + 1}", first, decks, cards, self._right())
        steps = (*(rules.value(SHUFFLE_FIRST) if first else ()), *rules.value(SHUFFLE_ALWAYS))
        shoe.shuffles = [rng.choice(("riffle", "wash")) if step == ANY_STEP else step for step in steps]
        shoe.cut = self._cut(shoe)
        if rules.value(CUT_CARD_LEAST):
            least, most = rules.value(CUT_CARD_LEAST), rules.value(CUT_CARD_MOST)
            from_back = rng.choice((least, most, rng.randint(least, most)))
            shoe.cut_card = len(cards) - from_back
        shoe.burned = [CardBurned(card="??") for _ in range(rules.value(BURN_SHUFFLED))]
        if rng.randrange(2):
            shoe.new_dealer, shoe.burned_by_him = f"D{len(self.shoes) + 2}", rules.value(BURN_NEW_DEALER)
        if rng.randrange(3) == 0:
            office = rules.value(EXCHANGED_BY)
            by = rng.choice(("inspector", "management")) if office == "not_said" else office
            shoe.exchanged = CardExchanged(shoe=shoe.name, card=rng.choice(cards), by=by)
        shoe.counted = len(cards) if rng.randrange(2) else None
        return shoe

    def _right(self) -> str | None:
        """Who is to cut, as far as the house says and the night knows."""
        if self.shoes:
            return self.shoes[-1].cut_card_at if self.rules.value(CUT_LATER) == "at_cut_card" else None
        return {"first_player": self.came[0], "leftmost_seat": self.players[0]}.get(self.rules.value(CUT_FIRST))

    def _cut(self, shoe: Held) -> list[Event]:
        """The cut as it should be: who refuses it, one that is made again, the dealer's own after it."""
        rng, rules = self.random, self.rules
        asked = shoe.right or rng.choice(self.players)
        told: list[Event] = []
        if rules.value(CUT_REFUSED) == "next_to_the_right" and rng.randrange(2) and shoe.right is not None:
            at = self.players.index(asked)
            circle = [*self.players[at:], *self.players[:at]]
            refusing = rng.randint(1, len(circle))
            told += [CutOffered(shoe=shoe.name, to=player, refused=True) for player in circle[:refusing]]
            asked = circle[refusing] if refusing < len(circle) else rules.value(CUT_BY_NOBODY)
        if rng.randrange(3) == 0 and rules.value(CUT_LEAST):
            told += [CutOffered(shoe=shoe.name, to=asked), CutMade(shoe=shoe.name, by=asked, depth=self.too_short(shoe))]
        told += [CutOffered(shoe=shoe.name, to=asked), CutMade(shoe=shoe.name, by=asked, depth=self.deep_enough(shoe))]
        if rules.value(CUT_BY_DEALER) and rng.randrange(2):
            told.append(CutMade(shoe=shoe.name, by="dealer", depth=rng.randrange(52 * shoe.decks)))
        return told

    def deep_enough(self, shoe: Held) -> int:
        """A depth at which the cards may be cut."""
        least = self.rules.value(CUT_LEAST)
        most = 52 * shoe.decks - (least if self.rules.value(CUT_MEASURED) == "either_end" else 1)
        return self.random.choice((least, most, self.random.randint(least, most)))

    def too_short(self, shoe: Held) -> int:
        """A depth at which they may not."""
        least = self.rules.value(CUT_LEAST)
        short = self.random.choice((least - 1, self.random.randrange(least)))
        back = self.rules.value(CUT_MEASURED) == "either_end" and self.random.randrange(2)
        return 52 * shoe.decks - short if back else short

    # Telling

    def _say(self, *events: Event, subject: str = DAY) -> None:
        self.line += [(subject, event) for event in events]

    def deal(self, shoe: Held) -> None:
        """The shoe is made ready and dealt from, and told so."""
        self.shoes.append(shoe)
        self._say(ShoePrepared(shoe=shoe.name, decks=shoe.decks))
        self._say(*(ShoeShuffled(shoe=shoe.name, procedure=step) for step in shoe.shuffles), *shoe.cut)
        self._say(*(ShoeShuffled(shoe=shoe.name, procedure=step) for step in shoe.shuffled_after_the_cut))
        if shoe.cut_card is not None:
            self._say(CutCardPlaced(shoe=shoe.name, depth=shoe.cut_card))
        self.dealing.cards = list(shoe.cards)
        self._burn(shoe.burned)
        first = self.rounds
        while len(shoe.dealt) < ENOUGH or self.rounds < first + 2:
            told = self._round(shoe)
            self._between(shoe)
        self._cut_card_comes(shoe, told)
        self._say(ShoeClosed(shoe=shoe.name, counted=shoe.counted))

    def _round(self, shoe: Held) -> int:
        """A round; where in the line it begins."""
        self.rounds += 1
        begins, told = len(self.line), list(self.dealing.round())
        shoe.dealt += [event.card for event in told if isinstance(event, CardDealt)]
        self._say(*told, subject=f"{DAY}/{self.rounds}")
        return begins

    def _between(self, shoe: Held) -> None:
        """What is done once, after the first round: another dealer takes over, a card is exchanged."""
        if shoe.new_dealer is not None:
            self._say(DealerChanged(dealer=shoe.new_dealer))
            self._burn([CardBurned(card="??", reason="dealer_change") for _ in range(shoe.burned_by_him)])
            shoe.dealt += ["??"] * shoe.burned_by_him
            shoe.new_dealer = None
        elif shoe.burned_late:
            self._burn(shoe.burned_late)
            shoe.dealt += ["??"] * len(shoe.burned_late)
            shoe.burned_late = []
        if shoe.exchanged is not None and shoe.exchanged not in (event for _, event in self.line):
            self._say(shoe.exchanged)

    def _burn(self, burned: Sequence[CardBurned]) -> None:
        """Cards are burned; nobody reads them."""
        self._say(*burned)
        del self.dealing.cards[: len(burned)]

    def _cut_card_comes(self, shoe: Held, begins: int) -> None:
        """In the last round the cut card comes before some card; the player of that box is to cut next."""
        told = self.line[begins:]
        cards = [n for n, (_, event) in enumerate(told, begins) if isinstance(event, CardDealt)]
        at = self.random.choice(cards)
        dealt = self.line[at][1]
        box = box_of(dealt.place) if isinstance(dealt, CardDealt) else None
        bets = [event for _, event in told if isinstance(event, WagerPlaced)]
        on_box = next((bet.player for bet in bets if bet.box == box and bet.kind == "main"), None)
        shoe.cut_card_at = on_box if box is not None else None
        self.line.insert(at, (DAY, CutCardReached(shoe=shoe.name)))

    def entries(self) -> list[Entry]:
        """The night as one source tells it."""
        return [
            Entry(n, f"table/{DAY}", n, "", Delivery(event, "drill", str(n), n, subject))
            for n, (subject, event) in enumerate(self.line, 1)
        ]
