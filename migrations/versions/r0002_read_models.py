"""The read models of rounds, shoes and findings, and the views that other programs may rely on."""

import sqlalchemy as sa
from alembic import op

revision = "r0002"
down_revision = "r0001"

TABLES = ("tracking", "rounds", "shoes", "findings")
VIEWS = {
    "v_rounds": "SELECT round, table_name, day, number, shoe, game, rulebook, edition, account, standing, verdict, "
    "findings, wagers, staked_minor, first_position, last_position FROM rounds",
    "v_shoes": "SELECT table_name, day, shoe, decks, rounds, cards, findings FROM shoes",
    "v_findings": "SELECT f.round, r.table_name, r.day, f.number, f.kind, f.clauses, f.at, f.text "
    "FROM findings f JOIN rounds r ON r.round = f.round",
}


def upgrade() -> None:
    position = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "tracking",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("position", position, nullable=False),
    )
    op.create_table(
        "rounds",
        sa.Column("round", sa.Text, primary_key=True),
        sa.Column("table_name", sa.Text, nullable=False, index=True),
        sa.Column("day", sa.Text, nullable=False, index=True),
        sa.Column("shoe", sa.Text, index=True),
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
    )
    op.create_table(
        "shoes",
        sa.Column("table_name", sa.Text, primary_key=True),
        sa.Column("day", sa.Text, primary_key=True),
        sa.Column("shoe", sa.Text, primary_key=True),
        sa.Column("decks", sa.Integer),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("cards", sa.Integer, nullable=False),
        sa.Column("findings", sa.Integer, nullable=False),
    )
    op.create_table(
        "findings",
        sa.Column("round", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False, index=True),
        sa.Column("clauses", sa.Text, nullable=False),
        sa.Column("at", position, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )
    for name, query in {**VIEWS, "v_events": _events_view()}.items():
        op.execute(f"CREATE VIEW {name} AS {query}")
    if op.get_bind().dialect.name == "postgresql":
        _grant()


def _events_view() -> str:
    columns = "position, originator_id AS stream, originator_version AS version, topic, source, delivery_id"
    if op.get_bind().dialect.name == "sqlite":
        state = "CAST(state AS TEXT)"
        fields = (
            f"{state} ->> '$.subject' AS subject, {state} ->> '$.time' AS time, {state} ->> '$.recorded_at' AS recorded_at"
        )
        return f"SELECT {columns}, {fields}, {state} -> '$.data' AS data FROM events"
    state = "convert_from(state, 'UTF8')::jsonb"
    fields = f"{state} ->> 'subject' AS subject, {state} ->> 'time' AS time, {state} ->> 'recorded_at' AS recorded_at"
    return f"SELECT {columns}, {fields}, {state} -> 'data' AS data FROM events"


def _grant() -> None:
    for table in TABLES:
        op.execute(f"GRANT SELECT, INSERT, UPDATE, DELETE ON {table} TO recoup_application")
    for view in (*VIEWS, "v_events"):
        op.execute(f"GRANT SELECT ON {view} TO recoup_application")
