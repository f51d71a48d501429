"""The house adopts a witness policy: whose cosignatures a checkpoint must have before a package is made as of it."""

from typing import Annotated, ClassVar

from pydantic import Field

from ledger.events.base import Act, Event, RefusedAct, Scope
from ledger.events.decisions import Position, Reason
from ledger.values.offices import Role

PolicyText = Annotated[
    str, Field(min_length=1, max_length=20_000, description="The policy, line by line (C2SP tlog-policy).")
]


class PolicyAct(Act):
    """An act about the witness policy of the house."""

    SCOPE: ClassVar[Scope] = "house"
    ORDER: ClassVar = ("required", "optional", "by", "role", "reason")

    role: Role | None = Field(None, description="In which role, such as management.")
    reason: Reason | None = Field(None, description="Why, in a few plain words.")

    @property
    def office(self) -> str | None:
        """The role in which it was done."""
        return self.role


class PolicyAdopted(PolicyAct, Event):
    """The house adopts a witness policy. It is in force once a second person has confirmed it."""

    TOPIC: ClassVar = "evidence.policy_adopted.v1"
    WORD: ClassVar = "adopt_policy"
    FROM_FEEDS: ClassVar = False
    text: PolicyText


class PolicyConfirmed(PolicyAct, Event):
    """Another person confirms that the house adopts a witness policy."""

    TOPIC: ClassVar = "evidence.policy_confirmed.v1"
    WORD: ClassVar = "confirm_policy"
    FROM_FEEDS: ClassVar = False
    adoption: Position = Field(description="The position of the adoption.")


class PolicyActRefused(RefusedAct, PolicyAct, Event):
    """A person tried to adopt a witness policy, or to confirm one, and was refused. It changes nothing."""

    TOPIC: ClassVar = "evidence.policy_act_refused.v1"
    WORD: ClassVar = "policy_act_refused"
    FROM_FEEDS: ClassVar = False
