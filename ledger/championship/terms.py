"""What the running of a championship takes from an edition's text: who may do what, and the least number of entries."""

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Any, Final

from pydantic import BaseModel, Field

from ledger.decisions.authority import Authorities
from ledger.people import Rank

Minimum = Annotated[int, Field(strict=True, ge=0)]


class _Row(BaseModel):
    value: Any = None
    clause: str
    readings: Mapping[str, Any] = {}


class Terms(Authorities):
    """The authorities of an edition, and the values by which acts are refused; all else is for those who judge."""

    values: Mapping[str, _Row] = {}

    @property
    def least_entries(self) -> tuple[int, str]:
        """How many must enter before a round is scheduled, and the clause that says so."""
        row = self.values[LEAST_ENTRIES]
        return int(row.value), row.clause

    @property
    def exercise(self) -> str:
        """The clause by which an exercise is made of wagers whose payouts can be stated."""
        return self.values[ODDS_OF].clause

    @property
    def wheels(self) -> tuple[frozenset[str], str]:
        """The wheels on which an exercise may be, by the readings of the clause that says so, and that clause."""
        row = self.values[WHEEL]
        return frozenset(row.readings.values() or (row.value,)), row.clause

    @property
    def repeated(self) -> str:
        """The clause by which an exercise is never set twice."""
        return self.values[AGAIN].clause

    def roles(self, act: str) -> tuple[Rank, ...]:
        """Who may do this; nobody, where the edition does not name the act."""
        return self.authority[act].roles if act in self.authority else ()

    def clause(self, act: str) -> str | None:
        """The clause that gives the authority for an act."""
        return self.authority[act].clause if act in self.authority else None


LEAST_ENTRIES: Final = "entries.least"
AGAIN: Final = "exercise.again"
ODDS_OF: Final = "exercise.odds_of"
WHEEL: Final = "exercise.wheel"


@lru_cache(maxsize=64)
def terms(text: str) -> Terms:
    """The terms of an edition from its text."""
    return Terms.model_validate(tomllib.loads(text))
