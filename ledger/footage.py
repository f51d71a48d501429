"""Footage of a table's day: its clips as they stand, what may be done about them, and their files beside the ledger."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from hashlib import file_digest
from pathlib import Path
from typing import Final, cast

from ledger.acts.refusal import refused_act
from ledger.application import Ledger
from ledger.corrections import as_mended
from ledger.entry import Delivery, Entry
from ledger.errors import MalformedDecision, did_you_mean
from ledger.events import Event
from ledger.events.decisions import DecisionRefused
from ledger.events.footage import (
    FOOTAGE_PREFIX,
    ClipCopied,
    ClipDestroyed,
    ClipHandedOver,
    ClipHeld,
    ClipMatched,
    ClipRegistered,
    ClipReleased,
    FootageAct,
    FrameMatch,
)
from ledger.events.table import SourceDeclared
from ledger.files import refuse_link
from ledger.ingest import PendingEntry
from ledger.values.message import Message
from ledger.values.subjects import HOUSE, play_stream
from ledger.values.times import DEFAULT_UNCERTAINTY_US, format_instant, parse_instant

SECOND_US: Final = 1_000_000
_COPIED_AT_ONCE: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Clip:
    """A clip as it stands: `keepers` and `copies` in their order, `held_for` why it is held."""

    registered: ClipRegistered
    keepers: tuple[str, ...]
    matched: ClipMatched | None = None
    held_for: str | None = None
    copies: tuple[ClipCopied, ...] = ()
    destroyed: ClipDestroyed | None = None

    @property
    def name(self) -> str:
        return self.registered.clip

    @property
    def frame_us(self) -> Fraction:
        """How long a frame is, in microseconds."""
        return Fraction(SECOND_US * self.registered.rate_denominator, self.registered.rate_numerator)

    def own_time(self, frame: int) -> Fraction:
        """What the clip's own clock says at a frame, in microseconds since 1970."""
        return parse_instant(self.registered.begins_at) + frame * self.frame_us

    def frame_at(self, table_time: int) -> int | None:
        """The first frame that can show what happened at a time of the table, in microseconds since 1970; None where the
        clip has none, and of a clip that nobody has matched.
        """
        if self.matched is None:
            return None
        since = table_time - self.matched.offset_us - parse_instant(self.registered.begins_at)
        frame = int(-(-since // self.frame_us))
        return frame if 0 <= frame < self.registered.frames else None

    def table_time(self, frame: int) -> int | None:
        """The table's time at a frame, in microseconds since 1970; None of a clip that nobody has matched."""
        return None if self.matched is None else int(self.own_time(frame)) + self.matched.offset_us


def clips_of(entries: Iterable[Entry]) -> dict[str, Clip]:
    """The clips of a table's day, by their names, given the entries of its footage."""
    clips: dict[str, Clip] = {}
    for entry in entries:
        match entry.event:
            case ClipRegistered() as registered:
                clips[registered.clip] = Clip(registered, (registered.keeper,))
            case ClipMatched() as matched:
                clips[matched.clip] = replace(clips[matched.clip], matched=matched)
            case ClipHeld() as held:
                clips[held.clip] = replace(clips[held.clip], held_for=held.reason)
            case ClipReleased() as released:
                clips[released.clip] = replace(clips[released.clip], held_for=None)
            case ClipHandedOver() as handed:
                clips[handed.clip] = replace(clips[handed.clip], keepers=(*clips[handed.clip].keepers, handed.keeper))
            case ClipCopied() as copied:
                clips[copied.clip] = replace(clips[copied.clip], copies=(*clips[copied.clip].copies, copied))
            case ClipDestroyed() as destroyed:
                clips[destroyed.clip] = replace(clips[destroyed.clip], destroyed=destroyed)
    return clips


def footage_of(ledger: Ledger, day: str) -> dict[str, Clip]:
    """The clips of a table's day, by their names."""
    return clips_of(ledger.entries(FOOTAGE_PREFIX + day))


def clip_named(clips: Mapping[str, Clip], name: str, day: str) -> Clip:
    """A clip by its name. Raises MalformedDecision where there is none."""
    if name not in clips:
        known = f"{did_you_mean(name, clips)}`recoup clip list {day}` shows what there is"
        raise MalformedDecision(f"there is no clip {name!r} of {day}; {known}")
    return clips[name]


def act_on_clip(ledger: Ledger, day: str, event: FootageAct) -> Entry:
    """Puts on record what somebody does about a clip. Raises MalformedDecision where that cannot be, and where the roster
    refuses the person, which is recorded as an attempt.
    """
    stream = FOOTAGE_PREFIX + day
    refused: str | None = None

    def decide() -> tuple[Sequence[PendingEntry], Mapping[str, int]]:
        nonlocal refused
        entries, when = ledger.entries(stream), format_instant(ledger.clock())
        _require_possible(clips_of(entries), event, day, when)
        refused = ledger.roster_refusal(event, when)
        entered = event if refused is None else refused_act(DecisionRefused, event, refused, scope="table")
        delivery = Delivery(cast("Event", entered), HOUSE, f"footage:{day}:{len(entries) + 1:010}", None, day, when)
        return [PendingEntry(delivery, stream)], {stream: len(entries)}

    ledger.take_act(decide, "do it again")
    if refused is not None:
        raise MalformedDecision(refused)
    return ledger.entries(stream)[-1]


def _require_possible(clips: Mapping[str, Clip], event: FootageAct, day: str, now: str) -> None:
    if isinstance(event, ClipRegistered):
        same = next((clip.name for clip in clips.values() if clip.registered.digest == event.digest), None)
        if event.clip in clips or same is not None:
            name = event.clip if event.clip in clips else same
            raise MalformedDecision(Message("{day} has clip {clip} already", day=day, clip=name))
        return
    clip = clip_named(clips, event.clip, day)
    named = {"clip": clip.name, "day": day}
    if clip.destroyed is not None:
        raise MalformedDecision(Message("clip {clip} of {day} is no longer kept", **named))
    if isinstance(event, ClipReleased) and clip.held_for is None:
        raise MalformedDecision(Message("clip {clip} of {day} is not held", **named))
    if isinstance(event, ClipDestroyed):
        last_day = clip.registered.expires_on
        if clip.held_for is not None:
            held = Message(
                "clip {clip} of {day} is held: {why}; `recoup clip release` ends that", **named, why=clip.held_for
            )
            raise MalformedDecision(held)
        if last_day is None or now[:10] <= last_day:
            if last_day:
                raise MalformedDecision(
                    Message("clip {clip} of {day} is kept until {last_day}", **named, last_day=last_day)
                )
            raise MalformedDecision(Message("clip {clip} of {day} is kept without a last day", **named))


def match_clip(ledger: Ledger, day: str, clip: Clip, matches: tuple[FrameMatch, FrameMatch], by: str) -> ClipMatched:
    """What two events that are seen in a clip say of its clock.

    An event happened at its source's time, within what that source's clock may be off, and between the frame before the
    first one that shows it and that one. Raises MalformedDecision where an event is not on record or has no time, and where
    the two contradict each other.
    """
    entries = as_mended(ledger.entries(play_stream(day)))
    declared = {entry.event.about: entry.event for entry in entries if isinstance(entry.event, SourceDeclared)}
    bounds = []
    for match in matches:
        found = [entry for entry in entries if (entry.source, entry.delivery.id) == (match.source, match.id)]
        if not found or found[0].delivery.time is None:
            missing = "is not on record" if not found else "has no time"
            raise MalformedDecision(f"{match.source}#{match.id} {missing}; match an event of {day} that has one")
        if match.frame >= clip.registered.frames:
            raise MalformedDecision(
                f"clip {clip.name} has {clip.registered.frames:,} frames, from 0; there is no {match.frame:,}"
            )
        source = declared.get(match.source)
        off = DEFAULT_UNCERTAINTY_US if source is None else source.uncertainty_ms * 1000
        offset = parse_instant(found[0].delivery.time) - clip.own_time(match.frame)
        bounds.append((offset - off, offset + off + clip.frame_us))
    least, most = max(low for low, _ in bounds), min(high for _, high in bounds)
    if least > most:
        apart = int((least - most) // 1000) + 1
        raise MalformedDecision(
            f"the two matches contradict each other by {apart:,} ms, more than frames and clocks allow; "
            "one names another frame or event, or the camera's clock does not run even"
        )
    middle = round((least + most) / 2)
    uncertainty = -(-max(most - middle, middle - least) // 1)
    return ClipMatched(clip=clip.name, by=by, matches=matches, offset_us=middle, uncertainty_us=int(uncertainty))


class ClipFiles:
    """The clips among the files beside the ledger, each named by its digest."""

    def __init__(self, files: Path):
        self.folder = files / "clips"

    def keep(self, path: Path, progress: Callable[[int], None] = lambda _: None) -> tuple[str, int]:
        """Copies a file into the folder; gives its digest and its length in bytes. `progress` hears of bytes copied."""
        refuse_link(self.folder)
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        partial = self.folder / f".{os.getpid()}.part"
        with path.open("rb") as source, partial.open("wb") as target:
            while piece := source.read(_COPIED_AT_ONCE):
                target.write(piece)
                progress(len(piece))
        kept = clip_digest(partial)
        size = partial.stat().st_size
        partial.replace(self.path(kept))
        return kept, size

    def path(self, digest: str) -> Path:
        """Where a clip's file lies, by its digest."""
        return self.folder / digest.removeprefix("sha256:")

    def checked(self, clip: Clip) -> Path:
        """A clip's file. Raises MalformedDecision where it is not there, or its bytes are no longer those registered."""
        path = self.path(clip.registered.digest)
        if not path.is_file():
            raise MalformedDecision(
                f"the file of clip {clip.name} is not in {self.folder}; register it there, or name --files"
            )
        if clip_digest(path) != clip.registered.digest:
            raise MalformedDecision(f"the file of clip {clip.name} is not the one that was registered: {path} was changed")
        return path

    def destroy(self, clip: Clip) -> None:
        """Takes a clip's file away."""
        self.path(clip.registered.digest).unlink(missing_ok=True)


def clip_digest(path: Path) -> str:
    """The digest of a file of any length."""
    with path.open("rb") as stream:
        return "sha256:" + file_digest(stream, "sha256").hexdigest()
