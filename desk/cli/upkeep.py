"""`recoup projections`, `recoup schema`: what keeps the rest running."""

from typing import Annotated, Final

import typer

from desk.opening import open_existing
from desk.terminal.console import DEFAULT, WRONG_USE, Json, LedgerUrl, bar, print_json
from projections.documents.recording import ProjectionDocument
from projections.following.follower import follow
from projections.following.read_models import READ_MODELS, catch_up, open_read_models, tracked_position
from projections.following.read_models import rebuild as tell_again
from projections.read_models.round_list import READ_MODEL

app: Final = typer.Typer(help="Read models.", no_args_is_help=True)


@app.command()
def rebuild(ledger: LedgerUrl = DEFAULT) -> None:
    """Throw the read models away and make them anew from the ledger."""
    with open_existing(ledger) as opened, open_read_models(opened) as engine, bar("read models", opened.size()) as progress:
        upto = tell_again(opened, engine, progress)
    typer.echo(f"the read models tell everything up to position {upto:,}")


@app.command()
def status(ledger: LedgerUrl = DEFAULT, as_json: Json = False) -> None:
    """Say how far the read models have come."""
    with open_existing(ledger) as opened, open_read_models(opened) as engine:
        at, last = tracked_position(engine), opened.size()
    if as_json:
        print_json([ProjectionDocument(name=READ_MODEL, position=at, last=last)])
    else:
        typer.echo(
            f"{READ_MODEL}: at position {at:,} of {last:,}"
            + ("" if at == last else "; `recoup projections catch-up` goes on")
        )


@app.command("catch-up")
def catch_up_(ledger: LedgerUrl = DEFAULT) -> None:
    """Bring the read models up to the ledger's last entry."""
    with open_existing(ledger) as opened, open_read_models(opened) as engine:
        left = opened.size() - tracked_position(engine)
        with bar("read models", left) as progress:
            upto = catch_up(opened, engine, progress)
    typer.echo(f"the read models tell everything up to position {upto:,}")


@app.command("follow")
def follow_(ledger: LedgerUrl = DEFAULT) -> None:
    """Keep the read models up with the ledger until Ctrl-C."""
    with open_existing(ledger) as opened, open_read_models(opened) as engine:
        typer.echo("the read models follow the ledger; Ctrl-C ends it")
        follow(opened, engine, READ_MODELS)


def schema_(name: Annotated[str | None, typer.Argument(metavar="NAME")] = None) -> None:
    """Print the JSON Schema of an output, of the CloudEvents envelope, or of an event by its topic."""
    from projections.documents.outputs import OUTPUTS, schema

    if name is None:
        typer.echo("\n".join(OUTPUTS))
    elif name in OUTPUTS:
        print_json(schema(name))
    else:
        typer.echo(f"recoup: there is no schema {name!r}; `recoup schema` lists them", err=True)
        raise typer.Exit(WRONG_USE)
