"""The championship's clauses, one full sentence a case."""

from typing import Final

from tests.clauses.eca_championship.floor import Row
from tests.clauses.eca_championship.ranking import EXERCISES, RANKED_ROWS
from tests.clauses.eca_championship.running import RUNNING, TABLES
from tests.clauses.eca_championship.withdrawing import WITHDRAWN

ROWS: Final[tuple[Row, ...]] = (*RUNNING, *TABLES, *RANKED_ROWS, *EXERCISES, *WITHDRAWN)
