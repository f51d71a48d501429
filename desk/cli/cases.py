"""`recoup case`: disputes, from the player's first word to the signed answer."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, cast

import typer
from pydantic import ValidationError

from desk.acts.commands import CaseName, add_commands
from desk.acts.forms import instant_typed, malformed, validated
from desk.cli.completion import DayName, complete_round, complete_shoe
from desk.cli.persons import STDIN, VAULT, VaultFolder
from desk.cli.upkeep import rule_on_new
from desk.opening import open_existing
from desk.terminal.cases import act_line, show_case, show_cases, show_due, show_register
from desk.terminal.console import DEFAULT, NO, Json, LedgerUrl, SignWith, console, print_json, text_of
from ledger.application import Ledger
from ledger.cases.casework import Casework, Complaint
from ledger.errors import MalformedDecision
from ledger.events.cases import CaseworkAct, NoteAdded, RulingTaken
from ledger.personal_data.key_store import KeyStore
from ledger.values.offices import CaseRole
from projections.documents.cases import case_document, case_line_document
from projections.read_models.cases import case_register, open_deadlines, ruling_taken

app: Final = typer.Typer(help="Disputes: open, investigate, propose, approve, settle, pay, appeal.", no_args_is_help=True)

By = Annotated[str, typer.Option("--by", help="Who does it: a person's id.")]
AsRole = Annotated[str, typer.Option("--role", help="In which office, such as dispute_manager or approver.")]
NONE_STANDS: Final = "sha256:" + "0" * 64
"""What is named where nothing is proposed: the state refuses the act."""


def _act(
    kind: type[CaseworkAct],
    subject: str,
    fields: dict[str, Any],
    *,
    file: Path | None = None,
    sign: SignWith = None,
    ledger: LedgerUrl = DEFAULT,
    vault: VaultFolder = VAULT,
    as_json: Json = False,
) -> None:
    """Does something about a case and says whether it holds. Exits 1 where it was refused.

    What a file says of a person, or by one, is sealed with a key from the vault.
    """
    with open_existing(ledger, sign) as opened:
        casework = Casework(opened)
        event = validated(kind, fields | _worked_out(opened, kind, subject, fields, file))
        if file is not None and kind.SEALS is not None:
            words = text_of(STDIN if str(file) == "-" else file, MalformedDecision).strip()
            event = casework.with_words(subject, event, KeyStore(vault), words)
        act = casework.act(subject, event)
        rule_on_new(opened)
        case = casework.case(subject)
    if as_json:
        print_json(case_document(case))
    else:
        console().print(act_line(case, act), soft_wrap=True)
    if act.refused:
        raise typer.Exit(NO)


def _worked_out(
    ledger: Ledger, kind: type[CaseworkAct], number: str, fields: Mapping[str, Any], file: Path | None
) -> dict[str, Any]:
    """What need not be typed. Raises MalformedDecision where a note is neither a remark nor a file about a person."""
    if issubclass(kind, RulingTaken):
        validated(CaseworkAct, {name: fields[name] for name in CaseworkAct.model_fields})
        return ruling_taken(ledger, fields["round"], fields["by"], fields["role"]).model_dump()
    if issubclass(kind, NoteAdded):
        if ("person" in fields) != (file is not None) or bool(fields["text"]) == (file is not None):
            raise MalformedDecision("write a remark, or name a person with --about and the text's file with --file")
        return {} if file is None else {"text": f"about {fields['person']}, sealed"}
    if "proposal" in kind.model_fields and "proposal" not in fields:
        return {"proposal": Casework(ledger).case(number).digest or NONE_STANDS}
    return {}


def answers_of(
    answer: Annotated[
        list[str],
        typer.Option(metavar="PLAYER=OUTCOME[:PAY[:EX_GRATIA]]", help="rejected, partly_upheld or upheld."),
    ],
    award: Annotated[
        list[str] | None,
        typer.Option(metavar="PLAYER=ROUND:WAGER:DUE", help="What goes back on a wager in all, in minor units."),
    ] = None,
) -> list[dict[str, Any]]:
    """`P1=upheld:4500` and `P1=BJ-1/2026-01-20/1:w1:12500` as an answer. Raises MalformedDecision."""
    answers: list[dict[str, Any]] = []
    try:
        for text in answer:
            player, rest = text.split("=", 1)
            outcome, *amounts = rest.split(":")
            pay, kindly = [*map(int, amounts), 0, 0][:2]
            own = [written.split("=", 1)[1].rsplit(":", 2) for written in award or () if written.split("=", 1)[0] == player]
            awards = [{"round": name, "wager": wager, "due_minor": int(due_minor)} for name, wager, due_minor in own]
            amounts_minor = {"pay_minor": pay, "ex_gratia_minor": kindly}
            answers.append({"player": player, "outcome": outcome, **amounts_minor, "awards": awards})
    except (ValueError, IndexError) as error:
        raise MalformedDecision(
            "an answer is written PLAYER=OUTCOME:PAY:EX_GRATIA and an award PLAYER=ROUND:WAGER:DUE, amounts in minor units"
        ) from error
    if strange := {written.split("=", 1)[0] for written in award or ()} - {item["player"] for item in answers}:
        raise MalformedDecision(f"{', '.join(sorted(strange))} has an award and no answer; give both")
    return answers


ADAPTERS: Final = {"answers": answers_of}

add_commands(app, "case", _act, ADAPTERS, last="note")


@app.command("open")
def open_case(
    day: DayName,
    by: By,
    role: AsRole,
    rounds: Annotated[
        list[str] | None,
        typer.Option("--round", help="A round it is about; repeat for more.", autocompletion=complete_round),
    ] = None,
    shoe: Annotated[str | None, typer.Option("--shoe", help="A shoe it is about.", autocompletion=complete_shoe)] = None,
    at: Annotated[str | None, typer.Option("--at", help="When it happened, with its time zone.")] = None,
    received: Annotated[str | None, typer.Option("--received", help="When the complaint came; without it now.")] = None,
    jurisdiction: Annotated[str | None, typer.Option("--jurisdiction", help="Whose deadlines hold, such as uk.")] = None,
    sign: SignWith = None,
    ledger: LedgerUrl = DEFAULT,
    as_json: Json = False,
) -> None:
    """Open a case on rounds, a shoe, or a table at a time."""
    complaint = Complaint(
        by, cast("CaseRole", role), day, tuple(rounds or ()), shoe, instant_typed(at), instant_typed(received), jurisdiction
    )
    with open_existing(ledger, sign) as opened:
        try:
            number = Casework(opened).open(complaint)
        except ValidationError as error:
            raise malformed(error) from error
        rule_on_new(opened)
        if as_json:
            print_json(case_document(Casework(opened).case(number)))
            return
    console().print(f"Case {number} is open.")


@app.command("list")
def list_cases(
    ledger: LedgerUrl = DEFAULT,
    due_only: Annotated[bool, typer.Option("--due", help="What is due when, the soonest first.")] = False,
    state: Annotated[str | None, typer.Option("--state", help="Only cases in this state.")] = None,
    as_json: Json = False,
) -> None:
    """List cases, or what is due in them."""
    with open_existing(ledger) as opened:
        deadlines = open_deadlines(opened) if due_only else []
        work = Casework(opened)
        cases = [] if due_only else [case_line_document(work.case(number)) for number in work.numbers()]
    lines = [case for case in cases if state in (None, case.state)]
    if as_json:
        print_json(deadlines if due_only else lines)
    elif due_only:
        show_due(console(), deadlines)
    else:
        show_cases(console(), lines)


@app.command("show")
def show(number: CaseName, ledger: LedgerUrl = DEFAULT, as_json: Json = False) -> None:
    """Show a case: claims, evidence, rulings, answers, what is owed, and who did what."""
    with open_existing(ledger) as opened:
        document = case_document(Casework(opened).case(number))
    if as_json:
        print_json(document)
    else:
        show_case(console(), document)


@app.command("register")
def register_(ledger: LedgerUrl = DEFAULT, as_json: Json = False) -> None:
    """The register of what was decided in cases, and of what was refused."""
    with open_existing(ledger) as opened:
        rows = case_register(opened)
    if as_json:
        print_json(rows)
    else:
        show_register(console(), rows)


add_commands(app, "case", _act, ADAPTERS)
