"""The list of rounds, by statements that both databases read: of a ledger in SQLite, SQLAlchemy is not loaded for it."""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from datetime import date
from typing import TYPE_CHECKING, Any, Final

from ledger.errors import UnusableLedger
from ledger.recorder.database import connect_to_file, database_error_text, engine, of_schema, schema_of, sqlite_file
from ledger.recorder.rows import EVERYTHING

if TYPE_CHECKING:
    from sqlalchemy import Connection

READ_MODEL: Final = "rounds"
"""The name under which the tracking table says how far the read models have come."""

COLUMNS: Final = (
    "round",
    "table_name",
    "day",
    "shoe",
    "game",
    "rulebook",
    "edition",
    "account",
    "standing",
    "verdict",
    "findings",
    "wagers",
    "staked_minor",
    "first_position",
    "last_position",
    "opened_at",
    "dealer",
    "drawn",
    "currency",
    "minor_digits",
    "attention",
    "status",
    "decider",
    "cases",
    "in_question_minor",
    "overpaid_minor",
    "urgency",
)
"""Of the table of rounds, in its order."""

MOST_COUNTED: Final = 10_000
"""So many entries are counted at most for a page: where nobody follows a ledger, it may be all of them."""

_BEHIND: Final = """
SELECT count(*) AS behind FROM (
SELECT 1 FROM {schema}events JOIN {schema}names ON names.id = originator_id WHERE names.name NOT IN ('desk', 'notes')
AND CASE WHEN names.name = 'engine' OR names.name LIKE 'ruling/%'
THEN position > (SELECT coalesce(max(position), 0) FROM {schema}tracking WHERE name = :read_model)
ELSE position > (SELECT coalesce(max(position), 0) FROM {schema}tracking WHERE name = 'rulings') END
AND position > (SELECT coalesce(min(position), 0) FROM {schema}tracking WHERE name IN (:read_model, 'rulings'))
ORDER BY position LIMIT :most) AS waiting
"""


def listed_rounds(url: str, table: str | None, shoe: str | None, day: date | None) -> list[dict[str, Any]]:
    """The rows of the rounds of a table, of a shoe, of a day, or of all, in the order of play."""
    asked = {"table_name": table, "shoe": shoe, "day": day.isoformat() if day else None}
    given = {column: value for column, value in asked.items() if value is not None}
    where = " AND ".join(f"{column} = :{column}" for column in given)
    order = "day, table_name, opened_at, first_position"
    statement = f"SELECT {', '.join(COLUMNS)} FROM {{schema}}rounds {where and 'WHERE ' + where} ORDER BY {order}"
    return _rows(url, statement, given)


def names_beginning(url: str, column: str, beginning: str) -> list[str]:
    """The first hundred names in a column of the rounds that begin so, in order."""
    where = f"{column} >= :first AND {column} < :last"
    statement = f"SELECT DISTINCT {column} AS name FROM {{schema}}rounds WHERE {where} ORDER BY name LIMIT 100"
    return [str(row["name"]) for row in _rows(url, statement, {"first": beginning, "last": beginning + "\x7f"})]


def entries_behind(url: str) -> int:
    """How many entries of the ledger are not ruled on yet, or not told in the read models."""
    return int(_rows(url, _BEHIND, {"read_model": READ_MODEL, "most": EVERYTHING})[0]["behind"])


def entries_behind_in(connection: "Connection", most: int = EVERYTHING) -> int:
    """The same by a connection that is at hand; of more than `most` no more are counted."""
    from sqlalchemy import text

    schema = schema_of(connection)
    statement = text(_BEHIND.format(schema=f'"{schema}".' if schema else ""))
    behind: int = connection.execute(statement, {"read_model": READ_MODEL, "most": most}).scalar_one()
    return behind


def _rows(url: str, statement: str, values: Mapping[str, str | int]) -> list[dict[str, Any]]:
    file, statement = sqlite_file(url), statement.format(schema=of_schema(url))
    if file is None:
        return _rows_on_server(url, statement, values)
    try:
        with closing(connect_to_file(file)) as connection:
            connection.row_factory = sqlite3.Row
            return [dict(row) for row in connection.execute(statement, dict(values))]
    except sqlite3.Error as error:
        raise UnusableLedger(database_error_text(url, error)) from error


def _rows_on_server(url: str, statement: str, values: Mapping[str, str | int]) -> list[dict[str, Any]]:
    from sqlalchemy import text
    from sqlalchemy.exc import DBAPIError

    server = engine(url)
    try:
        with server.connect() as connection:
            return [dict(row) for row in connection.execute(text(statement), dict(values)).mappings()]
    except DBAPIError as error:
        raise UnusableLedger(database_error_text(url, error.orig or error)) from error
    finally:
        server.dispose()
