"""Remedies as data: what a house does about an error, composed of few acts that code knows.

A house says in `[remedies]` of its edition which errors a remedy is for, and of which acts it is made. What the values on
errors in general name, `reconstruct`, `void` and `as_dealt`, are such compositions too.
"""

from collections.abc import Collection, Mapping
from typing import Annotated, Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from ledger.values.offices import Role
from ledger.values.subjects import Word

ActName = Literal[
    "cards_where_due",
    "cards_stay",
    "draw_for",
    "burn",
    "next_card",
    "hand_void",
    "stakes_returned",
    "may_withdraw",
    "settled_apart",
    "decide_by",
]
"""What can be done: every card is put where it belonged; cards stay where they lie; somebody who lacks a card draws; a
card too many is burned, or is the next one; the hand in error is void; all stakes go back; each player may withdraw; extra
wagers are settled apart from the rest; somebody in an office decides.
"""


class RemedyAct(BaseModel):
    """One act of a remedy, with its arguments."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    act: ActName
    whom: Literal["dealer"] | None = None
    """Who draws."""
    kinds: tuple[Word, ...] = ()
    """Which wagers are settled apart."""
    office: Role | None = None
    """Who decides."""

    @model_validator(mode="after")
    def _check_arguments(self) -> Self:
        needed = {"draw_for": "whom", "settled_apart": "kinds", "decide_by": "office"}.get(self.act)
        given = {name for name in ("whom", "kinds", "office") if getattr(self, name)}
        if given != ({needed} if needed else set()):
            raise ValueError(f"{self.act} takes {needed or 'no argument'}")
        return self


class Remedy(BaseModel):
    """What is done about some errors: for which kinds, whatever others (`besides`) come with them, by which acts."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    errors: Annotated[tuple[Word, ...], Field(min_length=1)]
    besides: tuple[Word, ...] = ()
    acts: Annotated[tuple[RemedyAct, ...], Field(min_length=1)]
    clause: Annotated[str, Field(pattern=r"^[A-Z]{2,4}-[A-Za-z0-9-]{1,16}\??$")]

    @model_validator(mode="after")
    def _check_cards(self) -> Self:
        if {"cards_stay", "cards_where_due"} <= self.act_names:
            raise ValueError("either the cards stay or they are put where they belonged")
        return self

    @property
    def act_names(self) -> frozenset[ActName]:
        """The acts that it is made of."""
        return frozenset(act.act for act in self.acts)

    @property
    def decider(self) -> Role | None:
        """The office in which somebody decides, where that is what is done."""
        return next((act.office for act in self.acts if act.office is not None), None)

    def kinds_apart(self) -> frozenset[str]:
        """The wagers that are settled apart."""
        return frozenset(kind for act in self.acts for kind in act.kinds)

    def is_for(self, kinds: Collection[str]) -> bool:
        """Whether it is what is done about errors of these kinds together."""
        return bool(set(kinds) & set(self.errors)) and set(kinds) <= {*self.errors, *self.besides}


GeneralRemedy = Literal["reconstruct", "void", "as_dealt"]
GENERAL_ACTS: Final[Mapping[str, frozenset[ActName]]] = {
    "reconstruct": frozenset({"cards_where_due"}),
    "void": frozenset({"stakes_returned"}),
    "as_dealt": frozenset({"cards_stay"}),
}
"""What the words are made of by which an edition answers for errors in general."""
