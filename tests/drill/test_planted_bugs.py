"""The drill catches every bug that is planted in the engine, and nothing where none is."""

from typing import Final

import pytest

from drill.planted.planting import GAMES, PlantedBug
from drill.planted.table import BUGS, BugDetection, bugs_of, detect_bug, first_failure
from replay.editions.loader import shipped_edition
from replay.games.baccarat import settlement, wagers_due
from replay.ruling.ruling import Ruling

USUAL: Final = {"baccarat": "dcb", "blackjack": "ccl", "roulette": "eca-roulette"}
SEED: Final = 1
ROUNDS: Final = 800
"""So many rounds a bug has to be caught in; nearly all are within the first fifty."""

SELDOM: Final = {
    ("blackjack", "blackjack loses to blackjack"): "a box and the dealer have a blackjack in one round of two hundred",
    ("blackjack", "any 21 equals blackjack"): "it takes the dealer's blackjack and a hand of 21 in the same round",
    ("blackjack", "box has no maximum"): "it takes a shared box at its maximum that wins",
    (
        "roulette",
        "fraction to the house",
    ): "it takes half of an odd stake, or a piece of a call bet that does not come out even",
}
"""What takes so many rounds to come about that it is tried where there is time for it, and why."""

PARTS: Final = 5
"""In so many parts the bugs are tried: one at once, the rest where there is time for it."""

ENOUGH: Final = 12
"""A game has at least so many bugs."""


def tried(game: str, *, seldom: bool, rounds: int, part: int | None = None) -> list[BugDetection]:
    """The bugs of a game, planted one at a time; of all or of a part."""
    chosen = [bug for bug in bugs_of(game) if ((game, bug.name) in SELDOM) == seldom]
    planted_now = chosen if part is None else chosen[part::PARTS]
    return [detect_bug(bug, shipped_edition(bug.house or USUAL[game]), rounds, SEED) for bug in planted_now]


@pytest.mark.slow
@pytest.mark.parametrize("part", [pytest.param(part, marks=[pytest.mark.nightly] if part else []) for part in range(PARTS)])
@pytest.mark.parametrize("game", GAMES)
def test_every_bug_is_caught_and_nothing_without_one(game: str, part: int) -> None:
    assert sum((game, bug.name) not in SELDOM for bug in bugs_of(game)) >= ENOUGH
    table = tried(game, seldom=False, rounds=ROUNDS, part=part)
    assert [row.bug.name for row in table if not row.failure_kinds] == []
    for house in {row.house for row in table}:
        last = max(row.rounds_played for row in table if row.house == house)
        assert first_failure(shipped_edition(house), last, SEED) == (last, ())


@pytest.mark.nightly
@pytest.mark.parametrize("game", sorted({game for game, _ in SELDOM}))
def test_what_seldom_comes_about_is_caught_too(game: str) -> None:
    assert [row.bug.name for row in tried(game, seldom=True, rounds=4 * ROUNDS) if not row.failure_kinds] == []


def test_what_is_tried_where_there_is_time_is_a_bug() -> None:
    assert set(SELDOM) <= {(game, bug.name) for game in GAMES for bug in bugs_of(game)}


@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: f"{'-'.join(bug.games)}: {bug.name}")
def test_a_bug_says_what_it_does_wrong_and_stands_for_something_of_the_engine(bug: PlantedBug) -> None:
    assert bug.does.endswith(".")
    assert bug.target.startswith("replay.")
    assert set(bug.games) <= set(GAMES)
    with bug.plant():
        pass


def test_no_two_bugs_of_a_game_have_the_same_name() -> None:
    for game in GAMES:
        names = [bug.name for bug in bugs_of(game)]
        assert len(names) == len(set(names))


def planted(name: str) -> PlantedBug:
    return next(bug for bug in BUGS if bug.name == name)


def test_a_bug_is_planted_wherever_the_function_is_known_and_taken_out_again() -> None:
    sound, in_the_table, shown = settlement.settle, dict(settlement.WAGERS), vars(Ruling)["authority"]
    with planted("bank is paid evens").plant():
        assert settlement.settle is vars(wagers_due)["settle"] is not sound
    with planted("three without an eight wins").plant():
        assert settlement.WAGERS["3g8"].settle is not in_the_table["3g8"].settle
    with planted("nobody decides").plant():
        assert vars(Ruling)["authority"] is not shown
    assert settlement.settle is vars(wagers_due)["settle"] is sound
    assert in_the_table == settlement.WAGERS
    assert vars(Ruling)["authority"] is shown


def test_a_bug_is_taken_out_again_whatever_happens() -> None:
    sound = settlement.settle
    with pytest.raises(ZeroDivisionError), planted("bank is paid evens").plant():
        _ = 1 // 0
    assert settlement.settle is sound
