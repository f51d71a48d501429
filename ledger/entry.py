"""An entry of the ledger: an event together with when, where and from whom it came."""

from dataclasses import dataclass
from typing import NamedTuple

from ledger.events import Event


class Delivery(NamedTuple):
    """An event as a source delivers it, before the ledger has given it a version, a time and a position.

    `time` is the device's time in canonical text (None where the source knows none); `after` names deliveries of
    other sources, as `source#id`, that are known to have come before.
    """

    event: Event
    source: str
    id: str
    sequence: int | None
    subject: str
    time: str | None = None
    after: tuple[str, ...] = ()
    correlation: str | None = None
    causation: str | None = None

    @property
    def key(self) -> tuple[str, str]:
        """What makes a delivery the same when it comes twice."""
        return self.source, self.id


@dataclass(frozen=True, slots=True)
class Entry:
    """A delivery on record: the event that the library stores and gives back.

    `position` counts from 1 over the whole ledger, and is 0 until the ledger has given one; the leaf's index is
    position - 1.
    """

    position: int
    stream: str
    version: int
    recorded_at: str
    delivery: Delivery

    @property
    def originator_id(self) -> str:
        """The library's name of the stream."""
        return self.stream

    @property
    def originator_version(self) -> int:
        """The library's name of the version."""
        return self.version

    @property
    def event(self) -> Event:
        return self.delivery.event

    @property
    def topic(self) -> str:
        return self.delivery.event.TOPIC

    @property
    def subject(self) -> str:
        return self.delivery.subject

    @property
    def source(self) -> str:
        return self.delivery.source

    @property
    def ref(self) -> str:
        """How another source names this entry in its `after`."""
        return f"{self.delivery.source}#{self.delivery.id}"
