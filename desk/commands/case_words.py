"""What is put on a case's file about persons: claims, who was there, notes. What was said is sealed."""

from pathlib import Path
from typing import Annotated, Any

import typer

from desk.commands.acting import AsRole, By, Number, Player, Reason, act, spelt
from desk.commands.persons import VAULT, VaultFolder
from desk.terminal import DEFAULT, Json, LedgerUrl, text_of
from ledger.errors import MalformedDecision
from ledger.events import cases as events
from ledger.personal_data.key_store import Vault

File = Annotated[
    Path | None,
    typer.Option("--file", metavar="FILE", help="What was said, sealed with the person's own key; `-` for stdin."),
]


def claim(
    number: Number,
    by: By,
    role: AsRole,
    player: Player,
    amount: Annotated[int, typer.Option("--amount", help="What is claimed, in minor units.")] = 0,
    reason: Reason = None,
    file: File = None,
    words: Annotated[str | None, typer.Option("--words", help="Digest of words that are kept elsewhere.")] = None,
    withdraw: Annotated[bool, typer.Option("--withdraw", help="The player claims nothing any more.")] = False,
    ledger: LedgerUrl = DEFAULT,
    vault: VaultFolder = VAULT,
    as_json: Json = False,
) -> None:
    """State a player's claim, or its withdrawal."""
    if withdraw:
        act(ledger, number, as_json, events.ClaimWithdrawn, by=by, role=role, player=player)
        return
    said: dict[str, Any] = {"player": player, "amount_minor": amount, "reason": spelt(reason), "words": words}
    act(ledger, number, as_json, events.ClaimStated, sealing=_sealing(file, vault), by=by, role=role, **said)


def person(
    number: Number,
    by: By,
    role: AsRole,
    person: Annotated[str, typer.Option("--person", help="The person's id.")],
    seen_as: Annotated[str, typer.Option("--as", help="on_the_floor or witness.")] = "witness",
    office: Annotated[str | None, typer.Option("--office", help="What the person was on the floor.")] = None,
    file: File = None,
    ledger: LedgerUrl = DEFAULT,
    vault: VaultFolder = VAULT,
    as_json: Json = False,
) -> None:
    """Name somebody who was on the floor, or a witness, and note what that person says."""
    said: dict[str, Any] = {"person": person, "seen_as": seen_as, "office_held": office}
    act(ledger, number, as_json, events.PersonNamed, sealing=_sealing(file, vault), by=by, role=role, **said)


def note(
    number: Number,
    by: By,
    role: AsRole,
    text: Annotated[str | None, typer.Argument(help="A remark that names nobody but by id; it is not sealed.")] = None,
    about: Annotated[str | None, typer.Option("--about", help="A person of the case, about whom --file is.")] = None,
    file: File = None,
    ledger: LedgerUrl = DEFAULT,
    vault: VaultFolder = VAULT,
    as_json: Json = False,
) -> None:
    """Add a note: a plain remark, or with --about and --file a text about a person of the case, which is sealed."""
    if (about is None) != (file is None) or (text is None) == (file is None):
        raise MalformedDecision("write a remark, or name a person with --about and the text's file with --file")
    if about is None:
        act(ledger, number, as_json, events.NoteAdded, by=by, role=role, text=text)
        return
    said: dict[str, Any] = {"person": about, "text": f"about {about}, sealed"}
    act(ledger, number, as_json, events.NoteAdded, sealing=_sealing(file, vault), by=by, role=role, **said)


def _sealing(file: Path | None, vault: Path) -> tuple[Vault, str] | None:
    """The words to be sealed and the vault that has the keys, where there are any."""
    if file is None:
        return None
    where = Path("/dev/stdin") if str(file) == "-" else file
    return Vault(vault), text_of(where, MalformedDecision).strip()
