"""How little few rounds say of a rate: between which rates what was counted is no rarity."""

from fractions import Fraction
from typing import Final

from replay.forensics.logarithms import log2_of

_STEPS: Final = 10_000
_MOST_BITS: Final = log2_of(Fraction(40))
"""Either end is missed once in forty at most, so that the interval holds in 95 of 100 cases at least."""


def rate_interval(number: int, total: int) -> tuple[Fraction, Fraction]:
    """The least and the greatest rate, in steps of a ten-thousandth, at which so many of so many are no rarity.

    By Chernoff's bound: at a rate p a share q of n trials, or one further from p, has a probability of 2^-nD at most,
    where D is the divergence of q from p. Raises ValueError where nothing was counted.
    """
    if total < 1 or not 0 <= number <= total:
        raise ValueError(f"{number} of {total} is no rate")
    share = Fraction(number, total)
    low, high = _lowest(share, total), _STEPS - _lowest(1 - share, total)
    return Fraction(low, _STEPS), Fraction(high, _STEPS)


def _lowest(share: Fraction, total: int) -> int:
    """The lowest step up to the share at which it is no rarity."""
    least, most = 0, share.numerator * _STEPS // share.denominator
    while least < most:
        step = (least + most) // 2
        if step and _bits(share, Fraction(step, _STEPS), total) <= _MOST_BITS:
            most = step
        else:
            least = step + 1
    return least


def _bits(share: Fraction, rate: Fraction, total: int) -> int:
    """How many bits of rarity a share of so many has at a rate, in parts of 2^-40."""
    missed = 1 - share
    of_hits = share * log2_of(share / rate) if share else Fraction(0)
    of_misses = missed * log2_of(missed / (1 - rate)) if missed and rate < 1 else Fraction(0)
    return int(total * (of_hits + of_misses))
