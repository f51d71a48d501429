"""What comes to a ledger, and what will be appended for it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from ledger.entry import AnyDelivery, Delivery
from ledger.events.deliveries import DeliveryConflicted, DeliveryQuarantined
from ledger.mapper import canonical, content, content_bytes, earlier_content_bytes
from ledger.merkle import digest, leaf_hash
from ledger.values.refusals import MOST_STORED, refusal_fields
from ledger.values.subjects import HOUSE, play_stream

REFUSALS: Final = "refusals"
"""The stream of refused deliveries whose table and day could not be read."""

IngestOutcome = Literal["recorded", "known", "conflicting", "quarantined"]


class IncomingDelivery(NamedTuple):
    """A well-formed delivery with the bytes it came in and where they stood."""

    delivery: AnyDelivery
    raw: bytes
    feed: str
    line: int


@dataclass(frozen=True, slots=True)
class RejectedDelivery:
    """A malformed delivery: its bytes, where they stood, why it was refused, and what of it could be read."""

    raw: bytes
    length: int
    digest: str
    feed: str
    line: int
    reason: str
    """Why it was refused: a refusal with its code, or a sentence."""
    source: str | None = None
    id: str | None = None
    sequence: int | None = None
    subject: str | None = None


class PendingEntry(NamedTuple):
    """Something to append: a delivery under its stream. `refused` are the bytes of one that was not taken in, for the entry
    that says so.
    """

    delivery: AnyDelivery
    stream: str
    refused: bytes | None = None

    @property
    def digest(self) -> bytes:
        """What the ledger knows the delivery's content by."""
        return leaf_hash(content_bytes(self.delivery) if self.refused is None else self.refused)

    def is_recorded_as(self, recorded: bytes) -> bool:
        """Return whether a digest on record is of the same delivery, as this program or an earlier one read it."""
        if recorded == self.digest:
            return True
        earlier = earlier_content_bytes(self.delivery) if self.refused is None else None
        return earlier is not None and recorded == leaf_hash(earlier)


def rejected_entry(refusal: RejectedDelivery) -> PendingEntry:
    """The entry that says that a delivery was refused; its bytes are kept beside it."""
    event = DeliveryQuarantined(
        digest=refusal.digest,
        length=refusal.length,
        reason=refusal.reason[:MOST_STORED],
        **refusal_fields(refusal.reason),
        feed=refusal.feed[-255:],
        line=refusal.line,
        source=refusal.source,
        delivery=refusal.id,
        sequence=refusal.sequence,
        about=refusal.subject,
        kept=digest(refusal.raw) if len(refusal.raw) != refusal.length else None,
    )
    subject = refusal.subject or REFUSALS
    stream = play_stream(subject) if refusal.subject else REFUSALS
    delivery = Delivery(event, HOUSE, _quarantined(refusal), None, subject)
    return PendingEntry(delivery, stream, refusal.raw)


def _quarantined(refusal: RejectedDelivery) -> str:
    """The same bytes are refused once, unless they would have been different deliveries: a device's frames are short."""
    if refusal.source is None or refusal.id is None:
        return f"quarantine:{refusal.digest}"
    return f"quarantine:{refusal.digest}:{refusal.source}:{refusal.id}"


def conflict_entry(arrival: IncomingDelivery, pending: PendingEntry, first_position: int) -> PendingEntry:
    """The entry that says that a delivery came again under a known key with other content."""
    mark = digest(content_bytes(pending.delivery))
    event = DeliveryConflicted(
        digest=mark,
        length=len(arrival.raw),
        feed=arrival.feed[-255:],
        line=arrival.line,
        source=arrival.delivery.source,
        delivery=arrival.delivery.id,
        first_position=first_position,
        kept=digest(arrival.raw),
    )
    delivery = Delivery(event, HOUSE, f"conflict:{mark}", None, arrival.delivery.subject)
    return PendingEntry(delivery, pending.stream, arrival.raw)


def incoming_deliveries(deliveries: Iterable[Delivery], feed: str) -> list[IncomingDelivery]:
    """Deliveries made in a program, as arrivals whose bytes are their canonical content."""
    return [IncomingDelivery(d, canonical(content(d)), feed, n) for n, d in enumerate(deliveries, 1)]
