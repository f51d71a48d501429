"""The shapes of what `recoup case … --json` prints."""

from typing import Any

from ledger.cases.case import CaseState
from ledger.events.cases import Answer, Deadline, Grant
from projections.documents.document import Digest, Document, EditionDocument, Minor, Position


class CaseLineDocument(Document):
    """A case in one line. Amounts are in minor units."""

    case: str
    state: CaseState
    day: str
    rounds: list[str]
    shoe: str | None
    received_at: str
    claims: int
    claimed_minor: Minor
    held: bool


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
    recorded_at: str
    data: dict[str, Any]


class RegisteredActDocument(ActDocument):
    """A decision in a case, or the attempt at one, with the table's day that it is about and when it was done."""

    day: str
    decided_at: str


class AmountOwedDocument(Document):
    """What a settlement still gives a player; negative where an earlier one gave more."""

    owed_minor: int
    ex_gratia_minor: int


class CaseDocument(CaseLineDocument):
    """A case with its file, its answers, and every act and attempt."""

    at: str | None
    jurisdiction: str | None
    rulebook: EditionDocument
    authorities: list[Grant]
    deadlines: list[Deadline]
    proposal: list[Answer] | None
    digest: Digest | None
    approved_by: str | None
    settled: list[Answer] | None
    settled_digest: Digest | None
    owed: dict[str, AmountOwedDocument]
    acts: list[ActDocument]


class CaseDeadlineDocument(Document):
    """Something that is due in a case by the end of a day."""

    case: str
    what: str
    due_on: str
    due_at: str
    source: str
    verified: bool | None
    overdue: bool
