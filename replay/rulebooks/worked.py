"""Worked rounds: of each clause a round that keeps to it and one on its other side, in the notation."""

from functools import cache
from importlib.resources import files
from typing import Literal

from pydantic import BaseModel, ConfigDict


class WorkedRound(BaseModel):
    """A round by which a clause is shown. In its transcript `table:` stands for the table's day and `1:` for its round 1.

    `unresolved` are the ambiguities that the house has left open in it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    clause: str
    side: Literal["keeps", "breaks"]
    sentence: str
    transcript: str
    unresolved: tuple[str, ...] = ()

    def lines(self, day: str) -> str:
        """The transcript as it is told of a table's day, `TABLE/DATE`."""
        return "".join(f"{_in_full(line, day)}\n" for line in self.transcript.splitlines() if line.strip())


def _in_full(line: str, day: str) -> str:
    subject, colon, phrases = line.strip().partition(": ")
    return f"{day if subject == 'table' else f'{day}/{subject}'}{colon}{phrases}"


@cache
def worked_rounds(rulebook: str) -> tuple[WorkedRound, ...]:
    """The worked rounds of a rulebook; none for one that has none."""
    file = files("replay.rulebooks").joinpath("worked_rounds", f"{rulebook}.ndjson")
    if not file.is_file():
        return ()
    return tuple(WorkedRound.model_validate_json(line) for line in file.read_text(encoding="utf-8").splitlines())
