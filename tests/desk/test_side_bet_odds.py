"""Side bets at the command line: their exact odds, and a warning of odds that look misprinted."""

from pathlib import Path

import pytest

from desk.terminal.console import DONE
from tests.commands import Recoup
from tests.desk.test_outputs import validator
from tests.replay.side_rules import either, written

OFFERED = '{ value = { pairs = "pair", push = "dealer_total" }, clause = "RB-12" }'
REMARK = "the house keeps more than half of what is staked: are the odds misprinted?"


def adopted(recoup: Recoup, folder: Path, text: str) -> None:
    (folder / "house.toml").write_text(text, encoding="utf-8")
    assert recoup("migrate").code == DONE
    assert recoup("rulebook", "adopt", "house.toml").code == DONE


@pytest.mark.slow
def test_odds_of_side_bets(recoup: Recoup, tmp_path: Path) -> None:
    adopted(recoup, tmp_path, written(side_bets__offered=OFFERED))
    document = recoup("odds", "riverboat", "--json").json
    validator(recoup, "odds").validate(document)
    pairs, push = document["side_bets"]
    assert [(line["on"], line["odds"], line["ways"]) for line in pairs["lines"]] == [
        ("mixed_pair", None, "1872"),
        ("coloured_pair", None, "936"),
        ("perfect_pair", None, "780"),
    ]
    assert (pairs["of"], pairs["edge"], pairs["remark"]) == ("48516", None, None)
    assert push["lines"][0]["probability"].startswith("0.07259")
    assert (push["edge"][:6], push["of"], push["remark"]) == ("0.8548", None, REMARK)


@pytest.mark.slow
def test_odds_of_side_bets_in_words(recoup: Recoup, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    adopted(recoup, tmp_path, written(side_bets__offered=OFFERED))
    printed = recoup("odds", "riverboat").out
    for words in ("mixed pair", "not posted", "1,872 of 48,516", "85.4819%", f"push at 1:1: {REMARK}"):
        assert words in printed


def test_a_likely_misprint_is_pointed_out_when_an_edition_is_checked(recoup: Recoup, tmp_path: Path) -> None:
    offered = '{ value = { push = "dealer_total" }, clause = "RB-12" }'
    odds = either("RB-18?", '"1:1"', '"11:1"')
    (tmp_path / "house.toml").write_text(written(side_bets__offered=offered, dealer_total_bet__odds=odds), encoding="utf-8")
    checked = recoup("rulebook", "check", "house.toml")
    assert checked.code == DONE
    assert checked.out.splitlines()[1:] == [f"push under RB-18? (a): of a stake 85.48% is lost on average; {REMARK}"]
