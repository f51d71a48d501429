"""What the shapes of outputs are made of, and those of decisions and of the money of whole shoes."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from ledger.events.decisions import Reach

Digest = Annotated[str, Field(pattern=r"^sha256:[0-9a-f]{64}$")]
Position = Annotated[int, Field(ge=1)]
Minor = Annotated[int, Field(ge=0)]
Digits = Annotated[str, Field(pattern=r"^[0-9]+$")]
Decimal = Annotated[str, Field(pattern=r"^-?[0-9]\.[0-9]{10}$")]


class Shape(BaseModel):
    """An output, or a part of one, that has these keys and no others."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True, serialize_by_alias=True)


class FindingShape(Shape):
    """A breach or a doubt; `at` is the position of the entry it is about."""

    kind: str
    clauses: list[str]
    at: Position
    text: str
    wagers: list[str]
    under: list[str] | None


class DecisionShape(Shape):
    """A decision, or the attempt at one: `refused` says why it does not hold, `at` is its position."""

    at: Position
    act: str
    scope: Reach
    shoe: str | None
    round: str | None
    by: str
    role: str | None
    reason: str | None
    clause: str | None
    basis: str | None
    refused: str | None
    in_force: bool


class MoneyTotalsShape(Shape):
    """Money of several wagers; null where an amount is not established."""

    stake_minor: Minor
    paid_minor: Minor
    due_minor: Minor | None
    balance_minor: int | None
    withheld_minor: Minor | None


class ShoeTotalsShape(Shape):
    """What a shoe comes to, from its first round to this one, under one choice among the readings of a decision."""

    choices: dict[str, str]
    players: dict[str, MoneyTotalsShape]
    all: MoneyTotalsShape


class RegisteredDecisionShape(Shape):
    """A decision in the register, in force or taken back since; `refused` says why an attempt did not hold.

    It was taken at a table, in a case, or in a championship. `status`: `confirmed` by another person, `unconfirmed`,
    `waits` for a confirmation without which it does not hold, `refused`; `stands` where nobody else need confirm it.
    """

    position: Position
    table: str | None
    day: str | None
    round: str | None
    shoe: str | None
    case: str | None
    championship: str | None
    act: str
    scope: Reach | None
    by: str
    role: str | None
    reason: str | None
    clause: str | None
    basis: str | None
    decided_at: str
    refused: str | None
    status: Literal["stands", "unconfirmed", "waits", "confirmed", "refused"]
    confirmed_by: str | None
