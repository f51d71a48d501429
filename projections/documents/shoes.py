"""A shoe as JSON: its custody, its cards round by round, what was found."""

from typing import Literal

from pydantic import Field

from ledger.values.document import Document, Position
from projections.answers.status import StatusWord, shoe_status
from projections.documents.rulings import FindingDocument, finding_document
from projections.timeline.event_text import EventFormatter, amount_formatter, describe_event
from replay.ruling.card_sequence import AccountDifference, CardSequence, CardStretch
from replay.shoe.suspicions import shoe_power
from replay.table_day.shoe_record import ShoeRecord


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


class ShoeEvidenceDocument(Document):
    """How far a suspicion about the cards has come: a complete, well-shuffled shoe comes to it once in `one_in` at most.

    `at` is the position of the card with which it reached the house's level, null where it has not.
    """

    kind: str
    one_in: int
    at: Position | None


def _evidence(shoe: ShoeRecord) -> list[ShoeEvidenceDocument]:
    examination = shoe.examined()
    raised = {kind: shoe.drawn_cards[of.number - 1].position for kind, of in examination.suspicions.items()}
    return [
        ShoeEvidenceDocument(kind=kind, one_in=one_in, at=raised.get(kind))
        for kind, one_in in examination.evidence().items()
    ]


class ShoePowerDocument(Document):
    """How little could have been found: so many missing cards would have shown by now at so many tables of ten."""

    missing: int
    tables_in_ten: int


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
    status: StatusWord = Field(description="One of the words of the glossary.")
    decider: str | None = Field(description="The role that must decide, where the status is `for_decision`.")
    cards_out: int
    burned: int
    unread: int
    custody: list[CustodyActDocument]
    strip: list[CardStretchDocument]
    findings: list[FindingDocument]
    at_large: dict[str, int]
    evidence: list[ShoeEvidenceDocument]
    power: list[ShoePowerDocument]
    accounts: list[AccountDifferenceDocument]


def shoe_document(card_sequence: CardSequence) -> ShoeDocument:
    """A shoe of a table's day as JSON for others."""
    shoe, (table, day) = card_sequence.shoe, card_sequence.day.split("/")
    formatter, status = EventFormatter(amount_formatter(2, "")), shoe_status(card_sequence)
    return ShoeDocument.from_object(
        card_sequence,
        shoe=shoe.name,
        table=table,
        day=day,
        decks=shoe.decks,
        device=shoe.device,
        status=status.word,
        decider=status.decider,
        cards_out=len(shoe.drawn_cards),
        burned=sum(drawn_card.burned for drawn_card in shoe.drawn_cards),
        unread=card_sequence.unread_count,
        custody=[CustodyActDocument.from_object(act, text=describe_event(act.event, formatter)) for act in shoe.acts],
        strip=list(map(_stretch, card_sequence.stretches)),
        findings=list(map(finding_document, card_sequence.findings)),
        at_large=card_sequence.unaccounted_cards,
        evidence=_evidence(shoe),
        power=[ShoePowerDocument(missing=missing, tables_in_ten=tables) for missing, tables in shoe_power(shoe)],
        accounts=list(map(_difference, card_sequence.differences)),
    )
