"""Instants as RFC 3339 text in UTC with six decimals, and as integer microseconds since 1970 to compare them."""

import re
from datetime import UTC, datetime, timedelta
from typing import Annotated, Final
from zoneinfo import ZoneInfo

from pydantic import Field

CLOCK_TOLERANCE_US: Final = 5 * 60 * 1_000_000
"""How far another clock may be ahead of the ledger's before what it says lies in the future."""

DEFAULT_UNCERTAINTY_US: Final = 1_000_000
"""How far a source's clock may be off where nothing was declared of it."""

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)

STORED_PATTERN: Final = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T(?!24)[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}Z"
"""Of an instant, the spelling that is stored. Midnight as 24 o'clock is another day's, which some Pythons read."""
_STORED: Final = re.compile(rf"{STORED_PATTERN}\Z")

INSTANT_PATTERN: Final = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}Z$"

Instant = Annotated[
    str,
    Field(
        pattern=INSTANT_PATTERN,
        description="an instant as it is stored: `2026-11-20T17:32:31.000000Z`",
    ),
]


_RFC3339: Final = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2})[Tt ]((?:[01][0-9]|2[0-3]):[0-5][0-9]):([0-5][0-9]|60)"
    r"(\.[0-9]+)?([Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])\Z"
)
"""`date-time` of RFC 3339, with a blank in place of the T too, as its section 5.6 allows."""
_LAST_SECOND: Final = "T23:59:59"
_LEAP_SECOND: Final = "60"


class NoLeapSecond(ValueError):
    """A second 60 where no leap second can be: not at the end of a month in UTC."""


def parse_instant(text: str) -> int:
    """Microseconds of an RFC 3339 time. Raises ValueError where the text is no time or names no zone."""
    at = datetime.fromisoformat(text)
    if at.tzinfo is None:
        raise ValueError(f"{text!r} names no time zone")
    return (at - _EPOCH) // _MICROSECOND


def in_zone(text: str, zone: ZoneInfo) -> datetime:
    """An instant by the clock of a zone; by that of UTC where the clock would show a year before 1 or after 9999."""
    at = datetime.fromisoformat(text)
    at = at if at.tzinfo else at.replace(tzinfo=UTC)
    try:
        return at.astimezone(zone)
    except OverflowError:
        return at.astimezone(UTC)


def is_instant(text: str) -> bool:
    """Whether the text is an instant as it is stored, on a day that there is."""
    try:
        return _STORED.match(text) is not None and parse_instant(text) is not None
    except ValueError:
        return False


def format_instant(microseconds: int) -> str:
    """The canonical text of an instant: `2026-11-20T17:32:31.000000Z`."""
    at = (_EPOCH + timedelta(microseconds=microseconds)).replace(tzinfo=None)
    return at.isoformat(timespec="microseconds") + "Z"


def canonical_instant(text: str) -> str:
    """The same instant in the one spelling that is stored."""
    at = datetime.fromisoformat(text)
    if _STORED.match(text):  # as nearly all are told: nothing is to be reckoned
        return text
    if at.tzinfo is UTC:
        return at.isoformat(timespec="microseconds").removesuffix("+00:00") + "Z"
    return format_instant(parse_instant(text))


def existing_instant(text: str) -> str:
    """Return an instant of the spelling that is stored. Raises ValueError where there is no such day or time."""
    datetime.fromisoformat(text)
    return text


def rfc3339_instant(text: str) -> str:
    """Return the stored spelling of an RFC 3339 time; digits beyond microseconds are cut off.

    A leap second is stored as the last microsecond before it ends: after every other time of its day, before the next
    day. Raises ValueError for any other text, NoLeapSecond for a leap second where there can be none.
    """
    if _STORED.match(text) and text[17] != "6":
        return existing_instant(text)
    found = _RFC3339.match(text)
    if found is None:
        raise ValueError(f"{text!r} is not a time of RFC 3339")
    day, minute, second, fraction, zone = found.groups()
    if second != _LEAP_SECOND:
        return canonical_instant(f"{day}T{minute}:{second}{(fraction or '')[:7]}{zone.upper()}")
    before = canonical_instant(f"{day}T{minute}:59{zone.upper()}")
    if _LAST_SECOND not in before or (datetime.fromisoformat(before) + timedelta(seconds=1)).day != 1:
        raise NoLeapSecond(f"{text!r} is not the end of a month in UTC")
    return f"{before[:10]}{_LAST_SECOND}.999999Z"
