"""One box in which people search as they speak, in English or German: what is understood, and what is said of what is not.
What was found is walked through; searches are kept, columns chosen, and a mistake is explained beside its field.
"""

import re
from datetime import date
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from desk.web.typed_search import parse_amount, parse_day, parse_search, search_words
from projections.messages.catalogue import Catalogue
from replay.ruling.finding_kinds import finding_kinds
from tests.desk.web import floor

KINDS: Final = ("overdraw", "wrong_payment", "payment_without_wager", "unpaid", "over_box_maximum")
WORDS: Final = search_words(
    [Catalogue("de"), Catalogue("en")],
    tables=("BAC-1", "BJ-4"),
    kinds=KINDS,
    statuses=("disputed", "void", "open", "for_decision"),
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
        (
            "BAC-1 gestern Karte zu viel über 100",
            {"table": "BAC-1", "day": "2026-01-17", "finding": "overdraw", "least": "100"},
        ),
        ("bj-4 wrong payment", {"table": "BJ-4", "finding": "wrong_payment"}),
        ("bj-4 wrong_payment", {"table": "BJ-4", "finding": "wrong_payment"}),
        ("falsche Auszahlung, unter 12,50", {"finding": "wrong_payment", "most": "12.50"}),
        ("payment without wager, under 12.50", {"finding": "payment_without_wager", "most": "12.50"}),
        ("über dem Boxenmaximum über 1000", {"finding": "over_box_maximum", "least": "1000"}),
        ("void rounds of shoe S3 on 2026-01-17", {"status": "void", "shoe": "S3", "day": "2026-01-17"}),
        ("Schlitten S3 am 17.1.2026 ungültig", {"status": "void", "shoe": "S3", "day": "2026-01-17"}),
        ("player P1 7c ?h K?", {"player": "P1", "cards": "7c ?h K?"}),
        ("BAC-1/2026-01-17 disputed", {"table": "BAC-1", "day": "2026-01-17", "status": "disputed"}),
        ("under dispute", {"status": "disputed"}),
        ("beanstandet heute", {"status": "disputed", "day": "2026-01-18"}),
        ("roulette today found", {"game": "roulette", "day": "2026-01-18", "found": "true"}),
        ("", {}),
    ],
)
def test_what_is_typed_is_read_word_by_word(typed: str, filters: dict[str, str]) -> None:
    read = parse_search(typed, WORDS)
    assert (read.filters, read.unknown) == (filters, [])


def test_a_word_that_nobody_knows_is_left_out_and_the_rest_is_looked_for() -> None:
    read = parse_search("BAC-9 overdraw over much", WORDS)
    assert (read.filters, read.unknown) == ({"finding": "overdraw"}, ["BAC-9", "over", "much"])


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("100", "100"), ("12.50", "12.50"), ("12,5", "12.5"), ("1.000", None), ("1,000", None), ("x", None)],
)
def test_an_amount_that_may_be_a_thousand_or_one_is_asked_again(typed: str, meant: str | None) -> None:
    assert parse_amount(typed) == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("2026-01-17", "2026-01-17"),
        ("17.1.2026", "2026-01-17"),
        ("gestern", "2026-01-17"),
        ("31.2.2026", None),
        ("17", None),
    ],
)
def test_a_day_is_read_as_people_write_it(typed: str, meant: str | None) -> None:
    assert parse_day(typed, WORDS) == meant


def test_no_two_things_that_are_looked_for_are_called_the_same() -> None:
    """Else a search would find one and hide the other."""
    for language in ("en", "de"):
        called = [Catalogue(language).named("kind", kind.name).casefold() for kind in finding_kinds()]
        assert len(set(called)) == len(called)


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_kind_of_finding_is_found_by_its_name(language: str) -> None:
    words, kinds = Catalogue(language), [kind.name for kind in finding_kinds()]
    known = search_words([words, Catalogue("en")], (), kinds, (), (), date(2026, 1, 18))
    for kind in kinds:
        read = parse_search(words.named("kind", kind), known)
        assert (read.filters, read.unknown) == ({"finding": kind}, [])


def test_a_search_is_typed_and_what_was_typed_stays(investigator: Page) -> None:
    page = investigator
    page.goto("/")
    box = page.get_by_role("textbox", name="Search")
    box.fill("bac-1 2026-01-17 overdraw")
    box.press("Enter")
    expect(page.get_by_role("rowheader")).to_have_text([floor.MISDEALT])
    expect(box).to_have_value("bac-1 2026-01-17 overdraw")
    expect(page.locator("#understood")).to_contain_text("Table BAC-1 · Day 2026-01-17 · Finding card too many")
    box.fill("bac-1 nonsense")
    box.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("nobody here knows what it means: “nonsense”")
    expect(box).to_have_accessible_description(re.compile("nonsense"))
    box.fill(floor.MISDEALT)
    box.press("Enter")
    expect(page.locator("h1")).to_have_text(f"Round {floor.MISDEALT}")


def test_a_mistake_is_explained_beside_its_field_and_nothing_is_thrown_away(investigator: Page) -> None:
    page = investigator
    page.goto("/")
    page.get_by_text("Search by field").click()
    page.get_by_label("Staked from").fill("1.000")
    page.locator("[name=day]").fill("31.2.2026")
    page.get_by_label("Table", exact=True).fill("BAC-1")
    page.get_by_role("button", name="Find", exact=True).click()
    staked, day = page.locator("[name=least]"), page.locator("[name=day]")
    expect(staked).to_have_value("1.000")
    expect(staked).to_have_accessible_description("✗ “1.000” is not an amount; write 100 or 12.50")
    expect(day).to_have_value("31.2.2026")
    expect(day).to_have_accessible_description(re.compile("is not a day"))
    expect(page.locator("[name=table]")).to_have_value("BAC-1")
    assert {name.partition("/")[0] for name in page.get_by_role("rowheader").all_inner_texts()} == {"BAC-1"}


def test_the_rounds_found_are_walked_through_by_key(investigator: Page) -> None:
    page = investigator
    page.goto("/?q=BAC-1+wrong+payment")
    rounds = page.get_by_role("rowheader").all_inner_texts()
    assert len(rounds) > 2
    page.get_by_role("rowheader").nth(0).get_by_role("link").click()
    expect(page.locator("#among")).to_contain_text(f"1 of {len(rounds)} found")
    for key, at in (("j", 1), ("j", 2), ("k", 1)):
        page.keyboard.press(key)
        expect(page.locator("h1")).to_have_text(f"Round {rounds[at]}")
        expect(page.locator("#among")).to_contain_text(f"{at + 1} of {len(rounds)} found")
    page.goto(f"/rounds/{floor.TOLD_TWICE}")
    expect(page.locator("#among")).to_be_hidden()


def test_a_search_is_kept_and_forgotten(investigator: Page) -> None:
    page = investigator
    page.goto("/?q=bac-1+overdraw")
    page.get_by_role("button", name="Keep this search").click()
    page.goto("/")
    page.get_by_role("link", name="BAC-1 · card too many", exact=True).click()
    expect(page.get_by_role("rowheader")).to_have_text([floor.MISDEALT])
    page.get_by_role("button", name="Forget the search BAC-1 · card too many").click()
    page.goto("/")
    expect(page.get_by_role("list", name="Kept searches")).to_be_hidden()


def test_a_browser_keeps_no_search_for_a_person(investigator: Page) -> None:
    page = investigator
    page.goto("/?q=player+P1")
    expect(page.get_by_role("rowheader").first).to_be_visible()
    expect(page.get_by_role("button", name="Keep this search")).to_have_count(0)
    assert "P1" not in page.evaluate("Object.values({ ...sessionStorage, ...localStorage }).join()")


def test_columns_are_chosen_and_stay_chosen(investigator: Page) -> None:
    page = investigator
    page.goto("/")
    page.get_by_text("Columns", exact=True).click()
    page.get_by_role("checkbox", name="Dealer").click()
    expect(page.get_by_role("columnheader", name="Dealer")).to_have_count(0)
    page.goto("/tables/BAC-1/2026-01-17")
    expect(page.get_by_role("columnheader", name="Dealer")).to_have_count(0)
    expect(page.get_by_role("columnheader", name="Staked")).to_have_count(1)
