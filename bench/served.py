"""How long a page takes where fifty people look at the desk at once: two programs that serve it, on one PostgreSQL."""

import asyncio
import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter, sleep
from typing import Final

import httpx
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from bench.corpus import SEED, grown
from bench.measure import Figure, at_most
from bench.postgresql import BLANK, database, server
from desk.opening import open_or_create
from desk.service.session_store import SessionStore
from ledger.application import Ledger, now
from ledger.events.roster import OfficeTerm, PersonEnrolled, RosterAct, RosterConfirmed
from ledger.roster.commands import act_on_roster
from ledger.roster.key_file import KeyFileSigner, signer_of_key
from projections.following.read_models import catch_up, open_read_models

PEOPLE: Final = 50
PROGRAMS: Final = 2
THINKS_SECONDS: Final = (2, 6)
"""How long somebody looks at a page before opening the next."""

WITHIN: Final = 0.3
MEMORY_FLAT: Final = 1.2
BROWSER: Final = "bench"


def serving(seconds: int, events: int) -> Iterator[Figure]:
    """Figures of so many seconds in a ledger of so many events: the slowest page of a hundred, and memory."""
    with server() as at, ExitStack() as stack:
        with open_or_create(database(at, BLANK)):
            pass
        url = database(at, copied=BLANK)
        with Ledger(url) as ledger, open_read_models(ledger) as engine:
            grown(ledger, events)
            catch_up(ledger, engine)
            paths = _paths(ledger)
            tokens = begin_sessions(ledger, SessionStore(engine, now, 3600, 36_000))
        origin = f"http://localhost:{free_port()}"
        programs = [stack.enter_context(_program(url, origin)) for _ in range(PROGRAMS)]
        asyncio.run(_look(programs, origin, tokens, paths, seconds))  # what is kept fills first
        before = [memory_of(process) for process, _ in programs]
        waits = asyncio.run(_look(programs, origin, tokens, paths, seconds))
        after = [memory_of(process) for process, _ in programs]
    size = f"{PEOPLE} people, {len(waits):,} pages, {events:,} events"
    for what, wait in (
        ("half of the pages are there", median(waits)),
        ("99 of 100 pages are there", quantiles(waits, n=100)[98]),
    ):
        ratio = wait / WITHIN
        yield Figure(what, f"{WITHIN * 1000:.0f} ms", size, wait, WITHIN, ratio, ratio, ratio, 1, "clock", at_most(1))
    grows = [then / first for first, then in zip(before, after, strict=True)]
    mean = sum(after) / sum(before)
    yield Figure(
        "memory of the programs behind it", "before", size, sum(after), sum(before), mean, min(grows), max(grows), 1,
        "memory", at_most(MEMORY_FLAT),
    )  # fmt: skip


def _paths(ledger: Ledger) -> list[str]:
    """What people open: mostly rounds, and around them lists, days and the open tables."""
    random, table_days = Random(SEED), ledger.table_days()[:-1]  # the last is not whole
    rounds = [
        f"/rounds/{random.choice(table_days)}/{random.randint(1, 60)}?step={random.randint(1, 8)}" for _ in range(600)
    ]
    others = ["/", "/?found=true", "/live", "/me", "/decisions"] * 30
    return rounds + others + [f"/tables/{random.choice(table_days)}" for _ in range(60)]


def begin_sessions(ledger: Ledger, store: SessionStore, people: int = PEOPLE, windows: int = 1) -> list[str]:
    """The people of a roster, each with so many sessions; what opens each."""
    tokens = []
    keeper, second = key_of("P0"), key_of("P1")
    for number in range(people):
        person, key = f"P{number}", key_of(f"P{number}")
        office = "management" if number < 2 else "investigator"
        terms = (OfficeTerm.model_validate({"office": office, "since": "2025-01-01"}),)
        enrolled = take_act(ledger, keeper, PersonEnrolled(by="P0", person=person, offices=terms, key=key.public))
        if number:
            take_act(ledger, second, RosterConfirmed(by="P1", act=enrolled))
        tokens += [store.begin(person, "passkey", key.fingerprint, BROWSER)[0] for _ in range(windows)]
    return tokens


def key_of(person: str) -> KeyFileSigner:
    return signer_of_key(Ed25519PrivateKey.from_private_bytes(sha256(person.encode()).digest()))


def take_act(ledger: Ledger, signer: KeyFileSigner, event: RosterAct) -> int:
    ledger.signer = signer
    row = act_on_roster(ledger, event)
    assert row.refused is None, row.refused
    return row.entry.position


@contextmanager
def _program(url: str, origin: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A program that serves the desk, and its port."""
    command = [sys.executable, "-m", "desk", "serve", "--ledger", url, "--origin", origin, "--port", "0"]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as process:
        try:
            assert process.stdout is not None
            listening = re.search(r"port (\d+)", process.stdout.readline() + process.stdout.readline())
            assert listening is not None, "the desk does not start"
            port = int(listening[1])
            while process.poll() is None:
                try:
                    httpx.get(f"http://127.0.0.1:{port}/sign-in", headers={"Host": origin.partition("//")[2]}, timeout=5)
                    break
                except httpx.TransportError:
                    sleep(0.1)
            yield process, port
        finally:
            process.terminate()


async def _look(
    programs: list[tuple[subprocess.Popen[str], int]], origin: str, tokens: list[str], paths: list[str], seconds: int
) -> list[float]:
    """What each page took, in seconds."""
    waits: list[float] = []
    ends_at = perf_counter() + seconds

    async def person(number: int, token: str) -> None:
        random, port = Random(SEED + number), programs[number % len(programs)][1]
        headers = {"Host": origin.partition("//")[2], "User-Agent": BROWSER, "Cookie": f"recoup_session={token}"}
        address, fresh = f"http://127.0.0.1:{port}", httpx.Limits(keepalive_expiry=1)  # a browser asks again by itself
        async with httpx.AsyncClient(base_url=address, headers=headers, timeout=60, limits=fresh) as client:
            await asyncio.sleep(random.uniform(0, THINKS_SECONDS[1]))
            while perf_counter() < ends_at:
                path = random.choice(paths)
                began = perf_counter()
                answer = await client.get(path)
                waits.append(perf_counter() - began)
                assert answer.status_code == 200, f"{path}: {answer.status_code} {answer.text[:300]}"
                await asyncio.sleep(random.uniform(*THINKS_SECONDS))

    await asyncio.gather(*(person(number, token) for number, token in enumerate(tokens)))
    return waits


def memory_of(process: subprocess.Popen[str]) -> int:
    """How much memory a program has, in bytes."""
    resident = Path(f"/proc/{process.pid}/statm").read_text(encoding="utf-8").split()[1]
    return int(resident) * os.sysconf("SC_PAGE_SIZE")


def free_port() -> int:
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        port: int = asked.getsockname()[1]
        return port
