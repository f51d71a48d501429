"""What recording left: what was refused, and how far the read models have come, as JSON."""

from base64 import b64encode
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from ledger.entry import Entry
from ledger.events.deliveries import DeliveryConflicted, DeliveryQuarantined
from ledger.feeds.intake import ItemAnswer
from ledger.values.document import Digest, Document, Position


class QuarantineDocument(Document):
    """A delivery that was refused, or that contradicts one on record. `bytes` are base64; `length` is of the whole."""

    position: Position
    fate: Literal["quarantined", "conflicting"]
    reason: str
    code: str | None
    particulars: Mapping[str, Any] | None
    feed: str
    line: int
    source: str | None
    id: str | None
    sequence: int | None
    subject: str | None
    digest: Digest
    length: int
    bytes: str


def quarantine_document(entry: Entry, raw: bytes) -> QuarantineDocument:
    """What was refused, from its entry and its first bytes."""
    event = entry.event
    assert isinstance(event, DeliveryQuarantined | DeliveryConflicted)
    conflicted = event if isinstance(event, DeliveryConflicted) else None
    return QuarantineDocument.from_object(
        event,
        position=entry.position,
        fate="conflicting" if conflicted else "quarantined",
        reason=_conflict_reason(event) if isinstance(event, DeliveryConflicted) else event.reason,
        id=event.delivery,
        sequence=None if isinstance(event, DeliveryConflicted) else event.sequence,
        code=None if isinstance(event, DeliveryConflicted) else event.code,
        particulars=None if isinstance(event, DeliveryConflicted) else event.particulars,
        subject=entry.subject if conflicted or entry.subject.count("/") else None,
        bytes=b64encode(raw).decode(),
    )


def _conflict_reason(event: DeliveryConflicted) -> str:
    """What the delivery contradicts; of two that came together the first one had no position yet."""
    first = f"position {event.first_position}" if event.first_position else "an earlier line of its feed"
    return f"contradicts {first}"


class ProjectionDocument(Document):
    """How far a read model has come."""

    name: str
    position: int
    last: int


class ItemAnswerDocument(Document):
    """What became of an event. `id` is null where it could not be read, `reason` where there is nothing to say."""

    id: str | None
    outcome: Literal["recorded", "known", "conflicting", "quarantined"]
    reason: str | None


class FeedAnswer(Document):
    """What became of what a source sent, in its order."""

    outcomes: list[ItemAnswerDocument]


def feed_answer(answers: Sequence[ItemAnswer]) -> FeedAnswer:
    """The answer to a source."""
    return FeedAnswer(outcomes=[ItemAnswerDocument(**answer._asdict()) for answer in answers])
