"""Returns to authorities as data: each column says on what its place in the return rests."""

from typing import Annotated, Any, Final, Literal

from pydantic import Field

from ledger.values.document import Digest, Document, Minor
from projections.answers.status import StatusWord

Basis = Literal["asked", "form", "own"]
"""`asked`: words of this authority that were read ask for it. `form`: record forms of other authorities that were read have
it; whether this one asks for it could not be verified. `own`: the house's own column.
"""
LocalDay = Annotated[str, Field(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$", json_schema_extra={"format": "date"})]
Month = Annotated[str, Field(pattern=r"^[0-9]{4}-(?:0[1-9]|1[0-2])$")]
CaseState = Literal["open", "proposed", "approved", "settled", "appealed", "closed"]
Outcome = Literal["rejected", "partly_upheld", "upheld"]

MGA_NOTICE: Final = (
    "Malta Gaming Authority, notice on the ADR Directive (Directive 5 of 2018), 3 December 2018: monthly reports of all "
    "disputes referred to ADR entities, including the player ID, the subject-matter and the conclusions"
)
MGA_REPORT: Final = (
    "Malta Gaming Authority, notice on the reporting of ADR proceedings, June 2024: each dispute referred in the previous "
    "month, by the 20th, and its conclusion once the ADR entity has decided"
)
UK_RECORDS: Final = "Gambling Commission, guidance on the information requirements in the LCCP, section 17 (on code 6.1.1)"
INDIANA: Final = "68 IAC 18-1-2(c)"
NEBRASKA: Final = "296 Neb. Admin. Code 11.001"


def column(basis: Basis, what: str, source: str | None = None, *, is_on_record: bool = True) -> Any:
    """A column of a return: what stands in it, on what that rests, and whether a ledger can know it at all."""
    extra: dict[str, Any] = {"basis": basis, "source": source, "is_on_record": is_on_record}
    return (
        Field(None, description=what, json_schema_extra=extra)
        if not is_on_record
        else Field(description=what, json_schema_extra=extra)
    )


class ReturnColumn(Document):
    """A column, what stands in it, and on what that rests."""

    name: str
    what: str
    basis: Basis
    source: str | None
    is_on_record: bool = Field(description="False where a ledger cannot know it: the column is empty, to be filled in.")


def columns_of(row: type[Document]) -> list[ReturnColumn]:
    """The columns of a return, in their order, as its rows declare them."""
    return [
        ReturnColumn.model_validate({"name": name, "what": field.description, **_extra(field.json_schema_extra)})
        for name, field in row.model_fields.items()
    ]


def _extra(extra: Any) -> dict[str, Any]:
    return {name: extra[name] for name in ("basis", "source", "is_on_record")}


class ReturnDocument(Document):
    """What every return begins with. `licensee` and `licence` are null where the house's settings are not on record."""

    licensee: str | None
    licence: str | None
    zone: str = Field(description="The time zone whose days and months are meant.")
    notes: list[str] = Field(description="What must be known to use it, what could not be verified, what is left empty.")
    columns: list[ReturnColumn]


class MgaDisputeDocument(Document):
    """A dispute that was referred to an ADR entity, as a return of one month has it. Amounts are in minor units."""

    reported_as: Literal["referred", "awaited"] = column(
        "own", "`referred` in the month; or referred before it, and its conclusion still `awaited` when it began"
    )
    adr_entity: str = column("asked", "the ADR entity to which the dispute was referred", MGA_REPORT)
    player_id: str = column("asked", "the player's id with the house", MGA_NOTICE)
    player_details: None = column(
        "asked", "further details of the party; a ledger keeps ids alone", MGA_REPORT, is_on_record=False
    )
    subject_matter: str = column("asked", "the subject-matter of the dispute", MGA_NOTICE)
    referred_on: LocalDay = column("own", "the day on which it was referred; the notices name the month alone")
    conclusion: None = column("asked", "the conclusion of the ADR entity", MGA_NOTICE, is_on_record=False)
    concluded_on: None = column("own", "the day of the conclusion", is_on_record=False)
    case: str = column("own", "the number of the case")
    received_on: LocalDay = column("own", "the day on which the house received the complaint")
    claimed_minor: Minor | None = column("own", "what the player asked for; empty without a claim")
    house_outcome: Outcome | None = column("own", "how the house had answered before the referral")
    house_pays_minor: Minor | None = column("own", "what that answer gives beyond what the table paid")
    house_ex_gratia_minor: Minor | None = column("own", "what it gives besides, without being owed")
    answered_on: LocalDay | None = column("own", "the day of that answer")
    currency: str = column("own", "the currency of the amounts")
    minor_digits: int = column("own", "how many digits of an amount stand after the point")
    reopened_on: LocalDay | None = column("own", "the day on which the house took the case up again, until the month's end")
    closed_on: LocalDay | None = column("own", "the day on which the house closed the case, until the month's end")


class MgaReturnDocument(ReturnDocument):
    """Disputes referred to ADR entities, for one month: what the Malta Gaming Authority's ADR Report is filled in from."""

    month: Month
    is_over: bool = Field(description="Whether the month was over when it was written.")
    due_on: LocalDay = Field(description="The 20th of the following month.")
    disputes: list[MgaDisputeDocument]


class ComplaintDocument(Document):
    """A player's complaint as the house's record of complaints has it. Amounts are in minor units."""

    case: str = column("own", "the number of the case")
    player_id: str = column("form", "the player's id with the house", UK_RECORDS)
    player_name: None = column("form", "the player's name", INDIANA, is_on_record=False)
    player_address: None = column("form", "the player's address", INDIANA, is_on_record=False)
    player_telephone: None = column("form", "the player's telephone number", INDIANA, is_on_record=False)
    received_on: LocalDay = column("form", "the day on which the complaint came", UK_RECORDS)
    acknowledged_on: LocalDay | None = column("form", "the day on which it was acknowledged", UK_RECORDS)
    incident_at: str | None = column("form", "when the incident was, in local time", INDIANA)
    table: str = column("own", "the table")
    gaming_day: LocalDay = column("own", "the gaming day")
    rounds: list[str] = column("own", "the rounds")
    complaint_type: str | None = column("form", "the type of complaint, as the house noted it", UK_RECORDS)
    subject_matter: str = column("form", "what it is about", UK_RECORDS)
    words_digest: Digest | None = column("own", "digest of the complaint in the player's own words, which are sealed")
    claimed_minor: Minor | None = column("form", "the amount of money in dispute", NEBRASKA)
    currency: str = column("own", "the currency of the amounts")
    minor_digits: int = column("own", "how many digits of an amount stand after the point")
    persons_involved: list[str] = column("form", "ids of those on the floor", INDIANA)
    witnesses: list[str] = column("form", "ids of witnesses", INDIANA)
    attempts: list[str] = column("form", "attempts to settle it: day, outcome, what was offered in minor units", INDIANA)
    outcome: Outcome | None = column("form", "the action taken: how it was answered", NEBRASKA)
    answered_on: LocalDay | None = column("own", "the day of the answer that stands")
    pay_minor: Minor | None = column("own", "what the answer gives beyond what the table paid")
    ex_gratia_minor: Minor | None = column("own", "what it gives besides, without being owed")
    ask_back_minor: Minor | None = column("own", "what the player was asked to return")
    paid_minor: Minor = column("own", "what was paid until now, as owed and ex gratia")
    reason: str | None = column("own", "why, as the answer says it")
    approved_by: str | None = column("own", "id of the second person who approved the answer")
    withdrawn_on: LocalDay | None = column("own", "the day on which the player withdrew it")
    referred_to: str | None = column("own", "the body outside the house to which it was taken")
    referred_on: LocalDay | None = column("own", "the day on which it was")
    status: StatusWord = column("own", "the status of the case, as the glossary has it")
    state: CaseState = column("own", "which step of the procedure the case has reached")
    closed_on: LocalDay | None = column("own", "the day on which the case was closed")


class ComplaintRecordDocument(ReturnDocument):
    """The complaints that came in a period, as they stand now: a record in the shape of forms that could be read."""

    first_day: LocalDay
    last_day: LocalDay
    complaints: list[ComplaintDocument]
