"""`recoup clip`: footage as evidence, from the file that comes in to the still, the subtitles and the copy that go out."""

from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from pydantic import ValidationError

from desk.acts.commands import add_commands
from desk.acts.forms import instant_typed, malformed, validated
from desk.acts.taking import who_acts
from desk.cli.completion import DayName, RoundName
from desk.opening import open_existing
from desk.terminal.columns import show_columns
from desk.terminal.console import (
    DEFAULT,
    FILES,
    NO,
    WRONG_USE,
    FilesFolder,
    Json,
    LedgerUrl,
    SignWith,
    bar,
    console,
    print_json,
)
from ledger.application import Ledger
from ledger.errors import MalformedDecision, UnknownRound, UnusableKey
from ledger.events.footage import ClipDestroyed, ClipRegistered, FootageAct, FrameMatch
from ledger.files import read_plain, write_plain
from ledger.footage import Clip, ClipFiles, act_on_clip, clip_named, footage_of, match_clip
from ledger.values.subjects import table_day
from ledger.values.terminal import say
from ledger.values.times import parse_instant
from projections.documents.footage import clip_document
from projections.footage import edl, offset_in_words, srt, webvtt
from projections.messages.catalogue import Catalogue
from projections.table_days import TableDays
from projections.timeline.timeline import timeline_steps

app: Final = typer.Typer(help="Footage: register, match to the table's time, hold, cut stills.", no_args_is_help=True)

ClipName = Annotated[str, typer.Argument(metavar="CLIP", help="The clip's name.")]
By = Annotated[str | None, typer.Option("--by", help="Who does it. Without it whose key signs.")]
Output = Annotated[Path, typer.Option("-o", "--output", metavar="FILE", help="The file that is written.")]

_WRITERS: Final = {".vtt": webvtt, ".srt": srt, ".edl": edl}


def _act(
    kind: type[FootageAct],
    day: str,
    fields: dict[str, Any],
    *,
    sign: SignWith = None,
    ledger: LedgerUrl = DEFAULT,
    files: FilesFolder = FILES,
) -> None:
    """Puts on record what is done about a clip."""
    with open_existing(ledger, sign) as opened:
        event = validated(kind, fields)
        position = act_on_clip(opened, day, event).position
        if isinstance(event, ClipDestroyed):
            ClipFiles(files).destroy(footage_of(opened, day)[event.clip])
    console().print(f"{kind.WORD.replace('_', ' ')} {event.clip}: on record at position {position}", soft_wrap=True)


@app.command()
def register(
    day: DayName,
    clip: ClipName,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The film.", exists=True, dir_okay=False)],
    camera: Annotated[str, typer.Option("--camera", help="Which camera.")],
    begins_at: Annotated[str, typer.Option("--begins", help="The camera's own time at the first frame, with its zone.")],
    by: By = None,
    keeper: Annotated[str | None, typer.Option("--keeper", help="Who keeps the file, if it is somebody else.")] = None,
    received_from: Annotated[str | None, typer.Option("--from", help="Where it comes from: a recorder, an office.")] = None,
    expires_on: Annotated[str | None, typer.Option("--expires", help="The last day on which it is kept.")] = None,
    sign: SignWith = None,
    ledger: LedgerUrl = DEFAULT,
    files: FilesFolder = FILES,
) -> None:
    """Register a film as a clip of a table's day: by its digest, its camera, its first frame's time and its frame rate."""
    _require_library()
    from desk.footage.films import film

    seen = film(file)
    with open_existing(ledger, sign) as opened:
        who = who_acts(opened, by)
        _require_day(opened, day)
        with bar(file.name, file.stat().st_size) as progress:
            digest, size = ClipFiles(files).keep(file, progress)
        fields = {
            "clip": clip,
            "by": who,
            "digest": digest,
            "size_bytes": size,
            "camera": camera,
            "begins_at": instant_typed(begins_at),
            "rate_numerator": seen.rate.numerator,
            "rate_denominator": seen.rate.denominator,
            "frames": seen.frames,
            "keeper": keeper or who,
            "received_from": received_from,
            "expires_on": expires_on,
        }
        act_on_clip(opened, day, validated(ClipRegistered, fields))
    rate = f"{seen.rate.numerator}/{seen.rate.denominator}" if seen.rate.denominator > 1 else str(seen.rate.numerator)
    console().print(f"{clip}: {seen.frames:,} frames, {rate} a second, {digest}", soft_wrap=True)
    console().print(f"Its clock may be off: `recoup clip match {day} {clip}` says by how much.", soft_wrap=True)


@app.command()
def match(
    day: DayName,
    clip: ClipName,
    seen: Annotated[
        list[str],
        typer.Option(
            "--seen", metavar="FRAME=SOURCE#ID", help="The first frame that shows an event on record; two of them."
        ),
    ],
    by: By = None,
    sign: SignWith = None,
    ledger: LedgerUrl = DEFAULT,
) -> None:
    """Say by how much a clip's clock differs from the table's, by two events that are seen in it."""
    if len(seen) != 2:
        raise MalformedDecision("name two events: --seen FRAME=SOURCE#ID --seen FRAME=SOURCE#ID")
    with open_existing(ledger, sign) as opened:
        first, second = map(_match, seen)
        named = clip_named(footage_of(opened, day), clip, day)
        act_on_clip(opened, day, match_clip(opened, day, named, (first, second), who_acts(opened, by)))
        console().print(offset_in_words(footage_of(opened, day)[clip]), soft_wrap=True)


@app.command("list")
def list_(day: DayName, ledger: LedgerUrl = DEFAULT, as_json: Json = False) -> None:
    """List the clips of a table's day: what they are, who keeps them, until when, who was given copies."""
    with open_existing(ledger) as opened:
        _require_day(opened, day)
        clips = list(footage_of(opened, day).values())
    if as_json:
        print_json(list(map(clip_document, clips)))
        return
    if not clips:
        console().print(f"There is no clip of {day}.")
        return
    heads = ("clip", "camera", "begins", "frames", "keeper", "kept", "time")
    show_columns(console(), heads, list(map(_row, clips)), wraps=(5, 6), right=(3,))


def _row(clip: Clip) -> tuple[str, ...]:
    registered = clip.registered
    until = f"until {registered.expires_on}" if registered.expires_on else "without a last day"
    kept = "no longer" if clip.destroyed else f"held: {clip.held_for}" if clip.held_for else until
    if clip.copies:
        kept += f"; copies: {', '.join(copied.to for copied in clip.copies)}"
    offset = offset_in_words(clip) if clip.matched else "not matched"
    begins = registered.begins_at[:19].replace("T", " ")
    return clip.name, registered.camera, begins, f"{registered.frames:,}", clip.keepers[-1], kept, offset


@app.command()
def check(day: DayName, ledger: LedgerUrl = DEFAULT, files: FilesFolder = FILES) -> None:
    """Check that the files of a table's clips are those that were registered. Exits 1 where one is not."""
    with open_existing(ledger) as opened:
        clips = [clip for clip in footage_of(opened, day).values() if clip.destroyed is None]
    faults = list(_file_faults(ClipFiles(files), clips))
    for fault in faults:
        say(fault, err=True)
    console().print(f"{len(clips) - len(faults):,} of {len(clips):,} clips are as they were registered")
    if faults:
        raise typer.Exit(NO)


def _file_faults(files: ClipFiles, clips: Iterable[Clip]) -> Iterable[str]:
    for clip in clips:
        try:
            files.checked(clip)
        except MalformedDecision as error:
            yield str(error)


@app.command()
def cues(name: RoundName, clip: ClipName, output: Output, ledger: LedgerUrl = DEFAULT) -> None:
    """Write a round's steps over a clip: subtitles (.vtt, .srt), or markers for a cutting program (.otio, .edl)."""
    if output.suffix not in (*_WRITERS, ".otio"):
        say(f"recoup: {output.name} is no .vtt, .srt, .otio or .edl", err=True)
        raise typer.Exit(WRONG_USE)
    if output.suffix == ".otio":
        _require_library()
        from desk.footage.timelines import timeline as write
    else:
        write = _WRITERS[output.suffix]
    with open_existing(ledger) as opened:
        named = clip_named(footage_of(opened, table_day(name)), clip, table_day(name))
        text = write(next(TableDays(opened).rulings([name])), named, Catalogue())
    write_plain(output, text.encode())
    say(f"{output}: {len(text.encode()):,} bytes")


@app.command()
def still(
    name: RoundName,
    clip: ClipName,
    output: Output,
    step: Annotated[int | None, typer.Option("--step", help="At this step of the round.", min=1)] = None,
    frame: Annotated[int | None, typer.Option("--frame", help="This frame, from 0.", min=0)] = None,
    certificates: Annotated[
        Path | None, typer.Option("--certificates", metavar="FILE", help="Sign it: the chain of certificates (PEM).")
    ] = None,
    key: Annotated[
        Path | None,
        typer.Option("--certificate-key", metavar="FILE", help="The key of the first certificate (P-256, PEM)."),
    ] = None,
    ledger: LedgerUrl = DEFAULT,
    files: FilesFolder = FILES,
) -> None:
    """Cut a frame out of a clip, with its number and times below it; with certificates as content credentials (C2PA)."""
    _require_library()
    from desk.footage.stills import StillSigner, cut_still, with_credentials

    if (step is None) == (frame is None) or (certificates is None) != (key is None):
        say("recoup: name --step or --frame; and --certificates with --certificate-key, or neither", err=True)
        raise typer.Exit(WRONG_USE)
    with open_existing(ledger) as opened:
        named = clip_named(footage_of(opened, table_day(name)), clip, table_day(name))
        about = name if step is None else f"{name} step {step}"
        number = frame if step is None else _frame_of_step(opened, name, named, step)
        assert number is not None
        picture = cut_still(ClipFiles(files), named, number, about)
    if certificates is not None and key is not None:
        signer = StillSigner(_bytes(certificates), _bytes(key))
        picture = with_credentials(picture, named, number, about, signer)
    write_plain(output, picture)
    say(f"{output}: frame {number:,}, {len(picture):,} bytes")


def _frame_of_step(opened: Ledger, name: str, clip: Clip, number: int) -> int:
    steps = timeline_steps(next(TableDays(opened).rulings([name])))
    if number > len(steps):
        raise MalformedDecision(f"{name} has {len(steps):,} steps")
    time = steps[number - 1].round_entry.entry.delivery.time
    frame = None if time is None else clip.frame_at(parse_instant(time))
    if frame is None:
        why = (
            "has no time" if time is None else f"is not in clip {clip.name}, or nobody has matched that to the table's time"
        )
        raise MalformedDecision(f"step {number} of {name} {why}; name the frame with --frame")
    return frame


def _match(text: str) -> FrameMatch:
    frame, equals, event = text.partition("=")
    source, hash_sign, ident = event.partition("#")
    if not (frame.isdecimal() and equals and hash_sign):
        raise MalformedDecision(f"{text[:80]!r} is no FRAME=SOURCE#ID, such as 1204=shoe/BAC-1#412")
    try:
        return FrameMatch(frame=int(frame), source=source, id=ident)
    except ValidationError as error:
        raise malformed(error) from error


def _require_day(ledger: Ledger, day: str) -> None:
    if not ledger.entries(f"table/{day}", limit=1):
        raise UnknownRound.never_opened(day, ledger.table_days())


def _bytes(path: Path) -> bytes:
    try:
        return read_plain(path)
    except OSError as error:
        raise UnusableKey(f"{path} cannot be read ({error.strerror})") from error


def _require_library() -> None:
    if find_spec("av") is None or find_spec("opentimelineio") is None or find_spec("c2pa") is None:
        raise MalformedDecision("films are read with a part that is not installed: pip install 'recoup[footage]'")


add_commands(app, "clip", _act)
