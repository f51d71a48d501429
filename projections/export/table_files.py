"""A package's tables as files: CSV and Parquet, a dictionary of every column, and a Frictionless descriptor."""

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from io import TextIOWrapper
from itertools import islice
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from ledger.package.format import BETS, PERSONS, TABLES
from ledger.values.offices import is_office
from projections.export.codes import code_lists
from projections.export.columns import ColumnType, ExportedColumn, ExportedTable, Row
from projections.export.tables import EXPORTED_TABLES
from projections.export.writing import open_whole, pretty_json, write_whole
from projections.messages.catalogue import DEFAULT_LANGUAGE, words_of_language
from projections.reports.person_names import BetTokens

_GROUP_SIZE: Final = 20_000
"""Rows of a row group: as many are in memory at a time."""
_ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")
_FRICTIONLESS_TYPES: Final[Mapping[ColumnType, str]] = {
    "text": "string",
    "integer": "integer",
    "boolean": "boolean",
    "decimal": "number",
    "day": "date",
    "instant": "datetime",
    "local": "datetime",
}


class NameMask:
    """What persons and bets are called instead of by their ids: `Person-1`, `Bet-1` in the order in which they are met.

    An office stands for its holder on duty and keeps its name. `bets` are the ids that the entries have.
    """

    def __init__(self, bets: Iterable[str] = ()) -> None:
        self._masks: dict[str, str] = {}
        self._tokens = {bet: f"Bet-{number}" for number, bet in enumerate(dict.fromkeys(bets), 1)}
        self._bets = BetTokens(self._tokens, words_of_language(DEFAULT_LANGUAGE))

    def masked(self, row: Row, table: ExportedTable) -> Row:
        """A row of a table without the id of a bet or, as far as the persons were met by now, of a person."""
        changed = {column.name: self._masked(column, row[column.name]) for column in table.columns if _names(column)}
        return {**row, **changed}

    def _masked(self, column: ExportedColumn, value: str | None) -> str | None:
        if value is None:
            return None
        if column.may_name:
            return self._in_sentence(value)
        if column.of_bet:
            return self._tokens.setdefault(value, f"Bet-{len(self._tokens) + 1}")
        return value if is_office(value) else self._masks.setdefault(value, f"Person-{len(self._masks) + 1}")

    def _in_sentence(self, sentence: str) -> str:
        """A sentence with persons and bets as they are called. A bet is found in any case of letters, a person in its own:
        P3 is the person of that id, where the bet is p3.
        """
        parts, done = list[str](), 0
        for start, end, token in (*self._bets.places_in(sentence), (len(sentence), len(sentence), "")):
            name = sentence[start:end]
            if name in self._masks and name not in self._tokens:
                continue
            persons = _ID.sub(lambda found: self._masks.get(found[0], found[0]), sentence[done:start])
            parts += [persons, token]
            done = end
        return "".join(parts)

    def write(self, bag: Path) -> None:
        """Writes who is who and which bet is which, apart from the tables."""
        rows = [{"masked": mask, "person": person} for person, mask in self._masks.items()]
        _write_plain(bag / PERSONS, ("masked", "person"), rows)
        rows = [{"masked": token, "bet": bet} for bet, token in self._tokens.items()]
        _write_plain(bag / BETS, ("masked", "bet"), rows)


def _names(column: ExportedColumn) -> bool:
    return column.of_person or column.of_bet or column.may_name


def write_table(table: ExportedTable, rows: Iterable[Row], bag: Path) -> None:
    """Writes a table in both forms."""
    schema = pa.schema(
        [pa.field(c.name, c.parquet_type, c.name not in table.key, {"means": _meaning(c)}) for c in table.columns],
        {"means": table.means, "key": " ".join(table.key)},
    )
    given = iter(rows)
    with (
        open_whole(bag / f"{TABLES}/{table.name}.parquet") as parquet,
        open_whole(bag / f"{TABLES}/{table.name}.csv") as plain,
        pq.ParquetWriter(parquet, schema) as writer,
    ):
        text = TextIOWrapper(plain, encoding="utf-8", newline="", write_through=True)
        lines = csv.writer(text, lineterminator="\n")
        lines.writerow([column.name for column in table.columns])
        while group := list(islice(given, _GROUP_SIZE)):
            lines.writerows([column.plain_text(row[column.name]) for column in table.columns] for row in group)
            columns = [
                pa.array([column.parquet_value(row[column.name]) for row in group], column.parquet_type)
                for column in table.columns
            ]
            writer.write_table(pa.Table.from_arrays(columns, schema=schema))
        text.detach()


def column_dictionary() -> list[dict[str, str]]:
    """Every column of every table: its type, its unit, its codes, and what it says."""
    return [
        {
            "table": table.name,
            "column": column.name,
            "type": column.type,
            "unit": column.unit or "",
            "codes": column.codes or "",
            "key": "yes" if column.name in table.key else "",
            "means": column.means,
        }
        for table in EXPORTED_TABLES
        for column in table.columns
    ]


def write_dictionary(bag: Path) -> None:
    """Writes the dictionary as CSV, and the descriptor of the tables."""
    rows = column_dictionary()
    _write_plain(bag / f"{TABLES}/dictionary.csv", tuple(rows[0]), rows)
    write_whole(bag / f"{TABLES}/datapackage.json", pretty_json(descriptor()))


def descriptor() -> dict[str, Any]:
    """The tables as a tabular data package (Frictionless Data Package 1.0)."""
    return {
        "profile": "tabular-data-package",
        "name": "recoup-tables",
        "resources": [_resource(table) for table in EXPORTED_TABLES],
    }


def _resource(table: ExportedTable) -> dict[str, Any]:
    keys = {other.name: other.key for other in EXPORTED_TABLES}
    return {
        "profile": "tabular-data-resource",
        "name": table.name,
        "path": f"{table.name}.csv",
        "description": table.means,
        "format": "csv",
        "mediatype": "text/csv",
        "encoding": "utf-8",
        "schema": {
            "fields": [_field(column, table) for column in table.columns],
            "missingValues": [""],
            "primaryKey": list(table.key),
            "foreignKeys": [
                {
                    "fields": list(reference.columns),
                    "reference": {"resource": reference.table, "fields": list(keys[reference.table])},
                }
                for reference in table.references
            ],
        },
    }


def _field(column: ExportedColumn, table: ExportedTable) -> dict[str, Any]:
    constraints: dict[str, Any] = {"required": True} if column.name in table.key else {}
    if column.codes is not None:
        constraints["enum"] = sorted(code_lists()[column.codes])
    field: dict[str, Any] = {
        "name": column.name,
        "type": _FRICTIONLESS_TYPES[column.type],
        "description": _meaning(column),
    }
    if column.type == "boolean":
        field |= {"trueValues": ["true"], "falseValues": ["false"]}
    return field | ({"constraints": constraints} if constraints else {})


def _meaning(column: ExportedColumn) -> str:
    """What a column says, with its unit and its code list."""
    codes = f"; codes of the list {column.codes}" if column.codes else ""
    return column.means + (f" ({column.unit})" if column.unit else "") + codes


def _write_plain(path: Path, names: Sequence[str], rows: Iterable[Row]) -> None:
    with open_whole(path) as plain:
        text = TextIOWrapper(plain, encoding="utf-8", newline="", write_through=True)
        lines = csv.DictWriter(text, names, lineterminator="\n")
        lines.writeheader()
        lines.writerows(rows)
        text.detach()
