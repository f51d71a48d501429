"""Rounds of shared boxes as a user reads them: who calls, who rides where, what is free and what is bet beside."""

import re
from pathlib import Path
from typing import Final

import pytest

from desk.terminal.console import DONE
from tests.commands import Recoup

SWISS: Final = "BJ-9/2026-11-20"
FREE: Final = "BJ-10/2026-11-20"
LINES: Final = f"""
{SWISS}: table blackjack scb CHF; limits main 1000 50000; sits P1 3; arrives P2 box=3; sits P4 4; shoe S9 6
{SWISS}/1: open; bet w1 P1 main 2000 box=3; bet w2 P2 main 1000 box=3; bet w4 P4 main 1000 box=4; bet s4 P4 bust 1000 box=4
{SWISS}/1: nmb; 3 Th 4 8s D Ad 3 6c 4 8d; says 3 surrender P1; bet i2 P2 insurance 500 box=3 parent=w2
{SWISS}/1: says 3 hit P2; 3 3c; says 3 stay P2; says 4 split P4; bet w4s P4 split 1000 box=4 hand=2 parent=w4
{SWISS}/1: 4 Ts; says 4 stay P4; 4.2 3s; says 4.2 hit P2; 4.2 9s; notice P4 inspector
{FREE}: table blackjack fbj EUR; limits main 1000 50000; sits P1 3; arrives P2 box=3; sits P4 5; shoe S10 6
{FREE}/1: open; bet w1 P1 main 2000 box=3 spot=1; bet w2 P2 main 1000 box=3 spot=2; bet w4 P4 main 1000 box=5
{FREE}/1: bet t4 P4 push22 500 box=5; nmb; 3 8h 5 Tc D 6s 3 8d 5 5c
{FREE}/1: says 3 free_split P1; bet f1 P1 free_split 0 nominal_minor=2000 box=3 hand=2 parent=w1
{FREE}/1: shift w2 main hand=2; 3 9d; says 3 stay P1; 3.2 Ts; total 3.2 18; says 3.2 stay P1
{FREE}/1: absent P4 called=supervisor; says 5 card how=rule; 5 2d; says 5 stay how=rule
{FREE}/1: irregular appliance inspector about=P2; interrupted supervisor
"""


@pytest.fixture
def desk(recoup: Recoup, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Recoup:
    """`recoup` on a ledger with these rounds, and a terminal wide enough that no line is broken."""
    (tmp_path / "night.txt").write_text(LINES, encoding="utf-8")
    monkeypatch.setenv("COLUMNS", "240")
    assert recoup("migrate").code == DONE
    assert recoup("record", "night.txt").code == DONE
    return recoup


def shown(desk: Recoup, *args: str) -> list[str]:
    """The lines of what is printed, each with single blanks."""
    return [re.sub(r" +", " ", line).strip() for line in desk(*args).out.splitlines()]


def test_who_calls_a_box_stands_beside_what_is_open_to_it(desk: Recoup) -> None:
    steps = "\n".join(shown(desk, "replay", f"{SWISS}/1"))
    assert "box 3 (P1) says: hit, stand, double, surrender" in steps
    surrendered = next(line for line in steps.splitlines() if "box 3 (P1) says surrender" in line)
    assert "box 3 (P2) says: " in surrendered
    assert "hand 2 of box 4 (P4) says: hit, stand, double" in steps


def test_what_hangs_on_a_wager_is_told_with_its_hand(desk: Recoup) -> None:
    steps = "\n".join(shown(desk, "replay", f"{SWISS}/1"))
    assert "P4 bets 10.00 CHF on bust, box 4 (s4)" in steps
    assert "P2 puts down 5.00 CHF as insurance on box 3 (i2)" in steps
    assert "P4 puts down 10.00 CHF as split on hand 2 of box 4 (w4s)" in steps


def test_a_split_hand_is_named_once(desk: Recoup) -> None:
    text = "\n".join(shown(desk, "rule", f"{SWISS}/1"))
    assert "Player P2 said hit for hand 2 of box 4 (8♦ 3♠), where the decision belongs to P4." in text
    assert "hand of hand" not in text


def test_a_free_split_lays_two_hands(desk: Recoup) -> None:
    steps = shown(desk, "replay", f"{FREE}/1")
    assert any("box 3 (P1) says free split box 3 8♥ 8 card to box 3" in line for line in steps)
    assert any("P1 has a free split for 20.00 EUR on hand 2 of box 3 (f1)" in line for line in steps)
    assert any("Ts to hand 2 of box 3 hand 2 of box 3 8♦ 10♠ 18" in line for line in steps)
    assert any("w2 moved behind hand 2" in line for line in steps)
    assert not any("told 18" in line for line in shown(desk, "rule", f"{FREE}/1"))


def test_what_happens_to_an_absent_player_s_hand_is_told(desk: Recoup) -> None:
    steps = "\n".join(shown(desk, "replay", f"{FREE}/1"))
    assert "P4 is absent, supervisor is called" in steps
    assert "box 5 is played by the house's rule: hit" in steps
    assert "inspector reports: appliance (P2)" in steps
    assert "supervisor interrupts the game" in steps


def test_the_money_says_what_is_free_and_where_it_rides(desk: Recoup) -> None:
    rows = shown(desk, "rule", f"{FREE}/1")
    for row in (
        "w2 P2 box 3 10.00",
        "f1 P1 free split, hand 2 of box 3 free 20.00",
        "t4 P4 push22, box 5 5.00",
    ):
        assert any(line.startswith(row) for line in rows), row
