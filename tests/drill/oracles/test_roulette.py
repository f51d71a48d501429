"""The oracle of roulette, by rows worked out by hand from the championship's document."""

from fractions import Fraction
from itertools import pairwise
from typing import Final

import pytest

from drill.oracles.roulette import (
    WHEEL,
    PlacedChips,
    RouletteTerms,
    RouletteWager,
    above_limit_minor,
    exact_return,
    is_red,
    owed_minor,
    placed_chips,
)

STRAIGHT: Final = placed_chips("straight", "17")
RED: Final = frozenset({1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36})


def test_the_wheel_is_red_and_black_by_turns() -> None:
    """ECA-R-E1."""
    assert sorted(map(int, WHEEL)) == list(range(37))
    assert {n for n in range(1, 37) if is_red(n)} == RED
    colours = [is_red(int(pocket)) for pocket in WHEEL[1:]]
    assert all(colour != other for colour, other in pairwise(colours))


@pytest.mark.parametrize(
    ("kind", "where", "wins_on", "loses_on", "gives"),
    [
        ("straight", {"numbers": "17"}, "17", "18", 3600),
        ("straight", {"numbers": "0"}, "0", "1", 3600),
        ("split", {"numbers": "14-17"}, "14", "13", 1800),
        ("street", {"numbers": "13-14-15"}, "15", "16", 1200),
        ("street", {"numbers": "0-2-3"}, "0", "1", 1200),
        ("corner", {"numbers": "13-14-16-17"}, "16", "15", 900),
        ("first_four", {"numbers": "0-1-2-3"}, "3", "4", 900),
        ("six_line", {"numbers": "13-14-15-16-17-18"}, "18", "19", 600),
        ("dozen", {"index": 2}, "13", "12", 300),
        ("dozen", {"index": 3}, "36", "24", 300),
        ("column", {"index": 1}, "34", "35", 300),
        ("column", {"index": 3}, "36", "0", 300),
        ("low", {}, "18", "19", 200),
        ("high", {}, "19", "18", 200),
        ("even", {}, "36", "35", 200),
        ("odd", {}, "1", "2", 200),
        ("red", {}, "32", "15", 200),
        ("black", {}, "26", "3", 200),
    ],
)
def test_what_wins_and_what_it_is_paid(kind: str, where: dict[str, str], wins_on: str, loses_on: str, gives: int) -> None:
    """ECA-R-S1."""
    on = placed_chips(kind, **where)  # type: ignore[arg-type]  # a table of both kinds of places
    assert exact_return(on, 100, wins_on) == gives
    assert exact_return(on, 100, loses_on) == 0


@pytest.mark.parametrize("kind", ["low", "high", "even", "odd", "red", "black"])
def test_zero_takes_half_of_an_even_chance(kind: str) -> None:
    """ECA-R-W2, ECA-R-S2; half of 101 is 50.50, which goes to the player."""
    assert exact_return(placed_chips(kind), 100, "0") == 50
    assert owed_minor(RouletteWager(placed_chips(kind), 101), "0") == 51


def test_zero_takes_all_of_column_and_dozen() -> None:
    assert (
        exact_return(placed_chips("column", index=1), 100, "0")
        == exact_return(placed_chips("dozen", index=1), 100, "0")
        == 0
    )


def test_neighbours() -> None:
    """ECA-R-W3: five around 26 are 35, 3, 26, 0 and 32; a piece of 100 is paid 35 to 1."""
    on = placed_chips("neighbours", centre="26", piece_count=5)
    assert {pocket for piece in on for pocket in piece.numbers} == {"35", "3", "26", "0", "32"}
    assert exact_return(on, 500, "0") == 3600
    assert exact_return(on, 500, "12") == 0


@pytest.mark.parametrize(
    ("bet", "number", "pocket", "gives"),
    [
        ("series_5_8", 6, "36", 1800),
        ("series_5_8", 6, "1", 0),
        ("orphans", 5, "1", 3600),
        ("orphans", 5, "17", 3600),  # two splits have it
        ("orphans", 5, "34", 1800),
        ("grand_series", 9, "0", 2400),  # two pieces on the street
        ("grand_series", 9, "29", 1800),  # two pieces on the corner
        ("grand_series", 9, "19", 1800),
        ("zero_game", 4, "26", 3600),
        ("zero_game", 4, "35", 1800),
    ],
)
def test_call_bets(bet: str, number: int, pocket: str, gives: int) -> None:
    """ECA-R-W3, ECA-R-W3a: a hundred on each piece."""
    on = placed_chips(bet)
    assert sum(piece.share for piece in on) == 1
    assert exact_return(on, 100 * number, pocket) == gives


@pytest.mark.parametrize(
    ("readings", "pocket", "gives"),
    [({}, "17", 3600), ({}, "20", 0), ({"ECA-R-W8a?": "b"}, "17", 0), ({"ECA-R-W8a?": "b"}, "20", 3600)],
)
def test_a_chip_moved_after_the_call(readings: dict[str, str], pocket: str, gives: int) -> None:
    """ECA-R-W8a?: from 17 to 20, by the position at the call or at rest."""
    wager = RouletteWager(STRAIGHT, 100, pieces_at_rest=placed_chips("straight", "20"))
    assert owed_minor(wager, pocket, RouletteTerms(readings=readings)) == gives


def test_a_chip_taken_after_the_call() -> None:
    """It plays all the same, or it is in its player's hand; part of it likewise."""
    gone, less = RouletteWager(STRAIGHT, 100, stake_at_rest_minor=0), RouletteWager(STRAIGHT, 100, stake_at_rest_minor=40)
    at_rest = RouletteTerms(readings={"ECA-R-W8a?": "b"})
    assert [owed_minor(wager, "17") for wager in (gone, less)] == [3600, 3600]
    assert [owed_minor(wager, "17", at_rest) for wager in (gone, less)] == [100, 40 * 36 + 60]
    assert [owed_minor(wager, "18", at_rest) for wager in (gone, less)] == [100, 60]


def test_a_chip_added_after_the_call() -> None:
    """ECA-R-W8b?: no wager, or one by its position at rest."""
    late = RouletteWager(STRAIGHT, 100, added_minor=50)
    plays = RouletteTerms(readings={"ECA-R-W8b?": "b"})
    assert (owed_minor(late, "17"), owed_minor(late, "18")) == (3650, 50)
    assert (owed_minor(late, "17", plays), owed_minor(late, "18", plays)) == (5400, 0)


def test_a_wager_above_its_limit() -> None:
    """ECA-C6a?: 120 on a number, where 100 may lie."""
    above = above_limit_minor("straight", 12_000)
    assert above == 2_000
    wager = RouletteWager(STRAIGHT, 12_000, above_minor=above)
    won = {letter: owed_minor(wager, "17", RouletteTerms(readings={"ECA-C6a?": letter})) for letter in "abc"}
    lost = {letter: owed_minor(wager, "18", RouletteTerms(readings={"ECA-C6a?": letter})) for letter in "abc"}
    assert won == {"a": 362_000, "b": 12_000, "c": 432_000}
    assert lost == {"a": 2_000, "b": 12_000, "c": 0}


@pytest.mark.parametrize(
    ("kind", "stake", "above"),
    [
        ("straight", 10_000, None),
        ("straight", 499, 0),
        ("six_line", 60_001, 1),
        ("red", 50_000, None),
        ("red", 49_999, 0),
        ("red", 510_000, 10_000),
        ("dozen", 75_000, 25_000),
    ],
)
def test_limits(kind: str, stake: int, above: int | None) -> None:
    """ECA-C5; ECA-C6, in units of 500."""
    assert above_limit_minor(kind, stake) == above


def test_no_spin_that_counts_decides_nothing() -> None:
    assert owed_minor(RouletteWager(STRAIGHT, 100), None) is None


def test_a_piece_has_its_share_of_the_stake() -> None:
    on = (
        PlacedChips(frozenset({"1"}), "straight", Fraction(1, 3)),
        PlacedChips(frozenset({"2"}), "straight", Fraction(2, 3)),
    )
    assert exact_return(on, 300, "1") == 3600
    assert exact_return(on, 300, "2") == 7200
