"""Connections to PostgreSQL in which every name means what it means in PostgreSQL itself."""

from typing import Any, Final, Self

import psycopg
from psycopg.rows import tuple_row

SETTINGS: Final = {
    "search_path": "pg_catalog, pg_temp",
    "row_security": "off",
    "client_encoding": "'UTF8'",
    "standard_conforming_strings": "on",
    "transform_null_equals": "off",
    "array_nulls": "on",
    "default_transaction_isolation": "'read committed'",
    "TimeZone": "'UTC'",
    "DateStyle": "'ISO, YMD'",
    "IntervalStyle": "'postgres'",
    "extra_float_digits": "1",
    "bytea_output": "'hex'",
}
"""What each connection sets, whatever the server, the database or the login sets.

No schema that anybody may add to is on the path: operators, functions and types are those of `pg_catalog`, and the program
writes its own tables with their schema. With `row_security` off a policy that hides rows is an error.
"""

_PIN: Final = "".join(f"SET {name} = {value}; " for name, value in SETTINGS.items()) + "SHOW session_replication_role"
_ORIGIN: Final = "SET session_replication_role = origin"


class PinnedConnection(psycopg.Connection[Any]):
    """A connection under `SETTINGS`, in which the guards of the tables act."""

    @classmethod
    def connect(cls, conninfo: str = "", *, autocommit: bool = False, **kwargs: Any) -> Self:
        """Connect as psycopg does. Raises its errors, also where the session plays a replica and cannot stop."""
        connection = super().connect(conninfo, autocommit=True, **kwargs)
        try:
            _pin(connection)
            connection.autocommit = autocommit
        except BaseException:
            connection.close()
            raise
        return connection


def _pin(connection: psycopg.Connection[Any]) -> None:
    with connection.cursor(row_factory=tuple_row) as cursor:
        cursor.execute(_PIN.encode())
        while cursor.nextset():
            pass
        if cursor.fetchone() != ("origin",):
            cursor.execute(_ORIGIN.encode())
