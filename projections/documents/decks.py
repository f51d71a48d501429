"""Decks as JSON: where they are, what was done with them, what is out of order with that."""

from collections.abc import Iterator
from typing import Final, Literal

from ledger.decks import Decks
from ledger.entry import Entry
from ledger.events.decks import DecksIssued, DecksReceived
from ledger.values.document import Document, Position
from projections.reports.readings import readable_time

_FIELDS: Final = ("seal", "procedure", "counted", "missing", "extra", "reason")


class DeckStepDocument(Document):
    """Something that was done with decks."""

    position: Position
    at: str
    act: str
    by: str
    text: str
    irregularities: list[str]


class DecksDocument(Document):
    """Decks that stay together."""

    decks: str
    number: int
    carton: str
    maker: str | None
    backs: str | None
    where: Literal["in_store", "at_table", "destroyed"]
    steps: list[DeckStepDocument]


def deck_steps(decks: Decks) -> Iterator[DeckStepDocument]:
    """What was done with them, in order."""
    wrong: dict[int, list[str]] = {}
    for position, text in decks.irregularities():
        wrong.setdefault(position, []).append(text)
    for entry in decks.entries:
        yield DeckStepDocument(
            position=entry.position,
            at=readable_time(entry.delivery.time or entry.recorded_at),
            act=entry.event.WORD,
            by=getattr(entry.event, "by", ""),
            text=_text(entry),
            irregularities=wrong.get(entry.position, []),
        )


def decks_document(decks: Decks) -> DecksDocument:
    """Decks as JSON for others."""
    return DecksDocument.from_object(decks.received, where=decks.where, steps=list(deck_steps(decks)))


def _text(entry: Entry) -> str:
    event = entry.event
    words = [event.WORD.removesuffix("_decks")]
    if isinstance(event, DecksReceived):
        words.append(f"{event.number} decks, carton {event.carton}")
    if isinstance(event, DecksIssued):
        words.append(f"to {event.table_day} as shoe {event.shoe}")
    for name in _FIELDS:
        value = getattr(event, name, None)
        if value:
            words.append(f"{name} {' '.join(value) if isinstance(value, tuple) else value}")
    return f"{', '.join(words)}, by {getattr(event, 'by', '')}"
