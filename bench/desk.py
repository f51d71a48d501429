"""How long the desk takes to open a round, in a small ledger and in a large one, and the browser to step through it."""

from collections.abc import Iterator
from contextlib import ExitStack
from itertools import cycle, islice
from pathlib import Path
from typing import Final

from playwright.sync_api import sync_playwright
from starlette.testclient import TestClient

from bench.corpus import grown
from bench.measure import Beside, Figure, Measured, Span, Stopwatch, at_most, waited
from desk.opening import open_or_create
from desk.service.app import application
from desk.service.settings import ENTER_PATH, DeskSession
from desk.web.ledger_view import LedgerView
from desk.web.replay_page import standalone_replay
from projections.following.read_models import open_read_models
from tests.browser import found

SMALL: Final = 10_000
DAYS: Final = 9
"""So many whole days are in the small one."""

ROUND: Final = "7"
"""The misdealt one of the sample day."""

STEP: Final = """
key => new Promise((done) => {
  const began = performance.now();
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  const asked = performance.now() - began;
  requestAnimationFrame(() => {  // it comes after the page's own, of the same frame
    document.body.getBoundingClientRect();
    done(asked + (performance.now() - document.timeline.currentTime));
  });
})
"""
"""Presses a key; gives the milliseconds until the page is drawn and laid out anew, without the wait for the frame."""


def opening(folder: Path, runs: int, events: int) -> Iterator[Figure]:
    """A figure of opening a round that nobody opened before, by the desk's whole answer."""
    runs = min(runs, DAYS - 1)
    with ExitStack() as stack:
        small, large = (_opened(stack, folder / f"{size}.db", size, runs) for size in (SMALL, events))
        others = {f"the same in a ledger of {SMALL:,}": Beside(small, at_most(1.5))}
        yield from waited("open a round at the desk", f"{events:,} events", large, others, runs)


def stepping(folder: Path, runs: int) -> Iterator[Figure]:
    """A figure of what a step of a round's replay takes the browser, beside the time of a frame. None where there is no
    browser.
    """
    if (chromium := found()) is None:
        return
    page_file = folder / "replay.html"
    with open_or_create(f"sqlite:///{folder / 'stepped.db'}") as ledger, open_read_models(ledger) as models:
        grown(ledger, SMALL)
        name = f"{next(iter(ledger.table_days()))}/{ROUND}"
        page_file.write_text(standalone_replay(LedgerView(ledger, models), name, masked=False), encoding="utf-8")
    arguments = ["--disable-dev-shm-usage"]
    with sync_playwright() as playwright, playwright.chromium.launch(executable_path=chromium, args=arguments) as browser:
        page = browser.new_page()
        page.goto(page_file.as_uri())
        page.locator("#heard", has_text="Event").wait_for(state="attached")
        keys = cycle(["Home", *["ArrowRight"] * 15])

        def once() -> Span:
            return Span(page.evaluate(STEP, next(keys)) / 1000, 0)

        beside = {"a frame at 60 a second": Beside(lambda: Span(1 / 60, 0), at_most(1))}
        size = f"a page of {page_file.stat().st_size:,} bytes"
        yield from waited("a step of a replay in the browser", size, once, beside, runs, here=False)


def _opened(stack: ExitStack, path: Path, events: int, runs: int) -> Measured:
    """A round of another table's day at each run, so that nothing of it was told before."""
    ledger = stack.enter_context(open_or_create(f"sqlite:///{path}"))
    grown(ledger, events)
    keys, coming = DeskSession(), islice(ledger.table_days(), runs + 1)
    client = TestClient(application(ledger, stack.enter_context(open_read_models(ledger)), keys, ["testserver"]))
    client.get(f"{ENTER_PATH}{keys.link}", follow_redirects=False)

    def once() -> Span:
        with Stopwatch() as watch:
            answer = client.get(f"/rounds/{next(coming)}/{ROUND}?step=10")
        assert answer.status_code == 200, answer.text
        return watch.span

    once()  # the first one loads the templates
    return once
