"""The evidence: the tree over all events, checkpoints, cosignatures, and a role that may only read.

What is already on record is taken into the tree. The read models' tracking gets the leaf at its position, so that a
position that was typed in shows.
"""

from collections.abc import Iterator
from hashlib import sha256

import sqlalchemy as sa
from alembic import op

revision = "r0004"
down_revision = "r0003"

ADDED = ("subtrees", "checkpoints", "cosignatures")
READER_ROLE = "recoup_reader"
READ = ("events", "refused", "frontier", *ADDED, "tracking", "rounds", "shoes", "findings", "alembic_version")
READ_VIEWS = ("v_rounds", "v_shoes", "v_findings", "v_events")


def upgrade() -> None:
    position = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "subtrees",
        sa.Column("level", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("number", position, primary_key=True, autoincrement=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "frontier",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("size", position, nullable=False),
        sa.Column("hashes", sa.LargeBinary, nullable=False),
        sa.CheckConstraint("id = 1", name="frontier_is_one"),
    )
    op.create_table(
        "checkpoints",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("size", position, nullable=False),
        sa.Column("note", sa.LargeBinary, nullable=False),
        sa.Column("made_at", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
    )
    op.create_table(
        "cosignatures",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("checkpoint", sa.Integer, nullable=False),
        sa.Column("line", sa.LargeBinary, nullable=False),
        sa.Column("received_at", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["checkpoint"], ["checkpoints.number"], name="cosignatures_checkpoint"),
    )
    op.add_column("tracking", sa.Column("leaf", sa.LargeBinary))
    op.execute("UPDATE tracking SET leaf = (SELECT leaf FROM events WHERE events.position = tracking.position)")
    _plant()
    if op.get_bind().dialect.name == "sqlite":
        _guard_sqlite()
    else:
        _guard_postgresql()
        _grant()


def _leaves() -> Iterator[bytes]:
    bind, at = op.get_bind(), 0
    page = sa.text("SELECT position, leaf FROM events WHERE position > :at ORDER BY position LIMIT 4096")
    while found := bind.execute(page, {"at": at}).all():
        yield from (bytes(row[1]) for row in found)
        at = found[-1][0]


def _plant() -> None:
    """The tree over what is on record: a complete subtree of 256 ** level leaves is a row, the right edge another."""
    size, edge = 0, list[bytes]()
    for leaf in _leaves():
        node, height = leaf, 0
        while size >> height & 1:
            node, height = sha256(b"\x01" + edge.pop() + node).digest(), height + 1
            if height % 8 == 0:
                row = {"level": height // 8, "number": size >> height, "hash": node}
                op.get_bind().execute(sa.text("INSERT INTO subtrees VALUES (:level, :number, :hash)"), row)
        edge.append(node)
        size += 1
    row = {"size": size, "hashes": b"".join(edge)}
    op.get_bind().execute(sa.text("INSERT INTO frontier VALUES (1, :size, :hashes)"), row)


def _guard_sqlite() -> None:
    keys = {"subtrees": "level = NEW.level AND number = NEW.number", "frontier": "1", "cosignatures": "number = NEW.number"}
    for table in (*ADDED, "frontier"):
        for act in ("DELETE",) if table == "frontier" else ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER {table}_no_{act.lower()} BEFORE {act} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{act} refused: the ledger is append-only'); END"
            )
    for table, key in keys.items():
        op.execute(
            f"CREATE TRIGGER {table}_append BEFORE INSERT ON {table} BEGIN "
            f"SELECT RAISE(ABORT, 'row refused: it is on record') WHERE EXISTS (SELECT 1 FROM {table} WHERE {key}); END"
        )
    op.execute(
        "CREATE TRIGGER checkpoints_append BEFORE INSERT ON checkpoints BEGIN "
        "SELECT RAISE(ABORT, 'number refused: checkpoints are counted without a gap') "
        "WHERE NEW.number IS NOT (SELECT coalesce(max(number), 0) + 1 FROM checkpoints); END"
    )
    op.execute(
        "CREATE TRIGGER frontier_grows BEFORE UPDATE ON frontier BEGIN "
        "SELECT RAISE(ABORT, 'frontier refused: a log only grows') WHERE NEW.id <> 1 OR NEW.size <= OLD.size; END"
    )


def _guard_postgresql() -> None:
    for table in (*ADDED, "frontier"):
        acts = "DELETE" if table == "frontier" else "UPDATE OR DELETE"
        op.execute(
            f"CREATE TRIGGER {table}_append_only BEFORE {acts} ON {table} "
            "FOR EACH ROW EXECUTE FUNCTION recoup_append_only()"
        )
        op.execute(
            f"CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION recoup_append_only()"
        )
        op.execute(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_append_only")
        op.execute(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_no_truncate")
    op.execute(
        "CREATE FUNCTION recoup_frontier_grows() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "IF NEW.size <= OLD.size THEN RAISE 'frontier refused: a log only grows' USING ERRCODE = '23000'; END IF; "
        "RETURN NEW; END $$"
    )
    op.execute(
        "CREATE TRIGGER frontier_grows BEFORE UPDATE ON frontier FOR EACH ROW EXECUTE FUNCTION recoup_frontier_grows()"
    )
    op.execute("ALTER TABLE frontier ENABLE ALWAYS TRIGGER frontier_grows")


def _grant() -> None:
    for table in ADDED:
        op.execute(f"GRANT SELECT, INSERT ON {table} TO recoup_application")
    op.execute("GRANT SELECT, UPDATE ON frontier TO recoup_application")
    op.execute(
        f"DO $$ BEGIN IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = '{READER_ROLE}') "
        f"THEN CREATE ROLE {READER_ROLE} NOLOGIN; END IF; END $$"
    )
    for name in (*READ, *READ_VIEWS):
        op.execute(f"GRANT SELECT ON {name} TO {READER_ROLE}")
