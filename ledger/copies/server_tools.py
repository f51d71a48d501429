"""PostgreSQL's own programs for copies, and databases for a while on a server."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from typing import Any, Final

import psycopg
from psycopg.conninfo import make_conninfo
from psycopg.sql import SQL, Identifier

from ledger.errors import UnusableBackup, UnusableLedger
from ledger.recorder.database import (
    connect_arguments,
    database_error_text,
    in_schema,
    ledger_schema,
    parse_url,
    url_without_password,
)
from ledger.recorder.pinned import PinnedConnection
from ledger.recorder.statements import POSTGRESQL

ROLES: Final = ("recoup_application", "recoup_reader")
"""Roles of the whole server, to which a ledger's tables give rights: no dump of a database makes them."""

FrontierRow = tuple[int, bytes]
"""The size of a log, and the hashes of its edge."""

_MOST_WORDS: Final = 300


@contextmanager
def connected(url: str, *, autocommit: bool = False) -> Iterator[psycopg.Connection[Any]]:
    """A connection to a database on a server. Raises UnusableLedger where it refuses."""
    try:
        with PinnedConnection.connect(**connect_arguments(url), autocommit=autocommit) as connection:
            yield connection
    except psycopg.Error as error:
        raise UnusableLedger(database_error_text(url, error)) from error


def run_tool(name: str, url: str, *arguments: str) -> None:
    """Runs one of PostgreSQL's programs on a database; its password is seen by no other process.

    Raises UnusableBackup where the program is not here, or fails.
    """
    program = shutil.which(name)
    if program is None:
        raise UnusableBackup(f"{name} is not installed here; install the client programs of PostgreSQL, then try again")
    connection = connect_arguments(url)
    password = connection.pop("password", None)
    environment = dict(os.environ) if password is None else {**os.environ, "PGPASSWORD": str(password)}
    command = [program, "--no-password", "--dbname", make_conninfo(**connection), *arguments]
    ended = subprocess.run(command, env=environment, capture_output=True, check=False)
    if ended.returncode:
        words = " ".join(ended.stderr.decode("utf-8", "replace").split())[:_MOST_WORDS]
        raise UnusableBackup(f"{name} failed: {words}")


def dump(url: str, file: Path) -> FrontierRow:
    """PostgreSQL's own dump of one state of a ledger, and the log's edge there: whoever records goes on."""
    with connected(url) as connection:
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        edge = _frontier(connection, url)
        snapshot = connection.execute("SELECT pg_export_snapshot()").fetchone()
        run_tool("pg_dump", url, "--format=custom", f"--snapshot={(snapshot or ('',))[0]}", "--file", str(file))
        return edge


def restore_dump(file: Path, url: str) -> FrontierRow:
    """Restores a dump into a database that is empty; returns the log's edge. Raises UnusableBackup, UnusableLedger."""
    with connected(url) as connection:
        if connection.execute("SELECT FROM pg_tables WHERE schemaname = %s", [ledger_schema(url)]).fetchone() is not None:
            place = url_without_password(url)
            raise UnusableBackup(f"{place} is not empty; create a database for the ledger, and name that")
        for role in ROLES:
            if connection.execute("SELECT FROM pg_roles WHERE rolname = %s", [role]).fetchone() is None:
                connection.execute(SQL("CREATE ROLE {} NOLOGIN").format(Identifier(role)))
    run_tool("pg_restore", url, "--single-transaction", "--exit-on-error", "--no-owner", str(file))
    with connected(url) as connection:
        return _frontier(connection, url)


def _frontier(connection: psycopg.Connection[Any], url: str) -> FrontierRow:
    row = connection.execute(in_schema(POSTGRESQL["frontier"], ledger_schema(url)).encode()).fetchone()
    return (0, b"") if row is None else (row[0], row[1])


@contextmanager
def scratch_database(server: str) -> Iterator[str]:
    """A database that is dropped at the end, on the server of this address, whose login may create one; its URL."""
    name = f"recoup_rehearsal_{token_hex(4)}"
    with connected(server, autocommit=True) as connection:
        connection.execute(SQL("CREATE DATABASE {} TEMPLATE template0").format(Identifier(name)))
    try:
        yield parse_url(server).set(database=name).render_as_string(hide_password=False)
    finally:
        with connected(server, autocommit=True) as connection:
            connection.execute(SQL("DROP DATABASE {} WITH (FORCE)").format(Identifier(name)))
