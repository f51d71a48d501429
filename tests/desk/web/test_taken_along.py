"""What is taken along of a round: pictures, a film of the irregularity, the report, and the round in the notation."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from desk.opening import open_existing, open_or_create
from ledger.feeds import intake
from ledger.feeds.formats import format_named
from ledger.values.subjects import table_day
from projections.table_days import TableDays
from replay.games.registry import GAMES
from tests.desk.web import floor
from tests.desk.web.conftest import Desk


@pytest.mark.slow
def test_an_irregularity_is_filmed_and_the_page_stands_where_it_stood(investigator: Page, tmp_path: Path) -> None:
    page = investigator
    page.goto(f"/rounds/{floor.MISDEALT}")
    before, address = page.locator("#number").inner_text(), page.url
    page.get_by_text("Take along", exact=True).click()
    with page.expect_download(timeout=60_000) as saved:
        page.get_by_role("button", name="Film of the irregularity (WebM)").click()
    assert re.fullmatch(r"BAC-1_2026-01-17_7_[0-9]+_film\.webm", saved.value.suggested_filename)
    saved.value.save_as(tmp_path / "film.webm")
    data = (tmp_path / "film.webm").read_bytes()
    assert data[:4] == bytes.fromhex("1a45dfa3"), "Matroska's first bytes"
    assert 20_000 < len(data) < 5_000_000
    expect(page.locator("#said")).to_have_text("The film is saved.")
    expect(page.locator("#number")).to_have_text(before)
    assert page.url.partition("?")[0] == address.partition("?")[0]


def test_the_report_is_a_pdf_in_the_language_of_the_page(desk: Desk) -> None:
    with desk.client() as client:
        english = client.get(f"/rounds/{floor.MISDEALT}/report.pdf")
        client.cookies.set("language", "de")
        german = client.get(f"/rounds/{floor.MISDEALT}/report.pdf")
    assert english.headers["content-disposition"] == 'attachment; filename="BAC-1_2026-01-17_7.pdf"'
    assert english.content.startswith(b"%PDF-")
    first_pages = [PdfReader(BytesIO(answer.content)).pages[0].extract_text() for answer in (english, german)]
    assert "Banco wins" in first_pages[0]
    assert "Banco gewinnt" in first_pages[1]


@pytest.mark.parametrize("name", [floor.MISDEALT, floor.UNDERDRAWN, floor.NO_SPIN, floor.SHARED])
def test_the_transcript_says_the_same_in_an_empty_ledger(desk: Desk, name: str, tmp_path: Path) -> None:
    with desk.client() as client:
        answer = client.get(f"/rounds/{name}/transcript.txt")
    feed = format_named("notation").reader(Path("round.txt"))
    with open_existing(desk.url) as there, open_or_create(f"sqlite:///{tmp_path}/new.db") as here:
        intake.ingest_stream(here, BytesIO(answer.text.encode()), "round.txt", feed, GAMES)
        rulings = [next(TableDays(ledger).rulings([name])) for ledger in (there, here)]
    both = [
        (each.verdict, [finding.kind for finding in each.findings], [row.awarded_minor for row in each.awards])
        for each in rulings
    ]
    assert both[0] == both[1]
    assert table_day(name) in answer.text


def test_names_are_masked_in_what_is_taken_along(desk: Desk) -> None:
    with desk.client() as client:
        assert " P1 " in client.get(f"/rounds/{floor.MISDEALT}/transcript.txt").text
        client.cookies.set("masked", "1")
        assert " P1 " not in client.get(f"/rounds/{floor.MISDEALT}/transcript.txt").text
