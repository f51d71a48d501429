"""Rounds decoded from what a card recogniser saw, as JSON."""

from fractions import Fraction

from pydantic import Field

from ledger.values.document import Document
from replay.judging.sightings import DecodedRound


class RecognisedCardDocument(Document):
    """A card as far as it can be told."""

    place: str
    card: str = Field(description="`7h`, or `7?` where only the rank is sure, or `??`.")
    likeliest: str = Field(description="The likeliest face.")
    confidence: str = Field(description="How likely that face is, as a decimal rounded down to four digits.")


class RecognisedRoundDocument(Document):
    """A round as far as it can be told."""

    round: str
    is_sure: bool = Field(description="Whether all that is said of it is as likely as was asked for.")
    confidence: str = Field(description="How likely all that is said of it is, as a decimal rounded down to four digits.")
    cards: list[RecognisedCardDocument] = Field(description="In the order of the deal.")


def recognised_document(decoded: DecodedRound) -> RecognisedRoundDocument:
    """A round as far as it can be told."""
    cards = [
        RecognisedCardDocument(
            place=card.place, card=card.card, likeliest=card.likeliest, confidence=share_text(card.confidence)
        )
        for card in decoded.cards
    ]
    return RecognisedRoundDocument(
        round=decoded.seen.subject, is_sure=decoded.is_sure, confidence=share_text(decoded.confidence), cards=cards
    )


def share_text(share: Fraction) -> str:
    """A probability with four digits, rounded down."""
    return f"0.{share * 10_000 // 1:04d}" if share < 1 else "1.0000"
