"""`recoup feed try`: what a feed's sample would come to, and a first mapping for it."""

from pathlib import Path
from typing import Annotated, Final

import typer

from desk.cli.recording import FormatName, MapFile
from desk.terminal.console import DEFAULT, REFUSED, Json, LedgerUrl, console, print_json, text_of
from ledger.errors import MalformedMapping, UnusableKey, UnusableSettings
from ledger.feeds.formats import format_named, formats
from ledger.feeds.samples.sample import Sample, read_sample
from ledger.feeds.samples.sampler import recognised_format, why_unrecognised
from ledger.files import write_plain
from projections.documents.feed_trials import FeedTrialDocument

app: Final = typer.Typer(help="Try the sample of a feed without recording it, and begin its mapping.", no_args_is_help=True)


@app.callback()
def feed() -> None:
    """Try the sample of a feed without recording it, and begin its mapping."""


@app.command("try")
def try_(
    place: Annotated[str, typer.Argument(metavar="FILE|URL", help="A feed's file, or a stream over HTTP.")],
    format: FormatName = None,  # noqa: A002
    map: MapFile = None,  # noqa: A002
    write: Annotated[
        Path | None, typer.Option("--write", metavar="FILE", help="Write the first mapping into a new file.")
    ] = None,
    ledger: LedgerUrl = DEFAULT,
    authorization: Annotated[
        Path | None,
        typer.Option("--authorization", metavar="FILE", help="Of a stream, the value of the header Authorization."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Read a sample and record nothing: show format, tables, refusals and rulings, and begin a mapping."""
    from desk.checking import days_named, trial_ledger
    from desk.terminal.feed_trial import show_trial
    from projections.feed_trials import try_feed

    if write is not None and (write.exists() or write.is_symlink()):
        raise UnusableSettings(f"{write} exists; name a new file, nothing is overwritten")
    if write is not None and map is not None:
        raise UnusableSettings("--write begins a mapping; leave out --map, which names one")
    map_text = None if map is None else text_of(map, MalformedMapping)
    form = None if format is None else format_named(format)
    sample = _sample(place, authorization)
    if form is None:
        name = recognised_format(sample)
        if name is None:
            raise UnusableSettings(why_unrecognised(sample, formats()))
        form = format_named(name)
    if write is not None and not form.mapping:
        raise UnusableSettings(f"{form.name} needs no mapping; `recoup record` reads the feed as it is")
    with trial_ledger(ledger, days_named(sample.raw)) as tried:
        trial = try_feed(tried, sample, form, map_text)
    if write is not None and trial.mapping is not None:
        write_plain(write, trial.mapping.encode())
    if as_json:
        print_json(trial)
    else:
        show_trial(console(), trial, _next_steps(trial, place, map, write))
    if trial.refused:
        raise typer.Exit(REFUSED)


def _sample(place: str, authorization: Path | None) -> Sample:
    """The sample of a file or stream. Raises UnusableSettings, OSError."""
    from desk.cli.stream_samples import sample_stream
    from desk.cli.watching import STREAMS

    if place.startswith(STREAMS):
        return sample_stream(place, None if authorization is None else text_of(authorization, UnusableKey).strip())
    path = Path(place)
    if not path.exists():
        raise UnusableSettings(f"there is no file {place}; name a file, or an address that begins with https://")
    return read_sample(path)


def _next_steps(trial: FeedTrialDocument, place: str, map_file: Path | None, written: Path | None) -> list[str]:
    """What to do now, as commands."""
    from desk.cli.watching import STREAMS

    named = f"'{place}'" if place.startswith(STREAMS) else place
    verb = "watch" if place.startswith(STREAMS) else "record"
    if any(group.code == "table_not_opened" for group in trial.refused):
        return ["Record how each table opened first, such as `TABLE/DAY: table GAME RULEBOOK CURRENCY` in a file open.txt."]
    if written is not None:
        open_rows = f"Answer the {len(trial.questions):,} rows with ??? in {written}, then" if trial.questions else "Then"
        return [f"{open_rows} `recoup feed try {named} --map {written}`."]
    if trial.mapping is not None:
        return [f"`recoup feed try {named} --write FILE` writes the mapping, with these questions in it."]
    mapped = f" --map {map_file}" if map_file else ""
    kept = "; refused pieces go to the quarantine" if trial.refused else ""
    return [f"`recoup {verb} {named} --format {trial.format}{mapped}` records it{kept}."]
