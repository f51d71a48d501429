"""Cases as JSON: in a line, with their acts, and what is due in them."""

from typing import Any, Literal

from pydantic import Field

from ledger.cases.case import Case, CaseAct, CaseState, proposal_digest
from ledger.cases.clocks import ClockStanding, ClockState, zone_of
from ledger.cases.deadlines import local_day
from ledger.events.cases import Answer, Deadline, Grant
from ledger.events.table import TableOpened
from ledger.values.document import Digest, Document, EditionDocument, Minor, Position
from ledger.values.refusals import refusal_fields
from projections.answers.case_answer import CaseAnswer
from projections.answers.status import StatusWord, case_status


class CaseLineDocument(Document):
    """A case in one line. Amounts are in minor units of the currency of its table."""

    case: str
    state: CaseState
    status: StatusWord = Field(description="One of the words of the glossary.")
    day: str
    rounds: list[str]
    shoe: str | None
    received_at: str
    claims: int
    currency: str
    minor_digits: int
    claimed_minor: Minor
    in_question_minor: Minor = Field(
        description="What the settlement owes players; before it and on appeal, what they claim beyond what was paid."
    )
    held: bool


def case_line_document(case: Case, opening: TableOpened) -> CaseLineDocument:
    """A case in one line, with how its table was opened."""
    return CaseLineDocument.from_object(
        case.opened,
        case=case.number,
        state=case.state,
        status=case_status(case).word,
        claims=len(case.claims),
        currency=opening.currency,
        minor_digits=opening.minor_digits,
        in_question_minor=CaseAnswer(case, case.recorded_at).in_question_minor,
        claimed_minor=sum(claim.amount_minor for claim in case.claims.values()),
        held=case.held,
    )


class ActDocument(Document):
    """Something done about a case, or the attempt at it: `refused` says why it does not hold."""

    position: Position
    case: str
    act: str
    by: str
    role: str | None
    clause: str | None
    proposal: Digest | None
    refused: str | None
    code: str | None = Field(description="The code of that reason; null where it has none.")
    particulars: dict[str, Any] | None = Field(description="What its sentence says, as data.")
    recorded_at: str
    claimed: bool = Field(description="Whether nobody signed it: whoever is named is only claimed.")
    data: dict[str, Any]


def act_document(number: str, act: CaseAct) -> ActDocument:
    """An act, or the attempt at one, in the case of this number."""
    event, entry = act.event, act.entry
    return ActDocument.from_object(
        act,
        position=entry.position,
        case=number,
        by=event.by,
        role=event.office,
        proposal=getattr(event, "proposal", None),
        recorded_at=entry.recorded_at,
        claimed=act.is_claimed,
        data=event.model_dump(mode="json", exclude_none=True),
        **{"code": None, "particulars": None, **refusal_fields(act.refused)},
    )


class RegisteredActDocument(ActDocument):
    """A decision in a case, or the attempt at one, with the table's day that it is about and when it was done."""

    day: str
    decided_at: str


def registered_act_document(number: str, act: CaseAct, day: str) -> RegisteredActDocument:
    """The same of a case that is about a table's day."""
    decided_at = act.entry.delivery.time or act.entry.recorded_at
    return RegisteredActDocument(**dict(act_document(number, act)), day=day, decided_at=decided_at)


class AmountOwedDocument(Document):
    """What a settlement still gives a player; negative where an earlier one gave more."""

    owed_minor: int
    ex_gratia_minor: int


class ClockDocument(Document):
    """A clock of a case at a moment. What was not verified, or has not begun, has no last day."""

    what: str
    kind: Literal["duty", "right", "expiry"] = Field(
        description="Whether the house must do it, the player may until then, or something is gone afterwards."
    )
    state: ClockState
    counts_from: str
    after: str | None = Field(description="How long it is.")
    due_on: str | None = Field(description="Its last day.")
    due_at: str | None = Field(description="The first instant after that day.")
    met_on: str | None = Field(description="The day on which it was met.")
    paused_on: str | None = Field(description="The day since which it is stopped.")
    days_left: int | None = Field(description="Days left, 0 on the last day; null where it is met, past or not running.")
    days_late: int | None = Field(description="By how many days it is late, or was met late; null where none is set.")
    may_be_met: bool = Field(description="Whether an act on record could meet it.")
    pauses: bool = Field(description="Whether it may be stopped.")
    source: str
    verified: bool


def clock_document(standing: ClockStanding) -> ClockDocument:
    """A clock as it stands."""
    clock = standing.clock
    days = {name: getattr(standing, name) for name in ("due_on", "met_on", "paused_on")}
    return ClockDocument.from_object(
        clock,
        **{name: day and day.isoformat() for name, day in days.items()},
        state=standing.state,
        due_at=standing.due_at,
        days_left=standing.days_left,
        days_late=standing.days_late,
        may_be_met=bool(clock.met_by),
    )


class CaseDocument(CaseLineDocument):
    """A case with its file, its answers, and every act and attempt."""

    at: str | None
    jurisdiction: str | None
    rulebook: EditionDocument = Field(description="The edition that a case pins.")
    authorities: list[Grant]
    deadlines: list[Deadline]
    clocks_on: str = Field(description="The day on which the clocks are read, of the jurisdiction's zone.")
    clocks: list[ClockDocument]
    proposal: list[Answer] | None
    digest: Digest | None
    approved_by: str | None
    settled: list[Answer] | None
    settled_digest: Digest | None
    owed: dict[str, AmountOwedDocument]
    acts: list[ActDocument]


def case_document(case: Case, opening: TableOpened, at: str | None = None) -> CaseDocument:
    """A case: its file, its answers, what is owed, and every act and attempt. Its clocks are read at a time, else when its
    last entry was recorded.
    """
    opened, proposal, settled = case.opened, case.proposal, case.settled
    return CaseDocument.from_object(
        opened,
        **dict(case_line_document(case, opening)),
        rulebook=EditionDocument.from_object(opened, id=opened.rulebook),
        clocks_on=local_day(at or case.recorded_at, zone_of(opened)).isoformat(),
        clocks=[clock_document(standing) for standing in case.clocks(at)],
        proposal=proposal and proposal.answers,
        digest=case.digest,
        approved_by=case.approved_by,
        settled=settled and settled.answers,
        settled_digest=settled and proposal_digest(settled),
        owed={
            player: AmountOwedDocument(owed_minor=case.owed(player), ex_gratia_minor=case.owed(player, ex_gratia=True))
            for player in case.answers()
        },
        acts=[act_document(case.number, act) for act in case.taken],
    )


class CaseDeadlineDocument(ClockDocument):
    """A clock of a case, or the day on which footage of it expires."""

    case: str
    overdue: bool


def case_deadline_document(number: str, standing: ClockStanding) -> CaseDeadlineDocument:
    """A clock in the case of this number."""
    return CaseDeadlineDocument(**dict(clock_document(standing)), case=number, overdue=standing.state == "past")
