"""Samples of feeds: which format they are recognised as, and the first mappings that are begun from them."""

import json
import os
import tomllib
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import pytest

from ledger.errors import MalformedMapping, UnusableSettings
from ledger.feeds.csvmap import parse_csv_mapping
from ledger.feeds.formats import formats
from ledger.feeds.mapping import UNANSWERED
from ledger.feeds.samples.mapping_draft import MappingDraft, toml_value
from ledger.feeds.samples.sample import MOST_BYTES, MOST_LINES, Sample, read_sample, sample_of
from ledger.feeds.samples.sampler import UnreadPiece, recognised_format, samplers, why_unrecognised
from tests.ledger.feeds.games import GAME, changed, lined, listed

BOOKS: Final = {"baccarat": ("dcb",), "blackjack": ("ccl", "scb"), "roulette": ("eca-roulette",)}
SHOE: Final = bytes.fromhex("05314481B8033446" + "05324491A2033436" + "05344492C5033234")
WHEEL: Final = b"*X;2;017; 3;0;150;0\r\n*X;3;017; 3;0;150;1\r\n 5\r\n"
LOG: Final = b"[2026-01-20 22:14:07.123] Receive >>> *X;3;017; 3;0;150;1\n[2026-01-20 22:14:07.130] Send <<< *u 1\n"
EVENT: Final = (
    b'{"specversion":"1.0","type":"round.opened.v1","source":"s","id":"1","subject":"B/2026-01-20/1","sequence":"1"}\n'
)
ROUND: Final = b"// typed from the footage\nBAC-1/2026-01-20: table baccarat dcb GBP\n"


def sample(raw: bytes, name: str = "sample") -> Sample:
    return sample_of(name, raw, datetime(2026, 1, 20, 12, tzinfo=UTC), is_whole=True)


def draft(form: str, raw: bytes, unread: tuple[UnreadPiece, ...] = (), tried: str | None = None) -> MappingDraft:
    begin = samplers()[form].begin_mapping
    assert begin is not None
    return begin(sample(raw), BOOKS, unread, tried)


def asked(begun: MappingDraft) -> list[str]:
    return [question.key for question in begun.questions]


@pytest.mark.parametrize(
    ("raw", "form"),
    [
        (EVENT, "cloudevents"),
        (b"[" + EVENT + b"," + EVENT + b"]", "cloudevents"),
        (lined([GAME]), "live-history"),
        (listed([GAME, GAME]), "live-history"),
        (b'\n\n{"transmissionID": "1", "messageType": "tip", "data": {}}\n', "live-history"),
        (ROUND, "notation"),
        (b"\xef\xbb\xbfBAC-1/2026-01-20/1: open; P 9h\n", "notation"),
        (b"id,t,number\na,2026-10-25 01:59:30,7\n", "csv"),
        (b"id;number\na;7\nb;8\n", "csv"),
        (b"23\n1\n0\n36\n", "csv"),
        (WHEEL, "cammegh"),
        (WHEEL.replace(b"\r\n", "␍␊".encode()), "cammegh"),
        (LOG, "cammegh"),
        (b"noise" + SHOE, "angel-eye"),
        (b"Dear technician,\nthe device is broken.\n", None),
        (b'{"some": "thing"}\n', None),
        (b"99\n100\n", None),
        (bytes(range(256)) * 20, None),
    ],
)
def test_a_format_is_recognised_by_its_content(raw: bytes, form: str | None) -> None:
    assert recognised_format(sample(raw)) == form


def test_every_format_has_a_sampler() -> None:
    assert set(samplers()) == set(formats())
    assert {name for name, form in formats().items() if form.mapping} == {
        name for name, sampler in samplers().items() if sampler.begin_mapping
    }


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"\x1f\x8b\x08\x00", "is compressed with gzip; unpack it first"),
        (b"PK\x03\x04abc", "is a ZIP archive or a workbook"),
        (b"<!DOCTYPE html><title>Sign in</title>", "is an HTML page, not a feed"),
        (b"SQLite format 3\0", "is an SQLite database"),
        (b"\xff\xfeh\0i\0", "is UTF-16 text; save it as UTF-8"),
        (b"\x01\0\x02\0", "is binary data of no format that is known"),
        (b'{"a": 1}', "is JSON, but has neither CloudEvents (specversion) nor games (gameType)"),
        (b"hello", "is of no format that is known; name one with --format (csv, notation)"),
    ],
)
def test_what_is_not_recognised_is_named(raw: bytes, words: str) -> None:
    assert words in why_unrecognised(sample(raw), ["csv", "notation"])


def test_a_sample_is_bounded_and_cut_at_the_end_of_a_line(tmp_path: Path) -> None:
    file = tmp_path / "long.csv"
    file.write_bytes(b"0123456789,x\n" * (MOST_BYTES // 13 + 1))
    found = read_sample(file)
    assert (len(found.raw), found.is_whole) == (MOST_LINES * 13, False)
    file.write_bytes(b"x" * (MOST_BYTES + 1))
    assert len(read_sample(file).raw) == MOST_BYTES
    file.write_bytes(b"a,b\n1,2\n")
    os.utime(file, (0, 86_400))
    assert read_sample(file) == Sample("long.csv", b"a,b\n1,2\n", is_whole=True, day="1970-01-02")
    file.write_bytes(b"\n \n")
    with pytest.raises(UnusableSettings, match=r"long.csv is empty"):
        read_sample(file)


def test_a_mapping_with_open_questions_is_refused_with_their_names() -> None:
    begun = draft("csv", b"id,t,number\na,2026-10-25 01:59:30,7\n")
    with pytest.raises(MalformedMapping) as refused:
        parse_csv_mapping(begun.text)
    assert str(refused.value) == (
        "the mapping file: write an answer in place of ??? for source, table, day, opening.currency, time.zone"
    )
    assert parse_csv_mapping(begun.trial_text).opening.currency == "EUR"


@pytest.mark.parametrize("text", ['a "quote"', "back\\slash", "\x7f\x01\t", "é — 🂡", ""])
def test_any_text_is_a_value_of_toml(text: str) -> None:
    assert tomllib.loads(f"value = {toml_value(text)}") == {"value": text}


class TestWheel:
    def test_the_wire_shows_nothing_of_the_table(self) -> None:
        assert asked(draft("cammegh", WHEEL)) == ["source", "table", "day", "opening.currency"]

    def test_a_log_has_a_clock_that_gives_the_gaming_days(self) -> None:
        named = ["opening.currency", "opening.zone", "opening.cutoff", "log.zone", "log.uncertainty_ms"]
        assert asked(draft("cammegh", LOG)) == ["source", "table", *named]


class TestShoe:
    def test_counter_and_index_are_read_off_the_frames(self) -> None:
        begun = tomllib.loads(draft("angel-eye", SHOE).trial_text)
        assert begun["index"] == "hand"
        assert "counter" not in begun
        coup = bytes.fromhex("05414481B803")
        coup += b"%02X" % (0x41 ^ 0x44 ^ 0x81 ^ 0xB8 ^ 0x03)
        body = bytes.fromhex("4A4492A203")
        check = 0
        for sign in body:
            check ^= sign
        begun = tomllib.loads(draft("angel-eye", coup + b"\x05" + body + b"%02X" % check).trial_text)
        assert (begun["index"], begun["counter"]) == ("coup", "AJ")


class TestLiveHistory:
    def test_games_currencies_and_decimals_are_read_off(self) -> None:
        two = [changed(currency="EUR"), changed(currency="EUR", id="b"), changed(currency="SEK", id="c")]
        begun = draft("live-history", lined(two))
        (opening,) = tomllib.loads(begun.trial_text)["openings"]
        assert opening == {
            "game": "baccarat",
            "rulebook": "dcb",
            "currency": "EUR",
            "minor_digits": 2,
            "zone": "UTC",
            "cutoff": "06:00",
        }
        assert "Games by currency: EUR 2, SEK 1." in begun.text
        assert asked(begun) == ["baccarat.zone", "baccarat.cutoff"]

    def test_finer_amounts_than_the_currency_has_are_kept(self) -> None:
        fine = json.dumps(changed(currency="JPY")).replace('"stake": 2.5', '"stake": 2.125').encode()
        (opening,) = tomllib.loads(draft("live-history", fine).trial_text)["openings"]
        assert (opening["currency"], opening["minor_digits"]) == ("JPY", 3)

    def test_a_game_without_a_currency_is_asked_for_it(self) -> None:
        assert "baccarat.currency" in asked(draft("live-history", lined([changed(currency=None)])))

    def test_times_without_an_offset_are_a_question(self) -> None:
        local = changed(startedAt="2026-11-20T03:12:04.250", settledAt="2026-11-20T03:12:31.904")
        assert asked(draft("live-history", lined([local])))[-1] == "time.zone"

    def test_games_that_are_not_read_are_named(self) -> None:
        text = draft("live-history", lined([GAME, changed(gameType="dragontiger")])).text
        assert "# 1 games of 'dragontiger' are not read" in text

    def test_codes_that_are_not_known_are_offered(self) -> None:
        """Of the game's codes BAC_Banker and BAC_Tie are known, BAC_PlayerPair is a kind of its own."""
        begun = draft("live-history", lined([GAME]))
        assert '"BAC_PlayerPair" = { kind = "???" }  # bets: 1' in begun.offers
        assert not any("BAC_Banker" in row for row in begun.offers)
        uncommented = (
            begun.trial_text.replace("# [codes]", "[codes]").replace('# "BAC', '"BAC').replace("???", "player_pair")
        )
        assert draft("live-history", lined([GAME]), tried=uncommented).offers == []

    def test_refused_words_and_fields_are_offered(self) -> None:
        unread = (
            UnreadPiece("fields_unknown", {"fields": "participants.0.subType, result.x"}),
            UnreadPiece("fields_unknown", {"fields": "participants.1.subType"}),
            UnreadPiece("decision_unread", {"decision": "'EarlyCashOut'"}),
            UnreadPiece("message_unknown", {"kind": "'jackpot'"}),
        )
        begun = draft("live-history", lined([GAME]), unread)
        assert begun.offers[1] == 'decisions = { "EarlyCashOut" = "???" }'
        assert begun.offers[3:8] == [
            "read_past = [",
            '    "participants.subType",  # pieces: 2',
            '    "result.x",  # pieces: 1',
            '    "jackpot",  # pieces: 1',
            "]",
        ]

    @pytest.mark.parametrize(
        "raw", [b'{"gameType": 5}', b'{"gameType": "baccarat"}', b'[{"gameType": "roulette"', b"[" * 5000]
    )
    def test_broken_games_break_nothing(self, raw: bytes) -> None:
        tomllib.loads(draft("live-history", raw).trial_text)


class TestCsv:
    def test_a_list_of_numbers(self) -> None:
        begun = tomllib.loads(draft("csv", b"23\n1\n0\n").trial_text)
        assert (begun["header"], begun["pocket"]) == (["number"], {"column": "number"})

    def test_coups_with_cards_result_and_bet(self) -> None:
        raw = (
            b"game_id;start_time;player_cards;banker_cards;outcome;bet;wager;payout\n"
            b"G1;10.06.2024 09:35;3 K 3;5 9;Player wins!;Tie;9.00;-9.00\n"
            b"G2;31.12.2024 19:50;7 Q;3 10 6;Banker wins!;Player;4.00;4.00\n"
        )
        begun = draft("csv", raw)
        mapping: Mapping[str, Any] = tomllib.loads(begun.trial_text)
        assert mapping["delimiter"] == ";"
        assert mapping["round"] == {"column": "game_id"}
        assert mapping["time"] == {"column": "start_time", "format": "%d.%m.%Y %H:%M", "zone": "UTC"}
        assert [(row["column"], row["places"], row["separator"]) for row in mapping["cards"]] == [
            ("player_cards", ["punto"], " "),
            ("banker_cards", ["banco"], " "),
        ]
        assert mapping["cards"][1]["ranks"] == {"10": "T"}
        assert mapping["result"]["words"] == {"Banker wins!": "banco", "Player wins!": "punto"}
        assert mapping["wager"] == {
            "player": "P1",
            "kind": "bet",
            "kinds": {"Player": "punto", "Tie": "any_tie"},
            "stake": "wager",
            "paid": "payout",
            "paid_is": "net",
        }
        assert mapping["day"] == "2024-06-10"

    def test_an_ambiguous_time_is_a_question(self) -> None:
        begun = draft("csv", b"t,number\n01/02/2026 10:00,7\n")
        assert "time.format" in asked(begun)

    def test_sessions_are_asked_for_one_by_one(self) -> None:
        raw = b"source_file,idx,number\n" + b"".join(
            b'"%c, ""x"" ",%d,%d\n' % (file, n, n % 37) for file in b"AB" for n in range(9)
        )
        begun = draft("csv", raw)
        assert asked(begun)[1:] == ["session 1.table", "session 1.day", "session 2.table", "session 2.day"]
        assert list(tomllib.loads(begun.trial_text)["sessions"]["of"]) == ['A, "x" ', 'B, "x" ']

    def test_nothing_recognised_is_a_question_with_offers(self) -> None:
        begun = draft("csv", b"a,b\nfoo,bar\n")
        assert "opening.game" in asked(begun)
        assert "[pocket]" in begun.offers
        assert UNANSWERED in begun.text
