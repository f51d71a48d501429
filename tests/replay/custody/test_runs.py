"""Runs of cards that come again, and how likely they are by chance."""

from fractions import Fraction
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replay.table_day.repeated_runs import RunSearch, chance_of_run, runs_of

CARDS = st.lists(st.sampled_from(["As", "2h", "3d", None]), max_size=14)


def slowly(earlier: list[str | None], later: list[str | None]) -> int:
    """The longest common run, by trying all pairs of places."""
    best = 0
    for i in range(len(earlier)):
        for j in range(len(later)):
            length = 0
            while (
                i + length < len(earlier)
                and j + length < len(later)
                and earlier[i + length] == later[j + length] is not None
            ):
                length += 1
            best = max(best, length)
    return best


def common_run(earlier: list[str | None], later: list[str | None], pieces: int = 1) -> tuple[int, int, int]:
    """The longest run of both, where the later cards come in so many pieces."""
    search = RunSearch(runs_of(earlier))
    for piece in range(pieces):
        search.extend(later[len(later) * piece // pieces : len(later) * (piece + 1) // pieces])
    return search.best


@given(CARDS, CARDS, st.integers(2, 5))
def test_a_run_is_found_alike_in_whatever_pieces_the_cards_come(
    earlier: list[str | None], later: list[str | None], pieces: int
) -> None:
    assert common_run(earlier, later, pieces) == common_run(earlier, later)


@given(CARDS, CARDS)
def test_no_longer_run_is_common_to_both_than_the_one_that_is_found(
    earlier: list[str | None], later: list[str | None]
) -> None:
    length, at, was = common_run(earlier, later)
    assert length == slowly(earlier, later)
    if length:
        assert later[at - length + 1 : at + 1] == earlier[was - length + 1 : was + 1]
        assert None not in later[at - length + 1 : at + 1]


def test_an_unread_card_breaks_a_run_and_equals_no_other() -> None:
    assert common_run(["As", None, "2h", "3d"], ["As", None, "2h", "3d"]) == (2, 3, 3)
    assert common_run([None], [None])[0] == 0


@pytest.mark.parametrize(
    ("length", "decks", "earlier", "chance"),
    [
        # One card of one earlier card: some place of the 52 has it for certain.
        (1, 1, [1], Fraction(1)),
        # Two given cards, one after the other, in a deck of 52: 51 places, each with 1/52 times 1/51.
        (2, 1, [2], Fraction(51, 52 * 51)),
        # Two runs of two cards are among three.
        (2, 1, [3], Fraction(2 * 51, 52 * 51)),
        # Runs of two earlier shoes add up; one that is too short has none.
        (2, 1, [2, 2, 1], Fraction(2 * 51, 52 * 51)),
        # Six decks: six copies of each card, 312 cards, 307 places for six cards, four runs of six among nine.
        (6, 6, [9], Fraction(307 * 4 * 6**6, 312 * 311 * 310 * 309 * 308 * 307)),
        # No bound above one is of use.
        (1, 8, [400], Fraction(1)),
        # A run that is longer than the shoe.
        (53, 1, [60], Fraction(0)),
    ],
)
def test_the_chance_of_a_run_is_an_exact_fraction(length: int, decks: int, earlier: list[int], chance: Fraction) -> None:
    assert chance_of_run(length, decks, earlier) == chance


def test_ten_shoes_are_compared_in_no_time() -> None:
    shoe: list[str | None] = [f"{n * n * 7919 % 52}" for n in range(416)]
    others: list[list[str | None]] = [[f"{(n * n * 104_729 + k) % 52}" for n in range(416)] for k in range(10)]
    began = perf_counter()
    for other in others:
        common_run(other, shoe)
    assert perf_counter() - began < 2
