"""Every page by axe-core's rules (WCAG 2.2 AA among them), in both themes, on a desk's screen and on a wall."""

from typing import Final

import pytest
from playwright.sync_api import Browser, ViewportSize

from tests import browser
from tests.desk.web import floor
from tests.desk.web.conftest import Desk

PAGES: Final = {
    "find": "/",
    "nothing found": "/?player=nobody&cards=7x",
    "open tables": "/live",
    "a coup": f"/rounds/{floor.UNDERDRAWN}?step=8",
    "a coup told twice": f"/rounds/{floor.TOLD_TWICE}?step=9",
    "a coup whose end is hidden": f"/rounds/{floor.MISDEALT}?step=8&hidden=1",
    "boxes": f"/rounds/{floor.SHARED}?step=40",
    "a wheel": f"/rounds/{floor.NO_SPIN}?step=40",
    "a shoe": floor.VOID_SHOE,
    "cases": "/cases",
    "a table's day": "/tables/BAC-1/2026-01-17",
    "a wheel's day": "/tables/RO-1/2026-01-17",
    "what is not there": "/rounds/BAC-1/2026-01-17/none",
}
SCREENS: Final = {"desk": ViewportSize(width=1366, height=768), "wall": ViewportSize(width=2560, height=1440)}


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.nightly)])
@pytest.mark.parametrize("named", PAGES)
def test_axe_has_nothing_against_a_page(desk: Desk, chromium: Browser, named: str, theme: str) -> None:
    context = chromium.new_context(viewport=SCREENS["desk"], base_url=desk.address)
    context.add_cookies(desk.cookies(theme=theme))  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(PAGES[named])
    assert page.locator("html").get_attribute("data-theme") == theme
    assert browser.axe(page) == []
    context.close()


@pytest.mark.slow
@pytest.mark.parametrize("screen", SCREENS)
def test_no_page_is_wider_than_its_screen(desk: Desk, chromium: Browser, screen: str) -> None:
    context = chromium.new_context(viewport=SCREENS[screen], base_url=desk.address)
    context.add_cookies(desk.cookies())  # type: ignore[arg-type]
    page, wide = context.new_page(), {}
    for named, path in PAGES.items():
        page.goto(path)
        wide[named] = page.evaluate("document.documentElement.scrollWidth")
    assert {named: width for named, width in wide.items() if width > SCREENS[screen]["width"]} == {}
    context.close()


@pytest.mark.slow
def test_the_keys_are_told_in_a_dialog_that_axe_has_nothing_against(desk: Desk, chromium: Browser) -> None:
    context = chromium.new_context(base_url=desk.address)
    context.add_cookies(desk.cookies())  # type: ignore[arg-type]
    page = context.new_page()
    page.goto("/")
    page.keyboard.press("?")
    assert page.get_by_role("dialog").is_visible()
    assert browser.axe(page) == []
    context.close()
