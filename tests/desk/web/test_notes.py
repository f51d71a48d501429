"""Notes and bookmarks on moments: by person, at an event, in no ruling's basis."""

import pytest
from playwright.sync_api import Page, expect

from desk.opening import open_existing
from ledger.events.desk import MomentNoted, MomentNoteWithdrawn
from projections.rulings.process import rulings_behind
from tests.desk.web import floor
from tests.desk.web.conftest import Desk

MISDEALT = f"/rounds/{floor.MISDEALT}"


def test_a_note_and_a_bookmark_are_made_by_key_seen_on_the_time_line_listed_and_withdrawn(investigator: Page) -> None:
    page = investigator
    page.goto(MISDEALT)
    page.keyboard.press("Home")
    expect(page.locator("#number")).to_have_text("1")
    page.keyboard.press("a")
    page.keyboard.type("dealer looks away")
    page.get_by_label("By", exact=True).fill("I7")
    with page.expect_event("load"):
        page.keyboard.press("Enter")
    notes = page.locator(".notes li")
    expect(notes).to_have_count(1)
    expect(notes.first).to_contain_text("event 1: dealer looks away I7")
    expect(page.locator(".band.notes .cell").first).to_have_text("✎")

    page.keyboard.press("End")
    expect(page.locator("#number")).to_have_text("19")
    page.keyboard.press("a")
    with page.expect_event("load"):
        page.keyboard.press("Enter")
    expect(notes).to_have_count(2)
    expect(notes.last).to_contain_text("event 19: bookmark I7")

    page.goto("/notes")
    with page.expect_event("load"):
        page.get_by_role("rowheader").last.get_by_role("link").click()
    expect(page.locator("#number")).to_have_text("1")
    for left in (1, 0):
        with page.expect_event("load"):
            page.get_by_role("button", name="Withdraw").first.click()
        expect(notes).to_have_count(left)


def test_no_ruling_rests_on_a_note_and_no_list_waits_for_it(desk: Desk) -> None:
    with desk.client() as client, open_existing(desk.url) as ledger:
        at = client.get(f"/api/rounds/{floor.MISDEALT}/events").json()[3]["position"]
        before, behind = client.get(f"/api/rounds/{floor.MISDEALT}/ruling").content, rulings_behind(ledger)
        assert client.post(f"{MISDEALT}/notes", json={"at": at, "text": "a doubt", "by": "I7"}).status_code == 200
        assert client.get(f"/api/rounds/{floor.MISDEALT}/ruling").content == before
        assert rulings_behind(ledger) == behind
        assert "Not told in these lists yet" not in client.get("/").text
        noted = ledger.entries("notes")[-1]
        assert noted.event == MomentNoted(person="I7", about=floor.MISDEALT, at=at, text="a doubt")
        assert "a doubt" not in client.get(f"{MISDEALT}/replay.html").text
        client.cookies.set("masked", "1")
        assert "a doubt" not in client.get(MISDEALT).text
        assert "a doubt" not in client.get("/notes").text

        position = noted.position
        refused = client.post(f"/notes/{position}/withdraw", json={"by": "I8"})
        assert (refused.status_code, "by I7, who alone can withdraw it" in refused.json()["detail"]) == (422, True)
        assert client.post(f"/notes/{position}/withdraw", json={"by": "I7"}).status_code == 200
        assert "withdrawn already" in client.post(f"/notes/{position}/withdraw", json={"by": "I7"}).json()["detail"]
        assert isinstance(ledger.entries("notes")[-1].event, MomentNoteWithdrawn), "both stay on record"


def test_a_page_of_another_site_notes_nothing(desk: Desk) -> None:
    with desk.client() as client:
        answer = client.post(f"{MISDEALT}/notes", json={"at": 134, "by": "I7"}, headers={"Origin": "http://evil.example"})
    assert answer.status_code == 403


@pytest.mark.parametrize(
    ("path", "typed", "status"),
    [
        (MISDEALT, {"at": 1, "by": "I7"}, 422),
        (MISDEALT, {"at": 10**12, "by": "I7"}, 422),
        (MISDEALT, {"at": 134}, 422),
        (MISDEALT, {"at": 134, "by": "not an id"}, 422),
        (MISDEALT, {"at": 134, "by": "I7", "text": "x" * 501}, 422),
        (MISDEALT, {"at": 134, "by": "I7", "text": "read \u202edrawkcab"}, 422),
        ("/rounds/BAC-1/2026-01-17/none", {"at": 134, "by": "I7"}, 404),
    ],
)
def test_what_cannot_be_noted_is_said(desk: Desk, path: str, typed: dict[str, object], status: int) -> None:
    with desk.client() as client:
        answer = client.post(f"{path}/notes", json=typed)
    assert answer.status_code == status
    assert answer.json()["detail"]
