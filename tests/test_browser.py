"""The browser that the tests drive finds what is wrong with a page, and its axe-core is the published one."""

import tomllib

import pytest
from playwright.sync_api import Page

from tests import browser


def test_axe_core_is_as_it_was_published() -> None:
    folder = browser.AXE.parent
    lock = tomllib.loads((folder / "LOCK.toml").read_text(encoding="utf-8"))
    assert lock["package"]["licence"] == "MPL-2.0"
    assert {name: browser.digest_of(folder / name) for name in lock["files"]} == lock["files"]
    assert {path.name for path in folder.iterdir()} == {*lock["files"], "LOCK.toml"}


def test_a_picture_without_words_is_found(page: Page) -> None:
    page.set_content('<html lang="en"><title>A</title><main><h1>A</h1><img src="data:,"></main></html>')
    assert [item.partition(":")[0] for item in browser.axe(page)] == ["image-alt"]


def test_a_sound_page_is_let_pass(page: Page) -> None:
    page.set_content('<html lang="en"><title>A</title><main><h1>A</h1></main></html>')
    assert browser.axe(page) == []


@pytest.mark.slow
def test_where_no_browser_can_be_had_it_is_said_and_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv(browser.WITHOUT, raising=False)
    monkeypatch.setattr(browser, "got", lambda: None)
    assert browser.main() == 1
    assert "go without by RECOUP_WITHOUT_BROWSER=1" in capsys.readouterr().out
    monkeypatch.setenv(browser.WITHOUT, "1")
    assert browser.main() == 0
