"""`recoup feed try`: a sample is read, ruled on and thrown away, and a first mapping is begun from it."""

import json
import re
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, Final

import pytest
from jsonschema import Draft202012Validator

from desk.cli import stream_samples
from desk.terminal.console import DONE, REFUSED, WRONG_USE
from ledger.feeds.samples.mapping_draft import toml_value
from tests.commands import Ran, Recoup
from tests.ledger.feeds.games import GAME, changed, lined

SHOE: Final = bytes.fromhex(
    "05314481B8033446" + "05324491A2033436" + "05334482" + "05334482BD033442" + "05344492C5033234" + "05354791034530"
)
"""The coup of docs/feeds.md: a frame is cut and sent again."""
WHEEL: Final = b"""\
*X;2;017; 3;0;150;0
*X;2;017; 3;0;149;1
*X;3;017; 3;0;150;1
*X;3;017; 3;0;150;1
*X;4;017; 3;0;1
*X;4;017; 3;0;150;1
*X;4;017; 3;0;150;1
20
*X;5;017;23;0;150;1
*X;5;017;23;0;150;1
*X;2;018;23;0;150;1
*X;2;018;23;0;150;1
"""
LOG: Final = b"".join(
    b"[2026-01-20 22:14:%02d.000] Receive >>> %b\n" % (n, line) for n, line in enumerate(WHEEL.splitlines())
)
CSV: Final = b"id,when,number,croupier\na,2026-01-20T21:00:00Z,7,X\nb,2026-01-20T21:01:00Z,40,X\n"
OPENED: Final = {"game": "baccarat", "rulebook": "dcb", "currency": "GBP"}
TRANSCRIPT: Final = b"""\
// typed from the footage
BAC-1/2026-01-20: table baccarat dcb GBP
BAC-1/2026-01-20/1: open; bet w1 P1 punto 1000; nmb; P 9h B 2c P Tc B 5d; call punto; pay w1 1500; close
BAC-1/2026-01-20/2: open; nmb; P 9h B 2c P Tc B 5d; cal punto; close
"""
ANSWERS: Final = {
    "source": "device/1",
    "table": "T-1",
    "day": "2026-01-20",
    "currency": "CHF",
    "zone": "Europe/Zurich",
    "cutoff": "06:00",
    "uncertainty_ms": 500,
    "shoe": "S7",
    "decks": 8,
    "hole_card": False,
    "rulebook": "scb",
}


def event(number: int, topic: str, data: dict[str, Any], subject: str = "BAC-1/2026-01-20/1", **more: Any) -> bytes:
    given = {"specversion": "1.0", "type": topic, "source": "shoe", "id": str(number), "subject": subject, **more}
    return json.dumps({**given, "sequence": str(number), "data": data}).encode() + b"\n"


EVENTS: Final = (
    event(1, "table.opened.v1", OPENED, "BAC-1/2026-01-20")
    + event(2, "round.opened.v1", {}, traceparent="00-1")
    + event(3, "card.dealt.v1", {"card": "8h", "place": "punto"}, traceparent="00-2", own="x" * 600)
    + event(3, "card.dealt.v1", {"card": "8h", "place": "punto"})
    + event(4, "card.dealt.v1", {"card": "8x", "place": "banco"})
    + event(5, "card.dealt.v1", {"card": "10h", "place": "banco"})
    + b"no JSON\n"
)
SAMPLES: Final = {
    "cloudevents": EVENTS,
    "notation": TRANSCRIPT,
    "csv": CSV,
    "live-history": lined([GAME]),
    "cammegh": WHEEL,
    "angel-eye": SHOE,
}


def answered(text: str, answers: dict[str, Any] = ANSWERS) -> str:
    """A first mapping with an answer to each question."""
    return re.sub(r'^(\w+) = "\?\?\?"', lambda row: f"{row[1]} = {toml_value(answers[row[1]])}", text, flags=re.MULTILINE)


def tried(files: Recoup, raw: bytes, *options: str, name: str = "sample.bin") -> Ran:
    Path(name).write_bytes(raw)
    return files("feed", "try", name, *options)


@pytest.mark.parametrize("form", SAMPLES)
def test_a_sample_is_recognised_and_nothing_is_recorded(form: str, files: Recoup) -> None:
    before = {*Path().iterdir()}
    ran = tried(files, SAMPLES[form], "--json")
    assert ran.json["format"] == form
    assert ran.json["recorded"] > 0
    assert {*Path().iterdir()} - before == {Path("sample.bin")}
    Draft202012Validator(files("schema", "feed-try").json).validate(ran.json)


@pytest.mark.parametrize("form", ["csv", "live-history", "cammegh", "angel-eye"])
def test_the_first_mapping_works_once_it_is_answered(form: str, files: Recoup) -> None:
    first = tried(files, SAMPLES[form], "--write", "first.toml", "--json").json
    unanswered = files("record", "sample.bin", "--format", form, "--map", "first.toml")
    assert unanswered.complaint.startswith("the mapping file: write an answer in place of ???")
    Path("map.toml").write_text(answered(Path("first.toml").read_text()))
    again = files("feed", "try", "sample.bin", "--map", "map.toml", "--json").json
    assert again["questions"] == []
    assert again["mapping"] is None
    assert again["recorded"] == first["recorded"]
    ran = files("record", "sample.bin", "--format", form, "--map", "map.toml")
    quarantined = sum(group["number"] for group in again["refused"])
    assert ran.out.startswith(f"{first['recorded']:,} recorded, ")
    assert f"{quarantined} quarantined" in ran.out


def test_what_is_refused_is_grouped_with_its_first_place(files: Recoup) -> None:
    """Two cards are not of their form, a line is not JSON; the third card came twice."""
    ran = tried(files, EVENTS, "--json")
    assert ran.code == REFUSED
    document = ran.json
    assert [(group["code"], group["number"], group["at"]) for group in document["refused"]] == [
        ("fields_wrong", 2, 5),
        ("line_not_json", 1, 7),
    ]
    assert (document["recorded"], document["known"], document["needs_mapping"]) == (3, 1, False)
    assert document["extensions"] == {"traceparent": 2, "own (too large, not kept)": 1}
    assert document["events"] == {"table.opened.v1": 1, "round.opened.v1": 1, "card.dealt.v1": 1}


def test_the_page_has_rulings_and_what_is_read_past(files: Recoup) -> None:
    """A punto of 10.00 that won is paid 20.00; 15.00 was paid."""
    ran = tried(files, TRANSCRIPT)
    assert ran.code == REFUSED
    assert "BAC-1/2026-01-20  baccarat  dcb       GBP            1" in ran.out
    assert "comments 1" in ran.out
    assert "✗ line 4: 'cal punto' begins with no word of the notation" in ran.out
    assert "1 A payment must be corrected. Found: wrong payment.  BAC-1/2026-01-20/1" in ran.out
    assert "This format needs no mapping." in ran.out
    assert "the quarantine" in ran.out


def test_a_number_that_is_on_no_wheel_is_refused_as_by_record(files: Recoup) -> None:
    document = tried(files, CSV.replace(b",40,", b",36,"), "--json").json
    assert document["refused"] == []
    assert document["read_past"] == {"column croupier": 1}
    assert [(group["number"], group["rounds"]) for group in document["rulings"]] == [
        (2, ["TABLE-1/2026-01-20/a", "TABLE-1/2026-01-20/b"])
    ]


def test_a_log_of_a_wheel_asks_for_its_clock(files: Recoup) -> None:
    document = tried(files, LOG, "--json").json
    assert document["format"] == "cammegh"
    assert document["place"] == "byte"
    assert [question["key"] for question in document["questions"]][-2:] == ["log.zone", "log.uncertainty_ms"]
    assert document["tables"][0]["day"] == "TABLE-1/2026-01-20"


def test_messages_that_are_read_past_and_words_to_declare(files: Recoup) -> None:
    stream = [
        {"transmissionID": "1", "messageType": "system", "data": {}},
        {"transmissionID": "2", "messageType": "game", "data": changed(result__odd=1)},
        {"transmissionID": "3", "messageType": "jackpot", "data": {}},
    ]
    document = tried(files, lined(stream), "--json").json
    assert document["read_past"] == {"messages of kind system": 1}
    assert {group["code"] for group in document["refused"]} == {"fields_unknown", "message_unknown"}
    mapping = re.sub(r"^# (?=read_past|    \"|\])", "", document["mapping"], flags=re.MULTILINE)
    Path("known.toml").write_text(answered(mapping))
    assert files("feed", "try", "sample.bin", "--map", "known.toml", "--json").json["refused"] == []


def test_a_house_s_own_ledger_is_asked_what_is_known(files: Recoup) -> None:
    Path("night.txt").write_bytes(TRANSCRIPT)
    files("record", "night.txt")
    size = Path("recoup.db").stat().st_size
    document = files("feed", "try", "night.txt", "--json").json
    assert (document["recorded"], document["known"] > 0) == (0, True)
    assert Path("recoup.db").stat().st_size == size


@pytest.mark.parametrize("columns", ["80", "120"])
@pytest.mark.parametrize("form", SAMPLES)
def test_it_is_one_page_of_any_width(form: str, columns: str, files: Recoup, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    lines = tried(files, SAMPLES[form]).out.splitlines()
    assert max(map(len, lines)) <= int(columns)
    assert len(lines) <= 60


HOSTILE: Final = {
    "empty": (b"", "is empty"),
    "blank": (b"\n\n \n", "is empty"),
    "junk": (bytes(range(256)) * 400, "is binary data of no format that is known"),
    "page": (b"<!doctype html><h1>Sign in</h1>", "is an HTML page"),
    "archive": (b"PK\x03\x04....", "is a ZIP archive"),
    "prose": (b"Dear colleague,\nplease find nothing.\n", "is of no format that is known"),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_what_is_no_feed_gets_one_sentence(case: str, files: Recoup) -> None:
    raw, words = HOSTILE[case]
    ran = tried(files, raw)
    assert ran.code == WRONG_USE
    assert words in ran.complaint


@pytest.mark.parametrize("form", SAMPLES)
@pytest.mark.parametrize("raw", [bytes(range(256)) * 40, b"{" * 3000, b"\x05" * 500, EVENTS, TRANSCRIPT, WHEEL, CSV])
def test_a_file_of_another_format_breaks_nothing(form: str, raw: bytes, files: Recoup) -> None:
    ran = tried(files, raw, "--format", form)
    assert ran.code in (DONE, REFUSED, WRONG_USE)
    assert "Traceback" not in ran.err
    assert ran.err.count("\n") <= 1


def test_a_wrong_format_is_told_from_the_content(files: Recoup) -> None:
    ran = tried(files, EVENTS, "--format", "notation")
    assert ran.code == REFUSED
    assert "The content looks like cloudevents." in ran.out


@pytest.mark.slow
def test_a_line_of_100_megabytes_is_refused_within_bounds(files: Recoup) -> None:
    with Path("long.ndjson").open("wb") as file:
        file.write(b'{"specversion": "1.0", "data": "')
        for _ in range(100):
            file.write(b"x" * 1_000_000)
    document = files("feed", "try", "long.ndjson", "--json").json
    assert (document["is_whole"], document["bytes"]) == (False, 1 << 22)
    assert [(group["code"], group["number"]) for group in document["refused"]] == [("line_too_long", 1)]


def test_text_from_outside_commands_no_terminal(files: Recoup) -> None:
    raw = TRANSCRIPT + "BAC-1/2026-01-20/3: \x1b]0;title\x07 \u202e\n".encode()
    ran = tried(files, raw)
    assert not set("\x1b\x07\u202e") & set(ran.out)
    csv = b"number,\x1b[31mred\n7,1\n8,2\n"
    ran = tried(files, csv, "--write", "first.toml")
    assert "\x1b" not in ran.out + Path("first.toml").read_text()


def test_nothing_is_overwritten(files: Recoup) -> None:
    Path("map.toml").write_text("mine")
    ran = tried(files, CSV, "--write", "map.toml")
    assert (ran.code, ran.complaint) == (WRONG_USE, "map.toml exists; name a new file, nothing is overwritten")
    assert Path("map.toml").read_text() == "mine"
    ran = tried(files, CSV, "--map", "map.toml", "--write", "new.toml")
    assert ran.complaint == "--write begins a mapping; leave out --map, which names one"
    ran = tried(files, TRANSCRIPT, "--write", "new.toml")
    assert ran.complaint == "notation needs no mapping; `recoup record` reads the feed as it is"
    assert not Path("new.toml").exists()


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("nowhere.csv",), "there is no file nowhere.csv"),
        ((".",), "cannot be used"),
        (("/dev/zero",), "it is no plain file"),
        (("http://127.0.0.1:9/feed?token=secret",), "127.0.0.1/feed cannot be read: Connection refused"),
        (("http://",), "cannot be read: "),
    ],
)
def test_what_cannot_be_read_gets_one_sentence(args: tuple[str, ...], words: str, files: Recoup) -> None:
    ran = files("feed", "try", *args)
    assert ran.code == WRONG_USE
    assert words in ran.complaint
    assert "secret" not in ran.complaint


@pytest.fixture
def server() -> Iterator[str]:
    """Sends a history and then nothing, for ever, at `/silent`; refuses at `/refuse`."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path.startswith("/refuse"):
                self.send_error(401)
                return
            self.send_response(200)
            self.end_headers()
            self.wfile.write(lined([GAME, changed(id="second")]) + b'{"half')
            self.wfile.flush()
            if self.path.startswith("/silent"):
                time.sleep(3)

        def log_message(self, *_: object) -> None:
            pass

    started = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    started.daemon_threads = True
    Thread(target=started.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{started.server_port}"
    started.shutdown()
    started.server_close()


def test_a_stream_is_listened_to_for_a_bounded_time(files: Recoup, server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream_samples, "LISTEN_SECONDS", 1)
    ran = files("feed", "try", f"{server}/silent?token=secret&from={{last}}", "--json")
    document = ran.json
    assert (document["feed"], document["format"], document["is_whole"]) == ("127.0.0.1/silent", "live-history", False)
    assert sum(table["rounds"] for table in document["tables"]) == 2
    assert "secret" not in ran.out
    page = files("feed", "try", f"{server}/silent")
    assert "the beginning of the feed" in page.out


def test_a_server_that_refuses_gets_one_sentence(files: Recoup, server: str) -> None:
    ran = files("feed", "try", f"{server}/refuse")
    assert (ran.code, ran.complaint) == (WRONG_USE, "the stream's server refuses: 401 Unauthorized")
