"""Streams, topics and sources by numbers, their names once; no digest of a delivery, which its stored bytes give.

What is on record keeps its bytes, its leaves and its positions. The table is written anew: meanwhile there must be room
for it twice.
"""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "r0009"
down_revision = "r0008"

NAMED = ("originator_id", "topic", "source")
KEYS = {"events_stream_version": ["originator_id", "originator_version"], "events_delivery": ["source", "delivery_id"]}
COLUMNS = "position, originator_id, originator_version, topic, state, leaf, source, delivery_id"


def upgrade() -> None:
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    key = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    op.create_table(
        "names",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("name", key, nullable=False),
        sa.UniqueConstraint("name", name="names_name"),
    )
    named = " UNION ".join(f"SELECT {column} AS name FROM events" for column in NAMED)
    op.execute(f"INSERT INTO names SELECT row_number() OVER (ORDER BY name), name FROM ({named}) AS named")
    op.execute("DROP VIEW v_events")
    if is_sqlite:  # nothing may refer to a table that goes
        op.execute("CREATE TABLE kept AS SELECT position, bytes FROM refused")
        op.drop_table("refused")
    else:
        op.execute("ALTER TABLE refused DROP CONSTRAINT refused_position")
    _write_anew(key, () if not is_sqlite else [sa.UniqueConstraint(*KEYS[name], name=name) for name in KEYS])
    if is_sqlite:
        op.create_table(
            "refused",
            sa.Column("position", sa.Integer, primary_key=True, autoincrement=False),
            sa.Column("bytes", sa.LargeBinary, nullable=False),
            sa.ForeignKeyConstraint(["position"], ["events.position"], name="refused_position"),
        )
        op.execute("INSERT INTO refused SELECT position, bytes FROM kept")
        op.drop_table("kept")
        _guard_sqlite()
    else:
        op.execute("ALTER TABLE events RENAME CONSTRAINT lean_pkey TO events_pkey")
        for name, columns in KEYS.items():
            op.create_unique_constraint(name, "events", columns)
        op.create_foreign_key("refused_position", "refused", "events", ["position"], ["position"])
        _guard_postgresql()
    op.execute(f"CREATE VIEW v_events AS {_events_view(is_sqlite=is_sqlite)}")
    if not is_sqlite:
        _grant()


def _write_anew(key: sa.types.TypeEngine[Any], unique: Sequence[sa.UniqueConstraint]) -> None:
    op.create_table(
        "lean",
        sa.Column("position", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), primary_key=True, autoincrement=False),
        sa.Column("originator_id", sa.Integer, nullable=False),
        sa.Column("originator_version", sa.BigInteger, nullable=False),
        sa.Column("topic", sa.Integer, nullable=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
        sa.Column("leaf", sa.LargeBinary, nullable=False),
        sa.Column("source", sa.Integer, nullable=False),
        sa.Column("delivery_id", key, nullable=False),
        *unique,
    )
    joins = " ".join(f"JOIN names AS of_{column} ON of_{column}.name = events.{column}" for column in NAMED)
    numbers = ", ".join(f"of_{name}.id" if name in NAMED else f"events.{name}" for name in COLUMNS.split(", "))
    op.execute(f"INSERT INTO lean ({COLUMNS}) SELECT {numbers} FROM events {joins} ORDER BY events.position")
    counted = sa.text("SELECT (SELECT count(*) FROM lean) = (SELECT count(*) FROM events)")
    if not op.get_bind().scalar(counted):
        raise RuntimeError("rows of the ledger hold values that are no names; run `recoup verify` of the edition before")
    op.drop_table("events")
    op.rename_table("lean", "events")


def _guard_sqlite() -> None:
    """As they were over the names, and the same over these: REPLACE passes by UPDATE and DELETE triggers."""
    for table in ("events", "refused", "names"):
        for act in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER {table}_no_{act.lower()} BEFORE {act} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{act} refused: the ledger is append-only'); END"
            )
    op.execute(
        "CREATE TRIGGER names_append BEFORE INSERT ON names BEGIN "
        "SELECT RAISE(ABORT, 'name refused: names are counted without a gap') "
        "WHERE NEW.id IS NOT (SELECT coalesce(max(id), 0) + 1 FROM names); "
        "SELECT RAISE(ABORT, 'name refused: it has a number') "
        "WHERE EXISTS (SELECT 1 FROM names WHERE name = NEW.name); END"
    )
    op.execute(
        "CREATE TRIGGER events_append BEFORE INSERT ON events WHEN "
        "NEW.position IS NOT (SELECT coalesce(max(position), 0) + 1 FROM events) "
        "OR NEW.originator_version IS NOT (SELECT coalesce(max(originator_version), 0) + 1 FROM events "
        "WHERE originator_id = NEW.originator_id) OR EXISTS (SELECT 1 FROM events "
        "WHERE source = NEW.source AND delivery_id = NEW.delivery_id) BEGIN "
        "SELECT RAISE(ABORT, 'position refused: positions are dense and never reused') "
        "WHERE NEW.position IS NOT (SELECT coalesce(max(position), 0) + 1 FROM events); "
        "SELECT RAISE(ABORT, 'version refused: versions are dense in their stream') "
        "WHERE NEW.originator_version IS NOT (SELECT coalesce(max(originator_version), 0) + 1 FROM events "
        "WHERE originator_id = NEW.originator_id); "
        "SELECT RAISE(ABORT, 'delivery refused: it is on record'); END"
    )
    op.execute(
        "CREATE TRIGGER refused_append BEFORE INSERT ON refused BEGIN "
        "SELECT RAISE(ABORT, 'position refused: no event is there') "
        "WHERE NOT EXISTS (SELECT 1 FROM events WHERE position = NEW.position); "
        "SELECT RAISE(ABORT, 'bytes refused: they are on record') "
        "WHERE EXISTS (SELECT 1 FROM refused WHERE position = NEW.position); END"
    )


def _guard_postgresql() -> None:
    """The function over what is appended is as it was: it compares numbers where it compared names."""
    op.execute(
        "CREATE TRIGGER events_append AFTER INSERT ON events REFERENCING NEW TABLE AS appended "
        "FOR EACH STATEMENT EXECUTE FUNCTION recoup_append()"
    )
    op.execute("ALTER TABLE events ENABLE ALWAYS TRIGGER events_append")
    for table in ("events", "names"):
        op.execute(
            f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE ON {table} "
            "FOR EACH ROW EXECUTE FUNCTION recoup_append_only()"
        )
        op.execute(
            f"CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION recoup_append_only()"
        )
        op.execute(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_append_only")
        op.execute(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_no_truncate")


def _events_view(*, is_sqlite: bool) -> str:
    columns = (
        "position, streams.name AS stream, originator_version AS version, topics.name AS topic, sources.name AS source, "
        "delivery_id"
    )
    joined = (
        "events LEFT JOIN names AS streams ON streams.id = events.originator_id "
        "LEFT JOIN names AS topics ON topics.id = events.topic LEFT JOIN names AS sources ON sources.id = events.source"
    )
    state = "CAST(state AS TEXT)" if is_sqlite else "convert_from(state, 'UTF8')::jsonb"
    root = "$." if is_sqlite else ""
    fields = ", ".join(f"{state} ->> '{root}{name}' AS {name}" for name in ("subject", "time", "recorded_at"))
    return f"SELECT {columns}, {fields}, {state} -> '{root}data' AS data FROM {joined}"


def _grant() -> None:
    for table in ("events", "names"):
        op.execute(f"GRANT SELECT, INSERT ON {table} TO recoup_application")
    for name in ("events", "names", "v_events"):
        op.execute(f"GRANT SELECT ON {name} TO recoup_reader")
    op.execute("GRANT SELECT ON v_events TO recoup_application")
