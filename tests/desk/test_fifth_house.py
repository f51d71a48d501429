"""A house with shared boxes, free doubles, surrender and side bets that nobody built in: its edition is a file."""

from pathlib import Path
from typing import Any, Final

import pytest

from desk.terminal.console import DONE
from tests.commands import Recoup

LIGHTHOUSE: Final = Path(__file__).parents[1] / "editions" / "lighthouse.toml"
DAY: Final = "LH-1/2026-11-20"
LINES: Final = f"""
{DAY}: table blackjack lighthouse USD; limits main 1000 10000; limits twins 100 5000; limits beacon 100 5000; shoe S1 6
{DAY}: odds mixed_pair 5:1; odds coloured_pair 12:1; odds perfect_pair 25:1
{DAY}/1: open; bet w1 P1 main 1000 box=2; bet w2 P2 main 3000 box=2; bet w3 P3 main 2000 box=2
{DAY}/1: bet w4 P4 main 1000 box=4; bet w5 P5 main 1000 box=5
{DAY}/1: bet t1 P1 twins 500 box=2; bet t4 P4 twins 300 box=4; bet b3 P3 beacon 200 box=2; bet b4 P4 beacon 100 box=4; nmb
{DAY}/1: 2 6h 4 8s 5 7h D 6s 2 5d 4 8c 5 7c; pay t1 0; pay t4 3900
{DAY}/1: says 2 free_double P2; bet f2 P2 free_double 0 nominal_minor=3000 box=2 parent=w2
{DAY}/1: bet f1 P1 free_double 0 nominal_minor=1000 box=2 parent=w1; 2 Tc
{DAY}/1: says 4 surrender P4; pay w4 500; says 5 hit P5; 5 7d; D Th D 6d
{DAY}/1: pay w1 1000; pay w2 3000; pay w3 2000; pay f1 0; pay f2 0; pay w5 3000; pay b3 2400; pay b4 1200; close
{DAY}/2: open; bet w1 P1 main 1000 box=2; bet w2 P2 main 3000 box=2; bet w3 P3 main 2000 box=2
{DAY}/2: bet b3 P3 beacon 200 box=2; nmb; 2 6h D 8s 2 4d
{DAY}/2: says 2 free_double P2; bet f2 P2 free_double 0 nominal_minor=3000 box=2 parent=w2
{DAY}/2: bet f3 P3 free_double 0 nominal_minor=2000 box=2 parent=w3; 2 9c; D Th
{DAY}/2: pay w1 2000; pay w2 6000; pay w3 4000; pay f2 3000; pay f3 4000; pay b3 0; close
{DAY}/3: open; bet w1 P1 main 1000 box=2; bet w2 P2 main 3000 box=2; nmb; 2 Th D 5c 2 3d; says 2 hit P1; 2 9h
{DAY}/3: notice P2 inspector
"""
"""The dealer's 22, against a double that P3 does not follow; P3's free chip, paid as if it were a stake of his; a card
that P1 asked for, though P2 calls the box with the higher wager.
"""

BACK_ON_22: Final = {
    "w1": 1000,  # 21 against 22: nothing is taken or paid
    "w2": 3000,
    "w3": 2000,
    "f1": 0,  # chips are collected
    "f2": 0,
    "w4": 500,  # half of 1000
    "w5": 3000,  # the wager, and 2 x 1000 for the sevens
    "t1": 0,  # six and five
    "t4": 3900,  # two black eights: 300 and 12 x 300
    "b3": 2400,  # 200 and 11 x 200
    "b4": 1200,  # 100 and 11 x 100, though the box was given up
}
BACK_ON_18: Final = {"w1": 2000, "w2": 6000, "w3": 4000, "f2": 3000, "f3": 2000, "b3": 0}
"""19 against 18: every wager wins, and a chip what it stands for."""


@pytest.fixture
def rulings(recoup: Recoup, tmp_path: Path) -> Any:
    """The rulings on the night, in a ledger that the house's edition was adopted into."""
    (tmp_path / "lighthouse.toml").write_text(LIGHTHOUSE.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "night.txt").write_text(LINES, encoding="utf-8")
    assert recoup("rulebook", "check", "lighthouse.toml").code == DONE
    assert recoup("migrate").code == DONE
    assert recoup("rulebook", "adopt", "lighthouse.toml").code == DONE
    assert recoup("record", "night.txt").code == DONE
    return recoup("rule", "--all", "--json").json


@pytest.mark.slow
def test_the_dealer_s_22_on_a_shared_box(rulings: Any) -> None:
    ruling = rulings[0]
    assert (ruling["verdict"], ruling["findings"]) == ("stands", [])
    assert {row["wager"]: row["awarded_minor"] for row in ruling["money"]} == BACK_ON_22


@pytest.mark.slow
def test_a_free_chip_wins_and_is_no_stake(rulings: Any) -> None:
    ruling = rulings[1]
    (found,) = ruling["findings"]
    assert (ruling["verdict"], found["kind"], found["wagers"]) == ("correct", "wrong_payment", ["f3"])
    assert "LH-14" in found["clauses"]
    assert {row["wager"]: row["awarded_minor"] for row in ruling["money"]} == BACK_ON_18


@pytest.mark.slow
def test_the_highest_wager_calls_the_box(rulings: Any) -> None:
    ruling = rulings[2]
    (found,) = ruling["findings"]
    assert (ruling["verdict"], found["kind"]) == ("ask", "not_his_call")
    assert "LH-12" in found["clauses"]
    (branch,) = ruling["branches"]
    assert [question["place"] for question in branch["reconstruction"]["ask"]] == ["box2"]
    assert {row["wager"]: row["awarded_minor"] for row in ruling["money"]} == {"w1": None, "w2": None}


@pytest.mark.slow
def test_only_its_own_clauses_are_cited(rulings: Any) -> None:
    assert all(clause.startswith("LH-") for ruling in rulings for clause in ruling["clauses"])
