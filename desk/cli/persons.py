"""`recoup person`: names and texts about persons, which can be forgotten."""

from pathlib import Path
from typing import Annotated, Final, cast, get_args

import typer
from rich.table import Table
from rich.text import Text

from desk.acts.forms import validated
from desk.cli.completion import complete_round
from desk.opening import open_existing
from desk.terminal.console import DEFAULT, Json, LedgerUrl, SignWith, console, print_json, text_of
from ledger.errors import MalformedDecision
from ledger.events.personal_data import AboutPerson, Ground, NoteKind
from ledger.personal_data.key_store import KeyStore
from ledger.personal_data.records import PersonalData
from ledger.values.offices import ROLES
from ledger.values.subjects import day_error, is_subject
from ledger.values.terminal import say
from projections.documents.outputs import access_document, person_note_document

app: Final = typer.Typer(help="Names and texts about persons, each sealed with the person's own key.", no_args_is_help=True)

GROUNDS: Final[tuple[str, ...]] = get_args(Ground)
VAULT: Final = Path("recoup.vault")
STDIN: Final = Path("/dev/stdin")
Whom = Annotated[str, typer.Argument(metavar="PERSON", help="The person's id, as P1.")]
VaultFolder = Annotated[
    Path, typer.Option("--vault", envvar="RECOUP_VAULT", metavar="DIR", help="The folder with the persons' keys.")
]
By = Annotated[str, typer.Option("--by", metavar="ID", help="Who does this.")]
Office = Annotated[str | None, typer.Option("--role", metavar="ROLE", help=f"In which office: {', '.join(ROLES)}.")]
Why = Annotated[str | None, typer.Option("--reason", metavar="WORD", help="Why, as a word: dispute_of_the_player.")]


@app.command()
def note(
    person: Whom,
    by: By,
    kind: Annotated[str, typer.Option("--kind", help=f"One of {', '.join(get_args(NoteKind))}.")] = "name",
    about: Annotated[
        str | None,
        typer.Option("--about", metavar="ROUND", help="The round or day that it concerns.", autocompletion=complete_round),
    ] = None,
    file: Annotated[Path, typer.Option("--file", help="Where the text is; else standard input.")] = STDIN,
    role: Office = None,
    reason: Why = None,
    sign: SignWith = None,
    ledger: LedgerUrl = DEFAULT,
    vault: VaultFolder = VAULT,
) -> None:
    """Note a name or a text, read from standard input: what stands on a command line is seen by others."""
    if kind not in get_args(NoteKind):
        raise MalformedDecision(f"{kind!r} is no kind of note; write one of {', '.join(get_args(NoteKind))}")
    if about is not None and not is_subject(about):
        raise MalformedDecision(day_error(about) or f"{about!r} names no round; write TABLE/DAY/ROUND or TABLE/DAY")
    text = text_of(file, MalformedDecision)
    act = validated(AboutPerson, {"person": person, "by": by, "role": role, "reason": reason})
    with open_existing(ledger, sign) as opened:
        PersonalData(opened, KeyStore(vault)).note(act, cast("NoteKind", kind), text.strip(), about)
    say(f"noted about {person}; the key that opens it is in {vault}")


@app.command()
def show(
    person: Whom,
    by: By,
    reason: Annotated[str, typer.Option("--reason", metavar="WORD", help="Why: the look is recorded.")],
    role: Office = None,
    sign: SignWith = None,
    ledger: LedgerUrl = DEFAULT,
    vault: VaultFolder = VAULT,
    as_json: Json = False,
) -> None:
    """Show what is noted about a person; that you looked is on record."""
    act = validated(AboutPerson, {"person": person, "by": by, "role": role, "reason": reason})
    with open_existing(ledger, sign) as opened:
        notes = PersonalData(opened, KeyStore(vault)).read_notes(act)
    rows = list(map(person_note_document, notes))
    if as_json:
        print_json(rows)
        return
    shown = Table("position", "kind", "about", "noted by", "at", "text", box=None, pad_edge=False)
    for row in rows:
        shown.add_row(str(row.position), row.kind, row.about or "", row.by, row.at, Text(_printable(row.text)))
    console().print(shown)


@app.command()
def forget(
    person: Annotated[str | None, typer.Argument(metavar="[PERSON]", help="The person's id.")] = None,
    by: Annotated[str | None, typer.Option("--by", metavar="ID", help="Who does this.")] = None,
    again: Annotated[
        bool, typer.Option("--again", help="Destroy keys of the forgotten that are back after a restore.")
    ] = False,
    role: Office = None,
    ground: Annotated[str | None, typer.Option("--ground", metavar="WORD", help=f"One of {', '.join(GROUNDS)}.")] = None,
    reason: Why = None,
    sign: SignWith = None,
    ledger: LedgerUrl = DEFAULT,
    vault: VaultFolder = VAULT,
) -> None:
    """Destroy the person's key, once two persons want it: nobody reads any more what was noted. There is no way back."""
    if again == (person is not None):
        raise MalformedDecision("name one person, or give --again for all who were forgotten before")
    with open_existing(ledger, sign) as opened:
        persons = PersonalData(opened, KeyStore(vault))
        if person is None:
            say(f"{len(persons.destroy_restored_keys()):,} keys destroyed again")
            return
        if by is None:
            raise MalformedDecision("say who forgets the person: --by ID")
        if ground not in GROUNDS:
            raise MalformedDecision(f"say on which ground: --ground, one of {', '.join(GROUNDS)}")
        done = persons.forget(
            validated(AboutPerson, {"person": person, "by": by, "role": role, "reason": reason}), cast("Ground", ground)
        )
    if done:
        say(f"{person} is forgotten; destroy the copies of the vault that still have the key")
    else:
        say(f"{person} is forgotten once another person says the same: `recoup person forget {person} --by ID …`")


@app.command()
def looks(
    person: Annotated[str | None, typer.Argument(metavar="[PERSON]", help="Whose; else everybody's.")] = None,
    ledger: LedgerUrl = DEFAULT,
    as_json: Json = False,
) -> None:
    """List who looked at what is noted about whom, when and why."""
    with open_existing(ledger) as opened:
        rows = list(map(access_document, PersonalData(opened, KeyStore(VAULT)).access_entries(person)))
    if as_json:
        print_json(rows)
        return
    shown = Table("position", "at", "person", "by", "role", "reason", box=None, pad_edge=False)
    for row in rows:
        shown.add_row(str(row.position), row.at, row.person, row.by, row.role or "", row.reason or "")
    console().print(shown if rows else "Nobody looked.")


def _printable(text: str) -> str:
    """A text as a terminal may have it: what would move its cursor is shown as a mark."""
    return "".join(character if character.isprintable() or character == "\n" else "\ufffd" for character in text)
