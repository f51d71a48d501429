"""What rounds are found by: dealer, cards, players, how much they need somebody. All is told anew at the next catch-up."""

import sqlalchemy as sa
from alembic import op

revision = "r0005"
down_revision = "r0004"

ADDED = ("opened_at", "drawn", "currency")
COUNTED = ("minor_digits", "attention")
EMPTIED = ("findings", "rounds", "shoes", "decisions", "tracking")
VIEWS = {
    "v_rounds": "SELECT round, table_name, day, number, shoe, game, rulebook, edition, account, standing, verdict, "
    "findings, wagers, staked_minor, first_position, last_position, opened_at, dealer, drawn, currency, minor_digits, "
    "attention FROM rounds",
    "v_players": "SELECT player, round FROM players",
}
ROLES = {"recoup_application": "SELECT, INSERT, UPDATE, DELETE", "recoup_reader": "SELECT"}


def upgrade() -> None:
    for table in EMPTIED:
        op.execute(f"DELETE FROM {table}")
    for name in ADDED:
        op.add_column("rounds", sa.Column(name, sa.Text, nullable=False, server_default=""))
    for name in COUNTED:
        op.add_column("rounds", sa.Column(name, sa.Integer, nullable=False, server_default="0"))
    op.add_column("rounds", sa.Column("dealer", sa.Text))
    op.create_index("ix_rounds_dealer", "rounds", ["dealer"])
    op.create_index("ix_rounds_attention", "rounds", ["attention", "day", "table_name", "number"])
    op.create_table(
        "players",
        sa.Column("player", sa.Text, primary_key=True),
        sa.Column("round", sa.Text, primary_key=True),
    )
    op.create_index("ix_players_round", "players", ["round"])
    for name, query in VIEWS.items():
        op.execute(f"DROP VIEW IF EXISTS {name}")
        op.execute(f"CREATE VIEW {name} AS {query}")
    if op.get_bind().dialect.name == "postgresql":
        _grant()


def _grant() -> None:
    for role, rights in ROLES.items():
        op.execute(f"GRANT {rights} ON players TO {role}")
        for view in VIEWS:
            op.execute(f"GRANT SELECT ON {view} TO {role}")
