"""Complete subtrees at every fourth height, where there was one at every eighth: proofs read less."""

from collections.abc import Iterator, Sequence
from hashlib import sha256

import sqlalchemy as sa
from alembic import op

revision = "r0006"
down_revision = "r0005"

WIDTH = 16
PAGE = 4096
LEAVES = sa.text("SELECT position, leaf FROM events WHERE position > :at ORDER BY position LIMIT :page")
SUBTREES = sa.text("SELECT number, hash FROM subtrees WHERE level = :level AND number > :at ORDER BY number LIMIT :page")


def upgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        _anew_in_sqlite()
    else:
        op.execute("ALTER TABLE subtrees DISABLE TRIGGER subtrees_append_only")
        op.execute("DELETE FROM subtrees")
        op.execute("ALTER TABLE subtrees ENABLE ALWAYS TRIGGER subtrees_append_only")
    level = 0
    while _joined(level):
        level += 1


def _anew_in_sqlite() -> None:
    """The table without row ids of its own: what stands side by side lies on one page, and no index is needed."""
    op.drop_table("subtrees")
    op.create_table(
        "subtrees",
        sa.Column("level", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    for act in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER subtrees_no_{act.lower()} BEFORE {act} ON subtrees "
            f"BEGIN SELECT RAISE(ABORT, '{act} refused: the ledger is append-only'); END"
        )
    op.execute(
        "CREATE TRIGGER subtrees_append BEFORE INSERT ON subtrees BEGIN "
        "SELECT RAISE(ABORT, 'row refused: it is on record') "
        "WHERE EXISTS (SELECT 1 FROM subtrees WHERE level = NEW.level AND number = NEW.number); END"
    )


def _joined(level: int) -> bool:
    """The next level, sixteen of this one's hashes a row; whether there is any."""
    rows, into = op.get_bind(), sa.text("INSERT INTO subtrees VALUES (:level, :number, :hash)")
    number, group = 0, list[bytes]()
    for hash_ in _hashes(level):
        group.append(hash_)
        if len(group) == WIDTH:
            rows.execute(into, {"level": level + 1, "number": number, "hash": _root(group)})
            number, group = number + 1, []
    return number > 0


def _hashes(level: int) -> Iterator[bytes]:
    """The leaves, or the subtrees of a level, in order."""
    rows, at = LEAVES if level == 0 else SUBTREES.bindparams(level=level), -1
    while found := op.get_bind().execute(rows, {"at": at, "page": PAGE}).all():
        yield from (bytes(row[1]) for row in found)
        at = found[-1][0]


def _root(hashes: Sequence[bytes]) -> bytes:
    row = list(hashes)
    while len(row) > 1:
        row = [sha256(b"\x01" + row[at] + row[at + 1]).digest() for at in range(0, len(row), 2)]
    return row[0]
