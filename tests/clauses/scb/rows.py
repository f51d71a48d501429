"""All rows of SCB, for the tests that look at them together."""

from typing import Final

from tests.clauses.scb import (
    test_bets,
    test_deal,
    test_decisions,
    test_hands,
    test_offered,
    test_settlement,
    test_shared,
    test_side_bets,
    test_surrender,
)
from tests.clauses.table import Row

ROWS: Final[tuple[Row, ...]] = (
    *test_hands.ROWS,
    *test_settlement.ROWS,
    *test_shared.ROWS,
    *test_surrender.ROWS,
    *test_side_bets.ROWS,
    *test_bets.ROWS,
    *test_deal.ROWS,
    *test_decisions.ROWS,
    *test_offered.ROWS,
)
