"""Whatever is told of a round, in whatever order, it is ruled on: nothing that happened at a wheel is a traceback."""

import random
from typing import Final

import pytest

from replay.editions.loader import shipped_edition
from tests.clauses.table import Row, Ruled, judged

PHRASES: Final = (
    "open",
    "nmb",
    "spin cw ccw",
    "spin cw cw",
    "spin",
    "revolutions 6 after_call=2",
    "revolutions 11 after_call=4",
    "incident foreign_object",
    "incident left_the_wheel",
    "no_spin foreign_object",
    "no_spin left_the_wheel",
    "ball_out",
    "ball_back",
    "ball_examined",
    "ball_in 8",
    "rest 8",
    "rest 0",
    "call 8",
    "call zero",
    "call red",
    "dolly 8",
    "display 0",
    "bet w1 P1 straight 500 numbers=8",
    "bet w2 P2 red 50000",
    "bet w3 P1 neighbours 1500 of=8 pieces=3 on=print",
    "bet w4 P3 final_4 500",
    "bet w5 P3 split 15000 numbers=8-11 by=word with_chips=yes",
    "bet w1 P4 straight 60000 numbers=8",
    "laid w5 dealer",
    "shift w1 straight numbers=0",
    "shift w2 black",
    "change w1 1000",
    "change w2 0",
    "withdraw w1",
    "withdraw w3 by=dealer",
    "from_print w3",
    "pay w1 0",
    "pay w1 18000",
    "pay w2 100000",
    "pay w9 500",
    "tip P1 100",
    "wheel counter_skipped pocket=8",
    "notice P1 inspector",
    "close",
)


@pytest.mark.parametrize("seed", range(60))
def test_a_round_told_in_any_order_is_ruled_on(seed: int) -> None:
    """Two rounds of up to thirty acts drawn at random; every ruling has its verdict, and no branch is told twice."""
    drawn = random.Random(seed)
    lines = [f"{n}: " + "; ".join(drawn.choices(PHRASES, k=drawn.randint(1, 30))) for n in (1, 2)]
    transcript = "\n".join(("table: table roulette eca-roulette EUR", *lines))
    for ruling in judged(Row("ECA-R-W8", "keeps", "Any.", transcript, (Ruled(),)), shipped_edition("eca-roulette")):
        ids = [branch["id"] for branch in ruling["branches"]]
        assert len(set(ids)) == len(ids), transcript
        assert ruling["verdict"] in ("stands", "correct", "respin", "refer"), transcript
