"""The drilled rounds of roulette by which broken engines are tried, made once while the engine is whole."""

import tomllib
from dataclasses import dataclass, replace
from functools import cache
from types import ModuleType
from typing import Any, Final

from drill.roulette.recording import ROUND_NAME
from drill.roulette.rounds import DrilledRouletteRound, drilled_rounds
from replay.editions.loader import parse_edition, shipped_edition, shipped_text
from replay.games.roulette import bets, limits, no_spin, settlement, spin, wagers_due
from replay.rulebooks.edition import Edition
from replay.ruling.ruling import rule
from tests.clauses.dcb.toml import written
from tests.replay.engines import watched

CODE: Final[dict[str, ModuleType]] = {
    "spin": spin,
    "settlement": settlement,
    "no_spin": no_spin,
    "claims": wagers_due,
    "limits": limits,
    "bets": bets,
}
"""The code that is changed: the procedure, what is owed, which spin counts, the limits, and where the wagers lay."""

OTHERWISE: Final = {
    "zero.placements": "none",
    "even_chance.on_zero": "lost",
    "column_and_dozen.on_zero": "half",
    "late_raise.becomes": "plays",
    "wager.settled_by": "instruction",
    "money.fraction_goes_to": "house",
}
"""What the other house says."""

SITTINGS: Final = 12
ALL: Final = 40
EDGES: Final = frozenset(
    {
        "above_limit",
        "below_limit",
        "at_limit",
        "not_in_units",
        "not_offered",
        "few_after_call",
        "too_few_revolutions_not_announced",
    }
)
"""Of the later sittings only the rounds with these: what they tell apart lies within a unit, and is rare."""


@dataclass(eq=False, slots=True, repr=False)
class Met:
    """A round, and what its judging meets: functions that it runs, values that it reads. `caught` counts engines."""

    drilled: DrilledRouletteRound
    met: frozenset[str]
    caught: int = 0


@cache
def rounds(otherwise: bool = False) -> tuple[Met, ...]:
    """The rounds with what their judging meets: in no other can a change of that show."""
    house, found = _otherwise() if otherwise else shipped_edition("eca-roulette"), []
    drilleds = [
        drilled
        for number in range(1, ALL + 1)
        for drilled in drilled_rounds(house, 11, number, 40)
        if _wanted(drilled, number)
    ]
    with watched(CODE.values()) as met:
        for drilled in drilleds:
            met.clear()
            played = drilled.table_day.rounds[ROUND_NAME]
            noted = replace(played.edition, values=_Noted(played.edition.values, met))
            rule(
                replace(drilled.table_day, rounds={**drilled.table_day.rounds, ROUND_NAME: replace(played, edition=noted)}),
                ROUND_NAME,
            )
            found.append(Met(drilled, frozenset(met)))
    return tuple(found)


def _otherwise() -> Edition:
    """A house that says otherwise where the shipped one leaves code of ours without anything to decide."""
    tables = tomllib.loads(shipped_text("eca-roulette"))
    other_values = {name: {**tables["values"][name], "value": value} for name, value in OTHERWISE.items()}
    return parse_edition(written({**tables, "values": {**tables["values"], **other_values}}))


def _wanted(drilled: DrilledRouletteRound, sitting: int) -> bool:
    return sitting <= SITTINGS or not EDGES.isdisjoint(drilled.scenario.faults)


class _Noted(dict[str, tuple[Any, str]]):
    """Values that note which of them are read."""

    def __init__(self, values: Any, met: set[str]):
        super().__init__(values)
        self._met = met

    def __getitem__(self, key: str) -> tuple[Any, str]:
        self._met.add(key)
        return super().__getitem__(key)
