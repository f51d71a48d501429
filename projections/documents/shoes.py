"""A shoe as JSON: its custody, its cards round by round, what was found."""

from typing import Annotated, Literal

from pydantic import Field

from ledger.values.document import Document, Position
from projections.documents.rulings import FindingDocument, finding_document
from projections.timeline.event_text import EventFormatter, amount_formatter, describe_event
from replay.ruling.card_sequence import AccountDifference, CardSequence, CardStretch
from replay.table_day.shoe_record import RepeatedRun


class CustodyActDocument(Document):
    """Something that was done with a shoe."""

    position: Position
    text: str


class DrawnCardDocument(Document):
    """A card that left a shoe, and to where."""

    card: str
    place: str
    position: Position


class CardStretchDocument(Document):
    """The cards of one round, or those burned between two; the standing of the round where somebody decided on it."""

    round: str | None
    standing: str | None
    cards: list[DrawnCardDocument]
    findings: int


def _stretch(stretch: CardStretch) -> CardStretchDocument:
    cards = list(map(DrawnCardDocument.from_object, stretch.cards))
    return CardStretchDocument.from_object(stretch, cards=cards, findings=len(stretch.findings))


class CardPositionDocument(Document):
    """A card, and where in the ledger it stands."""

    card: str
    position: Position


class RepeatedRunDocument(Document):
    """The longest run of cards that an earlier shoe had in the same order, and its chance, an exact fraction, at most.

    `was` is the number of its first card in the earlier shoe.
    """

    shoe: str
    length: int
    first: CardPositionDocument
    last: CardPositionDocument
    was: int
    chance_at_most: Annotated[str, Field(pattern=r"^[0-9]+(?:/[0-9]+)?$")]


def _repeated_run(run: RepeatedRun) -> RepeatedRunDocument:
    first, last = CardPositionDocument.from_object(run.first), CardPositionDocument.from_object(run.last)
    return RepeatedRunDocument.from_object(
        run, first=first, last=last, was=run.earlier_number, chance_at_most=str(run.chance)
    )


class AccountDifferenceDocument(Document):
    """Where another account tells other cards of the shoe, from which card on."""

    account: str
    number: int
    here: list[str]
    there: list[str]


def _difference(difference: AccountDifference) -> AccountDifferenceDocument:
    return AccountDifferenceDocument.from_object(difference, here=difference.own_cards, there=difference.other_cards)


class ShoeDocument(Document):
    """A shoe as a strip of cards; `at_large` tells how many of each card are not accounted for."""

    shoe: str
    table: str
    day: str
    decks: int
    device: Literal["shoe", "machine"] | None
    standing: str | None
    cards_out: int
    burned: int
    unread: int
    custody: list[CustodyActDocument]
    strip: list[CardStretchDocument]
    findings: list[FindingDocument]
    at_large: dict[str, int]
    likeness: RepeatedRunDocument | None
    accounts: list[AccountDifferenceDocument]


def shoe_document(card_sequence: CardSequence) -> ShoeDocument:
    """A shoe of a table's day as JSON for others."""
    shoe, (table, day) = card_sequence.shoe, card_sequence.day.split("/")
    formatter = EventFormatter(amount_formatter(2, ""))
    return ShoeDocument.from_object(
        card_sequence,
        shoe=shoe.name,
        table=table,
        day=day,
        decks=shoe.decks,
        device=shoe.device,
        cards_out=len(shoe.drawn_cards),
        burned=sum(drawn_card.burned for drawn_card in shoe.drawn_cards),
        unread=card_sequence.unread_count,
        custody=[CustodyActDocument.from_object(act, text=describe_event(act.event, formatter)) for act in shoe.acts],
        strip=list(map(_stretch, card_sequence.stretches)),
        findings=list(map(finding_document, card_sequence.findings)),
        at_large=card_sequence.unaccounted_cards,
        likeness=card_sequence.longest_run and _repeated_run(card_sequence.longest_run),
        accounts=list(map(_difference, card_sequence.differences)),
    )
