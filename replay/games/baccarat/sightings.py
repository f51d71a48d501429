"""What a coup's procedure says of cards that were seen badly."""

from collections.abc import Mapping, Sequence, Set
from itertools import product
from operator import itemgetter
from typing import Final, NamedTuple

from ledger.values.cards import RANKS, rank
from ledger.values.sightings import MILLION, SeenRound, Sighting, SightingRates
from replay.games.baccarat.coup import CoupHands, Tableau, points, total
from replay.games.baccarat.normal_form import HANDS
from replay.games.baccarat.parameters import FIRST_CARDS, MODULUS, THIRD_CARDS
from replay.games.baccarat.settlement import Result, winner
from replay.judging.sightings import CardSlot, WeighedDeals
from replay.rulebooks.edition import Edition
from replay.rulebooks.rules import Rules

_PUNTO, _BANCO = HANDS
_THIRD: Final = 3
_UNLAWFUL_WAYS: Final = 3
"""Of the four ways in which third cards may lie, the lawful one left out."""


class _Weighed(NamedTuple):
    """All cards that come to so much together, and the likeliest of them."""

    weight: int
    best_weight: int
    best_faces: tuple[str | None, ...]


class _Answer(NamedTuple):
    """What banco's third card weighs with what the dealer called: all that it may be, the likeliest, and that none lies."""

    drawn_weight: int
    drawn_best_weight: int
    drawn_best_face: str | None
    stood_weight: int


_NOTHING: Final = _Weighed(0, 0, ())


class CoupWeigher:
    """Weighs coups by a house's tableau. Where a clause is ambiguous, what any of its readings requires is lawful."""

    def __init__(self, edition: Edition):
        self._edition = edition
        self._rules = Rules(edition)
        self._modulus = self._rules.value(MODULUS)
        self._worth = {card_rank: points(f"{card_rank}?", self._rules) for card_rank in RANKS}
        totals = range(self._modulus)
        card_of = {points(card, self._rules): card for card in (f"{card_rank}?" for card_rank in RANKS)}
        hand_of = {total(hand, self._rules): hand for hand in product(card_of.values(), repeat=2)}
        self._winners = {
            (punto, banco): winner(Result(punto, banco, banco, None), self._rules)
            for punto, banco in product(totals, totals)
        }
        self._lawful = {
            (punto, banco): self._lawful_draws(hand_of[punto], hand_of[banco], card_of)
            for punto, banco in product(totals, totals)
        }

    def slots(self, sightings: Sequence[Sighting]) -> Sequence[tuple[str, int]] | None:
        places = [*self._rules.value(FIRST_CARDS), *self._rules.value(THIRD_CARDS)]
        slots = [(place, places[: index + 1].count(place)) for index, place in enumerate(places)]
        seen = {(sighting.place, sighting.number) for sighting in sightings}
        return slots if seen <= set(slots) else None

    def weigh(self, slots: Sequence[CardSlot], seen: SeenRound, rates: SightingRates) -> WeighedDeals:
        cards = {(slot.place, slot.number): self._by_worth(slot) for slot in slots}
        absent = {slot.place: slot.absent_weight for slot in slots if slot.number == _THIRD}
        puntos = self._pair(cards[_PUNTO, 1], cards[_PUNTO, 2])
        bancos = self._pair(cards[_BANCO, 1], cards[_BANCO, 2])
        givens = {None: _Weighed(absent[_PUNTO], absent[_PUNTO], (None,)), **cards[_PUNTO, _THIRD]}
        called, rate = self._called(seen, rates), (rates.unlawful // _UNLAWFUL_WAYS, MILLION - rates.unlawful)
        weight, best_weight = 0, 0
        best_faces: tuple[str | None, ...] = ()
        for banco, of_banco in bancos.items():
            answers = self._answers(cards[_BANCO, _THIRD], absent[_BANCO], banco, called)
            for punto, of_punto in puntos.items():
                lawful = self._lawful[punto, banco]
                thirds, best_of_thirds = 0, 0
                best_thirds: tuple[str | None, ...] = ()
                for given, third in givens.items():
                    answer, draws = answers[(punto + (given or 0)) % self._modulus], lawful[given]
                    if_drawn, if_stood = rate[True in draws], rate[False in draws] * answer.stood_weight
                    thirds += third.weight * (if_drawn * answer.drawn_weight + if_stood)
                    drawn = if_drawn * answer.drawn_best_weight
                    likely = third.best_weight * (drawn if drawn > if_stood else if_stood)
                    if likely > best_of_thirds:
                        best_of_thirds = likely
                        best_thirds = (*third.best_faces, answer.drawn_best_face if drawn > if_stood else None)
                weight += of_punto.weight * of_banco.weight * thirds
                likely = of_punto.best_weight * of_banco.best_weight * best_of_thirds
                if likely > best_weight:
                    best_weight, best_faces = likely, (*of_punto.best_faces, *of_banco.best_faces, *best_thirds)
        return WeighedDeals(weight, best_weight, _in_order(slots, best_faces))

    def _lawful_draws(
        self, punto: tuple[str, ...], banco: tuple[str, ...], card_of: Mapping[int, str]
    ) -> Mapping[int | None, Set[bool]]:
        """Whether banco may draw, by what punto's third counts (None: no card); nothing where that is not lawful."""
        draws = self._draws(_PUNTO, CoupHands(punto, banco))
        thirds: dict[int | None, tuple[str, ...]] = {None: (), **{given: (card,) for given, card in card_of.items()}}
        return {
            given: self._draws(_BANCO, CoupHands((*punto, *third), banco)) if bool(third) in draws else frozenset()
            for given, third in thirds.items()
        }

    def _by_worth(self, slot: CardSlot) -> Mapping[int | None, _Weighed]:
        """The cards of a slot by what they count."""
        of_worth: dict[int | None, list[str]] = {}
        for face in slot.face_weights:
            of_worth.setdefault(self._worth[rank(face)], []).append(face)
        weights = slot.face_weights
        best = {worth: max(faces, key=weights.__getitem__) for worth, faces in of_worth.items()}
        return {
            worth: _Weighed(sum(weights[face] for face in faces), weights[best[worth]], (best[worth],))
            for worth, faces in of_worth.items()
        }

    def _pair(self, first: Mapping[int | None, _Weighed], second: Mapping[int | None, _Weighed]) -> Mapping[int, _Weighed]:
        """Two cards by what they come to."""
        found: dict[int, _Weighed] = {}
        for (first_worth, first_card), (second_worth, second_card) in product(first.items(), second.items()):
            comes_to = ((first_worth or 0) + (second_worth or 0)) % self._modulus
            so_far = found.get(comes_to, _NOTHING)
            best_weight = first_card.best_weight * second_card.best_weight
            weight = so_far.weight + first_card.weight * second_card.weight
            if best_weight > so_far.best_weight:
                found[comes_to] = _Weighed(weight, best_weight, (*first_card.best_faces, *second_card.best_faces))
            else:
                found[comes_to] = so_far._replace(weight=weight)
        return found

    def _answers(
        self, thirds: Mapping[int | None, _Weighed], absent: int, banco: int, called: Mapping[tuple[int, int], int]
    ) -> Sequence[_Answer]:
        """Banco's third card by what punto's hand comes to."""
        answers = []
        for punto in range(self._modulus):
            factors = {worth: called[punto, (banco + (worth or 0)) % self._modulus] for worth in thirds}
            weight = sum([third.weight * factors[worth] for worth, third in thirds.items()])
            likeliest = [(third.best_weight * factors[worth], third.best_faces[0]) for worth, third in thirds.items()]
            best_weight, best_face = max(likeliest, key=itemgetter(0), default=(0, None))
            answers.append(_Answer(weight, best_weight, best_face, absent * called[punto, banco]))
        return answers

    def _called(self, seen: SeenRound, rates: SightingRates) -> Mapping[tuple[int, int], int]:
        """How likely the dealer's calls are, by what the hands come to. A call may be wrong like a card."""
        right, of_totals, of_results = MILLION - rates.miscalled, self._modulus - 1, len(set(self._winners.values())) - 1
        weights: dict[tuple[int, int], int] = {}
        for hands, result in self._winners.items():
            weight = right if seen.result in (None, result) else rates.miscalled // of_results
            for place, comes_to in zip(HANDS, hands, strict=True):
                weight *= right if seen.totals.get(place, comes_to) == comes_to else rates.miscalled // of_totals
            weights[hands] = weight
        return weights

    def _draws(self, place: str, board: CoupHands) -> set[bool]:
        """Whether a hand draws, under each reading of the clauses on which it turns."""
        rules = Rules(self._edition)
        answers = {Tableau().draws_third(board, place, rules)}
        clauses = tuple(rules.chosen_readings)
        for letters in product(*map(self._edition.reading_letters, clauses)):
            plan = dict(zip(clauses, letters, strict=True))
            answers.add(Tableau().draws_third(board, place, Rules(self._edition, plan)))
        return answers


def _in_order(slots: Sequence[CardSlot], faces: Sequence[str | None]) -> tuple[str | None, ...]:
    """Faces of punto's pair, banco's pair, punto's third and banco's, each in the place of its slot."""
    lying = {
        (hand, number): index
        for index, (hand, number) in enumerate(
            [(_PUNTO, 1), (_PUNTO, 2), (_BANCO, 1), (_BANCO, 2), (_PUNTO, 3), (_BANCO, 3)]
        )
    }
    return tuple(faces[lying[slot.place, slot.number]] if faces else None for slot in slots)
