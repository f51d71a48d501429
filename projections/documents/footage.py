"""Clips of a table's day, as JSON."""

from pydantic import Field

from ledger.footage import Clip
from ledger.values.document import Document


class ClipDocument(Document):
    """A clip as it stands."""

    clip: str
    digest: str
    camera: str
    begins_at: str = Field(description="The camera's own time at the first frame.")
    rate: str = Field(description="Frames a second, as a fraction.")
    frames: int
    offset_us: int | None = Field(description="What is added to the clip's own time, in microseconds; null if not matched.")
    uncertainty_us: int | None = Field(description="How far off that may be.")
    keepers: list[str] = Field(description="Who has kept the file, in their order.")
    received_from: str | None
    expires_on: str | None
    held_for: str | None = Field(description="Why it is held; null if it is not.")
    copies: list[str] = Field(description="Who was given a copy.")
    destroyed: bool


def clip_document(clip: Clip) -> ClipDocument:
    """A clip as it stands."""
    registered = clip.registered
    return ClipDocument(
        clip=clip.name,
        digest=registered.digest,
        camera=registered.camera,
        begins_at=registered.begins_at,
        rate=f"{registered.rate_numerator}/{registered.rate_denominator}",
        frames=registered.frames,
        offset_us=clip.matched.offset_us if clip.matched else None,
        uncertainty_us=clip.matched.uncertainty_us if clip.matched else None,
        keepers=list(clip.keepers),
        received_from=registered.received_from,
        expires_on=registered.expires_on,
        held_for=clip.held_for,
        copies=[copied.to for copied in clip.copies],
        destroyed=clip.destroyed is not None,
    )
