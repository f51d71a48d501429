"""What an investigator does at the desk, in a real browser: find, step, compare, branch, hand on a link, save a picture."""

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.desk.web import floor
from tests.desk.web.conftest import Desk

UNDERDRAWN = f"/rounds/{floor.UNDERDRAWN}"
MISDEALT = f"/rounds/{floor.MISDEALT}"


def moment_text(page: Page) -> str:
    """What is said of the moment."""
    return page.locator(".at").inner_text()


def at(page: Page, number: int) -> None:
    """Waits until the page shows this event."""
    expect(page.locator("#replay")).to_have_attribute("data-step", str(number))


def press(page: Page, key: str) -> None:
    page.wait_for_load_state()  # whoever is faster than the page's script is not heard
    page.keyboard.press(key)


def pressed(page: Page, key: str, number: int) -> None:
    press(page, key)
    at(page, number)


@pytest.mark.slow
def test_a_misdealt_round_is_found_and_opens_at_its_irregularity(investigator: Page) -> None:
    """Punto has 6h Kh, six, and stands; the fifth card, 2h, is the tenth event of the round."""
    page = investigator
    page.goto("/")
    page.get_by_text("Search by field").click()
    page.get_by_role("combobox", name="Finding").select_option("overdraw")
    page.get_by_role("textbox", name="Table").fill("BAC-1")
    page.get_by_role("button", name="Find", exact=True).click()
    expect(page.get_by_role("rowheader")).to_have_text([floor.MISDEALT])
    page.get_by_role("link", name=floor.MISDEALT, exact=True).click()
    at(page, 10)
    assert "2♥ to punto" in moment_text(page)
    expect(page.locator("#amiss")).to_contain_text("Punto")
    pressed(page, "ArrowLeft", 9)
    expect(page.locator("#amiss")).to_have_text("")
    pressed(page, "n", 10)


def test_the_boards_join_the_card_that_belongs_elsewhere(investigator: Page) -> None:
    page = investigator
    page.goto(MISDEALT)
    boards = page.locator("#boards-drawing")
    described = boards.get_attribute("aria-label") or ""
    assert "as dealt: punto: 6♥ K♥ 2♥, 8. banco: 9♣ 9♦, 8." in described
    assert "as it should have been: punto: 6♥ K♥, 6." in described
    assert "Card A, 2♥, belongs not to punto but to the burn cards." in described
    assert "punto: 6♥ K♥ 2♥, 8." in (page.locator("#table-drawing").get_attribute("aria-label") or "")
    pressed(page, "Home", 1)
    expect(boards).to_have_attribute("aria-label", re.compile("No card moves"))


@pytest.mark.slow
def test_each_key_leads_where_it_says(investigator: Page) -> None:
    """Events of round 7: open, three bets, no more bets; five cards; the call; payments; the error put right; the end."""
    page = investigator
    page.goto(MISDEALT)
    pressed(page, "End", 19)
    pressed(page, "Home", 1)
    pressed(page, "Shift+ArrowRight", 5)
    pressed(page, "Shift+ArrowRight", 11)
    pressed(page, "Shift+ArrowLeft", 5)
    press(page, "Control+ArrowRight")
    expect(page.locator("h1")).to_have_text("Round BAC-1/2026-01-17/8")
    press(page, "Control+ArrowLeft")
    expect(page.locator("h1")).to_have_text(f"Round {floor.MISDEALT}")
    press(page, "?")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.get_by_role("button", name="Close").click()
    page.get_by_label("Speed").select_option("fast")
    page.locator("h1").click()
    press(page, " ")
    expect(page.locator("#replay")).to_have_attribute("data-step", re.compile("^1[1-9]$"))
    press(page, " ")
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "false")


def test_the_scrubber_and_the_time_line_move_the_moment(investigator: Page) -> None:
    page = investigator
    page.goto(MISDEALT)
    page.get_by_label("Event", exact=True).fill("8")
    at(page, 8)
    expect(page.get_by_label("Event", exact=True)).to_have_attribute("aria-valuetext", "Event 8 of 19: K♥ to punto")
    cells = page.locator(".phases .cell")
    cells.nth(2).click()
    at(page, 3)
    first, last = cells.nth(4).bounding_box(), cells.nth(16).bounding_box()
    assert first is not None
    assert last is not None
    page.mouse.move(first["x"] + first["width"] / 2, first["y"] + 3)
    page.mouse.down()
    page.mouse.move(last["x"] + last["width"] / 2, last["y"] + 3, steps=7)
    page.mouse.up()
    at(page, 17)


def test_stepping_asks_the_server_for_nothing_and_loses_no_key(investigator: Page) -> None:
    """Sixty keys are pressed without waiting: fifty-one to and fro, and nine on from the tenth event."""
    page = investigator
    page.goto(MISDEALT)
    page.wait_for_load_state("networkidle")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    length, scrolled = page.evaluate("[history.length, scrollY]")
    keys = ["ArrowRight", "ArrowLeft"] * 25 + ["ArrowRight"] * 9 + ["b"]
    page.evaluate(
        "keys => keys.forEach(key => document.body.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true})))", keys
    )
    at(page, 19)
    expect(page).to_have_url(re.compile(r"\?at="))
    assert asked == []
    assert page.evaluate("[history.length, scrollY]") == [length, scrolled]


def test_an_event_is_chosen_in_the_list_and_shown_as_text_and_json(investigator: Page) -> None:
    page = investigator
    page.goto(MISDEALT)
    page.locator("#events").get_by_text("K♥ to punto").click()
    at(page, 8)
    expect(page.get_by_role("heading", name="Event 8")).to_be_visible()
    assert '"card": "Kh"' in (page.locator("#json").text_content() or "")
    assert page.locator("#events [aria-current=step]").inner_text().startswith("8")


def test_the_outcomes_stand_beside_each_other_and_one_is_looked_at(investigator: Page) -> None:
    """P4's 75.00 on banco: as dealt banco 0 lost to punto 1; by the tableau banco would have drawn."""
    page = investigator
    page.goto(UNDERDRAWN)
    expect(page.locator(".outcomes article")).to_have_count(3)
    chosen = page.locator(".outcomes [aria-current=true] h3")
    first, boards = chosen.inner_text(), page.locator("#boards-drawing").get_attribute("aria-label")
    press(page, "b")
    expect(chosen).not_to_have_text(first)
    expect(page).to_have_url(re.compile("outcome="))
    assert page.locator("#boards-drawing").get_attribute("aria-label") != boards or boards


def test_a_browser_that_cannot_unpack_the_moments_says_so_and_its_events_are_links(investigator: Page) -> None:
    page = investigator
    page.add_init_script("delete window.DecompressionStream")
    page.goto(MISDEALT)
    expect(page.locator("#said")).to_contain_text("each event in the list is a link")
    page.locator("#events").get_by_text("K♥ to punto").click()
    expect(page.locator("#number")).to_have_text("8")


def test_the_words_of_a_clause_are_there_on_hover_and_on_focus(investigator: Page) -> None:
    page = investigator
    page.goto(MISDEALT)
    clause = page.get_by_role("button", name="DCB-11", exact=True).first
    words = page.get_by_role("tooltip").filter(has_text="Punto draws on 0 to 5 and stands on 6 and 7").first
    expect(words).to_be_hidden()
    clause.focus()
    expect(words).to_be_visible()
    press(page, "Escape")
    expect(words).to_be_hidden()
    clause.hover()
    expect(words).to_be_visible()


def test_a_round_of_the_shoe_is_one_click_away(investigator: Page) -> None:
    page = investigator
    page.goto(MISDEALT)
    shoe = page.get_by_role("navigation", name="Rounds of shoe S1")
    expect(shoe.locator("[aria-current=page]")).to_contain_text("7")
    shoe.get_by_role("link", name=re.compile("^round 42: ")).click()
    expect(page.locator("h1")).to_have_text(f"Round {floor.UNDERDRAWN}")


@pytest.mark.slow
def test_the_link_to_the_moment_opens_in_a_new_window(investigator: Page) -> None:
    page = investigator
    page.goto(UNDERDRAWN)
    chosen = page.locator(".outcomes [aria-current=true] h3")
    first = chosen.inner_text()
    press(page, "b")
    expect(chosen).not_to_have_text(first)
    shown = (moment_text(page), chosen.inner_text())
    press(page, "c")
    expect(page.locator("#said")).to_have_text("The link to this moment is copied.")
    link = page.evaluate("navigator.clipboard.readText()")
    other = page.context.new_page()
    other.goto(link)
    assert (moment_text(other), other.locator(".outcomes [aria-current=true] h3").inner_text()) == shown


def test_without_its_script_a_page_shows_the_decisive_moment_and_the_ruling(desk: Desk, chromium: Browser) -> None:
    context = chromium.new_context(base_url=desk.address, java_script_enabled=False)
    context.add_cookies(desk.cookies())  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(MISDEALT)
    assert "2♥ to punto" in moment_text(page)
    expect(page.get_by_role("img", name=re.compile("belongs not to punto but to the burn cards"))).to_be_visible()
    expect(page.get_by_role("region", name="What happened")).to_be_visible()
    page.locator("#events").get_by_role("link", name=re.compile("K♥ to punto")).click()
    expect(page.locator("#number")).to_have_text("8")
    context.close()


def test_the_picture_of_the_moment_is_saved(investigator: Page, tmp_path: Path) -> None:
    page = investigator
    page.goto(MISDEALT)
    pressed(page, "n", 10)
    with page.expect_download() as saved:
        press(page, "e")
    assert saved.value.suggested_filename.startswith("BAC-1_2026-01-17_7_")
    saved.value.save_as(tmp_path / "table.svg")
    drawn = ET.parse(tmp_path / "table.svg").getroot()
    assert drawn.findtext("{http://www.w3.org/2000/svg}title") == f"Baccarat table, {floor.MISDEALT}"
    assert "wrong" in "".join(drawn.itertext())


def test_the_void_shoe_and_its_money_are_found(investigator: Page) -> None:
    """P1, P2 and P3 staked 500, 400 and 400 CZK on the shoe; 1,200 went back before management declared it void."""
    page = investigator
    page.goto("/")
    page.get_by_role("link", name="Shoe S3 of BJ-4, 2026-01-17", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Shoe S3 of BJ-4, 2026-01-17")
    assert "§ M1 (management), unverified: shoe S3 is void (reason: riffle too short)" in page.locator("main").inner_text()
    assert (
        "✗ I2 (inspector), unverified tried: shoe S3 is void (reason: riffle too short)"
        in page.locator("main").inner_text()
    )
    sums = page.locator("table.money").first.get_by_role("row").last
    assert sums.inner_text().split()[:3] == ["all", "1,300.00", "1,200.00"]


@pytest.mark.slow
def test_what_comes_can_be_hidden_and_names_be_masked(investigator: Page) -> None:
    page = investigator
    page.goto(MISDEALT)
    pressed(page, "Home", 1)
    press(page, "h")
    expect(page.get_by_text("Hidden: it would tell what comes.")).to_be_visible()
    expect(page.locator("#events li:visible")).to_have_count(1)
    expect(page.locator(".line .bad:visible")).to_have_count(0)
    assert "overdraw" not in page.locator("main").inner_text()
    pressed(page, "ArrowRight", 2)
    expect(page.locator("#events li:visible")).to_have_count(2)
    press(page, "h")
    press(page, "m")
    expect(page.get_by_role("button", name="Mask names")).to_have_attribute("aria-pressed", "true")
    assert "Player-A" in page.locator("main").inner_text()
    assert "P1 " not in page.locator("main").inner_text()


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_theme_is_chosen_and_kept(investigator: Page, theme: str) -> None:
    page = investigator
    page.emulate_media(color_scheme="light" if theme == "dark" else "dark")
    page.goto("/")
    press(page, "t")
    expect(page.locator("html")).to_have_attribute("data-theme", theme)
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", theme)


def test_two_accounts_stand_against_each_other_beside_the_footage(investigator: Page) -> None:
    """The table tells 5d, the typed transcript 6d; the camera's clock is a minute and a half ahead."""
    page = investigator
    page.goto(f"/rounds/{floor.TOLD_TWICE}")
    differing = page.locator("tr.differs")
    expect(differing).to_have_count(1)
    assert differing.inner_text().split("\t") == ["differs", "5♦ to banco", "6♦ to banco"]
    assert (
        "Camera C12 shows the moment, at 17 Jan 2026, 20:01:30 UTC by its own clock." in page.locator("main").inner_text()
    )


def test_the_keys_are_left_alone_while_somebody_types(investigator: Page) -> None:
    page = investigator
    page.goto("/")
    page.get_by_text("Search by field").click()
    page.get_by_role("textbox", name="Player").press_sequentially("m t ?")
    expect(page.get_by_role("textbox", name="Player")).to_have_value("m t ?")
    expect(page.get_by_role("button", name="Mask names")).to_have_attribute("aria-pressed", "false")
