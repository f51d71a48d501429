"""A house that nobody built in: its edition is a file, adopted, recorded under and ruled on without a line of code."""

from pathlib import Path

from desk.terminal.console import DONE
from tests.commands import Recoup

RIVERBOAT = Path(__file__).parents[1] / "editions" / "riverboat.toml"
DAY = "RB-1/2026-11-20"
LINES = f"""
{DAY}: table blackjack riverboat USD; limits main 1000 50000; shoe S1 6
{DAY}/1: open; bet w1 P1 main 1000 box=1; bet w2 P2 main 2000 box=2; nmb; 1 As 2 5c D 9d 1 Kh 2 4d; pay w1 2200; clear 1
{DAY}/1: says 2 double P2; bet w2d P2 double 2000 box=2 parent=w2; 2 Tc; D 8s; pay w2 4000; pay w2d 2000; close
{DAY}/2: open; bet w1 P1 main 1000 box=1; nmb; 1 Tc D Ah 1 8d; says 1 stand; D 6s; pay w1 2000; close
"""
"""A blackjack at 6 to 5; a double of nine, which this house has on 10 and 11 only; a dealer who stops on a soft 17."""


def test_a_house_is_a_file(recoup: Recoup, tmp_path: Path) -> None:
    (tmp_path / "riverboat.toml").write_text(RIVERBOAT.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "night.txt").write_text(LINES, encoding="utf-8")
    assert recoup("rulebook", "check", "riverboat.toml").code == DONE
    assert recoup("migrate").code == DONE
    assert recoup("rulebook", "adopt", "riverboat.toml").code == DONE
    assert recoup("record", "night.txt").code == DONE
    first, second = recoup("rule", "--all", "--json").json
    assert "illegal_double" in [finding["kind"] for finding in first["findings"]]
    assert {row["wager"]: row["awarded_minor"] for row in first["money"]} == {"w1": 2200, "w2": None, "w2d": 2000}
    assert [finding["kind"] for finding in second["findings"]] == ["dealer_stopped"]
    assert second["branches"][0]["reconstruction"]["draw"] == ["dealer"]
    assert all(clause.startswith("RB-") for ruling in (first, second) for clause in ruling["clauses"])
