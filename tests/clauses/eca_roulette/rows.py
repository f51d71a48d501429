"""All rows of the championship's roulette, for the tests that look at them together."""

from typing import Final

from tests.clauses.eca_roulette import (
    test_late,
    test_limits,
    test_no_spin,
    test_procedure,
    test_respin,
    test_settlement,
    test_unreported,
    test_wagers,
)
from tests.clauses.table import Row

ROWS: Final[tuple[Row, ...]] = (
    *test_settlement.ROWS,
    *test_wagers.ROWS,
    *test_limits.ROWS,
    *test_late.ROWS,
    *test_procedure.ROWS,
    *test_no_spin.ROWS,
    *test_respin.ROWS,
    *test_unreported.ROWS,
)
