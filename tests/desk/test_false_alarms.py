"""The house's limit of false alarms: a setting on record, which holds for days opened from then on."""

from pathlib import Path

from tests.commands import Recoup

BETS = "open; bet w1 P1 main 10000 box=1; bet w2 P2 main 10000 box=3; nmb"
ROUND = f"{BETS}; 1 Th 3 9c D 8d 1 Kc 3 7s; says 1 stand; says 3 stand"


def day(name: str) -> str:
    """Two shoes whose first five cards are the same, and then a jack of another suit: a hint, and far from a certainty."""
    return (
        f"{name}: table blackjack ccl CZK; shoe S1 6\n{name}/1: {ROUND}; D Jc; close\n"
        f"{name}: shoe_closed S1; shoe S2 6\n{name}/2: {ROUND}; D Js; close\n{name}: shoe_closed S2\n"
    )


def suspected(recoup: Recoup, name: str) -> bool:
    (ruling,) = recoup("rule", f"{name}/2", "--json").json
    return any(finding["kind"] == "repeated_run" for finding in ruling["findings"])


def test_a_hint_is_raised_where_the_house_wants_hints_and_only_from_then_on(tmp_path: Path, recoup: Recoup) -> None:
    before, after, settings = tmp_path / "before.txt", tmp_path / "after.txt", tmp_path / "house.toml"
    before.write_text(day("BJ-1/2026-11-20"))
    assert recoup("record", str(before)).code == 0
    assert not suspected(recoup, "BJ-1/2026-11-20")
    example = recoup("house", "show", "--example").out
    settings.write_text(example.replace("false_alarm_one_in = 1000000", "false_alarm_one_in = 1000"))
    assert "false_alarm_one_in = 1000\n" in settings.read_text()
    assert recoup("house", "set", str(settings), "--by", "M1", "--role", "management").code == 0
    after.write_text(day("BJ-2/2026-11-20"))
    assert recoup("record", str(after)).code == 0
    assert suspected(recoup, "BJ-2/2026-11-20")
    assert not suspected(recoup, "BJ-1/2026-11-20")
