"""A house adopts an engine: what its rulings mean holds, where asked for, for rounds that another one ruled on too."""

from typing import ClassVar

from pydantic import Field

from ledger.events.base import Act, ActCommand, Event, RefusedAct, Scope
from ledger.events.decisions import Position, Reason
from ledger.events.deliveries import Digest
from ledger.events.rulings import EngineName
from ledger.values.money import Count
from ledger.values.offices import Person, Role
from ledger.values.subjects import Day


class EngineAct(Act):
    """What somebody does about the engine that rules for the house."""

    SCOPE: ClassVar[Scope] = "engine"
    ORDER: ClassVar = ("required", "optional", "by", "role", "reason")
    NOT_ASKED: ClassVar = frozenset({"engine", "engine_digest"})

    role: Role | None = Field(None, description="In which office, such as management.")
    reason: Reason | None = Field(None, description="Why, in a few plain words.")

    @property
    def office(self) -> str | None:
        """The office in which it was done."""
        return self.role


class EngineAdopted(EngineAct, Event):
    """The house adopts an engine: it holds once a second person has confirmed it. With `since`, rulings that another
    engine made before about that gaming day and later ones are made anew by this one.
    """

    TOPIC: ClassVar = "engine.adopted.v1"
    WORD: ClassVar = "adopt_engine"
    FROM_FEEDS: ClassVar = False
    COMMAND: ClassVar = ActCommand(
        "engine adopt", "Adopt the engine that this version of the program is.", {"since": "--from"}
    )
    by: Person = Field(description="Who adopts it.")
    engine: EngineName = Field(description="Its name and version.")
    engine_digest: Digest = Field(description="The digest of what its rulings mean.")
    since: Day | None = Field(
        None, description="From which gaming day on earlier rulings are made anew; without it all of them are left alone."
    )


class EngineAdoptionConfirmed(EngineAct, Event):
    """Another person confirms that the house adopts an engine."""

    TOPIC: ClassVar = "engine.adoption_confirmed.v1"
    WORD: ClassVar = "confirm_engine"
    FROM_FEEDS: ClassVar = False
    adoption: Position = Field(description="Where the adoption stands.")


class EngineActRefused(RefusedAct, EngineAct, Event):
    """Somebody tried to adopt an engine, or to confirm that, and was refused. It changes nothing."""

    TOPIC: ClassVar = "engine.act_refused.v2"
    WORD: ClassVar = "engine_act_refused"
    FROM_FEEDS: ClassVar = False
    engine: EngineName | None = Field(None, description="The engine.")
    engine_digest: Digest | None = Field(None, description="Its digest.")


class EngineAdoptionCarriedOut(Event):
    """The program has gone through all earlier rulings that an adoption asked it to make anew."""

    TOPIC: ClassVar = "engine.adoption_carried_out.v1"
    WORD: ClassVar = "carry_out_adoption"
    FROM_FEEDS: ClassVar = False
    adoption: Position = Field(description="Where the adoption stands.")
    days: Count = Field(description="How many days of tables were gone through.")
