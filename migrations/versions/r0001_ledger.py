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
    # By bytes, as SQLite does: no upgrade of the system's collations can disorder the keys.
    key = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    op.create_table(
        "events",
        sa.Column("position", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), primary_key=True, autoincrement=False),
        sa.Column("originator_id", key, nullable=False),
        sa.Column("originator_version", sa.BigInteger, nullable=False),
        sa.Column("topic", sa.Text, nullable=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
        sa.Column("leaf", sa.LargeBinary, nullable=False),
        sa.Column("source", key, nullable=False),
        sa.Column("delivery_id", key, nullable=False),
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
        "SELECT RAISE(ABORT, 'version refused: versions are dense in their stream') "
        "WHERE NEW.originator_version IS NOT (SELECT coalesce(max(originator_version), 0) + 1 FROM events "
        "WHERE originator_id = NEW.originator_id); "
        "SELECT RAISE(ABORT, 'delivery refused: it is on record') WHERE EXISTS (SELECT 1 FROM events "
        "WHERE source = NEW.source AND delivery_id = NEW.delivery_id); END"
    )
    op.execute(
        "CREATE TRIGGER refused_append BEFORE INSERT ON refused BEGIN "
        "SELECT RAISE(ABORT, 'position refused: no event is there') "
        "WHERE NOT EXISTS (SELECT 1 FROM events WHERE position = NEW.position); "
        "SELECT RAISE(ABORT, 'bytes refused: they are on record') "
        "WHERE EXISTS (SELECT 1 FROM refused WHERE position = NEW.position); END"
    )


def _guard_postgresql() -> None:
    """The triggers fire for the owner too, and in a session that plays a replica.

    An insert is looked at once, when its rows are in: the keys are unique, so without a hole they are dense. Its
    look-ups are planned anew each time, because a plan made while the table was small would read all of it later.
    """
    bind = op.get_bind()
    schema = bind.dialect.identifier_preparer.quote(str(bind.scalar(sa.text("SELECT current_schema()"))))
    op.execute(
        f"""
        CREATE FUNCTION recoup_append() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
        DECLARE run record;
        BEGIN
            SELECT min(position) AS first, max(position) AS last, count(*) AS size INTO run FROM appended;
            IF run.last - run.first + 1 <> run.size OR run.first <> 1 AND NOT EXISTS
                (SELECT FROM {schema}.events WHERE position = run.first - 1)
            THEN RAISE 'position refused: positions are dense and never reused' USING ERRCODE = '23000'; END IF;
            FOR run IN SELECT originator_id AS stream, min(originator_version) AS first,
                max(originator_version) AS last, count(*) AS size FROM appended GROUP BY originator_id
            LOOP
                IF run.last - run.first + 1 <> run.size OR run.first <> 1 AND NOT EXISTS
                    (SELECT FROM {schema}.events
                    WHERE originator_id = run.stream AND originator_version = run.first - 1)
                THEN RAISE 'version refused: versions are dense in their stream' USING ERRCODE = '23000'; END IF;
            END LOOP;
            RETURN NULL;
        END $$
        """
    )
    op.execute(
        "CREATE TRIGGER events_append AFTER INSERT ON events REFERENCING NEW TABLE AS appended "
        "FOR EACH STATEMENT EXECUTE FUNCTION recoup_append()"
    )
    op.execute("ALTER TABLE events ENABLE ALWAYS TRIGGER events_append")
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
    op.execute(f"REVOKE CREATE ON SCHEMA {schema} FROM PUBLIC")  # granted up to PostgreSQL 14
    for table in GUARDED:
        op.execute(f"GRANT SELECT, INSERT ON {table} TO {APPLICATION_ROLE}")
    op.execute(f"GRANT SELECT ON alembic_version TO {APPLICATION_ROLE}")
