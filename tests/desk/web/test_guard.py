"""Who gets in: one person, by a link that works once, under this machine's address; and what every answer forbids."""

import re
from typing import Final

import httpx
import pytest
import typer

from desk.cli import serving as commands
from desk.service import app
from desk.service.security import COOKIE
from desk.service.settings import ENTER_PATH, is_loopback
from tests.commands import Recoup
from tests.desk.web.conftest import Desk, serving

pytestmark = pytest.mark.slow

PAGES: Final = ("/", "/live", "/rounds/BAC-1/2026-01-17/7", "/tables/RO-1/2026-01-17", "/api/rounds", "/static/desk.js")


def test_the_link_works_once_and_only_its_session_gets_in(day: str) -> None:
    with serving(day) as (address, keys), httpx.Client(base_url=address) as other:
        assert other.get("/").status_code == 401
        assert other.get("/", headers={"cookie": f"{COOKIE}=guessed"}).status_code == 401
        assert other.get(f"{ENTER_PATH}guessed").status_code == 401
        link = f"{ENTER_PATH}{keys.link}"
        assert other.head(link).status_code == 405, "a look at where it leads does not use it up"
        with httpx.Client(base_url=address) as first:
            entered = first.get(link)
            assert (entered.status_code, entered.headers["location"]) == (303, "/")
            cookie = entered.headers["set-cookie"]
            assert "HttpOnly" in cookie
            assert "SameSite=strict" in cookie
            assert first.get("/").status_code == 200
            assert first.get(link).status_code == 303
        assert other.get(link).status_code == 401
        assert "works once" in other.get(link).text


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "localhost", ""])
def test_it_answers_under_its_own_address_only(desk: Desk, host: str) -> None:
    with desk.client() as client:
        assert client.get("/", headers={"host": host}).status_code == 400
        assert client.get("/api/rounds", headers={"host": host}).json()["detail"].startswith("This desk answers")


@pytest.mark.parametrize("path", [*PAGES, "/nothing", f"{ENTER_PATH}guessed"])
def test_every_answer_has_the_strict_headers(desk: Desk, path: str) -> None:
    with desk.client() as client:
        headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cache-control"] == "no-store"


@pytest.mark.parametrize("path", PAGES[:4])
def test_no_page_names_anything_outside(desk: Desk, path: str) -> None:
    with desk.client() as client:
        html = client.get(path).text
    assert re.findall(r'(?:src|href|action|hx-get)="(?!/|#|\?|data:image/svg)[^"]*"', html) == []
    assert "style=" not in html
    data = r" type=\"application/gzip\" id=\"moments\">[A-Za-z0-9+/=]*<| type=\"application/json\" class=\"texts\">{"
    assert not re.search(rf"<script(?! src=|{data})|\bon[a-z]+=", html)


@pytest.mark.parametrize(
    ("host", "alone"),
    [
        *((host, True) for host in ("127.0.0.1", "127.9.9.9", "::1", "localhost")),
        *((host, False) for host in ("0.0.0.0", "192.168.1.7", "::", "example.org", "")),
    ],
)
def test_what_is_this_machine_alone(host: str, alone: bool) -> None:
    assert is_loopback(host) is alone


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.7", "example.org"])
def test_it_does_not_start_where_others_could_reach_it(recoup: Recoup, day: str, host: str) -> None:
    ran = recoup("desk", "--ledger", day, "--host", host)
    assert ran.code == 2
    assert f"{host} can be reached from others" in ran.complaint


def test_a_ledger_that_is_not_there_is_said(recoup: Recoup) -> None:
    ran = recoup("desk", "--ledger", "sqlite:///nothing.db")
    assert ran.code == 4
    assert "there is no ledger" in ran.complaint


def test_a_port_that_is_taken_is_said(recoup: Recoup, desk: Desk, day: str) -> None:
    ran = recoup("desk", "--ledger", day, "--port", desk.address.rpartition(":")[2])
    assert ran.code == 2
    assert "cannot be used" in ran.complaint


def test_the_console_gets_the_link(day: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    class Served:
        def run(self, sockets: list[object]) -> None:
            assert len(sockets) == 1

    monkeypatch.setattr(app, "server", lambda _: Served())
    command = typer.Typer()
    command.command()(commands.desk)
    command(["--ledger", day, "--port", "0"], standalone_mode=False)
    assert re.search(rf"http://127\.0\.0\.1:[0-9]+{ENTER_PATH}[\w-]{{43}}\n", capsys.readouterr().out)
