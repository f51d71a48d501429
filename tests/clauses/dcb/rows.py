"""All rows of DCB, for the tests that look at them together."""

from typing import Final

from tests.clauses.dcb import (
    test_bets,
    test_cards,
    test_chips,
    test_disputes,
    test_misdraws,
    test_settlement,
    test_side_bets,
    test_window,
    test_window_closed,
    test_window_readings,
)
from tests.clauses.table import Row

ROWS: Final[tuple[Row, ...]] = (
    *test_bets.ROWS,
    *test_cards.ROWS,
    *test_chips.ROWS,
    *test_settlement.ROWS,
    *test_side_bets.ROWS,
    *test_disputes.ROWS,
    *test_misdraws.ROWS,
    *test_window.ROWS,
    *test_window_closed.ROWS,
    *test_window_readings.ROWS,
)
