"""Payments that are taken back, in every house of blackjack and at the wheel."""

from collections.abc import Callable
from typing import Final

import pytest

from tests.clauses.ccl import floor as ccl
from tests.clauses.eca_blackjack import floor as eca
from tests.clauses.eca_roulette import floor as roulette
from tests.clauses.fbj import floor as fbj
from tests.clauses.scb import floor as scb
from tests.clauses.table import Row
from tests.clauses.taken_back import PayingTable


def boxes(bet: str) -> tuple[str, str, str, str]:
    """A round of blackjack in which box 1 wins with nineteen, one in which it loses, and the two parts of a next one."""
    bets = f"{bet}; nmb"
    return (
        f"1: {bets}; 1 Th D 9s 1 9c; says 1 stand; D 9d; {{pays}}; close",
        f"1: {bets}; 1 Th D 9s 1 8c; says 1 stand; D Td; {{pays}}; close",
        f"2: {bets}; 1 Th",
        "2: D 9s 1 8c; says 1 stand; D Td; close",
    )


def table(
    keeps: Callable[..., Row],
    breaks: Callable[..., Row],
    bet: str,
    stake: int,
    won_clause: str,
    lost_clause: str,
) -> PayingTable:
    """A house of blackjack, in which a win is paid 1 to 1."""
    won, lost, next_round, rest = boxes(bet)
    player = bet.split()[2]
    return PayingTable(keeps, breaks, won, won_clause, 2 * stake, lost, lost_clause, next_round, rest, player)


HOUSES: Final = {
    "ccl": (table(ccl.keeps, ccl.breaks, "bet w1 P1 main 10000 box=1", 10_000, "CCL-16", "CCL-14"), ccl.holds),
    "scb": (table(scb.keeps, scb.breaks, "bet w1 P1 main 2000 box=1", 2000, "SCB-22", "SCB-21"), scb.holds),
    "fbj": (table(fbj.keeps, fbj.breaks, "bet w1 P1 main 2000 box=1", 2000, "FBJ-20", "FBJ-15"), fbj.holds),
    "eca": (table(eca.keeps, eca.breaks, "bet w1 J1 main 2000 box=1", 2000, "ECA-B-F3", "ECA-B-F3"), eca.holds),
    "roulette": (
        PayingTable(
            roulette.keeps,
            roulette.breaks,
            roulette.played("bet w1 P1 straight 500 numbers=17", 17, "{pays}"),
            "ECA-R-S1",
            18_000,
            roulette.played("bet w1 P1 straight 500 numbers=17", 18, "{pays}"),
            "ECA-R-S1",
            "2: open; spin ccw cw",
            "2: nmb; revolutions 11 after_call=4; rest 5; call 5; dolly 5; close",
        ),
        roulette.holds,
    ),
}
ROWS: Final[list[tuple[str, Row]]] = [(name, row) for name, (paying, _) in HOUSES.items() for row in paying.rows()]


@pytest.mark.parametrize(("name", "row"), ROWS, ids=str)
def test_a_payment_taken_back(name: str, row: Row) -> None:
    HOUSES[name][1](row)
