"""An engine that is broken in any one place fails the drill.

This is what makes the drill worth something: every value of the edition is flipped in turn, and every operator, number,
condition and place in the code of the procedure. Neither is chosen by hand. That is minutes of work: a part of them is
tried at once, the rest where there is time for it: `make bench-long`.
"""

from collections.abc import Iterable
from functools import cache
from typing import Final

import pytest

from drill.baccarat.scoring import failures
from replay.ruling.ruling import rule
from tests.replay.coups import Case, cases
from tests.replay.engines import Engine, houses, misled, mutilated, patience

pytestmark = pytest.mark.timeout(1800)

PARTS: Final = 6
"""In so many parts the engines are tried."""

EACH_PART: Final = pytest.mark.parametrize(
    "part", [pytest.param(part, marks=[pytest.mark.long] if part else []) for part in range(PARTS)]
)

_NO_HOLE: Final = (
    "nobody asks what a card counts that was passed over: a banco that was given none has a reading of its own"
)
_ALIKE: Final = "no row of the tableau tells an ace that was given from nothing: both draw, or neither does"
_EARLY: Final = "it differs only if a card goes astray before both hands have two, and the drill's cards go astray later"

EQUIVALENT: Final[dict[str, str]] = {
    "points: return 0 if card == HOLE else rules.value(POINTS)[rank(card)]"
    " -> return 1 if card == HOLE else rules.value(POINTS)[rank(card)]": _NO_HOLE,
    "points: return 0 if card == HOLE else rules.value(POINTS)[rank(card)]"
    " -> return -1 if card == HOLE else rules.value(POINTS)[rank(card)]": _NO_HOLE,
    "Tableau.over: if len(board.punto) < 3 -> if len(board.punto) < 2": (
        "a punto of two cards has the same total whether its first two or all of its cards are counted"
    ),
    "Tableau._draws_on_nothing: return has in rules.value(PUNTO_DRAWS) if then == 'as_punto' else 0 in "
    "rules.value(BANCO_DRAWS)[has]"
    " -> return has in rules.value(PUNTO_DRAWS) if then == 'as_punto' else 1 in "
    "rules.value(BANCO_DRAWS)[has]": _ALIKE,
    "Tableau.lay: if place in _DUE and len(board.punto) >= 2 and (len(board.banco) >= 2) and "
    "(len(board.hand(place)) == 2)"
    " -> if place in _DUE or len(board.punto) >= 2 or len(board.banco) >= 2 or (len(board.hand(place)) "
    "== 2)": _EARLY,
    "Tableau.lay: if place in _DUE and len(board.punto) >= 2 and (len(board.banco) >= 2) and "
    "(len(board.hand(place)) == 2)"
    " -> if place in _DUE and len(board.punto) >= 1 and (len(board.banco) >= 2) and "
    "(len(board.hand(place)) == 2)": _EARLY,
    "Tableau.lay: if place in _DUE and len(board.punto) >= 2 and (len(board.banco) >= 2) and "
    "(len(board.hand(place)) == 2)"
    " -> if place in _DUE and len(board.punto) >= 2 and (len(board.banco) >= 1) and "
    "(len(board.hand(place)) == 2)": _EARLY,
    "Tableau.lay: if place in _DUE and len(board.punto) >= 2 and (len(board.banco) >= 2) and "
    "(len(board.hand(place)) == 2)"
    " -> if place in _DUE and len(board.banco) >= 2 and (len(board.banco) >= 2) and "
    "(len(board.hand(place)) == 2)": _EARLY,
    "Tableau.lay: if place in _DUE and len(board.punto) >= 2 and (len(board.banco) >= 2) and "
    "(len(board.hand(place)) == 2)"
    " -> if place in _DUE and len(board.punto) >= 2 and (len(board.punto) >= 2) and "
    "(len(board.hand(place)) == 2)": _EARLY,
}
"""Engines that are changed and pass: no ruling on any coup that the drill deals can differ. Each with the reason."""


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


def test_the_engine_itself_passes() -> None:
    wrong = [
        (case.name, found)
        for case in (*ours(), *elsewhere())
        if (found := failures(case.coup, rule(case.story, case.name)))
    ]
    assert not wrong, "\n".join(f"{name}: {found}" for name, found in wrong)


@EACH_PART
def test_no_flip_of_a_value_passes(part: int) -> None:
    _all_are_caught(list(misled()), ours(), part, at_least=200)


@EACH_PART
def test_no_change_of_the_procedure_passes(part: int) -> None:
    _all_are_caught(list(mutilated()), (*elsewhere(), *ours()), part, at_least=110)


def _all_are_caught(engines: list[Engine], coups: tuple[Case, ...], part: int, at_least: int) -> None:
    names = [engine.name for engine in engines]
    assert len(names) == len(set(names)) > at_least
    tried = engines[part::PARTS]
    passed = {engine.name for engine in tried if not caught(engine, coups)}
    expected = {engine.name for engine in tried} & EQUIVALENT.keys()
    assert passed == expected, "\n".join(
        [f"passes: {name}" for name in sorted(passed - expected)]
        + [f"is caught after all: {name}" for name in sorted(expected - passed)]
    )


def test_no_exception_is_of_an_engine_that_is_none() -> None:
    names = {engine.name for engine in (*misled(), *mutilated())}
    assert not set(EQUIVALENT) - names
