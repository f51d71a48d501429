"""The evidence is what it says: exact where it can be, never more than a fair shoe allows, and the same at every look."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import comb, prod
from random import Random
from statistics import fmean, stdev
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from replay.forensics.composition import Products, SameCards, missing_factors, surplus_factors
from replay.forensics.evidence import MACHINE_SHARES, SHARES, UNIT
from replay.forensics.examination import DEFAULT_ONE_IN, ShoeExamination
from tests.replay.forensics.simulated import DECKS, Card, dealt, decks, faces_of, shuffled

KINDS: Final = tuple(SHARES)


def examined(game: str, shoes: Sequence[Sequence[Card]], one_in: int = DEFAULT_ONE_IN) -> list[ShoeExamination]:
    """The shoes of a table, each examined to its end."""
    found: list[ShoeExamination] = []
    for cards in shoes:
        found.append(ShoeExamination(DECKS[game], False, one_in, found[-1] if found else None))
        found[-1].extend(cards)
        found[-1].close()
    return found


def fair_table(game: str, chance: Random, shoes: int) -> list[list[Card]]:
    return [faces_of(dealt(game, shuffled(decks(game), chance))) for _ in range(shoes)]


# Composition


def likelihood(counts: Sequence[int], held: Sequence[int]) -> Fraction:
    """The probability of these counts out of a shoe with so many copies of each face, up to a factor of the counts."""
    cards, read = sum(held), sum(counts)
    if any(count > copies for count, copies in zip(counts, held, strict=True)):
        return Fraction(0)
    return Fraction(prod(comb(copies, count) for copies, count in zip(held, counts, strict=True)), comb(cards, read))


def slowly(shoes: Sequence[Sequence[int]], copies: int, step: int) -> Fraction:
    """The whole mixture over missing (-1) or surplus (+1) cards, written down as it is meant, for up to two cards."""
    faces = range(52)
    shares = {1: Fraction(1, 8), 2: Fraction(1, 20)}
    found = Fraction(0)
    for number in (1, 2):
        for chosen in combinations(faces, number):
            held = [copies + step * (face in chosen) for face in faces]
            found += shares[number] * _ratio(shoes, held, copies) / comb(52, number)
    for face in faces:
        held = [copies + 2 * step * (other == face) for other in faces]
        found += Fraction(1, 16) * _ratio(shoes, held, copies) / 52
    return found


def _ratio(shoes: Sequence[Sequence[int]], held: Sequence[int], copies: int) -> Fraction:
    return prod((likelihood(counts, held) / likelihood(counts, [copies] * 52) for counts in shoes), start=Fraction(1))


def quickly(shoes: Sequence[Sequence[int]], copies: int, step: int) -> Fraction:
    """The same out of the program: one and two different faces, and two copies of one."""
    row = SameCards()
    for counts in shoes:
        row = row.with_shoe(copies, counts, sum(counts))
    products: Products = row.missing if step < 0 else row.surplus
    alike, different = products.parts()
    return Fraction(sum(different[:2]) + alike[0], UNIT)


@pytest.mark.parametrize("step", [-1, 1])
def test_the_composition_is_weighed_as_it_is_defined(step: int) -> None:
    chance = Random(step)
    cards = list(range(52)) * 4
    shoes = []
    for read in (120, 190):
        out = Counter(chance.sample(cards, read))
        shoes.append([out[face] for face in range(52)])
    exact, reckoned = slowly(shoes, 4, step), quickly(shoes, 4, step)
    assert exact * (1 - Fraction(1, 10**12)) < reckoned <= exact


@given(st.integers(1, 8), st.data())
@settings(max_examples=60, deadline=None)
def test_a_quick_look_never_overlooks_what_reaches_the_level(copies: int, data: st.DataObject) -> None:
    read = data.draw(st.integers(1, 52 * copies - 1))
    chance = Random(data.draw(st.integers(0, 10**6)))
    row = SameCards()
    for _ in range(2):
        out = Counter(chance.sample(list(range(52)) * copies, read))
        counts = [out[face] for face in range(52)]
        factors_of = ((row.missing, missing_factors(copies, read)), (row.surplus, surplus_factors(copies, read)))
        for products, factors in factors_of:
            evidence = products.times(factors, counts).evidence()
            assert products.can_reach(evidence, factors, counts)
        row = row.with_shoe(copies, counts, read)


def test_all_numbers_of_cards_together_have_no_more_than_the_whole_stake() -> None:
    assert Fraction(98, 100) * UNIT < SameCards().missing.evidence() <= UNIT
    assert SameCards().surplus.evidence() <= UNIT


@pytest.mark.parametrize("shares", [SHARES, MACHINE_SHARES])
def test_all_suspicions_share_one_level(shares: dict[str, Fraction]) -> None:
    assert sum(shares.values()) == 1


# Every look


@pytest.mark.parametrize("game", DECKS)
@pytest.mark.parametrize("pieces", [2, 7, 400])
def test_a_shoe_that_is_looked_at_often_says_what_one_says_that_is_looked_at_once(game: str, pieces: int) -> None:
    table = fair_table(game, Random(pieces), 2)
    table[1][60:90] = table[0][100:130]
    whole = examined(game, table, 100)[-1]
    earlier = examined(game, table[:1], 100)[-1]
    shoe = ShoeExamination(DECKS[game], False, 100, earlier)
    for piece in range(pieces):
        shoe.extend(table[1][len(table[1]) * piece // pieces : len(table[1]) * (piece + 1) // pieces])
        shoe.evidence()
    shoe.close()
    assert shoe.suspicions == whole.suspicions
    assert shoe.evidence() == whole.evidence()
    assert "repeated_run" in shoe.suspicions


def test_a_shoe_of_another_telling_is_not_taken_for_an_earlier_one() -> None:
    """Two tellings of the day go on from the same shoe: neither finds the other's cards again."""
    chance = Random(4)
    first, *others = fair_table("baccarat", chance, 3)
    before = examined("baccarat", [first])[-1]
    for cards in (others[0], others[0], others[1], others[0]):
        shoe = ShoeExamination(8, False, DEFAULT_ONE_IN, before)
        shoe.extend(cards)
        after = ShoeExamination(8, False, DEFAULT_ONE_IN, shoe.close())
        assert shoe.suspicions == {}
        assert after.suspicions == {}


# Fair shoes


def fair_evidence(number: int, seed: int) -> tuple[dict[str, list[float]], list[int]]:
    """Over so many fair shoes of both games, three in a row: what became of the stake of each suspicion, and how rare the
    rarest suspicion is that each shoe came under, at a level of one in ten.
    """
    chance = Random(seed)
    evidence: dict[str, list[float]] = {kind: [] for kind in KINDS}
    rarest: list[int] = []
    while len(rarest) < number:
        game = chance.choice(("baccarat", "blackjack"))
        for shoe in examined(game, fair_table(game, chance, 3), 10):
            for kind, value in shoe.stakes().items():
                evidence[kind].append(value / UNIT)
            rarest.append(max((suspicion.one_in or 10**9 for suspicion in shoe.suspicions.values()), default=1))
    return evidence, rarest


def check_fair(number: int, seed: int, levels: Sequence[int]) -> None:
    evidence, rarest = fair_evidence(number, seed)
    for kind, values in evidence.items():
        assert fmean(values) - 3 * stdev(values) / len(values) ** 0.5 <= 1, kind
    for one_in in levels:
        alarms, expected = sum(rarity >= one_in for rarity in rarest), len(rarest) / one_in
        assert alarms <= expected + 3 * expected**0.5 + 1, f"{alarms} of {len(rarest)} at one in {one_in}"


def test_fair_shoes_come_under_suspicion_no_more_often_than_is_said() -> None:
    check_fair(240, 31, (10, 100))


@pytest.mark.nightly
@pytest.mark.timeout(1800)
def test_ten_thousand_fair_shoes_come_under_suspicion_no_more_often_than_is_said() -> None:
    check_fair(10_000, 310, (100, 1000))
