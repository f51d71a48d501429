"""The command line: `recoup`."""

import os
import sys
from typing import Annotated, Final

import typer

from desk.commands import clauses, demo, odds, recording, rounds, rulebooks, upkeep
from desk.terminal import UNUSABLE, WRONG_USE
from ledger.errors import BrokenEvidence, RecoupError, UnusableLedger
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
app.add_typer(rulebooks.app, name="rulebook")
app.command()(clauses.clauses)
app.command()(odds.odds)
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
        app()
    except (UnusableLedger, BrokenEvidence) as error:
        sys.exit(_say(error, UNUSABLE))
    except RecoupError as error:
        sys.exit(_say(error, WRONG_USE))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _say(error: RecoupError, code: int) -> int:
    print(f"recoup: {error}", file=sys.stderr)  # noqa: T201 - the one place where errors are said
    return code
