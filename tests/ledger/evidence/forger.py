"""What somebody who owns the database file can do to it, from clumsy to careful. SQLite, past the product's own code."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import orjson

from ledger.evidence.checkpoint_store import Checkpoint
from ledger.evidence.keys import Signer
from ledger.evidence.note import Note
from ledger.merkle import Frontier

Row = list[Any]
POSITION, STREAM, VERSION, TOPIC, STATE, LEAF, SOURCE, IDENT = range(8)
NAMED: Final = (STREAM, TOPIC, SOURCE)


@contextmanager
def owner(path: Path) -> Iterator[sqlite3.Connection]:
    """The file in its owner's hands: no guards meanwhile, and all of them back when he is done."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        triggers = connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            connection.execute(f"DROP TRIGGER {name}")
        yield connection
        for _, sql in triggers:
            connection.execute(sql)
        connection.commit()


def rows_of(connection: sqlite3.Connection) -> list[Row]:
    """The rows with the names of their streams, topics and sources."""
    names: dict[int, str] = dict(connection.execute("SELECT * FROM names"))
    found = connection.execute("SELECT * FROM events ORDER BY position")
    return [[names[cell] if at in NAMED else cell for at, cell in enumerate(row)] for row in found]


def write(connection: sqlite3.Connection, rows: Sequence[Row]) -> None:
    """These rows instead of all; the bytes of what was refused go with their rows."""
    query = "SELECT source, delivery_id, bytes FROM refused JOIN v_events USING (position)"
    kept = {(source, ident): raw for source, ident, raw in connection.execute(query)}
    connection.execute("DELETE FROM refused")
    connection.execute("DELETE FROM events")
    numbers: dict[str, int] = {name: number for number, name in connection.execute("SELECT * FROM names ORDER BY id")}
    for name in (row[at] for row in rows for at in NAMED):
        if name not in numbers:
            numbers[name] = len(numbers) + 1
            connection.execute("INSERT INTO names VALUES (?,?)", [numbers[name], name])
    numbered = ([numbers[cell] if at in NAMED else cell for at, cell in enumerate(row)] for row in rows)
    connection.executemany("INSERT INTO events VALUES (?,?,?,?,?,?,?,?)", numbered)
    refused = [(row[POSITION], kept[row[SOURCE], row[IDENT]]) for row in rows if (row[SOURCE], row[IDENT]) in kept]
    connection.executemany("INSERT INTO refused VALUES (?,?)", refused)


def hashed(row: Row) -> Row:
    """The row with leaf and columns worked out again from its bytes."""
    document = orjson.loads(row[STATE])
    out = list(row)
    out[LEAF] = sha256(b"\x00" + row[STATE]).digest()
    out[STREAM], out[VERSION], out[TOPIC] = document["stream"], document["version"], document["topic"]
    out[SOURCE], out[IDENT] = document["source"], document["id"]
    return out


def otherwise(row: Row, **changed: object) -> Row:
    """The row with other bytes, in canonical form; nothing else is adapted."""
    fields = {**orjson.loads(row[STATE]), "time": "2026-11-20T19:31:00.000000Z", **changed}
    out = list(row)
    out[STATE] = orjson.dumps(fields, option=orjson.OPT_SORT_KEYS)
    return out


def renumbered(rows: Sequence[Row]) -> list[Row]:
    """The rows in this order as if they had always stood so: positions, versions, hashes."""
    versions: dict[str, int] = {}
    out = []
    for position, row in enumerate(rows, 1):
        document = orjson.loads(row[STATE])
        version = versions[document["stream"]] = versions.get(document["stream"], 0) + 1
        new = row
        if document["version"] != version:
            new = hashed([position, *otherwise(row, version=version, time=document.get("time"))[1:]])
        out.append([position, *new[1:]])
    return out


def reseal(connection: sqlite3.Connection, signer: Signer) -> None:
    """Tree and checkpoints as they would be over the rows as they stand, signed with the house's own key."""
    leaves = [row[LEAF] for row in rows_of(connection)]
    sizes = [size for (size,) in connection.execute("SELECT size FROM checkpoints ORDER BY number")]
    for table in ("subtrees", "frontier", "cosignatures"):
        connection.execute(f"DELETE FROM {table}")
    whole = Frontier()
    connection.executemany("INSERT INTO subtrees VALUES (?,?,?)", whole.extend(leaves))
    connection.execute("INSERT INTO frontier VALUES (1,?,?)", [whole.size, b"".join(whole.hashes)])
    connection.execute("DELETE FROM checkpoints WHERE size > ?", [len(leaves)])
    for number, size in enumerate(sizes, 1):
        if size <= len(leaves):
            part = Frontier()
            part.extend(leaves[:size])
            text = Checkpoint(signer.key.name, size, part.root()).text
            note = Note(text, (signer.sign(text),)).written.encode()
            connection.execute("UPDATE checkpoints SET note = ? WHERE number = ?", [note, number])
