"""Sessions at the desk, and what somebody is asked for before they are let in or an act is taken: no evidence, may go."""

import sqlalchemy as sa
from alembic import op

revision = "r0008"
down_revision = "r0007"

TABLES = ("desk_sessions", "desk_challenges")


def upgrade() -> None:
    op.create_table(
        "desk_sessions",
        sa.Column("token_digest", sa.Text, primary_key=True),
        sa.Column("session", sa.Text, nullable=False, unique=True),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("method", sa.Text, nullable=False),
        sa.Column("proof", sa.Text, nullable=False),
        sa.Column("browser", sa.Text, nullable=False),
        sa.Column("form_token", sa.Text, nullable=False),
        sa.Column("began_at", sa.BigInteger, nullable=False),
        sa.Column("seen_at", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_desk_sessions_person", "desk_sessions", ["person"])
    op.create_table(
        "desk_challenges",
        sa.Column("challenge", sa.Text, primary_key=True),
        sa.Column("purpose", sa.Text, nullable=False),
        sa.Column("session", sa.Text),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
    )
    if op.get_bind().dialect.name == "postgresql":
        for table in TABLES:
            op.execute(f"GRANT SELECT, INSERT, UPDATE, DELETE ON {table} TO recoup_application")
