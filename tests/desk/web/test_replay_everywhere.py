"""The replay on every screen, in both themes: sixty keys without waiting, and nothing lost, asked, moved or unreadable."""

import re
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


def opened(desk: Desk, chromium: Browser, width: int, theme: str, round_: str) -> Page:
    context = chromium.new_context(viewport=ViewportSize(width=width, height=SCREENS[width]), base_url=desk.address)
    context.add_cookies(desk.cookies(theme=theme))  # type: ignore[arg-type]
    context.add_init_script(SHIFTS)
    page = context.new_page()
    page.goto(f"/rounds/{round_}")
    page.wait_for_load_state("networkidle")
    expect(page.locator("#heard")).not_to_be_empty()
    return page


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", SCREENS)
def test_sixty_keys_without_waiting(desk: Desk, chromium: Browser, width: int, theme: str) -> None:
    page = opened(desk, chromium, width, theme, floor.SHARED)
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
@pytest.mark.parametrize("width", SCREENS)
def test_what_happened_and_the_money_and_who_decides_are_in_sight(
    desk: Desk, chromium: Browser, width: int, named: str
) -> None:
    page = opened(desk, chromium, width, "light", ROUNDS[named])
    box = page.get_by_role("region", name="What happened").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= SCREENS[width]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.context.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", SCREENS)
@pytest.mark.parametrize("named", ROUNDS)
def test_axe_has_nothing_against_it(desk: Desk, chromium: Browser, named: str, width: int, theme: str) -> None:
    page = opened(desk, chromium, width, theme, ROUNDS[named])
    assert browser.axe(page) == []
    page.context.close()
