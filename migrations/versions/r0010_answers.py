"""The lists show each round and shoe by its answer: status, cases, money in question, urgency. A refusal has its code.

They are made anew.
"""

import sqlalchemy as sa
from alembic import op

revision = "r0010"
down_revision = "r0009"

EMPTIED = ("players", "findings", "decisions")
ORDER = ["opened_at", "first_position"]
LISTED = ["urgency", "day", "table_name", *ORDER]
INDICES = {
    "urgency": LISTED,
    "table_name": ["table_name", "urgency", "day", *ORDER],
    "day": ["day", "urgency", "table_name", *ORDER],
    **{name: [name, *LISTED] for name in ("shoe", "dealer", "standing", "status")},
}
VIEWS = {
    "v_rounds": "SELECT round, table_name, day, "
    "row_number() OVER (PARTITION BY table_name, day ORDER BY opened_at, first_position) AS number, "
    "shoe, game, rulebook, edition, account, standing, verdict, findings, wagers, staked_minor, first_position, "
    "last_position, opened_at, dealer, drawn, currency, minor_digits, attention, status, decider, cases, "
    "in_question_minor, overpaid_minor, urgency FROM rounds",
    "v_shoes": "SELECT table_name, day, shoe, decks, rounds, cards, findings, standing, status FROM shoes",
    "v_findings": "SELECT f.round, r.table_name, r.day, f.number, f.kind, f.clauses, f.at, f.text "
    "FROM findings f JOIN rounds r ON r.round = f.round",
}


def upgrade() -> None:
    for view in VIEWS:
        op.execute(f"DROP VIEW {view}")
    for table in EMPTIED:
        op.execute(f"DELETE FROM {table}")
    op.execute("DELETE FROM tracking WHERE name = 'rounds'")
    op.drop_table("rounds")
    op.drop_table("shoes")
    for column in ("code", "particulars"):
        op.add_column("decisions", sa.Column(column, sa.Text))
    _create_rounds()
    _create_shoes()
    for name, columns in INDICES.items():
        op.create_index(f"ix_rounds_{name}", "rounds", columns)
    for name, query in VIEWS.items():
        op.execute(f"CREATE VIEW {name} AS {query}")
    if op.get_bind().dialect.name == "postgresql":
        for table in ("rounds", "shoes"):
            op.execute(f"GRANT SELECT, INSERT, UPDATE, DELETE ON {table} TO recoup_application")
        for name in ("rounds", "shoes", *VIEWS):
            op.execute(f"GRANT SELECT ON {name} TO recoup_reader")
        op.execute(f"GRANT SELECT ON {', '.join(VIEWS)} TO recoup_application")


def _create_rounds() -> None:
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
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("decider", sa.Text),
        sa.Column("cases", sa.Text, nullable=False),
        sa.Column("in_question_minor", sa.BigInteger, nullable=False),
        sa.Column("overpaid_minor", sa.BigInteger, nullable=False),
        sa.Column("urgency", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
    )


def _create_shoes() -> None:
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
        sa.Column("status", sa.Text, nullable=False),
    )
