"""A house adopts an edition of a rulebook: by whom, in which office, and whether it is dated back."""

from typing import ClassVar

from pydantic import Field, StrictBool

from ledger.events.base import Act, Event, RefusedAct, Scope
from ledger.events.decisions import Position, Reason
from ledger.events.deliveries import RulebookAdopted
from ledger.values.offices import Person, Role
from ledger.values.subjects import Name

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
