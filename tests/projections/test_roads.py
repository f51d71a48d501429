"""The roads of a shoe, worked out by hand as they are put on a display."""

from typing import Final

import pytest

from projections.messages.catalogue import Catalogue, languages
from projections.pictures.roads import DERIVED, Result, big_road, derived_road, draw_roads, roads_in_words, streaks

NAMES: Final[dict[str, Result]] = {"P": "punto", "B": "banco", "T": "egalite"}


def shoe(text: str) -> list[Result]:
    """`PPBT` is punto, punto, banco, a tie."""
    return [NAMES[letter] for letter in text]


def test_a_new_column_begins_with_each_change_and_a_tie_stays_with_the_win_before_it() -> None:
    assert streaks(shoe("PPBBBPTPP")) == [[0, 0], [0, 0, 0], [1, 0, 0]]
    assert streaks(shoe("TTPB")) == [[2], [0]]
    assert streaks(shoe("TT")) == []


def test_a_run_that_finds_no_room_below_goes_on_to_the_right() -> None:
    marks = big_road(shoe("BBBBBBBBP"))
    assert [mark.slot for mark in marks] == [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (1, 5), (2, 5), (1, 0)]


def test_a_run_turns_before_one_that_lies_in_its_way() -> None:
    """Eight times banco take the sixth row of columns 1 to 3; six times punto beside them turn in the fifth."""
    marks = big_road(shoe("BBBBBBBB" + "PPPPPP"))
    assert [mark.slot for mark in marks[8:]] == [(1, 0), (1, 1), (1, 2), (1, 3), (1, 4), (2, 4)]


@pytest.mark.parametrize(
    ("text", "road", "marks"),
    [
        # The second punto of column 2 has a neighbour on its left: red; the third has none, and its upper one has: blue.
        # A third column begins after columns of two and three: blue; then it has neighbours: red, red.
        ("PPBBBPPP", "big_eye", "RBBRR"),
        # Columns of one: each new one repeats the one before it.
        ("PBPBPB", "big_eye", "RRRR"),
        ("PBPBPB", "small", "RRR"),
        ("PBPBPB", "cockroach", "RR"),
        # The fourth in the second column: neither a neighbour nor one above it, so it repeats: red.
        ("PPBBBB", "big_eye", "RBR"),
        # The small road asks two columns back: of lengths 1, 3, 2 the second entry of the third stops where that ended.
        ("PBBBPP", "small", "B"),
        ("PP", "big_eye", ""),
    ],
)
def test_a_derived_road_is_red_where_the_big_road_repeats_itself(text: str, road: str, marks: str) -> None:
    drawn = derived_road(shoe(text), DERIVED[road])
    assert "".join("R" if red else "B" for red, _ in drawn) == marks


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("text", ["", "T", "PPBBBPTPP", "BP" * 40, "B" * 60])
def test_they_are_drawn_and_told_at_any_length(text: str, language: str) -> None:
    words = Catalogue(language)
    drawing = draw_roads(shoe(text), words)
    assert drawing.text() == draw_roads(shoe(text), words).text()
    assert drawing.description == roads_in_words(shoe(text), words)


def test_in_words_it_is_how_often_each_came_and_the_last_run() -> None:
    assert roads_in_words(shoe("PPBBBPTPP"), Catalogue()) == ("9 coups: punto 5, banco 3, tie 1. Last run: 3 times punto.")
