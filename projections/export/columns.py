"""What a table of a package is made of: its columns, their types, units and code lists, its key, and what it refers to."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from functools import partial
from typing import Any, Final, Literal
from zoneinfo import ZoneInfo

import pyarrow as pa

from ledger.values.times import in_zone

ColumnType = Literal["text", "integer", "boolean", "decimal", "day", "instant", "local"]
Row = Mapping[str, Any]

_MINOR: Final = "_minor"
_AT: Final = "_at"
_LOCAL: Final = "_local"
_PARQUET_TYPES: Final[Mapping[ColumnType, pa.DataType]] = {
    "text": pa.string(),
    "integer": pa.int64(),
    "boolean": pa.bool_(),
    "decimal": pa.decimal128(38, 4),
    "day": pa.date32(),
    "instant": pa.timestamp("us", tz="UTC"),
    "local": pa.timestamp("us"),
}

_FROM_TEXT: Final[Mapping[ColumnType, Callable[[str], Any]]] = {
    "decimal": Decimal,
    "day": date.fromisoformat,
    "instant": datetime.fromisoformat,
    "local": datetime.fromisoformat,
}


@dataclass(frozen=True, slots=True)
class ExportedColumn:
    """A column: what it says, in which unit, with codes of which list. `of_person`: it has a person's id, and nothing else;
    `of_bet`: a bet's.

    `may_name` is a sentence in which ids of persons and bets can be.
    """

    name: str
    means: str
    type: ColumnType = "text"
    unit: str | None = None
    codes: str | None = None
    of_person: bool = False
    of_bet: bool = False
    may_name: bool = False

    @property
    def parquet_type(self) -> pa.DataType:
        return _PARQUET_TYPES[self.type]

    def parquet_value(self, value: Any) -> Any:
        """A value as Parquet has it; rows have days, times and decimals as text."""
        read = _FROM_TEXT.get(self.type)
        return value if value is None or read is None else read(value)

    def plain_text(self, value: Any) -> str:
        """A value as CSV has it: nothing for null."""
        if value is None:
            return ""
        return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass(frozen=True, slots=True)
class TableReference:
    """Columns that name a row of another table, by its key."""

    columns: tuple[str, ...]
    table: str


@dataclass(frozen=True, slots=True)
class ExportedTable:
    """A table of a package: what it has a row for, its columns, its key, and what it refers to."""

    name: str
    means: str
    key: tuple[str, ...]
    columns: tuple[ExportedColumn, ...]
    references: tuple[TableReference, ...] = ()

    def complete(self, row: Row) -> dict[str, Any]:
        """A row with every column: amounts in units of the currency, and times in the row's `zone`, are worked out."""
        return {column.name: self._value(column, row, row.get("zone")) for column in self.columns}

    def _value(self, column: ExportedColumn, row: Row, zone: str | None) -> Any:
        if column.type == "decimal":
            minor = row.get(column.name + _MINOR)
            return None if minor is None else format(Decimal(minor).scaleb(-row["minor_digits"]), "f")
        if column.type == "local":
            instant = row.get(column.name.removesuffix(_LOCAL) + _AT)
            return None if instant is None or zone is None else local_time(instant, zone)
        value = row.get(column.name)
        return None if value == "" else value


def local_time(instant: str, zone: str) -> str:
    """An instant by the clock of a zone: `2026-01-20T21:05:00.000000`."""
    return in_zone(instant, ZoneInfo(zone)).replace(tzinfo=None).isoformat(timespec="microseconds")


text = ExportedColumn
"""A column with text, or with codes of a list."""
person = partial(ExportedColumn, of_person=True)
"""A column with a person's id."""
bet = partial(ExportedColumn, of_bet=True)
"""A column with a bet's id."""
count = partial(ExportedColumn, type="integer")
"""A column with whole numbers."""
fact = partial(ExportedColumn, type="boolean")
"""A column with true or false."""
day = partial(ExportedColumn, type="day")
"""A column with days."""


def amount(name: str, means: str) -> Iterator[ExportedColumn]:
    """Two columns with an amount, in minor units and in units of the currency."""
    yield ExportedColumn(name + _MINOR, means, "integer", "minor units of the currency")
    yield ExportedColumn(name, means, "decimal", "units of the currency")


def instant(name: str, means: str) -> Iterator[ExportedColumn]:
    """Two columns with a time: UTC, and by the table's clock."""
    yield utc(name, means)
    yield ExportedColumn(name + _LOCAL, means, "local", "the table's clock")


def utc(name: str, means: str) -> ExportedColumn:
    """A column with a time in UTC."""
    return ExportedColumn(name + _AT, means, "instant", "UTC")
