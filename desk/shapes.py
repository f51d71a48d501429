"""What the shapes of outputs are made of, and those of decisions and of the money of whole shoes."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from ledger.events.decisions import Scope

Digest = Annotated[str, Field(pattern=r"^sha256:[0-9a-f]{64}$")]
Position = Annotated[int, Field(ge=1)]
Minor = Annotated[int, Field(ge=0)]
Digits = Annotated[str, Field(pattern=r"^[0-9]+$")]
Decimal = Annotated[str, Field(pattern=r"^-?[0-9]\.[0-9]{10}$")]


class Shape(BaseModel):
    """An output, or a part of one, that has these keys and no others."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True, serialize_by_alias=True)


class DecisionShape(Shape):
    """A decision, or the attempt at one: `refused` says why it does not hold, `at` is its position."""

    at: Position
    act: str
    scope: Scope
    shoe: str | None
    round: str | None
    by: str
    role: str | None
    reason: str | None
    clause: str | None
    basis: str | None
    refused: str | None
    in_force: bool


class SumsShape(Shape):
    """Money of several wagers; null where an amount is not established."""

    stake_minor: Minor
    paid_minor: Minor
    due_minor: Minor | None
    balance_minor: int | None
    withheld_minor: Minor | None


class ReckoningShape(Shape):
    """What a shoe comes to, from its first round to this one, under one choice among the readings of a decision."""

    choices: dict[str, str]
    players: dict[str, SumsShape]
    all: SumsShape


class RegisteredShape(Shape):
    """A decision in the register, in force or taken back since; `refused` says why an attempt did not hold."""

    position: Position
    table: str
    day: str
    round: str | None
    shoe: str | None
    act: str
    scope: Scope
    by: str
    role: str | None
    reason: str | None
    clause: str | None
    basis: str | None
    decided_at: str
    refused: str | None
