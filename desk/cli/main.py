"""The command line: `recoup`."""

import atexit
import gc
import os
import sys
from collections.abc import Mapping
from importlib import import_module
from typing import Annotated, Any, Final, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup

from desk.terminal.console import DONE, UNUSABLE, WRONG_USE
from ledger.errors import (
    BrokenEvidence,
    RecoupError,
    UnusableBackup,
    UnusableKey,
    UnusableLedger,
    UnusableVault,
    UnusableWitness,
)
from ledger.values.terminal import say
from replay import ENGINE


class CommandRow(NamedTuple):
    """Where in `desk.cli` a command or a group of commands is declared, and its line in `recoup --help`."""

    declared: str
    help: str


COMMANDS: Final[Mapping[str, CommandRow]] = {
    "record": CommandRow(
        "recording.record", "Take feeds into the ledger. What is malformed goes to the quarantine; nothing is lost."
    ),
    "watch": CommandRow(
        "watching.watch",
        "Record what devices write into a folder or file, or a supplier streams, as it comes, until Ctrl-C.",
    ),
    "feed": CommandRow("feed.app", "Try the sample of a feed without recording it, and begin its mapping."),
    "retype": CommandRow(
        "recording.retype_",
        "Mend what was typed: what differs in the file takes the place of what is on record, and both can be read.",
    ),
    "recognise": CommandRow(
        "recognising.recognise",
        "Decode what a card recogniser saw, and write the rounds that are sure as a transcript; a person reads the others.",
    ),
    "demo": CommandRow(
        "demo.demo", "Record a gaming day with irregularities, replay some rounds of it, and rule on all of them."
    ),
    "quarantine": CommandRow(
        "recording.quarantine", "Show what was refused or contradicts the record: the place, the reason, the bytes."
    ),
    "rounds": CommandRow("rounds.rounds", "List rounds with status, money in question and findings."),
    "replay": CommandRow("rule.replay", "See a round again, step by step, and where it left the rules."),
    "rule": CommandRow("rule.rule", "Rule on rounds: findings, verdict, money under each reading, clauses."),
    "shoe": CommandRow("rule.shoe", "See a shoe from its shuffle to its end: custody, cards round by round, findings."),
    "examine": CommandRow(
        "examining.examine",
        "Examine a table's wheel over many days, and bets that follow what nobody could know: questions, no verdicts.",
    ),
    "resolve": CommandRow(
        "deciding.resolve",
        "Say which reading of an ambiguous clause holds at a table, for rounds that are opened from then on.",
    ),
    "eject": CommandRow(
        "deciding.eject", "Ask a player to leave the table, where the house's rules have somebody who may."
    ),
    "confirm": CommandRow(
        "deciding.confirm", "Confirm a decision that somebody took at a table, as another person with the same authority."
    ),
    "decisions": CommandRow(
        "deciding.decisions",
        "The register of decisions at tables, in cases and in championships: by whom, on which clause, what was refused.",
    ),
    "report": CommandRow(
        "report.report",
        "Write the report on a case, a round or a championship's disputes, or the letter to one of its players.",
    ),
    "clauses": CommandRow("rulebooks.clauses", "List every clause: what it says, and what implements it."),
    "odds": CommandRow(
        "rulebooks.odds", "Exact odds by walking every hand through the procedure and the settlement that rule on disputes."
    ),
    "drill": CommandRow(
        "drill.drill",
        "Simulate rounds with faults, rule on them, and count. Exits 1 if anything was missed, invented or miscounted.",
    ),
    "decks": CommandRow(
        "decks.app",
        "Decks before and after the table: received, inspected, issued, pulled, counted; which decks a card came from.",
    ),
    "docket": CommandRow(
        "drill.docket",
        "Published cases of irregularities and disputes: what was decided, and what is found where they are staged.",
    ),
    "rerule": CommandRow(
        "rerule.rerule",
        "Rule on all rounds of a period again under another edition or by another engine, and compare with "
        "the rulings on record.",
    ),
    "checkpoint": CommandRow("evidence.checkpoint", "Sign what is on record; print the checkpoint."),
    "receipt": CommandRow(
        "evidence.receipt", "Write a receipt (COSE, RFC 9942) that an entry is in the log, for other tools to verify."
    ),
    "verify": CommandRow(
        "verify.verify", "Recompute everything from the stored bytes; name the first position that does not fit."
    ),
    "export": CommandRow(
        "export.export",
        "Make a signed package of a period, a table, a shoe or a case, which others verify without this program.",
    ),
    "desk": CommandRow("serving.desk", "Open the desk in a browser: prints a link that works once."),
    "serve": CommandRow(
        "serving.serve", "Serve the desk to the people of the roster, who sign in by passkey or the house's account."
    ),
    "schema": CommandRow(
        "upkeep.schema_", "Print the JSON Schema of an output, of the CloudEvents envelope, or of an event by its topic."
    ),
    "history": CommandRow(
        "rule.history", "See what was ruled and found, when, by which edition and engine, and what was withdrawn since."
    ),
    "follow": CommandRow(
        "upkeep.follow_ledger", "Rule on what is recorded as soon as it is, and put on record what is found, until Ctrl-C."
    ),
    "migrate": CommandRow("recording.migrate", "Bring a ledger's database to this version, making it where there is none."),
    "backup": CommandRow(
        "copies.backup", "Copy the ledger, while it is in use, and its cases' files into a folder of its own."
    ),
    "restore": CommandRow("copies.restore", "Put a ledger where none is, out of a backup."),
    "rehearse": CommandRow(
        "copies.rehearse",
        "Restore a backup into a scratch place, verify it, compare it with the witness, and say how long that took.",
    ),
    "move": CommandRow(
        "copies.move_", "Move the ledger from its file to a server with PostgreSQL; every proof stays as it is."
    ),
    "void": CommandRow("deciding.void", "Declare a shoe, a round, a hand, stakes or the game void or invalid."),
    "reverse": CommandRow("deciding.reverse", "Take back what was declared void or invalid."),
    "account": CommandRow("deciding.account", "Decide which account of a round rulings go by."),
    "returns": CommandRow(
        "office_reports.returns_app", "Write returns on disputes and complaints to authorities, as .json, .csv or .xlsx."
    ),
    "shape": CommandRow(
        "office_reports.shape_",
        "Write a package's sessions and complaints as the XML that an authority publishes a form for.",
    ),
    "compliance": CommandRow(
        "office_reports.compliance_",
        "List what authorities require of records and disputes, each with its source and what this ledger shows of it.",
    ),
    "papers": CommandRow(
        "office_reports.app",
        "Write the office's papers: daily logs, the incident list, the registers, the errors of dealing.",
    ),
    "house": CommandRow("house.app", "The house: its name, licence, address, who signs, who hears appeals."),
    "case": CommandRow("cases.app", "Disputes: open, investigate, propose, approve, settle, pay, appeal."),
    "clip": CommandRow("clips.app", "Footage: register, match to the table's time, hold, cut stills."),
    "rulebook": CommandRow("rulebooks.app", "Editions of rulebooks."),
    "engine": CommandRow("rulebooks.engine_app", "Which engine rules for the house."),
    "keys": CommandRow("evidence.keys_app", "The house's key."),
    "witness": CommandRow("evidence.witness_app", "Witnesses, who keep checkpoints outside the house."),
    "championship": CommandRow("championship.app", "A championship: its acts, its rounds, its draws."),
    "person": CommandRow("persons.app", "Names and texts about persons, each sealed with the person's own key."),
    "roster": CommandRow("roster.app", "Who acts for the house: persons, their offices, their keys."),
    "source": CommandRow("roster.source_app", "Which sources may deliver: for which tables, from when, by which key."),
    "projections": CommandRow("upkeep.app", "Read models."),
}
"""What `recoup` can do, in the order of its help. Only the module of the command that runs is imported."""


class _CommandTable(TyperGroup):
    """Lists commands from the table, and imports the one that is run."""

    def __init__(self, **settings: Any):
        super().__init__(**settings)
        self.commands.update({name: TyperCommand(name, help=row.help) for name, row in COMMANDS.items()})

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        name, listed, rest = super().resolve_command(ctx, args)
        return name, listed and load_command(listed.name or ""), rest


def load_command(name: str) -> Any:
    """A command or a group of commands by its name, whole."""
    module, _, attribute = COMMANDS[name].declared.partition(".")
    declared = getattr(import_module(f"desk.cli.{module}"), attribute)
    alone = typer.Typer(add_completion=False)
    if isinstance(declared, typer.Typer):
        alone.add_typer(declared, name=name)
        group: Any = typer.main.get_command(alone)
        return group.commands[name]
    alone.command(name)(declared)
    return typer.main.get_command(alone)


app: Final = typer.Typer(
    cls=_CommandTable,
    help="Recoup: an audit and dispute ledger for casino tables.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)


def _version(asked: bool) -> None:
    if asked:
        say(ENGINE.replace("/", " "))
        raise typer.Exit


@app.callback()
def recoup(version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True)] = False) -> None:
    """Recoup: an audit and dispute ledger for casino tables."""


def main() -> None:
    """Runs a command; what goes wrong is one plain sentence on standard error and the exit code of its kind."""
    os.umask(0o077)  # a ledger, an export and a report are for whoever makes them, until they give them to others
    gc.set_threshold(150_000)  # importing makes much that stays, and nothing to collect
    atexit.register(gc.freeze)  # a process that ends gives back all it holds: nobody need look through it for cycles
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # else every installed distribution is asked for some
    try:
        code = app(standalone_mode=False)
        sys.stdout.flush()
    except (UnusableLedger, BrokenEvidence, UnusableBackup, UnusableKey, UnusableVault, UnusableWitness) as error:
        code = _print_error(str(error), UNUSABLE)
    except RecoupError as error:
        code = _print_error(str(error), WRONG_USE)
    except typer.TyperException as error:
        code = _print_error(_usage_sentence(error), error.exit_code)
    except (BrokenPipeError, SystemExit):  # typer exits by itself where the reader of the output has gone
        code = _drop_output(DONE)
    except OSError as error:
        code = _print_error(f"{error.filename or 'the output'} cannot be used: {error.strerror}", WRONG_USE)
        if error.filename is None:
            _drop_output(code)
    sys.exit(code)


def _print_error(sentence: str, code: int) -> int:
    if sentence:
        say(f"recoup: {' '.join(sentence.splitlines())}", err=True)
    return code


def _usage_sentence(error: typer.TyperException) -> str:
    """What is wrong with the command line, and where help is; nothing where help was printed instead."""
    sentence = " ".join(error.format_message().split()).rstrip(".").replace("Value error, ", "")
    sentence = sentence.replace("does not match the formats '%Y-%m-%d'", "is no day of the calendar, written as YYYY-MM-DD")
    context = getattr(error, "ctx", None)
    return (
        sentence
        and f"{sentence[0].lower()}{sentence[1:]}; `{context.command_path if context else 'recoup'} --help` says how"
    )


def _drop_output(code: int) -> int:
    """What is still to be written goes nowhere, or the interpreter would complain of it on its way out."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code
