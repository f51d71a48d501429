"""The casebook: every case in one line, what is due when, and the register of what was decided. Read straight from the
ledger: it is a view of the cases' own streams and is never out of date.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any, Final
from zoneinfo import ZoneInfo

from ledger.application import Ledger
from ledger.cases.case import Case, CaseAct, proposal_digest
from ledger.cases.casework import ATTEMPTS, Casework
from ledger.cases.deadlines import end_of, jurisdictions
from ledger.entry import Entry
from ledger.events.cases import CaseActRefused, Deadline, RulingTaken
from ledger.merkle import digest
from ledger.values.times import format_instant
from projections.documents.rulings import ruling_documents
from projections.table_days import TableDays

MAX_BASIS_LENGTH: Final = 500
FOOTAGE_EXPIRES: Final = "footage_expires"
ANSWER_DEADLINES: Final = frozenset({"final_position"})
"""What is done once the answer is given."""


@dataclass(frozen=True, slots=True)
class OpenDeadline:
    """Something that must be done about a case by the end of a day."""

    case: str
    deadline: Deadline
    is_overdue: bool


def open_deadlines(ledger: Ledger) -> list[OpenDeadline]:
    """What is due in all cases that are not closed, the soonest first."""
    work, now = Casework(ledger), format_instant(ledger.clock())
    found = [
        OpenDeadline(number, deadline, deadline.due_at <= now)
        for number in work.numbers()
        for deadline in _case_deadlines(work.case(number))
    ]
    return sorted(found, key=lambda deadline: (deadline.deadline.due_at, deadline.case))


def _case_deadlines(case: Case) -> Iterator[Deadline]:
    if case.state == "closed":
        return
    answered = case.state in ("settled", "appealed")
    yield from (deadline for deadline in case.opened.deadlines if not (answered and deadline.what in ANSWER_DEADLINES))
    if case.held:
        return
    zone = ZoneInfo(jurisdictions()[case.opened.jurisdiction].zone if case.opened.jurisdiction else "UTC")
    for evidence in case.evidence:
        if evidence.expires_on is not None:
            day = date.fromisoformat(evidence.expires_on)
            named = f"footage {evidence.evidence}" + (f" of camera {evidence.camera}" if evidence.camera else "")
            yield Deadline(
                what=FOOTAGE_EXPIRES, due_on=evidence.expires_on, due_at=end_of(day, zone), source=f"{named} expires"
            )


def ruling_taken(ledger: Ledger, name: str, by: str, role: str) -> RulingTaken:
    """The engine's ruling on a round as a case takes it in: by the digest of its canonical JSON. Raises UnknownRound."""
    document = next(ruling_documents(TableDays(ledger), [name]))
    ranges = ",".join(f"{first}-{last}" for first, last in document.basis.ranges)
    fields = {
        "by": by,
        "role": role,
        "round": name,
        "digest": digest(document.canonical),
        "verdict": document.verdict,
        "engine": document.engine,
        "leaves": document.basis.leaves_digest,
        "basis": ranges if len(ranges) <= MAX_BASIS_LENGTH else None,
    }
    return RulingTaken.model_validate(fields)


def case_summary(case: Case) -> dict[str, Any]:
    """A case in one line."""
    opened = case.opened
    return {
        "case": case.number,
        "state": case.state,
        "day": opened.day,
        "rounds": list(opened.rounds),
        "shoe": opened.shoe,
        "received_at": opened.received_at,
        "claims": len(case.claims),
        "claimed_minor": sum(claim.amount_minor for claim in case.claims.values()),
        "held": case.held,
    }


def case_document(case: Case) -> dict[str, Any]:
    """A case as JSON for others: its file, its answers, what is owed, and every act and attempt."""
    opened = case.opened
    return case_summary(case) | {
        "at": opened.at,
        "jurisdiction": opened.jurisdiction,
        "rulebook": {"id": opened.rulebook, "edition": opened.edition, "digest": opened.digest},
        "authorities": [grant.model_dump(mode="json") for grant in opened.authorities],
        "deadlines": [deadline.model_dump(mode="json") for deadline in opened.deadlines],
        "proposal": case.proposal and [answer.model_dump(mode="json") for answer in case.proposal.answers],
        "digest": case.digest,
        "approved_by": case.approved_by,
        "settled": case.settled and [answer.model_dump(mode="json") for answer in case.settled.answers],
        "settled_digest": case.settled and proposal_digest(case.settled),
        "owed": {
            player: {"owed_minor": case.owed(player), "ex_gratia_minor": case.owed(player, ex_gratia=True)}
            for player in case.answers()
        },
        "acts": [act_document(case.number, act) for act in case.taken],
    }


def act_document(number: str, act: CaseAct) -> dict[str, Any]:
    """An act, or the attempt at one, as JSON for others."""
    fields = act.event.model_dump(mode="json", exclude_none=True)
    return {
        "position": act.entry.position,
        "case": number,
        "act": act.act,
        "by": act.event.by,
        "role": act.event.office,
        "clause": act.clause,
        "proposal": fields.get("proposal"),
        "refused": act.refused,
        "recorded_at": act.entry.recorded_at,
        "data": fields,
    }


def case_register(ledger: Ledger) -> list[dict[str, Any]]:
    """Everything that was decided or tried in cases, in the order of the record, with attempts to open one.

    Each with the table's day that the case is about, and when it was done.
    """
    work = Casework(ledger)
    cases = [work.case(number) for number in work.numbers()]
    found = [
        _register_row(act_document(case.number, act), case.opened.day, act.entry)
        for case in cases
        for act in case.taken
        if act.refused is not None or act.event.DECIDES
    ]
    for entry in ledger.entries(ATTEMPTS):
        if isinstance(entry.event, CaseActRefused):
            document = act_document("", CaseAct(entry, entry.event.act, None, entry.event.refused))
            found.append(_register_row(document, entry.subject, entry))
    return sorted(found, key=lambda row: row["position"])


def _register_row(document: dict[str, Any], day: str, entry: Entry) -> dict[str, Any]:
    return document | {"day": day, "decided_at": entry.delivery.time or entry.recorded_at}
