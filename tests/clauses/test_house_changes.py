"""Bets that the house changes after the first card, in every house of blackjack."""

from typing import Final

import pytest

from tests.clauses.ccl import floor as ccl
from tests.clauses.eca_blackjack import floor as eca
from tests.clauses.fbj import floor as fbj
from tests.clauses.house_changes import ChangingTable
from tests.clauses.scb import floor as scb
from tests.clauses.table import Row

P1: Final = "bet w1 P1 main"
CCL: Final = ChangingTable(ccl.keeps, ccl.breaks, P1, 20_000, 500_000, "CCL-1", "CCL-1a?", "CCL-21", "CCL-21")
SCB: Final = ChangingTable(scb.keeps, scb.breaks, P1, 2000, 20_000, "SCB-9", "SCB-9a?", "SCB-17", "SCB-17")
FBJ: Final = ChangingTable(fbj.keeps, fbj.breaks, P1, 2000, 50_000, "FBJ-2", "FBJ-2a?", "FBJ-1", "FBJ-1")
ECA: Final = ChangingTable(
    eca.keeps, eca.breaks, "bet w1 J1 main", 2000, 50_000, "ECA-C3", "ECA-C3b?", "ECA-B-W1", "ECA-B-W2"
)
HOUSES: Final = {"ccl": (CCL, ccl.holds), "scb": (SCB, scb.holds), "fbj": (FBJ, fbj.holds), "eca": (ECA, eca.holds)}
ROWS: Final[list[tuple[str, Row]]] = [(name, row) for name, (changing, _) in HOUSES.items() for row in changing.rows()]


@pytest.mark.parametrize(("name", "row"), ROWS, ids=str)
def test_a_bet_changed_by_the_house(name: str, row: Row) -> None:
    HOUSES[name][1](row)
