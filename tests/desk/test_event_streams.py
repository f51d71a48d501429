"""Server-sent events as the HTML standard has them, held against another reader of them, and followed by `recoup watch`."""

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from threading import Thread
from typing import Final

import httpx2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from desk.cli.event_streams import EventStream
from desk.terminal.console import DONE
from ledger.feeds.reading import MAX_LINE_BYTES, read_lines
from tests.commands import Recoup
from tests.ledger.feeds.games import GAME, STUDIO


class Chunks:
    """Bytes that come in pieces."""

    def __init__(self, *pieces: bytes):
        self._pieces = [piece for piece in pieces if piece]

    def read1(self, limit: int, /) -> bytes:
        if not self._pieces:
            return b""
        piece = self._pieces.pop(0)
        if len(piece) > limit:
            self._pieces.insert(0, piece[limit:])
        return piece[:limit]


def messages(*pieces: bytes) -> list[tuple[bytes, str | None]]:
    return [(message.line, message.id) for message in EventStream(Chunks(*pieces)).messages()]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (b"data: {}\n\n", [(b"{}\n", None)]),
        (b"data:{}\n\n", [(b"{}\n", None)]),
        (b"data:  {}\n\n", [(b" {}\n", None)]),
        (b'data: {"a":\ndata: 1}\n\n', [(b'{"a": 1}\n', None)]),
        (b"id: 7\ndata: 1\n\ndata: 2\n\n", [(b"1\n", "7"), (b"2\n", "7")]),
        (b"id: 7\ndata: 1\n\nid\ndata: 2\n\n", [(b"1\n", "7"), (b"2\n", None)]),
        (b"id: 7\n\n", [(b"\n", "7")]),
        (b"id: 7\0\ndata: 1\n\n", [(b"1\n", None)]),
        (b": keep-alive\n\n:\n\n", []),
        (b"retry: 5000\n\nevent: game\n\n", []),
        (b"event: ping\ndata: {}\n\nevent: keep-alive\ndata: 1\nid: 2\n\n", [(b"\n", None), (b"\n", "2")]),
        (b"event: game\ndata: 1\n\n", [(b"1\n", None)]),
        (b"colour: red\ndata: 1\n\n", [(b"1\n", None)]),
        (b"data: 1\r\n\r\ndata: 2\r\rdata: 3\n\r", [(b"1\n", None), (b"2\n", None), (b"3\n", None)]),
        (b"\xef\xbb\xbfdata: 1\n\n", [(b"1\n", None)]),
        (b"data: 1\n\ndata: 2\n", [(b"1\n", None)]),
    ],
)
def test_the_messages_of_a_stream_in_pieces_of_any_size(text: bytes, found: list[tuple[bytes, str | None]]) -> None:
    assert messages(text) == found
    assert messages(*(text[at : at + 1] for at in range(len(text)))) == found


def test_a_stream_says_how_long_to_wait() -> None:
    stream = EventStream(Chunks(b"retry: 2500\nretry: soon\n\n"))
    assert list(stream.messages()) == []
    assert stream.retry_seconds == 2.5


@pytest.mark.parametrize("line", [b"data: %b\n\n", b"data: 1\ndata: %b\n\n"])
def test_a_message_that_is_too_long_is_held_within_bounds_and_refused(line: bytes) -> None:
    (message,) = messages(line % (b"x" * (3 * MAX_LINE_BYTES)), b"")
    assert len(message[0]) == MAX_LINE_BYTES + 2
    assert [each.is_whole for each in read_lines(BytesIO(message[0]))] == [False]


FIELDS: Final = st.sampled_from(
    ["data: 1", "data:2", "data: ", "data", "id: 4", "id: a b", "id", ": comment", "event: game", "other: 1", "", "", ""]
)


@pytest.mark.hypothesis
@given(
    st.lists(st.tuples(FIELDS, st.sampled_from(["\n", "\r\n", "\r"]))),
    st.lists(st.integers(0, 200)),
)
def test_it_reads_what_another_program_reads(lines: list[tuple[str, str]], cuts: list[int]) -> None:
    text = ("".join(map("".join, lines)) + ": end\n").encode()
    response = httpx2.Response(
        200,
        headers={"content-type": "text/event-stream"},
        content=text,
        request=httpx2.Request("GET", "https://a.example"),
    )
    others = [(event.data.replace("\n", " ").strip(), event.id or None) for event in httpx2.EventSource(response)]
    places = [0, *sorted(cuts), len(text)]
    pieces = [text[begin:end] for begin, end in pairwise(places)]
    found = [(line.decode().strip(), ident) for line, ident in messages(*pieces)]
    assert [each for each in found if each[0]] == [each for each in others if each[0]]


@pytest.fixture
def supplier() -> Iterator[tuple[str, list[str | None]]]:
    """A supplier of server-sent events that breaks off in the second one and then goes on behind `Last-Event-ID`."""
    asked: list[str | None] = []
    games = [json.dumps({**GAME, "id": f"game{n}"}, indent=1) for n in range(3)]
    events = ["".join(f"data: {line}\n" for line in game.splitlines()) + f"id: e{n}\n\n" for n, game in enumerate(games)]

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            last = self.headers["Last-Event-ID"]
            asked.append(last)
            self.send_response(204 if last == "e2" else 200)
            self.send_header("Content-Type", "text/event-stream; charset=utf-8")
            self.end_headers()
            if last is None:
                self.wfile.write(
                    (": hello\n\nretry: 10\n\n" + events[0] + "event: ping\ndata: {}\n\n" + events[1][:200]).encode()
                )
            elif last != "e2":
                self.wfile.write("".join(events[int(last[1:]) :]).encode())

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/events", asked
    server.shutdown()
    server.server_close()


def test_a_stream_of_events_is_followed_behind_the_last_one(files: Recoup, supplier: tuple[str, list[str | None]]) -> None:
    address, asked = supplier
    Path("live.toml").write_text(STUDIO)
    options = ("--format", "live-history", "--map", "live.toml", "--last", "last.txt")
    assert files("watch", address, *options, "--once").code == DONE
    assert Path("last.txt").read_text() == "e0\n"
    ran = files("watch", address, *options)
    assert (ran.code, ran.err.splitlines()[-1]) == (DONE, "recoup: the supplier ended the stream")
    assert asked == [None, "e0", "e2"]
    files("follow", "--once")
    assert [row["round"] for row in files("rounds", "--json").json] == [f"tbl7nd/2026-11-19/game{n}" for n in range(3)]
    assert files("quarantine", "--json").json == []
