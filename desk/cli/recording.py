"""`recoup record`, `recoup quarantine`, `recoup migrate`: what goes in, and what did not."""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Final

import typer

from desk.acts.taking import who_acts
from desk.checking import retype_ledger
from desk.cli.upkeep import rule_on_new
from desk.opening import load_signer, open_existing, open_or_create, publishing_checkpoints
from desk.opening import migrate as bring_up
from desk.terminal.columns import show_columns
from desk.terminal.console import (
    DEFAULT,
    KEY,
    REFUSED,
    WRONG_USE,
    Json,
    KeyFile,
    LedgerUrl,
    SignWith,
    bar,
    console,
    print_json,
    text_of,
)
from ledger.acts.roster import SourceProof
from ledger.application import Ledger
from ledger.errors import MalformedMapping, UnusableKey
from ledger.evidence.checkpoint_publisher import uncovered_entries
from ledger.feeds import intake, notation
from ledger.feeds.formats import Format, format_named, format_of_suffix, formats
from ledger.feeds.notation_check import notation_faults
from ledger.feeds.reading import Reader
from ledger.feeds.retyping import Mend, retype, typed_days
from ledger.ingest import IngestOutcome
from ledger.values.terminal import say
from projections.documents.recording import quarantine_document
from projections.messages.catalogue import Catalogue
from projections.reports.readings import verdict_sentence
from projections.table_days import TableDays
from replay.games.registry import GAMES

Files = Annotated[
    list[Path],
    typer.Argument(metavar="FILE…", help="Feeds: .ndjson CloudEvents, .csv with --map, .txt or .recoup notation."),
]
FormatName = Annotated[
    str | None, typer.Option("--format", help=f"{', '.join(formats())}; without it the file's suffix tells.")
]
MapFile = Annotated[
    Path | None, typer.Option("--map", help="The mapping (TOML) of a CSV file, a shoe's capture or a live history.")
]


_FATES: Final[tuple[tuple[IngestOutcome, str], ...]] = (
    ("recorded", "recorded"),
    ("known", "already known"),
    ("conflicting", "conflicting"),
    ("quarantined", "quarantined"),
)


TokenFile = Annotated[
    Path | None, typer.Option("--token", envvar="RECOUP_TOKEN", metavar="FILE", help="The token of the feed's source.")
]


def record(
    files: Files,
    ledger: LedgerUrl = DEFAULT,
    format: FormatName = None,  # noqa: A002
    map: MapFile = None,  # noqa: A002
    key_file: KeyFile = KEY,
    sign: SignWith = None,
    token: TokenFile = None,
    check: Annotated[
        bool,
        typer.Option("--check", help="Record nothing: print every fault at once, and how the rounds would be ruled on."),
    ] = False,
) -> None:
    """Take feeds into the ledger. What is malformed goes to the quarantine; nothing is lost."""
    plans = [(path, _format_of(path, format)) for path in files]
    map_text = None if map is None else text_of(map, MalformedMapping)
    readers = [(path, form.reader(path, map_text)) for path, form in plans]
    if check:
        _check(ledger, readers)
        return
    fates, proof = Counter[IngestOutcome](), proof_of(sign, token)
    with open_or_create(ledger) as opened:
        with publishing_checkpoints(opened, key_file) as notary:
            for path, read in readers:
                fates.update(record_file(opened, path, read, proof))
            say(fates_in_words(fates))
            rule_on_new(opened)
        left = uncovered_entries(opened) if notary is None else 0
    if left:
        say(f"there is no key at {key_file}: the last {left:,} entries are covered by no checkpoint", err=True)
    if notary is not None and notary.trouble is not None:
        raise notary.trouble
    if fates["conflicting"] and any(form is notation.FORMAT for _, form in plans):
        say("`recoup retype FILE` mends what was typed and is on record", err=True)
    if fates["quarantined"] or fates["conflicting"]:
        say("`recoup quarantine` shows what was refused, where it stands and why", err=True)
        raise typer.Exit(REFUSED)


def proof_of(sign: Path | None, token: Path | None) -> SourceProof:
    """What whoever feeds shows of themselves. Raises UnusableKey."""
    return SourceProof(
        key=load_signer(sign).fingerprint if sign else None,
        token=text_of(token, UnusableKey).strip().encode() if token else None,
    )


def record_file(ledger: Ledger, path: Path, read: Reader, proof: SourceProof) -> Counter[IngestOutcome]:
    """Takes a file in, and counts what became of what is in it. Raises UnusableLedger, OSError."""
    with path.open("rb") as stream, bar(path.name, path.stat().st_size) as progress:
        return intake.ingest_stream(ledger, stream, path.name, read, GAMES, progress, proof)


def fates_in_words(fates: Counter[IngestOutcome]) -> str:
    """How many deliveries met which fate."""
    return ", ".join(f"{fates[fate]:,} {word}" for fate, word in _FATES)


def _check(ledger: str, readers: Sequence[tuple[Path, Reader]]) -> None:
    """Prints what the feeds would come to. Exits 3 where anything in them would be refused."""
    from desk.checking import FeedCheck, check_feed
    from projections.messages.catalogue import Catalogue
    from projections.reports.readings import verdict_sentence

    words, has_faults = Catalogue(), False

    def show(check: FeedCheck, name: str) -> None:
        for fault in check.faults:
            say(f"{name}:{fault.line}:{fault.column}: {fault.text}")
        for doubt in check.doubts:
            say(f"{doubt.words}: {doubt.why.strip()}")
        for ruling in check.rulings:
            kinds = ", ".join(dict.fromkeys(words.named("kind", finding.kind) for finding in ruling.findings))
            say(f"{ruling.round.name}: {verdict_sentence(ruling, words)}{' ' if kinds else ''}{kinds}")
        say(
            f"{name}: {check.recorded:,} would be recorded, {check.known:,} are known, {len(check.faults):,} faults; "
            "nothing was recorded"
        )

    for path, read in readers:
        has_faults |= bool(check_feed(ledger, path, read, partial(show, name=path.name)).faults)
    if has_faults:
        raise typer.Exit(REFUSED)


def _format_of(path: Path, named: str | None) -> Format:
    if not path.is_file():
        say(f"recoup: there is no file {path}", err=True)
        raise typer.Exit(WRONG_USE)
    form = format_of_suffix(path.suffix) if named is None else format_named(named)
    if form is None:
        say(f"recoup: {path.name} has no suffix that tells its format; name it with --format", err=True)
        raise typer.Exit(WRONG_USE)
    return form


def quarantine(ledger: LedgerUrl = DEFAULT, as_json: Json = False) -> None:
    """Show what was refused or contradicts the record: the place, the reason, the bytes."""
    with open_existing(ledger) as opened:
        refused = list(opened.quarantine())
    rows = [quarantine_document(entry, raw) for entry, raw in refused]
    if as_json:
        print_json(rows)
        return
    if not rows:
        console().print("Nothing was refused.")
        return
    heads = ("position", "file", "line", "fate", "reason", "bytes")
    cells = [
        (str(row.position), row.feed, str(row.line), row.fate, row.reason, raw[:60].decode("ascii", "backslashreplace"))
        for row, (_, raw) in zip(rows, refused, strict=True)
    ]
    show_columns(console(), heads, cells, wraps=(1, 4, 5))


def migrate(ledger: LedgerUrl = DEFAULT) -> None:
    """Bring a ledger's database to this version, making it where there is none."""
    bring_up(ledger)
    with open_or_create(ledger) as opened:
        say(f"the ledger is ready, with {opened.size():,} entries")


def retype_(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The transcript, as it should read.")],
    reason: Annotated[str, typer.Option("--reason", help="Why, in a sentence that names nobody but by id.")],
    by: Annotated[str | None, typer.Option("--by", help="Who does it. Without it whose key signs.")] = None,
    sign: SignWith = None,
    ledger: LedgerUrl = DEFAULT,
    check: Annotated[
        bool, typer.Option("--check", help="Record nothing: print what would change, and how the rounds would be ruled on.")
    ] = False,
) -> None:
    """Mend what was typed: what differs in the file takes the place of what is on record, and both can be read."""
    if not file.is_file():
        say(f"recoup: there is no file {file}", err=True)
        raise typer.Exit(WRONG_USE)
    reader = notation.FORMAT.reader(file, None)
    faults = list(notation_faults(file.read_text(encoding="utf-8", errors="replace"), "transcript/file"))
    for fault in faults:
        say(f"{file.name}:{fault.line}:{fault.column}: {fault.text}")
    if faults:
        say(f"nothing was mended; put the {len(faults):,} faults right first", err=True)
        raise typer.Exit(REFUSED)
    with file.open("rb") as stream:
        accounts = typed_days(reader(stream))
    with retype_ledger(ledger, file, sign) if check else open_existing(ledger, sign) as opened:
        correction = {"by": who_acts(opened, by), "reason": reason}
        proof = SourceProof(key=opened.signer.fingerprint if opened.signer else None)
        mends = [
            mend
            for (source, _), deliveries in accounts.items()
            if (mend := retype(opened, source, deliveries, correction, GAMES, proof))
        ]
        for mend in mends:
            _show(mend, opened)
        if check:
            say("nothing was recorded")
        elif mends:
            rule_on_new(opened)
    if not mends:
        say("nothing differs from what is on record")


def _show(mend: Mend, ledger: Ledger) -> None:
    """What changed in an account of a day, round by round, and how these rounds are ruled on now."""
    table_days, words = TableDays(ledger), Catalogue()
    for subject in mend.subjects:
        say(f"{subject}, as {mend.source} tells it")
        for entry in mend.superseded:
            if entry.subject == subject:
                say(f"  - {notation.phrase_of(entry.delivery)}   (position {entry.position})")
        for delivery in mend.replacements:
            if delivery.subject == subject:
                say(f"  + {notation.phrase_of(delivery)}")
    rounds = table_days.get(mend.day).rounds
    for ruling in table_days.rulings([name for name in rounds if name in mend.subjects]):
        console().print(f"{ruling.round.name}: {verdict_sentence(ruling, words)}", soft_wrap=True)
