"""`recoup rulebook book`: the book of each rulebook is whole, accessible, and answers questions from itself alone."""

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser

from desk.cli.rulebooks import book as write_book
from replay.editions.loader import SHIPPED_RULEBOOKS, shipped_edition, shipped_text
from replay.rulebooks.worked import worked_rounds
from tests.browser import axe
from tests.clauses.worked import FOLDER, HOUSES, written
from tests.commands import Recoup
from tests.desk.service import night
from tests.desk.web.book_questions import QUESTIONS

pytestmark = pytest.mark.slow
RULEBOOKS: Final = tuple(SHIPPED_RULEBOOKS)


class BookPage(HTMLParser):
    """A page's addresses, its ids, and its text by section."""

    def __init__(self, text: str):
        super().__init__()
        self.addresses: list[str] = []
        self.ids: list[str] = []
        self.loaded: list[str] = []
        self.sections: dict[str, str] = {}
        self._section = ""
        self._is_code = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.ids += [found["id"]] if "id" in found else []
        self.addresses += [found["href"]] if tag == "a" and "href" in found else []
        self.loaded += [found[name] for name in ("src", "href") if tag not in ("a", "link") and name in found]
        self._section = found.get("id", "") if tag == "section" else self._section
        self._is_code = tag in ("style", "script")

    def handle_data(self, data: str) -> None:
        if not self._is_code:
            self.sections[self._section] = self.sections.get(self._section, "") + data


@pytest.fixture(scope="module", params=RULEBOOKS)
def book(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """The book of a rulebook, as the command writes it where there is no ledger."""
    name: str = request.param
    out = tmp_path_factory.mktemp("books") / name
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(out.parent)
        write_book(name, out, ledger=f"sqlite:///{out.parent / 'none.db'}")
    return name, out


def test_every_clause_has_its_section_and_every_address_leads_somewhere(book: tuple[str, Path]) -> None:
    name, out = book
    page = BookPage((out / "index.html").read_text(encoding="utf-8"))
    sections = [section for section in page.sections if section]
    assert len(sections) == len(shipped_edition(name).sheet.clauses)
    assert len(set(page.ids)) == len(page.ids)
    assert page.loaded == []
    for address in page.addresses:
        assert address[1:] in page.ids if address.startswith("#") else (out / address).is_file(), address
    linked = {address for address in page.addresses if not address.startswith("#")}
    assert linked == {f"rounds/{file.name}" for file in out.glob("rounds/*")}


def test_each_worked_round_that_the_house_can_judge_is_a_replay(book: tuple[str, Path]) -> None:
    name, out = book
    shown = [worked for worked in worked_rounds(name) if not worked.unresolved]
    assert len(list(out.glob("rounds/*"))) == len(shown)


def test_the_ten_questions_are_answered_where_a_reader_looks(book: tuple[str, Path]) -> None:
    name, out = book
    page = BookPage((out / "index.html").read_text(encoding="utf-8"))
    assert len(QUESTIONS[name]) == 10
    for question, clause, answer in QUESTIONS[name]:
        beside = " ".join(page.sections[re.sub(r"[^A-Za-z0-9-]", "_", clause)].split())
        assert answer.lower() in beside.lower(), (question, beside)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_has_nothing_against_the_book_and_a_replay_in_it(book: tuple[str, Path], chromium: Browser, theme: str) -> None:
    _, out = book
    files = [out / "index.html", *sorted(out.glob("rounds/*"))[:1]]
    page = chromium.new_page(color_scheme=theme, viewport={"width": 1280, "height": 900})  # type: ignore[arg-type]
    for file in files:
        page.goto(file.as_uri())
        assert axe(page) == [], file
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(files[0].as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.close()


def test_the_worked_rounds_are_those_of_the_clause_tables() -> None:
    for house in HOUSES:
        assert (FOLDER / f"{house}.ndjson").read_bytes() == written(house), house
    assert {file.stem for file in FOLDER.iterdir()} == set(HOUSES)


def test_two_editions_stand_side_by_side_with_a_round_whose_money_differs(recoup: Recoup, tmp_path: Path) -> None:
    text = re.sub(r'^edition = ".*"$', 'edition = "2027.9"', shipped_text("dcb"), count=1, flags=re.MULTILINE)
    (tmp_path / "other.toml").write_text(
        text.replace('value = "9:1", clause = "DCB-18"', 'value = "8:1", clause = "DCB-18"')
    )
    ran = recoup("rulebook", "book", "dcb", "-o", "book", "--beside", "other.toml", "--rounds", "200")
    assert ran.code == 0
    beside = BookPage((tmp_path / "book/index.html").read_text(encoding="utf-8")).sections["beside"]
    assert "any_tie.odds" in beside
    assert "9:1" in beside
    assert "8:1" in beside
    assert "bet" in beside
    assert re.search(r"5,000\s+4,500", beside) or "A round whose money differs" in beside


def test_rounds_on_record_that_cite_a_clause_are_named(recoup: Recoup, tmp_path: Path) -> None:
    night.record(f"sqlite:///{tmp_path / 'recoup.db'}")
    assert recoup("rulebook", "book", "dcb", "-o", "book", "--language", "de").code == 0
    page = BookPage((tmp_path / "book/index.html").read_text(encoding="utf-8"))
    assert any(night.MISDEALT in section for section in page.sections.values())
    assert "Was nach ihr festgestellt wird" in page.sections["DCB-12"]


def test_a_folder_that_is_there_is_not_written_into(recoup: Recoup, tmp_path: Path) -> None:
    (tmp_path / "book").mkdir()
    ran = recoup("rulebook", "book", "dcb", "-o", "book")
    assert ran.code == 2
    assert "is there already" in ran.complaint
