"""`recoup source`: which sources may deliver, what, and by which key or token they are known."""

from pathlib import Path
from typing import Annotated, Final

import typer

from desk.cli.roster import FirstDay, LastDay, SecondKey, Why, act
from desk.opening import open_existing
from desk.terminal.columns import show_columns
from desk.terminal.console import DEFAULT, Json, LedgerUrl, SignWith, console, print_json, text_of
from ledger.errors import UnusableKey
from ledger.events.roster import SourceEnrolled, SourceRevoked, SourcesRequired
from ledger.merkle import digest
from ledger.roster.key_file import read_public_key
from ledger.values.times import format_instant
from projections.documents.roster import sources_document

app: Final = typer.Typer(help="Which sources may deliver: for which tables, from when, by which key.", no_args_is_help=True)

SourceName = Annotated[str, typer.Argument(metavar="SOURCE", help="The source as its deliveries name it: shoe/7.")]


@app.command()
def enrol(
    source: SourceName,
    tables: Annotated[list[str] | None, typer.Option("--table", help="A table; repeat for more. None: all.")] = None,
    topics: Annotated[
        list[str] | None, typer.Option("--topic", help="A topic or its beginning, as wheel; repeat for more. None: all.")
    ] = None,
    key: Annotated[Path | None, typer.Option("--key", metavar="FILE", help="The public key by which it is known.")] = None,
    token: Annotated[
        Path | None, typer.Option("--token", metavar="FILE", help="A file with its token; only the digest is recorded.")
    ] = None,
    since: FirstDay = None,
    until: LastDay = None,
    sign: SignWith = None,
    second: SecondKey = None,
    reason: Why = None,
    ledger: LedgerUrl = DEFAULT,
) -> None:
    """Enrol a source, or give one that is enrolled another remit or key."""
    with open_existing(ledger) as opened:
        fields = {
            "source": source,
            "tables": tables or [],
            "topics": topics or [],
            "since": since or format_instant(opened.clock())[:10],
            "until": until,
            "key": read_public_key(key) if key else None,
            "token": digest(text_of(token, UnusableKey).strip().encode()) if token else None,
            "reason": reason,
        }
        act(opened, SourceEnrolled, fields, sign, second)


@app.command()
def revoke(
    source: SourceName, sign: SignWith = None, second: SecondKey = None, reason: Why = None, ledger: LedgerUrl = DEFAULT
) -> None:
    """Revoke a source. What it delivered before stays."""
    with open_existing(ledger) as opened:
        act(opened, SourceRevoked, {"source": source, "reason": reason}, sign, second)


@app.command()
def require(sign: SignWith = None, second: SecondKey = None, reason: Why = None, ledger: LedgerUrl = DEFAULT) -> None:
    """Require enrolled sources from now on: what any other delivers is quarantined. There is no way back."""
    with open_existing(ledger) as opened:
        act(opened, SourcesRequired, {"reason": reason}, sign, second)


@app.command("list")
def list_(ledger: LedgerUrl = DEFAULT, as_json: Json = False) -> None:
    """List the sources: those that are enrolled, and those on record that nobody attests."""
    with open_existing(ledger) as opened:
        on_record = [(source, count) for source, count, *_ in opened.recorder.sources()]
        document = sources_document(opened.roster().sources, on_record)
    if as_json:
        print_json(document)
        return
    out = console()
    rows = [
        (
            row.source,
            row.status,
            ", ".join(row.tables) or ("all" if row.status == "enrolled" else ""),
            ", ".join(row.topics) or ("all" if row.status == "enrolled" else ""),
            (row.since or "") + (f" to {row.until}" if row.until else ""),
            row.key or ("a token" if row.token else ""),
            f"{row.entries:,}",
        )
        for row in document.sources
    ]
    show_columns(out, ("source", "status", "tables", "topics", "from", "known by", "entries"), rows, wraps=(2, 3))
    required = document.required_since
    state = f"required since position {required}" if required else "not required"
    out.print(f"Enrolled sources are {state}.", style="dim")
