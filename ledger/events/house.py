"""The house: what it is called, under which licence, where it is, who signs for it, and who hears appeals from it."""

from typing import Annotated, ClassVar

from pydantic import BaseModel, ConfigDict, Field

from ledger.events.base import Act, Event, RefusedAct, Scope
from ledger.events.decisions import Reason
from ledger.events.table import Zone
from ledger.values.languages import LanguageCode
from ledger.values.money import Currency
from ledger.values.offices import CaseRole
from ledger.values.subjects import JurisdictionId, Name

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


class HouseActRefused(RefusedAct, HouseAct, Event):
    """Somebody tried to change the house's settings and was refused. It changes nothing."""

    TOPIC: ClassVar = "house.act_refused.v2"
    WORD: ClassVar = "house_act_refused"
    FROM_FEEDS: ClassVar = False
