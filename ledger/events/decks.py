"""Decks before and after the table: received, inspected, shuffled, issued, pulled, counted, destroyed, each by somebody."""

from typing import Annotated, ClassVar, Final

from pydantic import Field, StrictBool

from ledger.events.base import Act, ActCommand, Event, Scope
from ledger.events.deliveries import Sentence
from ledger.events.shoe import Cards
from ledger.values.cards import Card
from ledger.values.subjects import Name, TableDayName, Word

DECKS_PREFIX: Final = "decks/"
"""The stream of decks that stay together is this and what they are called: no ruling rests on it."""

Faces = Annotated[tuple[Card, ...], Field(max_length=104)]


class DecksAct(Act):
    """What everything says that somebody does with decks that stay together."""

    SCOPE: ClassVar[Scope] = "house"
    ORDER: ClassVar = ("required", "by", "optional")
    NEEDS_AUTHORITY: ClassVar = False
    DECIDES: ClassVar = False

    decks: Name = Field(description="What the decks are called that stay together, such as RED-12.")


class DecksReceived(DecksAct, Event):
    """Decks came into the house, out of a carton of a maker's."""

    TOPIC: ClassVar = "decks.received.v1"
    WORD: ClassVar = "receive_decks"
    FROM_FEEDS: ClassVar = False
    COMMAND: ClassVar = ActCommand(
        "decks receive", "Decks come in, out of a carton.", {"decks": "DECKS", "number": "NUMBER", "carton": "CARTON"}
    )
    number: Annotated[int, Field(strict=True, ge=1, le=20, description="How many decks.")]
    carton: Name = Field(description="The carton that they came in.")
    maker: Annotated[str, Field(min_length=1, max_length=200)] | None = Field(None, description="Who made them.")
    backs: Word | None = Field(None, description="The colour of their backs.")
    seal: Name | None = Field(None, description="The number of the seal that is put on.")


class DecksInspected(DecksAct, Event):
    """Somebody looked through the decks, and found them complete or not."""

    TOPIC: ClassVar = "decks.inspected.v1"
    WORD: ClassVar = "inspect_decks"
    FROM_FEEDS: ClassVar = False
    COMMAND: ClassVar = ActCommand("decks inspect", "Say what an inspection of decks found.", {"decks": "DECKS"})
    faulty: StrictBool = Field(default=False, description="Something is wrong with them.")
    reason: Sentence | None = Field(None, description="What was found.")
    seal: Name | None = Field(None, description="The number of the seal that is put on.")


class DecksShuffled(DecksAct, Event):
    """The decks were shuffled before they came to a table."""

    TOPIC: ClassVar = "decks.shuffled.v1"
    WORD: ClassVar = "shuffle_decks"
    FROM_FEEDS: ClassVar = False
    COMMAND: ClassVar = ActCommand("decks shuffle", "Decks are shuffled before they come to a table.", {"decks": "DECKS"})
    procedure: Word | None = Field(None, description="How, such as machine.")
    seal: Name | None = Field(None, description="The number of the seal that is put on.")


class DecksIssued(DecksAct, Event):
    """The decks came to a table, where they are a shoe."""

    TOPIC: ClassVar = "decks.issued.v1"
    WORD: ClassVar = "issue_decks"
    FROM_FEEDS: ClassVar = False
    COMMAND: ClassVar = ActCommand(
        "decks issue", "Decks come to a table as a shoe.", {"decks": "DECKS", "table_day": "TABLE/DAY", "shoe": "SHOE"}
    )
    table_day: TableDayName = Field(description="The table's day.")
    shoe: Name = Field(description="The shoe that they are there.")
    seal_broken: StrictBool = Field(default=False, description="The seal was not whole when they came.")


class DecksPulled(DecksAct, Event):
    """The decks were taken from the table."""

    TOPIC: ClassVar = "decks.pulled.v1"
    WORD: ClassVar = "pull_decks"
    FROM_FEEDS: ClassVar = False
    COMMAND: ClassVar = ActCommand("decks pull", "Decks are taken from the table.", {"decks": "DECKS"})
    reason: Sentence | None = Field(None, description="Why, if not for their age.")
    seal: Name | None = Field(None, description="The number of the seal that is put on.")


class DecksCounted(DecksAct, Event):
    """The cards of the decks were counted, and those that are missing or too many named."""

    TOPIC: ClassVar = "decks.counted.v1"
    WORD: ClassVar = "count_decks"
    FROM_FEEDS: ClassVar = False
    COMMAND: ClassVar = ActCommand("decks count", "Say how many cards there are.", {"decks": "DECKS", "counted": "CARDS"})
    counted: Cards
    missing: Faces = Field((), description="Cards that are missing, a face as often as copies of it.")
    extra: Faces = Field((), description="Cards that are too many.")


class DecksDestroyed(DecksAct, Event):
    """The decks were destroyed."""

    TOPIC: ClassVar = "decks.destroyed.v1"
    WORD: ClassVar = "destroy_decks"
    FROM_FEEDS: ClassVar = False
    COMMAND: ClassVar = ActCommand("decks destroy", "Decks are destroyed.", {"decks": "DECKS"})
    reason: Sentence | None = Field(None, description="Why, if not for their age.")
