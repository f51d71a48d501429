"""What a ledger shows of the requirements of authorities, as `recoup compliance --json` prints it."""

from collections.abc import Iterable

from pydantic import BaseModel, ConfigDict, Field

from projections.compliance.requirements import ComplianceRow, Status


class RequirementDocument(BaseModel):
    """A requirement, where it stands, and what the ledger shows of it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Field(description="The requirement's id here.")
    regime: str = Field(description="Whose requirement it is.")
    source: str = Field(description="The text that it stands in.")
    address: str = Field(description="Where that text is published.")
    place: str = Field(description="Where in the text.")
    verified: bool = Field(description="Whether the place in the text was read; else its heading or a report of it was.")
    asks: str = Field(description="What it asks for, in other words than the text's.")
    check: str | None = Field(description="The check that shows it; null where there is none.")
    status: Status = Field(description="Whether it is met; not shown where nothing is on record yet.")
    shown: str = Field(description="What shows it, or what is missing.")


def requirement_documents(rows: Iterable[ComplianceRow]) -> list[RequirementDocument]:
    """Rows as JSON for others."""
    return [
        RequirementDocument(
            id=row.requirement.id,
            regime=row.regime,
            source=row.source.title,
            address=row.source.address,
            place=row.requirement.place,
            verified=row.requirement.verified,
            asks=row.requirement.asks,
            check=row.requirement.check,
            status=row.status,
            shown=row.what,
        )
        for row in rows
    ]
