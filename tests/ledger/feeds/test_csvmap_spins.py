"""CSV files of spins: sessions noted at several tables, two transcripts of one session, plain lists without a header."""

from io import BytesIO
from typing import Final

import pytest

from ledger.entry import Delivery
from ledger.errors import MalformedMapping
from ledger.events.play import RoundClosed, RoundOpened
from ledger.events.table import SourceDeclared, TableOpened
from ledger.events.wheel import BallRested
from ledger.feeds.csvmap import csv_reader, parse_csv_mapping
from ledger.feeds.reading import FeedItem
from tests.ledger.feeds.conftest import Desk

OPENING: Final = """
[opening]
game = "roulette"
rulebook = "eca-roulette"
currency = "EUR"
"""
SESSIONS: Final = (
    OPENING
    + """
[sessions]
column = "file"

[sessions.of."Friday, early"]
source = "notes/early"
table = "ROU-1"
day = "2026-11-20"

[sessions.of."Friday again"]
source = "notes/again"
table = "ROU-1"
day = "2026-11-20"
account = "again"

[sessions.of.Saturday]
source = "notes/saturday"
table = "ROU-2"
day = "2026-11-21"

[round]
column = "nr"
prefix = "s"

[pocket]
column = "number"
"""
)
NOTED: Final = """\
file,nr,number
"Friday, early",1,31
"Friday, early",2,0
Saturday,1, 7
Friday again,1,31
Friday again,2,5
"""
LIST: Final = 'source = "list"\ntable = "ROU-1"\nday = "2026-11-20"\nheader = ["number"]\n' + OPENING
LISTED: Final = LIST + '[pocket]\ncolumn = "number"\n'


def pieces(text: str, mapped: str) -> list[FeedItem]:
    return list(csv_reader(parse_csv_mapping(mapped), mapped.encode())(BytesIO(text.encode())))


def deliveries(text: str, mapped: str) -> list[Delivery]:
    return [delivery.whole for piece in pieces(text, mapped) for delivery in piece.deliveries]


def reasons(text: str, mapped: str) -> dict[int, str]:
    return {piece.number: str(piece.refused) for piece in pieces(text, mapped) if piece.refused}


class TestSessions:
    def test_the_header_opens_the_tables_of_all_sessions(self) -> None:
        opening = pieces(NOTED, SESSIONS)[0].deliveries
        assert [
            (delivery.source, delivery.id, delivery.subject)
            for delivery in opening
            if isinstance(delivery.event, TableOpened)
        ] == [
            ("notes/early", "opening.1", "ROU-1/2026-11-20"),
            ("notes/again", "opening.3", "ROU-1/2026-11-20"),
            ("notes/saturday", "opening.5", "ROU-2/2026-11-21"),
        ]
        declared = [delivery.event for delivery in opening if isinstance(delivery.event, SourceDeclared)]
        assert [(event.about, event.account, event.counted) for event in declared] == [
            ("notes/early", "floor", False),
            ("notes/again", "again", False),
            ("notes/saturday", "floor", False),
        ]

    def test_each_spin_is_a_round_where_its_session_was_played(self) -> None:
        assert [
            (delivery.source, delivery.id, delivery.subject, delivery.event.pocket)
            for delivery in deliveries(NOTED, SESSIONS)
            if isinstance(delivery.event, BallRested)
        ] == [
            ("notes/early", "2.2", "ROU-1/2026-11-20/s1", "31"),
            ("notes/early", "3.2", "ROU-1/2026-11-20/s2", "0"),
            ("notes/saturday", "4.2", "ROU-2/2026-11-21/s1", "7"),
            ("notes/again", "5.2", "ROU-1/2026-11-20/s1", "31"),
            ("notes/again", "6.2", "ROU-1/2026-11-20/s2", "5"),
        ]

    @pytest.mark.parametrize(
        ("row", "sentence"),
        [
            ("Sunday,1,31", "file: 'Sunday' is no session that the mapping names"),
            ("Saturday,1,red", "ball.rested.v1: pocket 'red' is not of its form"),
            ("Saturday,1,", "ball.rested.v1: pocket '' is not of its form"),
            ("Saturday,1,-7", "ball.rested.v1: pocket '-7' is not of its form"),
            ("Saturday,1", "the row has 2 cells, the header 3"),
        ],
    )
    def test_a_row_that_does_not_fit_says_why(self, row: str, sentence: str) -> None:
        assert reasons(NOTED + row, SESSIONS) == {7: sentence}

    @pytest.mark.parametrize(
        ("this", "that", "sentence"),
        [
            ('column = "file"\n', "", "the mapping file: sessions.column is missing"),
            ('table = "ROU-2"\n', "", "the mapping file: sessions.of.Saturday.table is missing"),
            ('day = "2026-11-21"', 'day = "soon"', "the mapping file: sessions.of.Saturday.day 'soon' is not of its form"),
            ("[opening]", 'source = "me"\n[opening]', "the mapping file: source is not a field of this event"),
            (
                'column = "file"',
                'column = "night"',
                "the file has no column night; its header, line 1, is 'file, nr, numbe",
            ),
            ('column = "number"', 'column = "pocket"', "the file has no column pocket; its header, line 1, is 'file, nr,"),
        ],
    )
    def test_a_mapping_that_cannot_be_used_names_the_row(self, this: str, that: str, sentence: str) -> None:
        assert this in SESSIONS
        with pytest.raises(MalformedMapping) as refused:
            pieces(NOTED, SESSIONS.replace(this, that, 1))
        assert str(refused.value).startswith(sentence)


class TestLists:
    def test_a_list_has_its_header_in_the_mapping(self) -> None:
        opening, *spins = pieces("31\n0\n", LISTED)
        assert (opening.number, opening.raw, len(opening.deliveries)) == (0, LISTED.encode(), 2)
        assert [(delivery.id, delivery.subject, delivery.event) for piece in spins for delivery in piece.deliveries] == [
            ("1.1", "ROU-1/2026-11-20/1", RoundOpened()),
            ("1.2", "ROU-1/2026-11-20/1", BallRested(pocket="31")),
            ("1.3", "ROU-1/2026-11-20/1", RoundClosed()),
            ("2.1", "ROU-1/2026-11-20/2", RoundOpened()),
            ("2.2", "ROU-1/2026-11-20/2", BallRested(pocket="0")),
            ("2.3", "ROU-1/2026-11-20/2", RoundClosed()),
        ]

    def test_a_bad_first_row_leaves_the_opening(self) -> None:
        assert reasons("zero\n0\n", LISTED) == {1: "ball.rested.v1: pocket 'zero' is not of its form"}
        assert len(deliveries("zero\n0\n", LISTED)) == 2 + 3

    def test_a_header_that_lacks_a_column(self) -> None:
        with pytest.raises(MalformedMapping) as refused:
            pieces("31\n", LIST + '[pocket]\ncolumn = "spin"\n')
        assert str(refused.value) == "the file has no column spin; its header, in the mapping, is 'number'"


class TestIntake:
    """Whole files, through the ledger."""

    def test_sessions_are_recorded_and_known_afterwards(self, desk: Desk) -> None:
        assert desk.feed(NOTED, "csv", "noted.csv", SESSIONS) == {"recorded": 9 + 15}
        assert desk.feed(NOTED, "csv", "noted.csv", SESSIONS) == {"known": 9 + 15}

    @pytest.mark.parametrize("first", ["37", "red"])
    def test_a_list_with_a_bad_first_row_is_recorded_without_it(self, desk: Desk, first: str) -> None:
        assert desk.feed(f"{first}\n0\n", "csv", "list.txt", LISTED) == {"recorded": 3 + 3, "quarantined": 1}
        assert list(desk.reasons) == [1]
