"""Editions of rulebooks: what a house wrote, as data. Every value cites a clause of the edition's own document."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from ledger.acts.authority import Authority, check_authorities, with_deciding_role
from ledger.values.effective import InForce
from ledger.values.money import Odds
from ledger.values.subjects import Name, Word
from replay.rulebooks.remedies import Remedy

ClauseId = Annotated[str, Field(pattern=r"^[A-Z]{2,4}-[A-Za-z0-9-]{1,16}\??$")]
ClauseKind = Literal["R", "E", "P", "S", "N"]
Letter = Annotated[str, Field(pattern=r"^[a-z]$")]


class _EditionModel(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class EditionHeader(_EditionModel):
    """Which rulebook this is, from when it holds, for which game, who decides what it leaves open."""

    rulebook: Name
    edition: Name
    game: Word
    document: str
    prefix: Annotated[str, Field(pattern=r"^[A-Z]{2,4}$")]
    in_force: InForce
    authority: Word
    language: Annotated[str, Field(pattern=r"^[a-z]{2}$")] | None = None
    """The language of the document, in which it is quoted; English if none is named."""


class Clause(_EditionModel):
    """One clause of the document, in our own words; `quote` where a ruling turns on the document's.

    `through` are other clauses by whose values and breaches this one is decided, where it has none of its own.
    """

    kind: ClauseKind
    title: str
    text: str
    quote: str | None = None
    source: str | None = None
    through: tuple[ClauseId, ...] = ()


class ValueRow(_EditionModel):
    """A value that code reads, and the clause it rests on.

    Where the clause is ambiguous `readings` gives the value under each of its readings, by letter.
    """

    value: Any = None
    clause: ClauseId
    readings: Mapping[Letter, Any] | None = None

    @model_validator(mode="after")
    def _check_value_or_readings(self) -> Self:
        if (self.readings is None) == (self.value is None):
            raise ValueError("a row has a value, or readings that each have one")
        return self


class Ambiguity(_EditionModel):
    """The readings of an ambiguous clause, by letter."""

    readings: Annotated[Mapping[Letter, str], Field(min_length=2)]


class Resolution(_EditionModel):
    """The reading that holds, and on whose word: the trade's with its source, or the house's."""

    reading: Letter
    by: Literal["trade", "house"]
    source: str


class PublishedEdge(_EditionModel):
    """A figure that the document publishes about a wager, with the odds it implies where the document omits them."""

    edge: Annotated[str, Field(pattern=r"^[0-9.]+%$")]
    clause: ClauseId
    implied_odds: Odds | None = None
    convention: str | None = None


class EditionSheet(_EditionModel):
    """The TOML text of an edition, row by row."""

    edition: EditionHeader
    clauses: Mapping[ClauseId, Clause]
    values: Mapping[str, ValueRow]
    conduct: Mapping[Word, ClauseId]
    readings: Mapping[ClauseId, Ambiguity] = {}
    resolved: Mapping[ClauseId, Resolution] = {}
    published: Mapping[str, PublishedEdge] = {}
    authority: Mapping[Word, Authority] = {}
    remedies: Mapping[Word, Remedy] = {}
    """What the house does about some errors, where that is not what it does about errors in general."""

    @model_validator(mode="after")
    def _check_authority_acts(self) -> Self:
        check_authorities(self.authority)
        return self


@dataclass(frozen=True, slots=True)
class ValueByReading:
    """A value that is another one under each reading of its clause."""

    by_letter: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class BackDating:
    """An edition was adopted for rounds that had been played already: by whom, when, at which position, and why."""

    by: str
    at: str
    position: int
    reason: str


@dataclass(frozen=True, slots=True)
class Edition:
    """An edition ready to be read by code: values in their forms with the clause each cites, digest of the text.

    A value that the house does not give, because it has no such thing, cites none; nor does one that rests on a notice.
    A value that has readings is given as them, with their clause.
    """

    sheet: EditionSheet
    digest: str
    values: Mapping[str, tuple[Any, str]]
    resolved_letters: Mapping[str, str]
    back_dating: BackDating | None = None
    recalled: dict[Hashable, Any] = field(default_factory=dict, init=False, repr=False, compare=False)
    """What was worked out under it and is kept for further rounds."""

    @property
    def id(self) -> str:
        return self.sheet.edition.rulebook

    @property
    def name(self) -> str:
        return self.sheet.edition.edition

    @property
    def game(self) -> str:
        return self.sheet.edition.game

    @property
    def authority(self) -> str:
        return self.sheet.edition.authority

    @property
    def authorities(self) -> Mapping[str, Authority]:
        """Who may decide what, by the name of the act."""
        return with_deciding_role(self.sheet.authority, self.authority)

    def reading_letters(self, clause: str) -> tuple[str, ...]:
        """The letters of an ambiguity's readings, in order."""
        return tuple(self.sheet.readings[clause].readings)

    @property
    def consulted_clauses(self) -> frozenset[str]:
        """The ambiguities on which a value turns, whether the house has resolved them or not."""
        return frozenset(clause for value, clause in self.values.values() if isinstance(value, ValueByReading))

    def with_resolutions(self, resolutions: Mapping[str, str]) -> "Edition":
        """The edition as a house applies it that has resolved these ambiguities besides."""
        return replace(self, resolved_letters={**self.resolved_letters, **resolutions}) if resolutions else self
