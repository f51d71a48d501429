"""A round that a case has settled and paid reads the same in every place: coup 42 of the demo, 146.25 GBP to P1."""

import csv
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import httpx
import pytest

from desk.service.security import COOKIE
from desk.service.settings import ENTER_PATH
from tests.commands import Recoup
from tests.desk.conftest import Demo
from tests.desk.web.conftest import serving

pytestmark = pytest.mark.slow

ROUND: Final = "BAC-1/2026-01-17/42"
CASE: Final = "2026-0001"
DUE: Final = re.compile(r"146[.,]25\s+GBP")
OPEN: Final[Mapping[str, re.Pattern[str]]] = {
    "en": re.compile(r"owed a further|must be corrected|to be corrected|still to be paid|(?<!nothing )to correct"),
    "de": re.compile(r"weitere \d|muss korrigiert|zu korrigieren|noch zu zahlen"),
}
"""What says that something remains to be done."""


@pytest.fixture
def url(demo: Demo) -> str:
    return f"sqlite:///{demo.folder / 'ledger.db'}"


def plain(text: str) -> str:
    """A text without tags, on one line."""
    text = re.sub(r"<(style|script|svg)\b.*?</\1>", " ", text, flags=re.DOTALL)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", text))


def row_of(text: str, name: str) -> str:
    """The rows of a page's tables that name a round, as text."""
    rows = re.findall(r"<tr\b.*?</tr>", text, re.DOTALL)
    return plain(" ".join(row for row in rows if name in row))


def written(recoup: Recoup, folder: Path, url: str, *args: str) -> str:
    """What a command writes into a file of HTML."""
    target = folder / f"{len(list(folder.iterdir()))}.html"
    ran = recoup(*args, "--format", "html", "-o", str(target), "--ledger", url)
    assert ran.code == 0, ran.err
    return target.read_text("utf-8")


def documents(recoup: Recoup, folder: Path, url: str, language: str) -> Iterator[tuple[str, str]]:
    """The texts about this round alone."""
    report = ("report", ROUND, "--language", language), ("report", CASE, "--language", language)
    yield "report on the round", plain(written(recoup, folder, url, *report[0]))
    yield "report on the case", plain(written(recoup, folder, url, *report[1]))
    yield "letter about the round", plain(written(recoup, folder, url, *report[0], "--letter", "P1"))
    yield "letter of the case", plain(written(recoup, folder, url, *report[1], "--letter", "P1"))
    if language == "en":
        yield "rule", plain(recoup("rule", ROUND, "--ledger", url).out)
        yield "replay", plain(recoup("replay", ROUND, "--ledger", url).out)
        yield "case show", plain(recoup("case", "show", CASE, "--ledger", url).out)
    with serving(url) as (address, keys):
        entered = httpx.get(f"{address}{ENTER_PATH}{keys.link}", timeout=60)
        cookies = {COOKIE: entered.cookies[COOKIE], "language": language}
        with httpx.Client(base_url=address, cookies=cookies, timeout=60) as client:
            for name, path in (("page of the round", f"/rounds/{ROUND}"), ("page of the case", f"/cases/{CASE}")):
                answer = client.get(path)
                assert answer.status_code == 200
                yield name, plain(re.sub(r"<(form|dialog|details)\b.*?</\1>", " ", answer.text, flags=re.DOTALL))


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_text_says_that_something_remains_to_be_done(recoup: Recoup, url: str, tmp_path: Path, language: str) -> None:
    folder = tmp_path / "written"
    folder.mkdir()
    for name, text in documents(recoup, folder, url, language):
        found = OPEN[language].search(text)
        assert found is None, f"{name}: {text[max(found.start() - 80, 0) : found.end() + 40]}"
        assert DUE.search(text) or name == "replay", f"{name} does not name the amount"


def test_the_lists_have_the_same_status(recoup: Recoup, url: str, tmp_path: Path) -> None:
    folder = tmp_path / "written"
    folder.mkdir()
    for args in (("papers", "incidents"), ("papers", "day", ROUND.rpartition("/")[0])):
        row = row_of(written(recoup, folder, url, *args), ROUND)
        assert "paid" in row, args
        assert not OPEN["en"].search(row), f"{args}: {row}"
    (row,) = [line for line in recoup("rounds", "--ledger", url).out.splitlines() if line.startswith(f"{ROUND} ")]
    assert f"paid, {CASE}" in row
    assert not OPEN["en"].search(row)


def test_the_data_have_the_same_status_and_nothing_is_outstanding(recoup: Recoup, url: str) -> None:
    (ruling,) = recoup("rule", ROUND, "--json", "--ledger", url).json
    replay = recoup("replay", ROUND, "--json", "--ledger", url).json
    for data in (ruling, replay):
        assert (data["status"], data["cases"]) == ("paid", [CASE])
    (bet,) = ruling["money"]
    (finding,), printed = ruling["findings"], plain(recoup("rule", ROUND, "--ledger", url).out)
    assert finding["text"] in printed
    assert [other["text"] for other in replay["findings"]] == [finding["text"]]
    money = [bet[f"{key}_minor"] for key in ("awarded", "paid_by_case", "outstanding", "overpaid")]
    assert money == [14625, 14625, 0, 0]


def test_the_tables_of_an_export_have_the_same_status(demo: Demo) -> None:
    tables = demo.folder / "export" / "data" / "tables"

    def row(name: str) -> Mapping[str, str]:
        with (tables / name).open(encoding="utf-8", newline="") as file:
            (found,) = [row for row in csv.DictReader(file) if row["round"] == ROUND]
        return found

    assert (row("rounds.csv")["status"], row("rounds.csv")["case"]) == ("paid", CASE)
    owed = row("owed.csv")
    assert [owed[key] for key in ("awarded", "paid_by_case", "outstanding", "overpaid")] == [
        "146.25",
        "146.25",
        "0.00",
        "0.00",
    ]


def test_no_requirement_of_an_authority_is_open_because_of_the_case(recoup: Recoup, url: str) -> None:
    """Received on 18 January and answered on the same day: no term is late, and nothing is unpaid."""
    rows = recoup("compliance", "uk", "--json", "--ledger", url).json
    assert [row["id"] for row in rows if row["status"] == "not_met" and CASE in row["shown"]] == []
