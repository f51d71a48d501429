"""The register of decisions as JSON."""

from typing import Any, Literal

from pydantic import Field

from ledger.events.decisions import Reach
from ledger.values.document import Document, Position


class RegisteredDecisionDocument(Document):
    """A decision in the register, in force or taken back since; `refused` says why an attempt did not hold.

    It was taken at a table, in a case, in a championship, or about an edition of a rulebook or the engine. `status`:
    `confirmed` by another person, `unconfirmed`, `waits` for a confirmation without which it does not hold, `refused`;
    `stands` where nobody else need confirm it. `claimed`: nobody signed it, and whoever is named is only claimed.
    """

    position: Position
    table: str | None
    day: str | None
    round: str | None
    shoe: str | None
    case: str | None
    championship: str | None
    rulebook: str | None
    engine: str | None
    act: str
    scope: Reach | None
    by: str
    role: str | None
    reason: str | None
    clause: str | None
    basis: str | None
    decided_at: str
    refused: str | None
    code: str | None = Field(description="The code of that reason; null where it has none.")
    particulars: dict[str, Any] | None = Field(description="What its sentence says, as data.")
    status: Literal["stands", "unconfirmed", "waits", "confirmed", "refused"]
    confirmed_by: str | None
    claimed: bool
