"""A roulette table at the command line: recorded, listed, seen again, ruled on, and its odds."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from jsonschema import Draft202012Validator

from desk.terminal.console import DONE
from tests.commands import Recoup

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
    assert [(finding["kind"], finding["clauses"]) for finding in first["findings"]] == [("wrong_display", ["ECA-R-E2"])]
    assert first["branches"][0]["due_minor"] == {"w1": 18_000, "w2": 0, "w3": 18_000}
    assert [finding["kind"] for finding in second["findings"]] == ["wrong_payment"]
    assert "ECA-R-S2" in second["findings"][0]["clauses"]
    assert (second["money"][0]["paid_minor"], second["money"][0]["awarded_minor"]) == (25_000, 0)
    shown = table("rule", f"{DAY}/1").out
    assert "5 neighbours of 17" in shown
    assert "split 14-17" in shown


def test_a_round_is_seen_again(table: Recoup) -> None:
    document = valid(table, "replay", table("replay", f"{DAY}/2", "--json").json)
    by_text = {step["text"]: step["due"] for step in document["steps"]}
    assert by_text["dealer calls no spin: with the wheel"] == "the ball goes back to the previous winning compartment"
    assert by_text["the ball is put into 17"] == "the ball is spun"
    assert document["lawful"] == {"pocket": ["0"]}
    drawn = table("replay", f"{DAY}/1").out
    assert "[17]" in drawn
    assert "✗ the display shows 20" in drawn


def test_what_is_due_after_the_dolly_is_the_wagers(table: Recoup) -> None:
    """Winners from the print, then losers, then winners: each is due until the last of them is done."""
    steps = table("replay", f"{DAY}/1", "--json").json["steps"]
    assert [step["due"] for step in steps[-8:]] == [
        "the dolly is placed",
        "pieces are added from the print",
        "pieces are added from the print",
        "losers are collected",
        "winners are paid",
        "winners are paid",
        "nothing more",
        "nothing more",
    ]


MANY: Final = f"""
{DAY}: table roulette eca-roulette EUR
{DAY}/1: open; bet w1 P1 straight 500 numbers=17; bet w2 P2 split 500 numbers=14-17; bet w3 P3 red 50000
{DAY}/1: bet w4 P4 street 500 numbers=16-17-18; bet w5 P5 neighbours 2500 of=34 pieces=5; bet w6 P6 column 50000 index=2
{DAY}/1: bet w7 P7 six_line 500 numbers=13-14-15-16-17-18; spin cw ccw; nmb; rest 17; call 17; dolly 18; close
{DAY}/2: open; bet w1 P1 straight 500 numbers=17; spin cw ccw; nmb; no_spin foreign_object; close
"""


class TestDrawing:
    """The layout and the wheel in a terminal of 80 columns, of 120, with colour and without."""

    @pytest.fixture
    def seen(self, recoup: Recoup, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[int, str], str]:
        (tmp_path / "many.txt").write_text(MANY, encoding="utf-8")
        assert recoup("record", "many.txt").code == DONE

        def look(columns: int, number: str) -> str:
            monkeypatch.setenv("COLUMNS", str(columns))
            return recoup("replay", f"{DAY}/{number}").out

        return look

    @pytest.mark.parametrize("columns", [80, 120])
    def test_the_number_that_won_the_dolly_and_the_chips_are_seen(
        self, seen: Callable[[int, str], str], columns: int
    ) -> None:
        lines = [line.rstrip() for line in seen(columns, "1").splitlines()]
        assert max(map(len, lines)) <= columns
        top = next(n for n, line in enumerate(lines) if line.split()[:3] == ["3", "6", "9"])
        assert lines[top : top + 9] == [
            "       3    6    9   12   15   18*  21   24   27   30   33   36",
            "            E              G   DG              E",
            "  0    2    5    8   11   14  [17]  20   23   26   29   32   35",
            "                          BG  ABD+",
            "       1    4    7   10   13   16   19   22   25   28   31   34",
            "                           G   DG              E              E",
            "[n] won   n* the dolly   letters: chips that cover the number",
            "",
            " dozen 1  [dozen 2]  dozen 3   column 1  [column 2]F  column 3",
        ]
        assert lines[top + 9] == "[low]  high   even  [odd]  red C [black]"
        assert "wheel … 19   4  21   2  25 [17] 34   6  27  13  36 …" in lines

    @pytest.mark.parametrize("columns", [80, 120])
    def test_after_a_no_spin_no_number_is_marked(self, seen: Callable[[int, str], str], columns: int) -> None:
        shown = seen(columns, "2")
        assert "no number counts   letters: chips that cover the number" in shown
        assert "wheel …" not in shown
        assert "[17]" not in shown

    def test_colour_adds_nothing_that_is_not_told_without(
        self, seen: Callable[[int, str], str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        plain = seen(80, "1")
        monkeypatch.setenv("FORCE_COLOR", "1")
        coloured = seen(80, "1")
        assert "\x1b[1;37;41m" in coloured
        assert re.sub("\x1b\\[[0-9;]*m", "", coloured) == plain


def test_the_odds_are_told(table: Recoup) -> None:
    document = valid(table, "odds", table("odds", "eca-roulette", "--json").json)
    edges = {row["wager"]: row["edge"] for row in document["wagers"]}
    assert (edges["straight"], edges["red"], edges["orphans"]) == ("0.0270270270", "0.0135135135", "0.0270270270")
    assert "1/37 (2.7027%)" in table("odds", "eca-roulette").out
