"""A roulette table at the command line: recorded, listed, seen again, ruled on, and its odds."""

from pathlib import Path
from typing import Any, Final

import pytest
from jsonschema import Draft202012Validator

from desk.terminal import DONE
from tests.desk.conftest import Recoup

DAY: Final = "ROU-1/2026-01-20"
LINES: Final = f"""
{DAY}: table roulette eca-roulette EUR; colour P2 green 100
{DAY}/1: open; bet w1 P1 split 1000 numbers=14-17
{DAY}/1: bet w2 P2 straight 2000 numbers=5 chips=colour chip_count=20 chip_value_minor=100
{DAY}/1: bet w3 P3 neighbours 2500 of=17 pieces=5 on=print; spin cw ccw; nmb; revolutions 11 after_call=4
{DAY}/1: rest 17; call 17; dolly 17; display 20; from_print w3; pay w2 0; pay w1 18000; pay w3 18000; close
{DAY}/2: open; bet w4 P1 dozen 50000 index=2; spin cw cw; no_spin with_the_wheel by=dealer; ball_out; ball_in 17
{DAY}/2: spin cw ccw; nmb; revolutions 9 after_call=3; rest 0; call 0; dolly 0; pay w4 25000; close
"""


@pytest.fixture
def table(recoup: Recoup, tmp_path: Path) -> Recoup:
    """A ledger with the table in it."""
    (tmp_path / "night.txt").write_text(LINES, encoding="utf-8")
    assert recoup("record", "night.txt").code == DONE
    return recoup


def valid(recoup: Recoup, name: str, document: Any) -> Any:
    Draft202012Validator(recoup("schema", name).json).validate(document)
    return document


def test_its_rounds_are_listed(table: Recoup) -> None:
    rows = valid(table, "rounds", table("rounds", "--json").json)
    assert [(row["round"], row["verdict"], row["findings"]) for row in rows] == [
        (f"{DAY}/1", "stands", 1),
        (f"{DAY}/2", "correct", 1),
    ]


def test_they_are_ruled_on(table: Recoup) -> None:
    first, second = valid(table, "rule", table("rule", "--all", "--json").json)
    assert [(one["kind"], one["clauses"]) for one in first["findings"]] == [("wrong_display", ["ECA-R-E2"])]
    assert first["branches"][0]["due_minor"] == {"w1": 18_000, "w2": 0, "w3": 18_000}
    assert [one["kind"] for one in second["findings"]] == ["wrong_payment"]
    assert "ECA-R-S2" in second["findings"][0]["clauses"]
    assert (second["money"][0]["paid_minor"], second["money"][0]["awarded_minor"]) == (25_000, 0)
    shown = table("rule", f"{DAY}/1").out
    assert "5 neighbours of 17" in shown
    assert "split 14-17" in shown


def test_a_round_is_seen_again(table: Recoup) -> None:
    told = valid(table, "replay", table("replay", f"{DAY}/2", "--json").json)
    by_text = {step["text"]: step["due"] for step in told["steps"]}
    assert by_text["dealer calls no spin: with the wheel"] == "the ball goes back to the previous winning compartment"
    assert by_text["the ball is put into 17"] == "the ball is spun"
    assert told["lawful"] == {"pocket": ["0"]}
    drawn = table("replay", f"{DAY}/1").out
    assert "[17]" in drawn
    assert "✗ the display shows 20" in drawn


def test_the_odds_are_told(table: Recoup) -> None:
    told = valid(table, "odds", table("odds", "eca-roulette", "--json").json)
    edges = {row["wager"]: row["edge"] for row in told["wagers"]}
    assert (edges["straight"], edges["red"], edges["orphans"]) == ("0.0270270270", "0.0135135135", "0.0270270270")
    assert "1/37 (2.7027%)" in table("odds", "eca-roulette").out
