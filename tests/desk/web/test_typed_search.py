"""One box in which people search as they speak: what is understood, and what is said of what is not."""

from datetime import date
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from desk.web.typed_search import SearchWords, parse_search
from tests.desk.web import floor

WORDS: Final = SearchWords(
    tables=("BAC-1", "BJ-4"),
    kinds=("overdraw", "wrong_payment", "payment_without_wager", "unpaid"),
    standings=("disputed", "void", "open"),
    games=("baccarat", "roulette"),
    today=date(2026, 1, 18),
)


@pytest.mark.parametrize(
    ("typed", "filters"),
    [
        (
            "BAC-1 yesterday overdraw over 100",
            {"table": "BAC-1", "day": "2026-01-17", "finding": "overdraw", "least": "100"},
        ),
        ("bj-4 wrong payment", {"table": "BJ-4", "finding": "wrong_payment"}),
        ("payment without wager, under 12.50", {"finding": "payment_without_wager", "most": "12.50"}),
        ("void rounds of shoe S3 on 2026-01-17", {"standing": "void", "shoe": "S3", "day": "2026-01-17"}),
        ("player P1 7c ?h K?", {"player": "P1", "cards": "7c ?h K?"}),
        ("BAC-1/2026-01-17 disputed", {"table": "BAC-1", "day": "2026-01-17", "standing": "disputed"}),
        ("roulette today found", {"game": "roulette", "day": "2026-01-18", "found": "true"}),
        ("", {}),
    ],
)
def test_what_is_typed_is_read_word_by_word(typed: str, filters: dict[str, str]) -> None:
    read = parse_search(typed, WORDS)
    assert (read.filters, read.sentence) == (filters, "")


def test_a_word_that_nobody_knows_is_said_and_the_rest_is_looked_for() -> None:
    read = parse_search("BAC-9 overdraw over much", WORDS)
    assert read.filters == {"finding": "overdraw"}
    assert read.sentence.startswith("“BAC-9”, “over”, “much”: no table, day, card, finding or standing that is known here")


def test_a_search_is_typed_and_what_was_typed_stays(investigator: Page) -> None:
    page = investigator
    page.goto("/")
    box = page.get_by_role("textbox", name="Search")
    box.fill("bac-1 2026-01-17 overdraw")
    box.press("Enter")
    expect(page.get_by_role("rowheader")).to_have_text([floor.MISDEALT])
    expect(box).to_have_value("bac-1 2026-01-17 overdraw")
    expect(page.get_by_role("combobox", name="Finding")).to_have_value("overdraw")
    box.fill("bac-1 nonsense")
    box.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("“nonsense”: no table")
    box.fill(floor.MISDEALT)
    box.press("Enter")
    expect(page.locator("h1")).to_have_text(f"Round {floor.MISDEALT}")
