"""A sample of a feed, tried without recording: what was recognised, refused and read past, and the first mapping."""

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from ledger.values.document import Document


class TriedTableDocument(Document):
    """A table's day in the sample."""

    day: str = Field(description="`TABLE/DAY`, as far as the mapping's answers are known.")
    game: str
    rulebook: str
    currency: str
    rounds: int


class RefusedGroupDocument(Document):
    """Pieces of a feed that are refused for one reason. `at` and `reason` are of the first of them."""

    fate: Literal["quarantined", "conflicting"]
    code: str | None
    number: int
    at: int = Field(description="The line, the item of a list, or the byte of a capture.")
    reason: str


class RuledGroupDocument(Document):
    """Rounds with the same ruling: how many, and the names of the first ones."""

    status: str
    sentence: str
    findings: list[str] = Field(description="The kinds of findings.")
    number: int
    rounds: list[str]


class MappingQuestionDocument(Document):
    """A value of the mapping that only a person knows. The trial went by `assumed`."""

    key: str
    text: str
    assumed: str


class FeedTrialDocument(Document):
    """How a sample of a feed would be recorded. Nothing was."""

    feed: str
    format: str
    looks_like: str | None = Field(description="The format that the content shows, where it is another than the one named.")
    bytes: int
    is_whole: bool = Field(description="Whether the sample is the whole feed.")
    place: Literal["line", "byte"] = Field(description="What the places of refused pieces count.")
    tables: list[TriedTableDocument]
    events: Mapping[str, int] = Field(description="The events that would be recorded, by topic.")
    recorded: int
    known: int = Field(description="Events that came twice, or that are on record already.")
    read_past: Mapping[str, int]
    extensions: Mapping[str, int] = Field(description="Extension attributes of CloudEvents, by name.")
    refused: list[RefusedGroupDocument]
    rulings: list[RuledGroupDocument]
    needs_mapping: bool
    questions: list[MappingQuestionDocument] = Field(description="What the first mapping asks for.")
    offers: list[str] = Field(description="Rows of the first mapping that may be uncommented.")
    mapping: str | None = Field(description="The first mapping (TOML); null where one was given or none is needed.")
