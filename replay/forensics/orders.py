"""Orders that no shuffle leaves: that of a new deck, one that repeats within a shoe, a stretch of an earlier shoe.

A bet on an order forecasts the next card: with 63 parts of 64 the one that the order has next, else what a fair shoe does.
Bets begin at every card of the shoe, with one N-th of the stake each, shared among all places of the orders. So many bets
are not carried out one by one: one that three cards have come for is taken up with what it has become by then, and what is
lost on the others is not counted as evidence.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from replay.forensics.evidence import NO_CARD, UNIT

_OFF: Final = 64
"""Of so many cards one is not what the order forecasts."""
_RANKS: Final = 13
_LOST: Final = UNIT >> 20
"""A bet that has come down to this is dropped."""
DECK: Final = 52
_BETWEEN_SHOES: Final = 62

_TRIPLE: Final = (1 << 18) - 1
"""The last three cards, six bits each."""


def _neighbours(first: int, second: int) -> int:
    """1 where the second is the next card of its suit in a new deck, -1 where it is the one before, else 0."""
    same_suit = first // _RANKS == second // _RANKS and NO_CARD not in (first, second)
    return second - first if same_suit and abs(second - first) == 1 else 0


_NEIGHBOURS: Final = tuple(_neighbours(pair >> 6, pair & 63) for pair in range(1 << 12))


_SUIT_ENDS: Final = tuple(code for code in range(DECK) if code % _RANKS in (0, _RANKS - 1))


@dataclass(slots=True)
class Run:
    """A bet that cards go on coming in an order; `length` of them have come."""

    kind: str
    value: int
    length: int

    def forecast(self) -> tuple[int, ...]:
        """The cards of which the next one is one; none where the order is at its end."""
        raise NotImplementedError

    def move_on(self, card: int | None) -> None:
        """Goes on to the next place, whatever card came there; None for one that nobody read."""
        raise NotImplementedError

    def follow(self, card: int, copies_left: int, cards_left: int) -> bool:
        """Takes in the next card, and says whether it came as it was forecast."""
        forecast = self.forecast()
        self.move_on(card)
        if card in forecast:
            share = _OFF * len(forecast)
            self.value = self.value * ((_OFF - 1) * cards_left + len(forecast) * copies_left) // (share * copies_left)
            self.length += 1
            return True
        self.value = self.value // _OFF if forecast else 0
        return False


@dataclass(slots=True)
class RunOfOrder(Run):
    """Cards that come as they lie in a sequence: `place` is that of the last one that came, `step` the way."""

    sequence: Sequence[int]
    place: int
    step: int
    order: str

    def forecast(self) -> tuple[int, ...]:
        """The card that lies next."""
        place = self.place + self.step
        at_end = not 0 <= place < len(self.sequence) or self.sequence[place] >= DECK
        return () if at_end else (self.sequence[place],)

    def move_on(self, card: int | None) -> None:  # noqa: ARG002
        """Goes on to the card that lies next."""
        self.place += self.step


@dataclass(slots=True)
class RunOfNewDeck(Run):
    """Cards that come as in a new deck: up or down a suit, then an ace or a king, in whichever order the suits are."""

    last_card: int
    step: int

    def forecast(self) -> tuple[int, ...]:
        """The next card of the suit, or at its end all with which one begins."""
        suit, rank = divmod(self.last_card, _RANKS)
        if 0 <= rank + self.step < _RANKS:
            return (suit * _RANKS + rank + self.step,)
        return _SUIT_ENDS

    def move_on(self, card: int | None) -> None:
        """Goes on to the next card of the suit; at its end the card that came says which suit it is."""
        forecast = self.forecast()
        if len(forecast) == 1:
            self.last_card = forecast[0]
        elif card in _SUIT_ENDS:
            self.last_card, self.step = card, 1 if card % _RANKS == 0 else -1


@dataclass(slots=True)
class EarlierCards:
    """The cards of the shoes before, one shoe after the other: as dealt, and as picked up by hand, place by place."""

    dealt: bytearray = field(default_factory=bytearray)
    by_hand: bytearray = field(default_factory=bytearray)
    triples: set[int] = field(default_factory=set)
    """Which three cards in a row there are in either."""

    def add_shoe(self, dealt: Sequence[int], by_hand: Sequence[int]) -> None:
        """One more shoe is over."""
        for sequence, cards in ((self.dealt, dealt), (self.by_hand, by_hand)):
            sequence.extend(cards)
            sequence.append(_BETWEEN_SHOES)
            self.triples.update(_triples(cards))

    def up_to(self, dealt_length: int, hand_length: int) -> "EarlierCards":
        """A copy with the shoes alone that take up so much of it."""
        copy = EarlierCards(self.dealt[:dealt_length], self.by_hand[:hand_length])
        copy.triples.update(_triples(copy.dealt), _triples(copy.by_hand))
        return copy


def _triples(cards: Sequence[int]) -> Iterator[int]:
    triple = _TRIPLE
    for card in cards:
        triple = (triple << 6 | card) & _TRIPLE
        if max(triple & 63, triple >> 6 & 63, triple >> 12) < DECK:
            yield triple


def _places_of(sequence: bytearray | bytes, cards: bytes, end: int) -> Iterator[int]:
    """Where these cards stand in the part of the sequence before an end: the places of the first of them."""
    at = sequence.find(cards, 0, end)
    while at >= 0:
        yield at
        at = sequence.find(cards, at + 1, end)


@dataclass(slots=True)
class OrderBets:
    """The bets of one shoe on orders, as its cards come."""

    earlier: EarlierCards
    earlier_ends: tuple[int, int]
    """How much of the earlier cards, as dealt and by hand, lies before this shoe."""
    stake: int
    """What is put on the orders that show at one place of the shoe."""
    runs: list[Run] = field(default_factory=list)
    cards: bytearray = field(default_factory=bytearray)
    _triples: set[int] = field(default_factory=set)
    _triple: int = _TRIPLE
    _places: int = 0
    """At how many cards of the earlier shoes an order can begin."""
    _odds: tuple[tuple[int, int], ...] = ()
    """Of the last three cards: how many of its face, and of all cards, were left before it came."""

    def __post_init__(self) -> None:
        dealt, end = self.earlier.dealt, self.earlier_ends[0]
        self._places = end - dealt.count(_BETWEEN_SHOES, 0, end) - dealt.count(NO_CARD, 0, end)

    def follow(self, card: int, copies_left: int, cards_left: int) -> bool:
        """Takes in the next card that was read, and says whether a bet has gained by it."""
        gained = False
        if self.runs:
            gained = sum(run.follow(card, copies_left, cards_left) for run in self.runs) > 0
            self.runs = [run for run in self.runs if run.value > _LOST]
        triple = self._triple = (self._triple << 6 | card) & _TRIPLE
        self._odds = (*self._odds[-2:], (copies_left, cards_left))
        if _NEIGHBOURS[triple & 0xFFF]:
            self._begin_new_deck(card)
        if triple in self._triples:
            self._begin_within(card)
        known = self.earlier.triples
        if triple in known or (card << 12 | triple & 0xFC0 | triple >> 12) in known:
            self._begin_earlier(card)
        self._triples.add(triple)
        self.cards.append(card)
        return gained

    def pass_over(self) -> None:
        """Takes in a card that nobody read."""
        for run in self.runs:
            run.move_on(None)
        self._triple = (self._triple << 6 | NO_CARD) & _TRIPLE
        self.cards.append(NO_CARD)

    def place_in_earlier_shoe(self, order: str, place: int) -> tuple[int, int]:
        """How many shoes ago, 1 for the last one, and at which number in it, a place of the earlier cards was."""
        by_hand = order.startswith("by_hand")
        sequence, end = (self.earlier.by_hand if by_hand else self.earlier.dealt), self.earlier_ends[by_hand]
        return sequence.count(_BETWEEN_SHOES, place, end), place - sequence.rfind(_BETWEEN_SHOES, 0, place)

    def _begin_new_deck(self, card: int) -> None:
        step = card - self.cards[-1]
        if not any(isinstance(run, RunOfNewDeck) and (run.last_card, run.step) == (card, step) for run in self.runs):
            self.runs.append(RunOfNewDeck("deck_order", self.stake, 2, card, step))

    def _begin_within(self, card: int) -> None:
        """Half of the stake is for a whole deck that comes again; what comes again sooner than half a deck is no order."""
        cards, here = self._last_three(card), len(self.cards)
        if max(cards) < DECK and self.cards.find(cards, max(0, here - DECK // 2)) < 0:
            for at in _places_of(self.cards, cards, here - DECK // 2 + 1):
                share = 2 if here - at - 2 == DECK else 2 * here
                self._take_up("repeated_deck", self.stake // share, self.cards, at + 2, 1, "dealt")

    def _begin_earlier(self, card: int) -> None:
        cards = self._last_three(card)
        if max(cards) >= DECK:
            return
        sequences = ((self.earlier.dealt, "dealt"), (self.earlier.by_hand, "by_hand"))
        for (sequence, name), end in zip(sequences, self.earlier_ends, strict=True):
            for sought, step, order in ((cards, 1, name), (cards[::-1], -1, f"{name}_backwards")):
                stake = self.stake * _ORDER_PARTS[order] // (sum(_ORDER_PARTS.values()) * self._places)
                for at in _places_of(sequence, sought, end):
                    self._take_up("repeated_run", stake, sequence, at + 1 + step, step, order)

    def _take_up(self, kind: str, stake: int, sequence: bytearray, place: int, step: int, order: str) -> None:
        """A bet that has been won three times; where none goes on there already."""
        for run in self.runs:
            if isinstance(run, RunOfOrder) and (run.kind, run.place, run.order) == (kind, place, order):
                return
        for copies_left, cards_left in self._odds:
            stake = stake * ((_OFF - 1) * cards_left + copies_left) // (_OFF * copies_left)
        self.runs.append(RunOfOrder(kind, stake, 3, sequence, place, step, order))

    def _last_three(self, card: int) -> bytes:
        return bytes((*self.cards[-2:], card))


_ORDER_PARTS: Final = {"dealt": 3, "dealt_backwards": 1, "by_hand": 1, "by_hand_backwards": 1}
"""The parts of the bet on an earlier shoe, by the order in which its cards come again."""
