"""Rulings are on record: the read models follow them, and list rounds by when they began. All is told anew."""

from alembic import op

revision = "r0007"
down_revision = "r0006"

EMPTIED = ("rounds", "players", "findings", "shoes", "decisions", "tracking")
ORDER = ["opened_at", "first_position"]
LISTED = ["attention", "day", "table_name", *ORDER]
INDICES = {
    "attention": LISTED,
    "table_name": ["table_name", "attention", "day", *ORDER],
    "day": ["day", "attention", "table_name", *ORDER],
    **{name: [name, *LISTED] for name in ("shoe", "dealer", "standing")},
}
V_ROUNDS = (
    "CREATE VIEW v_rounds AS SELECT round, table_name, day, "
    "row_number() OVER (PARTITION BY table_name, day ORDER BY opened_at, first_position) AS number, "
    "shoe, game, rulebook, edition, account, standing, verdict, findings, wagers, staked_minor, first_position, "
    "last_position, opened_at, dealer, drawn, currency, minor_digits, attention FROM rounds"
)
V_FINDINGS = (
    "CREATE VIEW v_findings AS SELECT f.round, r.table_name, r.day, f.number, f.kind, f.clauses, f.at, f.text "
    "FROM findings f JOIN rounds r ON r.round = f.round"
)


def upgrade() -> None:
    for view in ("v_rounds", "v_findings"):
        op.execute(f"DROP VIEW {view}")
    for table in EMPTIED:
        op.execute(f"DELETE FROM {table}")
    for name in INDICES:
        op.drop_index(f"ix_rounds_{name}", "rounds")
    op.drop_column("rounds", "number")
    for name, columns in INDICES.items():
        op.create_index(f"ix_rounds_{name}", "rounds", columns)
    for view in (V_ROUNDS, V_FINDINGS):
        op.execute(view)
    if op.get_bind().dialect.name == "postgresql":
        for role in ("recoup_application", "recoup_reader"):
            op.execute(f"GRANT SELECT ON v_rounds, v_findings TO {role}")
