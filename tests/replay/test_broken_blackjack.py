"""An engine for blackjack that is broken in any one place fails the drill.

Every value of three houses is flipped in turn, and every operator, number and condition in the code of what may be
decided, of the procedure, of the table and of the settlement. Neither is chosen by hand. Flips of values that no round can
tell from ours are named, each with the reason; of the changes of the code a few may pass, and are listed.

That is minutes of work, most of it for the rounds, of which each process makes its own. So only the values of the first
house are tried at once, and the rest where there is time for it: `make test-nightly`.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

import pytest

from drill.blackjack.rounds import ROUND_NAME, DrilledBlackjackRound
from drill.blackjack.scoring import failures
from ledger.errors import MalformedRulebook
from replay.editions.loader import parse_edition
from replay.games.blackjack import procedure, settlement, table
from replay.games.blackjack.parameters import PARAMETERS
from replay.rulebooks.common_parameters import CUSTODY_PARAMETERS
from replay.rulebooks.edition import Edition
from replay.ruling.ruling import Ruling, rule
from replay.table_day.builder import TableDay
from tests.clauses.blackjack_flips import flips
from tests.clauses.dcb.toml import written
from tests.replay.engines import Engine, few_survive, mutilated, patience, watched
from tests.replay.equivalent import EQUIVALENT
from tests.replay.rounds import FURTHER, HOUSES, OTHERWISE, rounds, tables

pytestmark = pytest.mark.timeout(900)

CODE: Final = {"procedure": procedure, "table": table, "settlement": settlement}
"""The code that is changed: what is due and may be decided, the table, and what is owed."""

PATIENCE: Final = 1.0
"""So many seconds of work is a ruling given; our engine needs a few hundredths of one."""

AT_ONCE: Final = ("riverboat",)
"""What is tried without being asked for."""

ALL: Final = (*OTHERWISE, *HOUSES, *FURTHER)
"""The houses by whose rounds changes of the code are tried."""

OF_CUSTODY: Final = frozenset({*CUSTODY_PARAMETERS, "conduct.repeated_run"})
"""What only nights of several shoes can show: `tests/replay/custody/test_custody_drill.py`."""

PARTS: Final = 12
"""In so many parts the engines of a kind are tried, so that they can be tried side by side."""


# The engines


@cache
def engines(kind: str) -> tuple[Engine, ...]:
    """All engines with a flip in a house's values, or with a change in the code."""
    found = tuple(_misled(kind) if kind in HOUSES else mutilated(CODE[kind], further=True))
    names = {engine.name for engine in found}
    if len(names) < len(found):
        pytest.fail("two engines have the same name")
    return found


def _misled(name: str) -> Iterator[Engine]:
    """One engine for each flip of a house's values; what an edition's loader refuses is none.

    Which clause a value cites and who decides what is referred are no matter of the drill. What concerns the custody of
    the shoe has a drill of its own.
    """
    for flip in flips({"readings": {}, **tables(name)}):
        key = flip.name.split(" ")[0]
        if not flip.name.startswith("edition.") and key not in OF_CUSTODY:
            try:
                within = key if key in PARAMETERS else ""
                judging = _Judge(parse_edition(written(flip.tables)), frozenset(tables(name).get("resolved", {})))
                yield Engine(f"{name}: {flip.name}", judging, within=within)
            except MalformedRulebook:
                continue


class _Judge:
    """Rules as the engine does, but by this edition, resolved as the round's is in what the house leaves open."""

    def __init__(self, edition: Edition, settled: frozenset[str]):
        self.edition = edition
        self.settled = settled

    def __call__(self, story: TableDay, name: str) -> Ruling:
        played, mine = story.rounds[name], self.edition
        open_here = set(mine.sheet.readings) - set(mine.resolved_letters) - self.settled
        besides = {clause: letter for clause, letter in played.edition.resolved_letters.items() if clause in open_here}
        edition = mine.with_resolutions(besides)
        return rule(replace(story, rounds={name: replace(played, edition=edition)}), name)


# The rounds


@dataclass(eq=False, slots=True, repr=False)
class Met:
    """A round, and what its judging meets: functions that it runs, values that it reads. `caught` counts engines."""

    drilled: DrilledBlackjackRound
    met: frozenset[str]
    caught: int = 0


@cache
def _met(name: str) -> tuple[Met, ...]:
    """The rounds of a house with what their judging meets: in no other can a change of that show."""
    found, drilleds = [], rounds(name)
    with watched(CODE.values()) as met:
        for drilled in drilleds:
            met.clear()
            played = drilled.table_day.rounds[ROUND_NAME]
            noted = replace(played.edition, values=_Noted(played.edition.values, met))
            rule(replace(drilled.table_day, rounds={ROUND_NAME: replace(played, edition=noted)}), ROUND_NAME)
            found.append(Met(drilled, frozenset(met)))
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


def passing(tried: Iterable[Engine], houses: tuple[str, ...]) -> Iterator[str]:
    """The engines that no round catches. The rounds that caught most are tried first."""
    held = [met for name in houses for met in _met(name)]
    for engine in tried:
        meeting = [met for met in held if not engine.within or engine.within in met.met]
        by = next((met for met in sorted(meeting, key=lambda met: -met.caught) if _catches(met.drilled, engine)), None)
        if by is None:
            yield engine.name
        else:
            by.caught += 1


def _catches(drilled: DrilledBlackjackRound, engine: Engine) -> bool:
    """Whether the drill fails, or the engine breaks down or comes to no end."""
    try:
        with engine.broken(), patience(PATIENCE):
            ruling = engine.judge(drilled.table_day, ROUND_NAME)
    except Exception:
        return True
    return any(failures(drilled, ruling))


def _houses(kind: str) -> tuple[str, ...]:
    """The houses by whose rounds engines of a kind are tried."""
    return (kind,) if kind in HOUSES else ALL


KINDS: Final = (*HOUSES, *CODE)
_EACH: Final = [(kind, part) for kind in KINDS for part in range(PARTS)]
OF_VALUES: Final = pytest.mark.parametrize(("kind", "part"), [(kind, part) for kind, part in _EACH if kind in HOUSES])
SOME_LONG: Final = pytest.mark.parametrize(
    ("kind", "part"),
    [
        pytest.param(kind, part, marks=() if kind in AT_ONCE and part == 0 else pytest.mark.nightly, id=f"{kind}-{part}")
        for kind, part in _EACH
    ],
)


@pytest.mark.slow
@pytest.mark.parametrize("name", [pytest.param(name, marks=() if name in AT_ONCE else pytest.mark.nightly) for name in ALL])
def test_the_engine_itself_passes(name: str) -> None:
    wrong = [
        f"{what}: {why}" for drilled in rounds(name) for what, why in failures(drilled, rule(drilled.table_day, ROUND_NAME))
    ]
    if wrong:
        pytest.fail("\n".join(wrong))


@pytest.mark.slow
@SOME_LONG
def test_every_broken_engine_is_caught(kind: str, part: int) -> None:
    tried = [engine for engine in engines(kind)[part::PARTS] if engine.name not in EQUIVALENT]
    if kind in CODE:
        few_survive(f"blackjack-{kind}-{part}", passing(tried, _houses(kind)), len(tried))
    else:
        _none("passes", passing(tried, _houses(kind)))


@pytest.mark.nightly
@OF_VALUES
def test_an_exception_is_one(kind: str, part: int) -> None:
    tried = [engine for engine in engines(kind) if engine.name in EQUIVALENT][part::PARTS]
    passed = set(passing(tried, _houses(kind)))
    _none("is caught after all", (engine.name for engine in tried if engine.name not in passed))


def _none(what: str, names: Iterable[str]) -> None:
    items = [f"{what}: {name}" for name in names]
    if items:
        pytest.fail("\n".join(items))


@pytest.mark.slow
def test_no_exception_is_of_an_engine_that_is_none() -> None:
    known = {engine.name for kind in HOUSES for engine in engines(kind)}
    _none("is no engine", sorted(set(EQUIVALENT) - known))
