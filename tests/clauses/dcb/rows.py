"""All rows of DCB, for the tests that look at them together."""

from typing import Final

from tests.clauses.dcb import test_bets, test_cards, test_disputes, test_settlement, test_side_bets
from tests.clauses.table import Row

ROWS: Final[tuple[Row, ...]] = (
    *test_bets.ROWS,
    *test_cards.ROWS,
    *test_settlement.ROWS,
    *test_side_bets.ROWS,
    *test_disputes.ROWS,
)

LATER: Final = ("DCB-21", "DCB-21a?", "DCB-21b?", "DCB-21c?", "DCB-21d?", "DCB-21e?", "DCB-21f?")
"""Clauses whose rows are still to be written: the misdraw window."""
