"""Money in integer minor units of an ISO 4217 currency; odds as exact fractions."""

from fractions import Fraction
from typing import Annotated, Final

from pydantic import Field

LARGEST: Final = 2**53 - 1
"""The largest integer that every JSON reader keeps exact (RFC 8785)."""

Minor = Annotated[int, Field(strict=True, ge=0, le=LARGEST, description="an amount in minor units")]
Count = Annotated[int, Field(strict=True, ge=0, le=LARGEST)]
BasisPoints = Annotated[int, Field(strict=True, ge=0, le=10_000, description="hundredths of a percent")]
Currency = Annotated[str, Field(pattern=r"^[A-Z]{3}$", description="ISO 4217")]
Odds = Annotated[
    str,
    Field(pattern=r"^[1-9][0-9]{0,5}:[1-9][0-9]{0,5}$", description="winnings to stake, stake not included: `9:1`"),
]


def odds_ratio(odds: str) -> Fraction:
    """Winnings per unit of stake: `19:20` is 19/20."""
    winnings, stake = odds.split(":")
    return Fraction(int(winnings), int(stake))


def format_minor(minor: int, digits: int = 2) -> str:
    """An amount for people: 195050 is `1,950.50`."""
    whole, rest = divmod(abs(minor), 10**digits)
    return f"{'-' if minor < 0 else ''}{whole:,}" + (f".{rest:0{digits}d}" if digits else "")
