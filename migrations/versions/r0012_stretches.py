"""The stretches of table days beside the record, by which a round is found without going through its day.

Days that are on record already have none until something is recorded in a new one: they are gone through as before.
"""

import sqlalchemy as sa
from alembic import op

revision = "r0012"
down_revision = "r0011"

RARE = 4193336
"""What few stretches of a day show, as bits of their flags."""


def upgrade() -> None:
    key = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    version = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "stretches",
        sa.Column("stream", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("first_version", version, primary_key=True, autoincrement=False),
        sa.Column("last_version", version, nullable=False),
        sa.Column("round", key, nullable=False),
        sa.Column("flags", sa.Integer, nullable=False),
        sa.Column("bets", sa.Text, nullable=False),
        sa.Column("is_whole", sa.Boolean, nullable=False),
        sa.Column("shown", sa.Integer, nullable=False),
    )
    op.create_index("stretches_round", "stretches", ["stream", "round"])
    op.execute(f"CREATE INDEX stretches_rare ON stretches (stream, first_version) WHERE (flags & {RARE}) != 0")
    if op.get_bind().dialect.name == "postgresql":
        op.execute("GRANT SELECT, INSERT, UPDATE ON stretches TO recoup_application")
        op.execute("GRANT SELECT ON stretches TO recoup_reader")
