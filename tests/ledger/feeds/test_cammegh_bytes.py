"""The wheel's bytes: what is no line is refused with its place and reason, and reading goes on."""

import random
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest

from ledger.errors import MalformedDelivery
from ledger.feeds.cammegh import MAX_LINE_BYTES
from tests.ledger.feeds.conftest import Desk
from tests.ledger.feeds.roundtrip import comes_back
from tests.ledger.feeds.wheel_captures import DAY, deliveries, events, numbers, pieces, refusals, reports
from tests.ledger.feeds.wheel_wire import MAPPING, Wheel, status

CAPTURE: Final = Path(__file__).parents[4] / "shared" / "data" / "wheel_cammegh_ss2_capture.txt"
GOOD: Final = status(4, 17, "3")


def evening() -> Wheel:
    """A few games, with a failed launch and a winning line that says otherwise."""
    wheel = Wheel().game("31").game("0", "26").at(2).at(3).at(2, 3, 8)
    return wheel.game("7").game("36").at(1).at(6)


class TestRefused:
    @pytest.mark.parametrize(
        ("raw", "sentence"),
        [
            (b"\x00\xff\xfe\x80", "bytes that are no line of this wheel"),
            (b"2", "bytes that are no line of this wheel"),
            (b"017", "bytes that are no line of this wheel"),
            (b"  ", "bytes that are no line of this wheel"),
            (b"0;150;0", "bytes that are no line of this wheel"),
            (b"*", "bytes that are no line of this wheel"),
            (b"*X", "bytes that are no line of this wheel"),
            (b"*x;4;017; 3;0;150;0", "bytes that are no line of this wheel"),
            (b"*F \xff", "bytes that are no line of this wheel"),
            (b"99", "99 is no compartment of this wheel"),
            (b"37", "37 is no compartment of this wheel"),
            (b"05", "05 is no compartment of this wheel"),
            (b"00", "00 is no compartment of this wheel"),
            (b"*X;5;017;37;0;150;0", "37 is no compartment of this wheel"),
            (b"*X;5;017;  ;0;150;0", "the status' number '  ' is not of its form"),
            (b"*X;4;017;123;0;150;0", "the status' number '123' is not of its form"),
            (b"*X;4;017; 3;0;1500;0", "the status' speed '1500' is not of its form"),
            (b"*X;9;017; 3;0;150;0", "the status' state '9' is not of its form"),
            (b"*X;0;017; 3;0;150;0", "the status' state '0' is not of its form"),
            (b"*X;4;0\xff7; 3;0;150;0", r"the status' counter '0\xff7' is not of its form"),
            (b"*X;4;17; 3;0;150;0", "the status' counter '17' is not of its form"),
            (b"*X;4;017; 3;G;150;0", "the status' warning 'G' is not of its form"),
            (b"*X;4;017; 3;0;150;", "the status' direction '' is not of its form"),
            (b"*X;4;017; 3;0;150", "the status has 5 fields after *X, not 6"),
            (b"*X;4;017; 3;0;150;0;7;7", "the status has 8 fields after *X, not 6"),
            (b"*X;", "the status has 1 fields after *X, not 6"),
        ],
    )  # fmt: skip
    def test_what_is_no_line_says_why_and_where_and_changes_nothing(self, raw: bytes, sentence: str) -> None:
        before, after = Wheel().spin().at(4), Wheel(direction=1).at(4).win("23")
        capture = before.capture + raw + b"\r\n" + after.capture
        (item,) = [piece for piece in pieces(capture) if piece.refused]
        assert str(item.refused) == f"byte {len(before.capture)}: {sentence}"
        assert (item.number, item.raw) == (len(before.capture), raw)
        assert events(capture) == events(before.capture + after.capture)

    @pytest.mark.parametrize(
        "line",
        [b"*X;4;017;  ;0;150;1", b"*X;4;017;;0;150;1", b"*X;4;017;3;0;150;1", b"*X;4;017;--;0;150;1",
         b"*X;4;017;37;0;150;1", b"*X;4;017; 3;0;---;1", b"*X;4;017; 3;0;;1", b"*X;4;017; 3;0;150;?"],
    )  # fmt: skip
    def test_a_status_is_taken_in_whatever_a_field_says_that_it_does_not_need(self, line: bytes) -> None:
        capture = Wheel().at(2).at(3).say(line, line).win("23", "").at(2).capture
        assert refusals(capture) == []
        assert [event.WORD for event in events(capture)][:4] == ["open", "spin", "nmb", "rest"]

    @pytest.mark.parametrize("cut", range(1, len(GOOD)))
    def test_a_line_that_is_cut_anywhere_is_refused(self, cut: int) -> None:
        for part in (GOOD[:cut], GOOD[cut:]):
            assert len(refusals(Wheel().spin().say(part).at(4).win("23"))) == 1

    def test_glued_lines_are_taken_apart_where_one_begins(self) -> None:
        capture = b"*X;4;017; 3;0;1" + GOOD + GOOD + b"\r\n23" + status(5, 17, "23") + b"\r\n"
        assert refusals(capture) == ["byte 0: the status has 5 fields after *X, not 6"]
        assert numbers(capture) == ["23"]

    def test_a_number_glued_to_a_status_is_refused_with_it(self) -> None:
        capture = Wheel().spin().say(GOOD + b"23").win("23", "").capture
        assert len(refusals(capture)) == 1
        assert reports(capture) == ["17 winning_line_missing"]

    @pytest.mark.parametrize(
        "end", [b"\n", b"\r", b"\r\n", b"\n\r", b"\r\r\n\n", "␍␊\n".encode(), "␊\n␍".encode(), "␍␊".encode()]
    )
    def test_lines_end_as_the_wheel_or_a_terminal_ends_them(self, end: bytes) -> None:
        wheel = evening()
        wheel.end = end
        assert events(wheel) == events(evening())
        assert refusals(wheel) == []

    def test_a_refused_line_goes_to_the_quarantine_and_its_game_stands(self, desk: Desk) -> None:
        with_noise = Wheel().spin().say(b"\xff\xfe").win("23").at(2)
        assert desk.feed(with_noise.capture, "cammegh", "wheel.bin", MAPPING)["quarantined"] == 1
        (refused,) = desk.refused
        assert (refused.line, refused.raw, refused.entry.subject) == (210, b"\xff\xfe", DAY)

    @pytest.mark.parametrize("sign", [b"*", b"7", b" ", b"\x00", b"\xe2", b"*X;4;017;"])
    def test_noise_without_an_end_is_read_in_bounded_parts(self, sign: bytes) -> None:
        noise = sign * (300_000 // len(sign))
        found = pieces(noise)
        assert b"".join(piece.raw for piece in found) == noise
        assert max(len(piece.raw) for piece in found) <= (1 << 16) + MAX_LINE_BYTES


class TestCaptures:
    def test_the_same_capture_twice_and_a_longer_one(self, desk: Desk) -> None:
        capture = evening().capture
        whole = len(deliveries(capture)) + 3
        some = desk.feed(capture[:700], "cammegh", "early.bin", MAPPING)["recorded"]
        assert 2 < some < whole
        assert desk.feed(capture, "cammegh", "late.bin", MAPPING) == {"known": some, "recorded": whole - some}
        assert desk.feed(capture, "cammegh", "late.bin", MAPPING) == {"known": whole}

    def test_cut_off_at_any_byte_nothing_else_is_told(self) -> None:
        capture = evening().capture
        whole = deliveries(capture)
        for end in range(len(capture)):
            seen = deliveries(capture[:end])
            assert seen == whole[: len(seen)]

    def test_in_small_parts_it_is_the_same(self, monkeypatch: pytest.MonkeyPatch) -> None:
        wheel = evening()
        wheel.end = "␍␊".encode()
        whole = pieces(wheel.capture)
        monkeypatch.setattr("ledger.feeds.cammegh.CHUNK", 7)
        assert pieces(wheel.capture) == whole

    def test_every_line_twice_is_the_same_but_for_the_winning_lines(self) -> None:
        wheel = evening()
        twice = Wheel(lines_sent=[line for line in wheel.lines_sent for _ in (1, 2)])
        assert numbers(twice) == numbers(wheel) == ["31", "0", "7", "36"]
        assert [report for report in reports(twice) if "doubled" not in report] == reports(wheel)


SEEDS: Final = 4
FUZZED: Final = 15_000
LONG: Final = 1_000_000


def real_lines() -> list[bytes]:
    """The lines of the real capture, where it is at hand, else of a synthetic one."""
    sentence = CAPTURE.read_bytes().splitlines(keepends=True) if CAPTURE.is_file() else []
    return sentence or [line + b"\r\n" for line in evening().lines_sent * 10]


def fuzzed(seed: int, length: int) -> Iterator[bytes]:
    """Half of it lines as they came, with a byte or two changed, lost, doubled or cut; half of it anything."""
    chance = random.Random(seed)
    lines, at, sent, mutated = real_lines(), 0, 0, 0
    while sent < length:
        if mutated * 2 <= sent:
            part = mangled(bytearray(lines[at % len(lines)]), chance)
            at, mutated = at + 1, mutated + len(part)
        else:
            part = bytes(
                chance.choice((chance.randrange(256), *b"*X;0123456789 \r\n")) for _ in range(chance.randint(1, 40))
            )
        sent += len(part)
        yield part


def mangled(line: bytearray, chance: random.Random) -> bytes:
    for _ in range(chance.randint(1, 2)):
        where = chance.randrange(len(line))
        match chance.randrange(4):
            case 0:
                line[where] ^= 1 << chance.randrange(8)
            case 1:
                line[where] = chance.choice(b"0123456789;* ")
            case 2 if len(line) > 1:
                del line[where]
            case _:
                line = line[: where + 1]
    return bytes(line)


def holds_of(capture: bytes) -> None:
    """Every byte is a line's end or in a piece; what is told comes back; what is refused says where and why."""
    at, good = 0, 0
    for piece in pieces(capture):
        if piece.raw == MAPPING.encode():
            continue
        assert capture[at : piece.number].translate(None, "\r\n␍␊".encode()) == b""
        assert capture[piece.number : piece.number + piece.length] == piece.raw
        at = piece.number + piece.length
        assert piece.refused is None or (
            isinstance(piece.refused, MalformedDelivery) and str(piece.refused).startswith(f"byte {piece.number}: ")
        )
        good += bool(piece.deliveries)
        comes_back(piece.deliveries)
    assert capture[at:].translate(None, "\r\n␍␊".encode()) == b""
    assert good > len(capture) // 10_000
    items = [delivery.sequence or 0 for delivery in deliveries(capture)]
    assert all(later == former + 1 for former, later in pairwise(items))


@pytest.mark.parametrize("seed", range(SEEDS))
def test_whatever_comes_is_told_or_refused(seed: int) -> None:
    holds_of(b"".join(fuzzed(seed, FUZZED)))


@pytest.mark.nightly
def test_a_million_bytes_are_told_or_refused() -> None:
    capture = b"".join(fuzzed(99, LONG))
    assert len(capture) >= LONG
    holds_of(capture)
