"""Devices of a house that send what happens at their tables to a service on this machine, and send it again until it is
acknowledged.
"""

import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread
from typing import Final

import httpx
import orjson

from desk.opening import open_or_create
from desk.service.intake import BATCH
from ledger.entry import Delivery
from ledger.events import Event
from ledger.events.play import BetsClosed, RoundClosed, RoundOpened, WagerPlaced
from ledger.events.roster import SourceEnrolled
from ledger.events.table import TableOpened
from ledger.feeds import cloudevents
from ledger.merkle import digest
from tests.ledger.roster.people import begin, confirmed

DAY: Final = "2026-01-17"
RECOUP: Final = (sys.executable, "-m", "desk")
_PATIENCE_SECONDS: Final = 60


@dataclass
class Device:
    """A table's device: what it has to tell, and what was acknowledged of it."""

    name: str
    events: list[bytes]
    acknowledged: dict[str, str] = field(default_factory=dict)
    """By the id of an event, what became of it."""
    refusals: int = 0

    @property
    def source(self) -> str:
        return f"table/{self.name}"

    @property
    def token(self) -> str:
        return f"the token of {self.name}"

    def send_all(self, origin: str, at_once: int, pause_seconds: float = 0.0) -> None:
        """Sends everything, in its order; what is not acknowledged is sent again."""
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": BATCH}
        with httpx.Client(base_url=origin, headers=headers, timeout=30) as client:
            for first in range(0, len(self.events), at_once):
                self._send(client, self.events[first : first + at_once])
                time.sleep(pause_seconds)

    def _send(self, client: httpx.Client, events: Sequence[bytes]) -> None:
        ends_at = time.monotonic() + _PATIENCE_SECONDS
        while time.monotonic() < ends_at:
            try:
                answer = client.post(f"/feeds/{self.source}", content=b"[" + b",".join(events) + b"]")
            except httpx.HTTPError:
                self.refusals += 1
                time.sleep(0.1)
                continue
            if answer.status_code == httpx.codes.OK:
                for event, outcome in zip(events, answer.json()["outcomes"], strict=True):
                    self.acknowledged[orjson.loads(event)["id"]] = outcome["outcome"]
                return
            assert answer.status_code in (429, 503), answer.text
            self.refusals += 1
            time.sleep(0.1)
        raise AssertionError(f"{self.source} was not heard for {_PATIENCE_SECONDS} seconds")


def devices(number: int, rounds: int) -> list[Device]:
    """So many tables with so many rounds each."""
    return [Device(name, list(_told(name, rounds))) for name in (f"BAC-{n}" for n in range(1, number + 1))]


def _told(name: str, rounds: int) -> Iterator[bytes]:
    day = f"{name}/{DAY}"
    events: list[tuple[str, Event]] = [(day, TableOpened(game="baccarat", rulebook="dcb", currency="EUR"))]
    for number in range(1, rounds + 1):
        wager = WagerPlaced(wager=f"w{number}", player="P-1", kind="punto", stake_minor=2500)
        events += [(f"{day}/{number}", event) for event in (RoundOpened(shoe="S1"), wager, BetsClosed(), RoundClosed())]
    for number, (subject, event) in enumerate(events, 1):
        yield cloudevents.write(Delivery(event, f"table/{name}", f"{name}-{number}", number, subject, f"{DAY}T18:00:00Z"))


def enrol(url: str, tables: Sequence[Device]) -> None:
    """A ledger at which these devices may deliver, and two people who keep its roster."""
    with open_or_create(url) as ledger:
        begin(ledger)
        for device in tables:
            event = SourceEnrolled(by="M1", source=device.source, since="2026-01-01", token=digest(device.token.encode()))
            assert confirmed(ledger, "M1", event, "M2").refused is None


def send_together(tables: Sequence[Device], origin: str, at_once: int, pause_seconds: float = 0.0) -> list[Thread]:
    """All devices begin to send."""
    threads = [Thread(target=device.send_all, args=(origin, at_once, pause_seconds)) for device in tables]
    for thread in threads:
        thread.start()
    return threads


@contextmanager
def served(url: str, folder: Path, port: int, *, wait: bool = True) -> "Iterator[subprocess.Popen[bytes]]":
    """`recoup serve` in a process of its own, which is stopped at the end if it still runs."""
    command = [*RECOUP, "serve", "--ledger", url, "--origin", f"http://localhost:{port}", "--port", str(port)]
    with (folder / "service.log").open("ab") as log:
        process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log)
    try:
        if wait:
            wait_until_ready(port)
        yield process
    finally:
        if process.poll() is None:
            process.terminate()
        process.wait(30)


def wait_until_ready(port: int) -> None:
    """Waits for the service to answer."""
    ends_at = time.monotonic() + _PATIENCE_SECONDS
    while time.monotonic() < ends_at:
        try:
            if httpx.get(f"http://127.0.0.1:{port}/readyz", timeout=5).status_code == httpx.codes.OK:
                return
        except httpx.HTTPError:
            pass
        time.sleep(0.1)
    raise AssertionError("the service did not come up")
