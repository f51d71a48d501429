"""A card that is out of the shoe, and one that takes the place of another: custody tells it at once."""

import pytest

from replay.ruling.ruling import rule
from tests.replay.custody.test_custody_states import recorded_day

DAY = "BJ-1/2026-11-20"
ROUND = "open; bet w1 P1 main 10000 box=1; nmb; 1 Th D 9c 1 8d; says 1 stand; D Jc; pay w1 0; close"


def found(*acts: str) -> dict[str, list[str]]:
    """By round, what was found of the decks."""
    lines = [f"{DAY}: table blackjack ccl EUR; shoe S1 6"]
    lines += [f"{DAY}/{act}" if act[0].isdigit() else f"{DAY}: {act}" for act in acts]
    day = recorded_day("ccl", lines)
    kinds = ("card_set_aside", "wrong_replacement")
    return {
        name.split("/")[2]: [finding.text for finding in rule(day, name).findings if finding.kind in kinds]
        for name in day.rounds
    }


def test_a_card_that_does_not_come_back_is_missing_with_the_first_round_after() -> None:
    assert found(f"1: {ROUND}", "set_aside S1 7h management", f"2: {ROUND.replace('w1', 'w2')}") == {
        "1": [],
        "2": [
            "Card 7h was taken out of shoe S1, and cards were dealt before it came back or another took its place: "
            "it is missing."
        ],
    }


@pytest.mark.parametrize("back", ["exchanged S1 7h management", "exchanged S1 7h management replacement=7h"])
def test_a_card_that_is_replaced_before_the_next_card_is_not(back: str) -> None:
    assert found("set_aside S1 7h management", back, f"1: {ROUND}") == {"1": []}


def test_a_card_that_comes_back_too_late_was_missing() -> None:
    acts = ("set_aside S1 7h management", f"1: {ROUND}", "exchanged S1 7h management", f"2: {ROUND.replace('w1', 'w2')}")
    assert [len(texts) for texts in found(*acts).values()] == [1, 0]


def test_a_card_set_aside_of_which_another_is_replaced_is_missing() -> None:
    assert len(found("set_aside S1 7h management", "exchanged S1 7d management", f"1: {ROUND}")["1"]) == 1


def test_a_jack_in_the_place_of_a_queen_is_told_at_once() -> None:
    assert found("exchanged S1 Qd management replacement=Jd", f"1: {ROUND}") == {
        "1": ["Card Qd of shoe S1 was replaced by Jd: Qd is missing from it, and Jd is one too many."]
    }
