"""The ledger: events, refused deliveries, and the guards that keep both as they were written.

There is no downgrade: nothing that is on record is taken back.
"""

import sqlalchemy as sa
from alembic import op

revision = "r0001"
down_revision = None

GUARDED = ("events", "refused")
APPLICATION_ROLE = "recoup_application"


def upgrade() -> None:
    op.create_table(
        "events",
        sa.Column("position", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), primary_key=True, autoincrement=False),
        sa.Column("originator_id", sa.Text, nullable=False),
        sa.Column("originator_version", sa.BigInteger, nullable=False),
        sa.Column("topic", sa.Text, nullable=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
        sa.Column("leaf", sa.LargeBinary, nullable=False),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("delivery_id", sa.Text, nullable=False),
        sa.Column("digest", sa.LargeBinary, nullable=False),
        sa.UniqueConstraint("originator_id", "originator_version", name="events_stream_version"),
        sa.UniqueConstraint("source", "delivery_id", name="events_delivery"),
    )
    op.create_table(
        "refused",
        sa.Column("position", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), primary_key=True, autoincrement=False),
        sa.Column("bytes", sa.LargeBinary, nullable=False),
        sa.ForeignKeyConstraint(["position"], ["events.position"], name="refused_position"),
    )
    if op.get_bind().dialect.name == "sqlite":
        _guard_sqlite()
    else:
        _guard_postgresql()


def _guard_sqlite() -> None:
    """REPLACE and upserts pass by UPDATE and DELETE triggers, so an insert over an existing key is refused too."""
    for table in GUARDED:
        for act in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER {table}_no_{act.lower()} BEFORE {act} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{act} refused: the ledger is append-only'); END"
            )
    op.execute(
        "CREATE TRIGGER events_append BEFORE INSERT ON events BEGIN "
        "SELECT RAISE(ABORT, 'position refused: positions are dense and never reused') "
        "WHERE NEW.position IS NOT (SELECT coalesce(max(position), 0) + 1 FROM events); "
        "SELECT RAISE(ABORT, 'stream version refused: it is on record') WHERE EXISTS (SELECT 1 FROM events "
        "WHERE originator_id = NEW.originator_id AND originator_version = NEW.originator_version); "
        "SELECT RAISE(ABORT, 'delivery refused: it is on record') WHERE EXISTS (SELECT 1 FROM events "
        "WHERE source = NEW.source AND delivery_id = NEW.delivery_id); END"
    )
    op.execute(
        "CREATE TRIGGER refused_append BEFORE INSERT ON refused BEGIN "
        "SELECT RAISE(ABORT, 'bytes refused: they are on record') "
        "WHERE EXISTS (SELECT 1 FROM refused WHERE position = NEW.position); END"
    )


def _guard_postgresql() -> None:
    op.execute(
        "CREATE FUNCTION recoup_append_only() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION '% refused: the ledger is append-only', TG_OP; END $$"
    )
    for table in GUARDED:
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
    op.execute(
        f"DO $$ BEGIN IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = '{APPLICATION_ROLE}') "
        f"THEN CREATE ROLE {APPLICATION_ROLE} NOLOGIN; END IF; END $$"
    )
    for table in GUARDED:
        op.execute(f"GRANT SELECT, INSERT ON {table} TO {APPLICATION_ROLE}")
    op.execute(f"GRANT SELECT ON alembic_version TO {APPLICATION_ROLE}")
