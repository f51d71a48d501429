"""Names of tables, days, rounds, shoes, wagers, sources; `TABLE/DAY` and `TABLE/DAY/ROUND`."""

import re
from typing import Annotated, Final

from pydantic import Field

_NAME: Final = r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}"
_DAY: Final = r"[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])"

Name = Annotated[str, Field(pattern=rf"^{_NAME}$", max_length=64, description="letters, digits, `_`, `.`, `-`")]
Source = Annotated[
    str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.:/-]{0,127}$", description="a device or an account at the table")
]
_ID: Final = r"[!$-:<-~]{1,128}"
DeliveryId = Annotated[
    str, Field(pattern=rf"^{_ID}$", description='printable, without blank, `"`, `#`, `;`; unique within its source')
]
Subject = Annotated[str, Field(pattern=rf"^{_NAME}/{_DAY}(?:/{_NAME})?$", description="`TABLE/DAY` or `TABLE/DAY/ROUND`")]
Word = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_]{0,31}$", description="a lower-case word")]

SUBJECT: Final = re.compile(rf"({_NAME})/({_DAY})(?:/({_NAME}))?\Z")
SOURCE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:/-]{0,127}\Z")
DELIVERY_ID: Final = re.compile(rf"{_ID}\Z")
REF: Final = re.compile(rf"[A-Za-z0-9][A-Za-z0-9_.:/-]{{0,127}}#{_ID}\Z")
"""A delivery as another source names it: `source#id`."""


def table_day(subject: str) -> str:
    """`BAC-1/2026-11-20/17` belongs to the day `BAC-1/2026-11-20`."""
    table, day = subject.split("/")[:2]
    return f"{table}/{day}"


def round_of(subject: str) -> str | None:
    """The whole subject if it names a round, else None."""
    return subject if subject.count("/") == 2 else None


def play_stream(subject: str) -> str:
    """The stream in which everything of a table's gaming day is recorded."""
    return f"table/{table_day(subject)}"
