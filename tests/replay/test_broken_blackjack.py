"""An engine for blackjack that is broken in any one place fails the drill.

Every value of three houses is flipped in turn, and every operator, number and condition in the code of the procedure,
of the table and of the settlement. Neither is chosen by hand.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from signal import ITIMER_VIRTUAL, SIGVTALRM, setitimer, signal
from types import ModuleType
from typing import Any, Final

import pytest

from ledger.errors import MalformedRulebook
from replay.blackjack import play, settlement, table
from replay.blackjack.drill import NAME, Drilled, failures
from replay.blackjack.values import KEYS
from replay.rulebook import Edition, parse
from replay.rulings import Ruling, rule
from replay.story import Story
from tests.clauses.ccl import flips as plain
from tests.clauses.dcb.toml import written
from tests.clauses.eca_blackjack import flips as eca
from tests.replay.engines import Engine, mutilated, watched
from tests.replay.rounds import HOUSES, OTHERWISE, rounds, tables

pytestmark = pytest.mark.timeout(600)

CODE: Final = (play, table, settlement)
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
                key = flip.name.split(" ")[0]
                within = key if key in KEYS else ""
                yield Engine(f"{name}: {flip.name}", _Judge(parse(written(flip.tables))), within=within)
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
def meeting(within: str, names: tuple[str, ...]) -> tuple[Drilled, ...]:
    """The rounds of some houses in whose judging a function is run, or a value read: in no other can its change show."""
    return tuple(one for name in names for one, met in _watched(name) if within in met or not within)


@cache
def _watched(name: str) -> tuple[tuple[Drilled, frozenset[str]], ...]:
    """The rounds of a house, each with the functions that its judging runs and the values that it reads."""
    found, told = [], rounds(name)
    with watched(CODE) as met:
        for one in told:
            met.clear()
            played = one.story.rounds[NAME]
            noted = replace(played.edition, values=_Noted(played.edition.values, met))
            rule(replace(one.story, rounds={NAME: replace(played, edition=noted)}), NAME)
            found.append((one, frozenset(met)))
    return tuple(found)


class _Noted(dict[str, tuple[Any, str]]):
    """Values that note which of them are read."""

    def __init__(self, values: Mapping[str, tuple[Any, str]], met: set[str]):
        super().__init__(values)
        self._met = met

    def __getitem__(self, key: str) -> tuple[Any, str]:
        self._met.add(key)
        return super().__getitem__(key)


# Judging


def passing(engines: Iterable[Engine], names: tuple[str, ...]) -> Iterator[str]:
    """The engines that no round catches. The rounds that caught others are tried first."""
    catching: list[Drilled] = []
    for engine in engines:
        held = meeting(engine.within, names)
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
    _all_are_caught(list(misled(name)), (name,), at_least)


@pytest.mark.parametrize(("module", "at_least"), [(play, 100), (table, 50), (settlement, 100)])
def test_no_change_of_the_procedure_passes(module: ModuleType, at_least: int) -> None:
    _all_are_caught(list(mutilated(module)), (*OTHERWISE, *HOUSES), at_least)


def _all_are_caught(engines: list[Engine], houses: tuple[str, ...], at_least: int) -> None:
    names = [engine.name for engine in engines]
    assert len(names) == len(set(names)) > at_least
    passed = set(passing(engines, houses))
    expected = {name for name in EQUIVALENT if name in names}
    assert passed == expected, "\n".join(
        [f"passes: {name}" for name in sorted(passed - expected)]
        + [f"is caught after all: {name}" for name in sorted(expected - passed)]
    )


def test_no_exception_is_of_an_engine_that_is_none() -> None:
    names = {engine.name for name in HOUSES for engine in misled(name)}
    names |= {engine.name for module in CODE for engine in mutilated(module)}
    assert not set(EQUIVALENT) - names
