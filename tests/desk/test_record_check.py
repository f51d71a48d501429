"""`recoup record --check`: every fault of a feed at once, with its place and what may be meant, and nothing is recorded."""

from pathlib import Path
from typing import Final

import pytest

from tests.commands import Recoup

TABLE: Final = "BAC-1/2026-11-20: table baccarat dcb GBP; limits banco 500 100000; limits punto 500 100000; terms P1 500\n"
ROUND: Final = (
    "BAC-1/2026-11-20/1: open; bet w1 P1 {kind} 1000; nmb; P 9h B 2c P Tc B 5d; call {call}; pay w1 {paid}; close\n"
)
GOOD: Final = TABLE + ROUND.format(kind="punto", call="punto", paid=2000)


@pytest.fixture
def transcript(tmp_path: Path) -> Path:
    return tmp_path / "night.txt"


def test_every_fault_is_named_with_file_line_and_column(recoup: Recoup, transcript: Path, tmp_path: Path) -> None:
    transcript.write_text(
        TABLE
        + "BAC-1/2026-11-20/1: open; bet w1 P1 punto 1000; nmb; P 9h B 2x P Tc B 5d; cal punto; close\n"
        + "BAC-1/2026-13-20/2: open\n"
        + "  BAC-1/2026-11-20/3: opn; nmb; P 9h B\n"
    )
    ran = recoup("record", "--check", str(transcript))
    assert ran.code == 3
    assert ran.out.splitlines()[:5] == [
        "night.txt:2:54: 'P 9h B 2x P Tc B 5d': card.dealt.v1: card '2x' is not of its form",
        "night.txt:2:75: 'cal punto' begins with no word of the notation; did you mean call or caller?",
        "night.txt:3:1: 'BAC-1/2026-13-20/2: open': 2026-13-20 is no day of the calendar; write it as YYYY-MM-DD, such as "
        "2026-01-20",
        "night.txt:4:23: 'opn' begins with no word of the notation; did you mean open?",
        "night.txt:4:33: 'P 9h B': cards are written in pairs, place and card; a mark goes with one pair only",
    ]
    assert "4 would be recorded, 0 are known, 5 faults; nothing was recorded" in ran.out
    assert [path.name for path in tmp_path.iterdir()] == ["night.txt"]


def test_it_says_how_the_rounds_would_be_ruled_on(recoup: Recoup, transcript: Path) -> None:
    """A punto of 10.00 that won is paid 10.00 besides the stake: 20.00 goes back."""
    transcript.write_text(GOOD)
    ran = recoup("record", "--check", str(transcript))
    assert ran.out.startswith("BAC-1/2026-11-20/1: The result stands; nothing needs to be corrected.")
    transcript.write_text(TABLE + ROUND.format(kind="punto", call="punto", paid=1500))
    ran = recoup("record", "--check", str(transcript))
    assert ran.code == 0
    assert "BAC-1/2026-11-20/1: A payment must be corrected. wrong payment" in ran.out


def test_what_is_on_record_is_known_and_what_contradicts_it_is_a_fault(recoup: Recoup, transcript: Path) -> None:
    transcript.write_text(GOOD)
    recoup("record", str(transcript))
    before = recoup("history", "BAC-1/2026-11-20/1", "--json").out
    assert "0 would be recorded, 14 are known, 0 faults" in recoup("record", "--check", str(transcript)).out
    transcript.write_text(GOOD.replace("2000", "1500"))
    ran = recoup("record", "--check", str(transcript))
    assert ran.code == 3
    assert "night.txt:2:1: it is on record with other words" in ran.out
    assert recoup("history", "BAC-1/2026-11-20/1", "--json").out == before
    assert recoup("quarantine", "--json").out.strip() == "[]"


def test_a_bet_and_a_rulebook_that_are_mistyped_are_suggested(recoup: Recoup, transcript: Path) -> None:
    transcript.write_text(TABLE + ROUND.format(kind="banko", call="punto", paid=0))
    assert "no bet of the rulebook is called banko; did you mean banco?" in recoup("record", "--check", str(transcript)).out
    transcript.write_text(GOOD.replace("dcb", "dbc"))
    ran = recoup("record", "--check", str(transcript))
    assert "no edition of rulebook dbc was adopted; did you mean dcb?" in ran.out


def test_a_feed_in_another_format_is_tried_too(recoup: Recoup, tmp_path: Path) -> None:
    (tmp_path / "feed.ndjson").write_text('{"specversion": "1.0"}\nno JSON\n')
    ran = recoup("record", "--check", str(tmp_path / "feed.ndjson"))
    assert ran.code == 3
    assert ran.out.count("feed.ndjson:") == 3
    assert ran.out.splitlines()[0].startswith("feed.ndjson:1:1: ")


def test_a_stake_to_double_is_no_mistyped_bet(recoup: Recoup, transcript: Path) -> None:
    transcript.write_text(
        "BJ-1/2026-11-20: table blackjack ccl CZK; limits main 10000 500000; shoe S1 6\n"
        "BJ-1/2026-11-20/1: open; bet w1 P1 main 10000 box=1; nmb; 1 6h D 6s 1 5c; says 1 double P1\n"
        "BJ-1/2026-11-20/1: bet w2 P1 double 10000 box=1 parent=w1; 1 Td; D Th D 3c; pay w1 20000; pay w2 20000; close\n"
    )
    assert "no bet of the rulebook" not in recoup("record", "--check", str(transcript)).out
