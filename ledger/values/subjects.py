"""Names of tables, days, rounds, shoes, wagers, sources; `TABLE/DAY` and `TABLE/DAY/ROUND`."""

import re
from datetime import date
from functools import lru_cache
from typing import Annotated, Final

from pydantic import AfterValidator, Field

from ledger.values.refusals import Refusal

_NAME: Final = r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}"
_DAY: Final = r"[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])"
_DAY_SHAPE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


_CACHE_SIZE: Final = 1024
"""What is told of one round comes together: of so many names the answers are kept."""


@lru_cache(_CACHE_SIZE)
def _require_calendar_day(text: str) -> str:
    """A pattern lets the 31st of February through; a replay could not say which edition was in force on it."""
    try:
        date.fromisoformat(text.split("/")[1] if "/" in text else text)
    except ValueError as error:
        raise ValueError("names no day of the calendar") from error
    return text


Name = Annotated[str, Field(pattern=rf"^{_NAME}$", max_length=64, description="letters, digits, `_`, `.`, `-`")]
ShoeName = Annotated[Name, Field(description="a shoe by its name")]
Source = Annotated[
    str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.:/-]{0,127}$", description="a device or an account at the table")
]
_ID: Final = r"[!$-:<-~]{1,128}"
DeliveryId = Annotated[
    str, Field(pattern=rf"^{_ID}$", description='printable, without blank, `"`, `#`, `;`; unique within its source')
]
Day = Annotated[
    str, Field(pattern=rf"^{_DAY}$", description="a gaming day: `2026-11-20`"), AfterValidator(_require_calendar_day)
]
Subject = Annotated[
    str,
    Field(pattern=rf"^{_NAME}/{_DAY}(?:/{_NAME})?$", description="`TABLE/DAY` or `TABLE/DAY/ROUND`"),
    AfterValidator(_require_calendar_day),
]
RoundName = Annotated[Subject, Field(description="`TABLE/DAY/ROUND`")]
TableDayName = Annotated[Subject, Field(description="`TABLE/DAY`")]
Word = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_]{0,31}$", description="a lower-case word")]
JurisdictionId = Annotated[
    str, Field(pattern=r"^[a-z0-9][a-z0-9_]{0,31}(-[a-z0-9]{1,8})?$", description="a jurisdiction: `uk`, `us-nv`")
]

NAME: Final = re.compile(rf"{_NAME}\Z")
SUBJECT: Final = re.compile(rf"({_NAME})/({_DAY})(?:/({_NAME}))?\Z")
SOURCE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:/-]{0,127}\Z")
DELIVERY_ID: Final = re.compile(rf"{_ID}\Z")
REF: Final = re.compile(rf"[A-Za-z0-9][A-Za-z0-9_.:/-]{{0,127}}#{_ID}\Z")
"""A delivery as another source names it: `source#id`."""

HOUSE: Final = "recoup"
"""The source of what the ledger itself enters."""

TRANSCRIPT: Final = "transcript/"
"""How the source of an account that somebody typed begins; any other is a device's."""


def is_subject(text: str) -> bool:
    """Whether the text names a table's day, or a round of it, on a day that there is."""
    try:
        return SUBJECT.match(text) is not None and bool(_require_calendar_day(text))
    except ValueError:
        return False


def day_error(text: str) -> str | None:
    """What is wrong with a day, or with that of a subject, which is written as one and is none; None where nothing is."""
    day = text.split("/")[1] if "/" in text else text
    if _DAY_SHAPE.fullmatch(day) is None:
        return None
    try:
        date.fromisoformat(day)
    except ValueError:
        return Refusal("not_a_day", day=day)
    return None


@lru_cache(_CACHE_SIZE)
def table_day(subject: str) -> str:
    """`BAC-1/2026-11-20/17` belongs to the day `BAC-1/2026-11-20`."""
    table, day = subject.split("/")[:2]
    return f"{table}/{day}"


def round_of(subject: str) -> str | None:
    """The whole subject if it names a round, else None."""
    return subject if subject.count("/") == 2 else None


PLAY_STREAMS: Final = "table/"
"""What the names of the streams begin with in which tables' gaming days are recorded."""


@lru_cache(_CACHE_SIZE)
def play_stream(subject: str) -> str:
    """The stream in which everything of a table's gaming day is recorded."""
    return f"{PLAY_STREAMS}{table_day(subject)}"


def ruling_stream(subject: str) -> str:
    """The stream in which the rulings on a table's day are recorded."""
    return f"ruling/{table_day(subject)}"
