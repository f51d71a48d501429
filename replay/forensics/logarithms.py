"""Logarithms to the base 2 and powers of two in whole numbers: parts of 2^-40, rounded down."""

from fractions import Fraction
from functools import cache
from math import isqrt
from typing import Final

from replay.forensics.evidence import UNIT

_UNIT_BITS: Final = 40
_WORKING_BITS: Final = 96
_STEP_BITS: Final = 10


@cache
def log2_of(value: Fraction) -> int:
    """The logarithm to the base 2 in parts of 2^-40, rounded down by less than 2^-30."""
    whole = value.numerator.bit_length() - value.denominator.bit_length()
    scaled = (value.numerator << _WORKING_BITS + max(-whole, 0)) // (value.denominator << max(whole, 0))
    while scaled < 1 << _WORKING_BITS:
        scaled, whole = scaled << 1, whole - 1
    found = whole
    for _ in range(_UNIT_BITS):
        scaled = scaled * scaled >> _WORKING_BITS
        found <<= 1
        if scaled >> _WORKING_BITS + 1:
            scaled, found = scaled >> 1, found + 1
    return found


@cache
def _fractional_powers() -> tuple[int, ...]:
    """Two to the power of each 1024th, rounded down, with `UNIT` for one."""
    root = 2 << 2 * _WORKING_BITS
    for _ in range(_STEP_BITS - 1):
        root = isqrt(root) << _WORKING_BITS
    root, power, found = isqrt(root), 1 << _WORKING_BITS, []
    for _ in range(1 << _STEP_BITS):
        found.append(power * UNIT >> _WORKING_BITS)
        power = power * root >> _WORKING_BITS
    return tuple(found)


def power_of_two(exponent: int) -> int:
    """Two to this power, given in parts of 2^-40; no more, and less by a thousandth at most."""
    whole, part = exponent >> _UNIT_BITS, exponent >> _UNIT_BITS - _STEP_BITS & (1 << _STEP_BITS) - 1
    mantissa = _fractional_powers()[part]
    return mantissa << whole if whole >= 0 else mantissa >> -whole
