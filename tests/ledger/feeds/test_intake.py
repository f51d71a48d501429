"""Feeds as they really arrive: cut, doubled, shuffled, in the wrong encoding. Every good line is recorded, every bad
one is kept with its place and the reason, nothing is lost, and feeding again adds nothing.
"""

import random
import tracemalloc
from collections.abc import Iterator
from hashlib import sha256
from io import BufferedReader, BytesIO, RawIOBase
from typing import Final

import orjson
import pytest

from ledger.entry import Entry
from ledger.events.deliveries import DeliveryQuarantined
from ledger.events.table import TableOpened
from ledger.feeds import intake
from ledger.feeds.cloudevents import write
from ledger.feeds.notation import Transcript
from ledger.feeds.reading import KEPT_HEAD_BYTES, MAX_LINE_BYTES, read_lines
from ledger.values.subjects import play_stream
from tests.ledger.feeds.conftest import Desk

pytestmark = pytest.mark.slow

DAY: Final = "BAC-1/2026-11-20"
NIGHT: Final = f"""{DAY}: table baccarat dcb CHF; shoe S7 8
{DAY}/1: open; bet w1 P1 banco 5000; nmb; P 3c B 7d P Kh B 2s P 5d; call banco; pay w1 9750; close
{DAY}/2: open; P 9c B 7d P Kh B 2s; call punto; close
{DAY}/3: open; P 9s B Qd P Kc B 8s; call punto; close
"""
OPENING: Final = f"{DAY}: table baccarat dcb CHF\n"


def as_cloudevents(text: str, source: str = "shoe/7") -> list[bytes]:
    """The lines of a transcript's deliveries as a device sends them."""
    transcript = Transcript(source)
    return [write(delivery) for line in text.splitlines() for delivery in transcript.read(line)]


FEED: Final = as_cloudevents(NIGHT)


def file_of(feed: list[bytes]) -> bytes:
    """A file of these lines."""
    return b"".join(line + b"\n" for line in feed)


def bytes_on_record(desk: Desk) -> list[bytes]:
    """What is on record from feeds, as lines of a feed, in any order."""
    return sorted(write(entry.delivery) for entry in desk.played)


class TestCloudEvents:
    def test_a_good_feed_is_recorded_and_known_afterwards(self, desk: Desk) -> None:
        assert desk.feed(file_of(FEED), "cloudevents") == {"recorded": len(FEED)}
        assert bytes_on_record(desk) == sorted(FEED)
        assert desk.feed(file_of(FEED), "cloudevents") == {"known": len(FEED)}
        assert desk.refused == []

    def test_doubled_and_shuffled_lines_change_nothing(self, desk: Desk) -> None:
        shuffled = FEED * 2
        random.Random(7).shuffle(shuffled)
        assert desk.feed(file_of(shuffled), "cloudevents") == {"recorded": len(FEED), "known": len(FEED)}
        assert bytes_on_record(desk) == sorted(FEED)

    def test_a_feed_that_breaks_off_keeps_what_came_and_the_rest_may_follow(self, desk: Desk) -> None:
        whole = file_of(FEED)
        assert desk.feed(whole[:-20], "cloudevents") == {"recorded": len(FEED) - 1, "quarantined": 1}
        (cut,) = desk.refused
        assert (cut.line, cut.raw) == (len(FEED), FEED[-1][:-19])
        assert cut.reason.startswith("the line is not JSON (")
        assert desk.feed(whole, "cloudevents") == {"recorded": 1, "known": len(FEED) - 1}
        assert bytes_on_record(desk) == sorted(FEED)

    @pytest.mark.parametrize("end", [b"", b"\n", b"\r\n", b"\n\n \n\t\n"])
    def test_the_last_line_may_end_in_any_way(self, desk: Desk, end: bytes) -> None:
        assert desk.feed(b"\r\n".join(FEED) + end, "cloudevents") == {"recorded": len(FEED)}

    @pytest.mark.parametrize("empty", [b"", b"\n", b"\r\n\r\n", b"  \n\t"])
    def test_an_empty_file_is_no_error(self, desk: Desk, empty: bytes) -> None:
        assert desk.feed(empty, "cloudevents") == {}
        assert desk.played == []

    def test_garbage_between_good_lines_is_kept_with_its_number_and_its_bytes(self, desk: Desk) -> None:
        garbage = {3: b"\x00\x01\x02", 5: b"<event/>", 6: b"\xff\xfe\x00", 9: FEED[0][:30], 12: b"[]"}
        feed = list(FEED)
        for number, raw in garbage.items():
            feed.insert(number - 1, raw)
        assert desk.feed(file_of(feed), "cloudevents", "shoe.ndjson") == {"recorded": len(FEED), "quarantined": 5}
        assert {refused.line: refused.raw for refused in desk.refused} == garbage
        assert bytes_on_record(desk) == sorted(FEED)
        for refused in desk.refused:
            event = refused.entry.event
            assert isinstance(event, DeliveryQuarantined)
            assert (event.feed, event.length) == ("shoe.ndjson", len(refused.raw))
            assert event.digest == "sha256:" + sha256(refused.raw).hexdigest()
        assert desk.reasons[6] == "the line is not UTF-8 (byte 1); save the file as UTF-8"
        again = desk.ledger.size()
        assert desk.feed(file_of(feed), "cloudevents", "shoe.ndjson") == {"known": len(FEED), "quarantined": 5}
        assert desk.ledger.size() == again

    def test_a_byte_order_mark_is_no_part_of_the_first_line(self, desk: Desk) -> None:
        assert desk.feed(b"\xef\xbb\xbf" + file_of(FEED), "cloudevents") == {"recorded": len(FEED)}

    @pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
    def test_a_file_in_another_encoding_is_refused_whole(self, desk: Desk, encoding: str) -> None:
        fates = desk.feed(file_of(FEED).decode().encode(encoding), "cloudevents")
        assert fates["recorded"] == 0
        assert desk.played == []
        assert len(desk.refused) >= len(FEED)

    def test_a_mended_line_is_recorded_and_fills_its_number(self, desk: Desk) -> None:
        broken = [line.replace(b'"Kh"', b'"Kx"') for line in FEED]
        assert desk.feed(file_of(broken), "cloudevents") == {"recorded": len(FEED) - 2, "quarantined": 2}
        assert set(desk.reasons.values()) == {"card.dealt.v1: card 'Kx' is not of its form"}
        first = desk.refused[0].entry.event
        assert isinstance(first, DeliveryQuarantined)
        lost = orjson.loads(FEED[desk.refused[0].line - 1])
        assert (first.source, first.delivery, first.sequence, first.about) == (
            lost["source"],
            lost["id"],
            int(lost["sequence"]),
            lost["subject"],
        )
        mended = [line for line, other in zip(FEED, broken, strict=True) if line != other]
        assert desk.feed(file_of(mended), "cloudevents") == {"recorded": 2}
        assert desk.feed(file_of(FEED), "cloudevents") == {"known": len(FEED)}
        assert bytes_on_record(desk) == sorted(FEED)


class TestTheGate:
    def test_what_lies_in_the_future_is_refused_beyond_the_tolerance(self, desk: Desk) -> None:
        fates = desk.feed(
            f"{OPENING}{DAY}/1: open @2026-11-20T22:05:00Z\n{DAY}/1: nmb @2026-11-20T22:05:00.000001Z\n{DAY}/1: close"
        )
        assert fates == {"recorded": 3, "quarantined": 1}
        assert desk.reasons == {
            3: "time 2026-11-20T22:05:00.000001Z lies in the future; set the device's clock and feed it again"
        }

    def test_a_stream_from_the_future_is_refused_line_by_line(self, desk: Desk) -> None:
        desk.feed(OPENING)
        ahead = [line.replace(b'"datacontent', b'"time":"2027-01-01T00:00:00Z","datacontent') for line in FEED]
        assert desk.feed(file_of(ahead), "cloudevents") == {"quarantined": len(FEED)}

    def test_a_table_that_never_opened_is_refused(self, desk: Desk) -> None:
        assert desk.feed(f"{OPENING}BAC-2/2026-11-20/1: open; nmb\n{DAY}/1: open") == {"recorded": 2, "quarantined": 1}
        assert desk.reasons == {
            2: "table and day BAC-2/2026-11-20 never opened; record its table.opened first, then feed this again"
        }
        again = desk.feed(
            f"{OPENING}BAC-2/2026-11-20/1: open; nmb\n{DAY}/1: open\nBAC-2/2026-11-20: table baccarat dcb CHF"
        )
        assert again == {"recorded": 3, "known": 2}

    def test_an_opening_holds_for_its_day_alone(self, desk: Desk) -> None:
        assert desk.feed(f"{OPENING}BAC-1/2026-11-21/1: open") == {"recorded": 1, "quarantined": 1}

    def test_a_rulebook_that_was_never_adopted_is_refused_and_its_table_stays_shut(self, desk: Desk) -> None:
        assert desk.feed(f"{DAY}: table baccarat macao CHF\n{DAY}/1: open") == {"quarantined": 2}
        assert desk.reasons[1] == "no edition of rulebook macao was adopted; run `recoup rulebook adopt FILE` first"
        assert desk.reasons[2].startswith(f"table and day {DAY} never opened")

    def test_a_table_opens_under_no_rulebook_of_another_game(self, desk: Desk) -> None:
        assert desk.feed("BJ-1/2026-11-20: table blackjack dcb GBP") == {"quarantined": 1}
        refused = (
            "BJ-1/2026-11-20 opens as a table of blackjack, and dcb is a rulebook of baccarat; name one of blackjack: "
        )
        assert desk.reasons[1].startswith(refused)
        assert "ccl" in desk.reasons[1]

    def test_what_cannot_be_on_the_layout_is_refused_and_the_rest_recorded(self, desk: Desk) -> None:
        day = "ROU-1/2026-11-20"
        assert desk.feed(
            f"{day}: table roulette eca-roulette EUR\n{day}/1: open; bet w1 P1 split 500 numbers=1-17\n"
            f"{day}/1: rest 37\n{day}/1: rest 17"
        ) == {"recorded": 2, "quarantined": 2}
        assert [reason.split(";")[0] for reason in desk.reasons.values()] == [
            "the wager's place cannot be: 1-17 is no split on a layout of 37 numbers",
            "the wheel of this table has no compartment 37",
        ]

    def test_an_opening_may_come_after_what_was_played(self, desk: Desk) -> None:
        assert desk.feed(f"{DAY}/1: open; nmb\n{DAY}/2: open\n{OPENING}{DAY}/3: open") == {"recorded": 5}
        assert desk.refused == []
        assert [entry.delivery.sequence for entry in desk.played] == [4, 5, 1, 2, 3]

    def test_an_opening_may_stand_anywhere_in_its_line(self, desk: Desk) -> None:
        assert desk.feed(f"{DAY}: shoe S7 8; table baccarat dcb CHF") == {"recorded": 2}

    def test_a_line_that_is_refused_opens_no_table(self, desk: Desk) -> None:
        line = f"{DAY}: table baccarat dcb CHF; dealer D1 @2027-01-01T00:00:00Z"
        assert desk.feed(f"{line}\n{DAY}/1: open") == {"quarantined": 2}
        assert desk.reasons[2].startswith(f"table and day {DAY} never opened")

    def test_the_ledger_is_not_asked_for_each_line_of_a_table_that_is_not_there(
        self, desk: Desk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        asked: list[str | None] = []
        entries, opening = desk.ledger.entries, desk.ledger.table_opening

        def listened(stream: str | None = None) -> list[Entry]:
            asked.append(stream)
            return entries(stream)

        def opened(day: str) -> TableOpened | None:
            asked.append(play_stream(day))
            return opening(day)

        monkeypatch.setattr(desk.ledger, "entries", listened)
        monkeypatch.setattr(desk.ledger, "table_opening", opened)
        desk.feed("".join(f"BAC-9/2026-11-20/{n}: open\n" for n in range(50)))
        # once whether it has opened, once for what was typed of it
        assert asked.count("table/BAC-9/2026-11-20") == 2

    @pytest.mark.parametrize(
        ("bound", "most"), [("MAX_WAITING_ITEMS", 3), ("MAX_WAITING_BYTES", 3 * len(f"{DAY}/1: open"))]
    )
    def test_only_so_much_is_held_for_an_opening(
        self, desk: Desk, monkeypatch: pytest.MonkeyPatch, bound: str, most: int
    ) -> None:
        monkeypatch.setattr(intake, bound, most)
        text = "".join(f"{DAY}/{n}: open\n" for n in range(1, 6)) + OPENING
        assert desk.feed(text) == {"recorded": 4, "quarantined": 2}
        assert sorted(desk.reasons) == [4, 5]
        assert desk.feed(text) == {"recorded": 2, "known": 4}

    def test_ten_thousand_lines_are_held(self) -> None:
        assert intake.MAX_WAITING_ITEMS == 10_000


class TestTranscripts:
    def test_a_transcript_is_recorded_under_the_name_of_its_file(self, desk: Desk) -> None:
        assert desk.feed(NIGHT) == {"recorded": 27}
        assert {entry.source for entry in desk.played} == {"transcript/night"}
        assert desk.feed(NIGHT) == {"known": 27}

    def test_a_refused_line_is_kept_and_its_round_knows_of_it(self, desk: Desk) -> None:
        desk.feed(NIGHT.replace("P 9c", "P 9x"))
        (refused,) = desk.refused
        event = refused.entry.event
        assert isinstance(event, DeliveryQuarantined)
        assert (refused.line, refused.reason) == (3, "card.dealt.v1: card '9x' is not of its form")
        assert refused.raw.decode() == NIGHT.splitlines()[2].replace("P 9c", "P 9x")
        assert (event.source, event.delivery, event.sequence, event.about) == ("transcript/night", "14", 14, f"{DAY}/2")

    @pytest.mark.parametrize(
        ("this", "that"),
        [
            ("P 9c", "P 9x"),
            ("/2: open", "/2:open"),
            ("20/2: open", "32/2: open"),
            ("punto; close\nBAC-1/2026-11-20/3", "punto; cloze\nBAC-1/2026-11-20/3"),
        ],
    )
    def test_the_whole_file_may_be_fed_again_after_mending(self, desk: Desk, this: str, that: str) -> None:
        assert this in NIGHT
        assert desk.feed(NIGHT.replace(this, that)) == {"recorded": 20, "quarantined": 1}
        assert desk.feed(NIGHT) == {"recorded": 7, "known": 20}
        assert [orjson.loads(line)["data"] for line in bytes_on_record(desk)] == [
            orjson.loads(line)["data"] for line in sorted(as_cloudevents(NIGHT, "transcript/night"))
        ]

    def test_a_line_in_latin_1_is_refused_alone_and_may_be_mended(self, desk: Desk) -> None:
        night = NIGHT.replace("punto; close\n", "punto; close  // Kellner stößt an den Tisch\n", 1)
        assert desk.feed(night.encode("latin-1")) == {"recorded": 20, "quarantined": 1}
        assert list(desk.reasons) == [3]
        assert desk.reasons[3].startswith("the line is not UTF-8 (byte ")
        assert desk.feed(night) == {"recorded": 7, "known": 20}

    @pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
    def test_a_transcript_in_utf_16_is_refused_whole(self, desk: Desk, encoding: str) -> None:
        assert desk.feed(NIGHT.encode(encoding))["recorded"] == 0
        assert desk.played == []

    def test_nul_bytes_are_refused_and_kept(self, desk: Desk) -> None:
        raw = NIGHT.replace("call banco", "call ban\x00co").encode()
        assert desk.feed(raw) == {"recorded": 16, "quarantined": 1}
        assert b"\x00" in desk.refused[0].raw

    def test_a_byte_order_mark_is_passed_over(self, desk: Desk) -> None:
        assert desk.feed(NIGHT.encode("utf-8-sig")) == {"recorded": 27}

    def test_nothing_is_told_under_another_name_than_was_meant(self, desk: Desk) -> None:
        text = f"{OPENING}!source transcript/cam era\n{DAY}/1: open\n!source transcript/7\n{DAY}/1: P 3c\n"
        assert desk.feed(text) == {"recorded": 2, "quarantined": 2}
        assert desk.feed(text.replace("cam era", "camera")) == {"recorded": 1, "known": 2}

    @pytest.mark.parametrize("device", ["table/BAC-1", "shoe/7", "camera", "transcripts/7"])
    def test_nobody_who_types_speaks_as_a_device(self, desk: Desk, device: str) -> None:
        text = f"{OPENING}!source {device}\n{DAY}/1: open; bet w9 P9 punto 5000\n"
        assert desk.feed(text) == {"recorded": 1, "quarantined": 2}
        assert f"cannot speak as {device}" in desk.refused[0].reason
        assert {entry.source for entry in desk.played} == {"transcript/night"}

    def test_nobody_who_types_says_whose_account_a_device_tells(self, desk: Desk) -> None:
        assert desk.feed(f"{OPENING}{DAY.split('/')[0]}/{DAY.split('/')[1]}: source table/BAC-1 0 account=nowhere\n") == {
            "recorded": 1,
            "quarantined": 1,
        }

    def test_a_file_name_that_is_no_text_is_no_obstacle(self, desk: Desk) -> None:
        desk.feed(OPENING + "nonsense", name="n\udcffight.txt")
        assert desk.reasons[2]


class _Endless(RawIOBase):
    """A line of a given length that is never held whole, then a good one."""

    def __init__(self, length: int, last: bytes):
        self._parts = self._told(length, last)
        self._left = b""

    def _told(self, length: int, last: bytes) -> Iterator[bytes]:
        for _ in range(length // 1000):
            yield b"x" * 1000
        yield b"\n" + last

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]
        part = self._left or next(self._parts, b"")
        size = min(len(part), len(buffer))
        buffer[:size], self._left = part[:size], part[size:]
        return size


class TestLongLines:
    LENGTH: Final = 10_000_000

    def test_an_overlong_line_is_cut_and_counted_in_bounded_memory(self) -> None:
        tracemalloc.start()
        try:
            found = list(read_lines(BufferedReader(_Endless(self.LENGTH, b"last"))))  # type: ignore[type-var]
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        long, last = found
        assert (long.number, long.length, len(long.raw), long.is_whole) == (1, self.LENGTH, KEPT_HEAD_BYTES, False)
        assert long.digest == "sha256:" + sha256(b"x" * self.LENGTH).hexdigest()
        assert (last.number, last.raw, last.is_whole) == (2, b"last", True)
        assert peak < 5 * MAX_LINE_BYTES

    @pytest.mark.parametrize("extra", [0, 1])
    @pytest.mark.parametrize("end", [b"", b"\n", b"\r\n"])
    def test_the_longest_line_is_whole_and_one_byte_more_is_not(self, extra: int, end: bytes) -> None:
        raw = b"x" * (MAX_LINE_BYTES + extra)
        (line,) = read_lines(BytesIO(raw + end))
        assert (line.is_whole, line.length) == (not extra, len(raw))
        assert line.digest == "sha256:" + sha256(raw).hexdigest()

    def test_an_overlong_line_is_refused_and_its_head_kept(self, desk: Desk) -> None:
        raw = b"y" * 10_000_000
        assert desk.feed(FEED[0] + b"\n" + raw + b"\n" + FEED[1], "cloudevents") == {"recorded": 2, "quarantined": 1}
        (refused,) = desk.refused
        event = refused.entry.event
        assert isinstance(event, DeliveryQuarantined)
        assert (refused.line, refused.raw, event.length) == (2, raw[:KEPT_HEAD_BYTES], len(raw))
        assert refused.reason == "the line has 10,000,000 bytes, more than an event can have; its first part is kept"
