"""`recoup void | reverse | resolve | eject | confirm`, `recoup decisions`: what people decide, and the register of it."""

from datetime import datetime
from typing import Annotated, Any, Final

import typer

from desk.acts.commands import act_command, add_commands
from desk.acts.forms import forms, validated
from desk.cli.completion import complete_shoe, complete_table
from desk.cli.upkeep import rule_on_new
from desk.opening import open_existing
from desk.terminal.console import DEFAULT, NO, Json, LedgerUrl, SignWith, console, print_json
from desk.terminal.decisions import decision_line, show_register
from ledger.application import Ledger
from ledger.edition_acts import confirm_adoption, confirm_engine
from ledger.errors import MalformedDecision, UnknownRound
from ledger.events.decisions import AuthorityAct, DecisionConfirmed
from ledger.events.editions import AdoptionConfirmed, EditionAdopted
from ledger.events.engines import EngineAdopted, EngineAdoptionConfirmed
from ledger.events.table import AmbiguityResolved
from ledger.values.subjects import day_error, is_subject
from projections.following.read_models import open_read_models, tracked_position
from projections.read_models.register import register
from projections.table_days import TableDays

void: Final = typer.Typer(help="Declare a shoe, a round, a hand, stakes or the game void or invalid.", no_args_is_help=True)
reverse: Final = typer.Typer(help="Take back what was declared void or invalid.", no_args_is_help=True)


def _decide(
    kind: type[AuthorityAct], subject: str, fields: dict[str, Any], *, sign: SignWith = None, ledger: LedgerUrl = DEFAULT
) -> None:
    """Takes a decision, says whether it holds, and brings the read models up. Exits 1 where it was refused."""
    if not issubclass(kind, DecisionConfirmed) and not is_subject(subject):
        raise UnknownRound(
            day_error(subject)
            or f"{subject!r} is neither TABLE/DAY nor TABLE/DAY/ROUND; `recoup rounds` lists what is on record"
        )
    if issubclass(kind, AmbiguityResolved):
        _require_reading(ledger, subject, fields["clause"], fields["reading"])
    event = validated(kind, fields)
    with open_existing(ledger, sign) as opened:
        if isinstance(event, DecisionConfirmed) and (adopted := _adopted_at(opened, event.decision)):
            _confirm_adoption(opened, adopted, event)
            return
        if isinstance(event, DecisionConfirmed):
            decision = opened.confirm(event.decision, event)
        else:
            decision = opened.decide(subject, event, TableDays(opened).lack_of_ground(subject, event))
        rule_on_new(opened)
        waits = decision.refused is None and opened.awaits_confirmation(decision)
    console().print(decision_line(decision, in_force=decision.refused is None and not waits), soft_wrap=True)
    if waits:
        console().print(f"It holds once another person confirms it: `recoup confirm {decision.position}`.", soft_wrap=True)
    if decision.refused:
        raise typer.Exit(NO)


def _adopted_at(ledger: Ledger, position: int) -> EditionAdopted | EngineAdopted | None:
    """What the house was to adopt by the act at a position of the ledger; None where that is no such act."""
    entry = next(iter(ledger.entries(after=position - 1, limit=1)), None)
    return entry.event if entry and isinstance(entry.event, EditionAdopted | EngineAdopted) else None


def _confirm_adoption(ledger: Ledger, adopted: EditionAdopted | EngineAdopted, event: DecisionConfirmed) -> None:
    """Confirms that the house adopts an edition or an engine. Exits 1 where that was refused."""
    who = {"by": event.by, "role": event.role, "reason": event.reason, "adoption": event.decision}
    if isinstance(adopted, EngineAdopted):
        what, refused = "engine", confirm_engine(ledger, EngineAdoptionConfirmed.model_validate(who))
    else:
        what, refused = "edition", confirm_adoption(ledger, AdoptionConfirmed.model_validate(who))
    if refused is not None:
        typer.echo(f"recoup: the confirmation is refused: {refused}; the attempt is on record", err=True)
        raise typer.Exit(NO)
    rule_on_new(ledger)
    typer.echo(f"{event.by} confirmed the {what} that was adopted at position {event.decision}; it holds from now on")


def _require_reading(url: str, day: str, clause: str, letter: str) -> None:
    """Raises MalformedDecision where the table's rulebook has no such reading."""
    with open_existing(url) as opened:
        edition = TableDays(opened).edition_of(day)
    readings = {reading: edition.reading_letters(reading) for reading in edition.sheet.readings}
    if letter not in readings.get(clause, ()):
        known = ", ".join(f"{reading} ({', '.join(letters)})" for reading, letters in readings.items())
        raise MalformedDecision(f"{edition.id} has no reading {letter} of {clause}; its ambiguities are {known or 'none'}")


account: Final = typer.Typer(help="Decide which account of a round rulings go by.", no_args_is_help=True)

add_commands(void, "void", _decide)
add_commands(account, "account", _decide)
add_commands(reverse, "reverse", _decide)
resolve, eject, confirm = (act_command(forms()[words], _decide) for words in ("resolve", "eject", "confirm"))


def decisions(
    ledger: LedgerUrl = DEFAULT,
    table: Annotated[
        str | None, typer.Option("--table", help="Only about this table.", autocompletion=complete_table)
    ] = None,
    shoe: Annotated[str | None, typer.Option("--shoe", help="Only on this shoe.", autocompletion=complete_shoe)] = None,
    day: Annotated[
        datetime | None, typer.Option("--day", formats=["%Y-%m-%d"], metavar="YYYY-MM-DD", help="Only this gaming day.")
    ] = None,
    by: Annotated[str | None, typer.Option("--by", help="Only by this person.")] = None,
    act: Annotated[str | None, typer.Option("--act", help="Only this act, such as void_shoe or approve_ruling.")] = None,
    status: Annotated[
        str | None, typer.Option("--status", help="stands, unconfirmed, waits, confirmed or refused.")
    ] = None,
    as_json: Json = False,
) -> None:
    """The register of decisions at tables, in cases and in championships: by whom, on which clause, what was refused."""
    date = day.date().isoformat() if day else None
    wanted = {"table": table, "shoe": shoe, "day": date, "by": by, "act": act, "status": status}
    with open_existing(ledger) as opened, open_read_models(opened) as engine:
        rows = register(opened, engine, wanted)
        behind = opened.size() - tracked_position(engine)
    if behind:
        typer.echo(f"{behind:,} entries are not told in this list; `recoup projections catch-up` brings it up", err=True)
    if as_json:
        print_json(rows)
    else:
        show_register(console(), rows)
