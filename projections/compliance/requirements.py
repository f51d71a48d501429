"""The requirements of each authority as data, and what a ledger shows of them."""

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Annotated, Final, Literal, NamedTuple, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from projections.compliance.checks import CHECKS, Inspected, Shown

Status = Literal["met", "not met", "not shown"]
"""Not shown: nothing is on record yet on which it could fail."""


class _RegimePart(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class RegimeSource(_RegimePart):
    """A text that requires something, and where it is published."""

    title: str
    address: Annotated[str, Field(pattern=r"^https?://")]


class Requirement(_RegimePart):
    """What a text asks for, in plain words, and the check that shows it; or why it is not met.

    `verified` says whether the place in the text was read, or is known only by its heading or a report of it.
    """

    id: Annotated[str, Field(pattern=r"^[a-z]+-[0-9]+$")]
    source: str
    place: str
    asks: str
    check: str | None = None
    not_met: str | None = None
    verified: bool

    @model_validator(mode="after")
    def _shown_or_not(self) -> Self:
        if (self.check is None) == (self.not_met is None):
            raise ValueError("a requirement has either a check or the reason why it is not met")
        if self.check is not None and self.check not in CHECKS:
            raise ValueError(f"{self.check} is no check; there are {', '.join(CHECKS)}")
        return self


class Regime(_RegimePart):
    """An authority, its texts, and what they require."""

    name: str
    sources: dict[str, RegimeSource]
    requirement: tuple[Requirement, ...]

    @model_validator(mode="after")
    def _sources_are_named(self) -> Self:
        for requirement in self.requirement:
            if requirement.source not in self.sources:
                raise ValueError(f"{requirement.id} cites {requirement.source}, which is none of the sources")
        return self


_FILES: Final = files("projections.compliance").joinpath("regimes")

REGIMES: Final = tuple(sorted(file.name.removesuffix(".toml") for file in _FILES.iterdir() if file.name.endswith(".toml")))
"""The files in `regimes`."""


@cache
def regime(name: str) -> Regime:
    """A regime by the name of its file."""
    text = _FILES.joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return Regime.model_validate(tomllib.loads(text))


class ComplianceRow(NamedTuple):
    """A requirement, and what the ledger shows of it now."""

    regime: str
    requirement: Requirement
    source: RegimeSource
    status: Status
    what: str


def compliance(seen: Inspected, names: tuple[str, ...] = REGIMES) -> Iterator[ComplianceRow]:
    """What a ledger shows of each requirement of these regimes, in their order. Each check is made once."""
    results: dict[str, Shown] = {}
    for name in names:
        held = regime(name)
        for requirement in held.requirement:
            shown = Shown(is_met=False, what=requirement.not_met or "")
            if requirement.check is not None:
                if requirement.check not in results:
                    results[requirement.check] = CHECKS[requirement.check](seen)
                shown = results[requirement.check]
            status: Status = "not shown" if shown.is_met is None else "met" if shown.is_met else "not met"
            yield ComplianceRow(name, requirement, held.sources[requirement.source], status, shown.what)
