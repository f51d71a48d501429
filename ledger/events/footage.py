"""Footage as evidence: clips of cameras by their digests, what their clocks said, who keeps them, who was given copies."""

from typing import Annotated, ClassVar, Final

from pydantic import BaseModel, ConfigDict, Field

from ledger.events.base import Act, ActCommand, Event, Scope
from ledger.events.deliveries import Digest, Sentence
from ledger.values.money import Count
from ledger.values.offices import Person
from ledger.values.subjects import Day, DeliveryId, Name, Source
from ledger.values.times import Instant

FOOTAGE_PREFIX: Final = "footage/"
"""The stream of a table's day is this and the day: no ruling rests on it."""

_Rate = Annotated[int, Field(strict=True, ge=1, le=1_000_000)]
Microseconds = Annotated[int, Field(strict=True, ge=-(10**12), le=10**12)]
Why = Annotated[Sentence, Field(min_length=1, description="Why, in a sentence that names nobody but by id.")]


class FootageAct(Act):
    """What everything says that somebody does about a clip of a table's day."""

    SCOPE: ClassVar[Scope] = "table"
    ORDER: ClassVar = ("required", "by", "optional")
    NEEDS_AUTHORITY: ClassVar = False
    DECIDES: ClassVar = False

    clip: Name = Field(description="The clip's name.")


class ClipRegistered(FootageAct, Event):
    """A file of a camera's footage, by its digest. `begins_at` is what the clip itself says of its first frame; so many
    frames a second are `rate_numerator` over `rate_denominator`.
    """

    TOPIC: ClassVar = "clip.registered.v1"
    WORD: ClassVar = "register_clip"
    FROM_FEEDS: ClassVar = False
    digest: Digest = Field(description="The file's digest, sha256:….")
    size_bytes: Count = Field(description="How many bytes the file has.")
    camera: Name = Field(description="Which camera.")
    begins_at: Instant = Field(description="The time of the first frame by the camera's own clock.")
    rate_numerator: _Rate = Field(description="Frames in so many seconds.")
    rate_denominator: _Rate = Field(description="The seconds.")
    frames: Count = Field(description="How many frames it has.")
    keeper: Person = Field(description="Who keeps the file.")
    received_from: Name | None = Field(None, description="Where it comes from: a recorder, an office, a person's id.")
    expires_on: Day | None = Field(None, description="The last day on which it is kept, unless it is held.")


class FrameMatch(BaseModel):
    """An event seen in the footage: the first frame that shows it, and the event as a source at the table told it."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    frame: Count = Field(description="The frame's number, from 0.")
    source: Source = Field(description="Who told the event.")
    id: DeliveryId = Field(description="The event.")


class ClipMatched(FootageAct, Event):
    """By how much a clip's clock differs from the table's, by two events that are seen in it and were told with times.

    The table's time is the clip's own and `offset_us`, within `uncertainty_us` either way.
    """

    TOPIC: ClassVar = "clip.matched.v1"
    WORD: ClassVar = "match_clip"
    FROM_FEEDS: ClassVar = False
    matches: tuple[FrameMatch, FrameMatch] = Field(description="Two events, and the first frame that shows each.")
    offset_us: Microseconds = Field(description="What is added to the clip's own time, in microseconds.")
    uncertainty_us: Microseconds = Field(description="How far off that may be, in microseconds.")


class ClipHeld(FootageAct, Event):
    """A hold: the clip is not destroyed, whatever its last day is, until it is released."""

    TOPIC: ClassVar = "clip.held.v1"
    WORD: ClassVar = "hold_clip"
    FROM_FEEDS: ClassVar = False
    COMMAND: ClassVar = ActCommand(
        "clip hold", "Place a hold on a clip: it is kept whatever its last day is.", {"clip": "CLIP"}
    )
    reason: Why


class ClipReleased(FootageAct, Event):
    """The hold on a clip is over."""

    TOPIC: ClassVar = "clip.released.v1"
    WORD: ClassVar = "release_clip"
    FROM_FEEDS: ClassVar = False
    COMMAND: ClassVar = ActCommand("clip release", "The hold on a clip is over.", {"clip": "CLIP"})
    reason: Why


class ClipHandedOver(FootageAct, Event):
    """Somebody else keeps the clip from here on."""

    TOPIC: ClassVar = "clip.handed_over.v1"
    WORD: ClassVar = "hand_over_clip"
    FROM_FEEDS: ClassVar = False
    COMMAND: ClassVar = ActCommand(
        "clip hand-over", "Say who keeps a clip from here on.", {"clip": "CLIP", "keeper": "KEEPER"}
    )
    keeper: Person = Field(description="Who keeps the file from here on.")
    reason: Why


class ClipCopied(FootageAct, Event):
    """A copy of the clip was handed out."""

    TOPIC: ClassVar = "clip.copied.v1"
    WORD: ClassVar = "copy_clip"
    FROM_FEEDS: ClassVar = False
    COMMAND: ClassVar = ActCommand(
        "clip copy", "Put on record that a copy of a clip is handed out.", {"clip": "CLIP", "to": "TO"}
    )
    to: Name = Field(description="To whom: a person's id, or an office such as the police or the authority.")
    reason: Why


class ClipDestroyed(FootageAct, Event):
    """The file is no longer kept; what the record says of it stays."""

    TOPIC: ClassVar = "clip.destroyed.v1"
    WORD: ClassVar = "destroy_clip"
    FROM_FEEDS: ClassVar = False
    COMMAND: ClassVar = ActCommand(
        "clip destroy", "Put on record that a clip is no longer kept; refused while it is held.", {"clip": "CLIP"}
    )
    reason: Why
