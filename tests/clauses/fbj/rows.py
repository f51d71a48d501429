"""All rows of Free Bet, for the tests that look at them together."""

from typing import Final

from tests.clauses.fbj import (
    test_absent,
    test_bets,
    test_custody,
    test_dealer,
    test_decisions,
    test_errors,
    test_fields,
    test_free,
    test_hands,
    test_insurance,
    test_interrupted,
    test_offered,
    test_settlement,
    test_splits,
)
from tests.clauses.table import Row

ROWS: Final[tuple[Row, ...]] = (
    *test_bets.ROWS,
    *test_settlement.ROWS,
    *test_hands.ROWS,
    *test_splits.ROWS,
    *test_free.ROWS,
    *test_fields.ROWS,
    *test_absent.ROWS,
    *test_interrupted.ROWS,
    *test_insurance.ROWS,
    *test_dealer.ROWS,
    *test_errors.ROWS,
    *test_custody.ROWS,
    *test_decisions.ROWS,
    *test_offered.ROWS,
)
