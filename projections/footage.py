"""A round's steps over the footage of it: as subtitles, and as markers for a program in which films are cut."""

import html
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from ledger.errors import MalformedDecision
from ledger.footage import SECOND_US, Clip
from ledger.values.times import parse_instant
from projections.certainty import finding_in_words
from projections.messages.catalogue import Catalogue
from projections.timeline.timeline import formatter_for, timeline_steps
from replay.ruling.ruling import Ruling

_LAST_CUE_SECONDS: Final = 4
_MS: Final = 1_000


@dataclass(frozen=True, slots=True)
class Cue:
    """What happened from a frame up to another: the steps, told in words, and what was found in them."""

    frame: int
    end_frame: int
    steps: tuple[str, ...]
    findings: tuple[str, ...]

    @property
    def lines(self) -> tuple[str, ...]:
        return (*self.steps, *(f"! {finding}" for finding in self.findings))


def round_cues(ruling: Ruling, clip: Clip, words: Catalogue) -> list[Cue]:
    """The steps of a round that a clip shows, each from its frame to the next one's.

    A step that was told without a time is shown with the one before it; a step that seems to come before the last one, by
    its own clock, is shown with that. Raises MalformedDecision for a clip that nobody has matched to the table's time.
    """
    if clip.matched is None:
        raise MalformedDecision(
            f"clip {clip.name} is not matched to the table's time, and its clock may be off; `recoup clip match` it first"
        )
    groups: list[tuple[int, list[str], list[str]]] = []
    for step in timeline_steps(ruling, formatter_for(ruling, words)):
        time = step.round_entry.entry.delivery.time
        frame = None if time is None else clip.frame_at(parse_instant(time))
        if frame is not None and (not groups or frame > groups[-1][0]):
            groups.append((frame, [], []))
        elif not groups or (frame is None and time is not None):
            continue
        groups[-1][1].append(f"{step.number}. {step.text}")
        groups[-1][2].extend(finding_in_words(ruling, finding, words) for finding in step.findings)
    last = int(_LAST_CUE_SECONDS * SECOND_US / clip.frame_us)
    ends = [frame for frame, _, _ in groups[1:]] + [min(clip.registered.frames, groups[-1][0] + last)] if groups else []
    return [
        Cue(frame, max(end, frame + 1), tuple(steps), tuple(dict.fromkeys(findings)))
        for (frame, steps, findings), end in zip(groups, ends, strict=True)
    ]


def offset_in_words(clip: Clip) -> str:
    """By how much the clip's clock is off, and how sure that is."""
    assert clip.matched is not None
    sign = "-" if clip.matched.offset_us < 0 else "+"
    whole, ms = divmod(abs(clip.matched.offset_us) // _MS, _MS)
    return f"table's time = clip's time {sign} {whole}.{ms:03} s, within {-(-clip.matched.uncertainty_us // _MS)} ms"


def webvtt(ruling: Ruling, clip: Clip, words: Catalogue) -> str:
    """Subtitles as WebVTT."""
    cues = round_cues(ruling, clip, words)
    head = f"WEBVTT {ruling.round.name}\n\nNOTE {clip.name} {clip.registered.digest}\nNOTE {offset_in_words(clip)}\n"
    return head + "".join(
        f"\n{number}\n{_clock(clip, cue.frame, '.')} --> {_clock(clip, cue.end_frame, '.')}\n{_escaped(cue.lines)}\n"
        for number, cue in enumerate(cues, 1)
    )


def srt(ruling: Ruling, clip: Clip, words: Catalogue) -> str:
    """Subtitles as SubRip."""
    return "\n".join(
        f"{number}\n{_clock(clip, cue.frame, ',')} --> {_clock(clip, cue.end_frame, ',')}\n" + "\n".join(cue.lines) + "\n"
        for number, cue in enumerate(round_cues(ruling, clip, words), 1)
    )


def edl(ruling: Ruling, clip: Clip, words: Catalogue) -> str:
    """The clip as a list of cuts (CMX 3600) of one cut, with a locator for each step: red where something was found."""
    first, end = _timecode(clip, 0), _timecode(clip, clip.registered.frames)
    lines = [
        f"TITLE: {ruling.round.name}",
        "FCM: NON-DROP FRAME",
        "",
        f"001  AX       V     C        {first} {end} {first} {end}",
        f"* FROM CLIP NAME: {clip.name}",
    ]
    for cue in round_cues(ruling, clip, words):
        colour = "RED  " if cue.findings else "GREEN"
        lines.append(f"* LOC: {_timecode(clip, cue.frame)} {colour}   {'; '.join(cue.lines)}")
    return "\n".join(lines) + "\n"


def _clock(clip: Clip, frame: int, point: str) -> str:
    """When a frame is shown, in the clip's own playing time: the first millisecond in which it is."""
    ms = -(-frame * clip.frame_us // _MS)
    seconds, ms = divmod(int(ms), _MS)
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}{point}{ms:03}"


def _timecode(clip: Clip, frame: int) -> str:
    """A frame as a cutting program counts it: hours, minutes, seconds and frames of the nearest whole rate."""
    rate = round(Fraction(clip.registered.rate_numerator, clip.registered.rate_denominator))
    seconds, frames = divmod(frame, rate)
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}:{frames:02}"


def _escaped(lines: Iterable[str]) -> str:
    return html.escape("\n".join(lines), quote=False)
