"""What a report says, ready to be set: texts in its language, amounts written out, pictures drawn."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from ledger.values.document import Document
from projections.documents.rulings import RulingDocument
from replay.judging.finding import Mark


class ReportPart(BaseModel):
    """A part of a report: frozen, and nothing else in it than what is named here."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class Picture(ReportPart):
    """A picture as SVG, with its title and what it shows in words."""

    title: str
    desc: str
    svg: str


class RoundFacts(ReportPart):
    """Which round it is, and by what it was judged."""

    round: str
    table: str
    day: str
    times: str
    """In whose time the steps are told."""
    game: str
    shoe: str | None
    account: str
    document: str
    rulebook: str
    edition: str
    edition_digest: str
    engine: str


class ReportStep(ReportPart):
    """One entry of the round: its number, the device's time, what happened, and how the hand then stood.

    `footage` is where it is to be seen: the camera, and what its clock shows.
    """

    number: int
    time: str | None
    text: str
    hand: str
    due: str
    findings: tuple[int, ...]
    footage: str = ""
    mark: Mark = ""
    """Whether it was wrong in any case, or under some readings only, which the text then names."""


class ReportFinding(ReportPart):
    """A finding in one sentence, where it happened, and the clauses it rests on."""

    number: int
    kind: str
    text: str
    where: str
    clauses: tuple[str, ...]
    mark: Mark = "certain"


class ReportClause(ReportPart):
    """A clause: its title, its text, the document's words, and the findings that rest on it."""

    id: str
    title: str
    text: str
    quote: str | None
    quote_language: str
    quote_translation: str
    """What the quoted words mean; empty where they are in the report's own language."""
    findings: tuple[int, ...]
    rests: str = ""
    """The findings that rest on it, in words."""
    resolved: str = ""
    """The reading that holds because somebody resolved it, and how else the clause may be read."""


class ReportBranch(ReportPart):
    """One way to read the rules, what holds under it, and whether it is the one that the award follows."""

    number: int
    under: str
    readings: tuple[str, ...]
    holds: str
    owed: tuple[str, ...]
    """What would still have to go to each player, or went back too much."""
    cards: str
    righting: str
    status: Literal["chosen", "not_chosen", "open"]
    chosen_for: tuple[str, ...] = ()
    withheld: tuple[str, ...] = ()
    chosen_by: tuple[str, ...] = ()
    """The clauses by which it is the one that the award follows, where there are several."""


class WagerMoney(ReportPart):
    """The money of one wager, written out; None where the record does not say, or somebody must decide.

    `as_dealt` is what would be due for the cards as they lay, None where that is what is due on every wager; if it depends
    on the outcome, one line an amount.
    """

    player: str
    wager: str
    on: str
    stake: str
    back: str | None
    as_dealt: str | None
    dues: tuple[str | None, ...]
    awarded: str
    differs: bool
    difference: str = ""
    """By how much the award is not what went back, in words."""


class ReportDecision(ReportPart):
    """A decision of somebody with authority, or the attempt at one: `refused` says why it does not hold."""

    at: str
    by: str
    told: str
    clause: str
    in_force: bool
    refused: str | None
    position: int


class PlayerBalance(ReportPart):
    """What is still to go to a player, in words."""

    player: str
    told: str


class RoundEvidence(ReportPart):
    """By what the ruling can be made again and checked."""

    ranges: tuple[tuple[int, int], ...]
    leaves_digest: str
    recorded_at: str
    checks: tuple[str, ...]


class RoundSection(ReportPart):
    """What there is to say of a round, in a report of its own or in that of a case."""

    facts: RoundFacts
    has_wheel: bool
    answer: tuple[str, ...]
    """The error and the status."""
    consequences: tuple[str, ...]
    """The money of each player, and who must act."""
    steps: tuple[ReportStep, ...]
    moment: Picture
    moment_is: str
    boards: Picture | None
    boards_are: str
    findings: tuple[ReportFinding, ...]
    incomplete: tuple[str, ...]
    decisive: tuple[ReportClause, ...]
    """The clauses that decide, in the order in which they apply."""
    clauses: tuple[ReportClause, ...]
    """The others that were consulted, those of the findings first."""
    branches: tuple[ReportBranch, ...]
    money_is: str
    due_heads: tuple[str, ...]
    money: tuple[WagerMoney, ...]
    balances: tuple[PlayerBalance, ...]
    decisions: tuple[ReportDecision, ...]
    decides: str


class RoundReportDocument(Document):
    """The report on a round as data: the ruling with all that it rests on, and how the ruling on record differs."""

    language: str
    masked: bool
    currency: str
    minor_digits: int
    zone: str
    ruling: RulingDocument
    recorded_at: str
    on_record: list[str] = Field(description="How the ruling on record differs from this one, in sentences.")
    events: str | None = Field(description="The stored bytes of the entries, one a line; null in a masked report.")


class RoundReport(RoundSection):
    """A report on a round."""

    language: Annotated[str, Field(pattern="^[a-z]{2}$")]
    masked: bool
    title: str
    question: str
    disputed: str | None
    rights: tuple[str, ...]
    evidence: RoundEvidence
    events: str | None
    """The stored bytes of the entries, one a line; None in a masked report."""
    data: RoundReportDocument
    """The report as data."""
