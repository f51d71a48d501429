"""A ruling that rests on a resolved ambiguity says who resolved it, from what source, and how else it may be read."""

from typing import Any, Final

from replay.editions.loader import parse_edition, shipped_edition, shipped_text
from tests.clauses.dcb.floor import house, keeps
from tests.clauses.table import Row, judged

TIE: Final = "1: bet w1 P1 banco 10000; P 9h B 6c P 9d B 2s; close"
"""Eight each; P1 has agreed on 5%."""
NATURAL: Final = "1: bet w1 P1 banco 10000; P 9h B 6c P Td B 2s; close"
EXPOSED: Final = "1: open; bet w1 P1 main 20000 box=2; nmb; 2 Kd D 9c 2 Qh; says 2 stand; D 9h"
LATE: Final = f"{EXPOSED}; expose 4c; pay w1 40000; close"


def resolved(rounds: str, before: str = "", unresolved: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    row = keeps("DCB-17a?", "A coup.", f"{before}\n{rounds}", unresolved=unresolved)
    found: list[dict[str, Any]] = judged(row, house())[-1]["resolved"]
    return found


def test_the_edition_s_word_is_told_with_its_source_and_the_alternative() -> None:
    (reading,) = resolved(TIE)
    assert reading == {
        "clause": "DCB-17a?",
        "reading": "a",
        "text": "the stake is kept and the percentage paid",
        "by": "house",
        "source": "the published 0.195% to 0.956% on the main bets fit only this",
        "since": None,
        "at": None,
        "alternatives": [{"reading": "b", "text": "the percentage is paid and the stake is lost"}],
    }


def test_a_ruling_that_comes_to_the_same_under_every_reading_rests_on_none() -> None:
    assert resolved(NATURAL) == []


def test_an_open_ambiguity_is_a_branch_and_no_resolution() -> None:
    assert resolved(TIE, unresolved=("DCB-17a?",)) == []


def test_what_a_person_resolved_at_the_table_is_told_with_who_and_since_when() -> None:
    line = "table: resolved DCB-17a? b M1 role=management reason=house_meeting @2026-11-20T19:30:00Z"
    (reading,) = resolved(TIE, line)
    assert (reading["reading"], reading["by"], reading["since"]) == ("b", "M1", "2026-11-20T19:30:00.000000Z")
    assert reading["source"] == f"decision at position {reading['at']}, house meeting"
    assert [alternative["reading"] for alternative in reading["alternatives"]] == ["a"]


def test_a_time_of_its_own_is_when_it_holds_from() -> None:
    """That it holds for this coup rests on DCB-2a? besides: it was said for coups opened after nine o'clock."""
    line = "table: resolved DCB-17a? b management effective_at=2026-11-20T21:00:00.000000Z"
    when, reading = resolved(TIE.replace("1: ", "1: open @2026-11-20T22:00:00Z; "), line)
    assert (when["clause"], when["by"]) == ("DCB-2a?", "house")
    assert (reading["by"], reading["since"]) == ("the management", "2026-11-20T21:00:00.000000Z")


def test_a_resolution_without_authority_leaves_the_edition_s_word() -> None:
    (reading,) = resolved(TIE, "table: resolved DCB-17a? b dealer")
    assert (reading["reading"], reading["by"]) == ("a", "house")


def test_the_trade_s_word_and_other_games() -> None:
    """A soft 17 of the bank in Schaffhausen."""
    lines = "table: table blackjack scb CHF; shoe S1 6\n1: open; bet w1 P1 main 2000 box=1; nmb; 1 Th D Ad 1 9c; "
    (ruling,) = judged(
        Row("SCB-20b?", "keeps", "A soft 17.", f"{lines}says 1 stand P1; D 6s; close", ()), shipped_edition("scb")
    )
    assert [(resolution["clause"], resolution["by"]) for resolution in ruling["resolved"]] == [("SCB-20b?", "trade")]


def test_an_edition_as_a_house_applies_it_without_a_word_on_record() -> None:
    applied = parse_edition(shipped_text("ccl")).with_resolutions({"CCL-25a?": "b"})
    (ruling,) = judged(
        Row("CCL-25a?", "keeps", "Too late.", f"table: table blackjack ccl CZK; shoe S1 6\n{LATE}", ()), applied
    )
    assert {(resolution["clause"], resolution["by"], resolution["source"]) for resolution in ruling["resolved"]} <= {
        ("CCL-25a?", "house", "not on record")
    }
