"""`recoup championship`: running a championship of dealers, act by act, and showing how it stands."""

import secrets
from typing import Annotated, Any, Final

import typer
from pydantic import ValidationError

from desk.acts.commands import ChampionshipName, add_commands
from desk.acts.forms import malformed, validated
from desk.cli.completion import complete_rulebook
from desk.opening import open_existing, open_or_create
from desk.terminal.championship import show_championship
from desk.terminal.console import DEFAULT, NO, Json, LedgerUrl, SignWith, console, print_json
from ledger.application import Ledger
from ledger.championships.commands import Championships
from ledger.errors import UnknownRulebook, did_you_mean
from ledger.events import Event
from ledger.events.championships import ChampionshipOpened, JudgesNamed
from ledger.values.money import LARGEST
from ledger.values.terminal import say
from projections.read_models.championships import JudgedChampionships
from projections.table_days import TableDays

app: Final = typer.Typer(help="A championship: its acts, its rounds, its draws.", no_args_is_help=True)

At = Annotated[str | None, typer.Option("--at", metavar="TIME", help="When it was done (RFC 3339); else now.")]


def _act(
    kind: type[Any],
    subject: str,
    fields: dict[str, Any],
    *,
    sign: SignWith = None,
    ledger: LedgerUrl = DEFAULT,
    at: At = None,
) -> None:
    event = validated(kind, fields)
    with open_existing(ledger, sign) as opened:
        _record(opened, subject, event, at)


def _record(ledger: Ledger, name: str, event: Event, at: str | None) -> None:
    """Does an act and says what became of it. Exits 1 where it was refused."""
    refused = Championships(ledger).act(name, event, at).refused
    what = event.WORD.replace("_", " ")
    if refused is not None:
        clause = f" ({refused.clause})" if refused.clause else ""
        say(f"recoup: {name}: {what} is refused: {refused.sentence}{clause}; the attempt is on record", err=True)
        raise typer.Exit(NO)
    say(f"{name}: {what} is on record")


@app.command("open")
def open_(
    name: ChampionshipName,
    organiser: Annotated[str, typer.Option("--organiser", help="Who appoints the Director.")],
    director: Annotated[str, typer.Option("--director")],
    rulebook: Annotated[
        str, typer.Option("--rulebook", help="The rules of the championship.", autocompletion=complete_rulebook)
    ],
    edition: Annotated[str | None, typer.Option("--edition", help="Else the last one adopted.")] = None,
    judge: Annotated[list[str] | None, typer.Option("--judge", help="Once for each of them.")] = None,
    on_display: Annotated[bool, typer.Option("--on-display", help="A copy of the rules is to be had.")] = False,
    sign: SignWith = None,
    ledger: LedgerUrl = DEFAULT,
    at: At = None,
) -> None:
    """Open a championship, appoint its Director and name its judges."""
    with open_or_create(ledger, sign) as opened:
        editions = TableDays(opened).editions()
        known = [edition for edition in editions if edition.id == rulebook]
        if not known:
            near = did_you_mean(rulebook, {edition.id for edition in editions})
            raise UnknownRulebook(f"there is no rulebook {rulebook!r}; {near}`recoup rulebook list` shows what there is")
        rules = {"rulebook": rulebook, "edition": edition or known[-1].name, "on_display": on_display}
        events: list[Event] = [validated(ChampionshipOpened, {"by": organiser, "director": director, **rules})]
        events += [validated(JudgesNamed, {"by": organiser, "judges": tuple(judge)})] if judge else []
        for event in events:
            _record(opened, name, event, at)


add_commands(app, "championship", _act, last="draw")


@app.command()
def exercise(
    name: ChampionshipName,
    number: Annotated[int, typer.Option("--round", min=1)],
    by: Annotated[str, typer.Option("--by", help="Whose act it is.")],
    seed: Annotated[int | None, typer.Option("--seed", min=0, max=LARGEST, help="Else one drawn by lot.")] = None,
    contestant: Annotated[list[str] | None, typer.Option("--contestant", help="Else those drawn at the line.")] = None,
    wheel: Annotated[str | None, typer.Option("--reading", help="Which wheel, where the rules leave it open.")] = None,
    wager: Annotated[list[str] | None, typer.Option("--wager", help="`9 split 17-20 on 17`, for one of your own.")] = None,
    sign: SignWith = None,
    ledger: LedgerUrl = DEFAULT,
    at: At = None,
) -> None:
    """Set the next exercise for those who are drawn, and print its wagers."""
    number_drawn = secrets.randbelow(LARGEST) if seed is None else seed
    with open_existing(ledger, sign) as opened:
        try:
            event = JudgedChampionships(opened).next_exercise(
                name, number, by, number_drawn, tuple(contestant or ()), wheel, tuple(wager or ())
            )
        except ValidationError as error:
            raise malformed(error) from error
        _record(opened, name, event, at)
    for n, written in enumerate(event.wagers, 1):
        say(f"{n:>3}  {written}")


add_commands(app, "championship", _act)


@app.command("list")
def list_(ledger: LedgerUrl = DEFAULT) -> None:
    """List the championships on record."""
    with open_existing(ledger) as opened:
        championships = Championships(opened)
        for name in championships.names():
            say(f"{name}  {championships.get(name).standing}")


@app.command()
def show(name: ChampionshipName, ledger: LedgerUrl = DEFAULT, as_json: Json = False) -> None:
    """Show how a championship stands: rounds, draws and what decided them, findings, refused attempts."""
    with open_existing(ledger) as opened:
        document = JudgedChampionships(opened).document(name)
    if as_json:
        print_json(document.in_order(last=("exercises",)))
    else:
        show_championship(console(), document)
