"""What a drill counted, as JSON."""

from typing import Literal

from ledger.values.document import Document


class DrillDocument(Document):
    """What a drill counted; `examples` tells the first rounds that went wrong."""

    rounds: int
    injected: int
    two_faults: int
    lawful: int
    noop: int
    undetectable: int
    found: int
    dealing_faults: int
    restored: int
    drawn: int
    asked: int
    impossible: int
    missed: int
    invented: int
    wrong_money: int
    seed: int
    by_fault: dict[str, dict[str, int]]
    by_circumstance: dict[str, dict[str, int]]
    examples: list[str]


class PlantedBugDocument(Document):
    """A planted bug of the engine, and after how many rounds the drill caught it as what: as nothing if it did not."""

    name: str
    does: str
    rulebook: str
    rounds: int
    counted: list[Literal["missed", "invented", "wrong_money"]]
