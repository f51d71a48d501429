"""Money in integer minor units of an ISO 4217 currency; odds as exact fractions."""

import re
from fractions import Fraction
from typing import Annotated, Final

from pydantic import Field

from ledger.values.message import Message, either

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


_USUAL_DIGITS: Final = 2
_DIGITS: Final = {
    **dict.fromkeys(("BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND", "VUV"), 0),
    **dict.fromkeys(("XAF", "XOF", "XPF"), 0),
    **dict.fromkeys(("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"), 3),
    **dict.fromkeys(("CLF", "UYW"), 4),
}
"""The decimals of currencies that have not two, by ISO 4217."""


def minor_digits_of(currency: str) -> int:
    """How many digits a currency's minor unit is below its unit, by ISO 4217."""
    return _DIGITS.get(currency, _USUAL_DIGITS)


def odds_ratio(odds: str) -> Fraction:
    """Winnings per unit of stake: `19:20` is 19/20."""
    winnings, stake = odds.split(":")
    return Fraction(int(winnings), int(stake))


def format_minor(minor: int, digits: int = 2) -> str:
    """An amount for people: 195050 is `1,950.50`."""
    whole, rest = divmod(abs(minor), 10**digits)
    return f"{'-' if minor < 0 else ''}{whole:,}" + (f".{rest:0{digits}d}" if digits else "")


_DECIMALS: Final = r"[.,](?P<rest>[0-9]{1,4})"
_AMOUNT: Final = re.compile(rf"(?P<whole>[0-9]{{1,15}}|[0-9]{{1,3}}(?:[ '\u2019\u00a0][0-9]{{3}}){{1,4}})(?:{_DECIMALS})?")
_GROUPED: Final = re.compile(
    rf"(?P<whole>[0-9]{{1,3}}(?P<group>[.,])[0-9]{{3}}(?:(?P=group)[0-9]{{3}}){{0,3}})(?!(?P=group)){_DECIMALS}"
)


def parse_amount(text: str, digits: int = 2) -> int:
    """An amount as people write it, in minor units: `78.50`, `78,50` and `1,950.50` with two decimals.

    Raises ValueError, with what to do, for what is no amount, or could be two: `1,950` is a thousand in one country and
    less than two in another.
    """
    written = text.strip()
    for shape in (_AMOUNT, _GROUPED):
        found = shape.fullmatch(written)
        rest = (found["rest"] or "") if found else ""
        if found and len(rest) <= digits:
            whole = re.sub(r"[^0-9]", "", found["whole"])
            return int(whole + rest.ljust(digits, "0"))
    examples = either([format_minor(78 * 10**digits, digits), "1950"])
    raise ValueError(
        Message(
            "{text} is not an amount of money, or could be two; write it like {examples}",
            text=repr(text),
            examples=examples,
        )
    )
