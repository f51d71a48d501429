"""A desk that is served for the session, as a browser and as programs reach it."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from threading import Thread

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from desk.opening import open_existing
from desk.service.app import application, server
from desk.service.security import COOKIE
from desk.service.settings import ENTER_PATH, DeskSession
from projections.following.read_models import open_read_models
from tests.desk.web import floor

expect.set_options(timeout=30_000)
"""Milliseconds that a page may take to show something: the machine may have other things to do."""


@dataclass(frozen=True, slots=True)
class Desk:
    """Where it is, and the session that its link opened."""

    address: str
    session: str
    url: str
    """Of its ledger."""

    def client(self) -> httpx.Client:
        """A program with the session."""
        return httpx.Client(base_url=self.address, cookies={COOKIE: self.session}, timeout=60)

    def cookies(self, **looks: str) -> list[dict[str, str]]:
        """The session, and looks, as a browser keeps them."""
        return [
            {"name": name, "value": value, "url": self.address} for name, value in {COOKIE: self.session, **looks}.items()
        ]


@pytest.fixture(scope="session")
def day(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The URL of a ledger with the day of `floor`; nobody writes to it."""
    url = f"sqlite:///{tmp_path_factory.mktemp('desk') / 'recoup.db'}"
    floor.record(url)
    return url


@pytest.fixture(scope="session")
def desk(day: str) -> Iterator[Desk]:
    """The desk on that ledger."""
    with serving(day) as (address, keys):
        answer = httpx.get(f"{address}{ENTER_PATH}{keys.link}", timeout=60)
        yield Desk(address, answer.cookies[COOKIE], day)


class serving:  # noqa: N801 - used like a function
    """Serves a ledger in a thread; gives the address and the keys."""

    def __init__(self, url: str):
        self._url, self._stack = url, ExitStack()

    def __enter__(self) -> tuple[str, DeskSession]:
        bound = self._stack.enter_context(socket.socket())
        bound.bind(("127.0.0.1", 0))
        bound.listen()  # who comes before it serves waits
        address, keys = f"127.0.0.1:{bound.getsockname()[1]}", DeskSession()
        ledger = self._stack.enter_context(open_existing(self._url))
        engine = self._stack.enter_context(open_read_models(ledger))
        served = server(application(ledger, engine, keys, [address]))
        thread = Thread(target=lambda: served.run(sockets=[bound]))
        thread.start()

        def end() -> None:
            served.should_exit = True
            thread.join()

        self._stack.callback(end)
        return f"http://{address}", keys

    def __exit__(self, *error: object) -> None:
        self._stack.close()


@pytest.fixture
def investigator(desk: Desk, chromium: Browser) -> Iterator[Page]:
    """A browser in which the link was opened; whatever the page complains of fails the test."""
    context = chromium.new_context(
        viewport={"width": 1366, "height": 768}, base_url=desk.address, permissions=["clipboard-read", "clipboard-write"]
    )
    context.add_cookies(desk.cookies())  # type: ignore[arg-type]
    page, complaints = context.new_page(), list[str]()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda worker: complaints.append(worker.text) if worker.type in ("error", "warning") else None)
    page.set_default_timeout(30_000)
    yield page
    context.close()
    assert complaints == []
