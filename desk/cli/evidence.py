"""`recoup keys`, `recoup checkpoint`, `recoup witness`: whose signatures the log goes under, and who else sees it."""

from contextlib import closing
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich.table import Table

from desk.acts.forms import validated
from desk.acts.taking import who_acts
from desk.opening import open_existing
from desk.terminal.console import (
    DEFAULT,
    KEY,
    NO,
    PINNED,
    UNUSABLE,
    Json,
    KeyFile,
    LedgerUrl,
    PinnedWitnesses,
    SignWith,
    console,
    print_json,
)
from ledger.application import Ledger
from ledger.edition_acts import adopt_policy
from ledger.errors import BrokenEvidence, RecoupError, UnusableKey, UnusableLedger, UnusableWitness
from ledger.events.policies import PolicyAdopted
from ledger.evidence.checkpoint_publisher import CheckpointPublisher
from ledger.evidence.checkpoint_store import CheckpointStore
from ledger.evidence.key_chain import seen_by
from ledger.evidence.keys import Command, PrivateKey, keep, load, new_key, pem_of, public_key, published
from ledger.evidence.log import EVIDENCE, Log, keys, witnesses
from ledger.evidence.policies import policies_of
from ledger.evidence.policy import MalformedPolicy, parse_policy
from ledger.evidence.receipt import inclusion_receipt
from ledger.evidence.witness import WitnessClient, pin, unpinned, witness_of
from ledger.files import read_plain, write_plain
from ledger.merkle import digest
from ledger.values.terminal import say
from projections.documents.evidence import checkpoint_document, key_document, witness_document

keys_app: Final = typer.Typer(help="The house's key.", no_args_is_help=True)
witness_app: Final = typer.Typer(help="Witnesses, who keep checkpoints outside the house.", no_args_is_help=True)

SignerCommand = Annotated[
    str | None,
    typer.Option("--signer", metavar="COMMAND", help="A program that signs what it reads; it keeps the private key."),
]
PublicFile = Annotated[Path | None, typer.Option("--public", metavar="FILE", help="The signer's public key in PEM.")]


@keys_app.command()
def new(
    origin: Annotated[str, typer.Option("--origin", help="The log's name, for ever: as casino.example/recoup.")],
    key_file: KeyFile = KEY,
    signer: SignerCommand = None,
    public: PublicFile = None,
) -> None:
    """Make the house's key: a file that only its owner can read. The log names the key before it signs with it."""
    _keep(_fresh(origin, signer, public), key_file)
    say(f"the key is in {key_file}, its public half in {_public_path(key_file)}; keep a copy of both elsewhere")


@keys_app.command()
def show(key_file: KeyFile = KEY, as_json: Json = False) -> None:
    """Show the public half, for witnesses and for whoever verifies."""
    key = load(key_file).key
    if as_json:
        print_json(key_document(key))
    else:
        say(f"{key.written}\n{pem_of(key)}", nl=False)


@keys_app.command()
def rotate(
    ledger: LedgerUrl = DEFAULT, key_file: KeyFile = KEY, signer: SignerCommand = None, public: PublicFile = None
) -> None:
    """Sign with a new key from now on: an entry says so, and the checkpoint over it is signed with both."""
    old, next_file = load(key_file), key_file.with_name(key_file.name + ".next")
    if not next_file.exists():  # else a rotation broke off, and is gone on with
        keep(_fresh(old.key.name, signer, public), next_file)
    fresh = load(next_file)
    with open_existing(ledger) as opened, closing(CheckpointPublisher(opened, old, following=fresh)) as notary:
        sealed = notary.rotate(fresh)
    retired = key_file.with_name(f"{key_file.name}.{old.key.id.hex()}")
    if not retired.exists():
        retired.hardlink_to(key_file)
    next_file.replace(key_file)
    write_plain(_public_path(key_file), published(fresh.key).encode())
    say(
        f"key {fresh.key.id.hex()} signs from checkpoint {sealed.number} on; "
        f"the old one lies in {retired}: destroy it once that checkpoint is witnessed"
    )


def _fresh(origin: str, signer: str | None, public: Path | None) -> PrivateKey | Command:
    if (signer is None) != (public is None):
        raise UnusableKey("a signer's command and its public key belong together: give both --signer and --public")
    if signer is not None and public is not None:
        return Command(public_key(public, origin).renamed(origin), signer)
    return new_key(origin)


def _keep(signer: PrivateKey | Command, key_file: Path) -> None:
    try:
        keep(signer, key_file)
    except FileExistsError as error:
        raise UnusableKey(f"there is a key in {key_file}; `recoup keys rotate` goes on with another") from error
    write_plain(_public_path(key_file), published(signer.key).encode())


def _public_path(key_file: Path) -> Path:
    return key_file.with_suffix(".pub")


def checkpoint(
    ledger: LedgerUrl = DEFAULT,
    key_file: KeyFile = KEY,
    out: Annotated[Path | None, typer.Option("-o", "--out", help="Write the checkpoint there too.")] = None,
    as_json: Json = False,
) -> None:
    """Sign what is on record; print the checkpoint."""
    with open_existing(ledger) as opened, closing(CheckpointPublisher(opened, load(key_file))) as notary:
        sealed = notary.checkpoint("command")
    if out is not None:
        write_plain(out, sealed.note)
    if as_json:
        print_json(checkpoint_document(sealed))
    else:
        say(sealed.note.decode(), nl=False)


def receipt(
    position: Annotated[int, typer.Argument(metavar="POSITION", min=1, help="Of the entry.")],
    out: Annotated[Path, typer.Option("-o", "--out", metavar="FILE", help="Where the receipt goes, in COSE.")],
    ledger: LedgerUrl = DEFAULT,
    key_file: KeyFile = KEY,
) -> None:
    """Write a receipt (COSE, RFC 9942) that an entry is in the log, for other tools to verify."""
    with open_existing(ledger) as opened, closing(CheckpointStore(ledger)) as seals:
        sealed = seals.last()
        if sealed is None:
            raise UnusableLedger("there is no checkpoint yet; `recoup checkpoint` makes one")
        written = inclusion_receipt(Log(opened), position, sealed.size, load(key_file))
        entry = opened.recorder.rows(position - 1, position, 1)[0].state
    write_plain(out, written)
    beside = out.with_suffix(".entry")
    write_plain(beside, entry)
    say(f"{out}: position {position:,} is in the log of {sealed.size:,} entries; the entry is in {beside}")


@witness_app.command()
def add(
    address: Annotated[
        str,
        typer.Argument(metavar="URL|DIR", help="A C2SP tlog-witness, an RFC 3161 authority, or somebody else's folder."),
    ],
    name: Annotated[str | None, typer.Option("--name", help="What to call it; else its key's or folder's name.")] = None,
    key: Annotated[str | None, typer.Option("--key", help="Its verifier key: NAME+ID+BASE64.")] = None,
    certificate: Annotated[
        Path | None,
        typer.Option(
            "--certificate", metavar="FILE", help="Of a time-stamping authority (RFC 3161): what its own leads to, in PEM."
        ),
    ] = None,
    ledger: LedgerUrl = DEFAULT,
    pinned_witnesses: PinnedWitnesses = PINNED,
) -> None:
    """Name a witness: an entry of the ledger says who it is, and so does the list beside the key."""
    pem = None if certificate is None else read_plain(certificate).decode()
    named = witness_of(name, address, key, pem)
    with open_existing(ledger) as opened:
        opened.record(named, f"witness:{digest(named.model_dump_json().encode())}", EVIDENCE)
    pin(pinned_witnesses, named)
    say(f"{named.name} is a witness at {named.address}; `recoup witness ask` asks it")


@witness_app.command("list")
def list_(ledger: LedgerUrl = DEFAULT, as_json: Json = False) -> None:
    """List the witnesses, and what each saw last."""
    with open_existing(ledger) as opened, closing(CheckpointStore(ledger)) as seals:
        seen = {name: (size, at) for name, size, at in seen_by(opened, seals.checkpoints(), seals.cosignatures())[0]}
        rows = [witness_document(event, *seen.get(event.name, (None, None))) for event in witnesses(opened)]
    if as_json:
        print_json(rows)
        return
    shown = Table("witness", "address", "saw entries", "at", box=None, pad_edge=False)
    for row in rows:
        shown.add_row(row.name, row.address, "" if row.size is None else f"{row.size:,}", row.at or "")
    console().print(shown if rows else "Nobody outside the house keeps checkpoints; `recoup witness add` names who does.")


@witness_app.command()
def ask(
    names: Annotated[list[str] | None, typer.Argument(metavar="[NAME…]", help="Which ones; else all.")] = None,
    ledger: LedgerUrl = DEFAULT,
    pinned_witnesses: PinnedWitnesses = PINNED,
) -> None:
    """Show the last checkpoint to the witnesses and keep what they sign."""
    failed: list[RecoupError] = []
    with open_existing(ledger) as opened, closing(CheckpointStore(ledger)) as seals:
        asked = _named(opened, names)
        if different := next(unpinned(pinned_witnesses, witnesses(opened)), None):
            raise BrokenEvidence(f"{different}; find out who changed it before anybody is asked")
        sealed = seals.last()
        if sealed is None:
            raise UnusableLedger("there is no checkpoint to show yet; `recoup checkpoint` makes one")
        asking = WitnessClient(opened, seals)
        for witness in asked:
            try:
                say(f"{witness.name}: {asking.ask(witness, sealed)}, {sealed.size:,} entries")
            except RecoupError as error:
                failed.append(error)
    for why in failed:
        say(f"recoup: {why}", err=True)
    if failed:
        raise typer.Exit(UNUSABLE)


@witness_app.command()
def policy(
    file: Annotated[
        Path | None,
        typer.Argument(metavar="[FILE]", help="Adopt this policy (C2SP tlog-policy); another person confirms it."),
    ] = None,
    by: Annotated[
        str | None, typer.Option("--by", metavar="ID", help="Who adopts it. Without it as the key says that signs.")
    ] = None,
    role: Annotated[str | None, typer.Option("--role", help="In which role: management or direction.")] = None,
    reason: Annotated[str | None, typer.Option("--reason", metavar="WORD", help="Why, as a word.")] = None,
    sign: SignWith = None,
    ledger: LedgerUrl = DEFAULT,
) -> None:
    """Show the policy, or adopt one: whose cosignatures a checkpoint must have before a package is made as of it."""
    with open_existing(ledger, sign) as opened:
        if file is not None:
            _adopt_policy(opened, read_plain(file).decode(), by, role, reason)
            return
        policies = policies_of(opened)
    row = policies.in_force()
    say(row.event.text if row else "No policy is in force: a package may be made as of any checkpoint.", nl=row is None)
    for waiting in policies.waiting:
        position = waiting.entry.position
        say(f"The policy of position {position} waits for another person: `recoup confirm {position}`.", err=True)


def _adopt_policy(opened: Ledger, text: str, by: str | None, role: str | None, reason: str | None) -> None:
    """Adopt a policy, and say which act is still needed. Exits 1 where it was refused."""
    _require_policy(opened, text)
    event = validated(PolicyAdopted, {"by": who_acts(opened, by), "role": role, "reason": reason, "text": text})
    row, refused = adopt_policy(opened, event)
    if row is None:
        say(f"recoup: the adoption is refused: {refused}; the attempt is on record", err=True)
        raise typer.Exit(NO)
    say(f"the policy is on record at position {row.entry.position}: {row.digest}")
    say(f"It is in force once another person confirms it: `recoup confirm {row.entry.position}`.")


def _require_policy(opened: Ledger, text: str) -> None:
    """Raises MalformedPolicy for a text that is none, or that is not of this log and its witnesses."""
    parsed = parse_policy(text)
    known = {event.key: event.name for event in witnesses(opened) if event.key}
    if foreign := [key.name for key in parsed.logs if key not in [known_key for _, known_key in keys(opened)]]:
        raise MalformedPolicy(f"the policy is of the log {foreign[0]}, whose key this log never named")
    if strange := [name for name, key in parsed.witnesses.items() if key.written not in known]:
        raise MalformedPolicy(f"the policy names the witness {strange[0]}, whom `recoup witness add` has to name first")


def _named(opened: Ledger, names: list[str] | None) -> list[Any]:
    known = witnesses(opened)
    if missing := set(names or ()) - {event.name for event in known}:
        raise UnusableLedger(f"there is no witness {min(missing)!r}; `recoup witness list` lists them")
    if not known:
        raise UnusableWitness("there is no witness to ask; `recoup witness add` names one")
    return [event for event in known if not names or event.name in names]
