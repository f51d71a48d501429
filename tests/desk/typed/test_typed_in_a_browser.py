"""Rounds typed from footage by keyboard alone, in a real browser, at a desk that may be killed."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from desk.opening import open_existing
from ledger.events.footage import ClipMatched, ClipRegistered, FrameMatch
from ledger.footage import ClipFiles, act_on_clip
from ledger.values.subjects import play_stream
from ledger.values.times import format_instant, parse_instant
from tests.browser import axe
from tests.commands import Recoup
from tests.footage.films import make_film
from tests.ledgers import as_cloudevents

RATE: Final = 25
FRAMES: Final = 500
BEGINS: Final = datetime(2026, 11, 20, 20, 59, 22, 600_000, tzinfo=UTC)
OFFSET_US: Final = 37_400_000
UNCERTAINTY_US: Final = 20_000
TABLES: Final = {
    "BAC-1": "table baccarat dcb CHF; limits punto 100 100000; limits banco 100 100000; shoe S1 8",
    "BJ-1": "table blackjack ccl CZK; limits main 100 100000; shoe S2 6",
    "ROU-1": "table roulette eca-roulette EUR; limits red 100 100000",
}
DAY: Final = "2026-11-20"
OPENED: Final = "2026-11-20T18:00:00Z"

MISDEAL: Final = ("o", "w1p5", "n", "6h", "2c", "kh", "5d", "p2h", "cp", "y1n", "e")
"""Punto has six and stands; a fifth card is laid to it all the same. Banco has seven and wins."""
SHARED_BOX: Final = ("o", "w113", "w213", "n", "8h", "6s", "x2tc", "x1tc", "ss", "dtd", "d5h", "y1n", "y2n", "e")
"""P1 and P2 play on box 1; the card that is due to it is first laid on box 2, where nobody plays.
Box 1 stands on 18, the dealer has 21."""
NO_SPIN: Final = ("o", "w1r5", "s", "zf", "t", "b08", "s", "n", "r26", "c26", "d26", "y1n", "e")
"""A foreign object: the ball goes back to 8, the previous winning compartment, and is spun anew; 26 is black."""


@pytest.fixture
def floor(recoup: Recoup, tmp_path: Path) -> Path:
    """A ledger with three tables, each with a clip that is matched to its time; in its folder."""
    # with times: else nobody could say whether the limits were posted before or after what is typed
    timed = {table: opening.replace(";", f" @{OPENED};") + f" @{OPENED}" for table, opening in TABLES.items()}
    lines = "".join(f"{table}/{DAY}: {opening}\n" for table, opening in timed.items())
    (tmp_path / "openings.txt").write_text(lines)
    assert recoup("record", str(tmp_path / "openings.txt")).code == 0
    film = make_film(tmp_path / "film.mp4", frames=FRAMES, rate=RATE, lamps=range(50, FRAMES, 50))
    digest, size = ClipFiles(tmp_path / "recoup.files").keep(film)
    with open_existing("sqlite:///recoup.db") as ledger:
        for table in TABLES:
            day = f"{table}/{DAY}"
            registered = ClipRegistered(
                clip="c14",
                by="I7",
                digest=digest,
                size_bytes=size,
                camera="cam14",
                begins_at=BEGINS.isoformat(timespec="microseconds").replace("+00:00", "Z"),
                rate_numerator=RATE,
                rate_denominator=1,
                frames=FRAMES,
                keeper="I7",
            )
            act_on_clip(ledger, day, registered)
            seen = (FrameMatch(frame=0, source="shoe/1", id="1"), FrameMatch(frame=1, source="shoe/1", id="2"))
            matched = ClipMatched(clip="c14", by="I7", matches=seen, offset_us=OFFSET_US, uncertainty_us=UNCERTAINTY_US)
            act_on_clip(ledger, day, matched)
    return tmp_path


class DeskProcess:
    """`recoup desk` as a process of its own, in the current folder."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "desk", "desk", "--port", "0"]
        environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3]), "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.link = next(line.strip() for line in self.process.stdout if line.startswith("http"))
        self.address = "/".join(self.link.split("/")[:3])

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


@pytest.fixture
def desk(floor: Path) -> Iterator[DeskProcess]:  # noqa: ARG001 - it serves what is on the floor
    process = DeskProcess()
    yield process
    process.kill()


def entered(chromium: Browser, desk: DeskProcess) -> Page:
    context = chromium.new_context(viewport={"width": 1366, "height": 900}, base_url=desk.address)
    page = context.new_page()
    page.set_default_timeout(30_000)
    page.goto(desk.link)
    return page


def open_round(page: Page, name: str) -> None:
    page.goto(f"/type/{name}?by=I7&clip=c14")
    expect(page.locator("#choices")).not_to_be_empty()
    expect(page.locator("#frame")).to_have_text("frame 0")


def type_events(page: Page, events: Sequence[str], every: int = 25) -> None:
    """Types events, each at the frame so many after the one before: a second further."""
    sent = int(page.locator("#typing").get_attribute("data-sent") or 0)
    first = int((page.locator("#frame").text_content() or "").split()[-1])
    for number, keys in enumerate(events, 1):
        page.keyboard.press("Shift+ArrowRight")
        expect(page.locator("#frame")).to_have_text(f"frame {first + number * every}")
        for key in keys:
            page.keyboard.press(key)
        sent += len(keys)
        expect(page.locator("#typing")).to_have_attribute("data-sent", str(sent))
        assert page.locator("#wrong").inner_text() == "", keys


def phrases(name: str) -> list[tuple[str, str | None]]:
    """The topics that are on record of a round, with their times."""
    with open_existing("sqlite:///recoup.db") as ledger:
        entries = ledger.entries(play_stream(name.rpartition("/")[0]))
        return [(entry.topic, entry.delivery.time) for entry in entries if entry.subject == name]


def table_time(frame: int) -> str:
    begins = parse_instant(BEGINS.isoformat())
    return format_instant(begins + frame * 1_000_000 // RATE + OFFSET_US)


@pytest.mark.parametrize(
    ("name", "events", "finding"),
    [
        (f"BAC-1/{DAY}/1", MISDEAL, "overdraw"),
        (f"BJ-1/{DAY}/1", SHARED_BOX, "empty_box"),
        (f"ROU-1/{DAY}/1", NO_SPIN, None),
    ],
)
def test_a_round_is_typed_by_keyboard_alone(
    desk: DeskProcess, chromium: Browser, recoup: Recoup, name: str, events: Sequence[str], finding: str | None
) -> None:
    assert max(map(len, events)) <= 4, "four keystrokes an event at most"
    page = entered(chromium, desk)
    open_round(page, name)
    type_events(page, events)
    expect(page.locator("#lines li")).to_have_count(len(events))
    page.keyboard.press("Control+Enter")
    page.wait_for_url(f"**/rounds/{name}*")
    recorded = phrases(name)
    assert len(recorded) == len(events)
    assert [time for _, time in recorded] == [table_time(25 * number) for number in range(1, len(events) + 1)]
    (ruling,) = recoup("rule", name, "--json").json
    kinds = {found["kind"] for found in ruling["findings"]}
    assert "order_not_established" not in kinds
    assert finding in kinds if finding else kinds == set(), kinds
    page.context.close()


def test_a_slip_is_mended_in_the_draft_and_on_record(desk: DeskProcess, chromium: Browser, recoup: Recoup) -> None:
    """Banco's first card is typed as the 3 of clubs and is the 2: chosen by the arrow, and typed anew."""
    name = f"BAC-1/{DAY}/1"
    page = entered(chromium, desk)
    open_round(page, name)
    type_events(page, ("o", "n", "6h", "3c", "kh", "5d", "cb", "e"))
    for _ in range(5):
        page.keyboard.press("ArrowUp")
    expect(page.locator("#lines [aria-current]")).to_contain_text("3♣")
    type_events(page, ("2c",))
    expect(page.locator("#lines li")).to_have_text(
        [re.compile(r"2♣ to banco") if n == 3 else re.compile(".") for n in range(8)]
    )
    page.keyboard.press("Control+Enter")
    page.wait_for_url(f"**/rounds/{name}*")
    assert recoup("rule", name, "--json").json[0]["findings"] == []

    open_round(page, name)
    expect(page.locator("#lines li")).to_have_count(8)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    type_events(page, ("cp",))
    page.keyboard.press("Control+Enter")
    expect(page.locator("#wrong")).to_contain_text("say why it is changed")
    page.get_by_role("textbox", name="Why it is changed").fill("the footage has punto called")
    page.get_by_role("textbox", name="Why it is changed").press("Control+Enter")
    page.wait_for_url(f"**/rounds/{name}*")
    expect(page.locator("main")).to_contain_text("the footage has punto called")
    (ruling,) = recoup("rule", name, "--json").json
    assert "wrong_announcement" in {found["kind"] for found in ruling["findings"]}
    page.context.close()


def test_a_draft_survives_a_killed_browser_and_a_killed_desk(desk: DeskProcess, chromium: Browser) -> None:
    name = f"BAC-1/{DAY}/1"
    page = entered(chromium, desk)
    open_round(page, name)
    type_events(page, ("o", "n", "6h", "2c"))
    page.keyboard.press("k")
    expect(page.locator("#keys")).to_have_text("k")
    page.context.close()
    desk.kill()
    again = DeskProcess()
    try:
        page = entered(chromium, again)
        open_round(page, name)
        expect(page.locator("#lines li")).to_have_count(4)
        expect(page.locator("#keys")).to_have_text("k")
        page.keyboard.press("h")
        expect(page.locator("#lines li")).to_have_count(5)
        assert phrases(name) == [], "nothing is on record before it is put there"
        page.context.close()
    finally:
        again.kill()


def test_what_the_devices_told_is_gone_through_event_by_event(floor: Path, chromium: Browser, recoup: Recoup) -> None:
    """The shoe told punto's second card as the king of hearts; whoever looks sees the queen."""
    name = f"BAC-1/{DAY}/1"
    told_by_shoe = f"!source shoe/1\n{name}: open; nmb; P 6h B 2c P Kh B 5d; call banco; close\n"
    (floor / "shoe.ndjson").write_bytes(as_cloudevents(told_by_shoe))
    assert recoup("record", str(floor / "shoe.ndjson")).code == 0
    process = DeskProcess()
    try:
        page = entered(chromium, process)
        page.goto(f"/type/{name}?by=I7&clip=c14&through=1")
        expect(page.locator("#choices")).to_contain_text("it is so: open")
        for number in range(4):
            page.keyboard.press("Enter")
            expect(page.locator("#lines li")).to_have_count(number + 1)
            expect(page.locator("#lines li").first).to_contain_text("place your bets")
        page.keyboard.press("q")
        page.keyboard.press("h")
        for number in range(5, 8):
            expect(page.locator("#lines li")).to_have_count(number)
            page.keyboard.press("Enter")
        expect(page.locator("#lines li")).to_have_count(8)
        page.keyboard.press("Control+Enter")
        page.wait_for_url(f"**/rounds/{name}*")
        (ruling,) = recoup("rule", name, "--json").json
        assert "accounts_differ" in {found["kind"] for found in ruling["findings"]}
        page.context.close()
    finally:
        process.kill()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_has_nothing_against_the_page(desk: DeskProcess, chromium: Browser, theme: str) -> None:
    page = entered(chromium, desk)
    page.context.add_cookies([{"name": "theme", "value": theme, "url": desk.address}])
    open_round(page, f"BAC-1/{DAY}/1")
    type_events(page, ("o", "w1p5", "n", "6h"))
    page.keyboard.press("z")
    expect(page.locator("#wrong")).not_to_be_empty()
    assert axe(page) == []
    for width in (360, 768, 1920):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.context.close()
