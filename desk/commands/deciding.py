"""`recoup void`, `recoup reverse`, `recoup decisions`: what people with authority decide, and the register of it."""

from collections.abc import Iterator
from datetime import datetime
from typing import Annotated, Any, Final

import typer
from pydantic import ValidationError
from rich.table import Table
from sqlalchemy import Engine, select

from desk.decisions import told
from desk.opening import reading
from desk.terminal import DEFAULT, NO, Json, LedgerUrl, console, print_json
from ledger.application import Ledger
from ledger.errors import MalformedDecision, UnknownRound
from ledger.events import decisions as events
from ledger.events.decisions import Decided
from ledger.names import is_subject
from projections.runner import catch_up, models, position
from projections.tables import DECISIONS

void: Final = typer.Typer(help="Declare a shoe, a round, a hand, stakes or the game void or invalid.", no_args_is_help=True)
reverse: Final = typer.Typer(help="Take back what was declared void or invalid.", no_args_is_help=True)

Day = Annotated[str, typer.Argument(metavar="TABLE/DAY", help="The table and gaming day.")]
RoundName = Annotated[str, typer.Argument(metavar="ROUND", help="TABLE/DAY/ROUND")]
ShoeName = Annotated[str, typer.Argument(metavar="SHOE", help="The shoe's name.")]
By = Annotated[str, typer.Option("--by", help="Who decides: an id, or an office that stands for its holder on duty.")]
AsRole = Annotated[str | None, typer.Option("--role", help="In which office, such as management.")]
Reason = Annotated[str | None, typer.Option("--reason", help="Why, in a few plain words.")]
Basis = Annotated[str | None, typer.Option("--basis", help="On which positions of the ledger it rests: 3-17,20.")]
BoxNumber = Annotated[int | None, typer.Option("--box", help="Of which box.")]


@void.command("shoe")
def void_shoe(
    day: Day,
    shoe: ShoeName,
    by: By,
    role: AsRole = None,
    reason: Reason = None,
    basis: Basis = None,
    ledger: LedgerUrl = DEFAULT,
) -> None:
    """Announce a shoe void, from its first card."""
    _decide(ledger, day, events.ShoeVoided, by=by, role=role, reason=reason, basis=basis, shoe=shoe)


@void.command("round")
def void_round(
    name: RoundName,
    by: By,
    role: AsRole = None,
    reason: Reason = None,
    basis: Basis = None,
    ledger: LedgerUrl = DEFAULT,
) -> None:
    """Declare a round void."""
    _decide(ledger, name, events.RoundVoided, by=by, role=role, reason=reason, basis=basis)


@void.command("hand")
def void_hand(
    name: RoundName,
    by: By,
    box: BoxNumber = None,
    role: AsRole = None,
    scope: Annotated[str | None, typer.Option("--scope", help="What is meant by it: hand or round.")] = None,
    reason: Reason = None,
    basis: Basis = None,
    ledger: LedgerUrl = DEFAULT,
) -> None:
    """Declare a hand invalid; without --scope the ruling shows what each reading of it comes to."""
    _decide(ledger, name, events.HandInvalidated, by=by, role=role, reason=reason, basis=basis, box=box, scope=scope)


@void.command("stakes")
def void_stakes(
    name: RoundName,
    by: By,
    player: Annotated[str | None, typer.Option("--player", help="Only this player's.")] = None,
    role: AsRole = None,
    reason: Reason = None,
    basis: Basis = None,
    ledger: LedgerUrl = DEFAULT,
) -> None:
    """Declare the stakes of a round, or a player's, not valid."""
    _decide(ledger, name, events.StakesInvalidated, by=by, role=role, reason=reason, basis=basis, player=player)


@void.command("payment")
def void_payment(
    name: RoundName,
    by: By,
    wager: Annotated[str | None, typer.Option("--wager", help="Only of this wager.")] = None,
    role: AsRole = None,
    reason: Reason = None,
    basis: Basis = None,
    ledger: LedgerUrl = DEFAULT,
) -> None:
    """Withhold the payments of a round, or of a wager."""
    _decide(ledger, name, events.PaymentWithheld, by=by, role=role, reason=reason, basis=basis, wager=wager)


@void.command("game")
def void_game(
    subject: Annotated[str, typer.Argument(metavar="TABLE/DAY[/ROUND]", help="The table's day, or a round of it.")],
    by: By,
    scope: Annotated[str, typer.Option("--scope", help="How far it goes: hand, round, shoe or game.")] = "game",
    shoe: Annotated[str | None, typer.Option("--shoe", help="Which shoe.")] = None,
    box: BoxNumber = None,
    terminate: Annotated[bool, typer.Option("--terminate", help="The game is ended too.")] = False,
    role: AsRole = None,
    reason: Reason = None,
    basis: Basis = None,
    ledger: LedgerUrl = DEFAULT,
) -> None:
    """Declare the game invalid, or end it and pronounce it invalid."""
    kind = events.GameTerminated if terminate else events.GameInvalidated
    _decide(ledger, subject, kind, by=by, role=role, reason=reason, basis=basis, scope=scope, shoe=shoe, box=box)


@reverse.command("shoe")
def reverse_shoe(
    day: Day,
    shoe: ShoeName,
    by: By,
    role: AsRole = None,
    reason: Reason = None,
    basis: Basis = None,
    ledger: LedgerUrl = DEFAULT,
) -> None:
    """Take back that a shoe is void."""
    _decide(ledger, day, events.ShoeVoidReversed, by=by, role=role, reason=reason, basis=basis, shoe=shoe)


@reverse.command("round")
def reverse_round(
    name: RoundName,
    by: By,
    role: AsRole = None,
    reason: Reason = None,
    basis: Basis = None,
    ledger: LedgerUrl = DEFAULT,
) -> None:
    """Take back all that was declared void or invalid of a round, or withheld."""
    _decide(ledger, name, events.RoundVoidReversed, by=by, role=role, reason=reason, basis=basis)


@reverse.command("game")
def reverse_game(
    day: Day,
    by: By,
    role: AsRole = None,
    reason: Reason = None,
    basis: Basis = None,
    ledger: LedgerUrl = DEFAULT,
) -> None:
    """Take back that the game of a table's day is invalid."""
    _decide(ledger, day, events.GameReinstated, by=by, role=role, reason=reason, basis=basis)


def _decide(url: str, subject: str, kind: type[Decided], *, reason: str | None, **said: object) -> None:
    """Takes a decision, says whether it holds, and brings the read models up. Exits 1 where it was refused."""
    if not is_subject(subject):
        raise UnknownRound(f"{subject!r} is neither TABLE/DAY nor TABLE/DAY/ROUND; `recoup rounds` lists what is on record")
    spelt = reason and "_".join(reason.lower().split())
    try:
        event = kind.model_validate({"reason": spelt} | said)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        why = f"{first['msg'][:1].lower()}{first['msg'][1:]}"
        raise MalformedDecision(f"{first['loc'][0]}: {why}; mend that and decide again") from error
    with reading(url) as opened:
        made = opened.decide(subject, event)
        _project(opened)
    console().print(told(made, in_force=made.refused is None), soft_wrap=True)
    if made.refused:
        raise typer.Exit(NO)


def _project(opened: Ledger) -> None:
    with models(opened) as made:
        catch_up(opened, made)


def decisions(
    ledger: LedgerUrl = DEFAULT,
    table: Annotated[str | None, typer.Option("--table", help="Only this table.")] = None,
    shoe: Annotated[str | None, typer.Option("--shoe", help="Only on this shoe.")] = None,
    day: Annotated[
        datetime | None, typer.Option("--day", formats=["%Y-%m-%d"], metavar="YYYY-MM-DD", help="Only this gaming day.")
    ] = None,
    as_json: Json = False,
) -> None:
    """The register of decisions: what was decided, by whom, on which clause, and what was refused."""
    with reading(ledger) as opened, models(opened) as made:
        rows = list(_registered(made, {"table_name": table, "shoe": shoe, "day": day.date().isoformat() if day else None}))
        behind = opened.size() - position(made)
    if behind:
        typer.echo(f"{behind:,} entries are not told in this list; `recoup projections catch-up` brings it up", err=True)
    if as_json:
        print_json(rows)
        return
    shown = Table("position", "on", "decision", "by", "office", "reason", "clause", "refused", box=None, pad_edge=False)
    for row in rows:
        about = row["round"] or f"{row['table']}/{row['day']}" + (f" shoe {row['shoe']}" if row["shoe"] else "")
        cells = (row["act"], row["by"], row["role"], row["reason"], row["clause"], row["refused"])
        shown.add_row(str(row["position"]), about, *(cell or "" for cell in cells), style="red" if row["refused"] else "")
    console().print(shown if rows else "Nothing was decided.")


_NAMED: Final = {"table_name": "table", "taken_by": "by", "office": "role"}


def _registered(made: Engine, wanted: dict[str, str | None]) -> Iterator[dict[str, Any]]:
    query = select(DECISIONS).order_by(DECISIONS.c.position)
    for name, value in wanted.items():
        if value is not None:
            query = query.where(DECISIONS.c[name] == value)
    with made.connect() as connection:
        for row in connection.execute(query).mappings():
            yield {_NAMED.get(name, str(name)): value for name, value in row.items()}
