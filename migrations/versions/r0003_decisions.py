"""The register of decisions, and the standing of shoes. The read models are told anew at the next catch-up."""

import sqlalchemy as sa
from alembic import op

revision = "r0003"
down_revision = "r0002"

VIEWS = {
    "v_shoes": "SELECT table_name, day, shoe, decks, rounds, cards, findings, standing FROM shoes",
    "v_decisions": "SELECT position, table_name, day, round, shoe, act, scope, taken_by, office, reason, clause, basis, "
    "decided_at, refused FROM decisions",
}
EMPTIED = ("findings", "rounds", "tracking")


def upgrade() -> None:
    op.execute("DROP VIEW v_shoes")
    for table in EMPTIED:
        op.execute(f"DELETE FROM {table}")
    op.drop_table("shoes")
    op.create_table(
        "shoes",
        sa.Column("table_name", sa.Text, primary_key=True),
        sa.Column("day", sa.Text, primary_key=True),
        sa.Column("shoe", sa.Text, primary_key=True),
        sa.Column("decks", sa.Integer),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("cards", sa.Integer, nullable=False),
        sa.Column("findings", sa.Integer, nullable=False),
        sa.Column("standing", sa.Text, nullable=False),
    )
    position = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "decisions",
        sa.Column("position", position, primary_key=True, autoincrement=False),
        sa.Column("table_name", sa.Text, nullable=False, index=True),
        sa.Column("day", sa.Text, nullable=False, index=True),
        sa.Column("round", sa.Text, index=True),
        sa.Column("shoe", sa.Text, index=True),
        sa.Column("act", sa.Text, nullable=False),
        sa.Column("scope", sa.Text, nullable=False),
        sa.Column("taken_by", sa.Text, nullable=False),
        sa.Column("office", sa.Text),
        sa.Column("reason", sa.Text),
        sa.Column("clause", sa.Text),
        sa.Column("basis", sa.Text),
        sa.Column("decided_at", sa.Text, nullable=False),
        sa.Column("refused", sa.Text),
    )
    for name, query in VIEWS.items():
        op.execute(f"CREATE VIEW {name} AS {query}")
    if op.get_bind().dialect.name == "postgresql":
        for table in ("shoes", "decisions"):
            op.execute(f"GRANT SELECT, INSERT, UPDATE, DELETE ON {table} TO recoup_application")
        for view in VIEWS:
            op.execute(f"GRANT SELECT ON {view} TO recoup_application")
