"""What the report on a case says, ready to be set: texts in its language, amounts written out, its rounds told."""

from typing import Annotated

from pydantic import Field

from projections.reports.report import ReportPart, RoundSection


class LabelledText(ReportPart):
    """Something about the case under its label."""

    label: str
    told: str


class CaseDeadline(ReportPart):
    """What must be done about the case by the end of a day, and where that is written."""

    what: str
    by: str
    source: str


class CasePerson(ReportPart):
    """Somebody who was on the floor, or who saw it."""

    person: str
    office: str
    seen_as: str


class CaseFootage(ReportPart):
    """Footage or a file of the case; `clock` says by how much the camera's clock is off."""

    evidence: str
    camera: str
    clock: str
    begins: str
    ends: str
    kept: str
    digest: str


class PlayerMoney(ReportPart):
    """The money of a player over all rounds of the case, written out; None where it is not known or not decided.

    `due` is what the rules give in all, `award` what the answer gives beyond what the table paid, `owed` what of that is
    still to be paid.
    """

    player: str
    asked: str | None
    stake: str
    back: str | None
    due: str | None
    answer: str
    award: str | None
    ex_gratia: str | None
    paid: str | None
    owed: str | None


class ReportedAct(ReportPart):
    """Something done about the case, or the attempt at it: `refused` says why it does not hold."""

    position: int
    at: str
    by: str
    what: str
    told: str
    clause: str
    refused: str | None


class CaseEvidence(ReportPart):
    """By what all of it can be made again and checked."""

    ranges: tuple[tuple[int, int], ...]
    leaves_digest: str
    recorded_at: str
    lines: tuple[LabelledText, ...]
    checks: tuple[str, ...]


class CaseReport(ReportPart):
    """A report on a case."""

    language: Annotated[str, Field(pattern="^[a-z]{2}$")]
    masked: bool
    title: str
    case: str
    state: str
    header: tuple[LabelledText, ...]
    question: tuple[str, ...]
    answer: tuple[str, ...]
    money_is: str
    money: tuple[PlayerMoney, ...]
    rounds: tuple[RoundSection, ...]
    no_rounds: str | None
    acts: tuple[ReportedAct, ...]
    deadlines: tuple[CaseDeadline, ...]
    persons: tuple[CasePerson, ...]
    footage: tuple[CaseFootage, ...]
    held: str
    rights: tuple[str, ...]
    evidence: CaseEvidence
    events: str | None
    """The stored bytes of the entries, one a line; None in a masked report."""
