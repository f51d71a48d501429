"""Wheels that favour a sector, dealers whose ball lands at a distance, bets that follow what nobody could know."""

from fractions import Fraction
from math import cos, log2, pi
from random import Random
from statistics import median_low

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replay.forensics.foreknowledge import ForeknowledgeBets
from replay.forensics.logarithms import log2_of
from replay.forensics.wheels import ArcBets

NEVER = 10**9
MILLION = 10**6


@given(st.fractions(min_value=Fraction(1, 1000), max_value=1000).filter(lambda value: value > 0))
def test_a_logarithm_is_rounded_down_by_less_than_is_said(value: Fraction) -> None:
    exact = log2(value.numerator) - log2(value.denominator)
    assert exact - 2**-29 <= log2_of(value) / 2**40 <= exact + 2**-40


def spins_until_found(weights: list[float], most: int, chance: Random) -> int:
    bets = ArcBets(37)
    for spin in range(0, most, 37):
        for place in chance.choices(range(37), weights, k=37):
            bets.add(place)
        if bets.one_in >= MILLION:
            return spin + 37
    return NEVER


@pytest.mark.parametrize(
    ("weights", "most"),
    [
        pytest.param([1.5 if place == 5 else 1 for place in range(37)], 15_000, id="one pocket half as often again"),
        pytest.param([1.4 if place < 5 else 1 for place in range(37)], 5_000, id="five pockets two fifths more"),
        pytest.param([1 + 0.3 * cos(2 * pi * place / 37) for place in range(37)], 4_000, id="a tilt"),
    ],
)
def test_a_wheel_that_favours_some_pockets_is_found(weights: list[float], most: int) -> None:
    chance = Random(str(weights))
    assert median_low(spins_until_found(weights, most, chance) for _ in range(5)) < NEVER


def test_the_sector_is_named() -> None:
    bets, chance = ArcBets(37), Random(1)
    for place in chance.choices(range(37), [2 if 10 <= place < 15 else 1 for place in range(37)], k=2960):
        bets.add(place)
    assert bets.highest_at is not None
    assert abs(bets.highest_at.first - 10) <= 1
    assert abs(bets.highest_at.width - 5) <= 2


@pytest.mark.slow
def test_fair_wheels_come_under_suspicion_no_more_often_than_is_said() -> None:
    chance = Random(7)
    highest = []
    for _ in range(60):
        bets = ArcBets(37)
        for place in chance.choices(range(37), k=1110):
            bets.add(place)
        highest.append(bets.one_in)
    assert sum(one_in >= 10 for one_in in highest) <= 60 / 10 + 3 * (60 / 10) ** 0.5
    assert max(highest) < 10_000


def rounds_until_known(right: float, chance: Random, most: int = 3000) -> int:
    """Rounds until it shows that somebody is right about a thing of a chance of 4 in 13 in so many of the cases."""
    bets = ForeknowledgeBets()
    for number in range(1, most):
        happened = chance.random() < 4 / 13
        predicted = happened if chance.random() < right else not happened
        bets.follow_sign(happened=happened, chance=Fraction(4, 13), predicted=predicted)
        if bets.one_in >= MILLION:
            return number
    return NEVER


@pytest.mark.parametrize(("right", "most"), [(1, 35), (0.9, 65), (0.8, 120), (0.7, 270)])
def test_whoever_knows_the_next_card_shows_it(right: float, most: int) -> None:
    chance = Random(str(right))
    assert median_low(rounds_until_known(right, chance) for _ in range(21)) <= most


def test_honest_bettors_come_under_suspicion_no_more_often_than_is_said() -> None:
    chance, highest = Random(9), []
    for _ in range(200):
        bets = ForeknowledgeBets()
        for _ in range(300):
            predicted = chance.random() < 0.5
            bets.follow_sign(happened=chance.random() < 4 / 13, chance=Fraction(4, 13), predicted=predicted)
        highest.append(bets.one_in)
    assert sum(one_in >= 10 for one_in in highest) <= 200 / 10 + 3 * (200 / 10) ** 0.5


@pytest.mark.parametrize(("covered", "most"), [(1, 6), (12, 16), (18, 40)])
def test_late_bets_that_always_win_show_it(covered: int, most: int) -> None:
    bets = ForeknowledgeBets()
    number = 0
    while bets.one_in < MILLION:
        bets.follow_win(won=True, chance=Fraction(covered, 37))
        number += 1
    assert number <= most
    assert (bets.trials, bets.hits, bets.expected) == (number, number, Fraction(number * covered, 37))
