"""A supplier's stream over HTTP: at-least-once, keep-alives, breaks within a line, and going on behind the last id."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

import pytest

from desk.cli.streams import address_behind, message_id
from desk.terminal.console import DONE, WRONG_USE
from tests.commands import Recoup
from tests.ledger.feeds.games import GAME, STUDIO


@dataclass
class Supplier:
    """Sends messages, each with its number as id; `cut` breaks off in the middle of one, once."""

    messages: list[dict[str, Any]]
    cut: int | None = None
    requests: list[dict[str, list[str]]] = field(default_factory=list)
    authorizations: list[str | None] = field(default_factory=list)
    address: str = ""

    def lines(self, last: int) -> Iterator[bytes]:
        for number, message in enumerate(self.messages, 1):
            if number < last:  # the last one comes again
                continue
            line = json.dumps({"transmissionID": f"{number}", **message}).encode() + b"\n"
            if self.cut == number:
                self.cut = None
                yield line[: len(line) // 2]
                return
            yield line
            yield b"\n"


@pytest.fixture
def supplier() -> Iterator[Supplier]:
    games = [{"messageType": "game", "data": {**GAME, "id": f"game{n}"}} for n in range(3)]
    sender = Supplier([{"messageType": "system", "data": {}}, *games, {"messageType": "tip", "data": {"amount": 1}}])

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked = parse_qs(urlsplit(self.path).query)
            sender.requests.append(asked)
            sender.authorizations.append(self.headers["Authorization"])
            if "refuse" in self.path:
                self.send_error(403)
                return
            self.send_response(200)
            self.end_headers()
            for line in sender.lines(int(asked.get("from", ["0"])[0])):
                self.wfile.write(line)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    sender.address = f"http://127.0.0.1:{server.server_port}/stream"
    yield sender
    server.shutdown()
    server.server_close()


def rounds(files: Recoup) -> list[str]:
    """The rounds on record."""
    files("follow", "--once")
    return [row["round"] for row in files("rounds", "--json").json]


OPTIONS: Final = ("--format", "live-history", "--map", "live.toml", "--last", "last.txt", "--once")


def test_a_stream_is_recorded_and_followed_behind_the_last_message(files: Recoup, supplier: Supplier) -> None:
    Path("live.toml").write_text(STUDIO)
    Path("auth").write_text("Basic aG91c2U6c2VjcmV0\n")
    supplier.cut = 3
    address = f"{supplier.address}?feed=all&from={{last}}"
    assert files("watch", address, *OPTIONS, "--authorization", "auth").code == DONE
    assert Path("last.txt").read_text() == "2\n"
    assert rounds(files) == ["tbl7nd/2026-11-19/game0"]
    assert files("watch", address, *OPTIONS).code == DONE
    assert Path("last.txt").read_text() == "5\n"
    assert len(rounds(files)) == 3
    assert files("quarantine", "--json").json == []
    assert supplier.requests == [{"feed": ["all"]}, {"feed": ["all"], "from": ["2"]}]
    assert supplier.authorizations == ["Basic aG91c2U6c2VjcmV0", None]


def test_a_server_that_refuses_ends_it(files: Recoup, supplier: Supplier) -> None:
    Path("live.toml").write_text(STUDIO)
    ran = files("watch", f"{supplier.address}/refuse", *OPTIONS)
    assert (ran.code, ran.complaint) == (WRONG_USE, "the stream's server refuses: 403 Forbidden")


def test_only_formats_of_single_lines_are_streamed(files: Recoup, supplier: Supplier) -> None:
    ran = files("watch", supplier.address, "--format", "notation", "--once")
    assert (ran.code, ran.complaint) == (
        WRONG_USE,
        "a stream is read as cloudevents or live-history; name one of them with --format",
    )


def test_one_file_is_followed_as_a_folder_is(files: Recoup) -> None:
    Path("live.toml").write_text(STUDIO)
    Path("games.json").write_text(json.dumps(GAME) + "\n")
    assert files("watch", "games.json", "--format", "live-history", "--map", "live.toml", "--once").code == DONE
    assert rounds(files) == ["tbl7nd/2026-11-19/18aa3f0c77"]


@pytest.mark.parametrize(
    ("address", "last", "asked"),
    [
        ("https://a.example/s?from={last}&x=1", None, "https://a.example/s?x=1"),
        ("https://a.example/s?from={last}&x=1", "1-2 3", "https://a.example/s?from=1-2%203&x=1"),
        ("https://a.example/s/{last}", "7", "https://a.example/s/7"),
        ("https://a.example/s", "7", "https://a.example/s"),
    ],
)
def test_the_address_behind_a_message(address: str, last: str | None, asked: str) -> None:
    assert address_behind(address, last) == asked


@pytest.mark.parametrize(
    ("line", "ident"),
    [
        (b'{"transmissionID": "1-100", "id": "x"}', "1-100"),
        (b'{"transmissionId": 7}', "7"),
        (b'{"specversion": "1.0", "id": "412"}', "412"),
        (b"", None),
        (b"[1]", None),
        (b'{"id"', None),
    ],
)
def test_the_id_of_a_message(line: bytes, ident: str | None) -> None:
    assert message_id(line) == ident
