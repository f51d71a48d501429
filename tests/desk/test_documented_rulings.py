"""The ruling of docs/rulings.md, made again as it stands there."""

import html
import json
import re
from pathlib import Path
from typing import Final

import pytest

from tests.commands import Recoup

DOCS: Final = (Path(__file__).resolve().parents[2] / "docs" / "rulings.md").read_text(encoding="utf-8")
BLOCKS: Final = dict(re.findall(r"```(\w+)\n(.*?)```", DOCS, re.DOTALL))
ROUND: Final = "BJ-2/2026-10-02/1"


@pytest.fixture
def shown(recoup: Recoup, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Recoup:
    """`recoup` on a ledger with the round of the page, on a terminal of 120 columns."""
    monkeypatch.setenv("COLUMNS", "120")
    (tmp_path / "round.txt").write_text(BLOCKS["notation"], encoding="utf-8")
    recoup("record", "round.txt")
    return recoup


def test_the_terminal_prints_what_stands_there(shown: Recoup) -> None:
    printed = [line.rstrip() for line in shown("rule", ROUND).out.rstrip().splitlines()]
    assert printed == BLOCKS["text"].rstrip().splitlines()


def test_the_json_has_what_stands_there(shown: Recoup) -> None:
    (ruling,) = shown("rule", ROUND, "--json").json
    documented = json.loads(BLOCKS["json"].replace(",\n  …", ""))
    assert (ruling["verdict"], ruling["authority"]) == (documented["verdict"], documented["authority"])
    assert [{key: ruling["findings"][0][key] for key in documented["findings"][0]}] == documented["findings"]
    assert [{key: outcome[key] for key in documented["outcomes"][0]} for outcome in ruling["outcomes"]] == documented[
        "outcomes"
    ]


def test_the_report_has_the_paragraph_that_stands_there(shown: Recoup, tmp_path: Path) -> None:
    shown("report", ROUND, "--format", "html", "-o", "report.html")
    page = html.unescape(re.sub(r"<[^>]+>", "", (tmp_path / "report.html").read_text(encoding="utf-8")))
    for line in BLOCKS["report"].rstrip().splitlines():
        assert line in page


def test_what_the_direction_decides_is_said_as_it_stands_there(shown: Recoup, tmp_path: Path) -> None:
    (tmp_path / "round.txt").write_text(BLOCKS["notation"] + BLOCKS["settle"], encoding="utf-8")
    shown("record", "round.txt")
    printed = [line.rstrip() for line in shown("rule", ROUND).out.splitlines()]
    documented = [line for line in BLOCKS["settled"].splitlines() if line.strip() != "…"]
    assert [line for line in printed if line in documented] == documented
