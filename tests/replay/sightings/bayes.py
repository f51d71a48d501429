"""An exact Bayes decoder of the simulated recogniser: it goes through all deals, and through all ways in which the shoe can
have been used up so far.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.replay.sightings.simulated import FACES, INVENTED, MISCALLED, MISSED, UNLAWFUL, WORTH, Coup, lawful_thirds

Array = NDArray[Any]
Place = tuple[str, int]

INDEX = {face: number for number, face in enumerate(FACES)}
WORTHS = np.array([WORTH[face] for face in FACES])
PLACES = (("punto", 1), ("punto", 2), ("banco", 1), ("banco", 2), ("punto", 3), ("banco", 3))


def _lawfulness() -> Array:
    """By punto, banco, punto's third (10: none), banco's third or none: how likely the deal goes that way."""
    table = np.full((10, 10, 11, 2), UNLAWFUL / 3)
    for punto, banco, given in product(range(10), range(10), range(11)):
        third = None if given == 10 else given
        draws, _ = lawful_thirds(punto, banco, None)
        _, answers = lawful_thirds(punto, banco, third)
        if draws == (third is not None):
            table[punto, banco, given, int(answers)] = 1 - UNLAWFUL
    return table


LAWFULNESS = _lawfulness()


class Shoe:
    """How many copies of each face a shoe of eight decks may still hold, by what was seen of the cards that left it."""

    def __init__(self) -> None:
        self.out = 0
        self.chances = np.zeros((52, 9))
        self.chances[:, 0] = 1

    def see(self, trust: Array) -> None:
        """A card has left it, of each face with this probability."""
        self.out += 1
        chance = trust[:, None]
        went = np.zeros_like(self.chances)
        went[:, 1:] = self.chances[:, :-1] * chance
        self.chances = self.chances * (1 - chance) + went

    def left(self) -> Array:
        """How many copies of each face are expected to be in it still, with how many cards are."""
        copies = np.arange(9)
        # as seen, each card was any of the 52 faces whatever had gone before; from a shoe it is drawn without putting back
        ratio = np.array([self._drawn(count) / self._independent(count) for count in range(9)])
        weight = self.chances * ratio
        left: Array = 8 - (weight * copies).sum(axis=1) / weight.sum(axis=1)
        return left

    def _drawn(self, count: int) -> float:
        return comb(8, count) * comb(408, self.out - count) / comb(416, self.out) if count <= self.out else 0.0

    def _independent(self, count: int) -> float:
        return comb(self.out, count) * (1 / 52) ** count * (51 / 52) ** (self.out - count) if count <= self.out else 1.0


def decoded(coups: Sequence[Coup], level: float) -> Iterator[tuple[tuple[str | None, ...], float]]:
    """The likeliest deal of each coup of a shoe and its probability; from this level on it is taken to be so."""
    shoe = Shoe()
    for coup in coups:
        deal, probability = likeliest(coup, shoe.left())
        if probability >= level:
            for face in deal:
                if face is not None:
                    shoe.see(np.eye(52)[INDEX[face]])
        else:
            for seen in coup.seen.values():
                trust = np.zeros(52)
                for face, confidence in seen.items():
                    trust[INDEX[face]] = confidence
                shoe.see(trust)
        yield deal, probability


def likeliest(coup: Coup, left: Array) -> tuple[tuple[str | None, ...], float]:
    """The likeliest deal, as the faces of PLACES (None: no card), and its probability."""
    total, best = 0.0, 0.0
    best_deal: tuple[str | None, ...] = ()
    for has_punto, has_banco in product((False, True), repeat=2):
        weight, most, deal = _of_structure(coup, left, has_punto=has_punto, has_banco=has_banco)
        total += weight
        if most > best:
            best, best_deal = most, deal
    return best_deal, best / total


def _of_structure(
    coup: Coup, left: Array, *, has_punto: bool, has_banco: bool
) -> tuple[float, float, tuple[str | None, ...]]:
    """All deals with these third cards: what they weigh together, the likeliest's weight, and its faces.

    A card of which something was seen is one of the faces named; one that was missed is any worth, with as many faces as
    the shoe still has of it once the others are out. The deals are an array with an axis for each card.
    """
    lies = {place: place[1] < 3 or (has_punto if place[0] == "punto" else has_banco) for place in PLACES}
    seen = {place: coup.seen[place] for place in PLACES if lies[place] and place in coup.seen}
    missed = [place for place in PLACES if lies[place] and place not in coup.seen]
    invented = sum(place in coup.seen for place in PLACES if not lies[place])
    empty = len(PLACES) - len(seen) - len(missed) - invented
    factor = (1 - MISSED) ** len(seen) * MISSED ** len(missed) * (INVENTED / 52) ** invented * (1 - INVENTED) ** empty
    axes = [*seen, *missed]

    def along(values: Array, place: Place) -> Array:
        return values.reshape([-1 if place == other else 1 for other in axes])

    weight: Array = np.full([1] * len(axes), factor)
    faces: dict[Place, Array] = {}
    worths: dict[Place, Array] = {}
    for place, named in seen.items():
        numbers = np.array([INDEX[face] for face in named])
        copies = along(left[numbers], place)
        for earlier in faces.values():
            copies = copies - (earlier == along(numbers, place))
        weight = weight * along(np.array(list(named.values())), place) * np.maximum(copies, 0)
        faces[place], worths[place] = along(numbers, place), along(WORTHS[numbers], place)
    of_worth = np.array([left[worth == WORTHS].sum() for worth in range(10)])
    for place in missed:
        copies = along(of_worth, place)
        for earlier in worths.values():
            copies = copies - (earlier == along(np.arange(10), place))
        weight = weight * np.maximum(copies, 0)
        worths[place] = along(np.arange(10), place)
    weight = _with_procedure(weight, coup.call, worths)
    for number in range(len(axes)):
        weight = weight / (left.sum() - number)
    if missed:
        return float(weight.sum()), 0.0, ()
    best = np.unravel_index(weight.argmax(), weight.shape)
    deal = {place: list(named)[index] for (place, named), index in zip(seen.items(), best, strict=True)}
    return float(weight.sum()), float(weight[best]), tuple(deal.get(place) for place in PLACES)


def _with_procedure(weight: Array, call: str, worths: Mapping[Place, Array]) -> Array:
    """Deals weighed by whether they are lawful, and whether the call is right."""
    punto = (worths["punto", 1] + worths["punto", 2]) % 10
    banco = (worths["banco", 1] + worths["banco", 2]) % 10
    given = worths.get(("punto", 3), np.array(10))
    weight = weight * LAWFULNESS[punto, banco, given, int(("banco", 3) in worths)]
    punto_total = (punto + worths.get(("punto", 3), 0)) % 10
    banco_total = (banco + worths.get(("banco", 3), 0)) % 10
    signs = {"punto": punto_total > banco_total, "banco": banco_total > punto_total, "egalite": punto_total == banco_total}
    return weight * np.where(signs[call], 1 - MISCALLED, MISCALLED / 2)
