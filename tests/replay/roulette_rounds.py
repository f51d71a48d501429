"""The drilled rounds of roulette by which broken engines are tried, made once while the engine is whole."""

from dataclasses import dataclass, replace
from functools import cache
from types import ModuleType
from typing import Any, Final

from replay.roulette import no_spin, settlement, spin
from replay.roulette.rounds import Drilled, told_rounds
from replay.roulette.telling import NAME
from replay.rulebook import shipped
from replay.rulings import rule
from tests.replay.engines import watched

CODE: Final[dict[str, ModuleType]] = {"spin": spin, "settlement": settlement, "no_spin": no_spin}
"""The code that is changed: the procedure, what is owed, and which spin counts."""

SITTINGS: Final = 12


@dataclass(eq=False, slots=True, repr=False)
class Met:
    """A round, and what its judging meets: functions that it runs, values that it reads. `caught` counts engines."""

    one: Drilled
    met: frozenset[str]
    caught: int = 0


@cache
def rounds() -> tuple[Met, ...]:
    """The rounds with what their judging meets: in no other can a change of that show."""
    house, found = shipped("eca-roulette"), []
    told = [one for number in range(1, SITTINGS + 1) for one in told_rounds(house, 11, number, 40)]
    with watched(CODE.values()) as met:
        for one in told:
            met.clear()
            played = one.story.rounds[NAME]
            noted = replace(played.edition, values=_Noted(played.edition.values, met))
            rule(replace(one.story, rounds={**one.story.rounds, NAME: replace(played, edition=noted)}), NAME)
            found.append(Met(one, frozenset(met)))
    return tuple(found)


class _Noted(dict[str, tuple[Any, str]]):
    """Values that note which of them are read."""

    def __init__(self, values: Any, met: set[str]):
        super().__init__(values)
        self._met = met

    def __getitem__(self, key: str) -> tuple[Any, str]:
        self._met.add(key)
        return super().__getitem__(key)
