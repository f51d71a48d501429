"""The served desk among programs that mean it harm: odd questions by the thousand, and clients that hang."""

import re
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from limits import RateLimitItemPerMinute
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from desk.opening import open_existing
from desk.service import house_guard
from tests.desk.service.asking import BROWSER, COOKIE, begin_session, signed_in
from tests.desk.service.conftest import Served, free_port, serving

pytestmark = pytest.mark.slow

CHECKS: Final = [
    schemathesis.checks.not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
HANGING: Final = 1_000


@pytest.fixture(autouse=True, scope="module")
def many_sockets() -> None:
    """As many open sockets as clients hang, where a program may have so few otherwise."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 4 * HANGING if hard == resource.RLIM_INFINITY else min(hard, 4 * HANGING)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))


MOST_GROWTH_KIB: Final = 150 * 1024
"""How much memory so many of them may cost: a line and what was read of it, and nothing that adds up."""

PATIENCE_SECONDS: Final = 40


@pytest.mark.parametrize("person", ["M1", "R7", None])
def test_no_answer_of_the_api_is_an_error_of_ours_or_undocumented(
    house: str, person: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house_guard, "REQUESTS_BY_SESSION", RateLimitItemPerMinute(100_000))
    monkeypatch.setattr(house_guard, "REQUESTS_BY_STRANGER", RateLimitItemPerMinute(100_000))
    with serving(house) as desk:
        inside = {"Cookie": f"{COOKIE}={begin_session(desk, 'M1')[0]}", "User-Agent": BROWSER}
        asking = {"Cookie": f"{COOKIE}={begin_session(desk, person)[0]}", "User-Agent": BROWSER} if person else {}
        openapi = schemathesis.openapi.from_url(f"{desk.origin}/api/openapi.json", headers=inside)
        operations = [found.ok() for found in openapi.get_all_operations() if isinstance(found, Ok)]
        assert len(operations) == 7
        for operation in operations:

            @given(case=operation.as_strategy())
            @settings(max_examples=20, deadline=None, database=None, suppress_health_check=list(HealthCheck))
            def answered(case: Any) -> None:
                case.call_and_validate(base_url=desk.origin, headers=asking, checks=CHECKS)

            answered()


# Clients that hang


def hang(kind: int, port: int, origin: str) -> socket.socket:
    """A client that keeps a line and does not finish what it began."""
    line = socket.create_connection(("127.0.0.1", port), timeout=30)
    host = origin.removeprefix("http://")
    writes = f"POST /sign-in/passkey/finish HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\n"
    match kind % 5:
        case 1:
            line.sendall(f"GET /sign-in HTTP/1.1\r\nHost: {host}\r\nX-Long: ".encode())
        case 2:
            line.sendall(b"GE")
        case 3:
            line.sendall(f"{writes}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n".encode())
        case 4:
            line.sendall(f"{writes}Content-Length: 9000000000\r\n\r\n".encode() + b"x" * 8_000)
    return line


@contextmanager
def started(url: str, folder: Path) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """`recoup serve` as a process of its own, and its address."""
    port = free_port()
    origin = f"http://localhost:{port}"
    command = [sys.executable, "-m", "desk", "serve", "--ledger", url, "--origin", origin, "--port", str(port)]
    with (folder / "serve.log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        for _ in range(600):
            try:
                httpx.get(f"{origin}/sign-in", timeout=5)
                break
            except httpx.TransportError:
                assert process.poll() is None, (folder / "serve.log").read_text("utf-8")
                time.sleep(0.1)
        yield process, origin
    finally:
        process.terminate()
        process.wait(30)


def memory_kib(pid: int) -> int:
    """How much memory a process has at hand."""
    found = re.search(r"VmRSS:\s+([0-9]+) kB", Path(f"/proc/{pid}/status").read_text("ascii"))
    assert found is not None
    return int(found[1])


def lines_of(pid: int) -> int:
    """How many lines and files a process has open."""
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


def is_cut_off(line: socket.socket, until: float) -> bool:
    """Whether the desk ends a line."""
    line.settimeout(max(0.1, until - time.monotonic()))
    try:
        while line.recv(65_536):
            pass
    except TimeoutError:
        return False
    except OSError:
        return True
    return True


def test_a_thousand_clients_that_hang_hold_up_nobody_and_are_cut_off(house: str, tmp_path: Path) -> None:
    with started(house, tmp_path) as (process, origin), ExitStack() as stack:
        with open_existing(house) as ledger:
            desk = Served(origin, house, ledger)
            client = stack.enter_context(signed_in(desk, "M1"))
        assert client.get("/").status_code == 200
        client.get("/rounds/BJ-1/2026-01-17/1")
        before, lines_before = memory_kib(process.pid), lines_of(process.pid)
        port = int(origin.rpartition(":")[2])
        lines = [stack.enter_context(hang(kind, port, origin)) for kind in range(HANGING)]
        for _ in range(3):
            began = time.monotonic()
            assert client.get("/").status_code == 200
            assert time.monotonic() - began < PATIENCE_SECONDS / 2
            drip(lines[1::5])
        until = time.monotonic() + PATIENCE_SECONDS
        assert all(is_cut_off(line, until) for line in lines)
        assert client.get("/rounds/BJ-1/2026-01-17/1").status_code == 200
        for _ in range(100):
            if lines_of(process.pid) <= lines_before + 20:
                break
            time.sleep(0.1)
        assert lines_of(process.pid) <= lines_before + 20
        assert memory_kib(process.pid) - before < MOST_GROWTH_KIB
        assert process.poll() is None
    log = (tmp_path / "serve.log").read_text("utf-8")
    assert "Traceback" not in log


def drip(lines: list[socket.socket]) -> None:
    """Sends a little more of a head, so that it never ends."""
    for line in lines:
        try:
            line.sendall(b"x")
        except OSError:
            continue


def test_a_head_or_a_body_that_is_too_long_is_cut_off(house: str) -> None:
    with serving(house) as desk, signed_in(desk, "M1") as client:
        assert client.post("/acts/begin", content=b"[" * 64 * 1024 + b"x").status_code == 413
        with desk.client() as other, suppress(httpx.TransportError):
            assert other.get("/sign-in", headers={"X-Long": "x" * 200_000}).status_code == 400
        assert client.get("/me").status_code == 200


@pytest.mark.parametrize(
    "question",
    [
        *(
            b"GET / HTTP/9.9\r\n\r\n",
            b"\x16\x03\x01\x02\x00",
            b"GET /\x00 HTTP/1.1\r\n\r\n",
            b"GET http://evil/ HTTP/1.1\r\n\r\n",
        ),
        b"POST /sign-out HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /",
        b"GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
        b"GET /live/events HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
        b"GET /x HTTP/1.1\r\nHost: x\r\nX: a\r\n b\rSet-Cookie: a=b\r\n\r\n",
    ],
)
def test_what_is_no_question_is_refused_and_says_nothing_of_the_desk(house: str, question: bytes) -> None:
    with serving(house) as desk:
        port = int(desk.origin.rpartition(":")[2])
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_SECONDS) as line:
            line.sendall(question)
            line.shutdown(socket.SHUT_WR)
            heard = b""
            while part := line.recv(65_536):
                heard += part
        assert not heard or heard.startswith(b"HTTP/1.1 4"), heard[:80]
        assert b"Traceback" not in heard
        assert b"uvicorn" not in heard.lower()
        with signed_in(desk, "M1") as client:
            assert client.get("/me").status_code == 200
