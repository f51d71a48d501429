"""A round in a list, as JSON."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from ledger.table_standing import RoundStanding
from ledger.values.document import Document, Minor, Position
from projections.answers.status import StatusWord
from replay.judging.judgement import Verdict


class RoundDocument(Document):
    """A round in a list; `attention` is 4 for a disputed round, 3 where a role must decide, 2 where money is to be
    corrected, 1 where anything was found, else 0.
    """

    round: str
    table: str
    day: str
    shoe: str | None
    game: str
    rulebook: str
    edition: str
    account: str
    standing: RoundStanding
    verdict: Verdict
    findings: int
    wagers: int
    staked_minor: Minor
    first_position: Position
    last_position: Position
    opened_at: str
    dealer: str | None
    currency: str
    minor_digits: int
    attention: Annotated[int, Field(ge=0, le=4)]
    status: StatusWord = Field(description="Its status, by its ruling and by the cases about it.")
    decider: str | None = Field(description="The role that must decide, where its status is for_decision.")
    cases: list[str] = Field(description="The cases about it, by number.")
    in_question_minor: Minor = Field(description="What players are owed, or would be at most where a role must decide.")
    overpaid_minor: Minor = Field(
        description="What players were paid too much, or would have been at most where a role must decide."
    )


def round_document(row: Mapping[str, Any]) -> RoundDocument:
    """A round in a list, from its row in the read model."""
    named = {name: row["table_name" if name == "table" else name] for name in RoundDocument.model_fields}
    return RoundDocument(**named | {"cases": row["cases"].split()})
