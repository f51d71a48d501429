"""The ledger's tables in SQLAlchemy Core, and every statement on them that is not an append, for both databases.

`python -m ledger.recorder.tables` writes the statements into `statements.py`, so that a ledger is read without loading
SQLAlchemy. The migrations make the tables.
"""

import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Literal

from sqlalchemy import (
    ARRAY,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ColumnElement,
    Dialect,
    ForeignKeyConstraint,
    FromClause,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    bindparam,
    exists,
    func,
    insert,
    literal_column,
    select,
    tuple_,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql.expression import Executable

from ledger import stretches
from ledger.recorder.database import SCHEMA_MARK

METADATA: Final = MetaData()
POSITION: Final = BigInteger().with_variant(Integer(), "sqlite")
_KEY: Final = Text().with_variant(Text(collation="C"), "postgresql")

EVENTS: Final = Table(
    "events",
    METADATA,
    Column("position", POSITION, primary_key=True, autoincrement=False),
    Column("originator_id", Integer, nullable=False),
    Column("originator_version", BigInteger, nullable=False),
    Column("topic", Integer, nullable=False),
    Column("state", LargeBinary, nullable=False),
    Column("leaf", LargeBinary, nullable=False),
    Column("source", Integer, nullable=False),
    Column("delivery_id", _KEY, nullable=False),
    UniqueConstraint("originator_id", "originator_version", name="events_stream_version"),
    UniqueConstraint("source", "delivery_id", name="events_delivery"),
)
"""The record. Stream (the library's originator), topic and source are numbers of `names`."""

NAMES: Final = Table(
    "names",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("name", _KEY, nullable=False),
    UniqueConstraint("name", name="names_name"),
)
"""The names of streams, topics and sources, each once, in the order in which they were first recorded."""

REFUSED: Final = Table(
    "refused",
    METADATA,
    Column("position", POSITION, primary_key=True, autoincrement=False),
    Column("bytes", LargeBinary, nullable=False),
    ForeignKeyConstraint(["position"], ["events.position"], name="refused_position"),
)
"""The bytes of deliveries that were not taken in, at the positions of the entries that say so."""

SUBTREES: Final = Table(
    "subtrees",
    METADATA,
    Column("level", Integer, primary_key=True, autoincrement=False),
    Column("number", POSITION, primary_key=True, autoincrement=False),
    Column("hash", LargeBinary, nullable=False),
)
"""Hashes of the complete subtrees of the tree over all leaves."""

FRONTIER: Final = Table(
    "frontier",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("size", POSITION, nullable=False),
    Column("hashes", LargeBinary, nullable=False),
    CheckConstraint("id = 1", name="frontier_is_one"),
)
"""The right edge of that tree, in its one row."""

TRACKING: Final = Table(
    "tracking",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("position", POSITION, nullable=False),
    Column("leaf", LargeBinary),
)
"""How far each follower has come, and the leaf there."""

STRETCHES: Final = Table(
    "stretches",
    METADATA,
    Column("stream", Integer, primary_key=True, autoincrement=False),
    Column("first_version", POSITION, primary_key=True, autoincrement=False),
    Column("last_version", POSITION, nullable=False),
    Column("round", _KEY, nullable=False),
    Column("flags", Integer, nullable=False),
    Column("bets", Text, nullable=False),
    Column("is_whole", Boolean, nullable=False),
    Column("shown", Integer, nullable=False),
    Index("stretches_round", "stream", "round"),
    Index(
        "stretches_rare",
        "stream",
        "first_version",
        postgresql_where=literal_column(f"(flags & {stretches.RARE}) != 0"),
        sqlite_where=literal_column(f"(flags & {stretches.RARE}) != 0"),
    ),
)
"""Runs of entries of a table's day about one round, and what they show (`ledger.stretches`); no evidence."""
RARE_STRETCH: Final = STRETCHES.c.flags.op("&")(literal_column(str(stretches.RARE))) != literal_column("0")
"""As the index on those that show something rare has it (migration r0012)."""

CHECKPOINTS: Final = Table(
    "checkpoints",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("size", POSITION, nullable=False),
    Column("note", LargeBinary, nullable=False),
    Column("made_at", Text, nullable=False),
    Column("reason", Text, nullable=False),
)
"""The house's checkpoints, as they were signed."""

COSIGNATURES: Final = Table(
    "cosignatures",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("checkpoint", Integer, nullable=False),
    Column("line", LargeBinary, nullable=False),
    Column("received_at", Text, nullable=False),
    ForeignKeyConstraint(["checkpoint"], ["checkpoints.number"], name="cosignatures_checkpoint"),
)
"""What witnesses signed under them."""

DatabaseName = Literal["sqlite", "postgresql"]
_DIALECTS: Final[dict[DatabaseName, Dialect]] = {
    "sqlite": sqlite.dialect(paramstyle="named"),
    "postgresql": postgresql.psycopg.dialect(),  # type: ignore[no-untyped-call]
}
_STRETCH: Final = tuple(column for column in STRETCHES.c if column.name != "stream")
_ZERO: Final[ColumnElement[int]] = literal_column("0")
_NOTIFICATION: Final = tuple(
    EVENTS.c[name] for name in ("originator_id", "originator_version", "topic", "state", "position")
)


def statements(database: DatabaseName) -> dict[str, str]:
    """Every statement by its name, with named parameters as the database's driver spells them."""
    dialect, schema = _DIALECTS[database], {None: SCHEMA_MARK} if database == "postgresql" else {}
    compiled = {"dialect": dialect, "schema_translate_map": schema, "render_schema_translate": True}
    return {name: str(statement.compile(**compiled)) for name, statement in _statements(database)}


def _statements(database: DatabaseName) -> Iterator[tuple[str, Any]]:
    after, upto = EVENTS.c.position > bindparam("after"), EVENTS.c.position <= bindparam("upto")
    events = select(*_NOTIFICATION).where(after, upto).order_by(EVENTS.c.position).limit(bindparam("limit")).offset(_ZERO)
    yield "notifications", events
    yield "notifications_of_topics", events.where(_is_among(database, EVENTS.c.topic, "topics"))
    topics = select(EVENTS.c.topic, func.count()).where(after, upto, _is_among(database, EVENTS.c.topic, "topics"))
    yield "count_topics", topics.group_by(EVENTS.c.topic)
    of_stream = EVENTS.c.originator_id == bindparam("stream")
    stream = select(*_NOTIFICATION).where(
        of_stream, EVENTS.c.originator_version > bindparam("gt"), EVENTS.c.originator_version <= bindparam("lte")
    )
    yield "stream", stream.order_by(EVENTS.c.originator_version).limit(bindparam("limit")).offset(_ZERO)
    yield "stream_backwards", stream.order_by(EVENTS.c.originator_version.desc()).limit(bindparam("limit")).offset(_ZERO)
    whole = select(*_NOTIFICATION).where(_is_among(database, EVENTS.c.originator_id, "streams"))
    yield "whole_streams", whole.order_by(EVENTS.c.originator_id, EVENTS.c.originator_version)
    yield "stream_version", select(func.coalesce(func.max(EVENTS.c.originator_version), _ZERO)).where(of_stream)
    is_stream = exists().where(EVENTS.c.originator_id == NAMES.c.id, upto)
    begins = NAMES.c.name >= bindparam("begin"), NAMES.c.name < bindparam("end")
    yield "streams", select(NAMES.c.name).where(*begins, is_stream).order_by(NAMES.c.name)
    yield "names", select(NAMES).where(NAMES.c.id > bindparam("after", type_=BigInteger)).order_by(NAMES.c.id)
    yield "walk_names", select(NAMES).order_by(NAMES.c.name)
    sources = select(EVENTS.c.source, func.count(), func.min(EVENTS.c.position), func.max(EVENTS.c.position))
    yield "sources", sources.group_by(EVENTS.c.source).order_by(EVENTS.c.source)
    last = select(func.max(EVENTS.c.position))
    yield "last_position", last
    yield from _stretch_statements(database)
    edge = (select(column).scalar_subquery() for column in (FRONTIER.c.size, FRONTIER.c.hashes))
    yield "log_end", select(last.scalar_subquery(), *edge)
    yield "known", _known(database)
    yield "rows", select(EVENTS).where(after, upto).order_by(EVENTS.c.position).limit(bindparam("limit")).offset(_ZERO)
    by_stream = EVENTS.c.originator_id, EVENTS.c.originator_version
    yield "walk_streams", _walk(by_stream)
    yield "walk_deliveries", _walk((EVENTS.c.source, EVENTS.c.delivery_id))
    yield "leaves", select(EVENTS.c.leaf).where(after, upto).order_by(EVENTS.c.position)
    refused = select(REFUSED).where(REFUSED.c.position > bindparam("after"), REFUSED.c.position <= bindparam("upto"))
    yield "refused", refused.order_by(REFUSED.c.position)
    yield "insert_refused", insert(REFUSED)
    of_level = SUBTREES.c.level == bindparam("level")
    numbers = SUBTREES.c.number >= bindparam("first"), SUBTREES.c.number < bindparam("last")
    yield "subtrees", select(SUBTREES).where(of_level, *numbers).order_by(SUBTREES.c.number)
    yield "frontier", select(FRONTIER.c.size, FRONTIER.c.hashes)
    yield "set_frontier", update(FRONTIER).values(size=bindparam("size"), hashes=bindparam("hashes"))
    of_name = TRACKING.c.name == bindparam("follower")
    yield "tracking", select(TRACKING.c.position, TRACKING.c.leaf).where(of_name)
    position = bindparam("position", type_=BigInteger)
    leaf = select(EVENTS.c.leaf).where(EVENTS.c.position == position).scalar_subquery()
    yield "insert_tracking", insert(TRACKING).values(name=bindparam("follower"), position=position, leaf=leaf)
    move = update(TRACKING).values(position=position, leaf=leaf).where(of_name, TRACKING.c.position < position)
    yield "move_tracking", move.returning(TRACKING.c.position)


def _spans(database: DatabaseName, *columns: ColumnElement[Any]) -> Executable:
    """The entries of a stream in a list of spans of its versions, which do not overlap. An outer join begins with these."""
    asked: FromClause
    first: ColumnElement[Any]
    last: ColumnElement[Any]
    if database == "sqlite":
        asked = func.json_each(bindparam("spans")).table_valued("value").alias("asked")
        first, last = (asked.c.value.op("->>")(literal_column(at)) for at in ("0", "1"))
    else:
        lists = bindparam("firsts", type_=ARRAY(BigInteger)), bindparam("lasts", type_=ARRAY(BigInteger))
        asked = func.unnest(*lists).table_valued("first", "last").render_derived("asked")
        first, last = asked.c.first, asked.c.last
    within = (EVENTS.c.originator_id == bindparam("stream")) & EVENTS.c.originator_version.between(first, last)
    return select(*columns).join_from(asked, EVENTS, within, isouter=True).order_by(EVENTS.c.originator_version)


def _stretch_statements(database: DatabaseName) -> Iterator[tuple[str, Any]]:
    """How a part of a stream is found and read."""
    version = EVENTS.c.originator_version
    of_stream = EVENTS.c.originator_id == bindparam("stream"), EVENTS.c.position <= bindparam("upto")
    versions = select(version).where(*of_stream).order_by(version.desc())
    yield "version_at", versions.limit(literal_column("1")).offset(_ZERO)
    yield "spans", _spans(database, EVENTS.c.topic, version, EVENTS.c.state, EVENTS.c.position)
    yield "span_positions", _spans(database, version, EVENTS.c.position)
    flags, first = STRETCHES.c.flags, STRETCHES.c.first_version
    begun = STRETCHES.c.stream == bindparam("stream"), first <= bindparam("last", type_=BigInteger)
    of_day = select(*_STRETCH).where(begun[0])
    rows = of_day.where(begun[1])
    is_told = flags.op("&")(literal_column(str(stretches.REFUSED))) == _ZERO
    about_none = STRETCHES.c.round == literal_column("''"), STRETCHES.c.last_version > bindparam("after", type_=BigInteger)
    yield "stretches_of_none", rows.where(*about_none, is_told).order_by(first)
    yield "stretches_of", _stretches_of(database)
    at, limit = bindparam("version", type_=BigInteger), bindparam("limit", type_=BigInteger)
    yield "stretches_after", rows.where(first > at).order_by(first).limit(limit).offset(_ZERO)
    yield "stretches_before", of_day.where(first < at).order_by(first.desc()).limit(limit).offset(_ZERO)
    showing = rows.where(flags.op("&")(bindparam("flags", type_=Integer)) != _ZERO).order_by(first)
    has_bet = (func.instr if database == "sqlite" else func.strpos)(STRETCHES.c.bets, bindparam("bet", type_=Text)) > _ZERO
    with_bet = of_day.where(first < at, has_bet).order_by(first.desc())
    yield "stretches_with_bet", with_bet.limit(literal_column("1")).offset(_ZERO)
    yield "stretches_showing", showing.limit(limit).offset(_ZERO)
    yield "rare_stretches", showing.where(RARE_STRETCH).limit(limit).offset(_ZERO)


def _stretches_of(database: DatabaseName) -> Executable:
    """The stretches of a list of rounds. An outer join begins with the list."""
    asked: FromClause
    if database == "sqlite":
        asked = func.json_each(bindparam("rounds")).table_valued("value").alias("asked")
    else:
        asked = func.unnest(bindparam("rounds", type_=ARRAY(Text))).table_valued("value").render_derived("asked")
    own = (STRETCHES.c.stream == bindparam("stream")) & (STRETCHES.c.round == asked.c.value)
    return select(*_STRETCH).join_from(asked, STRETCHES, own, isouter=True).order_by(STRETCHES.c.first_version)


def _walk(key: tuple[ColumnElement[Any], ColumnElement[Any]]) -> Executable:
    """The next rows along a key of two columns: the index on it, as far as it goes."""
    behind = tuple_(*key) > tuple_(bindparam("first", type_=key[0].type), bindparam("second", type_=key[1].type))
    return select(*key, EVENTS.c.position).where(behind).order_by(*key).limit(bindparam("limit")).offset(_ZERO)


def _is_among(database: DatabaseName, column: ColumnElement[int], parameter: str) -> ColumnElement[bool]:
    """Whether a column is one of the numbers that a parameter lists: as JSON in SQLite, as an array in PostgreSQL."""
    if database == "sqlite":
        return column.in_(select(func.json_each(bindparam(parameter)).table_valued("value").c.value))
    return column == func.any(bindparam(parameter, type_=ARRAY(Integer)))


def _known(database: DatabaseName) -> Executable:
    """Which deliveries of a list of (source by its number, id) are on record, with their bytes and those of refusals."""
    asked: FromClause
    source: ColumnElement[Any]
    delivery_id: ColumnElement[Any]
    if database == "sqlite":
        asked = func.json_each(bindparam("keys")).table_valued("value").alias("asked")
        source, delivery_id = (asked.c.value.op("->>")(literal_column(at)) for at in ("0", "1"))
    else:
        lists = bindparam("sources", type_=ARRAY(Integer)), bindparam("ids", type_=ARRAY(Text))
        asked = func.unnest(*lists).table_valued("source", "id").render_derived("asked")
        source, delivery_id = asked.c.source, asked.c.id
    columns = EVENTS.c.source, EVENTS.c.delivery_id, EVENTS.c.position, EVENTS.c.state, REFUSED.c.bytes
    found = select(*columns).join_from(EVENTS, asked, (EVENTS.c.source == source) & (EVENTS.c.delivery_id == delivery_id))
    return found.outerjoin(REFUSED, REFUSED.c.position == EVENTS.c.position)


def module_text() -> str:
    """The text of `statements.py`."""
    parts = ['"""Made by `python -m ledger.recorder.tables`: its statements, as each database reads them."""\n']
    parts.append("from collections.abc import Mapping\nfrom typing import Final\n")
    for database in _DIALECTS:
        texts = ((name, textwrap.fill(" ".join(text.split()), 110)) for name, text in statements(database).items())
        lines = "".join(f'    "{name}": """\n{text}\n""",\n' for name, text in texts)
        parts.append(f"{database.upper()}: Final[Mapping[str, str]] = {{\n{lines}}}\n")
    return "\n".join(parts)


if __name__ == "__main__":
    Path(__file__).with_name("statements.py").write_text(module_text(), encoding="utf-8")
