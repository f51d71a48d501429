"""`recoup rulebook prove`: the smallest round whose money differs under two editions, which anybody can rule on again."""

import re
from pathlib import Path
from typing import Final

import pytest

from drill.difference_search import DifferingRound, search
from ledger.entry import Entry
from ledger.feeds.notation import Transcript
from replay.editions.loader import parse_edition, shipped_edition, shipped_text
from replay.rulebooks.edition import Edition
from replay.ruling.grounds import build_table_day
from replay.ruling.ruling import rule
from tests.commands import Recoup


def amended(name: str, key: str, was: str, becomes: str) -> str:
    """The text of an edition in which one value is another."""
    text = re.sub(r'^edition = ".*"$', 'edition = "2027.9"', shipped_text(name), count=1, flags=re.MULTILINE)
    line = next(line for line in text.splitlines() if line.startswith(f'"{key}"'))
    assert was in line
    return text.replace(line, line.replace(was, becomes))


CHANGES: Final = {
    "DCB-18, any tie at 8 to 1": ("dcb", "any_tie.odds", "9:1", "8:1"),
    "DCB-15, banco at 18 to 20": ("dcb", "banco.odds", "19:20", "18:20"),
    "DCB-16, punto at 2 to 1": ("dcb", "punto.odds", "1:1", "2:1"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_round_is_found_that_rules_otherwise_when_it_is_told_again(change: str) -> None:
    name, *rest = CHANGES[change]
    before, after = shipped_edition(name), parse_edition(amended(name, *rest))
    found = search(before, after, 400, 1)
    assert found is not None
    assert [money_of(found, edition) for edition in (before, after)] == [
        {wager: money[0] for wager, money in by_wager.items()} for by_wager in (found.before, found.after)
    ]
    assert money_of(found, before) != money_of(found, after)
    assert len(found.before) <= 2, found.transcript  # a side bet stands beside a main bet


def money_of(found: DifferingRound, edition: Edition) -> dict[str, int | None]:
    """What is awarded in the found round, told by its transcript alone."""
    floor = Transcript("table/1")
    deliveries = [delivery for line in found.transcript.splitlines() for delivery in floor.read(line)]
    entries = [Entry(n, "table/DRILL/2026-01-01", n, "", delivery) for n, delivery in enumerate(deliveries, 1)]
    day = build_table_day(entries, lambda _, __: edition)
    [name] = day.rounds
    return {award.wager_due.wager: award.awarded_minor for award in rule(day, name).awards}


def test_two_editions_that_differ_in_no_money_are_told_apart_by_no_round() -> None:
    edition = shipped_edition("dcb")
    assert search(edition, parse_edition(shipped_text("dcb")), 100, 1) is None


def test_two_houses_of_one_game_are_told_apart() -> None:
    found = search(shipped_edition("ccl"), shipped_edition("scb"), 400, 1)
    assert found is not None
    assert found.before != found.after


def test_the_command_prints_the_round_and_the_money(recoup: Recoup, tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    other.write_text(amended("dcb", "any_tie.odds", "9:1", "8:1"), encoding="utf-8")
    ran = recoup("rulebook", "prove", "dcb", str(other), "--rounds", "400")
    assert ran.code == 1
    assert "any_tie" in ran.out
    assert re.search(r"^w\d+ +\S+ +\S+ *$", ran.out, re.MULTILINE)
    same = recoup("rulebook", "prove", "dcb", "dcb", "--rounds", "20")
    assert same.code == 0
    assert "no money differs in 20 rounds (seed 1); that is as far as it looked" in same.out
    assert recoup("rulebook", "prove", "dcb", "ccl").code == 2
