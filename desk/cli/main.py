"""The command line: `recoup`."""

import os
import sys
from typing import Annotated, Final

import typer

from desk.cli import (
    cases,
    championship,
    clauses,
    deciding,
    demo,
    drill,
    evidence,
    export,
    odds,
    office_reports,
    persons,
    recording,
    report,
    rerule,
    rounds,
    rulebooks,
    shoes,
    upkeep,
    verify,
    web,
)
from desk.terminal.console import DONE, UNUSABLE, WRONG_USE
from ledger.errors import BrokenEvidence, RecoupError, UnusableKey, UnusableLedger, UnusableVault, UnusableWitness
from replay import ENGINE

app: Final = typer.Typer(
    help="Recoup: an audit and dispute ledger for casino tables.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)
app.command()(recording.record)
app.command()(demo.demo)
app.command()(recording.quarantine)
app.command()(rounds.rounds)
app.command()(rounds.replay)
app.command()(rounds.rule)
app.command("shoe")(shoes.shoe)
app.add_typer(deciding.void, name="void")
app.add_typer(deciding.reverse, name="reverse")
app.command()(deciding.resolve)
app.command()(deciding.eject)
app.command()(deciding.confirm)
app.command()(deciding.decisions)
app.command()(report.report)
app.add_typer(office_reports.app, name="papers")
app.add_typer(cases.app, name="case")
app.add_typer(rulebooks.app, name="rulebook")
app.command()(clauses.clauses)
app.command()(odds.odds)
app.command()(drill.drill)
app.command()(rerule.rerule)
app.add_typer(evidence.keys_app, name="keys")
app.command()(evidence.checkpoint)
app.add_typer(evidence.witness_app, name="witness")
app.command()(verify.verify)
app.command()(export.export)
app.add_typer(championship.app, name="championship")
app.add_typer(persons.app, name="person")
app.command()(web.desk)
app.add_typer(upkeep.app, name="projections")
app.command("schema")(upkeep.schema_)
app.command()(recording.migrate)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(ENGINE.replace("/", " "))
        raise typer.Exit


@app.callback()
def recoup(version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True)] = False) -> None:
    """Recoup: an audit and dispute ledger for casino tables."""


def main() -> None:
    """Runs a command; what goes wrong is one plain sentence on standard error and the exit code of its kind."""
    try:
        code = app(standalone_mode=False)
        sys.stdout.flush()
    except (UnusableLedger, BrokenEvidence, UnusableKey, UnusableVault, UnusableWitness) as error:
        code = _say(str(error), UNUSABLE)
    except RecoupError as error:
        code = _say(str(error), WRONG_USE)
    except typer.TyperException as error:
        code = _say(_misused(error), error.exit_code)
    except (BrokenPipeError, SystemExit):  # typer exits by itself where the reader of the output has gone
        code = _drop_output(DONE)
    except OSError as error:
        code = _say(f"{error.filename or 'the output'} cannot be used: {error.strerror}", WRONG_USE)
        if error.filename is None:
            _drop_output(code)
    sys.exit(code)


def _say(sentence: str, code: int) -> int:
    if sentence:
        print(f"recoup: {sentence}", file=sys.stderr)  # noqa: T201 - the one place where errors are said
    return code


def _misused(error: typer.TyperException) -> str:
    """What is wrong with the command line, and where help is; nothing where help was printed instead."""
    said = " ".join(error.format_message().split()).rstrip(".").replace("Value error, ", "")
    said = said.replace("does not match the formats '%Y-%m-%d'", "is no day of the calendar, written as YYYY-MM-DD")
    context = getattr(error, "ctx", None)
    return said and f"{said[0].lower()}{said[1:]}; `{context.command_path if context else 'recoup'} --help` says how"


def _drop_output(code: int) -> int:
    """What is still to be written goes nowhere, or the interpreter would complain of it on its way out."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code
