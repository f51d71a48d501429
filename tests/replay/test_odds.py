"""Exact odds: every coup of a fresh shoe, counted. The figures are written out, not computed again."""

from fractions import Fraction
from functools import cache
from typing import Final

import pytest

from replay.editions.loader import parse_edition, shipped_edition, shipped_text
from replay.games.baccarat.odds import (
    BaccaratWagerOdds,
    ResultCounts,
    count_results,
    edges_at_share,
    wager_odds,
)
from replay.judging.odds import decimal_text
from replay.rulebooks.edition import Edition
from replay.rulebooks.rules import Rules

pytestmark = pytest.mark.slow

OF: Final = 4_998_398_275_503_360
WON: Final = {
    "banco": 2_292_252_566_437_888,
    "punto": 2_230_518_282_592_256,
    "egalite": 475_627_426_473_216,
}
Rows = dict[tuple[str, str | None, int | None], BaccaratWagerOdds]
"""By wager, odds and agreed share."""


def percent(edge: Fraction | None, places: int = 2) -> str:
    assert edge is not None
    return decimal_text(edge * 100, places)


@cache
def resolved_otherwise(clause: str, letter: str) -> Edition:
    """The shipped edition as a house would write it that reads one clause otherwise."""
    row = f'[resolved."{clause}"]\nreading = "a"'
    text = shipped_text("dcb")
    assert text.count(row) == 1
    return parse_edition(text.replace(row, row.replace('"a"', f'"{letter}"')))


@pytest.fixture(scope="module")
def counted() -> ResultCounts:
    return count_results(shipped_edition("dcb"))


@pytest.fixture(scope="module")
def rows(counted: ResultCounts) -> Rows:
    found = list(wager_odds(shipped_edition("dcb"), counted))
    by_wager = {(row.wager, row.odds, row.tie_share_bp): row for row in found}
    assert len(by_wager) == len(found)
    return by_wager


@pytest.mark.slow
def test_every_coup_is_counted(counted: ResultCounts) -> None:
    assert counted.draws == OF == 416 * 415 * 414 * 413 * 412 * 411
    assert sum(counted.results.values()) == OF == sum(WON.values())
    assert counted.draws_by_winner(Rules(shipped_edition("dcb"))) == WON


def test_ties_by_total_add_up_to_egalite(rows: Rows) -> None:
    totals = [rows[f"ur_way_{total}", None, None].win for total in range(10)]
    assert sum(totals) == WON["egalite"]
    assert all(total > 0 for total in totals)


def test_3g8_is_counted(rows: Rows) -> None:
    row = rows["3g8", "180:1", None]
    assert (row.win, row.draws) == (22_708_577_366_016, OF)


@pytest.mark.parametrize(
    ("wager", "paid", "share_bp", "edge"),
    [
        ("any_tie", "9:1", None, "4.84"),
        ("3g8", "180:1", None, "17.77"),
        ("ur_way_6", "44:1", None, "13.42"),
        ("ur_way_7", "44:1", None, "8.42"),
        ("main", None, 200, "0.956"),
        ("main", None, 1000, "0.195"),
    ],
)
def test_edges_are_those_that_the_document_publishes(
    wager: str, paid: str | None, share_bp: int | None, edge: str, rows: Rows
) -> None:
    row = rows[wager, paid, share_bp]
    assert percent(row.edge, len(edge.partition(".")[2])) == edge
    published = "8.43%" if wager == "ur_way_7" else f"{edge}%"
    assert row.published == published, "the document rounds its 8.4249% up"


def test_edges_follow_from_the_counts_alone(rows: Rows) -> None:
    """Worked out beside the settlement: what is won less what is lost, over all draws."""
    banco, punto, tie = WON["banco"], WON["punto"], WON["egalite"]
    for share_bp in (200, 1000):
        share = Fraction(share_bp, 10_000)
        assert rows["banco", "19:20", share_bp].edge == (punto - banco * Fraction(19, 20) - tie * share) / OF
        assert rows["punto", "1:1", share_bp].edge == (banco - punto - tie * share) / OF
    assert rows["any_tie", "9:1", None].edge == Fraction(banco + punto - 9 * tie, OF)
    assert rows["3g8", "180:1", None].edge == 1 - Fraction(181 * rows["3g8", "180:1", None].win, OF)
    assert rows["ur_way_6", "44:1", None].edge == 1 - Fraction(45 * rows["ur_way_6", "44:1", None].win, OF)


def test_what_the_house_has_not_posted_has_no_edge(rows: Rows) -> None:
    unposted = [row for row in rows.values() if row.wager.startswith("ur_way") and row.odds is None]
    assert [row.wager for row in unposted] == [f"ur_way_{total}" for total in range(10)]
    assert {row.edge for row in unposted} == {None}
    assert {row.published for row in unposted} == {None}


@pytest.mark.slow
def test_the_wagers_are_those_of_the_house(rows: Rows) -> None:
    ur_way = {f"ur_way_{total}" for total in range(10)}
    assert {row.wager for row in rows.values()} == {"banco", "punto", "main", "any_tie", "3g8"} | ur_way


@pytest.mark.slow
@pytest.mark.parametrize(
    ("clause", "letter", "edge"),
    [
        ("DCB-12a?", "b", "6.43"),
        pytest.param("DCB-12b?", "b", "8.99", marks=pytest.mark.nightly),
        pytest.param("DCB-12b?", "c", "7.61", marks=pytest.mark.nightly),
        pytest.param("DCB-11a?", "b", "8.99", marks=pytest.mark.nightly),
    ],
)
def test_no_other_reading_fits_the_published_edge(clause: str, letter: str, edge: str) -> None:
    edition = resolved_otherwise(clause, letter)
    counted = count_results(edition)
    tie = next(row for row in wager_odds(edition, counted) if row.wager == "any_tie")
    assert counted.draws == OF == sum(counted.results.values())
    assert percent(tie.edge) == edge


@pytest.mark.slow
def test_the_advice_is_of_the_same_edges(counted: ResultCounts, rows: Rows) -> None:
    for share_bp in (200, 1000):
        advised = edges_at_share(shipped_edition("dcb"), counted, share_bp)
        assert advised["banco"] == rows["banco", "19:20", share_bp].edge
        assert advised["punto"] == rows["punto", "1:1", share_bp].edge
        assert advised["mean"] == rows["main", None, share_bp].edge


@pytest.mark.parametrize(
    ("edge", "places", "written"),
    [
        (Fraction(1, 3), 10, "0.3333333333"),
        (Fraction(2, 3), 4, "0.6667"),
        (Fraction(1, 8), 2, "0.13"),
        (Fraction(-1, 8), 2, "-0.13"),
        (Fraction(-1, 1000), 2, "0.00"),
        (Fraction(0), 3, "0.000"),
        (Fraction(177686, 10_000), 2, "17.77"),
        (Fraction(1), 10, "1.0000000000"),
    ],
)
def test_decimals_are_written_exactly(edge: Fraction, places: int, written: str) -> None:
    assert decimal_text(edge, places) == written
