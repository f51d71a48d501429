"""An entry of the ledger: an event together with when, where and from whom it came."""

from dataclasses import dataclass
from typing import NamedTuple, Self

import orjson
from pydantic import BaseModel, ConfigDict, model_validator

from ledger.events import Event
from ledger.events.deliveries import Base64, Digest
from ledger.events.roster import Fingerprint
from ledger.events.versions import kind_of, upcast_data
from ledger.values.money import Count
from ledger.values.offices import Person
from ledger.values.subjects import HOUSE


class PasskeyAssertion(BaseModel):
    """What a passkey answers when it is asked to sign, each part in Base64; its challenge is the statement's SHA-256."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, defer_build=True)

    client_data: Base64
    authenticator_data: Base64
    signature: Base64


class ActSignature(BaseModel):
    """The signature under an act: whose, by which key, and what it covers besides the entry itself.

    `rests_on` is the leaf of the stream's entry before, `covers` the digests of what else the act enters. `sshsig` is a
    signature in OpenSSH's form, without its armour.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, defer_build=True)

    person: Person
    key: Fingerprint
    rests_on: Digest | None = None
    covers: tuple[Digest, ...] | None = None
    sshsig: Base64 | None = None
    passkey: PasskeyAssertion | None = None

    @model_validator(mode="after")
    def _check_one_form(self) -> Self:
        if (self.sshsig is None) == (self.passkey is None):
            raise ValueError("a signature is either OpenSSH's or a passkey's")
        return self


Extension = tuple[str, str | int | bool]
"""An extension attribute of a CloudEvent: its name and value."""


class DroppedExtensions(BaseModel):
    """The extension attributes of an event that were too large to keep: how many, and the first names in order."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, defer_build=True)

    number: Count
    names: tuple[str, ...]


class Delivery(NamedTuple):
    """An event as a source delivers it, before the ledger has given it a version, a time and a position.

    `time` is the device's time in canonical text (None where the source knows none); `after` names deliveries of
    other sources, as `source#id`, that are known to have come before. An act has the `signature` of a person on the roster,
    and what it enters besides has the act as `causation`. `extensions`, sorted by name, are attributes that came with the
    event and say nothing about it: the same event may come again with others, so they are not part of its content.
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
    signature: ActSignature | None = None
    extensions: tuple[Extension, ...] = ()
    dropped_extensions: DroppedExtensions | None = None

    @property
    def topic(self) -> str:
        return self.event.TOPIC

    @property
    def whole(self) -> "Delivery":
        """The delivery itself: another one may have to be made whole."""
        return self

    @property
    def key(self) -> tuple[str, str]:
        """What makes a delivery the same when it comes twice."""
        return self.source, self.id


class PlainDelivery(NamedTuple):
    """A delivery with nothing unusual about it: of an event that was checked before, with texts that need no escape.

    `data` is the event in the spelling that is stored: it becomes an event only where somebody asks for it.
    """

    topic: str
    data: str
    source: str
    id: str
    sequence: int
    subject: str
    time: str | None = None

    @property
    def event(self) -> Event:
        return kind_of(self.topic).model_validate(upcast_data(self.topic, orjson.loads(self.data)))

    @property
    def key(self) -> tuple[str, str]:
        """What makes a delivery the same when it comes twice."""
        return self.source, self.id

    @property
    def whole(self) -> Delivery:
        """The same with its event."""
        return Delivery(self.event, self.source, self.id, self.sequence, self.subject, self.time)


AnyDelivery = Delivery | PlainDelivery


@dataclass(frozen=True, slots=True)
class Entry:
    """A delivery on record: the event that the library stores and gives back.

    `position` counts from 1 over the whole ledger, and is 0 until the ledger has given one; the leaf's index is
    position - 1. The `salt` is stored with it, so that its leaf does not give away what it says; old entries have none.
    """

    position: int
    stream: str
    version: int
    recorded_at: str
    delivery: Delivery
    salt: str | None = None

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
    def is_signed(self) -> bool:
        """Whether somebody on the roster signed this act, or the act from which it follows; else it is only claimed."""
        return self.delivery.signature is not None or (self.source == HOUSE and self.delivery.causation is not None)

    @property
    def ref(self) -> str:
        """How another source names this entry in its `after`."""
        return f"{self.delivery.source}#{self.delivery.id}"
