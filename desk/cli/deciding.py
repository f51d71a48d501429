"""`recoup void | reverse | resolve | eject | confirm`, `recoup decisions`: what people decide, and the register of it."""

from datetime import datetime
from typing import Annotated, Any, Final

import typer

from desk.acts.commands import act_command, add_commands
from desk.acts.forms import forms
from desk.acts.taking import take_decision
from desk.cli.completion import complete_shoe, complete_table
from desk.cli.upkeep import rule_on_new
from desk.opening import open_existing
from desk.terminal.console import DEFAULT, NO, Json, LedgerUrl, SignWith, console, print_json
from desk.terminal.decisions import show_register
from ledger.events.decisions import AuthorityAct
from ledger.values.terminal import say
from projections.following.read_models import open_read_models, tracked_position
from projections.messages.catalogue import Catalogue
from projections.read_models.register import register

void: Final = typer.Typer(help="Declare a shoe, a round, a hand, stakes or the game void or invalid.", no_args_is_help=True)
reverse: Final = typer.Typer(help="Take back what was declared void or invalid.", no_args_is_help=True)


def _decide(
    kind: type[AuthorityAct], subject: str, fields: dict[str, Any], *, sign: SignWith = None, ledger: LedgerUrl = DEFAULT
) -> None:
    """Takes a decision, says whether it holds, and brings the read models up. Exits 1 where it was refused."""
    with open_existing(ledger, sign) as opened:
        taken = take_decision(opened, kind, subject, fields, Catalogue())
        rule_on_new(opened)
    console().print(taken.sentence, soft_wrap=True)
    if taken.waits_at is not None:
        console().print(f"It holds once another person confirms it: `recoup confirm {taken.waits_at}`.", soft_wrap=True)
    if taken.refused:
        raise typer.Exit(NO)


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
        say(f"{behind:,} entries are not told in this list; `recoup projections catch-up` brings it up", err=True)
    if as_json:
        print_json(rows)
    else:
        show_register(console(), rows)
