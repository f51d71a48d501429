"""The register of settlements as JSON."""

from typing import Literal

from pydantic import Field

from ledger.values.document import Digest, Document, Minor, Position


class SettlementDocument(Document):
    """What a settlement gave one player, why, and who answers for it. Amounts are in minor units of the table's currency.

    `proposed_by` wrote the answers first, `altered_by` changed them since, `approved_by` is the second person. `status`:
    `stands`, or `replaced` by a later settlement of the case. What was paid before a case was reopened counts towards the
    later settlement: `paid_minor` is what the player had had from the case in all, until now or until it was replaced.
    """

    case: str
    position: Position
    settled_at: str
    status: Literal["stands", "replaced"]
    day: str
    rounds: list[str]
    player: str
    outcome: Literal["rejected", "partly_upheld", "upheld"]
    currency: str
    minor_digits: int = Field(ge=0, le=4)
    claimed_minor: Minor | None = Field(description="What the player asked for when it was settled; null without a claim.")
    pay_minor: Minor
    ex_gratia_minor: Minor
    ask_back_minor: Minor
    paid_minor: Minor
    paid_ex_gratia_minor: Minor
    open_minor: Minor = Field(description="What is still to be paid by it, as owed and ex gratia; 0 where it was replaced.")
    reason: str | None
    ground: str | None
    ex_gratia_ground: str | None
    clauses: list[str]
    proposed_by: str
    altered_by: list[str]
    approved_by: str
    approver_role: str | None
    authority_clause: str | None = Field(description="The clause by which the second person may approve it.")
    settled_by: str
    claimed: bool = Field(description="Whether nobody signed the approval: whoever is named is only claimed.")
    proposal: Digest
