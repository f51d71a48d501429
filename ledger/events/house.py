"""The house: what it is called, under which licence, where it is, who signs for it, and who hears appeals from it.

A house records the rates at which it converts totals.

A house adopts an engine: what its rulings mean holds, where asked for, for rounds that another one ruled on too.

A house adopts an edition of a rulebook: by whom, in which office, and whether it is dated back.
"""

from fractions import Fraction
from typing import Annotated, ClassVar

from pydantic import BaseModel, ConfigDict, Field, StrictBool

from ledger.events.base import Act, ActCommand, Event, RefusedAct, Scope
from ledger.events.decisions import Position, Reason
from ledger.events.deliveries import Digest, RulebookAdopted
from ledger.events.rulings import EngineName
from ledger.events.table import Zone
from ledger.values.message import LanguageCode
from ledger.values.money import LARGEST, Count, Currency
from ledger.values.offices import CaseRole, Person, Role
from ledger.values.subjects import Day, JurisdictionId, Name
from ledger.values.times import Instant

HOUSE_STREAM = "house"
"""The stream of what is on record about the house."""

Line = Annotated[str, Field(min_length=1, max_length=200)]


class _HousePart(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class Signatory(_HousePart):
    """Who signs letters for the house, and what is printed under the signature."""

    signatory: Name = Field(description="What you call this signatory, such as disputes.")
    printed: Annotated[tuple[Line, ...], Field(min_length=1, max_length=3)] = Field(
        description="What stands under the letter, line by line: an office, or a name that the house publishes."
    )


class DisputeBody(_HousePart):
    """The body outside the house to which a player may take a dispute, free of charge or not."""

    name: Line = Field(description="Its name.")
    address: tuple[Line, ...] = Field((), description="Its address, line by line.")
    web: Line | None = Field(None, description="Its website.")
    is_free: bool = Field(default=True, description="Whether it costs the player nothing.")


class HouseAct(Act):
    """What somebody does about the house as a whole."""

    SCOPE: ClassVar[Scope] = "house"
    ORDER: ClassVar = ("required", "optional", "by", "role", "reason")

    role: CaseRole | None = Field(None, description="In which office, such as management.")
    reason: Reason | None = Field(None, description="Why, in a few plain words.")

    @property
    def office(self) -> str | None:
        """The office in which it was done."""
        return self.role


class HouseSettingsRecorded(HouseAct, Event):
    """What holds of the house from now on. A table's opening overrides the currency and the time zone that it names."""

    TOPIC: ClassVar = "house.settings_recorded.v1"
    WORD: ClassVar = "record_house"
    FROM_FEEDS: ClassVar = False
    name: Line = Field(description="The house's name, as it stands on its licence.")
    licence: Line = Field(description="Its licence: by whom, and the number.")
    address: Annotated[tuple[Line, ...], Field(min_length=1, max_length=6)] = Field(
        description="Its address, line by line."
    )
    contact: Line = Field(description="How a player reaches it: a telephone number or an e-mail address.")
    signatories: Annotated[tuple[Signatory, ...], Field(min_length=1, max_length=20)] = Field(
        description="Who signs letters; the first does where nobody is named."
    )
    dispute_body: DisputeBody | None = Field(None, description="To whom a player may take a dispute.")
    languages: Annotated[tuple[LanguageCode, ...], Field(min_length=1)] = Field(
        description="The languages in which it writes, the usual one first."
    )
    currency: Currency = Field(description="What it accounts in.")
    zone: Zone = Field(description="Its time zone, such as Europe/London.")
    jurisdiction: JurisdictionId | None = Field(None, description="Whose deadlines hold for its cases, such as uk.")
    pays_within_days: Annotated[int, Field(strict=True, ge=0, le=365)] = Field(
        14, description="Within how many days of a decision it pays."
    )
    false_alarm_one_in: Annotated[int, Field(strict=True, ge=100, le=10**12)] | None = Field(
        None,
        description="How rarely a complete and well-shuffled shoe may come under any suspicion: once in so many, a million "
        "where nothing is said. It holds for days opened from then on.",
    )


RatePart = Annotated[int, Field(strict=True, ge=1, le=LARGEST)]


class ExchangeRateRecorded(HouseAct, Event):
    """A rate at which totals are converted from an instant on, until a later rate between the same currencies begins.

    One unit of `currency` is `numerator` / `denominator` units of `into`: the units, not the minor ones. No bet, ruling or
    payment is converted.
    """

    TOPIC: ClassVar = "house.exchange_rate_recorded.v1"
    WORD: ClassVar = "record_exchange_rate"
    FROM_FEEDS: ClassVar = False
    currency: Currency = Field(description="The currency that is converted.")
    into: Currency = Field(description="The currency into which it is converted.")
    numerator: RatePart = Field(description="How many units of the other currency so many units give.")
    denominator: RatePart = Field(description="So many units are converted.")
    since: Instant = Field(description="From when on the rate holds.")
    published_by: Line = Field(description="Who published the rate, such as a central bank, and when.")

    @property
    def rate(self) -> Fraction:
        """Units of `into` for one unit of `currency`."""
        return Fraction(self.numerator, self.denominator)


class HouseActRefused(RefusedAct, HouseAct, Event):
    """Somebody tried to change the house's settings and was refused. It changes nothing."""

    TOPIC: ClassVar = "house.act_refused.v2"
    WORD: ClassVar = "house_act_refused"
    FROM_FEEDS: ClassVar = False


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


NOBODY: Person = "nobody"
"""Who adopts where nobody is named: it is claimed by nobody, and counts only without a roster."""


class EditionAct(Act):
    """What somebody does about an edition of the house's own."""

    SCOPE: ClassVar[Scope] = "rulebook"
    ORDER: ClassVar = ("required", "optional", "by", "role", "reason")

    role: Role | None = Field(None, description="In which office, such as management.")
    reason: Reason | None = Field(None, description="Why, in a few plain words.")

    @property
    def office(self) -> str | None:
        """The office in which it was done."""
        return self.role


class EditionAdopted(EditionAct, RulebookAdopted):
    """The house adopts an edition: it holds once a second person has confirmed it, and in place of another one from then
    on; with `back_dated` from the day that its text gives.
    """

    TOPIC: ClassVar = "rulebook.edition_adopted.v1"
    WORD: ClassVar = "adopt_edition"
    by: Person = Field(NOBODY, description="Who adopts it.")
    back_dated: StrictBool = Field(
        default=False, description="Whether it holds from its own date, for rounds already played too."
    )


class AdoptionConfirmed(EditionAct, Event):
    """Another person confirms that the house adopts an edition."""

    TOPIC: ClassVar = "rulebook.adoption_confirmed.v1"
    WORD: ClassVar = "confirm_edition"
    FROM_FEEDS: ClassVar = False
    adoption: Position = Field(description="Where the adoption stands.")


class EditionActRefused(RefusedAct, EditionAct, Event):
    """Somebody tried to adopt an edition, or to confirm that, and was refused. It changes nothing."""

    TOPIC: ClassVar = "rulebook.act_refused.v2"
    WORD: ClassVar = "edition_act_refused"
    FROM_FEEDS: ClassVar = False
    rulebook: Name | None = Field(None, description="The rulebook.")
    edition: Name | None = Field(None, description="The edition.")
