"""What the pages say without a script: what was asked, what is wrong with it, masked names, tables as they play."""

import re
from datetime import date
from io import BytesIO
from pathlib import Path
from typing import Any

import httpx
import orjson
import pytest
from pydantic import ValidationError

from desk.opening import open_or_create
from desk.service.settings import ENTER_PATH
from desk.web.params import Filters, cursor_text, parse_filters
from desk.web.typed_search import search_words
from ledger.cases.casework import Casework, Complaint
from ledger.feeds import intake
from ledger.feeds.formats import format_named
from projections.messages.catalogue import Catalogue
from projections.rulings.judge import LedgerJudge
from projections.rulings.process import catch_up
from replay.games.registry import GAMES
from tests.desk.unpacked import unpacked
from tests.desk.web import floor
from tests.desk.web.conftest import Desk, serving

PAGES = (
    "/",
    "/live",
    f"/rounds/{floor.MISDEALT}",
    f"/rounds/{floor.TOLD_TWICE}?step=9",
    floor.VOID_SHOE,
    f"/tables/{floor.DAY}",
)


def page_text(desk: Desk, path: str, **cookies: str) -> str:
    with desk.client() as client:
        client.cookies.update(cookies)
        answer = client.get(path)
    assert answer.status_code == 200, answer.text
    return unpacked(answer.text)


def plain(text: str) -> str:
    """A page's text without what pictures, addresses and forms hold."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", text))


@pytest.mark.parametrize(
    ("typed", "cards"),
    [("7c", ("7c",)), ("10H td", ("Th", "Td")), ("?s K?", ("?s", "K?")), ("17", ("17",)), ("", ())],
)
def test_cards_are_typed_as_people_write_them(typed: str, cards: tuple[str, ...]) -> None:
    assert Filters(cards=typed).criteria.cards == cards


@pytest.mark.parametrize(("typed", "exactly"), [("12.5", 125_000), ("0", 0), ("7", 70_000), ("0.0001", 1)])
def test_amounts_are_exact(typed: str, exactly: int) -> None:
    assert Filters(least=typed).criteria.least == exactly


@pytest.mark.parametrize("asked", [{"cards": "7x"}, {"least": "-1"}, {"most": "1e9"}, {"after": "x"}, {"strange": "1"}])
def test_what_cannot_be_looked_for_is_refused(asked: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Filters.model_validate(asked)


def test_what_is_wrong_is_said_and_left_out() -> None:
    words = search_words([Catalogue()], (), (), (), (), date(2026, 1, 18))
    asked, wrong = parse_filters({"cards": "7x", "table": " BAC-1 ", "after": "x"}, words)
    assert (asked.cards, asked.table) == ("", "BAC-1")
    assert wrong["cards"].startswith("“7x” are not cards")
    assert wrong["after"] == "“x” cannot be looked for"


def test_the_last_row_of_a_page_is_an_address_and_back() -> None:
    last = ("ZZZ01", "2026-01-17", "BAC-1.a", "2026-01-17T19:01:40.000000Z", 42)
    assert Filters(after=cursor_text(last) or "").cursor == last


def test_a_wrong_search_is_said_on_the_page(desk: Desk) -> None:
    assert "“7x” are not cards" in page_text(desk, "/?cards=7x")


def test_the_next_page_goes_on(desk: Desk) -> None:
    first = page_text(desk, "/")
    more = re.search(r'rel="next" href="([^"]*)"', first)
    assert more is not None
    names = [re.findall(r'<th scope="row"><a href="/rounds/([^"?]*)"', page) for page in (first, page_text(desk, more[1]))]
    assert len(names[0]) == 50
    assert names[1]
    assert not set(names[0]) & set(names[1])


@pytest.mark.parametrize("path", PAGES)
def test_no_masked_page_names_anybody(desk: Desk, path: str) -> None:
    """The players and dealers of the pages are P1 to P9, D6 and D7, and anna."""
    shown = plain(page_text(desk, path, masked="1"))
    assert re.findall(r"(?<![\w-])(?:P[1-9]|D[1-9]|anna)(?![\w-])", shown) == []


def test_pages_without_the_mask_do(desk: Desk) -> None:
    assert re.findall(r"(?<![\w-])P[1-9](?![\w-])", plain(page_text(desk, f"/rounds/{floor.MISDEALT}")))


@pytest.mark.parametrize(
    "path",
    ["/rounds/x", "/rounds/BAC-1/2026-13-01/1", "/rounds/BAC-1/2026-01-17/none", "/tables/NO/2026-01-17", "/nothing"],
)
def test_what_is_not_there_is_said_on_a_page(desk: Desk, path: str) -> None:
    with desk.client() as client:
        answer = client.get(path)
    assert answer.status_code == 404
    assert "That cannot be shown" in answer.text


def test_a_round_says_how_it_stands_now_and_who_decided_that(desk: Desk) -> None:
    """Round 4 of BJ-4 was open when management declared its shoe void."""
    shown = plain(page_text(desk, "/rounds/BJ-4/2026-01-17/4"))
    assert "now void" in shown
    assert "M1 (management), unverified: shoe S3 is void (reason: riffle too short)" in shown


def test_a_moment_between_two_entries_is_the_one_before(desk: Desk) -> None:
    with desk.client() as client:
        positions = [event["position"] for event in client.get(f"/api/rounds/{floor.MISDEALT}/events").json()]
    assert 'data-step="10"' in page_text(desk, f"/rounds/{floor.MISDEALT}?at={positions[9]}")
    assert 'data-step="19"' in page_text(desk, f"/rounds/{floor.MISDEALT}?at={positions[-1] + 1000}")
    assert 'data-step="1"' in page_text(desk, f"/rounds/{floor.MISDEALT}?at=1")


TABLE = """\
BAC-5/2026-01-17: table baccarat dcb GBP; limits punto 500 100000; shoe S1 8
BAC-5/2026-01-17/1: open shoe=S1; bet w1 P1 punto 1000; nmb; P 9h B 2c P Tc B 5d; call punto; pay w1 2000; close
"""
WRONG = """\
BAC-5/2026-01-17/2: open shoe=S1; bet w1 P1 punto 1000; nmb; P 9c B 2d P Td B 6d; call punto; pay w1 1500; close
"""


@pytest.mark.slow
def test_an_open_table_is_followed_and_what_is_found_comes_by_itself(tmp_path: Path) -> None:
    """A winner of 10.00 at even money is paid 5.00 short while somebody watches."""
    url = f"sqlite:///{tmp_path / 'live.db'}"
    feed = format_named("notation").reader(Path("night.txt"))
    with open_or_create(url) as ledger:
        intake.ingest_stream(ledger, BytesIO(TABLE.encode()), "night.txt", feed, GAMES)
        catch_up(ledger)
        with serving(url) as (address, keys), httpx.Client(base_url=address, timeout=60, follow_redirects=True) as client:
            client.get(f"{ENTER_PATH}{keys.link}")
            with client.stream("GET", "/live/events") as stream:
                lines = stream.iter_lines()
                first = next_event(lines)
                assert "round 1" in first
                assert "✗" not in first
                intake.ingest_stream(ledger, BytesIO((TABLE + WRONG).encode()), "night.txt", feed, GAMES)
                catch_up(ledger)
                while "15.00 GBP was paid; 20.00 GBP was due" not in (piece := next_event(lines)):
                    assert "round 2" in piece, "it is on record before it is ruled on"


def test_the_inbox_follows_the_cases_and_nothing_else(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'cases.db'}"
    feed = format_named("notation").reader(Path("night.txt"))
    with open_or_create(url) as ledger:
        intake.ingest_stream(ledger, BytesIO(TABLE.encode()), "night.txt", feed, GAMES)
        catch_up(ledger)
        with serving(url) as (address, keys), httpx.Client(base_url=address, timeout=60, follow_redirects=True) as client:
            client.get(f"{ENTER_PATH}{keys.link}")
            with client.stream("GET", "/cases/events") as stream:
                lines = stream.iter_lines()
                assert "There is no such case." in next_event(lines)
                intake.ingest_stream(ledger, BytesIO((TABLE + WRONG).encode()), "night.txt", feed, GAMES)
                complaint = Complaint("I1", "investigator", "BAC-5/2026-01-17", ("BAC-5/2026-01-17/1",), jurisdiction="uk")
                number = Casework(ledger, LedgerJudge(ledger)).open(complaint)
                assert f"/cases/{number}" in next_event(lines)


def next_event(lines: Any) -> str:
    """The page's piece that the next event brings."""
    piece: str = orjson.loads(next(line for line in lines if line.startswith("data: ")).removeprefix("data: "))
    return piece


def test_a_case_is_shown_and_no_act_of_it_is_offered_where_nobody_signs(desk: Desk) -> None:
    inbox = page_text(desk, "/cases")
    number = re.findall(r'href="/cases/([0-9-]+)"', inbox)[0]
    page = page_text(desk, f"/cases/{number}")
    assert "Nobody signs at this desk" in page
    assert f"recoup case claim {number}" in page
    assert "camera C12" in page
    assert "<form" not in page
    assert "Names are masked in this browser" in page_text(desk, f"/cases/{number}", masked="1")
    with desk.client() as client:
        assert client.post(f"/cases/{number}/begin", json={}).status_code == 404
        assert client.get("/cases/new").status_code in (404, 422)
        assert client.get("/cases/2019-0001").status_code == 404


def test_the_latest_day_is_shown_as_a_band_per_table(desk: Desk) -> None:
    """A cell for each of its rounds; those that need somebody are links: of a void shoe whose payments are open, too."""
    page = page_text(desk, "/")
    bands = dict(re.findall(r'<a href="/tables/([A-Z0-9-]+)/2026-01-17">.*?<div class="dayband">(.*?)</div>', page))
    assert list(bands) == sorted(bands)
    assert len(re.findall(r"<span|<a ", bands["BAC-1"])) == 60
    assert f'<a href="/rounds/{floor.MISDEALT}" class="need-4"' in bands["BAC-1"]
    assert len(re.findall(r'class="need-3" aria-label="round \d: void" title="\d: void"', bands["BJ-4"])) == 4
    assert "dayband" not in page_text(desk, "/?table=BAC-1"), "a search shows what was found"
