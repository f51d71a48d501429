"""What the house itself enters: its rulebooks, and what it refused to take in."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from pydantic import Field

from ledger.events.base import Event
from ledger.values.money import Count
from ledger.values.refusals import stored_refusal
from ledger.values.subjects import DeliveryId, Name, Source, Subject, Word

Digest = Annotated[str, Field(pattern=r"^sha256:[0-9a-f]{64}$")]
Sentence = Annotated[str, Field(max_length=500)]
Base64 = Annotated[
    str,
    Field(pattern=r"^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$", min_length=4, max_length=4_000),
]


class RulebookAdopted(Event):
    """An edition of a rulebook, with the bytes of its text: rounds of that rulebook are judged by it."""

    TOPIC: ClassVar = "rulebook.adopted.v1"
    WORD: ClassVar = "adopt_rulebook"
    SAID: ClassVar = ("rulebook", "edition")
    FROM_FEEDS: ClassVar = False
    rulebook: Name = Field(description="The rulebook.")
    edition: Name = Field(description="Its edition.")
    digest: Digest = Field(description="The digest of the text.")
    text: Annotated[str, Field(max_length=1_000_000)] = Field(description="The edition as a TOML file.")


class DeliveryQuarantined(Event):
    """A delivery was refused as malformed. Its bytes are kept; its place in its source's sequence, where it could
    be read, is filled by this entry until the delivery is fed again, mended. `kept` is the digest of the bytes that
    are kept, where they are not all of those that came. `reason` is a sentence; `code` and `particulars` are what it is
    made of.
    """

    TOPIC: ClassVar = "delivery.quarantined.v2"
    WORD: ClassVar = "quarantined"
    SAID: ClassVar = ("digest",)
    FROM_FEEDS: ClassVar = False
    digest: Digest
    length: Count
    reason: Sentence
    feed: Annotated[str, Field(max_length=255)]
    line: Count
    source: Source | None = None
    delivery: DeliveryId | None = None
    sequence: Count | None = None
    about: Subject | None = None
    kept: Digest | None = None
    code: Word | None = None
    particulars: Mapping[str, Any] | None = None

    @property
    def why(self) -> str:
        """Why it was refused: with its code where it is stored, so that every language can write it."""
        return stored_refusal(self.reason, self.code, self.particulars)


class DeliveryConflicted(Event):
    """A delivery had the source and id of an entry on record but said something else. The first one stands.

    `digest` is of what it said, `kept` of the bytes in which it came.
    """

    TOPIC: ClassVar = "delivery.conflicted.v1"
    WORD: ClassVar = "conflicted"
    SAID: ClassVar = ("digest",)
    FROM_FEEDS: ClassVar = False
    digest: Digest
    length: Count
    feed: Annotated[str, Field(max_length=255)]
    line: Count
    source: Source
    delivery: DeliveryId
    first_position: Count
    kept: Digest | None = None


class EntryUnreadable(DeliveryQuarantined):
    """An entry on record that this version cannot read takes part as a delivery that was refused: what it said is missing.

    Nothing of the kind is ever stored. `line` is its position, `digest` and `length` are of its `stored` bytes, `named` is
    the topic that the record gives it.
    """

    TOPIC: ClassVar = "entry.unreadable.v1"
    WORD: ClassVar = "unreadable"
    IS_STORED: ClassVar = False
    named: str
    stored: bytes = Field(exclude=True, repr=False)
