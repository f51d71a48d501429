"""What rounds are found by: dealer, cards, players, how much they need somebody. All is told anew at the next catch-up."""

import sqlalchemy as sa
from alembic import op

revision = "r0005"
down_revision = "r0004"

EMPTIED = ("findings", "shoes", "decisions", "tracking")
VIEWS = {
    "v_rounds": "SELECT round, table_name, day, number, shoe, game, rulebook, edition, account, standing, verdict, "
    "findings, wagers, staked_minor, first_position, last_position, opened_at, dealer, drawn, currency, minor_digits, "
    "attention FROM rounds",
    "v_findings": "SELECT f.round, r.table_name, r.day, f.number, f.kind, f.clauses, f.at, f.text "
    "FROM findings f JOIN rounds r ON r.round = f.round",
    "v_players": "SELECT player, round FROM players",
}
LISTED = ["attention", "day", "table_name", "number"]
INDICES = {
    "attention": LISTED,
    "table_name": ["table_name", "attention", "day", "number"],
    "day": ["day", "attention", "table_name", "number"],
    **{name: [name, *LISTED] for name in ("shoe", "dealer", "standing")},
}
RIGHTS = {"recoup_application": "SELECT, INSERT, UPDATE, DELETE", "recoup_reader": "SELECT"}


def upgrade() -> None:
    for view in ("v_rounds", "v_findings"):
        op.execute(f"DROP VIEW {view}")
    for table in EMPTIED:
        op.execute(f"DELETE FROM {table}")
    op.drop_table("rounds")
    _rounds()
    op.create_table(
        "players",
        sa.Column("player", sa.Text, primary_key=True),
        sa.Column("round", sa.Text, primary_key=True, index=True),
    )
    for name, query in VIEWS.items():
        op.execute(f"CREATE VIEW {name} AS {query}")
    if op.get_bind().dialect.name == "postgresql":
        _grant()


def _rounds() -> None:
    position = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "rounds",
        sa.Column("round", sa.Text, primary_key=True),
        sa.Column("table_name", sa.Text, nullable=False),
        sa.Column("day", sa.Text, nullable=False),
        sa.Column("shoe", sa.Text),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("rulebook", sa.Text, nullable=False),
        sa.Column("edition", sa.Text, nullable=False),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("standing", sa.Text, nullable=False),
        sa.Column("verdict", sa.Text, nullable=False),
        sa.Column("findings", sa.Integer, nullable=False),
        sa.Column("wagers", sa.Integer, nullable=False),
        sa.Column("staked_minor", sa.BigInteger, nullable=False),
        sa.Column("first_position", position, nullable=False),
        sa.Column("last_position", position, nullable=False),
        sa.Column("opened_at", sa.Text, nullable=False),
        sa.Column("dealer", sa.Text),
        sa.Column("drawn", sa.Text, nullable=False),
        sa.Column("currency", sa.Text, nullable=False),
        sa.Column("minor_digits", sa.Integer, nullable=False),
        sa.Column("attention", sa.Integer, nullable=False),
    )
    for name, columns in INDICES.items():
        op.create_index(f"ix_rounds_{name}", "rounds", columns)


def _grant() -> None:
    for role, rights in RIGHTS.items():
        for table in ("rounds", "players"):
            op.execute(f"GRANT {rights} ON {table} TO {role}")
        for view in VIEWS:
            op.execute(f"GRANT SELECT ON {view} TO {role}")
