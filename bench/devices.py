"""Devices that send events by HTTP while people look: nothing is lost, nothing doubled; and what those who look cost.

`taking_in` runs twenty tables' devices at a thousand events a second against one program that serves, which is killed,
and with it the database, while they send. `being_watched` records a feed while two hundred people have the open tables
before them.
"""

import asyncio
import os
import resource
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import date, timedelta
from io import BytesIO
from itertools import count, islice
from pathlib import Path
from time import perf_counter, sleep
from typing import Any, Final

import httpx
from sqlalchemy import make_url

from bench.corpus import days
from bench.measure import Beside, Figure, Measured, Span, Stopwatch, at_least, at_most, waited
from bench.postgresql import BLANK, database, started_server
from bench.served import BROWSER, begin_sessions, free_port, key_of, memory_of, take_act
from desk.opening import open_or_create
from desk.service.intake import BATCH
from desk.service.session_store import SessionStore
from ledger.application import Ledger, now
from ledger.entry import Delivery
from ledger.events import Event
from ledger.events.play import BetsClosed, RoundClosed, RoundOpened, WagerPlaced
from ledger.events.roster import RosterConfirmed, SourceEnrolled
from ledger.events.table import TableClosed, TableOpened
from ledger.feeds import cloudevents, intake
from ledger.feeds.formats import format_named
from ledger.merkle import digest
from projections.following.read_models import open_read_models
from replay.games.registry import GAMES

SOURCES: Final = 20
READERS: Final = 20
VIEWERS: Final = 200
A_SECOND: Final = 1000
AT_ONCE: Final = 25
FIRST_DAY: Final = date(2026, 1, 2)
A_DAY: Final = 3002
"""So many events has a table's day: twice as many as a busy one."""
MEMORY_FLAT: Final = 1.25
SHORTEST_SECONDS: Final = 12
AWAY_SECONDS: Final = 6
"""So long the service may be away in all, for two kills."""

QUIET_SECONDS: Final = 3
"""So long after a feed the pages of those who watch have nothing to do any more."""

_RETRY_SECONDS: Final = 0.2
_NUMBERS: Final = count(1)


@dataclass
class Device:
    """A table's device: how many events it has to tell, and how it was answered."""

    name: str
    count: int
    refused: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)

    @property
    def source(self) -> str:
        return f"table/{self.name}"

    async def send_all(self, origin: str, pace_seconds: float) -> None:
        """Sends everything in its order, so many at a time; what is not answered is sent again."""
        headers = {"Authorization": f"Bearer {self.name}", "Content-Type": BATCH}
        async with httpx.AsyncClient(base_url=origin, headers=headers, timeout=30) as client:
            began = perf_counter()
            events = _events(self.name, self.count)
            for number in count(0):
                at_once = list(islice(events, AT_ONCE))
                if not at_once:
                    return
                await asyncio.sleep(max(0, began + number * pace_seconds - perf_counter()))
                await self._send(client, at_once)

    async def _send(self, client: httpx.AsyncClient, events: list[bytes]) -> None:
        while True:
            with suppress(httpx.HTTPError):
                answer = await client.post(f"/feeds/{self.source}", content=b"[" + b",".join(events) + b"]")
                if answer.status_code == 200:
                    self.outcomes.update(each["outcome"] for each in answer.json()["outcomes"])
                    return
                assert answer.status_code in (429, 503), answer.text
            self.refused += 1
            await asyncio.sleep(_RETRY_SECONDS)


def taking_in(folder: Path, seconds: int) -> Iterator[Figure]:
    """Figures of so many seconds of load on PostgreSQL, and of a third of them on SQLite, through kills."""
    with started_server() as running:
        with open_or_create(database(make_url(running.get_uri()), BLANK)):
            pass
        url = database(make_url(running.get_uri()), copied=BLANK)
        yield from _loaded("PostgreSQL", url, seconds, lambda: _crash(running))
    file = folder / "load.db"
    yield from _loaded("SQLite", f"sqlite:///{file}", max(SHORTEST_SECONDS, seconds // 3), None)


def _loaded(name: str, url: str, seconds: int, crash: Callable[[], None] | None) -> Iterator[Figure]:
    each = A_SECOND * seconds // SOURCES
    devices = [Device(f"BAC-{number}", each) for number in range(1, SOURCES + 1)]
    with open_or_create(url) as ledger, open_read_models(ledger) as engine:
        tokens = begin_sessions(ledger, SessionStore(engine, now, 36_000, 360_000), READERS)
        _enrol(ledger, devices)
    port = free_port()
    began = perf_counter()
    memory = asyncio.run(_run(url, port, devices, tokens, seconds, crash))
    took = perf_counter() - began
    sent = sum(device.count for device in devices)
    with Ledger(url) as ledger:
        on_record = {source: count for source, count, *_ in ledger.recorder.sources()}
        lost = sum(device.count - on_record.get(device.source, 0) for device in devices)
        order = [_is_in_order(ledger, device) for device in devices]
    assert lost == 0, f"{lost} events were lost, or doubled"
    assert all(order), "a table's events are not in the order in which they were sent"
    doubtful = sum(
        count for device in devices for what, count in device.outcomes.items() if what not in ("recorded", "known")
    )
    assert doubtful == 0, "an event was answered otherwise than recorded or known"
    refused = sum(device.refused for device in devices)
    size = f"{sent:,} events of {SOURCES} sources, {READERS} readers, {refused:,} times sent again; 0 lost, 0 doubled"
    wanted = sent / A_SECOND
    yield Figure(
        f"events by HTTP, killed in between: {name}", f"{A_SECOND:,} a second", size, took, wanted,
        wanted / took, wanted / took, wanted / took, 1, "clock", at_least(wanted / (wanted + AWAY_SECONDS)),
    )  # fmt: skip
    first, last = memory
    grown = last / first
    what = f"memory of what serves: {name}"
    yield Figure(what, "at first", size, last, first, grown, grown, grown, 1, "memory", at_most(MEMORY_FLAT))


async def _run(
    url: str, port: int, devices: list[Device], tokens: list[str], seconds: int, crash: Callable[[], None] | None
) -> tuple[float, float]:
    """Sends everything, through kills; memory in the middle, when all of that is over, and at the end."""
    origin = f"http://127.0.0.1:{port}"
    process = await asyncio.to_thread(_start, url, port)
    pace = SOURCES * AT_ONCE / A_SECOND
    try:
        sending = [asyncio.create_task(device.send_all(origin, pace)) for device in devices]
        reading = [asyncio.create_task(_read(origin, f"localhost:{port}", token)) for token in tokens]
        await asyncio.sleep(seconds / 4)
        process.send_signal(signal.SIGKILL)
        process.wait()
        process = await asyncio.to_thread(_start, url, port)
        await asyncio.sleep(seconds / 8)
        if crash is not None:
            await asyncio.to_thread(crash)
        else:
            await _fill_disk(process, url)
        await asyncio.sleep(seconds / 4)
        first = memory_of(process)
        await asyncio.gather(*sending)
        last = memory_of(process)
        for task in reading:
            task.cancel()
        await asyncio.gather(*reading, return_exceptions=True)
        return first, last
    finally:
        process.terminate()
        process.wait()


async def _fill_disk(process: "subprocess.Popen[Any]", url: str) -> None:
    """For a second no file of the program may grow, as on a full disk."""
    file = Path(url.removeprefix("sqlite:///"))
    most = max(path.stat().st_size for path in file.parent.glob(f"{file.name}*"))
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))
    await asyncio.sleep(1)
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


async def _read(origin: str, host: str, token: str) -> None:
    """Somebody who looks at the desk; while it is away they ask again."""
    headers = {"Host": host, "User-Agent": BROWSER, "Cookie": f"recoup_session={token}"}
    async with httpx.AsyncClient(base_url=origin, headers=headers, timeout=60) as client:
        while True:
            for path in ("/", "/live", "/me"):
                with suppress(httpx.HTTPError):
                    await client.get(path)
                await asyncio.sleep(2)


def _start(url: str, port: int) -> "subprocess.Popen[Any]":
    command = [sys.executable, "-m", "desk", "serve", "--ledger", url, "--origin", f"http://localhost:{port}"]
    process = subprocess.Popen(
        [*command, "--port", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=dict(os.environ)
    )
    while process.poll() is None:
        with suppress(httpx.HTTPError):
            if httpx.get(f"http://127.0.0.1:{port}/readyz", timeout=5).status_code == 200:
                return process
        sleep(0.1)
    raise AssertionError("the service does not start")


def _crash(running: Any) -> None:
    """The database's server ends at once, and comes back."""
    postmaster = running.get_postmaster_info().process
    postmaster.send_signal(signal.SIGQUIT)  # no checkpoint, no farewell
    postmaster.wait(30)
    running.ensure_postgres_running()


def _enrol(ledger: Ledger, devices: list[Device]) -> None:
    """The devices may deliver, each by a token."""
    for device in devices:
        token = digest(device.name.encode())
        enrolled = SourceEnrolled(by="P0", source=device.source, since="2026-01-01", token=token)
        take_act(ledger, key_of("P1"), RosterConfirmed(by="P1", act=take_act(ledger, key_of("P0"), enrolled)))


def _events(name: str, number: int) -> Iterator[bytes]:
    """So many events of a table, day after day: rounds of baccarat without cards."""
    for sequence in range(1, number + 1):
        day_number, at = divmod(sequence - 1, A_DAY)
        day = (FIRST_DAY + timedelta(days=day_number)).isoformat()
        subject, event = _event_of_day(f"{name}/{day}", at)
        delivery = Delivery(event, f"table/{name}", f"{name}-{sequence}", sequence, subject, f"{day}T18:00:00Z")
        yield cloudevents.write(delivery)


def _event_of_day(day: str, at: int) -> tuple[str, Event]:
    """The event at a place of a table's day, from its opening to its end, and what it is about."""
    if at == 0:
        return day, TableOpened(game="baccarat", rulebook="dcb", currency="EUR")
    if at == A_DAY - 1:
        return day, TableClosed()
    round_, step = divmod(at - 1, 4)
    kinds: tuple[Event, ...] = (
        RoundOpened(shoe="S1"),
        WagerPlaced(wager=f"w{round_}", player="P-1", kind="punto", stake_minor=2500),
        BetsClosed(),
        RoundClosed(),
    )
    return f"{day}/{round_ + 1}", kinds[step]


def _is_in_order(ledger: Ledger, device: Device) -> bool:
    """Whether a table's events are on record once each, in the order in which they were sent."""
    days = ledger.table_days(device.name)
    found = [entry.delivery.sequence for day in days for entry in ledger.entries(f"table/{day}")]
    return found == list(range(1, device.count + 1))


def being_watched(runs: int, days_recorded: int) -> Iterator[Figure]:
    """Figures of recording a feed while people have the open tables before them, beside recording it alone."""
    text = b"".join(cloudevents.write(delivery) + b"\n" for delivery in days(days_recorded))
    with started_server() as running, ExitStack() as stack:
        at = make_url(running.get_uri())
        with open_or_create(database(at, BLANK)) as ledger, open_read_models(ledger) as engine:
            tokens = begin_sessions(ledger, SessionStore(engine, now, 36_000, 360_000), READERS, VIEWERS // READERS)
        watched, alone = (database(at, copied=BLANK) for _ in range(2))
        port = free_port()
        process = _start(watched, port)
        stack.callback(process.wait)
        stack.callback(process.terminate)
        stack.enter_context(_viewers(port, tokens))
        size = f"{len(text.splitlines()):,} events a run, {VIEWERS} viewers"
        others = {"with nobody looking": Beside(_recorded(alone, text), at_most(1.05))}
        yield from waited(
            "record while the open tables are watched", size, _recorded(watched, text), others, runs, here=False
        )


def _recorded(url: str, text: bytes) -> Measured:
    """Records the feed once more, as tables that were not there before."""

    def once() -> Span:
        number = next(_NUMBERS)
        fresh = text.replace(b'"subject":"', b'"subject":"T%d-' % number).replace(b'"source":"', b'"source":"s%d-' % number)
        fresh = fresh.replace(b'"table":"', b'"table":"T%d-' % number)
        sleep(QUIET_SECONDS)
        with Ledger(url) as ledger:
            read = format_named("cloudevents").reader(Path("feed.ndjson"))
            with Stopwatch() as watch:
                fates = intake.ingest_stream(ledger, BytesIO(fresh), "feed.ndjson", read, GAMES)
        assert set(fates) == {"recorded"}, fates
        return watch.span

    return once


@contextmanager
def _viewers(port: int, tokens: list[str]) -> Iterator[None]:
    """People who have the open tables before them, in a program of their own."""
    command = [sys.executable, "-m", "bench.viewers", str(port), *tokens]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            yield
        finally:
            process.terminate()
