"""CSV files with a mapping: what a column is stands in the mapping; a bad row is refused alone and may be mended."""

from typing import Final

import pytest

from ledger.entry import Delivery
from ledger.errors import MalformedDelivery, MalformedMapping
from ledger.events.play import CardDealt, WagerPlaced, WagerReturned
from ledger.feeds.csvmap import SEQUENCE_STEPS_PER_ROW, CsvTable, parse_csv_mapping
from tests.ledger.feeds.conftest import Desk

MAPPING: Final = """
source = "archive/live"
table = "BAC-7"
day = "2026-11-20"
deal = ["punto", "banco", "punto", "banco", "punto", "banco"]

[opening]
game = "baccarat"
rulebook = "dcb"
currency = "CHF"

[round]
column = "game"
prefix = "g"

[time]
column = "at"

[[cards]]
column = "player"
places = ["punto"]
separator = " "
ranks = {10 = "T"}

[[cards]]
column = "banker"
places = ["banco"]
separator = " "
ranks = {10 = "T"}

[result]
column = "winner"
words = {Player = "punto", Banker = "banco", Tie = "egalite"}

[wager]
player = "P1"
kind = "bet"
kinds = {Player = "punto", Banker = "banco"}
stake = "stake"
paid = "net"
paid_is = "net"
"""
HEADER: Final = "game,at,player,banker,winner,bet,stake,net,note"
ROWS: Final = (
    '1,2026-11-20T20:00:00Z,3 K 5,7 2,Banker,Banker,50,47.5,""',
    '2,2026-11-20T20:01:00Z,9 10,2 3 K,Player,Player,20.00,20.000000000000004,"called ""late"", twice"',
    "3,2026-11-20T20:02:00Z,A 8,K J,Player,Banker,19.999999999999996,-19.999999999999996,",
)
FILE: Final = "\n".join((HEADER, *ROWS)) + "\n"


def read(text: str, mapped: str = MAPPING) -> list[Delivery]:
    """All deliveries of a file's rows."""
    table = CsvTable(parse_csv_mapping(mapped))
    return [delivery for number, row in enumerate(text.splitlines(), 1) for delivery in table.read(row, number)]


def one_row(row: str, mapped: str = MAPPING) -> list[Delivery]:
    """The deliveries of a row after the header."""
    table = CsvTable(parse_csv_mapping(mapped))
    table.read(HEADER, 1)
    return table.read(row, 2)


class TestMapping:
    @pytest.mark.parametrize(
        ("this", "that", "sentence"),
        [
            ('game = "baccarat"', 'game = "Mah-jongg"', "the mapping file: opening.game 'Mah-jongg' is not of its form"),
            ('currency = "CHF"', 'currency = "francs"', "the mapping file: opening.currency 'francs' is not of its form"),
            ('table = "BAC-7"', "", "the mapping file: table is missing"),
            ('day = "2026-11-20"', 'day = "2026-02-30"', "the mapping file: day names no day of the calendar"),
            ('day = "2026-11-20"', "day = 2026-11-20", "the mapping file: day must be text"),
            ('places = ["banco"]', 'places = ["sleeve"]', "the mapping file: cards.1.places.0 'sleeve' is not of its form"),
            ('places = ["banco"]', "places = []", "the mapping file: cards.1.places tuple should have at least 1 item"),
            ('separator = " "', 'separator = ""', "the mapping file: cards.0.separator string should have at least 1 char"),
            ('[time]\ncolumn = "at"', '[time]\ncolumn = "at"\nzone = "Europe/Atlantis"',
             "the mapping file: time.zone 'Europe/Atlantis' is no IANA time zone"),
            ('paid_is = "net"', 'paid_is = "gross"', "the mapping file: wager.paid_is input should be 'net' or 'returned'"),
            ('paid_is = "net"', "digits = 9", "the mapping file: wager.digits input should be less than or equal to 4"),
            ('Tie = "egalite"', 'Tie = "No One"', "the mapping file: result.words.Tie 'No One' is not of its form"),
            ('column = "winner"', 'colum = "winner"',
             "the mapping file: result.column is missing; result.colum is not a field of this event"),
            ("[opening]", "[opening", "the mapping file is not TOML: "),
            ('ranks = {10 = "T"}', 'spelling = "rankrank"', "the mapping file: cards.0.spelling 'rankrank' is not of its"),
        ],
    )  # fmt: skip
    def test_a_mapping_that_cannot_be_used_names_the_row(self, this: str, that: str, sentence: str) -> None:
        assert this in MAPPING
        with pytest.raises(MalformedMapping) as refused:
            parse_csv_mapping(MAPPING.replace(this, that, 1))
        assert str(refused.value).startswith(sentence)

    def test_no_mapping_at_all(self) -> None:
        with pytest.raises(MalformedMapping, match=r"^the mapping file: source is missing; table is missing; "):
            parse_csv_mapping("")

    @pytest.mark.parametrize(
        ("header", "sentence"),
        [
            (
                "game,at,player",
                "the file has no column banker, winner, bet, stake, net; its header, line 1, is 'game, at, pl",
            ),
            (
                HEADER.replace("note", "stake"),
                "the file has more than one column stake; its header, line 1, is 'game, at, ",
            ),
        ],
    )
    def test_a_header_that_does_not_fit(self, header: str, sentence: str) -> None:
        with pytest.raises(MalformedMapping) as refused:
            CsvTable(parse_csv_mapping(MAPPING)).read(header, 1)
        assert str(refused.value).startswith(sentence)

    def test_a_column_more_or_another_order_is_no_matter(self) -> None:
        turned = "\n".join(",".join(["x", *row.split(",")[:8][::-1]]) for row in FILE.splitlines())
        assert read(turned) == read("\n".join(",".join(row.split(",")[:8]) for row in FILE.splitlines()))


class TestRows:
    def test_a_row_is_a_round(self) -> None:
        items = [
            (delivery.id, delivery.sequence, delivery.event.model_dump(exclude_none=True)) for delivery in one_row(ROWS[0])
        ]
        assert items == [
            ("2.1", 201, {"apart": False}),
            ("2.2", 202, {"wager": "w1", "player": "P1", "kind": "banco", "stake_minor": 5000, "by": "chips"}),
            ("2.3", 203, {"card": "3?", "place": "punto", "face": "up"}),
            ("2.4", 204, {"card": "7?", "place": "banco", "face": "up"}),
            ("2.5", 205, {"card": "K?", "place": "punto", "face": "up"}),
            ("2.6", 206, {"card": "2?", "place": "banco", "face": "up"}),
            ("2.7", 207, {"card": "5?", "place": "punto", "face": "up"}),
            ("2.8", 208, {"result": "banco"}),
            ("2.9", 209, {"wager": "w1", "amount_minor": 9750}),
            ("2.10", 210, {}),
        ]

    def test_a_round_is_named_and_timed_by_its_row(self) -> None:
        assert {(delivery.subject, delivery.time) for delivery in one_row(ROWS[1])} == {
            ("BAC-7/2026-11-20/g2", "2026-11-20T20:01:00.000000Z")
        }

    @pytest.mark.parametrize(("row", "stake", "returned"), [(1, 2000, 4000), (2, 2000, 0)])
    def test_the_dust_of_floats_is_no_money(self, row: int, stake: int, returned: int) -> None:
        found = one_row(ROWS[row])
        assert [delivery.event.stake_minor for delivery in found if isinstance(delivery.event, WagerPlaced)] == [stake]
        assert [delivery.event.amount_minor for delivery in found if isinstance(delivery.event, WagerReturned)] == [
            returned
        ]

    @pytest.mark.parametrize(
        ("row", "sentence"),
        [
            (ROWS[0].rsplit(",", 1)[0], "the row has 8 cells, the header 9"),
            (ROWS[0] + ",x", "the row has 10 cells, the header 9"),
            (ROWS[0].replace('""', '"'), "the row is not CSV ("),
            (ROWS[0].replace('""', '"a"b'), "the row is not CSV ("),
            (ROWS[0].replace("1,", "first round,", 1), "'gfirst round' is no name of a round"),
            (ROWS[0].replace("1,", "1/2,", 1), "'g1/2' is no name of a round"),
            (ROWS[0].replace("20:00:00Z", "25:00:00Z"), "at: '2026-11-20T25:00:00Z' is no time of the form RFC 3339"),
            (ROWS[0].replace("20:00:00Z", "20:00:00"), "at: '2026-11-20T20:00:00' is no time of the form RFC 3339"),
            (ROWS[0].replace("3 K 5", "3 X 5"), "card.dealt.v1: card 'X?' is not of its form"),
            (ROWS[0].replace("3 K 5", "3 11 5"), "card.dealt.v1: card '11?' is not of its form"),
            (ROWS[0].replace("7 2,Banker", "7 2,Bank"), "winner: 'Bank' is not among Player, Banker, Tie"),
            (ROWS[0].replace("Banker,50", "Tie,50"), "bet: 'Tie' is not among Player, Banker"),
            (ROWS[0].replace(",50,", ",fifty,"), "stake: 'fifty' is no amount"),
            (ROWS[0].replace(",50,", ",,"), "stake: '' is no amount"),
            (ROWS[0].replace(",50,", ",NaN,"), "stake: 'NaN' is no amount"),
            (ROWS[0].replace(",50,", ",Infinity,"), "stake: 'Infinity' is beyond 9007199254740991 minor units"),
            (ROWS[0].replace(",50,", ",1e400000,"), "stake: '1e400000' is beyond 9007199254740991 minor units"),
            (ROWS[0].replace(",50,", ",1e999999999999,"), "stake: '1e999999999999' is no amount"),
            (ROWS[0].replace(",50,", ",-50,"), "wager.placed.v1: stake_minor input should be greater than or equal to 0"),
            (ROWS[0].replace("47.5", "-50.01"), "wager.returned.v1: amount_minor input should be greater than or equal to"),
            (
                ROWS[0].replace("3 K 5", " ".join("A" * 100)),
                f"the row tells 107 events; there is room for {SEQUENCE_STEPS_PER_ROW}",
            ),
        ],
    )
    def test_a_row_that_does_not_fit_says_why(self, row: str, sentence: str) -> None:
        with pytest.raises(MalformedDelivery) as refused:
            one_row(row)
        assert str(refused.value).startswith(sentence)

    def test_cards_of_a_place_beyond_the_deal_come_last(self) -> None:
        dealt = [
            delivery.event
            for delivery in one_row(ROWS[0].replace("3 K 5", "3 K 5 6"))
            if isinstance(delivery.event, CardDealt)
        ]
        assert "".join(event.card[0] for event in dealt) == "37K256"


class TestSpellings:
    @pytest.mark.parametrize(
        ("spelling", "cell", "cards"),
        [
            ('"suit.rank"', "h.1 c.13 d.10", ["Ah", "Kc", "Td"]),
            ('"ranksuit"', "1h 13c 10d", ["Ah", "Kc", "Td"]),
            ('"suitrank"', "h1 c13 d10", ["Ah", "Kc", "Td"]),
            ('"rank-suit"', "1-H 13-c 10-d", ["Ah", "Kc", "Td"]),
            ('"rank"', "1 13 10", ["A?", "K?", "T?"]),
        ],
    )
    def test_a_card_is_spelt_in_many_ways(self, spelling: str, cell: str, cards: list[str]) -> None:
        mapped = MAPPING.replace(
            'ranks = {10 = "T"}', f'spelling = {spelling}\nranks = {{1 = "A", 10 = "T", 13 = "K"}}\nsuits = {{H = "h"}}', 1
        )
        found = one_row(ROWS[0].replace("3 K 5", cell), mapped)
        assert [e.event.card for e in found if isinstance(e.event, CardDealt) and e.event.place == "punto"] == cards

    def test_a_card_spelt_otherwise_is_refused(self) -> None:
        mapped = MAPPING.replace('ranks = {10 = "T"}', 'spelling = "suit.rank"', 1)
        with pytest.raises(MalformedDelivery, match=r"^player: '3' is no card spelt suit\.rank$"):
            one_row(ROWS[0], mapped)

    @pytest.mark.parametrize(
        ("form", "cell", "stored"),
        [
            ("%d.%m.%Y %H:%M", "20.11.2026 21:00", "2026-11-20T20:00:00.000000Z"),
            ("%Y-%m-%d %H:%M:%S%z", "2026-11-20 21:00:00+0200", "2026-11-20T19:00:00.000000Z"),
        ],
    )
    def test_a_time_in_the_houses_zone_or_its_own(self, form: str, cell: str, stored: str) -> None:
        mapped = MAPPING.replace('column = "at"', f'column = "at"\nformat = "{form}"\nzone = "Europe/Zurich"')
        assert {delivery.time for delivery in one_row(ROWS[0].replace("2026-11-20T20:00:00Z", cell), mapped)} == {stored}


class TestIntake:
    """Whole files, through the ledger."""

    def test_a_file_is_recorded_and_known_afterwards(self, desk: Desk) -> None:
        assert desk.feed(FILE, "csv", "live.csv", MAPPING) == {"recorded": 3 + 10 + 10 + 9}
        assert desk.feed(FILE, "csv", "live.csv", MAPPING) == {"known": 32}
        assert [entry.topic for entry in desk.played[:2]] == ["table.opened.v1", "source.declared.v1"]

    @pytest.mark.parametrize(
        ("this", "that"),
        [("7 2,Banker", "7 2,Bank"), ("3 K 5", "3 K X"), ("47.5", "47,5"), ("1,2026", "1 2,2026"), ("Z,3", "x,3")],
    )
    def test_a_bad_row_is_refused_alone_and_once_mended_leaves_all_other_ids_as_they_were(
        self, desk: Desk, this: str, that: str
    ) -> None:
        broken = FILE.replace(this, that, 1)
        assert desk.feed(broken, "csv", "live.csv", MAPPING) == {"recorded": 22, "quarantined": 1}
        (refused,) = desk.refused
        assert (refused.line, refused.raw.decode()) == (2, broken.splitlines()[1])
        others = {entry.delivery for entry in desk.played}
        assert desk.feed(FILE, "csv", "live.csv", MAPPING) == {"recorded": 10, "known": 22}
        assert others < {entry.delivery for entry in desk.played}

    def test_a_row_that_grows_in_mending_leaves_all_other_ids_as_they_were(self, desk: Desk) -> None:
        desk.feed(FILE.replace("7 2,Banker", "7,Bank"), "csv", "live.csv", MAPPING)
        assert desk.feed(FILE, "csv", "live.csv", MAPPING) == {"recorded": 10, "known": 22}

    def test_a_cell_over_two_lines_is_refused_in_both(self, desk: Desk) -> None:
        fates = desk.feed(FILE.replace("twice", "twi\nce"), "csv", "live.csv", MAPPING)
        assert fates == {"recorded": 22, "quarantined": 2}
        assert list(desk.reasons) == [3, 4]

    def test_a_row_in_latin_1_is_refused_alone(self, desk: Desk) -> None:
        fates = desk.feed(FILE.replace("twice", "zögernd").encode("latin-1"), "csv", "live.csv", MAPPING)
        assert fates == {"recorded": 22, "quarantined": 1}
        assert desk.reasons[3].startswith("the line is not UTF-8 (byte ")

    def test_a_byte_order_mark_is_no_part_of_the_first_column(self, desk: Desk) -> None:
        assert desk.feed(FILE.encode("utf-8-sig"), "csv", "live.csv", MAPPING) == {"recorded": 32}

    def test_blank_lines_are_passed_over(self, desk: Desk) -> None:
        assert desk.feed(FILE.replace("\n", "\r\n\r\n"), "csv", "live.csv", MAPPING) == {"recorded": 32}

    def test_a_header_that_does_not_fit_records_nothing(self, desk: Desk) -> None:
        with pytest.raises(MalformedMapping):
            desk.feed(FILE.replace("stake", "bet size"), "csv", "live.csv", MAPPING)
        assert desk.played == []
