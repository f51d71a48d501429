"""A round's steps as markers over its clip, in OpenTimelineIO."""

import opentimelineio as otio

from ledger.footage import Clip
from projections.footage import offset_in_words, round_cues
from projections.messages.catalogue import Catalogue
from replay.ruling.ruling import Ruling


def timeline(ruling: Ruling, clip: Clip, words: Catalogue) -> str:
    """A timeline of the clip with a marker for each step: red where something was found."""
    rate = clip.registered.rate_numerator / clip.registered.rate_denominator

    def span(frame: int, length: int) -> otio.opentime.TimeRange:
        return otio.opentime.TimeRange(otio.opentime.RationalTime(frame, rate), otio.opentime.RationalTime(length, rate))

    whole = span(0, clip.registered.frames)
    media = otio.schema.ExternalReference(
        target_url=clip.name,
        available_range=whole,
        metadata={"recoup": {"digest": clip.registered.digest, "offset": offset_in_words(clip)}},
    )
    shown = otio.schema.Clip(name=clip.name, media_reference=media, source_range=whole)
    for cue in round_cues(ruling, clip, words):
        marker = otio.schema.Marker(
            name=cue.steps[0],
            marked_range=span(cue.frame, cue.end_frame - cue.frame),
            color=otio.schema.MarkerColor.RED if cue.findings else otio.schema.MarkerColor.GREEN,
            comment="\n".join(cue.lines),
        )
        shown.markers.append(marker)
    track = otio.schema.Track(name=clip.registered.camera, kind=otio.schema.TrackKind.Video, children=[shown])
    cut = otio.schema.Timeline(name=ruling.round.name)
    cut.tracks.append(track)
    return str(otio.adapters.write_to_string(cut, "otio_json"))
