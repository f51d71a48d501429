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


class StagedFindingDocument(Document):
    """Something that was found in a staged incident, after how many of its rounds; `text` is the finding in words."""

    kind: str
    after_rounds: int | None
    text: str


class StagedIncidentDocument(Document):
    """An incident as it was staged: over how many rounds, what was found, and what else there is to say."""

    incident: str
    rounds: int
    found: list[StagedFindingDocument]
    notes: list[str]


class PublishedCaseDocument(Document):
    """A published case: its source and how certain that is, what was decided, and what the program makes of it.

    `differs` says where that is another than the decision, and why; `missing` what would be needed to stage it.
    """

    case: str
    title: str
    source: str
    certainty: Literal["primary", "court", "press"]
    facts: str
    decided: str
    incidents: list[StagedIncidentDocument]
    differs: str
    missing: str
