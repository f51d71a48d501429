"""Exercises: made from a seed, every wager of them possible and winning, marked by the roulette's settlement."""

from fractions import Fraction
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.championships.championship import read
from ledger.events.championships import ExerciseSet
from ledger.values.wheel_layout import layout_of
from replay.championship import parameters
from replay.championship.exercise import exercise_faults, generate_exercise, marks, payout
from replay.editions.loader import shipped_edition
from replay.rulebooks.rules import Rules, judge_branches
from tests.championship.lines import RULEBOOK
from tests.ledger.strategies import repeatable

EDITION: Final = shipped_edition(RULEBOOK)
ROULETTE: Final = shipped_edition("eca-roulette")
ONE_ZERO: Final = EDITION.with_resolutions({"ECA-D6?": "a"})
TWO_ZEROS: Final = EDITION.with_resolutions({"ECA-D6?": "b"})

ODDS: Final = {
    "straight": 35,
    "split": 17,
    "street": 11,
    "corner": 8,
    "first_four": 8,
    "six_line": 5,
    "dozen": 2,
    "column": 2,
}
"""The normal odds to 1, as the document prints them; first four as a corner; all others are even chances."""


def exercise(*wagers: str, wheel: str | None = None) -> ExerciseSet:
    return ExerciseSet(by="DIR", exercise=1, round=1, contestants=("C01", "C02"), wagers=wagers, wheel=wheel)


@pytest.mark.parametrize(
    ("wager", "winnings"),
    [
        ("7 straight 17 on 17", 245),
        ("9 split 17-20 on 17", 153),
        ("8 split 0-2 on 0", 136),
        ("13 street 16-17-18 on 17", 143),
        ("9 street 0-1-2 on 0", 99),
        ("15 first_four 0-1-2-3 on 0", 120),
        ("11 corner 16-17-19-20 on 17", 88),
        ("19 six_line 13-14-15-16-17-18 on 17", 95),
        ("25 column 2 on 17", 50),
        ("40 dozen 2 on 17", 80),
        ("65 black on 17", 65),
        ("33 column 3 on 36", 66),
    ],
)
def test_winnings_are_stated_without_the_stake(wager: str, winnings: int) -> None:
    assert str(read(wager)) == wager
    assert payout(read(wager), layout_of(None), Rules(ONE_ZERO), Rules(ROULETTE)) == winnings


def test_a_wager_that_does_not_win_or_cannot_lie_so_has_no_payout() -> None:
    for wager in ("7 straight 17 on 18", "9 split 1-17 on 17", "65 red on 17", "5 dozen 2 on 0", "5 even on 0"):
        assert payout(read(wager), layout_of(None), Rules(ONE_ZERO), Rules(ROULETTE)) is None


@pytest.mark.parametrize(
    ("wager", "why"),
    [
        ("9 split 1-17 on 17", "is no split"),
        ("65 red on 17", "does not win"),
        ("65 basket 1-2 on 1", "no wager basket"),
        ("5 dozen 4 on 1", "no wager dozen 4"),
        ("9 split 0-00 on 0", "is no split"),
    ],
)
def test_an_exercise_that_nobody_could_answer_is_told(wager: str, why: str) -> None:
    (fault,) = exercise_faults(exercise("7 straight 17 on 17", wager), Rules(ONE_ZERO), Rules(ROULETTE))
    assert fault.startswith(f"`{wager}`: ")
    assert why in fault


def test_a_mark_for_each_right_payout_and_none_for_what_is_not_stated() -> None:
    event = exercise("7 straight 17 on 17", "9 split 17-20 on 17", "65 black on 17")
    for stated, right in (((245, 153, 65), 3), ((252, 153, 65), 2), ((245,), 1), ((), 0), ((65, 153, 245), 1)):
        assert marks(event, stated, Rules(ONE_ZERO), Rules(ROULETTE)) == right


@given(st.integers(0, 2**53 - 1), st.sampled_from([ONE_ZERO, TWO_ZEROS]))
@repeatable(200)
def test_whatever_the_seed_each_wager_wins_at_its_odds(seed: int, edition: object) -> None:
    rules = Rules(edition)  # type: ignore[arg-type]  # one of the two editions above
    wagers = generate_exercise(seed, rules, Rules(ROULETTE))
    wheel = rules.value(parameters.WHEEL)
    assert len(wagers) == rules.value(parameters.WAGERS) == 8
    assert list(exercise_faults(exercise(*wagers, wheel=wheel), rules, Rules(ROULETTE))) == []
    for wager in map(read, wagers):
        odds = ODDS.get(wager.kind, 1)
        assert payout(wager, layout_of(wheel), rules, Rules(ROULETTE)) == Fraction(odds) * wager.chips
        assert 5 <= wager.chips <= 60


def test_the_same_seed_makes_the_same_exercise_and_another_one_another() -> None:
    rules, roulette = Rules(ONE_ZERO), Rules(ROULETTE)
    assert generate_exercise(7, rules, roulette) == generate_exercise(7, rules, roulette)
    assert len({generate_exercise(seed, rules, roulette) for seed in range(200)}) == 200


def test_which_wheel_it_is_the_rules_leave_open_and_it_makes_another_exercise() -> None:
    found = judge_branches(EDITION, lambda rules: generate_exercise(7, rules, Rules(ROULETTE)))
    assert [branch.choices for branch in found] == [{"ECA-D6?": "a"}, {"ECA-D6?": "b"}]
    assert found[0].outcome != found[1].outcome
    pockets = {
        letter: len(layout_of(wheel).wheel) for letter, wheel in EDITION.values["exercise.wheel"][0].by_letter.items()
    }
    assert pockets == {"a": 37, "b": 38}
