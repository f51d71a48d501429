"""The reader's role reads all that `recoup verify` compares: it lacked the register of decisions.

Both roles may use the ledger's schema, also where the database's owner took that right from everybody.
"""

import sqlalchemy as sa
from alembic import op

revision = "r0011"
down_revision = "r0010"


def upgrade() -> None:
    bind = op.get_bind()
    if bind.dialect.name == "postgresql":
        schema = bind.dialect.identifier_preparer.quote(str(bind.scalar(sa.text("SELECT current_schema()"))))
        op.execute("GRANT SELECT ON decisions, v_decisions TO recoup_reader")
        op.execute(f"GRANT USAGE ON SCHEMA {schema} TO recoup_application, recoup_reader")
