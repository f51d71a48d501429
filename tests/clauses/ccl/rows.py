"""All rows of CCL, for the tests that look at them together."""

from typing import Final

from tests.clauses.ccl import (
    test_bets,
    test_cards,
    test_corrections,
    test_custody,
    test_deal,
    test_decisions,
    test_hands,
    test_insurance,
    test_late,
    test_misplays,
    test_offered,
    test_reconstructed,
    test_settlement,
    test_shared,
    test_unread,
)
from tests.clauses.table import Row

ROWS: Final[tuple[Row, ...]] = (
    *test_bets.ROWS,
    *test_settlement.ROWS,
    *test_hands.ROWS,
    *test_insurance.ROWS,
    *test_deal.ROWS,
    *test_misplays.ROWS,
    *test_reconstructed.ROWS,
    *test_late.ROWS,
    *test_unread.ROWS,
    *test_shared.ROWS,
    *test_custody.ROWS,
    *test_cards.ROWS,
    *test_corrections.ROWS,
    *test_decisions.ROWS,
    *test_offered.ROWS,
)
