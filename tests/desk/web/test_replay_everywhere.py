"""The desk on every screen, in both themes and both languages: sixty keys of the replay without waiting, and nothing lost,
asked, moved, cut off or unreadable.
"""

import re
from itertools import product
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests import browser
from tests.desk.web import floor
from tests.desk.web.conftest import Desk

pytestmark = pytest.mark.slow

SCREENS: Final = {360: 740, 768: 1024, 1024: 768, 1440: 900, 2560: 1440}
ROUNDS: Final = {"a coup": floor.MISDEALT, "boxes": floor.SHARED, "a wheel": floor.NO_SPIN}
KEYS: Final = ["Home", *["ArrowRight", "ArrowRight", "ArrowLeft"] * 19, "ArrowRight", "ArrowLeft"]
"""Sixty of them: from the first event on to the twentieth, or to the last."""
SHIFTS: Final = """
window.shifts = [];
new PerformanceObserver((list) => shifts.push(...list.getEntries().map((entry) => entry.value)))
  .observe({ type: "layout-shift", buffered: true });
"""


PAGES: Final = (
    "/",
    "/?q=nonsense&least=1.000",
    "/?q=BAC-1+overdraw",
    "/live",
    "/notes",
    "/cases",
    "/cases/2026-0001",
    floor.VOID_SHOE,
    f"/tables/{floor.MISDEALT.rpartition('/')[0]}",
    f"/tables/{floor.NO_SPIN.rpartition('/')[0]}",
    f"/rounds/{floor.TOLD_TWICE}",
    f"/rounds/{floor.UNDERDRAWN}",
    "/nothing",
)

EVERY_TIME: Final = {(360, "dark", "de"), (1440, "light", "en"), (2560, "light", "de")}
"""What is tried every time: a telephone, a desk and a wall; the nightly tests try the rest."""
everywhere = pytest.mark.parametrize(
    ("width", "theme", "language"),
    [
        pytest.param(*place, marks=() if place in EVERY_TIME else pytest.mark.nightly)
        for place in product(SCREENS, ("light", "dark"), ("en", "de"))
    ],
)


def blank_page(desk: Desk, chromium: Browser, width: int, theme: str, language: str) -> Page:
    context = chromium.new_context(viewport=ViewportSize(width=width, height=SCREENS[width]), base_url=desk.address)
    context.add_cookies(desk.cookies(theme=theme, language=language))  # type: ignore[arg-type]
    context.add_init_script(SHIFTS)
    return context.new_page()


def opened(desk: Desk, chromium: Browser, width: int, theme: str, language: str, round_: str) -> Page:
    page = blank_page(desk, chromium, width, theme, language)
    page.goto(f"/rounds/{round_}")
    page.wait_for_load_state("networkidle")
    expect(page.locator("#heard")).not_to_be_empty()
    return page


@everywhere
def test_sixty_keys_without_waiting(desk: Desk, chromium: Browser, width: int, theme: str, language: str) -> None:
    page = opened(desk, chromium, width, theme, language, floor.SHARED)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    before: list[Any] = page.evaluate("[history.length, scrollX, scrollY]")
    for key in KEYS:
        page.keyboard.press(key)
    expect(page.locator("#replay")).to_have_attribute("data-step", "20")
    expect(page).to_have_url(re.compile(r"\?at="))
    assert asked == []
    assert page.evaluate("[history.length, scrollX, scrollY]") == before
    assert max(page.evaluate("shifts"), default=0) <= 0.01
    page.context.close()


@pytest.mark.parametrize("named", ROUNDS)
@everywhere
def test_what_happened_and_the_money_and_who_decides_are_in_sight(
    desk: Desk, chromium: Browser, width: int, theme: str, language: str, named: str
) -> None:
    page = opened(desk, chromium, width, theme, language, ROUNDS[named])
    box = page.locator(".headline").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= SCREENS[width]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.context.close()


@everywhere
@pytest.mark.parametrize("named", ROUNDS)
def test_axe_has_nothing_against_it(
    desk: Desk, chromium: Browser, named: str, width: int, theme: str, language: str
) -> None:
    page = opened(desk, chromium, width, theme, language, ROUNDS[named])
    assert browser.axe(page) == []
    page.context.close()


@everywhere
def test_axe_has_nothing_against_any_page_and_none_is_wider_than_its_screen(
    desk: Desk, chromium: Browser, width: int, language: str, theme: str
) -> None:
    page = blank_page(desk, chromium, width, theme, language)
    for path in PAGES:
        page.goto(path)
        assert browser.axe(page) == [], path
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        text = page.locator("body").inner_text()
        assert "[en]" not in text, path
        assert "<time" not in text, path
    page.context.close()
