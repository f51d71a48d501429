"""Who looks at the desk, where it is served for several people."""

from dataclasses import dataclass

from starlette.requests import HTTPConnection

from desk.service.session_store import Session
from desk.service.settings import OfficeLimit, sees_table

VISITOR = "recoup.visitor"
"""Where a request bears its visitor."""

ACT = "recoup.act"
"""Where a request bears the id of the act that was taken with it."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """A person of the roster who is signed in."""

    person: str
    offices: tuple[str, ...]
    """Those that the person holds today."""
    session: Session
    limit: OfficeLimit

    def sees(self, table: str) -> bool:
        """Whether a table is among those that this person is shown."""
        return sees_table(self.limit, table)


def visitor_of(request: HTTPConnection) -> Visitor | None:
    """Who asks; None at the desk of one person, and where nobody is signed in."""
    found: Visitor | None = request.scope.get(VISITOR)
    return found


def sees(request: HTTPConnection, table: str) -> bool:
    """Whether whoever asks is shown a table."""
    visitor = visitor_of(request)
    return visitor is None or visitor.sees(table)
