"""What is handed out as HTML passes axe-core in a real browser, asks for nothing from outside, and fits a small screen."""

from collections.abc import Mapping

import pytest
from playwright.sync_api import Page

from projections.answers.round_answer import round_answer
from projections.messages.catalogue import Catalogue, languages
from projections.reports.case_file import gather_case_file
from projections.reports.case_letter import final_letter
from projections.reports.forms import render
from projections.reports.letter import compose_letter
from replay.ruling.ruling import Ruling
from tests import ledgers
from tests.browser import axe
from tests.projections import disputes, floor
from tests.projections.test_reports import report


def shown(page: Page, html: bytes) -> list[str]:
    """What axe-core has against a page, and what the page asked for from outside."""
    asked: list[str] = []
    page.on("request", lambda request: None if request.url.startswith("data:") else asked.append(request.url))
    page.set_content(html.decode())
    return [*axe(page), *asked]


@pytest.mark.slow
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", floor.ROUNDS)
def test_the_report_on_a_round_passes(page: Page, played: str, name: str, language: str) -> None:
    assert shown(page, render("html", report(played, name, Catalogue(language)))) == []


@pytest.mark.slow
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("number", disputes.NUMBERS)
def test_the_report_on_a_case_passes(page: Page, disputed: str, number: str, language: str) -> None:
    assert shown(page, render("html", disputes.report(disputed, number, language))) == []


@pytest.mark.parametrize("language", languages())
def test_the_letters_pass(page: Page, disputed: str, ruled: Mapping[str, Ruling], language: str) -> None:
    words = Catalogue(language)
    with ledgers.opened(disputed) as ledger:
        file = gather_case_file(ledger, disputes.SETTLED, words, mask_names=False)
    of_round = compose_letter(round_answer(ruled[floor.OVERDRAWN]), "Bertil", "sha256:" + 64 * "0", words)
    for letter in (of_round, final_letter(file, "Bertil", words)):
        assert shown(page, render("html", letter)) == []


@pytest.mark.parametrize("number", [disputes.SETTLED, disputes.OF_BLACKJACK])
def test_on_a_telephone_nothing_but_wide_tables_is_wider_than_the_screen(page: Page, disputed: str, number: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.set_content(render("html", disputes.report(disputed, number)).decode())
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert axe(page) == []
