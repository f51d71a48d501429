"""What is due in a case, as the inbox and the case's page say it: in days of the case's own zone."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from zoneinfo import ZoneInfo

from ledger.cases.case import Case
from ledger.cases.deadlines import jurisdictions
from projections.documents.cases import CaseDeadlineDocument


@dataclass(frozen=True, slots=True)
class DueLine:
    """Something that is due: `days` are those left, negative where it is late."""

    what: str
    due_on: str
    days: int
    words: str
    source: str
    is_verified: bool

    @property
    def is_late(self) -> bool:
        """Whether its last day is over."""
        return self.days < 0


def due_lines(case: Case, documents: Iterable[CaseDeadlineDocument], now: datetime) -> list[DueLine]:
    """What is due in a case, the soonest first."""
    jurisdiction = case.opened.jurisdiction
    zone = ZoneInfo(jurisdictions()[jurisdiction].zone if jurisdiction in jurisdictions() else "UTC")
    today = now.astimezone(zone).date()
    lines = []
    for document in documents:
        days = (date.fromisoformat(document.due_on) - today).days
        lines.append(
            DueLine(
                document.what.replace("_", " "),
                document.due_on,
                days,
                due_words(days),
                document.source,
                document.verified is not False,
            )
        )
    return sorted(lines, key=lambda line: line.due_on)


def due_words(days: int) -> str:
    """How many days are left, or how late it is: "due in 5 days", "3 days late"."""
    match days:
        case 0:
            return "due today"
        case 1:
            return "due tomorrow"
        case -1:
            return "1 day late"
    return f"due in {days} days" if days > 0 else f"{-days} days late"
