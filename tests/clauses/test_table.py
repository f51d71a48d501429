"""The runner of the clause tables says where a ruling is not what a row expects."""

import pytest

from replay.editions.loader import shipped_edition
from tests.clauses.table import Row, Ruled, differences

COUP = """table: table baccarat dcb GBP
1: bet w1 P1 banco 10000; P 9h B 6c P 9d B 3s; call banco; close"""
RIGHT = Ruled(
    verdict="stands",
    declared="banco",
    dealt="banco",
    lawful="banco",
    hands={"punto": "9h 9d", "banco": "6c 3s"},
    due={"w1": 19_500},
    awarded={"w1": 19_500},
    if_claimed={"w1": None},
    branches={"1": {"w1": 19_500}},
    cites=("DCB-15",),
)


def differences_of(*rulings: Ruled) -> list[str]:
    return differences(Row("DCB-15", "keeps", "The bank wins.", COUP, rulings), shipped_edition("dcb"))


def test_a_row_that_holds_differs_in_nothing() -> None:
    assert differences_of(RIGHT) == []


def test_every_coup_has_its_ruling() -> None:
    assert differences_of(RIGHT, RIGHT) == ["2 coups expected, 1 told"]


@pytest.mark.parametrize(
    ("expected", "difference"),
    [
        (Ruled(findings=(("late_bet", "DCB-3"),)), "coup 1: late_bet of DCB-3 is not found"),
        (Ruled(verdict="correct"), "coup 1: verdict is stands, not correct"),
        (Ruled(authority="management"), "coup 1: authority is None, not management"),
        (Ruled(lawful="punto"), "coup 1: in branch 1 lawful is banco, not punto"),
        (Ruled(hands={"banco": "6c 2s"}), "coup 1: in branch 1 banco has 6c 3s, not 6c 2s"),
        (Ruled(due={"w1": 20_000}), "coup 1: in branch 1 due for w1 is 19500, not 20000"),
        (Ruled(due={"w2": 0}), "coup 1: in branch 1 due: w2 is not settled"),
        (Ruled(awarded={"w1": None}), "coup 1: awarded for w1 is 19500, not None"),
        (Ruled(if_claimed={"w1": 19_500}), "coup 1: if_claimed for w1 is None, not 19500"),
        (Ruled(branches={"DCB-2a?:a": {}}), "coup 1: the branches are ['1'], not ['DCB-2a?:a']"),
        (Ruled(cites=("DCB-16",)), "coup 1: DCB-16 is not cited"),
    ],
)
def test_a_difference_is_told(expected: Ruled, difference: str) -> None:
    assert differences_of(expected) == [difference]


def test_a_finding_that_nobody_expected_is_told() -> None:
    row = Row("DCB-10", "keeps", "The dealer calls right.", COUP.replace("call banco", "call punto"), (Ruled(),))
    assert differences(row, shipped_edition("dcb")) == ["coup 1: wrong_announcement of DCB-10 is found"]
