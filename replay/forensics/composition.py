"""Whether cards are missing from the decks, or too many in them: one shoe, or shoes of the same cards in a row.

Only how often each face came out counts; the order of a shuffled shoe says nothing. That k copies of a face are missing
makes what came out C(D-m,k)/C(D,k) x C(N,k)/C(N-n,k) times as likely: D copies in N cards, of which n cards came out with
m copies among them. For k different faces the first factor is the product of (D-m)/D over them, and the mean over all
choices of k faces is an elementary symmetric polynomial. Over shoes of the same cards the factors multiply. Surplus cards
are weighed in the same way, with D+k copies.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from operator import mul
from typing import Final, NamedTuple

from replay.forensics.evidence import FACES, UNIT

SAME: Final = 8
"""So many copies of one face may be missing."""
SAME_SURPLUS: Final = 4
"""So many may be too many; more show at once, by a copy that cannot be."""
DIFFERENT: Final = 20
"""Of so many different faces one copy each may be."""
FACE_COUNT: Final = len(FACES)

SAME_SHARE: Final = Fraction(1, 16)
"""The share of the bet on each number of copies of one face, from two on."""
_WEIGHT: Final = 160
_WEIGHTS: Final = (20, *(8,) * 7, *(1,) * 12)
"""The shares of the bet on one card, on two of different faces, and so on, in parts of `_WEIGHT`."""
_NUMBERS: Final = range(1, DIFFERENT + 1)


class ShoeFactors(NamedTuple):
    """What a number of cards read from a shoe makes of each count of copies, and of several faces together."""

    by_count: tuple[tuple[int, ...], ...]
    """By how many copies of a face came out, then by how many are missing or too many: how much likelier that made it."""
    corrections: tuple[int, ...]
    """For k different faces: by how much their factor is more than the product of those of each alone."""
    highest_correction: int


@lru_cache(1024)
def missing_factors(decks: int, read: int) -> ShoeFactors:
    """The factors of cards that are missing from so many decks, when so many cards were read."""
    cards, left = FACE_COUNT * decks, FACE_COUNT * decks - read
    by_count = tuple(
        tuple(
            UNIT * comb(decks - seen, k) * comb(cards, k) // (comb(decks, k) * comb(left, k))
            for k in range(1, min(SAME, decks - seen, left) + 1)
        )
        for seen in range(decks + 1)
    )
    together = [Fraction(comb(cards, k), comb(left, k)) if k <= left else Fraction(0) for k in _NUMBERS]
    return _with_corrections(by_count, together, Fraction(cards, max(left, 1)))


@lru_cache(1024)
def surplus_factors(decks: int, read: int) -> ShoeFactors:
    """The factors of cards that are too many for so many decks, when so many cards were read."""
    cards, left = FACE_COUNT * decks, FACE_COUNT * decks - read
    by_count = tuple(
        tuple(
            UNIT * comb(decks + k, k) * comb(left + k, k) // (comb(decks + k - seen, k) * comb(cards + k, k))
            for k in range(1, SAME_SURPLUS + 1)
        )
        for seen in range(decks + 1)
    )
    together = [Fraction(comb(left + k, k), comb(cards + k, k)) for k in _NUMBERS]
    return _with_corrections(by_count, together, Fraction(left + 1, cards + 1))


def _with_corrections(by_count: tuple[tuple[int, ...], ...], together: Sequence[Fraction], alone: Fraction) -> ShoeFactors:
    corrections = tuple(int(UNIT * of_all / alone**k) for k, of_all in zip(_NUMBERS, together, strict=True))
    return ShoeFactors(by_count, corrections, max(corrections))


@dataclass(frozen=True, slots=True)
class Products:
    """Of each face that is not ruled out, the product of its factors over shoes, by number of copies."""

    by_face: Mapping[int, tuple[int, ...]]
    corrections: tuple[int, ...]

    def times(self, factors: ShoeFactors, counts: Sequence[int]) -> "Products":
        """The same with one shoe more."""
        by_face = {}
        for face, products in self.by_face.items():
            if of_shoe := factors.by_count[counts[face]]:
                by_face[face] = tuple([p * factor // UNIT for p, factor in zip(products, of_shoe, strict=False)])
        corrections = [a * b // UNIT for a, b in zip(self.corrections, factors.corrections, strict=True)]
        return Products(by_face, tuple(corrections))

    def evidence(self) -> int:
        """The mean over all choices of faces and numbers."""
        return sum(self._of_one_face()) + sum(self._of_different_faces())

    def can_reach(self, least: int, factors: ShoeFactors, counts: Sequence[int]) -> bool:
        """Whether the evidence can be so much with one shoe more: by Maclaurin's inequality the mean over choices of
        faces is at most a power of the mean over faces.
        """
        by_count = factors.by_count
        pairs = [(products, factor) for face, products in self.by_face.items() if (factor := by_count[counts[face]])]
        mean = sum([products[0] * factor[0] for products, factor in pairs]) // (UNIT * FACE_COUNT) + 1
        of_one_face = sum([sum(map(mul, products[1:], factor[1:])) for products, factor in pairs if len(factor) > 1])
        most = of_one_face * SAME_SHARE.numerator // (SAME_SHARE.denominator * FACE_COUNT * UNIT)
        power = UNIT
        for share, earlier, correction in zip(_WEIGHTS, self.corrections, factors.corrections, strict=True):
            power = power * mean // UNIT + 1
            most += (power * earlier // UNIT) * correction // UNIT * share // _WEIGHT + 1
        return most >= least

    def likeliest_faces(self) -> tuple[str, ...]:
        """The faces of the choice that speaks loudest."""
        alike, different = self.parts()
        if max(alike) > max(different, default=0):
            copies = alike.index(max(alike)) + 2
            of_number = {face: p[copies - 1] for face, p in self.by_face.items() if len(p) >= copies}
            return (FACES[max(of_number, key=lambda face: of_number[face])],) * copies
        ranked = sorted(self.by_face, key=lambda face: -self.by_face[face][0])
        return tuple(FACES[face] for face in ranked[: different.index(max(different)) + 1]) if different else ()

    def parts(self) -> tuple[list[int], list[int]]:
        """The evidence of two and more copies of one face, and of one card, two different ones and so on."""
        return list(self._of_one_face()), list(self._of_different_faces())

    def _of_one_face(self) -> Iterator[int]:
        """The part of each number of copies of one face, from two on."""
        for k in range(2, SAME + 1):
            total = sum([p[k - 1] for p in self.by_face.values() if len(p) >= k])
            yield total * SAME_SHARE.numerator // (SAME_SHARE.denominator * FACE_COUNT)

    def _of_different_faces(self) -> Iterator[int]:
        """The part of one card, of two of different faces, and so on."""
        alone = [p[0] for p in self.by_face.values()]
        for k, sums in enumerate(_symmetric_polynomials(alone, DIFFERENT), 1):
            weighed = sums * _WEIGHTS[k - 1] // (comb(FACE_COUNT, k) * _WEIGHT)
            yield weighed * self.corrections[k - 1] // UNIT


NO_SHOE: Final = Products(dict.fromkeys(range(FACE_COUNT), (UNIT,) * SAME), (UNIT,) * DIFFERENT)
"""The products over no shoe."""


def _symmetric_polynomials(values: Sequence[int], most: int) -> list[int]:
    """The sums of the products of one, two, and so on of these values."""
    sums = [UNIT] + [0] * min(most, len(values))
    for number, value in enumerate(values, 1):
        for k in range(min(number, len(sums) - 1), 0, -1):
            sums[k] += sums[k - 1] * value // UNIT
    return sums[1:]


def can_alone_reach(least: int, factors: ShoeFactors, counts: Sequence[int]) -> bool:
    """Whether one shoe by itself can come to so much evidence of missing cards: by its rarest face, and by the mean of the
    single factors, which is one.
    """
    return (
        sum(factors.by_count[min(counts)]) * SAME_SHARE.numerator // SAME_SHARE.denominator + factors.highest_correction
        >= least
    )


FACTORS: Final[Mapping[str, Callable[[int, int], ShoeFactors]]] = {
    "cards_missing": missing_factors,
    "cards_surplus": surplus_factors,
}
"""By suspicion, the factors of a shoe of so many decks of which so many cards were read."""


@dataclass(frozen=True, slots=True)
class SameCards:
    """Shoes of the same cards in a row, from one of them on, that are over."""

    shoes: int = 0
    missing: Products = NO_SHOE
    surplus: Products = NO_SHOE

    def with_shoe(self, decks: int, counts: Sequence[int], read: int) -> "SameCards":
        """The same with one more, of which so many cards were read, none of a face more than the decks hold."""
        missing = self.missing.times(missing_factors(decks, read), counts)
        return SameCards(self.shoes + 1, missing, self.surplus.times(surplus_factors(decks, read), counts))
