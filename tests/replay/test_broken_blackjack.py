"""An engine for blackjack that is broken in any one place fails the drill.

Every value of three houses is flipped in turn, and every operator, number and condition in the code of the procedure,
of the table and of the settlement. Neither is chosen by hand.
"""

import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from signal import ITIMER_VIRTUAL, SIGVTALRM, setitimer, signal
from types import CodeType, FrameType, ModuleType
from typing import Final

import pytest

from ledger.errors import MalformedRulebook
from replay.blackjack import play, settlement, table
from replay.blackjack.drill import NAME, Drilled, failures
from replay.rulebook import Edition, parse
from replay.rulings import Ruling, rule
from replay.story import Story
from tests.clauses.ccl import flips as plain
from tests.clauses.dcb.toml import written
from tests.clauses.eca_blackjack import flips as eca
from tests.replay.engines import Engine, mutilated
from tests.replay.rounds import HOUSES, OTHERWISE, rounds, tables

pytestmark = pytest.mark.timeout(600)

CODE: Final = {module.__name__: module for module in (play, table, settlement)}
PATIENCE: Final = 5.0
"""So many seconds of work is a ruling given; our engine needs a few hundredths of one."""

EQUIVALENT: Final[dict[str, str]] = {}
"""Engines that are changed and pass: no ruling on any round that the drill deals can differ. Each with the reason."""


# The engines


def misled(name: str) -> Iterator[Engine]:
    """One engine for each flip of a house's values; what an edition's loader refuses is none.

    Which clause a value cites and who decides what is referred are no matter of the drill.
    """
    for flip in (eca if name == "eca-blackjack" else plain).flips(tables(name)):
        if " cite" not in flip.name and not flip.name.startswith("edition."):
            try:
                yield Engine(f"{name}: {flip.name}", _Judge(parse(written(flip.tables))))
            except MalformedRulebook:
                continue


class _Judge:
    """Rules as the engine does, but by this edition, resolved as the round's is in what it leaves open."""

    def __init__(self, edition: Edition):
        self.edition = edition

    def __call__(self, story: Story, name: str) -> Ruling:
        played, mine = story.rounds[name], self.edition
        open_here = set(mine.sheet.readings) - set(mine.resolved)
        besides = {clause: letter for clause, letter in played.edition.resolved.items() if clause in open_here}
        edition = mine.with_resolved(besides)
        return rule(replace(story, rounds={name: replace(played, edition=edition)}), name)


# The rounds


@cache
def everywhere() -> tuple[Drilled, ...]:
    return tuple(one for name in (*OTHERWISE, *HOUSES) for one in rounds(name))


@cache
def runs(code: CodeType) -> tuple[Drilled, ...]:
    """The rounds in whose judging a function is run: in no other can a change of it show."""
    return tuple(one for one, run in _traced() if code in run)


@cache
def _traced() -> tuple[tuple[Drilled, frozenset[CodeType]], ...]:
    files = {module.__file__ for module in CODE.values()}
    run: set[CodeType] = set()

    def called(frame: FrameType, _: str, __: object) -> None:
        if frame.f_code.co_filename in files:
            run.add(frame.f_code)

    found = []
    before = sys.gettrace()
    for one in everywhere():
        run.clear()
        sys.settrace(called)
        try:
            rule(one.story, NAME)
        finally:
            sys.settrace(before)
        found.append((one, frozenset(run)))
    return tuple(found)


# Judging


def passing(engines: Iterable[Engine], among: tuple[Drilled, ...] = ()) -> Iterator[str]:
    """The engines that no round catches. The rounds that caught others are tried first."""
    catching: list[Drilled] = []
    for engine in engines:
        held = runs(engine.code) if engine.code else among
        known = {id(one) for one in held}
        first = [one for one in catching if id(one) in known]
        tried = {id(one) for one in first}
        by = next((one for one in (*first, *(o for o in held if id(o) not in tried)) if _catches(one, engine)), None)
        if by is None:
            yield engine.name
        else:
            catching[:] = [by, *(one for one in catching if one is not by)]


def _catches(one: Drilled, engine: Engine) -> bool:
    """Whether the drill fails, or the engine breaks down or comes to no end."""
    try:
        with engine.broken():
            setitimer(ITIMER_VIRTUAL, PATIENCE)
            try:
                ruling = engine.judge(one.story, NAME)
            finally:
                setitimer(ITIMER_VIRTUAL, 0)
    except Exception:
        return True
    return any(failures(one, ruling))


@pytest.fixture(autouse=True)
def _impatient() -> Iterator[None]:
    def stop(*_: object) -> None:
        raise TimeoutError

    before = signal(SIGVTALRM, stop)
    yield
    signal(SIGVTALRM, before)


@pytest.mark.parametrize("name", [*HOUSES, *OTHERWISE])
def test_the_engine_itself_passes(name: str) -> None:
    wrong = [found for one in rounds(name) for found in failures(one, rule(one.story, NAME))]
    assert not wrong, "\n".join(f"{what}: {why}" for what, why in wrong)


@pytest.mark.parametrize(("name", "at_least"), [("riverboat", 100), ("eca-blackjack", 100), ("ccl", 100)])
def test_no_flip_of_a_value_passes(name: str, at_least: int) -> None:
    _all_are_caught(list(misled(name)), rounds(name), at_least)


@pytest.mark.parametrize(("module", "at_least"), [(play, 100), (table, 50), (settlement, 100)])
def test_no_change_of_the_procedure_passes(module: ModuleType, at_least: int) -> None:
    _all_are_caught(list(mutilated(module)), (), at_least)


def _all_are_caught(engines: list[Engine], among: tuple[Drilled, ...], at_least: int) -> None:
    names = [engine.name for engine in engines]
    assert len(names) == len(set(names)) > at_least
    passed = set(passing(engines, among))
    expected = {name for name in EQUIVALENT if name in names}
    assert passed == expected, "\n".join(
        [f"passes: {name}" for name in sorted(passed - expected)]
        + [f"is caught after all: {name}" for name in sorted(expected - passed)]
    )


def test_no_exception_is_of_an_engine_that_is_none() -> None:
    names = {engine.name for name in HOUSES for engine in misled(name)}
    names |= {engine.name for module in CODE.values() for engine in mutilated(module)}
    assert not set(EQUIVALENT) - names
