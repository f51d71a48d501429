"""How little could have been found: in how many of ten tables missing cards would have shown by now."""

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Final

from replay.forensics.composition import SameCards, missing_factors
from replay.forensics.evidence import SHARES, UNIT

_RUNS: Final = 40
"""So many tables are simulated, always the same ones: the answer is good to about one in ten."""
_FACES: Final = 52


@lru_cache(256)
def tables_in_ten(decks: int, read: Sequence[int], missing: int, least_one_in: int) -> int:
    """In how many of ten tables so many missing cards of different faces would have shown by now.

    `read` is how many cards were read of each shoe of the same cards in a row, the last one being in play.
    """
    chance = Random(_RUNS)  # noqa: S311 - a simulation
    least = least_one_in * UNIT * SHARES["cards_missing"].denominator // SHARES["cards_missing"].numerator
    found = sum(_shows(chance, decks, read, missing, least) for _ in range(_RUNS))
    return (10 * found + _RUNS // 2) // _RUNS


def _shows(chance: Random, decks: int, read: Sequence[int], missing: int, least: int) -> bool:
    cards = list(range(_FACES)) * decks
    for face in chance.sample(range(_FACES), missing):
        cards.remove(face)
    row, all_of_them = SameCards(), [cards.count(face) for face in range(_FACES)]
    for number in read:
        counts = all_of_them.copy()
        for face in chance.sample(cards, max(0, len(cards) - number)):
            counts[face] -= 1
        seen = sum(counts)
        if row.missing.times(missing_factors(decks, seen), counts).evidence() >= least:
            return True
        row = row.with_shoe(decks, counts, seen)
    return False
