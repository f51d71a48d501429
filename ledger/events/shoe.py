"""The shoe and its custody."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field, StrictBool

from ledger.events.base import Event
from ledger.values.cards import Card
from ledger.values.offices import Person, Role
from ledger.values.places import Place
from ledger.values.subjects import Name, Word

Depth = Annotated[int, Field(strict=True, ge=0, le=1000, description="cards from the front")]
Cards = Annotated[int, Field(strict=True, ge=0, le=2000, description="so many cards")]


class ShoePrepared(Event):
    """Decks were made into a shoe, which is dealt from here on."""

    TOPIC: ClassVar = "shoe.prepared.v1"
    WORD: ClassVar = "shoe"
    SAID: ClassVar = ("shoe", "decks")
    shoe: Name
    decks: Annotated[int, Field(strict=True, ge=1, le=20)]
    device: Literal["shoe", "machine"] | None = None


class ShoeShuffled(Event):
    """One step of the shuffle was done."""

    TOPIC: ClassVar = "shoe.shuffled.v1"
    WORD: ClassVar = "shuffled"
    SAID: ClassVar = ("shoe", "procedure")
    shoe: Name
    procedure: Word
    by: Person | None = None


class CutOffered(Event):
    """The cut was offered to a person, who took or refused it."""

    TOPIC: ClassVar = "shoe.cut_offered.v1"
    WORD: ClassVar = "cut_offered"
    SAID: ClassVar = ("shoe", "to")
    shoe: Name
    to: Person
    refused: StrictBool = False


class CutMade(Event):
    """The cards were cut."""

    TOPIC: ClassVar = "shoe.cut_made.v1"
    WORD: ClassVar = "cut"
    SAID: ClassVar = ("shoe", "by", "depth")
    shoe: Name
    by: Person
    depth: Depth | None = None


class CutCardPlaced(Event):
    """The cut card was put into the shoe."""

    TOPIC: ClassVar = "shoe.cut_card_placed.v1"
    WORD: ClassVar = "cut_card"
    SAID: ClassVar = ("shoe", "depth")
    shoe: Name
    depth: Depth | None = None


class CutCardReached(Event):
    """The cut card came out of the shoe: at a place, and to whom; where neither is told, where the next card went."""

    TOPIC: ClassVar = "shoe.cut_card_reached.v1"
    WORD: ClassVar = "cut_card_out"
    SAID: ClassVar = ("shoe",)
    shoe: Name
    place: Place | None = None
    player: Person | None = None


class CardBurned(Event):
    """A card left the shoe unplayed; `up` where players saw its face."""

    TOPIC: ClassVar = "card.burned.v1"
    WORD: ClassVar = "burn"
    SAID: ClassVar = ("card",)
    card: Card
    reason: Literal["shuffle", "dealer_change", "error", "other"] = "shuffle"
    face: Literal["up", "down"] | None = None


class CardSetAside(Event):
    """A card was taken out of the cards in play, as a damaged one is; it is to come back, or another to take its place."""

    TOPIC: ClassVar = "card.set_aside.v1"
    WORD: ClassVar = "set_aside"
    SAID: ClassVar = ("shoe", "card", "by")
    shoe: Name
    card: Card
    by: Person
    role: Role | None = None


class CardExchanged(Event):
    """A damaged card was replaced by one of the same face, by somebody in an office; `replacement` where it was another."""

    TOPIC: ClassVar = "card.exchanged.v1"
    WORD: ClassVar = "exchanged"
    SAID: ClassVar = ("shoe", "card", "by")
    shoe: Name
    card: Card
    by: Person
    role: Role | None = None
    replacement: Card | None = None


class ShoeClosed(Event):
    """The shoe is played out or taken away; all its cards, dealt or not, may have been counted then."""

    TOPIC: ClassVar = "shoe.closed.v1"
    WORD: ClassVar = "shoe_closed"
    SAID: ClassVar = ("shoe",)
    shoe: Name
    counted: Cards | None = None
