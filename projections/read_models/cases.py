"""The casebook: every case in one line, what is due when, and the register of what was decided. Read straight from the
ledger: it is a view of the cases' own streams and is never out of date.
"""

from collections.abc import Iterator
from datetime import date
from typing import Final

from ledger.application import Ledger
from ledger.cases.case import Case, CaseAct
from ledger.cases.casework import ATTEMPTS, Casework
from ledger.cases.clocks import ClockStanding, zone_of
from ledger.cases.deadlines import end_of, local_day
from ledger.events.cases import CaseActRefused, CaseClock, RulingTaken
from ledger.merkle import digest
from ledger.values.times import format_instant
from projections.documents.cases import (
    CaseDeadlineDocument,
    RegisteredActDocument,
    case_deadline_document,
    registered_act_document,
)
from projections.documents.rulings import ruling_documents
from projections.table_days import TableDays

MAX_BASIS_LENGTH: Final = 500
FOOTAGE_EXPIRES: Final = "footage_expires"
OPEN: Final = frozenset({"running", "paused", "past", "not_verified"})
"""The states of clocks that somebody has to look at."""


def open_deadlines(ledger: Ledger) -> list[CaseDeadlineDocument]:
    """What is due in all cases that are not closed, the soonest first; then what has no last day."""
    work, now = Casework(ledger), format_instant(ledger.clock())
    documents = [
        case_deadline_document(number, standing)
        for number in work.numbers()
        for standing in _open_clocks(work.case(number), now)
    ]
    return sorted(documents, key=lambda document: (document.due_at is None, document.due_at or "", document.case))


def _open_clocks(case: Case, now: str) -> Iterator[ClockStanding]:
    if case.state == "closed":
        return
    yield from (standing for standing in case.clocks(now) if standing.state in OPEN)
    if case.held:
        return
    zone = zone_of(case.opened)
    for evidence in case.evidence:
        if evidence.expires_on is not None:
            named = f"footage {evidence.evidence}" + (f" of camera {evidence.camera}" if evidence.camera else "")
            clock = CaseClock(
                what=FOOTAGE_EXPIRES, kind="expiry", counts_from="incident", source=f"{named} expires", verified=True
            )
            day = date.fromisoformat(evidence.expires_on)
            days = (day - local_day(now, zone)).days
            yield ClockStanding(clock, "past" if days < 0 else "running", day, end_of(day, zone), days=days)


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


def case_register(ledger: Ledger) -> list[RegisteredActDocument]:
    """Everything that was decided or tried in cases, in the order of the record, with attempts to open one."""
    work = Casework(ledger)
    register = [
        registered_act_document(case.number, act, case.opened.day)
        for case in map(work.case, work.numbers())
        for act in case.taken
        if act.refused is not None or act.event.DECIDES
    ]
    for entry in ledger.entries(ATTEMPTS):
        if isinstance(entry.event, CaseActRefused):
            attempt = CaseAct(entry, entry.event.act, None, entry.event.refused)
            register.append(registered_act_document("", attempt, entry.subject))
    return sorted(register, key=lambda row: row.position)
