"""The desk of several people, served for the tests: a roster, browsers with virtual authenticators, a real provider."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from desk.opening import open_existing
from desk.service.accounts import account_digest
from desk.service.app import served_application, server
from desk.service.settings import ServiceSettings
from ledger.application import Clock, Ledger, now
from ledger.events.roster import AccountBound, KeyEnrolled, PersonEnrolled, PublicKey
from projections.following.read_models import open_read_models
from tests.desk.service import provider
from tests.desk.web import floor
from tests.ledger.roster.people import begin, confirmed, terms

PEOPLE = (
    ("I7", "investigator"),
    ("E1", "dispute_manager"),
    ("A7", "approver"),
    ("Z7", "administrator"),
    ("R7", "regulator"),
)


@dataclass(frozen=True, slots=True)
class Served:
    """A desk that is served: where, and its ledger."""

    origin: str
    url: str
    ledger: Ledger

    def client(self, **options: Any) -> httpx.Client:
        """A program that asks the desk."""
        return httpx.Client(base_url=self.origin, headers={"Origin": self.origin}, timeout=60, **options)


@contextmanager
def serving(url: str, clock: Clock = now, **settings: Any) -> Iterator[Served]:
    """Serves a ledger to its people, in a thread."""
    with ExitStack() as stack:
        bound = stack.enter_context(socket.socket())
        bound.bind(("127.0.0.1", 0))
        bound.listen(1024)
        origin = f"http://localhost:{bound.getsockname()[1]}"
        ledger = stack.enter_context(open_existing(url))
        engine = stack.enter_context(open_read_models(ledger))
        chosen = ServiceSettings(origin=origin, **{**folders(url), **settings})
        served = server(served_application(ledger, engine, chosen, clock))
        thread = Thread(target=lambda: served.run(sockets=[bound]))
        thread.start()
        try:
            yield Served(origin, url, ledger)
        finally:
            served.should_exit = True
            thread.join()


def folders(url: str) -> dict[str, Path]:
    """Where a ledger of the tests has the files of its cases and the keys of persons."""
    beside = Path(url.removeprefix("sqlite:///")).parent
    return {"files": beside / "files", "vault": beside / "vault"}


class Window:
    """A person's browser with an authenticator of their own."""

    def __init__(self, browser: Browser, origin: str):
        self.context: BrowserContext = browser.new_context(viewport={"width": 1366, "height": 768}, base_url=origin)
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(30_000)
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        session = self.context.new_cdp_session(self.page)
        session.send("WebAuthn.enable")
        options = {
            "protocol": "ctap2",
            "transport": "internal",
            "hasResidentKey": True,
            "hasUserVerification": True,
            "isUserVerified": True,
            "automaticPresenceSimulation": True,
        }
        session.send("WebAuthn.addVirtualAuthenticator", {"options": options})

    def new_passkey(self, person: str) -> PublicKey:
        """Makes a passkey on the page for it, and gives the file's content."""
        self.page.goto("/new-passkey")
        self.page.get_by_label("Your id").fill(person)
        self.page.get_by_role("button", name="Make a passkey").click()
        with self.page.expect_download() as download:
            self.page.get_by_role("link", name="Save the public half").click()
        return PublicKey.model_validate_json(Path(download.value.path()).read_text("utf-8"))

    def sign_in(self) -> None:
        """Signs in by the passkey."""
        self.page.goto("/sign-in")
        self.page.get_by_role("button", name="Sign in with a passkey").click()
        self.page.wait_for_url(lambda address: "/sign-in" not in address)


def follow(page: Page, name: str) -> None:
    """Follows a link, and waits for the page's script: whoever is faster is not heard."""
    page.get_by_role("link", name=name).click()
    page.wait_for_load_state()


@pytest.fixture
def house(tmp_path: Path) -> str:
    """The URL of a ledger with the day of `floor` and a roster of several offices."""
    url = f"sqlite:///{tmp_path / 'recoup.db'}"
    floor.record(url)
    with open_existing(url) as ledger:
        begin(ledger, PEOPLE)
    return url


@pytest.fixture
def window(chromium: Browser) -> Iterator[Callable[[str], Window]]:
    """Opens people's browsers; what a page complains of fails the test."""
    opened: list[Window] = []

    def open_window(origin: str) -> Window:
        opened.append(Window(chromium, origin))
        return opened[-1]

    yield open_window
    for each in opened:
        each.context.close()
    assert [complaint for each in opened for complaint in each.complaints] == []


def enrol_passkey(ledger: Ledger, person: str, key: PublicKey) -> None:
    """Two persons put a passkey on the roster."""
    assert confirmed(ledger, "M1", KeyEnrolled(by="M1", person=person, key=key), "M2").refused is None


def give_offices(ledger: Ledger, person: str, *offices: str, until: str | None = None) -> None:
    """Two persons give somebody other offices."""
    event = PersonEnrolled(by="M1", person=person, offices=terms(*offices, until=until))
    assert confirmed(ledger, "M1", event, "M2").refused is None


def bind_account(ledger: Ledger, person: str, issuer: str, subject: str) -> None:
    """Two persons bind an account at the provider to somebody."""
    event = AccountBound(by="M1", person=person, issuer=issuer, account=account_digest(issuer, subject))
    assert confirmed(ledger, "M1", event, "M2").refused is None


@contextmanager
def identity_provider(folder: Path, callback: str, port: int) -> Iterator[str]:
    """A real provider on this machine; gives its issuer."""
    command = [sys.executable, "-m", "tests.desk.service.provider", str(port), str(folder), callback]
    with (folder / "provider.log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, env=dict(os.environ))
    issuer = f"http://localhost:{port}/o"
    try:
        for _ in range(600):
            try:
                if httpx.get(f"{issuer}/.well-known/openid-configuration", timeout=5).status_code == 200:
                    break
            except httpx.TransportError:
                time.sleep(0.1)
            assert process.poll() is None, (folder / "provider.log").read_text("utf-8")
        yield issuer
    finally:
        process.terminate()
        process.wait(30)


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        port: int = asked.getsockname()[1]
        return port


def provider_settings(folder: Path, issuer: str) -> dict[str, Any]:
    """The desk's settings for that provider."""
    secret = folder / "client.secret"
    secret.write_text(provider.SECRET, "utf-8")
    return {"name": "the house's account", "issuer": issuer, "client_id": provider.CLIENT, "client_secret_file": secret}
