"""Cards decoded from what a recogniser saw: with the game's procedure, the shoe's composition and the dealer's calls.

Nothing here is certain. A deal against the rules is less likely than a lawful one, and never impossible: else a dealer's
error would be read as somebody's bad eyes. All arithmetic is in whole numbers.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, NamedTuple, Protocol

from ledger.errors import MalformedMapping
from ledger.values.cards import RANKS, SUITS, UNKNOWN, rank
from ledger.values.sightings import MILLION, SeenRound, Sighting, SightingRates

FACES: Final = tuple(card_rank + suit for card_rank in RANKS for suit in SUITS)
_COPY_TOO_MANY: Final = 1_000
"""Of a face of which all copies are out so many millionths of a copy are left: a shoe can be made up wrongly."""


class CardSlot(NamedTuple):
    """Where a card may lie: how likely it is each face, and how likely it is that none lies there. Weights, not shares."""

    place: str
    number: int
    face_weights: Mapping[str, int]
    absent_weight: int

    def holding(self, faces: Collection[str]) -> "CardSlot":
        """The same, given that one of these faces lies there."""
        return self._replace(face_weights={face: self.face_weights[face] for face in faces}, absent_weight=0)

    def left_empty(self) -> "CardSlot":
        """The same, given that no card lies there."""
        return self._replace(face_weights={})


class WeighedDeals(NamedTuple):
    """What all deals weigh together, and the likeliest: its weight and its face for each slot, None where none lies."""

    weight: int
    best_weight: int
    best_faces: tuple[str | None, ...]


class DealWeigher(Protocol):
    """What a game knows of its deals."""

    def slots(self, sightings: Sequence[Sighting]) -> Sequence[tuple[str, int]] | None:
        """The places, with the number of the card there, on which cards may lie, in the order of the deal; None where what
        was seen is no deal that this can weigh.
        """
        ...

    def weigh(self, slots: Sequence[CardSlot], seen: SeenRound, rates: SightingRates) -> WeighedDeals:
        """All deals of these slots, weighed by the procedure and the dealer's calls."""
        ...


class CardsApart:
    """Deals of which nothing is known but that a card lies where one was seen: every card stands for itself."""

    def slots(self, sightings: Sequence[Sighting]) -> Sequence[tuple[str, int]]:
        return [(sighting.place, sighting.number) for sighting in sightings]

    def weigh(self, slots: Sequence[CardSlot], seen: SeenRound, rates: SightingRates) -> WeighedDeals:  # noqa: ARG002 - the protocol's
        weight, best_weight, best_faces = 1, 1, []
        for slot in slots:
            best_face = max(slot.face_weights, key=slot.face_weights.__getitem__, default=None)
            best = slot.face_weights[best_face] if best_face is not None else 0
            is_absent = slot.absent_weight > best
            weight *= sum(slot.face_weights.values()) + slot.absent_weight
            best_weight *= slot.absent_weight if is_absent else best
            best_faces.append(None if is_absent else best_face)
        return WeighedDeals(weight, best_weight, tuple(best_faces))


class DecodedCard(NamedTuple):
    """A card as far as it can be told, and how likely that is."""

    place: str
    card: str
    """`7h`, or `7?` where only the rank is sure, or `??`."""
    likeliest: str
    confidence: Fraction
    """How likely it is the likeliest face."""


@dataclass(frozen=True, slots=True)
class DecodedRound:
    """A round's cards in the order of the deal. It is sure where all of it together is as likely as was asked for."""

    seen: SeenRound
    cards: tuple[DecodedCard, ...]
    confidence: Fraction
    """How likely everything that is told of it is so; of a round that is not sure, how likely its likeliest deal is."""
    is_sure: bool


@dataclass(slots=True)
class SightingDecoder:
    """Decodes the rounds of a shoe, one after the other: what it is sure of is out of the shoe from then on."""

    weigher: DealWeigher
    rates: SightingRates
    level: Fraction
    """How likely all that is told of a round must be."""
    decks: int
    _out: Counter[str] = field(default_factory=Counter)
    _doubt: Counter[str] = field(default_factory=Counter)
    _cards_left: int = field(init=False)
    _shoe: str | None = None

    def __post_init__(self) -> None:
        self._begin_shoe()

    def _begin_shoe(self) -> None:
        self._out.clear()
        self._doubt.clear()
        self._cards_left = self.decks * len(FACES)

    def decode(self, seen: SeenRound) -> DecodedRound:
        """A round, with what is left of its shoe. Raises MalformedMapping where more was seen than the shoe can hold."""
        if seen.shoe != self._shoe:
            self._begin_shoe()
            self._shoe = seen.shoe
        if len(seen.sightings) > self._cards_left:
            decks = f"{self.decks} decks have {self.decks * len(FACES)} cards, and up to {seen.subject} more were seen"
            raise MalformedMapping(f"{decks}; tell which shoe each round is of")
        places = self.weigher.slots(seen.sightings)
        if not places:
            return DecodedRound(seen, tuple(_unread(seen.sightings)), Fraction(0), is_sure=False)
        by_place = {(sighting.place, sighting.number): sighting for sighting in seen.sightings}
        slots = [self._slot(place, number, by_place.get((place, number))) for place, number in places]
        decoded = self._as_sure(seen, slots)
        self._take_out(decoded)
        return decoded

    def _as_sure(self, seen: SeenRound, slots: Sequence[CardSlot]) -> DecodedRound:
        """A round with each card as far as it is sure; the round is where all of them together are."""
        found = self.weigher.weigh(slots, seen, self.rates)
        likeliest = self._likelihood(found)
        lying = [(slot, face) for slot, face in zip(slots, found.best_faces, strict=True) if face is not None]
        if likeliest >= self.level:
            cards = tuple(DecodedCard(slot.place, face, face, likeliest) for slot, face in lying)
            return DecodedRound(seen, cards, likeliest, is_sure=True)
        cards = tuple(self._card(seen, slots, found, slot, face) for slot, face in lying)
        if all(card.card != UNKNOWN for card in cards):
            read = iter(cards)
            given = [
                slot.left_empty() if face is None else slot.holding(_faces_meant(next(read).card))
                for slot, face in zip(slots, found.best_faces, strict=True)
            ]
            confidence = Fraction(self.weigher.weigh(given, seen, self.rates).weight, found.weight)
            if confidence >= self.level:
                return DecodedRound(seen, cards, confidence, is_sure=True)
        return DecodedRound(seen, cards, likeliest, is_sure=False)

    def _card(
        self, seen: SeenRound, slots: Sequence[CardSlot], found: WeighedDeals, slot: CardSlot, face: str
    ) -> DecodedCard:
        """A card of the likeliest deal, by itself: its face, else its rank, else nothing is sure of it."""

        def share(faces: Collection[str]) -> Fraction:
            given = [other.holding(faces) if other is slot else other for other in slots]
            return Fraction(self.weigher.weigh(given, seen, self.rates).weight, found.weight)

        confidence, by_rank = share((face,)), f"{rank(face)}?"
        card = face if confidence >= 1 - (1 - self.level) / len(slots) else by_rank
        if card == by_rank and share(_faces_meant(by_rank)) < self.level:
            card = UNKNOWN
        return DecodedCard(slot.place, card, face, confidence)

    def _likelihood(self, found: WeighedDeals) -> Fraction:
        """How likely the likeliest deal is, with its own cards drawn without putting any back."""
        drawn: Counter[str] = Counter()
        best = Fraction(found.best_weight)
        for face in found.best_faces:
            if face is not None:
                best *= Fraction(self._copies(face, drawn[face]), self._copies(face))
                drawn[face] += 1
        rest = found.weight - found.best_weight
        return best / (best + rest) if best else Fraction(0)

    def _take_out(self, decoded: DecodedRound) -> None:
        """What a round took out of the shoe: a card that is not sure is partly each of its candidates."""
        self._cards_left -= len(decoded.cards)
        if decoded.is_sure and all(card.card == card.likeliest for card in decoded.cards):
            for card in decoded.cards:
                self._out[card.likeliest] += MILLION
            return
        for sighting in decoded.seen.sightings:
            for face, trusted in _trust(sighting.candidates).items():
                confidence = trusted // len(FACES)
                self._out[face] += confidence
                self._doubt[face] += confidence * (MILLION - confidence) // MILLION

    def _copies(self, face: str, drawn: int = 0) -> int:
        """How many copies of a face the shoe is expected to hold still, in millionths.

        What was read surely is out. What was read with doubt is pulled back towards the share that every face has of as
        many cards, the more so the less the shoe still holds: a shoe never holds less than none.
        """
        expected = self._cards_left * MILLION // len(FACES)
        read = self.decks * MILLION - self._out[face]
        certain, doubted = self._cards_left * MILLION, (len(FACES) + 1) * self._doubt[face]
        left = expected + (read - expected) * certain // (certain + doubted) if certain else 0
        return max(left - drawn * MILLION, _COPY_TOO_MANY)

    def _slot(self, place: str, number: int, sighting: Sighting | None) -> CardSlot:
        """How likely a card is what was seen of it, and what is left in the shoe."""
        if sighting is None:
            weights = {face: self._copies(face) * self.rates.missed * MILLION for face in FACES}
            absent = (MILLION - self.rates.invented) * MILLION
        else:
            trust = _trust(sighting.candidates)
            weights = {face: self._copies(face) * (MILLION - self.rates.missed) * trust[face] for face in FACES}
            absent = self.rates.invented * MILLION
        return CardSlot(place, number, weights, absent * sum(map(self._copies, FACES)))


def _trust(candidates: Mapping[str, int]) -> Mapping[str, int]:
    """How likely the recogniser holds each face, in millionths of what it would be if it had seen nothing."""
    trust = dict.fromkeys(FACES, 0)
    for card, confidence in candidates.items():
        meant = _faces_meant(card)
        for face in meant:
            trust[face] += confidence * len(FACES) // len(meant)
    others = [face for face, trusted in trust.items() if not trusted]
    left = MILLION - sum(candidates.values())
    return {face: trusted or max(left, 1) * len(FACES) // len(others) for face, trusted in trust.items()}


def _faces_meant(card: str) -> tuple[str, ...]:
    """The faces that a card may have as it is written."""
    return tuple(face for face in FACES if card in (face, f"{rank(face)}?", UNKNOWN))


def _unread(sightings: Iterable[Sighting]) -> Iterator[DecodedCard]:
    for sighting in sightings:
        likeliest = max(sighting.candidates, key=sighting.candidates.__getitem__, default=UNKNOWN)
        yield DecodedCard(sighting.place, UNKNOWN, likeliest, Fraction(sighting.candidates.get(likeliest, 0), MILLION))
