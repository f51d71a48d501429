"""Captures of whole shoes, good, noisy and cut: what came is ruled on, what did not come is a finding."""

import random
from collections.abc import Iterator
from typing import Final

import pytest

from ledger.entry import Delivery
from ledger.errors import MalformedDelivery
from ledger.events.play import Announced
from ledger.feeds.angel_eye import parse_frame
from projections.table_days import TableDays
from replay.ruling.ruling import Ruling
from tests.ledger.feeds.captures import (
    CARD,
    DAY,
    RESULT,
    dealt,
    deliveries,
    events,
    pieces,
    reasons,
    reported,
    session,
    split,
)
from tests.ledger.feeds.conftest import Desk
from tests.ledger.feeds.roundtrip import comes_back
from tests.ledger.feeds.wire import BRIDGE, FIRST_COUP, SECOND_COUP, Shoe, frame

pytestmark = pytest.mark.slow


def rulings(desk: Desk) -> list[Ruling]:
    archive = TableDays(desk.ledger)
    return list(archive.rulings(archive.get(DAY).rounds))


class TestBroken:
    @pytest.mark.parametrize(
        ("raw", "sentence"),
        [
            (CARD[:-1] + b"7", "the frame says that its checksum is 47, but it is 4F"),
            (CARD[:-2] + b"4f", "the frame is not of the form ENQ, counter, data, ETX, checksum"),
            (CARD[:3] + CARD[5:], "the frame says that its checksum is 4F, but it is 76"),
            (CARD[:5], "the frame has no end (ETX)"),
            (CARD[:1], "the frame has no end (ETX)"),
            (CARD[:6], "the frame is not of the form"),
            (CARD[1:], "bytes that belong to no frame"),
            (frame("1", b"X\x81"), "data 58 81 is none that this shoe sends"),
            (frame("1", b"D\x81"), "data 44 81 is none that this shoe sends"),
            (frame("1", b"D\x01\xb8"), "data 44 01 b8 is none that this shoe sends"),
            (frame("1", b"D\xb1\xb8"), "target 3 is none that a card goes to"),
            (frame("1", b"D\x81\xbe"), "be is no card"),
            (frame("1", b"D\x81\xd8"), "d8 is no card"),
            (frame("1", b"d\xb1\xb8"), "mode 3 is none in which this shoe gives cards"),
            (frame("1", b"G\x91"), "a result is told, but no round is open"),
            (frame("1", b"G\xb1"), "3 is no result"),
            (frame("1", b"E\x88"), "error 8 is none that this shoe has"),
            (frame("A", b"P"), "the frame's counter 'A' is not from 0 to 9; the mapping's `counter` names the first"),
        ],
    )  # fmt: skip
    def test_what_is_refused_says_why_and_where_and_reading_goes_on(self, raw: bytes, sentence: str) -> None:
        before = Shoe().coup(FIRST_COUP, "banco").capture
        after = Shoe().coup(SECOND_COUP, "punto").capture
        (item,) = [piece for piece in pieces(before + raw + after) if piece.refused]
        assert str(item.refused).startswith(f"byte {len(before)}: {sentence}")
        assert (item.number, item.raw) == (len(before), raw)
        assert dealt(before + raw + after) == [*FIRST_COUP, *SECOND_COUP]

    def test_what_follows_a_good_frame_is_refused_alone(self) -> None:
        assert [(p.number, p.raw) for p in pieces(CARD + b"\r\n" + RESULT)[1:]] == [(0, CARD), (8, b"\r\n"), (10, RESULT)]

    def test_a_broken_frame_that_is_sent_again_well_is_mended(self, desk: Desk) -> None:
        good = split(session()[0])
        noisy = [*good[:30], good[30][:3] + b"\xff" + good[30][4:], *good[30:]]
        assert desk.feed(b"".join(noisy), "angel-eye", "shoe.bin", BRIDGE)["quarantined"] == 1
        assert desk.feed(b"".join(good), "angel-eye", "shoe.bin", BRIDGE) == {"known": len(desk.played)}
        assert {(ruling.verdict, len(ruling.findings)) for ruling in rulings(desk)} == {("stands", 0)}

    def test_the_same_broken_bytes_at_two_places_are_two_refusals(self, desk: Desk) -> None:
        raw = CARD[:-1] + b"7"
        capture = Shoe().coup(FIRST_COUP, "banco").capture + raw + Shoe().coup(SECOND_COUP, "punto").capture + raw
        assert desk.feed(capture, "angel-eye", "shoe.bin", BRIDGE)["quarantined"] == 2
        assert len(desk.refused) == 2

    def test_a_broken_checksum_in_the_middle_is_a_finding_of_its_round(self, desk: Desk) -> None:
        capture, coups = session()
        good = split(capture)
        at = next(n for n, raw in enumerate(good) if raw[2:3] == b"G" and n > 100)
        good[at - 1] = good[at - 1][:-1] + bytes((good[at - 1][-1] ^ 1,))
        fates = desk.feed(b"".join(good), "angel-eye", "shoe.bin", BRIDGE)
        assert fates["quarantined"] == 1
        (refused,) = desk.refused
        assert (refused.line, refused.raw) == (sum(map(len, good[: at - 1])), good[at - 1])
        found = [ruling for ruling in rulings(desk) if ruling.findings]
        assert [ruling.round.name for ruling in found] == [refused.entry.subject]
        assert len(dealt(b"".join(good))) == sum(len(cards) for cards, _ in coups) - 1

    def test_a_lost_frame_leaves_a_gap_that_its_round_knows_of(self, desk: Desk) -> None:
        good = split(session()[0])
        at = next(n for n, raw in enumerate(good) if raw[2:3] == b"G" and n > 100)
        del good[at - 1]
        assert desk.feed(b"".join(good), "angel-eye", "shoe.bin", BRIDGE)["quarantined"] == 0
        (found,) = [ruling for ruling in rulings(desk) if ruling.findings]
        assert {finding.kind for finding in found.findings} == {"sequence_gap", "underdraw"}

    @pytest.mark.parametrize("lost", range(1, 10))
    def test_as_many_numbers_are_missing_as_frames(self, lost: int) -> None:
        good = split(session()[0])
        deliveries_ = deliveries(b"".join(good[:40] + good[40 + lost :]))
        steps = [later - former for former, later in zip(numbers(deliveries_), numbers(deliveries_)[1:], strict=False)]
        assert sorted(set(steps)) == [1, lost + 1]

    @pytest.mark.parametrize("sign", range(4))
    def test_noise_without_a_frame_is_read_in_bounded_parts(self, sign: int) -> None:
        noise = bytes((sign,)) * 1_000_000
        found = pieces(noise)
        assert b"".join(piece.raw for piece in found) == noise
        assert max(len(piece.raw) for piece in found) <= 1 << 17


def numbers(deliveries_: list[Delivery]) -> list[int]:
    return [delivery.sequence or 0 for delivery in deliveries_]


class TestSessions:
    def test_a_whole_shoe_is_read_back_to_the_same_cards(self) -> None:
        capture, coups = session()
        assert len(coups) > 60
        assert dealt(capture) == [pair for cards, _ in coups for pair in cards]
        assert [e.result for e in events(capture) if isinstance(e, Announced)] == [result for _, result in coups]
        assert reported(capture) == []
        assert reasons(capture) == []

    @pytest.mark.parametrize("seed", range(3))
    def test_a_whole_shoe_stands(self, desk: Desk, seed: int) -> None:
        capture, coups = session(seed)
        desk.feed(capture, "angel-eye", "shoe.bin", BRIDGE)
        assert desk.refused == []
        ruled = rulings(desk)
        assert len(ruled) == len(coups)
        assert {(ruling.verdict, len(ruling.findings)) for ruling in ruled} == {("stands", 0)}

    def test_the_same_capture_twice_and_a_longer_one_of_the_same_session(self, desk: Desk) -> None:
        capture, _ = session()
        whole = len(deliveries(capture)) + 4
        cut = len(b"".join(split(capture)[:200])) + 3
        desk.feed(capture[:cut], "angel-eye", "early.bin", BRIDGE)
        (tail,) = desk.refused
        assert tail.raw == capture[cut - 3 : cut]
        some = len(desk.played)
        assert desk.feed(capture[: cut - 3], "angel-eye", "early.bin", BRIDGE) == {"known": some}
        assert desk.feed(capture, "angel-eye", "late.bin", BRIDGE) == {"known": some, "recorded": whole - some}
        assert {(ruling.verdict, len(ruling.findings)) for ruling in rulings(desk)} == {("stands", 0)}

    def test_cut_off_at_any_byte_what_came_whole_is_told_and_the_rest_refused(self) -> None:
        capture = b"".join(split(session()[0])[:60])
        whole = deliveries(capture)
        for end in range(len(capture)):
            items = pieces(capture[:end])
            seen = [delivery for piece in items[1:] for delivery in piece.deliveries]
            assert seen == whole[: len(seen)]
            cut = [piece for piece in items if piece.refused]
            assert len(cut) <= 1
            assert (
                b"".join(piece.raw for piece in items[bool(items and items[0].raw == BRIDGE.encode()) :]) == capture[:end]
            )

    def test_in_small_parts_it_is_the_same(self, monkeypatch: pytest.MonkeyPatch) -> None:
        capture, _ = session()
        whole = pieces(capture)
        monkeypatch.setattr("ledger.feeds.angel_eye.CHUNK", 7)
        assert pieces(capture) == whole


FUZZED: Final = 1_000_000
SEEDS: Final = 8


def fuzzed(seed: int, length: int) -> Iterator[bytes]:
    """Half of it frames with a byte or two changed and the checksum right, half of it anything."""
    chance = random.Random(seed)
    good = split(session()[0])
    while length > 0:
        raw = bytearray(chance.choice(good))
        if chance.random() < 0.5:
            for _ in range(chance.randint(0, 2)):
                raw[chance.randrange(1, len(raw) - 3)] = chance.choice((chance.randrange(256), chance.randrange(128, 256)))
            part = frame_of_bytes(bytes(raw[1:-3]))
        else:
            for _ in range(chance.randint(1, 3)):
                raw[chance.randrange(len(raw))] = chance.choice((3, 5, chance.randrange(256)))
            part = bytes(raw[: chance.choice((None, chance.randrange(1, len(raw) + 1)))])
        length -= len(part)
        yield part


def frame_of_bytes(body: bytes) -> bytes:
    """A frame around counter and data, whatever they are."""
    check = 0
    for sign in body + b"\x03":
        check ^= sign
    return b"\x05" + body + b"\x03" + b"%02X" % check


@pytest.mark.parametrize("seed", range(SEEDS))
def test_whatever_comes_is_told_or_refused_and_what_is_told_comes_back(seed: int) -> None:
    capture = b"".join(fuzzed(seed, FUZZED // SEEDS))
    at = good = 0
    for piece in pieces(capture):
        if piece.raw == BRIDGE.encode():
            continue
        assert (piece.number, piece.raw) == (at, capture[at : at + piece.length])
        at += piece.length
        assert piece.refused is None or isinstance(piece.refused, MalformedDelivery)
        if piece.refused is None:
            good += 1
            carried = parse_frame(piece.raw)
            assert carried.encode() == frame(chr(carried.counter), carried.data) == piece.raw
            comes_back(piece.deliveries)
    assert at == len(capture)
    assert good > 1000
