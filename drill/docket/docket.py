"""The published cases, and what comes of each where it is staged."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final, Literal

from drill.docket.staging import STAGINGS, Outcome

Certainty = Literal["primary", "court", "press"]
_FILE: Final = "docket.toml"


@dataclass(frozen=True, slots=True)
class PublishedCase:
    """A case as it was published, in this program's words.

    `differs` says where a ruling here is another than the decision, and why; `missing` what would be needed to stage it.
    """

    number: str
    title: str
    source: str
    certainty: Certainty
    facts: str
    decided: str
    staged: tuple[str, ...] = ()
    differs: str = ""
    missing: str = ""

    def outcomes(self) -> Iterator[tuple[str, Outcome]]:
        """What comes of each of its incidents, by its number."""
        for name in self.staged:
            yield name, STAGINGS[name]()


@cache
def published_cases() -> tuple[PublishedCase, ...]:
    """All of them, in order."""
    rows = tomllib.loads(files("drill.docket").joinpath(_FILE).read_text(encoding="utf-8"))["case"]
    return tuple(PublishedCase(**{**row, "staged": tuple(row.get("staged", ()))}) for row in rows)
