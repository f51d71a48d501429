"""`recoup void | reverse | resolve | eject | confirm`, `recoup decisions`: what people decide, and the register of it."""

from datetime import datetime
from typing import Annotated, Final

import typer
from pydantic import ValidationError

from desk.cli.completion import DayName, RoundName, ShoeName, complete_shoe, complete_table
from desk.opening import open_existing
from desk.terminal.console import DEFAULT, NO, Json, LedgerUrl, console, print_json
from desk.terminal.decisions import decision_line, show_register
from ledger.application import Ledger
from ledger.errors import MalformedDecision, UnknownRound
from ledger.events import decisions as events
from ledger.events.decisions import AuthorityAct
from ledger.events.table import AmbiguityResolved
from ledger.table_standing import Decision
from ledger.values.subjects import day_error, is_subject
from ledger.values.times import canonical_instant
from projections.following.read_models import catch_up, open_read_models, tracked_position
from projections.read_models.register import register
from projections.table_days import TableDays

void: Final = typer.Typer(help="Declare a shoe, a round, a hand, stakes or the game void or invalid.", no_args_is_help=True)
reverse: Final = typer.Typer(help="Take back what was declared void or invalid.", no_args_is_help=True)

By = Annotated[str, typer.Option("--by", help="Who decides: an id, or an office that stands for its holder on duty.")]
AsRole = Annotated[str | None, typer.Option("--role", help="In which office, such as management.")]
Reason = Annotated[str | None, typer.Option("--reason", help="Why, in a few plain words.")]
Basis = Annotated[str | None, typer.Option("--basis", help="On which positions of the ledger it rests: 3-17,20.")]
BoxNumber = Annotated[int | None, typer.Option("--box", help="Of which box.")]


@void.command("shoe")
def void_shoe(
    day: DayName,
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
    shoe: Annotated[str | None, typer.Option("--shoe", help="Which shoe.", autocompletion=complete_shoe)] = None,
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
    day: DayName,
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
    day: DayName,
    by: By,
    role: AsRole = None,
    reason: Reason = None,
    basis: Basis = None,
    ledger: LedgerUrl = DEFAULT,
) -> None:
    """Take back that the game of a table's day is invalid."""
    _decide(ledger, day, events.GameReinstated, by=by, role=role, reason=reason, basis=basis)


def resolve(
    day: DayName,
    clause: Annotated[str, typer.Argument(metavar="CLAUSE", help="The ambiguous clause; `recoup clauses` lists them.")],
    reading_: Annotated[str, typer.Argument(metavar="READING", help="The letter of the reading that holds.")],
    by: By,
    role: AsRole = None,
    effective: Annotated[str | None, typer.Option("--from", help="From when, with its time zone; else at once.")] = None,
    reason: Reason = None,
    basis: Basis = None,
    ledger: LedgerUrl = DEFAULT,
) -> None:
    """Say which reading of an ambiguous clause holds at a table, for rounds that are opened from then on."""
    try:
        at = canonical_instant(effective) if effective else None
    except ValueError as error:
        raise MalformedDecision(f"{effective!r} is no time with a zone; write 2026-01-20T22:15:00+00:00") from error
    _require_reading(ledger, day, clause, reading_)
    fields = {"clause": clause, "reading": reading_, "effective_at": at}
    _decide(ledger, day, AmbiguityResolved, by=by, role=role, reason=reason, basis=basis, **fields)


def eject(
    day: DayName,
    player: Annotated[str, typer.Argument(metavar="PLAYER", help="The player's id.")],
    by: By,
    role: AsRole = None,
    reason: Reason = None,
    basis: Basis = None,
    ledger: LedgerUrl = DEFAULT,
) -> None:
    """Ask a player to leave the table, where the house's rules have somebody who may."""
    _decide(ledger, day, events.PlayerEjected, by=by, role=role, reason=reason, basis=basis, player=player)


def confirm(
    at: Annotated[int, typer.Argument(metavar="POSITION", help="Where the decision stands, as the register says.", min=1)],
    by: By,
    role: AsRole = None,
    reason: Reason = None,
    ledger: LedgerUrl = DEFAULT,
) -> None:
    """Confirm a decision that somebody took at a table, as another person with the same authority."""
    act = _validated(AuthorityAct, reason=reason, by=by, role=role)
    with open_existing(ledger) as opened:
        _print_decision(opened, opened.confirm(at, act))


def _require_reading(url: str, day: str, clause: str, letter: str) -> None:
    """Raises MalformedDecision where the table's rulebook has no such reading."""
    _require_subject(day)
    with open_existing(url) as opened:
        edition = TableDays(opened).edition_of(day)
    if clause not in edition.sheet.readings or letter not in edition.reading_letters(clause):
        known = ", ".join(
            f"{reading} ({', '.join(edition.reading_letters(reading))})" for reading in edition.sheet.readings
        )
        raise MalformedDecision(f"{edition.id} has no reading {letter} of {clause}; its ambiguities are {known or 'none'}")


def _require_subject(subject: str) -> None:
    if not is_subject(subject):
        raise UnknownRound(
            day_error(subject)
            or f"{subject!r} is neither TABLE/DAY nor TABLE/DAY/ROUND; `recoup rounds` lists what is on record"
        )


def _decide(url: str, subject: str, kind: type[AuthorityAct], *, reason: str | None, **fields: object) -> None:
    """Takes a decision, says whether it holds, and brings the read models up. Exits 1 where it was refused."""
    _require_subject(subject)
    event = _validated(kind, reason=reason, **fields)
    with open_existing(url) as opened:
        _print_decision(opened, opened.decide(subject, event, TableDays(opened).lack_of_ground(subject, event)))


def _validated(kind: type[AuthorityAct], *, reason: str | None, **fields: object) -> AuthorityAct:
    spelt = reason and "_".join(reason.lower().split())
    try:
        return kind.model_validate({"reason": spelt} | fields)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        why = f"{first['msg'][:1].lower()}{first['msg'][1:]}"
        raise MalformedDecision(f"{first['loc'][0]}: {why}; mend that and decide again") from error


def _print_decision(opened: Ledger, decision: Decision) -> None:
    _follow(opened)
    waits = decision.refused is None and opened.awaits_confirmation(decision)
    console().print(decision_line(decision, in_force=decision.refused is None and not waits), soft_wrap=True)
    if waits:
        console().print(f"It holds once another person confirms it: `recoup confirm {decision.position}`.", soft_wrap=True)
    if decision.refused:
        raise typer.Exit(NO)


def _follow(opened: Ledger) -> None:
    with open_read_models(opened) as engine:
        catch_up(opened, engine)


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
