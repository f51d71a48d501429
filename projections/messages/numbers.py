"""Dates, times, amounts and lists as a language writes them."""

import re
from collections.abc import Sequence
from datetime import date, datetime
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo

from ledger.values.times import in_zone

_LOCALES: Final = {"en": "en_GB"}
"""What Babel knows a language by, where that is not its own code: English dates begin with the day."""

_AMOUNT: Final = re.compile(r"(-?)([0-9]{1,3}(?:,[0-9]{3})*)(?:\.([0-9]+))? ?([A-Z]{3}|%)")
"""An amount or a share as judging writes it into a finding."""


def _locale(language: str) -> str:
    return _LOCALES.get(language, language)


@cache
def _separators(language: str) -> tuple[str, str]:
    """What stands between thousands, and before the minor units."""
    if language == "en":
        return ",", "."
    from babel import Locale  # noqa: PLC0415 - amounts in English need no library, and commands start without it

    symbols = Locale.parse(_locale(language)).number_symbols["latn"]
    return symbols["group"], symbols["decimal"]


def written_amount(language: str, minor: int, digits: int, currency: str = "") -> str:
    """An amount in minor units: `1,946.25 GBP`, `1.946,25 GBP`; without a currency the number alone."""
    group, point = _separators(language)
    whole, rest = divmod(abs(minor), 10**digits)
    number = f"{'-' if minor < 0 else ''}{whole:,}".replace(",", group) + (f"{point}{rest:0{digits}d}" if digits else "")
    return f"{number} {currency}".rstrip()


def rewritten_amount(language: str, text: str) -> str:
    """What judging wrote as an amount or a share, as a language writes it; anything else as it is."""
    if language == "en" or (amount := _AMOUNT.fullmatch(text)) is None:
        return text
    group, point = _separators(language)
    sign, whole, rest, unit = amount.groups()
    return f"{sign}{whole.replace(',', group)}{point + rest if rest else ''} {unit}"


def written_day(language: str, day: str) -> str:
    """A day, as `2026-01-17` or as an instant that begins with it: `17 January 2026`."""
    from babel.dates import format_date  # noqa: PLC0415 - what tells no dates starts without it

    return str(format_date(date.fromisoformat(day[:10]), format="long", locale=_locale(language)))


def written_clock(instant: str, zone: str, *, seconds: bool = True) -> str:
    """The time of day of an instant in a time zone: `22:05:12`."""
    return _local(instant, zone).strftime("%H:%M:%S" if seconds else "%H:%M")


def local_day(instant: str, zone: str) -> str:
    """The day of an instant in a time zone: `2026-01-17`."""
    return _local(instant, zone).date().isoformat()


def written_instant(language: str, instant: str, zone: str) -> str:
    """An instant as a list has it, with the short name of its zone: `17 Jan 2026, 22:05:12 CET`."""
    from babel.dates import format_datetime  # noqa: PLC0415 - what tells no dates starts without it

    local = _local(instant, zone)
    return f"{format_datetime(local, 'medium', locale=_locale(language))} {local.tzname()}"


def written_zone(language: str, zone: str, instant: str) -> str:
    """What the time of a zone is called at an instant: `Central European Summer Time`, `UTC`."""
    if zone == "UTC":
        return zone
    from babel.dates import get_timezone_name  # noqa: PLC0415 - what tells no dates starts without it

    return str(get_timezone_name(_local(instant, zone), width="long", locale=_locale(language)))


def written_list(language: str, items: Sequence[str], kind: str = "standard") -> str:
    """Several things in a row: `P1, P2 and P3`; with `or` as the kind, `P1, P2 or P3`."""
    if len(items) < 2:
        return "".join(items)
    from babel.lists import format_list  # noqa: PLC0415 - what tells no lists starts without it

    return str(format_list(list(items), style=kind, locale=_locale(language)))  # type: ignore[arg-type]


def _local(instant: str, zone: str) -> datetime:
    return in_zone(instant, ZoneInfo(zone))
