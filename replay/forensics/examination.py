"""A shoe as it is examined, card by card: the bets on every suspicion, and those that have reached the level.

Too little shuffling: the shoe before, after so few riffles that its order shows through (Gilbert, Shannon, Reeds).

After r riffles the cards are 2^r stretches of the old order, laid into each other; the next card comes from each stretch
about as often. The bet keeps, for each place of the old order, how likely it is that a stretch goes on from there, and
forecasts by that; of stretches that have not shown yet it forecasts what a fair shoe does. It weighs each place by
itself, which is not the best forecast, but a proper one: what it gives all cards together is never more than one.

Cards that come back too soon from a machine which takes them in after every round and deals on without end.

Such a machine holds all cards but those on the table, each as likely as any other. The bets are that the cards of the
last rounds come again more often.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from typing import Final, Protocol

from replay.forensics.composition import (
    FACTORS,
    Products,
    SameCards,
    can_alone_reach,
)
from replay.forensics.evidence import CODES, FACES, MACHINE_SHARES, NO_CARD, SHARES, UNIT, Suspicion, one_in
from replay.forensics.orders import DECK, EarlierCards, OrderBets, Run, RunOfOrder

_EXTRA: Final = (8, 4, 2)
"""One card in so many comes from the last rounds, besides those that come by chance."""
_ROUNDS: Final = (1, 2, 4)
"""So many of the last rounds."""
_NUMBER: Final = len(_EXTRA) * len(_ROUNDS)


@dataclass(slots=True)
class ReturnBets:
    """The bets that a machine gives back too soon what it took in."""

    decks: int
    values: list[int] = field(default_factory=lambda: [UNIT] * _NUMBER)
    _round: str | None = None
    _last_rounds: list[dict[int, int]] = field(default_factory=list)
    """The cards of the last rounds by number, the last round first."""

    @property
    def value(self) -> int:
        """The mean of the bets."""
        return sum(self.values) // _NUMBER

    def begin_round(self, name: str | None, counts: list[int]) -> None:
        """Where another round begins, the cards on the table go back into the machine."""
        if name is None or name == self._round:
            return
        on_table = {code: number for code, number in enumerate(counts) if number}
        if self._round is not None and on_table:
            self._last_rounds = [on_table, *self._last_rounds][: max(_ROUNDS)]
        self._round = name
        counts[:] = [0] * len(counts)

    def follow(self, card: int, copies_left: int, cards_left: int) -> int:
        """Takes in the next card, and gives the mean of the bets."""
        if not self._last_rounds:
            return self.value
        values = []
        for number, rounds in enumerate(_ROUNDS):
            last = self._last_rounds[:rounds]
            of_face = sum(of_round.get(card, 0) for of_round in last)
            of_all = sum(sum(of_round.values()) for of_round in last)
            for value, extra in zip(self.values[number * len(_EXTRA) :], _EXTRA, strict=False):
                numerator = (extra - 1) * of_all * copies_left + of_face * cards_left
                values.append(value * numerator // (extra * of_all * copies_left))
        self.values = values
        return self.value


_LOST: Final = UNIT >> 13
"""A bet that has come down to this is not carried on."""
_UNKNOWN: Final = 50
"""At least one part in so many is left to stretches that have not shown."""

Places = Mapping[int, Sequence[int]]


def places_by_card(cards: Sequence[int]) -> Places:
    """Where each face stands in an order of cards."""
    places: dict[int, list[int]] = {}
    for place, card in enumerate(cards):
        if card != NO_CARD:
            places.setdefault(card, []).append(place)
    return places


@dataclass(slots=True)
class RiffleBet:
    """The bet that a shoe is an order of old cards after so many riffles."""

    riffles: int
    places: Places
    last_place: int
    decks: int
    value: int = UNIT
    is_lost: bool = False
    _weights: dict[int, int] = field(default_factory=dict)
    """By place, how likely a stretch goes on from there, in parts of `_unit`."""
    _total: int = 0
    _unit: int = UNIT
    """Grows with every card, so that what is not drawn becomes less likely to be a stretch."""

    def follow(self, card: int, copies_left: int, cards_left: int) -> None:
        """Takes in the next card."""
        places, weights = self.places.get(card, ()), self._weights
        self._unit += self._unit >> self.riffles + 3
        whole = self._unit << self.riffles
        known = min(self._total, whole - whole // _UNKNOWN)
        drawn = [weights.get(place, 0) for place in places]
        if known < self._total:
            drawn = [weight * known // self._total for weight in drawn]
        fresh = (whole - known) * copies_left // cards_left
        forecast = sum(drawn) + fresh
        self.value = self.value * forecast * cards_left // (whole * copies_left)
        if self.value < _LOST:
            self.is_lost = True
            return
        for place, weight in zip(places, drawn, strict=True):
            if weight:
                self._move(place, -min(weight * self._unit // forecast, weights[place]))
            if place < self.last_place:
                self._move(place + 1, (weight + fresh // self.decks) * self._unit // forecast)

    def _move(self, place: int, weight: int) -> None:
        self._weights[place] = self._weights.get(place, 0) + weight
        self._total += weight


DEFAULT_ONE_IN: Final = 1_000_000
"""How rarely a fair shoe may raise any suspicion, where the house has not said otherwise."""

_LOOKS: Final = tuple(Fraction(*part) for part in ((1, 2), (5, 8), (3, 4), (13, 16), (7, 8), (29, 32), (15, 16), (31, 32)))
"""At which parts of a shoe its composition is weighed, besides its end: little shows before half of it is out."""

_RIFFLES: Final = ((1, 2), (2, 4), (3, 6), (4, 8))
_RIFFLES_BY_HAND: Final = ((1, 1), (2, 1), (3, 2))
_RIFFLE_PARTS: Final = sum(part for _, part in _RIFFLES + _RIFFLES_BY_HAND)
"""How many riffles of which order, and the part of the bet on too little shuffling that each has."""


_OF_THE_SHOE_BEFORE: Final = frozenset({"repeated_run", "poor_shuffle"})
"""Suspicions that explain the same cards: only the first of them is raised."""


class DrawnFace(Protocol):
    """A card that left the shoe."""

    @property
    def card(self) -> str:
        """Its face; `??` where nobody read it."""

    @property
    def place(self) -> str:
        """Where it came to lie."""

    @property
    def round(self) -> str | None:
        """In which round; None between rounds."""


class _Rows(tuple[SameCards, ...]):
    """The shoes of the same cards that are over, from each beginning that is kept."""

    __slots__ = ()

    def with_shoe(self, decks: int, counts: Sequence[int], read: int) -> "_Rows":
        """The same after one more. Of beginnings about as old as each other one is kept, and the first."""
        longer = [row.with_shoe(decks, counts, read) for row in self]
        kept = {row.shoes.bit_length(): row for row in reversed(longer)}
        return _Rows((*longer[:1], *(row for row in longer[1:] if kept[row.shoes.bit_length()] is row), SameCards()))


_NO_ROWS: Final = _Rows((SameCards(),))


@dataclass(eq=False, repr=False, slots=True)
class ShoeExamination:
    """What the cards of a shoe say, as far as it was dealt.

    `previous` is the shoe that was dealt before it at the table; its cards are taken for the same cards where it has as
    many decks. `least_one_in` is the level: a fair shoe raises a suspicion once in so many at most.
    """

    decks: int
    is_machine: bool
    least_one_in: int
    previous: "ShoeExamination | None"
    suspicions: dict[str, Suspicion] = field(default_factory=dict)
    """Those that have reached the level, by kind, each with the card with which it did."""
    read: int = 0
    """How many cards were read."""
    counts: list[int] = field(default_factory=lambda: [0] * DECK)
    is_over: bool = False
    has_exchange: bool = False
    """Whether a card was exchanged or set aside, so that copies cannot be counted."""
    _drawn: list[DrawnFace] = field(default_factory=list)
    _orders: OrderBets = field(init=False)
    _riffles: list[tuple[int, RiffleBet]] = field(init=False)
    _returns: ReturnBets | None = field(init=False)
    _rows: _Rows = field(init=False)
    _rows_after: _Rows | None = field(init=False, default=None)
    _by_hand: bytearray = field(init=False, default_factory=bytearray)
    _looks: list[int] = field(init=False)
    _least: dict[str, int] = field(init=False)
    """By kind, the evidence that is the level."""

    def __post_init__(self) -> None:
        cards = DECK * self.decks
        previous = self.previous.close() if self.previous else None
        earlier, ends = previous.cards_after() if previous else (EarlierCards(), (0, 0))
        self._orders = OrderBets(earlier, ends, UNIT // cards)
        is_same = previous is not None and previous.decks == self.decks and not self.is_machine
        self._rows = previous.rows_after() if is_same and previous else _NO_ROWS
        self._riffles = list(previous.riffle_bets()) if is_same and previous else []
        self._returns = ReturnBets(self.decks) if self.is_machine else None
        self._least = {kind: -int(-self.least_one_in * UNIT // share) for kind, share in self.shares.items()}
        self._looks = [int(cards * part) for part in reversed(_LOOKS)] if not self.is_machine else []

    @property
    def shares(self) -> Mapping[str, Fraction]:
        """The suspicions there can be, and the share of the level that each has."""
        return MACHINE_SHARES if self.is_machine else SHARES

    @property
    def number_drawn(self) -> int:
        """How many cards were taken in."""
        return len(self._drawn)

    def extend(self, drawn: Iterable[DrawnFace]) -> None:
        """The shoe goes on with these cards."""
        for card in drawn:
            self._drawn.append(card)
            code = CODES.get(card.card)
            if self._returns is not None:
                self._returns.begin_round(card.round, self.counts)
            if code is None:
                self._orders.pass_over()
            else:
                self._take(code)

    def _take(self, code: int) -> None:
        copies_left, cards_left = self.decks - self.counts[code], DECK * self.decks - self.read
        if self._returns is not None:
            cards_left = DECK * self.decks - sum(self.counts)
            self._raise("early_return", self._returns.follow(code, max(copies_left, 1), cards_left))
        if copies_left <= 0:
            self._note_copy_too_many(code)
            copies_left = 1
        if cards_left <= 0:
            self._orders.pass_over()
            return
        if self._orders.follow(code, copies_left, cards_left):
            self._look_at_orders()
        if self._riffles:
            self._follow_riffles(code, copies_left, cards_left)
        self.counts[code] += 1
        self.read += 1
        if self._looks and self.read >= self._looks[-1]:
            self._looks.pop()
            self._weigh("cards_missing")

    def close(self) -> "ShoeExamination":
        """The shoe is over: its composition is weighed for the last time."""
        if not self.is_over:
            self.is_over = True
            self._by_hand = self._cards_by_hand()
            self._weigh("cards_missing")
            self._weigh("cards_surplus")
        return self

    def evidence(self) -> dict[str, int]:
        """By kind, how rarely a fair shoe comes to what speaks for each suspicion now, 1 where nothing does."""
        return {kind: one_in(value, self.shares[kind]) for kind, value in self.stakes().items()}

    def stakes(self) -> dict[str, int]:
        """By kind, what has become of the stake of the bet on it, which was `UNIT`."""
        found = dict.fromkeys(self.shares, 0)
        for run in self._orders.runs:
            if run.kind in found:
                found[run.kind] += run.value
        if self._returns is not None:
            found["early_return"] = self._returns.value
        else:
            found["poor_shuffle"] = sum(part * bet.value for part, bet in self._riffles) // _RIFFLE_PARTS
            for kind in ("cards_missing", "cards_surplus") if self._is_weighable else ():
                factors = FACTORS[kind](self.decks, self.read)
                products = (earlier.times(factors, self.counts) for _, earlier in self._earlier_products(kind))
                found[kind] = max(of_row.evidence() for of_row in products)
        return found

    def cards_read(self) -> tuple[int, ...]:
        """How many cards were read of each shoe of the longest row of the same cards, this one the last; none where copies
        cannot be counted.
        """
        if not self._can_count_copies:
            return ()
        shoes: list[ShoeExamination] = [self]
        while len(shoes) <= self._rows[0].shoes and (previous := shoes[-1].previous) is not None:
            shoes.append(previous)
        return tuple(shoe.read for shoe in reversed(shoes))

    # Orders

    def _look_at_orders(self) -> None:
        for kind in ("deck_order", "repeated_deck", "repeated_run"):
            runs = [run for run in self._orders.runs if run.kind == kind]
            if runs and kind in self._least and kind not in self.suspicions:
                value = sum(run.value for run in runs)
                if value >= self._least[kind]:
                    self._raise(kind, value, **self._particulars(max(runs, key=lambda run: run.value)))

    def _particulars(self, run: Run) -> dict[str, object]:
        """What is told of an order: where it began, and what it repeats."""
        found: dict[str, object] = {"first_number": self.number_drawn - run.length + 1}
        if isinstance(run, RunOfOrder) and run.kind == "repeated_deck":
            found["lag"] = self.number_drawn - 1 - run.place
        elif isinstance(run, RunOfOrder):
            first_place = run.place - run.step * (run.length - 1)
            shoes_ago, number = self._orders.place_in_earlier_shoe(run.order, first_place)
            found |= {"earlier_shoe": shoes_ago, "earlier_number": number, "order": run.order}
        return found

    def _follow_riffles(self, code: int, copies_left: int, cards_left: int) -> None:
        for _, bet in self._riffles:
            bet.follow(code, copies_left, cards_left)
        self._riffles = [(part, bet) for part, bet in self._riffles if not bet.is_lost]
        if self._riffles:
            best = max((bet for _, bet in self._riffles), key=lambda bet: bet.value)
            value = sum(part * bet.value for part, bet in self._riffles) // _RIFFLE_PARTS
            self._raise("poor_shuffle", value, riffles=best.riffles)

    def riffle_bets(self) -> Iterator[tuple[int, RiffleBet]]:
        """The bets that the shoe after this one is this one, too little shuffled, each with its part."""
        for rows, cards in ((_RIFFLES, self._orders.cards), (_RIFFLES_BY_HAND, self._by_hand)):
            places = places_by_card(cards)
            for riffles, part in rows:
                yield part, RiffleBet(riffles, places, len(cards) - 1, self.decks)

    def cards_after(self) -> tuple[EarlierCards, tuple[int, int]]:
        """The cards of all shoes up to this one, and how much of them that is."""
        earlier, ends = self._orders.earlier, self._orders.earlier_ends
        if ends != (len(earlier.dealt), len(earlier.by_hand)):
            earlier = earlier.up_to(*ends)  # another shoe has followed already, as another telling has it
        earlier.add_shoe(self._orders.cards, self._by_hand)
        return earlier, (len(earlier.dealt), len(earlier.by_hand))

    def _cards_by_hand(self) -> bytearray:
        """The cards as they are picked up: round by round, place by place, in the order in which places were dealt to."""
        found, codes = bytearray(), iter(self._orders.cards)
        for _, drawn in groupby(self._drawn, lambda card: card.round):
            places: dict[str, bytearray] = {}
            for card in drawn:
                places.setdefault(card.place, bytearray()).append(next(codes))
            for cards in places.values():
                found += cards
        return found

    # Composition

    @property
    def _can_count_copies(self) -> bool:
        """Whether each card leaves the shoe once, and none comes into it."""
        return not self.is_machine and not self.has_exchange

    @property
    def _is_weighable(self) -> bool:
        """Whether enough cards came to weigh, and no copy that cannot be."""
        return self._can_count_copies and self.read >= DECK and max(self.counts) <= self.decks

    def rows_after(self) -> _Rows:
        """The shoes of the same cards that are over, this one among them."""
        if self._rows_after is None:
            goes_on = self._can_count_copies and max(self.counts) <= self.decks
            self._rows_after = self._rows.with_shoe(self.decks, self.counts, self.read) if goes_on else _NO_ROWS
        return self._rows_after

    def _earlier_products(self, kind: str) -> Iterator[tuple[int, Products]]:
        """Of each row of shoes that goes on with this one, how many are over, and what their cards come to."""
        return ((row.shoes, row.missing if kind == "cards_missing" else row.surplus) for row in self._rows)

    def _weigh(self, kind: str) -> None:
        if kind in self.suspicions or not self._is_weighable:
            return
        factors, least = FACTORS[kind](self.decks, self.read), self._least[kind]
        for shoes, earlier in self._earlier_products(kind):
            could = can_alone_reach if shoes == 0 and kind == "cards_missing" else earlier.can_reach
            if could(least, factors, self.counts):
                products = earlier.times(factors, self.counts)
                value = products.evidence()
                if value >= least:
                    self._raise(kind, value, shoes=shoes + 1, faces=products.likeliest_faces())
                    return

    def _note_copy_too_many(self, code: int) -> None:
        if self._can_count_copies and "cards_surplus" not in self.suspicions:
            self.suspicions["cards_surplus"] = Suspicion("cards_surplus", self.number_drawn, None, faces=(FACES[code],))

    def _raise(self, kind: str, value: int, **particulars: object) -> None:
        if kind in _OF_THE_SHOE_BEFORE and not _OF_THE_SHOE_BEFORE.isdisjoint(self.suspicions):
            return
        if value >= self._least[kind] and kind not in self.suspicions:
            rarely = one_in(value, self.shares[kind])
            self.suspicions[kind] = Suspicion(kind, self.number_drawn, rarely, **particulars)  # type: ignore[arg-type]
