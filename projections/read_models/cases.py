"""The casebook: every case in one line, what is due when, and the register of what was decided. Read straight from the
ledger: it is a view of the cases' own streams and is never out of date.
"""

from collections.abc import Iterator
from typing import Final

from ledger.application import Ledger
from ledger.cases.case import Case, CaseAct
from ledger.cases.casebook import Casebook
from ledger.cases.casework import ATTEMPTS
from ledger.cases.clocks import ClockStanding
from ledger.events.cases import CaseActRefused, RulingTaken
from ledger.merkle import digest
from ledger.values.times import format_instant
from projections.answers.case_answer import CaseAnswer
from projections.documents.cases import (
    CaseDeadlineDocument,
    RegisteredActDocument,
    case_deadline_document,
    registered_act_document,
)
from projections.documents.rulings import ruling_documents
from projections.table_days import TableDays

MAX_BASIS_LENGTH: Final = 500
OPEN: Final = frozenset({"running", "paused", "past", "not_verified"})
"""The states of clocks that somebody has to look at."""


def open_deadlines(ledger: Ledger) -> list[CaseDeadlineDocument]:
    """What is due in all cases that are not closed, the soonest first; then what has no last day."""
    work, now = Casebook(ledger), format_instant(ledger.clock())
    documents = [
        case_deadline_document(case.number, standing) for case in work.cases() for standing in _open_clocks(case, now)
    ]
    return sorted(documents, key=lambda document: (document.due_at is None, document.due_at or "", document.case))


def _open_clocks(case: Case, now: str) -> Iterator[ClockStanding]:
    if case.state == "closed":
        return
    yield from (clock.standing for clock in CaseAnswer(case, now).clocks_and_footage if clock.standing.state in OPEN)


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
    work = Casebook(ledger)
    register = [
        registered_act_document(case.number, act, case.opened.day)
        for case in work.cases()
        for act in case.taken
        if act.refused is not None or act.event.DECIDES
    ]
    for entry in ledger.entries(ATTEMPTS):
        if isinstance(entry.event, CaseActRefused):
            attempt = CaseAct(entry, entry.event.act, None, entry.event.why)
            register.append(registered_act_document("", attempt, entry.subject))
    return sorted(register, key=lambda row: row.position)
