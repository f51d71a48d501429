"""`recoup follow`, `recoup projections`, `recoup schema`: what keeps the rest running."""

from typing import Annotated, Final

import typer

from desk.opening import open_existing
from desk.terminal.console import DEFAULT, WRONG_USE, Json, LedgerUrl, bar, print_json
from ledger.application import Ledger
from ledger.errors import RecoupError
from ledger.values.terminal import say
from projections.documents.recording import ProjectionDocument
from projections.following.read_models import catch_up, follow, open_read_models, tracked_position
from projections.following.read_models import rebuild as tell_again
from projections.read_models.round_list import READ_MODEL
from projections.rulings.process import RULING_PROCESS, ruled_position, rulings_behind

app: Final = typer.Typer(help="Read models.", no_args_is_help=True)


def rule_on_new(opened: Ledger) -> None:
    """Sees to it that what was recorded is ruled on, by this process or by another one that is at it.

    It is on record whatever comes of that, so nothing here fails the command.
    """
    try:
        with open_read_models(opened) as engine, bar("rulings", opened.size() - ruled_position(opened)) as progress:
            catch_up(opened, engine, progress)
    except RecoupError as error:
        say(f"recoup: what was recorded is not ruled on yet ({error}); `recoup follow` goes on", err=True)
    except Exception as error:
        why = f"the program failed: {type(error).__name__}: {error}"
        say(f"recoup: what was recorded is not ruled on yet ({why}); please report it", err=True)


@app.command()
def rebuild(ledger: LedgerUrl = DEFAULT) -> None:
    """Make the read models anew from the rulings on record."""
    with open_existing(ledger) as opened, open_read_models(opened) as engine, bar("read models", opened.size()) as progress:
        upto = tell_again(opened, engine, progress)
    say(f"the read models tell everything up to position {upto:,}")


@app.command()
def status(ledger: LedgerUrl = DEFAULT, as_json: Json = False) -> None:
    """Say how far rulings and read models have come."""
    with open_existing(ledger) as opened, open_read_models(opened) as engine:
        last = opened.size()
        positions = {RULING_PROCESS: ruled_position(opened), READ_MODEL: tracked_position(engine)}
    if as_json:
        print_json([ProjectionDocument(name=name, position=at, last=last) for name, at in positions.items()])
        return
    for name, at in positions.items():
        say(f"{name}: at position {at:,} of {last:,}" + ("" if at == last else "; `recoup follow` goes on"))


@app.command("catch-up")
def catch_up_(ledger: LedgerUrl = DEFAULT) -> None:
    """Bring the read models up to the ledger's last entry."""
    with open_existing(ledger) as opened, open_read_models(opened) as engine:
        left = opened.size() - tracked_position(engine)
        with bar("read models", left) as progress:
            upto = catch_up(opened, engine, progress)
    say(f"the read models tell everything up to position {upto:,}")


@app.command("follow")
def follow_(ledger: LedgerUrl = DEFAULT) -> None:
    """Keep rulings and read models up with the ledger until Ctrl-C."""
    follow_ledger(ledger)


def follow_ledger(
    ledger: LedgerUrl = DEFAULT,
    once: Annotated[bool, typer.Option("--once", help="Rule on what there is, and end.")] = False,
) -> None:
    """Rule on what is recorded as soon as it is, and put on record what is found, until Ctrl-C."""
    with open_existing(ledger) as opened, open_read_models(opened) as engine:
        if not once:
            say("rounds are ruled on as they are recorded; Ctrl-C ends it")
            follow(opened, engine)
            return
        with bar("rulings", opened.size() - ruled_position(opened)) as progress:
            catch_up(opened, engine, progress)
        left = rulings_behind(opened)
        say(f"rulings are on record up to position {ruled_position(opened):,}")
    if left:
        say(f"{left:,} entries came meanwhile", err=True)


def schema_(name: Annotated[str | None, typer.Argument(metavar="NAME")] = None) -> None:
    """Print the JSON Schema of an output, of the CloudEvents envelope, or of an event by its topic."""
    from projections.documents.outputs import OUTPUTS, schema

    if name is None:
        say("\n".join(OUTPUTS))
    elif name in OUTPUTS:
        print_json(schema(name))
    else:
        say(f"recoup: there is no schema {name!r}; `recoup schema` lists them", err=True)
        raise typer.Exit(WRONG_USE)
