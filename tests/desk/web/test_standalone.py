"""A replay that was taken along: one file, opened from disk without a network, says what the desk says."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests import browser
from tests.commands import Recoup
from tests.desk.unpacked import unpacked
from tests.desk.web import floor
from tests.desk.web.conftest import Desk

pytestmark = pytest.mark.slow

MOST_BYTES = 300_000
ROUNDS = (floor.MISDEALT, floor.UNDERDRAWN, floor.SHARED, floor.NO_SPIN)
SAID = ("section.headline", "#line", ".at", "#events", "#json", "#known", ".ruling")


def from_disk(chromium: Browser, file: Path) -> Page:
    context = chromium.new_context(offline=True)
    page = context.new_page()
    page.on("request", lambda request: None if request.url.startswith(("file:", "data:")) else pytest.fail(request.url))
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.goto(file.as_uri())
    expect(page.locator("#heard")).not_to_be_empty()
    return page


def shown(page: Page) -> list[str]:
    return [page.locator(each).inner_text() for each in SAID] + [
        page.locator(f"#{each}-drawing").inner_html() for each in ("table", "boards")
    ]


@pytest.mark.parametrize("name", ROUNDS)
def test_it_steps_from_disk_and_says_what_the_desk_says(
    desk: Desk, investigator: Page, chromium: Browser, tmp_path: Path, name: str
) -> None:
    with desk.client() as client:
        answer = client.get(f"/rounds/{name}/replay.html")
    assert answer.headers["content-disposition"] == f'attachment; filename="{name.replace("/", "_")}.html"'
    file = tmp_path / "replay.html"
    file.write_bytes(answer.content)
    assert file.stat().st_size <= MOST_BYTES
    page = from_disk(chromium, file)
    investigator.goto(f"/rounds/{name}")
    expect(investigator.locator("#heard")).not_to_be_empty()
    assert shown(page) == shown(investigator)
    for key in ("Home", "ArrowRight", "ArrowRight", "End", "b"):
        for each in (page, investigator):
            each.keyboard.press(key)
            each.wait_for_timeout(60)
        assert shown(page) == shown(investigator)
    assert browser.axe(page) == []
    page.context.close()


def test_the_command_writes_the_same_page_as_the_desk(desk: Desk, recoup: Recoup, tmp_path: Path) -> None:
    with desk.client() as client:
        page = client.get(f"/rounds/{floor.MISDEALT}/replay.html").text
    ran = recoup("replay", floor.MISDEALT, "--ledger", desk.url, "-o", "replay.html")
    assert (ran.code, ran.out) == (0, f"replay.html: {len(page.encode()):,} bytes\n")
    assert (tmp_path / "replay.html").read_text(encoding="utf-8") == page


def test_masked_it_names_nobody(desk: Desk, recoup: Recoup, tmp_path: Path) -> None:
    assert recoup("replay", floor.MISDEALT, "--ledger", desk.url, "-o", "replay.html", "--masked").code == 0
    text = (tmp_path / "replay.html").read_text(encoding="utf-8")
    assert "Player-A" in text
    assert not re.search(r"(?<![\w-])P[12](?![\w-])", unpacked(text))


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_a_step_is_saved_as_a_picture(desk: Desk, chromium: Browser, tmp_path: Path, kind: str) -> None:
    with desk.client() as client:
        (tmp_path / "replay.html").write_bytes(client.get(f"/rounds/{floor.MISDEALT}/replay.html").content)
    page = from_disk(chromium, tmp_path / "replay.html")
    with page.expect_download() as saved:
        page.get_by_text("Take along", exact=True).click()
        page.locator(f"[data-save={kind}]").first.click()
    assert re.fullmatch(rf"BAC-1_2026-01-17_7_\d+_table\.{kind}", saved.value.suggested_filename)
    data = Path(saved.value.path()).read_bytes()
    assert data.startswith(b"\x89PNG" if kind == "png" else b"<svg ")
    page.context.close()
