"""The read models' tables. The migrations make them; this says what is in them."""

from typing import Final

from sqlalchemy import BigInteger, Column, Index, Integer, MetaData, Table, Text

from ledger.recorder.tables import POSITION

METADATA: Final = MetaData()
ROUNDS: Final = Table(
    "rounds",
    METADATA,
    Column("round", Text, primary_key=True),
    Column("table_name", Text, nullable=False),
    Column("day", Text, nullable=False),
    Column("shoe", Text),
    Column("game", Text, nullable=False),
    Column("rulebook", Text, nullable=False),
    Column("edition", Text, nullable=False),
    Column("account", Text, nullable=False),
    Column("standing", Text, nullable=False),
    Column("verdict", Text, nullable=False),
    Column("findings", Integer, nullable=False),
    Column("wagers", Integer, nullable=False),
    Column("staked_minor", BigInteger, nullable=False),
    Column("first_position", POSITION, nullable=False),
    Column("last_position", POSITION, nullable=False),
    Column("opened_at", Text, nullable=False),
    Column("dealer", Text),
    Column("drawn", Text, nullable=False),
    Column("currency", Text, nullable=False),
    Column("minor_digits", Integer, nullable=False),
    Column("attention", Integer, nullable=False),
    Column("status", Text, nullable=False),
    Column("decider", Text),
    Column("cases", Text, nullable=False),
    Column("in_question_minor", BigInteger, nullable=False),
    Column("overpaid_minor", BigInteger, nullable=False),
    Column("urgency", Text().with_variant(Text(collation="C"), "postgresql"), nullable=False),
    Index("ix_rounds_urgency", "urgency", "day", "table_name", "opened_at", "first_position"),
    Index("ix_rounds_table_name", "table_name", "urgency", "day", "opened_at", "first_position"),
    Index("ix_rounds_day", "day", "urgency", "table_name", "opened_at", "first_position"),
    Index("ix_rounds_shoe", "shoe", "urgency", "day", "table_name", "opened_at", "first_position"),
    Index("ix_rounds_dealer", "dealer", "urgency", "day", "table_name", "opened_at", "first_position"),
    Index("ix_rounds_standing", "standing", "urgency", "day", "table_name", "opened_at", "first_position"),
    Index("ix_rounds_status", "status", "urgency", "day", "table_name", "opened_at", "first_position"),
)
"""One row a round. `drawn` has the cards in the order in which they were dealt, or the
pockets, each between blanks; `attention` how much it needs somebody. What follows is its answer: the status, the role that
must decide, the cases about it, what players are owed or would be at most, what they were paid too much, and its place in
the order of urgency. Each index is in the order in which rounds are listed.
"""

PLAYERS: Final = Table(
    "players",
    METADATA,
    Column("player", Text, primary_key=True),
    Column("round", Text, primary_key=True, index=True),
)
"""One row for each player who has a wager in a round."""

SHOES: Final = Table(
    "shoes",
    METADATA,
    Column("table_name", Text, primary_key=True),
    Column("day", Text, primary_key=True),
    Column("shoe", Text, primary_key=True),
    Column("decks", Integer),
    Column("rounds", Integer, nullable=False),
    Column("cards", Integer, nullable=False),
    Column("findings", Integer, nullable=False),
    Column("standing", Text, nullable=False),
    Column("status", Text, nullable=False),
)
"""One row a shoe and day: a shoe that outlives a day has one for each."""

DECISIONS: Final = Table(
    "decisions",
    METADATA,
    Column("position", POSITION, primary_key=True, autoincrement=False),
    Column("table_name", Text, nullable=False, index=True),
    Column("day", Text, nullable=False, index=True),
    Column("round", Text, index=True),
    Column("shoe", Text, index=True),
    Column("act", Text, nullable=False),
    Column("scope", Text, nullable=False),
    Column("taken_by", Text, nullable=False),
    Column("office", Text),
    Column("reason", Text),
    Column("clause", Text),
    Column("basis", Text),
    Column("decided_at", Text, nullable=False),
    Column("refused", Text),
    Column("code", Text),
    Column("particulars", Text),
)
"""One row a decision or attempt at one; `refused` says why one does not hold. `particulars` of its `code` are JSON."""

FINDINGS: Final = Table(
    "findings",
    METADATA,
    Column("round", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", Text, nullable=False, index=True),
    Column("clauses", Text, nullable=False),
    Column("at", POSITION, nullable=False),
    Column("text", Text, nullable=False),
)
"""One row a finding, by precedence within its round; clauses are separated by blanks."""
