"""All rows of the championship's blackjack, for the tests that look at them together."""

from typing import Final

from tests.clauses.eca_blackjack import (
    test_areas,
    test_beyond_repair,
    test_corrections,
    test_decisions,
    test_faults_deal,
    test_faults_offered,
    test_faults_play,
    test_interim,
    test_offered,
    test_play,
    test_settlement,
    test_shoe,
    test_splits,
    test_wagers,
)
from tests.clauses.table import Row

ROWS: Final[tuple[Row, ...]] = (
    *test_shoe.ROWS,
    *test_wagers.ROWS,
    *test_settlement.ROWS,
    *test_interim.ROWS,
    *test_play.ROWS,
    *test_splits.ROWS,
    *test_faults_deal.ROWS,
    *test_faults_play.ROWS,
    *test_faults_offered.ROWS,
    *test_beyond_repair.ROWS,
    *test_corrections.ROWS,
    *test_areas.ROWS,
    *test_decisions.ROWS,
    *test_offered.ROWS,
)
