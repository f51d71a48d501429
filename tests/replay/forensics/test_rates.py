"""Few rounds say little: an interval that is wide where they are few, and holds where it says that it does."""

from fractions import Fraction
from math import comb

import pytest

from replay.forensics.rates import rate_interval


@pytest.mark.parametrize(("number", "total"), [(0, 10), (1, 3), (3, 100), (10, 400), (5, 5), (0, 1), (100, 200)])
def test_what_was_counted_is_a_rarity_outside_the_interval(number: int, total: int) -> None:
    """Beyond either end so many, or more to that side, come once in forty at most: worked out with all binomial terms."""
    low, high = rate_interval(number, total)
    assert low <= Fraction(number, total) <= high
    beyond_low, beyond_high = low - Fraction(1, 10_000), high + Fraction(1, 10_000)
    if beyond_low > 0:
        assert sum(chance(n, total, beyond_low) for n in range(number, total + 1)) <= Fraction(1, 40)
    if beyond_high < 1:
        assert sum(chance(n, total, beyond_high) for n in range(number + 1)) <= Fraction(1, 40)


def chance(number: int, total: int, rate: Fraction) -> Fraction:
    return comb(total, number) * rate**number * (1 - rate) ** (total - number)


def test_few_rounds_say_little_and_many_more() -> None:
    widths = [high - low for low, high in (rate_interval(n, 100 * n) for n in (1, 10, 100))]
    assert widths[0] > 2 * widths[1] > 4 * widths[2]
    assert rate_interval(0, 20)[0] == 0
    assert rate_interval(0, 20)[1] > Fraction(15, 100)


def test_nothing_counted_has_no_rate() -> None:
    with pytest.raises(ValueError, match="1 of 0 is no rate"):
        rate_interval(1, 0)
