"""`recoup decks`: cards from the carton to the table, and from the table to their end."""

from typing import Annotated, Any, Final

import typer
from rich.table import Table
from rich.text import Text

from desk.acts.commands import add_commands
from desk.acts.forms import validated
from desk.cli.completion import RoundName
from desk.opening import open_existing
from desk.terminal.console import DEFAULT, Json, LedgerUrl, SignWith, console, print_json
from ledger.decks import Decks, act_on_decks, all_decks
from ledger.errors import MalformedDecision, did_you_mean
from ledger.events.decks import DecksAct
from ledger.values.subjects import table_day
from projections.documents.outputs import deck_steps, decks_document
from projections.table_days import TableDays

app: Final = typer.Typer(
    help="Decks before and after the table: received, inspected, issued, pulled, counted; which decks a card came from.",
    no_args_is_help=True,
)

DecksName = Annotated[str, typer.Argument(metavar="DECKS", help="What the decks are called.")]


def _act(
    kind: type[DecksAct],
    _: str,
    fields: dict[str, Any],
    *,
    sign: SignWith = None,
    ledger: LedgerUrl = DEFAULT,
) -> None:
    """Puts on record what is done with decks."""
    with open_existing(ledger, sign) as opened:
        event = validated(kind, fields)
        entry = act_on_decks(opened, event)
        here = [text for position, text in all_decks(opened)[event.decks].irregularities() if position == entry.position]
    console().print(f"{kind.WORD.replace('_', ' ')} {event.decks}: on record at position {entry.position}", soft_wrap=True)
    for text in here:
        console().print(Text(f"  ✗ {text}"), soft_wrap=True)


@app.command("list")
def list_(ledger: LedgerUrl = DEFAULT, as_json: Json = False) -> None:
    """List decks: where they are, and what is out of order with them."""
    with open_existing(ledger) as opened:
        found = all_decks(opened)
    if as_json:
        print_json([decks_document(decks) for decks in found.values()])
        return
    shown = Table("decks", "number", "carton", "where", "out of order", box=None, pad_edge=False, header_style="dim")
    for decks in found.values():
        bad = sum(1 for _ in decks.irregularities())
        received = decks.received
        shown.add_row(decks.name, str(received.number), received.carton, decks.where.replace("_", " "), str(bad or ""))
    console().print(shown if found else "No decks are on record; `recoup decks receive` puts some there.")


@app.command()
def show(decks: DecksName, ledger: LedgerUrl = DEFAULT, as_json: Json = False) -> None:
    """Show what was done with decks, step by step, and what is out of order with that."""
    with open_existing(ledger) as opened:
        found = all_decks(opened)
    if decks not in found:
        near = did_you_mean(decks, found)
        raise MalformedDecision(f"there are no decks {decks!r}; {near}`recoup decks list` shows what there are")
    if as_json:
        print_json(decks_document(found[decks]))
        return
    _show(found[decks])


@app.command()
def trace(name: RoundName, ledger: LedgerUrl = DEFAULT, as_json: Json = False) -> None:
    """Follow the cards of a round back to the carton that they came in."""
    with open_existing(ledger) as opened:
        round_ = next(TableDays(opened).rulings([name])).round
        found = [decks for decks in all_decks(opened).values() if decks.issued_as(table_day(name), round_.shoe or "")]
    if not found:
        raise MalformedDecision(f"no decks are on record that were shoe {round_.shoe} of {table_day(name)}")
    if as_json:
        print_json([decks_document(decks) for decks in found])
        return
    cards = " ".join(getattr(entry.event, "card", "??") for entry in round_.card_entries)
    console().print(Text(f"{name}, shoe {round_.shoe}: {cards}", style="bold"))
    for decks in found:
        _show(decks)


def _show(decks: Decks) -> None:
    console().print(Text(f"Decks {decks.name}  ·  {decks.where.replace('_', ' ')}", style="bold"))
    for step in deck_steps(decks):
        console().print(Text(f"  {step.at[:16]}  {step.text}"), soft_wrap=True)
        for text in step.irregularities:
            console().print(Text(f"    ✗ {text}"), soft_wrap=True)


add_commands(app, "decks", _act)
