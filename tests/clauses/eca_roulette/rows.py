"""All rows of the championship's roulette, for the tests that look at them together."""

from typing import Final

from tests.clauses.eca_roulette import test_no_spin, test_procedure, test_settlement, test_wagers
from tests.clauses.table import Row

ROWS: Final[tuple[Row, ...]] = (
    *test_settlement.ROWS,
    *test_wagers.ROWS,
    *test_procedure.ROWS,
    *test_no_spin.ROWS,
)
