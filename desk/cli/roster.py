"""`recoup roster`: who is known to the house, in which offices, and by which keys they sign."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Final

import typer

from desk.acts.taking import TakenAct, take_roster_act
from desk.opening import load_signer, open_existing, open_or_create, passphrase_for
from desk.terminal.columns import show_columns
from desk.terminal.console import DEFAULT, NO, Json, LedgerUrl, SignWith, console, print_json, text_of
from ledger.acts.roster import allowed_signers
from ledger.application import Ledger
from ledger.errors import UnusableKey
from ledger.events.roster import (
    AccountBound,
    AccountReleased,
    KeyEnrolled,
    PersonEnrolled,
    RosterAct,
    RosterConfirmed,
    RosterRequired,
    RosterRevoked,
    SourceEnrolled,
    SourceRevoked,
    SourcesRequired,
)
from ledger.merkle import digest
from ledger.roster.key_file import create_key_file, read_public_key
from ledger.values.terminal import say
from ledger.values.times import format_instant
from projections.documents.roster import MemberDocument, roster_document, sources_document

app: Final = typer.Typer(help="Who acts for the house: persons, their offices, their keys.", no_args_is_help=True)

PersonId = Annotated[str, typer.Argument(metavar="PERSON", help="The person's id, as M1: never a name.")]
SecondKey = Annotated[
    Path | None,
    typer.Option(
        "--second", metavar="FILE", help="The key of the second person, who signs here and now; else `roster confirm`."
    ),
]
FirstDay = Annotated[str | None, typer.Option("--from", metavar="DAY", help="The first day; else today.")]
LastDay = Annotated[str | None, typer.Option("--until", metavar="DAY", help="The last day; else without end.")]
AccountDigest = Annotated[
    str, typer.Option("--account", metavar="sha256:…", help="The account, as the sign-in page or `roster list` shows it.")
]
Why = Annotated[str | None, typer.Option("--reason", metavar="WORD", help="Why, as a word: lost_key.")]


@app.command("new-key")
def new_key(path: Annotated[Path, typer.Argument(metavar="FILE", help="Where the private key goes.")]) -> None:
    """Make a key of your own, under a passphrase: FILE stays with you, FILE.pub is what you are enrolled with."""
    signer = create_key_file(path, passphrase_for(path, again=True))
    say(f"the key is in {path}, its public half in {path}.pub: {signer.fingerprint}")


@app.command()
def enrol(
    person: PersonId,
    offices: Annotated[list[str], typer.Option("--office", help="An office that the person holds; repeat for more.")],
    sign: SignWith = None,
    key: Annotated[Path | None, typer.Option("--key", metavar="FILE", help="The person's public key.")] = None,
    since: FirstDay = None,
    until: LastDay = None,
    second: SecondKey = None,
    reason: Why = None,
    ledger: LedgerUrl = DEFAULT,
) -> None:
    """Enrol a person, or give one on the roster other offices. The first person enrols themselves."""
    with open_or_create(ledger) as opened:
        first_day = since or format_instant(opened.clock())[:10]
        terms = [{"office": office, "since": first_day, "until": until} for office in offices]
        fields = {"person": person, "offices": terms, "key": read_public_key(key) if key else None, "reason": reason}
        if not opened.roster().members and key is None:
            fields["key"] = load_signer(sign).public
        act(opened, PersonEnrolled, fields, sign, second)


@app.command("key")
def add_key(
    person: PersonId,
    key: Annotated[Path, typer.Option("--key", metavar="FILE", help="The public key.")],
    sign: SignWith = None,
    second: SecondKey = None,
    reason: Why = None,
    ledger: LedgerUrl = DEFAULT,
) -> None:
    """Enrol another key of a person, as where one was lost."""
    with open_existing(ledger) as opened:
        act(opened, KeyEnrolled, {"person": person, "key": read_public_key(key), "reason": reason}, sign, second)


@app.command()
def revoke(
    person: PersonId,
    key: Annotated[
        str | None, typer.Option("--key", metavar="SHA256:…", help="Only this key; else all keys and offices.")
    ] = None,
    sign: SignWith = None,
    second: SecondKey = None,
    reason: Why = None,
    ledger: LedgerUrl = DEFAULT,
) -> None:
    """Revoke a key, or a person with all keys and offices. What was signed before stays valid."""
    with open_existing(ledger) as opened:
        act(opened, RosterRevoked, {"person": person, "key": key, "reason": reason}, sign, second)


@app.command()
def bind(
    person: PersonId,
    issuer: Annotated[str, typer.Option("--issuer", metavar="URL", help="The provider, as the desk's settings name it.")],
    account: AccountDigest,
    sign: SignWith = None,
    second: SecondKey = None,
    reason: Why = None,
    ledger: LedgerUrl = DEFAULT,
) -> None:
    """Bind an account at the house's identity provider to a person: who signs in with it is this person."""
    with open_existing(ledger) as opened:
        fields = {"person": person, "issuer": issuer, "account": account, "reason": reason}
        act(opened, AccountBound, fields, sign, second)


@app.command()
def release(
    person: PersonId,
    account: AccountDigest,
    sign: SignWith = None,
    second: SecondKey = None,
    reason: Why = None,
    ledger: LedgerUrl = DEFAULT,
) -> None:
    """Release an account at the identity provider: nobody signs in with it any more."""
    with open_existing(ledger) as opened:
        act(opened, AccountReleased, {"person": person, "account": account, "reason": reason}, sign, second)


@app.command()
def require(sign: SignWith = None, second: SecondKey = None, reason: Why = None, ledger: LedgerUrl = DEFAULT) -> None:
    """Require the roster from now on: what nobody on it has signed has no effect. There is no way back."""
    with open_existing(ledger) as opened:
        act(opened, RosterRequired, {"reason": reason}, sign, second)


@app.command()
def confirm(
    position: Annotated[int, typer.Argument(metavar="POSITION", help="Where it stands, as `roster list` says.")],
    sign: SignWith = None,
    reason: Why = None,
    ledger: LedgerUrl = DEFAULT,
) -> None:
    """Confirm what another person did to the roster; the second person on it confirms their own enrolment."""
    with open_existing(ledger) as opened:
        act(opened, RosterConfirmed, {"act": position, "reason": reason}, sign, None)


@app.command("list")
def list_(
    ledger: LedgerUrl = DEFAULT,
    acts: Annotated[bool, typer.Option("--acts", help="What was done to the roster, and by whom.")] = False,
    as_json: Json = False,
) -> None:
    """List who is on the roster, in which offices, with which keys, and what waits for a second person."""
    with open_existing(ledger) as opened:
        document = roster_document(opened.roster())
    if as_json:
        print_json(document)
        return
    out = console()
    if not document.persons and not acts:
        out.print("No roster: whoever acts is only claimed. `recoup roster enrol` begins one.")
        return
    rows = [
        (member.person, _offices_line(member), shown, kind)
        for member in document.persons
        for shown, kind in [
            *((key.fingerprint, "revoked" if key.until else key.kind) for key in member.keys),
            *((account.account, f"account at {account.issuer}") for account in member.accounts),
        ]
    ]
    show_columns(out, ("person", "offices", "key or account", ""), rows, wraps=(1,))
    since = f"required since position {document.required_since}" if document.required_since else "not required"
    out.print(f"The roster is {since}; the ledger's id is {document.ledger}.", style="dim", soft_wrap=True)
    listed = [act for act in document.acts if acts or act.status == "waits"]
    if listed:
        heads = ("position", "at", "act", "person", "by", "status", "why")
        lines = [
            (
                str(act.position),
                act.at[:16].replace("T", " "),
                act.act.replace("_", " "),
                act.person or "",
                act.by,
                act.status,
                act.refused or "",
            )
            for act in listed
        ]
        out.print()
        show_columns(out, heads, lines, wraps=(6,))


def _offices_line(member: MemberDocument) -> str:
    terms = (
        f"{term.office.replace('_', ' ')} from {term.since}" + (f" to {term.until}" if term.until else "")
        for term in member.offices
    )
    return ", ".join(terms) or "no office"


@app.command("signers")
def signers(ledger: LedgerUrl = DEFAULT) -> None:
    """Print the roster's key files as the allowed signers that `ssh-keygen -Y verify` reads."""
    with open_existing(ledger) as opened:
        say(allowed_signers(opened.roster()), nl=False)


def act(
    opened: Ledger, kind: type[RosterAct], fields: Mapping[str, object], sign: Path | None, second: Path | None
) -> None:
    """Does something to the roster and says what became of it. Exits 1 where it was refused."""
    taken = _signed_act(opened, kind, fields, sign)
    say(taken.sentence)
    if taken.waits_at is None:
        return
    if second is None:
        say(f"It holds once another person confirms it: `recoup roster confirm {taken.waits_at} --sign KEY`.")
        return
    confirmed = _signed_act(opened, RosterConfirmed, {"act": taken.waits_at}, second)
    say(confirmed.sentence.replace("confirm roster is on record", "confirmed"))


def _signed_act(opened: Ledger, kind: type[RosterAct], fields: Mapping[str, object], sign: Path | None) -> TakenAct:
    """Does an act, by whoever signs. Exits 1 where it was refused."""
    opened.signer = load_signer(sign)
    taken = take_roster_act(opened, kind, fields)
    if taken.refused is not None:
        say(f"recoup: {taken.sentence}", err=True)
        raise typer.Exit(NO)
    return taken


source_app: Final = typer.Typer(
    help="Which sources may deliver: for which tables, from when, by which key.", no_args_is_help=True
)

SourceName = Annotated[str, typer.Argument(metavar="SOURCE", help="The source as its deliveries name it: shoe/7.")]


@source_app.command("enrol")
def enrol_source(
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


@source_app.command("revoke")
def revoke_source(
    source: SourceName, sign: SignWith = None, second: SecondKey = None, reason: Why = None, ledger: LedgerUrl = DEFAULT
) -> None:
    """Revoke a source. What it delivered before stays."""
    with open_existing(ledger) as opened:
        act(opened, SourceRevoked, {"source": source, "reason": reason}, sign, second)


@source_app.command("require")
def require_source(
    sign: SignWith = None, second: SecondKey = None, reason: Why = None, ledger: LedgerUrl = DEFAULT
) -> None:
    """Require enrolled sources from now on: what any other delivers is quarantined. There is no way back."""
    with open_existing(ledger) as opened:
        act(opened, SourcesRequired, {"reason": reason}, sign, second)


@source_app.command("list")
def list_sources(ledger: LedgerUrl = DEFAULT, as_json: Json = False) -> None:
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
