"""An engine that is broken in any one place fails the drill.

This is what makes the drill worth something: every value of the edition is flipped in turn, and every operator, number,
condition and place in the code of the procedure. Neither is chosen by hand. That is minutes of work, and done at night:
`make test-nightly`. A house of blackjack is tried in every run.
"""

from collections.abc import Iterable
from functools import cache
from typing import Final

import pytest

from drill.baccarat.scoring import failures
from replay.ruling.ruling import rule
from tests.replay.coups import Case, cases
from tests.replay.engines import Engine, few_survive, houses, misled, mutilated, patience

pytestmark = pytest.mark.timeout(1800)

PARTS: Final = 6
"""In so many parts the engines are tried."""

EACH_PART: Final = pytest.mark.parametrize("part", [pytest.param(part, marks=pytest.mark.nightly) for part in range(PARTS)])

PATIENCE: Final = 10.0
"""So many seconds of work is a ruling given; ours takes two where two cards of a coup were not read."""


@cache
def ours() -> tuple[Case, ...]:
    """Coups of the shipped edition."""
    return tuple(cases(houses()[0]))


@cache
def elsewhere() -> tuple[Case, ...]:
    """Lawful coups of houses with other readings, on which the code of these readings decides something."""
    return tuple(case for house in houses()[1:] for case in cases(house, 4, 120, misdealt=False))


def caught(engine: Engine, coups: Iterable[Case]) -> bool:
    """Whether the drill fails, or the engine breaks down or comes to no end."""
    for case in coups:
        try:
            with engine.broken(), patience(PATIENCE):
                ruling = engine.judge(case.story, case.name)
        except Exception:
            return True
        if failures(case.coup, ruling):
            return True
    return False


@pytest.mark.nightly
def test_the_engine_itself_passes() -> None:
    wrong = [
        (case.name, found)
        for case in (*ours(), *elsewhere())
        if (found := failures(case.coup, rule(case.story, case.name)))
    ]
    assert not wrong, "\n".join(f"{name}: {found}" for name, found in wrong)


@pytest.mark.slow
@EACH_PART
def test_no_flip_of_a_value_passes(part: int) -> None:
    assert _passing(list(misled())[part::PARTS], ours()) == []


@pytest.mark.slow
@EACH_PART
def test_few_changes_of_the_procedure_pass(part: int) -> None:
    tried = list(mutilated())[part::PARTS]
    few_survive(f"baccarat-coup-{part}", _passing(tried, (*elsewhere(), *ours())), len(tried))


def _passing(engines: list[Engine], coups: tuple[Case, ...]) -> list[str]:
    return [engine.name for engine in engines if not caught(engine, coups)]
